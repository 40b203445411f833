"""What people press."""

import pytest

from tests.bot.listeners.records import ENGINES

FENCED = f"```\n{ENGINES}```"


@pytest.fixture
def answered(bot, slack, channel):
    """A message that is answered, and the answer."""
    ts = slack.post(channel, "ada", FENCED)
    (reply,) = bot.replies(channel, ts)
    return ts, reply["ts"]


def blocks_text(view):
    return str(view["blocks"])


@pytest.mark.parametrize(
    ("button", "content"),
    [
        ("errorbook_example", "rocket = Rocket(engines=9)"),
        ("errorbook_checks", "assert rocket.engines"),
        ("errorbook_prevention", "Check the plan before the countdown."),
        ("errorbook_why", "%"),
    ],
)
def test_windows(bot, slack, channel, answered, button, content):
    """Each button of an answer opens a window with that part of the record."""
    slack.click(channel, "ben", answered[1], button)
    bot.quiet()
    (view,) = slack.views("ben")
    assert content in blocks_text(view)
    slack.close_view("ben")


def test_that_is_not_it(bot, slack, channel, answered):
    """The next candidate comes, once, whoever presses; then there is none."""
    ts, reply = answered
    for user in ("ada", "ben"):
        slack.click(channel, user, reply, "errorbook_wrong")
    first, second = bot.replies(channel, ts)
    assert "The old planner says the same." in second["text"]
    slack.click(channel, "ben", second["ts"], "errorbook_wrong")
    third = bot.replies(channel, ts)[2]
    assert "no further candidate" in third["text"]
    assert first["ts"] == reply


def test_a_private_answer_can_be_wrong_too(bot, slack, channel):
    """On a private answer, the next candidate comes privately."""
    slack.command(channel, "mira", f"/explain-error {ENGINES.strip().splitlines()[-1]}")
    bot.quiet()
    (told,) = slack.ephemerals("mira", channel)
    slack.click(channel, "mira", told["ts"], "errorbook_why")
    bot.quiet()
    assert "%" in blocks_text(slack.views("mira")[-1])
    slack.close_view("mira")
    slack.click(channel, "mira", told["ts"], "errorbook_wrong")
    bot.quiet()
    assert "I moved on" in slack.ephemerals("mira", channel)[-1]["text"]
    assert slack.messages(channel) == []


def test_a_search_result_is_shown(bot, slack, channel):
    """A record that was found by words can be shown in full."""
    ts = slack.post(channel, "ada", "@errorbook empty tank at the countdown")
    (results,) = bot.replies(channel, ts)
    for user in ("ada", "ben"):
        slack.click(channel, user, results["ts"], "errorbook_show")
    _, shown = bot.replies(channel, ts)
    assert "Somebody forgot to fill the tank." in shown["text"]
