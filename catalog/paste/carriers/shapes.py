"""What the lines of one writer begin with, as the lines of a stack show it.

No list of log formats: the prefix of a line that must be part of a stack, with its numbers free,
is the shape that the other lines of the same writer begin with. Only what containers and build
servers put before every line, whatever is in it, is known by its looks.
"""

from __future__ import annotations

import re
from functools import cached_property
from typing import TYPE_CHECKING

from catalog.paste.lazy import lazily

if TYPE_CHECKING:
    from collections.abc import Sequence

    from catalog.paste.findings import Line

HEADER = "Traceback (most recent call last)"
#: A line of a stack, behind whatever stands before it, and the words without which it is none.
ANCHORS: tuple[tuple[str, re.Pattern[str]], ...] = (
    ('File "', lazily(r'File "[^"]*", line \d')),
    ("at ", lazily(r"(?<=[ \t])at (?:async |new )?[\w$.<>/\[\]-]+ ?[\w$.<>\[\] ]*\(")),
    ("goroutine ", lazily(r"(?<=[ \t])goroutine \d+ \[")),
    ("panic", lazily(r"(?<=[ \t])(?:panic: |thread '[^']*' (?:\(\d+\) )?panicked at )")),
    ("File ", lazily(r"(?<=[ \t])File [^\s\"]+:\d+, in ")),
    ("Cell In[", lazily(r"(?<=[ \t])Cell In\[\d+\], line ")),
    ("-> ", lazily(r"(?<=[ \t])-{1,6}> \d+ ")),
)
#: How Python prints the first of the anchors.
INDENTED = '\n  File "'
#: Where an exception group begins: the frames of its members have margins, which are no prefix.
GROUP_SIGNS = ("+ Exception Group Traceback", "+-+----")
#: A prefix ends with a mark, or it has a number in it; words alone are the start of a sentence.
PREFIX_LOOKS = lazily(r"[\])}|│>:;=+*#-]$|\d")
#: What containers, supervisors and build servers put before every line, whatever is in it.
CARRIERS = (
    r"(?:[^\t\n]+\t[^\t\n]+\t)?\ufeff?\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d+Z?"
    r"(?: std(?:out|err) [FP])?",
    r"\[\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d+Z\]",
    r"[\w.-]+ *\|",
    r"\[pod/[^\]\s]+\]",
    r"\w{3} [ \d]\d \d\d:\d\d:\d\d \S+ [^\s:]+:",
    r"\d{4}-\d\d-\d\dT\S+ \w+\[[\w.]+\]:",
    r"\[rank\d+\]:",
    r"\(\w[\w:]* (?:rank=\d+ )?pid=\d+[^)]*\)",
    r">",
)
CARRIER = lazily("|".join(f"(?:{carrier})(?= |$)" for carrier in CARRIERS))
ZEROS = str.maketrans("123456789", "000000000")
#: More shapes than this no paste has.
MOST_SHAPES = 16


class Shape:
    """A prefix with its numbers free; `end_in` is where it ends in a line, -1 if it is not there.

    Most lines have the very prefix, or one with as many digits, so a pattern is made only for
    those that do not.
    """

    def __init__(self, prefix: str) -> None:
        self.prefix = prefix
        self.zeroed = prefix.translate(ZEROS)
        self.first = prefix.lstrip(" \t")[:1]

    def end_in(self, text: str) -> int:
        length = len(self.prefix)
        if text.startswith(self.prefix) or text[:length].translate(ZEROS) == self.zeroed:
            return length + (text[length : length + 1] in (" ", "\t"))
        first = text.lstrip(" \t")[:1]
        if not first or (
            first != self.first and not (first.isdecimal() and self.first.isdecimal())
        ):
            return -1
        found = self.pattern.match(text)
        return found.end() if found else -1

    @cached_property
    def pattern(self) -> re.Pattern[str]:
        parts = []
        for part in re.findall(r"\d+|[ \t]+|[^\d \t]+", self.prefix):
            if part[0].isdecimal():
                parts.append(r"\d+")
            elif part[0] in " \t":
                parts.append(r"[ \t]+")
            else:
                parts.append(re.escape(part))
        return re.compile(r"[ \t]*" + "".join(parts).removeprefix(r"[ \t]+") + r"(?:[ \t]|$)?")


