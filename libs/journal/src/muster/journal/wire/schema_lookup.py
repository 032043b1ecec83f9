"""Looks up schemas in the background: a slow registry must not keep a leader from renewing its lease."""

from __future__ import annotations

from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass

from muster.backoff import Backoff
from muster.events.wire.envelope import Topic
from muster.journal.clock import SystemClock
from muster.journal.errors import Unavailable
from muster.journal.wire.codec import SchemaRegistry

_BACKOFF = Backoff(first_ms=200, longest_ms=5_000)
_ABSENT_MS = 10_000
_LOOKUPS_MAX = 10_000


@dataclass(frozen=True, slots=True)
class _Lookup:
    answer: Future[str | None]
    asked_at_ms: int
    tries: int = 1

    def forgotten(self, now_ms: int) -> bool:
        """Whether the answer was "no such schema" and is too old to be trusted."""
        over = self.answer.done() and self.answer.exception() is None
        return over and self.answer.result() is None and now_ms >= self.asked_at_ms + _ABSENT_MS


class BackgroundRegistry:
    """A registry whose `schema_of` never waits: it raises Unavailable until the answer has arrived.

    A failed look-up is repeated by a later call, after 0.2 s, then 0.4 s, up to 5 s. "No such schema" is
    trusted for 10 s, so many records with an invalid id cost one look-up, not one each.
    """

    def __init__(self, registry: SchemaRegistry) -> None:
        self._registry = registry
        self._clock = SystemClock()
        self._pool = ThreadPoolExecutor(1, "schema-lookup")
        self._lookups: dict[int, _Lookup] = {}

    def id_of(self, topic: Topic) -> int:
        """The id of this topic's schema; waits, because it is called at the start."""
        return self._registry.id_of(topic)

    def schema_of(self, schema_id: int) -> str | None:
        """The schema with this id, None when there is none.

        Raises:
            Unavailable: not known yet.
        """
        now_ms = self._clock.monotonic_ms()
        lookup = self._lookups.get(schema_id)
        if lookup is None or lookup.forgotten(now_ms):
            if len(self._lookups) >= _LOOKUPS_MAX:
                self._lookups.clear()  # a sender invents ids; the codec caches the known schemas
            lookup = self._lookups[schema_id] = _Lookup(self._ask(schema_id), now_ms)
        if not lookup.answer.done():
            raise Unavailable(f"schema {schema_id}: look-up in progress")
        error = lookup.answer.exception()
        if error is None:
            return lookup.answer.result()
        again_at_ms = lookup.asked_at_ms + _BACKOFF.pause_ms(lookup.tries)
        if isinstance(error, Unavailable) and now_ms >= again_at_ms:
            self._lookups[schema_id] = _Lookup(self._ask(schema_id), now_ms, lookup.tries + 1)
        raise error

    def close(self) -> None:
        """Drop the look-ups in progress."""
        self._pool.shutdown(wait=False, cancel_futures=True)

    def _ask(self, schema_id: int) -> Future[str | None]:
        return self._pool.submit(self._registry.schema_of, schema_id)
