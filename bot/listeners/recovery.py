"""Messages that somebody began to answer and did not finish, because the process ended there."""

from __future__ import annotations

import logging
from typing import Any

from slack_sdk import WebClient
from slack_sdk.errors import SlackApiError

from bot.listeners import posting
from bot.listeners.bot import Bot
from bot.listeners.deciding import decide
from bot.listeners.files import read_files
from bot.listeners.incoming import Identity, Incoming, incoming
from bot.listeners.messages import above, answer
from bot.memory import Answered, Place, Remembered

log = logging.getLogger(__name__)


def recover(bot: Bot, client: WebClient) -> None:
    """Answer what was claimed and left, unless the answer is there already.

    Slack does not send again what was acknowledged, so the message is read where it stands.
    """
    for left in bot.memory.unfinished():
        try:
            _finish(bot, client, left)
        except posting.Unknown as error:
            if error.closed:
                bot.memory.failed(left.place)
            log.warning("An unfinished answer stays so: Slack does not show its thread.")
        except (OSError, SlackApiError) as error:
            log.warning("An unfinished answer stays so: %s.", type(error).__name__)


def _finish(bot: Bot, client: WebClient, left: Remembered) -> None:
    place = left.place
    posted = posting.find(client, place, left.thread_ts)
    message = _read(bot, client, left)
    if message is None and posted is None:
        bot.memory.failed(place)
    elif posted is None and message is not None:
        answer(bot, message, client)
    else:
        bot.memory.posted(place, str(posted), _said(bot, client, message) if message else None)


def _said(bot: Bot, client: WebClient, message: Incoming) -> Answered | None:
    """What the answer that stands there must have said."""
    files = read_files(message.files, client)
    decision = decide(bot, message, files, lambda: above(message, client))
    return decision.said if decision else None


def _read(bot: Bot, client: WebClient, left: Remembered) -> Incoming | None:
    """The message as it stands in Slack, None where it is gone."""
    message = _message(client, left.place, left.thread_ts)
    if message is None:
        return None
    me = client.auth_test()
    identity = Identity(left.place.team, str(me["user_id"]), str(me["bot_id"]), "")
    envelope = {"event": {"type": "message", "channel": left.place.channel}}
    return incoming(message, envelope, identity, bot.settings.bots)


def _message(client: WebClient, place: Place, thread_ts: str) -> dict[str, Any] | None:
    """The message itself: `conversations.replies` gives the thread, from the message on."""
    try:
        response = client.conversations_replies(
            channel=place.channel, ts=thread_ts, oldest=place.ts, inclusive=True, limit=2
        )
    except SlackApiError as error:
        if error.response.get("error") in posting.GONE:
            return None
        raise
    found = response.get("messages") or []
    return next((message for message in found if message.get("ts") == place.ts), None)
