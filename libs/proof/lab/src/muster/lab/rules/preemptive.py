"""Time sharing as others do it: a waiting job may stop running ones that rank behind it.

    tiresias          two-dimensional discretized least attained service (Gu et al., NSDI 2019): GPUs x time
                      so far, in levels; within a level first come, first served. Who yields saves first.
    kill-and-requeue  the same, but those that yield are killed: work since their last checkpoint is lost
    srtf              shortest remaining time first, with durations told: a bound, not a scheduler

The best ranked waiting job that does not fit takes the place of the running jobs that rank worst, of those
behind it; then those that turn out not to be needed stay. What they free is its own, so nothing else starts
there while they save. Tiresias' promotion of jobs that waited long, an option, is left out.
"""

from __future__ import annotations

from bisect import insort
from collections.abc import Sequence
from typing import Final, NamedTuple

from muster.cluster import Placement
from muster.lab.loads.load import Load, Measure, TraceJob
from muster.lab.rules.contender import Move, Start, Stop
from muster.lab.rules.floor import Floor
from muster.lab.rules.waiting import Kind

GPU_HOUR_MILLI_MS: Final = 3_600_000_000
LEVELS_FROM: Final = (GPU_HOUR_MILLI_MS, 10 * GPU_HOUR_MILLI_MS)
"""Attained service from which a job is in the second level and in the third."""

Rank = tuple[int, int]
"""(level or remaining time, arrival): lower goes first."""


class _Ranked(NamedTuple):
    """A job with its rank; sorted by it."""

    rank: Rank
    job: TraceJob


