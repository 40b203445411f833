"""Random exceptions, raised for real, and what a reader has to say about their rendering.

The text is `traceback.format_exception` on the running Python. `expected` is computed from the
exception objects alone, never from the text.
"""

from __future__ import annotations

import linecache
import re
import traceback
from dataclasses import dataclass
from types import TracebackType
from typing import TYPE_CHECKING, Any

from hypothesis import strategies as st

from catalog.models import Frame
from catalog.paste.endings import TALK

if TYPE_CHECKING:
    from types import CodeType

    from catalog.models import RaisedError, Report

HEADER = re.compile(r".*Traceback \(most recent call last\)")
FRAME = re.compile(r'\s*(?:> ?)?File "')
CHAIN = ("The above exception was the direct cause", "During handling of the above exception")

#: Lines that look like something else than a message; they are text of it all the same.
ODD_LINES = (
    "ValueError: not really, just text in the message",
    "- ModuleNotFoundError: No module named 'common_ops'",
    "> quoted", "| in a box |", "E   assert 1 == 2", "    indented", "\tat the tab", "+ a | b",
    "~~~~^^^^", "...", "  ^^^", "[SQL: INSERT INTO t VALUES (?)]", "See docs/config.md",
    "Attempted locations:", "1. …", "Caused by: nothing", "{", "}", "# 12", "x == 1:", "0 1 2",
    "<class 'int'> & \"more\"", "C:\\temp\\new", "“curly” ‘quotes’", "a `tick` here", "0%|█| 3/3",
    "&lt;not escaped&gt; <raw>", "[0] [1m] rate(x[5m])", "look at this(one)", "path/to:12: x",
    'words before File "x.py" only', "panic: at the disco", "key: value", "", " ", "é中文🎉",
)  # fmt: skip

#: Lines that a message may hold though a reader cannot tell them from the paste's own structure.
HEADERS_INSIDE = (
    "Traceback (most recent call last):",
    '  File "inner.py", line 3, in f',
    "The above exception was the direct cause of the following exception:",
    "During handling of the above exception, another exception occurred:",
    "  + Exception Group Traceback (most recent call last):",
    "  +-+---------------- 1 ----------------",
    "RuntimeError: Caught KeyError in worker\nOriginal Traceback (most recent call last):",
)

letters = st.characters(exclude_categories=["Cs"])
words = st.text(letters, max_size=30)
lines = st.one_of(words, st.sampled_from(ODD_LINES), st.text(max_size=12))


def is_free(text: str) -> bool:
    """Whether no line of a message is itself a header, a frame or a chain sentence."""
    return not any(
        HEADER.match(line)
        or FRAME.match(line)
        or line.strip().startswith(CHAIN)
        # Below an error, a line such as "any ideas?" is what people write, not what they paste.
        or TALK.search(line[:200])
        for line in text.split("\n")
    )


messages = st.lists(lines, max_size=5).map("\n".join).filter(is_free)
notes = st.lists(st.lists(lines, max_size=3).map("\n".join).filter(is_free), max_size=2)
class_names = st.sampled_from(
    [
        "ValueError",
        "RuntimeError",
        "OutOfResources",
        "Gone",
        "lower_case",
        "Ünïcode",
        "E",
        "HTTP404",
        "_Private",
    ]
)
modules = st.sampled_from(["builtins", "__main__", "app", "pkg.errors", "a.b_c.d2", "torch.cuda"])
qualifiers = st.sampled_from(["", "Outer.", "make.<locals>.", "test_it.<locals>.Inner."])
files = st.one_of(
    st.sampled_from(
        ["/app/main.py", "<string>", "<stdin>", "<frozen runpy>", "a b.py", 'say "hi".py',
         "C:\\Users\\A B\\x.py", "<ipython-input-3-abc>", "ein, line 3, in x.py", "é/中.py",
         "/x/python3.11/site-packages/p/q.py", "<sqlalchemy generated _go() wrapper>",
         "..\\x.py", "uvloop/loop.pyx", "it's.py", "(odd).py", "a&b.py"]),
    st.text(st.characters(exclude_categories=["Cs", "Cc", "Zl", "Zp"]), min_size=1, max_size=12)
    .filter(lambda name: name.strip() == name and '", line' not in name),
)  # fmt: skip
functions = st.sampled_from(["main", "<module>", "<lambda>", "__init__", "f", "<genexpr>", "ünï"])
sources = st.sampled_from(
    ["call()", "return await self.run(call())", "call(  # comment", "x = {'File': call()}"]
)


@dataclass
class Plan:
    """How to make one exception: its class, its message, where it is raised, what hangs on it."""

    name: str
    module: str
    qualifier: str
    message: str
    notes: list[str]
    frames: list[tuple[str, str, int, str | None]]
    repeats: int = 0
    link: str | None = None
    linked: Plan | None = None
    members: list[Plan] | None = None


frame_plans = st.tuples(files, functions, st.integers(1, 400), st.one_of(st.none(), sources))


