"""What carriers, tools and people make of a traceback on its way to a channel.

Each shape is a function `(case, rng) -> text`, listed in `SHAPES` with what is left of the frames.
The random numbers come from the case's id and the shape's name, so that every run makes the same
pastes.
"""

from __future__ import annotations

import json
import random
import re
import string
from collections.abc import Callable
from typing import NamedTuple

from tests.benchmarks.raise_sites.data import Case

_FRAME = re.compile(r'^(\s*\|?\s*)File "(.+?)", line (\d+), in (.+)$', re.MULTILINE)
_CARETS = re.compile(r"^[\s|]*[~^]+\s*$")


class Shape(NamedTuple):
    """A way of rendering; `frames` says what is left: all, moved, or none."""

    name: str
    render: Callable[[Case, random.Random], str]
    frames: str


def render(shape: Shape, case: Case) -> str:
    """The paste that this shape makes of the case."""
    return shape.render(case, random.Random(f"{shape.name}/{case.id}"))


# Less of it -----------------------------------------------------------------------------------


def full(case: Case, rng: random.Random) -> str:
    """The traceback as Python prints it."""
    return case.traceback


def exception(case: Case, rng: random.Random) -> str:
    """The exception without its frames, all lines of the message."""
    return case.exception_text


def first_line(case: Case, rng: random.Random) -> str:
    """The first line of the exception."""
    return case.exception_text.strip("\n").split("\n")[0]


def last_line(case: Case, rng: random.Random) -> str:
    """The last line of the traceback that says something."""
    return case.traceback.rstrip().split("\n")[-1]


def last_three(case: Case, rng: random.Random) -> str:
    """The innermost frame, its source and the exception."""
    lines = case.traceback.rstrip("\n").split("\n")
    starts = [at for at, line in enumerate(lines) if _FRAME.match(line)]
    text = "\n".join(lines[starts[-1] :]) if starts else case.traceback
    return "\n".join(line for line in text.split("\n") if not _CARETS.match(line))


def top_cut(case: Case, rng: random.Random) -> str:
    """The header and some of the outer frames are missing."""
    lines = case.traceback.split("\n")
    starts = [at for at, line in enumerate(lines) if _FRAME.match(line)]
    if len(starts) < 2:
        return case.traceback
    # A cut in the middle of a frame, as where a terminal's buffer ended.
    return "\n".join(lines[rng.choice(starts[:-1]) + 1 :])


def no_source(case: Case, rng: random.Random) -> str:
    """Frames without their source lines, as from a stripped image."""
    lines = case.traceback.split("\n")
    kept, frame = [], False
    for line in lines:
        if frame and line.startswith("    "):
            continue
        frame = bool(_FRAME.match(line))
        kept.append(line)
    return "\n".join(kept)


def truncated(case: Case, rng: random.Random) -> str:
    """The exception with its message cut to 60 %."""
    head, separator, message = case.exception_text.rstrip("\n").partition(": ")
    return head + separator + message[: int(len(message) * 0.6)]


# Another version, another machine --------------------------------------------------------------


def lines_shifted(case: Case, rng: random.Random) -> str:
    """Each file's lines moved by a number of its own, as in another version."""
    shifts: dict[str, int] = {}

    def move(found: re.Match[str]) -> str:
        shift = shifts.setdefault(found[2], rng.choice([-1, 1]) * rng.randint(1, 40))
        line = max(1, int(found[3]) + shift)
        return f'{found[1]}File "{found[2]}", line {line}, in {found[4]}'

    return _FRAME.sub(move, case.traceback)


def other_version(case: Case, rng: random.Random) -> str:
    """Lines moved and the innermost source line not shown."""
    lines = lines_shifted(case, rng).rstrip("\n").split("\n")
    starts = [at for at, line in enumerate(lines) if _FRAME.match(line)]
    if starts and starts[-1] + 1 < len(lines) and lines[starts[-1] + 1].startswith("    "):
        del lines[starts[-1] + 1]
    return "\n".join(lines)


