"""Errors inside data: JSON logs and responses, objects with frames, strings with escaped breaks."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

from catalog.models import Frame
from catalog.paste.findings import Finding, Line, capped
from catalog.paste.lazy import lazily
from catalog.paste.names import STRONG, class_line

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from catalog.models import Link

#: Where a JSON value may begin in a line: after a stamp or words, as `{"key"` or `[{"key"`.
OPENING = lazily(r'\[?\s*\{\s*"')
#: A stack in a string: what a string of a log has in it that is worth reading as a paste.
STACK = lazily(
    r"Traceback \(most recent call last\)|\n\s+at \S|panicked at|\ngoroutine \d|\n\s*#\d+ "
)
#: The same where the line breaks are written as two characters.
ESCAPED = lazily(r"Traceback \(most recent call last\):?\s*\\+n|\\+n(?:\\+t| {2,4})at \S")
ESCAPE = lazily(r"\\(?:([ntr\"'\\/])|u([0-9a-fA-F]{4})|x([0-9a-fA-F]{2}))")
PLAIN = {"n": "\n", "t": "\t", "r": ""}
#: The line that a program wrote, in the words of the log shippers.
WRITTEN = (
    "log",
    "message",
    "msg",
    "MESSAGE",
    "textPayload",
    "line",
    "body",
    "@message",
    "event",
    "text",
)
KINDS = (
    "exc_type",
    "type",
    "error_type",
    "class",
    "exception_class",
    "kind",
    "name",
    "error.type",
    "error.kind",
    "exception.type",
    "exceptionClass",
)
VALUES = (
    "exc_value",
    "value",
    "message",
    "msg",
    "error.message",
    "exception.message",
    "exceptionMessage",
    "detail",
)
#: The keys without which no object is an error.
KIND_KEY = lazily(rf'"(?:{"|".join(map(re.escape, KINDS))})"')
DECODER = json.JSONDecoder()
#: Deeper data than this is no log.
MOST_DEEP = 12
MOST_LONG = 2_000_000


def unfold(lines: list[Line], text: str) -> tuple[list[Line], list[Finding]]:
    """The lines with strings in place of the data that held them, and errors kept as objects."""
    if not (OPENING.search(text) or ESCAPED.search(text)) or len(text) > MOST_LONG:
        return lines, []
    whole = _whole(lines, text)
    if whole is not None:
        return whole
    out: list[Line] = []
    found: list[Finding] = []
    for line in lines:
        opening = OPENING.search(line.text) if "{" in line.text else None
        value = _decoded(line.text, opening.start()) if opening else None
        if value is not None:
            strings, errors = _read(value, line)
            found += errors
            out += strings
        elif ESCAPED.search(line.text):
            out += _unescaped(line)
        else:
            out.append(line)
    return out, found


def _whole(lines: Sequence[Line], text: str) -> tuple[list[Line], list[Finding]] | None:
    """A paste that is one JSON value over many lines."""
    if len(lines) < 2 or text.lstrip()[:1] not in ("{", "["):
        return None
    value = _decoded(text, len(text) - len(text.lstrip()))
    if (
        value is None
        or not isinstance(value, dict | list)
        or '"' not in lines[0].text + lines[1].text
    ):
        return None
    if lines[0].text.rstrip().endswith("}"):
        return None  # one value a line
    strings, errors = _read(value, Line(text, lines[0].start, lines[-1].end))
    return strings, errors


def _decoded(text: str, at: int) -> Any:
    """The JSON value that begins there, None where none does."""
    try:
        value, _ = DECODER.raw_decode(text, at)
    except (ValueError, RecursionError):
        return None
    return value


def _read(value: Any, line: Line) -> tuple[list[Line], list[Finding]]:
    """What a JSON value says: objects that are errors, else its strings that read like a paste."""
    strings = list(_strings(value))
    stacks = list(dict.fromkeys(text for _, text in strings if _is_stack(text)))
    if stacks:
        return [each for text in stacks[:20] for each in _lines(text, line, bound=True)], []
    errors = _structured(value, line) if KIND_KEY.search(line.text) else []
    if errors:
        return [], errors
    written = next((text for key, text in strings if key in WRITTEN), None)
    out = [] if written is None else _lines(written, line, bound=False)
    for _, text in strings:
        if text != written and ": " in text and STRONG.search(text[:2000]):
            out += _lines(text, line, bound=True)
    return out, []


def _is_stack(text: str) -> bool:
    if "\n" in text[:-1]:
        return STACK.search(text) is not None or ESCAPED.search(text) is not None
    return "\\n" in text and ESCAPED.search(text) is not None


def _strings(value: Any, key: str = "", depth: int = 0) -> Iterator[tuple[str, str]]:
    """Every string of a JSON value with the key it stands under."""
    if isinstance(value, str):
        yield key, value
    elif depth < MOST_DEEP and isinstance(value, dict):
        for name, inner in value.items():
            yield from _strings(inner, name, depth + 1)
    elif depth < MOST_DEEP and isinstance(value, list):
        for inner in value[:1000]:
            yield from _strings(inner, key, depth + 1)


def _lines(text: str, line: Line, *, bound: bool) -> list[Line]:
    """The lines of a string that stood in one line of the paste."""
    parts = text.removesuffix("\n").split("\n")
    out = [
        Line(part.removesuffix("\r"), line.start, line.end, bound and n == 0)
        for n, part in enumerate(parts)
    ]
    if ESCAPED.search(text):
        return [each for part in out for each in _unescaped(part)]
    return out


def _unescaped(line: Line) -> list[Line]:
    """The lines of a string with escaped breaks, from its opening quote to the closing one."""
    if not ESCAPED.search(line.text):
        return [line]
    text = line.text
    at = max(text.find("Traceback (most"), 0)
    quote = text[at - 1] if at else ""
    if quote in ("'", '"'):
        end = _closing(text, at, quote)
    else:
        opened = max(text.rfind('="', 0, at), text.rfind('": "', 0, at), text.rfind("='", 0, at))
        quote = text[text.find('"', opened)] if opened >= 0 and '"' in text[opened : at + 1] else ""
        end = _closing(text, at, quote) if quote else len(text)
    body = text[at:end]
    while "\\\\n" in body and "\n" not in body:
        body = body.replace("\\\\", "\\").replace('\\"', '"')
    body = ESCAPE.sub(_plain, body)
    head = (
        [Line(text[:at], line.start, line.start + at, line.bound)] if at > 1 and not quote else []
    )
    return [
        *head,
        *(Line(part, line.start, line.end, n == 0) for n, part in enumerate(body.split("\n"))),
    ]


def _closing(text: str, at: int, quote: str) -> int:
    """Where the string ends: at its first quote that no backslash stands before."""
    found = lazily(rf"(?<!\\)(?:\\\\)*{quote}").search(text, at)
    return found.end() - 1 if found else len(text)


def _plain(escape: re.Match[str]) -> str:
    if escape[1]:
        return PLAIN.get(escape[1], escape[1])
    return chr(int(escape[2] or escape[3], 16))


# Errors as objects --------------------------------------------------------------------------------


def _structured(value: Any, line: Line, depth: int = 0) -> list[Finding]:
    """The errors that are objects of class, message and frames, however deep they stand."""
    if depth > MOST_DEEP:
        return []
    if isinstance(value, list):
        made = [_error(each, line) for each in value if isinstance(each, dict)]
        errors = [error for error in made if error is not None]
        if errors and len(errors) == len(value):
            return _chained(errors, value)
        return [error for each in value[:1000] for error in _structured(each, line, depth + 1)]
    if not isinstance(value, dict):
        return []
    error = _error(value, line)
    if error is not None:
        return [error]
    return [error for each in value.values() for error in _structured(each, line, depth + 1)]


def _chained(errors: list[Finding], values: list[Any]) -> list[Finding]:
    """structlog and Airflow list the last error first; each further one is what led to it."""
    for index in range(1, len(errors)):
        if "is_cause" in values[index]:
            link: Link = "cause" if values[index]["is_cause"] else "context"
            errors[index].parent, errors[index].link = errors[index - 1], link
    return errors


def _error(value: dict[str, Any], line: Line) -> Finding | None:
    """An object as an error: it names a class and has a message, and maybe frames."""
    kind = next((value[key] for key in KINDS if isinstance(value.get(key), str)), None)
    said = next((value[key] for key in VALUES if isinstance(value.get(key), str)), None)
    if kind is None or said is None:
        return None
    raw = value.get("frames")
    if raw is None and isinstance(value.get("stacktrace"), dict):
        raw = value["stacktrace"].get("frames")
    frames = [frame for each in raw if (frame := _frame(each))] if isinstance(raw, list) else []
    named = class_line(kind, strong=not (frames or "exc_type" in value))
    if named is None or named.message is not None:
        return None
    notes = [note for note in value.get("exc_notes") or [] if isinstance(note, str)]
    return Finding(
        kind,
        "\n".join([said, *notes]),
        capped(frames),
        "python",
        line.start,
        line.end,
        lone=not frames,
    )


def _frame(value: Any) -> Frame | None:
    if not isinstance(value, dict):
        return None
    file = next(
        (value[key] for key in ("filename", "abs_path", "file") if isinstance(value.get(key), str)),
        None,
    )
    if file is None:
        return None
    number = next(
        (
            value[key]
            for key in ("lineno", "line_number", "line")
            if isinstance(value.get(key), int)
        ),
        None,
    )
    name = next(
        (value[key] for key in ("name", "function") if isinstance(value.get(key), str)), None
    )
    source = next(
        (value[key] for key in ("line", "context_line") if isinstance(value.get(key), str)), None
    )
    return Frame(file, number, name, source.strip() or None if source else None)
