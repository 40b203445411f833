"""Characters that chats, terminals and word processors change: escapes, colours, quotes, blanks."""

from __future__ import annotations

import html
import re
from typing import TYPE_CHECKING

from catalog.paste.lazy import lazily

if TYPE_CHECKING:
    from collections.abc import Callable

ESCAPE = "\x1b"
#: A terminal's control sequences: CSI (colours, cursor) and OSC (titles, links).
ANSI = lazily(r"\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\))")
#: A colour whose ESC byte was eaten on the way: `[1;31m`. A time range (`[5m]`) is none.
LOST_ANSI = lazily(r"\[\d{1,3}(?:;\d{1,3})*m(?!\])")
#: What ends a colour; a text that has one without its ESC byte had colours.
LOST_RESET = lazily(r"\[(?:0|39|22|49)m(?!\])")
#: Slack's links, with and without a label; `misc.py` becomes `<http://misc.py|misc.py>`.
LINK = lazily(
    r"<(?:(?:https?://|mailto:|tel:)[^<>|\s]*\|(?P<label>[^<>]*)|(?P<url>https?://[^<>|\s]*))>"
)
#: What Slack puts between angle brackets that is no markup of the paste.
REFERENCE = lazily(r"<(?:[@#!][^<>]*|(?:https?://|mailto:|tel:)[^<>]*)>")
ENTITY = lazily(r"&(?:lt|gt|amp|quot|apos|nbsp|#\d{1,7}|#x[0-9a-fA-F]{1,6});")

#: A frame that a word processor has been at.
CURLY_FRAME = lazily(r"\bFile ?[“„«”][^“”«»\n]{1,300}[”“»], line \d")
QUOTES = str.maketrans("“”„‟«»‘’‚‛", '""""""\'\'\'\'')
BLANKS = str.maketrans(
    dict.fromkeys("\u00a0\u2007\u202f\u2002\u2003\u3000\u237d", " ")
    | dict.fromkeys("\u200b\u200c\u200d\u2060\ufeff\u00ad", "")
)

_ODD = "".join(map(chr, BLANKS))
ODD_FRAME = lazily(rf'^[ \t]*[{_ODD}][ \t{_ODD}]*File "', re.MULTILINE)


def changes(text: str, *, decoded: bool) -> list[Callable[[str], str]]:
    """What has to be done to each line of this text, in this order; nothing for most texts."""
    steps: list[Callable[[str], str]] = []
    if not decoded:
        if "<" in text and LINK.search(text):
            steps.append(unlink)
        if "&" in text and was_escaped(text):
            steps.append(html.unescape)
    if ESCAPE in text:
        steps.append(lambda line: LOST_ANSI.sub("", ANSI.sub("", line)))
    elif "m" in text and LOST_RESET.search(text):
        steps.append(lambda line: LOST_ANSI.sub("", line))
    if not text.isascii() and CURLY_FRAME.search(text):
        steps.append(lambda line: line.translate(QUOTES))
    if not text.isascii() and _has_odd_blanks(text):
        steps.append(lambda line: line.translate(BLANKS))
    return steps


def was_escaped(text: str) -> bool:
    """Whether the brackets and ampersands of this text stand escaped, as Slack's API has them.

    A text that still has a bracket of its own was not escaped, whatever entities it holds.
    """
    if not ENTITY.search(text):
        return False
    rest = REFERENCE.sub("", text)
    return "<" not in rest and ">" not in rest


def unlink(line: str) -> str:
    return LINK.sub(lambda link: link["label"] if link["url"] is None else link["url"], line)


def _has_odd_blanks(text: str) -> bool:
    """Whether a frame of the text is indented with blanks that no program writes."""
    return ODD_FRAME.search(text) is not None
