"""The conditions under which control reaches a statement, and what the names in them hold."""

from __future__ import annotations

import ast
from collections.abc import Iterable
from typing import NamedTuple

from catalog.mining.python.module import Block, Module, ScopeNode, dotted
from catalog.mining.python.names import ends, reaching
from catalog.mining.python.text import source_of
from catalog.mining.python.walk import blocks_of

#: So many clauses are kept: the nearest conditions say most.
_MOST_CLAUSES = 6
#: And so many early exits among them.
_MOST_EXITS = 3
_MOST_DEFINITIONS = 4

_CONTAINERS = frozenset(
    {"dict", "list", "set", "deque", "collections.deque", "defaultdict", "collections.defaultdict"}
    | {"OrderedDict", "collections.OrderedDict", "Counter", "collections.Counter", "object"}
)
_OPPOSITE: dict[type[ast.cmpop], str] = {
    ast.Is: "is not",
    ast.IsNot: "is",
    ast.Eq: "!=",
    ast.NotEq: "==",
    ast.In: "not in",
    ast.NotIn: "in",
}


class Guard(NamedTuple):
    """Clauses that all hold where the statement runs, the outermost first, and definitions.

    A clause is a condition as Python writes it, or `except X` (that error was caught), `match x:
    case …`, or `no break in for …`. `definitions` are the assignments (`state = self._states[n]`)
    that gave the names in the clauses their values.
    """

    clauses: tuple[str, ...]
    definitions: tuple[str, ...]


class _Clause(NamedTuple):
    text: str
    node: ast.expr | None
    block: Block
    at: int
    joins: bool = False
    #: Whether the other way out of it is an error of its own.
    raising: bool = False


def guard_of(module: Module, block: Block, index: int) -> Guard:
    """The guard of statement `index` of `block`; both parts empty where it always runs."""
    clauses = _clauses(module, block, index)
    return Guard(_rendered(clauses), _definitions(module, clauses))


def assert_guard(module: Module, node: ast.Assert, block: Block, index: int) -> Guard:
    """The guard of a failing `assert`: what leads to it, and that its test does not hold."""
    failed = _negated(module, node.test, block, index)
    clauses = [*_clauses(module, block, index), failed]
    return Guard(_rendered(clauses), _definitions(module, clauses))


def _clauses(module: Module, block: Block, index: int) -> list[_Clause]:
    found: list[_Clause] = []
    between = _Between(module)
    exits = 0
    here = block
    while True:
        direct = bool(found)
        for at in range(min(index, len(here.statements)) - 1, -1, -1):
            statement = here.statements[at]
            if exits < _MOST_EXITS:
                for early in _early_exits(module, statement, here, at):
                    wanted = not direct or not early.raising or _shares_names(early, found)
                    if wanted and not between.changes(early):
                        found.append(early)
                        exits += 1
            between.add(statement)
        owner = here.owner
        if owner is None or here.parent is None or isinstance(owner, ScopeNode):
            break
        if len(found) >= _MOST_CLAUSES:
            break
        clauses = _owner_clauses(module, owner, here)
        found += [clause for clause in clauses if not between.changes(clause)]
        between.bind(owner)
        here, index = here.parent, here.index
    return found[:_MOST_CLAUSES][::-1]


class _Between:
    """The statements between a condition and the raise, and whether they change its names."""

    def __init__(self, module: Module) -> None:
        self.module = module
        self.changed: set[str] = set()
        self.waiting: list[ast.stmt] = []

    def add(self, statement: ast.stmt) -> None:
        self.waiting.append(statement)

    def bind(self, owner: ast.AST) -> None:
        self.changed |= _bound_by(owner)

    def changes(self, clause: _Clause) -> bool:
        names = _names(clause.node)
        if not names:
            return False
        for statement in self.waiting:
            self.changed |= _assigned(self.module, statement)
        self.waiting.clear()
        return bool(names & self.changed)


def _early_exits(module: Module, statement: ast.stmt, block: Block, at: int) -> list[_Clause]:
    """What holds below a statement some of whose branches end there: `if test: return`.

    The nearest first. Of a chain with `elif`, the tests up to the first branch that goes on. A
    `with`, and a `try` that goes on only from its body, count as the statements inside of them.
    """
    if isinstance(statement, ast.With | ast.AsyncWith | ast.Try):
        handlers = statement.handlers if isinstance(statement, ast.Try) else []
        inner = blocks_of(statement, block, at)[0]
        if not all(ends(handler.body) for handler in handlers):
            return []
        return [
            clause
            for index in range(len(inner.statements) - 1, -1, -1)
            if isinstance(inner.statements[index], ast.If)
            for clause in _early_exits(module, inner.statements[index], inner, index)
        ]
    if not isinstance(statement, ast.If):
        return []
    if statement.orelse and ends(statement.orelse) and not ends(statement.body):
        if len(statement.orelse) == 1 and isinstance(statement.orelse[0], ast.If):
            return []
        return _asserted(module, statement.test, block, at)
    found: list[_Clause] = []
    branch: ast.stmt = statement
    while isinstance(branch, ast.If) and ends(branch.body):
        clause = _negated(module, branch.test, block, at)
        found.append(clause._replace(raising=isinstance(branch.body[-1], ast.Raise)))
        if len(branch.orelse) != 1:
            break
        branch = branch.orelse[0]
    return found[::-1]


def _shares_names(clause: _Clause, found: list[_Clause]) -> bool:
    names = _names(clause.node)
    return any(names & _names(other.node) for other in found)


