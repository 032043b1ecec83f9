"""The states of nodes and reservations as the tables, the documents and the API name them."""

from __future__ import annotations

from enum import StrEnum


class NodeState(StrEnum):
    """State of a node, by the arrival of its valid heartbeats."""

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
