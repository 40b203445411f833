"""A log as a stream: every distinct error once, counted and placed, wherever the chunks end."""

import io

import pytest

from catalog import scan as module
from catalog.scan import Place, scan

QUIET = "2025-06-17 22:50:18,139 INFO [shop] reading part {n} of /data/part-{n}.csv\n"
BAD = """\
2025-06-17 22:50:18,139 ERROR [shop] row {n} rejected
Traceback (most recent call last):
  File "/srv/shop/orders.py", line 8, in parse
    return float(row[2])
ValueError: could not convert string to float: 'n/a{n}'
"""
OTHER = """\
Exception in thread "main" java.lang.IllegalStateException: no session
\tat shop.Cart.load(Cart.java:47)
\tat shop.Main.main(Main.java:11)
"""


def log(*parts: str) -> bytes:
    return "".join(parts).encode()


def quiet(count: int) -> str:
    return "".join(QUIET.format(n=n) for n in range(count))


def test_errors_are_counted_by_their_fingerprint() -> None:
    """The same error with other values is the same error; the most frequent comes first."""
    text = log(quiet(300), OTHER, quiet(300), BAD.format(n=1), quiet(50), BAD.format(n=2), quiet(9))
    found = scan(io.BytesIO(text))
    first, second = found.by_frequency()
    assert (first.count, first.report.errors[0].exc_type) == (2, "ValueError")
    assert (second.count, second.report.errors[0].exc_type) == (
        1,
        "java.lang.IllegalStateException",
    )
    assert [frame.lineno for frame in second.report.errors[0].frames] == [11, 47]
    assert (found.size, found.lines) == (len(text), text.count(b"\n"))


def test_places_are_lines_from_one_and_bytes_from_zero() -> None:
    """The first byte of the error at the offset, also behind letters of several bytes."""
    head = "2025-06-17 22:50:18 INFO grüße\n" * 1000
    found = scan(io.BytesIO(log(head, BAD.format(n=1), head, BAD.format(n=2))))
    (seen,) = found.errors.values()
    for place, start in ((seen.first, 0), (seen.last, 1005)):
        data = log(head, BAD.format(n=1), head, BAD.format(n=2))
        assert data[place.offset :].startswith(b"Traceback")
        assert place.line == 1002 + start


@pytest.mark.parametrize("chunk", [1000, 1777, 4096, 1 << 20])
def test_chunks_change_nothing(chunk: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """An error that is cut by the end of a chunk is read whole, once."""
    monkeypatch.setattr(module, "CHUNK", chunk)
    text = log(*(quiet(7 * n) + BAD.format(n=n) + quiet(60) + OTHER for n in range(12)))
    found = scan(io.BytesIO(text))
    assert sorted(seen.count for seen in found.errors.values()) == [12, 12]
    assert (found.size, found.lines) == (len(text), text.count(b"\n"))


def test_lines_that_differ_in_numbers_are_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """A class named in a line of the log is an error, counted each time."""
    read = []
    monkeypatch.setattr(module, "read_paste", lambda text: read.append(text) or original(text))
    line = "2025-06-17 22:50:{n:02} ERROR [kv] failed: KVTransferError(room={n:02}): lost\n"
    found = scan(io.BytesIO(log(*(quiet(40) + line.format(n=n) for n in range(50)))))
    (seen,) = found.errors.values()
    assert (seen.count, seen.first.line, seen.last.line) == (50, 41, 50 * 41)
    assert len(read) == 1


original = module.read_paste


def test_a_chain_is_one_error() -> None:
    """What hangs on an error is kept with it and not counted by itself."""
    text = (
        'Traceback (most recent call last):\n  File "a.py", line 1, in f\nKeyError: 1\n\n'
        "The above exception was the direct cause of the following exception:\n\n"
        'Traceback (most recent call last):\n  File "a.py", line 2, in g\nConfigError: no x\n'
    )
    (seen,) = scan(io.BytesIO(text.encode())).errors.values()
    assert [error.exc_type for error in seen.report.errors] == ["KeyError", "ConfigError"]
    assert (seen.report.ranking, seen.report.errors[0].parent) == ((1, 0), 1)


def test_error_lines_without_a_class_wait_for_a_template() -> None:
    """They are no errors by themselves, but the catalog may know one of them."""
    found = scan(io.BytesIO(b"2025-06-17 22:50:18 ERROR Not enough memory. Please try again\n" * 3))
    assert found.errors == {}
    assert [seen.count for seen in found.sentences.values()] == [3]


def test_many_different_errors_are_not_all_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """Memory is bounded; what is left out is counted."""
    monkeypatch.setattr(module, "MOST_ERRORS", 3)
    names = ("Alpha", "Beta", "Gamma", "Delta", "Epsilon")
    text = "".join(f"{name}Error: it is broken\n" for name in names)
    found = scan(io.BytesIO(text.encode()))
    assert (len(found.errors), found.left_out) == (3, 2)


def test_several_logs_are_one_list() -> None:
    """Places tell the logs apart."""
    found = scan(io.BytesIO(BAD.format(n=1).encode()))
    found = scan(io.BytesIO(BAD.format(n=2).encode()), found)
    (seen,) = found.errors.values()
    assert (seen.count, seen.first.log, seen.last.log) == (2, 0, 1)


@pytest.mark.parametrize("data", [b"", b"\n", b"\xff\xfe\x00Error: \xff\n", b"Error" * 100_000])
def test_any_bytes_can_be_scanned(data: bytes) -> None:
    """What is no text, or has no lines, raises nothing."""
    assert scan(io.BytesIO(data)).size == len(data)


def test_a_log_without_errors_has_none() -> None:
    """Nothing is found, all of it is counted."""
    found = scan(io.BytesIO(quiet(5000).encode()))
    assert (found.by_frequency(), found.lines) == ([], 5000)
    assert Place(0, 2, 9) < Place(1, 1, 0)
