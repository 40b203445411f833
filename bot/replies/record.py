"""One part of a record, as an answer of its own; what the record lacks is said plainly."""

from __future__ import annotations

from bot.markup import link
from bot.replies import parts, prose
from bot.replies.links import commit, issue_search_url, repository_url, safe_url
from bot.replies.reply import NOTHING, Reply, joined, said, small, written
from bot.replies.text import code, quoted
from catalog.models import Record

#: How much code is shown, in characters.
CODE = 2_500


def fix(record: Record) -> Reply:
    """How to fix it, numbered."""
    return parts.solutions(record) or _lacking_advice(record, "does not say how to fix it")


def cause(record: Record) -> Reply:
    """When it is raised, and how people come to that."""
    if found := parts.causes(record) or parts.condition(record):
        return found
    if record.documentation:
        return joined([lacking(record, "does not list what it comes of"), meaning(record)])
    return lacking(record, "does not say why it happens")


def meaning(record: Record) -> Reply:
    """What it means."""
    found = parts.meaning(record, "What it means") or parts.condition(record)
    return found or lacking(record, "does not say what it means")


def example(record: Record) -> Reply:
    """The code of the example fix."""
    return _code("Example fix", record.example_fix) or lacking(record, "has no example")


def checks(record: Record) -> Reply:
    """The code that finds the error before it happens, or catches it; then the tips."""
    found = _checks(record)
    tips = parts.tips(record)
    return joined([found or lacking(record, "has no check for it"), tips])


def prevention(record: Record) -> Reply:
    """How to keep it from happening; then the code that checks for it."""
    tips = parts.tips(record)
    found = joined([tips, _checks(record)])
    return found or _lacking_advice(record, "does not say how to prevent it")


def _checks(record: Record) -> Reply:
    found = [
        _code("Validate before calling", record.validation_code),
        _code("Type guard", record.type_guard),
        _pattern("Catch it", record.try_catch_pattern),
    ]
    if any(found) and record.handling_strategy:
        found.append(small(f"Strategy: {quoted(record.handling_strategy, 200)}."))
    return joined(found)


def _code(heading: str, text: str | None) -> Reply:
    if not (text and text.strip()):
        return NOTHING
    return written([prose.heading(heading), prose.preformatted(text, CODE)])


def _pattern(heading: str, text: str | None) -> Reply:
    """A pattern is code in some records and a sentence in others."""
    text = (text or "").strip()
    if "\n" in text or text.endswith((":", ")", ";", "}")):
        return _code(heading, text)
    return written([prose.heading(heading), *prose.prose(text, 800)]) if text else NOTHING


def newer(record: Record) -> Reply:
    """Whether a newer version fixes it."""
    if record.fixed_in or record.last_seen:
        return joined([parts.other_versions(record), said(_seen_at(record))])
    return said(
        f"The catalog does not say whether a newer version fixes this. {_seen_at(record)}"
        f"{search_hint(record)}"
    )


def versions(record: Record) -> Reply:
    """Which versions have it."""
    if record.fixed_in or record.last_seen:
        return newer(record)
    return said(
        f"The catalog does not say which versions are affected. {_seen_at(record)}"
        f"{search_hint(record)}"
    )


def _seen_at(record: Record) -> str:
    sha = commit(record)
    at = f" at {sha}" if sha else ""
    day = quoted((record.analyzed_at or "")[:10], 10)
    when = f", read on {day}" if day else ""
    return f"It was seen in {quoted(parts.named_version(record), 180)}{at}{when}."


def known_issue(record: Record) -> Reply:
    """Whether others have reported it."""
    addresses = [url for reference in record.references or () if (url := safe_url(reference))]
    addresses = [url for url in addresses if url != repository_url(record)]
    if addresses:
        lines = [f"• {link(url, url)}" for url in addresses[:5]]
        return said("\n".join(["*Elsewhere about this error*", *lines]))
    return said(f"The catalog has no issue noted for this error.{search_hint(record)}")


def origin(record: Record) -> Reply:
    """Who says so, and when."""
    return said(f"{parts.origin(record)}. It is record {code(record.id, 80)} of the catalog.")


def lacking(record: Record, what: str) -> Reply:
    """That the record does not have what was asked for."""
    return said(f"The record of this error {what}.{search_hint(record)}")


def _lacking_advice(record: Record, what: str) -> Reply:
    """That nobody wrote advice, and the condition in the source, which is what has to change."""
    return joined([lacking(record, what), parts.condition(record) if record.guard else NOTHING])


def search_hint(record: Record) -> str:
    """Where else to look, as a sentence that follows another; nothing where that is not known."""
    url = issue_search_url(record)
    return f" You can {link(url, f'search the issues of {record.repo}')} for it." if url else ""
