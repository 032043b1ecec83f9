"""What happened to ranks on a node. A task is the ranks of one attempt on one node.

Generated from schemas/task-events.avsc by `make schemas`; do not edit.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Any, ClassVar, Final, TypeAlias, final

from muster.events.wire.datum import Table, table_of
from muster.events.wire.record import record


class NodeFact:
    """Base of the facts whose subject is 'node'; as a pattern it matches all of them."""

    __slots__ = ()


class TaskFact:
    """Base of the facts whose subject is 'task'; as a pattern it matches all of them."""

    __slots__ = ()


@final
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


@final
@record
class AgentStarted(NodeFact):
    """The agent has started and reports what it runs, so that the scheduler can reconcile.

    Attributes:
        node_id: Node.
        boot_id: Boot.
        fresh: True: the agent remembers no earlier tasks.
        order_seq_last: Newest order that it has carried out; -1 if fresh.
        running: Adopted tasks that still run.
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


@final
@record
class TaskStarted(TaskFact):
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


class Suspicion(StrEnum):
    """Silence; silence from the start; an invalid loss; a diverging one; idle GPUs by DCGM, by the driver."""

    SILENT = "SILENT"
    NEVER_SPOKE = "NEVER_SPOKE"
    LOSS_NOT_A_NUMBER = "LOSS_NOT_A_NUMBER"
    LOSS_DIVERGES = "LOSS_DIVERGES"
    GPUS_IDLE = "GPUS_IDLE"
    GPUS_SEEM_IDLE = "GPUS_SEEM_IDLE"


@final
@record
class TaskSuspected(TaskFact):
    """Something is wrong with running ranks; their output shows where they are.

    Attributes:
        node_id: Node.
        job_id: Job.
        attempt: Attempt, 1-based.
        suspicion: The suspicion.
        rank: Rank that lags behind the others, or reports it; null: none.
        message: What was seen, for people.
    """

    AVRO_NAME: ClassVar[str] = "muster.task_events.TaskSuspected"

    node_id: str
    job_id: str
    attempt: int
    suspicion: Suspicion
    rank: int | None = None
    message: str

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "node_id": self.node_id,
            "job_id": self.job_id,
            "attempt": self.attempt,
            "suspicion": self.suspicion,
            "rank": self.rank,
            "message": self.message,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> TaskSuspected:
        """The inverse."""
        return cls(
            node_id=d["node_id"],
            job_id=d["job_id"],
            attempt=d["attempt"],
            suspicion=Suspicion(d["suspicion"]),
            rank=d.get("rank"),
            message=d["message"],
        )


@final
@record
class TaskHeard(TaskFact):
    """A suspicion about ranks is over: they write output again, or use their GPUs.

    Attributes:
        node_id: Node.
        job_id: Job.
        attempt: Attempt, 1-based.
        suspicion: The suspicion that is over.
    """

    AVRO_NAME: ClassVar[str] = "muster.task_events.TaskHeard"

    node_id: str
    job_id: str
    attempt: int
    suspicion: Suspicion = Suspicion.SILENT

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "node_id": self.node_id,
            "job_id": self.job_id,
            "attempt": self.attempt,
            "suspicion": self.suspicion,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> TaskHeard:
        """The inverse."""
        return cls(
            node_id=d["node_id"],
            job_id=d["job_id"],
            attempt=d["attempt"],
            suspicion=Suspicion(d.get("suspicion", "SILENT")),
        )


@final
@record
class TaskPaced(TaskFact):
    """Step times of a gang's ranks on this node; reported at first, and when they have changed.

    Attributes:
        node_id: Node.
        job_id: Job.
        attempt: Attempt, 1-based.
        rank: The slowest rank of the node.
        step_ms: Step time of this rank.
        others_step_ms: Median over the node's other ranks; null: none.
        step: Steps that the slowest rank has done.
        step_most: Steps that the fastest rank has done.
        window_ms: Period of the measurement.
    """

    AVRO_NAME: ClassVar[str] = "muster.task_events.TaskPaced"

    node_id: str
    job_id: str
    attempt: int
    rank: int
    step_ms: int
    others_step_ms: int | None = None
    step: int
    step_most: int
    window_ms: int

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "node_id": self.node_id,
            "job_id": self.job_id,
            "attempt": self.attempt,
            "rank": self.rank,
            "step_ms": self.step_ms,
            "others_step_ms": self.others_step_ms,
            "step": self.step,
            "step_most": self.step_most,
            "window_ms": self.window_ms,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> TaskPaced:
        """The inverse."""
        return cls(
            node_id=d["node_id"],
            job_id=d["job_id"],
            attempt=d["attempt"],
            rank=d["rank"],
            step_ms=d["step_ms"],
            others_step_ms=d.get("others_step_ms"),
            step=d["step"],
            step_most=d["step_most"],
            window_ms=d["window_ms"],
        )


