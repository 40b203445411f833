"""The option that every command has: which catalog."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

if TYPE_CHECKING:
    from catalog.store import Catalog

VARIABLE = "ERRORBOOK_CATALOG"
Decorated = TypeVar("Decorated", bound=Callable[..., Any])


def catalog_option(function: Decorated) -> Decorated:
    """Add `--catalog`, which stands before or behind the command's name."""
    return click.option(
        "--catalog",
        metavar="PATH",
        help=f"The catalog's file (or {VARIABLE}), instead of the one in your data directory.",
    )(function)


def json_option(function: Decorated) -> Decorated:
    """Add `--json`."""
    option = click.option("--json", "as_json", is_flag=True, help="Print JSON for programs.")
    return option(function)


def catalog_path(given: str | None) -> Path:
    """The file to use: the one given to the command or before it, or in the environment, else the
    user's own.
    """
    named = given or click.get_current_context().obj or os.environ.get(VARIABLE)
    if named:
        return Path(named)
    from catalog.library import default_catalog

    return default_catalog()


def open_catalog(given: str | None) -> Catalog:
    """The catalog to read. Raises NoCatalog, NotACatalog and NewerCatalog."""
    from catalog.store import Catalog

    return Catalog.open(catalog_path(given))
