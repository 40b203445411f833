"""Raise sites of C++ (and C, and CUDA): `TORCH_CHECK` and its like, `throw`, Python's C interface.

The class of a site is the one that a Python user sees: what the macro says, or what pybind11 makes
of a C++ exception. Nothing is preprocessed; a macro counts by its name.
"""

from __future__ import annotations

import re

import tree_sitter_cpp
from tree_sitter import Language, Node

from catalog.mining.literals import brace_format, printf_format, unescape
from catalog.mining.sites import FileFindings, Kind, RaiseSite
from catalog.mining.syntax import (
    above,
    bare,
    candidates,
    conditions,
    describe,
    findings_for,
    nearest,
    negated,
    one_line,
    parse,
    text_of,
)
from catalog.mining.template import (
    Hole,
    Templates,
    concatenated,
    error_message,
    hole_name,
    ordered,
    unique,
)

LANGUAGE = Language(tree_sitter_cpp.language())

_WORDS = re.compile(
    rb"""\bthrow\b | \bPyErr_(?:SetString|Format)\b
      | \b[A-Z][A-Z0-9_]*(?:CHECK|ASSERT|ENFORCE|REQUIRE|VERIFY|ERROR|FAIL|THROW)[A-Z0-9_]*
        (?=\s*\()""",
    re.VERBOSE,
)
_CONDITION = re.compile(r"CHECK|ASSERT|ENFORCE|REQUIRE|VERIFY")
_FUNCTIONS = frozenset({"function_definition", "lambda_expression"})
_SCOPES = {"namespace_definition", "class_specifier", "struct_specifier"}
_CALLS = frozenset({"call_expression", "throw_statement"})
#: The end of a check's name -> the class that PyTorch raises for it.
_BY_SUFFIX = {
    "_VALUE": "ValueError",
    "_TYPE": "TypeError",
    "_INDEX": "IndexError",
    "_NOT_IMPLEMENTED": "NotImplementedError",
    "_LINALG": "LinAlgError",
    "_IF_NOT_ON_CUDA": "RuntimeError",
}
#: What pybind11 makes of C++'s own exceptions and of those it defines.
_PYTHON_CLASSES = {
    "invalid_argument": "ValueError",
    "domain_error": "ValueError",
    "length_error": "ValueError",
    "range_error": "ValueError",
    "out_of_range": "IndexError",
    "overflow_error": "OverflowError",
    "bad_alloc": "MemoryError",
    "value_error": "ValueError",
    "type_error": "TypeError",
    "index_error": "IndexError",
    "key_error": "KeyError",
    "attribute_error": "AttributeError",
    "import_error": "ImportError",
    "buffer_error": "BufferError",
    "stop_iteration": "StopIteration",
    "runtime_error": "RuntimeError",
    "logic_error": "RuntimeError",
    "exception": "RuntimeError",
    "cast_error": "RuntimeError",
    "Error": "RuntimeError",
    "ValueError": "ValueError",
    "TypeError": "TypeError",
    "IndexError": "IndexError",
    "NotImplementedError": "NotImplementedError",
    "OutOfMemoryError": "OutOfMemoryError",
}
#: Functions that give their arguments back as one text.
_JOINING = frozenset({"str", "StrCat", "StrJoin", "string", "string_view", "to_string", "what"})
_FORMATTING = frozenset({"format", "sprintf", "StringPrintf", "StrFormat", "stringf"})
_MOST_DEPTH = 12
_UNTOLD = (
    "Expected {} to be true, but got false.  (Could this error message be improved?  If so, please "
    "report an enhancement request to PyTorch.)"
)


