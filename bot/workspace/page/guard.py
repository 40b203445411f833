"""Only this machine's own page may drive the workspace, whatever else its browser has open."""

from __future__ import annotations

from collections.abc import Mapping

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.types import ASGIApp, Receive, Scope, Send

_NAMES = {"127.0.0.1", "localhost"}
HEADERS: Mapping[str, str] = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
        "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "Cache-Control": "no-store",
}


class OwnHostOnly:
    """Refuses requests that come under another name, as after a rebinding of DNS."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass on what is addressed to loopback."""
        if scope["type"] == "http" and not _is_own(Request(scope).headers.get("host", "")):
            refused = Response("This workspace answers on 127.0.0.1 only.", 421)
            await refused(scope, receive, send)
            return
        await self._app(scope, receive, send)


def _is_own(host: str) -> bool:
    return host.rpartition(":")[0] in _NAMES or host in _NAMES


def stranger(request: Request) -> Response | None:
    """The answer to a request that another web page has made; None when it is our own.

    A form of another page cannot send JSON without asking first, and the browser names the page
    that a request comes from.
    """
    kind = request.headers.get("content-type", "").partition(";")[0]
    origin = request.headers.get("origin")
    own = origin is None or _is_own(origin.removeprefix("http://"))
    if kind == "application/json" and own:
        return None
    return JSONResponse({"ok": False, "error": "Only the workspace's own page may do this."}, 403)
