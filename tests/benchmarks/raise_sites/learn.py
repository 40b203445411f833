"""Learn the weights of the evidence, and what a score is worth as a probability.

    python -m tests.benchmarks.raise_sites.learn DATA CATALOG HELD_OUT

DATA is the folder with the ground truth, CATALOG the catalog of its records, HELD_OUT a folder with
one catalog for each library, made without it (see `held_out`). Writes
`catalog/matching/weights.json`.

Two logistic regressions for each situation: one over all candidates (is this the one?), one over
the first candidates (how sure?). Libraries weigh the same, however many cases they have. What comes
of it is judged with one fold of libraries left out at a time.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter, defaultdict
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

import numpy as np

import catalog.matching
from catalog.matching import Surroundings, score_all
from catalog.paste import read_paste
from catalog.store import Catalog
from catalog.template import read_template
from tests.benchmarks.raise_sites.data import Case, evenly, read_cases, read_negatives
from tests.benchmarks.raise_sites.shapes import SHAPES, Shape, render

TARGET = Path(catalog.matching.__file__).with_name("weights.json")
SITUATIONS = ("frame", "message", "elsewhere")
#: The shapes that show evidence each in its own way; carriers show what the full traceback does.
LEARNED_FROM = {
    "full traceback": 1.0,
    "no source lines": 0.5,
    "lines shifted": 1.0,
    "other version": 1.0,
    "function renamed": 0.3,
    "exception text": 1.5,
    "first line": 1.0,
    "last line": 0.5,
    "truncated": 1.0,
    "wrong character": 1.0,
    "values changed": 0.3,
}
#: The same for what the catalog does not hold.
LEARNED_WITHOUT = {
    "full traceback": 1.0,
    "no source lines": 0.5,
    "lines shifted": 0.5,
    "exception text": 0.6,
    "first line": 0.3,
}
#: What all negatives weigh, and a library that is held out, where a library weighs 1.
NEGATIVES = 8.0
HELD_OUT = 0.4
#: How strongly weights are pulled to zero.
RIDGE = 0.5
FOLDS = 9


@dataclass(slots=True)
class Row:
    """One candidate of one paste: evidence, and whether it is the truth."""

    paste: str
    library: str
    situation: str
    values: dict[str, float]
    text: object
    right_site: bool
    right_text: bool
    weight: float
    origin: str


class Source(NamedTuple):
    """Where pastes come from: the catalog asked, `origin` for the account, `weight` of a paste."""

    catalog: Catalog
    origin: str
    weight: float


def rows_of(case: Case, shape: Shape, source: Source, truth: object) -> list[Row]:
    """The candidates for THE error of a paste. `truth` is the text of the case's template."""
    report = read_paste(render(shape, case))
    if not report.errors:
        return []
    error = report.errors[report.ranking[0]]
    with source.catalog.lookup() as lookup:
        scored = score_all(error, lookup, Surroundings.of(report))[:24]
        records = lookup.records(one.n for one in scored)
    rows = []
    for one in scored:
        here = records[one.n].id == case.record_id and source.origin == "case"
        rows.append(
            Row(
                paste=f"{source.origin}/{shape.name}/{case.id}",
                library=case.library,
                situation=one.situation,
                values=one.values,
                text=one.text,
                right_site=here,
                right_text=here or (truth is not None and one.text == truth),
                weight=source.weight,
                origin=source.origin,
            )
        )
    return rows


def template_of(catalog: Catalog, case: Case) -> object:
    """What tells the template of a case from others."""
    record = catalog.get(case.record_id or "")
    template = read_template(record.error_message, record.message_pattern)
    return template.key if template is not None else None


def collect(data: Path, catalog_path: Path, held_out: Path, most: int) -> list[Row]:
    """The candidates of every paste to learn from: cases, negatives, and cases without records."""
    shapes = {shape.name: shape for shape in SHAPES}
    cases = evenly(read_cases(data), most)
    negatives = read_negatives(data)
    sizes = Counter(case.library for case in cases)
    whole = Catalog.open(catalog_path)
    without = {library: Catalog.open(held_out / f"{library}.db") for library in sizes}
    rows: list[Row] = []
    for name, weight in LEARNED_FROM.items():
        for case in cases:
            source = Source(whole, "case", weight / sizes[case.library])
            rows += rows_of(case, shapes[name], source, template_of(whole, case))
    for name, weight in LEARNED_WITHOUT.items():
        for case in negatives:
            source = Source(whole, "negative", weight * NEGATIVES / len(negatives))
            rows += rows_of(case, shapes[name], source, None)
        for case in cases:
            share = weight * HELD_OUT / sizes[case.library]
            source = Source(without[case.library], "held out", share)
            rows += rows_of(case, shapes[name], source, None)
        print(f"{name}: {len(rows)} candidates", flush=True)
    return rows


