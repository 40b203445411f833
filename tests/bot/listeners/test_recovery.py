"""Messages that a process claimed and did not finish."""

import time

import pytest

from bot.app import web_client
from bot.listeners import Bot, posting
from bot.listeners.recovery import recover
from bot.memory import Memory, Place, Status
from bot.memory.memory import STALE
from bot.replies import Reply
from bot.workspace import Workspace
from catalog.store import Catalog
from tests.bot.listeners.conftest import settings_for
from tests.bot.listeners.records import ENGINES, RECORDS

FENCED = f"```\n{ENGINES}```"
TEAM = "T0ERRORBOOK"


class Clock:
    """The time of day, and how far it was moved on."""

    ahead = 0.0

    def __call__(self):
        return time.time() + self.ahead


@pytest.fixture(scope="module")
def slack():
    with Workspace() as running:
        yield running


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def bot(slack, clock):
    memory = Memory.in_memory(clock)
    yield Bot(settings_for(slack), Catalog.in_memory(RECORDS), memory)
    memory.close()


@pytest.fixture
def left(slack, bot, clock):
    """A message that somebody claimed a while ago and never answered."""

    def leave(text=FENCED, thread_ts=None):
        ts = slack.post("inference", "ada", text, thread_ts)
        channel = slack.message("inference", ts).get("channel") or "C0INFERENC"
        place = Place(TEAM, channel, ts)
        assert bot.memory.claim(place, thread_ts=thread_ts or ts)
        clock.ahead = STALE + 1
        return place

    return leave


def said(slack, ts):
    return [m for m in slack.thread("inference", ts) if m.get("bot_id")]


def test_what_was_left_is_answered_once(slack, bot, left):
    """A claimed message without an answer is read again and answered."""
    place = left()
    for _ in range(3):
        recover(bot, web_client(bot.settings))
    assert len(said(slack, place.ts)) == 1
    assert bot.memory.message(place).status is Status.POSTED


def test_a_reply_in_a_thread_is_found_there(slack, bot, left):
    """What was left inside of a thread is read there."""
    root = slack.post("inference", "ben", "broken again")
    place = left(thread_ts=root)
    recover(bot, web_client(bot.settings))
    assert len(said(slack, root)) == 1
    assert bot.memory.message(place).status is Status.POSTED


def test_what_was_posted_is_not_posted_again(slack, bot, left):
    """If the process ended between posting and remembering, the reply is found."""
    place = left()
    client = web_client(bot.settings)
    ts = posting.post(client, place, Reply("answer", []), thread_ts=place.ts)
    recover(bot, client)
    assert [m["ts"] for m in said(slack, place.ts)] == [ts]
    known = bot.memory.message(place)
    assert (known.status, known.reply_ts) == (Status.POSTED, ts)
    assert known.said.exc_type == "rockets.launch.EngineError"
    assert known.shown == "rockets-engines"


def test_what_is_gone_is_given_up(slack, bot, left):
    """A message that is not there any more is not looked for for ever."""
    place = left()
    slack.delete("inference", place.ts)
    recover(bot, web_client(bot.settings))
    assert bot.memory.message(place).status is Status.FAILED
    assert bot.memory.unfinished() == []


def test_what_may_still_be_worked_on_is_let_be(slack, bot, left, clock):
    """A fresh claim is somebody's."""
    place = left()
    clock.ahead = STALE - 5
    recover(bot, web_client(bot.settings))
    assert said(slack, place.ts) == []


def test_trouble_at_slack_is_for_later(slack, bot, left):
    """When Slack does not answer, the next round tries again."""
    place = left()
    slack.fail("conversations.replies", "internal_error")
    recover(bot, web_client(bot.settings))
    assert bot.memory.message(place).status is Status.CLAIMED
    recover(bot, web_client(bot.settings))
    assert len(said(slack, place.ts)) == 1
