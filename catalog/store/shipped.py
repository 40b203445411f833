"""The records that come with Errorbook, inside a catalog that a person adds to.

They are refreshed together when a new Errorbook brings others. A record that was imported is never
touched by that, also not where a shipped one has its id.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from contextlib import closing
from pathlib import Path

from catalog.store.entry import Entry
from catalog.store.files import connect
from catalog.store.writing import remove_records, write_entries


def refresh_shipped(path: str | Path, entries: Iterable[Entry], edition: int) -> None:
    """Make these the shipped records of the catalog, which is made if need be.

    `edition` (1 to 2**31 - 1) is noted last: a refresh that was interrupted is done again, and
    doing it twice, also at the same time, changes nothing. Raises NotACatalog and NewerCatalog.
    """
    path = Path(path)
    current = [entry._replace(shipped=True) for entry in entries]
    write_entries(path, current)
    ids = {json.loads(entry.document)["id"] for entry in current}
    with closing(connect(path, "mode=rw")) as connection:
        rows = connection.execute("SELECT id FROM records WHERE shipped").fetchall()
        remove_records(path, [record_id for (record_id,) in rows if record_id not in ids])
        connection.execute(f"PRAGMA user_version = {edition:d}")
