"""A message -> the same with <placeholders>, and the fingerprint of an error.

Two pastes of one error, from two runs or two hosts, normalise to one text. Each pattern is named
for its placeholder; the order matters, because a later one would eat parts of an earlier one.
(The named, commented patterns follow Sentry's `parameterization.py`.)
"""

from __future__ import annotations

import re

from catalog.models import RaisedError

_PLACEHOLDERS: list[tuple[str, str]] = [
    # A web or storage address, up to white space or a closing quote or bracket.
    ("url", r"\b[a-z][a-z0-9+.-]{1,15}://[^\s'\"<>)\]]+"),
    ("email", r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+"),
    ("uuid", r"\b[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}\b"),
    # An ISO date with an optional time, or a time alone.
    (
        "time",
        r"\b\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:[.,]\d+)?)?(?:Z|[+-]\d\d:?\d\d)?)?\b"
        r"|\b\d\d:\d\d:\d\d(?:[.,]\d+)?\b",
    ),
    # IPv4 with an optional port; IPv6 with at least four groups.
    (
        "ip",
        r"\b\d{1,3}(?:\.\d{1,3}){3}(?::\d+)?\b|\b(?:[0-9a-fA-F]{1,4}:){3,7}:?[0-9a-fA-F]{1,4}\b",
    ),
    # An address in memory, or any other number written with 0x.
    ("hex", r"\b0[xX][0-9a-fA-F]+\b"),
    # A digest or an object's id: 12 or more hex digits, a digit and a letter among them.
    ("hash", r"\b(?=[0-9a-f]*\d)(?=\d*[a-f])[0-9a-f]{12,}\b"),
    # A file, POSIX (at least two components) or Windows.
    ("path", r"(?<![\w.<])(?:~|\.{1,2})?(?:/[\w.@+~-]+){2,}/?|\b[A-Za-z]:\\[^\s'\"<>|]+"),
    # A number on its own, with sign, decimals, exponent.
    ("num", r"(?<![\w.])[+-]?\d[\d_]*(?:[.,]\d+)*(?:[eE][+-]?\d+)?%?(?!\w)"),
    # Digits inside a name (`cuda:0` is caught above; `rank3`, `0.5.1rc2` here).
    ("num", r"\d+"),
]
_PATTERN = re.compile(
    "|".join(f"(?P<{name}{at}>{pattern})" for at, (name, pattern) in enumerate(_PLACEHOLDERS))
)
_SPACE = re.compile(r"\s+")


def normalize(message: str) -> str:
    """The message with its values replaced by placeholders, and white space made plain."""
    replaced = _PATTERN.sub(
        lambda found: f"<{(found.lastgroup or '').rstrip('0123456789')}>", message
    )
    return _SPACE.sub(" ", replaced).strip()


def fingerprint(error: RaisedError) -> str:
    """16 hex digits: the same for one error whatever its values, host, carrier and frames.

    An error without a message is told from others by where it was raised.
    """
    # OpenSSL, which hashlib loads, is a tenth of the start of a process that needs no fingerprint.
    from hashlib import blake2b

    parts = [(error.exc_type or "").rpartition(".")[2], normalize(error.message)]
    if not parts[1] and error.frames:
        frame = error.frames[-1]
        parts += [*frame.filename.replace("\\", "/").split("/")[-2:], frame.name or ""]
    return blake2b("\0".join(parts).encode("utf-8", "replace"), digest_size=8).hexdigest()
