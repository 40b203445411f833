"""The evidence for and against a record, each kind a named function with a reason in words.

A function answers with a `Finding`: numbers, which `catalog.matching.model` weighs, and a phrase
for people where there is something to say. Numbers lie between 0 and 1; what is not there is 0.
"""

from __future__ import annotations

import builtins
import math
import re
from collections.abc import Mapping
from typing import NamedTuple

from catalog.candidates import Place
from catalog.matching.fit import Fit
from catalog.models import Frame, Record
from catalog.store import keys
from catalog.template import Template, fold


class Finding(NamedTuple):
    """What one kind of evidence says: values by name, for the model, and a phrase for people."""

    values: Mapping[str, float]
    reason: str | None = None


NOTHING = Finding({})

# Where it was raised ---------------------------------------------------------------------------


def place_evidence(place: Place) -> Finding:
    """How near the innermost frame is to the raise statement."""
    site, frame = place.site, place.frame
    values = {"whole_path": 1.0 if place.whole else 0.0}
    if frame.lineno is None or not site.line:
        return Finding({**values, "line_unknown": 1.0}, "raised in the function the frame shows")
    if site.line <= frame.lineno <= site.end:
        return Finding({**values, "at_line": 1.0}, "raised at the line the innermost frame shows")
    lines = min(abs(frame.lineno - site.line), abs(frame.lineno - site.end))
    # What a moved line still tells: most functions move by little, and whole.
    values |= {"moved": 1.0, "near": math.exp(-lines / 8), "not_far": math.exp(-lines / 60)}
    return Finding(values, f"raised in the function the innermost frame shows, {lines} lines away")


_RAISES = re.compile(
    r"(?:raise|throw)\b\s*(?:new\s+)?(?P<class>[A-Za-z_][\w.]*)?|(?P<assert>assert)\b"
)
#: The first text in a line of source, up to its end or its first value, and what follows it.
_STRING = re.compile(
    r"""(?P<quote>["'])(?P<text>(?:(?!(?P=quote))[^\\{%])*)(?P<end>.?)(?P<rest>.*)"""
)


def source_evidence(class_: int, template: Template | None, frame: Frame) -> Finding:
    """What the source line of the innermost frame says: a raise, its class, its text."""
    if not frame.line:
        return NOTHING
    found = _RAISES.match(frame.line)
    if found is None:
        return Finding({"source_is_no_raise": 1.0})
    values = {"source_raises": 1.0}
    named = found["class"]
    if named and class_ > 0 and keys.bare_class(named)[:1].isupper():
        same = keys.class_key(named) == class_
        values["source_class" if same else "source_other_class"] = 1.0
    says = None if found["assert"] else _source_says(frame.line, template)
    if says:
        values[says] = 1.0
    same_text = says in ("source_text", "source_whole_text")
    return Finding(values, "the source line shows the template's text" if same_text else None)


def _source_says(line: str, template: Template | None) -> str | None:
    """Which evidence the text in a raise statement's first line gives for a template."""
    quoted = _STRING.search(line)
    literals = template.literals if template is not None else 0
    if quoted is None:
        # The whole statement, and no text in it.
        if line.count("(") > line.count(")") or line.endswith("\\"):
            return None
        return "source_has_no_text" if literals else "source_is_as_silent"
    text = fold(quoted["text"]).strip()
    if template is None or not literals or len(text) < 3:
        return "source_has_text" if len(text) >= 3 else None
    complete = quoted["end"] == quoted["quote"] and quoted["rest"].lstrip()[:1] in (")", ",")
    if complete and template.parts == (text,):
        return "source_whole_text"
    if complete and not template.holes:
        return "source_other_text"
    return "source_text" if any(text in part for part in template.parts) else "source_other_text"


def package_evidence(package: int, packages: frozenset[int]) -> Finding:
    """Whether the paste shows the record's package: in its frames or among its versions."""
    if not packages or not package:
        return NOTHING
    if package in packages:
        return Finding({"in_package": 1.0}, "the paste shows the same package")
    return Finding({"other_package": 1.0})


def elsewhere_evidence(frame: Frame, known_function: bool, known_file: bool) -> Finding:
    """What it means that the innermost frame leads to other records than this one, or to none.

    Where its source line raises nothing, the error came out of code that shows no frame.
    """
    values = {"other_function": float(known_function), "known_file": float(known_file)}
    if frame.line:
        raises = _RAISES.match(frame.line) is not None
        values["source_raises" if raises else "source_is_no_raise"] = 1.0
    return Finding(values)


# What it was -----------------------------------------------------------------------------------

