"""The rules of the house, each kept by a test."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
ANSWER_PATH = ["paste", "normalize", "store", "candidates", "matching", "triage"]
SLACK = ("bot", "slack_bolt", "slack_sdk")


def modules(package: str) -> dict[str, Path]:
    """Dotted name -> file, for every module of a package."""
    found = {}
    for path in sorted((ROOT / package).rglob("*.py")):
        parts = path.relative_to(ROOT).with_suffix("").parts
        found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


def imports(name: str, path: Path, *, run_time_only: bool = False) -> set[str]:
    """The dotted names that a module imports; without the type-checking ones if asked."""
    tree = ast.parse(path.read_text())
    skipped = {
        child
        for node in ast.walk(tree)
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"
        for child in ast.walk(node)
    }
    package = name if path.name == "__init__.py" else name.rpartition(".")[0]
    found = set()
    for node in ast.walk(tree):
        if run_time_only and node in skipped:
            continue
        if isinstance(node, ast.Import):
            found.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if node.level:
                above = package.split(".")[: len(package.split(".")) - node.level + 1]
                base = ".".join([*above, base] if base else above)
            found.add(base)
            found.update(f"{base}.{alias.name}" for alias in node.names)
    return found


def within(name: str, *packages: str) -> bool:
    return any(name == package or name.startswith(package + ".") for package in packages)


CATALOG = modules("catalog")
EVERYTHING = {**CATALOG, **modules("bot")}


@pytest.mark.parametrize("name", CATALOG)
def test_catalog_knows_nothing_of_slack(name):
    """No module of the catalog imports the bot or a Slack library."""
    assert not [used for used in imports(name, CATALOG[name]) if within(used, *SLACK)]


@pytest.mark.parametrize("name", CATALOG)
def test_answer_path_imports_no_way_in(name):
    """The modules that answer import neither importers, nor mining, nor the site."""
    if not within(name, *(f"catalog.{part}" for part in ANSWER_PATH)):
        return
    others = ("catalog.importers", "catalog.mining", "catalog.site", "catalog.cli")
    assert not [used for used in imports(name, CATALOG[name]) if within(used, *others)]


@pytest.mark.parametrize("name", CATALOG)
def test_only_candidates_and_matching_score(name):
    """rapidfuzz is imported by `candidates` and `matching` alone, among the catalog's modules."""
    if within(name, "catalog.candidates", "catalog.matching"):
        return
    assert not [used for used in imports(name, CATALOG[name]) if within(used, "rapidfuzz")]


@pytest.mark.parametrize("name", CATALOG)
def test_only_store_speaks_sql(name):
    """sqlite3 and sqlite-utils are imported by the store alone, among the catalog's modules."""
    if within(name, "catalog.store"):
        return
    databases = ("sqlite3", "sqlite_utils")
    assert not [used for used in imports(name, CATALOG[name]) if within(used, *databases)]


def test_no_circles():
    """No module imports itself by way of others, at run time."""
    graph = {
        name: {
            used
            for used in imports(name, path, run_time_only=True)
            if used in EVERYTHING and used != name
        }
        for name, path in EVERYTHING.items()
    }
    done: set[str] = set()

    def walk(name: str, trail: tuple[str, ...]) -> None:
        assert name not in trail, " -> ".join((*trail[trail.index(name) :], name))
        if name in done:
            return
        for used in graph[name]:
            # A package's table of contents imports its own modules; that is no circle.
            if not (within(name, used) and EVERYTHING[used].name == "__init__.py"):
                walk(used, (*trail, name))
        done.add(name)

    for name in graph:
        walk(name, ())


@pytest.mark.parametrize("name", EVERYTHING)
def test_no_broad_except(name):
    """`except Exception` and bare `except` stand only at the edges that say why."""
    edges = {"bot.app", "bot.cli"}
    if name in edges:
        return
    for node in ast.walk(ast.parse(EVERYTHING[name].read_text())):
        if isinstance(node, ast.ExceptHandler):
            caught = "" if node.type is None else ast.unparse(node.type)
            assert caught not in {"", "Exception", "BaseException"}, f"{name}:{node.lineno}"


def test_answering_loads_only_what_it_needs():
    """The answer path loads none of the libraries that cost `errorbook explain` its start-up."""
    path = [name for name in CATALOG if name in {f"catalog.{part}" for part in ANSWER_PATH}]
    heavy = {"httpx", "pydantic", "rich", "slack_bolt", "slack_sdk", "sqlalchemy", "sqlite_utils"}
    code = f"import sys, {', '.join(['catalog', *path])}; print(sorted({heavy} & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT)
    assert (done.stdout.strip(), done.stderr) == ("[]", "")
