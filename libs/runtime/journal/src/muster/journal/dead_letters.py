"""Unreadable records go to <topic>-dlq with reason, position and bytes, never only to a log line.

A reader stops at no share of them: anybody who may write to a topic could reach that share (ADR 146).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from muster.events.dead_letters import DeadLetter, DeadLetterReason
from muster.events.topics import DEAD_LETTERS
from muster.events.wire.envelope import Envelope, Topic
from muster.journal.position import Position

_BYTES_KEPT_MAX: Final = 8 * 1024 * 1024 - 64 * 1024
"""Maximum of the original bytes: leaves room in RECORD_BYTES_MAX for the other fields."""


class Poison(Exception):
    """A record is unreadable, with the reason."""

    def __init__(self, reason: DeadLetterReason, message: str) -> None:
        super().__init__(message)
        self.reason = reason
        self.message = message


def dead_letter_topic(topic: Topic) -> Topic:
    """The topic for unreadable records of this topic; one partition, the dead-letters schema."""
    asked = topic.compatibility and DEAD_LETTERS.compatibility
    shared = topic.schemas_of and f"{topic.schemas_of}-dlq"
    return replace(DEAD_LETTERS, name=topic.dead_letters, compatibility=asked, schemas_of=shared)


def with_dead_letters(topics: Iterable[Topic]) -> list[Topic]:
    """The topics and their dead-letter topics, each once; the template DEAD_LETTERS itself is not a topic."""
    topics = [t for t in topics if t != DEAD_LETTERS]
    of_dead_letters = (dead_letter_topic(t) for t in topics if not holds_dead_letters(t))
    return list(dict.fromkeys((*topics, *of_dead_letters)))


def holds_dead_letters(topic: Topic) -> bool:
    """Whether this is a dead-letter topic; it has none of its own."""
    return topic.schema == DEAD_LETTERS.schema


def dead_letter(
    poison: Poison, position: Position, *, key: bytes | None, value: bytes | None, reader: str, now_ms: int
) -> Envelope[DeadLetter]:
    """The dead letter of one record. Its event_id depends on the record only, so repetitions are visible.

    It holds the record's bytes unless a dead letter with them would be too large to be written.
    """
    fits = len(key or b"") + len(value or b"") <= _BYTES_KEPT_MAX
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
            record_key=key if fits else None,
            record_value=value if fits else None,
        ),
    )
