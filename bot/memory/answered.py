"""What was said about a paste, without the paste: enough to answer the questions that follow."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from catalog.models import Kind, Match, RaisedError, Record, Report, Scope, Verdict
from catalog.normalize import fingerprint

if TYPE_CHECKING:
    from catalog.store import Catalog

#: A captured value is somebody's data; no more of it is kept than an answer shows.
VALUE = 200


@dataclass(frozen=True, slots=True)
class Candidate:
    """A `Match` with the id of its record in the record's place."""

    record_id: str
    confidence: float
    site_confidence: float
    scope: Scope
    reasons: tuple[str, ...] = ()
    captures: Mapping[str, str] = field(default_factory=dict)
    same_template: tuple[str, ...] = ()
    same_template_count: int = 0

    @classmethod
    def of(cls, match: Match) -> Candidate:
        """The candidate that a match is."""
        return cls(
            match.record.id,
            match.confidence,
            match.site_confidence,
            match.scope,
            match.reasons,
            {name: value[:VALUE] for name, value in match.captures.items()},
            match.same_template,
            match.same_template_count,
        )

    def with_record(self, record: Record) -> Match:
        """The match that it was."""
        return Match(
            record,
            self.confidence,
            self.site_confidence,
            self.scope,
            self.reasons,
            self.captures,
            self.same_template,
            self.same_template_count,
        )


@dataclass(frozen=True, slots=True)
class Answered:
    """A verdict without the paste: no text, no message, no frames."""

    kind: Kind
    fingerprint: str
    exc_type: str | None
    language: str
    candidates: tuple[Candidate, ...] = ()
    environment: Mapping[str, str] = field(default_factory=dict)

    @classmethod
    def of(cls, verdict: Verdict) -> Answered | None:
        """What to remember of a verdict; None where it saw no error."""
        if verdict.error is None:
            return None
        return cls(
            verdict.kind,
            fingerprint(verdict.error),
            verdict.error.exc_type,
            verdict.error.language,
            tuple(Candidate.of(match) for match in verdict.matches),
            dict(verdict.report.environment),
        )

    def verdict(self, catalog: Catalog, message: str = "") -> Verdict:
        """The verdict again, of the records that still exist; `message` is the error's."""
        error = RaisedError(self.exc_type, message, language=self.language)
        report = Report("", (error,), (0,), environment=self.environment)
        records = catalog.find(candidate.record_id for candidate in self.candidates)
        found = {record.id: record for record in records}
        matches = tuple(
            candidate.with_record(found[candidate.record_id])
            for candidate in self.candidates
            if candidate.record_id in found
        )
        return Verdict(self.kind, report, (error,), 0, matches)

    def to_document(self) -> dict[str, Any]:
        """As JSON."""
        return {
            "kind": self.kind,
            "fingerprint": self.fingerprint,
            "exc_type": self.exc_type,
            "language": self.language,
            "environment": dict(self.environment),
            "candidates": [
                {
                    "record_id": candidate.record_id,
                    "confidence": candidate.confidence,
                    "site_confidence": candidate.site_confidence,
                    "scope": candidate.scope,
                    "reasons": list(candidate.reasons),
                    "captures": dict(candidate.captures),
                    "same_template": list(candidate.same_template),
                    "same_template_count": candidate.same_template_count,
                }
                for candidate in self.candidates
            ],
        }

    @classmethod
    def from_document(cls, document: Mapping[str, Any]) -> Answered:
        """From what `to_document` made."""
        candidates = tuple(
            Candidate(
                **{
                    **candidate,
                    "reasons": tuple(candidate["reasons"]),
                    "same_template": tuple(candidate["same_template"]),
                }
            )
            for candidate in document["candidates"]
        )
        return cls(**{**document, "candidates": candidates})
