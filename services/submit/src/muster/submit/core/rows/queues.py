"""Conversion of facts about queues, the policy and failure rules to rows of their tables. Pure."""

from __future__ import annotations

from typing import Any, assert_never

from muster.events import job_events as fact
from muster.events.queue_commands import QueueSettings
from muster.events.wire.datum import Record
from muster.journal.journal import Delivery
from muster.views.rows import Upsert


def queue_rows(payload: fact.QueuePayload, delivery: Delivery[Record]) -> list[Upsert]:
    """Return the rows of one fact about a queue.

    The row keeps the place of the newest fact about its settings: their version. A measure has none.
    """
    at_ms = delivery.envelope.occurred_at_ms
    match payload:
        case fact.QueueCreated():
            created = {"description": payload.description, "created_at_ms": at_ms, "deleted_at_ms": None}
            empty = {"measure": None, "measured_at_ms": None}
            settings = payload.settings or QueueSettings()
            return [_queue(payload, **created, **empty, settings=settings.to_datum(), **_place(delivery))]
        case fact.QueueConfigured():
            return [_queue(payload, settings=payload.settings.to_datum(), **_place(delivery))]
        case fact.QueueMeasured():
            return [_queue(payload, measure=payload.to_datum(), measured_at_ms=at_ms)]
        case fact.QueueDeleted():
            return [_queue(payload, deleted_at_ms=at_ms)]
        case fact.QueueRestricted():
            said = {
                "tiers": [tier.value for tier in payload.tiers],
                "until_ms": payload.until_ms,
                "reason": payload.reason,
                "requested_by": payload.requested_by,
            }
            return [_restriction(payload, **said, restricted_at_ms=at_ms, ended_at_ms=None, lifted_by=None)]
        case fact.QueueRestrictionEnded():
            return [_restriction(payload, ended_at_ms=at_ms, lifted_by=payload.requested_by)]
        case _:
            assert_never(payload)


def policy_rows(payload: fact.PolicyPayload, delivery: Delivery[Record]) -> list[Upsert]:
    """Return the row of an activation; all of a kind are in one partition: the last offset is the newest."""
    activated = {
        "activated_by": payload.requested_by,
        "activated_at_ms": delivery.envelope.occurred_at_ms,
    }
    match payload:
        case fact.PolicyActivated():
            return [Upsert("policies", _place(delivery), {"policy": payload.policy.to_datum(), **activated})]
        case fact.FailureRulesActivated():
            said = {"version": payload.version, "sha256": payload.sha256, "rules": payload.rules}
            return [Upsert("failure_rules", _place(delivery), said | activated)]
        case _:
            assert_never(payload)


def _queue(payload: fact.QueuePayload, **columns: Any) -> Upsert:
    return Upsert("queues", {"tenant": payload.tenant, "queue": payload.queue}, columns)


def _restriction(payload: fact.QueueRestricted | fact.QueueRestrictionEnded, **columns: Any) -> Upsert:
    key = {"tenant": payload.tenant, "queue": payload.queue, "restriction": payload.restriction}
    return Upsert("queue_restrictions", key, columns)


def _place(delivery: Delivery[Record]) -> dict[str, int]:
    return {"event_partition": delivery.position.partition, "event_offset": delivery.position.offset}
