"""Error pages as text: every section, what is missing, what is only quoted."""

import re
from pathlib import Path

import pytest
import re2
from hypothesis import given
from hypothesis import strategies as st

from catalog.importers.pages import escape, is_page, pinned, read_page, slug
from catalog.importers.schema import problems
from tests.catalog.samples import STEPS

PAGE = (Path(__file__).parent / "pages" / "cb2a458448d957cf.txt").read_text(encoding="utf-8")
WHOLE = """\
acme/rockets · warning · LaunchError

Cannot launch {stage}: tank is at 3 %

Error message

Cannot launch {stage}: tank is at 3 %
Refill it first.

What it means

The tank is checked before ignition.

It has to be full.

Source

Thrown at src/launch pad.py:42

def launch(stage):
    # raise LaunchError would be too early here
    if tank.level < FULL:
        raise LaunchError(f"Cannot launch {stage}: tank is at {tank.level} %\\nRefill it first.")
    if wind > 10:
        raise WindError("Cannot launch in this wind")

View on GitHub (pinned to abc1234567)

Solutions

  1. Refill the tank
     and wait
  2. Launch later

Example fix

launch(stage)

Source

Defensive patterns

Strategy: try-catch

Validate before calling

assert tank.level == FULL

Type guard

def is_full(tank): ...

Try-catch

try:
    launch(s)
except LaunchError:
    refill()

Prevention

  • Refill every evening
  • Never trust the gauge

When it happens

Trigger: Calling launch() with an
empty tank.

Common situations: Mondays.

Related errors

- WindError: Cannot launch in this wind

AI-assisted analysis of acme/rockets@abc1234567 (2026-01-02). Data as JSON: \
/api/errors/r-7. Report an issue: GitHub.
"""


def test_the_seed_page():
    """The whole document of the seed, what the page lacks being null."""
    document = pinned(read_page(PAGE), STEPS["analyzedSha"])
    excerpt = document.pop("sourceCode").split("\n")
    assert (excerpt[0].strip(), excerpt[18].strip(), excerpt[-1].strip(), len(excerpt)) == (
        "return _InitializedPools(",
        "raise ValueError(",
        "(draft_virtual_id_space + page - 1) // page * page",
        37,
    )
    assert document == {
        "id": "cb2a458448d957cf",
        "repo": "sgl-project/sglang",
        "slug": "speculative-decoding-with-enable-unified-memory",
        "errorCode": None,
        "errorMessage": "Speculative decoding with --enable-unified-memory is only supported for "
        "hybrid-Mamba targets; the unified hybrid-SWA pool's draft sizing (virtual-id space) is "
        "not wired yet.",
        "messagePattern": "Speculative decoding with --enable-unified-memory is only supported for "
        r"hybrid-Mamba targets; the unified hybrid-SWA pool's draft sizing \(virtual-id space\) is "
        r"not wired yet\.",
        "errorType": None,
        "errorClass": "ValueError",
        "httpStatus": None,
        "severity": "error",
        "filePath": "python/sglang/srt/mem_cache/kv_cache_configurator.py",
        "lineNumber": 441,
        "sourceCodeStart": 423,
        "sourceCodeEnd": 459,
        "githubUrl": "https://github.com/sgl-project/sglang/blob/"
        "0132848349585cfe6aae51c4941cbae872505f8a/"
        "python/sglang/srt/mem_cache/kv_cache_configurator.py#L441",
        "documentation": "When speculative decoding is enabled together with "
        "--enable-unified-memory, the resulting allocator is checked: if it is a "
        "UnifiedSWATokenToKVPoolAllocator the run is rejected, because the unified hybrid-SWA "
        "pool's draft sizing (virtual-id space) is not wired up yet. Only the hybrid-Mamba unified "
        "allocator supports a draft worker.",
        "triggerScenarios": "Launch with --enable-unified-memory plus a speculative decoding "
        "algorithm on a hybrid-SWA model; the allocator isinstance check in _init_pools fails.",
        "commonSituations": "Enabling spec decode (e.g. EAGLE-style) on a hybrid-SWA model that "
        "uses the unified memory pool.",
        "solutions": [
            "Disable speculative decoding for this model",
            "Drop --enable-unified-memory",
            "Use a hybrid-Mamba model where the unified allocator supports spec decode",
        ],
        "exampleFix": "# before\npython -m sglang.launch_server --model hybrid-swa "
        "--enable-unified-memory --speculative-algorithm EAGLE ...\n# after\n"
        "python -m sglang.launch_server --model hybrid-swa --enable-unified-memory ...",
        "handlingStrategy": "validation",
        "validationCode": "if server_args.enable_unified_memory and "
        "server_args.speculative_algorithm and is_hybrid_swa(model_config):\n"
        '    raise SystemExit("spec decode + unified-memory unsupported on hybrid-SWA; drop one")',
        "typeGuard": None,
        "tryCatchPattern": None,
        "preventionTips": None,
        "tags": None,
        "backgroundTag": None,
        "analyzedSha": "0132848349585cfe6aae51c4941cbae872505f8a",
        "analyzedAt": "2026-08-28",
        "schemaVersion": 2,
    }
    assert list(document) == [key for key in STEPS if key != "sourceCode"]


