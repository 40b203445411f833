"""Words instead of an error: the records that a person may mean by them."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from importlib import resources

from catalog.models import Record
from catalog.store import Catalog

#: A longer text, in characters, is no search.
LONGEST = 300
#: How many records are named.
RESULTS = 5

_WORD = re.compile(r"[A-Za-z0-9_]{3,}")


def search(catalog: Catalog, text: str) -> list[Record]:
    """Records that hold most of the words of a text that are not said anyway, best first."""
    words = telling(text)
    if len(words) < 2 or len(text) > LONGEST:
        return []
    found = catalog.search(" ".join(words), limit=4 * RESULTS)
    return [record for record in found if _holds_most(record, words)][:RESULTS]


def telling(text: str) -> list[str]:
    """The words of a text that tell what it is about, once each, in their order."""
    words = (word.lower() for word in _WORD.findall(text))
    return [word for word in dict.fromkeys(words) if word not in _said_anyway()]


@cache
def _said_anyway() -> frozenset[str]:
    """What people say to a bot, and to each other, around the words that matter."""
    text = (resources.files("bot.listeners") / "said-anyway.txt").read_text(encoding="utf-8")
    lines = (line for line in text.splitlines() if not line.startswith("#"))
    return frozenset(word for line in lines for word in line.split())


def _holds_most(record: Record, words: list[str]) -> bool:
    text = " ".join(_texts(record)).lower()
    # "tanks" is found in a record that says "tank", and "model" in one that says "models".
    held = sum(word in text or word.removesuffix("s") in text for word in words)
    return held >= 2 and 3 * held >= 2 * len(words)


def _texts(record: Record) -> Iterable[str]:
    yield from filter(
        None,
        [
            record.repo,
            record.error_class,
            record.error_message,
            record.documentation,
            record.trigger_scenarios,
            record.common_situations,
            record.file_path,
            record.function,
        ],
    )
    yield from record.solutions or ()
    yield from record.tags or ()
