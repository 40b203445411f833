"""Keeping the index in step with the records, in proportion to what changes.

A template stands under its rarest words and pairs of neighbouring words, not under all: a message
that it made contains most of them, and the lists stay short because a common word lists only the
templates that have nothing rarer. (Prefix filtering of set similarity joins, Chaudhuri et al.
2006.) How common a word is, is counted as templates come and go.
"""

from __future__ import annotations

import sqlite3
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from itertools import pairwise
from math import log

from catalog.store import keys
from catalog.store.facts import Facts, number
from catalog.template import Template

#: How many single words, and how many pairs, a template stands under.
WORDS_KEPT = 3
PAIRS_KEPT = 3


class IndexWriter:
    """Collects records that come and go; `flush` writes them, each table in its key's order."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self._added: dict[int, Facts] = {}
        self._removed: dict[int, Facts] = {}

    def __len__(self) -> int:
        return len(self._added) + len(self._removed)

    def add(self, n: int, facts: Facts) -> None:
        """The record numbered `n` is new."""
        self._added[n] = facts

    def remove(self, n: int, facts: Facts) -> None:
        """The record numbered `n`, with these facts, is no more."""
        if self._added.pop(n, None) is None:
            self._removed[n] = facts

    def flush(self) -> None:
        """Write what has been collected."""
        if self._removed:
            self._take_out()
        if self._added:
            self._put_in()
        self._added, self._removed = {}, {}

    def _put_in(self) -> None:
        write = self._connection.executemany
        paths = {path: number(path) for facts in self._added.values() for path in facts.paths}
        write("INSERT OR IGNORE INTO paths VALUES (?, ?)", sorted((n, p) for p, n in paths.items()))
        write("INSERT OR IGNORE INTO path_suffixes VALUES (?, ?)", sorted(_suffix_rows(paths)))
        templates = {
            facts.template.key: facts.template for facts in self._added.values() if facts.template
        }
        numbers = {key: number(key) for key in templates}
        self._put_in_templates({numbers[key]: templates[key] for key in templates})
        write(
            "INSERT INTO sites VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            sorted(_site_rows(self._added, paths, numbers)),
        )
        write(
            "INSERT INTO holders VALUES (?, ?, ?, ?, ?, ?)",
            sorted(
                (numbers[facts.template.key], facts.mined, facts.id, n, facts.class_, facts.package)
                for n, facts in self._added.items()
                if facts.template
            ),
        )
        write(
            "INSERT INTO found (rowid, text) VALUES (?, ?)",
            ((n, facts.text) for n, facts in self._added.items()),
        )

    def _put_in_templates(self, templates: Mapping[int, Template]) -> None:
        known = set(self._existing("SELECT template FROM templates WHERE template IN", templates))
        new = {n: templates[n] for n in sorted(templates) if n not in known}
        self._connection.executemany(
            "INSERT INTO templates VALUES (?, ?)", ((n, t.key) for n, t in new.items())
        )
        literal = {n: keys.literal_words(template.parts) for n, template in new.items()}
        counts = Counter(
            word for runs in literal.values() for word in {word for run in runs for word in run}
        )
        words = self._count(counts)
        rows = sorted(
            (word, n)
            for n, template in new.items()
            for word in chosen_keys(template, literal[n], words)
        )
        self._connection.executemany("INSERT OR IGNORE INTO words VALUES (?, ?)", rows)

    def _count(self, counts: Mapping[str, int]) -> dict[str, tuple[float, int]]:
        """Add to the frequencies; by word, the logarithm of the sum and the word's key."""
        by_word = {word: keys.key(word) for word in counts}
        self._connection.executemany(
            "INSERT INTO frequencies VALUES (?, ?)"
            " ON CONFLICT DO UPDATE SET templates = templates + excluded.templates",
            sorted((by_word[word], more) for word, more in counts.items()),
        )
        query = "SELECT word, templates FROM frequencies WHERE word IN"
        sums = {row[0]: row[1] for row in self._rows(query, sorted(by_word.values()))}
        return {word: (log(sums[key]), key) for word, key in by_word.items()}

    def _take_out(self) -> None:
        write = self._connection.executemany
        paths = {path: number(path) for facts in self._removed.values() for path in facts.paths}
        write(
            "DELETE FROM sites WHERE path = ? AND function = ? AND line = ? AND n = ?",
            sorted(row[:4] for row in _site_rows(self._removed, paths, None)),
        )
        templates: dict[int, Template] = {}
        rows = []
        for facts in self._removed.values():
            if facts.template:
                templates[number(facts.template.key)] = facts.template
                rows.append((number(facts.template.key), facts.mined, facts.id))
        write("DELETE FROM holders WHERE template = ? AND mined = ? AND id = ?", sorted(rows))
        write(
            "INSERT INTO found (found, rowid, text) VALUES ('delete', ?, ?)",
            ((n, facts.text) for n, facts in self._removed.items()),
        )
        self._forget_templates(templates)
        self._forget_paths(paths)

    def _forget_templates(self, templates: Mapping[int, Template]) -> None:
        """Take out the templates that no record holds any more."""
        held = set(self._existing("SELECT template FROM holders WHERE template IN", templates))
        gone = {n: template for n, template in templates.items() if n not in held}
        write = self._connection.executemany
        write("DELETE FROM templates WHERE template = ?", ((n,) for n in gone))
        for n, template in gone.items():
            literal = keys.literal_words(template.parts)
            write(
                "DELETE FROM words WHERE word = ? AND template = ?",
                ((word, n) for word in all_keys(template, literal)),
            )
            write(
                "UPDATE frequencies SET templates = templates - 1 WHERE word = ?",
                ((keys.key(word),) for word in {word for run in literal for word in run}),
            )

    def _forget_paths(self, paths: Mapping[str, int]) -> None:
        """Take out the paths that no record has any more."""
        held = set(self._existing("SELECT path FROM sites WHERE path IN", paths.values()))
        gone = {path: n for path, n in paths.items() if n not in held}
        write = self._connection.executemany
        write("DELETE FROM paths WHERE path = ?", ((n,) for n in gone.values()))
        write("DELETE FROM path_suffixes WHERE suffix = ? AND path = ?", _suffix_rows(gone))

    def _existing(self, query: str, numbers: Iterable[int]) -> Iterator[int]:
        return (row[0] for row in self._rows(query, numbers))

    def _rows(self, query: str, numbers: Iterable[int]) -> Iterator[tuple[int, ...]]:
        """The rows of a query that ends in IN, asked in pieces of a size that SQLite takes."""
        asked = list(numbers)
        for start in range(0, len(asked), 500):
            piece = asked[start : start + 500]
            marks = ", ".join("?" * len(piece))
            yield from self._connection.execute(f"{query} ({marks})", piece)


