"""Avro encoders and decoders, compiled: a schema becomes Python source, a function for each record.

fastavro walks the schema again for every value. Source that is generated for one schema does not: it encodes
three to five times as fast and decodes two to three times as fast. Coding was a quarter of a leader's work,
and more of a projector's (docs/benchmarks.md, ADR 53).

Records in, records out. Compiled code has only the path of valid data. It raises on everything else, and also
on some unusual but valid bytes such as blocks with a size; `schema` then calls fastavro, which succeeds or
says what is wrong. Whatever compiled code accepts, fastavro accepts with the same result; a test compares the
two.

schema     compiled_schema: start here
encoder    writes the source of an encoder
decoder    writes the source of a decoder of plain data, in which a union of records is (full name, dict)
records    writes the source of a decoder of records
source     the base of all three

Source: Avro 1.12 specification, "Binary encoding". A long is a zigzag varint; a string or bytes its length
and content; an array or map blocks of (count, items) and a 0; a union its branch's number and the value.
"""

from muster.journal.avro.encoder import Seen
from muster.journal.avro.schema import CompiledSchema, compiled_schema, read_whole

__all__ = ["CompiledSchema", "Seen", "compiled_schema", "read_whole"]
