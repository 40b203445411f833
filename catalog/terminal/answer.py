"""A verdict in words: what `errorbook explain` says to a person."""

from __future__ import annotations

from collections.abc import Sequence

from catalog.models import Match, RaisedError, Record, Verdict
from catalog.terminal.blocks import GAP, Block, one_line, section
from catalog.terminal.listing import listing
from catalog.terminal.page import causes, fixes, meaning, place, provenance, title, whereabouts

NO_ERROR = "I see no error in this text."
FOUND = "Records that have some of its words"
UNKNOWN = "This error is not in the catalog."
UNSURE = "I am not sure which known error this is. It could be one of these:"


def answer(verdict: Verdict, found: Sequence[Record] = ()) -> list[Block]:
    """The whole answer. `found` are records that have words of a text without an error."""
    error = verdict.error
    if error is None:
        return [Block("text", NO_ERROR), *section(FOUND, *(listing(found) if found else ()))]
    blocks = [Block("title", headline(error))]
    if verdict.kind == "known" and verdict.best:
        blocks += _known(verdict, verdict.best)
    elif verdict.kind == "unsure":
        blocks += [GAP, Block("text", UNSURE), *_candidates(verdict.matches)]
    else:
        blocks += [GAP, Block("text", UNKNOWN), Block("text", _advice(error))]
    return blocks + _others(verdict)


def headline(error: RaisedError) -> str:
    """Class and message as the paste has them."""
    message = error.message.strip()
    return ": ".join(part for part in (error.exc_type, message) if part)


def _known(verdict: Verdict, match: Match) -> list[Block]:
    record = match.record
    return [
        *meaning(record),
        *section("Here", *_captures(match)),
        *causes(record),
        *fixes(record),
        *section(
            "Where it is raised", *place(record), *_same_template(match), *_paste_version(verdict)
        ),
        *section("How sure", *_confidence(match)),
        GAP,
        Block("foot", f"{provenance(record)}\nAll of it: errorbook show {record.id}"),
    ]


def _captures(match: Match) -> list[Block]:
    return [
        Block("text", f"{name} was {one_line(value)}") for name, value in match.captures.items()
    ]


def _same_template(match: Match) -> list[Block]:
    count = match.same_template_count
    if not count:
        return []
    places = "one other place" if count == 1 else f"{count} other places"
    return [Block("text", f"The same message is raised at {places}; the text does not tell which.")]


def _paste_version(verdict: Verdict) -> list[Block]:
    shown = [f"{name} {version}" for name, version in verdict.report.environment.items()]
    return [Block("text", f"Your text shows {', '.join(shown)}.")] if shown else []


def _confidence(match: Match) -> list[Block]:
    sure = f"{percent(match.confidence)} that it is this error"
    if match.scope == "site":
        sure += f", {percent(match.site_confidence)} that it was raised at this place"
    reasons = "; ".join(match.reasons)
    return [Block("text", f"{sure}{f': {reasons}' if reasons else ''}.")]


def percent(probability: float) -> str:
    """A probability for people; nothing short of certain is shown as 100 %."""
    return "100 %" if probability == 1 else f"{min(round(probability * 100), 99)} %"


def _candidates(matches: tuple[Match, ...]) -> list[Block]:
    blocks = []
    for number, match in enumerate(matches, 1):
        record = match.record
        text = f"{one_line(title(record))}\n{whereabouts(record)}\n{percent(match.confidence)}"
        if match.reasons:
            text += f": {'; '.join(match.reasons)}"
        blocks.append(Block("item", f"{text}\nerrorbook show {record.id}", f"{number}."))
    return blocks


def _advice(error: RaisedError) -> str:
    words = one_line(error.message or error.exc_type or "", 60).replace('"', "'")
    return f'Search it by words: errorbook search "{words}"'


def _others(verdict: Verdict) -> list[Block]:
    """One line for each other error of the text that is worth one."""
    blocks = []
    for index, match in verdict.others.items():
        line = one_line(headline(verdict.errors[index]))
        known = f"known, errorbook show {match.record.id}" if match else "not in the catalog"
        blocks.append(Block("item", f"{line}\n{known}", "-"))
    return section("Also in this text", *blocks)
