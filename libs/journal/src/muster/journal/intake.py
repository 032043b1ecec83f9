"""What every reader does with a record: decode it, or bury it as a dead letter, or stop at it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from muster.events.dead_letters import DeadLetter, DeadLetterReason
from muster.events.wire.datum import Record
from muster.events.wire.envelope import COMPACTED, Envelope, Tombstone, Topic
from muster.journal.clock import Clock
from muster.journal.codec import Codec
from muster.journal.dead_letters import DlqJudge, DlqLimit, Poison, dead_letter, dead_letter_topic
from muster.journal.errors import Unreadable
from muster.journal.journal import Delivery, PoisonRule
from muster.journal.position import Position
from muster.telemetry import metrics


@dataclass(frozen=True, slots=True)
class Stored:
    """One record as the broker has it."""

    key: bytes | None
    value: bytes | None
    headers: Mapping[str, str]
    appended_at_ms: int


class Intake:
    """One reader's way in.

    Args:
        codec: Decodes records, encodes dead letters.
        topics: What is read.
        name: Who reads.
        on_poison: Bury or stop, for all topics or by the name of each.
        limit: When to stop burying.
        bury: Writes a dead letter, and returns when it is safe; raises Unavailable.
        clock: When a letter was written.
    """

    def __init__(
        self,
        codec: Codec,
        topics: Sequence[Topic],
        *,
        name: str,
        on_poison: PoisonRule,
        limit: DlqLimit,
        bury: Callable[[Topic, Envelope[DeadLetter]], None],
        clock: Clock,
    ) -> None:
        self.name = name
        self._codec = codec
        self._topics = {t.name: t for t in topics}
        self._on_poison = dict.fromkeys(self._topics, on_poison) if isinstance(on_poison, str) else on_poison
        self._judge = DlqJudge(limit)
        self._bury = bury
        self._clock = clock

    def open(self, position: Position, stored: Stored) -> Delivery[Record] | None:
        """The record's delivery; None when it went to the dead letters instead.

        Raises:
            Unreadable: it is poison, and this reader stops at such.
            TooManyDeadLetters: it is poison, and one too many.
            Unavailable: its schema is not known yet, or its dead letter could not be written: try later.
        """
        topic = self._topics[position.topic]
        try:
            envelope = _tombstone(topic, stored) or self._codec.decode(topic, stored.value)
        except Poison as poison:
            if self._on_poison[topic.name] == "stop":
                raise Unreadable(f"{self.name} at {position}: {poison.message}") from poison
            letter = dead_letter(
                poison,
                position,
                key=stored.key,
                value=stored.value,
                reader=self.name,
                now_ms=self._clock.now_ms(),
            )
            self._bury(dead_letter_topic(topic), letter)
            metrics.DEAD_LETTERS.labels(self.name, topic.name, poison.reason).inc()
            self._judge.poisoned()
            return None
        self._judge.read()
        metrics.RECORDS_READ.labels(self.name, topic.name).inc()
        return Delivery(position, stored.appended_at_ms, envelope, stored.headers)


def _tombstone(topic: Topic, stored: Stored) -> Envelope[Tombstone] | None:
    """What a record without a value says on a compacted topic; anywhere else it is poison."""
    if stored.value is not None or stored.key is None or topic.cleanup != COMPACTED:
        return None
    try:
        return Tombstone.envelope(stored.key.decode(), stored.appended_at_ms)
    except UnicodeDecodeError as error:
        raise Poison(DeadLetterReason.UNDECODABLE, f"the key of a tombstone is no text: {error}") from error
