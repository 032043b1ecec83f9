"""Where the output of ranks is.

Generated from schemas/log-events.avsc by `make schemas`; do not edit.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Any, ClassVar, Final, TypeAlias, final

from muster.events.wire.datum import Table, table_of
from muster.events.wire.record import record


class OutputFact:
    """Base of the facts whose subject is 'output'; as a pattern it matches all of them."""

    __slots__ = ()


class LogStream(StrEnum):
    """Which stream."""

    STDOUT = "STDOUT"
    STDERR = "STDERR"


@final
@record
class LogChunkStored(OutputFact):
    """A piece of a rank's output is in S3.

    Attributes:
        job_id: Job.
        tenant: Tenant.
        attempt: Attempt.
        rank: Rank.
        stream: Which stream.
        chunk: 0, 1, 2 ... per rank and stream.
        first_byte: Offset of its first byte in the stream.
        size_bytes: Bytes.
        written_at_ms: When the agent read it.
        uri: s3://bucket/key.
        sha256: Of the bytes.
        node_id: Node that the rank runs on.
    """

    AVRO_NAME: ClassVar[str] = "muster.log_events.LogChunkStored"

    job_id: str
    tenant: str
    attempt: int
    rank: int
    stream: LogStream
    chunk: int
    first_byte: int
    size_bytes: int
    written_at_ms: int
    uri: str
    sha256: str
    node_id: str = ""

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "job_id": self.job_id,
            "tenant": self.tenant,
            "attempt": self.attempt,
            "rank": self.rank,
            "stream": self.stream,
            "chunk": self.chunk,
            "first_byte": self.first_byte,
            "size_bytes": self.size_bytes,
            "written_at_ms": self.written_at_ms,
            "uri": self.uri,
            "sha256": self.sha256,
            "node_id": self.node_id,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> LogChunkStored:
        """The inverse."""
        return cls(
            job_id=d["job_id"],
            tenant=d["tenant"],
            attempt=d["attempt"],
            rank=d["rank"],
            stream=LogStream(d["stream"]),
            chunk=d["chunk"],
            first_byte=d["first_byte"],
            size_bytes=d["size_bytes"],
            written_at_ms=d["written_at_ms"],
            uri=d["uri"],
            sha256=d["sha256"],
            node_id=d.get("node_id", ""),
        )


@final
@record
class LogClosed(OutputFact):
    """No more output of these ranks will come.

    Attributes:
        job_id: Job.
        tenant: Tenant.
        attempt: Attempt.
        node_id: Node.
        ranks: Ranks.
        bytes_lost: Bytes of their output that were dropped: beyond a stream's limit, on a full
            disk, or while S3 was away.
    """

    AVRO_NAME: ClassVar[str] = "muster.log_events.LogClosed"

    job_id: str
    tenant: str
    attempt: int
    node_id: str
    ranks: tuple[int, ...]
    bytes_lost: int = 0

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "job_id": self.job_id,
            "tenant": self.tenant,
            "attempt": self.attempt,
            "node_id": self.node_id,
            "ranks": list(self.ranks),
            "bytes_lost": self.bytes_lost,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> LogClosed:
        """The inverse."""
        return cls(
            job_id=d["job_id"],
            tenant=d["tenant"],
            attempt=d["attempt"],
            node_id=d["node_id"],
            ranks=tuple(d["ranks"]),
            bytes_lost=d.get("bytes_lost", 0),
        )


OutputPayload: TypeAlias = LogChunkStored | LogClosed

Payload: TypeAlias = LogChunkStored | LogClosed

PAYLOADS: Final[Table] = table_of(LogChunkStored, LogClosed)

SCHEMA: Final = (
    '{"type":"record","name":"Envelope","namespace":"muster.log_events","doc":"Wh'
    'ere the output of ranks is.","fields":[{"name":"event_id","type":"string","d'
    'oc":"Unique for ever; the deduplication key."},{"name":"key","type":"string"'
    ',"doc":"The Kafka key: what this topic is ordered by."},{"name":"occurred_at'
    '_ms","type":"long","doc":"When the producer says it happened, milliseconds s'
    'ince 1970 UTC."},{"name":"producer","type":"string","doc":"Service and insta'
    'nce that wrote the record."},{"name":"correlation_id","type":"string","doc":'
    '"Shared by everything that follows from one request."},{"name":"causation_id'
    '","type":["null","string"],"doc":"event_id of the record this one follows fr'
    'om.","default":null},{"name":"seq","type":["null","long"],"doc":"seq of the '
    "input it follows from: facts of all partitions are ordered by seq, then inde"
    'x. Null: its writer has no such order.","default":null},{"name":"index","typ'
    'e":["null","int"],"doc":"Which of that input\'s consequences it is, rising fr'
    'om 0; orders count, too.","default":null},{"name":"tenant","type":["null","s'
    'tring"],"doc":"The tenant it belongs to; null: no tenant, as with nodes.","d'
    'efault":null},{"name":"payload","type":[{"type":"record","name":"LogChunkSto'
    'red","doc":"A piece of a rank\'s output is in S3.","subject":"output","fields'
    '":[{"name":"job_id","type":"string","doc":"Job."},{"name":"tenant","type":"s'
    'tring","doc":"Tenant."},{"name":"attempt","type":"int","doc":"Attempt."},{"n'
    'ame":"rank","type":"int","doc":"Rank."},{"name":"stream","type":{"type":"enu'
    'm","name":"LogStream","doc":"Which stream.","symbols":["STDOUT","STDERR"],"d'
    'efault":"STDERR","namespace":"muster.log_events"},"doc":"Which stream."},{"n'
    'ame":"chunk","type":"int","doc":"0, 1, 2 ... per rank and stream."},{"name":'
    '"first_byte","type":"long","doc":"Offset of its first byte in the stream."},'
    '{"name":"size_bytes","type":"int","doc":"Bytes."},{"name":"written_at_ms","t'
    'ype":"long","doc":"When the agent read it."},{"name":"uri","type":"string","'
    'doc":"s3://bucket/key."},{"name":"sha256","type":"string","doc":"Of the byte'
    's."},{"name":"node_id","type":"string","doc":"Node that the rank runs on.","'
    'default":""}],"namespace":"muster.log_events"},{"type":"record","name":"LogC'
    'losed","doc":"No more output of these ranks will come.","subject":"output","'
    'fields":[{"name":"job_id","type":"string","doc":"Job."},{"name":"tenant","ty'
    'pe":"string","doc":"Tenant."},{"name":"attempt","type":"int","doc":"Attempt.'
    '"},{"name":"node_id","type":"string","doc":"Node."},{"name":"ranks","type":{'
    '"type":"array","items":"int"},"doc":"Ranks."},{"name":"bytes_lost","type":"l'
    'ong","doc":"Bytes of their output that were dropped: beyond a stream\'s limit'
    ', on a full disk, or while S3 was away.","default":0}],"namespace":"muster.l'
    'og_events"}],"doc":"What happened."}]}'
)
