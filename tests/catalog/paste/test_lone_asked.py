"""A class and one word, alone: an error when somebody asks about it, and nothing unasked."""

import pytest

from catalog.paste import read_paste

TEXTS = ["FileNotFoundError: config.yml", "ValueError: x", "TypeError: 3"]


@pytest.mark.parametrize("text", TEXTS)
def test_asked_about_it_is_an_error(text):
    """Somebody who pastes nothing else and asks means an error."""
    (error,) = read_paste(text, asked=True).errors
    assert f"{error.exc_type}: {error.message}" == text


@pytest.mark.parametrize("text", TEXTS)
def test_unasked_it_is_none(text):
    """In a channel it could be a line of some configuration."""
    assert read_paste(text).errors == ()
