"""What a raise statement may say, read from the source."""

import pytest

from tests.catalog.mining.python.mined import messages, sites

ONE_LINE = [
    ('raise ValueError("text")', ["text"]),
    ('raise ValueError("one " "two")', ["one two"]),
    ('raise ValueError("one " + name + " two")', ["one {name} two"]),
    ('raise ValueError(f"no {name!r} in {self.place:>10}")', ["no {name!r} in {place:>10}"]),
    ('raise ValueError(f"{name=}")', ["name={name!r}"]),
    ('raise ValueError(f"at least {len(items) + 1} items")', ["at least {len_items_1} items"]),
    ('raise ValueError("%s of %r, %d%%" % (a, b, c))', ["{a} of {b!r}, {c}%"]),
    ('raise ValueError("only %s" % name)', ["only {name}"]),
    ('raise ValueError("%(what)s is gone" % {"what": "tea"})', ["tea is gone"]),
    ('raise ValueError("%(what)s is gone" % params)', ["{what} is gone"]),
    ('raise ValueError("{} and {other!r}".format(a, other=b))', ["{a} and {b!r}"]),
    ('raise ValueError("{0.name} and {1[0]}".format(a, b))', ["{a_name} and {b_0}"]),
    ('raise ValueError(", ".join(["one", name]))', ["one, {name}"]),
    ('raise ValueError("one of " + ", ".join(names))', ["one of {names}"]),
    ('raise ValueError(_("translated"))', ["translated"]),
    ('raise ValueError(ngettext("%d line", "%d lines", n) % n)', ["{n} lines", "{n} line"]),
    ('raise ValueError(textwrap.dedent("""\n    one\n    two"""))', ["\none\ntwo"]),
    ('raise ValueError("yes" if ok else "no way")', ["no way", "yes"]),
    ('raise ValueError(text or "nothing given")', ["nothing given"]),
    ('raise ValueError("text".upper())', ["TEXT"]),
    ('raise ValueError("code", 3)', ["('code', 3)"]),
    ('raise ValueError("can\'t", name)', ['("can\'t", {name})']),
    ('raise OSError(2, "No such thing", path)', ["[Errno 2] No such thing: {path}"]),
    ('raise errors.Broken("text", code="x")', ["text"]),
    ('raise Broken(404, detail="not here")', ["not here"]),
    ("raise ValueError(f'{a}{b} is odd')", ["{a} is odd"]),
    ("raise ValueError", [""]),
    ("raise ValueError(message)", ["{message}"]),
    ('sys.exit("stopped")', ["stopped"]),
    ('parser.error(f"no {flag}")', ["no {flag}"]),
    ('logger.error("lost %s after %d s", host, seconds)', ["lost {host} after {seconds} s"]),
    ('warnings.warn("old", DeprecationWarning)', ["old"]),
    ('assert ok, f"not {ok}"', ["not {ok}"]),
]


@pytest.mark.parametrize(("statement", "expected"), ONE_LINE)
def test_a_message_built_in_place(statement, expected):
    """Each way to write a message in the statement itself gives its template."""
    assert messages(f"def f(self, *args):\n    {statement}\n") == expected


FUNCTIONS = {
    "assigned before": (
        """
        def f(a):
            message = f"bad {a}"
            raise ValueError(message)
        """,
        ["bad {a}"],
    ),
    "assigned in each branch": (
        """
        def f(a):
            if a:
                message = "first thing"
            elif a is None:
                message = "second thing, longer"
            else:
                return
            raise ValueError(message)
        """,
        ["second thing, longer", "first thing"],
    ),
    "a branch that ended does not count": (
        """
        def f(a):
            message = "wanted"
            if a:
                message = "never raised"
                return message
            raise ValueError(message)
        """,
        ["wanted"],
    ),
    "added to": (
        """
        def f(a, more):
            message = "start"
            if more:
                message += f", and {more}"
            raise ValueError(message + ".")
        """,
        ["start, and {more}.", "start."],
    ),
    "added to in a loop": (
        """
        def f(lines):
            message = "problems:"
            for line in lines:
                message += f" line {line}"
            raise ValueError(message)
        """,
        ["problems: line {line}", "problems:"],
    ),
    "a constant of the module": (
        """
        MESSAGE = "cannot open %s"

        def f(path):
            raise OSError(MESSAGE % path)
        """,
        ["cannot open {path}"],
    ),
    "a constant of the class": (
        """
        class Form:
            broken = "form is broken"

            def f(self):
                raise ValueError(self.broken)
        """,
        ["form is broken"],
    ),
    "an attribute that a subclass may set is a hole inside a text": (
        """
        class Dialect:
            name = "default"

            def f(self):
                raise ValueError(f"dialect {self.name} is off")
        """,
        ["dialect {name} is off"],
    ),
    "a default of a parameter": (
        """
        def f(message=None):
            if message is None:
                message = "nothing was given"
            raise ValueError(message)
        """,
        ["nothing was given"],
    ),
    "a dictionary of messages": (
        """
        class Field:
            default_error_messages = {"invalid": "Not a valid thing.", "null": "May not be null."}

            def make_error(self, key, **values):
                message = self.error_messages[key]
                if isinstance(message, str):
                    message = message.format(**values)
                return FieldError(message)

            def check(self, value):
                raise self.make_error("invalid", value=value)
        """,
        ["Not a valid thing."],
    ),
    "a helper that returns the text": (
        """
        def _text(name):
            return f"no such thing: {name}"

        def f(name):
            raise KeyError(_text(name))
        """,
        ["no such thing: {name}"],
    ),
    "a list that is joined": (
        """
        def f(a):
            lines = ["first line", f"second {a}"]
            raise ValueError("\\n".join(lines))
        """,
        ["first line\nsecond {a}"],
    ),
    "names that go round in circles": (
        """
        A = B + A
        B = A + B + A

        def f():
            raise ValueError("text " + A + B)
        """,
        ["text {A}"],
    ),
    "a class of its own that makes the text": (
        """
        class Missing(Exception):
            def __init__(self, name, place=None):
                super().__init__(f"{name} is missing")

        def f(thing):
            raise Missing(thing.title)
        """,
        ["{title} is missing"],
    ),
    "a class of its own that shows its attributes": (
        """
        class Missing(Exception):
            def __init__(self, name, place):
                self.name = name
                self.place = place

            def __str__(self):
                return f"{self.name} is missing in {self.place}"

        def f():
            raise Missing("tea", place="kitchen")
        """,
        ["tea is missing in kitchen"],
    ),
    "a class that adds to what its base says": (
        """
        class Base(Exception):
            def __init__(self, text):
                super().__init__(text)

        class Coded(Base):
            def __init__(self, text, code):
                self.code = code
                super().__init__(text)

            def __str__(self):
                return f"[{self.code}] {super().__str__()}"

        def f(n):
            raise Coded("did not work", n)
        """,
        ["[{n}] did not work"],
    ),
}


