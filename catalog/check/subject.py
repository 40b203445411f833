"""A record under examination, with what several rules want to know of it, found out once."""

from __future__ import annotations

import re
from functools import cached_property
from typing import NamedTuple

from catalog.models import Record
from catalog.template import Alignment, Template, read_template, refusal, search

_HOLE = re.compile(r"\{[^{}\n]*\}")
#: What may stand in a hole: a pattern may ask for a number, a word, a path.
_VALUES = ("value{n}", "{n}2", "{n}.5", "/var/{n}.bin", "'x{n}'", "[{n}, 2]")


class Example(NamedTuple):
    """A message that the record's template could have made, and what stands in its holes."""

    message: str
    values: tuple[str, ...]


class Subject:
    """The record, its template, and how its pattern does on messages of its own."""

    def __init__(self, record: Record) -> None:
        self.record = record

    @cached_property
    def template(self) -> Template | None:
        """The template that matching uses."""
        return read_template(self.record.error_message, self.record.message_pattern)

    @cached_property
    def refused(self) -> str | None:
        """Why re2 does not run the pattern; None where it does, or where there is none."""
        return refusal(self.record.message_pattern) if self.record.message_pattern else None

    @cached_property
    def examples(self) -> list[Example]:
        """The message with its holes filled in several ways, last as it stands in the record."""
        text = self.record.error_message
        if not text:
            return []
        holes = tuple(_HOLE.findall(text))
        filled = [_fill(text, value) for value in _VALUES] if holes else []
        return [*filled, Example(text, holes)]

    @cached_property
    def match(self) -> tuple[Example, Alignment] | None:
        """The first example that the pattern matches, and how."""
        pattern = self.record.message_pattern
        if not pattern or self.refused:
            return None
        for example in self.examples:
            alignment = search(pattern, example.message)
            if alignment is not None:
                return example, alignment
        return None


def _fill(text: str, value: str) -> Example:
    literals = _HOLE.split(text)
    values = [value.replace("{n}", str(number)) for number in range(1, len(literals))]
    message = "".join(part for pair in zip(literals, [*values, ""], strict=True) for part in pair)
    return Example(message, tuple(values))
