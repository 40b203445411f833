"""The versions that a paste shows: of packages, of Python, of CUDA, of the platform."""

from __future__ import annotations

import re
from typing import NamedTuple


class Source(NamedTuple):
    """One way in which pastes show a version; `name` None where the pattern has it as a group."""

    name: str | None
    sign: str
    pattern: re.Pattern[str]


_VERSION = r"(?P<version>\d+(?:\.\d+)+(?:[a-z0-9.+_-]*[a-z0-9])?)"

SOURCES: tuple[Source, ...] = (
    Source(
        None, "==", re.compile(rf"(?P<name>[A-Za-z][\w.-]{{0,60}})(?:\[[\w,-]*\])?==\s?{_VERSION}")
    ),
    Source("python", "ython", re.compile(rf"\b[Pp]ython(?:\s+[Vv]ersion)?:?\s+{_VERSION}")),
    Source("python", "/python", re.compile(r"/python(?P<version>\d\.\d{1,2})/")),
    Source(
        "cuda",
        "CUDA",
        re.compile(rf"\bCUDA(?:\s+(?:[Vv]ersion|[Rr]untime|toolkit))*:?\s+{_VERSION}"),
    ),
    Source("cuda", "release", re.compile(rf"Cuda compilation tools, release {_VERSION}")),
    Source("node", "ode.js", re.compile(rf"\bNode\.js v{_VERSION}")),
    Source(
        None,
        "ersion",
        re.compile(rf"\b(?P<name>[A-Za-z][\w-]{{1,40}}) [Vv]ersion:?\s+v?{_VERSION}"),
    ),
    Source(
        None,
        "ersion",
        re.compile(rf"\b(?P<name>[A-Za-z][\w-]{{1,40}})[ _.][Vv]ersion\s?[:=]\s?v?{_VERSION}"),
    ),
    Source(None, ".dist-info", re.compile(rf"/(?P<name>[\w.]{{1,60}})-{_VERSION}\.dist-info")),
    Source(None, ".egg", re.compile(r"/(?P<name>[\w.]{1,60})-(?P<version>\d[\w.]*)-py\d")),
    Source(None, ".cargo", re.compile(rf"/(?P<name>[a-z][\w-]{{0,60}})-{_VERSION}/src/")),
    Source(None, "/cargo/", re.compile(rf"/(?P<name>[a-z][\w-]{{0,60}})-{_VERSION}/src/")),
    Source(None, ".jar", re.compile(rf"\[(?P<name>[a-z][\w.-]*?)-{_VERSION}\.jar")),
    Source(None, "nstalled ", re.compile(rf"\bSuccessfully installed (?P<name>[\w.]+)-{_VERSION}")),
    Source(
        None,
        " ",
        re.compile(
            r"\b(?P<name>sglang|vllm|torch|transformers|flashinfer|triton|xformers|numpy|pandas|"
            r"django|Django|"
            r"fastapi|pydantic|ray|celery|gunicorn|uvicorn|nccl|NCCL|cuDNN|PyTorch|pip|Ubuntu)"
            rf"(?: |-|@| v)v?{_VERSION}"
        ),
    ),
)

#: `pip list`: names and versions in two columns.
TWO_COLUMNS = re.compile(
    r"^(?P<name>[A-Za-z][\w.-]{0,60}) {2,}(?P<version>\d+(?:\.\w+)+(?:\+\w+)?)\s*$", re.MULTILINE
)
#: Words that stand before "version" without being the name of anything.
NO_NAMES = {
    "the",
    "this",
    "a",
    "driver",
    "python",
    "cuda",
    "api",
    "schema",
    "latest",
    "new",
    "in",
    "to",
    "of",
    "current",
    "compute",
    "file",
    "http",
    "protocol",
    "format",
    "required",
    "minimum",
}
#: The environment is at the top or around the error; a paste's body is not searched for ever.
MOST_TEXT = 200_000


def read_environment(text: str) -> dict[str, str]:
    """The names, in lower case, and the versions that the text shows; the first one of each."""
    text = text[:MOST_TEXT]
    found: dict[str, str] = {}
    for source in SOURCES:
        if source.sign not in text:
            continue
        for match in source.pattern.finditer(text):
            name = source.name or match["name"].lower()
            if name not in NO_NAMES or source.name:
                found.setdefault(name, match["version"].rstrip("."))
    if "  " in text:
        for match in TWO_COLUMNS.finditer(text):
            found.setdefault(match["name"].lower(), match["version"])
    return found
