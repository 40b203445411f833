"""What a good record must satisfy: rules on a record alone, and on a record among the others."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from catalog.check.findings import Finding
from catalog.check.neighbours import Neighbours
from catalog.check.rules import RULES, check_record
from catalog.models import Record
from catalog.store import Catalog

__all__ = ["RULES", "Finding", "check_catalog", "check_record"]


def check_catalog(catalog: Catalog, records: Iterable[Record] | None = None) -> Iterator[Finding]:
    """Everything that is to be said about a catalog: record by record in the order of their ids,
    then which patterns match messages of other records.

    `records` are the catalog's own, where the caller wants to see them go by.
    """
    neighbours = Neighbours(catalog)
    for record in catalog.records() if records is None else records:
        yield from check_record(record)
        neighbours.add(record)
    yield from neighbours.findings()
