"""`errorbook run`: the bot, connected to Slack until it is told to stop."""

from __future__ import annotations

import logging
import sys
import threading
from pathlib import Path

import click
import uvicorn
from slack_bolt import App
from slack_sdk import WebClient
from slack_sdk.errors import SlackApiError
from sqlalchemy import make_url
from sqlalchemy.exc import SQLAlchemyError

from bot.app import build_app, socket_mode, web_client
from bot.listeners import Bot
from bot.listeners.recovery import recover
from bot.memory import Memory
from bot.settings import Settings, WrongSettings, load
from bot.stopping import told_to_stop
from bot.web import PATH, web_app
from catalog.cli.options import catalog_option
from catalog.errors import CatalogError
from catalog.library import default_catalog
from catalog.store import Catalog

log = logging.getLogger(__name__)

#: How often, in seconds, messages that nobody finished are looked for, and what is old forgotten.
HOUSEKEEPING = 60.0


class SlackRefused(CatalogError):
    """Slack does not take the bot token."""

    def __init__(self, error: str) -> None:
        super().__init__(
            "SLACK_BOT_TOKEN",
            f"Slack refuses SLACK_BOT_TOKEN: {error}.",
            "`errorbook doctor` checks every part and says what to do.",
        )


class SlackUnreachable(CatalogError):
    """Slack does not answer."""

    def __init__(self, url: str, why: str) -> None:
        super().__init__(
            url,
            f"Slack cannot be reached at {url}: {why}.",
            "Check the network and the proxy; `errorbook doctor` says which one is used.",
        )


@click.command()
@click.option("--http", is_flag=True, help="Listen for HTTP instead of opening a Socket Mode link.")
@catalog_option
def run(http: bool, catalog: str | None) -> None:
    """Answer in Slack until told to stop (Ctrl-C, or SIGTERM).

    Settings come from the environment or from .env; see .env.example.
    """
    given = {"catalog": Path(catalog)} if catalog else {}
    settings = load(**given)
    logging.basicConfig(
        level=settings.log_level,
        stream=sys.stderr,
        format="%(asctime)s %(levelname)s %(name)s: %(message)s",
    )
    memory = Memory.open(make_url(settings.memory))
    records = Catalog.open(settings.catalog or default_catalog())
    client = web_client(settings)
    _greet(client)
    app = build_app(settings, records, memory)
    stop = told_to_stop()
    over_http = http or not settings.socket_mode
    with _Housekeeping(Bot(settings, records, memory), client):
        if over_http:
            _serve(settings, app, records, memory)
        else:
            _connect(settings, app, stop)
    # What is being answered is answered before the memory closes.
    app.listener_runner.listener_executor.shutdown(wait=True)
    memory.close()


def _greet(client: WebClient) -> None:
    """Find out at the start whether Slack takes the token, not at the first message."""
    try:
        me = client.auth_test()
    except SlackApiError as error:
        raise SlackRefused(str(error.response.get("error"))) from None
    except OSError as error:
        raise SlackUnreachable(client.base_url, str(error)) from None
    log.info("This is %s in the workspace %s.", me.get("user"), me.get("team"))


def _connect(settings: Settings, app: App, stop: threading.Event) -> None:
    handler = socket_mode(settings, app)
    handler.client.connect()
    log.info("Connected over Socket Mode. Invite the bot to a channel and paste a traceback.")
    stop.wait()
    # The client's own threads stumble over the socket that is closed under them, and say so.
    handler.client.logger.setLevel(logging.CRITICAL)
    handler.client.close()


def _serve(settings: Settings, app: App, catalog: Catalog, memory: Memory) -> None:
    if settings.signing_secret is None:
        raise WrongSettings(
            {"SLACK_SIGNING_SECRET": "SLACK_SIGNING_SECRET is missing, and HTTP needs it."}
        )
    log.info("Listening on %s:%d; Slack's address is %s.", settings.host, settings.port, PATH)
    uvicorn.run(
        web_app(app, catalog, memory), host=settings.host, port=settings.port, log_config=None
    )


class _Housekeeping:
    """A thread that finishes what another process left undone, and forgets what is old."""

    def __init__(self, bot: Bot, client: WebClient) -> None:
        self._bot = bot
        self._client = client
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._work, name="housekeeping", daemon=True)

    def __enter__(self) -> None:
        self._thread.start()

    def __exit__(self, *_: object) -> None:
        self._stop.set()
        self._thread.join(timeout=5)

    def _work(self) -> None:
        while True:
            try:
                recover(self._bot, self._client)
                self._bot.memory.prune()
            except SQLAlchemyError as error:
                log.warning("The memory cannot be read: %s.", type(error).__name__)
            if self._stop.wait(HOUSEKEEPING):
                return
