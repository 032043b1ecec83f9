"""Requests as commands. PURE: ids and the time are given."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from muster.events.registry_commands import (
    CreateRepository,
    Download,
    RecordDownloads,
    ScanPolicy,
    SetDownloadQuota,
    SetEncryption,
    SetScanPolicy,
    SetStorageQuota,
    SetTierRule,
)
from muster.events.wire.envelope import Envelope
from muster.events.wire.stamp import Stamp, stamped
from muster.registry.core.quarantine import Verdict
from muster.registry.core.repositories.access import Who
from muster.registry.core.repositories.repositories import OfRepository
from muster.registry.core.storage.tiering import TierRule
from typing_extensions import TypedDict

Asked = TypeVar("Asked", bound=CreateRepository | OfRepository | Verdict)


class Signature(TypedDict):
    """The fields in which every command names who sends it."""

    tenant: str
    requested_by: str
    teams: tuple[str, ...]
    roles: tuple[str, ...]
    repositories: tuple[str, ...]


def signature(who: Who) -> Signature:
    """Who sends a command; its reader compares it with the token."""
    return {
        "tenant": who.tenant,
        "requested_by": who.user,
        "teams": tuple(sorted(who.teams)),
        "roles": tuple(sorted(who.roles)),
        "repositories": tuple(sorted(who.repositories or ())),
    }


def about_repository(command: Asked, stamp: Stamp) -> Envelope[Asked]:
    """A command about one repository."""
    return stamped(command, command.repository, stamp)


def set_quota(
    who: Who, organisation: str, quota_bytes: int | None, stamp: Stamp
) -> Envelope[SetStorageQuota]:
    """Limit what an organisation keeps in the store."""
    command = SetStorageQuota(organisation=organisation, quota_bytes=quota_bytes, **signature(who))
    return stamped(command, organisation, stamp)


def set_encryption(who: Who, organisation: str, key: str, stamp: Stamp) -> Envelope[SetEncryption]:
    """Have what an organisation keeps encrypted with the key of this name; empty: with none."""
    command = SetEncryption(organisation=organisation, key=key, **signature(who))
    return stamped(command, organisation, stamp)


def set_download_quota(
    who: Who, organisation: str, quota_bytes: int | None, stamp: Stamp
) -> Envelope[SetDownloadQuota]:
    """Limit what members of an organisation download."""
    command = SetDownloadQuota(organisation=organisation, quota_bytes=quota_bytes, **signature(who))
    return stamped(command, organisation, stamp)


def set_tier_rule(who: Who, rule: TierRule, stamp: Stamp) -> Envelope[SetTierRule]:
    """Say when objects change their tier, and of how many repositories the CDN is told."""
    command = SetTierRule(
        warm_after_days=rule.warm_after_days,
        cold_after_days=rule.cold_after_days,
        prewarmed_max=rule.prewarmed_max,
        **signature(who),
    )
    return stamped(command, who.tenant, stamp)


def record_downloads(
    organisation: str, downloads: Sequence[Download], service: str, stamp: Stamp
) -> Envelope[RecordDownloads]:
    """What members of an organisation have downloaded."""
    command = RecordDownloads(downloads=tuple(downloads), tenant=organisation, requested_by=service)
    return stamped(command, organisation, stamp)


def set_scan_policy(who: Who, policy: ScanPolicy, stamp: Stamp) -> Envelope[SetScanPolicy]:
    """Say who reads what was not scanned yet, in one's own organisation."""
    command = SetScanPolicy(organisation=who.tenant, policy=policy, **signature(who))
    return stamped(command, who.tenant, stamp)
