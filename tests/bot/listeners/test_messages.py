"""Messages in channels, threads and conversations with the bot: who is answered, and how often."""

import pytest

from tests.bot.listeners.conftest import Connected
from tests.bot.listeners.records import ENGINES, FUEL, UNKNOWN

FENCED = f"any ideas?\n```\n{ENGINES}```"


def test_a_known_error_is_answered_in_its_thread(bot, slack, channel):
    """A pasted traceback gets one reply, in its thread, that explains it."""
    ts = slack.post(channel, "ada", FENCED)
    (reply,) = bot.replies(channel, ts)
    assert "Mount more engines." in reply["text"]
    assert reply["thread_ts"] == ts
    assert len(slack.messages(channel)) == 2


@pytest.mark.parametrize(
    "text",
    [
        "good morning, the error rate is down again",
        "did you see the ValueError in the docs? funny example",
        f"```\n{UNKNOWN}```",
        "how do I fix it",
    ],
)
def test_silence_otherwise(bot, slack, channel, text):
    """Talk, an error that the catalog does not have, a question to nobody: no reply."""
    ts = slack.post(channel, "ada", text)
    assert bot.replies(channel, ts) == []
    assert len(slack.messages(channel)) == 1


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        (FENCED, "Mount more engines."),
        (f"```\n{UNKNOWN}```", "The catalog does not have"),
        ("are you there?", "Paste a traceback, or at least its last line, and I say"),
    ],
)
@pytest.mark.parametrize("way", ["mention", "direct"])
def test_who_asks_is_always_answered(bot, slack, channel, text, answer, way):
    """Mentioned or written to alone, the bot answers once, also when there is little to say."""
    if way == "direct":
        channel = slack.dm("ada")
    else:
        text = f"@errorbook {text}"
    ts = slack.post(channel, "ada", text)
    assert answer in bot.said(channel, ts)


def test_a_message_in_a_thread_is_answered_there(bot, slack, channel):
    """An error inside of a thread of others is answered in that thread."""
    root = slack.post(channel, "ada", "the launch failed again")
    slack.post(channel, "ben", FENCED, root)
    (reply,) = bot.replies(channel, root)
    assert reply["thread_ts"] == root


def test_a_broadcast_reply_is_answered_once(bot, slack, channel):
    """A reply that is also sent to the channel is one message."""
    root = slack.post(channel, "ada", "the launch failed again")
    slack.post(channel, "ben", FENCED, root, broadcast=True)
    assert len(bot.replies(channel, root)) == 1
    assert len([m for m in slack.messages(channel) if m.get("bot_id")]) == 1


def test_what_slack_sends_again_is_answered_once(bot, slack, channel):
    """The same event, as often as it comes, gets one answer."""
    ts = slack.post(channel, "ada", f"@errorbook {FENCED}")
    assert len(bot.replies(channel, ts)) == 1
    sent = [d for d in slack.deliveries if d.event.get("ts") == ts]
    assert {d.event["type"] for d in sent} == {"message", "app_mention"}
    for delivery in sent * 3:
        slack.redeliver(delivery)
    assert len(bot.replies(channel, ts)) == 1


def test_another_process_does_not_answer_again(bot, slack, channel):
    """After a restart, or beside another replica, what was answered stays answered."""
    ts = slack.post(channel, "ada", FENCED)
    assert len(bot.replies(channel, ts)) == 1
    (sent,) = [d for d in slack.deliveries if d.event.get("ts") == ts]
    with Connected(slack, bot.memory) as second:
        slack.redeliver(sent)
        slack.redeliver(sent)
        bot.quiet()
        assert len(second.replies(channel, ts)) == 1


def test_several_errors_get_one_reply(bot, slack, channel):
    """Two errors in one message: one in full, the other in a line, in one reply."""
    ts = slack.post(channel, "ada", f"```\n{FUEL}```\nand then\n```\n{ENGINES}```")
    said = bot.said(channel, ts)
    assert "Also in this message" in said


def test_joining(bot, slack, channel):
    """The bot greets a channel once when it comes in, and nobody else."""
    room = slack.add_channel(f"{channel.lower()}-join", bot=False)
    slack.invite(room)
    bot.quiet()

    def said():
        return [m for m in slack.messages(room) if m.get("bot_id")]

    (greeting,) = said()
    assert "Paste a traceback here" in greeting["text"]
    assert "mute" in greeting["text"]
    (joined,) = [
        d
        for d in slack.deliveries
        if d.event.get("type") == "member_joined_channel" and d.event["channel"] == room
    ]
    slack.redeliver(joined)
    bot.quiet()
    assert len(said()) == 1


def test_muted_channels(bot, slack, channel):
    """In a muted channel only who asks is answered, until it is unmuted."""
    slack.command(channel, "ada", "/explain-error mute")
    bot.quiet()
    assert bot.replies(channel, slack.post(channel, "ada", FENCED)) == []
    assert bot.said(channel, slack.post(channel, "ada", f"@errorbook {FENCED}"))
    slack.command(channel, "ada", "/explain-error unmute")
    bot.quiet()
    assert bot.said(channel, slack.post(channel, "ada", FENCED))
    told = [m["text"] for m in slack.ephemerals("ada", channel)]
    assert [text.split(".")[0][:30] for text in told] == [
        "I stay silent in this channel ",
        "I answer in this channel again",
    ]
