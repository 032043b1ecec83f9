"""Inputs that were read and are not decided yet, in the order in which they will be.

The order is topic, partition, offset. Where its writer gives a topic one order (ADR 42) it is seq and index
over all partitions, and a record waits until watermarks have shown that nothing before it is missing.

Of each partition the records are decided in the order in which they stand there, whatever their numbers say:
so how far each partition was decided says which records a batch took, and in which order (`in_order`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final

from muster.deciding.service import DecidingService
from muster.events.shared.watermarks import Watermark
from muster.journal import Delivery, TopicPartition

_Order = tuple[int, int]

_NONE: Final[_Order] = (0, 0)
"""Of records of a topic without one order."""

_LAST: Final = 1 << 62
"""A watermark comes after all facts of its seq."""


class Waiting:
    """Inputs between reading and deciding.

    Args:
        service: Whose inputs.
    """

    def __init__(self, service: DecidingService) -> None:
        self._partitions = {topic.name: topic.partitions for topic in service.merged}
        self._complete_to: dict[TopicPartition, int] = {}
        self._waiting: list[Delivery[Any]] = []

    def __iter__(self) -> Iterator[Delivery[Any]]:
        return iter(self._waiting)

    def add(self, deliveries: Iterable[Delivery[Any]]) -> None:
        """These were read."""
        for delivery in deliveries:
            payload = delivery.envelope.payload
            if isinstance(payload, Watermark) and delivery.position.topic in self._partitions:
                self._complete_to[delivery.position.topic_partition] = payload.seq
            self._waiting.append(delivery)

    def ready(self) -> list[Delivery[Any]]:
        """Those that can be decided, in their order."""
        complete_to = {topic: self._complete(topic) for topic in self._partitions}
        return [
            delivery
            for order, delivery in _ordered(self._waiting, self._partitions)
            if order[0] <= complete_to.get(delivery.position.topic, _LAST)
        ]

    def take(self, taken: Sequence[Delivery[Any]]) -> None:
        """These are decided."""
        gone = {delivery.position for delivery in taken}
        self._waiting = [delivery for delivery in self._waiting if delivery.position not in gone]

    def first_offsets(self) -> dict[TopicPartition, int]:
        """Where the first that waits stands in each partition."""
        first: dict[TopicPartition, int] = {}
        for delivery in self._waiting:
            place = delivery.position
            first[place.topic_partition] = min(first.get(place.topic_partition, place.offset), place.offset)
        return first

    def clear(self) -> None:
        """All are read again."""
        self._waiting.clear()
        self._complete_to.clear()

    def _complete(self, topic: str) -> int:
        """Every record of the topic up to this seq was read; below all while a partition has no watermark."""
        marks = [self._complete_to.get((topic, number)) for number in range(self._partitions[topic])]
        known = [mark for mark in marks if mark is not None]
        return min(known) if len(known) == len(marks) else -2


def in_order(service: DecidingService, taken: Iterable[Delivery[Any]]) -> list[Delivery[Any]]:
    """What one batch took and the core decided, in the order in which it did."""
    decided = [delivery for delivery in taken if service.decides(delivery.envelope.payload)]
    return [delivery for _, delivery in _ordered(decided, {topic.name for topic in service.merged})]


def _ordered(
    deliveries: Iterable[Delivery[Any]], merged: Iterable[str]
) -> list[tuple[_Order, Delivery[Any]]]:
    """In the order of decisions; of each partition these follow on each other."""
    merged = frozenset(merged)
    newest: dict[TopicPartition, _Order] = {}
    ordered: list[tuple[_Order, Delivery[Any]]] = []
    for delivery in sorted(deliveries, key=lambda each: each.position):
        place, order = delivery.position, _NONE
        if place.topic in merged:
            order = max(_order(delivery), newest.get(place.topic_partition, _order(delivery)))
            newest[place.topic_partition] = order
        ordered.append((order, delivery))
    return sorted(ordered, key=lambda each: (each[1].position.topic, each[0], each[1].position))


def _order(delivery: Delivery[Any]) -> _Order:
    """Where its writer put it; facts written before facts had a seq come first, by time."""
    envelope = delivery.envelope
    if isinstance(envelope.payload, Watermark):
        return envelope.payload.seq, _LAST
    if envelope.seq is None:
        return -1, envelope.occurred_at_ms
    return envelope.seq, envelope.index or 0
