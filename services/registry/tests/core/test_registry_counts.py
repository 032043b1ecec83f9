"""Any commands in any order: counted bytes equal stored bytes, and no quota is exceeded."""

from __future__ import annotations

from collections import Counter
from typing import Any, Final

import pytest
from hypothesis import given as for_all
from hypothesis import settings
from hypothesis import strategies as st
from muster.deciding import Entities, Kind
from muster.events.registry_commands import (
    ConfirmUpload,
    CreateRef,
    CreateRepository,
    DeleteRef,
    DeleteRepository,
    FileAdded,
    FileKind,
    MakeCommit,
    ObjectKind,
    ObjectUpload,
    RefKind,
    RepackObject,
    RepackXorb,
    RepositoryType,
    ReserveRepacking,
    ReserveUploads,
    SetStorageQuota,
    UploadProof,
    Visibility,
    XetFile,
)
from muster.events.registry_events import CommitMade, CommitReleased, ObjectRepacked
from muster.registry.core.decisions import DECIDER
from muster.registry.core.deltas.entities import DIFFERENCES, LEANING
from muster.registry.core.state import (
    BROUGHT,
    CLAIMS,
    COMMIT_OBJECTS,
    COMMITS,
    HOLDINGS,
    OBJECTS,
    ORGANISATIONS,
    REFS,
    RELEASES,
    REPACKED,
    UPLOADS,
    USES,
)
from muster.registry.core.storage.uploads import copies_prefix
from muster.testkit.cores.deciding import Decisions, given

TENANTS: Final = ("acme", "globex")
HASHES: Final = tuple(letter * 64 for letter in "abcd")
SIZE_OF: Final = dict(zip(HASHES, (1, 10, 100, 1_000), strict=True))
QUOTA: Final = {"acme": 1_105, "globex": 110}
ROOT: Final = "f" * 64
XORBS: Final = {hash_: digit * 64 for hash_, digit in zip(HASHES, "5566", strict=True)}
"""Xorbs that hold the files once they are repacked."""

tenants = st.sampled_from(TENANTS)
hashes = st.sampled_from(HASHES)
branches = st.sampled_from(["main", "dev"])
steps = st.one_of(
    st.tuples(st.just("reserve"), tenants, st.lists(hashes, min_size=1, max_size=3, unique=True)),
    st.tuples(st.just("confirm"), tenants),
    st.tuples(st.just("commit"), tenants, branches, st.lists(hashes, max_size=3, unique=True)),
    st.tuples(st.just("repack"), tenants, hashes),
    st.tuples(st.just("differ"), tenants, hashes, hashes),
    st.tuples(st.just("differ"), st.just("acme"), st.just(HASHES[0]), st.just(HASHES[2])),
    st.tuples(st.just("branch"), tenants),
    st.tuples(st.just("unbranch"), tenants),
    st.tuples(st.just("delete"), tenants),
    st.tuples(st.just("create"), tenants),
    st.tuples(st.just("wait"), st.sampled_from([1, 3_600_000, 86_400_000])),
)


