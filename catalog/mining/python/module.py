"""A parsed Python module: where each statement stands, and what its names are.

`Block` is the chain from a statement up to its module; everything that looks backwards from a raise
(assignments, conditions) walks that chain.
"""

from __future__ import annotations

import ast
from dataclasses import dataclass, field

FunctionNode = ast.FunctionDef | ast.AsyncFunctionDef
ScopeNode = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef


@dataclass(slots=True, eq=False)
class Block:
    """A list of statements, the statement it belongs to, and where that one stands.

    `part` is the field of `owner` that holds the list: `body`, `orelse`, `finalbody`, and so on. A
    handler's or a case's body belongs to the handler or case, whose `parent` is the block of its
    `try` or `match`.
    """

    statements: list[ast.stmt]
    owner: ast.AST | None = None
    part: str = "body"
    parent: Block | None = None
    index: int = 0
    #: The `try` or `match` that a handler or case belongs to.
    around: ast.stmt | None = None


@dataclass(slots=True, eq=False)
class Scope:
    """A function or class (or the module) that statements stand in."""

    node: ScopeNode | None
    qualname: str
    block: Block
    outer: Scope | None = None

    @property
    def is_class(self) -> bool:
        return isinstance(self.node, ast.ClassDef)

    @property
    def function(self) -> FunctionNode | None:
        return self.node if isinstance(self.node, FunctionNode) else None

    def class_scope(self) -> Scope | None:
        """The class whose method this scope is, or stands in."""
        scope: Scope | None = self
        while scope is not None and not scope.is_class:
            scope = scope.outer
        return scope


@dataclass(slots=True, eq=False)
class Module:
    """One file: its tree, its text, and the names that it defines.

    `name` is the dotted name as imported, `lines` the text by line, `scopes` all functions and
    classes by qualified name, `imports` what each imported name is.
    """

    name: str
    path: str
    tree: ast.Module
    text: str
    lines: list[str]
    scopes: dict[str, Scope] = field(default_factory=dict)
    imports: dict[str, str] = field(default_factory=dict)
    stars: list[str] = field(default_factory=list)
    #: What scopes set at their top, by qualified name; filled in by `constants` as it is asked for.
    values: dict[str, dict[str, list[ast.expr | None]]] = field(default_factory=dict)
    #: The names that a statement sets, by its `id`; filled in by `guards`.
    assigned: dict[int, set[str]] = field(default_factory=dict)
    #: Qualified name of a class -> the classes below it; made when first asked for.
    below: dict[str, list[Scope]] | None = None
    top: Scope = field(init=False)

    def __post_init__(self) -> None:
        self.top = Scope(None, "", Block(self.tree.body))

    def scope(self, qualname: str) -> Scope | None:
        return self.scopes.get(qualname)

    def class_named(self, name: str) -> Scope | None:
        """The class of that (possibly dotted) name that the module defines at its top."""
        scope = self.scopes.get(name)
        return scope if scope is not None and scope.is_class else None

    def method(self, cls: Scope, name: str) -> Scope | None:
        """A method of a class or of those of its bases that the module defines."""
        for scope in self.bases_of(cls):
            own = self.scopes.get(f"{scope.qualname}.{name}")
            if own is not None and own.function is not None:
                return own
        return None

    def bases_of(self, cls: Scope) -> list[Scope]:
        """A class, then those of its bases that the module defines, nearest first."""
        order = [cls]
        for scope in order:
            assert isinstance(scope.node, ast.ClassDef)
            for base in scope.node.bases:
                name = class_name(base)
                above = self.class_named(name) if name else None
                if above is not None and above not in order:
                    order.append(above)
        return order

    def subclasses(self, cls: Scope) -> list[Scope]:
        """The classes of the module below a class, however deep."""
        if self.below is None:
            self.below = {}
            for scope in self.scopes.values():
                for above in self.bases_of(scope)[1:] if scope.is_class else ():
                    self.below.setdefault(above.qualname, []).append(scope)
        return self.below.get(cls.qualname, [])

    def qualified(self, name: str) -> str | None:
        """The dotted name behind a name as written, by import or as a class here; else None."""
        head, _, rest = name.partition(".")
        if head in self.imports:
            return f"{self.imports[head]}.{rest}".rstrip(".")
        if head in self.scopes:
            return f"{self.name}.{name}"
        return None


def dotted(node: ast.expr) -> str | None:
    """`a.b.c` of an expression that is a dotted name, else None."""
    parts: list[str] = []
    while isinstance(node, ast.Attribute):
        parts.append(node.attr)
        node = node.value
    if not isinstance(node, ast.Name):
        return None
    parts.append(node.id)
    return ".".join(reversed(parts))


def class_name(base: ast.expr) -> str | None:
    """The dotted name of a base class as written, its type arguments (`Field[int]`) left out."""
    return dotted(base.value if isinstance(base, ast.Subscript) else base)


def absolute(module: str, *, is_package: bool, base: str | None, level: int) -> str:
    """The dotted name that `from …base import` means inside `module`."""
    if not level:
        return base or ""
    parts = module.split(".")
    kept = parts[: len(parts) - level + (1 if is_package else 0)]
    return ".".join([*kept, base] if base else kept)
