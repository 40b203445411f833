"""Records and errors that the tests of the catalog share."""

import json
from pathlib import Path
from typing import Any

from catalog.models import Frame, RaisedError, Report

SEEDS = Path(__file__).parents[2] / "catalog" / "records"


def seed(record_id: str) -> dict[str, Any]:
    """A seed's document, out of its envelope if it is in one."""
    document = json.loads((SEEDS / f"{record_id}.json").read_text())
    return document.get("record", document)


STEPS = seed("b85047f626c3a8b1")
UNIFIED = seed("cb2a458448d957cf")


def mined(record_id: str, message: str | None, **fields: Any) -> dict[str, Any]:
    """A mined document; `{}` in the message are holes."""
    import re

    document: dict[str, Any] = {
        "id": record_id,
        "repo": "pypi/pkg",
        "errorMessage": message,
        "messagePattern": None,
        "errorClass": "ValueError",
        "filePath": "pkg/core/work.py",
        "lineNumber": 10,
        "function": "Worker.run",
        "origin": "mined",
        "schemaVersion": 2,
    }
    if message is not None:
        parts = re.split(r"\{\w*\}", message)
        document["messagePattern"] = "(.+?)".join(re.escape(part) for part in parts)
    return {**document, **fields}


def error(
    message: str,
    exc_type: str | None = "ValueError",
    *frames: tuple[str, int | None, str],
    **fields: Any,
) -> RaisedError:
    """An error whose frames run from the outermost to the innermost."""
    shown = tuple(Frame(filename, line, name) for filename, line, name in frames)
    return RaisedError(exc_type, message, shown, **fields)


def report(*errors: RaisedError, sentences: tuple[RaisedError, ...] = ()) -> Report:
    """A report whose last error is THE error."""
    return Report("", errors, tuple(reversed(range(len(errors)))), sentences)
