"""What librdkafka's clients are told, and why. Names: librdkafka, CONFIGURATION.md."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from muster.journal.journal import RECORD_BYTES_MAX
from muster.journal.kafka.client_log import CLIENT_LOG


@dataclass(frozen=True, slots=True, kw_only=True)
class KafkaSettings:
    """How to reach the broker.

    Attributes:
        bootstrap: HOST:PORT,...
        client: Name of the service, the start of every client id.
        extra: Further librdkafka properties, as for TLS and SASL; they win over ours.
    """

    bootstrap: str
    client: str
    extra: Mapping[str, str] = field(default_factory=dict[str, str])

    def common(self, name: str) -> dict[str, Any]:
        """Properties of every client, before `extra`."""
        return {
            "bootstrap.servers": self.bootstrap,
            "client.id": f"{self.client}-{name}",
            "logger": CLIENT_LOG,
            # A broker that restarts should be found again within a second, not ten.
            "reconnect.backoff.ms": 50,
            "reconnect.backoff.max.ms": 1_000,
            "socket.nagle.disable": True,
            # Twice the largest record: a dead letter holds one and says more.
            "message.max.bytes": 2 * RECORD_BYTES_MAX,
        }

    def admin(self) -> dict[str, Any]:
        """Properties of whoever puts topics in place."""
        return {**self.common("admin"), **self.extra}

    def consumer(self, name: str) -> dict[str, Any]:
        """Properties of a reader."""
        return {
            **self.common(name),
            # librdkafka wants a group; nobody ever subscribes to it and nothing is committed to it.
            "group.id": f"muster-unused-{self.client}",
            "enable.auto.commit": False,
            "enable.auto.offset.store": False,
            "isolation.level": "read_committed",
            # A truncated log is a loud stop, never a silent jump.
            "auto.offset.reset": "error",
            "enable.partition.eof": True,
            # The default holds 64 MB back per consumer.
            "queued.max.messages.kbytes": 16_384,
            "fetch.queue.backoff.ms": 20,
            **self.extra,
        }

    def hasty_consumer(self, name: str) -> dict[str, Any]:
        """Properties of a consumer that reads to the end and no further: the broker answers at once."""
        return self.consumer(name) | {"fetch.wait.max.ms": 0}

    def producer(self, name: str) -> dict[str, Any]:
        """Properties of a producer of single records."""
        return {
            **self.common(name),
            "enable.idempotence": True,
            "acks": "all",
            "partitioner": "murmur2",
            "linger.ms": 1,
            "compression.type": "lz4",
            # A definite answer within half a minute, and a bounded queue.
            "delivery.timeout.ms": 30_000,
            "queue.buffering.max.messages": 100_000,
            "queue.buffering.max.kbytes": 65_536,
            **self.extra,
        }

    def sequencer(self, transactional_id: str, transaction_timeout_ms: int) -> dict[str, Any]:
        """Properties of a sequencer."""
        return {
            **self.common(transactional_id),
            "transactional.id": transactional_id,
            # Every reader waits behind a forgotten transaction: the default minute is too long.
            "transaction.timeout.ms": transaction_timeout_ms,
            "partitioner": "murmur2",
            # Committing flushes; until then records of a batch should travel together.
            "linger.ms": 5,
            "compression.type": "lz4",
            **self.extra,
        }
