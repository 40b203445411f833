"""How well templates explain messages, and what the holes hold."""

import pytest

from catalog.matching.fit import fit
from catalog.matching.message import Message, readings
from catalog.template import read_template
from tests.catalog.samples import error


def fitted(pattern, message, exc_type="ValueError"):
    template = read_template(None, pattern)
    assert template is not None
    return fit(template, readings(error(message, exc_type)))


@pytest.mark.parametrize(
    ("pattern", "message", "values"),
    [
        (r"steps=(.+?)", "steps=12", ["12"]),
        (r"steps=(.+?)", "steps=12\nHint: more", ["12"]),
        (r"steps=(.+?)", "steps=\n  [1,\n 2]", ["[1, 2]"]),
        (r"steps=(\d+?)", "steps=12\nHint: more", ["12"]),
        (r"steps=(\d+?) left", "steps=12\nleft", ["12"]),
        (r"no\ (.+?)\ of\ (.+?)!", "no a b of 'c'!", ["a b", "'c'"]),
        (r"it's\ (.+?)", "it’s  “x”", ['"x"']),
        (r"a\ b", "a b", []),
    ],
)
def test_values(pattern, message, values):
    """A hole holds its value whole; the last one ends with the message or with its line."""
    found = fitted(pattern, message)
    assert found.exact
    assert found.values() == values


@pytest.mark.parametrize(
    ("pattern", "message", "exc_type"),
    [
        (r"no\ key\ (.+?)", "'no key x'", "KeyError"),
        (r"it's\ (.+?)", '"it\'s x"', "KeyError"),
        (r"'(.+?)'\ must\ be\ (.+?)", """("'x' must be 'y'", Attribute(name='x'))""", "ValueError"),
        (r"has\ no\ attribute\ '(.+?)'", "has no attribute 'x'. Did you mean: 'y'?", "E"),
    ],
)
def test_python_prints_more(pattern, message, exc_type):
    """Repr quotes, other arguments and Python's suggestions are no part of the message."""
    found = fitted(pattern, message, exc_type)
    assert (found.exact, found.inside) == (True, 1.0)


@pytest.mark.parametrize(
    ("pattern", "message", "share", "inside"),
    [
        (r"abc\ def", "abc def", 1.0, 1.0),
        (r"abc\ def", "xyz abc def", 1.0, 7 / 11),
        (r"one two three four", "one two", 0.4, 1.0),
        (r"one two thrxe four", "one two three four", 14 / 15, 1.0),
        (r"nothing alike", "0123456789", 0.0, 0.0),
    ],
)
def test_share(pattern, message, share, inside):
    """What of the template is there, and what of the message is the template's."""
    found = fitted(pattern, message)
    assert found.share == pytest.approx(share, abs=0.06)
    assert found.inside == pytest.approx(inside, abs=0.01)


@pytest.mark.parametrize(
    ("value", "least", "most"),
    [
        ("12", 1, 1),
        ("torch.float32", 1, 1),
        ("{'a': 1, 'b c': 2}", 1, 1),
        ("", 0.5, 0.7),
        ("two words", 0.7, 0.9),
        ("a whole sentence of many words that says what was wrong with it all", 0, 0.4),
    ],
)
def test_plausible(value, least, most):
    """Names, numbers and bracketed text are values; talk is hardly one."""
    assert least <= fitted(r"got\ (.+?);", f"got {value};").plausible() <= most


@pytest.mark.parametrize(
    ("pattern", "message", "explained"),
    [
        (r"one\ two\ three\ four\ five\ six", "one two th", 8),
        (r"one\ two\ three\ four\ five\ six", "our five six", 10),
        (r"size\ (.+?)\ of\ (.+?)\ is\ bad\ here", "size 12 of x is b", 9),
        (r"size\ (.+?)\ of\ (.+?)\ is\ bad\ here", "size 12", 4),
    ],
)
def test_cut(pattern, message, explained):
    """A message that is only the beginning or the end of what a template makes."""
    found = fitted(pattern, message)
    assert (found.exact, found.cut, found.explained) == (False, True, explained)


def test_added_lines():
    """Lines behind a whole template are an addition, not another message."""
    assert fitted(r"it\ broke", "it broke\nand a note").added_lines
    assert not fitted(r"it\ broke", "it broke and a note").added_lines


def test_message_lines():
    """A message is one line that knows where its lines ended."""
    message = Message.of("  a  b\n\n c\n")
    assert (message.text, message.lines, message.letters) == ("a b c", "a b\nc", 3)
    assert (message.line_end(0), message.line_end(4)) == (3, 5)
