"""Compilers and linkers: rustc, gcc, clang, nvcc, javac, tsc, MSVC, ld."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from catalog.models import Frame
from catalog.paste.findings import Finding

if TYPE_CHECKING:
    from collections.abc import Sequence

    from catalog.paste.findings import Line


class Compiler(NamedTuple):
    """One layout of a compiler's error line: its message, and where it has them class and place."""

    language: str
    pattern: re.Pattern[str]


_FILE = r"(?P<file>(?:[A-Za-z]:)?[^\s:()][^:()\n]*?\.\w+)"
COMPILERS: tuple[Compiler, ...] = (
    Compiler("rust", re.compile(r"\s*(?P<type>error(?:\[E\d{4}\])?): (?P<message>.*)$")),
    Compiler(
        "javascript",
        re.compile(
            rf"\s*{_FILE}(?:\((?P<line>\d+),\d+\): |:(?P<number>\d+):\d+ - )(?P<type>error TS\d+): "
            rf"(?P<message>.*)$"
        ),
    ),
    Compiler(
        "c++",
        re.compile(
            rf"\s*{_FILE}\((?P<line>\d+)(?:,\d+)?\) ?: (?P<type>(?:fatal )?error(?: [A-Z]+\d+)?): "
            rf"(?P<message>.*)$"
        ),
    ),
    Compiler(
        "java",
        re.compile(
            r"\s*(?P<file>[^\s:]+\.(?:java|kt|scala)):(?P<line>\d+)(?::\d+)?: (?P<type>error): "
            r"(?P<message>.*)$"
        ),
    ),
    Compiler(
        "c++",
        re.compile(
            rf"\s*{_FILE}:(?P<line>\d+)(?::\d+)?: (?P<type>(?:fatal )?error): (?P<message>.*)$"
        ),
    ),
    Compiler(
        "c++",
        re.compile(
            r"\s*(?:\S*/)?(?:ld|lld|collect2)(?:\.\w+)?: "
            r"(?P<type>(?:fatal )?error): (?P<message>.*)$"
        ),
    ),
    Compiler(
        "c++",
        re.compile(
            rf"\s*(?:\S*ld: )?{_FILE}:(?:\S+: )?(?:(?P<line>\d+): )?"
            rf"(?P<message>undefined reference to [`'].*')$"
        ),
    ),
)
ARROW = re.compile(r"\s*--> (?P<file>\S+?):(?P<line>\d+):\d+\s*$")
#: rustc's last lines only count what stands above.
COUNTS = re.compile(
    r"(?:could not compile|aborting due to|ld returned \d|linker command failed|build failed)"
)
MOST_LONG = 4000


def read(lines: Sequence[Line]) -> list[Finding]:
    """The errors of a build; notes and warnings are none."""
    found: list[Finding] = []
    for index, line in enumerate(lines):
        text = line.text
        if len(text) > MOST_LONG or not ("error" in text or "undefined reference" in text):
            continue
        for compiler in COMPILERS:
            match = compiler.pattern.match(text)
            if match is not None:
                error = _error(lines, index, match, compiler.language)
                if error is not None:
                    found.append(error)
                break
    real = [error for error in found if not COUNTS.search(error.message)]
    return real or found


def _error(
    lines: Sequence[Line], index: int, match: re.Match[str], language: str
) -> Finding | None:
    groups = match.groupdict()
    kind, file = groups.get("type"), groups.get("file")
    number = groups.get("line") or groups.get("number")
    end = lines[index].end
    if language == "rust":
        arrow = ARROW.match(lines[index + 1].text) if index + 1 < len(lines) else None
        if arrow is None:
            if kind == "error":
                return None  # cargo, uv and others write so too; `tools` reads those
        else:
            file, number, end = arrow["file"], arrow["line"], lines[index + 1].end
    frames = [Frame(file, int(number) if number else None)] if file else []
    return Finding(kind, match["message"].rstrip(), frames, language, lines[index].start, end)
