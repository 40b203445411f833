"""A record in full: what `errorbook show` prints, and the parts of it that answers use."""

from __future__ import annotations

from catalog.models import Record
from catalog.terminal.blocks import GAP, Block, bulleted, numbered, paragraphs, section

SHORT_SHA = 10


def title(record: Record) -> str:
    """Class and message, as the end of a traceback has them."""
    parts = [record.error_class or record.error_code, record.error_message]
    return ": ".join(part for part in parts if part) or "An error without class and message"


def record_page(record: Record) -> list[Block]:
    """Everything that a record says, under fixed headings."""
    return [
        Block("title", title(record)),
        *_facts(record),
        *meaning(record),
        *causes(record),
        *fixes(record),
        *section("Example", *_code(record.example_fix)),
        *section("Check before calling", *_code(record.validation_code)),
        *section("Type guard", *_code(record.type_guard)),
        *section("Catch it", *_code(record.try_catch_pattern)),
        *section("How to prevent it", *bulleted(record.prevention_tips)),
        *section("Where it is raised", *place(record), *_source(record)),
        *section("References", *(Block("link", address) for address in record.references or ())),
        GAP,
        Block("foot", provenance(record)),
    ]


def meaning(record: Record) -> list[Block]:
    """What the error means; what a mined record has instead of it."""
    blocks = paragraphs(record.documentation)
    if record.origin == "mined" and blocks:
        blocks.append(Block("note", "Derived from the source; nobody has written about it yet."))
    if not blocks and record.guard:
        blocks = [Block("text", f"It is raised when this holds: {record.guard}")]
    return section("What it means", *blocks)


def causes(record: Record) -> list[Block]:
    """What brings it about."""
    texts = (record.trigger_scenarios, record.common_situations)
    return section("Why it happens", *bulleted(tuple(text.strip() for text in texts if text)))


def fixes(record: Record) -> list[Block]:
    """What to do about it."""
    blocks = numbered(record.solutions)
    if record.fixed_in:
        blocks.append(Block("text", f"It is fixed in version {record.fixed_in}."))
    return section("How to fix it", *blocks)


def place(record: Record) -> list[Block]:
    """Path and line, repository and commit, and the address where they can be looked at."""
    where = _path(record)
    if record.function:
        where += f" in {record.function}"
    blocks = [Block("code", where.strip())] if where else []
    blocks.append(Block("text", _home(record)))
    if record.github_url:
        blocks.append(Block("link", record.github_url))
    if record.last_seen:
        blocks.append(Block("text", f"It is gone from later versions than {record.last_seen}."))
    return blocks


def whereabouts(record: Record) -> str:
    """The place in one line, for lists."""
    return " ".join(part for part in (record.repo, _path(record)) if part)


def _path(record: Record) -> str:
    """Path and line as editors and terminals take them: `a/b.py:131`."""
    path = record.file_path or record.package_path or ""
    return f"{path}:{record.line_number}" if path and record.line_number else path


def _home(record: Record) -> str:
    if record.analyzed_sha:
        return f"{record.repo} at commit {record.analyzed_sha[:SHORT_SHA]}"
    return f"{record.repo}, version {record.version}" if record.version else record.repo


def provenance(record: Record) -> str:
    """Where what is said comes from, when, and under which id it is kept."""
    source = {
        "mined": "Mined from the source",
        "team": "Written by your team",
    }.get(record.origin or "", "AI-assisted analysis" if record.documentation else "Imported")
    when = f" of {record.analyzed_at[:10]}" if record.analyzed_at else ""
    return f"{source}{when}, record {record.id}."


def _facts(record: Record) -> list[Block]:
    facts = [
        record.severity,
        record.error_code,
        f"HTTP {record.http_status}" if record.http_status else None,
        f"strategy: {record.handling_strategy}" if record.handling_strategy else None,
        *(record.tags or ()),
    ]
    shown = " · ".join(fact for fact in facts if fact)
    return [Block("note", shown)] if shown else []


def _code(text: str | None) -> list[Block]:
    return [Block("code", text)] if text else []


def _source(record: Record) -> list[Block]:
    """The excerpt with its line numbers, where they are known."""
    if not record.source_code:
        return []
    lines = record.source_code.rstrip("\n").split("\n")
    if record.source_code_start is None:
        return [GAP, Block("code", "\n".join(lines))]
    numbers = range(record.source_code_start, record.source_code_start + len(lines))
    width = len(str(numbers[-1]))
    marked = (
        f"{'>' if number == record.line_number else ' '} {number:{width}}  {line}".rstrip()
        for number, line in zip(numbers, lines, strict=True)
    )
    return [GAP, Block("code", "\n".join(marked))]
