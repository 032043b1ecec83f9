"""Declaration of a reactor; `muster.service.starting.react` runs it as a role of its service."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, TypeAlias

from muster.backoff import Backoff
from muster.events.wire.datum import Record
from muster.events.wire.envelope import Topic
from muster.journal.journal import Delivery
from muster.journal.position import Start

_BACKOFF: Final = Backoff(first_ms=1_000, longest_ms=10 * 60_000)
_ATTEMPTS_MAX: Final = 12  # about 50 minutes with the pauses above


class Undeliverable(Exception):
    """Trying again will not help: the effect is parked with this reason."""


class Undelivered(Exception):
    """The effect could not be carried out this time; it is tried again."""


@dataclass(frozen=True, slots=True)
class Effect:
    """An effect that a fact asks for.

    Attributes:
        label: Distinguishes the effects of one fact; part of the idempotency key, so it never changes.
        payload: All data needed to carry it out, as JSON; nothing is looked up later.
        not_before_ms: Earliest time of the first attempt, milliseconds since 1970 UTC.
    """

    label: str
    payload: Mapping[str, Any]
    not_before_ms: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Item:
    """One effect to carry out now.

    Attributes:
        key: The idempotency key: the same at every attempt, and for every copy of the fact.
        label: The effect's.
        payload: The effect's.
        attempt: Number of this attempt, from 1.
    """

    key: str
    label: str
    payload: Mapping[str, Any]
    attempt: int


Perform: TypeAlias = Callable[[Item], None]
"""Carries an effect out, in bounded time; must be idempotent for the same key.

Raises:
    Undeliverable: it can never succeed, and is parked.
    Exception: it failed this time, and is retried.
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Reactor:
    """One kind of effects.

    Attributes:
        name: Name in the ledger and in idempotency keys; never changes.
        topics: Topics to follow.
        effects: Returns the effects of one fact. Pure.
        perform: Carries one effect out.
        begin: Start of a reactor that never ran: END, or it would fire for the whole past.
        attempts_max: Number of failed attempts after which an effect is parked.
        backoff: The pauses between attempts.
        given_up: Called with an effect and a reason before it is parked; called again if it raises.
    """

    name: str
    topics: Sequence[Topic]
    effects: Callable[[Delivery[Record]], Iterable[Effect]]
    perform: Perform
    begin: Start = Start.END
    attempts_max: int = _ATTEMPTS_MAX
    backoff: Backoff = field(default=_BACKOFF)
    given_up: Callable[[Item, str], None] | None = None


def idempotency_key(reactor: str, event_id: str, label: str) -> str:
    """Return the key of an effect, made from immutable parts, so that a repeated fact has no new effects."""
    return hashlib.sha256("\n".join((reactor, event_id, label)).encode()).hexdigest()[:32]
