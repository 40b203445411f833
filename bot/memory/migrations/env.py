"""What Alembic runs; the connection comes from `bot.memory.opening`, which owns the transaction."""

from alembic import context

context.configure(connection=context.config.attributes["connection"])
context.run_migrations()
