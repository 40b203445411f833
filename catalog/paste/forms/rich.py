"""Tracebacks that rich draws: a box of frames and source, the class line under it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from catalog.models import Frame
from catalog.paste.chains import CHAIN
from catalog.paste.findings import Finding, capped
from catalog.paste.messages import read_message
from catalog.paste.names import class_line

if TYPE_CHECKING:
    from collections.abc import Sequence

    from catalog.models import Link
    from catalog.paste.findings import Line

TOP = re.compile(r"\s*[╭┌+][─-].*Traceback \(most recent call last\).*[─-][╮┐+]?\s*$")
#: The box around the source of a SyntaxError, and those around the members of a group.
PLAIN_TOP = re.compile(r"\s*[╭┌][─]{8,}[╮┐]\s*$")
MEMBER_TOP = re.compile(r"\s*[╭┌]─+ Sub-exception #\d+ ─+[╮┐]\s*$")
BOTTOM = re.compile(r"\s*[╰└+][─-]{8,}[╯┘+]?\s*$")
SIDE = re.compile(r"\s*[│|] ?(?P<inside>.*?)\s*[│|]?\s*$")
FRAME = re.compile(r"(?P<file>\S.*?):(?P<line>\d+)(?: in (?P<name>\S+))?$")
#: `❱  7 │   return x`; an ASCII terminal has ">".
ARROW = re.compile(r"\s*[❱>] ?\s*(?P<line>\d+) ?[│|]?\s*(?P<source>.*)$")
#: Lines of a box inside the box (locals), of numbered source, or of nothing.
INNER = re.compile(r"\s*(?:[╭╰│┌└]|\d+ |\d+$|$)|\s{2,}\S")


def read(lines: Sequence[Line]) -> list[Finding]:
    """The errors under the boxes; the top of the first box may be cut off."""
    found: list[Finding] = []
    pending: Link | None = None
    index = 0
    while index < len(lines):
        text = lines[index].text
        if not (TOP.match(text) or _is_arrow(text) or _is_frame(text)):
            pending = CHAIN.get(text.strip(), pending)
            index += 1
            continue
        errors, end = _box(lines, index)
        if errors:
            if pending is not None and found:
                found[-1].parent, found[-1].link = errors[0], pending
            found += errors
            pending = None
        index = max(end, index + 1)
    return found


def _is_arrow(text: str) -> bool:
    return "❱" in text and ARROW.match(_inside(text)) is not None


def _is_frame(text: str) -> bool:
    inside = _inside(text)
    return text.lstrip()[:1] == "│" and not INNER.match(inside) and FRAME.match(inside) is not None


def _inside(text: str) -> str:
    side = SIDE.match(text)
    return side["inside"] if side else text


def _box(lines: Sequence[Line], index: int) -> tuple[list[Finding], int]:
    start, at = index, index
    width = max(len(lines[index].text.rstrip()), 20)
    frames: list[Frame] = []
    wrapped = ""
    while at < len(lines) and not BOTTOM.match(lines[at].text):
        text = lines[at].text
        if text.strip() and not (SIDE.match(text) or TOP.match(text)):
            return [], at
        inside = "" if TOP.match(text) else _inside(text)
        if arrow := ARROW.match(inside):
            _add_source(frames, arrow)
            wrapped = ""
        elif INNER.match(inside):
            wrapped = ""
        else:
            wrapped += inside
            if frame := FRAME.match(wrapped):
                frames.append(Frame(frame["file"], int(frame["line"]), frame["name"]))
                wrapped = ""
        at += 1
    return _under(lines, start, at + 1, frames, width)


def _add_source(frames: list[Frame], arrow: re.Match[str]) -> None:
    if frames and frames[-1].lineno == int(arrow["line"]) and frames[-1].line is None:
        frames[-1] = frames[-1]._replace(line=arrow["source"].strip() or None)


def _under(
    lines: Sequence[Line], start: int, at: int, frames: list[Frame], width: int
) -> tuple[list[Finding], int]:
    """The class line under a box, put together again where the terminal's width broke it."""
    at = _first_filled(lines, at)
    if at < len(lines) and PLAIN_TOP.match(lines[at].text):
        at = _first_filled(lines, _source_box(lines, at + 1, frames))
    parts = class_line(lines[at].text.rstrip(), strong=False) if at < len(lines) else None
    if parts is None:
        return [], at
    message, end = read_message(
        lines,
        at + 1,
        lines[at].text.rstrip(),
        lambda text: text.strip() in CHAIN or text.lstrip()[:1] in ("╭", "┌"),
    )
    whole = class_line(_unwrapped(message, width), strong=False) or parts
    first, last = lines[start].start, lines[end - 1].end
    error = Finding(whole.exc_type, whole.message or "", capped(frames), "python", first, last)
    members, end = _members(lines, end, error)
    return [error, *members], end


def _first_filled(lines: Sequence[Line], at: int) -> int:
    while at < len(lines) and not lines[at].text.strip():
        at += 1
    return at


def _source_box(lines: Sequence[Line], at: int, frames: list[Frame]) -> int:
    """Where the box with the line that does not parse ends; it may say of which file it is."""
    while at < len(lines) and not BOTTOM.match(lines[at].text):
        if found := FRAME.match(_inside(lines[at].text)):
            frames.append(Frame(found["file"], int(found["line"]), found["name"]))
        at += 1
    return at + 1


def _members(lines: Sequence[Line], at: int, group: Finding) -> tuple[list[Finding], int]:
    """The members of a group, each in a box of its own that may hold boxes again."""
    found: list[Finding] = []
    while (top := _first_filled(lines, at)) < len(lines) and MEMBER_TOP.match(lines[top].text):
        at, depth, inner = top + 1, 1, []
        while at < len(lines):
            depth += (lines[at].text.lstrip()[:1] == "╭") - (lines[at].text.lstrip()[:1] == "╰")
            if not depth:
                break
            inner.append(lines[at]._replace(text=_inside(lines[at].text)))
            at += 1
        at += 1
        members = read(inner) or _named(inner)
        for member in members:
            if member.parent is None:
                member.parent, member.link = group, "member"
        found += members
    return found, at


def _named(lines: Sequence[Line]) -> list[Finding]:
    """A member that was never raised has a class line only."""
    at = _first_filled(lines, 0)
    parts = class_line(lines[at].text.rstrip(), strong=False) if at < len(lines) else None
    if parts is None:
        return []
    return [
        Finding(parts.exc_type, parts.message or "", [], "python", lines[at].start, lines[at].end)
    ]


def _unwrapped(message: str, width: int) -> str:
    """Lines joined where the next word would not have fitted behind the last one."""
    joined: list[str] = []
    last = 0
    for line in message.split("\n"):
        word = line.split(" ", 1)[0]
        if joined and word and last + 1 + len(word) > width:
            joined[-1] += " " + line.rstrip()
        else:
            joined.append(line.rstrip())
        last = len(line.rstrip())
    return "\n".join(joined)
