"""Raise sites of JavaScript and TypeScript: `throw`, rejected promises, asserts, `createError`."""

from __future__ import annotations

import re

import tree_sitter_javascript
import tree_sitter_typescript
from tree_sitter import Language, Node

from catalog.mining.literals import printf_format, unescape, without_escapes
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
    filled,
    hole_name,
    ordered,
    unique,
)

JAVASCRIPT = Language(tree_sitter_javascript.language())
TYPESCRIPT = Language(tree_sitter_typescript.language_typescript())
TSX = Language(tree_sitter_typescript.language_tsx())
_LANGUAGES = {".ts": TYPESCRIPT, ".mts": TYPESCRIPT, ".cts": TYPESCRIPT, ".tsx": TSX}

_WORDS = re.compile(
    rb"""\bthrow\b | (?<=\bPromise\.)reject(?=\s*\() | \breject(?=\s*\(\s*(?:new|create))
      | \bassert(?=\s*[.(]) | \binvariant(?=\s*\() | \b(?:createError|createHttpError)(?=\s*\()
      | (?<=\bconsole\.)error(?=\s*\() | (?<=\blogger\.)(?:error|fatal)(?=\s*\()""",
    re.VERBOSE,
)
_FUNCTIONS = frozenset(
    {"function_declaration", "function_expression", "arrow_function", "method_definition"}
    | {"generator_function_declaration", "generator_function"}
)
_SCOPES = {"class_declaration", "class", "abstract_class_declaration", "internal_module", "module"}
_STATEMENTS = frozenset(
    {"throw_statement", "expression_statement", "return_statement", "lexical_declaration"}
)
_MOST_DEPTH = 12
_CREATORS = {"createError", "createHttpError"}
_LOGS = {"error", "fatal"}


def mine_source(source: bytes, path: str, module: str, kinds: frozenset[str]) -> FileFindings:
    """What a JavaScript or TypeScript file raises. `module` is of no use here."""
    del module
    findings = findings_for(source, path, _WORDS)
    if findings is None:
        return FileFindings(path, lines=source.count(b"\n") + 1)
    if findings.failure:
        return findings
    language = _LANGUAGES.get(path[path.rfind(".") :].lower(), JAVASCRIPT)
    tree = parse(language, source)
    lines = source.decode("utf-8", "replace").split("\n")
    classes = _Classes(tree.root_node)
    for node in candidates(tree, source, _WORDS):
        site = _site_at(node, classes)
        if site is not None and site.kind in kinds:
            _place(site, node, lines)
            findings.sites.append(site)
    findings.number_sites()
    return findings


class _Classes:
    """The classes of one file that make their own message: `super(`…`)` in the constructor."""

    def __init__(self, root: Node) -> None:
        self._root = root
        self._found: dict[str, tuple[list[str], Templates]] | None = None

    def message(self, name: str | None, given: list[Templates]) -> Templates | None:
        """What a `new` of that class says; None where the file does not tell."""
        if self._found is None:
            self._found = {}
            for node in self._root.named_children:
                self._note(node)
        known = self._found.get(name or "")
        if known is None:
            return None
        parameters, templates = known
        arguments = dict(zip(parameters, given, strict=False))
        return unique(one for template in templates for one in filled(template, arguments))

    def _note(self, node: Node) -> None:
        if node.type == "export_statement":
            node = node.child_by_field_name("declaration") or node
        name, body = node.child_by_field_name("name"), node.child_by_field_name("body")
        if node.type not in _SCOPES or name is None or body is None or self._found is None:
            return
        for method in body.named_children:
            called = method.child_by_field_name("name")
            if method.type == "method_definition" and called and text_of(called) == "constructor":
                parameters = _parameters(method)
                made = _handed_to_super(method, frozenset(parameters))
                if made:
                    self._found[text_of(name)] = (parameters, made)


def _parameters(method: Node) -> list[str]:
    listed = method.child_by_field_name("parameters")
    found: list[str] = []
    for one in listed.named_children if listed is not None else ():
        name = one.child_by_field_name("pattern") or one.child_by_field_name("left") or one
        found.append(text_of(name))
    return found


