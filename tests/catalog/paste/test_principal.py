"""THE error of a paste: one test for each rule, and that every rule has a name and a reason."""

import pytest

from catalog.paste import read_paste
from catalog.paste.principal import RULES

RAISED = 'Traceback (most recent call last):\n  File "a.py", line 1, in f\n    g()\n'
CAUSE = "\n\nThe above exception was the direct cause of the following exception:\n\n"

#: Rule, paste, the classes in their order from THE error on.
CASES = {
    "exception-group": (
        "  + Exception Group Traceback (most recent call last):\n"
        '  |   File "a.py", line 1, in f\n  | ExceptionGroup: two (2 sub-exceptions)\n'
        "  +-+---------------- 1 ----------------\n    | KeyError: 1\n"
        "    +---------------- 2 ----------------\n    | OSError: 2\n"
        "    +------------------------------------\n",
        ["KeyError", "OSError", "ExceptionGroup"],
    ),
    "carries-remote-traceback": (
        RAISED + "RuntimeError: Caught KeyError in DataLoader worker process 0.\n"
        + "Original " + RAISED + "KeyError: 'x'",
        ["KeyError", "RuntimeError"],
    ),
    "raised-again": (
        'pool.RemoteTraceback: \n"""\n' + RAISED + 'KeyError: 1\n"""' + CAUSE
        + RAISED.replace("a.py", "b.py") + "KeyError: 1",
        ["KeyError", "KeyError", "pool.RemoteTraceback"],
    ),
    "pytest-setup": (
        "___ ERROR at setup of test_a ___\nt.py:1: in db\nE   OSError: no db\n"
        "___ test_b ___\nt.py:2: in test_b\nE   KeyError: 1\n",
        ["KeyError", "OSError"],
    ),
    "root-cause-below": (
        "shop.Failed: x\n\tat shop.A.b(A.java:1)\n"
        "Caused by: java.io.IOException: y\n\tat shop.C.d(C.java:2)\n",
        ["java.io.IOException", "shop.Failed"],
    ),
    "dotnet-wrapper": (
        "Unhandled exception. System.AggregateException: One or more errors occurred. (x)\n"
        " ---> System.IO.IOException: x\n   at A.B() in /a.cs:line 1\n"
        "   --- End of inner exception stack trace ---\n   at A.C() in /a.cs:line 2\n",
        ["System.IO.IOException", "System.AggregateException"],
    ),
    "engine-core": (
        RAISED + "ValueError: No available memory\n\n"
        + RAISED + "RuntimeError: Engine core initialization failed. See root cause above.",
        ["ValueError", "RuntimeError"],
    ),
    "child-failed": (
        RAISED + "torch.distributed.elastic.multiprocessing.errors.ChildFailedError: \n" + "=" * 60
        + "\n" + RAISED + "KeyError: 'shard'",
        ["KeyError", "torch.distributed.elastic.multiprocessing.errors.ChildFailedError"],
    ),
    "signal": (RAISED + "SystemExit: 3\n" + RAISED + "KeyError: 'x'", ["KeyError", "SystemExit"]),
    "warm-up": (
        RAISED.replace("in f", "in _execute_server_warmup")
        + "AssertionError: res=<Response [502]>\n\n"
        + RAISED + "KeyError: 'x'",
        ["KeyError", "AssertionError"],
    ),
    "ignored": (
        "Exception ignored in: <function C.__del__ at 0x7f>\n"
        + RAISED + "RuntimeError: close() failed\n"
        + RAISED + "KeyError: 'x'",
        ["KeyError", "RuntimeError"],
    ),
    "never-retrieved": (
        "Task exception was never retrieved\n"
        + RAISED + "OSError: reset\n" + RAISED + "KeyError: 'x'",
        ["KeyError", "OSError"],
    ),
    "no-class": (
        RAISED + '  File "b.py", line 2, in g\n\n' + RAISED + "KeyError: 'x'",
        ["KeyError", None],
    ),
    "lone-beside-traceback": (
        "RuntimeError: worker 2 is gone\n\n" + RAISED + "KeyError: 'x'",
        ["KeyError", "RuntimeError"],
    ),
}  # fmt: skip


@pytest.mark.parametrize("rule", [rule.name for rule in RULES])
def test_rule(rule: str) -> None:
    """An error to which the rule applies stands behind the one it reports."""
    text, classes = CASES[rule]
    report = read_paste(text)
    assert [report.errors[index].exc_type for index in report.ranking] == classes


@pytest.mark.parametrize("rule", RULES)
def test_every_rule_says_why(rule) -> None:
    """A rule has a name of its own and a reason in a sentence."""
    assert rule.reason.endswith(".")
    assert [each.name for each in RULES].count(rule.name) == 1


def test_the_last_of_a_chain_is_the_error() -> None:
    """What the program died of comes first, then what led to it."""
    report = read_paste(RAISED + "KeyError: 'x'" + CAUSE + RAISED + "ConfigError: no x")
    assert [report.errors[index].exc_type for index in report.ranking] == [
        "ConfigError",
        "KeyError",
    ]


def test_the_first_of_two_that_do_not_hang_together_is_the_error() -> None:
    """What fails later is mostly a consequence."""
    report = read_paste(RAISED + "KeyError: 'x'\nand after the restart:\n" + RAISED + "OSError: y")
    assert [error.exc_type for error in report.errors] == ["KeyError", "OSError"]
    assert report.ranking == (0, 1)
