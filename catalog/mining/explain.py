"""The explanation that the code itself gives of a raise site, in plain words.

Nothing here is invented: every sentence restates the guard, the callers, the docstring or the
message. Records made so are marked as mined, and shown as such.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from catalog.mining.hints import instructions
from catalog.mining.sites import RaiseSite

_VERBS = {
    "raise": "raises this",
    "assert": "fails this check",
    "exit": "ends the program with this",
    "usage": "ends the program with this message about its arguments",
    "log": "logs this",
    "warn": "warns of this",
}


def explanation(site: RaiseSite, messages: Sequence[str]) -> dict[str, Any]:
    """The fields of a record that explain: what it means, when it is reached, what the code asks.

    A field that the code says nothing about is None.
    """
    text = "\n".join(messages)
    return {
        "documentation": _meaning(site),
        "triggerScenarios": _reached(site),
        "commonSituations": _switches(site),
        "solutions": _asked(text),
    }


def _code(text: str) -> str:
    return f"`{text}`"


def _listed(items: Sequence[str], most: int = 4) -> str:
    shown = [_code(item) for item in items[:most]]
    if len(items) > most:
        return f"{', '.join(shown)} and {len(items) - most} more"
    return shown[0] if len(shown) == 1 else f"{', '.join(shown[:-1])} and {shown[-1]}"


def _meaning(site: RaiseSite) -> str:
    who = _code(site.function) if site.function else "The module, while it is imported,"
    does = _VERBS[site.kind]
    if site.through:
        does = f"calls {_code(site.through)}, which can raise this,"
    sentence = f"{who} {does}"
    conditions = _conditions(site)
    if conditions:
        sentence += f" {conditions}"
    if site.definitions:
        sentence += f", where {_listed(site.definitions)}"
    sentences = [f"{sentence.rstrip(',')}."]
    if site.summary:
        sentences.append(f"The function is described as: “{site.summary}”")
    if site.raises:
        sentences.append(
            f"Its documentation says of {_code(site.error_class or '')}: “{site.raises}”"
        )
    return " ".join(sentences)


def _conditions(site: RaiseSite) -> str:
    """The clauses of a guard in words: `when a`, `after X was caught`, in their order."""
    conditions = [clause for clause in site.guard if _is_condition(clause)]
    words = [f"when {_listed(conditions, most=6)}"] if conditions else []
    for clause in site.guard:
        if clause.startswith("except"):
            caught = clause.removeprefix("except").strip()
            words.append(f"after catching {_code(caught)}" if caught else "after catching an error")
        elif clause.startswith("match "):
            subject, _, case = clause.removeprefix("match ").partition(": case ")
            words.append(
                f"when {_code(subject)} fits no other case"
                if case == "_"
                else f"when {_code(subject)} fits the case {_code(case)}"
            )
        elif clause.startswith("no break in "):
            loop = clause.removeprefix("no break in ")
            words.append(f"when the loop {_code(loop)} ran to its end")
    return ", ".join(words)


def _is_condition(clause: str) -> bool:
    return not clause.startswith(("except", "match ", "no break in "))


def _reached(site: RaiseSite) -> str | None:
    sentences: list[str] = []
    if site.callers:
        callers = _listed(site.callers)
        if site.depth is None or site.depth == 0:
            sentences.append(f"It is called by {callers} in the same module.")
        elif site.depth == 1:
            sentences.append(f"It is reached from {callers}.")
        else:
            sentences.append(f"It is reached from {callers}, {site.depth} calls away.")
    return " ".join(sentences) or None


def _switches(site: RaiseSite) -> str | None:
    """The flags and environment variables that the message names, and where the file reads them."""
    if not site.switches:
        return None
    read = [f"{_code(name)} is read in line {line}" for name, line in site.switches if line]
    sentences = [f"The message names {_listed([name for name, _ in site.switches])}."]
    return " ".join([*sentences, *([f"{', '.join(read)} of this file."] if read else [])])


def _asked(text: str) -> list[str] | None:
    """The instructions in the message, as it gives them."""
    asked = instructions(text)
    return [f"The message says: “{one}”" for one in asked] or None