def mine_source(source: bytes, path: str, module: str, kinds: frozenset[str]) -> FileFindings:
    """What a C++ file raises. `module` is of no use here: C++ files are not imported."""
    del module
    findings = findings_for(source, path, _WORDS)
    if findings is None:
        return FileFindings(path, lines=source.count(b"\n") + 1)
    if findings.failure:
        return findings
    tree = parse(LANGUAGE, source)
    lines = source.decode("utf-8", "replace").split("\n")
    for node in candidates(tree, source, _WORDS):
        raising = nearest(node, _CALLS)
        if raising is None or _in_macro(node):
            continue
        if text_of(node) == "throw":
            site = _thrown(raising) if raising.type == "throw_statement" else None
            if site is None:
                findings.skipped.setdefault("bare re-raise", []).append(node.start_point[0] + 1)
        else:
            site = _called(raising, text_of(node))
        if site is not None and site.kind in kinds:
            _place(site, raising, lines)
            findings.sites.append(site)
    findings.number_sites()
    return findings


def _in_macro(node: Node) -> bool:
    """Whether a word stands in the definition of a macro, which raises nothing by itself."""
    return any(one.type in {"preproc_def", "preproc_function_def"} for one in above(node))


def _place(site: RaiseSite, node: Node, lines: list[str]) -> None:
    function = nearest(node, _FUNCTIONS)
    site.function = _qualified(function) if function is not None else None
    site.guard = (*conditions(node, _FUNCTIONS), *site.guard)
    statement = nearest(node, frozenset({"expression_statement", "throw_statement"}))
    describe(site, statement or node, function, lines)


def _qualified(function: Node) -> str | None:
    """`at::native::add_` for a function of that name in these namespaces and classes."""
    names: list[str] = []
    for one in above(function):
        if one.type == "function_definition":
            names.append(_declared(one))
        elif one.type in _SCOPES:
            name = one.child_by_field_name("name")
            names.append(text_of(name) if name is not None else "")
    return "::".join(name for name in reversed(names) if name) or None


def _declared(function: Node) -> str:
    node = function.child_by_field_name("declarator")
    while node is not None and node.type != "function_declarator":
        node = node.child_by_field_name("declarator") or next(
            (child for child in node.children if child.type.endswith("declarator")), None
        )
    name = node.child_by_field_name("declarator") if node is not None else None
    return one_line(name) if name is not None else ""


def _new_site(kind: Kind, name: str | None, qualified: str | None, made: Templates) -> RaiseSite:
    site = RaiseSite(kind, 0, 0, None, name, qualified, ordered(made))
    site.own_text = error_message(site.templates[0]) if site.templates else ""
    return site


def _thrown(node: Node) -> RaiseSite | None:
    """`throw std::runtime_error("…")`; None for a bare `throw;`."""
    value = next((child for child in node.named_children if child.type != "comment"), None)
    if value is None:
        return None
    callee = value.child_by_field_name("function") or value.child_by_field_name("type")
    arguments = value.child_by_field_name("arguments") or value.child_by_field_name("value")
    if callee is None or arguments is None:
        return _new_site("raise", None, None, [(Hole("message"),)])
    qualified = re.sub(r"<.*", "", one_line(callee))
    last = qualified.rpartition("::")[2]
    made = _most_telling(arguments.named_children)
    return _new_site("raise", _PYTHON_CLASSES.get(last, last), qualified, made)


def _most_telling(arguments: list[Node]) -> Templates:
    """The argument with text; an exception may have others (a code, a location)."""
    read = [_templates(argument, 0) for argument in arguments if argument.type != "comment"]
    telling = [made for made in read if any(isinstance(p, str) for one in made for p in one)]
    return (telling or read or [[()]])[0]


def _called(node: Node, name: str) -> RaiseSite | None:
    callee = node.child_by_field_name("function")
    arguments = node.child_by_field_name("arguments")
    if callee is None or arguments is None or text_of(callee).rpartition("::")[2] != name:
        return None
    given = [child for child in arguments.named_children if child.type != "comment"]
    if name.startswith("PyErr_"):
        return _python_error(name, given)
    if name.endswith(("_WITH", "_WITH_MSG", "THROW_ERROR")) and given:
        # The class comes first: TORCH_CHECK_WITH(OutOfMemoryError, condition, …).
        last = text_of(given[0]).rpartition("::")[2]
        return _check(name, given[1:], _PYTHON_CLASSES.get(last, last))
    return _check(name, given, _class_of(name))


