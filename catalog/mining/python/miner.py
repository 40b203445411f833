"""One Python file: source text -> raise sites."""

from __future__ import annotations

import ast
import re
import warnings
from collections.abc import Iterable

from catalog.mining.hints import switches
from catalog.mining.python.callers import CallGraph
from catalog.mining.python.classes import error_classes
from catalog.mining.python.codes import error_code, http_status
from catalog.mining.python.docstrings import docstring, first_sentence, raises_part
from catalog.mining.python.guards import assert_guard, guard_of
from catalog.mining.python.helpers import HelperCalls
from catalog.mining.python.messages import At, inserted
from catalog.mining.python.module import Module, Scope
from catalog.mining.python.newer import older
from catalog.mining.python.raises import Raised, raised_by, reported_by
from catalog.mining.python.resolve import ClassTable
from catalog.mining.python.text import excerpt, source_of
from catalog.mining.python.walk import Place, walk
from catalog.mining.sites import Arguments, Built, FileFindings, Kind, RaiseSite
from catalog.mining.template import Hole, Template, Templates, error_message, joined

#: A file without any of these words has nothing to mine and is not even parsed.
_WORTH_PARSING = re.compile(
    rb"\b(?:raise|assert|Error|Exception|Warning)\b|Error\b|Exception\b|\bexit\(|\.error\(|"
    rb"\.critical\(|\.exception\(|\.fatal\(|\bwarn\("
)
_CODING = re.compile(rb"^[ \t\f]*#.*?coding[:=][ \t]*([-\w.]+)", re.MULTILINE)


def mine_source(source: bytes, path: str, module_name: str, kinds: frozenset[str]) -> FileFindings:
    """What a Python file raises. `path` is only noted; nothing of the file is run.

    A file that cannot be parsed comes back with its `failure`, not as an error.
    """
    findings = FileFindings(path, lines=source.count(b"\n") + 1)
    hands_on = path.endswith("__init__.py") and b"import" in source
    if not hands_on and not _WORTH_PARSING.search(source):
        return findings
    try:
        text = _decoded(source)
        tree = _parsed(text)
    except SyntaxError as error:
        findings.failure = f"line {error.lineno or 0}: {error.msg}"
    except (ValueError, LookupError) as error:
        findings.failure = str(error)
    except (RecursionError, MemoryError):
        findings.failure = "nested too deeply to be parsed"
    else:
        module = Module(module_name, path, tree, text, text.split("\n"))
        _mine(module, findings, kinds)
    return findings


def _parsed(text: str) -> ast.Module:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            return ast.parse(text)
        except SyntaxError:
            rewritten = older(text)
            if rewritten == text:
                raise
            return ast.parse(rewritten)


def _decoded(source: bytes) -> str:
    if source.startswith(b"\xef\xbb\xbf"):
        source = source[3:]
    head = source.split(b"\n", 2)[:2]
    coding = next((match[1] for line in head if (match := _CODING.match(line))), b"utf-8")
    text = source.decode(coding.decode("ascii"))
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _mine(module: Module, findings: FileFindings, kinds: frozenset[str]) -> None:
    places = walk(module)
    findings.classes = error_classes(module)
    findings.aliases = {
        f"{module.name}.{name}": meaning
        for name, meaning in module.imports.items()
        if name[:1].isupper() or name[:1] == "_"
    }
    table = ClassTable()
    table.add(findings.classes, findings.aliases)
    miner = _Miner(module, table, kinds)
    for place in [*places.raising, *places.calls]:
        try:
            sites, reason = miner.read(place)
        except RecursionError:
            sites, reason = [], "nested too deeply"
        findings.sites += sites
        if reason:
            findings.skipped.setdefault(reason, []).append(place.statement.lineno)
    findings.sites.sort(key=lambda site: (site.line, site.end))
    findings.number_sites()


