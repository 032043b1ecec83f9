"""The envelope of a command: who asks, its id and its time. Pure: all are given."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeVar

from muster.events.wire.envelope import Envelope

P = TypeVar("P")


@dataclass(frozen=True, slots=True)
class Stamp:
    """The id, time and producer of one command, made at the edge.

    Attributes:
        command_id: Globally unique.
        now_ms: When it was requested, milliseconds since 1970 UTC.
        producer: Service and instance.
    """

    command_id: str
    now_ms: int
    producer: str


@dataclass(frozen=True, slots=True)
class Asker:
    """The caller.

    Attributes:
        tenant: Tenant, from the token.
        user: User, from the token.
    """

    tenant: str
    user: str


def stamped(command: P, key: str, stamp: Stamp) -> Envelope[P]:
    """The envelope of a command.

    Its event_id is the command_id that the caller gets; facts that answer it have it as causation_id.
    A command starts a new correlation, so its id is also the correlation_id of everything that follows.
    """
    return Envelope(
        event_id=stamp.command_id,
        key=key,
        occurred_at_ms=stamp.now_ms,
        producer=stamp.producer,
        correlation_id=stamp.command_id,
        payload=command,
    )
