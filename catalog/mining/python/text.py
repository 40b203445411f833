"""Pieces of source text: one expression on one line, a function, the lines around a raise."""

from __future__ import annotations

import ast

from catalog.mining.python.module import Module

#: A function up to so many lines is shown whole.
_WHOLE = 40
_BEFORE, _AFTER = 20, 8
#: An excerpt past so many characters is left out: it is data, not code.
_MOST = 8_000


def source_of(module: Module, node: ast.AST, most: int = 160) -> str:
    """An expression as written, on one line, cut with an ellipsis past `most` characters."""
    text = _written(module, node)
    return text if len(text) <= most else text[: most - 1].rstrip() + "…"


def _written(module: Module, node: ast.AST) -> str:
    line, end = getattr(node, "lineno", 0), getattr(node, "end_lineno", 0)
    if line == end and 0 < line <= len(module.lines):
        text = module.lines[line - 1]
        start, stop = getattr(node, "col_offset", 0), getattr(node, "end_col_offset", 0)
        if text.isascii():
            return text[start:stop]
        return text.encode()[start:stop].decode("utf-8", "replace")
    return ast.unparse(node)


def excerpt(
    module: Module, line: int, end: int, function: ast.AST | None
) -> tuple[str, int, int] | None:
    """The lines to show for a raise, with the first and last line number; None if too much.

    The whole function where it is short, else the lines around the raise that are inside of it.
    """
    first, last = 1, len(module.lines)
    if function is not None:
        first = min(
            [getattr(function, "lineno", 1)]
            + [one.lineno for one in getattr(function, "decorator_list", ())]
        )
        last = getattr(function, "end_lineno", last)
    if last - first >= _WHOLE:
        first = max(first, line - _BEFORE)
        last = min(last, max(end, line) + _AFTER, first + 3 * _WHOLE)
    text = "\n".join(module.lines[first - 1 : last]) + "\n"
    return (text, first, last) if len(text) <= _MOST else None
