"""Other bots, and channels that are shared with other organisations."""

import pytest

from bot.memory import Memory
from bot.workspace import BOT_USER, Workspace
from tests.bot.listeners.conftest import Connected
from tests.bot.listeners.records import ENGINES, FUEL

HEARD, APP = "B0HEARD001", "A0HEARD001"
FENCED = f"```{ENGINES}```"


@pytest.fixture(scope="module")
def slack():
    """A workspace of this module's own, so that its bot hears everything."""
    with Workspace() as running:
        yield running


@pytest.fixture(scope="module")
def bot(slack):
    """A bot that may answer one other bot and one other app."""
    with Connected(slack, Memory.in_memory(), bots=frozenset({HEARD, APP})) as connected:
        yield connected


@pytest.mark.parametrize("webhook", [True, False])
@pytest.mark.parametrize("text", [FENCED, f"<@{BOT_USER}> {FENCED}"])
def test_other_bots_are_not_heard(bot, slack, channel, text, webhook):
    """A bot that is not allowed gets no answer, not even when it mentions ours."""
    ts = slack.post_as_other_bot(channel, text, webhook=webhook)
    assert bot.replies(channel, ts) == []


@pytest.mark.parametrize("more", [{"bot_id": HEARD}, {"app_id": APP}])
@pytest.mark.parametrize("webhook", [True, False])
def test_allowed_bots_are_answered(bot, slack, channel, more, webhook):
    """A bot that is allowed, by its own id or its app's, is answered in its thread."""
    ts = slack.post_as_other_bot(channel, FENCED, webhook=webhook, **more)
    assert "Mount more engines." in bot.said(channel, ts)


def test_alerts_in_attachments_are_read(bot, slack, channel):
    """An alert's traceback stands where the alert bot likes it."""
    attachment = {"title": "Launch failed", "fallback": "Launch failed", "text": FENCED}
    ts = slack.post_as_other_bot(channel, "", bot_id=HEARD, attachments=[attachment])
    assert "Mount more engines." in bot.said(channel, ts)


def test_a_storm_is_answered_once(bot, slack, channel):
    """The same alert many times within minutes gets one answer; another one its own."""
    alerts = [FENCED.replace("only 5", f"only {n}") for n in range(6)]
    first = [slack.post_as_other_bot(channel, text, bot_id=HEARD) for text in alerts]
    other = slack.post_as_other_bot(channel, f"```{FUEL}```", bot_id=HEARD)
    assert sum(len(bot.replies(channel, ts)) for ts in first) == 1
    assert "Somebody forgot to fill the tank." in bot.said(channel, other)


def test_nobody_talks_for_ever(bot, slack, channel):
    """An allowed bot that answers in our thread is not answered again."""
    ts = slack.post(channel, "ada", f"```\n{ENGINES}```")
    bot.quiet()
    slack.post_as_other_bot(channel, f"```{FUEL}```", bot_id=HEARD, thread_ts=ts)
    slack.post_as_other_bot(channel, "how do I fix it", bot_id=HEARD, thread_ts=ts)
    assert len([m for m in bot.replies(channel, ts) if m.get("user") == BOT_USER]) == 1


@pytest.fixture
def shared(slack, channel):
    """A channel that another organisation reads along."""
    slack.world.state.channels[channel].is_ext_shared = True
    return channel


def test_shared_channels_are_left_alone(bot, slack, shared):
    """Unasked, nothing is said where others read along; who asks is answered privately, once."""
    ts = slack.post(shared, "ada", f"```\n{ENGINES}```")
    asked = slack.post(shared, "ada", f"@errorbook ```\n{ENGINES}```")
    assert bot.replies(shared, ts) + bot.replies(shared, asked) == []
    (told,) = slack.ephemerals("ada", shared)
    assert "Mount more engines." in told["text"]


def test_an_edit_in_a_shared_channel_shows_nothing(bot, slack, shared):
    """What was answered privately is not put in public by an edit."""
    asked = slack.post(shared, "ada", f"@errorbook ```\n{ENGINES}```")
    bot.quiet()
    slack.edit(shared, asked, f"@errorbook ```\n{FUEL}```")
    assert bot.replies(shared, asked) == []


def test_strangers_are_not_answered(bot, slack, shared):
    """Somebody of the other organisation who asks in a shared channel gets no answer."""
    ts = slack.post(shared, "ada", "x")
    (sent,) = [d for d in slack.deliveries if d.event.get("ts") == ts]
    event = {**sent.event, "text": f"<@{BOT_USER}> {ENGINES}", "user_team": "T0OTHER", "ts": "9.9"}
    event.pop("blocks", None)
    slack.world.courier.send("events_api", {**sent.payload, "event": event})
    bot.quiet()
    assert len(slack.ephemerals("ada", shared)) == 0
    assert [m for m in slack.messages(shared) if m.get("bot_id")] == []
