"""What the workspace holds: people, channels, messages, views, files. All of it in memory.

Messages, views and files are kept in the shape that Slack's Web API returns them in. Everything
here is read and changed under one lock, since the app, the page and a test all reach for it.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple

Json = dict[str, Any]


@dataclass(frozen=True)
class User:
    """A person, or the app's own user."""

    id: str
    name: str
    real_name: str
    title: str = ""
    is_bot: bool = False


@dataclass
class Channel:
    """A public channel, a private one (`group`) or a direct message (`im`)."""

    id: str
    name: str
    kind: Literal["channel", "group", "im"] = "channel"
    members: set[str] = field(default_factory=set)
    topic: str = ""
    created: int = 0
    is_archived: bool = False
    is_ext_shared: bool = False
    messages: list[Json] = field(default_factory=list)

    @property
    def address(self) -> str:
        """How people write it: `#general`; a direct message has no name."""
        return f"#{self.name}" if self.name else "direct message"


class Ephemeral(NamedTuple):
    """A message that one person sees, until the page is loaded again."""

    user: str
    channel: str
    message: Json


class Notice(NamedTuple):
    """What Slack itself tells one person: a command that failed, a button that did not answer."""

    user: str
    text: str
    channel: str = ""


class Change(NamedTuple):
    """Something the page may have to draw again. `user` is empty when it concerns everybody."""

    kind: Literal["messages", "channels", "views", "home", "notice", "connection", "deliveries"]
    channel: str = ""
    user: str = ""


class State:
    """The one store. Look things up here; change them under `changing`."""

    def __init__(self) -> None:
        self.users: dict[str, User] = {}
        self.channels: dict[str, Channel] = {}
        self.ephemerals: list[Ephemeral] = []
        self.notices: list[Notice] = []
        self.files: dict[str, Json] = {}
        self.contents: dict[str, bytes] = {}
        self.views: dict[str, Json] = {}
        self.modals: dict[str, list[str]] = {}
        self.homes: dict[str, Json] = {}
        self._listeners: list[Callable[[Change], None]] = []
        self._news = threading.Condition(threading.RLock())

    @contextmanager
    def reading(self) -> Iterator[None]:
        """Hold the lock, so that what is read belongs together."""
        with self._news:
            yield

    @contextmanager
    def changing(self, *changes: Change) -> Iterator[None]:
        """Hold the lock, and tell everybody about the changes at its end."""
        with self._news:
            yield
            self._news.notify_all()
            for change in changes:
                for listener in list(self._listeners):
                    listener(change)

    def listen(self, listener: Callable[[Change], None]) -> Callable[[], None]:
        """Hear of every change from now on, until the returned function is called."""
        with self._news:
            self._listeners.append(listener)

        def stop() -> None:
            with self._news:
                self._listeners.remove(listener)

        return stop

    def wait_for(self, predicate: Callable[[], Any], timeout: float) -> Any:
        """The predicate's first true value; its last one when `timeout` seconds have passed.

        It is asked again after every change, with the lock held.
        """
        with self._news:
            return self._news.wait_for(predicate, timeout)

    def find_channel(self, reference: str) -> Channel | None:
        """A channel by its id, its name, or its name with the sign."""
        if reference in self.channels:
            return self.channels[reference]
        name = reference.removeprefix("#")
        return next((one for one in self.channels.values() if name and one.name == name), None)

    def find_user(self, reference: str) -> User | None:
        """A person by id, or by name with or without the sign."""
        if reference in self.users:
            return self.users[reference]
        name = reference.removeprefix("@")
        return next((one for one in self.users.values() if one.name == name), None)

    def find_message(self, channel: str, ts: str) -> Json | None:
        """A message that everybody in the channel sees."""
        return next((one for one in self.channels[channel].messages if one["ts"] == ts), None)

    def replies(self, channel: str, ts: str) -> list[Json]:
        """The replies below a message, oldest first, without the message itself."""
        return [
            one
            for one in self.channels[channel].messages
            if one.get("thread_ts") == ts and one["ts"] != ts
        ]

    def top_view(self, user: str) -> Json | None:
        """The modal that a person sees, or None."""
        stack = self.modals.get(user)
        return self.views[stack[-1]] if stack else None


def add_in_order(messages: list[Json], message: Json) -> None:
    """Put a message where its timestamp belongs (they arrive in order but for a race)."""
    place = len(messages)
    while place and messages[place - 1]["ts"] > message["ts"]:
        place -= 1
    messages.insert(place, message)
