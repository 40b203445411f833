"""The rule on a record among the others: its pattern does not match messages of theirs."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from catalog.candidates import templates
from catalog.check.findings import Finding
from catalog.check.subject import Subject
from catalog.models import Record
from catalog.store import Catalog
from catalog.template import Template, align, fold, search

RULE = "neighbour"


@dataclass(slots=True)
class Neighbours:
    """Collects, record by record, which templates fit other records' messages as well.

    It takes the candidates that matching would look at, not every pair of records.
    """

    catalog: Catalog
    _counts: dict[int, int] = field(default_factory=dict)
    _first: dict[int, Record] = field(default_factory=dict)

    def add(self, record: Record) -> None:
        """Try the message of this record on the other templates."""
        subject = Subject(record)
        if subject.template is None or not subject.examples:
            return
        message = subject.examples[0].message
        with self.catalog.lookup() as lookup:
            found = templates([message], lookup)
        for number, template in found.items():
            if template.key != subject.template.key and _fits(template, message):
                self._counts[number] = self._counts.get(number, 0) + 1
                self._first.setdefault(number, record)

    def findings(self) -> Iterator[Finding]:
        """One warning for each such template, at the first record that holds it."""
        for number, count in self._counts.items():
            with self.catalog.lookup() as lookup:
                first = lookup.holders(number, 1)[0]
            other = self._first[number]
            others = (
                "the message of another record"
                if count == 1
                else f"the messages of {count:,} other records"
            )
            yield Finding(
                first.id,
                "warning",
                RULE,
                f"The pattern also matches {others}, such as {other.id}: {other.error_message!r}.",
            )


def _fits(template: Template, message: str) -> bool:
    """Whether the template, as it stands, is found in a message."""
    if template.regex is not None:
        return search(template.regex, message) is not None
    return template.literals > 0 and align(template.parts, fold(message)) is not None
