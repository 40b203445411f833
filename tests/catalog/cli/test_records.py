"""Commands about records: import, export, publish, show, search, stats, remove, check."""

import json

import pytest

from bot.cli import run
from catalog.library import RECORDS_FOLDER, build_catalog
from catalog.store import Catalog
from tests.catalog.importers.documents import document
from tests.catalog.samples import STEPS, UNIFIED


@pytest.fixture
def path(tmp_path, monkeypatch):
    path = tmp_path / "catalog.db"
    build_catalog(path)
    monkeypatch.setenv("ERRORBOOK_CATALOG", str(path))
    return path


@pytest.fixture
def file(tmp_path):
    """Write documents to a file; its name."""

    def write(*documents):
        file = tmp_path / "records.json"
        file.write_text(json.dumps(documents))
        return str(file)

    return write


def ids(path):
    return [record.id for record in Catalog.open(path).records()]


def test_import_says_what_it_did(path, file, capsys):
    """Counts on standard output."""
    assert run(["import", file(document(id="a"), document(id="b"))]) == 0
    assert capsys.readouterr() == ("2 new, 0 changed, 0 unchanged, 0 refused.\n", "")


def test_import_refuses_as_a_whole(path, file, capsys):
    """What is refused is named on standard error, nothing is imported, the status is 1."""
    name = file(document(id="a"), document(id="b", slug=1))
    assert run(["import", name]) == 1
    assert capsys.readouterr() == (
        "",
        f"{name}, line 1: slug should be a string, not 1\n"
        "Nothing was imported. --skip-bad keeps what is good.\n",
    )
    assert "a" not in ids(path)


@pytest.mark.parametrize("options", [[], ["--json"]])
def test_import_warns_of_patterns_that_cannot_run(options, path, file, capsys):
    """A pattern that re2 refuses is taken, and its record named, also beside JSON."""
    name = file(document(id="a", messagePattern="(?=x)y"), document(id="b", messagePattern="(x)"))
    assert run(["import", name, *options]) == 0
    assert capsys.readouterr().err == (
        "a: re2 refuses the messagePattern (invalid perl operator: (?=); "
        "only its literal parts are compared.\n"
    )


def test_import_keeps_what_is_good(path, file, capsys):
    """With --skip-bad the good part is kept, and the status is 0."""
    name = file(document(id="a"), document(id="b", slug=1))
    assert run(["import", name, "--skip-bad"]) == 0
    assert capsys.readouterr() == (
        "1 new, 0 changed, 0 unchanged, 1 refused.\n",
        f"{name}, line 1: slug should be a string, not 1\n",
    )
    assert "a" in ids(path)


@pytest.mark.parametrize(("options", "status", "new"), [([], 1, 0), (["--skip-bad"], 0, 1)])
def test_import_for_programs(path, file, capsys, options, status, new):
    """With --json the summary is one JSON object, whatever happened."""
    name = file(document(id="a"), document(id="b", slug=1))
    assert run(["import", name, "--json", *options]) == status
    refused = {"source": name, "line": 1, "field": "slug", "reason": "should be a string, not 1"}
    assert json.loads(capsys.readouterr().out) == {
        "new": new,
        "changed": 0,
        "unchanged": 0,
        "refused": [refused],
    }


def test_import_of_nothing_good_is_a_failure(path, tmp_path, capsys):
    """--skip-bad does not make a success of an import that brought nothing."""
    assert run(["import", "--skip-bad", str(tmp_path / "nothing")]) == 1


def test_many_refusals_are_cut_for_people(path, file, capsys):
    """A person is shown the first ones and how many there are."""
    run(["import", file(*(document(id=f"r{n}", slug=1) for n in range(60)))])
    *shown, more, _ = capsys.readouterr().err.splitlines()
    assert (len(shown), more) == (50, "... and 10 more; --json lists them all.")


def test_import_makes_the_catalog(tmp_path, file, capsys):
    """Only import may be given a path that does not exist."""
    made = tmp_path / "new.db"
    assert run(["import", "--catalog", str(made), file(document(id="a"))]) == 0
    assert ids(made) == ["a"]


def test_export_gives_back_what_came(path, capsysbinary, tmp_path):
    """One envelope a line, in the order of ids, byte for byte; to a file as well."""
    shipped = sorted(RECORDS_FOLDER.iterdir(), key=lambda file: file.name)
    expected = b"".join(file.read_bytes() + b"\n" for file in shipped if file.suffix == ".json")
    assert run(["export"]) == 0
    assert capsysbinary.readouterr().out == expected
    assert run(["export", "--output", str(tmp_path / "out.jsonl")]) == 0
    assert (tmp_path / "out.jsonl").read_bytes() == expected


def test_an_export_is_imported_unchanged(path, tmp_path, capsys):
    """What was exported, imported again, changes nothing."""
    run(["export", "--output", str(tmp_path / "out.jsonl")])
    assert run(["import", str(tmp_path / "out.jsonl")]) == 0
    assert capsys.readouterr().out == "0 new, 0 changed, 2 unchanged, 0 refused.\n"


