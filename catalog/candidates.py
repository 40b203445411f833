"""Report -> the few templates and raise sites worth scoring.

Two ways lead to them. The innermost frame names a function in a file, and the index knows the raise
sites there. The words of the message lead to the templates that stand under them. Where the frame
leaves nothing open, the words are not asked.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from catalog.models import Frame, RaisedError
from catalog.store import Lookup, Site, keys
from catalog.template import Template

#: How many words of a message are looked up: the beginning and the end of a longer one.
_FIRST_WORDS = 48
_LAST_WORDS = 12
#: How many templates found by words are scored.
_TEMPLATES = 24


@dataclass(frozen=True, slots=True)
class Place:
    """A raise site to which the innermost frame led: `path` is the record's."""

    site: Site
    path: str
    frame: Frame


@dataclass(slots=True)
class Candidates:
    """What is worth scoring for one error: places by frame, templates by words."""

    places: list[Place] = field(default_factory=list)
    templates: dict[int, Template] = field(default_factory=dict)


def places(error: RaisedError, lookup: Lookup) -> list[Place]:
    """The raise sites in the function that the innermost frame shows."""
    if not error.frames:
        return []
    frame = error.frames[-1]
    function = keys.function_key(frame.name)
    found: list[Place] = []
    for n, path in lookup.paths(frame.filename):
        sites = lookup.sites(n, function)
        if frame.lineno is not None and function:
            # A record that does not say its function is found by its line alone.
            sites += [s for s in lookup.sites(n, 0) if s.line <= frame.lineno <= s.end]
        found.extend(Place(site, path, frame) for site in sites)
    return found


def templates(texts: Iterable[str], lookup: Lookup) -> dict[int, Template]:
    """The templates to which the words of a message lead, those with the most words first.

    `texts` are the message and other readings of it, such as its first line.
    """
    asked: dict[int, None] = {}
    for text in texts:
        asked.update(dict.fromkeys(_keys(keys.words(text))))
    counted = lookup.templates_with(list(asked)).most_common(_TEMPLATES)
    return lookup.templates(n for n, _ in counted)


def _keys(words: Sequence[str]) -> list[int]:
    whole = keys.whole_key(words)
    if len(words) > _FIRST_WORDS + _LAST_WORDS:
        words = [*words[:_FIRST_WORDS], *words[-_LAST_WORDS:]]
    found = [whole, *(keys.key(word) for word in words)]
    return found + [keys.pair_key(*pair) for pair in pairwise(words)]
