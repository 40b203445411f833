"""The bot comes into a channel, or out of a workspace."""

from __future__ import annotations

import logging

from slack_sdk import WebClient

from bot import replies
from bot.listeners import posting
from bot.listeners.bot import Bot
from bot.listeners.incoming import Identity, Payload
from bot.memory import Place

log = logging.getLogger(__name__)


def on_joined(bot: Bot, body: Payload, client: WebClient, me: Identity) -> None:
    """Somebody joined a channel; if that is the bot, it says once what it is for."""
    event = body["event"]
    if event.get("user") != me.user_id:
        return
    if body.get("is_ext_shared_channel") is True and not bot.settings.shared_channels:
        return
    place = Place(me.team, str(event["channel"]), f"join {event.get('event_ts', '')}"[:32])
    if not bot.memory.claim(place, thread_ts=place.ts):
        return
    try:
        ts = posting.post(client, place, replies.greeting(me.user_id), thread_ts=None)
    except posting.NotPosted as error:
        log.info("The greeting could not be posted: Slack says %s.", error)
        bot.memory.failed(place)
        return
    bot.memory.posted(place, ts, None)


def on_removed(bot: Bot, team: str) -> None:
    """The workspace took the app away, or its token: nothing about it stays here."""
    bot.memory.forget_team(team)
    log.info("A workspace has removed Errorbook; what was remembered of it is deleted.")
