"""What must hold for every input, whoever makes it: the fuzzer, or the suite that replays."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from catalog.paste import package_paths, read_paste

if TYPE_CHECKING:
    from collections.abc import Iterator

#: Seconds that reading may take: so much for a megabyte, and a little for anything, since the
#: fuzzer counts every line of code that runs.
PER_MEGABYTE, START = 1.0, 0.5


class TooSlow(AssertionError):
    """An input took longer than its length allows."""


def text_of(data: bytes) -> tuple[str, bool, bool]:
    """An input as the arguments of the reader: the first byte says whether asked and decoded."""
    first = data[0] if data else 0
    return data[1:].decode("utf-8", "surrogateescape"), bool(first & 1), bool(first & 2)


def check(data: bytes, *, timed: bool = False) -> None:
    """Read an input. Raises whatever the reader raises, and AssertionError for a bad report."""
    text, asked, decoded = text_of(data)
    report = read_paste(text, asked=asked, decoded=decoded)
    assert sorted(report.ranking) == list(range(len(report.errors)))
    for index, error in enumerate([*report.errors, *report.sentences]):
        assert 0 <= error.span[0] <= error.span[1] <= len(text), error
        assert error.parent != index
        assert (error.parent is None) == (error.link is None)
        assert "\n" not in (error.exc_type or "")
        for frame in error.frames[-3:]:
            package_paths(frame)
    if timed:
        allowed = START + PER_MEGABYTE * len(text) / 1e6
        # The machine does other things as well: what is slow is slow each time.
        if all(seconds > allowed for seconds in _times(text, allowed)):
            raise TooSlow(f"More than {allowed:.2f} s for {len(text)} characters")


def _times(text: str, allowed: float) -> Iterator[float]:
    """How long reading takes, tried again only while it takes too long."""
    for _ in range(4):
        start = time.perf_counter()
        read_paste(text, asked=True)
        seconds = time.perf_counter() - start
        yield seconds
        if seconds <= allowed:
            return
