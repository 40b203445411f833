"""conversations.*: channels, who is in them, and what was said."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from bot.workspace import events, posting
from bot.workspace.people import BOT_USER, TEAM_ID, direct_message
from bot.workspace.refusals import Refusal
from bot.workspace.state import Change
from bot.workspace.web_api.arguments import Arguments, Method, find_channel

if TYPE_CHECKING:
    from bot.workspace.state import Channel, Json
    from bot.workspace.world import World

_LARGEST_PAGE = 999
_TYPES = {"public_channel": "channel", "private_channel": "group", "im": "im"}
_SCOPE_WORDS = {"channel": "channels", "group": "groups", "im": "im"}
_READ = ("channels:read", "groups:read", "im:read")
_HISTORY = ("channels:history", "groups:history", "im:history")


def _need(world: World, channel: Channel, what: str) -> None:
    scope = f"{_SCOPE_WORDS[channel.kind]}:{what}"
    if scope not in world.access.scopes:
        provided = ",".join(sorted(world.access.scopes))
        raise Refusal("missing_scope", needed=scope, provided=provided)


def document(channel: Channel) -> Json:
    """A channel as the API gives it."""
    common: Json = {
        "id": channel.id,
        "created": channel.created,
        "is_archived": channel.is_archived,
        "is_im": channel.kind == "im",
        "is_org_shared": False,
        "context_team_id": TEAM_ID,
        "is_ext_shared": channel.is_ext_shared,
    }
    if channel.kind == "im":
        other = next(user for user in channel.members if user != BOT_USER)
        return {**common, "user": other, "is_user_deleted": False, "is_open": True}
    return {
        **common,
        "name": channel.name,
        "name_normalized": channel.name,
        "is_channel": channel.kind == "channel",
        "is_group": channel.kind == "group",
        "is_mpim": False,
        "is_private": channel.kind == "group",
        "is_general": channel.name == "general",
        "is_member": BOT_USER in channel.members,
        "topic": {"value": channel.topic, "creator": "", "last_set": 0},
        "purpose": {"value": channel.topic, "creator": "", "last_set": 0},
        "num_members": len(channel.members),
    }


def list_(world: World, arguments: Arguments) -> Json:
    """https://docs.slack.dev/reference/methods/conversations.list"""
    wanted = [one.strip() for one in arguments.text("types", "public_channel").split(",")]
    if unknown := [one for one in wanted if one not in {*_TYPES, "mpim"}]:
        raise Refusal("invalid_types", notes=unknown)
    kinds = {_TYPES[one] for one in wanted if one in _TYPES}
    found = [
        document(channel)
        for channel in world.state.channels.values()
        if channel.kind in kinds
        and (channel.kind == "channel" or BOT_USER in channel.members)
        and not (arguments.flag("exclude_archived") and channel.is_archived)
    ]
    return _page(found, "channels", arguments, 100)


def mine(world: World, arguments: Arguments) -> Json:
    """https://docs.slack.dev/reference/methods/users.conversations"""
    answer = list_(world, arguments)
    joined = [
        one for one in answer["channels"] if BOT_USER in world.state.channels[one["id"]].members
    ]
    return {**answer, "channels": joined}


def info(world: World, arguments: Arguments) -> Json:
    """https://docs.slack.dev/reference/methods/conversations.info"""
    channel = find_channel(world, arguments)
    _need(world, channel, "read")
    return {"ok": True, "channel": document(channel)}


def members(world: World, arguments: Arguments) -> Json:
    """https://docs.slack.dev/reference/methods/conversations.members"""
    channel = find_channel(world, arguments)
    _need(world, channel, "read")
    return _page(sorted(channel.members), "members", arguments, 100)


def history(world: World, arguments: Arguments) -> Json:
    """https://docs.slack.dev/reference/methods/conversations.history"""
    channel = _readable(world, arguments)
    shown = [
        {**one}
        for one in reversed(channel.messages)
        if one.get("thread_ts") in {None, one["ts"]} or one.get("subtype") == "thread_broadcast"
    ]
    return _page(_between(shown, arguments), "messages", arguments, 100)


