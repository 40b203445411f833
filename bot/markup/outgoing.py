"""What is sent to Slack: escaped, and cut at a sentence to the limits of its blocks."""

from __future__ import annotations

import re
from urllib.parse import quote

#: What stands where something was cut off, and where that was inside a code fence.
ELLIPSIS = " …"
FENCED_ELLIPSIS = "\n…\n```"

# The end of a sentence, a paragraph or a line; a word boundary is the last resort. The full stop
# of `torch.float16` or `e.g.` in the middle of a line is no end unless white space follows.
_SENTENCE_END = re.compile(r"[.!?][)\"'`]*(?=\s)|\n")

# What must not be cut in two: an escaped character, and Slack's own tokens (`<https://…|label>`).
_WHOLE = re.compile(r"&(?:amp|lt|gt);|<[^<>\n]*>")
# A link has an address of at most 3,000 characters and a label.
_LONGEST = 6_000


def escape(text: str) -> str:
    """Text made safe for mrkdwn: Slack's three replacements, and no others.

    A `<!channel>` or `<@U…>` out of a paste pings nobody then. Not for `plain_text` objects and not
    for the elements of a rich_text block, which Slack takes as they are.
    """
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def link(url: str, label: str) -> str:
    """A mrkdwn link; the characters that would end it early are percent-encoded."""
    safe = quote(url, safe=":/?#[]@!$&'()*+,;=%~-._")
    # A bar in the label is harmless to Slack, a line break is not.
    return f"<{escape(safe)}|{' '.join(escape(label).split())}>"


def cut(text: str, limit: int) -> str:
    """Text of at most `limit` characters, cut at the end of a sentence, line or word.

    The cut never falls inside an escaped character or a link, so it can be made after escaping.
    A sentence end is taken where it keeps at least half of what fits. A code fence that the cut
    left open is closed again.
    """
    if len(text) <= limit:
        return text
    room = limit - len(ELLIPSIS)
    if room <= 0:
        return text[:0]
    kept = _cut_at(text, room)
    if kept.count("```") % 2:
        shorter = _cut_at(text, max(limit - len(FENCED_ELLIPSIS), 0))
        if shorter.count("```") % 2:
            return shorter + FENCED_ELLIPSIS
        kept = shorter
    return kept + ELLIPSIS


def cut_bytes(text: str, limit: int) -> str:
    """Like `cut`, with the limit counted in bytes of UTF-8.

    `chat.update` refuses a `text` of more than 4,000 bytes, whatever it has in characters.
    """
    length = limit
    while len(text.encode()) > limit:
        text = cut(text, length)
        length = min(length, len(text)) - max(1, (len(text.encode()) - limit) // 4)
    return text


def _cut_at(text: str, room: int) -> str:
    whole = [token.span() for token in _WHOLE.finditer(text, 0, min(len(text), room + _LONGEST))]

    def outside(place: int) -> bool:
        return not any(start < place < end for start, end in whole)

    room = next((start for start, end in whole if start < room < end), max(room, 0))
    head = text[:room]
    ends = [end.end() for end in _SENTENCE_END.finditer(text, 0, min(room + 1, len(text)))]
    ends = [end for end in ends if room // 2 <= end <= room]
    for end in reversed(ends):
        if outside(end):
            return head[:end].rstrip()
    if not text[room].isspace():
        word = max(head.rfind(" "), head.rfind("\n"))
        if word >= room // 2 and outside(word):
            head = head[:word]
    return head.rstrip()
