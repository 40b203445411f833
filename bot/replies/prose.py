"""The catalog's prose as rich text.

Explanations are written in Markdown, or in plain words with identifiers in them. Rich text shows
both as they are meant, and Slack reads no control sequence, style or link into it: the `_activate`
and `_states` of a sentence do not turn what stands between them into italics.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from bot.markup import cut
from bot.replies.links import safe_url
from bot.replies.text import clean

Element = dict[str, Any]

_FENCE = re.compile(r"^\s*(?:```|~~~)")
_BULLET = re.compile(r"^\s*[-*•]\s+(?=\S)")
_NUMBER = re.compile(r"^\s*\d{1,3}[.)]\s+(?=\S)")
_HEADING = re.compile(r"^\s*#{1,6}\s+(?=\S)")

# What may be shown otherwise than as plain words. No nested repetition: the search is linear.
_INLINE = re.compile(
    r"""
      `(?P<code>[^`\n]+)`                          # Markdown's own inline code
    | \*\*(?P<bold>[^*\n]+)\*\*
    | \[(?P<label>[^\]\n]+)\]\((?P<url>[^()\s]+)\)
    | (?P<bare>https?://[^\s<>()"'`]*[^\s<>()"'`.,;:!?])
    | (?P<option>(?<![\w-])--[A-Za-z][\w-]*)      # --enable-unified-memory
    | (?P<name>(?<![\w.])[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*(?:\(\))?)
    """,
    re.VERBOSE,
)

# A name that is no English word: snake_case, _activate, init_states(), Runner._init, KeyError, and
# CamelCase of three humps (of two, it is as often a product: PyTorch, GitHub).
_IDENTIFIER = re.compile(
    r"""
      .*_.* | .*\(\)
    | (?:.*\.)?[A-Z][A-Za-z0-9]*(?:Error|Exception|Warning)
    | (?:.*\.)?(?:[A-Z]+[a-z0-9]+){3}[A-Za-z0-9]*
    """,
    re.VERBOSE,
)


def inline(text: str, *, bold: bool = False) -> list[Element]:
    """The elements of one paragraph."""
    found: list[Element] = []
    end = 0
    for part in _INLINE.finditer(text):
        if part["name"] and not _IDENTIFIER.fullmatch(part["name"]):
            continue
        _append_text(found, text[end : part.start()], bold=bold)
        end = part.end()
        if shown := part["code"] or part["option"] or part["name"]:
            found.append({"type": "text", "text": shown, "style": {"code": True}})
        elif part["bold"]:
            _append_text(found, part["bold"], bold=True)
        else:
            _append_link(found, part["url"] or part["bare"], part["label"], bold=bold)
    _append_text(found, text[end:], bold=bold)
    return found


def _append_text(found: list[Element], text: str, *, bold: bool) -> None:
    if text:
        found.append({"type": "text", "text": text, **({"style": {"bold": True}} if bold else {})})


def _append_link(found: list[Element], url: str, label: str | None, *, bold: bool) -> None:
    if safe := safe_url(url):
        found.append({"type": "link", "url": safe, **({"text": label} if label else {})})
    else:
        _append_text(found, f"{label} ({url})" if label else url, bold=bold)


def section(*elements: Element) -> Element:
    """One run of text."""
    return {"type": "rich_text_section", "elements": list(elements)}


def numbered(items: Iterable[list[Element]]) -> Element:
    """A numbered list."""
    return _list("ordered", items)


def bullets(items: Iterable[list[Element]]) -> Element:
    """A list with bullets."""
    return _list("bullet", items)


def _list(style: str, items: Iterable[list[Element]]) -> Element:
    return {
        "type": "rich_text_list",
        "style": style,
        "elements": [section(*item) for item in items if item],
    }


def preformatted(text: str, limit: int) -> Element:
    """Code, cut at the end of a line to `limit` characters."""
    text = clean(text).strip("\n").rstrip() or " "
    if len(text) > limit:
        head = text[: limit - 2]
        text = (head[: head.rfind("\n")] if head.rfind("\n") > limit // 2 else head) + "\n…"
    return {"type": "rich_text_preformatted", "elements": [{"type": "text", "text": text}]}


def heading(text: str) -> Element:
    """A line in bold that says what follows."""
    return section({"type": "text", "text": text, "style": {"bold": True}})


def label(text: str) -> Element:
    """A line in italics that says what follows."""
    return section({"type": "text", "text": text, "style": {"italic": True}})


def prose(text: str, limit: int) -> list[Element]:
    """The sections, lists and code blocks of a text, cut at a sentence to `limit` characters."""
    found: list[Element] = []
    paragraph: list[str] = []
    lines = iter(cut(clean(text).strip(), limit).split("\n"))
    for line in lines:
        if _FENCE.match(line):
            _flush(found, paragraph)
            fenced = []
            for inner in lines:
                if _FENCE.match(inner):
                    break
                fenced.append(inner)
            if any(map(str.strip, fenced)):
                found.append(preformatted("\n".join(fenced), limit))
        elif (item := _NUMBER.match(line)) or (item := _BULLET.match(line)):
            _flush(found, paragraph)
            style = "ordered" if _NUMBER.match(line) else "bullet"
            _append_item(found, style, inline(line[item.end() :].strip()))
        elif title := _HEADING.match(line):
            _flush(found, paragraph)
            found.append(heading(line[title.end() :].strip()))
        else:
            paragraph.append(line)
    _flush(found, paragraph)
    return found


def _append_item(found: list[Element], style: str, item: list[Element]) -> None:
    last = found[-1] if found else {}
    if last.get("type") == "rich_text_list" and last["style"] == style:
        last["elements"].append(section(*item))
    else:
        found.append(_list(style, [item]))


def _flush(found: list[Element], paragraph: list[str]) -> None:
    text = "\n".join(paragraph).strip()
    paragraph.clear()
    if text:
        found.append(section(*inline(text)))


def flatten(elements: Iterable[Element]) -> str:
    """Rich text as plain text, for the notification and for tests."""
    shown = []
    for element in elements:
        match element["type"]:
            case "rich_text_list":
                for number, item in enumerate(element["elements"], 1):
                    mark = f"{number}." if element["style"] == "ordered" else "•"
                    shown.append(f"{mark} {flatten([item])}")
            case _:
                shown.append(
                    "".join(e.get("text") or e.get("url", "") for e in element["elements"])
                )
    return "\n".join(shown)
