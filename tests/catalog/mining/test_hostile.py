"""Source written to break its reader is read, or named with a reason; nothing of it is run."""

import os

import pytest

from catalog.mining.languages import miner_for
from catalog.mining.run import Tree, mine_trees
from catalog.mining.sites import USUAL_KINDS
from catalog.mining.source import Source
from tests.catalog.mining.trees import MODULE, write

RAISE = "raise ValueError('here')\n"


def chain(count):
    return "".join(f"elif x == {n}:\n    raise ValueError('branch {n}')\n" for n in range(count))


PYTHON = {
    "brackets": "(" * 5_000 + ")" * 5_000 + "\n" + RAISE,
    "unary operators": "x = " + "-" * 20_000 + "1\n" + RAISE,
    "a long sum": "raise ValueError(" + " + ".join(f"a{n}" for n in range(5_000)) + ")\n",
    "a long text sum": "raise ValueError('x' " + "+ 'x' " * 5_000 + ")\n",
    "nested calls": "raise ValueError(" + "f(" * 400 + ")" * 400 + ")\n",
    "nested attributes": "raise a" + ".b" * 5_000 + "('x')\n",
    "nested lambdas": "x = " + "lambda: " * 900 + "1\n" + RAISE,
    "nested conditionals": "raise ValueError('a' if x else " * 1
    + "('b' if y else " * 300
    + "'c'"
    + ")" * 300
    + ")\n",
    "indentation": "".join("    " * n + "if x:\n" for n in range(99)) + "    " * 99 + RAISE,
    "elif": "if x is None:\n    pass\n" + chain(1_500),
    "a literal of 10 MB": "x = '" + "y" * 10_000_000 + "'\n" + RAISE,
    "a message of 10 MB": "raise ValueError('" + "y " * 5_000_000 + "')\n",
    "a docstring of 10 MB": "def f():\n    '''" + "y\n" * 5_000_000 + "'''\n    " + RAISE,
    "a line of 1 MB": "x = [" + "1, " * 300_000 + "]; " + RAISE,
    "names in circles": "a = b = c = ''\nfor _ in x:\n    a = b + c\n    b = c + a\n    c = a + b\n"
    "raise ValueError(a + b + c)\n",
    "doubling names": "".join(f"a{n + 1} = a{n} + a{n} if x else a{n} + 'x'\n" for n in range(60))
    + "raise ValueError('t' + a60)\n",
    "functions in circles": "def f(x):\n    return g(x) + g(x)\ndef g(x):\n    return f(x) + f(x)\n"
    "raise ValueError(f('text'))\n",
    "classes in circles": "class A(B): pass\nclass B(A): pass\nclass C(C, C, C): pass\n"
    "raise A('one')\nraise C('two')\n",
    "errors in circles": "class AError(BError):\n"
    "    def __init__(self, m): super().__init__(m + m)\n"
    "class BError(AError):\n    def __init__(self, m): super().__init__(m + m)\n"
    "raise AError('text')\n",
    "a helper that calls itself": "def fail(m):\n    fail(m + 'x')\n    raise ValueError(m)\n"
    "fail('text')\n",
    "many branches": "".join(
        f"if x{n}:\n    m{n} = 'a{n}'\nelse:\n    m{n} = 'b{n}'\n" for n in range(40)
    )
    + "raise ValueError("
    + " + ".join(f"m{n}" for n in range(40))
    + ")\n",
    "broken formats": "raise ValueError('%(a %s %' % x)\nraise ValueError('{a.b[{' .format(x))\n"
    "raise ValueError('%*.*f' % (1, 2, 3))\nraise ValueError('{0[a]}{}'.format(x))\n",
    "lone surrogates": "raise ValueError('a\\ud800b')\n",
    "control characters": "raise ValueError('a\\x00b\\x1b[31m')\n",
    "a form feed": "x = 1\n\x0c\n" + RAISE,
    "carriage returns": RAISE.replace("\n", "\r\n") * 3,
    "huge numbers": "raise ValueError(" + "9" * 4_000 + ")\nraise ValueError(f'{1e999}')\n",
}


