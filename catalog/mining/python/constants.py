"""What a module and its classes set at their top: the values of constants, by name."""

from __future__ import annotations

import ast

from catalog.mining.python.module import Block, Module, Scope
from catalog.mining.python.walk import blocks_of


def module_values(module: Module) -> dict[str, list[ast.expr | None]]:
    """Name -> every value that the module's top level gives it; None for one it builds up."""
    return _values(module, module.top)


def class_values(module: Module, cls: Scope) -> dict[str, list[ast.expr | None]]:
    """Name -> every value that the class body assigns to it."""
    return _values(module, cls)


def _values(module: Module, scope: Scope) -> dict[str, list[ast.expr | None]]:
    known = module.values.get(scope.qualname)
    if known is None:
        known = module.values[scope.qualname] = _read(scope.block)
    return known


def _read(top: Block) -> dict[str, list[ast.expr | None]]:
    found: dict[str, list[ast.expr | None]] = {}
    stack = [top]
    while stack:
        block = stack.pop()
        for index, statement in enumerate(block.statements):
            if isinstance(statement, ast.Assign):
                for target in statement.targets:
                    if isinstance(target, ast.Name):
                        found.setdefault(target.id, []).append(statement.value)
            elif isinstance(statement, ast.AnnAssign):
                if isinstance(statement.target, ast.Name) and statement.value is not None:
                    found.setdefault(statement.target.id, []).append(statement.value)
            elif isinstance(statement, ast.AugAssign):
                if isinstance(statement.target, ast.Name):
                    found.setdefault(statement.target.id, []).append(None)
            elif isinstance(statement, ast.If | ast.Try | ast.TryStar | ast.With):
                stack += blocks_of(statement, block, index)
    return found
