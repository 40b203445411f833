"""Messages and their answers, rejections, alerts, muted channels, private answers."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the first tables."""
    op.create_table(
        "messages",
        sa.Column("team", sa.String(32), primary_key=True),
        sa.Column("channel", sa.String(32), primary_key=True),
        sa.Column("ts", sa.String(32), primary_key=True),
        sa.Column("thread_ts", sa.String(32), nullable=False),
        sa.Column("status", sa.String(16), nullable=False),
        sa.Column("reply_ts", sa.String(32)),
        sa.Column("fingerprint", sa.String(32)),
        sa.Column("said", sa.JSON),
        sa.Column("shown", sa.String(255)),
        sa.Column("changed_at", sa.Float, nullable=False),
    )
    op.create_index("messages_by_thread", "messages", ["team", "channel", "thread_ts"])
    op.create_index("messages_by_age", "messages", ["changed_at"])
    op.create_table(
        "rejections",
        sa.Column("team", sa.String(32), primary_key=True),
        sa.Column("channel", sa.String(32), primary_key=True),
        sa.Column("thread_ts", sa.String(32), primary_key=True),
        sa.Column("fingerprint", sa.String(32), primary_key=True),
        sa.Column("record_id", sa.String(255), primary_key=True),
        sa.Column("user", sa.String(32)),
        sa.Column("changed_at", sa.Float, nullable=False),
    )
    op.create_index("rejections_by_age", "rejections", ["changed_at"])
    op.create_table(
        "alerts",
        sa.Column("team", sa.String(32), primary_key=True),
        sa.Column("channel", sa.String(32), primary_key=True),
        sa.Column("fingerprint", sa.String(32), primary_key=True),
        sa.Column("changed_at", sa.Float, nullable=False),
    )
    op.create_index("alerts_by_age", "alerts", ["changed_at"])
    op.create_table(
        "muted_channels",
        sa.Column("team", sa.String(32), primary_key=True),
        sa.Column("channel", sa.String(32), primary_key=True),
        sa.Column("user", sa.String(32)),
        sa.Column("changed_at", sa.Float, nullable=False),
    )
    op.create_table(
        "private_answers",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("team", sa.String(32), nullable=False),
        sa.Column("channel", sa.String(32), nullable=False),
        sa.Column("thread_ts", sa.String(32)),
        sa.Column("user", sa.String(32), nullable=False),
        sa.Column("said", sa.JSON, nullable=False),
        sa.Column("changed_at", sa.Float, nullable=False),
    )
    op.create_index("private_answers_by_user", "private_answers", ["team", "channel", "user"])
    op.create_index("private_answers_by_age", "private_answers", ["changed_at"])
