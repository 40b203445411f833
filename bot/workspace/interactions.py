"""What people do with the app: commands, shortcuts, buttons, modals."""

from __future__ import annotations

import copy
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from bot.workspace import app_posts, modals, pressing
from bot.workspace.access import ResponseUrl
from bot.workspace.conversation import person, place
from bot.workspace.courier import Delivery, Outcome
from bot.workspace.errors import NotPossible
from bot.workspace.people import APP_ID, TEAM_DOMAIN, TEAM_ID
from bot.workspace.refusals import Refusal
from bot.workspace.state import Change, Channel, Json, User

if TYPE_CHECKING:
    from bot.workspace.world import World

NO_ANSWER = "Errorbook did not answer in time. Try again in a moment."
TROUBLE = "We had some trouble connecting. Try again?"


def command(world: World, user: str, channel: str, line: str) -> Delivery | None:
    """Run what a person typed after a slash. None when the app has no such command."""
    where, who = place(world, channel), person(world, user)
    name, _, text = line.partition(" ")
    if "\n" in name:
        name, _, text = line.partition("\n")
    if name not in {one.name for one in world.commands}:
        app_posts.tell(world, who.id, f"{name} is not a valid command.", where.id)
        return None
    payload: Json = {
        "token": world.access.tokens.verification,
        "team_id": TEAM_ID,
        "team_domain": TEAM_DOMAIN,
        "channel_id": where.id,
        "channel_name": {"im": "directmessage", "group": "privategroup"}.get(
            where.kind, where.name
        ),
        "user_id": who.id,
        "user_name": who.name,
        "command": name,
        "text": text.strip(),
        "api_app_id": APP_ID,
        "is_enterprise_install": "false",
        "response_url": world.response_url(who.id, where.id),
        "trigger_id": world.access.tickets.trigger(who.id),
    }

    def settle(outcome: Outcome) -> None:
        if not outcome.acknowledged:
            word = "operation_timeout" if outcome.error == "timeout" else "dispatch_failed"
            text = f"{name} failed with the error “{word}”."
            app_posts.tell(world, who.id, text, where.id)
        elif outcome.payload:
            _respond(world, ResponseUrl(who.id, where.id, None, None, 0.0), outcome.payload)

    return world.courier.send("slash_commands", payload, settle)


def _respond(world: World, address: ResponseUrl, payload: Json) -> None:
    """Show what came back with an acknowledgement."""
    try:
        app_posts.respond(world, address, payload)
        world.log_call("acknowledgement", payload, {"ok": True})
    except Refusal as refusal:
        world.log_call("acknowledgement", payload, refusal.document())
        app_posts.tell(world, address.user, TROUBLE, address.channel)


def shortcut(world: World, user: str, channel: str, ts: str, callback_id: str) -> Delivery:
    """Choose one of the app's entries in a message's menu."""
    where, who = place(world, channel), person(world, user)
    message = world.state.find_message(where.id, ts)
    if message is None:
        raise NotPossible(f"There is no message {ts} in {where.address}.")
    if callback_id not in {one.callback_id for one in world.shortcuts}:
        raise NotPossible(f"The app has no shortcut {callback_id}.")
    root = message.get("thread_ts")
    payload: Json = {
        "type": "message_action",
        **_who_and_where(world, who, where),
        "action_ts": world.ids.ts(),
        "callback_id": callback_id,
        "trigger_id": world.access.tickets.trigger(who.id),
        "response_url": world.response_url(who.id, where.id, root),
        "message_ts": ts,
        "message": copy.deepcopy(message),
    }
    return world.courier.send("interactive", payload, _warn(world, who.id, where.id))


def _who_and_where(world: World, user: User, channel: Channel | None) -> Json:
    common: Json = {
        "token": world.access.tokens.verification,
        "team": {"id": TEAM_ID, "domain": TEAM_DOMAIN},
        "user": {
            "id": user.id,
            "username": user.name,
            "name": user.name,
            "team_id": TEAM_ID,
        },
        "api_app_id": APP_ID,
        "is_enterprise_install": False,
        "enterprise": None,
    }
    if channel is not None:
        name = {"im": "directmessage", "group": "privategroup"}.get(channel.kind, channel.name)
        common["channel"] = {"id": channel.id, "name": name}
    return common


