"""The states of jobs, nodes and reservations as the tables, the documents and the API name them."""

from __future__ import annotations

from enum import StrEnum
from typing import Final


class JobState(StrEnum):
    """Where a job is in its life."""

    QUEUED = "QUEUED"
    BOUND = "BOUND"
    RUNNING = "RUNNING"
    STOPPING = "STOPPING"
    SUSPENDED = "SUSPENDED"
    SUCCEEDED = "SUCCEEDED"
    FAILED = "FAILED"
    CANCELLED = "CANCELLED"
    REJECTED = "REJECTED"


ENDED: Final = frozenset({JobState.SUCCEEDED, JobState.FAILED, JobState.CANCELLED, JobState.REJECTED})
"""States a job does not leave."""


class NodeState(StrEnum):
    """Whether a node is heard."""

    READY = "ready"
    SUSPECTED = "suspected"
    LOST = "lost"


class ReservationState(StrEnum):
    """Where a reservation for a queue is in its life."""

    TO_COME = "to-come"
    ACTIVE = "active"
    OVER = "over"
    CANCELLED = "cancelled"