def _handed_to_super(method: Node, parameters: frozenset[str]) -> Templates | None:
    body = method.child_by_field_name("body")
    for statement in body.named_children if body is not None else ():
        call = statement.named_children[0] if statement.named_children else None
        callee = call.child_by_field_name("function") if call is not None else None
        if call is not None and callee is not None and callee.type == "super":
            given = _arguments(call)
            return _Reader(parameters).templates(given[0]) if given else None
    return None


def _arguments(call: Node) -> list[Node]:
    listed = call.child_by_field_name("arguments")
    if listed is None:
        return []
    if listed.type == "template_string":
        return [listed]
    return [child for child in listed.named_children if child.type != "comment"]


def _site_at(node: Node, classes: _Classes) -> RaiseSite | None:
    word = text_of(node)
    if word == "throw":
        statement = node.parent
        if statement is None or statement.type != "throw_statement" or not statement.named_children:
            return None
        return _raised("raise", statement.named_children[0], classes)
    call = nearest(node, frozenset({"call_expression"}))
    callee = call.child_by_field_name("function") if call is not None else None
    if call is None or callee is None or not _names(callee, node):
        return None
    if word in _CREATORS and _is_thrown(call):
        return None  # It stands in a `throw`, which is the site.
    given = _arguments(call)
    if word in {"assert", "invariant"}:
        return _asserted(word, given)
    if word in _LOGS:
        return _new_site("log", None, _formatted(given)) if given else None
    if word in _CREATORS:
        return _raised("raise", call, classes)
    return _raised("raise", given[0], classes) if given else None


def _names(callee: Node, node: Node) -> bool:
    """Whether the word stands in what is called, not in an argument."""
    return callee.start_byte <= node.start_byte and node.end_byte <= callee.end_byte


def _is_thrown(call: Node) -> bool:
    """Whether a created error is thrown, or given to `reject`, where it stands."""
    outer = call.parent
    if outer is not None and outer.type == "arguments" and outer.parent is not None:
        callee = outer.parent.child_by_field_name("function")
        return callee is not None and text_of(callee).rpartition(".")[2] == "reject"
    return outer is not None and outer.type == "throw_statement"


def _new_site(kind: Kind, name: str | None, made: Templates) -> RaiseSite:
    site = RaiseSite(kind, 0, 0, None, name, None, ordered(made))
    site.own_text = error_message(site.templates[0]) if site.templates else ""
    return site


def _raised(kind: Kind, value: Node, classes: _Classes) -> RaiseSite:
    """`new X(…)`, `X(…)`, `createError(404, …)`, or a value that is thrown as it is."""
    value = _unwrapped(value)
    callee = value.child_by_field_name("constructor") or value.child_by_field_name("function")
    if value.type not in {"new_expression", "call_expression"} or callee is None:
        return _new_site(kind, None, _Reader().templates(value))
    name = text_of(callee).rpartition(".")[2]
    given = _arguments(value)
    read = [_Reader().templates(one) for one in given]
    made = classes.message(name, read) or _most_telling(read)
    site = _new_site(kind, None if name in _CREATORS or not name[:1].isupper() else name, made)
    if name in _CREATORS and given and given[0].type == "number" and text_of(given[0]).isdigit():
        site.http_status = int(text_of(given[0]))
    return site


def _unwrapped(value: Node) -> Node:
    """The value without `await`, brackets and type assertions."""
    kinds = {"parenthesized_expression", "await_expression", "as_expression", "non_null_expression"}
    while value.type in kinds and value.named_children:
        value = value.named_children[0]
    return value


def _most_telling(read: list[Templates]) -> Templates:
    telling = [made for made in read if any(isinstance(p, str) for one in made for p in one)]
    return (telling or read or [[()]])[0]


def _asserted(word: str, given: list[Node]) -> RaiseSite | None:
    """`assert(condition, "…")`, `assert.equal(a, b, "…")`; None without a message."""
    if len(given) < 2:
        return None
    made = _Reader().templates(given[-1] if word == "assert" else given[1])
    if not any(isinstance(part, str) for one in made for part in one):
        return None
    site = _new_site("assert", "AssertionError" if word == "assert" else None, made)
    if len(given) == 2:
        site.guard = (negated(bare(one_line(given[0]))),)
    return site


def _formatted(given: list[Node]) -> Templates:
    made = _Reader().templates(given[0])
    return printf_format(made, [one_line(one, 60) for one in given[1:]]) if len(given) > 1 else made


