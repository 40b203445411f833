"""Rust: panics in both layouts, backtraces, anyhow's and eyre's "Caused by"."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from catalog.models import Frame
from catalog.paste.findings import Finding, capped
from catalog.paste.messages import read_message

if TYPE_CHECKING:
    from collections.abc import Sequence

    from catalog.paste.findings import Line

#: Since 1.73 the message stands under the place; before, in quotes between the words and the place.
NEW = re.compile(
    r".*?\bthread '(?P<thread>[^']*)'(?: \(\d+\))? panicked at (?P<file>[^\s'][^\n]*?):"
    r"(?P<line>\d+):\d+:\s*$"
)
OLD = re.compile(r".*?\bthread '(?P<thread>[^']*)'(?: \(\d+\))? panicked at '(?P<message>.*)$")
OLD_END = re.compile(r"(?P<message>.*)', (?P<file>[^\s']+?):(?P<line>\d+)(?::\d+)?\s*$")
NOTE = re.compile(r"\s*(?:note: |stack backtrace:|thread '|$)")
#: `   4: app::main`, then `             at ./src/main.rs:2:5`.
CALL = re.compile(r"\s*\d+:\s+(?:0x[0-9a-f]+ - )?(?P<name>\S.*?)\s*$")
PLACE = re.compile(r"\s+at (?P<file>\S+?):(?P<line>\d+)(?::\d+)?\s*$")
MACHINERY = re.compile(
    r"(?:rust_begin_unwind|__rustc::|_?_?rust_\w*|core::panicking|core::(?:option|result)::|std::"
    r"(?:panicking|rt|sys)|"
    r"<?std::|core::ops::function|main$|__libc_start|_start$|clone|start_thread|_rjem)"
)
FAILED = re.compile(r"\s*(?:Error|error): (?P<message>.+)$")
CAUSED = re.compile(r"\s*Caused by:\s*$")
CAUSE = re.compile(r"\s+(?:(?P<number>\d+): )?(?P<message>\S.*)$")

#: A chain that is longer was not written by a program.
MOST_CAUSES = 200


def read(lines: Sequence[Line]) -> list[Finding]:
    """The panics, and the errors that a program returned from its main."""
    found: list[Finding] = []
    index = 0
    while index < len(lines):
        text = lines[index].text
        if "panicked at" in text and len(text) < 100_000:
            error, index = _panic(lines, index)
            if error is not None:
                found.append(error)
        elif CAUSED.match(text):
            errors, index = _caused(lines, index)
            found += errors
        else:
            index += 1
    return found


def _panic(lines: Sequence[Line], index: int) -> tuple[Finding | None, int]:
    line = lines[index]
    if new := NEW.match(line.text):
        first = lines[index + 1].text if index + 1 < len(lines) else ""
        message, end = read_message(
            lines, index + 2, first, lambda text: NOTE.match(text) is not None
        )
        site = Frame(new["file"], int(new["line"]), None)
    elif old := OLD.match(line.text):
        message, end, place = _quoted(lines, index, old["message"])
        if place is None:
            return None, index + 1
        site = place
    else:
        return None, index + 1
    frames, end = _backtrace(lines, end, site)
    start = line.start + line.text.find("thread '")
    end = min(max(end, index + 1), len(lines))
    return Finding("panic", message, frames, "rust", start, lines[end - 1].end), end


def _quoted(lines: Sequence[Line], index: int, first: str) -> tuple[str, int, Frame | None]:
    """The message in quotes, which may go over several lines, and the place behind it."""
    parts = [first]
    for at in range(index, min(index + 200, len(lines))):
        if at > index:
            if OLD.match(lines[at].text):
                break
            parts.append(lines[at].text)
        if end := OLD_END.match(parts[-1]):
            parts[-1] = end["message"]
            return "\n".join(parts), at + 1, Frame(end["file"], int(end["line"]), None)
    return first, index + 1, None


def _backtrace(lines: Sequence[Line], index: int, site: Frame) -> tuple[list[Frame], int]:
    """The frames of a backtrace, outermost first; without one, the place of the panic alone."""
    while index < len(lines) and lines[index].text.lstrip().startswith("note: "):
        index += 1
    if index >= len(lines) or lines[index].text.strip() != "stack backtrace:":
        return [site], index
    index += 1
    frames: list[Frame] = []
    while index < len(lines) and (call := CALL.match(lines[index].text)):
        index += 1
        place = PLACE.match(lines[index].text) if index < len(lines) else None
        if place:
            index += 1
        of_rust = place is not None and place["file"].startswith("/rustc/")
        if not of_rust and not MACHINERY.match(call["name"]):
            file, line = (place["file"], int(place["line"])) if place else ("", None)
            frames.append(Frame(file, line, call["name"]))
    if not frames or (frames[0].filename.removeprefix("./"), frames[0].lineno) != (
        site.filename.removeprefix("./"),
        site.lineno,
    ):
        frames.insert(0, site)
    else:
        frames[0] = site._replace(name=frames[0].name)
    return capped(reversed(frames)), index


def _caused(lines: Sequence[Line], index: int) -> tuple[list[Finding], int]:
    """`Error: outer`, an empty line, `Caused by:`, then the causes, each in a line of its own."""
    place = index - 1
    while place >= 0 and index - place < 6 and not FAILED.match(lines[place].text):
        place -= 1
    failed = FAILED.match(lines[place].text) if place >= 0 else None
    if failed is None:
        return [], index + 1
    start = lines[place].start + failed.start("message") - 7
    errors = [
        Finding(
            "Error", failed["message"], language="rust", start=max(start, 0), end=lines[place].end
        )
    ]
    index += 1
    while index < len(lines) and len(errors) < MOST_CAUSES and not lines[index].bound:
        cause = CAUSE.match(lines[index].text)
        if cause is None:
            break
        line = lines[index]
        if cause["number"] is None and len(errors) > 1:
            errors[-1].message += "\n" + line.text.strip()
            errors[-1].end = line.end
        else:
            error = Finding(None, cause["message"], language="rust", start=line.start, end=line.end)
            error.parent, error.link = errors[-1], "cause"
            errors.append(error)
        index += 1
    return errors, index
