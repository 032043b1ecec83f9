"""One projection: its topics, their mapping to rows, its view, and one step of it.

    reader at the view's positions -> poll -> rows -> view.apply(rows, spans)

The reader is never more than one batch ahead of the view, so an outage of the store costs no memory: nothing
is read for it while nothing can be written.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from muster.events.wire.datum import Record
from muster.events.wire.envelope import Topic
from muster.journal.journal import Delivery
from muster.journal.position import TopicPartition
from muster.telemetry import tracing
from muster.views.shared_reading import Polled, Readable
from muster.views.view import Span, View

R = TypeVar("R")

RECORDS_PER_BATCH = 2000
BATCH_BYTES_MAX = 8 * 1024 * 1024
"""A batch takes no further records once their encoded size reaches this."""

REST_MS = 100
"""Pause after a batch that was not full. A batch has a price of its own in every store (positions, a
transaction, a statement for each kind of row), so under a steady trickle fewer and larger ones cost less."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Projection(Generic[R]):
    """A projection of topics into a view.

    Attributes:
        name: Name for people: "tables", "search", "graph".
        topics: Topics to read.
        rows: The rows that follow from one record. Pure.
        view: View that stores the rows.
        records_per_batch: Maximum records written at once.
        rest_ms: The projector's pause after a batch of fewer records, so that the next has more in it.
    """

    name: str
    topics: Sequence[Topic]
    rows: Callable[[Delivery[Record]], Iterable[R]]
    view: View[R]
    records_per_batch: int = RECORDS_PER_BATCH
    rest_ms: int = REST_MS

    @property
    def reader_name(self) -> str:
        """Name of its reader, for dead letters and client ids."""
        return f"projector-{self.name}"


def offsets_missing(positions: Mapping[TopicPartition, int], target: Mapping[TopicPartition, int]) -> int:
    """Return the number of offsets that these positions are behind the target, over all partitions."""
    return sum(max(0, n - positions.get(partition, 0)) for partition, n in target.items())


class Feed(Generic[R]):
    """Brings a view up to date from its positions.

    Args:
        projection: Topics and rows.
        view: The view to bring up to date; the projection's own, or its next generation.
        journal: The log, or a shared reading of it.

    Attributes:
        rests: Whether the last step wrote something and read less than a full batch, so that a pause lets the
            next batch grow.

    Raises:
        Unavailable: the log's or the view's server does not answer.
    """

    def __init__(self, projection: Projection[R], view: View[R], journal: Readable) -> None:
        self._projection = projection
        self._view = view
        self._applied = view.positions()
        self._name = projection.reader_name
        self._reader: Polled = journal.reader(projection.topics, start=self._applied, name=self._name)
        self.rests = False

    def advance(
        self, timeout_s: float, until: Mapping[TopicPartition, int] | None = None
    ) -> Sequence[Delivery[Record]]:
        """Read one batch and apply it; returns the records applied, none when none arrived in time.

        Args:
            timeout_s: Maximum wait for records, seconds.
            until: Positions not to pass; records beyond are dropped, so this feed cannot be used afterwards.

        Raises:
            Overtaken: another process has moved the view; make a new feed.
        """
        deliveries, full = self._batch(timeout_s)
        reached = self._reader.positions()
        if until is not None:
            deliveries = [
                d for d in deliveries if d.position.offset < until.get(d.position.topic_partition, 0)
            ]
            reached = {k: min(n, until.get(k, 0)) for k, n in reached.items()}
        spans = self._spans(reached)
        if spans:
            topics = [d.position.topic for d in deliveries]
            with tracing.processing(self._name, topics, [d.trace for d in deliveries]):
                rows = [row for delivery in deliveries for row in self._projection.rows(delivery)]
                self._view.apply(rows, spans)
            self._applied.update({(s.topic, s.partition): s.end for s in spans})
        self.rests = bool(spans) and not full
        return deliveries

    def has_reached(self, target: Mapping[TopicPartition, int]) -> bool:
        """Whether the view holds everything before these positions."""
        return self.missing(target) == 0

    def missing(self, target: Mapping[TopicPartition, int]) -> int:
        """Return the number of offsets that the view is behind these positions."""
        return offsets_missing(self._applied, target)

    def waits(self) -> str | None:
        """Why it does not read on in some partition; None: it reads all of them."""
        return self._reader.waits()

    def close(self) -> None:
        """Close the reader; the view stays open."""
        self._reader.close()

    def _batch(self, timeout_s: float) -> tuple[list[Delivery[Record]], bool]:
        """The records of one batch, and whether it is full."""
        deliveries: list[Delivery[Record]] = []
        left, bytes_left = self._projection.records_per_batch, BATCH_BYTES_MAX
        while left > 0 and bytes_left > 0:
            polled = self._reader.poll(left, 0 if deliveries else timeout_s)
            if not polled:
                return deliveries, False
            deliveries += polled
            left -= len(polled)
            bytes_left -= sum(d.size_bytes for d in polled)
        return deliveries, True

    def _spans(self, reached: Mapping[TopicPartition, int]) -> list[Span]:
        """The spans from the view's positions to the reader's, where the reader is ahead."""
        return [
            Span(topic, partition, self._applied.get((topic, partition)), end)
            for (topic, partition), end in sorted(reached.items())
            if end > self._applied.get((topic, partition), 0)
        ]
