"""Records are ordered by how well they explain an error, and say why."""

from dataclasses import replace

import pytest

from catalog.matching import find_matches
from catalog.models import Frame
from catalog.store import Catalog
from tests.catalog.samples import STEPS, error, mined

FILE = "/v/lib/python3.12/site-packages/pkg/core/work.py"


def matches(records, wanted, **options):
    with Catalog.in_memory(records).lookup() as lookup:
        return find_matches(wanted, lookup, **options)


def first(records, wanted):
    found = matches(records, wanted)
    return found[0].record.id if found else None


def test_site_by_line():
    """Of the raises of a function, the one at the frame's line is it."""
    records = [mined("a", None, lineNumber=10), mined("b", None, lineNumber=20, raiseEnd=23)]
    found = matches(records, error("", "ValueError", (FILE, 22, "run")))
    assert found[0].record.id == "b"
    assert (found[0].scope, found[0].same_template_count) == ("site", 0)
    assert "raised at the line the innermost frame shows" in found[0].reasons


def test_moved_site_by_message():
    """Where lines have moved, the message tells which raise of the function it was."""
    records = [
        mined("a", "the first thing failed: {x}", lineNumber=10),
        mined("b", "quite another failure of {x}", lineNumber=20),
    ]
    wanted = error("the first thing failed: 7", "ValueError", (FILE, 24, "run"))
    assert first(records, wanted) == "a"


def test_same_template_at_several_sites():
    """Without a frame, the template is sure and the site is not: the others are listed."""
    text = "hidden size must be divisible by heads"
    records = [mined(f"{n:02}", text, filePath=f"pkg/m{n}/x.py") for n in range(30)]
    records.append({**records[7], "id": "written", "origin": "analysed"})
    found = matches(records, error(text))
    assert [match.record.id for match in found] == ["written"]
    assert (found[0].scope, found[0].same_template_count) == ("template", 30)
    assert len(found[0].same_template) == 20
    assert found[0].confidence > 0.9
    assert found[0].site_confidence < 0.1


def test_specific_before_generic():
    """A generic template never masks a specific one that fits as well."""
    records = [
        mined("generic", "cannot load {x}"),
        mined("specific", "cannot load {x} from {y}: not a tensor file"),
        mined("hole", "{x}"),
    ]
    assert first(records, error("cannot load a.bin from /m: not a tensor file")) == "specific"
    assert first(records, error("cannot load a.bin")) == "generic"


def test_class_decides_between_equals():
    """Of two records with one template, the class that the paste names is preferred."""
    records = [
        mined("a", "it is closed already", errorClass="OSError"),
        mined("b", "it is closed already"),
    ]
    assert first(records, error("it is closed already", "ValueError")) == "b"
    assert first(records, error("it is closed already", "OSError")) == "a"


def test_rejected():
    """What was said not to explain it is left out."""
    records = [mined("a", "it is closed already"), mined("b", "it is closed already now")]
    wanted = error("it is closed already")
    assert first(records, wanted) == "a"
    assert "a" not in [m.record.id for m in matches(records, wanted, rejected=frozenset({"a"}))]


def test_rejecting_makes_room_for_the_others():
    """Without a rejected record, its template's other records and other templates are looked at."""
    records = [
        mined("a", "it is closed already", filePath="m/a.py", lineNumber=3, function="close"),
        mined("b", "it is closed already", filePath="m/b.py", lineNumber=3, function="close"),
        mined("c", "it is closed"),
    ]
    frame = Frame("/venv/lib/python3.11/site-packages/m/a.py", 3, "close")
    wanted = replace(error("it is closed already"), frames=(frame,))
    assert first(records, wanted) == "a"
    without = matches(records, wanted, rejected=frozenset({"a"}))
    assert without[0].record.id == "b"
    assert "a" not in without[0].same_template
    last = matches(records, replace(wanted, frames=()), rejected=frozenset({"a", "b"}))
    assert [match.record.id for match in last] == ["c"]


def test_captures_have_names():
    """The holes are named by the record's message."""
    found = matches([STEPS], error("Missing adaptive runtime state for steps=12"))
    assert found[0].captures == {"speculative_num_steps": "12"}


def test_no_literal_text_without_a_frame():
    """A template that says nothing explains nothing, unless a frame leads to it."""
    records = [mined("a", "{x}")]
    assert matches(records, error("whatever it is")) == []
    assert first(records, error("whatever it is", "ValueError", (FILE, 10, "run"))) == "a"


@pytest.mark.parametrize("message", ["x" * 50_000, "(" * 10_000, "{} {} {} or higher " * 600])
def test_monstrous_messages(message):
    """Long and crafted messages are answered, and explained by nothing."""
    records = [mined("a", "{} {} {} or higher (found {})"), mined("b", "(((a+)+)+)b")]
    assert all(match.confidence < 0.9 for match in matches(records, error(message)))
