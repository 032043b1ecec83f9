"""Every input in its one order, and what was decided: enough by itself to replay everything.

Generated from schemas/scheduler-log.avsc by `make schemas`; do not edit.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Final, TypeAlias, final

from muster.events.checkpoint_events import CheckpointRemoved, OutputRemoved
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
    DemandForecast,
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
    NodeTesting,
    NodeUncordoned,
    NodeUndrained,
    OutputDeleted,
    OutputRecorded,
    PolicyActivated,
    PreemptionAccepted,
    PreemptionRefused,
    PreemptionRequested,
    QueueConfigured,
    QueueCreated,
    QueueDeleted,
    QueueMeasured,
    QueueRestricted,
    QueueRestrictionEnded,
    ReservationMade,
    ReservationReleased,
    SaveTooLarge,
    StartPredicted,
)
from muster.events.node_commands import StartTask, StopTask, TestNode
from muster.events.operator_commands import (
    ActivateFailureRules,
    ActivatePolicy,
    CancelMaintenance,
    CheckNode,
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
    LiftRestriction,
    ReserveCapacity,
    RestrictQueue,
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
    NodeTested,
    OutputStored,
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
    CheckNode,
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
    NodeTested,
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
    RestrictQueue,
    LiftRestriction,
    OutputStored,
    OutputRemoved,
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
        | CheckNode
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
        | NodeTested
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
        | RestrictQueue
        | LiftRestriction
        | OutputStored
        | OutputRemoved
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
    DemandForecast,
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
    NodeTesting,
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
    TestNode,
    QueueRestricted,
    QueueRestrictionEnded,
    OutputRecorded,
    OutputDeleted,
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
        | DemandForecast
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
        | NodeTesting
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
        | TestNode
        | QueueRestricted
        | QueueRestrictionEnded
        | OutputRecorded
        | OutputDeleted
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


SchedulerLog: TypeAlias = Batch

Payload: TypeAlias = SchedulerLog

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
    'er.operator_commands"},{"type":"record","name":"CheckNode","doc":"Have the n'
    "ode's agent test it, as it tests a suspected one. Where it fails, the node i"
    's closed.","fields":[{"name":"node_id","type":"string","doc":"Node."},{"name'
    '":"requested_by","type":"string","doc":"Operator."},{"name":"reason","type":'
    '"string","doc":"Why.","default":""}],"namespace":"muster.operator_commands"}'
    ',{"type":"record","name":"ActivatePolicy","doc":"Decide by this policy from '
    'now on.","fields":[{"name":"policy","type":{"type":"record","name":"Policy",'
    '"doc":"Knobs that change decisions; a change is an event, so it replays.","f'
    'ields":[{"name":"name","type":"string","doc":"For people."},{"name":"head_pa'
    'tience_ms","type":"long","doc":"A blocked head of line is passed freely for '
    'this long; then nodes are reserved for it."},{"name":"head_hold_ms","type":"'
    'long","doc":"Nodes reserved for it are kept this long beyond the time it sho'
    'uld have started at."},{"name":"attempts_lost_max","type":"int","doc":"Attem'
    'pts lost with their nodes before the job fails."},{"name":"workload_shapes_m'
    'ax","type":"int","doc":"Shapes remembered for the fragmentation score."},{"n'
    'ame":"jobs_ended_kept_max","type":"int","doc":"Ended jobs remembered for ded'
    'uplication."},{"name":"share_window_ms","type":"long","doc":"Usage older tha'
    'n this is forgotten.","default":2592000000},{"name":"share_half_life_ms","ty'
    'pe":"long","doc":"Usage this old counts half.","default":604800000},{"name":'
    '"share_history_percent","type":"int","doc":"Weight of usage over time beside'
    ' usage now, 0 to 10000.","default":100},{"name":"credit_max_ms","type":"long'
    '","doc":"Burst credit holds at most a guarantee unused for this long; 0 give'
    's none.","default":86400000},{"name":"model_price_milli","type":{"type":"map'
    '","values":"long"},"doc":"What an hour of a GPU model counts, thousandths; 1'
    '000 where absent.","default":{}},{"name":"aging_step_ms","type":"long","doc"'
    ':"A job that waited this long goes with the next higher tier, and so on; 0 n'
    'ever.","default":86400000},{"name":"reclaim_interval_ms","type":"long","doc"'
    ':"Shortest time between two preemption requests for the same lent GPUs.","de'
    'fault":60000},{"name":"time_level_gpu_ms","type":"long","doc":"GPUs times ti'
    'me from which a job of a queue that shares time is in the second level.","de'
    'fault":3600000},{"name":"time_level_factor","type":"int","doc":"Each further'
    ' level begins at so many times as much.","default":8},{"name":"time_levels",'
    '"type":"int","doc":"Levels of jobs that share time.","default":4},{"name":"t'
    'ime_quantum_ms","type":"long","doc":"A job that shares time runs at least so'
    ' long before it yields to one of a lower level.","default":300000},{"name":"'
    'time_cost_percent_max","type":"int","doc":"Its stop and its restart cost at '
    'most this part of the time that it then runs at least.","default":50},{"name'
    '":"time_promotion_ms","type":"long","doc":"A waiting job that shares time co'
    'unts as one level lower after each such period.","default":86400000},{"name"'
    ':"measure_interval_ms","type":"long","doc":"A queue that changed is measured'
    ' at most this often.","default":10000},{"name":"resize_interval_ms","type":"'
    'long","doc":"An elastic job is resized at most this often.","default":300000'
    '},{"name":"defrag_interval_ms","type":"long","doc":"Moves that would make ro'
    'om for the head of line are looked for at most this often.","default":300000'
    '},{"name":"defrag_benefit_percent","type":"int","doc":"They are carried out '
    "when the GPU time that is won is at least this part of what is lost; 0 only "
    'proposes.","default":300},{"name":"fragmentation_percent_max","type":"int","'
    'doc":"Part of all GPU that may stay free and scattered while jobs wait that '
    "need no more; beyond it moves are planned for each of them, not for the head"
    ' of line alone. 0: nobody looks.","default":0},{"name":"fragmentation_for_ms'
    '","type":"long","doc":"How long it has to be more than that.","default":6000'
    '00},{"name":"gap_drain_max_ms","type":"long","doc":"Jobs that save and end w'
    "ithin so long fill nodes that are kept for a gang, and leave when it fits wi"
    'thout them, so that it starts at most so much later. 0: none does.","default'
    '":0},{"name":"headroom_percent","type":{"type":"map","values":"int"},"doc":"'
    "By GPU model: the part of its GPUs that jobs below premium training leave fr"
    "ee where they go beyond what is guaranteed to their queue. Models that are n"
    'ot named have none.","default":{}},{"name":"guaranteed_duration_ms","type":"'
    'long","doc":"Jobs below premium training that go beyond what is guaranteed t'
    "o their queue start only where forecast demand of all other work is believed"
    " not to need their GPUs for so long, and do not yield before that but to pro"
    'duction inference. 0: nothing is forecast.","default":0},{"name":"production'
    '_borrows","type":"boolean","doc":"Whether production inference may take GPUs'
    " beyond what is guaranteed to its queue while others are guaranteed any: nob"
    'ody could ask them back.","default":true},{"name":"search_work_per_pass_max"'
    ',"type":"int","doc":"Work that one scheduling pass may spend on searches in '
    'vain: 1 for each, and 1 for every 8 ranks of a gang; the next pass goes on."'
    ',"default":2000},{"name":"topology","type":{"type":"record","name":"Topology'
    'Weights","doc":"What a gang\'s place is worth, per GPU of the gang, by the sm'
    'allest unit that holds it.","fields":[{"name":"nvlink","type":"int","doc":"T'
    'he gang shares an NVLink domain or a node.","default":1000},{"name":"leaf","'
    'type":"int","doc":"It shares a leaf.","default":400},{"name":"spine","type":'
    '"int","doc":"It shares a spine.","default":200},{"name":"cell","type":"int",'
    '"doc":"It shares a cell.","default":100},{"name":"stranded_gpu","type":"int"'
    ',"doc":"Taken off for each GPU left free beside it that no group like its ow'
    'n can use.","default":100}],"namespace":"muster.operator_commands"},"doc":"H'
    'ow places of gangs are weighed.","default":{"nvlink":1000,"leaf":400,"spine"'
    ':200,"cell":100,"stranded_gpu":100}},{"name":"tenants_untrusted","type":{"ty'
    'pe":"array","items":"string"},"doc":"Tenants whose fractions of GPUs always '
    'get a MIG instance of their own.","default":[]},{"name":"mig_change_interval'
    '_ms","type":"long","doc":"A GPU is cut into MIG instances, or made whole aga'
    'in, at most this often.","default":600000},{"name":"checkpoint_grace_max_ms"'
    ',"type":"long","doc":"Most time for a checkpoint before a job is stopped, wh'
    'atever the job asks for.","default":600000},{"name":"checkpoints_kept","type'
    '":"int","doc":"So many of the newest checkpoints of a job stay in the store,'
    ' unless it states another number; 0: all.","default":0},{"name":"node_upload'
    '_bytes_per_s","type":"long","doc":"What one node stores of checkpoints, byte'
    's per second.","default":1000000000},{"name":"job_upload_bytes_per_s","type"'
    ':"long","doc":"What one job stores of checkpoints at most, bytes per second;'
    ' only one whose nodes will be taken away has all that its nodes store.","def'
    'ault":1000000000},{"name":"store_upload_bytes_per_s","type":"long","doc":"Wh'
    "at the store takes of all jobs that stop, bytes per second: drains wait for "
    'their turn.","default":10000000000},{"name":"background_upload_bytes_per_s",'
    '"type":"long","doc":"What all jobs that run store of checkpoints at most, by'
    "tes per second, each the part of it that it holds of the cell; 0: each what "
    'a job may.","default":0},{"name":"reclaim_margin_ms","type":"long","doc":"Ra'
    'nks have ended this long before their node is taken away.","default":5000},{'
    '"name":"spot_price_percent","type":"int","doc":"What a spot node costs of th'
    'e price of another, where its label spot-price-percent does not say.","defau'
    'lt":70},{"name":"spot_loss_weight","type":"int","doc":"A job goes to spot no'
    "des first if its expected part of lost work, times this, is less than the pa"
    'rt of the price that they save; 0: whatever it loses.","default":6},{"name":'
    '"spot_reclaim_prior_ms","type":"long","doc":"How long a spot node is believe'
    'd to stay while little is known of its GPU model.","default":86400000},{"nam'
    'e":"node_loss_prior_ms","type":"long","doc":"How long a node that is no spot'
    ' node is believed to last while little is known of its GPU model.","default"'
    ':13291200000},{"name":"spot_restart_ms","type":"long","doc":"What a job is b'
    'elieved to lose at a reclaim beside its unsaved work: until it works again."'
    ',"default":300000},{"name":"fairness_threshold_percent","type":"int","doc":"'
    "A queue that holds less than this part of its due may have others yield that"
    ' hold more than theirs; 0: none may.","default":0},{"name":"preemption_ran_m'
    'in_ms","type":"long","doc":"A job that was bound more recently is not preemp'
    'ted.","default":300000},{"name":"preemptions_per_job_day_max","type":"int","'
    'doc":"How often a job is preempted within 24 hours at most.","default":3},{"'
    'name":"preemption_hold_ms","type":"long","doc":"What victims free is held fo'
    'r the job they yield to for at most so long after their grace.","default":60'
    '000},{"name":"wall_time_max_ms","type":{"type":"map","values":"long"},"doc":'
    '"Longest time that an attempt of a job may hold its nodes, by tier, beside t'
    'he job\'s own limit; tiers that are not named have none.","default":{}},{"nam'
    'e":"retries_off","type":"boolean","doc":"No attempt that failed is retried; '
    'those that were lost or refused are.","default":false},{"name":"nodes_lost_p'
    'er_job_max","type":"int","doc":"A job is suspended once so many nodes were l'
    'ost soon after attempts of it began there; 0 never.","default":0},{"name":"h'
    'ang_after_ms","type":{"type":"map","values":"long"},"doc":"Silence of all ra'
    "nks (no output, no step) after which a job of the tier counts as hanging; a "
    'job may state its own. Tiers that are not named: never.","default":{}},{"nam'
    'e":"start_up_max_ms","type":{"type":"map","values":"long"},"doc":"The same f'
    'or a job whose ranks said nothing since their start and hardly use the CPU."'
    ',"default":{}},{"name":"hang_ends","type":"boolean","doc":"An attempt that h'
    "angs by these is ended, and retried as the job allows; else its owner is tol"
    'd.","default":false},{"name":"straggler_after_ms","type":{"type":"map","valu'
    'es":"long"},"doc":"By tier: ranks whose steps take half as long again as the'
    ' others\' are told, measured over so long; absent: not.","default":{}},{"name'
    '":"straggler_ends","type":"boolean","doc":"An attempt with such a rank is en'
    'ded, and retried elsewhere; else it is told.","default":false},{"name":"gpu_'
    'idle_max_ms","type":{"type":"map","values":"long"},"doc":"By tier: an owner '
    "is told when all GPUs of a job were busy for less than 5 % of so long; absen"
    't: not.","default":{}},{"name":"gpu_idle_ends_after_ms","type":"long","doc":'
    '"A job whose GPUs still idle so long after that was told, by their multiproc'
    'essors, is ended; 0: none is.","default":0},{"name":"jobs_failed_per_node_ma'
    'x","type":"int","doc":"A node is suspected and tested once so many jobs fail'
    'ed there that it may be to blame for; 0: none is.","default":0},{"name":"fau'
    'lty_nodes_max","type":"int","doc":"At most so many nodes are closed for faul'
    'ts that their kernels reported at once; 0: faults are told and close none.",'
    '"default":0},{"name":"mig_geometries","type":{"type":"array","items":{"type"'
    ':"record","name":"MigGeometry","doc":"The only way GPUs of a model are cut."'
    ',"fields":[{"name":"gpu_model","type":"string","doc":"GPU model."},{"name":"'
    'instances","type":{"type":"array","items":{"type":"record","name":"MigInstan'
    'ce","doc":"One instance.","fields":[{"name":"profile","type":"string","doc":'
    '"Profile, as in 2g.10gb."},{"name":"start","type":"int","doc":"First memory '
    'slice."}],"namespace":"muster.operator_commands"}},"doc":"All that may exist'
    ' on one GPU."}],"namespace":"muster.operator_commands"}},"doc":"GPU models t'
    'hat a site cuts in one way only; others as jobs need it.","default":[]}],"na'
    'mespace":"muster.operator_commands"},"doc":"The whole policy."},{"name":"req'
    'uested_by","type":"string","doc":"Operator."}],"namespace":"muster.operator_'
    'commands"},{"type":"record","name":"ActivateFailureRules","doc":"Judge failu'
    'res by these rules from now on.","fields":[{"name":"rules","type":"string","'
    'doc":"The rules file, as libs/failures parses it; its version is higher than'
    ' that in effect."},{"name":"requested_by","type":"string","doc":"Operator."}'
    '],"namespace":"muster.operator_commands"},{"type":"record","name":"AgentStar'
    'ted","doc":"The agent is up and tells what it runs, so that the scheduler ca'
    'n reconcile.","subject":"node","fields":[{"name":"node_id","type":"string","'
    'doc":"Node."},{"name":"boot_id","type":"string","doc":"Boot."},{"name":"fres'
    'h","type":"boolean","doc":"True: the agent remembers nothing from before."},'
    '{"name":"order_seq_last","type":"long","doc":"Newest order it has carried ou'
    't; -1 when fresh."},{"name":"running","type":{"type":"array","items":{"type"'
    ':"record","name":"AttemptRef","doc":"One attempt.","fields":[{"name":"job_id'
    '","type":"string","doc":"Job."},{"name":"attempt","type":"int","doc":"Attemp'
    't."}],"namespace":"muster.task_events"}},"doc":"Tasks adopted, still running'
    '."}],"namespace":"muster.task_events"},{"type":"record","name":"TaskStarted"'
    ',"doc":"All ranks of the task have a process.","subject":"task","fields":[{"'
    'name":"node_id","type":"string","doc":"Node."},{"name":"job_id","type":"stri'
    'ng","doc":"Job."},{"name":"attempt","type":"int","doc":"Attempt, 1-based."},'
    '{"name":"ranks","type":{"type":"array","items":"int"},"doc":"Ranks on this n'
    'ode."}],"namespace":"muster.task_events"},{"type":"record","name":"TaskSuspe'
    'cted","doc":"Something is wrong with ranks that run; where they are is in th'
    'eir output.","subject":"task","fields":[{"name":"node_id","type":"string","d'
    'oc":"Node."},{"name":"job_id","type":"string","doc":"Job."},{"name":"attempt'
    '","type":"int","doc":"Attempt, 1-based."},{"name":"suspicion","type":{"type"'
    ':"enum","name":"Suspicion","doc":"Silence; silence from the start; a bad los'
    's; one that diverges; idle GPUs by DCGM, by the driver.","symbols":["SILENT"'
    ',"NEVER_SPOKE","LOSS_NOT_A_NUMBER","LOSS_DIVERGES","GPUS_IDLE","GPUS_SEEM_ID'
    'LE"],"default":"SILENT","namespace":"muster.task_events"},"doc":"What."},{"n'
    'ame":"rank","type":["null","int"],"doc":"Rank that is behind the others, or '
    'says it; null: none is.","default":null},{"name":"message","type":"string","'
    'doc":"What was seen, for people."}],"namespace":"muster.task_events"},{"type'
    '":"record","name":"TaskHeard","doc":"What was suspected of ranks is over: th'
    'ey say something again, or use their GPUs.","subject":"task","fields":[{"nam'
    'e":"node_id","type":"string","doc":"Node."},{"name":"job_id","type":"string"'
    ',"doc":"Job."},{"name":"attempt","type":"int","doc":"Attempt, 1-based."},{"n'
    'ame":"suspicion","type":"muster.task_events.Suspicion","doc":"What is over."'
    ',"default":"SILENT"}],"namespace":"muster.task_events"},{"type":"record","na'
    'me":"TaskPaced","doc":"How long the steps of a gang\'s ranks take here; told '
    'first, and when it has changed.","subject":"task","fields":[{"name":"node_id'
    '","type":"string","doc":"Node."},{"name":"job_id","type":"string","doc":"Job'
    '."},{"name":"attempt","type":"int","doc":"Attempt, 1-based."},{"name":"rank"'
    ',"type":"int","doc":"The slowest rank of the node."},{"name":"step_ms","type'
    '":"long","doc":"Time that a step of this rank took."},{"name":"others_step_m'
    's","type":["null","long"],"doc":"Median over the node\'s other ranks; null: t'
    'here is none.","default":null},{"name":"step","type":"long","doc":"Steps tha'
    't the slowest rank has done."},{"name":"step_most","type":"long","doc":"Step'
    's that the rank has done which is furthest."},{"name":"window_ms","type":"lo'
    'ng","doc":"Time over which that was measured."}],"namespace":"muster.task_ev'
    'ents"},{"type":"record","name":"TaskExited","doc":"No rank of the task runs '
    'any more.","subject":"task","fields":[{"name":"node_id","type":"string","doc'
    '":"Node."},{"name":"job_id","type":"string","doc":"Job."},{"name":"attempt",'
    '"type":"int","doc":"Attempt, 1-based."},{"name":"outcome","type":{"type":"en'
    'um","name":"TaskOutcome","doc":"How the task ended.","symbols":["SUCCEEDED",'
    '"FAILED","STOPPED","TIMED_OUT","LOST"],"default":"LOST","namespace":"muster.'
    'task_events"},"doc":"STOPPED: on order. TIMED_OUT: its wall time. LOST: its '
    'processes vanished."},{"name":"exits","type":{"type":"array","items":{"type"'
    ':"record","name":"RankExit","doc":"How one rank ended.","fields":[{"name":"r'
    'ank","type":"int","doc":"Rank."},{"name":"exit_code","type":["null","int"],"'
    'doc":"Exit code.","default":null},{"name":"signal","type":["null","int"],"do'
    'c":"Signal that ended it.","default":null},{"name":"at_ms","type":["null","l'
    'ong"],"doc":"When, by the node\'s clock, milliseconds since 1970 UTC; null: a'
    'n older agent does not say.","default":null}],"namespace":"muster.task_event'
    's"}},"doc":"Per rank."},{"name":"message","type":"string","doc":"For people:'
    ' the first failing rank and why.","default":""},{"name":"steps","type":{"typ'
    'e":"array","items":{"type":"record","name":"StopStep","doc":"One step of sto'
    'pping the ranks.","fields":[{"name":"kind","type":{"type":"enum","name":"Sto'
    'pStepKind","doc":"What was done.","symbols":["CHECKPOINT_REQUESTED","NOT_REG'
    'ISTERED","CHECKPOINT_SAVED","CHECKPOINT_MISSED","TERMINATED","KILLED"],"defa'
    'ult":"TERMINATED","namespace":"muster.task_events"},"doc":"CHECKPOINT_REQUES'
    "TED: SIGUSR1 was sent. NOT_REGISTERED: no process handles it. CHECKPOINT_SAV"
    "ED: one written since is stored. CHECKPOINT_MISSED: none was within the grac"
    'e. TERMINATED: SIGTERM was sent. KILLED: SIGKILL was."},{"name":"at_ms","typ'
    'e":"long","doc":"When, by the node\'s clock, milliseconds since 1970 UTC."}],'
    '"namespace":"muster.task_events"}},"doc":"How the ranks were stopped, in ord'
    'er of time; empty: they ended by themselves.","default":[]},{"name":"finding'
    's","type":{"type":"array","items":{"type":"record","name":"RuleFinding","doc'
    '":"A rule of failures has a sign in a rank\'s lines; the lines themselves are'
    ' not told.","fields":[{"name":"rule","type":"string","doc":"Rule."},{"name":'
    '"rank","type":"int","doc":"Rank."},{"name":"source","type":{"type":"enum","n'
    'ame":"FindingSource","doc":"Where a line comes from.","symbols":["OUTPUT","K'
    'ERNEL"],"default":"OUTPUT","namespace":"muster.task_events"},"doc":"OUTPUT: '
    'the rank wrote it. KERNEL: the node\'s kernel did."},{"name":"stream","type":'
    '"string","doc":"Of output: stdout or stderr.","default":""},{"name":"line","'
    'type":"long","doc":"Number of the first such line in its stream, from 1."},{'
    '"name":"first_byte","type":"long","doc":"Where that line begins in its strea'
    'm, from 0."},{"name":"count","type":"long","doc":"Lines with such a sign."},'
    '{"name":"at_ms","type":["null","long"],"doc":"When the agent read it, by the'
    ' node\'s clock, milliseconds since 1970 UTC.","default":null}],"namespace":"m'
    'uster.task_events"}},"doc":"Signs of rules, by rank, then in the rules\' orde'
    'r.","default":[]},{"name":"rules_version","type":["null","int"],"doc":"Versi'
    'on of the rules by which output was scanned; null: it was not.","default":nu'
    'll},{"name":"unscanned","type":"string","doc":"Why output was not scanned, o'
    'r not all of it; empty: it was, or no rules are in effect.","default":""},{"'
    'name":"output_bytes","type":"long","doc":"Bytes of output that its ranks wro'
    'te and the node kept: they are in the store, or go there.","default":0}],"na'
    'mespace":"muster.task_events"},{"type":"record","name":"TaskRefused","doc":"'
    'An order was not carried out.","subject":"task","fields":[{"name":"node_id",'
    '"type":"string","doc":"Node."},{"name":"job_id","type":"string","doc":"Job."'
    '},{"name":"attempt","type":"int","doc":"Attempt, 1-based."},{"name":"epoch",'
    '"type":"long","doc":"Epoch of the order."},{"name":"order_seq","type":"long"'
    ',"doc":"Order."},{"name":"reason","type":{"type":"enum","name":"RefusalReaso'
    'n","doc":"Why.","symbols":["STALE_EPOCH","GPU_BUSY","UNKNOWN_GPU","FILES_UNA'
    'VAILABLE","CANNOT_START","FILES_INVALID"],"default":"CANNOT_START","namespac'
    'e":"muster.task_events"},"doc":"Why."},{"name":"message","type":"string","do'
    'c":"For people.","default":""}],"namespace":"muster.task_events"},{"type":"r'
    'ecord","name":"CheckpointPartStored","doc":"A part of a checkpoint is in the'
    ' store: the files of one rank, and their manifest.","subject":"task","fields'
    '":[{"name":"node_id","type":"string","doc":"Node."},{"name":"job_id","type":'
    '"string","doc":"Job."},{"name":"attempt","type":"int","doc":"Attempt, 1-base'
    'd."},{"name":"rank","type":"int","doc":"Rank in whose folder it lies."},{"na'
    'me":"step","type":"long","doc":"Step after which it was saved."},{"name":"pa'
    'rt","type":"int","doc":"Rank whose files they are."},{"name":"sha256","type"'
    ':"string","doc":"Of the manifest, which has those of the files."},{"name":"f'
    'iles","type":"int","doc":"Files."},{"name":"size_bytes","type":"long","doc":'
    '"Bytes of the files."},{"name":"new_bytes","type":"long","doc":"Bytes of fil'
    'es that were not in the store before."}],"namespace":"muster.task_events"},{'
    '"type":"record","name":"CheckpointSaved","doc":"A checkpoint file is safe in'
    ' the store: the one file that it is, or the record of its parts.","subject":'
    '"task","fields":[{"name":"node_id","type":"string","doc":"Node."},{"name":"j'
    'ob_id","type":"string","doc":"Job."},{"name":"attempt","type":"int","doc":"A'
    'ttempt, 1-based."},{"name":"rank","type":"int","doc":"Rank that wrote it."},'
    '{"name":"file","type":"string","doc":"File name."},{"name":"uri","type":"str'
    'ing","doc":"s3://bucket/key; posix://cell/key in a shared folder."},{"name":'
    '"sha256","type":"string","doc":"Of the bytes."},{"name":"size_bytes","type":'
    '"long","doc":"Of that file."},{"name":"parts","type":"int","doc":"So many pa'
    'rts make the checkpoint; 0: it is this one file.","default":0},{"name":"step'
    '","type":["null","long"],"doc":"Step after which the parts were saved; null:'
    ' it is one file.","default":null},{"name":"parts_sha256","type":"string","do'
    'c":"Of the parts\' SHA-256, one a line, in the order of their ranks; empty: i'
    't is one file.","default":""}],"namespace":"muster.task_events"},{"type":"re'
    'cord","name":"NodeReclaimAnnounced","doc":"Its provider announced that it ta'
    'kes the node away; said again while that stands.","subject":"node","fields":'
    '[{"name":"node_id","type":"string","doc":"Node."},{"name":"notice_id","type"'
    ':"string","doc":"Which announcement; another one takes the place of the last'
    '."},{"name":"remaining_ms","type":["null","long"],"doc":"How long the node w'
    "ill still be there, when this was said; null: it is at risk, and no time is "
    'set.","default":null},{"name":"source","type":{"type":"enum","name":"Reclaim'
    'Source","doc":"Who announced it.","symbols":["UNKNOWN","FILE","HTTP","AWS","'
    'GCP","AZURE","OPERATOR"],"default":"UNKNOWN","namespace":"muster.task_events'
    '"},"doc":"Who announced it."},{"name":"message","type":"string","doc":"For p'
    'eople.","default":""}],"namespace":"muster.task_events"},{"type":"record","n'
    'ame":"NodeReclaimWithdrawn","doc":"The announcement stands no longer: the no'
    'de stays.","subject":"node","fields":[{"name":"node_id","type":"string","doc'
    '":"Node."},{"name":"notice_id","type":"string","doc":"Which announcement."}]'
    ',"namespace":"muster.task_events"},{"type":"record","name":"NodeNoteReported'
    '","doc":"What is wrong with the node by its own account, such as a notice th'
    'at cannot be read.","subject":"node","fields":[{"name":"node_id","type":"str'
    'ing","doc":"Node."},{"name":"note","type":"string","doc":"One sentence; empt'
    'y: nothing any more."}],"namespace":"muster.task_events"},{"type":"record","'
    'name":"NodeTested","doc":"What the node\'s agent found when it was told to te'
    'st its machine.","subject":"node","fields":[{"name":"node_id","type":"string'
    '","doc":"Node."},{"name":"checks","type":{"type":"array","items":{"type":"re'
    'cord","name":"NodeCheck","doc":"One thing that a node can do, or cannot.","f'
    'ields":[{"name":"name","type":"string","doc":"disk, memory, program, api, st'
    'ore, gpus."},{"name":"passed","type":"boolean","doc":"Whether it can."},{"na'
    'me":"message","type":"string","doc":"What was found, for people."},{"name":"'
    'took_ms","type":"long","doc":"How long it took."}],"namespace":"muster.task_'
    'events"}},"doc":"What was tried; all must pass."}],"namespace":"muster.task_'
    'events"},{"type":"record","name":"NodeFaultReported","doc":"The node\'s kerne'
    "l wrote something that a rule of failures knows; the line itself is not told"
    '.","subject":"node","fields":[{"name":"node_id","type":"string","doc":"Node.'
    '"},{"name":"rule","type":"string","doc":"Rule."},{"name":"rules_version","ty'
    'pe":"int","doc":"Version of the rules by which the line was read."},{"name":'
    '"xid","type":["null","int"],"doc":"Number of NVIDIA\'s Xid; null: it is none.'
    '","default":null},{"name":"gpu","type":"string","doc":"PCI address of the GP'
    'U; empty: none is named.","default":""},{"name":"count","type":"long","doc":'
    '"Lines like it since the last report.","default":1}],"namespace":"muster.tas'
    'k_events"},{"type":"record","name":"PreemptionPlanned","subject":"plan","doc'
    '":"These jobs would yield, then the job that asks fits; the scheduler checks'
    ' it first.","fields":[{"name":"plan_id","type":"string","doc":"Plan."},{"nam'
    'e":"job_id","type":"string","doc":"Job that asks; empty where a reservation '
    'does."},{"name":"tenant","type":"string","doc":"Tenant."},{"name":"queue","t'
    'ype":"string","doc":"Queue."},{"name":"cause","type":{"type":"enum","name":"'
    'PreemptionCause","doc":"What entitles it.","symbols":["GUARANTEE","TIER","RE'
    'SERVATION","TIME_SHARED","FAIRNESS"],"default":"TIER","namespace":"muster.jo'
    'b_events"},"doc":"What entitles it."},{"name":"reservation","type":"string",'
    '"doc":"Reservation that has begun; empty where a job asks.","default":""},{"'
    'name":"victims","type":{"type":"array","items":{"type":"record","name":"Plan'
    'nedVictim","doc":"A job that would yield, whole or down to fewer ranks.","fi'
    'elds":[{"name":"job_id","type":"string","doc":"Job."},{"name":"attempt","typ'
    'e":"int","doc":"The attempt that would stop."},{"name":"tenant","type":"stri'
    'ng","doc":"Tenant."},{"name":"queue","type":"string","doc":"Queue."},{"name"'
    ':"user","type":"string","doc":"Who submitted it."},{"name":"ranks_kept","typ'
    'e":"int","doc":"Ranks it goes on with; 0: it is evicted and waits again."},{'
    '"name":"gpu_milli_freed","type":"long","doc":"Thousandths of GPU that it wou'
    'ld free."},{"name":"cost_gpu_ms","type":"long","doc":"Its part of the price,'
    " GPU milliseconds: its work since the last checkpoint, its drain, a restart,"
    ' and its delay by priority."},{"name":"lost_gpu_ms","type":"long","doc":"Wha'
    "t it itself loses, GPU milliseconds: its work since the last checkpoint, or "
    'since its bind. 0: it saves before, or the planner did not say.","default":0'
    '},{"name":"reason","type":{"type":"enum","name":"VictimReason","doc":"Why th'
    'is job.","symbols":["BORROWS","LOWER_TIER","ELASTIC_SURPLUS","HOLDS_RESERVED'
    '","MORE_SERVICE","BEYOND_DUE"],"default":"BORROWS","namespace":"muster.preem'
    'ption_events"},"doc":"Why this job."},{"name":"message","type":"string","doc'
    '":"One sentence for its owner."}],"namespace":"muster.preemption_events"}},"'
    'doc":"By job id."},{"name":"placements","type":{"type":"array","items":{"typ'
    'e":"record","name":"PlannedRank","doc":"Where one rank of the job would go."'
    ',"fields":[{"name":"rank","type":"int","doc":"Rank."},{"name":"node_id","typ'
    'e":"string","doc":"Node."},{"name":"gpu_indices","type":{"type":"array","ite'
    'ms":"int"},"doc":"GPUs."}],"namespace":"muster.preemption_events"}},"doc":"W'
    "here the job fits once they have yielded, in rank order; none for a reservat"
    'ion."},{"name":"cost_gpu_ms","type":"long","doc":"Price: the sum over the vi'
    'ctims."},{"name":"cost_gpu_ms_min","type":"long","doc":"No set of victims of'
    ' the same rank costs less than this."},{"name":"exact","type":"boolean","doc'
    '":"No other set of victims is better; false: the price is within the bound a'
    'bove, but not proven best."},{"name":"gain_gpu_ms","type":"long","doc":"GPU '
    'milliseconds that the job has sooner."},{"name":"as_of_seq","type":"long","d'
    'oc":"State of the scheduler\'s log that this is true of."},{"name":"expires_a'
    't_ms","type":"long","doc":"Void from then on, milliseconds since 1970 UTC."}'
    '],"namespace":"muster.preemption_events"},{"type":"record","name":"Checkpoin'
    'tRemoved","doc":"The objects of a checkpoint that had expired are gone; said'
    ' again when it is done again.","subject":"checkpoint","fields":[{"name":"job'
    '_id","type":"string","doc":"Job."},{"name":"uri","type":"string","doc":"Of t'
    'he one file that it was, or of the record of its parts."},{"name":"objects",'
    '"type":"long","doc":"So many objects were removed."},{"name":"freed_bytes","'
    'type":"long","doc":"Bytes that they had."}],"namespace":"muster.checkpoint_e'
    'vents"},{"type":"record","name":"NodeJoined","doc":"A node is known, or came'
    ' back with other hardware.","subject":"node","fields":[{"name":"node_id","ty'
    'pe":"string","doc":"Node."},{"name":"boot_id","type":"string","doc":"Boot of'
    ' its agent."},{"name":"address","type":"string","doc":"Address."},{"name":"p'
    'ort_first","type":"int","doc":"First rendezvous port."},{"name":"port_count"'
    ',"type":"int","doc":"How many."},{"name":"cpu_milli","type":"long","doc":"CP'
    'U."},{"name":"memory_mib","type":"long","doc":"Memory."},{"name":"gpu_model"'
    ',"type":"string","doc":"Model."},{"name":"gpu_memory_mib","type":"long","doc'
    '":"Memory of each GPU, MiB; 0 when unknown.","default":0},{"name":"gpu_count'
    '","type":"int","doc":"GPUs."},{"name":"executor","type":{"type":"enum","name'
    '":"Executor","doc":"How ranks run.","symbols":["PROCESS","SIMULATED"],"defau'
    'lt":"SIMULATED","namespace":"muster.node_heartbeats"},"doc":"How ranks run."'
    '},{"name":"lease_ms","type":"long","doc":"Lease."},{"name":"interval_ms","ty'
    'pe":"long","doc":"Heartbeat interval."},{"name":"labels","type":{"type":"map'
    '","values":"string"},"doc":"Labels.","default":{}},{"name":"location","type"'
    ':{"type":"record","name":"Location","doc":"A node\'s place in the network: ea'
    'ch name is a unit within the next one; empty is unknown.","fields":[{"name":'
    '"nvlink_domain","type":"string","doc":"NVLink domain larger than the node; e'
    'mpty: the node is one by itself.","default":""},{"name":"leaf","type":"strin'
    'g","doc":"InfiniBand leaf switch.","default":""},{"name":"spine","type":"str'
    'ing","doc":"Spine, or pod of leaves.","default":""},{"name":"cell","type":"s'
    'tring","doc":"Part of the network above the spines.","default":""}],"namespa'
    'ce":"muster.node_heartbeats"},"doc":"Where it is in the network.","default":'
    '{"nvlink_domain":"","leaf":"","spine":"","cell":""}},{"name":"taints","type"'
    ':{"type":"array","items":"string"},"doc":"Only jobs that tolerate all of the'
    'm are placed here; sorted.","default":[]},{"name":"sandbox","type":{"type":"'
    'enum","name":"Sandbox","doc":"What keeps jobs apart from the rest of a machi'
    'ne.","symbols":["NONE","NAMESPACES","BUBBLEWRAP"],"default":"NONE","namespac'
    'e":"muster.node_heartbeats"},"doc":"What keeps jobs apart there.","default":'
    '"NONE"},{"name":"enforces","type":{"type":"array","items":{"type":"enum","na'
    'me":"Enforced","doc":"What a node holds jobs to.","symbols":["MEMORY","MEMOR'
    'Y_MEASURED","CPU","PROCESSES","OPEN_FILES","DEVICES","UNKNOWN"],"default":"U'
    'NKNOWN","namespace":"muster.node_heartbeats"}},"doc":"What it holds jobs to.'
    '","default":[]},{"name":"machine_boot_id","type":"string","doc":"Boot of the'
    ' machine, by its kernel: another one after each reboot; empty: unknown.","de'
    'fault":""}],"namespace":"muster.job_events"},{"type":"record","name":"NodeSu'
    'spected","doc":"Two beats missed, or an order to stop unanswered: nothing ne'
    'w goes there; what runs goes on.","subject":"node","fields":[{"name":"node_i'
    'd","type":"string","doc":"Node."},{"name":"silent_ms","type":"long","doc":"T'
    'ime since its last beat, or since its answer was due."}],"namespace":"muster'
    '.job_events"},{"type":"record","name":"NodeRecovered","doc":"The node\'s hear'
    'tbeats arrive again, and it owes no answer.","subject":"node","fields":[{"na'
    'me":"node_id","type":"string","doc":"Node."}],"namespace":"muster.job_events'
    '"},{"type":"record","name":"NodeLost","doc":"The lease ran out: its attempts'
    ' are given up.","subject":"node","fields":[{"name":"node_id","type":"string"'
    ',"doc":"Node."},{"name":"silent_ms","type":"long","doc":"Time since its last'
    ' beat."}],"namespace":"muster.job_events"},{"type":"record","name":"NodeForg'
    'otten","doc":"The node was lost for so long that nothing is kept of it; if i'
    't is heard again, it joins anew.","subject":"node","fields":[{"name":"node_i'
    'd","type":"string","doc":"Node."},{"name":"lost_ms","type":"long","doc":"Tim'
    'e since the leader knew it as lost."}],"namespace":"muster.job_events"},{"ty'
    'pe":"record","name":"NodeRefused","doc":"Heartbeats that bear this name are '
    'invalid and are ignored. Said once by each leader.","subject":"node","fields'
    '":[{"name":"node_id","type":"string","doc":"The name they bear; at most 128 '
    'characters, control characters escaped."},{"name":"message","type":"string",'
    '"doc":"Field, value and what is allowed."}],"namespace":"muster.job_events"}'
    ',{"type":"record","name":"NodeRelocated","doc":"The network around the node '
    'has changed; what runs there goes on.","subject":"node","fields":[{"name":"n'
    'ode_id","type":"string","doc":"Node."},{"name":"location","type":"muster.nod'
    'e_heartbeats.Location","doc":"Where it is now."}],"namespace":"muster.job_ev'
    'ents"},{"type":"record","name":"GpuUnhealthy","doc":"Nothing new goes on thi'
    's GPU.","subject":"node","fields":[{"name":"node_id","type":"string","doc":"'
    'Node."},{"name":"gpu_index","type":"int","doc":"GPU."},{"name":"reason","typ'
    'e":"string","doc":"Why."}],"namespace":"muster.job_events"},{"type":"record"'
    ',"name":"GpuRecovered","doc":"The GPU is healthy again.","subject":"node","f'
    'ields":[{"name":"node_id","type":"string","doc":"Node."},{"name":"gpu_index"'
    ',"type":"int","doc":"GPU."}],"namespace":"muster.job_events"},{"type":"recor'
    'd","name":"CommandInvalid","doc":"A command that was turned away before it w'
    'as sequenced; `code` and `message` say why (ADR 4, 55).","fields":[{"name":"'
    'command_id","type":"string","doc":"event_id of the command."},{"name":"comma'
    'nd","type":"string","doc":"Its record name."},{"name":"subject","type":"stri'
    'ng","doc":"Job, queue or node."},{"name":"tenant","type":"string","doc":"Ten'
    'ant."},{"name":"code","type":{"type":"enum","name":"RejectionCode","aliases"'
    ':["muster.job_events.RejectionCode"],"doc":"Kinds of refusal, the same for a'
    'll services; each has its HTTP status.","symbols":["INVALID","ALREADY_EXISTS'
    '","NOT_FOUND","WRONG_STATE","IMPOSSIBLE_REQUEST","UNKNOWN_QUEUE","QUEUE_NOT_'
    'EMPTY","FORBIDDEN","QUOTA_EXCEEDED","BAD_TREE"],"default":"FORBIDDEN","names'
    'pace":"muster.command_answers"},"doc":"Kind of refusal: it breaks a rule, or'
    ' its sender may not send it.","default":"INVALID"},{"name":"message","type":'
    '"string","doc":"For people."},{"name":"violations","type":{"type":"array","i'
    'tems":{"type":"record","name":"Violation","aliases":["muster.job_events.Viol'
    'ation"],"doc":"One thing wrong with a request.","fields":[{"name":"field","t'
    'ype":"string","doc":"Path of the field."},{"name":"value","type":"string","d'
    'oc":"What was given, shortened."},{"name":"allowed","type":"string","doc":"W'
    'hat is allowed."}],"namespace":"muster.command_answers"}},"doc":"Field by fi'
    'eld."}],"namespace":"muster.scheduler_log"},{"type":"record","name":"LeaderE'
    'lected","doc":"First input of an epoch.","fields":[{"name":"epoch","type":"l'
    'ong","doc":"Epoch."},{"name":"leader_id","type":"string","doc":"Process that'
    ' leads."}],"namespace":"muster.scheduler_log"},{"type":"record","name":"Cloc'
    'kTicked","doc":"A deadline of the core has passed.","fields":[],"namespace":'
    '"muster.scheduler_log"},{"type":"record","name":"RestrictQueue","doc":"Let j'
    "obs of some tiers not start from a queue and those below it; its settings st"
    'ay.","fields":[{"name":"queue","type":"string","doc":"Name."},{"name":"tenan'
    't","type":"string","doc":"Tenant."},{"name":"restriction","type":"string","d'
    'oc":"Its name, 1 to 63 of a-z 0-9 and -; unique in its queue."},{"name":"tie'
    'rs","type":{"type":"array","items":"muster.job_commands.Tier"},"doc":"Jobs o'
    'f these tiers do not start."},{"name":"until_ms","type":["null","long"],"doc'
    '":"It ends then, milliseconds since 1970 UTC; null: when it is lifted.","def'
    'ault":null},{"name":"reason","type":"string","doc":"Why, for those who wait.'
    '"},{"name":"requested_by","type":"string","doc":"User or service who asks."}'
    '],"namespace":"muster.queue_commands"},{"type":"record","name":"LiftRestrict'
    'ion","doc":"End a restriction of a queue.","fields":[{"name":"queue","type":'
    '"string","doc":"Name."},{"name":"tenant","type":"string","doc":"Tenant."},{"'
    'name":"restriction","type":"string","doc":"Its name."},{"name":"requested_by'
    '","type":"string","doc":"User or service who asks."}],"namespace":"muster.qu'
    'eue_commands"},{"type":"record","name":"OutputStored","doc":"So much of what'
    " the ranks of a task write is in the store; said each 64 MiB while they run."
    '","subject":"task","fields":[{"name":"node_id","type":"string","doc":"Node."'
    '},{"name":"job_id","type":"string","doc":"Job."},{"name":"attempt","type":"i'
    'nt","doc":"Attempt, 1-based."},{"name":"size_bytes","type":"long","doc":"Byt'
    'es of all its ranks so far."}],"namespace":"muster.task_events"},{"type":"re'
    'cord","name":"OutputRemoved","doc":"The output of a job that is over is gone'
    ' from the store; said again when it is done again.","subject":"output","fiel'
    'ds":[{"name":"job_id","type":"string","doc":"Job."},{"name":"tenant","type":'
    '"string","doc":"Tenant."},{"name":"objects","type":"long","doc":"So many obj'
    'ects were removed by the try that tells it."}],"namespace":"muster.checkpoin'
    't_events"}],"doc":"What came in."}],"namespace":"muster.scheduler_log"}},"do'
    'c":"In order."},{"name":"decisions","type":{"type":"array","items":{"type":"'
    'record","name":"Decision","doc":"One consequence.","fields":[{"name":"event_'
    'id","type":"string","doc":"The same as in the public topic."},{"name":"cause'
    '_seq","type":"long","doc":"seq of the input it follows from."},{"name":"payl'
    'oad","type":[{"type":"record","name":"CommandRejected","aliases":["muster.jo'
    'b_events.CommandRejected"],"doc":"A command that will not be carried out, an'
    'd why.","subject":"command","fields":[{"name":"command_id","type":"string","'
    'doc":"event_id of the command."},{"name":"command","type":"string","doc":"It'
    's record name."},{"name":"subject","type":"string","doc":"What it was about:'
    ' a job, queue, node, or another entity of the service."},{"name":"tenant","t'
    'ype":"string","doc":"Tenant."},{"name":"code","type":"muster.command_answers'
    '.RejectionCode","doc":"Kind of refusal."},{"name":"detail_code","type":"stri'
    'ng","doc":"The service\'s own, finer code; its README lists them. Empty: `cod'
    'e` says all.","default":""},{"name":"message","type":"string","doc":"For peo'
    'ple."},{"name":"violations","type":{"type":"array","items":"muster.command_a'
    'nswers.Violation"},"doc":"Field by field.","default":[]}],"namespace":"muste'
    'r.command_answers"},{"type":"record","name":"CommandRepeated","aliases":["mu'
    'ster.job_events.CommandRepeated"],"doc":"A command that was carried out befo'
    're came again; nothing changed.","subject":"command","fields":[{"name":"comm'
    'and_id","type":"string","doc":"event_id of the command."},{"name":"command",'
    '"type":"string","doc":"Its record name."},{"name":"subject","type":"string",'
    '"doc":"What it was about."}],"namespace":"muster.command_answers"},{"type":"'
    'record","name":"JobQueued","doc":"The job is accepted and waits.","subject":'
    '"job","fields":[{"name":"job_id","type":"string","doc":"Job."},{"name":"tena'
    'nt","type":"string","doc":"Tenant."},{"name":"spec","type":"muster.job_comma'
    'nds.JobSpec","doc":"As accepted."},{"name":"predicted_p50_ms","type":["null"'
    ',"long"],"doc":"Predicted median run time of an attempt; null: unknown.","de'
    'fault":null},{"name":"predicted_p90_ms","type":["null","long"],"doc":"Predic'
    'ted 90th percentile of the run time; null: unknown.","default":null}],"names'
    'pace":"muster.job_events"},{"type":"record","name":"JobPending","doc":"Why t'
    'he job is not placed; sent when the reason changes.","subject":"job","fields'
    '":[{"name":"job_id","type":"string","doc":"Job."},{"name":"code","type":{"ty'
    'pe":"enum","name":"PendingCode","doc":"Stable codes for why a job waits.","s'
    'ymbols":["NO_NODES","MODEL_ABSENT","TOO_LARGE","CLUSTER_TOO_SMALL","GPUS_BUS'
    'Y","GPUS_FRAGMENTED","FRACTIONS_FRAGMENTED","CPU_SHORT","MEMORY_SHORT","NODE'
    'S_UNSCHEDULABLE","LABELS_ABSENT","TAINTS_UNTOLERATED","GPU_MEMORY_SHORT","SA'
    'NDBOX_ABSENT","SPOT_EXCLUDED","ROOM_ON_SPOT_ONLY","NODES_AVOIDED","MAINTENAN'
    'CE_AHEAD","GANG_SHORT","TOPOLOGY_SHORT","HELD_FOR_HEAD","NODES_RESERVED","RE'
    'TRY_BACKOFF","SUSPENDED","QUEUED","QUOTA_EXHAUSTED","JOB_LIMIT","GEOMETRY_FR'
    'OZEN","QUEUE_SUSPENDED","HEADROOM","DURATION_NOT_GUARANTEED","QUEUE_RESTRICT'
    'ED"],"default":"QUEUED","namespace":"muster.job_events"},"doc":"The one domi'
    'nant reason."},{"name":"message","type":"string","doc":"One sentence."},{"na'
    'me":"counts","type":{"type":"map","values":"long"},"doc":"Numbers behind it.'
    '","default":{}}],"namespace":"muster.job_events"},{"type":"record","name":"P'
    'reemptionRequested","doc":"A job or a reservation is due GPUs that others ho'
    'ld; who yields is decided elsewhere.","subject":"plan","fields":[{"name":"jo'
    'b_id","type":"string","doc":"Job; empty where a reservation is due them."},{'
    '"name":"cause","type":"muster.job_events.PreemptionCause","doc":"What entitl'
    'es it."},{"name":"queue","type":"string","doc":"Its queue."},{"name":"tenant'
    '","type":"string","doc":"Tenant."},{"name":"jobs","type":"int","doc":"Number'
    " of equal jobs of its queue, this one included, that are due the resources t"
    'hey request.","default":1},{"name":"gpu_milli_missing","type":"long","doc":"'
    'Thousandths of GPU that they wait for."},{"name":"gpu_models","type":{"type"'
    ':"array","items":"string"},"doc":"Models it accepts, sorted; empty for any."'
    ',"default":[]},{"name":"borrowers","type":{"type":"array","items":{"type":"r'
    'ecord","name":"Borrower","doc":"A queue beyond its guarantee.","fields":[{"n'
    'ame":"queue","type":"string","doc":"Name."},{"name":"tenant","type":"string"'
    ',"doc":"Tenant."},{"name":"gpu_milli_borrowed","type":"long","doc":"Beyond i'
    'ts guarantee, thousandths of GPU."}],"namespace":"muster.job_events"}},"doc"'
    ':"Queues that hold lent GPUs, most first.","default":[]},{"name":"as_of_seq"'
    ',"type":"long","doc":"State of the log that this is true of."},{"name":"rese'
    'rvation","type":"string","doc":"Reservation that has begun; empty where a jo'
    'b is due them.","default":""},{"name":"holders","type":{"type":"array","item'
    's":"string"},"doc":"Jobs that may yield, where the request says which: those'
    " that still hold its nodes, or have had more service; sorted; never producti"
    'on inference.","default":[]}],"namespace":"muster.job_events"},{"type":"reco'
    'rd","name":"ReservationMade","doc":"Nodes are kept for the job that heads th'
    'e line and does not fit; takes the place of its last one.","subject":"plan",'
    '"fields":[{"name":"job_id","type":"string","doc":"Job."},{"name":"node_ids",'
    '"type":{"type":"array","items":"string"},"doc":"Reserved: other jobs may be '
    'placed there only if they are predicted to end before starts_at_ms."},{"name'
    '":"starts_at_ms","type":["null","long"],"doc":"When the nodes are predicted '
    'to have room for it; null: unknown.","default":null},{"name":"kept_until_ms"'
    ',"type":"long","doc":"When, the job not started, nodes are chosen anew."},{"'
    'name":"by_limits","type":"boolean","doc":"Whether only wall-time limits were'
    ' used to predict, because an earlier reservation of the job was not kept.","'
    'default":false}],"namespace":"muster.job_events"},{"type":"record","name":"R'
    'eservationReleased","doc":"The nodes reserved for a job are released.","subj'
    'ect":"plan","fields":[{"name":"job_id","type":"string","doc":"Job."},{"name"'
    ':"reason","type":{"type":"enum","name":"ReleaseReason","doc":"Why.","symbols'
    '":["STARTED","NO_LONGER_WAITS","NO_LONGER_HEAD","IN_VAIN"],"default":"NO_LON'
    'GER_WAITS","namespace":"muster.job_events"},"doc":"Why."},{"name":"again_at_'
    'ms","type":["null","long"],"doc":"When nodes are kept for it again, as it st'
    'ill heads the line; null: not for this reason.","default":null}],"namespace"'
    ':"muster.job_events"},{"type":"record","name":"DefragmentationProposed","doc'
    '":"Moves of running jobs that would let a job start that free GPUs in all su'
    'ffice for.","subject":"plan","fields":[{"name":"job_id","type":"string","doc'
    '":"The job that would start."},{"name":"moves","type":{"type":"array","items'
    '":{"type":"record","name":"Move","doc":"One job that would go on elsewhere."'
    ',"fields":[{"name":"job_id","type":"string","doc":"Job."},{"name":"from_node'
    '_ids","type":{"type":"array","items":"string"},"doc":"Where it is, sorted."}'
    ',{"name":"to_node_ids","type":{"type":"array","items":"string"},"doc":"Where'
    ' it would go, sorted."},{"name":"lost_gpu_ms","type":"long","doc":"GPU milli'
    "seconds: its GPUs times what it ran since its last checkpoint, and a restart"
    '."}],"namespace":"muster.job_events"}},"doc":"By job."},{"name":"cost_gpu_ms'
    '","type":"long","doc":"GPU milliseconds that all moves lose."},{"name":"bene'
    'fit_gpu_ms","type":"long","doc":"GPU milliseconds that the job would have so'
    'oner: its GPUs times the wait it is spared."},{"name":"carried_out","type":"'
    'boolean","doc":"The moves begin now."}],"namespace":"muster.job_events"},{"t'
    'ype":"record","name":"StartPredicted","doc":"When a waiting job will start, '
    'predicted now and then so that the cell learns from what comes.","subject":"'
    'plan","fields":[{"name":"job_id","type":"string","doc":"Job."},{"name":"wait'
    '_ms","type":"long","doc":"How much longer it will wait, the best single esti'
    'mate, milliseconds."},{"name":"wait_low_ms","type":["null","long"],"doc":"St'
    "art of the range that is stated, milliseconds from now; null: too little is "
    'learned for a range.","default":null},{"name":"wait_high_ms","type":["null",'
    '"long"],"doc":"End of the range that is stated, milliseconds from now.","def'
    'ault":null},{"name":"signs","type":{"type":"array","items":"int"},"doc":"Wha'
    "t it was computed from, as logarithms in 1/256 octave: one, the soonest star"
    "t with its equals ahead only, the time waited, the number of waiting jobs, t"
    'he amount requested, the position among its equals."}],"namespace":"muster.j'
    'ob_events"},{"type":"record","name":"GangBound","doc":"Every rank has its pl'
    'ace; orders to start are in the same transaction.","subject":"job","fields":'
    '[{"name":"job_id","type":"string","doc":"Job."},{"name":"attempt","type":"in'
    't","doc":"Attempt."},{"name":"placements","type":{"type":"array","items":{"t'
    'ype":"record","name":"RankPlacement","doc":"Where one rank runs.","fields":['
    '{"name":"rank","type":"int","doc":"Rank."},{"name":"node_id","type":"string"'
    ',"doc":"Node."},{"name":"gpu_indices","type":{"type":"array","items":"int"},'
    '"doc":"GPUs."},{"name":"gpu_milli","type":"int","doc":"Thousandths of each."'
    '},{"name":"sharing","type":{"type":"enum","name":"Sharing","doc":"How a rank'
    " shares its GPUs: not; inside its team by MPS or in turns; by a MIG instance"
    '.","symbols":["EXCLUSIVE","MPS","TIME_SLICING","MIG"],"default":"EXCLUSIVE",'
    '"namespace":"muster.node_commands"},"doc":"Who else may be on them.","defaul'
    't":"EXCLUSIVE"},{"name":"mig_profile","type":["null","string"],"doc":"Profil'
    'e of the MIG instance it gets.","default":null},{"name":"mig_start","type":['
    '"null","int"],"doc":"First memory slice of that instance.","default":null}],'
    '"namespace":"muster.job_events"}},"doc":"One per rank."},{"name":"master_add'
    'ress","type":"string","doc":"Rank 0\'s address."},{"name":"master_port","type'
    '":"int","doc":"Rendezvous port."},{"name":"waited_ms","type":"long","doc":"S'
    'ince the job was last queued."},{"name":"reason","type":"string","doc":"Why '
    'there.","default":""},{"name":"tenant","type":"string","doc":"Whose job it i'
    's.","default":""},{"name":"queue","type":"string","doc":"The job\'s queue.","'
    'default":""},{"name":"each","type":["null",{"type":"record","name":"RankShap'
    'e","doc":"What each rank of a gang holds on its node, besides the GPUs of it'
    's placement.","fields":[{"name":"cpu_milli","type":"long","doc":"Thousandths'
    ' of a CPU core."},{"name":"memory_mib","type":"long","doc":"Host memory."},{'
    '"name":"gpu_models","type":{"type":"array","items":"string"},"doc":"GPU mode'
    'ls it would accept, sorted; empty: any.","default":[]},{"name":"sharing_key"'
    ',"type":"string","doc":"Ranks with the same key share GPUs (a trust domain a'
    'nd a way of sharing); `mig`: a MIG instance of its own; empty: not shared.",'
    '"default":""}],"namespace":"muster.job_events"}],"doc":"What each rank holds'
    '; null: an earlier version wrote it.","default":null},{"name":"gap_of","type'
    '":"string","doc":"Job that these nodes are kept for: this one fills the gap,'
    ' and yields when that fits; empty: none.","default":""},{"name":"guaranteed_'
    'until_ms","type":["null","long"],"doc":"It does not yield before but to prod'
    "uction inference, milliseconds since 1970 UTC; null: it is owed what it hold"
    's, or nothing is forecast.","default":null}],"namespace":"muster.job_events"'
    '},{"type":"record","name":"JobStarted","doc":"All ranks run.","subject":"job'
    '","fields":[{"name":"job_id","type":"string","doc":"Job."},{"name":"attempt"'
    ',"type":"int","doc":"Attempt."}],"namespace":"muster.job_events"},{"type":"r'
    'ecord","name":"JobResizing","doc":"An elastic job stops, to go on at once wi'
    'th another number of ranks.","subject":"job","fields":[{"name":"job_id","typ'
    'e":"string","doc":"Job."},{"name":"attempt","type":"int","doc":"The attempt '
    'that stops."},{"name":"ranks_from","type":"int","doc":"Its ranks."},{"name":'
    '"ranks_to","type":"int","doc":"Ranks of the next one, or fewer where they no'
    ' longer fit."},{"name":"reason","type":"string","doc":"Why."}],"namespace":"'
    'muster.job_events"},{"type":"record","name":"JobMoving","doc":"A job stops, '
    'to go on at once on other nodes, so that another has room.","subject":"job",'
    '"fields":[{"name":"job_id","type":"string","doc":"Job."},{"name":"attempt","'
    'type":"int","doc":"The attempt that stops."},{"name":"placements","type":{"t'
    'ype":"array","items":"muster.job_events.RankPlacement"},"doc":"Where it is t'
    'o go on, in rank order; elsewhere, where that is gone."},{"name":"reason","t'
    'ype":"string","doc":"Why."}],"namespace":"muster.job_events"},{"type":"recor'
    'd","name":"JobWarned","doc":"A watchdog has found something about a running '
    'job; told once an attempt for each action.","subject":"job","fields":[{"name'
    '":"job_id","type":"string","doc":"Job."},{"name":"attempt","type":"int","doc'
    '":"Attempt."},{"name":"watchdog","type":{"type":"enum","name":"Watchdog","do'
    'c":"What is watched.","symbols":["WALL_TIME","HANG","START_UP","LOSS","IDLE_'
    'GPUS","STRAGGLER"],"default":"WALL_TIME","namespace":"muster.job_events"},"d'
    'oc":"Which one."},{"name":"action","type":{"type":"enum","name":"WatchdogAct'
    'ion","doc":"What follows: nothing; the attempt ends, and another is a matter'
    ' of the job\'s retries; the job ends.","symbols":["TOLD","RETRIED","ENDED"],"'
    'default":"TOLD","namespace":"muster.job_events"},"doc":"What follows."},{"na'
    'me":"message","type":"string","doc":"What was found, for people."},{"name":"'
    'node_id","type":["null","string"],"doc":"Where; null: the whole gang.","defa'
    'ult":null},{"name":"rank","type":["null","int"],"doc":"Which rank; null: all'
    ', or unknown.","default":null},{"name":"tenant","type":"string","doc":"Tenan'
    't.","default":""},{"name":"team","type":"string","doc":"The job\'s team.","de'
    'fault":""}],"namespace":"muster.job_events"},{"type":"record","name":"JobSto'
    'pping","doc":"Ranks have been ordered to stop.","subject":"job","fields":[{"'
    'name":"job_id","type":"string","doc":"Job."},{"name":"attempt","type":"int",'
    '"doc":"Attempt."},{"name":"reason","type":"string","doc":"Why."},{"name":"re'
    'queues","type":"boolean","doc":"It waits again once it has stopped, and the '
    'attempt counts neither as failed nor as lost.","default":false},{"name":"pla'
    'n_id","type":"string","doc":"The preemption plan that it yields by; empty: i'
    't stops for another reason.","default":""},{"name":"yields_to","type":"strin'
    'g","doc":"The job that it yields to; empty: none.","default":""},{"name":"ca'
    'use","type":{"type":"enum","name":"StopCause","doc":"What kind of event stop'
    'ped it.","symbols":["UNSTATED","SPOT_RECLAIM"],"default":"UNSTATED","namespa'
    'ce":"muster.job_events"},"doc":"What kind of event stopped it.","default":"U'
    'NSTATED"},{"name":"save_bytes","type":["null","long"],"doc":"What it is beli'
    'eved to have to save, bytes; null: not known, or not asked.","default":null}'
    ',{"name":"saves_until_ms","type":["null","long"],"doc":"When that is believe'
    "d to be stored, milliseconds since 1970 UTC; null: not known, or it is not a"
    'sked to save.","default":null},{"name":"save_bytes_per_s","type":["null","lo'
    'ng"],"doc":"What it has of the store\'s bandwidth until it has stopped, bytes'
    ' per second; null: it is not asked to save.","default":null}],"namespace":"m'
    'uster.job_events"},{"type":"record","name":"SaveTooLarge","doc":"A job canno'
    't store its state before its node is taken away, and loses work.","subject":'
    '"job","fields":[{"name":"job_id","type":"string","doc":"Job."},{"name":"atte'
    'mpt","type":"int","doc":"Attempt."},{"name":"node_id","type":"string","doc":'
    '"The node that goes first."},{"name":"save_bytes","type":"long","doc":"What '
    'it has to save, bytes."},{"name":"fits_bytes","type":"long","doc":"What can '
    'be stored in the time that is left beside the others, bytes."},{"name":"dead'
    'line_ms","type":"long","doc":"When the node is gone, milliseconds since 1970'
    ' UTC."},{"name":"lost_gpu_ms","type":"long","doc":"GPU milliseconds since it'
    's last checkpoint, or since its start."}],"namespace":"muster.job_events"},{'
    '"type":"record","name":"PreemptionAccepted","doc":"A preemption plan is carr'
    'ied out: victims stop, nodes are held for the job.","subject":"plan","fields'
    '":[{"name":"plan_id","type":"string","doc":"Plan."},{"name":"job_id","type":'
    '"string","doc":"Job that the victims yield to; empty: a reservation."},{"nam'
    'e":"reservation","type":"string","doc":"Capacity reservation whose nodes the'
    ' victims leave; empty: they yield to a job.","default":""},{"name":"victims"'
    ',"type":{"type":"array","items":{"type":"record","name":"YieldingJob","doc":'
    '"A job that yields, whole or down to fewer ranks.","fields":[{"name":"job_id'
    '","type":"string","doc":"Job."},{"name":"attempt","type":"int","doc":"The at'
    'tempt that stops."},{"name":"ranks_kept","type":"int","doc":"Ranks it goes o'
    'n with; 0: it waits again.","default":0}],"namespace":"muster.job_events"}},'
    '"doc":"By job id."},{"name":"placements","type":{"type":"array","items":"mus'
    'ter.job_events.RankPlacement"},"doc":"Where the job is to go, in rank order;'
    ' these nodes are held for it."},{"name":"held_until_ms","type":"long","doc":'
    '"They are held at most until then, milliseconds since 1970 UTC."},{"name":"c'
    'ost_gpu_ms","type":"long","doc":"Price as planned, GPU milliseconds."},{"nam'
    'e":"as_of_seq","type":"long","doc":"State of the scheduler\'s log that the pl'
    'an was made from."}],"namespace":"muster.job_events"},{"type":"record","name'
    '":"PreemptionRefused","doc":"A preemption plan is not carried out; nobody st'
    'ops because of it.","subject":"plan","fields":[{"name":"plan_id","type":"str'
    'ing","doc":"Plan."},{"name":"job_id","type":"string","doc":"Job that the vic'
    'tims would have yielded to; empty: a reservation."},{"name":"reservation","t'
    'ype":"string","doc":"Capacity reservation whose nodes the victims leave; emp'
    'ty: they yield to a job.","default":""},{"name":"code","type":{"type":"enum"'
    ',"name":"RefusalCode","doc":"Why.","symbols":["EXPIRED","INVALID","UNDER_WAY'
    '","NOT_WAITING","NOT_ENTITLED","NOT_NEEDED","VICTIM_GONE","VICTIM_PROTECTED"'
    ',"VICTIM_TOO_YOUNG","VICTIM_LIMIT","PAIR","NO_ROOM"],"default":"INVALID","na'
    'mespace":"muster.job_events"},"doc":"Why."},{"name":"reason","type":"string"'
    ',"doc":"For people."}],"namespace":"muster.job_events"},{"type":"record","na'
    'me":"HoldMade","subject":"plan","doc":"Others move so that a waiting job fit'
    's; nodes are held for it until then.","fields":[{"name":"plan_id","type":"st'
    'ring","doc":"Plan."},{"name":"job_id","type":"string","doc":"Job that the ot'
    'hers make room for."},{"name":"victims","type":{"type":"array","items":"must'
    'er.job_events.YieldingJob"},"doc":"Jobs that move, by id; they go on with as'
    ' many ranks as they have."},{"name":"placements","type":{"type":"array","ite'
    'ms":"muster.job_events.RankPlacement"},"doc":"Where the job is to go, in ran'
    'k order."},{"name":"node_ids","type":{"type":"array","items":"string"},"doc"'
    ':"The nodes that are held, sorted: these, and those that the others go to."}'
    ',{"name":"held_until_ms","type":"long","doc":"They are held at most until th'
    'en, milliseconds since 1970 UTC."}],"namespace":"muster.job_events"},{"type"'
    ':"record","name":"HoldReleased","doc":"What victims of a preemption plan fre'
    'ed is no longer held for the job they yielded to.","subject":"plan","fields"'
    ':[{"name":"plan_id","type":"string","doc":"Plan."},{"name":"job_id","type":"'
    'string","doc":"Job that it was held for."},{"name":"reason","type":{"type":"'
    'enum","name":"HoldReleaseReason","doc":"Why.","symbols":["STARTED","NO_LONGE'
    'R_WAITS","NO_ROOM","EXPIRED"],"default":"NO_LONGER_WAITS","namespace":"muste'
    'r.job_events"},"doc":"STARTED: it was bound. NO_LONGER_WAITS: it was cancell'
    "ed or suspended. NO_ROOM: all have yielded, and it still does not fit. EXPIR"
    'ED: they took too long."}],"namespace":"muster.job_events"},{"type":"record"'
    ',"name":"FragmentationSustained","subject":"plan","doc":"GPU stays free and '
    "scattered while jobs wait that need no more: moves are planned for all these"
    '.","fields":[{"name":"job_id","type":"string","doc":"The first of these jobs'
    '."},{"name":"since_ms","type":"long","doc":"Since when, milliseconds since 1'
    '970 UTC."},{"name":"gpu_milli_scattered","type":"long","doc":"Most GPU that '
    'is free for one of these jobs, thousandths."},{"name":"gpu_milli_total","typ'
    'e":"long","doc":"GPU of the cluster, thousandths."},{"name":"jobs","type":"i'
    'nt","doc":"How many jobs wait so."}],"namespace":"muster.job_events"},{"type'
    '":"record","name":"FragmentationEased","subject":"plan","doc":"What was told'
    ' by FragmentationSustained is over.","fields":[{"name":"job_id","type":"stri'
    'ng","doc":"The job that was named then."},{"name":"since_ms","type":"long","'
    'doc":"Since when it was so, milliseconds since 1970 UTC."},{"name":"gpu_mill'
    'i_scattered","type":"long","doc":"What is free and scattered now, thousandth'
    's of GPU; not beyond the policy\'s bound."}],"namespace":"muster.job_events"}'
    ',{"type":"record","name":"DemandForecast","subject":"plan","doc":"How much b'
    'est-effort work may hold together: others are believed not to need it soon."'
    ',"fields":[{"name":"duration_ms","type":"long","doc":"The guaranteed duratio'
    'n, milliseconds."},{"name":"gpu_milli_total","type":"long","doc":"GPU of the'
    ' cluster, thousandths."},{"name":"gpu_milli_demand","type":"long","doc":"GPU'
    " that all other work holds, and waits for as far as it is owed, thousandths."
    '"},{"name":"gpu_milli_rise","type":"long","doc":"By how much that is believe'
    "d to grow within the duration, thousandths: what nine in ten rises at this h"
    'our of day did not exceed."},{"name":"scale_percent","type":"int","doc":"How'
    " much of what is left is given out: more after days on which few guaranteed "
    'runs had to yield."},{"name":"gpu_milli_quota","type":"long","doc":"What bes'
    't-effort work may hold together, thousandths of GPU."}],"namespace":"muster.'
    'job_events"},{"type":"record","name":"AttemptEnded","doc":"An attempt is ove'
    'r on every node and its GPUs are free.","subject":"job","fields":[{"name":"j'
    'ob_id","type":"string","doc":"Job."},{"name":"attempt","type":"int","doc":"A'
    'ttempt."},{"name":"outcome","type":{"type":"enum","name":"AttemptOutcome","d'
    'oc":"How.","symbols":["SUCCEEDED","FAILED","STOPPED","TIMED_OUT","LOST","REF'
    'USED"],"default":"REFUSED","namespace":"muster.job_events"},"doc":"How."},{"'
    'name":"exit_code","type":["null","int"],"doc":"Of the first failing rank.","'
    'default":null},{"name":"signal","type":["null","int"],"doc":"Of the first fa'
    'iling rank.","default":null},{"name":"rank","type":["null","int"],"doc":"Fir'
    'st failing rank.","default":null},{"name":"node_id","type":["null","string"]'
    ',"doc":"Its node.","default":null},{"name":"message","type":"string","doc":"'
    'For people.","default":""},{"name":"ran_ms","type":"long","doc":"From bind t'
    'o end."},{"name":"verdict","type":["null",{"type":"record","name":"FailureVe'
    'rdict","doc":"Why an attempt failed, by the rules in effect; rank and node a'
    're those of its fact.","fields":[{"name":"rule","type":"string","doc":"The f'
    'irst rule with a sign."},{"name":"rules_version","type":"int","doc":"Version'
    ' of the rules."},{"name":"category","type":"string","doc":"Whose part failed'
    ', as in the rule."},{"name":"subcategory","type":"string","doc":"What of it.'
    '"},{"name":"persistence","type":"string","doc":"transient, permanent or unkn'
    'own: whether the same attempt would fail again."},{"name":"action","type":"s'
    'tring","doc":"What the rule demands for the job."},{"name":"node_action","ty'
    'pe":"string","doc":"What the rule advises for the node."},{"name":"sign","ty'
    'pe":"string","doc":"By what it was recognised: a line of the output, exit co'
    'de 137."},{"name":"means","type":"string","doc":"What happened, in the rule\''
    's words."},{"name":"hint","type":"string","doc":"What to change, in the rule'
    '\'s words."},{"name":"line","type":["null","long"],"doc":"Number of the line '
    'in the rank\'s stream, when it was a line.","default":null},{"name":"stream",'
    '"type":"string","doc":"Its stream: stdout or stderr.","default":""},{"name":'
    '"count","type":"long","doc":"Lines with such a sign; 0: it was no line.","de'
    'fault":0},{"name":"at_ms","type":["null","long"],"doc":"When: of the line, e'
    'lse of the rank\'s end, milliseconds since 1970 UTC.","default":null},{"name"'
    ':"spared","type":"boolean","doc":"The attempt does not count among those tha'
    't the user granted.","default":false},{"name":"cause_seen","type":"boolean",'
    '"doc":"False: no rank shows a cause of its own; it began where nothing was s'
    'een.","default":true},{"name":"others","type":{"type":"array","items":{"type'
    '":"record","name":"RankVerdict","doc":"Another rank that failed.","fields":['
    '{"name":"rank","type":["null","int"],"doc":"Rank; null: its node was lost, o'
    'r refused.","default":null},{"name":"node_id","type":"string","doc":"Its nod'
    'e."},{"name":"rule","type":"string","doc":"The first rule with a sign."},{"n'
    'ame":"followed","type":"boolean","doc":"It failed because another rank had g'
    'one, or waited for one that had."}],"namespace":"muster.job_events"}},"doc":'
    '"Other ranks that failed, by rank, the first of them.","default":[]},{"name"'
    ':"others_more","type":"int","doc":"How many more than these.","default":0},{'
    '"name":"unscanned","type":"string","doc":"Why output was not scanned, or not'
    ' all of it; empty: it was.","default":""}],"namespace":"muster.job_events"}]'
    ',"doc":"Why; null: nothing failed, or no rules are in effect.","default":nul'
    'l}],"namespace":"muster.job_events"},{"type":"record","name":"JobRequeued","'
    'doc":"The job waits again.","subject":"job","fields":[{"name":"job_id","type'
    '":"string","doc":"Job."},{"name":"attempt_next","type":"int","doc":"Number o'
    'f the next attempt."},{"name":"reason","type":"string","doc":"Why."},{"name"'
    ':"not_before_ms","type":"long","doc":"Earliest time of the next attempt."},{'
    '"name":"memory_mib","type":["null","long"],"doc":"Memory of each rank from t'
    'he next attempt on, MiB; null: as before.","default":null}],"namespace":"mus'
    'ter.job_events"},{"type":"record","name":"JobSucceeded","doc":"Every rank en'
    'ded with exit code 0.","subject":"job","fields":[{"name":"job_id","type":"st'
    'ring","doc":"Job."},{"name":"attempt","type":"int","doc":"Attempt."}],"names'
    'pace":"muster.job_events"},{"type":"record","name":"JobFailed","doc":"The jo'
    'b is over and did not succeed.","subject":"job","fields":[{"name":"job_id","'
    'type":"string","doc":"Job."},{"name":"attempt","type":"int","doc":"Attempt."'
    '},{"name":"reason","type":"string","doc":"Why."},{"name":"exit_code","type":'
    '["null","int"],"doc":"Of the first failing rank.","default":null}],"namespac'
    'e":"muster.job_events"},{"type":"record","name":"JobCancelled","doc":"The jo'
    'b was cancelled and nothing of it runs.","subject":"job","fields":[{"name":"'
    'job_id","type":"string","doc":"Job."},{"name":"requested_by","type":"string"'
    ',"doc":"Who asked."},{"name":"reason","type":"string","doc":"Why."}],"namesp'
    'ace":"muster.job_events"},{"type":"record","name":"JobSuspended","doc":"The '
    'job was suspended and nothing of it runs.","subject":"job","fields":[{"name"'
    ':"job_id","type":"string","doc":"Job."},{"name":"requested_by","type":"strin'
    'g","doc":"Who asked."},{"name":"reason","type":"string","doc":"Why."}],"name'
    'space":"muster.job_events"},{"type":"record","name":"JobResumed","doc":"A su'
    'spended job waits again.","subject":"job","fields":[{"name":"job_id","type":'
    '"string","doc":"Job."},{"name":"requested_by","type":"string","doc":"Who ask'
    'ed."}],"namespace":"muster.job_events"},{"type":"record","name":"CheckpointR'
    'ecorded","doc":"All of a checkpoint is safe in the store; the next attempt b'
    'egins from it.","subject":"job","fields":[{"name":"job_id","type":"string","'
    'doc":"Job."},{"name":"attempt","type":"int","doc":"Attempt."},{"name":"rank"'
    ',"type":"int","doc":"Rank that wrote it."},{"name":"file","type":"string","d'
    'oc":"File name: the one file that it is, or the record of its parts."},{"nam'
    'e":"uri","type":"string","doc":"Where."},{"name":"sha256","type":"string","d'
    'oc":"Of that file."},{"name":"size_bytes","type":"long","doc":"Of all its fi'
    'les, of all ranks together."},{"name":"files","type":"int","doc":"So many fi'
    'les.","default":1},{"name":"unchanged_bytes","type":"long","doc":"Of these, '
    'in files that had not changed and were in the store before.","default":0},{"'
    'name":"step","type":["null","long"],"doc":"Step after which it was saved; nu'
    'll: it is one file, which does not say.","default":null}],"namespace":"muste'
    'r.job_events"},{"type":"record","name":"CheckpointExpired","doc":"A checkpoi'
    'nt is kept no longer; it is to be removed from the store.","subject":"checkp'
    'oint","fields":[{"name":"job_id","type":"string","doc":"Job."},{"name":"tena'
    'nt","type":"string","doc":"Tenant."},{"name":"attempt","type":"int","doc":"A'
    'ttempt that saved it."},{"name":"rank","type":"int","doc":"Rank in whose fol'
    'der its file lay."},{"name":"file","type":"string","doc":"File name: the one'
    ' file that it is, or the record of its parts."},{"name":"uri","type":"string'
    '","doc":"Of that file."},{"name":"sha256","type":"string","doc":"Of that fil'
    'e."},{"name":"size_bytes","type":"long","doc":"Of all its files."},{"name":"'
    'step","type":["null","long"],"doc":"Step after which it was saved; null: it '
    'is one file.","default":null},{"name":"kept_before","type":["null","string"]'
    ',"doc":"Address of the record of the nearest one before it, of the same atte'
    'mpt, that is kept: what both name stays; null: there is none.","default":nul'
    'l}],"namespace":"muster.job_events"},{"type":"record","name":"CheckpointDele'
    'ted","doc":"A checkpoint that had expired is removed from the store.","subje'
    'ct":"checkpoint","fields":[{"name":"job_id","type":"string","doc":"Job."},{"'
    'name":"tenant","type":"string","doc":"Tenant."},{"name":"attempt","type":"in'
    't","doc":"Attempt that saved it."},{"name":"rank","type":"int","doc":"Rank i'
    'n whose folder its file lay."},{"name":"file","type":"string","doc":"File na'
    'me: the one file that it was, or the record of its parts."},{"name":"uri","t'
    'ype":"string","doc":"Of that file."},{"name":"objects","type":"long","doc":"'
    "So many objects were removed; files that a kept checkpoint names, too, stay."
    '"},{"name":"freed_bytes","type":"long","doc":"Bytes that they had."}],"names'
    'pace":"muster.job_events"},"muster.job_events.NodeJoined","muster.job_events'
    '.NodeSuspected","muster.job_events.NodeRecovered","muster.job_events.NodeLos'
    't","muster.job_events.NodeForgotten","muster.job_events.NodeRefused",{"type"'
    ':"record","name":"NodeCordoned","doc":"Nothing new goes there.","subject":"n'
    'ode","fields":[{"name":"node_id","type":"string","doc":"Node."},{"name":"req'
    'uested_by","type":"string","doc":"Who."},{"name":"reason","type":"string","d'
    'oc":"Why."}],"namespace":"muster.job_events"},{"type":"record","name":"NodeU'
    'ncordoned","doc":"Work goes there again.","subject":"node","fields":[{"name"'
    ':"node_id","type":"string","doc":"Node."},{"name":"requested_by","type":"str'
    'ing","doc":"Who."}],"namespace":"muster.job_events"},{"type":"record","name"'
    ':"NodeDraining","doc":"Nothing new is placed on the node, and what runs ther'
    'e is moved.","subject":"node","fields":[{"name":"node_id","type":"string","d'
    'oc":"Node."},{"name":"requested_by","type":"string","doc":"Operator."},{"nam'
    'e":"reason","type":"string","doc":"Why.","default":""}],"namespace":"muster.'
    'job_events"},{"type":"record","name":"NodeUndrained","doc":"Work may be plac'
    'ed on the node again.","subject":"node","fields":[{"name":"node_id","type":"'
    'string","doc":"Node."},{"name":"requested_by","type":"string","doc":"Operato'
    'r."}],"namespace":"muster.job_events"},{"type":"record","name":"NodeTagged",'
    '"doc":"What operators say of the node, beside what it announces, from now on'
    '.","subject":"node","fields":[{"name":"node_id","type":"string","doc":"Node.'
    '"},{"name":"labels","type":{"type":"map","values":"string"},"doc":"Labels; t'
    'hey win over announced ones.","default":{}},{"name":"taints","type":{"type":'
    '"array","items":"string"},"doc":"Taints, sorted.","default":[]},{"name":"req'
    'uested_by","type":"string","doc":"Operator."}],"namespace":"muster.job_event'
    's"},{"type":"record","name":"MaintenanceScheduled","doc":"The node will be c'
    "losed for a time: only work that is predicted to end before is placed there."
    '","subject":"node","fields":[{"name":"node_id","type":"string","doc":"Node."'
    '},{"name":"starts_at_ms","type":"long","doc":"From when, milliseconds since '
    '1970 UTC."},{"name":"ends_at_ms","type":"long","doc":"Until when."},{"name":'
    '"requested_by","type":"string","doc":"Operator."},{"name":"reason","type":"s'
    'tring","doc":"Why.","default":""}],"namespace":"muster.job_events"},{"type":'
    '"record","name":"MaintenanceStarted","doc":"The node\'s window has begun: it '
    'is closed, and what still runs there is moved.","subject":"node","fields":[{'
    '"name":"node_id","type":"string","doc":"Node."}],"namespace":"muster.job_eve'
    'nts"},{"type":"record","name":"MaintenanceEnded","doc":"The node\'s window is'
    ' over, or was called off.","subject":"node","fields":[{"name":"node_id","typ'
    'e":"string","doc":"Node."},{"name":"requested_by","type":["null","string"],"'
    'doc":"Operator who called it off; null: its time was over.","default":null}]'
    ',"namespace":"muster.job_events"},{"type":"record","name":"NodeReclaiming","'
    'doc":"The node will be taken away: nothing new is placed there, and what run'
    's there saves and leaves.","subject":"node","fields":[{"name":"node_id","typ'
    'e":"string","doc":"Node."},{"name":"notice_id","type":"string","doc":"Which '
    'announcement; another one takes the place of the last."},{"name":"deadline_m'
    's","type":["null","long"],"doc":"When it is gone, milliseconds since 1970 UT'
    'C; null: it is at risk, and what runs there stays.","default":null},{"name":'
    '"source","type":"muster.task_events.ReclaimSource","doc":"Who announced it."'
    '},{"name":"requested_by","type":"string","doc":"Operator; empty: the node\'s '
    'provider.","default":""},{"name":"reason","type":"string","doc":"For people.'
    '","default":""}],"namespace":"muster.job_events"},{"type":"record","name":"N'
    'odeSpared","doc":"The node is not taken away after all, or is there again: w'
    'ork may be placed on it.","subject":"node","fields":[{"name":"node_id","type'
    '":"string","doc":"Node."},{"name":"requested_by","type":"string","doc":"Oper'
    'ator; empty: the node\'s provider.","default":""},{"name":"reason","type":"st'
    'ring","doc":"For people.","default":""}],"namespace":"muster.job_events"},{"'
    'type":"record","name":"NodeTesting","doc":"The node\'s agent is told to test '
    'it; NodeNoted says that it passed, NodeFaulted what is wrong.","subject":"no'
    'de","fields":[{"name":"node_id","type":"string","doc":"Node."},{"name":"requ'
    'ested_by","type":"string","doc":"Operator."},{"name":"reason","type":"string'
    '","doc":"Why.","default":""}],"namespace":"muster.job_events"},{"type":"reco'
    'rd","name":"NodeNoted","doc":"What is wrong with the node by its own account'
    ', or what its tests found that it passed.","subject":"node","fields":[{"name'
    '":"node_id","type":"string","doc":"Node."},{"name":"note","type":"string","d'
    'oc":"One sentence; empty: nothing any more."}],"namespace":"muster.job_event'
    's"},{"type":"record","name":"NodeFaulted","doc":"The node\'s kernel reported '
    'a fault that a rule of failures knows.","subject":"node","fields":[{"name":"'
    'node_id","type":"string","doc":"Node."},{"name":"rule","type":"string","doc"'
    ':"Rule."},{"name":"rules_version","type":"int","doc":"Version of the rules i'
    'n effect."},{"name":"xid","type":["null","int"],"doc":"Number of NVIDIA\'s Xi'
    'd; null: it is none.","default":null},{"name":"gpu","type":"string","doc":"P'
    'CI address of the GPU; empty: none is named.","default":""},{"name":"node_ac'
    'tion","type":"string","doc":"What the rule demands for the node."},{"name":"'
    'strike","type":"int","doc":"Which strike of the node it is, from 1; 0: it do'
    'es not count.","default":0},{"name":"closes","type":"boolean","doc":"Whether'
    ' the node is closed for it.","default":false},{"name":"message","type":"stri'
    'ng","doc":"For people: what happened, what the node needs, and what it had b'
    'efore."}],"namespace":"muster.job_events"},"muster.job_events.NodeRelocated"'
    ',"muster.job_events.GpuUnhealthy","muster.job_events.GpuRecovered",{"type":"'
    'record","name":"GpuGeometryChanged","doc":"An empty GPU was cut, to take MIG'
    ' instances and nothing else, or made whole again.","subject":"node","fields"'
    ':[{"name":"node_id","type":"string","doc":"Node."},{"name":"gpu_index","type'
    '":"int","doc":"GPU."},{"name":"cut","type":"boolean","doc":"True: MIG mode. '
    'False: whole."},{"name":"for_job_id","type":"string","doc":"The waiting job '
    'that needed it."}],"namespace":"muster.job_events"},{"type":"record","name":'
    '"QueueCreated","doc":"A queue exists.","subject":"queue","fields":[{"name":"'
    'queue","type":"string","doc":"Name."},{"name":"tenant","type":"string","doc"'
    ':"Tenant."},{"name":"description","type":"string","doc":"For people."},{"nam'
    'e":"requested_by","type":"string","doc":"Who."},{"name":"settings","type":["'
    'null","muster.queue_commands.QueueSettings"],"doc":"Shares and limits; null '
    'for none.","default":null}],"namespace":"muster.job_events"},{"type":"record'
    '","name":"QueueConfigured","doc":"A queue has other shares and limits.","sub'
    'ject":"queue","fields":[{"name":"queue","type":"string","doc":"Name."},{"nam'
    'e":"tenant","type":"string","doc":"Tenant."},{"name":"settings","type":"must'
    'er.queue_commands.QueueSettings","doc":"All of them."},{"name":"requested_by'
    '","type":"string","doc":"Who."}],"namespace":"muster.job_events"},{"type":"r'
    'ecord","name":"QueueMeasured","doc":"What a queue and those below it use, an'
    'd what is due to it; sent when it changed, now and then.","subject":"queue",'
    '"fields":[{"name":"queue","type":"string","doc":"Name."},{"name":"tenant","t'
    'ype":"string","doc":"Tenant."},{"name":"gpu_milli_used","type":"long","doc":'
    '"Held, thousandths of GPU."},{"name":"gpu_milli_used_by_model","type":{"type'
    '":"map","values":"long"},"doc":"Per model."},{"name":"cpu_milli_used","type"'
    ':"long","doc":"Held, thousandths of a core."},{"name":"memory_mib_used","typ'
    'e":"long","doc":"Held, MiB."},{"name":"gpu_milli_borrowed","type":"long","do'
    'c":"Of what is used, beyond the guarantee."},{"name":"gpu_milli_lent","type"'
    ':"long","doc":"Of the guarantee, unused: others may have it."},{"name":"shar'
    'e_ppm","type":"long","doc":"Dominant part of the cluster that it holds now, '
    'millionths."},{"name":"share_due_ppm","type":"long","doc":"Part of the clust'
    'er due to it by weight among its busy neighbours, millionths."},{"name":"usa'
    'ge_gpu_ms","type":"long","doc":"Weighted usage over the window: GPU millisec'
    'onds at model price, decayed."},{"name":"credit_gpu_ms","type":"long","doc":'
    '"Burst credit, the same unit."},{"name":"jobs_running","type":"int","doc":"J'
    'obs that hold GPUs."},{"name":"jobs_pending","type":"int","doc":"Jobs that w'
    'ait."}],"namespace":"muster.job_events"},{"type":"record","name":"QueueDelet'
    'ed","doc":"A queue is gone.","subject":"queue","fields":[{"name":"queue","ty'
    'pe":"string","doc":"Name."},{"name":"tenant","type":"string","doc":"Tenant."'
    '},{"name":"requested_by","type":"string","doc":"Who."}],"namespace":"muster.'
    'job_events"},{"type":"record","name":"CapacityReserved","doc":"Nodes are res'
    'erved for a queue.","subject":"reservation","fields":[{"name":"reservation",'
    '"type":"string","doc":"Name."},{"name":"tenant","type":"string","doc":"Tenan'
    't."},{"name":"queue","type":"string","doc":"Whose jobs may be placed there, '
    'and those of the queues below it."},{"name":"gpu_model","type":"string","doc'
    '":"GPU model of the nodes."},{"name":"gpu_count","type":"int","doc":"GPUs of'
    ' the nodes together."},{"name":"node_ids","type":{"type":"array","items":"st'
    'ring"},"doc":"Sorted. Until it starts, other jobs are placed there only if t'
    'hey are predicted to end before."},{"name":"starts_at_ms","type":"long","doc'
    '":"From when."},{"name":"ends_at_ms","type":"long","doc":"Until when."},{"na'
    'me":"requested_by","type":"string","doc":"Who."}],"namespace":"muster.job_ev'
    'ents"},{"type":"record","name":"CapacityReassigned","doc":"A reservation has'
    ' other nodes: some of its own were closed or lost.","subject":"reservation",'
    '"fields":[{"name":"reservation","type":"string","doc":"Name."},{"name":"tena'
    'nt","type":"string","doc":"Tenant."},{"name":"queue","type":"string","doc":"'
    'Whose jobs may be placed there, and those of the queues below it."},{"name":'
    '"node_ids","type":{"type":"array","items":"string"},"doc":"All of them now, '
    'sorted."},{"name":"reason","type":"string","doc":"Why."}],"namespace":"muste'
    'r.job_events"},{"type":"record","name":"CapacityReservationStarted","doc":"F'
    'rom now on only jobs of the queue may be placed on the nodes.","subject":"re'
    'servation","fields":[{"name":"reservation","type":"string","doc":"Name."},{"'
    'name":"tenant","type":"string","doc":"Tenant."},{"name":"queue","type":"stri'
    'ng","doc":"Whose jobs may be placed there, and those of the queues below it.'
    '"}],"namespace":"muster.job_events"},{"type":"record","name":"CapacityReserv'
    'ationEnded","doc":"The nodes are released.","subject":"reservation","fields"'
    ':[{"name":"reservation","type":"string","doc":"Name."},{"name":"tenant","typ'
    'e":"string","doc":"Tenant."},{"name":"queue","type":"string","doc":"Whose jo'
    'bs may be placed there, and those of the queues below it."},{"name":"reason"'
    ',"type":{"type":"enum","name":"ReservationEnd","doc":"Why.","symbols":["OVER'
    '","CANCELLED"],"default":"OVER","namespace":"muster.job_events"},"doc":"Why.'
    '"},{"name":"requested_by","type":"string","doc":"Who cancelled it; empty whe'
    'n its time was over.","default":""}],"namespace":"muster.job_events"},{"type'
    '":"record","name":"PolicyActivated","doc":"Decisions follow this policy from'
    ' here on.","subject":"policy","fields":[{"name":"policy","type":"muster.oper'
    'ator_commands.Policy","doc":"The whole policy."},{"name":"requested_by","typ'
    'e":"string","doc":"Who."}],"namespace":"muster.job_events"},{"type":"record"'
    ',"name":"FailureRulesActivated","doc":"Failures are judged by these rules fr'
    'om here on.","subject":"policy","fields":[{"name":"version","type":"int","do'
    'c":"Version of the rules."},{"name":"sha256","type":"string","doc":"Of the t'
    'ext."},{"name":"rules","type":"string","doc":"The rules file."},{"name":"req'
    'uested_by","type":"string","doc":"Operator, or the first leader."}],"namespa'
    'ce":"muster.job_events"},{"type":"record","name":"StartTask","doc":"Start th'
    'ese ranks.","fields":[{"name":"node_id","type":"string","doc":"Node."},{"nam'
    'e":"epoch","type":"long","doc":"Leader\'s epoch; older than one already seen:'
    ' refuse."},{"name":"order_seq","type":"long","doc":"Position of the decision'
    ': seq of the input that caused it."},{"name":"job_id","type":"string","doc":'
    '"Job."},{"name":"attempt","type":"int","doc":"Attempt; started at most once.'
    '"},{"name":"tenant","type":"string","doc":"Tenant."},{"name":"job_name","typ'
    'e":"string","doc":"Job\'s name."},{"name":"user","type":"string","doc":"Job\'s'
    ' user."},{"name":"ranks","type":{"type":"array","items":{"type":"record","na'
    'me":"RankAssignment","doc":"What one rank gets on the node.","fields":[{"nam'
    'e":"rank","type":"int","doc":"Rank."},{"name":"gpu_indices","type":{"type":"'
    'array","items":"int"},"doc":"GPUs."},{"name":"gpu_milli","type":"int","doc":'
    '"Thousandths of each."},{"name":"sharing","type":"muster.node_commands.Shari'
    'ng","doc":"Who else may be on them.","default":"EXCLUSIVE"},{"name":"mig_pro'
    'file","type":["null","string"],"doc":"Profile of the MIG instance it gets.",'
    '"default":null},{"name":"mig_start","type":["null","int"],"doc":"First memor'
    'y slice of that instance.","default":null},{"name":"cpu_milli","type":"long"'
    ',"doc":"Thousandths of a CPU core it may use; 0: without limit.","default":0'
    '},{"name":"memory_mib","type":"long","doc":"Main memory it may use, MiB; 0: '
    'without limit.","default":0}],"namespace":"muster.node_commands"}},"doc":"Ra'
    'nks on this node."},{"name":"world_size","type":"int","doc":"Ranks in all."}'
    ',{"name":"master_address","type":"string","doc":"Address of rank 0."},{"name'
    '":"master_port","type":"int","doc":"Rendezvous port on rank 0\'s node."},{"na'
    'me":"image","type":["null","string"],"doc":"Container image.","default":null'
    '},{"name":"command","type":{"type":"array","items":"string"},"doc":"Program '
    'and arguments."},{"name":"env","type":{"type":"map","values":"string"},"doc"'
    ':"Environment.","default":{}},{"name":"files_sha256","type":["null","string"'
    '],"doc":"Working files.","default":null},{"name":"wall_time_max_ms","type":['
    '"null","long"],"doc":"Stop after this long.","default":null},{"name":"hang_a'
    'fter_ms","type":["null","long"],"doc":"Report ranks that say nothing for so '
    'long; null: do not.","default":null},{"name":"start_up_max_ms","type":["null'
    '","long"],"doc":"The same from their start, while they hardly use the CPU; n'
    'ull: do not.","default":null},{"name":"gpu_idle_max_ms","type":["null","long'
    '"],"doc":"Report when its GPUs did next to nothing for so long; null: do not'
    '.","default":null},{"name":"straggler_after_ms","type":["null","long"],"doc"'
    ':"Measure over so long how long the steps of each rank take, and report it; '
    'null: do not.","default":null},{"name":"grace_ms","type":"long","doc":"Betwe'
    'en SIGTERM and SIGKILL."},{"name":"checkpoint_enabled","type":"boolean","doc'
    '":"Keep checkpoints."},{"name":"checkpoint_bytes_per_s","type":"long","doc":'
    '"What the job may store of checkpoints, bytes per second; the node takes the'
    ' part that its ranks are.","default":1000000000},{"name":"mtbf_ms","type":["'
    'null","long"],"doc":"How long the gang is believed to run until one of its n'
    "odes ends, by what the log says of such nodes; null: it keeps no checkpoints"
    '.","default":null},{"name":"checkpoint_uri","type":["null","string"],"doc":"'
    'Newest checkpoint of an earlier attempt.","default":null},{"name":"checkpoin'
    't_sha256","type":["null","string"],"doc":"Its hash.","default":null},{"name"'
    ':"checkpoint_file","type":["null","string"],"doc":"Its file name.","default"'
    ':null},{"name":"checkpoints_earlier","type":{"type":"array","items":{"type":'
    '"record","name":"StoredCheckpoint","doc":"A checkpoint that is whole in the '
    'store.","fields":[{"name":"uri","type":"string","doc":"Of the one file that '
    'it is, or of the record of its parts."},{"name":"sha256","type":"string","do'
    'c":"Its hash."},{"name":"file","type":"string","doc":"Its file name."}],"nam'
    'espace":"muster.node_commands"}},"doc":"Those before it, the newest first: e'
    'ach is tried when the one before it in this list is damaged.","default":[]},'
    '{"name":"offline","type":"boolean","doc":"Its ranks see no network but their'
    ' own loopback.","default":false},{"name":"failure_rules_sha256","type":["nul'
    'l","string"],"doc":"Rules of failures by which output is scanned; null: none'
    ' are in effect.","default":null},{"name":"failure_rules_version","type":["nu'
    'll","int"],"doc":"Their version.","default":null}],"namespace":"muster.node_'
    'commands"},{"type":"record","name":"StopTask","doc":"Stop this attempt\'s ran'
    'ks; unknown attempt: nothing to do.","fields":[{"name":"node_id","type":"str'
    'ing","doc":"Node."},{"name":"epoch","type":"long","doc":"Leader\'s epoch; old'
    'er than one already seen: refuse."},{"name":"order_seq","type":"long","doc":'
    '"Position of the decision: seq of the input that caused it."},{"name":"job_i'
    'd","type":"string","doc":"Job."},{"name":"attempt","type":"int","doc":"Attem'
    'pt; started at most once."},{"name":"grace_ms","type":"long","doc":"Between '
    'SIGTERM and SIGKILL."},{"name":"checkpoint_grace_ms","type":"long","doc":"Mo'
    'st time for a checkpoint before SIGTERM; 0: the ranks do not go on later.","'
    'default":0},{"name":"checkpoint_bytes_per_s","type":["null","long"],"doc":"W'
    "hat the job may store of checkpoints from now on, bytes per second; the node"
    ' takes the part that its ranks are; null: as before.","default":null},{"name'
    '":"reason","type":"string","doc":"Why."}],"namespace":"muster.node_commands"'
    '},{"type":"record","name":"TestNode","doc":"Look whether the machine does wh'
    'at jobs need of it, and report it.","fields":[{"name":"node_id","type":"stri'
    'ng","doc":"Node."},{"name":"epoch","type":"long","doc":"Leader\'s epoch."},{"'
    'name":"order_seq","type":"long","doc":"seq of the input that this order foll'
    'ows from."},{"name":"reason","type":"string","doc":"Why, for people."}],"nam'
    'espace":"muster.node_commands"},{"type":"record","name":"QueueRestricted","s'
    'ubject":"queue","doc":"Jobs of some tiers do not start from a queue and thos'
    'e below it; what runs goes on.","fields":[{"name":"queue","type":"string","d'
    'oc":"Name."},{"name":"tenant","type":"string","doc":"Tenant."},{"name":"rest'
    'riction","type":"string","doc":"Its name; unique in its queue."},{"name":"ti'
    'ers","type":{"type":"array","items":"muster.job_commands.Tier"},"doc":"Jobs '
    'of these tiers do not start."},{"name":"until_ms","type":["null","long"],"do'
    'c":"It ends then, milliseconds since 1970 UTC; null: when it is lifted.","de'
    'fault":null},{"name":"reason","type":"string","doc":"Why, for those who wait'
    '."},{"name":"requested_by","type":"string","doc":"User or service who asked.'
    '"}],"namespace":"muster.job_events"},{"type":"record","name":"QueueRestricti'
    'onEnded","subject":"queue","doc":"A restriction of a queue was lifted, or it'
    's time is over.","fields":[{"name":"queue","type":"string","doc":"Name."},{"'
    'name":"tenant","type":"string","doc":"Tenant."},{"name":"restriction","type"'
    ':"string","doc":"Its name."},{"name":"requested_by","type":["null","string"]'
    ',"doc":"User or service who lifted it; null: its time is over.","default":nu'
    'll}],"namespace":"muster.job_events"},{"type":"record","name":"OutputRecorde'
    'd","doc":"What an attempt\'s ranks on one node have written takes so many byt'
    'es of the store.","subject":"output","fields":[{"name":"job_id","type":"stri'
    'ng","doc":"Job."},{"name":"attempt","type":"int","doc":"Attempt, 1-based."},'
    '{"name":"node_id","type":"string","doc":"Node."},{"name":"size_bytes","type"'
    ':"long","doc":"Bytes so far, of all its ranks there; never less than before.'
    '"}],"namespace":"muster.job_events"},{"type":"record","name":"OutputDeleted"'
    ',"doc":"The output of a job that is over is removed from the store, all of i'
    't.","subject":"output","fields":[{"name":"job_id","type":"string","doc":"Job'
    '."},{"name":"tenant","type":"string","doc":"Tenant."},{"name":"objects","typ'
    'e":"long","doc":"So many objects were removed by the try that tells it."}],"'
    'namespace":"muster.job_events"}],"doc":"Fact or order."}],"namespace":"muste'
    'r.scheduler_log"}},"doc":"In order."},{"name":"state_hash","type":["null","s'
    'tring"],"doc":"Hash of the whole state after this batch, when it was taken."'
    ',"default":null},{"name":"hash_version","type":"int","doc":"How state_hash w'
    'as computed; hashes of different versions are not compared.","default":1},{"'
    'name":"decisions_version","type":"int","doc":"Which version of the rules dec'
    'ided; another one may decide otherwise. 0: not recorded.","default":0}],"nam'
    'espace":"muster.scheduler_log"}],"doc":"What happened."}]}'
)
