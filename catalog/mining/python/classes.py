"""Classes of errors: what their messages are made of, read from `__init__` and `__str__`."""

from __future__ import annotations

import ast
import builtins
from collections.abc import Mapping
from dataclasses import replace

from catalog.mining.python.messages import (
    At,
    arguments_of,
    defaults_of,
    returns_of,
    templates_of,
)
from catalog.mining.python.module import Module, Scope, class_name, dotted
from catalog.mining.python.walk import blocks_of
from catalog.mining.sites import Arguments, ErrorClass
from catalog.mining.template import Hole, Template, Templates, has_text, unique

_ENDINGS = ("Error", "Exception", "Warning", "Exit", "Interrupt", "Failure")


def is_builtin_error(name: str) -> bool:
    """Whether a name is one of Python's own exception classes."""
    found = getattr(builtins, name, None)
    return isinstance(found, type) and issubclass(found, BaseException)


def builtin_bases(name: str) -> tuple[str, ...]:
    """The names of the classes above one of Python's own exception classes, nearest first."""
    found = getattr(builtins, name, None)
    return tuple(cls.__name__ for cls in found.__mro__[1:-1]) if isinstance(found, type) else ()


def error_classes(module: Module) -> list[ErrorClass]:
    """Those of a module's classes that look like errors, by their name or their bases."""
    known: dict[str, bool] = {}
    return [
        _described(module, scope)
        for scope in list(module.scopes.values())
        if scope.is_class and _is_error(module, scope, known)
    ]


def _is_error(module: Module, scope: Scope, known: dict[str, bool]) -> bool:
    if scope.qualname in known:
        return known[scope.qualname]
    known[scope.qualname] = False
    assert isinstance(scope.node, ast.ClassDef)
    answer = scope.qualname.endswith(_ENDINGS)
    for base in scope.node.bases:
        name = class_name(base) or ""
        above = module.class_named(name)
        answer = answer or name.endswith(_ENDINGS)
        answer = answer or (above is not None and _is_error(module, above, known))
    known[scope.qualname] = answer
    return answer


def _described(module: Module, scope: Scope) -> ErrorClass:
    assert isinstance(scope.node, ast.ClassDef)
    bases = [class_name(base) for base in scope.node.bases]
    described = ErrorClass(
        f"{module.name}.{scope.qualname}",
        tuple(module.qualified(name) or name for name in bases if name),
    )
    init = module.scopes.get(f"{scope.qualname}.__init__")
    fields = _fields(scope.node) if init is None else {}
    attributes: dict[str, Templates] = {}
    if init is not None and init.function is not None:
        spec = init.function.args
        described.parameters = tuple(argument.arg for argument in (*spec.posonlyargs, *spec.args))[
            1:
        ]
        described.rest = spec.vararg.arg if spec.vararg else None
        described.defaults = _defaults(init, _inside(module, scope, init))
        described.handed_on, attributes = _read_init(module, scope, init)
    elif fields:
        described.parameters = tuple(fields)
        attributes = {name: [(Hole(name, parameter=True),)] for name in fields}
    described.message = _read_str(module, scope, attributes)
    has_own = f"{scope.qualname}.__str__" in module.scopes
    described.worded_elsewhere = has_own and described.message is None
    return described


def _fields(node: ast.ClassDef) -> dict[str, ast.expr | None]:
    """The fields of a dataclass (or attrs class), which are its parameters."""
    decorators = [ast.unparse(one) for one in node.decorator_list]
    if not any("dataclass" in one or one.startswith(("attr", "define")) for one in decorators):
        return {}
    return {
        statement.target.id: statement.value
        for statement in node.body
        if isinstance(statement, ast.AnnAssign) and isinstance(statement.target, ast.Name)
    }


def _inside(module: Module, cls: Scope, method: Scope) -> At:
    return At(module, method, method.block, 0, concrete=cls)


def _defaults(init: Scope, at: At) -> Mapping[str, Templates]:
    assert init.function is not None
    return {
        name: templates_of(value, replace(at, index=0))
        for name, value in defaults_of(init.function).items()
        if not isinstance(value, ast.Constant) or isinstance(value.value, str)
    }


def _read_init(
    module: Module, cls: Scope, init: Scope
) -> tuple[list[Arguments] | None, dict[str, Templates]]:
    """What `__init__` hands to its base class, and what it sets the instance's attributes to."""
    assert init.function is not None
    at = _inside(module, cls, init)
    handed: list[Arguments] = []
    attributes: dict[str, Templates] = {}
    stack = [init.block]
    while stack:
        block = stack.pop()
        for index, statement in enumerate(block.statements):
            here = replace(at, block=block, index=index)
            if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Call):
                given = _to_base(statement.value, here)
                if given is not None:
                    handed.append(given)
            elif isinstance(statement, ast.Assign | ast.AnnAssign) and statement.value is not None:
                _note_attribute(statement, statement.value, here, attributes, handed)
            else:
                stack += blocks_of(statement, block, index)
    return handed or None, attributes


def _to_base(call: ast.Call, at: At) -> Arguments | None:
    """The arguments of `super().__init__(…)` or `Base.__init__(self, …)`, None for another call."""
    if not (isinstance(call.func, ast.Attribute) and call.func.attr == "__init__"):
        return None
    given = arguments_of(call, at)
    if not (isinstance(call.func.value, ast.Call) and dotted(call.func.value.func) == "super"):
        given.positional = given.positional[1:]
    return given


def _note_attribute(
    statement: ast.Assign | ast.AnnAssign,
    value: ast.expr,
    at: At,
    attributes: dict[str, Templates],
    handed: list[Arguments],
) -> None:
    targets = statement.targets if isinstance(statement, ast.Assign) else [statement.target]
    for target in targets:
        if not (isinstance(target, ast.Attribute) and dotted(target) == f"self.{target.attr}"):
            continue
        if target.attr == "args" and isinstance(value, ast.Tuple):
            handed.append(Arguments([templates_of(element, at) for element in value.elts]))
            continue
        made = templates_of(value, at)
        attributes[target.attr] = unique([*attributes.get(target.attr, []), *made])


def _read_str(module: Module, cls: Scope, attributes: dict[str, Templates]) -> Templates | None:
    """What `__str__` returns; None where there is none or it is not told by the source."""
    method = module.scopes.get(f"{cls.qualname}.__str__")
    if method is None or method.function is None:
        return None
    made: Templates = []
    for value, block, index in returns_of(method):
        at = At(module, method, block, index, concrete=cls, attributes=attributes)
        made += templates_of(value, at)
    return unique(template for template in made if _says(template)) or None


def _says(template: Template) -> bool:
    return has_text(template) or any(isinstance(part, Hole) and part.parameter for part in template)
