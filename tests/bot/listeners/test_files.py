"""Snippets and text files, in messages and as they are fetched."""

import pytest
from slack_sdk import WebClient

from bot.listeners.files import LONGEST, MOST, read_files
from bot.workspace import Upload
from tests.bot.listeners.records import ENGINES


@pytest.mark.parametrize(
    "upload",
    [
        Upload("Untitled", ENGINES),
        Upload("run.log", ENGINES, mode="hosted"),
        Upload("run.log", ENGINES, mode="hosted", mimetype="application/octet-stream"),
        Upload("run.log", ENGINES, mode="file_access"),
        Upload("run.log", b"\xef\xbb\xbf" + ENGINES.encode(), mode="hosted"),
        Upload("out.txt", ENGINES.encode("utf-16"), mode="hosted"),
        Upload("run.log", "x" * 1_500_000 + "\n" + ENGINES, mode="hosted"),
    ],
    ids=lambda upload: f"{upload.mode}-{upload.mimetype}-{len(upload.data)}",
)
def test_the_error_in_a_file_is_answered(bot, slack, channel, upload):
    """A file of text is read as if it had been pasted, its end when it is long."""
    ts = slack.post(channel, "ada", "what is this?", files=[upload])
    assert "Mount more engines." in bot.said(channel, ts)


def test_a_long_paste_becomes_a_snippet(bot, slack, channel):
    """What is too long for a message arrives as a snippet, and is answered all the same."""
    ts = slack.post(channel, "ada", "padding " * 2_000 + "\n" + ENGINES)
    assert "Mount more engines." in bot.said(channel, ts)


UNREADABLE = [
    (Upload("picture.png", b"\x89PNG\r\n", mode="hosted", mimetype="image/png"), "not a text file"),
    (Upload("core.txt", b"\x00\x01\x02", mode="hosted"), "it is not text"),
    (Upload("plan.txt", ENGINES, mode="external"), "it lies outside of Slack"),
]


@pytest.mark.parametrize(("upload", "why"), UNREADABLE, ids=lambda value: str(value)[:20])
def test_what_cannot_be_read_is_said_to_who_asks(bot, slack, channel, upload, why):
    """Who asks about a file that cannot be read hears so, with the reason; others hear nothing."""
    silent = slack.post(channel, "ada", "see here", files=[upload])
    asked = slack.post(channel, "ada", "@errorbook what is this?", files=[upload])
    assert bot.replies(channel, silent) == []
    said = bot.said(channel, asked)
    assert f"I could not read `{upload.name}`" in said
    assert why in said


def test_without_the_scope_it_is_said(bot, slack, channel):
    """Slack shows a login page where the scope is missing; that is told as what it is."""
    slack.scopes.discard("files:read")
    try:
        upload = Upload("run.log", ENGINES)
        ts = slack.post(channel, "ada", "@errorbook what is this?", files=[upload])
        assert "the scope files:read may be missing" in bot.said(channel, ts)
    finally:
        slack.scopes.add("files:read")


@pytest.mark.parametrize(
    "url",
    [
        "https://evil.example/x",
        "http://files.slack.com/x",
        "https://files.slack.com.evil.example/x",
        "https://files.slack.com@evil.example/x",
        "https://user:pass@files.slack.com/x",
        "https://files.slack.com:8443/x",
        "file:///etc/passwd",
        "",
        None,
    ],
)
def test_the_token_goes_to_slack_alone(url):
    """No address but Slack's own is fetched, so the token goes nowhere else."""
    client = WebClient("xoxb-1")
    file = {"name": "run.log", "mode": "snippet", "url_private": url}
    (found,) = read_files([file], client)
    assert found.problem == "Slack gave no address of its own for it"


def test_what_is_far_too_long_is_not_fetched():
    """A file of more than 20 MB is not even asked for."""
    client = WebClient("xoxb-1")
    (found,) = read_files([{"name": "a.log", "mode": "snippet", "size": LONGEST + 1}], client)
    assert found.problem == "it is longer than 20 MB"
    assert LONGEST > MOST
