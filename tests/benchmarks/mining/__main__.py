"""How fast mining is, beside parsing alone, and how often a mined pattern fits the real message.

`python -m tests.benchmarks.mining [DATA]` mines the packages of this environment twice over: as
`errorbook mine` does, and with nothing but `ast.parse` and `ast.walk`, on as many cores, in turns.
With DATA, a folder with `cases-dev.jsonl.gz` (or with a folder `raise-sites` that has it), it
downloads the wheels of the ten libraries with the fewest cases (`LIBRARIES=27` for more, gigabytes
among them) and looks for each case's message.
"""

from __future__ import annotations

import ast
import gzip
import json
import os
import re
import sys
import sysconfig
import tempfile
import time
import warnings
from collections import Counter, defaultdict
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

from catalog.errors import CatalogError
from catalog.mining.run import Tree, mine_trees
from catalog.mining.session import Options, mine_into
from catalog.mining.source import Source
from catalog.mining.targets import read_target, trees_of

#: At most this many times `ast.parse` and `ast.walk`.
BAR = 2.5
FOUND_BAR = 0.993
ROUNDS = 3
#: How many libraries' wheels are downloaded, those with the fewest cases first.
LIBRARIES = 10
#: Names under which a library is known to the index, where they differ from its import.
DISTRIBUTIONS = {"attr": "attrs", "yaml": "pyyaml", "PIL": "pillow", "sklearn": "scikit-learn"}


def parse_and_walk(files: list[str]) -> int:
    """The number of nodes of some files."""
    nodes = 0
    for file in files:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            try:
                nodes += sum(1 for _ in ast.walk(ast.parse(Path(file).read_bytes())))
            except (SyntaxError, ValueError):
                continue
    return nodes


def baseline(root: Path) -> float:
    """Seconds to parse and walk every Python file below a folder, on all cores."""
    files = sorted(map(str, root.rglob("*.py")))
    started = time.perf_counter()
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        list(pool.map(parse_and_walk, [files[n::64] for n in range(64)]))
    return time.perf_counter() - started


def mining(root: Path, folder: Path) -> float:
    """Seconds to mine the same files into a catalog."""
    catalog = folder / f"{time.monotonic_ns()}.db"
    tree = Tree(root, Source(repo="benchmark/all"), imported=True)
    started = time.perf_counter()
    list(mine_into(catalog, [("all", tree)], Options(everything=True)))
    return time.perf_counter() - started


def speed(root: Path) -> None:
    """Print the times of both, taken in turns."""
    parsed, mined = [], []
    with tempfile.TemporaryDirectory() as folder:
        for _ in range(ROUNDS):
            parsed.append(baseline(root))
            mined.append(mining(root, Path(folder)))
    print(f"ast.parse and ast.walk {min(parsed):8.2f} s")
    print(f"mined into a catalog   {min(mined):8.2f} s  {min(mined) / min(parsed):5.2f} x")
    print(f"bar: at most {BAR} x, best of {ROUNDS} rounds")


def cases(data: Path) -> Iterator[dict[str, Any]]:
    """The cases whose message has literal text."""
    within = data / "raise-sites"
    file = (within if within.is_dir() else data) / "cases-dev.jsonl.gz"
    with gzip.open(file, "rt", encoding="utf-8") as lines:
        for line in lines:
            case = json.loads(line)
            if case["message_kind"] in {"literal", "template"}:
                yield case


def messages(data: Path) -> None:
    """Print how often the mined pattern of the true raise is found in its message."""
    by_library: dict[tuple[str, str], list[dict[str, Any]]] = defaultdict(list)
    for case in cases(data):
        by_library[case["library"], case["version"]].append(case)
    fewest = sorted(by_library, key=lambda key: len(by_library[key]))
    wanted = fewest[: int(os.environ.get("LIBRARIES", LIBRARIES))]
    totals: Counter[str] = Counter()
    with tempfile.TemporaryDirectory() as scratch:
        names = [f"{DISTRIBUTIONS.get(name, name)}=={version}" for name, version in wanted]
        targets = trees_of([read_target(name) for name in names], Path(scratch))
        for key, (target, tree) in zip(wanted, targets, strict=True):
            if isinstance(tree, CatalogError):
                print(f"{target.name}: {tree}")
            else:
                totals.update(_look(tree, by_library[key]))
    for kind in ("fits", "all"):
        found, count = totals[f"{kind} found"], totals[kind]
        share = found / count if count else 0.0
        print(f"found in its message, {kind:5} {found:6,} of {count:6,}  {share:.4f}")
    print(f"bar: at least {FOUND_BAR} of those that fit")


def _look(tree: Tree, asked: list[dict[str, Any]]) -> Counter[str]:
    (mined,) = mine_trees([tree])
    sites: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for document in mined.documents:
        sites[document.get("packagePath") or document["filePath"]].append(document)
    counts: Counter[str] = Counter()
    for case in asked:
        found = any(
            site["lineNumber"] <= case["line"] <= site["raiseEnd"]
            and re.search(site.get("messagePattern") or r"\b\B", case["message"])
            for site in sites[case["file"]]
        )
        for kind in ("all", *(["fits"] if case["template_fits"] else [])):
            counts[kind] += 1
            counts[f"{kind} found"] += found
    return counts


if __name__ == "__main__":
    speed(Path(sysconfig.get_paths()["purelib"]))
    if sys.argv[1:]:
        messages(Path(sys.argv[1]))
