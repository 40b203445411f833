"""Go: panics and fatal errors of the runtime, with the stack of the goroutine that failed."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from catalog.models import Frame
from catalog.paste.findings import Finding, capped
from catalog.paste.messages import read_message

if TYPE_CHECKING:
    from collections.abc import Sequence

    from catalog.paste.findings import Line

HEAD = re.compile(r"(?P<lead>.{0,200}?\b)?(?P<type>panic|fatal error): (?P<message>.*)$")
#: net/http recovers what a handler panics with, and logs it.
SERVED = re.compile(r".{0,100}http: (?P<type>panic) serving \S+: (?P<message>.*)$")
START = re.compile(r"\s*(?P<type>panic|fatal error): (?P<message>.*)$")
GOROUTINE = re.compile(r"\s*goroutine \d+(?: gp=\S+)?(?: m=\S+)?(?: mp=\S+)? \[[^\]]*\]:?\s*$")
CALL = re.compile(
    r"\s*(?:created by )?(?P<name>[\w./*()\[\]·-]+?(?:\.func\d+(?:\.\d+)*)?)(?:\("
    r"(?P<arguments>[^()]*(?:\{[^}]*\}[^()]*)*|\.\.\.)\))?(?: in goroutine \d+)?\s*$"
)
PLACE = re.compile(
    r"\s+(?P<file>(?:[A-Za-z]:)?[^\s:]+\.(?:go|s|c)):(?P<line>\d+)(?: \+0x[0-9a-f]+)?\s*$"
)
#: The machinery of panicking, which is no part of what failed.
MACHINERY = re.compile(
    r"panic$|runtime\.(?:gopanic|panic\w*|sigpanic|throw|fatal\w*|goPanic\w*|systemstack\w*|"
    r"raisebadsignal)$"
)
SIGNS = re.compile(r"\s*(?:goroutine \d+|\[signal |goroutine running|exit status \d)")
#: What the runtime itself says; it needs no goroutine behind it to be believed.
RUNTIME = (
    "runtime error: ",
    "all goroutines are asleep",
    "concurrent map ",
    "assignment to entry in nil map",
    "send on closed channel",
    "close of ",
    "interface conversion: ",
    "stack overflow",
    "out of memory",
)
MOST_BEHIND = 60


def read(lines: Sequence[Line]) -> list[Finding]:
    """The panics that killed a program; the frames are those of the goroutine that had it."""
    found = []
    index = 0
    while index < len(lines):
        head = START.match(lines[index].text) or SERVED.match(lines[index].text)
        if head is None or not _is_panic(lines, index, head["message"]):
            index += 1
            continue
        start = index
        message, index = read_message(
            lines,
            index + 1,
            head["message"],
            lambda text: not text.strip() or SIGNS.match(text) is not None,
        )
        frames, end = _goroutine(lines, index)
        found.append(
            Finding(
                head["type"],
                message.removesuffix(" [recovered]"),
                frames=frames,
                language="go",
                start=lines[start].start + head.start("type"),
                end=lines[max(end, start + 1) - 1].end,
            )
        )
        index = max(end, start + 1)
    return found


def _is_panic(lines: Sequence[Line], index: int, message: str) -> bool:
    if message.startswith(RUNTIME):
        return True
    for line in lines[index + 1 : index + MOST_BEHIND]:
        if SIGNS.match(line.text):
            return True
        if START.match(line.text):
            return False
    return False


def _goroutine(lines: Sequence[Line], index: int) -> tuple[list[Frame], int]:
    """The frames of the first goroutine from here on, outermost first, and where they end."""
    while index < len(lines) and not GOROUTINE.match(lines[index].text):
        text = lines[index].text
        if (
            text.strip()
            and not SIGNS.match(text)
            and not text.lstrip().startswith(("panic: ", "runtime", "goroutine"))
        ):
            return [], index
        index += 1
    index += 1
    frames: list[Frame] = []
    while index + 1 < len(lines):
        call, place = CALL.match(lines[index].text), PLACE.match(lines[index + 1].text)
        if call is None or place is None:
            break
        frame = Frame(place["file"], int(place["line"]), call["name"])
        if frames or not MACHINERY.match(call["name"]):
            frames.append(frame)
        index += 2
    while frames and any(MACHINERY.match(frame.name or "") for frame in frames):
        last = max(i for i, frame in enumerate(frames) if MACHINERY.match(frame.name or ""))
        frames = frames[last + 1 :]
    return capped(reversed(frames)), min(index, len(lines))
