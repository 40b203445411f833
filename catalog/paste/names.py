"""What the name of an exception class looks like, and the line that gives it with its message."""

from __future__ import annotations

from typing import NamedTuple

from catalog.paste.lazy import lazily

#: Endings that only classes of errors have. "Warning" is not among them: a warning is no error.
ENDINGS = (
    "Error|Exception|Interrupt|Failure|Fault|Timeout|Violation|NotFound|Exhausted|Unavailable|"
    "Refused|Denied|Aborted|Cancelled|Rejection|Panic|DoesNotExist|ObjectsReturned"
)

#: Classes of the standard library that end like nothing else.
BUILTIN = (
    "SystemExit|StopIteration|StopAsyncIteration|GeneratorExit|ExceptionGroup|BaseExceptionGroup|"
    "InvalidOperation|Incomplete|Empty|Full"
)

#: No class has a longer name, with its path and what stands in parentheses.
LONGEST_NAME = 1000

#: A dotted path (Python, Java), a double colon (Ruby, C++) or a backslash (PHP) may come before.
_PATH = r"(?:[^\W\d][\w$]*(?:\.|::|\\|\.<locals>\.))*"
#: `RayTaskError(KeyError)` and `KVTransferError(bootstrap_room=1)`: what stands in parentheses.
_ARGUMENTS = r"(?:\([^()]*\))?"

#: A class by its own looks: in prose nothing else is written so.
STRONG = lazily(
    rf"(?P<type>{_PATH}(?:[^\W\d][\w$]*)?(?:{ENDINGS})\d*(?![\w$.])|{_PATH}(?:{BUILTIN})(?![\w$.])"
    rf"|(?:[a-z_][\w]*\.)+_*[A-Z][\w$]*(?![\w$.(]))(?P<arguments>{_ARGUMENTS})"
)

#: What may stand where the class must stand: after the frames of a traceback.
ANY = lazily(
    r"(?P<type>[^\W\d][\w$]*(?:(?:\.|::)(?:<locals>|[^\W\d][\w$]*))*)(?P<arguments>\([^()\n]*\))?"
)


class ClassLine(NamedTuple):
    """The parts of `package.Class: message`; the message None where there is no colon."""

    exc_type: str
    message: str | None


def class_line(text: str, *, strong: bool) -> ClassLine | None:
    """The parts of a line that gives a class and its message, None where it gives none.

    With `strong` the name has to look like an error's by itself (`KeyError`, `pkg.errors.Gone`);
    without, any name will do, because the place of the line says what it is.
    """
    found = (STRONG if strong else ANY).match(text, 0, LONGEST_NAME)
    if not found:
        return None
    rest = text[found.end() :]
    name = found["type"]
    if found["arguments"] and not _is_nested_class(found["arguments"]):
        if not rest.startswith(":"):
            return None
    elif found["arguments"]:
        name += found["arguments"]
    if not rest:
        return ClassLine(name, None)
    if rest.startswith(": "):
        return ClassLine(name, rest[2:])
    if not rest.strip():
        return ClassLine(name, None)
    return ClassLine(name, "") if rest == ":" else None


def _is_nested_class(arguments: str) -> bool:
    """Whether the parentheses hold the class of another error: `RayTaskError(KeyError)`."""
    inside = STRONG.fullmatch(arguments[1:-1])
    return inside is not None
