"""Messages that change after they were sent."""

import pytest

from tests.bot.listeners.records import ENGINES, FUEL, UNKNOWN

FENCED = f"any ideas?\n```\n{ENGINES}```"


def test_an_edit_updates_the_answer_in_place(bot, slack, channel):
    """When the asker pastes another error over the first, the one reply becomes about that."""
    ts = slack.post(channel, "ada", FENCED)
    (first,) = bot.replies(channel, ts)
    slack.edit(channel, ts, f"```\n{FUEL}```")
    (second,) = bot.replies(channel, ts)
    assert second["ts"] == first["ts"]
    assert "tank B2 is empty" in second["text"]
    slack.edit(channel, ts, "never mind")
    (third,) = bot.replies(channel, ts)
    assert third["ts"] == first["ts"]
    assert "I see no error here." in third["text"]


@pytest.mark.parametrize(
    "edited", [FENCED.replace("any ideas", "does anybody have an idea"), FENCED + "\nthanks!"]
)
def test_an_edit_around_the_error_changes_nothing(bot, slack, channel, edited):
    """What is said around an error does not change the answer."""
    ts = slack.post(channel, "ada", FENCED)
    (first,) = bot.replies(channel, ts)
    calls = len([c for c in slack.calls if c.method == "chat.update"])
    slack.edit(channel, ts, edited)
    assert bot.replies(channel, ts) == [first]
    assert len([c for c in slack.calls if c.method == "chat.update"]) == calls


def test_an_edit_can_bring_the_error(bot, slack, channel):
    """A message that was met with silence is answered when its author adds the traceback."""
    ts = slack.post(channel, "ada", "the launch fails")
    assert bot.replies(channel, ts) == []
    slack.edit(channel, ts, f"the launch fails\n```\n{ENGINES}```")
    assert "Mount more engines." in bot.said(channel, ts)


def test_an_edit_can_mention_the_bot(bot, slack, channel):
    """Somebody who adds a mention asks, and is answered once."""
    ts = slack.post(channel, "ada", f"```\n{UNKNOWN}```")
    assert bot.replies(channel, ts) == []
    slack.edit(channel, ts, f"@errorbook ```\n{UNKNOWN}```")
    assert "The catalog does not have" in bot.said(channel, ts)


def test_an_edit_of_small_things_is_met_with_silence(bot, slack, channel):
    """A typo that is mended in a message without an error is nobody's business."""
    ts = slack.post(channel, "ada", "the lunch fails")
    slack.edit(channel, ts, "the launch fails")
    assert bot.replies(channel, ts) == []


def test_what_slack_changes_is_no_edit(bot, slack, channel):
    """The preview of a link changes a message, and nobody edited it: no second answer."""
    ts = slack.post(channel, "ada", FENCED + "\nhttps://example.com/")
    (first,) = bot.replies(channel, ts)
    slack.unfurl(channel, ts)
    assert bot.replies(channel, ts) == [first]
    silent = slack.post(channel, "ada", "see https://example.com/")
    slack.unfurl(channel, silent)
    assert bot.replies(channel, silent) == []


def test_a_deleted_message_takes_its_answer_along(bot, slack, channel):
    """The answer quotes the message, so it goes with it; and nothing about it is remembered."""
    ts = slack.post(channel, "ada", FENCED)
    (reply,) = bot.replies(channel, ts)
    (sent,) = [d for d in slack.deliveries if d.event.get("ts") == ts]
    slack.delete(channel, ts)
    bot.quiet()
    assert reply["ts"] not in [m["ts"] for m in slack.messages(channel)]
    slack.redeliver(sent)
    bot.quiet()
    assert [m for m in slack.messages(channel) if m.get("bot_id")] == []


def test_a_message_that_goes_while_it_is_answered(bot, slack, channel):
    """An answer that came too late is taken back."""
    slack.delay("chat.postMessage", 0.5)
    ts = slack.post(channel, "ada", FENCED)
    slack.wait_for(lambda: slack.thread(channel, ts))
    slack.delete(channel, ts)
    bot.quiet()
    assert [m for m in slack.messages(channel) if m.get("bot_id")] == []


def test_an_answer_can_be_edited_in_a_thread(bot, slack, channel):
    """In a thread that has other answers, the edited message's own answer is the one to change."""
    root = slack.post(channel, "ada", FENCED)
    bot.quiet()
    ts = slack.post(channel, "ben", f"mine:\n```\n{FUEL}```", root)
    before = bot.replies(channel, root)
    assert len(before) == 2
    slack.edit(channel, ts, f"mine:\n```\n{FUEL.replace('B2', 'C3')}```")
    after = bot.replies(channel, root)
    assert [m["ts"] for m in after] == [m["ts"] for m in before]
    assert after[0]["text"] == before[0]["text"]
    assert "tank C3 is empty" in after[1]["text"]
