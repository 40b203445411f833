"""Mining into a catalog: each target is written when it is whole, and done once."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from catalog.mining.files import SourceFile, files_in, is_own_code
from catalog.mining.merge import Existing, Merged, merge
from catalog.mining.records import Document
from catalog.mining.run import Mined, Tally, Tree, mine_trees
from catalog.mining.sites import ERROR_TYPES, USUAL_KINDS
from catalog.mining.state import State
from catalog.store import Catalog, write_entries


@dataclass(frozen=True, slots=True)
class Options:
    """How to mine: which kinds of sites, whether tests and vendored code too, on how many cores."""

    kinds: frozenset[str] = USUAL_KINDS
    everything: bool = False
    workers: int | None = None

    @property
    def stamp(self) -> str:
        """The part of a target's key that says how it was mined."""
        return f"{','.join(sorted(self.kinds))}{' everything' if self.everything else ''}"


@dataclass(frozen=True, slots=True)
class Outcome:
    """One target that is in the catalog now: what was found, and what became of older records."""

    tally: Tally
    written: int
    moved: int
    gone: int


def stamp_of(tree: Tree, options: Options) -> str:
    """A key that changes when the files of a tree do, or what is known of their source."""
    digest = hashlib.sha256(repr((tree.source, options.stamp)).encode())
    for file in files_in(
        tree.root, everything=options.everything, listed=tree.files, imported=tree.imported
    ):
        if isinstance(file, SourceFile):
            changed = Path(file.location).stat().st_mtime_ns
            digest.update(f"{file.path}\0{file.size}\0{changed}\n".encode("utf-8", "replace"))
    return f"{tree.source.repo} {tree.source.version} {digest.hexdigest()[:24]}"


def mine_into(
    catalog: Path,
    trees: Sequence[tuple[str, Tree]],
    options: Options,
    progress: Callable[[int, int], None] = lambda _done, _total: None,
) -> Iterator[Outcome]:
    """Mine trees, each under its key, into a catalog, which is made if it does not exist.

    A tree is one transaction, so that an interruption leaves whole targets. Raises NotACatalog and
    NewerCatalog.
    """
    state = State(catalog)
    repos = [tree.source.repo for _, tree in trees]
    known = _known_records(catalog, set(repos))
    keys = {id(tree): key for key, tree in trees}
    mined_trees = mine_trees(
        [tree for _, tree in trees],
        kinds=options.kinds,
        everything=options.everything,
        workers=options.workers,
        progress=progress,
    )
    for mined in mined_trees:
        repo = mined.tree.source.repo
        existing = known.get(repo, [])
        merged = merge(existing, mined.documents, mined.tree.source, _coverage(mined, options))
        counts = write_entries(catalog, merged.entries)
        state.note(keys[id(mined.tree)], _ids(mined, merged))
        if repos.count(repo) > 1:
            known[repo] = _known_records(catalog, {repo})[repo]
        yield Outcome(mined.tally, counts.new + counts.changed, merged.moved, merged.gone)


def _ids(mined: Mined, merged: Merged) -> list[str]:
    written = [json.loads(entry.document)["id"] for entry in merged.entries[:3]]
    return written or [document["id"] for document in mined.documents[:1]]


def _known_records(catalog: Path, repos: set[str]) -> dict[str, list[Existing]]:
    """The catalog's records of some repositories."""
    found: dict[str, list[Existing]] = {repo: [] for repo in repos}
    if not catalog.exists():
        return found
    marks = [f'"repo":{json.dumps(repo, ensure_ascii=False)}' for repo in repos]
    for entry in Catalog.open(catalog).entries():
        if any(mark in entry.document for mark in marks):
            document = json.loads(entry.document)
            if document["repo"] in found:
                found[document["repo"]].append(Existing(entry, document))
    return found


def _coverage(mined: Mined, options: Options) -> Callable[[Document], bool]:
    """Which records the target must have found, were their sites still there."""
    package = mined.tree.source.package
    types = {ERROR_TYPES[kind] for kind in options.kinds}
    failed = {failure.path for failure in mined.tally.failures}
    below = _common_folder(mined.tree.files) if mined.tree.files and not package else ""

    def covered(document: Document) -> bool:
        path = document.get("filePath") or document.get("packagePath") or ""
        if package and package not in (document.get("tags") or ()):
            return False
        return (
            path.startswith(below)
            and path not in failed
            and document.get("errorType") in types
            and (options.everything or is_own_code(path))
        )

    return covered


def _common_folder(paths: Iterable[str]) -> str:
    folders = [path.split("/")[:-1] for path in paths]
    shortest = min(folders, key=len)
    same = 0
    while same < len(shortest) and len({folder[same] for folder in folders}) == 1:
        same += 1
    return "".join(f"{part}/" for part in shortest[:same])
