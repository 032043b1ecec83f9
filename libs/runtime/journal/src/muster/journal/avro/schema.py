"""A schema with its compiled encoder and decoder; fastavro handles what they reject."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from contextlib import suppress
from functools import cached_property
from typing import IO, Any, Final, Protocol, cast

import fastavro
from fastavro.types import Schema
from muster.events.wire.datum import Record, Table
from muster.events.wire.envelope import Envelope, Topic, envelope_from_datum
from muster.journal.avro.decoder import Decoder, decoder
from muster.journal.avro.encoder import Encoder, Seen, encoder
from muster.journal.avro.records import RecordDecoder, record_decoder

# fastavro's stubs omit parameters; these are the full types.
_write = cast("Callable[[IO[bytes], Schema, dict[str, Any]], None]", fastavro.schemaless_writer)  # pyright: ignore[reportUnknownMemberType]
_read = cast("Callable[..., dict[str, Any]]", fastavro.schemaless_reader)  # pyright: ignore[reportUnknownMemberType]


class Encodable(Protocol):
    """A record with an attribute for each field of its schema."""

    def to_datum(self) -> dict[str, Any]:
        """Plain data, for fastavro."""
        ...


class CompiledSchema:
    """A record's schema; compiled when it is used first.

    Args:
        schema: Schema as returned by `fastavro.parse_schema`.
        payloads: The payloads of the envelope that the record is; none: it is no envelope.

    Attributes:
        schema: The same.
    """

    def __init__(self, schema: Schema, payloads: Table | None = None) -> None:
        self.schema = schema
        self._payloads = payloads or {}

    @cached_property
    def _encode(self) -> Encoder:
        return encoder(self.schema)

    @cached_property
    def _decode(self) -> Decoder:
        return decoder(self.schema)

    @cached_property
    def _decode_event(self) -> RecordDecoder | None:
        return record_decoder(self.schema, Envelope, self._payloads)

    def encoded(self, record: Encodable, header: bytes, seen: Seen | None = None) -> bytes:
        """The header and the encoding of a record.

        Args:
            record: The record.
            header: Bytes to begin with.
            seen: Encodings that the caller keeps for records which are encoded together; its records must
                outlive it.

        Raises:
            Exception: it does not fit the schema; fastavro raises errors of many kinds.
        """
        out = bytearray(header)
        try:
            self._encode(record, out, {} if seen is None else seen)
        except Exception:  # of any kind, from source that was written for records that fit
            file = io.BytesIO()
            file.write(header)
            _write(file, self.schema, record.to_datum())
            return file.getvalue()
        return bytes(out)

    def event(self, topic: Topic, value: bytes, begin: int) -> Envelope[Record]:
        """The event in these bytes, from here to their end.

        Raises:
            Exception: they are not one; fastavro raises errors of many kinds.
        """
        if (decode := self._decode_event) is not None:
            with suppress(Exception):  # of any kind: fastavro reports the error, or succeeds
                envelope, end = decode(value, begin)
                if end == len(value):
                    return envelope
        return envelope_from_datum(topic, self.decoded(value, begin))

    def decoded(self, value: bytes, begin: int) -> dict[str, Any]:
        """The datum in these bytes, from here to their end.

        Raises:
            Exception: they are not one; fastavro raises errors of many kinds.
        """
        try:
            datum, end = self._decode(value, begin)
        except Exception:  # of any kind, from source that was written for valid bytes
            return read_whole(value, begin, self.schema)
        return datum if end == len(value) else read_whole(value, begin, self.schema)


_compiled: Final[dict[str, CompiledSchema]] = {}


def compiled_schema(topic: Topic) -> CompiledSchema:
    """A topic's schema, once in a process: compiling takes longer than a short test or simulation."""
    known = _compiled.get(topic.schema)
    if known is None:
        parsed = fastavro.parse_schema(json.loads(topic.schema))
        known = _compiled[topic.schema] = CompiledSchema(parsed, topic.payloads)
    return known


def read_whole(value: bytes, begin: int, written: Schema, own: Schema | None = None) -> dict[str, Any]:
    """The datum in these bytes, by fastavro.

    Args:
        value: The bytes.
        begin: Offset of the datum, which extends to the end.
        written: The schema that it was written with.
        own: The schema to resolve it against; None: the same.

    Raises:
        ValueError: bytes are left over.
        Exception: they are not such a datum; fastavro raises errors of many kinds.
    """
    body = io.BytesIO(value)
    body.seek(begin)
    datum = _read(body, written, own, return_record_name=True)
    rest = len(value) - body.tell()
    if rest:
        raise ValueError(f"{rest} bytes are left over")
    return without_names_of_enums(datum)


def without_names_of_enums(datum: Any) -> Any:
    """Fastavro names the type of an enum in a union as it does a record's; events need only its symbol."""
    if isinstance(datum, tuple):
        name, value = cast("tuple[str, Any]", datum)
        return value if isinstance(value, str) else (name, without_names_of_enums(value))
    if isinstance(datum, dict):
        said = cast("dict[str, Any]", datum)
        return {key: without_names_of_enums(each) for key, each in said.items()}
    if isinstance(datum, list):
        return [without_names_of_enums(each) for each in cast("list[Any]", datum)]
    return datum
