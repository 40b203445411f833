"""The template of a message: literal parts with holes between them.

A record tells its template twice: `messagePattern` is a regex (often `re.escape`d text with
`(.+?)` for each value) and `errorMessage` shows the same with the holes named
(`steps={speculative_num_steps}`). The pattern is what counts; the names come from the other.

A pattern that says no more than "these words, with anything between them" is matched by its parts,
with `str.find`. Any other runs in google-re2, whose time is linear in the message. What re2 refuses
is matched by its literal parts, and `refusal` says why, for whoever imports the record.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any, NamedTuple

import re2

#: What typing aids and chat programs write instead of plain characters.
_FOLDED = str.maketrans(
    {
        **dict.fromkeys("‘’‚‛′`´", "'"),
        **dict.fromkeys("“”„‟″«»", '"'),
        **dict.fromkeys("‐‑‒–−", "-"),
        **dict.fromkeys("\u200b\u200c\u200d\u2060\ufeff", ""),
        "—": "--",
        "…": "...",
    }
)
_SPACE = re.compile(r"\s+")

#: Groups and atoms that take any text: a pattern with no other is matched by its parts.
_ANYTHING = frozenset({".+?", ".*?", ".+", ".*", r"[\s\S]+?", r"[\s\S]*?", r"[\s\S]+", r"[\s\S]*"})
#: The form of nearly every pattern, which needs no scanner: escaped text, holes as groups.
_LITERAL_AND_HOLES = re.compile(
    r"(?:[^\\.^$*+?{}()\[\]|]++|\\[^A-Za-z0-9]|\(\.[*+]\??\))*+", re.DOTALL
)
_HOLE = re.compile(r"\(\.[*+]\??\)")
_ESCAPED = re.compile(r"\\(.)", re.DOTALL)
_SPECIAL_ESCAPES = {"n": "\n", "r": "\r", "t": "\t", "f": "\f", "v": "\v", "a": "\a"}
_GROUP_START = re.compile(r"\?(?:P?<[A-Za-z_]\w*>|[a-z]*:)")
_QUANTIFIER = re.compile(r"([*+?]|\{\d*,?\d*\})[?+]?")
_HEX_ESCAPE = re.compile(r"x([0-9A-Fa-f]{2})|u([0-9A-Fa-f]{4})|U([0-9A-Fa-f]{8})")
_NAMED_HOLE = re.compile(r"\{[^{}\n]*\}")


def fold(text: str) -> str:
    """The text with plain quotes, dashes and spaces, each run of white space made one space."""
    if not text.isascii() or "`" in text:
        text = text.translate(_FOLDED)
    if text.isprintable() and "  " not in text:
        return text
    return _SPACE.sub(" ", text)


class Template(NamedTuple):
    """Literal parts, folded, one more than there are holes; `regex` where they say too little."""

    parts: tuple[str, ...]
    regex: str | None = None

    @property
    def holes(self) -> int:
        """How many values the template has."""
        return len(self.parts) - 1

    @property
    def literals(self) -> int:
        """How many literal characters, white space not counted."""
        return sum(len(part) - part.count(" ") for part in self.parts)

    @property
    def key(self) -> str:
        """One string for the whole template: equal for equal templates."""
        text = "\0".join(self.parts)
        return text if self.regex is None else f"{text}\1{self.regex}"

    @classmethod
    def from_key(cls, key: str) -> Template:
        """The template whose `key` this is."""
        text, _, regex = key.partition("\1")
        return cls(tuple(text.split("\0")), regex or None)


def read_template(error_message: str | None, message_pattern: str | None) -> Template | None:
    """The template of a record; None where neither field holds one."""
    if message_pattern:
        parts, plain = read_pattern(message_pattern)
        regex = None if plain else message_pattern
    elif error_message:
        parts, regex = _NAMED_HOLE.split(error_message), None
    else:
        return None
    folded = [fold(part) for part in parts]
    if any("\0" in part or "\1" in part for part in folded):
        folded = [part.replace("\0", " ").replace("\1", " ") for part in folded]
    folded[0] = folded[0].lstrip()
    folded[-1] = folded[-1].rstrip()
    return Template(tuple(folded), regex)


def read_pattern(pattern: str) -> tuple[list[str], bool]:
    """The literal parts of a regex, and whether it says no more than these and holes between.

    Whatever is no literal text is a hole: the parts are texts that every match contains, in this
    order. An alternation on the outside leaves nothing certain: one hole.
    """
    if _LITERAL_AND_HOLES.fullmatch(pattern):
        parts = _HOLE.split(pattern) if "(" in pattern else [pattern]
        if "\\\\" in pattern:
            return [_ESCAPED.sub(r"\1", part) for part in parts], True
        # Without an escaped backslash, every backslash only escapes.
        return [part.replace("\\", "") for part in parts], True
    scanner = _PatternScanner(pattern)
    scanner.run()
    return scanner.parts, scanner.plain


class _PatternScanner:
    """One walk over the text of a regex."""

    def __init__(self, pattern: str) -> None:
        self.pattern = pattern
        self.at = 0
        self.parts = [""]
        self.plain = True

    def run(self) -> None:
        while self.at < len(self.pattern):
            char = self.pattern[self.at]
            if char == "|":
                self.parts, self.plain = ["", ""], False
                return
            read = {"\\": self._escape, "(": self._group, "[": self._class, ".": self._dot}
            read.get(char, self._character)()

    def _character(self) -> None:
        char = self.pattern[self.at]
        self.at += 1
        if char in "^$":
            self.plain = self.plain and self.at in (1, len(self.pattern))
        else:
            self._literal(char)

    def _escape(self) -> None:
        following = self.pattern[self.at + 1 : self.at + 2]
        self.at += 2
        encoded = _HEX_ESCAPE.match(self.pattern, self.at - 1)
        if encoded:
            self.at = encoded.end()
            self._literal(chr(int(next(filter(None, encoded.groups())), 16)))
        elif following in _SPECIAL_ESCAPES:
            self._literal(_SPECIAL_ESCAPES[following])
        elif following and following in "AzZ":
            self.plain = self.plain and self.at in (2, len(self.pattern))
        elif following and following in "bB":
            self.plain = False
        elif following == "s" and self.pattern[self.at : self.at + 1] == "+":
            # White space of any kind and length is what `fold` makes one space of.
            self.at += 1
            self.parts[-1] += " "
        elif following.isalnum():
            self._hole(plain=False)
        else:
            self._literal(following)

    def _group(self) -> None:
        start = self.at + 1
        self.at = _closing(self.pattern, self.at)
        body = self.pattern[start : self.at - 1]
        opened = _GROUP_START.match(body)
        body = body[opened.end() :] if opened else body
        if body.startswith("?"):  # flags, look-around, comments: no text of their own
            self.plain = False
            return
        self._hole(plain=body in _ANYTHING)

    def _class(self) -> None:
        self.at = _class_end(self.pattern, self.at)
        self._hole(plain=False)

    def _dot(self) -> None:
        self.at += 1
        quantifier = _QUANTIFIER.match(self.pattern, self.at)
        self._hole(plain=bool(quantifier and quantifier[1] in "*+"), quantified=True)

    def _literal(self, char: str) -> None:
        quantifier = _QUANTIFIER.match(self.pattern, self.at)
        if quantifier is None or quantifier[0] == "{}":
            self.parts[-1] += char
            return
        if quantifier[0].startswith("+"):
            self.parts[-1] += char
        self.at = quantifier.end()
        self.plain = False
        self.parts.append("")

    def _hole(self, *, plain: bool, quantified: bool = False) -> None:
        quantifier = _QUANTIFIER.match(self.pattern, self.at)
        if quantifier:
            self.at = quantifier.end()
            plain = plain and quantified
        self.plain = self.plain and plain
        self.parts.append("")


def _closing(pattern: str, start: int) -> int:
    """The position behind the parenthesis that closes the one at `start`."""
    depth, at = 0, start
    while at < len(pattern):
        char = pattern[at]
        if char == "\\":
            at += 1
        elif char == "[":
            at = _class_end(pattern, at) - 1
        elif char in "()":
            depth += 1 if char == "(" else -1
            if not depth:
                return at + 1
        at += 1
    return len(pattern)


def _class_end(pattern: str, start: int) -> int:
    """The position behind the character class that begins at `start`."""
    at = start + 2 if pattern[start + 1 : start + 2] == "^" else start + 1
    at += 1 if pattern[at : at + 1] == "]" else 0
    while at < len(pattern) and pattern[at] != "]":
        at += 2 if pattern[at] == "\\" else 1
    return min(at + 1, len(pattern))


class Alignment(NamedTuple):
    """Where a template lies in a text: the span it covers and the span of each hole."""

    start: int
    end: int
    holes: tuple[tuple[int, int], ...]


def align(parts: tuple[str, ...], text: str) -> Alignment | None:
    """Where the parts stand in the text, in order; None where one is missing.

    Prefers the text's beginning for the first part and its end for the last, because a template
    usually is the whole message. Each other part is taken where it first stands: if the parts
    occur in order at all, they do so this way.
    """
    first, last = parts[0], parts[-1]
    start = 0 if text.startswith(first) else text.find(first)
    if start < 0:
        return None
    at = start + len(first)
    if len(parts) == 1:
        return Alignment(start, at, ())
    holes = []
    for part in parts[1:-1]:
        found = text.find(part, at)
        if found < 0:
            return None
        holes.append((at, found))
        at = found + len(part)
    end = len(text)
    if last:
        found = end - len(last) if text.endswith(last) else -1
        if found < at:
            found = text.find(last, at)
            if found < 0:
                return None
        end = found + len(last)
    else:
        found = end
    holes.append((at, found))
    return Alignment(start, end, tuple(holes))


def search(regex: str, text: str) -> Alignment | None:
    """Where a pattern stands in the text: its last hole reaches the end of the text or of a line.

    None where it stands nowhere, and where re2 refuses the pattern.
    """
    for compiled in _compile(regex):
        found = compiled.search(text)
        if found is not None:
            spans = (found.span(group) for group in range(1, compiled.groups + 1))
            holes = tuple(span for span in spans if span[0] >= 0)
            return Alignment(found.start(), found.end(), holes)
    return None


def refusal(pattern: str) -> str | None:
    """Why re2 does not run this pattern; None where it does."""
    try:
        re2.compile(pattern, options=_options())
    except re2.error as error:
        return error.args[0].decode() if isinstance(error.args[0], bytes) else str(error)
    return None


def _options() -> Any:
    options = re2.Options()
    options.log_errors = False
    options.dot_nl = True
    options.max_mem = 1 << 20
    return options


@lru_cache(maxsize=512)
def _compile(regex: str) -> tuple[Any, ...]:
    # A lazy last hole would stop at its first character: first try to go on to the end of a line.
    if refusal(regex) is not None:
        return ()
    written = (f"(?:{regex})(?m:$)", regex)
    return tuple(re2.compile(text, options=_options()) for text in written)


def hole_names(template: Template, error_message: str | None) -> tuple[str, ...]:
    """The names that `errorMessage` gives the holes; numbers from 1 where it names none."""
    numbers = tuple(str(number) for number in range(1, template.holes + 1))
    if not error_message:
        return numbers
    text = fold(error_message).strip()
    found = align(template.parts, text)
    if found is None:
        return numbers
    named = (_name(text[start:end]) for start, end in found.holes)
    return tuple(name or number for name, number in zip(named, numbers, strict=True))


def _name(hole: str) -> str | None:
    """`{speculative_num_steps!r:>4}` -> `speculative_num_steps`."""
    if not (hole.startswith("{") and hole.endswith("}")):
        return None
    return hole[1:-1].partition("!")[0].partition(":")[0].rstrip("=").strip() or None
