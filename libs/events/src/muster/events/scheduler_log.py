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
    'bols":["FIFO","PRIORITY","DRF"],"default":"FIFO","namespace":"muster.queue_c'
    'ommands"},"doc":"Who goes first within a tier.","default":"FIFO"},{"name":"j'
    'obs_running_max","type":["null","int"],"doc":"Jobs that may hold GPUs at onc'
    'e.","default":null},{"name":"jobs_pending_max","type":["null","int"],"doc":"'
    'Jobs that may wait at once; more are rejected.","default":null},{"name":"use'
    'r_jobs_running_max","type":["null","int"],"doc":"As jobs_running_max, for on'
    'e user.","default":null},{"name":"user_jobs_pending_max","type":["null","int'
    '"],"doc":"As jobs_pending_max, for one user.","default":null}],"namespace":"'
    'muster.queue_commands"}],"doc":"Shares and limits; null for none.","default"'
    ':null}],"namespace":"muster.queue_commands"},{"type":"record","name":"Config'
    'ureQueue","doc":"Replace a queue\'s shares and limits.","fields":[{"name":"qu'
    'eue","type":"string","doc":"Name."},{"name":"tenant","type":"string","doc":"'
    'Tenant."},{"name":"settings","type":"muster.queue_commands.QueueSettings","d'
    'oc":"All of them."},{"name":"requested_by","type":"string","doc":"User who a'
    'sks."}],"namespace":"muster.queue_commands"},{"type":"record","name":"Delete'
    'Queue","doc":"Remove an empty queue.","fields":[{"name":"queue","type":"stri'
    'ng","doc":"Name."},{"name":"tenant","type":"string","doc":"Tenant."},{"name"'
    ':"requested_by","type":"string","doc":"User who asks."}],"namespace":"muster'
    '.queue_commands"},{"type":"record","name":"ReserveCapacity","doc":"Keep whol'
    'e nodes of a GPU model for a queue, from a time until another.","fields":[{"'
    'name":"reservation","type":"string","doc":"Name: 1 to 63 of a-z 0-9 and -; u'
    'nique in its tenant while it lasts."},{"name":"tenant","type":"string","doc"'
    ':"Tenant."},{"name":"queue","type":"string","doc":"Whose jobs may be placed '
    'there, and those of the queues below it."},{"name":"gpu_model","type":"strin'
    'g","doc":"GPU model of the nodes."},{"name":"gpu_count","type":["null","int"'
    '],"doc":"Reserve the fewest nodes with this many GPUs; null where nodes are '
    'counted.","default":null},{"name":"node_count","type":["null","int"],"doc":"'
    'So many nodes; null where GPUs are counted.","default":null},{"name":"starts'
    '_at_ms","type":["null","long"],"doc":"From when, milliseconds since 1970 UTC'
    '; null: at once.","default":null},{"name":"ends_at_ms","type":"long","doc":"'
    'Until when, milliseconds since 1970 UTC."},{"name":"requested_by","type":"st'
    'ring","doc":"User who asks."}],"namespace":"muster.queue_commands"},{"type":'
    '"record","name":"CancelCapacityReservation","doc":"End a reservation, begun '
    'or not.","fields":[{"name":"reservation","type":"string","doc":"Name."},{"na'
    'me":"tenant","type":"string","doc":"Tenant."},{"name":"requested_by","type":'
    '"string","doc":"User who asks."}],"namespace":"muster.queue_commands"},{"typ'
    'e":"record","name":"CordonNode","doc":"Place nothing new on the node; what r'
    'uns goes on.","fields":[{"name":"node_id","type":"string","doc":"Node."},{"n'
    'ame":"requested_by","type":"string","doc":"Operator."},{"name":"reason","typ'
    'e":"string","doc":"Why.","default":""}],"namespace":"muster.operator_command'
    's"},{"type":"record","name":"UncordonNode","doc":"Place work on the node aga'
    'in.","fields":[{"name":"node_id","type":"string","doc":"Node."},{"name":"req'
    'uested_by","type":"string","doc":"Operator."}],"namespace":"muster.operator_'
    'commands"},{"type":"record","name":"DrainNode","doc":"Place nothing new on t'
    'he node, and move what runs there: it stops with its grace and waits again."'
    ',"fields":[{"name":"node_id","type":"string","doc":"Node."},{"name":"request'
    'ed_by","type":"string","doc":"Operator."},{"name":"reason","type":"string","'
    'doc":"Why.","default":""}],"namespace":"muster.operator_commands"},{"type":"'
    'record","name":"UndrainNode","doc":"Place work on the node again.","fields":'
    '[{"name":"node_id","type":"string","doc":"Node."},{"name":"requested_by","ty'
    'pe":"string","doc":"Operator."}],"namespace":"muster.operator_commands"},{"t'
    'ype":"record","name":"TagNode","doc":"Give the node labels and taints beside'
    ' those it announces, or take such away.","fields":[{"name":"node_id","type":'
    '"string","doc":"Node."},{"name":"labels","type":{"type":"map","values":"stri'
    'ng"},"doc":"Labels to set; they win over announced ones.","default":{}},{"na'
    'me":"labels_removed","type":{"type":"array","items":"string"},"doc":"Labels '
    'set before that no longer hold, sorted.","default":[]},{"name":"taints","typ'
    'e":{"type":"array","items":"string"},"doc":"Taints to set, sorted.","default'
    '":[]},{"name":"taints_removed","type":{"type":"array","items":"string"},"doc'
    '":"Taints set before that no longer hold, sorted.","default":[]},{"name":"re'
    'quested_by","type":"string","doc":"Operator."}],"namespace":"muster.operator'
    '_commands"},{"type":"record","name":"ScheduleMaintenance","doc":"Close the n'
    'ode for a time; takes the place of a window that has not begun.","fields":[{'
    '"name":"node_id","type":"string","doc":"Node."},{"name":"starts_at_ms","type'
    '":"long","doc":"From when, milliseconds since 1970 UTC."},{"name":"ends_at_m'
    's","type":"long","doc":"Until when."},{"name":"requested_by","type":"string"'
    ',"doc":"Operator."},{"name":"reason","type":"string","doc":"Why.","default":'
    '""}],"namespace":"muster.operator_commands"},{"type":"record","name":"Cancel'
    'Maintenance","doc":"Call the node\'s window off, or end it.","fields":[{"name'
    '":"node_id","type":"string","doc":"Node."},{"name":"requested_by","type":"st'
    'ring","doc":"Operator."}],"namespace":"muster.operator_commands"},{"type":"r'
    'ecord","name":"ReclaimNode","doc":"Treat the node as one that its provider t'
    'akes away; takes the place of what was announced before.","fields":[{"name":'
    '"node_id","type":"string","doc":"Node."},{"name":"remaining_ms","type":"long'
    '","doc":"In how long it is gone."},{"name":"requested_by","type":"string","d'
    'oc":"Operator."},{"name":"reason","type":"string","doc":"For people.","defau'
    'lt":""}],"namespace":"muster.operator_commands"},{"type":"record","name":"Sp'
    'areNode","doc":"The node is not taken away after all.","fields":[{"name":"no'
    'de_id","type":"string","doc":"Node."},{"name":"requested_by","type":"string"'
    ',"doc":"Operator."}],"namespace":"muster.operator_commands"},{"type":"record'
    '","name":"ActivatePolicy","doc":"Decide by this policy from now on.","fields'
    '":[{"name":"policy","type":{"type":"record","name":"Policy","doc":"Knobs tha'
    't change decisions; a change is an event, so it replays.","fields":[{"name":'
    '"name","type":"string","doc":"For people."},{"name":"head_patience_ms","type'
    '":"long","doc":"A blocked head of line is passed freely for this long; then '
    'nodes are reserved for it."},{"name":"head_hold_ms","type":"long","doc":"Nod'
    "es reserved for it are kept this long beyond the time it should have started"
    ' at."},{"name":"attempts_lost_max","type":"int","doc":"Attempts lost with th'
    'eir nodes before the job fails."},{"name":"workload_shapes_max","type":"int"'
    ',"doc":"Shapes remembered for the fragmentation score."},{"name":"jobs_ended'
    '_kept_max","type":"int","doc":"Ended jobs remembered for deduplication."},{"'
    'name":"share_window_ms","type":"long","doc":"Usage older than this is forgot'
    'ten.","default":2592000000},{"name":"share_half_life_ms","type":"long","doc"'
    ':"Usage this old counts half.","default":604800000},{"name":"share_history_p'
    'ercent","type":"int","doc":"Weight of usage over time beside usage now, 0 to'
    ' 10000.","default":100},{"name":"credit_max_ms","type":"long","doc":"Burst c'
    'redit holds at most a guarantee unused for this long; 0 gives none.","defaul'
    't":86400000},{"name":"model_price_milli","type":{"type":"map","values":"long'
    '"},"doc":"What an hour of a GPU model counts, thousandths; 1000 where absent'
    '.","default":{}},{"name":"aging_step_ms","type":"long","doc":"A job that wai'
    'ted this long goes with the next higher tier, and so on; 0 never.","default"'
    ':86400000},{"name":"reclaim_interval_ms","type":"long","doc":"Shortest time '
    'between two preemption requests for the same lent GPUs.","default":60000},{"'
    'name":"measure_interval_ms","type":"long","doc":"A queue that changed is mea'
    'sured at most this often.","default":10000},{"name":"resize_interval_ms","ty'
    'pe":"long","doc":"An elastic job is resized at most this often.","default":3'
    '00000},{"name":"defrag_interval_ms","type":"long","doc":"Moves that would ma'
    'ke room for the head of line are looked for at most this often.","default":3'
    '00000},{"name":"defrag_benefit_percent","type":"int","doc":"They are carried'
    " out when the GPU time that is won is at least this part of what is lost; 0 "
    'only proposes.","default":300},{"name":"search_work_per_pass_max","type":"in'
    't","doc":"Work that one scheduling pass may spend on searches in vain: 1 for'
    ' each, and 1 for every 8 ranks of a gang; the next pass goes on.","default":'
    '2000},{"name":"topology","type":{"type":"record","name":"TopologyWeights","d'
    'oc":"What a gang\'s place is worth, per GPU of the gang, by the smallest unit'
    ' that holds it.","fields":[{"name":"nvlink","type":"int","doc":"The gang sha'
    'res an NVLink domain or a node.","default":1000},{"name":"leaf","type":"int"'
    ',"doc":"It shares a leaf.","default":400},{"name":"spine","type":"int","doc"'
    ':"It shares a spine.","default":200},{"name":"cell","type":"int","doc":"It s'
    'hares a cell.","default":100},{"name":"stranded_gpu","type":"int","doc":"Tak'
    'en off for each GPU left free beside it that no group like its own can use."'
    ',"default":100}],"namespace":"muster.operator_commands"},"doc":"How places o'
    'f gangs are weighed.","default":{"nvlink":1000,"leaf":400,"spine":200,"cell"'
    ':100,"stranded_gpu":100}},{"name":"tenants_untrusted","type":{"type":"array"'
    ',"items":"string"},"doc":"Tenants whose fractions of GPUs always get a MIG i'
    'nstance of their own.","default":[]},{"name":"mig_change_interval_ms","type"'
    ':"long","doc":"A GPU is cut into MIG instances, or made whole again, at most'
    ' this often.","default":600000},{"name":"checkpoint_grace_max_ms","type":"lo'
    'ng","doc":"Most time for a checkpoint before a job is stopped, whatever the '
    'job asks for.","default":600000},{"name":"node_upload_bytes_per_s","type":"l'
    'ong","doc":"What one node stores of checkpoints when it is taken away, bytes'
    ' per second.","default":1000000000},{"name":"store_upload_bytes_per_s","type'
    '":"long","doc":"What the store takes of all nodes that are taken away, bytes'
    ' per second.","default":10000000000},{"name":"reclaim_margin_ms","type":"lon'
    'g","doc":"Ranks have ended this long before their node is taken away.","defa'
    'ult":5000},{"name":"preemption_ran_min_ms","type":"long","doc":"A job that w'
    'as bound more recently is not preempted.","default":300000},{"name":"preempt'
    'ions_per_job_day_max","type":"int","doc":"How often a job is preempted withi'
    'n 24 hours at most.","default":3},{"name":"preemption_hold_ms","type":"long"'
    ',"doc":"What victims free is held for the job they yield to for at most so l'
    'ong after their grace.","default":60000},{"name":"wall_time_max_ms","type":{'
    '"type":"map","values":"long"},"doc":"Longest time that an attempt of a job m'
    "ay hold its nodes, by tier, beside the job's own limit; tiers that are not n"
    'amed have none.","default":{}},{"name":"retries_off","type":"boolean","doc":'
    '"No attempt that failed is retried; those that were lost or refused are.","d'
    'efault":false},{"name":"nodes_lost_per_job_max","type":"int","doc":"A job is'
    " suspended once so many nodes were lost soon after attempts of it began ther"
    'e; 0 never.","default":0},{"name":"hang_after_ms","type":{"type":"map","valu'
    'es":"long"},"doc":"Silence of all ranks (no output, no step) after which a j'
    "ob of the tier counts as hanging; a job may state its own. Tiers that are no"
    't named: never.","default":{}},{"name":"start_up_max_ms","type":{"type":"map'
    '","values":"long"},"doc":"The same for a job whose ranks said nothing since '
    'their start and hardly use the CPU.","default":{}},{"name":"hang_ends","type'
    '":"boolean","doc":"An attempt that hangs by these is ended, and retried as t'
    'he job allows; else its owner is told.","default":false},{"name":"mig_geomet'
    'ries","type":{"type":"array","items":{"type":"record","name":"MigGeometry","'
    'doc":"The only way GPUs of a model are cut.","fields":[{"name":"gpu_model","'
    'type":"string","doc":"GPU model."},{"name":"instances","type":{"type":"array'
    '","items":{"type":"record","name":"MigInstance","doc":"One instance.","field'
    's":[{"name":"profile","type":"string","doc":"Profile, as in 2g.10gb."},{"nam'
    'e":"start","type":"int","doc":"First memory slice."}],"namespace":"muster.op'
    'erator_commands"}},"doc":"All that may exist on one GPU."}],"namespace":"mus'
    'ter.operator_commands"}},"doc":"GPU models that a site cuts in one way only;'
    ' others as jobs need it.","default":[]}],"namespace":"muster.operator_comman'
    'ds"},"doc":"The whole policy."},{"name":"requested_by","type":"string","doc"'
    ':"Operator."}],"namespace":"muster.operator_commands"},{"type":"record","nam'
    'e":"ActivateFailureRules","doc":"Judge failures by these rules from now on."'
    ',"fields":[{"name":"rules","type":"string","doc":"The rules file, as libs/fa'
    'ilures parses it; its version is higher than that in effect."},{"name":"requ'
    'ested_by","type":"string","doc":"Operator."}],"namespace":"muster.operator_c'
    'ommands"},{"type":"record","name":"AgentStarted","doc":"The agent is up and '
    'tells what it runs, so that the scheduler can reconcile.","subject":"node","'
    'fields":[{"name":"node_id","type":"string","doc":"Node."},{"name":"boot_id",'
    '"type":"string","doc":"Boot."},{"name":"fresh","type":"boolean","doc":"True:'
    ' the agent remembers nothing from before."},{"name":"order_seq_last","type":'
    '"long","doc":"Newest order it has carried out; -1 when fresh."},{"name":"run'
    'ning","type":{"type":"array","items":{"type":"record","name":"AttemptRef","d'
    'oc":"One attempt.","fields":[{"name":"job_id","type":"string","doc":"Job."},'
    '{"name":"attempt","type":"int","doc":"Attempt."}],"namespace":"muster.task_e'
    'vents"}},"doc":"Tasks adopted, still running."}],"namespace":"muster.task_ev'
    'ents"},{"type":"record","name":"TaskStarted","doc":"All ranks of the task ha'
    've a process.","subject":"task","fields":[{"name":"node_id","type":"string",'
    '"doc":"Node."},{"name":"job_id","type":"string","doc":"Job."},{"name":"attem'
    'pt","type":"int","doc":"Attempt, 1-based."},{"name":"ranks","type":{"type":"'
    'array","items":"int"},"doc":"Ranks on this node."}],"namespace":"muster.task'
    '_events"},{"type":"record","name":"TaskSuspected","doc":"Something is wrong '
    'with ranks that run; where they are is in their output.","subject":"task","f'
    'ields":[{"name":"node_id","type":"string","doc":"Node."},{"name":"job_id","t'
    'ype":"string","doc":"Job."},{"name":"attempt","type":"int","doc":"Attempt, 1'
    '-based."},{"name":"suspicion","type":{"type":"enum","name":"Suspicion","doc"'
    ':"They say nothing any more; said nothing since their start; report a loss t'
    'hat is not a number.","symbols":["SILENT","NEVER_SPOKE","LOSS_NOT_A_NUMBER"]'
    ',"default":"SILENT","namespace":"muster.task_events"},"doc":"What."},{"name"'
    ':"rank","type":["null","int"],"doc":"Rank that is behind the others, or says'
    ' it; null: none is.","default":null},{"name":"message","type":"string","doc"'
    ':"What was seen, for people."}],"namespace":"muster.task_events"},{"type":"r'
    'ecord","name":"TaskHeard","doc":"Ranks that were suspected of hanging say so'
    'mething again.","subject":"task","fields":[{"name":"node_id","type":"string"'
    ',"doc":"Node."},{"name":"job_id","type":"string","doc":"Job."},{"name":"atte'
    'mpt","type":"int","doc":"Attempt, 1-based."}],"namespace":"muster.task_event'
    's"},{"type":"record","name":"TaskExited","doc":"No rank of the task runs any'
    ' more.","subject":"task","fields":[{"name":"node_id","type":"string","doc":"'
    'Node."},{"name":"job_id","type":"string","doc":"Job."},{"name":"attempt","ty'
    'pe":"int","doc":"Attempt, 1-based."},{"name":"outcome","type":{"type":"enum"'
    ',"name":"TaskOutcome","doc":"How the task ended.","symbols":["SUCCEEDED","FA'
    'ILED","STOPPED","TIMED_OUT","LOST"],"default":"LOST","namespace":"muster.tas'
    'k_events"},"doc":"STOPPED: on order. TIMED_OUT: its wall time. LOST: its pro'
    'cesses vanished."},{"name":"exits","type":{"type":"array","items":{"type":"r'
    'ecord","name":"RankExit","doc":"How one rank ended.","fields":[{"name":"rank'
    '","type":"int","doc":"Rank."},{"name":"exit_code","type":["null","int"],"doc'
    '":"Exit code.","default":null},{"name":"signal","type":["null","int"],"doc":'
    '"Signal that ended it.","default":null},{"name":"at_ms","type":["null","long'
    '"],"doc":"When, by the node\'s clock, milliseconds since 1970 UTC; null: an o'
    'lder agent does not say.","default":null}],"namespace":"muster.task_events"}'
    '},"doc":"Per rank."},{"name":"message","type":"string","doc":"For people: th'
    'e first failing rank and why.","default":""},{"name":"steps","type":{"type":'
    '"array","items":{"type":"record","name":"StopStep","doc":"One step of stoppi'
    'ng the ranks.","fields":[{"name":"kind","type":{"type":"enum","name":"StopSt'
    'epKind","doc":"What was done.","symbols":["CHECKPOINT_REQUESTED","NOT_REGIST'
    'ERED","CHECKPOINT_SAVED","CHECKPOINT_MISSED","TERMINATED","KILLED"],"default'
    '":"TERMINATED","namespace":"muster.task_events"},"doc":"CHECKPOINT_REQUESTED'
    ": SIGUSR1 was sent. NOT_REGISTERED: no process handles it. CHECKPOINT_SAVED:"
    " one written since is stored. CHECKPOINT_MISSED: none was within the grace. "
    'TERMINATED: SIGTERM was sent. KILLED: SIGKILL was."},{"name":"at_ms","type":'
    '"long","doc":"When, by the node\'s clock, milliseconds since 1970 UTC."}],"na'
    'mespace":"muster.task_events"}},"doc":"How the ranks were stopped, in order '
    'of time; empty: they ended by themselves.","default":[]},{"name":"findings",'
    '"type":{"type":"array","items":{"type":"record","name":"RuleFinding","doc":"'
    "A rule of failures has a sign in a rank's lines; the lines themselves are no"
    't told.","fields":[{"name":"rule","type":"string","doc":"Rule."},{"name":"ra'
    'nk","type":"int","doc":"Rank."},{"name":"source","type":{"type":"enum","name'
    '":"FindingSource","doc":"Where a line comes from.","symbols":["OUTPUT","KERN'
    'EL"],"default":"OUTPUT","namespace":"muster.task_events"},"doc":"OUTPUT: the'
    ' rank wrote it. KERNEL: the node\'s kernel did."},{"name":"stream","type":"st'
    'ring","doc":"Of output: stdout or stderr.","default":""},{"name":"line","typ'
    'e":"long","doc":"Number of the first such line in its stream, from 1."},{"na'
    'me":"first_byte","type":"long","doc":"Where that line begins in its stream, '
    'from 0."},{"name":"count","type":"long","doc":"Lines with such a sign."},{"n'
    'ame":"at_ms","type":["null","long"],"doc":"When the agent read it, by the no'
    'de\'s clock, milliseconds since 1970 UTC.","default":null}],"namespace":"must'
    'er.task_events"}},"doc":"Signs of rules, by rank, then in the rules\' order."'
    ',"default":[]},{"name":"rules_version","type":["null","int"],"doc":"Version '
    'of the rules by which output was scanned; null: it was not.","default":null}'
    ',{"name":"unscanned","type":"string","doc":"Why output was not scanned, or n'
    'ot all of it; empty: it was, or no rules are in effect.","default":""}],"nam'
    'espace":"muster.task_events"},{"type":"record","name":"TaskRefused","doc":"A'
    'n order was not carried out.","subject":"task","fields":[{"name":"node_id","'
    'type":"string","doc":"Node."},{"name":"job_id","type":"string","doc":"Job."}'
    ',{"name":"attempt","type":"int","doc":"Attempt, 1-based."},{"name":"epoch","'
    'type":"long","doc":"Epoch of the order."},{"name":"order_seq","type":"long",'
    '"doc":"Order."},{"name":"reason","type":{"type":"enum","name":"RefusalReason'
    '","doc":"Why.","symbols":["STALE_EPOCH","GPU_BUSY","UNKNOWN_GPU","FILES_UNAV'
    'AILABLE","CANNOT_START","FILES_INVALID"],"default":"CANNOT_START","namespace'
    '":"muster.task_events"},"doc":"Why."},{"name":"message","type":"string","doc'
    '":"For people.","default":""}],"namespace":"muster.task_events"},{"type":"re'
    'cord","name":"CheckpointSaved","doc":"A checkpoint is safe in S3.","subject"'
    ':"task","fields":[{"name":"node_id","type":"string","doc":"Node."},{"name":"'
    'job_id","type":"string","doc":"Job."},{"name":"attempt","type":"int","doc":"'
    'Attempt, 1-based."},{"name":"rank","type":"int","doc":"Rank that wrote it."}'
    ',{"name":"file","type":"string","doc":"File name."},{"name":"uri","type":"st'
    'ring","doc":"s3://bucket/key."},{"name":"sha256","type":"string","doc":"Of t'
    'he bytes."},{"name":"size_bytes","type":"long","doc":"Size."}],"namespace":"'
    'muster.task_events"},{"type":"record","name":"NodeReclaimAnnounced","doc":"I'
    "ts provider announced that it takes the node away; said again while that sta"
    'nds.","subject":"node","fields":[{"name":"node_id","type":"string","doc":"No'
    'de."},{"name":"notice_id","type":"string","doc":"Which announcement; another'
    ' one takes the place of the last."},{"name":"remaining_ms","type":["null","l'
    'ong"],"doc":"How long the node will still be there, when this was said; null'
    ': it is at risk, and no time is set.","default":null},{"name":"source","type'
    '":{"type":"enum","name":"ReclaimSource","doc":"Who announced it.","symbols":'
    '["UNKNOWN","FILE","HTTP","AWS","GCP","AZURE","OPERATOR"],"default":"UNKNOWN"'
    ',"namespace":"muster.task_events"},"doc":"Who announced it."},{"name":"messa'
    'ge","type":"string","doc":"For people.","default":""}],"namespace":"muster.t'
    'ask_events"},{"type":"record","name":"NodeReclaimWithdrawn","doc":"The annou'
    'ncement stands no longer: the node stays.","subject":"node","fields":[{"name'
    '":"node_id","type":"string","doc":"Node."},{"name":"notice_id","type":"strin'
    'g","doc":"Which announcement."}],"namespace":"muster.task_events"},{"type":"'
    'record","name":"NodeNoteReported","doc":"What is wrong with the node by its '
    'own account, such as a notice that cannot be read.","subject":"node","fields'
    '":[{"name":"node_id","type":"string","doc":"Node."},{"name":"note","type":"s'
    'tring","doc":"One sentence; empty: nothing any more."}],"namespace":"muster.'
    'task_events"},{"type":"record","name":"PreemptionPlanned","subject":"plan","'
    'doc":"These jobs would yield, then the job that asks fits; the scheduler che'
    'cks it first.","fields":[{"name":"plan_id","type":"string","doc":"Plan."},{"'
    'name":"job_id","type":"string","doc":"Job that asks; empty where a reservati'
    'on does."},{"name":"tenant","type":"string","doc":"Tenant."},{"name":"queue"'
    ',"type":"string","doc":"Queue."},{"name":"cause","type":{"type":"enum","name'
    '":"PreemptionCause","doc":"What entitles it.","symbols":["GUARANTEE","TIER",'
    '"RESERVATION"],"default":"TIER","namespace":"muster.job_events"},"doc":"What'
    ' entitles it."},{"name":"reservation","type":"string","doc":"Reservation tha'
    't has begun; empty where a job asks.","default":""},{"name":"victims","type"'
    ':{"type":"array","items":{"type":"record","name":"PlannedVictim","doc":"A jo'
    'b that would yield, whole or down to fewer ranks.","fields":[{"name":"job_id'
    '","type":"string","doc":"Job."},{"name":"attempt","type":"int","doc":"The at'
    'tempt that would stop."},{"name":"tenant","type":"string","doc":"Tenant."},{'
    '"name":"queue","type":"string","doc":"Queue."},{"name":"user","type":"string'
    '","doc":"Who submitted it."},{"name":"ranks_kept","type":"int","doc":"Ranks '
    'it goes on with; 0: it is evicted and waits again."},{"name":"gpu_milli_free'
    'd","type":"long","doc":"Thousandths of GPU that it would free."},{"name":"co'
    'st_gpu_ms","type":"long","doc":"GPU milliseconds: its work since the last ch'
    'eckpoint, a restart, and its delay by priority."},{"name":"reason","type":{"'
    'type":"enum","name":"VictimReason","doc":"Why this job.","symbols":["BORROWS'
    '","LOWER_TIER","ELASTIC_SURPLUS","HOLDS_RESERVED"],"default":"BORROWS","name'
    'space":"muster.preemption_events"},"doc":"Why this job."},{"name":"message",'
    '"type":"string","doc":"One sentence for its owner."}],"namespace":"muster.pr'
    'eemption_events"}},"doc":"By job id."},{"name":"placements","type":{"type":"'
    'array","items":{"type":"record","name":"PlannedRank","doc":"Where one rank o'
    'f the job would go.","fields":[{"name":"rank","type":"int","doc":"Rank."},{"'
    'name":"node_id","type":"string","doc":"Node."},{"name":"gpu_indices","type":'
    '{"type":"array","items":"int"},"doc":"GPUs."}],"namespace":"muster.preemptio'
    'n_events"}},"doc":"Where the job fits once they have yielded, in rank order;'
    ' none for a reservation."},{"name":"cost_gpu_ms","type":"long","doc":"Price:'
    ' the sum over the victims."},{"name":"cost_gpu_ms_min","type":"long","doc":"'
    'No set of victims of the same rank costs less than this."},{"name":"exact","'
    'type":"boolean","doc":"No other set of victims is better; false: the price i'
    's within the bound above, but not proven best."},{"name":"gain_gpu_ms","type'
    '":"long","doc":"GPU milliseconds that the job has sooner."},{"name":"as_of_s'
    'eq","type":"long","doc":"State of the scheduler\'s log that this is true of."'
    '},{"name":"expires_at_ms","type":"long","doc":"Void from then on, millisecon'
    'ds since 1970 UTC."}],"namespace":"muster.preemption_events"},{"type":"recor'
    'd","name":"NodeJoined","doc":"A node is known, or came back with other hardw'
    'are.","subject":"node","fields":[{"name":"node_id","type":"string","doc":"No'
    'de."},{"name":"boot_id","type":"string","doc":"Boot of its agent."},{"name":'
    '"address","type":"string","doc":"Address."},{"name":"port_first","type":"int'
    '","doc":"First rendezvous port."},{"name":"port_count","type":"int","doc":"H'
    'ow many."},{"name":"cpu_milli","type":"long","doc":"CPU."},{"name":"memory_m'
    'ib","type":"long","doc":"Memory."},{"name":"gpu_model","type":"string","doc"'
    ':"Model."},{"name":"gpu_memory_mib","type":"long","doc":"Memory of each GPU,'
    ' MiB; 0 when unknown.","default":0},{"name":"gpu_count","type":"int","doc":"'
    'GPUs."},{"name":"executor","type":{"type":"enum","name":"Executor","doc":"Ho'
    'w ranks run.","symbols":["PROCESS","SIMULATED"],"default":"SIMULATED","names'
    'pace":"muster.node_heartbeats"},"doc":"How ranks run."},{"name":"lease_ms","'
    'type":"long","doc":"Lease."},{"name":"interval_ms","type":"long","doc":"Hear'
    'tbeat interval."},{"name":"labels","type":{"type":"map","values":"string"},"'
    'doc":"Labels.","default":{}},{"name":"location","type":{"type":"record","nam'
    'e":"Location","doc":"A node\'s place in the network: each name is a unit with'
    'in the next one; empty is unknown.","fields":[{"name":"nvlink_domain","type"'
    ':"string","doc":"NVLink domain larger than the node; empty: the node is one '
    'by itself.","default":""},{"name":"leaf","type":"string","doc":"InfiniBand l'
    'eaf switch.","default":""},{"name":"spine","type":"string","doc":"Spine, or '
    'pod of leaves.","default":""},{"name":"cell","type":"string","doc":"Part of '
    'the network above the spines.","default":""}],"namespace":"muster.node_heart'
    'beats"},"doc":"Where it is in the network.","default":{"nvlink_domain":"","l'
    'eaf":"","spine":"","cell":""}},{"name":"taints","type":{"type":"array","item'
    's":"string"},"doc":"Only jobs that tolerate all of them are placed here; sor'
    'ted.","default":[]},{"name":"sandbox","type":{"type":"enum","name":"Sandbox"'
    ',"doc":"What keeps jobs apart from the rest of a machine.","symbols":["NONE"'
    ',"NAMESPACES","BUBBLEWRAP"],"default":"NONE","namespace":"muster.node_heartb'
    'eats"},"doc":"What keeps jobs apart there.","default":"NONE"},{"name":"enfor'
    'ces","type":{"type":"array","items":{"type":"enum","name":"Enforced","doc":"'
    'What a node holds jobs to.","symbols":["MEMORY","MEMORY_MEASURED","CPU","PRO'
    'CESSES","OPEN_FILES","DEVICES","UNKNOWN"],"default":"UNKNOWN","namespace":"m'
    'uster.node_heartbeats"}},"doc":"What it holds jobs to.","default":[]}],"name'
    'space":"muster.job_events"},{"type":"record","name":"NodeSuspected","doc":"T'
    'wo beats missed: nothing new goes there; what runs goes on.","subject":"node'
    '","fields":[{"name":"node_id","type":"string","doc":"Node."},{"name":"silent'
    '_ms","type":"long","doc":"Time since its last beat."}],"namespace":"muster.j'
    'ob_events"},{"type":"record","name":"NodeRecovered","doc":"The node\'s heartb'
    'eats arrive again.","subject":"node","fields":[{"name":"node_id","type":"str'
    'ing","doc":"Node."}],"namespace":"muster.job_events"},{"type":"record","name'
    '":"NodeLost","doc":"The lease ran out: its attempts are given up.","subject"'
    ':"node","fields":[{"name":"node_id","type":"string","doc":"Node."},{"name":"'
    'silent_ms","type":"long","doc":"Time since its last beat."}],"namespace":"mu'
    'ster.job_events"},{"type":"record","name":"NodeForgotten","doc":"The node wa'
    "s lost for so long that nothing is kept of it; if it is heard again, it join"
    's anew.","subject":"node","fields":[{"name":"node_id","type":"string","doc":'
    '"Node."},{"name":"lost_ms","type":"long","doc":"Time since the leader knew i'
    't as lost."}],"namespace":"muster.job_events"},{"type":"record","name":"Node'
    'Refused","doc":"Heartbeats that bear this name are invalid and are ignored. '
    'Said once by each leader.","subject":"node","fields":[{"name":"node_id","typ'
    'e":"string","doc":"The name they bear; at most 128 characters, control chara'
    'cters escaped."},{"name":"message","type":"string","doc":"Field, value and w'
    'hat is allowed."}],"namespace":"muster.job_events"},{"type":"record","name":'
    '"NodeRelocated","doc":"The network around the node has changed; what runs th'
    'ere goes on.","subject":"node","fields":[{"name":"node_id","type":"string","'
    'doc":"Node."},{"name":"location","type":"muster.node_heartbeats.Location","d'
    'oc":"Where it is now."}],"namespace":"muster.job_events"},{"type":"record","'
    'name":"GpuUnhealthy","doc":"Nothing new goes on this GPU.","subject":"node",'
    '"fields":[{"name":"node_id","type":"string","doc":"Node."},{"name":"gpu_inde'
    'x","type":"int","doc":"GPU."},{"name":"reason","type":"string","doc":"Why."}'
    '],"namespace":"muster.job_events"},{"type":"record","name":"GpuRecovered","d'
    'oc":"The GPU is healthy again.","subject":"node","fields":[{"name":"node_id"'
    ',"type":"string","doc":"Node."},{"name":"gpu_index","type":"int","doc":"GPU.'
    '"}],"namespace":"muster.job_events"},{"type":"record","name":"CommandInvalid'
    '","doc":"A command that was turned away before it was sequenced; `code` and '
    '`message` say why (ADR 4, 55).","fields":[{"name":"command_id","type":"strin'
    'g","doc":"event_id of the command."},{"name":"command","type":"string","doc"'
    ':"Its record name."},{"name":"subject","type":"string","doc":"Job, queue or '
    'node."},{"name":"tenant","type":"string","doc":"Tenant."},{"name":"code","ty'
    'pe":{"type":"enum","name":"RejectionCode","aliases":["muster.job_events.Reje'
    'ctionCode"],"doc":"Kinds of refusal, the same for all services; each has its'
    ' HTTP status.","symbols":["INVALID","ALREADY_EXISTS","NOT_FOUND","WRONG_STAT'
    'E","IMPOSSIBLE_REQUEST","UNKNOWN_QUEUE","QUEUE_NOT_EMPTY","FORBIDDEN","QUOTA'
    '_EXCEEDED","BAD_TREE"],"default":"FORBIDDEN","namespace":"muster.command_ans'
    'wers"},"doc":"Kind of refusal: it breaks a rule, or its sender may not send '
    'it.","default":"INVALID"},{"name":"message","type":"string","doc":"For peopl'
    'e."},{"name":"violations","type":{"type":"array","items":{"type":"record","n'
    'ame":"Violation","aliases":["muster.job_events.Violation"],"doc":"One thing '
    'wrong with a request.","fields":[{"name":"field","type":"string","doc":"Path'
    ' of the field."},{"name":"value","type":"string","doc":"What was given, shor'
    'tened."},{"name":"allowed","type":"string","doc":"What is allowed."}],"names'
    'pace":"muster.command_answers"}},"doc":"Field by field."}],"namespace":"must'
    'er.scheduler_log"},{"type":"record","name":"LeaderElected","doc":"First inpu'
    't of an epoch.","fields":[{"name":"epoch","type":"long","doc":"Epoch."},{"na'
    'me":"leader_id","type":"string","doc":"Process that leads."}],"namespace":"m'
    'uster.scheduler_log"},{"type":"record","name":"ClockTicked","doc":"A deadlin'
    'e of the core has passed.","fields":[],"namespace":"muster.scheduler_log"}],'
    '"doc":"What came in."}],"namespace":"muster.scheduler_log"}},"doc":"In order'
    '."},{"name":"decisions","type":{"type":"array","items":{"type":"record","nam'
    'e":"Decision","doc":"One consequence.","fields":[{"name":"event_id","type":"'
    'string","doc":"The same as in the public topic."},{"name":"cause_seq","type"'
    ':"long","doc":"seq of the input it follows from."},{"name":"payload","type":'
    '[{"type":"record","name":"CommandRejected","aliases":["muster.job_events.Com'
    'mandRejected"],"doc":"A command that will not be carried out, and why.","sub'
    'ject":"command","fields":[{"name":"command_id","type":"string","doc":"event_'
    'id of the command."},{"name":"command","type":"string","doc":"Its record nam'
    'e."},{"name":"subject","type":"string","doc":"What it was about: a job, queu'
    'e, node, or another entity of the service."},{"name":"tenant","type":"string'
    '","doc":"Tenant."},{"name":"code","type":"muster.command_answers.RejectionCo'
    'de","doc":"Kind of refusal."},{"name":"detail_code","type":"string","doc":"T'
    "he service's own, finer code; its README lists them. Empty: `code` says all."
    '","default":""},{"name":"message","type":"string","doc":"For people."},{"nam'
    'e":"violations","type":{"type":"array","items":"muster.command_answers.Viola'
    'tion"},"doc":"Field by field.","default":[]}],"namespace":"muster.command_an'
    'swers"},{"type":"record","name":"CommandRepeated","aliases":["muster.job_eve'
    'nts.CommandRepeated"],"doc":"A command that was carried out before came agai'
    'n; nothing changed.","subject":"command","fields":[{"name":"command_id","typ'
    'e":"string","doc":"event_id of the command."},{"name":"command","type":"stri'
    'ng","doc":"Its record name."},{"name":"subject","type":"string","doc":"What '
    'it was about."}],"namespace":"muster.command_answers"},{"type":"record","nam'
    'e":"JobQueued","doc":"The job is accepted and waits.","subject":"job","field'
    's":[{"name":"job_id","type":"string","doc":"Job."},{"name":"tenant","type":"'
    'string","doc":"Tenant."},{"name":"spec","type":"muster.job_commands.JobSpec"'
    ',"doc":"As accepted."},{"name":"predicted_p50_ms","type":["null","long"],"do'
    'c":"Predicted median run time of an attempt; null: unknown.","default":null}'
    ',{"name":"predicted_p90_ms","type":["null","long"],"doc":"Predicted 90th per'
    'centile of the run time; null: unknown.","default":null}],"namespace":"muste'
    'r.job_events"},{"type":"record","name":"JobPending","doc":"Why the job is no'
    't placed; sent when the reason changes.","subject":"job","fields":[{"name":"'
    'job_id","type":"string","doc":"Job."},{"name":"code","type":{"type":"enum","'
    'name":"PendingCode","doc":"Stable codes for why a job waits.","symbols":["NO'
    '_NODES","MODEL_ABSENT","TOO_LARGE","CLUSTER_TOO_SMALL","GPUS_BUSY","GPUS_FRA'
    'GMENTED","FRACTIONS_FRAGMENTED","CPU_SHORT","MEMORY_SHORT","NODES_UNSCHEDULA'
    'BLE","LABELS_ABSENT","TAINTS_UNTOLERATED","GPU_MEMORY_SHORT","SANDBOX_ABSENT'
    '","NODES_AVOIDED","MAINTENANCE_AHEAD","GANG_SHORT","TOPOLOGY_SHORT","HELD_FO'
    'R_HEAD","NODES_RESERVED","RETRY_BACKOFF","SUSPENDED","QUEUED","QUOTA_EXHAUST'
    'ED","JOB_LIMIT","GEOMETRY_FROZEN"],"default":"QUEUED","namespace":"muster.jo'
    'b_events"},"doc":"The one dominant reason."},{"name":"message","type":"strin'
    'g","doc":"One sentence."},{"name":"counts","type":{"type":"map","values":"lo'
    'ng"},"doc":"Numbers behind it.","default":{}}],"namespace":"muster.job_event'
    's"},{"type":"record","name":"PreemptionRequested","doc":"A job or a reservat'
    'ion is due GPUs that others hold; who yields is decided elsewhere.","subject'
    '":"plan","fields":[{"name":"job_id","type":"string","doc":"Job; empty where '
    'a reservation is due them."},{"name":"cause","type":"muster.job_events.Preem'
    'ptionCause","doc":"What entitles it."},{"name":"queue","type":"string","doc"'
    ':"Its queue."},{"name":"tenant","type":"string","doc":"Tenant."},{"name":"jo'
    'bs","type":"int","doc":"Number of equal jobs of its queue, this one included'
    ', that are due the resources they request.","default":1},{"name":"gpu_milli_'
    'missing","type":"long","doc":"Thousandths of GPU that they wait for."},{"nam'
    'e":"gpu_models","type":{"type":"array","items":"string"},"doc":"Models it ac'
    'cepts, sorted; empty for any.","default":[]},{"name":"borrowers","type":{"ty'
    'pe":"array","items":{"type":"record","name":"Borrower","doc":"A queue beyond'
    ' its guarantee.","fields":[{"name":"queue","type":"string","doc":"Name."},{"'
    'name":"tenant","type":"string","doc":"Tenant."},{"name":"gpu_milli_borrowed"'
    ',"type":"long","doc":"Beyond its guarantee, thousandths of GPU."}],"namespac'
    'e":"muster.job_events"}},"doc":"Queues that hold lent GPUs, most first.","de'
    'fault":[]},{"name":"as_of_seq","type":"long","doc":"State of the log that th'
    'is is true of."},{"name":"reservation","type":"string","doc":"Reservation th'
    'at has begun; empty where a job is due them.","default":""},{"name":"holders'
    '","type":{"type":"array","items":"string"},"doc":"Jobs that still hold its n'
    'odes, sorted; never production inference.","default":[]}],"namespace":"muste'
    'r.job_events"},{"type":"record","name":"ReservationMade","doc":"Nodes are ke'
    "pt for the job that heads the line and does not fit; takes the place of its "
    'last one.","subject":"plan","fields":[{"name":"job_id","type":"string","doc"'
    ':"Job."},{"name":"node_ids","type":{"type":"array","items":"string"},"doc":"'
    "Reserved: other jobs may be placed there only if they are predicted to end b"
    'efore starts_at_ms."},{"name":"starts_at_ms","type":["null","long"],"doc":"W'
    'hen the nodes are predicted to have room for it; null: unknown.","default":n'
    'ull},{"name":"kept_until_ms","type":"long","doc":"When, the job not started,'
    ' nodes are chosen anew."},{"name":"by_limits","type":"boolean","doc":"Whethe'
    "r only wall-time limits were used to predict, because an earlier reservation"
    ' of the job was not kept.","default":false}],"namespace":"muster.job_events"'
    '},{"type":"record","name":"ReservationReleased","doc":"The nodes reserved fo'
    'r a job are released.","subject":"plan","fields":[{"name":"job_id","type":"s'
    'tring","doc":"Job."},{"name":"reason","type":{"type":"enum","name":"ReleaseR'
    'eason","doc":"Why.","symbols":["STARTED","NO_LONGER_WAITS","NO_LONGER_HEAD",'
    '"IN_VAIN"],"default":"NO_LONGER_WAITS","namespace":"muster.job_events"},"doc'
    '":"Why."},{"name":"again_at_ms","type":["null","long"],"doc":"When nodes are'
    ' kept for it again, as it still heads the line; null: not for this reason.",'
    '"default":null}],"namespace":"muster.job_events"},{"type":"record","name":"D'
    'efragmentationProposed","doc":"Moves of running jobs that would let a job st'
    'art that free GPUs in all suffice for.","subject":"plan","fields":[{"name":"'
    'job_id","type":"string","doc":"The job that would start."},{"name":"moves","'
    'type":{"type":"array","items":{"type":"record","name":"Move","doc":"One job '
    'that would go on elsewhere.","fields":[{"name":"job_id","type":"string","doc'
    '":"Job."},{"name":"from_node_ids","type":{"type":"array","items":"string"},"'
    'doc":"Where it is, sorted."},{"name":"to_node_ids","type":{"type":"array","i'
    'tems":"string"},"doc":"Where it would go, sorted."},{"name":"lost_gpu_ms","t'
    'ype":"long","doc":"GPU milliseconds: its GPUs times what it ran since its la'
    'st checkpoint, and a restart."}],"namespace":"muster.job_events"}},"doc":"By'
    ' job."},{"name":"cost_gpu_ms","type":"long","doc":"GPU milliseconds that all'
    ' moves lose."},{"name":"benefit_gpu_ms","type":"long","doc":"GPU millisecond'
    's that the job would have sooner: its GPUs times the wait it is spared."},{"'
    'name":"carried_out","type":"boolean","doc":"The moves begin now."}],"namespa'
    'ce":"muster.job_events"},{"type":"record","name":"StartPredicted","doc":"Whe'
    "n a waiting job will start, predicted now and then so that the cell learns f"
    'rom what comes.","subject":"plan","fields":[{"name":"job_id","type":"string"'
    ',"doc":"Job."},{"name":"wait_ms","type":"long","doc":"How much longer it wil'
    'l wait, the best single estimate, milliseconds."},{"name":"wait_low_ms","typ'
    'e":["null","long"],"doc":"Start of the range that is stated, milliseconds fr'
    'om now; null: too little is learned for a range.","default":null},{"name":"w'
    'ait_high_ms","type":["null","long"],"doc":"End of the range that is stated, '
    'milliseconds from now.","default":null},{"name":"signs","type":{"type":"arra'
    'y","items":"int"},"doc":"What it was computed from, as logarithms in 1/256 o'
    "ctave: one, the soonest start with its equals ahead only, the time waited, t"
    "he number of waiting jobs, the amount requested, the position among its equa"
    'ls."}],"namespace":"muster.job_events"},{"type":"record","name":"GangBound",'
    '"doc":"Every rank has its place; orders to start are in the same transaction'
    '.","subject":"job","fields":[{"name":"job_id","type":"string","doc":"Job."},'
    '{"name":"attempt","type":"int","doc":"Attempt."},{"name":"placements","type"'
    ':{"type":"array","items":{"type":"record","name":"RankPlacement","doc":"Wher'
    'e one rank runs.","fields":[{"name":"rank","type":"int","doc":"Rank."},{"nam'
    'e":"node_id","type":"string","doc":"Node."},{"name":"gpu_indices","type":{"t'
    'ype":"array","items":"int"},"doc":"GPUs."},{"name":"gpu_milli","type":"int",'
    '"doc":"Thousandths of each."},{"name":"sharing","type":{"type":"enum","name"'
    ':"Sharing","doc":"How a rank shares its GPUs: not; inside its team by MPS or'
    ' in turns; by a MIG instance.","symbols":["EXCLUSIVE","MPS","TIME_SLICING","'
    'MIG"],"default":"EXCLUSIVE","namespace":"muster.node_commands"},"doc":"Who e'
    'lse may be on them.","default":"EXCLUSIVE"},{"name":"mig_profile","type":["n'
    'ull","string"],"doc":"Profile of the MIG instance it gets.","default":null},'
    '{"name":"mig_start","type":["null","int"],"doc":"First memory slice of that '
    'instance.","default":null}],"namespace":"muster.job_events"}},"doc":"One per'
    ' rank."},{"name":"master_address","type":"string","doc":"Rank 0\'s address."}'
    ',{"name":"master_port","type":"int","doc":"Rendezvous port."},{"name":"waite'
    'd_ms","type":"long","doc":"Since the job was last queued."},{"name":"reason"'
    ',"type":"string","doc":"Why there.","default":""},{"name":"tenant","type":"s'
    'tring","doc":"Whose job it is.","default":""},{"name":"queue","type":"string'
    '","doc":"The job\'s queue.","default":""},{"name":"each","type":["null",{"typ'
    'e":"record","name":"RankShape","doc":"What each rank of a gang holds on its '
    'node, besides the GPUs of its placement.","fields":[{"name":"cpu_milli","typ'
    'e":"long","doc":"Thousandths of a CPU core."},{"name":"memory_mib","type":"l'
    'ong","doc":"Host memory."},{"name":"gpu_models","type":{"type":"array","item'
    's":"string"},"doc":"GPU models it would accept, sorted; empty: any.","defaul'
    't":[]},{"name":"sharing_key","type":"string","doc":"Ranks with the same key '
    "share GPUs (a trust domain and a way of sharing); `mig`: a MIG instance of i"
    'ts own; empty: not shared.","default":""}],"namespace":"muster.job_events"}]'
    ',"doc":"What each rank holds; null: an earlier version wrote it.","default":'
    'null}],"namespace":"muster.job_events"},{"type":"record","name":"JobStarted"'
    ',"doc":"All ranks run.","subject":"job","fields":[{"name":"job_id","type":"s'
    'tring","doc":"Job."},{"name":"attempt","type":"int","doc":"Attempt."}],"name'
    'space":"muster.job_events"},{"type":"record","name":"JobResizing","doc":"An '
    'elastic job stops, to go on at once with another number of ranks.","subject"'
    ':"job","fields":[{"name":"job_id","type":"string","doc":"Job."},{"name":"att'
    'empt","type":"int","doc":"The attempt that stops."},{"name":"ranks_from","ty'
    'pe":"int","doc":"Its ranks."},{"name":"ranks_to","type":"int","doc":"Ranks o'
    'f the next one, or fewer where they no longer fit."},{"name":"reason","type"'
    ':"string","doc":"Why."}],"namespace":"muster.job_events"},{"type":"record","'
    'name":"JobMoving","doc":"A job stops, to go on at once on other nodes, so th'
    'at another has room.","subject":"job","fields":[{"name":"job_id","type":"str'
    'ing","doc":"Job."},{"name":"attempt","type":"int","doc":"The attempt that st'
    'ops."},{"name":"placements","type":{"type":"array","items":"muster.job_event'
    's.RankPlacement"},"doc":"Where it is to go on, in rank order; elsewhere, whe'
    're that is gone."},{"name":"reason","type":"string","doc":"Why."}],"namespac'
    'e":"muster.job_events"},{"type":"record","name":"JobWarned","doc":"A watchdo'
    "g has found something about a running job; told once an attempt for each act"
    'ion.","subject":"job","fields":[{"name":"job_id","type":"string","doc":"Job.'
    '"},{"name":"attempt","type":"int","doc":"Attempt."},{"name":"watchdog","type'
    '":{"type":"enum","name":"Watchdog","doc":"What is watched.","symbols":["WALL'
    '_TIME","HANG","START_UP","LOSS"],"default":"WALL_TIME","namespace":"muster.j'
    'ob_events"},"doc":"Which one."},{"name":"action","type":{"type":"enum","name'
    '":"WatchdogAction","doc":"What follows: nothing; the attempt ends, and anoth'
    'er is a matter of the job\'s retries; the job ends.","symbols":["TOLD","RETRI'
    'ED","ENDED"],"default":"TOLD","namespace":"muster.job_events"},"doc":"What f'
    'ollows."},{"name":"message","type":"string","doc":"What was found, for peopl'
    'e."},{"name":"node_id","type":["null","string"],"doc":"Where; null: the whol'
    'e gang.","default":null},{"name":"rank","type":["null","int"],"doc":"Which r'
    'ank; null: all, or unknown.","default":null}],"namespace":"muster.job_events'
    '"},{"type":"record","name":"JobStopping","doc":"Ranks have been ordered to s'
    'top.","subject":"job","fields":[{"name":"job_id","type":"string","doc":"Job.'
    '"},{"name":"attempt","type":"int","doc":"Attempt."},{"name":"reason","type":'
    '"string","doc":"Why."},{"name":"requeues","type":"boolean","doc":"It waits a'
    "gain once it has stopped, and the attempt counts neither as failed nor as lo"
    'st.","default":false},{"name":"plan_id","type":"string","doc":"The preemptio'
    'n plan that it yields by; empty: it stops for another reason.","default":""}'
    ',{"name":"yields_to","type":"string","doc":"The job that it yields to; empty'
    ': none.","default":""},{"name":"cause","type":{"type":"enum","name":"StopCau'
    'se","doc":"What kind of event stopped it.","symbols":["UNSTATED","SPOT_RECLA'
    'IM"],"default":"UNSTATED","namespace":"muster.job_events"},"doc":"What kind '
    'of event stopped it.","default":"UNSTATED"},{"name":"save_bytes","type":["nu'
    'll","long"],"doc":"What it is believed to have to save, bytes; null: not kno'
    'wn, or not asked.","default":null},{"name":"saves_until_ms","type":["null","'
    'long"],"doc":"When that is believed to be stored, milliseconds since 1970 UT'
    'C; null: not known, or it is not asked to save.","default":null}],"namespace'
    '":"muster.job_events"},{"type":"record","name":"SaveTooLarge","doc":"A job c'
    'annot store its state before its node is taken away, and loses work.","subje'
    'ct":"job","fields":[{"name":"job_id","type":"string","doc":"Job."},{"name":"'
    'attempt","type":"int","doc":"Attempt."},{"name":"node_id","type":"string","d'
    'oc":"The node that goes first."},{"name":"save_bytes","type":"long","doc":"W'
    'hat it has to save, bytes."},{"name":"fits_bytes","type":"long","doc":"What '
    'can be stored in the time that is left beside the others, bytes."},{"name":"'
    'deadline_ms","type":"long","doc":"When the node is gone, milliseconds since '
    '1970 UTC."},{"name":"lost_gpu_ms","type":"long","doc":"GPU milliseconds sinc'
    'e its last checkpoint, or since its start."}],"namespace":"muster.job_events'
    '"},{"type":"record","name":"PreemptionAccepted","doc":"A preemption plan is '
    'carried out: victims stop, nodes are held for the job.","subject":"plan","fi'
    'elds":[{"name":"plan_id","type":"string","doc":"Plan."},{"name":"job_id","ty'
    'pe":"string","doc":"Job that the victims yield to; empty: a reservation."},{'
    '"name":"reservation","type":"string","doc":"Capacity reservation whose nodes'
    ' the victims leave; empty: they yield to a job.","default":""},{"name":"vict'
    'ims","type":{"type":"array","items":{"type":"record","name":"YieldingJob","d'
    'oc":"A job that yields, whole or down to fewer ranks.","fields":[{"name":"jo'
    'b_id","type":"string","doc":"Job."},{"name":"attempt","type":"int","doc":"Th'
    'e attempt that stops."},{"name":"ranks_kept","type":"int","doc":"Ranks it go'
    'es on with; 0: it waits again.","default":0}],"namespace":"muster.job_events'
    '"}},"doc":"By job id."},{"name":"placements","type":{"type":"array","items":'
    '"muster.job_events.RankPlacement"},"doc":"Where the job is to go, in rank or'
    'der; these nodes are held for it."},{"name":"held_until_ms","type":"long","d'
    'oc":"They are held at most until then, milliseconds since 1970 UTC."},{"name'
    '":"cost_gpu_ms","type":"long","doc":"Price as planned, GPU milliseconds."},{'
    '"name":"as_of_seq","type":"long","doc":"State of the scheduler\'s log that th'
    'e plan was made from."}],"namespace":"muster.job_events"},{"type":"record","'
    'name":"PreemptionRefused","doc":"A preemption plan is not carried out; nobod'
    'y stops because of it.","subject":"plan","fields":[{"name":"plan_id","type":'
    '"string","doc":"Plan."},{"name":"job_id","type":"string","doc":"Job that the'
    ' victims would have yielded to; empty: a reservation."},{"name":"reservation'
    '","type":"string","doc":"Capacity reservation whose nodes the victims leave;'
    ' empty: they yield to a job.","default":""},{"name":"code","type":{"type":"e'
    'num","name":"RefusalCode","doc":"Why.","symbols":["EXPIRED","INVALID","UNDER'
    '_WAY","NOT_WAITING","NOT_ENTITLED","NOT_NEEDED","VICTIM_GONE","VICTIM_PROTEC'
    'TED","VICTIM_TOO_YOUNG","VICTIM_LIMIT","PAIR","NO_ROOM"],"default":"INVALID"'
    ',"namespace":"muster.job_events"},"doc":"Why."},{"name":"reason","type":"str'
    'ing","doc":"For people."}],"namespace":"muster.job_events"},{"type":"record"'
    ',"name":"HoldReleased","doc":"What victims of a preemption plan freed is no '
    'longer held for the job they yielded to.","subject":"plan","fields":[{"name"'
    ':"plan_id","type":"string","doc":"Plan."},{"name":"job_id","type":"string","'
    'doc":"Job that it was held for."},{"name":"reason","type":{"type":"enum","na'
    'me":"HoldReleaseReason","doc":"Why.","symbols":["STARTED","NO_LONGER_WAITS",'
    '"NO_ROOM","EXPIRED"],"default":"NO_LONGER_WAITS","namespace":"muster.job_eve'
    'nts"},"doc":"STARTED: it was bound. NO_LONGER_WAITS: it was cancelled or sus'
    "pended. NO_ROOM: all have yielded, and it still does not fit. EXPIRED: they "
    'took too long."}],"namespace":"muster.job_events"},{"type":"record","name":"'
    'AttemptEnded","doc":"An attempt is over on every node and its GPUs are free.'
    '","subject":"job","fields":[{"name":"job_id","type":"string","doc":"Job."},{'
    '"name":"attempt","type":"int","doc":"Attempt."},{"name":"outcome","type":{"t'
    'ype":"enum","name":"AttemptOutcome","doc":"How.","symbols":["SUCCEEDED","FAI'
    'LED","STOPPED","TIMED_OUT","LOST","REFUSED"],"default":"REFUSED","namespace"'
    ':"muster.job_events"},"doc":"How."},{"name":"exit_code","type":["null","int"'
    '],"doc":"Of the first failing rank.","default":null},{"name":"signal","type"'
    ':["null","int"],"doc":"Of the first failing rank.","default":null},{"name":"'
    'rank","type":["null","int"],"doc":"First failing rank.","default":null},{"na'
    'me":"node_id","type":["null","string"],"doc":"Its node.","default":null},{"n'
    'ame":"message","type":"string","doc":"For people.","default":""},{"name":"ra'
    'n_ms","type":"long","doc":"From bind to end."},{"name":"verdict","type":["nu'
    'll",{"type":"record","name":"FailureVerdict","doc":"Why an attempt failed, b'
    'y the rules in effect; rank and node are those of its fact.","fields":[{"nam'
    'e":"rule","type":"string","doc":"The first rule with a sign."},{"name":"rule'
    's_version","type":"int","doc":"Version of the rules."},{"name":"category","t'
    'ype":"string","doc":"Whose part failed, as in the rule."},{"name":"subcatego'
    'ry","type":"string","doc":"What of it."},{"name":"persistence","type":"strin'
    'g","doc":"transient, permanent or unknown: whether the same attempt would fa'
    'il again."},{"name":"action","type":"string","doc":"What the rule demands fo'
    'r the job."},{"name":"node_action","type":"string","doc":"What the rule advi'
    'ses for the node."},{"name":"sign","type":"string","doc":"By what it was rec'
    'ognised: a line of the output, exit code 137."},{"name":"means","type":"stri'
    'ng","doc":"What happened, in the rule\'s words."},{"name":"hint","type":"stri'
    'ng","doc":"What to change, in the rule\'s words."},{"name":"line","type":["nu'
    'll","long"],"doc":"Number of the line in the rank\'s stream, when it was a li'
    'ne.","default":null},{"name":"stream","type":"string","doc":"Its stream: std'
    'out or stderr.","default":""},{"name":"count","type":"long","doc":"Lines wit'
    'h such a sign; 0: it was no line.","default":0},{"name":"at_ms","type":["nul'
    'l","long"],"doc":"When: of the line, else of the rank\'s end, milliseconds si'
    'nce 1970 UTC.","default":null},{"name":"spared","type":"boolean","doc":"The '
    'attempt does not count among those that the user granted.","default":false},'
    '{"name":"cause_seen","type":"boolean","doc":"False: no rank shows a cause of'
    ' its own; it began where nothing was seen.","default":true},{"name":"others"'
    ',"type":{"type":"array","items":{"type":"record","name":"RankVerdict","doc":'
    '"Another rank that failed.","fields":[{"name":"rank","type":["null","int"],"'
    'doc":"Rank; null: its node was lost, or refused.","default":null},{"name":"n'
    'ode_id","type":"string","doc":"Its node."},{"name":"rule","type":"string","d'
    'oc":"The first rule with a sign."},{"name":"followed","type":"boolean","doc"'
    ':"It failed because another rank had gone, or waited for one that had."}],"n'
    'amespace":"muster.job_events"}},"doc":"Other ranks that failed, by rank, the'
    ' first of them.","default":[]},{"name":"others_more","type":"int","doc":"How'
    ' many more than these.","default":0},{"name":"unscanned","type":"string","do'
    'c":"Why output was not scanned, or not all of it; empty: it was.","default":'
    '""}],"namespace":"muster.job_events"}],"doc":"Why; null: nothing failed, or '
    'no rules are in effect.","default":null}],"namespace":"muster.job_events"},{'
    '"type":"record","name":"JobRequeued","doc":"The job waits again.","subject":'
    '"job","fields":[{"name":"job_id","type":"string","doc":"Job."},{"name":"atte'
    'mpt_next","type":"int","doc":"Number of the next attempt."},{"name":"reason"'
    ',"type":"string","doc":"Why."},{"name":"not_before_ms","type":"long","doc":"'
    'Earliest time of the next attempt."}],"namespace":"muster.job_events"},{"typ'
    'e":"record","name":"JobSucceeded","doc":"Every rank ended with exit code 0."'
    ',"subject":"job","fields":[{"name":"job_id","type":"string","doc":"Job."},{"'
    'name":"attempt","type":"int","doc":"Attempt."}],"namespace":"muster.job_even'
    'ts"},{"type":"record","name":"JobFailed","doc":"The job is over and did not '
    'succeed.","subject":"job","fields":[{"name":"job_id","type":"string","doc":"'
    'Job."},{"name":"attempt","type":"int","doc":"Attempt."},{"name":"reason","ty'
    'pe":"string","doc":"Why."},{"name":"exit_code","type":["null","int"],"doc":"'
    'Of the first failing rank.","default":null}],"namespace":"muster.job_events"'
    '},{"type":"record","name":"JobCancelled","doc":"The job was cancelled and no'
    'thing of it runs.","subject":"job","fields":[{"name":"job_id","type":"string'
    '","doc":"Job."},{"name":"requested_by","type":"string","doc":"Who asked."},{'
    '"name":"reason","type":"string","doc":"Why."}],"namespace":"muster.job_event'
    's"},{"type":"record","name":"JobSuspended","doc":"The job was suspended and '
    'nothing of it runs.","subject":"job","fields":[{"name":"job_id","type":"stri'
    'ng","doc":"Job."},{"name":"requested_by","type":"string","doc":"Who asked."}'
    ',{"name":"reason","type":"string","doc":"Why."}],"namespace":"muster.job_eve'
    'nts"},{"type":"record","name":"JobResumed","doc":"A suspended job waits agai'
    'n.","subject":"job","fields":[{"name":"job_id","type":"string","doc":"Job."}'
    ',{"name":"requested_by","type":"string","doc":"Who asked."}],"namespace":"mu'
    'ster.job_events"},{"type":"record","name":"CheckpointRecorded","doc":"The ne'
    'xt attempt will start from this.","subject":"job","fields":[{"name":"job_id"'
    ',"type":"string","doc":"Job."},{"name":"attempt","type":"int","doc":"Attempt'
    '."},{"name":"rank","type":"int","doc":"Rank that wrote it."},{"name":"file",'
    '"type":"string","doc":"File name."},{"name":"uri","type":"string","doc":"Whe'
    're."},{"name":"sha256","type":"string","doc":"Of the bytes."},{"name":"size_'
    'bytes","type":"long","doc":"Size."}],"namespace":"muster.job_events"},"muste'
    'r.job_events.NodeJoined","muster.job_events.NodeSuspected","muster.job_event'
    's.NodeRecovered","muster.job_events.NodeLost","muster.job_events.NodeForgott'
    'en","muster.job_events.NodeRefused",{"type":"record","name":"NodeCordoned","'
    'doc":"Nothing new goes there.","subject":"node","fields":[{"name":"node_id",'
    '"type":"string","doc":"Node."},{"name":"requested_by","type":"string","doc":'
    '"Who."},{"name":"reason","type":"string","doc":"Why."}],"namespace":"muster.'
    'job_events"},{"type":"record","name":"NodeUncordoned","doc":"Work goes there'
    ' again.","subject":"node","fields":[{"name":"node_id","type":"string","doc":'
    '"Node."},{"name":"requested_by","type":"string","doc":"Who."}],"namespace":"'
    'muster.job_events"},{"type":"record","name":"NodeDraining","doc":"Nothing ne'
    'w is placed on the node, and what runs there is moved.","subject":"node","fi'
    'elds":[{"name":"node_id","type":"string","doc":"Node."},{"name":"requested_b'
    'y","type":"string","doc":"Operator."},{"name":"reason","type":"string","doc"'
    ':"Why.","default":""}],"namespace":"muster.job_events"},{"type":"record","na'
    'me":"NodeUndrained","doc":"Work may be placed on the node again.","subject":'
    '"node","fields":[{"name":"node_id","type":"string","doc":"Node."},{"name":"r'
    'equested_by","type":"string","doc":"Operator."}],"namespace":"muster.job_eve'
    'nts"},{"type":"record","name":"NodeTagged","doc":"What operators say of the '
    'node, beside what it announces, from now on.","subject":"node","fields":[{"n'
    'ame":"node_id","type":"string","doc":"Node."},{"name":"labels","type":{"type'
    '":"map","values":"string"},"doc":"Labels; they win over announced ones.","de'
    'fault":{}},{"name":"taints","type":{"type":"array","items":"string"},"doc":"'
    'Taints, sorted.","default":[]},{"name":"requested_by","type":"string","doc":'
    '"Operator."}],"namespace":"muster.job_events"},{"type":"record","name":"Main'
    'tenanceScheduled","doc":"The node will be closed for a time: only work that '
    'is predicted to end before is placed there.","subject":"node","fields":[{"na'
    'me":"node_id","type":"string","doc":"Node."},{"name":"starts_at_ms","type":"'
    'long","doc":"From when, milliseconds since 1970 UTC."},{"name":"ends_at_ms",'
    '"type":"long","doc":"Until when."},{"name":"requested_by","type":"string","d'
    'oc":"Operator."},{"name":"reason","type":"string","doc":"Why.","default":""}'
    '],"namespace":"muster.job_events"},{"type":"record","name":"MaintenanceStart'
    'ed","doc":"The node\'s window has begun: it is closed, and what still runs th'
    'ere is moved.","subject":"node","fields":[{"name":"node_id","type":"string",'
    '"doc":"Node."}],"namespace":"muster.job_events"},{"type":"record","name":"Ma'
    'intenanceEnded","doc":"The node\'s window is over, or was called off.","subje'
    'ct":"node","fields":[{"name":"node_id","type":"string","doc":"Node."},{"name'
    '":"requested_by","type":["null","string"],"doc":"Operator who called it off;'
    ' null: its time was over.","default":null}],"namespace":"muster.job_events"}'
    ',{"type":"record","name":"NodeReclaiming","doc":"The node will be taken away'
    ': nothing new is placed there, and what runs there saves and leaves.","subje'
    'ct":"node","fields":[{"name":"node_id","type":"string","doc":"Node."},{"name'
    '":"notice_id","type":"string","doc":"Which announcement; another one takes t'
    'he place of the last."},{"name":"deadline_ms","type":["null","long"],"doc":"'
    "When it is gone, milliseconds since 1970 UTC; null: it is at risk, and what "
    'runs there stays.","default":null},{"name":"source","type":"muster.task_even'
    'ts.ReclaimSource","doc":"Who announced it."},{"name":"requested_by","type":"'
    'string","doc":"Operator; empty: the node\'s provider.","default":""},{"name":'
    '"reason","type":"string","doc":"For people.","default":""}],"namespace":"mus'
    'ter.job_events"},{"type":"record","name":"NodeSpared","doc":"The node is not'
    ' taken away after all, or is there again: work may be placed on it.","subjec'
    't":"node","fields":[{"name":"node_id","type":"string","doc":"Node."},{"name"'
    ':"requested_by","type":"string","doc":"Operator; empty: the node\'s provider.'
    '","default":""},{"name":"reason","type":"string","doc":"For people.","defaul'
    't":""}],"namespace":"muster.job_events"},{"type":"record","name":"NodeNoted"'
    ',"doc":"What is wrong with the node by its own account.","subject":"node","f'
    'ields":[{"name":"node_id","type":"string","doc":"Node."},{"name":"note","typ'
    'e":"string","doc":"One sentence; empty: nothing any more."}],"namespace":"mu'
    'ster.job_events"},"muster.job_events.NodeRelocated","muster.job_events.GpuUn'
    'healthy","muster.job_events.GpuRecovered",{"type":"record","name":"GpuGeomet'
    'ryChanged","doc":"An empty GPU was cut, to take MIG instances and nothing el'
    'se, or made whole again.","subject":"node","fields":[{"name":"node_id","type'
    '":"string","doc":"Node."},{"name":"gpu_index","type":"int","doc":"GPU."},{"n'
    'ame":"cut","type":"boolean","doc":"True: MIG mode. False: whole."},{"name":"'
    'for_job_id","type":"string","doc":"The waiting job that needed it."}],"names'
    'pace":"muster.job_events"},{"type":"record","name":"QueueCreated","doc":"A q'
    'ueue exists.","subject":"queue","fields":[{"name":"queue","type":"string","d'
    'oc":"Name."},{"name":"tenant","type":"string","doc":"Tenant."},{"name":"desc'
    'ription","type":"string","doc":"For people."},{"name":"requested_by","type":'
    '"string","doc":"Who."},{"name":"settings","type":["null","muster.queue_comma'
    'nds.QueueSettings"],"doc":"Shares and limits; null for none.","default":null'
    '}],"namespace":"muster.job_events"},{"type":"record","name":"QueueConfigured'
    '","doc":"A queue has other shares and limits.","subject":"queue","fields":[{'
    '"name":"queue","type":"string","doc":"Name."},{"name":"tenant","type":"strin'
    'g","doc":"Tenant."},{"name":"settings","type":"muster.queue_commands.QueueSe'
    'ttings","doc":"All of them."},{"name":"requested_by","type":"string","doc":"'
    'Who."}],"namespace":"muster.job_events"},{"type":"record","name":"QueueMeasu'
    'red","doc":"What a queue and those below it use, and what is due to it; sent'
    ' when it changed, now and then.","subject":"queue","fields":[{"name":"queue"'
    ',"type":"string","doc":"Name."},{"name":"tenant","type":"string","doc":"Tena'
    'nt."},{"name":"gpu_milli_used","type":"long","doc":"Held, thousandths of GPU'
    '."},{"name":"gpu_milli_used_by_model","type":{"type":"map","values":"long"},'
    '"doc":"Per model."},{"name":"cpu_milli_used","type":"long","doc":"Held, thou'
    'sandths of a core."},{"name":"memory_mib_used","type":"long","doc":"Held, Mi'
    'B."},{"name":"gpu_milli_borrowed","type":"long","doc":"Of what is used, beyo'
    'nd the guarantee."},{"name":"gpu_milli_lent","type":"long","doc":"Of the gua'
    'rantee, unused: others may have it."},{"name":"share_ppm","type":"long","doc'
    '":"Dominant part of the cluster that it holds now, millionths."},{"name":"sh'
    'are_due_ppm","type":"long","doc":"Part of the cluster due to it by weight am'
    'ong its busy neighbours, millionths."},{"name":"usage_gpu_ms","type":"long",'
    '"doc":"Weighted usage over the window: GPU milliseconds at model price, deca'
    'yed."},{"name":"credit_gpu_ms","type":"long","doc":"Burst credit, the same u'
    'nit."},{"name":"jobs_running","type":"int","doc":"Jobs that hold GPUs."},{"n'
    'ame":"jobs_pending","type":"int","doc":"Jobs that wait."}],"namespace":"must'
    'er.job_events"},{"type":"record","name":"QueueDeleted","doc":"A queue is gon'
    'e.","subject":"queue","fields":[{"name":"queue","type":"string","doc":"Name.'
    '"},{"name":"tenant","type":"string","doc":"Tenant."},{"name":"requested_by",'
    '"type":"string","doc":"Who."}],"namespace":"muster.job_events"},{"type":"rec'
    'ord","name":"CapacityReserved","doc":"Nodes are reserved for a queue.","subj'
    'ect":"reservation","fields":[{"name":"reservation","type":"string","doc":"Na'
    'me."},{"name":"tenant","type":"string","doc":"Tenant."},{"name":"queue","typ'
    'e":"string","doc":"Whose jobs may be placed there, and those of the queues b'
    'elow it."},{"name":"gpu_model","type":"string","doc":"GPU model of the nodes'
    '."},{"name":"gpu_count","type":"int","doc":"GPUs of the nodes together."},{"'
    'name":"node_ids","type":{"type":"array","items":"string"},"doc":"Sorted. Unt'
    "il it starts, other jobs are placed there only if they are predicted to end "
    'before."},{"name":"starts_at_ms","type":"long","doc":"From when."},{"name":"'
    'ends_at_ms","type":"long","doc":"Until when."},{"name":"requested_by","type"'
    ':"string","doc":"Who."}],"namespace":"muster.job_events"},{"type":"record","'
    'name":"CapacityReassigned","doc":"A reservation has other nodes: some of its'
    ' own were closed or lost.","subject":"reservation","fields":[{"name":"reserv'
    'ation","type":"string","doc":"Name."},{"name":"tenant","type":"string","doc"'
    ':"Tenant."},{"name":"queue","type":"string","doc":"Whose jobs may be placed '
    'there, and those of the queues below it."},{"name":"node_ids","type":{"type"'
    ':"array","items":"string"},"doc":"All of them now, sorted."},{"name":"reason'
    '","type":"string","doc":"Why."}],"namespace":"muster.job_events"},{"type":"r'
    'ecord","name":"CapacityReservationStarted","doc":"From now on only jobs of t'
    'he queue may be placed on the nodes.","subject":"reservation","fields":[{"na'
    'me":"reservation","type":"string","doc":"Name."},{"name":"tenant","type":"st'
    'ring","doc":"Tenant."},{"name":"queue","type":"string","doc":"Whose jobs may'
    ' be placed there, and those of the queues below it."}],"namespace":"muster.j'
    'ob_events"},{"type":"record","name":"CapacityReservationEnded","doc":"The no'
    'des are released.","subject":"reservation","fields":[{"name":"reservation","'
    'type":"string","doc":"Name."},{"name":"tenant","type":"string","doc":"Tenant'
    '."},{"name":"queue","type":"string","doc":"Whose jobs may be placed there, a'
    'nd those of the queues below it."},{"name":"reason","type":{"type":"enum","n'
    'ame":"ReservationEnd","doc":"Why.","symbols":["OVER","CANCELLED"],"default":'
    '"OVER","namespace":"muster.job_events"},"doc":"Why."},{"name":"requested_by"'
    ',"type":"string","doc":"Who cancelled it; empty when its time was over.","de'
    'fault":""}],"namespace":"muster.job_events"},{"type":"record","name":"Policy'
    'Activated","doc":"Decisions follow this policy from here on.","subject":"pol'
    'icy","fields":[{"name":"policy","type":"muster.operator_commands.Policy","do'
    'c":"The whole policy."},{"name":"requested_by","type":"string","doc":"Who."}'
    '],"namespace":"muster.job_events"},{"type":"record","name":"FailureRulesActi'
    'vated","doc":"Failures are judged by these rules from here on.","subject":"p'
    'olicy","fields":[{"name":"version","type":"int","doc":"Version of the rules.'
    '"},{"name":"sha256","type":"string","doc":"Of the text."},{"name":"rules","t'
    'ype":"string","doc":"The rules file."},{"name":"requested_by","type":"string'
    '","doc":"Operator, or the first leader."}],"namespace":"muster.job_events"},'
    '{"type":"record","name":"StartTask","doc":"Start these ranks.","fields":[{"n'
    'ame":"node_id","type":"string","doc":"Node."},{"name":"epoch","type":"long",'
    '"doc":"Leader\'s epoch; older than one already seen: refuse."},{"name":"order'
    '_seq","type":"long","doc":"Position of the decision: seq of the input that c'
    'aused it."},{"name":"job_id","type":"string","doc":"Job."},{"name":"attempt"'
    ',"type":"int","doc":"Attempt; started at most once."},{"name":"tenant","type'
    '":"string","doc":"Tenant."},{"name":"job_name","type":"string","doc":"Job\'s '
    'name."},{"name":"user","type":"string","doc":"Job\'s user."},{"name":"ranks",'
    '"type":{"type":"array","items":{"type":"record","name":"RankAssignment","doc'
    '":"What one rank gets on the node.","fields":[{"name":"rank","type":"int","d'
    'oc":"Rank."},{"name":"gpu_indices","type":{"type":"array","items":"int"},"do'
    'c":"GPUs."},{"name":"gpu_milli","type":"int","doc":"Thousandths of each."},{'
    '"name":"sharing","type":"muster.node_commands.Sharing","doc":"Who else may b'
    'e on them.","default":"EXCLUSIVE"},{"name":"mig_profile","type":["null","str'
    'ing"],"doc":"Profile of the MIG instance it gets.","default":null},{"name":"'
    'mig_start","type":["null","int"],"doc":"First memory slice of that instance.'
    '","default":null},{"name":"cpu_milli","type":"long","doc":"Thousandths of a '
    'CPU core it may use; 0: without limit.","default":0},{"name":"memory_mib","t'
    'ype":"long","doc":"Main memory it may use, MiB; 0: without limit.","default"'
    ':0}],"namespace":"muster.node_commands"}},"doc":"Ranks on this node."},{"nam'
    'e":"world_size","type":"int","doc":"Ranks in all."},{"name":"master_address"'
    ',"type":"string","doc":"Address of rank 0."},{"name":"master_port","type":"i'
    'nt","doc":"Rendezvous port on rank 0\'s node."},{"name":"image","type":["null'
    '","string"],"doc":"Container image.","default":null},{"name":"command","type'
    '":{"type":"array","items":"string"},"doc":"Program and arguments."},{"name":'
    '"env","type":{"type":"map","values":"string"},"doc":"Environment.","default"'
    ':{}},{"name":"files_sha256","type":["null","string"],"doc":"Working files.",'
    '"default":null},{"name":"wall_time_max_ms","type":["null","long"],"doc":"Sto'
    'p after this long.","default":null},{"name":"hang_after_ms","type":["null","'
    'long"],"doc":"Report ranks that say nothing for so long; null: do not.","def'
    'ault":null},{"name":"start_up_max_ms","type":["null","long"],"doc":"The same'
    ' from their start, while they hardly use the CPU; null: do not.","default":n'
    'ull},{"name":"grace_ms","type":"long","doc":"Between SIGTERM and SIGKILL."},'
    '{"name":"checkpoint_enabled","type":"boolean","doc":"Keep checkpoints."},{"n'
    'ame":"checkpoint_uri","type":["null","string"],"doc":"Newest checkpoint of a'
    'n earlier attempt.","default":null},{"name":"checkpoint_sha256","type":["nul'
    'l","string"],"doc":"Its hash.","default":null},{"name":"checkpoint_file","ty'
    'pe":["null","string"],"doc":"Its file name.","default":null},{"name":"offlin'
    'e","type":"boolean","doc":"Its ranks see no network but their own loopback."'
    ',"default":false},{"name":"failure_rules_sha256","type":["null","string"],"d'
    'oc":"Rules of failures by which output is scanned; null: none are in effect.'
    '","default":null},{"name":"failure_rules_version","type":["null","int"],"doc'
    '":"Their version.","default":null}],"namespace":"muster.node_commands"},{"ty'
    'pe":"record","name":"StopTask","doc":"Stop this attempt\'s ranks; unknown att'
    'empt: nothing to do.","fields":[{"name":"node_id","type":"string","doc":"Nod'
    'e."},{"name":"epoch","type":"long","doc":"Leader\'s epoch; older than one alr'
    'eady seen: refuse."},{"name":"order_seq","type":"long","doc":"Position of th'
    'e decision: seq of the input that caused it."},{"name":"job_id","type":"stri'
    'ng","doc":"Job."},{"name":"attempt","type":"int","doc":"Attempt; started at '
    'most once."},{"name":"grace_ms","type":"long","doc":"Between SIGTERM and SIG'
    'KILL."},{"name":"checkpoint_grace_ms","type":"long","doc":"Most time for a c'
    'heckpoint before SIGTERM; 0: the ranks do not go on later.","default":0},{"n'
    'ame":"reason","type":"string","doc":"Why."}],"namespace":"muster.node_comman'
    'ds"}],"doc":"Fact or order."}],"namespace":"muster.scheduler_log"}},"doc":"I'
    'n order."},{"name":"state_hash","type":["null","string"],"doc":"Hash of the '
    'whole state after this batch, when it was taken.","default":null},{"name":"h'
    'ash_version","type":"int","doc":"How state_hash was computed; hashes of diff'
    'erent versions are not compared.","default":1},{"name":"decisions_version","'
    'type":"int","doc":"Which version of the rules decided; another one may decid'
    'e otherwise. 0: not recorded.","default":0}],"namespace":"muster.scheduler_l'
    'og"}],"doc":"What happened."}]}'
)
