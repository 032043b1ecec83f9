"""Orders to agents: one StartTask per node of a bound gang, StopTask where ranks have to stop.

An order carries the leader's epoch (agents refuse an older one) and the seq of the input that caused it. The
seq never decreases along the orders of a node; `reconcile` depends on that.
"""

from __future__ import annotations

from typing import NamedTuple

from muster.cluster import Placement
from muster.events.job_commands import NetworkAccess, SuspendJob
from muster.events.job_events import JobStopping, StopCause, Watchdog, WatchdogAction
from muster.events.node_commands import RankAssignment, StartTask, StopTask, StoredCheckpoint
from muster.events.task_events import AttemptRef
from muster.jobs.lifecycle import JobState
from muster.scheduler.core import limits
from muster.scheduler.core.batch import bandwidth
from muster.scheduler.core.batch.context import BatchContext
from muster.scheduler.core.batch.mtbf import gang_mtbf_ms
from muster.scheduler.core.state import gpu_sharing
from muster.scheduler.core.state.job import Attempt, Job
from muster.scheduler.core.state.state import State


class Drain(NamedTuple):
    """Time for ranks to end, in milliseconds.

    Attributes:
        grace_ms: Time between SIGTERM and SIGKILL.
        checkpoint_ms: Maximum time for a checkpoint before SIGTERM; 0: none is requested.
    """

    grace_ms: int
    checkpoint_ms: int = 0

    @property
    def total_ms(self) -> int:
        """Maximum time until SIGKILL."""
        return self.grace_ms + self.checkpoint_ms

    def within(self, left_ms: int) -> Drain:
        """Shorten to at most `left_ms`; most of it goes to the checkpoint."""
        grace_ms = min(self.grace_ms, left_ms // 4 if self.checkpoint_ms else left_ms)
        return Drain(grace_ms, min(self.checkpoint_ms, left_ms - grace_ms))


def start(batch: BatchContext, job: Job, attempt: Attempt) -> None:
    """Order every node of a newly bound gang to start its ranks."""
    saves = _how_it_saves(batch.state, attempt) if job.spec.checkpoint.enabled else None
    for node_id in attempt.tasks:
        batch.emit(_start_task(batch, job, attempt, node_id, saves))


class _Saves(NamedTuple):
    """Parameters for saving while ranks run.

    Attributes:
        mtbf_ms: Expected run time of the gang until it loses a node.
        bytes_per_s: Bandwidth that the job may use to upload to the store.
    """

    mtbf_ms: int
    bytes_per_s: int


def _how_it_saves(state: State, attempt: Attempt) -> _Saves:
    return _Saves(gang_mtbf_ms(state, attempt), bandwidth.in_background(state, attempt))


class Yielding(NamedTuple):
    """The reason why a job stops in favour of another.

    Attributes:
        plan_id: The preemption plan.
        to_job_id: The other job.
    """

    plan_id: str
    to_job_id: str


class Saving(NamedTuple):
    """The save of a stopping job.

    Attributes:
        size_bytes: Estimated size; None: unknown.
        until_ms: Expected end of the save, ms since 1970 UTC; None: unknown, or the job is not to save.
        bytes_per_s: Bandwidth of its checkpoint slot; None: it has no slot.
    """

    size_bytes: int | None = None
    until_ms: int | None = None
    bytes_per_s: int | None = None

    @property
    def hopeless(self) -> bool:
        """Whether the save certainly cannot be stored in time; the job is then not asked to save."""
        return self.size_bytes is not None and self.until_ms is None


def stop(
    batch: BatchContext,
    job: Job,
    reason: str,
    *,
    requeues: bool = False,
    yielding: Yielding | None = None,
    saving: Saving | None = None,
) -> None:
    """Order all ranks of a job to stop; a job that is already stopping gets no second order.

    Args:
        batch: The batch.
        job: The job.
        reason: The reason, for people.
        requeues: Whether the job is queued again when it has stopped; this does not count as a failure.
        yielding: The plan by which it yields to another job, if it does.
        saving: Its save, if it stops because its node is about to be reclaimed.
    """
    attempt = job.attempt
    if attempt is None:
        return
    ordered = job.state is JobState.STOPPING
    saves = None if ordered else _with_bandwidth(batch, job, requeues, saving)
    batch.emit(
        JobStopping(
            job_id=job.job_id,
            attempt=attempt.number,
            reason=reason,
            requeues=requeues,
            plan_id=yielding.plan_id if yielding else "",
            yields_to=yielding.to_job_id if yielding else "",
            cause=StopCause.SPOT_RECLAIM if saving else StopCause.UNSTATED,
            save_bytes=saves.size_bytes if saves else None,
            saves_until_ms=saves.until_ms if saves else None,
            save_bytes_per_s=saves.bytes_per_s if saves else None,
        )
    )
    if ordered:
        return
    for node_id, task in attempt.tasks.items():
        if not task.exited:
            stop_on(batch, node_id, job, reason)


def _with_bandwidth(batch: BatchContext, job: Job, requeues: bool, saving: Saving | None) -> Saving | None:
    """Determine the save of a job that is about to stop, with bandwidth; None: it is not asked to save."""
    state, cause = batch.state, batch.cause.payload
    suspended = isinstance(cause, SuspendJob) and cause.job_id == job.job_id
    if not job.spec.checkpoint.enabled or not (requeues or suspended or _goes_on(job)):
        return None
    if saving is not None and (saving.hopeless or saving.bytes_per_s is not None):
        return saving
    bytes_per_s = bandwidth.left_for(state, job)
    if saving is not None or job.checkpoint is None:
        return Saving(bytes_per_s=bytes_per_s)
    size_bytes = job.checkpoint.size_bytes
    return Saving(size_bytes, state.now_ms - (-size_bytes * 1_000 // bytes_per_s), bytes_per_s)


def stop_on(batch: BatchContext, node_id: str, job: Job, reason: str) -> None:
    """Order one node to stop the ranks of a job's live attempt, even if they were given up."""
    if job.attempt is not None:
        ref = AttemptRef(job_id=job.job_id, attempt=job.attempt.number)
        drain = resuming_drain(batch.state, job) if _goes_on(job) else Drain(job.spec.grace_ms)
        upload = job.attempt.upload
        bytes_per_s = upload.bytes_per_s if upload else None
        stop_ref(batch, node_id, ref, reason, _before_it_is_taken(batch.state, job, drain), bytes_per_s)


def resuming_drain(state: State, job: Job) -> Drain:
    """Time for the ranks of a job that will be resumed to end, including time for a checkpoint."""
    checkpoint = job.spec.checkpoint
    if not checkpoint.enabled:
        return Drain(job.spec.grace_ms)
    return Drain(job.spec.grace_ms, min(checkpoint.grace_ms, state.policy.checkpoint_grace_max_ms))


def gone_at_ms(state: State, job: Job) -> int | None:
    """Time at which the first of a job's nodes will be reclaimed, ms since 1970 UTC; None: none will be."""
    if not state.taken or job.attempt is None:
        return None
    gone = [state.nodes[node_id].gone_at_ms for node_id in job.attempt.tasks]
    return min([at_ms for at_ms in gone if at_ms is not None], default=None)


def left_ms(state: State, gone_at_ms: int) -> int:
    """Time left for a job's ranks to end if its node is reclaimed at `gone_at_ms`, ms."""
    return max(limits.LEFT_MS_LEAST, gone_at_ms - state.policy.reclaim_margin_ms - state.now_ms)


def _before_it_is_taken(state: State, job: Job, drain: Drain) -> Drain:
    """Shorten the drain of a job if one of its nodes will be reclaimed."""
    gone_ms = gone_at_ms(state, job)
    if gone_ms is None:
        return drain
    request = job.stop_request
    hopeless = request is not None and request.taken and not request.saves
    asked = Drain(drain.grace_ms) if hopeless else drain
    return asked.within(left_ms(state, gone_ms))


def stop_ref(  # noqa: PLR0917  (what the order says)
    batch: BatchContext,
    node_id: str,
    ref: AttemptRef,
    reason: str,
    drain: Drain,
    bytes_per_s: int | None = None,
) -> None:
    """Order one node to stop an attempt, which the scheduler need not know."""
    batch.emit(
        StopTask(
            node_id=node_id,
            epoch=batch.state.epoch,
            order_seq=batch.cause.seq,
            job_id=ref.job_id,
            attempt=ref.attempt,
            grace_ms=drain.grace_ms,
            reason=reason,
            checkpoint_grace_ms=drain.checkpoint_ms,
            checkpoint_bytes_per_s=bytes_per_s if drain.checkpoint_ms else None,
        )
    )


def _goes_on(job: Job) -> bool:
    """Whether a job that is being stopped will later resume from its checkpoint."""
    request = job.stop_request
    requested = request is not None and request.becomes is not JobState.CANCELLED
    return bool(requested or job.resize_to or job.move_to or _may_save(job))


def _may_save(job: Job) -> bool:
    """Whether a watchdog ended the job while it was able to save, so that it can resume from that."""
    attempt = job.attempt
    if attempt is None:
        return False
    ended = attempt.ended_by(WatchdogAction.ENDED) is not None
    return ended or attempt.ended_by(WatchdogAction.RETRIED) is Watchdog.STRAGGLER


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


def _start_task(
    batch: BatchContext, job: Job, attempt: Attempt, node_id: str, saves: _Saves | None
) -> StartTask:
    spec, checkpoint, task = job.spec, job.checkpoint, attempt.tasks[node_id]
    rules = batch.state.failure_rules
    policy = batch.state.policy
    hang_after_ms = spec.hang_after_ms or policy.hang_after_ms.get(spec.tier)
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
        hang_after_ms=hang_after_ms,
        start_up_max_ms=policy.start_up_max_ms.get(spec.tier),
        straggler_after_ms=policy.straggler_after_ms.get(spec.tier) if spec.ranks > 1 else None,
        gpu_idle_max_ms=policy.gpu_idle_max_ms.get(spec.tier) if spec.resources.gpu_count else None,
        grace_ms=spec.grace_ms,
        checkpoint_enabled=spec.checkpoint.enabled,
        checkpoint_bytes_per_s=saves.bytes_per_s if saves else policy.job_upload_bytes_per_s,
        mtbf_ms=saves.mtbf_ms if saves else None,
        checkpoint_uri=checkpoint.uri if checkpoint else None,
        checkpoint_sha256=checkpoint.sha256 if checkpoint else None,
        checkpoint_file=checkpoint.file if checkpoint else None,
        checkpoints_earlier=tuple(
            [
                StoredCheckpoint(uri=each.recorded.uri, sha256=each.recorded.sha256, file=each.recorded.file)
                for each in reversed(job.earlier[-limits.CHECKPOINTS_EARLIER_MAX :])
            ]
        ),
        offline=spec.network is NetworkAccess.NONE,
        failure_rules_sha256=rules.sha256 if rules else None,
        failure_rules_version=rules.rules.version if rules else None,
    )
