"""One match explained in full: the cause in the first lines, the fix right after, then more."""

from __future__ import annotations

from bot.replies import actions, derived, parts
from bot.replies.reply import NOTHING, Reply, button, buttons, joined, said, small
from catalog.models import Match, RaisedError, Record, Report


def explanation(
    match: Match,
    error: RaisedError | None = None,
    report: Report | None = None,
    *,
    intro: Reply = NOTHING,
    after: Reply = NOTHING,
) -> Reply:
    """A match explained for the error of a paste; without one, the record speaks for itself.

    `intro` stands above what it means, `after` below everything but the buttons.
    """
    return joined(
        [
            parts.title(error) if error else said(parts.record_title(match.record)),
            intro,
            *(_written(match) if match.record.written else _derived(match, error)),
            parts.source(match.record, report),
            NOTHING if match.record.written else parts.excerpt(match.record),
            parts.other_versions(match.record),
            parts.same_template(match),
            small(parts.certainty(match)) if error else NOTHING,
            parts.provenance(match.record),
            after,
            record_buttons(match.record),
        ]
    )


def _written(match: Match) -> list[Reply]:
    """What somebody wrote about the error."""
    record = match.record
    return [
        parts.meaning(record),
        parts.captures(match.captures),
        parts.solutions(record),
        parts.causes(record),
    ]


def _derived(match: Match, error: RaisedError | None) -> list[Reply]:
    """The little that the source says by itself."""
    record = match.record
    return [
        parts.meaning(record) or parts.condition(record),
        parts.captures(match.captures),
        derived.advice(record, error.message if error else ""),
    ]


def record_buttons(record: Record) -> Reply:
    """A row of what else the record holds, and the way to say that it is the wrong one."""
    row = []
    if record.example_fix:
        row.append(button("Example fix", actions.EXAMPLE, record.id))
    if record.validation_code or record.type_guard or record.try_catch_pattern:
        row.append(button("Checks", actions.CHECKS, record.id))
    if record.prevention_tips:
        row.append(button("Prevention", actions.PREVENTION, record.id))
    row.append(button("Why it matched", actions.WHY, record.id))
    row.append(button("That's not it", actions.WRONG, record.id))
    return Reply("", [buttons(*row)])
