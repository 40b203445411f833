"""The evidence for and against a record, each kind a named function with a reason in words.

A function answers with a `Finding`: numbers, which `catalog.matching.model` weighs, and a phrase
for people where there is something to say.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from catalog.candidates import Place
from catalog.matching.fit import Fit
from catalog.models import RaisedError
from catalog.store import keys

#: Lines by which a raise may have moved and still be near.
_NEAR = 60


class Finding(NamedTuple):
    """What one kind of evidence says: values by name, for the model, and a phrase for people."""

    values: Mapping[str, float]
    reason: str | None = None


def frame_evidence(place: Place | None, error: RaisedError) -> Finding:
    """Whether the innermost frame stands at the raise statement, or only in its function."""
    if place is None:
        return Finding({"frames": 1.0 if error.frames else 0.0})
    site, frame = place.site, place.frame
    whole = 1.0 if _same_file(place.path, frame.filename) else 0.0
    if frame.lineno is not None and site.line <= frame.lineno <= site.end:
        where = "at" if site.function else "at_line_only"
        return Finding(
            {where: 1.0, "whole_path": whole}, "raised at the line the innermost frame shows"
        )
    if frame.lineno is None or not site.line:
        return Finding(
            {"in_function": 1.0, "whole_path": whole}, "raised in the function the frame shows"
        )
    lines = min(abs(frame.lineno - site.line), abs(frame.lineno - site.end))
    near = max(0.0, 1.0 - lines / _NEAR)
    return Finding(
        {"moved": 1.0, "near": near, "whole_path": whole},
        f"raised in the function the innermost frame shows, {lines} lines away",
    )


def _same_file(path: str, filename: str) -> bool:
    """Whether one of the two paths holds the whole of the other, from the end."""
    known, seen = path.split("/"), keys.path_parts(filename)
    for root in ("site-packages", "dist-packages"):
        if root in seen:
            seen = seen[len(seen) - seen[::-1].index(root) :]
    shared = min(len(known), len(seen))
    return known[-shared:] == seen[-shared:]


def class_evidence(class_: int, error: RaisedError) -> Finding:
    """Whether the record's class is the one that the paste names."""
    if not class_ or error.exc_type is None:
        return Finding({})
    if class_ == keys.class_key(error.exc_type):
        return Finding({"same_class": 1.0}, "same exception class")
    return Finding({"other_class": 1.0})


def message_evidence(fit: Fit | None) -> Finding:
    """How much of the template the message shows, and how much of the message is the template's."""
    if fit is None:
        return Finding({"no_text": 1.0})
    if fit.literals == 0:
        return Finding({"no_literals": 1.0})
    length = min(fit.explained, 40.0) / 40.0
    lost = 1.0 - fit.share
    values = {"fits" if fit.exact else "nearly": 1.0, "length": length, "lost": lost}
    values["outside"] = 0.0 if fit.added_lines else 1.0 - fit.inside
    values["cover"] = fit.cover
    if not fit.exact and fit.share < 0.5:
        return Finding(values)
    how = "fits" if fit.exact else "is close to"
    return Finding(
        values,
        f"the message {how} the template, {fit.explained:.0f} of {fit.literals} literal characters",
    )


def value_evidence(fit: Fit | None) -> Finding:
    """Whether what stands in the holes looks like values."""
    if fit is None or not fit.exact or not fit.holes or not fit.literals:
        return Finding({})
    return Finding({"implausible": 1.0 - fit.plausible()})


def package_evidence(package: int, packages: frozenset[int]) -> Finding:
    """Whether a frame of the paste lies in the record's package."""
    if not packages or not package:
        return Finding({})
    if package in packages:
        return Finding({"in_package": 1.0}, "the paste shows frames of the same package")
    return Finding({"other_package": 1.0})
