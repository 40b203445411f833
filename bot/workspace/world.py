"""Everything that the parts of one workspace share."""

from __future__ import annotations

from dataclasses import dataclass, field

from bot.workspace.access import Access
from bot.workspace.clock import Clock, Ids
from bot.workspace.composer import Names
from bot.workspace.courier import Courier
from bot.workspace.events import EVENTS
from bot.workspace.faults import Faults
from bot.workspace.state import Json, State


@dataclass(frozen=True)
class ApiCall:
    """One call of a Web API method, and the answer to it."""

    method: str
    arguments: Json
    response: Json
    at: float

    @property
    def ok(self) -> bool:
        """Whether Slack accepted it."""
        return bool(self.response.get("ok"))


@dataclass(frozen=True)
class Command:
    """A slash command that the app has registered."""

    name: str
    description: str
    usage_hint: str = ""


@dataclass(frozen=True)
class Shortcut:
    """A message shortcut that the app has registered."""

    callback_id: str
    name: str


@dataclass
class World:
    """The store, the clock, the way to the app, and what the app has registered."""

    clock: Clock
    ids: Ids
    state: State
    access: Access
    courier: Courier
    faults: Faults
    commands: list[Command]
    shortcuts: list[Shortcut]
    events: set[str] = field(default_factory=lambda: set(EVENTS))
    calls: list[ApiCall] = field(default_factory=list)
    rate_limits: bool = False
    base_url: str = ""

    def names(self) -> Names:
        """Who and what can be mentioned."""
        users = {user.name: user.id for user in self.state.users.values()}
        channels = {one.name: one.id for one in self.state.channels.values() if one.name}
        return Names(users, channels)

    def log_call(self, method: str, arguments: Json, response: Json) -> None:
        """Remember a call of the app, or an acknowledgement that carried something to show."""
        with self.state.changing():
            self.calls.append(ApiCall(method, arguments, response, self.clock.now()))

    def response_url(
        self, user: str, channel: str, thread_ts: str | None = None, message_ts: str | None = None
    ) -> str:
        """A whole response address, good for half an hour."""
        secret = self.access.tickets.response(user, channel, thread_ts, message_ts)
        return f"{self.base_url}/actions/{secret}"
