"""An error page as text -> a record document.

The page as somebody copied it from a browser: a line `owner/name · severity · Class`, headings
alone on their lines, the excerpt of the source with its indentation, a footer that names the
commit, the date and the address of the same error as JSON. Every section may be missing; what the
page lacks is null.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple
from urllib.parse import quote

from catalog.importers.excerpts import raise_offset
from catalog.models import FIELDS

#: The page's heading is the message cut at this many characters.
HEADING_LENGTH = 60
SLUG_LENGTH = 50

_FIRST_LINE = re.compile(
    r"(?P<repo>[\w.-]+/[\w.-]+)"  # owner/name
    r"\s+·\s+(?P<severity>[^·]+?)"
    r"(?:\s+·\s+(?P<error_class>[^·]+?))?\s*"
)
#: Headings as they stand on a page, in lower case, and the name of the section below.
_HEADINGS = {
    "error message": "message",
    "what it means": "documentation",
    "source": "source",
    "solutions": "solutions",
    "example fix": "example",
    "defensive patterns": "strategy",
    "validate before calling": "validation",
    "type guard": "type guard",
    "try-catch": "try-catch",
    "try/catch": "try-catch",
    "try-catch pattern": "try-catch",
    "try/catch pattern": "try-catch",
    "prevention": "prevention",
    "prevention tips": "prevention",
    "when it happens": "when",
    "related errors": "related",
}
_THROWN_AT = re.compile(r"Thrown at (?P<path>\S.*?)(?::(?P<line>\d+))?\s*")
_PINNED = re.compile(r"View on GitHub \(pinned to (?P<sha>[0-9a-f]{7,40})\)\s*")
_FOOTER = re.compile(
    r"AI-assisted analysis of \S+@(?P<sha>[0-9a-f]{7,40})(?: \((?P<date>[^)]*)\))?"
)
_FOOTER_START = re.compile(r"AI-assisted analysis of |Data as JSON: /api/errors/")
_ID = re.compile(r"/api/errors/(?P<id>[\w.~-]*[\w~-])")
_STRATEGY = re.compile(r"Strategy:\s*(?P<strategy>.*\S)")
_ITEM = re.compile(r"\s*(?:\d+[.)]|[-*•])\s+")
_NOT_SLUG = re.compile(r"[^a-z0-9]+")
#: The characters that GitHub leaves as they are in its own links.
_SAFE = "/@+~()!$&',;=:"
_REGEX_SYNTAX = re.compile(r"[\\.^$*+?{}()|\[\]]")


class Page(NamedTuple):
    """A page taken apart: its first line, and under each section's name its lines."""

    first: Mapping[str, str | None]
    heading: str
    sections: Mapping[str, list[str]]


def is_page(line: str) -> bool:
    """Whether the first line of a text is that of an error page."""
    return _FIRST_LINE.fullmatch(line.strip()) is not None


def read_page(text: str) -> dict[str, Any]:
    """The document of a page; without `id` where the page does not say it.

    The commit is as short as on the page: `pinned` puts in the full one and the link.
    """
    page = _take_apart(text)
    section = {name: _text(lines) for name, lines in page.sections.items()}
    message = section.get("message") or page.heading or None
    path, line, excerpt = _source(page.sections.get("source", []))
    error_class = page.first["error_class"]
    start = None
    if excerpt and line:
        offset = raise_offset(excerpt, error_class, message)
        start = None if offset is None or offset >= line else line - offset
    when = _when(page.sections.get("when", []))
    sha, date = _commit(text)
    identity = _last(_ID, text)
    strategy = _STRATEGY.fullmatch((section.get("strategy") or "").strip())
    found = {
        "id": identity["id"] if identity else None,
        "repo": page.first["repo"],
        "slug": message and slug(message),
        "errorMessage": message,
        "messagePattern": message and escape(message),
        "errorClass": error_class,
        "severity": page.first["severity"],
        "filePath": path,
        "lineNumber": line,
        "sourceCode": excerpt,
        "sourceCodeStart": start,
        "sourceCodeEnd": start and excerpt and start + excerpt.count("\n"),
        "documentation": section.get("documentation"),
        "triggerScenarios": when.get("Trigger"),
        "commonSituations": when.get("Common situations"),
        "solutions": _items(page.sections.get("solutions", [])),
        "exampleFix": section.get("example"),
        "handlingStrategy": strategy["strategy"] if strategy else None,
        "validationCode": section.get("validation"),
        "typeGuard": section.get("type guard"),
        "tryCatchPattern": section.get("try-catch"),
        "preventionTips": _items(page.sections.get("prevention", [])),
        "analyzedSha": sha,
        "analyzedAt": date,
        "schemaVersion": 2,
    }
    return {key: found.get(key) for key in SEED_FIELDS} | _related(page.sections)


#: The fields of a document of the dataset, in its order; `function` is the first that is ours.
SEED_FIELDS = list(FIELDS)[: list(FIELDS).index("function")]


