"""Events as Slack sends them: which ones the app gets, and the envelope around each."""

from __future__ import annotations

import copy
from typing import TYPE_CHECKING

from bot.workspace.people import APP_ID, BOT_USER, TEAM_ID
from bot.workspace.state import Channel, Json

if TYPE_CHECKING:
    from bot.workspace.courier import Delivery
    from bot.workspace.world import World

# Subscription -> the scope that the app must have been given for it.
EVENTS = {
    "app_home_opened": None,
    "app_mention": "app_mentions:read",
    "app_uninstalled": None,
    "member_joined_channel": "channels:read",
    "message.channels": "channels:history",
    "message.groups": "groups:history",
    "message.im": "im:history",
    "tokens_revoked": None,
}
_SUBSCRIPTION = {"channel": "message.channels", "group": "message.groups", "im": "message.im"}


def subscribed(world: World, subscription: str) -> bool:
    """Whether the app asked for these events and has the scope for them."""
    scope = EVENTS[subscription]
    return subscription in world.events and (scope is None or scope in world.access.scopes)


def emit(world: World, event: Json, channel: Channel | None = None) -> Delivery:
    """Send an event to the app, in its envelope."""
    shared = channel is not None and channel.is_ext_shared
    return world.courier.send("events_api", envelope(world, event, shared=shared))


def envelope(world: World, event: Json, *, shared: bool = False) -> Json:
    """What is around an event: whose it is, and an id that is the same on every try."""
    return {
        "token": world.access.tokens.verification,
        "team_id": TEAM_ID,
        "context_team_id": TEAM_ID,
        "context_enterprise_id": None,
        "api_app_id": APP_ID,
        "event": copy.deepcopy(event),
        "type": "event_callback",
        "event_id": world.ids.make("Ev"),
        "event_time": int(world.clock.now()),
        "authorizations": [
            {
                "enterprise_id": None,
                "team_id": TEAM_ID,
                "user_id": BOT_USER,
                "is_bot": True,
                "is_enterprise_install": False,
            }
        ],
        "is_ext_shared_channel": shared,
        "event_context": world.ids.make("4-", 40),
    }


def _hears(world: World, channel: Channel) -> bool:
    return BOT_USER in channel.members and subscribed(world, _SUBSCRIPTION[channel.kind])


def _mentions(message: Json) -> bool:
    written = message.get("subtype") in {None, "file_share", "thread_broadcast"}
    by_app = message.get("user") == BOT_USER
    return written and not by_app and f"<@{BOT_USER}>" in message.get("text", "")


def said(world: World, channel: Channel, message: Json) -> None:
    """A new message: an event, and a second one of another id when it mentions the app."""
    place = {"channel": channel.id, "event_ts": message["ts"]}
    if _mentions(message) and channel.kind != "im" and BOT_USER in channel.members:
        kept = {key: value for key, value in message.items() if key not in {"subtype", "root"}}
        if subscribed(world, "app_mention"):
            emit(world, {**kept, "type": "app_mention", **place}, channel)
    if _hears(world, channel):
        emit(world, {**message, **place, "channel_type": channel.kind}, channel)


def changed(world: World, channel: Channel, message: Json, before: Json) -> None:
    """A message that is not as it was: edited, unfurled, or replied to."""
    if _hears(world, channel):
        _hidden(world, channel, "message_changed", message=message, previous_message=before)


def deleted(world: World, channel: Channel, before: Json) -> None:
    """A message that is gone."""
    if _hears(world, channel):
        ts = before["ts"]
        _hidden(world, channel, "message_deleted", deleted_ts=ts, previous_message=before)


def _hidden(world: World, channel: Channel, subtype: str, **more: object) -> None:
    ts = world.ids.ts()
    event: Json = {
        "type": "message",
        "subtype": subtype,
        **more,
        "channel": channel.id,
        "hidden": True,
        "ts": ts,
        "event_ts": ts,
        "channel_type": channel.kind,
    }
    emit(world, event, channel)


def joined(world: World, channel: Channel, user: str, inviter: str | None) -> None:
    """Somebody, or the app itself, has joined a channel."""
    if BOT_USER in channel.members and subscribed(world, "member_joined_channel"):
        event: Json = {
            "type": "member_joined_channel",
            "user": user,
            "channel": channel.id,
            "channel_type": "G" if channel.kind == "group" else "C",
            "team": TEAM_ID,
            "event_ts": world.ids.ts(),
        }
        emit(world, event | ({"inviter": inviter} if inviter else {}), channel)


def home_opened(world: World, user: str, channel: str, tab: str, view: Json | None) -> None:
    """A person looks at the app's own page."""
    if subscribed(world, "app_home_opened"):
        event: Json = {
            "type": "app_home_opened",
            "user": user,
            "channel": channel,
            "tab": tab,
            "event_ts": world.ids.ts(),
        }
        emit(world, event | ({"view": view} if view else {}))


def revoked(world: World, *, uninstalled: bool) -> None:
    """The app's tokens were taken away; with `uninstalled`, the app was removed as well."""
    ts = world.ids.ts()
    tokens = {"oauth": [], "bot": [BOT_USER]}
    if subscribed(world, "tokens_revoked"):
        emit(world, {"type": "tokens_revoked", "tokens": tokens, "event_ts": ts})
    if uninstalled and subscribed(world, "app_uninstalled"):
        emit(world, {"type": "app_uninstalled", "event_ts": ts})
