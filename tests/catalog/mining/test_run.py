"""Mining a folder into records."""

from pathlib import Path

from catalog.mining.run import Tree, mine_trees
from catalog.mining.source import Source

SEED = '''
class AdaptiveController:
    def activate_step_by_batch(self, batch_size):
        self._activate(batch_size)

    def _activate(self, steps: int) -> None:
        """Switch to the state made for so many steps."""
        state = self._states.get(steps)
        if state is None:
            raise ValueError(
                f"Missing adaptive runtime state for steps={steps}"
            )
        self.worker.apply_runtime_state(state)
'''


def write(root: Path, files: dict[str, str]) -> Path:
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return root


def mine(root: Path, **options):
    source = Source(repo="sgl-project/sglang", package="sglang", version="0.5.3")
    (mined,) = mine_trees([Tree(root, source)], workers=1, **options)
    return mined


def test_a_record_holds_all_that_the_code_tells(tmp_path):
    """A raise site becomes a record with template, guard, place, excerpt and an explanation."""
    root = write(tmp_path, {"python/pkg/__init__.py": "", "python/pkg/state.py": SEED})
    (record,) = mine(root).documents
    excerpt = record.pop("sourceCode")
    assert excerpt.splitlines()[0] == "    def _activate(self, steps: int) -> None:"
    assert excerpt.splitlines()[4] == "            raise ValueError("
    assert record == {
        "id": record["id"],
        "repo": "sgl-project/sglang",
        "slug": "missing-adaptive-runtime-state-for-steps-steps",
        "errorMessage": "Missing adaptive runtime state for steps={steps}",
        "messagePattern": r"Missing\s+adaptive\s+runtime\s+state\s+for\s+steps=(.*)",
        "errorType": "exception",
        "errorClass": "ValueError",
        "severity": "error",
        "filePath": "python/pkg/state.py",
        "lineNumber": 10,
        "sourceCodeStart": 6,
        "sourceCodeEnd": 13,
        "documentation": "`AdaptiveController._activate` raises this when `state is None`, where "
        "`state = self._states.get(steps)`. The function is described as: “Switch to the state "
        "made for so many steps.”",
        "triggerScenarios": "It is reached from `AdaptiveController.activate_step_by_batch`.",
        "tags": ["sglang"],
        "schemaVersion": 2,
        "function": "AdaptiveController._activate",
        "raiseEnd": 12,
        "guard": "state is None",
        "qualifiedClass": "builtins.ValueError",
        "bases": ["Exception", "BaseException"],
        "packagePath": "pkg/state.py",
        "origin": "mined",
        "version": "0.5.3",
    }


def test_an_id_survives_moved_lines(tmp_path):
    """Lines added above change where the raise stands, not which record it is."""
    before = mine(write(tmp_path / "a", {"pkg/__init__.py": "", "pkg/m.py": SEED})).documents[0]
    moved = "import os\n\n\n" + SEED
    after = mine(write(tmp_path / "b", {"pkg/__init__.py": "", "pkg/m.py": moved})).documents[0]
    assert after["id"] == before["id"]
    assert after["lineNumber"] == before["lineNumber"] + 3


def test_equal_raises_of_one_function_are_told_apart(tmp_path):
    """Two raises of one function with one text are two records."""
    source = "def f(a):\n    if a:\n        raise ValueError('bad')\n    raise ValueError('bad')\n"
    first, second = mine(write(tmp_path, {"m.py": source})).documents
    assert first["id"] != second["id"]


def test_everything_is_counted(tmp_path):
    """What is no record is counted with its reason, and a file that does not parse is named."""
    files = {
        "a.py": "try:\n    f()\nexcept E:\n    raise\nassert x\nraise E('text')\nraise e\n",
        "b.py": "raise ValueError('unclosed'\n",
        "tests/test_a.py": "raise ValueError('left out')\n",
        "vendor/c.py": "raise ValueError('left out')\n",
    }
    tally = mine(write(tmp_path, files)).tally
    assert (tally.files, tally.sites, tally.with_text, tally.dynamic) == (2, 2, 1, 1)
    assert tally.skipped == {"bare re-raise": 1, "assert without a message": 1}
    assert [(one.path, one.reason) for one in tally.failures] == [
        ("b.py", "line 1: '(' was never closed")
    ]


def test_a_class_from_another_file_decides_the_message(tmp_path):
    """An error class of another file of the target is found, through whoever hands it on."""
    files = {
        "pkg/__init__.py": "from .errors import Missing\n",
        "pkg/errors.py": "class Missing(KeyError):\n"
        "    def __init__(self, name):\n        super().__init__(f'{name} is not there')\n",
        "pkg/use.py": "from pkg import Missing\n\ndef f(n):\n    raise Missing(n.title)\n",
    }
    (record,) = mine(write(tmp_path, files)).documents
    assert record["errorMessage"] == "{title} is not there"
    assert record["bases"] == ["KeyError", "LookupError", "Exception", "BaseException"]


def test_many_files_go_to_several_processes(tmp_path):
    """A big target is mined by processes, with the same result as by one."""
    body = "".join(f"def f{n}(a):\n    raise ValueError('text {n}')\n" for n in range(100))
    body += "# some more text\n" * 5_000
    root = write(tmp_path, {f"pkg/m{n}.py": body for n in range(20)} | {"pkg/__init__.py": ""})
    source = Source(repo="local/x")
    many = next(iter(mine_trees([Tree(root, source)], workers=2)))
    one = next(iter(mine_trees([Tree(root, source)], workers=1)))
    assert many.documents == one.documents
    assert len(many.documents) == 2_000
