"""Views on their way to a person: modals, which stack, and the App Home."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bot.workspace.limits import check_view, tidy_blocks
from bot.workspace.limits.views import too_large
from bot.workspace.people import APP_ID, BOT_ID, TEAM_ID
from bot.workspace.refusals import Refusal
from bot.workspace.state import Change, Json

if TYPE_CHECKING:
    from bot.workspace.world import World

MOST_VIEWS = 3


def accept(world: World, view: Any, kind: str = "modal") -> Json:
    """A view as Slack keeps it, without an id yet; a Refusal when something is wrong with it."""
    if not isinstance(view, dict):
        raise Refusal("invalid_arguments", notes=["must provide an object [json-pointer:/view]"])
    if too_large(view):
        raise Refusal("view_too_large")
    if problems := check_view(view):
        raise Refusal("invalid_arguments", problems)
    if view["type"] != kind:
        note = "must match the `type` of the view that the method opens [json-pointer:/view/type]"
        raise Refusal("invalid_arguments", notes=[note])
    external = view.get("external_id")
    if external and any(one["external_id"] == external for one in world.state.views.values()):
        raise Refusal("duplicate_external_id")
    kept: Json = {
        "team_id": TEAM_ID,
        "type": kind,
        "blocks": tidy_blocks(view["blocks"], world.ids),
        "private_metadata": "",
        "callback_id": "",
        "external_id": "",
        "state": {"values": {}},
        "title": None,
        "close": None,
        "submit": None,
        "clear_on_close": False,
        "notify_on_close": False,
        "app_id": APP_ID,
        "app_installed_team_id": TEAM_ID,
        "bot_id": BOT_ID,
    }
    kept |= {name: value for name, value in view.items() if value is not None and name != "blocks"}
    return kept


def opened(world: World, user: str, view: Json) -> Json:
    """Show a modal, alone."""
    close_all(world, user)
    return pushed(world, user, view)


def pushed(world: World, user: str, view: Json) -> Json:
    """Show a modal on top of those the person has open."""
    state = world.state
    stack = state.modals.get(user, [])
    if len(stack) >= MOST_VIEWS:
        raise Refusal("push_limit_reached")
    view["id"] = world.ids.make("V")
    view["previous_view_id"] = stack[-1] if stack else None
    view["root_view_id"] = state.views[stack[0]]["id"] if stack else view["id"]
    _rehash(world, view)
    with state.changing(Change("views", user=user)):
        state.views[view["id"]] = view
        state.modals.setdefault(user, []).append(view["id"])
    return view


def updated(world: World, old: Json, new: Json) -> Json:
    """Replace a view where it is. What a person has typed stays where block and action agree."""
    kept = ("id", "previous_view_id", "root_view_id")
    new |= {name: old[name] for name in kept if name in old}
    new["state"] = old["state"]
    _rehash(world, new)
    user = owner(world, old["id"])
    with world.state.changing(Change("views", user=user)):
        world.state.views[old["id"]] = new
    return new


def published(world: World, user: str, view: Json) -> Json:
    """Show a person their App Home."""
    old = world.state.homes.get(user)
    view["id"] = old["id"] if old else world.ids.make("V")
    view["root_view_id"] = view["id"]
    view["previous_view_id"] = None
    _rehash(world, view)
    with world.state.changing(Change("home", user=user)):
        world.state.homes[user] = view
    return view


def close_top(world: World, user: str) -> None:
    """Take the topmost modal away; the one below shows again."""
    with world.state.changing(Change("views", user=user)):
        stack = world.state.modals.get(user, [])
        if stack:
            world.state.views.pop(stack.pop())


def close_all(world: World, user: str) -> None:
    """Take all of a person's modals away."""
    with world.state.changing(Change("views", user=user)):
        for view_id in world.state.modals.pop(user, []):
            world.state.views.pop(view_id)


def owner(world: World, view_id: str) -> str:
    """Whose modal it is; empty when nobody has it open."""
    return next((user for user, stack in world.state.modals.items() if view_id in stack), "")


def _rehash(world: World, view: Json) -> None:
    view["hash"] = f"{int(world.clock.now())}.{world.ids.short()}{world.ids.short()}"
