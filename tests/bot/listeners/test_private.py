"""The command, the window that it opens, the shortcut, and sharing."""

import pytest

from bot.listeners.private import command_text
from tests.bot.listeners.records import ENGINES, UNKNOWN

LAST = ENGINES.strip().split("\n")[-1]


def test_the_command_answers_privately(bot, slack, channel):
    """`/explain-error` with a paste answers its author alone, and nothing stands in the channel."""
    slack.command(channel, "ada", f"/explain-error {LAST}")
    bot.quiet()
    (told,) = slack.ephemerals("ada", channel)
    assert "Mount more engines." in told["text"]
    assert slack.messages(channel) == []
    assert slack.notices("ada") == []


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        (UNKNOWN.strip().split("\n")[-1], "The catalog does not have"),
        ("hello", "I see no error here."),
        ("help", "Paste a traceback, or at least its last line, and I say what it means"),
        ("empty tank at the countdown", "search results"),
    ],
)
def test_the_command_always_answers(bot, slack, channel, text, answer):
    """Unknown errors, words that find records and words that find none all get an answer."""
    slack.command(channel, "ada", f"/explain-error {text}")
    bot.quiet()
    (told,) = slack.ephemerals("ada", channel)
    assert answer in told["text"]


def test_the_command_works_where_the_bot_is_not(bot, slack):
    """In a channel without the bot the command answers all the same."""
    room = slack.add_channel("without-bot", bot=False)
    slack.command(room, "ada", f"/explain-error {LAST}")
    bot.quiet()
    (told,) = slack.ephemerals("ada", room)
    assert "Mount more engines." in told["text"]


def test_the_bare_command_opens_a_window(bot, slack, channel):
    """`/explain-error` alone opens a field of many lines, answered as privately as the command."""
    slack.command(channel, "ben", "/explain-error")
    bot.quiet()
    (view,) = slack.views("ben")
    assert view["blocks"][0]["element"]["multiline"]
    slack.submit_view("ben", {"errorbook_paste_text": ENGINES})
    bot.quiet()
    assert slack.views("ben") == []
    (told,) = slack.ephemerals("ben", channel)
    assert "Mount more engines." in told["text"]


def test_sharing(bot, slack, channel):
    """A private answer can be shared, once; the thread below it takes questions."""
    slack.command(channel, "ada", f"/explain-error {LAST}")
    bot.quiet()
    (told,) = slack.ephemerals("ada", channel)
    slack.click(channel, "ada", told["ts"], "errorbook_share")
    bot.quiet()
    (shared,) = slack.messages(channel)
    assert "Mount more engines." in shared["text"]
    assert "needs at least 9 engines" in shared["text"]
    assert slack.ephemerals("ada", channel) == []
    slack.post(channel, "ben", "how do I fix it", shared["ts"])
    (reply,) = bot.replies(channel, shared["ts"])
    assert "Mount more engines." in reply["text"]


def test_sharing_where_the_bot_is_not(bot, slack):
    """Where the bot may not post, the answer is shared through the press itself."""
    room = slack.add_channel("share-without-bot", bot=False)
    slack.command(room, "ada", f"/explain-error {LAST}")
    bot.quiet()
    (told,) = slack.ephemerals("ada", room)
    slack.click(room, "ada", told["ts"], "errorbook_share")
    bot.quiet()
    (shared,) = slack.messages(room)
    assert "Mount more engines." in shared["text"]


def test_the_shortcut_explains_a_message(bot, slack, channel):
    """ "Explain this error" answers privately, and shares to the thread of the message."""
    ts = slack.post(channel, "ada", f"```\n{UNKNOWN}```")
    slack.shortcut(channel, "ben", ts)
    bot.quiet()
    (told,) = slack.ephemerals("ben", channel)
    assert "The catalog does not have" in told["text"]
    muted = slack.post(channel, "ada", "look: " + LAST)
    bot.quiet()
    slack.shortcut(channel, "mira", muted)
    bot.quiet()
    (told,) = slack.ephemerals("mira", channel)
    slack.click(channel, "mira", told["ts"], "errorbook_share")
    assert len(bot.replies(channel, muted)) == 2


@pytest.mark.parametrize(
    ("sent", "text"),
    [
        ("in &lt;module&gt;", "in <module>"),
        ("in <module> &amp; so", "in <module> &amp; so"),
        ("File /app/<http://main.py|main.py> in &lt;x&gt;", "File /app/main.py in <x>"),
        ("a && b", "a && b"),
        ("a &amp;&amp; b", "a && b"),
        ("", ""),
    ],
)
def test_the_text_of_a_command(sent, text):
    """Whether Slack escapes a command's text is told by the text itself."""
    assert command_text(sent) == text
