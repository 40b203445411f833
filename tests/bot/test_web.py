"""Slack over HTTP: signed requests, and the ones that are refused."""

import json
import socket
import threading
import time
from contextlib import contextmanager
from urllib.parse import urlencode

import httpx
import pytest
import uvicorn
from slack_sdk.signature import SignatureVerifier

from bot.app import build_app
from bot.memory import Memory
from bot.web import MOST, PATH, web_app
from bot.workspace import Workspace
from catalog.store import Catalog
from tests.bot.listeners.conftest import settings_for
from tests.bot.listeners.records import ENGINES, RECORDS


@pytest.fixture(scope="module")
def slack():
    with Workspace() as running:
        yield running


@contextmanager
def serving(app):
    """A client of a web application that listens on loopback."""
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        server = uvicorn.Server(uvicorn.Config(app, log_config=None))
        thread = threading.Thread(target=server.run, args=([listening],))
        thread.start()
        address = f"http://127.0.0.1:{listening.getsockname()[1]}"
        with httpx.Client(base_url=address, trust_env=False) as client:
            yield client
        server.should_exit = True
        thread.join()


@pytest.fixture(scope="module")
def web(slack):
    """The web application of a bot in the workspace."""
    memory, catalog = Memory.in_memory(), Catalog.in_memory(RECORDS)
    app = build_app(settings_for(slack), catalog, memory)
    with serving(web_app(app, catalog, memory)) as client:
        yield client
    memory.close()


def send(web, slack, body, *, secret=None, when=None, **headers):
    """Send a body as Slack does."""
    when = str(int(time.time())) if when is None else when
    sign = SignatureVerifier(secret or slack.signing_secret)
    signature = sign.generate_signature(timestamp=when, body=body) or ""
    signed = {"x-slack-request-timestamp": when, "x-slack-signature": signature}
    kind = {"content-type": "application/json"}
    return web.post(PATH, content=body, headers={**kind, **signed, **headers})


def event(slack, **fields):
    channel = next(c for c in slack.world.state.channels.values() if c.name == "inference").id
    return json.dumps(
        {
            "type": "event_callback",
            "team_id": "T0ERRORBOOK",
            "api_app_id": "A0ERRORBOOK",
            "event_id": "Ev1",
            "event": {"type": "message", "channel": channel, "channel_type": "channel", **fields},
        }
    )


def test_slack_verifies_the_address(web, slack):
    """The challenge of a signed request is answered."""
    body = json.dumps({"type": "url_verification", "challenge": "abc"})
    answer = send(web, slack, body)
    assert (answer.status_code, answer.json()) == (200, {"challenge": "abc"})


def test_an_event_is_answered(web, slack):
    """A signed event is acknowledged, and its message answered."""
    ts = slack.post("inference", "ada", "x")
    answer = send(web, slack, event(slack, ts=ts, user="U1", text=ENGINES))
    assert answer.status_code == 200
    (reply,) = slack.wait_for_replies("inference", ts)
    assert "Mount more engines." in reply["text"]


@pytest.mark.parametrize(
    "fields",
    [
        {"type": "message", "subtype": "channel_topic", "ts": "1.2"},
        {"type": "message", "subtype": "message_changed", "message": {}, "ts": "1.2"},
        {"type": "message"},
        {"type": "reaction_added"},
        {"type": "app_home_opened"},
        {"type": "member_left_channel"},
        {"type": "file_shared"},
        {"type": "something_new"},
    ],
)
def test_no_event_is_refused(web, slack, fields):
    """Whatever Slack sends gets 200, so that it is not sent again."""
    assert send(web, slack, event(slack, **fields)).status_code == 200


@pytest.mark.parametrize(
    "payload",
    [
        {"type": "block_actions", "actions": [{"action_id": "unknown", "block_id": "b"}]},
        {"type": "view_submission", "view": {"callback_id": "unknown", "type": "modal"}},
        {"type": "view_closed", "view": {"callback_id": "errorbook_record", "type": "modal"}},
        {"type": "shortcut", "callback_id": "unknown"},
        {"type": "message_action", "callback_id": "unknown"},
    ],
)
def test_no_press_is_refused(web, slack, payload):
    """A button of an older version, or a closed window, is acknowledged."""
    body = {"user": {"id": "U1"}, "team": {"id": "T0ERRORBOOK"}, "trigger_id": "1", **payload}
    form = urlencode({"payload": json.dumps(body)})
    answer = send(web, slack, form, **{"content-type": "application/x-www-form-urlencoded"})
    assert answer.status_code == 200


def test_what_is_not_from_slack_is_refused(web, slack):
    """Wrong, old, missing and malformed signatures get 401."""
    body = event(slack, ts="1.2", text=ENGINES)
    old = str(int(time.time()) - 301)
    assert send(web, slack, body, secret="other").status_code == 401
    assert send(web, slack, body, when=old).status_code == 401
    assert send(web, slack, body, when="soon").status_code == 401
    assert web.post(PATH, content=body).status_code == 401


def test_malformed_bodies_are_refused(web, slack):
    """What is no UTF-8, or far too long, is refused before anything reads it."""
    now = {"x-slack-request-timestamp": str(int(time.time()))}
    assert web.post(PATH, content=b"\xff\xfe", headers=now).status_code == 400
    assert web.post(PATH, content=b"x" * (MOST + 1), headers=now).status_code == 413
    assert web.get(PATH).status_code == 405


def test_a_wrong_signature_does_not_log_the_paste(web, slack, caplog):
    """The body of a request that is refused is nowhere in the log."""
    caplog.set_level("DEBUG")
    send(web, slack, event(slack, ts="1.2", text=ENGINES), secret="other")
    assert "EngineError" not in caplog.text


def test_health(web):
    """Whoever watches the bot sees that catalog and memory can be read."""
    answer = web.get("/health")
    assert (answer.status_code, answer.json()) == (200, {"ok": True, "records": 3})


def test_health_without_a_memory(slack, tmp_path):
    """When the memory cannot be read, health says so with 503."""
    memory, catalog = Memory.in_memory(), Catalog.in_memory()
    app = build_app(settings_for(slack), catalog, memory)
    with memory._engine.begin() as connection:
        connection.exec_driver_sql("DROP TABLE messages")
    with serving(web_app(app, catalog, memory)) as client:
        answer = client.get("/health")
    assert (answer.status_code, answer.json()) == (503, {"ok": False, "memory": "OperationalError"})
    memory.close()