def replies(world: World, arguments: Arguments) -> Json:
    """https://docs.slack.dev/reference/methods/conversations.replies"""
    channel = _readable(world, arguments)
    message = world.state.find_message(channel.id, arguments.required("ts"))
    if message is None:
        raise Refusal("thread_not_found")
    thread = [message, *world.state.replies(channel.id, message["ts"])]
    return _page([{**one} for one in _between(thread, arguments)], "messages", arguments, 1000)


def _readable(world: World, arguments: Arguments) -> Channel:
    channel = find_channel(world, arguments)
    _need(world, channel, "history")
    if BOT_USER not in channel.members:
        raise Refusal("not_in_channel")
    return channel


def _between(messages: list[Json], arguments: Arguments) -> list[Json]:
    """The messages between `oldest` and `latest`, which count only if `inclusive`."""
    oldest, latest = arguments.text("oldest", "0"), arguments.text("latest", "9" * 10)
    inclusive = arguments.flag("inclusive")
    return [
        one
        for one in messages
        if oldest < one["ts"] < latest or (inclusive and one["ts"] in {oldest, latest})
    ]


def join(world: World, arguments: Arguments) -> Json:
    """https://docs.slack.dev/reference/methods/conversations.join"""
    channel = find_channel(world, arguments)
    if channel.kind != "channel":
        raise Refusal("method_not_supported_for_channel_type")
    if channel.is_archived:
        raise Refusal("is_archived")
    answer: Json = {"ok": True}
    if BOT_USER in channel.members:
        answer["warning"] = "already_in_channel"
        answer["response_metadata"] = {"warnings": ["already_in_channel"]}
    else:
        let_in(world, channel, BOT_USER, None)
    return {**answer, "channel": document(channel)}


def let_in(world: World, channel: Channel, user: str, inviter: str | None) -> None:
    """Add somebody to a channel, which is said in the channel and sent to the app."""
    with world.state.changing(Change("channels", channel.id)):
        channel.members.add(user)
        joined: Json = {
            "type": "message",
            "subtype": "channel_join" if channel.kind == "channel" else "group_join",
            "user": user,
            "text": f"<@{user}> has joined the channel",
            "ts": world.ids.ts(),
        }
        posting.add(world, channel, joined | ({"inviter": inviter} if inviter else {}))
        events.joined(world, channel, user, inviter)


def open_(world: World, arguments: Arguments) -> Json:
    """https://docs.slack.dev/reference/methods/conversations.open"""
    users = [one for one in arguments.text("users").split(",") if one]
    if not users and (known := world.state.find_channel(arguments.text("channel"))):
        return {"ok": True, "channel": {"id": known.id}}
    if len(users) != 1:
        raise Refusal("not_enough_users" if not users else "method_not_supported_for_channel_type")
    if users[0] not in world.state.users:
        raise Refusal("user_not_found")
    channel = direct_message(world.state, world.ids, users[0], int(world.clock.now()))
    return {"ok": True, "channel": {"id": channel.id}}


def _page(found: Sequence[object], name: str, arguments: Arguments, default: int) -> Json:
    """One page of a long answer, and the cursor of the next."""
    limit = arguments.number("limit", default) or default
    if not 1 <= limit <= max(_LARGEST_PAGE, default):
        raise Refusal("invalid_limit")
    start = 0
    if cursor := arguments.text("cursor"):
        if not cursor.startswith("next:") or not cursor[5:].isdigit():
            raise Refusal("invalid_cursor")
        start = int(cursor[5:])
    more = len(found) > start + limit
    following = f"next:{start + limit}" if more else ""
    answer: Json = {"ok": True, name: found[start : start + limit]}
    if name == "messages":
        answer["has_more"] = more
    return {**answer, "response_metadata": {"next_cursor": following}}


METHODS = {
    "conversations.list": Method(list_, _READ),
    "users.conversations": Method(mine, _READ),
    "conversations.info": Method(info, _READ),
    "conversations.members": Method(members, _READ),
    "conversations.history": Method(history, _HISTORY),
    "conversations.replies": Method(replies, _HISTORY),
    "conversations.join": Method(join, ("channels:join",)),
    "conversations.open": Method(open_, ("im:write",)),
}
