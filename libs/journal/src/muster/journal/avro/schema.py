"""A schema with its compiled encoder and decoder; fastavro has the last word on what they do not take."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from functools import cache, cached_property
from typing import IO, Any, Protocol, cast

import fastavro
from fastavro.types import Schema
from muster.journal.avro.decoder import Decoder, decoder
from muster.journal.avro.encoder import Encoder, Seen, encoder

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
        schema: As `fastavro.parse_schema` gives it.

    Attributes:
        schema: The same.
    """

    def __init__(self, schema: Schema) -> None:
        self.schema = schema

    @cached_property
    def _encode(self) -> Encoder:
        return encoder(self.schema)

    @cached_property
    def _decode(self) -> Decoder:
        return decoder(self.schema)

    def encoded(self, record: Encodable, header: bytes, seen: Seen | None = None) -> bytes:
        """The header and the encoding of a record.

        Args:
            record: The record.
            header: What to begin with.
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


@cache
def compiled_schema(text: str) -> CompiledSchema:
    """The schema in this JSON, once in a process: compiling takes longer than a short test or simulation."""
    return CompiledSchema(fastavro.parse_schema(json.loads(text)))


def read_whole(value: bytes, begin: int, written: Schema, own: Schema | None = None) -> dict[str, Any]:
    """The datum in these bytes, by fastavro.

    Args:
        value: The bytes.
        begin: Where the datum begins; it extends to the end.
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
    return datum
