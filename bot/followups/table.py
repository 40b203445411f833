"""The phrase table: read from its data file, checked, and unfolded into phrases to compare with."""

from __future__ import annotations

import re
import tomllib
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from itertools import islice, product
from typing import NamedTuple

from bot.followups.topics import Topic

#: A phrase, or a reading of what somebody wrote: names of classes, and words in lower case.
Tokens = tuple[str, ...]

#: What one line of the table may unfold into; more is a mistake in it.
MOST_VARIANTS = 2_000
#: How many readings of a clause are tried.
MOST_READINGS = 256

#: What each class of words is, too: what names the error is "it", and "any" is an article.
_ALSO = {
    "ERRS": ("ERR", "IT"),
    "ERR": ("IT",),
    "ANY": ("THE",),
    "CAN": ("AUX",),
    "SHOULD": ("AUX",),
    "GIVE": ("SHOW",),
}

_SYMBOL = re.compile(r"[()\[\]|]|[^\s()\[\]|]+")
_PAIRS = {"(": ")", "[": "]"}


class BadTable(ValueError):
    """A line of the phrase table that cannot be read."""

    def __init__(self, line: str, why: str) -> None:
        super().__init__(f"The line {line!r} of the follow-up table cannot be read: {why}.")


class Claim(NamedTuple):
    """What a phrase asks for, and whether it does so only with a question mark or a "please"."""

    topic: Topic
    asking: bool


@dataclass(frozen=True)
class Lexicon:
    """Which words stand for which classes.

    `entries` maps a run of words to the classes it may stand for; the class "" drops it.
    `longest` is how many words the longest run has.
    """

    entries: Mapping[Tokens, Tokens]
    light: frozenset[str]
    longest: int

    def readings(self, words: Iterable[str]) -> list[Tokens]:
        """The ways to read the words as classes, the longest run first."""
        read = product(*(options for _, options in self.runs(tuple(words))))
        kept = (tuple(filter(None, reading)) for reading in islice(read, MOST_READINGS))
        return list(dict.fromkeys(kept))

    def runs(self, words: Tokens) -> Iterator[tuple[int, Tokens]]:
        """The lengths of the runs that the words consist of, each with its classes."""
        at = 0
        while at < len(words):
            length, options = self._run(words[at : at + self.longest])
            yield length, options
            at += length

    def _run(self, words: Tokens) -> tuple[int, Tokens]:
        for length in range(len(words), 0, -1):
            if options := self.entries.get(words[:length]):
                return length, options
        return 1, words[:1]

    def heavy(self, tokens: Iterable[str]) -> Tokens:
        """The tokens that a phrase must have in common with what was written."""
        return tuple(token for token in tokens if token not in self.light)


#: Heavy tokens -> the phrases that have them.
Phrases = Mapping[Tokens, Mapping[Tokens, Claim]]


@dataclass(frozen=True)
class Typing:
    """`words` may be meant by a typing error; `known` are words that are none."""

    words: tuple[str, ...]
    known: frozenset[str]


@dataclass(frozen=True)
class Table:
    """Everything that the data file holds, ready to be compared with; see there for each part."""

    lexicon: Lexicon
    phrases: Phrases
    addressed: Phrases
    keys: Mapping[Tokens, Topic]
    neutral: frozenset[str]
    wrappings: frozenset[Tokens]
    openers: frozenset[Tokens]
    opening: frozenset[str]
    asking: frozenset[str]
    context: frozenset[str]
    typing: Typing


@cache
def table() -> Table:
    """The table that comes with Errorbook, read once."""
    return read(files("bot.followups").joinpath("phrases.toml").read_text(encoding="utf-8"))


