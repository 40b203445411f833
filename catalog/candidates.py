"""Report -> the few templates and raise sites worth scoring.

Two ways lead to them. The innermost frame names a function in a file, and the index knows the raise
sites there. The words of the message lead to the templates that stand under them. Where the frame
leaves nothing open, the words are not asked.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from heapq import nlargest
from itertools import pairwise
from typing import NamedTuple

from catalog.models import Frame, RaisedError
from catalog.paste import package_paths
from catalog.store import Lookup, Site, keys
from catalog.template import Template

#: How many words of a message are looked up: the beginning and the end of a longer one.
_FIRST_WORDS = 48
_LAST_WORDS = 12
#: How many templates found by words are scored.
_TEMPLATES = 64


class Place(NamedTuple):
    """A raise site to which the innermost frame led.

    `whole` says that the frame's file is the record's file; otherwise only the ends of their paths
    are the same.
    """

    site: Site
    path: str
    whole: bool
    frame: Frame


class Places(NamedTuple):
    """Where the innermost frame leads: raise sites, and whether the catalog knows its file."""

    found: tuple[Place, ...] = ()
    known_file: bool = False


def places(error: RaisedError, lookup: Lookup) -> Places:
    """The raise sites in the function that the innermost frame shows."""
    if not error.frames:
        return Places()
    frame = error.frames[-1]
    function = keys.function_key(frame.name)
    paths = _paths(frame, lookup)
    found: list[Place] = []
    for n, path, whole in paths:
        sites = lookup.sites(n, function)
        if frame.lineno is not None and function:
            # A record that does not say its function is found by its line alone.
            sites += [s for s in lookup.sites(n, 0) if s.line <= frame.lineno <= s.end]
        found.extend(Place(site, path, whole, frame) for site in sites)
    return Places(tuple(found), bool(paths))


def _paths(frame: Frame, lookup: Lookup) -> list[tuple[int, str, bool]]:
    """The catalog's paths that may be the frame's file; if some are whole, these alone."""
    found = lookup.paths(frame.filename)
    if not found:
        return []
    shown = set(package_paths(frame))
    judged = [(n, path, path in shown or keys.imported(path) in shown) for n, path in found]
    whole = [one for one in judged if one[2]]
    # A copy that another package carries is another file: pip has a requests/utils.py of its own.
    return whole or [one for one in judged if not keys.is_vendored(one[1])]


def templates(texts: Iterable[str], lookup: Lookup) -> dict[int, Template]:
    """The templates to which the words of a message lead, those that share the most first.

    `texts` are the message and other readings of it, such as its first line.
    """
    return _led_to((key for text in texts for key in _keys(_words(text))), lookup)


def misspelt_templates(text: str, lookup: Lookup) -> dict[int, Template]:
    """The templates whose rarest word a message has with a wrong letter, or has half of."""
    return _led_to((key for word in _words(text) for key in keys.half_keys(word)), lookup)


def _led_to(asked: Iterable[int], lookup: Lookup) -> dict[int, Template]:
    weights = lookup.templates_with(list(dict.fromkeys(asked)))
    return lookup.templates(nlargest(_TEMPLATES, weights, key=weights.__getitem__))


def _words(text: str) -> list[str]:
    words = keys.words(text)
    if len(words) > _FIRST_WORDS + _LAST_WORDS:
        return [*words[:_FIRST_WORDS], *words[-_LAST_WORDS:]]
    return words


def _keys(words: Sequence[str]) -> list[int]:
    # A part of a template begins, or ends, a message with two words or with three.
    ends = [keys.whole_key(words)]
    ends += [keys.first_key(words[:length]) or 0 for length in (2, 3)]
    ends += [keys.last_key(words[-length:]) or 0 for length in (2, 3)]
    single = [keys.key(word) for word in words]
    return [*ends, *single, *(keys.pair_key(*pair) for pair in pairwise(single))]
