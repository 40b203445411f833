"""Code fences and back-ticks around a paste; they may open and close in the middle of a line."""

from __future__ import annotations

from typing import TYPE_CHECKING

from catalog.paste.findings import Line
from catalog.paste.lazy import lazily

if TYPE_CHECKING:
    from collections.abc import Sequence

FENCE = "```"
#: The language behind an opening fence.
TAG = lazily(r"[ \t]*[\w+#.-]*[ \t]*$")
#: What may stand around a whole paste.
AROUND = {"`": "`", '"': '"', "'": "'", "“": "”", "*": "*", "(": ")"}


def split_fences(lines: list[Line], text: str) -> list[Line]:
    """The lines without the fences; a line where something begins or ends is marked `bound`.

    Only a fence that opens before any traceback is one: behind a header it is text of the message.
    """
    if FENCE not in text:
        return _unquoted(lines)
    if not _opens(lines):
        return lines
    kept: list[Line] = []
    bound = False
    for line in lines:
        if FENCE not in line.text:
            kept.append(line._replace(bound=True) if bound else line)
            bound = False
            continue
        at = 0
        pieces = line.text.split(FENCE)
        for number, piece in enumerate(pieces):
            start = min(line.start + at, line.end)
            at += len(piece) + len(FENCE)
            bound = bound or number > 0
            if piece.strip() and not (
                number and number == len(pieces) - 1 and TAG.match(piece) and not _talks(piece)
            ):
                kept.append(Line(piece, start, min(start + len(piece), line.end), bound))
                bound = False
        bound = True
    return kept


def _talks(piece: str) -> bool:
    return " " in piece.strip()


def _opens(lines: Sequence[Line]) -> bool:
    """Whether the first fence stands before, or at, the first traceback."""
    for line in lines:
        fence = line.text.find(FENCE)
        header = line.text.find("Traceback (most")
        if fence >= 0 and (header < 0 or fence < header):
            return True
        if header >= 0:
            return False
    return False


def _unquoted(lines: list[Line]) -> list[Line]:
    """The lines without one back-tick, quote or star around the whole of them."""
    for index, line in enumerate(lines):
        bare = line.text.lstrip()
        if not bare:
            continue
        mark = bare[0]
        if mark not in AROUND or not bare[1:].startswith(("Traceback (most", 'File "')):
            return lines
        return _between(lines, index, mark)
    return lines


def _between(lines: list[Line], first: int, mark: str) -> list[Line]:
    closing = AROUND[mark]
    opened = lines[first]
    at = opened.text.index(mark) + 1
    kept = [*lines[:first], Line(opened.text[at:], opened.start + at, opened.end, True)]
    kept += lines[first + 1 :]
    for index in range(len(kept) - 1, first, -1):
        text = kept[index].text.rstrip()
        if not text:
            continue
        if text.endswith(closing):
            line = kept[index]
            kept[index] = Line(text[:-1], line.start, line.start + len(text) - 1, line.bound)
        break
    return kept
