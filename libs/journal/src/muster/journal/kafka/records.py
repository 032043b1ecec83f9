"""Translates librdkafka's messages; trace context in Kafka headers, as text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, cast

from confluent_kafka import Message
from muster.journal.intake import Stored
from muster.journal.journal import Outgoing
from muster.journal.position import Position
from muster.telemetry import tracing

PARTITION_BY_KEY: Final = -1
"""librdkafka's RD_KAFKA_PARTITION_UA."""


def position_of(message: Message) -> Position:
    """The position of a message."""
    topic, partition, offset = message.topic(), message.partition(), message.offset()
    if topic is None or partition is None or offset is None:
        raise TypeError(f"librdkafka gave a message without a position: {topic}/{partition}/{offset}")
    return Position(topic, partition, offset)


def stored_of(message: Message) -> Stored:
    """The content of a message."""
    _, appended_at_ms = message.timestamp()
    headers = cast("Sequence[tuple[str, bytes | None]] | None", message.headers())
    return Stored(message.key(), message.value(), from_headers(headers or ()), appended_at_ms)


def partition_for(outgoing: Outgoing) -> int:
    """The partition for librdkafka: the one given, else its partitioner decides."""
    return PARTITION_BY_KEY if outgoing.partition is None else outgoing.partition


def to_headers(trace: Mapping[str, str]) -> list[tuple[str, str | bytes | None]]:
    """Headers to send: the given trace context, else the current one."""
    return list((trace or tracing.inject()).items())


def from_headers(headers: Sequence[tuple[str, bytes | None]]) -> dict[str, str]:
    """The trace context in a record's headers; other headers are ignored."""
    trace: dict[str, str] = {}
    for name, value in headers:
        if name in tracing.FIELDS and value is not None and value.isascii():
            trace[name] = value.decode("ascii")
    return trace
