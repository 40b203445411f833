"""What reading gives: records with the place they stand at, and refusals with the reason."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from catalog.store import Entry


class Unreadable(Exception):
    """A source could not be read at all; `str()` says why, as a phrase about it."""


class Found(NamedTuple):
    """A valid record: the text to keep, the same parsed, and where it begins in its source."""

    entry: Entry
    document: Mapping[str, Any]
    source: str
    line: int


class Refusal(NamedTuple):
    """Something that could not be read: where it stands, which field, and why, as a phrase.

    `source` is a path, an address or `-` for standard input. `line` counts from 1 and `field` is
    named as in JSON; both are None where the whole source is meant.
    """

    source: str
    line: int | None
    field: str | None
    reason: str

    def __str__(self) -> str:
        place = self.source if self.source != "-" else "standard input"
        if self.line is not None:
            place += f", line {self.line}"
        return f"{place}: {f'{self.field} ' if self.field else ''}{self.reason}"

    def as_document(self) -> dict[str, Any]:
        """The refusal as `errorbook import --json` shows it."""
        return self._asdict()