class TaskOutcome(StrEnum):
    """How the task ended."""

    SUCCEEDED = "SUCCEEDED"
    FAILED = "FAILED"
    STOPPED = "STOPPED"
    TIMED_OUT = "TIMED_OUT"
    LOST = "LOST"


@final
@record
class RankExit:
    """How one rank ended.

    Attributes:
        rank: Rank.
        exit_code: Exit code.
        signal: Signal that ended it.
        at_ms: Time of its end by the node's clock, milliseconds since 1970 UTC; null: an older
            agent does not report it.
    """

    AVRO_NAME: ClassVar[str] = "muster.task_events.RankExit"

    rank: int
    exit_code: int | None = None
    signal: int | None = None
    at_ms: int | None = None

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "rank": self.rank,
            "exit_code": self.exit_code,
            "signal": self.signal,
            "at_ms": self.at_ms,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> RankExit:
        """The inverse."""
        return cls(
            rank=d["rank"],
            exit_code=d.get("exit_code"),
            signal=d.get("signal"),
            at_ms=d.get("at_ms"),
        )


class StopStepKind(StrEnum):
    """What was done."""

    CHECKPOINT_REQUESTED = "CHECKPOINT_REQUESTED"
    NOT_REGISTERED = "NOT_REGISTERED"
    CHECKPOINT_SAVED = "CHECKPOINT_SAVED"
    CHECKPOINT_MISSED = "CHECKPOINT_MISSED"
    TERMINATED = "TERMINATED"
    KILLED = "KILLED"


@final
@record
class StopStep:
    """One step of stopping the ranks.

    Attributes:
        kind: CHECKPOINT_REQUESTED: SIGUSR1 was sent. NOT_REGISTERED: no process handles it.
            CHECKPOINT_SAVED: one written since is stored. CHECKPOINT_MISSED: none was within the
            grace. TERMINATED: SIGTERM was sent. KILLED: SIGKILL was.
        at_ms: Time by the node's clock, milliseconds since 1970 UTC.
    """

    AVRO_NAME: ClassVar[str] = "muster.task_events.StopStep"

    kind: StopStepKind
    at_ms: int

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "kind": self.kind,
            "at_ms": self.at_ms,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> StopStep:
        """The inverse."""
        return cls(
            kind=StopStepKind(d["kind"]),
            at_ms=d["at_ms"],
        )


class FindingSource(StrEnum):
    """Source of a line."""

    OUTPUT = "OUTPUT"
    KERNEL = "KERNEL"


@final
@record
class RuleFinding:
    """Match of a failure rule in a rank's lines; the lines themselves are not included.

    Attributes:
        rule: Rule.
        rank: Rank.
        source: OUTPUT: the rank wrote it. KERNEL: the node's kernel wrote it.
        stream: Stream of the output: stdout or stderr.
        line: Number of the first matching line in its stream, from 1.
        first_byte: Offset of that line in its stream, from 0.
        count: Number of matching lines.
        at_ms: When the agent read it, by the node's clock, milliseconds since 1970 UTC.
    """

    AVRO_NAME: ClassVar[str] = "muster.task_events.RuleFinding"

    rule: str
    rank: int
    source: FindingSource
    stream: str = ""
    line: int
    first_byte: int
    count: int
    at_ms: int | None = None

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "rule": self.rule,
            "rank": self.rank,
            "source": self.source,
            "stream": self.stream,
            "line": self.line,
            "first_byte": self.first_byte,
            "count": self.count,
            "at_ms": self.at_ms,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> RuleFinding:
        """The inverse."""
        return cls(
            rule=d["rule"],
            rank=d["rank"],
            source=FindingSource(d["source"]),
            stream=d.get("stream", ""),
            line=d["line"],
            first_byte=d["first_byte"],
            count=d["count"],
            at_ms=d.get("at_ms"),
        )


