"""`errorbook show`, `search`, `stats` and `remove`: looking at records, and taking them out."""

from __future__ import annotations

import json

import click

from catalog.cli.options import catalog_option, catalog_path, json_option, open_catalog


@click.command()
@click.argument("record_id", metavar="ID")
@json_option
@catalog_option
def show(record_id: str, as_json: bool, catalog: str | None) -> None:
    """Print everything that the record ID says; with --json, the record as it came."""
    from catalog.terminal import record_page
    from catalog.terminal import show as show_blocks

    opened = open_catalog(catalog)
    if as_json:
        click.echo(opened.entry(record_id).document)
    else:
        show_blocks(record_page(opened.get(record_id)))


# People look for flags: `--mem-fraction-static` is a word here, as long as it is no option.
@click.command(context_settings={"ignore_unknown_options": True})
@click.argument("words", nargs=-1, required=True)
@click.option(
    "--limit", default=10, show_default=True, type=click.IntRange(min=1), help="At most this many."
)
@json_option
@catalog_option
def search(words: tuple[str, ...], limit: int, as_json: bool, catalog: str | None) -> None:
    """Find records by WORDS, as you would say them: `search eagle unified memory`.

    With --json, one record a line.
    """
    from catalog.terminal import listing
    from catalog.terminal import show as show_blocks

    found = open_catalog(catalog).search(" ".join(words), limit)
    if as_json:
        for record in found:
            click.echo(json.dumps(record.to_document()))
    else:
        show_blocks(listing(found))


@click.command()
@json_option
@catalog_option
def stats(as_json: bool, catalog: str | None) -> None:
    """Count the records: by origin, by repository, by class."""
    from catalog.terminal import show as show_blocks
    from catalog.terminal import statistics

    opened = open_catalog(catalog)
    if as_json:
        click.echo(json.dumps(opened.stats()))
    else:
        show_blocks(statistics(str(opened.path), opened.stats()))


@click.command()
@click.argument("record_ids", metavar="ID...", nargs=-1, required=True)
@catalog_option
def remove(record_ids: tuple[str, ...], catalog: str | None) -> None:
    """Take the records ID... out of the catalog; all of them, or none if one does not exist."""
    from catalog.store import Catalog, remove_records

    path = catalog_path(catalog)
    opened = Catalog.open(path)
    for record_id in record_ids:
        opened.get(record_id)
    count = remove_records(path, record_ids)
    click.echo(f"{count} record{'' if count == 1 else 's'} removed from {path}.", err=True)
