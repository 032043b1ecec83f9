"""KafkaJournal: where readers, producers and sequencers on Kafka come from."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from muster.events.dead_letters import DeadLetter
from muster.events.topics import TOPICS
from muster.events.wire.envelope import Envelope, Topic
from muster.journal.clock import SystemClock
from muster.journal.codec import Codec
from muster.journal.dead_letters import DlqLimit, with_dead_letters
from muster.journal.errors import JournalError, Unavailable
from muster.journal.failpoints import Failpoints
from muster.journal.intake import Intake
from muster.journal.journal import Outgoing, PoisonRule
from muster.journal.kafka.producer import KafkaProducer
from muster.journal.kafka.reader import KafkaReader
from muster.journal.kafka.sequencer import KafkaSequencer
from muster.journal.kafka.settings import KafkaSettings
from muster.journal.position import Start, StartAt
from muster.journal.registry import ConfluentRegistry
from muster.journal.schema_lookup import BackgroundRegistry

_BURIAL_S: Final = 5.0


class KafkaJournal:
    """The journal on Kafka, schemas in a Confluent-compatible registry.

    Args:
        bootstrap: HOST:PORT,... of the brokers.
        registry_url: Base of the registry's Confluent API.
        client: Name of the service.
        topics: Their schemas are looked up now; a topic that is not among them, when it is first used.
        extra: Further librdkafka properties, as for TLS and SASL.
        failpoints: Where a test has the process die: before_begin, before_commit, after_commit.

    Raises:
        Unavailable: the registry does not answer. Says where it was looked for.
        SchemaMissing: it answers, and lacks a schema.
    """

    def __init__(
        self,
        bootstrap: str,
        registry_url: str,
        client: str,
        *,
        topics: Iterable[Topic] = TOPICS,
        extra: Mapping[str, str] | None = None,
        failpoints: Failpoints | None = None,
    ) -> None:
        self._settings = KafkaSettings(bootstrap=bootstrap, client=client, extra=extra or {})
        self._registry = ConfluentRegistry(registry_url)
        self._lookups = BackgroundRegistry(self._registry)
        self._failpoints = failpoints or Failpoints()
        self._graves: KafkaProducer | None = None
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
        limit: DlqLimit = DlqLimit(),  # noqa: B008  (frozen)
    ) -> KafkaReader:
        """Read whole topics.

        Raises:
            UnknownTopic: one does not exist.
            Unavailable: the broker did not answer in time.
        """
        intake = Intake(
            self._codec,
            topics,
            name=name,
            on_poison=on_poison,
            limit=limit,
            bury=self._bury,
            clock=SystemClock(),
        )
        return KafkaReader(self._settings, intake, topics, start)

    def producer(self, name: str) -> KafkaProducer:
        """A new producer; `name` stands in client ids."""
        return KafkaProducer(self._settings, self._codec, name)

    def sequencer(self, transactional_id: str) -> KafkaSequencer:
        """A new sequencer; call `fence` first."""
        return KafkaSequencer(self._settings, self._codec, transactional_id, self._failpoints)

    def close(self) -> None:
        """Give back what the journal itself holds; its readers, producers and sequencers close themselves."""
        if self._graves is not None:
            self._graves.close()
        self._lookups.close()
        self._registry.close()

    def _bury(self, topic: Topic, letter: Envelope[DeadLetter]) -> None:
        """Write a dead letter and wait for it: only then may the reader's position pass the record."""
        if self._graves is None:
            self._graves = self.producer("dead-letters")
        try:
            self._graves.send(Outgoing(topic, letter)).result(_BURIAL_S)
        except TimeoutError as error:
            raise Unavailable(f"{topic.name}: no answer within {_BURIAL_S:.0f} s") from error
