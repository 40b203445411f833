"""read_paste: from the text of a paste to its Report."""

from __future__ import annotations

from typing import TYPE_CHECKING

from catalog.models import RaisedError, Report
from catalog.paste.carriers import undo_carriers
from catalog.paste.environment import read_environment
from catalog.paste.lone import read_lone, read_sentences
from catalog.paste.principal import rank
from catalog.paste.python import read_python

if TYPE_CHECKING:
    from collections.abc import Sequence

    from catalog.paste.findings import Finding, Line


def read_paste(text: str, *, asked: bool = False, decoded: bool = False) -> Report:
    """Every error in a text, and which one is THE error.

    `asked` says that a person wants to know about this very text: then a lone error code counts,
    and an error in the middle of a sentence. `decoded` says that a chat's escapes and links are
    undone already. Never raises: any text has a report.
    """
    findings: list[Finding] = []
    left: list[list[Line]] = []
    for lines in undo_carriers(text, decoded=decoded):
        found = read_python(lines) if _has_python(lines) else []
        findings += found
        left.append(_outside(lines, found))
    for lines in left:
        findings += read_lone(lines, asked=asked)
    findings = _merged(sorted(findings, key=lambda error: error.start))
    sentences = [] if findings else [s for lines in left for s in read_sentences(lines)]
    return Report(
        text=text,
        errors=_raised(findings),
        ranking=tuple(rank(findings)),
        sentences=_raised(sentences),
        environment=read_environment(text) if findings or sentences else {},
    )


#: What stands in every text that has a Python traceback, a chain or a group in it.
PYTHON_SIGNS = ('File "', "Traceback", "e above exception", "+-+----")


def _has_python(lines: Sequence[Line]) -> bool:
    return any(sign in line.text for line in lines for sign in PYTHON_SIGNS)


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
    below: dict[int, list[Finding]] = {}
    for error in findings:
        if error.parent is not None:
            below.setdefault(id(error.parent), []).append(error)

    def identity(error: Finding) -> tuple[object, ...]:
        frames = tuple(error.frames)
        under = tuple(identity(each) for each in below.get(id(error), ()))
        return (error.exc_type, error.message.rstrip(), frames, error.link, under)

    first: dict[tuple[object, ...], Finding] = {}
    repeats: set[int] = set()

    def drop(error: Finding) -> None:
        repeats.add(id(error))
        for each in below.get(id(error), ()):
            drop(each)

    for error in findings:
        if error.parent is None:
            seen = first.setdefault(identity(error), error)
            if seen is not error:
                seen.count += 1
                drop(error)
    return [error for error in findings if id(error) not in repeats]


def _raised(findings: Sequence[Finding]) -> tuple[RaisedError, ...]:
    places = {id(error): index for index, error in enumerate(findings)}
    return tuple(
        RaisedError(
            exc_type=error.exc_type,
            message=error.message,
            frames=tuple(error.frames),
            language=error.language,
            span=(error.start, error.end),
            parent=None if error.parent is None else places.get(id(error.parent)),
            link=error.link,
            count=error.count,
        )
        for error in findings
    )
