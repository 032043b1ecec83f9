"""One line of the ledger, and how an effect can stand."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class State(StrEnum):
    """How an effect stands."""

    DUE = "due"
    """Nothing was tried yet."""
    FAILED = "failed"
    """Tried in vain; it is tried again."""
    DELIVERED = "delivered"
    """Carried out."""
    PARKED = "parked"
    """Given up, with a reason; a person may have it tried again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """One line of the ledger.

    Attributes:
        reactor: Whose.
        key: Its idempotency key.
        event_id: The fact that asked for it.
        position: Where that fact is in the log.
        label: Which of the fact's effects.
        state: How it stands.
        attempts: So many were begun.
        due_at_ms: When it is tried next, milliseconds since 1970 UTC; of no meaning once it is settled.
        reason: Why the last attempt failed; empty when none did.
        recorded_at_ms: When it was entered.
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
