"""Mining whole targets: files -> raise sites -> record documents, with a count of everything."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from catalog.mining.files import LeftOut, SourceFile, files_in
from catalog.mining.python.resolve import ClassTable
from catalog.mining.records import Document, document_of
from catalog.mining.sites import USUAL_KINDS, FileFindings
from catalog.mining.source import Source
from catalog.mining.template import has_text
from catalog.mining.work import Crew, Lot, lots_of


@dataclass(frozen=True, slots=True)
class Tree:
    """A folder to mine, and where its code comes from."""

    root: Path
    source: Source
    #: The files to keep to, by their paths below the root; None for all of them.
    files: tuple[str, ...] | None = None
    #: Whether paths below the root are as imported (a wheel, an environment).
    imported: bool = False
    #: The content of the repository's files at the commit: path -> blob id; None where unknown.
    blobs: Mapping[str, str] | None = None


@dataclass(slots=True)
class Tally:
    """What was found in one target."""

    name: str
    files: int = 0
    lines: int = 0
    sites: int = 0
    with_text: int = 0
    dynamic: int = 0
    #: Reason -> how many raise sites were left out for it.
    skipped: Counter[str] = field(default_factory=Counter)
    #: Files that could not be mined, each with its reason.
    failures: list[LeftOut] = field(default_factory=list)


@dataclass(slots=True)
class Mined:
    """All that one target gave."""

    tree: Tree
    tally: Tally
    documents: list[Document]


def mine_trees(
    trees: Sequence[Tree],
    *,
    kinds: frozenset[str] = USUAL_KINDS,
    everything: bool = False,
    workers: int | None = None,
    progress: Callable[[int, int], None] = lambda _done, _total: None,
) -> Iterator[Mined]:
    """Mine targets, each yielded when it is whole. `progress` hears of bytes done and in all."""
    targets = [_Target(tree, everything) for tree in trees]
    lots = [lot for number, target in enumerate(targets) for lot in target.lots(number)]
    total = sum(file.size for lot in lots for file in lot.files)
    done = 0
    progress(done, total)
    yield from (target.finished() for target in targets if not target.waiting)
    with Crew(kinds, workers) as crew:
        for lot, findings in crew.mine(lots):
            done += sum(file.size for file in lot.files)
            progress(done, total)
            target = targets[lot.target]
            target.take(lot, findings)
            if not target.waiting:
                yield target.finished()


class _Target:
    """One target while its files are mined."""

    def __init__(self, tree: Tree, everything: bool) -> None:
        self._tree = tree
        self._files: list[SourceFile] = []
        self._findings: list[FileFindings] = []
        self._table = ClassTable()
        self._tally = Tally(_name_of(tree))
        found = files_in(
            tree.root, everything=everything, listed=tree.files, imported=tree.imported
        )
        for file in found:
            if isinstance(file, LeftOut):
                self._tally.failures.append(file)
            else:
                self._files.append(file)
        self.waiting = len(self._files)

    def lots(self, number: int) -> Iterable[Lot]:
        return lots_of(number, self._files)

    def take(self, lot: Lot, findings: list[FileFindings]) -> None:
        self.waiting -= len(lot.files)
        for found in findings:
            self._table.add(found.classes, found.aliases)
            self._count(found)
            if found.sites:
                self._findings.append(found)

    def _count(self, found: FileFindings) -> None:
        self._tally.files += 1
        self._tally.lines += found.lines
        if found.failure is not None:
            self._tally.failures.append(LeftOut(found.path, found.failure))
        for reason, lines in found.skipped.items():
            self._tally.skipped[reason] += len(lines)

    def finished(self) -> Mined:
        paths = {file.path: file.package_path for file in self._files}
        documents: list[Document] = []
        for found in sorted(self._findings, key=lambda one: one.path):
            package_path = paths.get(found.path)
            path, source = _in_repository(found, package_path, self._tree)
            for site in found.sites:
                if site.built:
                    self._table.settle(site)
                told = bool(site.templates) and has_text(site.templates[0])
                self._tally.with_text += told
                self._tally.dynamic += not told
                documents.append(
                    document_of(site, path=path, package_path=package_path, source=source)
                )
        self._tally.sites = len(documents)
        self._findings.clear()
        return Mined(self._tree, self._tally, documents)


def _name_of(tree: Tree) -> str:
    source = tree.source
    name = source.package or source.repo
    return f"{name} {source.version}" if source.version else name


def _in_repository(found: FileFindings, package_path: str | None, tree: Tree) -> tuple[str, Source]:
    """The path of a file in its repository, and its source: without a link unless it was seen.

    A package's file is looked for among the paths that end like its own; only the very same
    content counts as seen.
    """
    unseen = replace(tree.source, link=None)
    if tree.blobs is None:
        return found.path, unseen
    if tree.blobs.get(found.path) == found.blob:
        return found.path, tree.source
    if not tree.imported:
        return found.path, unseen
    ending = f"/{package_path or found.path}"
    paths = [path for path in tree.blobs if f"/{path}".endswith(ending)]
    same = [path for path in paths if tree.blobs[path] == found.blob]
    if same:
        return same[0], tree.source
    return (paths[0] if len(paths) == 1 else found.path), replace(unseen, commit=None)
