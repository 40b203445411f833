"""C# and the rest of .NET, of Microsoft and of Mono: `A: x ---> B: y`, inner stacks first."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from catalog.models import Frame
from catalog.paste.findings import Finding, capped

if TYPE_CHECKING:
    from collections.abc import Sequence

    from catalog.paste.findings import Line

#: `at P.Load(String id) in /src/P.cs:line 41`; Mono: `at P.Load () [0x00005] in <af21>:0`.
FRAME = re.compile(
    r"\s*at (?P<name>[\w.`<>\[\],+$|-]+?(?:\.\.c?ctor)?) ?\((?P<arguments>[^()]*"
    r"(?:\([^()]*\)[^()]*)*)\)"
    r"(?: \[0x[0-9a-f]+\])?(?: in (?P<file>.*?):(?:line )?(?P<line>\d+))?\s*$"
)
INNER_END = re.compile(r"\s*--- End of inner exception stack trace ---\s*$")
RETHROWN = re.compile(r"\s*--- End of stack trace from previous location")
OPENING = re.compile(
    r"\s*(?:\[ERROR\] FATAL UNHANDLED EXCEPTION: |Unhandled [Ee]xception[.:]? ?|fail: .*? |-+> )?"
)
_CLASS = r"(?P<type>(?:[A-Za-z_]\w*[.+])+[A-Z][\w`+]*)"
CLASS = re.compile(rf"{_CLASS}(?: \((?:0x[0-9A-Fa-f]+|\d+)\))?(?:: (?P<message>.*)|:?\s*)$")
ARROW = re.compile(
    r"(?:^|\s)---> (?:\(Inner Exception #\d+\) )?(?=(?:[A-Za-z_]\w*[.+])+[A-Z][\w`+]*(?::|\s|$))"
)
MOST_ABOVE = 40


def read(lines: Sequence[Line]) -> list[Finding]:
    """The errors of .NET, the outermost first; each inner one is the cause of the one before it."""
    found: list[Finding] = []
    after = index = 0
    while index < len(lines):
        if _frame(lines[index].text) is None:
            index += 1
            continue
        heads = _heads(lines, index, after)
        end = _stacks(lines, index, heads)
        if heads:
            for error in heads:
                error.end = lines[end - 1].end
            found += heads
        after = index = end
    return found


def _frame(text: str) -> Frame | None:
    found = FRAME.match(text) if "at " in text else None
    if found is None or re.match(
        r"[\w$.-]+\.(?:java|kt|scala)\b|Native Method|Unknown Source", found["arguments"]
    ):
        return None
    if re.search(r":\d+(?::\d+)?$", found["arguments"]):
        return None
    file = found["file"] or ""
    line = int(found["line"]) if found["line"] and not file.startswith("<") else None
    return Frame("" if file.startswith("<") else file, line, found["name"])


def _heads(lines: Sequence[Line], index: int, after: int) -> list[Finding]:
    """The errors whose class lines stand above the first frame, the outermost first."""
    for place in range(index - 1, max(after, index - MOST_ABOVE) - 1, -1):
        text = lines[place].text
        opening = OPENING.match(text)
        at = opening.end() if opening else 0
        if opening and opening[0].lstrip().startswith("-"):
            continue  # an inner exception on its own line; the outer one stands further up
        if len(text) > 100_000 or not CLASS.match(text, at):
            if lines[place].bound:
                break
            continue
        whole = "\n".join([text[at:], *(line.text for line in lines[place + 1 : index])])
        heads: list[Finding] = []
        for part in ARROW.split(whole):
            first, _, rest = part.partition("\n")
            named = CLASS.match(first)
            if named is None:
                continue
            message = "\n".join([named["message"] or "", *([rest] if rest.strip() else [])])
            error = Finding(
                named["type"], message.rstrip(), language="dotnet", start=lines[place].start + at
            )
            if heads:
                error.parent, error.link = heads[-1], "cause"
            heads.append(error)
        return heads
    return []


def _stacks(lines: Sequence[Line], index: int, heads: list[Finding]) -> int:
    """Give each error its frames: the innermost has the first stack, up to the end marks."""
    level = len(heads) - 1
    frames: list[Frame] = []
    while index < len(lines):
        text = lines[index].text
        frame = _frame(text)
        if frame is not None:
            frames.append(frame)
        elif INNER_END.match(text):
            if level > 0:
                heads[level].frames = capped(reversed(frames))
                frames = []
                level -= 1
        elif not RETHROWN.match(text):
            break
        index += 1
    if heads:
        heads[max(level, 0)].frames = capped(reversed(frames))
    return index
