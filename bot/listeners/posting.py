"""Replies on their way to Slack: posted once, though sockets drop and blocks may be refused."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Mapping
from http.client import HTTPException
from typing import Any

from slack_sdk import WebClient
from slack_sdk.errors import SlackApiError
from slack_sdk.webhook import WebhookClient

from bot.memory import Place
from bot.replies import Reply

log = logging.getLogger(__name__)

#: The mark on every answer, by which it is found again and by which the bot knows its own words.
EVENT_TYPE = "errorbook_answer"

# Nothing is wrong with the bot when it hears one of these: the place is not open to it (any more).
CLOSED = {
    "account_inactive",
    "cannot_reply_to_message",
    "cant_delete_message",
    "cant_update_message",
    "channel_not_found",
    "edit_window_closed",
    "is_archived",
    "message_not_found",
    "missing_scope",
    "no_permission",
    "not_in_channel",
    "restricted_action",
    "restricted_action_non_threadable_channel",
    "restricted_action_read_only_channel",
    "restricted_action_thread_locked",
    "restricted_action_thread_only_channel",
    "thread_not_found",
    "user_not_in_channel",
}
#: There is no such thread, so there is nothing in it.
GONE = {"message_not_found", "thread_not_found"}
# Slack refuses the form of a reply; its plain text may still do.
_REFUSED_FORM = {"invalid_blocks", "invalid_blocks_format", "msg_blocks_too_long"}
# Slack failed, and nobody knows how far it had come.
_UNSURE = {"fatal_error", "internal_error", "request_timeout", "service_unavailable"}

_TRIES = 3
#: Seconds before a post is tried again, times the number of tries so far.
PAUSE = 1.0
# A call that got no answer: the socket dropped, timed out, or broke off.
_NO_ANSWER = (OSError, HTTPException)


class NotPosted(Exception):
    """The place is not open to the bot; `error` is Slack's word for it."""

    def __init__(self, error: str) -> None:
        self.error = error
        super().__init__(error)


class Unknown(Exception):
    """Nobody knows whether the reply was posted: Slack neither answers nor shows the thread.

    `closed` says that it never will: the place is not open to the bot.
    """

    def __init__(self, *, closed: bool = False) -> None:
        self.closed = closed
        super().__init__()


def post(client: WebClient, place: Place, reply: Reply, *, thread_ts: str | None) -> str:
    """Post a reply and return its ts; `place` is the message that it answers.

    The client must not repeat a call by itself when a socket drops: Slack may have posted by then.
    Here the thread is looked at first, and only what is not there is posted again. Raises
    `NotPosted`, and `Unknown` when Slack cannot be asked either.
    """
    for attempt in range(_TRIES):
        if attempt:
            time.sleep(PAUSE * attempt)
            try:
                if found := find(client, place, thread_ts):
                    return found
            except Unknown:
                continue
        try:
            return _post_in_some_form(client, place, reply, thread_ts)
        except _NO_ANSWER as error:
            log.warning("Posting got no answer (%s).", type(error).__name__)
        except SlackApiError as error:
            if not _unsure(error):
                raise
            log.warning("Posting failed at Slack with status %s.", error.response.status_code)
    if found := find(client, place, thread_ts):
        return found
    raise Unknown


def find(client: WebClient, place: Place, thread_ts: str | None) -> str | None:
    """The ts of the bot's reply to a message, None where there is none. Raises `Unknown`."""
    try:
        if thread_ts is None:
            response = client.conversations_history(
                channel=place.channel, limit=15, include_all_metadata=True
            )
        else:
            # Replies come oldest first, so those before the message are left out.
            response = client.conversations_replies(
                channel=place.channel, ts=thread_ts, oldest=place.ts, include_all_metadata=True
            )
    except _NO_ANSWER as error:
        raise Unknown from error
    except SlackApiError as error:
        if _code(error) in GONE:
            return None
        raise Unknown(closed=_code(error) in CLOSED) from error
    found = response.get("messages") or []
    return next((message["ts"] for message in found if _answers(message, place)), None)


