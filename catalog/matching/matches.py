"""Scored candidates -> the matches that are shown."""

from __future__ import annotations

from collections.abc import Mapping

from catalog.matching import evidence
from catalog.matching.model import calibrated, shares
from catalog.matching.scoring import NO_SURROUNDINGS, Scored, Surroundings, score_all
from catalog.models import Match, RaisedError, Record
from catalog.store import Lookup
from catalog.template import hole_names

MOST = 10
#: How many others of the same template a match lists.
_LISTED = 20
#: A match less likely than this is no match.
_FLOOR = 0.02
#: How much of a sentence without a class a template must explain.
LONE_SHARE = 0.9


def find_matches(
    error: RaisedError,
    lookup: Lookup,
    rejected: frozenset[str] = frozenset(),
    *,
    around: Surroundings = NO_SURROUNDINGS,
    environment: Mapping[str, str] | None = None,
    lone: bool = False,
) -> list[Match]:
    """The records that may explain an error, best first, at most 10.

    `rejected` ids are left out. `around` and `environment` are what the rest of the paste shows.
    A `lone` error is a sentence that nothing says is one: only what explains nine tenths of it
    counts.
    """
    scored = score_all(error, lookup, around, rejected)
    if lone:
        scored = [one for one in scored if one.fit and one.fit.told >= LONE_SHARE]
    scored = scored[:MOST]
    records = lookup.records(one.n for one in scored)
    kept = [one for one in scored if one.n in records]
    found = []
    for one, (sure, sure_of_site) in zip(kept, confidences(kept), strict=True):
        if sure >= _FLOOR:
            found.append(_match(one, records[one.n], sure, sure_of_site, error, environment or {}))
    return sorted(found, key=_order)[:MOST]


def confidences(scored: list[Scored]) -> list[tuple[float, float]]:
    """The confidence of each candidate, in its template and in its site, the likeliest first.

    Sites of one template share the probability that it made the message, and no two templates can
    both have made it.
    """
    likely = shares([one.score for one in scored])
    by_text: dict[object, float] = {}
    for one, share in zip(scored, likely, strict=True):
        by_text[one.text] = by_text.get(one.text, 0.0) + share
    found = []
    left = 1.0
    for one, share in zip(scored, likely, strict=True):
        template = by_text[one.text]
        sure = calibrated(one.situation, template)
        if one.text != scored[0].text:
            sure = min(sure, left)
        else:
            left = 1.0 - sure
        found.append((sure, sure * share / template / one.equals))
    return found


def _order(match: Match) -> tuple[float, float, float, bool, str]:
    return (
        -round(match.confidence, 9),
        -round(match.site_confidence, 9),
        -match.explained,
        not match.record.written,
        match.record.id,
    )


def _match(
    one: Scored,
    record: Record,
    sure: float,
    sure_of_site: float,
    error: RaisedError,
    environment: Mapping[str, str],
) -> Match:
    besides = (
        evidence.version_evidence(record, environment),
        evidence.code_evidence(record, error.message),
        evidence.status_evidence(record, error.message),
    )
    return Match(
        record=record,
        confidence=sure,
        site_confidence=min(sure, sure_of_site),
        scope="template" if one.others_count else "site",
        reasons=(*one.reasons, *(finding.reason for finding in besides if finding.reason)),
        captures=_captures(one, record),
        same_template=tuple(one.others[:_LISTED]),
        same_template_count=one.others_count,
        explained=one.fit.explained if one.fit else 0.0,
        firm=one.firm,
    )


def _captures(one: Scored, record: Record) -> dict[str, str]:
    """What stands in the holes of the template, by their names; the first of equal names."""
    if one.fit is None or not one.fit.exact or one.template is None or not one.fit.holes:
        return {}
    names = hole_names(one.template, record.error_message)
    captures: dict[str, str] = {}
    for name, value in zip(names, one.fit.values(), strict=False):
        captures.setdefault(name, value)
    return captures
