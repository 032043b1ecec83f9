"""Agents' reports about stored checkpoints.

    one file           CheckpointSaved -> CheckpointRecorded
    a file per rank    CheckpointPartStored of every rank, CheckpointSaved of the record -> CheckpointRecorded

A node knows only what it has stored itself. Only the scheduler knows when all parts are stored and their
total size, so CheckpointRecorded states that a checkpoint is complete (ADR 84). Reports come in any order.

Each complete checkpoint makes those expire that are no longer retained (`retention`). A reactor removes
them from the store and reports it: CheckpointExpired -> CheckpointRemoved -> CheckpointDeleted.

Reports of attempts before the one that saved last have no effect: the job has continued from elsewhere.
"""

from __future__ import annotations

from collections.abc import Mapping

from muster.events.checkpoint_events import CheckpointRemoved
from muster.events.job_events import CheckpointDeleted, CheckpointExpired, CheckpointRecorded
from muster.events.task_events import CheckpointPartStored, CheckpointSaved
from muster.jobs.values.digests import parts_digest
from muster.scheduler.core import retention
from muster.scheduler.core.batch.context import BatchContext
from muster.scheduler.core.limits import CHECKPOINT_PARTS_MAX, CHECKPOINTS_EXPIRED_MAX
from muster.scheduler.core.state.job import Job, StoredPart
from muster.scheduler.core.state.state import State


def stored(batch: BatchContext, report: CheckpointPartStored | CheckpointSaved) -> None:
    """Record a checkpoint as soon as it is complete in the store."""
    job = _awaiting(batch.state, report)
    if job is None:
        return
    if isinstance(report, CheckpointSaved) and report.parts == 0:
        _record(batch, job, _recorded(report, 1, report.size_bytes, 0))
        return
    if isinstance(report, CheckpointPartStored) and not 0 <= report.part < CHECKPOINT_PARTS_MAX:
        return
    batch.observe(report)
    arriving = job.arriving.get((report.attempt, report.step or 0))
    if arriving is None or arriving.record is None or not _is_whole(arriving.parts, arriving.record):
        return
    parts = arriving.parts.values()
    size_bytes = sum([part.size_bytes for part in parts])
    new_bytes = sum([part.new_bytes for part in parts])
    files = sum([part.files for part in parts])
    _record(batch, job, _recorded(arriving.record, files, size_bytes, size_bytes - new_bytes))


def removed(batch: BatchContext, report: CheckpointRemoved) -> None:
    """Report that an expired checkpoint is deleted; a repeated report has no effect."""
    expired = batch.state.expired.get(report.uri)
    if expired is None:
        return
    batch.emit(
        CheckpointDeleted(
            job_id=expired.job_id,
            tenant=expired.tenant,
            attempt=expired.attempt,
            rank=expired.rank,
            file=expired.file,
            uri=expired.uri,
            objects=report.objects,
            freed_bytes=report.freed_bytes,
        )
    )


def _record(batch: BatchContext, job: Job, fact: CheckpointRecorded) -> None:
    """Record a checkpoint, and let those expire that are no longer retained.

    A report repeated by a restarted agent does not make an earlier checkpoint the newest again.
    """
    if fact.uri in batch.state.expired or any(each.recorded.uri == fact.uri for each in job.earlier):
        return
    batch.emit(fact)
    for each in retention.expired(batch.state, job):
        if len(batch.state.expired) >= CHECKPOINTS_EXPIRED_MAX:
            return
        before, what = retention.kept_before(job, each.number), each.recorded
        batch.emit(
            CheckpointExpired(
                job_id=job.job_id,
                tenant=job.tenant,
                attempt=what.attempt,
                rank=what.rank,
                file=what.file,
                uri=what.uri,
                sha256=what.sha256,
                size_bytes=what.size_bytes,
                step=what.step,
                kept_before=before.recorded.uri if before is not None else None,
            )
        )


def _awaiting(state: State, report: CheckpointPartStored | CheckpointSaved) -> Job | None:
    """Return the job if a checkpoint of this attempt may be its newest; else None."""
    job = state.jobs.get(report.job_id)
    if job is None:
        return None
    known = job.checkpoint.attempt if job.checkpoint is not None else 0
    return job if known <= report.attempt <= job.attempts else None


def _is_whole(parts: Mapping[int, StoredPart], record: CheckpointSaved) -> bool:
    """Whether all parts are stored and match the record's digests: a step may be saved twice."""
    if len(parts) != record.parts or max(parts) != record.parts - 1:
        return False
    digests = [parts[rank].sha256 for rank in range(record.parts)]
    return parts_digest(digests) == record.parts_sha256


def _recorded(
    saved: CheckpointSaved, files: int, size_bytes: int, unchanged_bytes: int
) -> CheckpointRecorded:
    return CheckpointRecorded(
        job_id=saved.job_id,
        attempt=saved.attempt,
        rank=saved.rank,
        file=saved.file,
        uri=saved.uri,
        sha256=saved.sha256,
        size_bytes=size_bytes,
        files=files,
        unchanged_bytes=unchanged_bytes,
        step=saved.step if saved.parts else None,
    )
