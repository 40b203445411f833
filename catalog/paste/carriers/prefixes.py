"""Prefixes before each line: log stamps, container names, ranks, quote marks, margins of a table.

No list of log formats: the lines of a stack show what stands before them. The prefix of one such
line, with its numbers free, is the shape that the other lines of the same writer begin with.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from catalog.paste.findings import Line

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

#: A line of a stack, behind whatever stands before it.
ANCHOR = re.compile(
    r'File "[^"]*", line \d'
    r"|(?<=[ \t])at (?:async |new )?[\w$.<>/\[\]-]+ ?[\w$.<>\[\] ]*\("
    r"|(?<=[ \t])(?:goroutine \d+ \[|panic: |thread '[^']*' (?:\(\d+\) )?panicked at )"
    r"|(?<=[ \t])(?:File [^\s\"]+:\d+, in |Cell In\[\d+\], line |-{2,}> \d+ )"
)
#: What containers, supervisors and build servers put before every line, whatever is in it.
CARRIERS = (
    re.compile(
        r"(?:[^\t\n]+\t[^\t\n]+\t)?\ufeff?\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d+Z?(?: std(?:out|"
        r"err) [FP])?(?= |$)"
    ),
    re.compile(r"\[\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d+Z\](?= |$)"),
    re.compile(r"[\w.-]+ *\|(?= |$)"),
    re.compile(r"\[pod/[^\]\s]+\](?= |$)"),
    re.compile(r"\w{3} [ \d]\d \d\d:\d\d:\d\d \S+ [^\s:]+:(?= |$)"),
    re.compile(r"\d{4}-\d\d-\d\dT\S+ \w+\[[\w.]+\]:(?= |$)"),
    re.compile(r"\[rank\d+\]:(?= |$)"),
    re.compile(r"\(\w[\w:]* (?:rank=\d+ )?pid=\d+[^)]*\)(?= |$)"),
    re.compile(r">(?= |$)"),
)
#: Where an exception group begins: the frames of its members have margins, which are no prefix.
GROUP_START = re.compile(r"\+ Exception Group Traceback \(most recent call last\)")
HEADER = "Traceback (most recent call last)"
#: Times and dates, which tell no two writers apart.
TIME = re.compile(r"\d+(?:[-:.,/T+ ]+\d+)+Z?")
GROUP_SIGNS = ("+ Exception Group Traceback", "+-+----")
#: A prefix ends with a mark, or it has a number in it; words alone are the start of a sentence.
PREFIX_LOOKS = re.compile(r"[\])}|│>:;=+*#-]$|\d")
#: What every anchor has in it.
SIGNS = ("File ", " at ", "\tat ", "panic", "goroutine", "Cell In[", "-> ")
#: containerd's flag for a line that goes on in the next record, and for one that does not.
PARTIAL = re.compile(r"(?P<lead>\S+ std(?:out|err)) P (?P<rest>.*)$")
FULL = re.compile(r"(?P<lead>\S+ std(?:out|err)) F (?P<rest>.*)$")
#: Prefixes put before each other.
MOST_STACKED = 4
#: More shapes than this no paste has.
MOST_SHAPES = 40


def split_streams(lines: list[Line], depth: int = 0) -> list[list[Line]]:
    """The lines by their writers, without their prefixes: first those without any."""
    shapes = _shapes(lines) if depth < MOST_STACKED else []
    if not shapes:
        return [lines]
    streams: dict[str, list[Line]] = {"": []}
    taken = False
    for line in _glued(lines):
        found = next((found for shape in shapes if (found := shape.match(line.text))), None)
        if found is None:
            streams[""].append(line._replace(bound=True) if taken else line)
            taken = False
            continue
        key = TIME.sub("", found[0]).strip() or found[0]
        streams.setdefault(key, []).append(
            Line(line.text[found.end() :], line.start + found.end(), line.end, line.bound)
        )
        taken = True
    bare = streams.pop("")
    split = [each for lines in _writers(streams) for each in split_streams(lines, depth + 1)]
    return [bare, *split] if bare else split


def _glued(lines: list[Line]) -> list[Line]:
    """Lines that a container runtime broke (its flag is P) with what follows them."""
    if not any(PARTIAL.match(line.text) for line in lines):
        return lines
    out: list[Line] = []
    waiting = False
    for line in lines:
        part = PARTIAL.match(line.text) or (FULL.match(line.text) if waiting else None)
        if waiting and part:
            out[-1] = out[-1]._replace(text=out[-1].text + part["rest"], end=line.end)
        elif part:
            out.append(line._replace(text=f"{part['lead']} F {part['rest']}"))
        else:
            out.append(line)
        waiting = PARTIAL.match(line.text) is not None
    return out


def _writers(streams: dict[str, list[Line]]) -> Iterable[list[Line]]:
    """One list for each writer; one for all where the prefix is another each time."""
    total = sum(map(len, streams.values()))
    if len(streams) > 3 and len(streams) * 2 > total:
        return [
            _left(
                sorted(
                    (line for lines in streams.values() for line in lines),
                    key=lambda line: line.start,
                )
            )
        ]
    return map(_left, streams.values())


def _left(lines: list[Line]) -> list[Line]:
    """The lines moved left as far as all of them, blank ones apart, are indented."""
    least = min(
        (len(line.text) - len(line.text.lstrip(" ")) for line in lines if line.text.strip()),
        default=0,
    )
    if not least:
        return lines
    return [
        Line(line.text[least:], min(line.start + least, line.end), line.end, line.bound)
        for line in lines
    ]


def _shapes(lines: Sequence[Line]) -> list[re.Pattern[str]]:
    """The shapes of the prefixes that lines of a stack have, most specific first."""
    group = any(sign in line.text for line in lines for sign in GROUP_SIGNS)
    prefixes: dict[str, re.Pattern[str]] = {}
    for line in lines:
        prefix = _prefix(line.text, group=group)
        if group and GROUP_START.search(line.text) and not prefix:
            return []  # the group begins at the edge; what is further in belongs to its messages
        if prefix and len(prefixes) < MOST_SHAPES and PREFIX_LOOKS.search(prefix):
            prefixes.setdefault(re.sub(r"\d+", "0", prefix), _pattern(prefix))
    kept = [shape for name, shape in prefixes.items() if _is_carrier(name, shape, lines)]
    return sorted(kept, key=lambda shape: -len(shape.pattern)) or _known(lines)


def _known(lines: Sequence[Line]) -> list[re.Pattern[str]]:
    """The carrier that stands before nearly all lines, where no stack shows a prefix."""
    filled = [line.text for line in lines if line.text.strip()]
    if len(filled) < 2:
        return []
    for carrier in CARRIERS:
        if not (carrier.match(filled[0]) or carrier.match(filled[1])):
            continue
        if sum(1 for text in filled if carrier.match(text)) * 5 >= len(filled) * 4:
            return [re.compile(carrier.pattern + "[ \t]?")]
    return []


def _is_carrier(name: str, shape: re.Pattern[str], lines: Sequence[Line]) -> bool:
    """Whether the shape stands before more than the one line that showed it.

    A single ">" has to stand before most lines: loguru marks one of its frames with it.
    """
    count = sum(1 for line in lines if shape.match(line.text))
    filled = sum(1 for line in lines if line.text.strip())
    return count * 2 > filled if name.strip() == ">" else count > 1 or filled == 1


def _prefix(text: str, *, group: bool) -> str:
    """What stands before the stack in this line, without its indentation; empty if nothing does."""
    if group:
        found = GROUP_START.search(text) if "+ Exc" in text else None
    elif any(sign in text for sign in SIGNS) and HEADER not in text:
        found = ANCHOR.search(text)
    else:
        return ""
    return "" if found is None else text[: found.start()].rstrip(" \t")


def _pattern(prefix: str) -> re.Pattern[str]:
    """The prefix with its numbers and the widths of its blanks free."""
    parts = []
    for part in re.findall(r"\d+|[ \t]+|[^\d \t]+", prefix):
        if part[0].isdecimal():
            parts.append(r"\d+")
        elif part[0] in " \t":
            parts.append(r"[ \t]+")
        else:
            parts.append(re.escape(part))
    return re.compile(r"[ \t]*" + "".join(parts).removeprefix(r"[ \t]+") + r"(?:[ \t]|$)?")
