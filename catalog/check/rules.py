"""The rules on a record for itself, each a function that yields a sentence for what is wrong."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import NamedTuple
from urllib.parse import unquote

from catalog.check.findings import Finding, Level
from catalog.check.subject import Subject
from catalog.importers.excerpts import raises_on
from catalog.models import Record

#: Literal characters, white space aside, below which a template says too little to be told apart.
MIN_LITERALS = 8

#: An address of lines of a file at a commit: GitHub's form, GitLab's (`/-/blob/`), Bitbucket's.
_LINK = re.compile(
    r"https?://[^/]+/(?P<repo>.+?)/(?:-/)?(?:blob|src)/(?P<commit>[^/]+)/(?P<path>[^#?]+)"
    r"(?:#(?:L|lines-)(?P<first>\d+)(?:[-:]L?(?P<last>\d+))?)?"
)
_FULL_COMMIT = re.compile(r"[0-9a-f]{40}(?:[0-9a-f]{24})?")


class Rule(NamedTuple):
    """A rule: its name, how bad it is to break it, and who looks."""

    name: str
    level: Level
    find: Callable[[Subject], Iterator[str]]


def check_record(record: Record) -> Iterator[Finding]:
    """What the rules say about a record."""
    subject = Subject(record)
    for rule in RULES:
        for sentence in rule.find(subject):
            yield Finding(record.id, rule.level, rule.name, sentence)


def refused_pattern(subject: Subject) -> Iterator[str]:
    """The pattern is one that re2 runs."""
    if subject.refused:
        yield f"The pattern is refused ({subject.refused}); only its literal parts are compared."


def foreign_message(subject: Subject) -> Iterator[str]:
    """The pattern matches what errorMessage shows, with some values in its holes."""
    both = subject.record.message_pattern and subject.record.error_message
    if both and not subject.refused and not subject.match:
        yield "The pattern does not match the record's own errorMessage."


def short_template(subject: Subject) -> Iterator[str]:
    """Literal text, if there is any, is enough to be told apart from others."""
    literals = subject.template.literals if subject.template else 0
    if 0 < literals < MIN_LITERALS:
        yield (
            f"The template has only {literals} literal character{'s' * (literals > 1)}, too few "
            "to tell it from others: without a frame, nothing can find this record."
        )


def unfindable(subject: Subject) -> Iterator[str]:
    """There is a message or a place by which the record can be found."""
    record = subject.record
    placed = (record.file_path or record.package_path) and (record.line_number or record.function)
    if not placed and not (subject.template and subject.template.literals):
        yield "The record has neither a message nor a place, so that nothing can find it."


def cut_capture(subject: Subject) -> Iterator[str]:
    """Each hole captures the whole of what stands in it."""
    if subject.match is None:
        return
    example, alignment = subject.match
    captured = [example.message[start:end] for start, end in alignment.holes]
    if len(captured) != len(example.values):
        return
    for number, (part, value) in enumerate(zip(captured, example.values, strict=True), 1):
        if len(part) < len(value):
            yield f"Hole {number} captures {part!r} where {value!r} stands in the message."


def unpinned_link(subject: Subject) -> Iterator[str]:
    """The link names a whole commit, so that it shows the same lines for ever."""
    address = subject.record.github_url
    link = address and _LINK.fullmatch(address)
    if address and not link:
        yield "The link does not lead to lines of a file at a commit."
    elif link and not _FULL_COMMIT.fullmatch(link["commit"]):
        yield f"The link is pinned to {link['commit']}, which is not a whole commit."


def differing_link(subject: Subject) -> Iterator[str]:
    """The link agrees with the record's repository, commit, path and line."""
    record = subject.record
    link = record.github_url and _LINK.fullmatch(record.github_url)
    if not link:
        return
    said = {"repo": record.repo, "commit": record.analyzed_sha, "path": record.file_path}
    for part, ours in said.items():
        theirs = unquote(link[part])
        if ours and theirs != ours and not (part == "repo" and "/" not in ours):
            yield f"The link's {part} is {theirs}, the record's is {ours}."
    if link["first"] and record.line_number:
        first, last = int(link["first"]), int(link["last"] or link["first"])
        if not first <= record.line_number <= last:
            yield f"The link shows lines {first} to {last}, not line {record.line_number}."


def misplaced_excerpt(subject: Subject) -> Iterator[str]:
    """The excerpt has the lines it says, and the raise is one of them."""
    record = subject.record
    start, end = record.source_code_start, record.source_code_end
    if not record.source_code or start is None or end is None:
        return
    lines = record.source_code.count("\n") + 1
    # A line end behind the last line makes an empty one, or is only its end.
    if end - start + 1 not in (lines, lines - record.source_code.endswith("\n")):
        yield f"The excerpt has {lines} lines, and should stand at lines {start} to {end}."
    if record.line_number and not start <= record.line_number <= end:
        yield f"The excerpt stands at lines {start} to {end}, the raise at {record.line_number}."


def excerpt_without_raise(subject: Subject) -> Iterator[str]:
    """The excerpt's line that is said to raise does."""
    record = subject.record
    start, line = record.source_code_start, record.line_number
    if not record.source_code or not start or not line:
        return
    lines = record.source_code.split("\n")
    if 0 <= line - start < len(lines) and not raises_on(lines, line - start):
        yield f"Line {line} of the excerpt does not raise: {lines[line - start].strip()!r}."


#: All of them, in the order in which they are told.
RULES = [
    Rule("refused-pattern", "error", refused_pattern),
    Rule("foreign-message", "error", foreign_message),
    Rule("unfindable", "error", unfindable),
    Rule("differing-link", "error", differing_link),
    Rule("misplaced-excerpt", "error", misplaced_excerpt),
    Rule("short-template", "warning", short_template),
    Rule("cut-capture", "warning", cut_capture),
    Rule("unpinned-link", "warning", unpinned_link),
    Rule("excerpt-without-raise", "warning", excerpt_without_raise),
]
