"""Who calls a function, within its module, and how deep it lies behind the public interface."""

from __future__ import annotations

import ast
import bisect

from catalog.mining.python.module import FunctionNode, Module, Scope

_MOST_CALLERS = 4
_MOST_DEPTH = 6


class CallGraph:
    """The calls inside one module, looked up as they are asked for.

    Calls are found in the text, not in the tree: a search for the few names that matter costs far
    less than a visit to every expression. A method is called as `self.name(` or `cls.name(` within
    its class, a function as `name(`.
    """

    def __init__(self, module: Module) -> None:
        self._module = module
        functions = [scope for scope in module.scopes.values() if scope.function is not None]
        functions.sort(key=_first_line)
        self._functions = functions
        self._starts = [_first_line(scope) for scope in functions]
        self._offsets: list[int] = []
        self._known: dict[str, list[Scope]] = {}
        self._quiet = _docstring_lines(module)

    def callers(self, scope: Scope) -> list[Scope]:
        """The functions of the module that call this one, in the order of the text."""
        known = self._known.get(scope.qualname)
        if known is None:
            known = self._known[scope.qualname] = self._search(scope)
        return known

    def public_callers(self, scope: Scope) -> tuple[tuple[str, ...], int | None]:
        """The nearest public functions that lead here, and how many calls away they are.

        A public function lies at depth 0 and its callers are those that call it directly. With no
        public function in sight the depth is None.
        """
        if is_public(scope):
            direct = [one for one in self.callers(scope) if one is not scope]
            return _named(direct), 0
        seen = {scope.qualname}
        level = [scope]
        for depth in range(1, _MOST_DEPTH + 1):
            above = [
                caller
                for one in level
                for caller in self.callers(one)
                if caller.qualname not in seen
            ]
            seen.update(caller.qualname for caller in above)
            public = [caller for caller in above if is_public(caller)]
            if public:
                return _named(public), depth
            level = above
            if not level:
                break
        return _named(self.callers(scope)), None

    def _search(self, scope: Scope) -> list[Scope]:
        assert scope.function is not None
        name = scope.function.name
        method = scope.outer is not None and scope.outer.is_class
        if name.startswith("__") or name not in self._module.text:
            return []
        text, wanted = self._module.text, name + "("
        prefixes = ("self.", "cls.") if method else ()
        found: dict[str, Scope] = {}
        at = text.find(wanted)
        while at >= 0:
            if _is_call(text, at, prefixes):
                self._note(self._line(at), scope, method, found)
            at = text.find(wanted, at + 1)
        return list(found.values())

    def _note(self, line: int, scope: Scope, method: bool, found: dict[str, Scope]) -> None:
        caller = self._function_at(line)
        if caller is not None and (not method or _same_class(caller, scope)):
            found[caller.qualname] = caller

    def _line(self, offset: int) -> int:
        if not self._offsets:
            position = 0
            for line in self._module.lines:
                self._offsets.append(position)
                position += len(line) + 1
        return bisect.bisect_right(self._offsets, offset)

    def _function_at(self, line: int) -> Scope | None:
        """The innermost function whose body holds a line of code."""
        if line in self._quiet or self._module.lines[line - 1].lstrip().startswith("#"):
            return None
        at = bisect.bisect_right(self._starts, line) - 1
        while at >= 0:
            scope = self._functions[at]
            if scope.function is not None and line <= (scope.function.end_lineno or 0):
                return scope if line > scope.function.lineno or _one_line(scope) else None
            at -= 1
            if at >= 0 and self._starts[at] < line - 20_000:
                break
        return None


def _is_call(text: str, at: int, prefixes: tuple[str, ...]) -> bool:
    """Whether the name that begins at a place is called there, not defined or part of another."""
    before = text[max(0, at - 6) : at]
    if prefixes:
        return before.endswith(prefixes)
    return not (before[-1:].isalnum() or before.endswith(("_", ".", "def ", "class ")))


def _first_line(scope: Scope) -> int:
    return scope.node.lineno if scope.node is not None else 0


def _one_line(scope: Scope) -> bool:
    return scope.function is not None and scope.function.lineno == scope.function.end_lineno


def _same_class(caller: Scope, scope: Scope) -> bool:
    return caller.class_scope() is scope.class_scope()


def _named(scopes: list[Scope]) -> tuple[str, ...]:
    return tuple(scope.qualname for scope in scopes[:_MOST_CALLERS])


def is_public(scope: Scope) -> bool:
    """Whether a function can be called by its users: no part of its name is private."""
    if "<locals>" in scope.qualname:
        return False
    *outer, last = scope.qualname.split(".")
    special = last.startswith("__") and last.endswith("__")
    return not any(part.startswith("_") for part in outer) and (special or not last.startswith("_"))


def _docstring_lines(module: Module) -> set[int]:
    found: set[int] = set()
    nodes = [scope.node for scope in module.scopes.values() if scope.node is not None]
    for node in (module.tree, *nodes):
        assert isinstance(node, (ast.Module, ast.ClassDef, *FunctionNode.__args__))
        first = node.body[0] if node.body else None
        if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant):
            found.update(range(first.lineno, (first.end_lineno or first.lineno) + 1))
    return found
