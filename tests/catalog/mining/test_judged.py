"""Templates and guards of raises drawn at random, as read by hand from the source.

The tables hold what the code says, not the code; they are compared with what is mined from the
packages of the environment that the tests run in. A row of another version than the installed one
does not count. `python -m tests.benchmarks.mining.draw` draws rows to read for a new table.
"""

import json
import re
from collections import defaultdict
from functools import cache
from importlib import metadata
from pathlib import Path

import pytest
import re2

from catalog.mining.run import Tree, mine_trees
from catalog.mining.source import Source

NAMES = ("templates.jsonl", "guards.jsonl", "messages.jsonl")
TABLES = Path(__file__).parent / "judged"


def rows(name):
    """The rows of a table whose package is installed in the version that was read."""
    lines = (TABLES / name).read_text("utf-8").splitlines()
    return [row for row in map(json.loads, lines) if installed(row["package"]) == row["version"]]


@cache
def installed(package):
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return None


@pytest.fixture(scope="module")
def mined():
    """(path, line) -> documents, for the files of both tables; whole packages are mined, since a
    class may come from another file."""
    packages = {row["package"] for name in NAMES for row in rows(name)}
    trees = []
    for package in sorted(packages):
        files = metadata.distribution(package).files or []
        listed = tuple(file.as_posix() for file in files if file.suffix == ".py")
        root = Path(str(metadata.distribution(package).locate_file("")))
        trees.append(Tree(root, Source(repo=package), files=listed, imported=True))
    found = defaultdict(list)
    for one in mine_trees(trees):
        for document in one.documents:
            found[document["packagePath"], document["lineNumber"]].append(document)
    return found


def disagreements(name, mined, fields):
    """How many rows count, and those that no mined document agrees with."""
    counted = rows(name)
    wrong = []
    for row in counted:
        documents = mined[row["path"], row["line"]]
        if not any(fields(document) == fields(row) for document in documents):
            wrong.append((row, [fields(document) for document in documents]))
    return len(counted), wrong


def template_fields(row):
    messages = row.get("messages") or row.get("alternatives") or [row.get("errorMessage")]
    return (row.get("class") or row.get("errorClass"), row.get("function"), messages)


def guard_fields(row):
    return (row.get("function"), row.get("guard"))


def test_templates(mined):
    """Of 200 raises with text at most 3 in 100 get another template than a reader gave them."""
    count, wrong = disagreements("templates.jsonl", mined, template_fields)
    assert count >= 100, "The tables are of other versions than those installed: draw new ones."
    assert len(wrong) <= 0.03 * count, wrong


def is_found(document, row):
    pattern = document.get("messagePattern")
    return bool(pattern) and all(engine.search(pattern, row["message"]) for engine in (re, re2))


def test_messages(mined):
    """The pattern of a raise is found in what it really said, 993 times in 1,000."""
    counted = rows("messages.jsonl")
    wrong = [
        row
        for row in counted
        if not any(is_found(document, row) for document in mined[row["path"], row["line"]])
    ]
    assert len(counted) >= 100, "The table is of other versions than those installed."
    assert len(wrong) <= 0.007 * len(counted), wrong


def test_guards(mined):
    """Of 100 raises at least 95 in 100 have the guard that a reader gave them."""
    count, wrong = disagreements("guards.jsonl", mined, guard_fields)
    assert count >= 50, "The tables are of other versions than those installed: draw new ones."
    assert len(wrong) <= 0.05 * count, wrong
