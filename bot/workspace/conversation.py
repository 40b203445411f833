"""What people do in channels: write, edit, delete, react, upload, come in."""

from __future__ import annotations

import copy
from collections.abc import Sequence
from typing import TYPE_CHECKING, Literal, NamedTuple
from uuid import uuid4

from bot.workspace import app_posts, events, posting
from bot.workspace.composer import COMPOSER_LIMIT, compose, escape
from bot.workspace.errors import NotPossible
from bot.workspace.people import TEAM_ID
from bot.workspace.state import Change, Channel, Json, User

if TYPE_CHECKING:
    from bot.workspace.world import World

_PREVIEW_LINES = 5


class Upload(NamedTuple):
    """A file that a person shares: pasted as a snippet, uploaded, or kept elsewhere."""

    name: str
    content: str | bytes
    mode: Literal["snippet", "hosted", "external", "file_access"] = "snippet"
    mimetype: str = "text/plain"

    @property
    def data(self) -> bytes:
        """The bytes."""
        return self.content.encode() if isinstance(self.content, str) else self.content


def place(world: World, channel: str) -> Channel:
    """A channel by id or name."""
    found = world.state.find_channel(channel)
    if found is None:
        names = ", ".join(one.address for one in world.state.channels.values() if one.name)
        raise NotPossible(f"There is no channel {channel}.", f"There are {names}.")
    return found


def person(world: World, user: str) -> User:
    """A person by id or name."""
    found = world.state.find_user(user)
    if found is None:
        names = ", ".join(one.name for one in world.state.users.values())
        raise NotPossible(f"There is nobody called {user}.", f"There are {names}.")
    return found


def post(
    world: World,
    channel: str,
    user: str,
    text: str,
    *,
    thread_ts: str | None = None,
    files: Sequence[Upload] = (),
    broadcast: bool = False,
    markup: bool = True,
) -> Json:
    """Send what a person typed; above the composer's limit it becomes a snippet."""
    where, who = place(world, channel), person(world, user)
    if who.id not in where.members:
        raise NotPossible(f"{who.real_name} is not in {where.address}.")
    if len(text) > COMPOSER_LIMIT:
        files, text = [*files, Upload("Untitled", text)], ""
    if not text.strip() and not files:
        raise NotPossible("There is nothing to send.")
    composed = compose(text, world.names(), markup=markup, block_id=world.ids.short())
    said: Json = {
        "user": who.id,
        "type": "message",
        "ts": world.ids.ts(),
        "client_msg_id": str(uuid4()),
        "text": composed.text,
        "team": TEAM_ID,
    }
    if composed.blocks:
        said["blocks"] = composed.blocks
    if files:
        said["subtype"] = "file_share"
        said["upload"] = any(one.mode == "hosted" for one in files)
        said["files"] = [_share(world, where, who, one) for one in files]
    if broadcast and thread_ts:
        said["subtype"] = "thread_broadcast"
    return posting.add(world, where, said, thread_ts=_parent(world, where, thread_ts))


def _parent(world: World, channel: Channel, thread_ts: str | None) -> str | None:
    """The message that a thread hangs on, also when one of its replies was named."""
    if thread_ts is None:
        return None
    parent = message(world, channel, thread_ts)
    root: str = parent.get("thread_ts") or parent["ts"]
    return root


def emote(world: World, channel: str, user: str, text: str) -> Json:
    """`/me does something`."""
    where, who = place(world, channel), person(world, user)
    said: Json = {
        "type": "message",
        "subtype": "me_message",
        "channel": where.id,
        "user": who.id,
        "text": escape(text),
        "ts": world.ids.ts(),
    }
    return posting.add(world, where, said)


def edit(world: World, channel: str, ts: str, text: str, *, markup: bool = True) -> Json:
    """Change one's own message."""
    where = place(world, channel)
    said = message(world, where, ts)
    composed = compose(text, world.names(), markup=markup, block_id=world.ids.short())
    with world.state.changing(Change("messages", where.id)):
        before = copy.deepcopy(said)
        said["text"], said["blocks"] = composed.text, composed.blocks
        said["edited"] = {"user": said["user"], "ts": world.ids.ts()}
        events.changed(world, where, said, before)
    return said


