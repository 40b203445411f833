"""Rows of the database as the rest of the bot sees them."""

from __future__ import annotations

from enum import StrEnum
from typing import Any, NamedTuple

from bot.memory.answered import Answered


class Place(NamedTuple):
    """A message, or the thread that it began."""

    team: str
    channel: str
    ts: str


class Status(StrEnum):
    """What became of a message."""

    CLAIMED = "claimed"  # somebody is on it
    POSTED = "posted"  # answered
    FAILED = "failed"  # it could not be answered, and nothing was posted
    GONE = "gone"  # its author deleted it


class Remembered(NamedTuple):
    """What is known of a message."""

    place: Place
    thread_ts: str
    status: Status
    reply_ts: str | None
    said: Answered | None
    shown: str | None

    @classmethod
    def private(cls, team: str, answer: PrivateAnswer) -> Remembered:
        """A private answer as if it began a thread of its own, named by its key."""
        place = Place(team, answer.channel, answer.key)
        shown = columns(answer.said)["shown"]
        return cls(place, answer.key, Status.POSTED, None, answer.said, shown)

    @property
    def thread(self) -> Place:
        """The thread that its answer stands in."""
        return self.place._replace(ts=self.thread_ts)


class PrivateAnswer(NamedTuple):
    """What one person was told; `thread_ts` is the thread it would be shared to, if any."""

    key: str
    channel: str
    thread_ts: str | None
    said: Answered


def columns(said: Answered | None) -> dict[str, Any]:
    """The columns that an answer fills; the first candidate is the one shown."""
    shown = said.candidates[0].record_id if said and said.candidates else None
    return {
        "fingerprint": said and said.fingerprint,
        "said": said and said.to_document(),
        "shown": shown,
    }


def private_answer(row: Any) -> PrivateAnswer:
    """What a row of `private_answers` says."""
    return PrivateAnswer(row.id, row.channel, row.thread_ts, Answered.from_document(row.said))


def remembered(row: Any) -> Remembered:
    """What a row of `messages` says."""
    return Remembered(
        Place(row.team, row.channel, row.ts),
        row.thread_ts,
        Status(row.status),
        row.reply_ts,
        Answered.from_document(row.said) if row.said else None,
        row.shown,
    )
