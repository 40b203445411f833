"""The main job on the shipped records: a paste gets the right answer, anything else silence."""

import pytest

from bot.demo.samples import samples
from catalog.library import build_catalog
from catalog.store import Catalog
from catalog.triage import triage

STATE = "b85047f626c3a8b1"
MEMORY = "cb2a458448d957cf"
STATE_MESSAGE = "Missing adaptive runtime state for steps=12"
MEMORY_MESSAGE = (
    "Speculative decoding with --enable-unified-memory is only supported for hybrid-Mamba "
    "targets; the unified hybrid-SWA pool's draft sizing (virtual-id space) is not wired yet."
)

TRACEBACKS = {
    STATE: f"""\
Traceback (most recent call last):
  File "/opt/venv/lib/python3.11/site-packages/sglang/srt/managers/scheduler.py", line 3176, in run
    scheduler.event_loop_overlap()
  File "/opt/venv/lib/python3.11/site-packages/sglang/srt/speculative/adaptive_runtime_state.py", \
line 116, in activate_step_by_batch
    self._activate(target)
    ~~~~~~~~~~~~~~^^^^^^^^
  File "/opt/venv/lib/python3.11/site-packages/sglang/srt/speculative/adaptive_runtime_state.py", \
line 131, in _activate
    raise ValueError(
        f"Missing adaptive runtime state for steps={{speculative_num_steps}}"
    )
ValueError: {STATE_MESSAGE}
""",
    MEMORY: f"""\
Traceback (most recent call last):
  File "/sgl-workspace/sglang/python/sglang/srt/managers/tp_worker.py", line 208, in __init__
    self.model_runner = ModelRunner(
                        ^^^^^^^^^^^^
  File "/sgl-workspace/sglang/python/sglang/srt/mem_cache/kv_cache_configurator.py", line 441, \
in _init_pools
    raise ValueError(
ValueError: {MEMORY_MESSAGE}
""",
}


def last_line(text: str) -> str:
    return text.splitlines()[-1]


def log_prefixed(text: str) -> str:
    stamp = "2026-09-14 08:12:37,118 ERROR    [sglang.scheduler]"
    return "\n".join(f"{stamp} {line}" for line in text.splitlines())


def in_a_fence(text: str) -> str:
    return (
        "hi all, since this morning the canary dies at start-up with this, any idea?\n"
        f"```{text}```\nit is the same image as yesterday, we only changed the flags. thanks!"
    )


def slack_escaped(text: str) -> str:
    escaped = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return escaped.replace(' "', " “").replace('"', "”").replace("'", "’")


SHAPES = [str, last_line, log_prefixed, in_a_fence, slack_escaped]

ORDINARY = [
    "good morning! who is on call this week?",
    "the deploy of the router went fine, thanks everybody",
    "can somebody review my pull request about error handling?",
    "standup in five minutes",
    "I think the ValueError handling in the scheduler could be simpler",
    "p99 is back to normal after the rollback :tada:",
    "no error so far, it has been running for two hours",
    "we should raise the memory fraction to 0.88 on the H100 nodes",
    "does anyone know why we pin torch to 2.8?",
    "```\nexport CUDA_VISIBLE_DEVICES=0\npython -m sglang.launch_server\n```\nthis works for me",
    "reading the docs of speculative decoding: the draft model proposes, the target verifies",
    "the exception hierarchy is documented in the wiki: <https://wiki.example.com/errors>",
    'INFO:     127.0.0.1:49832 - "GET /health HTTP/1.1" 200 OK',
    "[2026-09-14 08:12:37 TP0] Load weight end. elapsed=13.52 s, mem usage=15.10 GB",
    "try:\n    state = states[steps]\nexcept KeyError:\n    raise ValueError('no state') from None",
    "Traceback is my favourite band, they play on Friday",
    'reminder: please fill in the retro board, section "errors we made"',
    "lgtm, merging. 2 approvals, 0 failures",
    "if the pod restarts with exit code 137 it was the OOM killer, see the runbook",
    "File a ticket with the platform team, line 2 of the template asks for the cluster name",
]

