"""The resource that a job waits for, reduced to one number: amounts free, held and requested.

Room on nodes is counted in GPUs of the accepted models, or in CPU or memory if that is short, on all nodes
together; a quota in what the queue and its descendants hold; a job limit in jobs.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final, NamedTuple

from muster.events.job_commands import Tier
from muster.events.job_events import PendingCode
from muster.queues.quotas import FORECAST, PRODUCTION, Short
from muster.queues.tree import QueueKey
from muster.scheduler.core.evolve import holdings
from muster.scheduler.core.reserve import head_of_line
from muster.scheduler.core.state.job import Job, PlacementClass
from muster.scheduler.core.state.pending import SchedulingGroup
from muster.scheduler.core.state.state import State

HOPELESS: Final = (
    PendingCode.NO_NODES,
    PendingCode.MODEL_ABSENT,
    PendingCode.TOO_LARGE,
    PendingCode.CLUSTER_TOO_SMALL,
)
"""Reasons that only additional nodes can end."""

_TAKES_NOTHING: Final = (*HOPELESS, PendingCode.QUEUE_SUSPENDED, PendingCode.QUEUE_RESTRICTED)
"""Reasons of jobs that, as far as is known, would not use what others free."""


class Need(NamedTuple):
    """A resource that a job waits for.

    Attributes:
        key: Identifies the resource.
        free: The amount that is free now.
        part: Returns the amount that a job holds or requests; 0: none.
        kept_out: Reasons of groups that use none of it, whatever is freed.
        each: Returns the amount that one rank of a job holds.
        models: For room on nodes: the GPU models of the nodes; empty: all nodes.
        queues: For a quota: (tenant, name) of the queues whose jobs count; None: it is room on nodes.
    """

    key: tuple[object, ...]
    free: int
    part: Callable[[Job], int]
    kept_out: tuple[PendingCode, ...]
    each: Callable[[Job], int]
    models: tuple[str, ...] = ()
    queues: frozenset[QueueKey] | None = None


def room(state: State, needs: PlacementClass, code: PendingCode) -> Need:
    """Build the need for room on nodes of a placement class that waits for this reason.

    Jobs that wait for a quota use no room, except ahead of a job that waits for a quota itself.
    """
    with head_of_line.nodes_opened(state):  # reserved nodes count as well
        totals = state.cluster.totals()
    shape = needs.shape
    for_quota = code in (PendingCode.QUOTA_EXHAUSTED, PendingCode.JOB_LIMIT)
    kept_out = _TAKES_NOTHING if for_quota else head_of_line.INCURABLE
    if code is PendingCode.MEMORY_SHORT:
        free = totals.memory_mib_total - totals.memory_mib_allocated
        part = partial(_amount, state, "memory_mib")
        return Need(("memory_mib", for_quota), free, part, kept_out, _memory_mib)
    if code is PendingCode.CPU_SHORT or not shape.gpu_count:
        free = totals.cpu_milli_total - totals.cpu_milli_allocated
        part = partial(_amount, state, "cpu_milli")
        return Need(("cpu_milli", for_quota), free, part, kept_out, _cpu_milli)
    models = tuple(model for model, _ in totals.gpu_by_model if shape.accepts(model))
    free = sum(gpu.free_milli for model, gpu in totals.gpu_by_model if model in models)
    return Need((models, for_quota), free, partial(_gpus, state, models), kept_out, _gpu_milli, models)


def quota(state: State, group: SchedulingGroup, short: Short) -> Need:
    """Build the need for a queue's quota; a limit on a user's jobs counts only that user's jobs."""
    sharer = group.key.sharer if short.resource.startswith("user_") else ""
    key = (*short.queue, short.resource, sharer)
    part = partial(_of_quota, state, short, sharer)
    below = frozenset(each.key for each in state.queues.with_descendants(state.queues.by_key[short.queue]))
    return Need(key, max(0, short.most - short.used), part, _TAKES_NOTHING, part, queues=below)


def beyond_headroom(room: Need, short: Short) -> Need:
    """Return the same need with less free room: the rest is left to others as headroom."""
    return room._replace(key=(*room.key, short.resource), free=max(0, short.most - short.used))


def _gpu_milli(job: Job) -> int:
    return job.shape.gpu_milli_total


def _cpu_milli(job: Job) -> int:
    return job.shape.cpu_milli


def _memory_mib(job: Job) -> int:
    return job.shape.memory_mib


def _of_quota(state: State, short: Short, sharer: str, job: Job) -> int:
    queue = holdings.queue_of(state, job)
    if state.queues.by_key[short.queue] not in queue.path:
        return 0
    if sharer and queue.sharer_of(job.tenant, job.spec) != sharer:
        return 0
    if short.resource == FORECAST:
        return _gpu_milli(job) * _ranks(job) if job.attempt and job.attempt.guaranteed_until_ms else 0
    if short.resource == PRODUCTION:
        return _gpu_milli(job) * _ranks(job) if job.spec.tier is Tier.PRODUCTION_INFERENCE else 0
    return 1 if short.is_job_limit else _amount(state, short.resource, job)


def _amount(state: State, resource: str, job: Job) -> int:
    """Amount that a job holds or requests of a resource, named as in quotas."""
    name, _, model = resource.partition(".")
    if model:
        return _gpus(state, (model,), job)
    each = {"gpu_milli": job.shape.gpu_milli_total, "cpu_milli": job.shape.cpu_milli}
    return each.get(name, job.shape.memory_mib) * _ranks(job)


def _gpus(state: State, models: tuple[str, ...], job: Job) -> int:
    shape = job.shape
    if job.attempt is not None:
        nodes, tasks = state.nodes, job.attempt.tasks.items()
        ranks = sum(len(task.ranks) for node_id, task in tasks if nodes[node_id].joined.gpu_model in models)
        return shape.gpu_milli_total * ranks
    return shape.gpu_milli_total * job.placement_class.ranks if any(map(shape.accepts, models)) else 0


def _ranks(job: Job) -> int:
    """Number of bound ranks; for a waiting job, of the ranks that it starts with."""
    if job.attempt is None:
        return job.placement_class.ranks
    return sum(len(task.ranks) for task in job.attempt.tasks.values())
