"""Slack's three escapes, and the links it finds in what people type.

Slack links addresses, e-mail addresses and bare domains, in code as well as outside of it. A file
name counts as a domain when its extension is a top-level domain: `main.py` is a link to Paraguay.
"""

from __future__ import annotations

import re
from typing import Any, NamedTuple

# Slack's own list is not public. These are the generic domains people type, and the country codes
# that are also file extensions or attribute names, which is what matters in a pasted traceback.
_DOMAINS = (
    "com org net edu gov mil int info biz name io ai app dev cloud tech site page link "
    "py sh md rs id is in it at by do my me so pl cc tv co ws mk ms py to as zip mov st la lc "
    "de uk us fr eu ca au jp cn ch nl se no es br ru kr"
)

_LINK = re.compile(
    rf"""
    (?P<address> \b https?:// [^\s<>|"'`]+ )
  | (?P<mail>    (?<! [\w.+-] ) [A-Za-z0-9_.+-]+ @ [A-Za-z0-9-]+ (?: \.[A-Za-z0-9-]+ )+ \b )
  | (?P<domain>  (?<! [\w/@.:\\-] )
                 (?: [A-Za-z0-9] (?: [A-Za-z0-9-]* [A-Za-z0-9] )? \. )+
                 (?: {"|".join(sorted(set(_DOMAINS.split())))} )
                 (?! [\w@-] | \.\w )
                 (?: / [^\s<>|"'`]* )? )
    """,
    re.VERBOSE,
)
_TRAILING = ".,:;!?)]}"
_BARE_SIGNS = re.compile(r"&(?!(?:amp|lt|gt);)")
_TOKEN = re.compile(r"<(?:https?://|mailto:|tel:|[@#!])[^<>\n]*>")


class Link(NamedTuple):
    """A link found in typed text: where it stands, where it goes, and its label unless bare."""

    start: int
    end: int
    url: str
    label: str | None

    @property
    def element(self) -> dict[str, Any]:
        """The rich_text element; a bare address has no `text`."""
        label = {} if self.label is None else {"text": self.label}
        return {"type": "link", "url": self.url, **label}

    @property
    def token(self) -> str:
        """How it stands in `text`."""
        label = "" if self.label is None else f"|{escape(self.label)}"
        return f"<{escape(self.url)}{label}>"


def escape(text: str) -> str:
    """The three characters that Slack encodes in `text`; nothing else is."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def escape_bare(text: str, *, tokens: bool = True) -> str:
    """Escape what an app left unescaped, keeping entities and, with `tokens`, `<…>` tokens."""
    kept: list[str] = []
    last = 0
    for token in _TOKEN.finditer(text) if tokens else ():
        kept += [_escape_bare(text[last : token.start()]), token.group()]
        last = token.end()
    return "".join([*kept, _escape_bare(text[last:])])


def _escape_bare(text: str) -> str:
    return _BARE_SIGNS.sub("&amp;", text).replace("<", "&lt;").replace(">", "&gt;")


def find_links(text: str) -> list[Link]:
    """The links Slack would make, in the order of the text, none of them overlapping."""
    found = []
    for match in _LINK.finditer(text):
        shown = match.group().rstrip(_TRAILING)
        if match.lastgroup == "address":
            url, label = shown, None
        elif match.lastgroup == "mail":
            url, label = f"mailto:{shown}", shown
        else:
            url, label = f"http://{shown}", shown
        if shown.partition("://")[2] or label:
            found.append(Link(match.start(), match.start() + len(shown), url, label))
    return found


def link_addresses(text: str) -> str:
    """Wrap the addresses in an app's text that stand outside of `<…>`, as Slack does."""
    kept: list[str] = []
    last = 0
    for token in [*_TOKEN.finditer(text), None]:
        part = text[last : token.start() if token else None]
        kept.append(re.sub(r"https?://[^\s<>|\"'`)\]]+", r"<\g<0>>", part))
        if token:
            kept.append(token.group())
            last = token.end()
    return "".join(kept)
