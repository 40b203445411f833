"""Which error of a paste is THE error: the one to answer, and what to try when it has no match.

The errors that hang together are in their order: what the program died of comes first, then what
led to it. A rule puts an error behind the others because it only reports that something else went
wrong. The list is meant to be read, and added to.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from catalog.paste.lazy import lazily

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from catalog.paste.findings import Finding


#: What pytest writes over the error of a fixture.
SETUP = ("ERROR at setup of", "ERROR at teardown of")
DOTNET_WRAPPERS = frozenset(
    (
        "System.AggregateException",
        "System.Reflection.TargetInvocationException",
        "System.TypeInitializationException",
    )
)


@dataclass(slots=True)
class Around:
    """What the rules ask about the other errors of a paste; the sets hold `id`s of findings."""

    count: int = 0
    framed: bool = False
    beyond_setup: bool = False
    with_members: set[int] = field(default_factory=set)
    with_causes: set[int] = field(default_factory=set)
    carriers: set[int] = field(default_factory=set)
    carried: set[tuple[str | None, str]] = field(default_factory=set)

    @classmethod
    def of(cls, errors: Sequence[Finding]) -> Around:
        around = cls(count=len(errors))
        for error in errors:
            around.framed = around.framed or bool(error.frames)
            around.beyond_setup = around.beyond_setup or not error.introduction.startswith(SETUP)
            if error.carried:
                around.carried.add((error.exc_type, error.message.strip()))
            if error.parent is None:
                continue
            if error.link == "member":
                around.with_members.add(id(error.parent))
            if error.link == "cause":
                around.with_causes.add(id(error.parent))
            if error.carried:
                around.carriers.add(id(error.parent))
        return around


class Rule(NamedTuple):
    """A reason for which an error is not THE error as long as there is another one.

    `rank` orders the errors that have such a reason among themselves: the higher, the later.
    """

    name: str
    reason: str
    rank: int
    applies: Callable[[Finding, Around], bool]


def _said(pattern: str) -> Callable[[Finding, Around], bool]:
    compiled = lazily(pattern)
    return lambda error, _: compiled.search(f"{error.exc_type}: {error.message[:500]}") is not None


def _introduced(pattern: str) -> Callable[[Finding, Around], bool]:
    compiled = lazily(pattern)
    return lambda error, _: compiled.search(error.introduction[:500]) is not None


RULES: tuple[Rule, ...] = (
    Rule(
        "exception-group",
        "A group only says that some of its members failed.",
        1,
        lambda error, around: id(error) in around.with_members,
    ),
    Rule(
        "carries-remote-traceback",
        "A worker's error was brought to its parent inside the text of another one.",
        1,
        lambda error, around: id(error) in around.carriers,
    ),
    Rule(
        "raised-again",
        "The same error as the worker's, raised again where its result was waited for.",
        1,
        lambda error, around: (
            not error.carried and (error.exc_type, error.message.strip()) in around.carried
        ),
    ),
    Rule(
        "engine-core",
        "vLLM's parent process reports that its engine died; the engine said why.",
        2,
        _said(
            r"Engine core initialization failed|See (?:root cause|stack trace) above|"
            r"EngineDeadError|EngineCore encountered an issue|"
            r"Failed core proc|WorkerProc initialization failed"
        ),
    ),
    Rule(
        "child-failed",
        "The launcher reports the exit code of a child.",
        2,
        _said(
            r"ChildFailedError|ProcessExitedException|ProcessRaisedException|exited with code|"
            r"exit code -?\d+|BrokenProcessPool|WorkerLostError|Worker failed to boot|HaltServer"
        ),
    ),
    Rule(
        "signal",
        "A process was told to stop because another one had failed.",
        2,
        _said(
            r"Received sigquit|SIGQUIT received|^(?:SystemExit|KeyboardInterrupt|GeneratorExit)\b|"
            r"SIGTERM|^SignalException"
        ),
    ),
    Rule(
        "warm-up",
        "The server's own first request failed because the server had.",
        1,
        lambda error, around: (
            around.count > 1
            and any(frame.name == "_execute_server_warmup" for frame in error.frames[-1:])
        ),
    ),
    Rule(
        "ignored",
        "Python ignored it, mostly while shutting down.",
        3,
        _introduced(r"^Exception ignored in|atexit callback"),
    ),
    Rule(
        "never-retrieved",
        "Nobody waited for this task; what was waited for came first.",
        1,
        _introduced(r"exception was never retrieved"),
    ),
    Rule(
        "pytest-setup",
        "pytest prints the errors of fixtures before the failures; the tests that ran say more.",
        1,
        lambda error, around: around.beyond_setup and error.introduction.startswith(SETUP),
    ),
    Rule(
        "root-cause-below",
        "Java and JavaScript print what was wrapped under its wrapper; the innermost one failed.",
        1,
        lambda error, around: (
            error.language in ("java", "javascript") and id(error) in around.with_causes
        ),
    ),
    Rule(
        "dotnet-wrapper",
        ".NET wraps what a task or a reflected call threw in a class that says only that.",
        1,
        lambda error, around: id(error) in around.with_causes and error.exc_type in DOTNET_WRAPPERS,
    ),
    Rule(
        "no-class",
        "Frames whose class line is missing say less than an error that is there whole.",
        3,
        lambda error, _: error.exc_type is None and not error.message and bool(error.frames),
    ),
    Rule(
        "lone-beside-traceback",
        "A line of its own is mostly an echo of an error that has its traceback in the paste.",
        2,
        lambda error, around: error.lone and around.framed,
    ),
)


def rank(errors: Sequence[Finding]) -> list[int]:
    """The indexes of the errors: THE error first, then what to try when it has no match."""
    if len(errors) < 2:
        return list(range(len(errors)))
    order = _natural(errors)
    around = Around.of(errors)
    weight = {index: _weight(errors[index], around) for index in order}
    return sorted(order, key=lambda index: weight[index])


def _weight(error: Finding, around: Around) -> int:
    return max((rule.rank for rule in RULES if rule.applies(error, around)), default=0)


def _natural(errors: Sequence[Finding]) -> list[int]:
    """Every chain from its end to its root cause, the chains in the order of the text.

    The first of several that do not hang together: what comes later is mostly a consequence.
    """
    places = {id(error): index for index, error in enumerate(errors)}
    below: dict[int, list[int]] = {}
    tops = []
    for index, error in enumerate(errors):
        if error.parent is None:
            tops.append(index)
        else:
            below.setdefault(places[id(error.parent)], []).append(index)
    order: list[int] = []
    waiting = list(reversed(tops))
    while waiting:
        index = waiting.pop()
        order.append(index)
        waiting += reversed(below.get(index, []))
    return order
