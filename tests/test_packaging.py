"""What is shipped: the lock files, and a wheel that works alone."""

import os
import re
import subprocess
import sys
import tomllib
import urllib.request
import venv
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
LOCKS = sorted(ROOT.glob("requirements*.lock"))
SAMPLE = "ValueError: Missing adaptive runtime state for steps=12\n"


def locked(path: Path) -> dict[str, str]:
    """Distribution name -> everything its entry says, for each entry of a lock file."""
    entries = re.split(r"\n(?=\S)", path.read_text().strip())
    return {re.split(r"[=<>; \[]", entry)[0]: entry for entry in entries}


@pytest.mark.parametrize("path", LOCKS, ids=lambda path: path.name)
def test_every_locked_distribution_has_a_version_and_a_hash(path):
    """Whatever a lock file names is pinned to one version and to its files' hashes."""
    for entry in locked(path).values():
        assert "==" in entry.splitlines()[0]
        assert "--hash=sha256:" in entry


@pytest.mark.parametrize("path", LOCKS, ids=lambda path: path.name)
def test_no_lock_file_records_an_address(path):
    """A lock file says what to install, not from where."""
    assert not re.findall(r"https?://|file:|--index|--find-links", path.read_text())


def test_lock_covers_every_dependency():
    """Each dependency of the project is in the lock file that its environment is made from."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    names = [re.split(r"[><=;\[]", line)[0] for line in project["project"]["dependencies"]]
    assert not set(names) - set(locked(ROOT / "requirements.lock"))
    assert not set(names) - set(locked(ROOT / "requirements-dev.lock"))


def test_both_locks_agree():
    """What runs is what was tested: the two lock files name the same versions."""
    run, dev = locked(ROOT / "requirements.lock"), locked(ROOT / "requirements-dev.lock")
    assert {name: entry for name, entry in dev.items() if name in run} == run


def run(*command: str | Path, **options) -> subprocess.CompletedProcess:
    done = subprocess.run(command, capture_output=True, text=True, timeout=170, **options)
    assert done.returncode == 0, done.stderr
    return done


@pytest.fixture(scope="module")
def wheel(tmp_path_factory) -> Path:
    """The project's wheel, built from this tree."""
    folder = tmp_path_factory.mktemp("dist")
    options = ["--wheel", "--no-isolation", "--outdir", folder]
    run(sys.executable, "-m", "build", *options, ROOT)
    return next(folder.glob("*.whl"))


@pytest.fixture(scope="module")
def installed(wheel, tmp_path_factory) -> Path:
    """The scripts folder of an environment that holds the locked dependencies and the wheel."""
    folder = tmp_path_factory.mktemp("environment")
    venv.create(folder, with_pip=True)
    scripts = folder / "bin"
    quiet = ["--quiet", "--disable-pip-version-check"]
    run(scripts / "pip", "install", *quiet, "--require-hashes", "-r", ROOT / "requirements.lock")
    run(scripts / "pip", "install", *quiet, "--no-deps", wheel)
    return scripts


@pytest.mark.wheel
def test_wheel_holds_every_data_file(wheel):
    """All that lies in the packages is in the wheel: records, phrases, the page, the samples."""
    tracked = run("git", "ls-files", "bot", "catalog", cwd=ROOT).stdout.split()
    assert not set(tracked) - set(zipfile.ZipFile(wheel).namelist())


@pytest.mark.wheel
def test_wheel_alone_explains(installed, tmp_path):
    """In an environment of its own, `errorbook explain` answers from the shipped records."""
    environment = {**os.environ, "XDG_DATA_HOME": str(tmp_path), "HOME": str(tmp_path)}
    done = run(installed / "errorbook", "explain", input=SAMPLE, cwd=tmp_path, env=environment)
    assert "speculative_adaptive_config" in done.stdout


@pytest.mark.wheel
def test_wheel_alone_demonstrates(installed, tmp_path):
    """In an environment of its own, `errorbook demo` serves the page at the address it prints."""
    process = subprocess.Popen(
        [installed / "errorbook", "demo", "--port", "0", "--no-browser"],
        stdout=subprocess.PIPE,
        text=True,
        cwd=tmp_path,
    )
    try:
        address = next(filter(None, (re.search(r"http://\S+", line) for line in process.stdout)))
        with urllib.request.urlopen(address[0], timeout=10) as page:
            assert b"Errorbook" in page.read()
    finally:
        process.terminate()
        assert process.wait(timeout=10) == 0
        process.stdout.close()
