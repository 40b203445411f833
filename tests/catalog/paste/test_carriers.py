"""A known traceback in every carrier: the reading stays the same."""

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from catalog.paste import read_paste
from tests.catalog.paste.carriers import CARRIERS, LOSSY

MESSAGES = st.sampled_from(
    [
        "Unknown quantization method: foo. Must be one of ['awq', \"gptq\"].",
        "'lm_head.weight'",
        "mat1 and mat2 shapes cannot be multiplied (1x512 and 4096x3072)",
        "[Errno 2] No such file or directory: '/etc/app/conf.yaml'",
        "'<' not supported between instances of 'NoneType' and 'int'",
        "CUDA out of memory. Tried to allocate 4.00 MiB. GPU 3 has 44.42 GiB & 896.00 KiB free.",
    ]
)
CLASSES = st.sampled_from(["ValueError", "KeyError", "torch.cuda.OutOfMemoryError", "ConfigError"])
FILES = st.sampled_from(
    ["/srv/shop/app.py", "/venv/lib/python3.11/site-packages/sglang/srt/loader.py", "<string>",
     "C:\\Users\\A B\\shop\\app.py", "uvloop/loop.pyx"]
)  # fmt: skip
NAMES = st.sampled_from(["main", "<module>", "__init__"])
FRAMES = st.lists(st.tuples(FILES, st.integers(1, 3000), NAMES), min_size=2, max_size=6)


@st.composite
def tracebacks(draw: st.DrawFn) -> str:
    lines = ["Traceback (most recent call last):"]
    for number, (file, line, name) in enumerate(draw(FRAMES)):
        lines.append(f'  File "{file}", line {line}, in {name}')
        if not file.startswith("<"):
            lines.append(f"    result = call_{number}(value)")
            lines.append(f"             {'^' * 10}")
    return "\n".join([*lines, f"{draw(CLASSES)}: {draw(MESSAGES)}"]) + "\n"


def reading(text: str) -> tuple[object, ...]:
    """Class, message and frames of THE error, without source lines."""
    report = read_paste(text)
    error = report.errors[report.ranking[0]]
    return error.exc_type, error.message, [frame[:3] for frame in error.frames]


@pytest.mark.parametrize("carrier", CARRIERS)
@settings(max_examples=12, deadline=None)
@given(text=tracebacks())
def test_a_carrier_changes_nothing(carrier: str, text: str) -> None:
    """Class, message and frames are those of the plain traceback."""
    assert reading(CARRIERS[carrier](text)) == reading(text)


@pytest.mark.parametrize("carrier", LOSSY)
@settings(max_examples=12, deadline=None)
@given(text=tracebacks())
def test_a_lossy_carrier_keeps_the_error(carrier: str, text: str) -> None:
    """Where indentation, breaks or order are lost, class, message and frames are not."""
    if carrier == "hard wrap":
        # A broken frame shows the width; for a text without one see the known-wrong readings.
        text = text.replace("/srv/shop/app.py", f"/srv/shop/{'a' * 80}.py")
        assume("a" * 80 in text)
    assert reading(LOSSY[carrier](text)) == reading(text)
