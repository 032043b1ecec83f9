"""Tokens that are limited to some repositories: whole lists of facts, in order."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, TypeVar

import pytest
from muster.events.registry_commands import (
    AccessLevel,
    ConfirmUpload,
    CreateRepository,
    DeleteRepository,
    FileAdded,
    FileKind,
    GrantAccess,
    GranteeKind,
    MakeCommit,
    MoveRepository,
    ObjectKind,
    ObjectUpload,
    PromoteVersion,
    RegisterFiles,
    RepositoryType,
    ReserveUploads,
    SetVisibility,
    Visibility,
    XetFile,
)
from muster.events.registry_events import (
    CommitMade,
    FilesRegistered,
    RepositoryCreated,
    UploadProven,
    UploadsReserved,
    VersionPromoted,
)
from muster.events.shared.command_answers import CommandRejected, RejectionCode
from muster.registry.core.decisions import DECIDER
from muster.registry.core.state import HOLDINGS, held_key, organisation
from muster.registry.core.storage.uploads import OBJECT_ABSENT, UPLOAD_MS, copies_prefix
from muster.testkit.cores.deciding import Decisions, given

T = TypeVar("T")

MINE, OTHER = "repo-aaaa", "repo-bbbb"
WEIGHTS, ROOT, XORB, RECORD = "a" * 64, "b" * 64, "c" * 64, "d" * 64
OPS: dict[str, Any] = {
    "tenant": "acme",
    "requested_by": "ops",
    "teams": (),
    "roles": ("operator", "submitter"),
}
CI: dict[str, Any] = {**OPS, "repositories": ("model/acme/mine",)}
"""The same person, with a token for one repository."""
BOTH: dict[str, Any] = {**OPS, "repositories": ("model/acme/mine", "model/acme/other")}


def create(name: str, repository: str, who: dict[str, Any] = OPS, **changes: Any) -> CreateRepository:
    fields: dict[str, Any] = {
        "repository": repository,
        "repository_type": RepositoryType.MODEL,
        "namespace": "acme",
        "name": name,
        "visibility": Visibility.INTERNAL,
        **who,
    }
    return CreateRepository(**fields | changes)


def reserve(
    upload: str, who: dict[str, Any], repository: str, object_: str = f"lfs/{WEIGHTS}"
) -> ReserveUploads:
    kind, _, hash_ = object_.partition("/")
    one = ObjectUpload(upload=upload, kind=ObjectKind(kind.upper()), hash=hash_, size_bytes=100)
    return ReserveUploads(repository=repository, uploads=(one,), **who)


def confirm(
    upload: str, who: dict[str, Any], repository: str, object_: str = f"lfs/{WEIGHTS}"
) -> ConfirmUpload:
    key = f"{copies_prefix(object_, upload)}n"
    return ConfirmUpload(repository=repository, upload=upload, object_key=key, **who)


def commit(base: str, who: dict[str, Any], repository: str, *files: FileAdded) -> MakeCommit:
    return MakeCommit(
        repository=repository,
        branch="main",
        base=base,
        parent=None,
        body_digest=repository,
        title="weights",
        description="",
        root=ROOT,
        files=files or (FileAdded(path="w.bin", kind=FileKind.LFS, hash=WEIGHTS, size_bytes=100),),
        deleted=(),
        trees=(),
        card=None,
        **who,
    )


def decided(core: Decisions, kind: type[T]) -> T:
    """Return the first fact of the last batch; the others follow from it."""
    fact = core.decided[0]
    assert isinstance(fact, kind), fact
    return fact


def refused(core: Decisions) -> tuple[RejectionCode, str]:
    answer = decided(core, CommandRejected)
    return answer.code, answer.detail_code


def both() -> tuple[Decisions, str, str]:
    """Create two repositories, the other one with weights; return the first commit of mine and its last."""
    core = given(DECIDER).when(create("Mine", MINE))
    mine = decided(core, RepositoryCreated).commit
    other = decided(core.when(create("other", OTHER)), RepositoryCreated).commit
    core.when(reserve("up-1", OPS, OTHER), confirm("up-1", OPS, OTHER))
    return core, mine, decided(core.when(commit(other, OPS, OTHER)), CommitMade).commit


def test_other_repositories_do_not_exist_for_a_limited_token() -> None:
    core, _, head = both()
    for command in (
        reserve("up-2", CI, OTHER),
        commit(head, CI, OTHER),
        DeleteRepository(repository=OTHER, **CI),
    ):
        assert refused(core.when(command)) == (RejectionCode.NOT_FOUND, "")
    assert decided(core.when(reserve("up-2", BOTH, OTHER)), UploadsReserved).uploads == ()


@pytest.mark.parametrize(
    "command",
    [
        DeleteRepository(repository=MINE, **CI),
        MoveRepository(repository=MINE, namespace="acme", name="mine2", **CI),
        SetVisibility(repository=MINE, visibility=Visibility.PUBLIC, **CI),
        GrantAccess(
            repository=MINE, grantee_kind=GranteeKind.USER, grantee="globex/cat", level=AccessLevel.READ, **CI
        ),
    ],
    ids=lambda command: type(command).__name__,
)
def test_a_limited_token_administers_nothing(command: Any) -> None:
    core, _, _ = both()
    assert refused(core.when(command)) == (RejectionCode.FORBIDDEN, "")
    whole = replace(command, repositories=())
    assert not isinstance(core.when(whole).decided[0], CommandRejected)


def test_a_limited_token_creates_only_the_repository_that_it_names() -> None:
    core = given(DECIDER)
    for wrong in (
        create("mine2", MINE, CI),
        create("mine", MINE, CI, repository_type=RepositoryType.DATASET),
    ):
        assert refused(core.when(wrong)) == (RejectionCode.FORBIDDEN, "")
    assert decided(core.when(create("MINE", MINE, CI)), RepositoryCreated).name == "MINE"
    assert refused(core.when(create("mine", OTHER, CI))) == (RejectionCode.ALREADY_EXISTS, "")


def test_a_token_follows_the_name_not_the_repository() -> None:
    core, _, _ = both()
    core.when(MoveRepository(repository=MINE, namespace="acme", name="moved", **OPS))
    assert refused(core.when(reserve("up-2", CI, MINE))) == (RejectionCode.NOT_FOUND, "")
    core.when(MoveRepository(repository=OTHER, namespace="acme", name="mine", **OPS))
    assert decided(core.when(reserve("up-2", CI, OTHER)), UploadsReserved).uploads == ()


def test_a_limited_token_gets_no_bytes_of_other_repositories_by_hash() -> None:
    core, base, _ = both()
    assert refused(core.when(commit(base, CI, MINE))) == (RejectionCode.INVALID, OBJECT_ABSENT)
    before = organisation(core.state, "acme")
    room = decided(core.when(reserve("up-2", CI, MINE)), UploadsReserved)
    assert [each.upload for each in room.uploads] == ["up-2"]
    assert refused(core.when(commit(base, CI, MINE))) == (RejectionCode.INVALID, OBJECT_ABSENT)
    proven = decided(core.when(confirm("up-2", CI, MINE)), UploadProven)
    assert proven.object_key == f"{copies_prefix(f'lfs/{WEIGHTS}', 'up-1')}n", "it lies there once"
    decided(core.when(commit(base, CI, MINE)), CommitMade)
    assert organisation(core.state, "acme") == before, "bytes of the organisation count once"
    assert core.state.get(HOLDINGS, held_key("acme", f"lfs/{WEIGHTS}")) == 2
    again = core.when(reserve("up-3", CI, MINE))
    assert decided(again, UploadsReserved).uploads == (), "now its repository has them"
    core.when(after_ms=UPLOAD_MS)
    assert organisation(core.state, "acme") == before


def test_repositories_of_one_token_may_refer_to_each_other_s_objects() -> None:
    core, base, _ = both()
    decided(core.when(commit(base, BOTH, MINE)), CommitMade)


def test_a_limited_token_gets_no_xorbs_of_other_repositories_by_hash() -> None:
    core, base, head = both()
    record = f"file/{RECORD}"
    core.when(reserve("up-x", OPS, OTHER, f"xorb/{XORB}"), confirm("up-x", OPS, OTHER, f"xorb/{XORB}"))
    core.when(reserve("up-r", OPS, OTHER, record), confirm("up-r", OPS, OTHER, record))
    file = XetFile(record=RECORD, file=WEIGHTS, sha256=WEIGHTS, size_bytes=500, xorbs=(XORB,))
    whole = RegisterFiles(repository=OTHER, files=(file,), key_chunks=(), proofs=(), **OPS)
    decided(core.when(whole), FilesRegistered)
    added = FileAdded(path="x.bin", kind=FileKind.XET, hash=RECORD, size_bytes=500)
    decided(core.when(replace(commit(head, OPS, OTHER, added), body_digest="two")), CommitMade)
    stolen = RegisterFiles(repository=MINE, files=(file,), key_chunks=(), proofs=(), **CI)
    assert refused(core.when(stolen)) == (RejectionCode.INVALID, OBJECT_ABSENT)
    assert refused(core.when(commit(base, CI, MINE, added))) == (RejectionCode.INVALID, OBJECT_ABSENT)


def test_a_limited_token_overrides_no_gate() -> None:
    core, base, _ = both()
    core.when(reserve("up-2", CI, MINE), confirm("up-2", CI, MINE))
    made = decided(core.when(commit(base, CI, MINE)), CommitMade).commit
    asked: dict[str, Any] = {"repository": MINE, "commit": made, "pointer": "production", "reason": "now"}
    past = PromoteVersion(**asked, override=True, **CI)
    assert refused(core.when(past))[0] is RejectionCode.WRONG_STATE
    assert decided(core.when(replace(past, repositories=())), VersionPromoted).commit == made