def _warn(world: World, user: str, channel: str = "") -> Callable[[Outcome], None]:
    """Tell the person when nothing comes back, as Slack does with a sign beside the button."""

    def settle(outcome: Outcome) -> None:
        if not outcome.acknowledged:
            app_posts.tell(world, user, NO_ANSWER, channel)

    return settle


def press(
    world: World,
    user: str,
    channel: str,
    ts: str,
    wanted: str,
    option: Any = None,
    *,
    block_id: str | None = None,
) -> Delivery:
    """Press a button of a message, or of an ephemeral one, named by action id, text or value.

    `block_id` tells apart buttons of one action id.
    """
    where, who = place(world, channel), person(world, user)
    message, ephemeral = _seen(world, who, where, ts)
    pressed = pressing.find(message.get("blocks", []), wanted, block_id)
    root = message.get("thread_ts")
    container: Json = {
        "type": "message",
        "message_ts": ts,
        "channel_id": where.id,
        "is_ephemeral": ephemeral,
    }
    payload: Json = {
        "type": "block_actions",
        **_who_and_where(world, who, where),
        "container": container | ({"thread_ts": root} if root else {}),
        "trigger_id": world.access.tickets.trigger(who.id),
        "state": {"values": {}},
        "response_url": world.response_url(who.id, where.id, root, ts),
        "actions": [pressing.action(pressed, wanted, option, world.ids.ts())],
    }
    if not ephemeral:
        payload["message"] = copy.deepcopy(message)
    return world.courier.send("interactive", payload, _warn(world, who.id, where.id))


def _seen(world: World, user: User, channel: Channel, ts: str) -> tuple[Json, bool]:
    if message := world.state.find_message(channel.id, ts):
        return message, False
    for one in world.state.ephemerals:
        if (one.user, one.channel, one.message["ts"]) == (user.id, channel.id, ts):
            return one.message, True
    raise NotPossible(f"{user.real_name} sees no message {ts} in {channel.address}.")


def dismiss(world: World, user: str, channel: str, ts: str) -> None:
    """Take away a message that only this person sees. Slack does not tell the app."""
    with world.state.changing(Change("messages", channel, user)):
        kept = [
            one
            for one in world.state.ephemerals
            if (one.user, one.channel, one.message["ts"]) != (user, channel, ts)
        ]
        world.state.ephemerals[:] = kept


def press_in_view(
    world: World,
    user: str,
    wanted: str,
    option: Any = None,
    values: Mapping[str, Any] | None = None,
    *,
    block_id: str | None = None,
) -> Delivery:
    """Press a button of the topmost modal or, when there is none, of the App Home."""
    who = person(world, user)
    view = world.state.top_view(who.id) or world.state.homes.get(who.id)
    if view is None:
        raise NotPossible(f"{who.real_name} has no modal and no App Home open.")
    pressed = pressing.find(view["blocks"], wanted, block_id)
    with world.state.changing(Change("views", user=who.id)):
        view["state"] = {"values": _values(view, values or {})}
    payload: Json = {
        "type": "block_actions",
        **_who_and_where(world, who, None),
        "container": {"type": "view", "view_id": view["id"]},
        "trigger_id": world.access.tickets.trigger(who.id, view["id"]),
        "view": copy.deepcopy(view),
        "actions": [pressing.action(pressed, wanted, option, world.ids.ts())],
    }
    return world.courier.send("interactive", payload, _warn(world, who.id))