@dataclass(slots=True)
class Table:
    """Candidates as numbers: one row each, grouped by paste. `names` are the columns."""

    names: list[str]
    x: np.ndarray
    group: np.ndarray
    right: np.ndarray
    weight: np.ndarray


def table_of(rows: list[Row], names: list[str] | None = None) -> Table:
    """The rows as a table. A paste's rows stand together."""
    named = [{f"{row.situation}:{k}": v for k, v in row.values.items()} for row in rows]
    for row, one in zip(rows, named, strict=True):
        one[f"{row.situation}:bias"] = 1.0
    names = names or sorted({name for one in named for name in one})
    at = {name: index for index, name in enumerate(names)}
    x = np.zeros((len(rows), len(names)))
    for index, one in enumerate(named):
        for name, value in one.items():
            if name in at:
                x[index, at[name]] = value
    pastes = [row.paste for row in rows]
    starts = [i for i, paste in enumerate(pastes) if i == 0 or pastes[i - 1] != paste]
    group = np.zeros(len(rows), dtype=int)
    group[starts] = 1
    group = np.cumsum(group) - 1
    has_site = np.zeros(len(starts), dtype=bool)
    np.logical_or.at(has_site, group, [row.right_site for row in rows])
    right = np.array(
        [
            row.right_site if has_site[g] else row.right_text
            for row, g in zip(rows, group, strict=True)
        ]
    )
    return Table(names, x, group, right, np.array([rows[start].weight for start in starts]))


def learn(rows: list[Row]) -> dict[str, float]:
    """The weights of a conditional logit: one of the candidates is it, or none (McFadden 1974).

    Newton's method with a ridge penalty. None of them has the score 0.
    """
    t = table_of(rows)
    groups = len(t.weight)
    w = t.weight * groups / t.weight.sum()
    b = np.zeros(len(t.names))
    any_right = np.zeros(groups, dtype=bool)
    np.logical_or.at(any_right, t.group, t.right)
    for _ in range(50):
        e = np.exp(np.clip(t.x @ b, -40, 40))
        total = 1 + np.bincount(t.group, e, groups)
        p = e / total[t.group]
        rights = np.bincount(t.group, e * t.right, groups)
        q = np.where(t.right, e / np.maximum(rights, 1e-300)[t.group], 0.0)
        rw = w[t.group]
        gradient = t.x.T @ (rw * (p - q)) + RIDGE * b
        mean = np.zeros((groups, len(b)))
        np.add.at(mean, t.group, t.x * p[:, None])
        hessian = (t.x * (rw * p)[:, None]).T @ t.x - (mean * w[:, None]).T @ mean
        hessian += np.diag(np.full(len(b), RIDGE + 1e-9))
        step = np.linalg.solve(hessian, gradient)
        size = np.abs(step).max()
        b -= step * min(1.0, 3.0 / max(size, 1e-12))
        if size < 1e-5:
            break
    return dict(zip(t.names, map(float, b), strict=True))


class Judged(NamedTuple):
    """The confidence in a paste's first candidate."""

    sure: float
    first: Row


def judge(rows: list[Row], weights: dict[str, float]) -> list[Judged]:
    """What the first candidate of each paste would be worth."""
    by_paste: defaultdict[int, list[Row]] = defaultdict(list)
    for row in rows:
        by_paste[row.paste].append(row)
    return [judge_one(found, weights) for found in by_paste.values()]


def judge_one(rows: list[Row], weights: dict[str, float]) -> Judged:
    """The first candidate of one paste, by the probability of its template."""
    scores = [
        weights.get(f"{row.situation}:bias", 0.0)
        + sum(weights.get(f"{row.situation}:{k}", 0.0) * v for k, v in row.values.items())
        for row in rows
    ]
    e = [float(np.exp(np.clip(score, -40, 40))) for score in scores]
    total = 1 + sum(e)
    best = max(range(len(rows)), key=scores.__getitem__)
    first = rows[best]
    same = sum(one for one, row in zip(e, rows, strict=True) if row.text == first.text)
    return Judged(same / total, first)