def update(client: WebClient, place: Place, reply_ts: str, reply: Reply) -> None:
    """Put another reply in the place of one that was posted. Raises `NotPosted`."""

    def call(**form: Any) -> str:
        client.chat_update(
            channel=place.channel,
            ts=reply_ts,
            unfurl_links=False,
            unfurl_media=False,
            **_metadata(place),
            **form,
        )
        return reply_ts

    _in_some_form(call, reply)


def delete(client: WebClient, place: Place, reply_ts: str) -> None:
    """Take a reply back; one that is gone already is no matter."""
    try:
        client.chat_delete(channel=place.channel, ts=reply_ts)
    except SlackApiError as error:
        if _code(error) not in CLOSED:
            raise


def respond(response_url: str, reply: Reply, **options: Any) -> bool:
    """Answer a command or a press at the address that came with it; false if it is not open.

    Only its author sees the answer, unless `options` say otherwise (`response_type`,
    `replace_original`, `delete_original`).
    """
    hook = WebhookClient(response_url, retry_handlers=[])
    message = {
        "response_type": "ephemeral",
        "replace_original": False,
        "unfurl_links": False,
        "unfurl_media": False,
        **options,
    }
    if hook.send_dict({**message, "text": reply.text, "blocks": reply.blocks}).status_code == 200:
        return True
    return hook.send_dict({**message, "text": reply.text}).status_code == 200


def remove(response_url: str) -> None:
    """Take away the private message that was pressed."""
    WebhookClient(response_url, retry_handlers=[]).send_dict({"delete_original": True})


def whisper(
    client: WebClient, channel: str, user: str, reply: Reply, thread_ts: str | None = None
) -> bool:
    """Show a reply to one person only; false where the channel is not open to it."""
    try:
        client.chat_postEphemeral(
            channel=channel, user=user, thread_ts=thread_ts, text=reply.text, blocks=reply.blocks
        )
    except SlackApiError as error:
        if _code(error) not in CLOSED:
            raise
        return False
    return True


def _post_in_some_form(client: WebClient, place: Place, reply: Reply, thread_ts: str | None) -> str:
    def call(**form: Any) -> str:
        response = client.chat_postMessage(
            channel=place.channel,
            thread_ts=thread_ts,
            unfurl_links=False,
            unfurl_media=False,
            **_metadata(place),
            **form,
        )
        return str(response["ts"])

    return _in_some_form(call, reply)


def _in_some_form(call: Callable[..., str], reply: Reply) -> str:
    """The reply with its blocks, else as its text alone."""
    try:
        try:
            return call(text=reply.text, blocks=reply.blocks)
        except SlackApiError as error:
            if _code(error) not in _REFUSED_FORM:
                raise
            log.error("Slack refused the blocks of a reply (%s); it gets the text.", _code(error))
            return call(text=reply.text, blocks=[])
    except SlackApiError as error:
        if _code(error) in CLOSED:
            raise NotPosted(_code(error)) from None
        raise


def _metadata(place: Place) -> dict[str, Any]:
    return {"metadata": {"event_type": EVENT_TYPE, "event_payload": {"message_ts": place.ts}}}


def is_own(message: Mapping[str, Any]) -> bool:
    """Whether a message, read with its metadata, is one of the bot's."""
    return (message.get("metadata") or {}).get("event_type") == EVENT_TYPE


def _answers(message: Mapping[str, Any], place: Place) -> bool:
    payload = (message.get("metadata") or {}).get("event_payload") or {}
    return is_own(message) and payload.get("message_ts") == place.ts


def _unsure(error: SlackApiError) -> bool:
    return error.response.status_code >= 500 or _code(error) in _UNSURE


def _code(error: SlackApiError) -> str:
    return str(error.response.get("error"))
