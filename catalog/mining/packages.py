"""Python packages: download as wheels, what their metadata says, what an environment holds."""

from __future__ import annotations

import email.parser
import re
import subprocess
import sys
from collections.abc import Iterator, Sequence
from importlib import metadata
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

from catalog.mining.git import Remote, remote_of
from catalog.mining.problems import NoPip, NoWheel
from catalog.mining.source import Source

_REQUIREMENT = re.compile(
    r"^(?P<name>[A-Za-z0-9][A-Za-z0-9._-]*)\s*(?:\[[^\]]*\])?\s*(?P<spec>(?:[<>=!~]=?=?\s*[^;,\s]+\s*,?\s*)*)$"
)
#: The Pythons to ask for where this one is too old for a package.
_OTHER_PYTHONS = ("3.14", "3.12")
_SOURCE_LABELS = ("source", "repository", "code", "github", "gitlab", "homepage", "home")
_SECONDS = 3_600


class Requirement(NamedTuple):
    """A package and which versions of it will do, as pip writes it."""

    name: str
    spec: str

    def __str__(self) -> str:
        return f"{self.name}{self.spec}"

    @property
    def version(self) -> str | None:
        """The one version that will do, where there is only one."""
        exact = self.spec.startswith("==") and not any(mark in self.spec for mark in "*,")
        return self.spec.lstrip("=").strip() if exact else None


def normalized(name: str) -> str:
    """The name of a package as indexes compare it: lower case, joined by single dashes."""
    return re.sub(r"[-_.]+", "-", name).lower()


def read_requirement(text: str) -> Requirement | None:
    """`sglang==0.5.3` or `requests[socks]>=2 ; marker`; None for anything else."""
    bare = text.partition(";")[0].partition(" --hash")[0].strip()
    match = _REQUIREMENT.match(bare)
    return Requirement(match["name"], "".join(match["spec"].split())) if match else None


def read_requirements(path: Path) -> tuple[list[Requirement], list[str]]:
    """The packages that a requirements file names, and the lines that name none.

    Files that it includes (`-r`) are read too, each once.
    """
    found: dict[str, Requirement] = {}
    strange: list[str] = []
    queue, seen = [path.resolve()], set[Path]()
    for current in queue:
        if current in seen:
            continue
        seen.add(current)
        for line in _lines(current):
            included = re.match(r"(?:-r|--requirement)[ =]?\s*(\S+)", line)
            requirement = None if line.startswith("-") else read_requirement(line)
            if included:
                queue.append((current.parent / included[1]).resolve())
            elif requirement is not None:
                found.setdefault(normalized(requirement.name), requirement)
            elif not line.startswith("-"):
                strange.append(line)
    return list(found.values()), strange


def _lines(path: Path) -> Iterator[str]:
    text = path.read_text("utf-8-sig").replace("\\\n", " ")
    for line in text.splitlines():
        bare = re.sub(r"(^|\s)#.*$", "", line).strip()
        if bare:
            yield bare


def download(requirements: Sequence[Requirement], into: Path) -> dict[str, Path | NoWheel]:
    """Wheels of the packages, by normalized name; NoWheel in place of one that cannot be had.

    pip only downloads: source distributions, which it would run, are ruled out. Raises NoPip.
    """
    if requirements and find_spec("pip") is None:
        raise NoPip(str(requirements[0]))
    into.mkdir(parents=True, exist_ok=True)
    _pip(requirements, into)
    result: dict[str, Path | NoWheel] = {}
    for requirement in requirements:
        name = normalized(requirement.name)
        wheel = _wheel_in(into, name)
        said = ""
        for python in () if wheel else (None, *_OTHER_PYTHONS):
            said = said or _pip([requirement], into, python)
            wheel = _wheel_in(into, name)
            if wheel:
                break
        result[name] = wheel or NoWheel(str(requirement), said or "pip gave no reason")
    return result


