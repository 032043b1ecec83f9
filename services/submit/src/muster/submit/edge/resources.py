"""Rows of the projections to the JSON of the API. What programs read is defined here."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, TypeAlias

from muster.api.etags import etag
from muster.events.job_commands import JobSpec
from muster.events.job_events import QueueMeasured
from muster.events.operator_commands import Policy
from muster.events.queue_commands import QueueSettings, Quota
from muster.jobs import InvalidDocument, from_spec, policy_data, quota_data, settings_data
from muster.jobs.quantities import format_time, from_milli
from muster.submit.core.queue_tree import Branch
from muster.submit.core.read_model import AttemptRow, JobRow, NodeRow, PolicyRow, QueueRow, ReservationRow

Json: TypeAlias = dict[str, Any]

_MILLION: Final = 1_000_000
_HOUR_MS: Final = 3_600_000


def iso(time_ms: int | None) -> str | None:
    """Milliseconds since 1970 as ISO 8601 in UTC, exact: 2026-11-21T02:29:21.123Z."""
    return None if time_ms is None else format_time(time_ms)


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
    """A queue: its settings as people write them, the tenant's jobs in it, and the newest measure."""
    return {
        "name": queue.queue,
        "description": queue.description or "",
        **queue_settings_json(queue),
        "created_at": iso(queue.created_at_ms),
        "etag": queue_etag(queue),
        "jobs": dict(queue.jobs),
        "measure": _measure_json(queue),
    }


def reservation_json(reservation: ReservationRow) -> Json:
    """Nodes reserved for a queue."""
    return {
        "name": reservation.reservation,
        "queue": reservation.queue,
        "gpu_model": reservation.gpu_model,
        "gpus": reservation.gpu_count,
        "nodes": list(reservation.node_ids),
        "starts_at": iso(reservation.starts_at_ms),
        "ends_at": iso(reservation.ends_at_ms),
        "state": reservation.state,
        "requested_by": reservation.requested_by,
        "reserved_at": iso(reservation.reserved_at_ms),
    }


def queue_tree_json(branch: Branch) -> Json:
    """A queue with those below it."""
    return queue_json(branch.row) | {"queues": [queue_tree_json(below) for below in branch.below]}


def queue_settings_json(queue: QueueRow) -> Json:
    """Shares and limits, every field written out."""
    return settings_data(QueueSettings.from_datum(queue.settings or {}))


def queue_etag(queue: QueueRow) -> str:
    """The version of a queue's settings."""
    return etag(queue.event_partition, queue.event_offset)


def _measure_json(queue: QueueRow) -> Json | None:
    """What the queue and those below it use, and what is due to it; None before the first measure."""
    if queue.measure is None:
        return None
    measured = QueueMeasured.from_datum(queue.measure)
    used = Quota(
        gpu_milli=measured.gpu_milli_used,
        gpu_milli_by_model=measured.gpu_milli_used_by_model,
        cpu_milli=measured.cpu_milli_used,
        memory_mib=measured.memory_mib_used,
    )
    return {
        "measured_at": iso(queue.measured_at_ms),
        "used": quota_data(used),
        "borrowed_gpus": from_milli(measured.gpu_milli_borrowed),
        "lent_gpus": from_milli(measured.gpu_milli_lent),
        "share": measured.share_ppm / _MILLION,
        "share_due": measured.share_due_ppm / _MILLION,
        "usage_gpu_hours": round(measured.usage_gpu_ms / _HOUR_MS, 3),
        "credit_gpu_hours": round(measured.credit_gpu_ms / _HOUR_MS, 3),
        "jobs_running": measured.jobs_running,
        "jobs_pending": measured.jobs_pending,
    }


def policy_json(policy: PolicyRow) -> Json:
    """A policy as people write it, and who activated it when."""
    return {
        **policy_fields_json(policy),
        "activated_by": policy.activated_by,
        "activated_at": iso(policy.activated_at_ms),
        "etag": policy_etag(policy),
    }


def policy_fields_json(policy: PolicyRow) -> Json:
    """The knobs."""
    return policy_data(Policy.from_datum(policy.policy))


def policy_etag(policy: PolicyRow) -> str:
    """The version of a policy: where its event is."""
    return etag(policy.event_partition, policy.event_offset)


def maintenance_json(window: Mapping[str, Any] | None) -> Json | None:
    """A window of maintenance."""
    if window is None:
        return None
    return {
        "starts_at": iso(window["starts_at_ms"]),
        "ends_at": iso(window["ends_at_ms"]),
        "requested_by": window["requested_by"],
        "reason": window["reason"],
    }


def node_json(node: NodeRow) -> Json:
    """A node of the cluster."""
    return {
        "node_id": node.node_id,
        "state": node.state,
        "cordoned": bool(node.cordoned),
        "cordoned_by": node.cordoned_by,
        "cordon_reason": node.cordon_reason,
        "draining": bool(node.draining),
        "drained_by": node.drained_by,
        "drain_reason": node.drain_reason,
        "in_maintenance": bool(node.in_maintenance),
        "maintenance": maintenance_json(node.maintenance),
        "executor": node.executor,
        "gpu_model": node.gpu_model or "",
        "gpu_count": node.gpu_count,
        "cpu_milli": node.cpu_milli,
        "memory_mib": node.memory_mib,
        "labels": {**(node.labels or {}), **(node.labels_set or {})},
        "taints": sorted({*(node.taints or ()), *(node.taints_set or ())}),
        "location": node.location or {},
        "ranks": node.ranks,
        "gpu_milli_used": node.gpu_milli_used,
        "cpu_milli_used": node.cpu_milli_used,
        "memory_mib_used": node.memory_mib_used,
        "gpus_unhealthy": list(node.gpus_unhealthy),
        "changed_at": iso(node.changed_at_ms),
    }
