"""Wheels and source distributions, unpacked with care: nothing of them is trusted or run.

Only source files and the metadata are written, below the given folder, up to limits on every
number; what climbs out, links elsewhere or swells is passed over or refused.
"""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import os
import tarfile
import zipfile
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path, PurePosixPath
from typing import IO, Any

from catalog.mining.files import MOST_BYTES
from catalog.mining.languages import language_of
from catalog.mining.problems import BadArchive

#: What an archive may unpack to, all files together, and how many entries it may list.
MOST_UNPACKED = 3_000_000_000
MOST_ENTRIES = 300_000
_METADATA = frozenset({"METADATA", "PKG-INFO", "top_level.txt"})
_PIECE = 1 << 20
_UNREADABLE = (zipfile.BadZipFile, tarfile.TarError, zlib.error, lzma.LZMAError, EOFError, OSError)


def is_archive(path: Path) -> bool:
    """Whether a file's name is that of a wheel or source distribution."""
    return path.name.lower().endswith((".whl", ".zip", ".tar.gz", ".tgz", ".tar.bz2", ".tar.xz"))


def unpack(archive: Path, into: Path) -> list[str]:
    """Write the source files of an archive below a folder; the entries passed over, as listed.

    Raises BadArchive where it cannot be read or is too big.
    """
    try:
        if zipfile.is_zipfile(archive):
            return _unpack_zip(archive, into)
        return _unpack_tar(archive, into)
    except _UNREADABLE as error:
        raise BadArchive(str(archive), f"it cannot be read ({error})") from error
    except (NotImplementedError, RuntimeError, ValueError) as error:
        raise BadArchive(str(archive), f"it is packed in a way not known here ({error})") from error


def _unpack_zip(archive: Path, into: Path) -> list[str]:
    passed: list[str] = []
    room = _Room(archive)
    with zipfile.ZipFile(archive) as opened:
        entries = opened.infolist()
        room.check_count(len(entries))
        for entry in entries:
            if entry.is_dir() or not _is_wanted(entry.filename):
                continue
            target = _inside(into, entry.filename)
            linked = (entry.external_attr >> 16) & 0o170000 == 0o120000
            if target is None or linked or entry.file_size > MOST_BYTES:
                passed.append(entry.filename)
                continue
            with opened.open(entry) as stream:
                if not _write(stream, target, room.take):
                    passed.append(entry.filename)
    return passed


def _unpack_tar(archive: Path, into: Path) -> list[str]:
    passed: list[str] = []
    room = _Room(archive)
    with _decompressed(archive) as stream, tarfile.open(fileobj=_Capped(stream, room)) as opened:
        for number, entry in enumerate(opened):
            room.check_count(number)
            if entry.isdir() or not _is_wanted(entry.name):
                continue
            target = _inside(into, entry.name)
            content = opened.extractfile(entry) if entry.isreg() else None
            if target is None or content is None or not _write(content, target):
                passed.append(entry.name)
    return passed


def _decompressed(archive: Path) -> IO[bytes]:
    openers: dict[str, Callable[..., Any]] = {".gz": gzip.open, ".tgz": gzip.open}
    openers.update({".bz2": bz2.open, ".xz": lzma.open})
    opened: IO[bytes] = openers.get(archive.suffix.lower(), open)(archive, "rb")
    return opened


class _Capped(io.BufferedIOBase):
    """A decompressed stream that a small file cannot swell without end, read or skipped over."""

    def __init__(self, stream: IO[bytes], room: _Room) -> None:
        self._stream = stream
        self._room = room
        self._furthest = 0

    def read(self, size: int | None = -1, /) -> bytes:
        if size is None or not 0 <= size <= 2 * MOST_BYTES:
            raise tarfile.ReadError("an entry claims to be too big")
        piece = self._stream.read(size)
        self._note()
        return piece

    def seek(self, offset: int, whence: int = 0, /) -> int:
        self._room.take(max(offset - self._furthest, 0), only_look=True)
        found = self._stream.seek(offset, whence)
        self._note()
        return found

    def tell(self) -> int:
        return self._stream.tell()

    def _note(self) -> None:
        at = self._stream.tell()
        self._room.take(max(at - self._furthest, 0))
        self._furthest = max(at, self._furthest)


class _Room:
    """What an archive may still unpack to."""

    def __init__(self, archive: Path) -> None:
        self._archive = archive
        self._left = MOST_UNPACKED

    def take(self, size: int, *, only_look: bool = False) -> None:
        left = self._left - size
        if not only_look:
            self._left = left
        if left < 0:
            most = MOST_UNPACKED // 1_000_000_000
            raise BadArchive(str(self._archive), f"it would unpack to more than {most} GB")

    def check_count(self, count: int) -> None:
        if count > MOST_ENTRIES:
            raise BadArchive(str(self._archive), f"it lists more than {MOST_ENTRIES:,} files")


def _is_wanted(name: str) -> bool:
    last = name.replace("\\", "/").rpartition("/")[2]
    return language_of(last) is not None or last in _METADATA


def _inside(into: Path, name: str) -> Path | None:
    """Where an entry goes, None where its name leads out of the folder or cannot be a name."""
    parts = PurePosixPath(name.replace("\\", "/")).parts
    if not parts or name.startswith(("/", "\\")) or "\0" in name:
        return None
    if any(part in {"..", "."} or ":" in part or len(part) > 240 for part in parts):
        return None
    return into.joinpath(*parts)


def _write(stream: IO[bytes], target: Path, note: Callable[[int], None] = lambda _: None) -> bool:
    """Write one file, whatever size the archive says it has; False where it is too big."""
    target.parent.mkdir(parents=True, exist_ok=True)
    written = 0
    with _replacing(target) as out:
        while piece := stream.read(_PIECE):
            written += len(piece)
            note(len(piece))
            if written > MOST_BYTES:
                break
            out.write(piece)
    if written > MOST_BYTES:
        target.unlink()
    return written <= MOST_BYTES


@contextmanager
def _replacing(target: Path) -> Iterator[IO[bytes]]:
    # A second entry of the same name replaces the first; neither may be a link that was there.
    target.unlink(missing_ok=True)
    descriptor = os.open(target, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o644)
    with os.fdopen(descriptor, "wb") as out:
        yield out
