"""What can go wrong with the workspace itself, as opposed to what Slack would refuse."""

from __future__ import annotations

from catalog.errors import CatalogError


class PortBusy(CatalogError):
    """Something else listens where the workspace was to listen."""

    def __init__(self, port: int) -> None:
        super().__init__(
            f"127.0.0.1:{port}",
            f"Port {port} is already in use on this machine.",
            "Choose another one: `errorbook demo --port 8001`, or `make demo PORT=8001`.",
        )


class PortRefused(CatalogError):
    """The system does not let this process listen on the port."""

    def __init__(self, port: int, why: str) -> None:
        super().__init__(
            f"127.0.0.1:{port}",
            f"The workspace cannot listen on port {port}: {why}.",
            "Choose a port from 1024 to 65535.",
        )


class NotPossible(CatalogError):
    """A person cannot do this in Slack, at this place or at this moment."""

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__("workspace", message, hint)
