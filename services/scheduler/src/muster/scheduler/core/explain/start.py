"""Estimated start of a waiting job: a range, and the hit rate of such ranges in this cluster (ADR 22, 70).

Learned: once enough waits have been learned (durations.waits), the range is the estimate for a job with these
signs (starts.signs).

By bounds: before that, the resource that the job waits for is counted as one number: GPUs of the accepted
models (CPU or memory, if that is short), or the queue's quota, if that excludes the job. The amount is
released as attempts end and used in scheduling order. The answer states that such ranges are unchecked.

    earliest    running attempts end at their 10th percentile, only jobs of its own group are ahead, and
                free resources are usable wherever they are
    latest      twice the wait that results if attempts end at their 90th percentile and all jobs ahead start
                first, not before nodes have room for it by these estimates (reserve.planner); for the head
                of queue, twice the wait until the start of its reservation

The factor is two because a job waits for several attempts and because later jobs may be ahead of it. If jobs
ahead have no time limit, or are too many, the start is unknown, and the answer states that.

By a plan: a job that others yield or move for starts when the last of them has ended, at the latest after the
longest drain; this case is checked first, before the learned estimate.

One wave of starts is computed for all jobs that wait for the same resource. In a large cell only a sample of
the running jobs is examined (starts.releases), and the answer states that.
"""

from __future__ import annotations

from collections.abc import Iterator
from heapq import nsmallest
from itertools import islice
from typing import Final, NamedTuple

from muster.events.job_events import PendingCode
from muster.jobs.lifecycle import JobState
from muster.scheduler.core.durations.waits import CONFIDENCE_PERCENT, Record, WaitEstimator
from muster.scheduler.core.explain.standing import StartOrder
from muster.scheduler.core.placement import constraints
from muster.scheduler.core.reserve import planner
from muster.scheduler.core.starts.demand import HOPELESS, Need
from muster.scheduler.core.starts.releases import NODES_FOLLOWED_MAX
from muster.scheduler.core.starts.sampling import is_contended
from muster.scheduler.core.starts.signs import BEFORE_MAX, SignReader
from muster.scheduler.core.starts.wave import Waiting, Wave
from muster.scheduler.core.state.job import NEVER_MS, Job, PlacementClass
from muster.scheduler.core.state.node import Node
from muster.scheduler.core.state.pending import Reason, SchedulingGroup
from muster.scheduler.core.state.state import State

STRETCH: Final = 2
"""Factor on the wait by bounds that gives the latest start, before enough waits are learned."""


class Start(NamedTuple):
    """The estimated start of a job.

    Attributes:
        earliest_ms: Earliest start, ms since 1970 UTC; None: unknown.
        latest_ms: Latest start, ms since 1970 UTC; None: unknown.
        confidence_percent: Percentage of such ranges that hold; None: no range, or none was checked yet.
        because: Basis of the estimate, or why the start is unknown.
        expected_ms: The best single estimate, ms since 1970 UTC; None: confidence_percent is None.
        record: Hit rate of such ranges in this cluster; None: confidence_percent is None.
        useful_ms: The longest wait for which ranges are useful, ms; None: not known yet.
    """

    earliest_ms: int | None
    latest_ms: int | None
    confidence_percent: int | None
    because: str
    expected_ms: int | None = None
    record: Record | None = None
    useful_ms: int | None = None


