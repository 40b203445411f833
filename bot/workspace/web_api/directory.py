"""Who is who: auth, users, bots, the team; reactions, files and checks of blocks beside them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.workspace.limits import check_blocks, check_view
from bot.workspace.people import BOT_ID, BOT_NAME, BOT_USER, TEAM_DOMAIN, TEAM_ID, TEAM_NAME
from bot.workspace.posting import bot_profile
from bot.workspace.refusals import Refusal
from bot.workspace.state import Change, User
from bot.workspace.web_api.arguments import Arguments, Method, find_channel

if TYPE_CHECKING:
    from bot.workspace.state import Json
    from bot.workspace.world import World


def auth_test(world: World, _arguments: Arguments) -> Json:
    """https://docs.slack.dev/reference/methods/auth.test"""
    return {
        "ok": True,
        "url": f"{world.base_url}/",
        "team": TEAM_NAME,
        "user": BOT_NAME,
        "team_id": TEAM_ID,
        "user_id": BOT_USER,
        "bot_id": BOT_ID,
        "is_enterprise_install": False,
    }


def api_test(_world: World, arguments: Arguments) -> Json:
    """https://docs.slack.dev/reference/methods/api.test"""
    args = {name: value for name, value in arguments.values.items() if name != "token"}
    if error := arguments.text("error"):
        raise Refusal(error)
    return {"ok": True, "args": args}


def user_document(user: User) -> Json:
    """A person as the API gives them."""
    profile = {
        "real_name": user.real_name,
        "display_name": user.name,
        "title": user.title,
        "team": TEAM_ID,
    }
    return {
        "id": user.id,
        "team_id": TEAM_ID,
        "name": user.name,
        "real_name": user.real_name,
        "deleted": False,
        "tz": "Etc/UTC",
        "tz_offset": 0,
        "profile": profile | ({"bot_id": BOT_ID} if user.is_bot else {}),
        "is_bot": user.is_bot,
        "is_admin": False,
        "is_owner": False,
        "is_restricted": False,
        "is_ultra_restricted": False,
        "is_app_user": False,
        "updated": 0,
    }


def users_info(world: World, arguments: Arguments) -> Json:
    """https://docs.slack.dev/reference/methods/users.info"""
    user = world.state.users.get(arguments.required("user"))
    if user is None:
        raise Refusal("user_not_found")
    return {"ok": True, "user": user_document(user)}


def users_list(world: World, _arguments: Arguments) -> Json:
    """https://docs.slack.dev/reference/methods/users.list"""
    found = [user_document(user) for user in world.state.users.values()]
    return {"ok": True, "members": found, "response_metadata": {"next_cursor": ""}}


def bots_info(_world: World, arguments: Arguments) -> Json:
    """https://docs.slack.dev/reference/methods/bots.info"""
    if arguments.text("bot", BOT_ID) != BOT_ID:
        raise Refusal("bot_not_found")
    return {"ok": True, "bot": bot_profile()}


def team_info(_world: World, _arguments: Arguments) -> Json:
    """https://docs.slack.dev/reference/methods/team.info"""
    team = {"id": TEAM_ID, "name": TEAM_NAME, "domain": TEAM_DOMAIN, "email_domain": ""}
    return {"ok": True, "team": {**team, "icon": {"image_default": True}}}


def reactions_add(world: World, arguments: Arguments) -> Json:
    """https://docs.slack.dev/reference/methods/reactions.add"""
    channel = find_channel(world, arguments)
    message = world.state.find_message(channel.id, arguments.required("timestamp"))
    if message is None:
        raise Refusal("message_not_found")
    react(world, channel.id, message, arguments.required("name").strip(":"), BOT_USER)
    return {"ok": True}


def react(world: World, channel: str, message: Json, name: str, user: str) -> None:
    """Add somebody's reaction to a message."""
    with world.state.changing(Change("messages", channel)):
        reactions = message.setdefault("reactions", [])
        known = next((one for one in reactions if one["name"] == name), None)
        if known is None:
            known = {"name": name, "users": [], "count": 0}
            reactions.append(known)
        if user in known["users"]:
            raise Refusal("already_reacted")
        known["users"].append(user)
        known["count"] += 1


def files_info(world: World, arguments: Arguments) -> Json:
    """https://docs.slack.dev/reference/methods/files.info"""
    file = world.state.files.get(arguments.required("file"))
    if file is None:
        raise Refusal("file_not_found")
    channels = [world.state.channels[one] for one in file["channels"]]
    if not any(BOT_USER in channel.members for channel in channels):
        raise Refusal("file_not_found")
    answer: Json = {"ok": True, "file": file, "comments": []}
    if file["mode"] == "snippet":
        answer["content"] = world.state.contents[file["id"]].decode("utf-8", "replace")
        answer["is_truncated"] = False
    return answer


def blocks_validate(_world: World, arguments: Arguments) -> Json:
    """https://docs.slack.dev/reference/methods/blocks.validate"""
    view = arguments.nested("view")
    if problems := check_view(view) if view else check_blocks(arguments.nested("blocks")):
        raise Refusal("invalid_blocks", problems)
    return {"ok": True}


METHODS = {
    "api.test": Method(api_test),
    "auth.test": Method(auth_test),
    "blocks.validate": Method(blocks_validate),
    "bots.info": Method(bots_info, ("users:read",)),
    "files.info": Method(files_info, ("files:read",)),
    "reactions.add": Method(reactions_add, ("reactions:write",)),
    "team.info": Method(team_info, ("team:read",)),
    "users.info": Method(users_info, ("users:read",)),
    "users.list": Method(users_list, ("users:read",)),
}
