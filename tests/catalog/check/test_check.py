"""What a good record must satisfy."""

import pytest

from catalog.check import RULES, check_catalog, check_record
from catalog.models import Record
from catalog.store import Catalog
from tests.catalog.importers.documents import document
from tests.catalog.samples import STEPS, UNIFIED

SHA = "0132848349585cfe6aae51c4941cbae872505f8a"
PLACED = {"filePath": "a/b.py", "lineNumber": 7}
BLOB = f"https://github.com/owner/name/blob/{SHA}"
CUT = [("cut-capture", "Hole 1 captures '1' where '12' stands in the message.")]
CODE = {"sourceCode": "a\nraise E\nc", "sourceCodeStart": 6, "sourceCodeEnd": 8, "lineNumber": 7}


def findings(**fields):
    """What is said about a record that is placed, unless told otherwise."""
    record = Record.from_document(document(**{**PLACED, **fields}))
    return [(finding.rule, finding.message) for finding in check_record(record)]


@pytest.mark.parametrize("seed", [STEPS, UNIFIED])
def test_the_seeds_are_good(seed):
    """Nothing is said about a good record."""
    assert list(check_record(Record.from_document(seed))) == []


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        (
            {"errorMessage": "cannot read the file", "messagePattern": "cannot (?!read)the file"},
            [
                (
                    "refused-pattern",
                    "The pattern is refused (invalid perl operator: (?!); "
                    "only its literal parts are compared.",
                )
            ],
        ),
        (
            {"errorMessage": "cannot read {path} now", "messagePattern": "cannot write (.+?) now"},
            [("foreign-message", "The pattern does not match the record's own errorMessage.")],
        ),
        ({"errorMessage": "wrong size {n} here", "messagePattern": r"wrong size (\d+) here"}, []),
        ({"errorMessage": "cannot read {a}/{b}", "messagePattern": "cannot read (.+)/(.+)"}, []),
        (
            {"errorMessage": "bad {x}", "messagePattern": "bad (.+?)"},
            [
                (
                    "short-template",
                    "The template has only 3 literal characters, too few to tell it from others: "
                    "without a frame, nothing can find this record.",
                )
            ],
        ),
        (
            {"filePath": None},
            [
                (
                    "unfindable",
                    "The record has neither a message nor a place, so that nothing can find it.",
                )
            ],
        ),
        ({"errorMessage": "{x}", "messagePattern": "(.+?)"}, []),
        ({"errorMessage": "wrong size {x}", "messagePattern": r"wrong size (\d)"}, CUT),
        ({"filePath": None, "errorMessage": "a message of some length"}, []),
        (
            {
                "errorMessage": "cannot find {name} there",
                "messagePattern": "cannot find .*(.) there",
            },
            [("cut-capture", "Hole 1 captures '1' where 'value1' stands in the message.")],
        ),
        ({"githubUrl": f"{BLOB}/a/b.py#L7"}, []),
        ({"githubUrl": f"{BLOB}/a/b.py#L5-L9", "analyzedSha": SHA}, []),
        ({"githubUrl": f"https://gitlab.com/owner/name/-/blob/{SHA}/a/b.py#L5-9"}, []),
        ({"githubUrl": f"https://bitbucket.org/owner/name/src/{SHA}/a/b.py#lines-5:9"}, []),
        ({"githubUrl": f"{BLOB}/a/b%20c.py#L7", "filePath": "a/b c.py"}, []),
        (
            {"githubUrl": "https://github.com/owner/name/blob/main/a/b.py#L7"},
            [("unpinned-link", "The link is pinned to main, which is not a whole commit.")],
        ),
        (
            {"githubUrl": "https://github.com/owner/name"},
            [("unpinned-link", "The link does not lead to lines of a file at a commit.")],
        ),
        (
            {"githubUrl": f"{BLOB}/a/c.py#L8", "repo": "other/name", "analyzedSha": "f" * 40},
            [
                ("differing-link", "The link's repo is owner/name, the record's is other/name."),
                ("differing-link", f"The link's commit is {SHA}, the record's is {'f' * 40}."),
                ("differing-link", "The link's path is a/c.py, the record's is a/b.py."),
                ("differing-link", "The link shows lines 8 to 8, not line 7."),
            ],
        ),
        (CODE, []),
        ({**CODE, "sourceCode": "a\nraise E\nc\n"}, []),
        (
            {**CODE, "sourceCodeEnd": 9},
            [("misplaced-excerpt", "The excerpt has 3 lines, and should stand at lines 6 to 9.")],
        ),
        (
            {**CODE, "lineNumber": 9},
            [("misplaced-excerpt", "The excerpt stands at lines 6 to 8, the raise at 9.")],
        ),
        (
            {**CODE, "lineNumber": 8},
            [("excerpt-without-raise", "Line 8 of the excerpt does not raise: 'c'.")],
        ),
    ],
)
def test_each_rule(fields, expected):
    """A record that breaks a rule is told so in a sentence; one that keeps it is not."""
    assert findings(**fields) == expected


def test_every_rule_is_named_once():
    """Names tell the rules apart, and each function says what is right."""
    assert len({rule.name for rule in RULES}) == len(RULES)
    assert all(rule.find.__doc__ for rule in RULES)


def test_patterns_that_match_their_neighbours():
    """A pattern that also matches other records' messages is named once, with their number."""
    catalog = Catalog.in_memory(
        [
            document(id="wide", errorMessage="cannot load the model {x}", **PLACED),
            document(id="a", errorMessage="cannot load the model {x}: no such file", **PLACED),
            document(id="b", errorMessage="cannot load the model {x}: out of memory", **PLACED),
            document(id="c", errorMessage="the scheduler has stopped", **PLACED),
        ]
    )
    assert [tuple(finding) for finding in check_catalog(catalog)] == [
        (
            "wide",
            "warning",
            "neighbour",
            "The pattern also matches the messages of 2 other records, "
            "such as a: 'cannot load the model {x}: no such file'.",
        )
    ]


def test_a_finding_in_words():
    """One line: the record, how bad, what, and the rule's name to look it up by."""
    [finding] = check_record(Record.from_document(document(errorMessage="bad", **PLACED)))
    assert str(finding) == (
        "r1: warning: The template has only 3 literal characters, too few to tell it from others: "
        "without a frame, nothing can find this record. [short-template]"
    )
