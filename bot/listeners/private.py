"""Answers for one person: by command, by the window that it opens, and by the shortcut."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

from slack_sdk import WebClient

from bot import replies
from bot.listeners import posting
from bot.listeners.bot import Bot
from bot.listeners.deciding import by_words
from bot.listeners.files import read_files
from bot.listeners.incoming import Payload
from bot.listeners.looking import look
from bot.markup import plain, read
from bot.replies import Reply, actions

#: How much of an error's message a button may carry, in characters. It is stored nowhere else, and
#: a shared answer has to name it.
MESSAGE = 1_500

# Slack's own tokens, which it makes where the command's setting asks for them.
_TOKEN = re.compile(r"<(?:https?://|mailto:|[@#!])[^<>\s]*>")


def on_command(bot: Bot, body: Payload, client: WebClient, team: str) -> None:
    """`/explain-error`, alone or with a paste, or with a word about the channel."""
    text = command_text(str(body.get("text") or "")).strip()
    channel, user = str(body["channel_id"]), str(body["user_id"])
    response_url = body.get("response_url")
    match text.lower():
        case "":
            home = json.dumps({"channel": channel, "response_url": response_url})
            client.views_open(trigger_id=body["trigger_id"], view=replies.explain_modal(home))
        case "mute":
            bot.memory.mute(team, channel, user)
            show(client, user, channel, response_url, replies.muted())
        case "unmute":
            bot.memory.unmute(team, channel)
            show(client, user, channel, response_url, replies.unmuted())
        case "help":
            show(client, user, channel, response_url, replies.usage())
        case _:
            reply = private_answer(bot, text, team, channel, user)
            show(client, user, channel, response_url, reply)


def on_submission(bot: Bot, body: Payload, client: WebClient, team: str) -> None:
    """The paste of the window that the bare command opens."""
    view = body["view"]
    text = view["state"]["values"][actions.PASTE_BLOCK][actions.PASTE_INPUT].get("value") or ""
    home = json.loads(view.get("private_metadata") or "{}")
    channel, user = str(home.get("channel") or ""), str(body["user"]["id"])
    reply = private_answer(bot, text, team, channel, user)
    show(client, user, channel, home.get("response_url"), reply)


def on_shortcut(bot: Bot, body: Payload, client: WebClient, team: str) -> None:
    """ "Explain this error" on a message of anybody."""
    message: Mapping[str, Any] = body["message"]
    channel, user = str(body["channel"]["id"]), str(body["user"]["id"])
    thread_ts = message.get("thread_ts") or message.get("ts")
    files = read_files(message.get("files") or (), client)
    text = "\n".join([read(message), *(file.text for file in files if file.text)])
    reply = private_answer(bot, text, team, channel, user, thread_ts)
    unreadable = next((file for file in files if file.problem), None)
    if unreadable and reply == replies.no_error():
        reply = replies.unreadable_file(unreadable.name, unreadable.problem)
    show(client, user, channel, body.get("response_url"), reply)


def private_answer(
    bot: Bot, text: str, team: str, channel: str, user: str, thread_ts: str | None = None
) -> Reply:
    """The answer to a paste for one person, remembered so that it can be shared."""
    verdict, said = look(bot, text, None, asked=True)
    if said is None or verdict.error is None:
        return by_words(bot, text)
    key = bot.memory.keep_private(team, channel, user, said, thread_ts=thread_ts)
    share = json.dumps({"key": key, "message": verdict.error.message[:MESSAGE]})
    # A button's value has 2,000 characters, and JSON may need two or six for one.
    if len(share) > 2_000:
        share = json.dumps({"key": key})
    return replies.private_answer(verdict, share=share)


def command_text(text: str) -> str:
    """A command's text as it was typed.

    No source says whether Slack escapes `&`, `<` and `>` there. It did if it left no bare one.
    """
    if _TOKEN.search(text) or not re.search(r"[<>]", text):
        return plain(text)
    return text


def show(
    client: WebClient, user: str, channel: str, response_url: str | None, reply: Reply
) -> None:
    """Show a reply to one person: where they asked, else in the conversation with them."""
    if response_url and posting.respond(response_url, reply):
        return
    if channel and posting.whisper(client, channel, user, reply):
        return
    client.chat_postMessage(
        channel=user,
        text=reply.text,
        blocks=reply.blocks,
        unfurl_links=False,
        unfurl_media=False,
    )
