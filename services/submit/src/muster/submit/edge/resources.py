"""Rows of the projections to the JSON of the API. What programs read is defined here."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import Any, Final, TypeAlias

from muster.api.etags import etag
from muster.events.job_commands import JobSpec
from muster.jobs import InvalidDocument, from_spec
from muster.submit.core.read_model import AttemptRow, JobRow, NodeRow, QueueRow

Json: TypeAlias = dict[str, Any]

_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)


def iso(time_ms: int | None) -> str | None:
    """Milliseconds since 1970 as ISO 8601 in UTC, exact: 2026-11-21T02:29:21.123Z."""
    if time_ms is None:
        return None
    moment = _EPOCH + timedelta(milliseconds=time_ms)
    return moment.isoformat(timespec="milliseconds").replace("+00:00", "Z")


def job_json(job: JobRow) -> Json:
    """A job, as lists show it."""
    request = request_json(job.spec)
    return {
        "job_id": job.job_id,
        "name": job.name or "",
        "tenant": job.tenant,
        "team": job.team,
        "project": job.project,
        "user": job.user_name,
        "queue": job.queue,
        "tier": job.tier,
        "state": job.state,
        "reason": _reason(job),
        "attempt": job.attempt or 0,
        "ranks": job.ranks or 0,
        "resources": request.get("resources", {}),
        "labels": job.labels or {},
        "submitted_at": iso(job.submitted_at_ms),
        "queued_at": iso(job.queued_at_ms),
        "bound_at": iso(job.bound_at_ms),
        "started_at": iso(job.started_at_ms),
        "ended_at": iso(job.ended_at_ms),
        "exit_code": job.exit_code,
        "message": job.message or "",
        "placements": list(job.placements or ()),
        "spec": request,
    }


def _reason(job: JobRow) -> Json | None:
    if job.reason_code is None:
        return None
    return {
        "code": job.reason_code,
        "message": job.reason_message or "",
        "counts": job.reason_counts or {},
    }


def request_json(spec: Mapping[str, Any] | None) -> Json:
    """The request as it was accepted, every default written out; empty for a job that was rejected."""
    if spec is None:
        return {}
    try:
        return from_spec(JobSpec.from_datum(spec)).model_dump(mode="json", exclude_none=True)
    except InvalidDocument:  # accepted under rules that have since become stricter: as the log has it
        return dict(spec)


def job_etag(job: JobRow) -> str:
    """The version of a job: its newest event."""
    return etag(job.event_partition, job.event_offset)


def attempt_json(attempt: AttemptRow) -> Json:
    """One attempt of a job."""
    return {
        "attempt": attempt.attempt,
        "placements": list(attempt.placements or ()),
        "reason": attempt.reason or "",
        "waited_ms": attempt.waited_ms,
        "bound_at": iso(attempt.bound_at_ms),
        "started_at": iso(attempt.started_at_ms),
        "ended_at": iso(attempt.ended_at_ms),
        "outcome": attempt.outcome,
        "exit_code": attempt.exit_code,
        "signal": attempt.signal,
        "failed_rank": attempt.failed_rank,
        "failed_node_id": attempt.failed_node_id,
        "message": attempt.message or "",
    }


def queue_json(queue: QueueRow) -> Json:
    """A queue, with how much is in it."""
    return {
        "name": queue.queue,
        "description": queue.description or "",
        "created_at": iso(queue.created_at_ms),
        "jobs": dict(queue.jobs),
    }


def node_json(node: NodeRow) -> Json:
    """A node of the cluster."""
    return {
        "node_id": node.node_id,
        "state": node.state,
        "cordoned": bool(node.cordoned),
        "cordoned_by": node.cordoned_by,
        "cordon_reason": node.cordon_reason,
        "executor": node.executor,
        "gpu_model": node.gpu_model or "",
        "gpu_count": node.gpu_count,
        "cpu_milli": node.cpu_milli,
        "memory_mib": node.memory_mib,
        "labels": node.labels or {},
        "taints": list(node.taints or ()),
        "location": node.location or {},
        "ranks": node.ranks,
        "gpu_milli_used": node.gpu_milli_used,
        "cpu_milli_used": node.cpu_milli_used,
        "memory_mib_used": node.memory_mib_used,
        "gpus_unhealthy": list(node.gpus_unhealthy),
        "changed_at": iso(node.changed_at_ms),
    }
