"""The questions that matching asks of the index: a handful of point look-ups each."""

from __future__ import annotations

import json
import sqlite3
from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from catalog.models import Record
from catalog.store import keys
from catalog.template import Template

#: How many templates one word contributes, how many paths one suffix, how many sites one function.
_PER_WORD = 64
_PATHS = 32
_SITES = 256
_WORDS_ASKED = 16
_REMEMBERED = 4096


class Site(NamedTuple):
    """A raise site as the index knows it. 0 stands for what its record does not say.

    `n` numbers the record, `template` the template; `line` to `end` is the span of the raise
    statement; `function` and `class_` are keys (see `catalog.store.keys`).
    """

    path: int
    function: int
    line: int
    n: int
    end: int
    template: int
    class_: int
    mined: int


class Holder(NamedTuple):
    """A record that holds a template."""

    mined: int
    id: str
    n: int
    class_: int
    package: int


class Lookup:
    """The index of one catalog. Use it through `Catalog.lookup`."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self._templates: dict[int, Template] = {}
        self._paths: dict[str, list[tuple[int, str]]] = {}

    def forget(self) -> None:
        """Forget what was remembered of an earlier state of the file."""
        self._templates.clear()
        self._paths.clear()

    def paths(self, filename: str) -> list[tuple[int, str]]:
        """The catalog's paths that share the longest end with a frame's file: (number, path)."""
        found = self._paths.get(filename)
        if found is None:
            if len(self._paths) >= _REMEMBERED:
                self._paths.clear()
            found = self._paths[filename] = self._find_paths(filename)
        return found

    def _find_paths(self, filename: str) -> list[tuple[int, str]]:
        ends = keys.suffixes(filename)
        if keys.is_top_level(filename) and ends:
            ends = [keys.path_parts(filename)[-1]]
        longest = None
        for end in ends:
            query = "SELECT 1 FROM path_suffixes WHERE suffix = ? LIMIT 1"
            if self._connection.execute(query, (keys.key(end),)).fetchone() is None:
                break
            longest = end
        if longest is None:
            return []
        query = (
            "SELECT paths.path, text FROM path_suffixes JOIN paths USING (path)"
            " WHERE suffix = ? LIMIT ?"
        )
        rows = self._connection.execute(query, (keys.key(longest), _PATHS)).fetchall()
        return [(n, path) for n, path in rows if path == longest or path.endswith("/" + longest)]

    def sites(self, path: int, function: int) -> list[Site]:
        """The raise sites of a function in a file, in the order of their lines."""
        query = "SELECT * FROM sites WHERE path = ? AND function = ? LIMIT ?"
        rows = self._connection.execute(query, (path, function, _SITES))
        return [Site._make(row) for row in rows]

    def templates_with(self, words: Sequence[int]) -> dict[int, float]:
        """The templates that stand under these keys, each with the weight of the keys it shares.

        A key weighs the more, the fewer templates stand under it; one under which there are more
        than are looked at weighs next to nothing.
        """
        found: defaultdict[int, float] = defaultdict(float)
        for start in range(0, len(words), _WORDS_ASKED):
            asked = list(words[start : start + _WORDS_ASKED])
            asked += [-1] * (_WORDS_ASKED - len(asked))
            listed: defaultdict[int, list[int]] = defaultdict(list)
            for word, template in self._connection.execute(_BY_WORDS, asked):
                listed[word].append(template)
            for templates in listed.values():
                weight = _WEIGHTS[len(templates)]
                for template in templates:
                    found[template] += weight
        return found

    def templates(self, numbers: Iterable[int]) -> dict[int, Template]:
        """The templates of these numbers."""
        found = {}
        for n in numbers:
            template = self._templates.get(n)
            if template is None:
                query = "SELECT key FROM templates WHERE template = ?"
                row = self._connection.execute(query, (n,)).fetchone()
                if row is None:
                    continue
                if len(self._templates) >= _REMEMBERED:
                    self._templates.clear()
                template = self._templates[n] = Template.from_key(row[0])
            found[n] = template
        return found

    def holders(self, template: int, limit: int) -> list[Holder]:
        """The records that hold a template, what somebody wrote first, each kind by id."""
        query = (
            "SELECT mined, id, n, class, package FROM holders WHERE template = ?"
            " ORDER BY mined, id LIMIT ?"
        )
        return [Holder._make(row) for row in self._connection.execute(query, (template, limit))]

    def count_holders(self, template: int) -> int:
        """How many records hold a template."""
        query = "SELECT count(*) FROM holders WHERE template = ?"
        return int(self._connection.execute(query, (template,)).fetchone()[0])

    def records(self, numbers: Iterable[int]) -> dict[int, Record]:
        """The records of these numbers."""
        query = "SELECT document FROM records WHERE n = ?"
        rows = {n: self._connection.execute(query, (n,)).fetchone() for n in numbers}
        return {n: Record.from_document(json.loads(row[0])) for n, row in rows.items() if row}


_BY_WORDS = " UNION ALL ".join(
    [f"SELECT * FROM (SELECT word, template FROM words WHERE word = ? LIMIT {_PER_WORD})"]
    * _WORDS_ASKED
)
#: What a key weighs, by how many templates stand under it.
_WEIGHTS = [0.0, *(count**-0.5 for count in range(1, _PER_WORD)), 0.01]
