"""Where the raise stands in an excerpt of source."""

from __future__ import annotations

import re

#: What raises or reports an error, in the languages that records come from.
_RAISES = re.compile(
    r"""
    \b(?:raise|throw|panic|bail|abort|reject|fail|die|croak|exit)\b
    | assert                            # assert x, assertEqual(...), static_assert(...)
    | \b(?:errors\.New|\w*Errorf)\b     # Go
    | \b[A-Z_]*(?:CHECK|ERROR)\w*\(     # TORCH_CHECK(...), AT_ERROR(...)
    | \.(?:error|critical|exception|fatal)\(   # loggers, parsers of arguments
    """,
    re.VERBOSE,
)
_COMMENT = re.compile(r"\s*(?:#|//|\*|--)")
#: How many lines a raise may take until the beginning of its message has been seen.
_STATEMENT = 12
#: Excerpts of the dataset begin this many lines above the raise, where the file has them.
_ABOVE = 18
_WORD = re.compile(r"\w{2,}")


def raises_on(lines: list[str], index: int) -> bool:
    """Whether the line of an excerpt holds a keyword that raises, outside of a comment."""
    return not _COMMENT.match(lines[index]) and _RAISES.search(lines[index]) is not None


def raise_offset(excerpt: str, error_class: str | None, message: str | None) -> int | None:
    """The index of the line of an excerpt on which the raise begins; None if none shows.

    Of several, the one that has most in common with the record: the class after the keyword, the
    words of the message in the lines from there on; of equals, the one nearest to where excerpts
    have it.
    """
    lines = excerpt.split("\n")
    best: tuple[float, int, int] | None = None
    for index, line in enumerate(lines):
        keyword = _RAISES.search(line) if raises_on(lines, index) else None
        if keyword is None:
            continue
        score = _likeness(lines[index : index + _STATEMENT], keyword.end(), error_class, message)
        found = score, -abs(index - _ABOVE), index
        best = max(best, found) if best else found
    return best[2] if best else None


def _likeness(lines: list[str], after: int, error_class: str | None, message: str | None) -> float:
    """How much of a record a statement shows; 2 for its class, up to 1 for its message's words."""
    first = lines[0][after:]
    has_class = bool(error_class) and re.search(rf"\b{re.escape(bare(error_class))}\b", first)
    wanted = _WORD.findall(message or "")[:20]
    statement = [first]
    for line in lines[1:]:
        if _RAISES.search(line) and not line.lstrip().startswith(('"', "'", 'f"', "f'")):
            break
        statement.append(line)
    there = set(_WORD.findall("\n".join(statement)))
    share = sum(word in there for word in wanted) / len(wanted) if wanted else 0.0
    return 2.0 * bool(has_class) + share


def bare(name: str | None) -> str:
    """The class without its module, `x.y.Error` or `x::y::Error` -> `Error`."""
    return re.split(r"\.|::", name or "")[-1]
