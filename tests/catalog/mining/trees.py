"""Folders, repositories and archives to mine in tests."""

from __future__ import annotations

import os
import subprocess
import zipfile
from pathlib import Path

MODULE = "def check(a):\n    if a is None:\n        raise ValueError(f'{a} is not allowed')\n"


def write(root: Path, files: dict[str, str]) -> Path:
    """The files below a folder, which is made."""
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return root


def git(folder: Path, *command: str) -> str:
    """What git prints, whatever is configured on this machine."""
    settings = ["-c", "user.name=A", "-c", "user.email=a@example.org", "-c", "commit.gpgsign=false"]
    done = subprocess.run(
        ["git", *settings, "-C", str(folder), *command],
        check=True,
        capture_output=True,
        text=True,
        env={**os.environ, "GIT_CONFIG_GLOBAL": os.devnull},
    )
    return done.stdout.strip()


def commit(folder: Path, tag: str | None = None) -> str:
    """Commit all of a folder, made a repository if need be; the commit's id."""
    if not (folder / ".git").exists():
        git(folder, "init", "--quiet")
    git(folder, "add", "--all")
    git(folder, "commit", "--quiet", "--message", "state")
    if tag:
        git(folder, "tag", tag)
    return git(folder, "rev-parse", "HEAD")


def wheel(folder: Path, files: dict[str, str], name: str = "thing", version: str = "1.0") -> Path:
    """A wheel of these files, with metadata that names a repository."""
    path = folder / f"{name}-{version}-py3-none-any.whl"
    folder.mkdir(parents=True, exist_ok=True)
    metadata = (
        f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n"
        f"Project-URL: Documentation, https://{name}.example.org\n"
        f"Project-URL: Source Code, https://github.com/owner/{name}/tree/main\n"
    )
    with zipfile.ZipFile(path, "w") as archive:
        info = f"{name}-{version}.dist-info"
        form = "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
        for entry, text in {
            **files,
            f"{info}/METADATA": metadata,
            f"{info}/WHEEL": form,
            f"{info}/RECORD": "",
        }.items():
            archive.writestr(entry, text)
    return path