def pinned(document: Mapping[str, Any], full_sha: str | None) -> dict[str, Any]:
    """The document with the full commit, if it is known, and with the link to the line."""
    sha = full_sha or document["analyzedSha"]
    repo, path, line = document["repo"], document["filePath"], document["lineNumber"]
    link = None
    if sha and path and line:
        link = f"https://github.com/{repo}/blob/{sha}/{quote(path, safe=_SAFE)}#L{line}"
    return {**document, "analyzedSha": sha, "githubUrl": link}


def slug(message: str) -> str:
    """The message's first words for an address, as the dataset makes them."""
    return _NOT_SLUG.sub("-", message[:SLUG_LENGTH].lower()).strip("-")


def escape(message: str) -> str:
    """A regular expression that matches the message; only what is syntax is escaped, as in the
    dataset's own patterns (`re.escape` would put a backslash before every space).
    """
    return _REGEX_SYNTAX.sub(r"\\\g<0>", message)


def _take_apart(text: str) -> Page:
    lines = text.removeprefix("\ufeff").replace("\r\n", "\n").strip("\n").split("\n")
    lines = _without_footer(lines)
    match = _FIRST_LINE.fullmatch(lines[0].strip())
    first = match.groupdict() if match else {"repo": None, "severity": None, "error_class": None}
    sections: dict[str, list[str]] = {"heading": []}
    current = sections["heading"]
    spaced = _is_spaced(lines)
    for index, line in enumerate(lines[1:], 1):
        name = _HEADINGS.get(line.rstrip().lower())
        below = lines[index + 1].strip() if index + 1 < len(lines) else ""
        if name and name not in sections and (not spaced or _stands_alone(name, below)):
            current = sections.setdefault(name, [])
        else:
            current.append(line)
    heading = next(filter(None, map(str.strip, sections.pop("heading"))), "")
    return Page(first, heading, sections)


def _is_spaced(lines: list[str]) -> bool:
    """Whether blank lines stand below the headings; some ways of copying a page lose them all."""
    headings = (index for index, line in enumerate(lines) if line.rstrip().lower() in _HEADINGS)
    below = next(headings, 0) + 1
    return below < len(lines) and not lines[below].strip()


def _stands_alone(name: str, below: str) -> bool:
    """Whether a line that reads like a heading is one, going by the line below it."""
    return not below or below.lower() in _HEADINGS or (name == "strategy" and "Strategy:" in below)


def _without_footer(lines: list[str]) -> list[str]:
    """The lines before the footer, which is the last of its form."""
    for index in range(len(lines) - 1, -1, -1):
        if _FOOTER_START.match(lines[index]):
            return lines[:index]
    return lines


def _commit(text: str) -> tuple[str | None, str | None]:
    """The commit and the date of the analysis, as far as the page shows them."""
    footer = _last(_FOOTER, text)
    if footer:
        return footer["sha"], footer["date"] or None
    link = _last(_PINNED, text)
    return (link["sha"] if link else None), None


def _last(pattern: re.Pattern[str], text: str) -> re.Match[str] | None:
    """The last match: the page's own words come after those that it quotes."""
    return next(iter([*pattern.finditer(text)][-1:]), None)


def _source(lines: list[str]) -> tuple[str | None, int | None, str | None]:
    """Path, line and excerpt of the section on the source."""
    path = line = None
    excerpt = []
    for text in lines:
        thrown = None if path else _THROWN_AT.fullmatch(text)
        if thrown:
            path, line = thrown["path"], int(thrown["line"]) if thrown["line"] else None
        elif not _PINNED.fullmatch(text):
            excerpt.append(text)
    return path, line, _text(excerpt)


def _when(lines: list[str]) -> dict[str, str | None]:
    """The texts of the section on when it happens, by their labels."""
    found: dict[str, list[str]] = {}
    current: list[str] = []
    for line in lines:
        label, colon, rest = line.partition(":")
        if colon and label in ("Trigger", "Common situations") and label not in found:
            current = found[label] = [rest.strip()]
        else:
            current.append(line)
    return {label: _text(texts) for label, texts in found.items()}


def _items(lines: list[str]) -> list[str] | None:
    """The items of a list, numbered or not; a line that begins none continues the one above."""
    marked = any(_ITEM.match(line) for line in lines)
    items: list[str] = []
    for line in filter(str.strip, lines):
        mark = _ITEM.match(line)
        if mark or not marked or not items:
            items.append(line[mark.end() if mark else 0 :].strip())
        else:
            items[-1] += "\n" + line.strip()
    return items or None


def _related(sections: Mapping[str, list[str]]) -> dict[str, Any]:
    """What stands under "Related errors", which the dataset has no field for."""
    related = _items(sections.get("related", []))
    return {"relatedErrors": related} if related else {}


def _text(lines: Iterable[str]) -> str | None:
    """Lines as a text without blank ones around it; None when nothing is left."""
    return "\n".join(_trimmed(list(lines))) or None


def _trimmed(lines: list[str]) -> Iterator[str]:
    filled = [index for index, line in enumerate(lines) if line.strip()]
    if filled:
        yield from lines[filled[0] : filled[-1] + 1]
