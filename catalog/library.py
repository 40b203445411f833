"""The user's own catalog: in their data directory, made from the shipped records and kept so."""

from __future__ import annotations

import os
from pathlib import Path
from zlib import crc32

from catalog.errors import CatalogError, NoCatalog

FILE_NAME = "catalog.db"
#: The records that come with Errorbook, one JSON file each.
RECORDS_FOLDER = Path(__file__).parent / "records"


class NoDataDirectory(CatalogError):
    """The user's catalog cannot be written where it belongs."""

    def __init__(self, path: Path, why: str) -> None:
        super().__init__(
            str(path),
            f"Your catalog cannot be made at {path}: {why}.",
            "Name a file that can be written with --catalog or ERRORBOOK_CATALOG.",
        )


def default_catalog() -> Path:
    """The user's catalog. It is made at the first use; when other records are shipped than those
    it was made from, they are refreshed, and what was imported stays.

    Any number of processes may do this at once. Raises NoDataDirectory, NotACatalog, NewerCatalog.
    """
    from platformdirs import user_data_path

    path = user_data_path("errorbook", appauthor=False) / FILE_NAME
    texts = _shipped_texts()
    edition = _edition(texts)
    try:
        current = _edition_of(path)
        if current == edition:
            return path
        if current is None:
            path.parent.mkdir(parents=True, exist_ok=True)
            _make(path, texts, edition)
        elif os.access(path, os.W_OK) and os.access(path.parent, os.W_OK):
            _refresh(path, texts, edition)
    except OSError as error:
        raise NoDataDirectory(path, (error.strerror or str(error)).lower()) from error
    return path


def build_catalog(path: str | Path) -> None:
    """Make a catalog of the shipped records at `path`, or refresh them in the one that is there.

    Raises NotACatalog and NewerCatalog.
    """
    texts = _shipped_texts()
    _refresh(Path(path), texts, _edition(texts))


def _shipped_texts() -> list[str]:
    """The record files that come with Errorbook, in the order of their names."""
    return [file.read_text(encoding="utf-8") for file in sorted(RECORDS_FOLDER.glob("*.json"))]


def _edition(texts: list[str]) -> int:
    """A number that changes with the shipped records; positive, of 31 bits."""
    return crc32("\n".join(texts).encode()) % (2**31 - 1) + 1


def _edition_of(path: Path) -> int | None:
    """The edition in the file; None where there is no file."""
    from catalog.store import shipped_edition

    try:
        return shipped_edition(path)
    except NoCatalog:
        return None


def _refresh(path: Path, texts: list[str], edition: int) -> None:
    from catalog.importers.documents import read_document
    from catalog.importers.found import Found
    from catalog.store import refresh_shipped

    read = [item for text in texts for item in read_document(text, "catalog/records")]
    refresh_shipped(path, [item.entry for item in read if isinstance(item, Found)], edition)


def _make(path: Path, texts: list[str], edition: int) -> None:
    """Make the file under another name, then give it its own unless somebody else was faster."""
    fresh = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        _refresh(fresh, texts, edition)
        try:
            os.link(fresh, path)
        except FileExistsError:
            pass
        except OSError:
            # No hard links here: at worst, a catalog made meanwhile is replaced by its like.
            if not path.exists():
                fresh.rename(path)
    finally:
        for log in ("", "-wal", "-shm"):
            fresh.with_name(fresh.name + log).unlink(missing_ok=True)