def renamed(case: Case, rng: random.Random) -> str:
    """The innermost function has another name, as in a version where code was moved."""
    found = list(_FRAME.finditer(case.traceback))
    if not found:
        return case.traceback
    start, end = found[-1].span(4)
    return case.traceback[:start] + "_" + case.traceback[start:end] + "_impl" + case.traceback[end:]


def virtualenv(case: Case, rng: random.Random) -> str:
    """Another virtual environment."""
    root = rng.choice(
        [
            "/home/kim/.venv/lib/python3.11/site-packages",
            "/opt/conda/envs/train/lib/python3.10/site-packages",
            "/root/.cache/uv/archive-v0/x7Kq/lib/python3.12/site-packages",
            "/usr/lib/python3/dist-packages",
        ]
    )
    return re.sub(r"/usr/local/lib/python3\.12/site-packages", root, case.traceback)


def windows(case: Case, rng: random.Random) -> str:
    """Paths as on Windows."""

    def turn(found: re.Match[str]) -> str:
        path = found[2].replace("/usr/local/lib/python3.12", r"C:\Users\kim\venv\Lib")
        path = path.replace("/app", r"D:\work") if path.startswith("/app") else path
        path = path.replace("/", "\\")
        return f'{found[1]}File "{path}", line {found[3]}, in {found[4]}'

    return _FRAME.sub(turn, case.traceback)


def values_changed(case: Case, rng: random.Random) -> str:
    """Another run: what fills the template's holes is different in the last line's message."""
    changed = change_values(case, rng)
    if changed == case.message or not case.message:
        return case.traceback
    before, found, after = case.traceback.rpartition(case.message.split("\n")[0])
    first, _, rest = changed.partition("\n")
    if not found or "\n" in case.message:
        return case.traceback
    return before + first + (after if not rest else "\n" + rest)


def change_values(case: Case, rng: random.Random) -> str:
    """The message with other numbers and names where its template has holes."""
    if not case.template or "{}" not in case.template:
        return case.message
    parts = case.template.split("{}")
    at = 0
    spans = []
    for index, part in enumerate(parts):
        found = case.message.find(part, at)
        if found < 0:
            return case.message
        if index:
            spans.append((at, found))
        at = found + len(part)
    if not parts[-1] and spans:
        spans[-1] = (spans[-1][0], len(case.message))
    text = case.message
    for start, end in reversed(spans):
        text = text[:start] + _another(text[start:end], rng) + text[end:]
    return text


def _another(value: str, rng: random.Random) -> str:
    """A value of the same look: digits for digits, letters for letters."""
    out = []
    for char in value[:400]:
        if char.isdigit():
            out.append(rng.choice("123456789"))
        elif char in string.ascii_lowercase and rng.random() < 0.5:
            out.append(rng.choice(string.ascii_lowercase))
        else:
            out.append(char)
    return "".join(out)


def wrong_char(case: Case, rng: random.Random) -> str:
    """The exception with one wrong character in its message."""
    head, separator, message = case.exception_text.rstrip("\n").partition(": ")
    places = [at for at, char in enumerate(message) if char.isalpha()]
    if not places:
        return case.exception_text
    at = rng.choice(places)
    return head + separator + message[:at] + rng.choice("qxzjw") + message[at + 1 :]


# Carriers --------------------------------------------------------------------------------------


def _each_line(text: str, prefix: Callable[[int], str]) -> str:
    return "\n".join(prefix(at) + line for at, line in enumerate(text.rstrip("\n").split("\n")))


def colours(case: Case, rng: random.Random) -> str:
    """As Python 3.13 and later colour it in a terminal."""
    text = _FRAME.sub(
        '\\1File \x1b[35m"\\2"\x1b[0m, line \x1b[35m\\3\x1b[0m, in \x1b[35m\\4\x1b[0m',
        case.traceback,
    )
    lines = text.rstrip("\n").split("\n")
    name, separator, message = lines[-1].partition(": ")
    lines[-1] = f"\x1b[1;35m{name}\x1b[0m{separator}\x1b[35m{message}\x1b[0m"
    return "\n".join(lines)


