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
    'TIER"},{"name":"after","type":{"type":"map","values":{"type":"enum","name":"'
    'RequiredEnd","doc":"How a job has to end before another starts; ANY: also ca'
    'ncelled.","symbols":["OK","ANY","FAILED"],"default":"OK","namespace":"muster'
    '.job_commands"}},"doc":"Jobs of the tenant, by id, that have to end before i'
    't waits for resources. If one ends otherwise, it is cancelled.","default":{}'
    '}],"namespace":"muster.job_commands"},"doc":"What to run."}],"namespace":"mu'
    'ster.job_commands"},{"type":"record","name":"CancelJob","doc":"Stop the job '
    'for good.","fields":[{"name":"job_id","type":"string","doc":"Job."},{"name":'
    '"tenant","type":"string","doc":"Tenant the job belongs to."},{"name":"reques'
    'ted_by","type":"string","doc":"Sender of the request."},{"name":"reason","ty'
    'pe":"string","doc":"Why, for people.","default":""}],"namespace":"muster.job'
    '_commands"},{"type":"record","name":"SuspendJob","doc":"Stop the job until i'
    't is resumed.","fields":[{"name":"job_id","type":"string","doc":"Job."},{"na'
    'me":"tenant","type":"string","doc":"Tenant the job belongs to."},{"name":"re'
    'quested_by","type":"string","doc":"Sender of the request."},{"name":"reason"'
    ',"type":"string","doc":"Why, for people.","default":""}],"namespace":"muster'
    '.job_commands"},{"type":"record","name":"ResumeJob","doc":"Queue a suspended'
    ' job again.","fields":[{"name":"job_id","type":"string","doc":"Job."},{"name'
    '":"tenant","type":"string","doc":"Tenant the job belongs to."},{"name":"requ'
    'ested_by","type":"string","doc":"Sender of the request."},{"name":"reason","'
    'type":"string","doc":"Why, for people.","default":""}],"namespace":"muster.j'
    'ob_commands"},{"type":"record","name":"CreateQueue","doc":"Create a queue.",'
    '"fields":[{"name":"queue","type":"string","doc":"Name: 1 to 63 of a-z 0-9 an'
    'd -."},{"name":"tenant","type":"string","doc":"Tenant."},{"name":"descriptio'
    'n","type":"string","doc":"Description for people.","default":""},{"name":"re'
    'quested_by","type":"string","doc":"Sender of the request."},{"name":"setting'
    's","type":["null",{"type":"record","name":"QueueSettings","doc":"Guarantee, '
    'limits and sharing of a queue.","fields":[{"name":"parent","type":["null","s'
    'tring"],"doc":"Queue above, of the same tenant; null: none.","default":null}'
    ',{"name":"guarantee","type":["null",{"type":"record","name":"Quota","doc":"A'
    'n amount of each resource; null: not set for that resource.","fields":[{"nam'
    'e":"gpu_milli","type":["null","long"],"doc":"Thousandths of GPU, any model."'
    ',"default":null},{"name":"gpu_milli_by_model","type":{"type":"map","values":'
    '"long"},"doc":"Thousandths of GPU per model, besides the total.","default":{'
    '}},{"name":"cpu_milli","type":["null","long"],"doc":"Thousandths of a CPU co'
    're.","default":null},{"name":"memory_mib","type":["null","long"],"doc":"Main'
    ' memory, MiB.","default":null}],"namespace":"muster.queue_commands"}],"doc":'
    '"Resources that its jobs may always have; unused ones are lent. Null: no gua'
    'rantee.","default":null},{"name":"maximum","type":["null","muster.queue_comm'
    'ands.Quota"],"doc":"Maximum that its jobs may hold together. Null: no limit.'
    '","default":null},{"name":"weight","type":"int","doc":"Its share of usage ov'
    'er time among its sibling queues, 1 to 1000000.","default":1},{"name":"over_'
    'quota_weight","type":"int","doc":"Its share of what is lent beyond guarantee'
    's, 0 to 1000000; 0: it never borrows.","default":1},{"name":"order","type":{'
    '"type":"enum","name":"QueueOrder","doc":"Order of jobs within a tier of one '
    'queue.","symbols":["FIFO","PRIORITY","DRF","LEAST_ATTAINED_SERVICE"],"defaul'
    't":"FIFO","namespace":"muster.queue_commands"},"doc":"Order of jobs within a'
    ' tier.","default":"FIFO"},{"name":"jobs_running_max","type":["null","int"],"'
    'doc":"Maximum number of jobs that hold GPUs at once.","default":null},{"name'
    '":"jobs_pending_max","type":["null","int"],"doc":"Maximum number of jobs tha'
    't wait at once; more are rejected.","default":null},{"name":"user_jobs_runni'
    'ng_max","type":["null","int"],"doc":"Like jobs_running_max, for one user.","'
    'default":null},{"name":"user_jobs_pending_max","type":["null","int"],"doc":"'
    'Like jobs_pending_max, for one user.","default":null},{"name":"suspended","t'
    'ype":["null","string"],"doc":"Reason why nothing starts from it and those be'
    'low it; null: it is not suspended.","default":null},{"name":"spot_percent_ma'
    'x","type":["null","int"],"doc":"Jobs are placed on spot nodes while at most '
    "this percentage of the GPUs held by the queue and those below it are spot; n"
    'ull: no limit.","default":null}],"namespace":"muster.queue_commands"}],"doc"'
    ':"Shares and limits; null for none.","default":null}],"namespace":"muster.qu'
    'eue_commands"},{"type":"record","name":"ConfigureQueue","doc":"Replace a que'
    'ue\'s shares and limits.","fields":[{"name":"queue","type":"string","doc":"Na'
    'me."},{"name":"tenant","type":"string","doc":"Tenant."},{"name":"settings","'
    'type":"muster.queue_commands.QueueSettings","doc":"The complete settings."},'
    '{"name":"requested_by","type":"string","doc":"Sender of the request."}],"nam'
    'espace":"muster.queue_commands"},{"type":"record","name":"DeleteQueue","doc"'
    ':"Remove an empty queue.","fields":[{"name":"queue","type":"string","doc":"N'
    'ame."},{"name":"tenant","type":"string","doc":"Tenant."},{"name":"requested_'
    'by","type":"string","doc":"Sender of the request."}],"namespace":"muster.que'
    'ue_commands"},{"type":"record","name":"ReserveCapacity","doc":"Reserve whole'
    ' nodes of a GPU model for a queue, for a period.","fields":[{"name":"reserva'
    'tion","type":"string","doc":"Name: 1 to 63 of a-z 0-9 and -; unique in its t'
    'enant while it lasts."},{"name":"tenant","type":"string","doc":"Tenant."},{"'
    'name":"queue","type":"string","doc":"Queue whose jobs, with those of the que'
    'ues below it, may be placed there."},{"name":"gpu_model","type":"string","do'
    'c":"GPU model of the nodes."},{"name":"gpu_count","type":["null","int"],"doc'
    '":"Reserve the fewest nodes with this many GPUs; null: nodes are counted.","'
    'default":null},{"name":"node_count","type":["null","int"],"doc":"Number of n'
    'odes; null: GPUs are counted.","default":null},{"name":"starts_at_ms","type"'
    ':["null","long"],"doc":"Start, milliseconds since 1970 UTC; null: at once.",'
    '"default":null},{"name":"ends_at_ms","type":"long","doc":"End, milliseconds '
    'since 1970 UTC."},{"name":"requested_by","type":"string","doc":"Sender of th'
    'e request."}],"namespace":"muster.queue_commands"},{"type":"record","name":"'
    'CancelCapacityReservation","doc":"End a reservation, whether or not it has b'
    'egun.","fields":[{"name":"reservation","type":"string","doc":"Name."},{"name'
    '":"tenant","type":"string","doc":"Tenant."},{"name":"requested_by","type":"s'
    'tring","doc":"Sender of the request."}],"namespace":"muster.queue_commands"}'
    ',{"type":"record","name":"CordonNode","doc":"Place nothing new on the node; '
    'its running jobs continue.","fields":[{"name":"node_id","type":"string","doc'
    '":"Node."},{"name":"requested_by","type":"string","doc":"Operator."},{"name"'
    ':"reason","type":"string","doc":"Reason.","default":""}],"namespace":"muster'
    '.operator_commands"},{"type":"record","name":"UncordonNode","doc":"Place wor'
    'k on the node again.","fields":[{"name":"node_id","type":"string","doc":"Nod'
    'e."},{"name":"requested_by","type":"string","doc":"Operator."}],"namespace":'
    '"muster.operator_commands"},{"type":"record","name":"DrainNode","doc":"Place'
    " nothing new on the node, and move its running jobs: they stop with their gr"
    'ace and wait again.","fields":[{"name":"node_id","type":"string","doc":"Node'
    '."},{"name":"requested_by","type":"string","doc":"Operator."},{"name":"reaso'
    'n","type":"string","doc":"Reason.","default":""}],"namespace":"muster.operat'
    'or_commands"},{"type":"record","name":"UndrainNode","doc":"Place work on the'
    ' node again.","fields":[{"name":"node_id","type":"string","doc":"Node."},{"n'
    'ame":"requested_by","type":"string","doc":"Operator."}],"namespace":"muster.'
    'operator_commands"},{"type":"record","name":"TagNode","doc":"Set or remove l'
    'abels and taints of the node, beside those it announces.","fields":[{"name":'
    '"node_id","type":"string","doc":"Node."},{"name":"labels","type":{"type":"ma'
    'p","values":"string"},"doc":"Labels to set; they override announced ones.","'
    'default":{}},{"name":"labels_removed","type":{"type":"array","items":"string'
    '"},"doc":"Labels to remove, set before, sorted.","default":[]},{"name":"tain'
    'ts","type":{"type":"array","items":"string"},"doc":"Taints to set, sorted.",'
    '"default":[]},{"name":"taints_removed","type":{"type":"array","items":"strin'
    'g"},"doc":"Taints to remove, set before, sorted.","default":[]},{"name":"req'
    'uested_by","type":"string","doc":"Operator."}],"namespace":"muster.operator_'
    'commands"},{"type":"record","name":"ScheduleMaintenance","doc":"Close the no'
    'de for a time; replaces a window that has not begun.","fields":[{"name":"nod'
    'e_id","type":"string","doc":"Node."},{"name":"starts_at_ms","type":"long","d'
    'oc":"From when, milliseconds since 1970 UTC."},{"name":"ends_at_ms","type":"'
    'long","doc":"Until when."},{"name":"requested_by","type":"string","doc":"Ope'
    'rator."},{"name":"reason","type":"string","doc":"Reason.","default":""}],"na'
    'mespace":"muster.operator_commands"},{"type":"record","name":"CancelMaintena'
    'nce","doc":"Cancel the node\'s maintenance window, or end it.","fields":[{"na'
    'me":"node_id","type":"string","doc":"Node."},{"name":"requested_by","type":"'
    'string","doc":"Operator."}],"namespace":"muster.operator_commands"},{"type":'
    '"record","name":"ReclaimNode","doc":"Treat the node as one that its provider'
    ' reclaims; replaces an earlier announcement.","fields":[{"name":"node_id","t'
    'ype":"string","doc":"Node."},{"name":"remaining_ms","type":"long","doc":"Tim'
    'e until the node is gone."},{"name":"requested_by","type":"string","doc":"Op'
    'erator."},{"name":"reason","type":"string","doc":"Reason, for people.","defa'
    'ult":""}],"namespace":"muster.operator_commands"},{"type":"record","name":"S'
    'pareNode","doc":"Cancel the reclaim of the node.","fields":[{"name":"node_id'
    '","type":"string","doc":"Node."},{"name":"requested_by","type":"string","doc'
    '":"Operator."}],"namespace":"muster.operator_commands"},{"type":"record","na'
    'me":"CheckNode","doc":"Have the node\'s agent test it, as it tests a suspecte'
    'd one. If the test fails, the node is closed.","fields":[{"name":"node_id","'
    'type":"string","doc":"Node."},{"name":"requested_by","type":"string","doc":"'
    'Operator."},{"name":"reason","type":"string","doc":"Reason.","default":""}],'
    '"namespace":"muster.operator_commands"},{"type":"record","name":"ForgetNode"'
    ',"doc":"Remove a lost node that holds nothing, with its marks; if it reports'
    ' again, it joins as new.","fields":[{"name":"node_id","type":"string","doc":'
    '"Node."},{"name":"requested_by","type":"string","doc":"Operator."}],"namespa'
    'ce":"muster.operator_commands"},{"type":"record","name":"ActivatePolicy","do'
    'c":"Decide by this policy from now on.","fields":[{"name":"policy","type":{"'
    'type":"record","name":"Policy","doc":"Settings that change decisions; a chan'
    'ge is an event, so it replays.","fields":[{"name":"name","type":"string","do'
    'c":"Name for people."},{"name":"head_patience_ms","type":"long","doc":"Time '
    "for which others may freely pass a blocked head of line; then nodes are rese"
    'rved for it."},{"name":"head_hold_ms","type":"long","doc":"Time for which no'
    'des stay reserved for it beyond its expected start."},{"name":"attempts_lost'
    '_max","type":"int","doc":"Attempts lost with their nodes before the job fail'
    's."},{"name":"workload_shapes_max","type":"int","doc":"Shapes remembered for'
    ' the fragmentation score."},{"name":"jobs_ended_kept_max","type":"int","doc"'
    ':"Ended jobs remembered for deduplication."},{"name":"share_window_ms","type'
    '":"long","doc":"Usage older than this is forgotten.","default":2592000000},{'
    '"name":"share_half_life_ms","type":"long","doc":"Usage this old counts half.'
    '","default":604800000},{"name":"share_history_percent","type":"int","doc":"W'
    'eight of usage over time relative to usage now, 0 to 10000.","default":100},'
    '{"name":"credit_max_ms","type":"long","doc":"Maximum burst credit: that of a'
    ' guarantee unused for this long; 0 gives none.","default":86400000},{"name":'
    '"model_price_milli","type":{"type":"map","values":"long"},"doc":"Weight of a'
    'n hour of a GPU model, thousandths; 1000 if absent.","default":{}},{"name":"'
    'aging_step_ms","type":"long","doc":"Wait after which a job goes with the nex'
    't higher tier, and so on; 0: never.","default":86400000},{"name":"reclaim_in'
    'terval_ms","type":"long","doc":"Minimum time between two preemption requests'
    ' for the same lent GPUs.","default":60000},{"name":"time_level_gpu_ms","type'
    '":"long","doc":"GPU time from which a job of a time-sharing queue is in the '
    'second level.","default":3600000},{"name":"time_level_factor","type":"int","'
    'doc":"Factor by which the start of each further level grows.","default":8},{'
    '"name":"time_levels","type":"int","doc":"Number of levels of time-sharing jo'
    'bs.","default":4},{"name":"time_quantum_ms","type":"long","doc":"Minimum run'
    ' time of a time-sharing job before it yields to one of a lower level.","defa'
    'ult":300000},{"name":"time_cost_percent_max","type":"int","doc":"Maximum cos'
    "t of its stop and restart, as a percentage of the time that it then runs at "
    'least.","default":50},{"name":"time_promotion_ms","type":"long","doc":"A wai'
    'ting time-sharing job counts as one level lower after each such period.","de'
    'fault":86400000},{"name":"measure_interval_ms","type":"long","doc":"Minimum '
    'time between two measurements of a queue that changed.","default":10000},{"n'
    'ame":"resize_interval_ms","type":"long","doc":"Minimum time between two resi'
    'zes of an elastic job.","default":300000},{"name":"defrag_interval_ms","type'
    '":"long","doc":"Minimum time between two searches for moves that would make '
    'room for the head of line.","default":300000},{"name":"defrag_benefit_percen'
    't","type":"int","doc":"Moves are carried out if the GPU time gained is at le'
    'ast this percentage of the GPU time lost; 0: they are only proposed.","defau'
    'lt":300},{"name":"fragmentation_percent_max","type":"int","doc":"Percentage '
    "of all GPUs that may stay free but fragmented while jobs wait that need no m"
    "ore; beyond it, moves are planned for each of these jobs, not only for the h"
    'ead of line. 0: never.","default":0},{"name":"fragmentation_for_ms","type":"'
    'long","doc":"Time for which that percentage must be exceeded.","default":600'
    '000},{"name":"gap_drain_max_ms","type":"long","doc":"Jobs that save and end '
    "within this time backfill nodes reserved for a gang, and leave when it fits "
    'without them, so it starts at most this much later. 0: none do.","default":0'
    '},{"name":"headroom_percent","type":{"type":"map","values":"int"},"doc":"By '
    "GPU model: percentage of its GPUs that jobs below premium training leave fre"
    "e when they exceed their queue's guarantee. Models that are not named: none."
    '","default":{}},{"name":"guaranteed_duration_ms","type":"long","doc":"Jobs b'
    "elow premium training that exceed their queue's guarantee start only where t"
    "he forecast demand of all other work does not need their GPUs for this long,"
    " and yield before that only to production inference. 0: nothing is forecast."
    '","default":0},{"name":"production_borrows","type":"boolean","doc":"Whether '
    "production inference may exceed its queue's guarantee while others are guara"
    'nteed any GPUs: nobody could reclaim them.","default":true},{"name":"search_'
    'work_per_pass_max","type":"int","doc":"Work that one scheduling pass may spe'
    "nd on unsuccessful searches: 1 for each, and 1 for every 8 ranks of a gang; "
    'the next pass continues.","default":2000},{"name":"topology","type":{"type":'
    '"record","name":"TopologyWeights","doc":"Value of a gang\'s placement, per GP'
    'U of the gang, by the smallest unit that holds it.","fields":[{"name":"nvlin'
    'k","type":"int","doc":"The gang shares an NVLink domain or a node.","default'
    '":1000},{"name":"leaf","type":"int","doc":"It shares a leaf.","default":400}'
    ',{"name":"spine","type":"int","doc":"It shares a spine.","default":200},{"na'
    'me":"cell","type":"int","doc":"It shares a cell.","default":100},{"name":"st'
    'randed_gpu","type":"int","doc":"Penalty for each GPU left free beside it tha'
    't no similar group can use.","default":100}],"namespace":"muster.operator_co'
    'mmands"},"doc":"Weights for the placement of gangs.","default":{"nvlink":100'
    '0,"leaf":400,"spine":200,"cell":100,"stranded_gpu":100}},{"name":"tenants_un'
    'trusted","type":{"type":"array","items":"string"},"doc":"Tenants whose fract'
    'ions of GPUs always get a MIG instance of their own.","default":[]},{"name":'
    '"mig_change_interval_ms","type":"long","doc":"Minimum time between two chang'
    'es of a GPU\'s MIG mode.","default":600000},{"name":"checkpoint_grace_max_ms"'
    ',"type":"long","doc":"Maximum time for a checkpoint before a job is stopped,'
    ' whatever the job requests.","default":600000},{"name":"checkpoints_kept","t'
    'ype":"int","doc":"Number of newest checkpoints of a job kept in the store, u'
    'nless the job sets its own; 0: all.","default":0},{"name":"node_upload_bytes'
    '_per_s","type":"long","doc":"Bandwidth of one node for storing checkpoints, '
    'bytes per second.","default":1000000000},{"name":"job_upload_bytes_per_s","t'
    'ype":"long","doc":"Maximum bandwidth of one job for storing checkpoints, byt'
    "es per second; a job whose nodes will be reclaimed has the full bandwidth of"
    ' its nodes.","default":1000000000},{"name":"store_upload_bytes_per_s","type"'
    ':"long","doc":"Bandwidth of the store for all jobs that stop, bytes per seco'
    'nd: drains wait for their turn.","default":10000000000},{"name":"background_'
    'upload_bytes_per_s","type":"long","doc":"Maximum bandwidth of all running jo'
    "bs for storing checkpoints, bytes per second, shared in proportion to what t"
    'hey hold of the cell; 0: only each job\'s own limit.","default":0},{"name":"r'
    'eclaim_margin_ms","type":"long","doc":"Ranks must have ended this long befor'
    'e their node is reclaimed.","default":5000},{"name":"spot_price_percent","ty'
    'pe":"int","doc":"Price of a spot node as a percentage of another\'s, unless i'
    'ts label spot-price-percent states it.","default":70},{"name":"spot_loss_wei'
    'ght","type":"int","doc":"A job prefers spot nodes if its expected share of l'
    "ost work, times this, is below the share of the price that they save; 0: wha"
    'tever it loses.","default":6},{"name":"spot_reclaim_prior_ms","type":"long",'
    '"doc":"Expected life of a spot node while little is known of its GPU model."'
    ',"default":86400000},{"name":"node_loss_prior_ms","type":"long","doc":"Expec'
    "ted life of a node that is no spot node while little is known of its GPU mod"
    'el.","default":13291200000},{"name":"spot_restart_ms","type":"long","doc":"E'
    "xpected loss of a job at a reclaim beside its unsaved work: the time until i"
    't works again.","default":300000},{"name":"fairness_threshold_percent","type'
    '":"int","doc":"A queue that holds less than this percentage of its fair shar'
    'e may preempt others that hold more than theirs; 0: none may.","default":0},'
    '{"name":"preemption_ran_min_ms","type":"long","doc":"Minimum run time of a j'
    'ob before it may be preempted.","default":300000},{"name":"preemptions_per_j'
    'ob_day_max","type":"int","doc":"Maximum number of preemptions of a job withi'
    'n 24 hours.","default":3},{"name":"preemption_hold_ms","type":"long","doc":"'
    "Maximum time for which nodes freed by victims are held for the job they yiel"
    'd to, after their grace.","default":60000},{"name":"wall_time_max_ms","type"'
    ':{"type":"map","values":"long"},"doc":"Maximum time that an attempt of a job'
    " may hold its nodes, by tier, beside the job's own limit; tiers that are not"
    ' named: none.","default":{}},{"name":"retries_off","type":"boolean","doc":"W'
    'hether failed attempts are not retried; lost or refused ones still are.","de'
    'fault":false},{"name":"nodes_lost_per_job_max","type":"int","doc":"A job is '
    "suspended when this many nodes were lost soon after its attempts began there"
    '; 0: never.","default":0},{"name":"hang_after_ms","type":{"type":"map","valu'
    'es":"long"},"doc":"Silence of all ranks (no output, no step) after which a j'
    "ob of the tier counts as hanging; a job may set its own. Tiers that are not "
    'named: never.","default":{}},{"name":"start_up_max_ms","type":{"type":"map",'
    '"values":"long"},"doc":"The same for a job whose ranks were silent since the'
    'ir start and hardly use the CPU.","default":{}},{"name":"hang_ends","type":"'
    'boolean","doc":"Whether an attempt that hangs by these limits is ended, and '
    'retried as the job allows; otherwise its owner is notified.","default":false'
    '},{"name":"straggler_after_ms","type":{"type":"map","values":"long"},"doc":"'
    "By tier: period over which step times are measured; ranks whose steps take h"
    'alf as long again as the others\' are reported; absent: none.","default":{}},'
    '{"name":"straggler_ends","type":"boolean","doc":"Whether an attempt with suc'
    'h a rank is ended, and retried elsewhere; otherwise it is reported.","defaul'
    't":false},{"name":"gpu_idle_max_ms","type":{"type":"map","values":"long"},"d'
    'oc":"By tier: the owner is notified when all GPUs of a job were busy for les'
    's than 5 % of this time; absent: never.","default":{}},{"name":"gpu_idle_end'
    's_after_ms","type":"long","doc":"A job whose GPUs, by their multiprocessors,'
    ' are still idle this long after that notice is ended; 0: none is.","default"'
    ':0},{"name":"jobs_failed_per_node_max","type":"int","doc":"A node is suspect'
    "ed and tested when this many jobs failed there that it may be to blame for; "
    '0: none is.","default":0},{"name":"faulty_nodes_max","type":"int","doc":"Max'
    "imum number of nodes closed at once for faults that their kernels reported; "
    '0: faults are reported and close no node.","default":0},{"name":"mig_geometr'
    'ies","type":{"type":"array","items":{"type":"record","name":"MigGeometry","d'
    'oc":"Fixed MIG geometry of a GPU model.","fields":[{"name":"gpu_model","type'
    '":"string","doc":"GPU model."},{"name":"instances","type":{"type":"array","i'
    'tems":{"type":"record","name":"MigInstance","doc":"One MIG instance.","field'
    's":[{"name":"profile","type":"string","doc":"Profile, such as 2g.10gb."},{"n'
    'ame":"start","type":"int","doc":"First memory slice."}],"namespace":"muster.'
    'operator_commands"}},"doc":"All instances that may exist on one GPU."}],"nam'
    'espace":"muster.operator_commands"}},"doc":"GPU models with a fixed MIG geom'
    'etry at this site; others are partitioned as jobs need it.","default":[]}],"'
    'namespace":"muster.operator_commands"},"doc":"The whole policy."},{"name":"r'
    'equested_by","type":"string","doc":"Operator."}],"namespace":"muster.operato'
    'r_commands"},{"type":"record","name":"ActivateFailureRules","doc":"Judge fai'
    'lures by these rules from now on.","fields":[{"name":"rules","type":"string"'
    ',"doc":"The rules file, as `muster.failures` parses it; its version is highe'
    'r than that in effect."},{"name":"requested_by","type":"string","doc":"Opera'
    'tor."}],"namespace":"muster.operator_commands"},{"type":"record","name":"Age'
    'ntStarted","doc":"The agent has started and reports what it runs, so that th'
    'e scheduler can reconcile.","subject":"node","fields":[{"name":"node_id","ty'
    'pe":"string","doc":"Node."},{"name":"boot_id","type":"string","doc":"Boot."}'
    ',{"name":"fresh","type":"boolean","doc":"True: the agent remembers no earlie'
    'r tasks."},{"name":"order_seq_last","type":"long","doc":"Newest order that i'
    't has carried out; -1 if fresh."},{"name":"running","type":{"type":"array","'
    'items":{"type":"record","name":"AttemptRef","doc":"One attempt.","fields":[{'
    '"name":"job_id","type":"string","doc":"Job."},{"name":"attempt","type":"int"'
    ',"doc":"Attempt."}],"namespace":"muster.task_events"}},"doc":"Adopted tasks '
    'that still run."}],"namespace":"muster.task_events"},{"type":"record","name"'
    ':"TaskStarted","doc":"All ranks of the task have a process.","subject":"task'
    '","fields":[{"name":"node_id","type":"string","doc":"Node."},{"name":"job_id'
    '","type":"string","doc":"Job."},{"name":"attempt","type":"int","doc":"Attemp'
    't, 1-based."},{"name":"ranks","type":{"type":"array","items":"int"},"doc":"R'
    'anks on this node."}],"namespace":"muster.task_events"},{"type":"record","na'
    'me":"TaskSuspected","doc":"Something is wrong with running ranks; their outp'
    'ut shows where they are.","subject":"task","fields":[{"name":"node_id","type'
    '":"string","doc":"Node."},{"name":"job_id","type":"string","doc":"Job."},{"n'
    'ame":"attempt","type":"int","doc":"Attempt, 1-based."},{"name":"suspicion","'
    'type":{"type":"enum","name":"Suspicion","doc":"Silence; silence from the sta'
    'rt; an invalid loss; a diverging one; idle GPUs by DCGM, by the driver.","sy'
    'mbols":["SILENT","NEVER_SPOKE","LOSS_NOT_A_NUMBER","LOSS_DIVERGES","GPUS_IDL'
    'E","GPUS_SEEM_IDLE"],"default":"SILENT","namespace":"muster.task_events"},"d'
    'oc":"The suspicion."},{"name":"rank","type":["null","int"],"doc":"Rank that '
    'lags behind the others, or reports it; null: none.","default":null},{"name":'
    '"message","type":"string","doc":"What was seen, for people."}],"namespace":"'
    'muster.task_events"},{"type":"record","name":"TaskHeard","doc":"A suspicion '
    'about ranks is over: they write output again, or use their GPUs.","subject":'
    '"task","fields":[{"name":"node_id","type":"string","doc":"Node."},{"name":"j'
    'ob_id","type":"string","doc":"Job."},{"name":"attempt","type":"int","doc":"A'
    'ttempt, 1-based."},{"name":"suspicion","type":"muster.task_events.Suspicion"'
    ',"doc":"The suspicion that is over.","default":"SILENT"}],"namespace":"muste'
    'r.task_events"},{"type":"record","name":"TaskPaced","doc":"Step times of a g'
    'ang\'s ranks on this node; reported at first, and when they have changed.","s'
    'ubject":"task","fields":[{"name":"node_id","type":"string","doc":"Node."},{"'
    'name":"job_id","type":"string","doc":"Job."},{"name":"attempt","type":"int",'
    '"doc":"Attempt, 1-based."},{"name":"rank","type":"int","doc":"The slowest ra'
    'nk of the node."},{"name":"step_ms","type":"long","doc":"Step time of this r'
    'ank."},{"name":"others_step_ms","type":["null","long"],"doc":"Median over th'
    'e node\'s other ranks; null: none.","default":null},{"name":"step","type":"lo'
    'ng","doc":"Steps that the slowest rank has done."},{"name":"step_most","type'
    '":"long","doc":"Steps that the fastest rank has done."},{"name":"window_ms",'
    '"type":"long","doc":"Period of the measurement."}],"namespace":"muster.task_'
    'events"},{"type":"record","name":"TaskExited","doc":"No rank of the task run'
    's any more.","subject":"task","fields":[{"name":"node_id","type":"string","d'
    'oc":"Node."},{"name":"job_id","type":"string","doc":"Job."},{"name":"attempt'
    '","type":"int","doc":"Attempt, 1-based."},{"name":"outcome","type":{"type":"'
    'enum","name":"TaskOutcome","doc":"How the task ended.","symbols":["SUCCEEDED'
    '","FAILED","STOPPED","TIMED_OUT","LOST"],"default":"LOST","namespace":"muste'
    'r.task_events"},"doc":"STOPPED: it was ordered to. TIMED_OUT: it exceeded it'
    's wall time. LOST: its processes vanished."},{"name":"exits","type":{"type":'
    '"array","items":{"type":"record","name":"RankExit","doc":"How one rank ended'
    '.","fields":[{"name":"rank","type":"int","doc":"Rank."},{"name":"exit_code",'
    '"type":["null","int"],"doc":"Exit code.","default":null},{"name":"signal","t'
    'ype":["null","int"],"doc":"Signal that ended it.","default":null},{"name":"a'
    't_ms","type":["null","long"],"doc":"Time of its end by the node\'s clock, mil'
    'liseconds since 1970 UTC; null: an older agent does not report it.","default'
    '":null}],"namespace":"muster.task_events"}},"doc":"Exits of its ranks."},{"n'
    'ame":"message","type":"string","doc":"For people: the first failing rank and'
    ' why.","default":""},{"name":"steps","type":{"type":"array","items":{"type":'
    '"record","name":"StopStep","doc":"One step of stopping the ranks.","fields":'
    '[{"name":"kind","type":{"type":"enum","name":"StopStepKind","doc":"What was '
    'done.","symbols":["CHECKPOINT_REQUESTED","NOT_REGISTERED","CHECKPOINT_SAVED"'
    ',"CHECKPOINT_MISSED","TERMINATED","KILLED"],"default":"TERMINATED","namespac'
    'e":"muster.task_events"},"doc":"CHECKPOINT_REQUESTED: SIGUSR1 was sent. NOT_'
    "REGISTERED: no process handles it. CHECKPOINT_SAVED: one written since is st"
    "ored. CHECKPOINT_MISSED: none was within the grace. TERMINATED: SIGTERM was "
    'sent. KILLED: SIGKILL was."},{"name":"at_ms","type":"long","doc":"Time by th'
    'e node\'s clock, milliseconds since 1970 UTC."}],"namespace":"muster.task_eve'
    'nts"}},"doc":"Steps by which the ranks were stopped, in order of time; empty'
    ': they ended by themselves.","default":[]},{"name":"findings","type":{"type"'
    ':"array","items":{"type":"record","name":"RuleFinding","doc":"Match of a fai'
    'lure rule in a rank\'s lines; the lines themselves are not included.","fields'
    '":[{"name":"rule","type":"string","doc":"Rule."},{"name":"rank","type":"int"'
    ',"doc":"Rank."},{"name":"source","type":{"type":"enum","name":"FindingSource'
    '","doc":"Source of a line.","symbols":["OUTPUT","KERNEL"],"default":"OUTPUT"'
    ',"namespace":"muster.task_events"},"doc":"OUTPUT: the rank wrote it. KERNEL:'
    ' the node\'s kernel wrote it."},{"name":"stream","type":"string","doc":"Strea'
    'm of the output: stdout or stderr.","default":""},{"name":"line","type":"lon'
    'g","doc":"Number of the first matching line in its stream, from 1."},{"name"'
    ':"first_byte","type":"long","doc":"Offset of that line in its stream, from 0'
    '."},{"name":"count","type":"long","doc":"Number of matching lines."},{"name"'
    ':"at_ms","type":["null","long"],"doc":"When the agent read it, by the node\'s'
    ' clock, milliseconds since 1970 UTC.","default":null}],"namespace":"muster.t'
    'ask_events"}},"doc":"Matches of failure rules, by rank, then in the rules\' o'
    'rder.","default":[]},{"name":"rules_version","type":["null","int"],"doc":"Ve'
    'rsion of the rules by which output was scanned; null: it was not.","default"'
    ':null},{"name":"unscanned","type":"string","doc":"Reason why output was not '
    'scanned, or not all of it; empty: it was, or no rules are in effect.","defau'
    'lt":""},{"name":"output_bytes","type":"long","doc":"Bytes of output that its'
    ' ranks wrote and the node kept; they are in the store, or on the way there."'
    ',"default":0}],"namespace":"muster.task_events"},{"type":"record","name":"Ta'
    'skRefused","doc":"An order was not carried out.","subject":"task","fields":['
    '{"name":"node_id","type":"string","doc":"Node."},{"name":"job_id","type":"st'
    'ring","doc":"Job."},{"name":"attempt","type":"int","doc":"Attempt, 1-based."'
    '},{"name":"epoch","type":"long","doc":"Epoch of the order."},{"name":"order_'
    'seq","type":"long","doc":"Order."},{"name":"reason","type":{"type":"enum","n'
    'ame":"RefusalReason","doc":"Reason for a refusal.","symbols":["STALE_EPOCH",'
    '"GPU_BUSY","UNKNOWN_GPU","FILES_UNAVAILABLE","CANNOT_START","FILES_INVALID"]'
    ',"default":"CANNOT_START","namespace":"muster.task_events"},"doc":"Reason."}'
    ',{"name":"message","type":"string","doc":"Message for people.","default":""}'
    '],"namespace":"muster.task_events"},{"type":"record","name":"CheckpointPartS'
    'tored","doc":"A part of a checkpoint is in the store: the files of one rank,'
    ' and their manifest.","subject":"task","fields":[{"name":"node_id","type":"s'
    'tring","doc":"Node."},{"name":"job_id","type":"string","doc":"Job."},{"name"'
    ':"attempt","type":"int","doc":"Attempt, 1-based."},{"name":"rank","type":"in'
    't","doc":"Rank whose folder contains it."},{"name":"step","type":"long","doc'
    '":"Step after which it was saved."},{"name":"part","type":"int","doc":"Rank '
    'that the files belong to."},{"name":"sha256","type":"string","doc":"SHA-256 '
    'of the manifest, which lists those of the files."},{"name":"files","type":"i'
    'nt","doc":"Number of files."},{"name":"size_bytes","type":"long","doc":"Byte'
    's of the files."},{"name":"new_bytes","type":"long","doc":"Bytes of files th'
    'at were not in the store before."}],"namespace":"muster.task_events"},{"type'
    '":"record","name":"CheckpointSaved","doc":"A checkpoint file is safe in the '
    'store: the single file, or the record of its parts.","subject":"task","field'
    's":[{"name":"node_id","type":"string","doc":"Node."},{"name":"job_id","type"'
    ':"string","doc":"Job."},{"name":"attempt","type":"int","doc":"Attempt, 1-bas'
    'ed."},{"name":"rank","type":"int","doc":"Rank that wrote it."},{"name":"file'
    '","type":"string","doc":"File name."},{"name":"uri","type":"string","doc":"s'
    '3://bucket/key; posix://cell/key in a shared folder."},{"name":"sha256","typ'
    'e":"string","doc":"SHA-256 of the bytes."},{"name":"size_bytes","type":"long'
    '","doc":"Size of that file."},{"name":"parts","type":"int","doc":"Number of '
    'parts of the checkpoint; 0: it is this single file.","default":0},{"name":"s'
    'tep","type":["null","long"],"doc":"Step after which the parts were saved; nu'
    'll: it is a single file.","default":null},{"name":"parts_sha256","type":"str'
    'ing","doc":"SHA-256 of the parts\' SHA-256, one a line, in the order of their'
    ' ranks; empty: it is a single file.","default":""}],"namespace":"muster.task'
    '_events"},{"type":"record","name":"NodeReclaimAnnounced","doc":"The provider'
    " announced that it will reclaim the node; repeated while the announcement st"
    'ands.","subject":"node","fields":[{"name":"node_id","type":"string","doc":"N'
    'ode."},{"name":"notice_id","type":"string","doc":"Id of the announcement; a '
    'new one replaces the last."},{"name":"remaining_ms","type":["null","long"],"'
    'doc":"Remaining time of the node when this was reported; null: it is at risk'
    ', and no time is set.","default":null},{"name":"source","type":{"type":"enum'
    '","name":"ReclaimSource","doc":"Source of a reclaim announcement.","symbols"'
    ':["UNKNOWN","FILE","HTTP","AWS","GCP","AZURE","OPERATOR"],"default":"UNKNOWN'
    '","namespace":"muster.task_events"},"doc":"Source of the announcement."},{"n'
    'ame":"message","type":"string","doc":"Message for people.","default":""}],"n'
    'amespace":"muster.task_events"},{"type":"record","name":"NodeReclaimWithdraw'
    'n","doc":"The announcement was withdrawn: the node stays.","subject":"node",'
    '"fields":[{"name":"node_id","type":"string","doc":"Node."},{"name":"notice_i'
    'd","type":"string","doc":"Id of the announcement."}],"namespace":"muster.tas'
    'k_events"},{"type":"record","name":"NodeNoteReported","doc":"A problem that '
    'the node reports about itself, such as a notice that cannot be read.","subje'
    'ct":"node","fields":[{"name":"node_id","type":"string","doc":"Node."},{"name'
    '":"note","type":"string","doc":"One sentence; empty: the problem is gone."}]'
    ',"namespace":"muster.task_events"},{"type":"record","name":"NodeTested","doc'
    '":"Result of an ordered test of the machine by its agent.","subject":"node",'
    '"fields":[{"name":"node_id","type":"string","doc":"Node."},{"name":"checks",'
    '"type":{"type":"array","items":{"type":"record","name":"NodeCheck","doc":"Ch'
    'eck of one ability of a node.","fields":[{"name":"name","type":"string","doc'
    '":"disk, memory, program, api, store, gpus."},{"name":"passed","type":"boole'
    'an","doc":"Whether it passed."},{"name":"message","type":"string","doc":"Fin'
    'ding, for people."},{"name":"took_ms","type":"long","doc":"Duration."}],"nam'
    'espace":"muster.task_events"}},"doc":"Checks; all must pass."}],"namespace":'
    '"muster.task_events"},{"type":"record","name":"NodeFaultReported","doc":"The'
    " node's kernel wrote a line that matches a failure rule; the line itself is "
    'not included.","subject":"node","fields":[{"name":"node_id","type":"string",'
    '"doc":"Node."},{"name":"rule","type":"string","doc":"Rule."},{"name":"rules_'
    'version","type":"int","doc":"Version of the rules that the line matched."},{'
    '"name":"xid","type":["null","int"],"doc":"NVIDIA Xid; null: the fault has no'
    'ne.","default":null},{"name":"gpu","type":"string","doc":"PCI address of the'
    ' GPU; empty: none is named.","default":""},{"name":"count","type":"long","do'
    'c":"Number of such lines since the last report.","default":1}],"namespace":"'
    'muster.task_events"},{"type":"record","name":"PreemptionPlanned","subject":"'
    'plan","doc":"The requesting job fits if these jobs yield; the scheduler chec'
    'ks the plan first.","fields":[{"name":"plan_id","type":"string","doc":"Plan.'
    '"},{"name":"job_id","type":"string","doc":"Requesting job; empty: a reservat'
    'ion requests it."},{"name":"tenant","type":"string","doc":"Tenant."},{"name"'
    ':"queue","type":"string","doc":"Queue."},{"name":"cause","type":{"type":"enu'
    'm","name":"PreemptionCause","doc":"What entitles it.","symbols":["GUARANTEE"'
    ',"TIER","RESERVATION","TIME_SHARED","FAIRNESS"],"default":"TIER","namespace"'
    ':"muster.job_events"},"doc":"What entitles it."},{"name":"reservation","type'
    '":"string","doc":"Reservation that has begun; empty: a job requests it.","de'
    'fault":""},{"name":"victims","type":{"type":"array","items":{"type":"record"'
    ',"name":"PlannedVictim","doc":"A job that would yield, whole or down to fewe'
    'r ranks.","fields":[{"name":"job_id","type":"string","doc":"Job."},{"name":"'
    'attempt","type":"int","doc":"The attempt that would stop."},{"name":"tenant"'
    ',"type":"string","doc":"Tenant."},{"name":"queue","type":"string","doc":"Que'
    'ue."},{"name":"user","type":"string","doc":"User who submitted it."},{"name"'
    ':"ranks_kept","type":"int","doc":"Ranks it continues with; 0: it is evicted '
    'and waits again."},{"name":"gpu_milli_freed","type":"long","doc":"Thousandth'
    's of a GPU that it would free."},{"name":"cost_gpu_ms","type":"long","doc":"'
    "Its part of the price, GPU milliseconds: its work since the last checkpoint,"
    ' its drain, a restart, and its delay by priority."},{"name":"lost_gpu_ms","t'
    'ype":"long","doc":"Its own loss, GPU milliseconds: its work since the last c'
    "heckpoint, or since its bind. 0: it saves before, or the planner did not say"
    '.","default":0},{"name":"reason","type":{"type":"enum","name":"VictimReason"'
    ',"doc":"Reason for choosing a victim.","symbols":["BORROWS","LOWER_TIER","EL'
    'ASTIC_SURPLUS","HOLDS_RESERVED","MORE_SERVICE","BEYOND_DUE"],"default":"BORR'
    'OWS","namespace":"muster.preemption_events"},"doc":"Reason for choosing this'
    ' job."},{"name":"message","type":"string","doc":"One sentence for its owner.'
    '"}],"namespace":"muster.preemption_events"}},"doc":"Victims, by job id."},{"'
    'name":"placements","type":{"type":"array","items":{"type":"record","name":"P'
    'lannedRank","doc":"Placement of one rank of the job.","fields":[{"name":"ran'
    'k","type":"int","doc":"Rank."},{"name":"node_id","type":"string","doc":"Node'
    '."},{"name":"gpu_indices","type":{"type":"array","items":"int"},"doc":"GPUs.'
    '"}],"namespace":"muster.preemption_events"}},"doc":"Placement of the job onc'
    'e they have yielded, in rank order; empty for a reservation."},{"name":"cost'
    '_gpu_ms","type":"long","doc":"Price: the sum over the victims."},{"name":"co'
    'st_gpu_ms_min","type":"long","doc":"Lower bound of the price of any set of v'
    'ictims of the same rank."},{"name":"exact","type":"boolean","doc":"Whether n'
    "o other set of victims is better; false: the price is within the bound above"
    ', but not proven best."},{"name":"gain_gpu_ms","type":"long","doc":"GPU mill'
    'iseconds that the job gains by starting sooner."},{"name":"as_of_seq","type"'
    ':"long","doc":"State of the scheduler\'s log at which this holds."},{"name":"'
    'expires_at_ms","type":"long","doc":"Time from which it is void, milliseconds'
    ' since 1970 UTC."}],"namespace":"muster.preemption_events"},{"type":"record"'
    ',"name":"CheckpointRemoved","doc":"The objects of an expired checkpoint are '
    'removed; repeated if the removal is repeated.","subject":"checkpoint","field'
    's":[{"name":"job_id","type":"string","doc":"Job."},{"name":"uri","type":"str'
    'ing","doc":"URI of its single file, or of the record of its parts."},{"name"'
    ':"objects","type":"long","doc":"Number of objects removed."},{"name":"freed_'
    'bytes","type":"long","doc":"Bytes freed."}],"namespace":"muster.checkpoint_e'
    'vents"},{"type":"record","name":"NodeJoined","doc":"A node has joined, or ca'
    'me back with other hardware.","subject":"node","fields":[{"name":"node_id","'
    'type":"string","doc":"Node."},{"name":"boot_id","type":"string","doc":"Boot '
    'id of its agent."},{"name":"address","type":"string","doc":"Address."},{"nam'
    'e":"port_first","type":"int","doc":"First rendezvous port."},{"name":"port_c'
    'ount","type":"int","doc":"Number of rendezvous ports."},{"name":"cpu_milli",'
    '"type":"long","doc":"CPU."},{"name":"memory_mib","type":"long","doc":"Memory'
    '."},{"name":"gpu_model","type":"string","doc":"Model."},{"name":"gpu_memory_'
    'mib","type":"long","doc":"Memory of each GPU, MiB; 0 when unknown.","default'
    '":0},{"name":"gpu_count","type":"int","doc":"GPUs."},{"name":"executor","typ'
    'e":{"type":"enum","name":"Executor","doc":"Way of running ranks.","symbols":'
    '["PROCESS","SIMULATED"],"default":"SIMULATED","namespace":"muster.node_heart'
    'beats"},"doc":"How it runs ranks."},{"name":"lease_ms","type":"long","doc":"'
    'Lease."},{"name":"interval_ms","type":"long","doc":"Heartbeat interval."},{"'
    'name":"labels","type":{"type":"map","values":"string"},"doc":"Labels.","defa'
    'ult":{}},{"name":"location","type":{"type":"record","name":"Location","doc":'
    "\"A node's place in the network: each name is a unit within the next one; emp"
    'ty: unknown.","fields":[{"name":"nvlink_domain","type":"string","doc":"NVLin'
    'k domain larger than the node; empty: the node is one by itself.","default":'
    '""},{"name":"leaf","type":"string","doc":"InfiniBand leaf switch.","default"'
    ':""},{"name":"spine","type":"string","doc":"Spine, or pod of leaves.","defau'
    'lt":""},{"name":"cell","type":"string","doc":"Part of the network above the '
    'spines.","default":""}],"namespace":"muster.node_heartbeats"},"doc":"Where i'
    't is in the network.","default":{"nvlink_domain":"","leaf":"","spine":"","ce'
    'll":""}},{"name":"taints","type":{"type":"array","items":"string"},"doc":"Ta'
    'ints; only jobs that tolerate all of them are placed here; sorted.","default'
    '":[]},{"name":"sandbox","type":{"type":"enum","name":"Sandbox","doc":"Isolat'
    'ion of jobs from the rest of a machine.","symbols":["NONE","NAMESPACES","BUB'
    'BLEWRAP"],"default":"NONE","namespace":"muster.node_heartbeats"},"doc":"How '
    'jobs are isolated there.","default":"NONE"},{"name":"enforces","type":{"type'
    '":"array","items":{"type":"enum","name":"Enforced","doc":"Limit that a node '
    'enforces on jobs.","symbols":["MEMORY","MEMORY_MEASURED","CPU","PROCESSES","'
    'OPEN_FILES","DEVICES","UNKNOWN"],"default":"UNKNOWN","namespace":"muster.nod'
    'e_heartbeats"}},"doc":"Limits that it enforces on jobs.","default":[]},{"nam'
    'e":"machine_boot_id","type":"string","doc":"Boot id of the machine, from its'
    ' kernel; changes at each reboot; empty: unknown.","default":""}],"namespace"'
    ':"muster.job_events"},{"type":"record","name":"NodeSuspected","doc":"The nod'
    "e is silent, or does not take its orders: no new work is placed there; jobs "
    'continue.","subject":"node","fields":[{"name":"node_id","type":"string","doc'
    '":"Node."},{"name":"silent_ms","type":"long","doc":"Time since its last hear'
    'tbeat, since its answer was due, or for which an order has waited."},{"name"'
    ':"cause","type":{"type":"enum","name":"SilenceCause","doc":"Silence of a nod'
    'e: no heartbeats, a stop order unanswered, or an order not stored, in time."'
    ',"symbols":["SILENT","STOP_UNANSWERED","ORDER_NOT_STORED"],"default":"SILENT'
    '","namespace":"muster.job_events"},"doc":"Why it is suspected.","default":"S'
    'ILENT"}],"namespace":"muster.job_events"},{"type":"record","name":"NodeRecov'
    'ered","doc":"The node\'s heartbeats arrive again, and it has stored its order'
    's; no answer is overdue.","subject":"node","fields":[{"name":"node_id","type'
    '":"string","doc":"Node."}],"namespace":"muster.job_events"},{"type":"record"'
    ',"name":"NodeLost","doc":"The lease expired, or an order was not stored for '
    'as long: the node\'s attempts are given up.","subject":"node","fields":[{"nam'
    'e":"node_id","type":"string","doc":"Node."},{"name":"silent_ms","type":"long'
    '","doc":"Time since its last heartbeat, or for which an order has waited."},'
    '{"name":"cause","type":"muster.job_events.SilenceCause","doc":"Why it is los'
    't.","default":"SILENT"}],"namespace":"muster.job_events"},{"type":"record","'
    'name":"NodeForgotten","doc":"Lost for long (default: a day) or removed by an'
    ' operator; if the node reports again, it is new.","subject":"node","fields":'
    '[{"name":"node_id","type":"string","doc":"Node."},{"name":"lost_ms","type":"'
    'long","doc":"Time for which the leader has known it as lost; 0 if an operato'
    'r removed it."},{"name":"requested_by","type":"string","doc":"Operator who r'
    'emoved it; empty if it was lost for long.","default":""},{"name":"gpus_unhea'
    'lthy","type":{"type":"array","items":"int"},"doc":"Its GPUs known as unhealt'
    'hy, ascending; their state is forgotten as well.","default":[]}],"namespace"'
    ':"muster.job_events"},{"type":"record","name":"NodeRefused","doc":"Heartbeat'
    's under this name are invalid and ignored. Reported once by each leader.","s'
    'ubject":"node","fields":[{"name":"node_id","type":"string","doc":"The name; '
    'at most 128 characters, control characters escaped."},{"name":"message","typ'
    'e":"string","doc":"Field, value and what is allowed."}],"namespace":"muster.'
    'job_events"},{"type":"record","name":"NodeRelocated","doc":"The network arou'
    'nd the node has changed; its running jobs continue.","subject":"node","field'
    's":[{"name":"node_id","type":"string","doc":"Node."},{"name":"location","typ'
    'e":"muster.node_heartbeats.Location","doc":"New location."}],"namespace":"mu'
    'ster.job_events"},{"type":"record","name":"GpuUnhealthy","doc":"Nothing new '
    'is placed on this GPU.","subject":"node","fields":[{"name":"node_id","type":'
    '"string","doc":"Node."},{"name":"gpu_index","type":"int","doc":"GPU."},{"nam'
    'e":"reason","type":"string","doc":"Reason."}],"namespace":"muster.job_events'
    '"},{"type":"record","name":"GpuRecovered","doc":"The GPU is healthy again.",'
    '"subject":"node","fields":[{"name":"node_id","type":"string","doc":"Node."},'
    '{"name":"gpu_index","type":"int","doc":"GPU."}],"namespace":"muster.job_even'
    'ts"},{"type":"record","name":"CommandInvalid","doc":"A command that was reje'
    'cted before it was sequenced; `code` and `message` say why (ADR 4, 55).","fi'
    'elds":[{"name":"command_id","type":"string","doc":"event_id of the command."'
    '},{"name":"command","type":"string","doc":"Record name of the command."},{"n'
    'ame":"subject","type":"string","doc":"Job, queue or node."},{"name":"tenant"'
    ',"type":"string","doc":"Tenant."},{"name":"code","type":{"type":"enum","name'
    '":"RejectionCode","aliases":["muster.job_events.RejectionCode"],"doc":"Kinds'
    ' of rejection, common to all services; each has its HTTP status.","symbols":'
    '["INVALID","ALREADY_EXISTS","NOT_FOUND","WRONG_STATE","IMPOSSIBLE_REQUEST","'
    'UNKNOWN_QUEUE","QUEUE_NOT_EMPTY","FORBIDDEN","QUOTA_EXCEEDED","BAD_TREE"],"d'
    'efault":"FORBIDDEN","namespace":"muster.command_answers"},"doc":"Kind of rej'
    'ection: it breaks a rule, or its sender may not send it.","default":"INVALID'
    '"},{"name":"message","type":"string","doc":"Message for people."},{"name":"v'
    'iolations","type":{"type":"array","items":{"type":"record","name":"Violation'
    '","aliases":["muster.job_events.Violation"],"doc":"One violation in a reques'
    't.","fields":[{"name":"field","type":"string","doc":"Path of the field."},{"'
    'name":"value","type":"string","doc":"The value as sent, shortened."},{"name"'
    ':"allowed","type":"string","doc":"What is allowed."}],"namespace":"muster.co'
    'mmand_answers"}},"doc":"Violations by field."}],"namespace":"muster.schedule'
    'r_log"},{"type":"record","name":"LeaderElected","doc":"First input of an epo'
    'ch.","fields":[{"name":"epoch","type":"long","doc":"Epoch."},{"name":"leader'
    '_id","type":"string","doc":"Process that leads."}],"namespace":"muster.sched'
    'uler_log"},{"type":"record","name":"ClockTicked","doc":"A deadline of the co'
    're has passed.","fields":[],"namespace":"muster.scheduler_log"},{"type":"rec'
    'ord","name":"RestrictQueue","doc":"Keep jobs of some tiers from starting fro'
    'm a queue and those below it; its settings are unchanged.","fields":[{"name"'
    ':"queue","type":"string","doc":"Name."},{"name":"tenant","type":"string","do'
    'c":"Tenant."},{"name":"restriction","type":"string","doc":"Name of the restr'
    'iction, 1 to 63 of a-z 0-9 and -; unique in its queue."},{"name":"tiers","ty'
    'pe":{"type":"array","items":"muster.job_commands.Tier"},"doc":"Jobs of these'
    ' tiers do not start."},{"name":"until_ms","type":["null","long"],"doc":"End,'
    ' milliseconds since 1970 UTC; null: until it is lifted.","default":null},{"n'
    'ame":"reason","type":"string","doc":"Reason, for the users whose jobs wait."'
    '},{"name":"requested_by","type":"string","doc":"User or service that sends t'
    'he request."}],"namespace":"muster.queue_commands"},{"type":"record","name":'
    '"LiftRestriction","doc":"Lift a restriction of a queue.","fields":[{"name":"'
    'queue","type":"string","doc":"Name."},{"name":"tenant","type":"string","doc"'
    ':"Tenant."},{"name":"restriction","type":"string","doc":"Its name."},{"name"'
    ':"requested_by","type":"string","doc":"User or service that sends the reques'
    't."}],"namespace":"muster.queue_commands"},{"type":"record","name":"OutputSt'
    'ored","doc":"Bytes of the output of a task\'s ranks in the store; reported ev'
    'ery 64 MiB while they run.","subject":"task","fields":[{"name":"node_id","ty'
    'pe":"string","doc":"Node."},{"name":"job_id","type":"string","doc":"Job."},{'
    '"name":"attempt","type":"int","doc":"Attempt, 1-based."},{"name":"size_bytes'
    '","type":"long","doc":"Bytes of all its ranks so far."}],"namespace":"muster'
    '.task_events"},{"type":"record","name":"OutputRemoved","doc":"The output of '
    "an ended job is removed from the store; repeated if the removal is repeated."
    '","subject":"output","fields":[{"name":"job_id","type":"string","doc":"Job."'
    '},{"name":"tenant","type":"string","doc":"Tenant."},{"name":"objects","type"'
    ':"long","doc":"Number of objects removed by the try that reports it."}],"nam'
    'espace":"muster.checkpoint_events"}],"doc":"The input."}],"namespace":"muste'
    'r.scheduler_log"}},"doc":"Inputs, in order."},{"name":"decisions","type":{"t'
    'ype":"array","items":{"type":"record","name":"Decision","doc":"One consequen'
    'ce.","fields":[{"name":"event_id","type":"string","doc":"event_id, as in the'
    ' public topic."},{"name":"cause_seq","type":"long","doc":"seq of the input i'
    't follows from."},{"name":"payload","type":[{"type":"record","name":"Command'
    'Rejected","aliases":["muster.job_events.CommandRejected"],"doc":"A command t'
    'hat is not carried out, and the reason.","subject":"command","fields":[{"nam'
    'e":"command_id","type":"string","doc":"event_id of the command."},{"name":"c'
    'ommand","type":"string","doc":"Record name of the command."},{"name":"subjec'
    't","type":"string","doc":"Its subject: a job, queue, node or other entity of'
    ' the service."},{"name":"tenant","type":"string","doc":"Tenant."},{"name":"c'
    'ode","type":"muster.command_answers.RejectionCode","doc":"Kind of rejection.'
    '"},{"name":"detail_code","type":"string","doc":"More specific code of the se'
    'rvice; its README lists them. Empty: `code` is specific enough.","default":"'
    '"},{"name":"message","type":"string","doc":"Message for people."},{"name":"v'
    'iolations","type":{"type":"array","items":"muster.command_answers.Violation"'
    '},"doc":"Violations by field.","default":[]}],"namespace":"muster.command_an'
    'swers"},{"type":"record","name":"CommandRepeated","aliases":["muster.job_eve'
    'nts.CommandRepeated"],"doc":"A command that was already carried out came aga'
    'in; nothing changed.","subject":"command","fields":[{"name":"command_id","ty'
    'pe":"string","doc":"event_id of the command."},{"name":"command","type":"str'
    'ing","doc":"Record name of the command."},{"name":"subject","type":"string",'
    '"doc":"Its subject."}],"namespace":"muster.command_answers"},{"type":"record'
    '","name":"JobQueued","doc":"The job is accepted and waits.","subject":"job",'
    '"fields":[{"name":"job_id","type":"string","doc":"Job."},{"name":"tenant","t'
    'ype":"string","doc":"Tenant."},{"name":"spec","type":"muster.job_commands.Jo'
    'bSpec","doc":"Specification as accepted."},{"name":"predicted_p50_ms","type"'
    ':["null","long"],"doc":"Predicted median run time of an attempt; null: unkno'
    'wn.","default":null},{"name":"predicted_p90_ms","type":["null","long"],"doc"'
    ':"Predicted 90th percentile of the run time; null: unknown.","default":null}'
    '],"namespace":"muster.job_events"},{"type":"record","name":"JobPending","doc'
    '":"Reason why the job is not placed; sent when the reason changes.","subject'
    '":"job","fields":[{"name":"job_id","type":"string","doc":"Job."},{"name":"co'
    'de","type":{"type":"enum","name":"PendingCode","doc":"Stable codes for the r'
    'eason why a job waits.","symbols":["NO_NODES","MODEL_ABSENT","TOO_LARGE","CL'
    'USTER_TOO_SMALL","GPUS_BUSY","GPUS_FRAGMENTED","FRACTIONS_FRAGMENTED","CPU_S'
    'HORT","MEMORY_SHORT","NODES_UNSCHEDULABLE","LABELS_ABSENT","TAINTS_UNTOLERAT'
    'ED","GPU_MEMORY_SHORT","SANDBOX_ABSENT","SPOT_EXCLUDED","ROOM_ON_SPOT_ONLY",'
    '"NODES_AVOIDED","MAINTENANCE_AHEAD","GANG_SHORT","TOPOLOGY_SHORT","HELD_FOR_'
    'HEAD","NODES_RESERVED","RETRY_BACKOFF","SUSPENDED","QUEUED","QUOTA_EXHAUSTED'
    '","JOB_LIMIT","GEOMETRY_FROZEN","QUEUE_SUSPENDED","HEADROOM","DURATION_NOT_G'
    'UARANTEED","QUEUE_RESTRICTED","WAITS_FOR_JOBS"],"default":"QUEUED","namespac'
    'e":"muster.job_events"},"doc":"The dominant reason."},{"name":"message","typ'
    'e":"string","doc":"One sentence."},{"name":"counts","type":{"type":"map","va'
    'lues":"long"},"doc":"Figures behind the reason.","default":{}}],"namespace":'
    '"muster.job_events"},{"type":"record","name":"PreemptionRequested","doc":"A '
    "job or a reservation is entitled to GPUs that others hold; another service c"
    'hooses the victims.","subject":"plan","fields":[{"name":"job_id","type":"str'
    'ing","doc":"Job; empty: a reservation is entitled."},{"name":"cause","type":'
    '"muster.job_events.PreemptionCause","doc":"What entitles it."},{"name":"queu'
    'e","type":"string","doc":"Its queue."},{"name":"tenant","type":"string","doc'
    '":"Tenant."},{"name":"jobs","type":"int","doc":"Number of equal jobs in its '
    'queue, this one included, that are entitled to the resources they request.",'
    '"default":1},{"name":"gpu_milli_missing","type":"long","doc":"Thousandths of'
    ' a GPU that they lack."},{"name":"gpu_models","type":{"type":"array","items"'
    ':"string"},"doc":"GPU models that it accepts, sorted; empty: any.","default"'
    ':[]},{"name":"borrowers","type":{"type":"array","items":{"type":"record","na'
    'me":"Borrower","doc":"A queue beyond its guarantee.","fields":[{"name":"queu'
    'e","type":"string","doc":"Name."},{"name":"tenant","type":"string","doc":"Te'
    'nant."},{"name":"gpu_milli_borrowed","type":"long","doc":"Beyond its guarant'
    'ee, thousandths of GPU."}],"namespace":"muster.job_events"}},"doc":"Queues t'
    'hat hold lent GPUs, the largest amount first.","default":[]},{"name":"as_of_'
    'seq","type":"long","doc":"State of the log at which this holds."},{"name":"r'
    'eservation","type":"string","doc":"Reservation that has begun; empty: a job '
    'is entitled.","default":""},{"name":"holders","type":{"type":"array","items"'
    ':"string"},"doc":"Jobs that may yield, if the request restricts them: those '
    "still on its nodes, or with more service; sorted; never production inference"
    '.","default":[]}],"namespace":"muster.job_events"},{"type":"record","name":"'
    'ReservationMade","doc":"Nodes are reserved for the head of the line, which d'
    'oes not fit; replaces its last reservation.","subject":"plan","fields":[{"na'
    'me":"job_id","type":"string","doc":"Job."},{"name":"node_ids","type":{"type"'
    ':"array","items":"string"},"doc":"Reserved nodes: other jobs may be placed t'
    'here only if they are predicted to end before starts_at_ms."},{"name":"start'
    's_at_ms","type":["null","long"],"doc":"When the nodes are predicted to have '
    'room for it; null: unknown.","default":null},{"name":"kept_until_ms","type":'
    '"long","doc":"When nodes are chosen again if the job has not started."},{"na'
    'me":"by_limits","type":"boolean","doc":"Whether only wall-time limits were u'
    'sed to predict, because an earlier reservation of the job was not kept.","de'
    'fault":false}],"namespace":"muster.job_events"},{"type":"record","name":"Res'
    'ervationReleased","doc":"The nodes reserved for a job are released.","subjec'
    't":"plan","fields":[{"name":"job_id","type":"string","doc":"Job."},{"name":"'
    'reason","type":{"type":"enum","name":"ReleaseReason","doc":"Reason for a rel'
    'ease.","symbols":["STARTED","NO_LONGER_WAITS","NO_LONGER_HEAD","IN_VAIN"],"d'
    'efault":"NO_LONGER_WAITS","namespace":"muster.job_events"},"doc":"Reason."},'
    '{"name":"again_at_ms","type":["null","long"],"doc":"When nodes are reserved '
    'for it again, as it still heads the line; null: not for this reason.","defau'
    'lt":null}],"namespace":"muster.job_events"},{"type":"record","name":"Defragm'
    'entationProposed","doc":"Moves of running jobs that would let a job start fo'
    'r which the free GPUs suffice in total.","subject":"plan","fields":[{"name":'
    '"job_id","type":"string","doc":"The job that would start."},{"name":"moves",'
    '"type":{"type":"array","items":{"type":"record","name":"Move","doc":"Move of'
    ' one job to other nodes.","fields":[{"name":"job_id","type":"string","doc":"'
    'Job."},{"name":"from_node_ids","type":{"type":"array","items":"string"},"doc'
    '":"Its present nodes, sorted."},{"name":"to_node_ids","type":{"type":"array"'
    ',"items":"string"},"doc":"Its new nodes, sorted."},{"name":"lost_gpu_ms","ty'
    'pe":"long","doc":"GPU milliseconds: its GPUs times its run time since its la'
    'st checkpoint and a restart."}],"namespace":"muster.job_events"}},"doc":"Mov'
    'es by job."},{"name":"cost_gpu_ms","type":"long","doc":"GPU milliseconds tha'
    't all moves lose."},{"name":"benefit_gpu_ms","type":"long","doc":"GPU millis'
    'econds that the job would gain: its GPUs times the wait saved."},{"name":"ca'
    'rried_out","type":"boolean","doc":"Whether the moves begin now."}],"namespac'
    'e":"muster.job_events"},{"type":"record","name":"StartPredicted","doc":"Pred'
    "icted start of a waiting job; made from time to time, so that the cell learn"
    's from the outcome.","subject":"plan","fields":[{"name":"job_id","type":"str'
    'ing","doc":"Job."},{"name":"wait_ms","type":"long","doc":"Best single estima'
    'te of the remaining wait, milliseconds."},{"name":"wait_low_ms","type":["nul'
    'l","long"],"doc":"Start of the stated range, milliseconds from now; null: th'
    'ere is too little data for a range.","default":null},{"name":"wait_high_ms",'
    '"type":["null","long"],"doc":"End of the stated range, milliseconds from now'
    '.","default":null},{"name":"signs","type":{"type":"array","items":"int"},"do'
    'c":"Inputs of the estimate, as logarithms in 1/256 octave: one, the soonest '
    "start with only its equals ahead, the time waited, the number of waiting job"
    's, the amount requested, the position among its equals."}],"namespace":"must'
    'er.job_events"},{"type":"record","name":"GangBound","doc":"Every rank has a '
    'place; the start orders are in the same transaction.","subject":"job","field'
    's":[{"name":"job_id","type":"string","doc":"Job."},{"name":"attempt","type":'
    '"int","doc":"Attempt."},{"name":"placements","type":{"type":"array","items":'
    '{"type":"record","name":"RankPlacement","doc":"Placement of one rank.","fiel'
    'ds":[{"name":"rank","type":"int","doc":"Rank."},{"name":"node_id","type":"st'
    'ring","doc":"Node."},{"name":"gpu_indices","type":{"type":"array","items":"i'
    'nt"},"doc":"GPUs."},{"name":"gpu_milli","type":"int","doc":"Thousandths of e'
    'ach GPU."},{"name":"sharing","type":{"type":"enum","name":"Sharing","doc":"H'
    "ow a rank shares its GPUs: not at all; within its team by MPS or time slicin"
    'g; by a MIG instance.","symbols":["EXCLUSIVE","MPS","TIME_SLICING","MIG"],"d'
    'efault":"EXCLUSIVE","namespace":"muster.node_commands"},"doc":"Sharing of th'
    'ese GPUs with other ranks.","default":"EXCLUSIVE"},{"name":"mig_profile","ty'
    'pe":["null","string"],"doc":"Profile of its MIG instance.","default":null},{'
    '"name":"mig_start","type":["null","int"],"doc":"First memory slice of that i'
    'nstance.","default":null}],"namespace":"muster.job_events"}},"doc":"Placemen'
    'ts, one per rank."},{"name":"master_address","type":"string","doc":"Rank 0\'s'
    ' address."},{"name":"master_port","type":"int","doc":"Rendezvous port."},{"n'
    'ame":"waited_ms","type":"long","doc":"Time since the job was last queued."},'
    '{"name":"reason","type":"string","doc":"Reason for this placement.","default'
    '":""},{"name":"tenant","type":"string","doc":"Tenant of the job.","default":'
    '""},{"name":"queue","type":"string","doc":"The job\'s queue.","default":""},{'
    '"name":"each","type":["null",{"type":"record","name":"RankShape","doc":"Reso'
    "urces of each rank of a gang on its node, besides the GPUs of its placement."
    '","fields":[{"name":"cpu_milli","type":"long","doc":"Thousandths of a CPU co'
    're."},{"name":"memory_mib","type":"long","doc":"Host memory."},{"name":"gpu_'
    'models","type":{"type":"array","items":"string"},"doc":"GPU models it would '
    'accept, sorted; empty: any.","default":[]},{"name":"sharing_key","type":"str'
    'ing","doc":"Ranks with the same key share GPUs (a trust domain and a way of '
    'sharing); `mig`: a MIG instance of its own; empty: not shared.","default":""'
    '}],"namespace":"muster.job_events"}],"doc":"Resources of each rank; null: wr'
    'itten by an earlier version.","default":null},{"name":"gap_of","type":"strin'
    'g","doc":"Job that these nodes are reserved for: this one backfills the gap,'
    ' and yields when that one fits; empty: none.","default":""},{"name":"guarant'
    'eed_until_ms","type":["null","long"],"doc":"Time before which it yields only'
    " to production inference, milliseconds since 1970 UTC; null: it is owed what"
    ' it holds, or nothing is forecast.","default":null}],"namespace":"muster.job'
    '_events"},{"type":"record","name":"JobStarted","doc":"All ranks run.","subje'
    'ct":"job","fields":[{"name":"job_id","type":"string","doc":"Job."},{"name":"'
    'attempt","type":"int","doc":"Attempt."}],"namespace":"muster.job_events"},{"'
    'type":"record","name":"JobResizing","doc":"An elastic job stops, to continue'
    ' at once with another number of ranks.","subject":"job","fields":[{"name":"j'
    'ob_id","type":"string","doc":"Job."},{"name":"attempt","type":"int","doc":"T'
    'he attempt that stops."},{"name":"ranks_from","type":"int","doc":"Its number'
    ' of ranks."},{"name":"ranks_to","type":"int","doc":"Number of ranks of the n'
    'ext attempt, or fewer if they no longer fit."},{"name":"reason","type":"stri'
    'ng","doc":"Reason."}],"namespace":"muster.job_events"},{"type":"record","nam'
    'e":"JobMoving","doc":"A job stops, to continue at once on other nodes, so th'
    'at another job has room.","subject":"job","fields":[{"name":"job_id","type":'
    '"string","doc":"Job."},{"name":"attempt","type":"int","doc":"The attempt tha'
    't stops."},{"name":"placements","type":{"type":"array","items":"muster.job_e'
    'vents.RankPlacement"},"doc":"New placement, in rank order; other nodes if th'
    'ese are gone."},{"name":"reason","type":"string","doc":"Reason."}],"namespac'
    'e":"muster.job_events"},{"type":"record","name":"JobWarned","doc":"A watchdo'
    'g found a problem with a running job; reported once per attempt and action."'
    ',"subject":"job","fields":[{"name":"job_id","type":"string","doc":"Job."},{"'
    'name":"attempt","type":"int","doc":"Attempt."},{"name":"watchdog","type":{"t'
    'ype":"enum","name":"Watchdog","doc":"Watchdogs, by what they observe.","symb'
    'ols":["WALL_TIME","HANG","START_UP","LOSS","IDLE_GPUS","STRAGGLER"],"default'
    '":"WALL_TIME","namespace":"muster.job_events"},"doc":"The watchdog."},{"name'
    '":"action","type":{"type":"enum","name":"WatchdogAction","doc":"Consequence:'
    " none; the attempt ends, and the job's retries decide about another; the job"
    ' ends.","symbols":["TOLD","RETRIED","ENDED"],"default":"TOLD","namespace":"m'
    'uster.job_events"},"doc":"Consequence."},{"name":"message","type":"string","'
    'doc":"Finding, for people."},{"name":"node_id","type":["null","string"],"doc'
    '":"Node; null: the whole gang.","default":null},{"name":"rank","type":["null'
    '","int"],"doc":"Rank; null: all, or unknown.","default":null},{"name":"tenan'
    't","type":"string","doc":"Tenant.","default":""},{"name":"team","type":"stri'
    'ng","doc":"The job\'s team.","default":""}],"namespace":"muster.job_events"},'
    '{"type":"record","name":"JobStopping","doc":"Ranks have been ordered to stop'
    '.","subject":"job","fields":[{"name":"job_id","type":"string","doc":"Job."},'
    '{"name":"attempt","type":"int","doc":"Attempt."},{"name":"reason","type":"st'
    'ring","doc":"Reason."},{"name":"requeues","type":"boolean","doc":"Whether it'
    " waits again once it has stopped; the attempt then counts neither as failed "
    'nor as lost.","default":false},{"name":"plan_id","type":"string","doc":"Pree'
    'mption plan by which it yields; empty: it stops for another reason.","defaul'
    't":""},{"name":"yields_to","type":"string","doc":"Job that it yields to; emp'
    'ty: none.","default":""},{"name":"cause","type":{"type":"enum","name":"StopC'
    'ause","doc":"Kind of event that stops a job.","symbols":["UNSTATED","SPOT_RE'
    'CLAIM"],"default":"UNSTATED","namespace":"muster.job_events"},"doc":"Kind of'
    ' event that stopped it.","default":"UNSTATED"},{"name":"save_bytes","type":['
    '"null","long"],"doc":"Estimated bytes to save; null: unknown, or it is not a'
    'sked to save.","default":null},{"name":"saves_until_ms","type":["null","long'
    '"],"doc":"Estimated time by which they are stored, milliseconds since 1970 U'
    'TC; null: unknown, or it is not asked to save.","default":null},{"name":"sav'
    'e_bytes_per_s","type":["null","long"],"doc":"Its share of the store\'s bandwi'
    'dth until it has stopped, bytes per second; null: it is not asked to save.",'
    '"default":null}],"namespace":"muster.job_events"},{"type":"record","name":"S'
    'aveTooLarge","doc":"A job cannot save its state before its node is reclaimed'
    ', and loses work.","subject":"job","fields":[{"name":"job_id","type":"string'
    '","doc":"Job."},{"name":"attempt","type":"int","doc":"Attempt."},{"name":"no'
    'de_id","type":"string","doc":"The node that goes first."},{"name":"save_byte'
    's","type":"long","doc":"Bytes to save."},{"name":"fits_bytes","type":"long",'
    '"doc":"Bytes that can be stored in the remaining time, beside the other jobs'
    '."},{"name":"deadline_ms","type":"long","doc":"When the node is gone, millis'
    'econds since 1970 UTC."},{"name":"lost_gpu_ms","type":"long","doc":"GPU mill'
    'iseconds since its last checkpoint, or since its start."}],"namespace":"must'
    'er.job_events"},{"type":"record","name":"PreemptionAccepted","doc":"A preemp'
    'tion plan is carried out: victims stop, and nodes are held for the job.","su'
    'bject":"plan","fields":[{"name":"plan_id","type":"string","doc":"Plan."},{"n'
    'ame":"job_id","type":"string","doc":"Job that the victims yield to; empty: a'
    ' reservation."},{"name":"reservation","type":"string","doc":"Capacity reserv'
    'ation whose nodes the victims leave; empty: they yield to a job.","default":'
    '""},{"name":"victims","type":{"type":"array","items":{"type":"record","name"'
    ':"YieldingJob","doc":"A job that yields, whole or down to fewer ranks.","fie'
    'lds":[{"name":"job_id","type":"string","doc":"Job."},{"name":"attempt","type'
    '":"int","doc":"The attempt that stops."},{"name":"ranks_kept","type":"int","'
    'doc":"Ranks it continues with; 0: it waits again.","default":0}],"namespace"'
    ':"muster.job_events"}},"doc":"Victims, by job id."},{"name":"placements","ty'
    'pe":{"type":"array","items":"muster.job_events.RankPlacement"},"doc":"Intend'
    'ed placement of the job, in rank order; these nodes are held for it."},{"nam'
    'e":"held_until_ms","type":"long","doc":"Latest end of the hold, milliseconds'
    ' since 1970 UTC."},{"name":"cost_gpu_ms","type":"long","doc":"Planned price,'
    ' GPU milliseconds."},{"name":"as_of_seq","type":"long","doc":"State of the s'
    'cheduler\'s log that the plan was made from."}],"namespace":"muster.job_event'
    's"},{"type":"record","name":"PreemptionRefused","doc":"A preemption plan is '
    'not carried out; no job stops because of it.","subject":"plan","fields":[{"n'
    'ame":"plan_id","type":"string","doc":"Plan."},{"name":"job_id","type":"strin'
    'g","doc":"Job that the victims would have yielded to; empty: a reservation."'
    '},{"name":"reservation","type":"string","doc":"Capacity reservation whose no'
    'des the victims leave; empty: they yield to a job.","default":""},{"name":"c'
    'ode","type":{"type":"enum","name":"RefusalCode","doc":"Reason for a refusal.'
    '","symbols":["EXPIRED","INVALID","UNDER_WAY","NOT_WAITING","NOT_ENTITLED","N'
    'OT_NEEDED","VICTIM_GONE","VICTIM_PROTECTED","VICTIM_TOO_YOUNG","VICTIM_LIMIT'
    '","PAIR","NO_ROOM"],"default":"INVALID","namespace":"muster.job_events"},"do'
    'c":"Reason, as a code."},{"name":"reason","type":"string","doc":"Reason, for'
    ' people."}],"namespace":"muster.job_events"},{"type":"record","name":"HoldMa'
    'de","subject":"plan","doc":"Other jobs move so that a waiting job fits; node'
    's are held for it until then.","fields":[{"name":"plan_id","type":"string","'
    'doc":"Plan."},{"name":"job_id","type":"string","doc":"Job that the others ma'
    'ke room for."},{"name":"victims","type":{"type":"array","items":"muster.job_'
    'events.YieldingJob"},"doc":"Jobs that move, by id; they keep their number of'
    ' ranks."},{"name":"placements","type":{"type":"array","items":"muster.job_ev'
    'ents.RankPlacement"},"doc":"Intended placement of the job, in rank order."},'
    '{"name":"node_ids","type":{"type":"array","items":"string"},"doc":"Held node'
    's, sorted: these, and those that the moving jobs go to."},{"name":"held_unti'
    'l_ms","type":"long","doc":"Latest end of the hold, milliseconds since 1970 U'
    'TC."}],"namespace":"muster.job_events"},{"type":"record","name":"HoldRelease'
    'd","doc":"Nodes that victims of a preemption plan freed are no longer held f'
    'or the job they yielded to.","subject":"plan","fields":[{"name":"plan_id","t'
    'ype":"string","doc":"Plan."},{"name":"job_id","type":"string","doc":"Job tha'
    't they were held for."},{"name":"reason","type":{"type":"enum","name":"HoldR'
    'eleaseReason","doc":"Reason for releasing held nodes.","symbols":["STARTED",'
    '"NO_LONGER_WAITS","NO_ROOM","EXPIRED"],"default":"NO_LONGER_WAITS","namespac'
    'e":"muster.job_events"},"doc":"STARTED: it was bound. NO_LONGER_WAITS: it wa'
    "s cancelled or suspended. NO_ROOM: all have yielded, and it still does not f"
    'it. EXPIRED: the victims took too long."}],"namespace":"muster.job_events"},'
    '{"type":"record","name":"FragmentationSustained","subject":"plan","doc":"GPU'
    "s stay free but fragmented while jobs wait that need no more: moves are plan"
    'ned for all of them.","fields":[{"name":"job_id","type":"string","doc":"The '
    'first of these jobs."},{"name":"since_ms","type":"long","doc":"Since when, m'
    'illiseconds since 1970 UTC."},{"name":"gpu_milli_scattered","type":"long","d'
    'oc":"Largest amount of GPU that is free but fragmented for one of these jobs'
    ', thousandths."},{"name":"gpu_milli_total","type":"long","doc":"GPU of the c'
    'luster, thousandths."},{"name":"jobs","type":"int","doc":"Number of such job'
    's."}],"namespace":"muster.job_events"},{"type":"record","name":"Fragmentatio'
    'nEased","subject":"plan","doc":"The fragmentation that FragmentationSustaine'
    'd reported is over.","fields":[{"name":"job_id","type":"string","doc":"Job t'
    'hat was named in that report."},{"name":"since_ms","type":"long","doc":"Star'
    't of the fragmentation, milliseconds since 1970 UTC."},{"name":"gpu_milli_sc'
    'attered","type":"long","doc":"GPU that is free but fragmented now, thousandt'
    'hs; within the policy\'s limit."}],"namespace":"muster.job_events"},{"type":"'
    'record","name":"DemandForecast","subject":"plan","doc":"How much best-effort'
    ' work may hold together: other work is not expected to need it soon.","field'
    's":[{"name":"duration_ms","type":"long","doc":"The guaranteed duration, mill'
    'iseconds."},{"name":"gpu_milli_total","type":"long","doc":"GPU of the cluste'
    'r, thousandths."},{"name":"gpu_milli_demand","type":"long","doc":"GPU that a'
    'll other work holds, or waits for and is owed, thousandths."},{"name":"gpu_m'
    'illi_rise","type":"long","doc":"Expected growth of that within the duration,'
    ' thousandths: nine in ten rises at this hour of day were no larger."},{"name'
    '":"scale_percent","type":"int","doc":"Share of the remainder that is given o'
    'ut; larger after days on which few guaranteed runs had to yield."},{"name":"'
    'gpu_milli_quota","type":"long","doc":"GPU that best-effort work may hold tog'
    'ether, thousandths."}],"namespace":"muster.job_events"},{"type":"record","na'
    'me":"AttemptEnded","doc":"An attempt has ended on every node, and its GPUs a'
    're free.","subject":"job","fields":[{"name":"job_id","type":"string","doc":"'
    'Job."},{"name":"attempt","type":"int","doc":"Attempt."},{"name":"outcome","t'
    'ype":{"type":"enum","name":"AttemptOutcome","doc":"Outcome of an attempt.","'
    'symbols":["SUCCEEDED","FAILED","STOPPED","TIMED_OUT","LOST","REFUSED"],"defa'
    'ult":"REFUSED","namespace":"muster.job_events"},"doc":"Outcome of the attemp'
    't."},{"name":"exit_code","type":["null","int"],"doc":"Exit code of the first'
    ' failing rank.","default":null},{"name":"signal","type":["null","int"],"doc"'
    ':"Signal of the first failing rank.","default":null},{"name":"rank","type":['
    '"null","int"],"doc":"First failing rank.","default":null},{"name":"node_id",'
    '"type":["null","string"],"doc":"Its node.","default":null},{"name":"message"'
    ',"type":"string","doc":"Message for people.","default":""},{"name":"ran_ms",'
    '"type":"long","doc":"Time from bind to end."},{"name":"verdict","type":["nul'
    'l",{"type":"record","name":"FailureVerdict","doc":"Cause of an attempt\'s fai'
    'lure, by the rules in effect; rank and node are those of the fact.","fields"'
    ':[{"name":"rule","type":"string","doc":"First rule that matched."},{"name":"'
    'rules_version","type":"int","doc":"Version of the rules."},{"name":"category'
    '","type":"string","doc":"Category of the failed part, as in the rule."},{"na'
    'me":"subcategory","type":"string","doc":"Subcategory."},{"name":"persistence'
    '","type":"string","doc":"transient, permanent or unknown: whether the same a'
    'ttempt would fail again."},{"name":"action","type":"string","doc":"What the '
    'rule demands for the job."},{"name":"node_action","type":"string","doc":"Wha'
    't the rule advises for the node."},{"name":"sign","type":"string","doc":"Wha'
    't it was recognised by: a line of the output, exit code 137."},{"name":"mean'
    's","type":"string","doc":"What happened, in the rule\'s words."},{"name":"hin'
    't","type":"string","doc":"What to change, in the rule\'s words."},{"name":"li'
    'ne","type":["null","long"],"doc":"Number of the line in the rank\'s stream, i'
    'f it was a line.","default":null},{"name":"stream","type":"string","doc":"It'
    's stream: stdout or stderr.","default":""},{"name":"count","type":"long","do'
    'c":"Number of matching lines; 0: it was no line.","default":0},{"name":"at_m'
    's","type":["null","long"],"doc":"Time of the line, or else of the rank\'s end'
    ', milliseconds since 1970 UTC.","default":null},{"name":"spared","type":"boo'
    'lean","doc":"Whether the attempt does not count among those that the user al'
    'lowed.","default":false},{"name":"cause_seen","type":"boolean","doc":"False:'
    " no rank shows a cause of its own; the failure began where nothing was seen."
    '","default":true},{"name":"others","type":{"type":"array","items":{"type":"r'
    'ecord","name":"RankVerdict","doc":"Another rank that failed.","fields":[{"na'
    'me":"rank","type":["null","int"],"doc":"Rank; null: its node was lost, or re'
    'fused the order.","default":null},{"name":"node_id","type":"string","doc":"I'
    'ts node."},{"name":"rule","type":"string","doc":"First rule that matched."},'
    '{"name":"followed","type":"boolean","doc":"Whether it failed because another'
    ' rank was gone, or waited for one that was."}],"namespace":"muster.job_event'
    's"}},"doc":"Other ranks that failed, by rank; the first of them.","default":'
    '[]},{"name":"others_more","type":"int","doc":"Number of further failed ranks'
    '.","default":0},{"name":"unscanned","type":"string","doc":"Reason why output'
    ' was not scanned, or not all of it; empty: it was.","default":""}],"namespac'
    'e":"muster.job_events"}],"doc":"Cause of the failure; null: nothing failed, '
    'or no rules are in effect.","default":null}],"namespace":"muster.job_events"'
    '},{"type":"record","name":"JobRequeued","doc":"The job waits again.","subjec'
    't":"job","fields":[{"name":"job_id","type":"string","doc":"Job."},{"name":"a'
    'ttempt_next","type":"int","doc":"Number of the next attempt."},{"name":"reas'
    'on","type":"string","doc":"Reason."},{"name":"not_before_ms","type":"long","'
    'doc":"Earliest time of the next attempt."},{"name":"memory_mib","type":["nul'
    'l","long"],"doc":"Memory of each rank from the next attempt on, MiB; null: a'
    's before.","default":null}],"namespace":"muster.job_events"},{"type":"record'
    '","name":"JobSucceeded","doc":"Every rank ended with exit code 0.","subject"'
    ':"job","fields":[{"name":"job_id","type":"string","doc":"Job."},{"name":"att'
    'empt","type":"int","doc":"Attempt."}],"namespace":"muster.job_events"},{"typ'
    'e":"record","name":"JobFailed","doc":"The job has ended without success.","s'
    'ubject":"job","fields":[{"name":"job_id","type":"string","doc":"Job."},{"nam'
    'e":"attempt","type":"int","doc":"Attempt."},{"name":"reason","type":"string"'
    ',"doc":"Reason."},{"name":"exit_code","type":["null","int"],"doc":"Exit code'
    ' of the first failing rank.","default":null}],"namespace":"muster.job_events'
    '"},{"type":"record","name":"JobCancelled","doc":"The job was cancelled and n'
    'othing of it runs.","subject":"job","fields":[{"name":"job_id","type":"strin'
    'g","doc":"Job."},{"name":"requested_by","type":"string","doc":"Sender of the'
    " request; empty: the scheduler, because a job that it was to start after end"
    'ed otherwise than required."},{"name":"reason","type":"string","doc":"Reason'
    '."}],"namespace":"muster.job_events"},{"type":"record","name":"JobSuspended"'
    ',"doc":"The job was suspended and nothing of it runs.","subject":"job","fiel'
    'ds":[{"name":"job_id","type":"string","doc":"Job."},{"name":"requested_by","'
    'type":"string","doc":"Sender of the request."},{"name":"reason","type":"stri'
    'ng","doc":"Reason."}],"namespace":"muster.job_events"},{"type":"record","nam'
    'e":"JobResumed","doc":"A suspended job waits again.","subject":"job","fields'
    '":[{"name":"job_id","type":"string","doc":"Job."},{"name":"requested_by","ty'
    'pe":"string","doc":"Sender of the request."}],"namespace":"muster.job_events'
    '"},{"type":"record","name":"CheckpointRecorded","doc":"A complete checkpoint'
    ' is safe in the store; the next attempt begins from it.","subject":"job","fi'
    'elds":[{"name":"job_id","type":"string","doc":"Job."},{"name":"attempt","typ'
    'e":"int","doc":"Attempt."},{"name":"rank","type":"int","doc":"Rank that wrot'
    'e it."},{"name":"file","type":"string","doc":"File name of the single file, '
    'or of the record of its parts."},{"name":"uri","type":"string","doc":"URI."}'
    ',{"name":"sha256","type":"string","doc":"SHA-256 of that file."},{"name":"si'
    'ze_bytes","type":"long","doc":"Total size of its files, of all ranks togethe'
    'r."},{"name":"files","type":"int","doc":"Number of files.","default":1},{"na'
    'me":"unchanged_bytes","type":"long","doc":"Part of that in unchanged files, '
    'which were already in the store.","default":0},{"name":"step","type":["null"'
    ',"long"],"doc":"Step after which it was saved; null: it is a single file, wh'
    'ich does not say.","default":null}],"namespace":"muster.job_events"},{"type"'
    ':"record","name":"CheckpointExpired","doc":"A checkpoint has expired; it wil'
    'l be removed from the store.","subject":"checkpoint","fields":[{"name":"job_'
    'id","type":"string","doc":"Job."},{"name":"tenant","type":"string","doc":"Te'
    'nant."},{"name":"attempt","type":"int","doc":"Attempt that saved it."},{"nam'
    'e":"rank","type":"int","doc":"Rank whose folder contained its file."},{"name'
    '":"file","type":"string","doc":"File name of the single file, or of the reco'
    'rd of its parts."},{"name":"uri","type":"string","doc":"URI of that file."},'
    '{"name":"sha256","type":"string","doc":"SHA-256 of that file."},{"name":"siz'
    'e_bytes","type":"long","doc":"Total size of its files."},{"name":"step","typ'
    'e":["null","long"],"doc":"Step after which it was saved; null: it is a singl'
    'e file.","default":null},{"name":"kept_before","type":["null","string"],"doc'
    '":"URI of the record of the nearest kept checkpoint before it, of the same a'
    'ttempt: files that both name stay; null: none.","default":null}],"namespace"'
    ':"muster.job_events"},{"type":"record","name":"CheckpointDeleted","doc":"An '
    'expired checkpoint was removed from the store.","subject":"checkpoint","fiel'
    'ds":[{"name":"job_id","type":"string","doc":"Job."},{"name":"tenant","type":'
    '"string","doc":"Tenant."},{"name":"attempt","type":"int","doc":"Attempt that'
    ' saved it."},{"name":"rank","type":"int","doc":"Rank whose folder contained '
    'its file."},{"name":"file","type":"string","doc":"File name of the single fi'
    'le, or of the record of its parts."},{"name":"uri","type":"string","doc":"UR'
    'I of that file."},{"name":"objects","type":"long","doc":"Number of objects r'
    'emoved; files that a kept checkpoint also names stay."},{"name":"freed_bytes'
    '","type":"long","doc":"Bytes freed."}],"namespace":"muster.job_events"},"mus'
    'ter.job_events.NodeJoined","muster.job_events.NodeSuspected","muster.job_eve'
    'nts.NodeRecovered","muster.job_events.NodeLost","muster.job_events.NodeForgo'
    'tten","muster.job_events.NodeRefused",{"type":"record","name":"NodeCordoned"'
    ',"doc":"Nothing new is placed on the node.","subject":"node","fields":[{"nam'
    'e":"node_id","type":"string","doc":"Node."},{"name":"requested_by","type":"s'
    'tring","doc":"Sender of the request."},{"name":"reason","type":"string","doc'
    '":"Reason."}],"namespace":"muster.job_events"},{"type":"record","name":"Node'
    'Uncordoned","doc":"Work may be placed on the node again.","subject":"node","'
    'fields":[{"name":"node_id","type":"string","doc":"Node."},{"name":"requested'
    '_by","type":"string","doc":"Sender of the request."}],"namespace":"muster.jo'
    'b_events"},{"type":"record","name":"NodeDraining","doc":"Nothing new is plac'
    'ed on the node, and its running jobs are moved.","subject":"node","fields":['
    '{"name":"node_id","type":"string","doc":"Node."},{"name":"requested_by","typ'
    'e":"string","doc":"Operator."},{"name":"reason","type":"string","doc":"Reaso'
    'n.","default":""}],"namespace":"muster.job_events"},{"type":"record","name":'
    '"NodeUndrained","doc":"Work may be placed on the node again.","subject":"nod'
    'e","fields":[{"name":"node_id","type":"string","doc":"Node."},{"name":"reque'
    'sted_by","type":"string","doc":"Operator."}],"namespace":"muster.job_events"'
    '},{"type":"record","name":"NodeTagged","doc":"Labels and taints that operato'
    'rs set, beside what the node announces, from now on.","subject":"node","fiel'
    'ds":[{"name":"node_id","type":"string","doc":"Node."},{"name":"labels","type'
    '":{"type":"map","values":"string"},"doc":"Labels; they override announced on'
    'es.","default":{}},{"name":"taints","type":{"type":"array","items":"string"}'
    ',"doc":"Taints, sorted.","default":[]},{"name":"requested_by","type":"string'
    '","doc":"Operator."}],"namespace":"muster.job_events"},{"type":"record","nam'
    'e":"MaintenanceScheduled","doc":"The node will be closed for a time: only wo'
    'rk that is predicted to end before is placed there.","subject":"node","field'
    's":[{"name":"node_id","type":"string","doc":"Node."},{"name":"starts_at_ms",'
    '"type":"long","doc":"From when, milliseconds since 1970 UTC."},{"name":"ends'
    '_at_ms","type":"long","doc":"Until when."},{"name":"requested_by","type":"st'
    'ring","doc":"Operator."},{"name":"reason","type":"string","doc":"Reason.","d'
    'efault":""}],"namespace":"muster.job_events"},{"type":"record","name":"Maint'
    'enanceStarted","doc":"The node\'s maintenance window has begun: it is closed,'
    ' and jobs still running there are moved.","subject":"node","fields":[{"name"'
    ':"node_id","type":"string","doc":"Node."}],"namespace":"muster.job_events"},'
    '{"type":"record","name":"MaintenanceEnded","doc":"The node\'s maintenance win'
    'dow has ended, or was cancelled.","subject":"node","fields":[{"name":"node_i'
    'd","type":"string","doc":"Node."},{"name":"requested_by","type":["null","str'
    'ing"],"doc":"Operator who cancelled it; null: its time was over.","default":'
    'null}],"namespace":"muster.job_events"},{"type":"record","name":"NodeReclaim'
    'ing","doc":"The node will be reclaimed: nothing new is placed there, and its'
    ' running jobs save and leave.","subject":"node","fields":[{"name":"node_id",'
    '"type":"string","doc":"Node."},{"name":"notice_id","type":"string","doc":"Id'
    ' of the announcement; a new one replaces the last."},{"name":"deadline_ms","'
    'type":["null","long"],"doc":"When the node is gone, milliseconds since 1970 '
    'UTC; null: it is at risk, and its running jobs stay.","default":null},{"name'
    '":"source","type":"muster.task_events.ReclaimSource","doc":"Source of the an'
    'nouncement."},{"name":"requested_by","type":"string","doc":"Operator; empty:'
    ' the node\'s provider.","default":""},{"name":"reason","type":"string","doc":'
    '"Reason, for people.","default":""}],"namespace":"muster.job_events"},{"type'
    '":"record","name":"NodeSpared","doc":"The node is not reclaimed after all, o'
    'r is back: work may be placed on it.","subject":"node","fields":[{"name":"no'
    'de_id","type":"string","doc":"Node."},{"name":"requested_by","type":"string"'
    ',"doc":"Operator; empty: the node\'s provider.","default":""},{"name":"reason'
    '","type":"string","doc":"Reason, for people.","default":""}],"namespace":"mu'
    'ster.job_events"},{"type":"record","name":"NodeTesting","doc":"The node\'s ag'
    "ent is ordered to test it; NodeNoted reports success, NodeFaulted what is wr"
    'ong.","subject":"node","fields":[{"name":"node_id","type":"string","doc":"No'
    'de."},{"name":"requested_by","type":"string","doc":"Operator."},{"name":"rea'
    'son","type":"string","doc":"Reason.","default":""}],"namespace":"muster.job_'
    'events"},{"type":"record","name":"NodeNoted","doc":"A problem that the node '
    'reports, or the result of tests that it passed.","subject":"node","fields":['
    '{"name":"node_id","type":"string","doc":"Node."},{"name":"note","type":"stri'
    'ng","doc":"One sentence; empty: the problem is gone."}],"namespace":"muster.'
    'job_events"},{"type":"record","name":"NodeFaulted","doc":"The node\'s kernel '
    'reported a fault that matches a failure rule.","subject":"node","fields":[{"'
    'name":"node_id","type":"string","doc":"Node."},{"name":"rule","type":"string'
    '","doc":"Rule."},{"name":"rules_version","type":"int","doc":"Version of the '
    'rules in effect."},{"name":"xid","type":["null","int"],"doc":"NVIDIA Xid; nu'
    'll: the fault has none.","default":null},{"name":"gpu","type":"string","doc"'
    ':"PCI address of the GPU; empty: none is named.","default":""},{"name":"node'
    '_action","type":"string","doc":"What the rule demands for the node."},{"name'
    '":"strike","type":"int","doc":"Number of the node\'s strike, from 1; 0: it do'
    'es not count.","default":0},{"name":"closes","type":"boolean","doc":"Whether'
    ' the node is closed because of it.","default":false},{"name":"message","type'
    '":"string","doc":"For people: what happened, what the node needs, and its ea'
    'rlier faults."}],"namespace":"muster.job_events"},"muster.job_events.NodeRel'
    'ocated","muster.job_events.GpuUnhealthy","muster.job_events.GpuRecovered",{"'
    'type":"record","name":"GpuGeometryChanged","doc":"MIG was enabled on an empt'
    'y GPU, which then takes only MIG instances, or disabled again.","subject":"n'
    'ode","fields":[{"name":"node_id","type":"string","doc":"Node."},{"name":"gpu'
    '_index","type":"int","doc":"GPU."},{"name":"cut","type":"boolean","doc":"Tru'
    'e: MIG enabled. False: MIG disabled."},{"name":"for_job_id","type":"string",'
    '"doc":"Waiting job that needed it."}],"namespace":"muster.job_events"},{"typ'
    'e":"record","name":"QueueCreated","doc":"A queue exists.","subject":"queue",'
    '"fields":[{"name":"queue","type":"string","doc":"Name."},{"name":"tenant","t'
    'ype":"string","doc":"Tenant."},{"name":"description","type":"string","doc":"'
    'Description for people."},{"name":"requested_by","type":"string","doc":"Send'
    'er of the request."},{"name":"settings","type":["null","muster.queue_command'
    's.QueueSettings"],"doc":"Shares and limits; null for none.","default":null}]'
    ',"namespace":"muster.job_events"},{"type":"record","name":"QueueConfigured",'
    '"doc":"The shares and limits of a queue have changed.","subject":"queue","fi'
    'elds":[{"name":"queue","type":"string","doc":"Name."},{"name":"tenant","type'
    '":"string","doc":"Tenant."},{"name":"settings","type":"muster.queue_commands'
    '.QueueSettings","doc":"The complete settings."},{"name":"requested_by","type'
    '":"string","doc":"Sender of the request."}],"namespace":"muster.job_events"}'
    ',{"type":"record","name":"QueueMeasured","doc":"Usage of a queue and those b'
    'elow it, and its fair share; sent from time to time when it changed.","subje'
    'ct":"queue","fields":[{"name":"queue","type":"string","doc":"Name."},{"name"'
    ':"tenant","type":"string","doc":"Tenant."},{"name":"gpu_milli_used","type":"'
    'long","doc":"GPU in use, thousandths."},{"name":"gpu_milli_used_by_model","t'
    'ype":{"type":"map","values":"long"},"doc":"GPU in use per model, thousandths'
    '."},{"name":"cpu_milli_used","type":"long","doc":"CPU in use, thousandths of'
    ' a core."},{"name":"memory_mib_used","type":"long","doc":"Memory in use, MiB'
    '."},{"name":"gpu_milli_borrowed","type":"long","doc":"Part of the usage that'
    ' is beyond the guarantee."},{"name":"gpu_milli_lent","type":"long","doc":"Un'
    'used part of the guarantee, which others may have."},{"name":"share_ppm","ty'
    'pe":"long","doc":"Dominant share of the cluster that it holds now, millionth'
    's."},{"name":"share_due_ppm","type":"long","doc":"Fair share of the cluster,'
    ' by weight among its busy siblings, millionths."},{"name":"usage_gpu_ms","ty'
    'pe":"long","doc":"Weighted usage over the window: GPU milliseconds at model '
    'price, decayed."},{"name":"credit_gpu_ms","type":"long","doc":"Burst credit,'
    ' in the same unit."},{"name":"jobs_running","type":"int","doc":"Jobs that ho'
    'ld GPUs."},{"name":"jobs_pending","type":"int","doc":"Jobs that wait."}],"na'
    'mespace":"muster.job_events"},{"type":"record","name":"QueueDeleted","doc":"'
    'A queue was deleted.","subject":"queue","fields":[{"name":"queue","type":"st'
    'ring","doc":"Name."},{"name":"tenant","type":"string","doc":"Tenant."},{"nam'
    'e":"requested_by","type":"string","doc":"Sender of the request."}],"namespac'
    'e":"muster.job_events"},{"type":"record","name":"CapacityReserved","doc":"No'
    'des are reserved for a queue.","subject":"reservation","fields":[{"name":"re'
    'servation","type":"string","doc":"Name."},{"name":"tenant","type":"string","'
    'doc":"Tenant."},{"name":"queue","type":"string","doc":"Queue whose jobs, wit'
    'h those of the queues below it, may be placed there."},{"name":"gpu_model","'
    'type":"string","doc":"GPU model of the nodes."},{"name":"gpu_count","type":"'
    'int","doc":"GPUs of the nodes, in total."},{"name":"node_ids","type":{"type"'
    ':"array","items":"string"},"doc":"Nodes, sorted. Until it starts, other jobs'
    ' are placed there only if they are predicted to end before."},{"name":"start'
    's_at_ms","type":"long","doc":"From when."},{"name":"ends_at_ms","type":"long'
    '","doc":"Until when."},{"name":"requested_by","type":"string","doc":"Sender '
    'of the request."}],"namespace":"muster.job_events"},{"type":"record","name":'
    '"CapacityReassigned","doc":"A reservation has other nodes: some of its nodes'
    ' were closed or lost.","subject":"reservation","fields":[{"name":"reservatio'
    'n","type":"string","doc":"Name."},{"name":"tenant","type":"string","doc":"Te'
    'nant."},{"name":"queue","type":"string","doc":"Queue whose jobs, with those '
    'of the queues below it, may be placed there."},{"name":"node_ids","type":{"t'
    'ype":"array","items":"string"},"doc":"All of its nodes now, sorted."},{"name'
    '":"reason","type":"string","doc":"Reason."}],"namespace":"muster.job_events"'
    '},{"type":"record","name":"CapacityReservationStarted","doc":"From now on on'
    'ly jobs of the queue may be placed on the nodes.","subject":"reservation","f'
    'ields":[{"name":"reservation","type":"string","doc":"Name."},{"name":"tenant'
    '","type":"string","doc":"Tenant."},{"name":"queue","type":"string","doc":"Qu'
    'eue whose jobs, with those of the queues below it, may be placed there."}],"'
    'namespace":"muster.job_events"},{"type":"record","name":"CapacityReservation'
    'Ended","doc":"The nodes are released.","subject":"reservation","fields":[{"n'
    'ame":"reservation","type":"string","doc":"Name."},{"name":"tenant","type":"s'
    'tring","doc":"Tenant."},{"name":"queue","type":"string","doc":"Queue whose j'
    'obs, with those of the queues below it, may be placed there."},{"name":"reas'
    'on","type":{"type":"enum","name":"ReservationEnd","doc":"Reason for the end '
    'of a reservation.","symbols":["OVER","CANCELLED"],"default":"OVER","namespac'
    'e":"muster.job_events"},"doc":"Reason."},{"name":"requested_by","type":"stri'
    'ng","doc":"Sender of the cancellation; empty: its time was over.","default":'
    '""}],"namespace":"muster.job_events"},{"type":"record","name":"PolicyActivat'
    'ed","doc":"Decisions follow this policy from now on.","subject":"policy","fi'
    'elds":[{"name":"policy","type":"muster.operator_commands.Policy","doc":"The '
    'whole policy."},{"name":"requested_by","type":"string","doc":"Sender of the '
    'request."}],"namespace":"muster.job_events"},{"type":"record","name":"Failur'
    'eRulesActivated","doc":"Failures are judged by these rules from now on.","su'
    'bject":"policy","fields":[{"name":"version","type":"int","doc":"Version of t'
    'he rules."},{"name":"sha256","type":"string","doc":"SHA-256 of the text."},{'
    '"name":"rules","type":"string","doc":"The rules file."},{"name":"requested_b'
    'y","type":"string","doc":"Operator, or the first leader."}],"namespace":"mus'
    'ter.job_events"},{"type":"record","name":"StartTask","doc":"Start these rank'
    's.","fields":[{"name":"node_id","type":"string","doc":"Node."},{"name":"epoc'
    'h","type":"long","doc":"Leader\'s epoch; an agent that has seen a newer one r'
    'efuses the order."},{"name":"order_seq","type":"long","doc":"Position of the'
    ' decision: seq of the input that caused it."},{"name":"job_id","type":"strin'
    'g","doc":"Job."},{"name":"attempt","type":"int","doc":"Attempt; started at m'
    'ost once."},{"name":"tenant","type":"string","doc":"Tenant."},{"name":"job_n'
    'ame","type":"string","doc":"Job\'s name."},{"name":"user","type":"string","do'
    'c":"Job\'s user."},{"name":"ranks","type":{"type":"array","items":{"type":"re'
    'cord","name":"RankAssignment","doc":"Resources of one rank on the node.","fi'
    'elds":[{"name":"rank","type":"int","doc":"Rank."},{"name":"gpu_indices","typ'
    'e":{"type":"array","items":"int"},"doc":"GPUs."},{"name":"gpu_milli","type":'
    '"int","doc":"Thousandths of each GPU."},{"name":"sharing","type":"muster.nod'
    'e_commands.Sharing","doc":"Sharing of these GPUs with other ranks.","default'
    '":"EXCLUSIVE"},{"name":"mig_profile","type":["null","string"],"doc":"Profile'
    ' of its MIG instance.","default":null},{"name":"mig_start","type":["null","i'
    'nt"],"doc":"First memory slice of that instance.","default":null},{"name":"c'
    'pu_milli","type":"long","doc":"Thousandths of a CPU core it may use; 0: unli'
    'mited.","default":0},{"name":"memory_mib","type":"long","doc":"Main memory i'
    't may use, MiB; 0: unlimited.","default":0}],"namespace":"muster.node_comman'
    'ds"}},"doc":"Ranks on this node."},{"name":"world_size","type":"int","doc":"'
    'Total number of ranks."},{"name":"master_address","type":"string","doc":"Add'
    'ress of rank 0."},{"name":"master_port","type":"int","doc":"Rendezvous port '
    'on rank 0\'s node."},{"name":"image","type":["null","string"],"doc":"Containe'
    'r image.","default":null},{"name":"command","type":{"type":"array","items":"'
    'string"},"doc":"Program and arguments."},{"name":"env","type":{"type":"map",'
    '"values":"string"},"doc":"Environment.","default":{}},{"name":"files_sha256"'
    ',"type":["null","string"],"doc":"Working files.","default":null},{"name":"wa'
    'll_time_max_ms","type":["null","long"],"doc":"Stop after this long.","defaul'
    't":null},{"name":"hang_after_ms","type":["null","long"],"doc":"Report ranks '
    'that are silent for this long; null: do not.","default":null},{"name":"start'
    '_up_max_ms","type":["null","long"],"doc":"The same from their start, for ran'
    'ks that hardly use the CPU; null: do not.","default":null},{"name":"gpu_idle'
    '_max_ms","type":["null","long"],"doc":"Report when its GPUs were almost idle'
    ' for this long; null: do not.","default":null},{"name":"straggler_after_ms",'
    '"type":["null","long"],"doc":"Period over which to measure and report the st'
    'ep times of each rank; null: do not.","default":null},{"name":"grace_ms","ty'
    'pe":"long","doc":"Time between SIGTERM and SIGKILL."},{"name":"checkpoint_en'
    'abled","type":"boolean","doc":"Whether to keep checkpoints."},{"name":"check'
    'point_bytes_per_s","type":"long","doc":"Bandwidth of the job for storing che'
    'ckpoints, bytes per second; the node uses the share of its ranks.","default"'
    ':1000000000},{"name":"mtbf_ms","type":["null","long"],"doc":"Expected run ti'
    "me of the gang until one of its nodes fails, by the log's record of such nod"
    'es; null: it keeps no checkpoints.","default":null},{"name":"checkpoint_uri"'
    ',"type":["null","string"],"doc":"Newest checkpoint of an earlier attempt.","'
    'default":null},{"name":"checkpoint_sha256","type":["null","string"],"doc":"I'
    'ts hash.","default":null},{"name":"checkpoint_file","type":["null","string"]'
    ',"doc":"Its file name.","default":null},{"name":"checkpoints_earlier","type"'
    ':{"type":"array","items":{"type":"record","name":"StoredCheckpoint","doc":"A'
    ' complete checkpoint in the store.","fields":[{"name":"uri","type":"string",'
    '"doc":"URI of its single file, or of the record of its parts."},{"name":"sha'
    '256","type":"string","doc":"Its hash."},{"name":"file","type":"string","doc"'
    ':"Its file name."}],"namespace":"muster.node_commands"}},"doc":"Earlier chec'
    "kpoints, newest first: each is tried if the one before it in this list is da"
    'maged.","default":[]},{"name":"offline","type":"boolean","doc":"Whether its '
    'ranks see no network but their own loopback.","default":false},{"name":"fail'
    'ure_rules_sha256","type":["null","string"],"doc":"Failure rules by which out'
    'put is scanned; null: none are in effect.","default":null},{"name":"failure_'
    'rules_version","type":["null","int"],"doc":"Their version.","default":null}]'
    ',"namespace":"muster.node_commands"},{"type":"record","name":"StopTask","doc'
    '":"Stop this attempt\'s ranks; if the attempt is unknown, there is nothing to'
    ' do.","fields":[{"name":"node_id","type":"string","doc":"Node."},{"name":"ep'
    'och","type":"long","doc":"Leader\'s epoch; an agent that has seen a newer one'
    ' refuses the order."},{"name":"order_seq","type":"long","doc":"Position of t'
    'he decision: seq of the input that caused it."},{"name":"job_id","type":"str'
    'ing","doc":"Job."},{"name":"attempt","type":"int","doc":"Attempt; started at'
    ' most once."},{"name":"grace_ms","type":"long","doc":"Time between SIGTERM a'
    'nd SIGKILL."},{"name":"checkpoint_grace_ms","type":"long","doc":"Maximum tim'
    'e for a checkpoint before SIGTERM; 0: the ranks do not continue later.","def'
    'ault":0},{"name":"checkpoint_bytes_per_s","type":["null","long"],"doc":"Band'
    "width of the job for storing checkpoints from now on, bytes per second; the "
    'node uses the share of its ranks; null: unchanged.","default":null},{"name":'
    '"reason","type":"string","doc":"Reason."}],"namespace":"muster.node_commands'
    '"},{"type":"record","name":"TestNode","doc":"Check whether the machine does '
    'what jobs need of it, and report the result.","fields":[{"name":"node_id","t'
    'ype":"string","doc":"Node."},{"name":"epoch","type":"long","doc":"Leader\'s e'
    'poch."},{"name":"order_seq","type":"long","doc":"seq of the input that this '
    'order follows from."},{"name":"reason","type":"string","doc":"Why, for peopl'
    'e."}],"namespace":"muster.node_commands"},{"type":"record","name":"QueueRest'
    'ricted","subject":"queue","doc":"Jobs of some tiers do not start from a queu'
    'e and those below it; running jobs continue.","fields":[{"name":"queue","typ'
    'e":"string","doc":"Name."},{"name":"tenant","type":"string","doc":"Tenant."}'
    ',{"name":"restriction","type":"string","doc":"Name of the restriction; uniqu'
    'e in its queue."},{"name":"tiers","type":{"type":"array","items":"muster.job'
    '_commands.Tier"},"doc":"Jobs of these tiers do not start."},{"name":"until_m'
    's","type":["null","long"],"doc":"End, milliseconds since 1970 UTC; null: unt'
    'il it is lifted.","default":null},{"name":"reason","type":"string","doc":"Re'
    'ason, for the users whose jobs wait."},{"name":"requested_by","type":"string'
    '","doc":"User or service that sent the request."}],"namespace":"muster.job_e'
    'vents"},{"type":"record","name":"QueueRestrictionEnded","subject":"queue","d'
    'oc":"A restriction of a queue was lifted, or has expired.","fields":[{"name"'
    ':"queue","type":"string","doc":"Name."},{"name":"tenant","type":"string","do'
    'c":"Tenant."},{"name":"restriction","type":"string","doc":"Its name."},{"nam'
    'e":"requested_by","type":["null","string"],"doc":"User or service that lifte'
    'd it; null: it has expired.","default":null}],"namespace":"muster.job_events'
    '"},{"type":"record","name":"OutputRecorded","doc":"Bytes that the output of '
    'an attempt\'s ranks on one node takes in the store.","subject":"output","fiel'
    'ds":[{"name":"job_id","type":"string","doc":"Job."},{"name":"attempt","type"'
    ':"int","doc":"Attempt, 1-based."},{"name":"node_id","type":"string","doc":"N'
    'ode."},{"name":"size_bytes","type":"long","doc":"Bytes so far, of all its ra'
    'nks there; never decreases."}],"namespace":"muster.job_events"},{"type":"rec'
    'ord","name":"OutputDeleted","doc":"The output of an ended job was removed fr'
    'om the store completely.","subject":"output","fields":[{"name":"job_id","typ'
    'e":"string","doc":"Job."},{"name":"tenant","type":"string","doc":"Tenant."},'
    '{"name":"objects","type":"long","doc":"Number of objects removed by the try '
    'that reports it."}],"namespace":"muster.job_events"}],"doc":"Fact or order."'
    '}],"namespace":"muster.scheduler_log"}},"doc":"Decisions, in order."},{"name'
    '":"state_hash","type":["null","string"],"doc":"Hash of the whole state after'
    ' this batch, if it was computed.","default":null},{"name":"hash_version","ty'
    'pe":"int","doc":"Version of the computation of state_hash; hashes of differe'
    'nt versions are not compared.","default":1},{"name":"decisions_version","typ'
    'e":"int","doc":"Version of the decision rules; other versions may decide dif'
    'ferently. 0: not recorded.","default":0}],"namespace":"muster.scheduler_log"'
    '}],"doc":"What happened."}]}'
)
