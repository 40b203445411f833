"""Something unexpected went wrong: a sentence for whoever asked, a token, and a log."""

from __future__ import annotations

import logging
import re
import secrets
import traceback
from collections.abc import Iterator, Mapping
from http.client import HTTPException
from typing import Any

from slack_sdk import WebClient
from slack_sdk.errors import SlackClientError

from bot import replies
from bot.listeners import posting
from bot.listeners.incoming import Identity, Payload, incoming
from bot.listeners.private import show
from bot.memory import Place

log = logging.getLogger(__name__)

# A line of a paste without a word in it (`^^^^^^`) tells nothing; any other one is not logged.
_TELLING = re.compile(r"\w{4}")


def on_failure(error: BaseException, body: Payload, client: WebClient, me: Identity) -> None:
    """Log an error under a token, and tell the token to whoever asked, if somebody did."""
    token = secrets.token_hex(4)
    log.error("Failure %s while handling %s:\n%s", token, kind(body), without_paste(error, body))
    try:
        tell(body, client, me, token)
    except (
        OSError,
        HTTPException,
        SlackClientError,
        posting.NotPosted,
        posting.Unknown,
    ) as another:
        # Most likely the failure itself was that Slack cannot be reached.
        log.error("Failure %s could not be told: %s.", token, type(another).__name__)


def tell(body: Payload, client: WebClient, me: Identity, token: str) -> None:
    """One sentence to the asker. A message that asked nothing gets none.

    A mention comes twice, as a message and as a mention: only the latter speaks of a failure.
    """
    reply = replies.failure(token)
    event = body.get("event")
    if isinstance(event, Mapping):
        message = incoming(event, body, me) if event.get("ts") else None
        if message and message.asked and (message.direct or event.get("type") == "app_mention"):
            place = Place(me.team, message.place.channel, f"{message.place.ts}#failed")
            posting.post(client, place, reply, thread_ts=message.thread.ts)
        return
    user = body.get("user_id") or (body.get("user") or {}).get("id")
    channel = body.get("channel_id") or (body.get("channel") or {}).get("id") or ""
    if user:
        show(client, str(user), str(channel), body.get("response_url"), reply)


def kind(body: Payload) -> str:
    """What kind of payload this is, without anything that somebody wrote."""
    event = body.get("event") or {}
    actions = body.get("actions") or [{}]
    parts = [
        body.get("command") or body.get("type"),
        event.get("type"),
        event.get("subtype"),
        body.get("callback_id") or (body.get("view") or {}).get("callback_id"),
        actions[0].get("action_id"),
    ]
    return " ".join(str(part) for part in parts if part) or "a payload"


def without_paste(error: BaseException, body: Payload) -> str:
    """The traceback of an error, with every line in it that the payload holds taken out.

    An error's message may quote what it was about, and pastes are private.
    """
    text = "".join(traceback.format_exception(error))
    header = "Traceback (most recent call last):"
    lines = {line.strip() for value in _strings(body) for line in _lines(value)}
    for line in sorted(lines, key=len, reverse=True):
        if _TELLING.search(line) and line not in header:
            text = text.replace(line, "[…]").replace(repr(line)[1:-1], "[…]")
    return text


def _lines(value: str) -> list[str]:
    # What is logged is the text as it was read, so both its forms are looked for.
    plain = value.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&")
    return [*value.splitlines(), *plain.splitlines()]


def _strings(value: Any) -> Iterator[str]:
    """The strings that somebody wrote: every text in the payload, wherever it stands."""
    if isinstance(value, Mapping):
        for key, inner in value.items():
            if isinstance(inner, str):
                if key in {"text", "value", "fallback", "title", "pretext", "url", "preview"}:
                    yield inner
            else:
                yield from _strings(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _strings(inner)