class Carrier(Shape):
    """A prefix that is known by its looks and stands before nearly every line."""

    def __init__(self, pattern: str) -> None:
        super().__init__("")
        self.known = re.compile(pattern + "(?: |$)")

    def end_in(self, text: str) -> int:
        found = self.known.match(text)
        return found.end() if found else -1


def find_shapes(lines: Sequence[Line], text: str) -> list[Shape]:
    """The shapes of the prefixes that lines of a stack have, the longest first."""
    if any(sign in text for sign in GROUP_SIGNS):
        prefixes = _before_groups(lines)
        if prefixes is None:
            return []  # the group begins at the edge; what is further in belongs to its messages
    else:
        prefixes = _before_stacks(lines, text)
    shapes = [Shape(prefix) for prefix in prefixes if PREFIX_LOOKS.search(prefix)]
    kept = [shape for shape in shapes if _is_carrier(shape, lines)]
    return sorted(kept, key=lambda shape: -len(shape.prefix))


def _before_groups(lines: Sequence[Line]) -> list[str] | None:
    prefixes: dict[str, str] = {}
    for line in lines:
        at = line.text.find(GROUP_SIGNS[0])
        if at < 0:
            continue
        prefix = line.text[:at].rstrip(" \t")
        if not prefix:
            return None
        prefixes.setdefault(prefix.translate(ZEROS), prefix)
    return list(prefixes.values())[:MOST_SHAPES]


def _before_stacks(lines: Sequence[Line], text: str) -> list[str]:
    """What stands before the stack in each line of one, each shape once."""
    anchors = [(sign, pattern) for sign, pattern in ANCHORS if sign in text]
    printed = text.count(INDENTED) + text.startswith(INDENTED[1:])
    if anchors[:1] == [ANCHORS[0]] and printed == text.count(ANCHORS[0][0]):
        del anchors[0]  # every frame stands where Python prints it
    if not anchors:
        return []
    prefixes: dict[str, str] = {}
    for line in lines:
        for sign, pattern in anchors:
            if sign not in line.text or line.text.lstrip(" \t").startswith(sign):
                continue
            found = pattern.search(line.text)
            prefix = line.text[: found.start()].rstrip(" \t") if found else ""
            if prefix and HEADER not in prefix and len(prefixes) < MOST_SHAPES:
                prefixes.setdefault(re.sub(r"\d+", "0", prefix), prefix)
                break
    return list(prefixes.values())


def _is_carrier(shape: Shape, lines: Sequence[Line]) -> bool:
    """Whether the shape stands before more than the one line that showed it.

    A single ">" has to stand before most lines: loguru marks one of its frames with it.
    """
    count = sum([shape.end_in(line.text) >= 0 for line in lines])
    if count == 2 and any(line.text.lstrip(" \t").startswith(ANCHORS[0][0]) for line in lines):
        return False  # where other frames stand bare, two lines that begin alike are chance
    if count > 1 and shape.prefix.strip() != ">":
        return True
    filled = sum([bool(line.text) and not line.text.isspace() for line in lines])
    return count * 2 > filled if shape.prefix.strip() == ">" else filled == 1


def find_carrier(lines: Sequence[Line]) -> list[Shape]:
    """The carrier that stands before nearly all lines, where no stack shows a prefix."""
    first = [line.text for line in lines[:6] if line.text and not line.text.isspace()][:2]
    if len(first) < 2 or not any(CARRIER.match(text) for text in first):
        return []
    filled = [line.text for line in lines if line.text.strip()]
    for pattern in CARRIERS:
        carrier = Carrier(pattern)
        if sum([carrier.end_in(text) >= 0 for text in filled]) * 5 >= len(filled) * 4:
            return [carrier]
    return []
