"""What a person names as a target."""

import pytest

from catalog.mining.problems import NoSuchTarget, NoWheel
from catalog.mining.run import mine_trees
from catalog.mining.targets import Target, read_target, trees_of
from tests.catalog.mining.trees import MODULE, commit, git, wheel, write

NAMES = [
    ("https://github.com/a/b", "git", "https://github.com/a/b", None),
    ("https://github.com/a/b@v0.5.3", "git", "https://github.com/a/b", "v0.5.3"),
    ("git+https://user@host/a/b.git@main", "git", "https://user@host/a/b.git", "main"),
    ("git@github.com:a/b.git", "git", "git@github.com:a/b.git", None),
    ("git@github.com:a/b.git@dev", "git", "git@github.com:a/b.git", "dev"),
    ("ssh://git@host:22/a/b", "git", "ssh://git@host:22/a/b", None),
    ("file:///srv/b@v1", "git", "file:///srv/b", "v1"),
    ("sglang==0.5.3", "package", "sglang==0.5.3", None),
    ("requests[socks] >= 2, < 3", "package", "requests[socks] >= 2, < 3", None),
]


@pytest.mark.parametrize(("name", "kind", "place", "ref"), NAMES)
def test_kinds_of_targets(name, kind, place, ref):
    """Addresses, with a ref or not, and packages are told apart by their form."""
    found = read_target(name)
    assert (found.kind, found.name, found.ref) == (kind, place, ref)


@pytest.mark.parametrize("name", ["./missing", "missing/x", "x.whl", "a b", "--flag", "~/no-such"])
def test_what_is_no_target(name):
    """A path that does not exist is not taken for a package's name."""
    with pytest.raises(NoSuchTarget):
        read_target(name)


def mine(name, scratch, checkout=None):
    """The documents of one target."""
    ((_, tree),) = trees_of([read_target(str(name))], scratch, checkout)
    (mined,) = mine_trees([tree], workers=1)
    return mined.documents


def repository(folder, tag=None):
    """A checkout of `owner/thing` with a module at `src/thing/m.py`; its commit."""
    write(folder, {"src/thing/__init__.py": "", "src/thing/m.py": MODULE})
    sha = commit(folder, tag)
    git(folder, "remote", "add", "origin", "https://github.com/owner/thing.git")
    return sha


def test_a_checkout_is_linked_to_its_commit(tmp_path):
    """A committed file is linked, by its path in the repository; one changed since is not."""
    sha = repository(tmp_path, tag="v1.5")
    (record,) = mine(tmp_path, tmp_path)
    assert record["githubUrl"] == (
        f"https://github.com/owner/thing/blob/{sha}/src/thing/m.py#L3-L3"
    )
    assert (record["repo"], record["version"], record["analyzedSha"]) == ("owner/thing", "1.5", sha)
    assert record["packagePath"] == "thing/m.py"
    write(tmp_path, {"src/thing/m.py": "\n" + MODULE})
    (record,) = mine(tmp_path, tmp_path)
    assert (record["lineNumber"], record.get("githubUrl")) == (4, None)


def test_a_folder_inside_a_checkout(tmp_path):
    """A part of a checkout is mined with the paths of the whole."""
    repository(tmp_path)
    write(tmp_path, {"other/n.py": MODULE})
    (record,) = mine(tmp_path / "src", tmp_path)
    assert (record["filePath"], record["packagePath"]) == ("src/thing/m.py", "thing/m.py")


def test_an_address_is_cloned(tmp_path):
    """A git address is cloned and mined at its ref."""
    repository(tmp_path / "origin", tag="v2")
    (record,) = mine((tmp_path / "origin").as_uri() + "@v2", tmp_path / "scratch")
    assert (record["version"], record.get("githubUrl")) == ("2", None)


def test_a_wheel_says_where_it_comes_from(tmp_path):
    """A wheel gives name, version and repository, and no link: none of it was seen there."""
    path = wheel(tmp_path, {"thing/__init__.py": "", "thing/m.py": MODULE})
    (record,) = mine(path, tmp_path / "scratch")
    assert (record["repo"], record["version"], record["tags"]) == ("owner/thing", "1.0", ["thing"])
    assert record["references"] == ["https://github.com/owner/thing"]
    assert "githubUrl" not in record
    assert "analyzedSha" not in record


def test_a_wheel_beside_a_checkout(tmp_path):
    """With a checkout of its source a package's files are linked where they stand unchanged."""
    sha = repository(tmp_path / "checkout")
    files = {"thing/__init__.py": "", "thing/m.py": MODULE, "thing/n.py": MODULE}
    same, other = mine(wheel(tmp_path, files), tmp_path / "scratch", tmp_path / "checkout")
    assert same["githubUrl"] == f"https://github.com/owner/thing/blob/{sha}/src/thing/m.py#L3-L3"
    assert other.get("githubUrl") is None


def test_a_package_without_a_wheel(tmp_path, monkeypatch):
    """A package that cannot be had as a wheel comes with the reason and a hint."""
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(tmp_path))
    ((target, found),) = trees_of([read_target("no-such-thing==1")], tmp_path / "scratch")
    assert isinstance(target, Target)
    assert isinstance(found, NoWheel)
    assert "could not find a version" in str(found).lower()


def test_a_package_from_an_index(tmp_path, monkeypatch):
    """A package's wheel is downloaded, and nothing of it is run."""
    wheel(tmp_path / "index", {"thing/__init__.py": "raise SystemExit('ran')\n"})
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(tmp_path / "index"))
    (record,) = mine("thing", tmp_path / "scratch")
    assert record["errorMessage"] == "ran"
