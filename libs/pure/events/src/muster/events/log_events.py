"""Output, progress and checkpoints of ranks.

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
    """Output stream of a rank."""

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
        stream: Stream.
        chunk: 0, 1, 2 ... per rank and stream.
        first_byte: Offset of its first byte in the stream.
        size_bytes: Bytes.
        written_at_ms: When the agent read it.
        uri: s3://bucket/key.
        sha256: SHA-256 of the bytes.
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
            disk, or while S3 was unavailable.
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
    """A rank reported its progress; a sample, plus the last report of an attempt.

    Attributes:
        job_id: Job.
        tenant: Tenant.
        attempt: Attempt.
        rank: Rank.
        node_id: Node that the rank runs on.
        step: Steps done.
        total: Total number of steps; null: the job does not know.
        metrics: Figures that the job reports, such as its loss; may be infinite or NaN.
        steps_per_s: Since the rank began; null: too early to say.
        eta_ms: Time until the last step at this rate; null: unknown.
        reported_at_ms: When the rank reported it.
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
    """A rank's progress report cannot be read; reported once per attempt, until it can be.

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
        attempt: Attempt that reports it.
        rank: Rank whose folder contains it; the lowest rank of the node if it was to be restored.
        node_id: Node that reports it.
        file: File name of the record, or of the single file.
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
    """A checkpoint was not stored or cannot be restored; the one before it is then tried.

    Attributes:
        job_id: Job.
        tenant: Tenant.
        attempt: Attempt that reports it.
        rank: Rank whose folder contains it; the lowest rank of the node if it was to be restored.
        node_id: Node that reports it.
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
    '{"type":"record","name":"Envelope","namespace":"muster.log_events","doc":"Ou'
    'tput, progress and checkpoints of ranks.","fields":[{"name":"event_id","type'
    '":"string","doc":"Unique for ever; the deduplication key."},{"name":"key","t'
    'ype":"string","doc":"Kafka key; records with the same key keep their order."'
    '},{"name":"occurred_at_ms","type":"long","doc":"Time of the event according '
    'to the producer, milliseconds since 1970 UTC."},{"name":"producer","type":"s'
    'tring","doc":"Service and instance that wrote the record."},{"name":"correla'
    'tion_id","type":"string","doc":"Shared by everything that follows from one r'
    'equest."},{"name":"causation_id","type":["null","string"],"doc":"event_id of'
    ' the record this one follows from.","default":null},{"name":"seq","type":["n'
    'ull","long"],"doc":"seq of the input it follows from; facts of all partition'
    's are ordered by seq, then index. Null: the writer assigns no order.","defau'
    'lt":null},{"name":"index","type":["null","int"],"doc":"Index among the conse'
    'quences of that input, from 0; orders count as well.","default":null},{"name'
    '":"tenant","type":["null","string"],"doc":"The tenant it belongs to; null: n'
    'o tenant, as with nodes.","default":null},{"name":"payload","type":[{"type":'
    '"record","name":"LogChunkStored","doc":"A piece of a rank\'s output is in S3.'
    '","subject":"output","fields":[{"name":"job_id","type":"string","doc":"Job."'
    '},{"name":"tenant","type":"string","doc":"Tenant."},{"name":"attempt","type"'
    ':"int","doc":"Attempt."},{"name":"rank","type":"int","doc":"Rank."},{"name":'
    '"stream","type":{"type":"enum","name":"LogStream","doc":"Output stream of a '
    'rank.","symbols":["STDOUT","STDERR"],"default":"STDERR","namespace":"muster.'
    'log_events"},"doc":"Stream."},{"name":"chunk","type":"int","doc":"0, 1, 2 ..'
    '. per rank and stream."},{"name":"first_byte","type":"long","doc":"Offset of'
    ' its first byte in the stream."},{"name":"size_bytes","type":"int","doc":"By'
    'tes."},{"name":"written_at_ms","type":"long","doc":"When the agent read it."'
    '},{"name":"uri","type":"string","doc":"s3://bucket/key."},{"name":"sha256","'
    'type":"string","doc":"SHA-256 of the bytes."},{"name":"node_id","type":"stri'
    'ng","doc":"Node that the rank runs on.","default":""}],"namespace":"muster.l'
    'og_events"},{"type":"record","name":"LogClosed","doc":"No more output of the'
    'se ranks will come.","subject":"output","fields":[{"name":"job_id","type":"s'
    'tring","doc":"Job."},{"name":"tenant","type":"string","doc":"Tenant."},{"nam'
    'e":"attempt","type":"int","doc":"Attempt."},{"name":"node_id","type":"string'
    '","doc":"Node."},{"name":"ranks","type":{"type":"array","items":"int"},"doc"'
    ':"Ranks."},{"name":"bytes_lost","type":"long","doc":"Bytes of their output t'
    "hat were dropped: beyond a stream's limit, on a full disk, or while S3 was u"
    'navailable.","default":0}],"namespace":"muster.log_events"},{"type":"record"'
    ',"name":"TaskProgressed","doc":"A rank reported its progress; a sample, plus'
    ' the last report of an attempt.","subject":"progress","fields":[{"name":"job'
    '_id","type":"string","doc":"Job."},{"name":"tenant","type":"string","doc":"T'
    'enant."},{"name":"attempt","type":"int","doc":"Attempt."},{"name":"rank","ty'
    'pe":"int","doc":"Rank."},{"name":"node_id","type":"string","doc":"Node that '
    'the rank runs on."},{"name":"step","type":"long","doc":"Steps done."},{"name'
    '":"total","type":["null","long"],"doc":"Total number of steps; null: the job'
    ' does not know.","default":null},{"name":"metrics","type":{"type":"map","val'
    'ues":"double"},"doc":"Figures that the job reports, such as its loss; may be'
    ' infinite or NaN.","default":{}},{"name":"steps_per_s","type":["null","doubl'
    'e"],"doc":"Since the rank began; null: too early to say.","default":null},{"'
    'name":"eta_ms","type":["null","long"],"doc":"Time until the last step at thi'
    's rate; null: unknown.","default":null},{"name":"reported_at_ms","type":"lon'
    'g","doc":"When the rank reported it."}],"namespace":"muster.log_events"},{"t'
    'ype":"record","name":"ProgressRefused","doc":"A rank\'s progress report canno'
    't be read; reported once per attempt, until it can be.","subject":"progress"'
    ',"fields":[{"name":"job_id","type":"string","doc":"Job."},{"name":"tenant","'
    'type":"string","doc":"Tenant."},{"name":"attempt","type":"int","doc":"Attemp'
    't."},{"name":"rank","type":"int","doc":"Rank."},{"name":"node_id","type":"st'
    'ring","doc":"Node that the rank runs on."},{"name":"message","type":"string"'
    ',"doc":"For people: the field, its value, and what is allowed."}],"namespace'
    '":"muster.log_events"},{"type":"record","name":"CheckpointRestored","doc":"A'
    ' node gave its ranks the checkpoint to begin from.","subject":"checkpoint","'
    'fields":[{"name":"job_id","type":"string","doc":"Job."},{"name":"tenant","ty'
    'pe":"string","doc":"Tenant."},{"name":"attempt","type":"int","doc":"Attempt '
    'that reports it."},{"name":"rank","type":"int","doc":"Rank whose folder cont'
    'ains it; the lowest rank of the node if it was to be restored."},{"name":"no'
    'de_id","type":"string","doc":"Node that reports it."},{"name":"file","type":'
    '"string","doc":"File name of the record, or of the single file."},{"name":"s'
    'aved_by","type":"int","doc":"Attempt that saved it."}],"namespace":"muster.l'
    'og_events"},{"type":"record","name":"CheckpointDamaged","doc":"A checkpoint '
    'was not stored or cannot be restored; the one before it is then tried.","sub'
    'ject":"checkpoint","fields":[{"name":"job_id","type":"string","doc":"Job."},'
    '{"name":"tenant","type":"string","doc":"Tenant."},{"name":"attempt","type":"'
    'int","doc":"Attempt that reports it."},{"name":"rank","type":"int","doc":"Ra'
    "nk whose folder contains it; the lowest rank of the node if it was to be res"
    'tored."},{"name":"node_id","type":"string","doc":"Node that reports it."},{"'
    'name":"file","type":"string","doc":"File name of the record."},{"name":"save'
    'd_by","type":"int","doc":"Attempt that saved it."},{"name":"message","type":'
    '"string","doc":"For people: the object, and what is wrong."}],"namespace":"m'
    'uster.log_events"}],"doc":"What happened."}]}'
)
