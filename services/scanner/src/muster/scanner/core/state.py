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
"""How long a worker may be silent."""

QUEUE: Final = WorkQueue(lease_ms=LEASE_MS)
"""What workers do: an item for each content, known by KIND/HASH; the second death parks it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Known:
    """Content that a commit has brought.

    Attributes:
        repository: That had it first.
        commit: That brought it first.
        tenant: The organisation of that repository.
        names: A path of each kind of name that it was met under (`contents.kind_of_name`).
        met: How many commits have brought it.
        scans: How many scans of it have ended.
    """

    repository: str
    commit: str
    tenant: str
    names: tuple[str, ...]
    met: int = 0
    scans: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Judged:
    """The verdict about content.

    Attributes:
        scan: That gave it.
        verdict: The verdict that holds.
        rules_version: By which rules.
        names: Under which names it was read.
        findings: How many there are.
        size_bytes: How much was read.
        content_sha256: Of the bytes as they were read; empty: it is not known.
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
    """What an operator has said of content, until other rules judge.

    Attributes:
        verdict: That holds.
        rules_version: Whose verdict it replaces.
        reason: Why.
    """

    verdict: ScanVerdict
    rules_version: str
    reason: str


@dataclass(frozen=True, slots=True)
class Postponed:
    """A scan that could not be done.

    Attributes:
        attempt: How many times in a row.
        until_ms: Not before; 0: it is tried again.
    """

    attempt: int
    until_ms: int


KNOWN: Final = Kind("known-content", Known)
"""KIND/HASH -> where it comes from."""

JUDGED: Final = Kind("judged-content", Judged)
"""KIND/HASH -> the verdict; kept when the content is gone, as the registry keeps it."""

READ: Final = Kind("read-repository", int)
"""Id of a repository -> how often it is downloaded within 30 days, as it was known last."""

TO_QUEUE: Final = Kind("content-to-queue", int)
"""KIND/HASH that has to be scanned, and is not in the queue -> its priority."""

POSTPONED: Final = Kind("postponed-scan", Postponed)
"""KIND/HASH -> until when."""

POSTPONED_BY_TIME: Final = ByTime("postponed-scan-by-time")
"""KIND/HASH of what is postponed, by its time."""

OVERRIDES: Final = Kind("overridden-verdict", Override)
"""KIND/HASH -> what an operator has said."""

RULES: Final = Kind("rules", str)
"""ACTIVE_RULES, LAST_RULES -> a version."""

ACTIVE_RULES: Final = "active"
"""The rules that an operator has activated."""

LAST_RULES: Final = "last"
"""The rules of the last verdict."""

RESCAN: Final = Kind("rescan-by-rules", str)
"""The empty key, while judged content is looked through -> the last that was."""
