"""Blocks as Slack gives them back: ids filled in, defaults written out, text escaped."""

from __future__ import annotations

from typing import Any

from bot.workspace.clock import Ids
from bot.workspace.composer.links import escape_bare

_ACTIVE = {
    "button",
    "overflow",
    "feedback_buttons",
    "icon_button",
    "static_select",
    "multi_static_select",
    "users_select",
    "conversations_select",
    "channels_select",
    "datepicker",
    "timepicker",
    "checkboxes",
    "radio_buttons",
    "plain_text_input",
    "email_text_input",
    "url_text_input",
    "number_input",
}
_RAW = {"rich_text", "markdown", "table"}


def tidy_blocks(blocks: list[dict[str, Any]], ids: Ids) -> list[dict[str, Any]]:
    """New blocks with what Slack adds. rich_text and markdown stay as they were sent."""
    done = []
    for block in blocks:
        inner = block if block["type"] in _RAW else _tidy(block, ids)
        given = {name: value for name, value in inner.items() if value is not None}
        done.append({"block_id": ids.short(), **given})
    return done


def _tidy(value: Any, ids: Ids) -> Any:
    if isinstance(value, list):
        return [_tidy(one, ids) for one in value]
    if not isinstance(value, dict):
        return value
    kind = value.get("type")
    if kind == "plain_text":
        shown = escape_bare(value["text"], tokens=False)
        return {"emoji": True, **value, "text": shown}
    if kind == "mrkdwn":
        return {"verbatim": False, **value, "text": escape_bare(value["text"])}
    done = {name: _tidy(inner, ids) for name, inner in value.items() if inner is not None}
    return {"action_id": ids.short(), **done} if kind in _ACTIVE else done
