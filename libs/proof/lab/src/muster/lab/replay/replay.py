"""Replays a load by a contender in virtual time: a discrete-event loop without a server.

Time jumps to the next event: an arrival, the end of a run, a node that goes or is back, the contender's
deadline. At each instant runs end first, then nodes come and go, then jobs arrive, then the contender
decides, until it has nothing left to do at that instant.

The replay keeps its own records (a second cluster, a record per job) to check the contender: a GPU taken
twice or on a node that is gone, a gang started in part or a job started twice stop the replay (BrokenRule).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from enum import IntEnum, auto
from hashlib import sha256
from heapq import heappop, heappush
from typing import NamedTuple

from muster.cluster import Cluster, ClusterError, Placement
from muster.lab.loads.conditions import Outage
from muster.lab.loads.load import Load, Measure, TraceJob
from muster.lab.loads.network import locations
from muster.lab.replay.run import Run
from muster.lab.replay.samples import Sample, Sampler
from muster.lab.rules.contender import Contender, Move, Refuse, RequestPreemption, Start, Stop

PATIENCE_MS = 30 * 24 * 3_600_000
"""A contender that has neither running jobs nor starts for this long, with no arrivals left, is stuck."""

ROUNDS_MAX = 100_000
"""Maximum decisions at one instant; more would be an endless loop."""


class BrokenRule(Exception):
    """A contender broke a rule. The message names the rule and the job."""


@dataclass(slots=True)
class JobRecord:
    """The history of a job.

    Attributes:
        job: The job.
        first_start_ms: First start of the job, milliseconds; None: never.
        end_ms: End of the job, milliseconds; None: never.
        refused: Why it was not queued; empty: it was.
        stops: Number of its runs that the contender stopped early.
        outages: Number of its runs that ended with a node.
        lost_ms: Run time whose work was lost in these, milliseconds.
        resuming_ms: Run time of starting again, and of saving before a stop.
        saving_ms: Run time of all other checkpoints.
        back_ms: For each stop: time until the job worked again, milliseconds.
        back_after_outage_ms: The same for outages.
        spot_overhead_ms: Run time that reclaims of spot nodes cost it: work lost, a last save, its restart.
        preemption_requests: Number of preemption requests of the contender for it.
        leaves: Number of network leaves (network.py) it last ran on; 0: one node only, or never ran.
    """

    job: TraceJob
    first_start_ms: int | None = None
    end_ms: int | None = None
    refused: str = ""
    stops: int = 0
    outages: int = 0
    lost_ms: int = 0
    resuming_ms: int = 0
    saving_ms: int = 0
    back_ms: list[int] = field(default_factory=list[int])
    back_after_outage_ms: list[int] = field(default_factory=list[int])
    spot_overhead_ms: int = 0
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
        end_ms: End of the last run, milliseconds.
        busy_milli_ms: Resource held (load.Measure), thousandths times milliseconds.
        busy_arriving_milli_ms: The part of it before the last arrival.
        busy_spot_milli_ms: The part of it on spot nodes.
        starts_sha256: Digest of all starts in order; equal digests mean equal decisions.
    """

    load: Load
    records: tuple[JobRecord, ...]
    samples: tuple[Sample, ...]
    step_ms: int
    end_ms: int
    busy_milli_ms: int
    busy_arriving_milli_ms: int
    busy_spot_milli_ms: int
    starts_sha256: str


