"""A `message` or `app_mention` event, read into what Errorbook needs to know of it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from bot.markup import read
from bot.memory import Place

Payload = Mapping[str, Any]

#: Messages of people and apps. Everything else with a subtype is Slack's own (joins, topics), is
#: about another message (edits), or is no message to anybody (`me_message`).
SUBTYPES = {None, "file_share", "thread_broadcast", "bot_message"}


class Identity(NamedTuple):
    """Who the bot is in this workspace; `app_id` is empty where the payload does not say it."""

    team: str
    user_id: str
    bot_id: str
    app_id: str


@dataclass(frozen=True, slots=True)
class Incoming:
    """A message that may be answered.

    `text` is what was typed or posted, without files and without the mention of the bot. `asked`
    says that somebody spoke to the bot: with a mention, or alone with it. `outside` says that the
    channel is shared with another organisation, `stranger` that the author belongs to it.
    """

    place: Place
    thread_ts: str | None
    user: str | None
    text: str
    files: tuple[Payload, ...] = ()
    asked: bool = False
    direct: bool = False
    by_bot: bool = False
    outside: bool = False
    stranger: bool = False

    @property
    def thread(self) -> Place:
        """The thread in which the message stands, or which it begins."""
        return self.place._replace(ts=self.thread_ts or self.place.ts)


def incoming(
    message: Payload, envelope: Payload, me: Identity, bots: frozenset[str] = frozenset()
) -> Incoming | None:
    """The message that an event carries, None where it is nobody's business.

    `envelope` is the event around it, whose channel counts where the message names none (an edit).
    Of other bots only those in `bots` (ids of bots or apps) are heard, and never the bot itself.
    """
    if message.get("subtype") not in SUBTYPES or message.get("hidden"):
        return None
    by_bot = bool(message.get("bot_id") or message.get("subtype") == "bot_message")
    if _own(message, me) or (by_bot and not _allowed(message, bots)):
        return None
    event = _mapping(envelope.get("event"))
    channel = _string(message.get("channel")) or _string(event.get("channel"))
    ts = _string(message.get("ts"))
    if not channel or not ts:
        return None
    mentioned = event.get("type") == "app_mention" or mentions(message, me.user_id)
    text = without_mention(read(message), me.user_id) if mentioned else read(message)
    direct = event.get("channel_type") == "im" or channel.startswith("D")
    thread_ts = _string(message.get("thread_ts"))
    author_team = message.get("user_team") or message.get("team")
    files = message.get("files")
    return Incoming(
        place=Place(me.team, channel, ts),
        # A parent that has replies carries its own ts here.
        thread_ts=thread_ts if thread_ts and thread_ts != ts else None,
        user=_string(message.get("user")) or None,
        text=text,
        files=tuple(f for f in files if isinstance(f, Mapping)) if isinstance(files, list) else (),
        asked=not by_bot and (mentioned or direct),
        direct=direct,
        by_bot=by_bot,
        outside=envelope.get("is_ext_shared_channel") is True,
        stranger=bool(author_team) and author_team != me.team,
    )


def mentions(message: Payload, user_id: str) -> bool:
    """Whether a message mentions a user. The token stands in `text`, where what looks like it but
    was typed by hand is escaped.
    """
    return re.search(rf"<@{re.escape(user_id)}[>|]", _string(message.get("text"))) is not None


def without_mention(text: str, user_id: str) -> str:
    """Text as `read` gives it, without the mentions of a user."""
    return re.sub(rf"@{re.escape(user_id)}\b[:,]?[^\S\n]*", "", text)


def _own(message: Payload, me: Identity) -> bool:
    return (
        message.get("user") == me.user_id
        or message.get("bot_id") == me.bot_id
        or (bool(me.app_id) and message.get("app_id") == me.app_id)
    )


def _allowed(message: Payload, bots: frozenset[str]) -> bool:
    profile = _mapping(message.get("bot_profile"))
    ids = {message.get("bot_id"), message.get("app_id"), profile.get("app_id")}
    return bool(bots & ids)


def _mapping(value: object) -> Payload:
    return value if isinstance(value, Mapping) else {}


def _string(value: object) -> str:
    return value if isinstance(value, str) else ""
