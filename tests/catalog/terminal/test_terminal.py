"""What a person reads in a terminal."""

import io
from pathlib import Path

import pytest

from catalog.models import Frame, Match, RaisedError, Record, Report, Verdict
from catalog.terminal import answer, listing, record_page, show, statistics, why
from catalog.terminal.answer import percent
from catalog.terminal.blocks import Block, one_line, printable
from catalog.terminal.output import plain
from tests.catalog.importers.documents import document
from tests.catalog.samples import STEPS, UNIFIED

EXPECTED = Path(__file__).parent / "expected"


def expected(name):
    """A whole text, as it is to be printed."""
    return (EXPECTED / f"{name}.txt").read_text(encoding="utf-8")


RECORD = Record.from_document(STEPS)
MINED = Record.from_document(
    document(
        origin="mined",
        errorClass="KeyError",
        errorMessage="no {x}",
        guard="x not in y",
        filePath="a.py",
        lineNumber=3,
        function="C.get",
        version="1.2",
        lastSeen="1.4",
    )
)
ERROR = RaisedError(
    "ValueError",
    "Missing adaptive runtime state for steps=12",
    (Frame("a.py", 3, "f"), Frame("/x/adaptive_runtime_state.py", 131, "_activate")),
    span=(0, 500),
)
OTHER = RaisedError("KeyError", "'x'\nmore", parent=0, link="cause", count=3)
MATCH = Match(
    RECORD,
    0.999,
    0.62,
    "site",
    ("raised at the line the innermost frame shows", "same exception class"),
    {"speculative_num_steps": "12"},
    ("x",),
    2,
)


def verdict(kind, *matches, errors=(ERROR,), others=None, environment=None):
    report = Report("…", errors, environment=environment or {})
    return Verdict(kind, report, errors, 0 if errors else None, matches, others or {})


def test_a_known_error():
    """Meaning, captures, causes, fixes, place, confidence with reasons, source of the analysis."""
    known = verdict("known", MATCH, environment={"sglang": "0.5.3", "python": "3.12"})
    assert plain(answer(known)) == expected("known")


def test_a_mined_record_is_shown_as_such():
    """What nobody has written is not made up; the guard is said, and where it comes from."""
    error = RaisedError("KeyError", "no 5")
    text = plain(answer(verdict("known", Match(MINED, 1.0, 1.0, "template"), errors=(error,))))
    assert (
        text
        == """\
KeyError: no 5

What it means
  It is raised when this holds: x not in y

Where it is raised
  a.py:3 in C.get
  owner/name, version 1.2
  It is gone from later versions than 1.4.

How sure
  100 % that it is this error.

Mined from the source, record r1.
All of it: errorbook show r1
"""
    )


def test_an_unsure_verdict():
    """A short list, each with how likely it is, why, and how to see all of it."""
    unsure = verdict("unsure", MATCH, Match(MINED, 0.2, 0.1, "template"))
    assert plain(answer(unsure)) == expected("unsure")


def test_an_unknown_error():
    """It says so, and how to look on; the other errors of the text have a line each."""
    unknown = verdict("unknown", errors=(ERROR, OTHER), others={1: None})
    assert (
        plain(answer(unknown))
        == """\
ValueError: Missing adaptive runtime state for steps=12

This error is not in the catalog.
Search it by words: errorbook search "Missing adaptive runtime state for steps=12"

Also in this text
  - KeyError: 'x'…
    not in the catalog
"""
    )


def test_no_error():
    """One sentence."""
    assert plain(answer(verdict("no-error", errors=()))) == "I see no error in this text.\n"


def test_why():
    """What was read of each error, and the evidence for each record."""
    text = plain(why(verdict("known", MATCH, errors=(ERROR, OTHER), environment={"x": "1"})))
    assert text == expected("why")


def test_why_without_anything():
    """Nothing read, or nothing found, is said."""
    assert "No error was found in the text." in plain(why(verdict("no-error", errors=())))
    assert "No record shares the frame" in plain(why(verdict("unknown")))


