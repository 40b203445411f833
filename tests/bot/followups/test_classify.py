"""Which thread replies are questions about the answer, and which are talk between people.

`questions.txt` and `ordinary.txt` grew with the phrase table. The held-out lists were written after
it and looked at once, without a change to the table since.
"""

import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.followups import Topic, asked_for, classify
from bot.followups.table import BadTable, read, table, unfolded

HERE = Path(__file__).parent


def questions(name):
    """(topic, text) of every line."""
    lines = (HERE / name).read_text().splitlines()
    return [(Topic(topic), text) for topic, text in (line.split("\t") for line in lines)]


def ordinary(name):
    return (HERE / name).read_text().splitlines()


@pytest.mark.parametrize(("topic", "text"), questions("questions.txt"))
def test_a_question_gets_its_topic(topic, text):
    """A follow-up question is recognised, in the words and the spelling people use."""
    assert classify(text) is topic


@pytest.mark.parametrize("text", ordinary("ordinary.txt"))
def test_ordinary_talk_gets_silence(text):
    """A reply that is not about the answer is none of the bot's business."""
    assert classify(text) is None


@pytest.mark.parametrize(
    ("text", "topics"),
    [
        ("why, and how do I fix it?", [Topic.FIX, Topic.CAUSE]),
        ("where does it come from? is there an example?", [Topic.SOURCE, Topic.EXAMPLE]),
        ("how do I fix it? how can I fix this?", [Topic.FIX]),
        ("what else could it be? that's not it", [Topic.WRONG, Topic.ALTERNATIVES]),
        ("lunch?", []),
    ],
)
def test_several_questions_in_one_message(text, topics):
    """Each is recognised once: a wrong record first, then the fix, then the others as written."""
    assert list(asked_for(text)) == topics


def test_held_out_questions():
    """Of questions that the table was not made for, 19 in 20 get the right topic."""
    found = [classify(text) is topic for topic, text in questions("held-out-questions.txt")]
    assert sum(found) / len(found) >= 0.95


@pytest.mark.parametrize("text", ordinary("held-out-ordinary.txt"))
def test_held_out_ordinary_talk(text):
    """Talk that the table was not made for gets silence too."""
    assert classify(text) is None


@pytest.mark.parametrize(
    ("text", "topic"),
    [
        ("@errorbook how do I fix it", Topic.FIX),
        ("help?", Topic.FIX),
        ("wdym", Topic.MEANING),
        ("next one", Topic.WRONG),
        ("we are on a new cluster here. how do I fix it", Topic.FIX),
        ("we are on a new cluster here", None),
    ],
)
def test_addressed(text, topic):
    """Somebody who mentions the bot, or is alone with it, may be vaguer."""
    assert classify(text, addressed=True) is topic


@pytest.mark.parametrize(
    ("text", "about", "topic"),
    [
        ("is it fixed in sglang 0.5.4?", ["sglang"], Topic.NEWER),
        ("is it fixed in sglang 0.5.4?", [], None),
        ("is it fixed in grafana 11.2?", ["sglang"], None),
    ],
)
def test_words_of_the_error(text, about, topic):
    """A question may name what the thread's error is about, and nothing else."""
    assert classify(text, about=about) is topic


@pytest.mark.parametrize(
    ("text", "topic"),
    [
        ("I get the same error with the flag on. What else could it be?", Topic.ALTERNATIVES),
        ("The deploy pipeline is stuck. What else could it be?", None),
        ("I tried the first one, same crash. why?", None),
    ],
)
def test_beside_other_talk(text, topic):
    """A whole question counts beside sentences about the error; a lone word, or other talk, not."""
    assert classify(text) is topic


@pytest.mark.parametrize("text", ["@bob how do I fix it?", "<@U123> why?", "why, @here?"])
def test_to_somebody_else(text):
    """What is asked of a person is not answered by the bot."""
    assert classify(text) is None


def test_long_talk():
    """A long message is no follow-up, whatever it ends with."""
    assert classify("We changed the error page again. " * 12 + "How do I fix it?") is None


WORDS = st.sampled_from(
    sorted({word for run in table().lexicon.entries for word in run} | {",", "?"})
)


@given(st.text() | st.lists(WORDS, max_size=8).map(" ".join), st.booleans())
def test_any_text(text, addressed):
    """No text makes it fail."""
    assert classify(text, addressed=addressed) in {None, *Topic}


@pytest.mark.parametrize(
    "text", ["ok great cool " * 3_000, "why " * 5_000, "the error of " * 3_000, "((((" * 3_000]
)
def test_long_text(text):
    """Any length is read without deep recursion or a product of readings."""
    assert sys.getrecursionlimit() < len(text)
    assert classify(text, addressed=True) in {None, *Topic}


def test_every_topic_has_phrases():
    """The table knows every topic."""
    claimed = {claim.topic for phrases in table().phrases.values() for claim in phrases.values()}
    assert claimed == set(Topic)


@pytest.mark.parametrize(
    ("line", "variants"),
    [
        ("how [to] FIX", [("how", "to", "FIX"), ("how", "FIX")]),
        ("(a|b c) d", [("a", "d"), ("b", "c", "d")]),
        ("[a|b]", [("a",), ("b",), ()]),
        ("(a [b]|c)", [("a", "b"), ("a",), ("c",)]),
    ],
)
def test_unfolding(line, variants):
    """Brackets unfold into every variant of a line."""
    assert unfolded(line) == variants


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("how (to fix", "'(' is not closed"),
        ("how [to) fix", "'[' is not closed"),
        ("how to] fix", "']' closes nothing"),
        ("(a|b) " * 12, "it unfolds into more than 2,000 variants"),
        ("ok FIX", "one of its words is a filler"),
    ],
)
def test_bad_lines(line, why):
    """A line that cannot be read is named with the reason."""
    text = (
        'fillers = ["ok"]\nlight = []\nwrappings = []\nopeners = []\nopening = []\n'
        "asking = []\nneutral = []\ncontext = []\n"
        f'[words]\nFIX = ["fix"]\n[phrases]\nfix = ["{line}"]\n[keys]\n[addressed]\n'
        "[typing]\nwords = []\nnot = []\n"
    )
    with pytest.raises(BadTable) as error:
        read(text)
    assert str(error.value) == f"The line {line!r} of the follow-up table cannot be read: {why}."
