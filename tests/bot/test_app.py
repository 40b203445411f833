"""The app as a whole: its environment, its connection, its log, and being removed."""

import json
import logging
import os

import pytest

from bot.app import build_app, spare_loopback
from bot.memory import Memory, Place
from bot.workspace import Workspace
from catalog.store import Catalog, Entry, write_entries
from tests.bot.listeners.conftest import Connected, settings_for
from tests.bot.listeners.records import ENGINES, RECORDS

FENCED = f"```\n{ENGINES}```"


@pytest.fixture
def slack():
    with Workspace(retry_pauses=(0.0, 0.0, 0.0)) as running:
        yield running


def test_other_variables_of_slack_change_nothing(slack, monkeypatch):
    """Variables that would make Bolt look for its token in a store are of no effect."""
    monkeypatch.setenv("SLACK_CLIENT_ID", "1.2")
    monkeypatch.setenv("SLACK_CLIENT_SECRET", "0" * 32)
    monkeypatch.setenv("SLACK_BOT_TOKEN", "xoxb-other")
    with Connected(slack, Memory.in_memory()) as bot:
        ts = slack.post("inference", "ada", FENCED)
        assert "Mount more engines." in bot.said("inference", ts)


def test_building_speaks_to_nobody(slack):
    """Putting the app together needs no Slack, so that it can be built before there is one."""
    build_app(settings_for(slack), Catalog.in_memory(), Memory.in_memory())
    assert slack.calls == []


@pytest.mark.parametrize(
    ("before", "address", "after"),
    [
        ("", "http://127.0.0.1:1/api/", "127.0.0.1"),
        ("a.example", "http://localhost:1/api/", "a.example,localhost"),
        ("127.0.0.1,a.example", "http://127.0.0.1/api/", "127.0.0.1,a.example"),
        ("a.example", "https://slack.com/api/", "a.example"),
    ],
)
def test_loopback_needs_no_proxy(monkeypatch, before, address, after):
    """What goes to this machine goes through no proxy; everything else as the environment says."""
    for name in ("no_proxy", "NO_PROXY"):
        monkeypatch.setenv(name, before)
    spare_loopback(address)
    assert (os.environ["no_proxy"], os.environ["NO_PROXY"]) == (after, after)


def test_nothing_that_people_write_is_logged(slack, caplog):
    """Not even at DEBUG: neither what is pasted, nor what is answered, nor tokens."""
    caplog.set_level(logging.DEBUG)
    with Connected(slack, Memory.in_memory()) as bot:
        ts = slack.post("inference", "ada", f"@errorbook {FENCED}")
        slack.post("inference", "ada", "how do I fix it?", ts)
        slack.command("inference", "ada", f"/explain-error {ENGINES.splitlines()[-1]}")
        bot.quiet()
        assert len(bot.replies("inference", ts)) >= 1
    for secret in ("engines", "how do I", slack.bot_token, slack.app_token, "/responses/"):
        assert secret not in caplog.text


def test_the_connection_may_be_renewed(slack):
    """Slack closes a connection every now and then; the bot comes back by itself."""
    with Connected(slack, Memory.in_memory()) as bot:
        slack.disconnect("refresh_requested")
        slack.wait_for_app()
        ts = slack.post("inference", "ada", FENCED)
        slack.wait_for_replies("inference", ts, timeout=20)
        assert len(bot.replies("inference", ts)) == 1


def test_many_messages_at_once_are_all_answered(slack):
    """Slack takes one message a second in a channel; the answers wait for their turn."""
    slack.enforce_rate_limits()
    with Connected(slack, Memory.in_memory()) as bot:
        sent = [slack.post("inference", "ada", FENCED) for _ in range(3)]
        assert [len(bot.replies("inference", ts)) for ts in sent] == [1] * 3


def test_what_is_imported_is_answered_at_once(slack, tmp_path):
    """A running bot answers from records that were imported after it started."""
    path = tmp_path / "catalog.db"
    write_entries(path, [Entry(json.dumps(RECORDS[2]))])
    with Connected(slack, Memory.in_memory(), Catalog.open(path)) as bot:
        before = slack.post("inference", "ada", FENCED)
        assert bot.replies("inference", before) == []
        write_entries(path, [Entry(json.dumps(RECORDS[0]))])
        after = slack.post("inference", "ada", FENCED)
        assert "Mount more engines." in bot.said("inference", after)


@pytest.mark.parametrize("speak", [True, False])
def test_mined_records_speak_when_they_add_something(slack, speak):
    """A record that comes from the source alone speaks unasked if that is not turned off."""
    plain = {"documentation": None, "solutions": None, "triggerScenarios": None}
    mined = {**RECORDS[0], **plain, "origin": "mined", "guard": "mounted < needed"}
    catalog = Catalog.in_memory([mined])
    with Connected(slack, Memory.in_memory(), catalog, speak_mined=speak) as bot:
        ts = slack.post("inference", "ada", FENCED)
        assert len(bot.replies("inference", ts)) == speak
        asked = slack.post("inference", "ada", f"@errorbook {FENCED}")
        assert "mounted < needed" in bot.said("inference", asked).replace("&lt;", "<")


@pytest.mark.parametrize("uninstall", [True, False])
def test_a_workspace_that_leaves_is_forgotten(slack, uninstall):
    """When the app is removed, or its token revoked, nothing about the workspace stays."""
    with Connected(slack, Memory.in_memory()) as bot:
        ts = slack.post("inference", "ada", FENCED)
        bot.quiet()
        place = next(m for m in [Place("T0ERRORBOOK", "C0INFERENC", ts)] if bot.memory.message(m))
        slack.revoke(uninstall=uninstall)
        bot.quiet()
        assert bot.memory.message(place) is None
