"""Trouble on demand: calls that fail, answers that get lost or come late, too many requests."""

from __future__ import annotations

import threading
from typing import Literal, NamedTuple


class Fault(NamedTuple):
    """What is to happen to one call. `drop` and `delay` come after the work was done."""

    kind: Literal["error", "drop", "delay", "ratelimited", "http_error"]
    error: str = ""
    seconds: float = 0.0


class Faults:
    """The faults that wait for their call, per method, first come first served."""

    def __init__(self) -> None:
        self._waiting: dict[str, list[Fault]] = {}
        self._lock = threading.Lock()

    def add(self, method: str, fault: Fault, times: int = 1) -> None:
        """Let the next `times` calls of a method meet this fault."""
        with self._lock:
            self._waiting.setdefault(method, []).extend([fault] * times)

    def take(self, method: str) -> Fault | None:
        """The fault that the present call meets, if any."""
        with self._lock:
            waiting = self._waiting.get(method)
            return waiting.pop(0) if waiting else None
