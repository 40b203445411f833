"""What a name may hold at a place: the assignments that reach it.

The search runs backwards from the place, statement by statement and out through the blocks around
it, so that only the names of raise statements are ever looked up. It does not follow loops around:
what an earlier turn assigned further down is not seen.
"""

from __future__ import annotations

import ast
from typing import Literal, NamedTuple

from catalog.mining.python.module import Block, FunctionNode, ScopeNode, dotted
from catalog.mining.python.walk import blocks_of

Way = Literal["assigned", "added", "parameter", "caught", "unknown"]

#: Calls that end the program.
EXITS = frozenset({"sys.exit", "exit", "quit", "os._exit", "os.abort"})
#: Past so many statements a name is given up; only generated code gets there.
_MOST_STEPS = 5_000
#: And past so many blocks around it.
_MOST_LEVELS = 200


class Definition(NamedTuple):
    """One way a name may have got its value, with the place it stands at.

    `assigned`: from the expression. `added`: the expression was added (`+=`) to what the name held
    before. `parameter`: by the caller. `caught`: by the `except` clause given as `node`. `unknown`:
    in a way not followed (a loop, a `with`, a tuple).
    """

    way: Way
    value: ast.expr | None
    block: Block
    at: int
    node: ast.AST | None = None


class Reached(NamedTuple):
    """The definitions that reach a place; `open` where the name may also come from outside."""

    definitions: list[Definition]
    open: bool


def reaching(name: str, block: Block, index: int) -> Reached:
    """The definitions of a name that may be in force before statement `index` of `block`.

    The search ends at the function that holds the place; at module level it ends at the top.
    """
    found: list[Definition] = []
    search = _Search(name)
    for _ in range(_MOST_LEVELS):
        through = search.backwards(block, index, found)
        if not through or search.exhausted:
            return Reached(found, open=False)
        owner = block.owner
        if isinstance(owner, FunctionNode):
            if name in parameters(owner):
                found.append(Definition("parameter", None, block, 0))
                return Reached(found, open=False)
            return Reached(found, open=True)
        if owner is None or block.parent is None or isinstance(owner, ast.ClassDef):
            return Reached(found, open=True)
        if _bound_by_owner(owner, block, name, found):
            return Reached(found, open=False)
        if (
            isinstance(block.around, ast.Try | ast.TryStar)
            and block.statements is not block.around.body
        ):
            search.maybe(block.around.body, block, found)
        block, index = block.parent, block.index
    return Reached([*found, Definition("unknown", None, block, index)], open=False)


def _bound_by_owner(owner: ast.AST, block: Block, name: str, found: list[Definition]) -> bool:
    if isinstance(owner, ast.ExceptHandler) and owner.name == name:
        found.append(Definition("caught", None, block, 0, owner))
        return True
    targets: list[ast.expr] = []
    if isinstance(owner, ast.For | ast.AsyncFor) and block.part == "body":
        targets = [owner.target]
    elif isinstance(owner, ast.With | ast.AsyncWith):
        targets = [item.optional_vars for item in owner.items if item.optional_vars]
    if any(_binds(target, name) for target in targets):
        found.append(Definition("unknown", None, block, 0, owner))
        return True
    return False


