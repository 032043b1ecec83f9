"""Every input in its one order, and what was decided: enough by itself to replay everything.

Generated from schemas/scheduler-log.avsc by `make schemas`; do not edit.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Final, TypeAlias, final

from muster.events.job_commands import CancelJob, ResumeJob, SubmitJob, SuspendJob
from muster.events.job_events import (
    AttemptEnded,
    CapacityReassigned,
    CapacityReservationEnded,
    CapacityReservationStarted,
    CapacityReserved,
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
    PreemptionPlanned,
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
        | PreemptionPlanned
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
    'attempt, doubled each time.","default":10000}],"namespace":"muster.job_comma'
    'nds"},"doc":"Retry policy."},{"name":"checkpoint","type":{"type":"record","n'
    'ame":"CheckpointPolicy","doc":"Whether the agent keeps what the job writes t'
    'o MUSTER_CHECKPOINT_DIR.","fields":[{"name":"enabled","type":"boolean","doc"'
    ':"True: files renamed into the directory are stored and given to the next at'
    'tempt."},{"name":"interval_ms","type":"long","doc":"How often the job is exp'
    'ected to write one; 0 when it decides itself.","default":0},{"name":"grace_m'
    's","type":"long","doc":"How long ranks that have to stop and will go on late'
    'r may take to save one, before SIGTERM.","default":60000}],"namespace":"must'
    'er.job_commands"},"doc":"Checkpoint policy."},{"name":"labels","type":{"type'
    '":"map","values":"string"},"doc":"Free key/value pairs to filter by.","defau'
    'lt":{}},{"name":"model_name","type":["null","string"],"doc":"Model this job '
    'trains, for the registry.","default":null},{"name":"priority","type":"int","'
    'doc":"Higher goes first where the queue orders by priority; -1000 to 1000.",'
    '"default":0},{"name":"ranks_min","type":["null","int"],"doc":"Fewest ranks i'
    't runs with; null: never other than `ranks`.","default":null},{"name":"world'
    '_sizes","type":{"type":"array","items":"int"},"doc":"Gang sizes it runs with'
    ', ascending; empty: ranks_min, ranks and the powers of two between.","defaul'
    't":[]},{"name":"topology","type":["null",{"type":"record","name":"Topology",'
    '"doc":"How the ranks of a gang should lie in the network.","fields":[{"name"'
    ':"within","type":["null",{"type":"enum","name":"TopologyLevel","doc":"Units '
    'of the network, smallest first.","symbols":["NODE","NVLINK_DOMAIN","LEAF","S'
    'PINE","CELL"],"default":"CELL","namespace":"muster.job_commands"}],"doc":"Th'
    'e unit that should hold all ranks; null: the best there is room in.","defaul'
    't":null},{"name":"strictness","type":{"type":"enum","name":"Strictness","doc'
    '":"What a gang does when no unit of its level has room.","symbols":["REQUIRE'
    'D","PREFERRED","BEST_EFFORT"],"default":"BEST_EFFORT","namespace":"muster.jo'
    'b_commands"},"doc":"REQUIRED waits for such a unit, PREFERRED takes a larger'
    ' one.","default":"BEST_EFFORT"},{"name":"tensor_parallel_ranks","type":"int"'
    ',"doc":"So many consecutive ranks share an NVLink domain, always.","default"'
    ':1}],"namespace":"muster.job_commands"}],"doc":"How the ranks should lie; nu'
    'll: as near to each other as there is room.","default":null},{"name":"spread'
    '","type":["null","muster.job_commands.TopologyLevel"],"doc":"Ranks go evenly'
    ' over units of this level instead.","default":null},{"name":"node_labels","t'
    'ype":{"type":"map","values":"string"},"doc":"Only nodes with all these label'
    's.","default":{}},{"name":"node_labels_preferred","type":{"type":"map","valu'
    'es":"string"},"doc":"Nodes that have all these labels, too, go first.","defa'
    'ult":{}},{"name":"tolerations","type":{"type":"array","items":"string"},"doc'
    '":"Taints of nodes that do not matter, sorted.","default":[]},{"name":"gpu_p'
    'references","type":{"type":"array","items":{"type":"record","name":"GpuPrefe'
    'rence","doc":"One GPU model, and how fast the job runs on it.","fields":[{"n'
    'ame":"model","type":"string","doc":"GPU model."},{"name":"throughput_milli",'
    '"type":"int","doc":"Thousandths of a common unit of speed: twice as much end'
    's in half the time."}],"namespace":"muster.job_commands"}},"doc":"GPU models'
    " with their speed; all ranks go to one of them. resources.gpu_models names t"
    'he same.","default":[]},{"name":"caches","type":{"type":"array","items":"str'
    'ing"},"doc":"Names of what its nodes keep for the next job: a model, a data '
    'set.","default":[]},{"name":"sandbox","type":{"type":"enum","name":"SandboxN'
    'eed","doc":"Whether a job needs to be kept apart from the rest of the machin'
    'e.","symbols":["OPTIONAL","REQUIRED"],"default":"OPTIONAL","namespace":"must'
    'er.job_commands"},"doc":"REQUIRED: only nodes that have a sandbox.","default'
    '":"OPTIONAL"},{"name":"network","type":{"type":"enum","name":"NetworkAccess"'
    ',"doc":"Which network a job sees.","symbols":["HOST","NONE"],"default":"HOST'
    '","namespace":"muster.job_commands"},"doc":"HOST: its node\'s. NONE: only a l'
    "oopback of its own, which its ranks share; needs a sandbox, and all ranks on"
    ' one node.","default":"HOST"}],"namespace":"muster.job_commands"},"doc":"Wha'
    't to run."}],"namespace":"muster.job_commands"},{"type":"record","name":"Can'
    'celJob","doc":"Stop the job for good.","fields":[{"name":"job_id","type":"st'
    'ring","doc":"Job."},{"name":"tenant","type":"string","doc":"Tenant the job b'
    'elongs to."},{"name":"requested_by","type":"string","doc":"User who asks."},'
    '{"name":"reason","type":"string","doc":"Why, for people.","default":""}],"na'
    'mespace":"muster.job_commands"},{"type":"record","name":"SuspendJob","doc":"'
    'Stop the job, keep its place for a resume.","fields":[{"name":"job_id","type'
    '":"string","doc":"Job."},{"name":"tenant","type":"string","doc":"Tenant the '
    'job belongs to."},{"name":"requested_by","type":"string","doc":"User who ask'
    's."},{"name":"reason","type":"string","doc":"Why, for people.","default":""}'
    '],"namespace":"muster.job_commands"},{"type":"record","name":"ResumeJob","do'
    'c":"Queue a suspended job again.","fields":[{"name":"job_id","type":"string"'
    ',"doc":"Job."},{"name":"tenant","type":"string","doc":"Tenant the job belong'
    's to."},{"name":"requested_by","type":"string","doc":"User who asks."},{"nam'
    'e":"reason","type":"string","doc":"Why, for people.","default":""}],"namespa'
    'ce":"muster.job_commands"},{"type":"record","name":"CreateQueue","doc":"Make'
    ' a queue.","fields":[{"name":"queue","type":"string","doc":"Name: 1 to 63 of'
    ' a-z 0-9 and -."},{"name":"tenant","type":"string","doc":"Tenant."},{"name":'
    '"description","type":"string","doc":"For people.","default":""},{"name":"req'
    'uested_by","type":"string","doc":"User who asks."},{"name":"settings","type"'
    ':["null",{"type":"record","name":"QueueSettings","doc":"What a queue may use'
    ', and how it is shared.","fields":[{"name":"parent","type":["null","string"]'
    ',"doc":"Queue above, of the same tenant; null for none.","default":null},{"n'
    'ame":"guarantee","type":["null",{"type":"record","name":"Quota","doc":"An am'
    'ount of each resource; null says nothing of that resource.","fields":[{"name'
    '":"gpu_milli","type":["null","long"],"doc":"Thousandths of GPU, any model.",'
    '"default":null},{"name":"gpu_milli_by_model","type":{"type":"map","values":"'
    'long"},"doc":"Thousandths of GPU per model, beside the total.","default":{}}'
    ',{"name":"cpu_milli","type":["null","long"],"doc":"Thousandths of a CPU core'
    '.","default":null},{"name":"memory_mib","type":["null","long"],"doc":"Main m'
    'emory, MiB.","default":null}],"namespace":"muster.queue_commands"}],"doc":"W'
    'hat its jobs may always have; unused, it is lent. Null guarantees nothing.",'
    '"default":null},{"name":"maximum","type":["null","muster.queue_commands.Quot'
    'a"],"doc":"What its jobs never exceed together. Null sets no bound.","defaul'
    't":null},{"name":"weight","type":"int","doc":"Its part of usage over time am'
    'ong the queues beside it, 1 to 1000000.","default":1},{"name":"over_quota_we'
    'ight","type":"int","doc":"Its part of what is lent beyond guarantees, 0 to 1'
    '000000; 0 never borrows.","default":1},{"name":"order","type":{"type":"enum"'
    ',"name":"QueueOrder","doc":"Who goes first within a tier of one queue.","sym'
    'bols":["FIFO","PRIORITY","DRF","LEAST_ATTAINED_SERVICE"],"default":"FIFO","n'
    'amespace":"muster.queue_commands"},"doc":"Who goes first within a tier.","de'
    'fault":"FIFO"},{"name":"jobs_running_max","type":["null","int"],"doc":"Jobs '
    'that may hold GPUs at once.","default":null},{"name":"jobs_pending_max","typ'
    'e":["null","int"],"doc":"Jobs that may wait at once; more are rejected.","de'
    'fault":null},{"name":"user_jobs_running_max","type":["null","int"],"doc":"As'
    ' jobs_running_max, for one user.","default":null},{"name":"user_jobs_pending'
    '_max","type":["null","int"],"doc":"As jobs_pending_max, for one user.","defa'
    'ult":null},{"name":"suspended","type":["null","string"],"doc":"Why nothing o'
    'f it and of those below it starts; null: it is not suspended.","default":nul'
    'l}],"namespace":"muster.queue_commands"}],"doc":"Shares and limits; null for'
    ' none.","default":null}],"namespace":"muster.queue_commands"},{"type":"recor'
    'd","name":"ConfigureQueue","doc":"Replace a queue\'s shares and limits.","fie'
    'lds":[{"name":"queue","type":"string","doc":"Name."},{"name":"tenant","type"'
    ':"string","doc":"Tenant."},{"name":"settings","type":"muster.queue_commands.'
    'QueueSettings","doc":"All of them."},{"name":"requested_by","type":"string",'
    '"doc":"User who asks."}],"namespace":"muster.queue_commands"},{"type":"recor'
    'd","name":"DeleteQueue","doc":"Remove an empty queue.","fields":[{"name":"qu'
    'eue","type":"string","doc":"Name."},{"name":"tenant","type":"string","doc":"'
    'Tenant."},{"name":"requested_by","type":"string","doc":"User who asks."}],"n'
    'amespace":"muster.queue_commands"},{"type":"record","name":"ReserveCapacity"'
    ',"doc":"Keep whole nodes of a GPU model for a queue, from a time until anoth'
    'er.","fields":[{"name":"reservation","type":"string","doc":"Name: 1 to 63 of'
    ' a-z 0-9 and -; unique in its tenant while it lasts."},{"name":"tenant","typ'
    'e":"string","doc":"Tenant."},{"name":"queue","type":"string","doc":"Whose jo'
    'bs may be placed there, and those of the queues below it."},{"name":"gpu_mod'
    'el","type":"string","doc":"GPU model of the nodes."},{"name":"gpu_count","ty'
    'pe":["null","int"],"doc":"Reserve the fewest nodes with this many GPUs; null'
    ' where nodes are counted.","default":null},{"name":"node_count","type":["nul'
    'l","int"],"doc":"So many nodes; null where GPUs are counted.","default":null'
    '},{"name":"starts_at_ms","type":["null","long"],"doc":"From when, millisecon'
    'ds since 1970 UTC; null: at once.","default":null},{"name":"ends_at_ms","typ'
    'e":"long","doc":"Until when, milliseconds since 1970 UTC."},{"name":"request'
    'ed_by","type":"string","doc":"User who asks."}],"namespace":"muster.queue_co'
    'mmands"},{"type":"record","name":"CancelCapacityReservation","doc":"End a re'
    'servation, begun or not.","fields":[{"name":"reservation","type":"string","d'
    'oc":"Name."},{"name":"tenant","type":"string","doc":"Tenant."},{"name":"requ'
    'ested_by","type":"string","doc":"User who asks."}],"namespace":"muster.queue'
    '_commands"},{"type":"record","name":"CordonNode","doc":"Place nothing new on'
    ' the node; what runs goes on.","fields":[{"name":"node_id","type":"string","'
    'doc":"Node."},{"name":"requested_by","type":"string","doc":"Operator."},{"na'
    'me":"reason","type":"string","doc":"Why.","default":""}],"namespace":"muster'
    '.operator_commands"},{"type":"record","name":"UncordonNode","doc":"Place wor'
    'k on the node again.","fields":[{"name":"node_id","type":"string","doc":"Nod'
    'e."},{"name":"requested_by","type":"string","doc":"Operator."}],"namespace":'
    '"muster.operator_commands"},{"type":"record","name":"DrainNode","doc":"Place'
    " nothing new on the node, and move what runs there: it stops with its grace "
    'and waits again.","fields":[{"name":"node_id","type":"string","doc":"Node."}'
    ',{"name":"requested_by","type":"string","doc":"Operator."},{"name":"reason",'
    '"type":"string","doc":"Why.","default":""}],"namespace":"muster.operator_com'
    'mands"},{"type":"record","name":"UndrainNode","doc":"Place work on the node '
    'again.","fields":[{"name":"node_id","type":"string","doc":"Node."},{"name":"'
    'requested_by","type":"string","doc":"Operator."}],"namespace":"muster.operat'
    'or_commands"},{"type":"record","name":"TagNode","doc":"Give the node labels '
    'and taints beside those it announces, or take such away.","fields":[{"name":'
    '"node_id","type":"string","doc":"Node."},{"name":"labels","type":{"type":"ma'
    'p","values":"string"},"doc":"Labels to set; they win over announced ones.","'
    'default":{}},{"name":"labels_removed","type":{"type":"array","items":"string'
    '"},"doc":"Labels set before that no longer hold, sorted.","default":[]},{"na'
    'me":"taints","type":{"type":"array","items":"string"},"doc":"Taints to set, '
    'sorted.","default":[]},{"name":"taints_removed","type":{"type":"array","item'
    's":"string"},"doc":"Taints set before that no longer hold, sorted.","default'
    '":[]},{"name":"requested_by","type":"string","doc":"Operator."}],"namespace"'
    ':"muster.operator_commands"},{"type":"record","name":"ScheduleMaintenance","'
    'doc":"Close the node for a time; takes the place of a window that has not be'
    'gun.","fields":[{"name":"node_id","type":"string","doc":"Node."},{"name":"st'
    'arts_at_ms","type":"long","doc":"From when, milliseconds since 1970 UTC."},{'
    '"name":"ends_at_ms","type":"long","doc":"Until when."},{"name":"requested_by'
    '","type":"string","doc":"Operator."},{"name":"reason","type":"string","doc":'
    '"Why.","default":""}],"namespace":"muster.operator_commands"},{"type":"recor'
    'd","name":"CancelMaintenance","doc":"Call the node\'s window off, or end it."'
    ',"fields":[{"name":"node_id","type":"string","doc":"Node."},{"name":"request'
    'ed_by","type":"string","doc":"Operator."}],"namespace":"muster.operator_comm'
    'ands"},{"type":"record","name":"ReclaimNode","doc":"Treat the node as one th'
    'at its provider takes away; takes the place of what was announced before.","'
    'fields":[{"name":"node_id","type":"string","doc":"Node."},{"name":"remaining'
    '_ms","type":"long","doc":"In how long it is gone."},{"name":"requested_by","'
    'type":"string","doc":"Operator."},{"name":"reason","type":"string","doc":"Fo'
    'r people.","default":""}],"namespace":"muster.operator_commands"},{"type":"r'
    'ecord","name":"SpareNode","doc":"The node is not taken away after all.","fie'
    'lds":[{"name":"node_id","type":"string","doc":"Node."},{"name":"requested_by'
    '","type":"string","doc":"Operator."}],"namespace":"muster.operator_commands"'
    '},{"type":"record","name":"ActivatePolicy","doc":"Decide by this policy from'
    ' now on.","fields":[{"name":"policy","type":{"type":"record","name":"Policy"'
    ',"doc":"Knobs that change decisions; a change is an event, so it replays.","'
    'fields":[{"name":"name","type":"string","doc":"For people."},{"name":"head_p'
    'atience_ms","type":"long","doc":"A blocked head of line is passed freely for'
    ' this long; then nodes are reserved for it."},{"name":"head_hold_ms","type":'
    '"long","doc":"Nodes reserved for it are kept this long beyond the time it sh'
    'ould have started at."},{"name":"attempts_lost_max","type":"int","doc":"Atte'
    'mpts lost with their nodes before the job fails."},{"name":"workload_shapes_'
    'max","type":"int","doc":"Shapes remembered for the fragmentation score."},{"'
    'name":"jobs_ended_kept_max","type":"int","doc":"Ended jobs remembered for de'
    'duplication."},{"name":"share_window_ms","type":"long","doc":"Usage older th'
    'an this is forgotten.","default":2592000000},{"name":"share_half_life_ms","t'
    'ype":"long","doc":"Usage this old counts half.","default":604800000},{"name"'
    ':"share_history_percent","type":"int","doc":"Weight of usage over time besid'
    'e usage now, 0 to 10000.","default":100},{"name":"credit_max_ms","type":"lon'
    'g","doc":"Burst credit holds at most a guarantee unused for this long; 0 giv'
    'es none.","default":86400000},{"name":"model_price_milli","type":{"type":"ma'
    'p","values":"long"},"doc":"What an hour of a GPU model counts, thousandths; '
    '1000 where absent.","default":{}},{"name":"aging_step_ms","type":"long","doc'
    '":"A job that waited this long goes with the next higher tier, and so on; 0 '
    'never.","default":86400000},{"name":"reclaim_interval_ms","type":"long","doc'
    '":"Shortest time between two preemption requests for the same lent GPUs.","d'
    'efault":60000},{"name":"time_level_gpu_ms","type":"long","doc":"GPUs times t'
    'ime from which a job of a queue that shares time is in the second level.","d'
    'efault":3600000},{"name":"time_level_factor","type":"int","doc":"Each furthe'
    'r level begins at so many times as much.","default":8},{"name":"time_levels"'
    ',"type":"int","doc":"Levels of jobs that share time.","default":4},{"name":"'
    'time_quantum_ms","type":"long","doc":"A job that shares time runs at least s'
    'o long before it yields to one of a lower level.","default":300000},{"name":'
    '"time_cost_percent_max","type":"int","doc":"Its stop and its restart cost at'
    ' most this part of the time that it then runs at least.","default":50},{"nam'
    'e":"time_promotion_ms","type":"long","doc":"A waiting job that shares time c'
    'ounts as one level lower after each such period.","default":86400000},{"name'
    '":"measure_interval_ms","type":"long","doc":"A queue that changed is measure'
    'd at most this often.","default":10000},{"name":"resize_interval_ms","type":'
    '"long","doc":"An elastic job is resized at most this often.","default":30000'
    '0},{"name":"defrag_interval_ms","type":"long","doc":"Moves that would make r'
    'oom for the head of line are looked for at most this often.","default":30000'
    '0},{"name":"defrag_benefit_percent","type":"int","doc":"They are carried out'
    " when the GPU time that is won is at least this part of what is lost; 0 only"
    ' proposes.","default":300},{"name":"search_work_per_pass_max","type":"int","'
    'doc":"Work that one scheduling pass may spend on searches in vain: 1 for eac'
    'h, and 1 for every 8 ranks of a gang; the next pass goes on.","default":2000'
    '},{"name":"topology","type":{"type":"record","name":"TopologyWeights","doc":'
    "\"What a gang's place is worth, per GPU of the gang, by the smallest unit tha"
    't holds it.","fields":[{"name":"nvlink","type":"int","doc":"The gang shares '
    'an NVLink domain or a node.","default":1000},{"name":"leaf","type":"int","do'
    'c":"It shares a leaf.","default":400},{"name":"spine","type":"int","doc":"It'
    ' shares a spine.","default":200},{"name":"cell","type":"int","doc":"It share'
    's a cell.","default":100},{"name":"stranded_gpu","type":"int","doc":"Taken o'
    'ff for each GPU left free beside it that no group like its own can use.","de'
    'fault":100}],"namespace":"muster.operator_commands"},"doc":"How places of ga'
    'ngs are weighed.","default":{"nvlink":1000,"leaf":400,"spine":200,"cell":100'
    ',"stranded_gpu":100}},{"name":"tenants_untrusted","type":{"type":"array","it'
    'ems":"string"},"doc":"Tenants whose fractions of GPUs always get a MIG insta'
    'nce of their own.","default":[]},{"name":"mig_change_interval_ms","type":"lo'
    'ng","doc":"A GPU is cut into MIG instances, or made whole again, at most thi'
    's often.","default":600000},{"name":"checkpoint_grace_max_ms","type":"long",'
    '"doc":"Most time for a checkpoint before a job is stopped, whatever the job '
    'asks for.","default":600000},{"name":"node_upload_bytes_per_s","type":"long"'
    ',"doc":"What one node stores of checkpoints when it is taken away, bytes per'
    ' second.","default":1000000000},{"name":"store_upload_bytes_per_s","type":"l'
    'ong","doc":"What the store takes of all nodes that are taken away, bytes per'
    ' second.","default":10000000000},{"name":"reclaim_margin_ms","type":"long","'
    'doc":"Ranks have ended this long before their node is taken away.","default"'
    ':5000},{"name":"preemption_ran_min_ms","type":"long","doc":"A job that was b'
    'ound more recently is not preempted.","default":300000},{"name":"preemptions'
    '_per_job_day_max","type":"int","doc":"How often a job is preempted within 24'
    ' hours at most.","default":3},{"name":"preemption_hold_ms","type":"long","do'
    'c":"What victims free is held for the job they yield to for at most so long '
    'after their grace.","default":60000},{"name":"wall_time_max_ms","type":{"typ'
    'e":"map","values":"long"},"doc":"Longest time that an attempt of a job may h'
    "old its nodes, by tier, beside the job's own limit; tiers that are not named"
    ' have none.","default":{}},{"name":"retries_off","type":"boolean","doc":"No '
    'attempt that failed is retried; those that were lost or refused are.","defau'
    'lt":false},{"name":"nodes_lost_per_job_max","type":"int","doc":"A job is sus'
    "pended once so many nodes were lost soon after attempts of it began there; 0"
    ' never.","default":0},{"name":"hang_after_ms","type":{"type":"map","values":'
    '"long"},"doc":"Silence of all ranks (no output, no step) after which a job o'
    "f the tier counts as hanging; a job may state its own. Tiers that are not na"
    'med: never.","default":{}},{"name":"start_up_max_ms","type":{"type":"map","v'
    'alues":"long"},"doc":"The same for a job whose ranks said nothing since thei'
    'r start and hardly use the CPU.","default":{}},{"name":"hang_ends","type":"b'
    'oolean","doc":"An attempt that hangs by these is ended, and retried as the j'
    'ob allows; else its owner is told.","default":false},{"name":"mig_geometries'
    '","type":{"type":"array","items":{"type":"record","name":"MigGeometry","doc"'
    ':"The only way GPUs of a model are cut.","fields":[{"name":"gpu_model","type'
    '":"string","doc":"GPU model."},{"name":"instances","type":{"type":"array","i'
    'tems":{"type":"record","name":"MigInstance","doc":"One instance.","fields":['
    '{"name":"profile","type":"string","doc":"Profile, as in 2g.10gb."},{"name":"'
    'start","type":"int","doc":"First memory slice."}],"namespace":"muster.operat'
    'or_commands"}},"doc":"All that may exist on one GPU."}],"namespace":"muster.'
    'operator_commands"}},"doc":"GPU models that a site cuts in one way only; oth'
    'ers as jobs need it.","default":[]}],"namespace":"muster.operator_commands"}'
    ',"doc":"The whole policy."},{"name":"requested_by","type":"string","doc":"Op'
    'erator."}],"namespace":"muster.operator_commands"},{"type":"record","name":"'
    'ActivateFailureRules","doc":"Judge failures by these rules from now on.","fi'
    'elds":[{"name":"rules","type":"string","doc":"The rules file, as libs/failur'
    'es parses it; its version is higher than that in effect."},{"name":"requeste'
    'd_by","type":"string","doc":"Operator."}],"namespace":"muster.operator_comma'
    'nds"},{"type":"record","name":"AgentStarted","doc":"The agent is up and tell'
    's what it runs, so that the scheduler can reconcile.","subject":"node","fiel'
    'ds":[{"name":"node_id","type":"string","doc":"Node."},{"name":"boot_id","typ'
    'e":"string","doc":"Boot."},{"name":"fresh","type":"boolean","doc":"True: the'
    ' agent remembers nothing from before."},{"name":"order_seq_last","type":"lon'
    'g","doc":"Newest order it has carried out; -1 when fresh."},{"name":"running'
    '","type":{"type":"array","items":{"type":"record","name":"AttemptRef","doc":'
    '"One attempt.","fields":[{"name":"job_id","type":"string","doc":"Job."},{"na'
    'me":"attempt","type":"int","doc":"Attempt."}],"namespace":"muster.task_event'
    's"}},"doc":"Tasks adopted, still running."}],"namespace":"muster.task_events'
    '"},{"type":"record","name":"TaskStarted","doc":"All ranks of the task have a'
    ' process.","subject":"task","fields":[{"name":"node_id","type":"string","doc'
    '":"Node."},{"name":"job_id","type":"string","doc":"Job."},{"name":"attempt",'
    '"type":"int","doc":"Attempt, 1-based."},{"name":"ranks","type":{"type":"arra'
    'y","items":"int"},"doc":"Ranks on this node."}],"namespace":"muster.task_eve'
    'nts"},{"type":"record","name":"TaskSuspected","doc":"Something is wrong with'
    ' ranks that run; where they are is in their output.","subject":"task","field'
    's":[{"name":"node_id","type":"string","doc":"Node."},{"name":"job_id","type"'
    ':"string","doc":"Job."},{"name":"attempt","type":"int","doc":"Attempt, 1-bas'
    'ed."},{"name":"suspicion","type":{"type":"enum","name":"Suspicion","doc":"Th'
    "ey say nothing any more; said nothing since their start; report a loss that "
    'is not a number.","symbols":["SILENT","NEVER_SPOKE","LOSS_NOT_A_NUMBER"],"de'
    'fault":"SILENT","namespace":"muster.task_events"},"doc":"What."},{"name":"ra'
    'nk","type":["null","int"],"doc":"Rank that is behind the others, or says it;'
    ' null: none is.","default":null},{"name":"message","type":"string","doc":"Wh'
    'at was seen, for people."}],"namespace":"muster.task_events"},{"type":"recor'
    'd","name":"TaskHeard","doc":"Ranks that were suspected of hanging say someth'
    'ing again.","subject":"task","fields":[{"name":"node_id","type":"string","do'
    'c":"Node."},{"name":"job_id","type":"string","doc":"Job."},{"name":"attempt"'
    ',"type":"int","doc":"Attempt, 1-based."}],"namespace":"muster.task_events"},'
    '{"type":"record","name":"TaskExited","doc":"No rank of the task runs any mor'
    'e.","subject":"task","fields":[{"name":"node_id","type":"string","doc":"Node'
    '."},{"name":"job_id","type":"string","doc":"Job."},{"name":"attempt","type":'
    '"int","doc":"Attempt, 1-based."},{"name":"outcome","type":{"type":"enum","na'
    'me":"TaskOutcome","doc":"How the task ended.","symbols":["SUCCEEDED","FAILED'
    '","STOPPED","TIMED_OUT","LOST"],"default":"LOST","namespace":"muster.task_ev'
    'ents"},"doc":"STOPPED: on order. TIMED_OUT: its wall time. LOST: its process'
    'es vanished."},{"name":"exits","type":{"type":"array","items":{"type":"recor'
    'd","name":"RankExit","doc":"How one rank ended.","fields":[{"name":"rank","t'
    'ype":"int","doc":"Rank."},{"name":"exit_code","type":["null","int"],"doc":"E'
    'xit code.","default":null},{"name":"signal","type":["null","int"],"doc":"Sig'
    'nal that ended it.","default":null},{"name":"at_ms","type":["null","long"],"'
    'doc":"When, by the node\'s clock, milliseconds since 1970 UTC; null: an older'
    ' agent does not say.","default":null}],"namespace":"muster.task_events"}},"d'
    'oc":"Per rank."},{"name":"message","type":"string","doc":"For people: the fi'
    'rst failing rank and why.","default":""},{"name":"steps","type":{"type":"arr'
    'ay","items":{"type":"record","name":"StopStep","doc":"One step of stopping t'
    'he ranks.","fields":[{"name":"kind","type":{"type":"enum","name":"StopStepKi'
    'nd","doc":"What was done.","symbols":["CHECKPOINT_REQUESTED","NOT_REGISTERED'
    '","CHECKPOINT_SAVED","CHECKPOINT_MISSED","TERMINATED","KILLED"],"default":"T'
    'ERMINATED","namespace":"muster.task_events"},"doc":"CHECKPOINT_REQUESTED: SI'
    "GUSR1 was sent. NOT_REGISTERED: no process handles it. CHECKPOINT_SAVED: one"
    " written since is stored. CHECKPOINT_MISSED: none was within the grace. TERM"
    'INATED: SIGTERM was sent. KILLED: SIGKILL was."},{"name":"at_ms","type":"lon'
    'g","doc":"When, by the node\'s clock, milliseconds since 1970 UTC."}],"namesp'
    'ace":"muster.task_events"}},"doc":"How the ranks were stopped, in order of t'
    'ime; empty: they ended by themselves.","default":[]},{"name":"findings","typ'
    'e":{"type":"array","items":{"type":"record","name":"RuleFinding","doc":"A ru'
    "le of failures has a sign in a rank's lines; the lines themselves are not to"
    'ld.","fields":[{"name":"rule","type":"string","doc":"Rule."},{"name":"rank",'
    '"type":"int","doc":"Rank."},{"name":"source","type":{"type":"enum","name":"F'
    'indingSource","doc":"Where a line comes from.","symbols":["OUTPUT","KERNEL"]'
    ',"default":"OUTPUT","namespace":"muster.task_events"},"doc":"OUTPUT: the ran'
    'k wrote it. KERNEL: the node\'s kernel did."},{"name":"stream","type":"string'
    '","doc":"Of output: stdout or stderr.","default":""},{"name":"line","type":"'
    'long","doc":"Number of the first such line in its stream, from 1."},{"name":'
    '"first_byte","type":"long","doc":"Where that line begins in its stream, from'
    ' 0."},{"name":"count","type":"long","doc":"Lines with such a sign."},{"name"'
    ':"at_ms","type":["null","long"],"doc":"When the agent read it, by the node\'s'
    ' clock, milliseconds since 1970 UTC.","default":null}],"namespace":"muster.t'
    'ask_events"}},"doc":"Signs of rules, by rank, then in the rules\' order.","de'
    'fault":[]},{"name":"rules_version","type":["null","int"],"doc":"Version of t'
    'he rules by which output was scanned; null: it was not.","default":null},{"n'
    'ame":"unscanned","type":"string","doc":"Why output was not scanned, or not a'
    'll of it; empty: it was, or no rules are in effect.","default":""}],"namespa'
    'ce":"muster.task_events"},{"type":"record","name":"TaskRefused","doc":"An or'
    'der was not carried out.","subject":"task","fields":[{"name":"node_id","type'
    '":"string","doc":"Node."},{"name":"job_id","type":"string","doc":"Job."},{"n'
    'ame":"attempt","type":"int","doc":"Attempt, 1-based."},{"name":"epoch","type'
    '":"long","doc":"Epoch of the order."},{"name":"order_seq","type":"long","doc'
    '":"Order."},{"name":"reason","type":{"type":"enum","name":"RefusalReason","d'
    'oc":"Why.","symbols":["STALE_EPOCH","GPU_BUSY","UNKNOWN_GPU","FILES_UNAVAILA'
    'BLE","CANNOT_START","FILES_INVALID"],"default":"CANNOT_START","namespace":"m'
    'uster.task_events"},"doc":"Why."},{"name":"message","type":"string","doc":"F'
    'or people.","default":""}],"namespace":"muster.task_events"},{"type":"record'
    '","name":"CheckpointPartStored","doc":"A part of a checkpoint is in the stor'
    'e: the files of one rank, and their manifest.","subject":"task","fields":[{"'
    'name":"node_id","type":"string","doc":"Node."},{"name":"job_id","type":"stri'
    'ng","doc":"Job."},{"name":"attempt","type":"int","doc":"Attempt, 1-based."},'
    '{"name":"rank","type":"int","doc":"Rank in whose folder it lies."},{"name":"'
    'step","type":"long","doc":"Step after which it was saved."},{"name":"part","'
    'type":"int","doc":"Rank whose files they are."},{"name":"sha256","type":"str'
    'ing","doc":"Of the manifest, which has those of the files."},{"name":"files"'
    ',"type":"int","doc":"Files."},{"name":"size_bytes","type":"long","doc":"Byte'
    's of the files."},{"name":"new_bytes","type":"long","doc":"Bytes of files th'
    'at were not in the store before."}],"namespace":"muster.task_events"},{"type'
    '":"record","name":"CheckpointSaved","doc":"A checkpoint file is safe in S3: '
    'the one file that it is, or the record of its parts.","subject":"task","fiel'
    'ds":[{"name":"node_id","type":"string","doc":"Node."},{"name":"job_id","type'
    '":"string","doc":"Job."},{"name":"attempt","type":"int","doc":"Attempt, 1-ba'
    'sed."},{"name":"rank","type":"int","doc":"Rank that wrote it."},{"name":"fil'
    'e","type":"string","doc":"File name."},{"name":"uri","type":"string","doc":"'
    's3://bucket/key."},{"name":"sha256","type":"string","doc":"Of the bytes."},{'
    '"name":"size_bytes","type":"long","doc":"Of that file."},{"name":"parts","ty'
    'pe":"int","doc":"So many parts make the checkpoint; 0: it is this one file."'
    ',"default":0},{"name":"step","type":["null","long"],"doc":"Step after which '
    'the parts were saved; null: it is one file.","default":null},{"name":"parts_'
    'sha256","type":"string","doc":"Of the parts\' SHA-256, one a line, in the ord'
    'er of their ranks; empty: it is one file.","default":""}],"namespace":"muste'
    'r.task_events"},{"type":"record","name":"NodeReclaimAnnounced","doc":"Its pr'
    'ovider announced that it takes the node away; said again while that stands."'
    ',"subject":"node","fields":[{"name":"node_id","type":"string","doc":"Node."}'
    ',{"name":"notice_id","type":"string","doc":"Which announcement; another one '
    'takes the place of the last."},{"name":"remaining_ms","type":["null","long"]'
    ',"doc":"How long the node will still be there, when this was said; null: it '
    'is at risk, and no time is set.","default":null},{"name":"source","type":{"t'
    'ype":"enum","name":"ReclaimSource","doc":"Who announced it.","symbols":["UNK'
    'NOWN","FILE","HTTP","AWS","GCP","AZURE","OPERATOR"],"default":"UNKNOWN","nam'
    'espace":"muster.task_events"},"doc":"Who announced it."},{"name":"message","'
    'type":"string","doc":"For people.","default":""}],"namespace":"muster.task_e'
    'vents"},{"type":"record","name":"NodeReclaimWithdrawn","doc":"The announceme'
    'nt stands no longer: the node stays.","subject":"node","fields":[{"name":"no'
    'de_id","type":"string","doc":"Node."},{"name":"notice_id","type":"string","d'
    'oc":"Which announcement."}],"namespace":"muster.task_events"},{"type":"recor'
    'd","name":"NodeNoteReported","doc":"What is wrong with the node by its own a'
    'ccount, such as a notice that cannot be read.","subject":"node","fields":[{"'
    'name":"node_id","type":"string","doc":"Node."},{"name":"note","type":"string'
    '","doc":"One sentence; empty: nothing any more."}],"namespace":"muster.task_'
    'events"},{"type":"record","name":"PreemptionPlanned","subject":"plan","doc":'
    '"These jobs would yield, then the job that asks fits; the scheduler checks i'
    't first.","fields":[{"name":"plan_id","type":"string","doc":"Plan."},{"name"'
    ':"job_id","type":"string","doc":"Job that asks; empty where a reservation do'
    'es."},{"name":"tenant","type":"string","doc":"Tenant."},{"name":"queue","typ'
    'e":"string","doc":"Queue."},{"name":"cause","type":{"type":"enum","name":"Pr'
    'eemptionCause","doc":"What entitles it.","symbols":["GUARANTEE","TIER","RESE'
    'RVATION","TIME_SHARED"],"default":"TIER","namespace":"muster.job_events"},"d'
    'oc":"What entitles it."},{"name":"reservation","type":"string","doc":"Reserv'
    'ation that has begun; empty where a job asks.","default":""},{"name":"victim'
    's","type":{"type":"array","items":{"type":"record","name":"PlannedVictim","d'
    'oc":"A job that would yield, whole or down to fewer ranks.","fields":[{"name'
    '":"job_id","type":"string","doc":"Job."},{"name":"attempt","type":"int","doc'
    '":"The attempt that would stop."},{"name":"tenant","type":"string","doc":"Te'
    'nant."},{"name":"queue","type":"string","doc":"Queue."},{"name":"user","type'
    '":"string","doc":"Who submitted it."},{"name":"ranks_kept","type":"int","doc'
    '":"Ranks it goes on with; 0: it is evicted and waits again."},{"name":"gpu_m'
    'illi_freed","type":"long","doc":"Thousandths of GPU that it would free."},{"'
    'name":"cost_gpu_ms","type":"long","doc":"GPU milliseconds: its work since th'
    'e last checkpoint, a restart, and its delay by priority."},{"name":"reason",'
    '"type":{"type":"enum","name":"VictimReason","doc":"Why this job.","symbols":'
    '["BORROWS","LOWER_TIER","ELASTIC_SURPLUS","HOLDS_RESERVED","MORE_SERVICE"],"'
    'default":"BORROWS","namespace":"muster.preemption_events"},"doc":"Why this j'
    'ob."},{"name":"message","type":"string","doc":"One sentence for its owner."}'
    '],"namespace":"muster.preemption_events"}},"doc":"By job id."},{"name":"plac'
    'ements","type":{"type":"array","items":{"type":"record","name":"PlannedRank"'
    ',"doc":"Where one rank of the job would go.","fields":[{"name":"rank","type"'
    ':"int","doc":"Rank."},{"name":"node_id","type":"string","doc":"Node."},{"nam'
    'e":"gpu_indices","type":{"type":"array","items":"int"},"doc":"GPUs."}],"name'
    'space":"muster.preemption_events"}},"doc":"Where the job fits once they have'
    ' yielded, in rank order; none for a reservation."},{"name":"cost_gpu_ms","ty'
    'pe":"long","doc":"Price: the sum over the victims."},{"name":"cost_gpu_ms_mi'
    'n","type":"long","doc":"No set of victims of the same rank costs less than t'
    'his."},{"name":"exact","type":"boolean","doc":"No other set of victims is be'
    'tter; false: the price is within the bound above, but not proven best."},{"n'
    'ame":"gain_gpu_ms","type":"long","doc":"GPU milliseconds that the job has so'
    'oner."},{"name":"as_of_seq","type":"long","doc":"State of the scheduler\'s lo'
    'g that this is true of."},{"name":"expires_at_ms","type":"long","doc":"Void '
    'from then on, milliseconds since 1970 UTC."}],"namespace":"muster.preemption'
    '_events"},{"type":"record","name":"NodeJoined","doc":"A node is known, or ca'
    'me back with other hardware.","subject":"node","fields":[{"name":"node_id","'
    'type":"string","doc":"Node."},{"name":"boot_id","type":"string","doc":"Boot '
    'of its agent."},{"name":"address","type":"string","doc":"Address."},{"name":'
    '"port_first","type":"int","doc":"First rendezvous port."},{"name":"port_coun'
    't","type":"int","doc":"How many."},{"name":"cpu_milli","type":"long","doc":"'
    'CPU."},{"name":"memory_mib","type":"long","doc":"Memory."},{"name":"gpu_mode'
    'l","type":"string","doc":"Model."},{"name":"gpu_memory_mib","type":"long","d'
    'oc":"Memory of each GPU, MiB; 0 when unknown.","default":0},{"name":"gpu_cou'
    'nt","type":"int","doc":"GPUs."},{"name":"executor","type":{"type":"enum","na'
    'me":"Executor","doc":"How ranks run.","symbols":["PROCESS","SIMULATED"],"def'
    'ault":"SIMULATED","namespace":"muster.node_heartbeats"},"doc":"How ranks run'
    '."},{"name":"lease_ms","type":"long","doc":"Lease."},{"name":"interval_ms","'
    'type":"long","doc":"Heartbeat interval."},{"name":"labels","type":{"type":"m'
    'ap","values":"string"},"doc":"Labels.","default":{}},{"name":"location","typ'
    'e":{"type":"record","name":"Location","doc":"A node\'s place in the network: '
    'each name is a unit within the next one; empty is unknown.","fields":[{"name'
    '":"nvlink_domain","type":"string","doc":"NVLink domain larger than the node;'
    ' empty: the node is one by itself.","default":""},{"name":"leaf","type":"str'
    'ing","doc":"InfiniBand leaf switch.","default":""},{"name":"spine","type":"s'
    'tring","doc":"Spine, or pod of leaves.","default":""},{"name":"cell","type":'
    '"string","doc":"Part of the network above the spines.","default":""}],"names'
    'pace":"muster.node_heartbeats"},"doc":"Where it is in the network.","default'
    '":{"nvlink_domain":"","leaf":"","spine":"","cell":""}},{"name":"taints","typ'
    'e":{"type":"array","items":"string"},"doc":"Only jobs that tolerate all of t'
    'hem are placed here; sorted.","default":[]},{"name":"sandbox","type":{"type"'
    ':"enum","name":"Sandbox","doc":"What keeps jobs apart from the rest of a mac'
    'hine.","symbols":["NONE","NAMESPACES","BUBBLEWRAP"],"default":"NONE","namesp'
    'ace":"muster.node_heartbeats"},"doc":"What keeps jobs apart there.","default'
    '":"NONE"},{"name":"enforces","type":{"type":"array","items":{"type":"enum","'
    'name":"Enforced","doc":"What a node holds jobs to.","symbols":["MEMORY","MEM'
    'ORY_MEASURED","CPU","PROCESSES","OPEN_FILES","DEVICES","UNKNOWN"],"default":'
    '"UNKNOWN","namespace":"muster.node_heartbeats"}},"doc":"What it holds jobs t'
    'o.","default":[]}],"namespace":"muster.job_events"},{"type":"record","name":'
    '"NodeSuspected","doc":"Two beats missed: nothing new goes there; what runs g'
    'oes on.","subject":"node","fields":[{"name":"node_id","type":"string","doc":'
    '"Node."},{"name":"silent_ms","type":"long","doc":"Time since its last beat."'
    '}],"namespace":"muster.job_events"},{"type":"record","name":"NodeRecovered",'
    '"doc":"The node\'s heartbeats arrive again.","subject":"node","fields":[{"nam'
    'e":"node_id","type":"string","doc":"Node."}],"namespace":"muster.job_events"'
    '},{"type":"record","name":"NodeLost","doc":"The lease ran out: its attempts '
    'are given up.","subject":"node","fields":[{"name":"node_id","type":"string",'
    '"doc":"Node."},{"name":"silent_ms","type":"long","doc":"Time since its last '
    'beat."}],"namespace":"muster.job_events"},{"type":"record","name":"NodeForgo'
    'tten","doc":"The node was lost for so long that nothing is kept of it; if it'
    ' is heard again, it joins anew.","subject":"node","fields":[{"name":"node_id'
    '","type":"string","doc":"Node."},{"name":"lost_ms","type":"long","doc":"Time'
    ' since the leader knew it as lost."}],"namespace":"muster.job_events"},{"typ'
    'e":"record","name":"NodeRefused","doc":"Heartbeats that bear this name are i'
    'nvalid and are ignored. Said once by each leader.","subject":"node","fields"'
    ':[{"name":"node_id","type":"string","doc":"The name they bear; at most 128 c'
    'haracters, control characters escaped."},{"name":"message","type":"string","'
    'doc":"Field, value and what is allowed."}],"namespace":"muster.job_events"},'
    '{"type":"record","name":"NodeRelocated","doc":"The network around the node h'
    'as changed; what runs there goes on.","subject":"node","fields":[{"name":"no'
    'de_id","type":"string","doc":"Node."},{"name":"location","type":"muster.node'
    '_heartbeats.Location","doc":"Where it is now."}],"namespace":"muster.job_eve'
    'nts"},{"type":"record","name":"GpuUnhealthy","doc":"Nothing new goes on this'
    ' GPU.","subject":"node","fields":[{"name":"node_id","type":"string","doc":"N'
    'ode."},{"name":"gpu_index","type":"int","doc":"GPU."},{"name":"reason","type'
    '":"string","doc":"Why."}],"namespace":"muster.job_events"},{"type":"record",'
    '"name":"GpuRecovered","doc":"The GPU is healthy again.","subject":"node","fi'
    'elds":[{"name":"node_id","type":"string","doc":"Node."},{"name":"gpu_index",'
    '"type":"int","doc":"GPU."}],"namespace":"muster.job_events"},{"type":"record'
    '","name":"CommandInvalid","doc":"A command that was turned away before it wa'
    's sequenced; `code` and `message` say why (ADR 4, 55).","fields":[{"name":"c'
    'ommand_id","type":"string","doc":"event_id of the command."},{"name":"comman'
    'd","type":"string","doc":"Its record name."},{"name":"subject","type":"strin'
    'g","doc":"Job, queue or node."},{"name":"tenant","type":"string","doc":"Tena'
    'nt."},{"name":"code","type":{"type":"enum","name":"RejectionCode","aliases":'
    '["muster.job_events.RejectionCode"],"doc":"Kinds of refusal, the same for al'
    'l services; each has its HTTP status.","symbols":["INVALID","ALREADY_EXISTS"'
    ',"NOT_FOUND","WRONG_STATE","IMPOSSIBLE_REQUEST","UNKNOWN_QUEUE","QUEUE_NOT_E'
    'MPTY","FORBIDDEN","QUOTA_EXCEEDED","BAD_TREE"],"default":"FORBIDDEN","namesp'
    'ace":"muster.command_answers"},"doc":"Kind of refusal: it breaks a rule, or '
    'its sender may not send it.","default":"INVALID"},{"name":"message","type":"'
    'string","doc":"For people."},{"name":"violations","type":{"type":"array","it'
    'ems":{"type":"record","name":"Violation","aliases":["muster.job_events.Viola'
    'tion"],"doc":"One thing wrong with a request.","fields":[{"name":"field","ty'
    'pe":"string","doc":"Path of the field."},{"name":"value","type":"string","do'
    'c":"What was given, shortened."},{"name":"allowed","type":"string","doc":"Wh'
    'at is allowed."}],"namespace":"muster.command_answers"}},"doc":"Field by fie'
    'ld."}],"namespace":"muster.scheduler_log"},{"type":"record","name":"LeaderEl'
    'ected","doc":"First input of an epoch.","fields":[{"name":"epoch","type":"lo'
    'ng","doc":"Epoch."},{"name":"leader_id","type":"string","doc":"Process that '
    'leads."}],"namespace":"muster.scheduler_log"},{"type":"record","name":"Clock'
    'Ticked","doc":"A deadline of the core has passed.","fields":[],"namespace":"'
    'muster.scheduler_log"}],"doc":"What came in."}],"namespace":"muster.schedule'
    'r_log"}},"doc":"In order."},{"name":"decisions","type":{"type":"array","item'
    's":{"type":"record","name":"Decision","doc":"One consequence.","fields":[{"n'
    'ame":"event_id","type":"string","doc":"The same as in the public topic."},{"'
    'name":"cause_seq","type":"long","doc":"seq of the input it follows from."},{'
    '"name":"payload","type":[{"type":"record","name":"CommandRejected","aliases"'
    ':["muster.job_events.CommandRejected"],"doc":"A command that will not be car'
    'ried out, and why.","subject":"command","fields":[{"name":"command_id","type'
    '":"string","doc":"event_id of the command."},{"name":"command","type":"strin'
    'g","doc":"Its record name."},{"name":"subject","type":"string","doc":"What i'
    't was about: a job, queue, node, or another entity of the service."},{"name"'
    ':"tenant","type":"string","doc":"Tenant."},{"name":"code","type":"muster.com'
    'mand_answers.RejectionCode","doc":"Kind of refusal."},{"name":"detail_code",'
    '"type":"string","doc":"The service\'s own, finer code; its README lists them.'
    ' Empty: `code` says all.","default":""},{"name":"message","type":"string","d'
    'oc":"For people."},{"name":"violations","type":{"type":"array","items":"must'
    'er.command_answers.Violation"},"doc":"Field by field.","default":[]}],"names'
    'pace":"muster.command_answers"},{"type":"record","name":"CommandRepeated","a'
    'liases":["muster.job_events.CommandRepeated"],"doc":"A command that was carr'
    'ied out before came again; nothing changed.","subject":"command","fields":[{'
    '"name":"command_id","type":"string","doc":"event_id of the command."},{"name'
    '":"command","type":"string","doc":"Its record name."},{"name":"subject","typ'
    'e":"string","doc":"What it was about."}],"namespace":"muster.command_answers'
    '"},{"type":"record","name":"JobQueued","doc":"The job is accepted and waits.'
    '","subject":"job","fields":[{"name":"job_id","type":"string","doc":"Job."},{'
    '"name":"tenant","type":"string","doc":"Tenant."},{"name":"spec","type":"must'
    'er.job_commands.JobSpec","doc":"As accepted."},{"name":"predicted_p50_ms","t'
    'ype":["null","long"],"doc":"Predicted median run time of an attempt; null: u'
    'nknown.","default":null},{"name":"predicted_p90_ms","type":["null","long"],"'
    'doc":"Predicted 90th percentile of the run time; null: unknown.","default":n'
    'ull}],"namespace":"muster.job_events"},{"type":"record","name":"JobPending",'
    '"doc":"Why the job is not placed; sent when the reason changes.","subject":"'
    'job","fields":[{"name":"job_id","type":"string","doc":"Job."},{"name":"code"'
    ',"type":{"type":"enum","name":"PendingCode","doc":"Stable codes for why a jo'
    'b waits.","symbols":["NO_NODES","MODEL_ABSENT","TOO_LARGE","CLUSTER_TOO_SMAL'
    'L","GPUS_BUSY","GPUS_FRAGMENTED","FRACTIONS_FRAGMENTED","CPU_SHORT","MEMORY_'
    'SHORT","NODES_UNSCHEDULABLE","LABELS_ABSENT","TAINTS_UNTOLERATED","GPU_MEMOR'
    'Y_SHORT","SANDBOX_ABSENT","NODES_AVOIDED","MAINTENANCE_AHEAD","GANG_SHORT","'
    'TOPOLOGY_SHORT","HELD_FOR_HEAD","NODES_RESERVED","RETRY_BACKOFF","SUSPENDED"'
    ',"QUEUED","QUOTA_EXHAUSTED","JOB_LIMIT","GEOMETRY_FROZEN","QUEUE_SUSPENDED"]'
    ',"default":"QUEUED","namespace":"muster.job_events"},"doc":"The one dominant'
    ' reason."},{"name":"message","type":"string","doc":"One sentence."},{"name":'
    '"counts","type":{"type":"map","values":"long"},"doc":"Numbers behind it.","d'
    'efault":{}}],"namespace":"muster.job_events"},{"type":"record","name":"Preem'
    'ptionRequested","doc":"A job or a reservation is due GPUs that others hold; '
    'who yields is decided elsewhere.","subject":"plan","fields":[{"name":"job_id'
    '","type":"string","doc":"Job; empty where a reservation is due them."},{"nam'
    'e":"cause","type":"muster.job_events.PreemptionCause","doc":"What entitles i'
    't."},{"name":"queue","type":"string","doc":"Its queue."},{"name":"tenant","t'
    'ype":"string","doc":"Tenant."},{"name":"jobs","type":"int","doc":"Number of '
    "equal jobs of its queue, this one included, that are due the resources they "
    'request.","default":1},{"name":"gpu_milli_missing","type":"long","doc":"Thou'
    'sandths of GPU that they wait for."},{"name":"gpu_models","type":{"type":"ar'
    'ray","items":"string"},"doc":"Models it accepts, sorted; empty for any.","de'
    'fault":[]},{"name":"borrowers","type":{"type":"array","items":{"type":"recor'
    'd","name":"Borrower","doc":"A queue beyond its guarantee.","fields":[{"name"'
    ':"queue","type":"string","doc":"Name."},{"name":"tenant","type":"string","do'
    'c":"Tenant."},{"name":"gpu_milli_borrowed","type":"long","doc":"Beyond its g'
    'uarantee, thousandths of GPU."}],"namespace":"muster.job_events"}},"doc":"Qu'
    'eues that hold lent GPUs, most first.","default":[]},{"name":"as_of_seq","ty'
    'pe":"long","doc":"State of the log that this is true of."},{"name":"reservat'
    'ion","type":"string","doc":"Reservation that has begun; empty where a job is'
    ' due them.","default":""},{"name":"holders","type":{"type":"array","items":"'
    'string"},"doc":"Jobs that may yield, where the request says which: those tha'
    "t still hold its nodes, or have had more service; sorted; never production i"
    'nference.","default":[]}],"namespace":"muster.job_events"},{"type":"record",'
    '"name":"ReservationMade","doc":"Nodes are kept for the job that heads the li'
    'ne and does not fit; takes the place of its last one.","subject":"plan","fie'
    'lds":[{"name":"job_id","type":"string","doc":"Job."},{"name":"node_ids","typ'
    'e":{"type":"array","items":"string"},"doc":"Reserved: other jobs may be plac'
    'ed there only if they are predicted to end before starts_at_ms."},{"name":"s'
    'tarts_at_ms","type":["null","long"],"doc":"When the nodes are predicted to h'
    'ave room for it; null: unknown.","default":null},{"name":"kept_until_ms","ty'
    'pe":"long","doc":"When, the job not started, nodes are chosen anew."},{"name'
    '":"by_limits","type":"boolean","doc":"Whether only wall-time limits were use'
    'd to predict, because an earlier reservation of the job was not kept.","defa'
    'ult":false}],"namespace":"muster.job_events"},{"type":"record","name":"Reser'
    'vationReleased","doc":"The nodes reserved for a job are released.","subject"'
    ':"plan","fields":[{"name":"job_id","type":"string","doc":"Job."},{"name":"re'
    'ason","type":{"type":"enum","name":"ReleaseReason","doc":"Why.","symbols":["'
    'STARTED","NO_LONGER_WAITS","NO_LONGER_HEAD","IN_VAIN"],"default":"NO_LONGER_'
    'WAITS","namespace":"muster.job_events"},"doc":"Why."},{"name":"again_at_ms",'
    '"type":["null","long"],"doc":"When nodes are kept for it again, as it still '
    'heads the line; null: not for this reason.","default":null}],"namespace":"mu'
    'ster.job_events"},{"type":"record","name":"DefragmentationProposed","doc":"M'
    "oves of running jobs that would let a job start that free GPUs in all suffic"
    'e for.","subject":"plan","fields":[{"name":"job_id","type":"string","doc":"T'
    'he job that would start."},{"name":"moves","type":{"type":"array","items":{"'
    'type":"record","name":"Move","doc":"One job that would go on elsewhere.","fi'
    'elds":[{"name":"job_id","type":"string","doc":"Job."},{"name":"from_node_ids'
    '","type":{"type":"array","items":"string"},"doc":"Where it is, sorted."},{"n'
    'ame":"to_node_ids","type":{"type":"array","items":"string"},"doc":"Where it '
    'would go, sorted."},{"name":"lost_gpu_ms","type":"long","doc":"GPU milliseco'
    'nds: its GPUs times what it ran since its last checkpoint, and a restart."}]'
    ',"namespace":"muster.job_events"}},"doc":"By job."},{"name":"cost_gpu_ms","t'
    'ype":"long","doc":"GPU milliseconds that all moves lose."},{"name":"benefit_'
    'gpu_ms","type":"long","doc":"GPU milliseconds that the job would have sooner'
    ': its GPUs times the wait it is spared."},{"name":"carried_out","type":"bool'
    'ean","doc":"The moves begin now."}],"namespace":"muster.job_events"},{"type"'
    ':"record","name":"StartPredicted","doc":"When a waiting job will start, pred'
    'icted now and then so that the cell learns from what comes.","subject":"plan'
    '","fields":[{"name":"job_id","type":"string","doc":"Job."},{"name":"wait_ms"'
    ',"type":"long","doc":"How much longer it will wait, the best single estimate'
    ', milliseconds."},{"name":"wait_low_ms","type":["null","long"],"doc":"Start '
    "of the range that is stated, milliseconds from now; null: too little is lear"
    'ned for a range.","default":null},{"name":"wait_high_ms","type":["null","lon'
    'g"],"doc":"End of the range that is stated, milliseconds from now.","default'
    '":null},{"name":"signs","type":{"type":"array","items":"int"},"doc":"What it'
    " was computed from, as logarithms in 1/256 octave: one, the soonest start wi"
    "th its equals ahead only, the time waited, the number of waiting jobs, the a"
    'mount requested, the position among its equals."}],"namespace":"muster.job_e'
    'vents"},{"type":"record","name":"GangBound","doc":"Every rank has its place;'
    ' orders to start are in the same transaction.","subject":"job","fields":[{"n'
    'ame":"job_id","type":"string","doc":"Job."},{"name":"attempt","type":"int","'
    'doc":"Attempt."},{"name":"placements","type":{"type":"array","items":{"type"'
    ':"record","name":"RankPlacement","doc":"Where one rank runs.","fields":[{"na'
    'me":"rank","type":"int","doc":"Rank."},{"name":"node_id","type":"string","do'
    'c":"Node."},{"name":"gpu_indices","type":{"type":"array","items":"int"},"doc'
    '":"GPUs."},{"name":"gpu_milli","type":"int","doc":"Thousandths of each."},{"'
    'name":"sharing","type":{"type":"enum","name":"Sharing","doc":"How a rank sha'
    'res its GPUs: not; inside its team by MPS or in turns; by a MIG instance.","'
    'symbols":["EXCLUSIVE","MPS","TIME_SLICING","MIG"],"default":"EXCLUSIVE","nam'
    'espace":"muster.node_commands"},"doc":"Who else may be on them.","default":"'
    'EXCLUSIVE"},{"name":"mig_profile","type":["null","string"],"doc":"Profile of'
    ' the MIG instance it gets.","default":null},{"name":"mig_start","type":["nul'
    'l","int"],"doc":"First memory slice of that instance.","default":null}],"nam'
    'espace":"muster.job_events"}},"doc":"One per rank."},{"name":"master_address'
    '","type":"string","doc":"Rank 0\'s address."},{"name":"master_port","type":"i'
    'nt","doc":"Rendezvous port."},{"name":"waited_ms","type":"long","doc":"Since'
    ' the job was last queued."},{"name":"reason","type":"string","doc":"Why ther'
    'e.","default":""},{"name":"tenant","type":"string","doc":"Whose job it is.",'
    '"default":""},{"name":"queue","type":"string","doc":"The job\'s queue.","defa'
    'ult":""},{"name":"each","type":["null",{"type":"record","name":"RankShape","'
    'doc":"What each rank of a gang holds on its node, besides the GPUs of its pl'
    'acement.","fields":[{"name":"cpu_milli","type":"long","doc":"Thousandths of '
    'a CPU core."},{"name":"memory_mib","type":"long","doc":"Host memory."},{"nam'
    'e":"gpu_models","type":{"type":"array","items":"string"},"doc":"GPU models i'
    't would accept, sorted; empty: any.","default":[]},{"name":"sharing_key","ty'
    'pe":"string","doc":"Ranks with the same key share GPUs (a trust domain and a'
    ' way of sharing); `mig`: a MIG instance of its own; empty: not shared.","def'
    'ault":""}],"namespace":"muster.job_events"}],"doc":"What each rank holds; nu'
    'll: an earlier version wrote it.","default":null}],"namespace":"muster.job_e'
    'vents"},{"type":"record","name":"JobStarted","doc":"All ranks run.","subject'
    '":"job","fields":[{"name":"job_id","type":"string","doc":"Job."},{"name":"at'
    'tempt","type":"int","doc":"Attempt."}],"namespace":"muster.job_events"},{"ty'
    'pe":"record","name":"JobResizing","doc":"An elastic job stops, to go on at o'
    'nce with another number of ranks.","subject":"job","fields":[{"name":"job_id'
    '","type":"string","doc":"Job."},{"name":"attempt","type":"int","doc":"The at'
    'tempt that stops."},{"name":"ranks_from","type":"int","doc":"Its ranks."},{"'
    'name":"ranks_to","type":"int","doc":"Ranks of the next one, or fewer where t'
    'hey no longer fit."},{"name":"reason","type":"string","doc":"Why."}],"namesp'
    'ace":"muster.job_events"},{"type":"record","name":"JobMoving","doc":"A job s'
    'tops, to go on at once on other nodes, so that another has room.","subject":'
    '"job","fields":[{"name":"job_id","type":"string","doc":"Job."},{"name":"atte'
    'mpt","type":"int","doc":"The attempt that stops."},{"name":"placements","typ'
    'e":{"type":"array","items":"muster.job_events.RankPlacement"},"doc":"Where i'
    't is to go on, in rank order; elsewhere, where that is gone."},{"name":"reas'
    'on","type":"string","doc":"Why."}],"namespace":"muster.job_events"},{"type":'
    '"record","name":"JobWarned","doc":"A watchdog has found something about a ru'
    'nning job; told once an attempt for each action.","subject":"job","fields":['
    '{"name":"job_id","type":"string","doc":"Job."},{"name":"attempt","type":"int'
    '","doc":"Attempt."},{"name":"watchdog","type":{"type":"enum","name":"Watchdo'
    'g","doc":"What is watched.","symbols":["WALL_TIME","HANG","START_UP","LOSS"]'
    ',"default":"WALL_TIME","namespace":"muster.job_events"},"doc":"Which one."},'
    '{"name":"action","type":{"type":"enum","name":"WatchdogAction","doc":"What f'
    "ollows: nothing; the attempt ends, and another is a matter of the job's retr"
    'ies; the job ends.","symbols":["TOLD","RETRIED","ENDED"],"default":"TOLD","n'
    'amespace":"muster.job_events"},"doc":"What follows."},{"name":"message","typ'
    'e":"string","doc":"What was found, for people."},{"name":"node_id","type":["'
    'null","string"],"doc":"Where; null: the whole gang.","default":null},{"name"'
    ':"rank","type":["null","int"],"doc":"Which rank; null: all, or unknown.","de'
    'fault":null}],"namespace":"muster.job_events"},{"type":"record","name":"JobS'
    'topping","doc":"Ranks have been ordered to stop.","subject":"job","fields":['
    '{"name":"job_id","type":"string","doc":"Job."},{"name":"attempt","type":"int'
    '","doc":"Attempt."},{"name":"reason","type":"string","doc":"Why."},{"name":"'
    'requeues","type":"boolean","doc":"It waits again once it has stopped, and th'
    'e attempt counts neither as failed nor as lost.","default":false},{"name":"p'
    'lan_id","type":"string","doc":"The preemption plan that it yields by; empty:'
    ' it stops for another reason.","default":""},{"name":"yields_to","type":"str'
    'ing","doc":"The job that it yields to; empty: none.","default":""},{"name":"'
    'cause","type":{"type":"enum","name":"StopCause","doc":"What kind of event st'
    'opped it.","symbols":["UNSTATED","SPOT_RECLAIM"],"default":"UNSTATED","names'
    'pace":"muster.job_events"},"doc":"What kind of event stopped it.","default":'
    '"UNSTATED"},{"name":"save_bytes","type":["null","long"],"doc":"What it is be'
    'lieved to have to save, bytes; null: not known, or not asked.","default":nul'
    'l},{"name":"saves_until_ms","type":["null","long"],"doc":"When that is belie'
    "ved to be stored, milliseconds since 1970 UTC; null: not known, or it is not"
    ' asked to save.","default":null}],"namespace":"muster.job_events"},{"type":"'
    'record","name":"SaveTooLarge","doc":"A job cannot store its state before its'
    ' node is taken away, and loses work.","subject":"job","fields":[{"name":"job'
    '_id","type":"string","doc":"Job."},{"name":"attempt","type":"int","doc":"Att'
    'empt."},{"name":"node_id","type":"string","doc":"The node that goes first."}'
    ',{"name":"save_bytes","type":"long","doc":"What it has to save, bytes."},{"n'
    'ame":"fits_bytes","type":"long","doc":"What can be stored in the time that i'
    's left beside the others, bytes."},{"name":"deadline_ms","type":"long","doc"'
    ':"When the node is gone, milliseconds since 1970 UTC."},{"name":"lost_gpu_ms'
    '","type":"long","doc":"GPU milliseconds since its last checkpoint, or since '
    'its start."}],"namespace":"muster.job_events"},{"type":"record","name":"Pree'
    'mptionAccepted","doc":"A preemption plan is carried out: victims stop, nodes'
    ' are held for the job.","subject":"plan","fields":[{"name":"plan_id","type":'
    '"string","doc":"Plan."},{"name":"job_id","type":"string","doc":"Job that the'
    ' victims yield to; empty: a reservation."},{"name":"reservation","type":"str'
    'ing","doc":"Capacity reservation whose nodes the victims leave; empty: they '
    'yield to a job.","default":""},{"name":"victims","type":{"type":"array","ite'
    'ms":{"type":"record","name":"YieldingJob","doc":"A job that yields, whole or'
    ' down to fewer ranks.","fields":[{"name":"job_id","type":"string","doc":"Job'
    '."},{"name":"attempt","type":"int","doc":"The attempt that stops."},{"name":'
    '"ranks_kept","type":"int","doc":"Ranks it goes on with; 0: it waits again.",'
    '"default":0}],"namespace":"muster.job_events"}},"doc":"By job id."},{"name":'
    '"placements","type":{"type":"array","items":"muster.job_events.RankPlacement'
    '"},"doc":"Where the job is to go, in rank order; these nodes are held for it'
    '."},{"name":"held_until_ms","type":"long","doc":"They are held at most until'
    ' then, milliseconds since 1970 UTC."},{"name":"cost_gpu_ms","type":"long","d'
    'oc":"Price as planned, GPU milliseconds."},{"name":"as_of_seq","type":"long"'
    ',"doc":"State of the scheduler\'s log that the plan was made from."}],"namesp'
    'ace":"muster.job_events"},{"type":"record","name":"PreemptionRefused","doc":'
    '"A preemption plan is not carried out; nobody stops because of it.","subject'
    '":"plan","fields":[{"name":"plan_id","type":"string","doc":"Plan."},{"name":'
    '"job_id","type":"string","doc":"Job that the victims would have yielded to; '
    'empty: a reservation."},{"name":"reservation","type":"string","doc":"Capacit'
    'y reservation whose nodes the victims leave; empty: they yield to a job.","d'
    'efault":""},{"name":"code","type":{"type":"enum","name":"RefusalCode","doc":'
    '"Why.","symbols":["EXPIRED","INVALID","UNDER_WAY","NOT_WAITING","NOT_ENTITLE'
    'D","NOT_NEEDED","VICTIM_GONE","VICTIM_PROTECTED","VICTIM_TOO_YOUNG","VICTIM_'
    'LIMIT","PAIR","NO_ROOM"],"default":"INVALID","namespace":"muster.job_events"'
    '},"doc":"Why."},{"name":"reason","type":"string","doc":"For people."}],"name'
    'space":"muster.job_events"},{"type":"record","name":"HoldReleased","doc":"Wh'
    "at victims of a preemption plan freed is no longer held for the job they yie"
    'lded to.","subject":"plan","fields":[{"name":"plan_id","type":"string","doc"'
    ':"Plan."},{"name":"job_id","type":"string","doc":"Job that it was held for."'
    '},{"name":"reason","type":{"type":"enum","name":"HoldReleaseReason","doc":"W'
    'hy.","symbols":["STARTED","NO_LONGER_WAITS","NO_ROOM","EXPIRED"],"default":"'
    'NO_LONGER_WAITS","namespace":"muster.job_events"},"doc":"STARTED: it was bou'
    "nd. NO_LONGER_WAITS: it was cancelled or suspended. NO_ROOM: all have yielde"
    'd, and it still does not fit. EXPIRED: they took too long."}],"namespace":"m'
    'uster.job_events"},{"type":"record","name":"AttemptEnded","doc":"An attempt '
    'is over on every node and its GPUs are free.","subject":"job","fields":[{"na'
    'me":"job_id","type":"string","doc":"Job."},{"name":"attempt","type":"int","d'
    'oc":"Attempt."},{"name":"outcome","type":{"type":"enum","name":"AttemptOutco'
    'me","doc":"How.","symbols":["SUCCEEDED","FAILED","STOPPED","TIMED_OUT","LOST'
    '","REFUSED"],"default":"REFUSED","namespace":"muster.job_events"},"doc":"How'
    '."},{"name":"exit_code","type":["null","int"],"doc":"Of the first failing ra'
    'nk.","default":null},{"name":"signal","type":["null","int"],"doc":"Of the fi'
    'rst failing rank.","default":null},{"name":"rank","type":["null","int"],"doc'
    '":"First failing rank.","default":null},{"name":"node_id","type":["null","st'
    'ring"],"doc":"Its node.","default":null},{"name":"message","type":"string","'
    'doc":"For people.","default":""},{"name":"ran_ms","type":"long","doc":"From '
    'bind to end."},{"name":"verdict","type":["null",{"type":"record","name":"Fai'
    'lureVerdict","doc":"Why an attempt failed, by the rules in effect; rank and '
    'node are those of its fact.","fields":[{"name":"rule","type":"string","doc":'
    '"The first rule with a sign."},{"name":"rules_version","type":"int","doc":"V'
    'ersion of the rules."},{"name":"category","type":"string","doc":"Whose part '
    'failed, as in the rule."},{"name":"subcategory","type":"string","doc":"What '
    'of it."},{"name":"persistence","type":"string","doc":"transient, permanent o'
    'r unknown: whether the same attempt would fail again."},{"name":"action","ty'
    'pe":"string","doc":"What the rule demands for the job."},{"name":"node_actio'
    'n","type":"string","doc":"What the rule advises for the node."},{"name":"sig'
    'n","type":"string","doc":"By what it was recognised: a line of the output, e'
    'xit code 137."},{"name":"means","type":"string","doc":"What happened, in the'
    ' rule\'s words."},{"name":"hint","type":"string","doc":"What to change, in th'
    'e rule\'s words."},{"name":"line","type":["null","long"],"doc":"Number of the'
    ' line in the rank\'s stream, when it was a line.","default":null},{"name":"st'
    'ream","type":"string","doc":"Its stream: stdout or stderr.","default":""},{"'
    'name":"count","type":"long","doc":"Lines with such a sign; 0: it was no line'
    '.","default":0},{"name":"at_ms","type":["null","long"],"doc":"When: of the l'
    'ine, else of the rank\'s end, milliseconds since 1970 UTC.","default":null},{'
    '"name":"spared","type":"boolean","doc":"The attempt does not count among tho'
    'se that the user granted.","default":false},{"name":"cause_seen","type":"boo'
    'lean","doc":"False: no rank shows a cause of its own; it began where nothing'
    ' was seen.","default":true},{"name":"others","type":{"type":"array","items":'
    '{"type":"record","name":"RankVerdict","doc":"Another rank that failed.","fie'
    'lds":[{"name":"rank","type":["null","int"],"doc":"Rank; null: its node was l'
    'ost, or refused.","default":null},{"name":"node_id","type":"string","doc":"I'
    'ts node."},{"name":"rule","type":"string","doc":"The first rule with a sign.'
    '"},{"name":"followed","type":"boolean","doc":"It failed because another rank'
    ' had gone, or waited for one that had."}],"namespace":"muster.job_events"}},'
    '"doc":"Other ranks that failed, by rank, the first of them.","default":[]},{'
    '"name":"others_more","type":"int","doc":"How many more than these.","default'
    '":0},{"name":"unscanned","type":"string","doc":"Why output was not scanned, '
    'or not all of it; empty: it was.","default":""}],"namespace":"muster.job_eve'
    'nts"}],"doc":"Why; null: nothing failed, or no rules are in effect.","defaul'
    't":null}],"namespace":"muster.job_events"},{"type":"record","name":"JobReque'
    'ued","doc":"The job waits again.","subject":"job","fields":[{"name":"job_id"'
    ',"type":"string","doc":"Job."},{"name":"attempt_next","type":"int","doc":"Nu'
    'mber of the next attempt."},{"name":"reason","type":"string","doc":"Why."},{'
    '"name":"not_before_ms","type":"long","doc":"Earliest time of the next attemp'
    't."}],"namespace":"muster.job_events"},{"type":"record","name":"JobSucceeded'
    '","doc":"Every rank ended with exit code 0.","subject":"job","fields":[{"nam'
    'e":"job_id","type":"string","doc":"Job."},{"name":"attempt","type":"int","do'
    'c":"Attempt."}],"namespace":"muster.job_events"},{"type":"record","name":"Jo'
    'bFailed","doc":"The job is over and did not succeed.","subject":"job","field'
    's":[{"name":"job_id","type":"string","doc":"Job."},{"name":"attempt","type":'
    '"int","doc":"Attempt."},{"name":"reason","type":"string","doc":"Why."},{"nam'
    'e":"exit_code","type":["null","int"],"doc":"Of the first failing rank.","def'
    'ault":null}],"namespace":"muster.job_events"},{"type":"record","name":"JobCa'
    'ncelled","doc":"The job was cancelled and nothing of it runs.","subject":"jo'
    'b","fields":[{"name":"job_id","type":"string","doc":"Job."},{"name":"request'
    'ed_by","type":"string","doc":"Who asked."},{"name":"reason","type":"string",'
    '"doc":"Why."}],"namespace":"muster.job_events"},{"type":"record","name":"Job'
    'Suspended","doc":"The job was suspended and nothing of it runs.","subject":"'
    'job","fields":[{"name":"job_id","type":"string","doc":"Job."},{"name":"reque'
    'sted_by","type":"string","doc":"Who asked."},{"name":"reason","type":"string'
    '","doc":"Why."}],"namespace":"muster.job_events"},{"type":"record","name":"J'
    'obResumed","doc":"A suspended job waits again.","subject":"job","fields":[{"'
    'name":"job_id","type":"string","doc":"Job."},{"name":"requested_by","type":"'
    'string","doc":"Who asked."}],"namespace":"muster.job_events"},{"type":"recor'
    'd","name":"CheckpointRecorded","doc":"All of a checkpoint is safe in S3; the'
    ' next attempt begins from it.","subject":"job","fields":[{"name":"job_id","t'
    'ype":"string","doc":"Job."},{"name":"attempt","type":"int","doc":"Attempt."}'
    ',{"name":"rank","type":"int","doc":"Rank that wrote it."},{"name":"file","ty'
    'pe":"string","doc":"File name: the one file that it is, or the record of its'
    ' parts."},{"name":"uri","type":"string","doc":"Where."},{"name":"sha256","ty'
    'pe":"string","doc":"Of that file."},{"name":"size_bytes","type":"long","doc"'
    ':"Of all its files, of all ranks together."},{"name":"files","type":"int","d'
    'oc":"So many files.","default":1},{"name":"unchanged_bytes","type":"long","d'
    'oc":"Of these, in files that had not changed and were in the store before.",'
    '"default":0},{"name":"step","type":["null","long"],"doc":"Step after which i'
    't was saved; null: it is one file, which does not say.","default":null}],"na'
    'mespace":"muster.job_events"},"muster.job_events.NodeJoined","muster.job_eve'
    'nts.NodeSuspected","muster.job_events.NodeRecovered","muster.job_events.Node'
    'Lost","muster.job_events.NodeForgotten","muster.job_events.NodeRefused",{"ty'
    'pe":"record","name":"NodeCordoned","doc":"Nothing new goes there.","subject"'
    ':"node","fields":[{"name":"node_id","type":"string","doc":"Node."},{"name":"'
    'requested_by","type":"string","doc":"Who."},{"name":"reason","type":"string"'
    ',"doc":"Why."}],"namespace":"muster.job_events"},{"type":"record","name":"No'
    'deUncordoned","doc":"Work goes there again.","subject":"node","fields":[{"na'
    'me":"node_id","type":"string","doc":"Node."},{"name":"requested_by","type":"'
    'string","doc":"Who."}],"namespace":"muster.job_events"},{"type":"record","na'
    'me":"NodeDraining","doc":"Nothing new is placed on the node, and what runs t'
    'here is moved.","subject":"node","fields":[{"name":"node_id","type":"string"'
    ',"doc":"Node."},{"name":"requested_by","type":"string","doc":"Operator."},{"'
    'name":"reason","type":"string","doc":"Why.","default":""}],"namespace":"must'
    'er.job_events"},{"type":"record","name":"NodeUndrained","doc":"Work may be p'
    'laced on the node again.","subject":"node","fields":[{"name":"node_id","type'
    '":"string","doc":"Node."},{"name":"requested_by","type":"string","doc":"Oper'
    'ator."}],"namespace":"muster.job_events"},{"type":"record","name":"NodeTagge'
    'd","doc":"What operators say of the node, beside what it announces, from now'
    ' on.","subject":"node","fields":[{"name":"node_id","type":"string","doc":"No'
    'de."},{"name":"labels","type":{"type":"map","values":"string"},"doc":"Labels'
    '; they win over announced ones.","default":{}},{"name":"taints","type":{"typ'
    'e":"array","items":"string"},"doc":"Taints, sorted.","default":[]},{"name":"'
    'requested_by","type":"string","doc":"Operator."}],"namespace":"muster.job_ev'
    'ents"},{"type":"record","name":"MaintenanceScheduled","doc":"The node will b'
    "e closed for a time: only work that is predicted to end before is placed the"
    're.","subject":"node","fields":[{"name":"node_id","type":"string","doc":"Nod'
    'e."},{"name":"starts_at_ms","type":"long","doc":"From when, milliseconds sin'
    'ce 1970 UTC."},{"name":"ends_at_ms","type":"long","doc":"Until when."},{"nam'
    'e":"requested_by","type":"string","doc":"Operator."},{"name":"reason","type"'
    ':"string","doc":"Why.","default":""}],"namespace":"muster.job_events"},{"typ'
    'e":"record","name":"MaintenanceStarted","doc":"The node\'s window has begun: '
    'it is closed, and what still runs there is moved.","subject":"node","fields"'
    ':[{"name":"node_id","type":"string","doc":"Node."}],"namespace":"muster.job_'
    'events"},{"type":"record","name":"MaintenanceEnded","doc":"The node\'s window'
    ' is over, or was called off.","subject":"node","fields":[{"name":"node_id","'
    'type":"string","doc":"Node."},{"name":"requested_by","type":["null","string"'
    '],"doc":"Operator who called it off; null: its time was over.","default":nul'
    'l}],"namespace":"muster.job_events"},{"type":"record","name":"NodeReclaiming'
    '","doc":"The node will be taken away: nothing new is placed there, and what '
    'runs there saves and leaves.","subject":"node","fields":[{"name":"node_id","'
    'type":"string","doc":"Node."},{"name":"notice_id","type":"string","doc":"Whi'
    'ch announcement; another one takes the place of the last."},{"name":"deadlin'
    'e_ms","type":["null","long"],"doc":"When it is gone, milliseconds since 1970'
    ' UTC; null: it is at risk, and what runs there stays.","default":null},{"nam'
    'e":"source","type":"muster.task_events.ReclaimSource","doc":"Who announced i'
    't."},{"name":"requested_by","type":"string","doc":"Operator; empty: the node'
    '\'s provider.","default":""},{"name":"reason","type":"string","doc":"For peop'
    'le.","default":""}],"namespace":"muster.job_events"},{"type":"record","name"'
    ':"NodeSpared","doc":"The node is not taken away after all, or is there again'
    ': work may be placed on it.","subject":"node","fields":[{"name":"node_id","t'
    'ype":"string","doc":"Node."},{"name":"requested_by","type":"string","doc":"O'
    'perator; empty: the node\'s provider.","default":""},{"name":"reason","type":'
    '"string","doc":"For people.","default":""}],"namespace":"muster.job_events"}'
    ',{"type":"record","name":"NodeNoted","doc":"What is wrong with the node by i'
    'ts own account.","subject":"node","fields":[{"name":"node_id","type":"string'
    '","doc":"Node."},{"name":"note","type":"string","doc":"One sentence; empty: '
    'nothing any more."}],"namespace":"muster.job_events"},"muster.job_events.Nod'
    'eRelocated","muster.job_events.GpuUnhealthy","muster.job_events.GpuRecovered'
    '",{"type":"record","name":"GpuGeometryChanged","doc":"An empty GPU was cut, '
    'to take MIG instances and nothing else, or made whole again.","subject":"nod'
    'e","fields":[{"name":"node_id","type":"string","doc":"Node."},{"name":"gpu_i'
    'ndex","type":"int","doc":"GPU."},{"name":"cut","type":"boolean","doc":"True:'
    ' MIG mode. False: whole."},{"name":"for_job_id","type":"string","doc":"The w'
    'aiting job that needed it."}],"namespace":"muster.job_events"},{"type":"reco'
    'rd","name":"QueueCreated","doc":"A queue exists.","subject":"queue","fields"'
    ':[{"name":"queue","type":"string","doc":"Name."},{"name":"tenant","type":"st'
    'ring","doc":"Tenant."},{"name":"description","type":"string","doc":"For peop'
    'le."},{"name":"requested_by","type":"string","doc":"Who."},{"name":"settings'
    '","type":["null","muster.queue_commands.QueueSettings"],"doc":"Shares and li'
    'mits; null for none.","default":null}],"namespace":"muster.job_events"},{"ty'
    'pe":"record","name":"QueueConfigured","doc":"A queue has other shares and li'
    'mits.","subject":"queue","fields":[{"name":"queue","type":"string","doc":"Na'
    'me."},{"name":"tenant","type":"string","doc":"Tenant."},{"name":"settings","'
    'type":"muster.queue_commands.QueueSettings","doc":"All of them."},{"name":"r'
    'equested_by","type":"string","doc":"Who."}],"namespace":"muster.job_events"}'
    ',{"type":"record","name":"QueueMeasured","doc":"What a queue and those below'
    ' it use, and what is due to it; sent when it changed, now and then.","subjec'
    't":"queue","fields":[{"name":"queue","type":"string","doc":"Name."},{"name":'
    '"tenant","type":"string","doc":"Tenant."},{"name":"gpu_milli_used","type":"l'
    'ong","doc":"Held, thousandths of GPU."},{"name":"gpu_milli_used_by_model","t'
    'ype":{"type":"map","values":"long"},"doc":"Per model."},{"name":"cpu_milli_u'
    'sed","type":"long","doc":"Held, thousandths of a core."},{"name":"memory_mib'
    '_used","type":"long","doc":"Held, MiB."},{"name":"gpu_milli_borrowed","type"'
    ':"long","doc":"Of what is used, beyond the guarantee."},{"name":"gpu_milli_l'
    'ent","type":"long","doc":"Of the guarantee, unused: others may have it."},{"'
    'name":"share_ppm","type":"long","doc":"Dominant part of the cluster that it '
    'holds now, millionths."},{"name":"share_due_ppm","type":"long","doc":"Part o'
    'f the cluster due to it by weight among its busy neighbours, millionths."},{'
    '"name":"usage_gpu_ms","type":"long","doc":"Weighted usage over the window: G'
    'PU milliseconds at model price, decayed."},{"name":"credit_gpu_ms","type":"l'
    'ong","doc":"Burst credit, the same unit."},{"name":"jobs_running","type":"in'
    't","doc":"Jobs that hold GPUs."},{"name":"jobs_pending","type":"int","doc":"'
    'Jobs that wait."}],"namespace":"muster.job_events"},{"type":"record","name":'
    '"QueueDeleted","doc":"A queue is gone.","subject":"queue","fields":[{"name":'
    '"queue","type":"string","doc":"Name."},{"name":"tenant","type":"string","doc'
    '":"Tenant."},{"name":"requested_by","type":"string","doc":"Who."}],"namespac'
    'e":"muster.job_events"},{"type":"record","name":"CapacityReserved","doc":"No'
    'des are reserved for a queue.","subject":"reservation","fields":[{"name":"re'
    'servation","type":"string","doc":"Name."},{"name":"tenant","type":"string","'
    'doc":"Tenant."},{"name":"queue","type":"string","doc":"Whose jobs may be pla'
    'ced there, and those of the queues below it."},{"name":"gpu_model","type":"s'
    'tring","doc":"GPU model of the nodes."},{"name":"gpu_count","type":"int","do'
    'c":"GPUs of the nodes together."},{"name":"node_ids","type":{"type":"array",'
    '"items":"string"},"doc":"Sorted. Until it starts, other jobs are placed ther'
    'e only if they are predicted to end before."},{"name":"starts_at_ms","type":'
    '"long","doc":"From when."},{"name":"ends_at_ms","type":"long","doc":"Until w'
    'hen."},{"name":"requested_by","type":"string","doc":"Who."}],"namespace":"mu'
    'ster.job_events"},{"type":"record","name":"CapacityReassigned","doc":"A rese'
    'rvation has other nodes: some of its own were closed or lost.","subject":"re'
    'servation","fields":[{"name":"reservation","type":"string","doc":"Name."},{"'
    'name":"tenant","type":"string","doc":"Tenant."},{"name":"queue","type":"stri'
    'ng","doc":"Whose jobs may be placed there, and those of the queues below it.'
    '"},{"name":"node_ids","type":{"type":"array","items":"string"},"doc":"All of'
    ' them now, sorted."},{"name":"reason","type":"string","doc":"Why."}],"namesp'
    'ace":"muster.job_events"},{"type":"record","name":"CapacityReservationStarte'
    'd","doc":"From now on only jobs of the queue may be placed on the nodes.","s'
    'ubject":"reservation","fields":[{"name":"reservation","type":"string","doc":'
    '"Name."},{"name":"tenant","type":"string","doc":"Tenant."},{"name":"queue","'
    'type":"string","doc":"Whose jobs may be placed there, and those of the queue'
    's below it."}],"namespace":"muster.job_events"},{"type":"record","name":"Cap'
    'acityReservationEnded","doc":"The nodes are released.","subject":"reservatio'
    'n","fields":[{"name":"reservation","type":"string","doc":"Name."},{"name":"t'
    'enant","type":"string","doc":"Tenant."},{"name":"queue","type":"string","doc'
    '":"Whose jobs may be placed there, and those of the queues below it."},{"nam'
    'e":"reason","type":{"type":"enum","name":"ReservationEnd","doc":"Why.","symb'
    'ols":["OVER","CANCELLED"],"default":"OVER","namespace":"muster.job_events"},'
    '"doc":"Why."},{"name":"requested_by","type":"string","doc":"Who cancelled it'
    '; empty when its time was over.","default":""}],"namespace":"muster.job_even'
    'ts"},{"type":"record","name":"PolicyActivated","doc":"Decisions follow this '
    'policy from here on.","subject":"policy","fields":[{"name":"policy","type":"'
    'muster.operator_commands.Policy","doc":"The whole policy."},{"name":"request'
    'ed_by","type":"string","doc":"Who."}],"namespace":"muster.job_events"},{"typ'
    'e":"record","name":"FailureRulesActivated","doc":"Failures are judged by the'
    'se rules from here on.","subject":"policy","fields":[{"name":"version","type'
    '":"int","doc":"Version of the rules."},{"name":"sha256","type":"string","doc'
    '":"Of the text."},{"name":"rules","type":"string","doc":"The rules file."},{'
    '"name":"requested_by","type":"string","doc":"Operator, or the first leader."'
    '}],"namespace":"muster.job_events"},{"type":"record","name":"StartTask","doc'
    '":"Start these ranks.","fields":[{"name":"node_id","type":"string","doc":"No'
    'de."},{"name":"epoch","type":"long","doc":"Leader\'s epoch; older than one al'
    'ready seen: refuse."},{"name":"order_seq","type":"long","doc":"Position of t'
    'he decision: seq of the input that caused it."},{"name":"job_id","type":"str'
    'ing","doc":"Job."},{"name":"attempt","type":"int","doc":"Attempt; started at'
    ' most once."},{"name":"tenant","type":"string","doc":"Tenant."},{"name":"job'
    '_name","type":"string","doc":"Job\'s name."},{"name":"user","type":"string","'
    'doc":"Job\'s user."},{"name":"ranks","type":{"type":"array","items":{"type":"'
    'record","name":"RankAssignment","doc":"What one rank gets on the node.","fie'
    'lds":[{"name":"rank","type":"int","doc":"Rank."},{"name":"gpu_indices","type'
    '":{"type":"array","items":"int"},"doc":"GPUs."},{"name":"gpu_milli","type":"'
    'int","doc":"Thousandths of each."},{"name":"sharing","type":"muster.node_com'
    'mands.Sharing","doc":"Who else may be on them.","default":"EXCLUSIVE"},{"nam'
    'e":"mig_profile","type":["null","string"],"doc":"Profile of the MIG instance'
    ' it gets.","default":null},{"name":"mig_start","type":["null","int"],"doc":"'
    'First memory slice of that instance.","default":null},{"name":"cpu_milli","t'
    'ype":"long","doc":"Thousandths of a CPU core it may use; 0: without limit.",'
    '"default":0},{"name":"memory_mib","type":"long","doc":"Main memory it may us'
    'e, MiB; 0: without limit.","default":0}],"namespace":"muster.node_commands"}'
    '},"doc":"Ranks on this node."},{"name":"world_size","type":"int","doc":"Rank'
    's in all."},{"name":"master_address","type":"string","doc":"Address of rank '
    '0."},{"name":"master_port","type":"int","doc":"Rendezvous port on rank 0\'s n'
    'ode."},{"name":"image","type":["null","string"],"doc":"Container image.","de'
    'fault":null},{"name":"command","type":{"type":"array","items":"string"},"doc'
    '":"Program and arguments."},{"name":"env","type":{"type":"map","values":"str'
    'ing"},"doc":"Environment.","default":{}},{"name":"files_sha256","type":["nul'
    'l","string"],"doc":"Working files.","default":null},{"name":"wall_time_max_m'
    's","type":["null","long"],"doc":"Stop after this long.","default":null},{"na'
    'me":"hang_after_ms","type":["null","long"],"doc":"Report ranks that say noth'
    'ing for so long; null: do not.","default":null},{"name":"start_up_max_ms","t'
    'ype":["null","long"],"doc":"The same from their start, while they hardly use'
    ' the CPU; null: do not.","default":null},{"name":"grace_ms","type":"long","d'
    'oc":"Between SIGTERM and SIGKILL."},{"name":"checkpoint_enabled","type":"boo'
    'lean","doc":"Keep checkpoints."},{"name":"checkpoint_uri","type":["null","st'
    'ring"],"doc":"Newest checkpoint of an earlier attempt.","default":null},{"na'
    'me":"checkpoint_sha256","type":["null","string"],"doc":"Its hash.","default"'
    ':null},{"name":"checkpoint_file","type":["null","string"],"doc":"Its file na'
    'me.","default":null},{"name":"offline","type":"boolean","doc":"Its ranks see'
    ' no network but their own loopback.","default":false},{"name":"failure_rules'
    '_sha256","type":["null","string"],"doc":"Rules of failures by which output i'
    's scanned; null: none are in effect.","default":null},{"name":"failure_rules'
    '_version","type":["null","int"],"doc":"Their version.","default":null}],"nam'
    'espace":"muster.node_commands"},{"type":"record","name":"StopTask","doc":"St'
    'op this attempt\'s ranks; unknown attempt: nothing to do.","fields":[{"name":'
    '"node_id","type":"string","doc":"Node."},{"name":"epoch","type":"long","doc"'
    ':"Leader\'s epoch; older than one already seen: refuse."},{"name":"order_seq"'
    ',"type":"long","doc":"Position of the decision: seq of the input that caused'
    ' it."},{"name":"job_id","type":"string","doc":"Job."},{"name":"attempt","typ'
    'e":"int","doc":"Attempt; started at most once."},{"name":"grace_ms","type":"'
    'long","doc":"Between SIGTERM and SIGKILL."},{"name":"checkpoint_grace_ms","t'
    'ype":"long","doc":"Most time for a checkpoint before SIGTERM; 0: the ranks d'
    'o not go on later.","default":0},{"name":"reason","type":"string","doc":"Why'
    '."}],"namespace":"muster.node_commands"}],"doc":"Fact or order."}],"namespac'
    'e":"muster.scheduler_log"}},"doc":"In order."},{"name":"state_hash","type":['
    '"null","string"],"doc":"Hash of the whole state after this batch, when it wa'
    's taken.","default":null},{"name":"hash_version","type":"int","doc":"How sta'
    'te_hash was computed; hashes of different versions are not compared.","defau'
    'lt":1},{"name":"decisions_version","type":"int","doc":"Which version of the '
    'rules decided; another one may decide otherwise. 0: not recorded.","default"'
    ':0}],"namespace":"muster.scheduler_log"}],"doc":"What happened."}]}'
)
