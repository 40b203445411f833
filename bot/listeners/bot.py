"""What every listener needs, in one hand."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from bot.memory import Memory
from bot.settings import Settings

if TYPE_CHECKING:
    from catalog.store import Catalog


@dataclass(frozen=True, slots=True)
class Bot:
    """The parts that a running bot is made of. All of them may be used from many threads."""

    settings: Settings
    catalog: Catalog
    memory: Memory
