"""Entries go in whole or not at all, and replace what they change."""

import json
import os
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import pytest

from catalog.errors import CannotRead, CannotWrite, NewerCatalog, NoCatalog, NotACatalog
from catalog.store import Catalog, Entry, publish, remove_records, write_entries
from tests.catalog.samples import STEPS, UNIFIED, mined

ROOT = Path(__file__).parents[3]


def entry(document, **fields):
    return Entry(json.dumps(document), **fields)


@pytest.fixture
def path(tmp_path):
    return tmp_path / "catalog.db"


def tables(path):
    """Every row of the index, to compare two files by."""
    names = ("paths", "path_suffixes", "sites", "templates", "words", "holders", "found_docsize")
    with sqlite3.connect(path) as connection:
        return {name: connection.execute(f"SELECT * FROM {name}").fetchall() for name in names}


def test_counts(path):
    """An import says what was new, changed and already there."""
    assert write_entries(path, [entry(STEPS), entry(UNIFIED)]) == (2, 0, 0)
    changed = {**STEPS, "lineNumber": 140}
    assert write_entries(path, [entry(changed), entry(UNIFIED)]) == (0, 1, 1)
    assert Catalog.open(path).get(STEPS["id"]).line_number == 140


def test_same_id_twice(path):
    """Within one import, the later record of an id replaces the earlier."""
    later = {**STEPS, "errorClass": "TypeError"}
    assert write_entries(path, [entry(STEPS), entry(later)]) == (1, 1, 0)
    assert Catalog.open(path).get(STEPS["id"]).error_class == "TypeError"
    with sqlite3.connect(path) as connection:
        assert connection.execute("SELECT count(*) FROM sites").fetchone() == (1,)


def test_kept_as_they_came(path):
    """The text of a document and its envelope are kept to the byte."""
    text = json.dumps({**STEPS, "later": 1.50}, ensure_ascii=False).replace("1.5", "1.50")
    given = Entry(text, '{"datasetVersion":"x"}', shipped=True)
    write_entries(path, [given])
    assert list(Catalog.open(path).entries()) == [given]


def test_an_import_that_fails_changes_nothing(path):
    """An error while entries are read leaves the catalog as it was."""
    write_entries(path, [entry(STEPS)])

    def broken():
        yield entry({**STEPS, "lineNumber": 1})
        yield entry(UNIFIED)
        raise KeyError("bad line")

    with pytest.raises(KeyError, match="bad line"):
        write_entries(path, broken())
    catalog = Catalog.open(path)
    assert len(catalog) == 1
    assert catalog.get(STEPS["id"]).line_number == STEPS["lineNumber"]


def test_a_first_import_that_fails_leaves_no_file(path):
    """Where there was no catalog, a failed import makes none."""

    def broken():
        yield entry(STEPS)
        raise KeyError

    with pytest.raises(KeyError):
        write_entries(path, broken())
    assert not path.exists()


def test_a_killed_import_leaves_the_old_catalog(path):
    """A process that dies in the middle of an import changes nothing."""
    write_entries(path, [entry(STEPS)])
    code = f"""
import json, sys
from catalog.store import Entry, write_entries
def endless():
    for n in range(10**9):
        yield Entry(json.dumps({{"id": str(n), "repo": "r", "schemaVersion": 2}}))
        if n == 30000: print("writing", flush=True)
write_entries({str(path)!r}, endless())
"""
    with subprocess.Popen([sys.executable, "-c", code], cwd=ROOT, stdout=subprocess.PIPE) as writer:
        assert writer.stdout is not None
        assert writer.stdout.readline() == b"writing\n"
        reading = Catalog.open(path)
        assert len(reading) == 1
        writer.kill()
    assert len(reading) == 1
    assert write_entries(path, [entry(UNIFIED)]) == (1, 0, 0)


def test_index_follows_changes(path, tmp_path):
    """After additions, changes and removals, the index is what a fresh import would have made."""
    first = [mined(f"{n:016x}", f"bad size {{n}} of part {n}", lineNumber=n) for n in range(9)]
    write_entries(path, map(entry, first))
    changed = [{**first[3], "messagePattern": "quite\\ another", "filePath": "pkg/other.py"}]
    write_entries(path, map(entry, changed))
    remove_records(path, [document["id"] for document in first[4:]])
    fresh = tmp_path / "fresh.db"
    write_entries(fresh, map(entry, [*first[:3], *changed]))
    after, expected = tables(path), tables(fresh)
    # Which words were rare depends on what was there when a template came.
    assert after.pop("words")
    assert expected.pop("words")
    assert after == expected


def test_removing(path):
    """Removing says how many records there were, and leaves nothing of them in the index."""
    write_entries(path, [entry(STEPS), entry(UNIFIED)])
    assert remove_records(path, [STEPS["id"], "no such id", UNIFIED["id"]]) == 2
    assert len(Catalog.open(path)) == 0
    assert not any(tables(path).values())


def test_removing_needs_a_catalog(path):
    """There is nothing to remove from a file that is not there, and none is made."""
    with pytest.raises(NoCatalog):
        remove_records(path, ["x"])
    assert not path.exists()


def test_publish(path, tmp_path):
    """A published copy is one file that holds everything, and takes the old one's place."""
    write_entries(path, [entry(STEPS)])
    target = tmp_path / "out" / "published.db"
    target.parent.mkdir()
    write_entries(target, [entry(UNIFIED)])
    reading = Catalog.open(target)
    assert len(reading) == 1
    publish(path, target)
    assert reading.get(STEPS["id"]).repo == STEPS["repo"]
    assert [found.name for found in target.parent.iterdir()] == ["published.db"]


