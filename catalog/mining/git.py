"""Git repositories: a shallow clone of an address, and what a checkout says of itself.

Only commands that read are run, with hooks, file-system monitors and external transports off, so
that nothing a repository holds is executed.
"""

from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path
from typing import NamedTuple
from urllib.parse import quote

from catalog.mining.problems import GitFailed

_QUIET = [
    *("-c", f"core.hooksPath={os.devnull}"),
    *("-c", "core.fsmonitor=false"),
    *("-c", "core.symlinks=false"),
    *("-c", "protocol.ext.allow=never"),
    *("-c", "safe.directory=*"),
]
_ENVIRONMENT = {"GIT_TERMINAL_PROMPT": "0", "GIT_LFS_SKIP_SMUDGE": "1", "GIT_OPTIONAL_LOCKS": "0"}
_SECONDS = 1_800
_SHA = re.compile(r"[0-9a-f]{40}")
_REMOTE = re.compile(
    r"""^(?:(?:https?|ssh|git)://(?:[^@/]+@)?(?P<host>[^/:]+)(?::\d+)?/  # https://host/
        |(?:[^@/:]+@)?(?P<scp>[^/:@]+):(?!//))                          # git@host:
        (?P<path>[^?#]+?)(?:\.git)?/?$""",
    re.VERBOSE,
)


class Remote(NamedTuple):
    """A repository on a host: `owner/name` and how to link to a line of a file at a commit."""

    host: str
    repo: str

    @property
    def address(self) -> str:
        """The address to show people."""
        return f"https://{self.host}/{self.repo}"

    def link(self, commit: str) -> str | None:
        """A form with `{path}`, `{line}` and `{end}`; None for a host we know no form of."""
        if self.host == "github.com":
            return f"{self.address}/blob/{commit}/{{path}}#L{{line}}-L{{end}}"
        if self.host == "bitbucket.org":
            return f"{self.address}/src/{commit}/{{path}}#lines-{{line}}:{{end}}"
        if "gitlab" in self.host:
            return f"{self.address}/-/blob/{commit}/{{path}}#L{{line}}-{{end}}"
        return None


def remote_of(address: str | None) -> Remote | None:
    """The host and `owner/name` of an address; None where it is a path or has no owner."""
    match = _REMOTE.match(address or "")
    if match is None:
        return None
    parts = [quote(part) for part in match["path"].split("/") if part]
    host = (match["host"] or match["scp"]).lower().removeprefix("www.")
    return Remote(host, "/".join(parts)) if len(parts) >= 2 else None


class Checkout(NamedTuple):
    """A work tree: its top folder, its commit, where it came from, the tag it stands at."""

    root: Path
    commit: str
    remote: Remote | None
    tag: str | None


def clone(address: str, ref: str | None, into: Path) -> Checkout:
    """Clone the newest state (or a branch, tag or full commit) without its history.

    Raises GitFailed.
    """
    if address.startswith("-") or (ref or "").startswith("-"):
        raise GitFailed(address, "neither an address nor a ref begins with a dash.")
    if ref and _SHA.fullmatch(ref):
        _git(["init", "--quiet", str(into)], address)
        fetch = ["-C", str(into), "fetch", "--quiet", "--depth", "1", "--", address, ref]
        _git(fetch, address)
        _git(["-C", str(into), "checkout", "--quiet", "FETCH_HEAD"], address)
    else:
        branch = ["--branch", ref] if ref else []
        _git(["clone", "--quiet", "--depth", "1", *branch, "--", address, str(into)], address)
    commit = _git(["-C", str(into), "rev-parse", "HEAD"], address).strip()
    return Checkout(into, commit, remote_of(address), ref)


def checkout_at(folder: Path) -> Checkout | None:
    """The checkout that a folder is, or lies in; None where git knows nothing of it."""
    try:
        top = _git(["-C", str(folder), "rev-parse", "--show-toplevel"], str(folder)).strip()
        commit = _git(["-C", str(folder), "rev-parse", "HEAD"], str(folder)).strip()
    except GitFailed:
        return None
    remote = _said(["-C", top, "config", "--get", "remote.origin.url"])
    tag = _said(["-C", top, "describe", "--tags", "--exact-match", "HEAD"])
    return Checkout(Path(top), commit, remote_of(remote), tag)


def blobs_at(checkout: Checkout) -> dict[str, str]:
    """The files of the commit: path -> the id of its content."""
    listing = _git(["-C", str(checkout.root), "ls-tree", "-r", "-z", "HEAD"], str(checkout.root))
    blobs: dict[str, str] = {}
    for entry in listing.split("\0"):
        about, _, path = entry.partition("\t")
        fields = about.split(" ")
        if len(fields) == 3 and fields[1] == "blob":
            blobs[path] = fields[2]
    return blobs


def _said(command: list[str]) -> str | None:
    try:
        return _git(command, "").strip() or None
    except GitFailed:
        return None


def _git(command: list[str], address: str) -> str:
    try:
        done = subprocess.run(
            ["git", *_QUIET, *command],
            capture_output=True,
            check=False,
            timeout=_SECONDS,
            stdin=subprocess.DEVNULL,
            env={**os.environ, **_ENVIRONMENT},
        )
    except FileNotFoundError as error:
        raise GitFailed(address, "there is no git command on this machine.") from error
    except subprocess.TimeoutExpired as error:
        raise GitFailed(address, f"it took longer than {_SECONDS // 60} minutes.") from error
    if done.returncode:
        said = done.stderr.decode("utf-8", "replace").strip().splitlines() or ["it gave no reason"]
        raise GitFailed(address, said[-1].removeprefix("fatal: ").rstrip(".") + ".")
    return done.stdout.decode("utf-8", "surrogateescape")
