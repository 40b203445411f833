"""The workspace as a test or the demo holds it: start it, talk in it, look at what happened."""

from __future__ import annotations

from collections.abc import Sequence
from types import TracebackType
from typing import Any

from starlette.applications import Starlette
from starlette.middleware import Middleware

from bot.workspace import people
from bot.workspace.access import Access, Tickets, Tokens
from bot.workspace.acting import PATIENCE, Acting
from bot.workspace.clock import Clock, Ids
from bot.workspace.courier import Courier
from bot.workspace.faults import Faults
from bot.workspace.http_delivery import HttpDelivery
from bot.workspace.looking import Looking, Trouble
from bot.workspace.page import PageRoutes, Sample
from bot.workspace.page.guard import OwnHostOnly
from bot.workspace.routes import SlackRoutes
from bot.workspace.server import Server
from bot.workspace.sockets import Disconnect, SocketMode
from bot.workspace.state import State
from bot.workspace.world import Command, Shortcut, World

COMMANDS = (Command("/explain-error", "Explain an error", "[paste a traceback]"),)
SHORTCUTS = (Shortcut("explain_error", "Explain this error"),)


class Workspace(Acting, Looking, Trouble):
    """A Slack on loopback, with a few people and the app in it.

        with Workspace() as slack:
            app = App(client=WebClient(slack.bot_token, base_url=slack.api_url))
            ...
            ts = slack.post("inference", "ada", "ValueError: x")
            reply = slack.wait_for_replies("inference", ts)[0]

    A context manager: it listens from `__enter__` to `__exit__`. Channels and people are named by
    id or by name (`"inference"`, `"#inference"`, `"ada"`). What a person cannot do raises
    `NotPossible`; what Slack refuses to the app is the answer of the call and stands in
    `rejections`.

    `port` 0 takes any free one; a busy one raises `PortBusy`. `ack_seconds` is how long an
    acknowledgement may take, `retry_pauses` the seconds before each time an event is sent again.
    """

    def __init__(
        self,
        port: int = 0,
        *,
        samples: Sequence[Sample] = (),
        ack_seconds: float = 3.0,
        retry_pauses: tuple[float, ...] = (0.0, 60.0, 300.0),
        commands: Sequence[Command] = COMMANDS,
        shortcuts: Sequence[Shortcut] = SHORTCUTS,
    ) -> None:
        clock = Clock()
        ids = Ids(clock)
        state = State()
        self.clock = clock
        self._server = Server(port)
        self.world = World(
            clock=clock,
            ids=ids,
            state=state,
            access=Access(Tokens.make(ids), Tickets(clock, ids)),
            courier=Courier(state, clock, ack_seconds, retry_pauses),
            faults=Faults(),
            commands=list(commands),
            shortcuts=list(shortcuts),
            base_url=self._server.url,
        )
        self._page = PageRoutes(self.world, list(samples))
        self._sockets = SocketMode(state, self.world.courier, ids)
        people.settle(state, clock, ids)

    def __enter__(self) -> Workspace:
        slack = SlackRoutes(self.world, self._sockets, self._server.drop)
        routes = [*slack.routes(), *self._page.routes()]
        app = Starlette(routes=routes, middleware=[Middleware(OwnHostOnly)])
        self._server.start(app, self.world.courier.start)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Stop listening. Deliveries that are on their way are given up."""
        self._on_loop(self._page.close())
        self._on_loop(self.world.courier.stop())
        self._server.stop()

    def _on_loop(self, work: Any) -> None:
        self._server.run(work).result(PATIENCE)

    # What an app needs to connect.

    @property
    def url(self) -> str:
        """The page."""
        return f"{self._server.url}/"

    @property
    def api_url(self) -> str:
        """For `WebClient(base_url=…)`."""
        return f"{self._server.url}/api/"

    @property
    def bot_token(self) -> str:
        """For `App(token=…)`."""
        return self.world.access.tokens.bot

    @property
    def app_token(self) -> str:
        """For `SocketModeHandler(app, app_token=…)`."""
        return self.world.access.tokens.app

    @property
    def signing_secret(self) -> str:
        """For `App(signing_secret=…)`."""
        return self.world.access.tokens.signing_secret

    @property
    def scopes(self) -> set[str]:
        """The scopes the app was given; take one out to see `missing_scope`."""
        return self.world.access.scopes

    @property
    def subscriptions(self) -> set[str]:
        """The events the app asked for, such as `message.channels`."""
        return self.world.events

    def disconnect(
        self, reason: Disconnect | None = "refresh_requested", *, close: bool = True
    ) -> None:
        """Tell the app's sockets to go away; None closes them without a word.

        `close=False` only tells, as a warning does ten seconds ahead.
        """
        self._on_loop(self._sockets.disconnect(reason, close=close))

    def deliver_to(self, url: str) -> bool:
        """Deliver over HTTP to this request URL from now on, if the app proves it to be its own."""
        delivery = HttpDelivery(url, self.signing_secret)
        verified = self._server.run(delivery.verify(self.world.courier.ack_seconds))
        if verified.result(PATIENCE):
            self.world.courier.request_url = delivery
            return True
        return False
