"""Writing a catalog: entries in, records out, a compact copy. Each call is one transaction."""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, closing, contextmanager
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from catalog.errors import CannotWrite, NotACatalog
from catalog.json_text import compact
from catalog.store.entry import Entry, ImportCounts
from catalog.store.facts import read_facts
from catalog.store.files import (
    BUSY_SECONDS,
    check_applied,
    check_writable,
    connect,
    open_for_reading,
)
from catalog.store.index import IndexWriter

if TYPE_CHECKING:
    from sqlite_utils import Database

#: How many entries are written together. More sort better, and take more memory (1 to 2 KiB each).
BATCH = 20_000
#: Pages kept while writing, in KiB: random pages of a large index are touched again and again.
_CACHE_KIB = 200_000


def write_entries(path: str | Path, entries: Iterable[Entry]) -> ImportCounts:
    """Put valid entries into the catalog at `path`, which is made or brought up to date first.

    An entry replaces the record of the same id. Everything is one transaction: an exception raised
    by `entries`, or the death of the process, leaves the catalog as it was, and readers go on.
    Raises NotACatalog, NewerCatalog and CannotWrite.
    """
    path = Path(path)
    check_writable(path)
    with ExitStack() as on_failure:
        if not path.exists():
            on_failure.callback(path.unlink, missing_ok=True)
        with _writing(path) as database, database.atomic():
            counts = _write(database.conn, entries)
        on_failure.pop_all()
    return counts


def write_in_memory(entries: Iterable[Entry]) -> sqlite3.Connection:
    """A new catalog in memory that holds these entries."""
    # sqlite-utils costs a tenth of a second of imports, and reading must not pay for it.
    from sqlite_utils import Database

    connection = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
    database = Database(connection)
    _migrate(database)
    with database.atomic():
        _write(connection, entries)
    return connection


def remove_records(path: str | Path, record_ids: Iterable[str]) -> int:
    """Take records out; how many there were. Raises NoCatalog, NotACatalog and NewerCatalog."""
    path = Path(path)
    open_for_reading(path)[0].close()
    check_writable(path)
    with _writing(path) as database, database.atomic():
        connection = database.conn
        index = IndexWriter(connection)
        for record_id in dict.fromkeys(record_ids):
            found = connection.execute(
                "DELETE FROM records WHERE id = ? RETURNING n, document", (record_id,)
            ).fetchone()
            if found:
                index.remove(found[0], read_facts(json.loads(found[1])))
        removed = len(index)
        index.flush()
    return removed


def publish(path: str | Path, target: str | Path) -> None:
    """Write a compact copy of the catalog, to be read from a folder where nobody may write.

    The copy takes the place of `target` in one step: who reads the old file goes on reading it.
    Raises NoCatalog, NotACatalog, NewerCatalog and CannotWrite.
    """
    target = Path(target)
    check_writable(target, replaced=True)
    if target.exists() and Path(path).exists() and target.samefile(path):
        # What is imported while the copy is made would be lost with the file it went into.
        raise CannotWrite(str(target), "it is the catalog that should be published")
    fresh = target.with_name(f".{target.name}.{os.getpid()}")
    connection, _ = open_for_reading(Path(path))
    with closing(connection), _saying(target):
        try:
            connection.execute("VACUUM INTO ?", (str(fresh),))
            with closing(connect(fresh, "mode=rw")) as copy:
                copy.execute("PRAGMA journal_mode = DELETE")
            _settle(target)
            fresh.replace(target)
        finally:
            fresh.unlink(missing_ok=True)
    # A log that belongs to the old file would be taken for the new one's.
    for log in ("-wal", "-shm"):
        target.with_name(target.name + log).unlink(missing_ok=True)


def _settle(target: Path) -> None:
    """Move what stands in the log of the file that is about to be replaced into the file."""
    if target.exists():
        with closing(connect(target, "mode=rw")) as old:
            old.execute("PRAGMA wal_checkpoint(TRUNCATE)")


@contextmanager
def _saying(path: Path) -> Iterator[None]:
    """Say what is against writing: a full disk, a read-only file, a lock, damage."""
    try:
        yield
    except sqlite3.DatabaseError as error:
        raise CannotWrite(str(path), f"SQLite says {error}") from error


