"""How far a long command has come: a line that renews itself, where a person looks on."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from typing import TypeVar

Item = TypeVar("Item")
#: Below this many things nobody waits long enough to want a bar.
_FEW = 5000


def progress(items: Iterable[Item], what: str, total: int | None = None) -> Iterator[Item]:
    """The items, counted on standard error while they are taken, if that is a terminal.

    `total` is how many there will be; without it the bar only counts.
    """
    if not sys.stderr.isatty() or (total is not None and total < _FEW):
        yield from items
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn
    from rich.progress import TimeElapsedColumn as Elapsed

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), Elapsed())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        yield from bar.track(items, total=total, description=what)
