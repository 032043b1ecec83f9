"""Load: jobs with the times they come, how long each runs, and the cluster they come to."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass, replace

from muster.cluster import NodeCapacity, Shape
from muster.events.job_commands import Tier
from muster.events.queue_commands import QueueSettings
from muster.lab.loads.generator import Generator
from muster.scheduler.core.state.job import PlacementClass, Speed

MINUTE_MS = 60_000
HOUR_MS = 60 * MINUTE_MS

USUAL_LIMITS_MS = (
    15 * MINUTE_MS,
    30 * MINUTE_MS,
    *(hours * HOUR_MS for hours in (1, 2, 4, 8, 12, 24, 48, 72, 168, 336, 720, 1_440, 2_160, 4_320)),
)
"""Wall-time limits that people write, up to half a year. Few round values make up nearly all of them:
Tsafrir, Etsion and Feitelson, "Modeling User Runtime Estimates", JSSPP 2005."""

OVERESTIMATE_MAX_PERCENT = 400
"""A limit is the duration and up to this much more, drawn evenly, before it is rounded up: the f-model of
Mu'alem and Feitelson, TPDS 2001."""


@dataclass(frozen=True, slots=True)
class TraceJob:
    """One job of a trace.

    Attributes:
        job_id: Unique in its load.
        arrival_ms: Since the load's beginning.
        duration_ms: Of one undisturbed run, at least 1, on its fastest GPU model. No contender is told.
        limit_ms: The wall-time limit its owner gave; never less than the duration.
        estimate_ms: How long its owner says it runs; may be wrong. 0: as long as the limit.
        shape: What one rank needs.
        ranks: Gang size.
        tier: Which work goes first.
        queue: Where it waits.
        user: Who asked.
        project: What it is for.
        checkpoint_ms: It keeps its work each time so much of it is done; 0: never.
        speeds: How fast it is on each GPU model it accepts, as its owner says; none: alike.
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
        """How fast it goes on a model, thousandths of its pace on the fastest."""
        return PlacementClass(self.shape, self.ranks, speeds=self.speeds).pace_milli(gpu_model)


@dataclass(frozen=True, slots=True)
class Load:
    """A cluster and what is asked of it.

    Attributes:
        name: For people.
        nodes: The cluster.
        jobs: By arrival.
        shares: Shares and limits of queues, parents first; a queue that is not named has none.
    """

    name: str
    nodes: tuple[NodeCapacity, ...]
    jobs: tuple[TraceJob, ...]
    shares: tuple[tuple[str, QueueSettings], ...] = ()

    @property
    def queues(self) -> tuple[str, ...]:
        """Where jobs wait, sorted."""
        return tuple(sorted({job.queue for job in self.jobs}))


class Measure:
    """How much of the resource that counts: GPU where the cluster has any, else CPU; both in thousandths.

    Attributes:
        name: "gpu" or "cpu".
        capacity_milli: The cluster's.
    """

    def __init__(self, nodes: Sequence[NodeCapacity]) -> None:
        gpu_milli = sum(node.gpu_count for node in nodes) * 1000
        self.name = "gpu" if gpu_milli else "cpu"
        self.capacity_milli = gpu_milli or sum(node.cpu_milli for node in nodes)

    def of(self, job: TraceJob) -> int:
        """What all ranks of a job hold, thousandths."""
        return job.ranks * (job.shape.gpu_milli_total if self.name == "gpu" else job.shape.cpu_milli)


def compressed(load: Load, percent: int) -> Load:
    """The load with arrivals moved together or apart, so that this much of the capacity is asked for.

    Asked for is the sum of size times duration over the time of arrivals; durations stay as they are.
    """
    measure = Measure(load.nodes)
    span_ms = load.jobs[-1].arrival_ms
    asked = sum(measure.of(job) * job.duration_ms for job in load.jobs)
    offered = measure.capacity_milli * span_ms * percent
    if not offered:
        return load
    jobs = (replace(job, arrival_ms=job.arrival_ms * asked * 100 // offered) for job in load.jobs)
    return replace(load, jobs=tuple(jobs))


def with_usual_limits(load: Load, generator: Generator) -> Load:
    """The load with limits as people give them: too long, and round."""
    return replace(
        load,
        jobs=tuple(replace(job, limit_ms=usual_limit_ms(job.duration_ms, generator)) for job in load.jobs),
    )


def usual_limit_ms(duration_ms: int, generator: Generator) -> int:
    """A limit for a job of this duration: overestimated, then rounded up to a usual value."""
    padded_ms = duration_ms * (100 + generator.randrange(OVERESTIMATE_MAX_PERCENT + 1)) // 100
    index = bisect_left(USUAL_LIMITS_MS, padded_ms)
    return USUAL_LIMITS_MS[index] if index < len(USUAL_LIMITS_MS) else padded_ms
