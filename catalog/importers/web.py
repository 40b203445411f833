"""Fetching records from an http(s) address, with limits."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import IO, NamedTuple
from urllib.parse import urlsplit

import httpx

from catalog.importers.found import Unreadable

#: Beyond this many bytes the answer waits on disk, not in memory.
_IN_MEMORY = 8_000_000
_LOOPBACK = ("localhost", "127.0.0.1", "::1")
_HEADERS = {"Accept": "application/json, text/plain;q=0.8, */*;q=0.1", "User-Agent": "errorbook"}


class Limits(NamedTuple):
    """What a download may take: bytes after the transfer's own compression is undone, seconds
    without a byte, seconds for the whole. A million mined records are about 700 MB.
    """

    size: int = 2_000_000_000
    silence: float = 30.0
    time: float = 900.0
    redirects: int = 5


LIMITS = Limits()


@contextmanager
def download(address: str, limits: Limits = LIMITS) -> Iterator[IO[bytes]]:
    """What an address returns, complete before the first byte is given.

    Proxies are taken from the environment, except for this machine itself. Raises Unreadable when
    there is no answer, a status other than 200, a web page, or more than the limits allow.
    """
    with tempfile.SpooledTemporaryFile(max_size=_IN_MEMORY) as body:
        try:
            _fetch(address, body, limits)
        except httpx.TimeoutException:
            raise Unreadable(f"sent nothing for {limits.silence:g} seconds") from None
        except (httpx.HTTPError, httpx.InvalidURL, ValueError) as error:
            reason = " ".join(str(error).split()) or type(error).__name__
            raise Unreadable(f"cannot be fetched: {reason}") from None
        body.seek(0)
        yield body


def _fetch(address: str, body: IO[bytes], limits: Limits) -> None:
    deadline = time.monotonic() + limits.time
    with (
        httpx.Client(
            follow_redirects=True,
            max_redirects=limits.redirects,
            timeout=limits.silence,
            trust_env=urlsplit(address).hostname not in _LOOPBACK,
            headers=_HEADERS,
        ) as client,
        client.stream("GET", address) as response,
    ):
        if response.status_code != 200:
            raise Unreadable(f"answered with status {response.status_code}")
        if response.headers.get("Content-Type", "").lower().startswith("text/html"):
            raise Unreadable("returns a web page, not records")
        for chunk in response.iter_bytes():
            body.write(chunk)
            if body.tell() > limits.size:
                raise Unreadable(f"is larger than {limits.size:,} bytes")
            if time.monotonic() > deadline:
                raise Unreadable(f"took longer than {limits.time:g} seconds")
