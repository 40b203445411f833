"""Sources of every kind: what a text is, is told from the text."""

import gzip
import io
import json
import os
import sys
from pathlib import Path

import pytest

from catalog.importers import Found, Refusal, read_sources
from tests.catalog.importers.documents import document, text
from tests.catalog.samples import STEPS

PAGE = Path(__file__).parent / "pages" / "cb2a458448d957cf.txt"
FULL = STEPS["analyzedSha"]


def ids(items):
    return [item.document["id"] for item in items]


def refusals(items):
    return [tuple(item[1:]) for item in items if isinstance(item, Refusal)]


@pytest.mark.parametrize(
    ("name", "content", "found"),
    [
        ("x.json", text(id="a"), ["a"]),
        ("x.json", json.dumps({"record": document(id="a")}, indent=2), ["a"]),
        ("x.json", f"[{text(id='a')}, {text(id='b')}]", ["a", "b"]),
        ("x.json", f"{text(id='a')}\n{text(id='b')}", ["a", "b"]),
        ("x.jsonl", f'{text(id="a")}\n{{"record": {text(id="b")}}}\n', ["a", "b"]),
        ("x.jsonl", f"[{text(id='a')}]\n[{text(id='b')}]\n", ["a", "b"]),
        ("x.txt", PAGE.read_text(encoding="utf-8"), ["cb2a458448d957cf"]),
        ("x", PAGE.read_text(encoding="utf-8"), ["cb2a458448d957cf"]),
        ("x.txt", "\n\n" + text(id="a"), ["a"]),
        ("x.json", '{"record":\n' + text(id="a") + '\n,"datasetVersion": "v"}', ["a"]),
        ("x.json", "[]", []),
    ],
)
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-32"])
@pytest.mark.parametrize("packed", [False, True])
def test_the_form_is_told_from_the_text(tmp_path, name, content, found, encoding, packed):
    """One or many, wrapped or bare, page or JSON, packed or not: the text says what it is."""
    data = content.encode(encoding)
    path = tmp_path / (name + ".gz" * packed)
    path.write_bytes(gzip.compress(data) if packed else data)
    assert ids(read_sources([str(path)])) == found


def test_a_damaged_first_line_does_not_hide_the_others(tmp_path):
    """JSON Lines are known for such by their second line, too."""
    path = tmp_path / "x"
    path.write_text(f'{{"id": "a", "rep\n{text(id="b")}\n')
    items = list(read_sources([str(path)]))
    assert refusals(items) == [(1, None, "is not JSON (unterminated string starting)")]
    assert ids(item for item in items if isinstance(item, Found)) == ["b"]


def test_folders_are_read_in_order_and_in_depth(tmp_path):
    """A folder gives the files that can hold records, sorted; hidden ones and others are left."""
    wanted = {"b.json": "b", "a/2.jsonl": "a2", "a/1.txt": "a1", "z/y/x.JSON": "x"}
    for name, record_id in [
        *wanted.items(),
        ("c.md", "no"),
        (".git/d.json", "no"),
        (".e.json", "no"),
    ]:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text(id=record_id))
    (tmp_path / "packed.jsonl.gz").write_bytes(gzip.compress(text(id="gz").encode()))
    (tmp_path / "z" / "round").symlink_to(tmp_path)
    assert ids(read_sources([str(tmp_path)])) == ["b", "gz", "a1", "a2", "x"]


def test_standard_input_is_a_source(monkeypatch):
    """`-` reads what is piped in."""
    piped = io.TextIOWrapper(io.BytesIO(text(id="a").encode()))
    monkeypatch.setattr(sys, "stdin", piped)
    assert ids(read_sources(["-"])) == ["a"]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes here")
def test_a_pipe_is_read_once(tmp_path):
    """What cannot be read twice, such as `<(command)`, is read once."""
    from threading import Thread

    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    writer = Thread(target=pipe.write_bytes, args=[gzip.compress(text(id="a").encode())])
    writer.start()
    assert ids(read_sources([str(pipe)])) == ["a"]
    writer.join()


