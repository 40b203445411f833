"""C and C++: uncaught exceptions, sanitizers, failed assertions; CUDA and NCCL lines."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from catalog.models import Frame
from catalog.paste import endings
from catalog.paste.findings import Finding, capped

if TYPE_CHECKING:
    from collections.abc import Sequence

    from catalog.paste.findings import Line

THROWN = re.compile(r".*?terminate called after throwing an instance of '(?P<type>[^']*)'\s*$")
WHAT = re.compile(r"\s*what\(\):\s+(?P<message>.*)$")
BARE = re.compile(r".*?terminate called (?:without an active exception|recursively)\s*$")
LIBCXX = re.compile(
    r".*?terminating (?:due to|with) uncaught exception of type (?P<type>[\w:<>, ]+?)(?:: "
    r"(?P<message>.*))?$"
)
SANITIZER = re.compile(r".*?(?:==\d+==\s?ERROR|WARNING): (?P<type>\w+Sanitizer): (?P<message>.*)$")
#: What follows the address in the first line is of this run only.
REGISTERS = re.compile(r" at pc 0x.*| \(pc 0x.*| \(pid=\d+\)")
UNDEFINED = re.compile(
    r"(?P<file>[^\s:][^:\n]*):(?P<line>\d+):\d+: (?P<type>runtime error): (?P<message>.*)$"
)
FRAME = re.compile(
    r"\s*#\d+ 0x[0-9a-f]+ (?:in )?(?P<name>.+?)(?: (?P<file>[^\s()]+?)(?::(?P<line>\d+))?"
    r"(?::\d+)?| \([^()]*\))*\s*$"
)
ASSERTION = re.compile(
    r"(?:(?P<program>\S+): )?(?P<file>[^\s:]+\.\w+):(?P<line>\d+): (?P<name>.+?): "
    r"(?P<message>Assertion [`'].*' failed\.?)\s*$"
)
DEVICE = re.compile(
    r"(?P<file>[^\s:]+\.\w+):(?P<line>\d+): (?P<name>.+?): (?:block: .*?thread: \S+ )?"
    r"(?P<message>Assertion `.*` failed\.?)\s*$"
)
GLIBC = re.compile(
    r"(?:\*\*\* )?(?P<message>stack smashing detected|(?:double )?free\(\): [a-z ]+|"
    r"malloc\(\): [a-z ()]+|corrupted [a-z. ]+|munmap_chunk\(\): [a-z ]+|"
    r"double free or corruption.*?)(?: \*\*\*.*)?$"
)
#: What follows the message of an exception that was not caught.
NO_MESSAGE = re.compile(
    r"Aborted|Fatal Python error|Exception raised from|\[|\*\*\*|SIGABRT|Received|Current thread|="
)
NCCL = re.compile(r"(?:.*?\[\d+\] )?(?P<type>NCCL (?:WARN|ERROR)) (?P<message>\S.*)$")
CUDA = re.compile(
    r"(?:.{0,120}?[\])|>] )?(?P<type>CUDA error|CUDA Error|Cuda error|CUDA kernel error|"
    r"cuBLAS error|CUDNN error|"
    r"NCCL error|nccl\w+Error|cudaError\w*|CUDA driver error|CUDA runtime error)"
    r"(?:: | (?=at |in |\())(?P<message>\S.*)$"
)


def read(lines: Sequence[Line]) -> list[Finding]:
    """What killed a native program, or what a sanitizer or the GPU's libraries found."""
    found: list[Finding] = []
    index = 0
    while index < len(lines):
        error, index = _read(lines, index)
        if error is not None:
            found.append(error)
    return found


def _read(lines: Sequence[Line], index: int) -> tuple[Finding | None, int]:
    line = lines[index]
    text = line.text
    if len(text) > 50_000:
        return None, index + 1
    if thrown := THROWN.match(text):
        return _thrown(lines, index, thrown)
    if found := SANITIZER.match(text):
        return _sanitizer(lines, index, found)
    if found := LIBCXX.match(text):
        return _finding(line, found["type"], found["message"] or ""), index + 1
    if BARE.match(text):
        return _finding(line, None, text.strip()), index + 1
    if found := UNDEFINED.match(text) or ASSERTION.match(text) or DEVICE.match(text):
        kind = found["type"] if "type" in found.re.groupindex else "Assertion"
        name = found["name"] if "name" in found.re.groupindex else None
        frame = Frame(found["file"], int(found["line"]), name)
        return _finding(line, kind, found["message"].rstrip(), [frame]), index + 1
    if found := NCCL.match(text) or CUDA.match(text):
        return _finding(line, found["type"], found["message"]), index + 1
    if (found := GLIBC.match(text)) and not line.bound:
        return _finding(line, None, found["message"]), index + 1
    return None, index + 1


def _finding(
    line: Line, kind: str | None, message: str, frames: list[Frame] | None = None
) -> Finding:
    return Finding(kind, message, frames or [], "c++", line.start, line.end)


def _thrown(lines: Sequence[Line], index: int, thrown: re.Match[str]) -> tuple[Finding | None, int]:
    parts: list[str] = []
    end = index + 1
    if end < len(lines) and (what := WHAT.match(lines[end].text)):
        parts.append(what["message"])
        end += 1
        while end < len(lines) and _goes_on(lines[end]):
            parts.append(lines[end].text)
            end += 1
    error = Finding(
        thrown["type"], "\n".join(parts).rstrip(), [], "c++", lines[index].start, lines[end - 1].end
    )
    return error, end


def _goes_on(line: Line) -> bool:
    stripped = line.text.strip()
    if not stripped or line.bound or endings.ends_message(stripped, line.text, after_gap=True):
        return False
    return not NO_MESSAGE.match(stripped)


def _sanitizer(
    lines: Sequence[Line], index: int, found: re.Match[str]
) -> tuple[Finding | None, int]:
    """The first stack of a report is where it happened; further ones tell of the memory's past."""
    frames: list[Frame] = []
    end = index + 1
    while end < len(lines) and not frames and end - index < 12:
        while end < len(lines) and (frame := FRAME.match(lines[end].text)):
            number = int(frame["line"]) if frame["line"] else None
            frames.append(Frame(frame["file"] or "", number, frame["name"]))
            end += 1
        end += not frames
    message = REGISTERS.sub("", found["message"]).rstrip()
    last = end if frames else index + 1
    error = Finding(
        found["type"],
        message,
        capped(reversed(frames)),
        "c++",
        lines[index].start,
        lines[min(last, len(lines)) - 1].end,
    )
    return error, last
