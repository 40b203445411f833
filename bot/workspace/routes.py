"""What the workspace answers to Slack's own clients: the Web API, sockets, response addresses."""

from __future__ import annotations

import asyncio
import json
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qsl

from starlette.requests import ClientDisconnect, Request
from starlette.responses import HTMLResponse, JSONResponse, RedirectResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket

from bot.workspace import app_posts, web_api
from bot.workspace.people import BOT_USER
from bot.workspace.rates import Rates
from bot.workspace.refusals import Refusal

if TYPE_CHECKING:
    from collections.abc import Callable

    from bot.workspace.faults import Fault
    from bot.workspace.sockets import SocketMode
    from bot.workspace.state import Json
    from bot.workspace.world import World

_LOGIN = "<!DOCTYPE html><html><head><title>Sign in | Slack</title></head><body></body></html>"
_MARKUP = ("application/x-www-form-urlencoded", "multipart/form-data", "")


class SlackRoutes:
    """The addresses that an app uses. `drop` closes the connection of a request without a word."""

    def __init__(self, world: World, sockets: SocketMode, drop: Callable[[Request], None]) -> None:
        self._world = world
        self._sockets = sockets
        self._drop = drop
        self._rates = Rates(world.clock)

    def routes(self) -> list[Route | WebSocketRoute]:
        """For the application."""
        return [
            Route("/api/{method}", self.api, methods=["GET", "POST"]),
            Route("/actions/{secret}", self.respond, methods=["POST"]),
            Route("/files-pri/{key}/{name}", self.file),
            Route("/files-pri/{key}/download/{name}", self.file),
            Route("/signin", self.sign_in),
            WebSocketRoute("/link/", self.link),
        ]

    async def link(self, socket: WebSocket) -> None:
        """A Socket Mode connection."""
        await self._sockets.serve(socket)

    async def sign_in(self, _request: Request) -> Response:
        """Where a request for a file ends that has no right to it."""
        return HTMLResponse(_LOGIN)

    async def api(self, request: Request) -> Response:
        """One call of a Web API method."""
        method = request.path_params["method"]
        try:
            values = await _arguments(request)
        except Refusal as refusal:
            self._world.log_call(method, {}, refusal.document())
            return JSONResponse(refusal.document())
        token = _token(request) or values.pop("token", "")
        fault = self._world.faults.take(method)
        answer = self._early(method, values, fault)
        if answer is None:
            with self._world.state.reading():
                body = web_api.answer(self._world, self._sockets, method, token, values)
                answer = JSONResponse(body, headers=self._headers(token))
                self._world.log_call(method, values, json.loads(bytes(answer.body)))
        if fault and fault.kind == "delay":
            await asyncio.sleep(fault.seconds)
        if fault and fault.kind == "drop":
            self._drop(request)
        return answer

    def _early(self, method: str, values: Json, fault: Fault | None) -> Response | None:
        """An answer that comes before any work: a fault, or too many requests."""
        world = self._world
        wait = fault.seconds if fault and fault.kind == "ratelimited" else None
        if wait is None and world.rate_limits:
            wait = self._rates.wait(method, values)
        if wait is not None:
            body = {"ok": False, "error": "ratelimited"}
            world.log_call(method, values, body)
            return JSONResponse(body, 429, {"Retry-After": str(max(1, round(wait)))})
        if fault and fault.kind == "http_error":
            world.log_call(method, values, {"ok": False, "error": "http_error"})
            return Response("Internal Server Error", 500)
        if fault and fault.kind == "error":
            body = {"ok": False, "error": fault.error}
            world.log_call(method, values, body)
            return JSONResponse(body)
        return None

    def _headers(self, token: str) -> dict[str, str]:
        if token != self._world.access.tokens.bot:
            return {}
        return {"x-oauth-scopes": ",".join(sorted(self._world.access.scopes))}

    async def respond(self, request: Request) -> Response:
        """A response address: five uses in half an hour."""
        world = self._world
        address = world.access.tickets.use_response(request.path_params["secret"])
        if address is None:
            body: Json = {"ok": False, "error": "expired_url"}
            world.log_call("response_url", {}, body)
            return JSONResponse(body, 404)
        sent = await _json(request)
        if not isinstance(sent, dict):
            return JSONResponse({"ok": False, "error": "invalid_payload"}, 400)
        try:
            with world.state.reading():
                app_posts.respond(world, address, sent)
        except Refusal as refusal:
            world.log_call("response_url", sent, refusal.document())
            return JSONResponse(refusal.document(), 400)
        world.log_call("response_url", sent, {"ok": True})
        return Response("ok", media_type="text/plain")

    async def file(self, request: Request) -> Response:
        """A private file. Without the right to it, Slack sends people to a page to sign in."""
        world = self._world
        file = world.state.files.get(request.path_params["key"].rpartition("-")[2])
        allowed = (
            _token(request) == world.access.tokens.bot
            and "files:read" in world.access.scopes
            and file is not None
            and any(BOT_USER in world.state.channels[one].members for one in file["channels"])
        )
        if file is None or not allowed:
            return RedirectResponse(f"{world.base_url}/signin", 302)
        return Response(world.state.contents[file["id"]], media_type=file["mimetype"])


def _token(request: Request) -> str:
    kind, _, token = request.headers.get("authorization", "").partition(" ")
    return token.strip() if kind.lower() == "bearer" else ""


async def _json(request: Request) -> Any:
    try:
        return json.loads(await request.body())
    except (ValueError, ClientDisconnect):
        return None


async def _arguments(request: Request) -> Json:
    """The arguments of a call: query string, form or JSON."""
    values: Json = dict(request.query_params)
    if request.method == "GET":
        return values
    kind = request.headers.get("content-type", "").partition(";")[0].strip()
    if kind == "application/json":
        sent = await _json(request)
        if sent is None:
            raise Refusal("invalid_json")
        if not isinstance(sent, dict):
            raise Refusal("json_not_object")
        return {**values, **sent}
    if kind not in _MARKUP:
        raise Refusal("invalid_post_type")
    try:
        form = (await request.body()).decode()
    except UnicodeDecodeError:
        raise Refusal("invalid_form_data") from None
    return {**values, **dict(parse_qsl(form, keep_blank_values=True))}
