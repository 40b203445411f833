"""`errorbook mine`: records of every error that source code can raise."""

from __future__ import annotations

import json
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from catalog.cli.options import catalog_option, catalog_path
from catalog.cli.texts import replacing
from catalog.errors import CatalogError

if TYPE_CHECKING:
    from catalog.mining.run import Mined, Tally, Tree
    from catalog.mining.session import Options

KINDS = ("raise", "assert", "exit", "usage", "log", "warn")
#: Files named under the table; the rest are counted.
_SHOWN = 10
Progress = Callable[[int, int], None]


@click.command()
@click.argument("targets", metavar="[TARGET]...", nargs=-1)
@click.option("--installed", is_flag=True, help="Mine the packages of this environment.")
@click.option("--environment", metavar="DIR", help="Mine the packages of the environment in DIR.")
@click.option("--requirements", metavar="FILE", multiple=True, help="Mine the packages FILE names.")
@click.option("--only", metavar="NAME", multiple=True, help="Of these, only packages named so (*).")
@click.option("--checkout", metavar="DIR", help="Link packages to this checkout of their source.")
@click.option("--kind", type=click.Choice(KINDS), multiple=True, help="All but warn, by default.")
@click.option("--everything", is_flag=True, help="Also tests, vendored copies and examples.")
@click.option("--output", metavar="FILE", help="Write JSON Lines to FILE, and to no catalog.")
@click.option("--workers", metavar="N", type=click.IntRange(min=1), help="Processes; one a core.")
@catalog_option
def mine(
    targets: tuple[str, ...],
    installed: bool,
    environment: str | None,
    requirements: tuple[str, ...],
    only: tuple[str, ...],
    checkout: str | None,
    kind: tuple[str, ...],
    everything: bool,
    output: str | None,
    workers: int | None,
    catalog: str | None,
) -> None:
    """Make a record of every error that source code can raise, without running any of it.

    A TARGET is a folder or file, a git address (https://…@REF), a package (requests,
    sglang==0.5.3; its wheel is downloaded), or a wheel or source distribution as a file. What was
    mined before and has not changed is left as it is; a newer version brings lines and links up to
    date and marks what is gone. What people wrote stays.
    """
    from catalog.mining.session import Options
    from catalog.mining.sites import USUAL_KINDS

    if not (targets or installed or environment or requirements):
        raise click.UsageError("Name a TARGET, or --installed, --environment or --requirements.")
    options = Options(frozenset(kind) or USUAL_KINDS, everything, workers)
    place = None if output else catalog_path(catalog)
    with tempfile.TemporaryDirectory(prefix="errorbook-", ignore_cleanup_errors=True) as scratch:
        plan = _Plan(place, options, Path(scratch), Path(checkout) if checkout else None)
        plan.add_targets([*targets, *_requirements(requirements, only, plan)])
        if installed or environment:
            plan.add_environment(Path(environment) if environment else None, only)
        tallies = _mine_to_file(plan, output) if output else _mine_to_catalog(plan)
    _report(tallies, plan)
    if plan.refused and not (tallies or plan.unchanged):
        click.get_current_context().exit(1)


def _requirements(files: Iterable[str], only: tuple[str, ...], plan: _Plan) -> Iterator[str]:
    from fnmatch import fnmatch

    from catalog.mining.packages import normalized, read_requirements
    from catalog.mining.problems import NoSuchTarget

    patterns = [normalized(name) for name in only]
    for file in files:
        if not Path(file).is_file():
            raise NoSuchTarget(file, "there is no such requirements file")
        found, strange = read_requirements(Path(file))
        plan.refused += [(line, "This line names no package of an index.") for line in strange]
        for one in found:
            name = normalized(one.name)
            if not patterns or any(fnmatch(name, pattern) for pattern in patterns):
                yield str(one)


