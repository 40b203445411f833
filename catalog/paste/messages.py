"""The message of an error from its first line on, for the forms that print it before a stack."""

from __future__ import annotations

from typing import TYPE_CHECKING

from catalog.paste import endings
from catalog.paste.names import class_line

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from catalog.paste.findings import Line

#: A message before its stack has no more lines than this.
MOST_LINES = 200


def read_message(
    lines: Sequence[Line], at: int, first: str, stops: Callable[[str], bool]
) -> tuple[str, int]:
    """The message that begins with `first` in the line before `at`, and the index behind it.

    It goes on until `stops` says so of a line, or a line is of the log or the talk around it.
    Empty lines at its end are no part of it.
    """
    parts = [first]
    index = at
    while index < len(lines) and index - at < MOST_LINES:
        line = lines[index]
        stripped = line.text.strip()
        if line.bound or stops(line.text):
            break
        if stripped and endings.ends_message(
            stripped, line.text, after_gap=not parts[-1].strip() and len(parts) > 1
        ):
            break
        parts.append(line.text)
        index += 1
    while len(parts) > 1 and not parts[-1].strip():
        parts.pop()
        index -= 1
    return "\n".join(parts), index


def is_class_line(text: str) -> bool:
    return class_line(text, strong=True) is not None
