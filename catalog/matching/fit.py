"""How well a template explains a message, and what its holes hold."""

from __future__ import annotations

import re
from dataclasses import dataclass

from rapidfuzz import fuzz

from catalog.matching.message import Message
from catalog.template import Alignment, Template, align, search

#: Below this similarity (0 to 100) a literal part does not stand in the message at all.
_SIMILAR = 70.0
#: How far a literal part that is not there word for word is looked for, in code points.
_WINDOW = 1500
_VALUE = re.compile(r"""^(?:[-+.\w/:@#%*~,=]+|['"`(\[{<].*['"`)\]}>])?$""", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Fit:
    """What a template explains of one reading of a message.

    `explained` and `literals` count literal characters without white space; `outside` those of the
    message before and behind the template. `exact` says that every literal part stands there word
    for word. `holes` are the spans of the values; None where a part is missing.
    """

    message: Message
    explained: float
    literals: int
    outside: int
    exact: bool
    holes: tuple[tuple[int, int], ...] | None
    added_lines: bool = False

    @property
    def share(self) -> float:
        """How much of the template the message shows, 0 to 1."""
        return self.explained / self.literals if self.literals else 0.0

    @property
    def cover(self) -> float:
        """How much of the message is literal text of the template, 0 to 1."""
        return min(1.0, self.explained / self.message.letters) if self.message.letters else 0.0

    @property
    def inside(self) -> float:
        """How much of the message lies within the template's span, 0 to 1."""
        letters = self.message.letters
        return 1.0 - self.outside / letters if letters else 0.0

    @property
    def told(self) -> float:
        """How much of the message literal text and what looks like a value explain, 0 to 1."""
        if not self.exact or not self.message.letters:
            return 0.0
        values = sum(
            len(value) - value.count(" ") for value in self.values() if _plausible(value) >= 0.8
        )
        return min(1.0, (self.explained + values) / self.message.letters)

    def values(self) -> list[str]:
        """What stands in the holes; the last one ends with its line if it holds something there."""
        text = self.message.text
        found = []
        for start, end in self.holes or ():
            if end == len(text):
                stop = self.message.line_end(start + 1)
                end = stop if _is_whole(text[start:stop]) else end
            found.append(text[start:end].strip())
        return found

    def plausible(self) -> float:
        """How well what stands in the holes looks like values, 0 to 1: the worst of them."""
        values = self.values()
        if not values:
            return 1.0
        return min(_plausible(value) for value in values)


def _is_whole(value: str) -> bool:
    """Whether this is something, with every bracket that it opens closed."""
    opened = sum(map(value.count, "([{"))
    return bool(value.strip()) and opened <= sum(map(value.count, ")]}"))


def _plausible(value: str) -> float:
    if not value:
        return 0.6
    if _VALUE.match(value):
        return 1.0
    words = value.count(" ") + 1
    return 0.8 if words <= 3 else 0.5 if words <= 12 else 0.3


def fit(template: Template, readings: list[Message]) -> Fit:
    """The best fit of a template among the readings of a message."""
    best = None
    for message in readings:
        found = _exact(template, message)
        if found is not None and (best is None or found.inside > best.inside):
            best = found
    if best is not None:
        return best
    return max((_fuzzy(template, message) for message in readings), key=lambda found: found.share)


def _exact(template: Template, message: Message) -> Fit | None:
    if template.regex is None:
        found = align(template.parts, message.text)
    else:
        found = search(template.regex, message.lines) or search(template.regex, message.text)
    if found is None:
        return None
    return _fit_of(template, message, found)


def _fit_of(template: Template, message: Message, found: Alignment) -> Fit:
    text = message.text
    outside = text[: found.start] + text[found.end :]
    behind_line = found.start == 0 and found.end in message.breaks
    return Fit(
        message,
        float(template.literals),
        template.literals,
        len(outside) - outside.count(" "),
        True,
        found.holes,
        added_lines=behind_line,
    )


def _fuzzy(template: Template, message: Message) -> Fit:
    """The parts looked for in order, each where it is most similar."""
    text, at, start, explained = message.text, 0, -1, 0.0
    for part in template.parts:
        wanted = part.strip()
        if not wanted:
            continue
        letters = len(wanted) - wanted.count(" ")
        found = text.find(wanted, at)
        if found >= 0:
            explained += letters
            begin, end = found, found + len(wanted)
        else:
            window = text[at : at + _WINDOW]
            near = fuzz.partial_ratio_alignment(wanted, window, score_cutoff=_SIMILAR)
            if near is None or not window:
                continue
            # A short message lies within the part, and explains no more of it than its own length.
            length = min(1.0, len(window) / len(wanted))
            explained += letters * near.score / 100 * length
            begin, end = at + near.dest_start, at + near.dest_end
        start = begin if start < 0 else start
        at = end
    if start < 0:
        return Fit(message, 0.0, template.literals, message.letters, False, None)
    tail = "" if template.parts[-1] == "" and template.holes else text[at:]
    head = "" if template.parts[0] == "" and template.holes else text[:start]
    outside = len(head) + len(tail) - head.count(" ") - tail.count(" ")
    return Fit(message, explained, template.literals, outside, False, None)
