"""The arguments of one call, however they were sent."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

from bot.workspace.people import BOT_USER, direct_message
from bot.workspace.refusals import Refusal
from bot.workspace.state import Channel, Json

if TYPE_CHECKING:
    from bot.workspace.world import World

Handler = Callable[["World", "Arguments"], Json]


class Method(NamedTuple):
    """A method: what it does, and the scope it needs; any one of several is enough."""

    handler: Handler
    scopes: tuple[str, ...] = ()


class Arguments:
    """Names and values. A form sends everything as strings, nested things as JSON in a string."""

    def __init__(self, values: Json) -> None:
        self.values = {name: value for name, value in values.items() if value is not None}

    def text(self, name: str, default: str = "") -> str:
        """A string; numbers are taken as Slack takes them."""
        value = self.values.get(name, default)
        return value if isinstance(value, str) else json.dumps(value)

    def required(self, name: str) -> str:
        """A string that has to be there."""
        value = self.text(name)
        if not value:
            note = f"missing required field: {name}"
            raise Refusal("invalid_arguments", notes=[note])
        return value

    def flag(self, name: str, default: bool = False) -> bool:
        """A truth value: true, "true" and "1" are."""
        value = self.values.get(name, default)
        return value if isinstance(value, bool) else str(value).lower() in {"true", "1"}

    def number(self, name: str, default: int) -> int:
        """A whole number."""
        try:
            return int(self.values.get(name, default))
        except (TypeError, ValueError):
            raise Refusal("invalid_arguments", notes=[f"{name} must be an integer"]) from None

    def nested(self, name: str) -> Any:
        """A list or an object, perhaps as JSON in a string."""
        value = self.values.get(name)
        if not isinstance(value, str):
            return value
        if not value:
            return None
        try:
            return json.loads(value)
        except ValueError:
            raise Refusal("invalid_arguments", notes=[f"{name} is not valid JSON"]) from None

    def content(self) -> Json:
        """The fields that say what a message shows."""
        fields: Json = {name: self.nested(name) for name in ("blocks", "attachments", "metadata")}
        if "text" in self.values:
            fields["text"] = self.values["text"]
        return fields


def find_channel(world: World, arguments: Arguments) -> Channel:
    """The channel that a call names by id, by name, or by the person to write to."""
    reference = arguments.required("channel")
    if reference in world.state.users and reference != BOT_USER:
        return direct_message(world.state, world.ids, reference, int(world.clock.now()))
    channel = world.state.find_channel(reference)
    if channel is None or (channel.kind != "channel" and BOT_USER not in channel.members):
        raise Refusal("channel_not_found")
    return channel


def joined_channel(world: World, arguments: Arguments) -> Channel:
    """A channel that the app is in and may write to."""
    channel = find_channel(world, arguments)
    if channel.is_archived:
        raise Refusal("is_archived")
    if BOT_USER not in channel.members:
        raise Refusal("not_in_channel")
    return channel
