"""What the fuzzer starts from and what it has found is read without complaint."""

from pathlib import Path

import pytest

from tests.fuzz.harness import check

HERE = Path(__file__).parent
CORPUS = sorted((HERE / "corpus").glob("*.bin"))
PASTES = sorted((HERE.parent / "pastes").glob("*.txt"))


@pytest.mark.parametrize("path", CORPUS, ids=lambda path: path.stem)
def test_found_inputs(path: Path) -> None:
    """Inputs that once broke the reader, or reach a corner of it."""
    check(path.read_bytes())


@pytest.mark.parametrize("path", PASTES, ids=lambda path: path.stem)
@pytest.mark.parametrize("switches", [0, 1, 2, 3])
def test_seeds(path: Path, switches: int) -> None:
    """Every paste of the tests, cut in the middle as well."""
    data = path.read_bytes()
    check(bytes([switches]) + data)
    check(bytes([switches]) + data[: len(data) // 2])
    check(bytes([switches]) + data[len(data) // 3 :])
