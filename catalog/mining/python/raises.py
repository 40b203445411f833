"""What a statement raises: the ways its error is built, with class and arguments."""

from __future__ import annotations

import ast
import re
from typing import NamedTuple

from catalog.mining.python.classes import is_builtin_error
from catalog.mining.python.messages import (
    At,
    arguments_of,
    helper_of,
    inserted,
    inside_helper,
    returns_of,
)
from catalog.mining.python.module import Module, dotted
from catalog.mining.python.names import reaching
from catalog.mining.sites import Arguments, Built, Kind
from catalog.mining.template import Hole

_LOGGER = re.compile(r"(?i)(^|_|\b)log(ger|ging)?$")
_PARSER = re.compile(r"(?i)(^|_)(arg_?)?parser$|^ap$")
_LEVELS = frozenset({"error", "critical", "exception", "fatal"})
_MOST_STEPS = 6


class Raised(NamedTuple):
    """An error that may be raised: its class as written (None where only running code knows)."""

    name: str | None
    built: Built
    call: ast.Call | None = None


class Report(NamedTuple):
    """An error that is reported without an exception of its own: exit, usage, log or warning."""

    kind: Kind
    name: str | None
    arguments: Arguments


def raised_by(node: ast.expr, at: At, steps: int = 0) -> list[Raised]:
    """The errors that `raise node` may raise; at least one."""
    if isinstance(node, ast.Call):
        return _raised_by_call(node, at, steps)
    if isinstance(node, ast.IfExp):
        return [*raised_by(node.body, at, steps), *raised_by(node.orelse, at, steps)]
    if isinstance(node, ast.BoolOp):
        return [one for value in node.values for one in raised_by(value, at, steps)]
    if isinstance(node, ast.NamedExpr | ast.Await):
        return raised_by(node.value, at, steps)
    if isinstance(node, ast.Name):
        return _raised_by_name(node, at, steps)
    name = dotted(node)
    if name and _looks_like_class(name):
        return [_bare(name, at.module)]
    return [_unknown()]


def _bare(name: str, module: Module) -> Raised:
    return Raised(_last(name), Built(qualified_class(name, module), Arguments()))


def _unknown(name: str | None = None, module: Module | None = None) -> Raised:
    qualified = qualified_class(name, module) if name and module else None
    return Raised(
        _last(name) if name else None, Built(qualified, Arguments([[(Hole("message"),)]]))
    )


def _last(name: str) -> str:
    return name.rpartition(".")[2]


def qualified_class(name: str, module: Module) -> str | None:
    """The dotted name of a class as written: `builtins.ValueError`, `package.errors.Broken`."""
    found = module.qualified(name)
    if found is not None:
        return found
    if is_builtin_error(name):
        return f"builtins.{name}"
    # A star import may bring it; the table of all classes tells.
    return f"{module.stars[0]}.{name}" if len(module.stars) == 1 and "." not in name else None


def _looks_like_class(name: str) -> bool:
    last = _last(name).lstrip("_")
    return is_builtin_error(name) or (last[:1].isupper() and not last.isupper())


def _raised_by_name(node: ast.Name, at: At, steps: int) -> list[Raised]:
    reached = reaching(node.id, at.block, at.index)
    made: list[Raised] = []
    for definition in reached.definitions:
        if definition.way == "caught" and isinstance(definition.node, ast.ExceptHandler):
            made += _caught(definition.node, at.module)
        elif definition.way == "assigned" and definition.value is not None and steps < _MOST_STEPS:
            if not (isinstance(definition.value, ast.Constant)):
                there = at.moved(definition.block, definition.at)
                made += raised_by(definition.value, there, steps + 1)
        else:
            made.append(_unknown())
    if not reached.definitions:
        made.append(_bare(node.id, at.module) if _looks_like_class(node.id) else _unknown())
    return made or [_unknown()]


def _caught(handler: ast.ExceptHandler, module: Module) -> list[Raised]:
    """A caught error raised again: of the class that the handler names, saying what it said."""
    kinds = handler.type.elts if isinstance(handler.type, ast.Tuple) else [handler.type]
    names = [dotted(kind) if kind is not None else None for kind in kinds]
    return [_unknown(names[0] if len(names) == 1 else None, module)]


