"""A pattern becomes literal parts and holes, and is laid onto a message."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from catalog.template import (
    Template,
    align,
    fold,
    hole_names,
    read_pattern,
    read_template,
    refusal,
    search,
)


@pytest.mark.parametrize(
    ("pattern", "parts", "plain"),
    [
        (r"steps=(.+?)", ["steps=", ""], True),
        (r"(.+?)\ has\ no\ (.+?)\.", ["", " has no ", "."], True),
        (r"^a(.*)b$", ["a", "b"], True),
        (r"line\none\ttab", ["line\none\ttab"], True),
        (r"\x41\u0042", ["AB"], True),
        (r"(?P<size>.+?) bytes", ["", " bytes"], True),
        (r"got .+ here", ["got ", " here"], True),
        (r"one\s+two (.*)", ["one two ", ""], True),
        (r"(\d+) of (\d+)", ["", " of ", ""], False),
        (r"colou?r", ["colo", "r"], False),
        (r"go+d", ["go", "d"], False),
        (r"x[)(|]y", ["x", "y"], False),
        (r"(a(b|c)\))d", ["", "d"], False),
        (r"one|two", ["", ""], False),
        (r"a.b", ["a", "b"], False),
        (r"(?i)abc", ["abc"], False),
        (r"(open", ["", ""], False),
        (r"end\\", ["end\\"], True),
        (r"a{2}b", ["", "b"], False),
    ],
)
def test_read_pattern(pattern, parts, plain):
    """Literal text is kept; whatever else stands there is a hole."""
    assert read_pattern(pattern) == (parts, plain)


@given(st.lists(st.text(max_size=12), min_size=1, max_size=5))
def test_read_pattern_of_escaped_text(parts):
    """What `re.escape` wrote and `(.+?)` joined comes back as it was."""
    assert read_pattern("(.+?)".join(map(re.escape, parts))) == (parts, True)


@given(
    st.lists(st.sampled_from(["(.+?)", "(.*)", r"\(", r"\\", r"\.", "\n", "a b", "é"]), max_size=9)
)
def test_plain_patterns_are_read_the_same_with_an_anchor(tokens):
    """The short way, for text and holes alone, reads what the long way does."""
    pattern = "".join(tokens)
    assert read_pattern(pattern) == read_pattern("^" + pattern)


@given(st.text(alphabet=r"ab\()[]{}|?*+.^$-:<>P1", max_size=20))
def test_read_pattern_never_fails(pattern):
    """Whatever stands where a pattern should, there are parts."""
    parts, _ = read_pattern(pattern)
    assert parts


@pytest.mark.parametrize(
    ("message", "pattern", "template"),
    [
        ("steps={n}", r"steps=(.+?)", Template(("steps=", ""))),
        ("steps={n}", None, Template(("steps=", ""))),
        (None, r"(\d+)\ bytes", Template(("", " bytes"), r"(\d+)\ bytes")),
        ("“a”  —\n b", None, Template(('"a" -- b',))),
        (None, None, None),
        ("", "", None),
    ],
)
def test_read_template(message, pattern, template):
    """The pattern counts; without one, the message's named holes do. Text is folded."""
    assert read_template(message, pattern) == template


@pytest.mark.parametrize(
    "template", [Template(("a",)), Template(("", " b ", "")), Template(("a", ""), r"a(\d)")]
)
def test_key(template):
    """A template is found again in its key."""
    assert Template.from_key(template.key) == template


@pytest.mark.parametrize(
    ("parts", "text", "found"),
    [
        (("a b",), "a b", (0, 3, ())),
        (("steps=", ""), "steps=12", (0, 8, ((6, 8),))),
        (("", " of ", ""), "1 of 2", (0, 6, ((0, 1), (5, 6)))),
        (("x ", "."), "x a.b.", (0, 6, ((2, 5),))),
        (("x ", " end"), "say x 1 end of", (4, 11, ((6, 7),))),
        (("", "", ""), "ab", (0, 2, ((0, 0), (0, 2)))),
        (("x", "y"), "y x", None),
        (("missing",), "here", None),
        (("ab", "b"), "ab", None),
    ],
)
def test_align(parts, text, found):
    """Parts are found in order: the first at the beginning if it can, the last at the end."""
    assert align(parts, text) == found


@given(st.lists(st.text("abc ", min_size=1, max_size=4), min_size=1, max_size=4), st.data())
def test_align_finds_what_was_filled_in(parts, data):
    """A template is found in every message that it makes."""
    values = [data.draw(st.text("abc 1", max_size=4)) for _ in parts[1:]]
    text = parts[0] + "".join(v + p for v, p in zip(values, parts[1:], strict=True))
    found = align(tuple(parts), text)
    assert found is not None
    assert (found.start, found.end) == (0, len(text))


@pytest.mark.parametrize(
    ("regex", "text", "found"),
    [
        (r"steps=(.+?)", "steps=12", (0, 8, ((6, 8),))),
        (r"steps=(.+?)", "steps=12\nmore", (0, 8, ((6, 8),))),
        (r"(\d+) bytes", "got 12 bytes free", (4, 12, ((4, 6),))),
        (r"no", "yes", None),
        (r"(?=x)", "x", None),
    ],
)
def test_search(regex, text, found):
    """A lazy last hole goes on to the end of its line; what re2 refuses is found nowhere."""
    assert search(regex, text) == found


def test_refusal():
    """What re2 does not run is said; what it runs is not refused."""
    assert refusal(r"a(.+?)") is None
    assert "perl operator" in str(refusal(r"a(?=b)"))


@pytest.mark.parametrize(
    ("message", "pattern", "names"),
    [
        ("steps={n!r:>4} of {self.max}", r"steps=(.+?)\ of\ (.+?)", ("n", "self.max")),
        ("steps=12", r"steps=(.+?)", ("1",)),
        (None, r"(.+?) and (.+?)", ("1", "2")),
        ("something else", r"a(.+?)", ("1",)),
    ],
)
def test_hole_names(message, pattern, names):
    """`errorMessage` names the holes; where it does not, they are numbered."""
    template = read_template(message, pattern)
    assert template is not None
    assert hole_names(template, message) == names


@pytest.mark.parametrize(
    ("text", "folded"),
    [("a  b\n\tc", "a b c"), ("‘x’ “y” — z…", "'x' \"y\" -- z..."), ("a\u200bb\xa0c", "ab c")],
)
def test_fold(text, folded):
    """Typographic characters and white space become plain."""
    assert fold(text) == folded
