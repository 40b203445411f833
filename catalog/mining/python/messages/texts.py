"""Texts written where they are used: constants, f-strings, `+`, `%`, conditional expressions."""

from __future__ import annotations

import ast
from collections.abc import Callable

from catalog.mining.python.formats import Field, percent
from catalog.mining.python.messages.at import At
from catalog.mining.python.messages.dispatch import inserted, reads, templates_of
from catalog.mining.python.messages.holes import hole, words_of
from catalog.mining.template import (
    Bare,
    Hole,
    Template,
    Templates,
    concatenated,
    hole_name,
    unique,
)


@reads(ast.Constant)
def _constant(node: ast.Constant, _: At) -> Templates:
    value = node.value
    if isinstance(value, str):
        return [(_clean(value),)]
    return [(Bare(str(value)[:200]),)] if isinstance(value, int | float | bytes) else [()]


def _clean(text: str) -> str:
    """The text without lone surrogates, which no catalog could hold."""
    return text.encode("utf-8", "replace").decode()


@reads(ast.JoinedStr)
def _joined_string(node: ast.JoinedStr, at: At) -> Templates:
    return concatenated([_formatted(value, at) for value in node.values]) if node.values else [()]


def _formatted(node: ast.expr, at: At) -> Templates:
    if not isinstance(node, ast.FormattedValue):
        return templates_of(node, at)
    spec = "" if node.conversion == -1 else f"!{chr(node.conversion)}"
    if isinstance(node.format_spec, ast.JoinedStr):
        spec += ":" + "".join(
            str(value.value) if isinstance(value, ast.Constant) else "{}"
            for value in node.format_spec.values
        )
    return shown(node.value, spec, at)


def shown(node: ast.expr, spec: str, at: At) -> Templates:
    """What an expression adds to a text that shows it, with a conversion or format spec or not."""
    if spec and spec != "!s":
        told = [_respecified(template, spec) for template in templates_of(node, at)]
        return told if len(told) == 1 and told[0] else hole(node, spec)
    return inserted(node, at)


def _respecified(template: Template, spec: str) -> Template:
    if len(template) == 1 and isinstance(template[0], Hole):
        return (template[0]._replace(spec=spec),)
    return ()


@reads(ast.BinOp)
def _binary(node: ast.BinOp, at: At) -> Templates:
    if isinstance(node.op, ast.Add):
        parts = [inserted(part, at) for part in _addends(node)]
        # A sum of numbers is a hole like any other.
        return concatenated(parts) if any(map(_is_text, parts)) else hole(node)
    if isinstance(node.op, ast.Mod):
        return each_text(node.left, at, lambda text: percent(text, Filler(at, node.right).fill))
    return hole(node)


def _is_text(templates: Templates) -> bool:
    return any(
        isinstance(part, str) and not isinstance(part, Bare) for one in templates for part in one
    )


def _addends(node: ast.expr) -> list[ast.expr]:
    """The parts of `a + b + c`, which the parser nests to the left."""
    parts: list[ast.expr] = []
    while isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
        parts.append(node.right)
        node = node.left
    return [node, *reversed(parts)]


def each_text(node: ast.expr, at: At, read: Callable[[str], list[Templates] | None]) -> Templates:
    """The templates of a formatted text, each of whose alternatives may have fields."""
    made: Templates = []
    for template in templates_of(node, at):
        pieces: list[Templates] = []
        for part in template:
            read_part = read(part) if isinstance(part, str) else None
            pieces += read_part if read_part is not None else [[(part,)]]
        made += concatenated(pieces) if pieces else [()]
    return unique(made)


class Filler:
    """Puts the arguments of `%` or `.format` into the fields of a text."""

    def __init__(self, at: At, arguments: ast.expr | ast.Call) -> None:
        self.at = at
        self.positional: list[ast.expr] = []
        self.named: dict[str, ast.expr] = {}
        if isinstance(arguments, ast.Call) and method_of(arguments) == "format":
            self.positional = arguments.args
            self.named = {one.arg: one.value for one in arguments.keywords if one.arg}
        elif isinstance(arguments, ast.Tuple):
            self.positional = arguments.elts
        elif isinstance(arguments, ast.Dict):
            self.named = string_keys(arguments)
            self.positional = [arguments]
        else:
            self.positional = [arguments]

    def fill(self, field: Field) -> Templates:
        argument: ast.expr | None = None
        if isinstance(field.key, str):
            argument = self.named.get(field.key)
        elif field.key < len(self.positional):
            starred = any(isinstance(one, ast.Starred) for one in self.positional[: field.key + 1])
            argument = None if starred else self.positional[field.key]
        if argument is None:
            name = field.key if isinstance(field.key, str) else f"value_{field.key + 1}"
            return [(Hole(hole_name(f"{name} {field.rest}"), field.spec),)]
        if field.rest:
            return [(Hole(hole_name(f"{words_of(argument)} {field.rest}"), field.spec),)]
        return shown(argument, field.spec, self.at)


def string_keys(node: ast.Dict) -> dict[str, ast.expr]:
    return {
        key.value: value
        for key, value in zip(node.keys, node.values, strict=True)
        if isinstance(key, ast.Constant) and isinstance(key.value, str)
    }


def method_of(node: ast.Call) -> str | None:
    return node.func.attr if isinstance(node.func, ast.Attribute) else None


@reads(ast.IfExp)
def _conditional(node: ast.IfExp, at: At) -> Templates:
    return unique([*templates_of(node.body, at), *templates_of(node.orelse, at)])


@reads(ast.BoolOp)
def _either(node: ast.BoolOp, at: At) -> Templates:
    values = node.values if isinstance(node.op, ast.Or) else node.values[-1:]
    return unique(template for value in values for template in templates_of(value, at))


@reads(ast.NamedExpr, ast.Await)
def _inner(node: ast.NamedExpr | ast.Await, at: At) -> Templates:
    return templates_of(node.value, at)
