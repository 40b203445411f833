"""Text of a thread reply -> the topics it asks for, none for ordinary talk.

A reply is a follow-up only if all of it is explained: each clause is a phrase of the table, or says
nothing. Beside a question that stands by itself there may be clauses that talk about the error.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import NamedTuple

from rapidfuzz.distance import Indel

from bot.followups.table import Phrases, Table, Tokens, table
from bot.followups.topics import Topic
from bot.followups.words import CODE, ELSEWHERE, Piece, mended, pieces

#: A longer message than this, in words, is no follow-up; the same where the bot is addressed.
LONGEST = 60
LONGEST_ADDRESSED = 200
#: How alike a phrase and what was written must be: the share of tokens that they have in common.
ALIKE = 0.85
#: A question of fewer words does not stand by itself beside other talk.
STANDS = 4
#: What clauses are joined by.
_JOINTS = frozenset({",", "and", "but", "so", "because", "since", "then", "or"})
#: What goes before all else that a message asks for: no part of a wrong record helps.
_URGENT = {Topic.WRONG: 0, Topic.FIX: 1}


class Meant(NamedTuple):
    """What a clause was found to say: a topic, nothing, or something that is not understood.

    `stands`: it is a question that makes sense beside other talk.
    """

    topic: Topic | None
    understood: bool
    stands: bool = False


NOTHING = Meant(None, understood=True)
OTHER = Meant(None, understood=False)


def classify(text: str, *, addressed: bool = False, about: Collection[str] = ()) -> Topic | None:
    """The most urgent topic that a thread reply asks for (see `asked_for`), None for talk."""
    return next(iter(asked_for(text, addressed=addressed, about=about)), None)


def asked_for(
    text: str, *, addressed: bool = False, about: Collection[str] = ()
) -> tuple[Topic, ...]:
    """What a thread reply asks for, the most urgent first; nothing where it is ordinary talk.

    `text` is decoded (see `bot.markup`), without the mention of the bot. `addressed` says that the
    bot was mentioned or is alone with the person, so that vaguer words are taken too. `about` are
    words of the thread's error (its package, say) that a question may contain.
    """
    known = table()
    names = frozenset(word.lower() for word in about)
    written = pieces(text)
    words = [word for piece in written for word in piece.words]
    if len(words) > (LONGEST_ADDRESSED if addressed else LONGEST):
        return ()
    if ELSEWHERE in words and not addressed:
        return ()
    found = [_prepared(piece, known, names, addressed) for piece in written]
    clauses = [clause for piece in found for clause in _clauses(piece, known, addressed)]
    topics = [meant for _, meant in clauses if meant.topic]
    strange = [clause for clause, meant in clauses if not meant.understood]
    if strange and not addressed:
        if not all(known.context.intersection(clause.words) for clause in strange):
            return ()
        topics = [meant for meant in topics if meant.stands]
    asked = dict.fromkeys(meant.topic for meant in topics if meant.topic)
    return tuple(sorted(asked, key=lambda topic: _URGENT.get(topic, len(_URGENT))))


def _prepared(piece: Piece, known: Table, names: frozenset[str], addressed: bool) -> Piece:
    """A piece with its typing mended, without people and openers where they say nothing."""
    mend = tuple(CODE if word in names else _mended(word, known) for word in piece.words)
    kept: list[str] = []
    while mend:
        begins = not kept or kept[-1] in _JOINTS or not _without_fillers(tuple(kept[-1:]), known)
        length = _opener(mend, known) if begins else 0
        if not length and not (addressed and mend[0] == ELSEWHERE):
            kept.append(mend[0])
        mend = mend[length or 1 :]
    return Piece(tuple(kept), piece.question)


def _mended(word: str, known: Table) -> str:
    return word if word in known.typing.known else mended(word, known.typing.words)


def _opener(words: Tokens, known: Table) -> int:
    """How many words are an opener that says nothing: "great, …", "no that is not it"."""
    length = _prefix(words, known.openers)
    rest = words[length:]
    says_nothing = not rest or rest[0] in known.opening or rest[0] == ","
    return length if says_nothing or _prefix(rest, known.openers) else 0


def _clauses(piece: Piece, known: Table, addressed: bool) -> list[tuple[Piece, Meant]]:
    """A piece as a whole if that is understood, else its clauses."""
    whole = _meant(piece, known, addressed)
    if whole.understood:
        return [(piece, whole)]
    found: list[list[str]] = [[]]
    for word in piece.words:
        if word in _JOINTS:
            found.append([])
        else:
            found[-1].append(word)
    clauses = [Piece(tuple(words), piece.question) for words in found if words]
    return [(clause, _meant(clause, known, addressed)) for clause in clauses]


def _meant(clause: Piece, known: Table, addressed: bool) -> Meant:
    words = tuple(word for word in clause.words if word != ",")
    if not any(known.lexicon.readings(words)):
        return NOTHING
    first = (_without_fillers(words, known) or words)[0]
    asks = clause.question or first in known.asking
    for rest in _unwrapped(words, known):
        asking = clause.question or "please" in words or rest != words
        topic = next(
            (
                topic
                for reading in known.lexicon.readings(rest)
                if (topic := _topic(reading, known, addressed, asking))
            ),
            _keyed(rest, known) if asks or rest != words else None,
        )
        if topic:
            stands = (asks or topic is Topic.WRONG) and len(words) >= STANDS
            return Meant(topic, understood=True, stands=stands)
    return OTHER


def _keyed(words: Tokens, known: Table) -> Topic | None:
    """The topic of the longest key in a question, if all other words are light or neutral."""
    passable = {"", *known.lexicon.light}
    places: list[tuple[Tokens, bool]] = []
    at = 0
    for length, options in known.lexicon.runs(words):
        neutral = length == 1 and words[at] in known.neutral
        places.append((options, neutral or not passable.isdisjoint(options)))
        at += length
    there = {option for options, _ in places for option in options}
    keys = [key for key in known.keys if there.issuperset(key) and _leads_through(key, places)]
    return known.keys[max(keys, key=len)] if keys else None


def _leads_through(key: Tokens, places: list[tuple[Tokens, bool]]) -> bool:
    """Whether the key's tokens stand in their order, and all places between may be passed."""
    reached = {0}
    for options, passable in places:
        taken = {done + 1 for done in reached if done < len(key) and key[done] in options}
        reached = taken | (reached if passable else set())
    return len(key) in reached


