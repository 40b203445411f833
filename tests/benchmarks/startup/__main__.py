"""How long `errorbook explain` takes as a whole process, beside `python -c pass` in the same run.

`python -m tests.benchmarks.startup [RUNS]` prints medians in milliseconds and their ratios. The
commands take turns, so that what else the machine does falls on all of them.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median

ROOT = Path(__file__).parents[3]
#: At most this many times `python -c pass`.
BAR = 12
FRAME = """\
  File "/srv/app/python/sglang/srt/worker_{0}.py", line {0}, in step_{0}
    step_{1}(batch)
"""
#: 60 lines, as people paste them.
TRACEBACK = (
    "Traceback (most recent call last):\n"
    + "".join(FRAME.format(number, number + 1) for number in range(28))
    + '  File "/srv/app/python/sglang/srt/speculative/adaptive_runtime_state.py", line 131, in '
    "_activate\n    raise ValueError(\n"
    "ValueError: Missing adaptive runtime state for steps=12\n"
)


def seconds(command: list[str], environment: dict[str, str]) -> float:
    """How long a process takes from start to end."""
    started = time.perf_counter()
    subprocess.run(command, cwd=ROOT, env=environment, stdout=subprocess.DEVNULL, check=True)
    return time.perf_counter() - started


def main(runs: int = 41) -> None:
    """Measure and print."""
    with tempfile.TemporaryDirectory() as folder:
        paste = Path(folder, "paste.txt")
        paste.write_text(TRACEBACK)
        explain = [sys.executable, "-m", "bot.cli", "explain", str(paste)]
        commands = {
            "python -c pass": [sys.executable, "-c", "pass"],
            "errorbook explain": explain,
            "errorbook explain --json": [*explain, "--json"],
        }
        environment = {**os.environ, "XDG_DATA_HOME": folder}
        environment.pop("ERRORBOOK_CATALOG", None)
        times: dict[str, list[float]] = {name: [] for name in commands}
        for command in commands.values():
            seconds(command, environment)  # Makes the catalog and the compiled files.
        for _ in range(runs):
            for name, command in commands.items():
                times[name].append(seconds(command, environment))
    base = median(times["python -c pass"])
    for name, taken in times.items():
        print(f"{name:28} {median(taken) * 1000:7.1f} ms {median(taken) / base:6.2f} x")
    print(f"bar: at most {BAR} x, median of {runs} runs")


if __name__ == "__main__":
    # A folder of ground truth, which every benchmark is handed, says nothing here.
    main(*(int(word) for word in sys.argv[1:2] if word.isdecimal()))