def _raised_by_call(node: ast.Call, at: At, steps: int) -> list[Raised]:
    func = node.func
    if isinstance(func, ast.Attribute) and func.attr in {"with_traceback", "add_note"}:
        return raised_by(func.value, at, steps)
    if isinstance(func, ast.IfExp):
        given = arguments_of(node, at)
        names = [dotted(func.body), dotted(func.orelse)]
        return [
            Raised(_last(name), Built(qualified_class(name, at.module), given), node)
            for name in names
            if name
        ] or [_unknown()]
    name = dotted(func)
    helper = helper_of(node, at) if steps < _MOST_STEPS else None
    if helper is not None:
        made = [
            one
            for value, block, index in returns_of(helper)
            for one in raised_by(value, inside_helper(helper, node, at, block, index), steps + 2)
        ]
        if any(one.name for one in made):
            return made
    if isinstance(func, ast.Attribute) and name and not _looks_like_class(name):
        # A constructor with a name of its own: `BrokenError.from_path(path)`.
        owner = dotted(func.value)
        if owner and _looks_like_class(owner):
            built = Built(qualified_class(owner, at.module), arguments_of(node, at))
            return [Raised(_last(owner), built, node)]
    if name in {"cls", "self.__class__"} or _is_type_of_self(func):
        return [_own_class(node, at)]
    return [_plain_call(name, node, at)]


def _is_type_of_self(func: ast.expr) -> bool:
    return isinstance(func, ast.Call) and ast.unparse(func) == "type(self)"


def _own_class(node: ast.Call, at: At) -> Raised:
    cls = at.scope.class_scope()
    name = cls.qualname if cls is not None else None
    qualified = f"{at.module.name}.{name}" if name else None
    return Raised(_last(name) if name else None, Built(qualified, arguments_of(node, at)), node)


def _plain_call(name: str | None, node: ast.Call, at: At) -> Raised:
    given = arguments_of(node, at)
    if name is None:
        return Raised(None, Built(None, given), node)
    if isinstance(node.func, ast.Name):
        name = at.classes.get(name, name)
        if name != node.func.id and _looks_like_class(name):
            return Raised(_last(name), Built(qualified_class(name, at.module), given), node)
        named = _class_behind(node.func, at)
        if named is not None:
            return Raised(_last(named), Built(qualified_class(named, at.module), given), node)
        if reaching(name, at.block, at.index).definitions:
            return Raised(None, Built(None, given), node)
    known = at.module.scope(name)
    is_class = _looks_like_class(name) or (known.is_class if known else at.module.qualified(name))
    told = _last(name) if is_class else None
    return Raised(told, Built(qualified_class(name, at.module) if told else None, given), node)


def _class_behind(node: ast.Name, at: At) -> str | None:
    """The class that a name was set to (`error = ValueError`), where there is only one."""
    reached = reaching(node.id, at.block, at.index)
    if len(reached.definitions) != 1 or reached.open or reached.definitions[0].value is None:
        return None
    name = dotted(reached.definitions[0].value)
    return name if name and _looks_like_class(name) else None


def reported_by(call: ast.Call, at: At, kinds: frozenset[str]) -> Report | None:
    """The error that a call reports without raising one itself, if it is one of the kinds asked."""
    name = dotted(call.func)
    if name is None:
        return None
    owner, _, last = name.rpartition(".")
    if last == "exit" and "exit" in kinds and name in {"sys.exit", "exit"}:
        return _exit(call, at)
    if last == "error" and "usage" in kinds and _PARSER.search(_last(owner)) and call.args:
        return Report("usage", "SystemExit", Arguments([inserted(call.args[0], at)]))
    if last in _LEVELS and "log" in kinds and _LOGGER.search(_last(owner)) and call.args:
        return Report("log", None, Arguments([_logged(call, at)]))
    if last == "warn" and "warn" in kinds and name in {"warnings.warn", "warn"} and call.args:
        return Report("warn", _warning_class(call), Arguments([inserted(call.args[0], at)]))
    return None


def _exit(call: ast.Call, at: At) -> Report | None:
    if len(call.args) != 1 or isinstance(call.args[0], ast.Starred):
        return None
    argument = call.args[0]
    if isinstance(argument, ast.Constant) and not isinstance(argument.value, str):
        return None
    return Report("exit", "SystemExit", Arguments([inserted(argument, at)]))


def _logged(call: ast.Call, at: At) -> list[tuple[str | Hole, ...]]:
    """The text of a logging call, whose arguments go into its `%` fields."""
    if len(call.args) == 1:
        return inserted(call.args[0], at)
    arguments: ast.expr = call.args[1]
    if len(call.args) > 2 or not isinstance(arguments, ast.Dict):
        arguments = ast.Tuple(call.args[1:], ast.Load())
    return inserted(ast.BinOp(call.args[0], ast.Mod(), arguments), at)


def _warning_class(call: ast.Call) -> str | None:
    given = [keyword.value for keyword in call.keywords if keyword.arg == "category"]
    given += call.args[1:2]
    name = dotted(given[0]) if given else "UserWarning"
    return _last(name) if name else None
