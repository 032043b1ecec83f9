"""Histories of the deciding services, written by hand: the records that users and neighbours send, and when.

Each has requests that are accepted, some that are rejected, a duplicate and a stranger, so that a recorded
log holds facts that must not change and texts that may.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any, Final

from muster.events.job_commands import Tier
from muster.events.job_events import (
    CheckpointRecorded,
    GangBound,
    JobQueued,
    PreemptionCause,
    PreemptionRequested,
    QueueCreated,
    RankPlacement,
    RankShape,
)
from muster.events.node_commands import Sharing
from muster.events.queue_commands import QueueSettings, Quota
from muster.events.registry_events import CommitMade, RepositoryCreated
from muster.events.shared.work_orders import WorkOrdered
from muster.events.topics import REGISTRY_EVENTS, SCAN_WORK
from muster.testkit.cores import build
from muster.testkit.cores.metered import bound, ended, queued, saved
from recorded_cell import RecordedCell

MINUTE_MS: Final = 60_000
HOUR_MS: Final = 60 * MINUTE_MS

_RESULT: Final[dict[str, Any]] = {
    "outcome": "read",
    "reason": "",
    "verdict": "CLEAN",
    "findings": [],
    "count": 0,
    "size_bytes": 9,
    "content_sha256": "f" * 64,
    "rules_version": "1",
}
_CALL: Final = {
    "rule": "pickle.call",
    "kind": "CODE",
    "severity": "CRITICAL",
    "message": "os.system is called",
}

GOOD: Final = json.dumps(_RESULT).encode()
BAD: Final = json.dumps(
    {**_RESULT, "reason": "os.system is called", "verdict": "MALICIOUS", "findings": [_CALL], "count": 1}
).encode()


def history_of_alerts(cell: RecordedCell) -> None:
    """Routes that are set, refused and removed, and facts that become alerts."""
    commands = "alerts-commands"
    cell.ask(commands, "SetAlertRoute", stranger=True)
    cell.ask(commands, "SetAlertRoute", event_id="same")
    cell.ask(commands, "SetAlertRoute", event_id="same")
    cell.settle()
    terms: dict[str, Any] = {
        "channel": "WEBHOOK",
        "secret": "pager",
        "severity_min": "INFO",
        "teams": [],
        "rules": [],
    }
    everything: dict[str, Any] = {**terms, "url": "https://hooks.example.org/all", "platform": True}
    cell.ask(commands, "SetAlertRoute", route="all", terms=everything)
    cell.ask(commands, "SetAlertRoute", route="plain", terms={**everything, "url": "ftp://hooks.example.org"})
    cell.ask(commands, "SetAlertRoute", route="Bad Name")
    cell.ask(commands, "SetAlertRoute", route="odd", terms={**everything, "rules": ["no-such-rule"]})
    cell.settle()
    cell.tell("usage-events", "BudgetReached", measured_until_ms=cell.clock.now_ms())
    cell.tell("job-events", "NodeLost")
    cell.tell("job-events", "JobWarned")
    cell.ask(commands, "TryAlertRoutes")
    cell.ask(commands, "TryAlertRoutes", route="nobody")
    cell.settle()
    cell.ask(commands, "RemoveAlertRoute", route="nobody")
    cell.ask(commands, "RemoveAlertRoute")
    cell.settle()
    cell.tell("usage-events", "BudgetReached", threshold_percent=100, measured_until_ms=cell.clock.now_ms())
    cell.settle(HOUR_MS)


def history_of_metering(cell: RecordedCell) -> None:
    """Prices, budgets, two jobs that run for hours, and what they cost."""
    commands = "metering-commands"
    card: dict[str, Any] = {
        "name": "autumn",
        "currency": "USD",
        "default_gpu_hour_micros": 4_000_000,
        "rates": [{"gpu_model": "A100", "commitment": "", "spot": False, "gpu_hour_micros": 2_370_000}],
        "tier_percent": {"INTERACTIVE": 150},
        "storage_gb_month_micros": 31_000,
    }
    cell.facts(*(build.node(f"n{number}", gpus=2) for number in range(2)))
    cell.ask(commands, "ActivateRates", card=card, starts_at_ms=cell.clock.now_ms(), stranger=True)
    cell.ask(commands, "ActivateRates", card=card, starts_at_ms=cell.clock.now_ms() + HOUR_MS)
    cell.ask(commands, "ActivateRates", card={**card, "currency": "dollars"}, starts_at_ms=0)
    cell.ask(commands, "SetBudget", event_id="same")
    cell.ask(commands, "SetBudget", event_id="same")
    cell.ask(commands, "SetBudget", budget="Not A Name")
    cell.ask(commands, "RemoveBudget", budget="nobody")
    cell.settle()
    for job_id, node_id in (("job-a", "n0"), ("job-b", "n1")):
        cell.facts(queued(job_id), bound(job_id, (node_id, (0, 1))), saved(job_id, size_bytes=10**12))
        cell.settle(20 * MINUTE_MS)
    cell.ask(commands, "RecordTokenWork", job_id="job-a", starts_at_ms=1)
    cell.settle()
    for _ in range(3):
        cell.facts()
        cell.settle(HOUR_MS)
    cell.facts(ended("job-a"))
    cell.settle(HOUR_MS)
    cell.ask(commands, "RemoveBudget")
    cell.facts(ended("job-b"))
    cell.settle(2 * HOUR_MS)
    cell.facts()
    cell.settle(25 * HOUR_MS)
    cell.facts()
    cell.settle()


def history_of_preemption(cell: RecordedCell) -> None:
    """Two jobs run for a queue that borrows, jobs with guarantees ask for their place; the policy changes."""
    commands = "preemption-commands"
    four = build.job_spec(gpus=4, queue="lender")
    guarantee = QueueSettings(guarantee=Quota(gpu_milli=2_000))
    for name, settings in (("owner", guarantee), ("lender", None)):
        made = QueueCreated(queue=name, tenant="acme", description="", requested_by="op", settings=settings)
        cell.facts(made, minutes_ago=900)
    for number, job_id in enumerate(("job-saves", "job-loses")):
        cell.facts(build.node(f"n{number}", gpus=4), minutes_ago=800)
        cell.facts(JobQueued(job_id=job_id, tenant="acme", spec=four), minutes_ago=100 - number)
        cell.facts(_bound(job_id, f"n{number}"), minutes_ago=100 - number)
    kept = CheckpointRecorded(
        job_id="job-saves", attempt=1, rank=0, file="c", uri="s3://c", sha256="0", size_bytes=1
    )
    cell.facts(kept, minutes_ago=10)
    cell.ask(commands, "ActivatePreemptionPolicy", stranger=True)
    cell.settle()
    for number, gpus in enumerate((4, 4, 8)):
        job_id = f"job-asks-{number}"
        spec = build.job_spec(gpus=gpus, queue="owner", tier=Tier.PRODUCTION_INFERENCE)
        cell.facts(JobQueued(job_id=job_id, tenant="acme", spec=spec))
        cell.facts(_request(cell, job_id, gpus))
        cell.settle()
    policy: dict[str, Any] = {"name": "gentle", "evictions_per_job_day_max": 1, "plan_valid_ms": 20_000}
    cell.ask(commands, "ActivatePreemptionPolicy", policy=policy, event_id="same")
    cell.ask(commands, "ActivatePreemptionPolicy", policy=policy, event_id="same")
    cell.ask(commands, "ActivatePreemptionPolicy", policy={**policy, "plan_valid_ms": -1})
    cell.settle(10 * MINUTE_MS)
    spec = build.job_spec(gpus=2, queue="owner", tier=Tier.PRODUCTION_INFERENCE)
    cell.facts(JobQueued(job_id="job-late", tenant="acme", spec=spec))
    cell.facts(_request(cell, "job-late", 2, PreemptionCause.GUARANTEE))
    cell.settle()
    cell.settle(HOUR_MS)


def history_of_registry(cell: RecordedCell) -> None:
    """A repository with a commit, a version, an alias and grants; much that is refused; one is removed."""
    commands, weights, root = "registry-commands", "a" * 64, "b" * 64
    cell.ask(commands, "CreateRepository", stranger=True)
    cell.ask(commands, "CreateRepository", event_id="same")
    cell.ask(commands, "CreateRepository", event_id="same")
    cell.ask(commands, "CreateRepository", repository="repo-other")
    cell.ask(commands, "CreateRepository", repository="repo-odd", name="-no name-")
    cell.ask(commands, "CreateRepository", repository="repo-gone", name="gone")
    cell.settle()
    uploads = [
        {"upload": "upload-1", "kind": "LFS", "hash": weights, "size_bytes": 100},
        {"upload": "upload-2", "kind": "TREE", "hash": root, "size_bytes": 10},
    ]
    cell.ask(commands, "ReserveUploads", uploads=uploads)
    cell.ask(commands, "ReserveUploads", repository="repo-nowhere", uploads=uploads)
    cell.settle()
    [first, *_] = cell.published(REGISTRY_EVENTS, RepositoryCreated)
    commit: dict[str, Any] = {
        "base": first.commit,
        "parent": None,
        "root": root,
        "files": [{"path": "w.bin", "kind": "LFS", "hash": weights, "size_bytes": 100}],
        "deleted": [],
        "trees": [{"hash": root, "size_bytes": 10}],
        "proofs": [],
        "made_by": None,
    }
    cell.ask(commands, "MakeCommit", **commit)  # its bytes are not there yet
    cell.settle()
    for kind, hash_, upload in (("lfs", weights, "upload-1"), ("tree", root, "upload-2")):
        key = f"registry/{kind}/{hash_[:2]}/{hash_}/{upload}.n"
        cell.ask(commands, "ConfirmUpload", upload=upload, object_key=key)
    cell.ask(commands, "ConfirmUpload", upload="upload-9")
    cell.settle()
    cell.ask(commands, "MakeCommit", **commit)
    commit["base"] = "f" * 40
    cell.ask(commands, "MakeCommit", **commit)
    cell.ask(commands, "SetStorageQuota", quota_bytes=10**12, roles=["operator"])
    cell.ask(commands, "SetStorageQuota", quota_bytes=-1, roles=["operator"])
    cell.settle()
    [made] = cell.published(REGISTRY_EVENTS, CommitMade)
    cell.ask(commands, "RegisterVersion", commit=made.commit, run="", model="", source="")
    cell.ask(commands, "RegisterVersion", commit="0" * 40, run="", model="", source="")
    cell.ask(commands, "SetAlias", version=1)
    cell.ask(commands, "GrantAccess")
    cell.ask(commands, "GrantAccess", requested_by="bob", teams=[])
    cell.ask(commands, "RevokeAccess", grantee="acme/nobody")
    cell.ask(commands, "SetVisibility", visibility="PUBLIC")
    cell.ask(commands, "MoveRepository", name="renamed")
    cell.ask(commands, "MoveRepository", name="-no name-")
    cell.ask(commands, "DeleteRepository", repository="repo-gone")
    cell.ask(commands, "DeleteRepository", repository="repo-nowhere")
    cell.ask(commands, "QuarantineRepository", reason="unsafe")
    cell.settle(HOUR_MS)
    cell.ask(commands, "CreateRef", commit="0" * 40)
    cell.ask(commands, "DeleteRef", name="nowhere")
    cell.settle(48 * HOUR_MS)


def history_of_scanner(cell: RecordedCell) -> None:
    """Content is scanned by a worker, one file of it is malicious; it is reviewed, and rescanned."""
    commands, reports = "scan-commands", "scan-reports"
    evil, fine = "e" * 64, "f" * 64
    files = [
        {"path": path, "kind": "INLINE", "hash": hash_, "size_bytes": 9}
        for path, hash_ in (("model.pkl", evil), ("readme.md", fine), ("weights.pt", fine))
    ]
    cell.tell("registry-events", "CommitMade", files=files, objects=[], at_ms=cell.clock.now_ms())
    cell.ask(commands, "ReviewContent", stranger=True)
    cell.settle()
    cell.tell(reports, "WorkerReported", worker_id="w", incarnation=1, slots=4)
    cell.settle()
    orders = cell.published(SCAN_WORK, WorkOrdered)
    for number, order in enumerate(orders):
        cell.tell(
            reports,
            "WorkReported",
            work_id=order.work_id,
            attempt=order.attempt,
            worker_id="w",
            incarnation=1,
            result=(BAD, GOOD, b"no result")[number % 3],
        )
    cell.settle()
    target = orders[0].work_id
    cell.ask(commands, "ReviewContent", object=target, event_id="same")
    cell.ask(commands, "ReviewContent", object=target, event_id="same")
    cell.ask(commands, "ReviewContent", object="lfs/" + "9" * 64)
    cell.ask(commands, "OverrideVerdict", object=target)
    cell.ask(commands, "OverrideVerdict", object=target, reason="")
    cell.ask(commands, "RescanContent", objects=["lfs/" + "9" * 64])
    cell.ask(commands, "ActivateRules", rules_version="2")
    cell.ask(commands, "ActivateRules", rules_version="")
    cell.settle(10 * MINUTE_MS)
    cell.tell("registry-events", "DownloadsRecorded")
    cell.settle(HOUR_MS)


def _bound(job_id: str, node_id: str) -> GangBound:
    """Build the fact that a job holds all four GPUs of a node."""
    place = RankPlacement(
        rank=0, node_id=node_id, gpu_indices=(0, 1, 2, 3), gpu_milli=1_000, sharing=Sharing.EXCLUSIVE
    )
    return GangBound(
        job_id=job_id,
        attempt=1,
        placements=(place,),
        master_address="a",
        master_port=1,
        waited_ms=0,
        tenant="acme",
        queue="lender",
        each=RankShape(cpu_milli=1_000, memory_mib=1_024),
    )


def _request(
    cell: RecordedCell, job_id: str, gpus: int, cause: PreemptionCause = PreemptionCause.TIER
) -> PreemptionRequested:
    """The scheduler asks for room for a job."""
    return PreemptionRequested(
        job_id=job_id,
        cause=cause,
        queue="owner",
        tenant="acme",
        jobs=1,
        gpu_milli_missing=gpus * 1_000,
        gpu_models=(),
        borrowers=(),
        as_of_seq=cell.job_seq,
    )


HISTORIES: Final[Mapping[str, Callable[[RecordedCell], None]]] = {
    "alerts": history_of_alerts,
    "metering": history_of_metering,
    "preemption": history_of_preemption,
    "registry": history_of_registry,
    "scanner": history_of_scanner,
}
