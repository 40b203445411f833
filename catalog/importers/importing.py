"""Sources -> a catalog: all of them or nothing, in one transaction."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from catalog.importers.found import Refusal
from catalog.importers.reading import read_sources
from catalog.store import Catalog, Entry, write_entries
from catalog.template import read_pattern, refusal


class Summary(NamedTuple):
    """What an import did. Everything is zero where something was refused and nothing skipped."""

    new: int
    changed: int
    unchanged: int
    refused: tuple[Refusal, ...]
    #: Sentences about records that were taken, but will not be found as their authors meant it.
    warnings: tuple[str, ...] = ()

    def as_document(self) -> dict[str, Any]:
        """The summary as `errorbook import --json` prints it."""
        counts = {"new": self.new, "changed": self.changed, "unchanged": self.unchanged}
        return {**counts, "refused": [refusal.as_document() for refusal in self.refused]}


class _Refused(Exception):
    """Ends the transaction of an import that is refused as a whole."""


def import_sources(
    path: str | Path,
    sources: Iterable[str],
    *,
    skip_bad: bool = False,
    watch: Callable[[Iterator[Entry]], Iterator[Entry]] = iter,
) -> Summary:
    """Bring the records of the sources into the catalog at `path`, which is made if need be.

    A record replaces the one of the same id, also an earlier one of the same import. If anything
    is refused, nothing changes, unless `skip_bad` asks to keep what is good. `watch` sees the
    entries go by, to count them. Raises NotACatalog, NewerCatalog and CannotWrite.
    """
    refused: list[Refusal] = []
    warnings: list[str] = []

    def entries() -> Iterator[Entry]:
        for item in read_sources(sources, commits.find):
            if isinstance(item, Refusal):
                refused.append(item)
            elif skip_bad or not refused:
                warnings.extend(_warnings(item.document))
                yield item.entry._replace(parsed=item.document)
        if refused and not skip_bad:
            raise _Refused

    commits = _KnownCommits(Path(path))
    try:
        counts = write_entries(path, watch(entries()))
    except _Refused:
        return Summary(0, 0, 0, tuple(refused))
    return Summary(*counts, tuple(refused), tuple(warnings))


def _warnings(document: Mapping[str, Any]) -> Iterator[str]:
    """What is to be said about a valid record: a pattern that cannot run in linear time."""
    pattern = document.get("messagePattern")
    if pattern and not read_pattern(pattern)[1] and (why := refusal(pattern)):
        yield (
            f"{document['id']}: re2 refuses the messagePattern ({why}); "
            "only its literal parts are compared."
        )


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
