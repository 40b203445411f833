"""What people press: windows on a record, "that's not it", a candidate, "share in channel"."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping
from typing import Any

from slack_sdk import WebClient

from bot import replies
from bot.listeners import posting
from bot.listeners.bot import Bot
from bot.listeners.incoming import Payload
from bot.listeners.private import show
from bot.listeners.threads import Subject, reject, remember, subject
from bot.memory import Place, PrivateAnswer, Remembered
from bot.replies import Reply, actions
from catalog.models import Match, Record

View = dict[str, Any]

#: The windows that show a part of a record.
WINDOWS: dict[str, Callable[[Record], View]] = {
    actions.EXAMPLE: replies.example_modal,
    actions.CHECKS: replies.checks_modal,
    actions.PREVENTION: replies.prevention_modal,
}


class Press:
    """A press of a button on a message: who, where, and on what."""

    def __init__(self, body: Payload, team: str) -> None:
        container = body.get("container") or {}
        message: Mapping[str, Any] = body.get("message") or {}
        self.team = team
        self.user = str(body["user"]["id"])
        self.channel = str((body.get("channel") or {}).get("id") or container.get("channel_id"))
        self.message_ts = str(container.get("message_ts") or message.get("ts"))
        self.private = bool(container.get("is_ephemeral"))
        thread_ts = message.get("thread_ts") or container.get("thread_ts") or self.message_ts
        self.thread = Place(team, self.channel, str(thread_ts))
        self.action = str(body["actions"][0].get("action_id"))
        self.value = str(body["actions"][0].get("value") or "")
        self.response_url: str | None = body.get("response_url")
        self.trigger_id = str(body.get("trigger_id"))

    def answers(self, bot: Bot) -> list[Remembered]:
        """The answers that the button can be about, the likeliest first."""
        if not self.private:
            found = bot.memory.answers(self.thread)
            found.sort(key=lambda answer: answer.reply_ts != self.message_ts)
            return found
        return [
            Remembered.private(self.team, answer)
            for answer in bot.memory.private_answers(self.team, self.channel, self.user)
        ]

    def subject(self, bot: Bot) -> tuple[Remembered, Subject] | None:
        """The answer and the match that show the record of the button."""
        for answer in self.answers(bot):
            found = subject(bot, answer, self.value)
            if found is not None:
                return answer, found
        return None


def on_window(bot: Bot, client: WebClient, press: Press) -> None:
    """A button that shows a part of the record."""
    window = WINDOWS[press.action]
    record = next(iter(bot.catalog.find([press.value])), None)
    _open(client, press, window(record) if record else replies.gone_modal())


def on_why(bot: Bot, client: WebClient, press: Press) -> None:
    """ "Why it matched"."""
    found = press.subject(bot)
    _open(client, press, replies.why_modal(found[1].match) if found else replies.gone_modal())


def on_wrong(bot: Bot, client: WebClient, press: Press) -> None:
    """ "That's not it": the next candidate, once, whoever presses and how often."""
    found = press.subject(bot)
    if found is None:
        _open(client, press, replies.gone_modal())
        return
    taken = reject(*found)
    if remember(bot, taken, press.user):
        _say(bot, client, press, taken.reply)


def on_show(bot: Bot, client: WebClient, press: Press) -> None:
    """A candidate, a search result or a related error, shown in full."""
    record = next(iter(bot.catalog.find([press.value])), None)
    if record is None:
        _open(client, press, replies.gone_modal())
        return
    found = press.subject(bot)
    if found:
        about, what = found
        _say(bot, client, press, replies.explanation(what.match, report=what.report))
        bot.memory.show(about.place, record.id)
    else:
        # It was found by words: no error stands behind it, and there is nothing to be sure of.
        _say(bot, client, press, replies.explanation(Match(record, 0.0, 0.0, "template")))


def on_share(bot: Bot, client: WebClient, press: Press) -> None:
    """ "Share in channel": a private answer, posted for everybody."""
    value = json.loads(press.value)
    kept = bot.memory.private(press.team, str(value.get("key")))
    verdict = kept.said.verdict(bot.catalog, str(value.get("message") or "")) if kept else None
    reply = replies.answer(verdict, asked=True) if verdict else None
    if kept is None or reply is None:
        show(client, press.user, press.channel, press.response_url, replies.nothing_to_share())
        return
    place = Place(press.team, kept.channel, f"share {kept.key[:20]}")
    if bot.memory.claim(place, thread_ts=kept.thread_ts or place.ts):
        _share(bot, client, press, place, reply, kept)


def _share(
    bot: Bot, client: WebClient, press: Press, place: Place, reply: Reply, kept: PrivateAnswer
) -> None:
    try:
        ts = posting.post(client, place, reply, thread_ts=kept.thread_ts)
    except posting.NotPosted:
        # The bot is not in that channel; the address of the press works there all the same.
        if press.response_url:
            posting.respond(press.response_url, reply, response_type="in_channel")
        bot.memory.posted(place, "", None)
    else:
        bot.memory.posted(place, ts, kept.said, thread_ts=kept.thread_ts or ts)
    if press.response_url:
        posting.remove(press.response_url)


def _say(bot: Bot, client: WebClient, press: Press, reply: Reply) -> None:
    """Answer a press: in the thread, once for each button, or privately where it was private."""
    if press.private:
        show(client, press.user, press.channel, press.response_url, reply)
        return
    button = hashlib.sha256(f"{press.action} {press.value}".encode()).hexdigest()[:8]
    place = Place(press.team, press.channel, f"{press.message_ts}#{button}")
    if not bot.memory.claim(place, thread_ts=press.thread.ts):
        return
    try:
        ts = posting.post(client, place, reply, thread_ts=press.thread.ts)
    except posting.NotPosted:
        # The message was shared where the bot is not: whoever pressed sees the reply alone.
        bot.memory.failed(place)
        show(client, press.user, press.channel, press.response_url, reply)
        return
    bot.memory.posted(place, ts, None)


def _open(client: WebClient, press: Press, view: View) -> None:
    client.views_open(trigger_id=press.trigger_id, view=view)
