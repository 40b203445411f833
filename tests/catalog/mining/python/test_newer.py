"""Source for a newer Python than this one."""

import ast

import pytest

from catalog.mining.python.newer import older
from tests.catalog.mining.python.mined import sites

NEWER = [
    ("def f[T](a: T) -> T:\n    raise ValueError('x')\n", 2),
    ("class A[T: (int, str), *Ts]:\n    def m(self):\n        raise ValueError('x')\n", 3),
    ("def f[\n    T: dict[str, int],\n](a: T):\n    raise ValueError('x')\n", 4),
    ("type Pair[T] = tuple[T, T]\ntype Name = str\nraise ValueError('x')\n", 3),
    ("try:\n    f()\nexcept KeyError, OSError:\n    raise ValueError('x')\n", 4),
]


@pytest.mark.parametrize(("source", "line"), NEWER)
def test_newer_syntax_is_read(source, line):
    """Type parameters, `type` statements and bare `except` lists do not keep a file from being
    mined, and every line stays where it is."""
    (site,) = sites(source)
    assert site.line == line
    ast.parse(older(source))


def test_old_source_is_left_alone():
    """Source without newer syntax comes back as it was."""
    source = "x = a[1]\ndef f(a=[1]):\n    type = a[0]\n    return type\n"
    assert older(source) == source
