"""A group of commands that are imported when they are asked for.

`errorbook explain` is one short process: it must not pay for what other commands import. The form
follows click's own page on lazily loaded subcommands.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

import click


class LazyGroup(click.Group):
    """A group whose commands are named as `module:attribute` until they are used."""

    def __init__(self, *args: Any, places: dict[str, str] | None = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._places = dict(places or {})

    def add_lazily(self, places: dict[str, str]) -> None:
        """Add commands: their names and where each is."""
        self._places.update(places)

    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted({*super().list_commands(ctx), *self._places})

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        place = self._places.get(cmd_name)
        if place is None:
            return super().get_command(ctx, cmd_name)
        module, _, attribute = place.partition(":")
        command = getattr(import_module(module), attribute)
        if not isinstance(command, click.Command):
            raise TypeError(f"{place} is no command")
        return command