class _Plan:
    """What there is to mine, what is left as it is, and what cannot be had."""

    def __init__(
        self, catalog: Path | None, options: Options, scratch: Path, checkout: Path | None
    ) -> None:
        from catalog.mining.state import State

        self.catalog = catalog
        self.options = options
        self.trees: list[tuple[str, Tree]] = []
        self.unchanged: list[str] = []
        self.refused: list[tuple[str, str]] = []
        self._scratch = scratch
        self._checkout = checkout
        self._state = State(catalog) if catalog else None

    def add_targets(self, names: list[str]) -> None:
        from catalog.mining.targets import read_target, trees_of

        wanted = []
        for name in names:
            target = read_target(name)
            key = self._key(target.requirement) if target.requirement else None
            if key and self._is_done(key):
                self.unchanged.append(name)
            else:
                wanted.append(target)
        if any(target.kind in {"git", "package"} for target in wanted):
            click.echo(f"Fetching {len(wanted):,} targets ...", err=True)
        for target, tree in trees_of(wanted, self._scratch, self._checkout):
            if isinstance(tree, CatalogError):
                self.refused.append((target.name, str(tree)))
            else:
                key = self._key(target.requirement) if target.requirement else None
                self._add(target.name, tree, key)

    def add_environment(self, environment: Path | None, only: tuple[str, ...]) -> None:
        from catalog.mining.targets import trees_of_environment

        for name, tree in trees_of_environment(environment, only):
            self._add(name, tree, None)

    def _add(self, name: str, tree: Tree, key: str | None) -> None:
        from catalog.mining.session import stamp_of

        key = key or stamp_of(tree, self.options)
        if self._is_done(key):
            self.unchanged.append(name)
        else:
            self.trees.append((key, tree))

    def _key(self, requirement: Any) -> str | None:
        """The key of a package at one version, known before it is downloaded."""
        if not requirement.version:
            return None
        return f"{requirement} {self.options.stamp} {self._checkout or ''}"

    def _is_done(self, key: str) -> bool:
        return self._state is not None and self._state.done(key)


def _mine_to_catalog(plan: _Plan) -> list[Tally]:
    from catalog.mining.session import mine_into

    assert plan.catalog is not None
    with _progress() as progress:
        outcomes = list(mine_into(plan.catalog, plan.trees, plan.options, progress))
    gone = sum(outcome.gone for outcome in outcomes)
    moved = sum(outcome.moved for outcome in outcomes)
    if gone or moved:
        click.echo(f"{moved:,} records have moved, {gone:,} are not there any more.", err=True)
    return [outcome.tally for outcome in outcomes]


def _mine_to_file(plan: _Plan, output: str) -> list[Tally]:
    from catalog.mining.run import mine_trees

    options = plan.options
    with _progress() as progress:
        found = mine_trees(
            [tree for _, tree in plan.trees],
            kinds=options.kinds,
            everything=options.everything,
            workers=options.workers,
            progress=progress,
        )
        if output == "-":
            return [_write(mined, sys.stdout.buffer.write) for mined in found]
        with replacing(output) as file:
            return [_write(mined, file.write) for mined in found]


def _write(mined: Mined, write: Callable[[bytes], Any]) -> Tally:
    for document in mined.documents:
        write(json.dumps(document, ensure_ascii=False, separators=(",", ":")).encode() + b"\n")
    return mined.tally


@contextmanager
def _progress() -> Iterator[Progress]:
    """A bar on a terminal, nothing elsewhere."""
    if not sys.stderr.isatty():
        yield lambda _done, _total: None
        return
    from rich.console import Console
    from rich.progress import Progress as Bar

    with Bar(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("Mining", total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)


def _report(tallies: list[Tally], plan: _Plan) -> None:
    if tallies:
        _table(tallies)
    failures = [(tally.name, one) for tally in tallies for one in tally.failures]
    for name, one in failures[:_SHOWN]:
        click.echo(f"Not mined: {name}: {one.path}: {one.reason}", err=True)
    if len(failures) > _SHOWN:
        click.echo(f"... and {len(failures) - _SHOWN:,} more files.", err=True)
    for name, reason in plan.refused:
        click.echo(f"Skipped: {name}: {reason}", err=True)
    if plan.unchanged:
        click.echo(f"{len(plan.unchanged):,} targets have not changed since.", err=True)


def _table(tallies: list[Tally]) -> None:
    from rich.console import Console
    from rich.table import Table

    table = Table("target", box=None, pad_edge=False)
    for heading in ("files", "lines", "raise sites", "with text", "dynamic", "skipped"):
        table.add_column(heading, justify="right")
    rows = sorted(tallies, key=lambda tally: tally.name)
    for tally in rows:
        table.add_row(tally.name, *_cells([tally]))
    if len(rows) > 1:
        table.add_row("together", *_cells(rows), style="bold")
    console = Console(stderr=True, highlight=False)
    console.print(table)
    reasons: dict[str, int] = {}
    for tally in rows:
        for reason, count in tally.skipped.items():
            reasons[reason] = reasons.get(reason, 0) + count
    if reasons:
        listed = ", ".join(f"{count:,} {reason}" for reason, count in sorted(reasons.items()))
        console.print(f"Skipped raise sites: {listed}.")


def _cells(tallies: list[Tally]) -> list[str]:
    columns = [
        [tally.files for tally in tallies],
        [tally.lines for tally in tallies],
        [tally.sites for tally in tallies],
        [tally.with_text for tally in tallies],
        [tally.dynamic for tally in tallies],
        [sum(tally.skipped.values()) for tally in tallies],
    ]
    return [f"{sum(column):,}" for column in columns]
