"""Slack over HTTP: one address for all that it sends, and one for whoever watches the bot."""

from __future__ import annotations

from collections.abc import Sequence

from slack_bolt import App, BoltRequest
from sqlalchemy.exc import SQLAlchemyError
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import Route

from bot.memory import Memory, Place
from catalog.store import Catalog

#: Where Slack sends events, commands and presses.
PATH = "/slack/events"
#: The longest payload taken, in bytes. Slack's longest, a message with many blocks, is far below.
MOST = 2_000_000


def web_app(app: App, catalog: Catalog, memory: Memory) -> Starlette:
    """The web application around a Bolt app."""

    async def slack(request: Request) -> Response:
        return await _from_slack(app, request)

    async def health(_: Request) -> Response:
        return await run_in_threadpool(_health, catalog, memory)

    return Starlette(
        routes=[Route(PATH, slack, methods=["POST"]), Route("/health", health, methods=["GET"])]
    )


async def _from_slack(app: App, request: Request) -> Response:
    body = bytearray()
    async for chunk in request.stream():
        body += chunk
        if len(body) > MOST:
            return PlainTextResponse("That is too long.", 413)
    # Bolt fails on both of these instead of refusing them.
    if not request.headers.get("x-slack-request-timestamp", "").isdecimal():
        return PlainTextResponse("This address is for Slack.", 401)
    try:
        text = body.decode()
    except UnicodeDecodeError:
        return PlainTextResponse("That is not UTF-8.", 400)
    headers: dict[str, str | Sequence[str]] = dict(request.headers)
    # Bolt waits for the acknowledgement; the event loop must not wait with it.
    answer = await run_in_threadpool(app.dispatch, BoltRequest(body=text, headers=headers))
    return Response(answer.body, answer.status, answer.first_headers_without_set_cookie())


def _health(catalog: Catalog, memory: Memory) -> Response:
    """200 where catalog and memory can be read, else 503."""
    try:
        memory.message(Place("", "", ""))
    except SQLAlchemyError as error:
        return JSONResponse({"ok": False, "memory": type(error).__name__}, 503)
    return JSONResponse({"ok": True, "records": len(catalog)})
