"""Where mined files come from: a package at a version, a repository at a commit, a folder."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import quote


@dataclass(frozen=True, slots=True)
class Source:
    """What is known of the code that is mined, apart from the code itself.

    `repo` is `owner/name` where a repository is known, else `pypi/<package>` or `local/<folder>`.
    `link` is a form with `{path}`, `{line}` and `{end}` for a line at `commit`; None where no
    repository has been seen at a commit.
    """

    repo: str
    package: str | None = None
    version: str | None = None
    commit: str | None = None
    link: str | None = None
    address: str | None = None

    def link_to(self, path: str, line: int, end: int) -> str | None:
        """The address of some lines of a file of the repository."""
        if self.link is None:
            return None
        return self.link.format(path=quote(path), line=line, end=end)
