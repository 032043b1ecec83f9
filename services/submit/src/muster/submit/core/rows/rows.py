"""Conversion of records on `job-events`, `log-events` and command topics to rows in Postgres. Pure.

Each fact becomes rows with a key and final values. Every `match` here and in the parts ends in
`assert_never`: a part lists the facts of its own subject by name, so that a new one is a type error until its
handling is decided; other subjects are passed over as groups. In addition, every fact but a measurement is
stored whole in `job_events`, and the facts that answer a command fill `commands`.

The DDL is edge/tables.sql; that of `commands` and `commands_received` is muster.views.commands.
"""

from __future__ import annotations

import math
import zlib
from collections.abc import Mapping, Sequence
from typing import Any, Final, TypeAlias, assert_never, cast

from muster.events import job_events as fact
from muster.events import log_events as log
from muster.events.shared.command_answers import CommandRejected, CommandRepeated
from muster.events.shared.watermarks import Watermark
from muster.events.topics import JOB_COMMANDS, OPERATOR_COMMANDS, QUEUE_COMMANDS
from muster.events.wire.datum import Record
from muster.journal.journal import Delivery
from muster.store.addressed import key_of
from muster.store.keys import log_of
from muster.submit.core.rows.checkpoints import checkpoint_row, expiry_row
from muster.submit.core.rows.commands import command_rows
from muster.submit.core.rows.jobs import job_rows
from muster.submit.core.rows.nodes import node_rows
from muster.submit.core.rows.queues import policy_rows, queue_rows
from muster.submit.core.rows.reservations import reservation_row
from muster.views.commands import received
from muster.views.json_text import event_text
from muster.views.rows import Append, TableRow, Upsert

COMMAND_TOPICS: Final = frozenset({JOB_COMMANDS.name, QUEUE_COMMANDS.name, OPERATOR_COMMANDS.name})

REFUSALS_MAX: Final = 1_024
_REFUSAL_CHARS_MAX: Final = 1_000

Payload: TypeAlias = fact.Payload | log.Payload


def table_rows(delivery: Delivery[Record]) -> list[TableRow]:
    """Return the rows of one record, in the order in which they apply."""
    if delivery.position.topic in COMMAND_TOPICS:
        return [*received(delivery)]
    payload = cast("Payload", delivery.envelope.payload)
    match payload:
        case log.LogChunkStored():
            return [_log_chunk(payload, delivery)] if _is_its_own(payload) else []
        case log.LogClosed():
            return [_log_closed(payload, rank, delivery) for rank in payload.ranks]
        case log.TaskProgressed():
            return [_progress(payload)]
        case log.ProgressRefused():
            return [_progress_row(payload, {"problem": payload.message})]
        case log.CheckpointRestored() | log.CheckpointDamaged():
            return [checkpoint_row(payload, delivery.envelope.occurred_at_ms)]
        case Watermark():
            return []  # it orders facts, but is not one
        case fact.QueueMeasured():
            return [*_fact_rows(payload, delivery)]  # the newest is enough: the log has the others
        case _:
            return [*_fact_rows(payload, delivery), *command_rows(payload, delivery), _history(delivery)]


def _fact_rows(payload: fact.Payload, delivery: Delivery[Record]) -> Sequence[Upsert]:
    at_ms = delivery.envelope.occurred_at_ms
    match payload:
        case fact.JobFact() | CommandRejected():
            return job_rows(payload, delivery)
        case fact.CheckpointExpired() | fact.CheckpointDeleted():
            return [expiry_row(payload, at_ms)]
        case fact.OutputFact():
            return []  # recorded in `job_events`; the chunks give the place of output
        case fact.NodeFact():
            return node_rows(payload, at_ms)
        case fact.QueueFact():
            return queue_rows(payload, delivery)
        case fact.ReservationFact():
            return [reservation_row(payload, at_ms)]
        case fact.PolicyFact():
            return policy_rows(payload, delivery)
        case fact.PlanFact() | CommandRepeated() | Watermark():
            return []  # recorded in `job_events` or `commands`
        case _:
            assert_never(payload)


def _history(delivery: Delivery[Record]) -> Append:
    """Return the row with the fact itself, for users and external programs."""
    envelope, position = delivery.envelope, delivery.position
    return Append(
        "job_events",
        {"partition": position.partition, "offset": position.offset},
        {
            "key": envelope.key,
            "type": type(envelope.payload).__name__,
            "occurred_at_ms": envelope.occurred_at_ms,
            "event": event_text(envelope),
        },
    )


def _is_its_own(chunk: log.LogChunkStored) -> bool:
    """Whether its object is output of the rank it names: readers get the bytes at its address."""
    try:
        return log_of(key_of(chunk.uri)) == (chunk.job_id, chunk.attempt, chunk.rank)
    except ValueError:
        return False


def refused_rows(delivery: Delivery[Record], problem: str) -> list[TableRow]:
    """Return the row of a record on `log-events` refused because of its sender, to be shown with its node.

    A sender may name any node, so the names share a fixed number of rows: the newest refusal stays. Each
    partition has its own, because only within one is there an order that a rebuild repeats.
    """
    payload = cast("log.Payload", delivery.envelope.payload)
    slot = {
        "log_partition": delivery.position.partition,
        "slot": zlib.crc32(payload.node_id.encode()) % REFUSALS_MAX,
    }
    message = f"an event about output in its name was refused: {problem}"[:_REFUSAL_CHARS_MAX]
    refused_at_ms = delivery.appended_at_ms
    columns = {"node_id": payload.node_id, "message": message, "refused_at_ms": refused_at_ms}
    return [Upsert("output_refusals", slot, columns)]


def _log_chunk(chunk: log.LogChunkStored, delivery: Delivery[Record]) -> Upsert:
    stream = {"rank": chunk.rank, "stream": chunk.stream.value.lower(), "chunk": chunk.chunk}
    return Upsert(
        "log_chunks",
        {"job_id": chunk.job_id, "attempt": chunk.attempt, **stream, "node_id": chunk.node_id},
        {
            "tenant": chunk.tenant,
            "first_byte": chunk.first_byte,
            "size_bytes": chunk.size_bytes,
            "written_at_ms": chunk.written_at_ms,
            "uri": chunk.uri,
            "sha256": chunk.sha256,
            "log_partition": delivery.position.partition,
            "log_offset": delivery.position.offset,
        },
    )


def _log_closed(closed: log.LogClosed, rank: int, delivery: Delivery[Record]) -> Upsert:
    return Upsert(
        "log_ends",
        {"job_id": closed.job_id, "attempt": closed.attempt, "rank": rank, "node_id": closed.node_id},
        {
            "tenant": closed.tenant,
            "bytes_lost": closed.bytes_lost,
            "log_offset": delivery.position.offset,
        },
    )


def _progress(said: log.TaskProgressed) -> Upsert:
    # JSON cannot represent NaN
    metrics = {name: value if math.isfinite(value) else str(value) for name, value in said.metrics.items()}
    columns = {
        "step": said.step,
        "total": said.total,
        "metrics": metrics,
        "steps_per_s": said.steps_per_s,
        "eta_ms": said.eta_ms,
        "reported_at_ms": said.reported_at_ms,
        "problem": None,
    }
    return _progress_row(said, columns)


def _progress_row(said: log.TaskProgressed | log.ProgressRefused, columns: Mapping[str, Any]) -> Upsert:
    whose = {"job_id": said.job_id, "attempt": said.attempt, "rank": said.rank, "node_id": said.node_id}
    return Upsert("progress", whose, {"tenant": said.tenant, **columns})