@st.composite
def plans(draw: st.DrawFn, depth: int = 3) -> Plan:
    members = None
    if depth and draw(st.integers(0, 4)) == 0:
        members = draw(st.lists(plans(depth - 1), min_size=1, max_size=3))
    linked = draw(plans(depth - 1)) if depth and draw(st.integers(0, 2)) == 0 else None
    frames = draw(
        st.lists(frame_plans, min_size=0 if depth < 3 or linked or members else 1, max_size=5)
    )
    return Plan(
        draw(class_names), draw(modules), draw(qualifiers), draw(messages), draw(notes), frames,
        draw(st.sampled_from([0, 0, 0, 2, 5, 40])) if frames else 0,
        draw(st.sampled_from(["cause", "context"])) if linked else None, linked, members,
    )  # fmt: skip


def code_of(filename: str, name: str, lineno: int) -> CodeType:
    """A function of that name which stands at that line of that file and calls its argument."""
    source = "\n" * (lineno - 1) + "def f(call): call()"
    made = compile(source, filename, "exec").co_consts[0]
    return made.replace(co_name=name, co_qualname=name)


def make(plan: Plan) -> BaseException:
    """The exception of a plan, with a traceback through the files of its frames."""
    base = ExceptionGroup if plan.members else Exception
    kind = type(
        plan.name, (base,), {"__module__": plan.module, "__qualname__": plan.qualifier + plan.name}
    )
    error: BaseException
    if plan.members:
        error = kind(plan.message, [make(member) for member in plan.members])
    else:
        error = kind(plan.message)
    for note in plan.notes:
        error.add_note(note)
    if plan.linked is not None:
        linked = make(plan.linked)
        if plan.link == "cause":
            error.__cause__ = linked
        else:
            error.__context__ = linked
    return raised(error, plan) if plan.frames else error


def raised(error: BaseException, plan: Plan) -> BaseException:
    def call() -> None:
        raise error

    context, cause = error.__context__, error.__cause__
    innermost = True
    for filename, name, lineno, source in reversed(plan.frames):
        if source is not None:
            lines = ["\n"] * (lineno - 1) + [source + "\n"]
            linecache.cache[filename] = (len(source), None, lines, filename)
        else:
            linecache.cache.pop(filename, None)
        code = code_of(filename, name, lineno)
        for _ in range(plan.repeats + 1 if innermost else 1):
            call = _bound(code, call)
        innermost = False
    try:
        call()
    except type(error):
        pass
    error.__traceback__ = _planned(error.__traceback__)
    error.__context__, error.__cause__ = context, cause
    return error


def _bound(code: CodeType, call: Any) -> Any:
    function = type(code_of)(code, {})
    return lambda: function(call)


def _planned(tb: TracebackType | None) -> TracebackType | None:
    """The traceback without the frames of this file, which are no plan's."""
    kept = []
    while tb is not None:
        if tb.tb_frame.f_code.co_filename != __file__:
            kept.append(tb)
        tb = tb.tb_next
    result: TracebackType | None = None
    for each in reversed(kept):
        result = TracebackType(result, each.tb_frame, each.tb_lasti, each.tb_lineno)
    return result


@dataclass
class Expected:
    exc_type: str
    message: str
    frames: list[Frame]
    parent: int | None = None
    link: str | None = None


def expected(error: BaseException) -> list[Expected]:
    """What a reader has to find, in the order in which Python prints it."""
    found: list[Expected] = []
    _walk(error, found, set())
    return found


def _walk(error: BaseException, found: list[Expected], seen: set[int]) -> int:
    below, link = None, None
    if error.__cause__ is not None:
        below, link = _walk(error.__cause__, found, seen), "cause"
    elif error.__context__ is not None and not error.__suppress_context__:
        below, link = _walk(error.__context__, found, seen), "context"
    kind = type(error)
    module = "" if kind.__module__ in ("builtins", "__main__") else kind.__module__ + "."
    text = "\n".join([str(error), *getattr(error, "__notes__", [])])
    frames = [
        Frame(each.filename, each.lineno, each.name)
        for each in traceback.extract_tb(error.__traceback__)
    ]
    place = len(found)
    found.append(Expected(module + kind.__qualname__, text, frames))
    if below is not None:
        found[below].parent, found[below].link = place, link
    if isinstance(error, BaseExceptionGroup):
        for member in error.exceptions:
            at = _walk(member, found, seen)
            found[at].parent, found[at].link = place, "member"
    return place


def render(error: BaseException) -> str:
    return "".join(traceback.format_exception(error))


def trimmed(message: str) -> str:
    """A message without the empty lines at its end, which a paste may have of its own."""
    parts = message.split("\n")
    while len(parts) > 1 and not parts[-1].strip():
        parts.pop()
    return "\n".join(parts)


def differences(report: Report, wanted: list[Expected]) -> list[str]:
    """What a report says otherwise than the exceptions it was made from."""
    if len(report.errors) != len(wanted):
        return [f"{len(report.errors)} errors instead of {len(wanted)}"]
    said = []
    for index, (error, want) in enumerate(zip(report.errors, wanted, strict=True)):
        got = (error.exc_type, trimmed(error.message), _plain(error), error.parent, error.link)
        should = (want.exc_type, trimmed(want.message), want.frames, want.parent, want.link)
        said += [
            f"error {index}: {a!r} instead of {b!r}"
            for a, b in zip(got, should, strict=True)
            if a != b
        ]
    return said


def _plain(error: RaisedError) -> list[Frame]:
    return [frame._replace(line=None) for frame in error.frames]