def read(text: str) -> Table:
    """The table in the text of a data file.

    Raises BadTable for a line that cannot be read, and ValueError for a topic that does not exist.
    """
    data = tomllib.loads(text)
    lexicon = _lexicon(data["words"], data["fillers"], data["light"])
    wrappings, openers = (
        frozenset(run for line in data[part] for run in unfolded(line))
        for part in ("wrappings", "openers")
    )
    lines = [
        line
        for part in ("phrases", "keys", "addressed")
        for ls in data[part].values()
        for line in ls
    ]
    words = {word for run in (*lexicon.entries, *wrappings, *openers) for word in run}
    words.update(word for line in lines for word in _SYMBOL.findall(line))
    words.update(data["context"], data["opening"], data["neutral"], data["typing"]["not"])
    return Table(
        lexicon=lexicon,
        phrases=_phrases(data["phrases"], lexicon),
        addressed=_phrases(data["addressed"], lexicon),
        keys=_keys(data["keys"], lexicon),
        neutral=frozenset(data["neutral"]),
        wrappings=wrappings,
        openers=openers,
        opening=frozenset(data["opening"]),
        asking=frozenset(data["asking"]),
        context=frozenset(data["context"]),
        typing=Typing(tuple(data["typing"]["words"]), frozenset(words)),
    )


def _lexicon(classes: Mapping[str, list[str]], fillers: list[str], light: list[str]) -> Lexicon:
    entries: defaultdict[Tokens, dict[str, None]] = defaultdict(dict)
    for name, lines in {**classes, "": fillers}.items():
        for line in lines:
            for run in unfolded(line):
                entries[run].update(dict.fromkeys((name, *_ALSO.get(name, ()))))
    return Lexicon(
        entries={run: tuple(names) for run, names in entries.items()},
        light=frozenset(light),
        longest=max(map(len, entries)),
    )


def _phrases(section: Mapping[str, list[str]], lexicon: Lexicon) -> Phrases:
    found: defaultdict[Tokens, dict[Tokens, Claim]] = defaultdict(dict)
    for name, lines in section.items():
        topic = Topic(name)
        for line in lines:
            claim = Claim(topic, asking=line.endswith(" ?"))
            for variant in unfolded(line.removesuffix(" ?")):
                if any(options == ("",) for _, options in lexicon.runs(variant)):
                    raise BadTable(line, "one of its words is a filler")
                for tokens in lexicon.readings(variant):
                    # The first topic to claim a phrase keeps it: the order of the file decides.
                    found[lexicon.heavy(tokens)].setdefault(tokens, claim)
    found.pop((), None)
    return dict(found)


def _keys(section: Mapping[str, list[str]], lexicon: Lexicon) -> dict[Tokens, Topic]:
    found: dict[Tokens, Topic] = {}
    for name, lines in section.items():
        for line in lines:
            for variant in unfolded(line):
                for tokens in lexicon.readings(variant):
                    found.setdefault(tokens, Topic(name))
    return found


def unfolded(line: str) -> list[Tokens]:
    """Every variant of a line: `[x]` may be missing, `(x|y)` is one of both.

    Raises BadTable where brackets do not match or the variants are too many.
    """
    symbols = _SYMBOL.findall(line)
    variants, end = _choice(line, symbols, 0)
    if end != len(symbols):
        raise BadTable(line, f"{symbols[end]!r} closes nothing")
    return variants


def _choice(line: str, symbols: list[str], at: int) -> tuple[list[Tokens], int]:
    """The variants of alternatives, up to a closing bracket or the end, and where that is."""
    variants: list[Tokens] = []
    while True:
        found, at = _sequence(line, symbols, at)
        variants += found
        if at == len(symbols) or symbols[at] != "|":
            return variants, at
        at += 1


def _sequence(line: str, symbols: list[str], at: int) -> tuple[list[Tokens], int]:
    variants: list[Tokens] = [()]
    while at < len(symbols) and symbols[at] not in {"|", ")", "]"}:
        symbol = symbols[at]
        if symbol in _PAIRS:
            options, at = _choice(line, symbols, at + 1)
            if at == len(symbols) or symbols[at] != _PAIRS[symbol]:
                raise BadTable(line, f"{symbol!r} is not closed")
            if symbol == "[":
                options = [*options, ()]
        else:
            options = [(symbol,)]
        variants = [left + right for left in variants for right in options]
        if len(variants) > MOST_VARIANTS:
            raise BadTable(line, f"it unfolds into more than {MOST_VARIANTS:,} variants")
        at += 1
    return variants, at
