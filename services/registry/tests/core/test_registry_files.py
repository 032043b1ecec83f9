"""Files stored as chunks in xorbs: whole lists of facts, in order."""

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
    KeyChunk,
    MakeCommit,
    ObjectKind,
    ObjectUpload,
    RefKind,
    RegisterFiles,
    RepositoryType,
    ReserveUploads,
    UploadProof,
    Visibility,
    XetFile,
)
from muster.events.registry_events import (
    CommitMade,
    FilesRegistered,
    ProvenObject,
    StoredBytes,
)
from muster.events.shared.command_answers import CommandRejected, RejectionCode
from muster.registry.core.decisions import DECIDER
from muster.registry.core.state import FILES, HOLDINGS, OBJECTS, REFS, ref_key
from muster.registry.core.storage.files import FILES_MAX, KEY_CHUNKS_MAX, XORBS_MAX
from muster.registry.core.storage.uploads import OBJECT_ABSENT, copies_prefix
from muster.testkit.cores.deciding import Decisions, given

REPO, RECORD, ONE, TWO = "repo-aaaa", "a" * 64, "b" * 64, "c" * 64
ROOT, SHA256, FILE = "d" * 64, "e" * 64, "f" * 64
ANN: dict[str, Any] = {"tenant": "acme", "requested_by": "ann", "teams": (), "roles": ("submitter",)}
CAT: dict[str, Any] = {**ANN, "tenant": "globex", "requested_by": "cat"}
KEY = f"{copies_prefix(f'file/{RECORD}', 'up-r')}n"
XET = XetFile(record=RECORD, file=FILE, sha256=SHA256, size_bytes=5_000, xorbs=(ONE, TWO))
REGISTER = RegisterFiles(
    repository=REPO,
    files=(XET,),
    key_chunks=(KeyChunk(chunk=SHA256, xorb=ONE, record=RECORD),),
    proofs=(UploadProof(upload="up-r", object_key=KEY),),
    **ANN,
)


def uploaded(*xorbs: tuple[str, int], who: dict[str, Any] = ANN, repository: str = REPO) -> Decisions:
    """Return a core with a repository, these xorbs proven, and the record reserved."""
    core = given(DECIDER).when(created(who, repository))
    uploads = tuple(
        ObjectUpload(upload=f"up-{hash_[0]}", kind=ObjectKind.XORB, hash=hash_, size_bytes=size)
        for hash_, size in xorbs
    )
    record = ObjectUpload(upload="up-r", kind=ObjectKind.FILE, hash=RECORD, size_bytes=10)
    core.when(ReserveUploads(repository=repository, uploads=(*uploads, record), **who))
    for each in uploads:
        key = f"{copies_prefix(f'xorb/{each.hash}', each.upload)}n"
        core.when(ConfirmUpload(repository=repository, upload=each.upload, object_key=key, **who))
    return core


def created(who: dict[str, Any], repository: str) -> CreateRepository:
    return CreateRepository(
        repository=repository,
        repository_type=RepositoryType.MODEL,
        namespace=who["tenant"],
        name="llama",
        visibility=Visibility.INTERNAL,
        **who,
    )


def commit(base: str, size_bytes: int = 5_000) -> MakeCommit:
    return MakeCommit(
        repository=REPO,
        branch="main",
        base=base,
        parent=None,
        body_digest="d1",
        title="weights",
        description="",
        root=ROOT,
        files=(FileAdded(path="w.bin", kind=FileKind.XET, hash=RECORD, size_bytes=size_bytes),),
        deleted=(),
        trees=(),
        card=None,
        proofs=(),
        **ANN,
    )


def base_of(core: Decisions) -> str:
    head = core.state.get(REFS, ref_key(REPO, RefKind.BRANCH, "main"))
    assert head is not None
    return head


def test_a_commit_refers_to_and_counts_the_record_and_xorbs_of_a_file() -> None:
    core = uploaded((ONE, 100), (TWO, 1_000)).when(REGISTER)
    proven = ProvenObject(upload="up-r", object=f"file/{RECORD}", size_bytes=10, object_key=KEY)
    core.then(
        FilesRegistered(
            repository=REPO,
            files=(XET,),
            key_chunks=REGISTER.key_chunks,
            proven=(proven,),
            tenant="acme",
            requested_by="acme/ann",
        )
    )
    [made] = core.when(commit(base_of(core))).decided
    assert isinstance(made, CommitMade)
    assert made.objects == (f"file/{RECORD}", f"xorb/{ONE}", f"xorb/{TWO}")
    assert made.stored == StoredBytes(unique_bytes=1_110, reserved_bytes=0)
    core.when(DeleteRepository(repository=REPO, **ANN))
    for _ in range(3):
        core.when_time_comes()
    kinds: list[Kind[Any]] = [FILES, HOLDINGS, OBJECTS]
    for kind in kinds:
        assert list(core.state.scan(kind)) == []


def test_files_whose_xorbs_are_not_stored_are_rejected() -> None:
    answer = uploaded((ONE, 100)).when(REGISTER).decided[0]
    assert isinstance(answer, CommandRejected)
    assert (answer.code, answer.detail_code) == (RejectionCode.INVALID, OBJECT_ABSENT)
    assert answer.message == f"1 objects are not stored: xorb/{TWO}; must be xorbs that were uploaded"


def test_xorbs_of_another_organisation_count_as_not_stored() -> None:
    core = uploaded((ONE, 100), (TWO, 1_000)).when(created(CAT, "repo-bbbb"))
    core.when(replace(REGISTER, repository="repo-bbbb", **CAT))
    assert isinstance(core.decided[0], CommandRejected)
    assert core.decided[0].detail_code == OBJECT_ABSENT


def test_commits_of_unregistered_files_or_other_sizes_are_rejected() -> None:
    core = uploaded((ONE, 100), (TWO, 1_000))
    for size, reason in (
        (5_000, "objects are not stored"),
        (4_999, "size_bytes of w.bin is 4999; must be 5000"),
    ):
        core.when(commit(base_of(core), size))
        assert isinstance(core.decided[0], CommandRejected)
        assert reason in core.decided[0].message
        core.when(REGISTER)


@pytest.mark.parametrize(
    ("wrong", "reason"),
    [
        ({"files": ()}, f"files is 0 items; must be 1 to {FILES_MAX}"),
        ({"files": (replace(XET, file="F" * 64),)}, "must be 64 of 0-9 a-f"),
        ({"files": (replace(XET, size_bytes=-1),)}, "size_bytes is -1; must be 0 or more"),
        ({"files": (replace(XET, xorbs=(ONE,) * (XORBS_MAX + 1)),)}, f"at most {XORBS_MAX} a command"),
        ({"key_chunks": REGISTER.key_chunks * (KEY_CHUNKS_MAX + 1)}, f"at most {KEY_CHUNKS_MAX}"),
    ],
    ids=("none", "digits", "size", "xorbs", "chunks"),
)
def test_invalid_files_are_rejected_by_field(wrong: dict[str, Any], reason: str) -> None:
    answer = uploaded((ONE, 100), (TWO, 1_000)).when(replace(REGISTER, **wrong)).decided[0]
    assert isinstance(answer, CommandRejected)
    assert reason in answer.message
