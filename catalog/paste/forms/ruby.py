"""Ruby: `file:line:in 'method': message (Class)`, then `from` lines; and Rails' log form."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from catalog.models import Frame
from catalog.paste.findings import Finding, capped

if TYPE_CHECKING:
    from collections.abc import Sequence

    from catalog.paste.findings import Line

_PLACE = r"(?P<file>[^\s:][^:\n]*?):(?P<line>\d+)(?::in [`'](?P<name>[^\n]*?)')?"
_CLASS = r"(?P<type>[A-Z]\w*(?:::\w+)*)"
HEAD = re.compile(rf"\s*(?:Traceback .*|\d+: )?{_PLACE}: (?P<message>.*) \({_CLASS}\)\s*$")
OPEN = re.compile(rf"\s*{_PLACE}: (?P<message>.*)$")
FROM = re.compile(rf"\s+(?:\d+: )?from {_PLACE}\s*$")
CALL = re.compile(rf"\s*{_PLACE}\s*$")
#: `NoMethodError (undefined method 'x' for nil):`, an empty line, then places innermost first.
RAILS = re.compile(rf"\s*{_CLASS} \((?P<message>.*)\):\s*$")
HEAD_END = re.compile(rf"(?P<message>.*) \({_CLASS}\)\s*$")


def read(lines: Sequence[Line]) -> list[Finding]:
    """The errors of Ruby; a cause is printed behind the error that it led to."""
    found: list[Finding] = []
    index = 0
    while index < len(lines):
        text = lines[index].text
        if len(text) < 20_000 and (head := HEAD.match(text)) and head["name"] is not None:
            error, end = _error(lines, index, head)
            if found and found[-1].end + 2 >= error.start:
                error.parent, error.link = found[-1], "cause"
            found.append(error)
            index = end
        elif len(text) < 20_000 and (rails := RAILS.match(text)):
            frames, end = _places(lines, index + 1)
            if frames:
                found.append(
                    Finding(
                        rails["type"],
                        rails["message"],
                        frames,
                        "ruby",
                        lines[index].start,
                        lines[end - 1].end,
                    )
                )
            index = max(end, index + 1)
        else:
            index += 1
    return found


def _error(lines: Sequence[Line], index: int, head: re.Match[str]) -> tuple[Finding, int]:
    frames = [Frame(head["file"], int(head["line"]), head["name"])]
    start, message = lines[index].start, [head["message"]]
    end = index = index + 1
    while index < len(lines) and not lines[index].bound and index - end < 40:
        text = lines[index].text
        if place := FROM.match(text):
            frames.append(Frame(place["file"], int(place["line"]), place["name"]))
            end = index + 1
        elif HEAD.match(text) or (len(frames) > 1 and text.strip()):
            break
        elif len(frames) == 1 and text.strip():
            message.append(text)
        elif len(frames) == 1 and not text.strip():
            message.append("")
        index += 1
    if len(frames) == 1:
        message = message[:1]
    text = "\n".join(message).split("\n\n")[0]
    return Finding(
        head["type"], text, capped(reversed(frames)), "ruby", start, lines[end - 1].end
    ), end


def _places(lines: Sequence[Line], index: int) -> tuple[list[Frame], int]:
    frames: list[Frame] = []
    end = index
    while index < len(lines):
        text = lines[index].text
        if place := (CALL.match(text) if ":in " in text else None):
            frames.append(Frame(place["file"], int(place["line"]), place["name"]))
            end = index + 1
        elif text.strip():
            break
        index += 1
    return capped(reversed(frames)), end