@contextmanager
def _writing(path: Path) -> Iterator[Database]:
    # sqlite-utils costs a tenth of a second of imports, and reading must not pay for it.
    from sqlite_utils import Database

    with (
        _saying(path),
        closing(sqlite3.connect(path, isolation_level=None, timeout=BUSY_SECONDS)) as connection,
    ):
        try:
            applied = check_applied(connection, str(path))
        except sqlite3.OperationalError:
            raise
        except sqlite3.DatabaseError as error:
            raise NotACatalog(str(path), f"SQLite says {error}") from error
        if not applied and connection.execute("SELECT 1 FROM sqlite_master").fetchone():
            raise NotACatalog(str(path), "it holds tables of another program")
        database = Database(connection)
        database.enable_wal()
        connection.execute("PRAGMA synchronous = NORMAL")
        connection.execute(f"PRAGMA cache_size = -{_CACHE_KIB}")
        _migrate(database)
        yield database


def _migrate(database: Database) -> None:
    from catalog.store.migrations import migrations

    migrations().apply(database)


class _Counter:
    """Counts what happens to the entries of one import."""

    def __init__(self) -> None:
        self.new = self.changed = self.unchanged = 0


def _write(connection: sqlite3.Connection, entries: Iterable[Entry]) -> ImportCounts:
    # The first statement of the transaction takes the lock that a second writer waits for.
    connection.execute("DELETE FROM records WHERE n < 0")
    counter = _Counter()
    index = IndexWriter(connection)
    remaining = iter(entries)
    while batch := list(islice(remaining, BATCH)):
        _write_batch(connection, batch, index, counter)
        index.flush()
    return ImportCounts(counter.new, counter.changed, counter.unchanged)


class _Stored(NamedTuple):
    """A record as it stands in the file, or will when the batch has been written."""

    n: int
    document: str
    envelope: str | None
    shipped: int


def _write_batch(
    connection: sqlite3.Connection, batch: list[Entry], index: IndexWriter, counter: _Counter
) -> None:
    documents = [entry.parsed or json.loads(entry.document) for entry in batch]
    stored = _find_stored(connection, {document["id"] for document in documents})
    next_n = (
        1 + connection.execute("SELECT coalesce(max(seq), 0) FROM sqlite_sequence").fetchone()[0]
    )
    first_new = next_n
    touched: dict[int, str] = {}
    for entry, document in zip(batch, documents, strict=True):
        record_id = document["id"]
        old = stored.get(record_id)
        if old is None:
            stored[record_id] = _Stored(next_n, *entry[:3])
            touched[next_n] = record_id
            index.add(next_n, read_facts(document))
            next_n += 1
            counter.new += 1
        elif _says_nothing_new(entry, old):
            counter.unchanged += 1
            if old.shipped and not entry.shipped:
                stored[record_id] = old._replace(shipped=0)
                touched[old.n] = record_id
        else:
            stored[record_id] = _Stored(old.n, *entry[:3])
            touched[old.n] = record_id
            if old.document != entry.document:
                index.remove(old.n, read_facts(json.loads(old.document)))
                index.add(old.n, read_facts(document))
            counter.changed += 1
    new = {n: record_id for n, record_id in touched.items() if n >= first_new}
    connection.executemany(
        "INSERT INTO records (id, n, document, envelope, shipped) VALUES (?, ?, ?, ?, ?)",
        ((record_id, *stored[record_id]) for record_id in new.values()),
    )
    connection.executemany(
        "UPDATE records SET document = ?, envelope = ?, shipped = ? WHERE n = ?",
        ((*stored[record_id][1:], n) for n, record_id in touched.items() if n < first_new),
    )


def _find_stored(connection: sqlite3.Connection, ids: Iterable[str]) -> dict[str, _Stored]:
    """The records of these ids that are already there."""
    found = {}
    asked = sorted(ids)
    for start in range(0, len(asked), 500):
        piece = asked[start : start + 500]
        marks = ", ".join("?" * len(piece))
        query = f"SELECT id, n, document, envelope, shipped FROM records WHERE id IN ({marks})"
        for record_id, *rest in connection.execute(query, piece):
            found[record_id] = _Stored(*rest)
    return found


def _says_nothing_new(entry: Entry, stored: _Stored) -> bool:
    """Whether an entry leaves what is stored as it is: it says the same, or it came with Errorbook
    and what is stored was imported, which goes before.
    """
    if entry.shipped and not stored.shipped:
        return True
    same_envelope = entry.envelope is None or _same(entry.envelope, stored.envelope or "")
    return same_envelope and _same(entry.document, stored.document)


def _same(one: str, other: str) -> bool:
    """Whether two JSON texts differ in no more than white space between tokens."""
    return one == other or compact(one) == compact(other)
