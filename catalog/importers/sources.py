"""A source as named on the command line -> its streams of bytes.

A source is a file, a folder (its *.json, *.jsonl and *.txt files, also gzipped, at any depth), `-`
for standard input, or an http(s) address.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from catalog.importers.found import Unreadable

_ENDINGS = (".json", ".jsonl", ".ndjson", ".txt")


def is_address(source: str) -> bool:
    """Whether a source is an http(s) address rather than a path."""
    return source.lower().startswith(("http://", "https://"))


def expand(source: str) -> Iterator[str]:
    """The sources that a source stands for: the files of a folder, else itself.

    Folders and files whose names begin with a dot are left out, links to folders are not followed.
    A folder that cannot be listed stands for itself: who opens it hears why, and what is in it is
    not missing without a word. Raises Unreadable for a folder without any such file.
    """
    if source == "-" or is_address(source) or not Path(source).is_dir():
        yield source
        return
    empty = True
    unlisted: list[str] = []
    for folder, below, names in os.walk(source, onerror=lambda e: unlisted.append(e.filename)):
        below[:] = sorted(name for name in below if not name.startswith("."))
        for name in sorted(names):
            path = Path(folder, name)
            wanted = name.lower().removesuffix(".gz").endswith(_ENDINGS)
            if wanted and not name.startswith(".") and path.is_file():
                empty = False
                yield str(path)
    yield from unlisted
    if empty and not unlisted:
        kinds = ", ".join(f"*{ending}" for ending in _ENDINGS)
        raise Unreadable(f"holds no file to import ({kinds}, also with .gz)")


@contextmanager
def open_source(source: str) -> Iterator[IO[bytes]]:
    """The bytes of one expanded source; raises Unreadable."""
    if source == "-":
        yield sys.stdin.buffer
    elif is_address(source):
        # httpx costs more than the rest of an import's start, and most sources are files.
        from catalog.importers.web import download

        with download(source) as stream:
            yield stream
    else:
        try:
            with Path(source).open("rb") as stream:
                yield stream
        except OSError as error:
            raise Unreadable(f"cannot be read: {error.strerror or error}") from None


def shown(source: str) -> str:
    """A source for people to read: an address without the name and password in it."""
    if not is_address(source):
        return source
    scheme, _, rest = source.partition("://")
    host, slash, path = rest.partition("/")
    return f"{scheme}://{host.rpartition('@')[2]}{slash}{path}"