class _Miner:
    """Reads the places of one module."""

    def __init__(self, module: Module, table: ClassTable, kinds: frozenset[str]) -> None:
        self.module = module
        self.table = table
        self.kinds = kinds
        self.helpers = HelperCalls(module)
        self._graph: CallGraph | None = None
        self._docstrings: dict[str, str | None] = {}

    def read(self, place: Place) -> tuple[list[RaiseSite], str | None]:
        """The sites at a place, or the reason why a raise or assert is none."""
        at = At(self.module, place.scope, place.block, place.at)
        statement = place.statement
        if isinstance(statement, ast.Raise):
            return self._read_raise(statement, place, at)
        if isinstance(statement, ast.Assert):
            return self._read_assert(statement, place, at)
        assert isinstance(statement, ast.Expr | ast.Return)
        assert isinstance(statement.value, ast.Call)
        return self._read_call(statement.value, place, at), None

    def _read_raise(
        self, statement: ast.Raise, place: Place, at: At
    ) -> tuple[list[RaiseSite], str | None]:
        if statement.exc is None:
            return [], "bare re-raise"
        if "raise" not in self.kinds:
            return [], None
        raised = raised_by(statement.exc, at)
        self.helpers.learn(place, raised)
        return [self._site("raise", place, raised)], None

    def _read_assert(
        self, statement: ast.Assert, place: Place, at: At
    ) -> tuple[list[RaiseSite], str | None]:
        if "assert" not in self.kinds:
            return [], None
        if statement.msg is None:
            return [], "assert without a message"
        built = Built("builtins.AssertionError", Arguments([inserted(statement.msg, at)]))
        return [self._site("assert", place, [Raised("AssertionError", built)])], None

    def _read_call(self, call: ast.Call, place: Place, at: At) -> list[RaiseSite]:
        report = reported_by(call, at, self.kinds)
        if report is not None:
            built = Built(f"builtins.{report.name}" if report.name else None, report.arguments)
            return [self._site(report.kind, place, [Raised(report.name, built)])]
        if "raise" not in self.kinds:
            return []
        through = self.helpers.raised_through(call, at)
        if through is None:
            return []
        helper, raised = through
        site = self._site("raise", place, raised)
        site.through = helper
        return [site] if site.templates and any(map(len, site.templates)) else []

    def _site(self, kind: Kind, place: Place, raised: list[Raised]) -> RaiseSite:
        statement = place.statement
        built = [Built(one.built.qualified, _finished_arguments(one)) for one in raised]
        named = next((one for one in raised if one.name), raised[0])
        site = RaiseSite(
            kind=kind,
            line=statement.lineno,
            end=statement.end_lineno or statement.lineno,
            function=place.scope.qualname or None,
            error_class=named.name,
            qualified=named.built.qualified,
            built=built,
        )
        site.error_code = error_code(built[0].arguments)
        site.http_status = http_status(site.error_class, built[0].arguments)
        self.table.settle(site)
        if all(self.table.settles(one.qualified) for one in built):
            site.built = []
        site.own_text = error_message(site.templates[0]) if site.templates else ""
        self._describe(site, place)
        return site

    def _describe(self, site: RaiseSite, place: Place) -> None:
        statement, scope = place.statement, place.scope
        if isinstance(statement, ast.Assert):
            guard = assert_guard(self.module, statement, place.block, place.at)
        else:
            guard = guard_of(self.module, place.block, place.at)
        site.guard, site.definitions = guard
        function = _function_around(scope)
        said = "\n".join(error_message(template) for template in site.templates)
        site.switches = switches(said, self.module.text)
        shown = excerpt(self.module, site.line, site.end, function.node if function else None)
        if shown is not None:
            site.excerpt, site.excerpt_start, site.excerpt_end = shown
        if function is None or function.function is None:
            return
        site.decorators = tuple(
            source_of(self.module, one, 80) for one in function.function.decorator_list
        )
        text = self._docstring(function)
        site.summary = first_sentence(text)
        site.raises = raises_part(text, site.error_class)
        if self._graph is None:
            self._graph = CallGraph(self.module)
        site.callers, site.depth = self._graph.public_callers(function)

    def _docstring(self, scope: Scope) -> str | None:
        if scope.qualname not in self._docstrings:
            self._docstrings[scope.qualname] = docstring(scope.function)
        return self._docstrings[scope.qualname]


def _function_around(scope: Scope) -> Scope | None:
    return scope if scope.function is not None else None


def _finished_arguments(raised: Raised) -> Arguments:
    given = raised.built.arguments
    return type(given)(
        [finished(one) for one in given.positional],
        {name: finished(one) for name, one in given.named.items()},
        given.open_ended,
    )


def finished(templates: Iterable[Template]) -> Templates:
    """The templates with the holes of parameters as ordinary holes."""
    return [
        joined(
            part._replace(parameter=False) if isinstance(part, Hole) else part for part in template
        )
        for template in templates
    ]
