"""All carriers of a paste, undone: the one that was put around it last is the first to go."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from catalog.paste.carriers import layout
from catalog.paste.carriers.characters import changes
from catalog.paste.carriers.fences import split_fences
from catalog.paste.carriers.prefixes import split_streams
from catalog.paste.findings import Finding, Line, split_lines

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence


class Stream(NamedTuple):
    """What one writer wrote; `turned` where the paste has it with the newest line first."""

    lines: list[Line]
    turned: bool = False


class Undone(NamedTuple):
    """A paste without its carriers; `findings` are the errors that stood in it as data."""

    streams: list[Stream]
    findings: list[Finding]


def undo_carriers(text: str, *, decoded: bool) -> Undone:
    """The streams of a paste: for each of its writers the lines as they were written."""
    lines = split_lines(text)
    steps = changes(text, decoded=decoded)
    if steps:
        lines = [Line(_all(steps, line.text), line.start, line.end, line.bound) for line in lines]
        text = "\n".join([line.text for line in lines])
    findings: list[Finding] = []
    if "{" in text or "\\n" in text:
        # Loaded only where it is needed: most pastes hold no data.
        from catalog.paste.carriers.structured import unfold

        lines, findings = unfold(lines, text)
    return Undone([_stream(each) for each in split_streams(lines, text)], findings)


def _all(steps: Sequence[Callable[[str], str]], text: str) -> str:
    for step in steps:
        text = step(text)
    return text


def _stream(lines: list[Line]) -> Stream:
    """One writer's lines as they were before people and viewers moved them about."""
    text = "\n".join([line.text for line in lines])
    lines = layout.unboxed(lines, text)
    lines = split_fences(lines, text)
    if "Traceback (most" not in text and 'File "' not in text:
        return Stream(layout.unflattened(lines))
    lines = layout.unwrapped(layout.unspaced(lines))
    if layout.is_reversed(lines):
        return Stream(lines[::-1], turned=True)
    return Stream(layout.unflattened(lines))
