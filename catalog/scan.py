"""The distinct errors of a log of any size, read as a stream.

Most of a log is looked at once, by one search for the few words of which every error has one. The
lines around a word that belongs to a stack are read as a paste; a line that only says ERROR, or
names a class, is read alone, and only once for all that differ in nothing but their numbers.
Memory does not grow with the log: of each distinct error the first occurrence is kept, without the
text of the log.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, NamedTuple

import re2

from catalog.models import RaisedError, Report
from catalog.normalize import fingerprint
from catalog.paste import read_paste

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import IO

#: Signs of a stack, and of a line that may be an error by itself.
STACK = r"Traceback|panic|atal |atal:|\tat |  at |Sanitizer|terminat|NCCL|E   "
ALONE = (b"Error", b"rror:", b"xception", b"ERROR", b"CRITICAL")
SIGNS = STACK.encode() + b"|" + b"|".join(ALONE)
#: Lines whose text could be a message though they name no class.
SAID = (b"ERROR", b"CRITICAL")
DIGITS = bytes.maketrans(b"123456789", b"0" * 9)

CHUNK = 4 << 20
#: Signs that are nearer to each other than this belong together.
GAP = 2048
#: What stands before the first sign of a stack (its class line) and behind the last (a message).
BEFORE, BEHIND = 1024, 2048
#: More of a stack than this is read in pieces.
LONGEST = 1 << 18
#: So many distinct errors are kept, so many frames of each, and so many lines are remembered.
MOST_ERRORS = 5000
MOST_SENTENCES = 1000
OUTER, INNER = 10, 30
MOST_REMEMBERED = 100_000


class Place(NamedTuple):
    """Where an error stands: in which log, at which line (from 1) and byte (from 0) of it."""

    log: int
    line: int
    offset: int


@dataclass(slots=True)
class Seen:
    """A distinct error: its first occurrence with what hangs on it, how often it came, and where.

    `report` holds the chain alone, or one sentence that only a template can make an error of.
    """

    fingerprint: str
    report: Report
    count: int
    first: Place
    last: Place


@dataclass(slots=True)
class Scan:
    """What has been found so far. `left_out` counts errors beyond the most that are kept."""

    errors: dict[str, Seen] = field(default_factory=dict)
    sentences: dict[str, Seen] = field(default_factory=dict)
    left_out: int = 0
    logs: int = 0
    size: int = 0
    lines: int = 0
    remembered: dict[int, Seen | None] = field(default_factory=dict)

    def by_frequency(self) -> list[Seen]:
        """Errors and sentences, most frequent first, then as they came."""
        seen = [*self.errors.values(), *self.sentences.values()]
        return sorted(seen, key=lambda each: (-each.count, each.first))

    def add(
        self, report: Report, place: Place, count: int, *, sentence: bool = False
    ) -> Seen | None:
        """Count a report of one error, or of one sentence."""
        error = report.sentences[0] if sentence else report.errors[report.ranking[0]]
        known = self.sentences if sentence else self.errors
        key = fingerprint(error)
        seen = known.get(key)
        if seen is not None:
            seen.count += count
            seen.last = max(seen.last, place)
        elif len(known) < (MOST_SENTENCES if sentence else MOST_ERRORS):
            seen = known[key] = Seen(key, report, count, place, place)
        elif not sentence:
            self.left_out += count
        return seen


def scan(
    stream: IO[bytes],
    found: Scan | None = None,
    progress: Callable[[int], None] = lambda _: None,
) -> Scan:
    """Read a log to its end, adding to what was `found` in others.

    `progress` is told how many bytes each step has done.
    """
    found = found or Scan()
    reader = _Reader(found)
    while chunk := stream.read(CHUNK):
        reader.take(chunk)
        progress(len(chunk))
    reader.finish()
    found.logs += 1
    return found


class _Reader:
    """The part of the log that is in memory: from the last line that may still matter on.

    `offset` is where in the log it begins, `line` the number of the line at `counted` in it.
    """

    def __init__(self, found: Scan) -> None:
        options = re2.Options()
        options.log_errors = False
        options.never_capture = True
        self.pattern = re2.compile(SIGNS, options)
        self.found = found
        self.buffer = b""
        self.offset = 0
        self.line = 1
        self.counted = 0

    def take(self, chunk: bytes) -> None:
        self.buffer += chunk
        self.read(at_end=False)

    def finish(self) -> None:
        self.read(at_end=True)
        self.found.size += self.offset + len(self.buffer)
        unfinished = bool(self.buffer) and not self.buffer.endswith(b"\n")
        self.found.lines += self.line - 1 + self.buffer.count(b"\n", self.counted) + unfinished

    def read(self, *, at_end: bool) -> None:
        """Read what is whole; what may go on in the next chunk stays in memory."""
        done = 0
        for run in self.runs():
            end = self.line_end(run[-1][0] + BEHIND)
            if end >= len(self.buffer) and not at_end and len(self.buffer) - run[0][0] < LONGEST:
                done = max(done, self.line_start(run[0][0] - BEFORE))
                break
            done = self.read_run(run, done)
        else:
            if not at_end:
                done = max(done, self.line_start(len(self.buffer) - BEFORE))
        if not at_end:
            self.line += self.buffer.count(b"\n", self.counted, done)
            self.counted = 0
            self.offset += done
            self.buffer = self.buffer[done:]

    def runs(self) -> Iterator[list[tuple[int, bool]]]:
        """Lines with signs that are near each other: where the sign is, and if it is of a stack."""
        search, buffer = self.pattern.search, self.buffer
        hit = search(buffer, 0)
        while hit:
            run: list[tuple[int, bool]] = []
            while hit and (not run or hit.start() - run[-1][0] < GAP):
                if run and hit.start() - run[0][0] > LONGEST:
                    break
                run.append((hit.start(), buffer[hit.start() : hit.end()] not in ALONE))
                after = buffer.find(b"\n", hit.end())
                hit = search(buffer, after) if after >= 0 else None
            yield run

    def line_start(self, at: int) -> int:
        return self.buffer.rfind(b"\n", 0, max(at, 0)) + 1

    def line_end(self, at: int) -> int:
        return self.buffer.find(b"\n", at) + 1 or len(self.buffer)

    def read_run(self, run: list[tuple[int, bool]], done: int) -> int:
        """Read the stack in a run with what is around it, and the other lines alone."""
        stack = [at for at, of_stack in run if of_stack]
        if not stack:
            for at, _ in run:
                done = self.read_line(at, done)
            return done
        start = max(done, self.line_start(stack[0] - BEFORE))
        end = self.line_end(stack[-1] + BEHIND)
        for at, _ in run:
            if at < start:
                done = self.read_line(at, done)
        self.read_block(self.buffer[start:end], start)
        for at, _ in run:
            if at >= end:
                end = self.read_line(at, end)
        return end

    def read_line(self, at: int, done: int) -> int:
        """Read the line of a sign; of lines that differ in their numbers alone only the first."""
        start, end = self.line_start(at), self.line_end(at)
        if start < done:
            return done
        line = self.buffer[start:end]
        key = hash(line.translate(DIGITS))
        remembered = self.found.remembered
        if key not in remembered:
            seen = self.read_block(line, start)
            if len(remembered) < MOST_REMEMBERED:
                remembered[key] = seen
        elif (seen := remembered[key]) is not None:
            seen.count += 1
            seen.last = max(seen.last, self.place(start))
        return end

    def place(self, start: int) -> Place:
        """The line and offset of a part of the buffer; asked for from front to back."""
        self.line += self.buffer.count(b"\n", self.counted, start)
        self.counted = max(self.counted, start)
        return Place(self.found.logs, self.line, self.offset + start)

    def read_block(self, block: bytes, start: int) -> Seen | None:
        """Read some lines as a paste and count its errors; returns the first."""
        text = block.decode("utf-8", "surrogateescape")
        report = read_paste(text)
        place = self.place(start)
        counted = []
        for root, chain in _chains(report):
            before = text[: min(report.errors[index].span[0] for index in chain)]
            size = len(before.encode("utf-8", "surrogateescape"))
            at = Place(place.log, place.line + before.count("\n"), place.offset + size)
            counted.append(self.found.add(_alone(report, chain), at, report.errors[root].count))
        if not counted and report.sentences and any(word in block for word in SAID):
            sentence = Report("", sentences=report.sentences[:1])
            counted.append(self.found.add(sentence, place, 1, sentence=True))
        return counted[0] if counted else None


def _chains(report: Report) -> list[tuple[int, list[int]]]:
    """The errors that hang on nothing, each with all that hangs on it, in the order of the text."""
    roots: dict[int, list[int]] = {}
    for index in range(len(report.errors)):
        root = index
        while (parent := report.errors[root].parent) is not None:
            root = parent
        roots.setdefault(root, []).append(index)
    return list(roots.items())


def _alone(report: Report, chain: list[int]) -> Report:
    """A report of one chain, with the frames that matter and without the text."""
    places = {index: place for place, index in enumerate(chain)}
    errors = tuple(_small(report.errors[index], places) for index in chain)
    ranking = tuple(places[index] for index in report.ranking if index in places)
    return Report("", errors, ranking, environment=report.environment)


def _small(error: RaisedError, places: dict[int, int]) -> RaisedError:
    frames = error.frames
    if len(frames) > OUTER + INNER:
        frames = frames[:OUTER] + frames[-INNER:]
    parent = None if error.parent is None else places[error.parent]
    return replace(error, frames=frames, message=error.message[:4000], parent=parent)
