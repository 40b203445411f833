"""What a reply in the thread can ask for."""

from __future__ import annotations

from enum import StrEnum


class Topic(StrEnum):
    """The part of an answer that somebody wants; the value is its name in the phrase table."""

    FIX = "fix"
    CAUSE = "cause"
    MEANING = "meaning"
    SOURCE = "source"
    EXAMPLE = "example"
    CHECKS = "checks"
    PREVENTION = "prevention"
    ALTERNATIVES = "alternatives"
    WRONG = "wrong"
    RELATED = "related"
    NEWER = "newer"
    VERSIONS = "versions"
    KNOWN_ISSUE = "known-issue"
    CERTAINTY = "certainty"
    ORIGIN = "origin"
