"""IPython and Jupyter, old and new: the class on top, arrows, `File path:12, in f(x)`."""

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

HEADER = re.compile(
    r"\s*(?P<type>[^\W\d][\w.]*)(?:\([^)]*\))?\s{2,}Traceback \(most recent call last\)\s*:?\s*$"
)
#: `File ~/app.py:12, in Shop.load(self, key)`; IPython 7: `~/app.py in load(self, key)`.
FILE = re.compile(
    r"\s{0,2}File (?P<file>[^\"\n]+?):(?P<line>\d+)(?:, in (?P<name>[^(\n]+?)(?:\(.*)?)?\s*$"
)
CELL = re.compile(
    r"\s{0,2}(?P<file>(?:Cell In|Input In|In) ?\[\d+\]),? ?(?:line (?P<line>\d+))?"
    r"(?:,? in (?P<name>[^(\n]+?)(?:\(.*)?)?\s*$"
)
OLD = re.compile(
    r"(?P<file><ipython-input-[^>]*>|(?:[~/.\\]|[A-Za-z]:\\)[^\s\"]*|[\w/.-]+\.(?:pyx?|"
    r"pxi)) in (?P<name>[^(\n]+)(?:\(.*)?$"
)
#: Colab and VS Code make links of the paths.
LINKED = re.compile(r"\[(?P<text>[^\]\n]+)\]\((?:https?|vscode|file|command)[^)\n]*\)")
ARROW = re.compile(r"\s*-+> ?(?P<line>\d+) ?(?P<source>.*)$")
CONTEXT = re.compile(r"\s*\d+(?:\s|$)|\s*\(\.\.\.\)|\s*\d+ frames$|\s*\[\.\.\. skipping|\s+\S|\s*$")
DASHES = re.compile(r"-{20,}\s*$")
MOST_FRAMELESS = 80


def read(lines: Sequence[Line]) -> list[Finding]:
    """The errors of notebook cells, linked as Python links them."""
    if not any(ARROW.match(line.text) or CELL.match(line.text) for line in lines):
        return []
    found: list[Finding] = []
    pending: Link | None = None
    index = 0
    while index < len(lines):
        text = lines[index].text
        if text.strip() in CHAIN:
            pending = CHAIN[text.strip()]
            index += 1
            continue
        header = HEADER.match(text)
        if header is None and _frame(text) is None:
            index += 1
            continue
        error, end = _traceback(lines, index, header)
        if error is not None:
            if pending is not None and found:
                found[-1].parent, found[-1].link = error, pending
            found.append(error)
        pending = None
        index = max(end, index + 1)
    return found


def _frame(text: str) -> Frame | None:
    if "[" in text:
        text = LINKED.sub(lambda link: link["text"], text)
    found = FILE.match(text) or CELL.match(text) or OLD.match(text)
    if found is None:
        return None
    number = found["line"] if "line" in found.re.groupindex else None
    name = found["name"].strip() if found["name"] else None
    return Frame(found["file"], int(number) if number else None, name)


def _traceback(
    lines: Sequence[Line], index: int, header: re.Match[str] | None
) -> tuple[Finding | None, int]:
    start = lines[index].start + (header.start("type") if header else 0)
    kind = header["type"].rpartition(".")[2] if header else None
    frames: list[Frame] = []
    at = index + (header is not None)
    while at < len(lines):
        text = lines[at].text
        if DASHES.match(text) or HEADER.match(text):
            break
        if frame := _frame(text):
            frames.append(frame)
        elif (arrow := ARROW.match(text)) and frames:
            frames[-1] = _at_arrow(frames[-1], arrow)
        elif _names(text, kind):
            return _finish(lines, at, start, frames)
        elif not CONTEXT.match(text) and text.strip() in CHAIN:
            break
        at += 1
    return None, at


def _at_arrow(frame: Frame, arrow: re.Match[str]) -> Frame:
    """The arrow has the source, and in the old layout the number of the line."""
    number = int(arrow["line"]) if frame.lineno is None else frame.lineno
    return frame._replace(lineno=number, line=arrow["source"].strip() or None)


def _names(text: str, kind: str | None) -> bool:
    if not text or text[0] in " \t":
        return False
    parts = class_line(text, strong=kind is None)
    return parts is not None and (kind is None or parts.exc_type.rpartition(".")[2] == kind)


def _finish(
    lines: Sequence[Line], at: int, start: int, frames: list[Frame]
) -> tuple[Finding | None, int]:
    parts = class_line(lines[at].text, strong=False)
    if parts is None:
        return None, at + 1
    message, end = read_message(
        lines,
        at + 1,
        parts.message or "",
        lambda text: (
            text.strip() in CHAIN or HEADER.match(text) is not None or _frame(text) is not None
        ),
    )
    return Finding(
        parts.exc_type, message, capped(frames), "python", start, lines[end - 1].end
    ), end
