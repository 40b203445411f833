"""What a language's miner finds in one file: raise sites, and what it could not mine and why."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from catalog.mining.template import Templates

Kind = Literal["raise", "assert", "exit", "usage", "log", "warn"]

#: What each kind is called in a record's `errorType`.
ERROR_TYPES: dict[str, str] = {
    "raise": "exception",
    "assert": "assertion",
    "exit": "exit",
    "usage": "usage",
    "log": "log",
    "warn": "warning",
}
#: The kinds that are mined unless other ones are asked for.
USUAL_KINDS: frozenset[str] = frozenset({"raise", "assert", "exit", "usage", "log"})


@dataclass(slots=True)
class Arguments:
    """What a call hands to an exception's class, each argument as the messages it may be."""

    positional: list[Templates] = field(default_factory=list)
    named: dict[str, Templates] = field(default_factory=dict)
    #: Whether the call hands on a list or a mapping of its own (`*args`, `**kwargs`).
    open_ended: bool = False


@dataclass(slots=True)
class Built:
    """One way a raise statement makes its error: a class by its dotted name, and its arguments."""

    qualified: str | None
    arguments: Arguments


@dataclass(slots=True)
class RaiseSite:
    """One place in source that raises an error, or reports one.

    Lines count from 1, `end` and `excerpt_end` included. `function` is qualified as `co_qualname`
    is; `error_class` is the name as written, `qualified` the dotted name its import leads to.
    `templates` are the messages, the most telling first; `own_text` is the template as the raise
    statement itself writes it, and part of the record's identity.
    """

    kind: Kind
    line: int
    end: int
    function: str | None
    error_class: str | None
    qualified: str | None = None
    templates: Templates = field(default_factory=list)
    built: list[Built] = field(default_factory=list)
    own_text: str = ""
    #: Which site of its function, class and text it is, from 1.
    ordinal: int = 1
    guard: tuple[str, ...] = ()
    definitions: tuple[str, ...] = ()
    decorators: tuple[str, ...] = ()
    summary: str | None = None
    raises: str | None = None
    callers: tuple[str, ...] = ()
    depth: int | None = None
    #: Flags and environment variables that the message names, and the line that reads each.
    switches: tuple[tuple[str, int | None], ...] = ()
    through: str | None = None
    error_code: str | None = None
    http_status: int | None = None
    excerpt: str | None = None
    excerpt_start: int | None = None
    excerpt_end: int | None = None
    bases: tuple[str, ...] = ()


@dataclass(slots=True)
class ErrorClass:
    """A class of the mined code, as far as it decides what its errors say.

    `message` is what its `__str__` (or the like) returns, None where it leaves that to its base;
    `handed_on` is what its `__init__` gives to the base's. Both speak of `parameters`. `defaults`
    are the messages that parameters left out stand for.
    """

    qualified: str
    bases: tuple[str, ...] = ()
    parameters: tuple[str, ...] = ()
    rest: str | None = None
    defaults: Mapping[str, Templates] = field(default_factory=dict)
    message: Templates | None = None
    #: Whether it has a `__str__` whose result the source does not tell.
    worded_elsewhere: bool = False
    handed_on: list[Arguments] | None = None


@dataclass(slots=True)
class FileFindings:
    """All that was found in one file. `path` is relative to the target, with forward slashes."""

    path: str
    sites: list[RaiseSite] = field(default_factory=list)
    classes: list[ErrorClass] = field(default_factory=list)
    #: Names that the module hands on from others: `pkg.Error` -> `pkg.errors.Error`.
    aliases: dict[str, str] = field(default_factory=dict)
    #: Reason -> lines of raise statements that are no record.
    skipped: dict[str, list[int]] = field(default_factory=dict)
    #: Why the whole file could not be read; None where it could.
    failure: str | None = None
    lines: int = 0
    #: The id that git gives a file of this content.
    blob: str | None = None

    def number_sites(self) -> None:
        """Tell apart the sites of equal function, class and text by their order in the file."""
        seen: Counter[tuple[str | None, str | None, str]] = Counter()
        for site in self.sites:
            key = (site.function, site.error_class, site.own_text)
            seen[key] += 1
            site.ordinal = seen[key]
