"""Stacks that are printed under the class line, innermost frame first: Java, JavaScript."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from catalog.paste.findings import Finding, capped

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from catalog.models import Frame, Link
    from catalog.paste.findings import Line

#: A class line stands at most so many lines above its first frame.
MOST_ABOVE = 60


class Head(NamedTuple):
    """The class line of a stack. `link` says that it hangs on the error printed before it."""

    exc_type: str
    message: str
    at: int
    link: Link | None = None


class Style(NamedTuple):
    """How a language prints its stacks.

    `frame` reads a line of the stack, `skips` tells the lines among them that say how many are
    left out, and `left_out` how many of those the enclosing error has as well. `head` reads a class
    line, `between` tells the lines that may stand between the message and the stack without being
    part of either.
    """

    language: str
    frame: Callable[[str], Frame | None]
    skips: Callable[[str], bool]
    left_out: Callable[[str], int]
    head: Callable[[str], Head | None]
    between: Callable[[str], bool]


def read_stacks(lines: Sequence[Line], style: Style) -> list[Finding]:
    """The errors with their stacks; a stack without a class line above it is a thread dump."""
    found: list[Finding] = []
    after = 0
    index = 0
    while index < len(lines):
        text = lines[index].text
        if style.frame(text) is None and not (style.skips(text) and index > after):
            index += 1
            continue
        end, frames = _stack(lines, index, style)
        placed = _head(lines, index, after, style)
        if placed is not None:
            place, head = placed
            error = Finding(
                head.exc_type,
                _message(lines, place, index, head, style),
                frames=capped(reversed(frames)),
                language=style.language,
                start=lines[place].start + head.at,
                end=lines[end - 1].end,
                introduction=lines[place].text[: head.at],
            )
            if head.link is not None and found:
                error.parent, error.link = found[-1], head.link
                shared = style.left_out(lines[end - 1].text)
                error.frames = capped([*found[-1].frames[:shared], *error.frames])
            found.append(error)
        after = index = end
    return found


def _stack(lines: Sequence[Line], index: int, style: Style) -> tuple[int, list[Frame]]:
    """The frames from this line on, innermost first, and where they end."""
    frames: list[Frame] = []
    while index < len(lines):
        text = lines[index].text
        frame = style.frame(text)
        if frame is not None:
            frames.append(frame)
        elif not style.skips(text):
            break
        index += 1
    return index, frames


def _head(lines: Sequence[Line], index: int, after: int, style: Style) -> tuple[int, Head] | None:
    """The nearest class line above a stack."""
    for place in range(index - 1, max(after, index - MOST_ABOVE) - 1, -1):
        head = style.head(lines[place].text)
        if head is not None:
            return place, head
        if lines[place].bound:
            return None
    return None


def _message(lines: Sequence[Line], place: int, index: int, head: Head, style: Style) -> str:
    """The message from its class line down to the stack."""
    parts = [head.message]
    for line in lines[place + 1 : index]:
        if style.between(line.text):
            break
        parts.append(line.text)
    while len(parts) > 1 and not parts[-1].strip():
        parts.pop()
    return "\n".join(parts)
