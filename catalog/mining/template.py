"""A message as source code builds it: literal text with named holes.

A template is a tuple of parts, each literal text or a `Hole`. A raise site may build one of several
messages (a conditional expression, a name assigned in two branches), so everything here works on
sequences of templates, the most telling one first.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from itertools import product
from typing import NamedTuple

#: A record keeps so many messages of one raise site; code that builds more is cut to holes.
MOST_ALTERNATIVES = 8
#: Literal text past so many characters tells nothing more about the message.
MOST_TEXT = 1_000


class Hole(NamedTuple):
    """A part of a message that only running code knows.

    `name` is what `errorMessage` calls it, `spec` the conversion and format as written (`!r`,
    `:.2f`). `parameter` marks a hole that stands for an argument of the class or helper that builds
    the message, until the call puts its own text there.
    """

    name: str
    spec: str = ""
    parameter: bool = False


class Bare(str):
    """The text of a constant that is no string (`404`): `repr` shows it without quotes."""

    __slots__ = ()


Part = str | Hole
Template = tuple[Part, ...]
Templates = list[Template]

#: Messages with less text in common are not put together.
_LEAST_COMMON = 12

_NOT_WORD = re.compile(r"\W+")
#: What `\s` means to google-re2; Python's own idea is wider.
_BLANK = " \t\n\r\f"
_SPACE = re.compile(r"([ \t\n\r\f]+)")
_SPECIAL = re.compile(r"([\\.^$*+?{}\[\]|()])")


def hole_name(expression: str) -> str:
    """A short name for the hole that shows an expression: `len(self.items)` gives `len_items`."""
    words = [word for word in _NOT_WORD.split(expression) if word and word not in {"self", "cls"}]
    name = "_".join(words).strip("_")[:40].rstrip("_")
    if not name or name[0].isdigit():
        name = f"value_{name}".rstrip("_")
    return name


def joined(parts: Iterable[Part]) -> Template:
    """The parts with neighbouring text run together and over-long text cut to a hole."""
    out: list[Part] = []
    for part in parts:
        if part == "":
            continue
        if isinstance(part, str) and out and isinstance(out[-1], str):
            out[-1] += part
        elif not (out and _indistinct(out[-1], part)):
            out.append(part)
    if sum(len(part) for part in out if isinstance(part, str)) > MOST_TEXT:
        return _cut(out)
    return tuple(out)


def _indistinct(left: Part, right: Part) -> bool:
    """Whether two holes side by side cannot be told apart in a message."""
    return (
        isinstance(left, Hole)
        and isinstance(right, Hole)
        and not (left.parameter or right.parameter)
    )


def _cut(parts: list[Part]) -> Template:
    kept: list[Part] = []
    room = MOST_TEXT
    for part in parts:
        if isinstance(part, Hole):
            kept.append(part)
        elif len(part) <= room:
            kept.append(part)
            room -= len(part)
        else:
            kept += [part[:room], Hole("more")]
            break
    return tuple(kept)


def concatenated(pieces: Sequence[Templates]) -> Templates:
    """Every message that pieces with alternatives make, one after another."""
    count = 1
    for piece in pieces:
        count *= len(piece)
    if count > MOST_ALTERNATIVES:
        pieces = _narrowed(pieces)
    return unique(
        joined(part for template in choice for part in template) for choice in product(*pieces)
    )


def _narrowed(pieces: Sequence[Templates]) -> list[Templates]:
    """The pieces with as few alternatives given up for a hole as keeps the product small."""
    kept: list[Templates] = []
    count = 1
    for piece in pieces:
        if count * len(piece) > MOST_ALTERNATIVES:
            kept.append([(Hole("text"),)])
        else:
            count *= len(piece)
            kept.append(piece)
    return kept


def unique(templates: Iterable[Template]) -> Templates:
    """The templates once each, at most MOST_ALTERNATIVES."""
    return list(dict.fromkeys(templates))[:MOST_ALTERNATIVES]


def literal_length(template: Template) -> int:
    """How many characters of literal text a template has, white space aside."""
    return sum(len("".join(part.split())) for part in template if isinstance(part, str))


def has_text(template: Template) -> bool:
    """Whether a template says anything: a letter outside its holes."""
    return any(isinstance(part, str) and any(map(str.isalpha, part)) for part in template)


def filled(template: Template, arguments: Mapping[str, Templates]) -> Templates:
    """A template of a class or helper with the call's own text in the holes of its parameters."""
    pieces: list[Templates] = []
    for part in template:
        if isinstance(part, Hole) and part.parameter:
            given = arguments.get(part.name)
            if given is None or (part.spec and not any(has_hole(one) for one in given)):
                # A conversion (`!r`) changes text in ways not worth guessing.
                pieces.append([(Hole(part.name, part.spec),)])
            elif part.spec:
                pieces.append([(_first_hole(given)._replace(spec=part.spec),)])
            else:
                pieces.append(given)
        else:
            pieces.append([(part,)])
    return concatenated(pieces) if pieces else [()]


