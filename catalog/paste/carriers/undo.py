"""All carriers of a paste, undone: the one that was put around it last is the first to go."""

from __future__ import annotations

from typing import TYPE_CHECKING

from catalog.paste.carriers.characters import changes
from catalog.paste.carriers.fences import split_fences
from catalog.paste.carriers.prefixes import split_streams
from catalog.paste.findings import Line, split_lines

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence


def undo_carriers(text: str, *, decoded: bool) -> list[list[Line]]:
    """The streams of a paste: for each of its writers the lines as they were written."""
    lines = split_lines(text)
    steps = changes(text, decoded=decoded)
    if steps:
        lines = [Line(_all(steps, line.text), line.start, line.end, line.bound) for line in lines]
        text = "\n".join(line.text for line in lines)
    return [split_fences(_unpadded(stream)) for stream in split_streams(lines, text)]


def _all(steps: Sequence[Callable[[str], str]], text: str) -> str:
    for step in steps:
        text = step(text)
    return text


def _unpadded(lines: list[Line]) -> list[Line]:
    """The lines without the blanks that terminals pad them with, where the frames show them."""
    if not any(line.text.endswith("  ") and 'File "' in line.text for line in lines):
        return lines
    return [line._replace(text=line.text.rstrip()) for line in lines]
