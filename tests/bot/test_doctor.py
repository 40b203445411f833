"""`errorbook doctor`, against a workspace on loopback."""

from email.utils import format_datetime, parsedate_to_datetime

import pytest
from click.testing import CliRunner

from bot.cli import cli
from bot.doctor import NEEDED, OPTIONAL, clock, scopes
from bot.settings import variables
from bot.workspace import Workspace


@pytest.fixture(scope="module")
def slack():
    with Workspace() as running:
        yield running


@pytest.fixture
def doctor(monkeypatch, tmp_path, slack):
    """Run the command with good settings but for what is given; its exit status and its lines."""
    monkeypatch.chdir(tmp_path)
    for name in [*variables(), "http_proxy", "HTTP_PROXY", "https_proxy", "HTTPS_PROXY"]:
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    good = {
        "SLACK_BOT_TOKEN": slack.bot_token,
        "SLACK_APP_TOKEN": slack.app_token,
        "SLACK_API_URL": slack.api_url,
    }

    def run(**values):
        for name, value in {**good, **values}.items():
            monkeypatch.setenv(name, value)
        done = CliRunner().invoke(cli, ["doctor"])
        return done.exit_code, done.output

    return run


def test_all_is_well(doctor):
    """With everything in place nothing is wrong, and the exit status is 0."""
    status, said = doctor()
    assert status == 0
    assert "wrong" not in said
    for finding in [
        "The settings are complete",
        "Slack knows the bot as errorbook in the workspace Loopback.",
        "The bot token has every scope that Errorbook uses.",
        "The clock goes as Slack's does.",
        "SLACK_APP_TOKEN opens a connection: Socket Mode works.",
        "cannot be read with these tokens.",
        "records.",
        "can be written.",
    ]:
        assert finding in said


@pytest.mark.parametrize(
    ("values", "finding", "advice"),
    [
        ({"SLACK_BOT_TOKEN": ""}, "SLACK_BOT_TOKEN is missing.", "OAuth & Permissions"),
        ({"SLACK_BOT_TOKEN": "xapp-1"}, "holds an app-level token", "begins with xoxb-."),
        ({"SLACK_BOT_TOKEN": "xoxb-no"}, "Slack refuses SLACK_BOT_TOKEN: invalid_auth", "again"),
        ({"SLACK_APP_TOKEN": "xapp-no"}, "opens no connection: invalid_auth", "connections:write"),
        ({"SLACK_API_URL": "http://127.0.0.1:9/"}, "cannot be reached at", "Check the network"),
        ({"ERRORBOOK_CATALOG": "none.db"}, "There is no catalog at none.db.", "errorbook import"),
        ({"ERRORBOOK_MEMORY": "/dev/null/x.db"}, "cannot be opened", "ERRORBOOK_MEMORY"),
    ],
)
def test_what_is_missing_is_said(doctor, values, finding, advice):
    """Each thing that is missing gets a sentence, advice, and exit status 1."""
    status, said = doctor(**values)
    assert status == 1
    (place,) = [n for n, line in enumerate(said.splitlines()) if finding in line]
    assert said.splitlines()[place].startswith("wrong ")
    assert advice in said.splitlines()[place + 1]


def test_without_an_app_token_it_is_http(doctor):
    """With the signing secret alone, the address that Slack needs is named."""
    status, said = doctor(SLACK_APP_TOKEN="", SLACK_SIGNING_SECRET="0" * 32)
    assert status == 0
    assert "listens for HTTP on 127.0.0.1:3000" in said


def test_the_proxy_is_named(doctor):
    """A proxy that the environment names is shown without its password."""
    status, said = doctor(HTTP_PROXY="http://user:secret@proxy.example:3128")
    assert status == 0
    assert "The proxy proxy.example is used" in said
    assert "secret" not in said


def states(checks):
    return [(check.state, check.finding) for check in checks]


def test_scopes():
    """A needed scope that lacks is missing, an optional one is noted."""
    assert [state for state, _ in states(scopes([*NEEDED, *OPTIONAL]))] == ["ok"]
    assert states(scopes(set(NEEDED) - {"chat:write"} | set(OPTIONAL))) == [
        ("wrong", "The scope chat:write is missing, so nothing can be answered.")
    ]
    assert [state for state, _ in states(scopes(NEEDED))] == ["note", "note", "ok"]


@pytest.mark.parametrize(
    ("away", "http", "state"),
    [(10, True, "ok"), (-299, True, "ok"), (400, True, "wrong"), (-400, False, "note")],
)
def test_clock(away, http, state):
    """Five minutes are the most by which clocks may differ over HTTP."""
    date = "Tue, 01 Dec 2026 12:00:00 GMT"
    now = parsedate_to_datetime(date)
    assert format_datetime(now, usegmt=True) == date
    (check,) = clock(date, now.timestamp() + away, http=http)
    assert check.state == state
    assert list(clock("", 0, http=True)) == []
