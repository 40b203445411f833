"""Messages and mentions: each is answered once, edits in place, deletions by taking back."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from typing import Any

from slack_sdk import WebClient
from slack_sdk.errors import SlackApiError

from bot.listeners import posting
from bot.listeners.bot import Bot
from bot.listeners.deciding import Decision, decide, decide_again
from bot.listeners.files import read_files
from bot.listeners.incoming import Identity, Incoming, Payload, incoming
from bot.listeners.threads import remember, undo
from bot.markup import read
from bot.memory import Place, Remembered, Status

log = logging.getLogger(__name__)

#: An alert that repeats within so many seconds is answered once.
STORM = 600.0
#: How many messages of a thread are read to find what somebody asks about.
ABOVE = 15


def on_message(bot: Bot, body: Payload, client: WebClient, me: Identity) -> None:
    """A `message` or `app_mention` event of any kind."""
    event: Mapping[str, Any] = body["event"]
    match event.get("subtype"):
        case "message_changed":
            _on_edit(bot, body, client, me)
        case "message_deleted":
            _forget(bot, str(event.get("channel")), str(event.get("deleted_ts")), client, me)
        case _:
            message = incoming(event, body, me, bot.settings.bots)
            if message is not None:
                answer(bot, message, client)


def answer(bot: Bot, message: Incoming, client: WebClient) -> None:
    """Answer a message unless it was answered, or there is nothing to say."""
    known = bot.memory.message(message.place)
    if known is not None and known.status in {Status.POSTED, Status.GONE}:
        return
    decision = _decided(bot, message, client)
    if decision is None or not _may_speak(bot, message, decision):
        return
    if not bot.memory.claim(message.place, thread_ts=message.thread.ts):
        return
    if message.outside and not bot.settings.shared_channels:
        _answer_privately(bot, message, decision, client)
    else:
        _post(bot, message, decision, client)


def _decided(bot: Bot, message: Incoming, client: WebClient) -> Decision | None:
    files = read_files(message.files, client)
    return decide(bot, message, files, lambda: above(message, client))


def _may_speak(bot: Bot, message: Incoming, decision: Decision) -> bool:
    """Whether a bot may be answered: the first alert of a storm, and not in our own threads."""
    if not message.by_bot:
        return True
    if decision.said is None or (message.thread_ts and bot.memory.answers(message.thread)):
        return False
    team, channel, _ = message.place
    return bot.memory.first_alert(team, channel, decision.said.fingerprint, STORM)


def _post(bot: Bot, message: Incoming, decision: Decision, client: WebClient) -> None:
    """Post to a message that is claimed, and remember it."""
    place = message.place
    if decision.turn and not remember(bot, decision.turn, message.user):
        bot.memory.failed(place)
        return
    try:
        ts = posting.post(client, place, decision.reply, thread_ts=message.thread.ts)
    except posting.NotPosted as error:
        log.info("A reply could not be posted: Slack says %s.", error)
        _not_said(bot, place, decision)
        return
    except posting.Unknown:
        # The claim stays, so that nobody posts it again before it was looked for once more.
        log.warning("Nobody knows whether a reply was posted; it is looked for later.")
        return
    except SlackApiError:
        _not_said(bot, place, decision)
        raise
    if not bot.memory.posted(place, ts, decision.said):
        # It was deleted while it was being answered.
        posting.delete(client, place, ts)


def _not_said(bot: Bot, place: Place, decision: Decision) -> None:
    """Nothing was posted for a claimed message, so what it asks for is still to be done."""
    if decision.turn:
        undo(bot, decision.turn)
    bot.memory.failed(place)


def _answer_privately(bot: Bot, message: Incoming, decision: Decision, client: WebClient) -> None:
    """In a channel shared with others, one of our own who asks is answered where nobody sees it."""
    if message.user and not message.stranger:
        posting.whisper(
            client, message.place.channel, message.user, decision.reply, message.thread_ts
        )
    bot.memory.posted(message.place, "", None)


def above(message: Incoming, client: WebClient) -> list[str]:
    """The messages of a thread before this one, as text, the latest first.

    Nothing outside of a thread, and nothing where Slack does not show it.
    """
    if message.thread_ts is None:
        return []
    try:
        response = client.conversations_replies(
            channel=message.place.channel,
            ts=message.thread_ts,
            limit=ABOVE,
            include_all_metadata=True,
        )
    except SlackApiError as error:
        log.info("A thread could not be read: Slack says %s.", error.response.get("error"))
        return []
    texts = []
    for other in reversed(response.get("messages") or []):
        if other.get("ts") != message.place.ts and not posting.is_own(other):
            files = read_files(other.get("files") or (), client)
            texts.append("\n".join([read(other), *(file.text for file in files)]))
    return texts


def _on_edit(bot: Bot, body: Payload, client: WebClient, me: Identity) -> None:
    """A message was changed, by its author or by Slack itself (links, replies, attachments)."""
    event = body["event"]
    after, before = event.get("message") or {}, event.get("previous_message") or {}
    # Slack says `message_changed` also of an unfurled link or a new reply; an edit is marked.
    if after.get("subtype") == "tombstone":
        # A message with replies leaves a stone where it was.
        _forget(bot, str(event.get("channel")), str(after.get("ts")), client, me)
        return
    if not after.get("edited") or read(after) == read(before):
        return
    message = incoming(after, body, me, bot.settings.bots)
    if message is None:
        return
    known = bot.memory.message(message.place)
    if known is not None and known.status is Status.POSTED:
        _answer_again(bot, message, known, client)
        return
    earlier = incoming({**before, "channel": message.place.channel}, body, me, bot.settings.bots)
    if earlier is None or _decided(bot, earlier, client) is None:
        answer(bot, message, client)


def _answer_again(bot: Bot, message: Incoming, known: Remembered, client: WebClient) -> None:
    """Put the answer to the edited message in the place of the first one, if it is another."""
    if known.said is None or not known.reply_ts:
        return
    decision = decide_again(bot, message, read_files(message.files, client))
    if decision.said == known.said:
        return
    try:
        posting.update(client, message.place, known.reply_ts, decision.reply)
    except posting.NotPosted as error:
        log.info("An answer could not be changed: Slack says %s.", error)
        return
    bot.memory.posted(message.place, known.reply_ts, decision.said)


def _forget(bot: Bot, channel: str, ts: str, client: WebClient, me: Identity) -> None:
    """A message is gone: so are what was remembered of it and the answer, which quotes it."""
    place = Place(me.team, channel, ts)
    known = bot.memory.forget(place)
    if known is not None and known.reply_ts:
        posting.delete(client, place, known.reply_ts)