def submit(world: World, user: str, values: Mapping[str, Any]) -> Delivery:
    """Send the topmost modal. `values` are by action id, block id or both (`block/action`)."""
    who = person(world, user)
    view = world.state.top_view(who.id)
    if view is None:
        raise NotPossible(f"{who.real_name} has no modal open.")
    with world.state.changing(Change("views", user=who.id)):
        view["state"] = {"values": _values(view, values)}
        view.pop("errors", None)
    _complete(view)
    payload: Json = {
        "type": "view_submission",
        **_who_and_where(world, who, None),
        "trigger_id": world.access.tickets.trigger(who.id, view["id"]),
        "view": copy.deepcopy(view),
        "response_urls": [],
    }

    def settle(outcome: Outcome) -> None:
        _settle_view(world, who.id, view, outcome)

    return world.courier.send("interactive", payload, settle)


def _values(view: Json, given: Mapping[str, Any]) -> Json:
    """The state of a view: what is given, else what was there, else what it starts with."""
    before = view["state"]["values"]
    values: Json = {}
    for block, element, _ in pressing.pressables(view["blocks"]):
        if not pressing.has_state(element):
            continue
        block_id, action_id = block["block_id"], element["action_id"]
        names = [name for name in (f"{block_id}/{action_id}", action_id, block_id) if name in given]
        if names:
            entry = pressing.chosen(element, given[names[0]])
        elif known := before.get(block_id, {}).get(action_id):
            entry = known
        else:
            entry = pressing.chosen(element, pressing.initial(element))
        values.setdefault(block_id, {})[action_id] = entry
    return values


def _complete(view: Json) -> None:
    """What the client asks for before it sends anything: required fields, and lengths."""
    for block in view["blocks"]:
        if block["type"] != "input":
            continue
        element = block["element"]
        entry = view["state"]["values"][block["block_id"]][element["action_id"]]
        value = next(value for name, value in entry.items() if name != "type")
        if not value and not block.get("optional"):
            raise NotPossible("Please complete this required field.", block["label"]["text"])
        if isinstance(value, str) and len(value) > element.get("max_length", 3_000):
            most = element.get("max_length", 3_000)
            raise NotPossible(f"Please enter no more than {most} characters.")


def _settle_view(world: World, user: str, view: Json, outcome: Outcome) -> None:
    """Do with a submitted modal what the acknowledgement says."""
    if not outcome.acknowledged:
        app_posts.tell(world, user, TROUBLE)
        return
    answer = outcome.payload or {}
    try:
        _react(world, user, view, answer)
    except Refusal as refusal:
        world.log_call("acknowledgement", answer, refusal.document())
        app_posts.tell(world, user, TROUBLE)


def _react(world: World, user: str, view: Json, answer: Json) -> None:
    action = answer.get("response_action")
    if action is None:
        modals.close_top(world, user)
    elif action == "clear":
        modals.close_all(world, user)
    elif action == "update":
        modals.updated(world, view, modals.accept(world, answer.get("view")))
    elif action == "push":
        modals.pushed(world, user, modals.accept(world, answer.get("view")))
    elif action == "errors":
        _show_errors(world, user, view, answer.get("errors"))
    else:
        raise Refusal("invalid_arguments", notes=[f"unknown response_action: {action}"])


def _show_errors(world: World, user: str, view: Json, errors: Any) -> None:
    inputs = {block["block_id"] for block in view["blocks"] if block["type"] == "input"}
    if not isinstance(errors, dict) or not errors or not set(errors) <= inputs:
        raise Refusal("invalid_arguments", notes=["errors must name the ids of input blocks"])
    with world.state.changing(Change("views", user=user)):
        view["errors"] = errors


def close_view(world: World, user: str, *, everything: bool = False) -> Delivery | None:
    """Close the topmost modal without sending it; the app hears of it if it asked to."""
    who = person(world, user)
    view = world.state.top_view(who.id)
    if view is None:
        return None
    cleared = everything or view["clear_on_close"]
    (modals.close_all if cleared else modals.close_top)(world, who.id)
    if not view["notify_on_close"]:
        return None
    payload: Json = {
        "type": "view_closed",
        **_who_and_where(world, who, None),
        "view": view,
        "is_cleared": bool(cleared),
    }
    return world.courier.send("interactive", payload)
