"""How a process that serves is told to stop."""

from __future__ import annotations

import signal
import threading


def told_to_stop() -> threading.Event:
    """What is set at Ctrl-C or SIGTERM, the ordinary ends; uvicorn hands the signals on to it.

    It hears Ctrl-C also where a shell that put the process into the background made it deaf to it.
    """
    stop = threading.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: stop.set())
    return stop
