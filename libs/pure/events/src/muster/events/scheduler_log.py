"""All inputs in one order, with their decisions: sufficient to replay everything.

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
    ForgetNode,
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
    """Position at which an input was read.

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
    """A command that was rejected before it was sequenced; `code` and `message` say why (ADR 4, 55).

    Attributes:
        command_id: event_id of the command.
        command: Record name of the command.
        subject: Job, queue or node.
        tenant: Tenant.
        code: Kind of rejection: it breaks a rule, or its sender may not send it.
        message: Message for people.
        violations: Violations by field.
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
    ForgetNode,
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
    """One input with its place in the order.

    Attributes:
        seq: Its place in the one order, without gaps.
        event_id: event_id of the record it came in.
        correlation_id: correlation_id of the record it came in.
        source: Source; null: the leader itself observed it.
        payload: The input.
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
        | ForgetNode
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
        event_id: event_id, as in the public topic.
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
        seq_first: seq of the first input; of an empty batch, the next seq.
        observed_at_ms: Time of the batch, the only time that the core knows.
        positions: Position in every input partition after this batch.
        inputs: Inputs, in order.
        decisions: Decisions, in order.
        state_hash: Hash of the whole state after this batch, if it was computed.
        hash_version: Version of the computation of state_hash; hashes of different versions are not
            compared.
        decisions_version: Version of the decision rules; other versions may decide differently. 0:
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
    '"All inputs in one order, with their decisions: sufficient to replay everyth'
    'ing.","fields":[{"name":"event_id","type":"string","doc":"Unique for ever; t'
    'he deduplication key."},{"name":"key","type":"string","doc":"Kafka key; reco'
    'rds with the same key keep their order."},{"name":"occurred_at_ms","type":"l'
    'ong","doc":"Time of the event according to the producer, milliseconds since '
    '1970 UTC."},{"name":"producer","type":"string","doc":"Service and instance t'
    'hat wrote the record."},{"name":"correlation_id","type":"string","doc":"Shar'
    'ed by everything that follows from one request."},{"name":"causation_id","ty'
    'pe":["null","string"],"doc":"event_id of the record this one follows from.",'
    '"default":null},{"name":"payload","type":[{"type":"record","name":"Batch","d'
    'oc":"Inputs taken together and the decisions that followed; one Kafka transa'
    'ction.","fields":[{"name":"cell","type":"string","doc":"Cell."},{"name":"epo'
    'ch","type":"long","doc":"Leader\'s epoch; never falls."},{"name":"seq_first",'
    '"type":"long","doc":"seq of the first input; of an empty batch, the next seq'
    '."},{"name":"observed_at_ms","type":"long","doc":"Time of the batch, the onl'
    'y time that the core knows."},{"name":"positions","type":{"type":"array","it'
    'ems":{"type":"record","name":"InputPosition","doc":"Next offset to read.","f'
    'ields":[{"name":"topic","type":"string","doc":"Topic."},{"name":"partition",'
    '"type":"int","doc":"Partition."},{"name":"next_offset","type":"long","doc":"'
    'Next offset."}],"namespace":"muster.scheduler_log"}},"doc":"Position in ever'
    'y input partition after this batch."},{"name":"inputs","type":{"type":"array'
    '","items":{"type":"record","name":"SequencedInput","doc":"One input with its'
    ' place in the order.","fields":[{"name":"seq","type":"long","doc":"Its place'
    ' in the one order, without gaps."},{"name":"event_id","type":"string","doc":'
    '"event_id of the record it came in."},{"name":"correlation_id","type":"strin'
    'g","doc":"correlation_id of the record it came in."},{"name":"source","type"'
    ':["null",{"type":"record","name":"Source","doc":"Position at which an input '
    'was read.","fields":[{"name":"topic","type":"string","doc":"Topic."},{"name"'
    ':"partition","type":"int","doc":"Partition."},{"name":"offset","type":"long"'
    ',"doc":"Offset."}],"namespace":"muster.scheduler_log"}],"doc":"Source; null:'
    ' the leader itself observed it.","default":null},{"name":"payload","type":[{'
    '"type":"record","name":"SubmitJob","doc":"Run this job. Submitting the same '
    'job_id twice makes one job.","fields":[{"name":"job_id","type":"string","doc'
    '":"Chosen by the sender; job- and 4 to 60 of a-z 0-9 and -."},{"name":"tenan'
    't","type":"string","doc":"Tenant."},{"name":"spec","type":{"type":"record","'
    'name":"JobSpec","doc":"A job as its owner describes it.","fields":[{"name":"'
    'name","type":"string","doc":"A name for people; not unique."},{"name":"team"'
    ',"type":"string","doc":"Team that pays."},{"name":"project","type":"string",'
    '"doc":"Project that it belongs to."},{"name":"user","type":"string","doc":"U'
    'ser who submitted it."},{"name":"queue","type":"string","doc":"Queue in whic'
    'h the job waits."},{"name":"tier","type":{"type":"enum","name":"Tier","doc":'
    '"Tiers, highest first.","symbols":["PRODUCTION_INFERENCE","PREMIUM_TRAINING"'
    ',"STANDARD_TRAINING","BATCH_INFERENCE","INTERACTIVE"],"default":"STANDARD_TR'
    'AINING","namespace":"muster.job_commands"},"doc":"Tier; higher ones go first'
    '."},{"name":"ranks","type":"int","doc":"Gang size: all ranks start together '
    'or none does."},{"name":"resources","type":{"type":"record","name":"Resource'
    's","doc":"Resources of one rank.","fields":[{"name":"gpu_count","type":"int"'
    ',"doc":"GPUs per rank; 0 for CPU-only work."},{"name":"gpu_milli","type":"in'
    't","doc":"Thousandths of each GPU: 1000 is a whole one; less only with gpu_c'
    'ount 1."},{"name":"gpu_models","type":{"type":"array","items":"string"},"doc'
    '":"GPU models accepted, sorted; empty accepts any.","default":[]},{"name":"g'
    'pu_memory_mib_min","type":"long","doc":"Minimum memory of each GPU, MiB; for'
    ' a fraction, that of the whole GPU. 0 accepts any.","default":0},{"name":"cp'
    'u_milli","type":"long","doc":"Thousandths of a CPU core per rank."},{"name":'
    '"memory_mib","type":"long","doc":"Main memory per rank, MiB."},{"name":"isol'
    'ation","type":{"type":"enum","name":"Isolation","doc":"Isolation of a fracti'
    'on of a GPU from others on it.","symbols":["BY_TRUST","MIG","MPS","TIME_SLIC'
    'ING"],"default":"BY_TRUST","namespace":"muster.job_commands"},"doc":"Request'
    'ed isolation; only for a fraction of a GPU.","default":"BY_TRUST"}],"namespa'
    'ce":"muster.job_commands"},"doc":"Resources of each rank."},{"name":"image",'
    '"type":["null","string"],"doc":"Container image; rejected until nodes can ru'
    'n images.","default":null},{"name":"command","type":{"type":"array","items":'
    '"string"},"doc":"Program and arguments, the same for every rank."},{"name":"'
    'env","type":{"type":"map","values":"string"},"doc":"Environment added to eve'
    'ry rank.","default":{}},{"name":"files_sha256","type":["null","string"],"doc'
    '":"Working files: SHA-256 of a tar.gz already stored under files/ in S3.","d'
    'efault":null},{"name":"wall_time_max_ms","type":["null","long"],"doc":"Maxim'
    'um run time of an attempt, after which it is stopped.","default":null},{"nam'
    'e":"hang_after_ms","type":["null","long"],"doc":"Silence of all ranks (no ou'
    "tput, no step) after which the attempt is ended as hanging; null: as the pol"
    'icy sets.","default":null},{"name":"duration_expected_ms","type":["null","lo'
    'ng"],"doc":"The owner\'s estimate of the run time.","default":null},{"name":"'
    'grace_ms","type":"long","doc":"Time between SIGTERM and SIGKILL.","default":'
    '30000},{"name":"retry","type":{"type":"record","name":"RetryPolicy","doc":"R'
    "etries of attempts that fail by themselves; attempts lost with a node never "
    'count.","fields":[{"name":"attempts_max","type":"int","doc":"Maximum number '
    'of attempts; 1: no retry."},{"name":"backoff_ms","type":"long","doc":"Wait b'
    'efore the next attempt, doubled each time.","default":10000},{"name":"memory'
    '_max_mib","type":["null","long"],"doc":"Maximum memory of each rank when it '
    'is raised after attempts that ran out of it, MiB; null: it is not raised.","'
    'default":null}],"namespace":"muster.job_commands"},"doc":"Retry policy."},{"'
    'name":"checkpoint","type":{"type":"record","name":"CheckpointPolicy","doc":"'
    'Whether the agent stores what the job writes to MUSTER_CHECKPOINT_DIR.","fie'
    'lds":[{"name":"enabled","type":"boolean","doc":"True: files renamed into the'
    ' directory are stored, and restored for the next attempt."},{"name":"interva'
    'l_ms","type":"long","doc":"Expected interval between checkpoints; 0: the job'
    ' decides.","default":0},{"name":"grace_ms","type":"long","doc":"Maximum time'
    " for ranks that stop and continue later to save a checkpoint, before SIGTERM"
    '.","default":60000},{"name":"keep_last","type":["null","int"],"doc":"Number '
    'of newest checkpoints kept in the store; null: as the policy sets.","default'
    '":null},{"name":"keep_every","type":"int","doc":"Also keep every Nth checkpo'
    'int; 0: off.","default":0}],"namespace":"muster.job_commands"},"doc":"Checkp'
    'oint policy."},{"name":"labels","type":{"type":"map","values":"string"},"doc'
    '":"Free key/value pairs to filter by.","default":{}},{"name":"model_name","t'
    'ype":["null","string"],"doc":"Model this job trains, for the registry.","def'
    'ault":null},{"name":"priority","type":"int","doc":"Higher goes first where t'
    'he queue orders by priority; -1000 to 1000.","default":0},{"name":"ranks_min'
    '","type":["null","int"],"doc":"Minimum number of ranks; null: always `ranks`'
    '.","default":null},{"name":"world_sizes","type":{"type":"array","items":"int'
    '"},"doc":"Possible gang sizes, ascending; empty: ranks_min, ranks and the po'
    'wers of two between.","default":[]},{"name":"topology","type":["null",{"type'
    '":"record","name":"Topology","doc":"Placement of a gang\'s ranks in the netwo'
    'rk.","fields":[{"name":"within","type":["null",{"type":"enum","name":"Topolo'
    'gyLevel","doc":"Units of the network, smallest first.","symbols":["NODE","NV'
    'LINK_DOMAIN","LEAF","SPINE","CELL"],"default":"CELL","namespace":"muster.job'
    '_commands"}],"doc":"Unit that should hold all ranks; null: the best one with'
    ' room.","default":null},{"name":"strictness","type":{"type":"enum","name":"S'
    'trictness","doc":"What a gang does when no unit of its level has room.","sym'
    'bols":["REQUIRED","PREFERRED","BEST_EFFORT"],"default":"BEST_EFFORT","namesp'
    'ace":"muster.job_commands"},"doc":"REQUIRED waits for such a unit; PREFERRED'
    ' accepts a larger one.","default":"BEST_EFFORT"},{"name":"tensor_parallel_ra'
    'nks","type":"int","doc":"Number of consecutive ranks that always share an NV'
    'Link domain.","default":1}],"namespace":"muster.job_commands"}],"doc":"Place'
    'ment of the ranks in the network; null: as close together as there is room."'
    ',"default":null},{"name":"spread","type":["null","muster.job_commands.Topolo'
    'gyLevel"],"doc":"Spread the ranks evenly over units of this level instead.",'
    '"default":null},{"name":"node_labels","type":{"type":"map","values":"string"'
    '},"doc":"Use only nodes with all these labels.","default":{}},{"name":"node_'
    'labels_preferred","type":{"type":"map","values":"string"},"doc":"Prefer node'
    's that also have all these labels.","default":{}},{"name":"tolerations","typ'
    'e":{"type":"array","items":"string"},"doc":"Tolerated taints of nodes, sorte'
    'd.","default":[]},{"name":"gpu_preferences","type":{"type":"array","items":{'
    '"type":"record","name":"GpuPreference","doc":"One GPU model, and the job\'s s'
    'peed on it.","fields":[{"name":"model","type":"string","doc":"GPU model."},{'
    '"name":"throughput_milli","type":"int","doc":"Speed in thousandths of a comm'
    'on unit: twice the speed takes half the time."}],"namespace":"muster.job_com'
    'mands"}},"doc":"GPU models with their relative speed; all ranks run on one o'
    'f them. resources.gpu_models lists the same models.","default":[]},{"name":"'
    'caches","type":{"type":"array","items":"string"},"doc":"Names of data that i'
    'ts nodes keep for the next job: a model, a data set.","default":[]},{"name":'
    '"sandbox","type":{"type":"enum","name":"SandboxNeed","doc":"Whether a job mu'
    'st be isolated from the rest of the machine.","symbols":["OPTIONAL","REQUIRE'
    'D"],"default":"OPTIONAL","namespace":"muster.job_commands"},"doc":"REQUIRED:'
    ' only nodes that have a sandbox.","default":"OPTIONAL"},{"name":"network","t'
    'ype":{"type":"enum","name":"NetworkAccess","doc":"Network that a job sees.",'
    '"symbols":["HOST","NONE"],"default":"HOST","namespace":"muster.job_commands"'
    '},"doc":"HOST: the node\'s network. NONE: only a loopback of its own, which i'
    'ts ranks share; needs a sandbox, and all ranks on one node.","default":"HOST'
    '"},{"name":"spot","type":{"type":"enum","name":"SpotUse","doc":"Whether a jo'
    'b may run on nodes that their provider may reclaim.","symbols":["BY_TIER","A'
    'LLOWED","NEVER"],"default":"BY_TIER","namespace":"muster.job_commands"},"doc'
    '":"BY_TIER: for jobs that save checkpoints or end within an hour, unless the'
    'y serve; others request such nodes by label or with ALLOWED.","default":"BY_'
    'TIER"}],"namespace":"muster.job_commands"},"doc":"What to run."}],"namespace'
    '":"muster.job_commands"},{"type":"record","name":"CancelJob","doc":"Stop the'
    ' job for good.","fields":[{"name":"job_id","type":"string","doc":"Job."},{"n'
    'ame":"tenant","type":"string","doc":"Tenant the job belongs to."},{"name":"r'
    'equested_by","type":"string","doc":"Sender of the request."},{"name":"reason'
    '","type":"string","doc":"Why, for people.","default":""}],"namespace":"muste'
    'r.job_commands"},{"type":"record","name":"SuspendJob","doc":"Stop the job un'
    'til it is resumed.","fields":[{"name":"job_id","type":"string","doc":"Job."}'
    ',{"name":"tenant","type":"string","doc":"Tenant the job belongs to."},{"name'
    '":"requested_by","type":"string","doc":"Sender of the request."},{"name":"re'
    'ason","type":"string","doc":"Why, for people.","default":""}],"namespace":"m'
    'uster.job_commands"},{"type":"record","name":"ResumeJob","doc":"Queue a susp'
    'ended job again.","fields":[{"name":"job_id","type":"string","doc":"Job."},{'
    '"name":"tenant","type":"string","doc":"Tenant the job belongs to."},{"name":'
    '"requested_by","type":"string","doc":"Sender of the request."},{"name":"reas'
    'on","type":"string","doc":"Why, for people.","default":""}],"namespace":"mus'
    'ter.job_commands"},{"type":"record","name":"CreateQueue","doc":"Create a que'
    'ue.","fields":[{"name":"queue","type":"string","doc":"Name: 1 to 63 of a-z 0'
    '-9 and -."},{"name":"tenant","type":"string","doc":"Tenant."},{"name":"descr'
    'iption","type":"string","doc":"Description for people.","default":""},{"name'
    '":"requested_by","type":"string","doc":"Sender of the request."},{"name":"se'
    'ttings","type":["null",{"type":"record","name":"QueueSettings","doc":"Guaran'
    'tee, limits and sharing of a queue.","fields":[{"name":"parent","type":["nul'
    'l","string"],"doc":"Queue above, of the same tenant; null: none.","default":'
    'null},{"name":"guarantee","type":["null",{"type":"record","name":"Quota","do'
    'c":"An amount of each resource; null: not set for that resource.","fields":['
    '{"name":"gpu_milli","type":["null","long"],"doc":"Thousandths of GPU, any mo'
    'del.","default":null},{"name":"gpu_milli_by_model","type":{"type":"map","val'
    'ues":"long"},"doc":"Thousandths of GPU per model, besides the total.","defau'
    'lt":{}},{"name":"cpu_milli","type":["null","long"],"doc":"Thousandths of a C'
    'PU core.","default":null},{"name":"memory_mib","type":["null","long"],"doc":'
    '"Main memory, MiB.","default":null}],"namespace":"muster.queue_commands"}],"'
    'doc":"Resources that its jobs may always have; unused ones are lent. Null: n'
    'o guarantee.","default":null},{"name":"maximum","type":["null","muster.queue'
    '_commands.Quota"],"doc":"Maximum that its jobs may hold together. Null: no l'
    'imit.","default":null},{"name":"weight","type":"int","doc":"Its share of usa'
    'ge over time among its sibling queues, 1 to 1000000.","default":1},{"name":"'
    'over_quota_weight","type":"int","doc":"Its share of what is lent beyond guar'
    'antees, 0 to 1000000; 0: it never borrows.","default":1},{"name":"order","ty'
    'pe":{"type":"enum","name":"QueueOrder","doc":"Order of jobs within a tier of'
    ' one queue.","symbols":["FIFO","PRIORITY","DRF","LEAST_ATTAINED_SERVICE"],"d'
    'efault":"FIFO","namespace":"muster.queue_commands"},"doc":"Order of jobs wit'
    'hin a tier.","default":"FIFO"},{"name":"jobs_running_max","type":["null","in'
    't"],"doc":"Maximum number of jobs that hold GPUs at once.","default":null},{'
    '"name":"jobs_pending_max","type":["null","int"],"doc":"Maximum number of job'
    's that wait at once; more are rejected.","default":null},{"name":"user_jobs_'
    'running_max","type":["null","int"],"doc":"Like jobs_running_max, for one use'
    'r.","default":null},{"name":"user_jobs_pending_max","type":["null","int"],"d'
    'oc":"Like jobs_pending_max, for one user.","default":null},{"name":"suspende'
    'd","type":["null","string"],"doc":"Reason why nothing starts from it and tho'
    'se below it; null: it is not suspended.","default":null},{"name":"spot_perce'
    'nt_max","type":["null","int"],"doc":"Jobs are placed on spot nodes while at '
    "most this percentage of the GPUs held by the queue and those below it are sp"
    'ot; null: no limit.","default":null}],"namespace":"muster.queue_commands"}],'
    '"doc":"Shares and limits; null for none.","default":null}],"namespace":"must'
    'er.queue_commands"},{"type":"record","name":"ConfigureQueue","doc":"Replace '
    'a queue\'s shares and limits.","fields":[{"name":"queue","type":"string","doc'
    '":"Name."},{"name":"tenant","type":"string","doc":"Tenant."},{"name":"settin'
    'gs","type":"muster.queue_commands.QueueSettings","doc":"The complete setting'
    's."},{"name":"requested_by","type":"string","doc":"Sender of the request."}]'
    ',"namespace":"muster.queue_commands"},{"type":"record","name":"DeleteQueue",'
    '"doc":"Remove an empty queue.","fields":[{"name":"queue","type":"string","do'
    'c":"Name."},{"name":"tenant","type":"string","doc":"Tenant."},{"name":"reque'
    'sted_by","type":"string","doc":"Sender of the request."}],"namespace":"muste'
    'r.queue_commands"},{"type":"record","name":"ReserveCapacity","doc":"Reserve '
    'whole nodes of a GPU model for a queue, for a period.","fields":[{"name":"re'
    'servation","type":"string","doc":"Name: 1 to 63 of a-z 0-9 and -; unique in '
    'its tenant while it lasts."},{"name":"tenant","type":"string","doc":"Tenant.'
    '"},{"name":"queue","type":"string","doc":"Queue whose jobs, with those of th'
    'e queues below it, may be placed there."},{"name":"gpu_model","type":"string'
    '","doc":"GPU model of the nodes."},{"name":"gpu_count","type":["null","int"]'
    ',"doc":"Reserve the fewest nodes with this many GPUs; null: nodes are counte'
    'd.","default":null},{"name":"node_count","type":["null","int"],"doc":"Number'
    ' of nodes; null: GPUs are counted.","default":null},{"name":"starts_at_ms","'
    'type":["null","long"],"doc":"Start, milliseconds since 1970 UTC; null: at on'
    'ce.","default":null},{"name":"ends_at_ms","type":"long","doc":"End, millisec'
    'onds since 1970 UTC."},{"name":"requested_by","type":"string","doc":"Sender '
    'of the request."}],"namespace":"muster.queue_commands"},{"type":"record","na'
    'me":"CancelCapacityReservation","doc":"End a reservation, whether or not it '
    'has begun.","fields":[{"name":"reservation","type":"string","doc":"Name."},{'
    '"name":"tenant","type":"string","doc":"Tenant."},{"name":"requested_by","typ'
    'e":"string","doc":"Sender of the request."}],"namespace":"muster.queue_comma'
    'nds"},{"type":"record","name":"CordonNode","doc":"Place nothing new on the n'
    'ode; its running jobs continue.","fields":[{"name":"node_id","type":"string"'
    ',"doc":"Node."},{"name":"requested_by","type":"string","doc":"Operator."},{"'
    'name":"reason","type":"string","doc":"Reason.","default":""}],"namespace":"m'
    'uster.operator_commands"},{"type":"record","name":"UncordonNode","doc":"Plac'
    'e work on the node again.","fields":[{"name":"node_id","type":"string","doc"'
    ':"Node."},{"name":"requested_by","type":"string","doc":"Operator."}],"namesp'
    'ace":"muster.operator_commands"},{"type":"record","name":"DrainNode","doc":"'
    "Place nothing new on the node, and move its running jobs: they stop with the"
    'ir grace and wait again.","fields":[{"name":"node_id","type":"string","doc":'
    '"Node."},{"name":"requested_by","type":"string","doc":"Operator."},{"name":"'
    'reason","type":"string","doc":"Reason.","default":""}],"namespace":"muster.o'
    'perator_commands"},{"type":"record","name":"UndrainNode","doc":"Place work o'
    'n the node again.","fields":[{"name":"node_id","type":"string","doc":"Node."'
    '},{"name":"requested_by","type":"string","doc":"Operator."}],"namespace":"mu'
    'ster.operator_commands"},{"type":"record","name":"TagNode","doc":"Set or rem'
    'ove labels and taints of the node, beside those it announces.","fields":[{"n'
    'ame":"node_id","type":"string","doc":"Node."},{"name":"labels","type":{"type'
    '":"map","values":"string"},"doc":"Labels to set; they override announced one'
    's.","default":{}},{"name":"labels_removed","type":{"type":"array","items":"s'
    'tring"},"doc":"Labels to remove, set before, sorted.","default":[]},{"name":'
    '"taints","type":{"type":"array","items":"string"},"doc":"Taints to set, sort'
    'ed.","default":[]},{"name":"taints_removed","type":{"type":"array","items":"'
    'string"},"doc":"Taints to remove, set before, sorted.","default":[]},{"name"'
    ':"requested_by","type":"string","doc":"Operator."}],"namespace":"muster.oper'
    'ator_commands"},{"type":"record","name":"ScheduleMaintenance","doc":"Close t'
    'he node for a time; replaces a window that has not begun.","fields":[{"name"'
    ':"node_id","type":"string","doc":"Node."},{"name":"starts_at_ms","type":"lon'
    'g","doc":"From when, milliseconds since 1970 UTC."},{"name":"ends_at_ms","ty'
    'pe":"long","doc":"Until when."},{"name":"requested_by","type":"string","doc"'
    ':"Operator."},{"name":"reason","type":"string","doc":"Reason.","default":""}'
    '],"namespace":"muster.operator_commands"},{"type":"record","name":"CancelMai'
    'ntenance","doc":"Cancel the node\'s maintenance window, or end it.","fields":'
    '[{"name":"node_id","type":"string","doc":"Node."},{"name":"requested_by","ty'
    'pe":"string","doc":"Operator."}],"namespace":"muster.operator_commands"},{"t'
    'ype":"record","name":"ReclaimNode","doc":"Treat the node as one that its pro'
    'vider reclaims; replaces an earlier announcement.","fields":[{"name":"node_i'
    'd","type":"string","doc":"Node."},{"name":"remaining_ms","type":"long","doc"'
    ':"Time until the node is gone."},{"name":"requested_by","type":"string","doc'
    '":"Operator."},{"name":"reason","type":"string","doc":"Reason, for people.",'
    '"default":""}],"namespace":"muster.operator_commands"},{"type":"record","nam'
    'e":"SpareNode","doc":"Cancel the reclaim of the node.","fields":[{"name":"no'
    'de_id","type":"string","doc":"Node."},{"name":"requested_by","type":"string"'
    ',"doc":"Operator."}],"namespace":"muster.operator_commands"},{"type":"record'
    '","name":"CheckNode","doc":"Have the node\'s agent test it, as it tests a sus'
    'pected one. If the test fails, the node is closed.","fields":[{"name":"node_'
    'id","type":"string","doc":"Node."},{"name":"requested_by","type":"string","d'
    'oc":"Operator."},{"name":"reason","type":"string","doc":"Reason.","default":'
    '""}],"namespace":"muster.operator_commands"},{"type":"record","name":"Forget'
    'Node","doc":"Remove a lost node that holds nothing, with its marks; if it re'
    'ports again, it joins as new.","fields":[{"name":"node_id","type":"string","'
    'doc":"Node."},{"name":"requested_by","type":"string","doc":"Operator."}],"na'
    'mespace":"muster.operator_commands"},{"type":"record","name":"ActivatePolicy'
    '","doc":"Decide by this policy from now on.","fields":[{"name":"policy","typ'
    'e":{"type":"record","name":"Policy","doc":"Settings that change decisions; a'
    ' change is an event, so it replays.","fields":[{"name":"name","type":"string'
    '","doc":"Name for people."},{"name":"head_patience_ms","type":"long","doc":"'
    "Time for which others may freely pass a blocked head of line; then nodes are"
    ' reserved for it."},{"name":"head_hold_ms","type":"long","doc":"Time for whi'
    'ch nodes stay reserved for it beyond its expected start."},{"name":"attempts'
    '_lost_max","type":"int","doc":"Attempts lost with their nodes before the job'
    ' fails."},{"name":"workload_shapes_max","type":"int","doc":"Shapes remembere'
    'd for the fragmentation score."},{"name":"jobs_ended_kept_max","type":"int",'
    '"doc":"Ended jobs remembered for deduplication."},{"name":"share_window_ms",'
    '"type":"long","doc":"Usage older than this is forgotten.","default":25920000'
    '00},{"name":"share_half_life_ms","type":"long","doc":"Usage this old counts '
    'half.","default":604800000},{"name":"share_history_percent","type":"int","do'
    'c":"Weight of usage over time relative to usage now, 0 to 10000.","default":'
    '100},{"name":"credit_max_ms","type":"long","doc":"Maximum burst credit: that'
    ' of a guarantee unused for this long; 0 gives none.","default":86400000},{"n'
    'ame":"model_price_milli","type":{"type":"map","values":"long"},"doc":"Weight'
    ' of an hour of a GPU model, thousandths; 1000 if absent.","default":{}},{"na'
    'me":"aging_step_ms","type":"long","doc":"Wait after which a job goes with th'
    'e next higher tier, and so on; 0: never.","default":86400000},{"name":"recla'
    'im_interval_ms","type":"long","doc":"Minimum time between two preemption req'
    'uests for the same lent GPUs.","default":60000},{"name":"time_level_gpu_ms",'
    '"type":"long","doc":"GPU time from which a job of a time-sharing queue is in'
    ' the second level.","default":3600000},{"name":"time_level_factor","type":"i'
    'nt","doc":"Factor by which the start of each further level grows.","default"'
    ':8},{"name":"time_levels","type":"int","doc":"Number of levels of time-shari'
    'ng jobs.","default":4},{"name":"time_quantum_ms","type":"long","doc":"Minimu'
    'm run time of a time-sharing job before it yields to one of a lower level.",'
    '"default":300000},{"name":"time_cost_percent_max","type":"int","doc":"Maximu'
    "m cost of its stop and restart, as a percentage of the time that it then run"
    's at least.","default":50},{"name":"time_promotion_ms","type":"long","doc":"'
    "A waiting time-sharing job counts as one level lower after each such period."
    '","default":86400000},{"name":"measure_interval_ms","type":"long","doc":"Min'
    'imum time between two measurements of a queue that changed.","default":10000'
    '},{"name":"resize_interval_ms","type":"long","doc":"Minimum time between two'
    ' resizes of an elastic job.","default":300000},{"name":"defrag_interval_ms",'
    '"type":"long","doc":"Minimum time between two searches for moves that would '
    'make room for the head of line.","default":300000},{"name":"defrag_benefit_p'
    'ercent","type":"int","doc":"Moves are carried out if the GPU time gained is '
    'at least this percentage of the GPU time lost; 0: they are only proposed.","'
    'default":300},{"name":"fragmentation_percent_max","type":"int","doc":"Percen'
    "tage of all GPUs that may stay free but fragmented while jobs wait that need"
    " no more; beyond it, moves are planned for each of these jobs, not only for "
    'the head of line. 0: never.","default":0},{"name":"fragmentation_for_ms","ty'
    'pe":"long","doc":"Time for which that percentage must be exceeded.","default'
    '":600000},{"name":"gap_drain_max_ms","type":"long","doc":"Jobs that save and'
    " end within this time backfill nodes reserved for a gang, and leave when it "
    'fits without them, so it starts at most this much later. 0: none do.","defau'
    'lt":0},{"name":"headroom_percent","type":{"type":"map","values":"int"},"doc"'
    ':"By GPU model: percentage of its GPUs that jobs below premium training leav'
    "e free when they exceed their queue's guarantee. Models that are not named: "
    'none.","default":{}},{"name":"guaranteed_duration_ms","type":"long","doc":"J'
    "obs below premium training that exceed their queue's guarantee start only wh"
    "ere the forecast demand of all other work does not need their GPUs for this "
    "long, and yield before that only to production inference. 0: nothing is fore"
    'cast.","default":0},{"name":"production_borrows","type":"boolean","doc":"Whe'
    "ther production inference may exceed its queue's guarantee while others are "
    'guaranteed any GPUs: nobody could reclaim them.","default":true},{"name":"se'
    'arch_work_per_pass_max","type":"int","doc":"Work that one scheduling pass ma'
    "y spend on unsuccessful searches: 1 for each, and 1 for every 8 ranks of a g"
    'ang; the next pass continues.","default":2000},{"name":"topology","type":{"t'
    'ype":"record","name":"TopologyWeights","doc":"Value of a gang\'s placement, p'
    'er GPU of the gang, by the smallest unit that holds it.","fields":[{"name":"'
    'nvlink","type":"int","doc":"The gang shares an NVLink domain or a node.","de'
    'fault":1000},{"name":"leaf","type":"int","doc":"It shares a leaf.","default"'
    ':400},{"name":"spine","type":"int","doc":"It shares a spine.","default":200}'
    ',{"name":"cell","type":"int","doc":"It shares a cell.","default":100},{"name'
    '":"stranded_gpu","type":"int","doc":"Penalty for each GPU left free beside i'
    't that no similar group can use.","default":100}],"namespace":"muster.operat'
    'or_commands"},"doc":"Weights for the placement of gangs.","default":{"nvlink'
    '":1000,"leaf":400,"spine":200,"cell":100,"stranded_gpu":100}},{"name":"tenan'
    'ts_untrusted","type":{"type":"array","items":"string"},"doc":"Tenants whose '
    'fractions of GPUs always get a MIG instance of their own.","default":[]},{"n'
    'ame":"mig_change_interval_ms","type":"long","doc":"Minimum time between two '
    'changes of a GPU\'s MIG mode.","default":600000},{"name":"checkpoint_grace_ma'
    'x_ms","type":"long","doc":"Maximum time for a checkpoint before a job is sto'
    'pped, whatever the job requests.","default":600000},{"name":"checkpoints_kep'
    't","type":"int","doc":"Number of newest checkpoints of a job kept in the sto'
    're, unless the job sets its own; 0: all.","default":0},{"name":"node_upload_'
    'bytes_per_s","type":"long","doc":"Bandwidth of one node for storing checkpoi'
    'nts, bytes per second.","default":1000000000},{"name":"job_upload_bytes_per_'
    's","type":"long","doc":"Maximum bandwidth of one job for storing checkpoints'
    ", bytes per second; a job whose nodes will be reclaimed has the full bandwid"
    'th of its nodes.","default":1000000000},{"name":"store_upload_bytes_per_s","'
    'type":"long","doc":"Bandwidth of the store for all jobs that stop, bytes per'
    ' second: drains wait for their turn.","default":10000000000},{"name":"backgr'
    'ound_upload_bytes_per_s","type":"long","doc":"Maximum bandwidth of all runni'
    "ng jobs for storing checkpoints, bytes per second, shared in proportion to w"
    'hat they hold of the cell; 0: only each job\'s own limit.","default":0},{"nam'
    'e":"reclaim_margin_ms","type":"long","doc":"Ranks must have ended this long '
    'before their node is reclaimed.","default":5000},{"name":"spot_price_percent'
    '","type":"int","doc":"Price of a spot node as a percentage of another\'s, unl'
    'ess its label spot-price-percent states it.","default":70},{"name":"spot_los'
    's_weight","type":"int","doc":"A job prefers spot nodes if its expected share'
    " of lost work, times this, is below the share of the price that they save; 0"
    ': whatever it loses.","default":6},{"name":"spot_reclaim_prior_ms","type":"l'
    'ong","doc":"Expected life of a spot node while little is known of its GPU mo'
    'del.","default":86400000},{"name":"node_loss_prior_ms","type":"long","doc":"'
    "Expected life of a node that is no spot node while little is known of its GP"
    'U model.","default":13291200000},{"name":"spot_restart_ms","type":"long","do'
    'c":"Expected loss of a job at a reclaim beside its unsaved work: the time un'
    'til it works again.","default":300000},{"name":"fairness_threshold_percent",'
    '"type":"int","doc":"A queue that holds less than this percentage of its fair'
    ' share may preempt others that hold more than theirs; 0: none may.","default'
    '":0},{"name":"preemption_ran_min_ms","type":"long","doc":"Minimum run time o'
    'f a job before it may be preempted.","default":300000},{"name":"preemptions_'
    'per_job_day_max","type":"int","doc":"Maximum number of preemptions of a job '
    'within 24 hours.","default":3},{"name":"preemption_hold_ms","type":"long","d'
    'oc":"Maximum time for which nodes freed by victims are held for the job they'
    ' yield to, after their grace.","default":60000},{"name":"wall_time_max_ms","'
    'type":{"type":"map","values":"long"},"doc":"Maximum time that an attempt of '
    "a job may hold its nodes, by tier, beside the job's own limit; tiers that ar"
    'e not named: none.","default":{}},{"name":"retries_off","type":"boolean","do'
    'c":"Whether failed attempts are not retried; lost or refused ones still are.'
    '","default":false},{"name":"nodes_lost_per_job_max","type":"int","doc":"A jo'
    "b is suspended when this many nodes were lost soon after its attempts began "
    'there; 0: never.","default":0},{"name":"hang_after_ms","type":{"type":"map",'
    '"values":"long"},"doc":"Silence of all ranks (no output, no step) after whic'
    "h a job of the tier counts as hanging; a job may set its own. Tiers that are"
    ' not named: never.","default":{}},{"name":"start_up_max_ms","type":{"type":"'
    'map","values":"long"},"doc":"The same for a job whose ranks were silent sinc'
    'e their start and hardly use the CPU.","default":{}},{"name":"hang_ends","ty'
    'pe":"boolean","doc":"Whether an attempt that hangs by these limits is ended,'
    ' and retried as the job allows; otherwise its owner is notified.","default":'
    'false},{"name":"straggler_after_ms","type":{"type":"map","values":"long"},"d'
    'oc":"By tier: period over which step times are measured; ranks whose steps t'
    'ake half as long again as the others\' are reported; absent: none.","default"'
    ':{}},{"name":"straggler_ends","type":"boolean","doc":"Whether an attempt wit'
    'h such a rank is ended, and retried elsewhere; otherwise it is reported.","d'
    'efault":false},{"name":"gpu_idle_max_ms","type":{"type":"map","values":"long'
    '"},"doc":"By tier: the owner is notified when all GPUs of a job were busy fo'
    'r less than 5 % of this time; absent: never.","default":{}},{"name":"gpu_idl'
    'e_ends_after_ms","type":"long","doc":"A job whose GPUs, by their multiproces'
    'sors, are still idle this long after that notice is ended; 0: none is.","def'
    'ault":0},{"name":"jobs_failed_per_node_max","type":"int","doc":"A node is su'
    "spected and tested when this many jobs failed there that it may be to blame "
    'for; 0: none is.","default":0},{"name":"faulty_nodes_max","type":"int","doc"'
    ':"Maximum number of nodes closed at once for faults that their kernels repor'
    'ted; 0: faults are reported and close no node.","default":0},{"name":"mig_ge'
    'ometries","type":{"type":"array","items":{"type":"record","name":"MigGeometr'
    'y","doc":"Fixed MIG geometry of a GPU model.","fields":[{"name":"gpu_model",'
    '"type":"string","doc":"GPU model."},{"name":"instances","type":{"type":"arra'
    'y","items":{"type":"record","name":"MigInstance","doc":"One MIG instance.","'
    'fields":[{"name":"profile","type":"string","doc":"Profile, such as 2g.10gb."'
    '},{"name":"start","type":"int","doc":"First memory slice."}],"namespace":"mu'
    'ster.operator_commands"}},"doc":"All instances that may exist on one GPU."}]'
    ',"namespace":"muster.operator_commands"}},"doc":"GPU models with a fixed MIG'
    ' geometry at this site; others are partitioned as jobs need it.","default":['
    ']}],"namespace":"muster.operator_commands"},"doc":"The whole policy."},{"nam'
    'e":"requested_by","type":"string","doc":"Operator."}],"namespace":"muster.op'
    'erator_commands"},{"type":"record","name":"ActivateFailureRules","doc":"Judg'
    'e failures by these rules from now on.","fields":[{"name":"rules","type":"st'
    'ring","doc":"The rules file, as `muster.failures` parses it; its version is '
    'higher than that in effect."},{"name":"requested_by","type":"string","doc":"'
    'Operator."}],"namespace":"muster.operator_commands"},{"type":"record","name"'
    ':"AgentStarted","doc":"The agent has started and reports what it runs, so th'
    'at the scheduler can reconcile.","subject":"node","fields":[{"name":"node_id'
    '","type":"string","doc":"Node."},{"name":"boot_id","type":"string","doc":"Bo'
    'ot."},{"name":"fresh","type":"boolean","doc":"True: the agent remembers no e'
    'arlier tasks."},{"name":"order_seq_last","type":"long","doc":"Newest order t'
    'hat it has carried out; -1 if fresh."},{"name":"running","type":{"type":"arr'
    'ay","items":{"type":"record","name":"AttemptRef","doc":"One attempt.","field'
    's":[{"name":"job_id","type":"string","doc":"Job."},{"name":"attempt","type":'
    '"int","doc":"Attempt."}],"namespace":"muster.task_events"}},"doc":"Adopted t'
    'asks that still run."}],"namespace":"muster.task_events"},{"type":"record","'
    'name":"TaskStarted","doc":"All ranks of the task have a process.","subject":'
    '"task","fields":[{"name":"node_id","type":"string","doc":"Node."},{"name":"j'
    'ob_id","type":"string","doc":"Job."},{"name":"attempt","type":"int","doc":"A'
    'ttempt, 1-based."},{"name":"ranks","type":{"type":"array","items":"int"},"do'
    'c":"Ranks on this node."}],"namespace":"muster.task_events"},{"type":"record'
    '","name":"TaskSuspected","doc":"Something is wrong with running ranks; their'
    ' output shows where they are.","subject":"task","fields":[{"name":"node_id",'
    '"type":"string","doc":"Node."},{"name":"job_id","type":"string","doc":"Job."'
    '},{"name":"attempt","type":"int","doc":"Attempt, 1-based."},{"name":"suspici'
    'on","type":{"type":"enum","name":"Suspicion","doc":"Silence; silence from th'
    "e start; an invalid loss; a diverging one; idle GPUs by DCGM, by the driver."
    '","symbols":["SILENT","NEVER_SPOKE","LOSS_NOT_A_NUMBER","LOSS_DIVERGES","GPU'
    'S_IDLE","GPUS_SEEM_IDLE"],"default":"SILENT","namespace":"muster.task_events'
    '"},"doc":"The suspicion."},{"name":"rank","type":["null","int"],"doc":"Rank '
    'that lags behind the others, or reports it; null: none.","default":null},{"n'
    'ame":"message","type":"string","doc":"What was seen, for people."}],"namespa'
    'ce":"muster.task_events"},{"type":"record","name":"TaskHeard","doc":"A suspi'
    'cion about ranks is over: they write output again, or use their GPUs.","subj'
    'ect":"task","fields":[{"name":"node_id","type":"string","doc":"Node."},{"nam'
    'e":"job_id","type":"string","doc":"Job."},{"name":"attempt","type":"int","do'
    'c":"Attempt, 1-based."},{"name":"suspicion","type":"muster.task_events.Suspi'
    'cion","doc":"The suspicion that is over.","default":"SILENT"}],"namespace":"'
    'muster.task_events"},{"type":"record","name":"TaskPaced","doc":"Step times o'
    "f a gang's ranks on this node; reported at first, and when they have changed"
    '.","subject":"task","fields":[{"name":"node_id","type":"string","doc":"Node.'
    '"},{"name":"job_id","type":"string","doc":"Job."},{"name":"attempt","type":"'
    'int","doc":"Attempt, 1-based."},{"name":"rank","type":"int","doc":"The slowe'
    'st rank of the node."},{"name":"step_ms","type":"long","doc":"Step time of t'
    'his rank."},{"name":"others_step_ms","type":["null","long"],"doc":"Median ov'
    'er the node\'s other ranks; null: none.","default":null},{"name":"step","type'
    '":"long","doc":"Steps that the slowest rank has done."},{"name":"step_most",'
    '"type":"long","doc":"Steps that the fastest rank has done."},{"name":"window'
    '_ms","type":"long","doc":"Period of the measurement."}],"namespace":"muster.'
    'task_events"},{"type":"record","name":"TaskExited","doc":"No rank of the tas'
    'k runs any more.","subject":"task","fields":[{"name":"node_id","type":"strin'
    'g","doc":"Node."},{"name":"job_id","type":"string","doc":"Job."},{"name":"at'
    'tempt","type":"int","doc":"Attempt, 1-based."},{"name":"outcome","type":{"ty'
    'pe":"enum","name":"TaskOutcome","doc":"How the task ended.","symbols":["SUCC'
    'EEDED","FAILED","STOPPED","TIMED_OUT","LOST"],"default":"LOST","namespace":"'
    'muster.task_events"},"doc":"STOPPED: it was ordered to. TIMED_OUT: it exceed'
    'ed its wall time. LOST: its processes vanished."},{"name":"exits","type":{"t'
    'ype":"array","items":{"type":"record","name":"RankExit","doc":"How one rank '
    'ended.","fields":[{"name":"rank","type":"int","doc":"Rank."},{"name":"exit_c'
    'ode","type":["null","int"],"doc":"Exit code.","default":null},{"name":"signa'
    'l","type":["null","int"],"doc":"Signal that ended it.","default":null},{"nam'
    'e":"at_ms","type":["null","long"],"doc":"Time of its end by the node\'s clock'
    ', milliseconds since 1970 UTC; null: an older agent does not report it.","de'
    'fault":null}],"namespace":"muster.task_events"}},"doc":"Exits of its ranks."'
    '},{"name":"message","type":"string","doc":"For people: the first failing ran'
    'k and why.","default":""},{"name":"steps","type":{"type":"array","items":{"t'
    'ype":"record","name":"StopStep","doc":"One step of stopping the ranks.","fie'
    'lds":[{"name":"kind","type":{"type":"enum","name":"StopStepKind","doc":"What'
    ' was done.","symbols":["CHECKPOINT_REQUESTED","NOT_REGISTERED","CHECKPOINT_S'
    'AVED","CHECKPOINT_MISSED","TERMINATED","KILLED"],"default":"TERMINATED","nam'
    'espace":"muster.task_events"},"doc":"CHECKPOINT_REQUESTED: SIGUSR1 was sent.'
    " NOT_REGISTERED: no process handles it. CHECKPOINT_SAVED: one written since "
    "is stored. CHECKPOINT_MISSED: none was within the grace. TERMINATED: SIGTERM"
    ' was sent. KILLED: SIGKILL was."},{"name":"at_ms","type":"long","doc":"Time '
    'by the node\'s clock, milliseconds since 1970 UTC."}],"namespace":"muster.tas'
    'k_events"}},"doc":"Steps by which the ranks were stopped, in order of time; '
    'empty: they ended by themselves.","default":[]},{"name":"findings","type":{"'
    'type":"array","items":{"type":"record","name":"RuleFinding","doc":"Match of '
    'a failure rule in a rank\'s lines; the lines themselves are not included.","f'
    'ields":[{"name":"rule","type":"string","doc":"Rule."},{"name":"rank","type":'
    '"int","doc":"Rank."},{"name":"source","type":{"type":"enum","name":"FindingS'
    'ource","doc":"Source of a line.","symbols":["OUTPUT","KERNEL"],"default":"OU'
    'TPUT","namespace":"muster.task_events"},"doc":"OUTPUT: the rank wrote it. KE'
    'RNEL: the node\'s kernel wrote it."},{"name":"stream","type":"string","doc":"'
    'Stream of the output: stdout or stderr.","default":""},{"name":"line","type"'
    ':"long","doc":"Number of the first matching line in its stream, from 1."},{"'
    'name":"first_byte","type":"long","doc":"Offset of that line in its stream, f'
    'rom 0."},{"name":"count","type":"long","doc":"Number of matching lines."},{"'
    'name":"at_ms","type":["null","long"],"doc":"When the agent read it, by the n'
    'ode\'s clock, milliseconds since 1970 UTC.","default":null}],"namespace":"mus'
    'ter.task_events"}},"doc":"Matches of failure rules, by rank, then in the rul'
    'es\' order.","default":[]},{"name":"rules_version","type":["null","int"],"doc'
    '":"Version of the rules by which output was scanned; null: it was not.","def'
    'ault":null},{"name":"unscanned","type":"string","doc":"Reason why output was'
    ' not scanned, or not all of it; empty: it was, or no rules are in effect.","'
    'default":""},{"name":"output_bytes","type":"long","doc":"Bytes of output tha'
    "t its ranks wrote and the node kept; they are in the store, or on the way th"
    'ere.","default":0}],"namespace":"muster.task_events"},{"type":"record","name'
    '":"TaskRefused","doc":"An order was not carried out.","subject":"task","fiel'
    'ds":[{"name":"node_id","type":"string","doc":"Node."},{"name":"job_id","type'
    '":"string","doc":"Job."},{"name":"attempt","type":"int","doc":"Attempt, 1-ba'
    'sed."},{"name":"epoch","type":"long","doc":"Epoch of the order."},{"name":"o'
    'rder_seq","type":"long","doc":"Order."},{"name":"reason","type":{"type":"enu'
    'm","name":"RefusalReason","doc":"Reason for a refusal.","symbols":["STALE_EP'
    'OCH","GPU_BUSY","UNKNOWN_GPU","FILES_UNAVAILABLE","CANNOT_START","FILES_INVA'
    'LID"],"default":"CANNOT_START","namespace":"muster.task_events"},"doc":"Reas'
    'on."},{"name":"message","type":"string","doc":"Message for people.","default'
    '":""}],"namespace":"muster.task_events"},{"type":"record","name":"Checkpoint'
    'PartStored","doc":"A part of a checkpoint is in the store: the files of one '
    'rank, and their manifest.","subject":"task","fields":[{"name":"node_id","typ'
    'e":"string","doc":"Node."},{"name":"job_id","type":"string","doc":"Job."},{"'
    'name":"attempt","type":"int","doc":"Attempt, 1-based."},{"name":"rank","type'
    '":"int","doc":"Rank whose folder contains it."},{"name":"step","type":"long"'
    ',"doc":"Step after which it was saved."},{"name":"part","type":"int","doc":"'
    'Rank that the files belong to."},{"name":"sha256","type":"string","doc":"SHA'
    '-256 of the manifest, which lists those of the files."},{"name":"files","typ'
    'e":"int","doc":"Number of files."},{"name":"size_bytes","type":"long","doc":'
    '"Bytes of the files."},{"name":"new_bytes","type":"long","doc":"Bytes of fil'
    'es that were not in the store before."}],"namespace":"muster.task_events"},{'
    '"type":"record","name":"CheckpointSaved","doc":"A checkpoint file is safe in'
    ' the store: the single file, or the record of its parts.","subject":"task","'
    'fields":[{"name":"node_id","type":"string","doc":"Node."},{"name":"job_id","'
    'type":"string","doc":"Job."},{"name":"attempt","type":"int","doc":"Attempt, '
    '1-based."},{"name":"rank","type":"int","doc":"Rank that wrote it."},{"name":'
    '"file","type":"string","doc":"File name."},{"name":"uri","type":"string","do'
    'c":"s3://bucket/key; posix://cell/key in a shared folder."},{"name":"sha256"'
    ',"type":"string","doc":"SHA-256 of the bytes."},{"name":"size_bytes","type":'
    '"long","doc":"Size of that file."},{"name":"parts","type":"int","doc":"Numbe'
    'r of parts of the checkpoint; 0: it is this single file.","default":0},{"nam'
    'e":"step","type":["null","long"],"doc":"Step after which the parts were save'
    'd; null: it is a single file.","default":null},{"name":"parts_sha256","type"'
    ':"string","doc":"SHA-256 of the parts\' SHA-256, one a line, in the order of '
    'their ranks; empty: it is a single file.","default":""}],"namespace":"muster'
    '.task_events"},{"type":"record","name":"NodeReclaimAnnounced","doc":"The pro'
    "vider announced that it will reclaim the node; repeated while the announceme"
    'nt stands.","subject":"node","fields":[{"name":"node_id","type":"string","do'
    'c":"Node."},{"name":"notice_id","type":"string","doc":"Id of the announcemen'
    't; a new one replaces the last."},{"name":"remaining_ms","type":["null","lon'
    'g"],"doc":"Remaining time of the node when this was reported; null: it is at'
    ' risk, and no time is set.","default":null},{"name":"source","type":{"type":'
    '"enum","name":"ReclaimSource","doc":"Source of a reclaim announcement.","sym'
    'bols":["UNKNOWN","FILE","HTTP","AWS","GCP","AZURE","OPERATOR"],"default":"UN'
    'KNOWN","namespace":"muster.task_events"},"doc":"Source of the announcement."'
    '},{"name":"message","type":"string","doc":"Message for people.","default":""'
    '}],"namespace":"muster.task_events"},{"type":"record","name":"NodeReclaimWit'
    'hdrawn","doc":"The announcement was withdrawn: the node stays.","subject":"n'
    'ode","fields":[{"name":"node_id","type":"string","doc":"Node."},{"name":"not'
    'ice_id","type":"string","doc":"Id of the announcement."}],"namespace":"muste'
    'r.task_events"},{"type":"record","name":"NodeNoteReported","doc":"A problem '
    'that the node reports about itself, such as a notice that cannot be read.","'
    'subject":"node","fields":[{"name":"node_id","type":"string","doc":"Node."},{'
    '"name":"note","type":"string","doc":"One sentence; empty: the problem is gon'
    'e."}],"namespace":"muster.task_events"},{"type":"record","name":"NodeTested"'
    ',"doc":"Result of an ordered test of the machine by its agent.","subject":"n'
    'ode","fields":[{"name":"node_id","type":"string","doc":"Node."},{"name":"che'
    'cks","type":{"type":"array","items":{"type":"record","name":"NodeCheck","doc'
    '":"Check of one ability of a node.","fields":[{"name":"name","type":"string"'
    ',"doc":"disk, memory, program, api, store, gpus."},{"name":"passed","type":"'
    'boolean","doc":"Whether it passed."},{"name":"message","type":"string","doc"'
    ':"Finding, for people."},{"name":"took_ms","type":"long","doc":"Duration."}]'
    ',"namespace":"muster.task_events"}},"doc":"Checks; all must pass."}],"namesp'
    'ace":"muster.task_events"},{"type":"record","name":"NodeFaultReported","doc"'
    ":\"The node's kernel wrote a line that matches a failure rule; the line itsel"
    'f is not included.","subject":"node","fields":[{"name":"node_id","type":"str'
    'ing","doc":"Node."},{"name":"rule","type":"string","doc":"Rule."},{"name":"r'
    'ules_version","type":"int","doc":"Version of the rules that the line matched'
    '."},{"name":"xid","type":["null","int"],"doc":"NVIDIA Xid; null: the fault h'
    'as none.","default":null},{"name":"gpu","type":"string","doc":"PCI address o'
    'f the GPU; empty: none is named.","default":""},{"name":"count","type":"long'
    '","doc":"Number of such lines since the last report.","default":1}],"namespa'
    'ce":"muster.task_events"},{"type":"record","name":"PreemptionPlanned","subje'
    'ct":"plan","doc":"The requesting job fits if these jobs yield; the scheduler'
    ' checks the plan first.","fields":[{"name":"plan_id","type":"string","doc":"'
    'Plan."},{"name":"job_id","type":"string","doc":"Requesting job; empty: a res'
    'ervation requests it."},{"name":"tenant","type":"string","doc":"Tenant."},{"'
    'name":"queue","type":"string","doc":"Queue."},{"name":"cause","type":{"type"'
    ':"enum","name":"PreemptionCause","doc":"What entitles it.","symbols":["GUARA'
    'NTEE","TIER","RESERVATION","TIME_SHARED","FAIRNESS"],"default":"TIER","names'
    'pace":"muster.job_events"},"doc":"What entitles it."},{"name":"reservation",'
    '"type":"string","doc":"Reservation that has begun; empty: a job requests it.'
    '","default":""},{"name":"victims","type":{"type":"array","items":{"type":"re'
    'cord","name":"PlannedVictim","doc":"A job that would yield, whole or down to'
    ' fewer ranks.","fields":[{"name":"job_id","type":"string","doc":"Job."},{"na'
    'me":"attempt","type":"int","doc":"The attempt that would stop."},{"name":"te'
    'nant","type":"string","doc":"Tenant."},{"name":"queue","type":"string","doc"'
    ':"Queue."},{"name":"user","type":"string","doc":"User who submitted it."},{"'
    'name":"ranks_kept","type":"int","doc":"Ranks it continues with; 0: it is evi'
    'cted and waits again."},{"name":"gpu_milli_freed","type":"long","doc":"Thous'
    'andths of a GPU that it would free."},{"name":"cost_gpu_ms","type":"long","d'
    'oc":"Its part of the price, GPU milliseconds: its work since the last checkp'
    'oint, its drain, a restart, and its delay by priority."},{"name":"lost_gpu_m'
    's","type":"long","doc":"Its own loss, GPU milliseconds: its work since the l'
    "ast checkpoint, or since its bind. 0: it saves before, or the planner did no"
    't say.","default":0},{"name":"reason","type":{"type":"enum","name":"VictimRe'
    'ason","doc":"Reason for choosing a victim.","symbols":["BORROWS","LOWER_TIER'
    '","ELASTIC_SURPLUS","HOLDS_RESERVED","MORE_SERVICE","BEYOND_DUE"],"default":'
    '"BORROWS","namespace":"muster.preemption_events"},"doc":"Reason for choosing'
    ' this job."},{"name":"message","type":"string","doc":"One sentence for its o'
    'wner."}],"namespace":"muster.preemption_events"}},"doc":"Victims, by job id.'
    '"},{"name":"placements","type":{"type":"array","items":{"type":"record","nam'
    'e":"PlannedRank","doc":"Placement of one rank of the job.","fields":[{"name"'
    ':"rank","type":"int","doc":"Rank."},{"name":"node_id","type":"string","doc":'
    '"Node."},{"name":"gpu_indices","type":{"type":"array","items":"int"},"doc":"'
    'GPUs."}],"namespace":"muster.preemption_events"}},"doc":"Placement of the jo'
    'b once they have yielded, in rank order; empty for a reservation."},{"name":'
    '"cost_gpu_ms","type":"long","doc":"Price: the sum over the victims."},{"name'
    '":"cost_gpu_ms_min","type":"long","doc":"Lower bound of the price of any set'
    ' of victims of the same rank."},{"name":"exact","type":"boolean","doc":"Whet'
    "her no other set of victims is better; false: the price is within the bound "
    'above, but not proven best."},{"name":"gain_gpu_ms","type":"long","doc":"GPU'
    ' milliseconds that the job gains by starting sooner."},{"name":"as_of_seq","'
    'type":"long","doc":"State of the scheduler\'s log at which this holds."},{"na'
    'me":"expires_at_ms","type":"long","doc":"Time from which it is void, millise'
    'conds since 1970 UTC."}],"namespace":"muster.preemption_events"},{"type":"re'
    'cord","name":"CheckpointRemoved","doc":"The objects of an expired checkpoint'
    ' are removed; repeated if the removal is repeated.","subject":"checkpoint","'
    'fields":[{"name":"job_id","type":"string","doc":"Job."},{"name":"uri","type"'
    ':"string","doc":"URI of its single file, or of the record of its parts."},{"'
    'name":"objects","type":"long","doc":"Number of objects removed."},{"name":"f'
    'reed_bytes","type":"long","doc":"Bytes freed."}],"namespace":"muster.checkpo'
    'int_events"},{"type":"record","name":"NodeJoined","doc":"A node has joined, '
    'or came back with other hardware.","subject":"node","fields":[{"name":"node_'
    'id","type":"string","doc":"Node."},{"name":"boot_id","type":"string","doc":"'
    'Boot id of its agent."},{"name":"address","type":"string","doc":"Address."},'
    '{"name":"port_first","type":"int","doc":"First rendezvous port."},{"name":"p'
    'ort_count","type":"int","doc":"Number of rendezvous ports."},{"name":"cpu_mi'
    'lli","type":"long","doc":"CPU."},{"name":"memory_mib","type":"long","doc":"M'
    'emory."},{"name":"gpu_model","type":"string","doc":"Model."},{"name":"gpu_me'
    'mory_mib","type":"long","doc":"Memory of each GPU, MiB; 0 when unknown.","de'
    'fault":0},{"name":"gpu_count","type":"int","doc":"GPUs."},{"name":"executor"'
    ',"type":{"type":"enum","name":"Executor","doc":"Way of running ranks.","symb'
    'ols":["PROCESS","SIMULATED"],"default":"SIMULATED","namespace":"muster.node_'
    'heartbeats"},"doc":"How it runs ranks."},{"name":"lease_ms","type":"long","d'
    'oc":"Lease."},{"name":"interval_ms","type":"long","doc":"Heartbeat interval.'
    '"},{"name":"labels","type":{"type":"map","values":"string"},"doc":"Labels.",'
    '"default":{}},{"name":"location","type":{"type":"record","name":"Location","'
    'doc":"A node\'s place in the network: each name is a unit within the next one'
    '; empty: unknown.","fields":[{"name":"nvlink_domain","type":"string","doc":"'
    'NVLink domain larger than the node; empty: the node is one by itself.","defa'
    'ult":""},{"name":"leaf","type":"string","doc":"InfiniBand leaf switch.","def'
    'ault":""},{"name":"spine","type":"string","doc":"Spine, or pod of leaves.","'
    'default":""},{"name":"cell","type":"string","doc":"Part of the network above'
    ' the spines.","default":""}],"namespace":"muster.node_heartbeats"},"doc":"Wh'
    'ere it is in the network.","default":{"nvlink_domain":"","leaf":"","spine":"'
    '","cell":""}},{"name":"taints","type":{"type":"array","items":"string"},"doc'
    '":"Taints; only jobs that tolerate all of them are placed here; sorted.","de'
    'fault":[]},{"name":"sandbox","type":{"type":"enum","name":"Sandbox","doc":"I'
    'solation of jobs from the rest of a machine.","symbols":["NONE","NAMESPACES"'
    ',"BUBBLEWRAP"],"default":"NONE","namespace":"muster.node_heartbeats"},"doc":'
    '"How jobs are isolated there.","default":"NONE"},{"name":"enforces","type":{'
    '"type":"array","items":{"type":"enum","name":"Enforced","doc":"Limit that a '
    'node enforces on jobs.","symbols":["MEMORY","MEMORY_MEASURED","CPU","PROCESS'
    'ES","OPEN_FILES","DEVICES","UNKNOWN"],"default":"UNKNOWN","namespace":"muste'
    'r.node_heartbeats"}},"doc":"Limits that it enforces on jobs.","default":[]},'
    '{"name":"machine_boot_id","type":"string","doc":"Boot id of the machine, fro'
    'm its kernel; changes at each reboot; empty: unknown.","default":""}],"names'
    'pace":"muster.job_events"},{"type":"record","name":"NodeSuspected","doc":"Th'
    "e node is silent, or does not take its orders: no new work is placed there; "
    'jobs continue.","subject":"node","fields":[{"name":"node_id","type":"string"'
    ',"doc":"Node."},{"name":"silent_ms","type":"long","doc":"Time since its last'
    ' heartbeat, since its answer was due, or for which an order has waited."},{"'
    'name":"cause","type":{"type":"enum","name":"SilenceCause","doc":"Silence of '
    "a node: no heartbeats, a stop order unanswered, or an order not stored, in t"
    'ime.","symbols":["SILENT","STOP_UNANSWERED","ORDER_NOT_STORED"],"default":"S'
    'ILENT","namespace":"muster.job_events"},"doc":"Why it is suspected.","defaul'
    't":"SILENT"}],"namespace":"muster.job_events"},{"type":"record","name":"Node'
    'Recovered","doc":"The node\'s heartbeats arrive again, and it has stored its '
    'orders; no answer is overdue.","subject":"node","fields":[{"name":"node_id",'
    '"type":"string","doc":"Node."}],"namespace":"muster.job_events"},{"type":"re'
    'cord","name":"NodeLost","doc":"The lease expired, or an order was not stored'
    ' for as long: the node\'s attempts are given up.","subject":"node","fields":['
    '{"name":"node_id","type":"string","doc":"Node."},{"name":"silent_ms","type":'
    '"long","doc":"Time since its last heartbeat, or for which an order has waite'
    'd."},{"name":"cause","type":"muster.job_events.SilenceCause","doc":"Why it i'
    's lost.","default":"SILENT"}],"namespace":"muster.job_events"},{"type":"reco'
    'rd","name":"NodeForgotten","doc":"Lost for long (default: a day) or removed '
    'by an operator; if the node reports again, it is new.","subject":"node","fie'
    'lds":[{"name":"node_id","type":"string","doc":"Node."},{"name":"lost_ms","ty'
    'pe":"long","doc":"Time for which the leader has known it as lost; 0 if an op'
    'erator removed it."},{"name":"requested_by","type":"string","doc":"Operator '
    'who removed it; empty if it was lost for long.","default":""},{"name":"gpus_'
    'unhealthy","type":{"type":"array","items":"int"},"doc":"Its GPUs known as un'
    'healthy, ascending; their state is forgotten as well.","default":[]}],"names'
    'pace":"muster.job_events"},{"type":"record","name":"NodeRefused","doc":"Hear'
    "tbeats under this name are invalid and ignored. Reported once by each leader"
    '.","subject":"node","fields":[{"name":"node_id","type":"string","doc":"The n'
    'ame; at most 128 characters, control characters escaped."},{"name":"message"'
    ',"type":"string","doc":"Field, value and what is allowed."}],"namespace":"mu'
    'ster.job_events"},{"type":"record","name":"NodeRelocated","doc":"The network'
    ' around the node has changed; its running jobs continue.","subject":"node","'
    'fields":[{"name":"node_id","type":"string","doc":"Node."},{"name":"location"'
    ',"type":"muster.node_heartbeats.Location","doc":"New location."}],"namespace'
    '":"muster.job_events"},{"type":"record","name":"GpuUnhealthy","doc":"Nothing'
    ' new is placed on this GPU.","subject":"node","fields":[{"name":"node_id","t'
    'ype":"string","doc":"Node."},{"name":"gpu_index","type":"int","doc":"GPU."},'
    '{"name":"reason","type":"string","doc":"Reason."}],"namespace":"muster.job_e'
    'vents"},{"type":"record","name":"GpuRecovered","doc":"The GPU is healthy aga'
    'in.","subject":"node","fields":[{"name":"node_id","type":"string","doc":"Nod'
    'e."},{"name":"gpu_index","type":"int","doc":"GPU."}],"namespace":"muster.job'
    '_events"},{"type":"record","name":"CommandInvalid","doc":"A command that was'
    " rejected before it was sequenced; `code` and `message` say why (ADR 4, 55)."
    '","fields":[{"name":"command_id","type":"string","doc":"event_id of the comm'
    'and."},{"name":"command","type":"string","doc":"Record name of the command."'
    '},{"name":"subject","type":"string","doc":"Job, queue or node."},{"name":"te'
    'nant","type":"string","doc":"Tenant."},{"name":"code","type":{"type":"enum",'
    '"name":"RejectionCode","aliases":["muster.job_events.RejectionCode"],"doc":"'
    'Kinds of rejection, common to all services; each has its HTTP status.","symb'
    'ols":["INVALID","ALREADY_EXISTS","NOT_FOUND","WRONG_STATE","IMPOSSIBLE_REQUE'
    'ST","UNKNOWN_QUEUE","QUEUE_NOT_EMPTY","FORBIDDEN","QUOTA_EXCEEDED","BAD_TREE'
    '"],"default":"FORBIDDEN","namespace":"muster.command_answers"},"doc":"Kind o'
    'f rejection: it breaks a rule, or its sender may not send it.","default":"IN'
    'VALID"},{"name":"message","type":"string","doc":"Message for people."},{"nam'
    'e":"violations","type":{"type":"array","items":{"type":"record","name":"Viol'
    'ation","aliases":["muster.job_events.Violation"],"doc":"One violation in a r'
    'equest.","fields":[{"name":"field","type":"string","doc":"Path of the field.'
    '"},{"name":"value","type":"string","doc":"The value as sent, shortened."},{"'
    'name":"allowed","type":"string","doc":"What is allowed."}],"namespace":"must'
    'er.command_answers"}},"doc":"Violations by field."}],"namespace":"muster.sch'
    'eduler_log"},{"type":"record","name":"LeaderElected","doc":"First input of a'
    'n epoch.","fields":[{"name":"epoch","type":"long","doc":"Epoch."},{"name":"l'
    'eader_id","type":"string","doc":"Process that leads."}],"namespace":"muster.'
    'scheduler_log"},{"type":"record","name":"ClockTicked","doc":"A deadline of t'
    'he core has passed.","fields":[],"namespace":"muster.scheduler_log"},{"type"'
    ':"record","name":"RestrictQueue","doc":"Keep jobs of some tiers from startin'
    'g from a queue and those below it; its settings are unchanged.","fields":[{"'
    'name":"queue","type":"string","doc":"Name."},{"name":"tenant","type":"string'
    '","doc":"Tenant."},{"name":"restriction","type":"string","doc":"Name of the '
    'restriction, 1 to 63 of a-z 0-9 and -; unique in its queue."},{"name":"tiers'
    '","type":{"type":"array","items":"muster.job_commands.Tier"},"doc":"Jobs of '
    'these tiers do not start."},{"name":"until_ms","type":["null","long"],"doc":'
    '"End, milliseconds since 1970 UTC; null: until it is lifted.","default":null'
    '},{"name":"reason","type":"string","doc":"Reason, for the users whose jobs w'
    'ait."},{"name":"requested_by","type":"string","doc":"User or service that se'
    'nds the request."}],"namespace":"muster.queue_commands"},{"type":"record","n'
    'ame":"LiftRestriction","doc":"Lift a restriction of a queue.","fields":[{"na'
    'me":"queue","type":"string","doc":"Name."},{"name":"tenant","type":"string",'
    '"doc":"Tenant."},{"name":"restriction","type":"string","doc":"Its name."},{"'
    'name":"requested_by","type":"string","doc":"User or service that sends the r'
    'equest."}],"namespace":"muster.queue_commands"},{"type":"record","name":"Out'
    'putStored","doc":"Bytes of the output of a task\'s ranks in the store; report'
    'ed every 64 MiB while they run.","subject":"task","fields":[{"name":"node_id'
    '","type":"string","doc":"Node."},{"name":"job_id","type":"string","doc":"Job'
    '."},{"name":"attempt","type":"int","doc":"Attempt, 1-based."},{"name":"size_'
    'bytes","type":"long","doc":"Bytes of all its ranks so far."}],"namespace":"m'
    'uster.task_events"},{"type":"record","name":"OutputRemoved","doc":"The outpu'
    "t of an ended job is removed from the store; repeated if the removal is repe"
    'ated.","subject":"output","fields":[{"name":"job_id","type":"string","doc":"'
    'Job."},{"name":"tenant","type":"string","doc":"Tenant."},{"name":"objects","'
    'type":"long","doc":"Number of objects removed by the try that reports it."}]'
    ',"namespace":"muster.checkpoint_events"}],"doc":"The input."}],"namespace":"'
    'muster.scheduler_log"}},"doc":"Inputs, in order."},{"name":"decisions","type'
    '":{"type":"array","items":{"type":"record","name":"Decision","doc":"One cons'
    'equence.","fields":[{"name":"event_id","type":"string","doc":"event_id, as i'
    'n the public topic."},{"name":"cause_seq","type":"long","doc":"seq of the in'
    'put it follows from."},{"name":"payload","type":[{"type":"record","name":"Co'
    'mmandRejected","aliases":["muster.job_events.CommandRejected"],"doc":"A comm'
    'and that is not carried out, and the reason.","subject":"command","fields":['
    '{"name":"command_id","type":"string","doc":"event_id of the command."},{"nam'
    'e":"command","type":"string","doc":"Record name of the command."},{"name":"s'
    'ubject","type":"string","doc":"Its subject: a job, queue, node or other enti'
    'ty of the service."},{"name":"tenant","type":"string","doc":"Tenant."},{"nam'
    'e":"code","type":"muster.command_answers.RejectionCode","doc":"Kind of rejec'
    'tion."},{"name":"detail_code","type":"string","doc":"More specific code of t'
    'he service; its README lists them. Empty: `code` is specific enough.","defau'
    'lt":""},{"name":"message","type":"string","doc":"Message for people."},{"nam'
    'e":"violations","type":{"type":"array","items":"muster.command_answers.Viola'
    'tion"},"doc":"Violations by field.","default":[]}],"namespace":"muster.comma'
    'nd_answers"},{"type":"record","name":"CommandRepeated","aliases":["muster.jo'
    'b_events.CommandRepeated"],"doc":"A command that was already carried out cam'
    'e again; nothing changed.","subject":"command","fields":[{"name":"command_id'
    '","type":"string","doc":"event_id of the command."},{"name":"command","type"'
    ':"string","doc":"Record name of the command."},{"name":"subject","type":"str'
    'ing","doc":"Its subject."}],"namespace":"muster.command_answers"},{"type":"r'
    'ecord","name":"JobQueued","doc":"The job is accepted and waits.","subject":"'
    'job","fields":[{"name":"job_id","type":"string","doc":"Job."},{"name":"tenan'
    't","type":"string","doc":"Tenant."},{"name":"spec","type":"muster.job_comman'
    'ds.JobSpec","doc":"Specification as accepted."},{"name":"predicted_p50_ms","'
    'type":["null","long"],"doc":"Predicted median run time of an attempt; null: '
    'unknown.","default":null},{"name":"predicted_p90_ms","type":["null","long"],'
    '"doc":"Predicted 90th percentile of the run time; null: unknown.","default":'
    'null}],"namespace":"muster.job_events"},{"type":"record","name":"JobPending"'
    ',"doc":"Reason why the job is not placed; sent when the reason changes.","su'
    'bject":"job","fields":[{"name":"job_id","type":"string","doc":"Job."},{"name'
    '":"code","type":{"type":"enum","name":"PendingCode","doc":"Stable codes for '
    'the reason why a job waits.","symbols":["NO_NODES","MODEL_ABSENT","TOO_LARGE'
    '","CLUSTER_TOO_SMALL","GPUS_BUSY","GPUS_FRAGMENTED","FRACTIONS_FRAGMENTED","'
    'CPU_SHORT","MEMORY_SHORT","NODES_UNSCHEDULABLE","LABELS_ABSENT","TAINTS_UNTO'
    'LERATED","GPU_MEMORY_SHORT","SANDBOX_ABSENT","SPOT_EXCLUDED","ROOM_ON_SPOT_O'
    'NLY","NODES_AVOIDED","MAINTENANCE_AHEAD","GANG_SHORT","TOPOLOGY_SHORT","HELD'
    '_FOR_HEAD","NODES_RESERVED","RETRY_BACKOFF","SUSPENDED","QUEUED","QUOTA_EXHA'
    'USTED","JOB_LIMIT","GEOMETRY_FROZEN","QUEUE_SUSPENDED","HEADROOM","DURATION_'
    'NOT_GUARANTEED","QUEUE_RESTRICTED"],"default":"QUEUED","namespace":"muster.j'
    'ob_events"},"doc":"The dominant reason."},{"name":"message","type":"string",'
    '"doc":"One sentence."},{"name":"counts","type":{"type":"map","values":"long"'
    '},"doc":"Figures behind the reason.","default":{}}],"namespace":"muster.job_'
    'events"},{"type":"record","name":"PreemptionRequested","doc":"A job or a res'
    "ervation is entitled to GPUs that others hold; another service chooses the v"
    'ictims.","subject":"plan","fields":[{"name":"job_id","type":"string","doc":"'
    'Job; empty: a reservation is entitled."},{"name":"cause","type":"muster.job_'
    'events.PreemptionCause","doc":"What entitles it."},{"name":"queue","type":"s'
    'tring","doc":"Its queue."},{"name":"tenant","type":"string","doc":"Tenant."}'
    ',{"name":"jobs","type":"int","doc":"Number of equal jobs in its queue, this '
    'one included, that are entitled to the resources they request.","default":1}'
    ',{"name":"gpu_milli_missing","type":"long","doc":"Thousandths of a GPU that '
    'they lack."},{"name":"gpu_models","type":{"type":"array","items":"string"},"'
    'doc":"GPU models that it accepts, sorted; empty: any.","default":[]},{"name"'
    ':"borrowers","type":{"type":"array","items":{"type":"record","name":"Borrowe'
    'r","doc":"A queue beyond its guarantee.","fields":[{"name":"queue","type":"s'
    'tring","doc":"Name."},{"name":"tenant","type":"string","doc":"Tenant."},{"na'
    'me":"gpu_milli_borrowed","type":"long","doc":"Beyond its guarantee, thousand'
    'ths of GPU."}],"namespace":"muster.job_events"}},"doc":"Queues that hold len'
    't GPUs, the largest amount first.","default":[]},{"name":"as_of_seq","type":'
    '"long","doc":"State of the log at which this holds."},{"name":"reservation",'
    '"type":"string","doc":"Reservation that has begun; empty: a job is entitled.'
    '","default":""},{"name":"holders","type":{"type":"array","items":"string"},"'
    'doc":"Jobs that may yield, if the request restricts them: those still on its'
    ' nodes, or with more service; sorted; never production inference.","default"'
    ':[]}],"namespace":"muster.job_events"},{"type":"record","name":"ReservationM'
    'ade","doc":"Nodes are reserved for the head of the line, which does not fit;'
    ' replaces its last reservation.","subject":"plan","fields":[{"name":"job_id"'
    ',"type":"string","doc":"Job."},{"name":"node_ids","type":{"type":"array","it'
    'ems":"string"},"doc":"Reserved nodes: other jobs may be placed there only if'
    ' they are predicted to end before starts_at_ms."},{"name":"starts_at_ms","ty'
    'pe":["null","long"],"doc":"When the nodes are predicted to have room for it;'
    ' null: unknown.","default":null},{"name":"kept_until_ms","type":"long","doc"'
    ':"When nodes are chosen again if the job has not started."},{"name":"by_limi'
    'ts","type":"boolean","doc":"Whether only wall-time limits were used to predi'
    'ct, because an earlier reservation of the job was not kept.","default":false'
    '}],"namespace":"muster.job_events"},{"type":"record","name":"ReservationRele'
    'ased","doc":"The nodes reserved for a job are released.","subject":"plan","f'
    'ields":[{"name":"job_id","type":"string","doc":"Job."},{"name":"reason","typ'
    'e":{"type":"enum","name":"ReleaseReason","doc":"Reason for a release.","symb'
    'ols":["STARTED","NO_LONGER_WAITS","NO_LONGER_HEAD","IN_VAIN"],"default":"NO_'
    'LONGER_WAITS","namespace":"muster.job_events"},"doc":"Reason."},{"name":"aga'
    'in_at_ms","type":["null","long"],"doc":"When nodes are reserved for it again'
    ', as it still heads the line; null: not for this reason.","default":null}],"'
    'namespace":"muster.job_events"},{"type":"record","name":"DefragmentationProp'
    'osed","doc":"Moves of running jobs that would let a job start for which the '
    'free GPUs suffice in total.","subject":"plan","fields":[{"name":"job_id","ty'
    'pe":"string","doc":"The job that would start."},{"name":"moves","type":{"typ'
    'e":"array","items":{"type":"record","name":"Move","doc":"Move of one job to '
    'other nodes.","fields":[{"name":"job_id","type":"string","doc":"Job."},{"nam'
    'e":"from_node_ids","type":{"type":"array","items":"string"},"doc":"Its prese'
    'nt nodes, sorted."},{"name":"to_node_ids","type":{"type":"array","items":"st'
    'ring"},"doc":"Its new nodes, sorted."},{"name":"lost_gpu_ms","type":"long","'
    'doc":"GPU milliseconds: its GPUs times its run time since its last checkpoin'
    't and a restart."}],"namespace":"muster.job_events"}},"doc":"Moves by job."}'
    ',{"name":"cost_gpu_ms","type":"long","doc":"GPU milliseconds that all moves '
    'lose."},{"name":"benefit_gpu_ms","type":"long","doc":"GPU milliseconds that '
    'the job would gain: its GPUs times the wait saved."},{"name":"carried_out","'
    'type":"boolean","doc":"Whether the moves begin now."}],"namespace":"muster.j'
    'ob_events"},{"type":"record","name":"StartPredicted","doc":"Predicted start '
    "of a waiting job; made from time to time, so that the cell learns from the o"
    'utcome.","subject":"plan","fields":[{"name":"job_id","type":"string","doc":"'
    'Job."},{"name":"wait_ms","type":"long","doc":"Best single estimate of the re'
    'maining wait, milliseconds."},{"name":"wait_low_ms","type":["null","long"],"'
    'doc":"Start of the stated range, milliseconds from now; null: there is too l'
    'ittle data for a range.","default":null},{"name":"wait_high_ms","type":["nul'
    'l","long"],"doc":"End of the stated range, milliseconds from now.","default"'
    ':null},{"name":"signs","type":{"type":"array","items":"int"},"doc":"Inputs o'
    "f the estimate, as logarithms in 1/256 octave: one, the soonest start with o"
    "nly its equals ahead, the time waited, the number of waiting jobs, the amoun"
    't requested, the position among its equals."}],"namespace":"muster.job_event'
    's"},{"type":"record","name":"GangBound","doc":"Every rank has a place; the s'
    'tart orders are in the same transaction.","subject":"job","fields":[{"name":'
    '"job_id","type":"string","doc":"Job."},{"name":"attempt","type":"int","doc":'
    '"Attempt."},{"name":"placements","type":{"type":"array","items":{"type":"rec'
    'ord","name":"RankPlacement","doc":"Placement of one rank.","fields":[{"name"'
    ':"rank","type":"int","doc":"Rank."},{"name":"node_id","type":"string","doc":'
    '"Node."},{"name":"gpu_indices","type":{"type":"array","items":"int"},"doc":"'
    'GPUs."},{"name":"gpu_milli","type":"int","doc":"Thousandths of each GPU."},{'
    '"name":"sharing","type":{"type":"enum","name":"Sharing","doc":"How a rank sh'
    "ares its GPUs: not at all; within its team by MPS or time slicing; by a MIG "
    'instance.","symbols":["EXCLUSIVE","MPS","TIME_SLICING","MIG"],"default":"EXC'
    'LUSIVE","namespace":"muster.node_commands"},"doc":"Sharing of these GPUs wit'
    'h other ranks.","default":"EXCLUSIVE"},{"name":"mig_profile","type":["null",'
    '"string"],"doc":"Profile of its MIG instance.","default":null},{"name":"mig_'
    'start","type":["null","int"],"doc":"First memory slice of that instance.","d'
    'efault":null}],"namespace":"muster.job_events"}},"doc":"Placements, one per '
    'rank."},{"name":"master_address","type":"string","doc":"Rank 0\'s address."},'
    '{"name":"master_port","type":"int","doc":"Rendezvous port."},{"name":"waited'
    '_ms","type":"long","doc":"Time since the job was last queued."},{"name":"rea'
    'son","type":"string","doc":"Reason for this placement.","default":""},{"name'
    '":"tenant","type":"string","doc":"Tenant of the job.","default":""},{"name":'
    '"queue","type":"string","doc":"The job\'s queue.","default":""},{"name":"each'
    '","type":["null",{"type":"record","name":"RankShape","doc":"Resources of eac'
    'h rank of a gang on its node, besides the GPUs of its placement.","fields":['
    '{"name":"cpu_milli","type":"long","doc":"Thousandths of a CPU core."},{"name'
    '":"memory_mib","type":"long","doc":"Host memory."},{"name":"gpu_models","typ'
    'e":{"type":"array","items":"string"},"doc":"GPU models it would accept, sort'
    'ed; empty: any.","default":[]},{"name":"sharing_key","type":"string","doc":"'
    "Ranks with the same key share GPUs (a trust domain and a way of sharing); `m"
    'ig`: a MIG instance of its own; empty: not shared.","default":""}],"namespac'
    'e":"muster.job_events"}],"doc":"Resources of each rank; null: written by an '
    'earlier version.","default":null},{"name":"gap_of","type":"string","doc":"Jo'
    "b that these nodes are reserved for: this one backfills the gap, and yields "
    'when that one fits; empty: none.","default":""},{"name":"guaranteed_until_ms'
    '","type":["null","long"],"doc":"Time before which it yields only to producti'
    "on inference, milliseconds since 1970 UTC; null: it is owed what it holds, o"
    'r nothing is forecast.","default":null}],"namespace":"muster.job_events"},{"'
    'type":"record","name":"JobStarted","doc":"All ranks run.","subject":"job","f'
    'ields":[{"name":"job_id","type":"string","doc":"Job."},{"name":"attempt","ty'
    'pe":"int","doc":"Attempt."}],"namespace":"muster.job_events"},{"type":"recor'
    'd","name":"JobResizing","doc":"An elastic job stops, to continue at once wit'
    'h another number of ranks.","subject":"job","fields":[{"name":"job_id","type'
    '":"string","doc":"Job."},{"name":"attempt","type":"int","doc":"The attempt t'
    'hat stops."},{"name":"ranks_from","type":"int","doc":"Its number of ranks."}'
    ',{"name":"ranks_to","type":"int","doc":"Number of ranks of the next attempt,'
    ' or fewer if they no longer fit."},{"name":"reason","type":"string","doc":"R'
    'eason."}],"namespace":"muster.job_events"},{"type":"record","name":"JobMovin'
    'g","doc":"A job stops, to continue at once on other nodes, so that another j'
    'ob has room.","subject":"job","fields":[{"name":"job_id","type":"string","do'
    'c":"Job."},{"name":"attempt","type":"int","doc":"The attempt that stops."},{'
    '"name":"placements","type":{"type":"array","items":"muster.job_events.RankPl'
    'acement"},"doc":"New placement, in rank order; other nodes if these are gone'
    '."},{"name":"reason","type":"string","doc":"Reason."}],"namespace":"muster.j'
    'ob_events"},{"type":"record","name":"JobWarned","doc":"A watchdog found a pr'
    'oblem with a running job; reported once per attempt and action.","subject":"'
    'job","fields":[{"name":"job_id","type":"string","doc":"Job."},{"name":"attem'
    'pt","type":"int","doc":"Attempt."},{"name":"watchdog","type":{"type":"enum",'
    '"name":"Watchdog","doc":"Watchdogs, by what they observe.","symbols":["WALL_'
    'TIME","HANG","START_UP","LOSS","IDLE_GPUS","STRAGGLER"],"default":"WALL_TIME'
    '","namespace":"muster.job_events"},"doc":"The watchdog."},{"name":"action","'
    'type":{"type":"enum","name":"WatchdogAction","doc":"Consequence: none; the a'
    'ttempt ends, and the job\'s retries decide about another; the job ends.","sym'
    'bols":["TOLD","RETRIED","ENDED"],"default":"TOLD","namespace":"muster.job_ev'
    'ents"},"doc":"Consequence."},{"name":"message","type":"string","doc":"Findin'
    'g, for people."},{"name":"node_id","type":["null","string"],"doc":"Node; nul'
    'l: the whole gang.","default":null},{"name":"rank","type":["null","int"],"do'
    'c":"Rank; null: all, or unknown.","default":null},{"name":"tenant","type":"s'
    'tring","doc":"Tenant.","default":""},{"name":"team","type":"string","doc":"T'
    'he job\'s team.","default":""}],"namespace":"muster.job_events"},{"type":"rec'
    'ord","name":"JobStopping","doc":"Ranks have been ordered to stop.","subject"'
    ':"job","fields":[{"name":"job_id","type":"string","doc":"Job."},{"name":"att'
    'empt","type":"int","doc":"Attempt."},{"name":"reason","type":"string","doc":'
    '"Reason."},{"name":"requeues","type":"boolean","doc":"Whether it waits again'
    " once it has stopped; the attempt then counts neither as failed nor as lost."
    '","default":false},{"name":"plan_id","type":"string","doc":"Preemption plan '
    'by which it yields; empty: it stops for another reason.","default":""},{"nam'
    'e":"yields_to","type":"string","doc":"Job that it yields to; empty: none.","'
    'default":""},{"name":"cause","type":{"type":"enum","name":"StopCause","doc":'
    '"Kind of event that stops a job.","symbols":["UNSTATED","SPOT_RECLAIM"],"def'
    'ault":"UNSTATED","namespace":"muster.job_events"},"doc":"Kind of event that '
    'stopped it.","default":"UNSTATED"},{"name":"save_bytes","type":["null","long'
    '"],"doc":"Estimated bytes to save; null: unknown, or it is not asked to save'
    '.","default":null},{"name":"saves_until_ms","type":["null","long"],"doc":"Es'
    "timated time by which they are stored, milliseconds since 1970 UTC; null: un"
    'known, or it is not asked to save.","default":null},{"name":"save_bytes_per_'
    's","type":["null","long"],"doc":"Its share of the store\'s bandwidth until it'
    ' has stopped, bytes per second; null: it is not asked to save.","default":nu'
    'll}],"namespace":"muster.job_events"},{"type":"record","name":"SaveTooLarge"'
    ',"doc":"A job cannot save its state before its node is reclaimed, and loses '
    'work.","subject":"job","fields":[{"name":"job_id","type":"string","doc":"Job'
    '."},{"name":"attempt","type":"int","doc":"Attempt."},{"name":"node_id","type'
    '":"string","doc":"The node that goes first."},{"name":"save_bytes","type":"l'
    'ong","doc":"Bytes to save."},{"name":"fits_bytes","type":"long","doc":"Bytes'
    ' that can be stored in the remaining time, beside the other jobs."},{"name":'
    '"deadline_ms","type":"long","doc":"When the node is gone, milliseconds since'
    ' 1970 UTC."},{"name":"lost_gpu_ms","type":"long","doc":"GPU milliseconds sin'
    'ce its last checkpoint, or since its start."}],"namespace":"muster.job_event'
    's"},{"type":"record","name":"PreemptionAccepted","doc":"A preemption plan is'
    ' carried out: victims stop, and nodes are held for the job.","subject":"plan'
    '","fields":[{"name":"plan_id","type":"string","doc":"Plan."},{"name":"job_id'
    '","type":"string","doc":"Job that the victims yield to; empty: a reservation'
    '."},{"name":"reservation","type":"string","doc":"Capacity reservation whose '
    'nodes the victims leave; empty: they yield to a job.","default":""},{"name":'
    '"victims","type":{"type":"array","items":{"type":"record","name":"YieldingJo'
    'b","doc":"A job that yields, whole or down to fewer ranks.","fields":[{"name'
    '":"job_id","type":"string","doc":"Job."},{"name":"attempt","type":"int","doc'
    '":"The attempt that stops."},{"name":"ranks_kept","type":"int","doc":"Ranks '
    'it continues with; 0: it waits again.","default":0}],"namespace":"muster.job'
    '_events"}},"doc":"Victims, by job id."},{"name":"placements","type":{"type":'
    '"array","items":"muster.job_events.RankPlacement"},"doc":"Intended placement'
    ' of the job, in rank order; these nodes are held for it."},{"name":"held_unt'
    'il_ms","type":"long","doc":"Latest end of the hold, milliseconds since 1970 '
    'UTC."},{"name":"cost_gpu_ms","type":"long","doc":"Planned price, GPU millise'
    'conds."},{"name":"as_of_seq","type":"long","doc":"State of the scheduler\'s l'
    'og that the plan was made from."}],"namespace":"muster.job_events"},{"type":'
    '"record","name":"PreemptionRefused","doc":"A preemption plan is not carried '
    'out; no job stops because of it.","subject":"plan","fields":[{"name":"plan_i'
    'd","type":"string","doc":"Plan."},{"name":"job_id","type":"string","doc":"Jo'
    'b that the victims would have yielded to; empty: a reservation."},{"name":"r'
    'eservation","type":"string","doc":"Capacity reservation whose nodes the vict'
    'ims leave; empty: they yield to a job.","default":""},{"name":"code","type":'
    '{"type":"enum","name":"RefusalCode","doc":"Reason for a refusal.","symbols":'
    '["EXPIRED","INVALID","UNDER_WAY","NOT_WAITING","NOT_ENTITLED","NOT_NEEDED","'
    'VICTIM_GONE","VICTIM_PROTECTED","VICTIM_TOO_YOUNG","VICTIM_LIMIT","PAIR","NO'
    '_ROOM"],"default":"INVALID","namespace":"muster.job_events"},"doc":"Reason, '
    'as a code."},{"name":"reason","type":"string","doc":"Reason, for people."}],'
    '"namespace":"muster.job_events"},{"type":"record","name":"HoldMade","subject'
    '":"plan","doc":"Other jobs move so that a waiting job fits; nodes are held f'
    'or it until then.","fields":[{"name":"plan_id","type":"string","doc":"Plan."'
    '},{"name":"job_id","type":"string","doc":"Job that the others make room for.'
    '"},{"name":"victims","type":{"type":"array","items":"muster.job_events.Yield'
    'ingJob"},"doc":"Jobs that move, by id; they keep their number of ranks."},{"'
    'name":"placements","type":{"type":"array","items":"muster.job_events.RankPla'
    'cement"},"doc":"Intended placement of the job, in rank order."},{"name":"nod'
    'e_ids","type":{"type":"array","items":"string"},"doc":"Held nodes, sorted: t'
    'hese, and those that the moving jobs go to."},{"name":"held_until_ms","type"'
    ':"long","doc":"Latest end of the hold, milliseconds since 1970 UTC."}],"name'
    'space":"muster.job_events"},{"type":"record","name":"HoldReleased","doc":"No'
    "des that victims of a preemption plan freed are no longer held for the job t"
    'hey yielded to.","subject":"plan","fields":[{"name":"plan_id","type":"string'
    '","doc":"Plan."},{"name":"job_id","type":"string","doc":"Job that they were '
    'held for."},{"name":"reason","type":{"type":"enum","name":"HoldReleaseReason'
    '","doc":"Reason for releasing held nodes.","symbols":["STARTED","NO_LONGER_W'
    'AITS","NO_ROOM","EXPIRED"],"default":"NO_LONGER_WAITS","namespace":"muster.j'
    'ob_events"},"doc":"STARTED: it was bound. NO_LONGER_WAITS: it was cancelled '
    "or suspended. NO_ROOM: all have yielded, and it still does not fit. EXPIRED:"
    ' the victims took too long."}],"namespace":"muster.job_events"},{"type":"rec'
    'ord","name":"FragmentationSustained","subject":"plan","doc":"GPUs stay free '
    "but fragmented while jobs wait that need no more: moves are planned for all "
    'of them.","fields":[{"name":"job_id","type":"string","doc":"The first of the'
    'se jobs."},{"name":"since_ms","type":"long","doc":"Since when, milliseconds '
    'since 1970 UTC."},{"name":"gpu_milli_scattered","type":"long","doc":"Largest'
    " amount of GPU that is free but fragmented for one of these jobs, thousandth"
    's."},{"name":"gpu_milli_total","type":"long","doc":"GPU of the cluster, thou'
    'sandths."},{"name":"jobs","type":"int","doc":"Number of such jobs."}],"names'
    'pace":"muster.job_events"},{"type":"record","name":"FragmentationEased","sub'
    'ject":"plan","doc":"The fragmentation that FragmentationSustained reported i'
    's over.","fields":[{"name":"job_id","type":"string","doc":"Job that was name'
    'd in that report."},{"name":"since_ms","type":"long","doc":"Start of the fra'
    'gmentation, milliseconds since 1970 UTC."},{"name":"gpu_milli_scattered","ty'
    'pe":"long","doc":"GPU that is free but fragmented now, thousandths; within t'
    'he policy\'s limit."}],"namespace":"muster.job_events"},{"type":"record","nam'
    'e":"DemandForecast","subject":"plan","doc":"How much best-effort work may ho'
    'ld together: other work is not expected to need it soon.","fields":[{"name":'
    '"duration_ms","type":"long","doc":"The guaranteed duration, milliseconds."},'
    '{"name":"gpu_milli_total","type":"long","doc":"GPU of the cluster, thousandt'
    'hs."},{"name":"gpu_milli_demand","type":"long","doc":"GPU that all other wor'
    'k holds, or waits for and is owed, thousandths."},{"name":"gpu_milli_rise","'
    'type":"long","doc":"Expected growth of that within the duration, thousandths'
    ': nine in ten rises at this hour of day were no larger."},{"name":"scale_per'
    'cent","type":"int","doc":"Share of the remainder that is given out; larger a'
    'fter days on which few guaranteed runs had to yield."},{"name":"gpu_milli_qu'
    'ota","type":"long","doc":"GPU that best-effort work may hold together, thous'
    'andths."}],"namespace":"muster.job_events"},{"type":"record","name":"Attempt'
    'Ended","doc":"An attempt has ended on every node, and its GPUs are free.","s'
    'ubject":"job","fields":[{"name":"job_id","type":"string","doc":"Job."},{"nam'
    'e":"attempt","type":"int","doc":"Attempt."},{"name":"outcome","type":{"type"'
    ':"enum","name":"AttemptOutcome","doc":"Outcome of an attempt.","symbols":["S'
    'UCCEEDED","FAILED","STOPPED","TIMED_OUT","LOST","REFUSED"],"default":"REFUSE'
    'D","namespace":"muster.job_events"},"doc":"Outcome of the attempt."},{"name"'
    ':"exit_code","type":["null","int"],"doc":"Exit code of the first failing ran'
    'k.","default":null},{"name":"signal","type":["null","int"],"doc":"Signal of '
    'the first failing rank.","default":null},{"name":"rank","type":["null","int"'
    '],"doc":"First failing rank.","default":null},{"name":"node_id","type":["nul'
    'l","string"],"doc":"Its node.","default":null},{"name":"message","type":"str'
    'ing","doc":"Message for people.","default":""},{"name":"ran_ms","type":"long'
    '","doc":"Time from bind to end."},{"name":"verdict","type":["null",{"type":"'
    'record","name":"FailureVerdict","doc":"Cause of an attempt\'s failure, by the'
    ' rules in effect; rank and node are those of the fact.","fields":[{"name":"r'
    'ule","type":"string","doc":"First rule that matched."},{"name":"rules_versio'
    'n","type":"int","doc":"Version of the rules."},{"name":"category","type":"st'
    'ring","doc":"Category of the failed part, as in the rule."},{"name":"subcate'
    'gory","type":"string","doc":"Subcategory."},{"name":"persistence","type":"st'
    'ring","doc":"transient, permanent or unknown: whether the same attempt would'
    ' fail again."},{"name":"action","type":"string","doc":"What the rule demands'
    ' for the job."},{"name":"node_action","type":"string","doc":"What the rule a'
    'dvises for the node."},{"name":"sign","type":"string","doc":"What it was rec'
    'ognised by: a line of the output, exit code 137."},{"name":"means","type":"s'
    'tring","doc":"What happened, in the rule\'s words."},{"name":"hint","type":"s'
    'tring","doc":"What to change, in the rule\'s words."},{"name":"line","type":['
    '"null","long"],"doc":"Number of the line in the rank\'s stream, if it was a l'
    'ine.","default":null},{"name":"stream","type":"string","doc":"Its stream: st'
    'dout or stderr.","default":""},{"name":"count","type":"long","doc":"Number o'
    'f matching lines; 0: it was no line.","default":0},{"name":"at_ms","type":["'
    'null","long"],"doc":"Time of the line, or else of the rank\'s end, millisecon'
    'ds since 1970 UTC.","default":null},{"name":"spared","type":"boolean","doc":'
    '"Whether the attempt does not count among those that the user allowed.","def'
    'ault":false},{"name":"cause_seen","type":"boolean","doc":"False: no rank sho'
    'ws a cause of its own; the failure began where nothing was seen.","default":'
    'true},{"name":"others","type":{"type":"array","items":{"type":"record","name'
    '":"RankVerdict","doc":"Another rank that failed.","fields":[{"name":"rank","'
    'type":["null","int"],"doc":"Rank; null: its node was lost, or refused the or'
    'der.","default":null},{"name":"node_id","type":"string","doc":"Its node."},{'
    '"name":"rule","type":"string","doc":"First rule that matched."},{"name":"fol'
    'lowed","type":"boolean","doc":"Whether it failed because another rank was go'
    'ne, or waited for one that was."}],"namespace":"muster.job_events"}},"doc":"'
    'Other ranks that failed, by rank; the first of them.","default":[]},{"name":'
    '"others_more","type":"int","doc":"Number of further failed ranks.","default"'
    ':0},{"name":"unscanned","type":"string","doc":"Reason why output was not sca'
    'nned, or not all of it; empty: it was.","default":""}],"namespace":"muster.j'
    'ob_events"}],"doc":"Cause of the failure; null: nothing failed, or no rules '
    'are in effect.","default":null}],"namespace":"muster.job_events"},{"type":"r'
    'ecord","name":"JobRequeued","doc":"The job waits again.","subject":"job","fi'
    'elds":[{"name":"job_id","type":"string","doc":"Job."},{"name":"attempt_next"'
    ',"type":"int","doc":"Number of the next attempt."},{"name":"reason","type":"'
    'string","doc":"Reason."},{"name":"not_before_ms","type":"long","doc":"Earlie'
    'st time of the next attempt."},{"name":"memory_mib","type":["null","long"],"'
    'doc":"Memory of each rank from the next attempt on, MiB; null: as before.","'
    'default":null}],"namespace":"muster.job_events"},{"type":"record","name":"Jo'
    'bSucceeded","doc":"Every rank ended with exit code 0.","subject":"job","fiel'
    'ds":[{"name":"job_id","type":"string","doc":"Job."},{"name":"attempt","type"'
    ':"int","doc":"Attempt."}],"namespace":"muster.job_events"},{"type":"record",'
    '"name":"JobFailed","doc":"The job has ended without success.","subject":"job'
    '","fields":[{"name":"job_id","type":"string","doc":"Job."},{"name":"attempt"'
    ',"type":"int","doc":"Attempt."},{"name":"reason","type":"string","doc":"Reas'
    'on."},{"name":"exit_code","type":["null","int"],"doc":"Exit code of the firs'
    't failing rank.","default":null}],"namespace":"muster.job_events"},{"type":"'
    'record","name":"JobCancelled","doc":"The job was cancelled and nothing of it'
    ' runs.","subject":"job","fields":[{"name":"job_id","type":"string","doc":"Jo'
    'b."},{"name":"requested_by","type":"string","doc":"Sender of the request."},'
    '{"name":"reason","type":"string","doc":"Reason."}],"namespace":"muster.job_e'
    'vents"},{"type":"record","name":"JobSuspended","doc":"The job was suspended '
    'and nothing of it runs.","subject":"job","fields":[{"name":"job_id","type":"'
    'string","doc":"Job."},{"name":"requested_by","type":"string","doc":"Sender o'
    'f the request."},{"name":"reason","type":"string","doc":"Reason."}],"namespa'
    'ce":"muster.job_events"},{"type":"record","name":"JobResumed","doc":"A suspe'
    'nded job waits again.","subject":"job","fields":[{"name":"job_id","type":"st'
    'ring","doc":"Job."},{"name":"requested_by","type":"string","doc":"Sender of '
    'the request."}],"namespace":"muster.job_events"},{"type":"record","name":"Ch'
    'eckpointRecorded","doc":"A complete checkpoint is safe in the store; the nex'
    't attempt begins from it.","subject":"job","fields":[{"name":"job_id","type"'
    ':"string","doc":"Job."},{"name":"attempt","type":"int","doc":"Attempt."},{"n'
    'ame":"rank","type":"int","doc":"Rank that wrote it."},{"name":"file","type":'
    '"string","doc":"File name of the single file, or of the record of its parts.'
    '"},{"name":"uri","type":"string","doc":"URI."},{"name":"sha256","type":"stri'
    'ng","doc":"SHA-256 of that file."},{"name":"size_bytes","type":"long","doc":'
    '"Total size of its files, of all ranks together."},{"name":"files","type":"i'
    'nt","doc":"Number of files.","default":1},{"name":"unchanged_bytes","type":"'
    'long","doc":"Part of that in unchanged files, which were already in the stor'
    'e.","default":0},{"name":"step","type":["null","long"],"doc":"Step after whi'
    'ch it was saved; null: it is a single file, which does not say.","default":n'
    'ull}],"namespace":"muster.job_events"},{"type":"record","name":"CheckpointEx'
    'pired","doc":"A checkpoint has expired; it will be removed from the store.",'
    '"subject":"checkpoint","fields":[{"name":"job_id","type":"string","doc":"Job'
    '."},{"name":"tenant","type":"string","doc":"Tenant."},{"name":"attempt","typ'
    'e":"int","doc":"Attempt that saved it."},{"name":"rank","type":"int","doc":"'
    'Rank whose folder contained its file."},{"name":"file","type":"string","doc"'
    ':"File name of the single file, or of the record of its parts."},{"name":"ur'
    'i","type":"string","doc":"URI of that file."},{"name":"sha256","type":"strin'
    'g","doc":"SHA-256 of that file."},{"name":"size_bytes","type":"long","doc":"'
    'Total size of its files."},{"name":"step","type":["null","long"],"doc":"Step'
    ' after which it was saved; null: it is a single file.","default":null},{"nam'
    'e":"kept_before","type":["null","string"],"doc":"URI of the record of the ne'
    "arest kept checkpoint before it, of the same attempt: files that both name s"
    'tay; null: none.","default":null}],"namespace":"muster.job_events"},{"type":'
    '"record","name":"CheckpointDeleted","doc":"An expired checkpoint was removed'
    ' from the store.","subject":"checkpoint","fields":[{"name":"job_id","type":"'
    'string","doc":"Job."},{"name":"tenant","type":"string","doc":"Tenant."},{"na'
    'me":"attempt","type":"int","doc":"Attempt that saved it."},{"name":"rank","t'
    'ype":"int","doc":"Rank whose folder contained its file."},{"name":"file","ty'
    'pe":"string","doc":"File name of the single file, or of the record of its pa'
    'rts."},{"name":"uri","type":"string","doc":"URI of that file."},{"name":"obj'
    'ects","type":"long","doc":"Number of objects removed; files that a kept chec'
    'kpoint also names stay."},{"name":"freed_bytes","type":"long","doc":"Bytes f'
    'reed."}],"namespace":"muster.job_events"},"muster.job_events.NodeJoined","mu'
    'ster.job_events.NodeSuspected","muster.job_events.NodeRecovered","muster.job'
    '_events.NodeLost","muster.job_events.NodeForgotten","muster.job_events.NodeR'
    'efused",{"type":"record","name":"NodeCordoned","doc":"Nothing new is placed '
    'on the node.","subject":"node","fields":[{"name":"node_id","type":"string","'
    'doc":"Node."},{"name":"requested_by","type":"string","doc":"Sender of the re'
    'quest."},{"name":"reason","type":"string","doc":"Reason."}],"namespace":"mus'
    'ter.job_events"},{"type":"record","name":"NodeUncordoned","doc":"Work may be'
    ' placed on the node again.","subject":"node","fields":[{"name":"node_id","ty'
    'pe":"string","doc":"Node."},{"name":"requested_by","type":"string","doc":"Se'
    'nder of the request."}],"namespace":"muster.job_events"},{"type":"record","n'
    'ame":"NodeDraining","doc":"Nothing new is placed on the node, and its runnin'
    'g jobs are moved.","subject":"node","fields":[{"name":"node_id","type":"stri'
    'ng","doc":"Node."},{"name":"requested_by","type":"string","doc":"Operator."}'
    ',{"name":"reason","type":"string","doc":"Reason.","default":""}],"namespace"'
    ':"muster.job_events"},{"type":"record","name":"NodeUndrained","doc":"Work ma'
    'y be placed on the node again.","subject":"node","fields":[{"name":"node_id"'
    ',"type":"string","doc":"Node."},{"name":"requested_by","type":"string","doc"'
    ':"Operator."}],"namespace":"muster.job_events"},{"type":"record","name":"Nod'
    'eTagged","doc":"Labels and taints that operators set, beside what the node a'
    'nnounces, from now on.","subject":"node","fields":[{"name":"node_id","type":'
    '"string","doc":"Node."},{"name":"labels","type":{"type":"map","values":"stri'
    'ng"},"doc":"Labels; they override announced ones.","default":{}},{"name":"ta'
    'ints","type":{"type":"array","items":"string"},"doc":"Taints, sorted.","defa'
    'ult":[]},{"name":"requested_by","type":"string","doc":"Operator."}],"namespa'
    'ce":"muster.job_events"},{"type":"record","name":"MaintenanceScheduled","doc'
    '":"The node will be closed for a time: only work that is predicted to end be'
    'fore is placed there.","subject":"node","fields":[{"name":"node_id","type":"'
    'string","doc":"Node."},{"name":"starts_at_ms","type":"long","doc":"From when'
    ', milliseconds since 1970 UTC."},{"name":"ends_at_ms","type":"long","doc":"U'
    'ntil when."},{"name":"requested_by","type":"string","doc":"Operator."},{"nam'
    'e":"reason","type":"string","doc":"Reason.","default":""}],"namespace":"must'
    'er.job_events"},{"type":"record","name":"MaintenanceStarted","doc":"The node'
    "'s maintenance window has begun: it is closed, and jobs still running there "
    'are moved.","subject":"node","fields":[{"name":"node_id","type":"string","do'
    'c":"Node."}],"namespace":"muster.job_events"},{"type":"record","name":"Maint'
    'enanceEnded","doc":"The node\'s maintenance window has ended, or was cancelle'
    'd.","subject":"node","fields":[{"name":"node_id","type":"string","doc":"Node'
    '."},{"name":"requested_by","type":["null","string"],"doc":"Operator who canc'
    'elled it; null: its time was over.","default":null}],"namespace":"muster.job'
    '_events"},{"type":"record","name":"NodeReclaiming","doc":"The node will be r'
    'eclaimed: nothing new is placed there, and its running jobs save and leave."'
    ',"subject":"node","fields":[{"name":"node_id","type":"string","doc":"Node."}'
    ',{"name":"notice_id","type":"string","doc":"Id of the announcement; a new on'
    'e replaces the last."},{"name":"deadline_ms","type":["null","long"],"doc":"W'
    "hen the node is gone, milliseconds since 1970 UTC; null: it is at risk, and "
    'its running jobs stay.","default":null},{"name":"source","type":"muster.task'
    '_events.ReclaimSource","doc":"Source of the announcement."},{"name":"request'
    'ed_by","type":"string","doc":"Operator; empty: the node\'s provider.","defaul'
    't":""},{"name":"reason","type":"string","doc":"Reason, for people.","default'
    '":""}],"namespace":"muster.job_events"},{"type":"record","name":"NodeSpared"'
    ',"doc":"The node is not reclaimed after all, or is back: work may be placed '
    'on it.","subject":"node","fields":[{"name":"node_id","type":"string","doc":"'
    'Node."},{"name":"requested_by","type":"string","doc":"Operator; empty: the n'
    'ode\'s provider.","default":""},{"name":"reason","type":"string","doc":"Reaso'
    'n, for people.","default":""}],"namespace":"muster.job_events"},{"type":"rec'
    'ord","name":"NodeTesting","doc":"The node\'s agent is ordered to test it; Nod'
    'eNoted reports success, NodeFaulted what is wrong.","subject":"node","fields'
    '":[{"name":"node_id","type":"string","doc":"Node."},{"name":"requested_by","'
    'type":"string","doc":"Operator."},{"name":"reason","type":"string","doc":"Re'
    'ason.","default":""}],"namespace":"muster.job_events"},{"type":"record","nam'
    'e":"NodeNoted","doc":"A problem that the node reports, or the result of test'
    's that it passed.","subject":"node","fields":[{"name":"node_id","type":"stri'
    'ng","doc":"Node."},{"name":"note","type":"string","doc":"One sentence; empty'
    ': the problem is gone."}],"namespace":"muster.job_events"},{"type":"record",'
    '"name":"NodeFaulted","doc":"The node\'s kernel reported a fault that matches '
    'a failure rule.","subject":"node","fields":[{"name":"node_id","type":"string'
    '","doc":"Node."},{"name":"rule","type":"string","doc":"Rule."},{"name":"rule'
    's_version","type":"int","doc":"Version of the rules in effect."},{"name":"xi'
    'd","type":["null","int"],"doc":"NVIDIA Xid; null: the fault has none.","defa'
    'ult":null},{"name":"gpu","type":"string","doc":"PCI address of the GPU; empt'
    'y: none is named.","default":""},{"name":"node_action","type":"string","doc"'
    ':"What the rule demands for the node."},{"name":"strike","type":"int","doc":'
    '"Number of the node\'s strike, from 1; 0: it does not count.","default":0},{"'
    'name":"closes","type":"boolean","doc":"Whether the node is closed because of'
    ' it.","default":false},{"name":"message","type":"string","doc":"For people: '
    'what happened, what the node needs, and its earlier faults."}],"namespace":"'
    'muster.job_events"},"muster.job_events.NodeRelocated","muster.job_events.Gpu'
    'Unhealthy","muster.job_events.GpuRecovered",{"type":"record","name":"GpuGeom'
    'etryChanged","doc":"MIG was enabled on an empty GPU, which then takes only M'
    'IG instances, or disabled again.","subject":"node","fields":[{"name":"node_i'
    'd","type":"string","doc":"Node."},{"name":"gpu_index","type":"int","doc":"GP'
    'U."},{"name":"cut","type":"boolean","doc":"True: MIG enabled. False: MIG dis'
    'abled."},{"name":"for_job_id","type":"string","doc":"Waiting job that needed'
    ' it."}],"namespace":"muster.job_events"},{"type":"record","name":"QueueCreat'
    'ed","doc":"A queue exists.","subject":"queue","fields":[{"name":"queue","typ'
    'e":"string","doc":"Name."},{"name":"tenant","type":"string","doc":"Tenant."}'
    ',{"name":"description","type":"string","doc":"Description for people."},{"na'
    'me":"requested_by","type":"string","doc":"Sender of the request."},{"name":"'
    'settings","type":["null","muster.queue_commands.QueueSettings"],"doc":"Share'
    's and limits; null for none.","default":null}],"namespace":"muster.job_event'
    's"},{"type":"record","name":"QueueConfigured","doc":"The shares and limits o'
    'f a queue have changed.","subject":"queue","fields":[{"name":"queue","type":'
    '"string","doc":"Name."},{"name":"tenant","type":"string","doc":"Tenant."},{"'
    'name":"settings","type":"muster.queue_commands.QueueSettings","doc":"The com'
    'plete settings."},{"name":"requested_by","type":"string","doc":"Sender of th'
    'e request."}],"namespace":"muster.job_events"},{"type":"record","name":"Queu'
    'eMeasured","doc":"Usage of a queue and those below it, and its fair share; s'
    'ent from time to time when it changed.","subject":"queue","fields":[{"name":'
    '"queue","type":"string","doc":"Name."},{"name":"tenant","type":"string","doc'
    '":"Tenant."},{"name":"gpu_milli_used","type":"long","doc":"GPU in use, thous'
    'andths."},{"name":"gpu_milli_used_by_model","type":{"type":"map","values":"l'
    'ong"},"doc":"GPU in use per model, thousandths."},{"name":"cpu_milli_used","'
    'type":"long","doc":"CPU in use, thousandths of a core."},{"name":"memory_mib'
    '_used","type":"long","doc":"Memory in use, MiB."},{"name":"gpu_milli_borrowe'
    'd","type":"long","doc":"Part of the usage that is beyond the guarantee."},{"'
    'name":"gpu_milli_lent","type":"long","doc":"Unused part of the guarantee, wh'
    'ich others may have."},{"name":"share_ppm","type":"long","doc":"Dominant sha'
    're of the cluster that it holds now, millionths."},{"name":"share_due_ppm","'
    'type":"long","doc":"Fair share of the cluster, by weight among its busy sibl'
    'ings, millionths."},{"name":"usage_gpu_ms","type":"long","doc":"Weighted usa'
    'ge over the window: GPU milliseconds at model price, decayed."},{"name":"cre'
    'dit_gpu_ms","type":"long","doc":"Burst credit, in the same unit."},{"name":"'
    'jobs_running","type":"int","doc":"Jobs that hold GPUs."},{"name":"jobs_pendi'
    'ng","type":"int","doc":"Jobs that wait."}],"namespace":"muster.job_events"},'
    '{"type":"record","name":"QueueDeleted","doc":"A queue was deleted.","subject'
    '":"queue","fields":[{"name":"queue","type":"string","doc":"Name."},{"name":"'
    'tenant","type":"string","doc":"Tenant."},{"name":"requested_by","type":"stri'
    'ng","doc":"Sender of the request."}],"namespace":"muster.job_events"},{"type'
    '":"record","name":"CapacityReserved","doc":"Nodes are reserved for a queue."'
    ',"subject":"reservation","fields":[{"name":"reservation","type":"string","do'
    'c":"Name."},{"name":"tenant","type":"string","doc":"Tenant."},{"name":"queue'
    '","type":"string","doc":"Queue whose jobs, with those of the queues below it'
    ', may be placed there."},{"name":"gpu_model","type":"string","doc":"GPU mode'
    'l of the nodes."},{"name":"gpu_count","type":"int","doc":"GPUs of the nodes,'
    ' in total."},{"name":"node_ids","type":{"type":"array","items":"string"},"do'
    'c":"Nodes, sorted. Until it starts, other jobs are placed there only if they'
    ' are predicted to end before."},{"name":"starts_at_ms","type":"long","doc":"'
    'From when."},{"name":"ends_at_ms","type":"long","doc":"Until when."},{"name"'
    ':"requested_by","type":"string","doc":"Sender of the request."}],"namespace"'
    ':"muster.job_events"},{"type":"record","name":"CapacityReassigned","doc":"A '
    'reservation has other nodes: some of its nodes were closed or lost.","subjec'
    't":"reservation","fields":[{"name":"reservation","type":"string","doc":"Name'
    '."},{"name":"tenant","type":"string","doc":"Tenant."},{"name":"queue","type"'
    ':"string","doc":"Queue whose jobs, with those of the queues below it, may be'
    ' placed there."},{"name":"node_ids","type":{"type":"array","items":"string"}'
    ',"doc":"All of its nodes now, sorted."},{"name":"reason","type":"string","do'
    'c":"Reason."}],"namespace":"muster.job_events"},{"type":"record","name":"Cap'
    'acityReservationStarted","doc":"From now on only jobs of the queue may be pl'
    'aced on the nodes.","subject":"reservation","fields":[{"name":"reservation",'
    '"type":"string","doc":"Name."},{"name":"tenant","type":"string","doc":"Tenan'
    't."},{"name":"queue","type":"string","doc":"Queue whose jobs, with those of '
    'the queues below it, may be placed there."}],"namespace":"muster.job_events"'
    '},{"type":"record","name":"CapacityReservationEnded","doc":"The nodes are re'
    'leased.","subject":"reservation","fields":[{"name":"reservation","type":"str'
    'ing","doc":"Name."},{"name":"tenant","type":"string","doc":"Tenant."},{"name'
    '":"queue","type":"string","doc":"Queue whose jobs, with those of the queues '
    'below it, may be placed there."},{"name":"reason","type":{"type":"enum","nam'
    'e":"ReservationEnd","doc":"Reason for the end of a reservation.","symbols":['
    '"OVER","CANCELLED"],"default":"OVER","namespace":"muster.job_events"},"doc":'
    '"Reason."},{"name":"requested_by","type":"string","doc":"Sender of the cance'
    'llation; empty: its time was over.","default":""}],"namespace":"muster.job_e'
    'vents"},{"type":"record","name":"PolicyActivated","doc":"Decisions follow th'
    'is policy from now on.","subject":"policy","fields":[{"name":"policy","type"'
    ':"muster.operator_commands.Policy","doc":"The whole policy."},{"name":"reque'
    'sted_by","type":"string","doc":"Sender of the request."}],"namespace":"muste'
    'r.job_events"},{"type":"record","name":"FailureRulesActivated","doc":"Failur'
    'es are judged by these rules from now on.","subject":"policy","fields":[{"na'
    'me":"version","type":"int","doc":"Version of the rules."},{"name":"sha256","'
    'type":"string","doc":"SHA-256 of the text."},{"name":"rules","type":"string"'
    ',"doc":"The rules file."},{"name":"requested_by","type":"string","doc":"Oper'
    'ator, or the first leader."}],"namespace":"muster.job_events"},{"type":"reco'
    'rd","name":"StartTask","doc":"Start these ranks.","fields":[{"name":"node_id'
    '","type":"string","doc":"Node."},{"name":"epoch","type":"long","doc":"Leader'
    '\'s epoch; an agent that has seen a newer one refuses the order."},{"name":"o'
    'rder_seq","type":"long","doc":"Position of the decision: seq of the input th'
    'at caused it."},{"name":"job_id","type":"string","doc":"Job."},{"name":"atte'
    'mpt","type":"int","doc":"Attempt; started at most once."},{"name":"tenant","'
    'type":"string","doc":"Tenant."},{"name":"job_name","type":"string","doc":"Jo'
    'b\'s name."},{"name":"user","type":"string","doc":"Job\'s user."},{"name":"ran'
    'ks","type":{"type":"array","items":{"type":"record","name":"RankAssignment",'
    '"doc":"Resources of one rank on the node.","fields":[{"name":"rank","type":"'
    'int","doc":"Rank."},{"name":"gpu_indices","type":{"type":"array","items":"in'
    't"},"doc":"GPUs."},{"name":"gpu_milli","type":"int","doc":"Thousandths of ea'
    'ch GPU."},{"name":"sharing","type":"muster.node_commands.Sharing","doc":"Sha'
    'ring of these GPUs with other ranks.","default":"EXCLUSIVE"},{"name":"mig_pr'
    'ofile","type":["null","string"],"doc":"Profile of its MIG instance.","defaul'
    't":null},{"name":"mig_start","type":["null","int"],"doc":"First memory slice'
    ' of that instance.","default":null},{"name":"cpu_milli","type":"long","doc":'
    '"Thousandths of a CPU core it may use; 0: unlimited.","default":0},{"name":"'
    'memory_mib","type":"long","doc":"Main memory it may use, MiB; 0: unlimited."'
    ',"default":0}],"namespace":"muster.node_commands"}},"doc":"Ranks on this nod'
    'e."},{"name":"world_size","type":"int","doc":"Total number of ranks."},{"nam'
    'e":"master_address","type":"string","doc":"Address of rank 0."},{"name":"mas'
    'ter_port","type":"int","doc":"Rendezvous port on rank 0\'s node."},{"name":"i'
    'mage","type":["null","string"],"doc":"Container image.","default":null},{"na'
    'me":"command","type":{"type":"array","items":"string"},"doc":"Program and ar'
    'guments."},{"name":"env","type":{"type":"map","values":"string"},"doc":"Envi'
    'ronment.","default":{}},{"name":"files_sha256","type":["null","string"],"doc'
    '":"Working files.","default":null},{"name":"wall_time_max_ms","type":["null"'
    ',"long"],"doc":"Stop after this long.","default":null},{"name":"hang_after_m'
    's","type":["null","long"],"doc":"Report ranks that are silent for this long;'
    ' null: do not.","default":null},{"name":"start_up_max_ms","type":["null","lo'
    'ng"],"doc":"The same from their start, for ranks that hardly use the CPU; nu'
    'll: do not.","default":null},{"name":"gpu_idle_max_ms","type":["null","long"'
    '],"doc":"Report when its GPUs were almost idle for this long; null: do not."'
    ',"default":null},{"name":"straggler_after_ms","type":["null","long"],"doc":"'
    "Period over which to measure and report the step times of each rank; null: d"
    'o not.","default":null},{"name":"grace_ms","type":"long","doc":"Time between'
    ' SIGTERM and SIGKILL."},{"name":"checkpoint_enabled","type":"boolean","doc":'
    '"Whether to keep checkpoints."},{"name":"checkpoint_bytes_per_s","type":"lon'
    'g","doc":"Bandwidth of the job for storing checkpoints, bytes per second; th'
    'e node uses the share of its ranks.","default":1000000000},{"name":"mtbf_ms"'
    ',"type":["null","long"],"doc":"Expected run time of the gang until one of it'
    "s nodes fails, by the log's record of such nodes; null: it keeps no checkpoi"
    'nts.","default":null},{"name":"checkpoint_uri","type":["null","string"],"doc'
    '":"Newest checkpoint of an earlier attempt.","default":null},{"name":"checkp'
    'oint_sha256","type":["null","string"],"doc":"Its hash.","default":null},{"na'
    'me":"checkpoint_file","type":["null","string"],"doc":"Its file name.","defau'
    'lt":null},{"name":"checkpoints_earlier","type":{"type":"array","items":{"typ'
    'e":"record","name":"StoredCheckpoint","doc":"A complete checkpoint in the st'
    'ore.","fields":[{"name":"uri","type":"string","doc":"URI of its single file,'
    ' or of the record of its parts."},{"name":"sha256","type":"string","doc":"It'
    's hash."},{"name":"file","type":"string","doc":"Its file name."}],"namespace'
    '":"muster.node_commands"}},"doc":"Earlier checkpoints, newest first: each is'
    ' tried if the one before it in this list is damaged.","default":[]},{"name":'
    '"offline","type":"boolean","doc":"Whether its ranks see no network but their'
    ' own loopback.","default":false},{"name":"failure_rules_sha256","type":["nul'
    'l","string"],"doc":"Failure rules by which output is scanned; null: none are'
    ' in effect.","default":null},{"name":"failure_rules_version","type":["null",'
    '"int"],"doc":"Their version.","default":null}],"namespace":"muster.node_comm'
    'ands"},{"type":"record","name":"StopTask","doc":"Stop this attempt\'s ranks; '
    'if the attempt is unknown, there is nothing to do.","fields":[{"name":"node_'
    'id","type":"string","doc":"Node."},{"name":"epoch","type":"long","doc":"Lead'
    'er\'s epoch; an agent that has seen a newer one refuses the order."},{"name":'
    '"order_seq","type":"long","doc":"Position of the decision: seq of the input '
    'that caused it."},{"name":"job_id","type":"string","doc":"Job."},{"name":"at'
    'tempt","type":"int","doc":"Attempt; started at most once."},{"name":"grace_m'
    's","type":"long","doc":"Time between SIGTERM and SIGKILL."},{"name":"checkpo'
    'int_grace_ms","type":"long","doc":"Maximum time for a checkpoint before SIGT'
    'ERM; 0: the ranks do not continue later.","default":0},{"name":"checkpoint_b'
    'ytes_per_s","type":["null","long"],"doc":"Bandwidth of the job for storing c'
    "heckpoints from now on, bytes per second; the node uses the share of its ran"
    'ks; null: unchanged.","default":null},{"name":"reason","type":"string","doc"'
    ':"Reason."}],"namespace":"muster.node_commands"},{"type":"record","name":"Te'
    'stNode","doc":"Check whether the machine does what jobs need of it, and repo'
    'rt the result.","fields":[{"name":"node_id","type":"string","doc":"Node."},{'
    '"name":"epoch","type":"long","doc":"Leader\'s epoch."},{"name":"order_seq","t'
    'ype":"long","doc":"seq of the input that this order follows from."},{"name":'
    '"reason","type":"string","doc":"Why, for people."}],"namespace":"muster.node'
    '_commands"},{"type":"record","name":"QueueRestricted","subject":"queue","doc'
    '":"Jobs of some tiers do not start from a queue and those below it; running '
    'jobs continue.","fields":[{"name":"queue","type":"string","doc":"Name."},{"n'
    'ame":"tenant","type":"string","doc":"Tenant."},{"name":"restriction","type":'
    '"string","doc":"Name of the restriction; unique in its queue."},{"name":"tie'
    'rs","type":{"type":"array","items":"muster.job_commands.Tier"},"doc":"Jobs o'
    'f these tiers do not start."},{"name":"until_ms","type":["null","long"],"doc'
    '":"End, milliseconds since 1970 UTC; null: until it is lifted.","default":nu'
    'll},{"name":"reason","type":"string","doc":"Reason, for the users whose jobs'
    ' wait."},{"name":"requested_by","type":"string","doc":"User or service that '
    'sent the request."}],"namespace":"muster.job_events"},{"type":"record","name'
    '":"QueueRestrictionEnded","subject":"queue","doc":"A restriction of a queue '
    'was lifted, or has expired.","fields":[{"name":"queue","type":"string","doc"'
    ':"Name."},{"name":"tenant","type":"string","doc":"Tenant."},{"name":"restric'
    'tion","type":"string","doc":"Its name."},{"name":"requested_by","type":["nul'
    'l","string"],"doc":"User or service that lifted it; null: it has expired.","'
    'default":null}],"namespace":"muster.job_events"},{"type":"record","name":"Ou'
    'tputRecorded","doc":"Bytes that the output of an attempt\'s ranks on one node'
    ' takes in the store.","subject":"output","fields":[{"name":"job_id","type":"'
    'string","doc":"Job."},{"name":"attempt","type":"int","doc":"Attempt, 1-based'
    '."},{"name":"node_id","type":"string","doc":"Node."},{"name":"size_bytes","t'
    'ype":"long","doc":"Bytes so far, of all its ranks there; never decreases."}]'
    ',"namespace":"muster.job_events"},{"type":"record","name":"OutputDeleted","d'
    'oc":"The output of an ended job was removed from the store completely.","sub'
    'ject":"output","fields":[{"name":"job_id","type":"string","doc":"Job."},{"na'
    'me":"tenant","type":"string","doc":"Tenant."},{"name":"objects","type":"long'
    '","doc":"Number of objects removed by the try that reports it."}],"namespace'
    '":"muster.job_events"}],"doc":"Fact or order."}],"namespace":"muster.schedul'
    'er_log"}},"doc":"Decisions, in order."},{"name":"state_hash","type":["null",'
    '"string"],"doc":"Hash of the whole state after this batch, if it was compute'
    'd.","default":null},{"name":"hash_version","type":"int","doc":"Version of th'
    'e computation of state_hash; hashes of different versions are not compared."'
    ',"default":1},{"name":"decisions_version","type":"int","doc":"Version of the'
    ' decision rules; other versions may decide differently. 0: not recorded.","d'
    'efault":0}],"namespace":"muster.scheduler_log"}],"doc":"What happened."}]}'
)
