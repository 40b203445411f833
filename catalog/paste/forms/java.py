"""Java, Kotlin and their kin: `Caused by`, `Suppressed`, `... 23 more`, logback's `~[jar]`."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from catalog.models import Frame
from catalog.paste.forms.stacks import Head, Style, read_stacks

if TYPE_CHECKING:
    from collections.abc import Sequence

    from catalog.models import Link
    from catalog.paste.findings import Finding, Line

#: `at com.example.Shop.load(Shop.java:47) ~[classes/:na]`, with the module before the class.
FRAME = re.compile(
    r"\s*at (?:[\w.@-]*/{1,2})?(?P<name>[\w$.<>-]+\.[\w$<>-]+)"
    r"\((?P<place>[\w$.-]+\.(?:java|kt|kts|scala|groovy|clj)(?::-?\d+)?|Native Method|"
    r"Unknown Source|"
    r"<generated>|[\w$-]+:\d+)\)"
)
LEFT_OUT = re.compile(r"\s*\.\.\. (?:(\d{1,6}) (?:more|common frames omitted)|\(output trimmed\))")

_NAME = r"(?P<type>(?:[\w$]+\.)*[\w$]+)"
#: What stands before the class of an error that hangs on the one above it.
LEADS: dict[str, Link] = {
    "Caused by: ": "cause",
    "Suppressed: ": "context",
    "Wrapped by: ": "context",
}
OPENING = re.compile(
    r"\s*(?P<lead>Caused by: |Suppressed: |Wrapped by: |(?:Exception|Error) in thread \"[^\"]*\" |"
    r"Exception in thread \S+ |Uncaught exception: )"
)
CLASS = re.compile(rf"{_NAME}(?:: (?P<message>.*)|:?\s*)$")
#: The class inside a line of a log: "request failed: java.lang.IllegalStateException: no session".
LOGGED = re.compile(r"(?:[\w$]+\.)+[\w$]*(?:Exception|Error|Throwable)(?=: |$)")
KNOWN = re.compile(
    r"(?:[a-z]\w*\.)+[A-Z]|.*(?:Exception|Error|Throwable|Failure|Fault|Timeout)\d*$"
)


def read(lines: Sequence[Line]) -> list[Finding]:
    """The errors of the JVM, each cause hanging on what it caused."""
    return read_stacks(lines, STYLE)


def _frame(text: str) -> Frame | None:
    found = FRAME.match(text) if "at " in text else None
    if found is None:
        return None
    file, _, number = found["place"].partition(":")
    return Frame(file, int(number) if number.isdecimal() else None, found["name"])


def _head(text: str) -> Head | None:
    lead = OPENING.match(text)
    at = lead.end() if lead else len(text) - len(text.lstrip())
    link = LEADS.get(lead["lead"]) if lead else None
    found = CLASS.match(text, at) if len(text) < 100_000 else None
    if found is not None and (lead or KNOWN.match(found["type"])):
        return Head(found["type"], found["message"] or "", at, link)
    logged = next(reversed(list(LOGGED.finditer(text[:20_000]))), None)
    if logged is None:
        return None
    return Head(logged[0], text[logged.end() + 2 :], logged.start())


STYLE = Style(
    "java",
    frame=_frame,
    skips=lambda text: LEFT_OUT.match(text) is not None,
    left_out=lambda text: int(found[1] or 0) if (found := LEFT_OUT.match(text)) else 0,
    head=_head,
    between=lambda _: False,
)
