"""Objects are hot, warm or cold by the time since their last read: whole lists of facts, in order."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

import pytest
from hypothesis import given as for_all
from hypothesis import strategies as st
from muster.events.registry_commands import (
    ConfirmUpload,
    CreateRepository,
    Download,
    FileAdded,
    FileKind,
    MakeCommit,
    ObjectKind,
    ObjectUpload,
    Placement,
    RecordDownloads,
    RecordPlacement,
    RefKind,
    RegisterFiles,
    RepositoryType,
    ReserveUploads,
    SetTierRule,
    Visibility,
    XetFile,
)
from muster.events.registry_events import (
    DownloadsRecorded,
    ObjectsPlaced,
    ObjectsTiered,
    Tier,
    TieredObject,
    TierRuleSet,
)
from muster.events.shared.command_answers import CommandRejected, RejectionCode
from muster.registry.core.decisions import DECIDER
from muster.registry.core.state import DAY_MS, REFS, ref_key
from muster.registry.core.storage.downloading import CONTENTS_MAX
from muster.registry.core.storage.tiering import (
    AT_ONCE,
    HOT_BY_TIME,
    SIZE_BYTES_MIN,
    TIERS,
    WARM_BY_TIME,
    Tiered,
    TierRule,
)
from muster.registry.core.storage.uploads import copies_prefix
from muster.testkit.cores.deciding import START_MS, Decisions, given

REPO: Final = "repo-aaaa"
ANN: dict[str, Any] = {"tenant": "acme", "requested_by": "ann", "teams": (), "roles": ("submitter",)}
OPS: dict[str, Any] = {"tenant": "ops", "requested_by": "ops", "teams": (), "roles": ("operator",)}
WHOLE, SMALL, XORB, RECORD = ("a" * 64, "b" * 64, "c" * 64, "d" * 64)
LFS: Final = f"lfs/{WHOLE}"
TO_MIDNIGHT: Final = DAY_MS - START_MS % DAY_MS


def stored(*objects: tuple[ObjectKind, str, int]) -> Decisions:
    """A repository whose only commit has these objects: whole files, or a chunked file's record and xorbs."""
    core = given(DECIDER).when(
        CreateRepository(
            repository=REPO,
            repository_type=RepositoryType.MODEL,
            namespace="acme",
            name="llama",
            visibility=Visibility.PUBLIC,
            **ANN,
        )
    )
    uploads = tuple(
        ObjectUpload(upload=f"up-{number}", kind=kind, hash=hash_, size_bytes=size)
        for number, (kind, hash_, size) in enumerate(objects)
    )
    core.when(ReserveUploads(repository=REPO, uploads=uploads, **ANN))
    for each in uploads:
        key = key_of(f"{each.kind.value.lower()}/{each.hash}", each.upload)
        core.when(ConfirmUpload(repository=REPO, upload=each.upload, object_key=key, **ANN))
    files = [
        FileAdded(path=f"{each.hash[:4]}.bin", kind=FileKind.LFS, hash=each.hash, size_bytes=each.size_bytes)
        for each in uploads
        if each.kind is ObjectKind.LFS
    ]
    if xorbs := tuple(each.hash for each in uploads if each.kind is ObjectKind.XORB):
        file = XetFile(record=RECORD, file="e" * 64, sha256="", size_bytes=9, xorbs=xorbs)
        core.when(RegisterFiles(repository=REPO, files=(file,), key_chunks=(), proofs=(), **ANN))
        files.append(FileAdded(path="x.bin", kind=FileKind.XET, hash=RECORD, size_bytes=9))
    core.when(commit(core, tuple(files)))
    return core.when(after_ms=DAY_MS)  # the uploads end


def commit(core: Decisions, files: tuple[FileAdded, ...]) -> MakeCommit:
    base = core.state.get(REFS, ref_key(REPO, RefKind.BRANCH, "main"))
    assert base is not None
    return MakeCommit(
        repository=REPO,
        branch="main",
        base=base,
        parent=None,
        body_digest="1",
        title="weights",
        description="",
        root="f" * 64,
        files=files,
        deleted=(),
        trees=(),
        card=None,
        proofs=(),
        **ANN,
    )