def calibrate(judged: list[Judged]) -> dict[str, dict[str, float]]:
    """For each situation, the line in log-odds that makes the confidence agree with the cases."""
    lines = {}
    for situation in SITUATIONS:
        own = [j for j in judged if j.first.situation == situation and j.first.origin == "case"]
        x = np.array([[1.0, log_odds(j.sure)] for j in own])
        y = np.array([float(j.first.right_text) for j in own])
        w = np.array([j.first.weight for j in own])
        w = w * len(w) / w.sum()
        b = np.array([0.0, 1.0])
        for _ in range(50):
            p = 1 / (1 + np.exp(-np.clip(x @ b, -40, 40)))
            hessian = (x * (w * np.maximum(p * (1 - p), 1e-9))[:, None]).T @ x + np.eye(2) * 1e-3
            step = np.linalg.solve(hessian, x.T @ (w * (p - y)) + 1e-3 * (b - [0, 1]))
            b -= step * min(1.0, 1.0 / max(float(np.abs(step).max()), 1e-12))
        lines[situation] = {"bias": float(b[0]), "slope": float(b[1])}
    return lines


def log_odds(share: float) -> float:
    """As `catalog.matching.model.calibrated` takes them."""
    share = min(max(share, 1e-9), 1 - 1e-9)
    return float(np.log(share / (1 - share)))


def applied(judged: list[Judged], lines: dict[str, dict[str, float]]) -> list[Judged]:
    """The same with calibrated confidence."""
    found = []
    for one in judged:
        line = lines[one.first.situation]
        at = line["bias"] + line["slope"] * log_odds(one.sure)
        found.append(Judged(float(1 / (1 + np.exp(-at))), one.first))
    return found


def calibration_error(judged: list[Judged], bins: int = 15) -> float:
    """The expected calibration error over the cases, bins of equal mass."""
    own = sorted((j for j in judged if j.first.origin == "case"), key=lambda j: j.sure)
    total = sum(j.first.weight for j in own)
    error = mass = sure = right = 0.0
    for one in own:
        weight = one.first.weight / total
        mass += weight
        sure += weight * one.sure
        right += weight * one.first.right_text
        if mass >= 1 / bins:
            error += abs(sure - right)
            mass = sure = right = 0.0
    return error + abs(sure - right)


def describe(judged: list[Judged], title: str) -> None:
    """What thresholds would mean: how much of each origin is known, and how much of it wrong."""
    print(f"{title}: calibration error {calibration_error(judged):.4f}")
    for situation in SITUATIONS:
        own = [one for one in judged if one.first.situation == situation]
        for origin in ("case", "negative", "held out"):
            rows = [one for one in own if one.first.origin == origin]
            total = sum(one.first.weight for one in rows) or 1
            right = sum(one.first.weight for one in rows if one.first.right_text)
            site = sum(one.first.weight for one in rows if one.first.right_site)
            line = [
                f"  {situation:9} {origin:8} n {len(rows):5} {right / total:.3f} {site / total:.3f}"
            ]
            for threshold in (0.8, 0.9, 0.95, 0.97, 0.98, 0.99, 0.995):
                over = [one.first for one in rows if one.sure >= threshold]
                weight = sum(row.weight for row in over)
                wrong = sum(row.weight for row in over if not row.right_text)
                line.append(f"{threshold}: {weight / total:.3f}/{wrong / max(weight, 1e-9):.4f}")
            print("  ".join(line))


def main() -> None:
    """Learn, judge by folds, write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", type=Path)
    parser.add_argument("catalog", type=Path)
    parser.add_argument("held_out", type=Path)
    parser.add_argument("--most", type=int, default=60, help="cases of each library")
    options = parser.parse_args()
    write_weights(collect(options.data, options.catalog, options.held_out, options.most))


def write_weights(rows: list[Row]) -> None:
    """Learn from these candidates, calibrate on folds of libraries that were left out, write."""
    libraries = sorted({row.library for row in rows})
    folds = {library: number % FOLDS for number, library in enumerate(libraries)}
    judged = []
    for fold in range(FOLDS):
        weights = learn([row for row in rows if folds[row.library] != fold])
        judged += judge([row for row in rows if folds[row.library] == fold], weights)
    describe(judged, "libraries left out")
    lines = calibrate(judged)
    describe(applied(judged, lines), "the same, calibrated")
    scores: dict[str, dict[str, float]] = {situation: {} for situation in SITUATIONS}
    for name, value in learn(rows).items():
        situation, _, evidence = name.partition(":")
        scores[situation][evidence] = round(value, 3)
    made_by = "python -m tests.benchmarks.raise_sites.learn DATA CATALOG HELD_OUT"
    document = {"made_by": made_by, "weights": {"score": scores, "calibration": lines}}
    TARGET.write_text(json.dumps(document, indent=1) + "\n")


if __name__ == "__main__":
    main()