class Starts:
    """Estimates the starts of waiting jobs of one state.

    Args:
        state: The state; not changed.
        order: The scheduling order of its waiting jobs.
    """

    def __init__(self, state: State, order: StartOrder) -> None:
        self._state = state
        self._order = order
        self._reader = SignReader(state)
        self._learned: WaitEstimator | None = None
        self._waves: dict[tuple[object, ...], Wave] = {}
        self._rooms: dict[PlacementClass, int] = {}

    def of(self, job: Job, group: SchedulingGroup, reason: Reason) -> Start:
        """The estimated start of a job that waits in a group for this reason."""
        state = self._state
        if not group.blocked:
            return Start(state.now_ms, None, None, "it is tried in the next batch")
        if reason.code in HOPELESS:
            return Start(None, None, None, "never, on the current nodes")
        if reason.code is PendingCode.QUEUE_SUSPENDED:
            return Start(None, None, None, "not before its queue is resumed")
        if reason.code is PendingCode.QUEUE_RESTRICTED:
            return Start(None, None, None, "not before the restriction of its queue ends")
        hold = state.holds.get(job.job_id)
        if hold is not None:
            drained_ms = max(state.now_ms, hold.until_ms - state.policy.preemption_hold_ms)
            return Start(state.now_ms, drained_ms, None, _HELD)
        needs = self._reader.needs(group, reason.code)
        learned = self._by_learning(job, group, needs) if is_contended(reason.code) else None
        return learned or self._unchecked(job, group, needs)

    def _by_learning(self, job: Job, group: SchedulingGroup, needs: list[Need]) -> Start | None:
        """The range that learned waits give; None: too little is learned, or the job is too far behind."""
        waits, now_ms = self._state.waits, self._state.now_ms
        signs = self._reader.signs(job, group, needs) if waits.learned else None
        if signs is None:
            return None
        if self._learned is None:
            self._learned = waits.estimator(now_ms)
        wait_ms, low_ms, high_ms = self._learned.estimate(signs)
        if low_ms is None or high_ms is None:
            return None
        because = f"learned from {waits.learned} waits in this cluster"
        return Start(
            earliest_ms=now_ms + low_ms,
            latest_ms=now_ms + high_ms,
            confidence_percent=CONFIDENCE_PERCENT,
            because=because,
            expected_ms=now_ms + wait_ms,
            record=waits.record(),
            useful_ms=waits.useful_ms(),
        )

    def _unchecked(self, job: Job, group: SchedulingGroup, needs: list[Need]) -> Start:
        """The range by bounds."""
        state = self._state
        earliest_ms = self._reader.soonest_ms(job, group, needs)
        reserved_ms = self._reserved_ms(job)
        bound_ms = self._bound_ms(job, group, needs) if reserved_ms is None else reserved_ms
        if bound_ms >= NEVER_MS:
            known_ms = None if earliest_ms >= NEVER_MS else earliest_ms
            return Start(known_ms, None, None, _UNKNOWN)
        latest_ms = state.now_ms + STRETCH * (bound_ms - state.now_ms)
        because = self._because(needs) if reserved_ms is None else _KEPT
        return Start(min(earliest_ms, bound_ms), latest_ms, None, because)

    def _because(self, needs: list[Need]) -> str:
        stands_for = max(map(self._reader.releases.stands_for, needs))
        return _KNOWN if stands_for == 1 else f"{_KNOWN}; based on one in {stands_for} running jobs"

    def _bound_ms(self, job: Job, group: SchedulingGroup, needs: list[Need]) -> int:
        """The start if all attempts end at their bounds and no job arrives that is ahead."""
        return max(self._room_ms(group), *(self._by_bounds(need).start_ms(job.job_id) for need in needs))

    def _reserved_ms(self, job: Job) -> int | None:
        """The start in the reservation, if the job is the head of queue and it is known."""
        kept = self._state.reservation
        if kept is None or kept.job_id != job.job_id or kept.starts_at_ms is None:
            return None
        return max(self._state.now_ms, kept.starts_at_ms)

    def _by_bounds(self, need: Need) -> Wave:
        """The wave of all waiting jobs, for the start by bounds."""
        if need.key not in self._waves:
            waiting = islice(self._waiting(need), BEFORE_MAX)
            releases = self._reader.releases.by_bounds(need)
            self._waves[need.key] = Wave(self._state.now_ms, need.free, releases, waiting)
        return self._waves[need.key]

    def _waiting(self, need: Need) -> Iterator[Waiting]:
        for job_id, group in self._order.in_order():
            if group.reason is None or group.reason.code not in need.kept_out:
                job = self._state.jobs[job_id]
                if part := need.part(job):
                    yield Waiting(job_id, part, job.limit_ms if job.p90_ms is None else job.p90_ms)

    def _room_ms(self, group: SchedulingGroup) -> int:
        """When nodes have room for the gang if no other job takes it."""
        state, job = self._state, self._state.jobs[group.first_job_id]
        narrowed = group.placement_class.narrowed(state.admission(group.key))
        bounded = constraints.bounded(state, job, narrowed)
        if bounded not in self._rooms:
            first = self._first_clear(bounded)
            plan = planner.earliest(state, job, narrowed, by_limits=False, among=first)
            starts_at_ms = plan.starts_at_ms if plan else None
            self._rooms[bounded] = NEVER_MS if starts_at_ms is None else starts_at_ms
        return self._rooms[bounded]

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
        return nsmallest(
            max(NODES_FOLLOWED_MAX, 2 * needs.ranks), able, key=lambda each: (each[1].clear_ms, each[0])
        )


def start_outside(job: Job) -> Start:
    """The start of a job that is in no scheduling group: suspended, after others, or in its retry delay."""
    if job.state is JobState.SUSPENDED:
        return Start(None, None, None, "suspended until someone resumes it")
    if job.awaits:
        return Start(None, None, None, "not before the jobs that it waits for have ended")
    return Start(job.not_before_ms, None, None, "it re-enters the queue after its retry delay")


_KEPT: Final = "from when the jobs on its reserved nodes are expected to end"
_HELD: Final = "others yield to it and have drained by then"
_KNOWN: Final = "from when running jobs and jobs ahead are expected to end"
_UNKNOWN: Final = "unknown: too many running jobs and jobs ahead have no time limit"
