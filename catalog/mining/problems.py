"""What can keep a target from being mined."""

from __future__ import annotations

from catalog.errors import CatalogError


class NoSuchTarget(CatalogError):
    """A target is neither a path, nor a git address, nor a package's name."""

    def __init__(self, target: str, tried: str) -> None:
        super().__init__(
            target,
            f"There is nothing to mine at {target}: {tried}.",
            "Name a folder, a git address (https://…@ref), a wheel or sdist, or a package "
            "(`requests`, `sglang==0.5.3`).",
        )


class NoWheel(CatalogError):
    """A package cannot be had as a wheel."""

    def __init__(self, requirement: str, said: str) -> None:
        super().__init__(
            requirement,
            f"No wheel of {requirement} can be downloaded: {said}.",
            "A package with only a source distribution would have to be run by pip, which mining "
            "never does: mine its repository's address, or its sdist as a file.",
        )


class NoPip(CatalogError):
    """Packages are downloaded with pip, and this environment has none."""

    def __init__(self, requirement: str) -> None:
        super().__init__(
            requirement,
            f"{requirement} cannot be downloaded: this Python has no pip.",
            "Install it with `python -m ensurepip`, or mine a wheel as a file.",
        )


class GitFailed(CatalogError):
    """Git could not get or read a repository."""

    def __init__(self, address: str, said: str) -> None:
        super().__init__(
            address,
            f"git could not read {address}: {said}",
            "Check the address and the ref, and that git can reach it without a password.",
        )


class BadArchive(CatalogError):
    """A wheel or sdist cannot be unpacked, or had better not be."""

    def __init__(self, path: str, why: str) -> None:
        super().__init__(
            path,
            f"{path} was not unpacked: {why}.",
            "Download the file again, or mine the package's repository.",
        )