@dataclass(frozen=True, slots=True)
class _Cut:
    """Interruption after which a job waits again; starts when its run has to stop, or loses its node."""

    at_ms: int
    by_outage: bool
    by_spot: bool


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
        self._measure = Measure(load.nodes)
        self._arriving = iter(load.jobs)
        self._next_job = next(self._arriving, None)
        self._models = {node.node_id: node.gpu_model for node in load.nodes}
        self._left_ms = {job.job_id: job.duration_ms for job in load.jobs}
        self._leaf = {node_id: place.leaf for node_id, place in locations(load.nodes).items()}
        self._runs: dict[str, Run] = {}
        self._cut: dict[str, _Cut] = {}
        self._turns = _turns(load.conditions.outages)
        self._away: dict[str, None] = {}
        self._spot = frozenset(load.conditions.spot)
        self._leaving: dict[str, None] = {}
        self._busy_spot_milli_ms = 0
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
            self._turn_nodes()
            self._let_arrive()
            for move in self._contender.decide(self._now_ms):
                self._carry_out(move)
        return self._history()

    def _next_ms(self) -> int | None:
        """Return the time of the next event; None: there is none."""
        due: list[int] = []
        if self._next_job is not None:
            due.append(self._next_job.arrival_ms)
        if self._ends:
            due.append(self._ends[0][0])
        deadline_ms = self._contender.deadline_ms() if self._sampler.waiting or due else None
        if deadline_ms is not None and (due or deadline_ms < self._last_change_ms + PATIENCE_MS):
            due.append(max(deadline_ms, self._now_ms))
        if self._turns and (due or self._sampler.waiting):
            due.append(max(self._turns[0].at_ms, self._now_ms))
        return min(due, default=None)

    def _end_runs(self) -> None:
        while self._ends and self._ends[0][0] <= self._now_ms:
            _, number, job_id = heappop(self._ends)
            run = self._runs.get(job_id)
            if run is None or run.number != number:
                continue
            if run.stopped_ms is not None:
                self._cut_short(run, kept_ms=run.kept_ms(self._now_ms))
                continue
            record, spent = self._records[job_id], run.spent(self._now_ms)
            record.saving_ms += spent.saving_ms
            record.resuming_ms += spent.starting_ms
            self._vacate(job_id)
            record.end_ms = self._now_ms
            self._contender.depart(job_id, True)
            self._one_over()

    def _turn_nodes(self) -> None:
        """Let nodes go and come back, those that are due by now."""
        while self._turns and self._turns[0].at_ms <= self._now_ms:
            turn = self._turns.popleft()
            match turn.kind:
                case _TurnKind.NOTICED:
                    self._leaving[turn.node_id] = None
                    self._contender.node_leaves(turn.node_id)
                case _TurnKind.GONE:
                    self._let_go(turn.node_id)
                case _:
                    del self._away[turn.node_id]
                    self._leaving.pop(turn.node_id, None)
                    self._last_change_ms = self._now_ms
                    self._cluster.set_schedulable(turn.node_id, True)
                    self._contender.node_back(turn.node_id)

    def _let_go(self, node_id: str) -> None:
        self._away[node_id] = None
        self._cluster.set_schedulable(node_id, False)
        self._contender.node_gone(node_id)
        hit = [run for run in self._runs.values() if any(each.node_id == node_id for each in run.places)]
        for run in hit:
            self._records[run.job.job_id].outages += 1
            self._cut_short(run, kept_ms=run.spent(self._now_ms).saved_ms, by_outage=True)

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
                self._stop(move)
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
        if any(place.node_id in self._away for place in start.places):
            raise BrokenRule(f"{job_id} was started at {self._now_ms} ms on a node that is gone")
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
        conditions, record = self._load.conditions, self._records[job_id]
        starting_ms = 0 if record.first_start_ms is None else conditions.restart_ms
        if job_id in self._cut and self._cut[job_id].by_spot:
            record.spot_overhead_ms += starting_ms
        run = self._runs[job_id] = Run(
            job=job,
            places=start.places,
            number=self._starts,
            started_ms=self._now_ms,
            starting_ms=starting_ms,
            save_ms=conditions.save_ms,
            pace_milli=job.pace_milli(self._models[start.places[0].node_id]),
        )
        heappush(self._ends, (self._now_ms + run.lasts_ms(self._left_ms[job_id]), self._starts, job_id))
        self._note_back(record, starting_ms)
        if record.first_start_ms is None:
            record.first_start_ms = self._now_ms
        node_ids = {place.node_id for place in start.places}
        record.leaves = len({self._leaf[node_id] for node_id in node_ids}) if len(node_ids) > 1 else 0
        self._sampler.wait_no_more(job)
        self._sampler.hold(job)
        self._digest.update(f"{self._now_ms} {job_id} {_brief(start.places)}\n".encode())

    def _note_back(self, record: JobRecord, starting_ms: int) -> None:
        """Note how long a job that was cut short was away from its work."""
        cut = self._cut.pop(record.job.job_id, None)
        if cut is not None:
            back = record.back_after_outage_ms if cut.by_outage else record.back_ms
            back.append(self._now_ms + starting_ms - cut.at_ms)

    def _stop(self, stop: Stop) -> None:
        """Stop a run: at once, when work since its last checkpoint is lost, or after one more checkpoint."""
        run = self._runs.get(stop.job_id)
        if run is None:
            raise BrokenRule(f"{stop.job_id} was stopped at {self._now_ms} ms but does not run")
        if run.stopped_ms is not None:
            raise BrokenRule(f"{stop.job_id} was stopped at {self._now_ms} ms but stops already")
        self._records[stop.job_id].stops += 1
        if not (stop.saves and run.job.checkpoint_ms):
            self._cut_short(run, kept_ms=run.kept_ms(self._now_ms))
        elif run.save_ms == 0:
            run.stopped_ms = self._now_ms
            self._cut_short(run, kept_ms=run.kept_ms(self._now_ms))
        else:
            run.stopped_ms = self._now_ms
            self._starts += 1
            run.number = self._starts
            heappush(self._ends, (self._now_ms + run.save_ms, run.number, stop.job_id))

    def _cut_short(self, run: Run, *, kept_ms: int, by_outage: bool = False) -> None:
        """End a run before its job has finished and keep `kept_ms` of its work."""
        record, since_ms = self._records[run.job.job_id], run.stopped_ms
        spent = run.spent(self._now_ms if since_ms is None else since_ms)
        self._left_ms[run.job.job_id] -= run.on_fastest_ms(kept_ms)
        record.lost_ms += spent.saved_ms + spent.unsaved_ms - kept_ms
        record.saving_ms += spent.saving_ms
        stopping_ms = 0 if since_ms is None else self._now_ms - since_ms
        record.resuming_ms += spent.starting_ms + stopping_ms
        by_spot = any(each.node_id in self._leaving and each.node_id in self._spot for each in run.places)
        if by_spot:
            record.spot_overhead_ms += spent.saved_ms + spent.unsaved_ms - kept_ms + stopping_ms
        self._cut[run.job.job_id] = _Cut(self._now_ms if since_ms is None else since_ms, by_outage, by_spot)
        self._vacate(run.job.job_id)
        self._sampler.wait(run.job)
        self._contender.depart(run.job.job_id, False)

    def _vacate(self, job_id: str) -> None:
        self._last_change_ms = self._now_ms
        run = self._runs.pop(job_id)
        for place in run.places:
            self._cluster.give_back(place)
        on_spot = sum(place.node_id in self._spot for place in run.places)
        held_milli = self._measure.of(run.job) * on_spot // len(run.places)
        self._busy_spot_milli_ms += held_milli * (self._now_ms - run.started_ms)
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
            busy_spot_milli_ms=self._busy_spot_milli_ms,
            starts_sha256=self._digest.hexdigest(),
        )


def _brief(places: tuple[Placement, ...]) -> str:
    return " ".join(f"{place.node_id}{list(place.gpu_indices)}" for place in places)


class _TurnKind(IntEnum):
    """Kinds of turns, in their order at one instant."""

    BACK = auto()
    NOTICED = auto()
    GONE = auto()


class _Turn(NamedTuple):
    """That a node is noticed to go, goes, or is back."""

    at_ms: int
    kind: _TurnKind
    node_id: str


def _turns(outages: Sequence[Outage]) -> deque[_Turn]:
    """Return all turns in order of time."""
    turns = [_Turn(each.notice_ms, _TurnKind.NOTICED, each.node_id) for each in outages if each.is_noticed]
    turns += [_Turn(each.from_ms, _TurnKind.GONE, each.node_id) for each in outages]
    turns += [_Turn(each.until_ms, _TurnKind.BACK, each.node_id) for each in outages]
    return deque(sorted(turns))
