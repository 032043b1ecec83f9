"""The envelope of every event, and the description of a topic.

The envelope is part of the record, not of Kafka's headers: a log file alone must replay. Trace context is not
a fact and stays in the headers.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar, Final, Generic, TypeVar, cast

from muster.events.wire.datum import Record, Table, read_branch, to_json, write_branch
from muster.events.wire.record import record

P = TypeVar("P", covariant=True)

COMPACTED: Final = "compact"
"""`Topic.cleanup` of a topic that keeps the newest record of each key."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Topic:
    """A topic as schemas/<name>.yaml describes it.

    Attributes:
        name: Kafka name, kebab-case.
        owner: The member that owns its schema; `muster.events.traffic` has all who write and read it.
        key: What its records are keyed by, and so ordered by.
        partitions: Number of partitions.
        retention_ms: How long records are kept; -1: for ever.
        cleanup: Kafka's cleanup.policy.
        compatibility: The compatibility that the registry enforces between versions; empty: its usual one.
        schema: The Avro schema of its envelope, with every reference expanded.
        payloads: The branches of its payload's union.
        schemas_of: The topic whose registered schemas it shares; empty: it has its own.
    """

    name: str
    owner: str
    key: str
    partitions: int
    retention_ms: int
    cleanup: str
    compatibility: str
    schema: str
    payloads: Table = field(hash=False)
    schemas_of: str = ""

    @property
    def subject(self) -> str:
        """The subject of its schemas in the registry."""
        return f"{self.schemas_of or self.name}-value"

    @property
    def dead_letters(self) -> str:
        """The topic for records of this topic that a reader cannot read."""
        return f"{self.name}-dlq"


@record
class Envelope(Generic[P]):
    """One event with the data to order, deduplicate and trace it.

    Attributes:
        event_id: Globally unique; the deduplication key.
        key: The Kafka key.
        occurred_at_ms: When it happened by the producer's clock, milliseconds since 1970 UTC.
        producer: Service and instance that wrote it.
        correlation_id: Shared by everything that follows from one request.
        causation_id: event_id of the event that made this one due; None: time did, or its producer by itself.
        seq: On topics whose facts have one order over all partitions: they are ordered by seq, then index.
        index: Number of the fact among those of its batch that follow from one input; the first has 0.
        tenant: The tenant it belongs to, on topics of facts; None: no tenant.
        sender: The judged sender of the command that made it due, as TENANT/USER, on topics with answers to
            commands; None: no command did, or the record is older than this field.
        payload: What happened.
    """

    event_id: str
    key: str
    occurred_at_ms: int
    producer: str
    correlation_id: str
    causation_id: str | None = None
    seq: int | None = None
    index: int | None = None
    tenant: str | None = None
    sender: str | None = None
    payload: P

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec; without optional fields that are not set."""
        d: dict[str, Any] = {
            "event_id": self.event_id,
            "key": self.key,
            "occurred_at_ms": self.occurred_at_ms,
            "producer": self.producer,
            "correlation_id": self.correlation_id,
            "causation_id": self.causation_id,
        }
        if self.seq is not None:
            d["seq"] = self.seq
        if self.index is not None:
            d["index"] = self.index
        if self.tenant is not None:
            d["tenant"] = self.tenant
        if self.sender is not None:
            d["sender"] = self.sender
        d["payload"] = write_branch(self.payload)
        return d

    def to_json(self) -> dict[str, Any]:
        """The event as JSON, for people and other programs."""
        return cast("dict[str, Any]", to_json(self.to_datum()))


@record
class Tombstone:
    """The payload of a record without a value, on compacted topics only: its key was deleted.

    The broker deletes the key's records, and in time the tombstone too.
    """

    AVRO_NAME: ClassVar[str] = "muster.Tombstone"

    def to_datum(self) -> dict[str, Any]:
        """Empty: a tombstone has no value."""
        return {}

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> Tombstone:
        """The inverse; `d` is ignored."""
        del d
        return cls()

    @staticmethod
    def envelope(key: str, at_ms: int) -> Envelope[Tombstone]:
        """The envelope that a reader constructs: only the key and the broker's time are known."""
        return Envelope(
            event_id="", key=key, occurred_at_ms=at_ms, producer="", correlation_id="", payload=Tombstone()
        )


def envelope_from_datum(topic: Topic, d: Mapping[str, Any]) -> Envelope[Record]:
    """The inverse of Envelope.to_datum and of Envelope.to_json, for one topic.

    Raises:
        ValueError: the payload is not one of the topic's records.
        KeyError: a field is missing.
    """
    return Envelope(
        event_id=d["event_id"],
        key=d["key"],
        occurred_at_ms=d["occurred_at_ms"],
        producer=d["producer"],
        correlation_id=d["correlation_id"],
        causation_id=d["causation_id"],
        seq=d.get("seq"),
        index=d.get("index"),
        tenant=d.get("tenant"),
        sender=d.get("sender"),
        payload=cast("Record", read_branch(topic.payloads, d["payload"])),
    )
