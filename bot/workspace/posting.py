"""Messages on their way into a channel, whoever wrote them: threads, splits, previews."""

from __future__ import annotations

import copy
import re
from typing import TYPE_CHECKING

from bot.workspace import events
from bot.workspace.composer.links import escape_bare, link_addresses
from bot.workspace.people import APP_ID, BOT_ID, BOT_NAME, BOT_USER, TEAM_ID
from bot.workspace.state import Change, Channel, Json, add_in_order

if TYPE_CHECKING:
    from bot.workspace.world import World

# An app's text of 4,040 characters is one message; one more and it becomes several of up to 4,000.
WHOLE, PIECE = 4_040, 4_000
TRUNCATED = 40_000


def add(world: World, channel: Channel, message: Json, *, thread_ts: str | None = None) -> Json:
    """Put a message into a channel, or below the message that `thread_ts` names.

    Everything that follows from it follows here: the parent's count of replies, the events.
    """
    with world.state.changing(Change("messages", channel.id)):
        parent = world.state.find_message(channel.id, thread_ts) if thread_ts else None
        if parent is not None:
            message["thread_ts"] = parent["ts"]
            message["parent_user_id"] = parent.get("user", "")
            if message.get("subtype") == "thread_broadcast":
                message["root"] = copy.deepcopy(parent)
        add_in_order(channel.messages, message)
        events.said(world, channel, message)
        if parent is not None:
            _replied(world, channel, parent)
    return message


def _replied(world: World, channel: Channel, parent: Json) -> None:
    """A parent tells how many replies it has; Slack sends that as a change of the message."""
    before = copy.deepcopy(parent)
    count_replies(world, channel, parent)
    events.changed(world, channel, parent, before)


def count_replies(world: World, channel: Channel, parent: Json) -> None:
    """Bring a parent's own account of its thread up to date."""
    replies = world.state.replies(channel.id, parent["ts"])
    if not replies:
        for key in ("thread_ts", "reply_count", "reply_users", "reply_users_count", "latest_reply"):
            parent.pop(key, None)
        return
    users = list(dict.fromkeys(one.get("user") or one.get("bot_id", "") for one in replies))
    parent.update(
        thread_ts=parent["ts"],
        reply_count=len(replies),
        reply_users=users,
        reply_users_count=len(users),
        latest_reply=replies[-1]["ts"],
    )


def bot_message(world: World, text: str, blocks: list[Json], **more: object) -> Json:
    """A message of the app, as everybody gets it back."""
    message: Json = {
        "user": BOT_USER,
        "type": "message",
        "ts": world.ids.ts(),
        "bot_id": BOT_ID,
        "app_id": APP_ID,
        "text": app_text(text),
        "team": TEAM_ID,
        "bot_profile": bot_profile(),
        **more,
    }
    return message | ({"blocks": blocks} if blocks else {})


def bot_profile() -> Json:
    """The app's own card."""
    return {
        "id": BOT_ID,
        "app_id": APP_ID,
        "user_id": BOT_USER,
        "name": BOT_NAME,
        "icons": {"image_36": "", "image_48": "", "image_72": ""},
        "deleted": False,
        "updated": 0,
        "team_id": TEAM_ID,
    }


def app_text(text: str) -> str:
    """An app's `text` as Slack keeps it: what it left bare is escaped, addresses become links."""
    return link_addresses(escape_bare(text))


def split(text: str) -> list[str]:
    """A long text of an app, in the pieces that Slack posts; one piece when it is short enough.

    A piece ends at the last line break in reach, without regard to code fences, as on Slack.
    """
    if len(text) <= WHOLE:
        return [text]
    pieces = []
    while len(text) > PIECE:
        cut = text.rfind("\n", 0, PIECE + 1)
        cut = cut if cut > 0 else PIECE
        pieces.append(text[:cut])
        text = text[cut:].removeprefix("\n")
    return [*pieces, text] if text else pieces


def unfurl(world: World, channel: Channel, message: Json, url: str) -> None:
    """Add the preview of a link to a message, which Slack sends as a change of the message."""
    with world.state.changing(Change("messages", channel.id)):
        before = copy.deepcopy(message)
        preview = {"from_url": url, "original_url": url, "title": url, "fallback": url, "id": 1}
        message.setdefault("attachments", []).append(preview)
        events.changed(world, channel, message, before)


def first_link(message: Json) -> str | None:
    """The first address in a message's text or mrkdwn that Slack would show a preview of."""
    texts = [message.get("text", "")]
    for block in message.get("blocks", ()):
        if block["type"] == "section":
            parts = [block.get("text"), *block.get("fields", ())]
            texts += [part["text"] for part in parts if part]
    found = re.search(r"<(https?://[^|>\s]+)", "\n".join(texts))
    return found.group(1) if found else None
