"""Messages that a record's template could have made, for trying its pattern on."""

from __future__ import annotations

import re
from typing import NamedTuple

from catalog.models import Record

_HOLE = re.compile(r"\{[^{}\n]*\}")
#: What may stand in a hole: a pattern may ask for a number, a word, a path.
_VALUES = ("value{n}", "{n}2", "{n}.5", "/var/{n}.bin", "'x{n}'", "[{n}, 2]")


class Example(NamedTuple):
    """A message, and what stands in its holes."""

    message: str
    values: tuple[str, ...]


def examples(record: Record) -> list[Example]:
    """The message with its holes filled in several ways, and as it stands in the record."""
    text = record.error_message
    if not text:
        return []
    names = tuple(_HOLE.findall(text))
    filled = [Example(text, names)]
    if names:
        filled = [_fill(text, value) for value in _VALUES] + filled
    return filled


def _fill(text: str, value: str) -> Example:
    literals = _HOLE.split(text)
    values = [value.replace("{n}", str(number)) for number in range(1, len(literals))]
    message = "".join(part for pair in zip(literals, [*values, ""], strict=True) for part in pair)
    return Example(message, tuple(values))
