"""Load: jobs with arrival times and durations, and their cluster."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from muster.cluster import NodeCapacity, Shape
from muster.events.job_commands import Tier
from muster.events.queue_commands import QueueSettings
from muster.lab.loads.conditions import NOTHING_COSTS, Conditions, Rates, outages, spot_nodes
from muster.lab.loads.generator import Generator
from muster.scheduler.core.state.job import PlacementClass, Speed

MINUTE_MS = 60_000
HOUR_MS = 60 * MINUTE_MS

USUAL_LIMITS_MS = (
    15 * MINUTE_MS,
    30 * MINUTE_MS,
    *(hours * HOUR_MS for hours in (1, 2, 4, 8, 12, 24, 48, 72, 168, 336, 720, 1_440, 2_160, 4_320)),
)
"""Wall-time limits that people use, up to half a year. Nearly all of them are a few round values:
Tsafrir, Etsion and Feitelson, "Modeling User Runtime Estimates", JSSPP 2005."""

OVERESTIMATE_MAX_PERCENT = 400
"""A limit exceeds the duration by up to this factor, drawn uniformly, before it is rounded up: the f-model of
Mu'alem and Feitelson, TPDS 2001."""


@dataclass(frozen=True, slots=True)
class TraceJob:
    """One job of a trace.

    Attributes:
        job_id: Unique in its load.
        arrival_ms: Arrival, milliseconds since the load's beginning.
        duration_ms: Duration of one uninterrupted run on its fastest GPU model, milliseconds, at least 1.
            Contenders do not know it.
        limit_ms: The wall-time limit its user gave, milliseconds; never less than the duration.
        estimate_ms: The user's estimate of the duration, milliseconds; may be wrong. 0: the limit.
        shape: Resources of one rank.
        ranks: Gang size.
        tier: Priority tier.
        queue: Queue in which it waits.
        user: User who submitted it.
        project: Project of the user.
        checkpoint_ms: Work between two checkpoints, milliseconds; 0: no checkpoints.
        speeds: Speed on each accepted GPU model, as the user states it; empty: all equal.
    """

    job_id: str
    arrival_ms: int
    duration_ms: int
    limit_ms: int
    shape: Shape
    ranks: int = 1
    tier: Tier = Tier.STANDARD_TRAINING
    queue: str = "default"
    user: str = "somebody"
    project: str = "trace"
    checkpoint_ms: int = 0
    estimate_ms: int = 0
    speeds: tuple[Speed, ...] = ()

    def pace_milli(self, gpu_model: str) -> int:
        """Return its speed on a GPU model, thousandths of that on the fastest model."""
        return PlacementClass(self.shape, self.ranks, speeds=self.speeds).pace_milli(gpu_model)


@dataclass(frozen=True, slots=True)
class Load:
    """A cluster and the jobs submitted to it.

    Attributes:
        name: Name for people.
        nodes: Nodes of the cluster.
        jobs: Jobs by arrival.
        shares: Shares and limits of queues, parents first; queues not listed have none.
        conditions: Costs of checkpoints and restarts, and the outages of nodes.
    """

    name: str
    nodes: tuple[NodeCapacity, ...]
    jobs: tuple[TraceJob, ...]
    shares: tuple[tuple[str, QueueSettings], ...] = ()
    conditions: Conditions = NOTHING_COSTS

    @property
    def queues(self) -> tuple[str, ...]:
        """Names of the queues, sorted."""
        return tuple(sorted({job.queue for job in self.jobs}))


class Measure:
    """The resource that is measured: GPU where the cluster has any, else CPU; both in thousandths.

    Attributes:
        name: "gpu" or "cpu".
        capacity_milli: Capacity of the cluster, thousandths.
    """

    def __init__(self, nodes: Sequence[NodeCapacity]) -> None:
        gpu_milli = sum(node.gpu_count for node in nodes) * 1000
        self.name = "gpu" if gpu_milli else "cpu"
        self.capacity_milli = gpu_milli or sum(node.cpu_milli for node in nodes)

    def of(self, job: TraceJob) -> int:
        """Return the size of a job over all ranks, thousandths."""
        return job.ranks * (job.shape.gpu_milli_total if self.name == "gpu" else job.shape.cpu_milli)


def compressed(load: Load, percent: int) -> Load:
    """Return the load with arrival times scaled so that demand is this percentage of the capacity.

    Demand is the sum of size times duration over the time span of arrivals; durations are not changed.
    """
    measure = Measure(load.nodes)
    span_ms = load.jobs[-1].arrival_ms
    asked = sum(measure.of(job) * job.duration_ms for job in load.jobs)
    offered = measure.capacity_milli * span_ms * percent
    if not offered:
        return load
    jobs = (replace(job, arrival_ms=job.arrival_ms * asked * 100 // offered) for job in load.jobs)
    return replace(load, jobs=tuple(jobs))


def with_checkpoints(
    load: Load, checkpoint_ms: int, save_ms: int, restart_ms: int, saves: Callable[[], bool] = lambda: True
) -> Load:
    """Return the load with checkpoints, at their cost, for each job for which `saves` is true."""
    jobs = tuple(replace(job, checkpoint_ms=checkpoint_ms if saves() else 0) for job in load.jobs)
    costs = replace(load.conditions, save_ms=save_ms, restart_ms=restart_ms)
    return replace(load, jobs=jobs, conditions=costs)


def with_outages(load: Load, rates: Rates, generator: Generator) -> Load:
    """The load with outages, drawn for twice the time that it could take at best."""
    measure = Measure(load.nodes)
    work = sum(measure.of(job) * job.duration_ms for job in load.jobs)
    arriving_ms = load.jobs[-1].arrival_ms if load.jobs else 0
    until_ms = 2 * (arriving_ms + work // max(1, measure.capacity_milli))
    drawn = outages(load.nodes, rates, until_ms, generator)
    spot = tuple(spot_nodes(load.nodes, rates))
    return replace(load, conditions=replace(load.conditions, outages=drawn, spot=spot))


def with_usual_limits(load: Load, generator: Generator) -> Load:
    """The load with limits as people give them: overestimated and rounded."""
    return replace(
        load,
        jobs=tuple(replace(job, limit_ms=usual_limit_ms(job.duration_ms, generator)) for job in load.jobs),
    )


def usual_limit_ms(duration_ms: int, generator: Generator) -> int:
    """A limit for a job of this duration: overestimated, then rounded up to a usual value."""
    padded_ms = duration_ms * (100 + generator.randrange(OVERESTIMATE_MAX_PERCENT + 1)) // 100
    index = bisect_left(USUAL_LIMITS_MS, padded_ms)
    return USUAL_LIMITS_MS[index] if index < len(USUAL_LIMITS_MS) else padded_ms
