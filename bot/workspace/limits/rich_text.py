"""The rich_text block: sections, code, quotes and lists, and what stands in them."""

from __future__ import annotations

from bot.workspace.limits.schema import Check, anything, flag, kinds, number, one_of, several, thing
from bot.workspace.limits.schema import text as words

_TYPE: dict[str, Check] = {"type": anything}
_MOST = 1_000

_STYLE = thing({}, dict.fromkeys(("bold", "italic", "strike", "code", "underline"), flag))
_STYLED = {"style": _STYLE}
_INLINE = kinds(
    {
        "text": thing({**_TYPE, "text": words()}, _STYLED),
        "link": thing(
            {**_TYPE, "url": words(3_000)}, {**_STYLED, "text": words(None, 0), "unsafe": flag}
        ),
        "emoji": thing({**_TYPE, "name": words()}, {**_STYLED, "unicode": words()}),
        "user": thing({**_TYPE, "user_id": words()}, _STYLED),
        "channel": thing({**_TYPE, "channel_id": words()}, _STYLED),
        "usergroup": thing({**_TYPE, "usergroup_id": words()}, _STYLED),
        "broadcast": thing({**_TYPE, "range": one_of("here", "channel", "everyone")}, _STYLED),
        "date": thing(
            {**_TYPE, "timestamp": number(0, 1 << 40), "format": words()},
            {**_STYLED, "url": words(3_000), "fallback": words()},
        ),
        "color": thing({**_TYPE, "value": words(7)}, _STYLED),
    }
)
_RUN = several(_INLINE, _MOST, 0)
_BORDER = {"border": number(0, 1)}
_SECTION = thing({**_TYPE, "elements": _RUN})
_LIST = thing(
    {
        **_TYPE,
        "style": one_of("bullet", "ordered"),
        "elements": several(kinds({"rich_text_section": _SECTION}), _MOST),
    },
    {**_BORDER, "indent": number(0, 8), "offset": number(0, 1_000_000)},
)

RICH_TEXT_PARTS = several(
    kinds(
        {
            "rich_text_section": _SECTION,
            "rich_text_list": _LIST,
            "rich_text_quote": thing({**_TYPE, "elements": _RUN}, _BORDER),
            "rich_text_preformatted": thing({**_TYPE, "elements": _RUN}, _BORDER),
        }
    ),
    _MOST,
)
