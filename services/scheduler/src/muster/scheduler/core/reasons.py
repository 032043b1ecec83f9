"""Why a job waits: one dominant reason, the numbers behind it, one sentence; told when it changes.

Jobs of one line wait for the same reason, so it is worked out once for the line (`work_out`, from the
kernel's `shortfall`: the same code that just failed to place it) and told to each (`tell`). Both are
rate-limited (limits), or a busy cluster with 50,000 waiting jobs would do nothing else: a code that changed
reaches every job, some a little later; numbers that changed reach the first of the line.
"""

from __future__ import annotations

from dataclasses import fields

from muster.cluster import Shortfall, ShortfallCode
from muster.events.job_events import JobPending, JobRequeued, PendingCode
from muster.scheduler.core import limits, policy_geometry, policy_head, policy_quota, policy_topology
from muster.scheduler.core.job import Job
from muster.scheduler.core.pending import Line, Reason
from muster.scheduler.core.policy_quota import Short
from muster.scheduler.core.state import State
from muster.scheduler.core.turn import Turn

CODES = {
    ShortfallCode.NO_NODES: PendingCode.NO_NODES,
    ShortfallCode.MODEL_ABSENT: PendingCode.MODEL_ABSENT,
    ShortfallCode.TOO_LARGE: PendingCode.TOO_LARGE,
    ShortfallCode.CLUSTER_TOO_SMALL: PendingCode.CLUSTER_TOO_SMALL,
    ShortfallCode.NODES_UNSCHEDULABLE: PendingCode.NODES_UNSCHEDULABLE,
    ShortfallCode.GANG_SHORT: PendingCode.GANG_SHORT,
    ShortfallCode.GPUS_BUSY: PendingCode.GPUS_BUSY,
    ShortfallCode.GPUS_FRAGMENTED: PendingCode.GPUS_FRAGMENTED,
    ShortfallCode.FRACTION_FRAGMENTED: PendingCode.FRACTIONS_FRAGMENTED,
    ShortfallCode.CPU_SHORT: PendingCode.CPU_SHORT,
    ShortfallCode.MEMORY_SHORT: PendingCode.MEMORY_SHORT,
}
"""The kernel's codes in the words of job-events."""

_CURED_BY_GEOMETRY = (
    PendingCode.GPUS_BUSY,
    PendingCode.GPUS_FRAGMENTED,
    PendingCode.FRACTIONS_FRAGMENTED,
    PendingCode.GANG_SHORT,
)

_COUNTS = tuple(f.name for f in fields(Shortfall) if f.name not in ("code", "sentence"))


def work_out(state: State, line: Line) -> None:
    """Find out why a blocked line does not fit, unless that was done a moment ago."""
    if line.reason and state.now_ms < line.reason.found_at_ms + limits.REASON_INTERVAL_MS:
        line.reason_stale = True
        return
    reason = _reason(state, line)
    if line.reason is None or line.reason.code is not reason.code:
        line.told_upto = -1
    line.reason, line.reason_stale = reason, False


def tell(turn: Turn) -> None:
    """Tell jobs that wait why, where it is news to them."""
    state = turn.state
    blocked = [line for line in state.pending.lines() if line.blocked]
    for line in blocked:
        if line.reason_stale:
            work_out(state, line)
    left = limits.REASONS_PER_PASS_MAX
    for line in sorted((line for line in blocked if line.untold), key=_order):
        left -= _tell_code(turn, line, left)
    for line in sorted((line for line in blocked if _counts_due(state, line)), key=_order):
        _tell(turn, line, state.jobs[line.first_job_id])


def told_to_wait(turn: Turn, requeued: JobRequeued) -> None:
    """Tell a job that it waits before its next attempt."""
    job = turn.state.jobs[requeued.job_id]
    if job.not_before_ms > turn.state.now_ms:
        wait_ms = job.not_before_ms - turn.state.now_ms
        turn.emit(
            JobPending(
                job_id=job.job_id,
                code=PendingCode.RETRY_BACKOFF,
                message=f"attempt {requeued.attempt_next} follows in {wait_ms} ms: {requeued.reason}",
                counts={"not_before_ms": job.not_before_ms, "wait_ms": wait_ms},
            )
        )


