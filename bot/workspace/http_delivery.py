"""HTTP mode: signed requests to the app's request URL, and what its answers mean."""

from __future__ import annotations

import json
import time
from typing import TYPE_CHECKING
from urllib.parse import urlencode

import httpx
from slack_sdk.signature import SignatureVerifier

from bot.workspace.courier import Attempt, Delivery, Outcome

if TYPE_CHECKING:
    from bot.workspace.state import Json

_FORM = "application/x-www-form-urlencoded"
_MOST_REDIRECTS = 2


class HttpDelivery:
    """A way to the app that posts to its request URL, signed with the signing secret.

    Signatures carry the machine's time and not the workspace's clock: the app checks them against
    its own.
    """

    open = True

    def __init__(self, url: str, signing_secret: str) -> None:
        self.url = url
        self._signer = SignatureVerifier(signing_secret)

    async def deliver(self, delivery: Delivery, attempt: Attempt, seconds: float) -> Outcome:
        """Post a payload once."""
        body, kind = _encode(delivery)
        headers = self._headers(body, kind)
        if attempt.retry:
            headers["x-slack-retry-num"] = str(attempt.retry)
            headers["x-slack-retry-reason"] = attempt.reason or "unknown_error"
        try:
            answer = await _post(self.url, body, headers, seconds)
        except httpx.TimeoutException:
            return Outcome(False, error="http_timeout")
        except httpx.TooManyRedirects:
            return Outcome(False, error="too_many_redirects")
        except httpx.TransportError:
            return Outcome(False, error="connection_failed")
        if answer.is_success:
            return Outcome(True, _payload(answer))
        stop = answer.headers.get("x-slack-no-retry") == "1"
        return Outcome(False, error="no_retry" if stop else "http_error")

    async def verify(self, seconds: float) -> bool:
        """Whether the app proves that the address is its own, as Slack asks when it is set."""
        challenge: Json = {"type": "url_verification", "challenge": "3eZbrw1aBm2rZgRNFdxV2595E9CY"}
        body = json.dumps(challenge)
        try:
            headers = self._headers(body, "application/json")
            answer = await _post(self.url, body, headers, seconds)
        except httpx.HTTPError:
            return False
        found = _payload(answer) or {}
        return answer.is_success and challenge["challenge"] in (found.get("challenge"), answer.text)

    def _headers(self, body: str, kind: str) -> dict[str, str]:
        stamp = str(int(time.time()))
        signature = self._signer.generate_signature(timestamp=stamp, body=body) or ""
        return {
            "content-type": kind,
            "x-slack-request-timestamp": stamp,
            "x-slack-signature": signature,
        }


async def _post(url: str, body: str, headers: dict[str, str], seconds: float) -> httpx.Response:
    # The environment's proxy is for the world outside of this machine.
    async with httpx.AsyncClient(
        timeout=seconds, trust_env=False, follow_redirects=True, max_redirects=_MOST_REDIRECTS
    ) as client:
        return await client.post(url, content=body.encode(), headers=headers)


def _encode(delivery: Delivery) -> tuple[str, str]:
    if delivery.kind == "events_api":
        return json.dumps(delivery.payload), "application/json"
    if delivery.kind == "interactive":
        return urlencode({"payload": json.dumps(delivery.payload)}), _FORM
    return urlencode(delivery.payload), _FORM


def _payload(answer: httpx.Response) -> Json | None:
    """What an answer's body says: JSON, or a bare text to show."""
    if not answer.content:
        return None
    try:
        found = answer.json()
    except ValueError:
        return {"text": answer.text}
    return found if isinstance(found, dict) and found else None
