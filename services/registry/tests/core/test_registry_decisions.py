"""Decisions about repositories: whole lists of facts, in order."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, TypeVar

import pytest
from muster.events.registry_commands import (
    AccessLevel,
    ConfirmUpload,
    CreateRef,
    CreateRepository,
    DeleteRef,
    DeleteRepository,
    FileAdded,
    FileKind,
    GrantAccess,
    GranteeKind,
    MakeCommit,
    MoveRepository,
    ObjectKind,
    ObjectUpload,
    QuarantineRepository,
    RefKind,
    ReleaseRepository,
    RepositoryType,
    ReserveUploads,
    RevokeAccess,
    SetStorageQuota,
    SetVisibility,
    TreeAdded,
    UploadProof,
    Visibility,
)
from muster.events.registry_events import (
    CommitMade,
    CommitReleased,
    KeptBytes,
    ObjectCondemned,
    ObjectDeleted,
    QuotaNeared,
    RefCreated,
    RefDeleted,
    RepositoryCreated,
    RepositoryDeleted,
    RepositoryMoved,
    RepositoryQuarantined,
    RepositoryReleased,
    StorageQuotaSet,
    StoredBytes,
    UploadEnded,
    UploadProven,
    UploadsReserved,
)
from muster.events.shared.command_answers import CommandRejected, CommandRepeated, RejectionCode
from muster.registry.core.commits import AGAIN_MS, STALE_BASE, STALE_PARENT, request_digest
from muster.registry.core.decisions import DECIDER
from muster.registry.core.state import HOLDINGS, OBJECTS, REFS, organisation
from muster.registry.core.storage.collecting import GRACE_MS
from muster.registry.core.storage.uploads import OBJECT_ABSENT, UPLOAD_MS, copies_prefix
from muster.testkit.cores.deciding import Decisions, given

T = TypeVar("T")

REPO = "repo-aaaa"
WEIGHTS, ROOT, OTHER_ROOT = "a" * 64, "b" * 64, "c" * 64
ANN: dict[str, Any] = {"tenant": "acme", "requested_by": "ann", "teams": ("vision",), "roles": ("submitter",)}
BOB: dict[str, Any] = {**ANN, "requested_by": "bob", "teams": ("speech",)}
CAT: dict[str, Any] = {"tenant": "globex", "requested_by": "cat", "teams": (), "roles": ("submitter",)}
OPERATOR: dict[str, Any] = {**ANN, "requested_by": "ops", "roles": ("operator",)}


def create(name: str = "llama", repository: str = REPO, **changes: Any) -> CreateRepository:
    fields: dict[str, Any] = {
        "repository": repository,
        "repository_type": RepositoryType.MODEL,
        "namespace": "acme",
        "name": name,
        "visibility": Visibility.INTERNAL,
        **ANN,
    }
    return CreateRepository(**fields | changes)


def reserve(*uploads: tuple[str, ObjectKind, str, int], who: Any = ANN, repo: str = REPO) -> ReserveUploads:
    each = tuple(ObjectUpload(upload=u, kind=k, hash=h, size_bytes=n) for u, k, h, n in uploads)
    return ReserveUploads(repository=repo, uploads=each, **who)


def confirm(upload: str, object_: str, who: Any = ANN, repo: str = REPO) -> ConfirmUpload:
    key = f"{copies_prefix(object_, upload)}n"
    return ConfirmUpload(repository=repo, upload=upload, object_key=key, **who)


def commit(base: str, *, root: str = ROOT, digest: str = "d1", **changes: Any) -> MakeCommit:
    fields: dict[str, Any] = {
        "repository": REPO,
        "branch": "main",
        "base": base,
        "parent": None,
        "body_digest": digest,
        "title": "weights",
        "description": "",
        "root": root,
        "files": (FileAdded(path="w.bin", kind=FileKind.LFS, hash=WEIGHTS, size_bytes=100),),
        "deleted": (),
        "trees": (TreeAdded(hash=root),),
        "card": None,
        **ANN,
    }
    return MakeCommit(**fields | changes)


def decided(core: Decisions, kind: type[T]) -> T:
    """Return the only fact of the last batch."""
    [fact] = core.decided
    assert isinstance(fact, kind), fact
    return fact


def refused(core: Decisions) -> tuple[RejectionCode, str]:
    answer = decided(core, CommandRejected)
    return answer.code, answer.detail_code


def with_upload(core: Decisions, *, root: str = ROOT, number: int = 1) -> Decisions:
    """Return a core with a proven weights file of 100 bytes and a directory of 10."""
    one, two = f"up-{number}a", f"up-{number}b"
    return core.when(
        reserve((one, ObjectKind.LFS, WEIGHTS, 100), (two, ObjectKind.TREE, root, 10)),
        confirm(one, f"lfs/{WEIGHTS}"),
        confirm(two, f"tree/{root}"),
    )


def test_an_upload_becomes_a_commit_and_its_bytes_are_removed_after_release() -> None:
    core = given(DECIDER).when(create())
    created = decided(core, RepositoryCreated)
    two = (
        ObjectUpload(upload="up-1a", kind=ObjectKind.LFS, hash=WEIGHTS, size_bytes=100),
        ObjectUpload(upload="up-1b", kind=ObjectKind.TREE, hash=ROOT, size_bytes=10),
    )
    weights, tree = f"lfs/{WEIGHTS}", f"tree/{ROOT}"
    keys = {"up-1a": f"registry/lfs/aa/{WEIGHTS}/up-1a.n", "up-1b": f"registry/tree/bb/{ROOT}/up-1b.n"}
    with_upload(core).then(
        UploadsReserved(
            uploads=two,
            expires_at_ms=core.now_ms + UPLOAD_MS,
            tenant="acme",
            requested_by="acme/ann",
            stored=StoredBytes(unique_bytes=0, reserved_bytes=110),
        ),
        UploadProven(upload="up-1a", object=weights, size_bytes=100, object_key=keys["up-1a"], tenant="acme"),
        UploadProven(upload="up-1b", object=tree, size_bytes=10, object_key=keys["up-1b"], tenant="acme"),
    )
    made = decided(core.when(commit(created.commit)), CommitMade)
    assert made.objects == (weights, tree)
    assert made.stored == StoredBytes(unique_bytes=110, reserved_bytes=0)
    model = RepositoryType.MODEL
    named = KeptBytes(
        repository=REPO, repository_type=model, namespace="acme", name=create().name, more_bytes=110
    )
    assert made.changed == (named,)
    core.when(DeleteRepository(repository=REPO, **ANN)).then(
        RepositoryDeleted(repository=REPO, tenant="acme", requested_by="acme/ann"),
        CommitReleased(
            repository=REPO,
            commit=made.commit,
            objects=(weights, tree),
            ended=True,
            tenant="acme",
            stored=StoredBytes(unique_bytes=0, reserved_bytes=0),
            changed=(
                KeptBytes(repository=REPO, repository_type=None, namespace="", name="", more_bytes=-110),
            ),
        ),
        CommitReleased(
            repository=REPO,
            commit=created.commit,
            objects=(),
            ended=True,
            tenant="acme",
            stored=StoredBytes(unique_bytes=0, reserved_bytes=0),
        ),
    )
    nothing = StoredBytes(unique_bytes=0, reserved_bytes=0)
    core.when_time_comes().then(
        UploadEnded(upload="up-1a", object=weights, kept_key=keys["up-1a"], tenant="acme", stored=nothing),
        UploadEnded(upload="up-1b", object=tree, kept_key=keys["up-1b"], tenant="acme", stored=nothing),
    )
    core.when_time_comes().then(ObjectCondemned(object=weights), ObjectCondemned(object=tree))
    core.when_time_comes().then(
        ObjectDeleted(object=weights, object_key=keys["up-1a"]),
        ObjectDeleted(object=tree, object_key=keys["up-1b"]),
    )
    assert list(core.state.scan(OBJECTS)) == []
    assert list(core.state.scan(HOLDINGS)) == []


def test_a_directory_counts_once_whether_its_commit_comes_or_the_api_dies_before_it() -> None:
    tree = f"tree/{ROOT}"
    proof = UploadProof(upload="up-2", object_key=f"{copies_prefix(tree, 'up-2')}n")
    for made in (True, False):
        core = given(DECIDER).when(create())
        first = decided(core, RepositoryCreated).commit
        reserved = decided(core.when(reserve(("up-2", ObjectKind.TREE, ROOT, 10))), UploadsReserved)
        assert reserved.stored == StoredBytes(unique_bytes=0, reserved_bytes=10)
        after = StoredBytes(unique_bytes=10 if made else 0, reserved_bytes=0)
        if made:
            core.when(commit(first, files=(), proofs=(proof,)))
            assert decided(core, CommitMade).stored == after
        ended = decided(core.when_time_comes(), UploadEnded)
        assert ended.stored == after
        assert ended.kept_key == (proof.object_key if made else ""), "what else lies there is removed"


def test_a_commit_can_follow_that_of_another_request() -> None:
    core = with_upload(given(DECIDER).when(create()))
    first = core.state.get(REFS, f"{REPO}/BRANCH/main")
    assert first is not None
    one = commit(first)
    two = commit("", digest="d2", follows=request_digest(one))
    made, after = core.when(one, two).decided
    assert (made.parent, after.parent) == (first, made.commit)
    assert refused(core.when(replace(two, body_digest="d3"))) == (RejectionCode.WRONG_STATE, STALE_BASE)
    unknown = commit("", digest="d4", follows="0" * 64)
    assert refused(core.when(unknown)) == (RejectionCode.WRONG_STATE, STALE_BASE)


def test_a_squashed_branch_releases_its_history_and_keeps_its_bytes() -> None:
    core = with_upload(given(DECIDER).when(create()))
    first = core.state.get(REFS, f"{REPO}/BRANCH/main")
    assert first is not None
    made = decided(core.when(commit(first)), CommitMade)
    squashed, *released = core.when(commit(made.commit, digest="squash", squash=True)).decided
    assert (squashed.parent, squashed.root, squashed.stored) == ("", made.root, made.stored)
    assert {each.commit for each in released if isinstance(each, CommitReleased)} == {first, made.commit}
    assert core.state.get(REFS, f"{REPO}/BRANCH/main") == squashed.commit
    assert [key for key, _ in core.state.scan(HOLDINGS)] == [f"acme/lfs/{WEIGHTS}", f"acme/tree/{ROOT}"]


def test_a_name_is_unique_regardless_of_case() -> None:
    core = given(DECIDER).when(create("Llama"))
    assert refused(core.when(create("llama", "repo-bbbb"))) == (RejectionCode.ALREADY_EXISTS, "")
    dataset = create("llama", "repo-bbbb", repository_type=RepositoryType.DATASET)
    assert decided(core.when(dataset), RepositoryCreated).repository_type is RepositoryType.DATASET
    core.when(MoveRepository(repository=REPO, namespace="acme", name="alpaca", **ANN)).then(
        RepositoryMoved(
            repository=REPO,
            namespace="acme",
            name="alpaca",
            tenant="acme",
            requested_by="acme/ann",
            from_namespace="acme",
            from_name="Llama",
        )
    )
    decided(core.when(create("llama", "repo-cccc")), RepositoryCreated)


@pytest.mark.parametrize(
    "name", ["", ".", "..", "a..b", "a--b", "-a", "a/b", "a b", "ä", "a.git", "A.IPYNB", "a" * 97, "a\n"]
)
def test_invalid_repository_names_are_rejected(name: str) -> None:
    assert refused(given(DECIDER).when(create(name))) == (RejectionCode.INVALID, "")


@pytest.mark.parametrize("namespace", ["globex", "acme.bob", "ann"])
def test_callers_cannot_create_in_namespaces_of_others(namespace: str) -> None:
    assert refused(given(DECIDER).when(create(namespace=namespace))) == (RejectionCode.FORBIDDEN, "")


def test_a_repeated_request_within_ten_minutes_is_the_same_commit() -> None:
    core = given(DECIDER).when(create())
    first = decided(core, RepositoryCreated).commit
    made = decided(with_upload(core).when(commit(first)), CommitMade)
    again = commit(made.commit)  # the client did not hear of the first, so it is made on top of it
    core.when(again, event_ids=["again"]).then(
        CommandRepeated(command_id="again", command="MakeCommit", subject=made.commit)
    )
    later = core.when(commit(made.commit), after_ms=AGAIN_MS + 1)
    assert decided(later, CommitMade).parent == made.commit


def test_a_commit_reports_its_logical_bytes() -> None:
    core = given(DECIDER).when(create())
    first = decided(core, RepositoryCreated).commit
    negative = with_upload(core).when(commit(first, logical_bytes=-1))
    assert refused(negative) == (RejectionCode.INVALID, "")
    assert decided(core.when(commit(first, logical_bytes=100)), CommitMade).logical_bytes == 100


def test_reverting_to_earlier_content_is_a_new_commit() -> None:
    core = given(DECIDER).when(create())
    first = decided(core, RepositoryCreated).commit
    one = decided(with_upload(core).when(commit(first, digest="one")), CommitMade)
    two = decided(core.when(commit(one.commit, digest="two", files=(), deleted=("w.bin",))), CommitMade)
    assert decided(core.when(commit(two.commit, digest="one")), CommitMade).parent == two.commit


def test_stale_parents_and_stale_bases_are_rejected() -> None:
    core = given(DECIDER).when(create())
    first = decided(core, RepositoryCreated).commit
    made = decided(with_upload(core).when(commit(first)), CommitMade)
    late = commit(made.commit, parent=first, digest="late")
    assert refused(core.when(late)) == (RejectionCode.WRONG_STATE, STALE_PARENT)
    assert refused(core.when(replace(late, parent=None, base=first))) == (
        RejectionCode.WRONG_STATE,
        STALE_BASE,
    )


def test_objects_proven_for_a_stale_commit_serve_its_next_attempt() -> None:
    core = given(DECIDER).when(create())
    first = decided(core, RepositoryCreated).commit
    other = decided(with_upload(core).when(commit(first)), CommitMade)
    core.when(reserve(("up-9", ObjectKind.TREE, OTHER_ROOT, 10)))
    proof = UploadProof(upload="up-9", object_key=f"{copies_prefix(f'tree/{OTHER_ROOT}', 'up-9')}n")
    stale = commit(first, root=OTHER_ROOT, digest="d9", proofs=(proof,))
    assert refused(core.when(stale)) == (RejectionCode.WRONG_STATE, STALE_BASE)
    made = decided(core.when(replace(stale, base=other.commit)), CommitMade)
    assert [(each.upload, each.object_key) for each in made.proven] == [("up-9", proof.object_key)]
    assert made.stored.reserved_bytes == 0


def test_a_hash_alone_gives_no_access_to_bytes() -> None:
    """Another organisation has stored the same file; naming its hash gives nothing."""
    core = given(DECIDER).when(create())
    first = decided(core, RepositoryCreated).commit
    with_upload(core).when(commit(first))
    theirs = create("copy", "repo-bbbb", namespace="globex", **CAT)
    base = decided(core.when(theirs), RepositoryCreated).commit
    stolen = commit(base, repository="repo-bbbb", **CAT)
    assert refused(core.when(stolen)) == (RejectionCode.INVALID, OBJECT_ABSENT)
    room = reserve(("up-9", ObjectKind.LFS, WEIGHTS, 100), who=CAT, repo="repo-bbbb")
    assert [each.upload for each in decided(core.when(room), UploadsReserved).uploads] == ["up-9"]
    proof = confirm("up-9", f"lfs/{WEIGHTS}", CAT, "repo-bbbb")
    proven = decided(core.when(proof), UploadProven)
    assert proven.object_key == f"registry/lfs/aa/{WEIGHTS}/up-1a.n"  # it lies there once


def test_held_objects_need_no_upload() -> None:
    core = given(DECIDER).when(create())
    first = decided(core, RepositoryCreated).commit
    with_upload(core).when(commit(first))
    again = core.when(reserve(("up-2", ObjectKind.LFS, WEIGHTS, 100)))
    assert decided(again, UploadsReserved).uploads == ()


def test_reservations_never_exceed_the_quota() -> None:
    core = given(DECIDER).when(create(), SetStorageQuota(organisation="acme", quota_bytes=150, **OPERATOR))
    assert isinstance(core.decided[1], StorageQuotaSet)
    core.when(reserve(("up-1", ObjectKind.LFS, WEIGHTS, 100)))
    other = reserve(("up-2", ObjectKind.LFS, OTHER_ROOT, 51))
    assert refused(core.when(other)) == (RejectionCode.QUOTA_EXCEEDED, "")
    same = core.when(reserve(("up-3", ObjectKind.LFS, WEIGHTS, 100)))  # room for it is kept already
    assert decided(same, UploadsReserved).stored.reserved_bytes == 100
    full = core.when(reserve(("up-4", ObjectKind.LFS, OTHER_ROOT, 50)))
    assert [type(fact) for fact in full.decided] == [UploadsReserved, QuotaNeared]
    core.when(after_ms=UPLOAD_MS)
    assert organisation(core.state, "acme").reserved_bytes == 0


def test_an_object_proven_again_on_its_last_day_stays() -> None:
    core = with_upload(given(DECIDER).when(create()))
    core.when_time_comes()  # the uploads end
    core.when_time_comes().then(
        ObjectCondemned(object=f"lfs/{WEIGHTS}"), ObjectCondemned(object=f"tree/{ROOT}")
    )
    again = core.when(reserve(("up-2", ObjectKind.LFS, WEIGHTS, 100)))
    assert [each.upload for each in decided(again, UploadsReserved).uploads] == ["up-2"]
    core.when(confirm("up-2", f"lfs/{WEIGHTS}"))
    core.when(after_ms=GRACE_MS - 2)
    deleted = [fact.object for fact in core.decided if isinstance(fact, ObjectDeleted)]
    assert deleted == [f"tree/{ROOT}"]  # nobody wanted that one
    stored = core.state.get(OBJECTS, f"lfs/{WEIGHTS}")
    assert stored is not None
    assert not stored.condemned


def test_proven_keys_lie_where_no_client_can_write() -> None:
    core = given(DECIDER).when(create(), reserve(("up-1", ObjectKind.LFS, WEIGHTS, 100)))
    proof = ConfirmUpload(repository=REPO, upload="up-1", object_key="registry/uploads/up-1", **ANN)
    assert refused(core.when(proof)) == (RejectionCode.INVALID, "")


def test_branches_and_tags_keep_commits() -> None:
    core = given(DECIDER).when(create())
    first = decided(core, RepositoryCreated).commit
    made = decided(with_upload(core).when(commit(first)), CommitMade).commit
    tag = CreateRef(repository=REPO, kind=RefKind.TAG, name="v1", commit=made, message="first", **ANN)
    decided(core.when(tag), RefCreated)
    assert refused(core.when(tag)) == (RejectionCode.ALREADY_EXISTS, "")
    branch = replace(tag, kind=RefKind.BRANCH, name="dev", commit=first)
    decided(core.when(branch), RefCreated)
    on_dev = with_upload(core, root=OTHER_ROOT, number=2).when(commit(first, branch="dev", root=OTHER_ROOT))
    dev = decided(on_dev, CommitMade)
    assert dev.stored.unique_bytes == 120
    gone = core.when(DeleteRef(repository=REPO, kind=RefKind.BRANCH, name="dev", **ANN))
    assert [type(fact) for fact in gone.decided] == [RefDeleted, CommitReleased]
    assert gone.decided[1].commit == dev.commit
    assert gone.decided[1].stored.unique_bytes == 110
    kept = core.when(DeleteRef(repository=REPO, kind=RefKind.TAG, name="v1", **ANN))
    decided(kept, RefDeleted)  # main is at the same commit
    main = DeleteRef(repository=REPO, kind=RefKind.BRANCH, name="main", **ANN)
    assert refused(core.when(main)) == (RejectionCode.WRONG_STATE, "")


@pytest.mark.parametrize(
    "name",
    [
        "",
        "/a",
        "a/",
        "a//b",
        "a..b",
        "-a",
        ".a",
        "a/.b",
        "a@{1}",
        "a.lock",
        "a.lock/b",
        "HEAD",
        "refs/pr/1",
        "refs/heads/x",
        "a b",
        "f" * 40,
        "a\0",
    ],
)
def test_invalid_branch_names_are_rejected(name: str) -> None:
    core = given(DECIDER).when(create())
    first = decided(core, RepositoryCreated).commit
    ref = CreateRef(repository=REPO, kind=RefKind.BRANCH, name=name, commit=first, message="", **ANN)
    assert refused(core.when(ref)) == (RejectionCode.INVALID, "")


@pytest.mark.parametrize(
    "path", ["", "/a", "a/", "a//b", "../a", "a/./b", "a\\b", ".git/x", "a\0", "\ud800", "x" * 256]
)
def test_invalid_paths_are_rejected(path: str) -> None:
    core = given(DECIDER).when(create())
    first = decided(core, RepositoryCreated).commit
    files = (FileAdded(path=path, kind=FileKind.LFS, hash=WEIGHTS, size_bytes=100),)
    assert refused(core.when(commit(first, files=files))) == (RejectionCode.INVALID, "")


def test_commits_too_large_for_the_log_are_rejected_with_a_message() -> None:
    core = given(DECIDER).when(create())
    base = decided(core, RepositoryCreated).commit
    files = tuple(
        FileAdded(path=f"{number}", kind=FileKind.LFS, hash=WEIGHTS, size_bytes=100)
        for number in range(30_000)
    )
    answer = decided(core.when(commit(base, files=files)), CommandRejected)
    assert "30001 changes" in answer.message
    assert "several commits" in answer.message


@pytest.mark.parametrize(
    ("visibility", "who", "write", "administer"),
    [
        (Visibility.PUBLIC, BOB, True, False),
        (Visibility.INTERNAL, BOB, True, False),
        (Visibility.PRIVATE, BOB, None, None),
        (Visibility.RESTRICTED, CAT, False, False),
        (Visibility.PUBLIC, CAT, False, False),
        (Visibility.INTERNAL, CAT, None, None),
        (Visibility.PRIVATE, OPERATOR, True, True),
        (Visibility.PRIVATE, ANN, True, True),
    ],
)
def test_access_levels_follow_the_rules(
    visibility: Visibility, who: Any, *, write: bool | None, administer: bool | None
) -> None:
    """None: the repository does not exist for the caller."""
    core = given(DECIDER).when(create(visibility=visibility))
    room = core.when(reserve(("up-1", ObjectKind.LFS, WEIGHTS, 1), who=who))
    assert _outcome(room) is write
    assert _outcome(core.when(SetVisibility(repository=REPO, visibility=visibility, **who))) is administer


def test_grants_give_access_until_they_are_revoked() -> None:
    core = given(DECIDER).when(create(visibility=Visibility.PRIVATE))
    write = reserve(("up-1", ObjectKind.LFS, WEIGHTS, 1), who=CAT)
    assert _outcome(core.when(write)) is None
    grants = [(GranteeKind.USER, "globex/cat"), (GranteeKind.ORGANISATION, "globex")]
    for kind, grantee in grants:
        core.when(
            GrantAccess(repository=REPO, grantee_kind=kind, grantee=grantee, level=AccessLevel.WRITE, **ANN)
        )
    reserved = decided(core.when(write), UploadsReserved)
    assert reserved.tenant == "acme"  # it is the repository's organisation that keeps it
    for number, (kind, grantee) in enumerate(grants):
        core.when(RevokeAccess(repository=REPO, grantee_kind=kind, grantee=grantee, **ANN))
        room = reserve((f"up-2{number}", ObjectKind.LFS, WEIGHTS, 1), who=CAT)
        assert _outcome(core.when(room)) is (None if number else True)


def test_a_team_s_grant_applies_to_its_members() -> None:
    core = given(DECIDER).when(create(visibility=Visibility.PRIVATE))
    core.when(
        GrantAccess(
            repository=REPO,
            grantee_kind=GranteeKind.TEAM,
            grantee="acme/speech",
            level=AccessLevel.READ,
            **ANN,
        )
    )
    room = reserve(("up-1", ObjectKind.LFS, WEIGHTS, 1), who=BOB)
    assert _outcome(core.when(room)) is False
    assert _outcome(core.when(replace(room, requested_by="dan", teams=("audit",)))) is None


def _outcome(core: Decisions) -> bool | None:
    """Return True: carried out; False: forbidden; None: not found."""
    [fact] = core.decided
    if not isinstance(fact, CommandRejected):
        return True
    return None if fact.code is RejectionCode.NOT_FOUND else fact.code is not RejectionCode.FORBIDDEN


def test_a_reviewer_closes_and_opens_the_files_of_its_organisation() -> None:
    reviewer: dict[str, Any] = {**ANN, "requested_by": "rev", "roles": ("reviewer",)}
    core = given(DECIDER).when(create(visibility=Visibility.PRIVATE))
    close = QuarantineRepository(repository=REPO, reason="a pickle", **reviewer)
    core.when(close).then(
        RepositoryQuarantined(
            repository=REPO,
            reason="a pickle",
            full_name="acme/llama",
            owner="acme/ann",
            tenant="acme",
            requested_by="acme/rev",
        )
    )
    assert refused(core.when(replace(close, tenant="globex"))) == (RejectionCode.NOT_FOUND, "")
    assert refused(core.when(replace(close, reason=""))) == (RejectionCode.INVALID, "")
    release = ReleaseRepository(repository=REPO, reason="reviewed", **reviewer)
    decided(core.when(release), RepositoryReleased)
    assert refused(core.when(release)) == (RejectionCode.WRONG_STATE, "")
