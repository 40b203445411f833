"""Python's faulthandler: fatal errors and timeouts, whose stacks have the last call first."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from catalog.models import Frame
from catalog.paste.findings import Finding, capped

if TYPE_CHECKING:
    from collections.abc import Sequence

    from catalog.paste.findings import Line

FATAL = re.compile(r"\s*(?P<type>Fatal Python error|Windows fatal exception): (?P<message>.*)$")
TIMEOUT = re.compile(r"\s*(?P<message>Timeout \(\d+:\d\d:\d\d(?:\.\d+)?\)!)\s*$")
THREAD = re.compile(
    r"\s*(?P<current>Current thread|Thread) 0x[0-9a-fA-F]+"
    r"(?: \[[^\]]*\])?.*\(most recent call first\):"
)
FRAME = re.compile(r'\s*File "(?P<file>.*)", line (?P<line>\d+|\?\?\?) in (?P<name>.*)$')
BETWEEN = re.compile(
    r"\s*(?:Python runtime state: |Extension modules: |<no Python frame>|\.\.\.|$)"
)


def read(lines: Sequence[Line]) -> list[Finding]:
    """Fatal errors and timeouts; a dump of threads without one is no error.

    The frames are those of the current thread, or of the first one where none is said to be.
    """
    found = []
    index = 0
    while index < len(lines):
        text = lines[index].text
        head = FATAL.match(text) or TIMEOUT.match(text)
        if head is None:
            index += 1
            continue
        kind = head["type"] if "type" in head.re.groupindex else "Timeout"
        frames, end = _threads(lines, index + 1)
        found.append(
            Finding(
                kind,
                head["message"].rstrip(),
                frames,
                "python",
                lines[index].start,
                lines[end - 1].end,
            )
        )
        index = end
    return found


def _threads(lines: Sequence[Line], index: int) -> tuple[list[Frame], int]:
    first: list[Frame] | None = None
    end = index
    while index < len(lines):
        text = lines[index].text
        if thread := THREAD.match(text):
            frames, index = _stack(lines, index + 1)
            if first is None or thread["current"].startswith("Current"):
                first = frames
            end = index
        elif BETWEEN.match(text):
            index += 1
        else:
            break
    return capped(reversed(first or [])), end


def _stack(lines: Sequence[Line], index: int) -> tuple[list[Frame], int]:
    frames = []
    while index < len(lines) and (frame := FRAME.match(lines[index].text)):
        number = int(frame["line"]) if frame["line"].isdecimal() else None
        frames.append(Frame(frame["file"], number, frame["name"].rstrip()))
        index += 1
    return frames, index
