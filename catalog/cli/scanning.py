"""`errorbook scan`: the distinct errors of logs of any size."""

from __future__ import annotations

import json
import sys
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from catalog.cli.options import catalog_option, json_option, open_catalog
from catalog.cli.texts import open_input

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from catalog.models import Verdict
    from catalog.scan import Place, Scan, Seen
    from catalog.store import Catalog


@click.command()
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@json_option
@catalog_option
def scan(files: tuple[str, ...], as_json: bool, catalog: str | None) -> None:
    """List the different errors in FILEs, most frequent first.

    A FILE is a log of any size, and - is standard input. For each error: how often it stands there,
    where first and last, and what the catalog has about it. With --json each is one line:
    {"fingerprint", "count", "first": {"line", "offset"}, "last", "verdict"}, where a line counts
    from 1 and an offset is that of a byte, from 0.
    """
    from catalog.scan import Scan
    from catalog.scan import scan as read
    from catalog.terminal import scanned, show

    opened = open_catalog(catalog)
    found = Scan()
    with _progress(files) as progress:
        for file in files:
            with open_input(file) as stream:
                read(stream, found, progress)
    answered = _answered(found, opened)
    if as_json:
        for seen, verdict in answered:
            click.echo(json.dumps(_document(seen, verdict, files)))
        return
    show(scanned(found, answered, files))


def _answered(found: Scan, catalog: Catalog) -> Iterator[tuple[Seen, Verdict]]:
    """What was found, with its verdicts; sentences count only if a template explains them."""
    from catalog.triage import decide

    for seen in found.by_frequency():
        verdict = decide(seen.report, catalog)
        if verdict.kind != "no-error":
            yield seen, verdict


def _document(seen: Seen, verdict: Verdict, files: tuple[str, ...]) -> dict[str, Any]:
    from catalog.contract import verdict_document

    return {
        "fingerprint": seen.fingerprint,
        "count": seen.count,
        "first": _place(seen.first, files),
        "last": _place(seen.last, files),
        "verdict": verdict_document(verdict),
    }


def _place(place: Place, files: tuple[str, ...]) -> dict[str, Any]:
    return {"file": files[place.log], "line": place.line, "offset": place.offset}


@contextmanager
def _progress(files: tuple[str, ...]) -> Iterator[Callable[[int], None]]:
    """A bar on standard error while a person looks on, of the files whose size is known."""
    if not sys.stderr.isatty():
        yield lambda _: None
        return
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        DownloadColumn,
        Progress,
        TimeRemainingColumn,
        TransferSpeedColumn,
    )

    sizes = [Path(file).stat().st_size for file in files if Path(file).is_file()]
    total = float(sum(sizes)) if len(sizes) == len(files) else None
    columns = (BarColumn(), DownloadColumn(), TransferSpeedColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("", total=total)
        yield lambda size: bar.advance(task, size)
