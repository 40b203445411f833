"""What a thread has said about errors, in the form in which triage asks."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bot.memory.memory import Memory
    from bot.memory.rows import Place
    from catalog.store import Catalog


@dataclass(frozen=True, slots=True)
class ThreadKnowledge:
    """`TeamKnowledge` of one thread: what was rejected there."""

    memory: Memory
    thread: Place

    def rejected(self, fingerprint: str) -> frozenset[str]:
        """The records that somebody in this thread said do not explain errors of this kind."""
        return self.memory.rejected(self.thread, fingerprint)

    def own_catalog(self) -> Catalog | None:
        """None: a workspace has no records of its own yet."""
        return None
