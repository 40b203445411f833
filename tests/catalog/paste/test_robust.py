"""Any text has a report: nothing raises, nothing hangs, and the time grows with the length."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from catalog.paste import read_paste
from tests.catalog.paste.hostile import HOSTILE, PIECES

texts = st.lists(
    st.one_of(st.sampled_from(PIECES), st.text(max_size=8)).flatmap(
        lambda piece: st.sampled_from([piece, piece + "\n", piece + " "])
    ),
    max_size=40,
).map("".join)


@settings(max_examples=400, deadline=None)
@given(texts, st.booleans(), st.booleans())
def test_any_text_has_a_report(text: str, asked: bool, decoded: bool) -> None:
    """Pieces of all forms in any order: a report whose indexes and spans hold."""
    report = read_paste(text, asked=asked, decoded=decoded)
    assert sorted(report.ranking) == list(range(len(report.errors)))
    for index, error in enumerate(report.errors):
        start, end = error.span
        assert 0 <= start <= end <= len(text)
        assert error.parent is None or (
            0 <= error.parent < len(report.errors) and error.parent != index
        )
        assert (error.parent is None) == (error.link is None)


@settings(max_examples=200, deadline=None)
@given(st.text(st.characters(), max_size=60))
def test_any_characters_have_a_report(text: str) -> None:
    """Every plane of Unicode, lone surrogates and control characters."""
    read_paste(text, asked=True)


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_text(name: str) -> None:
    """None of them raises or hangs; `python -m tests.benchmarks.reading` prints their times."""
    report = read_paste(HOSTILE[name], asked=True)
    assert sorted(report.ranking) == list(range(len(report.errors)))


def test_shuffled_lines_have_a_report() -> None:
    """The lines of all pieces in a thousand orders."""
    lines = [piece for piece in PIECES for _ in range(2)]
    shuffled = random.Random(7)
    for _ in range(100):
        shuffled.shuffle(lines)
        read_paste("\n".join(lines))
