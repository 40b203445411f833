"""What the app posts: checked as Slack checks it, split where Slack splits it."""

from __future__ import annotations

import copy
from typing import TYPE_CHECKING, Any, NamedTuple

from bot.workspace import events, posting
from bot.workspace.limits import MOST_CHARACTERS, check_blocks, rendered_length, tidy_blocks
from bot.workspace.people import BOT_USER
from bot.workspace.refusals import Refusal
from bot.workspace.state import Change, Channel, Ephemeral, Json, Notice

if TYPE_CHECKING:
    from bot.workspace.access import ResponseUrl
    from bot.workspace.world import World


_KEPT_BY_A_STONE = {
    "type",
    "ts",
    "team",
    "thread_ts",
    "reply_count",
    "reply_users",
    "reply_users_count",
    "latest_reply",
}


class Content(NamedTuple):
    """What a message shows. `blocks` and `attachments` are None where the app gave none."""

    text: str
    blocks: list[Json] | None
    attachments: list[Json] | None
    warnings: list[str]

    @property
    def shown_blocks(self) -> list[Json]:
        """The blocks, which may be none."""
        return self.blocks or []


def read_content(world: World, fields: Json, *, required: bool = True) -> Content:
    """The content of a message, or a Refusal that says what is wrong with it."""
    text = fields.get("text")
    if text is not None and not isinstance(text, str):
        raise Refusal("invalid_arguments", notes=["must provide a string [json-pointer:/text]"])
    blocks = _blocks(world, fields.get("blocks"))
    attachments = _attachments(world, fields.get("attachments"))
    if required and not (text or "").strip() and not blocks and not attachments:
        raise Refusal("no_text")
    warnings = []
    if text and len(text) > posting.TRUNCATED:
        text, warnings = text[: posting.TRUNCATED], ["message_truncated"]
    return Content(text or "", blocks, attachments, warnings)


def _blocks(world: World, blocks: Any) -> list[Json] | None:
    if blocks is None:
        return None
    if not isinstance(blocks, list):
        raise Refusal("invalid_blocks_format")
    if problems := check_blocks(blocks):
        raise Refusal("invalid_blocks", problems)
    if rendered_length(blocks) > MOST_CHARACTERS:
        raise Refusal("msg_blocks_too_long")
    return tidy_blocks(blocks, world.ids)


def _attachments(world: World, attachments: Any) -> list[Json] | None:
    if attachments is None:
        return None
    if not isinstance(attachments, list) or not all(isinstance(one, dict) for one in attachments):
        raise Refusal("invalid_attachments")
    if len(attachments) > 100:
        raise Refusal("too_many_attachments")
    done = []
    for number, one in enumerate(attachments, 1):
        blocks = _blocks(world, one.get("blocks"))
        done.append({"id": number, **one, **({"blocks": blocks} if blocks else {})})
    return done


def post(world: World, channel: Channel, content: Content, fields: Json) -> list[Json]:
    """Post the app's message; a long text without blocks becomes several messages."""
    thread_ts = fields.get("thread_ts")
    broadcast = bool(thread_ts and fields.get("reply_broadcast"))
    pieces = [content.text] if content.blocks else posting.split(content.text)
    more: Json = {"attachments": content.attachments} if content.attachments else {}
    if isinstance(metadata := fields.get("metadata"), dict):
        more["metadata"] = metadata
    posted = []
    for piece in pieces:
        message = posting.bot_message(world, piece, content.shown_blocks, **more)
        if broadcast:
            message["subtype"] = "thread_broadcast"
        posted.append(posting.add(world, channel, message, thread_ts=thread_ts))
    if fields.get("unfurl_links") is not False:
        for message in posted:
            if url := posting.first_link(message):
                posting.unfurl(world, channel, message, url)
    return posted


