"""Rich text, the blocks that a composer makes of a message, flattened to what was typed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

Element = Mapping[str, Any]

# The markers that the composer took for styles. Where one touches a word or another marker
# (`__init__`, `*args, **kwargs`), it was code and no style, and it is put back.
_MARKERS = {"bold": "*", "italic": "_", "strike": "~"}


def flatten(block: Element) -> str:
    """The text of a rich_text block. It is not escaped, so nothing is undone here.

    Code stands between fences on lines of their own, a quote's lines begin with `> `, a list's with
    `- ` or their number.
    """
    parts = [_part(element) for element in elements(block)]
    return "\n".join(part.removesuffix("\n") for part in parts)


def elements(holder: Element) -> list[Element]:
    """The elements of a block, an element or a list; whatever else stands there is left out."""
    found = holder.get("elements")
    return [e for e in found if isinstance(e, Mapping)] if isinstance(found, list) else []


def _part(element: Element) -> str:
    match element.get("type"):
        case "rich_text_preformatted":
            return f"```\n{_inline(elements(element), styled=False)}\n```"
        case "rich_text_quote":
            return _quoted(_inline(elements(element)))
        case "rich_text_list":
            return _list(element)
        case _:
            return _inline(elements(element))


def _quoted(text: str) -> str:
    return "\n".join(f"> {line}".rstrip() for line in text.split("\n"))


def _list(element: Element) -> str:
    indent = "    " * _number(element.get("indent"))
    first = _number(element.get("offset")) + 1
    ordered = element.get("style") == "ordered"
    lines = []
    for place, item in enumerate(elements(element), start=first):
        mark = f"{place}." if ordered else "-"
        lines.append(f"{indent}{mark} {_part(item)}")
    return "\n".join(lines)


def _number(value: object) -> int:
    return value if isinstance(value, int) else 0


def _inline(children: Iterable[Element], *, styled: bool = True) -> str:
    pieces = [(_typed(child), child.get("style")) for child in children]
    if not styled:
        return "".join(text for text, _ in pieces)
    made = ""
    for place, (text, style) in enumerate(pieces):
        following = pieces[place + 1][0] if place + 1 < len(pieces) else ""
        made += _with_markers(text, style, made[-1:], following[:1])
    return made


def _with_markers(text: str, style: object, before: str, after: str) -> str:
    if not isinstance(style, Mapping) or not text:
        return text
    if style.get("code"):
        # Several lines of inline code are a code block to everybody but the composer.
        return f"```\n{text}\n```" if "\n" in text else f"`{text}`"
    for name, marker in _MARKERS.items():
        if style.get(name) and any(map(_part_of_code, (before, after))):
            text = f"{marker}{text}{marker}"
    return text


def _part_of_code(neighbour: str) -> bool:
    return neighbour.isalnum() or neighbour in {"_", "*"}


def _typed(child: Element) -> str:
    """What was typed where an inline element stands."""
    match child.get("type"):
        case "text":
            return _string(child, "text")
        case "link":
            return _string(child, "text") or _string(child, "url")
        case "emoji":
            tone = child.get("skin_tone")
            return f":{_string(child, 'name')}:" + (f":skin-tone-{tone}:" if tone else "")
        case "user":
            return "@" + _string(child, "user_id")
        case "usergroup":
            return "@" + _string(child, "usergroup_id")
        case "channel":
            return "#" + _string(child, "channel_id")
        case "broadcast":
            return "@" + _string(child, "range")
        case "color":
            return _string(child, "value")
        case "date":
            return _string(child, "fallback")
        case _:
            return _string(child, "text")


def _string(child: Element, key: str) -> str:
    value = child.get(key)
    return value if isinstance(value, str) else ""
