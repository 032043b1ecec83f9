"""Replays a load by a contender in virtual time: a discrete-event loop without a server.

Time jumps to the next event: an arrival, the end of a run, the contender's deadline. At each instant runs end
first, then jobs arrive, then the contender decides, until it has nothing left to do at that instant.

The replay keeps its own records (a second cluster, a record per job) to check the contender: a GPU taken
twice, a gang started in part or a job started twice stop the replay with BrokenRule.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from hashlib import sha256
from heapq import heappop, heappush

from muster.cluster import Cluster, ClusterError, Placement
from muster.lab.loads.load import Load, TraceJob
from muster.lab.loads.network import locations
from muster.lab.replay.samples import Sample, Sampler
from muster.lab.rules.contender import Contender, Move, Refuse, RequestPreemption, Start, Stop
from muster.scheduler.core.durations.estimator import FULL_PACE_MILLI

PATIENCE_MS = 30 * 24 * 3_600_000
"""A contender that has neither running jobs nor starts for this long, with no arrivals left, is stuck."""

ROUNDS_MAX = 100_000
"""Most decisions at one instant; more would be an endless loop."""


class BrokenRule(Exception):
    """A contender broke a rule. The message names the rule and the job."""


@dataclass(slots=True)
class JobRecord:
    """The history of a job.

    Attributes:
        job: The job.
        first_start_ms: When it first started, milliseconds; None: never.
        end_ms: When it finished, milliseconds; None: never.
        refused: Why it was not queued; empty: it was.
        stops: How often one of its runs was stopped early.
        lost_ms: Run time whose work was lost in these stops, milliseconds.
        preemption_requests: How often the contender requested preemption for it.
        leaves: Number of network leaves (network.py) it last ran on; 0: one node only, or never ran.
    """

    job: TraceJob
    first_start_ms: int | None = None
    end_ms: int | None = None
    refused: str = ""
    stops: int = 0
    lost_ms: int = 0
    preemption_requests: int = 0
    leaves: int = 0


@dataclass(frozen=True, slots=True)
class History:
    """The history of a replay.

    Attributes:
        load: The load.
        records: One per job, by arrival.
        samples: Samples of the cluster at even steps of time.
        step_ms: Time between samples, milliseconds.
        end_ms: When the last run ended, milliseconds.
        busy_milli_ms: Resource held (load.Measure), thousandths times milliseconds.
        busy_arriving_milli_ms: The part of it before the last arrival.
        starts_sha256: Digest of all starts in order; equal digests mean equal decisions.
    """

    load: Load
    records: tuple[JobRecord, ...]
    samples: tuple[Sample, ...]
    step_ms: int
    end_ms: int
    busy_milli_ms: int
    busy_arriving_milli_ms: int
    starts_sha256: str


@dataclass(slots=True)
class _Run:
    places: tuple[Placement, ...]
    started_ms: int
    number: int


class Replay:
    """One replay of a load by a contender.

    Args:
        load: The load.
        contender: A new contender that has not received a job yet.
        watch: Called with the number of jobs that are over each time one ends.
    """

    def __init__(self, load: Load, contender: Contender, watch: Callable[[int], None] | None = None) -> None:
        self._load = load
        self._contender = contender
        self._watch = watch
        self._cluster = Cluster("bestfit")
        for node in load.nodes:
            self._cluster.add(node)
        self._records = {job.job_id: JobRecord(job) for job in load.jobs}
        self._sampler = Sampler(load, self._cluster)
        self._arriving = iter(load.jobs)
        self._next_job = next(self._arriving, None)
        self._models = {node.node_id: node.gpu_model for node in load.nodes}
        self._left_ms = {job.job_id: job.duration_ms for job in load.jobs}
        self._leaf = {node_id: place.leaf for node_id, place in locations(load.nodes).items()}
        self._runs: dict[str, _Run] = {}
        self._ends: list[tuple[int, int, str]] = []
        self._now_ms = 0
        self._last_change_ms = 0
        self._starts = 0
        self._over = 0
        self._digest = sha256()

    def run(self) -> History:
        """Run from the first arrival until no event is left.

        Raises:
            BrokenRule: The contender broke a rule.
        """
        rounds = 0
        while (next_ms := self._next_ms()) is not None:
            rounds = rounds + 1 if next_ms == self._now_ms else 0
            if rounds > ROUNDS_MAX:
                raise BrokenRule(f"more than {ROUNDS_MAX} decisions at {next_ms} ms")
            self._sampler.advance(next_ms)
            self._now_ms = next_ms
            self._end_runs()
            self._let_arrive()
            for move in self._contender.decide(self._now_ms):
                self._carry_out(move)
        return self._history()

    def _next_ms(self) -> int | None:
        """Time of the next event; None: there is none."""
        due: list[int] = []
        if self._next_job is not None:
            due.append(self._next_job.arrival_ms)
        if self._ends:
            due.append(self._ends[0][0])
        deadline_ms = self._contender.deadline_ms() if self._sampler.waiting or due else None
        if deadline_ms is not None and (due or deadline_ms < self._last_change_ms + PATIENCE_MS):
            due.append(max(deadline_ms, self._now_ms))
        return min(due, default=None)

    def _end_runs(self) -> None:
        while self._ends and self._ends[0][0] <= self._now_ms:
            _, number, job_id = heappop(self._ends)
            run = self._runs.get(job_id)
            if run is not None and run.number == number:
                self._vacate(job_id)
                self._records[job_id].end_ms = self._now_ms
                self._contender.depart(job_id, True)
                self._one_over()

    def _let_arrive(self) -> None:
        while self._next_job is not None and self._next_job.arrival_ms <= self._now_ms:
            job, self._next_job = self._next_job, next(self._arriving, None)
            self._last_change_ms = self._now_ms
            if self._cluster.fits_ever(job.shape, job.ranks).fits:
                self._sampler.wait(job)
                self._contender.arrive(job)
            else:
                self._refuse(job, "larger than the cluster")

    def _carry_out(self, move: Move) -> None:
        match move:
            case Start():
                self._start(move)
            case Stop():
                self._stop(move.job_id)
            case Refuse():
                job = self._records[move.job_id].job
                self._sampler.wait_no_more(job)
                self._refuse(job, move.reason)
            case RequestPreemption():
                self._records[move.job_id].preemption_requests += 1

    def _start(self, start: Start) -> None:
        job_id, job = start.job_id, self._records[start.job_id].job
        if job_id in self._runs:
            raise BrokenRule(f"{job_id} was started at {self._now_ms} ms while it runs")
        if len(start.places) != job.ranks or any(place.shape != job.shape for place in start.places):
            raise BrokenRule(f"{job_id} was started at {self._now_ms} ms, but not as a whole gang")
        try:
            for place in start.places:
                self._cluster.take(place)
        except ClusterError as error:
            raise BrokenRule(
                f"{job_id} was started at {self._now_ms} ms where it does not fit: {error}"
            ) from error
        self._starts += 1
        self._runs[job_id] = _Run(start.places, self._now_ms, self._starts)
        left_ms = self._left_ms[job_id] * FULL_PACE_MILLI // self._pace_milli(job, start.places)
        heappush(self._ends, (self._now_ms + left_ms, self._starts, job_id))
        record = self._records[job_id]
        if record.first_start_ms is None:
            record.first_start_ms = self._now_ms
        node_ids = {place.node_id for place in start.places}
        record.leaves = len({self._leaf[node_id] for node_id in node_ids}) if len(node_ids) > 1 else 0
        self._sampler.wait_no_more(job)
        self._sampler.hold(job)
        self._digest.update(f"{self._now_ms} {job_id} {_brief(start.places)}\n".encode())

    def _stop(self, job_id: str) -> None:
        """Stop a run now; work since its last checkpoint is lost."""
        run = self._runs.get(job_id)
        if run is None:
            raise BrokenRule(f"{job_id} was stopped at {self._now_ms} ms but does not run")
        job, record = self._records[job_id].job, self._records[job_id]
        ran_ms = self._now_ms - run.started_ms
        kept_ms = ran_ms // job.checkpoint_ms * job.checkpoint_ms if job.checkpoint_ms else 0
        self._left_ms[job_id] -= kept_ms * self._pace_milli(job, run.places) // FULL_PACE_MILLI
        record.stops += 1
        record.lost_ms += ran_ms - kept_ms
        self._vacate(job_id)
        self._sampler.wait(job)
        self._contender.depart(job_id, False)

    def _pace_milli(self, job: TraceJob, places: tuple[Placement, ...]) -> int:
        return job.pace_milli(self._models[places[0].node_id])

    def _vacate(self, job_id: str) -> None:
        self._last_change_ms = self._now_ms
        for place in self._runs.pop(job_id).places:
            self._cluster.give_back(place)
        self._sampler.release(self._records[job_id].job)

    def _refuse(self, job: TraceJob, reason: str) -> None:
        self._records[job.job_id].refused = reason
        self._one_over()

    def _one_over(self) -> None:
        self._over += 1
        if self._watch is not None:
            self._watch(self._over)

    def _history(self) -> History:
        return History(
            load=self._load,
            records=tuple(self._records[job.job_id] for job in self._load.jobs),
            samples=tuple(self._sampler.samples),
            step_ms=self._sampler.step_ms,
            end_ms=max((record.end_ms or 0 for record in self._records.values()), default=0),
            busy_milli_ms=self._sampler.busy_milli_ms,
            busy_arriving_milli_ms=self._sampler.busy_arriving_milli_ms,
            starts_sha256=self._digest.hexdigest(),
        )


def _brief(places: tuple[Placement, ...]) -> str:
    return " ".join(f"{place.node_id}{list(place.gpu_indices)}" for place in places)
