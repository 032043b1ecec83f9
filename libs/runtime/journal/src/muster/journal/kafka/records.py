"""Translates librdkafka's messages; trace context and authorization in Kafka headers, as text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, cast

from confluent_kafka import Message
from muster.journal.journal import Outgoing
from muster.journal.position import Position
from muster.journal.reading.intake import Stored
from muster.telemetry.tracing import FIELDS

AUTHORIZATION: Final = "authorization"
"""Header with the sender's credentials, as in HTTP."""

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
    trace, authorization = from_headers(headers or ())
    return Stored(message.key(), message.value(), trace, appended_at_ms, authorization)


def partition_for(outgoing: Outgoing) -> int:
    """Return the partition for librdkafka: the requested one, else its partitioner decides."""
    return PARTITION_BY_KEY if outgoing.partition is None else outgoing.partition


def to_headers(outgoing: Outgoing, current: Mapping[str, str]) -> list[tuple[str, str | bytes | None]]:
    """Return the headers to send: the record's trace context, else the current one; any credentials."""
    headers: list[tuple[str, str | bytes | None]] = list((outgoing.trace or current).items())
    if outgoing.authorization:
        headers.append((AUTHORIZATION, outgoing.authorization))
    return headers


def from_headers(headers: Sequence[tuple[str, bytes | None]]) -> tuple[dict[str, str], str]:
    """Return the trace context and the credentials in a record's headers; other headers are ignored."""
    trace: dict[str, str] = {}
    authorization = ""
    for name, value in headers:
        if value is None or not value.isascii():
            continue
        if name in FIELDS:
            trace[name] = value.decode("ascii")
        elif name == AUTHORIZATION:
            authorization = value.decode("ascii")
    return trace, authorization
