"""The catalog's file: the only place with SQL.

Reading (`Catalog`) needs nothing but the standard library; writing brings in sqlite-utils when it
is called.
"""

from catalog.store.lookup import Holder, Lookup, Site
from catalog.store.reading import Catalog
from catalog.store.shipped import refresh_shipped, shipped_edition
from catalog.store.writing import Entry, ImportCounts, publish, remove_records, write_entries

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
