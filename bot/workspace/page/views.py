"""What the page shows a person: only what that person may see."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.workspace.people import BOT_NAME, BOT_USER, TEAM_NAME
from bot.workspace.state import Channel, Json, User
from bot.workspace.world import Command

if TYPE_CHECKING:
    from bot.workspace.page.samples import Sample
    from bot.workspace.world import World


OWN_COMMANDS = (
    Command("/invite", "Bring somebody into this channel", f"@{BOT_NAME}"),
    Command("/me", "Say what you are doing", "[what you do]"),
)


def overview(world: World, samples: list[Sample], user: User) -> Json:
    """People, channels, commands and samples; whatever does not belong to one channel."""
    return {
        "team": TEAM_NAME,
        "me": user.id,
        "app": {"id": BOT_USER, "name": BOT_NAME},
        "connected": world.courier.ways > 0,
        "users": {
            one.id: {"name": one.name, "real_name": one.real_name, "is_bot": one.is_bot}
            for one in world.state.users.values()
        },
        "people": [one.id for one in world.state.users.values() if not one.is_bot],
        "channels": [_channel(one) for one in visible(world, user)],
        "commands": [one.__dict__ for one in (*world.commands, *OWN_COMMANDS)],
        "shortcuts": [one.__dict__ for one in world.shortcuts],
        "samples": [{"title": one.title, "text": one.text} for one in samples],
    }


def visible(world: World, user: User) -> list[Channel]:
    """The channels that a person is in."""
    return [one for one in world.state.channels.values() if user.id in one.members]


def _channel(channel: Channel) -> Json:
    latest = channel.messages[-1] if channel.messages else {}
    return {
        "id": channel.id,
        "name": channel.name or BOT_NAME,
        "kind": channel.kind,
        "topic": channel.topic,
        "members": len(channel.members),
        "bot": BOT_USER in channel.members,
        "latest": latest.get("ts", ""),
        "latest_by": latest.get("user", ""),
    }


def conversation(world: World, channel: Channel, user: User) -> Json:
    """The messages of a channel, replies among them, and those that only this person sees."""
    mine = [
        one.message
        for one in world.state.ephemerals
        if one.user == user.id and one.channel == channel.id
    ]
    return {"messages": channel.messages, "ephemerals": mine}


def windows(world: World, user: User) -> Json:
    """The modals and the App Home of a person, and what Slack has told them."""
    stack = world.state.modals.get(user.id, ())
    return {
        "modals": [world.state.views[one] for one in stack],
        "home": world.state.homes.get(user.id),
        "notices": [one.text for one in world.state.notices if one.user == user.id],
    }
