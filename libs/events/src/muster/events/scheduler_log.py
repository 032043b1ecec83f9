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
    ' one node.","default":"HOST"},{"name":"spot","type":{"type":"enum","name":"S'
    'potUse","doc":"Whether a job may run on nodes that their provider may take b'
    'ack.","symbols":["BY_TIER","ALLOWED","NEVER"],"default":"BY_TIER","namespace'
    '":"muster.job_commands"},"doc":"BY_TIER: every job but production inference,'
    ' which has to ask for such nodes by their label or with ALLOWED.","default":'
    '"BY_TIER"}],"namespace":"muster.job_commands"},"doc":"What to run."}],"names'
    'pace":"muster.job_commands"},{"type":"record","name":"CancelJob","doc":"Stop'
    ' the job for good.","fields":[{"name":"job_id","type":"string","doc":"Job."}'
    ',{"name":"tenant","type":"string","doc":"Tenant the job belongs to."},{"name'
    '":"requested_by","type":"string","doc":"User who asks."},{"name":"reason","t'
    'ype":"string","doc":"Why, for people.","default":""}],"namespace":"muster.jo'
    'b_commands"},{"type":"record","name":"SuspendJob","doc":"Stop the job, keep '
    'its place for a resume.","fields":[{"name":"job_id","type":"string","doc":"J'
    'ob."},{"name":"tenant","type":"string","doc":"Tenant the job belongs to."},{'
    '"name":"requested_by","type":"string","doc":"User who asks."},{"name":"reaso'
    'n","type":"string","doc":"Why, for people.","default":""}],"namespace":"must'
    'er.job_commands"},{"type":"record","name":"ResumeJob","doc":"Queue a suspend'
    'ed job again.","fields":[{"name":"job_id","type":"string","doc":"Job."},{"na'
    'me":"tenant","type":"string","doc":"Tenant the job belongs to."},{"name":"re'
    'quested_by","type":"string","doc":"User who asks."},{"name":"reason","type":'
    '"string","doc":"Why, for people.","default":""}],"namespace":"muster.job_com'
    'mands"},{"type":"record","name":"CreateQueue","doc":"Make a queue.","fields"'
    ':[{"name":"queue","type":"string","doc":"Name: 1 to 63 of a-z 0-9 and -."},{'
    '"name":"tenant","type":"string","doc":"Tenant."},{"name":"description","type'
    '":"string","doc":"For people.","default":""},{"name":"requested_by","type":"'
    'string","doc":"User who asks."},{"name":"settings","type":["null",{"type":"r'
    'ecord","name":"QueueSettings","doc":"What a queue may use, and how it is sha'
    'red.","fields":[{"name":"parent","type":["null","string"],"doc":"Queue above'
    ', of the same tenant; null for none.","default":null},{"name":"guarantee","t'
    'ype":["null",{"type":"record","name":"Quota","doc":"An amount of each resour'
    'ce; null says nothing of that resource.","fields":[{"name":"gpu_milli","type'
    '":["null","long"],"doc":"Thousandths of GPU, any model.","default":null},{"n'
    'ame":"gpu_milli_by_model","type":{"type":"map","values":"long"},"doc":"Thous'
    'andths of GPU per model, beside the total.","default":{}},{"name":"cpu_milli'
    '","type":["null","long"],"doc":"Thousandths of a CPU core.","default":null},'
    '{"name":"memory_mib","type":["null","long"],"doc":"Main memory, MiB.","defau'
    'lt":null}],"namespace":"muster.queue_commands"}],"doc":"What its jobs may al'
    'ways have; unused, it is lent. Null guarantees nothing.","default":null},{"n'
    'ame":"maximum","type":["null","muster.queue_commands.Quota"],"doc":"What its'
    ' jobs never exceed together. Null sets no bound.","default":null},{"name":"w'
    'eight","type":"int","doc":"Its part of usage over time among the queues besi'
    'de it, 1 to 1000000.","default":1},{"name":"over_quota_weight","type":"int",'
    '"doc":"Its part of what is lent beyond guarantees, 0 to 1000000; 0 never bor'
    'rows.","default":1},{"name":"order","type":{"type":"enum","name":"QueueOrder'
    '","doc":"Who goes first within a tier of one queue.","symbols":["FIFO","PRIO'
    'RITY","DRF","LEAST_ATTAINED_SERVICE"],"default":"FIFO","namespace":"muster.q'
    'ueue_commands"},"doc":"Who goes first within a tier.","default":"FIFO"},{"na'
    'me":"jobs_running_max","type":["null","int"],"doc":"Jobs that may hold GPUs '
    'at once.","default":null},{"name":"jobs_pending_max","type":["null","int"],"'
    'doc":"Jobs that may wait at once; more are rejected.","default":null},{"name'
    '":"user_jobs_running_max","type":["null","int"],"doc":"As jobs_running_max, '
    'for one user.","default":null},{"name":"user_jobs_pending_max","type":["null'
    '","int"],"doc":"As jobs_pending_max, for one user.","default":null},{"name":'
    '"suspended","type":["null","string"],"doc":"Why nothing of it and of those b'
    'elow it starts; null: it is not suspended.","default":null},{"name":"spot_pe'
    'rcent_max","type":["null","int"],"doc":"Jobs are placed on spot nodes while '
    "at most this part of the GPUs that the queue and those below it hold is ther"
    'e, percent; null: any part.","default":null}],"namespace":"muster.queue_comm'
    'ands"}],"doc":"Shares and limits; null for none.","default":null}],"namespac'
    'e":"muster.queue_commands"},{"type":"record","name":"ConfigureQueue","doc":"'
    'Replace a queue\'s shares and limits.","fields":[{"name":"queue","type":"stri'
    'ng","doc":"Name."},{"name":"tenant","type":"string","doc":"Tenant."},{"name"'
    ':"settings","type":"muster.queue_commands.QueueSettings","doc":"All of them.'
    '"},{"name":"requested_by","type":"string","doc":"User who asks."}],"namespac'
    'e":"muster.queue_commands"},{"type":"record","name":"DeleteQueue","doc":"Rem'
    'ove an empty queue.","fields":[{"name":"queue","type":"string","doc":"Name."'
    '},{"name":"tenant","type":"string","doc":"Tenant."},{"name":"requested_by","'
    'type":"string","doc":"User who asks."}],"namespace":"muster.queue_commands"}'
    ',{"type":"record","name":"ReserveCapacity","doc":"Keep whole nodes of a GPU '
    'model for a queue, from a time until another.","fields":[{"name":"reservatio'
    'n","type":"string","doc":"Name: 1 to 63 of a-z 0-9 and -; unique in its tena'
    'nt while it lasts."},{"name":"tenant","type":"string","doc":"Tenant."},{"nam'
    'e":"queue","type":"string","doc":"Whose jobs may be placed there, and those '
    'of the queues below it."},{"name":"gpu_model","type":"string","doc":"GPU mod'
    'el of the nodes."},{"name":"gpu_count","type":["null","int"],"doc":"Reserve '
    'the fewest nodes with this many GPUs; null where nodes are counted.","defaul'
    't":null},{"name":"node_count","type":["null","int"],"doc":"So many nodes; nu'
    'll where GPUs are counted.","default":null},{"name":"starts_at_ms","type":["'
    'null","long"],"doc":"From when, milliseconds since 1970 UTC; null: at once."'
    ',"default":null},{"name":"ends_at_ms","type":"long","doc":"Until when, milli'
    'seconds since 1970 UTC."},{"name":"requested_by","type":"string","doc":"User'
    ' who asks."}],"namespace":"muster.queue_commands"},{"type":"record","name":"'
    'CancelCapacityReservation","doc":"End a reservation, begun or not.","fields"'
    ':[{"name":"reservation","type":"string","doc":"Name."},{"name":"tenant","typ'
    'e":"string","doc":"Tenant."},{"name":"requested_by","type":"string","doc":"U'
    'ser who asks."}],"namespace":"muster.queue_commands"},{"type":"record","name'
    '":"CordonNode","doc":"Place nothing new on the node; what runs goes on.","fi'
    'elds":[{"name":"node_id","type":"string","doc":"Node."},{"name":"requested_b'
    'y","type":"string","doc":"Operator."},{"name":"reason","type":"string","doc"'
    ':"Why.","default":""}],"namespace":"muster.operator_commands"},{"type":"reco'
    'rd","name":"UncordonNode","doc":"Place work on the node again.","fields":[{"'
    'name":"node_id","type":"string","doc":"Node."},{"name":"requested_by","type"'
    ':"string","doc":"Operator."}],"namespace":"muster.operator_commands"},{"type'
    '":"record","name":"DrainNode","doc":"Place nothing new on the node, and move'
    ' what runs there: it stops with its grace and waits again.","fields":[{"name'
    '":"node_id","type":"string","doc":"Node."},{"name":"requested_by","type":"st'
    'ring","doc":"Operator."},{"name":"reason","type":"string","doc":"Why.","defa'
    'ult":""}],"namespace":"muster.operator_commands"},{"type":"record","name":"U'
    'ndrainNode","doc":"Place work on the node again.","fields":[{"name":"node_id'
    '","type":"string","doc":"Node."},{"name":"requested_by","type":"string","doc'
    '":"Operator."}],"namespace":"muster.operator_commands"},{"type":"record","na'
    'me":"TagNode","doc":"Give the node labels and taints beside those it announc'
    'es, or take such away.","fields":[{"name":"node_id","type":"string","doc":"N'
    'ode."},{"name":"labels","type":{"type":"map","values":"string"},"doc":"Label'
    's to set; they win over announced ones.","default":{}},{"name":"labels_remov'
    'ed","type":{"type":"array","items":"string"},"doc":"Labels set before that n'
    'o longer hold, sorted.","default":[]},{"name":"taints","type":{"type":"array'
    '","items":"string"},"doc":"Taints to set, sorted.","default":[]},{"name":"ta'
    'ints_removed","type":{"type":"array","items":"string"},"doc":"Taints set bef'
    'ore that no longer hold, sorted.","default":[]},{"name":"requested_by","type'
    '":"string","doc":"Operator."}],"namespace":"muster.operator_commands"},{"typ'
    'e":"record","name":"ScheduleMaintenance","doc":"Close the node for a time; t'
    'akes the place of a window that has not begun.","fields":[{"name":"node_id",'
    '"type":"string","doc":"Node."},{"name":"starts_at_ms","type":"long","doc":"F'
    'rom when, milliseconds since 1970 UTC."},{"name":"ends_at_ms","type":"long",'
    '"doc":"Until when."},{"name":"requested_by","type":"string","doc":"Operator.'
    '"},{"name":"reason","type":"string","doc":"Why.","default":""}],"namespace":'
    '"muster.operator_commands"},{"type":"record","name":"CancelMaintenance","doc'
    '":"Call the node\'s window off, or end it.","fields":[{"name":"node_id","type'
    '":"string","doc":"Node."},{"name":"requested_by","type":"string","doc":"Oper'
    'ator."}],"namespace":"muster.operator_commands"},{"type":"record","name":"Re'
    'claimNode","doc":"Treat the node as one that its provider takes away; takes '
    'the place of what was announced before.","fields":[{"name":"node_id","type":'
    '"string","doc":"Node."},{"name":"remaining_ms","type":"long","doc":"In how l'
    'ong it is gone."},{"name":"requested_by","type":"string","doc":"Operator."},'
    '{"name":"reason","type":"string","doc":"For people.","default":""}],"namespa'
    'ce":"muster.operator_commands"},{"type":"record","name":"SpareNode","doc":"T'
    'he node is not taken away after all.","fields":[{"name":"node_id","type":"st'
    'ring","doc":"Node."},{"name":"requested_by","type":"string","doc":"Operator.'
    '"}],"namespace":"muster.operator_commands"},{"type":"record","name":"Activat'
    'ePolicy","doc":"Decide by this policy from now on.","fields":[{"name":"polic'
    'y","type":{"type":"record","name":"Policy","doc":"Knobs that change decision'
    's; a change is an event, so it replays.","fields":[{"name":"name","type":"st'
    'ring","doc":"For people."},{"name":"head_patience_ms","type":"long","doc":"A'
    " blocked head of line is passed freely for this long; then nodes are reserve"
    'd for it."},{"name":"head_hold_ms","type":"long","doc":"Nodes reserved for i'
    't are kept this long beyond the time it should have started at."},{"name":"a'
    'ttempts_lost_max","type":"int","doc":"Attempts lost with their nodes before '
    'the job fails."},{"name":"workload_shapes_max","type":"int","doc":"Shapes re'
    'membered for the fragmentation score."},{"name":"jobs_ended_kept_max","type"'
    ':"int","doc":"Ended jobs remembered for deduplication."},{"name":"share_wind'
    'ow_ms","type":"long","doc":"Usage older than this is forgotten.","default":2'
    '592000000},{"name":"share_half_life_ms","type":"long","doc":"Usage this old '
    'counts half.","default":604800000},{"name":"share_history_percent","type":"i'
    'nt","doc":"Weight of usage over time beside usage now, 0 to 10000.","default'
    '":100},{"name":"credit_max_ms","type":"long","doc":"Burst credit holds at mo'
    'st a guarantee unused for this long; 0 gives none.","default":86400000},{"na'
    'me":"model_price_milli","type":{"type":"map","values":"long"},"doc":"What an'
    ' hour of a GPU model counts, thousandths; 1000 where absent.","default":{}},'
    '{"name":"aging_step_ms","type":"long","doc":"A job that waited this long goe'
    's with the next higher tier, and so on; 0 never.","default":86400000},{"name'
    '":"reclaim_interval_ms","type":"long","doc":"Shortest time between two preem'
    'ption requests for the same lent GPUs.","default":60000},{"name":"time_level'
    '_gpu_ms","type":"long","doc":"GPUs times time from which a job of a queue th'
    'at shares time is in the second level.","default":3600000},{"name":"time_lev'
    'el_factor","type":"int","doc":"Each further level begins at so many times as'
    ' much.","default":8},{"name":"time_levels","type":"int","doc":"Levels of job'
    's that share time.","default":4},{"name":"time_quantum_ms","type":"long","do'
    'c":"A job that shares time runs at least so long before it yields to one of '
    'a lower level.","default":300000},{"name":"time_cost_percent_max","type":"in'
    't","doc":"Its stop and its restart cost at most this part of the time that i'
    't then runs at least.","default":50},{"name":"time_promotion_ms","type":"lon'
    'g","doc":"A waiting job that shares time counts as one level lower after eac'
    'h such period.","default":86400000},{"name":"measure_interval_ms","type":"lo'
    'ng","doc":"A queue that changed is measured at most this often.","default":1'
    '0000},{"name":"resize_interval_ms","type":"long","doc":"An elastic job is re'
    'sized at most this often.","default":300000},{"name":"defrag_interval_ms","t'
    'ype":"long","doc":"Moves that would make room for the head of line are looke'
    'd for at most this often.","default":300000},{"name":"defrag_benefit_percent'
    '","type":"int","doc":"They are carried out when the GPU time that is won is '
    'at least this part of what is lost; 0 only proposes.","default":300},{"name"'
    ':"search_work_per_pass_max","type":"int","doc":"Work that one scheduling pas'
    "s may spend on searches in vain: 1 for each, and 1 for every 8 ranks of a ga"
    'ng; the next pass goes on.","default":2000},{"name":"topology","type":{"type'
    '":"record","name":"TopologyWeights","doc":"What a gang\'s place is worth, per'
    ' GPU of the gang, by the smallest unit that holds it.","fields":[{"name":"nv'
    'link","type":"int","doc":"The gang shares an NVLink domain or a node.","defa'
    'ult":1000},{"name":"leaf","type":"int","doc":"It shares a leaf.","default":4'
    '00},{"name":"spine","type":"int","doc":"It shares a spine.","default":200},{'
    '"name":"cell","type":"int","doc":"It shares a cell.","default":100},{"name":'
    '"stranded_gpu","type":"int","doc":"Taken off for each GPU left free beside i'
    't that no group like its own can use.","default":100}],"namespace":"muster.o'
    'perator_commands"},"doc":"How places of gangs are weighed.","default":{"nvli'
    'nk":1000,"leaf":400,"spine":200,"cell":100,"stranded_gpu":100}},{"name":"ten'
    'ants_untrusted","type":{"type":"array","items":"string"},"doc":"Tenants whos'
    'e fractions of GPUs always get a MIG instance of their own.","default":[]},{'
    '"name":"mig_change_interval_ms","type":"long","doc":"A GPU is cut into MIG i'
    'nstances, or made whole again, at most this often.","default":600000},{"name'
    '":"checkpoint_grace_max_ms","type":"long","doc":"Most time for a checkpoint '
    'before a job is stopped, whatever the job asks for.","default":600000},{"nam'
    'e":"node_upload_bytes_per_s","type":"long","doc":"What one node stores of ch'
    'eckpoints when it is taken away, bytes per second.","default":1000000000},{"'
    'name":"store_upload_bytes_per_s","type":"long","doc":"What the store takes o'
    'f all nodes that are taken away, bytes per second.","default":10000000000},{'
    '"name":"reclaim_margin_ms","type":"long","doc":"Ranks have ended this long b'
    'efore their node is taken away.","default":5000},{"name":"spot_price_percent'
    '","type":"int","doc":"What a spot node costs of the price of another, where '
    'its label spot-price-percent does not say.","default":70},{"name":"spot_loss'
    '_weight","type":"int","doc":"A job goes to spot nodes first if its expected '
    "part of lost work, times this, is less than the part of the price that they "
    'save; 0: whatever it loses.","default":6},{"name":"spot_reclaim_prior_ms","t'
    'ype":"long","doc":"How long a spot node is believed to stay while little is '
    'known of its GPU model.","default":86400000},{"name":"spot_restart_ms","type'
    '":"long","doc":"What a job is believed to lose at a reclaim beside its unsav'
    'ed work: until it works again.","default":300000},{"name":"preemption_ran_mi'
    'n_ms","type":"long","doc":"A job that was bound more recently is not preempt'
    'ed.","default":300000},{"name":"preemptions_per_job_day_max","type":"int","d'
    'oc":"How often a job is preempted within 24 hours at most.","default":3},{"n'
    'ame":"preemption_hold_ms","type":"long","doc":"What victims free is held for'
    ' the job they yield to for at most so long after their grace.","default":600'
    '00},{"name":"wall_time_max_ms","type":{"type":"map","values":"long"},"doc":"'
    "Longest time that an attempt of a job may hold its nodes, by tier, beside th"
    'e job\'s own limit; tiers that are not named have none.","default":{}},{"name'
    '":"retries_off","type":"boolean","doc":"No attempt that failed is retried; t'
    'hose that were lost or refused are.","default":false},{"name":"nodes_lost_pe'
    'r_job_max","type":"int","doc":"A job is suspended once so many nodes were lo'
    'st soon after attempts of it began there; 0 never.","default":0},{"name":"ha'
    'ng_after_ms","type":{"type":"map","values":"long"},"doc":"Silence of all ran'
    "ks (no output, no step) after which a job of the tier counts as hanging; a j"
    'ob may state its own. Tiers that are not named: never.","default":{}},{"name'
    '":"start_up_max_ms","type":{"type":"map","values":"long"},"doc":"The same fo'
    'r a job whose ranks said nothing since their start and hardly use the CPU.",'
    '"default":{}},{"name":"hang_ends","type":"boolean","doc":"An attempt that ha'
    "ngs by these is ended, and retried as the job allows; else its owner is told"
    '.","default":false},{"name":"mig_geometries","type":{"type":"array","items":'
    '{"type":"record","name":"MigGeometry","doc":"The only way GPUs of a model ar'
    'e cut.","fields":[{"name":"gpu_model","type":"string","doc":"GPU model."},{"'
    'name":"instances","type":{"type":"array","items":{"type":"record","name":"Mi'
    'gInstance","doc":"One instance.","fields":[{"name":"profile","type":"string"'
    ',"doc":"Profile, as in 2g.10gb."},{"name":"start","type":"int","doc":"First '
    'memory slice."}],"namespace":"muster.operator_commands"}},"doc":"All that ma'
    'y exist on one GPU."}],"namespace":"muster.operator_commands"}},"doc":"GPU m'
    'odels that a site cuts in one way only; others as jobs need it.","default":['
    ']}],"namespace":"muster.operator_commands"},"doc":"The whole policy."},{"nam'
    'e":"requested_by","type":"string","doc":"Operator."}],"namespace":"muster.op'
    'erator_commands"},{"type":"record","name":"ActivateFailureRules","doc":"Judg'
    'e failures by these rules from now on.","fields":[{"name":"rules","type":"st'
    'ring","doc":"The rules file, as libs/failures parses it; its version is high'
    'er than that in effect."},{"name":"requested_by","type":"string","doc":"Oper'
    'ator."}],"namespace":"muster.operator_commands"},{"type":"record","name":"Ag'
    'entStarted","doc":"The agent is up and tells what it runs, so that the sched'
    'uler can reconcile.","subject":"node","fields":[{"name":"node_id","type":"st'
    'ring","doc":"Node."},{"name":"boot_id","type":"string","doc":"Boot."},{"name'
    '":"fresh","type":"boolean","doc":"True: the agent remembers nothing from bef'
    'ore."},{"name":"order_seq_last","type":"long","doc":"Newest order it has car'
    'ried out; -1 when fresh."},{"name":"running","type":{"type":"array","items":'
    '{"type":"record","name":"AttemptRef","doc":"One attempt.","fields":[{"name":'
    '"job_id","type":"string","doc":"Job."},{"name":"attempt","type":"int","doc":'
    '"Attempt."}],"namespace":"muster.task_events"}},"doc":"Tasks adopted, still '
    'running."}],"namespace":"muster.task_events"},{"type":"record","name":"TaskS'
    'tarted","doc":"All ranks of the task have a process.","subject":"task","fiel'
    'ds":[{"name":"node_id","type":"string","doc":"Node."},{"name":"job_id","type'
    '":"string","doc":"Job."},{"name":"attempt","type":"int","doc":"Attempt, 1-ba'
    'sed."},{"name":"ranks","type":{"type":"array","items":"int"},"doc":"Ranks on'
    ' this node."}],"namespace":"muster.task_events"},{"type":"record","name":"Ta'
    'skSuspected","doc":"Something is wrong with ranks that run; where they are i'
    's in their output.","subject":"task","fields":[{"name":"node_id","type":"str'
    'ing","doc":"Node."},{"name":"job_id","type":"string","doc":"Job."},{"name":"'
    'attempt","type":"int","doc":"Attempt, 1-based."},{"name":"suspicion","type":'
    '{"type":"enum","name":"Suspicion","doc":"They say nothing any more; said not'
    'hing since their start; report a loss that is not a number.","symbols":["SIL'
    'ENT","NEVER_SPOKE","LOSS_NOT_A_NUMBER"],"default":"SILENT","namespace":"must'
    'er.task_events"},"doc":"What."},{"name":"rank","type":["null","int"],"doc":"'
    'Rank that is behind the others, or says it; null: none is.","default":null},'
    '{"name":"message","type":"string","doc":"What was seen, for people."}],"name'
    'space":"muster.task_events"},{"type":"record","name":"TaskHeard","doc":"Rank'
    's that were suspected of hanging say something again.","subject":"task","fie'
    'lds":[{"name":"node_id","type":"string","doc":"Node."},{"name":"job_id","typ'
    'e":"string","doc":"Job."},{"name":"attempt","type":"int","doc":"Attempt, 1-b'
    'ased."}],"namespace":"muster.task_events"},{"type":"record","name":"TaskExit'
    'ed","doc":"No rank of the task runs any more.","subject":"task","fields":[{"'
    'name":"node_id","type":"string","doc":"Node."},{"name":"job_id","type":"stri'
    'ng","doc":"Job."},{"name":"attempt","type":"int","doc":"Attempt, 1-based."},'
    '{"name":"outcome","type":{"type":"enum","name":"TaskOutcome","doc":"How the '
    'task ended.","symbols":["SUCCEEDED","FAILED","STOPPED","TIMED_OUT","LOST"],"'
    'default":"LOST","namespace":"muster.task_events"},"doc":"STOPPED: on order. '
    'TIMED_OUT: its wall time. LOST: its processes vanished."},{"name":"exits","t'
    'ype":{"type":"array","items":{"type":"record","name":"RankExit","doc":"How o'
    'ne rank ended.","fields":[{"name":"rank","type":"int","doc":"Rank."},{"name"'
    ':"exit_code","type":["null","int"],"doc":"Exit code.","default":null},{"name'
    '":"signal","type":["null","int"],"doc":"Signal that ended it.","default":nul'
    'l},{"name":"at_ms","type":["null","long"],"doc":"When, by the node\'s clock, '
    'milliseconds since 1970 UTC; null: an older agent does not say.","default":n'
    'ull}],"namespace":"muster.task_events"}},"doc":"Per rank."},{"name":"message'
    '","type":"string","doc":"For people: the first failing rank and why.","defau'
    'lt":""},{"name":"steps","type":{"type":"array","items":{"type":"record","nam'
    'e":"StopStep","doc":"One step of stopping the ranks.","fields":[{"name":"kin'
    'd","type":{"type":"enum","name":"StopStepKind","doc":"What was done.","symbo'
    'ls":["CHECKPOINT_REQUESTED","NOT_REGISTERED","CHECKPOINT_SAVED","CHECKPOINT_'
    'MISSED","TERMINATED","KILLED"],"default":"TERMINATED","namespace":"muster.ta'
    'sk_events"},"doc":"CHECKPOINT_REQUESTED: SIGUSR1 was sent. NOT_REGISTERED: n'
    "o process handles it. CHECKPOINT_SAVED: one written since is stored. CHECKPO"
    "INT_MISSED: none was within the grace. TERMINATED: SIGTERM was sent. KILLED:"
    ' SIGKILL was."},{"name":"at_ms","type":"long","doc":"When, by the node\'s clo'
    'ck, milliseconds since 1970 UTC."}],"namespace":"muster.task_events"}},"doc"'
    ':"How the ranks were stopped, in order of time; empty: they ended by themsel'
    'ves.","default":[]},{"name":"findings","type":{"type":"array","items":{"type'
    '":"record","name":"RuleFinding","doc":"A rule of failures has a sign in a ra'
    'nk\'s lines; the lines themselves are not told.","fields":[{"name":"rule","ty'
    'pe":"string","doc":"Rule."},{"name":"rank","type":"int","doc":"Rank."},{"nam'
    'e":"source","type":{"type":"enum","name":"FindingSource","doc":"Where a line'
    ' comes from.","symbols":["OUTPUT","KERNEL"],"default":"OUTPUT","namespace":"'
    'muster.task_events"},"doc":"OUTPUT: the rank wrote it. KERNEL: the node\'s ke'
    'rnel did."},{"name":"stream","type":"string","doc":"Of output: stdout or std'
    'err.","default":""},{"name":"line","type":"long","doc":"Number of the first '
    'such line in its stream, from 1."},{"name":"first_byte","type":"long","doc":'
    '"Where that line begins in its stream, from 0."},{"name":"count","type":"lon'
    'g","doc":"Lines with such a sign."},{"name":"at_ms","type":["null","long"],"'
    'doc":"When the agent read it, by the node\'s clock, milliseconds since 1970 U'
    'TC.","default":null}],"namespace":"muster.task_events"}},"doc":"Signs of rul'
    'es, by rank, then in the rules\' order.","default":[]},{"name":"rules_version'
    '","type":["null","int"],"doc":"Version of the rules by which output was scan'
    'ned; null: it was not.","default":null},{"name":"unscanned","type":"string",'
    '"doc":"Why output was not scanned, or not all of it; empty: it was, or no ru'
    'les are in effect.","default":""}],"namespace":"muster.task_events"},{"type"'
    ':"record","name":"TaskRefused","doc":"An order was not carried out.","subjec'
    't":"task","fields":[{"name":"node_id","type":"string","doc":"Node."},{"name"'
    ':"job_id","type":"string","doc":"Job."},{"name":"attempt","type":"int","doc"'
    ':"Attempt, 1-based."},{"name":"epoch","type":"long","doc":"Epoch of the orde'
    'r."},{"name":"order_seq","type":"long","doc":"Order."},{"name":"reason","typ'
    'e":{"type":"enum","name":"RefusalReason","doc":"Why.","symbols":["STALE_EPOC'
    'H","GPU_BUSY","UNKNOWN_GPU","FILES_UNAVAILABLE","CANNOT_START","FILES_INVALI'
    'D"],"default":"CANNOT_START","namespace":"muster.task_events"},"doc":"Why."}'
    ',{"name":"message","type":"string","doc":"For people.","default":""}],"names'
    'pace":"muster.task_events"},{"type":"record","name":"CheckpointPartStored","'
    'doc":"A part of a checkpoint is in the store: the files of one rank, and the'
    'ir manifest.","subject":"task","fields":[{"name":"node_id","type":"string","'
    'doc":"Node."},{"name":"job_id","type":"string","doc":"Job."},{"name":"attemp'
    't","type":"int","doc":"Attempt, 1-based."},{"name":"rank","type":"int","doc"'
    ':"Rank in whose folder it lies."},{"name":"step","type":"long","doc":"Step a'
    'fter which it was saved."},{"name":"part","type":"int","doc":"Rank whose fil'
    'es they are."},{"name":"sha256","type":"string","doc":"Of the manifest, whic'
    'h has those of the files."},{"name":"files","type":"int","doc":"Files."},{"n'
    'ame":"size_bytes","type":"long","doc":"Bytes of the files."},{"name":"new_by'
    'tes","type":"long","doc":"Bytes of files that were not in the store before."'
    '}],"namespace":"muster.task_events"},{"type":"record","name":"CheckpointSave'
    'd","doc":"A checkpoint file is safe in S3: the one file that it is, or the r'
    'ecord of its parts.","subject":"task","fields":[{"name":"node_id","type":"st'
    'ring","doc":"Node."},{"name":"job_id","type":"string","doc":"Job."},{"name":'
    '"attempt","type":"int","doc":"Attempt, 1-based."},{"name":"rank","type":"int'
    '","doc":"Rank that wrote it."},{"name":"file","type":"string","doc":"File na'
    'me."},{"name":"uri","type":"string","doc":"s3://bucket/key."},{"name":"sha25'
    '6","type":"string","doc":"Of the bytes."},{"name":"size_bytes","type":"long"'
    ',"doc":"Of that file."},{"name":"parts","type":"int","doc":"So many parts ma'
    'ke the checkpoint; 0: it is this one file.","default":0},{"name":"step","typ'
    'e":["null","long"],"doc":"Step after which the parts were saved; null: it is'
    ' one file.","default":null},{"name":"parts_sha256","type":"string","doc":"Of'
    " the parts' SHA-256, one a line, in the order of their ranks; empty: it is o"
    'ne file.","default":""}],"namespace":"muster.task_events"},{"type":"record",'
    '"name":"NodeReclaimAnnounced","doc":"Its provider announced that it takes th'
    'e node away; said again while that stands.","subject":"node","fields":[{"nam'
    'e":"node_id","type":"string","doc":"Node."},{"name":"notice_id","type":"stri'
    'ng","doc":"Which announcement; another one takes the place of the last."},{"'
    'name":"remaining_ms","type":["null","long"],"doc":"How long the node will st'
    'ill be there, when this was said; null: it is at risk, and no time is set.",'
    '"default":null},{"name":"source","type":{"type":"enum","name":"ReclaimSource'
    '","doc":"Who announced it.","symbols":["UNKNOWN","FILE","HTTP","AWS","GCP","'
    'AZURE","OPERATOR"],"default":"UNKNOWN","namespace":"muster.task_events"},"do'
    'c":"Who announced it."},{"name":"message","type":"string","doc":"For people.'
    '","default":""}],"namespace":"muster.task_events"},{"type":"record","name":"'
    'NodeReclaimWithdrawn","doc":"The announcement stands no longer: the node sta'
    'ys.","subject":"node","fields":[{"name":"node_id","type":"string","doc":"Nod'
    'e."},{"name":"notice_id","type":"string","doc":"Which announcement."}],"name'
    'space":"muster.task_events"},{"type":"record","name":"NodeNoteReported","doc'
    '":"What is wrong with the node by its own account, such as a notice that can'
    'not be read.","subject":"node","fields":[{"name":"node_id","type":"string","'
    'doc":"Node."},{"name":"note","type":"string","doc":"One sentence; empty: not'
    'hing any more."}],"namespace":"muster.task_events"},{"type":"record","name":'
    '"PreemptionPlanned","subject":"plan","doc":"These jobs would yield, then the'
    ' job that asks fits; the scheduler checks it first.","fields":[{"name":"plan'
    '_id","type":"string","doc":"Plan."},{"name":"job_id","type":"string","doc":"'
    'Job that asks; empty where a reservation does."},{"name":"tenant","type":"st'
    'ring","doc":"Tenant."},{"name":"queue","type":"string","doc":"Queue."},{"nam'
    'e":"cause","type":{"type":"enum","name":"PreemptionCause","doc":"What entitl'
    'es it.","symbols":["GUARANTEE","TIER","RESERVATION","TIME_SHARED"],"default"'
    ':"TIER","namespace":"muster.job_events"},"doc":"What entitles it."},{"name":'
    '"reservation","type":"string","doc":"Reservation that has begun; empty where'
    ' a job asks.","default":""},{"name":"victims","type":{"type":"array","items"'
    ':{"type":"record","name":"PlannedVictim","doc":"A job that would yield, whol'
    'e or down to fewer ranks.","fields":[{"name":"job_id","type":"string","doc":'
    '"Job."},{"name":"attempt","type":"int","doc":"The attempt that would stop."}'
    ',{"name":"tenant","type":"string","doc":"Tenant."},{"name":"queue","type":"s'
    'tring","doc":"Queue."},{"name":"user","type":"string","doc":"Who submitted i'
    't."},{"name":"ranks_kept","type":"int","doc":"Ranks it goes on with; 0: it i'
    's evicted and waits again."},{"name":"gpu_milli_freed","type":"long","doc":"'
    'Thousandths of GPU that it would free."},{"name":"cost_gpu_ms","type":"long"'
    ',"doc":"GPU milliseconds: its work since the last checkpoint, a restart, and'
    ' its delay by priority."},{"name":"reason","type":{"type":"enum","name":"Vic'
    'timReason","doc":"Why this job.","symbols":["BORROWS","LOWER_TIER","ELASTIC_'
    'SURPLUS","HOLDS_RESERVED","MORE_SERVICE"],"default":"BORROWS","namespace":"m'
    'uster.preemption_events"},"doc":"Why this job."},{"name":"message","type":"s'
    'tring","doc":"One sentence for its owner."}],"namespace":"muster.preemption_'
    'events"}},"doc":"By job id."},{"name":"placements","type":{"type":"array","i'
    'tems":{"type":"record","name":"PlannedRank","doc":"Where one rank of the job'
    ' would go.","fields":[{"name":"rank","type":"int","doc":"Rank."},{"name":"no'
    'de_id","type":"string","doc":"Node."},{"name":"gpu_indices","type":{"type":"'
    'array","items":"int"},"doc":"GPUs."}],"namespace":"muster.preemption_events"'
    '}},"doc":"Where the job fits once they have yielded, in rank order; none for'
    ' a reservation."},{"name":"cost_gpu_ms","type":"long","doc":"Price: the sum '
    'over the victims."},{"name":"cost_gpu_ms_min","type":"long","doc":"No set of'
    ' victims of the same rank costs less than this."},{"name":"exact","type":"bo'
    'olean","doc":"No other set of victims is better; false: the price is within '
    'the bound above, but not proven best."},{"name":"gain_gpu_ms","type":"long",'
    '"doc":"GPU milliseconds that the job has sooner."},{"name":"as_of_seq","type'
    '":"long","doc":"State of the scheduler\'s log that this is true of."},{"name"'
    ':"expires_at_ms","type":"long","doc":"Void from then on, milliseconds since '
    '1970 UTC."}],"namespace":"muster.preemption_events"},{"type":"record","name"'
    ':"NodeJoined","doc":"A node is known, or came back with other hardware.","su'
    'bject":"node","fields":[{"name":"node_id","type":"string","doc":"Node."},{"n'
    'ame":"boot_id","type":"string","doc":"Boot of its agent."},{"name":"address"'
    ',"type":"string","doc":"Address."},{"name":"port_first","type":"int","doc":"'
    'First rendezvous port."},{"name":"port_count","type":"int","doc":"How many."'
    '},{"name":"cpu_milli","type":"long","doc":"CPU."},{"name":"memory_mib","type'
    '":"long","doc":"Memory."},{"name":"gpu_model","type":"string","doc":"Model."'
    '},{"name":"gpu_memory_mib","type":"long","doc":"Memory of each GPU, MiB; 0 w'
    'hen unknown.","default":0},{"name":"gpu_count","type":"int","doc":"GPUs."},{'
    '"name":"executor","type":{"type":"enum","name":"Executor","doc":"How ranks r'
    'un.","symbols":["PROCESS","SIMULATED"],"default":"SIMULATED","namespace":"mu'
    'ster.node_heartbeats"},"doc":"How ranks run."},{"name":"lease_ms","type":"lo'
    'ng","doc":"Lease."},{"name":"interval_ms","type":"long","doc":"Heartbeat int'
    'erval."},{"name":"labels","type":{"type":"map","values":"string"},"doc":"Lab'
    'els.","default":{}},{"name":"location","type":{"type":"record","name":"Locat'
    'ion","doc":"A node\'s place in the network: each name is a unit within the ne'
    'xt one; empty is unknown.","fields":[{"name":"nvlink_domain","type":"string"'
    ',"doc":"NVLink domain larger than the node; empty: the node is one by itself'
    '.","default":""},{"name":"leaf","type":"string","doc":"InfiniBand leaf switc'
    'h.","default":""},{"name":"spine","type":"string","doc":"Spine, or pod of le'
    'aves.","default":""},{"name":"cell","type":"string","doc":"Part of the netwo'
    'rk above the spines.","default":""}],"namespace":"muster.node_heartbeats"},"'
    'doc":"Where it is in the network.","default":{"nvlink_domain":"","leaf":"","'
    'spine":"","cell":""}},{"name":"taints","type":{"type":"array","items":"strin'
    'g"},"doc":"Only jobs that tolerate all of them are placed here; sorted.","de'
    'fault":[]},{"name":"sandbox","type":{"type":"enum","name":"Sandbox","doc":"W'
    'hat keeps jobs apart from the rest of a machine.","symbols":["NONE","NAMESPA'
    'CES","BUBBLEWRAP"],"default":"NONE","namespace":"muster.node_heartbeats"},"d'
    'oc":"What keeps jobs apart there.","default":"NONE"},{"name":"enforces","typ'
    'e":{"type":"array","items":{"type":"enum","name":"Enforced","doc":"What a no'
    'de holds jobs to.","symbols":["MEMORY","MEMORY_MEASURED","CPU","PROCESSES","'
    'OPEN_FILES","DEVICES","UNKNOWN"],"default":"UNKNOWN","namespace":"muster.nod'
    'e_heartbeats"}},"doc":"What it holds jobs to.","default":[]}],"namespace":"m'
    'uster.job_events"},{"type":"record","name":"NodeSuspected","doc":"Two beats '
    'missed: nothing new goes there; what runs goes on.","subject":"node","fields'
    '":[{"name":"node_id","type":"string","doc":"Node."},{"name":"silent_ms","typ'
    'e":"long","doc":"Time since its last beat."}],"namespace":"muster.job_events'
    '"},{"type":"record","name":"NodeRecovered","doc":"The node\'s heartbeats arri'
    've again.","subject":"node","fields":[{"name":"node_id","type":"string","doc'
    '":"Node."}],"namespace":"muster.job_events"},{"type":"record","name":"NodeLo'
    'st","doc":"The lease ran out: its attempts are given up.","subject":"node","'
    'fields":[{"name":"node_id","type":"string","doc":"Node."},{"name":"silent_ms'
    '","type":"long","doc":"Time since its last beat."}],"namespace":"muster.job_'
    'events"},{"type":"record","name":"NodeForgotten","doc":"The node was lost fo'
    'r so long that nothing is kept of it; if it is heard again, it joins anew.",'
    '"subject":"node","fields":[{"name":"node_id","type":"string","doc":"Node."},'
    '{"name":"lost_ms","type":"long","doc":"Time since the leader knew it as lost'
    '."}],"namespace":"muster.job_events"},{"type":"record","name":"NodeRefused",'
    '"doc":"Heartbeats that bear this name are invalid and are ignored. Said once'
    ' by each leader.","subject":"node","fields":[{"name":"node_id","type":"strin'
    'g","doc":"The name they bear; at most 128 characters, control characters esc'
    'aped."},{"name":"message","type":"string","doc":"Field, value and what is al'
    'lowed."}],"namespace":"muster.job_events"},{"type":"record","name":"NodeRelo'
    'cated","doc":"The network around the node has changed; what runs there goes '
    'on.","subject":"node","fields":[{"name":"node_id","type":"string","doc":"Nod'
    'e."},{"name":"location","type":"muster.node_heartbeats.Location","doc":"Wher'
    'e it is now."}],"namespace":"muster.job_events"},{"type":"record","name":"Gp'
    'uUnhealthy","doc":"Nothing new goes on this GPU.","subject":"node","fields":'
    '[{"name":"node_id","type":"string","doc":"Node."},{"name":"gpu_index","type"'
    ':"int","doc":"GPU."},{"name":"reason","type":"string","doc":"Why."}],"namesp'
    'ace":"muster.job_events"},{"type":"record","name":"GpuRecovered","doc":"The '
    'GPU is healthy again.","subject":"node","fields":[{"name":"node_id","type":"'
    'string","doc":"Node."},{"name":"gpu_index","type":"int","doc":"GPU."}],"name'
    'space":"muster.job_events"},{"type":"record","name":"CommandInvalid","doc":"'
    "A command that was turned away before it was sequenced; `code` and `message`"
    ' say why (ADR 4, 55).","fields":[{"name":"command_id","type":"string","doc":'
    '"event_id of the command."},{"name":"command","type":"string","doc":"Its rec'
    'ord name."},{"name":"subject","type":"string","doc":"Job, queue or node."},{'
    '"name":"tenant","type":"string","doc":"Tenant."},{"name":"code","type":{"typ'
    'e":"enum","name":"RejectionCode","aliases":["muster.job_events.RejectionCode'
    '"],"doc":"Kinds of refusal, the same for all services; each has its HTTP sta'
    'tus.","symbols":["INVALID","ALREADY_EXISTS","NOT_FOUND","WRONG_STATE","IMPOS'
    'SIBLE_REQUEST","UNKNOWN_QUEUE","QUEUE_NOT_EMPTY","FORBIDDEN","QUOTA_EXCEEDED'
    '","BAD_TREE"],"default":"FORBIDDEN","namespace":"muster.command_answers"},"d'
    'oc":"Kind of refusal: it breaks a rule, or its sender may not send it.","def'
    'ault":"INVALID"},{"name":"message","type":"string","doc":"For people."},{"na'
    'me":"violations","type":{"type":"array","items":{"type":"record","name":"Vio'
    'lation","aliases":["muster.job_events.Violation"],"doc":"One thing wrong wit'
    'h a request.","fields":[{"name":"field","type":"string","doc":"Path of the f'
    'ield."},{"name":"value","type":"string","doc":"What was given, shortened."},'
    '{"name":"allowed","type":"string","doc":"What is allowed."}],"namespace":"mu'
    'ster.command_answers"}},"doc":"Field by field."}],"namespace":"muster.schedu'
    'ler_log"},{"type":"record","name":"LeaderElected","doc":"First input of an e'
    'poch.","fields":[{"name":"epoch","type":"long","doc":"Epoch."},{"name":"lead'
    'er_id","type":"string","doc":"Process that leads."}],"namespace":"muster.sch'
    'eduler_log"},{"type":"record","name":"ClockTicked","doc":"A deadline of the '
    'core has passed.","fields":[],"namespace":"muster.scheduler_log"}],"doc":"Wh'
    'at came in."}],"namespace":"muster.scheduler_log"}},"doc":"In order."},{"nam'
    'e":"decisions","type":{"type":"array","items":{"type":"record","name":"Decis'
    'ion","doc":"One consequence.","fields":[{"name":"event_id","type":"string","'
    'doc":"The same as in the public topic."},{"name":"cause_seq","type":"long","'
    'doc":"seq of the input it follows from."},{"name":"payload","type":[{"type":'
    '"record","name":"CommandRejected","aliases":["muster.job_events.CommandRejec'
    'ted"],"doc":"A command that will not be carried out, and why.","subject":"co'
    'mmand","fields":[{"name":"command_id","type":"string","doc":"event_id of the'
    ' command."},{"name":"command","type":"string","doc":"Its record name."},{"na'
    'me":"subject","type":"string","doc":"What it was about: a job, queue, node, '
    'or another entity of the service."},{"name":"tenant","type":"string","doc":"'
    'Tenant."},{"name":"code","type":"muster.command_answers.RejectionCode","doc"'
    ':"Kind of refusal."},{"name":"detail_code","type":"string","doc":"The servic'
    'e\'s own, finer code; its README lists them. Empty: `code` says all.","defaul'
    't":""},{"name":"message","type":"string","doc":"For people."},{"name":"viola'
    'tions","type":{"type":"array","items":"muster.command_answers.Violation"},"d'
    'oc":"Field by field.","default":[]}],"namespace":"muster.command_answers"},{'
    '"type":"record","name":"CommandRepeated","aliases":["muster.job_events.Comma'
    'ndRepeated"],"doc":"A command that was carried out before came again; nothin'
    'g changed.","subject":"command","fields":[{"name":"command_id","type":"strin'
    'g","doc":"event_id of the command."},{"name":"command","type":"string","doc"'
    ':"Its record name."},{"name":"subject","type":"string","doc":"What it was ab'
    'out."}],"namespace":"muster.command_answers"},{"type":"record","name":"JobQu'
    'eued","doc":"The job is accepted and waits.","subject":"job","fields":[{"nam'
    'e":"job_id","type":"string","doc":"Job."},{"name":"tenant","type":"string","'
    'doc":"Tenant."},{"name":"spec","type":"muster.job_commands.JobSpec","doc":"A'
    's accepted."},{"name":"predicted_p50_ms","type":["null","long"],"doc":"Predi'
    'cted median run time of an attempt; null: unknown.","default":null},{"name":'
    '"predicted_p90_ms","type":["null","long"],"doc":"Predicted 90th percentile o'
    'f the run time; null: unknown.","default":null}],"namespace":"muster.job_eve'
    'nts"},{"type":"record","name":"JobPending","doc":"Why the job is not placed;'
    ' sent when the reason changes.","subject":"job","fields":[{"name":"job_id","'
    'type":"string","doc":"Job."},{"name":"code","type":{"type":"enum","name":"Pe'
    'ndingCode","doc":"Stable codes for why a job waits.","symbols":["NO_NODES","'
    'MODEL_ABSENT","TOO_LARGE","CLUSTER_TOO_SMALL","GPUS_BUSY","GPUS_FRAGMENTED",'
    '"FRACTIONS_FRAGMENTED","CPU_SHORT","MEMORY_SHORT","NODES_UNSCHEDULABLE","LAB'
    'ELS_ABSENT","TAINTS_UNTOLERATED","GPU_MEMORY_SHORT","SANDBOX_ABSENT","SPOT_E'
    'XCLUDED","ROOM_ON_SPOT_ONLY","NODES_AVOIDED","MAINTENANCE_AHEAD","GANG_SHORT'
    '","TOPOLOGY_SHORT","HELD_FOR_HEAD","NODES_RESERVED","RETRY_BACKOFF","SUSPEND'
    'ED","QUEUED","QUOTA_EXHAUSTED","JOB_LIMIT","GEOMETRY_FROZEN","QUEUE_SUSPENDE'
    'D"],"default":"QUEUED","namespace":"muster.job_events"},"doc":"The one domin'
    'ant reason."},{"name":"message","type":"string","doc":"One sentence."},{"nam'
    'e":"counts","type":{"type":"map","values":"long"},"doc":"Numbers behind it."'
    ',"default":{}}],"namespace":"muster.job_events"},{"type":"record","name":"Pr'
    'eemptionRequested","doc":"A job or a reservation is due GPUs that others hol'
    'd; who yields is decided elsewhere.","subject":"plan","fields":[{"name":"job'
    '_id","type":"string","doc":"Job; empty where a reservation is due them."},{"'
    'name":"cause","type":"muster.job_events.PreemptionCause","doc":"What entitle'
    's it."},{"name":"queue","type":"string","doc":"Its queue."},{"name":"tenant"'
    ',"type":"string","doc":"Tenant."},{"name":"jobs","type":"int","doc":"Number '
    "of equal jobs of its queue, this one included, that are due the resources th"
    'ey request.","default":1},{"name":"gpu_milli_missing","type":"long","doc":"T'
    'housandths of GPU that they wait for."},{"name":"gpu_models","type":{"type":'
    '"array","items":"string"},"doc":"Models it accepts, sorted; empty for any.",'
    '"default":[]},{"name":"borrowers","type":{"type":"array","items":{"type":"re'
    'cord","name":"Borrower","doc":"A queue beyond its guarantee.","fields":[{"na'
    'me":"queue","type":"string","doc":"Name."},{"name":"tenant","type":"string",'
    '"doc":"Tenant."},{"name":"gpu_milli_borrowed","type":"long","doc":"Beyond it'
    's guarantee, thousandths of GPU."}],"namespace":"muster.job_events"}},"doc":'
    '"Queues that hold lent GPUs, most first.","default":[]},{"name":"as_of_seq",'
    '"type":"long","doc":"State of the log that this is true of."},{"name":"reser'
    'vation","type":"string","doc":"Reservation that has begun; empty where a job'
    ' is due them.","default":""},{"name":"holders","type":{"type":"array","items'
    '":"string"},"doc":"Jobs that may yield, where the request says which: those '
    "that still hold its nodes, or have had more service; sorted; never productio"
    'n inference.","default":[]}],"namespace":"muster.job_events"},{"type":"recor'
    'd","name":"ReservationMade","doc":"Nodes are kept for the job that heads the'
    ' line and does not fit; takes the place of its last one.","subject":"plan","'
    'fields":[{"name":"job_id","type":"string","doc":"Job."},{"name":"node_ids","'
    'type":{"type":"array","items":"string"},"doc":"Reserved: other jobs may be p'
    'laced there only if they are predicted to end before starts_at_ms."},{"name"'
    ':"starts_at_ms","type":["null","long"],"doc":"When the nodes are predicted t'
    'o have room for it; null: unknown.","default":null},{"name":"kept_until_ms",'
    '"type":"long","doc":"When, the job not started, nodes are chosen anew."},{"n'
    'ame":"by_limits","type":"boolean","doc":"Whether only wall-time limits were '
    'used to predict, because an earlier reservation of the job was not kept.","d'
    'efault":false}],"namespace":"muster.job_events"},{"type":"record","name":"Re'
    'servationReleased","doc":"The nodes reserved for a job are released.","subje'
    'ct":"plan","fields":[{"name":"job_id","type":"string","doc":"Job."},{"name":'
    '"reason","type":{"type":"enum","name":"ReleaseReason","doc":"Why.","symbols"'
    ':["STARTED","NO_LONGER_WAITS","NO_LONGER_HEAD","IN_VAIN"],"default":"NO_LONG'
    'ER_WAITS","namespace":"muster.job_events"},"doc":"Why."},{"name":"again_at_m'
    's","type":["null","long"],"doc":"When nodes are kept for it again, as it sti'
    'll heads the line; null: not for this reason.","default":null}],"namespace":'
    '"muster.job_events"},{"type":"record","name":"DefragmentationProposed","doc"'
    ':"Moves of running jobs that would let a job start that free GPUs in all suf'
    'fice for.","subject":"plan","fields":[{"name":"job_id","type":"string","doc"'
    ':"The job that would start."},{"name":"moves","type":{"type":"array","items"'
    ':{"type":"record","name":"Move","doc":"One job that would go on elsewhere.",'
    '"fields":[{"name":"job_id","type":"string","doc":"Job."},{"name":"from_node_'
    'ids","type":{"type":"array","items":"string"},"doc":"Where it is, sorted."},'
    '{"name":"to_node_ids","type":{"type":"array","items":"string"},"doc":"Where '
    'it would go, sorted."},{"name":"lost_gpu_ms","type":"long","doc":"GPU millis'
    "econds: its GPUs times what it ran since its last checkpoint, and a restart."
    '"}],"namespace":"muster.job_events"}},"doc":"By job."},{"name":"cost_gpu_ms"'
    ',"type":"long","doc":"GPU milliseconds that all moves lose."},{"name":"benef'
    'it_gpu_ms","type":"long","doc":"GPU milliseconds that the job would have soo'
    'ner: its GPUs times the wait it is spared."},{"name":"carried_out","type":"b'
    'oolean","doc":"The moves begin now."}],"namespace":"muster.job_events"},{"ty'
    'pe":"record","name":"StartPredicted","doc":"When a waiting job will start, p'
    'redicted now and then so that the cell learns from what comes.","subject":"p'
    'lan","fields":[{"name":"job_id","type":"string","doc":"Job."},{"name":"wait_'
    'ms","type":"long","doc":"How much longer it will wait, the best single estim'
    'ate, milliseconds."},{"name":"wait_low_ms","type":["null","long"],"doc":"Sta'
    "rt of the range that is stated, milliseconds from now; null: too little is l"
    'earned for a range.","default":null},{"name":"wait_high_ms","type":["null","'
    'long"],"doc":"End of the range that is stated, milliseconds from now.","defa'
    'ult":null},{"name":"signs","type":{"type":"array","items":"int"},"doc":"What'
    " it was computed from, as logarithms in 1/256 octave: one, the soonest start"
    " with its equals ahead only, the time waited, the number of waiting jobs, th"
    'e amount requested, the position among its equals."}],"namespace":"muster.jo'
    'b_events"},{"type":"record","name":"GangBound","doc":"Every rank has its pla'
    'ce; orders to start are in the same transaction.","subject":"job","fields":['
    '{"name":"job_id","type":"string","doc":"Job."},{"name":"attempt","type":"int'
    '","doc":"Attempt."},{"name":"placements","type":{"type":"array","items":{"ty'
    'pe":"record","name":"RankPlacement","doc":"Where one rank runs.","fields":[{'
    '"name":"rank","type":"int","doc":"Rank."},{"name":"node_id","type":"string",'
    '"doc":"Node."},{"name":"gpu_indices","type":{"type":"array","items":"int"},"'
    'doc":"GPUs."},{"name":"gpu_milli","type":"int","doc":"Thousandths of each."}'
    ',{"name":"sharing","type":{"type":"enum","name":"Sharing","doc":"How a rank '
    "shares its GPUs: not; inside its team by MPS or in turns; by a MIG instance."
    '","symbols":["EXCLUSIVE","MPS","TIME_SLICING","MIG"],"default":"EXCLUSIVE","'
    'namespace":"muster.node_commands"},"doc":"Who else may be on them.","default'
    '":"EXCLUSIVE"},{"name":"mig_profile","type":["null","string"],"doc":"Profile'
    ' of the MIG instance it gets.","default":null},{"name":"mig_start","type":["'
    'null","int"],"doc":"First memory slice of that instance.","default":null}],"'
    'namespace":"muster.job_events"}},"doc":"One per rank."},{"name":"master_addr'
    'ess","type":"string","doc":"Rank 0\'s address."},{"name":"master_port","type"'
    ':"int","doc":"Rendezvous port."},{"name":"waited_ms","type":"long","doc":"Si'
    'nce the job was last queued."},{"name":"reason","type":"string","doc":"Why t'
    'here.","default":""},{"name":"tenant","type":"string","doc":"Whose job it is'
    '.","default":""},{"name":"queue","type":"string","doc":"The job\'s queue.","d'
    'efault":""},{"name":"each","type":["null",{"type":"record","name":"RankShape'
    '","doc":"What each rank of a gang holds on its node, besides the GPUs of its'
    ' placement.","fields":[{"name":"cpu_milli","type":"long","doc":"Thousandths '
    'of a CPU core."},{"name":"memory_mib","type":"long","doc":"Host memory."},{"'
    'name":"gpu_models","type":{"type":"array","items":"string"},"doc":"GPU model'
    's it would accept, sorted; empty: any.","default":[]},{"name":"sharing_key",'
    '"type":"string","doc":"Ranks with the same key share GPUs (a trust domain an'
    'd a way of sharing); `mig`: a MIG instance of its own; empty: not shared.","'
    'default":""}],"namespace":"muster.job_events"}],"doc":"What each rank holds;'
    ' null: an earlier version wrote it.","default":null}],"namespace":"muster.jo'
    'b_events"},{"type":"record","name":"JobStarted","doc":"All ranks run.","subj'
    'ect":"job","fields":[{"name":"job_id","type":"string","doc":"Job."},{"name":'
    '"attempt","type":"int","doc":"Attempt."}],"namespace":"muster.job_events"},{'
    '"type":"record","name":"JobResizing","doc":"An elastic job stops, to go on a'
    't once with another number of ranks.","subject":"job","fields":[{"name":"job'
    '_id","type":"string","doc":"Job."},{"name":"attempt","type":"int","doc":"The'
    ' attempt that stops."},{"name":"ranks_from","type":"int","doc":"Its ranks."}'
    ',{"name":"ranks_to","type":"int","doc":"Ranks of the next one, or fewer wher'
    'e they no longer fit."},{"name":"reason","type":"string","doc":"Why."}],"nam'
    'espace":"muster.job_events"},{"type":"record","name":"JobMoving","doc":"A jo'
    'b stops, to go on at once on other nodes, so that another has room.","subjec'
    't":"job","fields":[{"name":"job_id","type":"string","doc":"Job."},{"name":"a'
    'ttempt","type":"int","doc":"The attempt that stops."},{"name":"placements","'
    'type":{"type":"array","items":"muster.job_events.RankPlacement"},"doc":"Wher'
    'e it is to go on, in rank order; elsewhere, where that is gone."},{"name":"r'
    'eason","type":"string","doc":"Why."}],"namespace":"muster.job_events"},{"typ'
    'e":"record","name":"JobWarned","doc":"A watchdog has found something about a'
    ' running job; told once an attempt for each action.","subject":"job","fields'
    '":[{"name":"job_id","type":"string","doc":"Job."},{"name":"attempt","type":"'
    'int","doc":"Attempt."},{"name":"watchdog","type":{"type":"enum","name":"Watc'
    'hdog","doc":"What is watched.","symbols":["WALL_TIME","HANG","START_UP","LOS'
    'S"],"default":"WALL_TIME","namespace":"muster.job_events"},"doc":"Which one.'
    '"},{"name":"action","type":{"type":"enum","name":"WatchdogAction","doc":"Wha'
    "t follows: nothing; the attempt ends, and another is a matter of the job's r"
    'etries; the job ends.","symbols":["TOLD","RETRIED","ENDED"],"default":"TOLD"'
    ',"namespace":"muster.job_events"},"doc":"What follows."},{"name":"message","'
    'type":"string","doc":"What was found, for people."},{"name":"node_id","type"'
    ':["null","string"],"doc":"Where; null: the whole gang.","default":null},{"na'
    'me":"rank","type":["null","int"],"doc":"Which rank; null: all, or unknown.",'
    '"default":null}],"namespace":"muster.job_events"},{"type":"record","name":"J'
    'obStopping","doc":"Ranks have been ordered to stop.","subject":"job","fields'
    '":[{"name":"job_id","type":"string","doc":"Job."},{"name":"attempt","type":"'
    'int","doc":"Attempt."},{"name":"reason","type":"string","doc":"Why."},{"name'
    '":"requeues","type":"boolean","doc":"It waits again once it has stopped, and'
    ' the attempt counts neither as failed nor as lost.","default":false},{"name"'
    ':"plan_id","type":"string","doc":"The preemption plan that it yields by; emp'
    'ty: it stops for another reason.","default":""},{"name":"yields_to","type":"'
    'string","doc":"The job that it yields to; empty: none.","default":""},{"name'
    '":"cause","type":{"type":"enum","name":"StopCause","doc":"What kind of event'
    ' stopped it.","symbols":["UNSTATED","SPOT_RECLAIM"],"default":"UNSTATED","na'
    'mespace":"muster.job_events"},"doc":"What kind of event stopped it.","defaul'
    't":"UNSTATED"},{"name":"save_bytes","type":["null","long"],"doc":"What it is'
    ' believed to have to save, bytes; null: not known, or not asked.","default":'
    'null},{"name":"saves_until_ms","type":["null","long"],"doc":"When that is be'
    "lieved to be stored, milliseconds since 1970 UTC; null: not known, or it is "
    'not asked to save.","default":null}],"namespace":"muster.job_events"},{"type'
    '":"record","name":"SaveTooLarge","doc":"A job cannot store its state before '
    'its node is taken away, and loses work.","subject":"job","fields":[{"name":"'
    'job_id","type":"string","doc":"Job."},{"name":"attempt","type":"int","doc":"'
    'Attempt."},{"name":"node_id","type":"string","doc":"The node that goes first'
    '."},{"name":"save_bytes","type":"long","doc":"What it has to save, bytes."},'
    '{"name":"fits_bytes","type":"long","doc":"What can be stored in the time tha'
    't is left beside the others, bytes."},{"name":"deadline_ms","type":"long","d'
    'oc":"When the node is gone, milliseconds since 1970 UTC."},{"name":"lost_gpu'
    '_ms","type":"long","doc":"GPU milliseconds since its last checkpoint, or sin'
    'ce its start."}],"namespace":"muster.job_events"},{"type":"record","name":"P'
    'reemptionAccepted","doc":"A preemption plan is carried out: victims stop, no'
    'des are held for the job.","subject":"plan","fields":[{"name":"plan_id","typ'
    'e":"string","doc":"Plan."},{"name":"job_id","type":"string","doc":"Job that '
    'the victims yield to; empty: a reservation."},{"name":"reservation","type":"'
    'string","doc":"Capacity reservation whose nodes the victims leave; empty: th'
    'ey yield to a job.","default":""},{"name":"victims","type":{"type":"array","'
    'items":{"type":"record","name":"YieldingJob","doc":"A job that yields, whole'
    ' or down to fewer ranks.","fields":[{"name":"job_id","type":"string","doc":"'
    'Job."},{"name":"attempt","type":"int","doc":"The attempt that stops."},{"nam'
    'e":"ranks_kept","type":"int","doc":"Ranks it goes on with; 0: it waits again'
    '.","default":0}],"namespace":"muster.job_events"}},"doc":"By job id."},{"nam'
    'e":"placements","type":{"type":"array","items":"muster.job_events.RankPlacem'
    'ent"},"doc":"Where the job is to go, in rank order; these nodes are held for'
    ' it."},{"name":"held_until_ms","type":"long","doc":"They are held at most un'
    'til then, milliseconds since 1970 UTC."},{"name":"cost_gpu_ms","type":"long"'
    ',"doc":"Price as planned, GPU milliseconds."},{"name":"as_of_seq","type":"lo'
    'ng","doc":"State of the scheduler\'s log that the plan was made from."}],"nam'
    'espace":"muster.job_events"},{"type":"record","name":"PreemptionRefused","do'
    'c":"A preemption plan is not carried out; nobody stops because of it.","subj'
    'ect":"plan","fields":[{"name":"plan_id","type":"string","doc":"Plan."},{"nam'
    'e":"job_id","type":"string","doc":"Job that the victims would have yielded t'
    'o; empty: a reservation."},{"name":"reservation","type":"string","doc":"Capa'
    'city reservation whose nodes the victims leave; empty: they yield to a job."'
    ',"default":""},{"name":"code","type":{"type":"enum","name":"RefusalCode","do'
    'c":"Why.","symbols":["EXPIRED","INVALID","UNDER_WAY","NOT_WAITING","NOT_ENTI'
    'TLED","NOT_NEEDED","VICTIM_GONE","VICTIM_PROTECTED","VICTIM_TOO_YOUNG","VICT'
    'IM_LIMIT","PAIR","NO_ROOM"],"default":"INVALID","namespace":"muster.job_even'
    'ts"},"doc":"Why."},{"name":"reason","type":"string","doc":"For people."}],"n'
    'amespace":"muster.job_events"},{"type":"record","name":"HoldReleased","doc":'
    '"What victims of a preemption plan freed is no longer held for the job they '
    'yielded to.","subject":"plan","fields":[{"name":"plan_id","type":"string","d'
    'oc":"Plan."},{"name":"job_id","type":"string","doc":"Job that it was held fo'
    'r."},{"name":"reason","type":{"type":"enum","name":"HoldReleaseReason","doc"'
    ':"Why.","symbols":["STARTED","NO_LONGER_WAITS","NO_ROOM","EXPIRED"],"default'
    '":"NO_LONGER_WAITS","namespace":"muster.job_events"},"doc":"STARTED: it was '
    "bound. NO_LONGER_WAITS: it was cancelled or suspended. NO_ROOM: all have yie"
    'lded, and it still does not fit. EXPIRED: they took too long."}],"namespace"'
    ':"muster.job_events"},{"type":"record","name":"AttemptEnded","doc":"An attem'
    'pt is over on every node and its GPUs are free.","subject":"job","fields":[{'
    '"name":"job_id","type":"string","doc":"Job."},{"name":"attempt","type":"int"'
    ',"doc":"Attempt."},{"name":"outcome","type":{"type":"enum","name":"AttemptOu'
    'tcome","doc":"How.","symbols":["SUCCEEDED","FAILED","STOPPED","TIMED_OUT","L'
    'OST","REFUSED"],"default":"REFUSED","namespace":"muster.job_events"},"doc":"'
    'How."},{"name":"exit_code","type":["null","int"],"doc":"Of the first failing'
    ' rank.","default":null},{"name":"signal","type":["null","int"],"doc":"Of the'
    ' first failing rank.","default":null},{"name":"rank","type":["null","int"],"'
    'doc":"First failing rank.","default":null},{"name":"node_id","type":["null",'
    '"string"],"doc":"Its node.","default":null},{"name":"message","type":"string'
    '","doc":"For people.","default":""},{"name":"ran_ms","type":"long","doc":"Fr'
    'om bind to end."},{"name":"verdict","type":["null",{"type":"record","name":"'
    'FailureVerdict","doc":"Why an attempt failed, by the rules in effect; rank a'
    'nd node are those of its fact.","fields":[{"name":"rule","type":"string","do'
    'c":"The first rule with a sign."},{"name":"rules_version","type":"int","doc"'
    ':"Version of the rules."},{"name":"category","type":"string","doc":"Whose pa'
    'rt failed, as in the rule."},{"name":"subcategory","type":"string","doc":"Wh'
    'at of it."},{"name":"persistence","type":"string","doc":"transient, permanen'
    't or unknown: whether the same attempt would fail again."},{"name":"action",'
    '"type":"string","doc":"What the rule demands for the job."},{"name":"node_ac'
    'tion","type":"string","doc":"What the rule advises for the node."},{"name":"'
    'sign","type":"string","doc":"By what it was recognised: a line of the output'
    ', exit code 137."},{"name":"means","type":"string","doc":"What happened, in '
    'the rule\'s words."},{"name":"hint","type":"string","doc":"What to change, in'
    ' the rule\'s words."},{"name":"line","type":["null","long"],"doc":"Number of '
    'the line in the rank\'s stream, when it was a line.","default":null},{"name":'
    '"stream","type":"string","doc":"Its stream: stdout or stderr.","default":""}'
    ',{"name":"count","type":"long","doc":"Lines with such a sign; 0: it was no l'
    'ine.","default":0},{"name":"at_ms","type":["null","long"],"doc":"When: of th'
    'e line, else of the rank\'s end, milliseconds since 1970 UTC.","default":null'
    '},{"name":"spared","type":"boolean","doc":"The attempt does not count among '
    'those that the user granted.","default":false},{"name":"cause_seen","type":"'
    'boolean","doc":"False: no rank shows a cause of its own; it began where noth'
    'ing was seen.","default":true},{"name":"others","type":{"type":"array","item'
    's":{"type":"record","name":"RankVerdict","doc":"Another rank that failed.","'
    'fields":[{"name":"rank","type":["null","int"],"doc":"Rank; null: its node wa'
    's lost, or refused.","default":null},{"name":"node_id","type":"string","doc"'
    ':"Its node."},{"name":"rule","type":"string","doc":"The first rule with a si'
    'gn."},{"name":"followed","type":"boolean","doc":"It failed because another r'
    'ank had gone, or waited for one that had."}],"namespace":"muster.job_events"'
    '}},"doc":"Other ranks that failed, by rank, the first of them.","default":[]'
    '},{"name":"others_more","type":"int","doc":"How many more than these.","defa'
    'ult":0},{"name":"unscanned","type":"string","doc":"Why output was not scanne'
    'd, or not all of it; empty: it was.","default":""}],"namespace":"muster.job_'
    'events"}],"doc":"Why; null: nothing failed, or no rules are in effect.","def'
    'ault":null}],"namespace":"muster.job_events"},{"type":"record","name":"JobRe'
    'queued","doc":"The job waits again.","subject":"job","fields":[{"name":"job_'
    'id","type":"string","doc":"Job."},{"name":"attempt_next","type":"int","doc":'
    '"Number of the next attempt."},{"name":"reason","type":"string","doc":"Why."'
    '},{"name":"not_before_ms","type":"long","doc":"Earliest time of the next att'
    'empt."}],"namespace":"muster.job_events"},{"type":"record","name":"JobSuccee'
    'ded","doc":"Every rank ended with exit code 0.","subject":"job","fields":[{"'
    'name":"job_id","type":"string","doc":"Job."},{"name":"attempt","type":"int",'
    '"doc":"Attempt."}],"namespace":"muster.job_events"},{"type":"record","name":'
    '"JobFailed","doc":"The job is over and did not succeed.","subject":"job","fi'
    'elds":[{"name":"job_id","type":"string","doc":"Job."},{"name":"attempt","typ'
    'e":"int","doc":"Attempt."},{"name":"reason","type":"string","doc":"Why."},{"'
    'name":"exit_code","type":["null","int"],"doc":"Of the first failing rank.","'
    'default":null}],"namespace":"muster.job_events"},{"type":"record","name":"Jo'
    'bCancelled","doc":"The job was cancelled and nothing of it runs.","subject":'
    '"job","fields":[{"name":"job_id","type":"string","doc":"Job."},{"name":"requ'
    'ested_by","type":"string","doc":"Who asked."},{"name":"reason","type":"strin'
    'g","doc":"Why."}],"namespace":"muster.job_events"},{"type":"record","name":"'
    'JobSuspended","doc":"The job was suspended and nothing of it runs.","subject'
    '":"job","fields":[{"name":"job_id","type":"string","doc":"Job."},{"name":"re'
    'quested_by","type":"string","doc":"Who asked."},{"name":"reason","type":"str'
    'ing","doc":"Why."}],"namespace":"muster.job_events"},{"type":"record","name"'
    ':"JobResumed","doc":"A suspended job waits again.","subject":"job","fields":'
    '[{"name":"job_id","type":"string","doc":"Job."},{"name":"requested_by","type'
    '":"string","doc":"Who asked."}],"namespace":"muster.job_events"},{"type":"re'
    'cord","name":"CheckpointRecorded","doc":"All of a checkpoint is safe in S3; '
    'the next attempt begins from it.","subject":"job","fields":[{"name":"job_id"'
    ',"type":"string","doc":"Job."},{"name":"attempt","type":"int","doc":"Attempt'
    '."},{"name":"rank","type":"int","doc":"Rank that wrote it."},{"name":"file",'
    '"type":"string","doc":"File name: the one file that it is, or the record of '
    'its parts."},{"name":"uri","type":"string","doc":"Where."},{"name":"sha256",'
    '"type":"string","doc":"Of that file."},{"name":"size_bytes","type":"long","d'
    'oc":"Of all its files, of all ranks together."},{"name":"files","type":"int"'
    ',"doc":"So many files.","default":1},{"name":"unchanged_bytes","type":"long"'
    ',"doc":"Of these, in files that had not changed and were in the store before'
    '.","default":0},{"name":"step","type":["null","long"],"doc":"Step after whic'
    'h it was saved; null: it is one file, which does not say.","default":null}],'
    '"namespace":"muster.job_events"},"muster.job_events.NodeJoined","muster.job_'
    'events.NodeSuspected","muster.job_events.NodeRecovered","muster.job_events.N'
    'odeLost","muster.job_events.NodeForgotten","muster.job_events.NodeRefused",{'
    '"type":"record","name":"NodeCordoned","doc":"Nothing new goes there.","subje'
    'ct":"node","fields":[{"name":"node_id","type":"string","doc":"Node."},{"name'
    '":"requested_by","type":"string","doc":"Who."},{"name":"reason","type":"stri'
    'ng","doc":"Why."}],"namespace":"muster.job_events"},{"type":"record","name":'
    '"NodeUncordoned","doc":"Work goes there again.","subject":"node","fields":[{'
    '"name":"node_id","type":"string","doc":"Node."},{"name":"requested_by","type'
    '":"string","doc":"Who."}],"namespace":"muster.job_events"},{"type":"record",'
    '"name":"NodeDraining","doc":"Nothing new is placed on the node, and what run'
    's there is moved.","subject":"node","fields":[{"name":"node_id","type":"stri'
    'ng","doc":"Node."},{"name":"requested_by","type":"string","doc":"Operator."}'
    ',{"name":"reason","type":"string","doc":"Why.","default":""}],"namespace":"m'
    'uster.job_events"},{"type":"record","name":"NodeUndrained","doc":"Work may b'
    'e placed on the node again.","subject":"node","fields":[{"name":"node_id","t'
    'ype":"string","doc":"Node."},{"name":"requested_by","type":"string","doc":"O'
    'perator."}],"namespace":"muster.job_events"},{"type":"record","name":"NodeTa'
    'gged","doc":"What operators say of the node, beside what it announces, from '
    'now on.","subject":"node","fields":[{"name":"node_id","type":"string","doc":'
    '"Node."},{"name":"labels","type":{"type":"map","values":"string"},"doc":"Lab'
    'els; they win over announced ones.","default":{}},{"name":"taints","type":{"'
    'type":"array","items":"string"},"doc":"Taints, sorted.","default":[]},{"name'
    '":"requested_by","type":"string","doc":"Operator."}],"namespace":"muster.job'
    '_events"},{"type":"record","name":"MaintenanceScheduled","doc":"The node wil'
    "l be closed for a time: only work that is predicted to end before is placed "
    'there.","subject":"node","fields":[{"name":"node_id","type":"string","doc":"'
    'Node."},{"name":"starts_at_ms","type":"long","doc":"From when, milliseconds '
    'since 1970 UTC."},{"name":"ends_at_ms","type":"long","doc":"Until when."},{"'
    'name":"requested_by","type":"string","doc":"Operator."},{"name":"reason","ty'
    'pe":"string","doc":"Why.","default":""}],"namespace":"muster.job_events"},{"'
    'type":"record","name":"MaintenanceStarted","doc":"The node\'s window has begu'
    'n: it is closed, and what still runs there is moved.","subject":"node","fiel'
    'ds":[{"name":"node_id","type":"string","doc":"Node."}],"namespace":"muster.j'
    'ob_events"},{"type":"record","name":"MaintenanceEnded","doc":"The node\'s win'
    'dow is over, or was called off.","subject":"node","fields":[{"name":"node_id'
    '","type":"string","doc":"Node."},{"name":"requested_by","type":["null","stri'
    'ng"],"doc":"Operator who called it off; null: its time was over.","default":'
    'null}],"namespace":"muster.job_events"},{"type":"record","name":"NodeReclaim'
    'ing","doc":"The node will be taken away: nothing new is placed there, and wh'
    'at runs there saves and leaves.","subject":"node","fields":[{"name":"node_id'
    '","type":"string","doc":"Node."},{"name":"notice_id","type":"string","doc":"'
    'Which announcement; another one takes the place of the last."},{"name":"dead'
    'line_ms","type":["null","long"],"doc":"When it is gone, milliseconds since 1'
    '970 UTC; null: it is at risk, and what runs there stays.","default":null},{"'
    'name":"source","type":"muster.task_events.ReclaimSource","doc":"Who announce'
    'd it."},{"name":"requested_by","type":"string","doc":"Operator; empty: the n'
    'ode\'s provider.","default":""},{"name":"reason","type":"string","doc":"For p'
    'eople.","default":""}],"namespace":"muster.job_events"},{"type":"record","na'
    'me":"NodeSpared","doc":"The node is not taken away after all, or is there ag'
    'ain: work may be placed on it.","subject":"node","fields":[{"name":"node_id"'
    ',"type":"string","doc":"Node."},{"name":"requested_by","type":"string","doc"'
    ':"Operator; empty: the node\'s provider.","default":""},{"name":"reason","typ'
    'e":"string","doc":"For people.","default":""}],"namespace":"muster.job_event'
    's"},{"type":"record","name":"NodeNoted","doc":"What is wrong with the node b'
    'y its own account.","subject":"node","fields":[{"name":"node_id","type":"str'
    'ing","doc":"Node."},{"name":"note","type":"string","doc":"One sentence; empt'
    'y: nothing any more."}],"namespace":"muster.job_events"},"muster.job_events.'
    'NodeRelocated","muster.job_events.GpuUnhealthy","muster.job_events.GpuRecove'
    'red",{"type":"record","name":"GpuGeometryChanged","doc":"An empty GPU was cu'
    't, to take MIG instances and nothing else, or made whole again.","subject":"'
    'node","fields":[{"name":"node_id","type":"string","doc":"Node."},{"name":"gp'
    'u_index","type":"int","doc":"GPU."},{"name":"cut","type":"boolean","doc":"Tr'
    'ue: MIG mode. False: whole."},{"name":"for_job_id","type":"string","doc":"Th'
    'e waiting job that needed it."}],"namespace":"muster.job_events"},{"type":"r'
    'ecord","name":"QueueCreated","doc":"A queue exists.","subject":"queue","fiel'
    'ds":[{"name":"queue","type":"string","doc":"Name."},{"name":"tenant","type":'
    '"string","doc":"Tenant."},{"name":"description","type":"string","doc":"For p'
    'eople."},{"name":"requested_by","type":"string","doc":"Who."},{"name":"setti'
    'ngs","type":["null","muster.queue_commands.QueueSettings"],"doc":"Shares and'
    ' limits; null for none.","default":null}],"namespace":"muster.job_events"},{'
    '"type":"record","name":"QueueConfigured","doc":"A queue has other shares and'
    ' limits.","subject":"queue","fields":[{"name":"queue","type":"string","doc":'
    '"Name."},{"name":"tenant","type":"string","doc":"Tenant."},{"name":"settings'
    '","type":"muster.queue_commands.QueueSettings","doc":"All of them."},{"name"'
    ':"requested_by","type":"string","doc":"Who."}],"namespace":"muster.job_event'
    's"},{"type":"record","name":"QueueMeasured","doc":"What a queue and those be'
    'low it use, and what is due to it; sent when it changed, now and then.","sub'
    'ject":"queue","fields":[{"name":"queue","type":"string","doc":"Name."},{"nam'
    'e":"tenant","type":"string","doc":"Tenant."},{"name":"gpu_milli_used","type"'
    ':"long","doc":"Held, thousandths of GPU."},{"name":"gpu_milli_used_by_model"'
    ',"type":{"type":"map","values":"long"},"doc":"Per model."},{"name":"cpu_mill'
    'i_used","type":"long","doc":"Held, thousandths of a core."},{"name":"memory_'
    'mib_used","type":"long","doc":"Held, MiB."},{"name":"gpu_milli_borrowed","ty'
    'pe":"long","doc":"Of what is used, beyond the guarantee."},{"name":"gpu_mill'
    'i_lent","type":"long","doc":"Of the guarantee, unused: others may have it."}'
    ',{"name":"share_ppm","type":"long","doc":"Dominant part of the cluster that '
    'it holds now, millionths."},{"name":"share_due_ppm","type":"long","doc":"Par'
    't of the cluster due to it by weight among its busy neighbours, millionths."'
    '},{"name":"usage_gpu_ms","type":"long","doc":"Weighted usage over the window'
    ': GPU milliseconds at model price, decayed."},{"name":"credit_gpu_ms","type"'
    ':"long","doc":"Burst credit, the same unit."},{"name":"jobs_running","type":'
    '"int","doc":"Jobs that hold GPUs."},{"name":"jobs_pending","type":"int","doc'
    '":"Jobs that wait."}],"namespace":"muster.job_events"},{"type":"record","nam'
    'e":"QueueDeleted","doc":"A queue is gone.","subject":"queue","fields":[{"nam'
    'e":"queue","type":"string","doc":"Name."},{"name":"tenant","type":"string","'
    'doc":"Tenant."},{"name":"requested_by","type":"string","doc":"Who."}],"names'
    'pace":"muster.job_events"},{"type":"record","name":"CapacityReserved","doc":'
    '"Nodes are reserved for a queue.","subject":"reservation","fields":[{"name":'
    '"reservation","type":"string","doc":"Name."},{"name":"tenant","type":"string'
    '","doc":"Tenant."},{"name":"queue","type":"string","doc":"Whose jobs may be '
    'placed there, and those of the queues below it."},{"name":"gpu_model","type"'
    ':"string","doc":"GPU model of the nodes."},{"name":"gpu_count","type":"int",'
    '"doc":"GPUs of the nodes together."},{"name":"node_ids","type":{"type":"arra'
    'y","items":"string"},"doc":"Sorted. Until it starts, other jobs are placed t'
    'here only if they are predicted to end before."},{"name":"starts_at_ms","typ'
    'e":"long","doc":"From when."},{"name":"ends_at_ms","type":"long","doc":"Unti'
    'l when."},{"name":"requested_by","type":"string","doc":"Who."}],"namespace":'
    '"muster.job_events"},{"type":"record","name":"CapacityReassigned","doc":"A r'
    'eservation has other nodes: some of its own were closed or lost.","subject":'
    '"reservation","fields":[{"name":"reservation","type":"string","doc":"Name."}'
    ',{"name":"tenant","type":"string","doc":"Tenant."},{"name":"queue","type":"s'
    'tring","doc":"Whose jobs may be placed there, and those of the queues below '
    'it."},{"name":"node_ids","type":{"type":"array","items":"string"},"doc":"All'
    ' of them now, sorted."},{"name":"reason","type":"string","doc":"Why."}],"nam'
    'espace":"muster.job_events"},{"type":"record","name":"CapacityReservationSta'
    'rted","doc":"From now on only jobs of the queue may be placed on the nodes."'
    ',"subject":"reservation","fields":[{"name":"reservation","type":"string","do'
    'c":"Name."},{"name":"tenant","type":"string","doc":"Tenant."},{"name":"queue'
    '","type":"string","doc":"Whose jobs may be placed there, and those of the qu'
    'eues below it."}],"namespace":"muster.job_events"},{"type":"record","name":"'
    'CapacityReservationEnded","doc":"The nodes are released.","subject":"reserva'
    'tion","fields":[{"name":"reservation","type":"string","doc":"Name."},{"name"'
    ':"tenant","type":"string","doc":"Tenant."},{"name":"queue","type":"string","'
    'doc":"Whose jobs may be placed there, and those of the queues below it."},{"'
    'name":"reason","type":{"type":"enum","name":"ReservationEnd","doc":"Why.","s'
    'ymbols":["OVER","CANCELLED"],"default":"OVER","namespace":"muster.job_events'
    '"},"doc":"Why."},{"name":"requested_by","type":"string","doc":"Who cancelled'
    ' it; empty when its time was over.","default":""}],"namespace":"muster.job_e'
    'vents"},{"type":"record","name":"PolicyActivated","doc":"Decisions follow th'
    'is policy from here on.","subject":"policy","fields":[{"name":"policy","type'
    '":"muster.operator_commands.Policy","doc":"The whole policy."},{"name":"requ'
    'ested_by","type":"string","doc":"Who."}],"namespace":"muster.job_events"},{"'
    'type":"record","name":"FailureRulesActivated","doc":"Failures are judged by '
    'these rules from here on.","subject":"policy","fields":[{"name":"version","t'
    'ype":"int","doc":"Version of the rules."},{"name":"sha256","type":"string","'
    'doc":"Of the text."},{"name":"rules","type":"string","doc":"The rules file."'
    '},{"name":"requested_by","type":"string","doc":"Operator, or the first leade'
    'r."}],"namespace":"muster.job_events"},{"type":"record","name":"StartTask","'
    'doc":"Start these ranks.","fields":[{"name":"node_id","type":"string","doc":'
    '"Node."},{"name":"epoch","type":"long","doc":"Leader\'s epoch; older than one'
    ' already seen: refuse."},{"name":"order_seq","type":"long","doc":"Position o'
    'f the decision: seq of the input that caused it."},{"name":"job_id","type":"'
    'string","doc":"Job."},{"name":"attempt","type":"int","doc":"Attempt; started'
    ' at most once."},{"name":"tenant","type":"string","doc":"Tenant."},{"name":"'
    'job_name","type":"string","doc":"Job\'s name."},{"name":"user","type":"string'
    '","doc":"Job\'s user."},{"name":"ranks","type":{"type":"array","items":{"type'
    '":"record","name":"RankAssignment","doc":"What one rank gets on the node.","'
    'fields":[{"name":"rank","type":"int","doc":"Rank."},{"name":"gpu_indices","t'
    'ype":{"type":"array","items":"int"},"doc":"GPUs."},{"name":"gpu_milli","type'
    '":"int","doc":"Thousandths of each."},{"name":"sharing","type":"muster.node_'
    'commands.Sharing","doc":"Who else may be on them.","default":"EXCLUSIVE"},{"'
    'name":"mig_profile","type":["null","string"],"doc":"Profile of the MIG insta'
    'nce it gets.","default":null},{"name":"mig_start","type":["null","int"],"doc'
    '":"First memory slice of that instance.","default":null},{"name":"cpu_milli"'
    ',"type":"long","doc":"Thousandths of a CPU core it may use; 0: without limit'
    '.","default":0},{"name":"memory_mib","type":"long","doc":"Main memory it may'
    ' use, MiB; 0: without limit.","default":0}],"namespace":"muster.node_command'
    's"}},"doc":"Ranks on this node."},{"name":"world_size","type":"int","doc":"R'
    'anks in all."},{"name":"master_address","type":"string","doc":"Address of ra'
    'nk 0."},{"name":"master_port","type":"int","doc":"Rendezvous port on rank 0\''
    's node."},{"name":"image","type":["null","string"],"doc":"Container image.",'
    '"default":null},{"name":"command","type":{"type":"array","items":"string"},"'
    'doc":"Program and arguments."},{"name":"env","type":{"type":"map","values":"'
    'string"},"doc":"Environment.","default":{}},{"name":"files_sha256","type":["'
    'null","string"],"doc":"Working files.","default":null},{"name":"wall_time_ma'
    'x_ms","type":["null","long"],"doc":"Stop after this long.","default":null},{'
    '"name":"hang_after_ms","type":["null","long"],"doc":"Report ranks that say n'
    'othing for so long; null: do not.","default":null},{"name":"start_up_max_ms"'
    ',"type":["null","long"],"doc":"The same from their start, while they hardly '
    'use the CPU; null: do not.","default":null},{"name":"grace_ms","type":"long"'
    ',"doc":"Between SIGTERM and SIGKILL."},{"name":"checkpoint_enabled","type":"'
    'boolean","doc":"Keep checkpoints."},{"name":"checkpoint_uri","type":["null",'
    '"string"],"doc":"Newest checkpoint of an earlier attempt.","default":null},{'
    '"name":"checkpoint_sha256","type":["null","string"],"doc":"Its hash.","defau'
    'lt":null},{"name":"checkpoint_file","type":["null","string"],"doc":"Its file'
    ' name.","default":null},{"name":"checkpoints_earlier","type":{"type":"array"'
    ',"items":{"type":"record","name":"StoredCheckpoint","doc":"A checkpoint that'
    ' is whole in the store.","fields":[{"name":"uri","type":"string","doc":"Of t'
    'he one file that it is, or of the record of its parts."},{"name":"sha256","t'
    'ype":"string","doc":"Its hash."},{"name":"file","type":"string","doc":"Its f'
    'ile name."}],"namespace":"muster.node_commands"}},"doc":"Those before it, th'
    "e newest first: each is tried when the one before it in this list is damaged"
    '.","default":[]},{"name":"offline","type":"boolean","doc":"Its ranks see no '
    'network but their own loopback.","default":false},{"name":"failure_rules_sha'
    '256","type":["null","string"],"doc":"Rules of failures by which output is sc'
    'anned; null: none are in effect.","default":null},{"name":"failure_rules_ver'
    'sion","type":["null","int"],"doc":"Their version.","default":null}],"namespa'
    'ce":"muster.node_commands"},{"type":"record","name":"StopTask","doc":"Stop t'
    'his attempt\'s ranks; unknown attempt: nothing to do.","fields":[{"name":"nod'
    'e_id","type":"string","doc":"Node."},{"name":"epoch","type":"long","doc":"Le'
    'ader\'s epoch; older than one already seen: refuse."},{"name":"order_seq","ty'
    'pe":"long","doc":"Position of the decision: seq of the input that caused it.'
    '"},{"name":"job_id","type":"string","doc":"Job."},{"name":"attempt","type":"'
    'int","doc":"Attempt; started at most once."},{"name":"grace_ms","type":"long'
    '","doc":"Between SIGTERM and SIGKILL."},{"name":"checkpoint_grace_ms","type"'
    ':"long","doc":"Most time for a checkpoint before SIGTERM; 0: the ranks do no'
    't go on later.","default":0},{"name":"reason","type":"string","doc":"Why."}]'
    ',"namespace":"muster.node_commands"}],"doc":"Fact or order."}],"namespace":"'
    'muster.scheduler_log"}},"doc":"In order."},{"name":"state_hash","type":["nul'
    'l","string"],"doc":"Hash of the whole state after this batch, when it was ta'
    'ken.","default":null},{"name":"hash_version","type":"int","doc":"How state_h'
    'ash was computed; hashes of different versions are not compared.","default":'
    '1},{"name":"decisions_version","type":"int","doc":"Which version of the rule'
    's decided; another one may decide otherwise. 0: not recorded.","default":0}]'
    ',"namespace":"muster.scheduler_log"}],"doc":"What happened."}]}'
)
