"""Tokens, scopes, and the two tickets that expire: trigger ids and response addresses."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple
from uuid import uuid4

from bot.workspace.clock import Clock, Ids

TRIGGER_SECONDS = 3.0
RESPONSE_SECONDS = 30 * 60.0
RESPONSE_USES = 5

SCOPES = frozenset(
    {
        "app_mentions:read",
        "channels:history",
        "channels:join",
        "channels:read",
        "chat:write",
        "commands",
        "files:read",
        "groups:history",
        "groups:read",
        "im:history",
        "im:read",
        "im:write",
        "reactions:read",
        "reactions:write",
        "team:read",
        "users:read",
    }
)


class Tokens(NamedTuple):
    """What the app needs to talk to the workspace."""

    bot: str
    app: str
    signing_secret: str
    verification: str

    @classmethod
    def make(cls, ids: Ids) -> Tokens:
        """New ones, in the shapes that clients check for."""
        return cls(
            bot="-".join(("xoxb", "0000000001", ids.make("", 24))),
            app="-".join(("xapp", "1", "A0ERRORBOOK", ids.make("", 24).lower())),
            signing_secret=uuid4().hex,
            verification=ids.make("", 24).lower(),
        )


@dataclass
class ResponseUrl:
    """An address that posts into a conversation for half an hour, five times at most."""

    user: str
    channel: str
    thread_ts: str | None
    message_ts: str | None
    expires: float
    uses_left: int = RESPONSE_USES


@dataclass
class _Trigger:
    user: str
    expires: float
    view: str | None = None
    used: bool = False


class Refused(NamedTuple):
    """Why a trigger id does not open anything, in Slack's word."""

    error: str


class Tickets:
    """Trigger ids and response addresses that have been handed out."""

    def __init__(self, clock: Clock, ids: Ids) -> None:
        self._clock = clock
        self._ids = ids
        self._triggers: dict[str, _Trigger] = {}
        self._responses: dict[str, ResponseUrl] = {}

    def trigger(self, user: str, view: str | None = None) -> str:
        """A trigger id for three seconds and one use; `view` is the modal it comes from."""
        trigger_id = f"{self._ids.ts()}.{self._ids.make('', 32).lower()}"
        self._triggers[trigger_id] = _Trigger(user, self._clock.now() + TRIGGER_SECONDS, view)
        return trigger_id

    def redeem(self, trigger_id: str) -> tuple[str, str | None] | Refused:
        """The person and the modal behind a trigger id, which is used up by this."""
        trigger = self._triggers.get(trigger_id)
        if trigger is None:
            return Refused("invalid_trigger_id")
        if trigger.used:
            return Refused("exchanged_trigger_id")
        if self._clock.now() > trigger.expires:
            return Refused("expired_trigger_id")
        trigger.used = True
        return trigger.user, trigger.view

    def response(
        self, user: str, channel: str, thread_ts: str | None = None, message_ts: str | None = None
    ) -> str:
        """The secret part of a response address; `message_ts` is the message it may replace."""
        secret = self._ids.make("", 24)
        expires = self._clock.now() + RESPONSE_SECONDS
        self._responses[secret] = ResponseUrl(user, channel, thread_ts, message_ts, expires)
        return secret

    def use_response(self, secret: str) -> ResponseUrl | None:
        """What a response address points at, one use less; None when it has expired."""
        response = self._responses.get(secret)
        if response is None or not response.uses_left or self._clock.now() > response.expires:
            return None
        response.uses_left -= 1
        return response


@dataclass
class Access:
    """Who may do what: the tokens, and the scopes that the installed app was given."""

    tokens: Tokens
    tickets: Tickets
    scopes: set[str] = field(default_factory=lambda: set(SCOPES))
