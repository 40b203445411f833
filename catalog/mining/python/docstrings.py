"""What a docstring says of a function: its first sentence, and when it raises what."""

from __future__ import annotations

import ast
import inspect
import re

from catalog.mining.python.module import FunctionNode

#: A sentence ends before a capital, a quote or the end; "e.g." does not end one.
_SENTENCE = re.compile(r"(.+?(?<!e\.g)(?<!i\.e)(?<! vs)[.!?])(?=\s+[^a-z\s]|\s*$)", re.DOTALL)
_SPHINX = re.compile(r"^\s*:(?:raises?|except(?:ion)?)\s+(?P<name>[\w.]+)\s*:\s*(?P<text>.*)$")
_HEADING = re.compile(r"^(?P<indent>\s*)Raises:?\s*$")
_GOOGLE = re.compile(r"^`{0,2}(?P<name>[A-Za-z_][\w.]*)`{0,2}\s*:\s*(?P<text>.*)$")
_NAME = re.compile(r"^[`:\w.~]*?(?P<name>[A-Za-z_]\w*)`{0,2}$")
_MOST = 400
#: What stands further down in a docstring is an essay.
_LONGEST = 20_000


def docstring(function: FunctionNode | ast.ClassDef | None) -> str | None:
    """The docstring of a function or class, its indentation removed."""
    if function is None or not function.body or not isinstance(function.body[0], ast.Expr):
        return None
    text = ast.get_docstring(function, clean=False)
    return inspect.cleandoc(text[:_LONGEST]) if text else None


def first_sentence(text: str | None) -> str | None:
    """The first sentence of a docstring, on one line; None where there is none worth showing."""
    if not text:
        return None
    paragraph = " ".join(text.strip().split("\n\n")[0].split())
    match = _SENTENCE.match(paragraph)
    sentence = match[1] if match else paragraph
    return sentence if 3 < len(sentence) <= _MOST else None


def raises_part(text: str | None, error_class: str | None) -> str | None:
    """What a docstring says about an error of that class being raised; None where it is silent."""
    if not text or not error_class:
        return None
    for name, said in _entries(text):
        if name.rpartition(".")[2] == error_class and said:
            return said[:_MOST]
    return None


def _entries(text: str) -> list[tuple[str, str]]:
    lines = text.splitlines()
    found: list[tuple[str, str]] = []
    for index, line in enumerate(lines):
        sphinx = _SPHINX.match(line)
        if sphinx:
            found.append((sphinx["name"], _with_rest(sphinx["text"], lines[index + 1 :], line)))
        heading = _HEADING.match(line)
        if heading and index + 1 < len(lines):
            following = lines[index + 1 :]
            if set(following[0].strip()) == {"-"}:
                found += _numpy(following[1:], heading["indent"])
            else:
                found += _google(following, heading["indent"])
    return found


def _with_rest(first: str, lines: list[str], above: str) -> str:
    """An entry's text with the lines below it that are indented deeper."""
    depth = _indent(above)
    parts = [first.strip()]
    for line in lines:
        if not line.strip() or _indent(line) <= depth:
            break
        parts.append(line.strip())
    return " ".join(part for part in parts if part)


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())


def _google(lines: list[str], heading: str) -> list[tuple[str, str]]:
    found: list[tuple[str, str]] = []
    for index, line in enumerate(lines):
        if not line.strip():
            continue
        if _indent(line) <= len(heading):
            break
        match = _GOOGLE.match(line.strip())
        if match:
            found.append((match["name"], _with_rest(match["text"], lines[index + 1 :], line)))
    return found


def _numpy(lines: list[str], heading: str) -> list[tuple[str, str]]:
    found: list[tuple[str, str]] = []
    for index, line in enumerate(lines):
        if not line.strip():
            continue
        if index + 1 < len(lines) and set(lines[index + 1].strip()) == {"-"}:
            break
        match = _NAME.match(line.strip())
        if match and _indent(line) == len(heading):
            found.append((match["name"], _with_rest("", lines[index + 1 :], line)))
    return found
