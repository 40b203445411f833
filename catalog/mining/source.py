"""Where mined files come from: a package at a version, a repository at a commit, a folder."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Source:
    """What is known of the code that is mined, apart from the code itself.

    `repo` is `owner/name` where a repository is known, else `pypi/<package>` or `local/<folder>`.
    `link` is a form with `{path}`, `{line}` and `{end}` for a line at `commit`; None unless the
    repository's file was seen at that commit. `prefixes` maps the start of a package's path to the
    start of its path in the repository (`sglang/` to `python/sglang/`).
    """

    repo: str
    package: str | None = None
    version: str | None = None
    commit: str | None = None
    link: str | None = None
    address: str | None = None
    prefixes: Mapping[str, str] = field(default_factory=dict)

    def link_to(self, path: str, line: int, end: int) -> str | None:
        """The address of some lines of a file of the repository."""
        if self.link is None:
            return None
        return self.link.format(path=path, line=line, end=end)