def test_publish_replaces_no_other_file(path, tmp_path):
    """Neither the catalog itself, under any name, nor what is not a database is replaced."""
    write_entries(path, [entry(STEPS)])
    link = tmp_path / "link.db"
    link.symlink_to(path)
    notes = tmp_path / "notes.txt"
    notes.write_text("This is no database. " * 100)
    refused = r"cannot be written: (it is the catalog|SQLite says)"
    for target in (path, link, notes):
        before = target.read_bytes()
        with pytest.raises(CannotWrite, match=refused):
            publish(path, target)
        assert target.read_bytes() == before
    assert link.is_symlink()


def test_two_writers(path):
    """A second import waits for the first."""
    write_entries(path, [entry(STEPS)])
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    code = f"""
import json
from catalog.store import Entry, write_entries
print("ready", flush=True)
print(write_entries({str(path)!r}, [Entry('{{"id": "1", "repo": "r", "schemaVersion": 2}}')]))
"""
    with subprocess.Popen([sys.executable, "-c", code], cwd=ROOT, stdout=subprocess.PIPE) as writer:
        assert writer.stdout is not None
        assert writer.stdout.readline() == b"ready\n"
        time.sleep(0.2)
        assert writer.poll() is None
        other.execute("COMMIT")
        assert b"new=1" in writer.stdout.read()
    other.close()


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("", "it is a folder"),
        ("none/catalog.db", "there is no folder .*none"),
        ("x" * 300, "file name too long"),
    ],
)
def test_where_nothing_can_be_written(name, why, path, tmp_path):
    """The reason is given as it is, and nothing is made."""
    write_entries(path, [entry(STEPS)])
    target = tmp_path / name
    with pytest.raises(CannotWrite, match=f"cannot be written: {why}"):
        write_entries(target, [entry(STEPS)])
    with pytest.raises(CannotWrite, match=f"cannot be written: {why}"):
        publish(path, target)
    assert not (tmp_path / "none").exists()


@pytest.mark.skipif(os.geteuid() == 0, reason="the superuser may write everywhere")
def test_no_permission_to_write(path, tmp_path):
    """A read-only file is not changed; a published one is replaced, if its folder allows that."""
    write_entries(path, [entry(STEPS)])
    published = tmp_path / "published.db"
    publish(path, published)
    for file in (path, published):
        file.chmod(0o444)
    for use in (
        lambda: write_entries(path, [entry(UNIFIED)]),
        lambda: remove_records(path, [STEPS["id"]]),
    ):
        with pytest.raises(CannotWrite, match="cannot be written: permission denied"):
            use()
    publish(path, published)
    assert len(Catalog.open(path)) == len(Catalog.open(published)) == 1


def test_damage_is_said(path):
    """A file that is damaged further inside fails with a sentence, whoever meets the damage."""
    write_entries(path, [entry(mined(f"{n:04}", f"message {n} {{}}")) for n in range(400)])
    with sqlite3.connect(path) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        root, size = connection.execute(
            "SELECT rootpage, page_size FROM sqlite_master, pragma_page_size WHERE name = 'records'"
        ).fetchone()
    connection.close()
    with path.open("r+b") as file:
        file.seek((root - 1) * size)
        file.write(b"\xff" * size)
    catalog = Catalog.open(path)
    with pytest.raises(CannotRead, match="cannot be read: SQLite says"):
        catalog.get("0001")
    with pytest.raises(CannotRead, match="cannot be read: SQLite says"):
        list(catalog.entries())
    with pytest.raises(CannotWrite, match="cannot be written: SQLite says"):
        write_entries(path, [entry(STEPS)])
    with pytest.raises(CannotWrite, match="cannot be written: SQLite says"):
        publish(path, path.with_name("published.db"))
    assert [found.name for found in path.parent.glob("*published*")] == []


def test_other_tables_under_the_name_of_a_step(path, tmp_path):
    """A file from before a step was released is refused by everything that would use it."""
    write_entries(path, [entry(STEPS)])
    with sqlite3.connect(path) as connection:
        connection.execute("ALTER TABLE records RENAME COLUMN id TO record_id")
    connection.close()
    before = path.read_bytes()
    for use in (
        lambda: Catalog.open(path),
        lambda: write_entries(path, [entry(UNIFIED)]),
        lambda: remove_records(path, [STEPS["id"]]),
        lambda: publish(path, tmp_path / "published.db"),
    ):
        with pytest.raises(NotACatalog, match=r"before 0\.1\.0 made it \(no id in records\)"):
            use()
    assert path.read_bytes() == before
    assert not (tmp_path / "published.db").exists()


@pytest.mark.parametrize(
    ("make", "problem"),
    [
        (lambda p: p.write_bytes(b"This is no database. " * 100), NotACatalog),
        (lambda p: sqlite3.connect(p).execute("CREATE TABLE other (x)"), NotACatalog),
    ],
)
def test_not_a_catalog(path, make, problem):
    """Neither another program's database nor another file is written to."""
    made = make(path)
    if isinstance(made, sqlite3.Cursor):
        made.connection.close()
    before = path.read_bytes()
    with pytest.raises(problem):
        write_entries(path, [entry(STEPS)])
    assert path.read_bytes() == before


def test_newer_catalog(path):
    """A file of a later version is neither read nor written."""
    write_entries(path, [entry(STEPS)])
    with sqlite3.connect(path) as connection:
        connection.execute(
            "INSERT INTO _sqlite_migrations (migration_set, name, applied_at)"
            " VALUES ('catalog', 'from_the_future', '2030-01-01')"
        )
    connection.close()
    with pytest.raises(NewerCatalog, match="from_the_future"):
        write_entries(path, [entry(STEPS)])
    with pytest.raises(NewerCatalog, match="from_the_future"):
        Catalog.open(path)
