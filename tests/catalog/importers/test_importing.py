"""Importing: all or nothing, or what is good; counted and told."""

import gzip
import json

import pytest

from catalog.errors import NotACatalog
from catalog.importers import Refusal, Summary, envelope_line, import_sources
from catalog.store import Catalog
from tests.catalog.importers.documents import document, text
from tests.catalog.importers.test_reading import FULL, PAGE
from tests.catalog.samples import STEPS


@pytest.fixture
def path(tmp_path):
    return tmp_path / "catalog.db"


def source(tmp_path, *documents, name="x.jsonl"):
    file = tmp_path / name
    file.write_text(
        "\n".join(json.dumps(one) if isinstance(one, dict) else one for one in documents)
    )
    return str(file)


def test_counts_what_is_new_changed_and_unchanged(tmp_path, path):
    """Importing twice changes nothing; a changed record replaces the one of its id."""
    both = source(tmp_path, document(id="a"), document(id="b"))
    assert import_sources(path, [both]) == Summary(2, 0, 0, ())
    assert import_sources(path, [both]) == Summary(0, 0, 2, ())
    changed = source(tmp_path, document(id="a", severity="error"), document(id="b"))
    assert import_sources(path, [changed]) == Summary(0, 1, 1, ())
    assert Catalog.open(path).get("a").severity == "error"


@pytest.mark.parametrize(
    "again",
    [
        json.dumps(document(id="a", tags=["x", "y"]), indent=4),
        json.dumps({"record": document(id="a", tags=["x", "y"])}, separators=(",", ":")),
        "[" + json.dumps(document(id="a", tags=["x", "y"])) + "]",
    ],
)
def test_layout_and_wrapping_are_no_change(tmp_path, path, again):
    """The same record in another layout, or without the envelope that it came in, is unchanged."""
    first = source(tmp_path, {"record": document(id="a", tags=["x", "y"]), "v": 1})
    import_sources(path, [first])
    before = [envelope_line(entry) for entry in Catalog.open(path).entries()]
    assert import_sources(path, [source(tmp_path, again, name="y.json")]) == Summary(0, 0, 1, ())
    assert [envelope_line(entry) for entry in Catalog.open(path).entries()] == before


def test_of_two_in_one_import_the_later_stands(tmp_path, path):
    """A record that comes twice counts as imported twice."""
    twice = source(tmp_path, document(id="a", slug="1"), document(id="a", slug="2"))
    assert import_sources(path, [twice]) == Summary(1, 1, 0, ())
    assert Catalog.open(path).get("a").slug == "2"


def test_one_bad_record_refuses_everything(tmp_path, path):
    """By default nothing changes when anything is refused, and everything bad is named."""
    import_sources(path, [source(tmp_path, document(id="a"))])
    before = path.read_bytes()
    mixed = source(
        tmp_path, document(id="b"), "{", document(id="c", lineNumber="x"), document(id="d")
    )
    assert import_sources(path, [mixed]) == Summary(
        0,
        0,
        0,
        (
            Refusal(
                mixed, 2, None, "is not JSON (expecting property name enclosed in double quotes)"
            ),
            Refusal(mixed, 3, "lineNumber", "should be a whole number, not 'x'"),
        ),
    )
    assert [record.id for record in Catalog.open(path).records()] == ["a"]
    assert path.read_bytes() == before


def test_what_is_good_can_be_kept(tmp_path, path):
    """With `skip_bad` the good records are imported, and the bad ones still named."""
    mixed = source(tmp_path, document(id="b"), "{", document(id="d"))
    missing = str(tmp_path / "nothing")
    summary = import_sources(path, [missing, mixed], skip_bad=True)
    assert (summary.new, [refusal.line for refusal in summary.refused]) == (2, [None, 2])
    assert len(Catalog.open(path)) == 2


def test_a_refused_import_makes_no_file(tmp_path, path):
    """Where there was no catalog, a refused import leaves none."""
    import_sources(path, [source(tmp_path, "{")])
    assert not list(tmp_path.glob("catalog.db*"))


def test_the_summary_as_json(tmp_path, path):
    """The form that programs read."""
    bad = source(tmp_path, document(id="a", slug=1))
    assert json.loads(json.dumps(import_sources(path, [bad]).as_document())) == {
        "new": 0,
        "changed": 0,
        "unchanged": 0,
        "refused": [
            {"source": bad, "line": 1, "field": "slug", "reason": "should be a string, not 1"}
        ],
    }


def test_a_page_finds_its_commit_in_the_catalog(tmp_path, path):
    """The whole commit may have come in an earlier import."""
    import_sources(path, [source(tmp_path, STEPS)])
    import_sources(path, [str(PAGE)])
    assert Catalog.open(path).get("cb2a458448d957cf").analyzed_sha == FULL


def test_a_file_that_is_no_catalog_is_left_alone(tmp_path, path):
    """What is not a catalog is refused, and not written to."""
    path.write_text("hello")
    with pytest.raises(NotACatalog):
        import_sources(path, [source(tmp_path, document())])
    assert path.read_text() == "hello"


def test_many_records_go_through_in_pieces(tmp_path, path):
    """A large packed file is read piece by piece; the count is that of its lines."""
    packed = tmp_path / "many.jsonl.gz"
    with gzip.open(packed, "wt") as file:
        for number in range(30_000):
            file.write(text(id=f"r{number}", errorMessage=f"number {number} is wrong") + "\n")
    assert import_sources(path, [str(packed)]) == Summary(30_000, 0, 0, ())
    assert Catalog.open(path).get("r29999").error_message == "number 29999 is wrong"
