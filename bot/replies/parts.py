"""The parts of an answer; each is there only if the record has it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from textwrap import dedent

from bot.markup import cut, escape, link
from bot.replies import prose
from bot.replies.links import commit, issue_search_url, repository_url, source_url
from bot.replies.reply import NOTHING, Reply, said, small, written
from bot.replies.text import clean, code, counted, listing, one_line, percent, quoted
from catalog.models import Match, RaisedError, Record, Report

# How many characters each part may take. Together they stay under the 13,200 at which Slack
# refuses a message; see `tests/bot/replies/test_limits.py`.
TITLE = 400
MEANING = 1_200
SOLUTION = 350
SOLUTIONS = 7
WHY = 900
VALUE = 80
VALUES = 6
REASON = 120
REASONS = 5
PLACE = 150
EXCERPT = 1_800
# How many lines of source are shown above the raise, and below it.
ABOVE, BELOW = 10, 4

# The lines that an address of GitHub, GitLab or Bitbucket shows.
_SHOWN = re.compile(r"#(?:L|lines-)(\d+)(?:[-:]L?(\d+))?$")

# What mining calls a hole that the source gives no name.
_NAMELESS = re.compile(r"(?:h|hole|arg|value)?_?\d*", re.IGNORECASE)


def title(error: RaisedError) -> Reply:
    """The class and the message, as the paste has them."""
    name = f"*{quoted(error.exc_type, 120)}*" if error.exc_type else ""
    message = code(error.message, TITLE) if error.message.strip() else ""
    return said(": ".join(part for part in (name, message) if part) or "An error without a name")


def record_title(record: Record) -> str:
    """A record in one line of mrkdwn: its class and the template of its message."""
    name = f"*{quoted(record.error_class, 80)}*" if record.error_class else ""
    message = code(record.error_message, 160) if record.error_message else ""
    return ": ".join(part for part in (name, message) if part) or f"Record {code(record.id, 60)}"


def meaning(record: Record, heading: str = "") -> Reply:
    """What the error means."""
    elements = prose.prose(record.documentation or "", MEANING)
    return written([prose.heading(heading), *elements] if heading and elements else elements)


def condition(record: Record) -> Reply:
    """Under which condition the source raises it."""
    where = f" by {code(record.function, 120)}" if record.function else ""
    if record.guard:
        return said(f"Raised{where} when {code(record.guard, 400)}.")
    return said(f"Raised{where}.") if where else NOTHING


def captures(values: Mapping[str, str]) -> Reply:
    """What stood in the message's named holes: "Here `steps` was `12`."."""
    named = [(name, value) for name, value in values.items() if is_named(name)]
    shown = [f"{code(name, VALUE)} was {code(value, VALUE)}" for name, value in named[:VALUES]]
    return said(f"Here {listing(shown)}.") if shown else NOTHING


def is_named(hole: str) -> bool:
    """Whether the name of a hole says anything."""
    return _NAMELESS.fullmatch(hole) is None


def solutions(record: Record, heading: str = "How to fix it") -> Reply:
    """What to do, numbered."""
    items = [prose.inline(item) for item in _items(record.solutions)]
    return written([prose.heading(heading), prose.numbered(items)]) if items else NOTHING


def tips(record: Record, heading: str = "How to prevent it") -> Reply:
    """How to keep it from happening, as a list."""
    items = [prose.inline(item) for item in _items(record.prevention_tips)]
    return written([prose.heading(heading), prose.bullets(items)]) if items else NOTHING


def _items(items: tuple[str, ...] | None) -> list[str]:
    cleaned = (cut(one_line(item), SOLUTION) for item in items or ())
    return [item for item in cleaned if item][:SOLUTIONS]


def causes(record: Record, heading: str = "Why it happens") -> Reply:
    """When it is raised, and how people come to that."""
    elements = prose.prose(record.trigger_scenarios or "", WHY)
    situations = prose.prose(record.common_situations or "", WHY)
    if situations:
        elements += [prose.label("Common situations"), *situations] if elements else situations
    return written([prose.heading(heading), *elements]) if elements else NOTHING


def place(record: Record) -> str:
    """Repository, path, lines and short commit, or the package's version; in plain text."""
    where = position(record)
    sha = commit(record)
    name = repository_name(record) if sha else named_version(record)
    return (f"{name}: {where}" if where else name) + (f" at {sha}" if sha else "")


def position(record: Record) -> str:
    """Path and lines: those of the repository where there is a link, else as imported."""
    linked = source_url(record)
    path = one_line((linked and record.file_path) or record.package_path or record.file_path or "")
    if len(path) > PLACE:
        path = f"…{path[-PLACE:]}"
    return ", ".join(filter(None, (path, _lines(record))))


