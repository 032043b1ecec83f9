"""States of nodes and reservations, as named in tables, documents and the API."""

from __future__ import annotations

from enum import StrEnum


class NodeState(StrEnum):
    """Whether valid heartbeats of a node arrive."""

    READY = "ready"
    SUSPECTED = "suspected"
    LOST = "lost"
    REFUSED = "refused"


class ReservationState(StrEnum):
    """State of a reservation for a queue."""

    TO_COME = "to-come"
    ACTIVE = "active"
    OVER = "over"
    CANCELLED = "cancelled"
