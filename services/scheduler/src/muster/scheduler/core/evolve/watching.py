"""Due times of watchdogs for running jobs, and their warnings about attempts (ADR 77)."""

from __future__ import annotations

from typing import Final

from muster.events.job_events import AttemptOutcome, JobWarned, Watchdog, WatchdogAction
from muster.events.node_commands import StartTask, StopTask, TestNode
from muster.jobs.lifecycle import JobState
from muster.scheduler.core import limits
from muster.scheduler.core.state.job import Attempt, Failure, Job, Warned
from muster.scheduler.core.state.state import State

TOLD_AT_PERCENT: Final = 90
"""Percentage of its wall time after which a job's owner is warned that the job will be ended."""


def warned(state: State, job: Job, fact: JobWarned) -> None:
    """Record a watchdog's warning; if it ends the attempt, it becomes the attempt's failure."""
    attempt = job.attempt
    assert attempt is not None, f"{fact} without an attempt"  # noqa: S101  (the decision was made from it)
    attempt.warned[fact.watchdog] = Warned(fact.action, state.now_ms)
    if fact.action is not WatchdogAction.TOLD and attempt.failure is None:
        wall_time = fact.watchdog is Watchdog.WALL_TIME
        outcome = AttemptOutcome.TIMED_OUT if wall_time else AttemptOutcome.FAILED
        node_id = fact.node_id or attempt.master_node_id
        attempt.failure = Failure(outcome, node_id, fact.rank, message=fact.message)
    renew(state, job)


def renew(state: State, job: Job) -> None:
    """Schedule the next watchdog check of a job; call when its due times may have changed."""
    attempt = job.attempt
    if attempt is None or job.state is JobState.STOPPING:
        answers = [] if attempt is None else [task.answers_by_ms for task in attempt.tasks.values()]
        state.watches.put(job.job_id, min([each for each in answers if each > state.now_ms], default=None))
        return
    due = (wall_time_due_ms(state, job, attempt), idle_due_ms(state, attempt))
    state.watches.put(job.job_id, min([each for each in due if each is not None], default=None))


def ordered(state: State, order: StartTask | StopTask | TestNode) -> None:
    """Record an order, and the deadline for a node to answer a stop order of a live attempt."""
    if isinstance(order, TestNode):
        return  # agents do not store it: one that starts again is ordered again
    if node := state.nodes.get(order.node_id):
        node.order_seq = order.order_seq
        state.dirty[f"node/{order.node_id}"] = None
    if isinstance(order, StartTask):
        return
    job = state.jobs.get(order.job_id)
    if job is None or job.attempt is None or job.attempt.number != order.attempt:
        return
    drain_ms = order.grace_ms + order.checkpoint_grace_ms
    job.attempt.tasks[order.node_id].answers_by_ms = state.now_ms + drain_ms + limits.ANSWER_MS
    state.dirty[f"job/{job.job_id}"] = None
    renew(state, job)


def renew_all(state: State) -> None:
    """Schedule the checks of all jobs again, after the policy changed or the state was loaded."""
    for job in state.jobs.values():
        renew(state, job)


def wall_time_due_ms(state: State, job: Job, attempt: Attempt) -> int | None:
    """Time of the next wall-time warning or of the end of an attempt, ms since 1970 UTC; None: never.

    Counts from the bind, when the job occupies its GPUs. An owner is always warned before the job is ended,
    even if the policy has become stricter in between.
    """
    tier_ms = state.policy.wall_time_max_ms.get(job.spec.tier)
    if tier_ms is None:
        return None
    told = attempt.warned.get(Watchdog.WALL_TIME)
    if told is not None:
        notice_ms = tier_ms * (100 - TOLD_AT_PERCENT) // 100
        return max(attempt.bound_at_ms + tier_ms, told.at_ms + notice_ms)
    own_ms = job.spec.wall_time_max_ms
    limit_ms = tier_ms if own_ms is None else min(tier_ms, own_ms)
    return attempt.bound_at_ms + limit_ms * TOLD_AT_PERCENT // 100


def idle_due_ms(state: State, attempt: Attempt) -> int | None:
    """Time at which an attempt with idle GPUs is ended, ms since 1970 UTC; None: it is not.

    The owner was warned before; the full time counts from the warning, or from the start of the current idle
    period if that is later.
    """
    after_ms, told = state.policy.gpu_idle_ends_after_ms, attempt.warned.get(Watchdog.IDLE_GPUS)
    live = [task for task in attempt.tasks.values() if not task.exited]
    idle = [task.idle for task in live if task.idle is not None and task.idle.proven]
    if not after_ms or told is None or not live or len(idle) < len(live):
        return None
    return max([told.at_ms, *[each.since_ms for each in idle]]) + after_ms
