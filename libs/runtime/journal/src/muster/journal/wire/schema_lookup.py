"""Looks up schemas in the background: a slow registry must not keep a leader from renewing its lease."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, Final, TypeVar

from muster.backoff import Backoff
from muster.events.wire.envelope import Topic
from muster.journal.clock import SystemClock
from muster.journal.errors import Unavailable
from muster.journal.wire.codec import SchemaRegistry

_BACKOFF: Final = Backoff(first_ms=200, longest_ms=5_000)
_ABSENT_MS: Final = 1_000

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class _Lookup:
    answer: Future[Any]
    asked_at_ms: int
    tries: int = 1

    def lacks(self, wanted: int, now_ms: int) -> bool:
        """Whether the answer is a list without this id, and is too old to be trusted."""
        over = self.answer.done() and self.answer.exception() is None
        return over and wanted not in self.answer.result() and now_ms >= self.asked_at_ms + _ABSENT_MS


class BackgroundRegistry:
    """A registry that never waits for schemas of others: it raises Unavailable until it has answered.

    A failed look-up is repeated by a later call, after 0.2 s, then 0.4 s, up to 5 s. That an id is not among
    the versions of a topic is trusted for a second, so any number of records with invented ids cost one
    look-up a second, not one each.
    """

    def __init__(self, registry: SchemaRegistry) -> None:
        self._registry = registry
        self._clock = SystemClock()
        self._pool = ThreadPoolExecutor(1, "schema-lookup")
        self._schemas: dict[int, _Lookup] = {}
        self._versions: dict[str, _Lookup] = {}

    def id_of(self, topic: Topic) -> int:
        """The id of this topic's schema; waits, because it is called at the start."""
        return self._registry.id_of(topic)

    def schema_of(self, schema_id: int) -> str | None:
        """Return the schema with this id; None: there is none.

        Raises:
            Unavailable: not known yet.
        """
        return self._answer(self._schemas, schema_id, lambda: self._registry.schema_of(schema_id))

    def versions_of(self, topic: Topic, wanted: int) -> Sequence[int]:
        """The ids of all versions of this topic's schema, oldest first.

        Raises:
            Unavailable: not known yet.
        """
        known = self._versions.get(topic.subject)
        if known is not None and known.lacks(wanted, self._clock.monotonic_ms()):
            del self._versions[topic.subject]
        return self._answer(self._versions, topic.subject, lambda: self._registry.versions_of(topic, wanted))

    def close(self) -> None:
        """Drop the look-ups in progress."""
        self._pool.shutdown(wait=False, cancel_futures=True)

    def _answer(self, lookups: dict[Any, _Lookup], key: object, ask: Callable[[], T]) -> T:
        now_ms = self._clock.monotonic_ms()
        lookup = lookups.get(key)
        if lookup is None:
            lookup = lookups[key] = _Lookup(self._pool.submit(ask), now_ms)
        if not lookup.answer.done():
            raise Unavailable(f"schema {key}: look-up in progress")
        error = lookup.answer.exception()
        if error is None:
            return lookup.answer.result()
        again_at_ms = lookup.asked_at_ms + _BACKOFF.pause_ms(lookup.tries)
        if isinstance(error, Unavailable) and now_ms >= again_at_ms:
            lookups[key] = _Lookup(self._pool.submit(ask), now_ms, lookup.tries + 1)
        raise error
