"""Draw raises of this environment's packages at random, for somebody to judge by reading.

`python -m tests.benchmarks.mining.draw [COUNT] [SEED]` prints each with its source and what was
mined, and as the last line of each the row for `tests/catalog/mining/judged/`.
"""

from __future__ import annotations

import json
import random
import sys
from collections import Counter

from catalog.mining.run import mine_trees
from catalog.mining.targets import trees_of_environment

#: No package fills the table alone.
_MOST_OF_ONE = 25


def main(count: int = 200, seed: int = 1) -> None:
    """Draw and print."""
    trees = [tree for _, tree in trees_of_environment(None)]
    drawn = [
        (mined.tree.source, document)
        for mined in mine_trees(trees, kinds=frozenset({"raise"}))
        for document in mined.documents
    ]
    drawn.sort(key=lambda pair: pair[1]["id"])
    random.Random(seed).shuffle(drawn)
    taken: Counter[str | None] = Counter()
    for source, document in drawn:
        if taken[source.package] >= _MOST_OF_ONE or taken.total() >= count:
            continue
        taken[source.package] += 1
        print(f"\n{document['packagePath']}:{document['lineNumber']}")
        print(document.get("sourceCode", ""))
        row = {
            "package": source.package,
            "version": source.version,
            "path": document["packagePath"],
            "line": document["lineNumber"],
            "function": document.get("function"),
            "class": document.get("errorClass"),
            "messages": document.get("alternatives") or [document.get("errorMessage")],
            "guard": document.get("guard"),
        }
        print(json.dumps(row, ensure_ascii=False))


if __name__ == "__main__":
    main(*map(int, sys.argv[1:3]))
