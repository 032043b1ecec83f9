"""What is stored of jobs' checkpoints."""

from __future__ import annotations

from typing import assert_never

from muster.events.job_events import CheckpointRecorded
from muster.events.task_events import CheckpointPartStored, CheckpointSaved
from muster.jobs.lifecycle import state_after
from muster.scheduler.core.limits import CHECKPOINTS_ARRIVING_MAX, CHECKPOINTS_EARLIER_MAX
from muster.scheduler.core.state.job import ArrivingCheckpoint, EarlierCheckpoint, Job, StoredPart
from muster.scheduler.core.state.state import State

Report = CheckpointPartStored | CheckpointSaved | CheckpointRecorded


def evolve(state: State, fact: Report) -> None:
    """Apply one report about a job that has not ended, or what was decided from it."""
    job = state.jobs[fact.job_id]
    state.dirty[f"job/{job.job_id}"] = None
    match fact:
        case CheckpointPartStored():
            part = StoredPart(fact.rank, fact.sha256, fact.files, fact.size_bytes, fact.new_bytes)
            _arriving(job, fact.attempt, fact.step).parts[fact.part] = part
        case CheckpointSaved():
            _arriving(job, fact.attempt, fact.step or 0).record = fact
        case CheckpointRecorded():
            job.state = state_after(job.job_id, job.state, CheckpointRecorded)
            _recorded(state, job, fact)
        case _:
            assert_never(fact)


def _arriving(job: Job, attempt: int, step: int) -> ArrivingCheckpoint:
    known = job.arriving.get((attempt, step))
    if known is None:
        known = job.arriving[attempt, step] = ArrivingCheckpoint()
        if len(job.arriving) > CHECKPOINTS_ARRIVING_MAX:
            del job.arriving[next(iter(job.arriving))]
    return known


def _recorded(state: State, job: Job, fact: CheckpointRecorded) -> None:
    """Note the newest checkpoint; those before it that are not whole by now will not be."""
    before = job.checkpoint
    if before is None or before.uri != fact.uri:
        earlier = [each for each in job.earlier if each.recorded.uri != fact.uri]
        if before is not None:
            earlier.append(EarlierCheckpoint(job.checkpoints_ever, before))
        job.earlier = tuple(earlier[-CHECKPOINTS_EARLIER_MAX:])
        job.checkpoints_ever += 1
    job.checkpoint, job.checkpoint_at_ms = fact, state.now_ms
    if fact.step is not None:
        whole = (fact.attempt, fact.step)
        job.arriving = {key: each for key, each in job.arriving.items() if key > whole}
