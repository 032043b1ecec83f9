"""What happened to ranks on a node. A task is the ranks of one attempt on one node.

Generated from schemas/task-events.avsc by `make schemas`; do not edit.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Any, ClassVar, Final, TypeAlias

from muster.events.datum import Table, table_of
from muster.events.record import record


@record
class AttemptRef:
    """One attempt.

    Attributes:
        job_id: Job.
        attempt: Attempt.
    """

    AVRO_NAME: ClassVar[str] = "muster.task_events.AttemptRef"

    job_id: str
    attempt: int

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "job_id": self.job_id,
            "attempt": self.attempt,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> AttemptRef:
        """The inverse."""
        return cls(
            job_id=d["job_id"],
            attempt=d["attempt"],
        )


@record
class AgentStarted:
    """The agent is up and tells what it runs, so that the scheduler can reconcile.

    Attributes:
        node_id: Node.
        boot_id: Boot.
        fresh: True: the agent remembers nothing from before.
        order_seq_last: Newest order it has carried out; -1 when fresh.
        running: Tasks adopted, still running.
    """

    AVRO_NAME: ClassVar[str] = "muster.task_events.AgentStarted"

    node_id: str
    boot_id: str
    fresh: bool
    order_seq_last: int
    running: tuple[AttemptRef, ...]

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "node_id": self.node_id,
            "boot_id": self.boot_id,
            "fresh": self.fresh,
            "order_seq_last": self.order_seq_last,
            "running": [x.to_datum() for x in self.running],
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> AgentStarted:
        """The inverse."""
        return cls(
            node_id=d["node_id"],
            boot_id=d["boot_id"],
            fresh=d["fresh"],
            order_seq_last=d["order_seq_last"],
            running=tuple(AttemptRef.from_datum(x) for x in d["running"]),
        )


@record
class TaskStarted:
    """All ranks of the task have a process.

    Attributes:
        node_id: Node.
        job_id: Job.
        attempt: Attempt, 1-based.
        ranks: Ranks on this node.
    """

    AVRO_NAME: ClassVar[str] = "muster.task_events.TaskStarted"

    node_id: str
    job_id: str
    attempt: int
    ranks: tuple[int, ...]

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "node_id": self.node_id,
            "job_id": self.job_id,
            "attempt": self.attempt,
            "ranks": list(self.ranks),
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> TaskStarted:
        """The inverse."""
        return cls(
            node_id=d["node_id"],
            job_id=d["job_id"],
            attempt=d["attempt"],
            ranks=tuple(d["ranks"]),
        )


class TaskOutcome(StrEnum):
    """How the task ended."""

    SUCCEEDED = "SUCCEEDED"
    FAILED = "FAILED"
    STOPPED = "STOPPED"
    TIMED_OUT = "TIMED_OUT"
    LOST = "LOST"


@record
class RankExit:
    """How one rank ended.

    Attributes:
        rank: Rank.
        exit_code: Exit code.
        signal: Signal that ended it.
    """

    AVRO_NAME: ClassVar[str] = "muster.task_events.RankExit"

    rank: int
    exit_code: int | None = None
    signal: int | None = None

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "rank": self.rank,
            "exit_code": self.exit_code,
            "signal": self.signal,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> RankExit:
        """The inverse."""
        return cls(
            rank=d["rank"],
            exit_code=d.get("exit_code"),
            signal=d.get("signal"),
        )


@record
class TaskExited:
    """No rank of the task runs any more.

    Attributes:
        node_id: Node.
        job_id: Job.
        attempt: Attempt, 1-based.
        outcome: STOPPED: on order. TIMED_OUT: its wall time. LOST: its processes vanished.
        exits: Per rank.
        message: For people: the first failing rank and why.
    """

    AVRO_NAME: ClassVar[str] = "muster.task_events.TaskExited"

    node_id: str
    job_id: str
    attempt: int
    outcome: TaskOutcome
    exits: tuple[RankExit, ...]
    message: str = ""

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "node_id": self.node_id,
            "job_id": self.job_id,
            "attempt": self.attempt,
            "outcome": self.outcome,
            "exits": [x.to_datum() for x in self.exits],
            "message": self.message,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> TaskExited:
        """The inverse."""
        return cls(
            node_id=d["node_id"],
            job_id=d["job_id"],
            attempt=d["attempt"],
            outcome=TaskOutcome(d["outcome"]),
            exits=tuple(RankExit.from_datum(x) for x in d["exits"]),
            message=d.get("message", ""),
        )


class RefusalReason(StrEnum):
    """Why."""

    STALE_EPOCH = "STALE_EPOCH"
    GPU_BUSY = "GPU_BUSY"
    UNKNOWN_GPU = "UNKNOWN_GPU"
    FILES_UNAVAILABLE = "FILES_UNAVAILABLE"
    CANNOT_START = "CANNOT_START"


@record
class TaskRefused:
    """An order was not carried out.

    Attributes:
        node_id: Node.
        job_id: Job.
        attempt: Attempt, 1-based.
        epoch: Epoch of the order.
        order_seq: Order.
        reason: Why.
        message: For people.
    """

    AVRO_NAME: ClassVar[str] = "muster.task_events.TaskRefused"

    node_id: str
    job_id: str
    attempt: int
    epoch: int
    order_seq: int
    reason: RefusalReason
    message: str = ""

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "node_id": self.node_id,
            "job_id": self.job_id,
            "attempt": self.attempt,
            "epoch": self.epoch,
            "order_seq": self.order_seq,
            "reason": self.reason,
            "message": self.message,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> TaskRefused:
        """The inverse."""
        return cls(
            node_id=d["node_id"],
            job_id=d["job_id"],
            attempt=d["attempt"],
            epoch=d["epoch"],
            order_seq=d["order_seq"],
            reason=RefusalReason(d["reason"]),
            message=d.get("message", ""),
        )


@record
class CheckpointSaved:
    """A checkpoint is safe in S3.

    Attributes:
        node_id: Node.
        job_id: Job.
        attempt: Attempt, 1-based.
        rank: Rank that wrote it.
        file: File name.
        uri: s3://bucket/key.
        sha256: Of the bytes.
        size_bytes: Size.
    """

    AVRO_NAME: ClassVar[str] = "muster.task_events.CheckpointSaved"

    node_id: str
    job_id: str
    attempt: int
    rank: int
    file: str
    uri: str
    sha256: str
    size_bytes: int

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "node_id": self.node_id,
            "job_id": self.job_id,
            "attempt": self.attempt,
            "rank": self.rank,
            "file": self.file,
            "uri": self.uri,
            "sha256": self.sha256,
            "size_bytes": self.size_bytes,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> CheckpointSaved:
        """The inverse."""
        return cls(
            node_id=d["node_id"],
            job_id=d["job_id"],
            attempt=d["attempt"],
            rank=d["rank"],
            file=d["file"],
            uri=d["uri"],
            sha256=d["sha256"],
            size_bytes=d["size_bytes"],
        )


Payload: TypeAlias = AgentStarted | TaskStarted | TaskExited | TaskRefused | CheckpointSaved

PAYLOADS: Final[Table] = table_of(AgentStarted, TaskStarted, TaskExited, TaskRefused, CheckpointSaved)

SCHEMA: Final = (
    '{"type":"record","name":"Envelope","namespace":"muster.task_events","doc":"W'
    "hat happened to ranks on a node. A task is the ranks of one attempt on one n"
    'ode.","fields":[{"name":"event_id","type":"string","doc":"Unique for ever; t'
    'he deduplication key."},{"name":"key","type":"string","doc":"The Kafka key: '
    'what this topic is ordered by."},{"name":"occurred_at_ms","type":"long","doc'
    '":"When the producer says it happened, milliseconds since 1970 UTC."},{"name'
    '":"producer","type":"string","doc":"Service and instance that wrote the reco'
    'rd."},{"name":"correlation_id","type":"string","doc":"Shared by everything t'
    'hat follows from one request."},{"name":"causation_id","type":["null","strin'
    'g"],"doc":"event_id of the record this one follows from.","default":null},{"'
    'name":"payload","type":[{"type":"record","name":"AgentStarted","doc":"The ag'
    'ent is up and tells what it runs, so that the scheduler can reconcile.","fie'
    'lds":[{"name":"node_id","type":"string","doc":"Node."},{"name":"boot_id","ty'
    'pe":"string","doc":"Boot."},{"name":"fresh","type":"boolean","doc":"True: th'
    'e agent remembers nothing from before."},{"name":"order_seq_last","type":"lo'
    'ng","doc":"Newest order it has carried out; -1 when fresh."},{"name":"runnin'
    'g","type":{"type":"array","items":{"type":"record","name":"AttemptRef","doc"'
    ':"One attempt.","fields":[{"name":"job_id","type":"string","doc":"Job."},{"n'
    'ame":"attempt","type":"int","doc":"Attempt."}],"namespace":"muster.task_even'
    'ts"}},"doc":"Tasks adopted, still running."}],"namespace":"muster.task_event'
    's"},{"type":"record","name":"TaskStarted","doc":"All ranks of the task have '
    'a process.","fields":[{"name":"node_id","type":"string","doc":"Node."},{"nam'
    'e":"job_id","type":"string","doc":"Job."},{"name":"attempt","type":"int","do'
    'c":"Attempt, 1-based."},{"name":"ranks","type":{"type":"array","items":"int"'
    '},"doc":"Ranks on this node."}],"namespace":"muster.task_events"},{"type":"r'
    'ecord","name":"TaskExited","doc":"No rank of the task runs any more.","field'
    's":[{"name":"node_id","type":"string","doc":"Node."},{"name":"job_id","type"'
    ':"string","doc":"Job."},{"name":"attempt","type":"int","doc":"Attempt, 1-bas'
    'ed."},{"name":"outcome","type":{"type":"enum","name":"TaskOutcome","doc":"Ho'
    'w the task ended.","symbols":["SUCCEEDED","FAILED","STOPPED","TIMED_OUT","LO'
    'ST"],"default":"LOST","namespace":"muster.task_events"},"doc":"STOPPED: on o'
    'rder. TIMED_OUT: its wall time. LOST: its processes vanished."},{"name":"exi'
    'ts","type":{"type":"array","items":{"type":"record","name":"RankExit","doc":'
    '"How one rank ended.","fields":[{"name":"rank","type":"int","doc":"Rank."},{'
    '"name":"exit_code","type":["null","int"],"doc":"Exit code.","default":null},'
    '{"name":"signal","type":["null","int"],"doc":"Signal that ended it.","defaul'
    't":null}],"namespace":"muster.task_events"}},"doc":"Per rank."},{"name":"mes'
    'sage","type":"string","doc":"For people: the first failing rank and why.","d'
    'efault":""}],"namespace":"muster.task_events"},{"type":"record","name":"Task'
    'Refused","doc":"An order was not carried out.","fields":[{"name":"node_id","'
    'type":"string","doc":"Node."},{"name":"job_id","type":"string","doc":"Job."}'
    ',{"name":"attempt","type":"int","doc":"Attempt, 1-based."},{"name":"epoch","'
    'type":"long","doc":"Epoch of the order."},{"name":"order_seq","type":"long",'
    '"doc":"Order."},{"name":"reason","type":{"type":"enum","name":"RefusalReason'
    '","doc":"Why.","symbols":["STALE_EPOCH","GPU_BUSY","UNKNOWN_GPU","FILES_UNAV'
    'AILABLE","CANNOT_START"],"default":"CANNOT_START","namespace":"muster.task_e'
    'vents"},"doc":"Why."},{"name":"message","type":"string","doc":"For people.",'
    '"default":""}],"namespace":"muster.task_events"},{"type":"record","name":"Ch'
    'eckpointSaved","doc":"A checkpoint is safe in S3.","fields":[{"name":"node_i'
    'd","type":"string","doc":"Node."},{"name":"job_id","type":"string","doc":"Jo'
    'b."},{"name":"attempt","type":"int","doc":"Attempt, 1-based."},{"name":"rank'
    '","type":"int","doc":"Rank that wrote it."},{"name":"file","type":"string","'
    'doc":"File name."},{"name":"uri","type":"string","doc":"s3://bucket/key."},{'
    '"name":"sha256","type":"string","doc":"Of the bytes."},{"name":"size_bytes",'
    '"type":"long","doc":"Size."}],"namespace":"muster.task_events"}],"doc":"What'
    ' happened."}]}'
)
