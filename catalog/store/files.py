"""Opening a catalog's file: what is there, can it be read, is it of a later Errorbook."""

from __future__ import annotations

import os
import sqlite3
from contextlib import ExitStack, closing
from pathlib import Path
from urllib.parse import quote

from catalog.errors import CannotRead, CannotWrite, NewerCatalog, NoCatalog, NotACatalog
from catalog.store.schema import SET, STEPS

#: The columns that a file has, each with its table.
_COLUMNS = (
    "SELECT made.name, field.name FROM sqlite_master AS made, pragma_table_info(made.name) AS field"
    " WHERE made.type = 'table'"
)

#: How long to wait for another process that writes, in seconds.
BUSY_SECONDS = 30.0
#: Pages kept by a reading connection, in KiB: the inner pages of a million records' index fit.
_CACHE_KIB = 8192


def open_for_reading(path: Path) -> tuple[sqlite3.Connection, bool]:
    """A read-only connection, and whether it had to take the file for one that never changes.

    A file in WAL mode needs a writable folder, even to be read; where there is none, the file is
    opened `immutable`. Raises NoCatalog, CannotRead, NotACatalog and NewerCatalog.
    """
    _check_readable(path)
    for mode in ("mode=ro", "mode=ro&immutable=1"):
        try:
            return _checked(path, mode), mode != "mode=ro"
        except sqlite3.OperationalError as error:
            if mode != "mode=ro" or not _needs_writable_folder(error):
                raise CannotRead(str(path), f"SQLite says {error}") from error
        except sqlite3.DatabaseError as error:
            raise NotACatalog(str(path), f"SQLite says {error}") from error
    raise NotACatalog(str(path), "it cannot be opened")  # pragma: no cover


def _check_readable(path: Path) -> None:
    """Say what SQLite only calls `unable to open`.

    The file is not opened to find out: closing it would drop the locks that this process's other
    connections to it hold (https://sqlite.org/howtocorrupt.html, on POSIX advisory locks).
    """
    try:
        if not path.exists():
            raise NoCatalog(str(path))
        if not path.is_file():
            raise NotACatalog(str(path), "it is not a file")
    except OSError as error:
        raise CannotRead(str(path), (error.strerror or str(error)).lower()) from error
    if not os.access(path, os.R_OK):
        raise CannotRead(str(path), "permission denied")


def check_writable(path: Path, *, replaced: bool = False) -> None:
    """Raise CannotWrite where no file can be made or changed at a path, and say why. A file that
    is `replaced` needs no permission of its own.
    """
    try:
        changed = path.exists() and not replaced
        if path.is_dir():
            raise CannotWrite(str(path), "it is a folder")
        if not path.parent.is_dir():
            raise CannotWrite(str(path), f"there is no folder {path.parent}")
    except OSError as error:
        raise CannotWrite(str(path), (error.strerror or str(error)).lower()) from error
    place, needed = (path, os.R_OK) if changed else (path.parent, os.X_OK)
    if not os.access(place, os.W_OK | needed):
        raise CannotWrite(str(path), "permission denied")


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
    """Raise NewerCatalog where an unknown step was applied, NotACatalog where none was or the
    tables are not those that the steps make.
    """
    if not check_applied(connection, name):
        raise NotACatalog(name, "it holds no table of a catalog")


def check_applied(connection: sqlite3.Connection, name: str) -> list[str]:
    """The steps that made this file, which may be none; raises NewerCatalog and NotACatalog."""
    applied = applied_steps(connection)
    for step in applied:
        if step not in STEPS:
            raise NewerCatalog(name, step)
    lacking = _columns_of(applied).difference(connection.execute(_COLUMNS)) if applied else ()
    for table, column in sorted(lacking):
        raise NotACatalog(name, f"an Errorbook before 0.1.0 made it (no {column} in {table})")
    return applied


def _columns_of(steps: list[str]) -> set[tuple[str, str]]:
    """The columns that a file has after these steps. Names alone do not tell: while a step is not
    released yet, it may still become another under the same name.
    """
    with closing(sqlite3.connect(":memory:")) as made:
        for step in steps:
            made.executescript(STEPS[step])
        return set(made.execute(_COLUMNS))


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
