"""Waits of waiting jobs after a change: the present state is forked and continued in virtual time.

The same core decides; nodes are added and settings changed by the same events as in production. Each run
takes the median estimate of its job, or else lasts to its limit (durations.estimator). No new jobs arrive:
the figures compare options against the present backlog, they do not predict next week.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from heapq import heappop, heappush
from typing import Any, Final

from muster.lab.rules.contender import Refuse, Start, Stop
from muster.lab.rules.ours import BEGIN_MS, Played
from muster.scheduler.core.durations import estimator
from muster.scheduler.core.replay.snapshot import forked
from muster.scheduler.core.state.job import Job
from muster.scheduler.core.state.state import State
from muster.telemetry.percentile import nearest_rank

HORIZON_MS: Final = 7 * 24 * 3_600_000
"""Simulated time; a job that has not started by then counts as having waited this long."""

UNKNOWN_MS: Final = 3_600_000
"""Assumed duration of a run without an estimate; the number of these runs is reported."""


class Refused(Exception):
    """The scheduler does not accept a change."""


@dataclass(frozen=True, slots=True)
class Waits:
    """Further waits of the jobs that wait now.

    Attributes:
        jobs: Number of jobs that wait for room or a quota.
        started: Number of these that start within the horizon.
        mean_ms: Mean wait of all these jobs, milliseconds.
        p50_ms: Median wait, milliseconds.
        p90_ms: 90th percentile of the waits, milliseconds.
        unknown: Number of runs without an estimate, taken to last UNKNOWN_MS.
    """

    jobs: int
    started: int
    mean_ms: int
    p50_ms: int
    p90_ms: int
    unknown: int


def waits_after(state: State, changes: Sequence[Any]) -> Waits:
    """The waits of the present backlog after these changes.

    Args:
        state: The present state; not changed.
        changes: Events: nodes that join, queues that are configured.

    Raises:
        Refused: A change is not accepted.
    """
    return _Play(state, changes).waits()


class _Play:
    def __init__(self, state: State, changes: Sequence[Any]) -> None:
        self._begin_ms = self._now_ms = state.now_ms - BEGIN_MS
        self._waiting = [job.job_id for job in state.jobs.values() if state.pending.group_of(job)]
        self._started: dict[str, int] = {}
        self._unknown: set[str] = set()
        fork = forked(state)
        self._core = Played(fork)
        self._ends: list[tuple[int, int, str]] = []
        self._runs: dict[str, int] = {}
        for job in fork.jobs.values():
            if job.attempt is not None:
                self._begin(job, fork.now_ms - job.attempt.bound_at_ms)
        for change in changes:
            self._core.receive(change)

    def waits(self) -> Waits:
        """Run on until all jobs have started, or to the horizon."""
        left = set(self._waiting)
        while left and self._now_ms <= self._begin_ms + HORIZON_MS:
            for move in self._core.decide(self._now_ms):
                match move:
                    case Start():
                        left.discard(move.job_id)
                        self._started.setdefault(move.job_id, self._now_ms)
                        self._begin(self._core.state.jobs[move.job_id], 0)
                    case Stop():
                        self._end(move.job_id, finished=False)
                    case Refuse():
                        raise Refused(move.reason)
                    case _:
                        pass  # a preemption request has no effect yet
            if not self._go_on():
                break
        return self._summed_up()

    def _begin(self, job: Job, elapsed_ms: int) -> None:
        """Schedule the end of a run that began `elapsed_ms` ago, by its median estimate."""
        features = estimator.features_of(job.tenant, job.spec)
        left = estimator.predict(self._core.state.durations, features, elapsed_ms)
        left_ms = left.p90_ms if left.p50_ms is None else left.p50_ms
        if left_ms is None:
            self._unknown.add(job.job_id)
        number = len(self._started) + len(self._ends)
        self._runs[job.job_id] = number
        ends_ms = self._now_ms + max(1, UNKNOWN_MS if left_ms is None else left_ms)
        heappush(self._ends, (ends_ms, number, job.job_id))

    def _end(self, job_id: str, *, finished: bool) -> None:
        if self._runs.pop(job_id, None) is not None:
            self._core.depart(job_id, finished)

    def _go_on(self) -> bool:
        """Advance to the next event; False: there is none."""
        deadline_ms = self._core.deadline_ms()
        due = [max(deadline_ms, self._now_ms)] if deadline_ms is not None else []
        due += [self._ends[0][0]] if self._ends else []
        if not due:
            return False
        self._now_ms = max(self._now_ms, min(due))
        while self._ends and self._ends[0][0] <= self._now_ms:
            _, number, job_id = heappop(self._ends)
            if self._runs.get(job_id) == number:
                self._end(job_id, finished=True)
        return True

    def _summed_up(self) -> Waits:
        never_ms = self._begin_ms + HORIZON_MS
        waits = sorted(self._started.get(job_id, never_ms) - self._begin_ms for job_id in self._waiting)
        started = sum(job_id in self._started for job_id in self._waiting)
        if not waits:
            return Waits(0, 0, 0, 0, 0, len(self._unknown))
        return Waits(
            jobs=len(waits),
            started=started,
            mean_ms=sum(waits) // len(waits),
            p50_ms=nearest_rank(waits, 50),
            p90_ms=nearest_rank(waits, 90),
            unknown=len(self._unknown),
        )