NEAR_MISSES = [
    "ValueError: Missing adaptive runtime state",
    "ValueError: Missing adaptive runtime",
    "ValueError: Missing runtime configuration for steps=12",
    "ValueError: Missing adaptive batch size for steps=12",
    "ValueError: Unknown adaptive runtime mode for workers=12",
    "ValueError: invalid literal for int() with base 10: 'steps=12'",
    "the docs mention a missing adaptive runtime state for steps=5 but I have never seen it myself",
    "ValueError: Speculative decoding with --enable-unified-memory is only supported for",
    "ValueError: Speculative decoding with --enable-lora is only supported for dense targets.",
    "ValueError: Pipeline parallelism with --enable-unified-memory is only supported for "
    "hybrid-Mamba targets; the pool's page sizing (physical-id space) is not wired yet.",
    "speculative decoding with unified memory is only supported for hybrid-Mamba, as the docs say",
    "ValueError",
    "ValueError: Missing adaptive runtime state for ranks=12",
    "ValueError: Missing adaptive runtime mode for steps=12",
    "ValueError: Speculative decoding with --enable-unified-memory is only supported for "
    "hybrid-SWA targets; the unified hybrid-Mamba pool's draft sizing (virtual-id space) is not "
    "wired yet.",
    TRACEBACKS[STATE].replace(STATE_MESSAGE, "the batch holds requests of two adapters"),
]

STRING_IN_CODE = f"""\
def check(allocator):
    if isinstance(allocator, UnifiedSWATokenToKVPoolAllocator):
        raise ValueError(
            "{MEMORY_MESSAGE}"
        )
"""


@pytest.fixture(scope="module")
def catalog(tmp_path_factory) -> Catalog:
    path = tmp_path_factory.mktemp("catalog") / "catalog.db"
    build_catalog(path)
    return Catalog.open(path)


@pytest.mark.parametrize("shape", SHAPES, ids=lambda shape: shape.__name__)
@pytest.mark.parametrize("record_id", TRACEBACKS)
def test_both_seeds_are_known_in_every_shape(catalog, record_id, shape):
    """Whole, cut down, prefixed, inside chat, escaped by Slack: the right record, surely."""
    verdict = triage(shape(TRACEBACKS[record_id]), catalog)
    assert (verdict.kind, verdict.best.record.id) == ("known", record_id)
    steps = {"speculative_num_steps": "12"} if record_id == STATE else {}
    assert verdict.best.captures == steps
    assert verdict.error.exc_type == "ValueError"


@pytest.mark.parametrize("message", [STATE_MESSAGE, MEMORY_MESSAGE])
def test_a_lone_sentence_is_known_when_the_template_explains_it(catalog, message):
    """A message pasted without its class is recognised when the template covers it whole."""
    assert triage(message, catalog).kind == "known"


@pytest.mark.parametrize("text", ORDINARY)
def test_ordinary_messages_hold_no_error(catalog, text):
    """People talk, also about errors, and are left alone."""
    assert triage(text, catalog).kind == "no-error"


def test_code_that_could_raise_an_error_is_none(catalog):
    """The very message of a record, as a string in code that somebody talks about, is no error."""
    assert triage(STRING_IN_CODE, catalog).kind == "no-error"


@pytest.mark.parametrize("typed", ["runtime stete for", "runtme state for", "runtime statte for"])
def test_a_wrong_character_is_excused(catalog, typed):
    """People retype messages: one wrong, lost or doubled character leaves the answer sure."""
    text = f"ValueError: {STATE_MESSAGE}".replace("runtime state for", typed)
    assert triage(text, catalog).kind == "known"


@pytest.mark.parametrize("text", NEAR_MISSES)
def test_near_misses_are_not_known(catalog, text):
    """What only resembles a known error is never answered as if it were one."""
    assert triage(text, catalog).kind != "known"


def test_samples_of_the_demo_show_each_kind_of_verdict(catalog):
    """The first four samples are known, then one the catalog lacks, then ordinary talk."""
    kinds = [triage(sample.text, catalog).kind for sample in samples()]
    assert kinds == ["known"] * 4 + ["unknown", "no-error"]
