"""`errorbook check`: are the records good?"""

from __future__ import annotations

import json

import click

from catalog.cli.options import catalog_option, json_option, open_catalog
from catalog.cli.progress import progress


@click.command()
@json_option
@click.option("--errors-only", is_flag=True, help="Leave the warnings out.")
@catalog_option
def check(as_json: bool, errors_only: bool, catalog: str | None) -> None:
    """Check that the records are good: patterns that match what they should, links that are pinned.

    An error makes answers wrong, a warning makes them worse. The exit status is 1 if there is an
    error. With --json, one finding a line.
    """
    from catalog.check import check_catalog

    opened = open_catalog(catalog)
    counts = {"error": 0, "warning": 0}
    records = progress(opened.records(), "Checking", len(opened))
    for finding in check_catalog(opened, records):
        counts[finding.level] += 1
        if errors_only and finding.level == "warning":
            continue
        click.echo(json.dumps(finding._asdict()) if as_json else str(finding))
    errors, warnings = counts["error"], counts["warning"]
    click.echo(f"{len(opened):,} records: {errors:,} errors, {warnings:,} warnings.", err=True)
    if errors:
        click.get_current_context().exit(1)
