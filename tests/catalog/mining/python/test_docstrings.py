"""What docstrings say of errors."""

import pytest

from catalog.mining.python.docstrings import first_sentence, raises_part

GOOGLE = """Open it.

Raises:
    OSError: If the file cannot
        be opened.
    `ValueError`: If the mode is odd.
    errors.Broken: If it is broken.

Returns:
    KeyError: not this one.
"""
NUMPY = """Open it.

Raises
------
OSError
    If the file cannot
    be opened.
errors.Broken
    If it is broken.

Returns
-------
KeyError
    Not this one.
"""
SPHINX = """Open it.

:param x: a thing
:raises OSError: if the file cannot
    be opened
:raise errors.Broken: if it is broken
:returns: KeyError
"""


@pytest.mark.parametrize("text", [GOOGLE, NUMPY, SPHINX], ids=["google", "numpy", "sphinx"])
def test_raises_parts(text):
    """All three forms tell when an error is raised, by the last part of the class's name."""
    assert raises_part(text, "OSError").lower().rstrip(".") == "if the file cannot be opened"
    assert raises_part(text, "Broken").lower().rstrip(".") == "if it is broken"
    assert raises_part(text, "KeyError") is None
    assert raises_part(text, None) is None


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("Do it. Then rest.", "Do it."),
        ("Parse a tag (e.g. this) and go. More.", "Parse a tag (e.g. this) and go."),
        ("Over\n    two lines\n\nand more.", "Over two lines"),
        ("Version 1.2 is read.", "Version 1.2 is read."),
        ("", None),
        (None, None),
    ],
)
def test_first_sentences(text, sentence):
    """The first sentence is what stands before the first full stop that ends one."""
    assert first_sentence(text) == sentence
