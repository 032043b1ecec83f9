"""What became of jobs, nodes and queues: the scheduler's public facts.

Generated from schemas/job-events.avsc by `make schemas`; do not edit.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, ClassVar, Final, TypeAlias

from muster.events.datum import Table, table_of
from muster.events.job_commands import JobSpec
from muster.events.node_heartbeats import Executor
from muster.events.operator_commands import Policy


class RejectionCode(StrEnum):
    """Stable codes."""

    INVALID = "INVALID"
    ALREADY_EXISTS = "ALREADY_EXISTS"
    NOT_FOUND = "NOT_FOUND"
    WRONG_STATE = "WRONG_STATE"
    IMPOSSIBLE_REQUEST = "IMPOSSIBLE_REQUEST"
    UNKNOWN_QUEUE = "UNKNOWN_QUEUE"
    QUEUE_NOT_EMPTY = "QUEUE_NOT_EMPTY"
    FORBIDDEN = "FORBIDDEN"


@dataclass(frozen=True, slots=True, kw_only=True)
class Violation:
    """One thing wrong with a request.

    Attributes:
        field: Path of the field.
        value: What was given, shortened.
        allowed: What is allowed.
    """

    AVRO_NAME: ClassVar[str] = "muster.job_events.Violation"

    field: str
    value: str
    allowed: str

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "field": self.field,
            "value": self.value,
            "allowed": self.allowed,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> Violation:
        """The inverse."""
        return cls(
            field=d["field"],
            value=d["value"],
            allowed=d["allowed"],
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class CommandRejected:
    """A command that will not be carried out, and why.

    Attributes:
        command_id: event_id of the command.
        command: Its record name.
        subject: Job, queue or node it was about.
        tenant: Tenant.
        code: Why.
        message: For people.
        violations: Field by field.
    """

    AVRO_NAME: ClassVar[str] = "muster.job_events.CommandRejected"

    command_id: str
    command: str
    subject: str
    tenant: str
    code: RejectionCode
    message: str
    violations: tuple[Violation, ...] = ()

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "command_id": self.command_id,
            "command": self.command,
            "subject": self.subject,
            "tenant": self.tenant,
            "code": self.code,
            "message": self.message,
            "violations": [x.to_datum() for x in self.violations],
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> CommandRejected:
        """The inverse."""
        return cls(
            command_id=d["command_id"],
            command=d["command"],
            subject=d["subject"],
            tenant=d["tenant"],
            code=RejectionCode(d["code"]),
            message=d["message"],
            violations=tuple(Violation.from_datum(x) for x in d.get("violations", [])),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class CommandRepeated:
    """A command already carried out came again; nothing changed.

    Attributes:
        command_id: event_id of the command.
        command: Its record name.
        subject: Job, queue or node.
    """

    AVRO_NAME: ClassVar[str] = "muster.job_events.CommandRepeated"

    command_id: str
    command: str
    subject: str

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "command_id": self.command_id,
            "command": self.command,
            "subject": self.subject,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> CommandRepeated:
        """The inverse."""
        return cls(
            command_id=d["command_id"],
            command=d["command"],
            subject=d["subject"],
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class JobQueued:
    """The job is accepted and waits.

    Attributes:
        job_id: Job.
        tenant: Tenant.
        spec: As accepted.
    """

    AVRO_NAME: ClassVar[str] = "muster.job_events.JobQueued"

    job_id: str
    tenant: str
    spec: JobSpec

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "job_id": self.job_id,
            "tenant": self.tenant,
            "spec": self.spec.to_datum(),
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> JobQueued:
        """The inverse."""
        return cls(
            job_id=d["job_id"],
            tenant=d["tenant"],
            spec=JobSpec.from_datum(d["spec"]),
        )


class PendingCode(StrEnum):
    """Stable codes for why a job waits."""

    NO_NODES = "NO_NODES"
    MODEL_ABSENT = "MODEL_ABSENT"
    TOO_LARGE = "TOO_LARGE"
    CLUSTER_TOO_SMALL = "CLUSTER_TOO_SMALL"
    GPUS_BUSY = "GPUS_BUSY"
    GPUS_FRAGMENTED = "GPUS_FRAGMENTED"
    FRACTIONS_FRAGMENTED = "FRACTIONS_FRAGMENTED"
    CPU_SHORT = "CPU_SHORT"
    MEMORY_SHORT = "MEMORY_SHORT"
    NODES_UNSCHEDULABLE = "NODES_UNSCHEDULABLE"
    GANG_SHORT = "GANG_SHORT"
    HELD_FOR_HEAD = "HELD_FOR_HEAD"
    RETRY_BACKOFF = "RETRY_BACKOFF"
    SUSPENDED = "SUSPENDED"
    QUEUED = "QUEUED"


@dataclass(frozen=True, slots=True, kw_only=True)
class JobPending:
    """Why the job is not placed; sent when the reason changes.

    Attributes:
        job_id: Job.
        code: The one dominant reason.
        message: One sentence.
        counts: Numbers behind it.
    """

    AVRO_NAME: ClassVar[str] = "muster.job_events.JobPending"

    job_id: str
    code: PendingCode
    message: str
    counts: Mapping[str, int] = field(default_factory=dict[str, int])

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "job_id": self.job_id,
            "code": self.code,
            "message": self.message,
            "counts": dict(self.counts),
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> JobPending:
        """The inverse."""
        return cls(
            job_id=d["job_id"],
            code=PendingCode(d["code"]),
            message=d["message"],
            counts=dict(d.get("counts", {})),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class RankPlacement:
    """Where one rank runs.

    Attributes:
        rank: Rank.
        node_id: Node.
        gpu_indices: GPUs.
        gpu_milli: Thousandths of each.
    """

    AVRO_NAME: ClassVar[str] = "muster.job_events.RankPlacement"

    rank: int
    node_id: str
    gpu_indices: tuple[int, ...]
    gpu_milli: int

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "rank": self.rank,
            "node_id": self.node_id,
            "gpu_indices": list(self.gpu_indices),
            "gpu_milli": self.gpu_milli,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> RankPlacement:
        """The inverse."""
        return cls(
            rank=d["rank"],
            node_id=d["node_id"],
            gpu_indices=tuple(d["gpu_indices"]),
            gpu_milli=d["gpu_milli"],
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class GangBound:
    """Every rank has its place; orders to start are in the same transaction.

    Attributes:
        job_id: Job.
        attempt: Attempt.
        placements: One per rank.
        master_address: Rank 0's address.
        master_port: Rendezvous port.
        waited_ms: Since the job was last queued.
        reason: Why there.
    """

    AVRO_NAME: ClassVar[str] = "muster.job_events.GangBound"

    job_id: str
    attempt: int
    placements: tuple[RankPlacement, ...]
    master_address: str
    master_port: int
    waited_ms: int
    reason: str = ""

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "job_id": self.job_id,
            "attempt": self.attempt,
            "placements": [x.to_datum() for x in self.placements],
            "master_address": self.master_address,
            "master_port": self.master_port,
            "waited_ms": self.waited_ms,
            "reason": self.reason,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> GangBound:
        """The inverse."""
        return cls(
            job_id=d["job_id"],
            attempt=d["attempt"],
            placements=tuple(RankPlacement.from_datum(x) for x in d["placements"]),
            master_address=d["master_address"],
            master_port=d["master_port"],
            waited_ms=d["waited_ms"],
            reason=d.get("reason", ""),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class JobStarted:
    """All ranks run.

    Attributes:
        job_id: Job.
        attempt: Attempt.
    """

    AVRO_NAME: ClassVar[str] = "muster.job_events.JobStarted"

    job_id: str
    attempt: int

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "job_id": self.job_id,
            "attempt": self.attempt,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> JobStarted:
        """The inverse."""
        return cls(
            job_id=d["job_id"],
            attempt=d["attempt"],
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class JobStopping:
    """Ranks have been ordered to stop.

    Attributes:
        job_id: Job.
        attempt: Attempt.
        reason: Why.
    """

    AVRO_NAME: ClassVar[str] = "muster.job_events.JobStopping"

    job_id: str
    attempt: int
    reason: str

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "job_id": self.job_id,
            "attempt": self.attempt,
            "reason": self.reason,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> JobStopping:
        """The inverse."""
        return cls(
            job_id=d["job_id"],
            attempt=d["attempt"],
            reason=d["reason"],
        )


class AttemptOutcome(StrEnum):
    """How."""

    SUCCEEDED = "SUCCEEDED"
    FAILED = "FAILED"
    STOPPED = "STOPPED"
    TIMED_OUT = "TIMED_OUT"
    LOST = "LOST"
    REFUSED = "REFUSED"


@dataclass(frozen=True, slots=True, kw_only=True)
class AttemptEnded:
    """An attempt is over on every node and its GPUs are free.

    Attributes:
        job_id: Job.
        attempt: Attempt.
        outcome: How.
        exit_code: Of the first failing rank.
        signal: Of the first failing rank.
        rank: First failing rank.
        node_id: Its node.
        message: For people.
        ran_ms: From bind to end.
    """

    AVRO_NAME: ClassVar[str] = "muster.job_events.AttemptEnded"

    job_id: str
    attempt: int
    outcome: AttemptOutcome
    exit_code: int | None = None
    signal: int | None = None
    rank: int | None = None
    node_id: str | None = None
    message: str = ""
    ran_ms: int

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "job_id": self.job_id,
            "attempt": self.attempt,
            "outcome": self.outcome,
            "exit_code": self.exit_code,
            "signal": self.signal,
            "rank": self.rank,
            "node_id": self.node_id,
            "message": self.message,
            "ran_ms": self.ran_ms,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> AttemptEnded:
        """The inverse."""
        return cls(
            job_id=d["job_id"],
            attempt=d["attempt"],
            outcome=AttemptOutcome(d["outcome"]),
            exit_code=d.get("exit_code"),
            signal=d.get("signal"),
            rank=d.get("rank"),
            node_id=d.get("node_id"),
            message=d.get("message", ""),
            ran_ms=d["ran_ms"],
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class JobRequeued:
    """The job waits again.

    Attributes:
        job_id: Job.
        attempt_next: Number of the next attempt.
        reason: Why.
        not_before_ms: Earliest time of the next attempt.
    """

    AVRO_NAME: ClassVar[str] = "muster.job_events.JobRequeued"

    job_id: str
    attempt_next: int
    reason: str
    not_before_ms: int

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "job_id": self.job_id,
            "attempt_next": self.attempt_next,
            "reason": self.reason,
            "not_before_ms": self.not_before_ms,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> JobRequeued:
        """The inverse."""
        return cls(
            job_id=d["job_id"],
            attempt_next=d["attempt_next"],
            reason=d["reason"],
            not_before_ms=d["not_before_ms"],
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class JobSucceeded:
    """Every rank ended with exit code 0.

    Attributes:
        job_id: Job.
        attempt: Attempt.
    """

    AVRO_NAME: ClassVar[str] = "muster.job_events.JobSucceeded"

    job_id: str
    attempt: int

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "job_id": self.job_id,
            "attempt": self.attempt,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> JobSucceeded:
        """The inverse."""
        return cls(
            job_id=d["job_id"],
            attempt=d["attempt"],
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class JobFailed:
    """The job is over and did not succeed.

    Attributes:
        job_id: Job.
        attempt: Attempt.
        reason: Why.
        exit_code: Of the first failing rank.
    """

    AVRO_NAME: ClassVar[str] = "muster.job_events.JobFailed"

    job_id: str
    attempt: int
    reason: str
    exit_code: int | None = None

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "job_id": self.job_id,
            "attempt": self.attempt,
            "reason": self.reason,
            "exit_code": self.exit_code,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> JobFailed:
        """The inverse."""
        return cls(
            job_id=d["job_id"],
            attempt=d["attempt"],
            reason=d["reason"],
            exit_code=d.get("exit_code"),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class JobCancelled:
    """The job was cancelled and nothing of it runs.

    Attributes:
        job_id: Job.
        requested_by: Who asked.
        reason: Why.
    """

    AVRO_NAME: ClassVar[str] = "muster.job_events.JobCancelled"

    job_id: str
    requested_by: str
    reason: str

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "job_id": self.job_id,
            "requested_by": self.requested_by,
            "reason": self.reason,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> JobCancelled:
        """The inverse."""
        return cls(
            job_id=d["job_id"],
            requested_by=d["requested_by"],
            reason=d["reason"],
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class JobSuspended:
    """The job was suspended and nothing of it runs.

    Attributes:
        job_id: Job.
        requested_by: Who asked.
        reason: Why.
    """

    AVRO_NAME: ClassVar[str] = "muster.job_events.JobSuspended"

    job_id: str
    requested_by: str
    reason: str

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "job_id": self.job_id,
            "requested_by": self.requested_by,
            "reason": self.reason,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> JobSuspended:
        """The inverse."""
        return cls(
            job_id=d["job_id"],
            requested_by=d["requested_by"],
            reason=d["reason"],
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class JobResumed:
    """A suspended job waits again.

    Attributes:
        job_id: Job.
        requested_by: Who asked.
    """

    AVRO_NAME: ClassVar[str] = "muster.job_events.JobResumed"

    job_id: str
    requested_by: str

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "job_id": self.job_id,
            "requested_by": self.requested_by,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> JobResumed:
        """The inverse."""
        return cls(
            job_id=d["job_id"],
            requested_by=d["requested_by"],
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckpointRecorded:
    """The next attempt will start from this.

    Attributes:
        job_id: Job.
        attempt: Attempt.
        rank: Rank that wrote it.
        file: File name.
        uri: Where.
        sha256: Of the bytes.
        size_bytes: Size.
    """

    AVRO_NAME: ClassVar[str] = "muster.job_events.CheckpointRecorded"

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
            "job_id": self.job_id,
            "attempt": self.attempt,
            "rank": self.rank,
            "file": self.file,
            "uri": self.uri,
            "sha256": self.sha256,
            "size_bytes": self.size_bytes,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> CheckpointRecorded:
        """The inverse."""
        return cls(
            job_id=d["job_id"],
            attempt=d["attempt"],
            rank=d["rank"],
            file=d["file"],
            uri=d["uri"],
            sha256=d["sha256"],
            size_bytes=d["size_bytes"],
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class NodeJoined:
    """A node is known, or came back with other hardware.

    Attributes:
        node_id: Node.
        boot_id: Boot of its agent.
        address: Address.
        port_first: First rendezvous port.
        port_count: How many.
        cpu_milli: CPU.
        memory_mib: Memory.
        gpu_model: Model.
        gpu_count: GPUs.
        executor: How ranks run.
        lease_ms: Lease.
        interval_ms: Heartbeat interval.
        labels: Labels.
    """

    AVRO_NAME: ClassVar[str] = "muster.job_events.NodeJoined"

    node_id: str
    boot_id: str
    address: str
    port_first: int
    port_count: int
    cpu_milli: int
    memory_mib: int
    gpu_model: str
    gpu_count: int
    executor: Executor
    lease_ms: int
    interval_ms: int
    labels: Mapping[str, str] = field(default_factory=dict[str, str])

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "node_id": self.node_id,
            "boot_id": self.boot_id,
            "address": self.address,
            "port_first": self.port_first,
            "port_count": self.port_count,
            "cpu_milli": self.cpu_milli,
            "memory_mib": self.memory_mib,
            "gpu_model": self.gpu_model,
            "gpu_count": self.gpu_count,
            "executor": self.executor,
            "lease_ms": self.lease_ms,
            "interval_ms": self.interval_ms,
            "labels": dict(self.labels),
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> NodeJoined:
        """The inverse."""
        return cls(
            node_id=d["node_id"],
            boot_id=d["boot_id"],
            address=d["address"],
            port_first=d["port_first"],
            port_count=d["port_count"],
            cpu_milli=d["cpu_milli"],
            memory_mib=d["memory_mib"],
            gpu_model=d["gpu_model"],
            gpu_count=d["gpu_count"],
            executor=Executor(d["executor"]),
            lease_ms=d["lease_ms"],
            interval_ms=d["interval_ms"],
            labels=dict(d.get("labels", {})),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class NodeSuspected:
    """Two beats missed: nothing new goes there; what runs goes on.

    Attributes:
        node_id: Node.
        silent_ms: Time since its last beat.
    """

    AVRO_NAME: ClassVar[str] = "muster.job_events.NodeSuspected"

    node_id: str
    silent_ms: int

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "node_id": self.node_id,
            "silent_ms": self.silent_ms,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> NodeSuspected:
        """The inverse."""
        return cls(
            node_id=d["node_id"],
            silent_ms=d["silent_ms"],
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class NodeRecovered:
    """The node is heard again.

    Attributes:
        node_id: Node.
    """

    AVRO_NAME: ClassVar[str] = "muster.job_events.NodeRecovered"

    node_id: str

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "node_id": self.node_id,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> NodeRecovered:
        """The inverse."""
        return cls(
            node_id=d["node_id"],
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class NodeLost:
    """The lease ran out: its attempts are given up.

    Attributes:
        node_id: Node.
        silent_ms: Time since its last beat.
    """

    AVRO_NAME: ClassVar[str] = "muster.job_events.NodeLost"

    node_id: str
    silent_ms: int

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "node_id": self.node_id,
            "silent_ms": self.silent_ms,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> NodeLost:
        """The inverse."""
        return cls(
            node_id=d["node_id"],
            silent_ms=d["silent_ms"],
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class NodeCordoned:
    """Nothing new goes there.

    Attributes:
        node_id: Node.
        requested_by: Who.
        reason: Why.
    """

    AVRO_NAME: ClassVar[str] = "muster.job_events.NodeCordoned"

    node_id: str
    requested_by: str
    reason: str

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "node_id": self.node_id,
            "requested_by": self.requested_by,
            "reason": self.reason,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> NodeCordoned:
        """The inverse."""
        return cls(
            node_id=d["node_id"],
            requested_by=d["requested_by"],
            reason=d["reason"],
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class NodeUncordoned:
    """Work goes there again.

    Attributes:
        node_id: Node.
        requested_by: Who.
    """

    AVRO_NAME: ClassVar[str] = "muster.job_events.NodeUncordoned"

    node_id: str
    requested_by: str

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "node_id": self.node_id,
            "requested_by": self.requested_by,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> NodeUncordoned:
        """The inverse."""
        return cls(
            node_id=d["node_id"],
            requested_by=d["requested_by"],
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class GpuUnhealthy:
    """Nothing new goes on this GPU.

    Attributes:
        node_id: Node.
        gpu_index: GPU.
        reason: Why.
    """

    AVRO_NAME: ClassVar[str] = "muster.job_events.GpuUnhealthy"

    node_id: str
    gpu_index: int
    reason: str

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "node_id": self.node_id,
            "gpu_index": self.gpu_index,
            "reason": self.reason,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> GpuUnhealthy:
        """The inverse."""
        return cls(
            node_id=d["node_id"],
            gpu_index=d["gpu_index"],
            reason=d["reason"],
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class GpuRecovered:
    """The GPU is healthy again.

    Attributes:
        node_id: Node.
        gpu_index: GPU.
    """

    AVRO_NAME: ClassVar[str] = "muster.job_events.GpuRecovered"

    node_id: str
    gpu_index: int

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "node_id": self.node_id,
            "gpu_index": self.gpu_index,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> GpuRecovered:
        """The inverse."""
        return cls(
            node_id=d["node_id"],
            gpu_index=d["gpu_index"],
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class QueueCreated:
    """A queue exists.

    Attributes:
        queue: Name.
        tenant: Tenant.
        description: For people.
        requested_by: Who.
    """

    AVRO_NAME: ClassVar[str] = "muster.job_events.QueueCreated"

    queue: str
    tenant: str
    description: str
    requested_by: str

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "queue": self.queue,
            "tenant": self.tenant,
            "description": self.description,
            "requested_by": self.requested_by,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> QueueCreated:
        """The inverse."""
        return cls(
            queue=d["queue"],
            tenant=d["tenant"],
            description=d["description"],
            requested_by=d["requested_by"],
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class QueueDeleted:
    """A queue is gone.

    Attributes:
        queue: Name.
        tenant: Tenant.
        requested_by: Who.
    """

    AVRO_NAME: ClassVar[str] = "muster.job_events.QueueDeleted"

    queue: str
    tenant: str
    requested_by: str

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "queue": self.queue,
            "tenant": self.tenant,
            "requested_by": self.requested_by,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> QueueDeleted:
        """The inverse."""
        return cls(
            queue=d["queue"],
            tenant=d["tenant"],
            requested_by=d["requested_by"],
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class PolicyActivated:
    """Decisions follow this policy from here on.

    Attributes:
        policy: The whole policy.
        requested_by: Who.
    """

    AVRO_NAME: ClassVar[str] = "muster.job_events.PolicyActivated"

    policy: Policy
    requested_by: str

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "policy": self.policy.to_datum(),
            "requested_by": self.requested_by,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> PolicyActivated:
        """The inverse."""
        return cls(
            policy=Policy.from_datum(d["policy"]),
            requested_by=d["requested_by"],
        )


Payload: TypeAlias = (
    CommandRejected
    | CommandRepeated
    | JobQueued
    | JobPending
    | GangBound
    | JobStarted
    | JobStopping
    | AttemptEnded
    | JobRequeued
    | JobSucceeded
    | JobFailed
    | JobCancelled
    | JobSuspended
    | JobResumed
    | CheckpointRecorded
    | NodeJoined
    | NodeSuspected
    | NodeRecovered
    | NodeLost
    | NodeCordoned
    | NodeUncordoned
    | GpuUnhealthy
    | GpuRecovered
    | QueueCreated
    | QueueDeleted
    | PolicyActivated
)

PAYLOADS: Final[Table] = table_of(
    CommandRejected,
    CommandRepeated,
    JobQueued,
    JobPending,
    GangBound,
    JobStarted,
    JobStopping,
    AttemptEnded,
    JobRequeued,
    JobSucceeded,
    JobFailed,
    JobCancelled,
    JobSuspended,
    JobResumed,
    CheckpointRecorded,
    NodeJoined,
    NodeSuspected,
    NodeRecovered,
    NodeLost,
    NodeCordoned,
    NodeUncordoned,
    GpuUnhealthy,
    GpuRecovered,
    QueueCreated,
    QueueDeleted,
    PolicyActivated,
)

SCHEMA: Final = (
    '{"type":"record","name":"Envelope","namespace":"muster.job_events","doc":"Wh'
    'at became of jobs, nodes and queues: the scheduler\'s public facts.","fields"'
    ':[{"name":"event_id","type":"string","doc":"Unique for ever; the deduplicati'
    'on key."},{"name":"key","type":"string","doc":"The Kafka key: what this topi'
    'c is ordered by."},{"name":"occurred_at_ms","type":"long","doc":"When the pr'
    'oducer says it happened, milliseconds since 1970 UTC."},{"name":"producer","'
    'type":"string","doc":"Service and instance that wrote the record."},{"name":'
    '"correlation_id","type":"string","doc":"Shared by everything that follows fr'
    'om one request."},{"name":"causation_id","type":["null","string"],"doc":"eve'
    'nt_id of the record this one follows from.","default":null},{"name":"payload'
    '","type":[{"type":"record","name":"CommandRejected","doc":"A command that wi'
    'll not be carried out, and why.","fields":[{"name":"command_id","type":"stri'
    'ng","doc":"event_id of the command."},{"name":"command","type":"string","doc'
    '":"Its record name."},{"name":"subject","type":"string","doc":"Job, queue or'
    ' node it was about."},{"name":"tenant","type":"string","doc":"Tenant."},{"na'
    'me":"code","type":{"type":"enum","name":"RejectionCode","doc":"Stable codes.'
    '","symbols":["INVALID","ALREADY_EXISTS","NOT_FOUND","WRONG_STATE","IMPOSSIBL'
    'E_REQUEST","UNKNOWN_QUEUE","QUEUE_NOT_EMPTY","FORBIDDEN"],"default":"FORBIDD'
    'EN","namespace":"muster.job_events"},"doc":"Why."},{"name":"message","type":'
    '"string","doc":"For people."},{"name":"violations","type":{"type":"array","i'
    'tems":{"type":"record","name":"Violation","doc":"One thing wrong with a requ'
    'est.","fields":[{"name":"field","type":"string","doc":"Path of the field."},'
    '{"name":"value","type":"string","doc":"What was given, shortened."},{"name":'
    '"allowed","type":"string","doc":"What is allowed."}],"namespace":"muster.job'
    '_events"}},"doc":"Field by field.","default":[]}],"namespace":"muster.job_ev'
    'ents"},{"type":"record","name":"CommandRepeated","doc":"A command already ca'
    'rried out came again; nothing changed.","fields":[{"name":"command_id","type'
    '":"string","doc":"event_id of the command."},{"name":"command","type":"strin'
    'g","doc":"Its record name."},{"name":"subject","type":"string","doc":"Job, q'
    'ueue or node."}],"namespace":"muster.job_events"},{"type":"record","name":"J'
    'obQueued","doc":"The job is accepted and waits.","fields":[{"name":"job_id",'
    '"type":"string","doc":"Job."},{"name":"tenant","type":"string","doc":"Tenant'
    '."},{"name":"spec","type":{"type":"record","name":"JobSpec","doc":"A job as '
    'its owner describes it.","fields":[{"name":"name","type":"string","doc":"A n'
    'ame for people; not unique."},{"name":"team","type":"string","doc":"Who pays'
    '."},{"name":"project","type":"string","doc":"What it is for."},{"name":"user'
    '","type":"string","doc":"Who asked."},{"name":"queue","type":"string","doc":'
    '"Queue the job waits in."},{"name":"tier","type":{"type":"enum","name":"Tier'
    '","doc":"Highest first.","symbols":["PRODUCTION_INFERENCE","PREMIUM_TRAINING'
    '","STANDARD_TRAINING","BATCH_INFERENCE","INTERACTIVE"],"default":"STANDARD_T'
    'RAINING","namespace":"muster.job_commands"},"doc":"Which work goes first."},'
    '{"name":"ranks","type":"int","doc":"Gang size: all ranks start together or n'
    'one does."},{"name":"resources","type":{"type":"record","name":"Resources","'
    'doc":"What one rank needs.","fields":[{"name":"gpu_count","type":"int","doc"'
    ':"GPUs per rank; 0 for CPU-only work."},{"name":"gpu_milli","type":"int","do'
    'c":"Thousandths of each GPU: 1000 is a whole one; less only with gpu_count 1'
    '."},{"name":"gpu_models","type":{"type":"array","items":"string"},"doc":"GPU'
    ' models accepted, sorted; empty accepts any.","default":[]},{"name":"cpu_mil'
    'li","type":"long","doc":"Thousandths of a CPU core per rank."},{"name":"memo'
    'ry_mib","type":"long","doc":"Main memory per rank, MiB."}],"namespace":"must'
    'er.job_commands"},"doc":"Per rank."},{"name":"image","type":["null","string"'
    '],"doc":"Container image, for executors that use one.","default":null},{"nam'
    'e":"command","type":{"type":"array","items":"string"},"doc":"Program and arg'
    'uments, the same for every rank."},{"name":"env","type":{"type":"map","value'
    's":"string"},"doc":"Environment added to every rank.","default":{}},{"name":'
    '"files_sha256","type":["null","string"],"doc":"Working files: SHA-256 of a t'
    'ar.gz already stored under files/ in S3.","default":null},{"name":"wall_time'
    '_max_ms","type":["null","long"],"doc":"The attempt is stopped after this lon'
    'g.","default":null},{"name":"duration_expected_ms","type":["null","long"],"d'
    'oc":"The owner\'s estimate.","default":null},{"name":"grace_ms","type":"long"'
    ',"doc":"Between SIGTERM and SIGKILL.","default":30000},{"name":"retry","type'
    '":{"type":"record","name":"RetryPolicy","doc":"When an attempt fails by itse'
    'lf; attempts lost with a node never count.","fields":[{"name":"attempts_max"'
    ',"type":"int","doc":"Attempts allowed in all, 1 means no retry."},{"name":"b'
    'ackoff_ms","type":"long","doc":"Wait before the next attempt, doubled each t'
    'ime.","default":10000}],"namespace":"muster.job_commands"},"doc":"Retry poli'
    'cy."},{"name":"checkpoint","type":{"type":"record","name":"CheckpointPolicy"'
    ',"doc":"Whether the agent keeps what the job writes to MUSTER_CHECKPOINT_DIR'
    '.","fields":[{"name":"enabled","type":"boolean","doc":"True: files renamed i'
    'nto the directory are stored and given to the next attempt."},{"name":"inter'
    'val_ms","type":"long","doc":"How often the job is expected to write one; 0 w'
    'hen it decides itself.","default":0}],"namespace":"muster.job_commands"},"do'
    'c":"Checkpoint policy."},{"name":"labels","type":{"type":"map","values":"str'
    'ing"},"doc":"Free key/value pairs to filter by.","default":{}},{"name":"mode'
    'l_name","type":["null","string"],"doc":"Model this job trains, for the regis'
    'try.","default":null}],"namespace":"muster.job_commands"},"doc":"As accepted'
    '."}],"namespace":"muster.job_events"},{"type":"record","name":"JobPending","'
    'doc":"Why the job is not placed; sent when the reason changes.","fields":[{"'
    'name":"job_id","type":"string","doc":"Job."},{"name":"code","type":{"type":"'
    'enum","name":"PendingCode","doc":"Stable codes for why a job waits.","symbol'
    's":["NO_NODES","MODEL_ABSENT","TOO_LARGE","CLUSTER_TOO_SMALL","GPUS_BUSY","G'
    'PUS_FRAGMENTED","FRACTIONS_FRAGMENTED","CPU_SHORT","MEMORY_SHORT","NODES_UNS'
    'CHEDULABLE","GANG_SHORT","HELD_FOR_HEAD","RETRY_BACKOFF","SUSPENDED","QUEUED'
    '"],"default":"QUEUED","namespace":"muster.job_events"},"doc":"The one domina'
    'nt reason."},{"name":"message","type":"string","doc":"One sentence."},{"name'
    '":"counts","type":{"type":"map","values":"long"},"doc":"Numbers behind it.",'
    '"default":{}}],"namespace":"muster.job_events"},{"type":"record","name":"Gan'
    'gBound","doc":"Every rank has its place; orders to start are in the same tra'
    'nsaction.","fields":[{"name":"job_id","type":"string","doc":"Job."},{"name":'
    '"attempt","type":"int","doc":"Attempt."},{"name":"placements","type":{"type"'
    ':"array","items":{"type":"record","name":"RankPlacement","doc":"Where one ra'
    'nk runs.","fields":[{"name":"rank","type":"int","doc":"Rank."},{"name":"node'
    '_id","type":"string","doc":"Node."},{"name":"gpu_indices","type":{"type":"ar'
    'ray","items":"int"},"doc":"GPUs."},{"name":"gpu_milli","type":"int","doc":"T'
    'housandths of each."}],"namespace":"muster.job_events"}},"doc":"One per rank'
    '."},{"name":"master_address","type":"string","doc":"Rank 0\'s address."},{"na'
    'me":"master_port","type":"int","doc":"Rendezvous port."},{"name":"waited_ms"'
    ',"type":"long","doc":"Since the job was last queued."},{"name":"reason","typ'
    'e":"string","doc":"Why there.","default":""}],"namespace":"muster.job_events'
    '"},{"type":"record","name":"JobStarted","doc":"All ranks run.","fields":[{"n'
    'ame":"job_id","type":"string","doc":"Job."},{"name":"attempt","type":"int","'
    'doc":"Attempt."}],"namespace":"muster.job_events"},{"type":"record","name":"'
    'JobStopping","doc":"Ranks have been ordered to stop.","fields":[{"name":"job'
    '_id","type":"string","doc":"Job."},{"name":"attempt","type":"int","doc":"Att'
    'empt."},{"name":"reason","type":"string","doc":"Why."}],"namespace":"muster.'
    'job_events"},{"type":"record","name":"AttemptEnded","doc":"An attempt is ove'
    'r on every node and its GPUs are free.","fields":[{"name":"job_id","type":"s'
    'tring","doc":"Job."},{"name":"attempt","type":"int","doc":"Attempt."},{"name'
    '":"outcome","type":{"type":"enum","name":"AttemptOutcome","doc":"How.","symb'
    'ols":["SUCCEEDED","FAILED","STOPPED","TIMED_OUT","LOST","REFUSED"],"default"'
    ':"REFUSED","namespace":"muster.job_events"},"doc":"How."},{"name":"exit_code'
    '","type":["null","int"],"doc":"Of the first failing rank.","default":null},{'
    '"name":"signal","type":["null","int"],"doc":"Of the first failing rank.","de'
    'fault":null},{"name":"rank","type":["null","int"],"doc":"First failing rank.'
    '","default":null},{"name":"node_id","type":["null","string"],"doc":"Its node'
    '.","default":null},{"name":"message","type":"string","doc":"For people.","de'
    'fault":""},{"name":"ran_ms","type":"long","doc":"From bind to end."}],"names'
    'pace":"muster.job_events"},{"type":"record","name":"JobRequeued","doc":"The '
    'job waits again.","fields":[{"name":"job_id","type":"string","doc":"Job."},{'
    '"name":"attempt_next","type":"int","doc":"Number of the next attempt."},{"na'
    'me":"reason","type":"string","doc":"Why."},{"name":"not_before_ms","type":"l'
    'ong","doc":"Earliest time of the next attempt."}],"namespace":"muster.job_ev'
    'ents"},{"type":"record","name":"JobSucceeded","doc":"Every rank ended with e'
    'xit code 0.","fields":[{"name":"job_id","type":"string","doc":"Job."},{"name'
    '":"attempt","type":"int","doc":"Attempt."}],"namespace":"muster.job_events"}'
    ',{"type":"record","name":"JobFailed","doc":"The job is over and did not succ'
    'eed.","fields":[{"name":"job_id","type":"string","doc":"Job."},{"name":"atte'
    'mpt","type":"int","doc":"Attempt."},{"name":"reason","type":"string","doc":"'
    'Why."},{"name":"exit_code","type":["null","int"],"doc":"Of the first failing'
    ' rank.","default":null}],"namespace":"muster.job_events"},{"type":"record","'
    'name":"JobCancelled","doc":"The job was cancelled and nothing of it runs.","'
    'fields":[{"name":"job_id","type":"string","doc":"Job."},{"name":"requested_b'
    'y","type":"string","doc":"Who asked."},{"name":"reason","type":"string","doc'
    '":"Why."}],"namespace":"muster.job_events"},{"type":"record","name":"JobSusp'
    'ended","doc":"The job was suspended and nothing of it runs.","fields":[{"nam'
    'e":"job_id","type":"string","doc":"Job."},{"name":"requested_by","type":"str'
    'ing","doc":"Who asked."},{"name":"reason","type":"string","doc":"Why."}],"na'
    'mespace":"muster.job_events"},{"type":"record","name":"JobResumed","doc":"A '
    'suspended job waits again.","fields":[{"name":"job_id","type":"string","doc"'
    ':"Job."},{"name":"requested_by","type":"string","doc":"Who asked."}],"namesp'
    'ace":"muster.job_events"},{"type":"record","name":"CheckpointRecorded","doc"'
    ':"The next attempt will start from this.","fields":[{"name":"job_id","type":'
    '"string","doc":"Job."},{"name":"attempt","type":"int","doc":"Attempt."},{"na'
    'me":"rank","type":"int","doc":"Rank that wrote it."},{"name":"file","type":"'
    'string","doc":"File name."},{"name":"uri","type":"string","doc":"Where."},{"'
    'name":"sha256","type":"string","doc":"Of the bytes."},{"name":"size_bytes","'
    'type":"long","doc":"Size."}],"namespace":"muster.job_events"},{"type":"recor'
    'd","name":"NodeJoined","doc":"A node is known, or came back with other hardw'
    'are.","fields":[{"name":"node_id","type":"string","doc":"Node."},{"name":"bo'
    'ot_id","type":"string","doc":"Boot of its agent."},{"name":"address","type":'
    '"string","doc":"Address."},{"name":"port_first","type":"int","doc":"First re'
    'ndezvous port."},{"name":"port_count","type":"int","doc":"How many."},{"name'
    '":"cpu_milli","type":"long","doc":"CPU."},{"name":"memory_mib","type":"long"'
    ',"doc":"Memory."},{"name":"gpu_model","type":"string","doc":"Model."},{"name'
    '":"gpu_count","type":"int","doc":"GPUs."},{"name":"executor","type":{"type":'
    '"enum","name":"Executor","doc":"How ranks run.","symbols":["PROCESS","SIMULA'
    'TED"],"default":"SIMULATED","namespace":"muster.node_heartbeats"},"doc":"How'
    ' ranks run."},{"name":"lease_ms","type":"long","doc":"Lease."},{"name":"inte'
    'rval_ms","type":"long","doc":"Heartbeat interval."},{"name":"labels","type":'
    '{"type":"map","values":"string"},"doc":"Labels.","default":{}}],"namespace":'
    '"muster.job_events"},{"type":"record","name":"NodeSuspected","doc":"Two beat'
    's missed: nothing new goes there; what runs goes on.","fields":[{"name":"nod'
    'e_id","type":"string","doc":"Node."},{"name":"silent_ms","type":"long","doc"'
    ':"Time since its last beat."}],"namespace":"muster.job_events"},{"type":"rec'
    'ord","name":"NodeRecovered","doc":"The node is heard again.","fields":[{"nam'
    'e":"node_id","type":"string","doc":"Node."}],"namespace":"muster.job_events"'
    '},{"type":"record","name":"NodeLost","doc":"The lease ran out: its attempts '
    'are given up.","fields":[{"name":"node_id","type":"string","doc":"Node."},{"'
    'name":"silent_ms","type":"long","doc":"Time since its last beat."}],"namespa'
    'ce":"muster.job_events"},{"type":"record","name":"NodeCordoned","doc":"Nothi'
    'ng new goes there.","fields":[{"name":"node_id","type":"string","doc":"Node.'
    '"},{"name":"requested_by","type":"string","doc":"Who."},{"name":"reason","ty'
    'pe":"string","doc":"Why."}],"namespace":"muster.job_events"},{"type":"record'
    '","name":"NodeUncordoned","doc":"Work goes there again.","fields":[{"name":"'
    'node_id","type":"string","doc":"Node."},{"name":"requested_by","type":"strin'
    'g","doc":"Who."}],"namespace":"muster.job_events"},{"type":"record","name":"'
    'GpuUnhealthy","doc":"Nothing new goes on this GPU.","fields":[{"name":"node_'
    'id","type":"string","doc":"Node."},{"name":"gpu_index","type":"int","doc":"G'
    'PU."},{"name":"reason","type":"string","doc":"Why."}],"namespace":"muster.jo'
    'b_events"},{"type":"record","name":"GpuRecovered","doc":"The GPU is healthy '
    'again.","fields":[{"name":"node_id","type":"string","doc":"Node."},{"name":"'
    'gpu_index","type":"int","doc":"GPU."}],"namespace":"muster.job_events"},{"ty'
    'pe":"record","name":"QueueCreated","doc":"A queue exists.","fields":[{"name"'
    ':"queue","type":"string","doc":"Name."},{"name":"tenant","type":"string","do'
    'c":"Tenant."},{"name":"description","type":"string","doc":"For people."},{"n'
    'ame":"requested_by","type":"string","doc":"Who."}],"namespace":"muster.job_e'
    'vents"},{"type":"record","name":"QueueDeleted","doc":"A queue is gone.","fie'
    'lds":[{"name":"queue","type":"string","doc":"Name."},{"name":"tenant","type"'
    ':"string","doc":"Tenant."},{"name":"requested_by","type":"string","doc":"Who'
    '."}],"namespace":"muster.job_events"},{"type":"record","name":"PolicyActivat'
    'ed","doc":"Decisions follow this policy from here on.","fields":[{"name":"po'
    'licy","type":{"type":"record","name":"Policy","doc":"Knobs that change decis'
    'ions; a change is an event, so it replays.","fields":[{"name":"name","type":'
    '"string","doc":"For people."},{"name":"head_patience_ms","type":"long","doc"'
    ':"A blocked head of line is skipped freely for this long."},{"name":"head_ho'
    'ld_ms","type":"long","doc":"Then nodes it could use are held for it this lon'
    'g, then released for as long again, and so on."},{"name":"attempts_lost_max"'
    ',"type":"int","doc":"Attempts lost with their nodes before the job fails."},'
    '{"name":"workload_shapes_max","type":"int","doc":"Shapes remembered for the '
    'fragmentation score."},{"name":"jobs_ended_kept_max","type":"int","doc":"End'
    'ed jobs remembered for deduplication."}],"namespace":"muster.operator_comman'
    'ds"},"doc":"The whole policy."},{"name":"requested_by","type":"string","doc"'
    ':"Who."}],"namespace":"muster.job_events"}],"doc":"What happened."}]}'
)
