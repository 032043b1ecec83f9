"""Every input in its one order, and what was decided: enough by itself to replay everything.

Generated from schemas/scheduler-log.avsc by `make schemas`; do not edit.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Final, TypeAlias, final

from muster.events.checkpoint_events import CheckpointRemoved
from muster.events.job_commands import CancelJob, ResumeJob, SubmitJob, SuspendJob
from muster.events.job_events import (
    AttemptEnded,
    CapacityReassigned,
    CapacityReservationEnded,
    CapacityReservationStarted,
    CapacityReserved,
    CheckpointDeleted,
    CheckpointExpired,
    CheckpointRecorded,
    DefragmentationProposed,
    FailureRulesActivated,
    GangBound,
    GpuGeometryChanged,
    GpuRecovered,
    GpuUnhealthy,
    HoldReleased,
    JobCancelled,
    JobFailed,
    JobMoving,
    JobPending,
    JobQueued,
    JobRequeued,
    JobResizing,
    JobResumed,
    JobStarted,
    JobStopping,
    JobSucceeded,
    JobSuspended,
    JobWarned,
    MaintenanceEnded,
    MaintenanceScheduled,
    MaintenanceStarted,
    NodeCordoned,
    NodeDraining,
    NodeFaulted,
    NodeForgotten,
    NodeJoined,
    NodeLost,
    NodeNoted,
    NodeReclaiming,
    NodeRecovered,
    NodeRefused,
    NodeRelocated,
    NodeSpared,
    NodeSuspected,
    NodeTagged,
    NodeUncordoned,
    NodeUndrained,
    PolicyActivated,
    PreemptionAccepted,
    PreemptionRefused,
    PreemptionRequested,
    QueueConfigured,
    QueueCreated,
    QueueDeleted,
    QueueMeasured,
    ReservationMade,
    ReservationReleased,
    SaveTooLarge,
    StartPredicted,
)
from muster.events.node_commands import StartTask, StopTask
from muster.events.operator_commands import (
    ActivateFailureRules,
    ActivatePolicy,
    CancelMaintenance,
    CordonNode,
    DrainNode,
    ReclaimNode,
    ScheduleMaintenance,
    SpareNode,
    TagNode,
    UncordonNode,
    UndrainNode,
)
from muster.events.preemption_events import PreemptionPlanned
from muster.events.queue_commands import (
    CancelCapacityReservation,
    ConfigureQueue,
    CreateQueue,
    DeleteQueue,
    ReserveCapacity,
)
from muster.events.shared.command_answers import CommandRejected, CommandRepeated, RejectionCode, Violation
from muster.events.task_events import (
    AgentStarted,
    CheckpointPartStored,
    CheckpointSaved,
    NodeFaultReported,
    NodeNoteReported,
    NodeReclaimAnnounced,
    NodeReclaimWithdrawn,
    TaskExited,
    TaskHeard,
    TaskRefused,
    TaskStarted,
    TaskSuspected,
)
from muster.events.wire.datum import Table, branch_of, read_branch, table_of, write_branch
from muster.events.wire.record import record


@final
@record
class InputPosition:
    """Next offset to read.

    Attributes:
        topic: Topic.
        partition: Partition.
        next_offset: Next offset.
    """

    AVRO_NAME: ClassVar[str] = "muster.scheduler_log.InputPosition"

    topic: str
    partition: int
    next_offset: int

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "topic": self.topic,
            "partition": self.partition,
            "next_offset": self.next_offset,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> InputPosition:
        """The inverse."""
        return cls(
            topic=d["topic"],
            partition=d["partition"],
            next_offset=d["next_offset"],
        )


@final
@record
class Source:
    """Where it was read.

    Attributes:
        topic: Topic.
        partition: Partition.
        offset: Offset.
    """

    AVRO_NAME: ClassVar[str] = "muster.scheduler_log.Source"

    topic: str
    partition: int
    offset: int

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "topic": self.topic,
            "partition": self.partition,
            "offset": self.offset,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> Source:
        """The inverse."""
        return cls(
            topic=d["topic"],
            partition=d["partition"],
            offset=d["offset"],
        )


@final
@record
class CommandInvalid:
    """A command that was turned away before it was sequenced; `code` and `message` say why (ADR 4, 55).

    Attributes:
        command_id: event_id of the command.
        command: Its record name.
        subject: Job, queue or node.
        tenant: Tenant.
        code: Kind of refusal: it breaks a rule, or its sender may not send it.
        message: For people.
        violations: Field by field.
    """

    AVRO_NAME: ClassVar[str] = "muster.scheduler_log.CommandInvalid"

    command_id: str
    command: str
    subject: str
    tenant: str
    code: RejectionCode = RejectionCode.INVALID
    message: str
    violations: tuple[Violation, ...]

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
    def from_datum(cls, d: Mapping[str, Any]) -> CommandInvalid:
        """The inverse."""
        return cls(
            command_id=d["command_id"],
            command=d["command"],
            subject=d["subject"],
            tenant=d["tenant"],
            code=RejectionCode(d.get("code", "INVALID")),
            message=d["message"],
            violations=tuple(Violation.from_datum(x) for x in d["violations"]),
        )


@final
@record
class LeaderElected:
    """First input of an epoch.

    Attributes:
        epoch: Epoch.
        leader_id: Process that leads.
    """

    AVRO_NAME: ClassVar[str] = "muster.scheduler_log.LeaderElected"

    epoch: int
    leader_id: str

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "epoch": self.epoch,
            "leader_id": self.leader_id,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> LeaderElected:
        """The inverse."""
        return cls(
            epoch=d["epoch"],
            leader_id=d["leader_id"],
        )


@final
@record
class ClockTicked:
    """A deadline of the core has passed."""

    AVRO_NAME: ClassVar[str] = "muster.scheduler_log.ClockTicked"

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {}

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> ClockTicked:
        """The inverse."""
        return cls()


_BRANCHES_0: Final[Table] = table_of(
    SubmitJob,
    CancelJob,
    SuspendJob,
    ResumeJob,
    CreateQueue,
    ConfigureQueue,
    DeleteQueue,
    ReserveCapacity,
    CancelCapacityReservation,
    CordonNode,
    UncordonNode,
    DrainNode,
    UndrainNode,
    TagNode,
    ScheduleMaintenance,
    CancelMaintenance,
    ReclaimNode,
    SpareNode,
    ActivatePolicy,
    ActivateFailureRules,
    AgentStarted,
    TaskStarted,
    TaskSuspected,
    TaskHeard,
    TaskExited,
    TaskRefused,
    CheckpointPartStored,
    CheckpointSaved,
    NodeReclaimAnnounced,
    NodeReclaimWithdrawn,
    NodeNoteReported,
    NodeFaultReported,
    PreemptionPlanned,
    CheckpointRemoved,
    NodeJoined,
    NodeSuspected,
    NodeRecovered,
    NodeLost,
    NodeForgotten,
    NodeRefused,
    NodeRelocated,
    GpuUnhealthy,
    GpuRecovered,
    CommandInvalid,
    LeaderElected,
    ClockTicked,
)


@final
@record
class SequencedInput:
    """One input, stamped.

    Attributes:
        seq: Its place in the one order; gapless.
        event_id: Of the record it came in.
        correlation_id: Carried on.
        source: Null for what the leader itself observed.
        payload: What came in.
    """

    AVRO_NAME: ClassVar[str] = "muster.scheduler_log.SequencedInput"

    seq: int
    event_id: str
    correlation_id: str
    source: Source | None = None
    payload: (
        SubmitJob
        | CancelJob
        | SuspendJob
        | ResumeJob
        | CreateQueue
        | ConfigureQueue
        | DeleteQueue
        | ReserveCapacity
        | CancelCapacityReservation
        | CordonNode
        | UncordonNode
        | DrainNode
        | UndrainNode
        | TagNode
        | ScheduleMaintenance
        | CancelMaintenance
        | ReclaimNode
        | SpareNode
        | ActivatePolicy
        | ActivateFailureRules
        | AgentStarted
        | TaskStarted
        | TaskSuspected
        | TaskHeard
        | TaskExited
        | TaskRefused
        | CheckpointPartStored
        | CheckpointSaved
        | NodeReclaimAnnounced
        | NodeReclaimWithdrawn
        | NodeNoteReported
        | NodeFaultReported
        | PreemptionPlanned
        | CheckpointRemoved
        | NodeJoined
        | NodeSuspected
        | NodeRecovered
        | NodeLost
        | NodeForgotten
        | NodeRefused
        | NodeRelocated
        | GpuUnhealthy
        | GpuRecovered
        | CommandInvalid
        | LeaderElected
        | ClockTicked
    )

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "seq": self.seq,
            "event_id": self.event_id,
            "correlation_id": self.correlation_id,
            "source": None if self.source is None else self.source.to_datum(),
            "payload": write_branch(self.payload),
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> SequencedInput:
        """The inverse."""
        return cls(
            seq=d["seq"],
            event_id=d["event_id"],
            correlation_id=d["correlation_id"],
            source=None if d.get("source") is None else Source.from_datum(branch_of(d["source"])),
            payload=read_branch(_BRANCHES_0, d["payload"]),
        )


_BRANCHES_1: Final[Table] = table_of(
    CommandRejected,
    CommandRepeated,
    JobQueued,
    JobPending,
    PreemptionRequested,
    ReservationMade,
    ReservationReleased,
    DefragmentationProposed,
    StartPredicted,
    GangBound,
    JobStarted,
    JobResizing,
    JobMoving,
    JobWarned,
    JobStopping,
    SaveTooLarge,
    PreemptionAccepted,
    PreemptionRefused,
    HoldReleased,
    AttemptEnded,
    JobRequeued,
    JobSucceeded,
    JobFailed,
    JobCancelled,
    JobSuspended,
    JobResumed,
    CheckpointRecorded,
    CheckpointExpired,
    CheckpointDeleted,
    NodeJoined,
    NodeSuspected,
    NodeRecovered,
    NodeLost,
    NodeForgotten,
    NodeRefused,
    NodeCordoned,
    NodeUncordoned,
    NodeDraining,
    NodeUndrained,
    NodeTagged,
    MaintenanceScheduled,
    MaintenanceStarted,
    MaintenanceEnded,
    NodeReclaiming,
    NodeSpared,
    NodeNoted,
    NodeFaulted,
    NodeRelocated,
    GpuUnhealthy,
    GpuRecovered,
    GpuGeometryChanged,
    QueueCreated,
    QueueConfigured,
    QueueMeasured,
    QueueDeleted,
    CapacityReserved,
    CapacityReassigned,
    CapacityReservationStarted,
    CapacityReservationEnded,
    PolicyActivated,
    FailureRulesActivated,
    StartTask,
    StopTask,
)


@final
@record
class Decision:
    """One consequence.

    Attributes:
        event_id: The same as in the public topic.
        cause_seq: seq of the input it follows from.
        payload: Fact or order.
    """

    AVRO_NAME: ClassVar[str] = "muster.scheduler_log.Decision"

    event_id: str
    cause_seq: int
    payload: (
        CommandRejected
        | CommandRepeated
        | JobQueued
        | JobPending
        | PreemptionRequested
        | ReservationMade
        | ReservationReleased
        | DefragmentationProposed
        | StartPredicted
        | GangBound
        | JobStarted
        | JobResizing
        | JobMoving
        | JobWarned
        | JobStopping
        | SaveTooLarge
        | PreemptionAccepted
        | PreemptionRefused
        | HoldReleased
        | AttemptEnded
        | JobRequeued
        | JobSucceeded
        | JobFailed
        | JobCancelled
        | JobSuspended
        | JobResumed
        | CheckpointRecorded
        | CheckpointExpired
        | CheckpointDeleted
        | NodeJoined
        | NodeSuspected
        | NodeRecovered
        | NodeLost
        | NodeForgotten
        | NodeRefused
        | NodeCordoned
        | NodeUncordoned
        | NodeDraining
        | NodeUndrained
        | NodeTagged
        | MaintenanceScheduled
        | MaintenanceStarted
        | MaintenanceEnded
        | NodeReclaiming
        | NodeSpared
        | NodeNoted
        | NodeFaulted
        | NodeRelocated
        | GpuUnhealthy
        | GpuRecovered
        | GpuGeometryChanged
        | QueueCreated
        | QueueConfigured
        | QueueMeasured
        | QueueDeleted
        | CapacityReserved
        | CapacityReassigned
        | CapacityReservationStarted
        | CapacityReservationEnded
        | PolicyActivated
        | FailureRulesActivated
        | StartTask
        | StopTask
    )

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "event_id": self.event_id,
            "cause_seq": self.cause_seq,
            "payload": write_branch(self.payload),
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> Decision:
        """The inverse."""
        return cls(
            event_id=d["event_id"],
            cause_seq=d["cause_seq"],
            payload=read_branch(_BRANCHES_1, d["payload"]),
        )


@final
@record
class Batch:
    """Inputs taken together and the decisions that followed; one Kafka transaction.

    Attributes:
        cell: Cell.
        epoch: Leader's epoch; never falls.
        seq_first: seq of the first input; an empty batch: the next seq.
        observed_at_ms: The only time the core knows.
        positions: Where every input partition stands after this batch.
        inputs: In order.
        decisions: In order.
        state_hash: Hash of the whole state after this batch, when it was taken.
        hash_version: How state_hash was computed; hashes of different versions are not compared.
        decisions_version: Which version of the rules decided; another one may decide otherwise. 0:
            not recorded.
    """

    AVRO_NAME: ClassVar[str] = "muster.scheduler_log.Batch"

    cell: str
    epoch: int
    seq_first: int
    observed_at_ms: int
    positions: tuple[InputPosition, ...]
    inputs: tuple[SequencedInput, ...]
    decisions: tuple[Decision, ...]
    state_hash: str | None = None
    hash_version: int = 1
    decisions_version: int = 0

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "cell": self.cell,
            "epoch": self.epoch,
            "seq_first": self.seq_first,
            "observed_at_ms": self.observed_at_ms,
            "positions": [x.to_datum() for x in self.positions],
            "inputs": [x.to_datum() for x in self.inputs],
            "decisions": [x.to_datum() for x in self.decisions],
            "state_hash": self.state_hash,
            "hash_version": self.hash_version,
            "decisions_version": self.decisions_version,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> Batch:
        """The inverse."""
        return cls(
            cell=d["cell"],
            epoch=d["epoch"],
            seq_first=d["seq_first"],
            observed_at_ms=d["observed_at_ms"],
            positions=tuple(InputPosition.from_datum(x) for x in d["positions"]),
            inputs=tuple(SequencedInput.from_datum(x) for x in d["inputs"]),
            decisions=tuple(Decision.from_datum(x) for x in d["decisions"]),
            state_hash=d.get("state_hash"),
            hash_version=d.get("hash_version", 1),
            decisions_version=d.get("decisions_version", 0),
        )


Payload: TypeAlias = Batch

PAYLOADS: Final[Table] = table_of(Batch)

SCHEMA: Final = (
    '{"type":"record","name":"Envelope","namespace":"muster.scheduler_log","doc":'
    '"Every input in its one order, and what was decided: enough by itself to rep'
    'lay everything.","fields":[{"name":"event_id","type":"string","doc":"Unique '
    'for ever; the deduplication key."},{"name":"key","type":"string","doc":"The '
    'Kafka key: what this topic is ordered by."},{"name":"occurred_at_ms","type":'
    '"long","doc":"When the producer says it happened, milliseconds since 1970 UT'
    'C."},{"name":"producer","type":"string","doc":"Service and instance that wro'
    'te the record."},{"name":"correlation_id","type":"string","doc":"Shared by e'
    'verything that follows from one request."},{"name":"causation_id","type":["n'
    'ull","string"],"doc":"event_id of the record this one follows from.","defaul'
    't":null},{"name":"payload","type":[{"type":"record","name":"Batch","doc":"In'
    'puts taken together and the decisions that followed; one Kafka transaction."'
    ',"fields":[{"name":"cell","type":"string","doc":"Cell."},{"name":"epoch","ty'
    'pe":"long","doc":"Leader\'s epoch; never falls."},{"name":"seq_first","type":'
    '"long","doc":"seq of the first input; an empty batch: the next seq."},{"name'
    '":"observed_at_ms","type":"long","doc":"The only time the core knows."},{"na'
    'me":"positions","type":{"type":"array","items":{"type":"record","name":"Inpu'
    'tPosition","doc":"Next offset to read.","fields":[{"name":"topic","type":"st'
    'ring","doc":"Topic."},{"name":"partition","type":"int","doc":"Partition."},{'
    '"name":"next_offset","type":"long","doc":"Next offset."}],"namespace":"muste'
    'r.scheduler_log"}},"doc":"Where every input partition stands after this batc'
    'h."},{"name":"inputs","type":{"type":"array","items":{"type":"record","name"'
    ':"SequencedInput","doc":"One input, stamped.","fields":[{"name":"seq","type"'
    ':"long","doc":"Its place in the one order; gapless."},{"name":"event_id","ty'
    'pe":"string","doc":"Of the record it came in."},{"name":"correlation_id","ty'
    'pe":"string","doc":"Carried on."},{"name":"source","type":["null",{"type":"r'
    'ecord","name":"Source","doc":"Where it was read.","fields":[{"name":"topic",'
    '"type":"string","doc":"Topic."},{"name":"partition","type":"int","doc":"Part'
    'ition."},{"name":"offset","type":"long","doc":"Offset."}],"namespace":"muste'
    'r.scheduler_log"}],"doc":"Null for what the leader itself observed.","defaul'
    't":null},{"name":"payload","type":[{"type":"record","name":"SubmitJob","doc"'
    ':"Run this job. The same job_id twice is one job.","fields":[{"name":"job_id'
    '","type":"string","doc":"Chosen by the sender; job- and 4 to 60 of a-z 0-9 a'
    'nd -."},{"name":"tenant","type":"string","doc":"Tenant."},{"name":"spec","ty'
    'pe":{"type":"record","name":"JobSpec","doc":"A job as its owner describes it'
    '.","fields":[{"name":"name","type":"string","doc":"A name for people; not un'
    'ique."},{"name":"team","type":"string","doc":"Who pays."},{"name":"project",'
    '"type":"string","doc":"What it is for."},{"name":"user","type":"string","doc'
    '":"Who asked."},{"name":"queue","type":"string","doc":"Queue the job waits i'
    'n."},{"name":"tier","type":{"type":"enum","name":"Tier","doc":"Highest first'
    '.","symbols":["PRODUCTION_INFERENCE","PREMIUM_TRAINING","STANDARD_TRAINING",'
    '"BATCH_INFERENCE","INTERACTIVE"],"default":"STANDARD_TRAINING","namespace":"'
    'muster.job_commands"},"doc":"Which work goes first."},{"name":"ranks","type"'
    ':"int","doc":"Gang size: all ranks start together or none does."},{"name":"r'
    'esources","type":{"type":"record","name":"Resources","doc":"What one rank ne'
    'eds.","fields":[{"name":"gpu_count","type":"int","doc":"GPUs per rank; 0 for'
    ' CPU-only work."},{"name":"gpu_milli","type":"int","doc":"Thousandths of eac'
    'h GPU: 1000 is a whole one; less only with gpu_count 1."},{"name":"gpu_model'
    's","type":{"type":"array","items":"string"},"doc":"GPU models accepted, sort'
    'ed; empty accepts any.","default":[]},{"name":"gpu_memory_mib_min","type":"l'
    'ong","doc":"Least memory of each GPU, MiB; of the whole GPU, for a fraction '
    'too. 0 accepts any.","default":0},{"name":"cpu_milli","type":"long","doc":"T'
    'housandths of a CPU core per rank."},{"name":"memory_mib","type":"long","doc'
    '":"Main memory per rank, MiB."},{"name":"isolation","type":{"type":"enum","n'
    'ame":"Isolation","doc":"How a fraction of a GPU is kept apart from others on'
    ' it.","symbols":["BY_TRUST","MIG","MPS","TIME_SLICING"],"default":"BY_TRUST"'
    ',"namespace":"muster.job_commands"},"doc":"Requested isolation; for a fracti'
    'on of a GPU only.","default":"BY_TRUST"}],"namespace":"muster.job_commands"}'
    ',"doc":"Per rank."},{"name":"image","type":["null","string"],"doc":"Containe'
    'r image; refused until nodes can run images.","default":null},{"name":"comma'
    'nd","type":{"type":"array","items":"string"},"doc":"Program and arguments, t'
    'he same for every rank."},{"name":"env","type":{"type":"map","values":"strin'
    'g"},"doc":"Environment added to every rank.","default":{}},{"name":"files_sh'
    'a256","type":["null","string"],"doc":"Working files: SHA-256 of a tar.gz alr'
    'eady stored under files/ in S3.","default":null},{"name":"wall_time_max_ms",'
    '"type":["null","long"],"doc":"The attempt is stopped after this long.","defa'
    'ult":null},{"name":"hang_after_ms","type":["null","long"],"doc":"Silence of '
    "all ranks (no output, no step) after which the attempt is ended as hanging; "
    'null: as the policy says.","default":null},{"name":"duration_expected_ms","t'
    'ype":["null","long"],"doc":"The owner\'s estimate.","default":null},{"name":"'
    'grace_ms","type":"long","doc":"Between SIGTERM and SIGKILL.","default":30000'
    '},{"name":"retry","type":{"type":"record","name":"RetryPolicy","doc":"When a'
    'n attempt fails by itself; attempts lost with a node never count.","fields":'
    '[{"name":"attempts_max","type":"int","doc":"Attempts allowed in all, 1 means'
    ' no retry."},{"name":"backoff_ms","type":"long","doc":"Wait before the next '
    'attempt, doubled each time.","default":10000},{"name":"memory_max_mib","type'
    '":["null","long"],"doc":"Most memory of each rank after attempts that had to'
    'o little, MiB; null: it stays as asked for.","default":null}],"namespace":"m'
    'uster.job_commands"},"doc":"Retry policy."},{"name":"checkpoint","type":{"ty'
    'pe":"record","name":"CheckpointPolicy","doc":"Whether the agent keeps what t'
    'he job writes to MUSTER_CHECKPOINT_DIR.","fields":[{"name":"enabled","type":'
    '"boolean","doc":"True: files renamed into the directory are stored and given'
    ' to the next attempt."},{"name":"interval_ms","type":"long","doc":"How often'
    ' the job is expected to write one; 0 when it decides itself.","default":0},{'
    '"name":"grace_ms","type":"long","doc":"How long ranks that have to stop and '
    'will go on later may take to save one, before SIGTERM.","default":60000},{"n'
    'ame":"keep_last","type":["null","int"],"doc":"So many of the newest stay in '
    'the store; null: as the policy says.","default":null},{"name":"keep_every","'
    'type":"int","doc":"Each so-manieth stays as well; 0: none for this reason.",'
    '"default":0}],"namespace":"muster.job_commands"},"doc":"Checkpoint policy."}'
    ',{"name":"labels","type":{"type":"map","values":"string"},"doc":"Free key/va'
    'lue pairs to filter by.","default":{}},{"name":"model_name","type":["null","'
    'string"],"doc":"Model this job trains, for the registry.","default":null},{"'
    'name":"priority","type":"int","doc":"Higher goes first where the queue order'
    's by priority; -1000 to 1000.","default":0},{"name":"ranks_min","type":["nul'
    'l","int"],"doc":"Fewest ranks it runs with; null: never other than `ranks`."'
    ',"default":null},{"name":"world_sizes","type":{"type":"array","items":"int"}'
    ',"doc":"Gang sizes it runs with, ascending; empty: ranks_min, ranks and the '
    'powers of two between.","default":[]},{"name":"topology","type":["null",{"ty'
    'pe":"record","name":"Topology","doc":"How the ranks of a gang should lie in '
    'the network.","fields":[{"name":"within","type":["null",{"type":"enum","name'
    '":"TopologyLevel","doc":"Units of the network, smallest first.","symbols":["'
    'NODE","NVLINK_DOMAIN","LEAF","SPINE","CELL"],"default":"CELL","namespace":"m'
    'uster.job_commands"}],"doc":"The unit that should hold all ranks; null: the '
    'best there is room in.","default":null},{"name":"strictness","type":{"type":'
    '"enum","name":"Strictness","doc":"What a gang does when no unit of its level'
    ' has room.","symbols":["REQUIRED","PREFERRED","BEST_EFFORT"],"default":"BEST'
    '_EFFORT","namespace":"muster.job_commands"},"doc":"REQUIRED waits for such a'
    ' unit, PREFERRED takes a larger one.","default":"BEST_EFFORT"},{"name":"tens'
    'or_parallel_ranks","type":"int","doc":"So many consecutive ranks share an NV'
    'Link domain, always.","default":1}],"namespace":"muster.job_commands"}],"doc'
    '":"How the ranks should lie; null: as near to each other as there is room.",'
    '"default":null},{"name":"spread","type":["null","muster.job_commands.Topolog'
    'yLevel"],"doc":"Ranks go evenly over units of this level instead.","default"'
    ':null},{"name":"node_labels","type":{"type":"map","values":"string"},"doc":"'
    'Only nodes with all these labels.","default":{}},{"name":"node_labels_prefer'
    'red","type":{"type":"map","values":"string"},"doc":"Nodes that have all thes'
    'e labels, too, go first.","default":{}},{"name":"tolerations","type":{"type"'
    ':"array","items":"string"},"doc":"Taints of nodes that do not matter, sorted'
    '.","default":[]},{"name":"gpu_preferences","type":{"type":"array","items":{"'
    'type":"record","name":"GpuPreference","doc":"One GPU model, and how fast the'
    ' job runs on it.","fields":[{"name":"model","type":"string","doc":"GPU model'
    '."},{"name":"throughput_milli","type":"int","doc":"Thousandths of a common u'
    'nit of speed: twice as much ends in half the time."}],"namespace":"muster.jo'
    'b_commands"}},"doc":"GPU models with their speed; all ranks go to one of the'
    'm. resources.gpu_models names the same.","default":[]},{"name":"caches","typ'
    'e":{"type":"array","items":"string"},"doc":"Names of what its nodes keep for'
    ' the next job: a model, a data set.","default":[]},{"name":"sandbox","type":'
    '{"type":"enum","name":"SandboxNeed","doc":"Whether a job needs to be kept ap'
    'art from the rest of the machine.","symbols":["OPTIONAL","REQUIRED"],"defaul'
    't":"OPTIONAL","namespace":"muster.job_commands"},"doc":"REQUIRED: only nodes'
    ' that have a sandbox.","default":"OPTIONAL"},{"name":"network","type":{"type'
    '":"enum","name":"NetworkAccess","doc":"Which network a job sees.","symbols":'
    '["HOST","NONE"],"default":"HOST","namespace":"muster.job_commands"},"doc":"H'
    "OST: its node's. NONE: only a loopback of its own, which its ranks share; ne"
    'eds a sandbox, and all ranks on one node.","default":"HOST"},{"name":"spot",'
    '"type":{"type":"enum","name":"SpotUse","doc":"Whether a job may run on nodes'
    ' that their provider may take back.","symbols":["BY_TIER","ALLOWED","NEVER"]'
    ',"default":"BY_TIER","namespace":"muster.job_commands"},"doc":"BY_TIER: ever'
    "y job but production inference, which has to ask for such nodes by their lab"
    'el or with ALLOWED.","default":"BY_TIER"}],"namespace":"muster.job_commands"'
    '},"doc":"What to run."}],"namespace":"muster.job_commands"},{"type":"record"'
    ',"name":"CancelJob","doc":"Stop the job for good.","fields":[{"name":"job_id'
    '","type":"string","doc":"Job."},{"name":"tenant","type":"string","doc":"Tena'
    'nt the job belongs to."},{"name":"requested_by","type":"string","doc":"User '
    'who asks."},{"name":"reason","type":"string","doc":"Why, for people.","defau'
    'lt":""}],"namespace":"muster.job_commands"},{"type":"record","name":"Suspend'
    'Job","doc":"Stop the job, keep its place for a resume.","fields":[{"name":"j'
    'ob_id","type":"string","doc":"Job."},{"name":"tenant","type":"string","doc":'
    '"Tenant the job belongs to."},{"name":"requested_by","type":"string","doc":"'
    'User who asks."},{"name":"reason","type":"string","doc":"Why, for people.","'
    'default":""}],"namespace":"muster.job_commands"},{"type":"record","name":"Re'
    'sumeJob","doc":"Queue a suspended job again.","fields":[{"name":"job_id","ty'
    'pe":"string","doc":"Job."},{"name":"tenant","type":"string","doc":"Tenant th'
    'e job belongs to."},{"name":"requested_by","type":"string","doc":"User who a'
    'sks."},{"name":"reason","type":"string","doc":"Why, for people.","default":"'
    '"}],"namespace":"muster.job_commands"},{"type":"record","name":"CreateQueue"'
    ',"doc":"Make a queue.","fields":[{"name":"queue","type":"string","doc":"Name'
    ': 1 to 63 of a-z 0-9 and -."},{"name":"tenant","type":"string","doc":"Tenant'
    '."},{"name":"description","type":"string","doc":"For people.","default":""},'
    '{"name":"requested_by","type":"string","doc":"User who asks."},{"name":"sett'
    'ings","type":["null",{"type":"record","name":"QueueSettings","doc":"What a q'
    'ueue may use, and how it is shared.","fields":[{"name":"parent","type":["nul'
    'l","string"],"doc":"Queue above, of the same tenant; null for none.","defaul'
    't":null},{"name":"guarantee","type":["null",{"type":"record","name":"Quota",'
    '"doc":"An amount of each resource; null says nothing of that resource.","fie'
    'lds":[{"name":"gpu_milli","type":["null","long"],"doc":"Thousandths of GPU, '
    'any model.","default":null},{"name":"gpu_milli_by_model","type":{"type":"map'
    '","values":"long"},"doc":"Thousandths of GPU per model, beside the total.","'
    'default":{}},{"name":"cpu_milli","type":["null","long"],"doc":"Thousandths o'
    'f a CPU core.","default":null},{"name":"memory_mib","type":["null","long"],"'
    'doc":"Main memory, MiB.","default":null}],"namespace":"muster.queue_commands'
    '"}],"doc":"What its jobs may always have; unused, it is lent. Null guarantee'
    's nothing.","default":null},{"name":"maximum","type":["null","muster.queue_c'
    'ommands.Quota"],"doc":"What its jobs never exceed together. Null sets no bou'
    'nd.","default":null},{"name":"weight","type":"int","doc":"Its part of usage '
    'over time among the queues beside it, 1 to 1000000.","default":1},{"name":"o'
    'ver_quota_weight","type":"int","doc":"Its part of what is lent beyond guaran'
    'tees, 0 to 1000000; 0 never borrows.","default":1},{"name":"order","type":{"'
    'type":"enum","name":"QueueOrder","doc":"Who goes first within a tier of one '
    'queue.","symbols":["FIFO","PRIORITY","DRF","LEAST_ATTAINED_SERVICE"],"defaul'
    't":"FIFO","namespace":"muster.queue_commands"},"doc":"Who goes first within '
    'a tier.","default":"FIFO"},{"name":"jobs_running_max","type":["null","int"],'
    '"doc":"Jobs that may hold GPUs at once.","default":null},{"name":"jobs_pendi'
    'ng_max","type":["null","int"],"doc":"Jobs that may wait at once; more are re'
    'jected.","default":null},{"name":"user_jobs_running_max","type":["null","int'
    '"],"doc":"As jobs_running_max, for one user.","default":null},{"name":"user_'
    'jobs_pending_max","type":["null","int"],"doc":"As jobs_pending_max, for one '
    'user.","default":null},{"name":"suspended","type":["null","string"],"doc":"W'
    'hy nothing of it and of those below it starts; null: it is not suspended.","'
    'default":null},{"name":"spot_percent_max","type":["null","int"],"doc":"Jobs '
    "are placed on spot nodes while at most this part of the GPUs that the queue "
    'and those below it hold is there, percent; null: any part.","default":null}]'
    ',"namespace":"muster.queue_commands"}],"doc":"Shares and limits; null for no'
    'ne.","default":null}],"namespace":"muster.queue_commands"},{"type":"record",'
    '"name":"ConfigureQueue","doc":"Replace a queue\'s shares and limits.","fields'
    '":[{"name":"queue","type":"string","doc":"Name."},{"name":"tenant","type":"s'
    'tring","doc":"Tenant."},{"name":"settings","type":"muster.queue_commands.Que'
    'ueSettings","doc":"All of them."},{"name":"requested_by","type":"string","do'
    'c":"User who asks."}],"namespace":"muster.queue_commands"},{"type":"record",'
    '"name":"DeleteQueue","doc":"Remove an empty queue.","fields":[{"name":"queue'
    '","type":"string","doc":"Name."},{"name":"tenant","type":"string","doc":"Ten'
    'ant."},{"name":"requested_by","type":"string","doc":"User who asks."}],"name'
    'space":"muster.queue_commands"},{"type":"record","name":"ReserveCapacity","d'
    'oc":"Keep whole nodes of a GPU model for a queue, from a time until another.'
    '","fields":[{"name":"reservation","type":"string","doc":"Name: 1 to 63 of a-'
    'z 0-9 and -; unique in its tenant while it lasts."},{"name":"tenant","type":'
    '"string","doc":"Tenant."},{"name":"queue","type":"string","doc":"Whose jobs '
    'may be placed there, and those of the queues below it."},{"name":"gpu_model"'
    ',"type":"string","doc":"GPU model of the nodes."},{"name":"gpu_count","type"'
    ':["null","int"],"doc":"Reserve the fewest nodes with this many GPUs; null wh'
    'ere nodes are counted.","default":null},{"name":"node_count","type":["null",'
    '"int"],"doc":"So many nodes; null where GPUs are counted.","default":null},{'
    '"name":"starts_at_ms","type":["null","long"],"doc":"From when, milliseconds '
    'since 1970 UTC; null: at once.","default":null},{"name":"ends_at_ms","type":'
    '"long","doc":"Until when, milliseconds since 1970 UTC."},{"name":"requested_'
    'by","type":"string","doc":"User who asks."}],"namespace":"muster.queue_comma'
    'nds"},{"type":"record","name":"CancelCapacityReservation","doc":"End a reser'
    'vation, begun or not.","fields":[{"name":"reservation","type":"string","doc"'
    ':"Name."},{"name":"tenant","type":"string","doc":"Tenant."},{"name":"request'
    'ed_by","type":"string","doc":"User who asks."}],"namespace":"muster.queue_co'
    'mmands"},{"type":"record","name":"CordonNode","doc":"Place nothing new on th'
    'e node; what runs goes on.","fields":[{"name":"node_id","type":"string","doc'
    '":"Node."},{"name":"requested_by","type":"string","doc":"Operator."},{"name"'
    ':"reason","type":"string","doc":"Why.","default":""}],"namespace":"muster.op'
    'erator_commands"},{"type":"record","name":"UncordonNode","doc":"Place work o'
    'n the node again.","fields":[{"name":"node_id","type":"string","doc":"Node."'
    '},{"name":"requested_by","type":"string","doc":"Operator."}],"namespace":"mu'
    'ster.operator_commands"},{"type":"record","name":"DrainNode","doc":"Place no'
    "thing new on the node, and move what runs there: it stops with its grace and"
    ' waits again.","fields":[{"name":"node_id","type":"string","doc":"Node."},{"'
    'name":"requested_by","type":"string","doc":"Operator."},{"name":"reason","ty'
    'pe":"string","doc":"Why.","default":""}],"namespace":"muster.operator_comman'
    'ds"},{"type":"record","name":"UndrainNode","doc":"Place work on the node aga'
    'in.","fields":[{"name":"node_id","type":"string","doc":"Node."},{"name":"req'
    'uested_by","type":"string","doc":"Operator."}],"namespace":"muster.operator_'
    'commands"},{"type":"record","name":"TagNode","doc":"Give the node labels and'
    ' taints beside those it announces, or take such away.","fields":[{"name":"no'
    'de_id","type":"string","doc":"Node."},{"name":"labels","type":{"type":"map",'
    '"values":"string"},"doc":"Labels to set; they win over announced ones.","def'
    'ault":{}},{"name":"labels_removed","type":{"type":"array","items":"string"},'
    '"doc":"Labels set before that no longer hold, sorted.","default":[]},{"name"'
    ':"taints","type":{"type":"array","items":"string"},"doc":"Taints to set, sor'
    'ted.","default":[]},{"name":"taints_removed","type":{"type":"array","items":'
    '"string"},"doc":"Taints set before that no longer hold, sorted.","default":['
    ']},{"name":"requested_by","type":"string","doc":"Operator."}],"namespace":"m'
    'uster.operator_commands"},{"type":"record","name":"ScheduleMaintenance","doc'
    '":"Close the node for a time; takes the place of a window that has not begun'
    '.","fields":[{"name":"node_id","type":"string","doc":"Node."},{"name":"start'
    's_at_ms","type":"long","doc":"From when, milliseconds since 1970 UTC."},{"na'
    'me":"ends_at_ms","type":"long","doc":"Until when."},{"name":"requested_by","'
    'type":"string","doc":"Operator."},{"name":"reason","type":"string","doc":"Wh'
    'y.","default":""}],"namespace":"muster.operator_commands"},{"type":"record",'
    '"name":"CancelMaintenance","doc":"Call the node\'s window off, or end it.","f'
    'ields":[{"name":"node_id","type":"string","doc":"Node."},{"name":"requested_'
    'by","type":"string","doc":"Operator."}],"namespace":"muster.operator_command'
    's"},{"type":"record","name":"ReclaimNode","doc":"Treat the node as one that '
    'its provider takes away; takes the place of what was announced before.","fie'
    'lds":[{"name":"node_id","type":"string","doc":"Node."},{"name":"remaining_ms'
    '","type":"long","doc":"In how long it is gone."},{"name":"requested_by","typ'
    'e":"string","doc":"Operator."},{"name":"reason","type":"string","doc":"For p'
    'eople.","default":""}],"namespace":"muster.operator_commands"},{"type":"reco'
    'rd","name":"SpareNode","doc":"The node is not taken away after all.","fields'
    '":[{"name":"node_id","type":"string","doc":"Node."},{"name":"requested_by","'
    'type":"string","doc":"Operator."}],"namespace":"muster.operator_commands"},{'
    '"type":"record","name":"ActivatePolicy","doc":"Decide by this policy from no'
    'w on.","fields":[{"name":"policy","type":{"type":"record","name":"Policy","d'
    'oc":"Knobs that change decisions; a change is an event, so it replays.","fie'
    'lds":[{"name":"name","type":"string","doc":"For people."},{"name":"head_pati'
    'ence_ms","type":"long","doc":"A blocked head of line is passed freely for th'
    'is long; then nodes are reserved for it."},{"name":"head_hold_ms","type":"lo'
    'ng","doc":"Nodes reserved for it are kept this long beyond the time it shoul'
    'd have started at."},{"name":"attempts_lost_max","type":"int","doc":"Attempt'
    's lost with their nodes before the job fails."},{"name":"workload_shapes_max'
    '","type":"int","doc":"Shapes remembered for the fragmentation score."},{"nam'
    'e":"jobs_ended_kept_max","type":"int","doc":"Ended jobs remembered for dedup'
    'lication."},{"name":"share_window_ms","type":"long","doc":"Usage older than '
    'this is forgotten.","default":2592000000},{"name":"share_half_life_ms","type'
    '":"long","doc":"Usage this old counts half.","default":604800000},{"name":"s'
    'hare_history_percent","type":"int","doc":"Weight of usage over time beside u'
    'sage now, 0 to 10000.","default":100},{"name":"credit_max_ms","type":"long",'
    '"doc":"Burst credit holds at most a guarantee unused for this long; 0 gives '
    'none.","default":86400000},{"name":"model_price_milli","type":{"type":"map",'
    '"values":"long"},"doc":"What an hour of a GPU model counts, thousandths; 100'
    '0 where absent.","default":{}},{"name":"aging_step_ms","type":"long","doc":"'
    "A job that waited this long goes with the next higher tier, and so on; 0 nev"
    'er.","default":86400000},{"name":"reclaim_interval_ms","type":"long","doc":"'
    'Shortest time between two preemption requests for the same lent GPUs.","defa'
    'ult":60000},{"name":"time_level_gpu_ms","type":"long","doc":"GPUs times time'
    ' from which a job of a queue that shares time is in the second level.","defa'
    'ult":3600000},{"name":"time_level_factor","type":"int","doc":"Each further l'
    'evel begins at so many times as much.","default":8},{"name":"time_levels","t'
    'ype":"int","doc":"Levels of jobs that share time.","default":4},{"name":"tim'
    'e_quantum_ms","type":"long","doc":"A job that shares time runs at least so l'
    'ong before it yields to one of a lower level.","default":300000},{"name":"ti'
    'me_cost_percent_max","type":"int","doc":"Its stop and its restart cost at mo'
    'st this part of the time that it then runs at least.","default":50},{"name":'
    '"time_promotion_ms","type":"long","doc":"A waiting job that shares time coun'
    'ts as one level lower after each such period.","default":86400000},{"name":"'
    'measure_interval_ms","type":"long","doc":"A queue that changed is measured a'
    't most this often.","default":10000},{"name":"resize_interval_ms","type":"lo'
    'ng","doc":"An elastic job is resized at most this often.","default":300000},'
    '{"name":"defrag_interval_ms","type":"long","doc":"Moves that would make room'
    ' for the head of line are looked for at most this often.","default":300000},'
    '{"name":"defrag_benefit_percent","type":"int","doc":"They are carried out wh'
    "en the GPU time that is won is at least this part of what is lost; 0 only pr"
    'oposes.","default":300},{"name":"search_work_per_pass_max","type":"int","doc'
    '":"Work that one scheduling pass may spend on searches in vain: 1 for each, '
    'and 1 for every 8 ranks of a gang; the next pass goes on.","default":2000},{'
    '"name":"topology","type":{"type":"record","name":"TopologyWeights","doc":"Wh'
    "at a gang's place is worth, per GPU of the gang, by the smallest unit that h"
    'olds it.","fields":[{"name":"nvlink","type":"int","doc":"The gang shares an '
    'NVLink domain or a node.","default":1000},{"name":"leaf","type":"int","doc":'
    '"It shares a leaf.","default":400},{"name":"spine","type":"int","doc":"It sh'
    'ares a spine.","default":200},{"name":"cell","type":"int","doc":"It shares a'
    ' cell.","default":100},{"name":"stranded_gpu","type":"int","doc":"Taken off '
    'for each GPU left free beside it that no group like its own can use.","defau'
    'lt":100}],"namespace":"muster.operator_commands"},"doc":"How places of gangs'
    ' are weighed.","default":{"nvlink":1000,"leaf":400,"spine":200,"cell":100,"s'
    'tranded_gpu":100}},{"name":"tenants_untrusted","type":{"type":"array","items'
    '":"string"},"doc":"Tenants whose fractions of GPUs always get a MIG instance'
    ' of their own.","default":[]},{"name":"mig_change_interval_ms","type":"long"'
    ',"doc":"A GPU is cut into MIG instances, or made whole again, at most this o'
    'ften.","default":600000},{"name":"checkpoint_grace_max_ms","type":"long","do'
    'c":"Most time for a checkpoint before a job is stopped, whatever the job ask'
    's for.","default":600000},{"name":"checkpoints_kept","type":"int","doc":"So '
    "many of the newest checkpoints of a job stay in the store, unless it states "
    'another number; 0: all.","default":0},{"name":"node_upload_bytes_per_s","typ'
    'e":"long","doc":"What one node stores of checkpoints, bytes per second.","de'
    'fault":1000000000},{"name":"job_upload_bytes_per_s","type":"long","doc":"Wha'
    "t one job stores of checkpoints at most, bytes per second; only one whose no"
    'des will be taken away has all that its nodes store.","default":1000000000},'
    '{"name":"store_upload_bytes_per_s","type":"long","doc":"What the store takes'
    ' of all jobs that stop, bytes per second: drains wait for their turn.","defa'
    'ult":10000000000},{"name":"reclaim_margin_ms","type":"long","doc":"Ranks hav'
    'e ended this long before their node is taken away.","default":5000},{"name":'
    '"spot_price_percent","type":"int","doc":"What a spot node costs of the price'
    ' of another, where its label spot-price-percent does not say.","default":70}'
    ',{"name":"spot_loss_weight","type":"int","doc":"A job goes to spot nodes fir'
    "st if its expected part of lost work, times this, is less than the part of t"
    'he price that they save; 0: whatever it loses.","default":6},{"name":"spot_r'
    'eclaim_prior_ms","type":"long","doc":"How long a spot node is believed to st'
    'ay while little is known of its GPU model.","default":86400000},{"name":"nod'
    'e_loss_prior_ms","type":"long","doc":"How long a node that is no spot node i'
    's believed to last while little is known of its GPU model.","default":132912'
    '00000},{"name":"spot_restart_ms","type":"long","doc":"What a job is believed'
    ' to lose at a reclaim beside its unsaved work: until it works again.","defau'
    'lt":300000},{"name":"fairness_threshold_percent","type":"int","doc":"A queue'
    " that holds less than this part of its due may have others yield that hold m"
    'ore than theirs; 0: none may.","default":0},{"name":"preemption_ran_min_ms",'
    '"type":"long","doc":"A job that was bound more recently is not preempted.","'
    'default":300000},{"name":"preemptions_per_job_day_max","type":"int","doc":"H'
    'ow often a job is preempted within 24 hours at most.","default":3},{"name":"'
    'preemption_hold_ms","type":"long","doc":"What victims free is held for the j'
    'ob they yield to for at most so long after their grace.","default":60000},{"'
    'name":"wall_time_max_ms","type":{"type":"map","values":"long"},"doc":"Longes'
    "t time that an attempt of a job may hold its nodes, by tier, beside the job'"
    's own limit; tiers that are not named have none.","default":{}},{"name":"ret'
    'ries_off","type":"boolean","doc":"No attempt that failed is retried; those t'
    'hat were lost or refused are.","default":false},{"name":"nodes_lost_per_job_'
    'max","type":"int","doc":"A job is suspended once so many nodes were lost soo'
    'n after attempts of it began there; 0 never.","default":0},{"name":"hang_aft'
    'er_ms","type":{"type":"map","values":"long"},"doc":"Silence of all ranks (no'
    " output, no step) after which a job of the tier counts as hanging; a job may"
    ' state its own. Tiers that are not named: never.","default":{}},{"name":"sta'
    'rt_up_max_ms","type":{"type":"map","values":"long"},"doc":"The same for a jo'
    'b whose ranks said nothing since their start and hardly use the CPU.","defau'
    'lt":{}},{"name":"hang_ends","type":"boolean","doc":"An attempt that hangs by'
    ' these is ended, and retried as the job allows; else its owner is told.","de'
    'fault":false},{"name":"faulty_nodes_max","type":"int","doc":"At most so many'
    " nodes are closed for faults that their kernels reported at once; 0: faults "
    'are told and close none.","default":0},{"name":"mig_geometries","type":{"typ'
    'e":"array","items":{"type":"record","name":"MigGeometry","doc":"The only way'
    ' GPUs of a model are cut.","fields":[{"name":"gpu_model","type":"string","do'
    'c":"GPU model."},{"name":"instances","type":{"type":"array","items":{"type":'
    '"record","name":"MigInstance","doc":"One instance.","fields":[{"name":"profi'
    'le","type":"string","doc":"Profile, as in 2g.10gb."},{"name":"start","type":'
    '"int","doc":"First memory slice."}],"namespace":"muster.operator_commands"}}'
    ',"doc":"All that may exist on one GPU."}],"namespace":"muster.operator_comma'
    'nds"}},"doc":"GPU models that a site cuts in one way only; others as jobs ne'
    'ed it.","default":[]}],"namespace":"muster.operator_commands"},"doc":"The wh'
    'ole policy."},{"name":"requested_by","type":"string","doc":"Operator."}],"na'
    'mespace":"muster.operator_commands"},{"type":"record","name":"ActivateFailur'
    'eRules","doc":"Judge failures by these rules from now on.","fields":[{"name"'
    ':"rules","type":"string","doc":"The rules file, as libs/failures parses it; '
    'its version is higher than that in effect."},{"name":"requested_by","type":"'
    'string","doc":"Operator."}],"namespace":"muster.operator_commands"},{"type":'
    '"record","name":"AgentStarted","doc":"The agent is up and tells what it runs'
    ', so that the scheduler can reconcile.","subject":"node","fields":[{"name":"'
    'node_id","type":"string","doc":"Node."},{"name":"boot_id","type":"string","d'
    'oc":"Boot."},{"name":"fresh","type":"boolean","doc":"True: the agent remembe'
    'rs nothing from before."},{"name":"order_seq_last","type":"long","doc":"Newe'
    'st order it has carried out; -1 when fresh."},{"name":"running","type":{"typ'
    'e":"array","items":{"type":"record","name":"AttemptRef","doc":"One attempt."'
    ',"fields":[{"name":"job_id","type":"string","doc":"Job."},{"name":"attempt",'
    '"type":"int","doc":"Attempt."}],"namespace":"muster.task_events"}},"doc":"Ta'
    'sks adopted, still running."}],"namespace":"muster.task_events"},{"type":"re'
    'cord","name":"TaskStarted","doc":"All ranks of the task have a process.","su'
    'bject":"task","fields":[{"name":"node_id","type":"string","doc":"Node."},{"n'
    'ame":"job_id","type":"string","doc":"Job."},{"name":"attempt","type":"int","'
    'doc":"Attempt, 1-based."},{"name":"ranks","type":{"type":"array","items":"in'
    't"},"doc":"Ranks on this node."}],"namespace":"muster.task_events"},{"type":'
    '"record","name":"TaskSuspected","doc":"Something is wrong with ranks that ru'
    'n; where they are is in their output.","subject":"task","fields":[{"name":"n'
    'ode_id","type":"string","doc":"Node."},{"name":"job_id","type":"string","doc'
    '":"Job."},{"name":"attempt","type":"int","doc":"Attempt, 1-based."},{"name":'
    '"suspicion","type":{"type":"enum","name":"Suspicion","doc":"Silent now; sile'
    'nt since their start; they report a loss that is no number, or diverges.","s'
    'ymbols":["SILENT","NEVER_SPOKE","LOSS_NOT_A_NUMBER","LOSS_DIVERGES"],"defaul'
    't":"SILENT","namespace":"muster.task_events"},"doc":"What."},{"name":"rank",'
    '"type":["null","int"],"doc":"Rank that is behind the others, or says it; nul'
    'l: none is.","default":null},{"name":"message","type":"string","doc":"What w'
    'as seen, for people."}],"namespace":"muster.task_events"},{"type":"record","'
    'name":"TaskHeard","doc":"Ranks that were suspected of hanging say something '
    'again.","subject":"task","fields":[{"name":"node_id","type":"string","doc":"'
    'Node."},{"name":"job_id","type":"string","doc":"Job."},{"name":"attempt","ty'
    'pe":"int","doc":"Attempt, 1-based."}],"namespace":"muster.task_events"},{"ty'
    'pe":"record","name":"TaskExited","doc":"No rank of the task runs any more.",'
    '"subject":"task","fields":[{"name":"node_id","type":"string","doc":"Node."},'
    '{"name":"job_id","type":"string","doc":"Job."},{"name":"attempt","type":"int'
    '","doc":"Attempt, 1-based."},{"name":"outcome","type":{"type":"enum","name":'
    '"TaskOutcome","doc":"How the task ended.","symbols":["SUCCEEDED","FAILED","S'
    'TOPPED","TIMED_OUT","LOST"],"default":"LOST","namespace":"muster.task_events'
    '"},"doc":"STOPPED: on order. TIMED_OUT: its wall time. LOST: its processes v'
    'anished."},{"name":"exits","type":{"type":"array","items":{"type":"record","'
    'name":"RankExit","doc":"How one rank ended.","fields":[{"name":"rank","type"'
    ':"int","doc":"Rank."},{"name":"exit_code","type":["null","int"],"doc":"Exit '
    'code.","default":null},{"name":"signal","type":["null","int"],"doc":"Signal '
    'that ended it.","default":null},{"name":"at_ms","type":["null","long"],"doc"'
    ":\"When, by the node's clock, milliseconds since 1970 UTC; null: an older age"
    'nt does not say.","default":null}],"namespace":"muster.task_events"}},"doc":'
    '"Per rank."},{"name":"message","type":"string","doc":"For people: the first '
    'failing rank and why.","default":""},{"name":"steps","type":{"type":"array",'
    '"items":{"type":"record","name":"StopStep","doc":"One step of stopping the r'
    'anks.","fields":[{"name":"kind","type":{"type":"enum","name":"StopStepKind",'
    '"doc":"What was done.","symbols":["CHECKPOINT_REQUESTED","NOT_REGISTERED","C'
    'HECKPOINT_SAVED","CHECKPOINT_MISSED","TERMINATED","KILLED"],"default":"TERMI'
    'NATED","namespace":"muster.task_events"},"doc":"CHECKPOINT_REQUESTED: SIGUSR'
    "1 was sent. NOT_REGISTERED: no process handles it. CHECKPOINT_SAVED: one wri"
    "tten since is stored. CHECKPOINT_MISSED: none was within the grace. TERMINAT"
    'ED: SIGTERM was sent. KILLED: SIGKILL was."},{"name":"at_ms","type":"long","'
    'doc":"When, by the node\'s clock, milliseconds since 1970 UTC."}],"namespace"'
    ':"muster.task_events"}},"doc":"How the ranks were stopped, in order of time;'
    ' empty: they ended by themselves.","default":[]},{"name":"findings","type":{'
    '"type":"array","items":{"type":"record","name":"RuleFinding","doc":"A rule o'
    "f failures has a sign in a rank's lines; the lines themselves are not told.\""
    ',"fields":[{"name":"rule","type":"string","doc":"Rule."},{"name":"rank","typ'
    'e":"int","doc":"Rank."},{"name":"source","type":{"type":"enum","name":"Findi'
    'ngSource","doc":"Where a line comes from.","symbols":["OUTPUT","KERNEL"],"de'
    'fault":"OUTPUT","namespace":"muster.task_events"},"doc":"OUTPUT: the rank wr'
    'ote it. KERNEL: the node\'s kernel did."},{"name":"stream","type":"string","d'
    'oc":"Of output: stdout or stderr.","default":""},{"name":"line","type":"long'
    '","doc":"Number of the first such line in its stream, from 1."},{"name":"fir'
    'st_byte","type":"long","doc":"Where that line begins in its stream, from 0."'
    '},{"name":"count","type":"long","doc":"Lines with such a sign."},{"name":"at'
    '_ms","type":["null","long"],"doc":"When the agent read it, by the node\'s clo'
    'ck, milliseconds since 1970 UTC.","default":null}],"namespace":"muster.task_'
    'events"}},"doc":"Signs of rules, by rank, then in the rules\' order.","defaul'
    't":[]},{"name":"rules_version","type":["null","int"],"doc":"Version of the r'
    'ules by which output was scanned; null: it was not.","default":null},{"name"'
    ':"unscanned","type":"string","doc":"Why output was not scanned, or not all o'
    'f it; empty: it was, or no rules are in effect.","default":""}],"namespace":'
    '"muster.task_events"},{"type":"record","name":"TaskRefused","doc":"An order '
    'was not carried out.","subject":"task","fields":[{"name":"node_id","type":"s'
    'tring","doc":"Node."},{"name":"job_id","type":"string","doc":"Job."},{"name"'
    ':"attempt","type":"int","doc":"Attempt, 1-based."},{"name":"epoch","type":"l'
    'ong","doc":"Epoch of the order."},{"name":"order_seq","type":"long","doc":"O'
    'rder."},{"name":"reason","type":{"type":"enum","name":"RefusalReason","doc":'
    '"Why.","symbols":["STALE_EPOCH","GPU_BUSY","UNKNOWN_GPU","FILES_UNAVAILABLE"'
    ',"CANNOT_START","FILES_INVALID"],"default":"CANNOT_START","namespace":"muste'
    'r.task_events"},"doc":"Why."},{"name":"message","type":"string","doc":"For p'
    'eople.","default":""}],"namespace":"muster.task_events"},{"type":"record","n'
    'ame":"CheckpointPartStored","doc":"A part of a checkpoint is in the store: t'
    'he files of one rank, and their manifest.","subject":"task","fields":[{"name'
    '":"node_id","type":"string","doc":"Node."},{"name":"job_id","type":"string",'
    '"doc":"Job."},{"name":"attempt","type":"int","doc":"Attempt, 1-based."},{"na'
    'me":"rank","type":"int","doc":"Rank in whose folder it lies."},{"name":"step'
    '","type":"long","doc":"Step after which it was saved."},{"name":"part","type'
    '":"int","doc":"Rank whose files they are."},{"name":"sha256","type":"string"'
    ',"doc":"Of the manifest, which has those of the files."},{"name":"files","ty'
    'pe":"int","doc":"Files."},{"name":"size_bytes","type":"long","doc":"Bytes of'
    ' the files."},{"name":"new_bytes","type":"long","doc":"Bytes of files that w'
    'ere not in the store before."}],"namespace":"muster.task_events"},{"type":"r'
    'ecord","name":"CheckpointSaved","doc":"A checkpoint file is safe in S3: the '
    'one file that it is, or the record of its parts.","subject":"task","fields":'
    '[{"name":"node_id","type":"string","doc":"Node."},{"name":"job_id","type":"s'
    'tring","doc":"Job."},{"name":"attempt","type":"int","doc":"Attempt, 1-based.'
    '"},{"name":"rank","type":"int","doc":"Rank that wrote it."},{"name":"file","'
    'type":"string","doc":"File name."},{"name":"uri","type":"string","doc":"s3:/'
    '/bucket/key."},{"name":"sha256","type":"string","doc":"Of the bytes."},{"nam'
    'e":"size_bytes","type":"long","doc":"Of that file."},{"name":"parts","type":'
    '"int","doc":"So many parts make the checkpoint; 0: it is this one file.","de'
    'fault":0},{"name":"step","type":["null","long"],"doc":"Step after which the '
    'parts were saved; null: it is one file.","default":null},{"name":"parts_sha2'
    '56","type":"string","doc":"Of the parts\' SHA-256, one a line, in the order o'
    'f their ranks; empty: it is one file.","default":""}],"namespace":"muster.ta'
    'sk_events"},{"type":"record","name":"NodeReclaimAnnounced","doc":"Its provid'
    'er announced that it takes the node away; said again while that stands.","su'
    'bject":"node","fields":[{"name":"node_id","type":"string","doc":"Node."},{"n'
    'ame":"notice_id","type":"string","doc":"Which announcement; another one take'
    's the place of the last."},{"name":"remaining_ms","type":["null","long"],"do'
    'c":"How long the node will still be there, when this was said; null: it is a'
    't risk, and no time is set.","default":null},{"name":"source","type":{"type"'
    ':"enum","name":"ReclaimSource","doc":"Who announced it.","symbols":["UNKNOWN'
    '","FILE","HTTP","AWS","GCP","AZURE","OPERATOR"],"default":"UNKNOWN","namespa'
    'ce":"muster.task_events"},"doc":"Who announced it."},{"name":"message","type'
    '":"string","doc":"For people.","default":""}],"namespace":"muster.task_event'
    's"},{"type":"record","name":"NodeReclaimWithdrawn","doc":"The announcement s'
    'tands no longer: the node stays.","subject":"node","fields":[{"name":"node_i'
    'd","type":"string","doc":"Node."},{"name":"notice_id","type":"string","doc":'
    '"Which announcement."}],"namespace":"muster.task_events"},{"type":"record","'
    'name":"NodeNoteReported","doc":"What is wrong with the node by its own accou'
    'nt, such as a notice that cannot be read.","subject":"node","fields":[{"name'
    '":"node_id","type":"string","doc":"Node."},{"name":"note","type":"string","d'
    'oc":"One sentence; empty: nothing any more."}],"namespace":"muster.task_even'
    'ts"},{"type":"record","name":"NodeFaultReported","doc":"The node\'s kernel wr'
    'ote something that a rule of failures knows; the line itself is not told.","'
    'subject":"node","fields":[{"name":"node_id","type":"string","doc":"Node."},{'
    '"name":"rule","type":"string","doc":"Rule."},{"name":"rules_version","type":'
    '"int","doc":"Version of the rules by which the line was read."},{"name":"xid'
    '","type":["null","int"],"doc":"Number of NVIDIA\'s Xid; null: it is none.","d'
    'efault":null},{"name":"gpu","type":"string","doc":"PCI address of the GPU; e'
    'mpty: none is named.","default":""},{"name":"count","type":"long","doc":"Lin'
    'es like it since the last report.","default":1}],"namespace":"muster.task_ev'
    'ents"},{"type":"record","name":"PreemptionPlanned","subject":"plan","doc":"T'
    "hese jobs would yield, then the job that asks fits; the scheduler checks it "
    'first.","fields":[{"name":"plan_id","type":"string","doc":"Plan."},{"name":"'
    'job_id","type":"string","doc":"Job that asks; empty where a reservation does'
    '."},{"name":"tenant","type":"string","doc":"Tenant."},{"name":"queue","type"'
    ':"string","doc":"Queue."},{"name":"cause","type":{"type":"enum","name":"Pree'
    'mptionCause","doc":"What entitles it.","symbols":["GUARANTEE","TIER","RESERV'
    'ATION","TIME_SHARED","FAIRNESS"],"default":"TIER","namespace":"muster.job_ev'
    'ents"},"doc":"What entitles it."},{"name":"reservation","type":"string","doc'
    '":"Reservation that has begun; empty where a job asks.","default":""},{"name'
    '":"victims","type":{"type":"array","items":{"type":"record","name":"PlannedV'
    'ictim","doc":"A job that would yield, whole or down to fewer ranks.","fields'
    '":[{"name":"job_id","type":"string","doc":"Job."},{"name":"attempt","type":"'
    'int","doc":"The attempt that would stop."},{"name":"tenant","type":"string",'
    '"doc":"Tenant."},{"name":"queue","type":"string","doc":"Queue."},{"name":"us'
    'er","type":"string","doc":"Who submitted it."},{"name":"ranks_kept","type":"'
    'int","doc":"Ranks it goes on with; 0: it is evicted and waits again."},{"nam'
    'e":"gpu_milli_freed","type":"long","doc":"Thousandths of GPU that it would f'
    'ree."},{"name":"cost_gpu_ms","type":"long","doc":"Its part of the price, GPU'
    " milliseconds: its work since the last checkpoint, its drain, a restart, and"
    ' its delay by priority."},{"name":"lost_gpu_ms","type":"long","doc":"What it'
    " itself loses, GPU milliseconds: its work since the last checkpoint, or sinc"
    'e its bind. 0: it saves before, or the planner did not say.","default":0},{"'
    'name":"reason","type":{"type":"enum","name":"VictimReason","doc":"Why this j'
    'ob.","symbols":["BORROWS","LOWER_TIER","ELASTIC_SURPLUS","HOLDS_RESERVED","M'
    'ORE_SERVICE","BEYOND_DUE"],"default":"BORROWS","namespace":"muster.preemptio'
    'n_events"},"doc":"Why this job."},{"name":"message","type":"string","doc":"O'
    'ne sentence for its owner."}],"namespace":"muster.preemption_events"}},"doc"'
    ':"By job id."},{"name":"placements","type":{"type":"array","items":{"type":"'
    'record","name":"PlannedRank","doc":"Where one rank of the job would go.","fi'
    'elds":[{"name":"rank","type":"int","doc":"Rank."},{"name":"node_id","type":"'
    'string","doc":"Node."},{"name":"gpu_indices","type":{"type":"array","items":'
    '"int"},"doc":"GPUs."}],"namespace":"muster.preemption_events"}},"doc":"Where'
    " the job fits once they have yielded, in rank order; none for a reservation."
    '"},{"name":"cost_gpu_ms","type":"long","doc":"Price: the sum over the victim'
    's."},{"name":"cost_gpu_ms_min","type":"long","doc":"No set of victims of the'
    ' same rank costs less than this."},{"name":"exact","type":"boolean","doc":"N'
    "o other set of victims is better; false: the price is within the bound above"
    ', but not proven best."},{"name":"gain_gpu_ms","type":"long","doc":"GPU mill'
    'iseconds that the job has sooner."},{"name":"as_of_seq","type":"long","doc":'
    '"State of the scheduler\'s log that this is true of."},{"name":"expires_at_ms'
    '","type":"long","doc":"Void from then on, milliseconds since 1970 UTC."}],"n'
    'amespace":"muster.preemption_events"},{"type":"record","name":"CheckpointRem'
    'oved","doc":"The objects of a checkpoint that had expired are gone; said aga'
    'in when it is done again.","subject":"checkpoint","fields":[{"name":"job_id"'
    ',"type":"string","doc":"Job."},{"name":"uri","type":"string","doc":"Of the o'
    'ne file that it was, or of the record of its parts."},{"name":"objects","typ'
    'e":"long","doc":"So many objects were removed."},{"name":"freed_bytes","type'
    '":"long","doc":"Bytes that they had."}],"namespace":"muster.checkpoint_event'
    's"},{"type":"record","name":"NodeJoined","doc":"A node is known, or came bac'
    'k with other hardware.","subject":"node","fields":[{"name":"node_id","type":'
    '"string","doc":"Node."},{"name":"boot_id","type":"string","doc":"Boot of its'
    ' agent."},{"name":"address","type":"string","doc":"Address."},{"name":"port_'
    'first","type":"int","doc":"First rendezvous port."},{"name":"port_count","ty'
    'pe":"int","doc":"How many."},{"name":"cpu_milli","type":"long","doc":"CPU."}'
    ',{"name":"memory_mib","type":"long","doc":"Memory."},{"name":"gpu_model","ty'
    'pe":"string","doc":"Model."},{"name":"gpu_memory_mib","type":"long","doc":"M'
    'emory of each GPU, MiB; 0 when unknown.","default":0},{"name":"gpu_count","t'
    'ype":"int","doc":"GPUs."},{"name":"executor","type":{"type":"enum","name":"E'
    'xecutor","doc":"How ranks run.","symbols":["PROCESS","SIMULATED"],"default":'
    '"SIMULATED","namespace":"muster.node_heartbeats"},"doc":"How ranks run."},{"'
    'name":"lease_ms","type":"long","doc":"Lease."},{"name":"interval_ms","type":'
    '"long","doc":"Heartbeat interval."},{"name":"labels","type":{"type":"map","v'
    'alues":"string"},"doc":"Labels.","default":{}},{"name":"location","type":{"t'
    'ype":"record","name":"Location","doc":"A node\'s place in the network: each n'
    'ame is a unit within the next one; empty is unknown.","fields":[{"name":"nvl'
    'ink_domain","type":"string","doc":"NVLink domain larger than the node; empty'
    ': the node is one by itself.","default":""},{"name":"leaf","type":"string","'
    'doc":"InfiniBand leaf switch.","default":""},{"name":"spine","type":"string"'
    ',"doc":"Spine, or pod of leaves.","default":""},{"name":"cell","type":"strin'
    'g","doc":"Part of the network above the spines.","default":""}],"namespace":'
    '"muster.node_heartbeats"},"doc":"Where it is in the network.","default":{"nv'
    'link_domain":"","leaf":"","spine":"","cell":""}},{"name":"taints","type":{"t'
    'ype":"array","items":"string"},"doc":"Only jobs that tolerate all of them ar'
    'e placed here; sorted.","default":[]},{"name":"sandbox","type":{"type":"enum'
    '","name":"Sandbox","doc":"What keeps jobs apart from the rest of a machine."'
    ',"symbols":["NONE","NAMESPACES","BUBBLEWRAP"],"default":"NONE","namespace":"'
    'muster.node_heartbeats"},"doc":"What keeps jobs apart there.","default":"NON'
    'E"},{"name":"enforces","type":{"type":"array","items":{"type":"enum","name":'
    '"Enforced","doc":"What a node holds jobs to.","symbols":["MEMORY","MEMORY_ME'
    'ASURED","CPU","PROCESSES","OPEN_FILES","DEVICES","UNKNOWN"],"default":"UNKNO'
    'WN","namespace":"muster.node_heartbeats"}},"doc":"What it holds jobs to.","d'
    'efault":[]},{"name":"machine_boot_id","type":"string","doc":"Boot of the mac'
    'hine, by its kernel: another one after each reboot; empty: unknown.","defaul'
    't":""}],"namespace":"muster.job_events"},{"type":"record","name":"NodeSuspec'
    'ted","doc":"Two beats missed: nothing new goes there; what runs goes on.","s'
    'ubject":"node","fields":[{"name":"node_id","type":"string","doc":"Node."},{"'
    'name":"silent_ms","type":"long","doc":"Time since its last beat."}],"namespa'
    'ce":"muster.job_events"},{"type":"record","name":"NodeRecovered","doc":"The '
    'node\'s heartbeats arrive again.","subject":"node","fields":[{"name":"node_id'
    '","type":"string","doc":"Node."}],"namespace":"muster.job_events"},{"type":"'
    'record","name":"NodeLost","doc":"The lease ran out: its attempts are given u'
    'p.","subject":"node","fields":[{"name":"node_id","type":"string","doc":"Node'
    '."},{"name":"silent_ms","type":"long","doc":"Time since its last beat."}],"n'
    'amespace":"muster.job_events"},{"type":"record","name":"NodeForgotten","doc"'
    ':"The node was lost for so long that nothing is kept of it; if it is heard a'
    'gain, it joins anew.","subject":"node","fields":[{"name":"node_id","type":"s'
    'tring","doc":"Node."},{"name":"lost_ms","type":"long","doc":"Time since the '
    'leader knew it as lost."}],"namespace":"muster.job_events"},{"type":"record"'
    ',"name":"NodeRefused","doc":"Heartbeats that bear this name are invalid and '
    'are ignored. Said once by each leader.","subject":"node","fields":[{"name":"'
    'node_id","type":"string","doc":"The name they bear; at most 128 characters, '
    'control characters escaped."},{"name":"message","type":"string","doc":"Field'
    ', value and what is allowed."}],"namespace":"muster.job_events"},{"type":"re'
    'cord","name":"NodeRelocated","doc":"The network around the node has changed;'
    ' what runs there goes on.","subject":"node","fields":[{"name":"node_id","typ'
    'e":"string","doc":"Node."},{"name":"location","type":"muster.node_heartbeats'
    '.Location","doc":"Where it is now."}],"namespace":"muster.job_events"},{"typ'
    'e":"record","name":"GpuUnhealthy","doc":"Nothing new goes on this GPU.","sub'
    'ject":"node","fields":[{"name":"node_id","type":"string","doc":"Node."},{"na'
    'me":"gpu_index","type":"int","doc":"GPU."},{"name":"reason","type":"string",'
    '"doc":"Why."}],"namespace":"muster.job_events"},{"type":"record","name":"Gpu'
    'Recovered","doc":"The GPU is healthy again.","subject":"node","fields":[{"na'
    'me":"node_id","type":"string","doc":"Node."},{"name":"gpu_index","type":"int'
    '","doc":"GPU."}],"namespace":"muster.job_events"},{"type":"record","name":"C'
    'ommandInvalid","doc":"A command that was turned away before it was sequenced'
    '; `code` and `message` say why (ADR 4, 55).","fields":[{"name":"command_id",'
    '"type":"string","doc":"event_id of the command."},{"name":"command","type":"'
    'string","doc":"Its record name."},{"name":"subject","type":"string","doc":"J'
    'ob, queue or node."},{"name":"tenant","type":"string","doc":"Tenant."},{"nam'
    'e":"code","type":{"type":"enum","name":"RejectionCode","aliases":["muster.jo'
    'b_events.RejectionCode"],"doc":"Kinds of refusal, the same for all services;'
    ' each has its HTTP status.","symbols":["INVALID","ALREADY_EXISTS","NOT_FOUND'
    '","WRONG_STATE","IMPOSSIBLE_REQUEST","UNKNOWN_QUEUE","QUEUE_NOT_EMPTY","FORB'
    'IDDEN","QUOTA_EXCEEDED","BAD_TREE"],"default":"FORBIDDEN","namespace":"muste'
    'r.command_answers"},"doc":"Kind of refusal: it breaks a rule, or its sender '
    'may not send it.","default":"INVALID"},{"name":"message","type":"string","do'
    'c":"For people."},{"name":"violations","type":{"type":"array","items":{"type'
    '":"record","name":"Violation","aliases":["muster.job_events.Violation"],"doc'
    '":"One thing wrong with a request.","fields":[{"name":"field","type":"string'
    '","doc":"Path of the field."},{"name":"value","type":"string","doc":"What wa'
    's given, shortened."},{"name":"allowed","type":"string","doc":"What is allow'
    'ed."}],"namespace":"muster.command_answers"}},"doc":"Field by field."}],"nam'
    'espace":"muster.scheduler_log"},{"type":"record","name":"LeaderElected","doc'
    '":"First input of an epoch.","fields":[{"name":"epoch","type":"long","doc":"'
    'Epoch."},{"name":"leader_id","type":"string","doc":"Process that leads."}],"'
    'namespace":"muster.scheduler_log"},{"type":"record","name":"ClockTicked","do'
    'c":"A deadline of the core has passed.","fields":[],"namespace":"muster.sche'
    'duler_log"}],"doc":"What came in."}],"namespace":"muster.scheduler_log"}},"d'
    'oc":"In order."},{"name":"decisions","type":{"type":"array","items":{"type":'
    '"record","name":"Decision","doc":"One consequence.","fields":[{"name":"event'
    '_id","type":"string","doc":"The same as in the public topic."},{"name":"caus'
    'e_seq","type":"long","doc":"seq of the input it follows from."},{"name":"pay'
    'load","type":[{"type":"record","name":"CommandRejected","aliases":["muster.j'
    'ob_events.CommandRejected"],"doc":"A command that will not be carried out, a'
    'nd why.","subject":"command","fields":[{"name":"command_id","type":"string",'
    '"doc":"event_id of the command."},{"name":"command","type":"string","doc":"I'
    'ts record name."},{"name":"subject","type":"string","doc":"What it was about'
    ': a job, queue, node, or another entity of the service."},{"name":"tenant","'
    'type":"string","doc":"Tenant."},{"name":"code","type":"muster.command_answer'
    's.RejectionCode","doc":"Kind of refusal."},{"name":"detail_code","type":"str'
    'ing","doc":"The service\'s own, finer code; its README lists them. Empty: `co'
    'de` says all.","default":""},{"name":"message","type":"string","doc":"For pe'
    'ople."},{"name":"violations","type":{"type":"array","items":"muster.command_'
    'answers.Violation"},"doc":"Field by field.","default":[]}],"namespace":"must'
    'er.command_answers"},{"type":"record","name":"CommandRepeated","aliases":["m'
    'uster.job_events.CommandRepeated"],"doc":"A command that was carried out bef'
    'ore came again; nothing changed.","subject":"command","fields":[{"name":"com'
    'mand_id","type":"string","doc":"event_id of the command."},{"name":"command"'
    ',"type":"string","doc":"Its record name."},{"name":"subject","type":"string"'
    ',"doc":"What it was about."}],"namespace":"muster.command_answers"},{"type":'
    '"record","name":"JobQueued","doc":"The job is accepted and waits.","subject"'
    ':"job","fields":[{"name":"job_id","type":"string","doc":"Job."},{"name":"ten'
    'ant","type":"string","doc":"Tenant."},{"name":"spec","type":"muster.job_comm'
    'ands.JobSpec","doc":"As accepted."},{"name":"predicted_p50_ms","type":["null'
    '","long"],"doc":"Predicted median run time of an attempt; null: unknown.","d'
    'efault":null},{"name":"predicted_p90_ms","type":["null","long"],"doc":"Predi'
    'cted 90th percentile of the run time; null: unknown.","default":null}],"name'
    'space":"muster.job_events"},{"type":"record","name":"JobPending","doc":"Why '
    'the job is not placed; sent when the reason changes.","subject":"job","field'
    's":[{"name":"job_id","type":"string","doc":"Job."},{"name":"code","type":{"t'
    'ype":"enum","name":"PendingCode","doc":"Stable codes for why a job waits.","'
    'symbols":["NO_NODES","MODEL_ABSENT","TOO_LARGE","CLUSTER_TOO_SMALL","GPUS_BU'
    'SY","GPUS_FRAGMENTED","FRACTIONS_FRAGMENTED","CPU_SHORT","MEMORY_SHORT","NOD'
    'ES_UNSCHEDULABLE","LABELS_ABSENT","TAINTS_UNTOLERATED","GPU_MEMORY_SHORT","S'
    'ANDBOX_ABSENT","SPOT_EXCLUDED","ROOM_ON_SPOT_ONLY","NODES_AVOIDED","MAINTENA'
    'NCE_AHEAD","GANG_SHORT","TOPOLOGY_SHORT","HELD_FOR_HEAD","NODES_RESERVED","R'
    'ETRY_BACKOFF","SUSPENDED","QUEUED","QUOTA_EXHAUSTED","JOB_LIMIT","GEOMETRY_F'
    'ROZEN","QUEUE_SUSPENDED"],"default":"QUEUED","namespace":"muster.job_events"'
    '},"doc":"The one dominant reason."},{"name":"message","type":"string","doc":'
    '"One sentence."},{"name":"counts","type":{"type":"map","values":"long"},"doc'
    '":"Numbers behind it.","default":{}}],"namespace":"muster.job_events"},{"typ'
    'e":"record","name":"PreemptionRequested","doc":"A job or a reservation is du'
    'e GPUs that others hold; who yields is decided elsewhere.","subject":"plan",'
    '"fields":[{"name":"job_id","type":"string","doc":"Job; empty where a reserva'
    'tion is due them."},{"name":"cause","type":"muster.job_events.PreemptionCaus'
    'e","doc":"What entitles it."},{"name":"queue","type":"string","doc":"Its que'
    'ue."},{"name":"tenant","type":"string","doc":"Tenant."},{"name":"jobs","type'
    '":"int","doc":"Number of equal jobs of its queue, this one included, that ar'
    'e due the resources they request.","default":1},{"name":"gpu_milli_missing",'
    '"type":"long","doc":"Thousandths of GPU that they wait for."},{"name":"gpu_m'
    'odels","type":{"type":"array","items":"string"},"doc":"Models it accepts, so'
    'rted; empty for any.","default":[]},{"name":"borrowers","type":{"type":"arra'
    'y","items":{"type":"record","name":"Borrower","doc":"A queue beyond its guar'
    'antee.","fields":[{"name":"queue","type":"string","doc":"Name."},{"name":"te'
    'nant","type":"string","doc":"Tenant."},{"name":"gpu_milli_borrowed","type":"'
    'long","doc":"Beyond its guarantee, thousandths of GPU."}],"namespace":"muste'
    'r.job_events"}},"doc":"Queues that hold lent GPUs, most first.","default":[]'
    '},{"name":"as_of_seq","type":"long","doc":"State of the log that this is tru'
    'e of."},{"name":"reservation","type":"string","doc":"Reservation that has be'
    'gun; empty where a job is due them.","default":""},{"name":"holders","type":'
    '{"type":"array","items":"string"},"doc":"Jobs that may yield, where the requ'
    "est says which: those that still hold its nodes, or have had more service; s"
    'orted; never production inference.","default":[]}],"namespace":"muster.job_e'
    'vents"},{"type":"record","name":"ReservationMade","doc":"Nodes are kept for '
    "the job that heads the line and does not fit; takes the place of its last on"
    'e.","subject":"plan","fields":[{"name":"job_id","type":"string","doc":"Job."'
    '},{"name":"node_ids","type":{"type":"array","items":"string"},"doc":"Reserve'
    "d: other jobs may be placed there only if they are predicted to end before s"
    'tarts_at_ms."},{"name":"starts_at_ms","type":["null","long"],"doc":"When the'
    ' nodes are predicted to have room for it; null: unknown.","default":null},{"'
    'name":"kept_until_ms","type":"long","doc":"When, the job not started, nodes '
    'are chosen anew."},{"name":"by_limits","type":"boolean","doc":"Whether only '
    "wall-time limits were used to predict, because an earlier reservation of the"
    ' job was not kept.","default":false}],"namespace":"muster.job_events"},{"typ'
    'e":"record","name":"ReservationReleased","doc":"The nodes reserved for a job'
    ' are released.","subject":"plan","fields":[{"name":"job_id","type":"string",'
    '"doc":"Job."},{"name":"reason","type":{"type":"enum","name":"ReleaseReason",'
    '"doc":"Why.","symbols":["STARTED","NO_LONGER_WAITS","NO_LONGER_HEAD","IN_VAI'
    'N"],"default":"NO_LONGER_WAITS","namespace":"muster.job_events"},"doc":"Why.'
    '"},{"name":"again_at_ms","type":["null","long"],"doc":"When nodes are kept f'
    'or it again, as it still heads the line; null: not for this reason.","defaul'
    't":null}],"namespace":"muster.job_events"},{"type":"record","name":"Defragme'
    'ntationProposed","doc":"Moves of running jobs that would let a job start tha'
    't free GPUs in all suffice for.","subject":"plan","fields":[{"name":"job_id"'
    ',"type":"string","doc":"The job that would start."},{"name":"moves","type":{'
    '"type":"array","items":{"type":"record","name":"Move","doc":"One job that wo'
    'uld go on elsewhere.","fields":[{"name":"job_id","type":"string","doc":"Job.'
    '"},{"name":"from_node_ids","type":{"type":"array","items":"string"},"doc":"W'
    'here it is, sorted."},{"name":"to_node_ids","type":{"type":"array","items":"'
    'string"},"doc":"Where it would go, sorted."},{"name":"lost_gpu_ms","type":"l'
    'ong","doc":"GPU milliseconds: its GPUs times what it ran since its last chec'
    'kpoint, and a restart."}],"namespace":"muster.job_events"}},"doc":"By job."}'
    ',{"name":"cost_gpu_ms","type":"long","doc":"GPU milliseconds that all moves '
    'lose."},{"name":"benefit_gpu_ms","type":"long","doc":"GPU milliseconds that '
    'the job would have sooner: its GPUs times the wait it is spared."},{"name":"'
    'carried_out","type":"boolean","doc":"The moves begin now."}],"namespace":"mu'
    'ster.job_events"},{"type":"record","name":"StartPredicted","doc":"When a wai'
    "ting job will start, predicted now and then so that the cell learns from wha"
    't comes.","subject":"plan","fields":[{"name":"job_id","type":"string","doc":'
    '"Job."},{"name":"wait_ms","type":"long","doc":"How much longer it will wait,'
    ' the best single estimate, milliseconds."},{"name":"wait_low_ms","type":["nu'
    'll","long"],"doc":"Start of the range that is stated, milliseconds from now;'
    ' null: too little is learned for a range.","default":null},{"name":"wait_hig'
    'h_ms","type":["null","long"],"doc":"End of the range that is stated, millise'
    'conds from now.","default":null},{"name":"signs","type":{"type":"array","ite'
    'ms":"int"},"doc":"What it was computed from, as logarithms in 1/256 octave: '
    "one, the soonest start with its equals ahead only, the time waited, the numb"
    'er of waiting jobs, the amount requested, the position among its equals."}],'
    '"namespace":"muster.job_events"},{"type":"record","name":"GangBound","doc":"'
    'Every rank has its place; orders to start are in the same transaction.","sub'
    'ject":"job","fields":[{"name":"job_id","type":"string","doc":"Job."},{"name"'
    ':"attempt","type":"int","doc":"Attempt."},{"name":"placements","type":{"type'
    '":"array","items":{"type":"record","name":"RankPlacement","doc":"Where one r'
    'ank runs.","fields":[{"name":"rank","type":"int","doc":"Rank."},{"name":"nod'
    'e_id","type":"string","doc":"Node."},{"name":"gpu_indices","type":{"type":"a'
    'rray","items":"int"},"doc":"GPUs."},{"name":"gpu_milli","type":"int","doc":"'
    'Thousandths of each."},{"name":"sharing","type":{"type":"enum","name":"Shari'
    'ng","doc":"How a rank shares its GPUs: not; inside its team by MPS or in tur'
    'ns; by a MIG instance.","symbols":["EXCLUSIVE","MPS","TIME_SLICING","MIG"],"'
    'default":"EXCLUSIVE","namespace":"muster.node_commands"},"doc":"Who else may'
    ' be on them.","default":"EXCLUSIVE"},{"name":"mig_profile","type":["null","s'
    'tring"],"doc":"Profile of the MIG instance it gets.","default":null},{"name"'
    ':"mig_start","type":["null","int"],"doc":"First memory slice of that instanc'
    'e.","default":null}],"namespace":"muster.job_events"}},"doc":"One per rank."'
    '},{"name":"master_address","type":"string","doc":"Rank 0\'s address."},{"name'
    '":"master_port","type":"int","doc":"Rendezvous port."},{"name":"waited_ms","'
    'type":"long","doc":"Since the job was last queued."},{"name":"reason","type"'
    ':"string","doc":"Why there.","default":""},{"name":"tenant","type":"string",'
    '"doc":"Whose job it is.","default":""},{"name":"queue","type":"string","doc"'
    ':"The job\'s queue.","default":""},{"name":"each","type":["null",{"type":"rec'
    'ord","name":"RankShape","doc":"What each rank of a gang holds on its node, b'
    'esides the GPUs of its placement.","fields":[{"name":"cpu_milli","type":"lon'
    'g","doc":"Thousandths of a CPU core."},{"name":"memory_mib","type":"long","d'
    'oc":"Host memory."},{"name":"gpu_models","type":{"type":"array","items":"str'
    'ing"},"doc":"GPU models it would accept, sorted; empty: any.","default":[]},'
    '{"name":"sharing_key","type":"string","doc":"Ranks with the same key share G'
    "PUs (a trust domain and a way of sharing); `mig`: a MIG instance of its own;"
    ' empty: not shared.","default":""}],"namespace":"muster.job_events"}],"doc":'
    '"What each rank holds; null: an earlier version wrote it.","default":null}],'
    '"namespace":"muster.job_events"},{"type":"record","name":"JobStarted","doc":'
    '"All ranks run.","subject":"job","fields":[{"name":"job_id","type":"string",'
    '"doc":"Job."},{"name":"attempt","type":"int","doc":"Attempt."}],"namespace":'
    '"muster.job_events"},{"type":"record","name":"JobResizing","doc":"An elastic'
    ' job stops, to go on at once with another number of ranks.","subject":"job",'
    '"fields":[{"name":"job_id","type":"string","doc":"Job."},{"name":"attempt","'
    'type":"int","doc":"The attempt that stops."},{"name":"ranks_from","type":"in'
    't","doc":"Its ranks."},{"name":"ranks_to","type":"int","doc":"Ranks of the n'
    'ext one, or fewer where they no longer fit."},{"name":"reason","type":"strin'
    'g","doc":"Why."}],"namespace":"muster.job_events"},{"type":"record","name":"'
    'JobMoving","doc":"A job stops, to go on at once on other nodes, so that anot'
    'her has room.","subject":"job","fields":[{"name":"job_id","type":"string","d'
    'oc":"Job."},{"name":"attempt","type":"int","doc":"The attempt that stops."},'
    '{"name":"placements","type":{"type":"array","items":"muster.job_events.RankP'
    'lacement"},"doc":"Where it is to go on, in rank order; elsewhere, where that'
    ' is gone."},{"name":"reason","type":"string","doc":"Why."}],"namespace":"mus'
    'ter.job_events"},{"type":"record","name":"JobWarned","doc":"A watchdog has f'
    'ound something about a running job; told once an attempt for each action.","'
    'subject":"job","fields":[{"name":"job_id","type":"string","doc":"Job."},{"na'
    'me":"attempt","type":"int","doc":"Attempt."},{"name":"watchdog","type":{"typ'
    'e":"enum","name":"Watchdog","doc":"What is watched.","symbols":["WALL_TIME",'
    '"HANG","START_UP","LOSS"],"default":"WALL_TIME","namespace":"muster.job_even'
    'ts"},"doc":"Which one."},{"name":"action","type":{"type":"enum","name":"Watc'
    'hdogAction","doc":"What follows: nothing; the attempt ends, and another is a'
    ' matter of the job\'s retries; the job ends.","symbols":["TOLD","RETRIED","EN'
    'DED"],"default":"TOLD","namespace":"muster.job_events"},"doc":"What follows.'
    '"},{"name":"message","type":"string","doc":"What was found, for people."},{"'
    'name":"node_id","type":["null","string"],"doc":"Where; null: the whole gang.'
    '","default":null},{"name":"rank","type":["null","int"],"doc":"Which rank; nu'
    'll: all, or unknown.","default":null}],"namespace":"muster.job_events"},{"ty'
    'pe":"record","name":"JobStopping","doc":"Ranks have been ordered to stop.","'
    'subject":"job","fields":[{"name":"job_id","type":"string","doc":"Job."},{"na'
    'me":"attempt","type":"int","doc":"Attempt."},{"name":"reason","type":"string'
    '","doc":"Why."},{"name":"requeues","type":"boolean","doc":"It waits again on'
    'ce it has stopped, and the attempt counts neither as failed nor as lost.","d'
    'efault":false},{"name":"plan_id","type":"string","doc":"The preemption plan '
    'that it yields by; empty: it stops for another reason.","default":""},{"name'
    '":"yields_to","type":"string","doc":"The job that it yields to; empty: none.'
    '","default":""},{"name":"cause","type":{"type":"enum","name":"StopCause","do'
    'c":"What kind of event stopped it.","symbols":["UNSTATED","SPOT_RECLAIM"],"d'
    'efault":"UNSTATED","namespace":"muster.job_events"},"doc":"What kind of even'
    't stopped it.","default":"UNSTATED"},{"name":"save_bytes","type":["null","lo'
    'ng"],"doc":"What it is believed to have to save, bytes; null: not known, or '
    'not asked.","default":null},{"name":"saves_until_ms","type":["null","long"],'
    '"doc":"When that is believed to be stored, milliseconds since 1970 UTC; null'
    ': not known, or it is not asked to save.","default":null},{"name":"save_byte'
    's_per_s","type":["null","long"],"doc":"What it has of the store\'s bandwidth '
    'until it has stopped, bytes per second; null: it is not asked to save.","def'
    'ault":null}],"namespace":"muster.job_events"},{"type":"record","name":"SaveT'
    'ooLarge","doc":"A job cannot store its state before its node is taken away, '
    'and loses work.","subject":"job","fields":[{"name":"job_id","type":"string",'
    '"doc":"Job."},{"name":"attempt","type":"int","doc":"Attempt."},{"name":"node'
    '_id","type":"string","doc":"The node that goes first."},{"name":"save_bytes"'
    ',"type":"long","doc":"What it has to save, bytes."},{"name":"fits_bytes","ty'
    'pe":"long","doc":"What can be stored in the time that is left beside the oth'
    'ers, bytes."},{"name":"deadline_ms","type":"long","doc":"When the node is go'
    'ne, milliseconds since 1970 UTC."},{"name":"lost_gpu_ms","type":"long","doc"'
    ':"GPU milliseconds since its last checkpoint, or since its start."}],"namesp'
    'ace":"muster.job_events"},{"type":"record","name":"PreemptionAccepted","doc"'
    ':"A preemption plan is carried out: victims stop, nodes are held for the job'
    '.","subject":"plan","fields":[{"name":"plan_id","type":"string","doc":"Plan.'
    '"},{"name":"job_id","type":"string","doc":"Job that the victims yield to; em'
    'pty: a reservation."},{"name":"reservation","type":"string","doc":"Capacity '
    'reservation whose nodes the victims leave; empty: they yield to a job.","def'
    'ault":""},{"name":"victims","type":{"type":"array","items":{"type":"record",'
    '"name":"YieldingJob","doc":"A job that yields, whole or down to fewer ranks.'
    '","fields":[{"name":"job_id","type":"string","doc":"Job."},{"name":"attempt"'
    ',"type":"int","doc":"The attempt that stops."},{"name":"ranks_kept","type":"'
    'int","doc":"Ranks it goes on with; 0: it waits again.","default":0}],"namesp'
    'ace":"muster.job_events"}},"doc":"By job id."},{"name":"placements","type":{'
    '"type":"array","items":"muster.job_events.RankPlacement"},"doc":"Where the j'
    'ob is to go, in rank order; these nodes are held for it."},{"name":"held_unt'
    'il_ms","type":"long","doc":"They are held at most until then, milliseconds s'
    'ince 1970 UTC."},{"name":"cost_gpu_ms","type":"long","doc":"Price as planned'
    ', GPU milliseconds."},{"name":"as_of_seq","type":"long","doc":"State of the '
    'scheduler\'s log that the plan was made from."}],"namespace":"muster.job_even'
    'ts"},{"type":"record","name":"PreemptionRefused","doc":"A preemption plan is'
    ' not carried out; nobody stops because of it.","subject":"plan","fields":[{"'
    'name":"plan_id","type":"string","doc":"Plan."},{"name":"job_id","type":"stri'
    'ng","doc":"Job that the victims would have yielded to; empty: a reservation.'
    '"},{"name":"reservation","type":"string","doc":"Capacity reservation whose n'
    'odes the victims leave; empty: they yield to a job.","default":""},{"name":"'
    'code","type":{"type":"enum","name":"RefusalCode","doc":"Why.","symbols":["EX'
    'PIRED","INVALID","UNDER_WAY","NOT_WAITING","NOT_ENTITLED","NOT_NEEDED","VICT'
    'IM_GONE","VICTIM_PROTECTED","VICTIM_TOO_YOUNG","VICTIM_LIMIT","PAIR","NO_ROO'
    'M"],"default":"INVALID","namespace":"muster.job_events"},"doc":"Why."},{"nam'
    'e":"reason","type":"string","doc":"For people."}],"namespace":"muster.job_ev'
    'ents"},{"type":"record","name":"HoldReleased","doc":"What victims of a preem'
    'ption plan freed is no longer held for the job they yielded to.","subject":"'
    'plan","fields":[{"name":"plan_id","type":"string","doc":"Plan."},{"name":"jo'
    'b_id","type":"string","doc":"Job that it was held for."},{"name":"reason","t'
    'ype":{"type":"enum","name":"HoldReleaseReason","doc":"Why.","symbols":["STAR'
    'TED","NO_LONGER_WAITS","NO_ROOM","EXPIRED"],"default":"NO_LONGER_WAITS","nam'
    'espace":"muster.job_events"},"doc":"STARTED: it was bound. NO_LONGER_WAITS: '
    "it was cancelled or suspended. NO_ROOM: all have yielded, and it still does "
    'not fit. EXPIRED: they took too long."}],"namespace":"muster.job_events"},{"'
    'type":"record","name":"AttemptEnded","doc":"An attempt is over on every node'
    ' and its GPUs are free.","subject":"job","fields":[{"name":"job_id","type":"'
    'string","doc":"Job."},{"name":"attempt","type":"int","doc":"Attempt."},{"nam'
    'e":"outcome","type":{"type":"enum","name":"AttemptOutcome","doc":"How.","sym'
    'bols":["SUCCEEDED","FAILED","STOPPED","TIMED_OUT","LOST","REFUSED"],"default'
    '":"REFUSED","namespace":"muster.job_events"},"doc":"How."},{"name":"exit_cod'
    'e","type":["null","int"],"doc":"Of the first failing rank.","default":null},'
    '{"name":"signal","type":["null","int"],"doc":"Of the first failing rank.","d'
    'efault":null},{"name":"rank","type":["null","int"],"doc":"First failing rank'
    '.","default":null},{"name":"node_id","type":["null","string"],"doc":"Its nod'
    'e.","default":null},{"name":"message","type":"string","doc":"For people.","d'
    'efault":""},{"name":"ran_ms","type":"long","doc":"From bind to end."},{"name'
    '":"verdict","type":["null",{"type":"record","name":"FailureVerdict","doc":"W'
    "hy an attempt failed, by the rules in effect; rank and node are those of its"
    ' fact.","fields":[{"name":"rule","type":"string","doc":"The first rule with '
    'a sign."},{"name":"rules_version","type":"int","doc":"Version of the rules."'
    '},{"name":"category","type":"string","doc":"Whose part failed, as in the rul'
    'e."},{"name":"subcategory","type":"string","doc":"What of it."},{"name":"per'
    'sistence","type":"string","doc":"transient, permanent or unknown: whether th'
    'e same attempt would fail again."},{"name":"action","type":"string","doc":"W'
    'hat the rule demands for the job."},{"name":"node_action","type":"string","d'
    'oc":"What the rule advises for the node."},{"name":"sign","type":"string","d'
    'oc":"By what it was recognised: a line of the output, exit code 137."},{"nam'
    'e":"means","type":"string","doc":"What happened, in the rule\'s words."},{"na'
    'me":"hint","type":"string","doc":"What to change, in the rule\'s words."},{"n'
    'ame":"line","type":["null","long"],"doc":"Number of the line in the rank\'s s'
    'tream, when it was a line.","default":null},{"name":"stream","type":"string"'
    ',"doc":"Its stream: stdout or stderr.","default":""},{"name":"count","type":'
    '"long","doc":"Lines with such a sign; 0: it was no line.","default":0},{"nam'
    'e":"at_ms","type":["null","long"],"doc":"When: of the line, else of the rank'
    '\'s end, milliseconds since 1970 UTC.","default":null},{"name":"spared","type'
    '":"boolean","doc":"The attempt does not count among those that the user gran'
    'ted.","default":false},{"name":"cause_seen","type":"boolean","doc":"False: n'
    'o rank shows a cause of its own; it began where nothing was seen.","default"'
    ':true},{"name":"others","type":{"type":"array","items":{"type":"record","nam'
    'e":"RankVerdict","doc":"Another rank that failed.","fields":[{"name":"rank",'
    '"type":["null","int"],"doc":"Rank; null: its node was lost, or refused.","de'
    'fault":null},{"name":"node_id","type":"string","doc":"Its node."},{"name":"r'
    'ule","type":"string","doc":"The first rule with a sign."},{"name":"followed"'
    ',"type":"boolean","doc":"It failed because another rank had gone, or waited '
    'for one that had."}],"namespace":"muster.job_events"}},"doc":"Other ranks th'
    'at failed, by rank, the first of them.","default":[]},{"name":"others_more",'
    '"type":"int","doc":"How many more than these.","default":0},{"name":"unscann'
    'ed","type":"string","doc":"Why output was not scanned, or not all of it; emp'
    'ty: it was.","default":""}],"namespace":"muster.job_events"}],"doc":"Why; nu'
    'll: nothing failed, or no rules are in effect.","default":null}],"namespace"'
    ':"muster.job_events"},{"type":"record","name":"JobRequeued","doc":"The job w'
    'aits again.","subject":"job","fields":[{"name":"job_id","type":"string","doc'
    '":"Job."},{"name":"attempt_next","type":"int","doc":"Number of the next atte'
    'mpt."},{"name":"reason","type":"string","doc":"Why."},{"name":"not_before_ms'
    '","type":"long","doc":"Earliest time of the next attempt."},{"name":"memory_'
    'mib","type":["null","long"],"doc":"Memory of each rank from the next attempt'
    ' on, MiB; null: as before.","default":null}],"namespace":"muster.job_events"'
    '},{"type":"record","name":"JobSucceeded","doc":"Every rank ended with exit c'
    'ode 0.","subject":"job","fields":[{"name":"job_id","type":"string","doc":"Jo'
    'b."},{"name":"attempt","type":"int","doc":"Attempt."}],"namespace":"muster.j'
    'ob_events"},{"type":"record","name":"JobFailed","doc":"The job is over and d'
    'id not succeed.","subject":"job","fields":[{"name":"job_id","type":"string",'
    '"doc":"Job."},{"name":"attempt","type":"int","doc":"Attempt."},{"name":"reas'
    'on","type":"string","doc":"Why."},{"name":"exit_code","type":["null","int"],'
    '"doc":"Of the first failing rank.","default":null}],"namespace":"muster.job_'
    'events"},{"type":"record","name":"JobCancelled","doc":"The job was cancelled'
    ' and nothing of it runs.","subject":"job","fields":[{"name":"job_id","type":'
    '"string","doc":"Job."},{"name":"requested_by","type":"string","doc":"Who ask'
    'ed."},{"name":"reason","type":"string","doc":"Why."}],"namespace":"muster.jo'
    'b_events"},{"type":"record","name":"JobSuspended","doc":"The job was suspend'
    'ed and nothing of it runs.","subject":"job","fields":[{"name":"job_id","type'
    '":"string","doc":"Job."},{"name":"requested_by","type":"string","doc":"Who a'
    'sked."},{"name":"reason","type":"string","doc":"Why."}],"namespace":"muster.'
    'job_events"},{"type":"record","name":"JobResumed","doc":"A suspended job wai'
    'ts again.","subject":"job","fields":[{"name":"job_id","type":"string","doc":'
    '"Job."},{"name":"requested_by","type":"string","doc":"Who asked."}],"namespa'
    'ce":"muster.job_events"},{"type":"record","name":"CheckpointRecorded","doc":'
    '"All of a checkpoint is safe in S3; the next attempt begins from it.","subje'
    'ct":"job","fields":[{"name":"job_id","type":"string","doc":"Job."},{"name":"'
    'attempt","type":"int","doc":"Attempt."},{"name":"rank","type":"int","doc":"R'
    'ank that wrote it."},{"name":"file","type":"string","doc":"File name: the on'
    'e file that it is, or the record of its parts."},{"name":"uri","type":"strin'
    'g","doc":"Where."},{"name":"sha256","type":"string","doc":"Of that file."},{'
    '"name":"size_bytes","type":"long","doc":"Of all its files, of all ranks toge'
    'ther."},{"name":"files","type":"int","doc":"So many files.","default":1},{"n'
    'ame":"unchanged_bytes","type":"long","doc":"Of these, in files that had not '
    'changed and were in the store before.","default":0},{"name":"step","type":["'
    'null","long"],"doc":"Step after which it was saved; null: it is one file, wh'
    'ich does not say.","default":null}],"namespace":"muster.job_events"},{"type"'
    ':"record","name":"CheckpointExpired","doc":"A checkpoint is kept no longer; '
    'it is to be removed from the store.","subject":"checkpoint","fields":[{"name'
    '":"job_id","type":"string","doc":"Job."},{"name":"tenant","type":"string","d'
    'oc":"Tenant."},{"name":"attempt","type":"int","doc":"Attempt that saved it."'
    '},{"name":"rank","type":"int","doc":"Rank in whose folder its file lay."},{"'
    'name":"file","type":"string","doc":"File name: the one file that it is, or t'
    'he record of its parts."},{"name":"uri","type":"string","doc":"Of that file.'
    '"},{"name":"sha256","type":"string","doc":"Of that file."},{"name":"size_byt'
    'es","type":"long","doc":"Of all its files."},{"name":"step","type":["null","'
    'long"],"doc":"Step after which it was saved; null: it is one file.","default'
    '":null},{"name":"kept_before","type":["null","string"],"doc":"Address of the'
    " record of the nearest one before it, of the same attempt, that is kept: wha"
    't both name stays; null: there is none.","default":null}],"namespace":"muste'
    'r.job_events"},{"type":"record","name":"CheckpointDeleted","doc":"A checkpoi'
    'nt that had expired is removed from the store.","subject":"checkpoint","fiel'
    'ds":[{"name":"job_id","type":"string","doc":"Job."},{"name":"tenant","type":'
    '"string","doc":"Tenant."},{"name":"attempt","type":"int","doc":"Attempt that'
    ' saved it."},{"name":"rank","type":"int","doc":"Rank in whose folder its fil'
    'e lay."},{"name":"file","type":"string","doc":"File name: the one file that '
    'it was, or the record of its parts."},{"name":"uri","type":"string","doc":"O'
    'f that file."},{"name":"objects","type":"long","doc":"So many objects were r'
    'emoved; files that a kept checkpoint names, too, stay."},{"name":"freed_byte'
    's","type":"long","doc":"Bytes that they had."}],"namespace":"muster.job_even'
    'ts"},"muster.job_events.NodeJoined","muster.job_events.NodeSuspected","muste'
    'r.job_events.NodeRecovered","muster.job_events.NodeLost","muster.job_events.'
    'NodeForgotten","muster.job_events.NodeRefused",{"type":"record","name":"Node'
    'Cordoned","doc":"Nothing new goes there.","subject":"node","fields":[{"name"'
    ':"node_id","type":"string","doc":"Node."},{"name":"requested_by","type":"str'
    'ing","doc":"Who."},{"name":"reason","type":"string","doc":"Why."}],"namespac'
    'e":"muster.job_events"},{"type":"record","name":"NodeUncordoned","doc":"Work'
    ' goes there again.","subject":"node","fields":[{"name":"node_id","type":"str'
    'ing","doc":"Node."},{"name":"requested_by","type":"string","doc":"Who."}],"n'
    'amespace":"muster.job_events"},{"type":"record","name":"NodeDraining","doc":'
    '"Nothing new is placed on the node, and what runs there is moved.","subject"'
    ':"node","fields":[{"name":"node_id","type":"string","doc":"Node."},{"name":"'
    'requested_by","type":"string","doc":"Operator."},{"name":"reason","type":"st'
    'ring","doc":"Why.","default":""}],"namespace":"muster.job_events"},{"type":"'
    'record","name":"NodeUndrained","doc":"Work may be placed on the node again."'
    ',"subject":"node","fields":[{"name":"node_id","type":"string","doc":"Node."}'
    ',{"name":"requested_by","type":"string","doc":"Operator."}],"namespace":"mus'
    'ter.job_events"},{"type":"record","name":"NodeTagged","doc":"What operators '
    'say of the node, beside what it announces, from now on.","subject":"node","f'
    'ields":[{"name":"node_id","type":"string","doc":"Node."},{"name":"labels","t'
    'ype":{"type":"map","values":"string"},"doc":"Labels; they win over announced'
    ' ones.","default":{}},{"name":"taints","type":{"type":"array","items":"strin'
    'g"},"doc":"Taints, sorted.","default":[]},{"name":"requested_by","type":"str'
    'ing","doc":"Operator."}],"namespace":"muster.job_events"},{"type":"record","'
    'name":"MaintenanceScheduled","doc":"The node will be closed for a time: only'
    ' work that is predicted to end before is placed there.","subject":"node","fi'
    'elds":[{"name":"node_id","type":"string","doc":"Node."},{"name":"starts_at_m'
    's","type":"long","doc":"From when, milliseconds since 1970 UTC."},{"name":"e'
    'nds_at_ms","type":"long","doc":"Until when."},{"name":"requested_by","type":'
    '"string","doc":"Operator."},{"name":"reason","type":"string","doc":"Why.","d'
    'efault":""}],"namespace":"muster.job_events"},{"type":"record","name":"Maint'
    'enanceStarted","doc":"The node\'s window has begun: it is closed, and what st'
    'ill runs there is moved.","subject":"node","fields":[{"name":"node_id","type'
    '":"string","doc":"Node."}],"namespace":"muster.job_events"},{"type":"record"'
    ',"name":"MaintenanceEnded","doc":"The node\'s window is over, or was called o'
    'ff.","subject":"node","fields":[{"name":"node_id","type":"string","doc":"Nod'
    'e."},{"name":"requested_by","type":["null","string"],"doc":"Operator who cal'
    'led it off; null: its time was over.","default":null}],"namespace":"muster.j'
    'ob_events"},{"type":"record","name":"NodeReclaiming","doc":"The node will be'
    " taken away: nothing new is placed there, and what runs there saves and leav"
    'es.","subject":"node","fields":[{"name":"node_id","type":"string","doc":"Nod'
    'e."},{"name":"notice_id","type":"string","doc":"Which announcement; another '
    'one takes the place of the last."},{"name":"deadline_ms","type":["null","lon'
    'g"],"doc":"When it is gone, milliseconds since 1970 UTC; null: it is at risk'
    ', and what runs there stays.","default":null},{"name":"source","type":"muste'
    'r.task_events.ReclaimSource","doc":"Who announced it."},{"name":"requested_b'
    'y","type":"string","doc":"Operator; empty: the node\'s provider.","default":"'
    '"},{"name":"reason","type":"string","doc":"For people.","default":""}],"name'
    'space":"muster.job_events"},{"type":"record","name":"NodeSpared","doc":"The '
    "node is not taken away after all, or is there again: work may be placed on i"
    't.","subject":"node","fields":[{"name":"node_id","type":"string","doc":"Node'
    '."},{"name":"requested_by","type":"string","doc":"Operator; empty: the node\''
    's provider.","default":""},{"name":"reason","type":"string","doc":"For peopl'
    'e.","default":""}],"namespace":"muster.job_events"},{"type":"record","name":'
    '"NodeNoted","doc":"What is wrong with the node by its own account.","subject'
    '":"node","fields":[{"name":"node_id","type":"string","doc":"Node."},{"name":'
    '"note","type":"string","doc":"One sentence; empty: nothing any more."}],"nam'
    'espace":"muster.job_events"},{"type":"record","name":"NodeFaulted","doc":"Th'
    'e node\'s kernel reported a fault that a rule of failures knows.","subject":"'
    'node","fields":[{"name":"node_id","type":"string","doc":"Node."},{"name":"ru'
    'le","type":"string","doc":"Rule."},{"name":"rules_version","type":"int","doc'
    '":"Version of the rules in effect."},{"name":"xid","type":["null","int"],"do'
    'c":"Number of NVIDIA\'s Xid; null: it is none.","default":null},{"name":"gpu"'
    ',"type":"string","doc":"PCI address of the GPU; empty: none is named.","defa'
    'ult":""},{"name":"node_action","type":"string","doc":"What the rule demands '
    'for the node."},{"name":"strike","type":"int","doc":"Which strike of the nod'
    'e it is, from 1; 0: it does not count.","default":0},{"name":"closes","type"'
    ':"boolean","doc":"Whether the node is closed for it.","default":false},{"nam'
    'e":"message","type":"string","doc":"For people: what happened, what the node'
    ' needs, and what it had before."}],"namespace":"muster.job_events"},"muster.'
    'job_events.NodeRelocated","muster.job_events.GpuUnhealthy","muster.job_event'
    's.GpuRecovered",{"type":"record","name":"GpuGeometryChanged","doc":"An empty'
    ' GPU was cut, to take MIG instances and nothing else, or made whole again.",'
    '"subject":"node","fields":[{"name":"node_id","type":"string","doc":"Node."},'
    '{"name":"gpu_index","type":"int","doc":"GPU."},{"name":"cut","type":"boolean'
    '","doc":"True: MIG mode. False: whole."},{"name":"for_job_id","type":"string'
    '","doc":"The waiting job that needed it."}],"namespace":"muster.job_events"}'
    ',{"type":"record","name":"QueueCreated","doc":"A queue exists.","subject":"q'
    'ueue","fields":[{"name":"queue","type":"string","doc":"Name."},{"name":"tena'
    'nt","type":"string","doc":"Tenant."},{"name":"description","type":"string","'
    'doc":"For people."},{"name":"requested_by","type":"string","doc":"Who."},{"n'
    'ame":"settings","type":["null","muster.queue_commands.QueueSettings"],"doc":'
    '"Shares and limits; null for none.","default":null}],"namespace":"muster.job'
    '_events"},{"type":"record","name":"QueueConfigured","doc":"A queue has other'
    ' shares and limits.","subject":"queue","fields":[{"name":"queue","type":"str'
    'ing","doc":"Name."},{"name":"tenant","type":"string","doc":"Tenant."},{"name'
    '":"settings","type":"muster.queue_commands.QueueSettings","doc":"All of them'
    '."},{"name":"requested_by","type":"string","doc":"Who."}],"namespace":"muste'
    'r.job_events"},{"type":"record","name":"QueueMeasured","doc":"What a queue a'
    "nd those below it use, and what is due to it; sent when it changed, now and "
    'then.","subject":"queue","fields":[{"name":"queue","type":"string","doc":"Na'
    'me."},{"name":"tenant","type":"string","doc":"Tenant."},{"name":"gpu_milli_u'
    'sed","type":"long","doc":"Held, thousandths of GPU."},{"name":"gpu_milli_use'
    'd_by_model","type":{"type":"map","values":"long"},"doc":"Per model."},{"name'
    '":"cpu_milli_used","type":"long","doc":"Held, thousandths of a core."},{"nam'
    'e":"memory_mib_used","type":"long","doc":"Held, MiB."},{"name":"gpu_milli_bo'
    'rrowed","type":"long","doc":"Of what is used, beyond the guarantee."},{"name'
    '":"gpu_milli_lent","type":"long","doc":"Of the guarantee, unused: others may'
    ' have it."},{"name":"share_ppm","type":"long","doc":"Dominant part of the cl'
    'uster that it holds now, millionths."},{"name":"share_due_ppm","type":"long"'
    ',"doc":"Part of the cluster due to it by weight among its busy neighbours, m'
    'illionths."},{"name":"usage_gpu_ms","type":"long","doc":"Weighted usage over'
    ' the window: GPU milliseconds at model price, decayed."},{"name":"credit_gpu'
    '_ms","type":"long","doc":"Burst credit, the same unit."},{"name":"jobs_runni'
    'ng","type":"int","doc":"Jobs that hold GPUs."},{"name":"jobs_pending","type"'
    ':"int","doc":"Jobs that wait."}],"namespace":"muster.job_events"},{"type":"r'
    'ecord","name":"QueueDeleted","doc":"A queue is gone.","subject":"queue","fie'
    'lds":[{"name":"queue","type":"string","doc":"Name."},{"name":"tenant","type"'
    ':"string","doc":"Tenant."},{"name":"requested_by","type":"string","doc":"Who'
    '."}],"namespace":"muster.job_events"},{"type":"record","name":"CapacityReser'
    'ved","doc":"Nodes are reserved for a queue.","subject":"reservation","fields'
    '":[{"name":"reservation","type":"string","doc":"Name."},{"name":"tenant","ty'
    'pe":"string","doc":"Tenant."},{"name":"queue","type":"string","doc":"Whose j'
    'obs may be placed there, and those of the queues below it."},{"name":"gpu_mo'
    'del","type":"string","doc":"GPU model of the nodes."},{"name":"gpu_count","t'
    'ype":"int","doc":"GPUs of the nodes together."},{"name":"node_ids","type":{"'
    'type":"array","items":"string"},"doc":"Sorted. Until it starts, other jobs a'
    're placed there only if they are predicted to end before."},{"name":"starts_'
    'at_ms","type":"long","doc":"From when."},{"name":"ends_at_ms","type":"long",'
    '"doc":"Until when."},{"name":"requested_by","type":"string","doc":"Who."}],"'
    'namespace":"muster.job_events"},{"type":"record","name":"CapacityReassigned"'
    ',"doc":"A reservation has other nodes: some of its own were closed or lost."'
    ',"subject":"reservation","fields":[{"name":"reservation","type":"string","do'
    'c":"Name."},{"name":"tenant","type":"string","doc":"Tenant."},{"name":"queue'
    '","type":"string","doc":"Whose jobs may be placed there, and those of the qu'
    'eues below it."},{"name":"node_ids","type":{"type":"array","items":"string"}'
    ',"doc":"All of them now, sorted."},{"name":"reason","type":"string","doc":"W'
    'hy."}],"namespace":"muster.job_events"},{"type":"record","name":"CapacityRes'
    'ervationStarted","doc":"From now on only jobs of the queue may be placed on '
    'the nodes.","subject":"reservation","fields":[{"name":"reservation","type":"'
    'string","doc":"Name."},{"name":"tenant","type":"string","doc":"Tenant."},{"n'
    'ame":"queue","type":"string","doc":"Whose jobs may be placed there, and thos'
    'e of the queues below it."}],"namespace":"muster.job_events"},{"type":"recor'
    'd","name":"CapacityReservationEnded","doc":"The nodes are released.","subjec'
    't":"reservation","fields":[{"name":"reservation","type":"string","doc":"Name'
    '."},{"name":"tenant","type":"string","doc":"Tenant."},{"name":"queue","type"'
    ':"string","doc":"Whose jobs may be placed there, and those of the queues bel'
    'ow it."},{"name":"reason","type":{"type":"enum","name":"ReservationEnd","doc'
    '":"Why.","symbols":["OVER","CANCELLED"],"default":"OVER","namespace":"muster'
    '.job_events"},"doc":"Why."},{"name":"requested_by","type":"string","doc":"Wh'
    'o cancelled it; empty when its time was over.","default":""}],"namespace":"m'
    'uster.job_events"},{"type":"record","name":"PolicyActivated","doc":"Decision'
    's follow this policy from here on.","subject":"policy","fields":[{"name":"po'
    'licy","type":"muster.operator_commands.Policy","doc":"The whole policy."},{"'
    'name":"requested_by","type":"string","doc":"Who."}],"namespace":"muster.job_'
    'events"},{"type":"record","name":"FailureRulesActivated","doc":"Failures are'
    ' judged by these rules from here on.","subject":"policy","fields":[{"name":"'
    'version","type":"int","doc":"Version of the rules."},{"name":"sha256","type"'
    ':"string","doc":"Of the text."},{"name":"rules","type":"string","doc":"The r'
    'ules file."},{"name":"requested_by","type":"string","doc":"Operator, or the '
    'first leader."}],"namespace":"muster.job_events"},{"type":"record","name":"S'
    'tartTask","doc":"Start these ranks.","fields":[{"name":"node_id","type":"str'
    'ing","doc":"Node."},{"name":"epoch","type":"long","doc":"Leader\'s epoch; old'
    'er than one already seen: refuse."},{"name":"order_seq","type":"long","doc":'
    '"Position of the decision: seq of the input that caused it."},{"name":"job_i'
    'd","type":"string","doc":"Job."},{"name":"attempt","type":"int","doc":"Attem'
    'pt; started at most once."},{"name":"tenant","type":"string","doc":"Tenant."'
    '},{"name":"job_name","type":"string","doc":"Job\'s name."},{"name":"user","ty'
    'pe":"string","doc":"Job\'s user."},{"name":"ranks","type":{"type":"array","it'
    'ems":{"type":"record","name":"RankAssignment","doc":"What one rank gets on t'
    'he node.","fields":[{"name":"rank","type":"int","doc":"Rank."},{"name":"gpu_'
    'indices","type":{"type":"array","items":"int"},"doc":"GPUs."},{"name":"gpu_m'
    'illi","type":"int","doc":"Thousandths of each."},{"name":"sharing","type":"m'
    'uster.node_commands.Sharing","doc":"Who else may be on them.","default":"EXC'
    'LUSIVE"},{"name":"mig_profile","type":["null","string"],"doc":"Profile of th'
    'e MIG instance it gets.","default":null},{"name":"mig_start","type":["null",'
    '"int"],"doc":"First memory slice of that instance.","default":null},{"name":'
    '"cpu_milli","type":"long","doc":"Thousandths of a CPU core it may use; 0: wi'
    'thout limit.","default":0},{"name":"memory_mib","type":"long","doc":"Main me'
    'mory it may use, MiB; 0: without limit.","default":0}],"namespace":"muster.n'
    'ode_commands"}},"doc":"Ranks on this node."},{"name":"world_size","type":"in'
    't","doc":"Ranks in all."},{"name":"master_address","type":"string","doc":"Ad'
    'dress of rank 0."},{"name":"master_port","type":"int","doc":"Rendezvous port'
    ' on rank 0\'s node."},{"name":"image","type":["null","string"],"doc":"Contain'
    'er image.","default":null},{"name":"command","type":{"type":"array","items":'
    '"string"},"doc":"Program and arguments."},{"name":"env","type":{"type":"map"'
    ',"values":"string"},"doc":"Environment.","default":{}},{"name":"files_sha256'
    '","type":["null","string"],"doc":"Working files.","default":null},{"name":"w'
    'all_time_max_ms","type":["null","long"],"doc":"Stop after this long.","defau'
    'lt":null},{"name":"hang_after_ms","type":["null","long"],"doc":"Report ranks'
    ' that say nothing for so long; null: do not.","default":null},{"name":"start'
    '_up_max_ms","type":["null","long"],"doc":"The same from their start, while t'
    'hey hardly use the CPU; null: do not.","default":null},{"name":"grace_ms","t'
    'ype":"long","doc":"Between SIGTERM and SIGKILL."},{"name":"checkpoint_enable'
    'd","type":"boolean","doc":"Keep checkpoints."},{"name":"checkpoint_bytes_per'
    '_s","type":"long","doc":"What the job may store of checkpoints, bytes per se'
    'cond; the node takes the part that its ranks are.","default":1000000000},{"n'
    'ame":"mtbf_ms","type":["null","long"],"doc":"How long the gang is believed t'
    "o run until one of its nodes ends, by what the log says of such nodes; null:"
    ' it keeps no checkpoints.","default":null},{"name":"checkpoint_uri","type":['
    '"null","string"],"doc":"Newest checkpoint of an earlier attempt.","default":'
    'null},{"name":"checkpoint_sha256","type":["null","string"],"doc":"Its hash."'
    ',"default":null},{"name":"checkpoint_file","type":["null","string"],"doc":"I'
    'ts file name.","default":null},{"name":"checkpoints_earlier","type":{"type":'
    '"array","items":{"type":"record","name":"StoredCheckpoint","doc":"A checkpoi'
    'nt that is whole in the store.","fields":[{"name":"uri","type":"string","doc'
    '":"Of the one file that it is, or of the record of its parts."},{"name":"sha'
    '256","type":"string","doc":"Its hash."},{"name":"file","type":"string","doc"'
    ':"Its file name."}],"namespace":"muster.node_commands"}},"doc":"Those before'
    " it, the newest first: each is tried when the one before it in this list is "
    'damaged.","default":[]},{"name":"offline","type":"boolean","doc":"Its ranks '
    'see no network but their own loopback.","default":false},{"name":"failure_ru'
    'les_sha256","type":["null","string"],"doc":"Rules of failures by which outpu'
    't is scanned; null: none are in effect.","default":null},{"name":"failure_ru'
    'les_version","type":["null","int"],"doc":"Their version.","default":null}],"'
    'namespace":"muster.node_commands"},{"type":"record","name":"StopTask","doc":'
    '"Stop this attempt\'s ranks; unknown attempt: nothing to do.","fields":[{"nam'
    'e":"node_id","type":"string","doc":"Node."},{"name":"epoch","type":"long","d'
    'oc":"Leader\'s epoch; older than one already seen: refuse."},{"name":"order_s'
    'eq","type":"long","doc":"Position of the decision: seq of the input that cau'
    'sed it."},{"name":"job_id","type":"string","doc":"Job."},{"name":"attempt","'
    'type":"int","doc":"Attempt; started at most once."},{"name":"grace_ms","type'
    '":"long","doc":"Between SIGTERM and SIGKILL."},{"name":"checkpoint_grace_ms"'
    ',"type":"long","doc":"Most time for a checkpoint before SIGTERM; 0: the rank'
    's do not go on later.","default":0},{"name":"checkpoint_bytes_per_s","type":'
    '["null","long"],"doc":"What the job may store of checkpoints from now on, by'
    "tes per second; the node takes the part that its ranks are; null: as before."
    '","default":null},{"name":"reason","type":"string","doc":"Why."}],"namespace'
    '":"muster.node_commands"}],"doc":"Fact or order."}],"namespace":"muster.sche'
    'duler_log"}},"doc":"In order."},{"name":"state_hash","type":["null","string"'
    '],"doc":"Hash of the whole state after this batch, when it was taken.","defa'
    'ult":null},{"name":"hash_version","type":"int","doc":"How state_hash was com'
    'puted; hashes of different versions are not compared.","default":1},{"name":'
    '"decisions_version","type":"int","doc":"Which version of the rules decided; '
    'another one may decide otherwise. 0: not recorded.","default":0}],"namespace'
    '":"muster.scheduler_log"}],"doc":"What happened."}]}'
)
