"""chat.*: posting, changing and removing messages."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.workspace import app_posts
from bot.workspace.people import BOT_ID, BOT_USER
from bot.workspace.refusals import Refusal
from bot.workspace.web_api.arguments import Arguments, Method, find_channel, joined_channel

if TYPE_CHECKING:
    from bot.workspace.state import Channel, Json
    from bot.workspace.world import World

LONGEST_UPDATE = 4_000


def post_message(world: World, arguments: Arguments) -> Json:
    """https://docs.slack.dev/reference/methods/chat.postMessage"""
    channel = joined_channel(world, arguments)
    content = app_posts.read_content(world, arguments.content())
    fields: Json = {
        "thread_ts": _thread(world, channel, arguments),
        "reply_broadcast": arguments.flag("reply_broadcast"),
        "unfurl_links": arguments.flag("unfurl_links", True),
        "metadata": arguments.nested("metadata"),
    }
    posted = app_posts.post(world, channel, content, fields)[0]
    answer: Json = {"ok": True, "channel": channel.id, "ts": posted["ts"], "message": {**posted}}
    if content.warnings:
        answer["warning"] = ",".join(content.warnings)
        answer["response_metadata"] = {"warnings": content.warnings}
    return answer


def _thread(world: World, channel: Channel, arguments: Arguments) -> str | None:
    thread_ts = arguments.text("thread_ts")
    if not thread_ts:
        return None
    parent = world.state.find_message(channel.id, thread_ts)
    if parent is None:
        raise Refusal("thread_not_found")
    if parent.get("thread_ts", thread_ts) != thread_ts:
        # Slack takes a reply's own timestamp and shows the message nowhere. A test should hear it.
        raise Refusal("cannot_reply_to_message")
    return thread_ts


def post_ephemeral(world: World, arguments: Arguments) -> Json:
    """https://docs.slack.dev/reference/methods/chat.postEphemeral"""
    channel = joined_channel(world, arguments)
    user = arguments.required("user")
    if user not in world.state.users:
        raise Refusal("user_not_found")
    if user not in channel.members:
        raise Refusal("user_not_in_channel")
    content = app_posts.read_content(world, arguments.content())
    thread_ts = arguments.text("thread_ts") or None
    message = app_posts.post_ephemeral(world, channel, user, content, thread_ts)
    return {"ok": True, "message_ts": message["ts"]}


def update(world: World, arguments: Arguments) -> Json:
    """https://docs.slack.dev/reference/methods/chat.update"""
    channel, message = _own(world, arguments, "cant_update_message")
    text = arguments.text("text")
    if len(text.encode()) > LONGEST_UPDATE:
        raise Refusal("msg_too_long")
    content = app_posts.read_content(world, arguments.content())
    app_posts.update(world, channel, message, content)
    return {
        "ok": True,
        "channel": channel.id,
        "ts": message["ts"],
        "text": message["text"],
        "message": {**message},
    }


def delete(world: World, arguments: Arguments) -> Json:
    """https://docs.slack.dev/reference/methods/chat.delete"""
    channel, message = _own(world, arguments, "cant_delete_message")
    app_posts.remove(world, channel, message)
    return {"ok": True, "channel": channel.id, "ts": message["ts"]}


def _own(world: World, arguments: Arguments, otherwise: str) -> tuple[Channel, Json]:
    channel = find_channel(world, arguments)
    message = world.state.find_message(channel.id, arguments.required("ts"))
    if message is None:
        raise Refusal("message_not_found")
    if message.get("bot_id") != BOT_ID or message.get("user") != BOT_USER:
        raise Refusal(otherwise)
    return channel, message


def get_permalink(world: World, arguments: Arguments) -> Json:
    """https://docs.slack.dev/reference/methods/chat.getPermalink"""
    channel = find_channel(world, arguments)
    ts = arguments.required("message_ts")
    message = world.state.find_message(channel.id, ts)
    if message is None:
        raise Refusal("message_not_found")
    link = f"{world.base_url}/archives/{channel.id}/p{ts.replace('.', '')}"
    root = message.get("thread_ts")
    if root and root != ts:
        link += f"?thread_ts={root}&cid={channel.id}"
    return {"ok": True, "channel": channel.id, "permalink": link}


METHODS = {
    "chat.postMessage": Method(post_message, ("chat:write",)),
    "chat.postEphemeral": Method(post_ephemeral, ("chat:write",)),
    "chat.update": Method(update, ("chat:write",)),
    "chat.delete": Method(delete, ("chat:write",)),
    "chat.getPermalink": Method(get_permalink),
}
