"""When a waiting job will start: a range, and how often it holds (ADR 22).

What the job waits for is counted in one number: GPUs of the models it accepts (CPU or memory, where that is
what lacks), or what its queue may hold, where a quota keeps it out. That number is given back as runs end,
and taken first come first served:

    earliest    when what runs ends as soon as one in ten such runs, with only those of its own line before
                it, and as if whatever is free anywhere lay where it is needed
    latest      twice as long as it takes by the bounds that nine in ten runs keep, with everybody who goes
                first before it, and not before nodes have room for it by those bounds (reserve.planner); for
                the head of line, as it takes by its reservation

Twice, because more is waited for than one run, and because others come who go first: measured, three in four
start by then (docs/scheduling.md, `muster sim starts`). Where those before it state no bound, or are too
many, the start is unknown, and the answer says so.

One wave of starts serves all who wait for the same, so a backlog costs little more than its kinds of jobs.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Final, NamedTuple

from muster.jobs.lifecycle import JobState
from muster.queues import quotas
from muster.scheduler.core.durations import estimator
from muster.scheduler.core.durations.estimator import FULL_PACE_MILLI
from muster.scheduler.core.explain import demand
from muster.scheduler.core.explain.demand import HOPELESS, Need
from muster.scheduler.core.explain.standing import StartOrder
from muster.scheduler.core.explain.wave import Waiting, Wave
from muster.scheduler.core.placement import constraints
from muster.scheduler.core.reserve import planner
from muster.scheduler.core.state.job import NEVER_MS, Job, PlacementClass
from muster.scheduler.core.state.pending import Reason, SchedulingGroup
from muster.scheduler.core.state.state import State

CONFIDENCE_PERCENT: Final = 75
"""So many of a hundred jobs start within their range, or more (measured: 77 and 80)."""

STRETCH: Final = 2
"""The latest start is so many times as far away as by bounds (measured)."""

_SOON: Final = 100
"""Level, in thousandths, that running jobs are believed to end at for the earliest start."""

BEFORE_MAX: Final = 2_000
"""Jobs before it that are counted; the start of one further behind is unknown."""

SOONEST_MAX: Final = 512
"""Running jobs that may end soon enough for the earliest start: those that end first by their bounds."""


class Start(NamedTuple):
    """When a job will start.

    Attributes:
        earliest_ms: Hardly before; None: unknown.
        latest_ms: Hardly after; None: unknown.
        confidence_percent: How often such a range holds; None: there is none.
        because: What it rests on, or why the start is unknown.
    """

    earliest_ms: int | None
    latest_ms: int | None
    confidence_percent: int | None
    because: str


class Starts:
    """When those that wait will start, as of one moment.

    Args:
        state: Not changed.
        turns: In which order they go.
    """

    def __init__(self, state: State, turns: StartOrder) -> None:
        self._state = state
        self._turns = turns
        self._waves: dict[tuple[object, ...], Wave] = {}
        self._soon: dict[str, int] = {}
        self._rooms: dict[PlacementClass, int] = {}
        self._ends_known: list[tuple[int, str]] | None = None
        self._holders: dict[tuple[object, ...], list[tuple[int, str, int]]] = {}

    def of(self, job: Job, group: SchedulingGroup, reason: Reason) -> Start:
        """When a job will start that waits in a line, for this reason."""
        state = self._state
        if not group.blocked:
            return Start(state.now_ms, None, None, "its turn comes with the next batch")
        if reason.code in HOPELESS:
            return Start(None, None, None, "never on the nodes there are")
        needs = self._needs(group, reason)
        earliest_ms = max(self._soonest(need, group).start_ms(job.job_id) for need in needs)
        reserved_ms = self._reserved_ms(job)
        bound_ms = self._bound_ms(job, group, needs) if reserved_ms is None else reserved_ms
        if bound_ms >= NEVER_MS:
            known_ms = None if earliest_ms >= NEVER_MS else earliest_ms
            return Start(known_ms, None, None, _UNKNOWN)
        latest_ms = state.now_ms + STRETCH * (bound_ms - state.now_ms)
        because = _KNOWN if reserved_ms is None else _KEPT
        return Start(min(earliest_ms, bound_ms), latest_ms, CONFIDENCE_PERCENT, because)

    def _bound_ms(self, job: Job, group: SchedulingGroup, needs: list[Need]) -> int:
        """When it starts if all who run or go first keep their bounds, and nobody comes who goes first."""
        return max(self._room_ms(group), *(self._by_bounds(need).start_ms(job.job_id) for need in needs))

    def _reserved_ms(self, job: Job) -> int | None:
        """What the reservation for the head of line states."""
        kept = self._state.reservation
        if kept is None or kept.job_id != job.job_id or kept.starts_at_ms is None:
            return None
        return max(self._state.now_ms, kept.starts_at_ms)

    def _needs(self, group: SchedulingGroup, reason: Reason) -> list[Need]:
        short = quotas.admission(self._state.queues, group.key, self._state.models).short
        room = demand.room(self._state, group.placement_class, reason.code)
        return [room, demand.quota(self._state, group, short)] if short else [room]

    def _soonest(self, need: Need, group: SchedulingGroup) -> Wave:
        """Only the jobs of the group wait."""
        state, key = self._state, ("soon", group.key, need.key)
        if key not in self._waves:
            first = state.jobs[group.first_job_id]
            features = estimator.features_of(first.tenant, first.spec)
            runs_ms = estimator.predict(state.durations, features).p50_ms
            amount = need.part(first)
            waiting = (Waiting(job_id, amount, runs_ms) for _, job_id in group.after(-1, BEFORE_MAX))
            self._waves[key] = Wave(state.now_ms, need.free, self._releases(need, soon=True), waiting)
        return self._waves[key]

    def _by_bounds(self, need: Need) -> Wave:
        """Everybody waits."""
        key = ("bounds", need.key)
        if key not in self._waves:
            waiting = islice(self._waiting(need), BEFORE_MAX)
            self._waves[key] = Wave(self._state.now_ms, need.free, self._releases(need, soon=False), waiting)
        return self._waves[key]

    def _waiting(self, need: Need) -> Iterator[Waiting]:
        for job_id, group in self._turns.in_order():
            if group.reason is None or group.reason.code not in need.kept_out:
                job = self._state.jobs[job_id]
                if part := need.part(job):
                    yield Waiting(job_id, part, job.limit_ms if job.p90_ms is None else job.p90_ms)

    def _releases(self, need: Need, *, soon: bool) -> list[tuple[int, int]]:
        """(when, how much) is given back by those who hold it now."""
        if need.key not in self._holders:
            ends = ((at_ms, job_id, need.part(self._state.jobs[job_id])) for at_ms, job_id in self._ends())
            self._holders[need.key] = [one for one in ends if one[2]]
        holders = self._holders[need.key]
        if not soon:
            return [(at_ms, part) for at_ms, _, part in holders if at_ms < NEVER_MS]
        return [(self._soon_ms(job_id), part) for _, job_id, part in holders[:SOONEST_MAX]]

    def _ends(self) -> list[tuple[int, str]]:
        """When those that run end by their bounds, the soonest first."""
        if self._ends_known is None:
            state = self._state
            running = (job for job in state.jobs.values() if job.attempt is not None)
            self._ends_known = sorted(
                (planner.ends_at_ms(state, job, by_limits=False), job.job_id) for job in running
            )
        return self._ends_known

    def _soon_ms(self, job_id: str) -> int:
        """When one in ten such runs is over."""
        if job_id not in self._soon:
            state, job = self._state, self._state.jobs[job_id]
            pace_milli = job.attempt.pace_milli if job.attempt else FULL_PACE_MILLI
            features = estimator.features_of(job.tenant, job.spec, pace_milli)
            began_ms = job.attempt.bound_at_ms if job.attempt else state.now_ms
            levels = estimator.quantiles_ms(state.durations, features, (_SOON,), state.now_ms - began_ms)
            self._soon[job_id] = max(state.now_ms, began_ms + levels[0]) if levels else state.now_ms
        return self._soon[job_id]

    def _room_ms(self, group: SchedulingGroup) -> int:
        """When nodes have room for the gang, if nobody else took it."""
        state, job = self._state, self._state.jobs[group.first_job_id]
        narrowed = group.placement_class.narrowed(quotas.admission(state.queues, group.key, state.models))
        bounded = constraints.bounded(state, job, narrowed)
        if bounded not in self._rooms:
            plan = planner.earliest(state, job, narrowed, by_limits=False)
            starts_at_ms = plan.starts_at_ms if plan else None
            self._rooms[bounded] = NEVER_MS if starts_at_ms is None else starts_at_ms
        return self._rooms[bounded]


def start_apart(job: Job) -> Start:
    """When a job will start that stands in no line."""
    if job.state is JobState.SUSPENDED:
        return Start(None, None, None, "suspended until someone resumes it")
    return Start(job.not_before_ms, None, None, "it re-enters the queue after its retry delay")


_KEPT: Final = "nodes are kept for it; by how long what runs there is believed to run"
_KNOWN: Final = "by how long what runs or goes first is believed to run"
_UNKNOWN: Final = "too many jobs that run or go first have no time limit"
