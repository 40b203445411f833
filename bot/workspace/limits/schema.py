"""Small checks that add up to a description of Block Kit; each yields problems in Slack's words."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from typing import Any, NamedTuple


class Problem(NamedTuple):
    """What is wrong, and where: a JSON pointer into the payload."""

    pointer: str
    what: str

    def __str__(self) -> str:
        return f"{self.what} [json-pointer:{self.pointer}]"


Check = Callable[[Any, str], Iterator[Problem]]


def anything(_value: Any, _pointer: str) -> Iterator[Problem]:
    """No limit is known for this."""
    yield from ()


def text(most: int | None = None, least: int = 1) -> Check:
    """A string of `least` to `most` characters."""

    def check(value: Any, pointer: str) -> Iterator[Problem]:
        if not isinstance(value, str):
            yield Problem(pointer, "must provide a string")
        elif len(value) < least:
            yield Problem(pointer, f"must be more than {least - 1} characters")
        elif most is not None and len(value) > most:
            yield Problem(pointer, f"must be less than {most + 1} characters")

    return check


def number(least: int, most: int) -> Check:
    """A whole number in a range."""

    def check(value: Any, pointer: str) -> Iterator[Problem]:
        if not isinstance(value, int) or isinstance(value, bool):
            yield Problem(pointer, "must provide an integer")
        elif value < least:
            yield Problem(pointer, f"must be greater than or equal to {least}")
        elif value > most:
            yield Problem(pointer, f"must be less than or equal to {most}")

    return check


def flag(value: Any, pointer: str) -> Iterator[Problem]:
    """True or false."""
    if not isinstance(value, bool):
        yield Problem(pointer, "must provide a boolean")


def one_of(*values: str) -> Check:
    """One of a few strings."""

    def check(value: Any, pointer: str) -> Iterator[Problem]:
        if value not in values:
            yield Problem(pointer, "must be a valid enum value")

    return check


def several(item: Check, most: int, least: int = 1) -> Check:
    """A list of `least` to `most` things."""

    def check(value: Any, pointer: str) -> Iterator[Problem]:
        if not isinstance(value, list):
            yield Problem(pointer, "must provide an array")
            return
        if len(value) < least:
            yield Problem(pointer, f"must provide at least {least} items")
        if len(value) > most:
            yield Problem(pointer, f"no more than {most} items allowed")
        for index, one in enumerate(value[:most]):
            yield from item(one, f"{pointer}/{index}")

    return check


def thing(required: Mapping[str, Check], optional: Mapping[str, Check] | None = None) -> Check:
    """An object with these fields and no others."""
    fields = {**required, **(optional or {})}

    def check(value: Any, pointer: str) -> Iterator[Problem]:
        if not isinstance(value, dict):
            yield Problem(pointer, "must provide an object")
            return
        for name in required:
            if value.get(name) is None:
                yield Problem(pointer, f"missing required field: {name}")
        for name, inner in value.items():
            if name not in fields:
                yield Problem(pointer, f"invalid additional property: {name}")
            elif inner is not None:
                yield from fields[name](inner, f"{pointer}/{name}")

    return check


def kinds(table: Mapping[str, Check], allowed: Collection[str] | None = None) -> Check:
    """An object whose `type` names its description in the table."""

    def check(value: Any, pointer: str) -> Iterator[Problem]:
        if not isinstance(value, dict):
            yield Problem(pointer, "must provide an object")
        elif "type" not in value:
            yield Problem(pointer, "missing required field: type")
        elif value["type"] not in table or (allowed and value["type"] not in allowed):
            yield Problem(f"{pointer}/type", f"unsupported type: {value['type']}")
        else:
            yield from table[value["type"]](value, pointer)

    return check


def both(first: Check, second: Check) -> Check:
    """Two checks of the same value."""

    def check(value: Any, pointer: str) -> Iterator[Problem]:
        yield from first(value, pointer)
        yield from second(value, pointer)

    return check
