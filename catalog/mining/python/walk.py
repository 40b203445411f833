"""One pass over a module's statements: its names, its scopes, and the places that may raise."""

from __future__ import annotations

import ast
from typing import NamedTuple

from catalog.mining.python.module import Block, Module, Scope, ScopeNode, absolute


class Place(NamedTuple):
    """A statement and where it stands."""

    statement: ast.stmt
    block: Block
    at: int
    scope: Scope


class Places(NamedTuple):
    """The statements worth a second look: raises and asserts, and lone or returned calls."""

    raising: list[Place]
    calls: list[Place]


def walk(module: Module) -> Places:
    """Fill in the module's scopes and imports, and list the places that may raise.

    Only statements are visited, and with a stack of our own: expressions hold no raise, and a chain
    of a thousand `elif` is a thousand statements deep.
    """
    places = Places([], [])
    stack = [(module.top.block, module.top)]
    while stack:
        block, scope = stack.pop()
        inner: list[tuple[Block, Scope]] = []
        for index, statement in enumerate(block.statements):
            kind = type(statement)
            if kind is ast.Raise or kind is ast.Assert:
                places.raising.append(Place(statement, block, index, scope))
            elif isinstance(statement, ast.Expr | ast.Return):
                if isinstance(statement.value, ast.Call):
                    places.calls.append(Place(statement, block, index, scope))
            elif kind is ast.Import or kind is ast.ImportFrom:
                _note_import(module, scope, statement)
            elif kind not in _SIMPLE:
                inner += _inside(module, statement, block, index, scope)
        stack += reversed(inner)
    return places


_SIMPLE = frozenset(
    {ast.Assign, ast.AugAssign, ast.AnnAssign, ast.Pass, ast.Break, ast.Continue, ast.Delete}
    | {ast.Global, ast.Nonlocal}
)


def _inside(
    module: Module, statement: ast.stmt, block: Block, index: int, scope: Scope
) -> list[tuple[Block, Scope]]:
    if isinstance(statement, ScopeNode):
        inner = _new_scope(module, statement, block, index, scope)
        return [(inner.block, inner)]
    return [(inner_block, scope) for inner_block in blocks_of(statement, block, index)]


def _new_scope(
    module: Module,
    node: ScopeNode,
    block: Block,
    index: int,
    outer: Scope,
) -> Scope:
    prefix = outer.qualname
    if outer.function is not None:
        prefix += ".<locals>"
    qualname = f"{prefix}.{node.name}".lstrip(".")
    scope = Scope(node, qualname, Block(node.body, node, "body", block, index), outer)
    module.scopes[qualname] = scope
    return scope


def blocks_of(statement: ast.stmt, block: Block, index: int) -> list[Block]:
    """The lists of statements directly inside a compound statement, in the order of the text."""
    found: list[Block] = []

    def add(statements: list[ast.stmt], owner: ast.AST, part: str) -> None:
        if statements:
            found.append(Block(statements, owner, part, block, index, statement))

    if isinstance(statement, ast.Match):
        for case in statement.cases:
            add(case.body, case, "body")
        return found
    add(getattr(statement, "body", []), statement, "body")
    for handler in getattr(statement, "handlers", ()):
        add(handler.body, handler, "body")
    add(getattr(statement, "orelse", []), statement, "orelse")
    add(getattr(statement, "finalbody", []), statement, "finalbody")
    return found


def _note_import(module: Module, scope: Scope, statement: ast.stmt) -> None:
    at_top = scope.node is None
    for name, meaning in _imported(module, statement):
        if name == "*":
            module.stars.append(meaning)
        elif at_top or name not in module.imports:
            module.imports[name] = meaning


def _imported(module: Module, statement: ast.stmt) -> list[tuple[str, str]]:
    if isinstance(statement, ast.Import):
        return [
            (alias.asname, alias.name)
            if alias.asname
            else (alias.name.partition(".")[0], alias.name.partition(".")[0])
            for alias in statement.names
        ]
    assert isinstance(statement, ast.ImportFrom)
    base = absolute(
        module.name,
        is_package=module.path.endswith("__init__.py"),
        base=statement.module,
        level=statement.level,
    )
    return [
        ("*", base) if alias.name == "*" else (alias.asname or alias.name, f"{base}.{alias.name}")
        for alias in statement.names
    ]
