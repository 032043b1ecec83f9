"""Entries of the ledger, and the states of an effect."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class State(StrEnum):
    """State of an effect."""

    DUE = "due"
    """Not tried yet."""
    FAILED = "failed"
    """Failed; will be retried."""
    DELIVERED = "delivered"
    """Carried out."""
    PARKED = "parked"
    """Given up, with a reason; a person can have it retried."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """One entry of the ledger.

    Attributes:
        reactor: Name of the reactor.
        key: Idempotency key of the effect.
        event_id: The fact that asked for it.
        position: Position of that fact on the log.
        label: Name of the effect among those of the fact.
        state: State of the effect.
        attempts: Number of attempts begun.
        due_at_ms: Time of the next attempt, milliseconds since 1970 UTC; meaningless once it is settled.
        reason: Error of the last failed attempt; empty: none failed.
        recorded_at_ms: Time at which it was recorded.
    """

    reactor: str
    key: str
    event_id: str
    position: str
    label: str
    state: State
    attempts: int
    due_at_ms: int
    reason: str
    recorded_at_ms: int

    def __post_init__(self) -> None:
        object.__setattr__(self, "state", State(self.state))
