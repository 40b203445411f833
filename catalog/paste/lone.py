"""Errors that stand alone: a line of class and message without a traceback, and bare sentences."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from catalog.paste import endings
from catalog.paste.findings import Finding, Line
from catalog.paste.lazy import lazily
from catalog.paste.names import LONGEST_NAME, STRONG, ClassLine, class_line

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

#: Longer lines are no sentences that somebody pasted as an error.
LONGEST_SENTENCE = 2000
SHORTEST_SENTENCE = 12
MOST_SENTENCES = 20
#: Sentences that somebody asks about stand at the top.
MOST_LINES = 400

#: Marks of lists and quotes before a line.
BULLET = lazily(r"[ \t]*(?:(?:[-*•·+>|]|\d{1,2}[.)]|[EWF]) +)*")
#: pytest's short summary, which says again what its sections say; alone, `forms.pytest` reads it.
SUMMARY = lazily(r"(?:FAILED|ERROR) \S+\.py\b")
#: What people put around a line, opening and closing.
WRAPPED = {"`": "`", '"': '"', "'": "'", "“": "”", "‘": "’", "*": "*", "_": "_", "(": ")"}
SPAN = lazily(r"`([^`\n]{6,2000})`")
#: A line of a log that speaks of trouble, or does not say how bad it is.
QUIET = lazily(r"\b(?:DEBUG|INFO|NOTICE|TRACE|WARN|WARNING|debug|info|warn|warning)\b")

#: Messages that explain a class instead of being one of its messages, as references do.
EXPLAINS = lazily(
    r"(?:raised?|thrown|throws?|if|when|whenever|in case|occurs?|indicates?|returned|base class|"
    r"subclass|the exception|an? (?:error|exception)|this (?:error|exception)|"
    r"exceptions? (?:for|that)|error (?:raised|thrown|when|if)|used (?:when|if|to)|for when|"
    r"signals?|means)\b",
    re.IGNORECASE,
)
#: Lines above which a class line is part of a reference or an example.
REFERENCE = lazily(
    r"\s*(?::?raises?(?: [\w.]+)?:?$|throws:?$|exceptions?:$|errors?:$|>>> |\.\.\. |@throws|"
    r"yields:$)",
    re.IGNORECASE,
)
#: Values of code and configuration: a number, a name, a literal that goes on.
VALUE = lazily(
    r"(?:[\w.]+|[\w.]+\(.*\)|[\[{(][^\]})]*[\]})]|.*[\[{(]|lambda\b.*|'[^']*'|\"[^\"]*\")\s*[,;{]?$"
)
#: Words before an inline span that make it an example: "if you see `…`".
HYPOTHETICAL = lazily(
    r"\b(?:if (?:you|it|we|they|the|one|anybody|someone)|when(?:ever)? you|docs?|document\w*|"
    r"runbook|e\.g\.|for example|such as|should (?:see|raise|throw|give|say|print)|would|wiki|"
    r"changed|rename[sd]?|instead of|expect\w*|catch\w*|handl\w+|raises?|no longer|"
    r"search(?:ing)? for|grep|"
    r"wording|message (?:is|was) now|looks for|matches|match|test for|assert\w*)\b",
    re.IGNORECASE,
)


class _Candidate(NamedTuple):
    parts: ClassLine
    start: int
    end: int
    own_line: bool


def read_lone(lines: Sequence[Line], *, asked: bool) -> list[Finding]:
    """The errors that stand in these lines, which belong to no traceback."""
    found = []
    index = 0
    while index < len(lines):
        sign = ":" in lines[index].text or (asked and len(lines) == 1)
        candidate = _candidate(lines, index, asked=asked) if sign else None
        index += 1
        if candidate is None:
            continue
        parts, end = [candidate.parts.message or ""], candidate.end
        if candidate.own_line:
            while index < len(lines) and _continues(lines[index]):
                _join(parts, lines, index)
                end = lines[index].end
                index += 1
        message = "\n".join(parts)
        found.append(
            Finding(candidate.parts.exc_type, message, start=candidate.start, end=end, lone=True)
        )
    return found


def _continues(line: Line) -> bool:
    """Whether a line goes on with the message of the lone line above."""
    stripped = line.text.strip()
    if line.bound or not stripped or stripped in ("`", "```", '"'):
        return False
    if class_line(stripped, strong=True) is not None:
        return False
    return not endings.ends_message(stripped, line.text, after_gap=True)


def _join(parts: list[str], lines: Sequence[Line], index: int) -> None:
    """Add a line to the message; without a line break where a terminal broke it inside a word."""
    text, above = lines[index].text, lines[index - 1].text
    width = max(len(line.text) for line in lines)
    if len(above) == width >= 60 and above[-1:].isalpha() and text[:1].islower():
        parts[-1] += text
    else:
        parts.append(text)


def _candidate(lines: Sequence[Line], index: int, *, asked: bool) -> _Candidate | None:
    line = lines[index]
    if len(line.text) < 6:
        return None
    bullet = BULLET.match(line.text)
    start = bullet.end() if bullet else 0
    text = line.text[start:].rstrip()
    offset = line.start + start
    mark = text[:1]
    if mark in WRAPPED:
        inner = text[1:]
        if (close := inner.rfind(WRAPPED[mark])) > 0 and not inner[close + 1 :].strip(" .!,;:"):
            inner = inner[:close]
        elif mark not in '`"“':
            inner = ""
        if (parts := _named(inner)) is not None and _is_message(parts, lines, index, asked=asked):
            return _Candidate(parts, offset + 1, line.end, True)
    if (parts := _named(text)) is not None:
        if _is_message(parts, lines, index, asked=asked):
            return _Candidate(parts, offset, line.end, True)
        return None
    return _within(line, lines, index, asked=asked)


def _named(text: str) -> ClassLine | None:
    """`Class: message`, also typed by hand: `Class : message`, `Class:message`."""
    found = STRONG.match(text, 0, LONGEST_NAME)
    if found is None:
        return None
    rest = text[found.end() :].lstrip(" ")
    if not rest.startswith(":") or rest.startswith("::"):
        return class_line(text, strong=True) if not rest else None
    return ClassLine(found["type"], rest[1:].removeprefix(" "))


def _is_message(parts: ClassLine, lines: Sequence[Line], index: int, *, asked: bool) -> bool:
    """Whether what follows the class is a message, and not an explanation or a value."""
    message = (parts.message or "").strip()
    if not message:
        begun = (
            parts.message is not None and index + 1 < len(lines) and _continues(lines[index + 1])
        )
        return begun or (asked and len(lines) == 1)
    if not _says(parts):
        return False
    # `FileNotFoundError: config.yml` could be a line of some configuration, until somebody asks.
    alone = asked and len(lines) == 1
    if VALUE.match(message) and not (alone or _may_be_key(parts, message)):
        return False
    above = [each.text for each in lines[max(index - 4, 0) : index] if each.text.strip()]
    if any(text.lstrip().startswith(">>> ") for text in above):
        return False
    return not above or not REFERENCE.match(above[-1])


def _says(parts: ClassLine) -> bool:
    """Whether there is a message that is no explanation, and no column of a table."""
    message = parts.message or ""
    stripped = message.lstrip()
    return bool(stripped) and len(message) - len(stripped) < 3 and not EXPLAINS.match(stripped)


def _may_be_key(parts: ClassLine, message: str) -> bool:
    """A KeyError's message is the key alone."""
    return parts.exc_type.endswith("KeyError") and not message.endswith((",", ";", "{"))


