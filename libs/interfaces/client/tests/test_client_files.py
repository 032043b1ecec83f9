"""Working folders: the same hashes for the same files, nothing of the machine, only changes read and sent."""

from __future__ import annotations

import gzip
import hashlib
import io
import os
import socket
import tarfile
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from muster.client.documents import files
from muster.client.documents.files import Packed, pack
from muster.client.errors import InvalidRequest
from muster.jobs.values.file_index import archives_in
from muster.store.archives import extract
from muster.testkit.laws import examples

LONG_AGO_S = 1_000_000_000
NOBODY = 65_534


def _tree(root: Path, reverse: bool = False) -> Path:
    written = [("train.py", "print(1)"), ("lib/a.py", "a"), ("run.sh", "#!/bin/sh"), ("data.bin", "x" * 100)]
    for name, text in reversed(written) if reverse else written:
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    (root / "run.sh").chmod(0o755)
    (root / ".git").mkdir()
    (root / ".git/config").write_text("secret")
    (root / "lib/__pycache__").mkdir()
    (root / "lib/__pycache__/a.pyc").write_text("x")
    return root


def _entries(packed: Packed) -> list[tarfile.TarInfo]:
    found: list[tarfile.TarInfo] = []
    for each in packed.archives:
        with tarfile.open(fileobj=io.BytesIO(each.content()), mode="r:gz") as archive:
            found += archive.getmembers()
    return found


def _names(folder: Path) -> list[str]:
    return [entry.name for entry in _entries(pack(folder))]


def _settled(folder: Path) -> Path:
    """Make every file old enough to be remembered by its time of change."""
    for path in folder.rglob("*"):
        if path.is_file():
            os.utime(path, (LONG_AGO_S, LONG_AGO_S))
    return folder


def test_the_same_files_have_the_same_hashes(tmp_path: Path) -> None:
    one, two = _tree(tmp_path / "one"), _tree(tmp_path / "two", reverse=True)
    os.utime(one / "train.py", (1, 1))
    assert pack(one).index == pack(two).index
    assert pack(one).sha256 == hashlib.sha256(pack(one).index).hexdigest()
    assert [each.sha256 for each in pack(one).archives] == list(archives_in(pack(one).index))


def test_only_names_contents_and_runnability_go_in(tmp_path: Path) -> None:
    entries = _entries(pack(_tree(tmp_path / "job")))
    assert [(e.name, e.mode) for e in entries] == [
        ("data.bin", 0o644),
        ("lib/a.py", 0o644),
        ("run.sh", 0o755),
        ("train.py", 0o644),
    ]
    assert {(e.uid, e.gid, e.uname, e.mtime) for e in entries} == {(0, 0, "", 0)}


def test_an_empty_folder_can_be_sent(tmp_path: Path) -> None:
    packed = pack(tmp_path)
    assert (packed.files, len(packed.archives), _entries(packed)) == (0, 1, [])


@given(
    names=st.sets(st.text("ab/", min_size=1, max_size=6).filter(lambda n: "//" not in f"/{n}/"), max_size=12)
)
@examples(30)
def test_every_folder_is_unpacked_as_it_was(
    tmp_path_factory: pytest.TempPathFactory, names: set[str]
) -> None:
    top = tmp_path_factory.mktemp("law")
    folder, back = top / "folder", top / "back"
    folder.mkdir()
    for n, name in enumerate(sorted(names)):
        path = folder / name
        if any(parent.is_file() for parent in path.parents) or path.is_dir():
            continue
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(bytes([n]) * (n * 40_000))
    packed = pack(folder)
    extract((io.BytesIO(each.content()) for each in packed.archives), back)
    assert _contents(back) == _contents(folder)


def _contents(folder: Path) -> dict[str, bytes]:
    return {str(p.relative_to(folder)): p.read_bytes() for p in folder.rglob("*") if p.is_file()}


# --- what is left out ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("file", [".musterignore", ".gitignore"])
def test_ignore_files_leave_out_by_the_rules_of_git(tmp_path: Path, file: str) -> None:
    job = _tree(tmp_path / "job")
    (job / file).write_text("# large\n*.bin\n/lib/\n")
    assert _names(job) == [file, "run.sh", "train.py"]


