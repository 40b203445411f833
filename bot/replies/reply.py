"""The form of a reply, and the blocks it is made of, within Slack's limits."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from bot.markup import cut, cut_bytes, escape
from bot.replies.prose import Element, flatten

Block = dict[str, Any]

#: `chat.update` refuses a `text` of more than 4,000 bytes of UTF-8.
TEXT_BYTES = 3_800
#: A section's text may have 3,000 characters, escapes included.
SECTION = 2_900
#: The element of a context block has no documented limit of its own; a section's holds it.
CONTEXT = 1_500
BUTTON = 75


class Reply(NamedTuple):
    """What is posted: `text` for notifications and screen readers, `blocks` for everybody else."""

    text: str
    blocks: list[Block]

    def __bool__(self) -> bool:
        """Whether there is anything to show."""
        return bool(self.blocks)


NOTHING = Reply("", [])


def joined(parts: Iterable[Reply]) -> Reply:
    """One reply of several parts, in their order."""
    parts = list(parts)
    text = "\n".join(part.text for part in parts if part.text)
    return Reply(cut_bytes(text, TEXT_BYTES), [block for part in parts for block in part.blocks])


def said(text: str) -> Reply:
    """A reply, or a part of one, of one section in mrkdwn; what it quotes is escaped already."""
    return Reply(cut_bytes(text, TEXT_BYTES), [section(text)])


def written(elements: list[Element]) -> Reply:
    """A part in rich text."""
    if not elements:
        return NOTHING
    text = cut_bytes(escape(flatten(elements)), TEXT_BYTES)
    return Reply(text, [{"type": "rich_text", "elements": elements}])


def small(text: str) -> Reply:
    """A line of small print."""
    return Reply(cut_bytes(text, TEXT_BYTES), [context(text)]) if text else NOTHING


def section(text: str, accessory: Block | None = None) -> Block:
    """A section that is shown whole, without "Show more"."""
    return {
        "type": "section",
        "expand": True,
        "text": _mrkdwn(cut(text, SECTION)),
        **({"accessory": accessory} if accessory else {}),
    }


def context(text: str) -> Block:
    """A line of small print."""
    return {"type": "context", "elements": [_mrkdwn(cut(text, CONTEXT))]}


def buttons(*elements: Block) -> Block:
    """A row of buttons."""
    return {"type": "actions", "elements": list(elements)}


def button(label: str, action: str, value: str, style: str | None = None) -> Block:
    """A button; its value is an id."""
    return {
        "type": "button",
        "text": plain(label, BUTTON),
        "action_id": action,
        # An empty value is refused; an id longer than this is none of ours.
        **({"value": value[:2_000]} if value else {}),
        **({"style": style} if style else {}),
    }


def plain(text: str, limit: int) -> Mapping[str, Any]:
    """A plain text object: nothing in it is a control sequence, so nothing is escaped."""
    return {"type": "plain_text", "text": cut(text, limit) or "…", "emoji": False}


def _mrkdwn(text: str) -> Block:
    # `verbatim` keeps Slack from making a link of every `main.py`.
    return {"type": "mrkdwn", "text": text, "verbatim": True}
