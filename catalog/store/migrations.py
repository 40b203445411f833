"""Applying the steps of `schema` with sqlite-utils. Imported when a catalog is written."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlite_utils import Migrations

from catalog.store.schema import SET, STEPS

if TYPE_CHECKING:
    from sqlite_utils import Database


def _split(script: str) -> list[str]:
    """The statements of a step. `executescript` would commit the step's transaction."""
    lines = (line for line in script.splitlines() if not line.strip().startswith("--"))
    return [statement for statement in "\n".join(lines).split(";") if statement.strip()]


def migrations() -> Migrations:
    """Every step, ready to be applied."""
    steps = Migrations(SET)
    for name, script in STEPS.items():

        def step(db: Database, script: str = script) -> None:
            for statement in _split(script):
                db.execute(statement)

        steps(name=name)(step)
    return steps
