"""Print every figure of the reader beside its bar.

    python -m tests.benchmarks.reading [DATA] [--pastes FILE] [--negatives FILE] ...

DATA is a folder with `pastes/pastes.jsonl` and `pastes/negatives.jsonl`. A line of the first is
`{"id", "format", "text", "expect": {"error_class", "message", "file", "line"}, "also_acceptable"}`,
of the second `{"id", "text"}`. Without them, what needs no data is measured.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import NamedTuple

from catalog.library import build_catalog
from catalog.store import Catalog
from tests.benchmarks.reading import speed
from tests.benchmarks.reading.judge import Tally, documents, judge_pastes, judge_silence
from tests.benchmarks.reading.passages import passages
from tests.benchmarks.reading.roundtrip import failures


class Row(NamedTuple):
    """One line of the table."""

    measure: str
    figure: str
    bar: str
    met: bool


def main() -> int:
    """Print the table; the status is 1 when a bar is missed."""
    given = _arguments()
    rows: list[Row] = []
    with_catalog = Catalog.open(_catalog(given.catalog))
    if given.pastes:
        rows += _pastes(given.pastes, misses=given.misses)
    if given.negatives:
        texts = [(each["id"], each["text"]) for each in documents(given.negatives)]
        for asked in (False, True):
            silent, _ = judge_silence(texts, with_catalog, asked=asked)
            wrong = silent.all - silent.right
            rows.append(Row(f"negatives with an error{_how(asked)}", f"{wrong}", "0", wrong == 0))
            _print_misses(silent, given.misses)
    rows += _passages(given.passages, with_catalog, misses=given.misses)
    wrong = failures(given.examples)
    measure = f"round trip of {given.examples:,} exceptions, read wrongly"
    rows.append(Row(measure, f"{wrong}", "0", wrong == 0))
    rows += _speed(given.megabytes)
    _print(rows)
    return 0 if all(row.met for row in rows) else 1


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.reading")
    parser.add_argument("data", nargs="?", type=Path, help="a folder with the ground truth")
    parser.add_argument("--pastes", type=Path, help="labelled pastes, JSON Lines")
    parser.add_argument("--negatives", type=Path, help="texts that are no error, JSON Lines")
    parser.add_argument("--catalog", type=Path, help="a catalog; the shipped records without it")
    parser.add_argument("--passages", type=int, default=5000, help="of installed packages (5000)")
    parser.add_argument("--examples", type=int, default=10_000, help="random exceptions (10000)")
    parser.add_argument("--megabytes", type=int, default=2000, help="size of the log (2000)")
    parser.add_argument("--misses", action="store_true", help="list what was read wrongly")
    given = parser.parse_args()
    for name in ("pastes", "negatives"):
        default = given.data and given.data / "pastes" / f"{name}.jsonl"
        if getattr(given, name) is None and default and default.exists():
            setattr(given, name, default)
    return given


def _catalog(path: Path | None) -> Path:
    if path is not None:
        return path
    import tempfile

    made = Path(tempfile.mkdtemp()) / "catalog.db"
    build_catalog(made)
    return made


def _pastes(path: Path, *, misses: bool) -> list[Row]:
    said, placed = judge_pastes(path)
    _print_misses(said, misses)
    _print_misses(placed, misses)
    worst = min(said.families, key=lambda name: _share(said.families[name]))
    least = _share(said.families[worst])
    return [
        Row("pastes: class and first line", _of(said), "97 %", said.right >= 0.97 * said.all),
        Row(f"pastes: worst family ({worst})", f"{least:.1%}", "90 %", least >= 0.9),
        Row("pastes: file and line", _of(placed), "97 %", placed.right >= 0.97 * placed.all),
    ]


def _share(counted: dict[str, int]) -> float:
    return counted["right"] / counted["all"]


def _of(tally: Tally) -> str:
    return f"{tally.right} of {tally.all} ({tally.right / max(tally.all, 1):.1%})"


def _how(asked: bool) -> str:
    return ", asked" if asked else ", unasked"


def _passages(count: int, catalog: Catalog, *, misses: bool) -> list[Row]:
    texts = [(str(number), text) for number, text in enumerate(passages(count))]
    rows = []
    for asked in (False, True):
        silent, unknown = judge_silence(texts, catalog, asked=asked)
        wrong, known = silent.all - silent.right, unknown.all - unknown.right
        name = f"{len(texts):,} passages{_how(asked)}"
        share = wrong / max(len(texts), 1)
        rows.append(Row(f"{name}: with an error", f"{share:.2%}", "0.5 %", share <= 0.005))
        rows.append(Row(f"{name}: known", f"{known}", "0", known == 0))
        _print_misses(silent, misses)
    return rows


def _speed(megabytes: int) -> list[Row]:
    carriers = speed.carriers_ms()
    plain = carriers.pop("plain")
    slowest = max(carriers, key=carriers.__getitem__)
    hostile = speed.hostile_seconds_per_mb()
    worst = max(hostile, key=hostile.__getitem__)
    quiet = speed.log_speed(megabytes, noisy=False)
    noisy = speed.log_speed(megabytes, noisy=True)
    fast = quiet.scan >= 300 or (quiet.grep is not None and quiet.scan >= quiet.grep / 8)
    memory = max(quiet.memory, noisy.memory)
    beside = f" (grep {quiet.grep:.0f})" if quiet.grep else ""
    return [
        Row("60-line traceback, plain", f"{plain:.2f} ms", "0.3 ms", plain <= 0.3),
        Row(
            f"60-line traceback, slowest carrier ({slowest})",
            f"{carriers[slowest]:.2f} ms",
            "1 ms",
            carriers[slowest] <= 1,
        ),
        Row(
            f"hostile text, slowest ({worst})",
            f"{hostile[worst]:.2f} s/MB",
            "1",
            hostile[worst] <= 1,
        ),
        Row("scan, quiet log", f"{quiet.scan:.0f} MB/s{beside}", "300 or grep/8", fast),
        Row("scan, log with errors", f"{noisy.scan:.0f} MB/s", "40", noisy.scan >= 40),
        Row("scan, memory", f"{memory:.0f} MB", "100 MB", memory <= 100),
    ]


def _print_misses(tally: Tally, wanted: bool) -> None:
    for miss in tally.misses if wanted else ():
        print(f"{miss.id}: {miss.what}: {miss.wanted!r}, but read {miss.got!r}")


def _print(rows: list[Row]) -> None:
    width = max(len(row.measure) for row in rows)
    figures = max(len(row.figure) for row in rows)
    for row in rows:
        mark = "" if row.met else "  MISSED"
        print(f"{row.measure:<{width}}  {row.figure:>{figures}}  bar {row.bar}{mark}")


if __name__ == "__main__":
    sys.exit(main())
