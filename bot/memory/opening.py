"""A database opened and brought to the form that this code knows."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import URL, Connection, Engine, QueuePool, create_engine, event, text
from sqlalchemy.exc import DBAPIError, OperationalError

import bot.memory.migrations
from catalog.errors import CatalogError

# Any number that no other program locks in the same PostgreSQL database.
_LOCK = 0x6572726F72


class NoMemory(CatalogError):
    """The database cannot be opened."""

    def __init__(self, where: str, why: str) -> None:
        super().__init__(
            where,
            f"The memory at {where} cannot be opened: {why}.",
            "Name a file that can be written, or a PostgreSQL database, in ERRORBOOK_MEMORY.",
        )


class NewerMemory(CatalogError):
    """The database was brought to a form by a later Errorbook than this one."""

    def __init__(self, where: str, step: str) -> None:
        super().__init__(
            where,
            f"The memory at {where} was made by a newer Errorbook: this one does not know its "
            f"step {step}.",
            "Update Errorbook, or name another database in ERRORBOOK_MEMORY.",
        )


def open_engine(url: URL) -> Engine:
    """An engine on a database of this code's form. Raises `NoMemory` and `NewerMemory`.

    Parameters of statements never stand in its errors: they may be somebody's values.
    """
    where = url.render_as_string(hide_password=True)
    try:
        engine = _sqlite(url) if url.get_backend_name() == "sqlite" else _postgresql(url)
        _migrate(engine, where)
    except (DBAPIError, ImportError, OSError) as error:
        raise NoMemory(where, _reason(error)) from error
    return engine


def _sqlite(url: URL) -> Engine:
    if not url.database or url.database == ":memory:":
        # Every thread has to see the one database in memory, and one at a time.
        return create_engine(
            url,
            poolclass=QueuePool,
            pool_size=1,
            max_overflow=0,
            connect_args={"check_same_thread": False},
            hide_parameters=True,
        )
    path = Path(url.database)
    path.parent.mkdir(parents=True, exist_ok=True)
    # Nobody else on this machine has to read what a workspace said.
    path.touch(mode=0o600, exist_ok=True)
    engine = create_engine(url, hide_parameters=True, connect_args={"timeout": 15})

    @event.listens_for(engine, "connect")
    def _prepare(connection: Any, _: object) -> None:
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("PRAGMA synchronous=NORMAL")

    return engine


def _postgresql(url: URL) -> Engine:
    return create_engine(url, hide_parameters=True, pool_pre_ping=True)


def _migrate(engine: Engine, where: str) -> None:
    """Run the steps that the database lacks: all of them or none, one replica at a time."""
    # Alembic tells every step at INFO; nobody who starts a bot asked for that.
    logging.getLogger("alembic").setLevel(logging.WARNING)
    config = Config()
    config.set_main_option("script_location", str(Path(bot.memory.migrations.__path__[0])))
    config.set_main_option("path_separator", "os")
    known = {step.revision for step in ScriptDirectory.from_config(config).walk_revisions()}
    with _one_at_a_time(engine) as connection:
        found = MigrationContext.configure(connection).get_current_revision()
        if found is not None and found not in known:
            raise NewerMemory(where, found)
        config.attributes["connection"] = connection
        command.upgrade(config, "head")


@contextmanager
def _one_at_a_time(engine: Engine) -> Iterator[Connection]:
    """One transaction that no other process can enter at the same time."""
    if engine.dialect.name != "sqlite":
        with engine.begin() as connection:
            connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": _LOCK})
            yield connection
        return
    # Python's sqlite3 begins no transaction for CREATE TABLE by itself, so it is begun here.
    with engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        connection.exec_driver_sql("BEGIN IMMEDIATE")
        # On an error the connection goes back to its pool, which rolls back.
        yield connection
        connection.exec_driver_sql("COMMIT")


def _reason(error: Exception) -> str:
    if isinstance(error, ImportError):
        return "PostgreSQL needs the extra `errorbook[postgres]`"
    if isinstance(error, OperationalError) and error.orig is not None:
        return str(error.orig).strip().rstrip(".").partition("\n")[0]
    return str(error).strip().rstrip(".").partition("\n")[0]
