"""Where a file of a frame lies in its package: what a record's path can be compared with."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from catalog.paste.lazy import lazily

if TYPE_CHECKING:
    from catalog.models import Frame

#: Folders behind which a path is what one imports.
ROOTS = lazily(
    r"^.*/(?:site-packages|dist-packages|python\d(?:\.\d+)?|bazel-out/[^/]+/bin|[^/]+\."
    r"(?:zip|egg|whl|pex|par))/"
)
#: Folders that hold the packages of a checkout: one imports what is in them.
SOURCE_FOLDERS = ("python", "src", "lib", "py", "packages")
NO_FILE = lazily(r"<[^>]*>$")


def package_paths(frame: Frame) -> list[str]:
    """The paths that the frame's file may have in its repository or package, longest first.

    An installed file has one, as imported (`sglang/srt/x.py`). Of a checkout the paste does not
    tell where it begins: every tail of two parts and more is a candidate
    (`python/sglang/srt/x.py`, `sglang/srt/x.py`, `srt/x.py`). `<string>` and its like have none.
    """
    path = frame.filename.replace("\\", "/")
    if not path or NO_FILE.search(path):
        return []
    if installed := ROOTS.match(path):
        rest = path[installed.end() :]
        return [rest] if rest else []
    parts = [part for part in path.split("/") if part not in ("", ".", "..", "...", "~")]
    if parts and re.fullmatch(r"[A-Za-z]:", parts[0]):
        del parts[0]
    if len(parts) < 2:
        return ["/".join(parts)] if parts else []
    return ["/".join(parts[at:]) for at in range(len(parts) - 1)]
