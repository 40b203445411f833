"""A message as Slack sends it, read into the text that was typed or posted.

People's messages are read from their rich text, which is not escaped; everything else is mrkdwn,
which is. Alert bots put the traceback where they like, so every place is walked, in the order in
which a reader sees them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from bot.markup.mrkdwn import plain, unescape
from bot.markup.rich_text import elements, flatten

#: More text than this, in characters, is no message of a person or an alert; the rest is left out.
MOST = 100_000

# What Slack puts where an app gave no fallback.
_NO_FALLBACK = "[no preview available]"


def read(message: Mapping[str, Any]) -> str:
    """The text of a message: its blocks or `text`, then its attachments; files are not read here.

    A part that another one holds already (a fallback repeats its title) is left out.
    """
    blocks = _mappings(message.get("blocks"))
    text = _string(message.get("text"))
    typed = any(block.get("type") == "rich_text" for block in blocks)
    parts = list(_blocks(blocks))
    if typed and _escaped(parts, text):
        parts = [unescape(part) for part in parts]
    if not typed:
        # A composer's `text` is the same message again, with less of it left.
        parts.insert(0, plain(text))
    for attachment in _mappings(message.get("attachments")):
        parts.extend(_attachment(attachment))
    return "\n".join(_distinct(parts)).replace("\r\n", "\n")[:MOST]


def _escaped(parts: list[str], text: str) -> bool:
    """Whether rich text came escaped after all, as payloads of shortcuts and buttons may.

    The message's `text` is always escaped, so an entity that was typed stands there as `&amp;lt;`.
    """
    flat = "".join(parts)
    entities = [name for name in ("lt;", "gt;", "amp;") if "&" + name in flat]
    return bool(entities) and all(
        "&" + name in text and "&amp;" + name not in text for name in entities
    )


def _attachment(attachment: Mapping[str, Any]) -> Iterator[str]:
    for key in ("pretext", "title", "text"):
        yield plain(_string(attachment.get(key)))
    for entry in _mappings(attachment.get("fields")):
        yield plain(_string(entry.get("title")))
        yield plain(_string(entry.get("value")))
    yield from _blocks(_mappings(attachment.get("blocks")))
    # A message that was forwarded or unfurled carries its own blocks.
    for inner in _mappings(attachment.get("message_blocks")):
        content = inner.get("message")
        if isinstance(content, Mapping):
            yield from _blocks(_mappings(content.get("blocks")))
    fallback = plain(_string(attachment.get("fallback")))
    yield "" if fallback == _NO_FALLBACK else fallback


def _blocks(blocks: list[Mapping[str, Any]]) -> Iterator[str]:
    for block in blocks:
        match block.get("type"):
            case "rich_text":
                yield flatten(block)
            case "markdown":
                # Standard Markdown, as its author wrote it: nothing in it is escaped.
                yield _string(block.get("text"))
            case "table":
                yield from _table(block)
            case "actions" | "context_actions" | "input":
                pass
            case _:
                yield from _texts(block)


def _texts(block: Mapping[str, Any]) -> Iterator[str]:
    """The text objects of a section, header, context, card, alert or whatever comes next."""
    for key in ("title", "subtitle", "text", "body"):
        yield _text_object(block.get(key))
    for entry in _mappings(block.get("fields")):
        yield _text_object(entry)
    for element in elements(block):
        yield _text_object(element)


def _table(block: Mapping[str, Any]) -> Iterator[str]:
    rows = block.get("rows")
    for row in rows if isinstance(rows, list) else []:
        cells = [
            flatten(cell) if cell.get("type") == "rich_text" else _string(cell.get("text"))
            for cell in _mappings(row)
        ]
        yield " ".join(cells)


def _text_object(value: object) -> str:
    if not isinstance(value, Mapping) or value.get("type") not in {"mrkdwn", "plain_text"}:
        return ""
    return plain(_string(value.get("text")))


def _distinct(parts: list[str]) -> list[str]:
    """The parts that hold something which no other part says as well, in their order."""
    parts = [part.strip("\n") for part in parts if part.strip()]
    squeezed = [" ".join(part.split()) for part in parts]
    kept = []
    for place, text in enumerate(squeezed):
        repeats = text in squeezed[:place]
        held = any(text != other and text in other for other in squeezed)
        if not repeats and not held:
            kept.append(parts[place])
    return kept


def _mappings(value: object) -> list[Mapping[str, Any]]:
    return [v for v in value if isinstance(v, Mapping)] if isinstance(value, list) else []


def _string(value: object) -> str:
    return value if isinstance(value, str) else ""
