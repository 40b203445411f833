"""`errorbook explain`: a text, or many."""

import io
import json
import subprocess
import sys
from pathlib import Path

import pytest

from bot.cli import run
from catalog.cli.texts import MAX_TEXT, decode
from catalog.contract import verdict_document
from catalog.library import build_catalog
from catalog.store import Catalog
from catalog.triage import triage

ROOT = Path(__file__).parents[3]
LINE = "ValueError: Missing adaptive runtime state for steps=12"


@pytest.fixture
def path(tmp_path, monkeypatch):
    """A catalog of the shipped records, which every command finds by its variable."""
    path = tmp_path / "catalog.db"
    build_catalog(path)
    monkeypatch.setenv("ERRORBOOK_CATALOG", str(path))
    return path


@pytest.fixture
def pipe(monkeypatch):
    """Pipe bytes into the command."""

    def into(data):
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data)))

    return into


@pytest.mark.parametrize("arguments", [[], ["-"], ["x.txt"]])
def test_explains_a_file_or_what_is_piped_in(arguments, path, pipe, capsys, tmp_path, monkeypatch):
    """The answer is for people, on standard output, with status 0."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "x.txt").write_text(LINE)
    pipe(LINE.encode())
    assert run(["explain", *arguments]) == 0
    printed = capsys.readouterr()
    assert printed.out.startswith(f"{LINE}\n\nWhat it means\n  AdaptiveRuntimeState._activate")
    assert printed.err == ""


@pytest.mark.parametrize("text", [LINE, "hello", "KeyError: 'x'", "", "\x00\ufeff"])
def test_json_is_the_contract(text, path, pipe, capsys):
    """`--json` prints the verdict's document in one line, whatever the verdict is."""
    pipe(text.encode())
    assert run(["explain", "--json"]) == 0
    [line] = capsys.readouterr().out.splitlines()
    read = text.removeprefix("\ufeff")
    expected = verdict_document(triage(read, Catalog.open(path), asked=True))
    assert json.loads(line) == json.loads(json.dumps(expected))


def test_why_says_what_was_read(path, pipe, capsys):
    """`--why` adds the reading and the evidence to the answer."""
    pipe(LINE.encode())
    assert run(["explain", "--why"]) == 0
    text = capsys.readouterr().out
    assert text.index("How sure") < text.index("What was read") < text.index("Which records were")


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("eagle with unified memory on a swa model", "cb2a458448d957cf ValueError: Speculative"),
        ("is it on?", ""),
        ("eagle " * 60, ""),
    ],
)
def test_words_instead_of_an_error_find_records(text, found, path, pipe, capsys):
    """A short text without an error is searched by, and what was found is marked as such."""
    pipe(text.encode())
    assert run(["explain"]) == 0
    answer, _, records = capsys.readouterr().out.partition(
        "\n\nRecords that have some of its words\n"
    )
    assert answer.strip() == "I see no error in this text."
    assert records.strip().startswith(found) if found else not records


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--why", "--json"], "choose one"),
        (["--batch", "-", "x.txt"], "--batch goes neither with FILE nor with --why"),
    ],
)
def test_options_that_exclude_each_other(arguments, said, path, capsys):
    """Wrong usage, said so."""
    assert run(["explain", *arguments]) == 2
    assert said in capsys.readouterr().err


def test_a_log_is_too_long(path, pipe, capsys):
    """Beyond 1 MB it names the command that reads logs."""
    pipe(b"x" * MAX_TEXT)
    assert run(["explain"]) == 0
    pipe(b"x" * (MAX_TEXT + 1))
    assert run(["explain"]) == 1
    assert capsys.readouterr().err == (
        "Error: Standard input is longer than 1 MB. "
        "`errorbook scan` reads logs of any size and lists the errors in them.\n"
    )