def _class_of(name: str) -> str:
    return next(
        (cls for suffix, cls in _BY_SUFFIX.items() if name.endswith(suffix)), "RuntimeError"
    )


def _python_error(name: str, given: list[Node]) -> RaiseSite | None:
    if len(given) < 2:
        return None
    cls = text_of(given[0]).rpartition("::")[2].removeprefix("PyExc_")
    made = _templates(given[1], 0)
    if name == "PyErr_Format":
        made = printf_format(made, [one_line(one) for one in given[2:]])
    return _new_site("raise", cls, f"builtins.{cls}", made)


def _check(name: str, given: list[Node], cls: str) -> RaiseSite | None:
    """A check with its condition before the message, or an error that is the message alone."""
    has_condition = bool(_CONDITION.search(name)) and bool(given)
    condition = given[0] if has_condition else None
    if has_condition and condition is not None and condition.type == "string_literal":
        condition, has_condition = None, False
    message = given[1:] if has_condition else given
    if name.endswith("CHECK_ARG") and has_condition:
        message = given[2:]
    made: Templates = [()]
    if message:
        made = concatenated([_templates(one, 0) for one in message])
    if condition is not None and not message and name in {"TORCH_CHECK", "AT_CHECK"}:
        made = [(_UNTOLD.format(one_line(condition)),)]
    elif not any(isinstance(part, str) for one in made for part in one) and condition is None:
        return None
    site = _new_site(
        "raise", cls, "c10::Error" if name.startswith(("TORCH", "AT_")) else None, made
    )
    shown = bare(one_line(condition)) if condition is not None else "false"
    site.guard = () if shown in {"false", "0"} else (negated(shown),)
    return site


def _templates(node: Node, depth: int) -> Templates:
    """The messages that an expression may make."""
    if depth > _MOST_DEPTH:
        return _hole(node)
    if node.type in {"string_literal", "raw_string_literal"}:
        return [(unescape(text_of(node)),)]
    if node.type == "concatenated_string":
        return _joined(node.named_children, depth)
    if node.type in {"parenthesized_expression", "argument_list", "initializer_list"}:
        return _joined(node.named_children, depth)
    if node.type == "binary_expression":
        sides = [node.child_by_field_name("left"), node.child_by_field_name("right")]
        operator = node.child_by_field_name("operator")
        if operator is not None and text_of(operator) in {"+", "<<"}:
            return _joined([side for side in sides if side is not None], depth)
    if node.type == "conditional_expression":
        branches = [
            node.child_by_field_name("consequence"),
            node.child_by_field_name("alternative"),
        ]
        return unique(one for branch in branches if branch for one in _templates(branch, depth + 1))
    if node.type == "call_expression":
        return _made_by_call(node, depth)
    return _hole(node)


def _joined(nodes: list[Node], depth: int) -> Templates:
    pieces = [_templates(one, depth + 1) for one in nodes if one.type != "comment"]
    return concatenated(pieces) if pieces else [()]


def _made_by_call(node: Node, depth: int) -> Templates:
    callee = node.child_by_field_name("function")
    arguments = node.child_by_field_name("arguments")
    if callee is None or arguments is None:
        return _hole(node)
    if callee.type == "field_expression":
        owner = callee.child_by_field_name("argument")
        name = text_of(callee.child_by_field_name("field") or callee)
        return _templates(owner, depth + 1) if owner and name in {"c_str", "str"} else _hole(node)
    name = re.sub(r"<.*", "", text_of(callee)).rpartition("::")[2]
    given = [child for child in arguments.named_children if child.type != "comment"]
    if name in _FORMATTING and given:
        names = [one_line(one) for one in given[1:]]
        made = _templates(given[0], depth + 1)
        return brace_format(made, names) if name == "format" else printf_format(made, names)
    if name in _JOINING and given:
        return _joined(given, depth)
    return _hole(node)


def _hole(node: Node) -> Templates:
    return [(Hole(hole_name(one_line(node, 60))),)]
