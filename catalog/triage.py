"""triage(text, catalog, team) -> Verdict: the one decision that every window shows."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from catalog.matching import Surroundings, find_matches
from catalog.models import Kind, Match, RaisedError, Report, Verdict
from catalog.normalize import fingerprint
from catalog.paste import read_paste
from catalog.store import Catalog

if TYPE_CHECKING:
    from catalog.team import TeamKnowledge

#: From this confidence on, an answer is given unasked.
KNOWN = 0.97
#: From this confidence on, an error has its match, and does not give way to what it hangs on.
LIKELY = 0.5
#: From this confidence on, a match is worth showing to somebody who asked.
UNSURE = 0.1
_MOST = 10
_CLASS_AND_MESSAGE = re.compile(
    r"(?P<class>(?:[A-Za-z_]\w*\.)*[A-Z]\w*): (?P<message>\S.*)", re.DOTALL
)


def triage(
    text: str,
    catalog: Catalog,
    team: TeamKnowledge | None = None,
    *,
    asked: bool = False,
    decoded: bool = False,
) -> Verdict:
    """The verdict on a paste.

    `team` is what the workspace knows: its own records go before the catalog's of the same id, and
    what it has said does not explain such an error is left out. For `asked` and `decoded` see
    `catalog.paste.read_paste`.
    """
    return decide(read_paste(text, asked=asked, decoded=decoded), catalog, team)


def decide(report: Report, catalog: Catalog, team: TeamKnowledge | None = None) -> Verdict:
    """The verdict on what has been read."""
    if not report.errors:
        return _decide_on_sentences(report, catalog, team)
    ranking = report.ranking or tuple(range(len(report.errors)))
    matches: dict[int, list[Match]] = {}
    for index in ranking:
        matches[index] = _matches(report, report.errors[index], catalog, team)
        if _is_likely(matches[index]):
            break
    answered = next((index for index in matches if _is_likely(matches[index])), ranking[0])
    return Verdict(
        kind=_kind(matches[answered]),
        report=report,
        errors=report.errors,
        answered=answered,
        matches=tuple(matches[answered]),
        others=_others(report, answered, ranking, matches, catalog, team),
    )


def _kind(matches: list[Match]) -> Kind:
    if _is_known(matches):
        return "known"
    return "unsure" if matches and matches[0].confidence >= UNSURE else "unknown"


def _is_likely(matches: list[Match]) -> bool:
    """Whether an error has its match, be it fit to be shown unasked or not."""
    return bool(matches) and matches[0].confidence >= LIKELY


def _is_known(matches: list[Match]) -> bool:
    return bool(matches) and matches[0].confidence >= KNOWN and matches[0].firm


def _decide_on_sentences(report: Report, catalog: Catalog, team: TeamKnowledge | None) -> Verdict:
    """A line that nothing says is an error is one only where a template explains nearly all of it.

    Before the text of the template, the line may name its class: `ValueError: If x is given, ...`
    could be documentation, until a record says the same. Where one only nearly does, that is not
    said unasked.
    """
    best: tuple[RaisedError, list[Match]] | None = None
    near: tuple[RaisedError, list[Match]] | None = None
    for sentence in report.sentences:
        named = _with_class(sentence)
        for read in (sentence, named) if named else (sentence,):
            found = _matches(report, read, catalog, team, lone=True)
            if found and (best is None or found[0].confidence > best[1][0].confidence):
                best = (read, found)
        if named and best is None and near is None:
            like = _matches(report, named, catalog, team)
            near = (named, like) if _kind(like) != "unknown" else None
    if best is not None and _is_known(best[1]):
        return Verdict("known", report, (best[0],), 0, tuple(best[1]))
    if near is not None:
        return Verdict("unsure", report, (near[0],), 0, tuple(near[1]))
    return Verdict("no-error", report)


def _with_class(sentence: RaisedError) -> RaisedError | None:
    """The sentence as a class and its message, where it has that form."""
    named = _CLASS_AND_MESSAGE.match(sentence.message)
    return replace(sentence, exc_type=named["class"], message=named["message"]) if named else None


def _matches(
    report: Report,
    error: RaisedError,
    catalog: Catalog,
    team: TeamKnowledge | None,
    *,
    lone: bool = False,
) -> list[Match]:
    own, rejected = None, frozenset[str]()
    if team is not None:
        own, rejected = team.own_catalog(), team.rejected(fingerprint(error))

    def ask(asked: Catalog) -> list[Match]:
        with asked.lookup() as lookup:
            return find_matches(
                error,
                lookup,
                rejected,
                around=Surroundings.of(report),
                environment=report.environment,
                lone=lone,
            )

    found = ask(catalog)
    if own is None:
        return found
    written = ask(own)
    shadowed = {record.id for record in own.find(match.record.id for match in found)}
    kept = [match for match in found if match.record.id not in shadowed]
    # Sorting is stable: of two as likely, the workspace's own comes first.
    return sorted([*written, *kept], key=lambda match: -match.confidence)[:_MOST]


def _others(
    report: Report,
    answered: int,
    ranking: tuple[int, ...],
    matches: Mapping[int, list[Match]],
    catalog: Catalog,
    team: TeamKnowledge | None,
) -> dict[int, Match | None]:
    """The other errors worth a line: those that hang on no other, and THE error if passed over."""
    if len(report.errors) == 1:
        return {}
    seen = {fingerprint(report.errors[answered])}
    tree = _root(report, answered)
    others: dict[int, Match | None] = {}
    for index in ranking:
        error = report.errors[index]
        passed_over = index in matches and index != answered
        if index == answered or fingerprint(error) in seen:
            continue
        if not passed_over and (_root(report, index) == tree or error.parent is not None):
            continue
        seen.add(fingerprint(error))
        found = matches[index] if index in matches else _matches(report, error, catalog, team)
        others[index] = found[0] if _is_known(found) else None
    return others


def _root(report: Report, index: int) -> int:
    """The error at the top of the chain or group that this one belongs to."""
    seen = {index}
    while (parent := report.errors[index].parent) is not None and parent not in seen:
        index = parent
        seen.add(index)
    return index
