"""What a record on `job-events` or `log-events` says about the tables in Postgres. Pure.

One function, one `match`: each fact becomes rows with a key and final values. Facts that change no table are listed
by name at the end, so a new kind of fact is a type error here until somebody decides. Besides, every job fact is
kept whole in `job_events`, and the facts that answer a command fill `commands`.

The DDL is edge/tables.sql.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeAlias, assert_never, cast

from muster.events import job_events as fact
from muster.events import log_events as log
from muster.events.datum import Record, to_json
from muster.journal.journal import Delivery
from muster.submit.core.commands import command_rows
from muster.views.rows import Upsert

Payload: TypeAlias = fact.Payload | log.Payload


def table_rows(delivery: Delivery[Record]) -> list[Upsert]:
    """The rows of one record, in the order in which they apply."""
    payload = cast("Payload", delivery.envelope.payload)
    rows = _rows(payload, delivery)
    if isinstance(payload, log.LogChunkStored | log.LogClosed):
        return rows
    return [*rows, *command_rows(payload, delivery), _history(payload, delivery)]


def _rows(payload: Payload, delivery: Delivery[Record]) -> list[Upsert]:  # noqa: PLR0911, PLR0912, C901  (one case a fact)
    at_ms = delivery.envelope.occurred_at_ms
    match payload:
        case fact.JobQueued():
            return [_job(delivery, payload.job_id, **_accepted(payload, at_ms))]
        case fact.CommandRejected(command="SubmitJob"):
            return [_rejected_job(payload, delivery)]
        case fact.JobPending():
            return [_job(delivery, payload.job_id, **_reason(payload.code, payload.message, payload.counts))]
        case fact.GangBound():
            return _bound(payload, delivery)
        case fact.JobStarted():
            started = {"started_at_ms": at_ms}
            return [
                _job(delivery, payload.job_id, state="RUNNING", **started),
                _attempt(payload.job_id, payload.attempt, **started),
            ]
        case fact.JobStopping():
            return [_job(delivery, payload.job_id, state="STOPPING", message=payload.reason)]
        case fact.AttemptEnded():
            return [_attempt_ended(payload, at_ms)]
        case fact.JobRequeued():
            return [
                _job(
                    delivery,
                    payload.job_id,
                    state="QUEUED",
                    queued_at_ms=at_ms,
                    bound_at_ms=None,
                    started_at_ms=None,
                    message=payload.reason,
                    **_reason(fact.PendingCode.QUEUED, payload.reason, {}),
                )
            ]
        case fact.JobSucceeded():
            return [_job(delivery, payload.job_id, state="SUCCEEDED", ended_at_ms=at_ms, exit_code=0, message="")]
        case fact.JobFailed():
            ended = {"ended_at_ms": at_ms, "exit_code": payload.exit_code, "message": payload.reason}
            return [_job(delivery, payload.job_id, state="FAILED", **ended)]
        case fact.JobCancelled():
            ended = {"ended_at_ms": at_ms, "message": payload.reason, **_NO_REASON}
            return [_job(delivery, payload.job_id, state="CANCELLED", **ended)]
        case fact.JobSuspended():
            reason = _reason(fact.PendingCode.SUSPENDED, payload.reason, {})
            return [_job(delivery, payload.job_id, state="SUSPENDED", message=payload.reason, **reason)]
        case fact.JobResumed():
            return [_job(delivery, payload.job_id, state="QUEUED", queued_at_ms=at_ms, message="", **_NO_REASON)]
        case fact.CheckpointRecorded():
            return [_checkpoint(payload, at_ms)]
        case fact.NodeJoined():
            return [_node(payload.node_id, state="ready", changed_at_ms=at_ms, **_hardware(payload))]
        case fact.NodeSuspected():
            return [_node(payload.node_id, state="suspected", changed_at_ms=at_ms)]
        case fact.NodeRecovered():
            return [_node(payload.node_id, state="ready", changed_at_ms=at_ms)]
        case fact.NodeLost():
            return [_node(payload.node_id, state="lost", changed_at_ms=at_ms)]
        case fact.NodeCordoned():
            return [_node(payload.node_id, cordoned=True, cordoned_by=payload.requested_by, cordon_reason=payload.reason)]
        case fact.NodeUncordoned():
            return [_node(payload.node_id, cordoned=False, cordoned_by=None, cordon_reason=None)]
        case fact.GpuUnhealthy():
            return [_gpu(payload.node_id, payload.gpu_index, healthy=False, reason=payload.reason, changed_at_ms=at_ms)]
        case fact.GpuRecovered():
            return [_gpu(payload.node_id, payload.gpu_index, healthy=True, reason=None, changed_at_ms=at_ms)]
        case fact.QueueCreated():
            made = {"description": payload.description, "created_at_ms": at_ms, "deleted_at_ms": None}
            return [Upsert("queues", {"tenant": payload.tenant, "queue": payload.queue}, made)]
        case fact.QueueDeleted():
            return [Upsert("queues", {"tenant": payload.tenant, "queue": payload.queue}, {"deleted_at_ms": at_ms})]
        case log.LogChunkStored():
            return [_log_chunk(payload, delivery)]
        case log.LogClosed():
            return [_log_closed(payload, rank, delivery) for rank in payload.ranks]
        case fact.CommandRejected() | fact.CommandRepeated() | fact.PolicyActivated():
            return []  # `commands` and `job_events` have them
        case _:
            assert_never(payload)
