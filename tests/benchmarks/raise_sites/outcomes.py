"""Asking Errorbook about each paste, and what came of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from catalog.models import Verdict
from catalog.store import Catalog
from catalog.triage import triage
from tests.benchmarks.raise_sites.data import Case
from tests.benchmarks.raise_sites.shapes import Shape, render

#: The pattern of a template that has no text.
LONE_HOLE = "(.+?)"


@dataclass(frozen=True, slots=True)
class Outcome:
    """What one paste got. `top` are the ids of the matches, best first."""

    case: Case
    shape: str
    verdict: str
    top: tuple[str, ...]
    confidence: float
    site_confidence: float
    pattern: str | None
    right_site: bool
    right_template: bool


def outcomes(
    shapes: Iterable[Shape], cases: list[Case], catalog: Catalog, patterns: dict[str, str | None]
) -> Iterator[Outcome]:
    """One outcome for each shape of each case. `patterns` are the records' templates by id."""
    for shape in shapes:
        for case in cases:
            yield outcome(case, shape, triage(render(shape, case), catalog), patterns)


def outcome(case: Case, shape: Shape, verdict: Verdict, patterns: dict[str, str | None]) -> Outcome:
    """How a verdict compares with the truth.

    The template is right if it is the very record's, or one with the same text; a lone hole is no
    text, and every other lone hole is another record.
    """
    best = verdict.best
    shown = best.record.id if best else None
    true = patterns.get(case.record_id) if case.record_id else None
    true = None if true == LONE_HOLE else true
    same = (
        shown is not None
        and case.record_id is not None
        and (shown == case.record_id or (true is not None and patterns.get(shown) == true))
    )
    return Outcome(
        case=case,
        shape=shape.name,
        verdict=verdict.kind,
        top=tuple(match.record.id for match in verdict.matches),
        confidence=best.confidence if best else 0.0,
        site_confidence=best.site_confidence if best else 0.0,
        pattern=best.record.message_pattern if best else None,
        right_site=shown is not None and shown == case.record_id,
        right_template=same,
    )
