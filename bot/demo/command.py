"""`errorbook demo`: the whole bot on this machine, connected to a Slack on loopback."""

from __future__ import annotations

import os
import sys
import webbrowser
from pathlib import Path

import click
from sqlalchemy import make_url

from bot.app import build_app, socket_mode
from bot.demo.samples import samples
from bot.memory import Memory
from bot.settings import Settings, without_environment
from bot.stopping import told_to_stop
from bot.workspace import Workspace
from catalog.cli.options import catalog_option
from catalog.errors import CatalogError
from catalog.library import build_catalog
from catalog.store import Catalog

#: Where the demo keeps its catalog, below the folder it is started in.
FOLDER = Path(".demo")


class NoDemoFolder(CatalogError):
    """The demo's catalog cannot be written."""

    def __init__(self, path: Path, why: str) -> None:
        super().__init__(
            str(path),
            f"The demo cannot keep its catalog in {path}: {why}.",
            "Start it in a folder that you can write to, or name a catalog with --catalog.",
        )


@click.command()
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=8000,
    show_default=True,
    help="The port of the page; 0 takes any free one.",
)
@click.option("--no-browser", is_flag=True, help="Do not open the page in a browser.")
@catalog_option
def demo(port: int, no_browser: bool, catalog: str | None) -> None:
    """Open a Slack on this machine with the bot in it, to try it without any account.

    Nothing leaves this machine. The catalog is built from the records that ship with Errorbook,
    unless --catalog names another one.
    """
    records = Catalog.open(catalog or _own_catalog())
    memory = Memory.open(make_url("sqlite://"))
    with Workspace(port, samples=samples()) as workspace:
        settings = _settings(workspace)
        handler = socket_mode(settings, build_app(settings, records, memory))
        handler.client.connect()
        click.echo(f"Errorbook is running with {len(records)} records in its catalog.")
        click.echo(f"Open {workspace.url} and paste an error. Ctrl-C stops it.")
        sys.stdout.flush()
        if not no_browser and _has_desktop():
            webbrowser.open(workspace.url)
        told_to_stop().wait()
        handler.client.close()
    memory.close()


def _own_catalog() -> Path:
    path = FOLDER / "catalog.db"
    try:
        FOLDER.mkdir(exist_ok=True)
        build_catalog(path)
    except OSError as error:
        raise NoDemoFolder(FOLDER.resolve(), (error.strerror or str(error)).lower()) from error
    return path


def _settings(workspace: Workspace) -> Settings:
    """The workspace's own tokens: neither the environment nor a .env file has a say here."""
    return without_environment(
        bot_token=workspace.bot_token,
        app_token=workspace.app_token,
        signing_secret=workspace.signing_secret,
        api_url=workspace.api_url,
    )


def _has_desktop() -> bool:
    return sys.platform == "darwin" or bool(
        os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    )
