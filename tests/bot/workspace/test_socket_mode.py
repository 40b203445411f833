"""Bolt, unmodified, connects over Socket Mode and hears what happens in the workspace."""

import threading
from collections.abc import Iterator

import pytest
from slack_bolt import App
from slack_bolt.adapter.socket_mode import SocketModeHandler
from slack_sdk import WebClient

from bot.workspace import Workspace
from tests.bot.connection import connected

PLAIN = {"type": "plain_text", "text": "Title"}
MODAL = {
    "type": "modal",
    "callback_id": "form",
    "title": PLAIN,
    "submit": PLAIN,
    "blocks": [
        {
            "type": "input",
            "block_id": "paste",
            "label": PLAIN,
            "element": {"type": "plain_text_input", "action_id": "text", "multiline": True},
        }
    ],
}
BUTTONS = [
    {
        "type": "actions",
        "elements": [
            {"type": "button", "action_id": "more", "text": PLAIN, "value": "42"},
            {"type": "button", "action_id": "deaf", "text": {**PLAIN, "text": "Deaf"}},
        ],
    }
]


def make_app(workspace: Workspace) -> App:
    """A small app with one listener of each kind."""
    app = App(client=WebClient(workspace.bot_token, base_url=workspace.api_url))

    @app.event("message")
    def heard(event, say):
        if event.get("text") == "ping":
            say(text="pong", thread_ts=event["ts"], blocks=BUTTONS, unfurl_links=False)

    @app.event("app_mention")
    def mentioned():
        """Acknowledged, like everything that has a listener."""

    @app.command("/explain-error")
    def run(ack, command, client):
        if command["text"]:
            ack(f"You said {command['text']}")
        else:
            ack()
            client.views_open(trigger_id=command["trigger_id"], view=MODAL)

    @app.view("form")
    def take(ack, view):
        value = view["state"]["values"]["paste"]["text"]["value"]
        if value == "wrong":
            ack(response_action="errors", errors={"paste": "No."})
        elif value == "more":
            ack(response_action="update", view={**MODAL, "title": {**PLAIN, "text": "Next"}})
        else:
            ack()

    @app.action("more")
    def pressed(ack, body, respond):
        ack()
        respond(text=f"pressed {body['actions'][0]['value']}")

    @app.shortcut("explain_error")
    def chosen(ack, body, respond):
        ack()
        respond(text=f"about {body['message']['text']}")

    return app


@pytest.fixture
def bolt(workspace: Workspace) -> Iterator[SocketModeHandler]:
    """The small app, connected."""
    with connected(workspace, make_app(workspace)) as handler:
        yield handler


def test_a_conversation(workspace, bolt):
    """Message, thread reply, button, command, modal and shortcut, one after the other."""
    ts = workspace.post("inference", "ada", "ping")
    reply = workspace.wait_for_replies("inference", ts)[0]
    assert reply["text"] == "pong"

    pressed = workspace.click("inference", "ben", reply["ts"], "more")
    assert pressed.acknowledged
    answer = workspace.wait_for(lambda: workspace.ephemerals("ben"))[0]
    assert (answer["text"], answer["thread_ts"]) == ("pressed 42", ts)

    workspace.command("inference", "ada", "/explain-error a\nb")
    assert workspace.ephemerals("ada")[-1]["text"] == "You said a\nb"

    workspace.command("inference", "ada", "/explain-error")
    workspace.wait_for(lambda: workspace.views("ada"))
    workspace.submit_view("ada", {"text": "wrong"})
    assert workspace.views("ada")[0]["errors"] == {"paste": "No."}
    workspace.submit_view("ada", {"text": "more"})
    assert workspace.views("ada")[0]["title"]["text"] == "Next"
    workspace.submit_view("ada", {"text": "fine"})
    assert workspace.views("ada") == []

    workspace.shortcut("inference", "mira", ts)
    answer = workspace.wait_for(lambda: workspace.ephemerals("mira"))[0]
    assert answer["text"] == "about ping"
    assert workspace.rejections == []


def test_a_button_that_nobody_answers_says_so(workspace, bolt):
    """Without an acknowledgement in time the person sees that it did not work."""
    ts = workspace.post("inference", "ada", "ping")
    reply = workspace.wait_for_replies("inference", ts)[0]
    pressed = workspace.click("inference", "ada", reply["ts"], "Deaf")
    assert not pressed.acknowledged
    assert workspace.notices("ada") == ["Errorbook did not answer in time. Try again in a moment."]


def test_commands_fail_in_slacks_words(workspace):
    """Without an app a command fails; one that nobody registered is none."""
    workspace.command("inference", "ada", "/explain-error x")
    workspace.command("inference", "ada", "/other x")
    assert workspace.notices("ada") == [
        "/explain-error failed with the error “dispatch_failed”.",
        "/other is not a valid command.",
    ]


def test_what_is_not_acknowledged_comes_again(workspace):
    """An event is sent four times in all, with the same event id and a count of its retries."""
    heard = []
    app = App(
        client=WebClient(workspace.bot_token, base_url=workspace.api_url),
        raise_error_for_unhandled_request=False,
    )

    @app.middleware
    def listen(body, req, next):  # noqa: A002
        heard.append((body["event_id"], req.headers.get("x-slack-retry-num")))
        next()

    with connected(workspace, app):
        workspace.post("inference", "ada", "nobody listens")
        workspace.settle()
    delivery = workspace.deliveries[0]
    assert not delivery.acknowledged
    assert [(one.retry, one.reason) for one in delivery.attempts] == [
        *((0, None), (1, "timeout"), (2, "timeout"), (3, "timeout"))
    ]
    assert {event_id for event_id, _ in heard} == {delivery.payload["event_id"]}
    assert [retries for _, retries in heard][1:] == [["1"], ["2"], ["3"]]


def test_the_same_event_again(workspace, bolt):
    """A redelivery on demand carries the very same event."""
    workspace.post("inference", "ada", "hello")
    workspace.settle()
    first = workspace.deliveries[0]
    second = workspace.redeliver(first)
    workspace.settle()
    assert second.payload == first.payload
    assert second.acknowledged


def test_a_mention_is_two_events(workspace, bolt):
    """A message that mentions the app is sent twice, under two event ids, at one timestamp."""
    ts = workspace.post("inference", "ada", "hey @errorbook")
    workspace.settle()
    pair = [one for one in workspace.deliveries if one.event["ts"] == ts]
    assert [one.event["type"] for one in pair] == ["app_mention", "message"]
    assert len({one.payload["event_id"] for one in pair}) == 2


def test_a_disconnected_app_comes_back(workspace, bolt):
    """Told to go, the client connects again and hears the next event."""
    workspace.disconnect()
    workspace.wait_for_app()
    ts = workspace.post("inference", "ada", "ping")
    assert workspace.wait_for_replies("inference", ts)


def test_nothing_is_left_running(recwarn):
    """A closed workspace leaves no thread behind, and its port is free at once."""
    before = set(threading.enumerate())
    with Workspace() as first:
        port = int(first.url.rstrip("/").rpartition(":")[2])
    with Workspace(port):
        pass
    assert set(threading.enumerate()) <= before
    assert list(recwarn) == []