def test_a_record_in_full():
    """Every section of a record, the excerpt with its line numbers and the raise marked."""
    text = plain(record_page(Record.from_document(UNIFIED)))
    headings = [line for line in text.splitlines() if line and not line.startswith(" ")]
    assert headings == [
        "ValueError: Speculative decoding with --enable-unified-memory is only supported for "
        "hybrid-Mamba targets; the unified hybrid-SWA pool's draft sizing (virtual-id space) is "
        "not wired yet.",
        "error · strategy: validation",
        "What it means",
        "Why it happens",
        "How to fix it",
        "Example",
        "Check before calling",
        "Where it is raised",
        "AI-assisted analysis of 2026-08-28, record cb2a458448d957cf.",
    ]
    assert "\n  > 441                  raise ValueError(\n" in text


def test_a_record_without_anything():
    """A record of three fields is shown without empty sections."""
    assert (
        plain(record_page(Record.from_document(document())))
        == """\
An error without class and message

Where it is raised
  owner/name

Imported, record r1.
"""
    )


def test_a_listing():
    """Two lines a record, with the id to show it by."""
    assert plain(listing([MINED])) == ("r1 KeyError: no {x}\n   owner/name a.py:3\n")
    assert plain(listing([])) == "No record has these words.\n"


def test_statistics():
    """Counts under their names, the largest first, and how many more there are."""
    figures = {
        "records": 1234,
        "bytes": 5_600_000,
        "origins": {"mined": 1200, "": 34},
        "repositories": {f"r{n}": 1 for n in range(12)},
        "classes": {},
    }
    assert (
        plain(statistics("c.db", figures))
        == """\
c.db: 1,234 records, 5.6 MB

By origin
  1,200 mined
     34 not said

By repository
"""
        + "".join(f"  1 r{n}\n" for n in range(10))
        + "  and 2 more\n"
    )


class Terminal(io.StringIO):
    """A file that says it is a terminal."""

    def isatty(self):
        return True


def test_a_terminal_gets_colours_and_wrapping(monkeypatch):
    """Where a person looks on, prose is wrapped and headings stand out; links stay whole."""
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setenv("COLUMNS", "50")
    monkeypatch.delenv("NO_COLOR", raising=False)
    file = Terminal()
    link = "https://example.org/" + "x" * 80
    show([Block("heading", "H"), Block("text", "word " * 20), Block("link", link)], file)
    text = file.getvalue()
    assert "\x1b[" in text
    assert link in text
    assert max(len(line) for line in text.splitlines() if "word" in line) <= 50


def test_markup_of_others_is_only_text(monkeypatch):
    """Brackets, emoji codes and control characters of a record act on nothing."""
    monkeypatch.setenv("NO_COLOR", "1")
    file = Terminal()
    show(
        [Block("text", "[bold]x[/bold] :smile: \x1b[31mred\x07"), Block("item", "[/x]", "1.")], file
    )
    assert file.getvalue().splitlines() == ["[bold]x[/bold] :smile: \ufffd[31mred\ufffd", "1. [/x]"]


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        ("a\tb\nc", "a\tb\nc"),
        ("a\r\nb", "a\nb"),
        ("\x1b]0;title\x07", "\ufffd]0;title\ufffd"),
        ("\x9b31m", "\ufffd31m"),
        ("\u202egnp.exe", "\ufffdgnp.exe"),
        ("\ud800", "?"),
    ],
)
def test_printable(text, printed):
    """Text of others cannot act on the terminal."""
    assert printable(text) == printed


@pytest.mark.parametrize(
    ("probability", "text"),
    [(1.0, "100 %"), (0.9999, "99 %"), (0.62, "62 %"), (0.29, "29 %"), (0, "0 %")],
)
def test_percent(probability, text):
    """Only certainty is 100 %."""
    assert percent(probability) == text


@pytest.mark.parametrize(
    ("text", "line"), [("a", "a"), (" a\nb", "a…"), ("x" * 161, "x" * 159 + "…")]
)
def test_one_line(text, line):
    """The first line, cut where it is too long."""
    assert one_line(text) == line
