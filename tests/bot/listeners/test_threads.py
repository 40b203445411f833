"""Questions in threads that have an answer, as people ask them: without a mention."""

import pytest

from bot.memory import Memory
from bot.settings import memory_url
from bot.workspace import BOT_USER, Workspace
from tests.bot.listeners.conftest import Connected
from tests.bot.listeners.records import ENGINES, FUEL, UNKNOWN

FENCED = f"any ideas?\n```\n{ENGINES}```"


@pytest.fixture
def thread(bot, slack, channel):
    """A thread with an answer."""
    ts = slack.post(channel, "ada", FENCED)
    assert len(bot.replies(channel, ts)) == 1
    return ts


@pytest.fixture
def ask(bot, slack, channel, thread):
    """Write in the thread; what the bot has said to it."""

    def write(text, user="ada"):
        before = len(bot.replies(channel, thread))
        slack.post(channel, user, text, thread)
        return [reply["text"] for reply in bot.replies(channel, thread)[before:]]

    return write


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("how do I fix it?", "Mount more engines."),
        ("why does this happen", "Raised when the plan asks for more engines."),
        ("show me the source", "rockets/launch.py"),
        ("is there an example", "rocket = Rocket(engines=9)"),
        ("how can I prevent this?", "Check the plan before the countdown."),
        ("what else could it be", "The old planner says the same."),
        ("is it fixed in a newer version?", "does not say"),
    ],
)
def test_questions_are_answered_from_the_record(ask, question, answer):
    """A question gets the part of the record that it asks for, whoever asks."""
    (said,) = ask(question, user="ben")
    assert answer in said


def test_two_questions_get_one_reply(ask):
    """Who asks for two parts in one message gets both, the fix first."""
    (said,) = ask("why, and how do I fix it?")
    fix, cause = "Mount more engines.", "Raised when the plan asks for more engines."
    assert said.index(fix) < said.index(cause)


@pytest.mark.parametrize(
    "talk", ["thanks!", "I'll try that tomorrow", "ben, can you look at the dashboard?", "lol"]
)
def test_talk_gets_silence(ask, talk):
    """People may talk in the thread."""
    assert ask(talk) == []


def test_another_thread_is_no_place_to_ask(bot, slack, channel, thread):
    """The same question in a thread without an answer is not for the bot."""
    other = slack.post(channel, "ada", "lunch?")
    slack.post(channel, "ben", "how do I fix it?", other)
    assert bot.replies(channel, other) == []


def test_that_is_not_it(ask):
    """The next candidate comes; what follows is about it; after the last there is none."""
    (second,) = ask("that's not it")
    assert "I moved on" in second
    assert "The old planner says the same." in second
    (source,) = ask("show me the source")
    assert "rockets/old.py" in source
    (third,) = ask("that's not it either")
    assert "no further candidate" in third
    assert ask("how do I fix it?") == []
    (none_left,) = ask("@errorbook how do I fix it?")
    assert "I have no other candidate for it." in none_left


@pytest.fixture
def own_slack():
    """A workspace that no other bot is connected to."""
    with Workspace() as running:
        yield running


def test_a_rejection_survives_a_restart(own_slack, tmp_path):
    """Another process knows what was rejected in the thread, and what it is about."""
    slack, channel = own_slack, "inference"
    url = memory_url(str(tmp_path / "memory.db"))
    memory = Memory.open(url)
    with Connected(slack, memory) as first:
        thread = slack.post(channel, "ada", FENCED)
        first.quiet()
        slack.post(channel, "ada", "that's not it", thread)
        assert len(first.replies(channel, thread)) == 2
    memory.close()
    memory = Memory.open(url)
    with Connected(slack, memory) as second:
        slack.post(channel, "ada", "show me the source", thread)
        assert "rockets/old.py" in second.replies(channel, thread)[-1]["text"]
        slack.post(channel, "ada", f"@errorbook {FENCED}", thread)
        again = second.replies(channel, thread)[-1]["text"]
        assert "The old planner says the same." in again
    memory.close()


def test_a_new_error_is_answered_as_new(ask):
    """Another traceback in the thread gets its own answer, and is what questions are about then."""
    (said,) = ask(f"now this:\n```\n{FUEL}```")
    assert "Somebody forgot to fill the tank." in said
    (what,) = ask("what does it mean?")
    assert "Somebody forgot to fill the tank." in what


