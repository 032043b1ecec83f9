"""Backfill windows filled by jobs that yield: nodes that are kept for a gang until it fits (ADR 105).

A window ("gap") is the nodes reserved for the head of queue (reserve.head_of_line) or held for a job that
others yield to (move.preemption). Jobs that end in time are backfilled there first (reserve.backfill). If
policy.gap_drain_max_ms is positive, the rest is filled with jobs that can be stopped:

    fillers      have checkpoints, are not elastic, not of the two highest tiers nor of a higher one than the
                 gang, save and end within gap_drain_max_ms, may still yield today, and were never preempted
                 for the gang or vice versa; the gang's quota has room for both
    start        only if the window is expected to last for preemption_ran_min_ms plus the drain
    leave        immediately when the gang fits without the fillers, except those that are not in the way;
                 otherwise early enough to have ended when the gang is expected to start

So the gang starts at the expected time if the estimate is right, and if others end sooner, at most
gap_drain_max_ms after it would fit without fillers. A filler yields to whichever job its nodes are kept for:
for a head of queue it counts as gone after its drain (reserve.planner). Once its nodes are no longer kept for
another job, it runs like any other job.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from typing import NamedTuple

from muster.cluster import Placement
from muster.events.job_events import ReservationMade
from muster.jobs.lifecycle import JobState
from muster.queues import quotas
from muster.queues.tree import HIGHEST_THAT_SHARES
from muster.queues.trial import Trial, trial
from muster.scheduler.core import limits
from muster.scheduler.core.batch import binding, orders
from muster.scheduler.core.batch.context import BatchContext
from muster.scheduler.core.move import counts, elastic
from muster.scheduler.core.order import attained, contest
from muster.scheduler.core.placement import constraints, search
from muster.scheduler.core.reserve import head_of_line
from muster.scheduler.core.state.job import NEVER_MS, TIER_RANK, Job, PlacementClass
from muster.scheduler.core.state.pending import SchedulingGroup
from muster.scheduler.core.state.state import State


class Gap(NamedTuple):
    """Nodes that are kept for a waiting job.

    Attributes:
        job_id: The job.
        node_ids: The nodes; none while the head's reservation pauses.
        lasts_until_ms: Expected earliest end of the window, ms since 1970 UTC.
        starts_at_ms: Expected start of the job, ms since 1970 UTC; None: unknown.
    """

    job_id: str
    node_ids: tuple[str, ...]
    lasts_until_ms: int
    starts_at_ms: int | None


class _InTheWay(NamedTuple):
    """Fillers without which the gang of a window fits.

    Attributes:
        leaving: The jobs that have to leave.
        node_ids: Nodes of the gang's placement once they have left, sorted.
    """

    leaving: list[Job]
    node_ids: tuple[str, ...]


def all_gaps(state: State) -> list[Gap]:
    """List the window of the head of queue, then those of jobs with holds, in the order of their plans."""
    found = list[Gap]()
    kept = state.reservation
    if kept is not None:
        lasts_ms = kept.until_ms if kept.starts_at_ms is None else kept.starts_at_ms
        found.append(Gap(kept.job_id, kept.node_ids, lasts_ms, kept.starts_at_ms))
    for hold in state.holds.values():
        drained_ms = hold.until_ms - state.policy.preemption_hold_ms
        found.append(Gap(hold.job_id, hold.node_ids, drained_ms, drained_ms))
    return found


# --- leaving ------------------------------------------------------------------------------------------------


def leave(batch: BatchContext) -> None:
    """Stop the fillers that have to leave."""
    state = batch.state
    gaps = all_gaps(state) if state.filling else []
    for gap in [gap for gap in gaps if state.jobs[gap.job_id].state is JobState.QUEUED]:
        found = _in_the_way(state, gap)
        if found is not None and not {*found.node_ids} <= {*gap.node_ids}:
            _keep(batch, gap, found)
        for job in found.leaving if found is not None else _due(state, gap):
            _stop(batch, job, state.jobs[gap.job_id])


def _stop(batch: BatchContext, job: Job, gang: Job) -> None:
    reason = f"yields to {gang.job_id} of queue {gang.spec.queue}, for which its nodes are reserved"
    orders.stop(batch, job, reason, requeues=True, yielding=orders.Yielding("", gang.job_id))


def _keep(batch: BatchContext, gap: Gap, found: _InTheWay) -> None:
    """Reserve the nodes where the gang fits once these have left, when they differ from those kept so far."""
    state = batch.state
    begins_ms = state.now_ms + max(orders.resuming_drain(state, job).total_ms for job in found.leaving)
    batch.emit(
        ReservationMade(
            job_id=gap.job_id,
            node_ids=found.node_ids,
            starts_at_ms=begins_ms,
            kept_until_ms=begins_ms + state.policy.head_hold_ms,
        )
    )


def fillers(state: State, node_ids: Sequence[str]) -> list[Job]:
    """List the fillers on any of these nodes, including stopping ones, by id."""
    if not state.filling:
        return []
    found = {job_id for node_id in node_ids for job_id in state.nodes[node_id].job_ids}
    return [state.jobs[job_id] for job_id in sorted(found & state.filling.keys())]


def deadline_ms(state: State) -> int | None:
    """Next time at which a filler must leave or a search is due, ms since 1970 UTC; None: never."""
    gaps = all_gaps(state) if state.filling else ()
    due = [_leaves_at_ms(state, gap, job) for gap in gaps for job in _staying(state, gap)]
    if state.gaps_due_ms is not None:
        due.append(state.gaps_due_ms)
    return min([at_ms for at_ms in due if at_ms < NEVER_MS], default=None)


def _staying(state: State, gap: Gap) -> list[Job]:
    """List the fillers of a window that are not leaving yet."""
    return [job for job in fillers(state, gap.node_ids) if _stays(job)]


def _stays(job: Job) -> bool:
    return job.state is not JobState.STOPPING and job.stop_request is None


def _due(state: State, gap: Gap) -> list[Job]:
    """List fillers that must leave now for their drain to end before the gang's expected start."""
    return [job for job in _staying(state, gap) if state.now_ms >= _leaves_at_ms(state, gap, job)]


