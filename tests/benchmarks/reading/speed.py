"""How fast the reader is: a traceback in many carriers, hostile texts, and logs."""

from __future__ import annotations

import io
import random
import re
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from catalog.paste import read_paste
from catalog.scan import scan
from tests.catalog.paste.carriers import CARRIERS
from tests.catalog.paste.hostile import HOSTILE

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

FRAMES = 19
TRACEBACK = (
    "Traceback (most recent call last):\n"
    + "".join(
        f'  File "/usr/local/lib/python3.11/site-packages/pkg{n}/module.py", line {n * 7 + 1}, in '
        f"function_{n}\n    return self.call_{n}(argument, other=thing)\n"
        f"           {'^' * 37}\n"
        for n in range(FRAMES)
    )
    + "    # one more line of source\n"
    + "ValueError: Weight output_partition_size = 288 is not divisible by block_n = 128.\n"
)


def median_ms(text: str, rounds: int = 30) -> float:
    """The median time of reading a text, in milliseconds, once everything is loaded."""
    return statistics.median(_times(lambda: read_paste(text), rounds)) * 1000


def _times(work: Callable[[], object], rounds: int) -> Iterator[float]:
    work()
    for _ in range(rounds):
        start = time.perf_counter()
        work()
        yield time.perf_counter() - start


def carriers_ms() -> dict[str, float]:
    """The median for every carrier of the tests."""
    return {name: median_ms(carry(TRACEBACK)) for name, carry in CARRIERS.items()}


def hostile_seconds_per_mb() -> dict[str, float]:
    """The best of three for each hostile text."""
    return {
        name: min(_times(lambda text=text: read_paste(text, asked=True), 3)) / len(text) * 1e6
        for name, text in HOSTILE.items()
    }


class LogSpeed(NamedTuple):
    """Megabytes a second; of `grep -c Traceback` on the same file, too; most memory, in MB."""

    scan: float
    grep: float | None
    memory: float


def log_speed(megabytes: int, *, noisy: bool) -> LogSpeed:
    """Scan a log of this size: quiet, or with a traceback each MB and 1 % of its lines at ERROR."""
    pieces = [_megabyte(n, noisy=noisy) for n in range(16)]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "app.log"
        with path.open("wb") as file:
            for n in range(megabytes):
                file.write(pieces[n % 16])
        size = path.stat().st_size / 1e6
        grep = _grep(path)
        command = [sys.executable, "-m", "tests.benchmarks.reading.speed", str(path)]
        done = subprocess.run(command, capture_output=True, text=True, check=True)
        seconds, memory = map(float, done.stdout.split())
        return LogSpeed(size / seconds, grep and size / grep, memory)


def scan_alone(path: Path) -> None:
    """Print the seconds that scanning a file takes and the most memory this process has had."""
    start = time.perf_counter()
    with path.open("rb") as file:
        scan(file)
    seconds = time.perf_counter() - start
    print(seconds, _most_memory_mb())


def _most_memory_mb() -> float:
    """Linux's own count begins anew with a program; `getrusage` has its parent's in it."""
    status = Path("/proc/self/status")
    if status.exists():
        found = re.search(r"VmHWM:\s+(\d+) kB", status.read_text())
        if found:
            return int(found[1]) / 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def _grep(path: Path) -> float | None:
    start = time.perf_counter()
    try:
        subprocess.run(
            ["grep", "-c", "Traceback", str(path)], stdout=subprocess.DEVNULL, check=False
        )
    except FileNotFoundError:
        return None
    return time.perf_counter() - start


def _megabyte(seed: int, *, noisy: bool) -> bytes:
    chosen = random.Random(seed)
    out = io.StringIO()
    number = 0
    while out.tell() < 1_000_000:
        number += 1
        stamp = f"2025-06-17 22:50:{number % 60:02},{number % 1000:03}"
        if noisy and number % 100 == 0:
            host = f"10.0.{chosen.randrange(250)}.{chosen.randrange(250)}"
            out.write(f"{stamp} ERROR [ingest.net] connection to {host} lost after {number} s\n")
        elif noisy and number == 4000:
            out.write(f"{stamp} ERROR [ingest.reader] part {seed} rejected\n{TRACEBACK}")
        else:
            rows = chosen.randrange(9999)
            out.write(
                f"{stamp} INFO [ingest.reader] read /data/in/part-{number:07}.csv rows={rows}\n"
            )
    return out.getvalue().encode()


if __name__ == "__main__":
    scan_alone(Path(sys.argv[1]))
