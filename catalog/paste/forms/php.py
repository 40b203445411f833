"""PHP: uncaught errors with their stack traces, `Next` chains, and Laravel's log form."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from catalog.models import Frame
from catalog.paste.findings import Finding, capped

if TYPE_CHECKING:
    from collections.abc import Sequence

    from catalog.paste.findings import Line

_CLASS = r"(?P<type>\\?[A-Za-z_]\w*(?:\\\w+)*)"
UNCAUGHT = re.compile(
    rf".{{0,300}}?(?:PHP )?Fatal error:\s+Uncaught (?:exception )?'?{_CLASS}'?(?:: |"
    rf" with message )(?P<message>.*)$"
)
NEXT = re.compile(rf"\s*Next {_CLASS}: (?P<message>.*)$")
LARAVEL = re.compile(
    rf".*?\[object\] \({_CLASS}\(code: -?\w+\): (?P<message>.*) at (?P<file>[^\s()]+?):"
    rf"(?P<line>\d+)\)\s*$"
)
#: The place behind the message: ` in /app/a.php:4`.
PLACE = re.compile(r"(?P<message>.*) in (?P<file>\S[^:\n]*?)(?::| on line )(?P<line>\d+)\s*$")
PLAIN = re.compile(
    r".{0,300}?\b(?P<type>(?:PHP )?(?:Fatal|Parse) error):\s+(?P<message>.*) in "
    r"(?P<file>\S+) on line (?P<line>\d+)\s*$"
)
TRACE = re.compile(r"\s*(?:Stack trace:|\[stacktrace\])\s*$")
CALL = re.compile(
    r"\s*#\d+ (?:(?P<file>.+?)\((?P<line>\d+)\)|\[internal function\]|(?P<main>\{main\}))"
    r"(?:: (?P<name>[^(]*)\()?"
)
THROWN = re.compile(r"\s*thrown in (?P<file>\S.*) on line (?P<line>\d+)\s*$")
MOST_LINES = 100


def read(lines: Sequence[Line]) -> list[Finding]:
    """The errors that ended a PHP script; of a chain PHP prints what came first, first."""
    found: list[Finding] = []
    index = 0
    while index < len(lines):
        text = lines[index].text
        if len(text) > 50_000:
            index += 1
        elif head := UNCAUGHT.match(text) or NEXT.match(text):
            error, index = _uncaught(lines, index, head)
            if found and text.lstrip().startswith("Next "):
                found[-1].parent, found[-1].link = error, "cause"
            found.append(error)
        elif head := LARAVEL.match(text) or PLAIN.match(text):
            site = Frame(head["file"], int(head["line"]))
            frames, end = _trace(lines, index + 1, site)
            found.append(
                Finding(
                    head["type"].removeprefix("PHP ").lstrip("\\").replace("\\\\", "\\"),
                    head["message"].replace('\\"', '"'),  # Laravel's context is JSON, cut off here
                    frames,
                    "php",
                    lines[index].start,
                    lines[end - 1].end,
                )
            )
            index = end
        else:
            index += 1
    return found


def _uncaught(lines: Sequence[Line], index: int, head: re.Match[str]) -> tuple[Finding, int]:
    """The message up to its place, which may stand some lines further down."""
    start = index
    parts = [head["message"]]
    site: Frame | None = None
    while True:
        if place := PLACE.match(parts[-1]):
            parts[-1] = place["message"]
            site = Frame(place["file"], int(place["line"]))
            break
        if (
            index + 1 >= len(lines)
            or TRACE.match(lines[index + 1].text)
            or index - start > MOST_LINES
        ):
            break
        index += 1
        parts.append(lines[index].text)
    frames, end = _trace(lines, index + 1, site)
    message = "\n".join(parts).strip("'")
    kind = head["type"].lstrip("\\")
    return Finding(kind, message, frames, "php", lines[start].start, lines[end - 1].end), end


def _trace(lines: Sequence[Line], index: int, site: Frame | None) -> tuple[list[Frame], int]:
    """The frames, outermost first. A line names the function that was called at its place."""
    places: list[Frame] = [site] if site else []
    end = index
    if index < len(lines) and TRACE.match(lines[index].text):
        index += 1
        while index < len(lines) and (call := CALL.match(lines[index].text)):
            if places:
                places[-1] = places[-1]._replace(
                    name=call["name"] or ("{main}" if call["main"] else None)
                )
            if call["file"]:
                places.append(Frame(call["file"], int(call["line"])))
            index += 1
        end = index
    if index < len(lines) and (thrown := THROWN.match(lines[index].text)):
        end = index + 1
        if not places:
            places.append(Frame(thrown["file"], int(thrown["line"])))
    return capped(reversed(places)), end
