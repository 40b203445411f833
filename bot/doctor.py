"""`errorbook doctor`: what a running bot needs, checked part by part, and what to do about it."""

from __future__ import annotations

import os
import time
from collections.abc import Iterable, Iterator, Mapping
from email.utils import parsedate_to_datetime
from pathlib import Path
from typing import Literal, NamedTuple
from urllib.parse import urlsplit

import click
from slack_sdk import WebClient
from slack_sdk.errors import SlackApiError
from sqlalchemy import make_url

from bot.app import web_client
from bot.memory import Memory
from bot.settings import Settings, WrongSettings, load
from catalog.cli.options import catalog_option
from catalog.errors import CatalogError
from catalog.library import default_catalog
from catalog.store import Catalog

#: What the bot cannot do without, and what each is for.
NEEDED = {
    "app_mentions:read": "mentions are not heard",
    "channels:history": "messages in public channels are not seen",
    "chat:write": "nothing can be answered",
    "commands": "/explain-error and the message shortcut do not work",
    "im:history": "direct messages are not seen",
}
OPTIONAL = {
    "files:read": "snippets and files are not read",
    "groups:history": "messages in private channels are not seen",
}
#: Slack refuses HTTP requests, and Errorbook Slack's, when the clocks differ by more, in seconds.
CLOCK = 300

State = Literal["ok", "note", "wrong"]
_COLOURS: dict[State, str] = {"ok": "green", "note": "yellow", "wrong": "red"}


class Check(NamedTuple):
    """One finding: a sentence, and for what is not well another that says what to do."""

    state: State
    finding: str
    advice: str = ""


@click.command()
@catalog_option
def doctor(catalog: str | None) -> None:
    """Say what is missing or wrong for `errorbook run`, and what to do about it.

    The exit status is 1 when something is not right without which the bot cannot run.
    """
    wrong = 0
    for check in examine(Path(catalog) if catalog else None):
        wrong += check.state == "wrong"
        click.echo(f"{click.style(f'{check.state:8}', fg=_COLOURS[check.state])}{check.finding}")
        if check.advice:
            click.echo(f"        {check.advice}")
    if wrong:
        click.get_current_context().exit(1)


def examine(catalog: Path | None = None) -> Iterator[Check]:
    """Every check. With settings that are wrong, those that need no Slack."""
    try:
        found = load(**({"catalog": catalog} if catalog else {}))
    except WrongSettings as error:
        for problem in error.problems.values():
            what, _, where = problem.partition(". ")
            yield Check("wrong", f"{what.rstrip('.')}.", where)
        yield from _catalog(catalog)
        return
    yield Check("ok", "The settings are complete, and the tokens are of the right kinds.")
    yield from _proxy(found.api_url)
    yield from _slack(found)
    yield from _manifest()
    yield from _catalog(found.catalog)
    yield from _memory(found.memory)


def _slack(settings: Settings) -> Iterator[Check]:
    client = web_client(settings)
    try:
        me = client.auth_test()
    except SlackApiError as error:
        yield Check(
            "wrong",
            f"Slack refuses SLACK_BOT_TOKEN: {error.response.get('error')}.",
            "Install the app to the workspace again, and copy the token from OAuth & Permissions.",
        )
        return
    except OSError as error:
        yield Check(
            "wrong",
            f"Slack cannot be reached at {client.base_url}: {getattr(error, 'reason', error)}.",
            "Check the network, and the proxy if you need one (HTTPS_PROXY, NO_PROXY).",
        )
        return
    yield Check("ok", f"Slack knows the bot as {me.get('user')} in the workspace {me.get('team')}.")
    headers = {name.lower(): str(value) for name, value in me.headers.items()}
    yield from scopes(headers.get("x-oauth-scopes", "").replace(",", " ").split())
    yield from clock(headers.get("date", ""), time.time(), http=not settings.socket_mode)
    yield from _socket_mode(settings, client) if settings.socket_mode else _http(settings)


