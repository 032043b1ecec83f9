"""Queues, their tree and their usage as JSON."""

from __future__ import annotations

from typing import Annotated, Final, cast

from muster.api.etags import etag
from muster.events.job_commands import Tier
from muster.events.job_events import QueueMeasured
from muster.events.queue_commands import QueueSettings, Quota
from muster.jobs import quota_data, settings_data
from muster.jobs.values.quantities import from_milli
from muster.jobs.values.rules import written
from muster.submit.core.queue_tree import Branch
from muster.submit.core.read_model import Json, QueueRow
from muster.submit.edge.answers.times import Time, iso
from pydantic import Field
from typing_extensions import TypedDict

_MILLION: Final = 1_000_000
_HOUR_MS: Final = 3_600_000


class QueueQuota(TypedDict):
    """An amount of each resource; null: unlimited or not set."""

    gpus: float | None
    gpus_by_model: dict[str, float]
    cpus: float | None
    memory: Annotated[str | None, Field(examples=["512GiB"])]


class QueueLimits(TypedDict):
    """Maximum numbers of jobs in a queue; null: unlimited."""

    jobs_running: int | None
    jobs_pending: int | None
    user_jobs_running: int | None
    user_jobs_pending: int | None


class QueueSettingsAnswer(TypedDict):
    """Shares and limits, every default filled in."""

    parent: str | None
    guarantee: QueueQuota | None
    maximum: QueueQuota | None
    weight: int
    over_quota_weight: int
    order: str
    limits: QueueLimits
    suspended: Annotated[
        str | None,
        Field(description="Why no job of this queue or one below starts; null: not suspended."),
    ]
    spot_percent: Annotated[
        int | None, Field(description="Maximum share of its GPUs on spot nodes, %; null: unlimited.")
    ]


class Measure(TypedDict):
    """Resources used by a queue and those below it, and their fair share."""

    measured_at: Time | None
    used: QueueQuota
    borrowed_gpus: float
    lent_gpus: float
    share: Annotated[float, Field(description="Share of the cluster used over time, 0 to 1.")]
    share_due: Annotated[float, Field(description="Fair share of the cluster, 0 to 1.")]
    usage_gpu_hours: float
    credit_gpu_hours: float
    jobs_running: int
    jobs_pending: int


class Restriction(TypedDict):
    """A restriction that keeps jobs of some tiers from starting."""

    name: str
    tiers: list[str]
    until: Annotated[Time | None, Field(description="null: until it is lifted.")]
    reason: str
    requested_by: str
    restricted_at: Time | None


class Queue(QueueSettingsAnswer):
    """A queue: its settings, the tenant's jobs in it, and the newest measure."""

    name: str
    description: str
    created_at: Time | None
    etag: Annotated[str, Field(description="The version of the settings, for If-Match.")]
    jobs: Annotated[dict[str, int], Field(description="The tenant's jobs that have not ended, by state.")]
    measure: Annotated[Measure | None, Field(description="The newest measurement; null: none yet.")]
    restrictions: Annotated[
        list[Restriction],
        Field(description="Its own, by name; those of the queues above also apply."),
    ]


class QueueBranch(Queue):
    """A queue and those below it."""

    queues: list[QueueBranch]


class QueueTree(TypedDict):
    """The queues that have no parent, each with those below it."""

    items: list[QueueBranch]


def queue_json(queue: QueueRow) -> Queue:
    """Convert a queue: settings in the user's form, the tenant's jobs in it, and the newest measurement."""
    return {
        "name": queue.queue,
        "description": queue.description or "",
        **queue_settings_json(queue),
        "created_at": iso(queue.created_at_ms),
        "etag": queue_etag(queue),
        "jobs": dict(queue.jobs),
        "measure": _measure_json(queue),
        "restrictions": [_restriction_json(each) for each in queue.restrictions],
    }


def queue_tree_json(branch: Branch) -> QueueBranch:
    """Convert a queue with those below it."""
    return {**queue_json(branch.row), "queues": [queue_tree_json(below) for below in branch.below]}


def queue_settings_json(queue: QueueRow) -> QueueSettingsAnswer:
    """Convert shares and limits, with every field present."""
    return cast("QueueSettingsAnswer", settings_data(QueueSettings.from_datum(queue.settings or {})))


def queue_etag(queue: QueueRow) -> str:
    """Return the ETag of a queue's settings."""
    return etag(queue.event_partition, queue.event_offset)


def _restriction_json(restriction: Json) -> Restriction:
    return {
        "name": restriction["name"],
        "tiers": [written(Tier(each)) for each in restriction["tiers"]],
        "until": iso(restriction["until_ms"]),
        "reason": restriction["reason"],
        "requested_by": restriction["requested_by"],
        "restricted_at": iso(restriction["restricted_at_ms"]),
    }


def _measure_json(queue: QueueRow) -> Measure | None:
    if queue.measure is None:
        return None
    measured = QueueMeasured.from_datum(queue.measure)
    used = Quota(
        gpu_milli=measured.gpu_milli_used,
        gpu_milli_by_model=measured.gpu_milli_used_by_model,
        cpu_milli=measured.cpu_milli_used,
        memory_mib=measured.memory_mib_used,
    )
    return {
        "measured_at": iso(queue.measured_at_ms),
        "used": cast("QueueQuota", quota_data(used)),
        "borrowed_gpus": from_milli(measured.gpu_milli_borrowed),
        "lent_gpus": from_milli(measured.gpu_milli_lent),
        "share": measured.share_ppm / _MILLION,
        "share_due": measured.share_due_ppm / _MILLION,
        "usage_gpu_hours": round(measured.usage_gpu_ms / _HOUR_MS, 3),
        "credit_gpu_hours": round(measured.credit_gpu_ms / _HOUR_MS, 3),
        "jobs_running": measured.jobs_running,
        "jobs_pending": measured.jobs_pending,
    }
