"""Small functions of the same module: what they return for the arguments of a call."""

from __future__ import annotations

import ast

from catalog.mining.python.messages.at import At
from catalog.mining.python.messages.dispatch import inserted, is_told, templates_of
from catalog.mining.python.messages.holes import hole
from catalog.mining.python.module import Block, Scope, dotted
from catalog.mining.python.names import parameters
from catalog.mining.python.walk import blocks_of
from catalog.mining.sites import Arguments
from catalog.mining.template import Templates, unique


def helper_of(node: ast.Call, at: At) -> Scope | None:
    """The function of the same module, or method of the same class, that a call runs."""
    if isinstance(node.func, ast.Name):
        scope = at.module.scope(node.func.id)
        return scope if scope is not None and scope.function is not None else None
    if isinstance(node.func, ast.Attribute) and isinstance(node.func.value, ast.Name):
        owner = node.func.value.id
        cls = at.of_class if owner in {"self", "cls"} else at.module.class_named(owner)
        return at.module.method(cls, node.func.attr) if cls is not None else None
    return None


def returned(helper: Scope, node: ast.Call, at: At) -> Templates:
    """The messages that a helper returns for the arguments of a call; a hole if it is no helper."""
    found = returns_of(helper)
    if not found or len(found) > 4 or at.steps > 4:
        return hole(node)
    made: Templates = []
    for value, block, index in found:
        inside = inside_helper(helper, node, at, block, index)
        made += inserted(value, inside)
    return unique(made) if is_told(made) else hole(node)


def inside_helper(helper: Scope, node: ast.Call, at: At, block: Block, index: int) -> At:
    """A place inside a helper, with the call's arguments in its parameters."""
    return At(
        at.module,
        helper,
        block,
        index,
        given=bound(helper, arguments_of(node, at)),
        classes=_classes(helper, node, at),
        concrete=at.of_class if helper.class_scope() is not None else None,
        attributes=at.attributes,
        steps=at.steps + 2,
        budget=at.budget,
    )


def _classes(helper: Scope, node: ast.Call, at: At) -> dict[str, str]:
    """The parameters that a call gives names to which could be those of classes."""
    assert helper.function is not None
    names = positional_parameters(helper)
    given: dict[str, ast.expr] = dict(zip(names, node.args, strict=False))
    given.update({keyword.arg: keyword.value for keyword in node.keywords if keyword.arg})
    found = {name: dotted(value) for name, value in given.items()}
    return {name: at.classes.get(value, value) for name, value in found.items() if value}


def returns_of(helper: Scope) -> list[tuple[ast.expr, Block, int]]:
    """What a function returns, with the places; empty where it returns nothing."""
    found: list[tuple[ast.expr, Block, int]] = []
    stack = [helper.block]
    while stack and len(found) <= 4:
        block = stack.pop()
        for index, statement in enumerate(block.statements):
            if isinstance(statement, ast.Return) and statement.value is not None:
                found.append((statement.value, block, index))
            elif not isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
                stack += blocks_of(statement, block, index)
    return found


def arguments_of(node: ast.Call, at: At) -> Arguments:
    """What a call hands on, each argument as the messages it may be."""
    given = Arguments()
    for argument in node.args:
        if isinstance(argument, ast.Starred):
            given.open_ended = True
            break
        given.positional.append(templates_of(argument, at))
    for keyword in node.keywords:
        if keyword.arg is None:
            given.open_ended = True
        else:
            given.named[keyword.arg] = templates_of(keyword.value, at)
    return given


def bound(helper: Scope, given: Arguments) -> dict[str, Templates]:
    """The parameters of a helper and what a call puts into them, defaults included."""
    assert helper.function is not None
    names = parameters(helper.function)
    positional = positional_parameters(helper)
    filled = dict(zip(positional, given.positional, strict=False))
    filled.update({name: value for name, value in given.named.items() if name in names})
    if given.open_ended:
        return filled
    for name, default in defaults_of(helper.function).items():
        if name not in filled and isinstance(default, ast.Constant):
            filled[name] = [(default.value,)] if isinstance(default.value, str) else [()]
    return filled


def positional_parameters(helper: Scope) -> list[str]:
    """The parameters that a call fills by position, without the instance or class."""
    assert helper.function is not None
    spec = helper.function.args
    names = [argument.arg for argument in (*spec.posonlyargs, *spec.args)]
    in_class = helper.outer is not None and helper.outer.is_class
    return names[1:] if in_class and names[:1] in (["self"], ["cls"]) else names


def defaults_of(function: ast.FunctionDef | ast.AsyncFunctionDef) -> dict[str, ast.expr]:
    """The parameters of a function that have a default, and it."""
    spec = function.args
    positional = [*spec.posonlyargs, *spec.args]
    found = {
        argument.arg: value
        for argument, value in zip(positional[::-1], spec.defaults[::-1], strict=False)
    }
    found.update(
        (argument.arg, value)
        for argument, value in zip(spec.kwonlyargs, spec.kw_defaults, strict=True)
        if value is not None
    )
    return found
