"""A summary of a run, read from the log alone: outcomes, decision latency, allocation and fragmentation.

Two topics are enough: `job-commands` holds when each submission arrived, `scheduler-log` what was decided and
when that was committed. Both times are the broker's, so no process's clock matters. Feed both to a RunFold as
they are read (live or afterwards) and take its report.

    decision latency   from a SubmitJob's arrival in Kafka to the commit of the batch that bound the job. Jobs
                       that had to wait are counted apart: they waited for the cluster, not for the scheduler
    serving latency    for production inference, from the same arrival to the commit of the batch that
                       recorded its ranks as running: admission, placement, order, start, report
    allocation         GPU capacity held by placements, as a share of all
    fragmentation      GPU capacity that is free but unusable for typical requests, as a share of all
                       (muster.cluster.measures)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, cast

from muster.cluster.occupancy import Occupancy
from muster.events.job_commands import SubmitJob, Tier
from muster.events.job_events import (
    GangBound,
    JobCancelled,
    JobFailed,
    JobPending,
    JobQueued,
    JobStarted,
    JobSucceeded,
)
from muster.events.node_commands import StartTask, StopTask, TestNode
from muster.events.scheduler_log import Batch
from muster.events.shared.command_answers import CommandRejected
from muster.events.topics import JOB_COMMANDS, SCHEDULER_LOG
from muster.journal import Delivery
from muster.telemetry.percentile import nearest_rank

TOPICS: Final = (JOB_COMMANDS, SCHEDULER_LOG)
"""The topics to feed to a RunFold."""

SAMPLE_MS: Final = 1000


@dataclass(frozen=True, slots=True)
class Sample:
    """The cluster at one moment.

    Attributes:
        at_ms: Time by the broker's clock, milliseconds since 1970.
        allocated_pct: GPU capacity held, percent of all.
        fragmented_pct: GPU capacity free but unusable for typical requests, percent of all.
        waiting: Number of jobs not placed.
        running: Number of jobs placed.
    """

    at_ms: int
    allocated_pct: float
    fragmented_pct: float
    waiting: int
    running: int


@dataclass(frozen=True, slots=True)
class Latency:
    """A distribution of latencies in milliseconds; zeros when there are none."""

    count: int
    p50_ms: int
    p99_ms: int
    max_ms: int

    @staticmethod
    def of(latencies_ms: Iterable[int]) -> Latency:
        """Percentiles by nearest rank."""
        ordered = sorted(latencies_ms)
        if not ordered:
            return Latency(0, 0, 0, 0)
        return Latency(len(ordered), nearest_rank(ordered, 50), nearest_rank(ordered, 99), ordered[-1])


@dataclass(frozen=True, slots=True)
class Report:
    """Summary of a run.

    Attributes:
        outcomes: Number of jobs by outcome: succeeded, failed, cancelled, rejected; open: not ended yet.
        at_once: Decision latency of jobs that fitted when they arrived.
        after_waiting: Decision latency of jobs that had to wait.
        serving: Serving latency of production inference that fitted when it arrived.
        binds: Number of gangs bound.
        binds_per_s: Mean over the seconds in which a gang was bound.
        binds_per_s_max: Most in one second.
        samples: One per second in which a batch was committed.
        nodes: Number of nodes known.
        gpus: Number of GPUs known.
        batches: Number of the scheduler's transactions.
    """

    outcomes: Mapping[str, int]
    at_once: Latency
    after_waiting: Latency
    serving: Latency
    binds: int
    binds_per_s: float
    binds_per_s_max: int
    samples: Sequence[Sample]
    nodes: int
    gpus: int
    batches: int


@dataclass(slots=True)
class _Job:
    """The data tracked for one job."""

    source: tuple[int, int] | None
    bound_at_ms: int | None = None
    started_at_ms: int | None = None
    serves: bool = False
    waited: bool = False
    outcome: str = "open"


@dataclass(slots=True)
class RunFold:
    """Folds both topics; jobs submitted before `since_ms` count for the cluster's state, not in the report.

    Args:
        since_ms: Start of the run by the broker's clock, milliseconds since 1970; 0 for everything.
    """

    since_ms: int = 0
    _occupancy: Occupancy = field(default_factory=Occupancy)
    _arrived_ms: dict[tuple[int, int], int] = field(default_factory=dict[tuple[int, int], int])
    _jobs: dict[str, _Job] = field(default_factory=dict[str, _Job])
    _states: Counter[str] = field(default_factory=Counter[str])
    _binds_by_second: Counter[int] = field(default_factory=Counter[int])
    _samples: list[Sample] = field(default_factory=list[Sample])
    _batches: int = 0

    def feed(self, deliveries: Iterable[Delivery[Any]]) -> None:
        """Fold records, in the order of each partition."""
        for delivery in deliveries:
            if delivery.position.topic == JOB_COMMANDS.name:
                place = (delivery.position.partition, delivery.position.offset)
                self._arrived_ms[place] = delivery.appended_at_ms
            else:
                self._fold(cast("Batch", delivery.envelope.payload), delivery.appended_at_ms)

    def _fold(self, batch: Batch, at_ms: int) -> None:
        self._batches += 1
        for sequenced in batch.inputs:
            if isinstance(sequenced.payload, SubmitJob) and sequenced.payload.job_id not in self._jobs:
                source = sequenced.source
                place = (source.partition, source.offset) if source is not None else None
                self._jobs[sequenced.payload.job_id] = _Job(place)
                self._states["open"] += 1
        for decision in batch.decisions:
            if not isinstance(decision.payload, StartTask | StopTask | TestNode):
                self._occupancy.apply(decision.payload)
                self._decided(decision.payload, at_ms)
        if batch.decisions and (not self._samples or at_ms - self._samples[-1].at_ms >= SAMPLE_MS):
            self._samples.append(self._sample(at_ms))

    def _decided(self, fact: object, at_ms: int) -> None:
        match fact:
            case JobQueued():
                job = self._jobs.setdefault(fact.job_id, _Job(None))
                job.serves = fact.spec.tier is Tier.PRODUCTION_INFERENCE
            case JobPending():
                self._jobs[fact.job_id].waited = True
            case GangBound():
                self._bound(fact, at_ms)
            case JobStarted():
                job = self._jobs[fact.job_id]
                job.started_at_ms = job.started_at_ms or at_ms
            case JobSucceeded() | JobFailed() | JobCancelled():
                self._over(fact.job_id, type(fact).__name__.removeprefix("Job").lower())
            case CommandRejected() if fact.command == "SubmitJob":
                self._over(fact.subject, "rejected")
            case _:
                pass  # no effect on outcomes or latency

    def _bound(self, fact: GangBound, at_ms: int) -> None:
        job = self._jobs[fact.job_id]
        if job.bound_at_ms is None:
            job.bound_at_ms = at_ms
        if at_ms >= self.since_ms:
            self._binds_by_second[at_ms // 1000] += 1

    def _over(self, job_id: str, outcome: str) -> None:
        job = self._jobs.setdefault(job_id, _Job(None))
        if job.outcome == "open":
            job.outcome = outcome
            self._states["open"] -= 1

    def _sample(self, at_ms: int) -> Sample:
        cluster = self._occupancy.cluster
        gpu = cluster.totals().gpu
        total_milli = max(gpu.total_milli, 1)
        placed = len(self._occupancy.gangs)
        return Sample(
            at_ms,
            100 * gpu.allocated_milli / total_milli,
            100 * cluster.fragmentation_milli() / total_milli,
            self._states["open"] - placed,
            placed,
        )

    @property
    def nodes(self) -> int:
        """Number of nodes known so far."""
        return len(self._occupancy.nodes)

    @property
    def last(self) -> Sample | None:
        """The newest sample."""
        return self._samples[-1] if self._samples else None

    def outcomes(self, job_ids: Iterable[str] | None = None) -> Counter[str]:
        """Jobs (None: all of the run) by outcome; `absent` counts those the scheduler never sequenced."""
        if job_ids is None:
            return Counter(job.outcome for job in self._jobs.values() if self._counts(job))
        return Counter(self._jobs[i].outcome if i in self._jobs else "absent" for i in job_ids)

    def report(self) -> Report:
        """Summary of the run so far."""
        counted = [job for job in self._jobs.values() if self._counts(job)]
        per_second = self._binds_by_second
        binds = per_second.total()
        return Report(
            outcomes=Counter(job.outcome for job in counted),
            at_once=Latency.of(self._since_arrival_ms((j, j.bound_at_ms) for j in counted if not j.waited)),
            after_waiting=Latency.of(self._since_arrival_ms((j, j.bound_at_ms) for j in counted if j.waited)),
            serving=Latency.of(
                self._since_arrival_ms((j, j.started_at_ms) for j in counted if j.serves and not j.waited)
            ),
            binds=binds,
            binds_per_s=binds / len(per_second) if per_second else 0.0,
            binds_per_s_max=max(per_second.values(), default=0),
            samples=tuple(sample for sample in self._samples if sample.at_ms >= self.since_ms),
            nodes=len(self._occupancy.nodes),
            gpus=sum(status.joined.gpu_count for status in self._occupancy.nodes.values()),
            batches=self._batches,
        )

    def _counts(self, job: _Job) -> bool:
        return self._arrival_ms(job) >= self.since_ms

    def _arrival_ms(self, job: _Job) -> int:
        return self._arrived_ms.get(job.source, 0) if job.source is not None else 0

    def _since_arrival_ms(self, jobs: Iterable[tuple[_Job, int | None]]) -> Iterable[int]:
        for job, at_ms in jobs:
            if at_ms is not None and job.source in self._arrived_ms:
                yield at_ms - self._arrival_ms(job)
