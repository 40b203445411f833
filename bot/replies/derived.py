"""Short answers for records derived from the source alone, and when they are worth giving."""

from __future__ import annotations

import re

from bot.replies import parts, prose
from bot.replies.reply import NOTHING, Reply, written
from catalog.models import Match, RaisedError, Record

# A sentence of a message that tells its reader what to do.
_INSTRUCTION = re.compile(
    r"(?:^|(?<=[.!;:\n])\s*)"
    r"((?:please|you (?:must|need to|should|can|may)|try|use|set|pass|install|upgrade|update|"
    r"enable|disable|specify|provide|check|run|add|remove|call|make sure|ensure|consider)"
    r"\b[^\n]{8,300})",
    re.IGNORECASE,
)


def adds_something(match: Match, error: RaisedError) -> bool:
    """Whether the record says more than the paste: a condition, an instruction, named values."""
    record = match.record
    return bool(
        record.guard
        or record.solutions
        or instruction(error.message)
        or any(map(parts.is_named, match.captures))
    )


def instruction(message: str) -> str:
    """The part of a message that says what to do, else nothing."""
    found = _INSTRUCTION.search(message)
    return found[1].strip() if found else ""


def advice(record: Record, message: str) -> Reply:
    """What the code itself suggests."""
    if record.solutions:
        return parts.solutions(record, "What the code suggests")
    if found := instruction(message):
        label = {"type": "text", "text": "The message says what to do: "}
        return written([prose.section(label, *prose.inline(found))])
    return NOTHING
