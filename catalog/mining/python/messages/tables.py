"""Texts looked up in a dictionary of messages, as Django's forms and marshmallow keep them."""

from __future__ import annotations

import ast

from catalog.mining.python.constants import class_values, module_values
from catalog.mining.python.messages.at import At
from catalog.mining.python.messages.dispatch import inserted, is_told, reads, templates_of
from catalog.mining.python.messages.holes import hole
from catalog.mining.python.messages.texts import string_keys
from catalog.mining.python.module import Scope
from catalog.mining.python.names import reaching
from catalog.mining.template import Templates, has_hole, unique


@reads(ast.Subscript)
def _subscript(node: ast.Subscript, at: At) -> Templates:
    """A message looked up in a dictionary of messages, by a key that is known or not."""
    made: Templates = []
    for table in _tables_behind(node.value, at):
        keys = templates_of(node.slice, at)
        for key in keys:
            if len(key) == 1 and isinstance(key[0], str) and key[0] in table:
                made += inserted(table[key[0]], at)
        if not made and len(table) <= 8 and any(has_hole(key) for key in keys):
            made = [template for value in table.values() for template in inserted(value, at)]
    return unique(made) if made and is_told(made) else hole(node)


Table = dict[str, ast.expr]


def _tables_behind(node: ast.expr, at: At) -> list[Table]:
    if isinstance(node, ast.Dict):
        return [string_keys(node)]
    if isinstance(node, ast.Name):
        values = module_values(at.module).get(node.id)
        reached = reaching(node.id, at.block, at.index)
        if reached.definitions:
            values = [one.value for one in reached.definitions]
        table = _one_table(values)
        return [table] if table else []
    if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
        return _class_tables(node.attr, at)
    return []


def _one_table(values: list[ast.expr | None] | None) -> Table | None:
    if values and len(values) == 1 and isinstance(values[0], ast.Dict):
        return string_keys(values[0])
    return None


def _class_tables(name: str, at: At) -> list[Table]:
    """The messages of a class by key, those of its bases below its own, then of its subclasses.

    By convention (Django's and marshmallow's) `error_messages` of an instance starts as the
    `default_error_messages` of its class.
    """
    cls = at.of_class
    if cls is None:
        return []

    def table_of(scope: Scope) -> Table:
        values = class_values(at.module, scope)
        own = _one_table(values.get(f"default_{name}")) or {}
        return {**own, **(_one_table(values.get(name)) or {})}

    table: Table = {}
    for one in reversed(at.module.bases_of(cls)):
        table.update(table_of(one))
    tables = [table, *map(table_of, at.module.subclasses(cls))]
    return [one for one in tables if one]