def _pip(requirements: Sequence[Requirement], into: Path, python: str | None = None) -> str:
    """Download with pip; what it complained of, empty where it did not."""
    if not requirements:
        return ""
    command = [sys.executable, "-m", "pip", "download", "--only-binary=:all:", "--no-deps"]
    command += ["--quiet", "--disable-pip-version-check", "--no-input", "--dest", str(into)]
    command += ["--python-version", python] if python else []
    try:
        done = subprocess.run(
            [*command, "--", *map(str, requirements)],
            capture_output=True,
            check=False,
            text=True,
            timeout=_SECONDS,
            stdin=subprocess.DEVNULL,
        )
    except subprocess.TimeoutExpired:
        return f"pip took longer than {_SECONDS // 60} minutes"
    errors = [line for line in done.stderr.splitlines() if line.startswith("ERROR")]
    return (
        errors[0].removeprefix("ERROR:").strip().rstrip(".") if done.returncode and errors else ""
    )


def _wheel_in(folder: Path, name: str) -> Path | None:
    wheels = (path for path in sorted(folder.glob("*.whl")))
    return next((path for path in wheels if normalized(path.name.split("-")[0]) == name), None)


def source_of_metadata(text: str, fallback: str) -> Source:
    """Where a package comes from, as its METADATA or PKG-INFO says. The link stays unknown."""
    fields = email.parser.HeaderParser().parsestr(text)
    name = normalized(str(fields.get("Name") or fallback))
    remote = _repository(
        [str(value) for value in fields.get_all("Project-URL", [])],
        [str(fields[key]) for key in ("Home-page", "Download-URL") if fields[key]],
    )
    return Source(
        repo=remote.repo if remote else f"pypi/{name}",
        package=name,
        version=str(fields["Version"]) if fields["Version"] else None,
        address=remote.address if remote else None,
    )


def _repository(labelled: Sequence[str], others: Sequence[str]) -> Remote | None:
    """The repository among the addresses that a package's metadata names."""
    by_label: list[tuple[int, str]] = []
    for entry in labelled:
        label, _, address = entry.partition(",")
        rank = next((n for n, word in enumerate(_SOURCE_LABELS) if word in label.lower()), 99)
        by_label.append((rank, address.strip()))
    addresses = [address for _, address in sorted(by_label, key=lambda pair: pair[0])]
    for address in (*addresses, *others):
        remote = remote_of(address)
        if remote and (remote.host in {"github.com", "bitbucket.org"} or "gitlab" in remote.host):
            return Remote(remote.host, "/".join(remote.repo.split("/")[:2]))
    return None


class Installed(NamedTuple):
    """A package of an environment: where its files are and what they are, and its source."""

    root: Path
    files: tuple[str, ...]
    source: Source


def installed(environment: Path | None = None) -> Iterator[Installed]:
    """The packages of this environment, or of the one in a folder, by name.

    A package installed for editing has no files of its own there; it comes with none.
    """
    places = [str(place) for place in _site_packages(environment)] if environment else sys.path
    seen: set[str] = set()
    for one in sorted(metadata.distributions(path=places), key=_name_of):
        name = _name_of(one)
        if not name or name in seen:
            continue
        seen.add(name)
        root = Path(str(one.locate_file("")))
        files = tuple(
            file.as_posix()
            for file in one.files or ()
            if file.suffix == ".py" and ".." not in file.parts
        )
        described = one.read_text("METADATA") or one.read_text("PKG-INFO") or ""
        yield Installed(root, files, source_of_metadata(described, name))


def _name_of(distribution: metadata.Distribution) -> str:
    return normalized(distribution.metadata["Name"] or "")


def _site_packages(environment: Path) -> list[Path]:
    found = sorted(environment.glob("lib/python3*/site-packages"))
    found += [place for place in (environment / "Lib" / "site-packages",) if place.is_dir()]
    return found or [environment]