def log_prefix(case: Case, rng: random.Random) -> str:
    """A log that puts time and level before each line."""
    second = rng.randint(10, 40)
    return _each_line(
        case.traceback,
        lambda at: f"2026-03-04 11:22:{second + at // 30:02},{at % 1000:03} ERROR app.worker: ",
    )


def compose(case: Case, rng: random.Random) -> str:
    """Docker Compose's service names."""
    return _each_line(case.traceback, lambda at: "api-1     | ")


def ray(case: Case, rng: random.Random) -> str:
    """Ray's worker names."""
    pid = rng.randint(1000, 99999)
    return _each_line(case.traceback, lambda at: f"(RayWorkerWrapper pid={pid}, ip=10.0.0.12) ")


def actions(case: Case, rng: random.Random) -> str:
    """A GitHub Actions log."""
    return _each_line(case.traceback, lambda at: f"2026-03-04T11:22:33.{1000000 + at * 137:07d}Z ")


def kubectl(case: Case, rng: random.Random) -> str:
    """`kubectl logs --prefix --timestamps`."""
    pod = "".join(rng.choices(string.ascii_lowercase + string.digits, k=5))
    return _each_line(
        case.traceback,
        lambda at: f"[pod/server-7d9c6bbf4-{pod}/main] 2026-03-04T11:22:33.{at:09d}Z ",
    )


def json_log(case: Case, rng: random.Random) -> str:
    """One structured log record that holds the traceback."""
    return json.dumps(
        {
            "ts": "2026-03-04T11:22:33Z",
            "level": "error",
            "event": "request failed",
            "exc_info": case.traceback,
        }
    )


def slack_escapes(case: Case, rng: random.Random) -> str:
    """Slack's escapes of `&`, `<` and `>`."""
    return case.traceback.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def smart_quotes(case: Case, rng: random.Random) -> str:
    """Quotes and dashes as a word processor or a phone makes them."""
    text = re.sub(r'(?<![\w)])"', "“", case.traceback).replace('"', "”")
    return re.sub(r"(?<![\w)])'", "‘", text).replace("'", "’")


def links(case: Case, rng: random.Random) -> str:
    """Slack's links around what looks like an address or a host."""
    text = re.sub(r"\bhttps?://[^\s'\"<>)]+", lambda m: f"<{m[0]}>", case.traceback)
    return re.sub(r"(?<![\w/.])([a-z]+\.(?:io|ai|py|com))\b(?![\w/(])", r"<http://\1|\1>", text)


def lost_indentation(case: Case, rng: random.Random) -> str:
    """Every line pushed to the left."""
    return "\n".join(line.strip() for line in case.traceback.split("\n"))


def fence(case: Case, rng: random.Random) -> str:
    """A code fence."""
    return f"```\n{case.traceback}```"


def quote(case: Case, rng: random.Random) -> str:
    """Quoted with `>`."""
    return _each_line(case.traceback, lambda at: "> ")


def chat(case: Case, rng: random.Random) -> str:
    """Talk before and behind."""
    before = rng.choice(
        [
            "hey all, seeing this since this morning on the staging box",
            "anyone know what this is about?",
            "so I upgraded yesterday and now every job ends like this:",
        ]
    )
    after = rng.choice(
        [
            "it worked last week, nothing changed on our side I think",
            "thanks!",
            "restarting helps for a while. any ideas?",
        ]
    )
    return f"{before}\n\n{case.traceback}\n\n{after}"