def test_an_ignore_file_in_a_folder_decides_there_before_those_above(tmp_path: Path) -> None:
    job = _tree(tmp_path / "job")
    (job / ".gitignore").write_text("*.py\n")
    (job / "lib/.gitignore").write_text("!a.py\n")
    assert _names(job) == [".gitignore", "data.bin", "lib/.gitignore", "lib/a.py", "run.sh"]


def test_musterignore_has_the_last_word_over_gitignore(tmp_path: Path) -> None:
    job = _tree(tmp_path / "job")
    (job / ".gitignore").write_text("data.bin\ntrain.py\n")
    (job / ".musterignore").write_text("!data.bin\n.*ignore\n")
    assert _names(job) == ["data.bin", "lib/a.py", "run.sh"]


def test_ignore_files_of_the_repository_around_the_folder_count(tmp_path: Path) -> None:
    job = _tree(tmp_path / "repository/jobs/one")
    (job / ".git/config").unlink()
    (job / ".git").rmdir()
    (tmp_path / "repository/.git").mkdir()
    (tmp_path / "repository/.gitignore").write_text("*.bin\njobs/one/lib\n")
    (tmp_path / ".gitignore").write_text("*.sh\n")
    assert _names(job) == ["run.sh", "train.py"]


# --- what cannot be sent ------------------------------------------------------------------------------------


@pytest.fixture
def listening(tmp_path: Path) -> Iterator[Path]:
    folder = _tree(tmp_path / "job")
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(str(folder / "control.sock"))
        yield folder


def test_a_socket_is_named(listening: Path) -> None:
    with pytest.raises(InvalidRequest, match=r"job/control\.sock: is neither a file nor a folder"):
        pack(listening)


@pytest.mark.parametrize(
    ("target", "problem"),
    [
        ("/etc/passwd", "links to /etc/passwd; must be a file within the folder"),
        ("../elsewhere", "links to ../elsewhere; must be a file within the folder"),
        ("lib", "links to lib; must be a file within the folder"),
        ("nowhere", "links to nowhere; must be a file within the folder"),
        ("loop", "links to loop; must be a file within the folder"),
    ],
)
def test_a_link_out_of_the_folder_is_named(tmp_path: Path, target: str, problem: str) -> None:
    job = _tree(tmp_path / "job")
    (job / "loop").symlink_to(target)
    with pytest.raises(InvalidRequest, match=f"job/loop: {problem}"):
        pack(job)


def test_a_link_within_the_folder_becomes_its_file(tmp_path: Path) -> None:
    job = _tree(tmp_path / "job")
    (job / "same.py").symlink_to("train.py")
    assert "same.py" in _names(job)


def test_a_name_that_is_not_utf_8_is_named(tmp_path: Path) -> None:
    job = _tree(tmp_path / "job")
    Path(os.fsdecode(os.fsencode(job) + b"/caf\xe9.py")).touch()
    with pytest.raises(InvalidRequest, match=r"caf\\udce9\.py: the name is not UTF-8"):
        pack(job)


@pytest.fixture
def as_an_ordinary_user() -> Iterator[Path]:
    """A folder of a user who may not read everything, as whom the test runs."""
    with tempfile.TemporaryDirectory() as top:
        os.chmod(top, 0o755)
        if os.geteuid() != 0:
            yield Path(top)
            return
        os.chown(top, NOBODY, NOBODY)
        os.seteuid(NOBODY)
        try:
            yield Path(top)
        finally:
            os.seteuid(0)


def test_an_unreadable_file_is_named(as_an_ordinary_user: Path) -> None:
    job = _tree(as_an_ordinary_user / "job")
    (job / "train.py").chmod(0)
    with pytest.raises(InvalidRequest, match=r"job/train\.py: cannot be read"):
        pack(job)


def test_the_first_of_many_problems_are_named(tmp_path: Path) -> None:
    for n in range(8):
        (tmp_path / f"{n}").symlink_to("/etc/passwd")
    with pytest.raises(InvalidRequest, match="; and 3 more"):
        pack(tmp_path)


