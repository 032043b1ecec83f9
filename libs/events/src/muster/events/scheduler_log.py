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
    ' that.","default":600000},{"name":"search_work_per_pass_max","type":"int","d'
    'oc":"Work that one scheduling pass may spend on searches in vain: 1 for each'
    ', and 1 for every 8 ranks of a gang; the next pass goes on.","default":2000}'
    ',{"name":"topology","type":{"type":"record","name":"TopologyWeights","doc":"'
    "What a gang's place is worth, per GPU of the gang, by the smallest unit that"
    ' holds it.","fields":[{"name":"nvlink","type":"int","doc":"The gang shares a'
    'n NVLink domain or a node.","default":1000},{"name":"leaf","type":"int","doc'
    '":"It shares a leaf.","default":400},{"name":"spine","type":"int","doc":"It '
    'shares a spine.","default":200},{"name":"cell","type":"int","doc":"It shares'
    ' a cell.","default":100},{"name":"stranded_gpu","type":"int","doc":"Taken of'
    'f for each GPU left free beside it that no group like its own can use.","def'
    'ault":100}],"namespace":"muster.operator_commands"},"doc":"How places of gan'
    'gs are weighed.","default":{"nvlink":1000,"leaf":400,"spine":200,"cell":100,'
    '"stranded_gpu":100}},{"name":"tenants_untrusted","type":{"type":"array","ite'
    'ms":"string"},"doc":"Tenants whose fractions of GPUs always get a MIG instan'
    'ce of their own.","default":[]},{"name":"mig_change_interval_ms","type":"lon'
    'g","doc":"A GPU is cut into MIG instances, or made whole again, at most this'
    ' often.","default":600000},{"name":"checkpoint_grace_max_ms","type":"long","'
    'doc":"Most time for a checkpoint before a job is stopped, whatever the job a'
    'sks for.","default":600000},{"name":"checkpoints_kept","type":"int","doc":"S'
    "o many of the newest checkpoints of a job stay in the store, unless it state"
    's another number; 0: all.","default":0},{"name":"node_upload_bytes_per_s","t'
    'ype":"long","doc":"What one node stores of checkpoints, bytes per second.","'
    'default":1000000000},{"name":"job_upload_bytes_per_s","type":"long","doc":"W'
    "hat one job stores of checkpoints at most, bytes per second; only one whose "
    'nodes will be taken away has all that its nodes store.","default":1000000000'
    '},{"name":"store_upload_bytes_per_s","type":"long","doc":"What the store tak'
    'es of all jobs that stop, bytes per second: drains wait for their turn.","de'
    'fault":10000000000},{"name":"background_upload_bytes_per_s","type":"long","d'
    'oc":"What all jobs that run store of checkpoints at most, bytes per second, '
    'each the part of it that it holds of the cell; 0: each what a job may.","def'
    'ault":0},{"name":"reclaim_margin_ms","type":"long","doc":"Ranks have ended t'
    'his long before their node is taken away.","default":5000},{"name":"spot_pri'
    'ce_percent","type":"int","doc":"What a spot node costs of the price of anoth'
    'er, where its label spot-price-percent does not say.","default":70},{"name":'
    '"spot_loss_weight","type":"int","doc":"A job goes to spot nodes first if its'
    " expected part of lost work, times this, is less than the part of the price "
    'that they save; 0: whatever it loses.","default":6},{"name":"spot_reclaim_pr'
    'ior_ms","type":"long","doc":"How long a spot node is believed to stay while '
    'little is known of its GPU model.","default":86400000},{"name":"node_loss_pr'
    'ior_ms","type":"long","doc":"How long a node that is no spot node is believe'
    'd to last while little is known of its GPU model.","default":13291200000},{"'
    'name":"spot_restart_ms","type":"long","doc":"What a job is believed to lose '
    'at a reclaim beside its unsaved work: until it works again.","default":30000'
    '0},{"name":"fairness_threshold_percent","type":"int","doc":"A queue that hol'
    "ds less than this part of its due may have others yield that hold more than "
    'theirs; 0: none may.","default":0},{"name":"preemption_ran_min_ms","type":"l'
    'ong","doc":"A job that was bound more recently is not preempted.","default":'
    '300000},{"name":"preemptions_per_job_day_max","type":"int","doc":"How often '
    'a job is preempted within 24 hours at most.","default":3},{"name":"preemptio'
    'n_hold_ms","type":"long","doc":"What victims free is held for the job they y'
    'ield to for at most so long after their grace.","default":60000},{"name":"wa'
    'll_time_max_ms","type":{"type":"map","values":"long"},"doc":"Longest time th'
    "at an attempt of a job may hold its nodes, by tier, beside the job's own lim"
    'it; tiers that are not named have none.","default":{}},{"name":"retries_off"'
    ',"type":"boolean","doc":"No attempt that failed is retried; those that were '
    'lost or refused are.","default":false},{"name":"nodes_lost_per_job_max","typ'
    'e":"int","doc":"A job is suspended once so many nodes were lost soon after a'
    'ttempts of it began there; 0 never.","default":0},{"name":"hang_after_ms","t'
    'ype":{"type":"map","values":"long"},"doc":"Silence of all ranks (no output, '
    "no step) after which a job of the tier counts as hanging; a job may state it"
    's own. Tiers that are not named: never.","default":{}},{"name":"start_up_max'
    '_ms","type":{"type":"map","values":"long"},"doc":"The same for a job whose r'
    'anks said nothing since their start and hardly use the CPU.","default":{}},{'
    '"name":"hang_ends","type":"boolean","doc":"An attempt that hangs by these is'
    ' ended, and retried as the job allows; else its owner is told.","default":fa'
    'lse},{"name":"straggler_after_ms","type":{"type":"map","values":"long"},"doc'
    '":"By tier: ranks whose steps take half as long again as the others\' are tol'
    'd, measured over so long; absent: not.","default":{}},{"name":"straggler_end'
    's","type":"boolean","doc":"An attempt with such a rank is ended, and retried'
    ' elsewhere; else it is told.","default":false},{"name":"gpu_idle_max_ms","ty'
    'pe":{"type":"map","values":"long"},"doc":"By tier: an owner is told when all'
    ' GPUs of a job were busy for less than 5 % of so long; absent: not.","defaul'
    't":{}},{"name":"gpu_idle_ends_after_ms","type":"long","doc":"A job whose GPU'
    "s still idle so long after that was told, by their multiprocessors, is ended"
    '; 0: none is.","default":0},{"name":"faulty_nodes_max","type":"int","doc":"A'
    "t most so many nodes are closed for faults that their kernels reported at on"
    'ce; 0: faults are told and close none.","default":0},{"name":"mig_geometries'
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
    'ed."},{"name":"suspicion","type":{"type":"enum","name":"Suspicion","doc":"Si'
    "lence; silence from the start; a bad loss; one that diverges; idle GPUs by D"
    'CGM, by the driver.","symbols":["SILENT","NEVER_SPOKE","LOSS_NOT_A_NUMBER","'
    'LOSS_DIVERGES","GPUS_IDLE","GPUS_SEEM_IDLE"],"default":"SILENT","namespace":'
    '"muster.task_events"},"doc":"What."},{"name":"rank","type":["null","int"],"d'
    'oc":"Rank that is behind the others, or says it; null: none is.","default":n'
    'ull},{"name":"message","type":"string","doc":"What was seen, for people."}],'
    '"namespace":"muster.task_events"},{"type":"record","name":"TaskHeard","doc":'
    '"What was suspected of ranks is over: they say something again, or use their'
    ' GPUs.","subject":"task","fields":[{"name":"node_id","type":"string","doc":"'
    'Node."},{"name":"job_id","type":"string","doc":"Job."},{"name":"attempt","ty'
    'pe":"int","doc":"Attempt, 1-based."},{"name":"suspicion","type":"muster.task'
    '_events.Suspicion","doc":"What is over.","default":"SILENT"}],"namespace":"m'
    'uster.task_events"},{"type":"record","name":"TaskPaced","doc":"How long the '
    'steps of a gang\'s ranks take here; told first, and when it has changed.","su'
    'bject":"task","fields":[{"name":"node_id","type":"string","doc":"Node."},{"n'
    'ame":"job_id","type":"string","doc":"Job."},{"name":"attempt","type":"int","'
    'doc":"Attempt, 1-based."},{"name":"rank","type":"int","doc":"The slowest ran'
    'k of the node."},{"name":"step_ms","type":"long","doc":"Time that a step of '
    'this rank took."},{"name":"others_step_ms","type":["null","long"],"doc":"Med'
    'ian over the node\'s other ranks; null: there is none.","default":null},{"nam'
    'e":"step","type":"long","doc":"Steps that the slowest rank has done."},{"nam'
    'e":"step_most","type":"long","doc":"Steps that the rank has done which is fu'
    'rthest."},{"name":"window_ms","type":"long","doc":"Time over which that was '
    'measured."}],"namespace":"muster.task_events"},{"type":"record","name":"Task'
    'Exited","doc":"No rank of the task runs any more.","subject":"task","fields"'
    ':[{"name":"node_id","type":"string","doc":"Node."},{"name":"job_id","type":"'
    'string","doc":"Job."},{"name":"attempt","type":"int","doc":"Attempt, 1-based'
    '."},{"name":"outcome","type":{"type":"enum","name":"TaskOutcome","doc":"How '
    'the task ended.","symbols":["SUCCEEDED","FAILED","STOPPED","TIMED_OUT","LOST'
    '"],"default":"LOST","namespace":"muster.task_events"},"doc":"STOPPED: on ord'
    'er. TIMED_OUT: its wall time. LOST: its processes vanished."},{"name":"exits'
    '","type":{"type":"array","items":{"type":"record","name":"RankExit","doc":"H'
    'ow one rank ended.","fields":[{"name":"rank","type":"int","doc":"Rank."},{"n'
    'ame":"exit_code","type":["null","int"],"doc":"Exit code.","default":null},{"'
    'name":"signal","type":["null","int"],"doc":"Signal that ended it.","default"'
    ':null},{"name":"at_ms","type":["null","long"],"doc":"When, by the node\'s clo'
    'ck, milliseconds since 1970 UTC; null: an older agent does not say.","defaul'
    't":null}],"namespace":"muster.task_events"}},"doc":"Per rank."},{"name":"mes'
    'sage","type":"string","doc":"For people: the first failing rank and why.","d'
    'efault":""},{"name":"steps","type":{"type":"array","items":{"type":"record",'
    '"name":"StopStep","doc":"One step of stopping the ranks.","fields":[{"name":'
    '"kind","type":{"type":"enum","name":"StopStepKind","doc":"What was done.","s'
    'ymbols":["CHECKPOINT_REQUESTED","NOT_REGISTERED","CHECKPOINT_SAVED","CHECKPO'
    'INT_MISSED","TERMINATED","KILLED"],"default":"TERMINATED","namespace":"muste'
    'r.task_events"},"doc":"CHECKPOINT_REQUESTED: SIGUSR1 was sent. NOT_REGISTERE'
    "D: no process handles it. CHECKPOINT_SAVED: one written since is stored. CHE"
    "CKPOINT_MISSED: none was within the grace. TERMINATED: SIGTERM was sent. KIL"
    'LED: SIGKILL was."},{"name":"at_ms","type":"long","doc":"When, by the node\'s'
    ' clock, milliseconds since 1970 UTC."}],"namespace":"muster.task_events"}},"'
    'doc":"How the ranks were stopped, in order of time; empty: they ended by the'
    'mselves.","default":[]},{"name":"findings","type":{"type":"array","items":{"'
    'type":"record","name":"RuleFinding","doc":"A rule of failures has a sign in '
    'a rank\'s lines; the lines themselves are not told.","fields":[{"name":"rule"'
    ',"type":"string","doc":"Rule."},{"name":"rank","type":"int","doc":"Rank."},{'
    '"name":"source","type":{"type":"enum","name":"FindingSource","doc":"Where a '
    'line comes from.","symbols":["OUTPUT","KERNEL"],"default":"OUTPUT","namespac'
    'e":"muster.task_events"},"doc":"OUTPUT: the rank wrote it. KERNEL: the node\''
    's kernel did."},{"name":"stream","type":"string","doc":"Of output: stdout or'
    ' stderr.","default":""},{"name":"line","type":"long","doc":"Number of the fi'
    'rst such line in its stream, from 1."},{"name":"first_byte","type":"long","d'
    'oc":"Where that line begins in its stream, from 0."},{"name":"count","type":'
    '"long","doc":"Lines with such a sign."},{"name":"at_ms","type":["null","long'
    '"],"doc":"When the agent read it, by the node\'s clock, milliseconds since 19'
    '70 UTC.","default":null}],"namespace":"muster.task_events"}},"doc":"Signs of'
    ' rules, by rank, then in the rules\' order.","default":[]},{"name":"rules_ver'
    'sion","type":["null","int"],"doc":"Version of the rules by which output was '
    'scanned; null: it was not.","default":null},{"name":"unscanned","type":"stri'
    'ng","doc":"Why output was not scanned, or not all of it; empty: it was, or n'
    'o rules are in effect.","default":""}],"namespace":"muster.task_events"},{"t'
    'ype":"record","name":"TaskRefused","doc":"An order was not carried out.","su'
    'bject":"task","fields":[{"name":"node_id","type":"string","doc":"Node."},{"n'
    'ame":"job_id","type":"string","doc":"Job."},{"name":"attempt","type":"int","'
    'doc":"Attempt, 1-based."},{"name":"epoch","type":"long","doc":"Epoch of the '
    'order."},{"name":"order_seq","type":"long","doc":"Order."},{"name":"reason",'
    '"type":{"type":"enum","name":"RefusalReason","doc":"Why.","symbols":["STALE_'
    'EPOCH","GPU_BUSY","UNKNOWN_GPU","FILES_UNAVAILABLE","CANNOT_START","FILES_IN'
    'VALID"],"default":"CANNOT_START","namespace":"muster.task_events"},"doc":"Wh'
    'y."},{"name":"message","type":"string","doc":"For people.","default":""}],"n'
    'amespace":"muster.task_events"},{"type":"record","name":"CheckpointPartStore'
    'd","doc":"A part of a checkpoint is in the store: the files of one rank, and'
    ' their manifest.","subject":"task","fields":[{"name":"node_id","type":"strin'
    'g","doc":"Node."},{"name":"job_id","type":"string","doc":"Job."},{"name":"at'
    'tempt","type":"int","doc":"Attempt, 1-based."},{"name":"rank","type":"int","'
    'doc":"Rank in whose folder it lies."},{"name":"step","type":"long","doc":"St'
    'ep after which it was saved."},{"name":"part","type":"int","doc":"Rank whose'
    ' files they are."},{"name":"sha256","type":"string","doc":"Of the manifest, '
    'which has those of the files."},{"name":"files","type":"int","doc":"Files."}'
    ',{"name":"size_bytes","type":"long","doc":"Bytes of the files."},{"name":"ne'
    'w_bytes","type":"long","doc":"Bytes of files that were not in the store befo'
    're."}],"namespace":"muster.task_events"},{"type":"record","name":"Checkpoint'
    'Saved","doc":"A checkpoint file is safe in the store: the one file that it i'
    's, or the record of its parts.","subject":"task","fields":[{"name":"node_id"'
    ',"type":"string","doc":"Node."},{"name":"job_id","type":"string","doc":"Job.'
    '"},{"name":"attempt","type":"int","doc":"Attempt, 1-based."},{"name":"rank",'
    '"type":"int","doc":"Rank that wrote it."},{"name":"file","type":"string","do'
    'c":"File name."},{"name":"uri","type":"string","doc":"s3://bucket/key; posix'
    '://cell/key in a shared folder."},{"name":"sha256","type":"string","doc":"Of'
    ' the bytes."},{"name":"size_bytes","type":"long","doc":"Of that file."},{"na'
    'me":"parts","type":"int","doc":"So many parts make the checkpoint; 0: it is '
    'this one file.","default":0},{"name":"step","type":["null","long"],"doc":"St'
    'ep after which the parts were saved; null: it is one file.","default":null},'
    '{"name":"parts_sha256","type":"string","doc":"Of the parts\' SHA-256, one a l'
    'ine, in the order of their ranks; empty: it is one file.","default":""}],"na'
    'mespace":"muster.task_events"},{"type":"record","name":"NodeReclaimAnnounced'
    '","doc":"Its provider announced that it takes the node away; said again whil'
    'e that stands.","subject":"node","fields":[{"name":"node_id","type":"string"'
    ',"doc":"Node."},{"name":"notice_id","type":"string","doc":"Which announcemen'
    't; another one takes the place of the last."},{"name":"remaining_ms","type":'
    '["null","long"],"doc":"How long the node will still be there, when this was '
    'said; null: it is at risk, and no time is set.","default":null},{"name":"sou'
    'rce","type":{"type":"enum","name":"ReclaimSource","doc":"Who announced it.",'
    '"symbols":["UNKNOWN","FILE","HTTP","AWS","GCP","AZURE","OPERATOR"],"default"'
    ':"UNKNOWN","namespace":"muster.task_events"},"doc":"Who announced it."},{"na'
    'me":"message","type":"string","doc":"For people.","default":""}],"namespace"'
    ':"muster.task_events"},{"type":"record","name":"NodeReclaimWithdrawn","doc":'
    '"The announcement stands no longer: the node stays.","subject":"node","field'
    's":[{"name":"node_id","type":"string","doc":"Node."},{"name":"notice_id","ty'
    'pe":"string","doc":"Which announcement."}],"namespace":"muster.task_events"}'
    ',{"type":"record","name":"NodeNoteReported","doc":"What is wrong with the no'
    'de by its own account, such as a notice that cannot be read.","subject":"nod'
    'e","fields":[{"name":"node_id","type":"string","doc":"Node."},{"name":"note"'
    ',"type":"string","doc":"One sentence; empty: nothing any more."}],"namespace'
    '":"muster.task_events"},{"type":"record","name":"NodeFaultReported","doc":"T'
    "he node's kernel wrote something that a rule of failures knows; the line its"
    'elf is not told.","subject":"node","fields":[{"name":"node_id","type":"strin'
    'g","doc":"Node."},{"name":"rule","type":"string","doc":"Rule."},{"name":"rul'
    'es_version","type":"int","doc":"Version of the rules by which the line was r'
    'ead."},{"name":"xid","type":["null","int"],"doc":"Number of NVIDIA\'s Xid; nu'
    'll: it is none.","default":null},{"name":"gpu","type":"string","doc":"PCI ad'
    'dress of the GPU; empty: none is named.","default":""},{"name":"count","type'
    '":"long","doc":"Lines like it since the last report.","default":1}],"namespa'
    'ce":"muster.task_events"},{"type":"record","name":"PreemptionPlanned","subje'
    'ct":"plan","doc":"These jobs would yield, then the job that asks fits; the s'
    'cheduler checks it first.","fields":[{"name":"plan_id","type":"string","doc"'
    ':"Plan."},{"name":"job_id","type":"string","doc":"Job that asks; empty where'
    ' a reservation does."},{"name":"tenant","type":"string","doc":"Tenant."},{"n'
    'ame":"queue","type":"string","doc":"Queue."},{"name":"cause","type":{"type":'
    '"enum","name":"PreemptionCause","doc":"What entitles it.","symbols":["GUARAN'
    'TEE","TIER","RESERVATION","TIME_SHARED","FAIRNESS"],"default":"TIER","namesp'
    'ace":"muster.job_events"},"doc":"What entitles it."},{"name":"reservation","'
    'type":"string","doc":"Reservation that has begun; empty where a job asks.","'
    'default":""},{"name":"victims","type":{"type":"array","items":{"type":"recor'
    'd","name":"PlannedVictim","doc":"A job that would yield, whole or down to fe'
    'wer ranks.","fields":[{"name":"job_id","type":"string","doc":"Job."},{"name"'
    ':"attempt","type":"int","doc":"The attempt that would stop."},{"name":"tenan'
    't","type":"string","doc":"Tenant."},{"name":"queue","type":"string","doc":"Q'
    'ueue."},{"name":"user","type":"string","doc":"Who submitted it."},{"name":"r'
    'anks_kept","type":"int","doc":"Ranks it goes on with; 0: it is evicted and w'
    'aits again."},{"name":"gpu_milli_freed","type":"long","doc":"Thousandths of '
    'GPU that it would free."},{"name":"cost_gpu_ms","type":"long","doc":"Its par'
    "t of the price, GPU milliseconds: its work since the last checkpoint, its dr"
    'ain, a restart, and its delay by priority."},{"name":"lost_gpu_ms","type":"l'
    'ong","doc":"What it itself loses, GPU milliseconds: its work since the last '
    "checkpoint, or since its bind. 0: it saves before, or the planner did not sa"
    'y.","default":0},{"name":"reason","type":{"type":"enum","name":"VictimReason'
    '","doc":"Why this job.","symbols":["BORROWS","LOWER_TIER","ELASTIC_SURPLUS",'
    '"HOLDS_RESERVED","MORE_SERVICE","BEYOND_DUE"],"default":"BORROWS","namespace'
    '":"muster.preemption_events"},"doc":"Why this job."},{"name":"message","type'
    '":"string","doc":"One sentence for its owner."}],"namespace":"muster.preempt'
    'ion_events"}},"doc":"By job id."},{"name":"placements","type":{"type":"array'
    '","items":{"type":"record","name":"PlannedRank","doc":"Where one rank of the'
    ' job would go.","fields":[{"name":"rank","type":"int","doc":"Rank."},{"name"'
    ':"node_id","type":"string","doc":"Node."},{"name":"gpu_indices","type":{"typ'
    'e":"array","items":"int"},"doc":"GPUs."}],"namespace":"muster.preemption_eve'
    'nts"}},"doc":"Where the job fits once they have yielded, in rank order; none'
    ' for a reservation."},{"name":"cost_gpu_ms","type":"long","doc":"Price: the '
    'sum over the victims."},{"name":"cost_gpu_ms_min","type":"long","doc":"No se'
    't of victims of the same rank costs less than this."},{"name":"exact","type"'
    ':"boolean","doc":"No other set of victims is better; false: the price is wit'
    'hin the bound above, but not proven best."},{"name":"gain_gpu_ms","type":"lo'
    'ng","doc":"GPU milliseconds that the job has sooner."},{"name":"as_of_seq","'
    'type":"long","doc":"State of the scheduler\'s log that this is true of."},{"n'
    'ame":"expires_at_ms","type":"long","doc":"Void from then on, milliseconds si'
    'nce 1970 UTC."}],"namespace":"muster.preemption_events"},{"type":"record","n'
    'ame":"CheckpointRemoved","doc":"The objects of a checkpoint that had expired'
    ' are gone; said again when it is done again.","subject":"checkpoint","fields'
    '":[{"name":"job_id","type":"string","doc":"Job."},{"name":"uri","type":"stri'
    'ng","doc":"Of the one file that it was, or of the record of its parts."},{"n'
    'ame":"objects","type":"long","doc":"So many objects were removed."},{"name":'
    '"freed_bytes","type":"long","doc":"Bytes that they had."}],"namespace":"must'
    'er.checkpoint_events"},{"type":"record","name":"NodeJoined","doc":"A node is'
    ' known, or came back with other hardware.","subject":"node","fields":[{"name'
    '":"node_id","type":"string","doc":"Node."},{"name":"boot_id","type":"string"'
    ',"doc":"Boot of its agent."},{"name":"address","type":"string","doc":"Addres'
    's."},{"name":"port_first","type":"int","doc":"First rendezvous port."},{"nam'
    'e":"port_count","type":"int","doc":"How many."},{"name":"cpu_milli","type":"'
    'long","doc":"CPU."},{"name":"memory_mib","type":"long","doc":"Memory."},{"na'
    'me":"gpu_model","type":"string","doc":"Model."},{"name":"gpu_memory_mib","ty'
    'pe":"long","doc":"Memory of each GPU, MiB; 0 when unknown.","default":0},{"n'
    'ame":"gpu_count","type":"int","doc":"GPUs."},{"name":"executor","type":{"typ'
    'e":"enum","name":"Executor","doc":"How ranks run.","symbols":["PROCESS","SIM'
    'ULATED"],"default":"SIMULATED","namespace":"muster.node_heartbeats"},"doc":"'
    'How ranks run."},{"name":"lease_ms","type":"long","doc":"Lease."},{"name":"i'
    'nterval_ms","type":"long","doc":"Heartbeat interval."},{"name":"labels","typ'
    'e":{"type":"map","values":"string"},"doc":"Labels.","default":{}},{"name":"l'
    'ocation","type":{"type":"record","name":"Location","doc":"A node\'s place in '
    'the network: each name is a unit within the next one; empty is unknown.","fi'
    'elds":[{"name":"nvlink_domain","type":"string","doc":"NVLink domain larger t'
    'han the node; empty: the node is one by itself.","default":""},{"name":"leaf'
    '","type":"string","doc":"InfiniBand leaf switch.","default":""},{"name":"spi'
    'ne","type":"string","doc":"Spine, or pod of leaves.","default":""},{"name":"'
    'cell","type":"string","doc":"Part of the network above the spines.","default'
    '":""}],"namespace":"muster.node_heartbeats"},"doc":"Where it is in the netwo'
    'rk.","default":{"nvlink_domain":"","leaf":"","spine":"","cell":""}},{"name":'
    '"taints","type":{"type":"array","items":"string"},"doc":"Only jobs that tole'
    'rate all of them are placed here; sorted.","default":[]},{"name":"sandbox","'
    'type":{"type":"enum","name":"Sandbox","doc":"What keeps jobs apart from the '
    'rest of a machine.","symbols":["NONE","NAMESPACES","BUBBLEWRAP"],"default":"'
    'NONE","namespace":"muster.node_heartbeats"},"doc":"What keeps jobs apart the'
    're.","default":"NONE"},{"name":"enforces","type":{"type":"array","items":{"t'
    'ype":"enum","name":"Enforced","doc":"What a node holds jobs to.","symbols":['
    '"MEMORY","MEMORY_MEASURED","CPU","PROCESSES","OPEN_FILES","DEVICES","UNKNOWN'
    '"],"default":"UNKNOWN","namespace":"muster.node_heartbeats"}},"doc":"What it'
    ' holds jobs to.","default":[]},{"name":"machine_boot_id","type":"string","do'
    'c":"Boot of the machine, by its kernel: another one after each reboot; empty'
    ': unknown.","default":""}],"namespace":"muster.job_events"},{"type":"record"'
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
    'PU_MEMORY_SHORT","SANDBOX_ABSENT","SPOT_EXCLUDED","ROOM_ON_SPOT_ONLY","NODES'
    '_AVOIDED","MAINTENANCE_AHEAD","GANG_SHORT","TOPOLOGY_SHORT","HELD_FOR_HEAD",'
    '"NODES_RESERVED","RETRY_BACKOFF","SUSPENDED","QUEUED","QUOTA_EXHAUSTED","JOB'
    '_LIMIT","GEOMETRY_FROZEN","QUEUE_SUSPENDED"],"default":"QUEUED","namespace":'
    '"muster.job_events"},"doc":"The one dominant reason."},{"name":"message","ty'
    'pe":"string","doc":"One sentence."},{"name":"counts","type":{"type":"map","v'
    'alues":"long"},"doc":"Numbers behind it.","default":{}}],"namespace":"muster'
    '.job_events"},{"type":"record","name":"PreemptionRequested","doc":"A job or '
    "a reservation is due GPUs that others hold; who yields is decided elsewhere."
    '","subject":"plan","fields":[{"name":"job_id","type":"string","doc":"Job; em'
    'pty where a reservation is due them."},{"name":"cause","type":"muster.job_ev'
    'ents.PreemptionCause","doc":"What entitles it."},{"name":"queue","type":"str'
    'ing","doc":"Its queue."},{"name":"tenant","type":"string","doc":"Tenant."},{'
    '"name":"jobs","type":"int","doc":"Number of equal jobs of its queue, this on'
    'e included, that are due the resources they request.","default":1},{"name":"'
    'gpu_milli_missing","type":"long","doc":"Thousandths of GPU that they wait fo'
    'r."},{"name":"gpu_models","type":{"type":"array","items":"string"},"doc":"Mo'
    'dels it accepts, sorted; empty for any.","default":[]},{"name":"borrowers","'
    'type":{"type":"array","items":{"type":"record","name":"Borrower","doc":"A qu'
    'eue beyond its guarantee.","fields":[{"name":"queue","type":"string","doc":"'
    'Name."},{"name":"tenant","type":"string","doc":"Tenant."},{"name":"gpu_milli'
    '_borrowed","type":"long","doc":"Beyond its guarantee, thousandths of GPU."}]'
    ',"namespace":"muster.job_events"}},"doc":"Queues that hold lent GPUs, most f'
    'irst.","default":[]},{"name":"as_of_seq","type":"long","doc":"State of the l'
    'og that this is true of."},{"name":"reservation","type":"string","doc":"Rese'
    'rvation that has begun; empty where a job is due them.","default":""},{"name'
    '":"holders","type":{"type":"array","items":"string"},"doc":"Jobs that may yi'
    "eld, where the request says which: those that still hold its nodes, or have "
    'had more service; sorted; never production inference.","default":[]}],"names'
    'pace":"muster.job_events"},{"type":"record","name":"ReservationMade","doc":"'
    "Nodes are kept for the job that heads the line and does not fit; takes the p"
    'lace of its last one.","subject":"plan","fields":[{"name":"job_id","type":"s'
    'tring","doc":"Job."},{"name":"node_ids","type":{"type":"array","items":"stri'
    'ng"},"doc":"Reserved: other jobs may be placed there only if they are predic'
    'ted to end before starts_at_ms."},{"name":"starts_at_ms","type":["null","lon'
    'g"],"doc":"When the nodes are predicted to have room for it; null: unknown."'
    ',"default":null},{"name":"kept_until_ms","type":"long","doc":"When, the job '
    'not started, nodes are chosen anew."},{"name":"by_limits","type":"boolean","'
    'doc":"Whether only wall-time limits were used to predict, because an earlier'
    ' reservation of the job was not kept.","default":false}],"namespace":"muster'
    '.job_events"},{"type":"record","name":"ReservationReleased","doc":"The nodes'
    ' reserved for a job are released.","subject":"plan","fields":[{"name":"job_i'
    'd","type":"string","doc":"Job."},{"name":"reason","type":{"type":"enum","nam'
    'e":"ReleaseReason","doc":"Why.","symbols":["STARTED","NO_LONGER_WAITS","NO_L'
    'ONGER_HEAD","IN_VAIN"],"default":"NO_LONGER_WAITS","namespace":"muster.job_e'
    'vents"},"doc":"Why."},{"name":"again_at_ms","type":["null","long"],"doc":"Wh'
    "en nodes are kept for it again, as it still heads the line; null: not for th"
    'is reason.","default":null}],"namespace":"muster.job_events"},{"type":"recor'
    'd","name":"DefragmentationProposed","doc":"Moves of running jobs that would '
    'let a job start that free GPUs in all suffice for.","subject":"plan","fields'
    '":[{"name":"job_id","type":"string","doc":"The job that would start."},{"nam'
    'e":"moves","type":{"type":"array","items":{"type":"record","name":"Move","do'
    'c":"One job that would go on elsewhere.","fields":[{"name":"job_id","type":"'
    'string","doc":"Job."},{"name":"from_node_ids","type":{"type":"array","items"'
    ':"string"},"doc":"Where it is, sorted."},{"name":"to_node_ids","type":{"type'
    '":"array","items":"string"},"doc":"Where it would go, sorted."},{"name":"los'
    't_gpu_ms","type":"long","doc":"GPU milliseconds: its GPUs times what it ran '
    'since its last checkpoint, and a restart."}],"namespace":"muster.job_events"'
    '}},"doc":"By job."},{"name":"cost_gpu_ms","type":"long","doc":"GPU milliseco'
    'nds that all moves lose."},{"name":"benefit_gpu_ms","type":"long","doc":"GPU'
    " milliseconds that the job would have sooner: its GPUs times the wait it is "
    'spared."},{"name":"carried_out","type":"boolean","doc":"The moves begin now.'
    '"}],"namespace":"muster.job_events"},{"type":"record","name":"StartPredicted'
    '","doc":"When a waiting job will start, predicted now and then so that the c'
    'ell learns from what comes.","subject":"plan","fields":[{"name":"job_id","ty'
    'pe":"string","doc":"Job."},{"name":"wait_ms","type":"long","doc":"How much l'
    'onger it will wait, the best single estimate, milliseconds."},{"name":"wait_'
    'low_ms","type":["null","long"],"doc":"Start of the range that is stated, mil'
    'liseconds from now; null: too little is learned for a range.","default":null'
    '},{"name":"wait_high_ms","type":["null","long"],"doc":"End of the range that'
    ' is stated, milliseconds from now.","default":null},{"name":"signs","type":{'
    '"type":"array","items":"int"},"doc":"What it was computed from, as logarithm'
    "s in 1/256 octave: one, the soonest start with its equals ahead only, the ti"
    "me waited, the number of waiting jobs, the amount requested, the position am"
    'ong its equals."}],"namespace":"muster.job_events"},{"type":"record","name":'
    '"GangBound","doc":"Every rank has its place; orders to start are in the same'
    ' transaction.","subject":"job","fields":[{"name":"job_id","type":"string","d'
    'oc":"Job."},{"name":"attempt","type":"int","doc":"Attempt."},{"name":"placem'
    'ents","type":{"type":"array","items":{"type":"record","name":"RankPlacement"'
    ',"doc":"Where one rank runs.","fields":[{"name":"rank","type":"int","doc":"R'
    'ank."},{"name":"node_id","type":"string","doc":"Node."},{"name":"gpu_indices'
    '","type":{"type":"array","items":"int"},"doc":"GPUs."},{"name":"gpu_milli","'
    'type":"int","doc":"Thousandths of each."},{"name":"sharing","type":{"type":"'
    'enum","name":"Sharing","doc":"How a rank shares its GPUs: not; inside its te'
    'am by MPS or in turns; by a MIG instance.","symbols":["EXCLUSIVE","MPS","TIM'
    'E_SLICING","MIG"],"default":"EXCLUSIVE","namespace":"muster.node_commands"},'
    '"doc":"Who else may be on them.","default":"EXCLUSIVE"},{"name":"mig_profile'
    '","type":["null","string"],"doc":"Profile of the MIG instance it gets.","def'
    'ault":null},{"name":"mig_start","type":["null","int"],"doc":"First memory sl'
    'ice of that instance.","default":null}],"namespace":"muster.job_events"}},"d'
    'oc":"One per rank."},{"name":"master_address","type":"string","doc":"Rank 0\''
    's address."},{"name":"master_port","type":"int","doc":"Rendezvous port."},{"'
    'name":"waited_ms","type":"long","doc":"Since the job was last queued."},{"na'
    'me":"reason","type":"string","doc":"Why there.","default":""},{"name":"tenan'
    't","type":"string","doc":"Whose job it is.","default":""},{"name":"queue","t'
    'ype":"string","doc":"The job\'s queue.","default":""},{"name":"each","type":['
    '"null",{"type":"record","name":"RankShape","doc":"What each rank of a gang h'
    'olds on its node, besides the GPUs of its placement.","fields":[{"name":"cpu'
    '_milli","type":"long","doc":"Thousandths of a CPU core."},{"name":"memory_mi'
    'b","type":"long","doc":"Host memory."},{"name":"gpu_models","type":{"type":"'
    'array","items":"string"},"doc":"GPU models it would accept, sorted; empty: a'
    'ny.","default":[]},{"name":"sharing_key","type":"string","doc":"Ranks with t'
    "he same key share GPUs (a trust domain and a way of sharing); `mig`: a MIG i"
    'nstance of its own; empty: not shared.","default":""}],"namespace":"muster.j'
    'ob_events"}],"doc":"What each rank holds; null: an earlier version wrote it.'
    '","default":null}],"namespace":"muster.job_events"},{"type":"record","name":'
    '"JobStarted","doc":"All ranks run.","subject":"job","fields":[{"name":"job_i'
    'd","type":"string","doc":"Job."},{"name":"attempt","type":"int","doc":"Attem'
    'pt."}],"namespace":"muster.job_events"},{"type":"record","name":"JobResizing'
    '","doc":"An elastic job stops, to go on at once with another number of ranks'
    '.","subject":"job","fields":[{"name":"job_id","type":"string","doc":"Job."},'
    '{"name":"attempt","type":"int","doc":"The attempt that stops."},{"name":"ran'
    'ks_from","type":"int","doc":"Its ranks."},{"name":"ranks_to","type":"int","d'
    'oc":"Ranks of the next one, or fewer where they no longer fit."},{"name":"re'
    'ason","type":"string","doc":"Why."}],"namespace":"muster.job_events"},{"type'
    '":"record","name":"JobMoving","doc":"A job stops, to go on at once on other '
    'nodes, so that another has room.","subject":"job","fields":[{"name":"job_id"'
    ',"type":"string","doc":"Job."},{"name":"attempt","type":"int","doc":"The att'
    'empt that stops."},{"name":"placements","type":{"type":"array","items":"must'
    'er.job_events.RankPlacement"},"doc":"Where it is to go on, in rank order; el'
    'sewhere, where that is gone."},{"name":"reason","type":"string","doc":"Why."'
    '}],"namespace":"muster.job_events"},{"type":"record","name":"JobWarned","doc'
    '":"A watchdog has found something about a running job; told once an attempt '
    'for each action.","subject":"job","fields":[{"name":"job_id","type":"string"'
    ',"doc":"Job."},{"name":"attempt","type":"int","doc":"Attempt."},{"name":"wat'
    'chdog","type":{"type":"enum","name":"Watchdog","doc":"What is watched.","sym'
    'bols":["WALL_TIME","HANG","START_UP","LOSS","IDLE_GPUS","STRAGGLER"],"defaul'
    't":"WALL_TIME","namespace":"muster.job_events"},"doc":"Which one."},{"name":'
    '"action","type":{"type":"enum","name":"WatchdogAction","doc":"What follows: '
    "nothing; the attempt ends, and another is a matter of the job's retries; the"
    ' job ends.","symbols":["TOLD","RETRIED","ENDED"],"default":"TOLD","namespace'
    '":"muster.job_events"},"doc":"What follows."},{"name":"message","type":"stri'
    'ng","doc":"What was found, for people."},{"name":"node_id","type":["null","s'
    'tring"],"doc":"Where; null: the whole gang.","default":null},{"name":"rank",'
    '"type":["null","int"],"doc":"Which rank; null: all, or unknown.","default":n'
    'ull}],"namespace":"muster.job_events"},{"type":"record","name":"JobStopping"'
    ',"doc":"Ranks have been ordered to stop.","subject":"job","fields":[{"name":'
    '"job_id","type":"string","doc":"Job."},{"name":"attempt","type":"int","doc":'
    '"Attempt."},{"name":"reason","type":"string","doc":"Why."},{"name":"requeues'
    '","type":"boolean","doc":"It waits again once it has stopped, and the attemp'
    't counts neither as failed nor as lost.","default":false},{"name":"plan_id",'
    '"type":"string","doc":"The preemption plan that it yields by; empty: it stop'
    's for another reason.","default":""},{"name":"yields_to","type":"string","do'
    'c":"The job that it yields to; empty: none.","default":""},{"name":"cause","'
    'type":{"type":"enum","name":"StopCause","doc":"What kind of event stopped it'
    '.","symbols":["UNSTATED","SPOT_RECLAIM"],"default":"UNSTATED","namespace":"m'
    'uster.job_events"},"doc":"What kind of event stopped it.","default":"UNSTATE'
    'D"},{"name":"save_bytes","type":["null","long"],"doc":"What it is believed t'
    'o have to save, bytes; null: not known, or not asked.","default":null},{"nam'
    'e":"saves_until_ms","type":["null","long"],"doc":"When that is believed to b'
    "e stored, milliseconds since 1970 UTC; null: not known, or it is not asked t"
    'o save.","default":null},{"name":"save_bytes_per_s","type":["null","long"],"'
    'doc":"What it has of the store\'s bandwidth until it has stopped, bytes per s'
    'econd; null: it is not asked to save.","default":null}],"namespace":"muster.'
    'job_events"},{"type":"record","name":"SaveTooLarge","doc":"A job cannot stor'
    'e its state before its node is taken away, and loses work.","subject":"job",'
    '"fields":[{"name":"job_id","type":"string","doc":"Job."},{"name":"attempt","'
    'type":"int","doc":"Attempt."},{"name":"node_id","type":"string","doc":"The n'
    'ode that goes first."},{"name":"save_bytes","type":"long","doc":"What it has'
    ' to save, bytes."},{"name":"fits_bytes","type":"long","doc":"What can be sto'
    'red in the time that is left beside the others, bytes."},{"name":"deadline_m'
    's","type":"long","doc":"When the node is gone, milliseconds since 1970 UTC."'
    '},{"name":"lost_gpu_ms","type":"long","doc":"GPU milliseconds since its last'
    ' checkpoint, or since its start."}],"namespace":"muster.job_events"},{"type"'
    ':"record","name":"PreemptionAccepted","doc":"A preemption plan is carried ou'
    't: victims stop, nodes are held for the job.","subject":"plan","fields":[{"n'
    'ame":"plan_id","type":"string","doc":"Plan."},{"name":"job_id","type":"strin'
    'g","doc":"Job that the victims yield to; empty: a reservation."},{"name":"re'
    'servation","type":"string","doc":"Capacity reservation whose nodes the victi'
    'ms leave; empty: they yield to a job.","default":""},{"name":"victims","type'
    '":{"type":"array","items":{"type":"record","name":"YieldingJob","doc":"A job'
    ' that yields, whole or down to fewer ranks.","fields":[{"name":"job_id","typ'
    'e":"string","doc":"Job."},{"name":"attempt","type":"int","doc":"The attempt '
    'that stops."},{"name":"ranks_kept","type":"int","doc":"Ranks it goes on with'
    '; 0: it waits again.","default":0}],"namespace":"muster.job_events"}},"doc":'
    '"By job id."},{"name":"placements","type":{"type":"array","items":"muster.jo'
    'b_events.RankPlacement"},"doc":"Where the job is to go, in rank order; these'
    ' nodes are held for it."},{"name":"held_until_ms","type":"long","doc":"They '
    'are held at most until then, milliseconds since 1970 UTC."},{"name":"cost_gp'
    'u_ms","type":"long","doc":"Price as planned, GPU milliseconds."},{"name":"as'
    '_of_seq","type":"long","doc":"State of the scheduler\'s log that the plan was'
    ' made from."}],"namespace":"muster.job_events"},{"type":"record","name":"Pre'
    'emptionRefused","doc":"A preemption plan is not carried out; nobody stops be'
    'cause of it.","subject":"plan","fields":[{"name":"plan_id","type":"string","'
    'doc":"Plan."},{"name":"job_id","type":"string","doc":"Job that the victims w'
    'ould have yielded to; empty: a reservation."},{"name":"reservation","type":"'
    'string","doc":"Capacity reservation whose nodes the victims leave; empty: th'
    'ey yield to a job.","default":""},{"name":"code","type":{"type":"enum","name'
    '":"RefusalCode","doc":"Why.","symbols":["EXPIRED","INVALID","UNDER_WAY","NOT'
    '_WAITING","NOT_ENTITLED","NOT_NEEDED","VICTIM_GONE","VICTIM_PROTECTED","VICT'
    'IM_TOO_YOUNG","VICTIM_LIMIT","PAIR","NO_ROOM"],"default":"INVALID","namespac'
    'e":"muster.job_events"},"doc":"Why."},{"name":"reason","type":"string","doc"'
    ':"For people."}],"namespace":"muster.job_events"},{"type":"record","name":"H'
    'oldMade","subject":"plan","doc":"Others move so that a waiting job fits; nod'
    'es are held for it until then.","fields":[{"name":"plan_id","type":"string",'
    '"doc":"Plan."},{"name":"job_id","type":"string","doc":"Job that the others m'
    'ake room for."},{"name":"victims","type":{"type":"array","items":"muster.job'
    '_events.YieldingJob"},"doc":"Jobs that move, by id; they go on with as many '
    'ranks as they have."},{"name":"placements","type":{"type":"array","items":"m'
    'uster.job_events.RankPlacement"},"doc":"Where the job is to go, in rank orde'
    'r."},{"name":"node_ids","type":{"type":"array","items":"string"},"doc":"The '
    'nodes that are held, sorted: these, and those that the others go to."},{"nam'
    'e":"held_until_ms","type":"long","doc":"They are held at most until then, mi'
    'lliseconds since 1970 UTC."}],"namespace":"muster.job_events"},{"type":"reco'
    'rd","name":"HoldReleased","doc":"What victims of a preemption plan freed is '
    'no longer held for the job they yielded to.","subject":"plan","fields":[{"na'
    'me":"plan_id","type":"string","doc":"Plan."},{"name":"job_id","type":"string'
    '","doc":"Job that it was held for."},{"name":"reason","type":{"type":"enum",'
    '"name":"HoldReleaseReason","doc":"Why.","symbols":["STARTED","NO_LONGER_WAIT'
    'S","NO_ROOM","EXPIRED"],"default":"NO_LONGER_WAITS","namespace":"muster.job_'
    'events"},"doc":"STARTED: it was bound. NO_LONGER_WAITS: it was cancelled or '
    "suspended. NO_ROOM: all have yielded, and it still does not fit. EXPIRED: th"
    'ey took too long."}],"namespace":"muster.job_events"},{"type":"record","name'
    '":"FragmentationSustained","subject":"plan","doc":"GPU stays free and scatte'
    'red while jobs wait that need no more: moves are planned for all these.","fi'
    'elds":[{"name":"job_id","type":"string","doc":"The first of these jobs."},{"'
    'name":"since_ms","type":"long","doc":"Since when, milliseconds since 1970 UT'
    'C."},{"name":"gpu_milli_scattered","type":"long","doc":"Most GPU that is fre'
    'e for one of these jobs, thousandths."},{"name":"gpu_milli_total","type":"lo'
    'ng","doc":"GPU of the cluster, thousandths."},{"name":"jobs","type":"int","d'
    'oc":"How many jobs wait so."}],"namespace":"muster.job_events"},{"type":"rec'
    'ord","name":"FragmentationEased","subject":"plan","doc":"What was told by Fr'
    'agmentationSustained is over.","fields":[{"name":"job_id","type":"string","d'
    'oc":"The job that was named then."},{"name":"since_ms","type":"long","doc":"'
    'Since when it was so, milliseconds since 1970 UTC."},{"name":"gpu_milli_scat'
    'tered","type":"long","doc":"What is free and scattered now, thousandths of G'
    'PU; not beyond the policy\'s bound."}],"namespace":"muster.job_events"},{"typ'
    'e":"record","name":"AttemptEnded","doc":"An attempt is over on every node an'
    'd its GPUs are free.","subject":"job","fields":[{"name":"job_id","type":"str'
    'ing","doc":"Job."},{"name":"attempt","type":"int","doc":"Attempt."},{"name":'
    '"outcome","type":{"type":"enum","name":"AttemptOutcome","doc":"How.","symbol'
    's":["SUCCEEDED","FAILED","STOPPED","TIMED_OUT","LOST","REFUSED"],"default":"'
    'REFUSED","namespace":"muster.job_events"},"doc":"How."},{"name":"exit_code",'
    '"type":["null","int"],"doc":"Of the first failing rank.","default":null},{"n'
    'ame":"signal","type":["null","int"],"doc":"Of the first failing rank.","defa'
    'ult":null},{"name":"rank","type":["null","int"],"doc":"First failing rank.",'
    '"default":null},{"name":"node_id","type":["null","string"],"doc":"Its node."'
    ',"default":null},{"name":"message","type":"string","doc":"For people.","defa'
    'ult":""},{"name":"ran_ms","type":"long","doc":"From bind to end."},{"name":"'
    'verdict","type":["null",{"type":"record","name":"FailureVerdict","doc":"Why '
    "an attempt failed, by the rules in effect; rank and node are those of its fa"
    'ct.","fields":[{"name":"rule","type":"string","doc":"The first rule with a s'
    'ign."},{"name":"rules_version","type":"int","doc":"Version of the rules."},{'
    '"name":"category","type":"string","doc":"Whose part failed, as in the rule."'
    '},{"name":"subcategory","type":"string","doc":"What of it."},{"name":"persis'
    'tence","type":"string","doc":"transient, permanent or unknown: whether the s'
    'ame attempt would fail again."},{"name":"action","type":"string","doc":"What'
    ' the rule demands for the job."},{"name":"node_action","type":"string","doc"'
    ':"What the rule advises for the node."},{"name":"sign","type":"string","doc"'
    ':"By what it was recognised: a line of the output, exit code 137."},{"name":'
    '"means","type":"string","doc":"What happened, in the rule\'s words."},{"name"'
    ':"hint","type":"string","doc":"What to change, in the rule\'s words."},{"name'
    '":"line","type":["null","long"],"doc":"Number of the line in the rank\'s stre'
    'am, when it was a line.","default":null},{"name":"stream","type":"string","d'
    'oc":"Its stream: stdout or stderr.","default":""},{"name":"count","type":"lo'
    'ng","doc":"Lines with such a sign; 0: it was no line.","default":0},{"name":'
    '"at_ms","type":["null","long"],"doc":"When: of the line, else of the rank\'s '
    'end, milliseconds since 1970 UTC.","default":null},{"name":"spared","type":"'
    'boolean","doc":"The attempt does not count among those that the user granted'
    '.","default":false},{"name":"cause_seen","type":"boolean","doc":"False: no r'
    'ank shows a cause of its own; it began where nothing was seen.","default":tr'
    'ue},{"name":"others","type":{"type":"array","items":{"type":"record","name":'
    '"RankVerdict","doc":"Another rank that failed.","fields":[{"name":"rank","ty'
    'pe":["null","int"],"doc":"Rank; null: its node was lost, or refused.","defau'
    'lt":null},{"name":"node_id","type":"string","doc":"Its node."},{"name":"rule'
    '","type":"string","doc":"The first rule with a sign."},{"name":"followed","t'
    'ype":"boolean","doc":"It failed because another rank had gone, or waited for'
    ' one that had."}],"namespace":"muster.job_events"}},"doc":"Other ranks that '
    'failed, by rank, the first of them.","default":[]},{"name":"others_more","ty'
    'pe":"int","doc":"How many more than these.","default":0},{"name":"unscanned"'
    ',"type":"string","doc":"Why output was not scanned, or not all of it; empty:'
    ' it was.","default":""}],"namespace":"muster.job_events"}],"doc":"Why; null:'
    ' nothing failed, or no rules are in effect.","default":null}],"namespace":"m'
    'uster.job_events"},{"type":"record","name":"JobRequeued","doc":"The job wait'
    's again.","subject":"job","fields":[{"name":"job_id","type":"string","doc":"'
    'Job."},{"name":"attempt_next","type":"int","doc":"Number of the next attempt'
    '."},{"name":"reason","type":"string","doc":"Why."},{"name":"not_before_ms","'
    'type":"long","doc":"Earliest time of the next attempt."},{"name":"memory_mib'
    '","type":["null","long"],"doc":"Memory of each rank from the next attempt on'
    ', MiB; null: as before.","default":null}],"namespace":"muster.job_events"},{'
    '"type":"record","name":"JobSucceeded","doc":"Every rank ended with exit code'
    ' 0.","subject":"job","fields":[{"name":"job_id","type":"string","doc":"Job."'
    '},{"name":"attempt","type":"int","doc":"Attempt."}],"namespace":"muster.job_'
    'events"},{"type":"record","name":"JobFailed","doc":"The job is over and did '
    'not succeed.","subject":"job","fields":[{"name":"job_id","type":"string","do'
    'c":"Job."},{"name":"attempt","type":"int","doc":"Attempt."},{"name":"reason"'
    ',"type":"string","doc":"Why."},{"name":"exit_code","type":["null","int"],"do'
    'c":"Of the first failing rank.","default":null}],"namespace":"muster.job_eve'
    'nts"},{"type":"record","name":"JobCancelled","doc":"The job was cancelled an'
    'd nothing of it runs.","subject":"job","fields":[{"name":"job_id","type":"st'
    'ring","doc":"Job."},{"name":"requested_by","type":"string","doc":"Who asked.'
    '"},{"name":"reason","type":"string","doc":"Why."}],"namespace":"muster.job_e'
    'vents"},{"type":"record","name":"JobSuspended","doc":"The job was suspended '
    'and nothing of it runs.","subject":"job","fields":[{"name":"job_id","type":"'
    'string","doc":"Job."},{"name":"requested_by","type":"string","doc":"Who aske'
    'd."},{"name":"reason","type":"string","doc":"Why."}],"namespace":"muster.job'
    '_events"},{"type":"record","name":"JobResumed","doc":"A suspended job waits '
    'again.","subject":"job","fields":[{"name":"job_id","type":"string","doc":"Jo'
    'b."},{"name":"requested_by","type":"string","doc":"Who asked."}],"namespace"'
    ':"muster.job_events"},{"type":"record","name":"CheckpointRecorded","doc":"Al'
    'l of a checkpoint is safe in the store; the next attempt begins from it.","s'
    'ubject":"job","fields":[{"name":"job_id","type":"string","doc":"Job."},{"nam'
    'e":"attempt","type":"int","doc":"Attempt."},{"name":"rank","type":"int","doc'
    '":"Rank that wrote it."},{"name":"file","type":"string","doc":"File name: th'
    'e one file that it is, or the record of its parts."},{"name":"uri","type":"s'
    'tring","doc":"Where."},{"name":"sha256","type":"string","doc":"Of that file.'
    '"},{"name":"size_bytes","type":"long","doc":"Of all its files, of all ranks '
    'together."},{"name":"files","type":"int","doc":"So many files.","default":1}'
    ',{"name":"unchanged_bytes","type":"long","doc":"Of these, in files that had '
    'not changed and were in the store before.","default":0},{"name":"step","type'
    '":["null","long"],"doc":"Step after which it was saved; null: it is one file'
    ', which does not say.","default":null}],"namespace":"muster.job_events"},{"t'
    'ype":"record","name":"CheckpointExpired","doc":"A checkpoint is kept no long'
    'er; it is to be removed from the store.","subject":"checkpoint","fields":[{"'
    'name":"job_id","type":"string","doc":"Job."},{"name":"tenant","type":"string'
    '","doc":"Tenant."},{"name":"attempt","type":"int","doc":"Attempt that saved '
    'it."},{"name":"rank","type":"int","doc":"Rank in whose folder its file lay."'
    '},{"name":"file","type":"string","doc":"File name: the one file that it is, '
    'or the record of its parts."},{"name":"uri","type":"string","doc":"Of that f'
    'ile."},{"name":"sha256","type":"string","doc":"Of that file."},{"name":"size'
    '_bytes","type":"long","doc":"Of all its files."},{"name":"step","type":["nul'
    'l","long"],"doc":"Step after which it was saved; null: it is one file.","def'
    'ault":null},{"name":"kept_before","type":["null","string"],"doc":"Address of'
    " the record of the nearest one before it, of the same attempt, that is kept:"
    ' what both name stays; null: there is none.","default":null}],"namespace":"m'
    'uster.job_events"},{"type":"record","name":"CheckpointDeleted","doc":"A chec'
    'kpoint that had expired is removed from the store.","subject":"checkpoint","'
    'fields":[{"name":"job_id","type":"string","doc":"Job."},{"name":"tenant","ty'
    'pe":"string","doc":"Tenant."},{"name":"attempt","type":"int","doc":"Attempt '
    'that saved it."},{"name":"rank","type":"int","doc":"Rank in whose folder its'
    ' file lay."},{"name":"file","type":"string","doc":"File name: the one file t'
    'hat it was, or the record of its parts."},{"name":"uri","type":"string","doc'
    '":"Of that file."},{"name":"objects","type":"long","doc":"So many objects we'
    're removed; files that a kept checkpoint names, too, stay."},{"name":"freed_'
    'bytes","type":"long","doc":"Bytes that they had."}],"namespace":"muster.job_'
    'events"},"muster.job_events.NodeJoined","muster.job_events.NodeSuspected","m'
    'uster.job_events.NodeRecovered","muster.job_events.NodeLost","muster.job_eve'
    'nts.NodeForgotten","muster.job_events.NodeRefused",{"type":"record","name":"'
    'NodeCordoned","doc":"Nothing new goes there.","subject":"node","fields":[{"n'
    'ame":"node_id","type":"string","doc":"Node."},{"name":"requested_by","type":'
    '"string","doc":"Who."},{"name":"reason","type":"string","doc":"Why."}],"name'
    'space":"muster.job_events"},{"type":"record","name":"NodeUncordoned","doc":"'
    'Work goes there again.","subject":"node","fields":[{"name":"node_id","type":'
    '"string","doc":"Node."},{"name":"requested_by","type":"string","doc":"Who."}'
    '],"namespace":"muster.job_events"},{"type":"record","name":"NodeDraining","d'
    'oc":"Nothing new is placed on the node, and what runs there is moved.","subj'
    'ect":"node","fields":[{"name":"node_id","type":"string","doc":"Node."},{"nam'
    'e":"requested_by","type":"string","doc":"Operator."},{"name":"reason","type"'
    ':"string","doc":"Why.","default":""}],"namespace":"muster.job_events"},{"typ'
    'e":"record","name":"NodeUndrained","doc":"Work may be placed on the node aga'
    'in.","subject":"node","fields":[{"name":"node_id","type":"string","doc":"Nod'
    'e."},{"name":"requested_by","type":"string","doc":"Operator."}],"namespace":'
    '"muster.job_events"},{"type":"record","name":"NodeTagged","doc":"What operat'
    'ors say of the node, beside what it announces, from now on.","subject":"node'
    '","fields":[{"name":"node_id","type":"string","doc":"Node."},{"name":"labels'
    '","type":{"type":"map","values":"string"},"doc":"Labels; they win over annou'
    'nced ones.","default":{}},{"name":"taints","type":{"type":"array","items":"s'
    'tring"},"doc":"Taints, sorted.","default":[]},{"name":"requested_by","type":'
    '"string","doc":"Operator."}],"namespace":"muster.job_events"},{"type":"recor'
    'd","name":"MaintenanceScheduled","doc":"The node will be closed for a time: '
    'only work that is predicted to end before is placed there.","subject":"node"'
    ',"fields":[{"name":"node_id","type":"string","doc":"Node."},{"name":"starts_'
    'at_ms","type":"long","doc":"From when, milliseconds since 1970 UTC."},{"name'
    '":"ends_at_ms","type":"long","doc":"Until when."},{"name":"requested_by","ty'
    'pe":"string","doc":"Operator."},{"name":"reason","type":"string","doc":"Why.'
    '","default":""}],"namespace":"muster.job_events"},{"type":"record","name":"M'
    'aintenanceStarted","doc":"The node\'s window has begun: it is closed, and wha'
    't still runs there is moved.","subject":"node","fields":[{"name":"node_id","'
    'type":"string","doc":"Node."}],"namespace":"muster.job_events"},{"type":"rec'
    'ord","name":"MaintenanceEnded","doc":"The node\'s window is over, or was call'
    'ed off.","subject":"node","fields":[{"name":"node_id","type":"string","doc":'
    '"Node."},{"name":"requested_by","type":["null","string"],"doc":"Operator who'
    ' called it off; null: its time was over.","default":null}],"namespace":"must'
    'er.job_events"},{"type":"record","name":"NodeReclaiming","doc":"The node wil'
    "l be taken away: nothing new is placed there, and what runs there saves and "
    'leaves.","subject":"node","fields":[{"name":"node_id","type":"string","doc":'
    '"Node."},{"name":"notice_id","type":"string","doc":"Which announcement; anot'
    'her one takes the place of the last."},{"name":"deadline_ms","type":["null",'
    '"long"],"doc":"When it is gone, milliseconds since 1970 UTC; null: it is at '
    'risk, and what runs there stays.","default":null},{"name":"source","type":"m'
    'uster.task_events.ReclaimSource","doc":"Who announced it."},{"name":"request'
    'ed_by","type":"string","doc":"Operator; empty: the node\'s provider.","defaul'
    't":""},{"name":"reason","type":"string","doc":"For people.","default":""}],"'
    'namespace":"muster.job_events"},{"type":"record","name":"NodeSpared","doc":"'
    "The node is not taken away after all, or is there again: work may be placed "
    'on it.","subject":"node","fields":[{"name":"node_id","type":"string","doc":"'
    'Node."},{"name":"requested_by","type":"string","doc":"Operator; empty: the n'
    'ode\'s provider.","default":""},{"name":"reason","type":"string","doc":"For p'
    'eople.","default":""}],"namespace":"muster.job_events"},{"type":"record","na'
    'me":"NodeNoted","doc":"What is wrong with the node by its own account.","sub'
    'ject":"node","fields":[{"name":"node_id","type":"string","doc":"Node."},{"na'
    'me":"note","type":"string","doc":"One sentence; empty: nothing any more."}],'
    '"namespace":"muster.job_events"},{"type":"record","name":"NodeFaulted","doc"'
    ':"The node\'s kernel reported a fault that a rule of failures knows.","subjec'
    't":"node","fields":[{"name":"node_id","type":"string","doc":"Node."},{"name"'
    ':"rule","type":"string","doc":"Rule."},{"name":"rules_version","type":"int",'
    '"doc":"Version of the rules in effect."},{"name":"xid","type":["null","int"]'
    ',"doc":"Number of NVIDIA\'s Xid; null: it is none.","default":null},{"name":"'
    'gpu","type":"string","doc":"PCI address of the GPU; empty: none is named.","'
    'default":""},{"name":"node_action","type":"string","doc":"What the rule dema'
    'nds for the node."},{"name":"strike","type":"int","doc":"Which strike of the'
    ' node it is, from 1; 0: it does not count.","default":0},{"name":"closes","t'
    'ype":"boolean","doc":"Whether the node is closed for it.","default":false},{'
    '"name":"message","type":"string","doc":"For people: what happened, what the '
    'node needs, and what it had before."}],"namespace":"muster.job_events"},"mus'
    'ter.job_events.NodeRelocated","muster.job_events.GpuUnhealthy","muster.job_e'
    'vents.GpuRecovered",{"type":"record","name":"GpuGeometryChanged","doc":"An e'
    "mpty GPU was cut, to take MIG instances and nothing else, or made whole agai"
    'n.","subject":"node","fields":[{"name":"node_id","type":"string","doc":"Node'
    '."},{"name":"gpu_index","type":"int","doc":"GPU."},{"name":"cut","type":"boo'
    'lean","doc":"True: MIG mode. False: whole."},{"name":"for_job_id","type":"st'
    'ring","doc":"The waiting job that needed it."}],"namespace":"muster.job_even'
    'ts"},{"type":"record","name":"QueueCreated","doc":"A queue exists.","subject'
    '":"queue","fields":[{"name":"queue","type":"string","doc":"Name."},{"name":"'
    'tenant","type":"string","doc":"Tenant."},{"name":"description","type":"strin'
    'g","doc":"For people."},{"name":"requested_by","type":"string","doc":"Who."}'
    ',{"name":"settings","type":["null","muster.queue_commands.QueueSettings"],"d'
    'oc":"Shares and limits; null for none.","default":null}],"namespace":"muster'
    '.job_events"},{"type":"record","name":"QueueConfigured","doc":"A queue has o'
    'ther shares and limits.","subject":"queue","fields":[{"name":"queue","type":'
    '"string","doc":"Name."},{"name":"tenant","type":"string","doc":"Tenant."},{"'
    'name":"settings","type":"muster.queue_commands.QueueSettings","doc":"All of '
    'them."},{"name":"requested_by","type":"string","doc":"Who."}],"namespace":"m'
    'uster.job_events"},{"type":"record","name":"QueueMeasured","doc":"What a que'
    "ue and those below it use, and what is due to it; sent when it changed, now "
    'and then.","subject":"queue","fields":[{"name":"queue","type":"string","doc"'
    ':"Name."},{"name":"tenant","type":"string","doc":"Tenant."},{"name":"gpu_mil'
    'li_used","type":"long","doc":"Held, thousandths of GPU."},{"name":"gpu_milli'
    '_used_by_model","type":{"type":"map","values":"long"},"doc":"Per model."},{"'
    'name":"cpu_milli_used","type":"long","doc":"Held, thousandths of a core."},{'
    '"name":"memory_mib_used","type":"long","doc":"Held, MiB."},{"name":"gpu_mill'
    'i_borrowed","type":"long","doc":"Of what is used, beyond the guarantee."},{"'
    'name":"gpu_milli_lent","type":"long","doc":"Of the guarantee, unused: others'
    ' may have it."},{"name":"share_ppm","type":"long","doc":"Dominant part of th'
    'e cluster that it holds now, millionths."},{"name":"share_due_ppm","type":"l'
    'ong","doc":"Part of the cluster due to it by weight among its busy neighbour'
    's, millionths."},{"name":"usage_gpu_ms","type":"long","doc":"Weighted usage '
    'over the window: GPU milliseconds at model price, decayed."},{"name":"credit'
    '_gpu_ms","type":"long","doc":"Burst credit, the same unit."},{"name":"jobs_r'
    'unning","type":"int","doc":"Jobs that hold GPUs."},{"name":"jobs_pending","t'
    'ype":"int","doc":"Jobs that wait."}],"namespace":"muster.job_events"},{"type'
    '":"record","name":"QueueDeleted","doc":"A queue is gone.","subject":"queue",'
    '"fields":[{"name":"queue","type":"string","doc":"Name."},{"name":"tenant","t'
    'ype":"string","doc":"Tenant."},{"name":"requested_by","type":"string","doc":'
    '"Who."}],"namespace":"muster.job_events"},{"type":"record","name":"CapacityR'
    'eserved","doc":"Nodes are reserved for a queue.","subject":"reservation","fi'
    'elds":[{"name":"reservation","type":"string","doc":"Name."},{"name":"tenant"'
    ',"type":"string","doc":"Tenant."},{"name":"queue","type":"string","doc":"Who'
    'se jobs may be placed there, and those of the queues below it."},{"name":"gp'
    'u_model","type":"string","doc":"GPU model of the nodes."},{"name":"gpu_count'
    '","type":"int","doc":"GPUs of the nodes together."},{"name":"node_ids","type'
    '":{"type":"array","items":"string"},"doc":"Sorted. Until it starts, other jo'
    'bs are placed there only if they are predicted to end before."},{"name":"sta'
    'rts_at_ms","type":"long","doc":"From when."},{"name":"ends_at_ms","type":"lo'
    'ng","doc":"Until when."},{"name":"requested_by","type":"string","doc":"Who."'
    '}],"namespace":"muster.job_events"},{"type":"record","name":"CapacityReassig'
    'ned","doc":"A reservation has other nodes: some of its own were closed or lo'
    'st.","subject":"reservation","fields":[{"name":"reservation","type":"string"'
    ',"doc":"Name."},{"name":"tenant","type":"string","doc":"Tenant."},{"name":"q'
    'ueue","type":"string","doc":"Whose jobs may be placed there, and those of th'
    'e queues below it."},{"name":"node_ids","type":{"type":"array","items":"stri'
    'ng"},"doc":"All of them now, sorted."},{"name":"reason","type":"string","doc'
    '":"Why."}],"namespace":"muster.job_events"},{"type":"record","name":"Capacit'
    'yReservationStarted","doc":"From now on only jobs of the queue may be placed'
    ' on the nodes.","subject":"reservation","fields":[{"name":"reservation","typ'
    'e":"string","doc":"Name."},{"name":"tenant","type":"string","doc":"Tenant."}'
    ',{"name":"queue","type":"string","doc":"Whose jobs may be placed there, and '
    'those of the queues below it."}],"namespace":"muster.job_events"},{"type":"r'
    'ecord","name":"CapacityReservationEnded","doc":"The nodes are released.","su'
    'bject":"reservation","fields":[{"name":"reservation","type":"string","doc":"'
    'Name."},{"name":"tenant","type":"string","doc":"Tenant."},{"name":"queue","t'
    'ype":"string","doc":"Whose jobs may be placed there, and those of the queues'
    ' below it."},{"name":"reason","type":{"type":"enum","name":"ReservationEnd",'
    '"doc":"Why.","symbols":["OVER","CANCELLED"],"default":"OVER","namespace":"mu'
    'ster.job_events"},"doc":"Why."},{"name":"requested_by","type":"string","doc"'
    ':"Who cancelled it; empty when its time was over.","default":""}],"namespace'
    '":"muster.job_events"},{"type":"record","name":"PolicyActivated","doc":"Deci'
    'sions follow this policy from here on.","subject":"policy","fields":[{"name"'
    ':"policy","type":"muster.operator_commands.Policy","doc":"The whole policy."'
    '},{"name":"requested_by","type":"string","doc":"Who."}],"namespace":"muster.'
    'job_events"},{"type":"record","name":"FailureRulesActivated","doc":"Failures'
    ' are judged by these rules from here on.","subject":"policy","fields":[{"nam'
    'e":"version","type":"int","doc":"Version of the rules."},{"name":"sha256","t'
    'ype":"string","doc":"Of the text."},{"name":"rules","type":"string","doc":"T'
    'he rules file."},{"name":"requested_by","type":"string","doc":"Operator, or '
    'the first leader."}],"namespace":"muster.job_events"},{"type":"record","name'
    '":"StartTask","doc":"Start these ranks.","fields":[{"name":"node_id","type":'
    '"string","doc":"Node."},{"name":"epoch","type":"long","doc":"Leader\'s epoch;'
    ' older than one already seen: refuse."},{"name":"order_seq","type":"long","d'
    'oc":"Position of the decision: seq of the input that caused it."},{"name":"j'
    'ob_id","type":"string","doc":"Job."},{"name":"attempt","type":"int","doc":"A'
    'ttempt; started at most once."},{"name":"tenant","type":"string","doc":"Tena'
    'nt."},{"name":"job_name","type":"string","doc":"Job\'s name."},{"name":"user"'
    ',"type":"string","doc":"Job\'s user."},{"name":"ranks","type":{"type":"array"'
    ',"items":{"type":"record","name":"RankAssignment","doc":"What one rank gets '
    'on the node.","fields":[{"name":"rank","type":"int","doc":"Rank."},{"name":"'
    'gpu_indices","type":{"type":"array","items":"int"},"doc":"GPUs."},{"name":"g'
    'pu_milli","type":"int","doc":"Thousandths of each."},{"name":"sharing","type'
    '":"muster.node_commands.Sharing","doc":"Who else may be on them.","default":'
    '"EXCLUSIVE"},{"name":"mig_profile","type":["null","string"],"doc":"Profile o'
    'f the MIG instance it gets.","default":null},{"name":"mig_start","type":["nu'
    'll","int"],"doc":"First memory slice of that instance.","default":null},{"na'
    'me":"cpu_milli","type":"long","doc":"Thousandths of a CPU core it may use; 0'
    ': without limit.","default":0},{"name":"memory_mib","type":"long","doc":"Mai'
    'n memory it may use, MiB; 0: without limit.","default":0}],"namespace":"must'
    'er.node_commands"}},"doc":"Ranks on this node."},{"name":"world_size","type"'
    ':"int","doc":"Ranks in all."},{"name":"master_address","type":"string","doc"'
    ':"Address of rank 0."},{"name":"master_port","type":"int","doc":"Rendezvous '
    'port on rank 0\'s node."},{"name":"image","type":["null","string"],"doc":"Con'
    'tainer image.","default":null},{"name":"command","type":{"type":"array","ite'
    'ms":"string"},"doc":"Program and arguments."},{"name":"env","type":{"type":"'
    'map","values":"string"},"doc":"Environment.","default":{}},{"name":"files_sh'
    'a256","type":["null","string"],"doc":"Working files.","default":null},{"name'
    '":"wall_time_max_ms","type":["null","long"],"doc":"Stop after this long.","d'
    'efault":null},{"name":"hang_after_ms","type":["null","long"],"doc":"Report r'
    'anks that say nothing for so long; null: do not.","default":null},{"name":"s'
    'tart_up_max_ms","type":["null","long"],"doc":"The same from their start, whi'
    'le they hardly use the CPU; null: do not.","default":null},{"name":"gpu_idle'
    '_max_ms","type":["null","long"],"doc":"Report when its GPUs did next to noth'
    'ing for so long; null: do not.","default":null},{"name":"straggler_after_ms"'
    ',"type":["null","long"],"doc":"Measure over so long how long the steps of ea'
    'ch rank take, and report it; null: do not.","default":null},{"name":"grace_m'
    's","type":"long","doc":"Between SIGTERM and SIGKILL."},{"name":"checkpoint_e'
    'nabled","type":"boolean","doc":"Keep checkpoints."},{"name":"checkpoint_byte'
    's_per_s","type":"long","doc":"What the job may store of checkpoints, bytes p'
    'er second; the node takes the part that its ranks are.","default":1000000000'
    '},{"name":"mtbf_ms","type":["null","long"],"doc":"How long the gang is belie'
    "ved to run until one of its nodes ends, by what the log says of such nodes; "
    'null: it keeps no checkpoints.","default":null},{"name":"checkpoint_uri","ty'
    'pe":["null","string"],"doc":"Newest checkpoint of an earlier attempt.","defa'
    'ult":null},{"name":"checkpoint_sha256","type":["null","string"],"doc":"Its h'
    'ash.","default":null},{"name":"checkpoint_file","type":["null","string"],"do'
    'c":"Its file name.","default":null},{"name":"checkpoints_earlier","type":{"t'
    'ype":"array","items":{"type":"record","name":"StoredCheckpoint","doc":"A che'
    'ckpoint that is whole in the store.","fields":[{"name":"uri","type":"string"'
    ',"doc":"Of the one file that it is, or of the record of its parts."},{"name"'
    ':"sha256","type":"string","doc":"Its hash."},{"name":"file","type":"string",'
    '"doc":"Its file name."}],"namespace":"muster.node_commands"}},"doc":"Those b'
    "efore it, the newest first: each is tried when the one before it in this lis"
    't is damaged.","default":[]},{"name":"offline","type":"boolean","doc":"Its r'
    'anks see no network but their own loopback.","default":false},{"name":"failu'
    're_rules_sha256","type":["null","string"],"doc":"Rules of failures by which '
    'output is scanned; null: none are in effect.","default":null},{"name":"failu'
    're_rules_version","type":["null","int"],"doc":"Their version.","default":nul'
    'l}],"namespace":"muster.node_commands"},{"type":"record","name":"StopTask","'
    'doc":"Stop this attempt\'s ranks; unknown attempt: nothing to do.","fields":['
    '{"name":"node_id","type":"string","doc":"Node."},{"name":"epoch","type":"lon'
    'g","doc":"Leader\'s epoch; older than one already seen: refuse."},{"name":"or'
    'der_seq","type":"long","doc":"Position of the decision: seq of the input tha'
    't caused it."},{"name":"job_id","type":"string","doc":"Job."},{"name":"attem'
    'pt","type":"int","doc":"Attempt; started at most once."},{"name":"grace_ms",'
    '"type":"long","doc":"Between SIGTERM and SIGKILL."},{"name":"checkpoint_grac'
    'e_ms","type":"long","doc":"Most time for a checkpoint before SIGTERM; 0: the'
    ' ranks do not go on later.","default":0},{"name":"checkpoint_bytes_per_s","t'
    'ype":["null","long"],"doc":"What the job may store of checkpoints from now o'
    "n, bytes per second; the node takes the part that its ranks are; null: as be"
    'fore.","default":null},{"name":"reason","type":"string","doc":"Why."}],"name'
    'space":"muster.node_commands"}],"doc":"Fact or order."}],"namespace":"muster'
    '.scheduler_log"}},"doc":"In order."},{"name":"state_hash","type":["null","st'
    'ring"],"doc":"Hash of the whole state after this batch, when it was taken.",'
    '"default":null},{"name":"hash_version","type":"int","doc":"How state_hash wa'
    's computed; hashes of different versions are not compared.","default":1},{"n'
    'ame":"decisions_version","type":"int","doc":"Which version of the rules deci'
    'ded; another one may decide otherwise. 0: not recorded.","default":0}],"name'
    'space":"muster.scheduler_log"}],"doc":"What happened."}]}'
)
