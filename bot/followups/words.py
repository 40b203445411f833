"""What somebody wrote, as pieces of plain lower-case words."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from typing import NamedTuple

from rapidfuzz import process
from rapidfuzz.distance import OSA

#: The word that stands for an identifier, an option, a path or a value; and for a version.
CODE = "CODE"
VERSION = "VERSION"
#: The word that stands for a person or an address: no phrase has it.
ELSEWHERE = "ELSEWHERE"

_STRAIGHT = str.maketrans("‘’‚‛`´“”„‟–—", "''''''\"\"\"\"--")
_FENCE = re.compile(r"```.*?(?:```|\Z)", re.DOTALL)
_ADDRESS = re.compile(r"<?https?://\S+|\bwww\.\S+|\S+@\S+\.\w+")
_PERSON = re.compile(r"<[@!#][^>]*>|(?<![\w.])@[\w.-]+")
_EMOJI = re.compile(r"(?<!\w):[a-z0-9_+-]+:(?!\w)")
_VERSION = re.compile(r"(?<!\w)v?\d+\.\d+(?:\.\d+)*(?:\.?(?:rc|post|dev|a|b)\d*)?(?!\w)")
_CODE = re.compile(r"(?<!\w)--?[a-z][\w-]*(?!\w)|\w+(?:[._]\w+)+(?:\(\))?|\w+\(\)|\b_+\w+")
_SENTENCE = re.compile(r"([.!?;:\n。]+)(?=\s|$|[)\"'])|\n|\s-+\s|[()\[\]\"]")
_WORD = re.compile(r"[^\W_]+(?:/[^\W_]+)?|,")

# Contractions and chat spelling, written out. Apostrophes are straight by then.
_SPELLINGS = [
    (re.compile(pattern), written)
    for pattern, written in (
        (r"\b(?:can'?t|cannot)\b", "can not"),
        (r"\bwon'?t\b", "will not"),
        (r"\b(do|does|did|is|are|was|were|has|have|had|could|should|would|ai)n'?t\b", r"\1 not"),
        (r"\bi'?m\b", "i am"),
        (r"\blet'?s\b", "let us"),
        (r"\b(what|where|how|who|when|that|it|there|here|this|why|one)'s\b", r"\1 is"),
        (r"\b(what|where|how|who|that|there)s\b", r"\1 is"),
        (r"'re\b", " are"),
        (r"'ve\b", " have"),
        (r"\bive\b", "i have"),
        (r"\b(how|what|where|why)'?d\b", r"\1 did"),
        (r"'d\b", " would"),
        (r"'ll\b", " will"),
        (r"'s\b", ""),
        (r"\bhow ?2\b", "how to"),
        (r"\bwdym\b", "what do you mean"),
        (r"\bidk\b", "i do not know"),
        (r"\b(?:pls|plz|plse)\b", "please"),
        (r"\b(?:thx|ty|tks|tnx|thanx|thankx)\b", "thanks"),
        (r"\bu\b", "you"),
        (r"\bur\b", "your"),
        (r"\by\b", "why"),
        (r"\b(?:wat|wut|wot|wht)\b", "what"),
        (r"\bwats\b", "what is"),
        (r"\bppl\b", "people"),
        (r"\bwhy'?s\b", "why is"),
        (r"\bb4\b", "before"),
        (r"\bgonna\b", "going to"),
        (r"\bwanna\b", "want to"),
        (r"\bgimme\b", "give me"),
        (r"\blemme\b", "let me"),
        (r"\bdunno\b", "do not know"),
        (r"\bno longer\b", "not any more"),
        # The class of an exception names the error.
        (r"\b[a-z]\w*(?:error|exception)\b", "error"),
    )
]


class Piece(NamedTuple):
    """A part of a message that can be a question by itself."""

    words: tuple[str, ...]
    question: bool


def pieces(text: str) -> list[Piece]:
    """The sentences of a message as their words; a comma is a word of its own.

    Code blocks and emoji are left out; identifiers, versions, people and addresses are the words
    CODE, VERSION and ELSEWHERE.
    """
    text = unicodedata.normalize("NFKC", text).translate(_STRAIGHT).lower()
    text = _EMOJI.sub(" ", _FENCE.sub("\n", text))
    text = _PERSON.sub(f" {ELSEWHERE} ", _ADDRESS.sub(f" {ELSEWHERE} ", text))
    text = _CODE.sub(f" {CODE} ", _VERSION.sub(f" {VERSION} ", text))
    for pattern, written in _SPELLINGS:
        text = pattern.sub(written, text)
    found, start = [], 0
    for end in [*_SENTENCE.finditer(text), None]:
        words = tuple(_WORD.findall(text[start : end.start() if end else len(text)]))
        if words:
            found.append(Piece(words, question="?" in end[0] if end else False))
        start = end.end() if end else 0
    return found


@lru_cache(maxsize=4_096)
def mended(word: str, meant: tuple[str, ...]) -> str:
    """The one of the words `meant` that `word` is a typing error of, else `word` itself.

    Swapped, missing, doubled and added letters are mended; a wrong letter only in long words, for
    there are too many short ones: `node` is no `code`. The first letter is right, or swapped with
    the second.
    """
    if len(word) < 3 or not (word.isascii() and word.isalpha() and word.islower()):
        return word
    near = process.extract(word, meant, scorer=OSA.distance, score_cutoff=1, limit=4)
    return next((other for other, _, _ in near if _is_slip(word, other)), word)


def _is_slip(word: str, other: str) -> bool:
    """Whether two words that are one edit apart are so by a slip of the fingers."""
    if sorted(word) == sorted(other):
        return word[0] == other[0] or word[:2] == other[1::-1]
    if word[0] != other[0]:
        return False
    if len(word) == len(other):
        return len(other) >= 7
    # With an ending more or less it is a form of the word, which the table has if it wants it.
    ending = {word.removeprefix(other), other.removeprefix(word)} & {"s", "d", "r", "y"}
    return len(min(word, other, key=len)) >= 4 and not ending
