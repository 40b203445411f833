"""What a person names as a target -> a tree of files to mine, with where they come from."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal

from catalog.errors import CatalogError
from catalog.mining.archives import is_archive, unpack
from catalog.mining.git import Checkout, blobs_at, checkout_at, clone
from catalog.mining.languages import language_of
from catalog.mining.packages import (
    Requirement,
    download,
    installed,
    normalized,
    read_requirement,
    source_of_metadata,
)
from catalog.mining.problems import NoSuchTarget
from catalog.mining.run import Tree
from catalog.mining.source import Source

Kind = Literal["folder", "file", "archive", "git", "package"]

_ADDRESS = re.compile(r"^(?:git\+)?(?:https?|ssh|git|file)://|^[\w.-]+@[\w.-]+:")
#: A ref behind an address, not the user before the host.
_REF = re.compile(r"^(?P<address>.+[/:][^@/:]+)@(?P<ref>[^@:]+)$")


@dataclass(frozen=True, slots=True)
class Target:
    """One target as it was named, and what kind of thing that is."""

    name: str
    kind: Kind
    ref: str | None = None
    requirement: Requirement | None = None


def read_target(name: str) -> Target:
    """What kind of thing a name means. Raises NoSuchTarget."""
    if _ADDRESS.match(name):
        bare = name.removeprefix("git+")
        match = _REF.match(bare)
        return Target(match["address"], "git", match["ref"]) if match else Target(bare, "git")
    path = Path(name).expanduser()
    if path.is_dir():
        return Target(str(path), "folder")
    if path.is_file():
        if is_archive(path):
            return Target(str(path), "archive")
        if language_of(path.name):
            return Target(str(path), "file")
        raise NoSuchTarget(name, "the file is neither a source file nor a wheel or sdist")
    if "/" in name or "\\" in name or name.startswith((".", "~")) or is_archive(path):
        raise NoSuchTarget(name, "the path does not exist")
    requirement = read_requirement(name)
    if requirement is None:
        raise NoSuchTarget(name, "it is no path, no address and no package's name")
    return Target(name, "package", requirement=requirement)


def trees_of(
    targets: Sequence[Target], scratch: Path, checkout: Path | None = None
) -> Iterator[tuple[Target, Tree | CatalogError]]:
    """The files of each target, fetched and unpacked below `scratch` where need be.

    `checkout` is a checkout of the repository that packages come from: their files are then linked
    to where they stand in it. What cannot be had comes with the reason.
    """
    wanted = [target.requirement for target in targets if target.requirement]
    try:
        wheels: dict[str, Path | CatalogError] = dict(download(wanted, scratch / "wheels"))
    except CatalogError as error:
        wheels = {normalized(one.name): error for one in wanted}
    for number, target in enumerate(targets):
        place = scratch / str(number)
        try:
            tree = _tree_of(target, place, wheels)
        except CatalogError as error:
            yield target, error
        else:
            yield target, _mapped(tree, checkout) if checkout and tree.imported else tree


def _tree_of(target: Target, place: Path, wheels: dict[str, Path | CatalogError]) -> Tree:
    if target.kind == "git":
        return tree_of_checkout(clone(target.name, target.ref, place), target.ref)
    if target.kind == "archive":
        return tree_of_archive(Path(target.name), place)
    if target.requirement is not None:
        wheel = wheels[normalized(target.requirement.name)]
        if isinstance(wheel, CatalogError):
            raise wheel
        return tree_of_archive(wheel, place)
    return tree_of_folder(Path(target.name))


def tree_of_folder(folder: Path) -> Tree:
    """A folder, or one file; what git says of it where it is (in) a checkout."""
    root = folder.resolve()
    checkout = checkout_at(root if root.is_dir() else root.parent)
    if checkout is None:
        return Tree(
            root, Source(repo=f"local/{_plain(root.stem if root.is_file() else root.name)}")
        )
    top = checkout.root.resolve()
    tree = tree_of_checkout(checkout._replace(root=top))
    if root == top:
        return tree
    below = root.relative_to(top).as_posix()
    assert tree.blobs is not None
    inside = tuple(path for path in tree.blobs if path == below or path.startswith(below + "/"))
    return replace(tree, files=inside)


def tree_of_checkout(checkout: Checkout, ref: str | None = None) -> Tree:
    """The files of a checkout; those that are as committed are linked to their commit."""
    remote = checkout.remote
    source = Source(
        repo=remote.repo if remote else f"local/{_plain(checkout.root.resolve().name)}",
        version=_version(checkout.tag or ref) or checkout.commit[:10],
        commit=checkout.commit,
        link=remote.link(checkout.commit) if remote else None,
        address=remote.address if remote else None,
    )
    return Tree(checkout.root.resolve(), source, blobs=blobs_at(checkout))


def _version(ref: str | None) -> str | None:
    """`v0.5.3` as packages number it; other refs as they are."""
    return ref[1:] if ref and re.match(r"v\d", ref) else ref


def _plain(name: str) -> str:
    return re.sub(r"[^\w.-]+", "-", name) or "folder"


def tree_of_archive(archive: Path, place: Path) -> Tree:
    """A wheel or sdist, unpacked. Raises BadArchive."""
    unpack(archive, place)
    described = sorted(place.glob("*.dist-info/METADATA")) + sorted(place.glob("*/PKG-INFO"))
    text = described[0].read_text("utf-8", "replace") if described else ""
    source = source_of_metadata(text, archive.name.split("-")[0])
    if archive.suffix == ".whl":
        return Tree(place, source, imported=True)
    inner = [folder for folder in place.iterdir() if folder.is_dir()] if place.is_dir() else []
    return Tree(inner[0] if len(inner) == 1 else place, source)


def trees_of_environment(
    environment: Path | None, wanted: Sequence[str] = ()
) -> Iterator[tuple[str, Tree]]:
    """The packages of an environment, or those of them whose names match a pattern in `wanted`."""
    from fnmatch import fnmatch

    patterns = [normalized(name) for name in wanted]
    for one in installed(environment):
        name = one.source.package or ""
        if not patterns or any(fnmatch(name, pattern) for pattern in patterns):
            yield name, Tree(one.root, one.source, files=one.files, imported=True)


def _mapped(tree: Tree, folder: Path) -> Tree:
    """A package's files with the paths, commit and links of the checkout that they are from."""
    checkout = checkout_at(folder)
    if checkout is None:
        raise NoSuchTarget(str(folder), "--checkout needs a git checkout")
    there = tree_of_checkout(checkout)
    source = replace(
        tree.source,
        repo=there.source.repo,
        commit=there.source.commit,
        link=there.source.link,
        address=there.source.address,
    )
    return replace(tree, source=source, blobs=there.blobs)