@pytest.mark.parametrize(
    ("content", "refused"),
    [
        (b"", (None, None, "is empty")),
        (b"\n \n", (None, None, "is empty")),
        (
            b"hello",
            (None, None, "is neither JSON nor an error page (owner/name · severity · Class)"),
        ),
        (
            b"\x7fELF\x00\x01",
            (None, None, "is neither JSON nor an error page (owner/name · severity · Class)"),
        ),
        (b'{"id": "\xff"}', (1, None, "is not UTF-8 text")),
        (
            gzip.compress(b"[" * 50, mtime=0)[:-9],
            (
                None,
                None,
                "is damaged: Compressed file ended before the end-of-stream marker was reached",
            ),
        ),
        (
            "a/b · error · E\n\nx".encode(),
            (None, "id", "is missing: the page does not show its address, /api/errors/<id>"),
        ),
        ("a/b · error · E\n\nx".encode() + b"\xff", (None, None, "is not UTF-8 text")),
        (b"\xff\xfe{\x00\x00\xd8", (None, None, "is not UTF-16-LE text")),
        (b'{"record": 5}', (1, "record", "should be an object, not 5")),
    ],
)
def test_what_cannot_be_read_is_refused(tmp_path, content, refused):
    """Whatever bytes there are, the answer is a refusal with a reason."""
    path = tmp_path / "x"
    path.write_bytes(content)
    assert refusals(read_sources([str(path)])) == [refused]


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("nothing", "cannot be read: No such file or directory"),
        (".", "holds no file to import (*.json, *.jsonl, *.ndjson, *.txt, also with .gz)"),
    ],
)
def test_sources_that_are_not_there(tmp_path, name, reason):
    """A path without anything to read is refused by its name."""
    source = str(tmp_path / name)
    assert list(read_sources([source])) == [Refusal(source, None, None, reason)]


@pytest.mark.skipif(os.geteuid() == 0, reason="the superuser may read everything")
def test_a_folder_that_cannot_be_listed(tmp_path):
    """A folder inside is not passed over without a word."""
    (tmp_path / "a.json").write_text("{}")
    locked = tmp_path / "locked"
    locked.mkdir(mode=0)
    found = list(read_sources([str(tmp_path)]))
    assert found[-1] == Refusal(str(locked), None, None, "cannot be read: Permission denied")
    assert found[0].source == str(tmp_path / "a.json")


@pytest.mark.parametrize(
    ("order", "known"), [(["page", "record"], None), (["record", "page"], None), (["page"], FULL)]
)
def test_a_page_gets_its_whole_commit(tmp_path, order, known):
    """The whole commit is known from the catalog or from a record before or after the page."""
    record = tmp_path / "record.json"
    record.write_text(json.dumps(STEPS))
    sources = [str({"page": PAGE, "record": record}[name]) for name in order]
    items = list(read_sources(sources, lambda repo, short: known))
    [page] = [item.document for item in items if item.document["id"] == "cb2a458448d957cf"]
    assert page["analyzedSha"] == FULL
    assert f"/blob/{FULL}/" in page["githubUrl"]


@pytest.mark.parametrize(
    "other",
    [
        [document(repo="other/fork", analyzedSha=FULL)],
        [document(repo="sgl-project/sglang", analyzedSha="f" * 40)],
        [
            document(repo="sgl-project/sglang", analyzedSha="0132848349" + digit * 30)
            for digit in "ab"
        ],
    ],
    ids=["of another repository", "another commit", "two begin so"],
)
def test_a_page_keeps_its_short_commit(tmp_path, other):
    """Only a commit of the same repository, and only the one that begins so, completes a page's."""
    path = tmp_path / "x.json"
    path.write_text(json.dumps(other))
    *_, page = read_sources([str(PAGE), str(path)])
    assert page.document["analyzedSha"] == "0132848349"
    assert "/blob/0132848349/" in page.document["githubUrl"]
