"""How a verdict came about: what `errorbook explain --why` adds to the answer."""

from __future__ import annotations

from catalog.models import Match, RaisedError, Verdict
from catalog.terminal.answer import headline, percent
from catalog.terminal.blocks import Block, one_line, section
from catalog.terminal.page import title, whereabouts

NOTHING_READ = "No error was found in the text."
NO_CANDIDATE = "No record shares the frame, or enough words of the message."


def why(verdict: Verdict) -> list[Block]:
    """What was read, and each record that was considered with the evidence for it."""
    read = [
        Block("item", _reading(verdict, index, error), f"{index}.")
        for index, error in enumerate(verdict.errors)
    ]
    considered = [
        Block("item", _evidence(match), f"{rank}.") for rank, match in enumerate(verdict.matches, 1)
    ]
    blocks = section("What was read", *(read or [Block("text", NOTHING_READ)]), *_shown(verdict))
    if read:
        nothing = Block("text", NO_CANDIDATE)
        blocks += section("Which records were considered", *(considered or [nothing]))
    return blocks


def _reading(verdict: Verdict, index: int, error: RaisedError) -> str:
    facts = [error.language, f"characters {error.span[0]} to {error.span[1]}"]
    if error.frames:
        innermost = error.frames[-1]
        where = f"{innermost.filename}:{innermost.lineno or '?'}"
        inside = f" in {innermost.name}" if innermost.name else ""
        count = (
            "1 frame," if len(error.frames) == 1 else f"{len(error.frames)} frames, the innermost"
        )
        facts.append(f"{count} {where}{inside}")
    else:
        facts.append("no frames")
    if error.link is not None:
        facts.append(f"{error.link} of error {error.parent}")
    if error.count > 1:
        facts.append(f"{error.count} times")
    if index == verdict.answered:
        facts.append("the error that is answered")
    return f"{one_line(headline(error))}\n{'; '.join(facts)}"


def _shown(verdict: Verdict) -> list[Block]:
    versions = [f"{name} {version}" for name, version in verdict.report.environment.items()]
    return [Block("text", f"Versions: {', '.join(versions)}")] if versions else []


def _evidence(match: Match) -> str:
    record = match.record
    sure = f"{percent(match.confidence)} this error, {percent(match.site_confidence)} this place"
    reasons = "; ".join(match.reasons) or "nothing speaks for it"
    return f"{one_line(title(record))}\n{whereabouts(record)}\n{record.id}: {sure}: {reasons}"
