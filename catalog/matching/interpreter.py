"""What Python itself says: messages that many libraries repeat word for word."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from catalog.store import keys
from catalog.template import Template, align, fold


@cache
def _templates() -> dict[str, list[Template]]:
    """Python's own templates by class, from `interpreter.txt`."""
    found: dict[str, list[Template]] = {}
    text = Path(__file__).with_name("interpreter.txt").read_text("utf-8")
    for line in text.splitlines():
        if line and not line.startswith("#"):
            name, _, message = line.partition(":")
            parts = tuple(fold(part) for part in message.strip().split("{}"))
            found.setdefault(name, []).append(Template(parts))
    return found


def interpreter_literals(exc_type: str | None, message: str) -> int:
    """How many literal characters of Python's own template explain the whole message; 0 for none.

    Without a class, every class counts.
    """
    by_class = _templates()
    if exc_type is None:
        asked = [template for templates in by_class.values() for template in templates]
    else:
        asked = by_class.get(keys.bare_class(exc_type), [])
    best = 0
    for template in asked:
        found = align(template.parts, message)
        if found is not None and (found.start, found.end) == (0, len(message)):
            best = max(best, template.literals)
    return best
