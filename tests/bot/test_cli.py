"""The `errorbook` command at the edge: exit statuses, sentences, quiet ends."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import click
import pytest

from bot import cli
from bot.cli import run
from catalog.cli import COMMANDS
from catalog.errors import CatalogError

ROOT = Path(__file__).parents[2]


@pytest.fixture(autouse=True)
def home(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.delenv("ERRORBOOK_CATALOG", raising=False)
    monkeypatch.delenv("ERRORBOOK_TRACEBACK", raising=False)


def fail_with(monkeypatch, error):
    """Make `errorbook stats` raise."""

    def raise_it(_):
        raise error

    monkeypatch.setattr("catalog.cli.records.open_catalog", raise_it)


@pytest.mark.parametrize(
    ("arguments", "status", "said"),
    [
        (["nonsense"], 2, "No such command 'nonsense'"),
        (["show"], 2, "Missing argument 'ID'"),
        (["explain", "--nonsense"], 2, "No such option"),
        (["show", "nothing"], 1, "Error: There is no record nothing in "),
        (["--catalog", "no.db", "stats"], 1, "Error: There is no catalog at no.db. Make one with"),
        (["stats", "--catalog", "no.db"], 1, "Error: There is no catalog at no.db. Make one with"),
        (["explain", "no.txt"], 1, "Error: no.txt cannot be read: no such file or directory.\n"),
        (["explain", "."], 1, "Error: . cannot be read: it is a folder.\n"),
    ],
)
def test_what_is_wrong_is_said(arguments, status, said, capsys, monkeypatch, tmp_path):
    """Wrong usage ends with 2, refused data with 1; the sentence goes to standard error."""
    monkeypatch.chdir(tmp_path)
    assert run(arguments) == status
    printed = capsys.readouterr()
    assert printed.out == ""
    assert said in printed.err


@pytest.mark.parametrize("command", [[], *([name] for name in COMMANDS)], ids=" ".join)
def test_every_command_has_help(command, capsys):
    """`--help` says what a command is for, in sentences."""
    assert run([*command, "--help"]) == 0
    text = capsys.readouterr().out
    assert text.startswith(f"Usage: errorbook {' '.join(command)}".rstrip() + " ")
    assert ".\n" in text


def test_help_names_every_command(capsys):
    """The overview has all of them."""
    run(["--help"])
    text = capsys.readouterr().out
    assert [name for name in [*COMMANDS, *cli.COMMANDS] if f"\n  {name} " not in text] == []


def test_the_version(capsys):
    """`--version` names the program, installed or not."""
    assert run(["--version"]) == 0
    assert capsys.readouterr().out.startswith("errorbook")


def test_explaining_loads_only_what_it_needs():
    """`errorbook explain` starts without the libraries that others of its commands need."""
    run(["stats"])  # Makes the catalog, once and for all.
    process = start("explain", "--json", env={**os.environ, "PYTHONPROFILEIMPORTTIME": "1"})
    out, err = process.communicate(b"KeyError: 'x'", timeout=30)
    loaded = {line.rpartition("|")[2].strip() for line in err.decode().splitlines()}
    assert out.startswith(b'{"id": null, "verdict": ')
    assert "catalog.triage" in loaded
    needless = """
        asyncio hashlib httpx importlib.metadata importlib.resources pydantic rich slack_bolt
        slack_sdk sqlalchemy sqlite_utils starlette zipfile
        catalog.importers catalog.mining catalog.store.writing
    """
    assert sorted(loaded.intersection(needless.split())) == []


def test_no_command_shows_the_overview(capsys):
    """`errorbook` alone is wrong usage, answered with the overview."""
    assert run([]) == 2
    assert "Commands:" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("error", "status", "said"),
    [
        (CatalogError("x", "It is so.", "Do this."), 1, "Error: It is so. Do this.\n"),
        (KeyboardInterrupt(), 130, ""),
        (click.Abort(), 130, ""),
        (
            ZeroDivisionError("oh"),
            1,
            "Error: Errorbook failed, and it is not your fault: ZeroDivisionError: oh. "
            "Please report it, with what ERRORBOOK_TRACEBACK=1 prints.\n",
        ),
    ],
)
def test_every_failure_ends_in_a_status(error, status, said, capsys, monkeypatch):
    """Known failures are said, interruptions are quiet, our own faults are named as such."""
    fail_with(monkeypatch, error)
    assert run(["stats"]) == status
    assert capsys.readouterr() == ("", said)


def test_a_traceback_on_request(capsys, monkeypatch):
    """Who reports a fault of ours can show where it is."""
    monkeypatch.setenv("ERRORBOOK_TRACEBACK", "1")
    fail_with(monkeypatch, ZeroDivisionError("oh"))
    assert run(["stats"]) == 1
    assert "Traceback (most recent call last)" in capsys.readouterr().err


def start(*arguments, **options):
    command = [sys.executable, "-m", "bot.cli", *arguments]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    return subprocess.Popen(command, cwd=ROOT, **{**pipes, **options})


def test_a_reader_that_goes_away_is_no_error():
    """`errorbook export | head -1` ends quietly."""
    reading, writing = os.pipe()
    os.close(reading)
    process = start("export", stdout=writing)
    os.close(writing)
    assert process.communicate(timeout=30)[1] == b""
    assert process.returncode == 141


def test_interrupting_is_quiet():
    """Ctrl-C while it waits for input ends it without a traceback."""
    process = start("explain", "--batch", "-")
    process.stdin.write(b"{}\n")
    process.stdin.flush()
    process.stdout.readline()  # It has started, and waits for the next line.
    process.send_signal(signal.SIGINT)
    assert process.wait(timeout=30) == 130
    assert process.stderr.read() == b""
    for stream in (process.stdin, process.stdout, process.stderr):
        stream.close()


def test_a_terminal_without_unicode_shows_codes():
    """Where the output cannot show a character, its code stands there."""
    environment = {**os.environ, "PYTHONIOENCODING": "ascii"}
    process = start("explain", env=environment)
    out, err = process.communicate("KeyError: '\u00fc\u4e16'".encode(), timeout=30)
    assert (process.returncode, err) == (0, b"")
    assert rb"KeyError: '\xfc\u4e16'" in out
