"""Bytes from anywhere -> numbered lines of text: compression, byte order marks and size limits."""

from __future__ import annotations

import codecs
import gzip
import io
import zlib
from collections import deque
from typing import IO, Any, cast

#: The longest record or page, in characters. The seeds have 4,000; a whole file as an excerpt fits.
MAX_RECORD = 16_000_000

_GZIP_MAGIC = b"\x1f\x8b"
_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    # UTF-32's little-endian mark begins with UTF-16's, so it is tried first.
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
#: What reading a damaged or cut compressed file can raise.
DAMAGED = (EOFError, gzip.BadGzipFile, zlib.error)


class _Rewound(io.RawIOBase):
    """A stream whose first bytes were looked at, from its beginning again."""

    def __init__(self, head: bytes, rest: IO[bytes]) -> None:
        self._head = head
        self._rest = rest

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        data = self._head[: len(buffer)] or self._rest.read(len(buffer))
        self._head = self._head[len(buffer) :]
        buffer[: len(data)] = data
        return len(data)


def _look(stream: IO[bytes], count: int) -> tuple[bytes, IO[bytes]]:
    """The first bytes of a stream, and the stream as if they had not been read."""
    head = b""
    while len(head) < count and (more := stream.read(count - len(head))):
        head += more
    return head, io.BufferedReader(_Rewound(head, stream), 1 << 16)


def open_text(stream: IO[bytes]) -> io.TextIOWrapper:
    """A stream of bytes as text with the line ends it has, unpacked when it is gzip.

    UTF-8, or what a byte order mark says. Bytes that are no text become lone surrogates, so that
    the record they stand in can be refused by its line while the others are kept.
    """
    head, stream = _look(stream, 4)
    if head.startswith(_GZIP_MAGIC):
        unpacked = cast(IO[bytes], gzip.GzipFile(fileobj=stream))
        head, stream = _look(unpacked, 4)
    encoding = next((name for mark, name in _MARKS if head.startswith(mark)), "utf-8")
    return io.TextIOWrapper(
        cast(Any, stream), encoding=encoding, errors="surrogateescape", newline="\n"
    )


class NumberedLines:
    """Lines of a text with their numbers, some of them looked at before they are taken.

    `number` is that of the line taken last, counted from 1. A line longer than `MAX_RECORD` is cut
    there, the rest of it is skipped, and `too_long` is true while it is the last one taken.
    """

    def __init__(self, text: io.TextIOBase) -> None:
        self._text = text
        self._ahead: deque[str] = deque()
        self.number = 0
        self.too_long = False

    def _read(self) -> str:
        line = self._text.readline(MAX_RECORD + 1)
        more = line
        while len(more) > MAX_RECORD and not more.endswith("\n"):
            more = self._text.readline(MAX_RECORD + 1)
        return line

    def next(self) -> str:
        """The next line with its end; empty when there is none."""
        line = self._ahead.popleft() if self._ahead else self._read()
        self.number += bool(line)
        self.too_long = len(line) > MAX_RECORD
        return line

    def look(self, count: int, within: int = 1000) -> list[str]:
        """The first `count` lines that are not blank, of the next `within`, without taking them."""
        while len(self._ahead) < within and sum(not line.isspace() for line in self._ahead) < count:
            line = self._read()
            if not line:
                break
            self._ahead.append(line)
        return [line for line in self._ahead if not line.isspace()][:count]

    def read(self, size: int) -> str:
        """Some of the rest, about `size` characters; empty at the end. No numbers are kept."""
        if self._ahead:
            return self._ahead.popleft()
        return self._text.read(size)

    def read_all(self, limit: int) -> str:
        """The rest, at most about `limit` characters of it."""
        parts = [*self._ahead]
        self._ahead.clear()
        parts.append(self._text.read(limit))
        return "".join(parts)