def _leaves_at_ms(state: State, gap: Gap, job: Job) -> int:
    if gap.starts_at_ms is None:
        return NEVER_MS
    return gap.starts_at_ms - orders.resuming_drain(state, job).total_ms


def are_left(state: State) -> bool:
    """Whether fillers are leaving for the head of queue: no other job may then be placed on its nodes."""
    kept = state.reservation
    if kept is None or not state.filling:
        return False
    stopping = (job for job in fillers(state, kept.node_ids) if job.state is JobState.STOPPING)
    return any(job.preempted and job.preempted[-1].by_job_id == kept.job_id for job in stopping)


def leaving_for(state: State, job: Job) -> list[Job]:
    """List the jobs that leave by themselves when a waiting job fits: for the head, all fillers."""
    kept = state.reservation
    if kept is None or kept.job_id != job.job_id:
        return []
    return [state.jobs[job_id] for job_id in sorted(state.filling)]


def _in_the_way(state: State, gap: Gap) -> _InTheWay | None:
    """Find the fillers that must leave so that the gang fits; None: it does not fit, or none has to leave.

    For the head of queue these may be on other nodes than those currently reserved for it.
    """
    gang, group = state.jobs[gap.job_id], head_of_line.group_of(state, gap.job_id)
    filling = fillers(state, gap.node_ids) if gap.job_id in state.holds else leaving_for(state, gang)
    staying = [job for job in filling if _stays(job)]
    if group is None or not staying:
        return None
    with _opened(state, gap), state.cluster.trial(), _trial(state) as counted:
        for job in filling:
            elastic.give_back(state, job.placements)
            counts.yields(state, counted, job)
        admitted = state.admission(group.key)
        needs = group.placement_class.narrowed(admitted)
        if admitted.short or search.find_for(state, gang, needs) is None:
            return None
        leaving = _needed(state, gang, needs, staying)
        placements = search.find_for(state, gang, needs) or ()
        node_ids = tuple(sorted({placement.node_id for placement in placements}))
        return _InTheWay(leaving, node_ids) if leaving else None


def _needed(state: State, gang: Job, needs: PlacementClass, staying: list[Job]) -> list[Job]:
    """Find the jobs that must leave, in a trial; jobs with the most unsaved work are spared first."""
    needed = list[Job]()
    for job in sorted(staying, key=lambda job: (-_unsaved_gpu_ms(state, job), job.job_id)):
        held = job.placements
        elastic.take(state, held)
        if search.find_for(state, gang, needs) is None:
            elastic.give_back(state, held)
            needed.append(job)
    return sorted(needed, key=lambda job: job.job_id)


def _unsaved_gpu_ms(state: State, job: Job) -> int:
    bound_at_ms = job.attempt.bound_at_ms if job.attempt else state.now_ms
    held_milli = job.shape.gpu_milli_total * len(job.placements)
    return held_milli * (state.now_ms - max(bound_at_ms, job.checkpoint_at_ms))


# --- filling ------------------------------------------------------------------------------------------------


