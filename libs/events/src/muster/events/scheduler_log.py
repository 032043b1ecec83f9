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
    'oposes.","default":300},{"name":"fragmentation_percent_max","type":"int","do'
    'c":"Part of all GPU that may stay free and scattered while jobs wait that ne'
    "ed no more; beyond it moves are planned for each of them, not for the head o"
    'f line alone. 0: nobody looks.","default":0},{"name":"fragmentation_for_ms",'
    '"type":"long","doc":"How long it has to be more than that.","default":600000'
    '},{"name":"search_work_per_pass_max","type":"int","doc":"Work that one sched'
    "uling pass may spend on searches in vain: 1 for each, and 1 for every 8 rank"
    's of a gang; the next pass goes on.","default":2000},{"name":"topology","typ'
    'e":{"type":"record","name":"TopologyWeights","doc":"What a gang\'s place is w'
    'orth, per GPU of the gang, by the smallest unit that holds it.","fields":[{"'
    'name":"nvlink","type":"int","doc":"The gang shares an NVLink domain or a nod'
    'e.","default":1000},{"name":"leaf","type":"int","doc":"It shares a leaf.","d'
    'efault":400},{"name":"spine","type":"int","doc":"It shares a spine.","defaul'
    't":200},{"name":"cell","type":"int","doc":"It shares a cell.","default":100}'
    ',{"name":"stranded_gpu","type":"int","doc":"Taken off for each GPU left free'
    ' beside it that no group like its own can use.","default":100}],"namespace":'
    '"muster.operator_commands"},"doc":"How places of gangs are weighed.","defaul'
    't":{"nvlink":1000,"leaf":400,"spine":200,"cell":100,"stranded_gpu":100}},{"n'
    'ame":"tenants_untrusted","type":{"type":"array","items":"string"},"doc":"Ten'
    'ants whose fractions of GPUs always get a MIG instance of their own.","defau'
    'lt":[]},{"name":"mig_change_interval_ms","type":"long","doc":"A GPU is cut i'
    'nto MIG instances, or made whole again, at most this often.","default":60000'
    '0},{"name":"checkpoint_grace_max_ms","type":"long","doc":"Most time for a ch'
    'eckpoint before a job is stopped, whatever the job asks for.","default":6000'
    '00},{"name":"checkpoints_kept","type":"int","doc":"So many of the newest che'
    "ckpoints of a job stay in the store, unless it states another number; 0: all"
    '.","default":0},{"name":"node_upload_bytes_per_s","type":"long","doc":"What '
    'one node stores of checkpoints, bytes per second.","default":1000000000},{"n'
    'ame":"job_upload_bytes_per_s","type":"long","doc":"What one job stores of ch'
    "eckpoints at most, bytes per second; only one whose nodes will be taken away"
    ' has all that its nodes store.","default":1000000000},{"name":"store_upload_'
    'bytes_per_s","type":"long","doc":"What the store takes of all jobs that stop'
    ', bytes per second: drains wait for their turn.","default":10000000000},{"na'
    'me":"reclaim_margin_ms","type":"long","doc":"Ranks have ended this long befo'
    're their node is taken away.","default":5000},{"name":"spot_price_percent","'
    'type":"int","doc":"What a spot node costs of the price of another, where its'
    ' label spot-price-percent does not say.","default":70},{"name":"spot_loss_we'
    'ight","type":"int","doc":"A job goes to spot nodes first if its expected par'
    "t of lost work, times this, is less than the part of the price that they sav"
    'e; 0: whatever it loses.","default":6},{"name":"spot_reclaim_prior_ms","type'
    '":"long","doc":"How long a spot node is believed to stay while little is kno'
    'wn of its GPU model.","default":86400000},{"name":"node_loss_prior_ms","type'
    '":"long","doc":"How long a node that is no spot node is believed to last whi'
    'le little is known of its GPU model.","default":13291200000},{"name":"spot_r'
    'estart_ms","type":"long","doc":"What a job is believed to lose at a reclaim '
    'beside its unsaved work: until it works again.","default":300000},{"name":"f'
    'airness_threshold_percent","type":"int","doc":"A queue that holds less than '
    "this part of its due may have others yield that hold more than theirs; 0: no"
    'ne may.","default":0},{"name":"preemption_ran_min_ms","type":"long","doc":"A'
    ' job that was bound more recently is not preempted.","default":300000},{"nam'
    'e":"preemptions_per_job_day_max","type":"int","doc":"How often a job is pree'
    'mpted within 24 hours at most.","default":3},{"name":"preemption_hold_ms","t'
    'ype":"long","doc":"What victims free is held for the job they yield to for a'
    't most so long after their grace.","default":60000},{"name":"wall_time_max_m'
    's","type":{"type":"map","values":"long"},"doc":"Longest time that an attempt'
    " of a job may hold its nodes, by tier, beside the job's own limit; tiers tha"
    't are not named have none.","default":{}},{"name":"retries_off","type":"bool'
    'ean","doc":"No attempt that failed is retried; those that were lost or refus'
    'ed are.","default":false},{"name":"nodes_lost_per_job_max","type":"int","doc'
    '":"A job is suspended once so many nodes were lost soon after attempts of it'
    ' began there; 0 never.","default":0},{"name":"hang_after_ms","type":{"type":'
    '"map","values":"long"},"doc":"Silence of all ranks (no output, no step) afte'
    "r which a job of the tier counts as hanging; a job may state its own. Tiers "
    'that are not named: never.","default":{}},{"name":"start_up_max_ms","type":{'
    '"type":"map","values":"long"},"doc":"The same for a job whose ranks said not'
    'hing since their start and hardly use the CPU.","default":{}},{"name":"hang_'
    'ends","type":"boolean","doc":"An attempt that hangs by these is ended, and r'
    'etried as the job allows; else its owner is told.","default":false},{"name":'
    '"gpu_idle_max_ms","type":{"type":"map","values":"long"},"doc":"By tier: an o'
    "wner is told when all GPUs of a job were busy for less than 5 % of so long; "
    'absent: not.","default":{}},{"name":"gpu_idle_ends_after_ms","type":"long","'
    'doc":"A job whose GPUs still idle so long after that was told, by their mult'
    'iprocessors, is ended; 0: none is.","default":0},{"name":"faulty_nodes_max",'
    '"type":"int","doc":"At most so many nodes are closed for faults that their k'
    'ernels reported at once; 0: faults are told and close none.","default":0},{"'
    'name":"mig_geometries","type":{"type":"array","items":{"type":"record","name'
    '":"MigGeometry","doc":"The only way GPUs of a model are cut.","fields":[{"na'
    'me":"gpu_model","type":"string","doc":"GPU model."},{"name":"instances","typ'
    'e":{"type":"array","items":{"type":"record","name":"MigInstance","doc":"One '
    'instance.","fields":[{"name":"profile","type":"string","doc":"Profile, as in'
    ' 2g.10gb."},{"name":"start","type":"int","doc":"First memory slice."}],"name'
    'space":"muster.operator_commands"}},"doc":"All that may exist on one GPU."}]'
    ',"namespace":"muster.operator_commands"}},"doc":"GPU models that a site cuts'
    ' in one way only; others as jobs need it.","default":[]}],"namespace":"muste'
    'r.operator_commands"},"doc":"The whole policy."},{"name":"requested_by","typ'
    'e":"string","doc":"Operator."}],"namespace":"muster.operator_commands"},{"ty'
    'pe":"record","name":"ActivateFailureRules","doc":"Judge failures by these ru'
    'les from now on.","fields":[{"name":"rules","type":"string","doc":"The rules'
    " file, as libs/failures parses it; its version is higher than that in effect"
    '."},{"name":"requested_by","type":"string","doc":"Operator."}],"namespace":"'
    'muster.operator_commands"},{"type":"record","name":"AgentStarted","doc":"The'
    ' agent is up and tells what it runs, so that the scheduler can reconcile.","'
    'subject":"node","fields":[{"name":"node_id","type":"string","doc":"Node."},{'
    '"name":"boot_id","type":"string","doc":"Boot."},{"name":"fresh","type":"bool'
    'ean","doc":"True: the agent remembers nothing from before."},{"name":"order_'
    'seq_last","type":"long","doc":"Newest order it has carried out; -1 when fres'
    'h."},{"name":"running","type":{"type":"array","items":{"type":"record","name'
    '":"AttemptRef","doc":"One attempt.","fields":[{"name":"job_id","type":"strin'
    'g","doc":"Job."},{"name":"attempt","type":"int","doc":"Attempt."}],"namespac'
    'e":"muster.task_events"}},"doc":"Tasks adopted, still running."}],"namespace'
    '":"muster.task_events"},{"type":"record","name":"TaskStarted","doc":"All ran'
    'ks of the task have a process.","subject":"task","fields":[{"name":"node_id"'
    ',"type":"string","doc":"Node."},{"name":"job_id","type":"string","doc":"Job.'
    '"},{"name":"attempt","type":"int","doc":"Attempt, 1-based."},{"name":"ranks"'
    ',"type":{"type":"array","items":"int"},"doc":"Ranks on this node."}],"namesp'
    'ace":"muster.task_events"},{"type":"record","name":"TaskSuspected","doc":"So'
    'mething is wrong with ranks that run; where they are is in their output.","s'
    'ubject":"task","fields":[{"name":"node_id","type":"string","doc":"Node."},{"'
    'name":"job_id","type":"string","doc":"Job."},{"name":"attempt","type":"int",'
    '"doc":"Attempt, 1-based."},{"name":"suspicion","type":{"type":"enum","name":'
    '"Suspicion","doc":"Silence; silence from the start; a bad loss; one that div'
    'erges; idle GPUs by DCGM, by the driver.","symbols":["SILENT","NEVER_SPOKE",'
    '"LOSS_NOT_A_NUMBER","LOSS_DIVERGES","GPUS_IDLE","GPUS_SEEM_IDLE"],"default":'
    '"SILENT","namespace":"muster.task_events"},"doc":"What."},{"name":"rank","ty'
    'pe":["null","int"],"doc":"Rank that is behind the others, or says it; null: '
    'none is.","default":null},{"name":"message","type":"string","doc":"What was '
    'seen, for people."}],"namespace":"muster.task_events"},{"type":"record","nam'
    'e":"TaskHeard","doc":"What was suspected of ranks is over: they say somethin'
    'g again, or use their GPUs.","subject":"task","fields":[{"name":"node_id","t'
    'ype":"string","doc":"Node."},{"name":"job_id","type":"string","doc":"Job."},'
    '{"name":"attempt","type":"int","doc":"Attempt, 1-based."},{"name":"suspicion'
    '","type":"muster.task_events.Suspicion","doc":"What is over.","default":"SIL'
    'ENT"}],"namespace":"muster.task_events"},{"type":"record","name":"TaskExited'
    '","doc":"No rank of the task runs any more.","subject":"task","fields":[{"na'
    'me":"node_id","type":"string","doc":"Node."},{"name":"job_id","type":"string'
    '","doc":"Job."},{"name":"attempt","type":"int","doc":"Attempt, 1-based."},{"'
    'name":"outcome","type":{"type":"enum","name":"TaskOutcome","doc":"How the ta'
    'sk ended.","symbols":["SUCCEEDED","FAILED","STOPPED","TIMED_OUT","LOST"],"de'
    'fault":"LOST","namespace":"muster.task_events"},"doc":"STOPPED: on order. TI'
    'MED_OUT: its wall time. LOST: its processes vanished."},{"name":"exits","typ'
    'e":{"type":"array","items":{"type":"record","name":"RankExit","doc":"How one'
    ' rank ended.","fields":[{"name":"rank","type":"int","doc":"Rank."},{"name":"'
    'exit_code","type":["null","int"],"doc":"Exit code.","default":null},{"name":'
    '"signal","type":["null","int"],"doc":"Signal that ended it.","default":null}'
    ',{"name":"at_ms","type":["null","long"],"doc":"When, by the node\'s clock, mi'
    'lliseconds since 1970 UTC; null: an older agent does not say.","default":nul'
    'l}],"namespace":"muster.task_events"}},"doc":"Per rank."},{"name":"message",'
    '"type":"string","doc":"For people: the first failing rank and why.","default'
    '":""},{"name":"steps","type":{"type":"array","items":{"type":"record","name"'
    ':"StopStep","doc":"One step of stopping the ranks.","fields":[{"name":"kind"'
    ',"type":{"type":"enum","name":"StopStepKind","doc":"What was done.","symbols'
    '":["CHECKPOINT_REQUESTED","NOT_REGISTERED","CHECKPOINT_SAVED","CHECKPOINT_MI'
    'SSED","TERMINATED","KILLED"],"default":"TERMINATED","namespace":"muster.task'
    '_events"},"doc":"CHECKPOINT_REQUESTED: SIGUSR1 was sent. NOT_REGISTERED: no '
    "process handles it. CHECKPOINT_SAVED: one written since is stored. CHECKPOIN"
    "T_MISSED: none was within the grace. TERMINATED: SIGTERM was sent. KILLED: S"
    'IGKILL was."},{"name":"at_ms","type":"long","doc":"When, by the node\'s clock'
    ', milliseconds since 1970 UTC."}],"namespace":"muster.task_events"}},"doc":"'
    "How the ranks were stopped, in order of time; empty: they ended by themselve"
    's.","default":[]},{"name":"findings","type":{"type":"array","items":{"type":'
    '"record","name":"RuleFinding","doc":"A rule of failures has a sign in a rank'
    '\'s lines; the lines themselves are not told.","fields":[{"name":"rule","type'
    '":"string","doc":"Rule."},{"name":"rank","type":"int","doc":"Rank."},{"name"'
    ':"source","type":{"type":"enum","name":"FindingSource","doc":"Where a line c'
    'omes from.","symbols":["OUTPUT","KERNEL"],"default":"OUTPUT","namespace":"mu'
    'ster.task_events"},"doc":"OUTPUT: the rank wrote it. KERNEL: the node\'s kern'
    'el did."},{"name":"stream","type":"string","doc":"Of output: stdout or stder'
    'r.","default":""},{"name":"line","type":"long","doc":"Number of the first su'
    'ch line in its stream, from 1."},{"name":"first_byte","type":"long","doc":"W'
    'here that line begins in its stream, from 0."},{"name":"count","type":"long"'
    ',"doc":"Lines with such a sign."},{"name":"at_ms","type":["null","long"],"do'
    'c":"When the agent read it, by the node\'s clock, milliseconds since 1970 UTC'
    '.","default":null}],"namespace":"muster.task_events"}},"doc":"Signs of rules'
    ', by rank, then in the rules\' order.","default":[]},{"name":"rules_version",'
    '"type":["null","int"],"doc":"Version of the rules by which output was scanne'
    'd; null: it was not.","default":null},{"name":"unscanned","type":"string","d'
    'oc":"Why output was not scanned, or not all of it; empty: it was, or no rule'
    's are in effect.","default":""}],"namespace":"muster.task_events"},{"type":"'
    'record","name":"TaskRefused","doc":"An order was not carried out.","subject"'
    ':"task","fields":[{"name":"node_id","type":"string","doc":"Node."},{"name":"'
    'job_id","type":"string","doc":"Job."},{"name":"attempt","type":"int","doc":"'
    'Attempt, 1-based."},{"name":"epoch","type":"long","doc":"Epoch of the order.'
    '"},{"name":"order_seq","type":"long","doc":"Order."},{"name":"reason","type"'
    ':{"type":"enum","name":"RefusalReason","doc":"Why.","symbols":["STALE_EPOCH"'
    ',"GPU_BUSY","UNKNOWN_GPU","FILES_UNAVAILABLE","CANNOT_START","FILES_INVALID"'
    '],"default":"CANNOT_START","namespace":"muster.task_events"},"doc":"Why."},{'
    '"name":"message","type":"string","doc":"For people.","default":""}],"namespa'
    'ce":"muster.task_events"},{"type":"record","name":"CheckpointPartStored","do'
    'c":"A part of a checkpoint is in the store: the files of one rank, and their'
    ' manifest.","subject":"task","fields":[{"name":"node_id","type":"string","do'
    'c":"Node."},{"name":"job_id","type":"string","doc":"Job."},{"name":"attempt"'
    ',"type":"int","doc":"Attempt, 1-based."},{"name":"rank","type":"int","doc":"'
    'Rank in whose folder it lies."},{"name":"step","type":"long","doc":"Step aft'
    'er which it was saved."},{"name":"part","type":"int","doc":"Rank whose files'
    ' they are."},{"name":"sha256","type":"string","doc":"Of the manifest, which '
    'has those of the files."},{"name":"files","type":"int","doc":"Files."},{"nam'
    'e":"size_bytes","type":"long","doc":"Bytes of the files."},{"name":"new_byte'
    's","type":"long","doc":"Bytes of files that were not in the store before."}]'
    ',"namespace":"muster.task_events"},{"type":"record","name":"CheckpointSaved"'
    ',"doc":"A checkpoint file is safe in S3: the one file that it is, or the rec'
    'ord of its parts.","subject":"task","fields":[{"name":"node_id","type":"stri'
    'ng","doc":"Node."},{"name":"job_id","type":"string","doc":"Job."},{"name":"a'
    'ttempt","type":"int","doc":"Attempt, 1-based."},{"name":"rank","type":"int",'
    '"doc":"Rank that wrote it."},{"name":"file","type":"string","doc":"File name'
    '."},{"name":"uri","type":"string","doc":"s3://bucket/key."},{"name":"sha256"'
    ',"type":"string","doc":"Of the bytes."},{"name":"size_bytes","type":"long","'
    'doc":"Of that file."},{"name":"parts","type":"int","doc":"So many parts make'
    ' the checkpoint; 0: it is this one file.","default":0},{"name":"step","type"'
    ':["null","long"],"doc":"Step after which the parts were saved; null: it is o'
    'ne file.","default":null},{"name":"parts_sha256","type":"string","doc":"Of t'
    "he parts' SHA-256, one a line, in the order of their ranks; empty: it is one"
    ' file.","default":""}],"namespace":"muster.task_events"},{"type":"record","n'
    'ame":"NodeReclaimAnnounced","doc":"Its provider announced that it takes the '
    'node away; said again while that stands.","subject":"node","fields":[{"name"'
    ':"node_id","type":"string","doc":"Node."},{"name":"notice_id","type":"string'
    '","doc":"Which announcement; another one takes the place of the last."},{"na'
    'me":"remaining_ms","type":["null","long"],"doc":"How long the node will stil'
    'l be there, when this was said; null: it is at risk, and no time is set.","d'
    'efault":null},{"name":"source","type":{"type":"enum","name":"ReclaimSource",'
    '"doc":"Who announced it.","symbols":["UNKNOWN","FILE","HTTP","AWS","GCP","AZ'
    'URE","OPERATOR"],"default":"UNKNOWN","namespace":"muster.task_events"},"doc"'
    ':"Who announced it."},{"name":"message","type":"string","doc":"For people.",'
    '"default":""}],"namespace":"muster.task_events"},{"type":"record","name":"No'
    'deReclaimWithdrawn","doc":"The announcement stands no longer: the node stays'
    '.","subject":"node","fields":[{"name":"node_id","type":"string","doc":"Node.'
    '"},{"name":"notice_id","type":"string","doc":"Which announcement."}],"namesp'
    'ace":"muster.task_events"},{"type":"record","name":"NodeNoteReported","doc":'
    '"What is wrong with the node by its own account, such as a notice that canno'
    't be read.","subject":"node","fields":[{"name":"node_id","type":"string","do'
    'c":"Node."},{"name":"note","type":"string","doc":"One sentence; empty: nothi'
    'ng any more."}],"namespace":"muster.task_events"},{"type":"record","name":"N'
    'odeFaultReported","doc":"The node\'s kernel wrote something that a rule of fa'
    'ilures knows; the line itself is not told.","subject":"node","fields":[{"nam'
    'e":"node_id","type":"string","doc":"Node."},{"name":"rule","type":"string","'
    'doc":"Rule."},{"name":"rules_version","type":"int","doc":"Version of the rul'
    'es by which the line was read."},{"name":"xid","type":["null","int"],"doc":"'
    'Number of NVIDIA\'s Xid; null: it is none.","default":null},{"name":"gpu","ty'
    'pe":"string","doc":"PCI address of the GPU; empty: none is named.","default"'
    ':""},{"name":"count","type":"long","doc":"Lines like it since the last repor'
    't.","default":1}],"namespace":"muster.task_events"},{"type":"record","name":'
    '"PreemptionPlanned","subject":"plan","doc":"These jobs would yield, then the'
    ' job that asks fits; the scheduler checks it first.","fields":[{"name":"plan'
    '_id","type":"string","doc":"Plan."},{"name":"job_id","type":"string","doc":"'
    'Job that asks; empty where a reservation does."},{"name":"tenant","type":"st'
    'ring","doc":"Tenant."},{"name":"queue","type":"string","doc":"Queue."},{"nam'
    'e":"cause","type":{"type":"enum","name":"PreemptionCause","doc":"What entitl'
    'es it.","symbols":["GUARANTEE","TIER","RESERVATION","TIME_SHARED","FAIRNESS"'
    '],"default":"TIER","namespace":"muster.job_events"},"doc":"What entitles it.'
    '"},{"name":"reservation","type":"string","doc":"Reservation that has begun; '
    'empty where a job asks.","default":""},{"name":"victims","type":{"type":"arr'
    'ay","items":{"type":"record","name":"PlannedVictim","doc":"A job that would '
    'yield, whole or down to fewer ranks.","fields":[{"name":"job_id","type":"str'
    'ing","doc":"Job."},{"name":"attempt","type":"int","doc":"The attempt that wo'
    'uld stop."},{"name":"tenant","type":"string","doc":"Tenant."},{"name":"queue'
    '","type":"string","doc":"Queue."},{"name":"user","type":"string","doc":"Who '
    'submitted it."},{"name":"ranks_kept","type":"int","doc":"Ranks it goes on wi'
    'th; 0: it is evicted and waits again."},{"name":"gpu_milli_freed","type":"lo'
    'ng","doc":"Thousandths of GPU that it would free."},{"name":"cost_gpu_ms","t'
    'ype":"long","doc":"Its part of the price, GPU milliseconds: its work since t'
    'he last checkpoint, its drain, a restart, and its delay by priority."},{"nam'
    'e":"lost_gpu_ms","type":"long","doc":"What it itself loses, GPU milliseconds'
    ": its work since the last checkpoint, or since its bind. 0: it saves before,"
    ' or the planner did not say.","default":0},{"name":"reason","type":{"type":"'
    'enum","name":"VictimReason","doc":"Why this job.","symbols":["BORROWS","LOWE'
    'R_TIER","ELASTIC_SURPLUS","HOLDS_RESERVED","MORE_SERVICE","BEYOND_DUE"],"def'
    'ault":"BORROWS","namespace":"muster.preemption_events"},"doc":"Why this job.'
    '"},{"name":"message","type":"string","doc":"One sentence for its owner."}],"'
    'namespace":"muster.preemption_events"}},"doc":"By job id."},{"name":"placeme'
    'nts","type":{"type":"array","items":{"type":"record","name":"PlannedRank","d'
    'oc":"Where one rank of the job would go.","fields":[{"name":"rank","type":"i'
    'nt","doc":"Rank."},{"name":"node_id","type":"string","doc":"Node."},{"name":'
    '"gpu_indices","type":{"type":"array","items":"int"},"doc":"GPUs."}],"namespa'
    'ce":"muster.preemption_events"}},"doc":"Where the job fits once they have yi'
    'elded, in rank order; none for a reservation."},{"name":"cost_gpu_ms","type"'
    ':"long","doc":"Price: the sum over the victims."},{"name":"cost_gpu_ms_min",'
    '"type":"long","doc":"No set of victims of the same rank costs less than this'
    '."},{"name":"exact","type":"boolean","doc":"No other set of victims is bette'
    'r; false: the price is within the bound above, but not proven best."},{"name'
    '":"gain_gpu_ms","type":"long","doc":"GPU milliseconds that the job has soone'
    'r."},{"name":"as_of_seq","type":"long","doc":"State of the scheduler\'s log t'
    'hat this is true of."},{"name":"expires_at_ms","type":"long","doc":"Void fro'
    'm then on, milliseconds since 1970 UTC."}],"namespace":"muster.preemption_ev'
    'ents"},{"type":"record","name":"CheckpointRemoved","doc":"The objects of a c'
    'heckpoint that had expired are gone; said again when it is done again.","sub'
    'ject":"checkpoint","fields":[{"name":"job_id","type":"string","doc":"Job."},'
    '{"name":"uri","type":"string","doc":"Of the one file that it was, or of the '
    'record of its parts."},{"name":"objects","type":"long","doc":"So many object'
    's were removed."},{"name":"freed_bytes","type":"long","doc":"Bytes that they'
    ' had."}],"namespace":"muster.checkpoint_events"},{"type":"record","name":"No'
    'deJoined","doc":"A node is known, or came back with other hardware.","subjec'
    't":"node","fields":[{"name":"node_id","type":"string","doc":"Node."},{"name"'
    ':"boot_id","type":"string","doc":"Boot of its agent."},{"name":"address","ty'
    'pe":"string","doc":"Address."},{"name":"port_first","type":"int","doc":"Firs'
    't rendezvous port."},{"name":"port_count","type":"int","doc":"How many."},{"'
    'name":"cpu_milli","type":"long","doc":"CPU."},{"name":"memory_mib","type":"l'
    'ong","doc":"Memory."},{"name":"gpu_model","type":"string","doc":"Model."},{"'
    'name":"gpu_memory_mib","type":"long","doc":"Memory of each GPU, MiB; 0 when '
    'unknown.","default":0},{"name":"gpu_count","type":"int","doc":"GPUs."},{"nam'
    'e":"executor","type":{"type":"enum","name":"Executor","doc":"How ranks run."'
    ',"symbols":["PROCESS","SIMULATED"],"default":"SIMULATED","namespace":"muster'
    '.node_heartbeats"},"doc":"How ranks run."},{"name":"lease_ms","type":"long",'
    '"doc":"Lease."},{"name":"interval_ms","type":"long","doc":"Heartbeat interva'
    'l."},{"name":"labels","type":{"type":"map","values":"string"},"doc":"Labels.'
    '","default":{}},{"name":"location","type":{"type":"record","name":"Location"'
    ',"doc":"A node\'s place in the network: each name is a unit within the next o'
    'ne; empty is unknown.","fields":[{"name":"nvlink_domain","type":"string","do'
    'c":"NVLink domain larger than the node; empty: the node is one by itself.","'
    'default":""},{"name":"leaf","type":"string","doc":"InfiniBand leaf switch.",'
    '"default":""},{"name":"spine","type":"string","doc":"Spine, or pod of leaves'
    '.","default":""},{"name":"cell","type":"string","doc":"Part of the network a'
    'bove the spines.","default":""}],"namespace":"muster.node_heartbeats"},"doc"'
    ':"Where it is in the network.","default":{"nvlink_domain":"","leaf":"","spin'
    'e":"","cell":""}},{"name":"taints","type":{"type":"array","items":"string"},'
    '"doc":"Only jobs that tolerate all of them are placed here; sorted.","defaul'
    't":[]},{"name":"sandbox","type":{"type":"enum","name":"Sandbox","doc":"What '
    'keeps jobs apart from the rest of a machine.","symbols":["NONE","NAMESPACES"'
    ',"BUBBLEWRAP"],"default":"NONE","namespace":"muster.node_heartbeats"},"doc":'
    '"What keeps jobs apart there.","default":"NONE"},{"name":"enforces","type":{'
    '"type":"array","items":{"type":"enum","name":"Enforced","doc":"What a node h'
    'olds jobs to.","symbols":["MEMORY","MEMORY_MEASURED","CPU","PROCESSES","OPEN'
    '_FILES","DEVICES","UNKNOWN"],"default":"UNKNOWN","namespace":"muster.node_he'
    'artbeats"}},"doc":"What it holds jobs to.","default":[]},{"name":"machine_bo'
    'ot_id","type":"string","doc":"Boot of the machine, by its kernel: another on'
    'e after each reboot; empty: unknown.","default":""}],"namespace":"muster.job'
    '_events"},{"type":"record","name":"NodeSuspected","doc":"Two beats missed: n'
    'othing new goes there; what runs goes on.","subject":"node","fields":[{"name'
    '":"node_id","type":"string","doc":"Node."},{"name":"silent_ms","type":"long"'
    ',"doc":"Time since its last beat."}],"namespace":"muster.job_events"},{"type'
    '":"record","name":"NodeRecovered","doc":"The node\'s heartbeats arrive again.'
    '","subject":"node","fields":[{"name":"node_id","type":"string","doc":"Node."'
    '}],"namespace":"muster.job_events"},{"type":"record","name":"NodeLost","doc"'
    ':"The lease ran out: its attempts are given up.","subject":"node","fields":['
    '{"name":"node_id","type":"string","doc":"Node."},{"name":"silent_ms","type":'
    '"long","doc":"Time since its last beat."}],"namespace":"muster.job_events"},'
    '{"type":"record","name":"NodeForgotten","doc":"The node was lost for so long'
    ' that nothing is kept of it; if it is heard again, it joins anew.","subject"'
    ':"node","fields":[{"name":"node_id","type":"string","doc":"Node."},{"name":"'
    'lost_ms","type":"long","doc":"Time since the leader knew it as lost."}],"nam'
    'espace":"muster.job_events"},{"type":"record","name":"NodeRefused","doc":"He'
    "artbeats that bear this name are invalid and are ignored. Said once by each "
    'leader.","subject":"node","fields":[{"name":"node_id","type":"string","doc":'
    '"The name they bear; at most 128 characters, control characters escaped."},{'
    '"name":"message","type":"string","doc":"Field, value and what is allowed."}]'
    ',"namespace":"muster.job_events"},{"type":"record","name":"NodeRelocated","d'
    'oc":"The network around the node has changed; what runs there goes on.","sub'
    'ject":"node","fields":[{"name":"node_id","type":"string","doc":"Node."},{"na'
    'me":"location","type":"muster.node_heartbeats.Location","doc":"Where it is n'
    'ow."}],"namespace":"muster.job_events"},{"type":"record","name":"GpuUnhealth'
    'y","doc":"Nothing new goes on this GPU.","subject":"node","fields":[{"name":'
    '"node_id","type":"string","doc":"Node."},{"name":"gpu_index","type":"int","d'
    'oc":"GPU."},{"name":"reason","type":"string","doc":"Why."}],"namespace":"mus'
    'ter.job_events"},{"type":"record","name":"GpuRecovered","doc":"The GPU is he'
    'althy again.","subject":"node","fields":[{"name":"node_id","type":"string","'
    'doc":"Node."},{"name":"gpu_index","type":"int","doc":"GPU."}],"namespace":"m'
    'uster.job_events"},{"type":"record","name":"CommandInvalid","doc":"A command'
    " that was turned away before it was sequenced; `code` and `message` say why "
    '(ADR 4, 55).","fields":[{"name":"command_id","type":"string","doc":"event_id'
    ' of the command."},{"name":"command","type":"string","doc":"Its record name.'
    '"},{"name":"subject","type":"string","doc":"Job, queue or node."},{"name":"t'
    'enant","type":"string","doc":"Tenant."},{"name":"code","type":{"type":"enum"'
    ',"name":"RejectionCode","aliases":["muster.job_events.RejectionCode"],"doc":'
    '"Kinds of refusal, the same for all services; each has its HTTP status.","sy'
    'mbols":["INVALID","ALREADY_EXISTS","NOT_FOUND","WRONG_STATE","IMPOSSIBLE_REQ'
    'UEST","UNKNOWN_QUEUE","QUEUE_NOT_EMPTY","FORBIDDEN","QUOTA_EXCEEDED","BAD_TR'
    'EE"],"default":"FORBIDDEN","namespace":"muster.command_answers"},"doc":"Kind'
    ' of refusal: it breaks a rule, or its sender may not send it.","default":"IN'
    'VALID"},{"name":"message","type":"string","doc":"For people."},{"name":"viol'
    'ations","type":{"type":"array","items":{"type":"record","name":"Violation","'
    'aliases":["muster.job_events.Violation"],"doc":"One thing wrong with a reque'
    'st.","fields":[{"name":"field","type":"string","doc":"Path of the field."},{'
    '"name":"value","type":"string","doc":"What was given, shortened."},{"name":"'
    'allowed","type":"string","doc":"What is allowed."}],"namespace":"muster.comm'
    'and_answers"}},"doc":"Field by field."}],"namespace":"muster.scheduler_log"}'
    ',{"type":"record","name":"LeaderElected","doc":"First input of an epoch.","f'
    'ields":[{"name":"epoch","type":"long","doc":"Epoch."},{"name":"leader_id","t'
    'ype":"string","doc":"Process that leads."}],"namespace":"muster.scheduler_lo'
    'g"},{"type":"record","name":"ClockTicked","doc":"A deadline of the core has '
    'passed.","fields":[],"namespace":"muster.scheduler_log"}],"doc":"What came i'
    'n."}],"namespace":"muster.scheduler_log"}},"doc":"In order."},{"name":"decis'
    'ions","type":{"type":"array","items":{"type":"record","name":"Decision","doc'
    '":"One consequence.","fields":[{"name":"event_id","type":"string","doc":"The'
    ' same as in the public topic."},{"name":"cause_seq","type":"long","doc":"seq'
    ' of the input it follows from."},{"name":"payload","type":[{"type":"record",'
    '"name":"CommandRejected","aliases":["muster.job_events.CommandRejected"],"do'
    'c":"A command that will not be carried out, and why.","subject":"command","f'
    'ields":[{"name":"command_id","type":"string","doc":"event_id of the command.'
    '"},{"name":"command","type":"string","doc":"Its record name."},{"name":"subj'
    'ect","type":"string","doc":"What it was about: a job, queue, node, or anothe'
    'r entity of the service."},{"name":"tenant","type":"string","doc":"Tenant."}'
    ',{"name":"code","type":"muster.command_answers.RejectionCode","doc":"Kind of'
    ' refusal."},{"name":"detail_code","type":"string","doc":"The service\'s own, '
    'finer code; its README lists them. Empty: `code` says all.","default":""},{"'
    'name":"message","type":"string","doc":"For people."},{"name":"violations","t'
    'ype":{"type":"array","items":"muster.command_answers.Violation"},"doc":"Fiel'
    'd by field.","default":[]}],"namespace":"muster.command_answers"},{"type":"r'
    'ecord","name":"CommandRepeated","aliases":["muster.job_events.CommandRepeate'
    'd"],"doc":"A command that was carried out before came again; nothing changed'
    '.","subject":"command","fields":[{"name":"command_id","type":"string","doc":'
    '"event_id of the command."},{"name":"command","type":"string","doc":"Its rec'
    'ord name."},{"name":"subject","type":"string","doc":"What it was about."}],"'
    'namespace":"muster.command_answers"},{"type":"record","name":"JobQueued","do'
    'c":"The job is accepted and waits.","subject":"job","fields":[{"name":"job_i'
    'd","type":"string","doc":"Job."},{"name":"tenant","type":"string","doc":"Ten'
    'ant."},{"name":"spec","type":"muster.job_commands.JobSpec","doc":"As accepte'
    'd."},{"name":"predicted_p50_ms","type":["null","long"],"doc":"Predicted medi'
    'an run time of an attempt; null: unknown.","default":null},{"name":"predicte'
    'd_p90_ms","type":["null","long"],"doc":"Predicted 90th percentile of the run'
    ' time; null: unknown.","default":null}],"namespace":"muster.job_events"},{"t'
    'ype":"record","name":"JobPending","doc":"Why the job is not placed; sent whe'
    'n the reason changes.","subject":"job","fields":[{"name":"job_id","type":"st'
    'ring","doc":"Job."},{"name":"code","type":{"type":"enum","name":"PendingCode'
    '","doc":"Stable codes for why a job waits.","symbols":["NO_NODES","MODEL_ABS'
    'ENT","TOO_LARGE","CLUSTER_TOO_SMALL","GPUS_BUSY","GPUS_FRAGMENTED","FRACTION'
    'S_FRAGMENTED","CPU_SHORT","MEMORY_SHORT","NODES_UNSCHEDULABLE","LABELS_ABSEN'
    'T","TAINTS_UNTOLERATED","GPU_MEMORY_SHORT","SANDBOX_ABSENT","SPOT_EXCLUDED",'
    '"ROOM_ON_SPOT_ONLY","NODES_AVOIDED","MAINTENANCE_AHEAD","GANG_SHORT","TOPOLO'
    'GY_SHORT","HELD_FOR_HEAD","NODES_RESERVED","RETRY_BACKOFF","SUSPENDED","QUEU'
    'ED","QUOTA_EXHAUSTED","JOB_LIMIT","GEOMETRY_FROZEN","QUEUE_SUSPENDED"],"defa'
    'ult":"QUEUED","namespace":"muster.job_events"},"doc":"The one dominant reaso'
    'n."},{"name":"message","type":"string","doc":"One sentence."},{"name":"count'
    's","type":{"type":"map","values":"long"},"doc":"Numbers behind it.","default'
    '":{}}],"namespace":"muster.job_events"},{"type":"record","name":"PreemptionR'
    'equested","doc":"A job or a reservation is due GPUs that others hold; who yi'
    'elds is decided elsewhere.","subject":"plan","fields":[{"name":"job_id","typ'
    'e":"string","doc":"Job; empty where a reservation is due them."},{"name":"ca'
    'use","type":"muster.job_events.PreemptionCause","doc":"What entitles it."},{'
    '"name":"queue","type":"string","doc":"Its queue."},{"name":"tenant","type":"'
    'string","doc":"Tenant."},{"name":"jobs","type":"int","doc":"Number of equal '
    "jobs of its queue, this one included, that are due the resources they reques"
    't.","default":1},{"name":"gpu_milli_missing","type":"long","doc":"Thousandth'
    's of GPU that they wait for."},{"name":"gpu_models","type":{"type":"array","'
    'items":"string"},"doc":"Models it accepts, sorted; empty for any.","default"'
    ':[]},{"name":"borrowers","type":{"type":"array","items":{"type":"record","na'
    'me":"Borrower","doc":"A queue beyond its guarantee.","fields":[{"name":"queu'
    'e","type":"string","doc":"Name."},{"name":"tenant","type":"string","doc":"Te'
    'nant."},{"name":"gpu_milli_borrowed","type":"long","doc":"Beyond its guarant'
    'ee, thousandths of GPU."}],"namespace":"muster.job_events"}},"doc":"Queues t'
    'hat hold lent GPUs, most first.","default":[]},{"name":"as_of_seq","type":"l'
    'ong","doc":"State of the log that this is true of."},{"name":"reservation","'
    'type":"string","doc":"Reservation that has begun; empty where a job is due t'
    'hem.","default":""},{"name":"holders","type":{"type":"array","items":"string'
    '"},"doc":"Jobs that may yield, where the request says which: those that stil'
    "l hold its nodes, or have had more service; sorted; never production inferen"
    'ce.","default":[]}],"namespace":"muster.job_events"},{"type":"record","name"'
    ':"ReservationMade","doc":"Nodes are kept for the job that heads the line and'
    ' does not fit; takes the place of its last one.","subject":"plan","fields":['
    '{"name":"job_id","type":"string","doc":"Job."},{"name":"node_ids","type":{"t'
    'ype":"array","items":"string"},"doc":"Reserved: other jobs may be placed the'
    're only if they are predicted to end before starts_at_ms."},{"name":"starts_'
    'at_ms","type":["null","long"],"doc":"When the nodes are predicted to have ro'
    'om for it; null: unknown.","default":null},{"name":"kept_until_ms","type":"l'
    'ong","doc":"When, the job not started, nodes are chosen anew."},{"name":"by_'
    'limits","type":"boolean","doc":"Whether only wall-time limits were used to p'
    'redict, because an earlier reservation of the job was not kept.","default":f'
    'alse}],"namespace":"muster.job_events"},{"type":"record","name":"Reservation'
    'Released","doc":"The nodes reserved for a job are released.","subject":"plan'
    '","fields":[{"name":"job_id","type":"string","doc":"Job."},{"name":"reason",'
    '"type":{"type":"enum","name":"ReleaseReason","doc":"Why.","symbols":["STARTE'
    'D","NO_LONGER_WAITS","NO_LONGER_HEAD","IN_VAIN"],"default":"NO_LONGER_WAITS"'
    ',"namespace":"muster.job_events"},"doc":"Why."},{"name":"again_at_ms","type"'
    ':["null","long"],"doc":"When nodes are kept for it again, as it still heads '
    'the line; null: not for this reason.","default":null}],"namespace":"muster.j'
    'ob_events"},{"type":"record","name":"DefragmentationProposed","doc":"Moves o'
    "f running jobs that would let a job start that free GPUs in all suffice for."
    '","subject":"plan","fields":[{"name":"job_id","type":"string","doc":"The job'
    ' that would start."},{"name":"moves","type":{"type":"array","items":{"type":'
    '"record","name":"Move","doc":"One job that would go on elsewhere.","fields":'
    '[{"name":"job_id","type":"string","doc":"Job."},{"name":"from_node_ids","typ'
    'e":{"type":"array","items":"string"},"doc":"Where it is, sorted."},{"name":"'
    'to_node_ids","type":{"type":"array","items":"string"},"doc":"Where it would '
    'go, sorted."},{"name":"lost_gpu_ms","type":"long","doc":"GPU milliseconds: i'
    'ts GPUs times what it ran since its last checkpoint, and a restart."}],"name'
    'space":"muster.job_events"}},"doc":"By job."},{"name":"cost_gpu_ms","type":"'
    'long","doc":"GPU milliseconds that all moves lose."},{"name":"benefit_gpu_ms'
    '","type":"long","doc":"GPU milliseconds that the job would have sooner: its '
    'GPUs times the wait it is spared."},{"name":"carried_out","type":"boolean","'
    'doc":"The moves begin now."}],"namespace":"muster.job_events"},{"type":"reco'
    'rd","name":"StartPredicted","doc":"When a waiting job will start, predicted '
    'now and then so that the cell learns from what comes.","subject":"plan","fie'
    'lds":[{"name":"job_id","type":"string","doc":"Job."},{"name":"wait_ms","type'
    '":"long","doc":"How much longer it will wait, the best single estimate, mill'
    'iseconds."},{"name":"wait_low_ms","type":["null","long"],"doc":"Start of the'
    " range that is stated, milliseconds from now; null: too little is learned fo"
    'r a range.","default":null},{"name":"wait_high_ms","type":["null","long"],"d'
    'oc":"End of the range that is stated, milliseconds from now.","default":null'
    '},{"name":"signs","type":{"type":"array","items":"int"},"doc":"What it was c'
    "omputed from, as logarithms in 1/256 octave: one, the soonest start with its"
    " equals ahead only, the time waited, the number of waiting jobs, the amount "
    'requested, the position among its equals."}],"namespace":"muster.job_events"'
    '},{"type":"record","name":"GangBound","doc":"Every rank has its place; order'
    's to start are in the same transaction.","subject":"job","fields":[{"name":"'
    'job_id","type":"string","doc":"Job."},{"name":"attempt","type":"int","doc":"'
    'Attempt."},{"name":"placements","type":{"type":"array","items":{"type":"reco'
    'rd","name":"RankPlacement","doc":"Where one rank runs.","fields":[{"name":"r'
    'ank","type":"int","doc":"Rank."},{"name":"node_id","type":"string","doc":"No'
    'de."},{"name":"gpu_indices","type":{"type":"array","items":"int"},"doc":"GPU'
    's."},{"name":"gpu_milli","type":"int","doc":"Thousandths of each."},{"name":'
    '"sharing","type":{"type":"enum","name":"Sharing","doc":"How a rank shares it'
    's GPUs: not; inside its team by MPS or in turns; by a MIG instance.","symbol'
    's":["EXCLUSIVE","MPS","TIME_SLICING","MIG"],"default":"EXCLUSIVE","namespace'
    '":"muster.node_commands"},"doc":"Who else may be on them.","default":"EXCLUS'
    'IVE"},{"name":"mig_profile","type":["null","string"],"doc":"Profile of the M'
    'IG instance it gets.","default":null},{"name":"mig_start","type":["null","in'
    't"],"doc":"First memory slice of that instance.","default":null}],"namespace'
    '":"muster.job_events"}},"doc":"One per rank."},{"name":"master_address","typ'
    'e":"string","doc":"Rank 0\'s address."},{"name":"master_port","type":"int","d'
    'oc":"Rendezvous port."},{"name":"waited_ms","type":"long","doc":"Since the j'
    'ob was last queued."},{"name":"reason","type":"string","doc":"Why there.","d'
    'efault":""},{"name":"tenant","type":"string","doc":"Whose job it is.","defau'
    'lt":""},{"name":"queue","type":"string","doc":"The job\'s queue.","default":"'
    '"},{"name":"each","type":["null",{"type":"record","name":"RankShape","doc":"'
    "What each rank of a gang holds on its node, besides the GPUs of its placemen"
    't.","fields":[{"name":"cpu_milli","type":"long","doc":"Thousandths of a CPU '
    'core."},{"name":"memory_mib","type":"long","doc":"Host memory."},{"name":"gp'
    'u_models","type":{"type":"array","items":"string"},"doc":"GPU models it woul'
    'd accept, sorted; empty: any.","default":[]},{"name":"sharing_key","type":"s'
    'tring","doc":"Ranks with the same key share GPUs (a trust domain and a way o'
    'f sharing); `mig`: a MIG instance of its own; empty: not shared.","default":'
    '""}],"namespace":"muster.job_events"}],"doc":"What each rank holds; null: an'
    ' earlier version wrote it.","default":null}],"namespace":"muster.job_events"'
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
    'GPUS"],"default":"WALL_TIME","namespace":"muster.job_events"},"doc":"Which o'
    'ne."},{"name":"action","type":{"type":"enum","name":"WatchdogAction","doc":"'
    "What follows: nothing; the attempt ends, and another is a matter of the job'"
    's retries; the job ends.","symbols":["TOLD","RETRIED","ENDED"],"default":"TO'
    'LD","namespace":"muster.job_events"},"doc":"What follows."},{"name":"message'
    '","type":"string","doc":"What was found, for people."},{"name":"node_id","ty'
    'pe":["null","string"],"doc":"Where; null: the whole gang.","default":null},{'
    '"name":"rank","type":["null","int"],"doc":"Which rank; null: all, or unknown'
    '.","default":null}],"namespace":"muster.job_events"},{"type":"record","name"'
    ':"JobStopping","doc":"Ranks have been ordered to stop.","subject":"job","fie'
    'lds":[{"name":"job_id","type":"string","doc":"Job."},{"name":"attempt","type'
    '":"int","doc":"Attempt."},{"name":"reason","type":"string","doc":"Why."},{"n'
    'ame":"requeues","type":"boolean","doc":"It waits again once it has stopped, '
    'and the attempt counts neither as failed nor as lost.","default":false},{"na'
    'me":"plan_id","type":"string","doc":"The preemption plan that it yields by; '
    'empty: it stops for another reason.","default":""},{"name":"yields_to","type'
    '":"string","doc":"The job that it yields to; empty: none.","default":""},{"n'
    'ame":"cause","type":{"type":"enum","name":"StopCause","doc":"What kind of ev'
    'ent stopped it.","symbols":["UNSTATED","SPOT_RECLAIM"],"default":"UNSTATED",'
    '"namespace":"muster.job_events"},"doc":"What kind of event stopped it.","def'
    'ault":"UNSTATED"},{"name":"save_bytes","type":["null","long"],"doc":"What it'
    ' is believed to have to save, bytes; null: not known, or not asked.","defaul'
    't":null},{"name":"saves_until_ms","type":["null","long"],"doc":"When that is'
    " believed to be stored, milliseconds since 1970 UTC; null: not known, or it "
    'is not asked to save.","default":null},{"name":"save_bytes_per_s","type":["n'
    'ull","long"],"doc":"What it has of the store\'s bandwidth until it has stoppe'
    'd, bytes per second; null: it is not asked to save.","default":null}],"names'
    'pace":"muster.job_events"},{"type":"record","name":"SaveTooLarge","doc":"A j'
    'ob cannot store its state before its node is taken away, and loses work.","s'
    'ubject":"job","fields":[{"name":"job_id","type":"string","doc":"Job."},{"nam'
    'e":"attempt","type":"int","doc":"Attempt."},{"name":"node_id","type":"string'
    '","doc":"The node that goes first."},{"name":"save_bytes","type":"long","doc'
    '":"What it has to save, bytes."},{"name":"fits_bytes","type":"long","doc":"W'
    'hat can be stored in the time that is left beside the others, bytes."},{"nam'
    'e":"deadline_ms","type":"long","doc":"When the node is gone, milliseconds si'
    'nce 1970 UTC."},{"name":"lost_gpu_ms","type":"long","doc":"GPU milliseconds '
    'since its last checkpoint, or since its start."}],"namespace":"muster.job_ev'
    'ents"},{"type":"record","name":"PreemptionAccepted","doc":"A preemption plan'
    ' is carried out: victims stop, nodes are held for the job.","subject":"plan"'
    ',"fields":[{"name":"plan_id","type":"string","doc":"Plan."},{"name":"job_id"'
    ',"type":"string","doc":"Job that the victims yield to; empty: a reservation.'
    '"},{"name":"reservation","type":"string","doc":"Capacity reservation whose n'
    'odes the victims leave; empty: they yield to a job.","default":""},{"name":"'
    'victims","type":{"type":"array","items":{"type":"record","name":"YieldingJob'
    '","doc":"A job that yields, whole or down to fewer ranks.","fields":[{"name"'
    ':"job_id","type":"string","doc":"Job."},{"name":"attempt","type":"int","doc"'
    ':"The attempt that stops."},{"name":"ranks_kept","type":"int","doc":"Ranks i'
    't goes on with; 0: it waits again.","default":0}],"namespace":"muster.job_ev'
    'ents"}},"doc":"By job id."},{"name":"placements","type":{"type":"array","ite'
    'ms":"muster.job_events.RankPlacement"},"doc":"Where the job is to go, in ran'
    'k order; these nodes are held for it."},{"name":"held_until_ms","type":"long'
    '","doc":"They are held at most until then, milliseconds since 1970 UTC."},{"'
    'name":"cost_gpu_ms","type":"long","doc":"Price as planned, GPU milliseconds.'
    '"},{"name":"as_of_seq","type":"long","doc":"State of the scheduler\'s log tha'
    't the plan was made from."}],"namespace":"muster.job_events"},{"type":"recor'
    'd","name":"PreemptionRefused","doc":"A preemption plan is not carried out; n'
    'obody stops because of it.","subject":"plan","fields":[{"name":"plan_id","ty'
    'pe":"string","doc":"Plan."},{"name":"job_id","type":"string","doc":"Job that'
    ' the victims would have yielded to; empty: a reservation."},{"name":"reserva'
    'tion","type":"string","doc":"Capacity reservation whose nodes the victims le'
    'ave; empty: they yield to a job.","default":""},{"name":"code","type":{"type'
    '":"enum","name":"RefusalCode","doc":"Why.","symbols":["EXPIRED","INVALID","U'
    'NDER_WAY","NOT_WAITING","NOT_ENTITLED","NOT_NEEDED","VICTIM_GONE","VICTIM_PR'
    'OTECTED","VICTIM_TOO_YOUNG","VICTIM_LIMIT","PAIR","NO_ROOM"],"default":"INVA'
    'LID","namespace":"muster.job_events"},"doc":"Why."},{"name":"reason","type":'
    '"string","doc":"For people."}],"namespace":"muster.job_events"},{"type":"rec'
    'ord","name":"HoldMade","subject":"plan","doc":"Others move so that a waiting'
    ' job fits; nodes are held for it until then.","fields":[{"name":"plan_id","t'
    'ype":"string","doc":"Plan."},{"name":"job_id","type":"string","doc":"Job tha'
    't the others make room for."},{"name":"victims","type":{"type":"array","item'
    's":"muster.job_events.YieldingJob"},"doc":"Jobs that move, by id; they go on'
    ' with as many ranks as they have."},{"name":"placements","type":{"type":"arr'
    'ay","items":"muster.job_events.RankPlacement"},"doc":"Where the job is to go'
    ', in rank order."},{"name":"node_ids","type":{"type":"array","items":"string'
    '"},"doc":"The nodes that are held, sorted: these, and those that the others '
    'go to."},{"name":"held_until_ms","type":"long","doc":"They are held at most '
    'until then, milliseconds since 1970 UTC."}],"namespace":"muster.job_events"}'
    ',{"type":"record","name":"HoldReleased","doc":"What victims of a preemption '
    'plan freed is no longer held for the job they yielded to.","subject":"plan",'
    '"fields":[{"name":"plan_id","type":"string","doc":"Plan."},{"name":"job_id",'
    '"type":"string","doc":"Job that it was held for."},{"name":"reason","type":{'
    '"type":"enum","name":"HoldReleaseReason","doc":"Why.","symbols":["STARTED","'
    'NO_LONGER_WAITS","NO_ROOM","EXPIRED"],"default":"NO_LONGER_WAITS","namespace'
    '":"muster.job_events"},"doc":"STARTED: it was bound. NO_LONGER_WAITS: it was'
    " cancelled or suspended. NO_ROOM: all have yielded, and it still does not fi"
    't. EXPIRED: they took too long."}],"namespace":"muster.job_events"},{"type":'
    '"record","name":"FragmentationSustained","subject":"plan","doc":"GPU stays f'
    "ree and scattered while jobs wait that need no more: moves are planned for a"
    'll these.","fields":[{"name":"job_id","type":"string","doc":"The first of th'
    'ese jobs."},{"name":"since_ms","type":"long","doc":"Since when, milliseconds'
    ' since 1970 UTC."},{"name":"gpu_milli_scattered","type":"long","doc":"Most G'
    'PU that is free for one of these jobs, thousandths."},{"name":"gpu_milli_tot'
    'al","type":"long","doc":"GPU of the cluster, thousandths."},{"name":"jobs","'
    'type":"int","doc":"How many jobs wait so."}],"namespace":"muster.job_events"'
    '},{"type":"record","name":"FragmentationEased","subject":"plan","doc":"What '
    'was told by FragmentationSustained is over.","fields":[{"name":"job_id","typ'
    'e":"string","doc":"The job that was named then."},{"name":"since_ms","type":'
    '"long","doc":"Since when it was so, milliseconds since 1970 UTC."},{"name":"'
    'gpu_milli_scattered","type":"long","doc":"What is free and scattered now, th'
    'ousandths of GPU; not beyond the policy\'s bound."}],"namespace":"muster.job_'
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
    't_before_ms","type":"long","doc":"Earliest time of the next attempt."},{"nam'
    'e":"memory_mib","type":["null","long"],"doc":"Memory of each rank from the n'
    'ext attempt on, MiB; null: as before.","default":null}],"namespace":"muster.'
    'job_events"},{"type":"record","name":"JobSucceeded","doc":"Every rank ended '
    'with exit code 0.","subject":"job","fields":[{"name":"job_id","type":"string'
    '","doc":"Job."},{"name":"attempt","type":"int","doc":"Attempt."}],"namespace'
    '":"muster.job_events"},{"type":"record","name":"JobFailed","doc":"The job is'
    ' over and did not succeed.","subject":"job","fields":[{"name":"job_id","type'
    '":"string","doc":"Job."},{"name":"attempt","type":"int","doc":"Attempt."},{"'
    'name":"reason","type":"string","doc":"Why."},{"name":"exit_code","type":["nu'
    'll","int"],"doc":"Of the first failing rank.","default":null}],"namespace":"'
    'muster.job_events"},{"type":"record","name":"JobCancelled","doc":"The job wa'
    's cancelled and nothing of it runs.","subject":"job","fields":[{"name":"job_'
    'id","type":"string","doc":"Job."},{"name":"requested_by","type":"string","do'
    'c":"Who asked."},{"name":"reason","type":"string","doc":"Why."}],"namespace"'
    ':"muster.job_events"},{"type":"record","name":"JobSuspended","doc":"The job '
    'was suspended and nothing of it runs.","subject":"job","fields":[{"name":"jo'
    'b_id","type":"string","doc":"Job."},{"name":"requested_by","type":"string","'
    'doc":"Who asked."},{"name":"reason","type":"string","doc":"Why."}],"namespac'
    'e":"muster.job_events"},{"type":"record","name":"JobResumed","doc":"A suspen'
    'ded job waits again.","subject":"job","fields":[{"name":"job_id","type":"str'
    'ing","doc":"Job."},{"name":"requested_by","type":"string","doc":"Who asked."'
    '}],"namespace":"muster.job_events"},{"type":"record","name":"CheckpointRecor'
    'ded","doc":"All of a checkpoint is safe in S3; the next attempt begins from '
    'it.","subject":"job","fields":[{"name":"job_id","type":"string","doc":"Job."'
    '},{"name":"attempt","type":"int","doc":"Attempt."},{"name":"rank","type":"in'
    't","doc":"Rank that wrote it."},{"name":"file","type":"string","doc":"File n'
    'ame: the one file that it is, or the record of its parts."},{"name":"uri","t'
    'ype":"string","doc":"Where."},{"name":"sha256","type":"string","doc":"Of tha'
    't file."},{"name":"size_bytes","type":"long","doc":"Of all its files, of all'
    ' ranks together."},{"name":"files","type":"int","doc":"So many files.","defa'
    'ult":1},{"name":"unchanged_bytes","type":"long","doc":"Of these, in files th'
    'at had not changed and were in the store before.","default":0},{"name":"step'
    '","type":["null","long"],"doc":"Step after which it was saved; null: it is o'
    'ne file, which does not say.","default":null}],"namespace":"muster.job_event'
    's"},{"type":"record","name":"CheckpointExpired","doc":"A checkpoint is kept '
    'no longer; it is to be removed from the store.","subject":"checkpoint","fiel'
    'ds":[{"name":"job_id","type":"string","doc":"Job."},{"name":"tenant","type":'
    '"string","doc":"Tenant."},{"name":"attempt","type":"int","doc":"Attempt that'
    ' saved it."},{"name":"rank","type":"int","doc":"Rank in whose folder its fil'
    'e lay."},{"name":"file","type":"string","doc":"File name: the one file that '
    'it is, or the record of its parts."},{"name":"uri","type":"string","doc":"Of'
    ' that file."},{"name":"sha256","type":"string","doc":"Of that file."},{"name'
    '":"size_bytes","type":"long","doc":"Of all its files."},{"name":"step","type'
    '":["null","long"],"doc":"Step after which it was saved; null: it is one file'
    '.","default":null},{"name":"kept_before","type":["null","string"],"doc":"Add'
    "ress of the record of the nearest one before it, of the same attempt, that i"
    's kept: what both name stays; null: there is none.","default":null}],"namesp'
    'ace":"muster.job_events"},{"type":"record","name":"CheckpointDeleted","doc":'
    '"A checkpoint that had expired is removed from the store.","subject":"checkp'
    'oint","fields":[{"name":"job_id","type":"string","doc":"Job."},{"name":"tena'
    'nt","type":"string","doc":"Tenant."},{"name":"attempt","type":"int","doc":"A'
    'ttempt that saved it."},{"name":"rank","type":"int","doc":"Rank in whose fol'
    'der its file lay."},{"name":"file","type":"string","doc":"File name: the one'
    ' file that it was, or the record of its parts."},{"name":"uri","type":"strin'
    'g","doc":"Of that file."},{"name":"objects","type":"long","doc":"So many obj'
    'ects were removed; files that a kept checkpoint names, too, stay."},{"name":'
    '"freed_bytes","type":"long","doc":"Bytes that they had."}],"namespace":"must'
    'er.job_events"},"muster.job_events.NodeJoined","muster.job_events.NodeSuspec'
    'ted","muster.job_events.NodeRecovered","muster.job_events.NodeLost","muster.'
    'job_events.NodeForgotten","muster.job_events.NodeRefused",{"type":"record","'
    'name":"NodeCordoned","doc":"Nothing new goes there.","subject":"node","field'
    's":[{"name":"node_id","type":"string","doc":"Node."},{"name":"requested_by",'
    '"type":"string","doc":"Who."},{"name":"reason","type":"string","doc":"Why."}'
    '],"namespace":"muster.job_events"},{"type":"record","name":"NodeUncordoned",'
    '"doc":"Work goes there again.","subject":"node","fields":[{"name":"node_id",'
    '"type":"string","doc":"Node."},{"name":"requested_by","type":"string","doc":'
    '"Who."}],"namespace":"muster.job_events"},{"type":"record","name":"NodeDrain'
    'ing","doc":"Nothing new is placed on the node, and what runs there is moved.'
    '","subject":"node","fields":[{"name":"node_id","type":"string","doc":"Node."'
    '},{"name":"requested_by","type":"string","doc":"Operator."},{"name":"reason"'
    ',"type":"string","doc":"Why.","default":""}],"namespace":"muster.job_events"'
    '},{"type":"record","name":"NodeUndrained","doc":"Work may be placed on the n'
    'ode again.","subject":"node","fields":[{"name":"node_id","type":"string","do'
    'c":"Node."},{"name":"requested_by","type":"string","doc":"Operator."}],"name'
    'space":"muster.job_events"},{"type":"record","name":"NodeTagged","doc":"What'
    ' operators say of the node, beside what it announces, from now on.","subject'
    '":"node","fields":[{"name":"node_id","type":"string","doc":"Node."},{"name":'
    '"labels","type":{"type":"map","values":"string"},"doc":"Labels; they win ove'
    'r announced ones.","default":{}},{"name":"taints","type":{"type":"array","it'
    'ems":"string"},"doc":"Taints, sorted.","default":[]},{"name":"requested_by",'
    '"type":"string","doc":"Operator."}],"namespace":"muster.job_events"},{"type"'
    ':"record","name":"MaintenanceScheduled","doc":"The node will be closed for a'
    ' time: only work that is predicted to end before is placed there.","subject"'
    ':"node","fields":[{"name":"node_id","type":"string","doc":"Node."},{"name":"'
    'starts_at_ms","type":"long","doc":"From when, milliseconds since 1970 UTC."}'
    ',{"name":"ends_at_ms","type":"long","doc":"Until when."},{"name":"requested_'
    'by","type":"string","doc":"Operator."},{"name":"reason","type":"string","doc'
    '":"Why.","default":""}],"namespace":"muster.job_events"},{"type":"record","n'
    'ame":"MaintenanceStarted","doc":"The node\'s window has begun: it is closed, '
    'and what still runs there is moved.","subject":"node","fields":[{"name":"nod'
    'e_id","type":"string","doc":"Node."}],"namespace":"muster.job_events"},{"typ'
    'e":"record","name":"MaintenanceEnded","doc":"The node\'s window is over, or w'
    'as called off.","subject":"node","fields":[{"name":"node_id","type":"string"'
    ',"doc":"Node."},{"name":"requested_by","type":["null","string"],"doc":"Opera'
    'tor who called it off; null: its time was over.","default":null}],"namespace'
    '":"muster.job_events"},{"type":"record","name":"NodeReclaiming","doc":"The n'
    "ode will be taken away: nothing new is placed there, and what runs there sav"
    'es and leaves.","subject":"node","fields":[{"name":"node_id","type":"string"'
    ',"doc":"Node."},{"name":"notice_id","type":"string","doc":"Which announcemen'
    't; another one takes the place of the last."},{"name":"deadline_ms","type":['
    '"null","long"],"doc":"When it is gone, milliseconds since 1970 UTC; null: it'
    ' is at risk, and what runs there stays.","default":null},{"name":"source","t'
    'ype":"muster.task_events.ReclaimSource","doc":"Who announced it."},{"name":"'
    'requested_by","type":"string","doc":"Operator; empty: the node\'s provider.",'
    '"default":""},{"name":"reason","type":"string","doc":"For people.","default"'
    ':""}],"namespace":"muster.job_events"},{"type":"record","name":"NodeSpared",'
    '"doc":"The node is not taken away after all, or is there again: work may be '
    'placed on it.","subject":"node","fields":[{"name":"node_id","type":"string",'
    '"doc":"Node."},{"name":"requested_by","type":"string","doc":"Operator; empty'
    ': the node\'s provider.","default":""},{"name":"reason","type":"string","doc"'
    ':"For people.","default":""}],"namespace":"muster.job_events"},{"type":"reco'
    'rd","name":"NodeNoted","doc":"What is wrong with the node by its own account'
    '.","subject":"node","fields":[{"name":"node_id","type":"string","doc":"Node.'
    '"},{"name":"note","type":"string","doc":"One sentence; empty: nothing any mo'
    're."}],"namespace":"muster.job_events"},{"type":"record","name":"NodeFaulted'
    '","doc":"The node\'s kernel reported a fault that a rule of failures knows.",'
    '"subject":"node","fields":[{"name":"node_id","type":"string","doc":"Node."},'
    '{"name":"rule","type":"string","doc":"Rule."},{"name":"rules_version","type"'
    ':"int","doc":"Version of the rules in effect."},{"name":"xid","type":["null"'
    ',"int"],"doc":"Number of NVIDIA\'s Xid; null: it is none.","default":null},{"'
    'name":"gpu","type":"string","doc":"PCI address of the GPU; empty: none is na'
    'med.","default":""},{"name":"node_action","type":"string","doc":"What the ru'
    'le demands for the node."},{"name":"strike","type":"int","doc":"Which strike'
    ' of the node it is, from 1; 0: it does not count.","default":0},{"name":"clo'
    'ses","type":"boolean","doc":"Whether the node is closed for it.","default":f'
    'alse},{"name":"message","type":"string","doc":"For people: what happened, wh'
    'at the node needs, and what it had before."}],"namespace":"muster.job_events'
    '"},"muster.job_events.NodeRelocated","muster.job_events.GpuUnhealthy","muste'
    'r.job_events.GpuRecovered",{"type":"record","name":"GpuGeometryChanged","doc'
    '":"An empty GPU was cut, to take MIG instances and nothing else, or made who'
    'le again.","subject":"node","fields":[{"name":"node_id","type":"string","doc'
    '":"Node."},{"name":"gpu_index","type":"int","doc":"GPU."},{"name":"cut","typ'
    'e":"boolean","doc":"True: MIG mode. False: whole."},{"name":"for_job_id","ty'
    'pe":"string","doc":"The waiting job that needed it."}],"namespace":"muster.j'
    'ob_events"},{"type":"record","name":"QueueCreated","doc":"A queue exists.","'
    'subject":"queue","fields":[{"name":"queue","type":"string","doc":"Name."},{"'
    'name":"tenant","type":"string","doc":"Tenant."},{"name":"description","type"'
    ':"string","doc":"For people."},{"name":"requested_by","type":"string","doc":'
    '"Who."},{"name":"settings","type":["null","muster.queue_commands.QueueSettin'
    'gs"],"doc":"Shares and limits; null for none.","default":null}],"namespace":'
    '"muster.job_events"},{"type":"record","name":"QueueConfigured","doc":"A queu'
    'e has other shares and limits.","subject":"queue","fields":[{"name":"queue",'
    '"type":"string","doc":"Name."},{"name":"tenant","type":"string","doc":"Tenan'
    't."},{"name":"settings","type":"muster.queue_commands.QueueSettings","doc":"'
    'All of them."},{"name":"requested_by","type":"string","doc":"Who."}],"namesp'
    'ace":"muster.job_events"},{"type":"record","name":"QueueMeasured","doc":"Wha'
    "t a queue and those below it use, and what is due to it; sent when it change"
    'd, now and then.","subject":"queue","fields":[{"name":"queue","type":"string'
    '","doc":"Name."},{"name":"tenant","type":"string","doc":"Tenant."},{"name":"'
    'gpu_milli_used","type":"long","doc":"Held, thousandths of GPU."},{"name":"gp'
    'u_milli_used_by_model","type":{"type":"map","values":"long"},"doc":"Per mode'
    'l."},{"name":"cpu_milli_used","type":"long","doc":"Held, thousandths of a co'
    're."},{"name":"memory_mib_used","type":"long","doc":"Held, MiB."},{"name":"g'
    'pu_milli_borrowed","type":"long","doc":"Of what is used, beyond the guarante'
    'e."},{"name":"gpu_milli_lent","type":"long","doc":"Of the guarantee, unused:'
    ' others may have it."},{"name":"share_ppm","type":"long","doc":"Dominant par'
    't of the cluster that it holds now, millionths."},{"name":"share_due_ppm","t'
    'ype":"long","doc":"Part of the cluster due to it by weight among its busy ne'
    'ighbours, millionths."},{"name":"usage_gpu_ms","type":"long","doc":"Weighted'
    ' usage over the window: GPU milliseconds at model price, decayed."},{"name":'
    '"credit_gpu_ms","type":"long","doc":"Burst credit, the same unit."},{"name":'
    '"jobs_running","type":"int","doc":"Jobs that hold GPUs."},{"name":"jobs_pend'
    'ing","type":"int","doc":"Jobs that wait."}],"namespace":"muster.job_events"}'
    ',{"type":"record","name":"QueueDeleted","doc":"A queue is gone.","subject":"'
    'queue","fields":[{"name":"queue","type":"string","doc":"Name."},{"name":"ten'
    'ant","type":"string","doc":"Tenant."},{"name":"requested_by","type":"string"'
    ',"doc":"Who."}],"namespace":"muster.job_events"},{"type":"record","name":"Ca'
    'pacityReserved","doc":"Nodes are reserved for a queue.","subject":"reservati'
    'on","fields":[{"name":"reservation","type":"string","doc":"Name."},{"name":"'
    'tenant","type":"string","doc":"Tenant."},{"name":"queue","type":"string","do'
    'c":"Whose jobs may be placed there, and those of the queues below it."},{"na'
    'me":"gpu_model","type":"string","doc":"GPU model of the nodes."},{"name":"gp'
    'u_count","type":"int","doc":"GPUs of the nodes together."},{"name":"node_ids'
    '","type":{"type":"array","items":"string"},"doc":"Sorted. Until it starts, o'
    'ther jobs are placed there only if they are predicted to end before."},{"nam'
    'e":"starts_at_ms","type":"long","doc":"From when."},{"name":"ends_at_ms","ty'
    'pe":"long","doc":"Until when."},{"name":"requested_by","type":"string","doc"'
    ':"Who."}],"namespace":"muster.job_events"},{"type":"record","name":"Capacity'
    'Reassigned","doc":"A reservation has other nodes: some of its own were close'
    'd or lost.","subject":"reservation","fields":[{"name":"reservation","type":"'
    'string","doc":"Name."},{"name":"tenant","type":"string","doc":"Tenant."},{"n'
    'ame":"queue","type":"string","doc":"Whose jobs may be placed there, and thos'
    'e of the queues below it."},{"name":"node_ids","type":{"type":"array","items'
    '":"string"},"doc":"All of them now, sorted."},{"name":"reason","type":"strin'
    'g","doc":"Why."}],"namespace":"muster.job_events"},{"type":"record","name":"'
    'CapacityReservationStarted","doc":"From now on only jobs of the queue may be'
    ' placed on the nodes.","subject":"reservation","fields":[{"name":"reservatio'
    'n","type":"string","doc":"Name."},{"name":"tenant","type":"string","doc":"Te'
    'nant."},{"name":"queue","type":"string","doc":"Whose jobs may be placed ther'
    'e, and those of the queues below it."}],"namespace":"muster.job_events"},{"t'
    'ype":"record","name":"CapacityReservationEnded","doc":"The nodes are release'
    'd.","subject":"reservation","fields":[{"name":"reservation","type":"string",'
    '"doc":"Name."},{"name":"tenant","type":"string","doc":"Tenant."},{"name":"qu'
    'eue","type":"string","doc":"Whose jobs may be placed there, and those of the'
    ' queues below it."},{"name":"reason","type":{"type":"enum","name":"Reservati'
    'onEnd","doc":"Why.","symbols":["OVER","CANCELLED"],"default":"OVER","namespa'
    'ce":"muster.job_events"},"doc":"Why."},{"name":"requested_by","type":"string'
    '","doc":"Who cancelled it; empty when its time was over.","default":""}],"na'
    'mespace":"muster.job_events"},{"type":"record","name":"PolicyActivated","doc'
    '":"Decisions follow this policy from here on.","subject":"policy","fields":['
    '{"name":"policy","type":"muster.operator_commands.Policy","doc":"The whole p'
    'olicy."},{"name":"requested_by","type":"string","doc":"Who."}],"namespace":"'
    'muster.job_events"},{"type":"record","name":"FailureRulesActivated","doc":"F'
    'ailures are judged by these rules from here on.","subject":"policy","fields"'
    ':[{"name":"version","type":"int","doc":"Version of the rules."},{"name":"sha'
    '256","type":"string","doc":"Of the text."},{"name":"rules","type":"string","'
    'doc":"The rules file."},{"name":"requested_by","type":"string","doc":"Operat'
    'or, or the first leader."}],"namespace":"muster.job_events"},{"type":"record'
    '","name":"StartTask","doc":"Start these ranks.","fields":[{"name":"node_id",'
    '"type":"string","doc":"Node."},{"name":"epoch","type":"long","doc":"Leader\'s'
    ' epoch; older than one already seen: refuse."},{"name":"order_seq","type":"l'
    'ong","doc":"Position of the decision: seq of the input that caused it."},{"n'
    'ame":"job_id","type":"string","doc":"Job."},{"name":"attempt","type":"int","'
    'doc":"Attempt; started at most once."},{"name":"tenant","type":"string","doc'
    '":"Tenant."},{"name":"job_name","type":"string","doc":"Job\'s name."},{"name"'
    ':"user","type":"string","doc":"Job\'s user."},{"name":"ranks","type":{"type":'
    '"array","items":{"type":"record","name":"RankAssignment","doc":"What one ran'
    'k gets on the node.","fields":[{"name":"rank","type":"int","doc":"Rank."},{"'
    'name":"gpu_indices","type":{"type":"array","items":"int"},"doc":"GPUs."},{"n'
    'ame":"gpu_milli","type":"int","doc":"Thousandths of each."},{"name":"sharing'
    '","type":"muster.node_commands.Sharing","doc":"Who else may be on them.","de'
    'fault":"EXCLUSIVE"},{"name":"mig_profile","type":["null","string"],"doc":"Pr'
    'ofile of the MIG instance it gets.","default":null},{"name":"mig_start","typ'
    'e":["null","int"],"doc":"First memory slice of that instance.","default":nul'
    'l},{"name":"cpu_milli","type":"long","doc":"Thousandths of a CPU core it may'
    ' use; 0: without limit.","default":0},{"name":"memory_mib","type":"long","do'
    'c":"Main memory it may use, MiB; 0: without limit.","default":0}],"namespace'
    '":"muster.node_commands"}},"doc":"Ranks on this node."},{"name":"world_size"'
    ',"type":"int","doc":"Ranks in all."},{"name":"master_address","type":"string'
    '","doc":"Address of rank 0."},{"name":"master_port","type":"int","doc":"Rend'
    'ezvous port on rank 0\'s node."},{"name":"image","type":["null","string"],"do'
    'c":"Container image.","default":null},{"name":"command","type":{"type":"arra'
    'y","items":"string"},"doc":"Program and arguments."},{"name":"env","type":{"'
    'type":"map","values":"string"},"doc":"Environment.","default":{}},{"name":"f'
    'iles_sha256","type":["null","string"],"doc":"Working files.","default":null}'
    ',{"name":"wall_time_max_ms","type":["null","long"],"doc":"Stop after this lo'
    'ng.","default":null},{"name":"hang_after_ms","type":["null","long"],"doc":"R'
    'eport ranks that say nothing for so long; null: do not.","default":null},{"n'
    'ame":"start_up_max_ms","type":["null","long"],"doc":"The same from their sta'
    'rt, while they hardly use the CPU; null: do not.","default":null},{"name":"g'
    'pu_idle_max_ms","type":["null","long"],"doc":"Report when its GPUs did next '
    'to nothing for so long; null: do not.","default":null},{"name":"grace_ms","t'
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