@pytest.mark.parametrize("source", PYTHON.values(), ids=PYTHON)
def test_python(tmp_path, source):
    """Whatever the source holds, mining it ends, with records that can be stored or a reason."""
    root = write(tmp_path, {"m.py": source})
    (mined,) = mine_trees([Tree(root, Source(repo="x/y"))], workers=1)
    assert mined.documents or mined.tally.failures or mined.tally.skipped
    for document in mined.documents:
        str(document).encode("utf-8")
        assert len(document.get("errorMessage") or "") < 4_000


BYTES = {
    "nothing": b"",
    "zeros": b"raise\0 ValueError('x')",
    "utf-16": "raise ValueError('x')".encode("utf-16"),
    "a mark of order": b"\xef\xbb\xbfraise ValueError('x')\n",
    "latin-1, said": "# coding: latin-1\nraise ValueError('é')\n".encode("latin-1"),
    "latin-1, not said": "raise ValueError('é')\n".encode("latin-1"),
    "an encoding that is none": b"# coding: no-such-thing\nraise ValueError('x')\n",
    "an encoding of bytes": b"# coding: hex\nraise ValueError('x')\n",
    "an encoding that unpacks": b"# coding: zip\nraise ValueError('x')\n",
    "a compiled file": b"\xa7\r\r\n\0\0\0\0raise ValueError",
    "noise": bytes(range(256)) * 64 + b"raise assert throw TORCH_CHECK(",
}


@pytest.mark.parametrize("path", ["m.py", "m.cpp", "m.js", "m.ts"])
@pytest.mark.parametrize("source", BYTES.values(), ids=BYTES)
def test_bytes(path, source):
    """Bytes of any kind are read, or are a failure with its reason."""
    found = miner_for(path)(source, path, "m", USUAL_KINDS)
    assert found.failure is None or found.failure.strip()


DEEP = {
    "m.cpp": ["(" * 20_000, "{" * 20_000 + 'throw std::runtime_error("x");', "f(" * 10_000,
              'throw E("a"' + ' + "b"' * 5_000 + ");", "/*" * 10_000, '"' + "x" * 10_000_000],
    "m.ts": ["(" * 20_000, "{" * 20_000 + "throw new Error('x')", "`${" * 5_000, "a?b:" * 5_000,
             "throw new Error('a'" + " + 'b'" * 5_000 + ")", "throw " * 5_000],
}  # fmt: skip


@pytest.mark.parametrize(
    ("path", "source"), [(path, source) for path, sources in DEEP.items() for source in sources]
)
def test_other_languages(path, source):
    """Deep and broken C++ and TypeScript end as well."""
    miner_for(path)(source.encode(), path, "m", USUAL_KINDS)


def test_links_in_circles(tmp_path):
    """Links that lead round in a circle, out of the folder or nowhere do not lead mining astray."""
    write(tmp_path / "outside", {"secret.py": MODULE})
    root = write(tmp_path / "code", {"pkg/m.py": MODULE})
    (root / "pkg" / "again").symlink_to(root, target_is_directory=True)
    (root / "self.py").symlink_to(root / "self.py")
    (root / "gone.py").symlink_to(root / "nowhere.py")
    (root / "out.py").symlink_to(tmp_path / "outside" / "secret.py")
    (root / "outer").symlink_to(tmp_path / "outside", target_is_directory=True)
    os.mkfifo(root / "pipe.py")
    (mined,) = mine_trees([Tree(root, Source(repo="x/y"))], workers=1)
    assert [document["filePath"] for document in mined.documents] == ["pkg/m.py"]
    assert sorted(failure.path for failure in mined.tally.failures) == [
        "gone.py",
        "out.py",
        "pipe.py",
        "self.py",
    ]


def test_nothing_is_executed(tmp_path):
    """Code that would leave a trace when it is imported, configured or decoded leaves none."""
    witness = tmp_path / "ran"
    code = f"open({str(witness)!r}, 'w')\nraise ValueError('x')\n"
    files = {
        "m.py": code,
        "setup.py": code,
        "conftest.py": code,
        "__init__.py": code,
        "pyproject.toml": "[build-system]\nbuild-backend = 'm'\nbackend-path = ['.']\n",
    }
    root = write(tmp_path / "code", files)
    list(mine_trees([Tree(root, Source(repo="x/y"))], everything=True, workers=1))
    assert not witness.exists()
