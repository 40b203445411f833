"""Where the raise stands in an excerpt."""

import pytest

from catalog.importers.excerpts import raise_offset

SEVERAL = """\
if a:
    raise TypeError("steps must be a number")
if b:
    raise ValueError("steps must be positive")
if c:
    raise ValueError(
        "steps must be"
        " even"
    )
raise ValueError"""


@pytest.mark.parametrize(
    ("excerpt", "error_class", "message", "offset"),
    [
        (SEVERAL, "TypeError", "steps must be a number", 1),
        (SEVERAL, "ValueError", "steps must be positive", 3),
        (SEVERAL, "ValueError", "steps must be even", 5),
        (SEVERAL, "pkg.errors.TypeError", None, 1),
        (SEVERAL, None, "steps must be even", 5),
        ("x = 1\n# raise ValueError later\nraise ValueError('x')", "ValueError", "x", 2),
        ("if (!x) {\n  throw new RangeError(`bad ${x}`);\n}", "RangeError", "bad {x}", 1),
        ('let x = 1;\npanic!("no {}", x);', None, "no {}", 1),
        ('if err != nil {\n\treturn fmt.Errorf("open %s: %w", p, err)\n}', None, "open", 1),
        ("TORCH_CHECK(x.dim() == 2, 'must be 2-D');", "RuntimeError", "must be 2-D", 0),
        ("parser.error('no file')", None, "no file", 0),
        ("\n" * 18 + "raise E\n\nraise E", "E", None, 18),
        ("x = 1", "ValueError", "x", None),
    ],
)
def test_finds_the_raise(excerpt, error_class, message, offset):
    """Of several raises, the one with the class and the words of the message."""
    assert raise_offset(excerpt, error_class, message) == offset
