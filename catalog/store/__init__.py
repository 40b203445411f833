"""The catalog's file: the only place with SQL.

Reading (`Catalog`) needs little more than sqlite3. What writes is imported when it is used, and
brings in sqlite-utils: `errorbook explain` only reads.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from catalog.store.entry import Entry, ImportCounts
from catalog.store.files import shipped_edition
from catalog.store.lookup import Holder, Lookup, Site
from catalog.store.reading import Catalog

if TYPE_CHECKING:
    from catalog.store.shipped import refresh_shipped
    from catalog.store.writing import publish, remove_records, write_entries

__all__ = [
    "Catalog",
    "Entry",
    "Holder",
    "ImportCounts",
    "Lookup",
    "Site",
    "publish",
    "refresh_shipped",
    "remove_records",
    "shipped_edition",
    "write_entries",
]

_WRITING = {
    "publish": "writing",
    "refresh_shipped": "shipped",
    "remove_records": "writing",
    "write_entries": "writing",
}


def __getattr__(name: str) -> Any:
    if name not in _WRITING:
        raise AttributeError(f"module {__name__} has no attribute {name}")
    return getattr(import_module(f"{__name__}.{_WRITING[name]}"), name)
