"""One call of the Web API: who calls, may they, and what is the answer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.workspace.people import APP_ID
from bot.workspace.refusals import Refusal
from bot.workspace.web_api import chat, conversations, directory, views
from bot.workspace.web_api.arguments import Arguments, Method

if TYPE_CHECKING:
    from bot.workspace.sockets import SocketMode
    from bot.workspace.state import Json
    from bot.workspace.world import World

METHODS: dict[str, Method] = {
    **chat.METHODS,
    **conversations.METHODS,
    **directory.METHODS,
    **views.METHODS,
}
_WITHOUT_TOKEN = {"api.test", "blocks.validate"}
_OPEN = "apps.connections.open"


def answer(world: World, sockets: SocketMode, method: str, token: str, values: Json) -> Json:
    """The body of the answer, `ok` or not."""
    try:
        if method == _OPEN:
            return _open_connection(world, sockets, token)
        return _answer(world, method, token, Arguments(values))
    except Refusal as refusal:
        return refusal.document()


def _answer(world: World, method: str, token: str, arguments: Arguments) -> Json:
    known = METHODS.get(method)
    if known is None:
        raise Refusal("unknown_method", req_method=method)
    if method not in _WITHOUT_TOKEN:
        if not token:
            raise Refusal("not_authed")
        if token == world.access.tokens.app:
            raise Refusal("not_allowed_token_type")
        if token != world.access.tokens.bot:
            raise Refusal("invalid_auth")
        _need_scope(world, known)
    with world.state.reading():
        return known.handler(world, arguments)


def _need_scope(world: World, method: Method) -> None:
    if method.scopes and not world.access.scopes.intersection(method.scopes):
        provided = ",".join(sorted(world.access.scopes))
        raise Refusal("missing_scope", needed=method.scopes[0], provided=provided)


def _open_connection(world: World, sockets: SocketMode, token: str) -> Json:
    """https://docs.slack.dev/reference/methods/apps.connections.open"""
    if not token:
        raise Refusal("not_authed")
    if token == world.access.tokens.bot:
        raise Refusal("not_allowed_token_type")
    if token != world.access.tokens.app:
        raise Refusal("invalid_auth")
    base = world.base_url.replace("http://", "ws://", 1)
    return {"ok": True, "url": f"{base}/link/?ticket={sockets.ticket()}&app_id={APP_ID}"}
