"""Record documents for the tests of reading and importing."""

import json
from typing import Any

SMALLEST = {"id": "r1", "repo": "owner/name", "schemaVersion": 2}


def document(**fields: Any) -> dict[str, Any]:
    """A valid document with these fields."""
    return {**SMALLEST, **fields}


def text(**fields: Any) -> str:
    """The same as JSON text, as `json.dumps` writes it."""
    return json.dumps(document(**fields))