class _Reader:
    """Reads expressions; names in `parameters` are left for the call to fill."""

    def __init__(self, parameters: frozenset[str] = frozenset()) -> None:
        self._parameters = parameters

    def templates(self, node: Node, depth: int = 0) -> Templates:
        """The messages that an expression may make."""
        node = _unwrapped(node)
        if depth > _MOST_DEPTH:
            return self._hole(node)
        if node.type == "string":
            return [(unescape(text_of(node)),)]
        if node.type == "template_string":
            return self._template_string(node, depth)
        if node.type == "binary_expression":
            return self._binary(node, depth)
        if node.type == "ternary_expression":
            return self._either(node, ("consequence", "alternative"), depth)
        if node.type == "identifier":
            return self._named(node, depth)
        return self._hole(node)

    def _template_string(self, node: Node, depth: int) -> Templates:
        pieces: list[Templates] = []
        text, end = node.text or b"", 1
        for child in node.named_children:
            if child.type == "template_substitution":
                start = child.start_byte - node.start_byte
                pieces.append([(_cooked(text[end:start]),)])
                pieces += [self._inserted(one, depth) for one in child.named_children[:1]]
                end = child.end_byte - node.start_byte
        pieces.append([(_cooked(text[end:-1]),)])
        return concatenated(pieces)

    def _inserted(self, node: Node, depth: int) -> Templates:
        made = self.templates(node, depth + 1)
        plain = all(isinstance(part, str) or part.parameter for one in made for part in one)
        return made if plain else self._hole(node)

    def _binary(self, node: Node, depth: int) -> Templates:
        operator = node.child_by_field_name("operator")
        if operator is not None and text_of(operator) in {"||", "??"}:
            return self._either(node, ("left", "right"), depth)
        left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
        if operator is None or text_of(operator) != "+" or left is None or right is None:
            return self._hole(node)
        return concatenated([self.templates(left, depth + 1), self.templates(right, depth + 1)])

    def _either(self, node: Node, fields: tuple[str, str], depth: int) -> Templates:
        branches = [node.child_by_field_name(field) for field in fields]
        return unique(
            one for branch in branches if branch for one in self.templates(branch, depth + 1)
        )

    def _named(self, node: Node, depth: int) -> Templates:
        """A name: a parameter, or what the nearest declaration above sets it to."""
        name = text_of(node)
        if name in self._parameters:
            return [(Hole(name, parameter=True),)]
        for one in above(node.parent):
            value = _declared_above(one, name)
            if value is not None:
                made = self.templates(value, depth + 1)
                told = any(isinstance(part, str) for template in made for part in template)
                return made if told else self._hole(node)
        return self._hole(node)

    def _hole(self, node: Node) -> Templates:
        return [(Hole(hole_name(one_line(node, 60))),)]


def _cooked(piece: bytes) -> str:
    return without_escapes(piece.decode("utf-8", "replace"))


def _declared_above(statement: Node, name: str) -> Node | None:
    """The value of `const name = …` among the statements before one."""
    before = statement.prev_named_sibling
    while before is not None:
        if before.type in {"lexical_declaration", "variable_declaration"}:
            for declarator in before.named_children:
                declared = declarator.child_by_field_name("name")
                if declared is not None and text_of(declared) == name:
                    return declarator.child_by_field_name("value")
        before = before.prev_named_sibling
    return None


def _place(site: RaiseSite, node: Node, lines: list[str]) -> None:
    function = nearest(node, _FUNCTIONS)
    site.function = _qualified(node)
    site.guard = (*conditions(node, _FUNCTIONS), *site.guard)
    describe(site, nearest(node, _STATEMENTS) or node, function, lines)


def _qualified(node: Node) -> str | None:
    """`Class.method`, or the name of the function or of the variable that holds it."""
    names: list[str] = []
    for one in above(node):
        if one.type in _FUNCTIONS or one.type in _SCOPES:
            name = one.child_by_field_name("name") or _holder(one)
            if name is not None:
                names.append(text_of(name))
    return ".".join(reversed(names)) or None


def _holder(function: Node) -> Node | None:
    holder = function.parent
    if holder is None:
        return None
    if holder.type in {"variable_declarator", "public_field_definition", "field_definition"}:
        return holder.child_by_field_name("name") or holder.child_by_field_name("property")
    return holder.child_by_field_name("key") if holder.type == "pair" else None
