"""Syntax trees of languages other than Python, by way of tree-sitter: nodes, functions, excerpts.

A tree is never walked as a whole. The words that can raise are searched for in the text, and the
tree is asked what stands there; that costs a small part of a visit to every node.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from tree_sitter import Language, Node, Parser, Tree

from catalog.mining.sites import FileFindings, RaiseSite

#: A function up to so many lines is shown whole.
_WHOLE = 40
_BEFORE, _AFTER = 20, 8
#: An excerpt or a file with longer lines is data or minified code.
_LONGEST_LINE = 2_000
_MOST = 8_000


def parse(language: Language, source: bytes) -> Tree:
    """The tree of some source. Mistakes in it become error nodes; the rest is read."""
    return Parser(language).parse(source)


def text_of(node: Node) -> str:
    """The source text of a node."""
    return (node.text or b"").decode("utf-8", "replace")


def one_line(node: Node, most: int = 160) -> str:
    """The source text of a node on one line, cut with an ellipsis."""
    text = " ".join(text_of(node).split())
    return text if len(text) <= most else text[: most - 1].rstrip() + "…"


def above(node: Node | None) -> Iterator[Node]:
    """A node, then those that it lies in, from the inside out."""
    while node is not None:
        yield node
        node = node.parent


def nearest(node: Node | None, kinds: frozenset[str]) -> Node | None:
    """The innermost node of some kinds that a node is or lies in."""
    return next((one for one in above(node) if one.type in kinds), None)


def candidates(tree: Tree, source: bytes, words: re.Pattern[bytes]) -> Iterator[Node]:
    """The nodes that stand where some words do, once each, in the order of the text."""
    seen: set[int] = set()
    for match in words.finditer(source):
        node = tree.root_node.descendant_for_byte_range(match.start(), match.start() + 1)
        if node is not None and node.id not in seen:
            seen.add(node.id)
            yield node


def conditions(node: Node, functions: frozenset[str]) -> tuple[str, ...]:
    """The conditions around a node (`if`, `while`, `catch`) in its function, outermost first."""
    found: list[str] = []
    for one in above(node.parent):
        if one.type in functions:
            break
        if one.type in {"if_statement", "while_statement"}:
            condition = one.child_by_field_name("condition")
            otherwise = one.child_by_field_name("alternative")
            if condition is not None and not _contains(condition, node):
                shown = bare(one_line(condition))
                inside = otherwise is not None and _contains(otherwise, node)
                found.append(negated(shown) if inside else shown)
        elif one.type == "catch_clause":
            found.append(f"except {_caught(one)}".strip())
    return tuple(dict.fromkeys(found[:6][::-1]))


def _caught(clause: Node) -> str:
    fields = ("parameters", "parameter")
    parameters = next(filter(None, map(clause.child_by_field_name, fields)), None)
    return bare(one_line(parameters)) if parameters is not None else ""


def _contains(outer: Node, inner: Node) -> bool:
    return outer.start_byte <= inner.start_byte and inner.end_byte <= outer.end_byte


def bare(text: str) -> str:
    """A text without the brackets around all of it."""
    return text[1:-1].strip() if text.startswith("(") and text.endswith(")") else text


def negated(condition: str) -> str:
    """The opposite of a condition, in the languages that write it with `!`."""
    if re.fullmatch(r"[\w.\->:]+(\(\))?", condition):
        return f"!{condition}"
    if re.fullmatch(r"![\w.\->:]+(\(\))?", condition):
        return condition[1:]
    return f"!({condition})"


def describe(site: RaiseSite, node: Node, function: Node | None, lines: Sequence[str]) -> RaiseSite:
    """Give a site its lines and its excerpt."""
    site.line, site.end = node.start_point[0] + 1, node.end_point[0] + 1
    first, last = 1, len(lines)
    if function is not None:
        first, last = function.start_point[0] + 1, function.end_point[0] + 1
    if last - first >= _WHOLE:
        first = max(first, site.line - _BEFORE)
        last = min(last, site.end + _AFTER, first + 3 * _WHOLE)
    text = "\n".join(lines[first - 1 : last]) + "\n"
    if len(text) <= _MOST:
        site.excerpt, site.excerpt_start, site.excerpt_end = text, first, last
    return site


def findings_for(source: bytes, path: str, words: re.Pattern[bytes]) -> FileFindings | None:
    """Findings to fill in for a file; None where it holds none of the words, or is minified."""
    if not words.search(source):
        return None
    findings = FileFindings(path, lines=source.count(b"\n") + 1)
    if max(map(len, source.split(b"\n")), default=0) > _LONGEST_LINE * 10:
        findings.failure = "lines too long for written code"
    return findings
