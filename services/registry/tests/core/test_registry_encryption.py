"""Organisations whose objects are encrypted with their own key: whole lists of facts, in order."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from muster.cas.naming import digest_of, encrypted_as, encryption_key_of
from muster.events.registry_commands import (
    ConfirmUpload,
    CreateRepository,
    DeleteRepository,
    FileAdded,
    FileKind,
    MakeCommit,
    ObjectKind,
    ObjectUpload,
    RegisterFiles,
    RepositoryType,
    ReserveUploads,
    SetEncryption,
    TreeAdded,
    Visibility,
    XetFile,
)
from muster.events.registry_events import CommitMade, EncryptionSet, UploadsReserved
from muster.events.shared.command_answers import CommandRejected, RejectionCode
from muster.registry.core.decisions import DECIDER
from muster.registry.core.state import OBJECTS, organisation
from muster.registry.core.storage.collecting import GRACE_MS
from muster.registry.core.storage.uploads import UPLOAD_MS, copies_prefix, object_at, staging_key
from muster.testkit.cores.deciding import Decisions, given

KEY = "acme-2026"
REPO, WEIGHTS, ROOT = "repo-aaaa", "a" * 64, "b" * 64
MINE, MY_ROOT = f"{WEIGHTS}~{KEY}", f"{ROOT}~{KEY}"
ANN: dict[str, Any] = {"tenant": "acme", "requested_by": "ann", "teams": (), "roles": ("submitter",)}
CAT: dict[str, Any] = {"tenant": "globex", "requested_by": "cat", "teams": (), "roles": ("submitter",)}
OPERATOR: dict[str, Any] = {**ANN, "requested_by": "ops", "roles": ("operator",)}
ENCRYPT = SetEncryption(organisation="acme", key=KEY, **OPERATOR)
ENCRYPTED = EncryptionSet(organisation="acme", key=KEY, tenant="acme", requested_by="acme/ops")


def create(repository: str, who: dict[str, Any]) -> CreateRepository:
    return CreateRepository(
        repository=repository,
        repository_type=RepositoryType.MODEL,
        namespace=str(who["tenant"]),
        name=repository,
        visibility=Visibility.INTERNAL,
        **who,
    )


def reserve(hash_: str, upload: str = "up-1", kind: ObjectKind = ObjectKind.LFS) -> ReserveUploads:
    each = ObjectUpload(upload=upload, kind=kind, hash=hash_, size_bytes=100)
    return ReserveUploads(repository=REPO, uploads=(each,), **ANN)


def pushed(core: Decisions, weights: str, root: str, repository: str, who: dict[str, Any]) -> CommitMade:
    """Commit a file and its directory, under these hashes, to a new repository."""
    core.when(create(repository, who))
    [created] = core.decided
    for number, (kind, hash_) in enumerate(((ObjectKind.LFS, weights), (ObjectKind.TREE, root))):
        upload, object_ = f"{repository}-{number}", f"{kind.value.lower()}/{hash_}"
        each = ObjectUpload(upload=upload, kind=kind, hash=hash_, size_bytes=100)
        key = f"{copies_prefix(object_, upload)}n"
        core.when(
            ReserveUploads(repository=repository, uploads=(each,), **who),
            ConfirmUpload(repository=repository, upload=upload, object_key=key, **who),
        )
    core.when(
        MakeCommit(
            repository=repository,
            branch="main",
            base=created.commit,
            parent=None,
            body_digest="d",
            title="weights",
            description="",
            root=root,
            files=(FileAdded(path="w.bin", kind=FileKind.LFS, hash=weights, size_bytes=100),),
            deleted=(),
            trees=(TreeAdded(hash=root),),
            card=None,
            **who,
        )
    )
    return next(fact for fact in core.decided if isinstance(fact, CommitMade))


def refusal(core: Decisions) -> tuple[RejectionCode, str]:
    [fact] = core.decided
    assert isinstance(fact, CommandRejected), fact
    return fact.code, fact.message


def test_equal_bytes_of_other_organisations_are_other_objects() -> None:
    core = given(DECIDER).when(ENCRYPT).then(ENCRYPTED)
    mine = pushed(core, MINE, MY_ROOT, REPO, ANN)
    theirs = pushed(core, WEIGHTS, ROOT, "repo-bbbb", CAT)
    assert mine.objects == (f"lfs/{MINE}", f"tree/{MY_ROOT}")
    assert theirs.objects == (f"lfs/{WEIGHTS}", f"tree/{ROOT}")
    for object_, repository in ((f"lfs/{MINE}", REPO), (f"lfs/{WEIGHTS}", "repo-bbbb")):
        stored = core.state.get(OBJECTS, object_)
        assert stored is not None
        assert object_at(stored.key) == object_
        assert stored.key.startswith(f"registry/lfs/aa/{object_.removeprefix('lfs/')}/{repository}-0.")
    core.when(DeleteRepository(repository="repo-bbbb", **CAT), after_ms=1)
    core.when(after_ms=1)
    core.when(after_ms=GRACE_MS + 1)
    stored = core.state.get(OBJECTS, f"lfs/{WEIGHTS}")
    assert stored is None or stored.condemned
    kept = core.state.get(OBJECTS, f"lfs/{MINE}")
    assert kept is not None
    assert not kept.condemned


@pytest.mark.parametrize("hash_", [WEIGHTS, f"{WEIGHTS}~other", f"{WEIGHTS}~{KEY}x", f"x~{KEY}", f"~{KEY}"])
def test_encrypted_organisations_name_objects_with_their_key(hash_: str) -> None:
    core = given(DECIDER).when(ENCRYPT, create(REPO, ANN)).when(reserve(hash_))
    assert refusal(core) == (
        RejectionCode.INVALID,
        f"hash is {hash_}; must be 64 of 0-9 a-f, then ~{KEY}",
    )
    core.when(reserve(MINE))
    [reserved] = core.decided
    assert isinstance(reserved, UploadsReserved)


def test_other_organisations_name_objects_without_a_key() -> None:
    core = given(DECIDER).when(create(REPO, ANN)).when(reserve(MINE))
    assert refusal(core) == (RejectionCode.INVALID, f"hash is {MINE}; must be 64 of 0-9 a-f")


def test_chunked_files_and_their_xorbs_have_the_same_key() -> None:
    core = given(DECIDER).when(ENCRYPT, create(REPO, ANN))
    file = XetFile(
        record=f"{'c' * 64}~{KEY}", file="d" * 64, sha256="e" * 64, size_bytes=9, xorbs=("f" * 64,)
    )
    core.when(RegisterFiles(repository=REPO, files=(file,), key_chunks=(), proofs=(), **ANN))
    assert refusal(core) == (
        RejectionCode.INVALID,
        f"hash is {'f' * 64}; must be 64 of 0-9 a-f, then ~{KEY}",
    )
    again = replace(file, xorbs=(f"{'f' * 64}~{KEY}",))
    core.when(RegisterFiles(repository=REPO, files=(again,), key_chunks=(), proofs=(), **ANN))
    assert "objects are not stored" in refusal(core)[1]


def test_the_key_changes_only_while_nothing_is_stored() -> None:
    core = given(DECIDER).when(create(REPO, ANN)).when(reserve(WEIGHTS)).when(ENCRYPT)
    code, text = refusal(core)
    assert (code, "acme stores 0 bytes and has reserved 100" in text) == (RejectionCode.WRONG_STATE, True)
    core.when(after_ms=UPLOAD_MS + 1).when(ENCRYPT).then(ENCRYPTED)
    pushed(core, MINE, MY_ROOT, "repo-cccc", ANN)
    core.when(replace(ENCRYPT, key="")).when(replace(ENCRYPT, key="acme-2027"))
    assert refusal(core)[0] is RejectionCode.WRONG_STATE
    core.when(ENCRYPT).then(ENCRYPTED)
    assert organisation(core.state, "acme").encryption_key == KEY


@pytest.mark.parametrize("key", ["Acme", "a~b", "-a", "a/b", "a" * 64])
def test_key_names_are_valid_path_parts(key: str) -> None:
    core = given(DECIDER).when(replace(ENCRYPT, key=key))
    code, text = refusal(core)
    assert (code, text.startswith(f"key is {key!r}; must be 1 to 63 of a-z 0-9 -")) == (
        RejectionCode.INVALID,
        True,
    )


def test_uploads_are_staged_under_the_key_of_their_object() -> None:
    assert staging_key("up-1", f"lfs/{MINE}") == f"registry/uploads/up-1~{KEY}"
    assert staging_key("up-1", f"lfs/{WEIGHTS}") == "registry/uploads/up-1"


@pytest.mark.parametrize("key", ["", KEY])
def test_object_names_can_be_parsed_back(key: str) -> None:
    named = encrypted_as(WEIGHTS, key)
    for each in (named, f"lfs/{named}"):
        assert (digest_of(each), encryption_key_of(each)) == (WEIGHTS, key)
