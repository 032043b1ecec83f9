"""The estimated start of a waiting job: a range with its measured confidence (ADR 22).

What the job waits for is counted as one number: GPUs of the accepted models (CPU or memory, if that is
short), or the queue's quota, if that excludes the job. The amount is released as attempts end and taken in
scheduling order:

    earliest    running attempts end at their 10th percentile, only jobs of its own group are ahead, and
                free resources are usable wherever they are
    latest      twice the wait that results if attempts end at their 90th percentile and all jobs ahead start
                first, not before nodes have room for it by these estimates (reserve.planner); for the head
                of queue, twice the wait until the start of its reservation

The factor is two because a job waits for several attempts and because later jobs may be ahead of it:
measured, three in four start by then (docs/scheduling.md, `muster sim starts`). If jobs ahead have no time
limit, or are too many, the start is unknown, and the answer says so.

One wave of starts is computed for all jobs that wait for the same resource.

A question holds the leader up, so in a large cell not every end is followed: of the nodes that count every
second, third and so on, such that they are NODES_FOLLOWED_MAX at most, and what ends there stands for its
neighbours as well. Of the holders of a quota, HOLDERS_FOLLOWED_MAX likewise. The answer says so.
"""

from __future__ import annotations

from collections.abc import Iterator
from heapq import nsmallest
from itertools import chain, islice
from typing import Final, NamedTuple

from muster.jobs.lifecycle import JobState
from muster.queues import quotas
from muster.queues.tree import QueueKey
from muster.scheduler.core.durations import estimator
from muster.scheduler.core.durations.estimator import FULL_PACE_MILLI
from muster.scheduler.core.explain import demand
from muster.scheduler.core.explain.demand import HOPELESS, Need
from muster.scheduler.core.explain.standing import StartOrder
from muster.scheduler.core.explain.wave import Waiting, Wave
from muster.scheduler.core.placement import constraints
from muster.scheduler.core.reserve import planner
from muster.scheduler.core.state.job import NEVER_MS, Job, PlacementClass
from muster.scheduler.core.state.node import Node
from muster.scheduler.core.state.pending import Reason, SchedulingGroup
from muster.scheduler.core.state.state import State

CONFIDENCE_PERCENT: Final = 75
"""Percentage of jobs that start within their range, at least (measured: 77 and 80)."""

STRETCH: Final = 2
"""The factor on the wait by bounds that gives the latest start (measured)."""

_SOON: Final = 100
"""Quantile, in thousandths, of the run time at which running jobs end for the earliest start."""

BEFORE_MAX: Final = 2_000
"""Jobs ahead that are counted; the start of a job further behind is unknown."""

SOONEST_MAX: Final = 512
"""Running jobs considered for the earliest start: those that end first by their bounds. A job that stands for
others counts as so many."""

SOONEST_MIN: Final = 32
"""And at least so many are considered."""

NODES_FOLLOWED_MAX: Final = 128
"""Nodes whose jobs are followed to their ends: some 1,000 jobs, about 10 ms."""

HOLDERS_FOLLOWED_MAX: Final = 2_048
"""Jobs that hold a quota and are followed to their ends."""


class Start(NamedTuple):
    """The estimated start of a job.

    Attributes:
        earliest_ms: Earliest start, ms since 1970 UTC; None: unknown.
        latest_ms: Latest start, ms since 1970 UTC; None: unknown.
        confidence_percent: How often such a range holds; None: there is no range.
        because: What the estimate is based on, or why the start is unknown.
    """

    earliest_ms: int | None
    latest_ms: int | None
    confidence_percent: int | None
    because: str


class _Holders(NamedTuple):
    """Who holds a resource.

    Attributes:
        ends: (estimated end, job id, amount that it stands for).
        stands_for: How many each of them stands for.
    """

    ends: list[tuple[int, str, int]]
    stands_for: int


