"""Sources -> a catalog: all of them or nothing, in one transaction."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from catalog.importers.found import Refusal
from catalog.importers.reading import read_sources
from catalog.store import Catalog, Entry, write_entries


class Summary(NamedTuple):
    """What an import did. Everything is zero where something was refused and nothing skipped."""

    new: int
    changed: int
    unchanged: int
    refused: tuple[Refusal, ...]

    def as_document(self) -> dict[str, Any]:
        """The summary as `errorbook import --json` prints it."""
        refused = [refusal.as_document() for refusal in self.refused]
        return {**self._asdict(), "refused": refused}


class _Refused(Exception):
    """Ends the transaction of an import that is refused as a whole."""


def import_sources(path: str | Path, sources: Iterable[str], *, skip_bad: bool = False) -> Summary:
    """Bring the records of the sources into the catalog at `path`, which is made if need be.

    A record replaces the one of the same id, also an earlier one of the same import. If anything
    is refused, nothing changes, unless `skip_bad` asks to keep what is good. Raises NotACatalog
    and NewerCatalog.
    """
    refused: list[Refusal] = []

    def entries() -> Iterator[Entry]:
        for item in read_sources(sources, commits.find):
            if isinstance(item, Refusal):
                refused.append(item)
            elif skip_bad or not refused:
                yield item.entry
        if refused and not skip_bad:
            raise _Refused

    commits = _KnownCommits(Path(path))
    try:
        counts = write_entries(path, entries())
    except _Refused:
        return Summary(0, 0, 0, tuple(refused))
    return Summary(*counts, tuple(refused))


class _KnownCommits:
    """The commits that the catalog's records name, read when a page asks for the first time."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._by_repo: dict[str, set[str]] | None = None

    def find(self, repo: str, short: str) -> str | None:
        """The one commit of the repository that begins so."""
        if self._by_repo is None:
            self._by_repo = Catalog.open(self._path).commits() if self._path.exists() else {}
        found = [sha for sha in self._by_repo.get(repo, ()) if sha.startswith(short)]
        return found[0] if len(found) == 1 else None