def test_a_folder_that_is_too_large_is_refused_with_what_fills_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    job = _tree(tmp_path / "job")
    (job / "weights.bin").write_bytes(bytes(2 << 20))
    monkeypatch.setattr(files, "FOLDER_BYTES_MAX", 1 << 20)
    with pytest.raises(
        InvalidRequest, match=r"has 2 MiB; must be at most 1 MiB \(largest: weights.bin 2 MiB"
    ):
        pack(job)
    monkeypatch.setattr(files, "FOLDER_BYTES_MAX", 1 << 30)
    monkeypatch.setattr(files, "FILES_MAX", 4)
    with pytest.raises(InvalidRequest, match=r"has 5 files; must be at most 4 \(most in \.: 4, lib: 1\)"):
        pack(job)
    monkeypatch.setattr(files, "FILES_MAX", 10)
    monkeypatch.setattr(files, "ARCHIVE_BYTES_MAX", 1 << 20)
    (job / "weights.bin").write_bytes(os.urandom(2 << 20))
    with pytest.raises(InvalidRequest, match=r"weights.bin packs to 2 MiB; must be at most 1 MiB"):
        pack(job)
    with pytest.raises(InvalidRequest, match="is not a folder"):
        pack(job / "train.py")


# --- what is read and sent again ----------------------------------------------------------------------------


def test_a_large_file_has_an_archive_of_its_own(tmp_path: Path) -> None:
    job = _tree(tmp_path / "job")
    (job / "m.bin").write_bytes(os.urandom(files.SMALL_BYTES))
    before = {each.sha256 for each in pack(job).archives}
    (job / "m.bin").write_bytes(os.urandom(files.SMALL_BYTES))
    changed = [each for each in pack(job).archives if each.sha256 not in before]
    assert [each.raw_bytes for each in changed] == [files.SMALL_BYTES]


@pytest.mark.slow
def test_a_new_small_file_changes_few_archives(tmp_path: Path) -> None:
    for n in range(2_000):
        (tmp_path / f"{n:04}.txt").write_text(f"{n}" * 100)
    before = pack(tmp_path)
    (tmp_path / "0000a.txt").write_text("new")
    changed = {each.sha256 for each in pack(tmp_path).archives} - {each.sha256 for each in before.archives}
    assert len(before.archives) > 20
    assert len(changed) <= 2


def test_unchanged_files_are_not_read_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    job, cache = _settled(_tree(tmp_path / "job")), tmp_path / "cache"
    monkeypatch.setattr(files, "_FRESH_NS", 0)
    first = pack(job, cache)
    monkeypatch.setattr(Path, "read_bytes", _reads_only(cache))
    assert pack(job, cache) == first


def _reads_only(folder: Path) -> Callable[[Path], bytes]:
    original = Path.read_bytes

    def read_bytes(self: Path) -> bytes:
        assert self.is_relative_to(folder), f"{self} is read"
        return original(self)

    return read_bytes


def test_a_file_changed_without_a_trace_in_its_time_is_read_again(tmp_path: Path) -> None:
    job, cache = _tree(tmp_path / "job"), tmp_path / "cache"
    first = pack(job, cache)
    (job / "train.py").write_text("print(2)")  # the same size, and within the clock's grain
    assert pack(job, cache).sha256 != first.sha256


@pytest.mark.parametrize("damage", ["", "no JSON", "[]", '{"a": 1}'])
def test_a_damaged_cache_only_costs_time(
    tmp_path: Path, damage: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    job, cache = _settled(_tree(tmp_path / "job")), tmp_path / "cache"
    monkeypatch.setattr(files, "_FRESH_NS", 0)
    first = pack(job, cache)
    [file] = cache.iterdir()
    file.write_text(damage)
    assert pack(job, cache) == first


def test_a_file_that_changes_while_it_is_sent_is_named(tmp_path: Path) -> None:
    job = _tree(tmp_path / "job")
    packed = pack(job)
    (job / "train.py").write_text("print(2)")
    with pytest.raises(InvalidRequest, match="changed while they were sent"):
        for each in packed.archives:
            each.content()


def test_archives_are_sound_gzip(tmp_path: Path) -> None:
    for each in pack(_tree(tmp_path / "job")).archives:
        assert gzip.decompress(each.content())
