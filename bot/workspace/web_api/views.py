"""views.*: modals and the App Home."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.workspace import modals
from bot.workspace.access import Refused
from bot.workspace.refusals import Refusal
from bot.workspace.web_api.arguments import Arguments, Method

if TYPE_CHECKING:
    from bot.workspace.state import Json
    from bot.workspace.world import World


def open_(world: World, arguments: Arguments) -> Json:
    """https://docs.slack.dev/reference/methods/views.open"""
    view = modals.accept(world, arguments.nested("view"))
    user, _ = _redeem(world, arguments)
    return {"ok": True, "view": {**modals.opened(world, user, view)}}


def push(world: World, arguments: Arguments) -> Json:
    """https://docs.slack.dev/reference/methods/views.push"""
    view = modals.accept(world, arguments.nested("view"))
    user, source = _redeem(world, arguments)
    if source is None or source not in world.state.modals.get(user, ()):
        raise Refusal("view_not_found")
    return {"ok": True, "view": {**modals.pushed(world, user, view)}}


def update(world: World, arguments: Arguments) -> Json:
    """https://docs.slack.dev/reference/methods/views.update"""
    view_id, external_id = arguments.text("view_id"), arguments.text("external_id")
    if bool(view_id) == bool(external_id):
        raise Refusal("invalid_arguments", notes=["provide one of: view_id, external_id"])
    known = world.state.views
    old = known.get(view_id) or next(
        (one for one in known.values() if external_id and one["external_id"] == external_id), None
    )
    if old is None:
        raise Refusal("not_found")
    _same_hash(arguments, old)
    sent = arguments.nested("view")
    if isinstance(sent, dict) and sent.get("external_id") == old["external_id"]:
        sent = {**sent, "external_id": ""}
        view = modals.accept(world, sent) | {"external_id": old["external_id"]}
    else:
        view = modals.accept(world, sent)
    return {"ok": True, "view": {**modals.updated(world, old, view)}}


def publish(world: World, arguments: Arguments) -> Json:
    """https://docs.slack.dev/reference/methods/views.publish"""
    user = arguments.required("user_id")
    if user not in world.state.users:
        raise Refusal("user_not_found")
    view = modals.accept(world, arguments.nested("view"), "home")
    if old := world.state.homes.get(user):
        _same_hash(arguments, old)
    return {"ok": True, "view": {**modals.published(world, user, view)}}


def _redeem(world: World, arguments: Arguments) -> tuple[str, str | None]:
    found = world.access.tickets.redeem(arguments.required("trigger_id"))
    if isinstance(found, Refused):
        raise Refusal(found.error)
    return found


def _same_hash(arguments: Arguments, old: Json) -> None:
    given = arguments.text("hash")
    if given and given != old["hash"]:
        raise Refusal("hash_conflict")


METHODS = {
    "views.open": Method(open_),
    "views.push": Method(push),
    "views.update": Method(update),
    "views.publish": Method(publish),
}
