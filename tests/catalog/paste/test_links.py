"""Errors that hang together: every one of them, with its parent, its link and its own frames."""

from pathlib import Path

import pytest

from catalog.paste import read_paste

PASTES = Path(__file__).parents[2] / "pastes"

#: Paste -> class, parent, link, and the lines of the frames, for each error in the text's order.
TREES = {
    "java": [
        ("shop.ServiceException", None, None, [11, 5]),
        ("java.lang.NullPointerException", 0, "cause", [11, 5, 3]),
    ],
    "dotnet": [
        ("System.InvalidOperationException", None, None, [5, 20]),
        ("System.NullReferenceException", 0, "cause", [12]),
    ],
    "node-cause": [("Error", None, None, [28, 1]), ("SyntaxError", 0, "cause", [1, None])],
    "ruby": [
        ("ArgumentError", None, None, [7, 2, 5]),
        ("NoMethodError", 0, "cause", [7, 3, 1]),
    ],
    "rust-anyhow": [("Error", None, None, []), (None, 0, "cause", []), (None, 1, "cause", [])],
    "rich-group": [
        ("ExceptionGroup", None, None, [13]),
        ("ValueError", 0, "member", []),
        ("KeyError", 0, "member", []),
    ],
    "remote-traceback": [
        ("concurrent.futures.process._RemoteTraceback", 2, "cause", []),
        ("ZeroDivisionError", 0, "cause", [264, 4]),
        ("ZeroDivisionError", None, None, [9, 401]),
    ],
    "data-loader": [
        ("RuntimeError", None, None, [31, 803]),
        ("IndexError", 0, "cause", [351, 18]),
    ],
    "ray-task": [
        ("ray.exceptions.RayTaskError(KeyError)", None, None, [40, 1055]),
        ("KeyError", 0, "cause", [12]),
    ],
    "json-frames": [("ConfigError", None, None, [7, 6]), ("ValueError", 0, "cause", [5])],
    "pytest-long": [("KeyError", None, None, [8, 2])],
    "vllm": [("ValueError", None, None, [699]), ("RuntimeError", None, None, [785])],
}


@pytest.mark.parametrize("name", TREES)
def test_tree(name: str) -> None:
    """All errors of the paste and how they hang together."""
    report = read_paste((PASTES / f"{name}.txt").read_text())
    assert [
        (error.exc_type, error.parent, error.link, [frame.lineno for frame in error.frames])
        for error in report.errors
    ] == TREES[name]


def test_php_prints_what_came_first_first() -> None:
    """`Next` is the error that the one above it led to."""
    report = read_paste(
        "PHP Fatal error:  Uncaught PDOException: no db in /srv/a.php:4\nStack trace:\n#0 "
        "{main}\n\n"
        "Next ShopError: no cart in /srv/b.php:9\nStack trace:\n#0 /srv/c.php(2): load()\n#1 "
        "{main}\n"
        "  thrown in /srv/b.php on line 9\n"
    )
    first, second = report.errors
    assert (first.exc_type, first.parent, first.link) == ("PDOException", 1, "cause")
    assert (second.exc_type, second.frames[-1][:3]) == ("ShopError", ("/srv/b.php", 9, "load"))
    assert report.ranking[0] == 1


def test_the_same_traceback_twice_is_counted() -> None:
    """What several ranks print alike is one error that came several times."""
    text = (PASTES / "python27.txt").read_text()
    (error,) = read_paste(text + "\n" + text + "\n" + text).errors
    assert error.count == 3
    assert (PASTES / "vllm.txt").read_text().count(
        "No available memory for the cache blocks. "
    ) == 2
    assert read_paste((PASTES / "vllm.txt").read_text()).errors[0].count == 2


CODES = {
    "ENOENT": [("ENOENT", "")],
    "what is ORA-00942?": [("ORA-00942", "")],
    "P2002 Unique constraint failed": [("P2002", "Unique constraint failed")],
    "E0382": [("E0382", "")],
    "why TS2345": [("TS2345", "")],
    "502": [("502", "")],
    "we get HTTP 503": [("503", "")],
    "CUDA_ERROR_OUT_OF_MEMORY": [("CUDA_ERROR_OUT_OF_MEMORY", "")],
    "see ticket 4711": [],
    "the E2E suite is green": [],
}


@pytest.mark.parametrize("text", CODES)
def test_codes_are_read_when_somebody_asks(text: str) -> None:
    """A code standing alone is an error only for a person who asks about it."""
    assert read_paste(text).errors == ()
    asked = read_paste(text, asked=True).errors
    assert [(error.exc_type, error.message) for error in asked] == CODES[text]
