"""Command line tools and shells, whose errors are one line without a class."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from catalog.models import Frame
from catalog.paste.findings import Finding

if TYPE_CHECKING:
    from collections.abc import Sequence

    from catalog.paste.findings import Line


class Tool(NamedTuple):
    """What the error of one kind of tool looks like."""

    name: str
    pattern: re.Pattern[str]


_SAID = (
    r"(?P<message>.*?(?:[Nn]o such file or directory|[Pp]ermission denied|command not found|"
    r"not found|"
    r"[Ii]s a directory|[Nn]ot a directory|unbound variable|[Ss]yntax error.*|unexpected EOF.*|"
    r"cannot execute.*|No space left on device|bad substitution|Operation not permitted|"
    r"Exec format error|"
    r"integer expression expected|ambiguous redirect))\s*$"
)
TOOLS: tuple[Tool, ...] = (
    Tool(
        "npm",
        re.compile(
            r"(?P<type>npm (?:error|ERR!)) (?!code |errno |syscall |path |A complete log)"
            r"(?P<message>\S.*)$"
        ),
    ),
    Tool(
        "pip",
        re.compile(
            r"\s*ERROR: (?P<message>(?:Could not |No matching |Failed |Cannot |Package |Exception|"
            r"Invalid |Ignored |pip's |[\w.-]+ (?:has|requires)).*)$"
        ),
    ),
    Tool(
        "pip-diagnostic",
        re.compile(
            r"\s*error: (?P<message>(?:subprocess-exited-with-error|metadata-generation-failed|"
            r"externally-managed-environment|legacy-install-failure|uninstall-\S+|invalid-\S+|"
            r"Failed to .*|Command .* failed.*))$"
        ),
    ),
    Tool("uv", re.compile(r"\s*× (?P<message>\S.*)$")),
    Tool(
        "python",
        re.compile(
            r"(?:\S*/)?python[\d.]*: "
            r"(?P<message>(?:can't open file|No module named|Error while).*)$"
        ),
    ),
    Tool(
        "argparse",
        re.compile(
            r"(?!rror|error|make|collect2|\S*ld:)[\w.][\w./-]*(?: [\w-]+){0,3}: "
            r"error: (?P<message>\S.*)$"
        ),
    ),
    Tool(
        "click",
        re.compile(
            r"Error: (?P<message>(?:No such (?:option|command)|Missing (?:option|argument)|"
            r"Invalid value|Got unexpected|Could not |Unable to |Failed to |Cannot ).*)$"
        ),
    ),
    Tool("psql", re.compile(r"(?:psql:[^\n]{0,200}?: )?ERROR:  (?P<message>[^\s].*)$")),
    Tool(
        "mysql",
        re.compile(r"(?P<type>ERROR \d{4} \([0-9A-Z]{5}\))(?: at line \d+)?: (?P<message>\S.*)$"),
    ),
    Tool("git", re.compile(r"fatal: (?P<message>\S.*)$")),
    Tool("docker", re.compile(r"(?:docker: )?Error response from daemon: (?P<message>\S.*)$")),
    Tool("kubectl", re.compile(r"(?P<type>Error from server \(\w+\)): (?P<message>\S.*)$")),
    Tool("curl", re.compile(r"(?P<type>curl: \(\d+\)) (?P<message>\S.*)$")),
    Tool("script", re.compile(rf"(?P<file>[^\s:]+): line (?P<line>\d+): {_SAID}")),
    Tool("sh", re.compile(rf"(?P<file>(?:/bin/)?(?:ba|da|z|k)?sh): (?P<line>\d+): {_SAID}")),
    Tool("shell", re.compile(rf"-?(?:/\S*/)?(?:ba|da|z|k|fi)?sh: {_SAID}")),
    Tool(
        "zsh",
        re.compile(
            r"-?zsh: (?P<message>(?:command not found|no such file or directory|permission denied|"
            r"no matches found|parse error)\b.*)$"
        ),
    ),
)
MOST_LONG = 4000
#: What each of these lines has in it.
HINT = re.compile(
    r"rror|ERR|fatal|not found|o such file|denied|unbound|×|curl|No module|can't open|"
    r" line \d|: (?:Is|is|Not|not|No|no|Exec|Operation|ambiguous|bad|cannot) "
)


def read(lines: Sequence[Line]) -> list[Finding]:
    """One error for each line that a tool ends with; of npm's lines only the first."""
    found: list[Finding] = []
    seen: set[str] = set()
    for line in lines:
        text = line.text
        if len(text) > MOST_LONG or not HINT.search(text):
            continue
        for tool in TOOLS:
            match = tool.pattern.match(text)
            if match is None:
                continue
            if not (tool.name == "npm" and tool.name in seen):
                found.append(_error(line, match))
            elif found:
                found[-1].end = line.end
            seen.add(tool.name)
            break
    return found


def _error(line: Line, match: re.Match[str]) -> Finding:
    groups = match.groupdict()
    kind, file = groups.get("type"), groups.get("file")
    frames = [Frame(file, int(groups["line"]))] if file and groups.get("line") else []
    language = "javascript" if kind and kind.startswith("npm") else "shell"
    return Finding(
        kind, match["message"].rstrip(), frames, language, line.start, line.end, lone=True
    )
