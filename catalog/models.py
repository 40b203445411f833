"""The words of the trade: Frame, RaisedError, Report, Record, Match, Verdict.

Plain data without behaviour beyond reading itself from a document. This module is on the answer
path, so it imports nothing that costs start-up time (pydantic validates in `importers`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple

Link = Literal["cause", "context", "member"]
Scope = Literal["site", "template"]
Kind = Literal["known", "unsure", "unknown", "no-error"]
Origin = Literal["analysed", "mined", "team"]


class Frame(NamedTuple):
    """One line of a stack, named as the standard library's `traceback.FrameSummary`."""

    filename: str
    lineno: int | None = None
    name: str | None = None
    line: str | None = None


@dataclass(frozen=True, slots=True)
class RaisedError:
    """One error that a paste shows.

    `exc_type` is the class as the paste names it, None where it names none. `message` holds its
    continuation lines and notes. `frames` run from the outermost to the innermost, whatever the
    language prints. `span` is the half-open range of code points in `Report.text`. `parent` is the
    index in `Report.errors` of the error that this one hangs on, and `link` says how: this error is
    the parent's cause, the context in which the parent was raised, or a member of its group.
    `count` is how often the same error stands in the paste.
    """

    exc_type: str | None
    message: str
    frames: tuple[Frame, ...] = ()
    language: str = "python"
    span: tuple[int, int] = (0, 0)
    parent: int | None = None
    link: Link | None = None
    count: int = 1


@dataclass(frozen=True, slots=True)
class Report:
    """What a paste says.

    `errors` stand in the order of the text. `ranking` holds every index of `errors` once, THE error
    first, then what to try when it has no match (see `catalog.paste.principal`). `sentences` are
    lines that could be the message of an error though nothing in the paste says so; only a template
    that explains them almost whole makes one of them an error. `environment` maps what the paste
    shows of its surroundings to versions (`{"sglang": "0.5.3", "python": "3.11.7"}`).
    """

    text: str
    errors: tuple[RaisedError, ...] = ()
    ranking: tuple[int, ...] = ()
    sentences: tuple[RaisedError, ...] = ()
    environment: Mapping[str, str] = field(default_factory=dict)


#: The fields of a record document (JSON, camel case) and their names in Python, in the order of
#: the dataset. The second half, from `function` on, is what Errorbook adds.
FIELDS: dict[str, str] = {
    "id": "id",
    "repo": "repo",
    "slug": "slug",
    "errorCode": "error_code",
    "errorMessage": "error_message",
    "messagePattern": "message_pattern",
    "errorType": "error_type",
    "errorClass": "error_class",
    "httpStatus": "http_status",
    "severity": "severity",
    "filePath": "file_path",
    "lineNumber": "line_number",
    "sourceCode": "source_code",
    "sourceCodeStart": "source_code_start",
    "sourceCodeEnd": "source_code_end",
    "githubUrl": "github_url",
    "documentation": "documentation",
    "triggerScenarios": "trigger_scenarios",
    "commonSituations": "common_situations",
    "solutions": "solutions",
    "exampleFix": "example_fix",
    "handlingStrategy": "handling_strategy",
    "validationCode": "validation_code",
    "typeGuard": "type_guard",
    "tryCatchPattern": "try_catch_pattern",
    "preventionTips": "prevention_tips",
    "tags": "tags",
    "backgroundTag": "background_tag",
    "analyzedSha": "analyzed_sha",
    "analyzedAt": "analyzed_at",
    "schemaVersion": "schema_version",
    "function": "function",
    "raiseEnd": "raise_end",
    "guard": "guard",
    "qualifiedClass": "qualified_class",
    "bases": "bases",
    "packagePath": "package_path",
    "origin": "origin",
    "version": "version",
    "lastSeen": "last_seen",
    "fixedIn": "fixed_in",
    "references": "references",
    "alternatives": "alternatives",
    "versions": "versions",
}


