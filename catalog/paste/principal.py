"""Which error of a paste is THE error: the one to answer, and what to try when it has no match.

The errors that hang together are in their order: what the program died of comes first, then what
led to it. A rule puts an error behind the others because it only reports that something else went
wrong. The list is meant to be read, and added to.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from catalog.paste.findings import Finding


class Rule(NamedTuple):
    """A reason for which an error is not THE error as long as there is another one.

    `rank` orders the errors that have such a reason among themselves: the higher, the later.
    """

    name: str
    reason: str
    rank: int
    applies: Callable[[Finding, Sequence[Finding]], bool]


def _said(pattern: str) -> Callable[[Finding, Sequence[Finding]], bool]:
    compiled = re.compile(pattern)
    return lambda error, _: compiled.search(f"{error.exc_type}: {error.message[:500]}") is not None


def _introduced(pattern: str) -> Callable[[Finding, Sequence[Finding]], bool]:
    compiled = re.compile(pattern)
    return lambda error, _: compiled.search(error.introduction[:500]) is not None


def _has_members(error: Finding, errors: Sequence[Finding]) -> bool:
    return any(other.parent is error and other.link == "member" for other in errors)


def _carries(error: Finding, errors: Sequence[Finding]) -> bool:
    return any(other.parent is error and other.carried for other in errors)


def _same(one: Finding, other: Finding) -> bool:
    return (one.exc_type, one.message.strip()) == (other.exc_type, other.message.strip())


RULES: tuple[Rule, ...] = (
    Rule(
        "exception-group",
        "A group only says that some of its members failed.",
        1,
        _has_members,
    ),
    Rule(
        "carries-remote-traceback",
        "A worker's error was brought to its parent inside the text of another one.",
        1,
        _carries,
    ),
    Rule(
        "raised-again",
        "The same error as the worker's, raised again where its result was waited for.",
        1,
        lambda error, errors: (
            not error.carried and any(other.carried and _same(other, error) for other in errors)
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
        lambda error, errors: (
            len(errors) > 1
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
        lambda error, errors: (
            _introduced(r"^ERROR at (?:setup|teardown) of")(error, errors)
            and any(not other.introduction.startswith("ERROR at") for other in errors)
        ),
    ),
    Rule(
        "root-cause-below",
        "Java and JavaScript print what was wrapped under its wrapper; the innermost one failed.",
        1,
        lambda error, errors: (
            error.language in ("java", "javascript")
            and any(other.parent is error and other.link == "cause" for other in errors)
        ),
    ),
    Rule(
        "no-class",
        "Frames whose class line is missing say less than an error that is there whole.",
        3,
        lambda error, _: error.exc_type is None and bool(error.frames),
    ),
    Rule(
        "lone-beside-traceback",
        "A line of its own is mostly an echo of an error that has its traceback in the paste.",
        2,
        lambda error, errors: error.lone and any(other.frames for other in errors),
    ),
)


def rank(errors: Sequence[Finding]) -> list[int]:
    """The indexes of the errors: THE error first, then what to try when it has no match."""
    order = _natural(errors)
    weight = {index: _weight(errors[index], errors) for index in order}
    return sorted(order, key=lambda index: weight[index])


def _weight(error: Finding, errors: Sequence[Finding]) -> int:
    return max((rule.rank for rule in RULES if rule.applies(error, errors)), default=0)


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
