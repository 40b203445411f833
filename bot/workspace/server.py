"""The workspace's HTTP server: one thread, one event loop, loopback only."""

from __future__ import annotations

import asyncio
import errno
import socket
import threading
from collections.abc import Callable, Coroutine
from concurrent.futures import Future
from typing import Any, TypeVar

import uvicorn
from starlette.requests import Request
from starlette.types import ASGIApp

from bot.workspace.errors import PortBusy, PortRefused

HOST = "127.0.0.1"
_START_SECONDS = 20.0
_STOP_SECONDS = 10.0

T = TypeVar("T")


class _Server(uvicorn.Server):
    """uvicorn, which tells when it listens."""

    def __init__(self, config: uvicorn.Config) -> None:
        super().__init__(config)
        self.listening = threading.Event()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self.listening.set()


class Server:
    """Serves an application in a thread of its own, from `start` to `stop`."""

    def __init__(self, port: int) -> None:
        self._socket = _bind(port)
        self.port: int = self._socket.getsockname()[1]
        self._server: _Server | None = None
        self._thread: threading.Thread | None = None
        self._loop: asyncio.AbstractEventLoop | None = None

    @property
    def url(self) -> str:
        """Where it listens, without a slash at the end."""
        return f"http://{HOST}:{self.port}"

    def start(self, app: ASGIApp, ready: Callable[[asyncio.AbstractEventLoop], None]) -> None:
        """Serve; `ready` gets the event loop before the first request is taken."""
        config = uvicorn.Config(
            app,
            log_config=None,
            log_level="critical",
            access_log=False,
            lifespan="off",
            ws="websockets-sansio",
            timeout_graceful_shutdown=2,
        )
        self._server = server = _Server(config)

        async def serve() -> None:
            self._loop = asyncio.get_running_loop()
            ready(self._loop)
            await server.serve([self._socket])

        self._thread = threading.Thread(target=lambda: asyncio.run(serve()), name="workspace")
        self._thread.start()
        if not server.listening.wait(_START_SECONDS):
            raise RuntimeError("The workspace did not start to listen.")

    def run(self, work: Coroutine[Any, Any, T]) -> Future[T]:
        """Do something on the server's event loop."""
        if self._loop is None:
            raise RuntimeError("The workspace has not been started.")
        return asyncio.run_coroutine_threadsafe(work, self._loop)

    def stop(self) -> None:
        """Close every connection and end the thread."""
        if self._server and self._thread:
            self._server.should_exit = True
            self._thread.join(_STOP_SECONDS)
            self._thread = None
        self._socket.close()

    def drop(self, request: Request) -> None:
        """Cut the connection that a request came in on, so that the client gets no answer."""
        if self._server is None or request.client is None:
            return
        for connection in list(self._server.server_state.connections):
            transport = connection.transport
            if transport.get_extra_info("peername") == tuple(request.client):
                transport.abort()


def _bind(port: int) -> socket.socket:
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    # Without this a workspace that has just closed keeps its port for a minute.
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((HOST, port))
        listener.listen()
    except OSError as error:
        listener.close()
        if error.errno == errno.EADDRINUSE:
            raise PortBusy(port) from error
        raise PortRefused(port, error.strerror or str(error)) from error
    except OverflowError as error:
        listener.close()
        raise PortRefused(port, "a port is a number from 0 to 65535") from error
    return listener
