"""The keys under which the index finds records: of paths, of functions, of words.

Keys are CRC-32 numbers: short rows, fast to make, the same in every process. Two texts with one key
only cost a candidate that the scoring throws away.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from zlib import crc32

_WORD = re.compile(r"\w+")
_PACKAGES = frozenset({"site-packages", "dist-packages"})


def key(text: str) -> int:
    """The key of any text."""
    return crc32(text.encode("utf-8", "surrogatepass"))


def path_parts(filename: str) -> list[str]:
    """The components of a path, POSIX or Windows, without empty ones and dots."""
    return [part for part in filename.replace("\\", "/").split("/") if part not in ("", ".")]


def suffixes(filename: str) -> list[str]:
    """The ends of a path by which a record is found: from two components up, or the only one."""
    parts = path_parts(filename)
    if len(parts) < 2:
        return parts
    return ["/".join(parts[start:]) for start in range(len(parts) - 2, -1, -1)]


def is_top_level(filename: str) -> bool:
    """Whether a frame's file is a module of its own, with no package around it."""
    parts = path_parts(filename)
    return len(parts) == 1 or (len(parts) > 1 and parts[-2] in _PACKAGES)


#: Folders of a repository that are not part of the path as imported.
_SOURCE_ROOTS = frozenset({"src", "python", "lib", "py", "source", "packages", "libs"})


def imported(path: str) -> str:
    """A record's path without the folders that one does not import: `python/a/b.py` -> `a/b.py`."""
    parts = path.split("/")
    start = 0
    while start < len(parts) - 1 and parts[start] in _SOURCE_ROOTS:
        start += 1
    return "/".join(parts[start:])


#: Folders in which a package carries copies of others.
_VENDORED = re.compile(r"(?:^|/)(?:_?vendor(?:ed)?|third_?party|extern(?:al)?s?)/")


def is_vendored(path: str) -> bool:
    """Whether the file is a copy that another package carries."""
    return _VENDORED.search(path) is not None


def bare_function(name: str) -> str:
    """The name that a frame shows of a qualified function: `Module.load` -> `load`."""
    if not name.startswith(("<", "(")):
        name = name.partition("(")[0]
    return name.replace("::", ".").rstrip(".").rpartition(".")[2]


def function_key(name: str | None) -> int:
    """The key of a function, 0 where there is none."""
    return key(bare_function(name)) if name else 0


def bare_class(name: str) -> str:
    """The class without its module: `requests.exceptions.HTTPError` -> `HTTPError`."""
    return name.replace("::", ".").rpartition(".")[2]


def class_key(name: str | None) -> int:
    """The key of a class, 0 where there is none.

    That of a name in lower case is negative: what a raise statement names so may be a variable,
    and then the paste shows another name.
    """
    if not name:
        return 0
    bare = bare_class(name)
    found = key(bare)
    return -found if bare.lstrip("_")[:1].islower() else found


def words(text: str) -> list[str]:
    """The words of a message, in lower case."""
    return _WORD.findall(text.lower())


def literal_words(parts: Sequence[str]) -> list[list[str]]:
    """The words of each literal part of a template, without those that touch a hole.

    `{count}th of {total}` has the words `of`: in the message `12th of 30`, `12th` is one word.
    """
    found = []
    last = len(parts) - 1
    for index, part in enumerate(parts):
        lowered = part.lower()
        run = _WORD.findall(lowered)
        if run and index > 0 and lowered.startswith(run[0]):
            del run[0]
        if run and index < last and lowered.endswith(run[-1]):
            del run[-1]
        found.append(run)
    return found


def pair_key(left: int, right: int) -> int:
    """The key of two words that follow each other, from their keys."""
    return (left * 1_000_003 ^ right) & 0xFFFFFFFF


def half_keys(word: str) -> list[int]:
    """The keys of the two halves of a longer word: one wrong letter leaves one of them."""
    middle = len(word) // 2
    return [key("<" + word[:middle]), key(">" + word[middle:])] if middle > 2 else []


def first_key(words: Sequence[str]) -> int | None:
    """The key of the words with which a text begins: three, or two if there are no more."""
    return key("^" + " ".join(words[:3])) if len(words) > 1 else None


def last_key(words: Sequence[str]) -> int | None:
    """The key of the words with which a text ends."""
    return key("$" + " ".join(words[-3:])) if len(words) > 1 else None


def whole_key(message_words: Iterable[str]) -> int:
    """The key of a message without holes, as a whole."""
    return key("=" + " ".join(message_words))
