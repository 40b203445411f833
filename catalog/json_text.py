"""JSON as text: checked parsing, and the very characters of a part of it.

A record that was never edited is written back with the bytes it came with, so what is stored is a
slice of the source and never a re-encoding of what was parsed: escapes, number spellings and the
order of keys all stay.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any, NamedTuple

#: Objects and lists inside one another: a record needs two levels, and whoever reads it again
#: should not run out of stack.
MAX_DEPTH = 100

_SPACE = re.compile(r"[ \t\r\n]*")
#: A string, kept as it is, or white space between tokens.
_STRING_OR_SPACE = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*"|[ \t\r\n]+', re.DOTALL)
#: An escape that could be half of a character beyond the Basic Multilingual Plane, or what has
#: become of a byte that is no text.
_SURROGATE = re.compile(r"\\u[dD][89a-fA-F]|[\ud800-\udfff]")


class BadJson(ValueError):
    """A text is not JSON that Errorbook takes; `position` is where that shows, `str()` says why."""

    def __init__(self, reason: str, position: int = 0, *, cut: bool = False) -> None:
        super().__init__(reason)
        self.position = position
        #: Whether more text could mend it.
        self.cut = cut


class Member(NamedTuple):
    """One `"key": value` of an object; `quoted` is the key as it stands there, with its quotes, and
    `start` and `end` enclose the value's text.
    """

    key: str
    quoted: str
    value: Any
    start: int
    end: int


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        keys = [key for key, _ in pairs]
        twice = next(key for key in keys if keys.count(key) > 1)
        raise BadJson(f"has the key {json.dumps(twice)} twice in one object")
    return found


def _no_constant(name: str) -> Any:
    raise BadJson(f"holds {name}, which is not JSON")


_DECODER = json.JSONDecoder(object_pairs_hook=_unique, parse_constant=_no_constant)


def decode(text: str, start: int = 0) -> tuple[Any, int]:
    """The value that begins at `start` (no white space before it), and where it ends.

    Raises BadJson for what is not JSON, for a key given twice, NaN and infinities, numbers that no
    program reads, and nesting beyond any need.
    """
    try:
        return _DECODER.raw_decode(text, start)
    except json.JSONDecodeError as error:
        # Only a string that never ends, or a token missing at the very end, can be for want of
        # more text; a word or an escape that was cut in two fails a few characters before it.
        cut = error.msg.startswith("Unterminated") or error.pos >= len(text) - 12
        raise BadJson(_phrase(error.msg), error.pos, cut=cut) from None
    except RecursionError:
        raise BadJson("is nested too deeply", start) from None
    except BadJson as error:
        raise BadJson(str(error), start) from None
    except ValueError:
        raise BadJson("holds a number with too many digits", start) from None


def _phrase(message: str) -> str:
    """The decoder's message as the end of a sentence: `is not JSON (expecting value)`."""
    return f"is not JSON ({message[0].lower()}{message[1:].removesuffix(' at')})"


def parse(text: str) -> Any:
    """The one value that a text holds; raises BadJson as `decode` does, and for text after it."""
    start = skip_space(text)
    value, end = decode(text, start)
    after = skip_space(text, end)
    if after != len(text):
        raise BadJson("is not JSON (there is more after its end)", after)
    return value


def skip_space(text: str, start: int = 0) -> int:
    """The position of the first token at or after `start`."""
    match = _SPACE.match(text, start)
    return match.end() if match else start


def members(text: str) -> Iterator[Member]:
    """The members of the object that a text holds, in order; raises BadJson as `parse` does."""
    position = skip_space(text, skip_space(text) + 1)
    while text[position : position + 1] != "}":
        key, end = decode(text, position)
        quoted = text[position:end]
        start = skip_space(text, skip_space(text, end) + 1)
        value, end = decode(text, start)
        yield Member(key, quoted, value, start, end)
        position = skip_space(text, end)
        if text[position : position + 1] == ",":
            position = skip_space(text, position + 1)


def one_line(text: str) -> str:
    """The same JSON without line breaks: white space that holds one goes, everything else stays."""
    if "\n" not in text and "\r" not in text:
        return text
    return _STRING_OR_SPACE.sub(
        lambda match: "" if "\n" in match[0] or "\r" in match[0] else match[0], text
    )


def compact(text: str) -> str:
    """The same JSON without any white space between tokens."""
    return _STRING_OR_SPACE.sub(lambda match: "" if match[0].isspace() else match[0], text)


def check_value(text: str, value: Any) -> None:
    """Raise BadJson for a parsed value that neither SQLite nor a matcher could take."""
    if not text.isascii() or "\\u" in text:
        surrogate = _SURROGATE.search(text)
        if surrogate and not surrogate[0].isascii():
            raise BadJson("is not UTF-8 text", surrogate.start())
        if surrogate and not _encodable(value):
            raise BadJson("holds half of a character (a lone surrogate)", surrogate.start())
    if _depth_exceeds(value, MAX_DEPTH):
        raise BadJson("is nested too deeply")


def _encodable(value: Any) -> bool:
    try:
        json.dumps(value, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        return False
    return True


def _depth_exceeds(value: Any, limit: int) -> bool:
    """Whether lists and objects stand more than `limit` deep, without recursion."""
    level = [value] if isinstance(value, (dict, list)) else []
    for _ in range(limit):
        level = [
            child
            for parent in level
            for child in (parent.values() if isinstance(parent, dict) else parent)
            if isinstance(child, (dict, list))
        ]
        if not level:
            return False
    return True
