"""Files uploaded whole and repacked into chunks: whole lists of facts, in order."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from muster.deciding import Kind
from muster.events.registry_commands import (
    ConfirmUpload,
    CreateRepository,
    DeleteRepository,
    FileAdded,
    FileKind,
    MakeCommit,
    ObjectKind,
    ObjectUpload,
    RefKind,
    RepackObject,
    RepositoryType,
    ReserveRepacking,
    ReserveUploads,
    SetStorageQuota,
    UploadProof,
    Visibility,
    XetFile,
)
from muster.events.registry_events import (
    CommitMade,
    CommitReleased,
    KeptBytes,
    ObjectCondemned,
    ObjectDeleted,
    ObjectRepacked,
    ProvenObject,
    RepositoryDeleted,
    RepositoryQuarantined,
    StoredBytes,
    UploadsReserved,
)
from muster.events.scan_events import ScanCompleted, ScanVerdict
from muster.events.shared.command_answers import CommandRejected, CommandRepeated, RejectionCode
from muster.registry.core.decisions import DECIDER
from muster.registry.core.state import HOLDINGS, OBJECTS, REFS, REPACKED, USES, ref_key
from muster.registry.core.storage.collecting import GRACE_MS
from muster.registry.core.storage.uploads import OBJECT_ABSENT, copies_prefix
from muster.testkit.cores.deciding import Decisions, given

REPO, WHOLE, RECORD, ONE, TWO = "repo-aaaa", "a" * 64, "b" * 64, "c" * 64, "d" * 64
LFS = f"lfs/{WHOLE}"
ANN: dict[str, Any] = {"tenant": "acme", "requested_by": "ann", "teams": (), "roles": ("submitter",)}
SERVICE: dict[str, Any] = {"object": LFS, "tenant": "acme", "requested_by": "registry"}
XET = XetFile(record=RECORD, file="e" * 64, sha256=WHOLE, size_bytes=5_000, xorbs=(ONE, TWO))
RESERVE = ReserveRepacking(
    uploads=(
        ObjectUpload(upload="up-1", kind=ObjectKind.XORB, hash=ONE, size_bytes=1_000),
        ObjectUpload(upload="up-2", kind=ObjectKind.XORB, hash=TWO, size_bytes=100),
        ObjectUpload(upload="up-r", kind=ObjectKind.FILE, hash=RECORD, size_bytes=10),
    ),
    **SERVICE,
)
KEYS = {
    "up-1": f"{copies_prefix(f'xorb/{ONE}', 'up-1')}n",
    "up-2": f"{copies_prefix(f'xorb/{TWO}', 'up-2')}n",
    "up-r": f"{copies_prefix(f'file/{RECORD}', 'up-r')}n",
}
REPACK = RepackObject(
    file=XET,
    key_chunks=(),
    proofs=tuple(UploadProof(upload=name, object_key=key) for name, key in KEYS.items()),
    **SERVICE,
)


def committed() -> Decisions:
    """Return a core with a repository that has a file uploaded whole."""
    core = given(DECIDER).when(
        CreateRepository(
            repository=REPO,
            repository_type=RepositoryType.MODEL,
            namespace="acme",
            name="llama",
            visibility=Visibility.INTERNAL,
            **ANN,
        )
    )
    whole = ObjectUpload(upload="up-w", kind=ObjectKind.LFS, hash=WHOLE, size_bytes=5_000)
    core.when(ReserveUploads(repository=REPO, uploads=(whole,), **ANN))
    core.when(
        ConfirmUpload(repository=REPO, upload="up-w", object_key=f"{copies_prefix(LFS, 'up-w')}n", **ANN)
    )
    return core.when(commit(core, "w.bin"))


def commit(core: Decisions, path: str, size_bytes: int = 5_000) -> MakeCommit:
    base = core.state.get(REFS, ref_key(REPO, RefKind.BRANCH, "main"))
    assert base is not None
    return MakeCommit(
        repository=REPO,
        branch="main",
        base=base,
        parent=None,
        body_digest=path,
        title="weights",
        description="",
        root="f" * 64,
        files=(FileAdded(path=path, kind=FileKind.LFS, hash=WHOLE, size_bytes=size_bytes),),
        deleted=(),
        trees=(),
        card=None,
        proofs=(),
        **ANN,
    )


def repacked() -> Decisions:
    return committed().when(RESERVE).when(REPACK)


def test_parts_replace_the_whole_object_and_are_counted_in_the_same_step() -> None:
    core = committed().when(RESERVE)
    core.then(
        UploadsReserved(
            uploads=RESERVE.uploads,
            expires_at_ms=core.now_ms + 24 * 3_600_000,
            tenant="acme",
            requested_by="acme/registry",
            stored=StoredBytes(unique_bytes=5_000, reserved_bytes=1_110),
        )
    )
    proven = tuple(
        ProvenObject(
            upload=each.upload, object=object_, size_bytes=each.size_bytes, object_key=KEYS[each.upload]
        )
        for each, object_ in zip(
            RESERVE.uploads, (f"xorb/{ONE}", f"xorb/{TWO}", f"file/{RECORD}"), strict=True
        )
    )
    core.when(REPACK).then(
        ObjectRepacked(
            object=LFS,
            file=XET,
            key_chunks=(),
            proven=proven,
            tenant="acme",
            requested_by="acme/registry",
            stored=StoredBytes(unique_bytes=1_110, reserved_bytes=0),
            changed=(
                KeptBytes(
                    repository=REPO,
                    repository_type=RepositoryType.MODEL,
                    namespace="acme",
                    name="llama",
                    more_bytes=-3_890,
                ),
            ),
        )
    )
    core.when(REPACK)
    assert [type(fact) for fact in core.decided] == [CommandRepeated]


def test_the_whole_object_is_collected_while_commits_keep_its_name() -> None:
    core = repacked()
    assert ObjectCondemned(object=LFS) in core.when(after_ms=GRACE_MS).decided
    gone = ObjectDeleted(object=LFS, object_key=f"{copies_prefix(LFS, 'up-w')}n")
    assert gone in core.when(after_ms=GRACE_MS).decided
    assert core.state.get(OBJECTS, f"xorb/{ONE}") is not None
    [refused] = core.when(commit(core, "copy.bin", 4_999)).decided
    assert isinstance(refused, CommandRejected)
    assert "size_bytes of copy.bin is 4999; must be 5000" in refused.message
    [made] = core.when(commit(core, "copy.bin")).decided
    assert isinstance(made, CommitMade)
    assert (made.objects, made.stored.unique_bytes) == ((LFS,), 1_110)
    again = ObjectUpload(upload="up-w2", kind=ObjectKind.LFS, hash=WHOLE, size_bytes=5_000)
    [reserved] = core.when(ReserveUploads(repository=REPO, uploads=(again,), **ANN)).decided
    assert isinstance(reserved, UploadsReserved)
    assert reserved.uploads == (), "a repeated upload is reported as held"


def test_a_verdict_applies_after_the_whole_bytes_are_gone() -> None:
    core = repacked().when(after_ms=GRACE_MS).when(after_ms=GRACE_MS)
    assert core.state.get(OBJECTS, LFS) is None
    said = ScanCompleted(
        scan="scan-1", object=LFS, rules_version="1", verdict=ScanVerdict.MALICIOUS, reason="a program"
    )
    closed = [fact for fact in core.when(said).decided if isinstance(fact, RepositoryQuarantined)]
    assert [(fact.repository, fact.object) for fact in closed] == [(REPO, LFS)]


def test_parts_are_released_with_the_last_commit_that_names_the_file() -> None:
    core = repacked()
    core.when(commit(core, "copy.bin")).when(DeleteRepository(repository=REPO, **ANN))
    facts = list(core.decided)
    for _ in range(3):
        facts += core.when(after_ms=GRACE_MS).decided
    released = [fact for fact in facts if isinstance(fact, CommitReleased) and fact.objects]
    assert [fact.stored.unique_bytes for fact in released] == [1_110, 0]
    assert [fact.chunks_of for fact in released] == [(), (LFS,)]
    assert isinstance(facts[0], RepositoryDeleted)
    kinds: list[Kind[Any]] = [HOLDINGS, OBJECTS, REPACKED, USES]
    for kind in kinds:
        assert list(core.state.scan(kind)) == [], kind.name


def test_missing_parts_leave_the_whole_object_unchanged() -> None:
    core = committed()
    before = core.state.get(USES, LFS), core.state.get(HOLDINGS, f"acme/{LFS}")
    [refused] = core.when(REPACK).decided
    assert isinstance(refused, CommandRejected)
    assert (refused.code, refused.detail_code) == (RejectionCode.INVALID, OBJECT_ABSENT)
    core.when(RESERVE).when_time_comes()  # nobody asked again, and a day is over
    assert (core.state.get(USES, LFS), core.state.get(HOLDINGS, f"acme/{LFS}")) == before
    assert core.state.get(REPACKED, f"acme/{LFS}") is None


def test_a_file_stays_whole_when_the_quota_has_no_room_for_both() -> None:
    operator: dict[str, Any] = {**ANN, "roles": ("operator",)}
    core = committed().when(SetStorageQuota(organisation="acme", quota_bytes=6_000, **operator))
    [refused] = core.when(RESERVE).decided
    assert isinstance(refused, CommandRejected)
    assert refused.code is RejectionCode.QUOTA_EXCEEDED


@pytest.mark.parametrize(
    ("wrong", "reason"),
    [
        ({"tenant": "globex"}, "must be one that live commits of globex refer to"),
        ({"object": f"lfs/{ONE}"}, "must be one that live commits of acme refer to"),
        ({"file": replace(XET, sha256=ONE)}, f"must be {LFS} of 5000 bytes"),
        ({"file": replace(XET, size_bytes=4_999)}, f"must be {LFS} of 5000 bytes"),
        ({"file": replace(XET, xorbs=())}, "xorbs is 0 items; must be 1 to 2000"),
        ({"file": replace(XET, file="E" * 64)}, "must be 64 of 0-9 a-f"),
    ],
    ids=("organisation", "object", "digest", "size", "xorbs", "digits"),
)
def test_invalid_repackings_are_rejected_by_field(wrong: dict[str, Any], reason: str) -> None:
    [refused] = committed().when(RESERVE).when(replace(REPACK, **wrong)).decided
    assert isinstance(refused, CommandRejected)
    assert reason in refused.message
