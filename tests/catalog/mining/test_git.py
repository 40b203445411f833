"""Repositories: addresses, links, clones."""

import pytest

from catalog.mining.git import blobs_at, checkout_at, clone, remote_of
from catalog.mining.problems import GitFailed
from tests.catalog.mining.trees import MODULE, commit, git, write

ADDRESSES = [
    ("https://github.com/sgl-project/sglang", "github.com", "sgl-project/sglang"),
    ("https://github.com/sgl-project/sglang.git/", "github.com", "sgl-project/sglang"),
    ("git@github.com:sgl-project/sglang.git", "github.com", "sgl-project/sglang"),
    ("ssh://git@gitlab.example.org:2222/a/b/c.git", "gitlab.example.org", "a/b/c"),
    ("https://user:secret@bitbucket.org/a/b", "bitbucket.org", "a/b"),
    ("https://www.github.com/a/b", "github.com", "a/b"),
]
LINKS = [
    ("https://github.com/a/b", "https://github.com/a/b/blob/c0ffee/{path}#L{line}-L{end}"),
    ("https://gitlab.com/a/b", "https://gitlab.com/a/b/-/blob/c0ffee/{path}#L{line}-{end}"),
    ("https://bitbucket.org/a/b", "https://bitbucket.org/a/b/src/c0ffee/{path}#lines-{line}:{end}"),
    ("https://git.example.org/a/b", None),
]


@pytest.mark.parametrize(("address", "host", "repo"), ADDRESSES)
def test_addresses(address, host, repo):
    """Every form of a repository's address gives its host and name; secrets in it are dropped."""
    assert remote_of(address) == (host, repo)


@pytest.mark.parametrize(
    "address", ["/srv/git/thing", "file:///srv/git/thing", "../thing", "", None]
)
def test_paths_are_no_addresses(address):
    """A path has no owner and name."""
    assert remote_of(address) is None


@pytest.mark.parametrize(("address", "link"), LINKS)
def test_links(address, link):
    """Each host has its own form of a link to lines; an unknown host has none."""
    assert remote_of(address).link("c0ffee") == link


def test_a_checkout_says_where_it_stands(tmp_path):
    """Commit, remote, tag and the committed files are read from a checkout."""
    write(tmp_path, {"pkg/m.py": MODULE})
    sha = commit(tmp_path, tag="v1.2")
    git(tmp_path, "remote", "add", "origin", "git@github.com:owner/thing.git")
    found = checkout_at(tmp_path / "pkg")
    assert (found.root, found.commit, found.remote.repo, found.tag) == (
        tmp_path,
        sha,
        "owner/thing",
        "v1.2",
    )
    assert list(blobs_at(found)) == ["pkg/m.py"]


def test_a_folder_that_is_no_checkout(tmp_path):
    """A plain folder is no checkout, and neither is a repository without a commit."""
    (tmp_path / "empty").mkdir()
    git(tmp_path / "empty", "init", "--quiet")
    assert checkout_at(tmp_path / "empty") is None


@pytest.mark.parametrize("ref", [None, "v1", "branch", "sha"])
def test_a_shallow_clone(tmp_path, ref):
    """A clone holds the state of a branch, tag or commit, without history."""
    origin = write(tmp_path / "origin", {"m.py": MODULE})
    first = commit(origin, tag="v1")
    git(origin, "branch", "branch")
    write(origin, {"m.py": MODULE + "\n"})
    second = commit(origin)
    git(origin, "config", "uploadpack.allowAnySHA1InWant", "true")
    wanted = first if ref == "sha" else ref
    found = clone(origin.as_uri(), wanted, tmp_path / "clone")
    assert found.commit == (second if ref is None else first)
    assert git(tmp_path / "clone", "rev-list", "--count", "HEAD") == "1"


@pytest.mark.parametrize(
    ("address", "ref"), [("file:///nowhere", None), ("--upload-pack=touch x", None), ("x", "-x")]
)
def test_what_cannot_be_cloned(tmp_path, address, ref):
    """A missing repository is said so; nothing that looks like an option reaches git."""
    with pytest.raises(GitFailed):
        clone(address, ref, tmp_path / "clone")


def test_hooks_and_monitors_of_a_checkout_do_not_run(tmp_path):
    """A checkout that wants to run a program when it is looked at does not get to."""
    write(tmp_path, {"m.py": MODULE})
    commit(tmp_path)
    witness = tmp_path / "ran"
    script = write(tmp_path, {"run.sh": f"#!/bin/sh\ntouch {witness}\n"}) / "run.sh"
    script.chmod(0o755)
    for key in ("core.fsmonitor", "filter.x.clean", "diff.external", "core.pager"):
        git(tmp_path, "config", key, str(script))
    write(tmp_path, {".gitattributes": "*.py filter=x\n", "m.py": MODULE + "#\n"})
    blobs_at(checkout_at(tmp_path))
    assert not witness.exists()
