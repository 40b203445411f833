"""The one door to the database: short transactions, from any thread and any number of replicas."""

from __future__ import annotations

import time
import uuid
from collections.abc import Callable
from typing import Any, Self

from sqlalchemy import URL, Engine, Table, delete, select, update
from sqlalchemy.dialects import postgresql, sqlite

from bot.memory.answered import Answered
from bot.memory.opening import open_engine
from bot.memory.rows import (
    Place,
    PrivateAnswer,
    Remembered,
    Status,
    columns,
    private_answer,
    remembered,
)
from bot.memory.schema import (
    alerts,
    messages,
    metadata,
    muted_channels,
    private_answers,
    rejections,
)

#: A claim whose worker has not been heard of for so long, in seconds, is taken from it; posting
#: takes less with all its retries.
STALE = 120

#: How long, in seconds, threads are remembered after the last word in them, and private answers.
KEPT = 180 * 24 * 3600
KEPT_PRIVATE = 7 * 24 * 3600


class Memory:
    """What a workspace remembers. Every method is one transaction."""

    def __init__(self, engine: Engine, clock: Callable[[], float] = time.time) -> None:
        self._engine = engine
        self._clock = clock

    @classmethod
    def open(cls, url: URL, clock: Callable[[], float] = time.time) -> Self:
        """The memory at an address. Raises `NoMemory` and `NewerMemory`."""
        return cls(open_engine(url), clock)

    @classmethod
    def in_memory(cls, clock: Callable[[], float] = time.time) -> Self:
        """A memory that is gone with the process."""
        return cls.open(URL.create("sqlite"), clock)

    def close(self) -> None:
        """Give the connections back."""
        self._engine.dispose()

    # Messages: one answer each.

    def claim(self, place: Place, *, thread_ts: str) -> bool:
        """Whether the caller is the one to answer this message; false for all but the first.

        A claim is free again when it came to nothing, or when whoever had it is not heard of for
        `STALE` seconds.
        """
        row = {
            **place._asdict(),
            "thread_ts": thread_ts,
            "status": Status.CLAIMED,
            "changed_at": self._clock(),
        }
        if self._insert(messages, row):
            return True
        stale = messages.c.changed_at < self._clock() - STALE
        free = (messages.c.status == Status.FAILED) | (
            (messages.c.status == Status.CLAIMED) & stale
        )
        return self._change(place, free, status=Status.CLAIMED)

    def posted(
        self, place: Place, reply_ts: str, said: Answered | None, *, thread_ts: str | None = None
    ) -> bool:
        """Remember the answer to a claimed message; `said` None where it was about no error.

        False if the message was deleted meanwhile: nothing is remembered then.
        """
        return self._change(
            place,
            messages.c.status != Status.GONE,
            status=Status.POSTED,
            reply_ts=reply_ts,
            **columns(said),
            **({"thread_ts": thread_ts} if thread_ts else {}),
        )

    def failed(self, place: Place) -> None:
        """Remember that nothing was posted for a claimed message."""
        self._change(place, messages.c.status == Status.CLAIMED, status=Status.FAILED)

    def forget(self, place: Place) -> Remembered | None:
        """A message was deleted: keep only that it was there. What was known of it comes back."""
        known = self.message(place)
        row = {**place._asdict(), "thread_ts": place.ts, "status": Status.GONE}
        if not self._insert(messages, {**row, "changed_at": self._clock()}):
            self._change(place, None, status=Status.GONE, reply_ts=None, **columns(None))
        return known

    def message(self, place: Place) -> Remembered | None:
        """What is known of a message."""
        return self._one(
            (messages.c.team == place.team)
            & (messages.c.channel == place.channel)
            & (messages.c.ts == place.ts)
        )

    def unfinished(self) -> list[Remembered]:
        """Messages that were claimed by somebody who is not heard of any more."""
        query = select(messages).where(
            messages.c.status == Status.CLAIMED,
            messages.c.changed_at < self._clock() - STALE,
        )
        with self._engine.connect() as connection:
            return [remembered(row) for row in connection.execute(query)]

    # Threads: what the questions in them are about.

    def answers(self, thread: Place) -> list[Remembered]:
        """The answers about errors in a thread, the latest first."""
        query = (
            select(messages)
            .where(
                messages.c.team == thread.team,
                messages.c.channel == thread.channel,
                messages.c.thread_ts == thread.ts,
                messages.c.status == Status.POSTED,
                messages.c.fingerprint.is_not(None),
            )
            .order_by(messages.c.reply_ts.desc())
        )
        with self._engine.connect() as connection:
            return [remembered(row) for row in connection.execute(query)]

    def recent_answers(self, team: str, channel: str, within: float) -> list[Remembered]:
        """The answers about errors in a channel in the last `within` seconds, the latest first."""
        query = (
            select(messages)
            .where(
                messages.c.team == team,
                messages.c.channel == channel,
                messages.c.status == Status.POSTED,
                messages.c.fingerprint.is_not(None),
                messages.c.changed_at > self._clock() - within,
            )
            .order_by(messages.c.reply_ts.desc())
        )
        with self._engine.connect() as connection:
            return [remembered(row) for row in connection.execute(query)]

    def show(self, place: Place, record_id: str | None) -> None:
        """The answer to this message is about this record from now on, None for none."""
        self._change(place, None, shown=record_id)

    def reject(self, thread: Place, fingerprint: str, record_id: str, user: str | None) -> bool:
        """Remember that a record is not the one; false if that was known."""
        return self._insert(
            rejections,
            {
                "team": thread.team,
                "channel": thread.channel,
                "thread_ts": thread.ts,
                "fingerprint": fingerprint,
                "record_id": record_id,
                "user": user,
                "changed_at": self._clock(),
            },
        )

    def take_back(self, thread: Place, fingerprint: str, record_id: str) -> None:
        """Forget that a record is not the one."""
        with self._engine.begin() as connection:
            connection.execute(
                delete(rejections).where(
                    rejections.c.team == thread.team,
                    rejections.c.channel == thread.channel,
                    rejections.c.thread_ts == thread.ts,
                    rejections.c.fingerprint == fingerprint,
                    rejections.c.record_id == record_id,
                )
            )

    def rejected(self, thread: Place, fingerprint: str) -> frozenset[str]:
        """The ids of the records that were rejected for this fingerprint in a thread."""
        query = select(rejections.c.record_id).where(
            rejections.c.team == thread.team,
            rejections.c.channel == thread.channel,
            rejections.c.thread_ts == thread.ts,
            rejections.c.fingerprint == fingerprint,
        )
        with self._engine.connect() as connection:
            return frozenset(connection.scalars(query))

    # Bots: an alert that repeats is answered once.

    def first_alert(self, team: str, channel: str, fingerprint: str, within: float) -> bool:
        """Whether no bot's error of this kind was answered there in the last `within` seconds.

        The next one that asks gets false, so only whoever is going to answer asks.
        """
        now = self._clock()
        row = {"team": team, "channel": channel, "fingerprint": fingerprint, "changed_at": now}
        if self._insert(alerts, row):
            return True
        statement = (
            update(alerts)
            .where(
                alerts.c.team == team,
                alerts.c.channel == channel,
                alerts.c.fingerprint == fingerprint,
                alerts.c.changed_at < now - within,
            )
            .values(changed_at=now)
        )
        with self._engine.begin() as connection:
            return connection.execute(statement).rowcount == 1

    # Channels.

    def mute(self, team: str, channel: str, user: str) -> None:
        """Speak in this channel only when asked."""
        self._insert(
            muted_channels,
            {"team": team, "channel": channel, "user": user, "changed_at": self._clock()},
        )

    def unmute(self, team: str, channel: str) -> None:
        """Speak in this channel unasked again."""
        with self._engine.begin() as connection:
            connection.execute(
                delete(muted_channels).where(
                    muted_channels.c.team == team, muted_channels.c.channel == channel
                )
            )

    def muted(self, team: str, channel: str) -> bool:
        """Whether a channel is muted."""
        query = select(muted_channels.c.channel).where(
            muted_channels.c.team == team, muted_channels.c.channel == channel
        )
        with self._engine.connect() as connection:
            return connection.execute(query).first() is not None

    # Private answers: kept until they are shared or grow old.

    def keep_private(
        self, team: str, channel: str, user: str, said: Answered, *, thread_ts: str | None = None
    ) -> str:
        """Remember an answer that one person got, and the thread it would go to; its id."""
        key = uuid.uuid4().hex
        row = {
            "id": key,
            "team": team,
            "channel": channel,
            "thread_ts": thread_ts,
            "user": user,
            "said": said.to_document(),
            "changed_at": self._clock(),
        }
        self._insert(private_answers, row)
        return key

    def private(self, team: str, key: str) -> PrivateAnswer | None:
        """A private answer by its id, None if it is not known (any more)."""
        query = select(private_answers).where(
            private_answers.c.id == key, private_answers.c.team == team
        )
        with self._engine.connect() as connection:
            row = connection.execute(query).first()
        return None if row is None else private_answer(row)

    def private_answers(self, team: str, channel: str, user: str) -> list[PrivateAnswer]:
        """What one person was told in a channel, the latest first."""
        query = (
            select(private_answers)
            .where(
                private_answers.c.team == team,
                private_answers.c.channel == channel,
                private_answers.c.user == user,
            )
            .order_by(private_answers.c.changed_at.desc())
        )
        with self._engine.connect() as connection:
            return [private_answer(row) for row in connection.execute(query)]

    # Housekeeping.

    def prune(self) -> None:
        """Forget what is old."""
        with self._engine.begin() as connection:
            for table in (messages, rejections, alerts, private_answers):
                age = KEPT_PRIVATE if table is private_answers else KEPT
                connection.execute(delete(table).where(table.c.changed_at < self._clock() - age))

    def forget_team(self, team: str) -> None:
        """Forget everything about a workspace, which has removed the app."""
        with self._engine.begin() as connection:
            for table in metadata.sorted_tables:
                connection.execute(delete(table).where(table.c.team == team))

    def _insert(self, table: Table, row: dict[str, Any]) -> bool:
        """Whether the row was new."""
        dialect = postgresql if self._engine.dialect.name == "postgresql" else sqlite
        with self._engine.begin() as connection:
            statement = dialect.insert(table).values(row).on_conflict_do_nothing()
            # The count of inserted rows is no one's promise; what comes back is.
            returning = statement.returning(table.c.team)
            return connection.execute(returning).first() is not None

    def _change(self, place: Place, condition: Any, **values: Any) -> bool:
        statement = (
            update(messages)
            .where(
                messages.c.team == place.team,
                messages.c.channel == place.channel,
                messages.c.ts == place.ts,
                *([] if condition is None else [condition]),
            )
            .values(changed_at=self._clock(), **values)
        )
        with self._engine.begin() as connection:
            return connection.execute(statement).rowcount == 1

    def _one(self, condition: Any) -> Remembered | None:
        with self._engine.connect() as connection:
            row = connection.execute(select(messages).where(condition)).first()
        return None if row is None else remembered(row)