def key_of(object_: str, upload: str = "up-0") -> str:
    return f"{copies_prefix(object_, upload)}n"


def named(*objects: str) -> tuple[TieredObject, ...]:
    return tuple(TieredObject(object=each, object_key=key_of(each)) for each in objects)


def read(*contents: str) -> RecordDownloads:
    download = Download(repository=REPO, downloads=1, read_bytes=1, contents=contents)
    return RecordDownloads(downloads=(download,), tenant="globex", requested_by="registry")


def one_file() -> Decisions:
    return stored((ObjectKind.LFS, WHOLE, SIZE_BYTES_MIN))


def test_an_unread_file_turns_warm_then_cold_and_hot_again_when_read() -> None:
    core = one_file()
    core.when(after_ms=TO_MIDNIGHT + 6 * DAY_MS - 100).then()
    core.when_time_comes().then(ObjectsTiered(tier=Tier.WARM, objects=named(LFS)))
    core.when(after_ms=83 * DAY_MS - 1).then()
    core.when_time_comes().then(ObjectsTiered(tier=Tier.COLD, objects=named(LFS)))
    core.when(after_ms=400 * DAY_MS).then()
    recorded, hot = core.when(read(LFS)).decided
    assert (recorded.downloads[0].contents, hot) == ((LFS,), ObjectsTiered(tier=Tier.HOT, objects=named(LFS)))
    (again,) = core.when(read(LFS)).decided
    assert again.downloads[0].contents == (), "a file is reported once a day"
    core.when(after_ms=8 * DAY_MS).then(ObjectsTiered(tier=Tier.WARM, objects=named(LFS)))


def test_files_that_are_read_stay_hot() -> None:
    core = one_file()
    for _ in range(100):
        assert [type(each) for each in core.when(read(LFS), after_ms=DAY_MS).decided] == [DownloadsRecorded]


def test_overdue_tier_changes_are_reported_in_order() -> None:
    one_file().when(after_ms=200 * DAY_MS).then(
        ObjectsTiered(tier=Tier.WARM, objects=named(LFS)), ObjectsTiered(tier=Tier.COLD, objects=named(LFS))
    )


def test_xorbs_of_a_chunked_file_have_tiers_and_small_objects_have_none() -> None:
    core = stored(
        (ObjectKind.XORB, XORB, SIZE_BYTES_MIN),
        (ObjectKind.XORB, SMALL, SIZE_BYTES_MIN - 1),
        (ObjectKind.FILE, RECORD, SIZE_BYTES_MIN),
    )
    both = ObjectsTiered(tier=Tier.COLD, objects=named(f"xorb/{XORB}"))
    assert core.when(after_ms=200 * DAY_MS).decided == [replace(both, tier=Tier.WARM), both]
    assert core.when(read(f"file/{RECORD}")).decided[1:] == [replace(both, tier=Tier.HOT)]
    assert [key for key, _ in core.state.scan(TIERS)] == [f"xorb/{XORB}"]


def test_many_tier_changes_are_reported_in_batches() -> None:
    hashes = [f"{number:064x}" for number in range(AT_ONCE + 1)]
    core = stored(*((ObjectKind.LFS, each, SIZE_BYTES_MIN) for each in hashes))
    core.when(after_ms=8 * DAY_MS)
    sizes = [len(core.decided[0].objects)]
    while core.when_due():
        sizes.append(len(core.decided[0].objects))
    assert sizes == [AT_ONCE, 1]
    every = [f"lfs/{each}" for each in hashes]
    pieces = [len(each.objects) for each in core.when(read(*every)).decided[1:]]
    assert pieces == [AT_ONCE, 1]


def test_an_operator_sets_the_tier_rule() -> None:
    rule = SetTierRule(warm_after_days=1, cold_after_days=2, **OPS)
    core = one_file().when(rule)
    core.then(TierRuleSet(warm_after_days=1, cold_after_days=2, tenant="ops", requested_by="ops/ops"))
    core.when(after_ms=3 * DAY_MS)
    assert [each.tier for each in core.decided] == [Tier.WARM, Tier.COLD]
    for warm, cold in ((0, 2), (2, 2), (3, 2), (1, 3_651)):
        wrong = replace(rule, warm_after_days=warm, cold_after_days=cold)
        (refused,) = core.when(wrong).decided
        assert isinstance(refused, CommandRejected)
        assert refused.code is RejectionCode.INVALID
        assert "1 <= warm_after_days < cold_after_days <= 3650" in refused.message


