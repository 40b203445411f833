"""The bot in a workspace on loopback, over real sockets."""

import threading
from collections.abc import Iterator
from uuid import uuid4

import pytest

from bot.app import WORKERS, build_app, socket_mode
from bot.memory import Memory
from bot.settings import Settings, without_environment
from bot.workspace import Workspace
from catalog.store import Catalog
from tests.bot.listeners.records import RECORDS


class Connected:
    """A bot that is connected to a workspace over Socket Mode."""

    def __init__(
        self,
        slack: Workspace,
        memory: Memory,
        catalog: Catalog | None = None,
        **settings: object,
    ) -> None:
        self.slack = slack
        self.memory = memory
        self.settings = settings_for(slack, **settings)
        self.catalog = catalog or Catalog.in_memory(RECORDS)
        self.app = build_app(self.settings, self.catalog, memory)
        self._handler = socket_mode(self.settings, self.app)

    def __enter__(self) -> "Connected":
        self._handler.client.connect()
        # Closing waits for the receiving thread, which looks up this often (usually 3 seconds).
        self._handler.client.current_session.sock.settimeout(0.1)
        self.slack.wait_for_app()
        return self

    def __exit__(self, *_: object) -> None:
        self.quiet()
        self._handler.client.close()
        self.app.listener_runner.listener_executor.shutdown()

    def quiet(self) -> None:
        """Wait until the bot has worked on everything that it was sent."""
        self.slack.settle()
        # All workers meet here only when none of them is at anything else.
        barrier = threading.Barrier(WORKERS + 1)
        for _ in range(WORKERS):
            self.app.listener_runner.listener_executor.submit(barrier.wait)
        barrier.wait(30)

    def replies(self, channel: str, ts: str) -> list[dict]:
        """What the bot said below a message, once it has worked on everything."""
        self.quiet()
        return [m for m in self.slack.thread(channel, ts) if m.get("bot_id")]

    def said(self, channel: str, ts: str) -> str:
        """The text of the bot's one reply below a message."""
        (reply,) = self.replies(channel, ts)
        return reply["text"]


def settings_for(slack: Workspace, **more: object) -> Settings:
    given = {
        "bot_token": slack.bot_token,
        "app_token": slack.app_token,
        "signing_secret": slack.signing_secret,
        "api_url": slack.api_url,
    }
    return without_environment(**{**given, **more})


@pytest.fixture(scope="session")
def memory() -> Iterator[Memory]:
    memory = Memory.in_memory()
    yield memory
    memory.close()


@pytest.fixture(scope="session")
def slack() -> Iterator[Workspace]:
    """One workspace for all tests of listeners: each talks in a channel of its own."""
    with Workspace(retry_pauses=(0.0, 0.0, 0.0)) as running:
        yield running


@pytest.fixture(scope="session")
def bot(slack: Workspace, memory: Memory) -> Iterator[Connected]:
    """The bot, connected to the workspace."""
    with Connected(slack, memory) as connected:
        yield connected


@pytest.fixture
def channel(slack: Workspace, bot: Connected) -> Iterator[str]:
    """A new channel with everybody and the bot in it; Slack refuses nothing that the bot does."""
    before = len(slack.rejections)
    yield slack.add_channel(f"room-{uuid4().hex[:8]}")
    bot.quiet()
    assert slack.rejections[before:] == []
