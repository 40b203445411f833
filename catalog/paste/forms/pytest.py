"""pytest: failures in its long and short styles, one-line style, and the short summary alone."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from catalog.models import Frame
from catalog.paste.chains import CHAIN
from catalog.paste.findings import Finding, capped
from catalog.paste.names import class_line

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from catalog.models import Link
    from catalog.paste.findings import Line

SECTION = re.compile(r"_{3,} (?P<title>\S.*?) _{3,}\s*$")
RULE = re.compile(r"={3,}(?: .* )?={3,}\s*$")
CAPTURED = re.compile(r"-{3,} (?:Captured|generated|live) ?.*-{3,}\s*$")
#: `test_cart.py:5: in test_total` (short), `test_cart.py:5: KeyError` (long, the last of a stack),
#: `test_cart.py:5: ` (long, the others).
PLACE = re.compile(
    r"(?P<file>[^\s:][^:\n]*\.\w+|<[\w ]+>):(?P<line>\d+): ?(?:in (?P<name>\S+)|"
    r"(?P<type>[A-Za-z_][\w.]*))?\s*$"
)
#: --tb=line: `/app/test_cart.py:11: AssertionError: 1 is odd`.
ONE_LINE = re.compile(
    r"(?P<file>[^\s:][^:\n]*\.py):(?P<line>\d+): (?P<rest>[A-Za-z_][\w.]*(?:: .*|$))"
)
RAISED = re.compile(r"E(?:   (?P<text>.*)|\s*)$")
SOURCE = re.compile(r">(?P<text>\s.*)$")
DEFINED = re.compile(r"[> ]\s+(?:async )?def (?P<name>\w+)\(")
SUMMARY = re.compile(
    r"(?P<lead>FAILED|ERROR) (?P<file>[^\s:]+\.py)(?:::(?P<test>.*?))? - (?P<rest>[A-Za-z_].*)$"
)


def read(lines: Sequence[Line]) -> list[Finding]:
    """The failures by section; the one-line styles only where there are no sections."""
    found = [
        error
        for title, start, end in _sections(lines)
        for error in _failures(lines, title, start, end)
    ]
    return found or list(_one_liners(lines))


def _sections(lines: Sequence[Line]) -> Iterator[tuple[str, int, int]]:
    """Title, first line and end of each section; the part of a report whose top is cut has none."""
    title, start = "", 0
    for index, line in enumerate(lines):
        section = SECTION.match(line.text)
        if section or RULE.match(line.text) or CAPTURED.match(line.text):
            yield title, start, index
            title, start = (section["title"] if section else ""), index + 1
    yield title, start, len(lines)


def _failures(lines: Sequence[Line], title: str, start: int, end: int) -> list[Finding]:
    found: list[Finding] = []
    frames: list[Frame] = []
    pending: Link | None = None
    source = name = None
    first = start
    index = start
    while index < end:
        text = lines[index].text
        if RAISED.match(text):
            error, index = _raised(lines, index, end, frames, (source, name or _function(title)))
            if error is not None:
                error.start, error.introduction = lines[max(first - 1, 0)].start, title
                if pending and found:
                    found[-1].parent, found[-1].link = error, pending
                found.append(error)
            frames, source, name, first, pending = [], None, None, index, None
            continue
        if place := PLACE.match(text):
            frames.append(
                Frame(
                    place["file"],
                    int(place["line"]),
                    place["name"] or name or _function(title),
                    source,
                )
            )
            source = name = None
        elif line := SOURCE.match(text):
            source = line["text"].strip()
            if defined := DEFINED.match(text):
                name = defined["name"]
        elif defined := DEFINED.match(text):
            name = defined["name"]
        elif frames and frames[-1].line is None and text.startswith("    ") and text.strip(" ~^"):
            frames[-1] = frames[-1]._replace(line=text.strip())
        pending = CHAIN.get(text.strip(), pending)
        index += 1
    return found


def _function(title: str) -> str | None:
    """`Cart.test_total[2]` -> `test_total`; a section about a fixture or a file names none."""
    return None if " " in title or not title else title.partition("[")[0].rpartition(".")[2]


def _raised(
    lines: Sequence[Line],
    index: int,
    end: int,
    frames: list[Frame],
    inner: tuple[str | None, str | None],
) -> tuple[Finding | None, int]:
    """The E lines, and the place under them in the long style."""
    parts = []
    while index < end and (raised := RAISED.match(lines[index].text)):
        parts.append((raised["text"] or "").rstrip())
        index += 1
    last, kind = index, None
    after = index
    while after < end and not lines[after].text.strip():
        after += 1
    if after < end and (place := PLACE.match(lines[after].text)) and place["type"]:
        frames.append(Frame(place["file"], int(place["line"]), inner[1], inner[0]))
        kind = place["type"]
        last = index = after + 1
    named = class_line(parts[0].lstrip(), strong=False) if parts else None
    if not frames:
        frames, last = _one_line_below(lines, index, end)
    if named is not None and kind is not None and not named.exc_type.endswith(kind):
        named = None
    if named is None and kind is None and not frames:
        return None, index
    exc_type = named.exc_type if named else kind or "AssertionError"
    message = [named.message or "" if named else parts[0].lstrip(), *_dedented(parts[1:])]
    return Finding(
        exc_type, "\n".join(message), capped(frames), "python", 0, lines[last - 1].end
    ), index


def _one_line_below(lines: Sequence[Line], index: int, end: int) -> tuple[list[Frame], int]:
    """The place that --tb=line prints under the E lines and what they compare."""
    for at in range(index, min(index + 8, end)):
        if found := ONE_LINE.match(lines[at].text):
            return [Frame(found["file"], int(found["line"]))], at + 1
        if RAISED.match(lines[at].text):
            break
    return [], index


def _dedented(parts: list[str]) -> list[str]:
    """The further E lines, moved left as far as the first of them that is not about values."""
    least = min((len(part) - len(part.lstrip(" ")) for part in parts if part.strip()), default=0)
    return [part[least:] for part in parts]


def _one_liners(lines: Sequence[Line]) -> Iterator[Finding]:
    """--tb=line, or the short summary alone, whose messages pytest cuts to the terminal's width."""
    placed = False
    for line in lines:
        text = line.text
        if (found := ONE_LINE.match(text)) and (named := class_line(found["rest"], strong=True)):
            placed = True
            frame = Frame(found["file"], int(found["line"]))
            yield Finding(
                named.exc_type, named.message or "", [frame], "python", line.start, line.end
            )
        elif not placed and (found := SUMMARY.match(text)):
            named = class_line(found["rest"], strong=True)
            if named is None:
                continue
            yield Finding(
                named.exc_type,
                named.message or "",
                language="python",
                start=line.start,
                end=line.end,
                introduction=f"{found['lead']} {found['test'] or ''}",
            )
