"""Python's two old ways to format text, `%` and `.format`, read without running them."""

from __future__ import annotations

import re
import string
from collections.abc import Callable
from typing import NamedTuple

from catalog.mining.template import Templates

_PERCENT = re.compile(
    r"""%(?:\((?P<key>[^)]*)\))?     # %(name)s
        [#0\- +]*(?P<width>\*|\d+)?  # flags and width, which may be an argument of its own
        (?:\.(?P<digits>\*|\d+))?    # precision
        [hlL]?(?P<type>[diouxXeEfFgGcrsa%])""",
    re.VERBOSE,
)


class Field(NamedTuple):
    """A place in a format where an argument goes: by position or by key.

    `rest` is what is done to the argument (`.name`, `[0]`), `spec` how it is shown.
    """

    key: int | str
    rest: str
    spec: str


Fill = Callable[[Field], Templates]


def percent(text: str, fill: Fill) -> list[Templates] | None:
    """The pieces of a `%` format, each field filled in; None where it has no fields."""
    pieces: list[Templates] = []
    position = end = 0
    for match in _PERCENT.finditer(text):
        pieces.append([(text[end : match.start()],)])
        end = match.end()
        if match["type"] == "%":
            pieces.append([("%",)])
            continue
        position += (match["width"] == "*") + (match["digits"] == "*")
        key: int | str = position if match["key"] is None else match["key"]
        position += match["key"] is None
        pieces.append(fill(Field(key, "", _percent_spec(match))))
    if not end:
        return None
    pieces.append([(text[end:],)])
    return pieces


def _percent_spec(match: re.Match[str]) -> str:
    if match["type"] in "ra":
        return f"!{match['type']}"
    if match["digits"] and match["type"] != "s":
        return f":.{match['digits']}{match['type']}"
    return ""


def braces(text: str, fill: Fill) -> list[Templates] | None:
    """The pieces of a `.format` text, each field filled in; None where it is no such text."""
    pieces: list[Templates] = []
    position = 0
    try:
        parsed = list(string.Formatter().parse(text))
    except ValueError:
        return None
    for literal, name, spec, conversion in parsed:
        pieces.append([(literal,)])
        if name is None:
            continue
        head = re.split(r"[.\[]", name, maxsplit=1)[0]
        key: int | str = int(head) if head.isdecimal() else head
        if not head:
            key = position
            position += 1
        shown = (f"!{conversion}" if conversion else "") + (f":{spec}" if spec else "")
        pieces.append(fill(Field(key, name[len(head) :], shown)))
    return pieces
