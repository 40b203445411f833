"""The parts of blocks: text objects, options, buttons, menus, inputs, and their limits."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

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

_TYPE: dict[str, Check] = {"type": anything}
_ACTION = {"action_id": text(255)}
_FOCUS = {"focus_on_load": flag}
LONGEST_OPTION_VALUE = 150


def plain(most: int | None, least: int = 1) -> Check:
    """A `plain_text` object."""
    described = thing({**_TYPE, "text": text(most, least)}, {"emoji": flag})
    return kinds({"plain_text": described})


def any_text(most: int | None) -> Check:
    """A `plain_text` or `mrkdwn` object."""
    mrkdwn = thing({**_TYPE, "text": text(most)}, {"verbatim": flag})
    written = thing({**_TYPE, "text": text(most)}, {"emoji": flag})
    return kinds({"plain_text": written, "mrkdwn": mrkdwn})


CONFIRM = thing(
    {"title": plain(100), "text": any_text(300)},
    {"confirm": plain(30), "deny": plain(30), "style": one_of("primary", "danger")},
)
_PLACEHOLDER = {"placeholder": plain(150)}
_CONFIRM = {"confirm": CONFIRM}


def _option(label: Check, most_value: int = LONGEST_OPTION_VALUE) -> Check:
    return thing(
        {"text": label, "value": text(most_value)}, {"description": label, "url": text(3_000)}
    )


_MENU_OPTION = _option(plain(75))
_LIST_OPTION = _option(any_text(75))
_GROUP = thing({"label": plain(75), "options": several(_MENU_OPTION, 100)})


def _needs_choices(value: Any, pointer: str) -> Iterator[Problem]:
    """A menu has options or groups of them, not both."""
    if ("options" in value) == ("option_groups" in value):
        yield Problem(pointer, "must provide exactly one of: options, option_groups")


def _menu(initial: str, check: Check) -> Check:
    choices = {"options": several(_MENU_OPTION, 100), "option_groups": several(_GROUP, 100)}
    most = {"max_selected_items": number(1, 100)} if initial == "initial_options" else {}
    described = thing(
        _TYPE, {**_ACTION, **_CONFIRM, **_FOCUS, **_PLACEHOLDER, **choices, initial: check, **most}
    )
    return both(described, _needs_choices)


def _picker(**more: Check) -> Check:
    return thing(_TYPE, {**_ACTION, **_CONFIRM, **_FOCUS, **_PLACEHOLDER, **more})


def _choices(**more: Check) -> Check:
    required = {**_TYPE, "options": several(_LIST_OPTION, 10)}
    return thing(required, {**_ACTION, **_CONFIRM, **_FOCUS, **more})


def _input(**more: Check) -> Check:
    dispatch = thing(
        {}, {"trigger_actions_on": several(one_of("on_enter_pressed", "on_character_entered"), 2)}
    )
    common = {**_ACTION, **_FOCUS, **_PLACEHOLDER, "dispatch_action_config": dispatch}
    return thing(_TYPE, {**common, "initial_value": text(3_000, 0), **more})


_BUTTON = thing(
    {**_TYPE, "text": plain(75)},
    {
        **_ACTION,
        **_CONFIRM,
        "value": text(2_000, 0),
        "url": text(3_000),
        "style": one_of("primary", "danger"),
        "accessibility_label": text(75),
    },
)
_IMAGE = thing(
    {**_TYPE, "alt_text": text(2_000)},
    {"image_url": text(3_000), "slack_file": anything},
)
_OVERFLOW = thing(
    {**_TYPE, "options": several(_MENU_OPTION, 5)},
    {**_ACTION, **_CONFIRM},
)
_RATING = thing(
    {"text": plain(75), "value": text(2_000)},
    {"accessibility_label": text(75)},
)
_FEEDBACK = thing(
    {**_TYPE, "positive_button": _RATING, "negative_button": _RATING},
    _ACTION,
)
_ICON = thing(
    {**_TYPE, "icon": one_of("trash"), "text": plain(75)},
    {
        **_ACTION,
        **_CONFIRM,
        "value": text(2_000, 0),
        "accessibility_label": text(75),
        "visible_to_user_ids": several(text(), 100),
    },
)

ELEMENTS: dict[str, Check] = {
    "button": _BUTTON,
    "image": _IMAGE,
    "overflow": _OVERFLOW,
    "feedback_buttons": _FEEDBACK,
    "icon_button": _ICON,
    "static_select": _menu("initial_option", _MENU_OPTION),
    "multi_static_select": _menu("initial_options", several(_MENU_OPTION, 100)),
    "users_select": _picker(initial_user=text()),
    "conversations_select": _picker(
        initial_conversation=text(),
        default_to_current_conversation=flag,
        response_url_enabled=flag,
        filter=anything,
    ),
    "channels_select": _picker(initial_channel=text(), response_url_enabled=flag),
    "datepicker": _picker(initial_date=text(10)),
    "timepicker": _picker(initial_time=text(5), timezone=text()),
    "checkboxes": _choices(initial_options=several(_LIST_OPTION, 10)),
    "radio_buttons": _choices(initial_option=_LIST_OPTION),
    "plain_text_input": _input(
        multiline=flag, min_length=number(0, 3_000), max_length=number(1, 3_000)
    ),
    "email_text_input": _input(),
    "url_text_input": _input(),
    "number_input": _input(is_decimal_allowed=flag, min_value=anything, max_value=anything),
}

_MENUS = {"static_select", "users_select", "conversations_select", "channels_select"}
_PICKERS = {"datepicker", "timepicker", "checkboxes", "radio_buttons"}
IN_ACTIONS = {"button", "overflow"} | _MENUS | _PICKERS
IN_SECTION = IN_ACTIONS | {"image", "multi_static_select"}
IN_INPUT = (
    _MENUS
    | _PICKERS
    | {
        "multi_static_select",
        "plain_text_input",
        "email_text_input",
        "url_text_input",
        "number_input",
    }
)
IN_CONTEXT_ACTIONS = {"feedback_buttons", "icon_button"}


def element(among: set[str]) -> Check:
    """One of the elements that a block of this kind takes."""
    return kinds(ELEMENTS, among)
