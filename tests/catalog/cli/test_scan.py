"""`errorbook scan`: the errors of a log, for people and for programs."""

import json

import pytest

from bot.cli import run
from catalog.library import build_catalog

KNOWN = "ValueError: Missing adaptive runtime state for steps={n}\n"
LOG = "2025-06-17 22:50:18,139 INFO [shop] reading\n" * 30


@pytest.fixture
def log(tmp_path, monkeypatch):
    """A log with a known error twice and an unknown one, and the shipped records."""
    path = tmp_path / "catalog.db"
    build_catalog(path)
    monkeypatch.setenv("ERRORBOOK_CATALOG", str(path))
    monkeypatch.chdir(tmp_path)
    text = LOG + KNOWN.format(n=1) + LOG + "KeyError: 'no such key'\n" + LOG + KNOWN.format(n=2)
    (tmp_path / "app.log").write_text(text)
    return tmp_path / "app.log"


def test_json_has_one_line_for_each_error(log, capsys):
    """Counts, places and verdicts by the contract."""
    assert run(["scan", "app.log", "--json"]) == 0
    first, second = map(json.loads, capsys.readouterr().out.splitlines())
    assert set(first) == {"fingerprint", "count", "first", "last", "verdict"}
    assert (first["count"], first["verdict"]["verdict"]) == (2, "known")
    assert first["first"] == {"file": "app.log", "line": 31, "offset": len(LOG)}
    assert first["last"]["line"] == 93
    assert (second["count"], second["verdict"]["verdict"]) == (1, "unknown")


def test_people_read_a_list(log, capsys):
    """The most frequent first, with where it is and what the catalog says."""
    assert run(["scan", "app.log"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "2 × ValueError: Missing adaptive runtime state for steps=1"
    assert lines[1].strip() == "first at line 31, last at line 93"
    assert lines[2].strip().startswith("known: ")
    assert lines[3] == "1 × KeyError: 'no such key'"
    assert [line.strip() for line in lines[4:]] == ["at line 62", "not in the catalog"]


def test_several_files_are_named(log, capsys, tmp_path):
    """With more than one log, a place says in which."""
    (tmp_path / "b.log").write_text(KNOWN.format(n=3))
    assert run(["scan", "app.log", "b.log"]) == 0
    assert "first at app.log, line 31, last at b.log, line 1" in capsys.readouterr().out


def test_a_quiet_log_gets_a_sentence(log, capsys, tmp_path):
    """No error is an answer, too."""
    (tmp_path / "quiet.log").write_text(LOG)
    assert run(["scan", "quiet.log"]) == 0
    assert capsys.readouterr().out.strip() == "I see no error in 30 lines."


def test_a_file_that_is_not_there_is_refused(log, capsys):
    """Status 1 and a sentence."""
    assert run(["scan", "no.log"]) == 1
    assert "no.log cannot be read" in capsys.readouterr().err
