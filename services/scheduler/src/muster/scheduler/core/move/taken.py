"""Drains nodes that will be reclaimed at a set time, such as spot machines (ADR 82).

    at risk       no time is set: the node is closed, running jobs stay
    reclaimed     jobs stop, save, and are queued again with their arrival sequence, before the deadline minus
                  policy.reclaim_margin_ms; uses no retry budget, even if the node is gone before they report
    spared        the node is open again; jobs that are already stopping still stop, others stay

A job runs until its checkpoint slot and saves then (move.saves). The expected size of a save is that of the
last checkpoint; before the first checkpoint it is unknown, and the job stops immediately, with all the time
left. A job that cannot save in time is named by SaveTooLarge, stops immediately without a checkpoint, and
resumes from its last one.

A job that is predicted to end before the deadline keeps running. Production inference is moved if there is
room elsewhere, else it stops at the last moment.
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
    """The plan for jobs on nodes that will be reclaimed.

    Attributes:
        at_once: Jobs that stop now: they have nothing to save, or an unknown amount.
        later: (time in ms since 1970 UTC, job): jobs that stay until that time.
        turns: Checkpoint slots of the others.
    """

    at_once: list[Job]
    later: list[tuple[int, Job]]
    turns: Turns


def drain(batch: BatchContext) -> None:
    """Stop the jobs that are due; call after waiting jobs have been placed."""
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
    """Time at which the next job stops without an input, ms since 1970 UTC; None: none does."""
    if not state.taken:
        return None
    plan = _plan(state)
    if plan.at_once or plan.turns.too_large:
        return state.now_ms
    due = [at_ms for at_ms, _ in plan.later] + [turn.starts_at_ms for turn in plan.turns.turns]
    return min(due, default=None)


class _Budget:
    """The number of stop orders that one batch may still emit."""

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
    """List jobs with an attempt on a node that will be reclaimed, by id."""
    ids = {job_id for node_id in state.taken for job_id in state.nodes[node_id].job_ids}
    return [state.jobs[job_id] for job_id in sorted(ids)]


def _stays_until_ms(state: State, job: Job, gone_ms: int) -> int:
    """Time until which a job keeps running, ms since 1970 UTC; a time in the past: it must stop now."""
    end_ms = gone_ms - state.policy.reclaim_margin_ms
    if state.now_ms < job.ends_by_ms <= end_ms:
        return job.ends_by_ms
    if job.spec.tier is not Tier.PRODUCTION_INFERENCE or maintenance.has_another_placement(state, job):
        return 0
    return end_ms - job.spec.grace_ms


def _save_bytes(job: Job) -> int | None:
    """Expected size of a job's save, bytes; None: it does not save, or the size is unknown."""
    if not job.spec.checkpoint.enabled or job.checkpoint is None:
        return None
    return job.checkpoint.size_bytes


def _stop(batch: BatchContext, job: Job, saving: Saving) -> None:
    state = batch.state
    left = format_duration(max(0, (orders.gone_at_ms(state, job) or 0) - state.now_ms) // 1_000 * 1_000)
    reason = f"{_first_taken(state, job)} will be reclaimed in {left}"
    orders.stop(batch, job, reason, requeues=True, saving=saving)


def _name(batch: BatchContext, job: Job, save: Save, fits_bytes: int) -> None:
    """Report that a job will lose its work since the last checkpoint."""
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
    """Return the node of a job that is reclaimed first; if several, the first by rank."""
    gone_ms = orders.gone_at_ms(state, job)
    tasks = job.attempt.tasks if job.attempt else {}
    return next(node_id for node_id in tasks if state.nodes[node_id].gone_at_ms == gone_ms)
