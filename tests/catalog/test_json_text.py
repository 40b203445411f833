"""JSON as text: checked parsing, slices, white space."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from catalog.json_text import BadJson, check_value, compact, decode, members, one_line, parse

KEYS = st.text(max_size=5)
SCALARS = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text()
VALUES = st.recursive(
    SCALARS.filter(lambda value: value not in (float("inf"), float("-inf"))),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=3),
    max_leaves=8,
)
OBJECTS = st.dictionaries(KEYS, VALUES, max_size=5)
SEPARATORS = st.sampled_from([(",", ":"), (", ", ": "), (" ,\t", " :\t")])


@given(OBJECTS, SEPARATORS, st.sampled_from([None, 0, 2, "\t"]), st.booleans())
def test_members_are_slices_of_the_text(value, separators, indent, ascii_only):
    """The slices of an object's members, parsed one by one, give the object, keys in order."""
    text = json.dumps(value, separators=separators, indent=indent, ensure_ascii=ascii_only)
    found = list(members(text))
    assert [json.loads(part.quoted) for part in found] == list(value)
    assert {part.key: json.loads(text[part.start : part.end]) for part in found} == value


@given(OBJECTS, SEPARATORS, st.sampled_from([None, 0, 2, "\t"]))
def test_one_line_says_the_same(value, separators, indent):
    """Taking out line breaks changes no value, and leaves a text without them alone."""
    text = json.dumps(value, separators=separators, indent=indent)
    line = one_line(text)
    assert "\n" not in line
    assert json.loads(line) == value
    assert one_line(line) == line
    if indent is None:
        assert line == text


@given(OBJECTS, SEPARATORS, st.sampled_from([None, 0, 2]))
def test_compact_is_the_same_for_every_layout(value, separators, indent):
    """However a value is laid out, its compact form is one."""
    text = json.dumps(value, separators=separators, indent=indent)
    assert compact(text) == json.dumps(value, separators=(",", ":"))


@pytest.mark.parametrize(
    ("text", "reason", "position"),
    [
        ('{"a": 1, "a": 2}', 'has the key "a" twice in one object', 0),
        ('{"a": {"b": 1, "b": 1}}', 'has the key "b" twice in one object', 0),
        ('{"a": NaN}', "holds NaN, which is not JSON", 0),
        ('{"a": -Infinity}', "holds -Infinity, which is not JSON", 0),
        ('{"a": ' + "1" * 5000 + "}", "holds a number with too many digits", 0),
        ("[" * 100_000, "is nested too deeply", 0),
        ('{"a": 1} x', "is not JSON (there is more after its end)", 9),
        ('{"a": }', "is not JSON (expecting value)", 6),
        ('{"a": "x\ny"}', "is not JSON (invalid control character)", 8),
        ("", "is not JSON (expecting value)", 0),
    ],
)
def test_refuses_what_is_not_json(text, reason, position):
    """What is no JSON, or no JSON that can be kept, is refused with the reason and the place."""
    with pytest.raises(BadJson) as refused:
        parse(text)
    assert (str(refused.value), refused.value.position) == (reason, position)


@pytest.mark.parametrize(
    ("text", "cut"),
    [('{"a": "x', True), ('{"a": tru', True), ('{"a"', True), ('{"a" 1' + " " * 20 + "}", False)],
)
def test_knows_what_more_text_could_mend(text, cut):
    """A text that only ends too early is told from one that is wrong before its end."""
    with pytest.raises(BadJson) as refused:
        decode(text)
    assert refused.value.cut is cut


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (r'{"a": "\ud83d"}', "holds half of a character (a lone surrogate)"),
        (r'{"\uDE00": 1}', "holds half of a character (a lone surrogate)"),
        ('{"a": "\udc80"}', "is not UTF-8 text"),
        ('{"a": ' + "[" * 200 + "]" * 200 + "}", "is nested too deeply"),
    ],
)
def test_refuses_values_that_cannot_be_kept(text, reason):
    """What SQLite could not store, or a later reader not parse, is refused."""
    with pytest.raises(BadJson) as refused:
        check_value(text, json.loads(text))
    assert str(refused.value) == reason


@pytest.mark.parametrize("text", [r'{"a": "\ud83d\ude00"}', r'{"a": "\\ud83d"}', '{"a": "é"}', "5"])
def test_takes_whole_characters(text):
    """Pairs of surrogates, and what only looks like one, are no reason to refuse."""
    check_value(text, json.loads(text))
