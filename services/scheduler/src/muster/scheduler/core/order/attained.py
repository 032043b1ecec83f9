"""Time sharing by attained service (ADR 83): in a queue with this order, short work passes long work.

A job's attained service is GPUs x time over all its attempts. It puts the job into one of a few levels; a
lower level goes first, and jobs within a level are ordered by arrival (two-dimensional discretized least
attained service: Gu et al., "Tiresias", NSDI '19). No knowledge of run times is needed.

    waiting    a job's level drops by one after each time_promotion_ms, so that no job starves
    running    a job with checkpoints yields to a waiting one of a lower level when its quantum is over: at
               least time_quantum_ms, and long enough that its last stop and a restart took at most
               time_cost_percent_max of it

Jobs of the same queue may yield, and jobs of the same tenant's other queues with this order that hold more
than their guarantees; never premium training or production inference, never a job of a higher tier than the
requesting one. The scheduler requests it, the preemption service plans it, and the plan is carried out like
any other (ADR 74).
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from muster.events.operator_commands import Policy
from muster.jobs.lifecycle import JobState
from muster.queues.shares import borrowed_by
from muster.queues.tree import HIGHEST_THAT_SHARES, Queue, QueueKey, shares_time
from muster.scheduler.core.state.job import DAY_MS, PREEMPTIONS_REMEMBERED_MAX, TIER_RANK, Attempt, Job
from muster.scheduler.core.state.pending import SchedulingGroup
from muster.scheduler.core.state.state import State

RESTART_MS: Final = 120_000
"""Assumed cost of a restart: start, load, warm up. As for moves (move.defrag)."""

NAMED_MAX: Final = 256
"""Maximum number of jobs that a request names as possible victims, those of the highest levels first."""


class Sharing(NamedTuple):
    """A running job that may yield.

    Attributes:
        level: Its level.
        job: The job.
        tier_rank: Rank of its tier.
        queue: Its queue.
        over_at_ms: End of its quantum, ms since 1970 UTC.
        attained_gpu_ms: Its attained service.
        held_milli: GPU that it holds, thousandths.
    """

    level: int
    job: Job
    tier_rank: int
    queue: Queue
    over_at_ms: int
    attained_gpu_ms: int
    held_milli: int


def service_gpu_ms(held_milli: int, ran_ms: int) -> int:
    """Service of an attempt, GPU milliseconds: `held_milli` thousandths of GPU for `ran_ms`."""
    return held_milli * ran_ms // 1000


def held_milli(job: Job, attempt: Attempt) -> int:
    """GPU that an attempt holds, thousandths."""
    return job.shape.gpu_milli_total * sum([len(task.ranks) for task in attempt.tasks.values()])


def level(policy: Policy, attained_gpu_ms: int) -> int:
    """Level of a job with this attained service; the lowest goes first."""
    return bisect_right(_begins(policy), attained_gpu_ms)


def urgency(state: State, group: SchedulingGroup) -> int:
    """Urgency of a group within its queue, including promotion; lower goes first."""
    urgency = group.key.urgency
    if urgency <= 0:
        return urgency  # only demoted jobs have a positive one
    waited_ms = state.now_ms - state.jobs[group.first_job_id].queued_at_ms
    return max(0, urgency - waited_ms // state.policy.time_promotion_ms)


def quantum_ms(policy: Policy, job: Job) -> int:
    """Minimum time that an attempt of a job runs before it may have to yield, ms."""
    cost_ms = job.drained_ms + RESTART_MS
    return max(policy.time_quantum_ms, cost_ms * 100 // policy.time_cost_percent_max)


def may_yield(state: State, queue: Queue, job: Job) -> bool:
    """Whether a bound job may yield its time at all, once its quantum is over."""
    if not shares_time(queue) or job.state is not JobState.RUNNING or job.attempt is None:
        return False
    if not job.spec.checkpoint.enabled or TIER_RANK[job.spec.tier] < HIGHEST_THAT_SHARES:
        return False
    if job.attempt.failure is not None or job.stop_request is not None:
        return False
    return may_yield_again(state, job)


def may_yield_again(state: State, job: Job) -> bool:
    """Whether a job is below both limits on its preemptions: within a day, and in total."""
    if len(job.preempted) >= PREEMPTIONS_REMEMBERED_MAX:
        return False
    if len(job.preempted) < state.policy.preemptions_per_job_day_max:
        return True
    today = sum([each.at_ms > state.now_ms - DAY_MS for each in job.preempted])
    return today < state.policy.preemptions_per_job_day_max


def running(state: State) -> list[Sharing]:
    """List the running jobs that may yield: highest level first, then lowest tier, then last to arrive."""
    policy, found = state.policy, list[Sharing]()
    for job_id in state.sharing_time:
        job = state.jobs[job_id]
        queue, attempt = state.queues.meant_by(job.tenant, job.spec.queue), job.attempt
        if queue is None or attempt is None or not may_yield(state, queue, job):
            continue
        held = held_milli(job, attempt)
        had = job.attained_gpu_ms + service_gpu_ms(held, state.now_ms - attempt.bound_at_ms)
        over_at_ms = attempt.bound_at_ms + max(quantum_ms(policy, job), policy.preemption_ran_min_ms)
        found.append(Sharing(level(policy, had), job, TIER_RANK[job.spec.tier], queue, over_at_ms, had, held))
    found.sort(key=_worst_first)
    return found


class _Beside(NamedTuple):
    """The running jobs that share their time with groups of one queue, tier, tenant and urgency.

    Attributes:
        ready: Those of a higher level whose quantum is over, worst first.
        later: (time in ms since 1970 UTC, job) at which others may yield by quantum or level, earliest first.
    """

    ready: list[Sharing]
    later: list[tuple[int, Sharing]]


_NOBODY: Final = _Beside([], [])


class Yielding:
    """The jobs that may yield time to waiting groups at one moment; caches what groups have in common."""

    def __init__(self, state: State) -> None:
        self._state = state
        self._running: list[Sharing] | None = None
        self._borrowers: dict[QueueKey, bool] = {}
        self._found: dict[tuple[QueueKey, int, str, int], _Beside] = {}

    def to(self, group: SchedulingGroup) -> list[str]:
        """List up to NAMED_MAX jobs that may yield to a group now: higher level, quantum over; by id."""
        asker = self._state.jobs[group.first_job_id]
        found = [each.job.job_id for each in self._beside(group).ready if not were_a_pair(each.job, asker)]
        return sorted(found[:NAMED_MAX])

    def next_ms(self, group: SchedulingGroup) -> int | None:
        """Earliest time at which another job may yield to a group, ms since 1970 UTC; None: unknown."""
        asker = self._state.jobs[group.first_job_id]
        for at_ms, each in self._beside(group).later:
            if not were_a_pair(each.job, asker):
                return at_ms
        return None

    def _beside(self, group: SchedulingGroup) -> _Beside:
        key = group.key
        if not shares_time(self._state.queues.by_key[key.queue]):
            return _NOBODY
        tenant, first = self._state.jobs[group.first_job_id].tenant, urgency(self._state, group)
        common = key.queue, key.tier_rank, tenant, first
        found = self._found.get(common)
        if found is None:
            found = self._found[common] = self._sorted(self._sharing(key.queue, key.tier_rank, tenant), first)
        return found

    def _sorted(self, sharing: list[Sharing], first: int) -> _Beside:
        """Split jobs into those that may yield to groups of an urgency now, and those that may later."""
        now_ms, begins = self._state.now_ms, _begins(self._state.policy)
        ready = [each for each in sharing if each.level > first and each.over_at_ms <= now_ms]
        if first >= len(begins):
            return _Beside(ready, [])
        later: list[tuple[int, Sharing]] = []
        for each in sharing:
            at_ms = each.over_at_ms
            if each.level <= first:
                if not each.held_milli:
                    continue
                missing_gpu_ms = begins[first] - each.attained_gpu_ms
                at_ms = max(at_ms, now_ms - (-missing_gpu_ms * 1000 // each.held_milli))
            if at_ms > now_ms:
                later.append((at_ms, each))
        later.sort(key=_at_ms)
        return _Beside(ready, later)

    def _sharing(self, queue: QueueKey, tier_rank: int, tenant: str) -> list[Sharing]:
        """List the running jobs that share their time with a tenant's jobs of a queue and tier."""
        if self._running is None:
            self._running = running(self._state)
        own = self._state.queues.by_key[queue]
        return [
            each
            for each in self._running
            if each.tier_rank >= tier_rank
            and each.job.tenant == tenant
            and (each.queue is own or self._borrows(each.queue))
        ]

    def _borrows(self, queue: Queue) -> bool:
        """Whether a queue holds GPUs beyond its guarantee; those within are never requested."""
        known = self._borrowers.get(queue.key)
        if known is None:
            known = self._borrowers[queue.key] = borrowed_by(queue).gpu_milli > 0
        return known


def were_a_pair(one: Job, other: Job) -> bool:
    """Whether one of two jobs was preempted for the other before."""
    if not one.preempted and not other.preempted:
        return False
    return any([each.by_job_id == other.job_id for each in one.preempted]) or any(
        [each.by_job_id == one.job_id for each in other.preempted]
    )


def _worst_first(each: Sharing) -> tuple[int, int, int]:
    return -each.level, -each.tier_rank, -each.job.arrival_seq


def _at_ms(each: tuple[int, Sharing]) -> int:
    return each[0]


def _begins(policy: Policy) -> Sequence[int]:
    """Return the thresholds of attained service for each level above the lowest, GPU ms, ascending."""
    return _thresholds(policy.time_level_gpu_ms, policy.time_level_factor, policy.time_levels)


@lru_cache(maxsize=16)
def _thresholds(first_gpu_ms: int, factor: int, levels: int) -> Sequence[int]:
    return tuple([first_gpu_ms * factor**number for number in range(levels - 1)])
