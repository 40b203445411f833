"""Judging readings: labelled pastes, texts that are no error, and passages of packages."""

from __future__ import annotations

import json
import re
from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

from catalog.paste import read_paste
from catalog.triage import decide

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from catalog.models import RaisedError, Report
    from catalog.store import Catalog

COLOURS = re.compile(r"\x1b?\[\d{1,3}(?:;\d{1,3})*m")
PLAIN = str.maketrans("“”„‘’", '"""\'\'')


class Miss(NamedTuple):
    """One paste that is read otherwise than it is labelled."""

    id: str
    what: str
    wanted: object
    got: object


@dataclass
class Tally:
    """Right and all, in whole and by family, and what was wrong."""

    right: int = 0
    all: int = 0
    families: dict[str, Counter[str]] = field(default_factory=dict)
    misses: list[Miss] = field(default_factory=list)

    def count(self, right: bool, family: str, miss: Miss) -> None:
        self.all += 1
        self.right += right
        counted = self.families.setdefault(family, Counter())
        counted["all"] += 1
        counted["right"] += right
        if not right:
            self.misses.append(miss)


def documents(path: Path) -> list[dict[str, Any]]:
    """The lines of a file, each a JSON object."""
    return [json.loads(line) for line in path.read_text("utf-8").splitlines() if line.strip()]


def judge_pastes(path: Path) -> tuple[Tally, Tally]:
    """Class with first message line, and file with line of the innermost frame, of THE error."""
    said, placed = Tally(), Tally()
    for document in documents(path):
        wanted = [document["expect"], *document.get("also_acceptable", ())]
        error = the_error(read_paste(document["text"]))
        got = (error.exc_type, first_line(error.message)) if error else None
        right = error is not None and any(_says(error, want) for want in wanted)
        label = (document["expect"]["error_class"], document["expect"]["message"])
        said.count(right, document["format"], Miss(document["id"], "error", label, got))
        expected = document["expect"]
        if expected["file"] is None:
            continue
        frame = error.frames[-1] if error and error.frames else None
        place = (frame.filename, frame.lineno) if frame else None
        places = [(expected["file"], expected["line"])]
        others = [want["file"] for want in wanted[1:] if "file" in want]
        right = place in places or (place is not None and place[0] in others)
        placed.count(right, document["format"], Miss(document["id"], "frame", places[0], place))
    return said, placed


def the_error(report: Report) -> RaisedError | None:
    return report.errors[report.ranking[0]] if report.errors else None


def _says(error: RaisedError, want: dict[str, Any]) -> bool:
    if "error_class" in want and want["error_class"] != error.exc_type:
        return False
    message = want.get("message")
    return message is None or first_line(message) == first_line(error.message)


def first_line(message: str) -> str:
    """The first line that says anything, without colours, curly quotes and blanks at its end."""
    line = next((line for line in message.split("\n") if line.strip()), "")
    for entity, letter in (("&lt;", "<"), ("&gt;", ">"), ("&quot;", '"'), ("&amp;", "&")):
        line = line.replace(entity, letter)
    return COLOURS.sub("", line).translate(PLAIN).rstrip()


def judge_silence(
    texts: Iterable[tuple[str, str]], catalog: Catalog, *, asked: bool
) -> tuple[Tally, Tally]:
    """Texts (id, text) without an error: how many have none, and how many are not known."""
    silent, unknown = Tally(), Tally()
    for name, text in texts:
        report = read_paste(text, asked=asked)
        error = the_error(report)
        got = (error.exc_type, error.message[:80]) if error else None
        silent.count(error is None, "", Miss(name, "error", None, got))
        kind = decide(report, catalog).kind
        unknown.count(kind != "known", "", Miss(name, "verdict", "not known", kind))
    return silent, unknown
