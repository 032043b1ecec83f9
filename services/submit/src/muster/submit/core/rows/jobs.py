"""Conversion of facts about jobs to rows of `jobs`, `attempts`, `rank_places` and `checkpoints`. Pure."""

from __future__ import annotations

from typing import Any, assert_never

from muster.events import job_events as fact
from muster.events.shared.command_answers import CommandRejected
from muster.events.wire.datum import Record
from muster.journal.journal import Delivery
from muster.submit.core.job_changes import Changes, job_changes, rejected
from muster.views.rows import Upsert


def job_rows(payload: fact.JobPayload | CommandRejected, delivery: Delivery[Record]) -> list[Upsert]:
    """Return the rows of one fact."""
    at_ms = delivery.envelope.occurred_at_ms
    if isinstance(payload, CommandRejected):
        if payload.command != "SubmitJob":
            return []
        return [_job(payload.subject, rejected(payload, at_ms), delivery, only_if_absent=True)]
    changes = job_changes(payload, at_ms)
    job = [_job(payload.job_id, changes, delivery)] if changes else []
    return [*job, *_details(payload, at_ms)]


def _details(payload: fact.JobPayload, at_ms: int) -> list[Upsert]:
    """Return the rows of tables other than `jobs`."""
    match payload:
        case fact.GangBound():
            return [_attempt_bound(payload, at_ms), *_rank_places(payload)]
        case fact.JobStarted():
            return [_attempt(payload.job_id, payload.attempt, started_at_ms=at_ms)]
        case fact.AttemptEnded():
            return [_attempt_ended(payload, at_ms)]
        case fact.CheckpointRecorded():
            return [_checkpoint(payload, at_ms)]
        case (
            fact.JobQueued()
            | fact.JobPending()
            | fact.JobResizing()
            | fact.JobMoving()
            | fact.JobWarned()
            | fact.JobStopping()
            | fact.SaveTooLarge()
            | fact.JobRequeued()
            | fact.JobSucceeded()
            | fact.JobFailed()
            | fact.JobCancelled()
            | fact.JobSuspended()
            | fact.JobResumed()
        ):
            return []
        case _:
            assert_never(payload)


def _job(
    job_id: str, changes: Changes, delivery: Delivery[Record], *, only_if_absent: bool = False
) -> Upsert:
    """Return a row of `jobs`, with the place of the newest fact that changed it."""
    place = {"event_partition": delivery.position.partition, "event_offset": delivery.position.offset}
    return Upsert("jobs", {"job_id": job_id}, {**changes, **place}, only_if_absent)


def _attempt(job_id: str, attempt: int, **columns: Any) -> Upsert:
    return Upsert("attempts", {"job_id": job_id, "attempt": attempt}, columns)


def _attempt_bound(bound: fact.GangBound, at_ms: int) -> Upsert:
    return _attempt(
        bound.job_id,
        bound.attempt,
        placements=bound.placements,
        master_address=bound.master_address,
        master_port=bound.master_port,
        waited_ms=bound.waited_ms,
        reason=bound.reason,
        bound_at_ms=at_ms,
    )


def _attempt_ended(ended: fact.AttemptEnded, at_ms: int) -> Upsert:
    return _attempt(
        ended.job_id,
        ended.attempt,
        outcome=ended.outcome.value,
        exit_code=ended.exit_code,
        signal=ended.signal,
        failed_rank=ended.rank,
        failed_node_id=ended.node_id,
        message=ended.message,
        verdict=ended.verdict.to_datum() if ended.verdict else None,
        ran_ms=ended.ran_ms,
        ended_at_ms=at_ms,
    )


def _rank_places(bound: fact.GangBound) -> list[Upsert]:
    """Return one row for each rank: its share of its node until the attempt ends."""
    return [
        Upsert(
            "rank_places",
            {"job_id": bound.job_id, "attempt": bound.attempt, "rank": place.rank},
            {"node_id": place.node_id, "gpu_milli_total": place.gpu_milli * len(place.gpu_indices)},
        )
        for place in bound.placements
    ]


def _checkpoint(saved: fact.CheckpointRecorded, at_ms: int) -> Upsert:
    file = {"rank": saved.rank, "file": saved.file}
    return Upsert(
        "checkpoints",
        {"job_id": saved.job_id, "attempt": saved.attempt, **file},
        {
            "uri": saved.uri,
            "sha256": saved.sha256,
            "step": saved.step,
            "files": saved.files,
            "size_bytes": saved.size_bytes,
            "new_bytes": saved.size_bytes - saved.unchanged_bytes,
            "recorded_at_ms": at_ms,
        },
    )
