"""Store usage of jobs' output, as reported by their nodes. No decision depends on it; billing does.

OutputStored, TaskExited -> OutputRecorded    of an attempt that holds this node
OutputRemoved            -> OutputDeleted     of a job that has ended
"""

from __future__ import annotations

from muster.events.checkpoint_events import OutputRemoved
from muster.events.job_events import OutputDeleted, OutputRecorded
from muster.events.task_events import OutputStored, TaskExited
from muster.scheduler.core.batch.context import BatchContext
from muster.scheduler.core.evolve.attempts import live_task
from muster.scheduler.core.limits import OUTPUT_BYTES_MAX


def stored(batch: BatchContext, report: OutputStored) -> None:
    """Record how much of a task's output is in the store while its ranks run."""
    if live_task(batch.state, report.node_id, report.job_id, report.attempt):
        _record(batch, report, report.size_bytes)


def written(batch: BatchContext, report: TaskExited) -> None:
    """Record the total output of a live task's ranks: nodes report no more after their end."""
    _record(batch, report, report.output_bytes)


def removed(batch: BatchContext, report: OutputRemoved) -> None:
    """Report that the output of a job is deleted; repeated for a repeated report, so no state is needed.

    Reports nothing for a job that has not ended, or without a job id.
    """
    if report.job_id and report.job_id not in batch.state.jobs:
        batch.emit(OutputDeleted(job_id=report.job_id, tenant=report.tenant, objects=report.objects))


def _record(batch: BatchContext, report: OutputStored | TaskExited, size_bytes: int) -> None:
    if 0 < size_bytes <= OUTPUT_BYTES_MAX:
        batch.emit(
            OutputRecorded(
                job_id=report.job_id,
                attempt=report.attempt,
                node_id=report.node_id,
                size_bytes=size_bytes,
            )
        )
