"""The cluster's capacity: allocated GPUs, the demand of waiting jobs, and idle but unusable GPUs.

Everything is computed from one state of the scheduler. The actual use of the hardware comes from the nodes'
heartbeats (real_use).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from muster.cluster import RANKS_MAX, Shape
from muster.events.job_events import PendingCode
from muster.jobs.values.quantities import from_milli
from muster.queues.tree import SHARED_TENANT
from muster.scheduler.core import reasons
from muster.scheduler.core.durations import estimator
from muster.scheduler.core.state.job import PlacementClass
from muster.scheduler.core.state.pending import SchedulingGroup
from muster.scheduler.core.state.state import State

ROWS_MAX: Final = 6
"""Maximum rows of a table; those with the largest demand are kept."""

_IN_ONE_PIECE: Final = (
    PendingCode.GPUS_FRAGMENTED,
    PendingCode.FRACTIONS_FRAGMENTED,
    PendingCode.TOPOLOGY_SHORT,
)
_GPUS: Final = (PendingCode.GPUS_BUSY, PendingCode.GANG_SHORT)


@dataclass(frozen=True, slots=True)
class Allocation:
    """GPUs of one model, thousandths; total = allocated + free + closed."""

    model: str
    total_milli: int
    allocated_milli: int
    free_milli: int
    closed_milli: int


@dataclass(frozen=True, slots=True)
class Asked:
    """Total demand of some waiting jobs.

    Attributes:
        what: Common property of the jobs.
        jobs: Number of jobs.
        gpu_milli: GPUs they ask for, thousandths.
    """

    what: str
    jobs: int
    gpu_milli: int


@dataclass(frozen=True, slots=True)
class Unusable:
    """Free GPUs of the models that a shape accepts, and the part of them that it cannot use; thousandths."""

    shape: str
    jobs: int
    free_milli: int
    unusable_milli: int


@dataclass(frozen=True, slots=True)
class Capacity:
    """The cluster at one moment.

    Attributes:
        as_of_ms: Time of the state, milliseconds since 1970.
        models: Allocation per GPU model.
        cpu_percent: CPU allocated, percent.
        memory_percent: Memory allocated, percent.
        backlog: All jobs that wait for room or a quota.
        backlog_gpu_ms: Expected run time times GPUs of the backlog, thousandths; jobs without an estimate are
            left out.
        bind: Reasons for which they wait, largest demand first.
        queues: The backlog by queue.
        shapes: The backlog by shape.
        unusable: Idle GPUs that are unusable for these shapes.
    """

    as_of_ms: int
    models: tuple[Allocation, ...]
    cpu_percent: int
    memory_percent: int
    backlog: Asked
    backlog_gpu_ms: int
    bind: tuple[Asked, ...]
    queues: tuple[Asked, ...]
    shapes: tuple[Asked, ...]
    unusable: tuple[Unusable, ...]


def capacity_of(state: State) -> Capacity:
    """The capacity of the cluster in this state."""
    totals = state.cluster.totals()
    lines = [line for line in state.pending.groups() if line.blocked]
    return Capacity(
        as_of_ms=state.now_ms,
        models=tuple(
            Allocation(model, gpu.total_milli, gpu.allocated_milli, gpu.free_milli, gpu.unavailable_milli)
            for model, gpu in totals.gpu_by_model
        ),
        cpu_percent=100 * totals.cpu_milli_allocated // max(1, totals.cpu_milli_total),
        memory_percent=100 * totals.memory_mib_allocated // max(1, totals.memory_mib_total),
        backlog=Asked("all", sum(map(len, lines)), sum(map(_gpu_milli, lines))),
        backlog_gpu_ms=sum(_gpu_ms(state, line) for line in lines),
        bind=_rows((_binds(state, line), line) for line in lines),
        queues=_rows((_queue(line), line) for line in lines),
        shapes=_rows((shape_words(line.placement_class), line) for line in lines),
        unusable=tuple(_unusable(state, lines)),
    )


def gpu_percent(models: tuple[Allocation, ...]) -> int:
    """GPUs allocated, percent of all."""
    total = sum(model.total_milli for model in models)
    return 100 * sum(model.allocated_milli for model in models) // max(1, total)


def shape_words(kind: PlacementClass) -> str:
    """A gang in a word: 8 x 8 H100, 0.5 GPU, 4 CPU cores."""
    shape = kind.shape
    ranks = f"{kind.ranks} x " if kind.ranks > 1 else ""
    if not shape.gpu_count:
        return f"{ranks}{from_milli(shape.cpu_milli)} CPU cores"
    return f"{ranks}{from_milli(shape.gpu_milli_total)} {_models(shape)}"


def _queue(line: SchedulingGroup) -> str:
    """A queue and its tenant, in words."""
    tenant, name = line.key.queue
    return f"{name} (shared)" if tenant == SHARED_TENANT else f"{name} of {tenant}"


def _models(shape: Shape) -> str:
    return " or ".join(shape.gpu_models) or "GPU"


def _gpu_milli(line: SchedulingGroup) -> int:
    return len(line) * line.placement_class.ranks * line.placement_class.shape.gpu_milli_total


def _gpu_ms(state: State, line: SchedulingGroup) -> int:
    """GPU time of a group's jobs, each taken to run as long as the median estimate of its first job."""
    first = state.jobs[line.first_job_id]
    features = estimator.features_of(first.tenant, first.spec)
    return _gpu_milli(line) * (estimator.predict(state.durations, features).p50_ms or 0) // 1_000


