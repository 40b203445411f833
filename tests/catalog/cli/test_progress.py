"""The progress bar of long commands."""

import io
import sys

import pytest

from catalog.cli.progress import progress


class Terminal(io.StringIO):
    """A file that says it is a terminal."""

    def isatty(self):
        return True


@pytest.mark.parametrize(
    ("file", "total", "shown"),
    [
        (io.StringIO(), 9000, False),
        (Terminal(), 30, False),
        (Terminal(), 9000, True),
        (Terminal(), None, True),
    ],
)
def test_is_shown_to_people_who_wait(file, total, shown, monkeypatch, capsys):
    """Only on a terminal, only for much, and never on standard output."""
    monkeypatch.setattr(sys, "stderr", file)
    assert list(progress(range(20), "Counting", total)) == list(range(20))
    assert ("Counting" in file.getvalue()) is shown
    assert capsys.readouterr().out == ""
