"""What a message itself asks the reader to do, and the switches that it names."""

from __future__ import annotations

import re

_SENTENCES = re.compile(r"(?<=[.!?;:])\s+|\n+")
#: How sentences begin that tell the reader what to do.
_INSTRUCTION = re.compile(
    r"""^(?:\W*)(?:
        please\b | try\b | use\b | run\b | install\b | upgrade\b | update\b | downgrade\b
        | set\b | specify\b | pass\b | provide\b | add\b | remove\b | check\b | make\ sure\b
        | ensure\b | consider\b | see\b | call\b | enable\b | disable\b | increase\b | decrease\b
        | reduce\b | avoid\b | switch\b | replace\b | convert\b | did\ you\ (?:mean|forget)\b
        | you\ (?:can|should|must|need|may|might|could|have\ to)\b | do\ not\b | don't\b
        | consult\b | refer\b | report\b | pip\ install\b | consider\b | instead\b
        )""",
    re.VERBOSE | re.IGNORECASE,
)
#: Instructions in the middle of a sentence.
_INSIDE = re.compile(
    r"""(?i)\b(?:please\s+(?:install|use|set|specify|provide|pass|upgrade|update|check|try|make|run
        |see|call|report|open|add|enable|disable|consider|increase
        |reduce|ensure|define|choose|select)
        | pip\s+install | use\s+[`'"\-\w.]+(?:\s*\(\))?\s+instead | instead\s+use
        | consider\s+\w+ing
        | you\s+(?:should|must|need\s+to|have\s+to|can\s+(?:set|use|pass|try)))\b""",
    re.VERBOSE,
)
_FLAG = re.compile(r"(?<![\w-])--[a-z][a-z0-9]*(?:[-_][a-z0-9]+)*")
#: Calls that declare a flag, the name of which may stand on the next line.
_ADDS = re.compile(r"(?:add_argument|option)\(\s*$")
_VARIABLE = re.compile(r"\b[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+\b")


def instructions(message: str) -> tuple[str, ...]:
    """The sentences of a message that tell the reader what to do, as they stand there."""
    found = [
        " ".join(sentence.split())
        for sentence in _SENTENCES.split(message)
        if _INSTRUCTION.match(sentence) or _INSIDE.search(sentence)
    ]
    return tuple(dict.fromkeys(one for one in found if len(one) > 8))


def flags(message: str) -> tuple[str, ...]:
    """The command-line flags that a text names."""
    return tuple(dict.fromkeys(_FLAG.findall(message)))


def switches(message: str, text: str) -> tuple[tuple[str, int | None], ...]:
    """The flags that a message names and the environment variables that its file reads, each with
    the line of the file that reads it, as far as one does.
    """
    found = [(flag, _line_reading(flag, text)) for flag in flags(message)]
    read = [(name, _line_reading(name, text)) for name in variables(message)]
    return (*found, *((name, line) for name, line in read if line))


def _line_reading(name: str, text: str) -> int | None:
    for quote in "'\"":
        at = text.find(f"{quote}{name}{quote}")
        while at >= 0:
            line = text[text.rfind("\n", 0, at) + 1 : at]
            before = text[max(0, at - 60) : at]
            if "environ" in line or "getenv" in line or _ADDS.search(before):
                return text.count("\n", 0, at) + 1
            at = text.find(f"{quote}{name}{quote}", at + 1)
    return None


def variables(message: str) -> tuple[str, ...]:
    """What a text names that could be an environment variable: `CUDA_HOME`."""
    return tuple(dict.fromkeys(_VARIABLE.findall(message)))