def repository_name(record: Record) -> str:
    """`owner/name`, or the name of a package or folder whose repository is not known."""
    return one_line(record.repo)[:120].removeprefix("pypi/").removeprefix("local/")


def named_version(record: Record) -> str:
    """The repository or package, with the version that was read where that is known."""
    return f"{repository_name(record)} {one_line(record.version or '')[:40]}".rstrip()


def _lines(record: Record) -> str:
    """The lines that the link shows, else the line of the raise."""
    shown = _SHOWN.search(source_url(record) or "")
    if shown and shown[2]:
        return f"lines {shown[1]}–{shown[2]}"
    line = shown[1] if shown else record.line_number
    return f"line {line}" if line else ""


def source(record: Record, report: Report | None = None) -> Reply:
    """Where it is raised: the link, pinned to its commit, and the version that the paste shows."""
    if not (record.file_path or record.package_path or record.github_url):
        return NOTHING
    url = source_url(record)
    repository = repository_url(record)
    if url:
        words = link(url, place(record) or "the source")
    elif repository and not commit(record):
        words = f"{link(repository, named_version(record))}: {escape(position(record))}"
    else:
        words = escape(place(record))
    if "lines" in _lines(record) and record.line_number:
        words += f" (raised at line {record.line_number})"
    version = paste_version(record, report)
    return said(f"*Source:* {words}" + (f". Your paste shows {version}." if version else ""))


def paste_version(record: Record, report: Report | None) -> str:
    """The version of the record's package that the paste shows, escaped, or nothing."""
    paths = (record.package_path or "", record.repo.rpartition("/")[2])
    wanted = {_package(path.partition("/")[0]) for path in paths} - {""}
    for name, version in (report.environment if report else {}).items():
        if _package(name) in wanted and version.strip():
            return f"{quoted(name, 60)} {quoted(version, 60)}"
    return ""


def _package(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).casefold()


def excerpt(record: Record) -> Reply:
    """The source around the raise, whose lines are marked."""
    source_lines = dedent(clean(record.source_code or "")).rstrip().split("\n")
    if not any(map(str.strip, source_lines)):
        return NOTHING
    shown = marked(source_lines, record.source_code_start, record.line_number, record.raise_end)
    # No copy in the notification: code is unreadable there.
    return Reply("", written([prose.preformatted(shown, EXCERPT)]).blocks)


def marked(lines: list[str], start: int | None, raised: int | None, end: int | None) -> str:
    """Numbered lines around the raise, with a mark before its own; all of them without a number."""
    if start is None or raised is None or not start <= raised < start + len(lines):
        return "\n".join(lines[: ABOVE + BELOW])
    last = min(max(end or 0, raised), raised + BELOW)
    width = len(str(last + BELOW))
    return "\n".join(
        f"{'>' if raised <= number <= last else ' '}{number:>{width}} {line}"
        for number, line in enumerate(lines, start)
        if raised - ABOVE <= number <= last + BELOW
    )


def same_template(match: Match) -> Reply:
    """That the paste cannot tell which of several places it was."""
    others = max(match.same_template_count, len(match.same_template))
    if match.scope != "template" or not others:
        return NOTHING
    places = counted(others, "other place")
    return small(
        f"The same message is raised at {places}, and the paste does not show which it was: "
        "what is said of the line may belong to another one."
    )


def certainty(match: Match) -> str:
    """How sure the answer is, and on what evidence; mrkdwn."""
    reasons = [quoted(reason, REASON) for reason in match.reasons[:REASONS] if reason.strip()]
    why = f": {'; '.join(reasons)}" if reasons else ""
    return f"*Match:* {percent(match.confidence)} sure{why}."


def provenance(record: Record) -> Reply:
    """Where the analysis comes from and when, the record's id, and where to look further."""
    said_by = [origin(record), f"record {code(record.id, 80)}"]
    if url := issue_search_url(record):
        said_by.append(link(url, "search its issues for this message"))
    return small(" · ".join(said_by))


def origin(record: Record) -> str:
    """Who says so, of which source, and when; mrkdwn."""
    sha = commit(record)
    of = quoted(f"{repository_name(record)} at {sha}" if sha else named_version(record), 180)
    day = f", {date}" if (date := quoted((record.analyzed_at or "")[:10], 10)) else ""
    if not record.written:
        return f"Derived from the source of {of}{day}; nobody has written an explanation yet"
    if record.origin == "team":
        return f"Written in this workspace{day}"
    return f"Analysis of {of}{day}"


def other_versions(record: Record) -> Reply:
    """What is known of newer versions."""
    lines = []
    if record.fixed_in:
        lines.append(f"Fixed in {quoted(record.fixed_in, 80)}.")
    if record.last_seen:
        lines.append(f"Newer source does not have it: last seen in {quoted(record.last_seen, 80)}.")
    return small(" ".join(lines))
