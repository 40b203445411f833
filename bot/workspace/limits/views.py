"""Modals and the App Home: what Slack refuses about a view."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from bot.workspace.limits.blocks import check_blocks
from bot.workspace.limits.elements import plain
from bot.workspace.limits.schema import Problem, anything, flag, kinds, text, thing

MOST_BYTES = 250_000

_COMMON = {
    "private_metadata": text(3_000, 0),
    "callback_id": text(255, 0),
    "external_id": text(255, 0),
}
_VIEW = kinds(
    {
        "modal": thing(
            {"type": anything, "title": plain(24), "blocks": anything},
            {
                **_COMMON,
                "submit": plain(24),
                "close": plain(24),
                "clear_on_close": flag,
                "notify_on_close": flag,
                "submit_disabled": flag,
            },
        ),
        "home": thing({"type": anything, "blocks": anything}, _COMMON),
    }
)


def check_view(view: Any) -> list[Problem]:
    """Everything that Slack refuses about a view; an empty list when it is fine."""
    problems = list(_VIEW(view, "/view"))
    if problems:
        return problems
    problems = check_blocks(view["blocks"], view["type"], "/view/blocks")
    return problems or list(_submit(view))


def too_large(view: Any) -> bool:
    """Whether the view is above 250 kB."""
    return len(json.dumps(view).encode()) > MOST_BYTES


def _submit(view: dict[str, Any]) -> Iterator[Problem]:
    """A modal with something to fill in has a button to send it."""
    if view["type"] != "modal" or view.get("submit"):
        return
    for index, block in enumerate(view["blocks"]):
        if block["type"] == "input":
            what = "must define `submit` to use an `input` block in modals"
            yield Problem(f"/view/blocks/{index}/input", what)
