"""Sources -> records and refusals: which form a text has, and what pages need of the rest."""

from __future__ import annotations

import json
import re
import tempfile
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from catalog.importers import pages
from catalog.importers.documents import read_document, read_json_lines, read_json_values
from catalog.importers.found import Found, Refusal, Unreadable
from catalog.importers.sources import expand, open_source, shown
from catalog.importers.streams import DAMAGED, NumberedLines, open_text
from catalog.json_text import BadJson, parse

#: From a repository and the beginning of a commit to the whole commit, None if it is not known.
FindCommit = Callable[[str, str], str | None]

#: The longest page, in characters; the seed has 4,000.
MAX_PAGE = 1_000_000
_JSON_LINES = (".jsonl", ".ndjson", ".jsonl.gz", ".ndjson.gz")
#: What bytes that are no text have become.
_NOT_TEXT = re.compile(r"[\udc80-\udcff]")
_FULL_COMMIT = re.compile(r"[0-9a-f]{40}(?:[0-9a-f]{24})?")


def read_sources(
    sources: Iterable[str], find_commit: FindCommit | None = None
) -> Iterator[Found | Refusal]:
    """Everything that the sources hold, in their order: records, and what was refused.

    A page shows only the beginning of its commit. Where neither `find_commit` nor what has been
    read so far knows the rest, the page waits for what is still to come and is given at the end.
    """
    commits = _Commits(find_commit)
    with tempfile.SpooledTemporaryFile(max_size=8_000_000) as waiting:
        for source in sources:
            for item in _read_source(source):
                if isinstance(item, _Page):
                    if commits.full(item.document):
                        yield from _pinned(item, commits)
                    else:
                        waiting.write(json.dumps(item).encode() + b"\n")
                else:
                    if isinstance(item, Found):
                        commits.note(item.document)
                    yield item
        waiting.seek(0)
        for line in waiting:
            yield from _pinned(_Page(*json.loads(line)), commits)


class _Page(NamedTuple):
    """What an error page says, and where it came from."""

    source: str
    document: dict[str, Any]


class _Commits:
    """The whole commits that are known: by the records read so far, and by the catalog."""

    def __init__(self, find_commit: FindCommit | None) -> None:
        self._find_commit = find_commit
        self._seen: defaultdict[str, set[str]] = defaultdict(set)

    def note(self, document: Mapping[str, Any]) -> None:
        """Remember the commit of a record."""
        commit = document.get("analyzedSha")
        if commit and _FULL_COMMIT.fullmatch(commit):
            self._seen[document["repo"]].add(commit)

    def full(self, document: Mapping[str, Any]) -> str | None:
        """The one whole commit that begins as the page's does."""
        repo: str | None = document["repo"]
        short: str | None = document["analyzedSha"]
        if not repo or not short or _FULL_COMMIT.fullmatch(short):
            return short
        found = {commit for commit in self._seen[repo] if commit.startswith(short)}
        if len(found) == 1:
            return found.pop()
        return self._find_commit(repo, short) if self._find_commit and not found else None


def _pinned(page: _Page, commits: _Commits) -> Iterator[Found | Refusal]:
    """The record of a page, pinned to its commit as far as that is known."""
    document = pages.pinned(page.document, commits.full(page.document))
    if document["id"] is None:
        reason = "is missing: the page does not show its address, /api/errors/<id>"
        yield Refusal(page.source, None, "id", reason)
    else:
        text = json.dumps(document, ensure_ascii=False, separators=(",", ":"))
        yield from read_document(text, page.source)


def _read_source(source: str) -> Iterator[Found | Refusal | _Page]:
    name = shown(source)
    try:
        for part in expand(source):
            name = shown(part)
            with open_source(part) as stream:
                yield from _read_text(NumberedLines(open_text(stream)), name)
    except Unreadable as error:
        yield Refusal(name, None, None, str(error))


def _read_text(lines: NumberedLines, name: str) -> Iterator[Found | Refusal | _Page]:
    try:
        yield from _reader(lines, name)(lines, name)
    except DAMAGED as error:
        yield Refusal(name, None, None, f"is damaged: {error}")
    except UnicodeDecodeError as error:
        yield Refusal(name, None, None, f"is not {error.encoding.upper()} text")
    except OSError as error:
        yield Refusal(name, None, None, f"cannot be read: {error.strerror or error}")


Reader = Callable[[NumberedLines, str], Iterator[Found | Refusal | _Page]]


def _reader(lines: NumberedLines, name: str) -> Reader:
    """Who can read a text, going by its name and its first lines."""
    first, second = (*lines.look(2), "", "")[:2]
    if not first:
        return _refuse("is empty")
    if pages.is_page(first):
        return _read_page
    if first.lstrip().startswith("["):
        return read_json_values
    if name.lower().endswith(_JSON_LINES) or _is_object(first):
        return read_json_lines
    if _is_object(second) and not first.rstrip().endswith((":", ",")):
        return read_json_lines  # Only its first line is damaged.
    if first.lstrip().startswith("{"):
        return read_json_values
    return _refuse("is neither JSON nor an error page (owner/name · severity · Class)")


def _is_object(line: str) -> bool:
    """Whether a line is a JSON object for itself."""
    if not line.lstrip().startswith("{"):
        return False
    try:
        return isinstance(parse(line), dict)
    except BadJson:
        return False


def _read_page(lines: NumberedLines, name: str) -> Iterator[Refusal | _Page]:
    text = lines.read_all(MAX_PAGE + 1)
    if len(text) > MAX_PAGE:
        yield Refusal(name, None, None, f"is longer than a page can be, {MAX_PAGE:,} characters")
    elif _NOT_TEXT.search(text):
        yield Refusal(name, None, None, "is not UTF-8 text")
    else:
        yield _Page(name, pages.read_page(text))


def _refuse(reason: str) -> Reader:
    """The reader of what nobody can read."""
    return lambda lines, name: iter([Refusal(name, lines.number or None, None, reason)])
