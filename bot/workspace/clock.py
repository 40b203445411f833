"""The workspace's time, which tests can move, and the identifiers it hands out."""

from __future__ import annotations

import random
import string
import threading
import time

_LETTERS = string.ascii_uppercase + string.digits


class Clock:
    """The machine's time plus whatever `advance` has added to it.

    Trigger ids, response addresses and message timestamps go by this clock. Waiting for an
    acknowledgement goes by real time, since the app on the other side lives in it.
    """

    def __init__(self) -> None:
        self._ahead = 0.0

    def now(self) -> float:
        """Seconds since the epoch."""
        return time.time() + self._ahead

    def advance(self, seconds: float) -> None:
        """Let `seconds` pass at once."""
        self._ahead += seconds


class Ids:
    """Identifiers in Slack's shapes, none of them handed out twice."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._last = 0
        self._lock = threading.Lock()
        self._random = random.Random()

    def ts(self) -> str:
        """A message timestamp: `1712345678.123456`, always later than the one before."""
        with self._lock:
            self._last = max(self._last + 1, int(self._clock.now() * 1_000_000))
            return f"{self._last // 1_000_000}.{self._last % 1_000_000:06d}"

    def make(self, prefix: str, length: int = 10) -> str:
        """An identifier such as `F0ABCDEFGH1`: the prefix, then capitals and digits."""
        with self._lock:
            return prefix + "".join(self._random.choices(_LETTERS, k=length))

    def short(self) -> str:
        """A block or action id as Slack makes one where the app gave none."""
        letters = string.ascii_letters + string.digits
        with self._lock:
            return "".join(self._random.choices(letters, k=5))