def deadline_ms(state: State) -> int | None:
    """When a reason is due to be worked out again, or told to more jobs, though nothing comes in."""
    due: list[int] = []
    for line in state.pending.lines():
        if line.blocked and line.reason:
            if line.reason_stale:
                due.append(line.reason.found_at_ms + limits.REASON_INTERVAL_MS)
            if line.untold:
                due.append(state.now_ms + limits.REASON_INTERVAL_MS)
    return min(due, default=None)


def _order(line: Line) -> tuple[int, int]:
    return line.tier_rank, line.first_place


def _tell_code(turn: Turn, line: Line, limit: int) -> int:
    """Tell the next jobs of a line; how many were looked at."""
    waiting = line.after(line.told_upto, limit)
    for place, job_id in waiting:
        line.told_upto = place
        job = turn.state.jobs[job_id]
        if line.reason and job.told is not line.reason.code:
            _tell(turn, line, job)
    return len(waiting)


def _tell(turn: Turn, line: Line, job: Job) -> None:
    reason = line.reason
    if reason is None:
        return
    if job.place == line.first_place:
        line.counts_told, line.counts_told_at_ms = reason.counts, turn.state.now_ms
    turn.emit(JobPending(job_id=job.job_id, code=reason.code, message=reason.message, counts=reason.counts))


def _counts_due(state: State, line: Line) -> bool:
    return (
        line.reason is not None
        and line.reason.counts != line.counts_told
        and state.now_ms >= line.counts_told_at_ms + limits.COUNTS_INTERVAL_MS
    )


def _reason(state: State, line: Line) -> Reason:
    short = policy_quota.admission(state, line.key).short
    if short:
        return _quota_reason(state, short)
    if line is policy_head.held_line(state):
        with policy_head.nodes_opened(state):
            return _room_reason(state, line)
    return _room_reason(state, line)


def _room_reason(state: State, line: Line) -> Reason:
    """What the cluster lacks for the jobs of a line."""
    shortfall = state.cluster.shortfall(line.kind.shape, line.kind.ranks)
    if shortfall is None:
        laid_out = policy_topology.reason(state, line.kind)
        if laid_out is not None:
            return laid_out
        message = "no rendezvous port is free on any of its nodes"
        return Reason(PendingCode.GANG_SHORT, message, {"ranks_wanted": line.kind.ranks}, state.now_ms)
    counts = {name: int(getattr(shortfall, name)) for name in _COUNTS}
    code, message = CODES[shortfall.code], shortfall.sentence
    hold = state.hold
    if (
        code is PendingCode.NODES_UNSCHEDULABLE
        and hold
        and policy_head.could_use_held(state, line.kind.shape)
    ):
        code = PendingCode.HELD_FOR_HEAD
        message = f"{len(hold.node_ids)} nodes are held for {hold.job_id}, which heads the line: {message}"
        counts["nodes_held"] = len(hold.node_ids)
    frozen = policy_geometry.frozen_for(state, line.kind) if code in _CURED_BY_GEOMETRY else []
    if frozen:
        code = PendingCode.GEOMETRY_FROZEN
        interval_ms = state.policy.mig_change_interval_ms
        message = f"{len(frozen)} empty GPUs changed their geometry less than {interval_ms} ms ago: {message}"
        counts |= {"gpus_frozen": len(frozen), "thaws_at_ms": state.frozen[frozen[0]] + interval_ms}
    return Reason(code, message, counts, state.now_ms)


def _quota_reason(state: State, short: Short) -> Reason:
    counts = {"asked": short.asked, "used": short.used, "most": short.most}
    name = short.queue[1]
    if short.resource.endswith("jobs_running_max"):
        message = f"queue {name!r} runs {short.used} jobs; its {short.resource} is {short.most}"
        return Reason(PendingCode.JOB_LIMIT, message, counts, state.now_ms)
    message = (
        f"queue {name!r} holds {short.used} of at most {short.most} {short.resource}; this asks {short.asked}"
    )
    return Reason(PendingCode.QUOTA_EXHAUSTED, message, counts, state.now_ms)
