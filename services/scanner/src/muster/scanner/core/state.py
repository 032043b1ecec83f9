"""The entities. PURE.

Content is named as the registry names it, KIND/HASH: inline, lfs or file, and tree for the root of a version.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, TypeAlias

from muster.deciding import ByTime, Kind
from muster.deciding.work import WorkQueue
from muster.events.registry_commands import QuarantineRepository, ReleaseRepository
from muster.events.registry_events import CommitMade, DownloadsRecorded
from muster.events.scan_commands import ScanCommand
from muster.events.scan_events import ScanEvent, ScanVerdict
from muster.events.scan_work import ContentGone, ContentsMet, DownloadsMet, RescanAdvanced

Inputs: TypeAlias = CommitMade | DownloadsRecorded | ScanCommand
"""The records of its inputs that this core decides; workers' reports are the queue's."""

Outputs: TypeAlias = (
    ScanEvent
    | (ContentsMet | ContentGone | RescanAdvanced | DownloadsMet)
    | (QuarantineRepository | ReleaseRepository)
)
"""Records this core emits besides its queue's: facts, its own notes, commands to the registry."""

LEASE_MS: Final = 30_000
"""Milliseconds for which a worker may be silent."""

QUEUE: Final = WorkQueue(lease_ms=LEASE_MS)
"""Work of the workers: one item per content, keyed by KIND/HASH; dead-lettered at the second death."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Known:
    """Content that a commit has added.

    Attributes:
        repository: Repository that had it first.
        commit: Commit that added it first.
        tenant: The organisation of that repository.
        names: A path of each kind of name that it has had (`contents.kind_of_name`).
        met: Number of commits that have added it.
        scans: Number of scans of it that have ended.
        newest: REPOSITORY/COMMIT that added it last; empty: that is the first one.
    """

    repository: str
    commit: str
    tenant: str
    names: tuple[str, ...]
    met: int = 0
    scans: int = 0
    newest: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Judged:
    """The verdict on content.

    Attributes:
        scan: Scan that gave it.
        verdict: The verdict that holds.
        rules_version: Version of the rules used.
        names: Names under which it was scanned.
        findings: Number of findings.
        size_bytes: Bytes read.
        content_sha256: SHA-256 of the bytes as read; empty: unknown.
    """

    scan: str
    verdict: ScanVerdict
    rules_version: str
    names: tuple[str, ...]
    findings: int = 0
    size_bytes: int = 0
    content_sha256: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Override:
    """An operator's verdict on content, until other rules judge.

    Attributes:
        verdict: Verdict that holds.
        rules_version: Version of the rules whose verdict it replaces.
        reason: The operator's reason.
    """

    verdict: ScanVerdict
    rules_version: str
    reason: str


@dataclass(frozen=True, slots=True)
class Postponed:
    """A scan that could not be done.

    Attributes:
        attempt: Number of failures in a row.
        until_ms: Earliest time of the retry; 0: it is being retried.
    """

    attempt: int
    until_ms: int


KNOWN: Final = Kind("known-content", Known)
"""KIND/HASH -> its origin."""

JUDGED: Final = Kind("judged-content", Judged)
"""KIND/HASH -> its verdict; kept when the content is gone, as the registry does."""

READ: Final = Kind("read-repository", int)
"""Id of a repository -> its last known downloads within 30 days."""

TO_QUEUE: Final = Kind("content-to-queue", int)
"""KIND/HASH that has to be scanned and is not queued -> its priority."""

POSTPONED: Final = Kind("postponed-scan", Postponed)
"""KIND/HASH -> attempt, and time of the retry."""

POSTPONED_BY_TIME: Final = ByTime("postponed-scan-by-time")
"""KIND/HASH of postponed scans, by time."""

OVERRIDES: Final = Kind("overridden-verdict", Override)
"""KIND/HASH -> an operator's verdict."""

RULES: Final = Kind("rules", str)
"""ACTIVE_RULES, LAST_RULES -> a version."""

ACTIVE_RULES: Final = "active"
"""The rules that an operator has activated."""

LAST_RULES: Final = "last"
"""The rules of the last verdict."""

RESCAN: Final = Kind("rescan-by-rules", str)
"""Empty key, while judged content is visited -> the last content visited."""
