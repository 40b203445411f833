"""Django's debug page, copied as text: the class and the message stand under the traceback."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from catalog.models import Frame
from catalog.paste.findings import Finding, capped

if TYPE_CHECKING:
    from collections.abc import Sequence

    from catalog.paste.findings import Line

KIND = re.compile(r"\s*Exception Type:\s*(?P<type>[\w.]+)(?: at (?P<path>\S+))?\s*$")
VALUE = re.compile(r"\s*Exception Value:\s*(?P<message>.*)$")
LOCATION = re.compile(
    r"\s*Exception Location:\s*(?P<file>.+?),? (?:line (?P<line>\d+))?,? in (?P<name>[^,]+?)"
    r"(?:, line (?P<after>\d+))?\s*$"
)
FRAME = re.compile(r'\s*File "(?P<file>[^"]*)"(?:, line (?P<line>\d+))?,? in (?P<name>\S+)\s*$')
#: Older pages have the number before the source: `  55.   response = get_response(request)`.
NUMBERED = re.compile(r"\s*(?P<line>\d+)\.\s+(?P<source>\S.*)$")
FIELD = re.compile(
    r"\s*(?:Exception \w+|Request \w+|Django Version|Python \w+|Traceback.*|Raised during|"
    r"Server time):"
)
#: The heading, when the page was copied from its top: `OperationalError at /shop/`.
HEADING = re.compile(r"(?P<type>[A-Z]\w*) at (?P<path>/\S*)\s*$")


def read(lines: Sequence[Line]) -> list[Finding]:
    """The error of the page, with the frames of its traceback or its location alone."""
    kind = value = location = None
    kind_at = value_at = 0
    for index, line in enumerate(lines):
        if kind is None and (kind := KIND.match(line.text)):
            kind_at = index
        elif value is None and (value := VALUE.match(line.text)):
            value_at = index
        elif location is None:
            location = LOCATION.match(line.text)
    if kind is None or value is None:
        return []
    frames, first = _frames(lines)
    if not frames and location is not None:
        number = location["line"] or location["after"]
        frames = [Frame(location["file"], int(number) if number else None, location["name"])]
    message, last = _message(lines, value, value_at)
    first = min(first, kind_at, _heading(lines, kind["type"], kind_at))
    last = max(last, kind_at)
    return [
        Finding(
            kind["type"], message, capped(frames), "python", lines[first].start, lines[last].end
        )
    ]


def _frames(lines: Sequence[Line]) -> tuple[list[Frame], int]:
    frames: list[Frame] = []
    first = len(lines) - 1
    for index, line in enumerate(lines):
        if found := FRAME.match(line.text):
            first = min(first, index)
            number = int(found["line"]) if found["line"] else None
            frames.append(Frame(found["file"], number, found["name"]))
        elif frames and frames[-1].line is None and line.text.strip(" \t^~"):
            if numbered := NUMBERED.match(line.text):
                number = frames[-1].lineno or int(numbered["line"])
                frames[-1] = frames[-1]._replace(lineno=number, line=numbered["source"].strip())
            elif line.text.startswith("    "):
                frames[-1] = frames[-1]._replace(line=line.text.strip())
    while first and lines[first - 1].text.lstrip().startswith("Traceback"):
        first -= 1
    return frames, first


def _message(lines: Sequence[Line], value: re.Match[str], at: int) -> tuple[str, int]:
    parts = [value["message"]] if value["message"].strip() else []
    index = at + 1
    while index < len(lines) and not FIELD.match(lines[index].text) and not lines[index].bound:
        if not lines[index].text.strip() and parts:
            break
        if lines[index].text.strip():
            parts.append(lines[index].text.strip() if not parts else lines[index].text)
        index += 1
    return "\n".join(parts), index - 1


def _heading(lines: Sequence[Line], kind: str, before: int) -> int:
    for index in range(before):
        heading = HEADING.match(lines[index].text)
        if heading and heading["type"] == kind:
            return index
    return before