def scopes(given: Iterable[str]) -> Iterator[Check]:
    """What the bot token may do."""
    given = set(given)
    advice = (
        "Add it under OAuth & Permissions, Bot Token Scopes, and install the app again. "
        "deploy/slack-manifest.yaml has them all."
    )
    for scope, without in NEEDED.items():
        if scope not in given:
            yield Check("wrong", f"The scope {scope} is missing, so {without}.", advice)
    for scope, without in OPTIONAL.items():
        if scope not in given:
            yield Check("note", f"The optional scope {scope} is not given, so {without}.", advice)
    if given >= {*NEEDED, *OPTIONAL}:
        yield Check("ok", "The bot token has every scope that Errorbook uses.")
    elif given >= set(NEEDED):
        yield Check("ok", "The bot token has every scope that Errorbook needs.")


def clock(date: str, now: float, *, http: bool) -> Iterator[Check]:
    """Whether this machine's clock goes as Slack's does; `date` is a header of its answer."""
    try:
        away = abs(parsedate_to_datetime(date).timestamp() - now)
    except ValueError:
        return
    if away <= CLOCK:
        yield Check("ok", "The clock goes as Slack's does.")
        return
    yield Check(
        "wrong" if http else "note",
        f"The clock is {away / 60:.0f} minutes away from Slack's.",
        "Set it, with NTP for instance: requests over HTTP are refused beyond 5 minutes.",
    )


def _socket_mode(settings: Settings, client: WebClient) -> Iterator[Check]:
    assert settings.app_token is not None
    try:
        client.apps_connections_open(app_token=settings.app_token.get_secret_value())
    except SlackApiError as error:
        yield Check(
            "wrong",
            f"SLACK_APP_TOKEN opens no connection: {error.response.get('error')}.",
            "It needs the scope connections:write (Basic Information, App-Level Tokens), and "
            "Socket Mode has to be on for the app (Socket Mode, Enable).",
        )
    else:
        yield Check("ok", "SLACK_APP_TOKEN opens a connection: Socket Mode works.")


def _http(settings: Settings) -> Iterator[Check]:
    yield Check(
        "note",
        f"Without an app token, Errorbook listens for HTTP on {settings.host}:{settings.port}.",
        "Slack has to reach it at an https address ending in /slack/events. Whether the signing "
        "secret is the right one shows when Slack verifies that address.",
    )


def _manifest() -> Iterator[Check]:
    yield Check(
        "note",
        "Which events, commands and shortcuts the app has cannot be read with these tokens.",
        "Compare its page App Manifest with deploy/slack-manifest.yaml, and invite the bot to a "
        "channel with /invite @errorbook: it sees the messages of no other.",
    )


def _proxy(api_url: str) -> Iterator[Check]:
    scheme = urlsplit(api_url).scheme
    named = _variable(os.environ, f"{scheme}_proxy")
    if named:
        host = urlsplit(named).hostname or named
        bypass = _variable(os.environ, "no_proxy")
        yield Check(
            "note", f"The proxy {host} is used for Slack, except for {bypass or 'nothing'}."
        )


def _variable(environment: Mapping[str, str], name: str) -> str:
    return environment.get(name) or environment.get(name.upper()) or ""


def _catalog(catalog: Path | None) -> Iterator[Check]:
    try:
        path = catalog or default_catalog()
        records = Catalog.open(path)
    except CatalogError as error:
        yield Check("wrong", error.message, error.hint)
    else:
        yield Check("ok", f"The catalog at {path} has {len(records):,} records.")


def _memory(address: str) -> Iterator[Check]:
    url = make_url(address)
    try:
        Memory.open(url).close()
    except CatalogError as error:
        yield Check("wrong", error.message, error.hint)
    else:
        yield Check("ok", f"The memory at {url.render_as_string()} can be written.")
