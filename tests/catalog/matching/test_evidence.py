"""Each kind of evidence says what it should, in numbers and in words."""

import pytest

from catalog.candidates import Place
from catalog.matching import evidence
from catalog.matching.fit import fit
from catalog.matching.interpreter import interpreter_literals
from catalog.matching.message import readings
from catalog.models import Frame, Record
from catalog.store import Site, keys
from catalog.template import Template, read_template
from tests.catalog.samples import error

VALUE_ERROR = keys.class_key("ValueError")


def place(line, lineno, *, end=None, whole=True):
    site = Site(1, 1, line, 1, end or line, 0, VALUE_ERROR, 1)
    return Place(site, "pkg/core/work.py", whole, Frame("/x/pkg/core/work.py", lineno, "run"))


def fitted(pattern, message):
    template = read_template(None, pattern)
    assert template is not None
    return fit(template, readings(error(message)))


@pytest.mark.parametrize(
    ("at", "value", "reason"),
    [
        (place(10, 10), "at_line", "raised at the line the innermost frame shows"),
        (place(10, 12, end=13), "at_line", "raised at the line the innermost frame shows"),
        (
            place(10, 17, end=13),
            "moved",
            "raised in the function the innermost frame shows, 4 lines away",
        ),
        (place(10, None), "line_unknown", "raised in the function the frame shows"),
        (place(0, 10), "line_unknown", "raised in the function the frame shows"),
    ],
)
def test_place(at, value, reason):
    """The span of the raise statement counts, and how far the frame is from it."""
    found = evidence.place_evidence(at)
    assert found.values[value] == 1.0
    assert found.reason == reason


def test_place_nearer_is_better():
    """The nearer of two moved raises says more; so does the whole path."""
    near = evidence.place_evidence(place(10, 12)).values
    far = evidence.place_evidence(place(10, 90)).values
    assert near["near"] > far["near"]
    assert near["not_far"] > far["not_far"]
    assert evidence.place_evidence(place(10, 10, whole=False)).values["whole_path"] == 0.0


@pytest.mark.parametrize(
    ("line", "values"),
    [
        (None, set()),
        ("return self._c(x)", {"source_is_no_raise"}),
        ("raise ValueError(", {"source_raises", "source_class"}),
        (
            "raise pkg.errors.ValueError(msg)",
            {"source_raises", "source_class", "source_has_no_text"},
        ),
        ("raise KeyError(x) from e", {"source_raises", "source_other_class", "source_has_no_text"}),
        ("raise error", {"source_raises", "source_has_no_text"}),
        ("raise self.make(a, b)", {"source_raises", "source_has_no_text"}),
        ("assert x > 0", {"source_raises"}),
        ('raise e("size is bad")', {"source_raises", "source_text"}),
        ('raise e("the size is bad: " + x)', {"source_raises", "source_text"}),
        ('raise e(f"the size is bad: {x}")', {"source_raises", "source_text"}),
        ('raise e("the size "', {"source_raises", "source_text"}),
        ("raise e('another text')", {"source_raises", "source_other_text"}),
    ],
)
def test_source(line, values):
    """The source line says whether it raises, what class, and with what text."""
    template = Template(("the size is bad: ", ""))
    found = evidence.source_evidence(VALUE_ERROR, template, Frame("x.py", 1, "f", line))
    assert set(found.values) == values


@pytest.mark.parametrize(
    ("line", "template", "says"),
    [
        ('raise e("invalid")', Template(("invalid",)), "source_whole_text"),
        ('raise e("invalid", x)', Template(("invalid",)), "source_whole_text"),
        ('raise e("invalid")', Template(("invalid_awareness",)), "source_other_text"),
        ('raise e("invalid")', None, "source_has_text"),
        ("raise e", None, "source_is_as_silent"),
        ("raise e(msg)", Template(("", "")), "source_is_as_silent"),
    ],
)
def test_source_text(line, template, says):
    """The text in the source line is the template's own, or it is another one."""
    assert says in evidence.source_evidence(0, template, Frame("x.py", 1, "f", line)).values


@pytest.mark.parametrize(
    ("class_", "exc_type", "values"),
    [
        (VALUE_ERROR, "ValueError", {"same_class": 1.0, "own_class": 0.0}),
        (keys.class_key("HTTPError"), "requests.HTTPError", {"same_class": 1.0, "own_class": 1.0}),
        (VALUE_ERROR, "KeyError", {"other_class": 1.0}),
        (0, "KeyError", {"class_unknown": 1.0}),
        (keys.class_key("exc"), "KeyError", {"class_unknown": 1.0}),
        (keys.class_key("zlib.error"), "zlib.error", {"same_class": 1.0, "own_class": 1.0}),
        (VALUE_ERROR, None, {"class_unknown": 1.0}),
    ],
)
def test_class(class_, exc_type, values):
    """The bare class counts; one of a library's own says more than a builtin."""
    assert evidence.class_evidence(class_, exc_type).values == values


