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
    FragmentationEased,
    FragmentationSustained,
    GangBound,
    GpuGeometryChanged,
    GpuRecovered,
    GpuUnhealthy,
    HoldMade,
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
    TaskPaced,
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
    TaskPaced,
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
        | TaskPaced
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
    HoldMade,
    HoldReleased,
    FragmentationSustained,
    FragmentationEased,
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
        | HoldMade
        | HoldReleased
        | FragmentationSustained
        | FragmentationEased
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
    ',"default":"BY_TIER","namespace":"muster.job_commands"},"doc":"BY_TIER: who '
    "saves checkpoints or ends within an hour, but not who serves; others ask for"
    ' such nodes by their label or with ALLOWED.","default":"BY_TIER"}],"namespac'
    'e":"muster.job_commands"},"doc":"What to run."}],"namespace":"muster.job_com'
    'mands"},{"type":"record","name":"CancelJob","doc":"Stop the job for good.","'
    'fields":[{"name":"job_id","type":"string","doc":"Job."},{"name":"tenant","ty'
    'pe":"string","doc":"Tenant the job belongs to."},{"name":"requested_by","typ'
    'e":"string","doc":"User who asks."},{"name":"reason","type":"string","doc":"'
    'Why, for people.","default":""}],"namespace":"muster.job_commands"},{"type":'
    '"record","name":"SuspendJob","doc":"Stop the job, keep its place for a resum'
    'e.","fields":[{"name":"job_id","type":"string","doc":"Job."},{"name":"tenant'
    '","type":"string","doc":"Tenant the job belongs to."},{"name":"requested_by"'
    ',"type":"string","doc":"User who asks."},{"name":"reason","type":"string","d'
    'oc":"Why, for people.","default":""}],"namespace":"muster.job_commands"},{"t'
    'ype":"record","name":"ResumeJob","doc":"Queue a suspended job again.","field'
    's":[{"name":"job_id","type":"string","doc":"Job."},{"name":"tenant","type":"'
    'string","doc":"Tenant the job belongs to."},{"name":"requested_by","type":"s'
    'tring","doc":"User who asks."},{"name":"reason","type":"string","doc":"Why, '
    'for people.","default":""}],"namespace":"muster.job_commands"},{"type":"reco'
    'rd","name":"CreateQueue","doc":"Make a queue.","fields":[{"name":"queue","ty'
    'pe":"string","doc":"Name: 1 to 63 of a-z 0-9 and -."},{"name":"tenant","type'
    '":"string","doc":"Tenant."},{"name":"description","type":"string","doc":"For'
    ' people.","default":""},{"name":"requested_by","type":"string","doc":"User w'
    'ho asks."},{"name":"settings","type":["null",{"type":"record","name":"QueueS'
    'ettings","doc":"What a queue may use, and how it is shared.","fields":[{"nam'
    'e":"parent","type":["null","string"],"doc":"Queue above, of the same tenant;'
    ' null for none.","default":null},{"name":"guarantee","type":["null",{"type":'
    '"record","name":"Quota","doc":"An amount of each resource; null says nothing'
    ' of that resource.","fields":[{"name":"gpu_milli","type":["null","long"],"do'
    'c":"Thousandths of GPU, any model.","default":null},{"name":"gpu_milli_by_mo'
    'del","type":{"type":"map","values":"long"},"doc":"Thousandths of GPU per mod'
    'el, beside the total.","default":{}},{"name":"cpu_milli","type":["null","lon'
    'g"],"doc":"Thousandths of a CPU core.","default":null},{"name":"memory_mib",'
    '"type":["null","long"],"doc":"Main memory, MiB.","default":null}],"namespace'
    '":"muster.queue_commands"}],"doc":"What its jobs may always have; unused, it'
    ' is lent. Null guarantees nothing.","default":null},{"name":"maximum","type"'
    ':["null","muster.queue_commands.Quota"],"doc":"What its jobs never exceed to'
    'gether. Null sets no bound.","default":null},{"name":"weight","type":"int","'
    'doc":"Its part of usage over time among the queues beside it, 1 to 1000000."'
    ',"default":1},{"name":"over_quota_weight","type":"int","doc":"Its part of wh'
    'at is lent beyond guarantees, 0 to 1000000; 0 never borrows.","default":1},{'
    '"name":"order","type":{"type":"enum","name":"QueueOrder","doc":"Who goes fir'
    'st within a tier of one queue.","symbols":["FIFO","PRIORITY","DRF","LEAST_AT'
    'TAINED_SERVICE"],"default":"FIFO","namespace":"muster.queue_commands"},"doc"'
    ':"Who goes first within a tier.","default":"FIFO"},{"name":"jobs_running_max'
    '","type":["null","int"],"doc":"Jobs that may hold GPUs at once.","default":n'
    'ull},{"name":"jobs_pending_max","type":["null","int"],"doc":"Jobs that may w'
    'ait at once; more are rejected.","default":null},{"name":"user_jobs_running_'
    'max","type":["null","int"],"doc":"As jobs_running_max, for one user.","defau'
    'lt":null},{"name":"user_jobs_pending_max","type":["null","int"],"doc":"As jo'
    'bs_pending_max, for one user.","default":null},{"name":"suspended","type":["'
    'null","string"],"doc":"Why nothing of it and of those below it starts; null:'
    ' it is not suspended.","default":null},{"name":"spot_percent_max","type":["n'
    'ull","int"],"doc":"Jobs are placed on spot nodes while at most this part of '
    "the GPUs that the queue and those below it hold is there, percent; null: any"
    ' part.","default":null}],"namespace":"muster.queue_commands"}],"doc":"Shares'
    ' and limits; null for none.","default":null}],"namespace":"muster.queue_comm'
    'ands"},{"type":"record","name":"ConfigureQueue","doc":"Replace a queue\'s sha'
    'res and limits.","fields":[{"name":"queue","type":"string","doc":"Name."},{"'
    'name":"tenant","type":"string","doc":"Tenant."},{"name":"settings","type":"m'
    'uster.queue_commands.QueueSettings","doc":"All of them."},{"name":"requested'
    '_by","type":"string","doc":"User who asks."}],"namespace":"muster.queue_comm'
    'ands"},{"type":"record","name":"DeleteQueue","doc":"Remove an empty queue.",'
    '"fields":[{"name":"queue","type":"string","doc":"Name."},{"name":"tenant","t'
    'ype":"string","doc":"Tenant."},{"name":"requested_by","type":"string","doc":'
    '"User who asks."}],"namespace":"muster.queue_commands"},{"type":"record","na'
    'me":"ReserveCapacity","doc":"Keep whole nodes of a GPU model for a queue, fr'
    'om a time until another.","fields":[{"name":"reservation","type":"string","d'
    'oc":"Name: 1 to 63 of a-z 0-9 and -; unique in its tenant while it lasts."},'
    '{"name":"tenant","type":"string","doc":"Tenant."},{"name":"queue","type":"st'
    'ring","doc":"Whose jobs may be placed there, and those of the queues below i'
    't."},{"name":"gpu_model","type":"string","doc":"GPU model of the nodes."},{"'
    'name":"gpu_count","type":["null","int"],"doc":"Reserve the fewest nodes with'
    ' this many GPUs; null where nodes are counted.","default":null},{"name":"nod'
    'e_count","type":["null","int"],"doc":"So many nodes; null where GPUs are cou'
    'nted.","default":null},{"name":"starts_at_ms","type":["null","long"],"doc":"'
    'From when, milliseconds since 1970 UTC; null: at once.","default":null},{"na'
    'me":"ends_at_ms","type":"long","doc":"Until when, milliseconds since 1970 UT'
    'C."},{"name":"requested_by","type":"string","doc":"User who asks."}],"namesp'
    'ace":"muster.queue_commands"},{"type":"record","name":"CancelCapacityReserva'
    'tion","doc":"End a reservation, begun or not.","fields":[{"name":"reservatio'
    'n","type":"string","doc":"Name."},{"name":"tenant","type":"string","doc":"Te'
    'nant."},{"name":"requested_by","type":"string","doc":"User who asks."}],"nam'
    'espace":"muster.queue_commands"},{"type":"record","name":"CordonNode","doc":'
    '"Place nothing new on the node; what runs goes on.","fields":[{"name":"node_'
    'id","type":"string","doc":"Node."},{"name":"requested_by","type":"string","d'
    'oc":"Operator."},{"name":"reason","type":"string","doc":"Why.","default":""}'
    '],"namespace":"muster.operator_commands"},{"type":"record","name":"UncordonN'
    'ode","doc":"Place work on the node again.","fields":[{"name":"node_id","type'
    '":"string","doc":"Node."},{"name":"requested_by","type":"string","doc":"Oper'
    'ator."}],"namespace":"muster.operator_commands"},{"type":"record","name":"Dr'
    'ainNode","doc":"Place nothing new on the node, and move what runs there: it '
    'stops with its grace and waits again.","fields":[{"name":"node_id","type":"s'
    'tring","doc":"Node."},{"name":"requested_by","type":"string","doc":"Operator'
    '."},{"name":"reason","type":"string","doc":"Why.","default":""}],"namespace"'
    ':"muster.operator_commands"},{"type":"record","name":"UndrainNode","doc":"Pl'
    'ace work on the node again.","fields":[{"name":"node_id","type":"string","do'
    'c":"Node."},{"name":"requested_by","type":"string","doc":"Operator."}],"name'
    'space":"muster.operator_commands"},{"type":"record","name":"TagNode","doc":"'
    "Give the node labels and taints beside those it announces, or take such away"
    '.","fields":[{"name":"node_id","type":"string","doc":"Node."},{"name":"label'
    's","type":{"type":"map","values":"string"},"doc":"Labels to set; they win ov'
    'er announced ones.","default":{}},{"name":"labels_removed","type":{"type":"a'
    'rray","items":"string"},"doc":"Labels set before that no longer hold, sorted'
    '.","default":[]},{"name":"taints","type":{"type":"array","items":"string"},"'
    'doc":"Taints to set, sorted.","default":[]},{"name":"taints_removed","type":'
    '{"type":"array","items":"string"},"doc":"Taints set before that no longer ho'
    'ld, sorted.","default":[]},{"name":"requested_by","type":"string","doc":"Ope'
    'rator."}],"namespace":"muster.operator_commands"},{"type":"record","name":"S'
    'cheduleMaintenance","doc":"Close the node for a time; takes the place of a w'
    'indow that has not begun.","fields":[{"name":"node_id","type":"string","doc"'
    ':"Node."},{"name":"starts_at_ms","type":"long","doc":"From when, millisecond'
    's since 1970 UTC."},{"name":"ends_at_ms","type":"long","doc":"Until when."},'
    '{"name":"requested_by","type":"string","doc":"Operator."},{"name":"reason","'
    'type":"string","doc":"Why.","default":""}],"namespace":"muster.operator_comm'
    'ands"},{"type":"record","name":"CancelMaintenance","doc":"Call the node\'s wi'
    'ndow off, or end it.","fields":[{"name":"node_id","type":"string","doc":"Nod'
    'e."},{"name":"requested_by","type":"string","doc":"Operator."}],"namespace":'
    '"muster.operator_commands"},{"type":"record","name":"ReclaimNode","doc":"Tre'
    "at the node as one that its provider takes away; takes the place of what was"
    ' announced before.","fields":[{"name":"node_id","type":"string","doc":"Node.'
    '"},{"name":"remaining_ms","type":"long","doc":"In how long it is gone."},{"n'
    'ame":"requested_by","type":"string","doc":"Operator."},{"name":"reason","typ'
    'e":"string","doc":"For people.","default":""}],"namespace":"muster.operator_'
    'commands"},{"type":"record","name":"SpareNode","doc":"The node is not taken '
    'away after all.","fields":[{"name":"node_id","type":"string","doc":"Node."},'
    '{"name":"requested_by","type":"string","doc":"Operator."}],"namespace":"must'
    'er.operator_commands"},{"type":"record","name":"ActivatePolicy","doc":"Decid'
    'e by this policy from now on.","fields":[{"name":"policy","type":{"type":"re'
    'cord","name":"Policy","doc":"Knobs that change decisions; a change is an eve'
    'nt, so it replays.","fields":[{"name":"name","type":"string","doc":"For peop'
    'le."},{"name":"head_patience_ms","type":"long","doc":"A blocked head of line'
    ' is passed freely for this long; then nodes are reserved for it."},{"name":"'
    'head_hold_ms","type":"long","doc":"Nodes reserved for it are kept this long '
    'beyond the time it should have started at."},{"name":"attempts_lost_max","ty'
    'pe":"int","doc":"Attempts lost with their nodes before the job fails."},{"na'
    'me":"workload_shapes_max","type":"int","doc":"Shapes remembered for the frag'
    'mentation score."},{"name":"jobs_ended_kept_max","type":"int","doc":"Ended j'
    'obs remembered for deduplication."},{"name":"share_window_ms","type":"long",'
    '"doc":"Usage older than this is forgotten.","default":2592000000},{"name":"s'
    'hare_half_life_ms","type":"long","doc":"Usage this old counts half.","defaul'
    't":604800000},{"name":"share_history_percent","type":"int","doc":"Weight of '
    'usage over time beside usage now, 0 to 10000.","default":100},{"name":"credi'
    't_max_ms","type":"long","doc":"Burst credit holds at most a guarantee unused'
    ' for this long; 0 gives none.","default":86400000},{"name":"model_price_mill'
    'i","type":{"type":"map","values":"long"},"doc":"What an hour of a GPU model '
    'counts, thousandths; 1000 where absent.","default":{}},{"name":"aging_step_m'
    's","type":"long","doc":"A job that waited this long goes with the next highe'
    'r tier, and so on; 0 never.","default":86400000},{"name":"reclaim_interval_m'
    's","type":"long","doc":"Shortest time between two preemption requests for th'
    'e same lent GPUs.","default":60000},{"name":"time_level_gpu_ms","type":"long'
    '","doc":"GPUs times time from which a job of a queue that shares time is in '
    'the second level.","default":3600000},{"name":"time_level_factor","type":"in'
    't","doc":"Each further level begins at so many times as much.","default":8},'
    '{"name":"time_levels","type":"int","doc":"Levels of jobs that share time.","'
    'default":4},{"name":"time_quantum_ms","type":"long","doc":"A job that shares'
    ' time runs at least so long before it yields to one of a lower level.","defa'
    'ult":300000},{"name":"time_cost_percent_max","type":"int","doc":"Its stop an'
    "d its restart cost at most this part of the time that it then runs at least."
    '","default":50},{"name":"time_promotion_ms","type":"long","doc":"A waiting j'
    'ob that shares time counts as one level lower after each such period.","defa'
    'ult":86400000},{"name":"measure_interval_ms","type":"long","doc":"A queue th'
    'at changed is measured at most this often.","default":10000},{"name":"resize'
    '_interval_ms","type":"long","doc":"An elastic job is resized at most this of'
    'ten.","default":300000},{"name":"defrag_interval_ms","type":"long","doc":"Mo'
    "ves that would make room for the head of line are looked for at most this of"
    'ten.","default":300000},{"name":"defrag_benefit_percent","type":"int","doc":'
    '"They are carried out when the GPU time that is won is at least this part of'
    ' what is lost; 0 only proposes.","default":300},{"name":"fragmentation_perce'
    'nt_max","type":"int","doc":"Part of all GPU that may stay free and scattered'
    " while jobs wait that need no more; beyond it moves are planned for each of "
    'them, not for the head of line alone. 0: nobody looks.","default":0},{"name"'
    ':"fragmentation_for_ms","type":"long","doc":"How long it has to be more than'
    ' that.","default":600000},{"name":"gap_drain_max_ms","type":"long","doc":"Jo'
    "bs that save and end within so long fill nodes that are kept for a gang, and"
    " leave when it fits without them, so that it starts at most so much later. 0"
    ': none does.","default":0},{"name":"search_work_per_pass_max","type":"int","'
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
    'asks for.","default":600000},{"name":"checkpoints_kept","type":"int","doc":"'
    "So many of the newest checkpoints of a job stay in the store, unless it stat"
    'es another number; 0: all.","default":0},{"name":"node_upload_bytes_per_s","'
    'type":"long","doc":"What one node stores of checkpoints, bytes per second.",'
    '"default":1000000000},{"name":"job_upload_bytes_per_s","type":"long","doc":"'
    "What one job stores of checkpoints at most, bytes per second; only one whose"
    ' nodes will be taken away has all that its nodes store.","default":100000000'
    '0},{"name":"store_upload_bytes_per_s","type":"long","doc":"What the store ta'
    'kes of all jobs that stop, bytes per second: drains wait for their turn.","d'
    'efault":10000000000},{"name":"background_upload_bytes_per_s","type":"long","'
    'doc":"What all jobs that run store of checkpoints at most, bytes per second,'
    ' each the part of it that it holds of the cell; 0: each what a job may.","de'
    'fault":0},{"name":"reclaim_margin_ms","type":"long","doc":"Ranks have ended '
    'this long before their node is taken away.","default":5000},{"name":"spot_pr'
    'ice_percent","type":"int","doc":"What a spot node costs of the price of anot'
    'her, where its label spot-price-percent does not say.","default":70},{"name"'
    ':"spot_loss_weight","type":"int","doc":"A job goes to spot nodes first if it'
    "s expected part of lost work, times this, is less than the part of the price"
    ' that they save; 0: whatever it loses.","default":6},{"name":"spot_reclaim_p'
    'rior_ms","type":"long","doc":"How long a spot node is believed to stay while'
    ' little is known of its GPU model.","default":86400000},{"name":"node_loss_p'
    'rior_ms","type":"long","doc":"How long a node that is no spot node is believ'
    'ed to last while little is known of its GPU model.","default":13291200000},{'
    '"name":"spot_restart_ms","type":"long","doc":"What a job is believed to lose'
    ' at a reclaim beside its unsaved work: until it works again.","default":3000'
    '00},{"name":"fairness_threshold_percent","type":"int","doc":"A queue that ho'
    "lds less than this part of its due may have others yield that hold more than"
    ' theirs; 0: none may.","default":0},{"name":"preemption_ran_min_ms","type":"'
    'long","doc":"A job that was bound more recently is not preempted.","default"'
    ':300000},{"name":"preemptions_per_job_day_max","type":"int","doc":"How often'
    ' a job is preempted within 24 hours at most.","default":3},{"name":"preempti'
    'on_hold_ms","type":"long","doc":"What victims free is held for the job they '
    'yield to for at most so long after their grace.","default":60000},{"name":"w'
    'all_time_max_ms","type":{"type":"map","values":"long"},"doc":"Longest time t'
    "hat an attempt of a job may hold its nodes, by tier, beside the job's own li"
    'mit; tiers that are not named have none.","default":{}},{"name":"retries_off'
    '","type":"boolean","doc":"No attempt that failed is retried; those that were'
    ' lost or refused are.","default":false},{"name":"nodes_lost_per_job_max","ty'
    'pe":"int","doc":"A job is suspended once so many nodes were lost soon after '
    'attempts of it began there; 0 never.","default":0},{"name":"hang_after_ms","'
    'type":{"type":"map","values":"long"},"doc":"Silence of all ranks (no output,'
    " no step) after which a job of the tier counts as hanging; a job may state i"
    'ts own. Tiers that are not named: never.","default":{}},{"name":"start_up_ma'
    'x_ms","type":{"type":"map","values":"long"},"doc":"The same for a job whose '
    'ranks said nothing since their start and hardly use the CPU.","default":{}},'
    '{"name":"hang_ends","type":"boolean","doc":"An attempt that hangs by these i'
    's ended, and retried as the job allows; else its owner is told.","default":f'
    'alse},{"name":"straggler_after_ms","type":{"type":"map","values":"long"},"do'
    'c":"By tier: ranks whose steps take half as long again as the others\' are to'
    'ld, measured over so long; absent: not.","default":{}},{"name":"straggler_en'
    'ds","type":"boolean","doc":"An attempt with such a rank is ended, and retrie'
    'd elsewhere; else it is told.","default":false},{"name":"gpu_idle_max_ms","t'
    'ype":{"type":"map","values":"long"},"doc":"By tier: an owner is told when al'
    'l GPUs of a job were busy for less than 5 % of so long; absent: not.","defau'
    'lt":{}},{"name":"gpu_idle_ends_after_ms","type":"long","doc":"A job whose GP'
    "Us still idle so long after that was told, by their multiprocessors, is ende"
    'd; 0: none is.","default":0},{"name":"faulty_nodes_max","type":"int","doc":"'
    "At most so many nodes are closed for faults that their kernels reported at o"
    'nce; 0: faults are told and close none.","default":0},{"name":"mig_geometrie'
    's","type":{"type":"array","items":{"type":"record","name":"MigGeometry","doc'
    '":"The only way GPUs of a model are cut.","fields":[{"name":"gpu_model","typ'
    'e":"string","doc":"GPU model."},{"name":"instances","type":{"type":"array","'
    'items":{"type":"record","name":"MigInstance","doc":"One instance.","fields":'
    '[{"name":"profile","type":"string","doc":"Profile, as in 2g.10gb."},{"name":'
    '"start","type":"int","doc":"First memory slice."}],"namespace":"muster.opera'
    'tor_commands"}},"doc":"All that may exist on one GPU."}],"namespace":"muster'
    '.operator_commands"}},"doc":"GPU models that a site cuts in one way only; ot'
    'hers as jobs need it.","default":[]}],"namespace":"muster.operator_commands"'
    '},"doc":"The whole policy."},{"name":"requested_by","type":"string","doc":"O'
    'perator."}],"namespace":"muster.operator_commands"},{"type":"record","name":'
    '"ActivateFailureRules","doc":"Judge failures by these rules from now on.","f'
    'ields":[{"name":"rules","type":"string","doc":"The rules file, as libs/failu'
    'res parses it; its version is higher than that in effect."},{"name":"request'
    'ed_by","type":"string","doc":"Operator."}],"namespace":"muster.operator_comm'
    'ands"},{"type":"record","name":"AgentStarted","doc":"The agent is up and tel'
    'ls what it runs, so that the scheduler can reconcile.","subject":"node","fie'
    'lds":[{"name":"node_id","type":"string","doc":"Node."},{"name":"boot_id","ty'
    'pe":"string","doc":"Boot."},{"name":"fresh","type":"boolean","doc":"True: th'
    'e agent remembers nothing from before."},{"name":"order_seq_last","type":"lo'
    'ng","doc":"Newest order it has carried out; -1 when fresh."},{"name":"runnin'
    'g","type":{"type":"array","items":{"type":"record","name":"AttemptRef","doc"'
    ':"One attempt.","fields":[{"name":"job_id","type":"string","doc":"Job."},{"n'
    'ame":"attempt","type":"int","doc":"Attempt."}],"namespace":"muster.task_even'
    'ts"}},"doc":"Tasks adopted, still running."}],"namespace":"muster.task_event'
    's"},{"type":"record","name":"TaskStarted","doc":"All ranks of the task have '
    'a process.","subject":"task","fields":[{"name":"node_id","type":"string","do'
    'c":"Node."},{"name":"job_id","type":"string","doc":"Job."},{"name":"attempt"'
    ',"type":"int","doc":"Attempt, 1-based."},{"name":"ranks","type":{"type":"arr'
    'ay","items":"int"},"doc":"Ranks on this node."}],"namespace":"muster.task_ev'
    'ents"},{"type":"record","name":"TaskSuspected","doc":"Something is wrong wit'
    'h ranks that run; where they are is in their output.","subject":"task","fiel'
    'ds":[{"name":"node_id","type":"string","doc":"Node."},{"name":"job_id","type'
    '":"string","doc":"Job."},{"name":"attempt","type":"int","doc":"Attempt, 1-ba'
    'sed."},{"name":"suspicion","type":{"type":"enum","name":"Suspicion","doc":"S'
    "ilence; silence from the start; a bad loss; one that diverges; idle GPUs by "
    'DCGM, by the driver.","symbols":["SILENT","NEVER_SPOKE","LOSS_NOT_A_NUMBER",'
    '"LOSS_DIVERGES","GPUS_IDLE","GPUS_SEEM_IDLE"],"default":"SILENT","namespace"'
    ':"muster.task_events"},"doc":"What."},{"name":"rank","type":["null","int"],"'
    'doc":"Rank that is behind the others, or says it; null: none is.","default":'
    'null},{"name":"message","type":"string","doc":"What was seen, for people."}]'
    ',"namespace":"muster.task_events"},{"type":"record","name":"TaskHeard","doc"'
    ':"What was suspected of ranks is over: they say something again, or use thei'
    'r GPUs.","subject":"task","fields":[{"name":"node_id","type":"string","doc":'
    '"Node."},{"name":"job_id","type":"string","doc":"Job."},{"name":"attempt","t'
    'ype":"int","doc":"Attempt, 1-based."},{"name":"suspicion","type":"muster.tas'
    'k_events.Suspicion","doc":"What is over.","default":"SILENT"}],"namespace":"'
    'muster.task_events"},{"type":"record","name":"TaskPaced","doc":"How long the'
    ' steps of a gang\'s ranks take here; told first, and when it has changed.","s'
    'ubject":"task","fields":[{"name":"node_id","type":"string","doc":"Node."},{"'
    'name":"job_id","type":"string","doc":"Job."},{"name":"attempt","type":"int",'
    '"doc":"Attempt, 1-based."},{"name":"rank","type":"int","doc":"The slowest ra'
    'nk of the node."},{"name":"step_ms","type":"long","doc":"Time that a step of'
    ' this rank took."},{"name":"others_step_ms","type":["null","long"],"doc":"Me'
    'dian over the node\'s other ranks; null: there is none.","default":null},{"na'
    'me":"step","type":"long","doc":"Steps that the slowest rank has done."},{"na'
    'me":"step_most","type":"long","doc":"Steps that the rank has done which is f'
    'urthest."},{"name":"window_ms","type":"long","doc":"Time over which that was'
    ' measured."}],"namespace":"muster.task_events"},{"type":"record","name":"Tas'
    'kExited","doc":"No rank of the task runs any more.","subject":"task","fields'
    '":[{"name":"node_id","type":"string","doc":"Node."},{"name":"job_id","type":'
    '"string","doc":"Job."},{"name":"attempt","type":"int","doc":"Attempt, 1-base'
    'd."},{"name":"outcome","type":{"type":"enum","name":"TaskOutcome","doc":"How'
    ' the task ended.","symbols":["SUCCEEDED","FAILED","STOPPED","TIMED_OUT","LOS'
    'T"],"default":"LOST","namespace":"muster.task_events"},"doc":"STOPPED: on or'
    'der. TIMED_OUT: its wall time. LOST: its processes vanished."},{"name":"exit'
    's","type":{"type":"array","items":{"type":"record","name":"RankExit","doc":"'
    'How one rank ended.","fields":[{"name":"rank","type":"int","doc":"Rank."},{"'
    'name":"exit_code","type":["null","int"],"doc":"Exit code.","default":null},{'
    '"name":"signal","type":["null","int"],"doc":"Signal that ended it.","default'
    '":null},{"name":"at_ms","type":["null","long"],"doc":"When, by the node\'s cl'
    'ock, milliseconds since 1970 UTC; null: an older agent does not say.","defau'
    'lt":null}],"namespace":"muster.task_events"}},"doc":"Per rank."},{"name":"me'
    'ssage","type":"string","doc":"For people: the first failing rank and why.","'
    'default":""},{"name":"steps","type":{"type":"array","items":{"type":"record"'
    ',"name":"StopStep","doc":"One step of stopping the ranks.","fields":[{"name"'
    ':"kind","type":{"type":"enum","name":"StopStepKind","doc":"What was done.","'
    'symbols":["CHECKPOINT_REQUESTED","NOT_REGISTERED","CHECKPOINT_SAVED","CHECKP'
    'OINT_MISSED","TERMINATED","KILLED"],"default":"TERMINATED","namespace":"must'
    'er.task_events"},"doc":"CHECKPOINT_REQUESTED: SIGUSR1 was sent. NOT_REGISTER'
    "ED: no process handles it. CHECKPOINT_SAVED: one written since is stored. CH"
    "ECKPOINT_MISSED: none was within the grace. TERMINATED: SIGTERM was sent. KI"
    'LLED: SIGKILL was."},{"name":"at_ms","type":"long","doc":"When, by the node\''
    's clock, milliseconds since 1970 UTC."}],"namespace":"muster.task_events"}},'
    '"doc":"How the ranks were stopped, in order of time; empty: they ended by th'
    'emselves.","default":[]},{"name":"findings","type":{"type":"array","items":{'
    '"type":"record","name":"RuleFinding","doc":"A rule of failures has a sign in'
    ' a rank\'s lines; the lines themselves are not told.","fields":[{"name":"rule'
    '","type":"string","doc":"Rule."},{"name":"rank","type":"int","doc":"Rank."},'
    '{"name":"source","type":{"type":"enum","name":"FindingSource","doc":"Where a'
    ' line comes from.","symbols":["OUTPUT","KERNEL"],"default":"OUTPUT","namespa'
    'ce":"muster.task_events"},"doc":"OUTPUT: the rank wrote it. KERNEL: the node'
    '\'s kernel did."},{"name":"stream","type":"string","doc":"Of output: stdout o'
    'r stderr.","default":""},{"name":"line","type":"long","doc":"Number of the f'
    'irst such line in its stream, from 1."},{"name":"first_byte","type":"long","'
    'doc":"Where that line begins in its stream, from 0."},{"name":"count","type"'
    ':"long","doc":"Lines with such a sign."},{"name":"at_ms","type":["null","lon'
    'g"],"doc":"When the agent read it, by the node\'s clock, milliseconds since 1'
    '970 UTC.","default":null}],"namespace":"muster.task_events"}},"doc":"Signs o'
    'f rules, by rank, then in the rules\' order.","default":[]},{"name":"rules_ve'
    'rsion","type":["null","int"],"doc":"Version of the rules by which output was'
    ' scanned; null: it was not.","default":null},{"name":"unscanned","type":"str'
    'ing","doc":"Why output was not scanned, or not all of it; empty: it was, or '
    'no rules are in effect.","default":""}],"namespace":"muster.task_events"},{"'
    'type":"record","name":"TaskRefused","doc":"An order was not carried out.","s'
    'ubject":"task","fields":[{"name":"node_id","type":"string","doc":"Node."},{"'
    'name":"job_id","type":"string","doc":"Job."},{"name":"attempt","type":"int",'
    '"doc":"Attempt, 1-based."},{"name":"epoch","type":"long","doc":"Epoch of the'
    ' order."},{"name":"order_seq","type":"long","doc":"Order."},{"name":"reason"'
    ',"type":{"type":"enum","name":"RefusalReason","doc":"Why.","symbols":["STALE'
    '_EPOCH","GPU_BUSY","UNKNOWN_GPU","FILES_UNAVAILABLE","CANNOT_START","FILES_I'
    'NVALID"],"default":"CANNOT_START","namespace":"muster.task_events"},"doc":"W'
    'hy."},{"name":"message","type":"string","doc":"For people.","default":""}],"'
    'namespace":"muster.task_events"},{"type":"record","name":"CheckpointPartStor'
    'ed","doc":"A part of a checkpoint is in the store: the files of one rank, an'
    'd their manifest.","subject":"task","fields":[{"name":"node_id","type":"stri'
    'ng","doc":"Node."},{"name":"job_id","type":"string","doc":"Job."},{"name":"a'
    'ttempt","type":"int","doc":"Attempt, 1-based."},{"name":"rank","type":"int",'
    '"doc":"Rank in whose folder it lies."},{"name":"step","type":"long","doc":"S'
    'tep after which it was saved."},{"name":"part","type":"int","doc":"Rank whos'
    'e files they are."},{"name":"sha256","type":"string","doc":"Of the manifest,'
    ' which has those of the files."},{"name":"files","type":"int","doc":"Files."'
    '},{"name":"size_bytes","type":"long","doc":"Bytes of the files."},{"name":"n'
    'ew_bytes","type":"long","doc":"Bytes of files that were not in the store bef'
    'ore."}],"namespace":"muster.task_events"},{"type":"record","name":"Checkpoin'
    'tSaved","doc":"A checkpoint file is safe in the store: the one file that it '
    'is, or the record of its parts.","subject":"task","fields":[{"name":"node_id'
    '","type":"string","doc":"Node."},{"name":"job_id","type":"string","doc":"Job'
    '."},{"name":"attempt","type":"int","doc":"Attempt, 1-based."},{"name":"rank"'
    ',"type":"int","doc":"Rank that wrote it."},{"name":"file","type":"string","d'
    'oc":"File name."},{"name":"uri","type":"string","doc":"s3://bucket/key; posi'
    'x://cell/key in a shared folder."},{"name":"sha256","type":"string","doc":"O'
    'f the bytes."},{"name":"size_bytes","type":"long","doc":"Of that file."},{"n'
    'ame":"parts","type":"int","doc":"So many parts make the checkpoint; 0: it is'
    ' this one file.","default":0},{"name":"step","type":["null","long"],"doc":"S'
    'tep after which the parts were saved; null: it is one file.","default":null}'
    ',{"name":"parts_sha256","type":"string","doc":"Of the parts\' SHA-256, one a '
    'line, in the order of their ranks; empty: it is one file.","default":""}],"n'
    'amespace":"muster.task_events"},{"type":"record","name":"NodeReclaimAnnounce'
    'd","doc":"Its provider announced that it takes the node away; said again whi'
    'le that stands.","subject":"node","fields":[{"name":"node_id","type":"string'
    '","doc":"Node."},{"name":"notice_id","type":"string","doc":"Which announceme'
    'nt; another one takes the place of the last."},{"name":"remaining_ms","type"'
    ':["null","long"],"doc":"How long the node will still be there, when this was'
    ' said; null: it is at risk, and no time is set.","default":null},{"name":"so'
    'urce","type":{"type":"enum","name":"ReclaimSource","doc":"Who announced it."'
    ',"symbols":["UNKNOWN","FILE","HTTP","AWS","GCP","AZURE","OPERATOR"],"default'
    '":"UNKNOWN","namespace":"muster.task_events"},"doc":"Who announced it."},{"n'
    'ame":"message","type":"string","doc":"For people.","default":""}],"namespace'
    '":"muster.task_events"},{"type":"record","name":"NodeReclaimWithdrawn","doc"'
    ':"The announcement stands no longer: the node stays.","subject":"node","fiel'
    'ds":[{"name":"node_id","type":"string","doc":"Node."},{"name":"notice_id","t'
    'ype":"string","doc":"Which announcement."}],"namespace":"muster.task_events"'
    '},{"type":"record","name":"NodeNoteReported","doc":"What is wrong with the n'
    'ode by its own account, such as a notice that cannot be read.","subject":"no'
    'de","fields":[{"name":"node_id","type":"string","doc":"Node."},{"name":"note'
    '","type":"string","doc":"One sentence; empty: nothing any more."}],"namespac'
    'e":"muster.task_events"},{"type":"record","name":"NodeFaultReported","doc":"'
    "The node's kernel wrote something that a rule of failures knows; the line it"
    'self is not told.","subject":"node","fields":[{"name":"node_id","type":"stri'
    'ng","doc":"Node."},{"name":"rule","type":"string","doc":"Rule."},{"name":"ru'
    'les_version","type":"int","doc":"Version of the rules by which the line was '
    'read."},{"name":"xid","type":["null","int"],"doc":"Number of NVIDIA\'s Xid; n'
    'ull: it is none.","default":null},{"name":"gpu","type":"string","doc":"PCI a'
    'ddress of the GPU; empty: none is named.","default":""},{"name":"count","typ'
    'e":"long","doc":"Lines like it since the last report.","default":1}],"namesp'
    'ace":"muster.task_events"},{"type":"record","name":"PreemptionPlanned","subj'
    'ect":"plan","doc":"These jobs would yield, then the job that asks fits; the '
    'scheduler checks it first.","fields":[{"name":"plan_id","type":"string","doc'
    '":"Plan."},{"name":"job_id","type":"string","doc":"Job that asks; empty wher'
    'e a reservation does."},{"name":"tenant","type":"string","doc":"Tenant."},{"'
    'name":"queue","type":"string","doc":"Queue."},{"name":"cause","type":{"type"'
    ':"enum","name":"PreemptionCause","doc":"What entitles it.","symbols":["GUARA'
    'NTEE","TIER","RESERVATION","TIME_SHARED","FAIRNESS"],"default":"TIER","names'
    'pace":"muster.job_events"},"doc":"What entitles it."},{"name":"reservation",'
    '"type":"string","doc":"Reservation that has begun; empty where a job asks.",'
    '"default":""},{"name":"victims","type":{"type":"array","items":{"type":"reco'
    'rd","name":"PlannedVictim","doc":"A job that would yield, whole or down to f'
    'ewer ranks.","fields":[{"name":"job_id","type":"string","doc":"Job."},{"name'
    '":"attempt","type":"int","doc":"The attempt that would stop."},{"name":"tena'
    'nt","type":"string","doc":"Tenant."},{"name":"queue","type":"string","doc":"'
    'Queue."},{"name":"user","type":"string","doc":"Who submitted it."},{"name":"'
    'ranks_kept","type":"int","doc":"Ranks it goes on with; 0: it is evicted and '
    'waits again."},{"name":"gpu_milli_freed","type":"long","doc":"Thousandths of'
    ' GPU that it would free."},{"name":"cost_gpu_ms","type":"long","doc":"Its pa'
    "rt of the price, GPU milliseconds: its work since the last checkpoint, its d"
    'rain, a restart, and its delay by priority."},{"name":"lost_gpu_ms","type":"'
    'long","doc":"What it itself loses, GPU milliseconds: its work since the last'
    " checkpoint, or since its bind. 0: it saves before, or the planner did not s"
    'ay.","default":0},{"name":"reason","type":{"type":"enum","name":"VictimReaso'
    'n","doc":"Why this job.","symbols":["BORROWS","LOWER_TIER","ELASTIC_SURPLUS"'
    ',"HOLDS_RESERVED","MORE_SERVICE","BEYOND_DUE"],"default":"BORROWS","namespac'
    'e":"muster.preemption_events"},"doc":"Why this job."},{"name":"message","typ'
    'e":"string","doc":"One sentence for its owner."}],"namespace":"muster.preemp'
    'tion_events"}},"doc":"By job id."},{"name":"placements","type":{"type":"arra'
    'y","items":{"type":"record","name":"PlannedRank","doc":"Where one rank of th'
    'e job would go.","fields":[{"name":"rank","type":"int","doc":"Rank."},{"name'
    '":"node_id","type":"string","doc":"Node."},{"name":"gpu_indices","type":{"ty'
    'pe":"array","items":"int"},"doc":"GPUs."}],"namespace":"muster.preemption_ev'
    'ents"}},"doc":"Where the job fits once they have yielded, in rank order; non'
    'e for a reservation."},{"name":"cost_gpu_ms","type":"long","doc":"Price: the'
    ' sum over the victims."},{"name":"cost_gpu_ms_min","type":"long","doc":"No s'
    'et of victims of the same rank costs less than this."},{"name":"exact","type'
    '":"boolean","doc":"No other set of victims is better; false: the price is wi'
    'thin the bound above, but not proven best."},{"name":"gain_gpu_ms","type":"l'
    'ong","doc":"GPU milliseconds that the job has sooner."},{"name":"as_of_seq",'
    '"type":"long","doc":"State of the scheduler\'s log that this is true of."},{"'
    'name":"expires_at_ms","type":"long","doc":"Void from then on, milliseconds s'
    'ince 1970 UTC."}],"namespace":"muster.preemption_events"},{"type":"record","'
    'name":"CheckpointRemoved","doc":"The objects of a checkpoint that had expire'
    'd are gone; said again when it is done again.","subject":"checkpoint","field'
    's":[{"name":"job_id","type":"string","doc":"Job."},{"name":"uri","type":"str'
    'ing","doc":"Of the one file that it was, or of the record of its parts."},{"'
    'name":"objects","type":"long","doc":"So many objects were removed."},{"name"'
    ':"freed_bytes","type":"long","doc":"Bytes that they had."}],"namespace":"mus'
    'ter.checkpoint_events"},{"type":"record","name":"NodeJoined","doc":"A node i'
    's known, or came back with other hardware.","subject":"node","fields":[{"nam'
    'e":"node_id","type":"string","doc":"Node."},{"name":"boot_id","type":"string'
    '","doc":"Boot of its agent."},{"name":"address","type":"string","doc":"Addre'
    'ss."},{"name":"port_first","type":"int","doc":"First rendezvous port."},{"na'
    'me":"port_count","type":"int","doc":"How many."},{"name":"cpu_milli","type":'
    '"long","doc":"CPU."},{"name":"memory_mib","type":"long","doc":"Memory."},{"n'
    'ame":"gpu_model","type":"string","doc":"Model."},{"name":"gpu_memory_mib","t'
    'ype":"long","doc":"Memory of each GPU, MiB; 0 when unknown.","default":0},{"'
    'name":"gpu_count","type":"int","doc":"GPUs."},{"name":"executor","type":{"ty'
    'pe":"enum","name":"Executor","doc":"How ranks run.","symbols":["PROCESS","SI'
    'MULATED"],"default":"SIMULATED","namespace":"muster.node_heartbeats"},"doc":'
    '"How ranks run."},{"name":"lease_ms","type":"long","doc":"Lease."},{"name":"'
    'interval_ms","type":"long","doc":"Heartbeat interval."},{"name":"labels","ty'
    'pe":{"type":"map","values":"string"},"doc":"Labels.","default":{}},{"name":"'
    'location","type":{"type":"record","name":"Location","doc":"A node\'s place in'
    ' the network: each name is a unit within the next one; empty is unknown.","f'
    'ields":[{"name":"nvlink_domain","type":"string","doc":"NVLink domain larger '
    'than the node; empty: the node is one by itself.","default":""},{"name":"lea'
    'f","type":"string","doc":"InfiniBand leaf switch.","default":""},{"name":"sp'
    'ine","type":"string","doc":"Spine, or pod of leaves.","default":""},{"name":'
    '"cell","type":"string","doc":"Part of the network above the spines.","defaul'
    't":""}],"namespace":"muster.node_heartbeats"},"doc":"Where it is in the netw'
    'ork.","default":{"nvlink_domain":"","leaf":"","spine":"","cell":""}},{"name"'
    ':"taints","type":{"type":"array","items":"string"},"doc":"Only jobs that tol'
    'erate all of them are placed here; sorted.","default":[]},{"name":"sandbox",'
    '"type":{"type":"enum","name":"Sandbox","doc":"What keeps jobs apart from the'
    ' rest of a machine.","symbols":["NONE","NAMESPACES","BUBBLEWRAP"],"default":'
    '"NONE","namespace":"muster.node_heartbeats"},"doc":"What keeps jobs apart th'
    'ere.","default":"NONE"},{"name":"enforces","type":{"type":"array","items":{"'
    'type":"enum","name":"Enforced","doc":"What a node holds jobs to.","symbols":'
    '["MEMORY","MEMORY_MEASURED","CPU","PROCESSES","OPEN_FILES","DEVICES","UNKNOW'
    'N"],"default":"UNKNOWN","namespace":"muster.node_heartbeats"}},"doc":"What i'
    't holds jobs to.","default":[]},{"name":"machine_boot_id","type":"string","d'
    'oc":"Boot of the machine, by its kernel: another one after each reboot; empt'
    'y: unknown.","default":""}],"namespace":"muster.job_events"},{"type":"record'
    '","name":"NodeSuspected","doc":"Two beats missed: nothing new goes there; wh'
    'at runs goes on.","subject":"node","fields":[{"name":"node_id","type":"strin'
    'g","doc":"Node."},{"name":"silent_ms","type":"long","doc":"Time since its la'
    'st beat."}],"namespace":"muster.job_events"},{"type":"record","name":"NodeRe'
    'covered","doc":"The node\'s heartbeats arrive again.","subject":"node","field'
    's":[{"name":"node_id","type":"string","doc":"Node."}],"namespace":"muster.jo'
    'b_events"},{"type":"record","name":"NodeLost","doc":"The lease ran out: its '
    'attempts are given up.","subject":"node","fields":[{"name":"node_id","type":'
    '"string","doc":"Node."},{"name":"silent_ms","type":"long","doc":"Time since '
    'its last beat."}],"namespace":"muster.job_events"},{"type":"record","name":"'
    'NodeForgotten","doc":"The node was lost for so long that nothing is kept of '
    'it; if it is heard again, it joins anew.","subject":"node","fields":[{"name"'
    ':"node_id","type":"string","doc":"Node."},{"name":"lost_ms","type":"long","d'
    'oc":"Time since the leader knew it as lost."}],"namespace":"muster.job_event'
    's"},{"type":"record","name":"NodeRefused","doc":"Heartbeats that bear this n'
    'ame are invalid and are ignored. Said once by each leader.","subject":"node"'
    ',"fields":[{"name":"node_id","type":"string","doc":"The name they bear; at m'
    'ost 128 characters, control characters escaped."},{"name":"message","type":"'
    'string","doc":"Field, value and what is allowed."}],"namespace":"muster.job_'
    'events"},{"type":"record","name":"NodeRelocated","doc":"The network around t'
    'he node has changed; what runs there goes on.","subject":"node","fields":[{"'
    'name":"node_id","type":"string","doc":"Node."},{"name":"location","type":"mu'
    'ster.node_heartbeats.Location","doc":"Where it is now."}],"namespace":"muste'
    'r.job_events"},{"type":"record","name":"GpuUnhealthy","doc":"Nothing new goe'
    's on this GPU.","subject":"node","fields":[{"name":"node_id","type":"string"'
    ',"doc":"Node."},{"name":"gpu_index","type":"int","doc":"GPU."},{"name":"reas'
    'on","type":"string","doc":"Why."}],"namespace":"muster.job_events"},{"type":'
    '"record","name":"GpuRecovered","doc":"The GPU is healthy again.","subject":"'
    'node","fields":[{"name":"node_id","type":"string","doc":"Node."},{"name":"gp'
    'u_index","type":"int","doc":"GPU."}],"namespace":"muster.job_events"},{"type'
    '":"record","name":"CommandInvalid","doc":"A command that was turned away bef'
    'ore it was sequenced; `code` and `message` say why (ADR 4, 55).","fields":[{'
    '"name":"command_id","type":"string","doc":"event_id of the command."},{"name'
    '":"command","type":"string","doc":"Its record name."},{"name":"subject","typ'
    'e":"string","doc":"Job, queue or node."},{"name":"tenant","type":"string","d'
    'oc":"Tenant."},{"name":"code","type":{"type":"enum","name":"RejectionCode","'
    'aliases":["muster.job_events.RejectionCode"],"doc":"Kinds of refusal, the sa'
    'me for all services; each has its HTTP status.","symbols":["INVALID","ALREAD'
    'Y_EXISTS","NOT_FOUND","WRONG_STATE","IMPOSSIBLE_REQUEST","UNKNOWN_QUEUE","QU'
    'EUE_NOT_EMPTY","FORBIDDEN","QUOTA_EXCEEDED","BAD_TREE"],"default":"FORBIDDEN'
    '","namespace":"muster.command_answers"},"doc":"Kind of refusal: it breaks a '
    'rule, or its sender may not send it.","default":"INVALID"},{"name":"message"'
    ',"type":"string","doc":"For people."},{"name":"violations","type":{"type":"a'
    'rray","items":{"type":"record","name":"Violation","aliases":["muster.job_eve'
    'nts.Violation"],"doc":"One thing wrong with a request.","fields":[{"name":"f'
    'ield","type":"string","doc":"Path of the field."},{"name":"value","type":"st'
    'ring","doc":"What was given, shortened."},{"name":"allowed","type":"string",'
    '"doc":"What is allowed."}],"namespace":"muster.command_answers"}},"doc":"Fie'
    'ld by field."}],"namespace":"muster.scheduler_log"},{"type":"record","name":'
    '"LeaderElected","doc":"First input of an epoch.","fields":[{"name":"epoch","'
    'type":"long","doc":"Epoch."},{"name":"leader_id","type":"string","doc":"Proc'
    'ess that leads."}],"namespace":"muster.scheduler_log"},{"type":"record","nam'
    'e":"ClockTicked","doc":"A deadline of the core has passed.","fields":[],"nam'
    'espace":"muster.scheduler_log"}],"doc":"What came in."}],"namespace":"muster'
    '.scheduler_log"}},"doc":"In order."},{"name":"decisions","type":{"type":"arr'
    'ay","items":{"type":"record","name":"Decision","doc":"One consequence.","fie'
    'lds":[{"name":"event_id","type":"string","doc":"The same as in the public to'
    'pic."},{"name":"cause_seq","type":"long","doc":"seq of the input it follows '
    'from."},{"name":"payload","type":[{"type":"record","name":"CommandRejected",'
    '"aliases":["muster.job_events.CommandRejected"],"doc":"A command that will n'
    'ot be carried out, and why.","subject":"command","fields":[{"name":"command_'
    'id","type":"string","doc":"event_id of the command."},{"name":"command","typ'
    'e":"string","doc":"Its record name."},{"name":"subject","type":"string","doc'
    '":"What it was about: a job, queue, node, or another entity of the service."'
    '},{"name":"tenant","type":"string","doc":"Tenant."},{"name":"code","type":"m'
    'uster.command_answers.RejectionCode","doc":"Kind of refusal."},{"name":"deta'
    'il_code","type":"string","doc":"The service\'s own, finer code; its README li'
    'sts them. Empty: `code` says all.","default":""},{"name":"message","type":"s'
    'tring","doc":"For people."},{"name":"violations","type":{"type":"array","ite'
    'ms":"muster.command_answers.Violation"},"doc":"Field by field.","default":[]'
    '}],"namespace":"muster.command_answers"},{"type":"record","name":"CommandRep'
    'eated","aliases":["muster.job_events.CommandRepeated"],"doc":"A command that'
    ' was carried out before came again; nothing changed.","subject":"command","f'
    'ields":[{"name":"command_id","type":"string","doc":"event_id of the command.'
    '"},{"name":"command","type":"string","doc":"Its record name."},{"name":"subj'
    'ect","type":"string","doc":"What it was about."}],"namespace":"muster.comman'
    'd_answers"},{"type":"record","name":"JobQueued","doc":"The job is accepted a'
    'nd waits.","subject":"job","fields":[{"name":"job_id","type":"string","doc":'
    '"Job."},{"name":"tenant","type":"string","doc":"Tenant."},{"name":"spec","ty'
    'pe":"muster.job_commands.JobSpec","doc":"As accepted."},{"name":"predicted_p'
    '50_ms","type":["null","long"],"doc":"Predicted median run time of an attempt'
    '; null: unknown.","default":null},{"name":"predicted_p90_ms","type":["null",'
    '"long"],"doc":"Predicted 90th percentile of the run time; null: unknown.","d'
    'efault":null}],"namespace":"muster.job_events"},{"type":"record","name":"Job'
    'Pending","doc":"Why the job is not placed; sent when the reason changes.","s'
    'ubject":"job","fields":[{"name":"job_id","type":"string","doc":"Job."},{"nam'
    'e":"code","type":{"type":"enum","name":"PendingCode","doc":"Stable codes for'
    ' why a job waits.","symbols":["NO_NODES","MODEL_ABSENT","TOO_LARGE","CLUSTER'
    '_TOO_SMALL","GPUS_BUSY","GPUS_FRAGMENTED","FRACTIONS_FRAGMENTED","CPU_SHORT"'
    ',"MEMORY_SHORT","NODES_UNSCHEDULABLE","LABELS_ABSENT","TAINTS_UNTOLERATED","'
    'GPU_MEMORY_SHORT","SANDBOX_ABSENT","SPOT_EXCLUDED","ROOM_ON_SPOT_ONLY","NODE'
    'S_AVOIDED","MAINTENANCE_AHEAD","GANG_SHORT","TOPOLOGY_SHORT","HELD_FOR_HEAD"'
    ',"NODES_RESERVED","RETRY_BACKOFF","SUSPENDED","QUEUED","QUOTA_EXHAUSTED","JO'
    'B_LIMIT","GEOMETRY_FROZEN","QUEUE_SUSPENDED"],"default":"QUEUED","namespace"'
    ':"muster.job_events"},"doc":"The one dominant reason."},{"name":"message","t'
    'ype":"string","doc":"One sentence."},{"name":"counts","type":{"type":"map","'
    'values":"long"},"doc":"Numbers behind it.","default":{}}],"namespace":"muste'
    'r.job_events"},{"type":"record","name":"PreemptionRequested","doc":"A job or'
    " a reservation is due GPUs that others hold; who yields is decided elsewhere"
    '.","subject":"plan","fields":[{"name":"job_id","type":"string","doc":"Job; e'
    'mpty where a reservation is due them."},{"name":"cause","type":"muster.job_e'
    'vents.PreemptionCause","doc":"What entitles it."},{"name":"queue","type":"st'
    'ring","doc":"Its queue."},{"name":"tenant","type":"string","doc":"Tenant."},'
    '{"name":"jobs","type":"int","doc":"Number of equal jobs of its queue, this o'
    'ne included, that are due the resources they request.","default":1},{"name":'
    '"gpu_milli_missing","type":"long","doc":"Thousandths of GPU that they wait f'
    'or."},{"name":"gpu_models","type":{"type":"array","items":"string"},"doc":"M'
    'odels it accepts, sorted; empty for any.","default":[]},{"name":"borrowers",'
    '"type":{"type":"array","items":{"type":"record","name":"Borrower","doc":"A q'
    'ueue beyond its guarantee.","fields":[{"name":"queue","type":"string","doc":'
    '"Name."},{"name":"tenant","type":"string","doc":"Tenant."},{"name":"gpu_mill'
    'i_borrowed","type":"long","doc":"Beyond its guarantee, thousandths of GPU."}'
    '],"namespace":"muster.job_events"}},"doc":"Queues that hold lent GPUs, most '
    'first.","default":[]},{"name":"as_of_seq","type":"long","doc":"State of the '
    'log that this is true of."},{"name":"reservation","type":"string","doc":"Res'
    'ervation that has begun; empty where a job is due them.","default":""},{"nam'
    'e":"holders","type":{"type":"array","items":"string"},"doc":"Jobs that may y'
    "ield, where the request says which: those that still hold its nodes, or have"
    ' had more service; sorted; never production inference.","default":[]}],"name'
    'space":"muster.job_events"},{"type":"record","name":"ReservationMade","doc":'
    '"Nodes are kept for the job that heads the line and does not fit; takes the '
    'place of its last one.","subject":"plan","fields":[{"name":"job_id","type":"'
    'string","doc":"Job."},{"name":"node_ids","type":{"type":"array","items":"str'
    'ing"},"doc":"Reserved: other jobs may be placed there only if they are predi'
    'cted to end before starts_at_ms."},{"name":"starts_at_ms","type":["null","lo'
    'ng"],"doc":"When the nodes are predicted to have room for it; null: unknown.'
    '","default":null},{"name":"kept_until_ms","type":"long","doc":"When, the job'
    ' not started, nodes are chosen anew."},{"name":"by_limits","type":"boolean",'
    '"doc":"Whether only wall-time limits were used to predict, because an earlie'
    'r reservation of the job was not kept.","default":false}],"namespace":"muste'
    'r.job_events"},{"type":"record","name":"ReservationReleased","doc":"The node'
    's reserved for a job are released.","subject":"plan","fields":[{"name":"job_'
    'id","type":"string","doc":"Job."},{"name":"reason","type":{"type":"enum","na'
    'me":"ReleaseReason","doc":"Why.","symbols":["STARTED","NO_LONGER_WAITS","NO_'
    'LONGER_HEAD","IN_VAIN"],"default":"NO_LONGER_WAITS","namespace":"muster.job_'
    'events"},"doc":"Why."},{"name":"again_at_ms","type":["null","long"],"doc":"W'
    "hen nodes are kept for it again, as it still heads the line; null: not for t"
    'his reason.","default":null}],"namespace":"muster.job_events"},{"type":"reco'
    'rd","name":"DefragmentationProposed","doc":"Moves of running jobs that would'
    ' let a job start that free GPUs in all suffice for.","subject":"plan","field'
    's":[{"name":"job_id","type":"string","doc":"The job that would start."},{"na'
    'me":"moves","type":{"type":"array","items":{"type":"record","name":"Move","d'
    'oc":"One job that would go on elsewhere.","fields":[{"name":"job_id","type":'
    '"string","doc":"Job."},{"name":"from_node_ids","type":{"type":"array","items'
    '":"string"},"doc":"Where it is, sorted."},{"name":"to_node_ids","type":{"typ'
    'e":"array","items":"string"},"doc":"Where it would go, sorted."},{"name":"lo'
    'st_gpu_ms","type":"long","doc":"GPU milliseconds: its GPUs times what it ran'
    ' since its last checkpoint, and a restart."}],"namespace":"muster.job_events'
    '"}},"doc":"By job."},{"name":"cost_gpu_ms","type":"long","doc":"GPU millisec'
    'onds that all moves lose."},{"name":"benefit_gpu_ms","type":"long","doc":"GP'
    "U milliseconds that the job would have sooner: its GPUs times the wait it is"
    ' spared."},{"name":"carried_out","type":"boolean","doc":"The moves begin now'
    '."}],"namespace":"muster.job_events"},{"type":"record","name":"StartPredicte'
    'd","doc":"When a waiting job will start, predicted now and then so that the '
    'cell learns from what comes.","subject":"plan","fields":[{"name":"job_id","t'
    'ype":"string","doc":"Job."},{"name":"wait_ms","type":"long","doc":"How much '
    'longer it will wait, the best single estimate, milliseconds."},{"name":"wait'
    '_low_ms","type":["null","long"],"doc":"Start of the range that is stated, mi'
    'lliseconds from now; null: too little is learned for a range.","default":nul'
    'l},{"name":"wait_high_ms","type":["null","long"],"doc":"End of the range tha'
    't is stated, milliseconds from now.","default":null},{"name":"signs","type":'
    '{"type":"array","items":"int"},"doc":"What it was computed from, as logarith'
    "ms in 1/256 octave: one, the soonest start with its equals ahead only, the t"
    "ime waited, the number of waiting jobs, the amount requested, the position a"
    'mong its equals."}],"namespace":"muster.job_events"},{"type":"record","name"'
    ':"GangBound","doc":"Every rank has its place; orders to start are in the sam'
    'e transaction.","subject":"job","fields":[{"name":"job_id","type":"string","'
    'doc":"Job."},{"name":"attempt","type":"int","doc":"Attempt."},{"name":"place'
    'ments","type":{"type":"array","items":{"type":"record","name":"RankPlacement'
    '","doc":"Where one rank runs.","fields":[{"name":"rank","type":"int","doc":"'
    'Rank."},{"name":"node_id","type":"string","doc":"Node."},{"name":"gpu_indice'
    's","type":{"type":"array","items":"int"},"doc":"GPUs."},{"name":"gpu_milli",'
    '"type":"int","doc":"Thousandths of each."},{"name":"sharing","type":{"type":'
    '"enum","name":"Sharing","doc":"How a rank shares its GPUs: not; inside its t'
    'eam by MPS or in turns; by a MIG instance.","symbols":["EXCLUSIVE","MPS","TI'
    'ME_SLICING","MIG"],"default":"EXCLUSIVE","namespace":"muster.node_commands"}'
    ',"doc":"Who else may be on them.","default":"EXCLUSIVE"},{"name":"mig_profil'
    'e","type":["null","string"],"doc":"Profile of the MIG instance it gets.","de'
    'fault":null},{"name":"mig_start","type":["null","int"],"doc":"First memory s'
    'lice of that instance.","default":null}],"namespace":"muster.job_events"}},"'
    'doc":"One per rank."},{"name":"master_address","type":"string","doc":"Rank 0'
    '\'s address."},{"name":"master_port","type":"int","doc":"Rendezvous port."},{'
    '"name":"waited_ms","type":"long","doc":"Since the job was last queued."},{"n'
    'ame":"reason","type":"string","doc":"Why there.","default":""},{"name":"tena'
    'nt","type":"string","doc":"Whose job it is.","default":""},{"name":"queue","'
    'type":"string","doc":"The job\'s queue.","default":""},{"name":"each","type":'
    '["null",{"type":"record","name":"RankShape","doc":"What each rank of a gang '
    'holds on its node, besides the GPUs of its placement.","fields":[{"name":"cp'
    'u_milli","type":"long","doc":"Thousandths of a CPU core."},{"name":"memory_m'
    'ib","type":"long","doc":"Host memory."},{"name":"gpu_models","type":{"type":'
    '"array","items":"string"},"doc":"GPU models it would accept, sorted; empty: '
    'any.","default":[]},{"name":"sharing_key","type":"string","doc":"Ranks with '
    "the same key share GPUs (a trust domain and a way of sharing); `mig`: a MIG "
    'instance of its own; empty: not shared.","default":""}],"namespace":"muster.'
    'job_events"}],"doc":"What each rank holds; null: an earlier version wrote it'
    '.","default":null},{"name":"gap_of","type":"string","doc":"Job that these no'
    "des are kept for: this one fills the gap, and yields when that fits; empty: "
    'none.","default":""}],"namespace":"muster.job_events"},{"type":"record","nam'
    'e":"JobStarted","doc":"All ranks run.","subject":"job","fields":[{"name":"jo'
    'b_id","type":"string","doc":"Job."},{"name":"attempt","type":"int","doc":"At'
    'tempt."}],"namespace":"muster.job_events"},{"type":"record","name":"JobResiz'
    'ing","doc":"An elastic job stops, to go on at once with another number of ra'
    'nks.","subject":"job","fields":[{"name":"job_id","type":"string","doc":"Job.'
    '"},{"name":"attempt","type":"int","doc":"The attempt that stops."},{"name":"'
    'ranks_from","type":"int","doc":"Its ranks."},{"name":"ranks_to","type":"int"'
    ',"doc":"Ranks of the next one, or fewer where they no longer fit."},{"name":'
    '"reason","type":"string","doc":"Why."}],"namespace":"muster.job_events"},{"t'
    'ype":"record","name":"JobMoving","doc":"A job stops, to go on at once on oth'
    'er nodes, so that another has room.","subject":"job","fields":[{"name":"job_'
    'id","type":"string","doc":"Job."},{"name":"attempt","type":"int","doc":"The '
    'attempt that stops."},{"name":"placements","type":{"type":"array","items":"m'
    'uster.job_events.RankPlacement"},"doc":"Where it is to go on, in rank order;'
    ' elsewhere, where that is gone."},{"name":"reason","type":"string","doc":"Wh'
    'y."}],"namespace":"muster.job_events"},{"type":"record","name":"JobWarned","'
    'doc":"A watchdog has found something about a running job; told once an attem'
    'pt for each action.","subject":"job","fields":[{"name":"job_id","type":"stri'
    'ng","doc":"Job."},{"name":"attempt","type":"int","doc":"Attempt."},{"name":"'
    'watchdog","type":{"type":"enum","name":"Watchdog","doc":"What is watched.","'
    'symbols":["WALL_TIME","HANG","START_UP","LOSS","IDLE_GPUS","STRAGGLER"],"def'
    'ault":"WALL_TIME","namespace":"muster.job_events"},"doc":"Which one."},{"nam'
    'e":"action","type":{"type":"enum","name":"WatchdogAction","doc":"What follow'
    "s: nothing; the attempt ends, and another is a matter of the job's retries; "
    'the job ends.","symbols":["TOLD","RETRIED","ENDED"],"default":"TOLD","namesp'
    'ace":"muster.job_events"},"doc":"What follows."},{"name":"message","type":"s'
    'tring","doc":"What was found, for people."},{"name":"node_id","type":["null"'
    ',"string"],"doc":"Where; null: the whole gang.","default":null},{"name":"ran'
    'k","type":["null","int"],"doc":"Which rank; null: all, or unknown.","default'
    '":null}],"namespace":"muster.job_events"},{"type":"record","name":"JobStoppi'
    'ng","doc":"Ranks have been ordered to stop.","subject":"job","fields":[{"nam'
    'e":"job_id","type":"string","doc":"Job."},{"name":"attempt","type":"int","do'
    'c":"Attempt."},{"name":"reason","type":"string","doc":"Why."},{"name":"reque'
    'ues","type":"boolean","doc":"It waits again once it has stopped, and the att'
    'empt counts neither as failed nor as lost.","default":false},{"name":"plan_i'
    'd","type":"string","doc":"The preemption plan that it yields by; empty: it s'
    'tops for another reason.","default":""},{"name":"yields_to","type":"string",'
    '"doc":"The job that it yields to; empty: none.","default":""},{"name":"cause'
    '","type":{"type":"enum","name":"StopCause","doc":"What kind of event stopped'
    ' it.","symbols":["UNSTATED","SPOT_RECLAIM"],"default":"UNSTATED","namespace"'
    ':"muster.job_events"},"doc":"What kind of event stopped it.","default":"UNST'
    'ATED"},{"name":"save_bytes","type":["null","long"],"doc":"What it is believe'
    'd to have to save, bytes; null: not known, or not asked.","default":null},{"'
    'name":"saves_until_ms","type":["null","long"],"doc":"When that is believed t'
    "o be stored, milliseconds since 1970 UTC; null: not known, or it is not aske"
    'd to save.","default":null},{"name":"save_bytes_per_s","type":["null","long"'
    '],"doc":"What it has of the store\'s bandwidth until it has stopped, bytes pe'
    'r second; null: it is not asked to save.","default":null}],"namespace":"must'
    'er.job_events"},{"type":"record","name":"SaveTooLarge","doc":"A job cannot s'
    'tore its state before its node is taken away, and loses work.","subject":"jo'
    'b","fields":[{"name":"job_id","type":"string","doc":"Job."},{"name":"attempt'
    '","type":"int","doc":"Attempt."},{"name":"node_id","type":"string","doc":"Th'
    'e node that goes first."},{"name":"save_bytes","type":"long","doc":"What it '
    'has to save, bytes."},{"name":"fits_bytes","type":"long","doc":"What can be '
    'stored in the time that is left beside the others, bytes."},{"name":"deadlin'
    'e_ms","type":"long","doc":"When the node is gone, milliseconds since 1970 UT'
    'C."},{"name":"lost_gpu_ms","type":"long","doc":"GPU milliseconds since its l'
    'ast checkpoint, or since its start."}],"namespace":"muster.job_events"},{"ty'
    'pe":"record","name":"PreemptionAccepted","doc":"A preemption plan is carried'
    ' out: victims stop, nodes are held for the job.","subject":"plan","fields":['
    '{"name":"plan_id","type":"string","doc":"Plan."},{"name":"job_id","type":"st'
    'ring","doc":"Job that the victims yield to; empty: a reservation."},{"name":'
    '"reservation","type":"string","doc":"Capacity reservation whose nodes the vi'
    'ctims leave; empty: they yield to a job.","default":""},{"name":"victims","t'
    'ype":{"type":"array","items":{"type":"record","name":"YieldingJob","doc":"A '
    'job that yields, whole or down to fewer ranks.","fields":[{"name":"job_id","'
    'type":"string","doc":"Job."},{"name":"attempt","type":"int","doc":"The attem'
    'pt that stops."},{"name":"ranks_kept","type":"int","doc":"Ranks it goes on w'
    'ith; 0: it waits again.","default":0}],"namespace":"muster.job_events"}},"do'
    'c":"By job id."},{"name":"placements","type":{"type":"array","items":"muster'
    '.job_events.RankPlacement"},"doc":"Where the job is to go, in rank order; th'
    'ese nodes are held for it."},{"name":"held_until_ms","type":"long","doc":"Th'
    'ey are held at most until then, milliseconds since 1970 UTC."},{"name":"cost'
    '_gpu_ms","type":"long","doc":"Price as planned, GPU milliseconds."},{"name":'
    '"as_of_seq","type":"long","doc":"State of the scheduler\'s log that the plan '
    'was made from."}],"namespace":"muster.job_events"},{"type":"record","name":"'
    'PreemptionRefused","doc":"A preemption plan is not carried out; nobody stops'
    ' because of it.","subject":"plan","fields":[{"name":"plan_id","type":"string'
    '","doc":"Plan."},{"name":"job_id","type":"string","doc":"Job that the victim'
    's would have yielded to; empty: a reservation."},{"name":"reservation","type'
    '":"string","doc":"Capacity reservation whose nodes the victims leave; empty:'
    ' they yield to a job.","default":""},{"name":"code","type":{"type":"enum","n'
    'ame":"RefusalCode","doc":"Why.","symbols":["EXPIRED","INVALID","UNDER_WAY","'
    'NOT_WAITING","NOT_ENTITLED","NOT_NEEDED","VICTIM_GONE","VICTIM_PROTECTED","V'
    'ICTIM_TOO_YOUNG","VICTIM_LIMIT","PAIR","NO_ROOM"],"default":"INVALID","names'
    'pace":"muster.job_events"},"doc":"Why."},{"name":"reason","type":"string","d'
    'oc":"For people."}],"namespace":"muster.job_events"},{"type":"record","name"'
    ':"HoldMade","subject":"plan","doc":"Others move so that a waiting job fits; '
    'nodes are held for it until then.","fields":[{"name":"plan_id","type":"strin'
    'g","doc":"Plan."},{"name":"job_id","type":"string","doc":"Job that the other'
    's make room for."},{"name":"victims","type":{"type":"array","items":"muster.'
    'job_events.YieldingJob"},"doc":"Jobs that move, by id; they go on with as ma'
    'ny ranks as they have."},{"name":"placements","type":{"type":"array","items"'
    ':"muster.job_events.RankPlacement"},"doc":"Where the job is to go, in rank o'
    'rder."},{"name":"node_ids","type":{"type":"array","items":"string"},"doc":"T'
    'he nodes that are held, sorted: these, and those that the others go to."},{"'
    'name":"held_until_ms","type":"long","doc":"They are held at most until then,'
    ' milliseconds since 1970 UTC."}],"namespace":"muster.job_events"},{"type":"r'
    'ecord","name":"HoldReleased","doc":"What victims of a preemption plan freed '
    'is no longer held for the job they yielded to.","subject":"plan","fields":[{'
    '"name":"plan_id","type":"string","doc":"Plan."},{"name":"job_id","type":"str'
    'ing","doc":"Job that it was held for."},{"name":"reason","type":{"type":"enu'
    'm","name":"HoldReleaseReason","doc":"Why.","symbols":["STARTED","NO_LONGER_W'
    'AITS","NO_ROOM","EXPIRED"],"default":"NO_LONGER_WAITS","namespace":"muster.j'
    'ob_events"},"doc":"STARTED: it was bound. NO_LONGER_WAITS: it was cancelled '
    "or suspended. NO_ROOM: all have yielded, and it still does not fit. EXPIRED:"
    ' they took too long."}],"namespace":"muster.job_events"},{"type":"record","n'
    'ame":"FragmentationSustained","subject":"plan","doc":"GPU stays free and sca'
    'ttered while jobs wait that need no more: moves are planned for all these.",'
    '"fields":[{"name":"job_id","type":"string","doc":"The first of these jobs."}'
    ',{"name":"since_ms","type":"long","doc":"Since when, milliseconds since 1970'
    ' UTC."},{"name":"gpu_milli_scattered","type":"long","doc":"Most GPU that is '
    'free for one of these jobs, thousandths."},{"name":"gpu_milli_total","type":'
    '"long","doc":"GPU of the cluster, thousandths."},{"name":"jobs","type":"int"'
    ',"doc":"How many jobs wait so."}],"namespace":"muster.job_events"},{"type":"'
    'record","name":"FragmentationEased","subject":"plan","doc":"What was told by'
    ' FragmentationSustained is over.","fields":[{"name":"job_id","type":"string"'
    ',"doc":"The job that was named then."},{"name":"since_ms","type":"long","doc'
    '":"Since when it was so, milliseconds since 1970 UTC."},{"name":"gpu_milli_s'
    'cattered","type":"long","doc":"What is free and scattered now, thousandths o'
    'f GPU; not beyond the policy\'s bound."}],"namespace":"muster.job_events"},{"'
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
    '"All of a checkpoint is safe in the store; the next attempt begins from it."'
    ',"subject":"job","fields":[{"name":"job_id","type":"string","doc":"Job."},{"'
    'name":"attempt","type":"int","doc":"Attempt."},{"name":"rank","type":"int","'
    'doc":"Rank that wrote it."},{"name":"file","type":"string","doc":"File name:'
    ' the one file that it is, or the record of its parts."},{"name":"uri","type"'
    ':"string","doc":"Where."},{"name":"sha256","type":"string","doc":"Of that fi'
    'le."},{"name":"size_bytes","type":"long","doc":"Of all its files, of all ran'
    'ks together."},{"name":"files","type":"int","doc":"So many files.","default"'
    ':1},{"name":"unchanged_bytes","type":"long","doc":"Of these, in files that h'
    'ad not changed and were in the store before.","default":0},{"name":"step","t'
    'ype":["null","long"],"doc":"Step after which it was saved; null: it is one f'
    'ile, which does not say.","default":null}],"namespace":"muster.job_events"},'
    '{"type":"record","name":"CheckpointExpired","doc":"A checkpoint is kept no l'
    'onger; it is to be removed from the store.","subject":"checkpoint","fields":'
    '[{"name":"job_id","type":"string","doc":"Job."},{"name":"tenant","type":"str'
    'ing","doc":"Tenant."},{"name":"attempt","type":"int","doc":"Attempt that sav'
    'ed it."},{"name":"rank","type":"int","doc":"Rank in whose folder its file la'
    'y."},{"name":"file","type":"string","doc":"File name: the one file that it i'
    's, or the record of its parts."},{"name":"uri","type":"string","doc":"Of tha'
    't file."},{"name":"sha256","type":"string","doc":"Of that file."},{"name":"s'
    'ize_bytes","type":"long","doc":"Of all its files."},{"name":"step","type":["'
    'null","long"],"doc":"Step after which it was saved; null: it is one file.","'
    'default":null},{"name":"kept_before","type":["null","string"],"doc":"Address'
    " of the record of the nearest one before it, of the same attempt, that is ke"
    'pt: what both name stays; null: there is none.","default":null}],"namespace"'
    ':"muster.job_events"},{"type":"record","name":"CheckpointDeleted","doc":"A c'
    'heckpoint that had expired is removed from the store.","subject":"checkpoint'
    '","fields":[{"name":"job_id","type":"string","doc":"Job."},{"name":"tenant",'
    '"type":"string","doc":"Tenant."},{"name":"attempt","type":"int","doc":"Attem'
    'pt that saved it."},{"name":"rank","type":"int","doc":"Rank in whose folder '
    'its file lay."},{"name":"file","type":"string","doc":"File name: the one fil'
    'e that it was, or the record of its parts."},{"name":"uri","type":"string","'
    'doc":"Of that file."},{"name":"objects","type":"long","doc":"So many objects'
    ' were removed; files that a kept checkpoint names, too, stay."},{"name":"fre'
    'ed_bytes","type":"long","doc":"Bytes that they had."}],"namespace":"muster.j'
    'ob_events"},"muster.job_events.NodeJoined","muster.job_events.NodeSuspected"'
    ',"muster.job_events.NodeRecovered","muster.job_events.NodeLost","muster.job_'
    'events.NodeForgotten","muster.job_events.NodeRefused",{"type":"record","name'
    '":"NodeCordoned","doc":"Nothing new goes there.","subject":"node","fields":['
    '{"name":"node_id","type":"string","doc":"Node."},{"name":"requested_by","typ'
    'e":"string","doc":"Who."},{"name":"reason","type":"string","doc":"Why."}],"n'
    'amespace":"muster.job_events"},{"type":"record","name":"NodeUncordoned","doc'
    '":"Work goes there again.","subject":"node","fields":[{"name":"node_id","typ'
    'e":"string","doc":"Node."},{"name":"requested_by","type":"string","doc":"Who'
    '."}],"namespace":"muster.job_events"},{"type":"record","name":"NodeDraining"'
    ',"doc":"Nothing new is placed on the node, and what runs there is moved.","s'
    'ubject":"node","fields":[{"name":"node_id","type":"string","doc":"Node."},{"'
    'name":"requested_by","type":"string","doc":"Operator."},{"name":"reason","ty'
    'pe":"string","doc":"Why.","default":""}],"namespace":"muster.job_events"},{"'
    'type":"record","name":"NodeUndrained","doc":"Work may be placed on the node '
    'again.","subject":"node","fields":[{"name":"node_id","type":"string","doc":"'
    'Node."},{"name":"requested_by","type":"string","doc":"Operator."}],"namespac'
    'e":"muster.job_events"},{"type":"record","name":"NodeTagged","doc":"What ope'
    'rators say of the node, beside what it announces, from now on.","subject":"n'
    'ode","fields":[{"name":"node_id","type":"string","doc":"Node."},{"name":"lab'
    'els","type":{"type":"map","values":"string"},"doc":"Labels; they win over an'
    'nounced ones.","default":{}},{"name":"taints","type":{"type":"array","items"'
    ':"string"},"doc":"Taints, sorted.","default":[]},{"name":"requested_by","typ'
    'e":"string","doc":"Operator."}],"namespace":"muster.job_events"},{"type":"re'
    'cord","name":"MaintenanceScheduled","doc":"The node will be closed for a tim'
    'e: only work that is predicted to end before is placed there.","subject":"no'
    'de","fields":[{"name":"node_id","type":"string","doc":"Node."},{"name":"star'
    'ts_at_ms","type":"long","doc":"From when, milliseconds since 1970 UTC."},{"n'
    'ame":"ends_at_ms","type":"long","doc":"Until when."},{"name":"requested_by",'
    '"type":"string","doc":"Operator."},{"name":"reason","type":"string","doc":"W'
    'hy.","default":""}],"namespace":"muster.job_events"},{"type":"record","name"'
    ':"MaintenanceStarted","doc":"The node\'s window has begun: it is closed, and '
    'what still runs there is moved.","subject":"node","fields":[{"name":"node_id'
    '","type":"string","doc":"Node."}],"namespace":"muster.job_events"},{"type":"'
    'record","name":"MaintenanceEnded","doc":"The node\'s window is over, or was c'
    'alled off.","subject":"node","fields":[{"name":"node_id","type":"string","do'
    'c":"Node."},{"name":"requested_by","type":["null","string"],"doc":"Operator '
    'who called it off; null: its time was over.","default":null}],"namespace":"m'
    'uster.job_events"},{"type":"record","name":"NodeReclaiming","doc":"The node '
    "will be taken away: nothing new is placed there, and what runs there saves a"
    'nd leaves.","subject":"node","fields":[{"name":"node_id","type":"string","do'
    'c":"Node."},{"name":"notice_id","type":"string","doc":"Which announcement; a'
    'nother one takes the place of the last."},{"name":"deadline_ms","type":["nul'
    'l","long"],"doc":"When it is gone, milliseconds since 1970 UTC; null: it is '
    'at risk, and what runs there stays.","default":null},{"name":"source","type"'
    ':"muster.task_events.ReclaimSource","doc":"Who announced it."},{"name":"requ'
    'ested_by","type":"string","doc":"Operator; empty: the node\'s provider.","def'
    'ault":""},{"name":"reason","type":"string","doc":"For people.","default":""}'
    '],"namespace":"muster.job_events"},{"type":"record","name":"NodeSpared","doc'
    '":"The node is not taken away after all, or is there again: work may be plac'
    'ed on it.","subject":"node","fields":[{"name":"node_id","type":"string","doc'
    '":"Node."},{"name":"requested_by","type":"string","doc":"Operator; empty: th'
    'e node\'s provider.","default":""},{"name":"reason","type":"string","doc":"Fo'
    'r people.","default":""}],"namespace":"muster.job_events"},{"type":"record",'
    '"name":"NodeNoted","doc":"What is wrong with the node by its own account.","'
    'subject":"node","fields":[{"name":"node_id","type":"string","doc":"Node."},{'
    '"name":"note","type":"string","doc":"One sentence; empty: nothing any more."'
    '}],"namespace":"muster.job_events"},{"type":"record","name":"NodeFaulted","d'
    'oc":"The node\'s kernel reported a fault that a rule of failures knows.","sub'
    'ject":"node","fields":[{"name":"node_id","type":"string","doc":"Node."},{"na'
    'me":"rule","type":"string","doc":"Rule."},{"name":"rules_version","type":"in'
    't","doc":"Version of the rules in effect."},{"name":"xid","type":["null","in'
    't"],"doc":"Number of NVIDIA\'s Xid; null: it is none.","default":null},{"name'
    '":"gpu","type":"string","doc":"PCI address of the GPU; empty: none is named.'
    '","default":""},{"name":"node_action","type":"string","doc":"What the rule d'
    'emands for the node."},{"name":"strike","type":"int","doc":"Which strike of '
    'the node it is, from 1; 0: it does not count.","default":0},{"name":"closes"'
    ',"type":"boolean","doc":"Whether the node is closed for it.","default":false'
    '},{"name":"message","type":"string","doc":"For people: what happened, what t'
    'he node needs, and what it had before."}],"namespace":"muster.job_events"},"'
    'muster.job_events.NodeRelocated","muster.job_events.GpuUnhealthy","muster.jo'
    'b_events.GpuRecovered",{"type":"record","name":"GpuGeometryChanged","doc":"A'
    "n empty GPU was cut, to take MIG instances and nothing else, or made whole a"
    'gain.","subject":"node","fields":[{"name":"node_id","type":"string","doc":"N'
    'ode."},{"name":"gpu_index","type":"int","doc":"GPU."},{"name":"cut","type":"'
    'boolean","doc":"True: MIG mode. False: whole."},{"name":"for_job_id","type":'
    '"string","doc":"The waiting job that needed it."}],"namespace":"muster.job_e'
    'vents"},{"type":"record","name":"QueueCreated","doc":"A queue exists.","subj'
    'ect":"queue","fields":[{"name":"queue","type":"string","doc":"Name."},{"name'
    '":"tenant","type":"string","doc":"Tenant."},{"name":"description","type":"st'
    'ring","doc":"For people."},{"name":"requested_by","type":"string","doc":"Who'
    '."},{"name":"settings","type":["null","muster.queue_commands.QueueSettings"]'
    ',"doc":"Shares and limits; null for none.","default":null}],"namespace":"mus'
    'ter.job_events"},{"type":"record","name":"QueueConfigured","doc":"A queue ha'
    's other shares and limits.","subject":"queue","fields":[{"name":"queue","typ'
    'e":"string","doc":"Name."},{"name":"tenant","type":"string","doc":"Tenant."}'
    ',{"name":"settings","type":"muster.queue_commands.QueueSettings","doc":"All '
    'of them."},{"name":"requested_by","type":"string","doc":"Who."}],"namespace"'
    ':"muster.job_events"},{"type":"record","name":"QueueMeasured","doc":"What a '
    "queue and those below it use, and what is due to it; sent when it changed, n"
    'ow and then.","subject":"queue","fields":[{"name":"queue","type":"string","d'
    'oc":"Name."},{"name":"tenant","type":"string","doc":"Tenant."},{"name":"gpu_'
    'milli_used","type":"long","doc":"Held, thousandths of GPU."},{"name":"gpu_mi'
    'lli_used_by_model","type":{"type":"map","values":"long"},"doc":"Per model."}'
    ',{"name":"cpu_milli_used","type":"long","doc":"Held, thousandths of a core."'
    '},{"name":"memory_mib_used","type":"long","doc":"Held, MiB."},{"name":"gpu_m'
    'illi_borrowed","type":"long","doc":"Of what is used, beyond the guarantee."}'
    ',{"name":"gpu_milli_lent","type":"long","doc":"Of the guarantee, unused: oth'
    'ers may have it."},{"name":"share_ppm","type":"long","doc":"Dominant part of'
    ' the cluster that it holds now, millionths."},{"name":"share_due_ppm","type"'
    ':"long","doc":"Part of the cluster due to it by weight among its busy neighb'
    'ours, millionths."},{"name":"usage_gpu_ms","type":"long","doc":"Weighted usa'
    'ge over the window: GPU milliseconds at model price, decayed."},{"name":"cre'
    'dit_gpu_ms","type":"long","doc":"Burst credit, the same unit."},{"name":"job'
    's_running","type":"int","doc":"Jobs that hold GPUs."},{"name":"jobs_pending"'
    ',"type":"int","doc":"Jobs that wait."}],"namespace":"muster.job_events"},{"t'
    'ype":"record","name":"QueueDeleted","doc":"A queue is gone.","subject":"queu'
    'e","fields":[{"name":"queue","type":"string","doc":"Name."},{"name":"tenant"'
    ',"type":"string","doc":"Tenant."},{"name":"requested_by","type":"string","do'
    'c":"Who."}],"namespace":"muster.job_events"},{"type":"record","name":"Capaci'
    'tyReserved","doc":"Nodes are reserved for a queue.","subject":"reservation",'
    '"fields":[{"name":"reservation","type":"string","doc":"Name."},{"name":"tena'
    'nt","type":"string","doc":"Tenant."},{"name":"queue","type":"string","doc":"'
    'Whose jobs may be placed there, and those of the queues below it."},{"name":'
    '"gpu_model","type":"string","doc":"GPU model of the nodes."},{"name":"gpu_co'
    'unt","type":"int","doc":"GPUs of the nodes together."},{"name":"node_ids","t'
    'ype":{"type":"array","items":"string"},"doc":"Sorted. Until it starts, other'
    ' jobs are placed there only if they are predicted to end before."},{"name":"'
    'starts_at_ms","type":"long","doc":"From when."},{"name":"ends_at_ms","type":'
    '"long","doc":"Until when."},{"name":"requested_by","type":"string","doc":"Wh'
    'o."}],"namespace":"muster.job_events"},{"type":"record","name":"CapacityReas'
    'signed","doc":"A reservation has other nodes: some of its own were closed or'
    ' lost.","subject":"reservation","fields":[{"name":"reservation","type":"stri'
    'ng","doc":"Name."},{"name":"tenant","type":"string","doc":"Tenant."},{"name"'
    ':"queue","type":"string","doc":"Whose jobs may be placed there, and those of'
    ' the queues below it."},{"name":"node_ids","type":{"type":"array","items":"s'
    'tring"},"doc":"All of them now, sorted."},{"name":"reason","type":"string","'
    'doc":"Why."}],"namespace":"muster.job_events"},{"type":"record","name":"Capa'
    'cityReservationStarted","doc":"From now on only jobs of the queue may be pla'
    'ced on the nodes.","subject":"reservation","fields":[{"name":"reservation","'
    'type":"string","doc":"Name."},{"name":"tenant","type":"string","doc":"Tenant'
    '."},{"name":"queue","type":"string","doc":"Whose jobs may be placed there, a'
    'nd those of the queues below it."}],"namespace":"muster.job_events"},{"type"'
    ':"record","name":"CapacityReservationEnded","doc":"The nodes are released.",'
    '"subject":"reservation","fields":[{"name":"reservation","type":"string","doc'
    '":"Name."},{"name":"tenant","type":"string","doc":"Tenant."},{"name":"queue"'
    ',"type":"string","doc":"Whose jobs may be placed there, and those of the que'
    'ues below it."},{"name":"reason","type":{"type":"enum","name":"ReservationEn'
    'd","doc":"Why.","symbols":["OVER","CANCELLED"],"default":"OVER","namespace":'
    '"muster.job_events"},"doc":"Why."},{"name":"requested_by","type":"string","d'
    'oc":"Who cancelled it; empty when its time was over.","default":""}],"namesp'
    'ace":"muster.job_events"},{"type":"record","name":"PolicyActivated","doc":"D'
    'ecisions follow this policy from here on.","subject":"policy","fields":[{"na'
    'me":"policy","type":"muster.operator_commands.Policy","doc":"The whole polic'
    'y."},{"name":"requested_by","type":"string","doc":"Who."}],"namespace":"must'
    'er.job_events"},{"type":"record","name":"FailureRulesActivated","doc":"Failu'
    'res are judged by these rules from here on.","subject":"policy","fields":[{"'
    'name":"version","type":"int","doc":"Version of the rules."},{"name":"sha256"'
    ',"type":"string","doc":"Of the text."},{"name":"rules","type":"string","doc"'
    ':"The rules file."},{"name":"requested_by","type":"string","doc":"Operator, '
    'or the first leader."}],"namespace":"muster.job_events"},{"type":"record","n'
    'ame":"StartTask","doc":"Start these ranks.","fields":[{"name":"node_id","typ'
    'e":"string","doc":"Node."},{"name":"epoch","type":"long","doc":"Leader\'s epo'
    'ch; older than one already seen: refuse."},{"name":"order_seq","type":"long"'
    ',"doc":"Position of the decision: seq of the input that caused it."},{"name"'
    ':"job_id","type":"string","doc":"Job."},{"name":"attempt","type":"int","doc"'
    ':"Attempt; started at most once."},{"name":"tenant","type":"string","doc":"T'
    'enant."},{"name":"job_name","type":"string","doc":"Job\'s name."},{"name":"us'
    'er","type":"string","doc":"Job\'s user."},{"name":"ranks","type":{"type":"arr'
    'ay","items":{"type":"record","name":"RankAssignment","doc":"What one rank ge'
    'ts on the node.","fields":[{"name":"rank","type":"int","doc":"Rank."},{"name'
    '":"gpu_indices","type":{"type":"array","items":"int"},"doc":"GPUs."},{"name"'
    ':"gpu_milli","type":"int","doc":"Thousandths of each."},{"name":"sharing","t'
    'ype":"muster.node_commands.Sharing","doc":"Who else may be on them.","defaul'
    't":"EXCLUSIVE"},{"name":"mig_profile","type":["null","string"],"doc":"Profil'
    'e of the MIG instance it gets.","default":null},{"name":"mig_start","type":['
    '"null","int"],"doc":"First memory slice of that instance.","default":null},{'
    '"name":"cpu_milli","type":"long","doc":"Thousandths of a CPU core it may use'
    '; 0: without limit.","default":0},{"name":"memory_mib","type":"long","doc":"'
    'Main memory it may use, MiB; 0: without limit.","default":0}],"namespace":"m'
    'uster.node_commands"}},"doc":"Ranks on this node."},{"name":"world_size","ty'
    'pe":"int","doc":"Ranks in all."},{"name":"master_address","type":"string","d'
    'oc":"Address of rank 0."},{"name":"master_port","type":"int","doc":"Rendezvo'
    'us port on rank 0\'s node."},{"name":"image","type":["null","string"],"doc":"'
    'Container image.","default":null},{"name":"command","type":{"type":"array","'
    'items":"string"},"doc":"Program and arguments."},{"name":"env","type":{"type'
    '":"map","values":"string"},"doc":"Environment.","default":{}},{"name":"files'
    '_sha256","type":["null","string"],"doc":"Working files.","default":null},{"n'
    'ame":"wall_time_max_ms","type":["null","long"],"doc":"Stop after this long."'
    ',"default":null},{"name":"hang_after_ms","type":["null","long"],"doc":"Repor'
    't ranks that say nothing for so long; null: do not.","default":null},{"name"'
    ':"start_up_max_ms","type":["null","long"],"doc":"The same from their start, '
    'while they hardly use the CPU; null: do not.","default":null},{"name":"gpu_i'
    'dle_max_ms","type":["null","long"],"doc":"Report when its GPUs did next to n'
    'othing for so long; null: do not.","default":null},{"name":"straggler_after_'
    'ms","type":["null","long"],"doc":"Measure over so long how long the steps of'
    ' each rank take, and report it; null: do not.","default":null},{"name":"grac'
    'e_ms","type":"long","doc":"Between SIGTERM and SIGKILL."},{"name":"checkpoin'
    't_enabled","type":"boolean","doc":"Keep checkpoints."},{"name":"checkpoint_b'
    'ytes_per_s","type":"long","doc":"What the job may store of checkpoints, byte'
    's per second; the node takes the part that its ranks are.","default":1000000'
    '000},{"name":"mtbf_ms","type":["null","long"],"doc":"How long the gang is be'
    "lieved to run until one of its nodes ends, by what the log says of such node"
    's; null: it keeps no checkpoints.","default":null},{"name":"checkpoint_uri",'
    '"type":["null","string"],"doc":"Newest checkpoint of an earlier attempt.","d'
    'efault":null},{"name":"checkpoint_sha256","type":["null","string"],"doc":"It'
    's hash.","default":null},{"name":"checkpoint_file","type":["null","string"],'
    '"doc":"Its file name.","default":null},{"name":"checkpoints_earlier","type":'
    '{"type":"array","items":{"type":"record","name":"StoredCheckpoint","doc":"A '
    'checkpoint that is whole in the store.","fields":[{"name":"uri","type":"stri'
    'ng","doc":"Of the one file that it is, or of the record of its parts."},{"na'
    'me":"sha256","type":"string","doc":"Its hash."},{"name":"file","type":"strin'
    'g","doc":"Its file name."}],"namespace":"muster.node_commands"}},"doc":"Thos'
    "e before it, the newest first: each is tried when the one before it in this "
    'list is damaged.","default":[]},{"name":"offline","type":"boolean","doc":"It'
    's ranks see no network but their own loopback.","default":false},{"name":"fa'
    'ilure_rules_sha256","type":["null","string"],"doc":"Rules of failures by whi'
    'ch output is scanned; null: none are in effect.","default":null},{"name":"fa'
    'ilure_rules_version","type":["null","int"],"doc":"Their version.","default":'
    'null}],"namespace":"muster.node_commands"},{"type":"record","name":"StopTask'
    '","doc":"Stop this attempt\'s ranks; unknown attempt: nothing to do.","fields'
    '":[{"name":"node_id","type":"string","doc":"Node."},{"name":"epoch","type":"'
    'long","doc":"Leader\'s epoch; older than one already seen: refuse."},{"name":'
    '"order_seq","type":"long","doc":"Position of the decision: seq of the input '
    'that caused it."},{"name":"job_id","type":"string","doc":"Job."},{"name":"at'
    'tempt","type":"int","doc":"Attempt; started at most once."},{"name":"grace_m'
    's","type":"long","doc":"Between SIGTERM and SIGKILL."},{"name":"checkpoint_g'
    'race_ms","type":"long","doc":"Most time for a checkpoint before SIGTERM; 0: '
    'the ranks do not go on later.","default":0},{"name":"checkpoint_bytes_per_s"'
    ',"type":["null","long"],"doc":"What the job may store of checkpoints from no'
    "w on, bytes per second; the node takes the part that its ranks are; null: as"
    ' before.","default":null},{"name":"reason","type":"string","doc":"Why."}],"n'
    'amespace":"muster.node_commands"}],"doc":"Fact or order."}],"namespace":"mus'
    'ter.scheduler_log"}},"doc":"In order."},{"name":"state_hash","type":["null",'
    '"string"],"doc":"Hash of the whole state after this batch, when it was taken'
    '.","default":null},{"name":"hash_version","type":"int","doc":"How state_hash'
    ' was computed; hashes of different versions are not compared.","default":1},'
    '{"name":"decisions_version","type":"int","doc":"Which version of the rules d'
    'ecided; another one may decide otherwise. 0: not recorded.","default":0}],"n'
    'amespace":"muster.scheduler_log"}],"doc":"What happened."}]}'
)
