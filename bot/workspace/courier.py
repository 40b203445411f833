"""Carrying payloads to the app: over its sockets or to its request URL, again when unanswered."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass, field
from typing import Literal, NamedTuple, Protocol

from bot.workspace.clock import Clock
from bot.workspace.state import Change, Json, State

Kind = Literal["events_api", "slash_commands", "interactive"]


class Outcome(NamedTuple):
    """How a delivery ended: acknowledged, perhaps with a payload, or the reason why not."""

    acknowledged: bool
    payload: Json | None = None
    error: str | None = None


class Attempt(NamedTuple):
    """One try: `retry` counts from 0, `reason` says why the try before it failed."""

    retry: int
    reason: str | None
    at: float


@dataclass
class Delivery:
    """A payload on its way to the app, with every try and the outcome."""

    kind: Kind
    payload: Json
    attempts: list[Attempt] = field(default_factory=list)
    outcome: Outcome | None = None
    answer: Future[Outcome] = field(default_factory=Future, repr=False)

    @property
    def event(self) -> Json:
        """The event inside, or an empty object when this is no event."""
        inner: Json = self.payload.get("event", {})
        return inner

    @property
    def acknowledged(self) -> bool:
        """Whether the app has acknowledged it."""
        return self.outcome is not None and self.outcome.acknowledged


class Transport(Protocol):
    """A way to the app. It answers with an outcome of one try, within the given seconds."""

    @property
    def open(self) -> bool:
        """Whether there is somebody at the other end."""

    async def deliver(self, delivery: Delivery, attempt: Attempt, seconds: float) -> Outcome:
        """Hand a payload over once."""


class Courier:
    """Delivers one payload after the other, in order, and keeps a log of them.

    An event that is not acknowledged within `ack_seconds` is sent again, up to three times, after
    `retry_pauses` (Slack: at once, after a minute, after five). Commands and interactions are sent
    once.
    """

    def __init__(
        self, state: State, clock: Clock, ack_seconds: float, retry_pauses: tuple[float, ...]
    ) -> None:
        self.ack_seconds = ack_seconds
        self.retry_pauses = retry_pauses
        self.deliveries: list[Delivery] = []
        self.transports: list[Transport] = []
        self.request_url: Transport | None = None
        self._state = state
        self._clock = clock
        self._loop: asyncio.AbstractEventLoop | None = None
        self._tasks: set[asyncio.Task[None]] = set()

    @property
    def ways(self) -> int:
        """How many ways to the app are open."""
        return len(self._open())

    def _open(self) -> list[Transport]:
        """With a request URL nothing goes over sockets, and the other way round."""
        if self.request_url is not None:
            return [self.request_url]
        return [transport for transport in self.transports if transport.open]

    def start(self, loop: asyncio.AbstractEventLoop) -> None:
        """Deliver on this event loop from now on."""
        self._loop = loop

    def send(
        self, kind: Kind, payload: Json, settle: Callable[[Outcome], None] | None = None
    ) -> Delivery:
        """Deliver a payload; `settle` gets the outcome before anybody who waits for it."""
        delivery = Delivery(kind, payload)
        with self._state.changing(Change("deliveries")):
            self.deliveries.append(delivery)
            if self._loop is None:
                raise RuntimeError("The workspace has not been started.")
            self._loop.call_soon_threadsafe(self._begin, delivery, settle)
        return delivery

    async def stop(self) -> None:
        """Give up everything that is still on its way."""
        self._loop = None
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def _begin(self, delivery: Delivery, settle: Callable[[Outcome], None] | None) -> None:
        task = asyncio.get_running_loop().create_task(self._run(delivery, settle))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _run(self, delivery: Delivery, settle: Callable[[Outcome], None] | None) -> None:
        pauses = self.retry_pauses if delivery.kind == "events_api" else ()
        outcome = await self._try(delivery, 0, None)
        for retry, pause in enumerate(pauses, 1):
            if outcome.acknowledged or outcome.error == "no_retry":
                break
            await asyncio.sleep(pause)
            outcome = await self._try(delivery, retry, outcome.error)
        with self._state.changing(Change("deliveries")):
            if settle:
                settle(outcome)
            delivery.outcome = outcome
        delivery.answer.set_result(outcome)

    async def _try(self, delivery: Delivery, retry: int, reason: str | None) -> Outcome:
        attempt = Attempt(retry, reason, self._clock.now())
        with self._state.changing(Change("deliveries")):
            delivery.attempts.append(attempt)
        ways = self._open()
        if not ways:
            return Outcome(False, error="connection_failed")
        return await random.choice(ways).deliver(delivery, attempt, self.ack_seconds)
