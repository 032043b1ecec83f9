"""Intake of every reader: decodes a record, or writes a dead letter, or pass it, or stop."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future
from dataclasses import field
from typing import TypeAlias

from muster.events.dead_letters import DeadLetter, DeadLetterReason
from muster.events.wire.datum import Record
from muster.events.wire.envelope import COMPACTED, Envelope, Tombstone, Topic
from muster.events.wire.record import value
from muster.journal.clock import Clock
from muster.journal.dead_letters import Poison, dead_letter, dead_letter_topic, holds_dead_letters
from muster.journal.errors import Unavailable, Unreadable
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


class Unread:
    """A record that cannot be read: its reader may pass it once its dead letter is stored.

    Args:
        count: Counts it, once it is passed.
        letter: The position of its dead letter; None: it is passed without one.
    """

    def __init__(self, count: Callable[[], object], letter: Future[Position] | None) -> None:
        self._count = count
        self._letter = letter

    @property
    def under_way(self) -> bool:
        """Whether its dead letter is sent and not answered yet."""
        return self._letter is not None and not self._letter.done()

    def bury(self, timeout_s: float) -> None:
        """Wait until it may be passed.

        Raises:
            Unavailable: its dead letter is not stored yet, or could not be.
        """
        if self._letter is not None:
            try:
                self._letter.result(timeout_s)
            except TimeoutError as error:
                raise Unavailable("its dead letter is not stored yet") from error
        self._count()


Opened: TypeAlias = Delivery[Record] | Unread


class Intake:
    """Decodes the records of one reader and handles unreadable ones.

    Args:
        codec: Decodes records, encodes dead letters.
        topics: Topics being read.
        name: Name of the reader.
        on_poison: Treatment of unreadable records, for all topics or by the name of each. On
            dead-letter topics they are passed unless the reader stops at them.
        write_dead_letter: Sends a dead letter; the future is done when it is stored, or has Unavailable.
        clock: Clock for the dead letters' time.
    """

    def __init__(
        self,
        codec: Codec,
        topics: Sequence[Topic],
        *,
        name: str,
        on_poison: PoisonRule,
        write_dead_letter: Callable[[Topic, Envelope[DeadLetter]], Future[Position]],
        clock: Clock,
    ) -> None:
        self.name = name
        self._codec = codec
        self._topics = {t.name: t for t in topics}
        self._on_poison = dict.fromkeys(self._topics, on_poison) if isinstance(on_poison, str) else on_poison
        # Looking a counter up by its labels costs a tenth of decoding a record.
        self._read = {t.name: metrics.RECORDS_READ.labels(name, t.name) for t in topics}
        self._write_dead_letter = write_dead_letter
        self._clock = clock

    def open(self, position: Position, stored: Stored) -> Opened:
        """Decode a record.

        Raises:
            Unreadable: it is unreadable, and this reader stops at such records.
            Unavailable: its schema is not known yet, or is too new: try later.
        """
        topic = self._topics[position.topic]
        try:
            envelope = _tombstone(topic, stored) or self._codec.decode(topic, stored.value)
        except Poison as poison:
            rule = self._on_poison[topic.name]
            if rule == "stop":
                raise Unreadable(f"{self.name} at {position}: {poison.message}") from poison
            passed = rule == "pass" or holds_dead_letters(topic)
            letter = None if passed else self._letter(topic, position, stored, poison)
            return Unread(metrics.DEAD_LETTERS.labels(self.name, topic.name, poison.reason).inc, letter)
        self._read[topic.name].inc()
        return Delivery(
            position,
            stored.appended_at_ms,
            envelope,
            stored.trace,
            stored.authorization,
            size_bytes=len(stored.value or b""),
        )

    def _letter(self, topic: Topic, position: Position, stored: Stored, poison: Poison) -> Future[Position]:
        letter = dead_letter(
            poison,
            position,
            key=stored.key,
            value=stored.value,
            reader=self.name,
            now_ms=self._clock.now_ms(),
        )
        return self._write_dead_letter(dead_letter_topic(topic), letter)


def _tombstone(topic: Topic, stored: Stored) -> Envelope[Tombstone] | None:
    """The tombstone that a record without a value is on a compacted topic; None: it is not one."""
    if stored.value is not None or stored.key is None or topic.cleanup != COMPACTED:
        return None
    try:
        return Tombstone.envelope(stored.key.decode(), stored.appended_at_ms)
    except UnicodeDecodeError as error:
        raise Poison(DeadLetterReason.UNDECODABLE, f"the key of a tombstone is not text: {error}") from error
