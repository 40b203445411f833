"""The addresses of the page."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from importlib import resources
from typing import TYPE_CHECKING

from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response, StreamingResponse
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles

from bot.workspace.errors import NotPossible
from bot.workspace.page import views
from bot.workspace.page.guard import HEADERS, stranger
from bot.workspace.page.requests import ACTIONS, Sent
from bot.workspace.page.samples import Sample
from bot.workspace.page.stream import Streams

if TYPE_CHECKING:
    from bot.workspace.state import Json, User
    from bot.workspace.world import World


class PageRoutes:
    """Serves the page, tells it what changed, and does what a person does on it."""

    def __init__(self, world: World, samples: list[Sample]) -> None:
        self._world = world
        self._samples = samples
        self._streams = Streams(world)
        static = resources.files("bot.workspace") / "static"
        self._static = str(static)
        self._html = (static / "index.html").read_text(encoding="utf-8")

    def routes(self) -> list[BaseRoute]:
        """For the application."""
        return [
            Route("/", self.index),
            Route("/archives/{channel}/{message}", self.index),
            Mount("/static", StaticFiles(directory=self._static)),
            Route("/page/overview", self.overview),
            Route("/page/channel/{channel}", self.channel),
            Route("/page/windows", self.windows),
            Route("/page/file/{file}", self.file),
            Route("/page/stream", self.stream),
            Route("/page/{action}", self.act, methods=["POST"]),
        ]

    async def close(self) -> None:
        """Let every open page go."""
        await self._streams.close()

    async def index(self, _request: Request) -> Response:
        """The page itself."""
        return HTMLResponse(self._html, headers=dict(HEADERS))

    async def overview(self, request: Request) -> Response:
        """People, channels and samples."""
        return self._look(views.overview(self._world, self._samples, self._user(request)))

    async def channel(self, request: Request) -> Response:
        """What a person sees of a channel."""
        user = self._user(request)
        channel = self._world.state.channels.get(request.path_params["channel"])
        if channel is None or user.id not in channel.members:
            return _sorry("You are not in this channel.", 404)
        return self._look(views.conversation(self._world, channel, user))

    async def windows(self, request: Request) -> Response:
        """A person's modals, App Home and notices."""
        return self._look(views.windows(self._world, self._user(request)))

    async def file(self, request: Request) -> Response:
        """A shared text file, to read."""
        user = self._user(request)
        file = self._world.state.files.get(request.path_params["file"])
        channels = [self._world.state.channels[one] for one in file["channels"]] if file else []
        if file is None or not any(user.id in channel.members for channel in channels):
            return _sorry("There is no such file for you.", 404)
        content = self._world.state.contents[file["id"]]
        return Response(content, media_type="text/plain; charset=utf-8", headers=dict(HEADERS))

    async def stream(self, request: Request) -> Response:
        """News, as long as the page is open."""
        news: AsyncIterator[str] = self._streams.listen(self._user(request).id)
        return StreamingResponse(news, media_type="text/event-stream", headers=dict(HEADERS))

    async def act(self, request: Request) -> Response:
        """Do something, and wait for the app's acknowledgement where there is one."""
        if refused := stranger(request):
            return refused
        action = ACTIONS.get(request.path_params["action"])
        if action is None:
            return _sorry("The page cannot do this.", 404)
        try:
            sent = Sent(json.loads(await request.body()))
            answer, delivery = action(self._world, sent)
        except NotPossible as impossible:
            return _sorry(str(impossible))
        except ValueError:
            return _sorry("The page sent something that is no JSON.")
        if delivery is not None:
            await asyncio.wrap_future(delivery.answer)
        return JSONResponse({"ok": True, **answer})

    def _user(self, request: Request) -> User:
        wanted = request.query_params.get("user", "")
        found = self._world.state.find_user(wanted)
        if found is None or found.is_bot:
            return next(one for one in self._world.state.users.values() if not one.is_bot)
        return found

    def _look(self, shown: Json) -> Response:
        with self._world.state.reading():
            return JSONResponse(shown, headers={"Cache-Control": "no-store"})


def _sorry(sentence: str, status: int = 200) -> Response:
    # What a person cannot do is no fault of the request: the page shows the sentence.
    return JSONResponse({"ok": False, "error": sentence}, status)