@pytest.mark.parametrize(("source", "expected"), FUNCTIONS.values(), ids=FUNCTIONS)
def test_a_message_built_elsewhere(source, expected):
    """A message is followed to where it is made: assignments, constants, helpers, classes."""
    assert messages(source) == expected


def test_a_helpers_calls_are_raise_sites():
    """A function that raises what it is given makes each of its calls a site of its own."""
    found = sites(
        """
        class Checker:
            def _fail(self, message):
                raise CheckError(f"check: {message}")

            def check(self, value):
                if value < 0:
                    self._fail(f"{value} is negative")
                self._fail(unknown)
        """
    )
    told = [(site.line, site.function, site.through) for site in found]
    assert told == [(4, "Checker._fail", None), (8, "Checker.check", "Checker._fail")]
    assert found[1].templates == [("check: ", found[1].templates[0][1], " is negative")]


CLASSES = [
    ('raise ValueError("x")', "ValueError", "builtins.ValueError"),
    ('raise errors.Broken("x")', "Broken", "package.errors.Broken"),
    ('raise Local("x") from None', "Local", "package.module.Local"),
    ('raise Local.from_path("x")', "Local", "package.module.Local"),
    ('raise Renamed("x")', "Renamed", "other.Original"),
    ('raise Local("x").with_traceback(t)', "Local", "package.module.Local"),
    ("raise Local", "Local", "package.module.Local"),
    ("raise error", None, None),
    ("raise type(error)(text)", None, None),
    ("raise make(error)", None, None),
    ('raise (Local if a else ValueError)("x")', "Local", "package.module.Local"),
]


@pytest.mark.parametrize(("statement", "name", "qualified"), CLASSES)
def test_the_class_of_an_error(statement, name, qualified):
    """The class is named as written, and by the dotted name that its import leads to."""
    source = f"""
from . import errors
from other import Original as Renamed

class Local(Exception):
    pass

def f(error, text, t, a):
    {statement}
"""
    site = sites(source)[-1]
    assert (site.error_class, site.qualified) == (name, qualified)


OWN_CLASSES = [
    # A class whose `__str__` puts its message together shows the argument that reads like one.
    (
        "class E(Exception):\n"
        "    def __str__(self):\n"
        "        lines = []\n"
        "        lines.append(self.problem)\n"
        "        return '\\n'.join(lines)\n"
        "raise E(None, 'a_long_code_without_words', 'two words', mark)\n",
        ["two words"],
    ),
    ("raise ExceptionGroup(f'{n} failed', errors)\n", ["{n} failed{members}"]),
    (
        "def f(proto=None):\n"
        "    if proto is None:\n"
        "        proto = 'json'\n"
        "    raise TypeError(f'Unknown protocol: {proto}')\n",
        ["Unknown protocol: {proto}"],
    ),
]


@pytest.mark.parametrize(("source", "expected"), OWN_CLASSES)
def test_messages_that_classes_and_values_decide(source, expected):
    """Arguments that are no message, and values that are one of many, are no template."""
    assert messages(source) == expected


def test_a_class_handed_to_a_helper():
    """A helper that builds an error of the class it is given raises that class."""
    site = sites(
        """
        class P:
            def make(self, exception, *args):
                return exception(self.line, *args)

            def parse(self):
                raise self.make(ParserError, "text")
        """
    )[-1]
    assert site.error_class == "ParserError"


CODES = [
    ('raise UserError("text", code="missing-arguments")', "missing-arguments", None),
    ('raise HTTPException(404, "text")', None, 404),
    ('raise HTTPException(status_code=503, detail="text")', None, 503),
    ('raise ValueError(404, "text")', None, None),
    ('raise HTTPError(200, "text")', None, None),
    ('raise UserError("text", code=code)', None, None),
]


@pytest.mark.parametrize(("statement", "code", "status"), CODES)
def test_codes_and_statuses(statement, code, status):
    """A constant code and the status of an HTTP error are kept; other numbers are none."""
    site = sites(statement + "\n")[-1]
    assert (site.error_code, site.http_status) == (code, status)
