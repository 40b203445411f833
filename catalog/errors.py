"""What can go wrong with a catalog, said so that the reader knows what to do next.

Every error carries a reference (what was being looked at), a message (what went wrong, in a
sentence) and a hint (what to do about it). The form is pip's: subclasses take facts and write
the text themselves.
"""

from __future__ import annotations


class CatalogError(Exception):
    """Something about a catalog, or about data meant for one, that its user has to mend.

    `reference` names the thing (a path, a record id, an address), `message` and `hint` are whole
    sentences. `str(error)` is the text to print.
    """

    def __init__(self, reference: str, message: str, hint: str = "") -> None:
        self.reference = reference
        self.message = message
        self.hint = hint
        super().__init__(" ".join(part for part in (message, hint) if part))


class NoCatalog(CatalogError):
    """There is no file where a catalog was looked for."""

    def __init__(self, path: str) -> None:
        super().__init__(
            path,
            f"There is no catalog at {path}.",
            "Make one with `errorbook import FILE --catalog PATH`, or leave --catalog out to use "
            "the one that comes with Errorbook.",
        )


class NotACatalog(CatalogError):
    """A file is there, but it is not a catalog that can be read."""

    def __init__(self, path: str, why: str) -> None:
        super().__init__(
            path,
            f"{path} is not a catalog: {why}.",
            "Name another file with --catalog, or move this one away to make a new one.",
        )


class CannotRead(CatalogError):
    """A catalog is there and cannot be read: no permission, damage, a disk that fails."""

    def __init__(self, path: str, why: str) -> None:
        super().__init__(
            path,
            f"{path} cannot be read: {why}.",
            "Name another file with --catalog. A damaged one can be moved away, and its records "
            "imported again.",
        )


class NewerCatalog(CatalogError):
    """The file was written by a later Errorbook than this one."""

    def __init__(self, path: str, steps: str) -> None:
        super().__init__(
            path,
            f"{path} was written by a newer Errorbook: this one does not know its step {steps}.",
            "Update Errorbook, or name another file with --catalog.",
        )


class CannotWrite(CatalogError):
    """A file that should be written cannot be."""

    def __init__(self, path: str, why: str) -> None:
        super().__init__(path, f"{path} cannot be written: {why}.")


class NoSuchRecord(CatalogError):
    """A record was asked for by an id that the catalog does not hold."""

    def __init__(self, record_id: str, path: str) -> None:
        super().__init__(
            record_id,
            f"There is no record {record_id} in {path}.",
            "Look for it by its words with `errorbook search`.",
        )