def test_the_same_error_again_is_not(ask):
    """Somebody who pastes the same error into its thread has the answer above."""
    assert ask(f"I have it too\n```\n{ENGINES}```", user="ben") == []


def test_an_unknown_error_in_the_thread_gets_silence(ask):
    """An error that the catalog does not have is met with silence in a thread as well."""
    assert ask(f"```\n{UNKNOWN}```") == []


def test_a_mention_in_an_answered_thread(ask):
    """Who mentions the bot is answered, with or without a question that it understands."""
    (fix,) = ask("@errorbook how do I fix it?")
    assert "Mount more engines." in fix
    (rest,) = ask("@errorbook what does the weather do on Sunday?")
    assert rest.startswith("About *EngineError*")
    assert "you can ask me how to fix it" in rest


@pytest.mark.parametrize(
    "text", ["help", "Hi!", "what can you do?", "Who are you?", "what's this bot"]
)
def test_who_wants_to_know_what_it_does_is_told(ask, text):
    """Never the fix of an error, even where one was answered; unasked it is ordinary talk."""
    (usage,) = ask(f"@errorbook {text}")
    assert usage.startswith("Paste a traceback, or at least its last line")
    assert ask(text) == []


def test_a_question_about_an_error_that_is_not_in_the_catalog(bot, slack):
    """The answer to an earlier error is not given for a later one that has none."""
    room = slack.dm("ada")
    slack.post(room, "ada", FENCED)
    bot.quiet()
    slack.post(room, "ada", UNKNOWN)
    bot.quiet()
    ts = slack.post(room, "ada", "how do I fix it?")
    assert "I have nothing to tell about it." in bot.said(room, ts)


def test_a_mention_below_a_paste_reads_the_paste(bot, slack, channel):
    """Who mentions the bot below somebody's unknown paste, means that paste."""
    root = slack.post(channel, "ada", f"```\n{UNKNOWN}```")
    assert bot.replies(channel, root) == []
    slack.post(channel, "ben", "@errorbook what is this?", root)
    (reply,) = bot.replies(channel, root)
    assert "The catalog does not have" in reply["text"]


def test_a_mention_where_nothing_can_be_read(bot, slack, channel):
    """Where Slack does not show the thread, the mention is answered all the same."""
    root = slack.post(channel, "ada", "lunch?")
    slack.post(channel, "ben", "@errorbook how do I fix it?", root)
    (reply,) = bot.replies(channel, root)
    assert "I have not explained an error in this thread yet." in reply["text"]


def test_questions_in_a_conversation_with_the_bot(bot, slack):
    """In a direct message the thread of the answer takes questions too."""
    room = slack.dm("mira")
    ts = slack.post(room, "mira", FENCED)
    bot.quiet()
    slack.post(room, "mira", "how do I fix it?", ts)
    first, second = (m for m in bot.replies(room, ts) if m["user"] == BOT_USER)
    assert first["ts"] != second["ts"]
    assert "Mount more engines." in second["text"]


def test_a_conversation_need_not_be_threaded(bot, slack):
    """Alone with the bot, a question outside of any thread is about its last answer."""
    room = slack.dm("ben")
    slack.post(room, "ben", FENCED)
    bot.quiet()
    ts = slack.post(room, "ben", "how do I prevent this?")
    said = bot.said(room, ts)
    assert said.startswith("About *EngineError*")
    assert "Check the plan before the countdown." in said
    slack.post(room, "ben", "and the source?", ts)
    assert "rockets/launch.py" in bot.replies(room, ts)[-1]["text"]
    thanks = slack.post(room, "ben", "thanks")
    assert "you can ask me" in bot.said(room, thanks)


def test_a_mention_reads_the_whole_thread(bot, slack, channel):
    """The error that a mention is about may stand anywhere in the thread, the last one counts."""
    root = slack.post(channel, "ada", "the zoo is broken")
    slack.post(channel, "ada", f"```\n{UNKNOWN.replace('stripes', 'spots')}```", root)
    slack.post(channel, "ada", f"```\n{UNKNOWN}```", root)
    slack.post(channel, "ada", "no idea", root)
    slack.post(channel, "ben", "@errorbook can you help?", root)
    (reply,) = bot.replies(channel, root)
    assert "the stripes of this animal" in reply["text"]
