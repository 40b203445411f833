"""The app's manifest agrees with what the bot needs and listens to."""

from pathlib import Path

import yaml

from bot.doctor import NEEDED, OPTIONAL
from bot.replies import actions

MANIFEST = yaml.safe_load(
    (Path(__file__).parent.parent.parent / "deploy/slack-manifest.yaml").read_text()
)
FEATURES, SETTINGS = MANIFEST["features"], MANIFEST["settings"]


def test_scopes():
    """The manifest asks for the scopes that the doctor looks for, and for no others."""
    scopes = MANIFEST["oauth_config"]["scopes"]
    assert set(scopes["bot"]) == set(NEEDED)
    assert set(scopes["bot_optional"]) == set(OPTIONAL)


def test_every_event_has_the_scope_that_it_needs():
    """Slack refuses a manifest whose events lack their scopes."""
    scopes = {
        "app_mention": "app_mentions:read",
        "message.channels": "channels:history",
        "message.groups": "groups:history",
        "message.im": "im:history",
        "member_joined_channel": "channels:history",
    }
    asked = {*NEEDED, *OPTIONAL}
    for event in SETTINGS["event_subscriptions"]["bot_events"]:
        assert scopes.get(event, "chat:write") in asked, event


def test_what_people_see_is_what_the_bot_listens_to():
    """Command and shortcut are the ones that the listeners know."""
    (command,) = FEATURES["slash_commands"]
    (shortcut,) = FEATURES["shortcuts"]
    assert command["command"] == actions.COMMAND
    assert command["should_escape"] is False
    assert (shortcut["type"], shortcut["callback_id"]) == ("message", actions.SHORTCUT)
    assert SETTINGS["interactivity"]["is_enabled"]
    assert SETTINGS["socket_mode_enabled"]


def test_limits():
    """Names and descriptions are within Slack's limits for manifests."""
    shown = MANIFEST["display_information"]
    assert len(shown["name"]) <= 35
    assert len(shown["description"]) <= 140
    assert 175 <= len(shown["long_description"]) <= 4_000
    assert len(FEATURES["bot_user"]["display_name"]) <= 80
    assert len(FEATURES["slash_commands"][0]["description"]) <= 2_000
    assert len(FEATURES["slash_commands"][0]["usage_hint"]) <= 1_000
    assert len(FEATURES["shortcuts"][0]["name"]) <= 24
    assert len(FEATURES["shortcuts"][0]["description"]) <= 150
