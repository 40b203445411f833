"""Fetching records from an address, over a real socket."""

import gzip
import json
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Event, Thread

import pytest

from catalog.importers import Refusal, read_sources
from catalog.importers.found import Unreadable
from catalog.importers.web import Limits, download
from tests.catalog.importers.documents import document, text

RECORD = text(id="a").encode()


@contextmanager
def server(answers: dict[str, tuple[int, dict[str, str], bytes]]) -> Iterator[str]:
    """The address of a server that gives these answers (status, headers, body) by path."""
    never = Event()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self):
            status, headers, body = answers[self.path]
            if body == b"never":
                never.wait(5)
                return
            self.send_response(status)
            for name, value in headers.items():
                self.send_header(name, value)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *args):
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as running:
        thread = Thread(target=running.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        try:
            yield f"http://127.0.0.1:{running.server_port}"
        finally:
            never.set()
            running.shutdown()
            thread.join()


@pytest.fixture(autouse=True)
def proxied(monkeypatch):
    """A proxy that does not exist: this machine is asked directly all the same."""
    for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY", "all_proxy"):
        monkeypatch.setenv(name, "http://127.0.0.1:9")
    for name in ("NO_PROXY", "no_proxy"):
        monkeypatch.delenv(name, raising=False)


@pytest.mark.parametrize(
    ("headers", "body"),
    [
        ({"Content-Type": "application/json"}, RECORD),
        ({"Content-Type": "application/json"}, json.dumps({"record": document(id="a")}).encode()),
        ({"Content-Type": "application/x-ndjson"}, RECORD + b"\n"),
        ({"Content-Encoding": "gzip"}, gzip.compress(RECORD, mtime=0)),
        ({"Content-Type": "application/gzip"}, gzip.compress(RECORD, mtime=0)),
        ({}, b"a/b \xc2\xb7 error \xc2\xb7 E\n\nx\n\nData as JSON: /api/errors/a"),
    ],
)
def test_an_address_is_a_source(headers, body):
    """Whatever form the answer has, packed or not, it is read like a file."""
    with server({"/api/errors/a": (200, headers, body)}) as address:
        [found] = read_sources([f"{address}/api/errors/a"])
    assert found.document["id"] == "a"
    assert found.source == f"{address}/api/errors/a"


def test_redirects_are_followed():
    """An address that has moved leads to the record."""
    answers = {"/old": (302, {"Location": "/new"}, b""), "/new": (200, {}, RECORD)}
    with server(answers) as address:
        assert [item.document["id"] for item in read_sources([f"{address}/old"])] == ["a"]


@pytest.mark.parametrize(
    ("answer", "limits", "reason"),
    [
        ((404, {}, b"{}"), Limits(), "answered with status 404"),
        ((200, {"Content-Type": "text/html"}, b"<p>"), Limits(), "returns a web page, not records"),
        ((200, {}, b"x" * 2000), Limits(size=1000), "is larger than 1,000 bytes"),
        (
            (302, {"Location": "/"}, b""),
            Limits(redirects=2),
            "cannot be fetched: Exceeded maximum allowed redirects.",
        ),
        ((200, {}, b"never"), Limits(silence=0.05), "sent nothing for 0.05 seconds"),
        (
            (200, {"Content-Encoding": "gzip"}, b"no"),
            Limits(),
            "cannot be fetched: Error -3 while decompressing data: incorrect header check",
        ),
        ((200, {}, b"x" * 10), Limits(time=-1), "took longer than -1 seconds"),
    ],
)
def test_an_answer_that_is_no_record_is_refused(answer, limits, reason):
    """Errors, web pages, endless and silent answers are refused with the reason."""
    with (
        server({"/": answer}) as address,
        pytest.raises(Unreadable) as refused,
        download(address + "/", limits),
    ):
        pass
    assert str(refused.value) == reason


def test_no_answer_is_refused_without_the_password():
    """Where nobody answers, the address is named without the name and password in it."""
    [refusal] = read_sources(["http://me:secret@127.0.0.1:9/x"])
    assert refusal == Refusal(
        "http://127.0.0.1:9/x", None, None, "cannot be fetched: [Errno 111] Connection refused"
    )
