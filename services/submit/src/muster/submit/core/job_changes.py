"""Changes of a job by each fact: its life cycle as shown in tables and documents. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, TypeAlias, assert_never

from muster.events import job_events as fact
from muster.events.shared.command_answers import CommandRejected
from muster.jobs.lifecycle import JobState, state_left
from muster.jobs.values.rules import written

Changes: TypeAlias = dict[str, Any]
"""New values for columns of `jobs`."""

_NO_REASON: Final[Changes] = {"reason_code": None, "reason_message": None, "reason_counts": None}
_NOT_PLACED: Final[Changes] = {
    "bound_at_ms": None,
    "started_at_ms": None,
    "ended_at_ms": None,
    "exit_code": None,
}


def job_changes(payload: fact.JobPayload, at_ms: int) -> Changes:
    """Return the columns changed by a fact; empty if it does not concern the job as a whole."""
    state = state_left(type(payload))
    return ({} if state is None else {"state": state}) | _besides_state(payload, at_ms)


def _besides_state(payload: fact.JobPayload, at_ms: int) -> Changes:  # noqa: C901, PLR0911  (one case a fact)
    match payload:
        case fact.JobQueued():
            return {**accepted(payload, at_ms), "attempt": 0, "message": "", **_NO_REASON, **_NOT_PLACED}
        case fact.JobPending():
            return reason(payload.code.value, payload.message, payload.counts)
        case fact.GangBound():
            bound = {"attempt": payload.attempt, "message": ""}
            return {**bound, **_NO_REASON, **_NOT_PLACED, "bound_at_ms": at_ms}
        case fact.JobStarted():
            return {"started_at_ms": at_ms}
        case fact.JobStopping():
            return {"message": payload.reason}
        case fact.JobRequeued():
            waits = reason(fact.PendingCode.QUEUED.value, payload.reason, {})
            return {"queued_at_ms": at_ms, "message": "", **waits, **_NOT_PLACED}
        case fact.JobSucceeded():
            return _ended(at_ms, "", exit_code=0)
        case fact.JobFailed():
            return _ended(at_ms, payload.reason, exit_code=payload.exit_code)
        case fact.JobCancelled():
            return _ended(at_ms, payload.reason)
        case fact.JobSuspended():
            waits = reason(fact.PendingCode.SUSPENDED.value, payload.reason, {})
            return {"message": "", **waits, **_NOT_PLACED}
        case fact.JobResumed():
            return {"queued_at_ms": at_ms, **_NO_REASON}
        case (
            fact.AttemptEnded()
            | fact.CheckpointRecorded()
            | fact.JobResizing()
            | fact.JobMoving()
            | fact.JobWarned()
            | fact.SaveTooLarge()
        ):
            return {}  # about an attempt; the effect on the job is a fact of its own
        case _:
            assert_never(payload)


def accepted(queued: fact.JobQueued, at_ms: int) -> Changes:
    """Return the columns of a newly accepted job."""
    spec, each = queued.spec, queued.spec.resources
    return {
        "tenant": queued.tenant,
        "name": spec.name,
        "team": spec.team,
        "project": spec.project,
        "user_name": spec.user,
        "queue": spec.queue,
        "tier": written(spec.tier),
        "state": JobState.QUEUED,
        "ranks": spec.ranks,
        "gpu_milli": spec.ranks * each.gpu_count * each.gpu_milli,
        "rank_cpu_milli": each.cpu_milli,
        "rank_memory_mib": each.memory_mib,
        "labels": dict(spec.labels),
        "spec": spec,
        "submitted_at_ms": at_ms,
        "queued_at_ms": at_ms,
    }


def rejected(payload: CommandRejected, at_ms: int) -> Changes:
    """Return the columns of a rejected job, so that looking it up by its id gives the reason."""
    return {
        "tenant": payload.tenant,
        "state": JobState.REJECTED,
        "submitted_at_ms": at_ms,
        "ended_at_ms": at_ms,
        "message": payload.message,
        **reason(payload.code.value, payload.message, {}),
    }


def reason(code: str, message: str, counts: Mapping[str, int]) -> Changes:
    """Return the columns with the reason for a job's state."""
    return {"reason_code": code, "reason_message": message, "reason_counts": dict(counts)}


def _ended(at_ms: int, message: str, exit_code: int | None = None) -> Changes:
    return {"ended_at_ms": at_ms, "message": message, "exit_code": exit_code, **_NO_REASON}