def test_every_section():
    """A page with all sections gives all fields; lists keep their items whole."""
    document = pinned(read_page(WHOLE), None)
    assert not problems(document)
    assert {key: value for key, value in document.items() if value is not None} == {
        "id": "r-7",
        "repo": "acme/rockets",
        "slug": "cannot-launch-stage-tank-is-at-3-refill-it-fi",
        "errorMessage": "Cannot launch {stage}: tank is at 3 %\nRefill it first.",
        "messagePattern": "Cannot launch \\{stage\\}: tank is at 3 %\nRefill it first\\.",
        "errorClass": "LaunchError",
        "severity": "warning",
        "filePath": "src/launch pad.py",
        "lineNumber": 42,
        "sourceCode": WHOLE[WHOLE.index("def launch") : WHOLE.index("\n\nView on")],
        "sourceCodeStart": 39,
        "sourceCodeEnd": 44,
        "githubUrl": "https://github.com/acme/rockets/blob/abc1234567/src/launch%20pad.py#L42",
        "documentation": "The tank is checked before ignition.\n\nIt has to be full.",
        "triggerScenarios": "Calling launch() with an\nempty tank.",
        "commonSituations": "Mondays.",
        "solutions": ["Refill the tank\nand wait", "Launch later"],
        "exampleFix": "launch(stage)\n\nSource",
        "handlingStrategy": "try-catch",
        "validationCode": "assert tank.level == FULL",
        "typeGuard": "def is_full(tank): ...",
        "tryCatchPattern": "try:\n    launch(s)\nexcept LaunchError:\n    refill()",
        "preventionTips": ["Refill every evening", "Never trust the gauge"],
        "analyzedSha": "abc1234567",
        "analyzedAt": "2026-01-02",
        "schemaVersion": 2,
        "relatedErrors": ["WindError: Cannot launch in this wind"],
    }


@pytest.mark.parametrize(
    ("text", "fields"),
    [
        (
            "a/b · error · E\n\nShort\n\nData as JSON: /api/errors/x.",
            {"errorMessage": "Short", "id": "x"},
        ),
        ("a/b · error\n\nOops", {"errorClass": None, "severity": "error", "errorMessage": "Oops"}),
        (
            "a/b · error · E",
            {"errorMessage": None, "messagePattern": None, "slug": None, "id": None},
        ),
        ("\ufeffa/b · error · E\r\n\r\nx\r\n", {"repo": "a/b", "errorMessage": "x"}),
        ("a/b · error · E\n\nSource\n\nThrown at x.go:7", {"filePath": "x.go", "lineNumber": 7}),
        (
            "a/b · error · E\n\nSource\n\nThrown at x.go\n\nraise E()",
            {"filePath": "x.go", "lineNumber": None, "sourceCode": "raise E()"},
        ),
        (
            "a/b · error · E\n\nSource\n\n    raise E()\n",
            {"sourceCode": "    raise E()", "sourceCodeStart": None, "lineNumber": None},
        ),
        (
            "a/b · error · E\n\nSource\n\nThrown at x.py:2\n\nraise E()\n"
            "View on GitHub (pinned to 0123abc)",
            {
                "analyzedSha": "0123abc",
                "analyzedAt": None,
                "sourceCodeStart": 2,
                "sourceCodeEnd": 2,
            },
        ),
        (
            "a/b · error · E\n\nSource\n\nThrown at x.py:1\n\na = 1\nraise E()\n",
            {"sourceCodeStart": None, "sourceCodeEnd": None},
        ),
        ("a/b · error · E\n\nWhen it happens\n\nTrigger: now", {"commonSituations": None}),
    ],
)
def test_missing_sections(text, fields):
    """Each section may be missing; what it would have said is null."""
    document = read_page(text)
    assert {key: document[key] for key in fields} == fields


@pytest.mark.parametrize("page", [PAGE, WHOLE])
def test_a_page_that_was_copied_without_blank_lines(page):
    """The sections are told apart by their headings alone."""
    found = read_page(re.sub(r"\n{2,}", "\n", page))
    assert {key: without_blanks(value) for key, value in found.items() if key not in PLACES} == {
        key: without_blanks(value) for key, value in read_page(page).items() if key not in PLACES
    }


#: What is counted from the lines of the excerpt, of which some are blank.
PLACES = ("sourceCodeStart", "sourceCodeEnd")


def without_blanks(value):
    """A text without its blank lines; anything else as it is."""
    return re.sub(r"\n{2,}", "\n", value) if isinstance(value, str) else value


@pytest.mark.parametrize(
    ("line", "yes"),
    [
        ("sgl-project/sglang · error · ValueError", True),
        ("a/b · warning", True),
        ("ValueError: a/b · error · c", False),
        ("a/b", False),
        ("{}", False),
    ],
)
def test_knows_a_page_by_its_first_line(line, yes):
    """A page begins with owner/name, severity and class."""
    assert is_page(line) is yes


