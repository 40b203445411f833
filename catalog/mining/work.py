"""Mining many files: in this process when they are few, else in as many as there are cores."""

from __future__ import annotations

import gc
import multiprocessing
import os
import signal
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from hashlib import sha1
from pathlib import Path
from types import TracebackType

from catalog.mining.files import SourceFile
from catalog.mining.languages import miner_for
from catalog.mining.sites import FileFindings

#: Files are handed out in lots of about so many bytes: big enough to be worth the way, small enough
#: that no core waits long for another at the end.
_LOT_BYTES = 600_000
#: Below so many bytes starting processes costs more than it saves.
_FEW_BYTES = 1_500_000


@dataclass(frozen=True, slots=True)
class Lot:
    """Some files of one target (a number of the caller's), to be mined together."""

    target: int
    files: tuple[SourceFile, ...]


def lots_of(target: int, files: Iterable[SourceFile]) -> Iterator[Lot]:
    """The files in lots of about equal size."""
    lot: list[SourceFile] = []
    size = 0
    for file in files:
        lot.append(file)
        size += file.size
        if size >= _LOT_BYTES:
            yield Lot(target, tuple(lot))
            lot, size = [], 0
    if lot:
        yield Lot(target, tuple(lot))


def mine_lot(lot: Lot, kinds: frozenset[str]) -> list[FileFindings]:
    """What the files of a lot raise. A file that cannot be read comes back with its failure."""
    return [mine_file(file, kinds) for file in lot.files]


def mine_file(file: SourceFile, kinds: frozenset[str]) -> FileFindings:
    """What one file raises."""
    try:
        source = Path(file.location).read_bytes()
    except OSError as error:
        return FileFindings(file.path, failure=error.strerror or "cannot be read")
    found = miner_for(file.path)(source, file.path, module_name(file), kinds)
    found.blob = sha1(b"blob %d\0" % len(source) + source, usedforsecurity=False).hexdigest()
    return found


def module_name(file: SourceFile) -> str:
    """The dotted name of a Python file: `sglang/srt/__init__.py` is `sglang.srt`."""
    path = (file.package_path or file.path).rpartition(".")[0]
    return path.removesuffix("/__init__").replace("/", ".")


def _in_worker(lot: Lot, kinds: frozenset[str]) -> list[FileFindings]:
    found = mine_lot(lot, kinds)
    gc.collect()
    return found


def _start_worker() -> None:
    # Ctrl-C is the parent's to handle; and trees hold no cycles worth looking for at every turn.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    gc.disable()


class Crew:
    """The processes that mine. Use it as a context manager.

    A process that dies (the parser itself can crash on a hostile file) costs its lot's files a
    second try, one by one; the file that kills again is reported with its failure.
    """

    def __init__(self, kinds: frozenset[str], workers: int | None = None) -> None:
        self._kinds = kinds
        self._workers = workers or os.cpu_count() or 1
        self._pool: ProcessPoolExecutor | None = None

    def __enter__(self) -> Crew:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._pool is not None:
            self._pool.shutdown(wait=error is None, cancel_futures=True)

    def mine(self, lots: Sequence[Lot]) -> Iterator[tuple[Lot, list[FileFindings]]]:
        """Each lot with its findings, as they are done."""
        size = sum(file.size for lot in lots for file in lot.files)
        if size < _FEW_BYTES or self._workers == 1:
            for lot in lots:
                yield lot, mine_lot(lot, self._kinds)
            return
        pool = self._pool = self._new_pool(self._workers)
        waiting: dict[Future[list[FileFindings]], Lot] = {
            pool.submit(_in_worker, lot, self._kinds): lot for lot in lots
        }
        lost: list[Lot] = []
        while waiting:
            done, _ = wait(waiting, return_when=FIRST_COMPLETED)
            for future in done:
                lot = waiting.pop(future)
                try:
                    yield lot, future.result()
                except BrokenProcessPool:
                    lost.append(lot)
        for lot in lost:
            yield lot, [self._alone(file, lot.target) for file in lot.files]

    def _new_pool(self, workers: int) -> ProcessPoolExecutor:
        methods = multiprocessing.get_all_start_methods()
        context = multiprocessing.get_context("forkserver" if "forkserver" in methods else "spawn")
        return ProcessPoolExecutor(workers, mp_context=context, initializer=_start_worker)

    def _alone(self, file: SourceFile, target: int) -> FileFindings:
        with self._new_pool(1) as pool:
            try:
                return pool.submit(_in_worker, Lot(target, (file,)), self._kinds).result()[0]
            except BrokenProcessPool:
                return FileFindings(file.path, failure="the parser broke down over it")
