"""Rigs: the same tests on the memory journal and, marked `stack`, on Kafka with topics of the test's own."""

from __future__ import annotations

import dataclasses
import uuid
from collections.abc import Callable, Generator, Mapping, Sequence
from typing import Protocol, cast
from urllib.parse import quote, urlsplit

import httpx
import pytest
from confluent_kafka import Producer, TopicPartition
from confluent_kafka.admin import AdminClient
from muster.events.scheduler_lease import LeaseRenewed
from muster.events.topics import JOB_EVENTS, SCHEDULER_LEASE
from muster.events.wire.envelope import Envelope, Topic
from muster.journal import Journal, MemoryFaults, MemoryJournal
from muster.journal.admin import create_topics, register_schemas
from muster.journal.journal import RECORD_BYTES_MAX
from muster.journal.kafka import KafkaJournal
from muster.journal.wire.codec import Codec
from muster.journal.wire.registry import ConfluentRegistry
from muster.testkit.stack.tcp_proxy import TcpProxy
from muster.testkit.stack.topics import Answers, wait_for_all
from muster.testkit.stack.topics import remove_topics as remove_own_topics


@dataclasses.dataclass(frozen=True)
class TestTopics:
    """One partition, three, and three of facts with one order; one is compacted, one gains events."""

    one: Topic
    three: Topic
    facts: Topic
    latest: Topic
    growing: Topic

    @property
    def all(self) -> list[Topic]:
        """Every one of them."""
        return [self.one, self.three, self.facts, self.latest, self.growing]

    __test__ = False


class Rig(Protocol):
    """A journal and the hands that work around it."""

    topics: TestTopics

    @property
    def journal(self) -> Journal:
        """The journal under test."""
        ...

    def append(self, topic: Topic, partition: int, *values: bytes | None) -> None:
        """Append any bytes, as anybody with a client can."""

    def register(self, topic: Topic, schema: str) -> int:
        """Register another version of a topic's schema; its id."""
        ...

    def truncate(self, topic: Topic, partition: int, first: int) -> None:
        """Lose every record before an offset."""

    def set_registry_down(self, down: bool) -> None:
        """Have the registry answer or not."""


class MemoryRig:
    def __init__(self, topics: TestTopics) -> None:
        self.topics = topics
        self.journal = MemoryJournal(topics.all, faults=MemoryFaults())

    def append(self, topic: Topic, partition: int, *values: bytes | None) -> None:
        for value in values:
            self.journal.log.append(topic.name, partition, None, value)

    def register(self, topic: Topic, schema: str) -> int:
        return self.journal.registry.register(topic, schema)

    def truncate(self, topic: Topic, partition: int, first: int) -> None:
        self.journal.log.truncate((topic.name, partition), first)

    def set_registry_down(self, down: bool) -> None:
        self.journal.registry.down = down


class KafkaRig:
    def __init__(self, topics: TestTopics, endpoints: Mapping[str, str]) -> None:
        self.topics = topics
        self.bootstrap = endpoints["MUSTER_KAFKA_BOOTSTRAP"]
        self.registry_url = endpoints["MUSTER_SCHEMA_REGISTRY_URL"]
        parts = urlsplit(self.registry_url)
        self._proxy = TcpProxy(cast("str", parts.hostname), cast("int", parts.port))
        proxied_url = parts._replace(netloc=f"127.0.0.1:{self._proxy.port}").geturl()
        self._all = topics.all
        create_topics(self.bootstrap, self._all)
        register_schemas(self.registry_url, self._all)
        self.journal = KafkaJournal(self.bootstrap, proxied_url, "test", topics=self._all)
        self._raw = Producer({"bootstrap.servers": self.bootstrap, "message.max.bytes": 2 * RECORD_BYTES_MAX})

    def append(self, topic: Topic, partition: int, *values: bytes | None) -> None:
        for value in values:
            self._raw.produce(topic.name, value, partition=partition)
        assert self._raw.flush(60) == 0

    def register(self, topic: Topic, schema: str) -> int:
        url = f"{self.registry_url}/subjects/{quote(topic.name)}-value/versions"
        answer = httpx.post(url, json={"schema": schema})
        assert answer.is_success, answer.text
        return int(answer.json()["id"])

    def truncate(self, topic: Topic, partition: int, first: int) -> None:
        admin = AdminClient({"bootstrap.servers": self.bootstrap})
        place = TopicPartition(topic.name, partition, first)
        wait_for_all(cast("Answers", admin.delete_records([place])))  # pyright: ignore[reportUnknownMemberType]

    def set_registry_down(self, down: bool) -> None:
        (self._proxy.cut if down else self._proxy.restore)()

    def encode(self, envelope: Envelope[LeaseRenewed]) -> bytes | None:
        """A record's bytes, to be sent by another client."""
        with ConfluentRegistry(self.registry_url) as registry:
            return Codec(registry).encode(self.topics.one, envelope)

    def close(self) -> None:
        self.journal.close()
        self._proxy.close()
        remove_own_topics(self.bootstrap, self.registry_url, self._all)


@pytest.fixture
def remove_topics() -> Callable[[str, str, Sequence[Topic]], None]:
    """For tests with topics of another kind."""
    return remove_own_topics


@pytest.fixture
def suffix() -> str:
    """A name that no other test has."""
    return f"journal-test-{uuid.uuid4().hex[:8]}"


@pytest.fixture
def topics(suffix: str) -> TestTopics:
    """Topics that no other test has."""
    one = dataclasses.replace(SCHEDULER_LEASE, name=f"one-{suffix}")
    three = dataclasses.replace(SCHEDULER_LEASE, name=f"three-{suffix}", partitions=3)
    facts = dataclasses.replace(JOB_EVENTS, name=f"facts-{suffix}", partitions=3)
    latest = dataclasses.replace(SCHEDULER_LEASE, name=f"latest-{suffix}", cleanup="compact")
    growing = dataclasses.replace(three, name=f"growing-{suffix}", compatibility=JOB_EVENTS.compatibility)
    return TestTopics(one, three, facts, latest, growing)


@pytest.fixture
def kafka(topics: TestTopics, endpoints: Mapping[str, str]) -> Generator[KafkaRig]:
    """The journal on Kafka."""
    kafka = KafkaRig(topics, endpoints)
    try:
        yield kafka
    finally:
        kafka.close()


@pytest.fixture(params=["memory", pytest.param("kafka", marks=pytest.mark.stack)])
def rig(request: pytest.FixtureRequest, topics: TestTopics) -> Rig:
    """Both journals."""
    return MemoryRig(topics) if request.param == "memory" else request.getfixturevalue("kafka")


@pytest.fixture
def tick() -> Callable[..., Envelope[LeaseRenewed]]:
    """Makes the n-th event."""

    def make(number: int, key: str = "k", leader_id: str = "l") -> Envelope[LeaseRenewed]:
        return Envelope(
            event_id=str(number),
            key=key,
            occurred_at_ms=number,
            producer="test",
            correlation_id="c",
            payload=LeaseRenewed(cell=key, epoch=number, leader_id=leader_id),
        )

    return make
