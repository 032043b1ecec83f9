"""Applies reports about jobs' stored checkpoints."""

from __future__ import annotations

from typing import assert_never

from muster.events.job_events import CheckpointDeleted, CheckpointExpired, CheckpointRecorded
from muster.events.task_events import CheckpointPartStored, CheckpointSaved
from muster.jobs.lifecycle import state_after
from muster.scheduler.core import retention
from muster.scheduler.core.limits import (
    CHECKPOINTS_ARRIVING_MAX,
    CHECKPOINTS_EARLIER_MAX,
    CHECKPOINTS_KNOWN_MAX,
)
from muster.scheduler.core.state.job import ArrivingCheckpoint, EarlierCheckpoint, Job, StoredPart
from muster.scheduler.core.state.state import State

Report = CheckpointPartStored | CheckpointSaved | CheckpointRecorded | CheckpointExpired | CheckpointDeleted


def evolve(state: State, fact: Report) -> None:
    """Apply one report about a job that has not ended, or one decision about a checkpoint."""
    if isinstance(fact, CheckpointExpired | CheckpointDeleted):
        _gone(state, fact)
        return
    job = state.jobs[fact.job_id]
    state.dirty[f"job/{job.job_id}"] = None
    match fact:
        case CheckpointPartStored():
            part = StoredPart(fact.rank, fact.sha256, fact.files, fact.size_bytes, fact.new_bytes)
            arriving = _arriving(job, fact.attempt, fact.step)
            if arriving is not None:
                arriving.parts[fact.part] = part
        case CheckpointSaved():
            arriving = _arriving(job, fact.attempt, fact.step or 0)
            if arriving is not None:
                arriving.record = fact
        case CheckpointRecorded():
            job.state = state_after(job.job_id, job.state, CheckpointRecorded)
            _recorded(state, job, fact)
        case _:
            assert_never(fact)


def _arriving(job: Job, attempt: int, step: int) -> ArrivingCheckpoint | None:
    """Return a checkpoint that is being stored, adding it if new; None: there are enough newer ones.

    The oldest step is dropped, not the one reported first: after an outage of the store, nodes report many
    parts and then many records, and each record of an old step would evict a newer one.
    """
    place = attempt, step
    known = job.arriving.get(place)
    if known is None:
        if len(job.arriving) >= CHECKPOINTS_ARRIVING_MAX:
            oldest = min(job.arriving)
            if place < oldest:
                return None
            del job.arriving[oldest]
        known = job.arriving[place] = ArrivingCheckpoint()
    return known


def _recorded(state: State, job: Job, fact: CheckpointRecorded) -> None:
    """Set the newest checkpoint; earlier ones that are still incomplete will never complete."""
    before = job.checkpoint
    if before is None or before.uri != fact.uri:
        known = [] if before is None else [EarlierCheckpoint(job.checkpoints_ever, before)]
        job.checkpoints_ever += 1
        job.earlier = _tracked(state, job, [*job.earlier, *known])
    job.checkpoint, job.checkpoint_at_ms = fact, state.now_ms
    if fact.step is not None:
        whole = (fact.attempt, fact.step)
        job.arriving = {key: each for key, each in job.arriving.items() if key > whole}


def _tracked(state: State, job: Job, earlier: list[EarlierCheckpoint]) -> tuple[EarlierCheckpoint, ...]:
    """Select the earlier checkpoints to track: those that may expire or be resumed from."""
    keep_last = retention.keep_last(state, job)
    if not keep_last:
        return tuple(earlier[-CHECKPOINTS_EARLIER_MAX:])
    lasting = [each for each in earlier[: 1 - keep_last] if retention.is_lasting(job, each)]
    forgotten = {each.number for each in lasting[:-CHECKPOINTS_EARLIER_MAX]}
    return tuple([each for each in earlier if each.number not in forgotten][-CHECKPOINTS_KNOWN_MAX:])


def _gone(state: State, fact: CheckpointExpired | CheckpointDeleted) -> None:
    state.dirty[f"expired/{fact.uri}"] = None
    if isinstance(fact, CheckpointDeleted):
        del state.expired[fact.uri]
        return
    state.expired[fact.uri] = fact
    job = state.jobs[fact.job_id]
    job.earlier = tuple([each for each in job.earlier if each.recorded.uri != fact.uri])
    state.dirty[f"job/{job.job_id}"] = None