class Story:
    """Two organisations with a repository each, and their commands."""

    def __init__(self) -> None:
        self.core: Decisions = given(DECIDER)
        self.number = 0
        self.changed: Counter[tuple[str, str]] = Counter()
        self.open: list[tuple[str, str, str]] = []
        for tenant in TENANTS:
            operator: dict[str, Any] = self.who(tenant) | {"roles": ("operator",)}
            quota = SetStorageQuota(organisation=tenant, quota_bytes=QUOTA[tenant], **operator)
            self.when(quota)
            self.create(tenant)

    def when(self, *payloads: Any, after_ms: int = 1) -> None:
        self.core.when(*payloads, after_ms=after_ms)
        for fact in self.core.decided:
            if isinstance(fact, CommitMade | ObjectRepacked | CommitReleased):
                for each in fact.changed:
                    self.changed[fact.tenant, each.repository] += each.more_bytes

    def who(self, tenant: str) -> dict[str, Any]:
        return {"tenant": tenant, "requested_by": "ann", "teams": (), "roles": ("submitter",)}

    def repository(self, tenant: str) -> str:
        return f"repo-{tenant}"

    def next(self) -> int:
        self.number += 1
        return self.number

    def create(self, tenant: str) -> None:
        self.when(
            CreateRepository(
                repository=self.repository(tenant),
                repository_type=RepositoryType.MODEL,
                namespace=tenant,
                name="one",
                visibility=Visibility.INTERNAL,
                **self.who(tenant),
            )
        )

    def reserve(self, tenant: str, wanted: list[str]) -> None:
        uploads = tuple(
            ObjectUpload(upload=f"up-{self.next()}", kind=ObjectKind.LFS, hash=each, size_bytes=SIZE_OF[each])
            for each in wanted
        )
        self.open += [(tenant, each.upload, each.hash) for each in uploads]
        asked = ReserveUploads(repository=self.repository(tenant), uploads=uploads, **self.who(tenant))
        self.when(asked)

    def confirm(self, tenant: str) -> None:
        mine = [each for each in self.open if each[0] == tenant]
        if mine:
            self.open.remove(mine[0])
            _, upload, hash_ = mine[0]
            key = f"{copies_prefix(f'lfs/{hash_}', upload)}n"
            proof = ConfirmUpload(
                repository=self.repository(tenant), upload=upload, object_key=key, **self.who(tenant)
            )
            self.when(proof)

    def commit(self, tenant: str, branch: str, wanted: list[str]) -> None:
        repository = self.repository(tenant)
        head = self.core.state.get(REFS, f"{repository}/BRANCH/{branch}") or "none"
        files = tuple(
            FileAdded(path=each[0], kind=FileKind.LFS, hash=each, size_bytes=SIZE_OF[each]) for each in wanted
        )
        asked = MakeCommit(
            repository=repository,
            branch=branch,
            base=head,
            parent=None,
            body_digest=str(self.next()),
            title="t",
            description="",
            root=ROOT,
            files=files,
            deleted=(),
            trees=(),
            card=None,
            **self.who(tenant),
        )
        self.when(asked)

    def repack(self, tenant: str, hash_: str) -> None:
        self.reserve(tenant, [hash_])
        while any(each[0] == tenant for each in self.open):
            self.confirm(tenant)
        self.commit(tenant, "main", [hash_])
        asker = {"object": f"lfs/{hash_}", "tenant": tenant, "requested_by": "registry"}
        record, number = record_of(hash_), self.next()
        xorb = XORBS[hash_]
        wanted = ((ObjectKind.FILE, record), (ObjectKind.XORB, xorb))
        uploads = tuple(
            ObjectUpload(
                upload=f"up-{number}-{kind}",
                kind=kind,
                hash=each,
                size_bytes=size_of(f"{kind.lower()}/{each}"),
            )
            for kind, each in wanted
        )
        self.when(ReserveRepacking(uploads=uploads, **asker))
        proofs = tuple(
            UploadProof(
                upload=each.upload,
                object_key=f"{copies_prefix(f'{each.kind.lower()}/{each.hash}', each.upload)}n",
            )
            for each in uploads
        )
        size_bytes = SIZE_OF[hash_]
        file = XetFile(record=record, file=hash_, sha256=hash_, size_bytes=size_bytes, xorbs=(xorb,))
        self.when(RepackObject(file=file, key_chunks=(), proofs=proofs, **asker))

    def differ(self, tenant: str, hash_: str, base: str) -> None:
        """Store the xorb of one file as a delta from that of another."""
        self.repack(tenant, hash_)
        self.repack(tenant, base)
        xorb, upload = XORBS[hash_], f"up-{self.next()}-delta"
        asker = {"object": f"xorb/{xorb}", "tenant": tenant, "requested_by": "registry"}
        delta = ObjectUpload(upload=upload, kind=ObjectKind.DELTA, hash=xorb, size_bytes=3)
        self.when(ReserveRepacking(uploads=(delta,), **asker))
        proof = UploadProof(upload=upload, object_key=f"{copies_prefix(f'delta/{xorb}', upload)}n")
        command = RepackXorb(
            bases=(XORBS[base],), proof=proof, repository="repo-1", base_repository="repo-2", **asker
        )
        self.when(command)

    def branch(self, tenant: str) -> None:
        repository = self.repository(tenant)
        head = self.core.state.get(REFS, f"{repository}/BRANCH/main") or "none"
        asked = CreateRef(
            repository=repository,
            kind=RefKind.BRANCH,
            name="dev",
            commit=head,
            message="",
            **self.who(tenant),
        )
        self.when(asked)

    def unbranch(self, tenant: str) -> None:
        asked = DeleteRef(
            repository=self.repository(tenant), kind=RefKind.BRANCH, name="dev", **self.who(tenant)
        )
        self.when(asked)

    def delete(self, tenant: str) -> None:
        self.when(DeleteRepository(repository=self.repository(tenant), **self.who(tenant)))

    def wait(self, after_ms: int) -> None:
        self.when(after_ms=after_ms)


