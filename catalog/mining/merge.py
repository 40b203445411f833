"""Mined records beside those that a catalog already has: the same site is the same record.

A site keeps its id when its line moves, and when its file or function is renamed recognisably. What
somebody wrote stays; what the code says is brought up to date. A site that is gone is marked, not
removed: people still run the version that had it.
"""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from catalog.mining.records import Document
from catalog.mining.source import Source
from catalog.store import Entry

#: Where a site stands: pinned anew with every version.
PINS = (
    "filePath",
    "lineNumber",
    "raiseEnd",
    "sourceCode",
    "sourceCodeStart",
    "sourceCodeEnd",
    "githubUrl",
    "analyzedSha",
)
#: What is kept of a place in another version than the one a record shows.
_OTHER_PINS = ("filePath", "lineNumber", "raiseEnd", "githubUrl", "analyzedSha")
_HOLE = re.compile(r"\{[^{}\n]*\}")
_DIGITS = re.compile(r"\d+")


class Existing(NamedTuple):
    """A record of the catalog, as it is stored and as it reads."""

    entry: Entry
    document: Document


class Merged(NamedTuple):
    """What merging comes to: the records to write, and how many of the old ones are what now."""

    entries: list[Entry]
    kept: int
    moved: int
    gone: int


def merge(
    existing: Sequence[Existing],
    mined: Sequence[Document],
    source: Source,
    covered: Callable[[Document], bool] = lambda _: True,
) -> Merged:
    """The records to write after mining one target at one version.

    `existing` are the catalog's records of the same repository; `covered` says of one of them
    whether mining this target should have found its site, were it still there.
    """
    return _Merge(existing, source, covered).run(mined)


class _Merge:
    def __init__(
        self, existing: Sequence[Existing], source: Source, covered: Callable[[Document], bool]
    ) -> None:
        self._source = source
        self._covered = covered
        self._left: dict[str, Existing] = {one.document["id"]: one for one in existing}
        self._newest = max(
            (str(one.document["version"]) for one in existing if one.document.get("version")),
            key=_order,
            default=None,
        )
        self._entries: list[Entry] = []
        self._counts = {"kept": 0, "moved": 0, "gone": 0}

    @property
    def _is_older(self) -> bool:
        """Whether the catalog already knows a newer version than the one mined."""
        version = self._source.version
        return bool(self._newest and version and _order(version) < _order(self._newest))

    def run(self, mined: Sequence[Document]) -> Merged:
        waiting = self._match(
            mined, "kept", _by_id, [one for one in self._left.values() if _mined(one)]
        )
        written = [one for one in self._left.values() if not _mined(one)]
        waiting = self._match_written(waiting, written)
        for key in (_by_function, _by_place):
            old = [one for one in self._left.values() if _mined(one)]
            waiting = self._match(waiting, "moved", key, old)
        for document in waiting:
            self._entries.append(_entry(self._as_new(document)))
        if not self._is_older:
            for one in self._left.values():
                if self._covered(one.document):
                    self._mark_gone(one)
        return Merged(self._entries, **self._counts)

    def _match(
        self, mined: Iterable[Document], count: str, key: Any, old: Iterable[Existing]
    ) -> list[Document]:
        """Update the old records whose key one mined record has; the mined ones left over."""
        by_key: dict[Any, list[Existing]] = defaultdict(list)
        for one in old:
            by_key[key(one.document)].append(one)
        by_key.pop(None, None)
        groups: dict[Any, list[Document]] = defaultdict(list)
        for document in mined:
            groups[key(document)].append(document)
        left = groups.pop(None, [])
        for found, documents in groups.items():
            matches = by_key.get(found, [])
            if len(matches) != len(documents):
                left += documents
                continue
            for one, document in zip(matches, documents, strict=True):
                self._update(one, document)
                self._counts[count] += 1
        return left

    def _match_written(self, mined: list[Document], written: list[Existing]) -> list[Document]:
        """Update what people wrote about a site: nearest line first where several sites fit."""
        left = list(mined)
        by_key: dict[Any, list[Document]] = defaultdict(list)
        for document in mined:
            by_key[_by_text(document)].append(document)
        for one in written:
            fitting = [
                document
                for document in by_key.get(_by_text(one.document), [])
                if _agree(one.document, document)
            ]
            if fitting:
                line = one.document.get("lineNumber") or 0
                best = min(fitting, key=lambda found: abs(found["lineNumber"] - line))
                by_key[_by_text(best)].remove(best)
                left.remove(best)
                self._update(one, best)
                self._counts["kept"] += 1
        return left

    def _update(self, one: Existing, mined: Document) -> None:
        self._left.pop(one.document["id"])
        old = dict(one.document)
        updated = self._written(old, mined) if not _mined(one) else self._mined_again(old, mined)
        if updated != one.document:
            self._entries.append(one.entry._replace(document=_text(updated)))

    def _mined_again(self, old: Document, mined: Document) -> Document:
        if self._is_older:
            return _with_pin(old, _pin(mined), old.get("version"))
        updated = {**mined, "id": old["id"]}
        others = [*old.get("versions", [])]
        if old.get("version") != mined.get("version"):
            others.append(_pin(old))
        return _with_pins(updated, others)

    def _written(self, old: Document, mined: Document) -> Document:
        """What people wrote, with the gaps filled from the code and the place pinned anew."""
        gaps = {key: value for key, value in mined.items() if old.get(key) is None}
        updated = {key: value for key, value in old.items() if value is not None}
        updated = {**updated, **{key: value for key, value in gaps.items() if key != "origin"}}
        updated = {key: updated.get(key, old.get(key)) for key in [*old, *gaps] if key != "origin"}
        if "origin" in old:
            updated["origin"] = old["origin"]
        seen_newer = mined.get("analyzedSha") is not None and not self._is_older
        if seen_newer and mined["analyzedSha"] != old.get("analyzedSha"):
            others = [*old.get("versions", []), _pin(old)]
            updated.update({key: mined.get(key) for key in PINS})
            updated["version"] = mined.get("version")
            return _with_pins(updated, others)
        if old.get("githubUrl") and mined.get("lineNumber") != old.get("lineNumber"):
            # Mined where no commit is known: the link stays, and the mined place is noted beside.
            for key in ("raiseEnd", "version"):
                if key in gaps:
                    updated[key] = old.get(key)
            return _with_pins(updated, [*old.get("versions", []), _pin(mined)])
        return updated

    def _as_new(self, document: Document) -> Document:
        if self._is_older:
            return {**document, "version": self._newest, "lastSeen": document.get("version")}
        return document

    def _mark_gone(self, one: Existing) -> None:
        """Mark a record whose site the mined version no longer has."""
        version = one.document.get("lastSeen") or one.document.get("version")
        seen = self._source.version
        if not seen or not version or one.document.get("version") == seen:
            return
        self._counts["gone"] += 1
        updated = {**one.document, "version": seen, "lastSeen": version}
        self._entries.append(one.entry._replace(document=_text(updated)))


