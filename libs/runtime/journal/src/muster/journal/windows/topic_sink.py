"""Sink that appends closed windows, and the progress behind them, to a topic.

All records of an input partition go to one partition of the topic: a reader that has read a progress has read
every window that it closes. They are idempotent, and acknowledged by all replicas, before the progress is
sent. Ids and contents depend only on the window, so duplicates are known by `event_id`.

The progress is found by reading the topic backwards. A small compacted topic beside it would be read faster,
but would be a second truth: the progress there could be ahead of the windows here after a restore of one.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from dataclasses import astuple
from typing import Any, Final

from muster.events.wire.envelope import Envelope, Topic
from muster.journal.journal import Journal, Outgoing
from muster.journal.position import Start, TopicPartition
from muster.journal.windows.fold import Aggregation
from muster.journal.windows.rows import Progress, WindowRow

_FIRST_BACK: Final = 1_000
_FURTHER: Final = 8


class TopicSink:
    """ClosedSink on a topic.

    Args:
        journal: The log.
        aggregation: Aggregation whose windows they are.
        topic: Topic for the windows; best with as many partitions as the aggregation's: then a partition
            without progress has no records either that `positions` would read in vain.
        record_of: Payload of a closed window; pure. None: the window is not recorded.
        progress_of: Payload of a progress; pure.
        progress_in: Progress in a payload of the topic; None: it is another record, or of another series.
        producer: Name of this process in what it writes.
    """

    def __init__(
        self,
        journal: Journal,
        aggregation: Aggregation[Any],
        topic: Topic,
        *,
        record_of: Callable[[WindowRow], Any | None],
        progress_of: Callable[[Progress], Any],
        progress_in: Callable[[Any], Progress | None],
        producer: str,
    ) -> None:
        self._journal = journal
        self._series = aggregation.name
        self._partitions = aggregation.topic.partitions
        self._topic = topic
        self._record_of = record_of
        self._progress_of = progress_of
        self._progress_in = progress_in
        self._name = producer
        self._producer = journal.producer(f"windows-{aggregation.name}")

    def positions(self) -> Mapping[int, Progress]:
        """Return the furthest progress near the end of each partition's records.

        Raises:
            Unavailable: the broker did not answer.
            PositionLost: retention removed records meanwhile; the next call works.
        """
        first, ends = self._bounds(Start.BEGINNING), self._bounds(Start.END)
        found: dict[int, Progress] = {}
        back = _FIRST_BACK
        while True:
            wanted = {each for each in range(self._partitions) if each not in found}
            places = {(self._topic.name, self._place(each)) for each in wanted}
            starts = {
                place: max(first[place], end - back) if place in places else end
                for place, end in ends.items()
            }
            self._read(starts, found)
            if all(starts[place] == first[place] for place in places) or wanted <= found.keys():
                return found
            back *= _FURTHER

    def close(self, rows: Sequence[WindowRow], progress: Progress) -> None:
        """Append a record for each window, then one for the progress.

        Raises:
            Unavailable: the broker did not acknowledge a record.
            Unencodable, RecordTooLarge: a record does not fit the topic.
        """
        answers = [
            self._producer.send(self._outgoing(row.window_id, row.key, row.end_ms, row.partition, payload))
            for row in rows
            if (payload := self._record_of(row)) is not None
        ]
        for answer in answers:
            answer.result()
        progress_id = _progress_id(self._series, progress)
        key = f"{self._series}/{progress.partition}"
        payload = self._progress_of(progress)
        self._producer.send(
            self._outgoing(progress_id, key, progress.closed_until_ms, progress.partition, payload)
        ).result()

    def release(self) -> None:
        """Release the producer."""
        self._producer.close()

    def _place(self, partition: int) -> int:
        return partition % self._topic.partitions

    def _outgoing(self, event_id: str, key: str, at_ms: int, partition: int, payload: Any) -> Outgoing:
        envelope = Envelope[Any](
            event_id=event_id,
            key=key,
            occurred_at_ms=at_ms,
            producer=self._name,
            correlation_id=event_id,
            payload=payload,
        )
        return Outgoing(self._topic, envelope, partition=self._place(partition))

    def _bounds(self, start: Start) -> dict[TopicPartition, int]:
        with closing(
            self._journal.reader([self._topic], start=start, name="windows-bounds", on_poison="pass")
        ) as reader:
            return reader.positions()

    def _read(self, starts: Mapping[TopicPartition, int], found: dict[int, Progress]) -> None:
        """Add the furthest progress of each partition from these offsets on."""
        with closing(
            self._journal.reader([self._topic], start=starts, name="windows-progress", on_poison="pass")
        ) as reader:
            for delivery in reader.read_to_end():
                progress = self._progress_in(delivery.envelope.payload)
                if progress is not None:
                    known = found.get(progress.partition)
                    if known is None or progress.closed_until_ms >= known.closed_until_ms:
                        found[progress.partition] = progress


def _progress_id(series: str, progress: Progress) -> str:
    place = ["progress", series, *astuple(progress)]
    return hashlib.sha256(json.dumps(place).encode()).hexdigest()[:32]
