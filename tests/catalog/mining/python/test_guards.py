"""The conditions under which control reaches a raise."""

import textwrap

import pytest

from tests.catalog.mining.python.mined import sites

GUARDS = {
    "if": ("if a is None:\n    raise E", ("a is None",), ()),
    "elif and else": (
        "if a:\n    pass\nelif b == 1:\n    pass\nelse:\n    raise E",
        ("not a", "b != 1"),
        (),
    ),
    "and is two conditions, or is one": (
        "if a and (b or c):\n    if d:\n        raise E",
        ("a", "(b or c)", "d"),
        (),
    ),
    "an early return": ("if not a:\n    return\nraise E", ("a",), ()),
    "a chain of early returns": (
        "if k == 1:\n    return 1\nelif k == 2:\n    return 2\nraise E",
        ("k != 1", "k != 2"),
        (),
    ),
    "an early return in a try that goes on only from its body": (
        "try:\n    if a in b:\n        return 1\nexcept TypeError:\n    raise E1\nraise E",
        ("a not in b",),
        (),
    ),
    "a name changed since says nothing": (
        "if a is None:\n    a = make()\n    if a.bad:\n        raise E",
        ("a.bad",),
        ("a = make()",),
    ),
    "except": (
        "try:\n    g()\nexcept (KeyError, OSError):\n    raise E",
        ("except (KeyError, OSError)",),
        (),
    ),
    "while and else": ("while a < 3:\n    a += 1\nelse:\n    raise E", ("not (a < 3)",), ()),
    "for and else": ("for x in a:\n    pass\nelse:\n    raise E", ("no break in for x in a",), ()),
    "match": (
        "match a:\n    case 1:\n        pass\n    case {'k': v} if v:\n        raise E",
        ("match a: case {'k': v} if v",),
        (),
    ),
    "assert": ("if a:\n    assert b in c, 'text'", ("a", "b not in c"), ()),
    "a test over several lines": (
        "if (\n    a  # first\n    and b\n):\n    raise E",
        ("a", "b"),
        (),
    ),
    "definitions": (
        "state = table.get(a)\nif state is None:\n    raise E",
        ("state is None",),
        ("state = table.get(a)",),
    ),
    "a start value is no definition": (
        "seen = []\nfor x in a:\n    seen.append(x)\nif seen:\n    raise E",
        ("seen",),
        (),
    ),
    "nothing": ("g()\nraise E", (), ()),
}


@pytest.mark.parametrize(("body", "clauses", "definitions"), GUARDS.values(), ids=GUARDS)
def test_guards(body, clauses, definitions):
    """Each way to lead to a raise gives its clauses, and the names in them their definitions."""
    source = "def f(a, b, c, d, k, table):\n" + textwrap.indent(body, "    ")
    site = sites(source)[-1]
    assert (site.guard, site.definitions) == (clauses, definitions)