@final
@record
class TaskExited(TaskFact):
    """No rank of the task runs any more.

    Attributes:
        node_id: Node.
        job_id: Job.
        attempt: Attempt, 1-based.
        outcome: STOPPED: it was ordered to. TIMED_OUT: it exceeded its wall time. LOST: its
            processes vanished.
        exits: Exits of its ranks.
        message: For people: the first failing rank and why.
        steps: Steps by which the ranks were stopped, in order of time; empty: they ended by
            themselves.
        findings: Matches of failure rules, by rank, then in the rules' order.
        rules_version: Version of the rules by which output was scanned; null: it was not.
        unscanned: Reason why output was not scanned, or not all of it; empty: it was, or no rules
            are in effect.
        output_bytes: Bytes of output that its ranks wrote and the node kept; they are in the store,
            or on the way there.
    """

    AVRO_NAME: ClassVar[str] = "muster.task_events.TaskExited"

    node_id: str
    job_id: str
    attempt: int
    outcome: TaskOutcome
    exits: tuple[RankExit, ...]
    message: str = ""
    steps: tuple[StopStep, ...] = ()
    findings: tuple[RuleFinding, ...] = ()
    rules_version: int | None = None
    unscanned: str = ""
    output_bytes: int = 0

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "node_id": self.node_id,
            "job_id": self.job_id,
            "attempt": self.attempt,
            "outcome": self.outcome,
            "exits": [x.to_datum() for x in self.exits],
            "message": self.message,
            "steps": [x.to_datum() for x in self.steps],
            "findings": [x.to_datum() for x in self.findings],
            "rules_version": self.rules_version,
            "unscanned": self.unscanned,
            "output_bytes": self.output_bytes,
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
            steps=tuple(StopStep.from_datum(x) for x in d.get("steps", [])),
            findings=tuple(RuleFinding.from_datum(x) for x in d.get("findings", [])),
            rules_version=d.get("rules_version"),
            unscanned=d.get("unscanned", ""),
            output_bytes=d.get("output_bytes", 0),
        )


class RefusalReason(StrEnum):
    """Reason for a refusal."""

    STALE_EPOCH = "STALE_EPOCH"
    GPU_BUSY = "GPU_BUSY"
    UNKNOWN_GPU = "UNKNOWN_GPU"
    FILES_UNAVAILABLE = "FILES_UNAVAILABLE"
    CANNOT_START = "CANNOT_START"
    FILES_INVALID = "FILES_INVALID"


@final
@record
class TaskRefused(TaskFact):
    """An order was not carried out.

    Attributes:
        node_id: Node.
        job_id: Job.
        attempt: Attempt, 1-based.
        epoch: Epoch of the order.
        order_seq: Order.
        reason: Reason.
        message: Message for people.
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


@final
@record
class CheckpointPartStored(TaskFact):
    """A part of a checkpoint is in the store: the files of one rank, and their manifest.

    Attributes:
        node_id: Node.
        job_id: Job.
        attempt: Attempt, 1-based.
        rank: Rank whose folder contains it.
        step: Step after which it was saved.
        part: Rank that the files belong to.
        sha256: SHA-256 of the manifest, which lists those of the files.
        files: Number of files.
        size_bytes: Bytes of the files.
        new_bytes: Bytes of files that were not in the store before.
    """

    AVRO_NAME: ClassVar[str] = "muster.task_events.CheckpointPartStored"

    node_id: str
    job_id: str
    attempt: int
    rank: int
    step: int
    part: int
    sha256: str
    files: int
    size_bytes: int
    new_bytes: int

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "node_id": self.node_id,
            "job_id": self.job_id,
            "attempt": self.attempt,
            "rank": self.rank,
            "step": self.step,
            "part": self.part,
            "sha256": self.sha256,
            "files": self.files,
            "size_bytes": self.size_bytes,
            "new_bytes": self.new_bytes,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> CheckpointPartStored:
        """The inverse."""
        return cls(
            node_id=d["node_id"],
            job_id=d["job_id"],
            attempt=d["attempt"],
            rank=d["rank"],
            step=d["step"],
            part=d["part"],
            sha256=d["sha256"],
            files=d["files"],
            size_bytes=d["size_bytes"],
            new_bytes=d["new_bytes"],
        )


@final
@record
class CheckpointSaved(TaskFact):
    """A checkpoint file is safe in the store: the single file, or the record of its parts.

    Attributes:
        node_id: Node.
        job_id: Job.
        attempt: Attempt, 1-based.
        rank: Rank that wrote it.
        file: File name.
        uri: s3://bucket/key; posix://cell/key in a shared folder.
        sha256: SHA-256 of the bytes.
        size_bytes: Size of that file.
        parts: Number of parts of the checkpoint; 0: it is this single file.
        step: Step after which the parts were saved; null: it is a single file.
        parts_sha256: SHA-256 of the parts' SHA-256, one a line, in the order of their ranks; empty:
            it is a single file.
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
    parts: int = 0
    step: int | None = None
    parts_sha256: str = ""

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
            "parts": self.parts,
            "step": self.step,
            "parts_sha256": self.parts_sha256,
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
            parts=d.get("parts", 0),
            step=d.get("step"),
            parts_sha256=d.get("parts_sha256", ""),
        )


class ReclaimSource(StrEnum):
    """Source of a reclaim announcement."""

    UNKNOWN = "UNKNOWN"
    FILE = "FILE"
    HTTP = "HTTP"
    AWS = "AWS"
    GCP = "GCP"
    AZURE = "AZURE"
    OPERATOR = "OPERATOR"