@pytest.mark.parametrize(
    ("data", "text"),
    [
        ("é".encode(), "é"),
        ("é".encode("utf-8-sig"), "é"),
        ("é".encode("utf-16"), "é"),
        ("é".encode("utf-32"), "é"),
        (b"\xfe\xff\x00x\x00", "x\ufffd"),
        (b"caf\xe9 \xff", "caf\ufffd \ufffd"),
        (b"\xed\xa0\x80", "\ufffd\ufffd\ufffd"),
    ],
)
def test_decodes_any_bytes(data, text):
    """UTF-8, or what a byte order mark says; the rest is replaced."""
    assert decode(data) == text


BATCH = [
    (json.dumps({"id": "a", "text": LINE}), ("a", "known")),
    (json.dumps({"id": {"x": [1]}, "text": "hello"}), ({"x": [1]}, "no-error")),
    (json.dumps({"text": "KeyError: 'x'"}), (None, "unknown")),
    ("", (None, 'The line is not a JSON object like {"id": "1", "text": "…"}.')),
    ("oops", (None, 'The line is not a JSON object like {"id": "1", "text": "…"}.')),
    ("[1]", (None, 'The line is not a JSON object like {"id": "1", "text": "…"}.')),
    (
        '{"id": NaN, "text": "x"}',
        (None, 'The line is not a JSON object like {"id": "1", "text": "…"}.'),
    ),
    (
        '{"id": 1e400, "text": "x"}',
        (None, 'The line is not a JSON object like {"id": "1", "text": "…"}.'),
    ),
    ("[" * 100_000, (None, 'The line is not a JSON object like {"id": "1", "text": "…"}.')),
    (
        '{"id": ' + "1" * 5000 + "}",
        (None, 'The line is not a JSON object like {"id": "1", "text": "…"}.'),
    ),
    ('{"id": 7}', (7, 'The line has no string "text".')),
    ('{"id": 7, "text": null}', (7, 'The line has no string "text".')),
    (
        json.dumps({"id": 8, "text": "x" * (MAX_TEXT + 1)}),
        (8, "The text is longer than 1 MB. `errorbook scan` reads logs of any size."),
    ),
    ('{"id": 9, "text": "\\ud83d \\u0000"}', (9, "no-error")),
    ("x" * (9 * MAX_TEXT), (None, f"The line is longer than {8 * MAX_TEXT:,} bytes.")),
    (json.dumps({"id": "last", "text": LINE}), ("last", "known")),
]


def test_a_batch_is_answered_line_by_line(path, tmp_path, capsys):
    """One answer a line, in order; a bad line is told so and the run goes on."""
    file = tmp_path / "batch.jsonl"
    file.write_bytes(b"\n".join(line.encode() for line, _ in BATCH))
    assert run(["explain", "--batch", str(file)]) == 0
    printed = capsys.readouterr()
    answers = [json.loads(line, parse_constant=pytest.fail) for line in printed.out.splitlines()]
    assert [(answer["id"], answer.get("verdict") or answer["error"]) for answer in answers] == [
        expected for _, expected in BATCH
    ]
    assert printed.err == "11 of 16 lines were refused.\n"


@pytest.mark.parametrize(("data", "status"), [(b"", 0), (b"oops\n", 1), (b"{}\n[]\n", 1)])
def test_a_batch_without_an_answer(data, status, path, pipe, capsys):
    """The status is 1 when there were lines and none was answered."""
    pipe(data)
    assert run(["explain", "--batch", "-"]) == status


def test_a_batch_can_be_talked_to(path):
    """Another program writes a line and reads its answer, before it writes the next one."""
    command = [sys.executable, "-m", "bot.cli", "explain", "--batch", "-"]
    with subprocess.Popen(
        command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
    ) as process:
        for number in range(3):
            process.stdin.write(json.dumps({"id": number, "text": LINE}) + "\n")
            assert json.loads(process.stdout.readline())["id"] == number
        process.stdin.close()
        assert process.wait(timeout=30) == 0
