"""Passages without an error: README and docs prose, code, and INFO logs of installed packages."""

from __future__ import annotations

import ast
import random
import re
import sysconfig
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

#: Files and passages of each, so that no single package makes the sample.
MOST_FILES, MOST_OF_FILE = 2500, 12
PLACEHOLDER = re.compile(r"%[-+#0 ]*\d*(?:\.\d+)?[sdrfixg]|\{[^{}]*\}")


def passages(count: int, seed: int = 0) -> list[str]:
    """So many passages, the same ones for the same environment."""
    root = Path(sysconfig.get_paths()["purelib"])
    chosen = random.Random(seed)
    files = sorted(
        path for path in root.rglob("*") if path.suffix in (".py", ".md", ".rst", ".txt")
    )
    # Errorbook's own page shows an error, and the answer to it.
    about = root.glob("*.dist-info/METADATA")
    files += sorted(path for path in about if not path.parent.name.startswith("errorbook-"))
    chosen.shuffle(files)
    found: list[str] = []
    for path in files[:MOST_FILES]:
        try:
            text = path.read_text("utf-8")
        except (UnicodeDecodeError, OSError):
            continue
        of_file = list(_of_code(text) if path.suffix == ".py" else _of_prose(text))
        chosen.shuffle(of_file)
        found += of_file[:MOST_OF_FILE]
    chosen.shuffle(found)
    return found[:count]


def _of_prose(text: str) -> Iterator[str]:
    """One to three paragraphs at a time."""
    paragraphs = [each for each in re.split(r"\n\s*\n", text) if len(each.strip()) > 30]
    for at in range(0, len(paragraphs), 2):
        yield "\n\n".join(paragraphs[at : at + 1 + at % 3])[:3000]


def _of_code(text: str) -> Iterator[str]:
    """Docstrings, bodies of functions, and what the INFO lines of this code look like in a log."""
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError):
        return
    lines = text.splitlines()
    logged = []
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.ClassDef | ast.AsyncFunctionDef):
            if doc := ast.get_docstring(node):
                yield doc[:3000]
            yield "\n".join(lines[node.lineno - 1 : min(node.end_lineno or 0, node.lineno + 30)])
        if isinstance(node, ast.Call) and (template := _info(node)):
            logged.append(PLACEHOLDER.sub("7", template))
    for number in range(0, len(logged), 4):
        yield "\n".join(
            f"2025-06-02 09:{number % 60:02}:{line:02},118 INFO [app.main] {message}"
            for line, message in enumerate(logged[number : number + 4])
        )


def _info(call: ast.Call) -> str | None:
    """The template of a `logger.info(…)`."""
    function = call.func
    if not (
        isinstance(function, ast.Attribute) and function.attr in ("info", "debug") and call.args
    ):
        return None
    first = call.args[0]
    return first.value if isinstance(first, ast.Constant) and isinstance(first.value, str) else None
