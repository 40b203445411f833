"""Ground truth: gzip-compressed JSON Lines of cases, negatives and mined records.

A case is a traceback with the raise site that produced it; a negative is a traceback that no record
explains. `evenly` takes as many cases of each library as there are, up to a number, so that one
library with thousands of cases does not speak for all.
"""

from __future__ import annotations

import gzip
import json
import random
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any


@dataclass(frozen=True, slots=True)
class Case:
    """One traceback and its truth. `record_id` is None for a negative."""

    id: str
    library: str
    traceback: str
    exception_text: str
    message: str
    record_id: str | None
    template: str | None
    kind: str
    fits: bool
    chained: bool
    file: str
    line: int


def read_lines(path: Path) -> Iterator[dict[str, Any]]:
    """The rows of one file."""
    with gzip.open(path, "rt", encoding="utf-8") as file:
        for line in file:
            yield json.loads(line)


def read_cases(folder: Path, pattern: str = "cases-*.jsonl.gz") -> list[Case]:
    """Every case of a folder."""
    return [_case(row) for path in sorted(folder.glob(pattern)) for row in read_lines(path)]


def read_negatives(folder: Path) -> list[Case]:
    """Every negative of a folder."""
    return read_cases(folder, "negatives-*.jsonl.gz")


def read_records(folder: Path) -> Iterator[str]:
    """The documents of the mined records, as text."""
    with gzip.open(folder / "records.jsonl.gz", "rt", encoding="utf-8") as file:
        for line in file:
            yield line.strip()


def _case(row: dict[str, Any]) -> Case:
    return Case(
        id=row["case"],
        library=row.get("library") or "",
        traceback=row["traceback"],
        exception_text=row["exception_text"],
        message=row["message"],
        record_id=row.get("record_id"),
        template=row.get("template"),
        kind=row.get("message_kind", "none"),
        fits=row.get("template_fits", False),
        chained=row.get("chained", False),
        file=row["file"],
        line=row["line"],
    )


def evenly(cases: Iterable[Case], most: int, seed: int = 0) -> list[Case]:
    """Up to `most` cases of each library, the same for the same seed, libraries in turn."""
    by_library: defaultdict[str, list[Case]] = defaultdict(list)
    for case in cases:
        by_library[case.library].append(case)
    chosen = []
    for library in sorted(by_library):
        found = sorted(by_library[library], key=lambda case: case.id)
        random.Random(f"{seed}/{library}").shuffle(found)
        chosen.extend(found[:most])
    return chosen
