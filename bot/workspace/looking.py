"""What a test can see of the workspace, and how it waits for it; trouble on demand beside it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar

from bot.workspace import conversation
from bot.workspace.acting import PATIENCE
from bot.workspace.faults import Fault
from bot.workspace.people import BOT_USER

if TYPE_CHECKING:
    from bot.workspace.courier import Delivery
    from bot.workspace.state import Json
    from bot.workspace.world import ApiCall, World

T = TypeVar("T")


class Looking:
    """Messages, ephemerals, modals; what was sent to the app, and what the app called."""

    world: World

    def messages(self, channel: str) -> list[Json]:
        """Everything in a channel that everybody sees, oldest first, replies among it."""
        return list(conversation.place(self.world, channel).messages)

    def message(self, channel: str, ts: str) -> Json:
        """One message."""
        where = conversation.place(self.world, channel)
        return conversation.message(self.world, where, ts)

    def thread(self, channel: str, ts: str) -> list[Json]:
        """The replies below a message, oldest first."""
        return self.world.state.replies(conversation.place(self.world, channel).id, ts)

    def ephemerals(self, user: str, channel: str | None = None) -> list[Json]:
        """The messages that only this person sees, oldest first."""
        who = conversation.person(self.world, user)
        where = conversation.place(self.world, channel).id if channel else None
        return [
            one.message
            for one in self.world.state.ephemerals
            if one.user == who.id and where in {None, one.channel}
        ]

    def notices(self, user: str) -> list[str]:
        """What Slack itself has told a person: failed commands, buttons without an answer."""
        who = conversation.person(self.world, user)
        return [one.text for one in self.world.state.notices if one.user == who.id]

    def views(self, user: str) -> list[Json]:
        """A person's open modals, the topmost last."""
        stack = self.world.state.modals.get(conversation.person(self.world, user).id, ())
        return [self.world.state.views[one] for one in stack]

    def home(self, user: str) -> Json | None:
        """A person's App Home."""
        return self.world.state.homes.get(conversation.person(self.world, user).id)

    @property
    def deliveries(self) -> list[Delivery]:
        """Every payload sent to the app, with its attempts and outcome, oldest first."""
        return list(self.world.courier.deliveries)

    @property
    def calls(self) -> list[ApiCall]:
        """Every call of the app, response addresses and acknowledgements with content included."""
        return list(self.world.calls)

    @property
    def rejections(self) -> list[ApiCall]:
        """The calls that Slack would refuse; a test of a well-behaved app finds none."""
        return [call for call in self.calls if not call.ok]

    def events(self, kind: str) -> list[Json]:
        """The events of one type that were sent."""
        return [one.event for one in self.deliveries if one.event.get("type") == kind]

    def wait_for(self, predicate: Callable[[], T], timeout: float = PATIENCE) -> T:
        """The predicate's first true value. `AssertionError` when there is none in time.

        It is asked again whenever something changes in the workspace.
        """
        found: T = self.world.state.wait_for(predicate, timeout)
        assert found, f"Nothing came within {timeout:g} seconds."
        return found

    def wait_for_replies(
        self, channel: str, ts: str, count: int = 1, timeout: float = PATIENCE
    ) -> list[Json]:
        """The app's replies below a message, once there are at least `count` of them."""

        def replies() -> list[Json] | None:
            found = [one for one in self.thread(channel, ts) if one.get("user") == BOT_USER]
            return found if len(found) >= count else None

        found = self.wait_for(replies, timeout)
        assert found is not None
        return found

    def wait_for_app(self, connections: int = 1, timeout: float = PATIENCE) -> None:
        """Wait until the app has connected over Socket Mode."""
        self.wait_for(
            lambda: sum(one.open for one in self.world.courier.transports) >= connections, timeout
        )

    def settle(self, timeout: float = PATIENCE) -> None:
        """Wait until every payload sent so far has been acknowledged or given up.

        An app that works in the background after acknowledging may still be at it: wait for what
        it does, or for silence with the app's own means.
        """
        self.wait_for(lambda: all(one.outcome for one in self.deliveries), timeout)


class Trouble:
    """What can go wrong between the app and Slack."""

    world: World

    def redeliver(self, delivery: Delivery) -> Delivery:
        """Send a payload again as it was, same event id, as Slack does after a lost answer."""
        return self.world.courier.send(delivery.kind, delivery.payload)

    def fail(self, method: str, error: str = "internal_error", *, times: int = 1) -> None:
        """Let the next calls of a method answer with this error, without doing anything."""
        self.world.faults.add(method, Fault("error", error), times)

    def drop(self, method: str, *, times: int = 1) -> None:
        """Let the next calls of a method be done, and the connection cut before the answer."""
        self.world.faults.add(method, Fault("drop"), times)

    def delay(self, method: str, seconds: float, *, times: int = 1) -> None:
        """Let the next calls of a method be done at once, and answered late."""
        self.world.faults.add(method, Fault("delay", seconds=seconds), times)

    def limit(self, method: str, retry_after: float = 1, *, times: int = 1) -> None:
        """Let the next calls of a method be too many: 429 with `Retry-After`."""
        self.world.faults.add(method, Fault("ratelimited", seconds=retry_after), times)

    def enforce_rate_limits(self, enforced: bool = True) -> None:
        """Apply Slack's own limits to every call."""
        self.world.rate_limits = enforced
