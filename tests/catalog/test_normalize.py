"""Messages lose their values; errors get an identity."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from catalog.models import Frame, RaisedError
from catalog.normalize import fingerprint, normalize


@pytest.mark.parametrize(
    ("message", "normal"),
    [
        ("steps=12", "steps=<num>"),
        ("got 3.5e-7 and -4, 12%", "got <num> and <num>, <num>"),
        ("object at 0x7f3A99", "object at <hex>"),
        ("no file '/data/models/x.bin'", "no file '<path>'"),
        (r"no file C:\Users\me\x.bin", "no file <path>"),
        ("connect to 10.0.0.7:8080 failed", "connect to <ip> failed"),
        ("see https://example.org/a?b=1 for more", "see <url> for more"),
        ("id 123e4567-e89b-12d3-a456-426614174000", "id <uuid>"),
        ("at 2026-01-02T03:04:05.678Z", "at <time>"),
        ("commit 0132848349585cfe6aae51c4941cbae872505f8a", "commit <hash>"),
        ("mail to a.b@example.org", "mail to <email>"),
        ("on cuda:0 and rank3", "on cuda:<num> and rank<num>"),
        ("a\n   b\tc", "a b c"),
        ("expected list", "expected list"),
    ],
)
def test_normalize(message, normal):
    """Each kind of value has its placeholder."""
    assert normalize(message) == normal


@given(st.text(max_size=60))
def test_normalize_once_is_enough(message):
    """A normal message holds no values any more."""
    once = normalize(message)
    assert normalize(once) == once


FRAMES = (Frame("/a/site-packages/pkg/core/work.py", 3, "run", None),)
MOVED = (Frame(r"C:\venv\Lib\site-packages\pkg\core\work.py", 9, "run", None),)
ELSEWHERE = (Frame("/a/site-packages/pkg/core/work.py", 3, "stop", None),)


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        (("a.ValueError", "n=1", FRAMES), ("ValueError", "n=2", ()), True),
        (("ValueError", "n=1", ()), ("TypeError", "n=1", ()), False),
        (("ValueError", "a", ()), ("ValueError", "b", ()), False),
        (("AssertionError", "", FRAMES), ("AssertionError", "", MOVED), True),
        (("AssertionError", "", FRAMES), ("AssertionError", "", ELSEWHERE), False),
    ],
)
def test_fingerprint(one, other, same):
    """One error has one fingerprint whatever its values, lines and machine."""
    assert (fingerprint(RaisedError(*one)) == fingerprint(RaisedError(*other))) is same
    assert len(fingerprint(RaisedError(*one))) == 16
