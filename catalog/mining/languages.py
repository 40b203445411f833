"""Which miner reads which file, by the ending of its name."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module

from catalog.mining.sites import FileFindings

Miner = Callable[[bytes, str, str, frozenset[str]], FileFindings]

#: Ending -> the module below `catalog.mining` whose `mine_source` reads it. A new language is a new
#: module and a line here.
_MODULES: dict[str, str] = {
    ".py": "python",
    **dict.fromkeys((".cpp", ".cc", ".cxx", ".c", ".hpp", ".hh", ".h", ".cu", ".cuh"), "cpp"),
    **dict.fromkeys((".js", ".mjs", ".cjs", ".jsx"), "javascript"),
    **dict.fromkeys((".ts", ".mts", ".cts", ".tsx"), "javascript"),
}


def language_of(name: str) -> str | None:
    """The module that reads a file of that name, None where no language claims it."""
    dot = name.rfind(".")
    return _MODULES.get(name[dot:].lower()) if dot > 0 else None


def miner_for(name: str) -> Miner:
    """The function that mines a file of that name. Raises KeyError for an unknown ending."""
    module = language_of(name)
    if module is None:
        raise KeyError(name)
    mine: Miner = import_module(f"catalog.mining.{module}").mine_source
    return mine
