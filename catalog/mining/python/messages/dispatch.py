"""From an expression to the reader of its kind; what a reader cannot tell becomes a hole."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any

from catalog.mining.python.messages.at import At
from catalog.mining.python.messages.holes import hole
from catalog.mining.template import Hole, Template, Templates, has_hole, has_text

#: How many steps (names, helpers) are followed before a hole is left.
MOST_STEPS = 12

Reader = Callable[[Any, At], Templates]

_READERS: dict[type[ast.expr], Reader] = {}


def reads(*kinds: type[ast.expr]) -> Callable[[Reader], Reader]:
    """Make a function the reader of some kinds of expressions."""

    def register(reader: Reader) -> Reader:
        _READERS.update(dict.fromkeys(kinds, reader))
        return reader

    return register


def templates_of(node: ast.expr, at: At) -> Templates:
    """The messages that an expression may make at a place; at least one, of one hole at worst."""
    read = _READERS.get(type(node))
    if read is None or at.steps > MOST_STEPS or not at.budget.spend():
        return hole(node)
    return read(node, at) or hole(node)


def inserted(node: ast.expr, at: At) -> Templates:
    """The messages of an expression that stands inside a text: told ones, else a hole."""
    made = templates_of(node, at)
    if not all(map(is_known, made)) or _is_overridable(node, at):
        return hole(node)
    holes: Templates = [one for one in made if len(one) == 1 and has_hole(one)]
    if holes and not any(map(_is_sentence, made)):
        # A word that is only one of the values (`proto = "json"`) makes no message of its own.
        return holes[:1]
    return made


def _is_sentence(template: Template) -> bool:
    return any(" " in part.strip() for part in template if isinstance(part, str))


def is_told(templates: Templates) -> bool:
    """Whether the messages are known well enough to stand in place of a name."""
    return all(not has_hole(template) or has_text(template) for template in templates)


def is_known(template: Template) -> bool:
    """Whether a message is told, or will be by whoever calls the function."""
    return is_told([template]) or any(
        isinstance(part, Hole) and part.parameter for part in template
    )


def _is_overridable(node: ast.expr, at: At) -> bool:
    """Whether an expression is an attribute of the instance, which a subclass may set otherwise."""
    return (
        isinstance(node, ast.Attribute)
        and isinstance(node.value, ast.Name)
        and node.value.id in {"self", "cls"}
        and node.attr not in at.attributes
    )
