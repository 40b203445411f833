"""From a class and its arguments to the message that its instance shows.

Works on descriptions alone (`ErrorClass`), so that a class may come from another file of the same
target than the raise statement.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from catalog.mining.python.classes import builtin_bases, is_builtin_error
from catalog.mining.python.messages import BASE_MESSAGE
from catalog.mining.sites import Arguments, Built, ErrorClass, RaiseSite
from catalog.mining.template import (
    Bare,
    Hole,
    Part,
    Template,
    Templates,
    concatenated,
    filled,
    has_text,
    literal_length,
    ordered,
    unique,
)

#: Arguments that hold the message where the class itself is not known, the likeliest first.
_MESSAGE_NAMES = ("message", "msg", "detail", "details", "description", "reason", "error", "text")
_MOST_BASES = 12


class ClassTable:
    """The error classes of a target by dotted name, found also by the names that hand them on."""

    def __init__(self) -> None:
        self._classes: dict[str, ErrorClass] = {}
        self._aliases: dict[str, str] = {}

    def add(self, classes: Iterable[ErrorClass], aliases: Mapping[str, str]) -> None:
        for one in classes:
            self._classes.setdefault(one.qualified, one)
        self._aliases.update(aliases)

    def find(self, name: str | None) -> ErrorClass | None:
        """The class of a dotted name, followed through the modules that import and hand it on."""
        for _ in range(_MOST_BASES):
            if name is None or name in self._classes:
                break
            name = self._aliases.get(name)
        return self._classes.get(name) if name else None

    def settles(self, name: str | None) -> bool:
        """Whether all that decides a class's message is known: its bases up to Python's own."""
        queue = [name]
        for current in queue:
            if current is None or is_builtin_error(current.removeprefix("builtins.")):
                continue
            known = self.find(current)
            if known is None or len(queue) > _MOST_BASES:
                return False
            queue += known.bases
        return True

    def settle(self, site: RaiseSite) -> None:
        """Give a site its messages and the bases of its class, as far as the table knows them."""
        if site.built:
            site.templates = ordered(one for built in site.built for one in self.message(built))
        site.bases = self.bases(site.qualified)

    def bases(self, name: str | None) -> tuple[str, ...]:
        """The names (without modules) of the classes above one, nearest first, as far as known."""
        found: list[str] = []
        queue = [name]
        while queue and len(found) < 2 * _MOST_BASES:
            current = queue.pop(0)
            known = self.find(current)
            if known is not None:
                queue += known.bases
                found += [base.rpartition(".")[2] for base in known.bases]
            elif current:
                found += builtin_bases(current.removeprefix("builtins."))
        own = (name or "").rpartition(".")[2]
        return tuple(dict.fromkeys(base for base in found if base not in {own, "object"}))

    def message(self, built: Built) -> Templates:
        """The messages of an error that is built so."""
        return self._message(built.qualified, built.arguments, 0)

    def _message(self, name: str | None, given: Arguments, depth: int) -> Templates:
        known = self.find(name) if depth < _MOST_BASES else None
        if known is None:
            return plain_message(name, given)
        own = _parameters(known, given)
        if known.worded_elsewhere:
            return _likeliest(given)
        if known.message is None:
            return self._from_base(known, given, own, depth)
        if any(_shows_base(template) for template in known.message):
            own[BASE_MESSAGE] = self._from_base(known, given, own, depth)
        return unique(one for template in known.message for one in filled(template, own))

    def _from_base(
        self, known: ErrorClass, given: Arguments, own: dict[str, Templates], depth: int
    ) -> Templates:
        base = next((one for one in known.bases if self.find(one) or is_builtin_error(one)), None)
        base = base or next(iter(known.bases), None)
        if known.handed_on is None:
            return self._message(base, given, depth + 1)
        made: Templates = []
        for handed in known.handed_on:
            made += self._message(base, _handed(handed, known, given, own), depth + 1)
        return unique(made)


def _shows_base(template: Template) -> bool:
    return any(isinstance(part, Hole) and part == Hole(BASE_MESSAGE, "", True) for part in template)


def _parameters(known: ErrorClass, given: Arguments) -> dict[str, Templates]:
    own = {} if given.open_ended else dict(known.defaults)
    own.update(zip(known.parameters, given.positional, strict=False))
    own.update(given.named)
    return own


def _handed(
    handed: Arguments, known: ErrorClass, given: Arguments, own: dict[str, Templates]
) -> Arguments:
    """What a class hands to its base, with the arguments of the raise in its parameters."""

    def fill(templates: Templates) -> Templates:
        return unique(one for template in templates for one in filled(template, own))

    passed = Arguments(
        [fill(one) for one in handed.positional],
        {name: fill(one) for name, one in handed.named.items()},
    )
    if handed.open_ended:
        passed.positional += given.positional[len(known.parameters) :]
        extra = {name: one for name, one in given.named.items() if name not in known.parameters}
        passed.named = {**extra, **passed.named}
        passed.open_ended = given.open_ended
    return passed


def plain_message(name: str | None, given: Arguments) -> Templates:
    """What an error says whose class adds nothing: its one argument, or the tuple of them."""
    plain = (name or "").removeprefix("builtins.")
    known = is_builtin_error(plain)
    if not given.positional and not given.named:
        return [(Hole("message"),)] if given.open_ended else [()]
    if plain.endswith("ExceptionGroup") and known:
        return [(*template, Hole("members")) for template in given.positional[0]]
    if known and len(given.positional) > 1 and not given.open_ended:
        if "OSError" in (plain, *builtin_bases(plain)):
            return _system_error(given.positional)
        if not plain.startswith("Unicode") and plain != "SyntaxError":
            return _tuple(given.positional)
    return _likeliest(given)


def _likeliest(given: Arguments) -> Templates:
    """The argument that is the message of an error whose class is not known."""
    for name in _MESSAGE_NAMES:
        if any(map(has_text, given.named.get(name, []))):
            return given.named[name]
    if len(given.positional) == 1:
        return given.positional[0]
    every = [*given.positional, *given.named.values()] or [[()]]
    return max(every, key=_telling)


def _telling(templates: Templates) -> tuple[int, int]:
    """How much like a message for people it is: words count before letters, codes have one."""
    most = max(templates, key=literal_length, default=())
    words = sum(len(part.split()) for part in most if isinstance(part, str))
    return (min(words, 2), literal_length(most))


def _system_error(arguments: list[Templates]) -> Templates:
    number, text, *names = arguments[:3]
    pieces: list[Templates] = [[("[Errno ",)], number, [("] ",)], text]
    if names:
        pieces += [
            [(": ",)],
            *([names[0]] if not any(map(has_text, names[0])) else [[(Hole("filename"),)]]),
        ]
    return concatenated(pieces)


def _tuple(arguments: list[Templates]) -> Templates:
    pieces: list[Templates] = [[("(",)]]
    for position, argument in enumerate(arguments):
        pieces += [[(", ",)]] if position else []
        pieces.append([_quoted(template) for template in argument])
    return concatenated([*pieces, [(")",)]])


def _quoted(template: Template) -> Template:
    """The template as `repr` shows a string of that text; a lone hole may be no string at all."""
    if all(isinstance(part, Hole | Bare) for part in template):
        return template or ("''",)
    text = "".join(part for part in template if isinstance(part, str))
    quote = '"' if "'" in text and '"' not in text else "'"
    # `repr` of text with both kinds of quotes puts a stroke before the single ones only.
    joint = "'" if quote == '"' else "\\'"
    parts: list[Part] = [quote]
    for part in template:
        if isinstance(part, str):
            parts.append(joint.join(repr(piece + '"')[1:-2] for piece in part.split("'")))
        else:
            parts.append(part)
    return (*parts, quote)
