"""What every browser test needs: this machine's Chromium, or a reason to skip."""

import shutil

import pytest

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
