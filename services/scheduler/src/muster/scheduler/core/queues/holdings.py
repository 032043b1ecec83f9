"""Who holds and who waits, counted for the job's queue and every queue above it (ADR 19).

Called by `evolve` alone, with the facts. What is counted is derived: `recount` finds the same anew from the
jobs, and does so after a snapshot was loaded.
"""

from __future__ import annotations

from muster.events.operator_commands import Policy
from muster.events.queue_commands import Quota
from muster.scheduler.core.state.account import Terms
from muster.scheduler.core.state.job import Job, PlacementClass, SchedulingKey, scheduling_key
from muster.scheduler.core.state.queues import Queue, Used
from muster.scheduler.core.state.state import State

_WAITS = Used(pending=1)
"""What a waiting job adds to its group; nobody changes it."""

PRICE_MILLI_DEFAULT = 1000
"""Of an hour of a GPU model that the policy does not name."""


def wait(state: State, job: Job) -> None:
    """A job begins to wait."""
    queue = queue_of(state, job)
    job.scheduling_key = key_for(queue, job)
    _count_waiting(state, queue, job, +1)
    state.pending.add(job, state.now_ms)


def wait_no_more(state: State, job: Job) -> None:
    """A job has been suspended or cancelled while it waited."""
    state.pending.remove(job)
    _count_waiting(state, queue_of(state, job), job, -1)


def hold(state: State, job: Job) -> None:
    """A job that waited has been placed: its attempt holds places from now."""
    state.pending.remove(job)
    bound = held_by(state, job)
    bound.pending = -1
    _count_held(state, queue_of(state, job), job, bound, +1)


def let_go(state: State, job: Job) -> None:
    """A job's attempt has ended and holds places no longer."""
    queue = queue_of(state, job)
    _count_held(state, queue, job, held_by(state, job), -1)
    for each in queue.path:
        state.pending.freed[each.key] = None


def queue_of(state: State, job: Job) -> Queue:
    """The queue a live job is in."""
    queue = state.queues.meant_by(job.tenant, job.spec.queue)
    assert queue is not None, f"{job.job_id} is in no queue"  # noqa: S101  (admission; a queue in use stays)
    return queue


def key_for(queue: Queue, job: Job) -> SchedulingKey:
    """The line a job waits in."""
    return scheduling_key(job, queue.key, queue.sharer_of(job.tenant, job.spec), queue.settings.order)


def regroup(state: State, queue: Queue) -> None:
    """A leaf's settings are others: count its groups anew, and let its jobs wait in the right lines."""
    queue.sharers.clear()
    for job in [job for job in state.jobs.values() if queue_of(state, job) is queue]:
        if state.pending.holds(job):
            state.pending.remove(job)
            job.scheduling_key = key_for(queue, job)
            state.pending.add(job, state.now_ms)
            _count_sharer(queue, job, _WAITS, +1)
        if job.attempt is not None:
            _count_sharer(queue, job, held_by(state, job), +1)


def reclassify(state: State, job: Job, needs: PlacementClass) -> None:
    """What decides where a job may go is another: if it waits, it does so in another line."""
    if needs == job.placement_class:
        return
    waits = state.pending.holds(job)
    if waits:
        state.pending.remove(job)
    job.placement_class = needs
    if waits:
        job.scheduling_key = key_for(queue_of(state, job), job)
        state.pending.add(job, state.now_ms)
    state.dirty[f"job/{job.job_id}"] = None


def reprice(state: State, queue: Queue, before: Terms) -> None:
    """Policy or settings are others: settle under the old terms, go on under the new."""
    queue.account.change_terms(before, state.terms, state.now_ms)
    derive_account(state, queue)
    state.dirty[queue.entity] = None


def derive_account(state: State, queue: Queue) -> None:
    """What an account takes from elsewhere."""
    queue.account.in_use_milli = priced(queue.used.gpu_milli_by_model, state.policy)
    queue.account.due_milli = due_milli(queue.settings.guarantee, state.policy)


def recount(state: State, job: Job, *, waits: bool) -> None:
    """Count a job of a loaded snapshot; the order of jobs does not matter."""
    queue = queue_of(state, job)
    for each in queue.path:
        each.jobs_live += 1
    if waits:
        job.scheduling_key = key_for(queue, job)
        _add(queue, job, _WAITS, +1)
    if job.attempt is not None:
        _add(queue, job, held_by(state, job), +1)
        _note_elastic(state, job, +1)


def terms_of(policy: Policy) -> Terms:
    """What accounts follow."""
    return Terms(policy.share_window_ms, policy.share_half_life_ms, policy.credit_max_ms)


def priced(gpu_milli_by_model: dict[str, int], policy: Policy) -> int:
    """GPU at model price, thousandths."""
    prices = policy.model_price_milli
    if not prices:
        return sum(gpu_milli_by_model.values())
    return sum(
        milli * prices.get(model, PRICE_MILLI_DEFAULT) // 1000 for model, milli in gpu_milli_by_model.items()
    )


def due_milli(guarantee: Quota | None, policy: Policy) -> int:
    """A guarantee at model price; what it does not say the model of counts as priced 1."""
    if guarantee is None:
        return 0
    by_model = dict(guarantee.gpu_milli_by_model)
    any_model = max(0, (guarantee.gpu_milli or 0) - sum(by_model.values()))
    return any_model + priced(by_model, policy)


def _note_elastic(state: State, job: Job, sign: int) -> None:
    if job.spec.ranks_min is None:
        return
    if sign > 0:
        state.elastic[job.job_id] = None
    else:
        del state.elastic[job.job_id]


def held_by(state: State, job: Job) -> Used:
    """What the attempt of a job holds."""
    shape, ranks = job.shape, 0
    by_model: dict[str, int] = {}
    for node_id, task in job.attempt.tasks.items() if job.attempt else ():
        ranks += len(task.ranks)
        if shape.gpu_count:
            model = state.nodes[node_id].joined.gpu_model
            by_model[model] = by_model.get(model, 0) + shape.gpu_milli_total * len(task.ranks)
    return Used(
        shape.gpu_milli_total * ranks, shape.cpu_milli * ranks, shape.memory_mib * ranks, 1, 0, by_model
    )


def _count_waiting(state: State, queue: Queue, job: Job, change: int) -> None:
    for each in queue.path:
        each.used.pending += change
        _changed(state, each)
    _count_sharer(queue, job, _WAITS, change)


def _count_held(state: State, queue: Queue, job: Job, held: Used, sign: int) -> None:
    for each in queue.path:
        each.account.settle(state.terms, state.now_ms)
        each.used.add(held, sign)
        each.account.in_use_milli = priced(each.used.gpu_milli_by_model, state.policy)
        _changed(state, each)
    _count_sharer(queue, job, held, sign)
    _note_elastic(state, job, sign)


def _changed(state: State, queue: Queue) -> None:
    queue.measure_due = True
    state.unmeasured[queue.key] = None
    state.dirty[queue.entity] = None


def _add(queue: Queue, job: Job, amount: Used, sign: int) -> None:
    for each in queue.path:
        each.used.add(amount, sign)
    _count_sharer(queue, job, amount, sign)


def _count_sharer(queue: Queue, job: Job, amount: Used, sign: int) -> None:
    name = queue.sharer_of(job.tenant, job.spec)
    if not name:
        return
    sharer = queue.sharers.get(name)
    if sharer is None:
        sharer = queue.sharers[name] = Used()
    sharer.add(amount, sign)
    if sharer.nothing:
        del queue.sharers[name]
