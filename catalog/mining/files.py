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
_TEST_FILE = re.compile(r"^(?:test_.*|.*_test|conftest|.*\.(?:test|spec))\.\w+$")
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
    root: Path, *, everything: bool = False, only: Sequence[str] = ()
) -> Iterator[SourceFile | LeftOut]:
    """The files below a folder that some language's miner reads, sorted by path.

    `only` names folders and files below the root to keep to.

    Without `everything`, tests, vendored copies and examples are passed over. Links to folders are
    not followed, so that a loop of them ends; a link to a file outside the root is passed over.
    """
    top = root.resolve()
    if top.is_file():
        yield _one_file(top.parent, str(top.parent), top.name)
        return
    for start in only or ("",):
        within = top / start
        if within.is_file():
            yield _one_file(top, str(within.parent), within.name)
        else:
            yield from _files_below(within, top, everything)


def _files_below(start: Path, top: Path, everything: bool) -> Iterator[SourceFile | LeftOut]:
    for folder, names, files in os.walk(start):
        names[:] = sorted(name for name in names if everything or not _LEFT_OUT.match(name))
        for name in sorted(files):
            if language_of(name) is None or (not everything and _TEST_FILE.match(name)):
                continue
            yield _one_file(top, folder, name)


def _one_file(top: Path, folder: str, name: str) -> SourceFile | LeftOut:
    location = Path(folder, name)
    path = location.relative_to(top).as_posix()
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
    return SourceFile(str(location), path, package_path(top, path), status.st_size)


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
