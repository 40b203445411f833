"""Mined records beside those that a catalog already has."""

import json

from catalog.mining.merge import Existing, merge
from catalog.mining.source import Source
from catalog.store import Entry


def site(**fields):
    """A mined document."""
    document = {
        "id": "1",
        "repo": "owner/thing",
        "errorMessage": "bad {a}",
        "errorClass": "ValueError",
        "filePath": "src/thing/m.py",
        "packagePath": "thing/m.py",
        "function": "check",
        "lineNumber": 10,
        "raiseEnd": 11,
        "documentation": "derived",
        "origin": "mined",
        "version": "1.0",
        "schemaVersion": 2,
    }
    return {**document, **fields}


def written(**fields):
    """A document that somebody wrote."""
    return {
        "id": "w",
        "repo": "owner/thing",
        "errorMessage": "bad {value}",
        "errorClass": "ValueError",
        "filePath": "src/thing/m.py",
        "lineNumber": 10,
        "documentation": "written",
        "guard": None,
        "schemaVersion": 2,
        **fields,
    }


def merged(old, mined, version="2.0", **source):
    """The documents written, by id, and the counts."""
    existing = [Existing(Entry(json.dumps(one)), one) for one in old]
    found = merge(existing, mined, Source(repo="owner/thing", version=version, **source))
    documents = [json.loads(entry.document) for entry in found.entries]
    return {one["id"]: one for one in documents}, (found.kept, found.moved, found.gone)


def test_nothing_new_writes_nothing():
    """Mining the same again changes nothing."""
    assert merged([site()], [site()], version="1.0") == ({}, (1, 0, 0))


def test_a_moved_line_keeps_id_and_the_old_place():
    """A newer version pins the line anew and keeps where the older one had it."""
    new, counts = merged([site()], [site(lineNumber=20, raiseEnd=21, version="2.0")])
    assert counts == (1, 0, 0)
    assert (new["1"]["lineNumber"], new["1"]["version"]) == (20, "2.0")
    pin = {"version": "1.0", "filePath": "src/thing/m.py", "lineNumber": 10, "raiseEnd": 11}
    assert new["1"]["versions"] == [pin]


def test_a_moved_file_and_a_renamed_function_keep_their_ids():
    """A site whose file or function has another name now is the same record."""
    file = site(id="2", filePath="src/thing/n.py", packagePath="thing/n.py", version="2.0")
    assert merged([site()], [file])[0]["1"]["filePath"] == "src/thing/n.py"
    function = site(id="3", function="verify", version="2.0")
    assert merged([site()], [function])[0]["1"]["function"] == "verify"
    assert merged([site()], [function])[1] == (0, 1, 0)


def test_two_equal_sites_are_not_guessed_apart():
    """Where several sites could be the moved one, none is taken for it."""
    new, counts = merged([site()], [site(id=str(n), function="f", version="2.0") for n in (2, 3)])
    assert counts == (0, 0, 1)
    assert sorted(new) == ["1", "2", "3"]


def test_a_site_that_is_gone_is_marked():
    """What the newer version does not raise any more says where it was last seen."""
    new, counts = merged([site()], [])
    assert counts == (0, 0, 1)
    assert (new["1"]["version"], new["1"]["lastSeen"]) == ("2.0", "1.0")


def test_a_site_that_came_back_is_not_gone():
    """A marked record whose site is there again loses the mark."""
    gone = site(version="2.0", lastSeen="1.0")
    new, _ = merged([gone], [site(version="3.0")], version="3.0")
    assert (new["1"]["version"], new["1"].get("lastSeen")) == ("3.0", None)


def test_an_older_version_beside_a_newer_one():
    """Mining an older version adds its places, and marks what only it has."""
    newer = site(version="2.0", lineNumber=20)
    older = [site(), site(id="9", errorMessage="only then")]
    new, counts = merged([newer], older, version="1.0")
    assert counts == (1, 0, 0)
    assert (new["1"]["lineNumber"], new["1"]["versions"][0]["lineNumber"]) == (20, 10)
    assert (new["9"]["version"], new["9"]["lastSeen"]) == ("2.0", "1.0")


def test_what_people_wrote_stays():
    """A written record and the mined one of its site are one: facts fill the gaps of the text."""
    mined = site(version="2.0", guard="a is None", lineNumber=14, raiseEnd=15)
    new, counts = merged([written()], [mined])
    assert counts == (1, 0, 0)
    assert set(new) == {"w"}
    assert new["w"]["documentation"] == "written"
    assert new["w"]["errorMessage"] == "bad {value}"
    assert (new["w"]["guard"], new["w"]["function"]) == ("a is None", "check")
    assert "origin" not in new["w"]


def test_a_written_record_is_pinned_anew_at_a_newer_commit():
    """A checkout moves the line and link of a written record, and keeps the old place beside."""
    old = written(analyzedSha="a" * 40, githubUrl="https://example.org/old")
    mined = site(analyzedSha="b" * 40, githubUrl="https://example.org/new", lineNumber=30)
    new, _ = merged([old], [mined])
    assert (new["w"]["lineNumber"], new["w"]["githubUrl"]) == (30, "https://example.org/new")
    assert new["w"]["versions"][0]["githubUrl"] == "https://example.org/old"


def test_a_written_record_keeps_its_link_where_no_commit_is_known():
    """A wheel says nothing of the repository: the pinned link stays, the line is noted beside."""
    old = written(analyzedSha="a" * 40, githubUrl="https://example.org/old", raiseEnd=None)
    new, _ = merged([old], [site(lineNumber=30, raiseEnd=31, version="2.0")])
    assert (new["w"]["lineNumber"], new["w"]["githubUrl"]) == (10, "https://example.org/old")
    assert new["w"]["versions"][0]["lineNumber"] == 30


def test_other_repositories_functions_and_paths_are_other_sites():
    """A written record is merged only with a site that agrees in all that it says."""
    for fields in (
        {"function": "other"},
        {"filePath": "src/thing/n.py"},
        {"errorClass": "KeyError"},
    ):
        new, counts = merged([written(**fields)], [site(version="2.0")])
        assert counts == (0, 0, 0)
        assert "1" in new


def test_the_nearest_of_equal_sites_is_the_written_one():
    """Of two sites with one text the written record is that of the line it names."""
    mined = [site(id=str(n), lineNumber=n, version="2.0") for n in (12, 90)]
    new, _ = merged([written(lineNumber=88)], mined)
    assert set(new) == {"w", "12"}


def test_a_written_record_that_is_not_found_is_left_alone():
    """A written record that was never mined is not marked gone: the miner may have missed it."""
    assert merged([written(errorMessage="other words")], []) == ({}, (0, 0, 0))
