"""KafkaJournal: makes readers, producers and sequencers on Kafka."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import Future

from muster.events.dead_letters import DeadLetter
from muster.events.wire.envelope import Envelope, Topic
from muster.journal.clock import SystemClock
from muster.journal.dead_letters import with_dead_letters
from muster.journal.errors import JournalError
from muster.journal.failpoints import Failpoints
from muster.journal.journal import Outgoing, PoisonRule
from muster.journal.kafka.producer import KafkaProducer
from muster.journal.kafka.reader import KafkaReader
from muster.journal.kafka.sequencer import KafkaSequencer
from muster.journal.kafka.settings import KafkaSettings
from muster.journal.kafka.settled import wait_until_settled
from muster.journal.position import Position, Start, StartAt
from muster.journal.reading.intake import Intake
from muster.journal.wire.codec import Codec
from muster.journal.wire.registry import ConfluentRegistry
from muster.journal.wire.schema_lookup import BackgroundRegistry


class KafkaJournal:
    """The journal on Kafka, schemas in a Confluent-compatible registry.

    Args:
        bootstrap: HOST:PORT,... of the brokers.
        registry_url: Base URL of the registry's Confluent API.
        client: Name of the service.
        topics: Topics whose schemas are looked up now; those of others are looked up when first used.
        extra: Further librdkafka properties, as for TLS and SASL.
        failpoints: Points where a test kills the process: before_begin, before_commit, after_commit.

    Raises:
        Unavailable: the registry does not answer; the message has its address.
        SchemaMissing: the registry lacks a schema.
    """

    def __init__(
        self,
        bootstrap: str,
        registry_url: str,
        client: str,
        *,
        topics: Iterable[Topic] = (),
        extra: Mapping[str, str] | None = None,
        failpoints: Failpoints | None = None,
    ) -> None:
        self._settings = KafkaSettings(bootstrap=bootstrap, client=client, extra=extra or {})
        self._registry = ConfluentRegistry(registry_url)
        self._lookups = BackgroundRegistry(self._registry)
        self._failpoints = failpoints or Failpoints()
        self._dead_letters: KafkaProducer | None = None
        try:
            self._codec = Codec(self._lookups, with_dead_letters(topics))
        except JournalError:
            self.close()
            raise

    def reader(
        self,
        topics: Sequence[Topic],
        *,
        start: StartAt = Start.BEGINNING,
        name: str,
        on_poison: PoisonRule = "dead-letter",
    ) -> KafkaReader:
        """Read whole topics.

        Raises:
            UnknownTopic: a topic does not exist.
            Unavailable: the broker did not answer in time.
        """
        return KafkaReader(self._settings, self.intake(topics, name, on_poison), topics, start)

    def intake(self, topics: Sequence[Topic], name: str, on_poison: PoisonRule) -> Intake:
        """The intake of a reader that fetches records in its own way."""
        return Intake(
            self._codec,
            topics,
            name=name,
            on_poison=on_poison,
            write_dead_letter=self._write_dead_letter,
            clock=SystemClock(),
        )

    def producer(self, name: str) -> KafkaProducer:
        """A new producer; `name` becomes part of its client id."""
        return KafkaProducer(self._settings, self._codec, name)

    def sequencer(self, transactional_id: str) -> KafkaSequencer:
        """A new sequencer; call `fence` first."""
        return KafkaSequencer(self._settings, self._codec, transactional_id, self._failpoints)

    def wait_until_settled(self, topics: Sequence[Topic], timeout_s: float) -> None:
        """Return once every transaction that is open now on these topics has ended."""
        wait_until_settled(self._settings, topics, timeout_s)

    def close(self) -> None:
        """Release the journal's own resources; readers, producers and sequencers are closed separately."""
        if self._dead_letters is not None:
            self._dead_letters.close()
        self._lookups.close()
        self._registry.close()

    def _write_dead_letter(self, topic: Topic, letter: Envelope[DeadLetter]) -> Future[Position]:
        if self._dead_letters is None:
            self._dead_letters = self.producer("dead-letters")
        return self._dead_letters.send(Outgoing(topic, letter))
