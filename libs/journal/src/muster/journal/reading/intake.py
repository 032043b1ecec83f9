"""What every reader does with a record: decode it, or write a dead letter, or stop."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import field

from muster.events.dead_letters import DeadLetter, DeadLetterReason
from muster.events.wire.datum import Record
from muster.events.wire.envelope import COMPACTED, Envelope, Tombstone, Topic
from muster.events.wire.record import value
from muster.journal.clock import Clock
from muster.journal.dead_letters import DlqJudge, DlqLimit, Poison, dead_letter, dead_letter_topic
from muster.journal.errors import Unreadable
from muster.journal.journal import Delivery, PoisonRule
from muster.journal.position import Position
from muster.journal.wire.codec import Codec
from muster.telemetry import metrics


@value
class Stored:
    """One record as the broker stores it."""

    key: bytes | None
    value: bytes | None
    trace: Mapping[str, str]
    appended_at_ms: int
    authorization: str = field(default="", repr=False)


class Intake:
    """Decodes the records of one reader and handles unreadable ones.

    Args:
        codec: Decodes records, encodes dead letters.
        topics: Topics being read.
        name: Name of the reader.
        on_poison: Whether unreadable records become dead letters or stop the reader, for all topics or by
            the name of each.
        limit: When to stop dead-lettering.
        write_dead_letter: Writes a dead letter, returns when it is stored; raises Unavailable.
        clock: Clock for the dead letters' time.
    """

    def __init__(
        self,
        codec: Codec,
        topics: Sequence[Topic],
        *,
        name: str,
        on_poison: PoisonRule,
        limit: DlqLimit,
        write_dead_letter: Callable[[Topic, Envelope[DeadLetter]], None],
        clock: Clock,
    ) -> None:
        self.name = name
        self._codec = codec
        self._topics = {t.name: t for t in topics}
        self._on_poison = dict.fromkeys(self._topics, on_poison) if isinstance(on_poison, str) else on_poison
        self._judge = DlqJudge(limit)
        # Looking a counter up by its labels costs a tenth of decoding a record.
        self._read = {t.name: metrics.RECORDS_READ.labels(name, t.name) for t in topics}
        self._write_dead_letter = write_dead_letter
        self._clock = clock

    def open(self, position: Position, stored: Stored) -> Delivery[Record] | None:
        """Decode a record; None when it became a dead letter.

        Raises:
            Unreadable: it is unreadable, and this reader stops at such records.
            TooManyDeadLetters: it is unreadable, and the limit is exceeded.
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
            self._write_dead_letter(dead_letter_topic(topic), letter)
            metrics.DEAD_LETTERS.labels(self.name, topic.name, poison.reason).inc()
            self._judge.poisoned()
            return None
        self._judge.read()
        self._read[topic.name].inc()
        return Delivery(
            position,
            stored.appended_at_ms,
            envelope,
            stored.trace,
            stored.authorization,
            size_bytes=len(stored.value or b""),
        )


def _tombstone(topic: Topic, stored: Stored) -> Envelope[Tombstone] | None:
    """The tombstone that a record without a value is on a compacted topic; None: it is not one."""
    if stored.value is not None or stored.key is None or topic.cleanup != COMPACTED:
        return None
    try:
        return Tombstone.envelope(stored.key.decode(), stored.appended_at_ms)
    except UnicodeDecodeError as error:
        raise Poison(DeadLetterReason.UNDECODABLE, f"the key of a tombstone is not text: {error}") from error
