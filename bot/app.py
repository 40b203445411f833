"""The Bolt app, put together from its parts; and the one place where any error ends."""

from __future__ import annotations

import logging
import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from urllib.parse import urlsplit

from slack_bolt import App, BoltContext, BoltResponse
from slack_bolt.adapter.socket_mode import SocketModeHandler
from slack_bolt.authorization import AuthorizeResult
from slack_sdk import WebClient
from slack_sdk.http_retry.builtin_handlers import RateLimitErrorRetryHandler

from bot.listeners import Bot, identity, register
from bot.listeners.failures import on_failure
from bot.memory import Memory
from bot.settings import Settings, WrongSettings
from catalog.store import Catalog

log = logging.getLogger(__name__)

#: Listeners wait for Slack more than they compute, and a command has to be acknowledged within 3
#: seconds whatever the others wait for.
WORKERS = 24
#: How often a call that comes too early is tried again, each time after as long as Slack says.
WAITS = 10
#: Hosts that are this machine.
LOOPBACK = {"127.0.0.1", "localhost", "::1"}


def build_app(settings: Settings, catalog: Catalog, memory: Memory) -> App:
    """The app for one workspace. Slack is first spoken to when the first payload comes in."""
    quiet_libraries()
    app = App(
        name="errorbook",
        # The token comes with each payload's authorization.
        client=web_client(settings, token=False),
        signing_secret=_secret(settings),
        # Bolt writes whole payloads at DEBUG, and those with a wrong signature at INFO.
        logger=quiet_logger("bolt", logging.ERROR),
        # With a function of our own, the variables SLACK_CLIENT_ID and SLACK_CLIENT_SECRET cannot
        # turn this into an app that looks for its token in a store.
        authorize=_authorize(web_client(settings)),
        listener_executor=ThreadPoolExecutor(WORKERS, thread_name_prefix="errorbook"),
    )
    register(app, Bot(settings, catalog, memory))

    @app.error
    def on_error(error: Exception, body: dict[str, object], context: BoltContext) -> BoltResponse:
        on_failure(error, body, context.client, identity(context, body))
        return BoltResponse(status=200)

    return app


def socket_mode(settings: Settings, app: App) -> SocketModeHandler:
    """What holds the Socket Mode connection; its client connects, and is closed in the end."""
    if settings.app_token is None:
        raise WrongSettings({"SLACK_APP_TOKEN": "SLACK_APP_TOKEN is missing."})
    handler = SocketModeHandler(
        app,
        settings.app_token.get_secret_value(),
        logger=quiet_logger("socket", logging.WARNING),
        web_client=app.client,
    )
    if urlsplit(settings.api_url).hostname in LOOPBACK:
        # The built-in client asks the environment for a proxy and heeds no NO_PROXY.
        handler.client.proxy = None
    return handler


def web_client(settings: Settings, *, token: bool = True) -> WebClient:
    """A client that waits when Slack says so, and never repeats a call because a socket dropped.

    Slack takes about one message a second in a channel. Several at once each come to their turn.
    """
    spare_loopback(settings.api_url)
    return WebClient(
        token=settings.bot_token.get_secret_value() if token else None,
        base_url=settings.api_url,
        retry_handlers=[RateLimitErrorRetryHandler(max_retry_count=WAITS)],
        logger=quiet_logger("web", logging.WARNING),
    )


def quiet_logger(name: str, level: int) -> logging.Logger:
    """A logger for Bolt or Slack's SDK, which write whole payloads below this level."""
    logger = logging.getLogger(f"errorbook.slack.{name}")
    logger.setLevel(level)
    return logger


def quiet_libraries() -> None:
    """Keep the libraries from writing what people wrote, whatever level the log has."""
    for name in ("httpcore", "httpx", "slack_bolt", "slack_sdk", "sqlalchemy"):
        logging.getLogger(name).setLevel(logging.WARNING)


def spare_loopback(address: str) -> None:
    """Keep calls to this machine away from any proxy that the environment names."""
    host = urlsplit(address).hostname or ""
    if host in LOOPBACK:
        named = os.environ.get("no_proxy") or os.environ.get("NO_PROXY") or ""
        hosts = [*filter(None, named.split(",")), host]
        os.environ["no_proxy"] = os.environ["NO_PROXY"] = ",".join(dict.fromkeys(hosts))


def _authorize(client: WebClient) -> Callable[[], AuthorizeResult]:
    """Who the bot is: asked when the first payload comes in, and again only after a failure."""
    known: list[AuthorizeResult] = []

    def authorize() -> AuthorizeResult:
        if not known:
            me = client.auth_test()
            known.append(
                AuthorizeResult.from_auth_test_response(
                    auth_test_response=me, bot_token=client.token
                )
            )
        return known[0]

    return authorize


def _secret(settings: Settings) -> str:
    return settings.signing_secret.get_secret_value() if settings.signing_secret else ""
