"""QueueRequest: a queue as people write it, and TreeRequest: a file of queues below queues.

GPUs, cores and memory are written as in a job: numbers and sizes. The scheduler checks whether a queue's
guarantees fit those above and below it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, ClassVar, Final, Self, TypeAlias

from muster.events.queue_commands import QueueOrder
from muster.jobs.forms.form import Form
from muster.jobs.values.quantities import format_memory
from muster.jobs.values.rules import (
    GPU_MODEL_ALLOWED,
    Allowed,
    GpuModel,
    Queue,
    Text,
    choice,
    memory,
    number,
    refuse,
    whole,
)
from pydantic import AfterValidator, Field, model_validator

AMOUNT_MAX: Final = 10**9
"""Maximum GPUs or cores in a quota."""
WEIGHT_MAX: Final = 1_000_000
JOBS_MAX: Final = 10_000_000
MODELS_MAX: Final = 64
"""Maximum GPU models in one map."""
SIBLINGS_MAX: Final = 10_000
"""Maximum queues on one level of a file."""

Amount: TypeAlias = Annotated[int | float, *number("", 0, AMOUNT_MAX, example=64)]
AmountsByModel: TypeAlias = Annotated[
    dict[GpuModel, Amount],
    Field(max_length=MODELS_MAX),
    Allowed(
        f"at most {MODELS_MAX} GPU models, each {GPU_MODEL_ALLOWED}, with a number from 0 to {AMOUNT_MAX} "
        "in steps of 0.001"
    ),
]
QuotaMemory: TypeAlias = Annotated[int, *memory("900000TiB")]
Weight: TypeAlias = Annotated[int, *whole(1, WEIGHT_MAX)]
OverQuotaWeight: TypeAlias = Annotated[int, *whole(0, WEIGHT_MAX, "; 0 never borrows")]
Order: TypeAlias = Annotated[QueueOrder, *choice(QueueOrder)]
SpotPercent: TypeAlias = Annotated[int, *whole(0, 100, "; 0 keeps its jobs off spot nodes")]
JobsMax: TypeAlias = Annotated[int, *whole(0, JOBS_MAX)]


class QuotaRequest(Form):
    """An amount of each resource; an absent resource is not restricted."""

    gpus: Amount | None = None
    """GPUs of any model."""
    gpus_by_model: AmountsByModel = Field(default_factory=dict)
    """GPUs per model, in addition to the total."""
    cpus: Amount | None = None
    """CPU cores."""
    memory: QuotaMemory | None = None
    """Main memory."""


class LimitsRequest(Form):
    """Limits on the number of jobs; absent: no limit."""

    jobs_running: JobsMax | None = None
    """Jobs that may hold GPUs at once."""
    jobs_pending: JobsMax | None = None
    """Jobs that may wait at once; more are rejected."""
    user_jobs_running: JobsMax | None = None
    """Like jobs_running, for each user."""
    user_jobs_pending: JobsMax | None = None
    """Like jobs_pending, for each user."""


def _nothing_is_absent(quota: QuotaRequest | None) -> QuotaRequest | None:
    """Turn an empty quota into none, so that there is one way to write it."""
    return None if quota == QuotaRequest() else quota


Quota: TypeAlias = Annotated[QuotaRequest | None, AfterValidator(_nothing_is_absent)]


class QueueSettingsRequest(Form):
    """Resources of a queue, and how its jobs share them."""

    meant: ClassVar[Mapping[str, str]] = {
        "gpus": "guarantee.gpus",
        "quota": "guarantee",
        "nominal_quota": "guarantee",
        "min": "guarantee",
        "deserved": "guarantee",
        "max": "maximum",
        "limit": "maximum",
        "capability": "maximum",
        "borrowing_limit": "maximum",
        "share": "weight",
        "fair_weight": "weight",
        "cohort": "parent",
        "children": "queues",
        "strategy": "order",
        "max_jobs": "limits.jobs_running",
        "jobs_running": "limits.jobs_running",
        "jobs_pending": "limits.jobs_pending",
    }

    parent: Queue | None = None
    """Parent queue, of the same tenant; absent: none."""
    guarantee: Quota = None
    """Resources its jobs can always get; lent to others while unused. Absent: nothing is guaranteed."""
    maximum: Quota = None
    """Maximum resources that its jobs may hold together. Absent: no limit."""
    weight: Weight = 1
    """Its share of usage over time, relative to its sibling queues."""
    over_quota_weight: OverQuotaWeight = 1
    """Its share of what is lent beyond guarantees, relative to its sibling queues."""
    order: Order = QueueOrder.FIFO
    """Order of jobs within a tier."""
    limits: LimitsRequest = LimitsRequest()
    """Limits on running and waiting jobs."""
    spot_percent: SpotPercent | None = None
    """Maximum percentage of its GPUs on spot nodes. Absent: no limit."""
    suspended: Text | None = None
    """Why it and its child queues start nothing; running jobs continue. Absent: it is not suspended."""

    @model_validator(mode="after")
    def _guarantee_fits_the_maximum(self) -> Self:
        """A guarantee above the maximum could never be used."""
        for field, due, most in _amounts_of_both(self.guarantee, self.maximum):
            if due > most:
                text = format_memory if field == "memory" else str
                allowed = f"at most the maximum, {text(most)}"
                raise refuse(field=f"guarantee.{field}", value=text(due), allowed=allowed)
        return self


class NameRequest(Form):
    """The name of a queue."""

    name: Queue
    """Name by which jobs refer to the queue."""
    description: Text = ""
    """Description, for people."""


class QueueRequest(QueueSettingsRequest, NameRequest):
    """A queue."""


class BranchRequest(QueueRequest):
    """A queue in a file, with its child queues."""

    queues: Annotated[
        tuple[BranchRequest, ...],
        Field(max_length=SIBLINGS_MAX),
        Allowed(f"a list of at most {SIBLINGS_MAX} queues"),
    ] = ()
    """Child queues."""

    @model_validator(mode="after")
    def _place_is_parent(self) -> Self:
        for n, branch in enumerate(self.queues):
            if branch.parent not in (None, self.name):
                raise refuse(
                    field=f"queues[{n}].parent",
                    value=branch.parent,
                    allowed=f"absent or {self.name}, the queue that it is listed under",
                )
        return self


def _some(queues: tuple[BranchRequest, ...]) -> tuple[BranchRequest, ...]:
    if not queues:
        raise refuse()
    return queues


class TreeRequest(Form):
    """A file of queues."""

    meant: ClassVar[Mapping[str, str]] = QueueSettingsRequest.meant

    queues: Annotated[
        tuple[BranchRequest, ...],
        Field(max_length=SIBLINGS_MAX),
        AfterValidator(_some),
        Allowed(f"a list of 1 to {SIBLINGS_MAX} queues"),
    ]
    """The queues; one with a `parent` becomes its child, wherever the parent is."""


def _amounts_of_both(
    guarantee: QuotaRequest | None, maximum: QuotaRequest | None
) -> list[tuple[str, Any, Any]]:
    """Field, guarantee and maximum of each resource that both restrict."""
    if guarantee is None or maximum is None:
        return []
    due, most = _amounts(guarantee), _amounts(maximum)
    return [(field, due[field], most[field]) for field in due if field in most]


def _amounts(quota: QuotaRequest) -> dict[str, Any]:
    by_model = {f"gpus_by_model.{model}": amount for model, amount in sorted(quota.gpus_by_model.items())}
    amounts = {"gpus": quota.gpus, **by_model, "cpus": quota.cpus, "memory": quota.memory}
    return {field: amount for field, amount in amounts.items() if amount is not None}
