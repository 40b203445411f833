"""What `errorbook scan` says to a person: the distinct errors of a log, most frequent first."""

from __future__ import annotations

from typing import TYPE_CHECKING

from catalog.terminal.answer import headline
from catalog.terminal.blocks import GAP, Block, one_line
from catalog.terminal.page import title

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from catalog.models import Verdict
    from catalog.scan import Place, Scan, Seen

NOTHING = "I see no error in {lines}."
LEFT_OUT = "{count:,} more errors are not listed: there are too many different ones."


def scanned(
    result: Scan, answered: Iterable[tuple[Seen, Verdict]], names: Sequence[str]
) -> list[Block]:
    """The list. `names` are those of the logs, in the order in which they were read."""
    blocks = [block for seen, verdict in answered for block in _error(seen, verdict, names)]
    if not blocks:
        blocks = [Block("text", NOTHING.format(lines=_count(result.lines, "line")))]
    if result.left_out:
        blocks += [GAP, Block("note", LEFT_OUT.format(count=result.left_out))]
    return blocks


def _error(seen: Seen, verdict: Verdict, names: Sequence[str]) -> list[Block]:
    error = verdict.error
    said = one_line(headline(error)) if error else ""
    return [
        Block("title", f"{seen.count:,} × {said}"),
        Block("item", _places(seen, names), " "),
        Block("item", _verdict(verdict), " "),
    ]


def _places(seen: Seen, names: Sequence[str]) -> str:
    if seen.count == 1:
        return f"at {_place(seen.first, names)}"
    return f"first at {_place(seen.first, names)}, last at {_place(seen.last, names)}"


def _place(place: Place, names: Sequence[str]) -> str:
    line = f"line {place.line:,}"
    return line if len(names) == 1 else f"{names[place.log]}, {line}"


def _verdict(verdict: Verdict) -> str:
    if verdict.best is None:
        return "not in the catalog"
    record = verdict.best.record
    sure = "known" if verdict.kind == "known" else "perhaps"
    return f"{sure}: {one_line(title(record), 100)} (errorbook show {record.id})"


def _count(number: int, noun: str) -> str:
    return f"{number:,} {noun}{'' if number == 1 else 's'}"
