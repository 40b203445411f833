"""Several records, a line or two each; figures of a catalog."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from catalog.models import Record
from catalog.terminal.blocks import Block, one_line, section
from catalog.terminal.page import title, whereabouts

NOTHING_FOUND = "No record has these words."
#: How many repositories and classes the figures name.
_NAMED = 10


def listing(records: Iterable[Record]) -> list[Block]:
    """Records that were searched for, each with the id to show it by."""
    return [
        Block("item", f"{one_line(title(record))}\n{whereabouts(record)}", record.id)
        for record in records
    ] or [Block("text", NOTHING_FOUND)]


def statistics(path: str, figures: Mapping[str, Any]) -> list[Block]:
    """What `Catalog.stats` counts."""
    count = figures["records"]
    size = f"{figures['bytes'] / 1e6:,.1f} MB"
    return [
        Block("title", f"{path}: {count:,} record{'' if count == 1 else 's'}, {size}"),
        *_table("By origin", figures["origins"], "not said"),
        *_table("By repository", figures["repositories"], "not said"),
        *_table("By class", figures["classes"], "without a class"),
    ]


def _table(heading: str, counts: Mapping[str, int], nameless: str) -> list[Block]:
    """The largest counts under their names, and how many more names there are."""
    named = list(counts.items())[:_NAMED]
    width = max((len(f"{count:,}") for _, count in named), default=0)
    blocks = [Block("item", name or nameless, f"{count:>{width},}") for name, count in named]
    more = len(counts) - len(named)
    if more:
        blocks.append(Block("note", f"and {more:,} more"))
    return section(heading, *blocks)
