"""Xorbs stored as deltas from others: whole lists of facts, in order."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from muster.deciding import Kind
from muster.events.registry_commands import (
    CreateRepository,
    DeleteRepository,
    FileAdded,
    FileKind,
    MakeCommit,
    ObjectKind,
    ObjectUpload,
    RefKind,
    RegisterFiles,
    RepackXorb,
    RepositoryType,
    ReserveRepacking,
    ReserveUploads,
    SetStorageQuota,
    UploadProof,
    Visibility,
    XetFile,
)
from muster.events.registry_events import (
    BaseXorb,
    ObjectCondemned,
    ObjectDeleted,
    ProvenObject,
    StoredBytes,
    UploadsReserved,
    XorbRepacked,
)
from muster.events.shared.command_answers import CommandRejected, CommandRepeated, RejectionCode
from muster.registry.core.decisions import DECIDER
from muster.registry.core.deltas.entities import DIFFERENCES, LEANING
from muster.registry.core.state import OBJECTS, REFS, USES, ref_key
from muster.registry.core.storage.cached_copies import WINDOW_MS, is_plain_over, plain_of, window_at
from muster.registry.core.storage.collecting import GRACE_MS
from muster.registry.core.storage.uploads import OBJECT_ABSENT, UPLOAD_MS, copies_prefix
from muster.testkit.cores.deciding import Decisions, given

BASE, TUNED = "repo-aaaa", "repo-bbbb"
OLD, NEW, THIRD, DELTA = "a" * 64, "b" * 64, "c" * 64, "d" * 64
RECORDS = {BASE: "1" * 64, TUNED: "2" * 64}
XORBS = {BASE: (OLD,), TUNED: (NEW, THIRD)}
SIZE_BYTES = 1_000
ANN: dict[str, Any] = {"tenant": "acme", "requested_by": "ann", "teams": (), "roles": ("submitter",)}
SERVICE: dict[str, Any] = {"object": f"xorb/{NEW}", "tenant": "acme", "requested_by": "registry"}
ROOM = ReserveRepacking(
    uploads=(ObjectUpload(upload="up-d", kind=ObjectKind.DELTA, hash=DELTA, size_bytes=300),), **SERVICE
)
DELTA_KEY = f"{copies_prefix(f'delta/{DELTA}', 'up-d')}n"
REPACK = RepackXorb(
    bases=(OLD,),
    proof=UploadProof(upload="up-d", object_key=DELTA_KEY),
    repository=TUNED,
    base_repository=BASE,
    **SERVICE,
)


def key_of(xorb: str) -> str:
    return f"{copies_prefix(f'xorb/{xorb}', f'up-{xorb[0]}')}n"


def committed(core: Decisions, repository: str) -> Decisions:
    """Commit a file with its xorbs to a repository."""
    record = RECORDS[repository]
    wanted = [(ObjectKind.XORB, xorb, SIZE_BYTES) for xorb in XORBS[repository]]
    wanted.append((ObjectKind.FILE, record, 10))
    uploads = tuple(
        ObjectUpload(upload=f"up-{hash_[0]}", kind=kind, hash=hash_, size_bytes=size_bytes)
        for kind, hash_, size_bytes in wanted
    )
    proofs = tuple(
        UploadProof(
            upload=each.upload,
            object_key=f"{copies_prefix(f'{each.kind.value.lower()}/{each.hash}', each.upload)}n",
        )
        for each in uploads
    )
    core = core.when(
        CreateRepository(
            repository=repository,
            repository_type=RepositoryType.MODEL,
            namespace="acme",
            name=repository,
            visibility=Visibility.INTERNAL,
            **ANN,
        )
    ).when(ReserveUploads(repository=repository, uploads=uploads, **ANN))
    file = XetFile(record=record, file="e" * 64, sha256="", size_bytes=2_000, xorbs=XORBS[repository])
    core = core.when(RegisterFiles(repository=repository, files=(file,), key_chunks=(), proofs=proofs, **ANN))
    base = core.state.get(REFS, ref_key(repository, RefKind.BRANCH, "main"))
    assert base is not None
    return core.when(
        MakeCommit(
            repository=repository,
            branch="main",
            base=base,
            parent=None,
            body_digest="1",
            title="weights",
            description="",
            root="f" * 64,
            files=(FileAdded(path="w", kind=FileKind.XET, hash=record, size_bytes=2_000),),
            deleted=(),
            trees=(),
            card=None,
            proofs=(),
            **ANN,
        )
    )


def family() -> Decisions:
    """Return a core with a base, and a fine-tune of it in two separate xorbs."""
    return committed(committed(given(DECIDER), BASE), TUNED)


def test_charges_are_unchanged_and_the_reservation_ends() -> None:
    core = family()
    unique_bytes = 3 * SIZE_BYTES + 20
    core.when(ROOM).then(
        UploadsReserved(
            uploads=ROOM.uploads,
            expires_at_ms=core.now_ms + 24 * 3_600_000,
            tenant="acme",
            requested_by="acme/registry",
            stored=StoredBytes(unique_bytes=unique_bytes, reserved_bytes=300),
        )
    )
    core.when(REPACK).then(
        XorbRepacked(
            object=f"xorb/{NEW}",
            object_key=key_of(NEW),
            size_bytes=SIZE_BYTES,
            bases=(BaseXorb(xorb=OLD, object_key=key_of(OLD)),),
            proven=ProvenObject(upload="up-d", object=f"delta/{DELTA}", size_bytes=300, object_key=DELTA_KEY),
            repository=TUNED,
            base_repository=BASE,
            tenant="acme",
            requested_by="acme/registry",
            stored=StoredBytes(unique_bytes=unique_bytes, reserved_bytes=0),
        )
    )
    core.when(REPACK)
    assert [type(fact) for fact in core.decided] == [CommandRepeated]


def test_a_base_stays_in_the_store_as_long_as_its_deltas() -> None:
    core = family().when(ROOM).when(REPACK).when(DeleteRepository(repository=BASE, **ANN))
    facts = list(core.decided)
    for _ in range(5):
        facts += core.when(after_ms=GRACE_MS).decided
    gone = {fact.object for fact in facts if isinstance(fact, ObjectDeleted | ObjectCondemned)}
    assert gone == {f"file/{RECORDS[BASE]}"}
    core.when(DeleteRepository(repository=TUNED, **ANN))
    order = [
        fact.object
        for _ in range(6)
        for fact in core.when(after_ms=GRACE_MS).decided
        if isinstance(fact, ObjectDeleted)
    ]
    assert set(order[:3]) == {f"xorb/{NEW}", f"xorb/{THIRD}", f"file/{RECORDS[TUNED]}"}
    assert set(order[3:]) == {f"xorb/{OLD}", f"delta/{DELTA}"}
    kinds: list[Kind[Any]] = [DIFFERENCES, LEANING, OBJECTS, USES]
    for kind in kinds:
        assert list(core.state.scan(kind)) == [], kind.name


def test_bases_are_never_deltas_and_deltas_never_bases() -> None:
    core = family().when(ROOM).when(REPACK)
    other = replace(ROOM, object=f"xorb/{OLD}", uploads=(replace(ROOM.uploads[0], upload="up-x"),))
    proof = UploadProof(upload="up-x", object_key=f"{copies_prefix(f'delta/{DELTA}', 'up-x')}n")
    on_it = replace(REPACK, object=f"xorb/{OLD}", bases=(THIRD,), proof=proof)
    [refused] = core.when(other).when(on_it).decided
    assert isinstance(refused, CommandRejected)
    assert "must be a xorb that is not the base of a delta" in refused.message
    chain = replace(REPACK, object=f"xorb/{THIRD}", bases=(NEW,), proof=proof)
    [refused] = core.when(chain).decided
    assert isinstance(refused, CommandRejected)
    assert "that is not stored as a delta" in refused.message
    [repacked] = core.when(replace(chain, bases=(OLD,))).decided
    assert isinstance(repacked, XorbRepacked)
    assert core.state.get(LEANING, f"xorb/{OLD}") == 2


def test_a_missing_delta_leaves_the_xorb_unchanged_and_its_reservation_expires() -> None:
    core = family()
    [refused] = core.when(REPACK).decided
    assert isinstance(refused, CommandRejected)
    assert (refused.code, refused.detail_code) == (RejectionCode.INVALID, OBJECT_ABSENT)
    core.when(ROOM).when(after_ms=UPLOAD_MS + 1)  # nobody asked again, and a day is over
    assert core.state.get(DIFFERENCES, f"xorb/{NEW}") is None
    assert core.state.get(USES, f"delta/{DELTA}") is None


def test_a_xorb_is_unchanged_when_the_quota_has_no_room_for_its_delta() -> None:
    operator: dict[str, Any] = {**ANN, "roles": ("operator",)}
    core = family().when(SetStorageQuota(organisation="acme", quota_bytes=3_100, **operator))
    [refused] = core.when(ROOM).decided
    assert isinstance(refused, CommandRejected)
    assert refused.code is RejectionCode.QUOTA_EXCEEDED


@pytest.mark.parametrize(
    ("wrong", "reason"),
    [
        ({"tenant": "globex"}, "must be one that live commits of globex refer to"),
        ({"object": f"xorb/{'9' * 64}"}, "must be one that live commits of acme refer to"),
        ({"bases": ()}, "bases is 0 items; must be 1 to 64 other xorbs"),
        ({"bases": (OLD, OLD)}, "bases is 2 items; must be 1 to 64 other xorbs, each once"),
        ({"bases": (NEW,)}, "bases is 1 items; must be 1 to 64 other xorbs"),
        ({"bases": ("9" * 64,)}, "must be one that live commits of acme refer to"),
    ],
    ids=("organisation", "object", "none", "twice", "itself", "foreign"),
)
def test_invalid_deltas_are_rejected_by_field(wrong: dict[str, Any], reason: str) -> None:
    [refused] = family().when(ROOM).when(replace(REPACK, **wrong)).decided
    assert isinstance(refused, CommandRejected)
    assert reason in refused.message


def test_deltas_that_save_too_little_are_rejected() -> None:
    larger = replace(ROOM, uploads=(replace(ROOM.uploads[0], size_bytes=751),))
    [refused] = family().when(larger).when(REPACK).decided
    assert isinstance(refused, CommandRejected)
    assert "must be at most 75 % of the xorb's 1000 bytes" in refused.message


def test_a_copy_lasts_a_whole_window_after_its_last_request() -> None:
    at_ms = 20_000 * WINDOW_MS + 5
    key = f"{plain_of(window_at(at_ms), OLD)}nonce"
    assert key == f"registry/plain/20000/aa/{OLD}/nonce"
    last_ms = (window_at(at_ms) + 2) * WINDOW_MS
    assert not is_plain_over(key, last_ms - 1)
    assert is_plain_over(key, last_ms)
    assert not is_plain_over("registry/plain/else", last_ms)
