"""Fuzz the reader, guided by coverage: `make fuzz`, or `python -m tests.fuzz [--seconds 600]`.

Inputs that raise, or that are slow for their length, are written into the working folder as
`crash-…`; put a small one into `tests/fuzz/corpus` when the reader is mended, and the suite will
replay it. Needs atheris (requirements-fuzz.lock), which there is for Linux only.
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).parent
SEEDS = (HERE / "corpus", HERE.parent / "pastes")
LONGEST = 20_000


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    parser.add_argument("--seconds", type=int, default=600, help="how long (600)")
    parser.add_argument("--workers", type=int, default=2, help="processes (2)")
    parser.add_argument("--worker", type=int, help=argparse.SUPPRESS)
    parser.add_argument("--corpus", type=Path, help="a folder for what is found, kept afterwards")
    given = parser.parse_args()
    if given.worker is not None:
        return fuzz(given.corpus, given.seconds, given.worker)
    with tempfile.TemporaryDirectory() as folder:
        corpus = given.corpus or Path(folder)
        corpus.mkdir(exist_ok=True)
        seed(corpus)
        command = [sys.executable, "-m", "tests.fuzz", "--corpus", str(corpus)]
        running = [
            subprocess.Popen([*command, "--seconds", str(given.seconds), "--worker", str(number)])
            for number in range(1, given.workers + 1)
        ]
        return max(process.wait() for process in running)


def seed(corpus: Path) -> None:
    """The seeds as inputs: a paste needs a byte of switches in front."""
    for path in (HERE / "corpus").glob("*.bin"):
        shutil.copy(path, corpus / path.name)
    for path in (HERE.parent / "pastes").glob("*.txt"):
        (corpus / path.stem).write_bytes(b"\x01" + path.read_bytes())


def fuzz(corpus: Path, seconds: int, number: int) -> int:
    """One process of it. Does not return: libFuzzer ends the process."""
    import atheris

    with atheris.instrument_imports(include=["catalog.paste"]):
        from catalog.paste import forms
        from tests.fuzz.harness import check

        for form in forms.FORMS:
            __import__(f"catalog.paste.forms.{form.module}")
        __import__("catalog.paste.carriers.structured")

    words = corpus / f".words-{number}"
    words.write_text("".join(f'"{escaped}"\n' for escaped in dictionary()))
    arguments = [
        sys.argv[0], f"-max_total_time={seconds}", f"-seed={number}", f"-max_len={LONGEST}",
        f"-dict={words}", "-timeout=20", "-rss_limit_mb=2048", "-print_final_stats=1", str(corpus),
    ]  # fmt: skip
    atheris.Setup(arguments, lambda data: check(data, timed=True))
    atheris.Fuzz()
    return 0


def dictionary() -> list[str]:
    """The words of all forms, as libFuzzer's dictionaries spell them."""
    from tests.catalog.paste.hostile import PIECES

    return [
        "".join(
            chr(byte) if 32 <= byte < 127 and byte not in b'"\\' else f"\\x{byte:02X}"
            for byte in piece.encode("utf-8", "surrogateescape")[:120]
        )
        for piece in PIECES
        if piece.isascii() or "\ud800" not in piece
    ]


if __name__ == "__main__":
    sys.exit(main())