class Preemptive:
    """Runs the jobs that rank first; placement by best fit.

    Its floor shows what will be: those that yield are gone there, and those they yield to hold their places.
    A job starts when all who yield on its nodes are over.

    Args:
        load: The load.
        told: Whether durations are known (srtf).
        saves: Whether those that yield save first.
    """

    def __init__(self, load: Load, *, told: bool = False, saves: bool = True) -> None:
        self._floor = Floor(load, "bestfit")
        self._measure = Measure(load.nodes)
        self._told, self._saves = told, saves
        self._margin_ms = load.conditions.save_ms + load.conditions.restart_ms if told else 0
        self._arrived: dict[str, int] = {}
        self._ran_ms: dict[str, int] = {}
        self._began_ms: dict[str, int] = {}
        self._lines: dict[Kind, list[_Ranked]] = {}
        self._running: dict[str, TraceJob] = {}
        self._yielding: dict[str, tuple[str, ...]] = {}
        self._awaiting: dict[str, Start] = {}
        self._closed: dict[str, None] = {}
        self._over: list[tuple[str, bool]] = []
        self._jobs: dict[str, TraceJob] = {}
        self._ranked: list[_Ranked] | None = None
        self._now_ms = 0

    def arrive(self, job: TraceJob) -> None:
        """Add it."""
        self._arrived[job.job_id] = len(self._arrived)
        self._jobs[job.job_id] = job
        self._wait(job)

    def depart(self, job_id: str, finished: bool) -> None:
        """Note it; its resources are free, or those of the job that it yields to."""
        self._over.append((job_id, finished))

    def node_leaves(self, node_id: str) -> None:
        """Close a node, and stop its runs."""
        self._floor.leave(node_id)
        self._closed[node_id] = None

    def node_gone(self, node_id: str) -> None:
        """Close a node."""
        self._floor.gone(node_id)
        self._closed[node_id] = None

    def node_back(self, node_id: str) -> None:
        """Open a node."""
        self._floor.back(node_id)
        self._closed.pop(node_id, None)

    def decide(self, now_ms: int) -> Sequence[Move]:
        """Start the jobs that fit, by rank; stop jobs of lower rank where that makes room."""
        self._note_departures(now_ms)
        self._now_ms, self._ranked = now_ms, None
        moves: list[Move] = [stop for stop in self._floor.evacuated() if stop.job_id in self._running]
        for move in moves:
            del self._running[move.job_id]
        moves += self._begin_awaited()
        full: dict[Kind, None] = {}
        while best := min((line[0] for kind, line in self._lines.items() if kind not in full), default=None):
            kind = (best.job.shape, best.job.ranks)
            found = self._serve(best)
            if found is None:
                full[kind] = None
                continue
            moves += found
            self._lines[kind].pop(0)
            if not self._lines[kind]:
                del self._lines[kind]
        return moves

    def deadline_ms(self) -> int | None:
        """At once when a run is over; when the next running job changes its level, while others wait."""
        if self._over:
            return 0
        if self._told or not self._lines:
            return None
        due = [at_ms for job in self._running.values() if (at_ms := self._demoted_ms(job)) is not None]
        return min(due, default=None)

    def _note_departures(self, now_ms: int) -> None:
        over, self._over = self._over, []
        for job_id, finished in over:
            self._ran_ms[job_id] = self._ran_to_ms(job_id, now_ms)
            self._began_ms.pop(job_id, None)
            self._running.pop(job_id, None)
            if self._yielding.pop(job_id, None) is None:
                self._floor.end(job_id)
            if not finished:
                self._wait(self._jobs[job_id])

    def _begin_awaited(self) -> list[Start]:
        """Return the starts whose victims have left; those whose nodes are gone wait again."""
        begun: list[Start] = []
        for start in list(self._awaiting.values()):
            if self._is_yielding_on(start.places):
                continue
            del self._awaiting[start.job_id]
            if any(place.node_id in self._closed for place in start.places):
                self._wait(self._floor.end(start.job_id))
            else:
                begun.append(self._begin(start))
        return begun

    def _serve(self, waiting: _Ranked) -> list[Move] | None:
        """Return the moves that let a waiting job run; None: it has to wait."""
        job, moves = waiting.job, list[Move]()
        places = self._floor.find(job)
        if places is None:
            victims = self._victims(waiting)
            if not victims:
                return None
            for victim in victims:
                self._yielding[victim.job_id] = tuple(
                    place.node_id for place in self._floor.places(victim.job_id)
                )
                self._floor.end(victim.job_id)
                del self._running[victim.job_id]
                moves.append(Stop(victim.job_id, saves=self._saves))
            self._ranked = None
            places = self._floor.find(job)
            assert places is not None  # noqa: S101  (these victims were tried)
        start = self._floor.start(job, places)
        if self._is_yielding_on(places):
            self._awaiting[job.job_id] = start
        else:
            moves.append(self._begin(start))
        return moves

    def _victims(self, waiting: _Ranked) -> list[TraceJob]:
        """Return running jobs of lower rank without which it fits; empty: there are none."""
        job, cluster = waiting.job, self._floor.cluster
        least = waiting.rank[0] + self._margin_ms
        behind = [each for each in self._by_rank() if each.rank[0] > least]
        if sum(self._measure.of(each.job) for each in behind) == 0:
            return []
        released, needed = list[TraceJob](), list[TraceJob]()
        with cluster.trial():
            for each in reversed(behind):
                self._give_back(each.job)
                released.append(each.job)
                if self._floor.find(job) is not None:
                    break
            else:
                return []
            for each in reversed(released):  # the best ranked stays if it can
                for place in self._floor.places(each.job_id):
                    cluster.take(place)
                if self._floor.find(job) is None:
                    self._give_back(each)
                    needed.append(each)
        return needed

    def _give_back(self, job: TraceJob) -> None:
        for place in self._floor.places(job.job_id):
            self._floor.cluster.give_back(place)

    def _is_yielding_on(self, places: Sequence[Placement]) -> bool:
        nodes = {place.node_id for place in places}
        return any(not nodes.isdisjoint(node_ids) for node_ids in self._yielding.values())

    def _by_rank(self) -> list[_Ranked]:
        """The jobs that run and do not yield, the best ranked first."""
        if self._ranked is None:
            self._ranked = sorted(_Ranked(self._rank(job), job) for job in self._running.values())
        return self._ranked

    def _rank(self, job: TraceJob) -> Rank:
        ran_ms = self._ran_to_ms(job.job_id, self._now_ms)
        first = job.duration_ms - ran_ms if self._told else self._level(job, ran_ms)
        return first, self._arrived[job.job_id]

    def _level(self, job: TraceJob, ran_ms: int) -> int:
        attained = self._measure.of(job) * ran_ms
        return sum(attained >= least for least in LEVELS_FROM)

    def _demoted_ms(self, job: TraceJob) -> int | None:
        """Return when a running job changes its level; None: it is in the last, or holds nothing relevant."""
        milli = self._measure.of(job)
        level = self._level(job, self._ran_to_ms(job.job_id, self._now_ms))
        if level == len(LEVELS_FROM) or not milli:
            return None
        return self._began_ms[job.job_id] - self._ran_ms.get(job.job_id, 0) - (-LEVELS_FROM[level] // milli)

    def _ran_to_ms(self, job_id: str, now_ms: int) -> int:
        return self._ran_ms.get(job_id, 0) + now_ms - self._began_ms.get(job_id, now_ms)

    def _wait(self, job: TraceJob) -> None:
        insort(self._lines.setdefault((job.shape, job.ranks), []), _Ranked(self._rank(job), job))

    def _begin(self, start: Start) -> Start:
        self._running[start.job_id] = self._jobs[start.job_id]
        self._began_ms[start.job_id] = self._now_ms
        self._ranked = None
        return start
