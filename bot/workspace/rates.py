"""Slack's limits on how often a method may be called, for tests that switch them on."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bot.workspace.clock import Clock
    from bot.workspace.state import Json

_MINUTE = 60.0
_TIERS = {1: 1, 2: 20, 3: 50, 4: 100}
_TIER = {
    "conversations.list": 2,
    "users.list": 2,
    "chat.postEphemeral": 4,
    "files.info": 4,
    "users.info": 4,
    "views.open": 4,
    "views.push": 4,
    "views.update": 4,
    "views.publish": 4,
    "conversations.members": 4,
}
_SPECIAL = {"auth.test", "api.test", "chat.getPermalink", "apps.connections.open"}


class Rates:
    """When each method was called. Posting is one message a second in a channel, with no bursts."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._calls: dict[str, list[float]] = {}

    def wait(self, method: str, values: Json) -> float | None:
        """The seconds to wait before this call; None when it may be made, and then it counts."""
        if method in _SPECIAL:
            return None
        if method == "chat.postMessage":
            return self._count(f"{method} {values.get('channel')}", 1, 1.0)
        return self._count(method, _TIERS[_TIER.get(method, 3)], _MINUTE)

    def _count(self, key: str, most: int, seconds: float) -> float | None:
        now = self._clock.now()
        calls = [at for at in self._calls.get(key, ()) if at > now - seconds]
        self._calls[key] = calls
        if len(calls) >= most:
            return calls[0] + seconds - now
        calls.append(now)
        return None