def _within(line: Line, lines: Sequence[Line], index: int, *, asked: bool) -> _Candidate | None:
    """An error inside a line: in a back-ticked span, behind a colon, in a line of a log."""
    text = line.text
    if SUMMARY.match(text):
        return None
    for span in SPAN.finditer(text):
        parts = _named(span[1])
        if parts is None or not parts.message or not _is_message(parts, lines, index, asked=asked):
            continue
        if asked or not HYPOTHETICAL.search(text[max(0, span.start() - 200) : span.start()]):
            return _Candidate(parts, line.start + span.start(1), line.start + span.end(1), False)
    logged = endings.LOG.match(text.lstrip()[:200]) is not None
    if logged and QUIET.search(text[:120]) and not asked:
        return None
    for found in _classes(text):
        before = text[: found.start()].rstrip()
        leads = before.endswith((":", " -", "|", "→", "=>", "—", " exception", " error"))
        if not (logged or asked or leads):
            continue
        parts = _named(text[found.start() :])
        if parts is None or not _says(parts) or CODE.search(before[-40:]):
            continue
        if not logged and HYPOTHETICAL.search(before[-200:]) and not asked:
            continue
        return _Candidate(parts, line.start + found.start(), line.end, False)
    return None


#: What stands before a class in code and in references.
CODE = lazily(r"(?:#|//|\braises?|\bexcept|\bcatch|\bthrows?|\bclass|\*)\s*$")
_INSIDE = lazily(
    r"(?<![\w$.`'\"])[\w$.]{0,200}(?:Error|Exception|OutOfResources|Timeout)"
    r"(?:\([^()\n]{0,200}\))?: "
)


def _classes(text: str) -> Iterator[re.Match[str]]:
    if "Error" in text or "Exception" in text or "Timeout" in text:
        yield from _INSIDE.finditer(text[:LONGEST_SENTENCE])


# Sentences ----------------------------------------------------------------------------------------

#: The words before a message that are not part of it: a stamp, a level, "error:".
LEAD = lazily(
    r"(?:\[?\d{4}[-/]\d\d[-/]\d\d[T ,_]+[\d:.,+Z-]+(?: [A-Z]+\d+)*\]?[ |:-]*"
    r"|[\[(]?(?:ERROR|CRITICAL|FATAL|Error|error|fatal|Fatal|ERR)\]?\)?[:|\s-]+)+"
)


#: A string on a line of its own, indented: code that could raise an error, not one that was raised.
STRING_IN_CODE = lazily(r"[ \t]+[\"']")


def read_sentences(lines: Sequence[Line]) -> list[Finding]:
    """Lines that name no class and could yet be the message of an error."""
    found: list[Finding] = []
    for line in lines[:MOST_LINES]:
        if len(line.text) < SHORTEST_SENTENCE:
            continue
        for text, start in _sentences_of(line):
            end = start + len(text)
            found.append(Finding(None, text, start=start, end=end, lone=True))
            if len(found) == MOST_SENTENCES:
                return found
    return found


def _sentences_of(line: Line) -> Iterator[tuple[str, int]]:
    if len(line.text) > LONGEST_SENTENCE or STRING_IN_CODE.match(line.text):
        return
    bullet = BULLET.match(line.text)
    at = bullet.end() if bullet else 0
    text = line.text[at:].rstrip()
    if text[:1] in WRAPPED and text.endswith(WRAPPED[text[0]]):
        text, at = text[1:-1], at + 1
    if lead := LEAD.match(text):
        at += lead.end()
        text = text[lead.end() :]
    if _could_be_message(text):
        yield text, line.start + at
    for span in SPAN.finditer(line.text):
        if _could_be_message(span[1]) and span[1] != text:
            yield span[1], line.start + span.start(1)


def _could_be_message(text: str) -> bool:
    """Something of a few words at least, and no question."""
    return (
        len(text) >= SHORTEST_SENTENCE
        and " " in text.strip()
        and not text.endswith("?")
        and text[0] != "`"
    )