@dataclass(frozen=True, slots=True)
class Record:
    """One known error. Every field but `id`, `repo` and `schema_version` may be None.

    `error_message` names the holes of `message_pattern`; `file_path` is the path in the repository,
    `package_path` the path as imported. A raise that builds one of several messages has them all in
    `alternatives`, in the form of `error_message`, which is the first of them. `version` is the
    newest one looked at; a site that it no longer has was last there in `last_seen`. `versions`
    tells where the site stands in other versions (their `version`, `filePath`, `lineNumber`,
    `raiseEnd`, `githubUrl`). `unknown` keeps the fields this version does not know.
    """

    id: str
    repo: str
    schema_version: int = 2
    slug: str | None = None
    error_code: str | None = None
    error_message: str | None = None
    message_pattern: str | None = None
    error_type: str | None = None
    error_class: str | None = None
    http_status: int | None = None
    severity: str | None = None
    file_path: str | None = None
    line_number: int | None = None
    source_code: str | None = None
    source_code_start: int | None = None
    source_code_end: int | None = None
    github_url: str | None = None
    documentation: str | None = None
    trigger_scenarios: str | None = None
    common_situations: str | None = None
    solutions: tuple[str, ...] | None = None
    example_fix: str | None = None
    handling_strategy: str | None = None
    validation_code: str | None = None
    type_guard: str | None = None
    try_catch_pattern: str | None = None
    prevention_tips: tuple[str, ...] | None = None
    tags: tuple[str, ...] | None = None
    background_tag: str | None = None
    analyzed_sha: str | None = None
    analyzed_at: str | None = None
    function: str | None = None
    raise_end: int | None = None
    guard: str | None = None
    qualified_class: str | None = None
    bases: tuple[str, ...] | None = None
    package_path: str | None = None
    origin: Origin | None = None
    version: str | None = None
    last_seen: str | None = None
    fixed_in: str | None = None
    references: tuple[str, ...] | None = None
    alternatives: tuple[str, ...] | None = None
    versions: tuple[Mapping[str, Any], ...] | None = None
    unknown: Mapping[str, Any] = field(default_factory=dict)

    @classmethod
    def from_document(cls, document: Mapping[str, Any]) -> Record:
        """The record that a valid document holds; see `catalog.importers` for checked reading."""
        known: dict[str, Any] = {}
        unknown: dict[str, Any] = {}
        for key, value in document.items():
            name = FIELDS.get(key)
            if name is None:
                unknown[key] = value
            else:
                known[name] = tuple(value) if type(value) is list else value
        return cls(**known, unknown=unknown)

    def to_document(self) -> dict[str, Any]:
        """The document of this record: the fields that hold something, then the unknown ones."""
        document: dict[str, Any] = {}
        for key, name in FIELDS.items():
            value = getattr(self, name)
            if value is not None:
                document[key] = list(value) if type(value) is tuple else value
        return {**document, **self.unknown}

    @property
    def written(self) -> bool:
        """Whether somebody (a person, the dataset) wrote the explanation, or it was mined."""
        if self.origin is not None:
            return self.origin != "mined"
        return bool(self.documentation or self.solutions)


@dataclass(frozen=True, slots=True)
class Match:
    """A record that may explain an error.

    `confidence` is the probability that this record's template produced the message,
    `site_confidence` that it was this very raise. With scope `template` the paste cannot tell which
    of several sites it was: `same_template` holds the ids of the others (at most 20) and
    `same_template_count` how many there are. `reasons` are phrases for people. `captures` maps the
    names of the template's holes to what stands there in the message. `explained` is the number of
    literal characters, white space not counted, that the template and the message share. Only what
    is `firm`, borne out by the words of the message, is shown unasked.
    """

    record: Record
    confidence: float
    site_confidence: float
    scope: Scope
    reasons: tuple[str, ...] = ()
    captures: Mapping[str, str] = field(default_factory=dict)
    same_template: tuple[str, ...] = ()
    same_template_count: int = 0
    explained: float = 0.0
    firm: bool = True


@dataclass(frozen=True, slots=True)
class Verdict:
    """The one decision about a paste, which Slack, the terminal, the page and the API all show.

    `errors` are the report's, or the one sentence that turned out to be an error. `answered` is the
    index of THE error in `errors`, None only where there is none. `matches` belong to it, at most
    10, best first. `others` maps the index of another error worth a line of its own to its best
    known match, or to None where the catalog does not have it.
    """

    kind: Kind
    report: Report
    errors: tuple[RaisedError, ...] = ()
    answered: int | None = None
    matches: tuple[Match, ...] = ()
    others: Mapping[int, Match | None] = field(default_factory=dict)

    @property
    def error(self) -> RaisedError | None:
        """THE error."""
        return None if self.answered is None else self.errors[self.answered]

    @property
    def best(self) -> Match | None:
        """The first match."""
        return self.matches[0] if self.matches else None