class Starts:
    """Estimates the starts of waiting jobs of one state.

    Args:
        state: The state; not changed.
        order: The scheduling order of its waiting jobs.
    """

    def __init__(self, state: State, order: StartOrder) -> None:
        self._state = state
        self._order = order
        self._waves: dict[tuple[object, ...], Wave] = {}
        self._soon: dict[str, int] = {}
        self._rooms: dict[PlacementClass, int] = {}
        self._by_model: dict[str, list[tuple[str, Node]]] = {}
        self._ends: dict[str, int] = {}
        self._holders: dict[tuple[object, ...], _Holders] = {}

    def of(self, job: Job, group: SchedulingGroup, reason: Reason) -> Start:
        """The estimated start of a job that waits in a group for this reason."""
        state = self._state
        if not group.blocked:
            return Start(state.now_ms, None, None, "it is tried in the next batch")
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
        because = self._because(needs) if reserved_ms is None else _KEPT
        return Start(min(earliest_ms, bound_ms), latest_ms, CONFIDENCE_PERCENT, because)

    def _because(self, needs: list[Need]) -> str:
        stands_for = max(self._holders[need.key].stands_for for need in needs)
        return _KNOWN if stands_for == 1 else f"{_KNOWN}; one in {stands_for} of those that run was followed"

    def _bound_ms(self, job: Job, group: SchedulingGroup, needs: list[Need]) -> int:
        """The start if all attempts end at their bounds and no job arrives that is ahead."""
        return max(self._room_ms(group), *(self._by_bounds(need).start_ms(job.job_id) for need in needs))

    def _reserved_ms(self, job: Job) -> int | None:
        """The start in the reservation, if the job is the head of queue and it is known."""
        kept = self._state.reservation
        if kept is None or kept.job_id != job.job_id or kept.starts_at_ms is None:
            return None
        return max(self._state.now_ms, kept.starts_at_ms)

    def _needs(self, group: SchedulingGroup, reason: Reason) -> list[Need]:
        short = quotas.admission(self._state.queues, group.key, self._state.models).short
        room = demand.room(self._state, group.placement_class, reason.code)
        return [room, demand.quota(self._state, group, short)] if short else [room]

    def _soonest(self, need: Need, group: SchedulingGroup) -> Wave:
        """The wave in which only jobs of the group wait, for the earliest start."""
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
        """The wave of all waiting jobs, for the start by bounds."""
        key = ("bounds", need.key)
        if key not in self._waves:
            waiting = islice(self._waiting(need), BEFORE_MAX)
            self._waves[key] = Wave(self._state.now_ms, need.free, self._releases(need, soon=False), waiting)
        return self._waves[key]

    def _waiting(self, need: Need) -> Iterator[Waiting]:
        for job_id, group in self._order.in_order():
            if group.reason is None or group.reason.code not in need.kept_out:
                job = self._state.jobs[job_id]
                if part := need.part(job):
                    yield Waiting(job_id, part, job.limit_ms if job.p90_ms is None else job.p90_ms)

    def _releases(self, need: Need, *, soon: bool) -> list[tuple[int, int]]:
        """(time, amount) of the releases by the jobs that hold the resource now."""
        holders = self._holders.get(need.key)
        if holders is None:
            found = (
                self._holding_room(need) if need.queues is None else self._holding_quota(need.queues, need)
            )
            holders = self._holders[need.key] = _Holders(sorted(found.ends), found.stands_for)
        if not soon:
            return [(at_ms, part) for at_ms, _, part in holders.ends if at_ms < NEVER_MS]
        most = max(SOONEST_MIN, SOONEST_MAX // holders.stands_for)
        return [(self._soon_ms(job_id), part) for _, job_id, part in holders.ends[:most]]

    def _holding_room(self, need: Need) -> _Holders:
        """What ends on the nodes that count, of all of them or of a part."""
        state = self._state
        nodes = [each for each in self._nodes_of(need.models) if each[1].job_ids]
        step = max(1, -(-len(nodes) // NODES_FOLLOWED_MAX))
        ends: list[tuple[int, str, int]] = []
        for node_id, node in nodes[::step]:
            for job_id in node.job_ids:
                job = state.jobs[job_id]
                ranks = len(job.attempt.tasks[node_id].ranks) if job.attempt else 0
                if part := need.each(job) * ranks * step:
                    ends.append((self._end_ms(job), job_id, part))
        return _Holders(ends, step)

    def _holding_quota(self, queues: frozenset[QueueKey], need: Need) -> _Holders:
        """What the jobs of these queues hold of a quota, of all of them or of a part."""
        names = {key[1] for key in queues}
        running = [
            job for job in self._state.jobs.values() if job.attempt is not None and job.spec.queue in names
        ]
        step = max(1, -(-len(running) // HOLDERS_FOLLOWED_MAX))
        ends = [
            (self._end_ms(job), job.job_id, part * step)
            for job in running[::step]
            if (part := need.part(job))
        ]
        return _Holders(ends, step)

    def _end_ms(self, job: Job) -> int:
        """The estimated end of a running job by its bound, ms since 1970 UTC."""
        if job.job_id not in self._ends:
            self._ends[job.job_id] = planner.ends_at_ms(self._state, job, by_limits=False)
        return self._ends[job.job_id]

    def _soon_ms(self, job_id: str) -> int:
        """The 10th percentile of a running job's end, ms since 1970 UTC."""
        if job_id not in self._soon:
            state, job = self._state, self._state.jobs[job_id]
            pace_milli = job.attempt.pace_milli if job.attempt else FULL_PACE_MILLI
            features = estimator.features_of(job.tenant, job.spec, pace_milli)
            began_ms = job.attempt.bound_at_ms if job.attempt else state.now_ms
            levels = estimator.quantiles_ms(state.durations, features, (_SOON,), state.now_ms - began_ms)
            self._soon[job_id] = max(state.now_ms, began_ms + levels[0]) if levels else state.now_ms
        return self._soon[job_id]

    def _room_ms(self, group: SchedulingGroup) -> int:
        """When nodes have room for the gang if no other job takes it."""
        state, job = self._state, self._state.jobs[group.first_job_id]
        narrowed = group.placement_class.narrowed(quotas.admission(state.queues, group.key, state.models))
        bounded = constraints.bounded(state, job, narrowed)
        if bounded not in self._rooms:
            first = self._first_clear(bounded)
            plan = planner.earliest(state, job, narrowed, by_limits=False, among=first)
            starts_at_ms = plan.starts_at_ms if plan else None
            self._rooms[bounded] = NEVER_MS if starts_at_ms is None else starts_at_ms
        return self._rooms[bounded]

    def _nodes_of(self, models: tuple[str, ...]) -> list[tuple[str, Node]]:
        """The nodes of these GPU models; of all, if none is named."""
        if not self._by_model:
            for node_id, node in self._state.nodes.items():
                self._by_model.setdefault(node.joined.gpu_model, []).append((node_id, node))
        found = self._by_model.values() if not models else (self._by_model.get(each, []) for each in models)
        return [*chain.from_iterable(found)]

    def _first_clear(self, needs: PlacementClass) -> list[tuple[str, Node]]:
        """The nodes that could hold a rank when empty and are clear first, as many as are followed."""
        state, holds = self._state, dict[tuple[object, ...], bool]()

        def could_hold(node: Node) -> bool:
            joined = node.joined
            kind = joined.gpu_model, joined.gpu_count, joined.cpu_milli, joined.memory_mib
            if kind not in holds:
                holds[kind] = planner.ranks_when_empty(state, node, needs.shape) > 0
            return holds[kind] and node.usable

        nodes = state.nodes
        eligible = [(node_id, nodes[node_id]) for node_id in state.cluster.node_ids_in(needs.where)]
        able = [each for each in eligible if could_hold(each[1])]
        return nsmallest(max(NODES_FOLLOWED_MAX, 2 * needs.ranks), able, key=lambda each: each[1].clear_ms)


def start_outside(job: Job) -> Start:
    """The start of a job that is in no scheduling group: suspended, or in its retry delay."""
    if job.state is JobState.SUSPENDED:
        return Start(None, None, None, "suspended until someone resumes it")
    return Start(job.not_before_ms, None, None, "it re-enters the queue after its retry delay")


_KEPT: Final = "nodes are reserved for it, by the estimated ends of their jobs"
_KNOWN: Final = "by the estimated ends of running jobs and of jobs ahead"
_UNKNOWN: Final = "too many jobs that run or go first have no time limit"
