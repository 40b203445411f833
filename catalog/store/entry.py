"""What goes into a catalog, and what came of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple


class Entry(NamedTuple):
    """A record as it came: JSON texts, the values byte for byte as they were.

    `envelope` holds the other members of the envelope that the record came in; a null member
    `record` keeps its place where it was not the first. `shipped` records came with Errorbook.
    """

    document: str
    envelope: str | None = None
    shipped: bool = False
    #: The document as parsed, where somebody has done so already; only saves doing it again.
    parsed: Mapping[str, Any] | None = None


class ImportCounts(NamedTuple):
    """How many records an import added, replaced, and found already there."""

    new: int
    changed: int
    unchanged: int
