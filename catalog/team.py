"""The small protocol through which what a workspace knows reaches triage."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from catalog.store import Catalog


class TeamKnowledge(Protocol):
    """What people in one workspace have said about errors."""

    def rejected(self, fingerprint: str) -> frozenset[str]:
        """The ids of records that were said not to explain errors of this fingerprint."""
        ...

    def own_catalog(self) -> Catalog | None:
        """The workspace's own records, as a catalog in memory; None where it has none."""
        ...
