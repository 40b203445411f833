"""Several records, a line each with a button that shows it."""

from __future__ import annotations

from collections.abc import Iterable

from bot.replies import actions, parts
from bot.replies.reply import Reply, button, section
from bot.replies.text import percent, quoted
from catalog.models import Match, Record

#: How many records are listed at most.
LISTED = 5


def candidates(matches: Iterable[Match]) -> Reply:
    """Matches, each with how likely it is."""
    return _listed([(match.record, f"{percent(match.confidence)} likely") for match in matches])


def records(found: Iterable[Record]) -> Reply:
    """Records without a probability: search results, related errors."""
    return _listed([(record, "") for record in found])


def in_short(record: Record) -> str:
    """What a record says, in a line of mrkdwn."""
    fix = next(iter(record.solutions or ()), None)
    guard = f"Raised when {record.guard}." if record.guard else ""
    return quoted(record.documentation or fix or guard, 220)


def _listed(entries: list[tuple[Record, str]]) -> Reply:
    lines, blocks = [], []
    for number, (record, likely) in enumerate(entries[:LISTED], 1):
        place = quoted(parts.place(record), 220)
        small_print = " · ".join(part for part in (place, likely) if part)
        line = f"{number}. {parts.record_title(record)}"
        shown = "\n".join(part for part in (line, in_short(record), f"_{small_print}_") if part)
        lines.append(shown)
        blocks.append(section(shown, button("Show", actions.SHOW, record.id)))
    return Reply("\n".join(lines), blocks)