def _unwrapped(words: Tokens, known: Table) -> Iterator[Tokens]:
    """The words, then what is left without each wrapping that they begin with."""
    yield words
    rest = _without_fillers(words, known)
    while length := _prefix(rest, known.wrappings):
        denies = {"no", "not"}.intersection(rest[:length])
        rest = _without_fillers(rest[length:], known)
        # "No idea what this means" asks, "no idea why" says that one knows no more than others.
        if len(rest) >= (3 if denies else 1):
            yield rest


def _without_fillers(words: Tokens, known: Table) -> Tokens:
    """The words from the first that says something."""
    at = 0
    for length, options in known.lexicon.runs(words):
        if "" not in options:
            break
        at += length
    return words[at:]


def _prefix(words: Tokens, runs: frozenset[Tokens]) -> int:
    """How many of the first words are the longest of the runs that they begin with."""
    return next((n for n in range(min(len(words), 12), 0, -1) if words[:n] in runs), 0)


def _topic(reading: Tokens, known: Table, addressed: bool, asking: bool) -> Topic | None:
    """The topic of the phrase most like a reading, if one is like it enough.

    A phrase begins with the same token: "should we fix it" asks, "we should fix it" does not.
    """
    heavy = known.lexicon.heavy(reading)
    best, found = 0.0, None
    tables: list[Phrases] = [known.phrases, known.addressed] if addressed else [known.phrases]
    for phrases in tables:
        for phrase, claim in phrases.get(heavy, {}).items():
            if phrase[0] != reading[0] or (claim.asking and not asking and not addressed):
                continue
            alike = Indel.normalized_similarity(phrase, reading)
            if alike >= ALIKE and alike > best:
                best, found = alike, claim.topic
    return found
