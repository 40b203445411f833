"""What the readers pass on: lines with their place in the paste, and the errors found in them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from catalog.models import Frame

if TYPE_CHECKING:
    from collections.abc import Iterable

    from catalog.models import Link

#: An error keeps at most this many frames: the outermost ones and, always, the innermost.
MOST_FRAMES = 4000
#: So many empty lines in a row are kept.
MOST_EMPTY = 200


class Line(NamedTuple):
    """One line as a reader sees it, and the code points of the paste that it stands for.

    `text` is what is left when the carriers are undone. `bound` marks a line that ends whatever
    comes before it: the edge of a fence, the place where another stream's lines were taken out.
    """

    text: str
    start: int
    end: int
    bound: bool = False


@dataclass(slots=True, eq=False)
class Finding:
    """An error while it is being read; `catalog.paste.reader` makes a `RaisedError` of it.

    `introduction` is what the paste says just before the error ("Exception ignored in: …"),
    `carried` marks one that another error brought along in its text, from a worker or a child.
    """

    exc_type: str | None
    message: str = ""
    frames: list[Frame] = field(default_factory=list)
    language: str = "python"
    start: int = 0
    end: int = 0
    parent: Finding | None = None
    link: Link | None = None
    introduction: str = ""
    lone: bool = False
    carried: bool = False
    count: int = 1


def split_lines(text: str) -> list[Line]:
    """The lines of a paste; carriage returns go where they stand before most line feeds.

    Of a long run of empty lines only the first ones are kept: no program prints so many.
    """
    lines = []
    feeds = text.count("\n")
    windows = feeds > 0 and text.count("\r\n") * 2 > feeds
    start = empty = 0
    for part in text.split("\n"):
        end = start + len(part)
        empty = 0 if part and not part.isspace() else empty + 1
        if empty < MOST_EMPTY:
            lines.append(Line(part.removesuffix("\r") if windows else part, start, end))
        start = end + 1
    return lines


def capped(frames: Iterable[Frame]) -> list[Frame]:
    """The frames, of which the middle is left out where there are more than anyone reads."""
    kept = list(frames)
    if len(kept) > MOST_FRAMES:
        half = MOST_FRAMES // 2
        kept[half:-half] = []
    return kept


def indent_of(text: str) -> int:
    """How many blanks and tabs a line begins with."""
    return len(text) - len(text.lstrip(" \t"))
