"""Unreadable records go to <topic>-dlq with reason, position and bytes, never only to a log line.

`DlqLimit` says when to stop: when most records are unreadable, the fault is the reader's, not the records'.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass, replace

from muster.events.dead_letters import DeadLetter, DeadLetterReason
from muster.events.topics import DEAD_LETTERS
from muster.events.wire.envelope import Envelope, Topic
from muster.journal.errors import TooManyDeadLetters
from muster.journal.position import Position


class Poison(Exception):
    """A record is unreadable, with the reason."""

    def __init__(self, reason: DeadLetterReason, message: str) -> None:
        super().__init__(message)
        self.reason = reason
        self.message = message


def dead_letter_topic(topic: Topic) -> Topic:
    """The topic for unreadable records of this topic; one partition, the dead-letters schema."""
    asked = topic.compatibility and DEAD_LETTERS.compatibility
    return replace(DEAD_LETTERS, name=topic.dead_letters, compatibility=asked)


def with_dead_letters(topics: Iterable[Topic]) -> list[Topic]:
    """The topics and their dead-letter topics; the template DEAD_LETTERS itself is not a topic.

    A dead-letter topic has none of its own: an unreadable record there stops its reader.
    """
    topics = [t for t in topics if t != DEAD_LETTERS]
    return [*topics, *(dead_letter_topic(t) for t in topics if t.schema != DEAD_LETTERS.schema)]


def dead_letter(
    poison: Poison, position: Position, *, key: bytes | None, value: bytes | None, reader: str, now_ms: int
) -> Envelope[DeadLetter]:
    """The dead letter of one record. Its event_id depends on the record only, so repetitions are visible."""
    return Envelope(
        event_id=f"{reader}:{position}",
        key=str(position),
        occurred_at_ms=now_ms,
        producer=reader,
        correlation_id=str(position),
        payload=DeadLetter(
            topic=position.topic,
            partition=position.partition,
            offset=position.offset,
            reader=reader,
            reason=poison.reason,
            message=poison.message,
            record_key=key,
            record_value=value if poison.reason is not DeadLetterReason.TOO_LARGE else None,
        ),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class DlqLimit:
    """When to stop dead-lettering.

    Attributes:
        window: Number of newest records that the ratio covers.
        records_min: Fewest records before the ratio applies.
        ratio_max: Largest fraction of them that may be unreadable.
        total_max: Most dead letters in a reader's life.
    """

    window: int = 1_000
    records_min: int = 100
    ratio_max: float = 0.5
    total_max: int = 10_000


class DlqJudge:
    """Counts a reader's readable and unreadable records and applies a limit."""

    def __init__(self, limit: DlqLimit) -> None:
        self._limit = limit
        self._newest: deque[bool] = deque(maxlen=limit.window)
        self._total = 0

    def read(self) -> None:
        """Count a readable record."""
        self._newest.append(False)

    def poisoned(self) -> None:
        """Count an unreadable record.

        Raises:
            TooManyDeadLetters: a limit is exceeded.
        """
        self._newest.append(True)
        self._total += 1
        seen, bad = len(self._newest), sum(self._newest)
        if self._total > self._limit.total_max:
            raise TooManyDeadLetters(f"{self._total} dead letters: allowed are {self._limit.total_max}")
        if seen >= self._limit.records_min and bad > seen * self._limit.ratio_max:
            share = self._limit.ratio_max
            raise TooManyDeadLetters(
                f"{bad} of the newest {seen} records are unreadable: allowed is {share:.0%}"
            )