def _binds(state: State, line: SchedulingGroup) -> str:
    """Return the reason for which the jobs of a group wait."""
    code = reasons.reason_now(state, line).code
    if code in (PendingCode.QUOTA_EXHAUSTED, PendingCode.JOB_LIMIT):
        short = state.admission(line.key).short
        return f"the quota of queue {short.queue[1]} ({short.resource})" if short else code.value
    if code is PendingCode.QUEUE_SUSPENDED:
        return f"queue {line.key.queue[1]}, which is suspended"
    if code is PendingCode.QUEUE_RESTRICTED:
        return f"queue {line.key.queue[1]}, which is restricted"
    if code in _GPUS:
        return f"{_models(line.placement_class.shape)} (all in use)"
    if code in _IN_ONE_PIECE:
        return f"{_models(line.placement_class.shape)} in one piece (enough are free, apart)"
    return {
        PendingCode.CPU_SHORT: "CPU beside the GPUs",
        PendingCode.MEMORY_SHORT: "memory beside the GPUs",
        PendingCode.NODES_UNSCHEDULABLE: "closed nodes",
        PendingCode.HELD_FOR_HEAD: "nodes kept for the head of line",
        PendingCode.ROOM_ON_SPOT_ONLY: "nodes that are no spot nodes",
        PendingCode.SPOT_EXCLUDED: "nodes that are no spot nodes",
    }.get(code, code.value)


def _rows(named: Iterator[tuple[str, SchedulingGroup]]) -> tuple[Asked, ...]:
    """Sum groups by name, those with the largest demand first."""
    jobs: dict[str, int] = {}
    gpus: dict[str, int] = {}
    for name, line in named:
        jobs[name] = jobs.get(name, 0) + len(line)
        gpus[name] = gpus.get(name, 0) + _gpu_milli(line)
    order = sorted(jobs, key=lambda name: (-gpus[name], -jobs[name], name))
    return tuple(Asked(name, jobs[name], gpus[name]) for name in order[:ROWS_MAX])


def _unusable(state: State, lines: list[SchedulingGroup]) -> Iterator[Unusable]:
    """Yield the idle GPUs that are unusable for the shapes with the largest demand."""
    waiting: dict[Shape, int] = {}
    for line in sorted(lines, key=_gpu_milli, reverse=True):
        if line.placement_class.shape.gpu_count:
            waiting[line.placement_class.shape] = waiting.get(line.placement_class.shape, 0) + len(line)
    by_model = state.cluster.totals().gpu_by_model
    for shape, jobs in list(waiting.items())[:ROWS_MAX]:
        free = sum(gpu.free_milli for model, gpu in by_model if shape.accepts(model))
        most = min(RANKS_MAX, max(1, free // shape.gpu_milli_total))
        usable = state.cluster.room(shape, most) * shape.gpu_milli_total
        yield Unusable(shape_words(PlacementClass(shape, 1)), jobs, free, max(0, free - usable))