def _mined(one: Existing) -> bool:
    return one.document.get("origin") == "mined"


def _entry(document: Mapping[str, Any]) -> Entry:
    return Entry(_text(document))


def _text(document: Mapping[str, Any]) -> str:
    return json.dumps(document, ensure_ascii=False, separators=(",", ":"))


def _order(version: str) -> tuple[Any, ...]:
    """Versions in the order of their numbers; a final release after its pre-releases."""
    numbers = tuple(int(digits) for digits in _DIGITS.findall(version.partition("+")[0])[:6])
    early = bool(re.search(r"(?i)\d(?:a|b|rc|\.dev|alpha|beta)", version))
    return (numbers[:3] if early else numbers, not early, numbers)


def _by_id(document: Document) -> Any:
    return document["id"]


def template_of(document: Mapping[str, Any]) -> str | None:
    """The message with its holes nameless and its white space plain; None without text."""
    message = document.get("errorMessage")
    return " ".join(_HOLE.sub("{}", message).split()) if message else None


def _by_text(document: Document) -> Any:
    template = template_of(document)
    return None if template is None else (document.get("errorClass"), template)


def _by_function(document: Document) -> Any:
    """What a moved file leaves as it was."""
    text = _by_text(document)
    return None if text is None else (text, document.get("function"))


def _by_place(document: Document) -> Any:
    """What a renamed function leaves as it was."""
    text = _by_text(document)
    path = document.get("packagePath") or document.get("filePath")
    return None if text is None else (text, path)


def _agree(written: Document, mined: Document) -> bool:
    """Whether the site that somebody wrote about can be the mined one."""
    if written.get("repo") != mined.get("repo"):
        return False
    functions = {written.get("function"), mined.get("function")} - {None}
    if written.get("function") is not None and len(functions) > 1:
        return False
    paths = [path for path in (mined.get("filePath"), mined.get("packagePath")) if path]
    own = written.get("filePath") or written.get("packagePath")
    return own is None or any(_is_suffix(own, path) or _is_suffix(path, own) for path in paths)


def _is_suffix(short: str, whole: str) -> bool:
    return f"/{whole}".endswith(f"/{short}")


def _pin(document: Mapping[str, Any]) -> Document:
    """Where a record's site stands in its version."""
    version = document.get("lastSeen") or document.get("version") or document.get("analyzedSha")
    pin: Document = {"version": version}
    pin.update({key: document[key] for key in _OTHER_PINS if document.get(key) is not None})
    return pin


def _with_pin(document: Document, pin: Document, shown: str | None) -> Document:
    others = document.get("versions", [])
    return document if pin["version"] == shown else _with_pins(document, [*others, pin])


def _with_pins(document: Document, pins: Iterable[Document]) -> Document:
    """The document with these other versions' places, each version once, the newest first."""
    by_version = {str(pin["version"]): pin for pin in pins if pin.get("version")}
    by_version.pop(str(document.get("version")), None)
    ordered = sorted(by_version.values(), key=lambda pin: _order(str(pin["version"])), reverse=True)
    return {**document, "versions": ordered} if ordered else document
