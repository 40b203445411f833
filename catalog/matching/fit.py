"""How well a template explains a message, and what its holes hold."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from heapq import nlargest

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

    `explained` and `literals` count literal characters without white space. `start` to `end` is
    the span of the template in the message. `exact` says that every literal part stands there word
    for word; `holes` are the spans of the values then. `added_lines`: the template ends with a
    line, and others follow. `cut`: the message is the beginning of what the template makes, or the
    end of it.
    """

    message: Message
    explained: float
    literals: int
    start: int
    end: int
    exact: bool
    holes: tuple[tuple[int, int], ...] = ()
    added_lines: bool = False
    cut: bool = False

    @property
    def share(self) -> float:
        """How much of the template the message shows, 0 to 1."""
        return self.explained / self.literals if self.literals else 0.0

    @property
    def cover(self) -> float:
        """How much of the message is literal text of the template, 0 to 1."""
        return min(1.0, self.explained / self.message.letters) if self.message.letters else 0.0

    @property
    def before(self) -> float:
        """How much of the message stands before the template, 0 to 1."""
        return self.start / len(self.message.text) if self.start else 0.0

    @property
    def behind(self) -> float:
        """How much of the message stands behind the template and is no added line, 0 to 1."""
        length = len(self.message.text)
        return 0.0 if self.added_lines or not length else (length - self.end) / length

    @property
    def inside(self) -> float:
        """How much of the message lies within the template's span, 0 to 1."""
        length = len(self.message.text)
        return (self.end - self.start) / length if length else 0.0

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
        for start, end in self.holes:
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


def exact_fit(template: Template, readings: list[Message]) -> Fit | None:
    """The reading in which every literal part stands word for word, and most lies inside."""
    best = None
    for message in readings:
        if template.regex is None:
            found = align(template.parts, message.text)
        else:
            found = search(template.regex, message.lines) or search(template.regex, message.text)
        if found is not None:
            fitted = _fit_of(template, message, found)
            if best is None or fitted.inside > best.inside:
                best = fitted
    return best


def fit(template: Template, readings: list[Message]) -> Fit:
    """The best fit of a template among the readings of a message, word for word or nearly."""
    found = exact_fit(template, readings)
    if found is not None:
        return found
    near = max((_near_fit(template, message) for message in readings), key=lambda fit: fit.share)
    # A part of a part is also near to it; what is cut says more exactly what is there.
    return _cut_fit(template, readings[0], 0.75 * near.explained) or near


def _cut_fit(template: Template, message: Message, least: float) -> Fit | None:
    """The message as the beginning of what the template makes, or as the end of it.

    None if less of the template's text is in it than `least` characters.
    """
    text, parts = message.text, template.parts
    explained = max(
        _explained_from_start(parts, text),
        _explained_from_start([part[::-1] for part in reversed(parts)], text[::-1]),
    )
    if explained < max(least, 1):
        return None
    return Fit(message, float(explained), template.literals, 0, len(text), exact=False, cut=True)


def _explained_from_start(parts: Sequence[str], text: str) -> int:
    """How many literal characters the text has, if it is how the parts begin; 0 if it is not."""
    at = explained = 0
    for index, part in enumerate(parts):
        found = text.find(part, at) if index else 0
        if found >= 0 and text.startswith(part, found):
            at = found + len(part)
            explained += len(part) - part.count(" ")
            continue
        # The text ends within this part, or within the value before it.
        rest = text[at:]
        if index == 0:
            return len(text) - text.count(" ") if part.startswith(text) else 0
        longest = next(
            (
                size
                for size in range(min(len(part), len(rest)), 0, -1)
                if rest.endswith(part[:size])
            ),
            0,
        )
        return explained + len(part[:longest].replace(" ", ""))
    return 0


def nearest(templates: Mapping[int, Template], readings: list[Message], most: int) -> list[int]:
    """Of templates by number, those whose literal text is most like the message, in order."""
    from rapidfuzz.distance.LCSseq import similarity

    text = readings[0].text[:_WINDOW]
    shown = {
        n: similarity(literal, text) / max(1, min(len(literal), len(text)))
        for n, literal in ((n, "".join(template.parts)) for n, template in templates.items())
        if literal.strip()
    }
    return nlargest(most, shown, key=shown.__getitem__)


def _fit_of(template: Template, message: Message, found: Alignment) -> Fit:
    return Fit(
        message,
        float(template.literals),
        template.literals,
        found.start,
        found.end,
        exact=True,
        holes=found.holes,
        added_lines=found.end in message.breaks,
    )


def _near_fit(template: Template, message: Message) -> Fit:
    """The parts looked for in order, each where it is most similar."""
    # Its own imports take longer than the search does, and an exact fit needs none of it.
    from rapidfuzz.fuzz import partial_ratio_alignment

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
            near = partial_ratio_alignment(wanted, window, score_cutoff=_SIMILAR)
            if near is None or not window:
                continue
            # A short message lies within the part, and explains no more than its own length of it.
            explained += letters * near.score / 100 * min(1.0, len(window) / len(wanted))
            begin, end = at + near.dest_start, at + near.dest_end
        start = begin if start < 0 else start
        at = end
    if start < 0:
        return Fit(message, 0.0, template.literals, 0, 0, exact=False)
    if template.holes and not template.parts[0]:
        start = 0
    if template.holes and not template.parts[-1]:
        at = len(text)
    return Fit(message, explained, template.literals, start, at, exact=False)
