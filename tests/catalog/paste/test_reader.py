"""The paste in chat: one traceback in many shapes, talk kept apart, silence where there is none."""

import pytest

from catalog.models import Frame
from catalog.paste import read_paste

TRACEBACK = """\
Traceback (most recent call last):
  File "/app/serve.py", line 31, in <module>
    main()
    ~~~~^^
  File "/venv/lib/python3.13/site-packages/sglang/srt/loader.py", line 12, in load
    raise ValueError(
    ...<2 lines>...
    )
ValueError: Unknown quantization method: foo. Must be one of ['awq', "gptq"]. """.rstrip()
MESSAGE = """Unknown quantization method: foo. Must be one of ['awq', "gptq"]."""
FRAMES = (
    Frame("/app/serve.py", 31, "<module>", "main()"),
    Frame(
        "/venv/lib/python3.13/site-packages/sglang/srt/loader.py", 12, "load", "raise ValueError("
    ),
)

ESCAPED = TRACEBACK.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
PREFIXED = "\n".join(
    f"[2025-06-02 09:14:{n:02} TP3] {line}" for n, line in enumerate(TRACEBACK.splitlines())
)
SHAPES = {
    "plain": TRACEBACK,
    "fence": f"hi all, anyone seen this??\n```\n{TRACEBACK}\n```\nit started at 14:00",
    "fence in the line": f"seen this? ```{TRACEBACK}``` started at 14:00",
    "prefixed": PREFIXED,
    "first line prefixed": f"[2025-06-02 09:14:01 TP3] Scheduler hit an exception: {TRACEBACK}\n\n"
    "[2025-06-02 09:14:01] Received sigquit from a child process.\nKilled",
    "escaped": ESCAPED,
    "smart quotes": ESCAPED.replace('File "', "File “").replace('", line', "”, line"),
    "quoted": "\n".join(f"> {line}" for line in TRACEBACK.splitlines()),
    "windows": TRACEBACK.replace("\n", "\r\n") + "\r\n",
    "talk behind it": f"{TRACEBACK}\n\nany ideas? I tried a restart",
    "talk before it": f"we get this since the upgrade:\n\n{TRACEBACK}",
    "docker compose": "\n".join(f"sglang-1  | {line}" for line in TRACEBACK.splitlines()),
    "tabs": TRACEBACK.replace("    ", "\t\t").replace("  File", "\tFile"),
    "no indentation": "\n".join(line.strip() for line in TRACEBACK.splitlines()),
    "padded": "\n".join(f"{line:<120}" for line in TRACEBACK.splitlines()),
    "back-ticks": f"`{TRACEBACK}`",
}


@pytest.mark.parametrize("shape", SHAPES)
def test_every_shape_reads_the_same(shape: str) -> None:
    """What carries the traceback changes neither class nor message nor frames."""
    report = read_paste(SHAPES[shape])
    (error,) = report.errors
    assert (error.exc_type, error.message) == ("ValueError", MESSAGE)
    assert [frame[:3] for frame in error.frames] == [frame[:3] for frame in FRAMES]
    assert report.ranking == (0,)


def test_source_lines_are_kept() -> None:
    """A frame has the first line of its source, without the markers under it."""
    (error,) = read_paste(TRACEBACK).errors
    assert error.frames == FRAMES


def test_span_is_the_place_in_the_text() -> None:
    """The span cuts the error out of the very text that was given."""
    text = SHAPES["fence"]
    (error,) = read_paste(text).errors
    assert text[slice(*error.span)] == TRACEBACK


def test_decoded_text_is_not_decoded_again() -> None:
    """Escapes in a text that a chat's reader has undone belong to the message."""
    text = "ValueError: cannot parse &lt;tag&gt;"
    assert read_paste(text, decoded=True).errors[0].message == "cannot parse &lt;tag&gt;"
    assert read_paste(text).errors[0].message == "cannot parse <tag>"


