"""Ways in which a traceback reaches a chat, as functions from the text to what arrives."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable


def each_line(prefix: str) -> Callable[[str], str]:
    """Put a prefix before every line; {n} in it is the number of the line."""
    return lambda text: "\n".join(
        (prefix.replace("{n}", f"{n:03}") + line).rstrip() for n, line in enumerate(_lines(text))
    )


def _lines(text: str) -> list[str]:
    return text.rstrip("\n").split("\n")


def _escaped(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def _docker_json(text: str) -> str:
    return "\n".join(json.dumps({"log": f"{line}\n", "stream": "stderr"}) for line in _lines(text))


def _wrapped(text: str) -> str:
    """As a terminal of 79 columns breaks it."""
    return "\n".join(
        line[at : at + 79] for line in _lines(text) for at in range(0, max(len(line), 1), 79)
    )


#: Carriers that keep every line and its indentation.
CARRIERS: dict[str, Callable[[str], str]] = {
    "plain": lambda text: text,
    "fence": lambda text: f"hi all, anyone seen this??\n```\n{text}```\nit started at 14:00",
    "fence with a wrong language": lambda text: f"```tex\n{text}```",
    "fence in the line": lambda text: f"seen this? ```{text.rstrip()}``` started at 14:00",
    "unclosed fence": lambda text: f"```\n{text}",
    "one back-tick": lambda text: f"`{text}`",
    "Slack's escapes": _escaped,
    "HTML entities": lambda text: _escaped(text).replace('"', "&quot;").replace("'", "&#39;"),
    "smart quotes": lambda text: text.replace('File "', "File “").replace('", line', "”, line"),
    "no-break spaces": lambda text: text.replace("  File", "\u00a0\u00a0File"),
    "zero-width spaces": lambda text: text.replace("  File", "\u200b  File"),
    "carriage returns": lambda text: text.replace("\n", "\r\n"),
    "colours": lambda text: "\n".join(f"\x1b[31m{line}\x1b[0m" for line in _lines(text)),
    "colours without ESC": lambda text: "\n".join(f"[31m{line}[0m" for line in _lines(text)),
    "quoted": each_line("> "),
    "quoted twice": each_line("> > "),
    "spaced out": lambda text: text.replace("\n", "\n\n"),
    "padded": lambda text: "\n".join(f"{line:<140}" for line in _lines(text)),
    "table": lambda text: "\n".join(f"| {line:<140} |" for line in _lines(text)),
    "numbered": lambda text: "\n".join(f"{n:4}  {line}" for n, line in enumerate(_lines(text), 97)),
    "diff": each_line("+"),
    "log stamps": each_line("2025-06-17 22:50:18,{n} ERROR [ingest.reader] "),
    "glog": each_line("E0617 22:51:04.{n}000 2829 torch/api.py:874] "),
    "vLLM": each_line("(EngineCore_DP0 pid=771) ERROR 10-09 12:01:44 [core.py:708] "),
    "Ray": each_line("\x1b[36m(Engine pid=6027, ip=10.0.0.9)\x1b[0m "),
    "rank": each_line("[rank1]: "),
    "sglang, first line": lambda text: (
        f"[2025-06-02 09:14:01 TP3] Scheduler hit an exception: {text}\n"
        "[2025-06-02 09:14:01] Received sigquit from a child process.\nKilled\n"
    ),
    "uvicorn": lambda text: (
        f"ERROR:    Exception in ASGI application\n{text}INFO:     Shutting down"
    ),
    "docker compose": each_line("sglang-1  | "),
    "kubectl": each_line("[pod/api-7c9d/api] "),
    "containerd": each_line("2025-03-04T10:22:31.123456{n}Z stderr F "),
    "journald": each_line("Mar  4 10:22:31 web1 shop[2231]: "),
    "Actions": each_line("build\tRun tests\t2024-05-21T09:14:03.1203{n}Z "),
    "compose over log stamps": each_line("web-1  | 2025-06-17 22:50:18,{n} ERROR [shop] "),
    "Actions over compose": each_line("2024-05-21T09:14:03.1203{n}Z web-1  | "),
    "JSON field": lambda text: json.dumps(
        {"level": "ERROR", "message": "failed", "exc_info": text}
    ),
    "JSON in a log line": lambda text: (
        "2025-06-17 ERROR " + json.dumps({"event": "x", "stack": text})
    ),
    "docker's JSON": _docker_json,
    "repr": lambda text: f"got {text!r} back",
}

#: Carriers that lose the indentation, breaks or order; the frames' source may go with them.
LOSSY: dict[str, Callable[[str], str]] = {
    "no indentation": lambda text: "\n".join(line.strip() for line in _lines(text)),
    "newest first": lambda text: "\n".join(line.strip() for line in reversed(_lines(text))),
    "newest first with stamps": lambda text: "\n".join(
        f"2025-06-17 22:50:18 {line.strip()}" for line in reversed(_lines(text))
    ),
    "one line": lambda text: " ".join(line.strip() for line in _lines(text)),
    "hard wrap": _wrapped,
    "top cut off": lambda text: text.split("\n", 1)[1],
    "journald, trimmed": lambda text: "\n".join(
        f"Mar  4 10:22:31 web1 shop[2231]: {line.strip()}" for line in _lines(text)
    ),
}
