"""Whole replies, as somebody reads them: what is answered for both errors that ship, and the rest.

The texts stand in `golden/`. After a change of wording that is meant, write them anew with
`python -m tests.bot.replies.test_wording` and read the difference.
"""

from dataclasses import replace
from pathlib import Path

import pytest

from bot import replies
from bot.followups import Topic
from catalog.models import RaisedError, Record, Report, Verdict
from tests.bot.replies.seeds import (
    MEMORY,
    MEMORY_ERROR,
    MEMORY_MATCH,
    MINED_ERROR,
    MINED_MATCH,
    STEPS,
    STEPS_ERROR,
    STEPS_MATCH,
    known,
    shown,
)

GOLDEN = Path(__file__).parent / "golden"
ENVIRONMENT = {"python": "3.12.1", "sglang": "0.5.3"}
CAUSE = replace(STEPS_ERROR, parent=1, link="cause")
WRAPPER = RaisedError("RuntimeError", "Engine core initialization failed")
OTHER = RaisedError("KeyError", "'tenant-17'")
TOP = replace(CAUSE, parent=None, link=None)
BELOW = replace(OTHER, parent=0, link="context")
FROM_OTHER = Verdict("known", Report("", (BELOW, TOP)), (TOP, BELOW), 0, (STEPS_MATCH,))
CHAIN = Verdict(
    "known",
    Report("", (CAUSE, WRAPPER, OTHER, MEMORY_ERROR), (0, 1, 2, 3)),
    (CAUSE, WRAPPER, OTHER, MEMORY_ERROR),
    0,
    (STEPS_MATCH,),
    {2: None, 3: MEMORY_MATCH},
)
BARE = Record(id="0123456789abcdef", repo="pypi/aged", error_class="AgedError")
BARE_MATCH = replace(MINED_MATCH, record=BARE, same_template=(), same_template_count=0, captures={})
UNKNOWN = replace(CHAIN, kind="unknown", answered=2, matches=(), others={})
UNSURE = replace(CHAIN, kind="unsure", matches=(MINED_MATCH, STEPS_MATCH), others={})
NO_ERROR = Verdict("no-error", Report(""))


def about_steps(topic):
    """What is said in the thread of the first error, for which there is one other candidate."""
    others = [MINED_MATCH] if topic is Topic.ALTERNATIVES else []
    return replies.followup(topic, STEPS_MATCH, alternatives=others, related=[MEMORY])


def window(view):
    return replies.Reply("", view["blocks"])


REPLIES = {
    "answer-steps": replies.answer(
        known(STEPS_ERROR, STEPS_MATCH, environment=ENVIRONMENT), asked=False
    ),
    "answer-memory": replies.answer(known(MEMORY_ERROR, MEMORY_MATCH), asked=False),
    "answer-mined": replies.answer(known(MINED_ERROR, MINED_MATCH), asked=False),
    "answer-chain": replies.answer(CHAIN, asked=False),
    "answer-from-other": replies.answer(FROM_OTHER, asked=False),
    "answer-private": replies.private_answer(known(MEMORY_ERROR, MEMORY_MATCH), share="7"),
    "answer-bare": replies.answer(known(OTHER, BARE_MATCH), asked=True),
    "unsure": replies.answer(UNSURE, asked=True),
    "unknown": replies.answer(UNKNOWN, asked=True),
    "no-error": replies.answer(NO_ERROR, asked=True),
    "search": replies.search_results("eagle with unified memory", [MEMORY, STEPS]),
    "search-empty": replies.search_results("fly me to the moon", []),
    "next-candidate": replies.next_candidate(STEPS_MATCH, MINED_MATCH, MINED_ERROR),
    "no-further": replies.no_further(STEPS_MATCH),
    "greeting": replies.greeting("U1"),
    "muted": replies.muted(),
    "unmuted": replies.unmuted(),
    "failure": replies.failure("k3x9"),
    "unreadable-file": replies.unreadable_file("core.dump", "it is not text"),
    "nothing-to-share": replies.nothing_to_share(),
    "nothing-answered": replies.nothing_answered(),
    "usage": replies.usage(),
    "what-to-ask": replies.what_to_ask(STEPS),
    "none-left": replies.none_left(),
    "nothing-to-tell": replies.nothing_to_tell(),
    "about": replies.about(STEPS),
    **{f"{topic}-steps": about_steps(topic) for topic in Topic},
    **{f"{topic}-bare": replies.followup(topic, BARE_MATCH) for topic in Topic},
    "window-example": window(replies.example_modal(STEPS)),
    "window-checks": window(replies.checks_modal(STEPS)),
    "window-prevention": window(replies.prevention_modal(STEPS)),
    "window-why": window(replies.why_modal(MINED_MATCH)),
    "window-gone": window(replies.gone_modal()),
}


