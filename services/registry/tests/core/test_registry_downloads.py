"""Downloads, and notices about quotas: whole lists of facts, in order."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given as drawn
from hypothesis import strategies as st
from muster.events.registry_commands import (
    CreateRepository,
    DeleteRepository,
    Download,
    ObjectKind,
    ObjectUpload,
    RecordDownloads,
    RepositoryType,
    ReserveUploads,
    SetDownloadQuota,
    SetStorageQuota,
    Visibility,
)
from muster.events.registry_events import (
    Downloaded,
    DownloadQuotaSet,
    DownloadsRecorded,
    QuotaKind,
    QuotaNeared,
    StorageQuotaSet,
    UploadEnded,
    UploadsReserved,
)
from muster.events.shared.command_answers import CommandRejected, RejectionCode
from muster.registry.core.decisions import DECIDER
from muster.registry.core.state import DAY_MS, READ
from muster.registry.core.storage.downloading import REPOSITORIES_MAX
from muster.registry.core.storage.uploads import UPLOAD_MS
from muster.testkit.cores.deciding import Decisions, given

REPO = "repo-aaaa"
OPS: dict[str, Any] = {"tenant": "ops", "requested_by": "ops", "teams": (), "roles": ("operator",)}
ANN: dict[str, Any] = {"tenant": "acme", "requested_by": "ann", "teams": (), "roles": ("submitter",)}


def read(*downloads: tuple[str, int, int], tenant: str = "acme") -> RecordDownloads:
    told = tuple(Download(repository=r, downloads=d, read_bytes=b) for r, d, b in downloads)
    return RecordDownloads(downloads=told, tenant=tenant, requested_by="registry")


def with_repository() -> Decisions:
    return given(DECIDER).when(
        CreateRepository(
            repository=REPO,
            repository_type=RepositoryType.MODEL,
            namespace="acme",
            name="llama",
            visibility=Visibility.PUBLIC,
            **ANN,
        )
    )


def recorded(core: Decisions, day_bytes: int, month_bytes: int, *downloads: Downloaded) -> DownloadsRecorded:
    return DownloadsRecorded(
        organisation="acme",
        day=core.now_ms // DAY_MS,
        day_bytes=day_bytes,
        month_bytes=month_bytes,
        downloads=downloads,
        tenant="acme",
        requested_by="registry",
    )


def of_repo(downloads: int, read_bytes: int, day: int, month: int, total: int) -> Downloaded:
    return Downloaded(
        repository=REPO,
        downloads=downloads,
        read_bytes=read_bytes,
        day_downloads=day,
        month_downloads=month,
        total_downloads=total,
    )


def neared(quota: QuotaKind, percent: int, used_bytes: int, quota_bytes: int) -> QuotaNeared:
    return QuotaNeared(
        organisation="acme",
        quota=quota,
        threshold_percent=percent,
        used_bytes=used_bytes,
        quota_bytes=quota_bytes,
        tenant="acme",
    )


def test_daily_counts_cover_30_days() -> None:
    core = with_repository()
    core.when(read((REPO, 2, 500)))
    core.then(recorded(core, 500, 500, of_repo(2, 500, 2, 2, 2)))
    core.when(read((REPO, 1, 50)))
    core.then(recorded(core, 550, 550, of_repo(1, 50, 3, 3, 3)))
    core.when(read((REPO, 1, 10)), after_ms=29 * DAY_MS)
    core.then(recorded(core, 10, 560, of_repo(1, 10, 1, 4, 4)))
    core.when(read((REPO, 0, 5)), after_ms=DAY_MS)
    core.then(recorded(core, 5, 15, of_repo(0, 5, 0, 1, 4)))


def test_bytes_count_for_the_reader_and_downloads_for_the_repository() -> None:
    core = with_repository().when(read((REPO, 1, 100), tenant="globex"))
    core.when(read((REPO, 1, 7)))
    core.then(recorded(core, 7, 7, of_repo(1, 7, 2, 2, 2)))


def test_reads_of_a_deleted_repository_count_only_for_the_reader() -> None:
    core = with_repository().when(read((REPO, 1, 100)))
    core.when(DeleteRepository(repository=REPO, **ANN))
    core.when(read((REPO, 1, 7)))
    core.then(recorded(core, 107, 107, of_repo(1, 7, 1, 1, 1)))
    assert core.state.get(READ, REPO) is None


@pytest.mark.parametrize(
    ("command", "field"),
    [
        (read(), "downloads"),
        (read((REPO, 1, 1), (REPO, 1, 1)), "downloads"),
        (read(*((f"repo-{n}", 1, 1) for n in range(REPOSITORIES_MAX + 1))), "downloads"),
        (read((REPO, -1, 1)), "downloads.downloads"),
        (read((REPO, 1, -1)), "downloads.read_bytes"),
        (SetDownloadQuota(organisation="acme", quota_bytes=-1, **OPS), "quota_bytes"),
    ],
)
def test_impossible_downloads_are_rejected(command: Any, field: str) -> None:
    (answer,) = with_repository().when(command).decided
    assert isinstance(answer, CommandRejected)
    assert (answer.code, [each.field for each in answer.violations]) == (RejectionCode.INVALID, [field])


def test_a_download_quota_is_reported_once_at_80_and_100_percent() -> None:
    core = with_repository().when(SetDownloadQuota(organisation="acme", quota_bytes=1_000, **OPS))
    core.then(
        DownloadQuotaSet(organisation="acme", quota_bytes=1_000, tenant="acme", requested_by="ops/ops"),
    )
    told = [core.when(read((REPO, 0, n))).decided[1:] for n in (799, 1, 100, 100, 500)]
    at_80, at_100 = (neared(QuotaKind.DOWNLOADS, p, n, 1_000) for p, n in ((80, 800), (100, 1_000)))
    assert told == [[], [at_80], [], [at_100], []]
    later = [core.when(read((REPO, 0, n)), after_ms=30 * DAY_MS).decided[1:] for n in (699, 850)]
    assert later == [[], [neared(QuotaKind.DOWNLOADS, 80, 850, 1_000)]]


def test_a_quota_set_below_current_usage_is_reported_immediately() -> None:
    core = with_repository().when(read((REPO, 0, 900)))
    quota = SetDownloadQuota(organisation="acme", quota_bytes=900, **OPS)
    assert core.when(quota).decided[1:] == [neared(QuotaKind.DOWNLOADS, 100, 900, 900)]


def test_a_storage_quota_is_reported_again_after_usage_has_fallen() -> None:
    core = with_repository()
    kept = core.when(reserve("up-0", 0)).decided[0].stored.unique_bytes
    core.when(SetStorageQuota(organisation="acme", quota_bytes=kept + 10_000, **OPS))
    assert isinstance(core.decided[0], StorageQuotaSet)
    first = core.when(reserve("up-1", 9_000)).decided
    nine = neared(QuotaKind.STORAGE, 80, kept + 9_000, kept + 10_000)
    assert [type(each) for each in first] == [UploadsReserved, QuotaNeared]
    assert first[1] == nine
    assert [type(each) for each in core.when(reserve("up-2", 10)).decided] == [UploadsReserved]
    ended = core.when(after_ms=UPLOAD_MS).decided
    assert [type(each) for each in ended] == [UploadEnded] * 3
    assert core.when(reserve("up-3", 9_000)).decided[1:] == [nine]


def reserve(upload: str, size_bytes: int) -> ReserveUploads:
    object_ = ObjectUpload(upload=upload, kind=ObjectKind.LFS, hash=upload[-1] * 64, size_bytes=size_bytes)
    return ReserveUploads(repository=REPO, uploads=(object_,), **ANN)


@drawn(st.lists(st.tuples(st.integers(0, 40), st.integers(0, 1_000)), max_size=12))
def test_the_sum_covers_the_last_30_days(told: list[tuple[int, int]]) -> None:
    """The order and gaps of reports do not matter: days without downloads count as 0."""
    core, by_day = with_repository(), dict[int, int]()
    for after_days, read_bytes in told:
        core.when(read((REPO, 1, read_bytes)), after_ms=after_days * DAY_MS)
        fact = core.decided[0]
        by_day[fact.day] = by_day.get(fact.day, 0) + read_bytes
        window = range(fact.day - 29, fact.day + 1)
        assert fact.day_bytes == by_day[fact.day]
        assert fact.month_bytes == sum(number for day, number in by_day.items() if day in window)
