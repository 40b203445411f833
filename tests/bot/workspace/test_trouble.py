"""Trouble on demand: lost answers, errors, limits; and what the workspace itself refuses."""

import signal
import socket
import subprocess
import sys
from http.client import RemoteDisconnected
from pathlib import Path

import httpx
import pytest
from slack_sdk import WebClient
from slack_sdk.errors import SlackApiError

from bot.workspace import PortBusy, PortRefused, Workspace

CHANNEL = "C0INFERENC"
ROOT = Path(__file__).parents[3]


def test_an_answer_can_get_lost_after_the_work(workspace):
    """The message is posted and the connection cut: a client that tries again posts it twice."""
    workspace.drop("chat.postMessage")
    careless = WebClient(workspace.bot_token, base_url=workspace.api_url)
    careless.chat_postMessage(channel=CHANNEL, text="once?")
    assert [one["text"] for one in workspace.messages("inference")] == ["once?", "once?"]


def test_a_lost_answer_is_an_error_for_a_careful_client(workspace, client):
    """Without retries of its own the client hears of the cut connection."""
    workspace.drop("chat.postMessage")
    with pytest.raises((ConnectionError, RemoteDisconnected)):
        client.chat_postMessage(channel=CHANNEL, text="once")
    assert len(workspace.messages("inference")) == 1


def test_the_next_calls_can_fail(workspace, client):
    """As many calls as wanted fail, with the wanted error and without doing anything."""
    workspace.fail("chat.postMessage", "fatal_error", times=2)
    for _ in range(2):
        with pytest.raises(SlackApiError, match="fatal_error"):
            client.chat_postMessage(channel=CHANNEL, text="x")
    client.chat_postMessage(channel=CHANNEL, text="x")
    assert len(workspace.messages("inference")) == 1


def test_too_many_requests_say_when_to_come_back(workspace, client):
    """A limited call is answered with 429 and the seconds to wait."""
    workspace.limit("chat.postMessage", retry_after=7)
    with pytest.raises(SlackApiError) as raised:
        client.chat_postMessage(channel=CHANNEL, text="x")
    answer = raised.value.response
    assert (answer.status_code, answer["error"], answer.headers["Retry-After"]) == (
        *(429, "ratelimited", "7"),
    )


def test_slacks_own_limits_can_be_applied(workspace, client):
    """With limits on, a channel takes one message a second."""
    workspace.enforce_rate_limits()
    client.chat_postMessage(channel=CHANNEL, text="x")
    client.chat_postMessage(channel="C0GENERAL1", text="x")
    with pytest.raises(SlackApiError, match="ratelimited"):
        client.chat_postMessage(channel=CHANNEL, text="x")
    workspace.clock.advance(1.1)
    client.chat_postMessage(channel=CHANNEL, text="x")


def test_a_late_answer_is_an_answer(workspace):
    """The work is done at once; who does not wait long enough misses the answer."""
    workspace.delay("chat.postMessage", 1.5)
    hasty = WebClient(workspace.bot_token, base_url=workspace.api_url, timeout=1, retry_handlers=[])
    with pytest.raises(TimeoutError):
        hasty.chat_postMessage(channel=CHANNEL, text="x")
    assert len(workspace.messages("inference")) == 1


def test_a_busy_port_is_said_in_a_sentence(shared):
    """A port that is taken is an error that names it and says what to do."""
    port = int(shared.url.rstrip("/").rpartition(":")[2])
    with pytest.raises(PortBusy) as raised:
        Workspace(port)
    assert str(raised.value) == (
        f"Port {port} is already in use on this machine. "
        "Choose another one: `errorbook demo --port 8001`, or `make demo PORT=8001`."
    )


def test_an_impossible_port_is_refused():
    """A number that is no port is an error of the same kind."""
    with pytest.raises(PortRefused, match="a port is a number from 0 to 65535"):
        Workspace(70_000)


def test_it_runs_alone(shared):
    """`python -m bot.workspace` serves until it is interrupted, and says when it cannot."""
    command = [sys.executable, "-m", "bot.workspace", "--port"]
    busy = shared.url.rstrip("/").rpartition(":")[2]
    done = subprocess.run([*command, busy], capture_output=True, text=True, cwd=ROOT)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith(f"Port {busy} is already in use")
    with subprocess.Popen(
        [*command, "0"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=ROOT
    ) as running:
        url = running.stdout.readline().rpartition(" ")[2].strip()
        assert httpx.get(url, trust_env=False).text.startswith("<!doctype html>")
        running.send_signal(signal.SIGINT)
        try:
            assert running.wait(20) == 0
        finally:
            running.kill()
        assert running.stderr.read() == ""


def test_it_listens_on_loopback_alone(shared):
    """Nothing of the workspace is reachable under another address of the machine."""
    port = int(shared.url.rstrip("/").rpartition(":")[2])
    elsewhere = "127.0.0.2"
    with socket.socket() as knock:
        knock.settimeout(1)
        assert knock.connect_ex((elsewhere, port)) != 0


@pytest.fixture
def visitor(shared):
    """A browser's requests, by hand."""
    with httpx.Client(base_url=shared.url, trust_env=False) as client:
        yield client


def test_another_name_for_this_machine_is_refused(visitor):
    """A page that has rebound its name to loopback gets nothing."""
    answer = visitor.get("/page/overview", headers={"Host": "evil.example:8000"})
    assert answer.status_code == 421
    assert visitor.get("/page/overview", headers={"Host": "localhost:8000"}).status_code == 200


@pytest.mark.parametrize(
    "headers",
    [
        {"Content-Type": "text/plain"},
        {"Content-Type": "application/x-www-form-urlencoded"},
        {"Content-Type": "application/json", "Origin": "https://evil.example"},
        {"Content-Type": "application/json", "Origin": "null"},
    ],
)
def test_another_page_cannot_write(visitor, shared, headers):
    """What another web page can make a browser send does nothing."""
    body = '{"user": "U0ADA00001", "channel": "C0INFERENC", "text": "forged"}'
    assert visitor.post("/page/post", content=body, headers=headers).status_code == 403
    assert shared.messages("inference") == []


def test_the_page_forbids_what_it_does_not_need(visitor):
    """Nothing but its own scripts and styles may run on the page, and nobody may frame it."""
    policy = visitor.get("/").headers["content-security-policy"]
    assert "default-src 'none'; script-src 'self'; style-src 'self'" in policy
    assert "frame-ancestors 'none'" in policy
    assert "unsafe" not in policy


def test_nobody_reads_a_channel_they_are_not_in(visitor):
    """Messages and files of a private channel are for those in it."""
    assert visitor.get("/page/channel/C0ONCALL06?user=U0ADA00001").status_code == 200
    assert visitor.get("/page/channel/C0ONCALL06?user=U0MIRA0003").status_code == 404
    names = [one["name"] for one in visitor.get("/page/overview?user=mira").json()["channels"]]
    assert "on-call" not in names


@pytest.mark.parametrize(
    ("body", "sentence"),
    [
        ("nothing", "The page sent something that is no JSON."),
        ("[]", "The page did not say which channel."),
        (
            '{"user": "ada", "channel": "nowhere", "text": "x"}',
            "There is no channel nowhere. There are #general, #inference, #ml-platform, #random, "
            "#on-call.",
        ),
    ],
)
def test_the_page_hears_what_is_wrong(visitor, body, sentence):
    """What the page sent wrong, or a person cannot do, comes back as a sentence."""
    answer = visitor.post("/page/post", content=body, headers={"Content-Type": "application/json"})
    assert answer.json() == {"ok": False, "error": sentence}