@pytest.mark.parametrize(
    ("pattern", "message", "some"),
    [
        (r"it\ is\ bad", "it is bad", {"fits": 1.0, "whole": 1.0, "length_8": 7 / 8, "cover": 1.0}),
        (r"is\ bad", "it is bad", {"fits": 1.0, "whole": 0.0, "before": 3 / 9}),
        (r"it\ is", "it is bad", {"fits": 1.0, "behind": 4 / 9}),
        (r"it\ is", "it is\nbad", {"fits": 1.0, "behind": 0.0, "added_lines": 1.0}),
        (r"it\ is\ xxx\ yyy\ zzz\ 123", "so it is", {"nearly": 1.0, "lost_much": 1.0}),
        (r"it\ is\ xxx\ yyy\ zzz\ 123", "it is", {"cut": 1.0, "cut_off": 12 / 16}),
        (r"it\ is\ bad", "it is bad", {"word_for_word": 1.0}),
        (r"it\ is\ (.+?)", "it is bad", {"word_for_word": 0.0}),
        (r"(.+?)", "anything", {"no_literals": 1.0}),
    ],
)
def test_message(pattern, message, some):
    """What is there of the template, and what else is in the message."""
    found = evidence.message_evidence(fitted(pattern, message)).values
    assert {name: found[name] for name in some} == pytest.approx(some)


def test_message_in_words():
    """The reason counts literal characters."""
    assert (
        evidence.message_evidence(fitted(r"steps=(.+?)", "steps=12")).reason
        == "the message fits the template, 6 of 6 literal characters"
    )
    near = evidence.message_evidence(fitted(r"missing state here", "missing stxte here"))
    assert near.reason is not None
    assert near.reason.startswith("the message is close to the template, 1")
    cut = evidence.message_evidence(fitted(r"missing state here", "missing sta")).reason
    assert cut == "the message is a part of the template, 10 of 16 literal characters"
    assert evidence.message_evidence(None).values == {"no_template": 1.0}


def test_values():
    """Talk in a hole speaks against a template."""
    name = evidence.value_evidence(fitted(r"no\ (.+?)\ here", "no x.y here"))
    talk = evidence.value_evidence(fitted(r"no\ (.+?)\ here", "no I have never seen that one here"))
    assert name.values["implausible"] == 0.0
    assert talk.values["implausible"] > 0.0
    assert evidence.value_evidence(fitted(r"no\ hole", "no hole")) == evidence.NOTHING


@pytest.mark.parametrize(
    ("exc_type", "message", "said"),
    [
        ("TypeError", "'int' object is not callable", True),
        ("builtins.TypeError", "f() got an unexpected keyword argument 'x'", True),
        ("KeyError", "'x'", True),
        ("OwnError", "'int' object is not callable", False),
        ("TypeError", "we saw that 'int' object is not callable here", False),
        (None, "list index out of range", True),
        ("ValueError", "Missing adaptive runtime state for steps=12", False),
    ],
)
def test_interpreter(exc_type, message, said):
    """What Python itself says is told from what a library says."""
    assert (interpreter_literals(exc_type, message) > 0) is said


def test_interpreter_says_less():
    """A template that says much more than Python's own is not held for it."""
    specific = fitted(
        r"expected\ a\ tensor\ of\ rank\ two,\ got\ (.+?)", "expected a tensor of rank two, got 3"
    )
    assert evidence.interpreter_evidence(specific, 12) == evidence.NOTHING
    assert evidence.interpreter_evidence(specific, 28).values == {"interpreter": 1.0}


def test_package():
    """Frames of the record's package speak for it, frames of others alone against it."""
    assert evidence.package_evidence(1, frozenset({1, 2})).values == {"in_package": 1.0}
    assert evidence.package_evidence(3, frozenset({1, 2})).values == {"other_package": 1.0}
    assert evidence.package_evidence(3, frozenset()) == evidence.NOTHING


def record(**fields):
    return Record(id="1", repo="vllm-project/vllm", **fields)


@pytest.mark.parametrize(
    ("version", "environment", "reason"),
    [
        ("0.5.1", {"vllm": "0.5.1"}, "the paste shows the same version, 0.5.1"),
        ("0.5.1", {"vllm": "0.6"}, "the paste shows vllm 0.6, the record was made from 0.5.1"),
        ("0.5.1", {"torch": "2.4"}, None),
        (None, {"vllm": "0.6"}, None),
    ],
)
def test_version(version, environment, reason):
    """The version that the paste shows stands beside the record's."""
    assert evidence.version_evidence(record(version=version), environment).reason == reason


def test_codes():
    """An error code or a status that the message shows is said."""
    assert (
        evidence.code_evidence(record(error_code="E11000"), "E11000 duplicate key").reason
        == "the message shows the error code E11000"
    )
    assert evidence.code_evidence(record(error_code="E11000"), "XE110001").reason is None
    assert (
        evidence.status_evidence(record(http_status=404), "got 404").reason
        == "the message shows HTTP status 404"
    )
    assert evidence.status_evidence(record(http_status=404), "got 4041").reason is None


def test_elsewhere():
    """A frame whose line raises nothing says that the error came out of code without frames."""
    calls = Frame("x.py", 1, "f", "return numpy.core(x)")
    raises = Frame("x.py", 1, "f", "raise ValueError(x)")
    assert evidence.elsewhere_evidence(calls, True, True).values == {
        "other_function": 1.0,
        "known_file": 1.0,
        "source_is_no_raise": 1.0,
    }
    assert "source_raises" in evidence.elsewhere_evidence(raises, False, False).values


def test_holders():
    """A template of many sites is the more common one."""
    counts = [evidence.holder_evidence(count).values["popular"] for count in (1, 10, 444)]
    assert counts == sorted(counts)
    assert (counts[0], counts[2]) == (0.0, 1.0)
