"""Texts that calls make: `.format`, `.join`, translations, small helpers of the same module."""

from __future__ import annotations

import ast
import inspect
import textwrap
from collections.abc import Callable

from catalog.mining.python.formats import braces
from catalog.mining.python.messages.at import At
from catalog.mining.python.messages.dispatch import inserted, is_told, reads, templates_of
from catalog.mining.python.messages.helpers import helper_of, returned
from catalog.mining.python.messages.holes import hole
from catalog.mining.python.messages.texts import Filler, each_text
from catalog.mining.python.module import dotted
from catalog.mining.python.names import reaching
from catalog.mining.template import Hole, Template, Templates, concatenated, has_hole, unique

#: Calls that give their text back as it is, or translated: the text is their first argument.
_TRANSLATIONS = frozenset(
    {"_", "_l", "gettext", "gettext_lazy", "gettext_noop", "lazy_gettext", "ugettext"}
    | {"ugettext_lazy", "N_", "_N", "str", "text_type", "force_str", "format_html", "mark_safe"}
)
#: The same, with a context before the text.
_CONTEXT_TRANSLATIONS = frozenset({"pgettext", "pgettext_lazy"})
#: The hole that stands for what the base class of an error says (`super().__str__()`).
BASE_MESSAGE = "message"
#: Singular and plural.
_PLURALS = frozenset({"ngettext", "ngettext_lazy", "ungettext", "ungettext_lazy"})
_TEXT_CALLS: dict[str, Callable[[str], str]] = {
    "textwrap.dedent": textwrap.dedent,
    "dedent": textwrap.dedent,
    "inspect.cleandoc": inspect.cleandoc,
    "cleandoc": inspect.cleandoc,
}
_TEXT_METHODS: dict[str, Callable[[str], str]] = {
    "lower": str.lower,
    "upper": str.upper,
    "capitalize": str.capitalize,
    "title": str.title,
}


@reads(ast.Call)
def _call(node: ast.Call, at: At) -> Templates:
    name = dotted(node.func) or ""
    last = name.rpartition(".")[2]
    if node.args and not isinstance(node.args[0], ast.Starred):
        if last in _TRANSLATIONS:
            return inserted(node.args[0], at)
        if last in _CONTEXT_TRANSLATIONS and len(node.args) > 1:
            return inserted(node.args[1], at)
        if last in _PLURALS and len(node.args) > 1:
            return unique([*inserted(node.args[0], at), *inserted(node.args[1], at)])
        if name in _TEXT_CALLS:
            return _changed(templates_of(node.args[0], at), _TEXT_CALLS[name])
    if isinstance(node.func, ast.Attribute):
        if node.func.attr == "__str__":
            return [(Hole(BASE_MESSAGE, parameter=True),)]
        made = _method_call(node, node.func, at)
        if made is not None:
            return made
    helper = helper_of(node, at)
    return returned(helper, node, at) if helper is not None else hole(node)


def _method_call(node: ast.Call, func: ast.Attribute, at: At) -> Templates | None:
    if func.attr == "format":
        return each_text(func.value, at, lambda text: braces(text, Filler(at, node).fill))
    if func.attr == "join" and len(node.args) == 1:
        return _join(func.value, node.args[0], at)
    if func.attr in {"strip", "lstrip", "rstrip"}:
        return [_stripped(template, func.attr) for template in templates_of(func.value, at)]
    if func.attr in {"format_map", "replace", "removesuffix", "removeprefix", "expandtabs"}:
        made = templates_of(func.value, at)
        return made if is_told(made) and func.attr == "expandtabs" else None
    if func.attr in _TEXT_METHODS and not node.args:
        made = templates_of(func.value, at)
        if not any(has_hole(template) for template in made):
            return _changed(made, _TEXT_METHODS[func.attr])
        return hole(func.value)
    return None


def _stripped(template: Template, how: str) -> Template:
    parts = list(template)
    if parts and isinstance(parts[0], str) and how != "rstrip":
        parts[0] = parts[0].lstrip()
    if parts and isinstance(parts[-1], str) and how != "lstrip":
        parts[-1] = parts[-1].rstrip()
    return tuple(part for part in parts if part != "")


def _changed(templates: Templates, change: Callable[[str], str]) -> Templates:
    """The texts changed; one with holes is changed with a mark in place of each."""
    made: Templates = []
    for template in templates:
        holes = [part for part in template if isinstance(part, Hole)]
        text = "".join("\0" if isinstance(part, Hole) else part for part in template)
        pieces = change(text).split("\0")
        parts: list[str | Hole] = [pieces[0]]
        for one, piece in zip(holes, pieces[1:], strict=False):
            parts += [one, piece]
        made.append(tuple(part for part in parts if part != ""))
    return made


def _join(separator: ast.expr, items: ast.expr, at: At) -> Templates:
    texts = templates_of(separator, at)
    between = texts[0] if len(texts) == 1 and not has_hole(texts[0]) else (Hole("separator"),)
    more: list[Templates] = []
    if isinstance(items, ast.Name):
        found = _list_behind(items.id, at)
        if found is None:
            return hole(items)
        items, changed = found
        more = [[(Hole("more"),)]] if changed else []
    if not isinstance(items, ast.List | ast.Tuple) or not items.elts:
        return hole(items)
    pieces: list[Templates] = []
    for position, element in enumerate(items.elts):
        pieces += [[between]] if position else []
        pieces.append(hole(element) if isinstance(element, ast.Starred) else inserted(element, at))
    return concatenated(pieces + more)


def _list_behind(name: str, at: At) -> tuple[ast.expr, bool] | None:
    """The list that a name was set to, and whether it grew before the place."""
    reached = reaching(name, at.block, at.index)
    values = [one for one in reached.definitions if one.way == "assigned"]
    if len(values) != 1 or reached.open or not isinstance(values[0].value, ast.List):
        return None
    start = values[0].value.end_lineno or 0
    end = at.block.statements[at.index].lineno if at.index < len(at.block.statements) else start
    between = "\n".join(at.module.lines[start : end - 1])
    grew = len(reached.definitions) > 1 or any(
        f"{name}{change}" in between for change in (".append(", ".extend(", " += ", ".insert(")
    )
    return values[0].value, grew
