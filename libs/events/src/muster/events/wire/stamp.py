"""What a command is stamped with where it comes in: who asks, and its id and time. Pure: both are given."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeVar

from muster.events.wire.envelope import Envelope

P = TypeVar("P")


@dataclass(frozen=True, slots=True)
class Stamp:
    """What the edge mints for one command.

    Attributes:
        command_id: Unique for ever.
        now_ms: When it was asked for.
        producer: Service and instance.
    """

    command_id: str
    now_ms: int
    producer: str


@dataclass(frozen=True, slots=True)
class Asker:
    """Who asks.

    Attributes:
        tenant: Tenant, from the token.
        user: User, from the token.
    """

    tenant: str
    user: str


def stamped(command: P, key: str, stamp: Stamp) -> Envelope[P]:
    """The envelope of a command.

    Its event_id is the command_id that the caller gets; facts that answer it carry it as causation_id.
    A command starts a correlation of its own, so its id is also the correlation_id of all that follows.
    """
    return Envelope(
        event_id=stamp.command_id,
        key=key,
        occurred_at_ms=stamp.now_ms,
        producer=stamp.producer,
        correlation_id=stamp.command_id,
        payload=command,
    )
