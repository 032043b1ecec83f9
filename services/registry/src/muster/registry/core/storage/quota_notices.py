"""Notify an organisation once when it nears a quota, and once when it has reached it. PURE.

usage passes a threshold -> QuotaNeared; once usage has fallen below CLEAR_PERCENT, it is notified again.
"""

from __future__ import annotations

from typing import Final

from muster.deciding import Changes, Entities, Fact, Facts
from muster.events.registry_events import (
    CommitMade,
    CommitReleased,
    DownloadQuotaSet,
    DownloadsRecorded,
    ObjectRepacked,
    QuotaKind,
    QuotaNeared,
    RegistryEvent,
    StorageQuotaSet,
    StoredBytes,
    UploadEnded,
    UploadsReserved,
    XorbRepacked,
)
from muster.events.wire.datum import Record
from muster.registry.core.state import NEARED, downloaded, neared_key, organisation

THRESHOLDS_PERCENT: Final = (100, 80)
CLEAR_PERCENT: Final = 70

Use = tuple[str, QuotaKind, int, int | None]
"""Organisation, quota, bytes used, bytes allowed."""


def notices(state: Entities, fact: Record) -> Facts[RegistryEvent]:
    """Report that an organisation nears a quota when a fact changes its usage or the quota."""
    use = _use(state, fact)
    if use is None:
        return
    name, quota, used_bytes, quota_bytes = use
    before = state.get(NEARED, neared_key(name, quota)) or 0
    passed = next((each for each in THRESHOLDS_PERCENT if _is_past(used_bytes, quota_bytes, each)), 0)
    if passed > before and quota_bytes is not None:
        neared = QuotaNeared(
            organisation=name,
            quota=quota,
            threshold_percent=passed,
            used_bytes=used_bytes,
            quota_bytes=quota_bytes,
            tenant=name,
        )
        yield Fact(neared, name, name)


def evolve(state: Changes, fact: Record) -> None:
    """Remember the last notified threshold; forget it once usage is below CLEAR_PERCENT."""
    if isinstance(fact, QuotaNeared):
        state.put(NEARED, neared_key(fact.organisation, fact.quota), fact.threshold_percent)
    use = _use(state, fact)
    if use is None:
        return
    name, quota, used_bytes, quota_bytes = use
    key = neared_key(name, quota)
    if not _is_past(used_bytes, quota_bytes, CLEAR_PERCENT) and state.get(NEARED, key) is not None:
        state.delete(NEARED, key)


def _is_past(used_bytes: int, quota_bytes: int | None, percent: int) -> bool:
    return quota_bytes is not None and used_bytes * 100 >= quota_bytes * percent


def _use(state: Entities, fact: Record) -> Use | None:
    match fact:
        case (
            UploadsReserved()
            | UploadEnded()
            | CommitMade()
            | CommitReleased()
            | ObjectRepacked()
            | XorbRepacked()
        ):
            quota_bytes = organisation(state, fact.tenant).quota_bytes
            return fact.tenant, QuotaKind.STORAGE, _used(fact.stored), quota_bytes
        case StorageQuotaSet():
            kept = organisation(state, fact.organisation)
            used_bytes = kept.unique_bytes + kept.reserved_bytes
            return fact.organisation, QuotaKind.STORAGE, used_bytes, fact.quota_bytes
        case DownloadsRecorded():
            quota_bytes = downloaded(state, fact.organisation).quota_bytes
            return fact.organisation, QuotaKind.DOWNLOADS, fact.month_bytes, quota_bytes
        case DownloadQuotaSet():
            used_bytes = downloaded(state, fact.organisation).days.total
            return fact.organisation, QuotaKind.DOWNLOADS, used_bytes, fact.quota_bytes
        case _:
            return None


def _used(stored: StoredBytes) -> int:
    return stored.unique_bytes + stored.reserved_bytes
