"""Record documents as JSON: every wrapping, the very bytes, what is refused and where."""

import io
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from catalog.importers.documents import (
    envelope_line,
    read_document,
    read_json_lines,
    read_json_values,
)
from catalog.importers.found import Found, Refusal
from catalog.importers.streams import NumberedLines
from catalog.models import FIELDS
from catalog.store import Entry
from tests.catalog.importers.documents import SMALLEST, document, text
from tests.catalog.test_json_text import VALUES


def lines(content: str) -> NumberedLines:
    return NumberedLines(io.StringIO(content, newline="\n"))


def entry(content: str) -> Entry:
    [found] = read_document(content, "x")
    assert isinstance(found, Found), found
    return found.entry


@pytest.mark.parametrize(
    ("content", "document", "envelope"),
    [
        ('{"id":"r","repo":"o/n","schemaVersion":2}', None, None),
        (' {"id" : "r", "repo":"o/n",  "schemaVersion":2}\n', None, None),
        (
            '{"record":{"id":"r","repo":"o/n","schemaVersion":2},"datasetVersion":"v"}',
            '{"id":"r","repo":"o/n","schemaVersion":2}',
            '{"datasetVersion":"v"}',
        ),
        (
            '{"a": [1, 2.50], "record": {"id":"r","repo":"o/n","schemaVersion":2}, "b":"\\u00e9"}',
            '{"id":"r","repo":"o/n","schemaVersion":2}',
            '{"a":[1, 2.50],"record":null,"b":"\\u00e9"}',
        ),
        (
            '{"record": {"id":"r","repo":"o/n","schemaVersion":2}}',
            '{"id":"r","repo":"o/n","schemaVersion":2}',
            None,
        ),
    ],
    ids=["bare", "spaced", "envelope", "record not first", "nothing else"],
)
def test_takes_the_record_out_of_its_envelope(content, document, envelope):
    """The record's own text is kept, and the envelope's other members beside it."""
    assert entry(content) == Entry(document or content.strip(), envelope)


def test_a_field_named_record_makes_no_envelope():
    """A bare record may have an unknown field of that name."""
    content = text(record={"of": "something"})
    assert entry(content) == Entry(content)


UNKNOWN_KEYS = st.text(max_size=8).filter(lambda key: key not in FIELDS)


@given(st.dictionaries(UNKNOWN_KEYS, VALUES, max_size=4), st.booleans())
def test_a_record_comes_out_with_the_bytes_it_came_with(unknown, ascii_only):
    """Whatever fields a record has, its exported text is the one that was read."""
    content = json.dumps({**unknown, **SMALLEST}, ensure_ascii=ascii_only)
    exported = envelope_line(entry('{"v": 1.0e3, "record": ' + content + "}"))
    assert exported == '{"v":1.0e3,"record":' + content + "}"


@pytest.mark.parametrize(
    "value",
    [
        '"\\u00e9\\/\\n"',
        "1.0e3",
        "-0",
        "0.10",
        "123456789012345678901234567890",
        '"é\u2028"',
        "[ ]",
    ],
)
def test_spellings_stay(value):
    """Escapes, spellings of numbers and white space inside of values are kept as they are."""
    content = f'{{"id":"r","repo":"o/n","schemaVersion":2,"x":{value}}}'
    assert entry(content).document == content


def test_a_record_of_several_lines_becomes_one():
    """A pretty-printed record is kept in one line; only breaks and their indentation go."""
    content = json.dumps(document(tags=["a  b", "c"], x={"y": 1}), indent=2)
    kept = entry(content).document
    assert (
        kept
        == '{"id": "r1","repo": "owner/name","schemaVersion": 2,"tags": ["a  b","c"],"x": {"y": 1}}'
    )


