"""Settings of librdkafka's clients, and why. For the names see librdkafka's CONFIGURATION.md."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from muster.journal.journal import RECORD_BYTES_MAX
from muster.journal.kafka.client_log import CLIENT_LOG


@dataclass(frozen=True, slots=True, kw_only=True)
class KafkaSettings:
    """Address of the broker, and how to connect to it.

    Attributes:
        bootstrap: HOST:PORT,...
        client: Name of the service, the prefix of every client id.
        extra: Further librdkafka properties, as for TLS and SASL; they override ours.
    """

    bootstrap: str
    client: str
    extra: Mapping[str, str] = field(default_factory=dict[str, str])

    def common(self, name: str) -> dict[str, Any]:
        """Properties of every client; `extra` overrides them."""
        return {
            "bootstrap.servers": self.bootstrap,
            "client.id": f"{self.client}-{name}",
            "logger": CLIENT_LOG,
            # Find a restarted broker again within a second, not ten.
            "reconnect.backoff.ms": 50,
            "reconnect.backoff.max.ms": 1_000,
            "socket.nagle.disable": True,
            # Twice the largest record, because a dead letter holds a record and more.
            "message.max.bytes": 2 * RECORD_BYTES_MAX,
        }

    def admin(self) -> dict[str, Any]:
        """Properties of the client that creates topics."""
        return {**self.common("admin"), **self.extra}

    def consumer(self, name: str) -> dict[str, Any]:
        """Properties of a reader."""
        return {
            **self.common(name),
            # librdkafka requires a group; it is never subscribed to, and nothing is committed to it.
            "group.id": f"muster-unused-{self.client}",
            "enable.auto.commit": False,
            "enable.auto.offset.store": False,
            "isolation.level": "read_committed",
            # On a truncated log, fail instead of jumping silently.
            "auto.offset.reset": "error",
            "enable.partition.eof": True,
            # The default buffers 64 MB per consumer.
            "queued.max.messages.kbytes": 16_384,
            "fetch.queue.backoff.ms": 20,
            # Records end a fetch at once. While none come, each of many readers asks so rarely: with the
            # default of 500 ms a broker without any load is 6 % of a core busy with being asked.
            "fetch.wait.max.ms": 2_000,
            **self.extra,
        }

    def hasty_consumer(self, name: str) -> dict[str, Any]:
        """Properties of a consumer that only reads to the end: the broker answers at once."""
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
            # Give a definite answer within half a minute, and bound the queue.
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
            # Every reader waits behind an abandoned transaction: the default minute is too long.
            "transaction.timeout.ms": transaction_timeout_ms,
            "partitioner": "murmur2",
            # A commit flushes; until then the records of a batch should be sent together.
            "linger.ms": 5,
            "compression.type": "lz4",
            **self.extra,
        }