def test_a_failed_export_leaves_the_old_file(tmp_path, path, monkeypatch):
    """The file is replaced when everything is written, not before."""
    output = tmp_path / "out.jsonl"
    output.write_text("old")

    def interrupt(_):
        raise KeyboardInterrupt

    monkeypatch.setattr("catalog.importers.envelope_line", interrupt)
    assert run(["export", "--output", str(output)]) == 130
    assert output.read_text() == "old"


def test_publish_copies(path, tmp_path, capsys):
    """The copy has the same records."""
    target = tmp_path / "published.db"
    assert run(["publish", str(target)]) == 0
    assert ids(target) == ids(path)


@pytest.mark.parametrize("target", ["no/folder/x.db", "."])
def test_publish_to_where_nothing_can_be_written(path, target, capsys, tmp_path, monkeypatch):
    """A target that cannot be written is refused with a sentence."""
    monkeypatch.chdir(tmp_path)
    assert run(["publish", target]) == 1
    assert capsys.readouterr().err.startswith(f"Error: {target} cannot be written: ")


def test_show_prints_the_record(path, capsys):
    """All of it, for people or as JSON."""
    assert run(["show", STEPS["id"]]) == 0
    assert capsys.readouterr().out.startswith("ValueError: Missing adaptive runtime state for")
    assert run(["show", STEPS["id"], "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == STEPS


def test_search_finds_by_words(path, capsys):
    """Records by the words of a person, for people or one JSON line each."""
    assert run(["search", "eagle", "with", "unified", "memory"]) == 0
    assert capsys.readouterr().out.startswith(f"{UNIFIED['id']} ValueError: Speculative decoding")
    assert run(["search", "eagle", "--json", "--limit", "1"]) == 0
    assert json.loads(capsys.readouterr().out)["id"] == UNIFIED["id"]
    assert run(["search", "--enable-unified-memory", "--limit", "1"]) == 0
    assert capsys.readouterr().out.startswith(UNIFIED["id"])
    assert run(["search", "zebra"]) == 0
    assert capsys.readouterr().out == "No record has these words.\n"


def test_stats_count(path, capsys):
    """Figures for people and for programs."""
    assert run(["stats"]) == 0
    assert f"{path}: 2 records" in capsys.readouterr().out
    assert run(["stats", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["records"] == 2


def test_remove_takes_out(path, capsys):
    """Records go by their ids; if one does not exist, none goes."""
    assert run(["remove", STEPS["id"], "nothing"]) == 1
    assert len(ids(path)) == 2
    assert run(["remove", STEPS["id"]]) == 0
    assert capsys.readouterr().err.endswith(f"1 record removed from {path}.\n")
    assert ids(path) == [UNIFIED["id"]]


def test_check_ends_with_1_for_errors_only(path, file, capsys):
    """Good records and warnings end with 0, an error with 1."""
    assert run(["check"]) == 0
    assert capsys.readouterr() == ("", "2 records: 0 errors, 0 warnings.\n")
    placed = {"filePath": "a.py", "lineNumber": 1}
    run(["import", file(document(id="w", errorMessage="x", **placed))])
    assert run(["check"]) == 0
    assert "[short-template]" in capsys.readouterr().out
    assert run(["check", "--errors-only"]) == 0
    assert capsys.readouterr().out == ""
    run(["import", file(document(id="e"))])
    assert run(["check", "--json"]) == 1
    findings = [json.loads(line) for line in capsys.readouterr().out.splitlines()[1:]]
    assert [finding["rule"] for finding in findings] == ["unfindable", "short-template"]


@pytest.mark.parametrize("before", [True, False])
def test_the_catalog_is_named_before_or_behind_the_command(
    path, tmp_path, capsys, before, monkeypatch
):
    """`--catalog` stands at either place, and goes before the variable."""
    monkeypatch.setenv("ERRORBOOK_CATALOG", "no.db")
    option = ["--catalog", str(path)]
    assert run([*option, "stats"] if before else ["stats", *option]) == 0


def test_without_a_name_it_is_the_users_own(tmp_path, monkeypatch, capsys):
    """Without option and variable, the catalog in the data directory is used and made."""
    monkeypatch.delenv("ERRORBOOK_CATALOG", raising=False)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert run(["stats"]) == 0
    assert str(tmp_path / "errorbook" / "catalog.db") in capsys.readouterr().out


def test_import_to_where_nothing_can_be_written(tmp_path, file, capsys):
    """A catalog that cannot be made is refused with a sentence."""
    target = tmp_path / "no" / "catalog.db"
    assert run(["import", "--catalog", str(target), file(document())]) == 1
    assert capsys.readouterr().err == (
        f"Error: {target} cannot be written: there is no folder {target.parent}.\n"
    )