@pytest.mark.slow
@for_all(st.lists(steps, min_size=5, max_size=40))
@settings(max_examples=60, deadline=None)
def test_counted_bytes_equal_stored_bytes_after_any_history(told: list[tuple[Any, ...]]) -> None:
    story = Story()
    for verb, *arguments in told:
        getattr(story, verb)(*arguments)
        check(story.core.state)
        check_changed(story)
    story.wait(1)
    for tenant in TENANTS:
        story.delete(tenant)
    for _ in range(6):  # what is held as a difference goes first, what it is from two days later
        story.wait(86_400_000)
    kinds: list[Kind[Any]] = [OBJECTS, HOLDINGS, CLAIMS, USES, UPLOADS, COMMITS, COMMIT_OBJECTS, RELEASES]
    kinds += [REPACKED, BROUGHT, DIFFERENCES, LEANING]
    for kind in kinds:
        assert list(story.core.state.scan(kind)) == [], kind.name


def check(state: Entities) -> None:
    """Compare unique bytes, references and uses of objects with a recount from the branches."""
    live: set[str] = set()
    for key, commit in state.scan(REFS):
        repository, at = key.split("/", 1)[0], commit
        while at:
            live.add(f"{repository}/{at}")
            found = state.get(COMMITS, f"{repository}/{at}")
            assert found is not None, "a name leads to a commit that is gone"
            at = found.parent
    assert {key for key, _ in state.scan(COMMITS)} == live
    repacked = dict(state.scan(REPACKED))
    held = held_by(state, live)
    assert dict(state.scan(HOLDINGS)) == held
    uses: dict[str, int] = {}
    for key, number in held.items():
        if key in repacked:
            continue
        uses[key.split("/", 1)[1]] = uses.get(key.split("/", 1)[1], 0) + number
    for key, _ in state.scan(CLAIMS):
        uses[key.split("/", 1)[1]] = uses.get(key.split("/", 1)[1], 0) + 1
    leaning = check_differences(state)
    for object_, number in leaning.items():
        uses[object_] = uses.get(object_, 0) + number
    assert dict(state.scan(USES)) == uses
    for object_, stored in state.scan(OBJECTS):
        assert (stored.free_since_ms is None) == (object_ in uses)
    for tenant, kept in state.scan(ORGANISATIONS):
        mine = {key.split("/", 1)[1] for key in held if key.startswith(f"{tenant}/")}
        mine -= {key.split("/", 1)[1] for key in repacked if key.startswith(f"{tenant}/")}
        assert kept.unique_bytes == sum(map(size_of, mine))
        claims = state.scan(CLAIMS, prefix=f"{tenant}/")
        assert kept.reserved_bytes == sum(claim.size_bytes for _, claim in claims)
        assert kept.unique_bytes + kept.reserved_bytes <= QUOTA[tenant]


def check_differences(state: Entities) -> Counter[str]:
    """Check that deltas and bases of xorbs exist, are no deltas themselves, and are counted as used."""
    leaning: Counter[str] = Counter()
    differences = dict(state.scan(DIFFERENCES))
    for object_, difference in differences.items():
        assert state.get(OBJECTS, object_) is not None
        leaning.update((difference.delta, *difference.bases))
        for needed in (difference.delta, *difference.bases):
            stored = state.get(OBJECTS, needed)
            assert stored is not None, "what restores a xorb is gone"
            assert not stored.condemned
            assert needed not in differences
    bases = {object_: number for object_, number in leaning.items() if object_.startswith("xorb/")}
    assert dict(state.scan(LEANING)) == bases
    return leaning


def check_changed(story: Story) -> None:
    """Check that the bytes of repositories, as reported in facts, add up to those of organisations."""
    assert min(story.changed.values(), default=0) >= 0
    for tenant, kept in story.core.state.scan(ORGANISATIONS):
        mine = (each for (whose, _), each in story.changed.items() if whose == tenant)
        assert sum(mine) == kept.unique_bytes
    assert {key for key, _ in story.core.state.scan(BROUGHT)} == {
        key for key, _ in story.core.state.scan(HOLDINGS)
    }


def held_by(state: Entities, live: set[str]) -> Counter[str]:
    """Return references from live commits, with the parts of repacked files once."""
    held: Counter[str] = Counter()
    for key in live:
        tenant = key.split("/")[0].removeprefix("repo-")
        for _, piece in state.scan(COMMIT_OBJECTS, prefix=f"{key}/"):
            held.update(f"{tenant}/{each}" for each in piece)
    for key, file in state.scan(REPACKED):
        assert key in held, "a file that nobody refers to has chunks"
        held.update(f"{key.split('/')[0]}/{each}" for each in file.objects)
    return held


def record_of(hash_: str) -> str:
    """Return the hash of a chunked file's record."""
    return f"1{hash_[1:]}"


def size_of(object_: str) -> int:
    """Return the size of any object."""
    kind, _, hash_ = object_.partition("/")
    return {"file": 1, "xorb": 5, "delta": 3}.get(kind, 0) or SIZE_OF[hash_]
