"""Every candidate with its evidence and its score."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from catalog.candidates import Place, Places, misspelt_templates, places, templates
from catalog.matching import evidence
from catalog.matching.fit import Fit, exact_fit, fit, nearest
from catalog.matching.interpreter import interpreter_literals
from catalog.matching.message import Message, readings
from catalog.matching.model import Situation, score
from catalog.models import RaisedError, Report
from catalog.paste import package_paths
from catalog.store import Holder, Lookup, keys
from catalog.template import Template

#: How much of a template's text a message has to show beside the frame that leads to it.
_REWORDED = 0.2
#: How many of a template's literal characters may be mistyped.
_MISTYPED = 2.0
#: How many records of one template are looked at.
_HOLDERS = 512
#: How many templates that do not fit word for word are looked at closely.
_NEARLY = 10
#: A template that fits word for word and is so much of the message leaves no room for others.
_MOSTLY = 0.6
#: How much of a template a message must show to be compared with it at all.
_LEAST_SHARE = 0.5
#: How many literal characters a beginning or an end of a template must have to be looked at.
_LEAST_CUT = 8
#: A frame's record with such a score leaves nothing open: the words are not asked.
SETTLED = 4.0


@dataclass(slots=True)
class Scored:
    """One candidate: record `n`, or the first of those that hold its template.

    `score` is in log-odds, made from `values`. `others` are the ids of the records that hold the
    same template, as far as a match lists them, and `equals` how many fit the paste as well.
    """

    n: int
    mined: int
    situation: Situation
    template: Template | None
    fit: Fit | None
    values: dict[str, float]
    reasons: list[str]
    score: float
    others: list[str] = field(default_factory=list)
    others_count: int = 0
    equals: int = 1

    @property
    def text(self) -> object:
        """What tells its template from others: a record without one stands for itself."""
        return self.template.key if self.template is not None else self.n

    @property
    def firm(self) -> bool:
        """Whether the message bears this out, so that it may be shown to people who did not ask.

        Text that stands there word for word does, and a template without text has nothing to say.
        Of other text, a frame that leads to the record excuses a part, since versions reword their
        messages. Without one, a wrong character is excused and a wrong word is not: the message of
        another raise is often only a word away.
        """
        if self.fit is None or not self.fit.literals or self.fit.exact:
            return True
        if self.situation == "frame":
            return self.fit.share >= _REWORDED
        return self.fit.literals - self.fit.explained <= _MISTYPED

    @property
    def order(self) -> tuple[float, float, int]:
        """The likeliest first; of equals, the most literal characters, then what was written."""
        return (-round(self.score, 9), -(self.fit.explained if self.fit else 0.0), self.mined)


class Surroundings(NamedTuple):
    """What the rest of the paste says: keys of the packages that it shows."""

    packages: frozenset[int] = frozenset()

    @classmethod
    def of(cls, report: Report) -> Surroundings:
        """What a report shows besides the error that is asked about."""
        tops = {
            path.partition("/")[0].removesuffix(".py")
            for error in report.errors
            for frame in error.frames
            for path in package_paths(frame)[-1:]
            if "site-packages" in frame.filename or "dist-packages" in frame.filename
        }
        return cls(frozenset(map(keys.key, tops | set(report.environment))))


NO_SURROUNDINGS = Surroundings()


def score_all(
    error: RaisedError,
    lookup: Lookup,
    around: Surroundings = NO_SURROUNDINGS,
    rejected: frozenset[str] = frozenset(),
) -> list[Scored]:
    """Every candidate, the likeliest first.

    Without the `rejected` records the others are looked at as if these were not there: another
    record of the same template, or what the words lead to, may be the one.
    """
    texts = readings(error)
    found = _without(rejected, places(error, lookup), lookup)
    general = interpreter_literals(error.exc_type, texts[0].text)
    scored = [_score_place(place, error, texts, general, lookup) for place in found.found]
    if not any(one.score >= SETTLED and "at_line" in one.values for one in scored):
        scored += _score_by_message(error, texts, found, general, around, rejected, lookup)
    return sorted(scored, key=lambda one: one.order)


def _without(rejected: frozenset[str], found: Places, lookup: Lookup) -> Places:
    if not rejected:
        return found
    records = lookup.records(place.site.n for place in found.found)
    left_out = {n for n, record in records.items() if record.id in rejected}
    kept = tuple(place for place in found.found if place.site.n not in left_out)
    return found._replace(found=kept)


def _score_place(
    place: Place, error: RaisedError, texts: list[Message], general: int, lookup: Lookup
) -> Scored:
    site = place.site
    template = lookup.templates([site.template]).get(site.template) if site.template else None
    fitted = fit(template, texts) if template is not None else None
    values, reasons = _added(
        evidence.place_evidence(place),
        evidence.source_evidence(site.class_, template, place.frame),
        evidence.message_evidence(fitted),
        evidence.value_evidence(fitted),
        evidence.interpreter_evidence(fitted, general),
        evidence.class_evidence(site.class_, error.exc_type),
    )
    return Scored(
        site.n, site.mined, "frame", template, fitted, values, reasons, score("frame", values)
    )


def _score_by_message(
    error: RaisedError,
    texts: list[Message],
    found: Places,
    general: int,
    around: Surroundings,
    rejected: frozenset[str],
    lookup: Lookup,
) -> list[Scored]:
    """The templates to which the words lead, but those of the places already scored."""
    if not texts[0].text:
        return []
    placed = {place.site.template for place in found.found}
    led = {n: t for n, t in templates(_asked(texts), lookup).items() if n not in placed}
    fits = {n: exact_fit(template, texts) for n, template in led.items()}
    exact = {n: one for n, one in fits.items() if one is not None and one.literals}
    if not any(one.inside == 1.0 and one.cover >= _MOSTLY for one in exact.values()):
        misspelt = misspelt_templates(texts[0].text, lookup)
        led |= {n: template for n, template in misspelt.items() if n not in placed}
        near = {n: template for n, template in led.items() if n not in exact}
        close = {n: fit(led[n], texts) for n in nearest(near, texts, _NEARLY)}
        exact |= {
            n: one
            for n, one in close.items()
            if one.share >= _LEAST_SHARE or (one.cut and one.explained >= _LEAST_CUT)
        }
    elsewhere = evidence.NOTHING
    if error.frames:
        elsewhere = evidence.elsewhere_evidence(
            error.frames[-1], bool(found.found), found.known_file
        )
    scored = []
    for n, fitted in exact.items():
        held = _held(n, error, around, rejected, lookup)
        if held is None:
            continue
        holder, others, count, equals = held
        values, reasons = _added(
            evidence.message_evidence(fitted),
            evidence.value_evidence(fitted),
            evidence.interpreter_evidence(fitted, general),
            evidence.class_evidence(holder.class_, error.exc_type),
            evidence.holder_evidence(count),
            evidence.package_evidence(holder.package, around.packages),
            elsewhere,
        )
        situation: Situation = "elsewhere" if error.frames else "message"
        scored.append(
            Scored(
                holder.n,
                holder.mined,
                situation,
                led[n],
                fitted,
                values,
                reasons,
                score(situation, values),
                others,
                count - 1,
                equals,
            )
        )
    return scored


def _asked(texts: list[Message]) -> list[str]:
    """The texts whose words are looked up: each reading, and its first line."""
    return list(dict.fromkeys(text for one in texts for text in (one.text, one.first_line)))


class _Held(NamedTuple):
    first: Holder
    others: list[str]
    total: int
    equals: int


def _held(
    template: int,
    error: RaisedError,
    around: Surroundings,
    rejected: frozenset[str],
    lookup: Lookup,
) -> _Held | None:
    """The record to show for a template: of the same class and package, written before mined."""
    every = lookup.holders(template, _HOLDERS)
    holders = [holder for holder in every if holder.id not in rejected]
    if not holders:
        return None
    count = len(holders)
    if len(every) == _HOLDERS:
        count += lookup.count_holders(template) - _HOLDERS
    shown = keys.class_key(error.exc_type)

    def distance(holder: Holder) -> tuple[bool, bool]:
        return (holder.class_ != shown, holder.package not in around.packages)

    ordered = sorted(holders, key=distance)
    equals = sum(distance(holder) == distance(ordered[0]) for holder in ordered)
    return _Held(ordered[0], [holder.id for holder in ordered[1:]], count, equals)


def _added(*findings: evidence.Finding) -> tuple[dict[str, float], list[str]]:
    values: dict[str, float] = {}
    for finding in findings:
        values.update(finding.values)
    return values, [finding.reason for finding in findings if finding.reason]
