"""Block Kit's blocks, where each may stand, and what must be unique among them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal

from bot.workspace.limits.elements import (
    ELEMENTS,
    IN_ACTIONS,
    IN_CONTEXT_ACTIONS,
    IN_INPUT,
    IN_SECTION,
    any_text,
    element,
    plain,
)
from bot.workspace.limits.rich_text import RICH_TEXT_PARTS
from bot.workspace.limits.schema import (
    Check,
    Problem,
    anything,
    both,
    flag,
    kinds,
    number,
    one_of,
    several,
    text,
    thing,
)

Surface = Literal["message", "modal", "home"]
MOST_BLOCKS: dict[str, int] = {"message": 50, "modal": 100, "home": 100}
MOST_MARKDOWN = 12_000

_BASE: dict[str, Check] = {"type": anything}
_ID = {"block_id": text(255)}
_CONTEXT_PART = kinds(
    {
        "mrkdwn": any_text(2_000),
        "plain_text": any_text(2_000),
        "image": ELEMENTS["image"],
    }
)
_CELL = kinds(
    {
        "raw_text": thing({**_BASE, "text": text()}),
        "rich_text": thing({**_BASE, "elements": RICH_TEXT_PARTS}, _ID),
    }
)
_COLUMN = thing({}, {"align": one_of("left", "center", "right"), "is_wrapped": flag})


def _says_something(value: Any, pointer: str) -> Iterator[Problem]:
    """A section has a text or fields."""
    if not value.get("text") and not value.get("fields"):
        yield Problem(pointer, "must provide at least one of: text, fields")


_BLOCKS: dict[str, Check] = {
    "section": both(
        thing(
            _BASE,
            {
                **_ID,
                "text": any_text(3_000),
                "fields": several(any_text(2_000), 10),
                "accessory": element(IN_SECTION),
                "expand": flag,
            },
        ),
        _says_something,
    ),
    "divider": thing(_BASE, _ID),
    "header": thing({**_BASE, "text": plain(150)}, {**_ID, "level": number(1, 4)}),
    "context": thing({**_BASE, "elements": several(_CONTEXT_PART, 10)}, _ID),
    "actions": thing({**_BASE, "elements": several(element(IN_ACTIONS), 25)}, _ID),
    "context_actions": thing({**_BASE, "elements": several(element(IN_CONTEXT_ACTIONS), 5)}, _ID),
    "image": thing(
        {**_BASE, "alt_text": text(2_000)},
        {**_ID, "image_url": text(3_000), "slack_file": anything, "title": plain(2_000)},
    ),
    "input": thing(
        {**_BASE, "label": plain(2_000), "element": element(IN_INPUT)},
        {**_ID, "hint": plain(2_000), "optional": flag, "dispatch_action": flag},
    ),
    "rich_text": thing({**_BASE, "elements": RICH_TEXT_PARTS}, _ID),
    "markdown": thing({**_BASE, "text": text(MOST_MARKDOWN)}, _ID),
    "table": thing(
        {**_BASE, "rows": several(several(_CELL, 20), 100)},
        {**_ID, "column_settings": several(_COLUMN, 20)},
    ),
}
_NOT_IN_VIEWS = {"markdown", "context_actions", "table"}
_ALLOWED: dict[str, set[str]] = {
    "message": set(_BLOCKS),
    "modal": set(_BLOCKS) - _NOT_IN_VIEWS,
    "home": set(_BLOCKS) - _NOT_IN_VIEWS,
}


def check_blocks(
    blocks: Any, surface: Surface = "message", pointer: str = "/blocks", least: int = 0
) -> list[Problem]:
    """Everything that Slack refuses about these blocks; an empty list when they are fine."""
    block = kinds(_BLOCKS, _ALLOWED[surface])
    problems = list(several(block, MOST_BLOCKS[surface], least)(blocks, pointer))
    if not problems:
        problems += _repeated(blocks, pointer)
        problems += _too_many(blocks, pointer)
    return problems


def _repeated(blocks: list[dict[str, Any]], pointer: str) -> Iterator[Problem]:
    """Block ids are unique in a message or view, action ids in a block."""
    seen = set()
    for index, block in enumerate(blocks):
        if (name := block.get("block_id")) is not None:
            if name in seen:
                yield Problem(f"{pointer}/{index}/block_id", f"`block_id` {name} already exists")
            seen.add(name)
        actions = set()
        for place, part in enumerate(block.get("elements", ())):
            action = part.get("action_id")
            if action is not None and action in actions:
                where = f"{pointer}/{index}/elements/{place}/action_id"
                yield Problem(where, f'`action_id` "{action}" already exists')
            actions.add(action)


def _too_many(blocks: list[dict[str, Any]], pointer: str) -> Iterator[Problem]:
    """One table a message; all markdown together is limited."""
    if sum(block["type"] == "table" for block in blocks) > 1:
        yield Problem(pointer, "only one table allowed")
    markdown = sum(len(block["text"]) for block in blocks if block["type"] == "markdown")
    if markdown > MOST_MARKDOWN:
        yield Problem(pointer, f"markdown must be less than {MOST_MARKDOWN + 1} characters")
