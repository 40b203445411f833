"""`python -m bot.workspace`: the page alone, with nobody to answer, for looking at it."""

from __future__ import annotations

import argparse
import sys

from bot.demo.samples import samples
from bot.stopping import told_to_stop
from bot.workspace import PortBusy, PortRefused, Workspace


def main() -> int:
    """Serve until interrupted."""
    parser = argparse.ArgumentParser(prog="python -m bot.workspace", description=__doc__)
    parser.add_argument("--port", type=int, default=8000)
    try:
        with Workspace(parser.parse_args().port, samples=samples()) as workspace:
            sys.stdout.write(f"The workspace is at {workspace.url}\n")
            sys.stdout.flush()
            told_to_stop().wait()
    except (PortBusy, PortRefused) as error:
        sys.stderr.write(f"{error}\n")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
