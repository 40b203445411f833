"""A Bolt app connected to a workspace over Socket Mode, and gone quickly afterwards."""

from collections.abc import Iterator
from contextlib import contextmanager

from slack_bolt import App
from slack_bolt.adapter.socket_mode import SocketModeHandler

from bot.workspace import Workspace


@contextmanager
def connected(workspace: Workspace, app: App) -> Iterator[SocketModeHandler]:
    """Connect, and close from the workspace's side at the end.

    Closed from its own side alone, slack_sdk's client waits three seconds for its socket.
    """
    handler = SocketModeHandler(app, app_token=workspace.app_token)
    # The client takes HTTP_PROXY from the environment and knows no NO_PROXY.
    handler.client.proxy = None
    handler.connect()
    workspace.wait_for_app()
    try:
        yield handler
    finally:
        handler.client.auto_reconnect_enabled = False
        workspace.disconnect(None)
        handler.close()
