"""Source written for a newer Python than this one, made readable for this one's parser.

Only what says nothing about errors is taken out, and every line stays where it is: type parameters
(`def first[T](…)`, PEP 695), `type` statements, and the brackets that PEP 758 lets go.
"""

from __future__ import annotations

import re

_GENERIC = re.compile(r"\b(?:def|class)[ \t]+\w+[ \t]*(?=\[)")
_TYPE_STATEMENT = re.compile(r"^(?P<indent>[ \t]*)type[ \t]+(?P<name>\w+)[^=\n]*=", re.MULTILINE)
_BARE_EXCEPT = re.compile(
    r"^(?P<start>[ \t]*except\*?[ \t]+)(?P<kinds>[\w.]+(?:[ \t]*,[ \t]*[\w.]+)+)[ \t]*:",
    re.MULTILINE,
)


def older(text: str) -> str:
    """The same source without newer syntax; unchanged where it has none that is known here."""
    text = _TYPE_STATEMENT.sub(r"\g<indent>\g<name> =", text)
    text = _BARE_EXCEPT.sub(r"\g<start>(\g<kinds>):", text)
    parts: list[str] = []
    end = 0
    for match in _GENERIC.finditer(text):
        close = _closing(text, match.end())
        if match.start() >= end and close is not None:
            inside = text[match.end() : close]
            parts += [text[end : match.end()], _breaks(inside)]
            end = close
    return "".join([*parts, text[end:]])


def _breaks(inside: str) -> str:
    """The line breaks of what is taken out, joined to the line so that the statement goes on."""
    return "\\\n" * inside.count("\n")


def _closing(text: str, start: int) -> int | None:
    """The position behind the bracket that closes the one at `start`; None if none does soon."""
    depth = 0
    for at in range(start, min(len(text), start + 4_000)):
        if text[at] == "[":
            depth += 1
        elif text[at] == "]":
            depth -= 1
            if not depth:
                return at + 1
    return None
