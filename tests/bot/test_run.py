"""`errorbook run`: a process of its own, connected to a workspace on loopback."""

import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import httpx
import pytest

from bot.workspace import Workspace

OURS = ("SLACK", "ERRORBOOK", "NO_PROXY")
ROOT = Path(__file__).parent.parent.parent
SEED = "KeyError: 'stripes_of_the_zebra'"


@pytest.fixture
def slack():
    with Workspace() as running:
        yield running


@pytest.fixture
def start(tmp_path):
    """Start `errorbook run` with these variables; it is ended with the test."""
    started = []

    def run(*arguments, **values):
        environment = {
            **{k: v for k, v in os.environ.items() if not k.upper().startswith(OURS)},
            "PYTHONPATH": str(ROOT),
            "XDG_DATA_HOME": str(tmp_path / "data"),
            **values,
        }
        process = subprocess.Popen(
            [sys.executable, "-m", "bot.cli", "run", *arguments],
            cwd=tmp_path,
            env=environment,
            stderr=subprocess.PIPE,
            text=True,
        )
        started.append(process)
        return process

    yield run
    for process in started:
        process.kill()
        process.wait()
        process.stderr.close()


@pytest.fixture
def unused_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def tokens(slack):
    return {
        "SLACK_BOT_TOKEN": slack.bot_token,
        "SLACK_APP_TOKEN": slack.app_token,
        "SLACK_API_URL": slack.api_url,
    }


def test_it_answers_until_told_to_stop(slack, start):
    """It connects although a proxy is named, answers, and ends in order on SIGTERM."""
    proxy = dict.fromkeys(("HTTP_PROXY", "http_proxy", "https_proxy"), "http://127.0.0.1:9")
    process = start(**tokens(slack), **proxy)
    slack.wait_for_app(timeout=30)
    ts = slack.post("inference", "ada", f"@errorbook {SEED}")
    (reply,) = slack.wait_for_replies("inference", ts)
    assert "The catalog does not have" in reply["text"]
    process.send_signal(signal.SIGTERM)
    said = process.stderr.read()
    assert process.wait(30) == 0
    assert "This is errorbook in the workspace Loopback." in said
    assert "Connected over Socket Mode." in said
    assert SEED not in said
    assert "Traceback" not in said


def test_what_is_wrong_is_said_at_the_start(slack, start):
    """A token that Slack refuses ends the process at once, with a sentence."""
    process = start(**{**tokens(slack), "SLACK_BOT_TOKEN": "xoxb-wrong"})
    assert process.wait(30) == 1
    said = process.stderr.read()
    assert said.startswith("Error: Slack refuses SLACK_BOT_TOKEN: invalid_auth.")
    assert "`errorbook doctor`" in said


def test_http_needs_the_signing_secret(slack, start):
    """HTTP without the secret by which Slack's requests are known is refused."""
    process = start("--http", **tokens(slack))
    assert process.wait(30) == 1
    assert "SLACK_SIGNING_SECRET is missing, and HTTP needs it." in process.stderr.read()


def test_http(slack, start, unused_port):
    """Over HTTP it says that it is well, proves itself to Slack, answers, and ends in order."""
    process = start(
        "--http",
        **tokens(slack),
        SLACK_SIGNING_SECRET=slack.signing_secret,
        ERRORBOOK_PORT=str(unused_port),
    )
    for _ in range(200):
        try:
            health = httpx.get(f"http://127.0.0.1:{unused_port}/health")
            break
        except httpx.ConnectError:
            time.sleep(0.1)
    assert health.json() == {"ok": True, "records": 2}
    assert slack.deliver_to(f"http://127.0.0.1:{unused_port}/slack/events")
    ts = slack.post("inference", "ada", f"@errorbook {SEED}")
    (reply,) = slack.wait_for_replies("inference", ts)
    assert "The catalog does not have" in reply["text"]
    slack.command("inference", "ada", f"/explain-error {SEED}")
    assert slack.wait_for(lambda: slack.ephemerals("ada", "inference"))
    process.send_signal(signal.SIGTERM)
    assert process.wait(30) == 0