@pytest.mark.parametrize("name", REPLIES)
def test_reply(name):
    """The reply reads as it stands in its file."""
    assert shown(REPLIES[name]) + "\n" == (GOLDEN / f"{name}.txt").read_text()


def test_no_text_is_left_over():
    """Every file belongs to a reply."""
    assert {file.stem for file in GOLDEN.glob("*.txt")} == set(REPLIES)


@pytest.mark.parametrize(
    ("verdict", "mined"),
    [
        (UNKNOWN, True),
        (UNSURE, True),
        (NO_ERROR, True),
        (known(MINED_ERROR, MINED_MATCH), False),
        (known(OTHER, BARE_MATCH), True),
        (known(OTHER, replace(BARE_MATCH, captures={"h1": "tenant-17"})), True),
    ],
)
def test_silence(verdict, mined):
    """Nobody asked, and there is nothing sure, or nothing new, to say."""
    assert replies.answer(verdict, asked=False, mined=mined) is None


@pytest.mark.parametrize(
    "match",
    [
        MINED_MATCH,
        replace(BARE_MATCH, captures={"tenant": "tenant-17"}),
        replace(BARE_MATCH, record=replace(BARE, guard="tenant not in tenants")),
    ],
)
def test_a_mined_record_that_adds_something(match):
    """A condition or a named value is worth an answer, though nobody wrote an explanation."""
    assert replies.answer(known(OTHER, match), asked=False)


@pytest.mark.parametrize("topic", [Topic.FIX, Topic.PREVENTION])
def test_without_advice_the_condition_is_told(topic):
    """Where nobody wrote what to do, the condition in the source is what has to change."""
    match = replace(BARE_MATCH, record=replace(BARE, guard="tenant not in tenants"))
    reply = replies.followup(topic, match)
    assert "The record of this error does not say how to" in reply.text
    assert "Raised when `tenant not in tenants`." in reply.text


def test_an_instruction_in_the_message():
    """A message that says what to do is worth an answer, and the instruction stands out."""
    error = RaisedError("ImportError", "no module yaml; please install `PyYAML` first")
    reply = replies.answer(known(error, BARE_MATCH), asked=False)
    assert "The message says what to do: please install PyYAML first" in reply.text


def test_the_text_says_what_the_blocks_say():
    """Who reads only the notification, or has it read out, gets cause, fix and link."""
    text = REPLIES["answer-steps"].text
    for part in (STEPS.documentation, *STEPS.solutions, STEPS.trigger_scenarios, STEPS.github_url):
        assert part in text


def test_nothing_in_a_paste_is_a_control_sequence():
    """What a paste or a record holds is shown as it is, and pings nobody."""
    error = RaisedError("Value<!here>Error", "`<!channel>` & <@U1> *bold*\n<https://x.io|y>")
    reply = replies.answer(
        known(error, replace(STEPS_MATCH, captures={"a": "<!here>"})), asked=True
    )
    title, *_ = shown(reply).split("\n")
    assert title == (
        "*Value&lt;!here&gt;Error*: `'&lt;!channel&gt;' &amp; &lt;@U1&gt; *bold* "
        "&lt;https://x.io|y&gt;`"
    )
    assert "Here `a` was `&lt;!here&gt;`." in reply.text


def test_values_are_ids():
    """What a button carries is the id of the record, never its text."""
    reply = REPLIES["answer-private"]
    row = [e for block in reply.blocks if block["type"] == "actions" for e in block["elements"]]
    assert [element["value"] for element in row] == [*[MEMORY.id] * 4, "7"]


def test_the_window_of_the_command():
    """A field of several lines, and the channel in which it was opened."""
    view = replies.explain_modal("C1")
    assert view["private_metadata"] == "C1"
    assert view["blocks"][0]["element"]["multiline"]


if __name__ == "__main__":
    for file in GOLDEN.glob("*.txt"):
        file.unlink()
    for name, reply in REPLIES.items():
        (GOLDEN / f"{name}.txt").write_text(shown(reply) + "\n")
