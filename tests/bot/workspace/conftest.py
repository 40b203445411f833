"""A workspace for each test, one for those that only look, and clients as they come."""

from collections.abc import Iterator

import pytest
from slack_sdk import WebClient

from bot.workspace import Workspace


@pytest.fixture
def workspace() -> Iterator[Workspace]:
    """A workspace of its own for one test; unanswered events come again at once."""
    with Workspace(ack_seconds=0.5, retry_pauses=(0.0, 0.0, 0.0)) as running:
        yield running


@pytest.fixture
def client(workspace: Workspace) -> WebClient:
    """slack_sdk's client, with the app's token and no retries of its own."""
    return web_client(workspace)


@pytest.fixture(scope="module")
def shared() -> Iterator[Workspace]:
    """One workspace for a module's tests, each of which keeps to a room of its own."""
    with Workspace(ack_seconds=0.5, retry_pauses=(0.0, 0.0, 0.0)) as running:
        yield running


@pytest.fixture
def room(workspace: Workspace) -> str:
    """A new channel that everybody and the app are in; its id."""
    return workspace.add_channel(f"room-{len(workspace.world.state.channels)}")


def web_client(workspace: Workspace, token: str | None = None) -> WebClient:
    """A client as the bot makes one."""
    return WebClient(token or workspace.bot_token, base_url=workspace.api_url, retry_handlers=[])