def fill(batch: BatchContext, may_bind: Callable[[Job], bool]) -> None:
    """Bind fillers on nodes that are kept for other jobs.

    Args:
        batch: The batch, in its scheduling pass.
        may_bind: Whether this pass may bind one more job; deducts it.
    """
    state = batch.state
    gaps = _fillable(state) if state.policy.gap_drain_max_ms else []
    again_ms = state.gaps_looked_at_ms + limits.GAPS_INTERVAL_MS
    state.gaps_due_ms = again_ms if gaps and state.now_ms < again_ms else None
    if not gaps or state.gaps_due_ms is not None:
        return
    state.gaps_looked_at_ms = state.now_ms
    for gap in gaps:
        gang = head_of_line.group_of(state, gap.job_id)
        if gang is not None and not _fill(batch, gap, gang, may_bind):
            return


def _fillable(state: State) -> list[Gap]:
    """List the windows that may be filled: not the head's while fillers are leaving for it."""
    head = state.reservation
    closed = head.job_id if head is not None and are_left(state) else ""
    return [gap for gap in all_gaps(state) if gap.node_ids and gap.job_id != closed]


def _fill(batch: BatchContext, gap: Gap, gang: SchedulingGroup, may_bind: Callable[[Job], bool]) -> bool:
    """Fill one window; False: the pass may bind no more jobs."""
    state, tried = batch.state, set[PlacementClass]()
    for group in _groups(state, gap):
        if len(tried) >= limits.GAP_CLASSES_TRIED_MAX:
            break
        while (job := _first(state, group, gap)) is not None:
            placements = _placements(state, job, group, gap, gang, tried)
            if placements is None:
                break
            if not may_bind(job):
                return False
            binding.bind(batch, job, placements, _because(job, state.jobs[gap.job_id]), gap.job_id)
    return True


def _groups(state: State, gap: Gap) -> list[SchedulingGroup]:
    """List blocked groups whose tier allows them to fill a window, in order of rank."""
    least = max(HIGHEST_THAT_SHARES, TIER_RANK[state.jobs[gap.job_id].spec.tier])
    found = [each for each in state.pending.groups() if each.blocked and each.tier_rank >= least]
    if len(found) > 1:
        shares = state.shares()
        found.sort(key=lambda each: contest.rank(state, shares, each))
    return found


def _first(state: State, group: SchedulingGroup, gap: Gap) -> Job | None:
    """Return the first job of a group that may fill a window; None: none among those examined."""
    jobs = (state.jobs[job_id] for _, job_id in group.after(-1, limits.AHEAD_TRIED_MAX))
    return next((job for job in jobs if _may_fill(state, job, gap)), None)


def _may_fill(state: State, job: Job, gap: Gap) -> bool:
    drain_ms = orders.resuming_drain(state, job).total_ms
    policy = state.policy
    return (
        job.spec.checkpoint.enabled
        and job.spec.ranks_min is None
        and drain_ms <= policy.gap_drain_max_ms
        and state.now_ms + policy.preemption_ran_min_ms + drain_ms <= gap.lasts_until_ms
        and job.job_id != gap.job_id
        and job.job_id not in state.holds
        and attained.may_yield_again(state, job)
        and not attained.were_a_pair(job, state.jobs[gap.job_id])
    )


def _placements(  # noqa: PLR0917  (a job, its group, and the gang that the nodes are kept for)
    state: State,
    job: Job,
    group: SchedulingGroup,
    gap: Gap,
    gang: SchedulingGroup,
    tried: set[PlacementClass],
) -> tuple[Placement, ...] | None:
    """Place a job in a window; None: no room, or no quota for it in addition to the gang."""
    admitted = quotas.admission(state.queues, group.key, state.models)
    needs = group.placement_class.narrowed(admitted)
    bounded = constraints.bounded(state, job, needs)
    if admitted.short or bounded in tried:
        return None
    with _opened(state, gap):
        placements = search.find_for(state, job, needs)
    if placements is None or not any(place.node_id in gap.node_ids for place in placements):
        tried.add(bounded)
        return None
    return placements if _leaves_quota(state, job, placements, gang) else None


def _leaves_quota(state: State, job: Job, placements: Sequence[Placement], gang: SchedulingGroup) -> bool:
    """Whether the gang's quotas still admit it, to the same nodes, if a job holds these placements."""
    before = quotas.admission(state.queues, gang.key, state.models)
    with _trial(state) as counted:
        counts.holds(state, counted, job, placements)
        return not before.short and quotas.admission(state.queues, gang.key, state.models) == before


def _because(job: Job, gang: Job) -> str:
    whom = gang.job_id if gang.tenant == job.tenant else "a job of another tenant"
    return f"in a backfill window reserved for {whom}; it yields when that job fits"


def _trial(state: State) -> AbstractContextManager[Trial]:
    return trial(state.policy, state.terms, state.now_ms)


def _opened(state: State, gap: Gap) -> AbstractContextManager[None]:
    return head_of_line.opened(state, gap.node_ids, gap.job_id)
