"""JavaScript: Node, Deno and browsers, with `[cause]`, and the class lines of npm."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from catalog.models import Frame
from catalog.paste.findings import Finding
from catalog.paste.forms.stacks import Head, Style, read_stacks

if TYPE_CHECKING:
    from collections.abc import Sequence

    from catalog.paste.findings import Line

#: `at load (/app/a.js:3:9)` and `at /app/a.js:3:9`; `{` opens the properties of the error.
NAMED = re.compile(
    r"\s*at (?:async )?(?P<name>[^()]*?(?: \[as [^\]]*\])?) ?\((?P<place>[^()]*"
    r"(?:\([^()]*\)[^()]*)*)\)(?: \{)?\s*$"
)
BARE = re.compile(
    r"\s*at (?:async )?(?P<place>(?:[a-z]+:|[A-Za-z]:\\|/|\.{0,2}/|[\w@-]+/)?[^\s()]+:\d+"
    r"(?::\d+)?)(?: \{)?\s*$"
)
#: Firefox and Safari: `load@https://host/a.js:3:9`.
FOREIGN = re.compile(
    r"\s*(?P<name>[\w$./<>*\[\] ]{0,100})@(?P<place>(?:https?|file|moz-extension|app|"
    r"webpack)[^\s]*:\d+:\d+)\s*$"
)
PLACE = re.compile(r"(?P<file>.*?):(?P<line>\d+)(?::\d+)?$")

LEFT_OUT = re.compile(r"\s*\.\.\. \d+ lines? matching cause stack trace \.\.\.\s*$")
CLASS = re.compile(
    r"(?P<lead>\s*(?:\[(?:cause|errors?)\]: |\[?(?:Uncaught|Unhandled)(?: \(in promise\)|"
    r" Runtime Error)?:? |"
    r"\d+\) |\[\d+\]: |error: Uncaught (?:\(in promise\) )?|\[)*)"
    r"(?P<type>[A-Z][\w$.]*(?:Error|Exception|Rejection|Warning|Failure|Aborted)|Error|"
    r"DOMException|[\w$]*Error)"
    r"(?: \[(?P<code>[\w-]+)\])?(?:: (?P<message>.*)|:?\s*)$"
)
#: The class behind the words with which a program logged it: "failed to load TypeError: x".
LOGGED = re.compile(
    r".{0,2000}?[\s:](?P<type>[A-Z][\w$]*Error|Error)(?: \[[\w-]+\])?: (?P<message>.*)$"
)
#: The excerpt of the source that Jest and Babel draw between message and stack.
EXCERPT = re.compile(r"\s*>?\s*\d+ \||\s*\|\s*\^|\s*at\b")


def read(lines: Sequence[Line]) -> list[Finding]:
    """The errors of JavaScript engines; causes hang on the errors that name them."""
    return read_stacks(lines, STYLE)


def _frame(text: str) -> Frame | None:
    if "at " in text and (found := BARE.match(text)):
        return _placed(found["place"], None)
    if "at " in text and (found := NAMED.match(text)):
        return _placed(found["place"], found["name"].strip() or None)
    if "@" in text and (found := FOREIGN.match(text)):
        return _placed(found["place"], found["name"].strip() or None)
    return None


def _placed(place: str, name: str | None) -> Frame | None:
    found = PLACE.match(place)
    if found is None:
        known = place in ("<anonymous>", "native") or place.startswith(
            ("index ", "node:", "native ")
        )
        return Frame(place, None, name) if known else None
    return Frame(found["file"], int(found["line"]), name)


def _head(text: str) -> Head | None:
    found = CLASS.match(text) if len(text) < 100_000 else None
    if found is None and (logged := LOGGED.match(text[:20_000])):
        return Head(logged["type"], logged["message"], logged.start("type"))
    if found is None:
        return None
    link = "cause" if "[cause]" in found["lead"] else None
    if "[errors]" in found["lead"] or (link is None and re.search(r"\[\d+\]: $", found["lead"])):
        return Head(found["type"], found["message"] or "", found.start("type"), "member")
    return Head(
        found["type"], found["message"] or "", found.start("type"), "cause" if link else None
    )


STYLE = Style(
    "javascript",
    frame=_frame,
    skips=lambda text: LEFT_OUT.match(text) is not None,
    left_out=lambda _: 0,
    head=_head,
    between=lambda text: EXCERPT.match(text) is not None,
)
