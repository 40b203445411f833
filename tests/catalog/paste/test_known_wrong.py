"""Pastes that are read wrongly and stay so for now, asserted as they are, each with its reason.

Who mends one moves it to the tests of what is right.
"""

from typing import NamedTuple

import pytest

from catalog.paste import read_paste

RAISED = 'Traceback (most recent call last):\n  File "/srv/shop/app.py", line 3, in f\n'
Said = list[tuple[str | None, str]]


class Wrong(NamedTuple):
    """A paste, what is read (class, message), what a careful reader would say, and why not us."""

    text: str
    read: Said
    right: Said
    reason: str


CASES = {
    "message alone hard-wrapped": Wrong(
        RAISED + "ValueError: Weight output_partition_size = 288 is no\nt divisible\n",
        [("ValueError", "Weight output_partition_size = 288 is no\nt divisible")],
        [("ValueError", "Weight output_partition_size = 288 is not divisible")],
        "No frame is broken, so nothing shows that the line break is the terminal's.",
    ),
    "talk in the words of a message": Wrong(
        RAISED + "ValueError: bad port\n\nThe configuration was changed by ops.\n",
        [("ValueError", "bad port\n\nThe configuration was changed by ops.")],
        [("ValueError", "bad port")],
        "Messages have such paragraphs too; only first and second persons and questions are talk.",
    ),
    "class without an error's name, alone": Wrong(
        "OutOfResources: out of resource: shared memory, Required: 122880",
        [],
        [("OutOfResources", "out of resource: shared memory, Required: 122880")],
        "So begin headings and fields as well; with its module, or behind frames, it is read.",
    ),
    "newest first without a header": Wrong(
        "KeyError: 'x'\nreturn params[name]\nFile \"/srv/shop/b.py\", line 9, in g\ng()\n"
        'File "/srv/shop/a.py", line 3, in f',
        [("KeyError", "'x'\nreturn params[name]"), (None, "")],
        [("KeyError", "'x'")],
        "Without the header a turned traceback looks like a lone line and one whose end is cut.",
    ),
    "two ranks without prefixes": Wrong(
        RAISED + "    g()\n" + RAISED + "    g()\nKeyError: 1\nKeyError: 1\n",
        [(None, ""), ("KeyError", "1\nKeyError: 1")],
        [("KeyError", "1")],
        "Nothing tells the second rank's class line from a second line of the message.",
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_known_wrong(name: str) -> None:
    """It is read as the table says, which is not what it should say."""
    case = CASES[name]
    assert [(error.exc_type, error.message) for error in read_paste(case.text).errors] == case.read
    assert case.read != case.right
    assert case.reason.endswith(".")
