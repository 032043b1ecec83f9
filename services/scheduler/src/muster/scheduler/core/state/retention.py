"""Which checkpoints of a job stay in the store (ADR 91).

the newest N    what the job or the policy says; 0: all stay, and nothing is remembered for it
each M-th       for ever, where the job asks for it
offered         what the attempt under way was told that it may begin from, until it has saved N itself
"""

from __future__ import annotations

from muster.scheduler.core.limits import CHECKPOINTS_EARLIER_MAX
from muster.scheduler.core.state.job import EarlierCheckpoint, Job
from muster.scheduler.core.state.state import State


def keep_last(state: State, job: Job) -> int:
    """How many of a job's newest checkpoints stay, 2 at least, for one may be damaged; 0: all."""
    own = job.spec.checkpoint.keep_last
    stated = state.policy.checkpoints_kept if own is None else own
    return max(2, stated) if stated else 0


def is_lasting(job: Job, each: EarlierCheckpoint) -> bool:
    """Whether a checkpoint is one of those that stay for ever."""
    every = job.spec.checkpoint.keep_every
    return every > 0 and each.number % every == 0


def expired(state: State, job: Job) -> list[EarlierCheckpoint]:
    """What is not kept any longer, the oldest first; nothing while an attempt may have to begin from it."""
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
    """The nearest kept checkpoint before one that expires, of the same attempt."""
    before = [each for each in job.earlier if each.number < number]
    attempts = [each.recorded.attempt for each in job.earlier if each.number == number]
    if not before or before[-1].recorded.attempt not in attempts:
        return None
    return before[-1]
