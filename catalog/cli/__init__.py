"""The catalog's commands. What a command needs is imported when it runs."""

from __future__ import annotations

import click

from catalog.cli.lazy import LazyGroup
from catalog.cli.options import catalog_option

COMMANDS = {
    "check": "catalog.cli.checking:check",
    "explain": "catalog.cli.explaining:explain",
    "export": "catalog.cli.moving:export",
    "import": "catalog.cli.moving:import_",
    "mine": "catalog.cli.mining:mine",
    "publish": "catalog.cli.moving:publish",
    "remove": "catalog.cli.records:remove",
    "scan": "catalog.cli.scanning:scan",
    "search": "catalog.cli.records:search",
    "show": "catalog.cli.records:show",
    "stats": "catalog.cli.records:stats",
}


def _print_version(context: click.Context, _option: click.Parameter, asked: bool) -> None:
    if not asked:
        return
    from importlib.metadata import PackageNotFoundError, version

    try:
        click.echo(f"errorbook {version('errorbook')}")
    except PackageNotFoundError:
        click.echo("errorbook, from a source tree")
    context.exit()


@click.group(
    cls=LazyGroup, places=COMMANDS, context_settings={"help_option_names": ["-h", "--help"]}
)
@click.option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_print_version,
    help="Show the version.",
)
@catalog_option
def cli(catalog: str | None) -> None:
    """Errorbook knows errors: what they mean, why they happen, how to fix them.

    Results go to standard output, everything else to standard error. The exit status is 0 when
    there is a result, 1 when input or data was refused, 2 when the command was used wrongly.
    """
    click.get_current_context().obj = catalog
