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
    'ult":null}],"namespace":"muster.queue_commands"}],"doc":"Shares and limits; '
    'null for none.","default":null}],"namespace":"muster.queue_commands"},{"type'
    '":"record","name":"ConfigureQueue","doc":"Replace a queue\'s shares and limit'
    's.","fields":[{"name":"queue","type":"string","doc":"Name."},{"name":"tenant'
    '","type":"string","doc":"Tenant."},{"name":"settings","type":"muster.queue_c'
    'ommands.QueueSettings","doc":"All of them."},{"name":"requested_by","type":"'
    'string","doc":"User who asks."}],"namespace":"muster.queue_commands"},{"type'
    '":"record","name":"DeleteQueue","doc":"Remove an empty queue.","fields":[{"n'
    'ame":"queue","type":"string","doc":"Name."},{"name":"tenant","type":"string"'
    ',"doc":"Tenant."},{"name":"requested_by","type":"string","doc":"User who ask'
    's."}],"namespace":"muster.queue_commands"},{"type":"record","name":"ReserveC'
    'apacity","doc":"Keep whole nodes of a GPU model for a queue, from a time unt'
    'il another.","fields":[{"name":"reservation","type":"string","doc":"Name: 1 '
    'to 63 of a-z 0-9 and -; unique in its tenant while it lasts."},{"name":"tena'
    'nt","type":"string","doc":"Tenant."},{"name":"queue","type":"string","doc":"'
    'Whose jobs may be placed there, and those of the queues below it."},{"name":'
    '"gpu_model","type":"string","doc":"GPU model of the nodes."},{"name":"gpu_co'
    'unt","type":["null","int"],"doc":"Reserve the fewest nodes with this many GP'
    'Us; null where nodes are counted.","default":null},{"name":"node_count","typ'
    'e":["null","int"],"doc":"So many nodes; null where GPUs are counted.","defau'
    'lt":null},{"name":"starts_at_ms","type":["null","long"],"doc":"From when, mi'
    'lliseconds since 1970 UTC; null: at once.","default":null},{"name":"ends_at_'
    'ms","type":"long","doc":"Until when, milliseconds since 1970 UTC."},{"name":'
    '"requested_by","type":"string","doc":"User who asks."}],"namespace":"muster.'
    'queue_commands"},{"type":"record","name":"CancelCapacityReservation","doc":"'
    'End a reservation, begun or not.","fields":[{"name":"reservation","type":"st'
    'ring","doc":"Name."},{"name":"tenant","type":"string","doc":"Tenant."},{"nam'
    'e":"requested_by","type":"string","doc":"User who asks."}],"namespace":"must'
    'er.queue_commands"},{"type":"record","name":"CordonNode","doc":"Place nothin'
    'g new on the node; what runs goes on.","fields":[{"name":"node_id","type":"s'
    'tring","doc":"Node."},{"name":"requested_by","type":"string","doc":"Operator'
    '."},{"name":"reason","type":"string","doc":"Why.","default":""}],"namespace"'
    ':"muster.operator_commands"},{"type":"record","name":"UncordonNode","doc":"P'
    'lace work on the node again.","fields":[{"name":"node_id","type":"string","d'
    'oc":"Node."},{"name":"requested_by","type":"string","doc":"Operator."}],"nam'
    'espace":"muster.operator_commands"},{"type":"record","name":"DrainNode","doc'
    '":"Place nothing new on the node, and move what runs there: it stops with it'
    's grace and waits again.","fields":[{"name":"node_id","type":"string","doc":'
    '"Node."},{"name":"requested_by","type":"string","doc":"Operator."},{"name":"'
    'reason","type":"string","doc":"Why.","default":""}],"namespace":"muster.oper'
    'ator_commands"},{"type":"record","name":"UndrainNode","doc":"Place work on t'
    'he node again.","fields":[{"name":"node_id","type":"string","doc":"Node."},{'
    '"name":"requested_by","type":"string","doc":"Operator."}],"namespace":"muste'
    'r.operator_commands"},{"type":"record","name":"TagNode","doc":"Give the node'
    ' labels and taints beside those it announces, or take such away.","fields":['
    '{"name":"node_id","type":"string","doc":"Node."},{"name":"labels","type":{"t'
    'ype":"map","values":"string"},"doc":"Labels to set; they win over announced '
    'ones.","default":{}},{"name":"labels_removed","type":{"type":"array","items"'
    ':"string"},"doc":"Labels set before that no longer hold, sorted.","default":'
    '[]},{"name":"taints","type":{"type":"array","items":"string"},"doc":"Taints '
    'to set, sorted.","default":[]},{"name":"taints_removed","type":{"type":"arra'
    'y","items":"string"},"doc":"Taints set before that no longer hold, sorted.",'
    '"default":[]},{"name":"requested_by","type":"string","doc":"Operator."}],"na'
    'mespace":"muster.operator_commands"},{"type":"record","name":"ScheduleMainte'
    'nance","doc":"Close the node for a time; takes the place of a window that ha'
    's not begun.","fields":[{"name":"node_id","type":"string","doc":"Node."},{"n'
    'ame":"starts_at_ms","type":"long","doc":"From when, milliseconds since 1970 '
    'UTC."},{"name":"ends_at_ms","type":"long","doc":"Until when."},{"name":"requ'
    'ested_by","type":"string","doc":"Operator."},{"name":"reason","type":"string'
    '","doc":"Why.","default":""}],"namespace":"muster.operator_commands"},{"type'
    '":"record","name":"CancelMaintenance","doc":"Call the node\'s window off, or '
    'end it.","fields":[{"name":"node_id","type":"string","doc":"Node."},{"name":'
    '"requested_by","type":"string","doc":"Operator."}],"namespace":"muster.opera'
    'tor_commands"},{"type":"record","name":"ReclaimNode","doc":"Treat the node a'
    "s one that its provider takes away; takes the place of what was announced be"
    'fore.","fields":[{"name":"node_id","type":"string","doc":"Node."},{"name":"r'
    'emaining_ms","type":"long","doc":"In how long it is gone."},{"name":"request'
    'ed_by","type":"string","doc":"Operator."},{"name":"reason","type":"string","'
    'doc":"For people.","default":""}],"namespace":"muster.operator_commands"},{"'
    'type":"record","name":"SpareNode","doc":"The node is not taken away after al'
    'l.","fields":[{"name":"node_id","type":"string","doc":"Node."},{"name":"requ'
    'ested_by","type":"string","doc":"Operator."}],"namespace":"muster.operator_c'
    'ommands"},{"type":"record","name":"ActivatePolicy","doc":"Decide by this pol'
    'icy from now on.","fields":[{"name":"policy","type":{"type":"record","name":'
    '"Policy","doc":"Knobs that change decisions; a change is an event, so it rep'
    'lays.","fields":[{"name":"name","type":"string","doc":"For people."},{"name"'
    ':"head_patience_ms","type":"long","doc":"A blocked head of line is passed fr'
    'eely for this long; then nodes are reserved for it."},{"name":"head_hold_ms"'
    ',"type":"long","doc":"Nodes reserved for it are kept this long beyond the ti'
    'me it should have started at."},{"name":"attempts_lost_max","type":"int","do'
    'c":"Attempts lost with their nodes before the job fails."},{"name":"workload'
    '_shapes_max","type":"int","doc":"Shapes remembered for the fragmentation sco'
    're."},{"name":"jobs_ended_kept_max","type":"int","doc":"Ended jobs remembere'
    'd for deduplication."},{"name":"share_window_ms","type":"long","doc":"Usage '
    'older than this is forgotten.","default":2592000000},{"name":"share_half_lif'
    'e_ms","type":"long","doc":"Usage this old counts half.","default":604800000}'
    ',{"name":"share_history_percent","type":"int","doc":"Weight of usage over ti'
    'me beside usage now, 0 to 10000.","default":100},{"name":"credit_max_ms","ty'
    'pe":"long","doc":"Burst credit holds at most a guarantee unused for this lon'
    'g; 0 gives none.","default":86400000},{"name":"model_price_milli","type":{"t'
    'ype":"map","values":"long"},"doc":"What an hour of a GPU model counts, thous'
    'andths; 1000 where absent.","default":{}},{"name":"aging_step_ms","type":"lo'
    'ng","doc":"A job that waited this long goes with the next higher tier, and s'
    'o on; 0 never.","default":86400000},{"name":"reclaim_interval_ms","type":"lo'
    'ng","doc":"Shortest time between two preemption requests for the same lent G'
    'PUs.","default":60000},{"name":"time_level_gpu_ms","type":"long","doc":"GPUs'
    " times time from which a job of a queue that shares time is in the second le"
    'vel.","default":3600000},{"name":"time_level_factor","type":"int","doc":"Eac'
    'h further level begins at so many times as much.","default":8},{"name":"time'
    '_levels","type":"int","doc":"Levels of jobs that share time.","default":4},{'
    '"name":"time_quantum_ms","type":"long","doc":"A job that shares time runs at'
    ' least so long before it yields to one of a lower level.","default":300000},'
    '{"name":"time_cost_percent_max","type":"int","doc":"Its stop and its restart'
    ' cost at most this part of the time that it then runs at least.","default":5'
    '0},{"name":"time_promotion_ms","type":"long","doc":"A waiting job that share'
    's time counts as one level lower after each such period.","default":86400000'
    '},{"name":"measure_interval_ms","type":"long","doc":"A queue that changed is'
    ' measured at most this often.","default":10000},{"name":"resize_interval_ms"'
    ',"type":"long","doc":"An elastic job is resized at most this often.","defaul'
    't":300000},{"name":"defrag_interval_ms","type":"long","doc":"Moves that woul'
    'd make room for the head of line are looked for at most this often.","defaul'
    't":300000},{"name":"defrag_benefit_percent","type":"int","doc":"They are car'
    "ried out when the GPU time that is won is at least this part of what is lost"
    '; 0 only proposes.","default":300},{"name":"search_work_per_pass_max","type"'
    ':"int","doc":"Work that one scheduling pass may spend on searches in vain: 1'
    ' for each, and 1 for every 8 ranks of a gang; the next pass goes on.","defau'
    'lt":2000},{"name":"topology","type":{"type":"record","name":"TopologyWeights'
    '","doc":"What a gang\'s place is worth, per GPU of the gang, by the smallest '
    'unit that holds it.","fields":[{"name":"nvlink","type":"int","doc":"The gang'
    ' shares an NVLink domain or a node.","default":1000},{"name":"leaf","type":"'
    'int","doc":"It shares a leaf.","default":400},{"name":"spine","type":"int","'
    'doc":"It shares a spine.","default":200},{"name":"cell","type":"int","doc":"'
    'It shares a cell.","default":100},{"name":"stranded_gpu","type":"int","doc":'
    '"Taken off for each GPU left free beside it that no group like its own can u'
    'se.","default":100}],"namespace":"muster.operator_commands"},"doc":"How plac'
    'es of gangs are weighed.","default":{"nvlink":1000,"leaf":400,"spine":200,"c'
    'ell":100,"stranded_gpu":100}},{"name":"tenants_untrusted","type":{"type":"ar'
    'ray","items":"string"},"doc":"Tenants whose fractions of GPUs always get a M'
    'IG instance of their own.","default":[]},{"name":"mig_change_interval_ms","t'
    'ype":"long","doc":"A GPU is cut into MIG instances, or made whole again, at '
    'most this often.","default":600000},{"name":"checkpoint_grace_max_ms","type"'
    ':"long","doc":"Most time for a checkpoint before a job is stopped, whatever '
    'the job asks for.","default":600000},{"name":"node_upload_bytes_per_s","type'
    '":"long","doc":"What one node stores of checkpoints when it is taken away, b'
    'ytes per second.","default":1000000000},{"name":"store_upload_bytes_per_s","'
    'type":"long","doc":"What the store takes of all nodes that are taken away, b'
    'ytes per second.","default":10000000000},{"name":"reclaim_margin_ms","type":'
    '"long","doc":"Ranks have ended this long before their node is taken away.","'
    'default":5000},{"name":"preemption_ran_min_ms","type":"long","doc":"A job th'
    'at was bound more recently is not preempted.","default":300000},{"name":"pre'
    'emptions_per_job_day_max","type":"int","doc":"How often a job is preempted w'
    'ithin 24 hours at most.","default":3},{"name":"preemption_hold_ms","type":"l'
    'ong","doc":"What victims free is held for the job they yield to for at most '
    'so long after their grace.","default":60000},{"name":"wall_time_max_ms","typ'
    'e":{"type":"map","values":"long"},"doc":"Longest time that an attempt of a j'
    "ob may hold its nodes, by tier, beside the job's own limit; tiers that are n"
    'ot named have none.","default":{}},{"name":"retries_off","type":"boolean","d'
    'oc":"No attempt that failed is retried; those that were lost or refused are.'
    '","default":false},{"name":"nodes_lost_per_job_max","type":"int","doc":"A jo'
    "b is suspended once so many nodes were lost soon after attempts of it began "
    'there; 0 never.","default":0},{"name":"hang_after_ms","type":{"type":"map","'
    'values":"long"},"doc":"Silence of all ranks (no output, no step) after which'
    " a job of the tier counts as hanging; a job may state its own. Tiers that ar"
    'e not named: never.","default":{}},{"name":"start_up_max_ms","type":{"type":'
    '"map","values":"long"},"doc":"The same for a job whose ranks said nothing si'
    'nce their start and hardly use the CPU.","default":{}},{"name":"hang_ends","'
    'type":"boolean","doc":"An attempt that hangs by these is ended, and retried '
    'as the job allows; else its owner is told.","default":false},{"name":"mig_ge'
    'ometries","type":{"type":"array","items":{"type":"record","name":"MigGeometr'
    'y","doc":"The only way GPUs of a model are cut.","fields":[{"name":"gpu_mode'
    'l","type":"string","doc":"GPU model."},{"name":"instances","type":{"type":"a'
    'rray","items":{"type":"record","name":"MigInstance","doc":"One instance.","f'
    'ields":[{"name":"profile","type":"string","doc":"Profile, as in 2g.10gb."},{'
    '"name":"start","type":"int","doc":"First memory slice."}],"namespace":"muste'
    'r.operator_commands"}},"doc":"All that may exist on one GPU."}],"namespace":'
    '"muster.operator_commands"}},"doc":"GPU models that a site cuts in one way o'
    'nly; others as jobs need it.","default":[]}],"namespace":"muster.operator_co'
    'mmands"},"doc":"The whole policy."},{"name":"requested_by","type":"string","'
    'doc":"Operator."}],"namespace":"muster.operator_commands"},{"type":"record",'
    '"name":"ActivateFailureRules","doc":"Judge failures by these rules from now '
    'on.","fields":[{"name":"rules","type":"string","doc":"The rules file, as lib'
    's/failures parses it; its version is higher than that in effect."},{"name":"'
    'requested_by","type":"string","doc":"Operator."}],"namespace":"muster.operat'
    'or_commands"},{"type":"record","name":"AgentStarted","doc":"The agent is up '
    'and tells what it runs, so that the scheduler can reconcile.","subject":"nod'
    'e","fields":[{"name":"node_id","type":"string","doc":"Node."},{"name":"boot_'
    'id","type":"string","doc":"Boot."},{"name":"fresh","type":"boolean","doc":"T'
    'rue: the agent remembers nothing from before."},{"name":"order_seq_last","ty'
    'pe":"long","doc":"Newest order it has carried out; -1 when fresh."},{"name":'
    '"running","type":{"type":"array","items":{"type":"record","name":"AttemptRef'
    '","doc":"One attempt.","fields":[{"name":"job_id","type":"string","doc":"Job'
    '."},{"name":"attempt","type":"int","doc":"Attempt."}],"namespace":"muster.ta'
    'sk_events"}},"doc":"Tasks adopted, still running."}],"namespace":"muster.tas'
    'k_events"},{"type":"record","name":"TaskStarted","doc":"All ranks of the tas'
    'k have a process.","subject":"task","fields":[{"name":"node_id","type":"stri'
    'ng","doc":"Node."},{"name":"job_id","type":"string","doc":"Job."},{"name":"a'
    'ttempt","type":"int","doc":"Attempt, 1-based."},{"name":"ranks","type":{"typ'
    'e":"array","items":"int"},"doc":"Ranks on this node."}],"namespace":"muster.'
    'task_events"},{"type":"record","name":"TaskSuspected","doc":"Something is wr'
    'ong with ranks that run; where they are is in their output.","subject":"task'
    '","fields":[{"name":"node_id","type":"string","doc":"Node."},{"name":"job_id'
    '","type":"string","doc":"Job."},{"name":"attempt","type":"int","doc":"Attemp'
    't, 1-based."},{"name":"suspicion","type":{"type":"enum","name":"Suspicion","'
    'doc":"They say nothing any more; said nothing since their start; report a lo'
    'ss that is not a number.","symbols":["SILENT","NEVER_SPOKE","LOSS_NOT_A_NUMB'
    'ER"],"default":"SILENT","namespace":"muster.task_events"},"doc":"What."},{"n'
    'ame":"rank","type":["null","int"],"doc":"Rank that is behind the others, or '
    'says it; null: none is.","default":null},{"name":"message","type":"string","'
    'doc":"What was seen, for people."}],"namespace":"muster.task_events"},{"type'
    '":"record","name":"TaskHeard","doc":"Ranks that were suspected of hanging sa'
    'y something again.","subject":"task","fields":[{"name":"node_id","type":"str'
    'ing","doc":"Node."},{"name":"job_id","type":"string","doc":"Job."},{"name":"'
    'attempt","type":"int","doc":"Attempt, 1-based."}],"namespace":"muster.task_e'
    'vents"},{"type":"record","name":"TaskExited","doc":"No rank of the task runs'
    ' any more.","subject":"task","fields":[{"name":"node_id","type":"string","do'
    'c":"Node."},{"name":"job_id","type":"string","doc":"Job."},{"name":"attempt"'
    ',"type":"int","doc":"Attempt, 1-based."},{"name":"outcome","type":{"type":"e'
    'num","name":"TaskOutcome","doc":"How the task ended.","symbols":["SUCCEEDED"'
    ',"FAILED","STOPPED","TIMED_OUT","LOST"],"default":"LOST","namespace":"muster'
    '.task_events"},"doc":"STOPPED: on order. TIMED_OUT: its wall time. LOST: its'
    ' processes vanished."},{"name":"exits","type":{"type":"array","items":{"type'
    '":"record","name":"RankExit","doc":"How one rank ended.","fields":[{"name":"'
    'rank","type":"int","doc":"Rank."},{"name":"exit_code","type":["null","int"],'
    '"doc":"Exit code.","default":null},{"name":"signal","type":["null","int"],"d'
    'oc":"Signal that ended it.","default":null},{"name":"at_ms","type":["null","'
    'long"],"doc":"When, by the node\'s clock, milliseconds since 1970 UTC; null: '
    'an older agent does not say.","default":null}],"namespace":"muster.task_even'
    'ts"}},"doc":"Per rank."},{"name":"message","type":"string","doc":"For people'
    ': the first failing rank and why.","default":""},{"name":"steps","type":{"ty'
    'pe":"array","items":{"type":"record","name":"StopStep","doc":"One step of st'
    'opping the ranks.","fields":[{"name":"kind","type":{"type":"enum","name":"St'
    'opStepKind","doc":"What was done.","symbols":["CHECKPOINT_REQUESTED","NOT_RE'
    'GISTERED","CHECKPOINT_SAVED","CHECKPOINT_MISSED","TERMINATED","KILLED"],"def'
    'ault":"TERMINATED","namespace":"muster.task_events"},"doc":"CHECKPOINT_REQUE'
    "STED: SIGUSR1 was sent. NOT_REGISTERED: no process handles it. CHECKPOINT_SA"
    "VED: one written since is stored. CHECKPOINT_MISSED: none was within the gra"
    'ce. TERMINATED: SIGTERM was sent. KILLED: SIGKILL was."},{"name":"at_ms","ty'
    'pe":"long","doc":"When, by the node\'s clock, milliseconds since 1970 UTC."}]'
    ',"namespace":"muster.task_events"}},"doc":"How the ranks were stopped, in or'
    'der of time; empty: they ended by themselves.","default":[]},{"name":"findin'
    'gs","type":{"type":"array","items":{"type":"record","name":"RuleFinding","do'
    'c":"A rule of failures has a sign in a rank\'s lines; the lines themselves ar'
    'e not told.","fields":[{"name":"rule","type":"string","doc":"Rule."},{"name"'
    ':"rank","type":"int","doc":"Rank."},{"name":"source","type":{"type":"enum","'
    'name":"FindingSource","doc":"Where a line comes from.","symbols":["OUTPUT","'
    'KERNEL"],"default":"OUTPUT","namespace":"muster.task_events"},"doc":"OUTPUT:'
    ' the rank wrote it. KERNEL: the node\'s kernel did."},{"name":"stream","type"'
    ':"string","doc":"Of output: stdout or stderr.","default":""},{"name":"line",'
    '"type":"long","doc":"Number of the first such line in its stream, from 1."},'
    '{"name":"first_byte","type":"long","doc":"Where that line begins in its stre'
    'am, from 0."},{"name":"count","type":"long","doc":"Lines with such a sign."}'
    ',{"name":"at_ms","type":["null","long"],"doc":"When the agent read it, by th'
    'e node\'s clock, milliseconds since 1970 UTC.","default":null}],"namespace":"'
    'muster.task_events"}},"doc":"Signs of rules, by rank, then in the rules\' ord'
    'er.","default":[]},{"name":"rules_version","type":["null","int"],"doc":"Vers'
    'ion of the rules by which output was scanned; null: it was not.","default":n'
    'ull},{"name":"unscanned","type":"string","doc":"Why output was not scanned, '
    'or not all of it; empty: it was, or no rules are in effect.","default":""}],'
    '"namespace":"muster.task_events"},{"type":"record","name":"TaskRefused","doc'
    '":"An order was not carried out.","subject":"task","fields":[{"name":"node_i'
    'd","type":"string","doc":"Node."},{"name":"job_id","type":"string","doc":"Jo'
    'b."},{"name":"attempt","type":"int","doc":"Attempt, 1-based."},{"name":"epoc'
    'h","type":"long","doc":"Epoch of the order."},{"name":"order_seq","type":"lo'
    'ng","doc":"Order."},{"name":"reason","type":{"type":"enum","name":"RefusalRe'
    'ason","doc":"Why.","symbols":["STALE_EPOCH","GPU_BUSY","UNKNOWN_GPU","FILES_'
    'UNAVAILABLE","CANNOT_START","FILES_INVALID"],"default":"CANNOT_START","names'
    'pace":"muster.task_events"},"doc":"Why."},{"name":"message","type":"string",'
    '"doc":"For people.","default":""}],"namespace":"muster.task_events"},{"type"'
    ':"record","name":"CheckpointPartStored","doc":"A part of a checkpoint is in '
    'the store: the files of one rank, and their manifest.","subject":"task","fie'
    'lds":[{"name":"node_id","type":"string","doc":"Node."},{"name":"job_id","typ'
    'e":"string","doc":"Job."},{"name":"attempt","type":"int","doc":"Attempt, 1-b'
    'ased."},{"name":"rank","type":"int","doc":"Rank in whose folder it lies."},{'
    '"name":"step","type":"long","doc":"Step after which it was saved."},{"name":'
    '"part","type":"int","doc":"Rank whose files they are."},{"name":"sha256","ty'
    'pe":"string","doc":"Of the manifest, which has those of the files."},{"name"'
    ':"files","type":"int","doc":"Files."},{"name":"size_bytes","type":"long","do'
    'c":"Bytes of the files."},{"name":"new_bytes","type":"long","doc":"Bytes of '
    'files that were not in the store before."}],"namespace":"muster.task_events"'
    '},{"type":"record","name":"CheckpointSaved","doc":"A checkpoint file is safe'
    ' in S3: the one file that it is, or the record of its parts.","subject":"tas'
    'k","fields":[{"name":"node_id","type":"string","doc":"Node."},{"name":"job_i'
    'd","type":"string","doc":"Job."},{"name":"attempt","type":"int","doc":"Attem'
    'pt, 1-based."},{"name":"rank","type":"int","doc":"Rank that wrote it."},{"na'
    'me":"file","type":"string","doc":"File name."},{"name":"uri","type":"string"'
    ',"doc":"s3://bucket/key."},{"name":"sha256","type":"string","doc":"Of the by'
    'tes."},{"name":"size_bytes","type":"long","doc":"Of that file."},{"name":"pa'
    'rts","type":"int","doc":"So many parts make the checkpoint; 0: it is this on'
    'e file.","default":0},{"name":"step","type":["null","long"],"doc":"Step afte'
    'r which the parts were saved; null: it is one file.","default":null},{"name"'
    ':"parts_sha256","type":"string","doc":"Of the parts\' SHA-256, one a line, in'
    ' the order of their ranks; empty: it is one file.","default":""}],"namespace'
    '":"muster.task_events"},{"type":"record","name":"NodeReclaimAnnounced","doc"'
    ':"Its provider announced that it takes the node away; said again while that '
    'stands.","subject":"node","fields":[{"name":"node_id","type":"string","doc":'
    '"Node."},{"name":"notice_id","type":"string","doc":"Which announcement; anot'
    'her one takes the place of the last."},{"name":"remaining_ms","type":["null"'
    ',"long"],"doc":"How long the node will still be there, when this was said; n'
    'ull: it is at risk, and no time is set.","default":null},{"name":"source","t'
    'ype":{"type":"enum","name":"ReclaimSource","doc":"Who announced it.","symbol'
    's":["UNKNOWN","FILE","HTTP","AWS","GCP","AZURE","OPERATOR"],"default":"UNKNO'
    'WN","namespace":"muster.task_events"},"doc":"Who announced it."},{"name":"me'
    'ssage","type":"string","doc":"For people.","default":""}],"namespace":"muste'
    'r.task_events"},{"type":"record","name":"NodeReclaimWithdrawn","doc":"The an'
    'nouncement stands no longer: the node stays.","subject":"node","fields":[{"n'
    'ame":"node_id","type":"string","doc":"Node."},{"name":"notice_id","type":"st'
    'ring","doc":"Which announcement."}],"namespace":"muster.task_events"},{"type'
    '":"record","name":"NodeNoteReported","doc":"What is wrong with the node by i'
    'ts own account, such as a notice that cannot be read.","subject":"node","fie'
    'lds":[{"name":"node_id","type":"string","doc":"Node."},{"name":"note","type"'
    ':"string","doc":"One sentence; empty: nothing any more."}],"namespace":"must'
    'er.task_events"},{"type":"record","name":"PreemptionPlanned","subject":"plan'
    '","doc":"These jobs would yield, then the job that asks fits; the scheduler '
    'checks it first.","fields":[{"name":"plan_id","type":"string","doc":"Plan."}'
    ',{"name":"job_id","type":"string","doc":"Job that asks; empty where a reserv'
    'ation does."},{"name":"tenant","type":"string","doc":"Tenant."},{"name":"que'
    'ue","type":"string","doc":"Queue."},{"name":"cause","type":{"type":"enum","n'
    'ame":"PreemptionCause","doc":"What entitles it.","symbols":["GUARANTEE","TIE'
    'R","RESERVATION","TIME_SHARED"],"default":"TIER","namespace":"muster.job_eve'
    'nts"},"doc":"What entitles it."},{"name":"reservation","type":"string","doc"'
    ':"Reservation that has begun; empty where a job asks.","default":""},{"name"'
    ':"victims","type":{"type":"array","items":{"type":"record","name":"PlannedVi'
    'ctim","doc":"A job that would yield, whole or down to fewer ranks.","fields"'
    ':[{"name":"job_id","type":"string","doc":"Job."},{"name":"attempt","type":"i'
    'nt","doc":"The attempt that would stop."},{"name":"tenant","type":"string","'
    'doc":"Tenant."},{"name":"queue","type":"string","doc":"Queue."},{"name":"use'
    'r","type":"string","doc":"Who submitted it."},{"name":"ranks_kept","type":"i'
    'nt","doc":"Ranks it goes on with; 0: it is evicted and waits again."},{"name'
    '":"gpu_milli_freed","type":"long","doc":"Thousandths of GPU that it would fr'
    'ee."},{"name":"cost_gpu_ms","type":"long","doc":"GPU milliseconds: its work '
    'since the last checkpoint, a restart, and its delay by priority."},{"name":"'
    'reason","type":{"type":"enum","name":"VictimReason","doc":"Why this job.","s'
    'ymbols":["BORROWS","LOWER_TIER","ELASTIC_SURPLUS","HOLDS_RESERVED","MORE_SER'
    'VICE"],"default":"BORROWS","namespace":"muster.preemption_events"},"doc":"Wh'
    'y this job."},{"name":"message","type":"string","doc":"One sentence for its '
    'owner."}],"namespace":"muster.preemption_events"}},"doc":"By job id."},{"nam'
    'e":"placements","type":{"type":"array","items":{"type":"record","name":"Plan'
    'nedRank","doc":"Where one rank of the job would go.","fields":[{"name":"rank'
    '","type":"int","doc":"Rank."},{"name":"node_id","type":"string","doc":"Node.'
    '"},{"name":"gpu_indices","type":{"type":"array","items":"int"},"doc":"GPUs."'
    '}],"namespace":"muster.preemption_events"}},"doc":"Where the job fits once t'
    'hey have yielded, in rank order; none for a reservation."},{"name":"cost_gpu'
    '_ms","type":"long","doc":"Price: the sum over the victims."},{"name":"cost_g'
    'pu_ms_min","type":"long","doc":"No set of victims of the same rank costs les'
    's than this."},{"name":"exact","type":"boolean","doc":"No other set of victi'
    "ms is better; false: the price is within the bound above, but not proven bes"
    't."},{"name":"gain_gpu_ms","type":"long","doc":"GPU milliseconds that the jo'
    'b has sooner."},{"name":"as_of_seq","type":"long","doc":"State of the schedu'
    'ler\'s log that this is true of."},{"name":"expires_at_ms","type":"long","doc'
    '":"Void from then on, milliseconds since 1970 UTC."}],"namespace":"muster.pr'
    'eemption_events"},{"type":"record","name":"NodeJoined","doc":"A node is know'
    'n, or came back with other hardware.","subject":"node","fields":[{"name":"no'
    'de_id","type":"string","doc":"Node."},{"name":"boot_id","type":"string","doc'
    '":"Boot of its agent."},{"name":"address","type":"string","doc":"Address."},'
    '{"name":"port_first","type":"int","doc":"First rendezvous port."},{"name":"p'
    'ort_count","type":"int","doc":"How many."},{"name":"cpu_milli","type":"long"'
    ',"doc":"CPU."},{"name":"memory_mib","type":"long","doc":"Memory."},{"name":"'
    'gpu_model","type":"string","doc":"Model."},{"name":"gpu_memory_mib","type":"'
    'long","doc":"Memory of each GPU, MiB; 0 when unknown.","default":0},{"name":'
    '"gpu_count","type":"int","doc":"GPUs."},{"name":"executor","type":{"type":"e'
    'num","name":"Executor","doc":"How ranks run.","symbols":["PROCESS","SIMULATE'
    'D"],"default":"SIMULATED","namespace":"muster.node_heartbeats"},"doc":"How r'
    'anks run."},{"name":"lease_ms","type":"long","doc":"Lease."},{"name":"interv'
    'al_ms","type":"long","doc":"Heartbeat interval."},{"name":"labels","type":{"'
    'type":"map","values":"string"},"doc":"Labels.","default":{}},{"name":"locati'
    'on","type":{"type":"record","name":"Location","doc":"A node\'s place in the n'
    'etwork: each name is a unit within the next one; empty is unknown.","fields"'
    ':[{"name":"nvlink_domain","type":"string","doc":"NVLink domain larger than t'
    'he node; empty: the node is one by itself.","default":""},{"name":"leaf","ty'
    'pe":"string","doc":"InfiniBand leaf switch.","default":""},{"name":"spine","'
    'type":"string","doc":"Spine, or pod of leaves.","default":""},{"name":"cell"'
    ',"type":"string","doc":"Part of the network above the spines.","default":""}'
    '],"namespace":"muster.node_heartbeats"},"doc":"Where it is in the network.",'
    '"default":{"nvlink_domain":"","leaf":"","spine":"","cell":""}},{"name":"tain'
    'ts","type":{"type":"array","items":"string"},"doc":"Only jobs that tolerate '
    'all of them are placed here; sorted.","default":[]},{"name":"sandbox","type"'
    ':{"type":"enum","name":"Sandbox","doc":"What keeps jobs apart from the rest '
    'of a machine.","symbols":["NONE","NAMESPACES","BUBBLEWRAP"],"default":"NONE"'
    ',"namespace":"muster.node_heartbeats"},"doc":"What keeps jobs apart there.",'
    '"default":"NONE"},{"name":"enforces","type":{"type":"array","items":{"type":'
    '"enum","name":"Enforced","doc":"What a node holds jobs to.","symbols":["MEMO'
    'RY","MEMORY_MEASURED","CPU","PROCESSES","OPEN_FILES","DEVICES","UNKNOWN"],"d'
    'efault":"UNKNOWN","namespace":"muster.node_heartbeats"}},"doc":"What it hold'
    's jobs to.","default":[]}],"namespace":"muster.job_events"},{"type":"record"'
    ',"name":"NodeSuspected","doc":"Two beats missed: nothing new goes there; wha'
    't runs goes on.","subject":"node","fields":[{"name":"node_id","type":"string'
    '","doc":"Node."},{"name":"silent_ms","type":"long","doc":"Time since its las'
    't beat."}],"namespace":"muster.job_events"},{"type":"record","name":"NodeRec'
    'overed","doc":"The node\'s heartbeats arrive again.","subject":"node","fields'
    '":[{"name":"node_id","type":"string","doc":"Node."}],"namespace":"muster.job'
    '_events"},{"type":"record","name":"NodeLost","doc":"The lease ran out: its a'
    'ttempts are given up.","subject":"node","fields":[{"name":"node_id","type":"'
    'string","doc":"Node."},{"name":"silent_ms","type":"long","doc":"Time since i'
    'ts last beat."}],"namespace":"muster.job_events"},{"type":"record","name":"N'
    'odeForgotten","doc":"The node was lost for so long that nothing is kept of i'
    't; if it is heard again, it joins anew.","subject":"node","fields":[{"name":'
    '"node_id","type":"string","doc":"Node."},{"name":"lost_ms","type":"long","do'
    'c":"Time since the leader knew it as lost."}],"namespace":"muster.job_events'
    '"},{"type":"record","name":"NodeRefused","doc":"Heartbeats that bear this na'
    'me are invalid and are ignored. Said once by each leader.","subject":"node",'
    '"fields":[{"name":"node_id","type":"string","doc":"The name they bear; at mo'
    'st 128 characters, control characters escaped."},{"name":"message","type":"s'
    'tring","doc":"Field, value and what is allowed."}],"namespace":"muster.job_e'
    'vents"},{"type":"record","name":"NodeRelocated","doc":"The network around th'
    'e node has changed; what runs there goes on.","subject":"node","fields":[{"n'
    'ame":"node_id","type":"string","doc":"Node."},{"name":"location","type":"mus'
    'ter.node_heartbeats.Location","doc":"Where it is now."}],"namespace":"muster'
    '.job_events"},{"type":"record","name":"GpuUnhealthy","doc":"Nothing new goes'
    ' on this GPU.","subject":"node","fields":[{"name":"node_id","type":"string",'
    '"doc":"Node."},{"name":"gpu_index","type":"int","doc":"GPU."},{"name":"reaso'
    'n","type":"string","doc":"Why."}],"namespace":"muster.job_events"},{"type":"'
    'record","name":"GpuRecovered","doc":"The GPU is healthy again.","subject":"n'
    'ode","fields":[{"name":"node_id","type":"string","doc":"Node."},{"name":"gpu'
    '_index","type":"int","doc":"GPU."}],"namespace":"muster.job_events"},{"type"'
    ':"record","name":"CommandInvalid","doc":"A command that was turned away befo'
    're it was sequenced; `code` and `message` say why (ADR 4, 55).","fields":[{"'
    'name":"command_id","type":"string","doc":"event_id of the command."},{"name"'
    ':"command","type":"string","doc":"Its record name."},{"name":"subject","type'
    '":"string","doc":"Job, queue or node."},{"name":"tenant","type":"string","do'
    'c":"Tenant."},{"name":"code","type":{"type":"enum","name":"RejectionCode","a'
    'liases":["muster.job_events.RejectionCode"],"doc":"Kinds of refusal, the sam'
    'e for all services; each has its HTTP status.","symbols":["INVALID","ALREADY'
    '_EXISTS","NOT_FOUND","WRONG_STATE","IMPOSSIBLE_REQUEST","UNKNOWN_QUEUE","QUE'
    'UE_NOT_EMPTY","FORBIDDEN","QUOTA_EXCEEDED","BAD_TREE"],"default":"FORBIDDEN"'
    ',"namespace":"muster.command_answers"},"doc":"Kind of refusal: it breaks a r'
    'ule, or its sender may not send it.","default":"INVALID"},{"name":"message",'
    '"type":"string","doc":"For people."},{"name":"violations","type":{"type":"ar'
    'ray","items":{"type":"record","name":"Violation","aliases":["muster.job_even'
    'ts.Violation"],"doc":"One thing wrong with a request.","fields":[{"name":"fi'
    'eld","type":"string","doc":"Path of the field."},{"name":"value","type":"str'
    'ing","doc":"What was given, shortened."},{"name":"allowed","type":"string","'
    'doc":"What is allowed."}],"namespace":"muster.command_answers"}},"doc":"Fiel'
    'd by field."}],"namespace":"muster.scheduler_log"},{"type":"record","name":"'
    'LeaderElected","doc":"First input of an epoch.","fields":[{"name":"epoch","t'
    'ype":"long","doc":"Epoch."},{"name":"leader_id","type":"string","doc":"Proce'
    'ss that leads."}],"namespace":"muster.scheduler_log"},{"type":"record","name'
    '":"ClockTicked","doc":"A deadline of the core has passed.","fields":[],"name'
    'space":"muster.scheduler_log"}],"doc":"What came in."}],"namespace":"muster.'
    'scheduler_log"}},"doc":"In order."},{"name":"decisions","type":{"type":"arra'
    'y","items":{"type":"record","name":"Decision","doc":"One consequence.","fiel'
    'ds":[{"name":"event_id","type":"string","doc":"The same as in the public top'
    'ic."},{"name":"cause_seq","type":"long","doc":"seq of the input it follows f'
    'rom."},{"name":"payload","type":[{"type":"record","name":"CommandRejected","'
    'aliases":["muster.job_events.CommandRejected"],"doc":"A command that will no'
    't be carried out, and why.","subject":"command","fields":[{"name":"command_i'
    'd","type":"string","doc":"event_id of the command."},{"name":"command","type'
    '":"string","doc":"Its record name."},{"name":"subject","type":"string","doc"'
    ':"What it was about: a job, queue, node, or another entity of the service."}'
    ',{"name":"tenant","type":"string","doc":"Tenant."},{"name":"code","type":"mu'
    'ster.command_answers.RejectionCode","doc":"Kind of refusal."},{"name":"detai'
    'l_code","type":"string","doc":"The service\'s own, finer code; its README lis'
    'ts them. Empty: `code` says all.","default":""},{"name":"message","type":"st'
    'ring","doc":"For people."},{"name":"violations","type":{"type":"array","item'
    's":"muster.command_answers.Violation"},"doc":"Field by field.","default":[]}'
    '],"namespace":"muster.command_answers"},{"type":"record","name":"CommandRepe'
    'ated","aliases":["muster.job_events.CommandRepeated"],"doc":"A command that '
    'was carried out before came again; nothing changed.","subject":"command","fi'
    'elds":[{"name":"command_id","type":"string","doc":"event_id of the command."'
    '},{"name":"command","type":"string","doc":"Its record name."},{"name":"subje'
    'ct","type":"string","doc":"What it was about."}],"namespace":"muster.command'
    '_answers"},{"type":"record","name":"JobQueued","doc":"The job is accepted an'
    'd waits.","subject":"job","fields":[{"name":"job_id","type":"string","doc":"'
    'Job."},{"name":"tenant","type":"string","doc":"Tenant."},{"name":"spec","typ'
    'e":"muster.job_commands.JobSpec","doc":"As accepted."},{"name":"predicted_p5'
    '0_ms","type":["null","long"],"doc":"Predicted median run time of an attempt;'
    ' null: unknown.","default":null},{"name":"predicted_p90_ms","type":["null","'
    'long"],"doc":"Predicted 90th percentile of the run time; null: unknown.","de'
    'fault":null}],"namespace":"muster.job_events"},{"type":"record","name":"JobP'
    'ending","doc":"Why the job is not placed; sent when the reason changes.","su'
    'bject":"job","fields":[{"name":"job_id","type":"string","doc":"Job."},{"name'
    '":"code","type":{"type":"enum","name":"PendingCode","doc":"Stable codes for '
    'why a job waits.","symbols":["NO_NODES","MODEL_ABSENT","TOO_LARGE","CLUSTER_'
    'TOO_SMALL","GPUS_BUSY","GPUS_FRAGMENTED","FRACTIONS_FRAGMENTED","CPU_SHORT",'
    '"MEMORY_SHORT","NODES_UNSCHEDULABLE","LABELS_ABSENT","TAINTS_UNTOLERATED","G'
    'PU_MEMORY_SHORT","SANDBOX_ABSENT","NODES_AVOIDED","MAINTENANCE_AHEAD","GANG_'
    'SHORT","TOPOLOGY_SHORT","HELD_FOR_HEAD","NODES_RESERVED","RETRY_BACKOFF","SU'
    'SPENDED","QUEUED","QUOTA_EXHAUSTED","JOB_LIMIT","GEOMETRY_FROZEN"],"default"'
    ':"QUEUED","namespace":"muster.job_events"},"doc":"The one dominant reason."}'
    ',{"name":"message","type":"string","doc":"One sentence."},{"name":"counts","'
    'type":{"type":"map","values":"long"},"doc":"Numbers behind it.","default":{}'
    '}],"namespace":"muster.job_events"},{"type":"record","name":"PreemptionReque'
    'sted","doc":"A job or a reservation is due GPUs that others hold; who yields'
    ' is decided elsewhere.","subject":"plan","fields":[{"name":"job_id","type":"'
    'string","doc":"Job; empty where a reservation is due them."},{"name":"cause"'
    ',"type":"muster.job_events.PreemptionCause","doc":"What entitles it."},{"nam'
    'e":"queue","type":"string","doc":"Its queue."},{"name":"tenant","type":"stri'
    'ng","doc":"Tenant."},{"name":"jobs","type":"int","doc":"Number of equal jobs'
    ' of its queue, this one included, that are due the resources they request.",'
    '"default":1},{"name":"gpu_milli_missing","type":"long","doc":"Thousandths of'
    ' GPU that they wait for."},{"name":"gpu_models","type":{"type":"array","item'
    's":"string"},"doc":"Models it accepts, sorted; empty for any.","default":[]}'
    ',{"name":"borrowers","type":{"type":"array","items":{"type":"record","name":'
    '"Borrower","doc":"A queue beyond its guarantee.","fields":[{"name":"queue","'
    'type":"string","doc":"Name."},{"name":"tenant","type":"string","doc":"Tenant'
    '."},{"name":"gpu_milli_borrowed","type":"long","doc":"Beyond its guarantee, '
    'thousandths of GPU."}],"namespace":"muster.job_events"}},"doc":"Queues that '
    'hold lent GPUs, most first.","default":[]},{"name":"as_of_seq","type":"long"'
    ',"doc":"State of the log that this is true of."},{"name":"reservation","type'
    '":"string","doc":"Reservation that has begun; empty where a job is due them.'
    '","default":""},{"name":"holders","type":{"type":"array","items":"string"},"'
    'doc":"Jobs that may yield, where the request says which: those that still ho'
    'ld its nodes, or have had more service; sorted; never production inference."'
    ',"default":[]}],"namespace":"muster.job_events"},{"type":"record","name":"Re'
    'servationMade","doc":"Nodes are kept for the job that heads the line and doe'
    's not fit; takes the place of its last one.","subject":"plan","fields":[{"na'
    'me":"job_id","type":"string","doc":"Job."},{"name":"node_ids","type":{"type"'
    ':"array","items":"string"},"doc":"Reserved: other jobs may be placed there o'
    'nly if they are predicted to end before starts_at_ms."},{"name":"starts_at_m'
    's","type":["null","long"],"doc":"When the nodes are predicted to have room f'
    'or it; null: unknown.","default":null},{"name":"kept_until_ms","type":"long"'
    ',"doc":"When, the job not started, nodes are chosen anew."},{"name":"by_limi'
    'ts","type":"boolean","doc":"Whether only wall-time limits were used to predi'
    'ct, because an earlier reservation of the job was not kept.","default":false'
    '}],"namespace":"muster.job_events"},{"type":"record","name":"ReservationRele'
    'ased","doc":"The nodes reserved for a job are released.","subject":"plan","f'
    'ields":[{"name":"job_id","type":"string","doc":"Job."},{"name":"reason","typ'
    'e":{"type":"enum","name":"ReleaseReason","doc":"Why.","symbols":["STARTED","'
    'NO_LONGER_WAITS","NO_LONGER_HEAD","IN_VAIN"],"default":"NO_LONGER_WAITS","na'
    'mespace":"muster.job_events"},"doc":"Why."},{"name":"again_at_ms","type":["n'
    'ull","long"],"doc":"When nodes are kept for it again, as it still heads the '
    'line; null: not for this reason.","default":null}],"namespace":"muster.job_e'
    'vents"},{"type":"record","name":"DefragmentationProposed","doc":"Moves of ru'
    'nning jobs that would let a job start that free GPUs in all suffice for.","s'
    'ubject":"plan","fields":[{"name":"job_id","type":"string","doc":"The job tha'
    't would start."},{"name":"moves","type":{"type":"array","items":{"type":"rec'
    'ord","name":"Move","doc":"One job that would go on elsewhere.","fields":[{"n'
    'ame":"job_id","type":"string","doc":"Job."},{"name":"from_node_ids","type":{'
    '"type":"array","items":"string"},"doc":"Where it is, sorted."},{"name":"to_n'
    'ode_ids","type":{"type":"array","items":"string"},"doc":"Where it would go, '
    'sorted."},{"name":"lost_gpu_ms","type":"long","doc":"GPU milliseconds: its G'
    'PUs times what it ran since its last checkpoint, and a restart."}],"namespac'
    'e":"muster.job_events"}},"doc":"By job."},{"name":"cost_gpu_ms","type":"long'
    '","doc":"GPU milliseconds that all moves lose."},{"name":"benefit_gpu_ms","t'
    'ype":"long","doc":"GPU milliseconds that the job would have sooner: its GPUs'
    ' times the wait it is spared."},{"name":"carried_out","type":"boolean","doc"'
    ':"The moves begin now."}],"namespace":"muster.job_events"},{"type":"record",'
    '"name":"StartPredicted","doc":"When a waiting job will start, predicted now '
    'and then so that the cell learns from what comes.","subject":"plan","fields"'
    ':[{"name":"job_id","type":"string","doc":"Job."},{"name":"wait_ms","type":"l'
    'ong","doc":"How much longer it will wait, the best single estimate, millisec'
    'onds."},{"name":"wait_low_ms","type":["null","long"],"doc":"Start of the ran'
    "ge that is stated, milliseconds from now; null: too little is learned for a "
    'range.","default":null},{"name":"wait_high_ms","type":["null","long"],"doc":'
    '"End of the range that is stated, milliseconds from now.","default":null},{"'
    'name":"signs","type":{"type":"array","items":"int"},"doc":"What it was compu'
    "ted from, as logarithms in 1/256 octave: one, the soonest start with its equ"
    "als ahead only, the time waited, the number of waiting jobs, the amount requ"
    'ested, the position among its equals."}],"namespace":"muster.job_events"},{"'
    'type":"record","name":"GangBound","doc":"Every rank has its place; orders to'
    ' start are in the same transaction.","subject":"job","fields":[{"name":"job_'
    'id","type":"string","doc":"Job."},{"name":"attempt","type":"int","doc":"Atte'
    'mpt."},{"name":"placements","type":{"type":"array","items":{"type":"record",'
    '"name":"RankPlacement","doc":"Where one rank runs.","fields":[{"name":"rank"'
    ',"type":"int","doc":"Rank."},{"name":"node_id","type":"string","doc":"Node."'
    '},{"name":"gpu_indices","type":{"type":"array","items":"int"},"doc":"GPUs."}'
    ',{"name":"gpu_milli","type":"int","doc":"Thousandths of each."},{"name":"sha'
    'ring","type":{"type":"enum","name":"Sharing","doc":"How a rank shares its GP'
    'Us: not; inside its team by MPS or in turns; by a MIG instance.","symbols":['
    '"EXCLUSIVE","MPS","TIME_SLICING","MIG"],"default":"EXCLUSIVE","namespace":"m'
    'uster.node_commands"},"doc":"Who else may be on them.","default":"EXCLUSIVE"'
    '},{"name":"mig_profile","type":["null","string"],"doc":"Profile of the MIG i'
    'nstance it gets.","default":null},{"name":"mig_start","type":["null","int"],'
    '"doc":"First memory slice of that instance.","default":null}],"namespace":"m'
    'uster.job_events"}},"doc":"One per rank."},{"name":"master_address","type":"'
    'string","doc":"Rank 0\'s address."},{"name":"master_port","type":"int","doc":'
    '"Rendezvous port."},{"name":"waited_ms","type":"long","doc":"Since the job w'
    'as last queued."},{"name":"reason","type":"string","doc":"Why there.","defau'
    'lt":""},{"name":"tenant","type":"string","doc":"Whose job it is.","default":'
    '""},{"name":"queue","type":"string","doc":"The job\'s queue.","default":""},{'
    '"name":"each","type":["null",{"type":"record","name":"RankShape","doc":"What'
    ' each rank of a gang holds on its node, besides the GPUs of its placement.",'
    '"fields":[{"name":"cpu_milli","type":"long","doc":"Thousandths of a CPU core'
    '."},{"name":"memory_mib","type":"long","doc":"Host memory."},{"name":"gpu_mo'
    'dels","type":{"type":"array","items":"string"},"doc":"GPU models it would ac'
    'cept, sorted; empty: any.","default":[]},{"name":"sharing_key","type":"strin'
    'g","doc":"Ranks with the same key share GPUs (a trust domain and a way of sh'
    'aring); `mig`: a MIG instance of its own; empty: not shared.","default":""}]'
    ',"namespace":"muster.job_events"}],"doc":"What each rank holds; null: an ear'
    'lier version wrote it.","default":null}],"namespace":"muster.job_events"},{"'
    'type":"record","name":"JobStarted","doc":"All ranks run.","subject":"job","f'
    'ields":[{"name":"job_id","type":"string","doc":"Job."},{"name":"attempt","ty'
    'pe":"int","doc":"Attempt."}],"namespace":"muster.job_events"},{"type":"recor'
    'd","name":"JobResizing","doc":"An elastic job stops, to go on at once with a'
    'nother number of ranks.","subject":"job","fields":[{"name":"job_id","type":"'
    'string","doc":"Job."},{"name":"attempt","type":"int","doc":"The attempt that'
    ' stops."},{"name":"ranks_from","type":"int","doc":"Its ranks."},{"name":"ran'
    'ks_to","type":"int","doc":"Ranks of the next one, or fewer where they no lon'
    'ger fit."},{"name":"reason","type":"string","doc":"Why."}],"namespace":"must'
    'er.job_events"},{"type":"record","name":"JobMoving","doc":"A job stops, to g'
    'o on at once on other nodes, so that another has room.","subject":"job","fie'
    'lds":[{"name":"job_id","type":"string","doc":"Job."},{"name":"attempt","type'
    '":"int","doc":"The attempt that stops."},{"name":"placements","type":{"type"'
    ':"array","items":"muster.job_events.RankPlacement"},"doc":"Where it is to go'
    ' on, in rank order; elsewhere, where that is gone."},{"name":"reason","type"'
    ':"string","doc":"Why."}],"namespace":"muster.job_events"},{"type":"record","'
    'name":"JobWarned","doc":"A watchdog has found something about a running job;'
    ' told once an attempt for each action.","subject":"job","fields":[{"name":"j'
    'ob_id","type":"string","doc":"Job."},{"name":"attempt","type":"int","doc":"A'
    'ttempt."},{"name":"watchdog","type":{"type":"enum","name":"Watchdog","doc":"'
    'What is watched.","symbols":["WALL_TIME","HANG","START_UP","LOSS"],"default"'
    ':"WALL_TIME","namespace":"muster.job_events"},"doc":"Which one."},{"name":"a'
    'ction","type":{"type":"enum","name":"WatchdogAction","doc":"What follows: no'
    "thing; the attempt ends, and another is a matter of the job's retries; the j"
    'ob ends.","symbols":["TOLD","RETRIED","ENDED"],"default":"TOLD","namespace":'
    '"muster.job_events"},"doc":"What follows."},{"name":"message","type":"string'
    '","doc":"What was found, for people."},{"name":"node_id","type":["null","str'
    'ing"],"doc":"Where; null: the whole gang.","default":null},{"name":"rank","t'
    'ype":["null","int"],"doc":"Which rank; null: all, or unknown.","default":nul'
    'l}],"namespace":"muster.job_events"},{"type":"record","name":"JobStopping","'
    'doc":"Ranks have been ordered to stop.","subject":"job","fields":[{"name":"j'
    'ob_id","type":"string","doc":"Job."},{"name":"attempt","type":"int","doc":"A'
    'ttempt."},{"name":"reason","type":"string","doc":"Why."},{"name":"requeues",'
    '"type":"boolean","doc":"It waits again once it has stopped, and the attempt '
    'counts neither as failed nor as lost.","default":false},{"name":"plan_id","t'
    'ype":"string","doc":"The preemption plan that it yields by; empty: it stops '
    'for another reason.","default":""},{"name":"yields_to","type":"string","doc"'
    ':"The job that it yields to; empty: none.","default":""},{"name":"cause","ty'
    'pe":{"type":"enum","name":"StopCause","doc":"What kind of event stopped it."'
    ',"symbols":["UNSTATED","SPOT_RECLAIM"],"default":"UNSTATED","namespace":"mus'
    'ter.job_events"},"doc":"What kind of event stopped it.","default":"UNSTATED"'
    '},{"name":"save_bytes","type":["null","long"],"doc":"What it is believed to '
    'have to save, bytes; null: not known, or not asked.","default":null},{"name"'
    ':"saves_until_ms","type":["null","long"],"doc":"When that is believed to be '
    "stored, milliseconds since 1970 UTC; null: not known, or it is not asked to "
    'save.","default":null}],"namespace":"muster.job_events"},{"type":"record","n'
    'ame":"SaveTooLarge","doc":"A job cannot store its state before its node is t'
    'aken away, and loses work.","subject":"job","fields":[{"name":"job_id","type'
    '":"string","doc":"Job."},{"name":"attempt","type":"int","doc":"Attempt."},{"'
    'name":"node_id","type":"string","doc":"The node that goes first."},{"name":"'
    'save_bytes","type":"long","doc":"What it has to save, bytes."},{"name":"fits'
    '_bytes","type":"long","doc":"What can be stored in the time that is left bes'
    'ide the others, bytes."},{"name":"deadline_ms","type":"long","doc":"When the'
    ' node is gone, milliseconds since 1970 UTC."},{"name":"lost_gpu_ms","type":"'
    'long","doc":"GPU milliseconds since its last checkpoint, or since its start.'
    '"}],"namespace":"muster.job_events"},{"type":"record","name":"PreemptionAcce'
    'pted","doc":"A preemption plan is carried out: victims stop, nodes are held '
    'for the job.","subject":"plan","fields":[{"name":"plan_id","type":"string","'
    'doc":"Plan."},{"name":"job_id","type":"string","doc":"Job that the victims y'
    'ield to; empty: a reservation."},{"name":"reservation","type":"string","doc"'
    ':"Capacity reservation whose nodes the victims leave; empty: they yield to a'
    ' job.","default":""},{"name":"victims","type":{"type":"array","items":{"type'
    '":"record","name":"YieldingJob","doc":"A job that yields, whole or down to f'
    'ewer ranks.","fields":[{"name":"job_id","type":"string","doc":"Job."},{"name'
    '":"attempt","type":"int","doc":"The attempt that stops."},{"name":"ranks_kep'
    't","type":"int","doc":"Ranks it goes on with; 0: it waits again.","default":'
    '0}],"namespace":"muster.job_events"}},"doc":"By job id."},{"name":"placement'
    's","type":{"type":"array","items":"muster.job_events.RankPlacement"},"doc":"'
    'Where the job is to go, in rank order; these nodes are held for it."},{"name'
    '":"held_until_ms","type":"long","doc":"They are held at most until then, mil'
    'liseconds since 1970 UTC."},{"name":"cost_gpu_ms","type":"long","doc":"Price'
    ' as planned, GPU milliseconds."},{"name":"as_of_seq","type":"long","doc":"St'
    'ate of the scheduler\'s log that the plan was made from."}],"namespace":"must'
    'er.job_events"},{"type":"record","name":"PreemptionRefused","doc":"A preempt'
    'ion plan is not carried out; nobody stops because of it.","subject":"plan","'
    'fields":[{"name":"plan_id","type":"string","doc":"Plan."},{"name":"job_id","'
    'type":"string","doc":"Job that the victims would have yielded to; empty: a r'
    'eservation."},{"name":"reservation","type":"string","doc":"Capacity reservat'
    'ion whose nodes the victims leave; empty: they yield to a job.","default":""'
    '},{"name":"code","type":{"type":"enum","name":"RefusalCode","doc":"Why.","sy'
    'mbols":["EXPIRED","INVALID","UNDER_WAY","NOT_WAITING","NOT_ENTITLED","NOT_NE'
    'EDED","VICTIM_GONE","VICTIM_PROTECTED","VICTIM_TOO_YOUNG","VICTIM_LIMIT","PA'
    'IR","NO_ROOM"],"default":"INVALID","namespace":"muster.job_events"},"doc":"W'
    'hy."},{"name":"reason","type":"string","doc":"For people."}],"namespace":"mu'
    'ster.job_events"},{"type":"record","name":"HoldReleased","doc":"What victims'
    ' of a preemption plan freed is no longer held for the job they yielded to.",'
    '"subject":"plan","fields":[{"name":"plan_id","type":"string","doc":"Plan."},'
    '{"name":"job_id","type":"string","doc":"Job that it was held for."},{"name":'
    '"reason","type":{"type":"enum","name":"HoldReleaseReason","doc":"Why.","symb'
    'ols":["STARTED","NO_LONGER_WAITS","NO_ROOM","EXPIRED"],"default":"NO_LONGER_'
    'WAITS","namespace":"muster.job_events"},"doc":"STARTED: it was bound. NO_LON'
    "GER_WAITS: it was cancelled or suspended. NO_ROOM: all have yielded, and it "
    'still does not fit. EXPIRED: they took too long."}],"namespace":"muster.job_'
    'events"},{"type":"record","name":"AttemptEnded","doc":"An attempt is over on'
    ' every node and its GPUs are free.","subject":"job","fields":[{"name":"job_i'
    'd","type":"string","doc":"Job."},{"name":"attempt","type":"int","doc":"Attem'
    'pt."},{"name":"outcome","type":{"type":"enum","name":"AttemptOutcome","doc":'
    '"How.","symbols":["SUCCEEDED","FAILED","STOPPED","TIMED_OUT","LOST","REFUSED'
    '"],"default":"REFUSED","namespace":"muster.job_events"},"doc":"How."},{"name'
    '":"exit_code","type":["null","int"],"doc":"Of the first failing rank.","defa'
    'ult":null},{"name":"signal","type":["null","int"],"doc":"Of the first failin'
    'g rank.","default":null},{"name":"rank","type":["null","int"],"doc":"First f'
    'ailing rank.","default":null},{"name":"node_id","type":["null","string"],"do'
    'c":"Its node.","default":null},{"name":"message","type":"string","doc":"For '
    'people.","default":""},{"name":"ran_ms","type":"long","doc":"From bind to en'
    'd."},{"name":"verdict","type":["null",{"type":"record","name":"FailureVerdic'
    't","doc":"Why an attempt failed, by the rules in effect; rank and node are t'
    'hose of its fact.","fields":[{"name":"rule","type":"string","doc":"The first'
    ' rule with a sign."},{"name":"rules_version","type":"int","doc":"Version of '
    'the rules."},{"name":"category","type":"string","doc":"Whose part failed, as'
    ' in the rule."},{"name":"subcategory","type":"string","doc":"What of it."},{'
    '"name":"persistence","type":"string","doc":"transient, permanent or unknown:'
    ' whether the same attempt would fail again."},{"name":"action","type":"strin'
    'g","doc":"What the rule demands for the job."},{"name":"node_action","type":'
    '"string","doc":"What the rule advises for the node."},{"name":"sign","type":'
    '"string","doc":"By what it was recognised: a line of the output, exit code 1'
    '37."},{"name":"means","type":"string","doc":"What happened, in the rule\'s wo'
    'rds."},{"name":"hint","type":"string","doc":"What to change, in the rule\'s w'
    'ords."},{"name":"line","type":["null","long"],"doc":"Number of the line in t'
    'he rank\'s stream, when it was a line.","default":null},{"name":"stream","typ'
    'e":"string","doc":"Its stream: stdout or stderr.","default":""},{"name":"cou'
    'nt","type":"long","doc":"Lines with such a sign; 0: it was no line.","defaul'
    't":0},{"name":"at_ms","type":["null","long"],"doc":"When: of the line, else '
    'of the rank\'s end, milliseconds since 1970 UTC.","default":null},{"name":"sp'
    'ared","type":"boolean","doc":"The attempt does not count among those that th'
    'e user granted.","default":false},{"name":"cause_seen","type":"boolean","doc'
    '":"False: no rank shows a cause of its own; it began where nothing was seen.'
    '","default":true},{"name":"others","type":{"type":"array","items":{"type":"r'
    'ecord","name":"RankVerdict","doc":"Another rank that failed.","fields":[{"na'
    'me":"rank","type":["null","int"],"doc":"Rank; null: its node was lost, or re'
    'fused.","default":null},{"name":"node_id","type":"string","doc":"Its node."}'
    ',{"name":"rule","type":"string","doc":"The first rule with a sign."},{"name"'
    ':"followed","type":"boolean","doc":"It failed because another rank had gone,'
    ' or waited for one that had."}],"namespace":"muster.job_events"}},"doc":"Oth'
    'er ranks that failed, by rank, the first of them.","default":[]},{"name":"ot'
    'hers_more","type":"int","doc":"How many more than these.","default":0},{"nam'
    'e":"unscanned","type":"string","doc":"Why output was not scanned, or not all'
    ' of it; empty: it was.","default":""}],"namespace":"muster.job_events"}],"do'
    'c":"Why; null: nothing failed, or no rules are in effect.","default":null}],'
    '"namespace":"muster.job_events"},{"type":"record","name":"JobRequeued","doc"'
    ':"The job waits again.","subject":"job","fields":[{"name":"job_id","type":"s'
    'tring","doc":"Job."},{"name":"attempt_next","type":"int","doc":"Number of th'
    'e next attempt."},{"name":"reason","type":"string","doc":"Why."},{"name":"no'
    't_before_ms","type":"long","doc":"Earliest time of the next attempt."}],"nam'
    'espace":"muster.job_events"},{"type":"record","name":"JobSucceeded","doc":"E'
    'very rank ended with exit code 0.","subject":"job","fields":[{"name":"job_id'
    '","type":"string","doc":"Job."},{"name":"attempt","type":"int","doc":"Attemp'
    't."}],"namespace":"muster.job_events"},{"type":"record","name":"JobFailed","'
    'doc":"The job is over and did not succeed.","subject":"job","fields":[{"name'
    '":"job_id","type":"string","doc":"Job."},{"name":"attempt","type":"int","doc'
    '":"Attempt."},{"name":"reason","type":"string","doc":"Why."},{"name":"exit_c'
    'ode","type":["null","int"],"doc":"Of the first failing rank.","default":null'
    '}],"namespace":"muster.job_events"},{"type":"record","name":"JobCancelled","'
    'doc":"The job was cancelled and nothing of it runs.","subject":"job","fields'
    '":[{"name":"job_id","type":"string","doc":"Job."},{"name":"requested_by","ty'
    'pe":"string","doc":"Who asked."},{"name":"reason","type":"string","doc":"Why'
    '."}],"namespace":"muster.job_events"},{"type":"record","name":"JobSuspended"'
    ',"doc":"The job was suspended and nothing of it runs.","subject":"job","fiel'
    'ds":[{"name":"job_id","type":"string","doc":"Job."},{"name":"requested_by","'
    'type":"string","doc":"Who asked."},{"name":"reason","type":"string","doc":"W'
    'hy."}],"namespace":"muster.job_events"},{"type":"record","name":"JobResumed"'
    ',"doc":"A suspended job waits again.","subject":"job","fields":[{"name":"job'
    '_id","type":"string","doc":"Job."},{"name":"requested_by","type":"string","d'
    'oc":"Who asked."}],"namespace":"muster.job_events"},{"type":"record","name":'
    '"CheckpointRecorded","doc":"All of a checkpoint is safe in S3; the next atte'
    'mpt begins from it.","subject":"job","fields":[{"name":"job_id","type":"stri'
    'ng","doc":"Job."},{"name":"attempt","type":"int","doc":"Attempt."},{"name":"'
    'rank","type":"int","doc":"Rank that wrote it."},{"name":"file","type":"strin'
    'g","doc":"File name: the one file that it is, or the record of its parts."},'
    '{"name":"uri","type":"string","doc":"Where."},{"name":"sha256","type":"strin'
    'g","doc":"Of that file."},{"name":"size_bytes","type":"long","doc":"Of all i'
    'ts files, of all ranks together."},{"name":"files","type":"int","doc":"So ma'
    'ny files.","default":1},{"name":"unchanged_bytes","type":"long","doc":"Of th'
    'ese, in files that had not changed and were in the store before.","default":'
    '0},{"name":"step","type":["null","long"],"doc":"Step after which it was save'
    'd; null: it is one file, which does not say.","default":null}],"namespace":"'
    'muster.job_events"},"muster.job_events.NodeJoined","muster.job_events.NodeSu'
    'spected","muster.job_events.NodeRecovered","muster.job_events.NodeLost","mus'
    'ter.job_events.NodeForgotten","muster.job_events.NodeRefused",{"type":"recor'
    'd","name":"NodeCordoned","doc":"Nothing new goes there.","subject":"node","f'
    'ields":[{"name":"node_id","type":"string","doc":"Node."},{"name":"requested_'
    'by","type":"string","doc":"Who."},{"name":"reason","type":"string","doc":"Wh'
    'y."}],"namespace":"muster.job_events"},{"type":"record","name":"NodeUncordon'
    'ed","doc":"Work goes there again.","subject":"node","fields":[{"name":"node_'
    'id","type":"string","doc":"Node."},{"name":"requested_by","type":"string","d'
    'oc":"Who."}],"namespace":"muster.job_events"},{"type":"record","name":"NodeD'
    'raining","doc":"Nothing new is placed on the node, and what runs there is mo'
    'ved.","subject":"node","fields":[{"name":"node_id","type":"string","doc":"No'
    'de."},{"name":"requested_by","type":"string","doc":"Operator."},{"name":"rea'
    'son","type":"string","doc":"Why.","default":""}],"namespace":"muster.job_eve'
    'nts"},{"type":"record","name":"NodeUndrained","doc":"Work may be placed on t'
    'he node again.","subject":"node","fields":[{"name":"node_id","type":"string"'
    ',"doc":"Node."},{"name":"requested_by","type":"string","doc":"Operator."}],"'
    'namespace":"muster.job_events"},{"type":"record","name":"NodeTagged","doc":"'
    'What operators say of the node, beside what it announces, from now on.","sub'
    'ject":"node","fields":[{"name":"node_id","type":"string","doc":"Node."},{"na'
    'me":"labels","type":{"type":"map","values":"string"},"doc":"Labels; they win'
    ' over announced ones.","default":{}},{"name":"taints","type":{"type":"array"'
    ',"items":"string"},"doc":"Taints, sorted.","default":[]},{"name":"requested_'
    'by","type":"string","doc":"Operator."}],"namespace":"muster.job_events"},{"t'
    'ype":"record","name":"MaintenanceScheduled","doc":"The node will be closed f'
    'or a time: only work that is predicted to end before is placed there.","subj'
    'ect":"node","fields":[{"name":"node_id","type":"string","doc":"Node."},{"nam'
    'e":"starts_at_ms","type":"long","doc":"From when, milliseconds since 1970 UT'
    'C."},{"name":"ends_at_ms","type":"long","doc":"Until when."},{"name":"reques'
    'ted_by","type":"string","doc":"Operator."},{"name":"reason","type":"string",'
    '"doc":"Why.","default":""}],"namespace":"muster.job_events"},{"type":"record'
    '","name":"MaintenanceStarted","doc":"The node\'s window has begun: it is clos'
    'ed, and what still runs there is moved.","subject":"node","fields":[{"name":'
    '"node_id","type":"string","doc":"Node."}],"namespace":"muster.job_events"},{'
    '"type":"record","name":"MaintenanceEnded","doc":"The node\'s window is over, '
    'or was called off.","subject":"node","fields":[{"name":"node_id","type":"str'
    'ing","doc":"Node."},{"name":"requested_by","type":["null","string"],"doc":"O'
    'perator who called it off; null: its time was over.","default":null}],"names'
    'pace":"muster.job_events"},{"type":"record","name":"NodeReclaiming","doc":"T'
    "he node will be taken away: nothing new is placed there, and what runs there"
    ' saves and leaves.","subject":"node","fields":[{"name":"node_id","type":"str'
    'ing","doc":"Node."},{"name":"notice_id","type":"string","doc":"Which announc'
    'ement; another one takes the place of the last."},{"name":"deadline_ms","typ'
    'e":["null","long"],"doc":"When it is gone, milliseconds since 1970 UTC; null'
    ': it is at risk, and what runs there stays.","default":null},{"name":"source'
    '","type":"muster.task_events.ReclaimSource","doc":"Who announced it."},{"nam'
    'e":"requested_by","type":"string","doc":"Operator; empty: the node\'s provide'
    'r.","default":""},{"name":"reason","type":"string","doc":"For people.","defa'
    'ult":""}],"namespace":"muster.job_events"},{"type":"record","name":"NodeSpar'
    'ed","doc":"The node is not taken away after all, or is there again: work may'
    ' be placed on it.","subject":"node","fields":[{"name":"node_id","type":"stri'
    'ng","doc":"Node."},{"name":"requested_by","type":"string","doc":"Operator; e'
    'mpty: the node\'s provider.","default":""},{"name":"reason","type":"string","'
    'doc":"For people.","default":""}],"namespace":"muster.job_events"},{"type":"'
    'record","name":"NodeNoted","doc":"What is wrong with the node by its own acc'
    'ount.","subject":"node","fields":[{"name":"node_id","type":"string","doc":"N'
    'ode."},{"name":"note","type":"string","doc":"One sentence; empty: nothing an'
    'y more."}],"namespace":"muster.job_events"},"muster.job_events.NodeRelocated'
    '","muster.job_events.GpuUnhealthy","muster.job_events.GpuRecovered",{"type":'
    '"record","name":"GpuGeometryChanged","doc":"An empty GPU was cut, to take MI'
    'G instances and nothing else, or made whole again.","subject":"node","fields'
    '":[{"name":"node_id","type":"string","doc":"Node."},{"name":"gpu_index","typ'
    'e":"int","doc":"GPU."},{"name":"cut","type":"boolean","doc":"True: MIG mode.'
    ' False: whole."},{"name":"for_job_id","type":"string","doc":"The waiting job'
    ' that needed it."}],"namespace":"muster.job_events"},{"type":"record","name"'
    ':"QueueCreated","doc":"A queue exists.","subject":"queue","fields":[{"name":'
    '"queue","type":"string","doc":"Name."},{"name":"tenant","type":"string","doc'
    '":"Tenant."},{"name":"description","type":"string","doc":"For people."},{"na'
    'me":"requested_by","type":"string","doc":"Who."},{"name":"settings","type":['
    '"null","muster.queue_commands.QueueSettings"],"doc":"Shares and limits; null'
    ' for none.","default":null}],"namespace":"muster.job_events"},{"type":"recor'
    'd","name":"QueueConfigured","doc":"A queue has other shares and limits.","su'
    'bject":"queue","fields":[{"name":"queue","type":"string","doc":"Name."},{"na'
    'me":"tenant","type":"string","doc":"Tenant."},{"name":"settings","type":"mus'
    'ter.queue_commands.QueueSettings","doc":"All of them."},{"name":"requested_b'
    'y","type":"string","doc":"Who."}],"namespace":"muster.job_events"},{"type":"'
    'record","name":"QueueMeasured","doc":"What a queue and those below it use, a'
    'nd what is due to it; sent when it changed, now and then.","subject":"queue"'
    ',"fields":[{"name":"queue","type":"string","doc":"Name."},{"name":"tenant","'
    'type":"string","doc":"Tenant."},{"name":"gpu_milli_used","type":"long","doc"'
    ':"Held, thousandths of GPU."},{"name":"gpu_milli_used_by_model","type":{"typ'
    'e":"map","values":"long"},"doc":"Per model."},{"name":"cpu_milli_used","type'
    '":"long","doc":"Held, thousandths of a core."},{"name":"memory_mib_used","ty'
    'pe":"long","doc":"Held, MiB."},{"name":"gpu_milli_borrowed","type":"long","d'
    'oc":"Of what is used, beyond the guarantee."},{"name":"gpu_milli_lent","type'
    '":"long","doc":"Of the guarantee, unused: others may have it."},{"name":"sha'
    're_ppm","type":"long","doc":"Dominant part of the cluster that it holds now,'
    ' millionths."},{"name":"share_due_ppm","type":"long","doc":"Part of the clus'
    'ter due to it by weight among its busy neighbours, millionths."},{"name":"us'
    'age_gpu_ms","type":"long","doc":"Weighted usage over the window: GPU millise'
    'conds at model price, decayed."},{"name":"credit_gpu_ms","type":"long","doc"'
    ':"Burst credit, the same unit."},{"name":"jobs_running","type":"int","doc":"'
    'Jobs that hold GPUs."},{"name":"jobs_pending","type":"int","doc":"Jobs that '
    'wait."}],"namespace":"muster.job_events"},{"type":"record","name":"QueueDele'
    'ted","doc":"A queue is gone.","subject":"queue","fields":[{"name":"queue","t'
    'ype":"string","doc":"Name."},{"name":"tenant","type":"string","doc":"Tenant.'
    '"},{"name":"requested_by","type":"string","doc":"Who."}],"namespace":"muster'
    '.job_events"},{"type":"record","name":"CapacityReserved","doc":"Nodes are re'
    'served for a queue.","subject":"reservation","fields":[{"name":"reservation"'
    ',"type":"string","doc":"Name."},{"name":"tenant","type":"string","doc":"Tena'
    'nt."},{"name":"queue","type":"string","doc":"Whose jobs may be placed there,'
    ' and those of the queues below it."},{"name":"gpu_model","type":"string","do'
    'c":"GPU model of the nodes."},{"name":"gpu_count","type":"int","doc":"GPUs o'
    'f the nodes together."},{"name":"node_ids","type":{"type":"array","items":"s'
    'tring"},"doc":"Sorted. Until it starts, other jobs are placed there only if '
    'they are predicted to end before."},{"name":"starts_at_ms","type":"long","do'
    'c":"From when."},{"name":"ends_at_ms","type":"long","doc":"Until when."},{"n'
    'ame":"requested_by","type":"string","doc":"Who."}],"namespace":"muster.job_e'
    'vents"},{"type":"record","name":"CapacityReassigned","doc":"A reservation ha'
    's other nodes: some of its own were closed or lost.","subject":"reservation"'
    ',"fields":[{"name":"reservation","type":"string","doc":"Name."},{"name":"ten'
    'ant","type":"string","doc":"Tenant."},{"name":"queue","type":"string","doc":'
    '"Whose jobs may be placed there, and those of the queues below it."},{"name"'
    ':"node_ids","type":{"type":"array","items":"string"},"doc":"All of them now,'
    ' sorted."},{"name":"reason","type":"string","doc":"Why."}],"namespace":"must'
    'er.job_events"},{"type":"record","name":"CapacityReservationStarted","doc":"'
    'From now on only jobs of the queue may be placed on the nodes.","subject":"r'
    'eservation","fields":[{"name":"reservation","type":"string","doc":"Name."},{'
    '"name":"tenant","type":"string","doc":"Tenant."},{"name":"queue","type":"str'
    'ing","doc":"Whose jobs may be placed there, and those of the queues below it'
    '."}],"namespace":"muster.job_events"},{"type":"record","name":"CapacityReser'
    'vationEnded","doc":"The nodes are released.","subject":"reservation","fields'
    '":[{"name":"reservation","type":"string","doc":"Name."},{"name":"tenant","ty'
    'pe":"string","doc":"Tenant."},{"name":"queue","type":"string","doc":"Whose j'
    'obs may be placed there, and those of the queues below it."},{"name":"reason'
    '","type":{"type":"enum","name":"ReservationEnd","doc":"Why.","symbols":["OVE'
    'R","CANCELLED"],"default":"OVER","namespace":"muster.job_events"},"doc":"Why'
    '."},{"name":"requested_by","type":"string","doc":"Who cancelled it; empty wh'
    'en its time was over.","default":""}],"namespace":"muster.job_events"},{"typ'
    'e":"record","name":"PolicyActivated","doc":"Decisions follow this policy fro'
    'm here on.","subject":"policy","fields":[{"name":"policy","type":"muster.ope'
    'rator_commands.Policy","doc":"The whole policy."},{"name":"requested_by","ty'
    'pe":"string","doc":"Who."}],"namespace":"muster.job_events"},{"type":"record'
    '","name":"FailureRulesActivated","doc":"Failures are judged by these rules f'
    'rom here on.","subject":"policy","fields":[{"name":"version","type":"int","d'
    'oc":"Version of the rules."},{"name":"sha256","type":"string","doc":"Of the '
    'text."},{"name":"rules","type":"string","doc":"The rules file."},{"name":"re'
    'quested_by","type":"string","doc":"Operator, or the first leader."}],"namesp'
    'ace":"muster.job_events"},{"type":"record","name":"StartTask","doc":"Start t'
    'hese ranks.","fields":[{"name":"node_id","type":"string","doc":"Node."},{"na'
    'me":"epoch","type":"long","doc":"Leader\'s epoch; older than one already seen'
    ': refuse."},{"name":"order_seq","type":"long","doc":"Position of the decisio'
    'n: seq of the input that caused it."},{"name":"job_id","type":"string","doc"'
    ':"Job."},{"name":"attempt","type":"int","doc":"Attempt; started at most once'
    '."},{"name":"tenant","type":"string","doc":"Tenant."},{"name":"job_name","ty'
    'pe":"string","doc":"Job\'s name."},{"name":"user","type":"string","doc":"Job\''
    's user."},{"name":"ranks","type":{"type":"array","items":{"type":"record","n'
    'ame":"RankAssignment","doc":"What one rank gets on the node.","fields":[{"na'
    'me":"rank","type":"int","doc":"Rank."},{"name":"gpu_indices","type":{"type":'
    '"array","items":"int"},"doc":"GPUs."},{"name":"gpu_milli","type":"int","doc"'
    ':"Thousandths of each."},{"name":"sharing","type":"muster.node_commands.Shar'
    'ing","doc":"Who else may be on them.","default":"EXCLUSIVE"},{"name":"mig_pr'
    'ofile","type":["null","string"],"doc":"Profile of the MIG instance it gets."'
    ',"default":null},{"name":"mig_start","type":["null","int"],"doc":"First memo'
    'ry slice of that instance.","default":null},{"name":"cpu_milli","type":"long'
    '","doc":"Thousandths of a CPU core it may use; 0: without limit.","default":'
    '0},{"name":"memory_mib","type":"long","doc":"Main memory it may use, MiB; 0:'
    ' without limit.","default":0}],"namespace":"muster.node_commands"}},"doc":"R'
    'anks on this node."},{"name":"world_size","type":"int","doc":"Ranks in all."'
    '},{"name":"master_address","type":"string","doc":"Address of rank 0."},{"nam'
    'e":"master_port","type":"int","doc":"Rendezvous port on rank 0\'s node."},{"n'
    'ame":"image","type":["null","string"],"doc":"Container image.","default":nul'
    'l},{"name":"command","type":{"type":"array","items":"string"},"doc":"Program'
    ' and arguments."},{"name":"env","type":{"type":"map","values":"string"},"doc'
    '":"Environment.","default":{}},{"name":"files_sha256","type":["null","string'
    '"],"doc":"Working files.","default":null},{"name":"wall_time_max_ms","type":'
    '["null","long"],"doc":"Stop after this long.","default":null},{"name":"hang_'
    'after_ms","type":["null","long"],"doc":"Report ranks that say nothing for so'
    ' long; null: do not.","default":null},{"name":"start_up_max_ms","type":["nul'
    'l","long"],"doc":"The same from their start, while they hardly use the CPU; '
    'null: do not.","default":null},{"name":"grace_ms","type":"long","doc":"Betwe'
    'en SIGTERM and SIGKILL."},{"name":"checkpoint_enabled","type":"boolean","doc'
    '":"Keep checkpoints."},{"name":"checkpoint_uri","type":["null","string"],"do'
    'c":"Newest checkpoint of an earlier attempt.","default":null},{"name":"check'
    'point_sha256","type":["null","string"],"doc":"Its hash.","default":null},{"n'
    'ame":"checkpoint_file","type":["null","string"],"doc":"Its file name.","defa'
    'ult":null},{"name":"offline","type":"boolean","doc":"Its ranks see no networ'
    'k but their own loopback.","default":false},{"name":"failure_rules_sha256","'
    'type":["null","string"],"doc":"Rules of failures by which output is scanned;'
    ' null: none are in effect.","default":null},{"name":"failure_rules_version",'
    '"type":["null","int"],"doc":"Their version.","default":null}],"namespace":"m'
    'uster.node_commands"},{"type":"record","name":"StopTask","doc":"Stop this at'
    'tempt\'s ranks; unknown attempt: nothing to do.","fields":[{"name":"node_id",'
    '"type":"string","doc":"Node."},{"name":"epoch","type":"long","doc":"Leader\'s'
    ' epoch; older than one already seen: refuse."},{"name":"order_seq","type":"l'
    'ong","doc":"Position of the decision: seq of the input that caused it."},{"n'
    'ame":"job_id","type":"string","doc":"Job."},{"name":"attempt","type":"int","'
    'doc":"Attempt; started at most once."},{"name":"grace_ms","type":"long","doc'
    '":"Between SIGTERM and SIGKILL."},{"name":"checkpoint_grace_ms","type":"long'
    '","doc":"Most time for a checkpoint before SIGTERM; 0: the ranks do not go o'
    'n later.","default":0},{"name":"reason","type":"string","doc":"Why."}],"name'
    'space":"muster.node_commands"}],"doc":"Fact or order."}],"namespace":"muster'
    '.scheduler_log"}},"doc":"In order."},{"name":"state_hash","type":["null","st'
    'ring"],"doc":"Hash of the whole state after this batch, when it was taken.",'
    '"default":null},{"name":"hash_version","type":"int","doc":"How state_hash wa'
    's computed; hashes of different versions are not compared.","default":1},{"n'
    'ame":"decisions_version","type":"int","doc":"Which version of the rules deci'
    'ded; another one may decide otherwise. 0: not recorded.","default":0}],"name'
    'space":"muster.scheduler_log"}],"doc":"What happened."}]}'
)
