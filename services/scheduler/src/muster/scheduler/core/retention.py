"""Retention of a job's checkpoints in the store (ADR 91): `expired` says which go.

the newest N    as set by the job, else by the policy; 0: all stay, and none are tracked for expiry
every M-th      for ever, if the job requests it
offered         those that the current attempt may resume from, until it has saved N checkpoints itself
"""

from __future__ import annotations

from muster.scheduler.core.limits import CHECKPOINTS_EARLIER_MAX
from muster.scheduler.core.state.job import EarlierCheckpoint, Job
from muster.scheduler.core.state.state import State


def keep_last(state: State, job: Job) -> int:
    """Number of a job's newest checkpoints to keep, at least 2 in case one is damaged; 0: all."""
    own = job.spec.checkpoint.keep_last
    stated = state.policy.checkpoints_kept if own is None else own
    return max(2, stated) if stated else 0


def is_lasting(job: Job, each: EarlierCheckpoint) -> bool:
    """Whether a checkpoint is kept for ever, as one of every M-th."""
    every = job.spec.checkpoint.keep_every
    return every > 0 and each.number % every == 0


def expired(state: State, job: Job) -> list[EarlierCheckpoint]:
    """List checkpoints that expire now, oldest first; none that an attempt may still have to resume from."""
    kept, newest, attempt = keep_last(state, job), job.checkpoint, job.attempt
    if not kept or newest is None:
        return []
    offered_from = offered_to = 0
    if attempt is not None:
        if not attempt.started or newest.attempt != attempt.number:
            return []
        own = 1 + sum([each.recorded.attempt == attempt.number for each in job.earlier])
        if own < kept:
            offered_from, offered_to = job.offered_to - CHECKPOINTS_EARLIER_MAX, job.offered_to
    return [
        each
        for each in job.earlier[: 1 - kept]
        if not is_lasting(job, each) and not offered_from <= each.number <= offered_to
    ]


def kept_before(job: Job, number: int) -> EarlierCheckpoint | None:
    """Return the nearest kept checkpoint before an expiring one, if it is of the same attempt; else None."""
    before = [each for each in job.earlier if each.number < number]
    attempts = [each.recorded.attempt for each in job.earlier if each.number == number]
    if not before or before[-1].recorded.attempt not in attempts:
        return None
    return before[-1]
