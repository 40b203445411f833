"""Strings made fit to be shown: cleaned, escaped, cut, and put into words."""

from __future__ import annotations

import re
from collections.abc import Sequence

from bot.markup import cut, escape

# Control characters, the bidirectional overrides that make text read other than it is, and the
# halves of surrogate pairs, which cannot be sent as UTF-8. A line break and a tab stay.
_UNSEEN = re.compile(
    r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]"
)
_SURROGATE = re.compile(r"[\ud800-\udfff]")


def clean(text: str) -> str:
    """Text without what cannot be seen or sent; line ends are `\\n`."""
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    return _SURROGATE.sub("\ufffd", _UNSEEN.sub("", text))


def one_line(text: str) -> str:
    """Cleaned text with every run of white space made one space."""
    return " ".join(clean(text).split())


def quoted(text: str, limit: int) -> str:
    """Text on one line for mrkdwn: escaped, and at most `limit` characters after that."""
    return cut(escape(one_line(text)), limit)


def code(text: str, limit: int) -> str:
    """Text as inline code for mrkdwn, of at most `limit` characters with its backticks.

    Slack knows no way to write a backtick inside inline code, so an apostrophe stands for it.
    """
    return f"`{quoted(text.replace('`', chr(39)), limit - 2) or ' '}`"


def listing(items: Sequence[str]) -> str:
    """`a`, `a and b`, `a, b and c`."""
    if len(items) < 2:
        return "".join(items)
    return f"{', '.join(items[:-1])} and {items[-1]}"


def counted(number: int, thing: str, things: str | None = None) -> str:
    """`1 place`, `4 places`."""
    return f"{number:,} {thing if number == 1 else things or thing + 's'}"


def percent(probability: float) -> str:
    """A probability as people say it. Nothing is certain, so 99.7 % is not rounded to 100."""
    if probability >= 0.99:
        return "more than 99 %" if probability > 0.99 else "99 %"
    return f"{max(round(probability * 100), 0)} %"
