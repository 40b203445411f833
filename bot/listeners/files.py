"""Snippets and text files of a message, fetched with the bot's token from Slack alone."""

from __future__ import annotations

import codecs
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple
from urllib.parse import urlsplit

import httpx
from slack_sdk import WebClient
from slack_sdk.errors import SlackApiError

#: What `triage` takes, in bytes. Of a longer file the end is read, where a log has its error.
MOST = 1_000_000
#: No file longer than this is fetched at all, in bytes.
LONGEST = 20_000_000
#: Seconds for the whole of a file.
TIMEOUT = 10.0
#: No more files than this are read of one message.
FILES = 5

# Names of files that hold text though Slack does not say so.
_TEXT_NAMES = (".txt", ".log", ".out", ".err", ".json", ".jsonl", ".md", ".trace", ".csv")
_BOMS = {
    codecs.BOM_UTF8: "utf-8-sig",
    codecs.BOM_UTF16_LE: "utf-16",
    codecs.BOM_UTF16_BE: "utf-16",
}


class Attachment(NamedTuple):
    """A file of a message: its text, or a phrase that says why there is none."""

    name: str
    text: str = ""
    problem: str = ""


class _Unreadable(Exception):
    """Why a file cannot be read, as a phrase."""


def read_files(files: Iterable[Mapping[str, Any]], client: WebClient) -> list[Attachment]:
    """The files of a message that can hold an error, with their text or what is the matter."""
    found = []
    for file in list(files)[:FILES]:
        name = str(file.get("title") or file.get("name") or "the file")
        try:
            found.append(Attachment(name, text=_text(file, client)))
        except _Unreadable as problem:
            found.append(Attachment(name, problem=str(problem)))
    return found


def _text(file: Mapping[str, Any], client: WebClient) -> str:
    if file.get("mode") == "file_access" or file.get("file_access") == "check_file_info":
        file = _info(file, client)
    if file.get("is_external") or file.get("mode") == "external":
        raise _Unreadable("it lies outside of Slack")
    if file.get("mode") in {"tombstone", "hidden_by_limit"}:
        raise _Unreadable("Slack does not have it any more")
    if not _is_text(file):
        raise _Unreadable("it is not a text file")
    size = file.get("size")
    if isinstance(size, int) and size > LONGEST:
        raise _Unreadable(f"it is longer than {LONGEST // 1_000_000} MB")
    url = file.get("url_private_download") or file.get("url_private")
    if not isinstance(url, str) or not _allowed(url, client):
        raise _Unreadable("Slack gave no address of its own for it")
    return _decoded(_fetch(url, client))


def _info(file: Mapping[str, Any], client: WebClient) -> Mapping[str, Any]:
    """The whole file object: of a file that is not scanned yet the event has only the id."""
    try:
        whole = client.files_info(file=str(file.get("id"))).get("file")
    except SlackApiError as error:
        raise _Unreadable(f"Slack does not show it to me ({error.response.get('error')})") from None
    if not isinstance(whole, Mapping) or whole.get("mode") == "file_access":
        raise _Unreadable("Slack does not show it to me")
    return whole


def _is_text(file: Mapping[str, Any]) -> bool:
    kind = str(file.get("mimetype") or "")
    if file.get("mode") == "snippet" or kind.startswith("text/"):
        return True
    # Slack gives a file it does not know no type, or says that it is bytes.
    vague = kind in {"", "application/octet-stream", "application/json", "application/x-ndjson"}
    return vague and str(file.get("name") or "").lower().endswith(_TEXT_NAMES)


def _allowed(url: str, client: WebClient) -> bool:
    """Whether the token may go to this address: the host of the API, or Slack's for files."""
    api, parts = urlsplit(client.base_url), urlsplit(url)
    if parts.scheme != api.scheme or parts.username or parts.password:
        return False
    return parts.netloc == api.netloc or (
        parts.scheme == "https" and parts.netloc == f"files.{api.netloc}"
    )


def _fetch(url: str, client: WebClient) -> bytes:
    """The last `MOST` bytes of a file. What is asked without the right to it is a login page."""
    headers = {"Authorization": f"Bearer {client.token}"}
    content = bytearray()
    length = 0
    try:
        with (
            httpx.Client(follow_redirects=False, timeout=TIMEOUT) as http,
            http.stream("GET", url, headers=headers) as response,
        ):
            if response.status_code != 200:
                raise _Unreadable(_refusal(response.status_code))
            for chunk in response.iter_bytes():
                length += len(chunk)
                if length > LONGEST:
                    raise _Unreadable(f"it is longer than {LONGEST // 1_000_000} MB")
                content += chunk
                del content[:-MOST]
            html = "html" in response.headers.get("content-type", "")
    except httpx.HTTPError:
        raise _Unreadable("Slack did not send it") from None
    start = bytes(content[:200]).lstrip().lower()
    if html or start.startswith((b"<!doctype html", b"<html")):
        raise _Unreadable(_refusal(302))
    return bytes(content)


def _refusal(status: int) -> str:
    if status in {301, 302, 303, 307, 308, 401, 403}:
        return "Slack does not let me read files here; the scope files:read may be missing"
    return f"Slack answered with status {status}"


def _decoded(content: bytes) -> str:
    """Text of UTF-8, or of what its first bytes say (PowerShell writes UTF-16)."""
    if b"\x00" in content and not content.startswith(tuple(_BOMS)):
        raise _Unreadable("it is not text")
    for mark, encoding in _BOMS.items():
        if content.startswith(mark):
            return content.decode(encoding, errors="replace")
    return content.decode("utf-8", errors="replace")
