"""Catalogs without a library, to see what is said about errors that are not in them."""

from __future__ import annotations

import json
import shutil
from collections import defaultdict
from pathlib import Path

from catalog.store import Catalog, remove_records
from tests.benchmarks.raise_sites.data import Case


def hold_out(catalog: Path, library: str, cases: list[Case], target: Path) -> None:
    """Copy the catalog without the library, and without its cases' templates in other libraries.

    Taken out is every record of the library, and every one that has the class and the template of
    one of its cases (vendored copies, forks); templates without literal text are no templates.
    """
    by_text = defaultdict(list)
    own, texts = set(), set()
    wanted = {case.record_id for case in cases if case.library == library}
    for entry in Catalog.open(catalog).entries():
        document = json.loads(entry.document)
        pattern = document.get("messagePattern")
        text = (document.get("errorClass"), pattern)
        if pattern and pattern != "(.+?)":
            by_text[text].append(document["id"])
            if document["id"] in wanted:
                texts.add(text)
        if document["repo"].rpartition("/")[2] == library:
            own.add(document["id"])
    shutil.copyfile(catalog, target)
    remove_records(target, own | {each for text in texts for each in by_text[text]})
