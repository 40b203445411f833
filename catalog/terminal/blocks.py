"""The pieces that terminal texts are made of, and making foreign text fit to print."""

from __future__ import annotations

from typing import Literal, NamedTuple

Kind = Literal["title", "heading", "text", "item", "code", "link", "note", "foot", "gap"]


class Block(NamedTuple):
    """One piece of text; `mark` stands before an item (`1.`).

    A note is an aside; a foot is one that belongs to the whole text, not to the last heading.
    """

    kind: Kind
    text: str = ""
    mark: str = ""


GAP = Block("gap")

#: Control characters, and those that turn the direction of what follows: a text from elsewhere
#: shall not move the cursor, colour the screen, or read differently than it is.
_ACTING = [(0x00, 0x09), (0x0B, 0x20), (0x7F, 0xA0), (0x202A, 0x202F), (0x2066, 0x206A)]
_UNPRINTABLE: dict[int, str | None] = {
    code: "\N{REPLACEMENT CHARACTER}" for start, end in _ACTING for code in range(start, end)
} | {0x0D: None}


def printable(text: str) -> str:
    """A text of unknown origin without what would act on a terminal or cannot be encoded."""
    return text.translate(_UNPRINTABLE).encode("utf-8", "replace").decode("utf-8")


def one_line(text: str, limit: int = 160) -> str:
    """The first line of a text, cut with an ellipsis."""
    first, _, rest = text.strip().partition("\n")
    cut = len(first) > limit or bool(rest)
    return first[: limit - 1].rstrip() + "…" if cut else first


def paragraphs(text: str | None) -> list[Block]:
    """The paragraphs of a prose text, one block each."""
    return [Block("text", part.strip()) for part in (text or "").split("\n\n") if part.strip()]


def section(heading: str, *blocks: Block) -> list[Block]:
    """A heading with what belongs under it; nothing where there is nothing."""
    return [GAP, Block("heading", heading), *blocks] if blocks else []


def numbered(items: tuple[str, ...] | None) -> list[Block]:
    """A numbered list."""
    return [Block("item", item, f"{n}.") for n, item in enumerate(items or (), 1)]


def bulleted(items: tuple[str, ...] | None) -> list[Block]:
    """A list without an order."""
    return [Block("item", item, "-") for item in items or ()]
