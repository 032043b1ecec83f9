"""Orders to agents: one StartTask per node of a bound gang, StopTask where ranks have to stop.

An order carries the leader's epoch (agents refuse an older one) and the seq of the input that caused it. The
seq never decreases along the orders of a node; `reconcile` depends on that.
"""

from __future__ import annotations

from muster.cluster import Placement
from muster.events.job_commands import NetworkAccess
from muster.events.job_events import JobStopping
from muster.events.node_commands import RankAssignment, StartTask, StopTask
from muster.events.task_events import AttemptRef
from muster.jobs.lifecycle import JobState
from muster.scheduler.core import limits
from muster.scheduler.core.batch.context import BatchContext
from muster.scheduler.core.state import gpu_sharing
from muster.scheduler.core.state.job import Attempt, Job


def start(batch: BatchContext, job: Job, attempt: Attempt) -> None:
    """Order every node of a newly bound gang to start its ranks."""
    for node_id in attempt.tasks:
        batch.emit(_start_task(batch, job, attempt, node_id))


def stop(batch: BatchContext, job: Job, reason: str, *, requeues: bool = False) -> None:
    """Order all ranks of a job to stop; a job that is stopping already gets no second order.

    Args:
        batch: The batch.
        job: The job.
        reason: The reason, for people.
        requeues: Whether the job is queued again when it has stopped; this does not count as a failure.
    """
    attempt = job.attempt
    if attempt is None:
        return
    ordered = job.state is JobState.STOPPING
    batch.emit(JobStopping(job_id=job.job_id, attempt=attempt.number, reason=reason, requeues=requeues))
    if ordered:
        return
    for node_id, task in attempt.tasks.items():
        if not task.exited:
            stop_on(batch, node_id, job, reason)


def stop_on(batch: BatchContext, node_id: str, job: Job, reason: str) -> None:
    """Order one node to stop the ranks of a job's live attempt, even if they were given up."""
    if job.attempt is not None:
        ref = AttemptRef(job_id=job.job_id, attempt=job.attempt.number)
        stop_ref(batch, node_id, ref, reason, job.spec.grace_ms)


def stop_ref(
    batch: BatchContext, node_id: str, ref: AttemptRef, reason: str, grace_ms: int = limits.GRACE_MS_UNKNOWN
) -> None:
    """Order one node to stop an attempt, which the scheduler need not know; `grace_ms` before SIGKILL."""
    batch.emit(
        StopTask(
            node_id=node_id,
            epoch=batch.state.epoch,
            order_seq=batch.cause.seq,
            job_id=ref.job_id,
            attempt=ref.attempt,
            grace_ms=grace_ms,
            reason=reason,
        )
    )


def _rank_assignment(rank: int, placement: Placement) -> RankAssignment:
    return RankAssignment(
        rank=rank,
        gpu_indices=placement.gpu_indices,
        gpu_milli=placement.shape.gpu_milli,
        sharing=gpu_sharing.sharing_of(placement.shape.sharing),
        mig_profile=placement.instance.profile if placement.instance else None,
        mig_start=placement.instance.start if placement.instance else None,
        cpu_milli=placement.shape.cpu_milli,
        memory_mib=placement.shape.memory_mib,
    )


def _start_task(batch: BatchContext, job: Job, attempt: Attempt, node_id: str) -> StartTask:
    spec, checkpoint, task = job.spec, job.checkpoint, attempt.tasks[node_id]
    ranks = tuple(
        [_rank_assignment(rank, place) for rank, place in zip(task.ranks, task.placements, strict=True)]
    )
    return StartTask(
        node_id=node_id,
        epoch=batch.state.epoch,
        order_seq=batch.cause.seq,
        job_id=job.job_id,
        attempt=attempt.number,
        tenant=job.tenant,
        job_name=spec.name,
        user=spec.user,
        ranks=ranks,
        world_size=sum([len(each.ranks) for each in attempt.tasks.values()]),
        master_address=batch.state.nodes[attempt.master_node_id].joined.address,
        master_port=attempt.master_port,
        image=spec.image,
        command=spec.command,
        env=spec.env,
        files_sha256=spec.files_sha256,
        wall_time_max_ms=spec.wall_time_max_ms,
        grace_ms=spec.grace_ms,
        checkpoint_enabled=spec.checkpoint.enabled,
        checkpoint_uri=checkpoint.uri if checkpoint else None,
        checkpoint_sha256=checkpoint.sha256 if checkpoint else None,
        checkpoint_file=checkpoint.file if checkpoint else None,
        offline=spec.network is NetworkAccess.NONE,
    )
