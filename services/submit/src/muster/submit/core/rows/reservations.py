"""Conversion of facts about reservations for queues to rows of the table `reservations`. Pure."""

from __future__ import annotations

from typing import Any, assert_never

from muster.events import job_events as fact
from muster.submit.core.states import ReservationState
from muster.views.rows import Upsert


def reservation_row(payload: fact.ReservationPayload, at_ms: int) -> Upsert:
    """Return the row of one fact; reusing a name replaces the earlier reservation."""
    match payload:
        case fact.CapacityReserved():
            return _row(
                payload,
                queue=payload.queue,
                gpu_model=payload.gpu_model,
                gpu_count=payload.gpu_count,
                node_ids=list(payload.node_ids),
                starts_at_ms=payload.starts_at_ms,
                ends_at_ms=payload.ends_at_ms,
                requested_by=payload.requested_by,
                state=ReservationState.TO_COME,
                reserved_at_ms=at_ms,
                ended_at_ms=None,
            )
        case fact.CapacityReassigned():
            return _row(payload, node_ids=list(payload.node_ids))
        case fact.CapacityReservationStarted():
            return _row(payload, state=ReservationState.ACTIVE)
        case fact.CapacityReservationEnded():
            return _row(payload, state=ReservationState(payload.reason.lower()), ended_at_ms=at_ms)
        case _:
            assert_never(payload)


def _row(payload: fact.ReservationPayload, **columns: Any) -> Upsert:
    return Upsert("reservations", {"tenant": payload.tenant, "reservation": payload.reservation}, columns)
