"""Working files: they replace existing ones, or are refused through a fault of the files or the machine."""

from __future__ import annotations

import os
import resource
import tarfile
from collections.abc import Generator
from contextlib import closing
from pathlib import Path

import pytest
from muster.agent.core.ledger import TaskKey
from muster.agent.edge.transfer.node_objects import NodeObjects
from muster.agent.edge.transfer.working_files import BadFiles, WorkingFiles
from muster.jobs.values.file_index import index_of
from muster.journal import SystemClock
from muster.store import ObjectStore, StoreSettings, StoreUnavailable
from muster.store import archives as archives_rules
from muster.testkit.archives import Make, add, archive
from muster.testkit.node_api import NodeApiWithoutProjection
from muster.testkit.tokens import Tokens, TokensOfNode

SHA = "a" * 64
NOWHERE = StoreSettings(endpoint="http://127.0.0.1:9", access_key="a", secret_key="b")
TASK = TaskKey("job-a", 1)
API = NodeApiWithoutProjection(TokensOfNode(Tokens(), "n"), ObjectStore(NOWHERE))


@pytest.fixture
def files(tmp_path: Path) -> Generator[WorkingFiles]:
    with closing(NodeObjects(API, SystemClock())) as objects:
        yield WorkingFiles(tmp_path / "cache", objects, cache_bytes_max=10**6)


def cache(tmp_path: Path, *members: Make, sha: str = SHA) -> Path:
    """Put an archive into the cache, as if it had been fetched."""
    file = tmp_path / "cache" / sha
    file.write_bytes(archive(*members))
    return file


def test_unpacked_files_replace_existing_ones(files: WorkingFiles, tmp_path: Path) -> None:
    cache(tmp_path, add("train.py", b"print()"), add("data/a.csv", b"1"), add("run.sh", b"#!", mode=0o755))
    work = tmp_path / "work"
    work.mkdir()
    (work / "old").touch()
    files.unpack(TASK, SHA, work)
    assert sorted(str(p.relative_to(work)) for p in work.rglob("*")) == [
        "data",
        "data/a.csv",
        "run.sh",
        "train.py",
    ]
    assert (work / "train.py").read_bytes() == b"print()"
    assert os.access(work / "run.sh", os.X_OK)


def test_an_archive_that_leads_outside_is_refused_as_a_whole(files: WorkingFiles, tmp_path: Path) -> None:
    cache(tmp_path, add("fine"), add("../escape"))
    with pytest.raises(BadFiles, match=SHA):
        files.unpack(TASK, SHA, tmp_path / "work")
    assert {entry.name for entry in tmp_path.iterdir()} == {"cache"}


def test_a_full_disk_is_no_fault_of_the_files(files: WorkingFiles, tmp_path: Path) -> None:
    cache(tmp_path, add("large", b"x" * 100_000))
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (50_000, before[1]))
    try:
        with pytest.raises(OSError, match="File too large"):
            files.unpack(TASK, SHA, tmp_path / "work")
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    assert {entry.name for entry in tmp_path.iterdir()} == {"cache"}


@pytest.mark.parametrize("damage", [b"", b"no archive", b"\x1f\x8b\x08" + b"\0" * 20])
def test_an_invalid_archive_is_reported(files: WorkingFiles, tmp_path: Path, damage: bytes) -> None:
    (tmp_path / "cache" / SHA).write_bytes(damage)
    with pytest.raises(BadFiles, match=SHA):
        files.unpack(TASK, SHA, tmp_path / "work")


def test_a_truncated_archive_is_reported(files: WorkingFiles, tmp_path: Path) -> None:
    file = cache(tmp_path, add("a", os.urandom(100_000)))
    file.write_bytes(file.read_bytes()[:50_000])
    with pytest.raises(BadFiles, match=SHA):
        files.unpack(TASK, SHA, tmp_path / "work")


def test_s3_that_does_not_answer_is_no_fault_of_the_files(files: WorkingFiles, tmp_path: Path) -> None:
    with pytest.raises(StoreUnavailable):
        files.unpack(TASK, "b" * 64, tmp_path / "work")


# --- an index of archives -----------------------------------------------------------------------------------


def indexed(tmp_path: Path, *archives: list[Make]) -> None:
    """Put an index of archives where a fetched one would be, and the archives beside it."""
    named = [f"{n:064}" for n in range(len(archives))]
    for sha256, members in zip(named, archives, strict=True):
        cache(tmp_path, *members, sha=sha256)
    (tmp_path / "cache" / SHA).write_bytes(index_of(named))


def link(name: str, target: str) -> Make:
    return add(name, b"", type=tarfile.SYMTYPE, linkname=target)


def test_archives_of_an_index_are_unpacked_together_in_their_order(
    files: WorkingFiles, tmp_path: Path
) -> None:
    indexed(
        tmp_path, [add("a", b"1"), add("both", b"old")], [add("d/b", b"2")], [add("both", b"new"), add("d/c")]
    )
    files.unpack(TASK, SHA, tmp_path / "work")
    work = tmp_path / "work"
    assert {str(p.relative_to(work)) for p in work.rglob("*") if p.is_file()} == {"a", "both", "d/b", "d/c"}
    assert (work / "both").read_bytes() == b"new"


@pytest.mark.parametrize(
    "archives",
    [
        [[link("x", "p/q/../..")], [link("p", "."), link("q", ".")], [add("x/escape")]],
        [[link("out", "d/..")], [link("d", ".")], [add("out/escape")]],
        [[add("fine")], [add("../escape")]],
    ],
)
def test_archives_that_lead_outside_only_together_are_refused_whole(
    files: WorkingFiles, tmp_path: Path, archives: list[list[Make]]
) -> None:
    indexed(tmp_path, *archives)
    with pytest.raises(BadFiles, match="leads outside the working folder"):
        files.unpack(TASK, SHA, tmp_path / "work")
    assert {entry.name for entry in tmp_path.iterdir()} == {"cache"}


def test_limits_hold_for_all_archives_together(
    files: WorkingFiles, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(archives_rules, "UNPACKED_ENTRIES_MAX", 3)
    indexed(tmp_path, [add("a"), add("b")], [add("c"), add("d")])
    with pytest.raises(BadFiles, match="more than 3 entries"):
        files.unpack(TASK, SHA, tmp_path / "work")


@pytest.mark.parametrize("index", [b"{", b'{"archives": []}', index_of([SHA])])
def test_an_index_that_is_damaged_or_names_itself_is_named(
    files: WorkingFiles, tmp_path: Path, index: bytes
) -> None:
    (tmp_path / "cache" / SHA).write_bytes(index)
    with pytest.raises(BadFiles, match=SHA):
        files.unpack(TASK, SHA, tmp_path / "work")
