"""Looks up schemas in the background: a slow registry must not keep a leader from renewing its lease."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from typing import Generic, TypeVar, cast

from muster.backoff import Backoff
from muster.events.wire.envelope import Topic
from muster.journal.clock import SystemClock
from muster.journal.errors import Unavailable
from muster.journal.wire.codec import SchemaRegistry

_BACKOFF = Backoff(first_ms=200, longest_ms=5_000)
_ABSENT_MS = 10_000
_LOOKUPS_MAX = 100_000
_AT_ONCE = 4


T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class _Lookup(Generic[T]):
    answer: Future[T]
    asked_at_ms: int
    tries: int = 1

    def forgotten(self, now_ms: int) -> bool:
        """Whether the answer was a no and is too old to be trusted."""
        over = self.answer.done() and self.answer.exception() is None
        return over and not self.answer.result() and now_ms >= self.asked_at_ms + _ABSENT_MS


class BackgroundRegistry:
    """A registry that never waits for a schema's id: it raises Unavailable until the answer has arrived.

    A failed look-up is repeated by a later call, after 0.2 s, then 0.4 s, up to 5 s. "No such schema" is
    trusted for 10 s, so many records with an invalid id cost one look-up, not one each.
    """

    def __init__(self, registry: SchemaRegistry) -> None:
        self._registry = registry
        self._clock = SystemClock()
        self._pool = ThreadPoolExecutor(_AT_ONCE, "schema-lookup")
        self._lookups: dict[object, _Lookup[object]] = {}

    def id_of(self, topic: Topic) -> int:
        """The id of this topic's schema; waits, because it is called at the start."""
        return self._registry.id_of(topic)

    def schema_of(self, schema_id: int) -> str | None:
        """The schema with this id, None when there is none.

        Raises:
            Unavailable: not known yet.
        """
        return self._answer(schema_id, f"schema {schema_id}", lambda: self._registry.schema_of(schema_id))

    def is_newer(self, topic: Topic, schema_id: int) -> bool:
        """Whether this schema is a later version of the topic's than this version of the code has.

        Raises:
            Unavailable: not known yet.
        """
        return self._answer(
            (topic.name, schema_id),
            f"schema {schema_id} of {topic.name}",
            lambda: self._registry.is_newer(topic, schema_id),
        )

    def close(self) -> None:
        """Drop the look-ups in progress."""
        self._pool.shutdown(wait=False, cancel_futures=True)

    def _answer(self, key: object, what: str, ask: Callable[[], T]) -> T:
        now_ms = self._clock.monotonic_ms()
        lookup = cast("_Lookup[T] | None", self._lookups.get(key))
        if lookup is None or lookup.forgotten(now_ms):
            if len(self._lookups) >= _LOOKUPS_MAX:
                self._lookups.clear()  # a sender invents ids; the codec caches the known schemas
            lookup = self._begin(key, ask, now_ms)
        if not lookup.answer.done():
            raise Unavailable(f"{what}: look-up in progress")
        error = lookup.answer.exception()
        if error is None:
            return lookup.answer.result()
        again_at_ms = lookup.asked_at_ms + _BACKOFF.pause_ms(lookup.tries)
        if isinstance(error, Unavailable) and now_ms >= again_at_ms:
            self._begin(key, ask, now_ms, lookup.tries + 1)
        raise error

    def _begin(self, key: object, ask: Callable[[], T], now_ms: int, tries: int = 1) -> _Lookup[T]:
        lookup = _Lookup(self._pool.submit(ask), now_ms, tries)
        self._lookups[key] = cast("_Lookup[object]", lookup)
        return lookup
