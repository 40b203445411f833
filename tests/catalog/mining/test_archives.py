"""Archives are unpacked with care."""

import gzip
import io
import tarfile
import zipfile

import pytest

from catalog.mining import archives
from catalog.mining.archives import unpack
from catalog.mining.problems import BadArchive

CLIMBING = ["../out.py", "/out.py", "a/../../out.py", "..\\out.py", "C:\\out.py", "C:out.py"]


def tarball(path, entries):
    with tarfile.open(path, "w:gz") as archive:
        for entry, content in entries:
            if isinstance(entry, str):
                entry = tarfile.TarInfo(entry)
                entry.size = len(content)
            archive.addfile(entry, io.BytesIO(content))
    return path


def link(name, target, kind):
    entry = tarfile.TarInfo(name)
    entry.type, entry.linkname = kind, target
    return entry


@pytest.mark.parametrize("name", CLIMBING)
def test_a_wheel_that_climbs_out(tmp_path, name):
    """An entry whose name leads out of the folder is passed over: nothing is written outside."""
    path = tmp_path / "x.whl"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr(name, "x = 1")
        archive.writestr("inside.py", "x = 1")
    assert len(unpack(path, tmp_path / "deep" / "into")) == 1
    files = [
        file.relative_to(tmp_path).as_posix() for file in tmp_path.rglob("*") if file.is_file()
    ]
    assert sorted(files) == ["deep/into/inside.py", "x.whl"]


@pytest.mark.parametrize("name", CLIMBING)
def test_an_sdist_that_climbs_out(tmp_path, name):
    """The same for a source distribution."""
    path = tarball(tmp_path / "x.tar.gz", [(name, b"x = 1"), ("x-1/inside.py", b"x = 1")])
    unpack(path, tmp_path / "deep" / "into")
    files = [
        file.relative_to(tmp_path).as_posix() for file in tmp_path.rglob("*") if file.is_file()
    ]
    assert sorted(files) == ["deep/into/x-1/inside.py", "x.tar.gz"]


def test_links_are_not_unpacked(tmp_path):
    """Neither links nor devices of a source distribution are made, and none is written through."""
    entries = [
        (link("x/a.py", "/etc/passwd", tarfile.SYMTYPE), b""),
        (link("x/b.py", "../../out.py", tarfile.LNKTYPE), b""),
        (link("x/c.py", "", tarfile.CHRTYPE), b""),
        (link("x/d", str(tmp_path), tarfile.SYMTYPE), b""),
        ("x/d/e.py", b"x = 1"),
    ]
    unpack(tarball(tmp_path / "x.tar.gz", entries), tmp_path / "into")
    files = [file for file in (tmp_path / "into").rglob("*") if not file.is_dir()]
    assert files == [tmp_path / "into" / "x" / "d" / "e.py"]


def test_a_linked_entry_of_a_wheel(tmp_path):
    """A wheel's entry that says it is a link is passed over."""
    path = tmp_path / "x.whl"
    entry = zipfile.ZipInfo("a.py")
    entry.external_attr = 0o120777 << 16
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr(entry, "/etc/passwd")
    assert unpack(path, tmp_path / "into") == ["a.py"]


def test_bombs(tmp_path, monkeypatch):
    """What would swell beyond the limits is refused, whatever sizes the archive claims."""
    monkeypatch.setattr(archives, "MOST_UNPACKED", 30_000_000)
    path = tmp_path / "x.whl"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for number in range(4):
            archive.writestr(f"m{number}.py", b"\n" * 10_000_000)
    with pytest.raises(BadArchive, match="would unpack to more than"):
        unpack(path, tmp_path / "a")
    skipped = tarball(tmp_path / "x.tar.gz", [("x.bin", b"\0" * 40_000_000), ("m.py", b"")])
    with pytest.raises(BadArchive, match="would unpack to more than"):
        unpack(skipped, tmp_path / "b")


def test_a_header_bomb(tmp_path):
    """An extended header that claims gigabytes is refused before it is read into memory."""
    entry = tarfile.TarInfo("x")
    entry.type, entry.size = tarfile.XHDTYPE, 5_000_000_000
    path = tmp_path / "x.tar.gz"
    with gzip.open(path, "wb") as stream:
        stream.write(entry.tobuf(tarfile.GNU_FORMAT))
        stream.write(b"\0" * 1_000_000)
    with pytest.raises(BadArchive):
        unpack(path, tmp_path / "into")


def test_one_file_too_big(tmp_path, monkeypatch):
    """A single file beyond the limit is passed over, the others are unpacked."""
    monkeypatch.setattr(archives, "MOST_BYTES", 1_000)
    path = tmp_path / "x.whl"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("big.py", b"#" * 1_001)
        archive.writestr("small.py", b"#")
    assert unpack(path, tmp_path / "into") == ["big.py"]
    assert [file.name for file in (tmp_path / "into").iterdir()] == ["small.py"]


@pytest.mark.parametrize("content", [b"", b"PK\3\4 broken", b"\x1f\x8b broken", b"text"])
def test_what_is_no_archive(tmp_path, content):
    """A file that is not what its name says is refused with a sentence."""
    for name in ("x.whl", "x.tar.gz", "x.tar.xz"):
        path = tmp_path / name
        path.write_bytes(content)
        with pytest.raises(BadArchive):
            unpack(path, tmp_path / "into")
