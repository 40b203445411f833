"""Socket Mode: the app connects, envelopes go out, acknowledgements come back."""

from __future__ import annotations

import asyncio
import json
from typing import Literal
from uuid import uuid4

from starlette.websockets import WebSocket, WebSocketDisconnect

from bot.workspace.clock import Ids
from bot.workspace.courier import Attempt, Courier, Delivery, Outcome
from bot.workspace.people import APP_ID
from bot.workspace.state import Change, Json, State

MOST_CONNECTIONS = 10
Disconnect = Literal["warning", "refresh_requested", "link_disabled", "too_many_websockets"]


class Connection:
    """One open socket of the app."""

    def __init__(self, socket: WebSocket) -> None:
        self._socket = socket
        self._waiting: dict[str, asyncio.Future[Json | None]] = {}
        self._sending = asyncio.Lock()
        self.open = True

    async def send(self, message: Json) -> None:
        """Send one message; a socket that has gone away is not open any more."""
        try:
            async with self._sending:
                await self._socket.send_text(json.dumps(message))
        except (WebSocketDisconnect, RuntimeError):
            self.open = False

    async def deliver(self, delivery: Delivery, attempt: Attempt, seconds: float) -> Outcome:
        """Send an envelope and wait for its acknowledgement."""
        envelope_id = str(uuid4())
        envelope: Json = {
            "envelope_id": envelope_id,
            "type": delivery.kind,
            "payload": delivery.payload,
            "accepts_response_payload": delivery.kind != "events_api",
        }
        if delivery.kind == "events_api":
            envelope["retry_attempt"] = attempt.retry
            envelope["retry_reason"] = attempt.reason or ""
        answer = asyncio.get_running_loop().create_future()
        self._waiting[envelope_id] = answer
        await self.send(envelope)
        try:
            return Outcome(True, await asyncio.wait_for(answer, seconds))
        except TimeoutError:
            return Outcome(False, error="timeout")
        finally:
            del self._waiting[envelope_id]

    async def listen(self) -> None:
        """Take acknowledgements until the other end goes away."""
        try:
            while True:
                self._take(await self._socket.receive_text())
        except WebSocketDisconnect:
            self.open = False

    async def close(self) -> None:
        """Close the socket from this side."""
        self.open = False
        try:
            await self._socket.close()
        except RuntimeError:
            # The other end was quicker.
            return

    def _take(self, text: str) -> None:
        try:
            message = json.loads(text)
        except ValueError:
            return
        if not isinstance(message, dict):
            return
        answer = self._waiting.get(message.get("envelope_id", ""))
        if answer is not None and not answer.done():
            payload = message.get("payload")
            answer.set_result(payload if isinstance(payload, dict) and payload else None)


class SocketMode:
    """Every connection of the app. Each payload goes to one of them, as Slack pleases."""

    def __init__(self, state: State, courier: Courier, ids: Ids) -> None:
        self.connections: list[Connection] = []
        self._state = state
        self._courier = courier
        self._ids = ids
        self._tickets: set[str] = set()

    def ticket(self) -> str:
        """Admission for one connection, as the address from `apps.connections.open` holds it."""
        ticket = self._ids.make("", 24).lower()
        self._tickets.add(ticket)
        return ticket

    async def serve(self, socket: WebSocket) -> None:
        """The life of one connection."""
        ticket = socket.query_params.get("ticket", "")
        if ticket not in self._tickets:
            await socket.close(1008)
            return
        self._tickets.remove(ticket)
        await socket.accept()
        connection = Connection(socket)
        if len(self.connections) >= MOST_CONNECTIONS:
            await connection.send(_goodbye("too_many_websockets"))
            await connection.close()
            return
        await connection.send(_hello(len(self.connections) + 1))
        with self._state.changing(Change("connection")):
            self.connections.append(connection)
            self._courier.transports.append(connection)
        try:
            await connection.listen()
        finally:
            with self._state.changing(Change("connection")):
                self.connections.remove(connection)
                self._courier.transports.remove(connection)

    async def disconnect(self, reason: Disconnect | None, *, close: bool) -> None:
        """Tell every connection to go, or close it without a word."""
        for connection in list(self.connections):
            if reason:
                await connection.send(_goodbye(reason))
            if close:
                await connection.close()


def _hello(connections: int) -> Json:
    return {
        "type": "hello",
        "num_connections": connections,
        "debug_info": {"host": "loopback", "build_number": 1, "approximate_connection_time": 18060},
        "connection_info": {"app_id": APP_ID},
    }


def _goodbye(reason: Disconnect) -> Json:
    return {"type": "disconnect", "reason": reason, "debug_info": {"host": "loopback"}}
