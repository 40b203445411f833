"""The files of a target that are worth mining, and what each is called when imported."""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Iterator, Sequence
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from catalog.mining.languages import language_of

#: Folders that hold no code of the target's own: tests, vendored copies, examples, environments.
_LEFT_OUT = re.compile(
    r"""^(?:tests?|testing|_tests?|_?vendor(?:ed)?|third_party|third-party|3rdparty|extern(?:al)?s?
        |node_modules|examples?|samples?|demos?|docs?|benchmarks?|build|dist|site-packages
        |__pycache__|\..*|.*\.egg-info|.*\.dist-info)$""",
    re.VERBOSE | re.IGNORECASE,
)
#: Files of tests, and what tools made of other files.
_OTHER_FILE = re.compile(
    r"^(?:(?:test_.*|.*_test|conftest|.*\.(?:test|spec|min))\.\w+|.*\.d\.[cm]?ts)$"
)
#: Bigger files are data, whatever their name.
MOST_BYTES = 20_000_000


class SourceFile(NamedTuple):
    """A file to mine: where it is, its path below the target, and its path as imported.

    `package_path` is None for a file that is not imported by a path of its own (C++).
    """

    location: str
    path: str
    package_path: str | None
    size: int


class LeftOut(NamedTuple):
    """A file that is not mined, and why."""

    path: str
    reason: str


def files_in(
    root: Path,
    *,
    everything: bool = False,
    listed: Sequence[str] | None = None,
    imported: bool = False,
) -> Iterator[SourceFile | LeftOut]:
    """The files below a folder that some language's miner reads, sorted by path.

    Without `everything`, tests, vendored copies and examples are passed over. `listed` names the
    files to keep to; `imported` says that paths below the root are as imported. Links to folders
    are not followed, so that a loop of them ends; a link to a file outside the root is passed over.
    A root that is a file is the one file.
    """
    top = root.resolve()
    if top.is_file():
        yield _one_file(top.parent, top.name, imported)
        return
    for path in sorted(listed) if listed is not None else _paths_below(top, everything):
        if language_of(path) is not None and (everything or is_own_code(path)):
            yield _one_file(top, path, imported)


def is_own_code(path: str) -> bool:
    """Whether a path is neither that of a test, nor of a vendored copy or an example."""
    *folders, name = path.split("/")
    return not (_OTHER_FILE.match(name) or any(map(_LEFT_OUT.match, folders)))


def _paths_below(top: Path, everything: bool) -> Iterator[str]:
    for folder, names, files in os.walk(top):
        names[:] = sorted(name for name in names if everything or not _LEFT_OUT.match(name))
        start = Path(folder).relative_to(top)
        for name in sorted(files):
            yield (start / name).as_posix()


def _one_file(top: Path, path: str, imported: bool) -> SourceFile | LeftOut:
    location = top / path
    try:
        status = location.stat()
        inside = not location.is_symlink() or location.resolve().is_relative_to(top)
    except (OSError, RuntimeError) as error:
        return LeftOut(path, getattr(error, "strerror", None) or "a link that leads nowhere")
    if not inside:
        return LeftOut(path, "a link to a file outside of the folder")
    if not stat.S_ISREG(status.st_mode):
        return LeftOut(path, "no ordinary file")
    if status.st_size > MOST_BYTES:
        return LeftOut(path, f"bigger than {MOST_BYTES // 1_000_000} MB")
    as_imported = path if imported and path.endswith(".py") else package_path(top, path)
    return SourceFile(str(location), path, as_imported, status.st_size)


@lru_cache(maxsize=100_000)
def _is_package(folder: Path) -> bool:
    return (folder / "__init__.py").is_file()


def package_path(root: Path, path: str) -> str | None:
    """The path of a file as imported: from the outermost folder that has an `__init__.py` on.

    `python/sglang/srt/x.py` is `sglang/srt/x.py` where `python/` is no package. A root that is
    itself (part of) a package gives its name; a file in no package keeps its path, below `src/` or
    `lib/` where there is one. None for files that are not imported.
    """
    if not path.endswith(".py"):
        return None
    parts = path.split("/")
    if _is_package(root):
        above = root
        while _is_package(above.parent):
            above = above.parent
        return "/".join([*root.relative_to(above.parent).parts, *parts])
    folder = root
    for at, part in enumerate(parts[:-1]):
        folder /= part
        if _is_package(folder):
            return "/".join(parts[at:])
    first = next((at + 1 for at, part in enumerate(parts[:-1]) if part in {"src", "lib"}), 0)
    return "/".join(parts[first:])