def test_slug_of_the_seed():
    """The slug is the dataset's, also where the cut falls into a word."""
    assert slug(STEPS["errorMessage"]) == STEPS["slug"]


@pytest.mark.parametrize(
    "message", ["a.b (c) [d] {e} x* y+ z? ^$ | \\ -#& ~", "line\none", "é 100 %"]
)
def test_pattern_matches_its_message(message):
    """The escaped message is a pattern that matches it and nothing else."""
    assert re2.fullmatch(escape(message), message)
    assert not re2.fullmatch(escape(message), message + "x")


WORDS = st.text("abc dé.{}()*\\\"'-", min_size=1, max_size=20).map(str.strip).filter(bool)
CODE = st.lists(st.sampled_from(["if x:", "    y = 1", "", "  # a: b", "z()"]), max_size=4).map(
    lambda lines: "\n".join(["start()", *lines, "end()"])
)
ITEMS = st.lists(WORDS.filter(lambda text: text[0] != "-"), min_size=1, max_size=3)
PAGES = st.fixed_dictionaries(
    {
        "repo": st.sampled_from(["a/b", "o-w.n_er/na.me-2"]),
        "severity": st.sampled_from(["error", "warning"]),
        "errorClass": st.none() | st.sampled_from(["ValueError", "pkg.Odd", "NoSuch::Thing"]),
        "errorMessage": WORDS,
        "id": st.none() | st.sampled_from(["0a1b", "r-7.x_y"]),
        "documentation": st.none() | st.lists(WORDS, min_size=1, max_size=3).map("\n\n".join),
        "filePath": st.none() | st.sampled_from(["a/b.py", "src/c d.rs"]),
        "sourceCode": st.none() | CODE,
        "solutions": st.none() | ITEMS,
        "exampleFix": st.none() | CODE,
        "handlingStrategy": st.none() | st.sampled_from(["validation", "retry"]),
        "validationCode": st.none() | CODE,
        "typeGuard": st.none() | CODE,
        "tryCatchPattern": st.none() | CODE,
        "preventionTips": st.none() | ITEMS,
        "triggerScenarios": st.none() | WORDS,
        "commonSituations": st.none() | WORDS,
        "analyzedSha": st.none() | st.sampled_from(["0132848349", "abcdef0"]),
    }
)


def render(page):
    """A page that says these things, laid out as the seed is."""
    items = {
        key: "\n".join(f"  {n}. {item}" for n, item in enumerate(page[key] or (), 1))
        for key in ("solutions", "preventionTips")
    }
    thrown = page["filePath"] and f"Thrown at {page['filePath']}:7\n"
    pinned_to = page["analyzedSha"] and f"View on GitHub (pinned to {page['analyzedSha']})\n"
    strategy = page["handlingStrategy"] and f"Strategy: {page['handlingStrategy']}"
    when = [
        f"{label}: {page[key]}\n"
        for label, key in [
            ("Trigger", "triggerScenarios"),
            ("Common situations", "commonSituations"),
        ]
        if page[key]
    ]
    source = [part for part in (thrown, page["sourceCode"], pinned_to) if part]
    sections = [
        ("Error message", page["errorMessage"]),
        ("What it means", page["documentation"]),
        ("Source", "\n".join(source)),
        ("Solutions", items["solutions"]),
        ("Example fix", page["exampleFix"]),
        ("Defensive patterns", strategy),
        ("Validate before calling", page["validationCode"]),
        ("Type guard", page["typeGuard"]),
        ("Try-catch", page["tryCatchPattern"]),
        ("Prevention", items["preventionTips"]),
        ("When it happens", "\n".join(when)),
    ]
    first = [page["repo"], page["severity"], page["errorClass"]]
    heading = f"{' · '.join(filter(None, first))}\n\n{page['errorMessage'][:60]}\n\n"
    body = "".join(f"{name}\n\n{text}\n\n" for name, text in sections if text)
    analysis = (
        page["analyzedSha"] and f"AI-assisted analysis of {page['repo']}@{page['analyzedSha']}."
    )
    address = page["id"] and f"Data as JSON: /api/errors/{page['id']}."
    return heading + body + " ".join(filter(None, [analysis, address]))


@given(PAGES, st.booleans())
def test_any_page_is_read_back(page, windows):
    """What a page says is what is read of it, whichever sections it has."""
    text = render(page)
    document = read_page(text.replace("\n", "\r\n") if windows else text)
    assert {key: document[key] for key in page} == page


@given(st.lists(st.sampled_from([*WHOLE.splitlines(), "", "Solutions", "x"]), max_size=40))
def test_no_page_is_too_broken_to_read(lines):
    """Whatever lines stand in whatever order, there is a document without values of wrong kinds."""
    wrong = problems(pinned(read_page("a/b · error · E\n" + "\n".join(lines)), None))
    assert {problem.field for problem in wrong} <= {"id"}
