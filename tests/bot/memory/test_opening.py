"""A database opened and brought to the form that this code knows."""

import sqlite3

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import URL

from bot.memory import Memory, NewerMemory, NoMemory
from bot.memory.opening import open_engine
from bot.memory.schema import metadata


def at(path):
    return URL.create("sqlite", database=str(path))


def test_the_steps_lead_to_the_schema():
    """After all steps a database has the tables, columns and indexes that the code speaks of."""
    engine = open_engine(URL.create("sqlite"))
    with engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []
    engine.dispose()


def test_a_newer_database_is_refused(tmp_path):
    """What a later version made is left alone, with a sentence about what to do."""
    path = tmp_path / "memory.db"
    Memory.open(at(path)).close()
    with sqlite3.connect(path) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    connection.close()
    with pytest.raises(NewerMemory) as error:
        Memory.open(at(path))
    assert str(error.value) == (
        f"The memory at sqlite:///{path} was made by a newer Errorbook: this one does not know its "
        "step 9999. Update Errorbook, or name another database in ERRORBOOK_MEMORY."
    )


def test_a_step_that_fails_leaves_nothing_behind(tmp_path):
    """The steps are one transaction, tables included."""
    path = tmp_path / "memory.db"
    with sqlite3.connect(path) as connection:
        connection.execute("CREATE TABLE muted_channels (other TEXT)")
    with pytest.raises(NoMemory, match="muted_channels already exists"):
        Memory.open(at(path))
    tables = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
    connection.close()
    assert tables == [("muted_channels",)]


@pytest.mark.parametrize(
    ("content", "why"),
    [(b"not a database, but long enough to be one", "file is not a database"), (None, "unable")],
)
def test_what_cannot_be_opened_is_named(tmp_path, content, why):
    """A file that is no database, or a folder, gets a sentence and no traceback."""
    path = tmp_path / "memory.db"
    if content:
        path.write_bytes(content)
    else:
        path.mkdir()
    with pytest.raises(NoMemory, match=f"{path} cannot be opened: .*{why}"):
        Memory.open(at(path))


def test_a_password_is_not_shown():
    """The address of a database is shown without its password."""
    url = URL.create("postgresql+psycopg", "u", "secret", "127.0.0.1", 1, "d")
    with pytest.raises(NoMemory) as error:
        Memory.open(url)
    assert "secret" not in str(error.value)
    assert "postgresql+psycopg://u:***@127.0.0.1:1/d" in str(error.value)
