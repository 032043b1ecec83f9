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
    """Silence; silence from the start; a bad loss; one that diverges; idle GPUs by DCGM, by the driver."""

    SILENT = "SILENT"
    NEVER_SPOKE = "NEVER_SPOKE"
    LOSS_NOT_A_NUMBER = "LOSS_NOT_A_NUMBER"
    LOSS_DIVERGES = "LOSS_DIVERGES"
    GPUS_IDLE = "GPUS_IDLE"
    GPUS_SEEM_IDLE = "GPUS_SEEM_IDLE"


@final
@record
class TaskSuspected(TaskFact):
    """Something is wrong with ranks that run; where they are is in their output.

    Attributes:
        node_id: Node.
        job_id: Job.
        attempt: Attempt, 1-based.
        suspicion: What.
        rank: Rank that is behind the others, or says it; null: none is.
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
    """What was suspected of ranks is over: they say something again, or use their GPUs.

    Attributes:
        node_id: Node.
        job_id: Job.
        attempt: Attempt, 1-based.
        suspicion: What is over.
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
    """How long the steps of a gang's ranks take here; told first, and when it has changed.

    Attributes:
        node_id: Node.
        job_id: Job.
        attempt: Attempt, 1-based.
        rank: The slowest rank of the node.
        step_ms: Time that a step of this rank took.
        others_step_ms: Median over the node's other ranks; null: there is none.
        step: Steps that the slowest rank has done.
        step_most: Steps that the rank has done which is furthest.
        window_ms: Time over which that was measured.
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
        at_ms: When, by the node's clock, milliseconds since 1970 UTC; null: an older agent does not
            say.
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
        at_ms: When, by the node's clock, milliseconds since 1970 UTC.
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
    """Where a line comes from."""

    OUTPUT = "OUTPUT"
    KERNEL = "KERNEL"


@final
@record
class RuleFinding:
    """A rule of failures has a sign in a rank's lines; the lines themselves are not told.

    Attributes:
        rule: Rule.
        rank: Rank.
        source: OUTPUT: the rank wrote it. KERNEL: the node's kernel did.
        stream: Of output: stdout or stderr.
        line: Number of the first such line in its stream, from 1.
        first_byte: Where that line begins in its stream, from 0.
        count: Lines with such a sign.
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
        outcome: STOPPED: on order. TIMED_OUT: its wall time. LOST: its processes vanished.
        exits: Per rank.
        message: For people: the first failing rank and why.
        steps: How the ranks were stopped, in order of time; empty: they ended by themselves.
        findings: Signs of rules, by rank, then in the rules' order.
        rules_version: Version of the rules by which output was scanned; null: it was not.
        unscanned: Why output was not scanned, or not all of it; empty: it was, or no rules are in
            effect.
        output_bytes: Bytes of output that its ranks wrote and the node kept: they are in the store,
            or go there.
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
    """Why."""

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


