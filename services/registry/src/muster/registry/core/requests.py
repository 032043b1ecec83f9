"""Build commands from requests. PURE: the caller supplies ids and the time."""

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
from muster.registry.core.access import Who
from muster.registry.core.quarantine import Verdict
from muster.registry.core.repositories.repositories import OfRepository
from muster.registry.core.storage.tiering import TierRule
from typing_extensions import TypedDict

AboutRepository = TypeVar("AboutRepository", bound=CreateRepository | OfRepository | Verdict)


class Signature(TypedDict):
    """Fields of every command that name its sender."""

    tenant: str
    requested_by: str
    teams: tuple[str, ...]
    roles: tuple[str, ...]
    repositories: tuple[str, ...]


def signature(who: Who) -> Signature:
    """Return the sender fields of a command; its reader compares them with the token."""
    return {
        "tenant": who.tenant,
        "requested_by": who.user,
        "teams": tuple(sorted(who.teams)),
        "roles": tuple(sorted(who.roles)),
        "repositories": tuple(sorted(who.repositories or ())),
    }


def about_repository(command: AboutRepository, stamp: Stamp) -> Envelope[AboutRepository]:
    """Wrap a command about one repository in an envelope."""
    return stamped(command, command.repository, stamp)


def set_quota(
    who: Who, organisation: str, quota_bytes: int | None, stamp: Stamp
) -> Envelope[SetStorageQuota]:
    """Build a command that limits an organisation's storage, in bytes; None: no limit."""
    command = SetStorageQuota(organisation=organisation, quota_bytes=quota_bytes, **signature(who))
    return stamped(command, organisation, stamp)


def set_encryption(who: Who, organisation: str, key: str, stamp: Stamp) -> Envelope[SetEncryption]:
    """Build a command that encrypts an organisation's storage with the key of this name; empty: none."""
    command = SetEncryption(organisation=organisation, key=key, **signature(who))
    return stamped(command, organisation, stamp)


def set_download_quota(
    who: Who, organisation: str, quota_bytes: int | None, stamp: Stamp
) -> Envelope[SetDownloadQuota]:
    """Build a command that limits downloads by an organisation's members, in bytes; None: no limit."""
    command = SetDownloadQuota(organisation=organisation, quota_bytes=quota_bytes, **signature(who))
    return stamped(command, organisation, stamp)


def set_tier_rule(who: Who, rule: TierRule, stamp: Stamp) -> Envelope[SetTierRule]:
    """Build a command that sets when objects change tier and how many repositories the CDN is notified of."""
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
    """Build a command that records downloads by members of an organisation."""
    command = RecordDownloads(downloads=tuple(downloads), tenant=organisation, requested_by=service)
    return stamped(command, organisation, stamp)


def set_scan_policy(who: Who, policy: ScanPolicy, stamp: Stamp) -> Envelope[SetScanPolicy]:
    """Build a command that sets who may read unscanned content in the caller's organisation."""
    command = SetScanPolicy(organisation=who.tenant, policy=policy, **signature(who))
    return stamped(command, who.tenant, stamp)