def post_ephemeral(
    world: World, channel: Channel, user: str, content: Content, thread_ts: str | None = None
) -> Json:
    """Show a message to one person only."""
    more = {"attachments": content.attachments} if content.attachments else {}
    message = posting.bot_message(world, content.text, content.shown_blocks, **more)
    message["is_ephemeral"] = True
    if thread_ts:
        message["thread_ts"] = thread_ts
    with world.state.changing(Change("messages", channel.id, user)):
        world.state.ephemerals.append(Ephemeral(user, channel.id, message))
    return message


def update(world: World, channel: Channel, message: Json, content: Content) -> None:
    """Replace what a message of the app shows.

    Text alone takes the blocks away; attachments stay unless new ones are given.
    """
    before = {**message}
    with world.state.changing(Change("messages", channel.id)):
        message["text"] = posting.app_text(content.text) if content.text else message["text"]
        if content.blocks is not None or content.text:
            message.pop("blocks", None)
            if content.blocks:
                message["blocks"] = content.blocks
            else:
                message["edited"] = {"user": BOT_USER, "ts": world.ids.ts()}
        if content.attachments is not None:
            message.pop("attachments", None)
            if content.attachments:
                message["attachments"] = content.attachments
        events.changed(world, channel, {**message}, before)


def remove(world: World, channel: Channel, message: Json) -> None:
    """Take a message away, and tell the app. One with replies leaves a stone in its place."""
    with world.state.changing(Change("messages", channel.id)):
        before = copy.deepcopy(message)
        if world.state.replies(channel.id, message["ts"]):
            _bury(message)
            events.changed(world, channel, message, before)
            return
        channel.messages.remove(message)
        events.deleted(world, channel, before)
        root = message.get("thread_ts")
        parent = world.state.find_message(channel.id, root) if root else None
        if parent is not None:
            posting.count_replies(world, channel, parent)


def _bury(message: Json) -> None:
    kept = {name: message[name] for name in message if name in _KEPT_BY_A_STONE}
    message.clear()
    message |= kept
    message |= {"subtype": "tombstone", "text": "This message was deleted.", "hidden": True}
    message["user"] = "USLACKUSER"


def respond(world: World, address: ResponseUrl, body: Json) -> None:
    """What a response address does: post, replace or delete, to one person or to everybody."""
    channel = world.state.channels[address.channel]
    if body.get("delete_original"):
        _delete_original(world, channel, address)
        return
    content = read_content(world, body)
    thread_ts = body.get("thread_ts") or address.thread_ts
    if body.get("replace_original") and address.message_ts:
        _replace_original(world, channel, address, content)
    elif body.get("response_type") == "in_channel":
        post(world, channel, content, {**body, "thread_ts": thread_ts})
    else:
        post_ephemeral(world, channel, address.user, content, thread_ts)


def _ephemeral(world: World, address: ResponseUrl) -> Ephemeral | None:
    for one in world.state.ephemerals:
        if one.user == address.user and one.message["ts"] == address.message_ts:
            return one
    return None


def _delete_original(world: World, channel: Channel, address: ResponseUrl) -> None:
    if one := _ephemeral(world, address):
        with world.state.changing(Change("messages", channel.id, address.user)):
            world.state.ephemerals.remove(one)
    elif message := world.state.find_message(channel.id, address.message_ts or ""):
        remove(world, channel, message)


def _replace_original(
    world: World, channel: Channel, address: ResponseUrl, content: Content
) -> None:
    if one := _ephemeral(world, address):
        with world.state.changing(Change("messages", channel.id, address.user)):
            one.message["text"] = posting.app_text(content.text)
            one.message["blocks"] = content.shown_blocks
            one.message["attachments"] = content.attachments or []
    elif message := world.state.find_message(channel.id, address.message_ts or ""):
        update(world, channel, message, content)


def tell(world: World, user: str, text: str, channel: str = "") -> None:
    """Let Slack itself say something to one person."""
    with world.state.changing(Change("notice", channel, user)):
        world.state.notices.append(Notice(user, text, channel))
