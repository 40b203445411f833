"""Every benchmark, one after the other: `make bench`, or `python -m tests.benchmarks [DATA]`.

A benchmark is a package beside this file that can be run with `-m`. DATA is the folder with the
ground truth that some of them need; it is handed to each, and those that need none leave it.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

FOLDER = Path(__file__).parent


def main(arguments: list[str]) -> int:
    """Run them; the number of those that failed."""
    failed = 0
    for package in sorted(file.parent.name for file in FOLDER.glob("*/__main__.py")):
        print(f"\n== {package}", flush=True)
        command = [sys.executable, "-m", f"tests.benchmarks.{package}", *arguments]
        failed += subprocess.run(command, cwd=FOLDER.parents[1], check=False).returncode != 0
    return failed


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