CHAT = (
    "the ValueError handling is odd, can we look at it together?",
    "deploy is green, moving on",
    "no error this time, only slow",
    "FYI the runbook says: if you see `ValueError: bad port` first check the config",
    "who changed TimeoutError to subclass OSError?",
    "`except KeyError: pass` hides the bug",
    "Breaking: EngineError no longer subclasses RuntimeError",
    "docs: `RuntimeError: out of memory` should be raised when the pool is full",
    "Heads-up: maintenance at 22:00, expect connection resets",
    "Note: exceptions are logged now",
    "should we raise ValueError or TypeError here?",
    "lgtm, one nit: KeyError is raised twice",
    "p99 went from 2 s to 9 s",
    "the traceback is in the ticket",
    "Traceback (most recent call last) is what I grep for",
    'File "app.py" needs a header',
    "can you send the full stack trace please",
    "TIL: Python 3.13 colours its tracebacks",
    "    Raises:\n        ValueError: If the port is not a number.\n        OSError: When taken.",
    ">>> int('x')\nTraceback (most recent call last):\n    ...\nValueError: invalid literal",
    "retry_on: [TimeoutError, ConnectionResetError]",
    "errors = {\n    KeyError: handle_key,\n    ValueError: handle_value,\n}",
)


@pytest.mark.parametrize("text", CHAT)
def test_talk_about_errors_is_no_error(text: str) -> None:
    """A message without an error gives no error, whatever words it uses."""
    assert read_paste(text).errors == ()


LONE = {
    "ValueError: bad port: 80a": ("ValueError", "bad port: 80a"),
    "we get\n\nRuntimeError: Not enough.\n\nsince today": ("RuntimeError", "Not enough."),
    "`KeyError: 'lm_head.weight'`": ("KeyError", "'lm_head.weight'"),
    "getting `ValueError: bad port 80a` since today": ("ValueError", "bad port 80a"),
    '"pkg.errors.OutOfResources: out of resource: shared memory"': (
        "pkg.errors.OutOfResources",
        "out of resource: shared memory",
    ),
    "ImportError : cannot import name 'x'": ("ImportError", "cannot import name 'x'"),
    "orch.OutOfMemoryError: CUDA out of memory.": ("orch.OutOfMemoryError", "CUDA out of memory."),
    "now it says: ValueError: bad port 80a": ("ValueError", "bad port 80a"),
    "[2025-09-18 16:30:13 TP1] failed with exception KVTransferError(room=44): lost": (
        "KVTransferError",
        "lost",
    ),
}  # fmt: skip


@pytest.mark.parametrize("text", LONE)
def test_a_lone_class_line_is_an_error(text: str) -> None:
    """Class and message on a line of their own, or in back-ticks, are an error without frames."""
    (error,) = read_paste(text).errors
    assert (error.exc_type, error.message, error.frames) == (*LONE[text], ())


def test_class_alone_counts_only_when_asked() -> None:
    """A class name without a message is a word until somebody asks about it."""
    assert read_paste("AssertionError").errors == ()
    assert [error.exc_type for error in read_paste("AssertionError", asked=True).errors] == [
        "AssertionError"
    ]


def test_sentences_are_kept_for_templates_to_judge() -> None:
    """A line without a class is no error, but could be the message of one."""
    report = read_paste("```\nmat1 and mat2 shapes cannot be multiplied (1x512 and 4096x3072)\n```")
    assert report.errors == ()
    assert [each.message for each in report.sentences] == [
        "mat1 and mat2 shapes cannot be multiplied (1x512 and 4096x3072)"
    ]


def test_environment_is_what_the_paste_shows() -> None:
    """Versions of packages, of Python, of CUDA; names in lower case."""
    text = f"Python 3.11.7, CUDA 12.4, sglang==0.5.3\ntorch      2.3.0+cu121\n{TRACEBACK}"
    assert read_paste(text).environment == {
        "sglang": "0.5.3",
        "python": "3.11.7",
        "cuda": "12.4",
        "torch": "2.3.0+cu121",
    }


def test_frames_of_one_length_are_not_broken():
    """Without source lines, a class behind a frame as long as others is no end of that frame."""
    frame = '  File "/venv/lib/python3.12/site-packages/pkg/core/work.py", line {}, in find_it'
    text = "\n".join(
        [
            "Traceback (most recent call last):",
            frame.format(168),
            "AttributeError: no such thing",
            "",
            "The above exception was the direct cause of the following exception:",
            "",
            "Traceback (most recent call last):",
            frame.format(170),
            "pkg.errors.NotFound: Failed to find it.",
        ]
    )
    read = [(error.exc_type, error.frames[-1].name) for error in read_paste(text).errors]
    assert read == [("AttributeError", "find_it"), ("pkg.errors.NotFound", "find_it")]
