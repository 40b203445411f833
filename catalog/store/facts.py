"""What the index needs to know of a record, read from its document."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from hashlib import blake2b
from typing import Any, NamedTuple

from catalog.store import keys
from catalog.template import Template, read_template

_SEARCHED = (
    "repo",
    "slug",
    "errorCode",
    "errorMessage",
    "errorClass",
    "filePath",
    "documentation",
    "triggerScenarios",
    "commonSituations",
    "solutions",
    "preventionTips",
    "tags",
    "backgroundTag",
)


def number(text: str) -> int:
    """The 63-bit digest that stands for a template or a path."""
    digest = blake2b(text.encode("utf-8", "surrogatepass"), digest_size=8).digest()
    return int.from_bytes(digest, "big") >> 1


class Facts(NamedTuple):
    """One record as the index sees it; 0 stands for what the record does not say."""

    id: str
    template: Template | None
    paths: tuple[str, ...]
    function: int
    line: int
    end: int
    class_: int
    package: int
    mined: bool
    text: str


def read_facts(document: Mapping[str, Any]) -> Facts:
    """The facts of a valid document."""
    line = document.get("lineNumber") or 0
    paths, package = _paths(document.get("packagePath"), document.get("filePath"))
    return Facts(
        id=document["id"],
        template=read_template(document.get("errorMessage"), document.get("messagePattern")),
        paths=paths,
        function=_function_key(document.get("function")),
        line=line,
        end=max(document.get("raiseEnd") or line, line),
        class_=_class_key(document.get("errorClass")),
        package=package,
        mined=document.get("origin") == "mined",
        text=_searched(document),
    )


# Records of one file come together, and there are few classes.
_function_key = lru_cache(maxsize=4096)(keys.function_key)
_class_key = lru_cache(maxsize=4096)(keys.class_key)


@lru_cache(maxsize=1024)
def _paths(*named: str | None) -> tuple[tuple[str, ...], int]:
    """The paths under which a frame may show the file, as imported first; the package's key."""
    normal = ("/".join(keys.path_parts(path)) for path in named if path)
    paths = tuple(dict.fromkeys(path for path in normal if path))
    return paths, keys.key(package_of(paths[0])) if paths else 0


def package_of(path: str) -> str:
    """The package that a record's file belongs to: `python/sglang/srt/x.py` -> `sglang`."""
    return keys.imported(path).partition("/")[0].removesuffix(".py")


def _searched(document: Mapping[str, Any]) -> str:
    texts = []
    for field in _SEARCHED:
        value = document.get(field)
        if type(value) is str:
            texts.append(value)
        elif type(value) is list:
            texts += [item for item in value if type(item) is str]
    return "\n".join(texts)
