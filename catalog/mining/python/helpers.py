"""Functions that raise for their callers: `_fail("text")` is where the error is decided.

A helper is a function of the module with a raise whose message is one of its parameters, or is
made with one. A call that puts text there is a raise site of its own.
"""

from __future__ import annotations

import ast

from catalog.mining.python.messages import At, arguments_of, bound, helper_of
from catalog.mining.python.module import Module
from catalog.mining.python.raises import Raised
from catalog.mining.python.walk import Place
from catalog.mining.sites import Arguments, Built
from catalog.mining.template import Hole, Templates, filled, has_text, unique


class HelperCalls:
    """The helpers of one module, learned from its raise statements."""

    def __init__(self, module: Module) -> None:
        self._module = module
        self._helpers: dict[str, list[Raised]] = {}

    def learn(self, place: Place, raised: list[Raised]) -> None:
        """Note a raise statement whose message depends on its function's parameters."""
        depending = [one for one in raised if _depends(one.built.arguments)]
        if depending and place.scope.function is not None:
            self._helpers.setdefault(place.scope.qualname, []).extend(depending)

    def raised_through(self, call: ast.Call, at: At) -> tuple[str, list[Raised]] | None:
        """The helper that a call runs, and what it raises with the call's text."""
        if not self._helpers:
            return None
        scope = helper_of(call, at)
        known = self._helpers.get(scope.qualname) if scope is not None else None
        if scope is None or known is None or scope is at.scope:
            return None
        given = bound(scope, arguments_of(call, at))
        made = [one._replace(built=_with(one.built, given)) for one in known]
        telling = [one for one, before in zip(made, known, strict=True) if _tells_more(one, before)]
        return (scope.qualname, telling) if telling else None


def _depends(given: Arguments) -> bool:
    return any(_has_parameter(one) for one in [*given.positional, *given.named.values()])


def _has_parameter(templates: Templates) -> bool:
    return any(
        isinstance(part, Hole) and part.parameter for template in templates for part in template
    )


def _with(built: Built, given: dict[str, Templates]) -> Built:
    def fill(templates: Templates) -> Templates:
        return unique(one for template in templates for one in filled(template, given))

    arguments = Arguments(
        [fill(one) for one in built.arguments.positional],
        {name: fill(one) for name, one in built.arguments.named.items()},
        built.arguments.open_ended,
    )
    return Built(built.qualified, arguments)


def _tells_more(made: Raised, before: Raised) -> bool:
    """Whether the call brought text of its own into the message."""
    return _text(made.built.arguments) > _text(before.built.arguments)


def _text(given: Arguments) -> int:
    return sum(
        len(part)
        for templates in [*given.positional, *given.named.values()]
        for template in templates
        if has_text(template)
        for part in template
        if isinstance(part, str)
    )
