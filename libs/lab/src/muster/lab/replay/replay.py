"""Replay: a load against a contender in virtual time, a discrete-event loop without a server.

Time jumps to whatever comes next: an arrival, the end of a run, the contender's deadline. At each instant
runs end first, then jobs come, then the contender decides, until it has nothing left to do at that instant.

The replay keeps books of its own (a second cluster, a record per job), so what a contender claims is checked:
a place taken twice, a gang started in part, a job started twice stop the replay with BrokenRule.
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
from muster.lab.rules.contender import Contender, Move, Refuse, Start, Stop, Wish
from muster.scheduler.core.durations.estimator import FULL_PACE_MILLI

PATIENCE_MS = 30 * 24 * 3_600_000
"""A contender that neither runs nor starts anything for so long, with no arrival to come, is stuck."""

ROUNDS_MAX = 100_000
"""Decisions at one instant; more is a loop without end."""


class BrokenRule(Exception):
    """A contender did what cannot be. The text says what, and to which job."""


@dataclass(slots=True)
class JobRecord:
    """What became of a job.

    Attributes:
        job: As it came.
        first_start_ms: When it first ran; None: never.
        end_ms: When it had done its work; None: never.
        refused: Why it was not queued, if so.
        stops: How often a run of it was ended before its time.
        lost_ms: Run time whose work was lost in these.
        wishes: How often others were asked to yield to it.
        leaves: Leaves of the network (network.py) it last ran on; 0: on one node, or never.
    """

    job: TraceJob
    first_start_ms: int | None = None
    end_ms: int | None = None
    refused: str = ""
    stops: int = 0
    lost_ms: int = 0
    wishes: int = 0
    leaves: int = 0


@dataclass(frozen=True, slots=True)
class History:
    """All that happened.

    Attributes:
        load: What was asked.
        records: One per job, by arrival.
        samples: The cluster at even steps of time.
        step_ms: Time between samples.
        end_ms: When the last run ended.
        busy_milli_ms: Resource held (load.Measure), thousandths times milliseconds.
        busy_arriving_milli_ms: The part of it before the last arrival.
        starts_sha256: Digest of every start in order: equal digests, equal decisions.
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
    """One load, one contender, once.

    Args:
        load: What is asked of which cluster.
        contender: Fresh; it has been told of no job yet.
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
        """Everything, from the first arrival until nothing is left to happen.

        Raises:
            BrokenRule: The contender did what cannot be.
        """
        rounds = 0
        while (next_ms := self._next_ms()) is not None:
            rounds = rounds + 1 if next_ms == self._now_ms else 0
            if rounds > ROUNDS_MAX:
                raise BrokenRule(f"{ROUNDS_MAX} decisions at {next_ms} ms, and no end")
            self._sampler.advance(next_ms)
            self._now_ms = next_ms
            self._end_runs()
            self._let_arrive()
            for move in self._contender.decide(self._now_ms):
                self._carry_out(move)
        return self._history()

    def _next_ms(self) -> int | None:
        """When something happens next; None: never."""
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
            case Wish():
                self._records[move.job_id].wishes += 1

    def _start(self, start: Start) -> None:
        job_id, job = start.job_id, self._records[start.job_id].job
        if job_id in self._runs:
            raise BrokenRule(f"{job_id} was started at {self._now_ms} ms while it runs")
        if len(start.places) != job.ranks or any(place.shape != job.shape for place in start.places):
            raise BrokenRule(f"{job_id} was started at {self._now_ms} ms, and not as the gang it is")
        try:
            for place in start.places:
                self._cluster.take(place)
        except ClusterError as error:
            raise BrokenRule(
                f"{job_id} was started at {self._now_ms} ms on no free place: {error}"
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
        """End a run now; work since its last checkpoint is lost."""
        run = self._runs.get(job_id)
        if run is None:
            raise BrokenRule(f"{job_id} was stopped at {self._now_ms} ms and does not run")
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
