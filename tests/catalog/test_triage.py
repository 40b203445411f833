"""The one decision: known, unsure, unknown or no error at all."""

from dataclasses import dataclass, field

import pytest

from catalog.models import RaisedError, Report
from catalog.store import Catalog
from catalog.triage import decide, triage
from tests.catalog.samples import STEPS, UNIFIED, error, mined, report

STEPS_LINE = "ValueError: Missing adaptive runtime state for steps=12"
STEPS_TRACEBACK = f"""\
Traceback (most recent call last):
  File "/app/serve.py", line 8, in <module>
    main()
  File "/opt/python/sglang/srt/speculative/adaptive_runtime_state.py", line 131, in _activate
    raise ValueError(
{STEPS_LINE}"""
UNIFIED_LINE = f"ValueError: {UNIFIED['errorMessage']}"
UNIFIED_TRACEBACK = f"""\
Traceback (most recent call last):
  File "/sgl/python/sglang/srt/mem_cache/kv_cache_configurator.py", line 441, in _init_pools
    raise ValueError(
{UNIFIED_LINE}"""


def prefixed(text):
    return "\n".join(f"2026-01-02 03:04:05 scheduler_0 | {line}" for line in text.splitlines())


def fenced(text):
    return f"hey, does anybody know this one?\n```\n{text}\n```\nstarted after the upgrade"


def escaped(text):
    text = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return text.replace("'", "’").replace('"', "“")


SHAPES = [str, lambda text: text.splitlines()[-1], prefixed, fenced, escaped]


@pytest.fixture(scope="module")
def catalog():
    return Catalog.in_memory([STEPS, UNIFIED])


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize(
    ("traceback", "record", "captures"),
    [
        (STEPS_TRACEBACK, STEPS, {"speculative_num_steps": "12"}),
        (UNIFIED_TRACEBACK, UNIFIED, {}),
    ],
)
def test_seeds(catalog, shape, traceback, record, captures):
    """Both seeds are known in every shape, with what their holes hold."""
    verdict = triage(shape(traceback), catalog)
    assert verdict.kind == "known"
    assert verdict.best is not None
    assert (verdict.best.record.id, verdict.best.captures) == (record["id"], captures)


