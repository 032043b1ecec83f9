"""Positions in the log: of a record, and where reading starts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import TypeAlias

TopicPartition: TypeAlias = tuple[str, int]
"""(topic name, partition)."""

Positions: TypeAlias = Mapping[TopicPartition, int]
"""Next offset to read, by partition."""


@dataclass(frozen=True, slots=True, order=True)
class Position:
    """Position of one record; `str()` gives "job-events/2/417", and `Position.parse` reads it."""

    topic: str
    partition: int
    offset: int

    @property
    def topic_partition(self) -> TopicPartition:
        """(topic name, partition)."""
        return self.topic, self.partition

    def __str__(self) -> str:
        return f"{self.topic}/{self.partition}/{self.offset}"

    @classmethod
    def parse(cls, text: str) -> Position:
        """The inverse of `str`.

        Raises:
            ValueError: the text is not TOPIC/PARTITION/OFFSET with two whole numbers of 0 or more and at most
                18 digits.
        """
        topic, *numbers = text.split("/")
        good = all(n.isascii() and n.isdigit() and len(n) < 19 for n in numbers)  # 64 bits, as Kafka counts
        if not topic or len(numbers) != 2 or not good:
            raise ValueError(f"position is {text!r}; must be TOPIC/PARTITION/OFFSET, like job-events/2/417")
        return cls(topic, int(numbers[0]), int(numbers[1]))


class Start(Enum):
    """End of a partition at which reading starts when there is no position."""

    BEGINNING = "beginning"
    END = "end"


@dataclass(frozen=True, slots=True)
class Since:
    """Start at the first record that the broker appended at this time or later; at the end if there is none.

    Attributes:
        appended_at_ms: The time by the broker's clock, milliseconds since 1970 UTC.
    """

    appended_at_ms: int


StartAt: TypeAlias = Start | Since | Mapping[TopicPartition, int | Start | Since]
"""One start for all partitions, or one per partition; a missing partition starts at the beginning."""


def start_of(start: StartAt, partition: TopicPartition) -> int | Start | Since:
    """Return the start of one partition."""
    return start if isinstance(start, Start | Since) else start.get(partition, Start.BEGINNING)
