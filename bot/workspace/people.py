"""The team that a new workspace starts with."""

from __future__ import annotations

from bot.workspace.clock import Clock, Ids
from bot.workspace.state import Channel, State, User

TEAM_ID = "T0ERRORBOOK"
TEAM_NAME = "Loopback"
TEAM_DOMAIN = "loopback"
APP_ID = "A0ERRORBOOK"
BOT_ID = "B0ERRORBOOK"
BOT_USER = "U0ERRORBOOK"
BOT_NAME = "errorbook"

PEOPLE = (
    User("U0ADA00001", "ada", "Ada Okafor", "Inference"),
    User("U0BEN00002", "ben", "Ben Lindqvist", "Platform"),
    User("U0MIRA0003", "mira", "Mira Castellanos", "Research"),
)
_EVERYBODY = frozenset(user.id for user in PEOPLE)
_CHANNELS = (
    ("C0GENERAL1", "general", "Everybody, about everything"),
    ("C0INFERENC", "inference", "Serving models: SGLang, vLLM and friends"),
    ("C0MLPLATFM", "ml-platform", "Clusters, images, drivers"),
    ("C0RANDOM05", "random", "Errorbook is not in this channel"),
)


def settle(state: State, clock: Clock, ids: Ids) -> None:
    """Move the people and the app in: four channels, a private one, direct messages with the app.

    The app is in every channel but #random. Mira is not in the private channel.
    """
    created = int(clock.now())
    for user in (*PEOPLE, User(BOT_USER, BOT_NAME, "Errorbook", is_bot=True)):
        state.users[user.id] = user
    for key, name, topic in _CHANNELS:
        members = set(_EVERYBODY) | (set() if name == "random" else {BOT_USER})
        state.channels[key] = Channel(key, name, "channel", members, topic, created)
    private = {"U0ADA00001", "U0BEN00002", BOT_USER}
    state.channels["C0ONCALL06"] = Channel(
        "C0ONCALL06", "on-call", "group", private, "Private: who is up tonight", created
    )
    for user in PEOPLE:
        direct_message(state, ids, user.id, created)


def direct_message(state: State, ids: Ids, user: str, created: int) -> Channel:
    """The direct message between a person and the app, made when there is none."""
    for channel in state.channels.values():
        if channel.kind == "im" and user in channel.members:
            return channel
    channel = Channel(ids.make("D"), "", "im", {user, BOT_USER}, created=created)
    state.channels[channel.id] = channel
    return channel