def ipython(case: Case, rng: random.Random) -> str:
    """A notebook's traceback."""
    name, separator, message = case.exception_text.rstrip("\n").partition(": ")
    name = name.rpartition(".")[2]
    rule = "-" * 75
    out = [rule, f"{name}{'Traceback (most recent call last)':>{max(0, 75 - len(name))}}"]
    frames = _frames(case)
    for number, (filename, line, function, source) in enumerate(frames):
        if number == 0:
            out.append(f"Cell In[{rng.randint(1, 90)}], line 1")
            out.append(f"----> 1 {source or 'main()'}")
        else:
            shown = function if function == "<module>" else f"{function}(*args, **kwargs)"
            out.append(f"File {filename}:{line}, in {shown}")
            out.append(f"{line - 1:>8} # before")
            out.append(f"----> {line} {source}".rstrip())
        out.append("")
    return "\n".join([*out, name + separator + message])


def pytest_long(case: Case, rng: random.Random) -> str:
    """pytest's own rendering."""
    frames = _frames(case)
    name, separator, message = case.exception_text.rstrip("\n").partition(": ")
    out = ["=" * 35 + " FAILURES " + "=" * 35, "_" * 30 + " test_it " + "_" * 30, ""]
    for filename, line, _, source in frames[:-1]:
        out += [
            f">       {source}",
            "",
            f"{filename.removeprefix('/app/')}:{line}: ",
            "_ " * 40,
            "",
        ]
    filename, line, function, source = frames[-1]
    out += [f"    def {function}(self):", f">       {source}"]
    lines = (name + separator + message).split("\n")
    out += [f"E       {text}" for text in lines]
    bare = name.rpartition(".")[2]
    out += ["", f"{filename}:{line}: {bare}", "=" * 20 + " short test summary info " + "=" * 20]
    return "\n".join([*out, f"FAILED tests/test_it.py::test_it - {lines[0]}"])


def _frames(case: Case) -> list[tuple[str, int, str, str]]:
    """The frames of the last traceback: file, line, function, source."""
    text = case.traceback
    at = text.rfind("Traceback (most recent call last)")
    found = list(_FRAME.finditer(text, max(at, 0)))
    frames = []
    for frame in found:
        following = text[frame.end() + 1 :].split("\n", 1)[0]
        source = following.strip() if following.startswith("    ") else ""
        frames.append((frame[2], int(frame[3]), frame[4].strip(), source))
    return frames or [("/app/main.py", 1, "main", "main()")]


def stacked(case: Case, rng: random.Random) -> str:
    """Several at once: moved lines, a log's prefixes, escapes, a fence and talk."""
    moved = lines_shifted(case, rng).rstrip("\n")
    text = _each_line(moved, lambda at: "worker-2  | 2026-03-04 11:22:33 ERROR ")
    text = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return f"this again, see below\n```\n{text}\n```\nany hint?"


SHAPES = [
    Shape("full traceback", full, "all"),
    Shape("last 3 lines", last_three, "all"),
    Shape("top cut", top_cut, "all"),
    Shape("no source lines", no_source, "all"),
    Shape("virtualenv", virtualenv, "all"),
    Shape("windows", windows, "all"),
    Shape("colours", colours, "all"),
    Shape("log prefix", log_prefix, "all"),
    Shape("compose", compose, "all"),
    Shape("ray", ray, "all"),
    Shape("actions", actions, "all"),
    Shape("kubectl", kubectl, "all"),
    Shape("json log", json_log, "all"),
    Shape("slack escapes", slack_escapes, "all"),
    Shape("smart quotes", smart_quotes, "all"),
    Shape("links", links, "all"),
    Shape("lost indentation", lost_indentation, "all"),
    Shape("fence", fence, "all"),
    Shape("quote", quote, "all"),
    Shape("chat", chat, "all"),
    Shape("ipython", ipython, "all"),
    Shape("pytest", pytest_long, "all"),
    Shape("values changed", values_changed, "all"),
    Shape("lines shifted", lines_shifted, "moved"),
    Shape("stacked", stacked, "moved"),
    Shape("other version", other_version, "moved"),
    Shape("function renamed", renamed, "renamed"),
    Shape("exception text", exception, "none"),
    Shape("first line", first_line, "none"),
    Shape("last line", last_line, "none"),
    Shape("truncated", truncated, "none"),
    Shape("wrong character", wrong_char, "none"),
]
