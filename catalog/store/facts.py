"""What the index needs to know of a record, read from its document."""

from __future__ import annotations

from collections.abc import Mapping
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
    paths = _paths(document)
    return Facts(
        id=document["id"],
        template=read_template(document.get("errorMessage"), document.get("messagePattern")),
        paths=paths,
        function=keys.function_key(document.get("function")),
        line=line,
        end=max(document.get("raiseEnd") or line, line),
        class_=keys.class_key(document.get("errorClass")),
        package=keys.key(package(paths[0])) if paths else 0,
        mined=document.get("origin") == "mined",
        text=_searched(document),
    )


def _paths(document: Mapping[str, Any]) -> tuple[str, ...]:
    """The paths under which a frame may show the file: as imported, then as in the repository."""
    named = (document.get("packagePath"), document.get("filePath"))
    normal = ("/".join(keys.path_parts(path)) for path in named if path)
    return tuple(dict.fromkeys(path for path in normal if path))


def package(path: str) -> str:
    """The package that a record's file belongs to: `python/sglang/srt/x.py` -> `sglang`."""
    return keys.imported(path).partition("/")[0].removesuffix(".py")


def _searched(document: Mapping[str, Any]) -> str:
    texts = []
    for field in _SEARCHED:
        value = document.get(field)
        if isinstance(value, str):
            texts.append(value)
        elif isinstance(value, list):
            texts.extend(item for item in value if isinstance(item, str))
    return "\n".join(texts)
