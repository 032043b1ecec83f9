"""Encodes and decodes envelopes in the Confluent wire format, which kcat, Kafka UIs and Connect can read.

0x00, schema id (4 bytes, big-endian), Avro binary; source: Confluent documentation, "Wire format". Schemas
come from a `SchemaRegistry` and are cached for ever, so known schemas survive an outage of the registry. The
writer's schema, found by its id, is resolved against ours.
"""

from __future__ import annotations

import json
import struct
from collections.abc import Iterable, Sequence
from typing import Any, Protocol, cast

import fastavro
from fastavro.types import Schema
from muster.events.dead_letters import DeadLetterReason
from muster.events.wire.datum import Record
from muster.events.wire.envelope import COMPACTED, Envelope, Tombstone, Topic, envelope_from_datum
from muster.journal.avro import CompiledSchema, Seen, compiled_schema, read_whole
from muster.journal.dead_letters import Poison
from muster.journal.errors import RecordTooLarge, Unavailable, Unencodable
from muster.journal.journal import RECORD_BYTES_MAX, Outgoing

_HEADER = struct.Struct(">bI")
_MAGIC = 0
_MESSAGE_CHARS_MAX = 300  # fastavro's messages can quote whole schemas


class SchemaRegistry(Protocol):
    """Maps topics to schema ids, and schema ids to schemas."""

    def id_of(self, topic: Topic) -> int:
        """The id of this topic's schema in this version of the code.

        Raises:
            SchemaMissing: the registry does not have it.
            Unavailable: the registry did not answer.
        """
        ...

    def schema_of(self, schema_id: int) -> str | None:
        """Return the schema with this id; None: there is none.

        Raises:
            Unavailable: the registry did not answer.
        """
        ...

    def versions_of(self, topic: Topic, wanted: int) -> Sequence[int]:
        """The ids of all versions of this topic's schema, oldest first.

        Args:
            topic: The topic.
            wanted: An id for which those known before are enough if it is among them.

        Raises:
            Unavailable: the registry did not answer.
        """
        ...


