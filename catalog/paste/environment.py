"""The versions that a paste shows: of packages, of Python, of CUDA, of the platform."""

from __future__ import annotations

import re
from functools import cache

from catalog.paste.lazy import lazily

#: Any version has this in it; what stands before it says whose it is.
POINT = lazily(r"\.\d")
#: The rest of a version, from its first point on.
REST = lazily(r"(?:\.\w+)+(?:\+\w+)?")
#: What may stand right before a version.
EDGES = frozenset(" \t=vV-@")

_LIBRARIES = (
    "sglang|vllm|torch|transformers|flashinfer|triton|xformers|numpy|pandas|django|Django|fastapi|"
    "pydantic|ray|celery|gunicorn|uvicorn|nccl|NCCL|cuDNN|PyTorch|pip|Ubuntu|Debian|node|ruby"
)
#: What stands before a version, up to it. A group that is set has the name.
OWNER = (
    r"""(?:
        (?P<pinned> [A-Za-z][\w.-]{0,60}) (?:\[[\w,-]*\])? \s?==\s?         # sglang[all]==
      | \b(?P<python> [Pp]ython) (?:\s+[Vv]ersion)?:?\s+                    # Python 3.11
      | \b(?P<cuda> CUDA) (?:\s+(?:[Vv]ersion|[Rr]untime|[Tt]oolkit))*:?\s+ # CUDA Version: 12.4
      | Cuda\ compilation\ (?P<tools> tools),\ release\                     # nvcc
      | \b(?P<node> Node\.js)\ v                                            # Node.js v20
      | \b(?P<said> [A-Za-z][\w-]{1,40}) [ _.][Vv]ersion:?\ ?[:=]?\ ?v?     # vLLM version: 0.9
      | /(?P<installed> [A-Za-z][\w.]{0,60})-                               # /torch-2.4.dist-info
      | \[(?P<jar> [a-z][\w.-]{0,60}?)-                                     # [spring-web-5.2.jar
      | Successfully\ installed\ (?P<pip> [\w.]+)-
      | \b(?P<library> """
    + _LIBRARIES
    + r""") (?:\ |-|@|:\ )v?
      | (?:^|\n)(?P<column> [A-Za-z][\w.-]{0,60})\ {2,}                     # pip list
    )$"""
)
#: What has to stand behind a version for the names that are only sometimes one.
BEHIND = {
    "installed": lazily(r"\.dist-info|\.egg|-py\d|/src/"),
    "jar": lazily(r"\.jar|:"),
    "column": lazily(r"[ \t]*(?:\n|$)"),
}
SUFFIXES = (".dist-info", ".jar", ".egg", ".RELEASE.jar")
NAMES = {"python": "python", "cuda": "cuda", "tools": "cuda", "node": "node"}
#: Words that stand before "version" without being the name of anything.
NO_NAMES = lazily(
    r"(?:the|this|an?|in|to|of|latest|new|current|required|minimum|driver|api|schema|compute|file|"
    r"http|protocol|format|ipv4|ip)$"
)
#: How much before a version its owner stands in, and how much of a paste is looked through.
CONTEXT = 80
MOST_TEXT = 200_000
MOST_SEARCHES = 200
#: What stands before a version again and again, in the prefixes of a log, is looked at once.
SHOWN = 12
PYTHON_PATH = "/python"
DIGITS = "0123456789"


@cache
def _owner() -> re.Pattern[str]:
    """OWNER, made when the first paste has a version in it."""
    return re.compile(OWNER, re.VERBOSE)


def read_environment(text: str) -> dict[str, str]:
    """The names, in lower case, and the versions that the text shows; the first one of each."""
    found: dict[str, str] = {}
    seen: set[str] = set()
    end = 0
    for point in POINT.finditer(text, 0, MOST_TEXT):
        at = point.start()
        if at < end:
            continue
        start = at - len(text[max(at - 4, 0) : at]) + len(text[max(at - 4, 0) : at].rstrip(DIGITS))
        if start == at:
            continue
        if text.endswith(PYTHON_PATH, 0, start):
            rest = REST.match(text, at)
            found.setdefault("python", text[start : rest.end() if rest else at])
            continue
        shown = text[max(start - SHOWN, 0) : at + 2]
        if text[start - 1 : start] not in EDGES or shown in seen or len(seen) > MOST_SEARCHES:
            continue
        seen.add(shown)
        rest = REST.match(text, at)
        end = rest.end() if rest else at
        if named := _named(text, start, end):
            found.setdefault(named, _trimmed(text[start:end]))
    return found


def _named(text: str, start: int, end: int) -> str | None:
    """The name of what has the version that stands there."""
    owner = _owner().search(text, max(0, start - CONTEXT), start)
    if owner is None or owner.lastgroup is None:
        return None
    kind = owner.lastgroup
    if kind in BEHIND and not BEHIND[kind].search(text, end - 12, end + 12):
        return None
    name = NAMES.get(kind) or owner[kind].lower()
    return name if kind in NAMES or not NO_NAMES.match(name) else None


def _trimmed(version: str) -> str:
    for suffix in SUFFIXES:
        version = version.removesuffix(suffix)
    return version.rstrip(".+")