def has_hole(template: Template) -> bool:
    return any(isinstance(part, Hole) for part in template)


def _first_hole(templates: Templates) -> Hole:
    return next(part for template in templates for part in template if isinstance(part, Hole))


def ordered(templates: Iterable[Template]) -> Templates:
    """The alternatives worth keeping: those with text, the most telling first, else one hole."""
    kept = _without_raw(unique(templates))
    telling = [template for template in kept if has_text(template)]
    if not telling:
        return kept[:1]
    return sorted(telling, key=literal_length, reverse=True)


def _without_raw(templates: Templates) -> Templates:
    """Without the texts that other ones show with their fields filled in (`isinstance(m, str)`)."""
    shown = {error_message(template) for template in templates if has_hole(template)}
    return [one for one in templates if has_hole(one) or error_message(one) not in shown]


def named(template: Template) -> Template:
    """The template with names that stand once: a second `{x}` of other meaning is `{x_2}`."""
    seen: dict[str, int] = {}
    out: list[Part] = []
    for part in template:
        if isinstance(part, Hole):
            seen[part.name] = seen.get(part.name, 0) + 1
            if seen[part.name] > 1:
                part = part._replace(name=f"{part.name}_{seen[part.name]}")
        out.append(part)
    return tuple(out)


def error_message(template: Template) -> str:
    """The text of `errorMessage`: literal text and `{name}` for each hole."""
    return "".join(
        part if isinstance(part, str) else f"{{{part.name}{part.spec}}}" for part in named(template)
    )


def message_pattern(templates: Sequence[Template]) -> str:
    """The regular expression (google-re2 and Python alike) that finds any of the messages.

    Literal text is escaped and its white space matches any other, so that a wrapped message still
    fits. Each hole is a group: it stretches as little as it can, over lines and to nothing at all,
    except the last one of a message, which takes the rest of its line. Messages that differ in one
    place have a hole there; others stand side by side.
    """
    common = _common(templates) if len(templates) > 1 else None
    patterns = list(dict.fromkeys(_pattern(one) for one in ([common] if common else templates)))
    return patterns[0] if len(patterns) == 1 else f"(?:{'|'.join(patterns)})"


def _common(templates: Sequence[Template]) -> Template | None:
    """What messages have in common, with a hole where they differ; None if that is too little."""
    tokens = [_tokens(template) for template in templates]
    shortest = min(map(len, tokens))
    start = end = 0
    while start < shortest and _alike([one[start] for one in tokens]):
        start += 1
    while end < shortest - start and _alike([one[-1 - end] for one in tokens]):
        end += 1
    first = tokens[0]
    kept = joined([*first[:start], Hole("rest"), *first[len(first) - end :]])
    enough = max(_LEAST_COMMON, min(map(literal_length, templates)) / 2)
    return kept if literal_length(kept) >= enough else None


def _tokens(template: Template) -> list[Part]:
    """The words, spaces and holes of a template, one by one."""
    found: list[Part] = []
    for part in template:
        found += [part] if isinstance(part, Hole) else filter(None, _SPACE.split(part))
    return found


def _alike(parts: Sequence[Part]) -> bool:
    return len({None if isinstance(part, Hole) else part for part in parts}) == 1


def _pattern(template: Template) -> str:
    out: list[str] = []
    last = len(template) - 1
    for index, part in enumerate(template):
        if isinstance(part, Hole):
            out.append("(.*)" if index == last else r"([\s\S]*?)")
        else:
            out.append(_literal(part, first=index == 0, last=index == last))
    return "".join(out)


def _literal(text: str, *, first: bool, last: bool) -> str:
    if first:
        text = text.lstrip(_BLANK)
    if last:
        text = text.rstrip(_BLANK)
    pieces = _SPACE.split(text)
    return "".join(
        (r"\s+" if odd else _SPECIAL.sub(r"\\\1", piece))
        for odd, piece in ((index % 2, piece) for index, piece in enumerate(pieces))
        if piece
    )
