"""Record documents as JSON -> entries: in their envelope, bare, in a list, or one a line."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from catalog import json_text
from catalog.importers.found import Found, Refusal
from catalog.importers.schema import describe, problems
from catalog.importers.streams import MAX_RECORD, NumberedLines
from catalog.json_text import BadJson
from catalog.store import Entry

_TOO_LONG = f"is longer than {MAX_RECORD:,} characters"
_CHUNK = 1 << 20


def read_json_lines(lines: NumberedLines, source: str) -> Iterator[Found | Refusal]:
    """The record of each line; a line that holds none is refused and the next one is read."""
    while line := lines.next():
        if lines.too_long:
            yield Refusal(source, lines.number, None, _TOO_LONG)
        elif not line.isspace():
            yield from read_document(line.strip(" \t\r\n"), source, lines.number)


def read_json_values(lines: NumberedLines, source: str) -> Iterator[Found | Refusal]:
    """The records of a JSON list, or of objects that follow one another, over as many lines as
    they like. Memory holds one of them at a time. What follows a syntax error is not read.
    """
    reader = _Values(lines)
    try:
        for text, line in reader:
            yield from read_document(text, source, line)
    except BadJson as error:
        yield Refusal(source, reader.line_at(error.position), None, str(error))


def read_document(text: str, source: str, line: int = 1) -> Iterator[Found | Refusal]:
    """The record of one document (envelope or bare), or everything that is wrong with it.

    `line` is where the text begins in its source.
    """
    try:
        value = json_text.parse(text)
        if not isinstance(value, dict):
            raise BadJson("is not a JSON object")
        json_text.check_value(text, value)
    except BadJson as error:
        yield Refusal(source, line + text.count("\n", 0, error.position), None, str(error))
        return
    parts = list(json_text.members(text)) if _is_envelope(value) else []
    record = next((part for part in parts if part.key == "record"), None)
    if record and not isinstance(record.value, dict):
        reason = f"should be an object, not {describe(record.value)}"
        yield Refusal(source, line + text.count("\n", 0, record.start), "record", reason)
        return
    start, end = (record.start, record.end) if record else (0, len(text))
    kept = text[start:end].strip(" \t\r\n")
    document = record.value if record else value
    wrong = problems(document)
    for field, reason in wrong:
        position = start + _position(text[start:], field)
        yield Refusal(source, line + text.count("\n", 0, position), field, reason)
    if not wrong:
        envelope = _envelope(text, parts) if len(parts) > 1 else None
        entry = Entry(json_text.one_line(kept), envelope)
        yield Found(entry, document, source, line)


def _is_envelope(value: dict[str, Any]) -> bool:
    """Whether the record is the member `record`, and not the object itself with such a field."""
    return "record" in value and not value.keys() >= {"id", "repo"}


def _envelope(text: str, parts: list[json_text.Member]) -> str:
    """The envelope without its record; a null keeps the record's place where it is not first."""
    members = []
    for part in parts:
        if part.key != "record":
            members.append(f"{part.quoted}:{text[part.start : part.end]}")
        elif members:
            members.append('"record":null')
    return json_text.one_line("{" + ",".join(members) + "}")


def envelope_line(entry: Entry) -> str:
    """An entry as it is exported: its envelope, with the record in its place, in one line."""
    envelope = entry.envelope or "{}"
    members: list[str] = []
    for part in json_text.members(envelope):
        value = entry.document if part.key == "record" else envelope[part.start : part.end]
        members.append(f"{part.quoted}:{value}")
    if not any(member.startswith('"record":') for member in members):
        members.insert(0, f'"record":{entry.document}')
    return "{" + ",".join(members) + "}"


def _position(text: str, field: str) -> int:
    """Where a field's value begins in the text of its object; 0 for a field that is missing."""
    name = field.partition("[")[0]
    return next((part.start for part in json_text.members(text) if part.key == name), 0)


class _Values:
    """The objects of a JSON text, each with the line it begins on, read piece by piece."""

    def __init__(self, lines: NumberedLines) -> None:
        self._lines = lines
        self._buffer = ""
        self._position = 0
        #: The line of the position `_counted`, up to which line ends have been counted.
        self._line = 1
        self._counted = 0
        self._ended = False

    def line_at(self, position: int) -> int:
        """The line of a position in what is being read, at or after the last one asked for."""
        self._line += self._buffer.count("\n", self._counted, position)
        self._counted = position
        return self._line

    def __iter__(self) -> Iterator[tuple[str, int]]:
        while token := self._token():
            if token == "[":
                self._position += 1
                yield from self._elements()
            else:
                yield self._value()

    def _elements(self) -> Iterator[tuple[str, int]]:
        """The elements of a list whose bracket has been read."""
        if self._token() == "]":
            self._position += 1
            return
        while True:
            yield self._value()
            token = self._token()
            self._position += 1
            if token == "]":
                return
            if token != ",":
                expected = "is not JSON (expecting ',' or ']' in the list)"
                raise BadJson(expected, self._position - 1)

    def _token(self) -> str:
        """The next character that is not white space; empty at the end."""
        while True:
            self._position = json_text.skip_space(self._buffer, self._position)
            if self._position < len(self._buffer):
                return self._buffer[self._position]
            if not self._more():
                return ""

    def _value(self) -> tuple[str, int]:
        """The text of the value that comes next, and the line on which it begins."""
        self._token()
        while True:
            try:
                _, end = json_text.decode(self._buffer, self._position)
            except BadJson as error:
                if self._ended or not error.cut:
                    raise
            else:
                if self._ended or end < len(self._buffer):
                    break
            if len(self._buffer) - self._position > MAX_RECORD:
                raise BadJson(_TOO_LONG, self._position)
            self._more()
        start, self._position = self._position, end
        return self._buffer[start:end], self.line_at(start)

    def _more(self) -> bool:
        """Drop what has been read and add to the rest as much again; False at the end."""
        self.line_at(self._position)
        rest = self._buffer[self._position :]
        more = self._lines.read(max(_CHUNK, len(rest)))
        self._buffer, self._position, self._counted = rest + more, 0, 0
        self._ended = not more
        return bool(more)
