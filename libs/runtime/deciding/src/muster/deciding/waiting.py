"""Inputs that were read and are not decided yet, in the order in which they will be.

The order is topic, partition, offset. Where its writer gives a topic one order (ADR 42) it is seq and index
over all partitions, and a record waits until watermarks have shown that nothing before it is missing.

The records of each partition are decided in the order in which they are stored, whatever their numbers: so
the position up to which each was decided shows which records a batch took, and in which order (`in_order`).
"""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, TypeAlias

from muster.deciding.service import DecidingService
from muster.events.shared.watermarks import Watermark
from muster.journal import Delivery, TopicPartition
from muster.journal.reading.order import Marks, Order, order_of

Queue: TypeAlias = deque[tuple[Order, Delivery[Any]]]
"""Waiting records of one partition, in its order, each with the order that its writer gave it."""

_NONE: Final[Order] = (0, 0)
"""Order of records of a topic that has none over its partitions."""

_LAST: Final = 1 << 62
"""After every index, and every seq."""

_NOTHING: Final = -2
"""Below every seq, and below facts without one."""


class Waiting:
    """Inputs between reading and deciding.

    What a step costs hangs on how many can be decided, not on how many wait: of a long backlog one partition
    may be read far ahead of another.

    Args:
        service: Service of the inputs.
    """

    def __init__(self, service: DecidingService) -> None:
        self._merged = service.merged
        self._marks = self._no_marks()
        self._queues: dict[TopicPartition, Queue] = defaultdict(deque)

    def add(self, deliveries: Iterable[Delivery[Any]]) -> None:
        """Add records that were read, in their order within each partition."""
        for delivery in deliveries:
            payload, place = delivery.envelope.payload, delivery.position
            order = _NONE
            if place.topic in self._marks:
                order = _order(delivery)
                if isinstance(payload, Watermark):
                    self._marks[place.topic].note(place.partition, payload.seq)
            self._queues[place.topic_partition].append((order, delivery))

    def ready(self) -> list[Delivery[Any]]:
        """Return the records that can be decided, in order."""
        return _merged(self._queues, {topic: _complete_to(marks) for topic, marks in self._marks.items()})

    def take(self, taken: Sequence[Delivery[Any]]) -> None:
        """Remove records that are decided: the first of those that were ready."""
        for delivery in taken:
            self._queues[delivery.position.topic_partition].popleft()

    def first_offsets(self) -> dict[TopicPartition, int]:
        """Return the offset of the first waiting record in each partition."""
        return {place: queue[0][1].position.offset for place, queue in self._queues.items() if queue}

    def clear(self) -> None:
        """Drop all records: they will be read again."""
        self._queues.clear()
        self._marks = self._no_marks()

    def _no_marks(self) -> dict[str, Marks]:
        return {topic.name: Marks(topic.partitions) for topic in self._merged}


def _complete_to(marks: Marks) -> int:
    """Return the seq up to which every record was read; below all while a partition has no watermark."""
    known = marks.complete_to_seq
    return _NOTHING if known is None else known


def in_order(service: DecidingService, taken: Iterable[Delivery[Any]]) -> list[Delivery[Any]]:
    """Return the records that one batch took and the core decided, in the order of the decisions."""
    merged = {topic.name for topic in service.merged}
    queues: dict[TopicPartition, Queue] = defaultdict(deque)
    for delivery in sorted(taken, key=lambda each: each.position):
        if service.decides(delivery.envelope.payload):
            place = delivery.position
            order = _order(delivery) if place.topic in merged else _NONE
            queues[place.topic_partition].append((order, delivery))
    return _merged(queues, {})


def _merged(queues: Mapping[TopicPartition, Queue], complete_to: Mapping[str, int]) -> list[Delivery[Any]]:
    """Return records in the order of decisions, as far as topics are complete; keeps partitions' order."""
    found: list[tuple[Order, Delivery[Any]]] = []
    for (topic, _), queue in queues.items():
        until, newest = complete_to.get(topic, _LAST), (_NOTHING, 0)
        for order, delivery in queue:
            newest = max(newest, order)
            if newest[0] > until:
                break
            found.append((newest, delivery))
    found.sort(key=lambda each: (each[1].position.topic, each[0], each[1].position))
    return [delivery for _, delivery in found]


def _order(delivery: Delivery[Any]) -> Order:
    """Return a record's place in its writer's order; a watermark comes after all facts of its seq."""
    payload = delivery.envelope.payload
    return (payload.seq, _LAST) if isinstance(payload, Watermark) else order_of(delivery.envelope)
