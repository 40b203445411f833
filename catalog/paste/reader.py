"""read_paste: from the text of a paste to its Report."""

from __future__ import annotations

from typing import TYPE_CHECKING

from catalog.models import RaisedError, Report
from catalog.paste.carriers import undo_carriers
from catalog.paste.codes import read_codes
from catalog.paste.environment import read_environment
from catalog.paste.forms import FORMS
from catalog.paste.lone import read_lone, read_sentences
from catalog.paste.principal import rank

if TYPE_CHECKING:
    from collections.abc import Sequence

    from catalog.paste.carriers.undo import Stream
    from catalog.paste.findings import Finding, Line


def read_paste(text: str, *, asked: bool = False, decoded: bool = False) -> Report:
    """Every error in a text, and which one is THE error.

    `asked` says that a person wants to know about this very text: then a lone error code counts,
    and an error in the middle of a sentence. `decoded` says that a chat's escapes and links are
    undone already. Never raises: any text has a report.
    """
    undone = undo_carriers(text, decoded=decoded)
    findings = list(undone.findings)
    left: list[list[Line]] = []
    for stream in undone.streams:
        found, rest = _read_turned(stream) if stream.turned else _read_forms(stream.lines)
        findings += found
        left.append(rest)
    for lines in left:
        findings += read_lone(lines, asked=asked)
    if asked and not findings:
        findings = [code for lines in left for code in read_codes(lines)]
    findings = _merged(sorted(findings, key=lambda error: error.start))
    sentences = [] if findings else [s for lines in left for s in read_sentences(lines)]
    return Report(
        text=text,
        errors=_raised(findings, len(text)),
        ranking=tuple(rank(findings)),
        sentences=_raised(sentences, len(text)),
        environment=read_environment(text) if findings or sentences else {},
    )


def _read_forms(lines: list[Line]) -> tuple[list[Finding], list[Line]]:
    """The errors that some form shows in these lines, and the lines that are left."""
    text = "\n".join([line.text for line in lines])
    found: list[Finding] = []
    for form in FORMS:
        if form.shows_in(text) and (more := form.read(lines)):
            found += more
            lines = _outside(lines, more)
            text = "\n".join([line.text for line in lines])
            if not text or text.isspace():
                break
    return found, lines


def _read_turned(stream: Stream) -> tuple[list[Finding], list[Line]]:
    """The errors of a stream that was turned about, whose spans run from bottom to top."""
    lines = stream.lines[::-1]
    found, _ = _read_forms(stream.lines)
    for error in found:
        low, high = min(error.start, error.end), max(error.start, error.end)
        error.start = max((line.start for line in lines if line.start <= low), default=low)
        error.end = min((line.end for line in lines if line.end >= high), default=high)
    return found, _outside(lines, found)


def _outside(lines: list[Line], found: Sequence[Finding]) -> list[Line]:
    """The lines that belong to none of these errors."""
    if not found:
        return lines
    left = []
    spans = iter(sorted((error.start, error.end) for error in found))
    span = next(spans, None)
    broken = False
    for line in lines:
        while span is not None and span[1] < line.start:
            span = next(spans, None)
        if span is not None and line.end > span[0] and line.start < span[1]:
            broken = True
            continue
        left.append(line._replace(bound=True) if broken else line)
        broken = False
    return left


def _merged(findings: list[Finding]) -> list[Finding]:
    """The errors without those that stand there again, whole chain for whole chain, counted."""
    trees: dict[int, list[Finding]] = {}
    roots: dict[int, Finding] = {}
    for error in findings:
        trees.setdefault(id(_root(error, roots)), []).append(error)
    first: dict[tuple[object, ...], Finding] = {}
    repeats: set[int] = set()
    for tree in trees.values():
        seen = first.setdefault(_identity(tree), tree[0])
        if seen is not tree[0]:
            seen.count += 1
            repeats.update(map(id, tree))
    return [error for error in findings if id(error) not in repeats]


def _root(error: Finding, roots: dict[int, Finding]) -> Finding:
    """What the error hangs on in the end; `roots` keeps what is known already."""
    climbed = []
    while error.parent is not None and id(error) not in roots:
        climbed.append(error)
        error = error.parent
    root = roots.get(id(error), error)
    for each in climbed:
        roots[id(each)] = root
    return root


def _identity(tree: list[Finding]) -> tuple[object, ...]:
    """All that two chains must have in common to be the same."""
    places = {id(error): place for place, error in enumerate(tree)}
    return tuple(
        (
            error.exc_type,
            error.message.rstrip(),
            tuple(error.frames),
            error.link,
            places.get(id(error.parent)),
        )
        for error in tree
    )


def _raised(findings: Sequence[Finding], length: int) -> tuple[RaisedError, ...]:
    """The errors as they are handed on; a span ends with the text, whatever was put into a line."""
    places = {id(error): index for index, error in enumerate(findings)}
    return tuple(
        RaisedError(
            exc_type=error.exc_type,
            message=error.message,
            frames=tuple(error.frames),
            language=error.language,
            span=_span(error, length),
            parent=None if error.parent is None else places.get(id(error.parent)),
            link=error.link,
            count=error.count,
        )
        for error in findings
    )


def _span(error: Finding, length: int) -> tuple[int, int]:
    start = min(max(error.start, 0), length)
    return start, min(max(error.end, start), length)
