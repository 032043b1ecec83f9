"""Nodes reserved for a queue, as JSON."""

from __future__ import annotations

from typing import Annotated

from muster.submit.core.read_model import ReservationRow
from muster.submit.core.states import ReservationState
from muster.submit.edge.answers.times import Time, iso
from pydantic import Field
from typing_extensions import TypedDict


class Reservation(TypedDict):
    """Nodes reserved for a queue for a time window."""

    name: str
    queue: str
    gpu_model: str
    gpus: Annotated[int, Field(description="GPUs of all these nodes together.")]
    nodes: list[str]
    starts_at: Time | None
    ends_at: Time | None
    state: ReservationState
    requested_by: str
    reserved_at: Time | None


def reservation_json(reservation: ReservationRow) -> Reservation:
    """Convert a reservation."""
    return {
        "name": reservation.reservation,
        "queue": reservation.queue,
        "gpu_model": reservation.gpu_model,
        "gpus": reservation.gpu_count,
        "nodes": list(reservation.node_ids),
        "starts_at": iso(reservation.starts_at_ms),
        "ends_at": iso(reservation.ends_at_ms),
        "state": ReservationState(reservation.state),
        "requested_by": reservation.requested_by,
        "reserved_at": iso(reservation.reserved_at_ms),
    }
