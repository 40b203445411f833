"""What a record document must be: schema version 2 and the fields that Errorbook adds.

Only here does pydantic look at records. A field that this version does not know is kept as it is;
a value of the wrong kind is refused, not converted, since what is stored is the text that came.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal, NamedTuple

from pydantic import BaseModel, ConfigDict, Field, ValidationError
from pydantic.alias_generators import to_camel
from pydantic_core import ErrorDetails

SCHEMA_VERSION = 2

#: Ids go into addresses, buttons and command lines, so they are one word.
Id = Annotated[str, Field(pattern=r"^[^\s\x00-\x1f\x7f]{1,200}$")]
Name = Annotated[str, Field(pattern=r"\S")]
Number = Annotated[int, Field(ge=0, le=2**31 - 1)]
Address = Annotated[str, Field(pattern=r"^https?://[^\s<>\"]+$")]
Texts = list[str]


class RecordDocument(BaseModel):
    """The fields of a record by their names in Python; the aliases are those in JSON."""

    model_config = ConfigDict(alias_generator=to_camel, extra="allow", strict=True)

    id: Id
    repo: Name
    schema_version: Literal[2]
    slug: str | None = None
    error_code: str | None = None
    error_message: str | None = None
    message_pattern: str | None = None
    error_type: str | None = None
    error_class: str | None = None
    http_status: Number | None = None
    severity: str | None = None
    file_path: str | None = None
    line_number: Number | None = None
    source_code: str | None = None
    source_code_start: Number | None = None
    source_code_end: Number | None = None
    github_url: Address | None = None
    documentation: str | None = None
    trigger_scenarios: str | None = None
    common_situations: str | None = None
    solutions: Texts | None = None
    example_fix: str | None = None
    handling_strategy: str | None = None
    validation_code: str | None = None
    type_guard: str | None = None
    try_catch_pattern: str | None = None
    prevention_tips: Texts | None = None
    tags: Texts | None = None
    background_tag: str | None = None
    analyzed_sha: str | None = None
    analyzed_at: str | None = None
    function: str | None = None
    raise_end: Number | None = None
    guard: str | None = None
    qualified_class: str | None = None
    bases: Texts | None = None
    package_path: str | None = None
    origin: Literal["analysed", "mined", "team"] | None = None
    version: str | None = None
    last_seen: str | None = None
    fixed_in: str | None = None
    references: Texts | None = None
    alternatives: Texts | None = None
    versions: list[dict[str, Any]] | None = None


class Problem(NamedTuple):
    """What is wrong with one field; `field` is its name in JSON (`solutions[1]` for an item)."""

    field: str
    reason: str


_VALIDATOR = RecordDocument.__pydantic_validator__

_REASONS = {
    "missing": "is missing",
    "string_type": "should be a string, not {value}",
    "int_type": "should be a whole number, not {value}",
    "list_type": "should be a list, not {value}",
    "greater_than_equal": "should not be negative, and is {value}",
    "less_than_equal": "is too large: {value}",
    "int_parsing_size": "is too large: {value}",
}
_PATTERN_REASONS = {
    "id": "should be one word of at most 200 characters, not {value}",
    "repo": "is empty",
    "githubUrl": "should be an http or https address, not {value}",
}


def problems(document: Mapping[str, Any]) -> list[Problem]:
    """Everything that keeps a document from being a record; empty when it is one."""
    try:
        _VALIDATOR.validate_python(document)
    except ValidationError as error:
        return [_problem(details) for details in error.errors(include_url=False)]
    return []


def _problem(details: ErrorDetails) -> Problem:
    name, *items = details["loc"]
    field = "".join([str(name), *(f"[{item}]" for item in items)])
    kind, value = details["type"], details.get("input")
    if kind == "literal_error" and name == "schemaVersion":
        return Problem(field, _version_reason(value))
    if kind == "literal_error":
        reason = f"should be one of {details['ctx']['expected']}, not {{value}}"
    elif kind == "string_pattern_mismatch":
        reason = _PATTERN_REASONS[str(name)]
    else:
        reason = _REASONS.get(kind) or f"is wrong: {details['msg'].lower()}"
    return Problem(field, reason.replace("{value}", describe(value)))


def _version_reason(version: object) -> str:
    if type(version) is int and version > SCHEMA_VERSION:
        return f"is {version}, and this Errorbook reads {SCHEMA_VERSION}: update Errorbook"
    return f"should be {SCHEMA_VERSION}, not {describe(version)}"


def describe(value: object, limit: int = 40) -> str:
    """A value, or its kind, short enough for a sentence."""
    if isinstance(value, dict):
        return "an object"
    if isinstance(value, list):
        return "a list"
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    text = str(value) if isinstance(value, (int, float)) else repr(value)
    return text if len(text) <= limit else f"{text[: limit - 1]}…"
