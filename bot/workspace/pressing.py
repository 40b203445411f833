"""Finding the button a person presses, and what Slack says about the press."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from bot.workspace.errors import NotPossible
from bot.workspace.state import Json

# What a person has chosen, by the type of the element: the field it stands in.
_CHOSEN = {
    "static_select": "selected_option",
    "multi_static_select": "selected_options",
    "users_select": "selected_user",
    "conversations_select": "selected_conversation",
    "channels_select": "selected_channel",
    "datepicker": "selected_date",
    "timepicker": "selected_time",
    "checkboxes": "selected_options",
    "radio_buttons": "selected_option",
    "plain_text_input": "value",
    "email_text_input": "value",
    "url_text_input": "value",
    "number_input": "value",
}
_MANY = {"multi_static_select", "checkboxes"}


class Pressable(NamedTuple):
    """An element that can be pressed, the block it is in, and all the ways to name it."""

    block: Json
    element: Json
    labels: tuple[str, ...]


def pressables(blocks: Sequence[Json]) -> Iterator[Pressable]:
    """Every button and menu in the blocks, in the order a person sees them."""
    for block in blocks:
        parts = [*block.get("elements", ()), block.get("accessory"), block.get("element")]
        for element in parts:
            if isinstance(element, dict) and "action_id" in element:
                yield Pressable(block, element, tuple(_labels(element)))


def _labels(element: Json) -> Iterator[str]:
    yield element["action_id"]
    if text := element.get("text"):
        yield text["text"]
    if value := element.get("value"):
        yield value
    for side in ("positive", "negative"):
        if button := element.get(f"{side}_button"):
            yield from (side, button["text"]["text"], button["value"])


def find(blocks: Sequence[Json], wanted: str, block_id: str | None = None) -> Pressable:
    """The element with this action id, visible text or value."""
    every = [one for one in pressables(blocks) if block_id in {None, one.block["block_id"]}]
    for one in every:
        if wanted in one.labels:
            return one
    shown = ", ".join(label for one in every for label in one.labels[:2]) or "nothing to press"
    raise NotPossible(f"There is no button “{wanted}” here.", f"There is: {shown}.")


def action(pressed: Pressable, wanted: str, option: Any, ts: str) -> Json:
    """What `actions` says about the press of an element."""
    element = pressed.element
    said: Json = {
        "action_id": element["action_id"],
        "block_id": pressed.block["block_id"],
        "type": element["type"],
        "action_ts": ts,
    }
    if element["type"] == "feedback_buttons":
        side = _side(element, option or wanted)
        return said | {"text": side["text"], "value": side["value"]}
    if element["type"] == "overflow":
        return said | {"selected_option": choice(element, option or "")}
    if element["type"] in _CHOSEN:
        return said | chosen(element, option)
    kept = {name: element[name] for name in ("text", "value", "style", "url") if name in element}
    return said | kept


def _side(element: Json, wanted: str) -> Json:
    for name in ("positive", "negative"):
        button: Json = element[f"{name}_button"]
        if wanted in {name, button["text"]["text"], button["value"]}:
            return button
    raise NotPossible(f"There is no feedback button “{wanted}”.", "Say positive or negative.")


def choice(element: Json, wanted: str) -> Json:
    """The option of a menu with this text or value."""
    groups = element.get("option_groups") or [{"options": element.get("options", [])}]
    options: list[Json] = [one for group in groups for one in group["options"]]
    for one in options:
        if wanted in {one["value"], one["text"]["text"]}:
            return one
    shown = ", ".join(one["text"]["text"] for one in options)
    raise NotPossible(f"There is no choice “{wanted}” here.", f"There is: {shown}.")


def chosen(element: Json, given: Any) -> Json:
    """What the state of a view says about one element: its type and what was put in."""
    kind = element["type"]
    name = _CHOSEN[kind]
    value: Any = given
    if name == "selected_options":
        value = [choice(element, one) for one in given or ()]
    elif name == "selected_option":
        value = choice(element, given) if given else None
    return {"type": kind, name: value or (([]) if kind in _MANY else None)}


def has_state(element: Json) -> bool:
    """Whether a person can put something into this element."""
    return element.get("type") in _CHOSEN


def initial(element: Json) -> Any:
    """What an element starts with, as a person would type or choose it."""
    for name in ("initial_value", "initial_user", "initial_conversation", "initial_date"):
        if name in element:
            return element[name]
    if option := element.get("initial_option"):
        return option["value"]
    if options := element.get("initial_options"):
        return [one["value"] for one in options]
    return None
