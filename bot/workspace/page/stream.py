"""Telling every open page what to fetch again (server-sent events)."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from typing import TYPE_CHECKING

from bot.workspace.state import Change

if TYPE_CHECKING:
    from bot.workspace.world import World

_BREATH = 15.0


class Streams:
    """The pages that listen. Each hears of what concerns its person, until it goes or we close."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._queues: set[asyncio.Queue[Change | None]] = set()

    async def listen(self, user: str) -> AsyncIterator[str]:
        """The stream of one page."""
        loop = asyncio.get_running_loop()
        queue: asyncio.Queue[Change | None] = asyncio.Queue()

        def put(change: Change) -> None:
            if change.user in {"", user} and change.kind != "deliveries":
                loop.call_soon_threadsafe(queue.put_nowait, change)

        stop = self._world.state.listen(put)
        self._queues.add(queue)
        try:
            yield "retry: 500\n\n"
            while (text := await self._next(queue)) is not None:
                yield text
        finally:
            self._queues.discard(queue)
            stop()

    async def _next(self, queue: asyncio.Queue[Change | None]) -> str | None:
        try:
            change = await asyncio.wait_for(queue.get(), _BREATH)
        except TimeoutError:
            return ": still here\n\n"
        if change is None:
            return None
        told = {"kind": change.kind, "channel": change.channel}
        return f"data: {json.dumps(told)}\n\n"

    async def close(self) -> None:
        """End every stream, so that the server can stop."""
        for queue in self._queues:
            queue.put_nowait(None)
