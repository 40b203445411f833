"""Mining into a catalog."""

import json

import pytest
from click.testing import CliRunner

from catalog.cli import cli
from catalog.library import RECORDS_FOLDER
from catalog.mining.session import Options, mine_into, stamp_of
from catalog.mining.targets import tree_of_folder
from catalog.store import Catalog, Entry, write_entries
from catalog.triage import triage
from tests.catalog.mining.trees import MODULE, commit, git, wheel, write


def run(*arguments):
    """`errorbook mine` with these arguments."""
    return CliRunner().invoke(cli, ["mine", *map(str, arguments)], catch_exceptions=False)


def test_a_mined_error_is_answered(tmp_path):
    """What was mined is found by a traceback and by its message alone."""
    root = write(tmp_path / "code", {"thing/__init__.py": "", "thing/m.py": MODULE})
    assert run(root, "--catalog", tmp_path / "c.db").exit_code == 0
    opened = Catalog.open(tmp_path / "c.db")
    paste = (
        "Traceback (most recent call last):\n"
        '  File "/usr/lib/python3/site-packages/thing/m.py", line 3, in check\n'
        "    raise ValueError(f'{a} is not allowed')\n"
        "ValueError: None is not allowed\n"
    )
    verdict = triage(paste, opened)
    assert verdict.kind == "known"
    assert verdict.best.captures == {"a": "None"}


def test_a_second_run_does_nothing(tmp_path):
    """A target that has not changed is not mined again; a changed one is."""
    root = write(tmp_path / "code", {"m.py": MODULE})
    catalog = tmp_path / "c.db"
    assert "1 targets have not changed" not in run(root, "--catalog", catalog).stderr
    assert "1 targets have not changed" in run(root, "--catalog", catalog).stderr
    write(root, {"n.py": MODULE})
    assert "1 targets have not changed" not in run(root, "--catalog", catalog).stderr
    assert len(Catalog.open(catalog)) == 2


def test_another_catalog_is_not_taken_for_the_mined_one(tmp_path):
    """When the catalog was replaced or lost its records, its targets are mined again."""
    root = write(tmp_path / "code", {"m.py": MODULE})
    catalog = tmp_path / "c.db"
    run(root, "--catalog", catalog)
    catalog.unlink()
    run(root, "--catalog", catalog)
    assert len(Catalog.open(catalog)) == 1


def test_an_interruption_keeps_what_was_finished(tmp_path):
    """Targets that were whole when mining was stopped are there, and are not mined again."""
    trees = []
    for name in ("one", "two", "three"):
        tree = tree_of_folder(write(tmp_path / name, {"m.py": MODULE}))
        trees.append((stamp_of(tree, Options()), tree))
    catalog = tmp_path / "c.db"
    for number, _ in enumerate(mine_into(catalog, trees, Options(workers=1))):
        if number == 1:
            break
    assert len(Catalog.open(catalog)) == 2
    done = run(*(tmp_path / name for name in ("one", "two", "three")), "--catalog", catalog)
    assert "2 targets have not changed" in done.stderr
    assert len(Catalog.open(catalog)) == 3


def test_json_lines(tmp_path):
    """--output writes records that import reads, and touches no catalog."""
    root = write(tmp_path / "code", {"m.py": MODULE})
    assert run(root, "--output", tmp_path / "out.jsonl").exit_code == 0
    lines = (tmp_path / "out.jsonl").read_text().splitlines()
    assert [json.loads(line)["errorMessage"] for line in lines] == ["{a} is not allowed"]
    arguments = ["import", str(tmp_path / "out.jsonl"), "--catalog", str(tmp_path / "c.db")]
    assert CliRunner().invoke(cli, arguments).exit_code == 0
    assert len(Catalog.open(tmp_path / "c.db")) == 1


def test_a_newer_version_of_a_package(tmp_path):
    """Two versions lie side by side: lines are pinned anew, what is gone says where it was."""
    other = "def gone():\n    raise KeyError('once upon a time')\n"
    catalog = tmp_path / "c.db"
    run(wheel(tmp_path, {"thing/m.py": MODULE + other}), "--catalog", catalog)
    newer = wheel(tmp_path, {"thing/m.py": "\n\n" + MODULE}, version="1.1")
    said = run(newer, "--catalog", catalog).stderr
    assert "0 records have moved, 1 are not there any more." in said
    kept, gone = sorted(Catalog.open(catalog).records(), key=lambda one: one.line_number)
    kept, gone = (kept, gone) if kept.last_seen is None else (gone, kept)
    assert (kept.version, kept.line_number, kept.versions[0]["lineNumber"]) == ("1.1", 5, 3)
    assert (gone.version, gone.last_seen) == ("1.1", "1.0")


