"""Reading the text that a command is asked about."""

from __future__ import annotations

import codecs
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

import click

from catalog.errors import CannotWrite, CatalogError

#: Bytes of one text.
MAX_TEXT = 1 << 20
_MARKS = (
    # UTF-32's little-endian mark begins with UTF-16's, so it is tried first.
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
    (codecs.BOM_UTF8, "utf-8-sig"),
)


class UnreadableInput(CatalogError):
    """A file that a command was given cannot be read."""

    def __init__(self, path: str, why: str) -> None:
        super().__init__(path, f"{path} cannot be read: {why}.")


class TooLong(CatalogError):
    """A text is longer than a person would paste."""

    def __init__(self, name: str) -> None:
        super().__init__(
            name,
            f"{name} is longer than 1 MB.",
            "`errorbook scan` reads logs of any size and lists the errors in them.",
        )


@contextmanager
def replacing(path: str) -> Iterator[IO[bytes]]:
    """A file that takes the place of `path` when all has been written. Raises CannotWrite."""
    target = Path(path)
    if target.is_dir():
        raise CannotWrite(path, "it is a folder")
    fresh = target.with_name(f".{target.name}.{os.getpid()}")
    try:
        with fresh.open("wb") as file:
            yield file
        fresh.replace(target)
    except OSError as error:
        raise CannotWrite(path, (error.strerror or str(error)).lower()) from error
    finally:
        fresh.unlink(missing_ok=True)


def open_input(source: str | None) -> IO[bytes]:
    """The bytes of a file, or of standard input for `-` and None. Raises UnreadableInput."""
    if source is None or source == "-":
        if sys.stdin.isatty():
            click.echo("Paste the text, then press Ctrl-D on a line of its own.", err=True)
        return sys.stdin.buffer
    try:
        if Path(source).is_dir():
            raise UnreadableInput(source, "it is a folder")
        return Path(source).open("rb")
    except OSError as error:
        raise UnreadableInput(source, (error.strerror or str(error)).lower()) from error


def read_text(source: str | None) -> str:
    """The text of a file or of standard input. Raises UnreadableInput and TooLong."""
    with open_input(source) as stream:
        data = stream.read(MAX_TEXT + 1)
    if len(data) > MAX_TEXT:
        raise TooLong("Standard input" if source is None or source == "-" else source)
    return decode(data)


def decode(data: bytes) -> str:
    """Bytes as text: UTF-8, or what a byte order mark says; what is no text is replaced."""
    encoding = next((name for mark, name in _MARKS if data.startswith(mark)), "utf-8")
    return data.decode(encoding, "replace")
