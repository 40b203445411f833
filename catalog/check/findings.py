"""Something that is not right with a record."""

from __future__ import annotations

from typing import Literal, NamedTuple

Level = Literal["error", "warning"]


class Finding(NamedTuple):
    """One rule that a record does not satisfy.

    An error makes answers wrong; a warning makes them worse. `rule` is the rule's name, `message` a
    sentence about this record.
    """

    record_id: str
    level: Level
    rule: str
    message: str

    def __str__(self) -> str:
        return f"{self.record_id}: {self.level}: {self.message} [{self.rule}]"