def delete(world: World, channel: str, ts: str) -> None:
    """Delete a message. One with replies leaves a stone in its place, and so does Slack."""
    where = place(world, channel)
    app_posts.remove(world, where, message(world, where, ts))


def message(world: World, channel: Channel, ts: str) -> Json:
    """A message that everybody in the channel sees."""
    found = world.state.find_message(channel.id, ts)
    if found is None:
        raise NotPossible(f"There is no message {ts} in {channel.address}.")
    return found


def _share(world: World, channel: Channel, user: User, upload: Upload) -> Json:
    """Keep a file, and return what a message says about it."""
    file_id = world.ids.make("F")
    lines = upload.data.decode("utf-8", "replace").splitlines()
    private = f"{world.base_url}/files-pri/{TEAM_ID}-{file_id}"
    address = f"{private}/{upload.name}"
    file: Json = {
        "id": file_id,
        "created": int(world.clock.now()),
        "timestamp": int(world.clock.now()),
        "name": upload.name,
        "title": upload.name,
        "mimetype": upload.mimetype,
        "filetype": "text",
        "pretty_type": "Plain Text",
        "user": user.id,
        "user_team": TEAM_ID,
        "editable": upload.mode == "snippet",
        "size": len(upload.data),
        "mode": "hosted" if upload.mode == "file_access" else upload.mode,
        "is_external": upload.mode == "external",
        "external_type": "gdrive" if upload.mode == "external" else "",
        "is_public": channel.kind == "channel",
        "public_url_shared": False,
        "display_as_bot": False,
        "username": "",
        "url_private": address,
        "url_private_download": f"{private}/download/{upload.name}",
        "permalink": address,
        "permalink_public": "",
        "file_access": "visible",
        "has_rich_preview": False,
        "channels": [channel.id],
    }
    if upload.mode == "external":
        file["url_private"] = file["url_private_download"] = "https://drive.example.com/d/1"
    if upload.mode == "snippet":
        shown = "\n".join(lines[:_PREVIEW_LINES])
        more = max(0, len(lines) - _PREVIEW_LINES)
        file |= {"preview": shown, "preview_highlight": f"<pre>{escape(shown)}</pre>"}
        file |= {"lines": len(lines), "lines_more": more, "preview_is_truncated": more > 0}
    world.state.files[file_id] = file
    world.state.contents[file_id] = upload.data
    if upload.mode == "file_access":
        return {"id": file_id, "mode": "file_access", "file_access": "check_file_info"}
    return {name: value for name, value in file.items() if name != "channels"}


def post_as_other_bot(
    world: World,
    channel: str,
    text: str,
    *,
    name: str = "Alerts",
    bot_id: str = "B0ALERTS01",
    app_id: str = "A0ALERTS01",
    blocks: Sequence[Json] = (),
    attachments: Sequence[Json] = (),
    thread_ts: str | None = None,
    webhook: bool = True,
) -> Json:
    """Post as another app: a webhook (`bot_message`), or a newer app with a user of its own."""
    where = place(world, channel)
    said: Json = {
        "type": "message",
        "ts": world.ids.ts(),
        "text": posting.app_text(text),
        "bot_id": bot_id,
        "app_id": app_id,
    }
    if webhook:
        said |= {"subtype": "bot_message", "username": name}
    else:
        profile = {**posting.bot_profile(), "id": bot_id, "app_id": app_id, "name": name}
        profile["user_id"] = user = bot_id.replace("B", "U", 1)
        said |= {"user": user, "team": TEAM_ID, "bot_profile": profile}
    said |= {"blocks": list(blocks)} if blocks else {}
    said |= {"attachments": list(attachments)} if attachments else {}
    return posting.add(world, where, said, thread_ts=_parent(world, where, thread_ts))
