"""Whether records say of a repository what stands in a checkout of it."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path

from catalog.check.findings import Finding
from catalog.mining.git import checkout_at
from catalog.mining.merge import template_of
from catalog.mining.problems import NoSuchTarget
from catalog.mining.records import Document
from catalog.mining.run import mine_trees
from catalog.mining.sites import USUAL_KINDS
from catalog.mining.targets import tree_of_checkout
from catalog.models import Record
from catalog.template import align, fold, read_template, search

#: How far an excerpt may lie from where it is said to, for saying where it is instead.
_NEAR = 400


def verify(records: Iterable[Record], folder: Path) -> Iterator[Finding]:
    """What is wrong with the records of the repository that a folder is a checkout of.

    Errors where the checkout stands at the commit a record is pinned to, warnings elsewhere: there
    it is what has moved since. Raises NoSuchTarget where the folder is no checkout.
    """
    checkout = checkout_at(folder)
    if checkout is None:
        raise NoSuchTarget(str(folder), "--source needs a git checkout")
    tree = tree_of_checkout(checkout)
    (mined,) = mine_trees([tree], kinds=USUAL_KINDS | {"warn"}, everything=True)
    sites = _Sites(mined.documents)
    for record in records:
        if record.repo != tree.source.repo or record.last_seen is not None:
            continue
        pinned = record.analyzed_sha == checkout.commit
        for rule, message in _problems(record, sites, checkout.root):
            yield Finding(record.id, "error" if pinned else "warning", rule, message)


class _Sites:
    """The raise sites of the checkout: by path, and by class and template."""

    def __init__(self, documents: Iterable[Document]) -> None:
        self.by_path: dict[str, list[Document]] = defaultdict(list)
        self.by_text: dict[tuple[str | None, str | None], list[Document]] = defaultdict(list)
        for document in documents:
            self.by_path[document["filePath"]].append(document)
            self.by_text[document.get("errorClass"), template_of(document)].append(document)


def _problems(record: Record, sites: _Sites, root: Path) -> Iterator[tuple[str, str]]:
    yield from _pattern_problems(record)
    if record.file_path is None or record.line_number is None:
        return
    path = root / record.file_path
    if not path.resolve().is_relative_to(root.resolve()) or not path.is_file():
        yield (
            "source-path",
            f"There is no {record.file_path} in the checkout.{_elsewhere(record, sites)}",
        )
        return
    if not _holds_raise(record, sites):
        yield (
            "source-line",
            f"{record.file_path}:{record.line_number} is no raise of {_shown(record)}."
            f"{_elsewhere(record, sites)}",
        )
    yield from _excerpt_problems(record, path.read_text("utf-8", "replace").split("\n"))


def _pattern_problems(record: Record) -> Iterator[tuple[str, str]]:
    template = read_template(record.error_message, record.message_pattern)
    if template is None or record.error_message is None:
        return
    text = fold(record.error_message).strip()
    found = search(template.regex, text) if template.regex else align(template.parts, text)
    if found is None:
        yield (
            "source-pattern",
            f"The pattern does not fit its own message, {record.error_message!r}.",
        )


def _holds_raise(record: Record, sites: _Sites) -> bool:
    """Whether a raise with the record's class and template lies over its line."""
    line = record.line_number or 0
    return any(
        site["lineNumber"] <= line <= site["raiseEnd"] and _same_text(record, site)
        for site in sites.by_path.get(record.file_path or "", ())
    )


def _same_text(record: Record, site: Document) -> bool:
    if record.error_class is not None and site.get("errorClass") != record.error_class:
        return False
    own = template_of(record.to_document())
    return own is None or own in {template_of({"errorMessage": one}) for one in _messages(site)}


def _messages(site: Document) -> list[str | None]:
    return site.get("alternatives") or [site.get("errorMessage")]


def _elsewhere(record: Record, sites: _Sites) -> str:
    """Where the record's site stands instead, as far as that can be told."""
    own = template_of(record.to_document())
    found = sites.by_text.get((record.error_class, own), ()) if own else ()
    if record.function:
        found = [one for one in found if one.get("function") == record.function] or found
    if len(found) != 1:
        return "" if not found else f" The same template stands at {len(found)} other places."
    return f" It has moved to {found[0]['filePath']}:{found[0]['lineNumber']}."


def _shown(record: Record) -> str:
    return f"{record.error_class or 'an error'} with {record.error_message!r}"


def _excerpt_problems(record: Record, lines: list[str]) -> Iterator[tuple[str, str]]:
    start = record.source_code_start
    if not record.source_code or start is None:
        return
    wanted = [line.rstrip() for line in record.source_code.rstrip("\n").split("\n")]
    if _stands_at(wanted, lines, start):
        return
    near = range(max(1, start - _NEAR), start + _NEAR)
    moved = next((at for at in near if _stands_at(wanted, lines, at)), None)
    more = f" It stands at line {moved}." if moved else ""
    yield "source-excerpt", f"The excerpt is not what stands at line {start}.{more}"


def _stands_at(wanted: list[str], lines: list[str], start: int) -> bool:
    there = lines[start - 1 : start - 1 + len(wanted)]
    return len(there) == len(wanted) and all(
        re.sub(r"\s+$", "", line) == expected for line, expected in zip(there, wanted, strict=True)
    )
