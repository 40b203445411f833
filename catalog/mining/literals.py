"""String literals and formats as C, C++ and JavaScript write them."""

from __future__ import annotations

import re
from collections.abc import Sequence

from catalog.mining.template import Hole, Part, Template, Templates, hole_name, joined

_ESCAPE = re.compile(
    r"\\(?:x(?P<x>[0-9A-Fa-f]{1,2})|u\{(?P<point>[0-9A-Fa-f]+)\}|u(?P<u>[0-9A-Fa-f]{4})"
    r"|U(?P<U>[0-9A-Fa-f]{8})|(?P<octal>[0-7]{1,3})|(?P<line>\r?\n)|(?P<one>.))",
    re.DOTALL,
)
_NAMED = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f", "v": "\v", "a": "\a", "0": "\0"}
_RAW = re.compile(r'^[LuU8]*R"(?P<mark>[^()\\\s]{0,16})\((?P<text>.*)\)(?P=mark)"$', re.DOTALL)
_PRINTF = re.compile(r"%[-+ #0]*(?:\*|\d+)?(?:\.(?:\*|\d+))?(?:hh|h|ll|l|z|j|t|L|I64)?[a-zA-Z%]")
_BRACES = re.compile(r"\{\{|\}\}|\{[^{}]*\}")


def unescape(literal: str) -> str:
    """The text of a string literal with its quotes, prefix and escapes taken off."""
    raw = _RAW.match(literal)
    if raw:
        return raw["text"]
    inner = re.sub(r"^[LuU8]*(['\"`])(.*)\1\w*$", r"\2", literal, flags=re.DOTALL)
    return without_escapes(inner)


def without_escapes(text: str) -> str:
    """The text that a literal's inside stands for."""
    return _ESCAPE.sub(_escaped, text) if "\\" in text else text


def _escaped(match: re.Match[str]) -> str:
    digits = match["x"] or match["point"] or match["u"] or match["U"]
    if digits or (match["octal"] and match["octal"] != "0"):
        number = int(digits, 16) if digits else int(match["octal"], 8)
        return chr(number) if number < 0x110000 and not 0xD800 <= number < 0xE000 else "\ufffd"
    if match["line"]:
        return ""
    single = match["one"] or "0"
    return _NAMED.get(single, single)


def printf_format(templates: Templates, arguments: Sequence[str]) -> Templates:
    """The templates with their `%` fields as holes, named for the arguments in order."""
    literal = {"%%": "%"}
    return [_formatted(template, _PRINTF, arguments, literal) for template in templates]


def brace_format(templates: Templates, arguments: Sequence[str]) -> Templates:
    """The same for the fields of `fmt::format`: `{}`, `{0}`, `{:.2f}`."""
    return [
        _formatted(template, _BRACES, arguments, {"{{": "{", "}}": "}"}) for template in templates
    ]


def _formatted(
    template: Template, field: re.Pattern[str], arguments: Sequence[str], literal: dict[str, str]
) -> Template:
    remaining = list(arguments)
    parts: list[Part] = []
    for part in template:
        if isinstance(part, Hole):
            parts.append(part)
            continue
        end = 0
        for match in field.finditer(part):
            parts.append(part[end : match.start()])
            end = match.end()
            if match[0] in literal:
                parts.append(literal[match[0]])
            else:
                parts.append(Hole(hole_name(remaining.pop(0) if remaining else "value")))
        parts.append(part[end:])
    return joined(parts)