def _suffix_rows(paths: Mapping[str, int]) -> Iterator[tuple[int, int]]:
    for path, n in paths.items():
        for suffix in keys.suffixes(path):
            yield keys.key(suffix), n


def _site_rows(
    records: Mapping[int, Facts], paths: Mapping[str, int], templates: Mapping[str, int] | None
) -> Iterator[tuple[int, ...]]:
    for n, facts in records.items():
        template = 0
        if facts.template and templates is not None:
            template = templates[facts.template.key]
        for path in facts.paths:
            yield (
                paths[path],
                facts.function,
                facts.line,
                n,
                facts.end,
                template,
                facts.class_,
                facts.mined,
            )


def all_keys(template: Template, literal: list[list[str]]) -> set[int]:
    """Every key that the template could stand under."""
    by_word = [[keys.key(word) for word in words] for words in literal]
    found = {key for run in by_word for key in run}
    found.update(keys.pair_key(*pair) for run in by_word for pair in pairwise(run))
    found.update(key for run in literal for word in run for key in keys.half_keys(word))
    return found | _end_keys(template, literal)


def _end_keys(template: Template, literal: list[list[str]]) -> set[int]:
    """The key of how a template begins, or else ends, and of one that is all literal."""
    ends = [keys.first_key(literal[0]), keys.last_key(literal[-1])]
    found = set([end for end in ends if end is not None][:1])
    if not template.holes:
        found.add(keys.whole_key(literal[0]))
    return found


def chosen_keys(
    template: Template, literal: list[list[str]], words: Mapping[str, tuple[float, int]]
) -> set[int]:
    """The keys that the template stands under: its rarest words and pairs, and its ends.

    `words` has each word's rarity, the logarithm of how many templates have it, and its key. The
    rarity of a pair is taken as if its words came independently. One wrong letter never takes all
    of them away: pairs share no word if they need not, and the rarest word has its halves.
    """
    ranked = [[words[word] for word in run] for run in literal]
    singles = sorted({one for run in ranked for one in run})[:WORDS_KEPT]
    pairs = sorted(
        {(left[0] + right[0], left[1], right[1]) for run in ranked for left, right in pairwise(run)}
    )
    if len(pairs) > PAIRS_KEPT:
        pairs = _apart(pairs)
    found = {key for _, key in singles}
    found.update(keys.pair_key(left, right) for _, left, right in pairs)
    if singles:
        rarest = next(word for run in literal for word in run if words[word] == singles[0])
        found.update(keys.half_keys(rarest))
    return found | _end_keys(template, literal)


def _apart(pairs: list[tuple[float, int, int]]) -> list[tuple[float, int, int]]:
    """The first pairs that share no word with an earlier one, then the first of the others."""
    chosen, others = [], []
    used: set[int] = set()
    for pair in pairs:
        if pair[1] in used or pair[2] in used:
            others.append(pair)
            continue
        chosen.append(pair)
        used.update(pair[1:])
        if len(chosen) == PAIRS_KEPT:
            return chosen
    return [*chosen, *others][:PAIRS_KEPT]
