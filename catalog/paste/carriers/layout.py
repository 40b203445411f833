"""Lines that were moved about: newest first, all in one, broken at a width, spaced out, boxed."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from catalog.paste.findings import Line
from catalog.paste.lazy import lazily

if TYPE_CHECKING:
    from collections.abc import Sequence

HEADER = "Traceback (most recent call last)"
FILE = 'File "'
PLACED = lazily(r'File "[^"]*", line \d')
BORDERS = ("|", "│", "║")
BORDER = lazily(r"\s*[|│║]\s*$")

#: A stack in one line is longer than this.
SHORTEST_FLAT = 60
#: Terminals are not narrower, and who breaks lines does not let them get longer.
MIN_WIDTH, MOST_WIDTH = 40, 400
#: Where a traceback in one line was broken: before each of these.
BREAKS = lazily(
    r'\s+(?=File "[^"\n]{1,500}", line \d+|The above exception was the direct|'
    r"During handling of the above|"
    r"Traceback \(most recent call last\))|(?<=following exception:)\s+|(?<=exception occurred:)\s+"
)
FLAT_FRAME = lazily(r'(File "[^"]+", line \d+, in (?:<[^>]*>|\S+))(?:\s+(.*))?$')
FLAT_CLASS = lazily(
    r"(?<![\w.(\"'\[])(?:[A-Za-z_]\w*\.)*[A-Za-z_]\w*(?:Error|Exception|Interrupt|Exit|"
    r"Warning|Timeout|Failure)(?=: |$)"
)
CLASS_LINE = lazily(r"(?:[A-Za-z_]\w*\.)*[A-Z]\w*(?:: |:?$)")
#: `X: message at a.B.c(D.java:1) at …` and `TypeError: x at f (/a.js:1:2) at …`.
FLAT_AT = lazily(
    r"\s+(?=at [\w$.<>/]+\((?:[\w$.-]+:\d+|Native Method|Unknown Source)\))|\s+(?=at "
    r"(?:[\w.<>$\[\] ]{1,80} \()?[^\s()]+:\d+:\d+)|"
    r"(?<=\))\s+(?=Caused by: )"
)


def is_reversed(lines: Sequence[Line]) -> bool:
    """Whether a viewer shows the newest line first: the header stands under its first frame."""
    for index, line in enumerate(lines):
        if HEADER not in line.text:
            continue
        above = next((each.text for each in reversed(lines[:index]) if each.text.strip()), "")
        below = next((each.text for each in lines[index + 1 :] if each.text.strip()), "")
        return PLACED.match(above.strip()) is not None and FILE not in below and "..." not in below
    return False


def unflattened(lines: list[Line]) -> list[Line]:
    """Stacks that stand in one line, broken where they were."""
    if not any(len(line.text) > SHORTEST_FLAT for line in lines):
        return lines
    out: list[Line] = []
    for line in lines:
        text = line.text
        if HEADER in text and FILE in text[text.find(HEADER) :]:
            out += _broken_python(line)
        elif (
            len(text) > SHORTEST_FLAT and "at " in text and len(FLAT_AT.findall(text[:50_000])) > 1
        ):
            out += _pieces(line, FLAT_AT)
        else:
            out.append(line)
    return out


def _pieces(line: Line, breaks: re.Pattern[str]) -> list[Line]:
    out = []
    at = 0
    for found in breaks.finditer(line.text):
        out.append(Line(line.text[at : found.start()], line.start + at, line.start + found.start()))
        at = found.end()
    out.append(Line(line.text[at:], line.start + at, line.end))
    indented = [
        each._replace(text="    " + each.text) if each.text.startswith("at ") else each
        for each in out
    ]
    indented[0] = indented[0]._replace(bound=line.bound)
    return indented


def _broken_python(line: Line) -> list[Line]:
    out: list[Line] = []
    for piece in _pieces(line, BREAKS):
        frame = FLAT_FRAME.match(piece.text)
        if frame is None:
            out.append(piece)
            continue
        start = piece.start
        out.append(Line("  " + frame[1], start, start + frame.end(1)))
        rest = frame[2] or ""
        at = start + max(frame.start(2), 0)
        if named := FLAT_CLASS.search(rest):
            source = rest[: named.start()].rstrip()
            if source:
                out.append(Line("    " + source, at, at + len(source)))
            out.append(Line(rest[named.start() :], at + named.start(), piece.end))
        elif rest:
            out.append(Line("    " + rest, at, piece.end))
    return out


def unwrapped(lines: list[Line]) -> list[Line]:
    """Lines that a terminal broke at its width, joined; a frame that is broken shows the width."""
    width = _width(lines)
    if not width:
        return lines
    out: list[Line] = []
    whole = True
    for line in lines:
        if whole:
            out.append(line)
        else:
            out[-1] = out[-1]._replace(text=out[-1].text + line.text, end=line.end)
        whole = len(line.text) != width
    return out


def _width(lines: list[Line]) -> int:
    """The width at which the lines are broken, 0 where nothing shows that they are.

    It is the longest line's. It shows where a frame has its end in the next line, or where several
    frames are as long and what follows them stands at the edge.
    """
    width = max((len(line.text) for line in lines), default=0)
    if not MIN_WIDTH <= width <= MOST_WIDTH:
        return 0
    full = [index for index, line in enumerate(lines[:-1]) if len(line.text) == width]
    after = [lines[index + 1].text for index in full]
    frames = [index for index in full if lines[index].text.lstrip().startswith(FILE)]
    for index in frames:
        text = lines[index].text
        if '", line ' not in text and PLACED.search(text + lines[index + 1].text):
            return width
    # Where source lines are not shown, the class stands at the edge behind its last frame.
    outdented = sum(
        text[:1] not in (" ", "\t", "") and not CLASS_LINE.match(text) for text in after
    )
    indented = [index for index in frames if lines[index].text[0] in " \t"]
    return width if len(indented) > 1 and outdented * 3 > len(full) * 2 else 0


def unspaced(lines: list[Line]) -> list[Line]:
    """The lines without the empty one that mail and web logs put between each two."""
    if len(lines) < 8 or any(line.text.strip() for line in lines[1::2]):
        return lines
    if not all(line.text.strip() for line in lines[0:-1:2]):
        return lines
    return lines[::2]


def unboxed(lines: list[Line], text: str) -> list[Line]:
    """The lines without the right side of a table, and without the blanks that pad them to it."""
    padded = "  \n" in text
    if not padded and text.rstrip()[-1:] not in BORDERS:
        return lines
    filled = [line for line in lines if line.text.strip()]
    if len(filled) > 2 and all(BORDER.search(line.text[-40:]) for line in filled):
        return [line._replace(text=BORDER.sub("", line.text)) for line in lines]
    if padded and any(line.text.endswith("  ") and FILE in line.text for line in lines):
        return [line._replace(text=line.text.rstrip()) for line in lines]
    return lines
