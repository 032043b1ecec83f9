"""A journal whose topics carry a suffix: many tests share a broker, and each sees the usual names."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Mapping, Sequence
from concurrent.futures import Future
from dataclasses import replace
from typing import Final

from muster.events.topics import DEAD_LETTERS, IDENTITY_EVENTS, PROCESS_LEASE, TOPICS
from muster.events.traffic import services_of
from muster.events.wire.datum import Record
from muster.events.wire.envelope import Topic
from muster.journal import (
    Delivery,
    Failpoints,
    Outgoing,
    Position,
    Producer,
    Reader,
    Sequencer,
    Start,
    StartAt,
    TopicPartition,
)
from muster.journal.dead_letters import with_dead_letters
from muster.journal.journal import PoisonRule
from muster.journal.kafka import KafkaJournal

_DEAD_LETTERS: Final = "-dlq"


def renamed(suffix: str, topics: Iterable[Topic] = TOPICS) -> list[Topic]:
    """Return these topics under other names, with the schemas that the usual ones have in the registry.

    No compatibility is asked for: they get no version of their own.
    """
    return [_renamed(topic, suffix) for topic in topics]


def _renamed(topic: Topic, suffix: str) -> Topic:
    name, schemas_of = renamed_topic(topic.name, suffix), topic.schemas_of or topic.name
    return replace(topic, name=name, compatibility="", schemas_of=schemas_of)


def renamed_topic(name: str, suffix: str) -> str:
    """The other name of a topic; its dead-letter topic is named after that."""
    of_dead_letters = _DEAD_LETTERS if name.endswith(_DEAD_LETTERS) else ""
    return f"{name.removesuffix(of_dead_letters)}-{suffix}{of_dead_letters}"


def usual_topic(name: str, suffix: str) -> str:
    """The inverse."""
    of_dead_letters = _DEAD_LETTERS if name.endswith(_DEAD_LETTERS) else ""
    return name.removesuffix(of_dead_letters).removesuffix(f"-{suffix}") + of_dead_letters


def topics_of(service: str) -> list[Topic]:
    """Topics that processes of a service read or write, and those that every service's do.

    Who reads dead letters reads those of all topics.
    """
    own = [topic for topic in TOPICS if service in services_of(topic.name)]
    if DEAD_LETTERS in own:
        own.remove(DEAD_LETTERS)
        own += [topic for topic in with_dead_letters(TOPICS) if topic not in TOPICS]
    return [*own, IDENTITY_EVENTS, PROCESS_LEASE]


class RenamedJournal:
    """The journal on Kafka, with suffixed topic names.

    Args:
        bootstrap: The broker.
        registry_url: The schema registry.
        client: Name of the client.
        suffix: Added to every topic and transactional id.
        topics: Those whose schemas must be there already; of others they are looked up when first used.
        failpoints: Points at which the process dies.
    """

    def __init__(
        self,
        bootstrap: str,
        registry_url: str,
        client: str,
        suffix: str,
        *,
        topics: Iterable[Topic] = (),
        failpoints: Failpoints | None = None,
    ) -> None:
        self._suffix = suffix
        self._inner = KafkaJournal(
            bootstrap, registry_url, client, topics=renamed(suffix, topics), failpoints=failpoints
        )

    def reader(
        self,
        topics: Sequence[Topic],
        *,
        start: StartAt = Start.BEGINNING,
        name: str,
        on_poison: PoisonRule = "dead-letter",
    ) -> Reader:
        """Read whole topics."""
        if isinstance(start, Mapping):
            start = {(renamed_topic(topic, self._suffix), n): at for (topic, n), at in start.items()}
        if not isinstance(on_poison, str):
            on_poison = {renamed_topic(topic, self._suffix): rule for topic, rule in on_poison.items()}
        mine = renamed(self._suffix, topics)
        inner = self._inner.reader(mine, start=start, name=name, on_poison=on_poison)
        return _Reader(inner, self._suffix)

    def producer(self, name: str) -> Producer:
        """A new producer."""
        return _Producer(self._inner.producer(name), self._suffix)

    def sequencer(self, transactional_id: str) -> Sequencer:
        """A new sequencer."""
        return _Sequencer(self._inner.sequencer(f"{transactional_id}-{self._suffix}"), self._suffix)

    def wait_until_settled(self, topics: Sequence[Topic], timeout_s: float) -> None:
        """Wait for the ends of open transactions."""
        self._inner.wait_until_settled(renamed(self._suffix, topics), timeout_s)

    def close(self) -> None:
        """Close the connections."""
        self._inner.close()


class _Reader:
    def __init__(self, inner: Reader, suffix: str) -> None:
        self._inner = inner
        self._suffix = suffix

    def poll(self, max_records: int, timeout_s: float) -> list[Delivery[Record]]:
        return [self._usual(delivery) for delivery in self._inner.poll(max_records, timeout_s)]

    def read_to_end(self, timeout_s: float = 60.0) -> Generator[Delivery[Record]]:
        for delivery in self._inner.read_to_end(timeout_s):
            yield self._usual(delivery)

    def positions(self) -> dict[TopicPartition, int]:
        return self._usual_names(self._inner.positions())

    def passed(self) -> dict[TopicPartition, int]:
        return self._usual_names(self._inner.passed())

    def waits(self) -> str | None:
        return self._inner.waits()

    def close(self) -> None:
        self._inner.close()

    def _usual_names(self, found: Mapping[TopicPartition, int]) -> dict[TopicPartition, int]:
        return {(usual_topic(topic, self._suffix), n): at for (topic, n), at in found.items()}

    def _usual(self, delivery: Delivery[Record]) -> Delivery[Record]:
        position = delivery.position
        topic = usual_topic(position.topic, self._suffix)
        return replace(delivery, position=replace(position, topic=topic))


class _Producer:
    def __init__(self, inner: Producer, suffix: str) -> None:
        self._inner = inner
        self._suffix = suffix

    def send(self, outgoing: Outgoing) -> Future[Position]:
        return self._inner.send(_sent(outgoing, self._suffix))

    def flush(self, timeout_s: float) -> None:
        self._inner.flush(timeout_s)

    def close(self) -> None:
        self._inner.close()


class _Sequencer:
    def __init__(self, inner: Sequencer, suffix: str) -> None:
        self._inner = inner
        self._suffix = suffix

    def fence(self) -> None:
        self._inner.fence()

    def commit(self, batch: Sequence[Outgoing]) -> None:
        self._inner.commit([_sent(outgoing, self._suffix) for outgoing in batch])

    def close(self) -> None:
        self._inner.close()


def _sent(outgoing: Outgoing, suffix: str) -> Outgoing:
    return replace(outgoing, topic=_renamed(outgoing.topic, suffix))