class Codec:
    """Encodes with the topic's own schema; decodes records written with any compatible schema."""

    def __init__(self, registry: SchemaRegistry, topics: Iterable[Topic] = ()) -> None:
        """Look up the topics' schemas now; those of other topics are looked up when first used.

        Raises:
            SchemaMissing: the registry does not have one.
            Unavailable: the registry did not answer.
        """
        self._registry = registry
        self._own: dict[str, tuple[int, CompiledSchema]] = {}
        self._written: dict[int, Schema | None] = {}
        for topic in topics:
            self._own_schema(topic)

    def encode_all(self, batch: Sequence[Outgoing]) -> list[bytes | None]:
        """Return the bytes of records that are written together; their common parts are encoded once.

        Raises:
            What `encode` raises.
        """
        seen: Seen = {}
        return [self.encode(outgoing.topic, outgoing.envelope, seen) for outgoing in batch]

    def encode(self, topic: Topic, envelope: Envelope[Any], seen: Seen | None = None) -> bytes | None:
        """The bytes of a record; None for a tombstone.

        Args:
            topic: The topic.
            envelope: The event.
            seen: Parts that `encode_all` has already encoded.

        Raises:
            Unencodable: the event does not fit the topic's schema, or is a tombstone for a topic that is not
                compacted.
            RecordTooLarge: the bytes are more than RECORD_BYTES_MAX.
            SchemaMissing, Unavailable: the look-up of the topic's schema failed.
        """
        if isinstance(envelope.payload, Tombstone):
            if topic.cleanup != COMPACTED:
                raise Unencodable(
                    f"tombstone of {envelope.key!r} is for {topic.name}; must be for a compacted topic"
                )
            return None
        schema_id, own = self._own_schema(topic)
        try:
            value = own.encoded(envelope, _HEADER.pack(_MAGIC, schema_id), seen)
        except (TypeError, ValueError, AttributeError, KeyError, OverflowError) as error:
            kind = type(envelope.payload).__name__
            raise Unencodable(f"{kind} {envelope.event_id} for {topic.name}: {_short(error)}") from error
        if len(value) > RECORD_BYTES_MAX:
            raise RecordTooLarge(
                f"{envelope.event_id} for {topic.name}: value has {len(value)} bytes; "
                f"must be at most {RECORD_BYTES_MAX}"
            )
        return value

    def decode(self, topic: Topic, value: bytes | None) -> Envelope[Record]:
        """The envelope in a record's bytes.

        Raises:
            Poison: it is unreadable; the message says why.
            Unavailable: the look-up of its schema failed, or it is of a later version of the schema that this
                version of the code cannot read; the record may be fine.
        """
        if value is None or len(value) < _HEADER.size or value[0] != _MAGIC:
            start = (
                "no value" if value is None else f"{len(value)} bytes that start with {value[:5].hex(' ')!r}"
            )
            raise Poison(DeadLetterReason.NOT_AVRO, f"{start}: expected 00, a schema id and Avro")
        if len(value) > RECORD_BYTES_MAX:
            message = f"value has {len(value)} bytes; must be at most {RECORD_BYTES_MAX}"
            raise Poison(DeadLetterReason.TOO_LARGE, message)
        own_id, own = self._own_schema(topic)
        schema_id: int = _HEADER.unpack_from(value)[1]
        # Nearly every record was written with our own schema.
        written = None if schema_id == own_id else self._written_schema(topic, schema_id, own.schema)
        try:
            if written is None:
                return own.event(topic, value, _HEADER.size)
            return envelope_from_datum(topic, read_whole(value, _HEADER.size, written, own.schema))
        except Exception as error:  # on bad bytes fastavro raises errors of many kinds
            if written is not None and self._is_too_new(topic, value, schema_id, written):
                raise Unavailable(
                    f"written with schema {schema_id}, a later version than this program can read: "
                    "it has to be upgraded"
                ) from error
            raise Poison(DeadLetterReason.UNDECODABLE, f"schema {schema_id}: {_short(error)}") from error

    def _is_too_new(self, topic: Topic, value: bytes, schema_id: int, written: Schema) -> bool:
        """Whether a record that cannot be read is a sound one of a later version of its topic's schema."""
        try:
            read_whole(value, _HEADER.size, written)
        except Exception:  # see `decode`
            return False
        versions, own_id = self._registry.versions_of(topic, schema_id), self._own_schema(topic)[0]
        return schema_id in versions and versions.index(schema_id) > versions.index(own_id)

    def _own_schema(self, topic: Topic) -> tuple[int, CompiledSchema]:
        own = self._own.get(topic.subject)
        if own is None:
            own = self._own[topic.subject] = self._registry.id_of(topic), compiled_schema(topic)
        return own

    def _written_schema(self, topic: Topic, schema_id: int, own: Schema) -> Schema:
        if schema_id not in self._written:
            # Of a topic there are a few versions: one look-up tells them from any number of invented ids.
            listed = schema_id in self._registry.versions_of(topic, schema_id)
            text = self._registry.schema_of(schema_id) if listed else None
            if text is None:
                message = f"schema {schema_id} is no version of {topic.name}'s"
                raise Poison(DeadLetterReason.UNKNOWN_SCHEMA, message)
            self._written[schema_id] = _parsed_record(text)
        written = self._written[schema_id]
        if written is None or _name(written) != _name(own):
            theirs = "something other than a record" if written is None else _name(written)
            message = f"schema {schema_id} is of {theirs}: expected {_name(own)}"
            raise Poison(DeadLetterReason.WRONG_SCHEMA, message)
        return written


def _parsed_record(text: str) -> Schema | None:
    try:
        schema = fastavro.parse_schema(json.loads(text))
    except Exception:  # others may register anything: JSON Schema, Protobuf, Avro with references
        return None
    return schema if isinstance(schema, dict) and schema.get("type") == "record" else None


def _name(schema: Schema) -> str:
    return cast("dict[str, str]", schema)["name"]


def _short(error: Exception) -> str:
    text = f"{type(error).__name__}: {error}"
    return text if len(text) <= _MESSAGE_CHARS_MAX else f"{text[:_MESSAGE_CHARS_MAX]}..."