@final
@record
class NodeReclaimAnnounced(NodeFact):
    """The provider announced that it will reclaim the node; repeated while the announcement stands.

    Attributes:
        node_id: Node.
        notice_id: Id of the announcement; a new one replaces the last.
        remaining_ms: Remaining time of the node when this was reported; null: it is at risk, and no
            time is set.
        source: Source of the announcement.
        message: Message for people.
    """

    AVRO_NAME: ClassVar[str] = "muster.task_events.NodeReclaimAnnounced"

    node_id: str
    notice_id: str
    remaining_ms: int | None = None
    source: ReclaimSource
    message: str = ""

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "node_id": self.node_id,
            "notice_id": self.notice_id,
            "remaining_ms": self.remaining_ms,
            "source": self.source,
            "message": self.message,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> NodeReclaimAnnounced:
        """The inverse."""
        return cls(
            node_id=d["node_id"],
            notice_id=d["notice_id"],
            remaining_ms=d.get("remaining_ms"),
            source=ReclaimSource(d["source"]),
            message=d.get("message", ""),
        )


@final
@record
class NodeReclaimWithdrawn(NodeFact):
    """The announcement was withdrawn: the node stays.

    Attributes:
        node_id: Node.
        notice_id: Id of the announcement.
    """

    AVRO_NAME: ClassVar[str] = "muster.task_events.NodeReclaimWithdrawn"

    node_id: str
    notice_id: str

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "node_id": self.node_id,
            "notice_id": self.notice_id,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> NodeReclaimWithdrawn:
        """The inverse."""
        return cls(
            node_id=d["node_id"],
            notice_id=d["notice_id"],
        )


@final
@record
class NodeNoteReported(NodeFact):
    """A problem that the node reports about itself, such as a notice that cannot be read.

    Attributes:
        node_id: Node.
        note: One sentence; empty: the problem is gone.
    """

    AVRO_NAME: ClassVar[str] = "muster.task_events.NodeNoteReported"

    node_id: str
    note: str

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "node_id": self.node_id,
            "note": self.note,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> NodeNoteReported:
        """The inverse."""
        return cls(
            node_id=d["node_id"],
            note=d["note"],
        )


@final
@record
class NodeCheck:
    """Check of one ability of a node.

    Attributes:
        name: disk, memory, program, api, store, gpus.
        passed: Whether it passed.
        message: Finding, for people.
        took_ms: Duration.
    """

    AVRO_NAME: ClassVar[str] = "muster.task_events.NodeCheck"

    name: str
    passed: bool
    message: str
    took_ms: int

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "name": self.name,
            "passed": self.passed,
            "message": self.message,
            "took_ms": self.took_ms,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> NodeCheck:
        """The inverse."""
        return cls(
            name=d["name"],
            passed=d["passed"],
            message=d["message"],
            took_ms=d["took_ms"],
        )


@final
@record
class NodeTested(NodeFact):
    """Result of an ordered test of the machine by its agent.

    Attributes:
        node_id: Node.
        checks: Checks; all must pass.
    """

    AVRO_NAME: ClassVar[str] = "muster.task_events.NodeTested"

    node_id: str
    checks: tuple[NodeCheck, ...]

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "node_id": self.node_id,
            "checks": [x.to_datum() for x in self.checks],
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> NodeTested:
        """The inverse."""
        return cls(
            node_id=d["node_id"],
            checks=tuple(NodeCheck.from_datum(x) for x in d["checks"]),
        )


@final
@record
class NodeFaultReported(NodeFact):
    """The node's kernel wrote a line that matches a failure rule; the line itself is not included.

    Attributes:
        node_id: Node.
        rule: Rule.
        rules_version: Version of the rules that the line matched.
        xid: NVIDIA Xid; null: the fault has none.
        gpu: PCI address of the GPU; empty: none is named.
        count: Number of such lines since the last report.
    """

    AVRO_NAME: ClassVar[str] = "muster.task_events.NodeFaultReported"

    node_id: str
    rule: str
    rules_version: int
    xid: int | None = None
    gpu: str = ""
    count: int = 1

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "node_id": self.node_id,
            "rule": self.rule,
            "rules_version": self.rules_version,
            "xid": self.xid,
            "gpu": self.gpu,
            "count": self.count,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> NodeFaultReported:
        """The inverse."""
        return cls(
            node_id=d["node_id"],
            rule=d["rule"],
            rules_version=d["rules_version"],
            xid=d.get("xid"),
            gpu=d.get("gpu", ""),
            count=d.get("count", 1),
        )


