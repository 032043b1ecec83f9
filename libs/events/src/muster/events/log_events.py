"""What ranks write: their output, their progress, their checkpoints.

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


class CheckpointFact:
    """Base of the facts whose subject is 'checkpoint'; as a pattern it matches all of them."""

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


@final
@record
class CheckpointRestored(CheckpointFact):
    """A node gave its ranks the checkpoint to begin from.

    Attributes:
        job_id: Job.
        tenant: Tenant.
        attempt: Attempt that says so.
        rank: Rank in whose folder it lies; lowest rank of the node when it was to be brought back.
        node_id: Node that says so.
        file: File name: of the record, or of the one file.
        saved_by: Attempt that saved it.
    """

    AVRO_NAME: ClassVar[str] = "muster.log_events.CheckpointRestored"

    job_id: str
    tenant: str
    attempt: int
    rank: int
    node_id: str
    file: str
    saved_by: int

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "job_id": self.job_id,
            "tenant": self.tenant,
            "attempt": self.attempt,
            "rank": self.rank,
            "node_id": self.node_id,
            "file": self.file,
            "saved_by": self.saved_by,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> CheckpointRestored:
        """The inverse."""
        return cls(
            job_id=d["job_id"],
            tenant=d["tenant"],
            attempt=d["attempt"],
            rank=d["rank"],
            node_id=d["node_id"],
            file=d["file"],
            saved_by=d["saved_by"],
        )


@final
@record
class CheckpointDamaged(CheckpointFact):
    """A checkpoint is not stored or cannot be brought back; then the one before it is tried.

    Attributes:
        job_id: Job.
        tenant: Tenant.
        attempt: Attempt that says so.
        rank: Rank in whose folder it lies; lowest rank of the node when it was to be brought back.
        node_id: Node that says so.
        file: File name of the record.
        saved_by: Attempt that saved it.
        message: For people: the object, and what is wrong.
    """

    AVRO_NAME: ClassVar[str] = "muster.log_events.CheckpointDamaged"

    job_id: str
    tenant: str
    attempt: int
    rank: int
    node_id: str
    file: str
    saved_by: int
    message: str

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "job_id": self.job_id,
            "tenant": self.tenant,
            "attempt": self.attempt,
            "rank": self.rank,
            "node_id": self.node_id,
            "file": self.file,
            "saved_by": self.saved_by,
            "message": self.message,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> CheckpointDamaged:
        """The inverse."""
        return cls(
            job_id=d["job_id"],
            tenant=d["tenant"],
            attempt=d["attempt"],
            rank=d["rank"],
            node_id=d["node_id"],
            file=d["file"],
            saved_by=d["saved_by"],
            message=d["message"],
        )


OutputPayload: TypeAlias = LogChunkStored | LogClosed

ProgressPayload: TypeAlias = TaskProgressed | ProgressRefused

CheckpointPayload: TypeAlias = CheckpointRestored | CheckpointDamaged

LogEvent: TypeAlias = (
    LogChunkStored | LogClosed | TaskProgressed | ProgressRefused | CheckpointRestored | CheckpointDamaged
)

Payload: TypeAlias = LogEvent

PAYLOADS: Final[Table] = table_of(
    LogChunkStored, LogClosed, TaskProgressed, ProgressRefused, CheckpointRestored, CheckpointDamaged
)

SCHEMA: Final = (
    '{"type":"record","name":"Envelope","namespace":"muster.log_events","doc":"Wh'
    'at ranks write: their output, their progress, their checkpoints.","fields":['
    '{"name":"event_id","type":"string","doc":"Unique for ever; the deduplication'
    ' key."},{"name":"key","type":"string","doc":"The Kafka key: what this topic '
    'is ordered by."},{"name":"occurred_at_ms","type":"long","doc":"When the prod'
    'ucer says it happened, milliseconds since 1970 UTC."},{"name":"producer","ty'
    'pe":"string","doc":"Service and instance that wrote the record."},{"name":"c'
    'orrelation_id","type":"string","doc":"Shared by everything that follows from'
    ' one request."},{"name":"causation_id","type":["null","string"],"doc":"event'
    '_id of the record this one follows from.","default":null},{"name":"seq","typ'
    'e":["null","long"],"doc":"seq of the input it follows from: facts of all par'
    'titions are ordered by seq, then index. Null: its writer has no such order."'
    ',"default":null},{"name":"index","type":["null","int"],"doc":"Which of that '
    'input\'s consequences it is, rising from 0; orders count, too.","default":nul'
    'l},{"name":"tenant","type":["null","string"],"doc":"The tenant it belongs to'
    '; null: no tenant, as with nodes.","default":null},{"name":"payload","type":'
    '[{"type":"record","name":"LogChunkStored","doc":"A piece of a rank\'s output '
    'is in S3.","subject":"output","fields":[{"name":"job_id","type":"string","do'
    'c":"Job."},{"name":"tenant","type":"string","doc":"Tenant."},{"name":"attemp'
    't","type":"int","doc":"Attempt."},{"name":"rank","type":"int","doc":"Rank."}'
    ',{"name":"stream","type":{"type":"enum","name":"LogStream","doc":"Which stre'
    'am.","symbols":["STDOUT","STDERR"],"default":"STDERR","namespace":"muster.lo'
    'g_events"},"doc":"Which stream."},{"name":"chunk","type":"int","doc":"0, 1, '
    '2 ... per rank and stream."},{"name":"first_byte","type":"long","doc":"Offse'
    't of its first byte in the stream."},{"name":"size_bytes","type":"int","doc"'
    ':"Bytes."},{"name":"written_at_ms","type":"long","doc":"When the agent read '
    'it."},{"name":"uri","type":"string","doc":"s3://bucket/key."},{"name":"sha25'
    '6","type":"string","doc":"Of the bytes."},{"name":"node_id","type":"string",'
    '"doc":"Node that the rank runs on.","default":""}],"namespace":"muster.log_e'
    'vents"},{"type":"record","name":"LogClosed","doc":"No more output of these r'
    'anks will come.","subject":"output","fields":[{"name":"job_id","type":"strin'
    'g","doc":"Job."},{"name":"tenant","type":"string","doc":"Tenant."},{"name":"'
    'attempt","type":"int","doc":"Attempt."},{"name":"node_id","type":"string","d'
    'oc":"Node."},{"name":"ranks","type":{"type":"array","items":"int"},"doc":"Ra'
    'nks."},{"name":"bytes_lost","type":"long","doc":"Bytes of their output that '
    "were dropped: beyond a stream's limit, on a full disk, or while S3 was away."
    '","default":0}],"namespace":"muster.log_events"},{"type":"record","name":"Ta'
    'skProgressed","doc":"A rank said how far it is; a sample, and the last word '
    'of an attempt.","subject":"progress","fields":[{"name":"job_id","type":"stri'
    'ng","doc":"Job."},{"name":"tenant","type":"string","doc":"Tenant."},{"name":'
    '"attempt","type":"int","doc":"Attempt."},{"name":"rank","type":"int","doc":"'
    'Rank."},{"name":"node_id","type":"string","doc":"Node that the rank runs on.'
    '"},{"name":"step","type":"long","doc":"Steps done."},{"name":"total","type":'
    '["null","long"],"doc":"All steps; null: the job does not know.","default":nu'
    'll},{"name":"metrics","type":{"type":"map","values":"double"},"doc":"What th'
    'e job shows, such as its loss; may be infinite or not a number.","default":{'
    '}},{"name":"steps_per_s","type":["null","double"],"doc":"Since the rank bega'
    'n; null: too early to say.","default":null},{"name":"eta_ms","type":["null",'
    '"long"],"doc":"Until the last step at this rate; null: unknown.","default":n'
    'ull},{"name":"reported_at_ms","type":"long","doc":"When the rank said it."}]'
    ',"namespace":"muster.log_events"},{"type":"record","name":"ProgressRefused",'
    '"doc":"What a rank says of its progress cannot be read; told once an attempt'
    ', until it can be.","subject":"progress","fields":[{"name":"job_id","type":"'
    'string","doc":"Job."},{"name":"tenant","type":"string","doc":"Tenant."},{"na'
    'me":"attempt","type":"int","doc":"Attempt."},{"name":"rank","type":"int","do'
    'c":"Rank."},{"name":"node_id","type":"string","doc":"Node that the rank runs'
    ' on."},{"name":"message","type":"string","doc":"For people: the field, its v'
    'alue, and what is allowed."}],"namespace":"muster.log_events"},{"type":"reco'
    'rd","name":"CheckpointRestored","doc":"A node gave its ranks the checkpoint '
    'to begin from.","subject":"checkpoint","fields":[{"name":"job_id","type":"st'
    'ring","doc":"Job."},{"name":"tenant","type":"string","doc":"Tenant."},{"name'
    '":"attempt","type":"int","doc":"Attempt that says so."},{"name":"rank","type'
    '":"int","doc":"Rank in whose folder it lies; lowest rank of the node when it'
    ' was to be brought back."},{"name":"node_id","type":"string","doc":"Node tha'
    't says so."},{"name":"file","type":"string","doc":"File name: of the record,'
    ' or of the one file."},{"name":"saved_by","type":"int","doc":"Attempt that s'
    'aved it."}],"namespace":"muster.log_events"},{"type":"record","name":"Checkp'
    'ointDamaged","doc":"A checkpoint is not stored or cannot be brought back; th'
    'en the one before it is tried.","subject":"checkpoint","fields":[{"name":"jo'
    'b_id","type":"string","doc":"Job."},{"name":"tenant","type":"string","doc":"'
    'Tenant."},{"name":"attempt","type":"int","doc":"Attempt that says so."},{"na'
    'me":"rank","type":"int","doc":"Rank in whose folder it lies; lowest rank of '
    'the node when it was to be brought back."},{"name":"node_id","type":"string"'
    ',"doc":"Node that says so."},{"name":"file","type":"string","doc":"File name'
    ' of the record."},{"name":"saved_by","type":"int","doc":"Attempt that saved '
    'it."},{"name":"message","type":"string","doc":"For people: the object, and w'
    'hat is wrong."}],"namespace":"muster.log_events"}],"doc":"What happened."}]}'
)
