"""Blocks -> the terminal: with rich where a person looks on, as plain text into a pipe or file."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from typing import TextIO

from catalog.terminal.blocks import Block, printable

#: Columns; longer lines of prose are hard to read on a wide screen.
WIDTH = 100
_INDENT = 2


def show(blocks: Iterable[Block], file: TextIO | None = None) -> None:
    """Print blocks, on standard output unless told otherwise."""
    file = file or sys.stdout
    if file.isatty():
        _show_with_rich(blocks, file)
    else:
        file.write(plain(blocks))


def plain(blocks: Iterable[Block]) -> str:
    """Blocks as plain text: every paragraph is one line, so that it can be searched and piped."""
    lines: list[str] = []
    indent = ""
    for kind, text, mark in blocks:
        if kind == "heading":
            indent = " " * _INDENT
            lines.append(printable(text))
        elif kind in ("title", "gap"):
            indent = ""
            lines.append(printable(text))
        else:
            first = f"{indent}{mark} " if mark else indent
            rest = " " * len(first)
            text_lines = printable(text).rstrip("\n").split("\n")
            lines.append(first + text_lines[0])
            lines.extend(f"{rest}{line}".rstrip() for line in text_lines[1:])
    return "\n".join(lines).strip("\n") + "\n"


def _show_with_rich(blocks: Iterable[Block], file: TextIO) -> None:
    # Costs a tenth of a second, which a program that reads our output does not want to wait for.
    from rich.console import Console
    from rich.padding import Padding
    from rich.table import Table
    from rich.text import Text

    console = Console(file=file, highlight=False, markup=False, emoji=False)
    width = min(console.width, WIDTH)
    styles = {"title": "bold", "heading": "bold cyan", "link": "underline", "note": "dim"}
    indent = 0
    for kind, text, mark in blocks:
        if kind in ("title", "gap", "heading"):
            indent = _INDENT if kind == "heading" else 0
            console.print(Text(printable(text), style=styles.get(kind, "")), width=width)
            continue
        body = Text(printable(text).rstrip("\n"), style=styles.get(kind, ""))
        if kind in ("code", "link"):
            # Never wrapped: it is there to be copied.
            for line in body.split("\n"):
                console.print(Text(" " * indent) + line, soft_wrap=True)
        elif mark:
            grid = Table.grid(padding=(0, 1, 0, 0))
            grid.add_column(width=len(mark))
            grid.add_column()
            grid.add_row(mark, body)
            console.print(Padding(grid, (0, 0, 0, indent), expand=False), width=width)
        else:
            console.print(Padding(body, (0, 0, 0, indent), expand=False), width=width)
