"""What all tests share: how cases are generated, and the machine's Chromium or a reason to skip."""

import os
import shutil
import signal

import pytest
from hypothesis import settings

# A shell that puts a job into the background makes it deaf to Ctrl-C, and what it starts as well.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

# A gate has to give the same answer twice, so generated cases are the same ones each time there.
# Everywhere else they are new each time, and what they find is kept in .hypothesis.
settings.register_profile("gate", derandomize=True, deadline=None, database=None)
settings.register_profile("search", deadline=None)
settings.load_profile("gate" if os.environ.get("CI") else "search")

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
QUIET = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args):
    """Start the Chromium of the machine instead of one that Playwright would download."""
    path = next(filter(None, map(shutil.which, NAMES)), None)
    if path is None:
        pytest.skip(f"There is no Chromium on this machine: looked for {', '.join(NAMES)}.")
    return {**browser_type_launch_args, "executable_path": path, "args": QUIET}


@pytest.fixture(scope="session")
def base_url():
    """None: pages are named whole. (Playwright's own fixture warns under pytest 9.2.)"""
