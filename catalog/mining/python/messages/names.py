"""Texts behind names: assignments that reach the place, constants of the module or a class."""

from __future__ import annotations

import ast
from dataclasses import replace

from catalog.mining.python.constants import class_values, module_values
from catalog.mining.python.messages.at import At
from catalog.mining.python.messages.dispatch import (
    MOST_STEPS,
    inserted,
    is_known,
    is_told,
    reads,
    templates_of,
)
from catalog.mining.python.messages.holes import hole
from catalog.mining.python.module import Block, Scope
from catalog.mining.python.names import Definition, reaching
from catalog.mining.template import Hole, Templates, concatenated, unique


@reads(ast.Name)
def _name(node: ast.Name, at: At) -> Templates:
    reached = reaching(node.id, at.block, at.index)
    made: Templates = []
    for definition in reached.definitions:
        made += _defined(node, definition, at)
    if reached.open:
        made += _from_outside(node, at)
    told = [template for template in made if template]
    if len(told) > 1 and not is_told(told):
        # Some ways to get here are known and others are not: keep what is known beside the hole.
        return unique(told)
    return unique(told) or hole(node)


def _defined(node: ast.Name, definition: Definition, at: At) -> Templates:
    if definition.way == "parameter":
        given = at.given.get(node.id)
        return given if given is not None else [(Hole(node.id, parameter=True),)]
    there = at.moved(definition.block, definition.at)
    if definition.value is None or there.steps > MOST_STEPS:
        return hole(node)
    if definition.way == "added":
        before = _name(node, there)
        grown = concatenated([before, inserted(definition.value, there)])
        return (
            [(*template, Hole("more")) for template in grown] if _repeats(definition, at) else grown
        )
    if definition.way == "assigned":
        if isinstance(definition.value, ast.Constant) and not isinstance(
            definition.value.value, str
        ):
            return [()] if definition.value.value is None else hole(node)
        made = templates_of(definition.value, there)
        return made if any(map(is_known, made)) else hole(node)
    return hole(node)


def _repeats(definition: Definition, at: At) -> bool:
    """Whether a definition stands in a loop that the place itself is not in."""
    around: set[int] = set()
    block: Block | None = at.block
    while block is not None:
        around.add(id(block.owner))
        block = block.parent
    block = definition.block
    while block is not None:
        if (
            isinstance(block.owner, ast.For | ast.AsyncFor | ast.While)
            and id(block.owner) not in around
        ):
            return True
        block = block.parent
    return False


def _from_outside(node: ast.Name, at: At) -> Templates:
    """A name that its function does not set: one of the function around it, or of the module."""
    outer = at.scope.outer
    while outer is not None and outer.node is not None:
        if outer.function is not None:
            reached = reaching(node.id, outer.block, len(outer.block.statements))
            if reached.definitions:
                there = replace(at, scope=outer)
                return [
                    template
                    for definition in reached.definitions
                    for template in _defined(node, definition, there)
                ]
        outer = outer.outer
    return _constant_behind(node, module_values(at.module).get(node.id), at, at.module.top)


def _constant_behind(
    node: ast.expr, values: list[ast.expr | None] | None, at: At, scope: Scope
) -> Templates:
    """The texts that a constant of the module or a class is set to; a hole where one is no text."""
    if not values or len(values) > 4:
        return hole(node)
    there = replace(at, scope=scope, block=scope.block, index=0, steps=at.steps + 2, given={})
    made: Templates = []
    for value in values:
        if value is None:
            return hole(node)
        if isinstance(value, ast.Constant) and not isinstance(value.value, str):
            continue
        made += templates_of(value, there)
    return made if made and is_told(made) else hole(node)


@reads(ast.Attribute)
def _attribute(node: ast.Attribute, at: At) -> Templates:
    if not isinstance(node.value, ast.Name):
        return hole(node)
    owner = node.value.id
    if owner == "self" and node.attr in at.attributes:
        return at.attributes[node.attr]
    cls = at.of_class if owner in {"self", "cls"} else at.module.class_named(owner)
    if cls is None:
        return hole(node)
    made: Templates = []
    for one in at.module.bases_of(cls):
        values = class_values(at.module, one).get(node.attr)
        if values:
            made = _constant_behind(node, values, at, one)
            break
    for below in at.module.subclasses(cls) if made else ():
        values = class_values(at.module, below).get(node.attr)
        made += _constant_behind(node, values, at, below) if values else []
    return unique(made) or hole(node)