@final
@record
class OutputStored(TaskFact):
    """Bytes of the output of a task's ranks in the store; reported every 64 MiB while they run.

    Attributes:
        node_id: Node.
        job_id: Job.
        attempt: Attempt, 1-based.
        size_bytes: Bytes of all its ranks so far.
    """

    AVRO_NAME: ClassVar[str] = "muster.task_events.OutputStored"

    node_id: str
    job_id: str
    attempt: int
    size_bytes: int

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "node_id": self.node_id,
            "job_id": self.job_id,
            "attempt": self.attempt,
            "size_bytes": self.size_bytes,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> OutputStored:
        """The inverse."""
        return cls(
            node_id=d["node_id"],
            job_id=d["job_id"],
            attempt=d["attempt"],
            size_bytes=d["size_bytes"],
        )


NodePayload: TypeAlias = (
    AgentStarted
    | NodeReclaimAnnounced
    | NodeReclaimWithdrawn
    | NodeNoteReported
    | NodeTested
    | NodeFaultReported
)

TaskPayload: TypeAlias = (
    TaskStarted
    | TaskSuspected
    | TaskHeard
    | TaskPaced
    | TaskExited
    | TaskRefused
    | CheckpointPartStored
    | CheckpointSaved
    | OutputStored
)

TaskEvent: TypeAlias = (
    AgentStarted
    | TaskStarted
    | TaskSuspected
    | TaskHeard
    | TaskPaced
    | TaskExited
    | TaskRefused
    | CheckpointPartStored
    | CheckpointSaved
    | NodeReclaimAnnounced
    | NodeReclaimWithdrawn
    | NodeNoteReported
    | NodeTested
    | NodeFaultReported
    | OutputStored
)

Payload: TypeAlias = TaskEvent

PAYLOADS: Final[Table] = table_of(
    AgentStarted,
    TaskStarted,
    TaskSuspected,
    TaskHeard,
    TaskPaced,
    TaskExited,
    TaskRefused,
    CheckpointPartStored,
    CheckpointSaved,
    NodeReclaimAnnounced,
    NodeReclaimWithdrawn,
    NodeNoteReported,
    NodeTested,
    NodeFaultReported,
    OutputStored,
)

