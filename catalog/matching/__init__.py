"""Error x candidates -> Matches, each with a confidence and its reasons."""

from __future__ import annotations

from dataclasses import dataclass, field

from catalog.candidates import Candidates, Place, places, templates
from catalog.matching import evidence
from catalog.matching.fit import Fit, fit
from catalog.matching.message import Message, readings
from catalog.matching.model import probability
from catalog.models import Match, RaisedError, Record
from catalog.store import Holder, Lookup, keys
from catalog.template import Template, hole_names

__all__ = ["Scored", "find_matches", "score_all"]

MOST = 10
#: How many records of one template are looked at, and how many others a match lists.
_HOLDERS = 512
_LISTED = 20
#: A match less likely than this is no match.
_FLOOR = 0.02
_SURE = 0.995
#: How much of a sentence without a class a template must explain.
LONE_SHARE = 0.9


@dataclass(slots=True)
class Scored:
    """One candidate with what was found: record `n`, or the best of those that hold a template."""

    n: int
    template: Template | None
    fit: Fit | None
    confidence: float
    site_confidence: float
    mined: int
    values: dict[str, float]
    reasons: list[str]
    others: list[int] = field(default_factory=list)
    others_count: int = 0
    at_site: bool = False

    @property
    def rank(self) -> tuple[float, float, float, int, int]:
        """Best first: sure, then the most literal characters, then written before mined."""
        literals = self.fit.explained if self.fit else 0.0
        return (-round(self.confidence, 6), -self.site_confidence, -literals, self.mined, self.n)


def find_matches(
    error: RaisedError,
    lookup: Lookup,
    rejected: frozenset[str] = frozenset(),
    *,
    lone: bool = False,
) -> list[Match]:
    """The records that may explain an error, best first, at most 10.

    `rejected` ids are left out. A `lone` error is a sentence that nothing says is one: only what
    explains nine tenths of it counts.
    """
    scored = score_all(error, lookup)
    if lone:
        scored = [one for one in scored if one.fit and one.fit.told >= LONE_SHARE]
    scored = scored[: MOST + len(rejected)]
    records = lookup.records(one.n for one in scored)
    found = [
        _match(one, records[one.n], lookup)
        for one in scored
        if one.n in records and records[one.n].id not in rejected
    ]
    return found[:MOST]


def score_all(error: RaisedError, lookup: Lookup) -> list[Scored]:
    """Every candidate that is at all likely, best first."""
    texts = readings(error)
    found = Candidates(places=places(error, lookup))
    scored = [_score_place(place, error, texts, lookup) for place in found.places]
    if not any(one.confidence >= _SURE and one.at_site for one in scored):
        placed = {one.n for one in scored}
        found.templates = templates(_asked(texts), lookup)
        packages = _packages(error)
        for number, template in found.templates.items():
            held = _score_template(number, template, error, texts, packages, lookup)
            if held is not None and held.n not in placed:
                scored.append(held)
    return sorted((one for one in scored if one.confidence >= _FLOOR), key=lambda one: one.rank)


def _asked(texts: list[Message]) -> list[str]:
    """The texts whose words are looked up: each reading, and its first line."""
    return list(dict.fromkeys(text for one in texts for text in (one.text, one.first_line)))


def _score_place(place: Place, error: RaisedError, texts: list[Message], lookup: Lookup) -> Scored:
    site = place.site
    template = lookup.templates([site.template]).get(site.template) if site.template else None
    fitted = fit(template, texts) if template is not None else None
    findings = [
        evidence.frame_evidence(place, error),
        evidence.message_evidence(fitted),
        evidence.value_evidence(fitted),
        evidence.class_evidence(site.class_, error),
    ]
    values, reasons = _added(findings)
    confidence = probability(values)
    at_site = "at" in values or "at_line_only" in values
    return Scored(
        site.n,
        template,
        fitted,
        confidence,
        confidence,
        site.mined,
        values,
        reasons,
        at_site=at_site,
    )


def _score_template(
    number: int,
    template: Template,
    error: RaisedError,
    texts: list[Message],
    packages: frozenset[int],
    lookup: Lookup,
) -> Scored | None:
    if template.literals == 0:
        return None
    fitted = fit(template, texts)
    if fitted.share < 0.5:
        return None
    holders = lookup.holders(number, _HOLDERS)
    if not holders:
        return None
    shown_class = keys.class_key(error.exc_type)

    def preference(holder: Holder) -> tuple[bool, bool, int]:
        return (holder.class_ != shown_class, holder.package not in packages, holder.mined)

    ordered = sorted(holders, key=preference)
    best = ordered[0]
    findings = [
        evidence.frame_evidence(None, error),
        evidence.message_evidence(fitted),
        evidence.value_evidence(fitted),
        evidence.class_evidence(best.class_, error),
        evidence.package_evidence(best.package, packages),
    ]
    values, reasons = _added(findings)
    confidence = probability(values)
    equal = sum(preference(holder)[:2] == preference(best)[:2] for holder in ordered)
    return Scored(
        best.n,
        template,
        fitted,
        confidence,
        confidence / equal,
        best.mined,
        values,
        reasons,
        others=[holder.n for holder in ordered[1 : _LISTED + 1]],
        others_count=len(holders) - 1,
    )


def _added(findings: list[evidence.Finding]) -> tuple[dict[str, float], list[str]]:
    values: dict[str, float] = {}
    for finding in findings:
        values.update(finding.values)
    return values, [finding.reason for finding in findings if finding.reason]


def _packages(error: RaisedError) -> frozenset[int]:
    """The keys of the top packages in which the frames lie, where their files show one."""
    found = set()
    for frame in error.frames:
        parts = keys.path_parts(frame.filename)
        for root in ("site-packages", "dist-packages"):
            if root in parts[:-1]:
                top = parts[len(parts) - parts[::-1].index(root)]
                found.add(keys.key(top.removesuffix(".py")))
    return frozenset(found)


def _match(one: Scored, record: Record, lookup: Lookup) -> Match:
    return Match(
        record=record,
        confidence=one.confidence,
        site_confidence=one.site_confidence,
        scope="template" if one.others_count else "site",
        reasons=tuple(one.reasons),
        captures=_captures(one, record),
        same_template=tuple(lookup.ids(one.others)),
        same_template_count=one.others_count,
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
