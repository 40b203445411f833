"""`errorbook check`: are the records good?"""

from __future__ import annotations

import json
from pathlib import Path

import click

from catalog.cli.options import catalog_option, json_option, open_catalog
from catalog.cli.progress import progress
from catalog.terminal.blocks import printable


@click.command()
@json_option
@click.option("--errors-only", is_flag=True, help="Leave the warnings out.")
@click.option("--source", metavar="CHECKOUT", help="Compare with a checkout of their repository.")
@catalog_option
def check(as_json: bool, errors_only: bool, source: str | None, catalog: str | None) -> None:
    """Check that the records are good: patterns that match what they should, links that are pinned.

    An error makes answers wrong, a warning makes them worse. The exit status is 1 if there is an
    error. With --json, one finding a line.

    With --source, the records of that repository are compared with what stands there: the pinned
    line, the excerpt, the template. What has moved since they were pinned is a warning.
    """
    from catalog.check import check_catalog

    opened = open_catalog(catalog)
    counts = {"error": 0, "warning": 0}
    records = progress(opened.records(), "Checking", len(opened))
    if source is None:
        findings = check_catalog(opened, records)
    else:
        from catalog.mining.verify import verify

        findings = verify(records, Path(source))
    for finding in findings:
        counts[finding.level] += 1
        if errors_only and finding.level == "warning":
            continue
        click.echo(json.dumps(finding._asdict()) if as_json else printable(str(finding)))
    errors, warnings = counts["error"], counts["warning"]
    click.echo(f"{len(opened):,} records: {errors:,} errors, {warnings:,} warnings.", err=True)
    if errors:
        click.get_current_context().exit(1)
