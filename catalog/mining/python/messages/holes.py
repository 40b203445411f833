"""What a hole is called: a short name for the expression that a message shows."""

from __future__ import annotations

import ast

from catalog.mining.template import Hole, Templates, hole_name

#: Attributes that say nothing without what they belong to.
_EMPTY_NAMES = frozenset(
    {"__name__", "__class__", "__qualname__", "name", "shape", "dtype", "type"}
)


def hole(node: ast.expr, spec: str = "") -> Templates:
    """The one template of an expression that only running code knows."""
    return [(Hole(hole_name(words_of(node)), spec),)]


def words_of(node: ast.expr) -> str:
    """The words for an expression: `len(self.items) + 1` gives `len items 1`."""
    if isinstance(node, ast.Name):
        return node.id
    if isinstance(node, ast.Attribute):
        own = node.attr.strip("_")
        return f"{words_of(node.value)} {own}" if node.attr in _EMPTY_NAMES else own
    if isinstance(node, ast.Call):
        return _words_of_call(node)
    if isinstance(node, ast.Subscript):
        return f"{words_of(node.value)} {words_of(node.slice)}"
    if isinstance(node, ast.BinOp):
        return f"{words_of(node.left)} {words_of(node.right)}"
    if isinstance(node, ast.Constant):
        return str(node.value)[:40]
    return _words_inside(node)


def _words_inside(node: ast.expr) -> str:
    """The words for the part of an expression that counts most."""
    if isinstance(node, ast.GeneratorExp | ast.ListComp | ast.SetComp):
        return words_of(node.generators[0].iter)
    if isinstance(node, ast.IfExp):
        return words_of(node.body)
    if isinstance(node, ast.BoolOp):
        return words_of(node.values[0])
    if isinstance(node, ast.Starred | ast.Await | ast.FormattedValue):
        return words_of(node.value)
    if isinstance(node, ast.UnaryOp):
        return words_of(node.operand)
    return "value"


def _words_of_call(node: ast.Call) -> str:
    if not node.args:
        return words_of(node.func)
    if isinstance(node.func, ast.Attribute) and node.func.attr == "join":
        return words_of(node.args[0])
    return f"{words_of(node.func)} {words_of(node.args[0])}"
