"""Reading a catalog: records by id and by words, and the index that matching asks.

Only the standard library's sqlite3, because `errorbook explain` is one short process. One
connection serves all threads: what it does takes microseconds, and a transaction gives each
question one state of the file, whatever is imported meanwhile.
"""

from __future__ import annotations

import json
import re
import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from threading import RLock
from typing import Any

from catalog.errors import CannotRead, NoSuchRecord
from catalog.models import Record
from catalog.store.entry import Entry
from catalog.store.files import applied_steps, open_for_reading
from catalog.store.lookup import Lookup

_WORD = re.compile(r"\w+")
_COMMIT = re.compile(r"\b[0-9a-f]{40}(?:[0-9a-f]{24})?\b")
_MOST_WORDS = 32
#: How many records an iteration takes at a time, so that it never holds a transaction open.
_PIECE = 1000


class Catalog:
    """A catalog to read from, usable from many threads.

    It answers from what was last imported, also when the file has been replaced as a whole.
    """

    def __init__(self, connection: sqlite3.Connection, path: Path | None, fixed: bool) -> None:
        self.path = path
        self._lock = RLock()
        self._connection = connection
        self._fixed = fixed
        self._seen = self._identity()
        self._version = self._data_version()
        self._lookup = Lookup(connection)

    @classmethod
    def open(cls, path: str | Path) -> Catalog:
        """The catalog in this file. Raises NoCatalog, NotACatalog and NewerCatalog."""
        path = Path(path)
        connection, fixed = open_for_reading(path)
        return cls(connection, path, fixed)

    @classmethod
    def in_memory(cls, documents: Iterable[Mapping[str, Any]] = ()) -> Catalog:
        """A catalog of these valid documents that lives as long as it is used."""
        from catalog.store.writing import write_in_memory

        entries = (Entry(json.dumps(document, ensure_ascii=False)) for document in documents)
        return cls(write_in_memory(entries), None, fixed=True)

    def close(self) -> None:
        """Let go of the file."""
        with self._lock:
            self._connection.close()

    @contextmanager
    def lookup(self) -> Iterator[Lookup]:
        """The index, in one state for as long as the block lasts."""
        with self._reading():
            yield self._lookup

    def get(self, record_id: str) -> Record:
        """The record of this id. Raises NoSuchRecord."""
        for record in self.find([record_id]):
            return record
        raise NoSuchRecord(record_id, str(self.path or "this catalog"))

    def entry(self, record_id: str) -> Entry:
        """The record of this id as it came. Raises NoSuchRecord."""
        query = "SELECT document, envelope, shipped FROM records WHERE id = ?"
        with self._reading() as connection:
            row = connection.execute(query, (record_id,)).fetchone()
        if row is None:
            raise NoSuchRecord(record_id, str(self.path or "this catalog"))
        return Entry(row[0], row[1], bool(row[2]))

    def find(self, record_ids: Iterable[str]) -> list[Record]:
        """The records of these ids that exist, in the order asked."""
        query = "SELECT document FROM records WHERE id = ?"
        with self._reading() as connection:
            rows = [connection.execute(query, (record_id,)).fetchone() for record_id in record_ids]
        return [Record.from_document(json.loads(row[0])) for row in rows if row]

    def records(self) -> Iterator[Record]:
        """Every record, in the order of their ids."""
        for entry in self.entries():
            yield Record.from_document(json.loads(entry.document))

    def entries(self) -> Iterator[Entry]:
        """Every record as it came, in the order of their ids."""
        query = (
            "SELECT id, document, envelope, shipped FROM records WHERE id > ? ORDER BY id LIMIT ?"
        )
        after = ""
        while True:
            with self._reading() as connection:
                rows = connection.execute(query, (after, _PIECE)).fetchall()
            if not rows:
                return
            for record_id, document, envelope, shipped in rows:
                yield Entry(document, envelope, bool(shipped))
                after = record_id

    def search(self, words: str, limit: int = 10) -> list[Record]:
        """The records that fit the words of a person, best first."""
        typed = dict.fromkeys(_WORD.findall(words.lower()))
        terms = [word for word in typed if word not in _linking_words()][:_MOST_WORDS]
        if not terms:
            return []
        query = (
            "SELECT document FROM records JOIN (SELECT rowid AS found_n, rank FROM found"
            " WHERE found MATCH ? ORDER BY rank LIMIT ?) ON n = found_n ORDER BY rank, id"
        )
        matching = " OR ".join(f'"{term}"' for term in terms)
        with self._reading() as connection:
            rows = connection.execute(query, (matching, limit)).fetchall()
        return [Record.from_document(json.loads(row[0])) for row in rows]

    def stats(self) -> dict[str, Any]:
        """How many records there are, by origin, repository and class; bytes; the file's steps."""
        with self._reading() as connection:
            return {
                "records": self._count(connection),
                "origins": _grouped(connection, "origin"),
                "repositories": _grouped(connection, "repo"),
                "classes": _grouped(connection, "errorClass"),
                "bytes": self.path.stat().st_size if self.path else 0,
                "steps": applied_steps(connection),
            }

    def commits(self) -> dict[str, set[str]]:
        """The whole commits that records and their links name, by repository."""
        query = (
            "SELECT json_extract(document, '$.repo'), json_extract(document, '$.analyzedSha'),"
            " json_extract(document, '$.githubUrl') FROM records"
        )
        found: dict[str, set[str]] = {}
        with self._reading() as connection:
            for repo, commit, link in connection.execute(query):
                named = _COMMIT.findall(f"{commit or ''} {link or ''}")
                if named:
                    found.setdefault(repo, set()).update(named)
        return found

    def __len__(self) -> int:
        with self._reading() as connection:
            return self._count(connection)

    @staticmethod
    def _count(connection: sqlite3.Connection) -> int:
        return int(connection.execute("SELECT count(*) FROM records").fetchone()[0])

    @contextmanager
    def _reading(self) -> Iterator[sqlite3.Connection]:
        """The connection, in a transaction of its own; nested blocks share the outer one's."""
        with self._lock:
            if self._connection.in_transaction:
                yield self._connection
                return
            try:
                self._keep_up()
                self._connection.execute("BEGIN")
                try:
                    yield self._connection
                finally:
                    self._connection.execute("COMMIT")
            except sqlite3.DatabaseError as error:
                raise CannotRead(str(self.path), f"SQLite says {error}") from error

    def _keep_up(self) -> None:
        """Open the file again if it is another one now; forget what an import may have changed."""
        identity = self._identity()
        if self.path is not None and identity is not None and identity != self._seen:
            connection, fixed = open_for_reading(self.path)
            self._connection.close()
            self._connection, self._fixed, self._seen = connection, fixed, identity
            self._version = self._data_version()
            self._lookup = Lookup(connection)
            return
        version = self._data_version()
        if version != self._version:
            self._version = version
            self._lookup.forget()

    def _data_version(self) -> int:
        return int(self._connection.execute("PRAGMA data_version").fetchone()[0])

    def _identity(self) -> tuple[int, ...] | None:
        """What tells this file from another that takes its place; None while there is none.

        Where SQLite takes the file for unchanging, its size and time count as well.
        """
        if self.path is None:
            return None
        try:
            found = self.path.stat()
        except FileNotFoundError:
            return None
        changing = (found.st_size, found.st_mtime_ns) if self._fixed else ()
        return (found.st_dev, found.st_ino, *changing)


def _grouped(connection: sqlite3.Connection, field: str) -> dict[str, int]:
    """How many records there are by the value of a field, the commonest first."""
    query = (
        "SELECT coalesce(json_extract(document, ?), '') AS value, count(*) FROM records"
        " GROUP BY value ORDER BY 2 DESC, 1"
    )
    return {str(value): count for value, count in connection.execute(query, (f"$.{field}",))}


@cache
def _linking_words() -> frozenset[str]:
    """Words that say nothing of what is searched for, though every explanation has them."""
    return frozenset(Path(__file__).with_name("linking_words.txt").read_text("utf-8").split())
