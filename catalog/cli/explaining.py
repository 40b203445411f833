"""`errorbook explain`: the answer to a text, or to many."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from math import isfinite
from typing import IO, TYPE_CHECKING, Any

import click

from catalog.cli.options import catalog_option, json_option, open_catalog
from catalog.cli.texts import MAX_TEXT, open_input, read_text

if TYPE_CHECKING:
    from catalog.store import Catalog

#: A text without an error and not longer than this, in characters, may be words to search by; and
#: how many records to show that have them.
_WORDS = 300
_FOUND = 3
#: Bytes of one line of a batch: a text of the greatest length, each character escaped.
_MAX_LINE = 8 * MAX_TEXT


@click.command()
@click.argument("file", required=False)
@json_option
@click.option("--why", is_flag=True, help="Also say what was read and which records lost, and why.")
@click.option(
    "--batch",
    metavar="FILE",
    help='Read lines {"id", "text"} from FILE (- for standard input); one verdict a line.',
)
@catalog_option
def explain(
    file: str | None, as_json: bool, why: bool, batch: str | None, catalog: str | None
) -> None:
    """Say what the error in FILE means, why it happens and how to fix it.

    FILE is a traceback, a log, or any text with an error in it; without FILE, or with -, it is
    read from standard input. At most 1 MB is read: `errorbook scan` reads logs of any size.
    """
    if batch is not None:
        if file or why:
            raise click.UsageError("--batch goes neither with FILE nor with --why.")
        _explain_batch(batch, open_catalog(catalog))
        return
    if why and as_json:
        raise click.UsageError("--why is for people and --json for programs: choose one.")
    opened = open_catalog(catalog)
    _explain_text(read_text(file), opened, as_json=as_json, why=why)


def _explain_text(text: str, catalog: Catalog, *, as_json: bool, why: bool) -> None:
    from catalog.contract import verdict_document
    from catalog.terminal import answer, show
    from catalog.terminal import why as reasons
    from catalog.triage import triage

    verdict = triage(text, catalog, asked=True)
    if as_json:
        click.echo(json.dumps(verdict_document(verdict)))
        return
    words = verdict.kind == "no-error" and len(text) <= _WORDS
    found = catalog.search(text, _FOUND) if words else ()
    show([*answer(verdict, found), *(reasons(verdict) if why else ())])


def _explain_batch(source: str, catalog: Catalog) -> None:
    """Answer line by line, so that another program can write a line and read its answer."""
    lines = answered = 0
    with open_input(source) as stream:
        for line in _lines(stream):
            lines += 1
            document = _answer_line(line, catalog)
            answered += "error" not in document
            sys.stdout.write(json.dumps(document) + "\n")
            sys.stdout.flush()
    if answered < lines:
        click.echo(f"{lines - answered} of {lines} lines were refused.", err=True)
    if lines and not answered:
        click.get_current_context().exit(1)


def _lines(stream: IO[bytes]) -> Iterator[bytes]:
    """The lines of a batch; of one that is too long, more than the limit, but not all."""
    while line := stream.readline(_MAX_LINE + 1):
        rest = line
        while len(rest) > _MAX_LINE and not rest.endswith(b"\n"):
            rest = stream.readline(_MAX_LINE + 1)
        yield line


def _answer_line(line: bytes, catalog: Catalog) -> dict[str, Any]:
    from catalog.contract import verdict_document
    from catalog.triage import triage

    if len(line) > _MAX_LINE:
        return {"id": None, "error": f"The line is longer than {_MAX_LINE:,} bytes."}
    try:
        text_line = line.decode("utf-8-sig", "replace")
        question = json.loads(text_line, parse_constant=_refuse, parse_float=_finite)
    except (ValueError, RecursionError):
        question = None
    if not isinstance(question, dict):
        return {"id": None, "error": 'The line is not a JSON object like {"id": "1", "text": "…"}.'}
    asked_as, text = question.get("id"), question.get("text")
    if not isinstance(text, str):
        return {"id": asked_as, "error": 'The line has no string "text".'}
    if len(text) > MAX_TEXT:
        reason = "The text is longer than 1 MB. `errorbook scan` reads logs of any size."
        return {"id": asked_as, "error": reason}
    return verdict_document(triage(text, catalog, asked=True), asked_as)


def _refuse(constant: str) -> None:
    raise ValueError(constant)


def _finite(number: str) -> float:
    """A number with a fraction or an exponent; one that is too large has no form in an answer."""
    value = float(number)
    if not isfinite(value):
        raise ValueError(number)
    return value
