"""The role `bodies`: texts of samples leave S3, of forgotten users at once, all others after their retention.

UserForgotten -> all objects of the user, and an hour later what servers had still to send
every hour    -> all objects of days before the retention
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Final, Protocol

from muster.backoff import Backoff, Pauses
from muster.events.drift_events import UserForgotten
from muster.events.topics import DRIFT_EVENTS
from muster.events.wire.datum import Record
from muster.journal import Clock, Delivery, Start
from muster.reactors import Effect, Reactor
from muster.reactors.reactor import Item
from muster.sampling.bodies import RETENTION_DAYS
from muster.store import NoSuchObject, StoreUnavailable
from muster.store.keys import SAMPLE_BODIES, sample_bodies_prefix, sample_body_ends_ms

_log = logging.getLogger(__name__)

NAME: Final = "drift-bodies"
"""Name of the reactor in the ledger."""

SWEEP_EVERY_S: Final = 3_600.0
SIDE_BY_SIDE: Final = 16
"""Requests to the store at a time."""

_HOUR_MS: Final = 3_600_000
_DAY_MS: Final = 86_400_000


class Store(Protocol):
    """The store of bodies; an ObjectStore."""

    def keys(self, prefix: str) -> list[str]:
        """Return keys, as ObjectStore.keys."""
        ...

    def delete(self, key: str) -> None:
        """Delete an object, as ObjectStore.delete."""
        ...


def reactor(store: Store) -> Reactor:
    """Return the reactor; one that never ran also carries out earlier requests."""

    def perform(item: Item) -> None:
        prefix = sample_bodies_prefix(str(item.payload["tenant"]), str(item.payload["user"]))
        _delete(store, store.keys(prefix))

    return Reactor(name=NAME, topics=[DRIFT_EVENTS], effects=effects, perform=perform, begin=Start.BEGINNING)


def effects(delivery: Delivery[Record]) -> Iterable[Effect]:
    """Return what a fact asks for."""
    match delivery.envelope.payload:
        case UserForgotten(tenant=tenant, user=user):
            whose = {"tenant": tenant, "user": user}
            later_ms = delivery.envelope.occurred_at_ms + _HOUR_MS
            return [Effect("delete", whose), Effect("delete again", whose, not_before_ms=later_ms)]
        case _:
            return []


def expired(keys: Iterable[str], now_ms: int) -> list[str]:
    """Return the keys of bodies to delete by their retention.

    A day that has yet to come is a wrong clock's: such a body would stay for long.
    """
    ends = ((key, sample_body_ends_ms(key)) for key in keys)
    first_ms, last_ms = now_ms - RETENTION_DAYS * _DAY_MS, now_ms + 2 * _DAY_MS
    return [key for key, end_ms in ends if end_ms is not None and not first_ms < end_ms <= last_ms]


class Sweeper:
    """A thread that deletes bodies after their retention.

    Args:
        store: Where they are.
        clock: The time.
        stop: Ends it.
        every_s: Time between two sweeps, seconds.
    """

    def __init__(
        self, store: Store, clock: Clock, stop: threading.Event, *, every_s: float = SWEEP_EVERY_S
    ) -> None:
        self._store, self._clock, self._stop, self._every_s = store, clock, stop, every_s
        self._thread = threading.Thread(target=self._run, name="bodies", daemon=True)

    def start(self) -> None:
        """Begin."""
        self._thread.start()

    def close(self) -> None:
        """Wait for its end."""
        self._stop.set()
        self._thread.join()

    def _run(self) -> None:
        pauses = Pauses(Backoff(first_ms=1_000, longest_ms=600_000))
        pause_s = 0.0
        while not self._stop.wait(pause_s):
            try:
                _delete(self._store, expired(self._store.keys(SAMPLE_BODIES), self._clock.now_ms()))
            except (NoSuchObject, StoreUnavailable):  # the former: there is no bucket yet
                pause_s = pauses.next_ms() / 1_000
                _log.warning("bodies: nothing is deleted; again in %.0f s", pause_s, exc_info=True)
            else:
                pauses.reset()
                pause_s = self._every_s


def _delete(store: Store, keys: Sequence[str]) -> None:
    with ThreadPoolExecutor(SIDE_BY_SIDE) as pool:
        list(pool.map(store.delete, keys))