SCHEMA: Final = (
    '{"type":"record","name":"Envelope","namespace":"muster.task_events","doc":"W'
    "hat happened to ranks on a node. A task is the ranks of one attempt on one n"
    'ode.","fields":[{"name":"event_id","type":"string","doc":"Unique for ever; t'
    'he deduplication key."},{"name":"key","type":"string","doc":"Kafka key; reco'
    'rds with the same key keep their order."},{"name":"occurred_at_ms","type":"l'
    'ong","doc":"Time of the event according to the producer, milliseconds since '
    '1970 UTC."},{"name":"producer","type":"string","doc":"Service and instance t'
    'hat wrote the record."},{"name":"correlation_id","type":"string","doc":"Shar'
    'ed by everything that follows from one request."},{"name":"causation_id","ty'
    'pe":["null","string"],"doc":"event_id of the record this one follows from.",'
    '"default":null},{"name":"seq","type":["null","long"],"doc":"seq of the input'
    " it follows from; facts of all partitions are ordered by seq, then index. Nu"
    'll: the writer assigns no order.","default":null},{"name":"index","type":["n'
    'ull","int"],"doc":"Index among the consequences of that input, from 0; order'
    's count as well.","default":null},{"name":"tenant","type":["null","string"],'
    '"doc":"The tenant it belongs to; null: no tenant, as with nodes.","default":'
    'null},{"name":"payload","type":[{"type":"record","name":"AgentStarted","doc"'
    ':"The agent has started and reports what it runs, so that the scheduler can '
    'reconcile.","subject":"node","fields":[{"name":"node_id","type":"string","do'
    'c":"Node."},{"name":"boot_id","type":"string","doc":"Boot."},{"name":"fresh"'
    ',"type":"boolean","doc":"True: the agent remembers no earlier tasks."},{"nam'
    'e":"order_seq_last","type":"long","doc":"Newest order that it has carried ou'
    't; -1 if fresh."},{"name":"running","type":{"type":"array","items":{"type":"'
    'record","name":"AttemptRef","doc":"One attempt.","fields":[{"name":"job_id",'
    '"type":"string","doc":"Job."},{"name":"attempt","type":"int","doc":"Attempt.'
    '"}],"namespace":"muster.task_events"}},"doc":"Adopted tasks that still run."'
    '}],"namespace":"muster.task_events"},{"type":"record","name":"TaskStarted","'
    'doc":"All ranks of the task have a process.","subject":"task","fields":[{"na'
    'me":"node_id","type":"string","doc":"Node."},{"name":"job_id","type":"string'
    '","doc":"Job."},{"name":"attempt","type":"int","doc":"Attempt, 1-based."},{"'
    'name":"ranks","type":{"type":"array","items":"int"},"doc":"Ranks on this nod'
    'e."}],"namespace":"muster.task_events"},{"type":"record","name":"TaskSuspect'
    'ed","doc":"Something is wrong with running ranks; their output shows where t'
    'hey are.","subject":"task","fields":[{"name":"node_id","type":"string","doc"'
    ':"Node."},{"name":"job_id","type":"string","doc":"Job."},{"name":"attempt","'
    'type":"int","doc":"Attempt, 1-based."},{"name":"suspicion","type":{"type":"e'
    'num","name":"Suspicion","doc":"Silence; silence from the start; an invalid l'
    'oss; a diverging one; idle GPUs by DCGM, by the driver.","symbols":["SILENT"'
    ',"NEVER_SPOKE","LOSS_NOT_A_NUMBER","LOSS_DIVERGES","GPUS_IDLE","GPUS_SEEM_ID'
    'LE"],"default":"SILENT","namespace":"muster.task_events"},"doc":"The suspici'
    'on."},{"name":"rank","type":["null","int"],"doc":"Rank that lags behind the '
    'others, or reports it; null: none.","default":null},{"name":"message","type"'
    ':"string","doc":"What was seen, for people."}],"namespace":"muster.task_even'
    'ts"},{"type":"record","name":"TaskHeard","doc":"A suspicion about ranks is o'
    'ver: they write output again, or use their GPUs.","subject":"task","fields":'
    '[{"name":"node_id","type":"string","doc":"Node."},{"name":"job_id","type":"s'
    'tring","doc":"Job."},{"name":"attempt","type":"int","doc":"Attempt, 1-based.'
    '"},{"name":"suspicion","type":"muster.task_events.Suspicion","doc":"The susp'
    'icion that is over.","default":"SILENT"}],"namespace":"muster.task_events"},'
    '{"type":"record","name":"TaskPaced","doc":"Step times of a gang\'s ranks on t'
    'his node; reported at first, and when they have changed.","subject":"task","'
    'fields":[{"name":"node_id","type":"string","doc":"Node."},{"name":"job_id","'
    'type":"string","doc":"Job."},{"name":"attempt","type":"int","doc":"Attempt, '
    '1-based."},{"name":"rank","type":"int","doc":"The slowest rank of the node."'
    '},{"name":"step_ms","type":"long","doc":"Step time of this rank."},{"name":"'
    'others_step_ms","type":["null","long"],"doc":"Median over the node\'s other r'
    'anks; null: none.","default":null},{"name":"step","type":"long","doc":"Steps'
    ' that the slowest rank has done."},{"name":"step_most","type":"long","doc":"'
    'Steps that the fastest rank has done."},{"name":"window_ms","type":"long","d'
    'oc":"Period of the measurement."}],"namespace":"muster.task_events"},{"type"'
    ':"record","name":"TaskExited","doc":"No rank of the task runs any more.","su'
    'bject":"task","fields":[{"name":"node_id","type":"string","doc":"Node."},{"n'
    'ame":"job_id","type":"string","doc":"Job."},{"name":"attempt","type":"int","'
    'doc":"Attempt, 1-based."},{"name":"outcome","type":{"type":"enum","name":"Ta'
    'skOutcome","doc":"How the task ended.","symbols":["SUCCEEDED","FAILED","STOP'
    'PED","TIMED_OUT","LOST"],"default":"LOST","namespace":"muster.task_events"},'
    '"doc":"STOPPED: it was ordered to. TIMED_OUT: it exceeded its wall time. LOS'
    'T: its processes vanished."},{"name":"exits","type":{"type":"array","items":'
    '{"type":"record","name":"RankExit","doc":"How one rank ended.","fields":[{"n'
    'ame":"rank","type":"int","doc":"Rank."},{"name":"exit_code","type":["null","'
    'int"],"doc":"Exit code.","default":null},{"name":"signal","type":["null","in'
    't"],"doc":"Signal that ended it.","default":null},{"name":"at_ms","type":["n'
    'ull","long"],"doc":"Time of its end by the node\'s clock, milliseconds since '
    '1970 UTC; null: an older agent does not report it.","default":null}],"namesp'
    'ace":"muster.task_events"}},"doc":"Exits of its ranks."},{"name":"message","'
    'type":"string","doc":"For people: the first failing rank and why.","default"'
    ':""},{"name":"steps","type":{"type":"array","items":{"type":"record","name":'
    '"StopStep","doc":"One step of stopping the ranks.","fields":[{"name":"kind",'
    '"type":{"type":"enum","name":"StopStepKind","doc":"What was done.","symbols"'
    ':["CHECKPOINT_REQUESTED","NOT_REGISTERED","CHECKPOINT_SAVED","CHECKPOINT_MIS'
    'SED","TERMINATED","KILLED"],"default":"TERMINATED","namespace":"muster.task_'
    'events"},"doc":"CHECKPOINT_REQUESTED: SIGUSR1 was sent. NOT_REGISTERED: no p'
    "rocess handles it. CHECKPOINT_SAVED: one written since is stored. CHECKPOINT"
    "_MISSED: none was within the grace. TERMINATED: SIGTERM was sent. KILLED: SI"
    'GKILL was."},{"name":"at_ms","type":"long","doc":"Time by the node\'s clock, '
    'milliseconds since 1970 UTC."}],"namespace":"muster.task_events"}},"doc":"St'
    "eps by which the ranks were stopped, in order of time; empty: they ended by "
    'themselves.","default":[]},{"name":"findings","type":{"type":"array","items"'
    ':{"type":"record","name":"RuleFinding","doc":"Match of a failure rule in a r'
    'ank\'s lines; the lines themselves are not included.","fields":[{"name":"rule'
    '","type":"string","doc":"Rule."},{"name":"rank","type":"int","doc":"Rank."},'
    '{"name":"source","type":{"type":"enum","name":"FindingSource","doc":"Source '
    'of a line.","symbols":["OUTPUT","KERNEL"],"default":"OUTPUT","namespace":"mu'
    'ster.task_events"},"doc":"OUTPUT: the rank wrote it. KERNEL: the node\'s kern'
    'el wrote it."},{"name":"stream","type":"string","doc":"Stream of the output:'
    ' stdout or stderr.","default":""},{"name":"line","type":"long","doc":"Number'
    ' of the first matching line in its stream, from 1."},{"name":"first_byte","t'
    'ype":"long","doc":"Offset of that line in its stream, from 0."},{"name":"cou'
    'nt","type":"long","doc":"Number of matching lines."},{"name":"at_ms","type":'
    '["null","long"],"doc":"When the agent read it, by the node\'s clock, millisec'
    'onds since 1970 UTC.","default":null}],"namespace":"muster.task_events"}},"d'
    'oc":"Matches of failure rules, by rank, then in the rules\' order.","default"'
    ':[]},{"name":"rules_version","type":["null","int"],"doc":"Version of the rul'
    'es by which output was scanned; null: it was not.","default":null},{"name":"'
    'unscanned","type":"string","doc":"Reason why output was not scanned, or not '
    'all of it; empty: it was, or no rules are in effect.","default":""},{"name":'
    '"output_bytes","type":"long","doc":"Bytes of output that its ranks wrote and'
    ' the node kept; they are in the store, or on the way there.","default":0}],"'
    'namespace":"muster.task_events"},{"type":"record","name":"TaskRefused","doc"'
    ':"An order was not carried out.","subject":"task","fields":[{"name":"node_id'
    '","type":"string","doc":"Node."},{"name":"job_id","type":"string","doc":"Job'
    '."},{"name":"attempt","type":"int","doc":"Attempt, 1-based."},{"name":"epoch'
    '","type":"long","doc":"Epoch of the order."},{"name":"order_seq","type":"lon'
    'g","doc":"Order."},{"name":"reason","type":{"type":"enum","name":"RefusalRea'
    'son","doc":"Reason for a refusal.","symbols":["STALE_EPOCH","GPU_BUSY","UNKN'
    'OWN_GPU","FILES_UNAVAILABLE","CANNOT_START","FILES_INVALID"],"default":"CANN'
    'OT_START","namespace":"muster.task_events"},"doc":"Reason."},{"name":"messag'
    'e","type":"string","doc":"Message for people.","default":""}],"namespace":"m'
    'uster.task_events"},{"type":"record","name":"CheckpointPartStored","doc":"A '
    "part of a checkpoint is in the store: the files of one rank, and their manif"
    'est.","subject":"task","fields":[{"name":"node_id","type":"string","doc":"No'
    'de."},{"name":"job_id","type":"string","doc":"Job."},{"name":"attempt","type'
    '":"int","doc":"Attempt, 1-based."},{"name":"rank","type":"int","doc":"Rank w'
    'hose folder contains it."},{"name":"step","type":"long","doc":"Step after wh'
    'ich it was saved."},{"name":"part","type":"int","doc":"Rank that the files b'
    'elong to."},{"name":"sha256","type":"string","doc":"SHA-256 of the manifest,'
    ' which lists those of the files."},{"name":"files","type":"int","doc":"Numbe'
    'r of files."},{"name":"size_bytes","type":"long","doc":"Bytes of the files."'
    '},{"name":"new_bytes","type":"long","doc":"Bytes of files that were not in t'
    'he store before."}],"namespace":"muster.task_events"},{"type":"record","name'
    '":"CheckpointSaved","doc":"A checkpoint file is safe in the store: the singl'
    'e file, or the record of its parts.","subject":"task","fields":[{"name":"nod'
    'e_id","type":"string","doc":"Node."},{"name":"job_id","type":"string","doc":'
    '"Job."},{"name":"attempt","type":"int","doc":"Attempt, 1-based."},{"name":"r'
    'ank","type":"int","doc":"Rank that wrote it."},{"name":"file","type":"string'
    '","doc":"File name."},{"name":"uri","type":"string","doc":"s3://bucket/key; '
    'posix://cell/key in a shared folder."},{"name":"sha256","type":"string","doc'
    '":"SHA-256 of the bytes."},{"name":"size_bytes","type":"long","doc":"Size of'
    ' that file."},{"name":"parts","type":"int","doc":"Number of parts of the che'
    'ckpoint; 0: it is this single file.","default":0},{"name":"step","type":["nu'
    'll","long"],"doc":"Step after which the parts were saved; null: it is a sing'
    'le file.","default":null},{"name":"parts_sha256","type":"string","doc":"SHA-'
    "256 of the parts' SHA-256, one a line, in the order of their ranks; empty: i"
    't is a single file.","default":""}],"namespace":"muster.task_events"},{"type'
    '":"record","name":"NodeReclaimAnnounced","doc":"The provider announced that '
    'it will reclaim the node; repeated while the announcement stands.","subject"'
    ':"node","fields":[{"name":"node_id","type":"string","doc":"Node."},{"name":"'
    'notice_id","type":"string","doc":"Id of the announcement; a new one replaces'
    ' the last."},{"name":"remaining_ms","type":["null","long"],"doc":"Remaining '
    "time of the node when this was reported; null: it is at risk, and no time is"
    ' set.","default":null},{"name":"source","type":{"type":"enum","name":"Reclai'
    'mSource","doc":"Source of a reclaim announcement.","symbols":["UNKNOWN","FIL'
    'E","HTTP","AWS","GCP","AZURE","OPERATOR"],"default":"UNKNOWN","namespace":"m'
    'uster.task_events"},"doc":"Source of the announcement."},{"name":"message","'
    'type":"string","doc":"Message for people.","default":""}],"namespace":"muste'
    'r.task_events"},{"type":"record","name":"NodeReclaimWithdrawn","doc":"The an'
    'nouncement was withdrawn: the node stays.","subject":"node","fields":[{"name'
    '":"node_id","type":"string","doc":"Node."},{"name":"notice_id","type":"strin'
    'g","doc":"Id of the announcement."}],"namespace":"muster.task_events"},{"typ'
    'e":"record","name":"NodeNoteReported","doc":"A problem that the node reports'
    ' about itself, such as a notice that cannot be read.","subject":"node","fiel'
    'ds":[{"name":"node_id","type":"string","doc":"Node."},{"name":"note","type":'
    '"string","doc":"One sentence; empty: the problem is gone."}],"namespace":"mu'
    'ster.task_events"},{"type":"record","name":"NodeTested","doc":"Result of an '
    'ordered test of the machine by its agent.","subject":"node","fields":[{"name'
    '":"node_id","type":"string","doc":"Node."},{"name":"checks","type":{"type":"'
    'array","items":{"type":"record","name":"NodeCheck","doc":"Check of one abili'
    'ty of a node.","fields":[{"name":"name","type":"string","doc":"disk, memory,'
    ' program, api, store, gpus."},{"name":"passed","type":"boolean","doc":"Wheth'
    'er it passed."},{"name":"message","type":"string","doc":"Finding, for people'
    '."},{"name":"took_ms","type":"long","doc":"Duration."}],"namespace":"muster.'
    'task_events"}},"doc":"Checks; all must pass."}],"namespace":"muster.task_eve'
    'nts"},{"type":"record","name":"NodeFaultReported","doc":"The node\'s kernel w'
    'rote a line that matches a failure rule; the line itself is not included.","'
    'subject":"node","fields":[{"name":"node_id","type":"string","doc":"Node."},{'
    '"name":"rule","type":"string","doc":"Rule."},{"name":"rules_version","type":'
    '"int","doc":"Version of the rules that the line matched."},{"name":"xid","ty'
    'pe":["null","int"],"doc":"NVIDIA Xid; null: the fault has none.","default":n'
    'ull},{"name":"gpu","type":"string","doc":"PCI address of the GPU; empty: non'
    'e is named.","default":""},{"name":"count","type":"long","doc":"Number of su'
    'ch lines since the last report.","default":1}],"namespace":"muster.task_even'
    'ts"},{"type":"record","name":"OutputStored","doc":"Bytes of the output of a '
    'task\'s ranks in the store; reported every 64 MiB while they run.","subject":'
    '"task","fields":[{"name":"node_id","type":"string","doc":"Node."},{"name":"j'
    'ob_id","type":"string","doc":"Job."},{"name":"attempt","type":"int","doc":"A'
    'ttempt, 1-based."},{"name":"size_bytes","type":"long","doc":"Bytes of all it'
    's ranks so far."}],"namespace":"muster.task_events"}],"doc":"What happened."'
    "}]}"
)
