"""Opening a catalog's file: what is there, can it be read, is it of a later Errorbook."""

from __future__ import annotations

import sqlite3
from contextlib import ExitStack, closing
from pathlib import Path
from urllib.parse import quote

from catalog.errors import NewerCatalog, NoCatalog, NotACatalog
from catalog.store.schema import SET, STEPS

#: How long to wait for another process that writes, in seconds.
BUSY_SECONDS = 30.0
#: Pages kept by a reading connection, in KiB: the inner pages of a million records' index fit.
_CACHE_KIB = 8192


def open_for_reading(path: Path) -> tuple[sqlite3.Connection, bool]:
    """A read-only connection, and whether it had to take the file for one that never changes.

    A file in WAL mode needs a writable folder, even to be read; where there is none, the file is
    opened `immutable`.
    """
    if not path.is_file():
        raise (
            NoCatalog(str(path))
            if not path.exists()
            else NotACatalog(str(path), "it is not a file")
        )
    for mode in ("mode=ro", "mode=ro&immutable=1"):
        try:
            return _checked(path, mode), mode != "mode=ro"
        except sqlite3.OperationalError as error:
            if mode != "mode=ro" or not _needs_writable_folder(error):
                raise NotACatalog(str(path), f"SQLite says {error}") from error
        except sqlite3.DatabaseError as error:
            raise NotACatalog(str(path), f"SQLite says {error}") from error
    raise NotACatalog(str(path), "it cannot be opened")  # pragma: no cover


def _checked(path: Path, mode: str) -> sqlite3.Connection:
    with ExitStack() as on_failure:
        connection = on_failure.enter_context(closing(connect(path, mode)))
        check_steps(connection, str(path))
        connection.execute(f"PRAGMA cache_size = -{_CACHE_KIB}")
        on_failure.pop_all()
    return connection


def _needs_writable_folder(error: sqlite3.OperationalError) -> bool:
    return "unable to open database file" in str(error) or "readonly database" in str(error)


def connect(path: Path, mode: str) -> sqlite3.Connection:
    """A connection that starts its transactions itself, when told to."""
    address = f"file:{quote(str(path.absolute()))}?{mode}"
    return sqlite3.connect(
        address, uri=True, isolation_level=None, check_same_thread=False, timeout=BUSY_SECONDS
    )


def check_steps(connection: sqlite3.Connection, name: str) -> None:
    """Raise NotACatalog where no step was applied, NewerCatalog where one is unknown."""
    applied = applied_steps(connection)
    if not applied:
        raise NotACatalog(name, "it holds no table of a catalog")
    check_known(applied, name)


def check_known(applied: list[str], name: str) -> None:
    """Raise NewerCatalog where a step was applied that this version does not know."""
    for step in applied:
        if step not in STEPS:
            raise NewerCatalog(name, step)


def applied_steps(connection: sqlite3.Connection) -> list[str]:
    """The names of the steps that made this file, in their order; none for an empty file."""
    tables = connection.execute(
        "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = '_sqlite_migrations'"
    )
    if tables.fetchone() is None:
        return []
    rows = connection.execute(
        "SELECT name FROM _sqlite_migrations WHERE migration_set = ? ORDER BY rowid", (SET,)
    )
    return [row[0] for row in rows]


def shipped_edition(path: str | Path) -> int:
    """The number under which `refresh_shipped` last wrote the shipped records; 0 if never.

    Raises NoCatalog, NotACatalog and NewerCatalog.
    """
    connection, _ = open_for_reading(Path(path))
    with closing(connection):
        return int(connection.execute("PRAGMA user_version").fetchone()[0])