@final
@record
class CheckpointPartStored(TaskFact):
    """A part of a checkpoint is in the store: the files of one rank, and their manifest.

    Attributes:
        node_id: Node.
        job_id: Job.
        attempt: Attempt, 1-based.
        rank: Rank in whose folder it lies.
        step: Step after which it was saved.
        part: Rank whose files they are.
        sha256: Of the manifest, which has those of the files.
        files: Files.
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
    """A checkpoint file is safe in the store: the one file that it is, or the record of its parts.

    Attributes:
        node_id: Node.
        job_id: Job.
        attempt: Attempt, 1-based.
        rank: Rank that wrote it.
        file: File name.
        uri: s3://bucket/key; posix://cell/key in a shared folder.
        sha256: Of the bytes.
        size_bytes: Of that file.
        parts: So many parts make the checkpoint; 0: it is this one file.
        step: Step after which the parts were saved; null: it is one file.
        parts_sha256: Of the parts' SHA-256, one a line, in the order of their ranks; empty: it is
            one file.
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
    """Who announced it."""

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
    """Its provider announced that it takes the node away; said again while that stands.

    Attributes:
        node_id: Node.
        notice_id: Which announcement; another one takes the place of the last.
        remaining_ms: How long the node will still be there, when this was said; null: it is at
            risk, and no time is set.
        source: Who announced it.
        message: For people.
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
    """The announcement stands no longer: the node stays.

    Attributes:
        node_id: Node.
        notice_id: Which announcement.
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
    """What is wrong with the node by its own account, such as a notice that cannot be read.

    Attributes:
        node_id: Node.
        note: One sentence; empty: nothing any more.
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
    """One thing that a node can do, or cannot.

    Attributes:
        name: disk, memory, program, api, store, gpus.
        passed: Whether it can.
        message: What was found, for people.
        took_ms: How long it took.
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
    """What the node's agent found when it was told to test its machine.

    Attributes:
        node_id: Node.
        checks: What was tried; all must pass.
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
    """The node's kernel wrote something that a rule of failures knows; the line itself is not told.

    Attributes:
        node_id: Node.
        rule: Rule.
        rules_version: Version of the rules by which the line was read.
        xid: Number of NVIDIA's Xid; null: it is none.
        gpu: PCI address of the GPU; empty: none is named.
        count: Lines like it since the last report.
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
    """So much of what the ranks of a task write is in the store; said each 64 MiB while they run.

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
    'he deduplication key."},{"name":"key","type":"string","doc":"The Kafka key: '
    'what this topic is ordered by."},{"name":"occurred_at_ms","type":"long","doc'
    '":"When the producer says it happened, milliseconds since 1970 UTC."},{"name'
    '":"producer","type":"string","doc":"Service and instance that wrote the reco'
    'rd."},{"name":"correlation_id","type":"string","doc":"Shared by everything t'
    'hat follows from one request."},{"name":"causation_id","type":["null","strin'
    'g"],"doc":"event_id of the record this one follows from.","default":null},{"'
    'name":"seq","type":["null","long"],"doc":"seq of the input it follows from: '
    "facts of all partitions are ordered by seq, then index. Null: its writer has"
    ' no such order.","default":null},{"name":"index","type":["null","int"],"doc"'
    ":\"Which of that input's consequences it is, rising from 0; orders count, too"
    '.","default":null},{"name":"tenant","type":["null","string"],"doc":"The tena'
    'nt it belongs to; null: no tenant, as with nodes.","default":null},{"name":"'
    'payload","type":[{"type":"record","name":"AgentStarted","doc":"The agent is '
    'up and tells what it runs, so that the scheduler can reconcile.","subject":"'
    'node","fields":[{"name":"node_id","type":"string","doc":"Node."},{"name":"bo'
    'ot_id","type":"string","doc":"Boot."},{"name":"fresh","type":"boolean","doc"'
    ':"True: the agent remembers nothing from before."},{"name":"order_seq_last",'
    '"type":"long","doc":"Newest order it has carried out; -1 when fresh."},{"nam'
    'e":"running","type":{"type":"array","items":{"type":"record","name":"Attempt'
    'Ref","doc":"One attempt.","fields":[{"name":"job_id","type":"string","doc":"'
    'Job."},{"name":"attempt","type":"int","doc":"Attempt."}],"namespace":"muster'
    '.task_events"}},"doc":"Tasks adopted, still running."}],"namespace":"muster.'
    'task_events"},{"type":"record","name":"TaskStarted","doc":"All ranks of the '
    'task have a process.","subject":"task","fields":[{"name":"node_id","type":"s'
    'tring","doc":"Node."},{"name":"job_id","type":"string","doc":"Job."},{"name"'
    ':"attempt","type":"int","doc":"Attempt, 1-based."},{"name":"ranks","type":{"'
    'type":"array","items":"int"},"doc":"Ranks on this node."}],"namespace":"must'
    'er.task_events"},{"type":"record","name":"TaskSuspected","doc":"Something is'
    ' wrong with ranks that run; where they are is in their output.","subject":"t'
    'ask","fields":[{"name":"node_id","type":"string","doc":"Node."},{"name":"job'
    '_id","type":"string","doc":"Job."},{"name":"attempt","type":"int","doc":"Att'
    'empt, 1-based."},{"name":"suspicion","type":{"type":"enum","name":"Suspicion'
    '","doc":"Silence; silence from the start; a bad loss; one that diverges; idl'
    'e GPUs by DCGM, by the driver.","symbols":["SILENT","NEVER_SPOKE","LOSS_NOT_'
    'A_NUMBER","LOSS_DIVERGES","GPUS_IDLE","GPUS_SEEM_IDLE"],"default":"SILENT","'
    'namespace":"muster.task_events"},"doc":"What."},{"name":"rank","type":["null'
    '","int"],"doc":"Rank that is behind the others, or says it; null: none is.",'
    '"default":null},{"name":"message","type":"string","doc":"What was seen, for '
    'people."}],"namespace":"muster.task_events"},{"type":"record","name":"TaskHe'
    'ard","doc":"What was suspected of ranks is over: they say something again, o'
    'r use their GPUs.","subject":"task","fields":[{"name":"node_id","type":"stri'
    'ng","doc":"Node."},{"name":"job_id","type":"string","doc":"Job."},{"name":"a'
    'ttempt","type":"int","doc":"Attempt, 1-based."},{"name":"suspicion","type":"'
    'muster.task_events.Suspicion","doc":"What is over.","default":"SILENT"}],"na'
    'mespace":"muster.task_events"},{"type":"record","name":"TaskPaced","doc":"Ho'
    "w long the steps of a gang's ranks take here; told first, and when it has ch"
    'anged.","subject":"task","fields":[{"name":"node_id","type":"string","doc":"'
    'Node."},{"name":"job_id","type":"string","doc":"Job."},{"name":"attempt","ty'
    'pe":"int","doc":"Attempt, 1-based."},{"name":"rank","type":"int","doc":"The '
    'slowest rank of the node."},{"name":"step_ms","type":"long","doc":"Time that'
    ' a step of this rank took."},{"name":"others_step_ms","type":["null","long"]'
    ',"doc":"Median over the node\'s other ranks; null: there is none.","default":'
    'null},{"name":"step","type":"long","doc":"Steps that the slowest rank has do'
    'ne."},{"name":"step_most","type":"long","doc":"Steps that the rank has done '
    'which is furthest."},{"name":"window_ms","type":"long","doc":"Time over whic'
    'h that was measured."}],"namespace":"muster.task_events"},{"type":"record","'
    'name":"TaskExited","doc":"No rank of the task runs any more.","subject":"tas'
    'k","fields":[{"name":"node_id","type":"string","doc":"Node."},{"name":"job_i'
    'd","type":"string","doc":"Job."},{"name":"attempt","type":"int","doc":"Attem'
    'pt, 1-based."},{"name":"outcome","type":{"type":"enum","name":"TaskOutcome",'
    '"doc":"How the task ended.","symbols":["SUCCEEDED","FAILED","STOPPED","TIMED'
    '_OUT","LOST"],"default":"LOST","namespace":"muster.task_events"},"doc":"STOP'
    'PED: on order. TIMED_OUT: its wall time. LOST: its processes vanished."},{"n'
    'ame":"exits","type":{"type":"array","items":{"type":"record","name":"RankExi'
    't","doc":"How one rank ended.","fields":[{"name":"rank","type":"int","doc":"'
    'Rank."},{"name":"exit_code","type":["null","int"],"doc":"Exit code.","defaul'
    't":null},{"name":"signal","type":["null","int"],"doc":"Signal that ended it.'
    '","default":null},{"name":"at_ms","type":["null","long"],"doc":"When, by the'
    " node's clock, milliseconds since 1970 UTC; null: an older agent does not sa"
    'y.","default":null}],"namespace":"muster.task_events"}},"doc":"Per rank."},{'
    '"name":"message","type":"string","doc":"For people: the first failing rank a'
    'nd why.","default":""},{"name":"steps","type":{"type":"array","items":{"type'
    '":"record","name":"StopStep","doc":"One step of stopping the ranks.","fields'
    '":[{"name":"kind","type":{"type":"enum","name":"StopStepKind","doc":"What wa'
    's done.","symbols":["CHECKPOINT_REQUESTED","NOT_REGISTERED","CHECKPOINT_SAVE'
    'D","CHECKPOINT_MISSED","TERMINATED","KILLED"],"default":"TERMINATED","namesp'
    'ace":"muster.task_events"},"doc":"CHECKPOINT_REQUESTED: SIGUSR1 was sent. NO'
    "T_REGISTERED: no process handles it. CHECKPOINT_SAVED: one written since is "
    "stored. CHECKPOINT_MISSED: none was within the grace. TERMINATED: SIGTERM wa"
    's sent. KILLED: SIGKILL was."},{"name":"at_ms","type":"long","doc":"When, by'
    ' the node\'s clock, milliseconds since 1970 UTC."}],"namespace":"muster.task_'
    'events"}},"doc":"How the ranks were stopped, in order of time; empty: they e'
    'nded by themselves.","default":[]},{"name":"findings","type":{"type":"array"'
    ',"items":{"type":"record","name":"RuleFinding","doc":"A rule of failures has'
    ' a sign in a rank\'s lines; the lines themselves are not told.","fields":[{"n'
    'ame":"rule","type":"string","doc":"Rule."},{"name":"rank","type":"int","doc"'
    ':"Rank."},{"name":"source","type":{"type":"enum","name":"FindingSource","doc'
    '":"Where a line comes from.","symbols":["OUTPUT","KERNEL"],"default":"OUTPUT'
    '","namespace":"muster.task_events"},"doc":"OUTPUT: the rank wrote it. KERNEL'
    ': the node\'s kernel did."},{"name":"stream","type":"string","doc":"Of output'
    ': stdout or stderr.","default":""},{"name":"line","type":"long","doc":"Numbe'
    'r of the first such line in its stream, from 1."},{"name":"first_byte","type'
    '":"long","doc":"Where that line begins in its stream, from 0."},{"name":"cou'
    'nt","type":"long","doc":"Lines with such a sign."},{"name":"at_ms","type":["'
    'null","long"],"doc":"When the agent read it, by the node\'s clock, millisecon'
    'ds since 1970 UTC.","default":null}],"namespace":"muster.task_events"}},"doc'
    '":"Signs of rules, by rank, then in the rules\' order.","default":[]},{"name"'
    ':"rules_version","type":["null","int"],"doc":"Version of the rules by which '
    'output was scanned; null: it was not.","default":null},{"name":"unscanned","'
    'type":"string","doc":"Why output was not scanned, or not all of it; empty: i'
    't was, or no rules are in effect.","default":""},{"name":"output_bytes","typ'
    'e":"long","doc":"Bytes of output that its ranks wrote and the node kept: the'
    'y are in the store, or go there.","default":0}],"namespace":"muster.task_eve'
    'nts"},{"type":"record","name":"TaskRefused","doc":"An order was not carried '
    'out.","subject":"task","fields":[{"name":"node_id","type":"string","doc":"No'
    'de."},{"name":"job_id","type":"string","doc":"Job."},{"name":"attempt","type'
    '":"int","doc":"Attempt, 1-based."},{"name":"epoch","type":"long","doc":"Epoc'
    'h of the order."},{"name":"order_seq","type":"long","doc":"Order."},{"name":'
    '"reason","type":{"type":"enum","name":"RefusalReason","doc":"Why.","symbols"'
    ':["STALE_EPOCH","GPU_BUSY","UNKNOWN_GPU","FILES_UNAVAILABLE","CANNOT_START",'
    '"FILES_INVALID"],"default":"CANNOT_START","namespace":"muster.task_events"},'
    '"doc":"Why."},{"name":"message","type":"string","doc":"For people.","default'
    '":""}],"namespace":"muster.task_events"},{"type":"record","name":"Checkpoint'
    'PartStored","doc":"A part of a checkpoint is in the store: the files of one '
    'rank, and their manifest.","subject":"task","fields":[{"name":"node_id","typ'
    'e":"string","doc":"Node."},{"name":"job_id","type":"string","doc":"Job."},{"'
    'name":"attempt","type":"int","doc":"Attempt, 1-based."},{"name":"rank","type'
    '":"int","doc":"Rank in whose folder it lies."},{"name":"step","type":"long",'
    '"doc":"Step after which it was saved."},{"name":"part","type":"int","doc":"R'
    'ank whose files they are."},{"name":"sha256","type":"string","doc":"Of the m'
    'anifest, which has those of the files."},{"name":"files","type":"int","doc":'
    '"Files."},{"name":"size_bytes","type":"long","doc":"Bytes of the files."},{"'
    'name":"new_bytes","type":"long","doc":"Bytes of files that were not in the s'
    'tore before."}],"namespace":"muster.task_events"},{"type":"record","name":"C'
    'heckpointSaved","doc":"A checkpoint file is safe in the store: the one file '
    'that it is, or the record of its parts.","subject":"task","fields":[{"name":'
    '"node_id","type":"string","doc":"Node."},{"name":"job_id","type":"string","d'
    'oc":"Job."},{"name":"attempt","type":"int","doc":"Attempt, 1-based."},{"name'
    '":"rank","type":"int","doc":"Rank that wrote it."},{"name":"file","type":"st'
    'ring","doc":"File name."},{"name":"uri","type":"string","doc":"s3://bucket/k'
    'ey; posix://cell/key in a shared folder."},{"name":"sha256","type":"string",'
    '"doc":"Of the bytes."},{"name":"size_bytes","type":"long","doc":"Of that fil'
    'e."},{"name":"parts","type":"int","doc":"So many parts make the checkpoint; '
    '0: it is this one file.","default":0},{"name":"step","type":["null","long"],'
    '"doc":"Step after which the parts were saved; null: it is one file.","defaul'
    't":null},{"name":"parts_sha256","type":"string","doc":"Of the parts\' SHA-256'
    ', one a line, in the order of their ranks; empty: it is one file.","default"'
    ':""}],"namespace":"muster.task_events"},{"type":"record","name":"NodeReclaim'
    'Announced","doc":"Its provider announced that it takes the node away; said a'
    'gain while that stands.","subject":"node","fields":[{"name":"node_id","type"'
    ':"string","doc":"Node."},{"name":"notice_id","type":"string","doc":"Which an'
    'nouncement; another one takes the place of the last."},{"name":"remaining_ms'
    '","type":["null","long"],"doc":"How long the node will still be there, when '
    'this was said; null: it is at risk, and no time is set.","default":null},{"n'
    'ame":"source","type":{"type":"enum","name":"ReclaimSource","doc":"Who announ'
    'ced it.","symbols":["UNKNOWN","FILE","HTTP","AWS","GCP","AZURE","OPERATOR"],'
    '"default":"UNKNOWN","namespace":"muster.task_events"},"doc":"Who announced i'
    't."},{"name":"message","type":"string","doc":"For people.","default":""}],"n'
    'amespace":"muster.task_events"},{"type":"record","name":"NodeReclaimWithdraw'
    'n","doc":"The announcement stands no longer: the node stays.","subject":"nod'
    'e","fields":[{"name":"node_id","type":"string","doc":"Node."},{"name":"notic'
    'e_id","type":"string","doc":"Which announcement."}],"namespace":"muster.task'
    '_events"},{"type":"record","name":"NodeNoteReported","doc":"What is wrong wi'
    'th the node by its own account, such as a notice that cannot be read.","subj'
    'ect":"node","fields":[{"name":"node_id","type":"string","doc":"Node."},{"nam'
    'e":"note","type":"string","doc":"One sentence; empty: nothing any more."}],"'
    'namespace":"muster.task_events"},{"type":"record","name":"NodeTested","doc":'
    '"What the node\'s agent found when it was told to test its machine.","subject'
    '":"node","fields":[{"name":"node_id","type":"string","doc":"Node."},{"name":'
    '"checks","type":{"type":"array","items":{"type":"record","name":"NodeCheck",'
    '"doc":"One thing that a node can do, or cannot.","fields":[{"name":"name","t'
    'ype":"string","doc":"disk, memory, program, api, store, gpus."},{"name":"pas'
    'sed","type":"boolean","doc":"Whether it can."},{"name":"message","type":"str'
    'ing","doc":"What was found, for people."},{"name":"took_ms","type":"long","d'
    'oc":"How long it took."}],"namespace":"muster.task_events"}},"doc":"What was'
    ' tried; all must pass."}],"namespace":"muster.task_events"},{"type":"record"'
    ',"name":"NodeFaultReported","doc":"The node\'s kernel wrote something that a '
    'rule of failures knows; the line itself is not told.","subject":"node","fiel'
    'ds":[{"name":"node_id","type":"string","doc":"Node."},{"name":"rule","type":'
    '"string","doc":"Rule."},{"name":"rules_version","type":"int","doc":"Version '
    'of the rules by which the line was read."},{"name":"xid","type":["null","int'
    '"],"doc":"Number of NVIDIA\'s Xid; null: it is none.","default":null},{"name"'
    ':"gpu","type":"string","doc":"PCI address of the GPU; empty: none is named."'
    ',"default":""},{"name":"count","type":"long","doc":"Lines like it since the '
    'last report.","default":1}],"namespace":"muster.task_events"},{"type":"recor'
    'd","name":"OutputStored","doc":"So much of what the ranks of a task write is'
    ' in the store; said each 64 MiB while they run.","subject":"task","fields":['
    '{"name":"node_id","type":"string","doc":"Node."},{"name":"job_id","type":"st'
    'ring","doc":"Job."},{"name":"attempt","type":"int","doc":"Attempt, 1-based."'
    '},{"name":"size_bytes","type":"long","doc":"Bytes of all its ranks so far."}'
    '],"namespace":"muster.task_events"}],"doc":"What happened."}]}'
)
