"""Templates as text and as patterns."""

import re

import pytest
import re2
from hypothesis import given
from hypothesis import strategies as st

from catalog.mining.template import (
    MOST_ALTERNATIVES,
    Hole,
    concatenated,
    error_message,
    has_hole,
    joined,
    message_pattern,
    ordered,
)
from catalog.template import read_template

NAME = Hole("name")


@pytest.mark.parametrize(
    ("template", "message", "captured"),
    [
        (("steps=", NAME), "steps=12", "12"),
        (("steps=", NAME), "wrapped: steps=12\nand a note", "12"),
        (("no ", NAME, " in (here)"), "no tea\nin\n  (here)", "tea"),
        (("no ", NAME, " here"), "no  here", ""),
        (("values: ", NAME, "."), "values: [1,\n 2].", "[1,\n 2]"),
        ((NAME, " is gone\n"), "tea is gone", "tea"),
    ],
)
def test_a_pattern_finds_its_message(template, message, captured):
    """A pattern tolerates wrapping and empty values, and its last hole takes the rest of a line."""
    pattern = message_pattern([template])
    assert re.search(pattern, message)[1] == captured
    assert re2.search(pattern, message)[1] == captured


def test_one_pattern_for_several_messages():
    """A site with several messages has one pattern that finds each of them."""
    pattern = message_pattern([("bad ", NAME), ("worse ", NAME, "!")])
    assert pattern == r"(?:bad\s+(.*)|worse\s+([\s\S]*?)!)"


@pytest.mark.parametrize(
    ("templates", "pattern"),
    [
        (
            [("the one tall tree fell",), ("the one small tree fell",)],
            r"the\s+one\s+([\s\S]*?)\s+tree\s+fell",
        ),
        ([("no ", NAME, " here, sorry"), ("no ", NAME)], None),
        (
            [("was lost here: ", NAME, " now"), ("was lost here: ", NAME)],
            r"was\s+lost\s+here:\s+(.*)",
        ),
    ],
)
def test_messages_that_differ_in_one_place(templates, pattern):
    """Messages that are mostly alike have one plain pattern, which is compared by its parts."""
    found = message_pattern(templates)
    assert found == (pattern or found)
    assert found.startswith("(?:") == (pattern is None)
    for template in templates:
        message = "".join(part if isinstance(part, str) else "x" for part in template)
        assert re.search(found, message)


def test_names_are_told_apart():
    """A second hole of the same name is numbered; conversions stay as written."""
    assert error_message((NAME, " or ", Hole("name", "!r"))) == "{name} or {name_2!r}"


def test_alternatives_are_kept_few():
    """Many alternatives in many places become holes, not a product of all."""
    many = [[("yes",), ("no",)]] * 10
    made = concatenated(many)
    assert len(made) == MOST_ALTERNATIVES
    assert all(has_hole(template) for template in made)


def test_the_most_telling_first():
    """Of several messages the one with most literal text leads; those without any are left out."""
    assert ordered([(NAME,), ("short",), ("much longer",)]) == [("much longer",), ("short",)]
    assert ordered([(NAME,), (Hole("other"),)]) == [(NAME,)]


TEXTS = st.text(
    st.characters(codec="utf-8", exclude_characters="\0\1{}", exclude_categories=["Cc", "Cs"]),
    max_size=12,
)


@given(st.lists(st.one_of(TEXTS, st.just(NAME)), max_size=6), TEXTS)
def test_a_pattern_finds_every_message_of_its_template(parts, value):
    """Whatever a template holds, its pattern finds what it makes, in Python and in re2."""
    template = joined(parts)
    message = "".join(part if isinstance(part, str) else value for part in template)
    pattern = message_pattern([template])
    assert re.search(pattern, message)
    assert re2.search(pattern, message)


@given(st.lists(st.one_of(TEXTS, st.just(NAME)), max_size=6))
def test_matching_reads_a_pattern_by_its_parts(parts):
    """The patterns are of the plain kind that matching compares without running a regex."""
    template = joined(parts)
    read = read_template(error_message(template), message_pattern([template]))
    assert read is None or read.regex is None
