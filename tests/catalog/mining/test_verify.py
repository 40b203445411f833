"""Records compared with a checkout of their repository."""

from catalog.mining.run import mine_trees
from catalog.mining.targets import tree_of_folder
from catalog.mining.verify import verify
from catalog.models import Record
from tests.catalog.mining.trees import MODULE, commit, git, write

OTHER = "def other():\n    raise KeyError('other words')\n"


def checkout(folder):
    write(folder, {"pkg/__init__.py": "", "pkg/m.py": MODULE + OTHER})
    commit(folder)
    git(folder, "remote", "add", "origin", "https://github.com/owner/thing")
    (mined,) = mine_trees([tree_of_folder(folder)], workers=1)
    return mined.documents


def findings(documents, folder):
    found = verify([Record.from_document(one) for one in documents], folder)
    return [(one.level, one.rule, one.message) for one in found]


def test_what_is_as_it_was_has_no_findings(tmp_path):
    """Freshly mined records agree with their checkout; those of other repositories do not count."""
    documents = checkout(tmp_path)
    strange = {**documents[0], "repo": "other/thing", "lineNumber": 1}
    assert findings([*documents, strange], tmp_path) == []


def test_what_is_wrong_at_the_pinned_commit_is_an_error(tmp_path):
    """A wrong line, an excerpt that is not there, a pattern that does not fit, a missing file."""
    first, second = checkout(tmp_path)
    wrong = [
        {**first, "lineNumber": 1, "raiseEnd": 1},
        {**first, "sourceCodeStart": 2},
        {**second, "messagePattern": r"other\s+text"},
        {**second, "filePath": "pkg/gone.py", "sourceCode": None},
    ]
    assert findings(wrong, tmp_path) == [
        (
            "error",
            "source-line",
            "pkg/m.py:1 is no raise of ValueError with '{a} is not allowed'. "
            "It has moved to pkg/m.py:3.",
        ),
        (
            "error",
            "source-excerpt",
            "The excerpt is not what stands at line 2. It stands at line 1.",
        ),
        (
            "error",
            "source-pattern",
            "The pattern does not fit its own message, 'other words'.",
        ),
        (
            "error",
            "source-path",
            "There is no pkg/gone.py in the checkout. It has moved to pkg/m.py:5.",
        ),
    ]


def test_what_moved_since_is_a_warning(tmp_path):
    """At another commit than the pinned one, what has moved is said, and is no error."""
    documents = checkout(tmp_path)
    write(tmp_path, {"pkg/m.py": "\n\n" + MODULE + OTHER.replace("other words", "new words")})
    commit(tmp_path)
    found = findings(documents, tmp_path)
    assert {level for level, _, _ in found} == {"warning"}
    assert [message for _, rule, message in found if rule == "source-line"] == [
        "pkg/m.py:3 is no raise of ValueError with '{a} is not allowed'. "
        "It has moved to pkg/m.py:5.",
        "pkg/m.py:5 is no raise of KeyError with 'other words'.",
    ]


def test_a_line_within_the_raise_will_do(tmp_path):
    """A record that pins any line of the statement, or says no class, is right."""
    documents = checkout(tmp_path)
    assert findings([{**documents[0], "errorClass": None}], tmp_path) == []
