"""Something unexpected goes wrong."""

import re

import pytest

from bot.listeners import deciding, failures, private
from bot.listeners.failures import kind, without_paste
from tests.bot.listeners.records import ENGINES

FENCED = f"```\n{ENGINES}```"


class Unexpected(Exception):
    """What nobody has thought of."""


@pytest.fixture
def broken(monkeypatch):
    """Every look at a paste fails, with the paste in the message."""

    def fail(bot, text, thread, *, asked):
        raise Unexpected(f"cannot read {text!r} in <module>")

    monkeypatch.setattr(deciding, "look", fail)
    monkeypatch.setattr(private, "look", fail)


def token_of(text):
    return re.search(r"`([0-9a-f]{8})`", text)[1]


def the_log_has(caplog, token):
    """The log has the token and the traceback, and nothing of the paste."""
    (record,) = [r for r in caplog.records if r.name == failures.__name__]
    said = record.getMessage()
    assert token is None or token in said
    assert "Unexpected: cannot read" in said
    assert "in fail\n    raise Unexpected" in said
    assert "engines" not in caplog.text
    assert "/home/ann" not in caplog.text


def test_who_mentions_hears_of_it(bot, slack, channel, broken, caplog):
    """A mention gets one sentence with a token, in its thread, though it comes as two events."""
    ts = slack.post(channel, "ada", f"@errorbook {FENCED}")
    (reply,) = bot.replies(channel, ts)
    assert "Something went wrong on my side" in reply["text"]
    assert token_of(reply["text"]) in caplog.text
    assert "engines" not in caplog.text


def test_who_did_not_ask_hears_nothing(bot, slack, channel, broken, caplog):
    """A message to nobody gets no reply when the bot fails on it; the log has the reason."""
    ts = slack.post(channel, "ada", FENCED)
    assert bot.replies(channel, ts) == []
    the_log_has(caplog, None)


def test_a_command_hears_of_it(bot, slack, channel, broken, caplog):
    """A command gets the sentence privately."""
    slack.command(channel, "ada", f"/explain-error {ENGINES.splitlines()[-1]}")
    bot.quiet()
    (told,) = slack.ephemerals("ada", channel)
    the_log_has(caplog, token_of(told["text"]))


def test_a_shortcut_hears_of_it(bot, slack, channel, broken, caplog):
    """So does the shortcut."""
    ts = slack.post(channel, "ada", "hello")
    bot.quiet()
    caplog.clear()
    slack.shortcut(channel, "ben", ts)
    bot.quiet()
    (told,) = slack.ephemerals("ben", channel)
    the_log_has(caplog, token_of(told["text"]))


def test_after_a_failure_the_next_delivery_is_answered(bot, slack, channel, monkeypatch):
    """What failed once is not claimed for ever."""
    with monkeypatch.context() as patched:
        patched.setattr(deciding, "look", lambda *_, **__: 1 / 0)
        ts = slack.post(channel, "ada", FENCED)
        assert bot.replies(channel, ts) == []
    (sent,) = [d for d in slack.deliveries if d.event.get("ts") == ts]
    slack.redeliver(sent)
    assert "Mount more engines." in bot.said(channel, ts)


@pytest.mark.parametrize(
    ("body", "name"),
    [
        ({"type": "event_callback", "event": {"type": "message"}}, "event_callback message"),
        ({"command": "/explain-error", "text": "secret"}, "/explain-error"),
        ({"type": "block_actions", "actions": [{"action_id": "a"}]}, "block_actions a"),
        ({"type": "view_submission", "view": {"callback_id": "v"}}, "view_submission v"),
        ({}, "a payload"),
    ],
)
def test_kind(body, name):
    """A payload is named by its kind, without a word of what somebody wrote."""
    assert kind(body) == name


def test_without_paste():
    """Chained errors are logged with their frames; what the payload held is taken out."""
    body = {"event": {"text": "first &lt;secret&gt; line\nsecond line", "blocks": [{"text": "x"}]}}
    try:
        try:
            raise KeyError("first <secret> line\nsecond line")
        except KeyError as error:
            raise ValueError("second line is wrong") from error
    except ValueError as error:
        said = without_paste(error, body)
    assert "secret" not in said
    assert "second line" not in said
    assert said.count("Traceback (most recent call last):") == 2
    assert "ValueError: […] is wrong" in said
