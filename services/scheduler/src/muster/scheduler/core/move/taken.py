"""Drains nodes that will be taken away at a set time: reclaimed spot machines (ADR 82).

    at risk       no time is set: the node is closed, what runs there stays
    taken away    jobs stop, save, and are queued again with their arrival sequence, before the deadline less
                  policy.reclaim_margin_ms; on no retry budget, even if the node is gone before they report
    spared        the node is open again; who stops already goes on stopping, others stay

A job saves in its turn (move.saves), and runs until then. What it has to save is the size of its last
checkpoint; before the first one that is unknown, and it stops at once, with all the time there is. Who cannot
store that in time is named by SaveTooLarge, stops at once without a checkpoint, and goes on from the last.

A job that is predicted to end before is left to end. Production inference is moved when there is room for it
elsewhere, and stops at the last moment otherwise.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from muster.events.job_commands import Tier
from muster.events.job_events import SaveTooLarge
from muster.jobs.lifecycle import JobState
from muster.jobs.values.quantities import format_duration
from muster.scheduler.core import limits
from muster.scheduler.core.batch import bandwidth, orders
from muster.scheduler.core.batch.context import BatchContext
from muster.scheduler.core.batch.orders import Saving
from muster.scheduler.core.move import maintenance
from muster.scheduler.core.move.saves import Save, Turns, in_turns
from muster.scheduler.core.state.job import Job
from muster.scheduler.core.state.state import State


class _Plan(NamedTuple):
    """What is to happen on nodes that will be taken away.

    Attributes:
        at_once: Jobs that stop now, for they have nothing to save or it is unknown how much.
        later: (when, job): jobs that stay until then.
        turns: Who saves when.
    """

    at_once: list[Job]
    later: list[tuple[int, Job]]
    turns: Turns


def drain(batch: BatchContext) -> None:
    """Stop the jobs whose turn it is; called after waiting jobs have been placed."""
    state = batch.state
    if not state.taken:
        return
    plan, budget = _plan(state), _Budget()
    for save, fits_bytes in plan.turns.too_large:
        job = state.jobs[save.job_id]
        if budget.spend(job):
            _name(batch, job, save, fits_bytes)
            _stop(batch, job, Saving(save.size_bytes))
    for job in plan.at_once:
        if budget.spend(job):
            _stop(batch, job, Saving())
    for turn in plan.turns.turns:
        job = state.jobs[turn.save.job_id]
        if turn.starts_at_ms <= state.now_ms + limits.SAVES_TOGETHER_MS and budget.spend(job):
            _stop(batch, job, Saving(turn.save.size_bytes, turn.ends_at_ms, turn.bytes_per_s))


def deadline_ms(state: State) -> int | None:
    """When the next job stops without an input, ms since 1970 UTC; None: none does."""
    if not state.taken:
        return None
    plan = _plan(state)
    if plan.at_once or plan.turns.too_large:
        return state.now_ms
    due = [at_ms for at_ms, _ in plan.later] + [turn.starts_at_ms for turn in plan.turns.turns]
    return min(due, default=None)


class _Budget:
    """How many stop orders one batch may still give."""

    def __init__(self) -> None:
        self._orders = limits.DRAIN_ORDERS_MAX

    def spend(self, job: Job) -> bool:
        """Whether a job may be stopped in this batch; if so, its orders are deducted."""
        if self._orders <= 0 or job.attempt is None:
            return False
        self._orders -= len(job.attempt.tasks)
        return True


def _plan(state: State) -> _Plan:
    at_once, later, saves = list[Job](), list[tuple[int, Job]](), list[Save]()
    for job in _jobs_on_taken(state):
        if job.state is JobState.STOPPING or job.stop_request is not None:
            continue
        gone_ms = orders.gone_at_ms(state, job) or 0
        stays_until_ms = _stays_until_ms(state, job, gone_ms)
        size_bytes = _save_bytes(job)
        if stays_until_ms > state.now_ms:
            later.append((stays_until_ms, job))
        elif size_bytes is None:
            at_once.append(job)
        else:
            end_ms = state.now_ms + orders.left_ms(state, gone_ms)
            saves.append(Save(job.job_id, end_ms, size_bytes, bandwidth.of_nodes(state, job)))
    busy = list(state.uploads.by_job.values())
    turns = in_turns(saves, busy, state.now_ms, state.policy.store_upload_bytes_per_s)
    return _Plan(at_once, later, turns)


def _jobs_on_taken(state: State) -> Sequence[Job]:
    """Jobs with an attempt on a node that will be taken away, by id."""
    ids = {job_id for node_id in state.taken for job_id in state.nodes[node_id].job_ids}
    return [state.jobs[job_id] for job_id in sorted(ids)]


def _stays_until_ms(state: State, job: Job, gone_ms: int) -> int:
    """Until when a job is left alone; a time past: it has to go now."""
    end_ms = gone_ms - state.policy.reclaim_margin_ms
    if state.now_ms < job.ends_by_ms <= end_ms:
        return job.ends_by_ms
    if job.spec.tier is not Tier.PRODUCTION_INFERENCE or maintenance.has_another_placement(state, job):
        return 0
    return end_ms - job.spec.grace_ms


def _save_bytes(job: Job) -> int | None:
    """What a job has to save; None: nothing, or that is unknown."""
    if not job.spec.checkpoint.enabled or job.checkpoint is None:
        return None
    return job.checkpoint.size_bytes


def _stop(batch: BatchContext, job: Job, saving: Saving) -> None:
    state = batch.state
    left = format_duration(max(0, (orders.gone_at_ms(state, job) or 0) - state.now_ms) // 1_000 * 1_000)
    reason = f"{_first_taken(state, job)} will be taken away in {left}"
    orders.stop(batch, job, reason, requeues=True, saving=saving)


def _name(batch: BatchContext, job: Job, save: Save, fits_bytes: int) -> None:
    """Tell that a job loses its work since the last checkpoint."""
    state, attempt = batch.state, job.attempt
    assert attempt is not None  # noqa: S101  (it is on a node)
    since_ms = max(job.checkpoint_at_ms, attempt.bound_at_ms)
    held_milli = job.shape.gpu_milli_total * len(job.placements)
    batch.emit(
        SaveTooLarge(
            job_id=job.job_id,
            attempt=attempt.number,
            node_id=_first_taken(state, job),
            save_bytes=save.size_bytes,
            fits_bytes=fits_bytes,
            deadline_ms=orders.gone_at_ms(state, job) or 0,
            lost_gpu_ms=(state.now_ms - since_ms) * held_milli // 1_000,
        )
    )


def _first_taken(state: State, job: Job) -> str:
    """The node of a job that goes first; of several, the first by rank."""
    gone_ms = orders.gone_at_ms(state, job)
    tasks = job.attempt.tasks if job.attempt else {}
    return next(node_id for node_id in tasks if state.nodes[node_id].gone_at_ms == gone_ms)