def _owner_clauses(module: Module, owner: ast.AST, block: Block) -> list[_Clause]:
    parent, at = block.parent or block, block.index
    if isinstance(owner, ast.If | ast.While):
        if block.part == "orelse":
            return [_negated(module, owner.test, parent, at)]
        if isinstance(owner.test, ast.Constant):
            return []
        return _asserted(module, owner.test, parent, at)
    if isinstance(owner, ast.For | ast.AsyncFor) and block.part == "orelse":
        shown = f"{source_of(module, owner.target)} in {source_of(module, owner.iter)}"
        return [_Clause(f"no break in for {shown}", None, parent, at)]
    if isinstance(owner, ast.ExceptHandler):
        kind = f" {source_of(module, owner.type)}" if owner.type else ""
        return [_Clause(f"except{kind}", None, parent, at)]
    if isinstance(owner, ast.match_case) and isinstance(block.around, ast.Match):
        return [_case(module, owner, block.around, parent, at)]
    return []


def _case(module: Module, case: ast.match_case, match: ast.Match, block: Block, at: int) -> _Clause:
    condition = f" if {source_of(module, case.guard)}" if case.guard else ""
    pattern = ast.unparse(case.pattern)
    return _Clause(
        f"match {source_of(module, match.subject)}: case {pattern}{condition}",
        match.subject,
        block,
        at,
    )


def _asserted(module: Module, test: ast.expr, block: Block, at: int) -> list[_Clause]:
    if isinstance(test, ast.BoolOp) and isinstance(test.op, ast.And):
        return [
            clause
            for value in reversed(test.values)
            for clause in _asserted(module, value, block, at)
        ]
    return [_Clause(source_of(module, test), test, block, at, _joins(test))]


def _negated(module: Module, test: ast.expr, block: Block, at: int) -> _Clause:
    if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
        return _Clause(source_of(module, test.operand), test, block, at, _joins(test.operand))
    if isinstance(test, ast.Compare) and len(test.ops) == 1 and type(test.ops[0]) in _OPPOSITE:
        left, right = source_of(module, test.left), source_of(module, test.comparators[0])
        return _Clause(f"{left} {_OPPOSITE[type(test.ops[0])]} {right}", test, block, at)
    shown = source_of(module, test)
    simple = isinstance(test, ast.Name | ast.Attribute | ast.Call | ast.Subscript | ast.Constant)
    return _Clause(f"not {shown}" if simple else f"not ({shown})", test, block, at)


def _joins(test: ast.expr) -> bool:
    """Whether a condition needs brackets beside another one."""
    return isinstance(test, ast.BoolOp | ast.IfExp | ast.NamedExpr | ast.Lambda)


def _rendered(clauses: list[_Clause]) -> tuple[str, ...]:
    texts = [
        f"({clause.text})" if clause.joins and len(clauses) > 1 else clause.text
        for clause in clauses
    ]
    return tuple(dict.fromkeys(texts))


def _names(node: ast.AST | None) -> set[str]:
    """The names and dotted names (`self.state`) that an expression reads."""
    if node is None:
        return set()
    found: set[str] = set()
    for one in ast.walk(node):
        if isinstance(one, ast.Name):
            found.add(one.id)
        elif isinstance(one, ast.Attribute) and isinstance(one.value, ast.Name):
            found.add(f"{one.value.id}.{one.attr}")
    return found - {"self", "cls"}


def _assigned(module: Module, statement: ast.stmt) -> set[str]:
    """The names and dotted names that a statement may set, those inside of it included."""
    known = module.assigned.get(id(statement))
    if known is not None:
        return known
    found = module.assigned[id(statement)] = set()
    for one in ast.walk(statement):
        if isinstance(one, ast.Name) and isinstance(one.ctx, ast.Store | ast.Del):
            found.add(one.id)
        elif (
            isinstance(one, ast.Attribute)
            and isinstance(one.ctx, ast.Store | ast.Del)
            and isinstance(one.value, ast.Name)
        ):
            found.add(f"{one.value.id}.{one.attr}")
    return found


def _bound_by(owner: ast.AST) -> set[str]:
    """The names that the statement around a block sets before the block runs."""
    targets: list[ast.AST] = []
    if isinstance(owner, ast.For | ast.AsyncFor):
        targets = [owner.target]
    elif isinstance(owner, ast.With | ast.AsyncWith):
        targets = [item.optional_vars for item in owner.items if item.optional_vars]
    return {name for target in targets for name in _names(target)}


def _definitions(module: Module, clauses: Iterable[_Clause]) -> tuple[str, ...]:
    found: dict[str, str] = {}
    for clause in clauses:
        for name in sorted(_names(clause.node)) if clause.node is not None else ():
            if "." in name or name in found or len(found) >= _MOST_DEFINITIONS:
                continue
            reached = reaching(name, clause.block, clause.at).definitions
            if len(reached) == 1 and reached[0].way == "assigned" and reached[0].value is not None:
                value = source_of(module, reached[0].value)
                if _tells(reached[0].value) and _plain(value, name):
                    found[name] = f"{name} = {value}"
    return tuple(found.values())


def _plain(value: str, name: str) -> bool:
    return len(value) <= 120 and not value.endswith("…") and value != name


def _tells(value: ast.expr) -> bool:
    """Whether a value says something: a start value that is filled or changed later does not."""
    if isinstance(value, ast.Call):
        return dotted(value.func) not in _CONTAINERS
    return not isinstance(value, ast.Constant | ast.Dict | ast.List | ast.Set)