@pytest.mark.parametrize(
    "text",
    [
        "ValueError: Missing adaptive runtime config for steps=12",
        "ValueError: Missing adaptive draft state for steps=12",
        "ValueError: Missing adaptive runtime state",
        "ValueError: Missing adaptive",
        "ValueError: invalid literal for int() with base 10: 'x'",
        "ValueError",
        "ValueError:",
        "I read that Missing adaptive runtime state for steps=5 means the config is stale, is it?",
        "RuntimeError: we saw Missing adaptive runtime state for steps=5 in another log before",
        UNIFIED_LINE[: len(UNIFIED_LINE) // 2],
        UNIFIED_LINE.replace("hybrid-Mamba", "dense").replace("hybrid-SWA", "paged"),
        UNIFIED_LINE.replace("is only supported", "has never been tried"),
    ],
)
def test_near_misses(catalog, text):
    """What only looks like a known error is not called known."""
    assert triage(text, catalog).kind != "known"


@pytest.mark.parametrize("text", ["", "hello", "Could you restart the server?", "it failed again"])
def test_talk(catalog, text):
    """Where nothing is an error, nothing is said."""
    assert triage(text, catalog).kind == "no-error"


def test_lone_sentence(catalog):
    """A line without a class is an error only where the template explains almost all of it."""
    sentence = error("Missing adaptive runtime state for steps=12", None)
    verdict = decide(report(sentences=(sentence,)), catalog)
    assert (verdict.kind, verdict.errors, verdict.answered) == ("known", (sentence,), 0)
    longer = error("Missing adaptive runtime state for steps=12 is what I get here", None)
    assert decide(report(sentences=(longer,)), catalog).kind == "no-error"


def test_the_error_is_unmatched_and_its_cause_is_known(catalog):
    """Where THE error is not in the catalog, the one it hangs on answers, and both are named."""
    cause = error("Missing adaptive runtime state for steps=12", parent=1, link="cause")
    last = error("engine died", "EngineDead")
    verdict = decide(report(cause, last), catalog)
    assert (verdict.kind, verdict.answered) == ("known", 0)
    assert verdict.others == {1: None}


def test_a_reworded_error_does_not_give_way_to_its_cause():
    """Where a frame leads to THE error's record, its cause does not answer in its place."""
    catalog = Catalog.in_memory([mined("a", "Invalid email address."), STEPS])
    cause = error("Missing adaptive runtime state for steps=12", parent=1, link="cause")
    frame = ("/v/site-packages/pkg/core/work.py", 10, "run")
    last = error("There must be something after the @-sign.", "ValueError", frame)
    verdict = decide(report(cause, last), catalog)
    assert (verdict.kind, verdict.answered) == ("unsure", 1)
    assert verdict.best is not None
    assert verdict.best.record.id == "a"


def test_several_errors(catalog):
    """Errors that do not hang together get a line each, the same one only once."""
    one = error("Missing adaptive runtime state for steps=12")
    again = error("Missing adaptive runtime state for steps=13")
    other = error(UNIFIED["errorMessage"])
    unknown = error("no idea", "OddError")
    verdict = decide(Report("", (one, again, other, unknown), (0, 1, 2, 3)), catalog)
    assert (verdict.answered, set(verdict.others)) == (0, {2, 3})
    assert verdict.others[2] is not None
    assert verdict.others[2].record.id == UNIFIED["id"]
    assert verdict.others[3] is None


def test_unknown(catalog):
    """An error that nothing explains is unknown, and THE error is named."""
    verdict = decide(report(error("zzz", "QuiteOtherError")), catalog)
    assert (verdict.kind, verdict.answered, verdict.matches) == ("unknown", 0, ())


@dataclass
class Team:
    """What a workspace knows, for tests."""

    own: list[dict] = field(default_factory=list)
    no: frozenset[str] = frozenset()
    asked: list[str] = field(default_factory=list)

    def rejected(self, fingerprint: str) -> frozenset[str]:
        self.asked.append(fingerprint)
        return self.no

    def own_catalog(self) -> Catalog | None:
        return Catalog.in_memory(self.own) if self.own else None


def test_team_rejects(catalog):
    """What the workspace has rejected is not shown again."""
    team = Team(no=frozenset({STEPS["id"]}))
    assert triage(STEPS_LINE, catalog, team).kind == "unknown"
    assert all(len(fingerprint) == 16 for fingerprint in team.asked)


def test_team_records(catalog):
    """The workspace's own records answer, and shadow the catalog's of the same id."""
    own = {**STEPS, "documentation": "Ask Kim.", "origin": "team"}
    verdict = triage(STEPS_LINE, catalog, Team([own, mined("t1", "our own failure of {x}")]))
    assert [m.record.documentation for m in verdict.matches] == ["Ask Kim."]
    verdict = triage(
        "ValueError: our own failure of 7", catalog, Team([mined("t1", "our own failure of {x}")])
    )
    assert verdict.best is not None
    assert verdict.best.record.id == "t1"


def test_report_without_ranking(catalog):
    """A report that ranks nothing is taken in the order of the text."""
    wanted = RaisedError("ValueError", "Missing adaptive runtime state for steps=1")
    assert decide(Report("", (wanted,)), catalog).kind == "known"


def test_sentence_that_names_its_class():
    """A line that could be documentation is an error where a record says the same."""
    known = mined("a", "If mode is 'interp', the window must be at most the size of {x}.")
    catalog = Catalog.in_memory([known])
    text = "ValueError: If mode is 'interp', the window must be at most the size of y."
    verdict = triage(text, catalog)
    assert verdict.kind == "known"
    assert verdict.error is not None
    assert verdict.error.exc_type == "ValueError"
    assert triage(text.replace("window", "wildest"), catalog).kind == "unsure"
    assert triage("ValueError: If the weather is fine.", catalog).kind == "no-error"
