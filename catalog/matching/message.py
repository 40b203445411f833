"""A message as it is compared with templates."""

from __future__ import annotations

import re
from dataclasses import dataclass

from catalog.models import RaisedError
from catalog.template import fold

#: What Python adds when it prints an AttributeError, a NameError or an ImportError.
_SUGGESTION = re.compile(
    r"\.? (?:Did you mean: ['\"][^'\"]*['\"]\?|Did you forget to import ['\"][^'\"]*['\"]\?)$"
)
_ESCAPED = re.compile(r"\\(['\"\\nt])")
_ESCAPES = {"n": "\n", "t": "\t"}
#: Several arguments of an exception are printed as a tuple; the first one is the message.
_FIRST_ARGUMENT = re.compile(
    r"""\((?P<quote>['"])(?P<text>(?:(?!(?P=quote))[^\\]|\\.){4,}+)(?P=quote), """, re.DOTALL
)
#: The classes whose text is the repr of their message.
_REPR_CLASSES = frozenset({"KeyError"})
#: Code points of a message that are looked at. The rest of a longer one is values.
_LONGEST = 12_000


@dataclass(frozen=True, slots=True)
class Message:
    """One reading of a message: folded to one line, with the positions where lines ended."""

    text: str
    breaks: tuple[int, ...]
    letters: int

    @classmethod
    def of(cls, raw: str) -> Message:
        """The reading of a text as it stands."""
        lines = [
            line for line in (fold(line).strip() for line in raw[:_LONGEST].splitlines()) if line
        ]
        breaks, at = [], 0
        for line in lines[:-1]:
            at += len(line)
            breaks.append(at)
            at += 1
        text = " ".join(lines)
        return cls(text, tuple(breaks), len(text) - text.count(" "))

    @property
    def lines(self) -> str:
        """The text with its lines; positions are the same."""
        pieces = zip((0, *(end + 1 for end in self.breaks)), (*self.breaks, None), strict=True)
        return "\n".join(self.text[start:end] for start, end in pieces)

    def line_end(self, start: int) -> int:
        """Where the line that begins at, or holds, this position ends."""
        return next((end for end in self.breaks if end > start), len(self.text))

    @property
    def first_line(self) -> str:
        """The text up to the first end of a line."""
        return self.text[: self.breaks[0]] if self.breaks else self.text


def readings(error: RaisedError) -> list[Message]:
    """The message as it stands, then as it may have been before Python printed it."""
    found = [Message.of(error.message)]
    text = found[0].text
    shorter = _SUGGESTION.sub("", text)
    if shorter != text:
        found.insert(0, Message.of(shorter))
    bare = (error.exc_type or "").rpartition(".")[2]
    quoted = len(text) > 1 and text[0] == text[-1] and text[0] in "'\""
    if quoted and (bare in _REPR_CLASSES or bare.endswith("KeyError")):
        found.insert(0, Message.of(_unescaped(error.message.strip()[1:-1])))
    first = _FIRST_ARGUMENT.match(error.message)
    if first:
        found.insert(0, Message.of(_unescaped(first["text"])))
    return found


def _unescaped(text: str) -> str:
    """The text of a string that stood between quotes."""
    return _ESCAPED.sub(lambda found: _ESCAPES.get(found[1], found[1]), text)
