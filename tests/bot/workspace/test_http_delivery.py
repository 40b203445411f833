"""HTTP mode: Bolt behind a request URL gets signed requests, and again when it fails."""

import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer

import pytest
from slack_bolt import App, BoltRequest
from slack_sdk import WebClient

from bot.workspace import Workspace


class Endpoint:
    """A Bolt app behind a small HTTP server, which can be told to answer otherwise."""

    def __init__(self, app: App) -> None:
        self.app = app
        self.seen: list[dict[str, str]] = []
        self.answers: list[tuple[int, dict[str, str]]] = []
        endpoint = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["content-length"])).decode()
                headers = {name.lower(): value for name, value in self.headers.items()}
                endpoint.seen.append(headers)
                if endpoint.answers:
                    self.reply(*endpoint.answers.pop(0), "")
                    return
                request = BoltRequest(body=body, headers={k: [v] for k, v in headers.items()})
                answer = endpoint.app.dispatch(request)
                kept = {name: values[0] for name, values in answer.headers.items()}
                self.reply(answer.status, kept, answer.body or "")

            def reply(self, status: int, headers: dict[str, str], body: str) -> None:
                self.send_response(status)
                for name, value in headers.items():
                    self.send_header(name, value)
                self.send_header("content-length", str(len(body.encode())))
                self.end_headers()
                self.wfile.write(body.encode())

            def log_message(self, *_: object) -> None:
                """Quiet."""

        self.server = HTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}/slack/events"


@pytest.fixture
def endpoint(workspace: Workspace) -> Iterator[Endpoint]:
    """A small app that the workspace delivers to over HTTP."""
    app = App(
        client=WebClient(workspace.bot_token, base_url=workspace.api_url),
        signing_secret=workspace.signing_secret,
    )

    @app.event("message")
    def heard(event, say):
        if event.get("text") == "ping":
            say(text="pong", thread_ts=event["ts"])

    @app.command("/explain-error")
    def run(ack, command):
        ack(f"You said {command['text']}")

    @app.shortcut("explain_error")
    def chosen(ack):
        ack()

    running = Endpoint(app)
    thread = threading.Thread(target=running.server.serve_forever, args=(0.02,))
    thread.start()
    yield running
    running.server.shutdown()
    thread.join()
    running.server.server_close()


def test_everything_arrives_signed(workspace, endpoint):
    """After the challenge, events, commands and shortcuts pass Bolt's own check of signatures."""
    assert workspace.deliver_to(endpoint.url)
    ts = workspace.post("inference", "ada", "ping")
    assert workspace.wait_for_replies("inference", ts)[0]["text"] == "pong"
    assert workspace.command("inference", "ada", "/explain-error a & b").acknowledged
    assert workspace.ephemerals("ada")[0]["text"] == "You said a &amp; b"
    assert workspace.shortcut("inference", "ada", ts).acknowledged
    workspace.settle()
    assert all(one.acknowledged for one in workspace.deliveries)


def test_an_app_with_another_secret_is_not_verified(workspace, endpoint):
    """Where the signature is refused, the request URL is not taken."""
    endpoint.answers.append((401, {}))
    assert not workspace.deliver_to(endpoint.url)
    assert not workspace.deliver_to("http://127.0.0.1:9/slack/events")


def test_a_failure_is_tried_again_with_its_reason(workspace, endpoint):
    """A bad answer brings the same event again, with the number of the retry and why."""
    workspace.deliver_to(endpoint.url)
    endpoint.answers += [(500, {}), (500, {})]
    ts = workspace.post("inference", "ada", "ping")
    workspace.wait_for_replies("inference", ts)
    retries = [
        (seen.get("x-slack-retry-num"), seen.get("x-slack-retry-reason"))
        for seen in endpoint.seen[1:4]
    ]
    assert retries == [(None, None), ("1", "http_error"), ("2", "http_error")]


def test_an_app_can_ask_for_no_retry(workspace, endpoint):
    """x-slack-no-retry ends it."""
    workspace.deliver_to(endpoint.url)
    endpoint.answers.append((500, {"x-slack-no-retry": "1"}))
    workspace.post("inference", "ada", "ping")
    workspace.settle()
    assert len(workspace.deliveries[0].attempts) == 1
    assert not workspace.deliveries[0].acknowledged


def test_a_failed_command_says_so(workspace, endpoint):
    """A command is not tried again; the person hears that it failed."""
    workspace.deliver_to(endpoint.url)
    endpoint.answers.append((500, {}))
    workspace.command("inference", "ada", "/explain-error x")
    assert workspace.notices("ada") == ["/explain-error failed with the error “dispatch_failed”."]
