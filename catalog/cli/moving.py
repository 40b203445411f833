"""`errorbook import`, `export` and `publish`: records into a catalog, and out of it."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from catalog.cli.options import catalog_option, catalog_path, json_option, open_catalog
from catalog.cli.progress import progress
from catalog.cli.texts import replacing
from catalog.terminal.blocks import printable

if TYPE_CHECKING:
    from catalog.importers import Summary

#: Refusals and warnings that are printed for a person.
_SHOWN = 50


@click.command(name="import")
@click.argument("sources", metavar="SOURCE...", nargs=-1, required=True)
@click.option("--skip-bad", is_flag=True, help="Keep what is good when something is refused.")
@json_option
@catalog_option
def import_(sources: tuple[str, ...], skip_bad: bool, as_json: bool, catalog: str | None) -> None:
    """Bring records into the catalog, which is made if it does not exist.

    A SOURCE is a file, a folder (its *.json, *.jsonl and *.txt, also gzipped), an http(s) address,
    or - for standard input. It holds records as JSON (in their envelope, bare, in a list, one a
    line) or an error page as text. A record replaces the one of the same id; of two in one import
    the later one stands.

    If anything is refused, nothing changes, unless --skip-bad is given.
    """
    from catalog.importers import import_sources

    path = catalog_path(catalog)
    watch = partial(progress, what="Importing")
    summary = import_sources(path, sources, skip_bad=skip_bad, watch=watch)
    _say(summary.warnings, "; `errorbook check` finds them all")
    if as_json:
        click.echo(json.dumps(summary.as_document()))
    else:
        _report(summary, skip_bad=skip_bad)
    taken = summary.new + summary.changed + summary.unchanged
    if summary.refused and not (skip_bad and taken):
        click.get_current_context().exit(1)


def _report(summary: Summary, *, skip_bad: bool) -> None:
    _say([str(refusal) for refusal in summary.refused], "; --json lists them all")
    if summary.refused and not skip_bad:
        click.echo("Nothing was imported. --skip-bad keeps what is good.", err=True)
        return
    counts = f"{summary.new:,} new, {summary.changed:,} changed, {summary.unchanged:,} unchanged"
    click.echo(f"{counts}, {len(summary.refused):,} refused.")


def _say(lines: Sequence[str], where_all: str) -> None:
    """The first lines, and how many there are beyond."""
    for line in lines[:_SHOWN]:
        click.echo(printable(line), err=True)
    more = len(lines) - _SHOWN
    if more > 0:
        click.echo(f"... and {more:,} more{where_all}.", err=True)


@click.command()
@click.option("--output", metavar="FILE", help="Write to FILE instead of standard output.")
@catalog_option
def export(output: str | None, catalog: str | None) -> None:
    """Write every record, one JSON envelope a line, in the order of their ids.

    What was never edited comes out with the very bytes it came with.
    """
    from catalog.importers import envelope_line

    opened = open_catalog(catalog)
    if output is None or output == "-":
        for entry in opened.entries():
            sys.stdout.buffer.write(envelope_line(entry).encode() + b"\n")
        sys.stdout.buffer.flush()
        return
    with replacing(output) as file:
        for entry in opened.entries():
            file.write(envelope_line(entry).encode() + b"\n")


@click.command()
@click.argument("file", metavar="FILE")
@catalog_option
def publish(file: str, catalog: str | None) -> None:
    """Write a compact copy of the catalog to FILE, for bots that read it from elsewhere.

    FILE is replaced as a whole, at once; a bot that has it open goes on with the new one. It can
    lie in a folder that is read-only for the bot.
    """
    from catalog.store import publish as publish_catalog

    publish_catalog(catalog_path(catalog), Path(file))
    click.echo(f"Published to {file}.", err=True)