def placement(object_: str, key: str = "", storage_class: str = "GLACIER_IR") -> Placement:
    return Placement(object=object_, object_key=key or key_of(object_), storage_class=storage_class)


def test_placements_are_recorded_and_objects_removed_meanwhile_are_removed_again() -> None:
    core, gone = one_file(), placement(f"xorb/{XORB}")
    former = placement(LFS, key_of(LFS, "up-former"))
    service: dict[str, Any] = {"tenant": "muster", "requested_by": "registry"}
    core.when(RecordPlacement(placed=(placement(LFS), gone, former), **service)).then(
        ObjectsPlaced(placed=(placement(LFS),), gone=(gone.object_key, former.object_key), **service)
    )
    for placed, said in (
        ((), "1 to 100"),
        ((placement(LFS, gone.object_key),), "begins with registry/lfs/aa"),
    ):
        (refused,) = core.when(RecordPlacement(placed=placed, **service)).decided
        assert isinstance(refused, CommandRejected)
        assert said in refused.message


def test_a_deleted_object_has_no_tier() -> None:
    core = given(DECIDER).when(
        CreateRepository(
            repository=REPO,
            repository_type=RepositoryType.MODEL,
            namespace="acme",
            name="llama",
            visibility=Visibility.PUBLIC,
            **ANN,
        )
    )
    upload = ObjectUpload(upload="up-0", kind=ObjectKind.LFS, hash=WHOLE, size_bytes=SIZE_BYTES_MIN)
    core.when(ReserveUploads(repository=REPO, uploads=(upload,), **ANN))
    core.when(ConfirmUpload(repository=REPO, upload="up-0", object_key=key_of(LFS), **ANN))
    assert core.state.get(TIERS, LFS) is not None
    while core.state.get(TIERS, LFS) is not None:
        core.when_time_comes()
    for kind in (HOT_BY_TIME, WARM_BY_TIME):
        assert kind.first_ms(core.state) is None


@pytest.mark.parametrize("content", ["lfs/" + "9" * 64, "nothing", ""])
def test_reads_of_objects_that_are_not_stored_change_no_tier(content: str) -> None:
    (recorded,) = one_file().when(read(content)).decided
    assert recorded.downloads[0].contents == ()


def test_commands_with_too_many_contents_are_rejected() -> None:
    contents = tuple(f"lfs/{number:064x}" for number in range(CONTENTS_MAX + 1))
    (refused,) = one_file().when(read(*contents)).decided
    assert isinstance(refused, CommandRejected)
    assert f"at most {CONTENTS_MAX}" in refused.message


@for_all(st.lists(st.tuples(st.booleans(), st.integers(0, 100)), max_size=12))
def test_the_tier_follows_from_the_days_without_a_read(steps: list[tuple[bool, int]]) -> None:
    """State and indexes agree after any sequence of reads and pauses."""
    core, rule = one_file(), TierRule()
    last_day = START_MS // DAY_MS
    for is_read, days in steps:
        core.when(*([read(LFS)] if is_read else []), after_ms=days * DAY_MS)
        day = core.now_ms // DAY_MS
        last_day = day if is_read else last_day
        whole_days = (core.now_ms - (last_day + 1) * DAY_MS) // DAY_MS
        tier = Tier.HOT
        if whole_days >= rule.warm_after_days:
            tier = Tier.COLD if whole_days >= rule.cold_after_days else Tier.WARM
        assert core.state.get(TIERS, LFS) == Tiered(tier=tier, read_day=last_day)
        filed = {Tier.HOT: HOT_BY_TIME, Tier.WARM: WARM_BY_TIME}
        for kind in filed.values():
            found = list(kind.until(core.state, core.now_ms + DAY_MS))
            assert found == ([LFS] if filed.get(tier) is kind else [])
