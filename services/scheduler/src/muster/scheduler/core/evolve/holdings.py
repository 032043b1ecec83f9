"""Counts of queues (muster.queues): holdings and pending jobs, updated with every fact.

Only `evolve` calls it. A queue whose counts changed is measured and hashed again. The counts are derived:
after a snapshot is loaded, `recount` computes them from the jobs.
"""

from __future__ import annotations

from muster.queues import holdings
from muster.queues.account import Terms
from muster.queues.tree import Queue, Used, shares_time
from muster.scheduler.core.order import attained
from muster.scheduler.core.state.job import Job, PlacementClass, SchedulingKey, scheduling_key
from muster.scheduler.core.state.pending import FORECAST
from muster.scheduler.core.state.state import State


def count_live(state: State, job: Job, change: int) -> None:
    """Count a job that has entered its queue (+1), or has ended (-1)."""
    queue = queue_of(state, job)
    holdings.count_live(queue, change)
    for each in queue.path:
        if each.jobs_live == (1 if change > 0 else 0):
            busy_changed(state, each)


def busy_changed(state: State, queue: Queue) -> None:
    """Remeasure a queue, its siblings and their descendants, if busy: their fair shares have changed.

    Call when a queue becomes busy or idle, and when a busy queue gets another weight or place.
    """
    above = state.queues.parent(queue)
    for other in state.queues.children(above.key) if above else state.queues.tops():
        for each in state.queues.with_descendants(other) if other.jobs_live else ():
            if each.jobs_live and not each.measure_due:
                _changed_alone(state, each)


def wait(state: State, job: Job) -> None:
    """Count a job that begins to wait, and add it to the waiting jobs."""
    queue = queue_of(state, job)
    key = job.scheduling_key = key_for(state, queue, job)
    holdings.count_waiting(queue, key.sharer, +1)
    _changed(state, queue)
    state.pending.add(job, state.now_ms)


def wait_no_more(state: State, job: Job) -> None:
    """Remove a job that was suspended or cancelled while it waited."""
    state.pending.remove(job)
    queue = queue_of(state, job)
    holdings.count_waiting(queue, _sharer(queue, job), -1)
    _changed(state, queue)


def hold(state: State, job: Job) -> None:
    """Count a waiting job as holding resources: it has been bound."""
    state.pending.remove(job)
    bound = held_by(state, job)
    bound.pending = -1
    queue = queue_of(state, job)
    _count_held(state, queue, job, bound, +1)
    for each in queue.path:
        if each.settings.spot_percent_max is not None:  # of more, more may be on spot nodes
            state.pending.freed[each.key] = None


def let_go(state: State, job: Job) -> None:
    """Release what a job's attempt held: the attempt has ended."""
    queue = queue_of(state, job)
    _count_held(state, queue, job, held_by(state, job), -1)
    for each in queue.path:
        state.pending.freed[each.key] = None
    if job.attempt is not None and job.attempt.guaranteed_until_ms:
        state.pending.freed[FORECAST] = None


def queue_of(state: State, job: Job) -> Queue:
    """The queue of a live job."""
    queue = state.queues.meant_by(job.tenant, job.spec.queue)
    assert queue is not None, f"{job.job_id} is in no queue"  # noqa: S101  (admission; a queue in use stays)
    return queue


def key_for(state: State, queue: Queue, job: Job) -> SchedulingKey:
    """The key of the scheduling group that a job waits in."""
    level = attained.level(state.policy, job.attained_gpu_ms) if shares_time(queue) else 0
    return scheduling_key(job, queue.key, _sharer(queue, job), queue.settings.order, level)


def regroup(state: State, queue: Queue) -> None:
    """Count the sharers of a reconfigured leaf queue again, and move its waiting jobs to the right groups."""
    queue.sharers.clear()
    for job in [job for job in state.jobs.values() if queue_of(state, job) is queue]:
        sharer = _sharer(queue, job)
        if state.pending.holds(job):
            state.pending.remove(job)
            job.scheduling_key = key_for(state, queue, job)
            state.pending.add(job, state.now_ms)
            if sharer:
                holdings.count_sharer(queue, sharer, holdings.WAITS, +1)
        if job.attempt is not None:
            _note_sharing(state, queue, job)
            if sharer:
                holdings.count_sharer(queue, sharer, held_by(state, job), +1)


def reclassify(state: State, job: Job, needs: PlacementClass) -> None:
    """Change a job's placement class; a waiting job moves to another group."""
    if needs == job.placement_class:
        return
    waits = state.pending.holds(job)
    if waits:
        state.pending.remove(job)
    job.placement_class = needs
    if waits:
        job.scheduling_key = key_for(state, queue_of(state, job), job)
        state.pending.add(job, state.now_ms)
    state.dirty[f"job/{job.job_id}"] = None


def reprice(state: State, queue: Queue, before: Terms) -> None:
    """Settle a queue's account under the old terms and continue under the new ones."""
    queue.reprice(before, state.terms, state.policy, state.now_ms)
    state.dirty[queue.entity] = None


def recount(state: State, job: Job, *, waits: bool) -> None:
    """Count a job of a loaded snapshot; the result does not depend on the order of jobs."""
    queue = queue_of(state, job)
    holdings.count_live(queue, +1)
    if waits:
        job.scheduling_key = key_for(state, queue, job)
        holdings.recount(queue, job.scheduling_key.sharer, holdings.WAITS)
    if job.attempt is not None:
        holdings.recount(queue, _sharer(queue, job), held_by(state, job))
        _note_elastic(state, job, +1)
        _note_sharing(state, queue, job)


def held_by(state: State, job: Job) -> Used:
    """The resources that a job's attempt holds."""
    ranks: dict[str, int] = {}
    on_spot = 0
    for node_id, task in job.attempt.tasks.items() if job.attempt else ():
        model = state.nodes[node_id].joined.gpu_model
        ranks[model] = ranks.get(model, 0) + len(task.ranks)
        on_spot += len(task.ranks) if task.on_spot else 0
    best_effort = job.attempt is not None and job.attempt.guaranteed_until_ms > 0
    return Used.by_gang(job.shape, ranks, on_spot, tier=job.spec.tier, best_effort=best_effort)


def _sharer(queue: Queue, job: Job) -> str:
    return queue.sharer_of(job.tenant, job.spec)


def _note_elastic(state: State, job: Job, sign: int) -> None:
    if job.spec.ranks_min is None:
        return
    if sign > 0:
        state.elastic[job.job_id] = None
    else:
        del state.elastic[job.job_id]


def _note_sharing(state: State, queue: Queue, job: Job) -> None:
    """Note whether a bound job is in a queue that shares time."""
    if shares_time(queue):
        state.sharing_time[job.job_id] = None
    else:
        state.sharing_time.pop(job.job_id, None)


def _count_held(state: State, queue: Queue, job: Job, held: Used, sign: int) -> None:
    sharer = _sharer(queue, job)
    holdings.count_held(
        queue, sharer, held, sign, policy=state.policy, terms=state.terms, now_ms=state.now_ms
    )
    _changed(state, queue)
    _note_elastic(state, job, sign)
    if sign > 0:
        _note_sharing(state, queue, job)
    else:
        state.sharing_time.pop(job.job_id, None)


def _changed(state: State, queue: Queue) -> None:
    unmeasured, dirty = state.unmeasured, state.dirty
    for each in queue.path:
        each.measure_due = True
        unmeasured[each.key] = dirty[each.entity] = None


def _changed_alone(state: State, queue: Queue) -> None:
    queue.measure_due = True
    state.unmeasured[queue.key] = state.dirty[queue.entity] = None
