"""What ranks write: where their output is, and how far they say they are.

Generated from schemas/log-events.avsc by `make schemas`; do not edit.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from enum import StrEnum
from typing import Any, ClassVar, Final, TypeAlias, final

from muster.events.wire.datum import Table, table_of
from muster.events.wire.record import record


class OutputFact:
    """Base of the facts whose subject is 'output'; as a pattern it matches all of them."""

    __slots__ = ()


class ProgressFact:
    """Base of the facts whose subject is 'progress'; as a pattern it matches all of them."""

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


@final
@record
class TaskProgressed(ProgressFact):
    """A rank said how far it is; a sample, and the last word of an attempt.

    Attributes:
        job_id: Job.
        tenant: Tenant.
        attempt: Attempt.
        rank: Rank.
        node_id: Node that the rank runs on.
        step: Steps done.
        total: All steps; null: the job does not know.
        metrics: What the job shows, such as its loss; may be infinite or not a number.
        steps_per_s: Since the rank began; null: too early to say.
        eta_ms: Until the last step at this rate; null: unknown.
        reported_at_ms: When the rank said it.
    """

    AVRO_NAME: ClassVar[str] = "muster.log_events.TaskProgressed"

    job_id: str
    tenant: str
    attempt: int
    rank: int
    node_id: str
    step: int
    total: int | None = None
    metrics: Mapping[str, float] = field(default_factory=dict[str, float])
    steps_per_s: float | None = None
    eta_ms: int | None = None
    reported_at_ms: int

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "job_id": self.job_id,
            "tenant": self.tenant,
            "attempt": self.attempt,
            "rank": self.rank,
            "node_id": self.node_id,
            "step": self.step,
            "total": self.total,
            "metrics": dict(self.metrics),
            "steps_per_s": self.steps_per_s,
            "eta_ms": self.eta_ms,
            "reported_at_ms": self.reported_at_ms,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> TaskProgressed:
        """The inverse."""
        return cls(
            job_id=d["job_id"],
            tenant=d["tenant"],
            attempt=d["attempt"],
            rank=d["rank"],
            node_id=d["node_id"],
            step=d["step"],
            total=d.get("total"),
            metrics=dict(d.get("metrics", {})),
            steps_per_s=d.get("steps_per_s"),
            eta_ms=d.get("eta_ms"),
            reported_at_ms=d["reported_at_ms"],
        )


@final
@record
class ProgressRefused(ProgressFact):
    """What a rank says of its progress cannot be read; told once an attempt, until it can be.

    Attributes:
        job_id: Job.
        tenant: Tenant.
        attempt: Attempt.
        rank: Rank.
        node_id: Node that the rank runs on.
        message: For people: the field, its value, and what is allowed.
    """

    AVRO_NAME: ClassVar[str] = "muster.log_events.ProgressRefused"

    job_id: str
    tenant: str
    attempt: int
    rank: int
    node_id: str
    message: str

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "job_id": self.job_id,
            "tenant": self.tenant,
            "attempt": self.attempt,
            "rank": self.rank,
            "node_id": self.node_id,
            "message": self.message,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> ProgressRefused:
        """The inverse."""
        return cls(
            job_id=d["job_id"],
            tenant=d["tenant"],
            attempt=d["attempt"],
            rank=d["rank"],
            node_id=d["node_id"],
            message=d["message"],
        )


OutputPayload: TypeAlias = LogChunkStored | LogClosed

ProgressPayload: TypeAlias = TaskProgressed | ProgressRefused

Payload: TypeAlias = LogChunkStored | LogClosed | TaskProgressed | ProgressRefused

PAYLOADS: Final[Table] = table_of(LogChunkStored, LogClosed, TaskProgressed, ProgressRefused)

SCHEMA: Final = (
    '{"type":"record","name":"Envelope","namespace":"muster.log_events","doc":"Wh'
    'at ranks write: where their output is, and how far they say they are.","fiel'
    'ds":[{"name":"event_id","type":"string","doc":"Unique for ever; the deduplic'
    'ation key."},{"name":"key","type":"string","doc":"The Kafka key: what this t'
    'opic is ordered by."},{"name":"occurred_at_ms","type":"long","doc":"When the'
    ' producer says it happened, milliseconds since 1970 UTC."},{"name":"producer'
    '","type":"string","doc":"Service and instance that wrote the record."},{"nam'
    'e":"correlation_id","type":"string","doc":"Shared by everything that follows'
    ' from one request."},{"name":"causation_id","type":["null","string"],"doc":"'
    'event_id of the record this one follows from.","default":null},{"name":"seq"'
    ',"type":["null","long"],"doc":"seq of the input it follows from: facts of al'
    "l partitions are ordered by seq, then index. Null: its writer has no such or"
    'der.","default":null},{"name":"index","type":["null","int"],"doc":"Which of '
    'that input\'s consequences it is, rising from 0; orders count, too.","default'
    '":null},{"name":"tenant","type":["null","string"],"doc":"The tenant it belon'
    'gs to; null: no tenant, as with nodes.","default":null},{"name":"payload","t'
    'ype":[{"type":"record","name":"LogChunkStored","doc":"A piece of a rank\'s ou'
    'tput is in S3.","subject":"output","fields":[{"name":"job_id","type":"string'
    '","doc":"Job."},{"name":"tenant","type":"string","doc":"Tenant."},{"name":"a'
    'ttempt","type":"int","doc":"Attempt."},{"name":"rank","type":"int","doc":"Ra'
    'nk."},{"name":"stream","type":{"type":"enum","name":"LogStream","doc":"Which'
    ' stream.","symbols":["STDOUT","STDERR"],"default":"STDERR","namespace":"must'
    'er.log_events"},"doc":"Which stream."},{"name":"chunk","type":"int","doc":"0'
    ', 1, 2 ... per rank and stream."},{"name":"first_byte","type":"long","doc":"'
    'Offset of its first byte in the stream."},{"name":"size_bytes","type":"int",'
    '"doc":"Bytes."},{"name":"written_at_ms","type":"long","doc":"When the agent '
    'read it."},{"name":"uri","type":"string","doc":"s3://bucket/key."},{"name":"'
    'sha256","type":"string","doc":"Of the bytes."},{"name":"node_id","type":"str'
    'ing","doc":"Node that the rank runs on.","default":""}],"namespace":"muster.'
    'log_events"},{"type":"record","name":"LogClosed","doc":"No more output of th'
    'ese ranks will come.","subject":"output","fields":[{"name":"job_id","type":"'
    'string","doc":"Job."},{"name":"tenant","type":"string","doc":"Tenant."},{"na'
    'me":"attempt","type":"int","doc":"Attempt."},{"name":"node_id","type":"strin'
    'g","doc":"Node."},{"name":"ranks","type":{"type":"array","items":"int"},"doc'
    '":"Ranks."},{"name":"bytes_lost","type":"long","doc":"Bytes of their output '
    "that were dropped: beyond a stream's limit, on a full disk, or while S3 was "
    'away.","default":0}],"namespace":"muster.log_events"},{"type":"record","name'
    '":"TaskProgressed","doc":"A rank said how far it is; a sample, and the last '
    'word of an attempt.","subject":"progress","fields":[{"name":"job_id","type":'
    '"string","doc":"Job."},{"name":"tenant","type":"string","doc":"Tenant."},{"n'
    'ame":"attempt","type":"int","doc":"Attempt."},{"name":"rank","type":"int","d'
    'oc":"Rank."},{"name":"node_id","type":"string","doc":"Node that the rank run'
    's on."},{"name":"step","type":"long","doc":"Steps done."},{"name":"total","t'
    'ype":["null","long"],"doc":"All steps; null: the job does not know.","defaul'
    't":null},{"name":"metrics","type":{"type":"map","values":"double"},"doc":"Wh'
    'at the job shows, such as its loss; may be infinite or not a number.","defau'
    'lt":{}},{"name":"steps_per_s","type":["null","double"],"doc":"Since the rank'
    ' began; null: too early to say.","default":null},{"name":"eta_ms","type":["n'
    'ull","long"],"doc":"Until the last step at this rate; null: unknown.","defau'
    'lt":null},{"name":"reported_at_ms","type":"long","doc":"When the rank said i'
    't."}],"namespace":"muster.log_events"},{"type":"record","name":"ProgressRefu'
    'sed","doc":"What a rank says of its progress cannot be read; told once an at'
    'tempt, until it can be.","subject":"progress","fields":[{"name":"job_id","ty'
    'pe":"string","doc":"Job."},{"name":"tenant","type":"string","doc":"Tenant."}'
    ',{"name":"attempt","type":"int","doc":"Attempt."},{"name":"rank","type":"int'
    '","doc":"Rank."},{"name":"node_id","type":"string","doc":"Node that the rank'
    ' runs on."},{"name":"message","type":"string","doc":"For people: the field, '
    'its value, and what is allowed."}],"namespace":"muster.log_events"}],"doc":"'
    'What happened."}]}'
)