@pytest.mark.parametrize(
    ("fields", "field", "reason"),
    [
        ({"id": None}, "id", "should be a string, not null"),
        ({"id": "a b"}, "id", "should be one word of at most 200 characters, not 'a b'"),
        ({"repo": ""}, "repo", "is empty"),
        (
            {"schemaVersion": 3},
            "schemaVersion",
            "is 3, and this Errorbook reads 2: update Errorbook",
        ),
        ({"schemaVersion": 1}, "schemaVersion", "should be 2, not 1"),
        ({"lineNumber": "131"}, "lineNumber", "should be a whole number, not '131'"),
        ({"lineNumber": 131.0}, "lineNumber", "should be a whole number, not 131.0"),
        ({"lineNumber": True}, "lineNumber", "should be a whole number, not true"),
        ({"lineNumber": -1}, "lineNumber", "should not be negative, and is -1"),
        ({"lineNumber": 2**40}, "lineNumber", f"is too large: {2**40}"),
        ({"errorMessage": ["x"]}, "errorMessage", "should be a string, not a list"),
        ({"solutions": "x"}, "solutions", "should be a list, not 'x'"),
        ({"solutions": ["x", {}]}, "solutions[1]", "should be a string, not an object"),
        (
            {"githubUrl": "javascript:alert(1)"},
            "githubUrl",
            "should be an http or https address, not 'javascript:alert(1)'",
        ),
        ({"origin": "x"}, "origin", "should be one of 'analysed', 'mined' or 'team', not 'x'"),
    ],
)
def test_names_the_field_and_the_reason(fields, field, reason):
    """A value of the wrong kind is refused by the field's name, in words."""
    assert list(read_document(text(**fields), "x", 7)) == [Refusal("x", 7, field, reason)]


def test_tells_everything_that_is_wrong_at_once():
    """All faulty fields of a record are named, each with the line on which it stands."""
    content = '{"record": {\n "id": 5,\n "repo": "o/n",\n "lineNumber": "x"\n}}'
    assert [refusal[1:3] for refusal in read_document(content, "x", 10)] == [
        (11, "id"),
        (10, "schemaVersion"),
        (13, "lineNumber"),
    ]


def test_lines_are_read_one_by_one():
    """In JSON Lines a faulty line is refused by its number, and the others are read."""
    content = f"{text(id='a')}\r\n\n{{oops}}\n[]\n{text(id='b')}"
    found = list(read_json_lines(lines(content), "x"))
    assert [item.document["id"] for item in found if isinstance(item, Found)] == ["a", "b"]
    assert [item for item in found if isinstance(item, Refusal)] == [
        Refusal("x", 3, None, "is not JSON (expecting property name enclosed in double quotes)"),
        Refusal("x", 4, None, "is not a JSON object"),
    ]


@pytest.mark.parametrize("indent", [None, 1])
@pytest.mark.parametrize("count", [0, 1, 3])
def test_lists_are_read_element_by_element(indent, count):
    """A JSON list gives its records, each with the line on which it begins."""
    content = json.dumps([document(id=f"r{n}") for n in range(count)], indent=indent)
    found = list(read_json_values(lines(content), "x"))
    assert [item.document["id"] for item in found] == [f"r{n}" for n in range(count)]
    assert [item.line for item in found] == [1 + (1 + 5 * n) * bool(indent) for n in range(count)]


def test_a_large_list_is_read_in_pieces():
    """A list larger than what is read at a time gives every record, broken nowhere."""
    records = [document(id=f"r{n}", x='é\\"' * (n % 977)) for n in range(4000)]
    found = list(read_json_values(lines(json.dumps(records)), "x"))
    assert [item.document for item in found] == records


@pytest.mark.parametrize(
    ("content", "ids", "line", "reason"),
    [
        (
            "[{0},\n{1},\n{oops}]",
            ["a", "b"],
            3,
            "is not JSON (expecting property name enclosed in double quotes)",
        ),
        ("[{0}\n{1}]", ["a"], 2, "is not JSON (expecting ',' or ']' in the list)"),
        ("[{0},", ["a"], 1, "is not JSON (expecting value)"),
        ("[{0}", ["a"], 1, "is not JSON (expecting ',' or ']' in the list)"),
        ("{0}\n{1} x", ["a", "b"], 2, "is not JSON (expecting value)"),
        ("[{0}, 5]", ["a"], 1, "is not a JSON object"),
    ],
)
def test_a_broken_list_gives_what_stands_before(content, ids, line, reason):
    """What cannot be read on from is refused at its line; the records before it are given."""
    content = content.replace("{0}", text(id="a")).replace("{1}", text(id="b"))
    found = list(read_json_values(lines(content), "x"))
    assert [item.document["id"] for item in found[:-1]] == ids
    assert found[-1] == Refusal("x", line, None, reason)
