"""Replies on their way to Slack, with trouble on the way."""

import pytest

from bot.listeners import posting
from bot.memory import Place, Status
from tests.bot.listeners.records import ENGINES

FENCED = f"```\n{ENGINES}```"


@pytest.fixture(autouse=True)
def _at_once(monkeypatch):
    """Nothing waits between two tries."""
    monkeypatch.setattr(posting, "PAUSE", 0.0)


@pytest.mark.parametrize("unseen", [0, 1, 2])
def test_a_lost_answer_of_slack_is_no_second_reply(bot, slack, channel, unseen):
    """Slack posted and the connection dropped: the reply is found, and not posted again."""
    slack.drop("chat.postMessage")
    slack.drop("conversations.replies", times=unseen)
    ts = slack.post(channel, "ada", FENCED)
    assert len(bot.replies(channel, ts)) == 1
    assert bot.memory.message(Place("T0ERRORBOOK", channel, ts)).status is Status.POSTED


def test_a_failure_at_slack_is_tried_again(bot, slack):
    """Slack failed and posted nothing: it is tried again, and there is one reply."""
    channel = slack.add_channel("failing")
    slack.fail("chat.postMessage", "internal_error", times=2)
    ts = slack.post(channel, "ada", FENCED)
    assert len(bot.replies(channel, ts)) == 1


def test_slack_is_waited_for(bot, slack):
    """Too many requests: the reply comes when Slack said."""
    channel = slack.add_channel("limited")
    slack.limit("chat.postMessage", retry_after=1)
    ts = slack.post(channel, "ada", FENCED)
    assert len(bot.replies(channel, ts)) == 1


def test_blocks_that_slack_refuses_become_text(bot, slack):
    """When Slack does not take the blocks, whoever asked still reads the text."""
    channel = slack.add_channel("refusing")
    slack.fail("chat.postMessage", "invalid_blocks")
    ts = slack.post(channel, "ada", FENCED)
    (reply,) = bot.replies(channel, ts)
    assert "Mount more engines." in reply["text"]


@pytest.mark.parametrize("error", ["is_archived", "not_in_channel", "thread_not_found"])
def test_a_closed_place_is_let_be(bot, slack, caplog, error):
    """Where the bot may not post it does not, without alarm; a later delivery may try again."""
    channel = slack.add_channel(f"closed-{error}")
    slack.fail("chat.postMessage", error)
    ts = slack.post(channel, "ada", FENCED)
    assert bot.replies(channel, ts) == []
    assert bot.memory.message(Place("T0ERRORBOOK", channel, ts)).status is Status.FAILED
    assert [r for r in caplog.records if r.levelname == "ERROR"] == []
    (sent,) = [d for d in slack.deliveries if d.event.get("ts") == ts]
    slack.redeliver(sent)
    assert len(bot.replies(channel, ts)) == 1


def test_a_rejection_that_nobody_read_moves_once(bot, slack):
    """The reply to "that's not it" fails: when it comes again, it is about the same record."""
    channel = slack.add_channel("rejecting")
    thread = slack.post(channel, "ada", FENCED)
    assert len(bot.replies(channel, thread)) == 1
    slack.fail("chat.postMessage", "is_archived")
    ts = slack.post(channel, "ada", "that's not it", thread)
    assert len(bot.replies(channel, thread)) == 1
    (sent,) = [d for d in slack.deliveries if d.event.get("ts") == ts]
    slack.redeliver(sent)
    _, second = bot.replies(channel, thread)
    assert "I moved on to the next candidate" in second["text"]


def test_nobody_posts_into_the_unknown(bot, slack):
    """Slack neither answers nor shows the thread: nothing is posted twice, whatever came of it."""
    channel = slack.add_channel("unknown")
    slack.drop("chat.postMessage")
    slack.drop("conversations.replies", times=3)
    ts = slack.post(channel, "ada", FENCED)
    assert len(bot.replies(channel, ts)) == 1
    assert bot.memory.message(Place("T0ERRORBOOK", channel, ts)).status is Status.CLAIMED