_BUILTIN_CLASSES = frozenset(
    keys.class_key(name)
    for name, value in vars(builtins).items()
    if isinstance(value, type) and issubclass(value, BaseException)
)


def class_evidence(class_: int, exc_type: str | None) -> Finding:
    """Whether the record's class is the one that the paste names."""
    if not class_ or exc_type is None:
        return Finding({"class_unknown": 1.0})
    if class_ != keys.class_key(exc_type):
        return Finding({"class_unknown" if class_ < 0 else "other_class": 1.0})
    own = 0.0 if class_ in _BUILTIN_CLASSES else 1.0
    return Finding({"same_class": 1.0, "own_class": own}, "same exception class")


# What it said ----------------------------------------------------------------------------------


def message_evidence(fit: Fit | None) -> Finding:
    """How much of the template the message shows, and how much of the message is the template's."""
    if fit is None:
        return Finding({"no_template": 1.0})
    if fit.literals == 0:
        return Finding({"no_literals": 1.0, "empty": float(fit.message.letters == 0)})
    length = fit.explained
    values = {
        "fits" if fit.exact else "nearly": 1.0,
        # The first characters tell the most.
        "length_8": min(length, 8.0) / 8,
        "length_16": min(max(length - 8, 0.0), 8.0) / 8,
        "length_32": min(max(length - 16, 0.0), 16.0) / 16,
        "length_80": min(max(length - 32, 0.0), 48.0) / 48,
        "cover": fit.cover,
    }
    if fit.exact:
        values |= {
            "before": fit.before,
            "behind": fit.behind,
            "added_lines": float(fit.added_lines),
        }
        values["whole"] = float(fit.before == 0 and fit.behind == 0)
        # Nothing is left open: a more general template that fits as well is not meant.
        values["word_for_word"] = float(values["whole"] == 1.0 and not fit.holes)
    elif fit.cut:
        values |= {"cut": 1.0, "nearly": 0.0, "cut_off": 1.0 - fit.share}
    else:
        lost = 1.0 - fit.share
        values |= {"lost": lost, "lost_some": float(lost > 0.06), "lost_much": float(lost > 0.25)}
        values["strange"] = 1.0 - fit.inside
        values["contradicts"] = float(fit.share < 0.6 and fit.literals >= 12)
    if not fit.exact and not fit.cut and fit.share < 0.5:
        return Finding(values)
    how = "fits" if fit.exact else "is a part of" if fit.cut else "is close to"
    return Finding(
        values,
        f"the message {how} the template, {fit.explained:.0f} of {fit.literals} literal characters",
    )


def value_evidence(fit: Fit | None) -> Finding:
    """Whether what stands in the holes looks like values."""
    if fit is None or not fit.exact or not fit.holes or not fit.literals:
        return NOTHING
    return Finding({"has_values": 1.0, "implausible": 1.0 - fit.plausible()})


def interpreter_evidence(fit: Fit | None, interpreter_literals: int) -> Finding:
    """Whether Python itself says the same: `interpreter_literals` of its template, 0 for no."""
    if fit is None or not interpreter_literals or interpreter_literals < 0.7 * fit.explained:
        return NOTHING
    return Finding({"interpreter": 1.0})


def holder_evidence(count: int) -> Finding:
    """A template that stands at many sites is met the more often."""
    return Finding({"popular": min(1.0, math.log(max(count, 1)) / 5)})


# What the record says besides ------------------------------------------------------------------


def version_evidence(record: Record, environment: Mapping[str, str]) -> Finding:
    """The version that the paste shows, beside the one that the record was made from."""
    if not record.version:
        return NOTHING
    name = record.repo.rpartition("/")[2]
    shown = environment.get(name) or environment.get(name.replace("_", "-"))
    if not shown:
        return NOTHING
    if shown == record.version:
        return Finding({"same_version": 1.0}, f"the paste shows the same version, {shown}")
    return Finding({}, f"the paste shows {name} {shown}, the record was made from {record.version}")


def code_evidence(record: Record, message: str) -> Finding:
    """Whether the message shows the record's error code."""
    code = record.error_code
    if not code:
        return NOTHING
    if re.search(rf"(?<!\w){re.escape(code)}(?!\w)", message):
        return Finding({"same_code": 1.0}, f"the message shows the error code {code}")
    return Finding({"code_missing": 1.0})


def status_evidence(record: Record, message: str) -> Finding:
    """Whether the message shows the record's HTTP status."""
    status = record.http_status
    if not status:
        return NOTHING
    if re.search(rf"(?<!\d){status}(?!\d)", message):
        return Finding({"same_status": 1.0}, f"the message shows HTTP status {status}")
    return NOTHING
