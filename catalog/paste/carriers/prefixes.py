"""Prefixes before each line, undone: each writer's lines become a stream of their own."""

from __future__ import annotations

from typing import TYPE_CHECKING

from catalog.paste.carriers.shapes import find_carrier, find_shapes
from catalog.paste.findings import Line
from catalog.paste.lazy import lazily

if TYPE_CHECKING:
    from collections.abc import Iterable

#: Times and dates, which tell no two writers apart.
TIME = lazily(r"\d+(?:[-:.,/T+ ]+\d+)+Z?")
#: containerd's flag for a line that goes on in the next record, and for one that does not.
PARTIAL = lazily(r"(?P<lead>\S+ std(?:out|err)) P (?P<rest>.*)$")
FULL = lazily(r"(?P<lead>\S+ std(?:out|err)) F (?P<rest>.*)$")
#: Carriers put around each other.
MOST_STACKED = 4


def split_streams(lines: list[Line], text: str, depth: int = 0) -> list[list[Line]]:
    """The lines by their writers, without their prefixes: first those without any."""
    if " P " in text and "std" in text:
        lines = _glued(lines)
    shapes = find_shapes(lines, text)
    more = not shapes
    if more:
        shapes = find_carrier(lines)
    if not shapes:
        return [lines]
    streams: dict[str, list[Line]] = {"": []}
    keys: dict[str, str] = {}
    taken = False
    for line in lines:
        end = next((end for shape in shapes if (end := shape.end_in(line.text)) >= 0), -1)
        if end < 0:
            streams[""].append(line._replace(bound=True) if taken else line)
            taken = False
            continue
        prefix = line.text[:end]
        key = keys.get(prefix)
        if key is None:
            key = keys[prefix] = TIME.sub("", prefix).strip() or prefix
        rest = Line(line.text[end:], line.start + end, line.end, line.bound)
        streams.setdefault(key, []).append(rest)
        taken = True
    bare = streams.pop("")
    split = list(_writers(streams))
    if more and depth < MOST_STACKED:
        split = [
            each
            for lines in split
            for each in split_streams(lines, "\n".join([line.text for line in lines]), depth + 1)
        ]
    return [bare, *split] if bare else split


def _glued(lines: list[Line]) -> list[Line]:
    """Lines that a container runtime broke (its flag is P) with what follows them."""
    out: list[Line] = []
    waiting = False
    for line in lines:
        partial = PARTIAL.match(line.text)
        part = partial or (FULL.match(line.text) if waiting else None)
        if waiting and part:
            out[-1] = out[-1]._replace(text=out[-1].text + part["rest"], end=line.end)
        elif part:
            out.append(line._replace(text=f"{part['lead']} F {part['rest']}"))
        else:
            out.append(line)
        waiting = partial is not None
    return out


def _writers(streams: dict[str, list[Line]]) -> Iterable[list[Line]]:
    """One list for each writer; one for all where the prefix is another each time."""
    total = sum(map(len, streams.values()))
    if len(streams) > 3 and len(streams) * 2 > total:
        together = [line for lines in streams.values() for line in lines]
        return [_left(sorted(together, key=lambda line: line.start))]
    return map(_left, streams.values())


def _left(lines: list[Line]) -> list[Line]:
    """The lines moved left as far as all of them, blank ones apart, are indented."""
    least = 1000
    for line in lines:
        if line.text and line.text[0] != " ":
            return lines
        if line.text.strip():
            least = min(least, len(line.text) - len(line.text.lstrip(" ")))
    return [
        Line(line.text[least:], min(line.start + least, line.end), line.end, line.bound)
        for line in lines
    ]
