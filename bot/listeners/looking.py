"""A paste looked up in the catalog: the verdict, and what to remember of it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from bot.listeners.bot import Bot
from bot.memory import Answered, Candidate, Place, ThreadKnowledge
from catalog.models import Match, Report, Verdict
from catalog.triage import decide, triage

#: How many candidates are remembered for "that's not it", the first included.
CANDIDATES = 10


class Look(NamedTuple):
    """A verdict, and what to remember of it (None where it saw no error)."""

    verdict: Verdict
    said: Answered | None


def look(bot: Bot, text: str, thread: Place | None, *, asked: bool) -> Look:
    """Look a text up, with what was said in its thread."""
    knowledge = ThreadKnowledge(bot.memory, thread) if thread else None
    verdict = triage(text, bot.catalog, knowledge, asked=asked, decoded=True)
    said = Answered.of(verdict)
    if said is None or verdict.error is None:
        return Look(verdict, said)
    rejected = knowledge.rejected(said.fingerprint) if knowledge else frozenset[str]()
    # The frames have led to the matches; without them, the message alone leads to others.
    bare = replace(verdict.error, frames=(), parent=None, link=None)
    further = decide(Report("", (bare,), (0,)), bot.catalog, knowledge).matches
    candidates: dict[str, Candidate] = {}
    for match in (*verdict.matches, *further):
        for candidate in _with_siblings(match):
            if candidate.record_id not in rejected:
                candidates.setdefault(candidate.record_id, candidate)
    return Look(verdict, replace(said, candidates=tuple(candidates.values())[:CANDIDATES]))


def _with_siblings(match: Match) -> Iterator[Candidate]:
    """A match, and the other places in the source that raise the very same message."""
    candidate = Candidate.of(match)
    yield candidate
    for record_id in match.same_template:
        yield replace(candidate, record_id=record_id, scope="template", same_template=())
