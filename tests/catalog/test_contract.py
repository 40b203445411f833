"""The contract of `errorbook explain --json`."""

import json

from catalog.contract import verdict_document
from catalog.models import Frame, Match, RaisedError, Record, Report, Verdict
from tests.catalog.samples import STEPS

ERROR = RaisedError(
    "ValueError",
    "Missing adaptive runtime state for steps=12",
    (Frame("a.py", 3, "f", "g()"), Frame("b.py")),
    span=(120, 980),
)
CAUSE = RaisedError(None, "why", language="go", parent=0, link="cause", count=2)


def test_the_whole_document():
    """Every member of the contract, with the record's own values."""
    match = Match(
        Record.from_document(STEPS),
        0.99,
        0.9,
        "template",
        ("the message fits",),
        {"speculative_num_steps": "12"},
        ("x", "y"),
        2,
    )
    verdict = Verdict("known", Report("…"), (ERROR, CAUSE), 0, (match,))
    document = verdict_document(verdict, "7")
    assert json.loads(json.dumps(document)) == {
        "id": "7",
        "verdict": "known",
        "errors": [
            {
                "exc_type": "ValueError",
                "message": "Missing adaptive runtime state for steps=12",
                "language": "python",
                "parent": None,
                "link": None,
                "span": [120, 980],
                "frames": [
                    {"filename": "a.py", "lineno": 3, "name": "f", "line": "g()"},
                    {"filename": "b.py", "lineno": None, "name": None, "line": None},
                ],
                "count": 1,
            },
            {
                "exc_type": None,
                "message": "why",
                "language": "go",
                "parent": 0,
                "link": "cause",
                "span": [0, 0],
                "frames": [],
                "count": 2,
            },
        ],
        "answered_error": 0,
        "matches": [
            {
                "record_id": "b85047f626c3a8b1",
                "confidence": 0.99,
                "site_confidence": 0.9,
                "scope": "template",
                "same_template": ["x", "y"],
                "same_template_count": 2,
                "reasons": ["the message fits"],
                "captures": {"speculative_num_steps": "12"},
                "repo": "sgl-project/sglang",
                "error_class": "ValueError",
                "message_pattern": "Missing adaptive runtime state for steps=(.+?)",
                "file_path": "python/sglang/srt/speculative/adaptive_runtime_state.py",
                "line_number": 131,
                "github_url": STEPS["githubUrl"],
            }
        ],
    }


def test_nothing_found():
    """Without an error there is no index, and the asker's id may be any JSON value."""
    assert verdict_document(Verdict("no-error", Report("hi")), [1, None]) == {
        "id": [1, None],
        "verdict": "no-error",
        "errors": [],
        "answered_error": None,
        "matches": [],
    }
