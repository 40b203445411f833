"""Topic -> reply: the part of the answer that somebody asks for in the thread."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from bot.followups import Topic
from bot.replies import lists, parts
from bot.replies import record as asked
from bot.replies.explanation import explanation
from bot.replies.reply import Reply, joined, said
from catalog.models import Match, RaisedError, Record, Report

_OF_THE_RECORD: dict[Topic, Callable[[Record], Reply]] = {
    Topic.FIX: asked.fix,
    Topic.CAUSE: asked.cause,
    Topic.MEANING: asked.meaning,
    Topic.EXAMPLE: asked.example,
    Topic.CHECKS: asked.checks,
    Topic.PREVENTION: asked.prevention,
    Topic.NEWER: asked.newer,
    Topic.VERSIONS: asked.versions,
    Topic.KNOWN_ISSUE: asked.known_issue,
    Topic.ORIGIN: asked.origin,
}


def followup(
    topic: Topic,
    match: Match,
    *,
    report: Report | None = None,
    alternatives: Sequence[Match] = (),
    related: Sequence[Record] = (),
) -> Reply:
    """What a topic names, of the match that the thread was answered with.

    `alternatives` are the other candidates for the same error that nobody has rejected, best
    first; `related` are other records near this one.
    """
    if of_the_record := _OF_THE_RECORD.get(topic):
        return of_the_record(match.record)
    if topic is Topic.SOURCE:
        return source(match, report)
    if topic is Topic.CERTAINTY:
        return why_it_matched(match)
    if topic is Topic.RELATED:
        return related_errors(related)
    if topic is Topic.WRONG:
        first = next(iter(alternatives), None)
        return next_candidate(match, first, report=report) if first else no_further(match)
    return other_candidates(match, alternatives)


def source(match: Match, report: Report | None = None) -> Reply:
    """Where it is raised, with the lines around it."""
    record = match.record
    found = [parts.source(record, report), parts.excerpt(record)]
    if any(found):
        return joined([*found, parts.same_template(match)])
    return asked.lacking(record, "has no link to the source")


def why_it_matched(match: Match) -> Reply:
    """How sure the answer is, and on what evidence."""
    return joined([said(parts.certainty(match)), parts.same_template(match)])


def other_candidates(match: Match, alternatives: Sequence[Match]) -> Reply:
    """What else it could be."""
    if not alternatives:
        return said(
            f"I have no other candidate for this error than {parts.record_title(match.record)}."
            f"{asked.search_hint(match.record)}"
        )
    return joined([said("It could also be:"), lists.candidates(alternatives)])


def related_errors(related: Sequence[Record]) -> Reply:
    """Other records near the answered one."""
    if not related:
        return said("The catalog has no related errors.")
    return joined([said("*Related errors*"), lists.records(related)])


def next_candidate(
    rejected: Match,
    match: Match,
    error: RaisedError | None = None,
    report: Report | None = None,
) -> Reply:
    """After "that's not it": that the bot moved on, and to what."""
    title = parts.record_title(rejected.record)
    moved = said(f"Then it is not {title}. I moved on to the next candidate:")
    return joined([moved, explanation(match, error, report)])


def no_further(rejected: Match) -> Reply:
    """After "that's not it", said of the last candidate."""
    return said(
        f"Then it is not {parts.record_title(rejected.record)}. I will not offer it again in this "
        "thread, and I have no further candidate for this error."
        f"{asked.search_hint(rejected.record)}"
    )
