"""A catalog answers by id, by words and by its index, and from what was last imported."""

import json
import os
import sqlite3
from concurrent.futures import ThreadPoolExecutor

import pytest

from catalog.errors import CannotRead, NoCatalog, NoSuchRecord, NotACatalog
from catalog.store import Catalog, Entry, publish, write_entries
from tests.catalog.samples import STEPS, UNIFIED, mined


def entry(document):
    return Entry(json.dumps(document))


@pytest.fixture
def path(tmp_path):
    path = tmp_path / "a catalog?.db"
    write_entries(path, [entry(STEPS), entry(UNIFIED)])
    return path


def test_get_and_find(path):
    """Records come by id, those that exist and in the order asked; a missing one is named."""
    catalog = Catalog.open(path)
    assert catalog.get(STEPS["id"]).to_document() == {
        k: v for k, v in STEPS.items() if v is not None
    }
    found = catalog.find([UNIFIED["id"], "nothing", STEPS["id"]])
    assert [record.id for record in found] == [UNIFIED["id"], STEPS["id"]]
    with pytest.raises(NoSuchRecord, match="There is no record nothing"):
        catalog.get("nothing")


def test_in_memory():
    """A catalog needs no file."""
    catalog = Catalog.in_memory([STEPS])
    assert (len(catalog), catalog.path) == (1, None)
    assert [record.id for record in catalog.records()] == [STEPS["id"]]
    assert len(Catalog.in_memory()) == 0


def test_entries_in_order_of_id(tmp_path):
    """Iterating goes through every record once, by id, however many there are."""
    path = tmp_path / "catalog.db"
    ids = [f"{n * 7919 % 2503:016x}" for n in range(2503)]
    write_entries(path, (entry(mined(i, f"m {i}")) for i in ids))
    assert [json.loads(e.document)["id"] for e in Catalog.open(path).entries()] == sorted(ids)


@pytest.mark.parametrize(
    ("words", "first"),
    [
        ("eagle with unified memory on a swa model", UNIFIED),
        ("adaptive steps state", STEPS),
        ('"quoted" OR NEAR( unified', UNIFIED),
        ("speculating decoders", UNIFIED),
    ],
)
def test_search(path, words, first):
    """Words typed by a person find records, whatever signs stand between them."""
    others = (mined(str(n), f"on a model with {{}} of kind {n}") for n in range(20))
    write_entries(path, map(entry, others))
    assert Catalog.open(path).search(words)[0].id == first["id"]


def test_search_for_nothing(path):
    """No words, or none that is known, find nothing."""
    catalog = Catalog.open(path)
    assert catalog.search("?!") == []
    assert catalog.search("zebra") == []
    assert catalog.search("is it on the") == []
    assert len(catalog.search("memory steps", limit=1)) == 1


def test_stats(path):
    """The statistics count by origin, repository and class."""
    write_entries(path, [entry(mined("1", "x"))])
    stats = Catalog.open(path).stats()
    assert stats["records"] == 3
    assert stats["origins"] == {"": 2, "mined": 1}
    assert stats["repositories"] == {"sgl-project/sglang": 2, "pypi/pkg": 1}
    assert stats["classes"] == {"ValueError": 3}
    assert stats["bytes"] > 0
    assert stats["steps"] == ["records_and_index"]


def test_notices_an_import(path):
    """What another connection imports is there at once."""
    catalog = Catalog.open(path)
    assert len(catalog) == 2
    write_entries(path, [entry(mined("1", "x"))])
    assert len(catalog) == 3


def test_notices_another_file(path, tmp_path):
    """A file swapped in whole is read from then on; one that is away is waited for."""
    catalog = Catalog.open(path)
    other = tmp_path / "other.db"
    write_entries(other, [entry(mined("1", "x"))])
    publish(other, path)
    assert [record.id for record in catalog.records()] == ["1"]
    path.rename(tmp_path / "away.db")
    assert len(catalog) == 1


@pytest.mark.skipif(os.geteuid() == 0, reason="the superuser may write everywhere")
def test_read_only_folder(path, tmp_path):
    """A catalog is read from a folder where nobody may write."""
    path.parent.chmod(0o555)
    try:
        assert len(Catalog.open(path)) == 2
    finally:
        path.parent.chmod(0o755)


@pytest.mark.skipif(os.geteuid() == 0, reason="the superuser may read everything")
def test_no_permission(path, tmp_path):
    """A file, or a folder around it, that may not be read is no missing and no damaged catalog."""
    for locked in (path, path.parent):
        locked.chmod(0)
        try:
            with pytest.raises(CannotRead, match="cannot be read: permission denied"):
                Catalog.open(path)
        finally:
            locked.chmod(0o755)


def test_locked(path, tmp_path, monkeypatch):
    """A catalog that somebody else has locked is not called something else than a catalog."""
    locked = tmp_path / "locked.db"
    publish(path, locked)
    other = sqlite3.connect(locked, isolation_level=None)
    other.execute("BEGIN EXCLUSIVE")
    monkeypatch.setattr("catalog.store.files.BUSY_SECONDS", 0.01)
    with pytest.raises(CannotRead, match="cannot be read: SQLite says database is locked"):
        Catalog.open(locked)
    other.close()


def test_a_path_that_the_system_refuses(tmp_path):
    """What the system says about a path is said on."""
    with pytest.raises(CannotRead, match="cannot be read: file name too long"):
        Catalog.open(tmp_path / ("x" * 300))


def test_one_state_for_as_long_as_it_is_looked_at(path):
    """An import during a look-up is seen by the next one."""
    catalog = Catalog.open(path)
    with catalog.lookup() as lookup:
        assert lookup.paths("/x/pkg/core/work.py") == []
        write_entries(path, [entry(mined("1", "x"))])
        assert lookup.paths("/x/pkg/core/work.py") == []
    with catalog.lookup() as lookup:
        assert len(lookup.paths("/x/pkg/core/work.py")) == 1


def test_threads(path):
    """Many threads ask one catalog."""
    catalog = Catalog.open(path)
    with ThreadPoolExecutor(8) as pool:
        asked = [STEPS["id"], UNIFIED["id"]] * 50
        found = list(pool.map(lambda record_id: catalog.get(record_id).id, asked))
    assert found == asked


def test_what_is_no_catalog(tmp_path):
    """What cannot be read is refused with what is the matter, and nothing is made."""
    with pytest.raises(NoCatalog, match="There is no catalog at"):
        Catalog.open(tmp_path / "none.db")
    assert not (tmp_path / "none.db").exists()
    text = tmp_path / "text.db"
    text.write_text("not a database, and long enough to be looked at as one" * 20)
    empty = tmp_path / "empty.db"
    empty.touch()
    other = tmp_path / "other.db"
    connection = sqlite3.connect(other)
    connection.execute("CREATE TABLE x (y)")
    connection.close()
    for path in (text, empty, other, tmp_path):
        with pytest.raises(NotACatalog, match="is not a catalog"):
            Catalog.open(path)
