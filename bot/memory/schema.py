"""The tables, as the code knows them; `migrations` brings a database to this form."""

from __future__ import annotations

from sqlalchemy import JSON, Column, Float, Index, MetaData, String, Table

metadata = MetaData()

#: A message that Errorbook had something to say to, and what became of it. `thread_ts` is the
#: thread that the answer goes to. `said` is an `Answered` as JSON, `shown` the id of the record
#: that the thread is about. Times are seconds since 1970.
messages = Table(
    "messages",
    metadata,
    Column("team", String(32), primary_key=True),
    Column("channel", String(32), primary_key=True),
    Column("ts", String(32), primary_key=True),
    Column("thread_ts", String(32), nullable=False),
    Column("status", String(16), nullable=False),
    Column("reply_ts", String(32)),
    Column("fingerprint", String(32)),
    Column("said", JSON(none_as_null=True)),
    Column("shown", String(255)),
    Column("changed_at", Float, nullable=False),
    Index("messages_by_thread", "team", "channel", "thread_ts"),
    Index("messages_by_age", "changed_at"),
)

#: A record that somebody said is not the one, for the errors of one fingerprint in one thread.
rejections = Table(
    "rejections",
    metadata,
    Column("team", String(32), primary_key=True),
    Column("channel", String(32), primary_key=True),
    Column("thread_ts", String(32), primary_key=True),
    Column("fingerprint", String(32), primary_key=True),
    Column("record_id", String(255), primary_key=True),
    Column("user", String(32)),
    Column("changed_at", Float, nullable=False),
    Index("rejections_by_age", "changed_at"),
)

#: When an error of this fingerprint was last answered to a bot, which may send it every minute.
alerts = Table(
    "alerts",
    metadata,
    Column("team", String(32), primary_key=True),
    Column("channel", String(32), primary_key=True),
    Column("fingerprint", String(32), primary_key=True),
    Column("changed_at", Float, nullable=False),
    Index("alerts_by_age", "changed_at"),
)

#: A channel in which the bot speaks only when asked.
muted_channels = Table(
    "muted_channels",
    metadata,
    Column("team", String(32), primary_key=True),
    Column("channel", String(32), primary_key=True),
    Column("user", String(32)),
    Column("changed_at", Float, nullable=False),
)

#: An answer to one person, who may share it; `thread_ts` is where it would go, if in a thread.
private_answers = Table(
    "private_answers",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("team", String(32), nullable=False),
    Column("channel", String(32), nullable=False),
    Column("thread_ts", String(32)),
    Column("user", String(32), nullable=False),
    Column("said", JSON, nullable=False),
    Column("changed_at", Float, nullable=False),
    Index("private_answers_by_user", "team", "channel", "user"),
    Index("private_answers_by_age", "changed_at"),
)
