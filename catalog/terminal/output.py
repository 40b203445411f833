"""Blocks -> the terminal: with rich where a person looks on, as plain text into a pipe or file."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from typing import NamedTuple, TextIO

from catalog.terminal.blocks import Block, Kind, printable

#: Columns; longer lines of prose are hard to read on a wide screen.
WIDTH = 100
_INDENT = "  "
#: Never wrapped: it is there to be copied.
_WHOLE = ("code", "link")
_STYLES: dict[Kind, str] = {
    "title": "bold",
    "heading": "bold cyan",
    "link": "underline",
    "note": "dim",
    "foot": "dim",
}


class _Line(NamedTuple):
    """One paragraph or line of code, what stands before it, and before its other lines."""

    kind: Kind
    first: str
    rest: str
    text: str


def show(blocks: Iterable[Block], file: TextIO | None = None) -> None:
    """Print blocks, on standard output unless told otherwise."""
    file = file or sys.stdout
    if file.isatty():
        _show_with_rich(blocks, file)
    else:
        file.write(plain(blocks))


def plain(blocks: Iterable[Block]) -> str:
    """Blocks as plain text: every paragraph is one line, so that it can be searched and piped."""
    lines = [f"{line.first}{line.text}".rstrip() for line in _laid_out(blocks)]
    return "\n".join(lines).strip("\n") + "\n"


def _laid_out(blocks: Iterable[Block]) -> Iterator[_Line]:
    """The lines of all blocks; what follows a heading is indented until the next title or foot."""
    indent = ""
    for kind, text, mark in blocks:
        if kind in ("title", "heading", "foot"):
            indent = ""
        before = f"{indent}{printable(mark)} " if mark else indent
        behind = " " * len(before)
        for line in printable(text).rstrip("\n").split("\n"):
            yield _Line(kind, before if line else "", behind, line)
            before = behind
        if kind == "heading":
            indent = _INDENT


def _show_with_rich(blocks: Iterable[Block], file: TextIO) -> None:
    # Costs a tenth of a second, which a program that reads our output does not want to wait for.
    from rich.console import Console
    from rich.text import Text

    console = Console(file=file, highlight=False, markup=False, emoji=False)
    width = min(console.width, WIDTH)
    for kind, first, rest, text in _laid_out(blocks):
        style = _STYLES.get(kind, "")
        if kind in _WHOLE or not text:
            console.print(Text(first) + Text(text, style=style), soft_wrap=True)
            continue
        before = first
        for piece in Text(text, style=style).wrap(console, max(width - len(first), 20)):
            piece.rstrip()
            console.print(Text(before) + piece, soft_wrap=True)
            before = rest