class _Search:
    """One backwards search for one name."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.steps = 0

    @property
    def exhausted(self) -> bool:
        return self.steps > _MOST_STEPS

    def backwards(self, block: Block, index: int, found: list[Definition]) -> bool:
        """Collect from the statements before `index`; whether earlier ones may still count."""
        for at in range(min(index, len(block.statements)) - 1, -1, -1):
            self.steps += 1
            if self.exhausted:
                found.append(Definition("unknown", None, block, at))
                return False
            if not self.statement(block.statements[at], block, at, found):
                return False
        return True

    def statement(
        self, statement: ast.stmt, block: Block, at: int, found: list[Definition]
    ) -> bool:
        """Collect what one statement assigns; whether what came before it may still count."""
        if isinstance(statement, ast.Assign):
            return self._assign(statement.targets, statement.value, block, at, found)
        if isinstance(statement, ast.AnnAssign):
            if statement.value is None:
                return True
            return self._assign([statement.target], statement.value, block, at, found)
        if isinstance(statement, ast.AugAssign):
            return self._added(statement, block, at, found)
        if isinstance(statement, ast.If):
            return self._either(statement, block, at, found)
        if isinstance(statement, ScopeNode):
            if statement.name != self.name:
                return True
            found.append(Definition("unknown", None, block, at, statement))
            return False
        if isinstance(statement, ast.Import | ast.ImportFrom):
            return not any((alias.asname or alias.name) == self.name for alias in statement.names)
        return self._compound(statement, block, at, found)

    def _assign(
        self,
        targets: list[ast.expr],
        value: ast.expr,
        block: Block,
        at: int,
        found: list[Definition],
    ) -> bool:
        for target in targets:
            if isinstance(target, ast.Name) and target.id == self.name:
                found.append(Definition("assigned", value, block, at))
                return False
            if isinstance(target, ast.Tuple | ast.List) and _binds(target, self.name):
                element = _element(target, value, self.name)
                way: Way = "unknown" if element is None else "assigned"
                found.append(Definition(way, element, block, at))
                return False
        return True

    def _added(
        self, statement: ast.AugAssign, block: Block, at: int, found: list[Definition]
    ) -> bool:
        if not (isinstance(statement.target, ast.Name) and statement.target.id == self.name):
            return True
        way: Way = "added" if isinstance(statement.op, ast.Add) else "unknown"
        found.append(Definition(way, statement.value, block, at))
        return False

    def _either(self, statement: ast.If, block: Block, at: int, found: list[Definition]) -> bool:
        """An `if` with its `elif`s, without a level of recursion for each of them."""
        through = False
        branch: ast.If | None = statement
        while branch is not None:
            through |= self._branch(branch.body, branch, "body", block, at, found)
            rest = branch.orelse
            branch = rest[0] if len(rest) == 1 and isinstance(rest[0], ast.If) else None
            if branch is None:
                through |= (
                    self._branch(rest, statement, "orelse", block, at, found) if rest else True
                )
        return through

    def _branch(
        self,
        statements: list[ast.stmt],
        owner: ast.AST,
        part: str,
        block: Block,
        at: int,
        found: list[Definition],
    ) -> bool:
        if ends(statements):
            return False
        return self.backwards(Block(statements, owner, part, block, at), len(statements), found)

    def _compound(
        self, statement: ast.stmt, block: Block, at: int, found: list[Definition]
    ) -> bool:
        """Loops, `with`, `try`, `match`: what they assign may or may not have been reached."""
        inner = blocks_of(statement, block, at)
        certain = isinstance(statement, ast.With | ast.AsyncWith)
        through = True
        for one in inner:
            if one.owner is not None and _bound_by_owner(one.owner, one, self.name, []):
                found.append(Definition("unknown", None, one, 0, one.owner))
            if not ends(one.statements):
                through = self.backwards(one, len(one.statements), found) and through
        if certain:
            return through
        return through or not _covers_all(statement)

    def maybe(self, statements: list[ast.stmt], block: Block, found: list[Definition]) -> None:
        """What the body of a `try` may have assigned before its handler ran."""
        inner = Block(statements, block.around, "body", block.parent, block.index)
        self.backwards(inner, len(statements), found)


def _covers_all(statement: ast.stmt) -> bool:
    """Whether one of the inner blocks of a `try` or `match` always runs to its end."""
    if isinstance(statement, ast.Try | ast.TryStar):
        return all(
            ends(handler.body) or _assigns_same(handler.body, statement.body)
            for handler in statement.handlers
        )
    return isinstance(statement, ast.Match) and _has_default(statement)


def _assigns_same(left: list[ast.stmt], right: list[ast.stmt]) -> bool:
    def names(statements: list[ast.stmt]) -> set[str]:
        return {
            target.id
            for statement in statements
            if isinstance(statement, ast.Assign)
            for target in statement.targets
            if isinstance(target, ast.Name)
        }

    return bool(names(left) & names(right))


def _has_default(statement: ast.Match) -> bool:
    last = statement.cases[-1]
    return isinstance(last.pattern, ast.MatchAs) and last.pattern.pattern is None and not last.guard


def _binds(target: ast.expr, name: str) -> bool:
    if isinstance(target, ast.Name):
        return target.id == name
    if isinstance(target, ast.Starred):
        return _binds(target.value, name)
    if isinstance(target, ast.Tuple | ast.List):
        return any(_binds(element, name) for element in target.elts)
    return False


def _element(target: ast.Tuple | ast.List, value: ast.expr, name: str) -> ast.expr | None:
    if not isinstance(value, ast.Tuple | ast.List) or len(value.elts) != len(target.elts):
        return None
    for left, right in zip(target.elts, value.elts, strict=True):
        if isinstance(left, ast.Name) and left.id == name:
            return right
    return None


def parameters(function: FunctionNode | ast.Lambda) -> list[str]:
    """The names of a function's parameters, in order, the catch-alls included."""
    spec = function.args
    every = [*spec.posonlyargs, *spec.args, *spec.kwonlyargs]
    every += [one for one in (spec.vararg, spec.kwarg) if one]
    return [argument.arg for argument in every]


def ends(statements: list[ast.stmt]) -> bool:
    """Whether control never runs past these statements: they return, raise, break or exit."""
    while statements:
        last = statements[-1]
        if isinstance(last, ast.Raise | ast.Return | ast.Continue | ast.Break):
            return True
        if isinstance(last, ast.With | ast.AsyncWith):
            statements = last.body
        elif isinstance(last, ast.If) and last.orelse:
            if not ends(last.body):
                return False
            statements = last.orelse
        else:
            return isinstance(last, ast.Expr) and exits(last.value)
    return False


def exits(value: ast.expr) -> bool:
    """Whether an expression is a call that ends the program."""
    return isinstance(value, ast.Call) and dotted(value.func) in EXITS
