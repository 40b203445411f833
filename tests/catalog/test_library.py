"""The user's own catalog: made, refreshed, and never in the way of what was imported."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from catalog import library
from catalog.check import check_catalog
from catalog.importers import envelope_line, import_sources
from catalog.library import NoDataDirectory, build_catalog, default_catalog
from catalog.store import Catalog, remove_records, shipped_edition
from tests.catalog.importers.documents import document
from tests.catalog.importers.test_reading import PAGE
from tests.catalog.samples import STEPS

ROOT = Path(__file__).parents[2]
RECORDS = ROOT / "catalog" / "records"


@pytest.fixture
def home(tmp_path, monkeypatch):
    """A data directory of its own."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    return tmp_path


@pytest.fixture
def ship(monkeypatch):
    """Ship other records than the real ones."""

    def replace(*documents):
        monkeypatch.setattr(library, "_shipped_texts", lambda: [json.dumps(d) for d in documents])

    return replace


def ids(path):
    return [record.id for record in Catalog.open(path).records()]


def test_made_at_first_use(home):
    """The first call makes the file from the shipped records; the next ones leave it alone."""
    path = default_catalog()
    assert path == home / "data" / "errorbook" / "catalog.db"
    assert ids(path) == sorted(file.stem for file in RECORDS.glob("*.json"))
    before = path.stat()
    assert default_catalog() == path
    assert path.stat() == before
    assert [file.name for file in path.parent.iterdir() if file.name.startswith(".")] == []


def test_refreshed_when_other_records_are_shipped(home, ship):
    """New ones come, changed ones change, dropped ones go; what was imported stays."""
    ship(document(id="a"), document(id="b"), document(id="c"), document(id="d"))
    path = default_catalog()
    own = home / "own.json"
    own.write_text(
        json.dumps([document(id="b", slug="own"), document(id="c"), document(id="mine")])
    )
    import_sources(path, [str(own)])
    ship(document(id="a", slug="new"), document(id="b", slug="new"), document(id="e"))
    default_catalog()
    assert {record.id: record.slug for record in Catalog.open(path).records()} == {
        "a": "new",
        "b": "own",
        "c": None,
        "e": None,
        "mine": None,
    }


def test_a_removed_record_stays_away(home):
    """What was taken out does not come back by itself."""
    path = default_catalog()
    remove_records(path, [STEPS["id"]])
    assert STEPS["id"] not in ids(default_catalog())


def test_an_interrupted_refresh_is_done_again(home, ship, monkeypatch):
    """The edition is noted last, so that half a refresh is none."""
    path = default_catalog()
    ship(document(id="a"))

    def interrupt(*_):
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr("catalog.store.shipped.remove_records", interrupt)
        with pytest.raises(KeyboardInterrupt):
            default_catalog()
    assert ids(default_catalog()) == ["a"]
    assert shipped_edition(path) == library._edition(library._shipped_texts())


def test_many_may_be_the_first(home):
    """Processes that start at once all find the whole catalog."""
    code = (
        "from catalog.library import default_catalog; from catalog.store import Catalog;"
        "print(len(Catalog.open(default_catalog())))"
    )
    command = [sys.executable, "-c", code]
    running = [
        subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        for _ in range(6)
    ]
    answers = [process.communicate(timeout=60) for process in running]
    assert set(answers) == {(b"2\n", b"")}


def test_a_data_directory_that_is_a_file(home):
    """The same sentence where something else stands in the way."""
    (home / "data").write_text("")
    with pytest.raises(NoDataDirectory) as refused:
        default_catalog()
    path = home / "data" / "errorbook" / "catalog.db"
    assert str(refused.value) == (
        f"Your catalog cannot be made at {path}: not a directory. "
        "Name a file that can be written with --catalog or ERRORBOOK_CATALOG."
    )


def test_built_for_the_demo(tmp_path):
    """A catalog of the shipped records is made anywhere, and refreshed there."""
    path = tmp_path / "demo.db"
    build_catalog(path)
    build_catalog(path)
    assert ids(path) == sorted(file.stem for file in RECORDS.glob("*.json"))


def test_shipped_records_are_good(home):
    """Not one rule has anything to say about what is shipped."""
    assert list(check_catalog(Catalog.open(default_catalog()))) == []


def test_shipped_records_are_named_by_their_ids():
    """One record a file, of the name of its id."""
    for file in RECORDS.glob("*.json"):
        assert json.loads(file.read_text())["record"]["id"] == file.stem


def test_shipped_records_come_out_as_they_are(home):
    """What is exported is what is shipped, byte for byte."""
    exported = {
        json.loads(entry.document)["id"]: envelope_line(entry)
        for entry in Catalog.open(default_catalog()).entries()
    }
    assert exported == {file.stem: file.read_text() for file in RECORDS.glob("*.json")}


def test_shipped_page_is_the_page(home):
    """Importing the page that a shipped record was made from changes nothing."""
    assert import_sources(default_catalog(), [str(PAGE)])[:3] == (0, 0, 1)
