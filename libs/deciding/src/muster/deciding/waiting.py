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
from muster.journal.reading.order import Marks, Order, order_of

_NONE: Final[Order] = (0, 0)
"""Of records of a topic without one order."""

_LAST: Final = 1 << 62
"""After every index, and every seq."""

_NOTHING: Final = -2
"""Below every seq, and below facts without one."""


class Waiting:
    """Inputs between reading and deciding.

    Args:
        service: Whose inputs.
    """

    def __init__(self, service: DecidingService) -> None:
        self._merged = service.merged
        self._marks = self._no_marks()
        self._waiting: list[Delivery[Any]] = []

    def __iter__(self) -> Iterator[Delivery[Any]]:
        return iter(self._waiting)

    def add(self, deliveries: Iterable[Delivery[Any]]) -> None:
        """These were read."""
        for delivery in deliveries:
            payload, place = delivery.envelope.payload, delivery.position
            if isinstance(payload, Watermark) and place.topic in self._marks:
                self._marks[place.topic].note(place.partition, payload.seq)
            self._waiting.append(delivery)

    def ready(self) -> list[Delivery[Any]]:
        """Those that can be decided, in their order."""
        complete_to = {topic: _complete_to(marks) for topic, marks in self._marks.items()}
        return [
            delivery
            for order, delivery in _ordered(self._waiting, self._marks)
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
        self._marks = self._no_marks()

    def _no_marks(self) -> dict[str, Marks]:
        return {topic.name: Marks(topic.partitions) for topic in self._merged}


def _complete_to(marks: Marks) -> int:
    """Every record up to this seq was read; below all while a partition has no watermark."""
    known = marks.complete_to_seq
    return _NOTHING if known is None else known


def in_order(service: DecidingService, taken: Iterable[Delivery[Any]]) -> list[Delivery[Any]]:
    """What one batch took and the core decided, in the order in which it did."""
    decided = [delivery for delivery in taken if service.decides(delivery.envelope.payload)]
    return [delivery for _, delivery in _ordered(decided, {topic.name for topic in service.merged})]


def _ordered(deliveries: Iterable[Delivery[Any]], merged: Iterable[str]) -> list[tuple[Order, Delivery[Any]]]:
    """In the order of decisions; of each partition these follow on each other."""
    merged = frozenset(merged)
    newest: dict[TopicPartition, Order] = {}
    ordered: list[tuple[Order, Delivery[Any]]] = []
    for delivery in sorted(deliveries, key=lambda each: each.position):
        place, order = delivery.position, _NONE
        if place.topic in merged:
            order = max(_order(delivery), newest.get(place.topic_partition, _order(delivery)))
            newest[place.topic_partition] = order
        ordered.append((order, delivery))
    return sorted(ordered, key=lambda each: (each[1].position.topic, each[0], each[1].position))


def _order(delivery: Delivery[Any]) -> Order:
    """Where its writer put it; a watermark comes after all facts of its seq."""
    payload = delivery.envelope.payload
    return (payload.seq, _LAST) if isinstance(payload, Watermark) else order_of(delivery.envelope)
