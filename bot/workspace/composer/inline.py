"""One run of typed text -> rich_text elements, and the same run as it stands in `text`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, NamedTuple

from bot.workspace.composer.links import escape, find_links

Element = dict[str, Any]

# The emoji that count as such; `:12:` in a log line is none, whatever stands between the colons.
EMOJI = frozenset(
    re.findall(
        r"\S+",
        "+1 -1 100 boom bug bulb clap cry eyes fire heart heavy_check_mark joy memo mag ok_hand "
        "package pray question raised_hands rocket rotating_light scream smile sob sweat_smile "
        "tada thinking_face thumbsup thumbsdown warning wave white_check_mark wrench x zap",
    )
)
_STYLES = {"*": "bold", "_": "italic", "~": "strike"}


class Names(NamedTuple):
    """Who and what can be mentioned: names as typed (without the sign) -> ids."""

    users: Mapping[str, str]
    channels: Mapping[str, str]


class Run(NamedTuple):
    """A stretch of inline content in both of its forms."""

    text: str
    elements: list[Element]

    def __add__(self, other: object) -> Run:
        if not isinstance(other, Run):
            return NotImplemented
        return Run(self.text + other.text, _joined(self.elements, other.elements))


EMPTY = Run("", [])

_SPECIAL = re.compile(
    r"""
    ` (?P<code> [^`\n]+ ) `
  | (?<! [\w*_~`] ) (?P<mark> [*_~] ) (?! \s | (?P=mark) )
        (?P<styled> [^\n]{0,400}? (?! (?P=mark) ) \S ) (?P=mark) (?! [\w*_~] )
  | (?<! [\w:] ) : (?P<emoji> [a-z0-9_+-]+ ) : (?! [\w:] )
  | (?<! [\w@] ) @ (?P<user> [\w.-]+ )
  | (?<! [\w\#&] ) \# (?P<channel> [\w-]+ )
    """,
    re.VERBOSE,
)


def typed(text: str, names: Names, style: Mapping[str, bool] | None = None) -> Run:
    """Text with markup: code, bold, italic, strike, emoji, mentions and links."""
    style = style or {}
    addresses = [(link.start, link.end) for link in find_links(text)]
    done, last = EMPTY, 0
    for match in _SPECIAL.finditer(text):
        inside = any(start < match.start() < end for start, end in addresses)
        special = None if inside else _special(match, names, style)
        if special is not None and match.start() >= last:
            done += plain(text[last : match.start()], style) + special
            last = match.end()
    return done + plain(text[last:], style)


def plain(text: str, style: Mapping[str, bool] | None = None) -> Run:
    """Text in which only links are found: what is pasted without markup, and the inside of code."""
    extra = {"style": dict(style)} if style else {}
    done, last = EMPTY, 0
    for link in find_links(text):
        done += _words(text[last : link.start], extra)
        done += Run(link.token, [{**link.element, **extra}])
        last = link.end
    return done + _words(text[last:], extra)


def mentioned(text: str, names: Names) -> Run:
    """Text without markup in which mentions count, as a composer completes them while typing."""
    done, last = EMPTY, 0
    for match in _SPECIAL.finditer(text):
        special = _mention(match, names, {}) if match["user"] or match["channel"] else None
        if special is not None:
            done += plain(text[last : match.start()]) + special
            last = match.end()
    return done + plain(text[last:])


def _words(text: str, extra: Mapping[str, Any]) -> Run:
    return Run(escape(text), [{"type": "text", "text": text, **extra}]) if text else EMPTY


def _special(match: re.Match[str], names: Names, style: Mapping[str, bool]) -> Run | None:
    if match["code"]:
        inner = plain(match["code"], {**style, "code": True})
        return Run(f"`{inner.text}`", inner.elements)
    if match["mark"]:
        inner = typed(match["styled"], names, {**style, _STYLES[match["mark"]]: True})
        return Run(match["mark"] + inner.text + match["mark"], inner.elements)
    return _mention(match, names, style)


def _mention(match: re.Match[str], names: Names, style: Mapping[str, bool]) -> Run | None:
    extra = {"style": dict(style)} if style else {}
    if (name := match["emoji"]) in EMOJI:
        return Run(f":{name}:", [{"type": "emoji", "name": name, **extra}])
    if name := match["user"]:
        if name in {"here", "channel", "everyone"}:
            return Run(f"<!{name}>", [{"type": "broadcast", "range": name, **extra}])
        known, rest = _known(name, names.users)
        element: Element = {"type": "user", "user_id": known, **extra}
        return Run(f"<@{known}>", [element]) + plain(rest, style) if known else None
    if name := match["channel"]:
        known, rest = _known(name, names.channels)
        element = {"type": "channel", "channel_id": known, **extra}
        label = name.removesuffix(rest) if rest else name
        return Run(f"<#{known}|{label}>", [element]) + plain(rest, style) if known else None
    return None


def _known(name: str, among: Mapping[str, str]) -> tuple[str | None, str]:
    """The id of a name, and the punctuation that followed it (`@ada.` is Ada and a full stop)."""
    bare = name.rstrip(".-")
    return among.get(bare.lower()), name[len(bare) :]


def _joined(left: list[Element], right: list[Element]) -> list[Element]:
    """Two lists of elements, with neighbouring text of one style made one element."""
    if not left or not right:
        return [*left, *right]
    end, start = left[-1], right[0]
    alike = end["type"] == start["type"] == "text" and end.get("style") == start.get("style")
    middle = [{**end, "text": end["text"] + start["text"]}] if alike else [end, start]
    return [*left[:-1], *middle, *right[1:]]
