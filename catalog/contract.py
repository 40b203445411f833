"""A verdict as JSON: what `errorbook explain --json` prints, and the same from the API.

Other programs read this. A member may be added; none is renamed, dropped or given another meaning.
"""

from __future__ import annotations

from typing import Any

from catalog.models import Match, RaisedError, Verdict


def verdict_document(verdict: Verdict, id: Any = None) -> dict[str, Any]:
    """The verdict as a document; `id` is the asker's own, whatever JSON value that is.

    `errors` stand in the order of the text and `answered_error` is the index of THE error, null
    only when there is none. `span` counts code points, from the first to behind the last.
    """
    return {
        "id": id,
        "verdict": verdict.kind,
        "errors": [_error_document(error) for error in verdict.errors],
        "answered_error": verdict.answered,
        "matches": [_match_document(match) for match in verdict.matches],
    }


def _error_document(error: RaisedError) -> dict[str, Any]:
    return {
        "exc_type": error.exc_type,
        "message": error.message,
        "language": error.language,
        "parent": error.parent,
        "link": error.link,
        "span": list(error.span),
        "frames": [frame._asdict() for frame in error.frames],
        "count": error.count,
    }


def _match_document(match: Match) -> dict[str, Any]:
    record = match.record
    return {
        "record_id": record.id,
        "confidence": match.confidence,
        "site_confidence": match.site_confidence,
        "scope": match.scope,
        "same_template": list(match.same_template),
        "same_template_count": match.same_template_count,
        "reasons": list(match.reasons),
        "captures": dict(match.captures),
        "repo": record.repo,
        "error_class": record.error_class,
        "message_pattern": record.message_pattern,
        "file_path": record.file_path,
        "line_number": record.line_number,
        "github_url": record.github_url,
    }