def test_a_kind_left_out_is_not_gone(tmp_path):
    """Mining fewer kinds of sites, or a part of the folder, says nothing of the others."""
    root = tmp_path / "code"
    write(root, {"a/m.py": MODULE, "b/m.py": "logger.error('lost')\n"})
    commit(root)
    catalog = tmp_path / "c.db"
    run(root, "--catalog", catalog)
    write(root, {"a/m.py": "\n" + MODULE, "b/m.py": ""})
    commit(root)
    run(root, "--kind", "raise", "--catalog", catalog)
    run(root / "a", "--catalog", catalog)
    assert [one.last_seen for one in Catalog.open(catalog).records()] == [None, None]


def seed(name):
    return json.loads((RECORDS_FOLDER / f"{name}.json").read_text())["record"]


@pytest.mark.parametrize("name", ["b85047f626c3a8b1", "cb2a458448d957cf"])
def test_the_seeds_meet_their_sites(tmp_path, name):
    """Mining the file of a seed finds its site, and fills the seed's gaps instead of adding one."""
    record = seed(name)
    start = record["sourceCodeStart"]
    excerpt = record["sourceCode"].splitlines()
    indent = min(len(line) - len(line.lstrip()) for line in excerpt if line.strip())
    # The excerpt in the class and function that it was cut from, at its own lines.
    head = ["class C:"]
    if indent > 4:
        head += ["    def _init_pools(self):", "        if self.unified:"]
    text = ["#"] * (start - 1 - len(head)) + head + excerpt
    if name == "cb2a458448d957cf":
        text.append(" " * 16 + ")")
    checkout = write(tmp_path / "sglang", {record["filePath"]: "\n".join(text) + "\n"})
    write(checkout, {"python/sglang/__init__.py": ""})
    sha = commit(checkout)
    git(checkout, "remote", "add", "origin", "https://github.com/sgl-project/sglang")
    catalog = tmp_path / "c.db"
    write_entries(catalog, [Entry(json.dumps(record, separators=(",", ":")))])
    assert run(checkout, "--catalog", catalog).exit_code == 0
    found = Catalog.open(catalog).get(name)
    assert found.documentation == record["documentation"]
    assert found.solutions == tuple(record["solutions"])
    assert (found.line_number, found.analyzed_sha) == (record["lineNumber"], sha)
    assert found.guard is not None
    assert found.package_path == record["filePath"].removeprefix("python/")
    same = [one for one in Catalog.open(catalog).records() if one.line_number == found.line_number]
    assert len(same) == 1


def test_an_environment(tmp_path):
    """The packages of an environment are mined, all or by name; one bad target stops no other."""
    site_packages = tmp_path / "venv" / "lib" / "python3.11" / "site-packages"
    for name in ("first", "second"):
        info = f"{name}-1.0.dist-info"
        write(
            site_packages,
            {
                f"{name}/m.py": MODULE,
                f"{info}/METADATA": f"Name: {name}\nVersion: 1.0\nSummary: a\n b: c\n\nMore: x\n",
                f"{info}/RECORD": f"{name}/m.py,,\n{info}/METADATA,,\n",
            },
        )
    catalog = tmp_path / "c.db"
    run("--environment", tmp_path / "venv", "--only", "sec*", "--catalog", catalog)
    assert [one.repo for one in Catalog.open(catalog).records()] == ["pypi/second"]
    done = run("--environment", tmp_path / "venv", "--catalog", catalog)
    assert "1 targets have not changed" in done.stderr
    assert {one.package_path for one in Catalog.open(catalog).records()} == {
        "first/m.py",
        "second/m.py",
    }


def test_requirements(tmp_path, monkeypatch):
    """A requirements file names packages; what cannot be had is named with its reason."""
    wheel(tmp_path / "index", {"thing/m.py": MODULE})
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(tmp_path / "index"))
    lines = "thing==1.0 \\\n    --hash=sha256:00 # why\n-r more.txt\n-e .\nthat @ https://x/y.whl\n"
    write(tmp_path, {"r.txt": lines, "more.txt": "missing>=2 ; python_version > '3'\n--pre\n"})
    catalog = tmp_path / "c.db"
    done = run("--requirements", tmp_path / "r.txt", "--catalog", catalog)
    assert done.exit_code == 0
    assert "Skipped: missing>=2: No wheel of missing>=2" in done.stderr
    assert "Skipped: that @ https://x/y.whl: This line names no package" in done.stderr
    assert len(Catalog.open(catalog)) == 1
    monkeypatch.setenv("PIP_FIND_LINKS", str(tmp_path / "nowhere"))
    again = run("--requirements", tmp_path / "r.txt", "--only", "thing", "--catalog", catalog)
    assert "1 targets have not changed" in again.stderr
