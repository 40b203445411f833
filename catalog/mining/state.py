"""What has been mined into a catalog, so that the next run need not do it again.

Kept in a small file beside the catalog. It is only believed as far as the catalog bears it out: a
target counts as done when the records it gave are still there.
"""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from catalog.store import Catalog

#: Raised when mining finds other things than before, so that everything is mined again.
EDITION = 1
#: How many of a target's records are looked for.
_SAMPLE = 3


class State:
    """The targets that are done, by a key that names target, version and options."""

    def __init__(self, catalog: Path) -> None:
        self._catalog = catalog
        self._path = catalog.with_name(catalog.name + ".mined.json")
        self._targets = self._read()
        self._opened: Catalog | None = None

    def _read(self) -> dict[str, Any]:
        try:
            read = json.loads(self._path.read_text("utf-8"))
        except (OSError, ValueError):
            return {}
        if not isinstance(read, dict) or read.get("edition") != EDITION:
            return {}
        targets = read.get("targets")
        return targets if isinstance(targets, dict) else {}

    def done(self, key: str) -> bool:
        """Whether a target has been mined and its records are still in the catalog."""
        sample = self._targets.get(key)
        if not isinstance(sample, list) or not self._catalog.exists():
            return False
        if self._opened is None:
            self._opened = Catalog.open(self._catalog)
        return len(self._opened.find(sample)) == len(sample)

    def note(self, key: str, record_ids: Sequence[str]) -> None:
        """Remember that a target is done. A file that cannot be written costs only time later."""
        step = max(len(record_ids) // _SAMPLE, 1)
        self._targets[key] = list(record_ids[::step][:_SAMPLE])
        fresh = self._path.with_name(f".{self._path.name}.{os.getpid()}")
        try:
            fresh.write_text(json.dumps({"edition": EDITION, "targets": self._targets}), "utf-8")
            fresh.replace(self._path)
        except OSError:
            fresh.unlink(missing_ok=True)
