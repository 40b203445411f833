"""A whole typed message -> `text` and one rich_text block: sections, code, quotes and lists."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import groupby
from typing import Any, NamedTuple

from bot.workspace.composer.inline import EMPTY, Element, Names, Run, mentioned, plain, typed

# A person's message is cut nowhere below this; above it the client offers to make a snippet.
COMPOSER_LIMIT = 12_000

_FENCE = re.compile(r"```\n?(.+?)\n?```", re.DOTALL)
_LINE = re.compile(
    r"""
    (?P<rest>    >>> \s? )
  | (?P<quote>   > \s? )
  | (?P<bullet>  (?P<indent> [ ]* ) [-*•] [ ] ) (?= \S )
  | (?P<ordered> \d{1,3} \. [ ] ) (?= \S )
    """,
    re.VERBOSE,
)


class Composed(NamedTuple):
    """What Slack makes of a typed message."""

    text: str
    blocks: list[dict[str, Any]]


class _Part(NamedTuple):
    """One child of the rich_text block, and the lines of `text` it stands for."""

    text: str
    element: Element


def compose(text: str, names: Names, *, markup: bool = True, block_id: str = "") -> Composed:
    """What arrives when a person sends `text`.

    With `markup` the client reads fences, quotes, lists and styles; without it everything stays as
    typed (the other setting of Slack's composer), and only links and mentions are made.
    """
    parts = list(_parts(text, names)) if markup else [_section(mentioned(text, names))]
    elements = [part.element for part in parts if part.element["elements"]]
    block: dict[str, Any] = {"type": "rich_text", "block_id": block_id, "elements": elements}
    return Composed("".join(part.text for part in parts), [block] if elements else [])


def _parts(text: str, names: Names) -> Iterator[_Part]:
    last = 0
    for fence in _FENCE.finditer(text):
        if before := text[last : fence.start()]:
            yield from _lines(before, names)
        yield _code(fence.group(1))
        last = fence.end()
        if text[last : last + 1] == "\n":
            # The line break after a block of code belongs to the block, not to what follows.
            yield _Part("\n", {"type": "rich_text_section", "elements": []})
            last += 1
    if rest := text[last:]:
        yield from _lines(rest, names)


def _code(code: str) -> _Part:
    run = plain(code)
    element = {"type": "rich_text_preformatted", "elements": run.elements, "border": 0}
    return _Part(f"```{run.text}```", element)


def _section(run: Run) -> _Part:
    return _Part(run.text, {"type": "rich_text_section", "elements": run.elements})


def _lines(text: str, names: Names) -> Iterator[_Part]:
    if rest := re.search(r"^>>>\s?", text, re.MULTILINE):
        if rest.start():
            yield from _lines(text[: rest.start()], names)
        run = typed(text[rest.end() :], names)
        yield _Part("&gt;&gt;&gt;" + run.text, _quote(run))
        return
    for kind, group in groupby(text.splitlines(keepends=True), _kind):
        yield _group(kind, list(group), names)


def _kind(line: str) -> tuple[str, int]:
    """What a line is, and for a bullet how deep it is indented."""
    match = _LINE.match(line)
    if not match:
        return "plain", 0
    if match["bullet"]:
        return "bullet", min(len(match["indent"]) // 2, 8)
    return ("ordered", 0) if match["ordered"] else ("quote", 0)


def _group(kind: tuple[str, int], lines: list[str], names: Names) -> _Part:
    name, depth = kind
    if name == "plain":
        return _section(_all(lines, names))
    bare = [_LINE.sub("", line, count=1) for line in lines]
    if name == "quote":
        runs = [typed(line, names) for line in bare]
        whole = _all(bare, names)
        return _Part("".join("&gt; " + run.text for run in runs), _quote(_without_end(whole)))
    items = [typed(line.rstrip("\n"), names) for line in bare]
    signs = [f"{number}. " for number in range(1, len(items) + 1)]
    if name == "bullet":
        signs = ["    " * depth + "• "] * len(items)
    text = "\n".join(sign + item.text for sign, item in zip(signs, items, strict=True))
    return _Part(text + ("\n" if lines[-1].endswith("\n") else ""), _list(name, depth, items))


def _all(lines: list[str], names: Names) -> Run:
    whole = EMPTY
    for line in lines:
        whole += typed(line, names)
    return whole


def _without_end(run: Run) -> Run:
    """The same without a last line break, which the end of a quote stands for."""
    if run.elements and run.elements[-1]["type"] == "text":
        last = {**run.elements[-1], "text": run.elements[-1]["text"].removesuffix("\n")}
        kept = [last] if last["text"] else []
        return Run(run.text.removesuffix("\n"), [*run.elements[:-1], *kept])
    return run


def _quote(run: Run) -> Element:
    return {"type": "rich_text_quote", "elements": run.elements}


def _list(kind: str, depth: int, items: list[Run]) -> Element:
    sections = [{"type": "rich_text_section", "elements": item.elements} for item in items]
    return {
        "type": "rich_text_list",
        "style": kind,
        "indent": depth,
        "border": 0,
        "elements": sections,
    }
