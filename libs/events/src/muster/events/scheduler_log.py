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
    ',"doc":"A checkpoint file is safe in the store: the one file that it is, or '
    'the record of its parts.","subject":"task","fields":[{"name":"node_id","type'
    '":"string","doc":"Node."},{"name":"job_id","type":"string","doc":"Job."},{"n'
    'ame":"attempt","type":"int","doc":"Attempt, 1-based."},{"name":"rank","type"'
    ':"int","doc":"Rank that wrote it."},{"name":"file","type":"string","doc":"Fi'
    'le name."},{"name":"uri","type":"string","doc":"s3://bucket/key; posix://cel'
    'l/key in a shared folder."},{"name":"sha256","type":"string","doc":"Of the b'
    'ytes."},{"name":"size_bytes","type":"long","doc":"Of that file."},{"name":"p'
    'arts","type":"int","doc":"So many parts make the checkpoint; 0: it is this o'
    'ne file.","default":0},{"name":"step","type":["null","long"],"doc":"Step aft'
    'er which the parts were saved; null: it is one file.","default":null},{"name'
    '":"parts_sha256","type":"string","doc":"Of the parts\' SHA-256, one a line, i'
    'n the order of their ranks; empty: it is one file.","default":""}],"namespac'
    'e":"muster.task_events"},{"type":"record","name":"NodeReclaimAnnounced","doc'
    '":"Its provider announced that it takes the node away; said again while that'
    ' stands.","subject":"node","fields":[{"name":"node_id","type":"string","doc"'
    ':"Node."},{"name":"notice_id","type":"string","doc":"Which announcement; ano'
    'ther one takes the place of the last."},{"name":"remaining_ms","type":["null'
    '","long"],"doc":"How long the node will still be there, when this was said; '
    'null: it is at risk, and no time is set.","default":null},{"name":"source","'
    'type":{"type":"enum","name":"ReclaimSource","doc":"Who announced it.","symbo'
    'ls":["UNKNOWN","FILE","HTTP","AWS","GCP","AZURE","OPERATOR"],"default":"UNKN'
    'OWN","namespace":"muster.task_events"},"doc":"Who announced it."},{"name":"m'
    'essage","type":"string","doc":"For people.","default":""}],"namespace":"must'
    'er.task_events"},{"type":"record","name":"NodeReclaimWithdrawn","doc":"The a'
    'nnouncement stands no longer: the node stays.","subject":"node","fields":[{"'
    'name":"node_id","type":"string","doc":"Node."},{"name":"notice_id","type":"s'
    'tring","doc":"Which announcement."}],"namespace":"muster.task_events"},{"typ'
    'e":"record","name":"NodeNoteReported","doc":"What is wrong with the node by '
    'its own account, such as a notice that cannot be read.","subject":"node","fi'
    'elds":[{"name":"node_id","type":"string","doc":"Node."},{"name":"note","type'
    '":"string","doc":"One sentence; empty: nothing any more."}],"namespace":"mus'
    'ter.task_events"},{"type":"record","name":"NodeFaultReported","doc":"The nod'
    "e's kernel wrote something that a rule of failures knows; the line itself is"
    ' not told.","subject":"node","fields":[{"name":"node_id","type":"string","do'
    'c":"Node."},{"name":"rule","type":"string","doc":"Rule."},{"name":"rules_ver'
    'sion","type":"int","doc":"Version of the rules by which the line was read."}'
    ',{"name":"xid","type":["null","int"],"doc":"Number of NVIDIA\'s Xid; null: it'
    ' is none.","default":null},{"name":"gpu","type":"string","doc":"PCI address '
    'of the GPU; empty: none is named.","default":""},{"name":"count","type":"lon'
    'g","doc":"Lines like it since the last report.","default":1}],"namespace":"m'
    'uster.task_events"},{"type":"record","name":"PreemptionPlanned","subject":"p'
    'lan","doc":"These jobs would yield, then the job that asks fits; the schedul'
    'er checks it first.","fields":[{"name":"plan_id","type":"string","doc":"Plan'
    '."},{"name":"job_id","type":"string","doc":"Job that asks; empty where a res'
    'ervation does."},{"name":"tenant","type":"string","doc":"Tenant."},{"name":"'
    'queue","type":"string","doc":"Queue."},{"name":"cause","type":{"type":"enum"'
    ',"name":"PreemptionCause","doc":"What entitles it.","symbols":["GUARANTEE","'
    'TIER","RESERVATION","TIME_SHARED","FAIRNESS"],"default":"TIER","namespace":"'
    'muster.job_events"},"doc":"What entitles it."},{"name":"reservation","type":'
    '"string","doc":"Reservation that has begun; empty where a job asks.","defaul'
    't":""},{"name":"victims","type":{"type":"array","items":{"type":"record","na'
    'me":"PlannedVictim","doc":"A job that would yield, whole or down to fewer ra'
    'nks.","fields":[{"name":"job_id","type":"string","doc":"Job."},{"name":"atte'
    'mpt","type":"int","doc":"The attempt that would stop."},{"name":"tenant","ty'
    'pe":"string","doc":"Tenant."},{"name":"queue","type":"string","doc":"Queue."'
    '},{"name":"user","type":"string","doc":"Who submitted it."},{"name":"ranks_k'
    'ept","type":"int","doc":"Ranks it goes on with; 0: it is evicted and waits a'
    'gain."},{"name":"gpu_milli_freed","type":"long","doc":"Thousandths of GPU th'
    'at it would free."},{"name":"cost_gpu_ms","type":"long","doc":"Its part of t'
    "he price, GPU milliseconds: its work since the last checkpoint, its drain, a"
    ' restart, and its delay by priority."},{"name":"lost_gpu_ms","type":"long","'
    'doc":"What it itself loses, GPU milliseconds: its work since the last checkp'
    'oint, or since its bind. 0: it saves before, or the planner did not say.","d'
    'efault":0},{"name":"reason","type":{"type":"enum","name":"VictimReason","doc'
    '":"Why this job.","symbols":["BORROWS","LOWER_TIER","ELASTIC_SURPLUS","HOLDS'
    '_RESERVED","MORE_SERVICE","BEYOND_DUE"],"default":"BORROWS","namespace":"mus'
    'ter.preemption_events"},"doc":"Why this job."},{"name":"message","type":"str'
    'ing","doc":"One sentence for its owner."}],"namespace":"muster.preemption_ev'
    'ents"}},"doc":"By job id."},{"name":"placements","type":{"type":"array","ite'
    'ms":{"type":"record","name":"PlannedRank","doc":"Where one rank of the job w'
    'ould go.","fields":[{"name":"rank","type":"int","doc":"Rank."},{"name":"node'
    '_id","type":"string","doc":"Node."},{"name":"gpu_indices","type":{"type":"ar'
    'ray","items":"int"},"doc":"GPUs."}],"namespace":"muster.preemption_events"}}'
    ',"doc":"Where the job fits once they have yielded, in rank order; none for a'
    ' reservation."},{"name":"cost_gpu_ms","type":"long","doc":"Price: the sum ov'
    'er the victims."},{"name":"cost_gpu_ms_min","type":"long","doc":"No set of v'
    'ictims of the same rank costs less than this."},{"name":"exact","type":"bool'
    'ean","doc":"No other set of victims is better; false: the price is within th'
    'e bound above, but not proven best."},{"name":"gain_gpu_ms","type":"long","d'
    'oc":"GPU milliseconds that the job has sooner."},{"name":"as_of_seq","type":'
    '"long","doc":"State of the scheduler\'s log that this is true of."},{"name":"'
    'expires_at_ms","type":"long","doc":"Void from then on, milliseconds since 19'
    '70 UTC."}],"namespace":"muster.preemption_events"},{"type":"record","name":"'
    'CheckpointRemoved","doc":"The objects of a checkpoint that had expired are g'
    'one; said again when it is done again.","subject":"checkpoint","fields":[{"n'
    'ame":"job_id","type":"string","doc":"Job."},{"name":"uri","type":"string","d'
    'oc":"Of the one file that it was, or of the record of its parts."},{"name":"'
    'objects","type":"long","doc":"So many objects were removed."},{"name":"freed'
    '_bytes","type":"long","doc":"Bytes that they had."}],"namespace":"muster.che'
    'ckpoint_events"},{"type":"record","name":"NodeJoined","doc":"A node is known'
    ', or came back with other hardware.","subject":"node","fields":[{"name":"nod'
    'e_id","type":"string","doc":"Node."},{"name":"boot_id","type":"string","doc"'
    ':"Boot of its agent."},{"name":"address","type":"string","doc":"Address."},{'
    '"name":"port_first","type":"int","doc":"First rendezvous port."},{"name":"po'
    'rt_count","type":"int","doc":"How many."},{"name":"cpu_milli","type":"long",'
    '"doc":"CPU."},{"name":"memory_mib","type":"long","doc":"Memory."},{"name":"g'
    'pu_model","type":"string","doc":"Model."},{"name":"gpu_memory_mib","type":"l'
    'ong","doc":"Memory of each GPU, MiB; 0 when unknown.","default":0},{"name":"'
    'gpu_count","type":"int","doc":"GPUs."},{"name":"executor","type":{"type":"en'
    'um","name":"Executor","doc":"How ranks run.","symbols":["PROCESS","SIMULATED'
    '"],"default":"SIMULATED","namespace":"muster.node_heartbeats"},"doc":"How ra'
    'nks run."},{"name":"lease_ms","type":"long","doc":"Lease."},{"name":"interva'
    'l_ms","type":"long","doc":"Heartbeat interval."},{"name":"labels","type":{"t'
    'ype":"map","values":"string"},"doc":"Labels.","default":{}},{"name":"locatio'
    'n","type":{"type":"record","name":"Location","doc":"A node\'s place in the ne'
    'twork: each name is a unit within the next one; empty is unknown.","fields":'
    '[{"name":"nvlink_domain","type":"string","doc":"NVLink domain larger than th'
    'e node; empty: the node is one by itself.","default":""},{"name":"leaf","typ'
    'e":"string","doc":"InfiniBand leaf switch.","default":""},{"name":"spine","t'
    'ype":"string","doc":"Spine, or pod of leaves.","default":""},{"name":"cell",'
    '"type":"string","doc":"Part of the network above the spines.","default":""}]'
    ',"namespace":"muster.node_heartbeats"},"doc":"Where it is in the network.","'
    'default":{"nvlink_domain":"","leaf":"","spine":"","cell":""}},{"name":"taint'
    's","type":{"type":"array","items":"string"},"doc":"Only jobs that tolerate a'
    'll of them are placed here; sorted.","default":[]},{"name":"sandbox","type":'
    '{"type":"enum","name":"Sandbox","doc":"What keeps jobs apart from the rest o'
    'f a machine.","symbols":["NONE","NAMESPACES","BUBBLEWRAP"],"default":"NONE",'
    '"namespace":"muster.node_heartbeats"},"doc":"What keeps jobs apart there.","'
    'default":"NONE"},{"name":"enforces","type":{"type":"array","items":{"type":"'
    'enum","name":"Enforced","doc":"What a node holds jobs to.","symbols":["MEMOR'
    'Y","MEMORY_MEASURED","CPU","PROCESSES","OPEN_FILES","DEVICES","UNKNOWN"],"de'
    'fault":"UNKNOWN","namespace":"muster.node_heartbeats"}},"doc":"What it holds'
    ' jobs to.","default":[]},{"name":"machine_boot_id","type":"string","doc":"Bo'
    "ot of the machine, by its kernel: another one after each reboot; empty: unkn"
    'own.","default":""}],"namespace":"muster.job_events"},{"type":"record","name'
    '":"NodeSuspected","doc":"Two beats missed: nothing new goes there; what runs'
    ' goes on.","subject":"node","fields":[{"name":"node_id","type":"string","doc'
    '":"Node."},{"name":"silent_ms","type":"long","doc":"Time since its last beat'
    '."}],"namespace":"muster.job_events"},{"type":"record","name":"NodeRecovered'
    '","doc":"The node\'s heartbeats arrive again.","subject":"node","fields":[{"n'
    'ame":"node_id","type":"string","doc":"Node."}],"namespace":"muster.job_event'
    's"},{"type":"record","name":"NodeLost","doc":"The lease ran out: its attempt'
    's are given up.","subject":"node","fields":[{"name":"node_id","type":"string'
    '","doc":"Node."},{"name":"silent_ms","type":"long","doc":"Time since its las'
    't beat."}],"namespace":"muster.job_events"},{"type":"record","name":"NodeFor'
    'gotten","doc":"The node was lost for so long that nothing is kept of it; if '
    'it is heard again, it joins anew.","subject":"node","fields":[{"name":"node_'
    'id","type":"string","doc":"Node."},{"name":"lost_ms","type":"long","doc":"Ti'
    'me since the leader knew it as lost."}],"namespace":"muster.job_events"},{"t'
    'ype":"record","name":"NodeRefused","doc":"Heartbeats that bear this name are'
    ' invalid and are ignored. Said once by each leader.","subject":"node","field'
    's":[{"name":"node_id","type":"string","doc":"The name they bear; at most 128'
    ' characters, control characters escaped."},{"name":"message","type":"string"'
    ',"doc":"Field, value and what is allowed."}],"namespace":"muster.job_events"'
    '},{"type":"record","name":"NodeRelocated","doc":"The network around the node'
    ' has changed; what runs there goes on.","subject":"node","fields":[{"name":"'
    'node_id","type":"string","doc":"Node."},{"name":"location","type":"muster.no'
    'de_heartbeats.Location","doc":"Where it is now."}],"namespace":"muster.job_e'
    'vents"},{"type":"record","name":"GpuUnhealthy","doc":"Nothing new goes on th'
    'is GPU.","subject":"node","fields":[{"name":"node_id","type":"string","doc":'
    '"Node."},{"name":"gpu_index","type":"int","doc":"GPU."},{"name":"reason","ty'
    'pe":"string","doc":"Why."}],"namespace":"muster.job_events"},{"type":"record'
    '","name":"GpuRecovered","doc":"The GPU is healthy again.","subject":"node","'
    'fields":[{"name":"node_id","type":"string","doc":"Node."},{"name":"gpu_index'
    '","type":"int","doc":"GPU."}],"namespace":"muster.job_events"},{"type":"reco'
    'rd","name":"CommandInvalid","doc":"A command that was turned away before it '
    'was sequenced; `code` and `message` say why (ADR 4, 55).","fields":[{"name":'
    '"command_id","type":"string","doc":"event_id of the command."},{"name":"comm'
    'and","type":"string","doc":"Its record name."},{"name":"subject","type":"str'
    'ing","doc":"Job, queue or node."},{"name":"tenant","type":"string","doc":"Te'
    'nant."},{"name":"code","type":{"type":"enum","name":"RejectionCode","aliases'
    '":["muster.job_events.RejectionCode"],"doc":"Kinds of refusal, the same for '
    'all services; each has its HTTP status.","symbols":["INVALID","ALREADY_EXIST'
    'S","NOT_FOUND","WRONG_STATE","IMPOSSIBLE_REQUEST","UNKNOWN_QUEUE","QUEUE_NOT'
    '_EMPTY","FORBIDDEN","QUOTA_EXCEEDED","BAD_TREE"],"default":"FORBIDDEN","name'
    'space":"muster.command_answers"},"doc":"Kind of refusal: it breaks a rule, o'
    'r its sender may not send it.","default":"INVALID"},{"name":"message","type"'
    ':"string","doc":"For people."},{"name":"violations","type":{"type":"array","'
    'items":{"type":"record","name":"Violation","aliases":["muster.job_events.Vio'
    'lation"],"doc":"One thing wrong with a request.","fields":[{"name":"field","'
    'type":"string","doc":"Path of the field."},{"name":"value","type":"string","'
    'doc":"What was given, shortened."},{"name":"allowed","type":"string","doc":"'
    'What is allowed."}],"namespace":"muster.command_answers"}},"doc":"Field by f'
    'ield."}],"namespace":"muster.scheduler_log"},{"type":"record","name":"Leader'
    'Elected","doc":"First input of an epoch.","fields":[{"name":"epoch","type":"'
    'long","doc":"Epoch."},{"name":"leader_id","type":"string","doc":"Process tha'
    't leads."}],"namespace":"muster.scheduler_log"},{"type":"record","name":"Clo'
    'ckTicked","doc":"A deadline of the core has passed.","fields":[],"namespace"'
    ':"muster.scheduler_log"}],"doc":"What came in."}],"namespace":"muster.schedu'
    'ler_log"}},"doc":"In order."},{"name":"decisions","type":{"type":"array","it'
    'ems":{"type":"record","name":"Decision","doc":"One consequence.","fields":[{'
    '"name":"event_id","type":"string","doc":"The same as in the public topic."},'
    '{"name":"cause_seq","type":"long","doc":"seq of the input it follows from."}'
    ',{"name":"payload","type":[{"type":"record","name":"CommandRejected","aliase'
    's":["muster.job_events.CommandRejected"],"doc":"A command that will not be c'
    'arried out, and why.","subject":"command","fields":[{"name":"command_id","ty'
    'pe":"string","doc":"event_id of the command."},{"name":"command","type":"str'
    'ing","doc":"Its record name."},{"name":"subject","type":"string","doc":"What'
    ' it was about: a job, queue, node, or another entity of the service."},{"nam'
    'e":"tenant","type":"string","doc":"Tenant."},{"name":"code","type":"muster.c'
    'ommand_answers.RejectionCode","doc":"Kind of refusal."},{"name":"detail_code'
    '","type":"string","doc":"The service\'s own, finer code; its README lists the'
    'm. Empty: `code` says all.","default":""},{"name":"message","type":"string",'
    '"doc":"For people."},{"name":"violations","type":{"type":"array","items":"mu'
    'ster.command_answers.Violation"},"doc":"Field by field.","default":[]}],"nam'
    'espace":"muster.command_answers"},{"type":"record","name":"CommandRepeated",'
    '"aliases":["muster.job_events.CommandRepeated"],"doc":"A command that was ca'
    'rried out before came again; nothing changed.","subject":"command","fields":'
    '[{"name":"command_id","type":"string","doc":"event_id of the command."},{"na'
    'me":"command","type":"string","doc":"Its record name."},{"name":"subject","t'
    'ype":"string","doc":"What it was about."}],"namespace":"muster.command_answe'
    'rs"},{"type":"record","name":"JobQueued","doc":"The job is accepted and wait'
    's.","subject":"job","fields":[{"name":"job_id","type":"string","doc":"Job."}'
    ',{"name":"tenant","type":"string","doc":"Tenant."},{"name":"spec","type":"mu'
    'ster.job_commands.JobSpec","doc":"As accepted."},{"name":"predicted_p50_ms",'
    '"type":["null","long"],"doc":"Predicted median run time of an attempt; null:'
    ' unknown.","default":null},{"name":"predicted_p90_ms","type":["null","long"]'
    ',"doc":"Predicted 90th percentile of the run time; null: unknown.","default"'
    ':null}],"namespace":"muster.job_events"},{"type":"record","name":"JobPending'
    '","doc":"Why the job is not placed; sent when the reason changes.","subject"'
    ':"job","fields":[{"name":"job_id","type":"string","doc":"Job."},{"name":"cod'
    'e","type":{"type":"enum","name":"PendingCode","doc":"Stable codes for why a '
    'job waits.","symbols":["NO_NODES","MODEL_ABSENT","TOO_LARGE","CLUSTER_TOO_SM'
    'ALL","GPUS_BUSY","GPUS_FRAGMENTED","FRACTIONS_FRAGMENTED","CPU_SHORT","MEMOR'
    'Y_SHORT","NODES_UNSCHEDULABLE","LABELS_ABSENT","TAINTS_UNTOLERATED","GPU_MEM'
    'ORY_SHORT","SANDBOX_ABSENT","SPOT_EXCLUDED","ROOM_ON_SPOT_ONLY","NODES_AVOID'
    'ED","MAINTENANCE_AHEAD","GANG_SHORT","TOPOLOGY_SHORT","HELD_FOR_HEAD","NODES'
    '_RESERVED","RETRY_BACKOFF","SUSPENDED","QUEUED","QUOTA_EXHAUSTED","JOB_LIMIT'
    '","GEOMETRY_FROZEN","QUEUE_SUSPENDED"],"default":"QUEUED","namespace":"muste'
    'r.job_events"},"doc":"The one dominant reason."},{"name":"message","type":"s'
    'tring","doc":"One sentence."},{"name":"counts","type":{"type":"map","values"'
    ':"long"},"doc":"Numbers behind it.","default":{}}],"namespace":"muster.job_e'
    'vents"},{"type":"record","name":"PreemptionRequested","doc":"A job or a rese'
    'rvation is due GPUs that others hold; who yields is decided elsewhere.","sub'
    'ject":"plan","fields":[{"name":"job_id","type":"string","doc":"Job; empty wh'
    'ere a reservation is due them."},{"name":"cause","type":"muster.job_events.P'
    'reemptionCause","doc":"What entitles it."},{"name":"queue","type":"string","'
    'doc":"Its queue."},{"name":"tenant","type":"string","doc":"Tenant."},{"name"'
    ':"jobs","type":"int","doc":"Number of equal jobs of its queue, this one incl'
    'uded, that are due the resources they request.","default":1},{"name":"gpu_mi'
    'lli_missing","type":"long","doc":"Thousandths of GPU that they wait for."},{'
    '"name":"gpu_models","type":{"type":"array","items":"string"},"doc":"Models i'
    't accepts, sorted; empty for any.","default":[]},{"name":"borrowers","type":'
    '{"type":"array","items":{"type":"record","name":"Borrower","doc":"A queue be'
    'yond its guarantee.","fields":[{"name":"queue","type":"string","doc":"Name."'
    '},{"name":"tenant","type":"string","doc":"Tenant."},{"name":"gpu_milli_borro'
    'wed","type":"long","doc":"Beyond its guarantee, thousandths of GPU."}],"name'
    'space":"muster.job_events"}},"doc":"Queues that hold lent GPUs, most first."'
    ',"default":[]},{"name":"as_of_seq","type":"long","doc":"State of the log tha'
    't this is true of."},{"name":"reservation","type":"string","doc":"Reservatio'
    'n that has begun; empty where a job is due them.","default":""},{"name":"hol'
    'ders","type":{"type":"array","items":"string"},"doc":"Jobs that may yield, w'
    "here the request says which: those that still hold its nodes, or have had mo"
    're service; sorted; never production inference.","default":[]}],"namespace":'
    '"muster.job_events"},{"type":"record","name":"ReservationMade","doc":"Nodes '
    "are kept for the job that heads the line and does not fit; takes the place o"
    'f its last one.","subject":"plan","fields":[{"name":"job_id","type":"string"'
    ',"doc":"Job."},{"name":"node_ids","type":{"type":"array","items":"string"},"'
    'doc":"Reserved: other jobs may be placed there only if they are predicted to'
    ' end before starts_at_ms."},{"name":"starts_at_ms","type":["null","long"],"d'
    'oc":"When the nodes are predicted to have room for it; null: unknown.","defa'
    'ult":null},{"name":"kept_until_ms","type":"long","doc":"When, the job not st'
    'arted, nodes are chosen anew."},{"name":"by_limits","type":"boolean","doc":"'
    "Whether only wall-time limits were used to predict, because an earlier reser"
    'vation of the job was not kept.","default":false}],"namespace":"muster.job_e'
    'vents"},{"type":"record","name":"ReservationReleased","doc":"The nodes reser'
    'ved for a job are released.","subject":"plan","fields":[{"name":"job_id","ty'
    'pe":"string","doc":"Job."},{"name":"reason","type":{"type":"enum","name":"Re'
    'leaseReason","doc":"Why.","symbols":["STARTED","NO_LONGER_WAITS","NO_LONGER_'
    'HEAD","IN_VAIN"],"default":"NO_LONGER_WAITS","namespace":"muster.job_events"'
    '},"doc":"Why."},{"name":"again_at_ms","type":["null","long"],"doc":"When nod'
    "es are kept for it again, as it still heads the line; null: not for this rea"
    'son.","default":null}],"namespace":"muster.job_events"},{"type":"record","na'
    'me":"DefragmentationProposed","doc":"Moves of running jobs that would let a '
    'job start that free GPUs in all suffice for.","subject":"plan","fields":[{"n'
    'ame":"job_id","type":"string","doc":"The job that would start."},{"name":"mo'
    'ves","type":{"type":"array","items":{"type":"record","name":"Move","doc":"On'
    'e job that would go on elsewhere.","fields":[{"name":"job_id","type":"string'
    '","doc":"Job."},{"name":"from_node_ids","type":{"type":"array","items":"stri'
    'ng"},"doc":"Where it is, sorted."},{"name":"to_node_ids","type":{"type":"arr'
    'ay","items":"string"},"doc":"Where it would go, sorted."},{"name":"lost_gpu_'
    'ms","type":"long","doc":"GPU milliseconds: its GPUs times what it ran since '
    'its last checkpoint, and a restart."}],"namespace":"muster.job_events"}},"do'
    'c":"By job."},{"name":"cost_gpu_ms","type":"long","doc":"GPU milliseconds th'
    'at all moves lose."},{"name":"benefit_gpu_ms","type":"long","doc":"GPU milli'
    "seconds that the job would have sooner: its GPUs times the wait it is spared"
    '."},{"name":"carried_out","type":"boolean","doc":"The moves begin now."}],"n'
    'amespace":"muster.job_events"},{"type":"record","name":"StartPredicted","doc'
    '":"When a waiting job will start, predicted now and then so that the cell le'
    'arns from what comes.","subject":"plan","fields":[{"name":"job_id","type":"s'
    'tring","doc":"Job."},{"name":"wait_ms","type":"long","doc":"How much longer '
    'it will wait, the best single estimate, milliseconds."},{"name":"wait_low_ms'
    '","type":["null","long"],"doc":"Start of the range that is stated, milliseco'
    'nds from now; null: too little is learned for a range.","default":null},{"na'
    'me":"wait_high_ms","type":["null","long"],"doc":"End of the range that is st'
    'ated, milliseconds from now.","default":null},{"name":"signs","type":{"type"'
    ':"array","items":"int"},"doc":"What it was computed from, as logarithms in 1'
    "/256 octave: one, the soonest start with its equals ahead only, the time wai"
    "ted, the number of waiting jobs, the amount requested, the position among it"
    's equals."}],"namespace":"muster.job_events"},{"type":"record","name":"GangB'
    'ound","doc":"Every rank has its place; orders to start are in the same trans'
    'action.","subject":"job","fields":[{"name":"job_id","type":"string","doc":"J'
    'ob."},{"name":"attempt","type":"int","doc":"Attempt."},{"name":"placements",'
    '"type":{"type":"array","items":{"type":"record","name":"RankPlacement","doc"'
    ':"Where one rank runs.","fields":[{"name":"rank","type":"int","doc":"Rank."}'
    ',{"name":"node_id","type":"string","doc":"Node."},{"name":"gpu_indices","typ'
    'e":{"type":"array","items":"int"},"doc":"GPUs."},{"name":"gpu_milli","type":'
    '"int","doc":"Thousandths of each."},{"name":"sharing","type":{"type":"enum",'
    '"name":"Sharing","doc":"How a rank shares its GPUs: not; inside its team by '
    'MPS or in turns; by a MIG instance.","symbols":["EXCLUSIVE","MPS","TIME_SLIC'
    'ING","MIG"],"default":"EXCLUSIVE","namespace":"muster.node_commands"},"doc":'
    '"Who else may be on them.","default":"EXCLUSIVE"},{"name":"mig_profile","typ'
    'e":["null","string"],"doc":"Profile of the MIG instance it gets.","default":'
    'null},{"name":"mig_start","type":["null","int"],"doc":"First memory slice of'
    ' that instance.","default":null}],"namespace":"muster.job_events"}},"doc":"O'
    'ne per rank."},{"name":"master_address","type":"string","doc":"Rank 0\'s addr'
    'ess."},{"name":"master_port","type":"int","doc":"Rendezvous port."},{"name":'
    '"waited_ms","type":"long","doc":"Since the job was last queued."},{"name":"r'
    'eason","type":"string","doc":"Why there.","default":""},{"name":"tenant","ty'
    'pe":"string","doc":"Whose job it is.","default":""},{"name":"queue","type":"'
    'string","doc":"The job\'s queue.","default":""},{"name":"each","type":["null"'
    ',{"type":"record","name":"RankShape","doc":"What each rank of a gang holds o'
    'n its node, besides the GPUs of its placement.","fields":[{"name":"cpu_milli'
    '","type":"long","doc":"Thousandths of a CPU core."},{"name":"memory_mib","ty'
    'pe":"long","doc":"Host memory."},{"name":"gpu_models","type":{"type":"array"'
    ',"items":"string"},"doc":"GPU models it would accept, sorted; empty: any.","'
    'default":[]},{"name":"sharing_key","type":"string","doc":"Ranks with the sam'
    "e key share GPUs (a trust domain and a way of sharing); `mig`: a MIG instanc"
    'e of its own; empty: not shared.","default":""}],"namespace":"muster.job_eve'
    'nts"}],"doc":"What each rank holds; null: an earlier version wrote it.","def'
    'ault":null}],"namespace":"muster.job_events"},{"type":"record","name":"JobSt'
    'arted","doc":"All ranks run.","subject":"job","fields":[{"name":"job_id","ty'
    'pe":"string","doc":"Job."},{"name":"attempt","type":"int","doc":"Attempt."}]'
    ',"namespace":"muster.job_events"},{"type":"record","name":"JobResizing","doc'
    '":"An elastic job stops, to go on at once with another number of ranks.","su'
    'bject":"job","fields":[{"name":"job_id","type":"string","doc":"Job."},{"name'
    '":"attempt","type":"int","doc":"The attempt that stops."},{"name":"ranks_fro'
    'm","type":"int","doc":"Its ranks."},{"name":"ranks_to","type":"int","doc":"R'
    'anks of the next one, or fewer where they no longer fit."},{"name":"reason",'
    '"type":"string","doc":"Why."}],"namespace":"muster.job_events"},{"type":"rec'
    'ord","name":"JobMoving","doc":"A job stops, to go on at once on other nodes,'
    ' so that another has room.","subject":"job","fields":[{"name":"job_id","type'
    '":"string","doc":"Job."},{"name":"attempt","type":"int","doc":"The attempt t'
    'hat stops."},{"name":"placements","type":{"type":"array","items":"muster.job'
    '_events.RankPlacement"},"doc":"Where it is to go on, in rank order; elsewher'
    'e, where that is gone."},{"name":"reason","type":"string","doc":"Why."}],"na'
    'mespace":"muster.job_events"},{"type":"record","name":"JobWarned","doc":"A w'
    "atchdog has found something about a running job; told once an attempt for ea"
    'ch action.","subject":"job","fields":[{"name":"job_id","type":"string","doc"'
    ':"Job."},{"name":"attempt","type":"int","doc":"Attempt."},{"name":"watchdog"'
    ',"type":{"type":"enum","name":"Watchdog","doc":"What is watched.","symbols":'
    '["WALL_TIME","HANG","START_UP","LOSS","IDLE_GPUS"],"default":"WALL_TIME","na'
    'mespace":"muster.job_events"},"doc":"Which one."},{"name":"action","type":{"'
    'type":"enum","name":"WatchdogAction","doc":"What follows: nothing; the attem'
    'pt ends, and another is a matter of the job\'s retries; the job ends.","symbo'
    'ls":["TOLD","RETRIED","ENDED"],"default":"TOLD","namespace":"muster.job_even'
    'ts"},"doc":"What follows."},{"name":"message","type":"string","doc":"What wa'
    's found, for people."},{"name":"node_id","type":["null","string"],"doc":"Whe'
    're; null: the whole gang.","default":null},{"name":"rank","type":["null","in'
    't"],"doc":"Which rank; null: all, or unknown.","default":null}],"namespace":'
    '"muster.job_events"},{"type":"record","name":"JobStopping","doc":"Ranks have'
    ' been ordered to stop.","subject":"job","fields":[{"name":"job_id","type":"s'
    'tring","doc":"Job."},{"name":"attempt","type":"int","doc":"Attempt."},{"name'
    '":"reason","type":"string","doc":"Why."},{"name":"requeues","type":"boolean"'
    ',"doc":"It waits again once it has stopped, and the attempt counts neither a'
    's failed nor as lost.","default":false},{"name":"plan_id","type":"string","d'
    'oc":"The preemption plan that it yields by; empty: it stops for another reas'
    'on.","default":""},{"name":"yields_to","type":"string","doc":"The job that i'
    't yields to; empty: none.","default":""},{"name":"cause","type":{"type":"enu'
    'm","name":"StopCause","doc":"What kind of event stopped it.","symbols":["UNS'
    'TATED","SPOT_RECLAIM"],"default":"UNSTATED","namespace":"muster.job_events"}'
    ',"doc":"What kind of event stopped it.","default":"UNSTATED"},{"name":"save_'
    'bytes","type":["null","long"],"doc":"What it is believed to have to save, by'
    'tes; null: not known, or not asked.","default":null},{"name":"saves_until_ms'
    '","type":["null","long"],"doc":"When that is believed to be stored, millisec'
    'onds since 1970 UTC; null: not known, or it is not asked to save.","default"'
    ':null},{"name":"save_bytes_per_s","type":["null","long"],"doc":"What it has '
    "of the store's bandwidth until it has stopped, bytes per second; null: it is"
    ' not asked to save.","default":null}],"namespace":"muster.job_events"},{"typ'
    'e":"record","name":"SaveTooLarge","doc":"A job cannot store its state before'
    ' its node is taken away, and loses work.","subject":"job","fields":[{"name":'
    '"job_id","type":"string","doc":"Job."},{"name":"attempt","type":"int","doc":'
    '"Attempt."},{"name":"node_id","type":"string","doc":"The node that goes firs'
    't."},{"name":"save_bytes","type":"long","doc":"What it has to save, bytes."}'
    ',{"name":"fits_bytes","type":"long","doc":"What can be stored in the time th'
    'at is left beside the others, bytes."},{"name":"deadline_ms","type":"long","'
    'doc":"When the node is gone, milliseconds since 1970 UTC."},{"name":"lost_gp'
    'u_ms","type":"long","doc":"GPU milliseconds since its last checkpoint, or si'
    'nce its start."}],"namespace":"muster.job_events"},{"type":"record","name":"'
    'PreemptionAccepted","doc":"A preemption plan is carried out: victims stop, n'
    'odes are held for the job.","subject":"plan","fields":[{"name":"plan_id","ty'
    'pe":"string","doc":"Plan."},{"name":"job_id","type":"string","doc":"Job that'
    ' the victims yield to; empty: a reservation."},{"name":"reservation","type":'
    '"string","doc":"Capacity reservation whose nodes the victims leave; empty: t'
    'hey yield to a job.","default":""},{"name":"victims","type":{"type":"array",'
    '"items":{"type":"record","name":"YieldingJob","doc":"A job that yields, whol'
    'e or down to fewer ranks.","fields":[{"name":"job_id","type":"string","doc":'
    '"Job."},{"name":"attempt","type":"int","doc":"The attempt that stops."},{"na'
    'me":"ranks_kept","type":"int","doc":"Ranks it goes on with; 0: it waits agai'
    'n.","default":0}],"namespace":"muster.job_events"}},"doc":"By job id."},{"na'
    'me":"placements","type":{"type":"array","items":"muster.job_events.RankPlace'
    'ment"},"doc":"Where the job is to go, in rank order; these nodes are held fo'
    'r it."},{"name":"held_until_ms","type":"long","doc":"They are held at most u'
    'ntil then, milliseconds since 1970 UTC."},{"name":"cost_gpu_ms","type":"long'
    '","doc":"Price as planned, GPU milliseconds."},{"name":"as_of_seq","type":"l'
    'ong","doc":"State of the scheduler\'s log that the plan was made from."}],"na'
    'mespace":"muster.job_events"},{"type":"record","name":"PreemptionRefused","d'
    'oc":"A preemption plan is not carried out; nobody stops because of it.","sub'
    'ject":"plan","fields":[{"name":"plan_id","type":"string","doc":"Plan."},{"na'
    'me":"job_id","type":"string","doc":"Job that the victims would have yielded '
    'to; empty: a reservation."},{"name":"reservation","type":"string","doc":"Cap'
    "acity reservation whose nodes the victims leave; empty: they yield to a job."
    '","default":""},{"name":"code","type":{"type":"enum","name":"RefusalCode","d'
    'oc":"Why.","symbols":["EXPIRED","INVALID","UNDER_WAY","NOT_WAITING","NOT_ENT'
    'ITLED","NOT_NEEDED","VICTIM_GONE","VICTIM_PROTECTED","VICTIM_TOO_YOUNG","VIC'
    'TIM_LIMIT","PAIR","NO_ROOM"],"default":"INVALID","namespace":"muster.job_eve'
    'nts"},"doc":"Why."},{"name":"reason","type":"string","doc":"For people."}],"'
    'namespace":"muster.job_events"},{"type":"record","name":"HoldMade","subject"'
    ':"plan","doc":"Others move so that a waiting job fits; nodes are held for it'
    ' until then.","fields":[{"name":"plan_id","type":"string","doc":"Plan."},{"n'
    'ame":"job_id","type":"string","doc":"Job that the others make room for."},{"'
    'name":"victims","type":{"type":"array","items":"muster.job_events.YieldingJo'
    'b"},"doc":"Jobs that move, by id; they go on with as many ranks as they have'
    '."},{"name":"placements","type":{"type":"array","items":"muster.job_events.R'
    'ankPlacement"},"doc":"Where the job is to go, in rank order."},{"name":"node'
    '_ids","type":{"type":"array","items":"string"},"doc":"The nodes that are hel'
    'd, sorted: these, and those that the others go to."},{"name":"held_until_ms"'
    ',"type":"long","doc":"They are held at most until then, milliseconds since 1'
    '970 UTC."}],"namespace":"muster.job_events"},{"type":"record","name":"HoldRe'
    'leased","doc":"What victims of a preemption plan freed is no longer held for'
    ' the job they yielded to.","subject":"plan","fields":[{"name":"plan_id","typ'
    'e":"string","doc":"Plan."},{"name":"job_id","type":"string","doc":"Job that '
    'it was held for."},{"name":"reason","type":{"type":"enum","name":"HoldReleas'
    'eReason","doc":"Why.","symbols":["STARTED","NO_LONGER_WAITS","NO_ROOM","EXPI'
    'RED"],"default":"NO_LONGER_WAITS","namespace":"muster.job_events"},"doc":"ST'
    "ARTED: it was bound. NO_LONGER_WAITS: it was cancelled or suspended. NO_ROOM"
    ': all have yielded, and it still does not fit. EXPIRED: they took too long."'
    '}],"namespace":"muster.job_events"},{"type":"record","name":"FragmentationSu'
    'stained","subject":"plan","doc":"GPU stays free and scattered while jobs wai'
    't that need no more: moves are planned for all these.","fields":[{"name":"jo'
    'b_id","type":"string","doc":"The first of these jobs."},{"name":"since_ms","'
    'type":"long","doc":"Since when, milliseconds since 1970 UTC."},{"name":"gpu_'
    'milli_scattered","type":"long","doc":"Most GPU that is free for one of these'
    ' jobs, thousandths."},{"name":"gpu_milli_total","type":"long","doc":"GPU of '
    'the cluster, thousandths."},{"name":"jobs","type":"int","doc":"How many jobs'
    ' wait so."}],"namespace":"muster.job_events"},{"type":"record","name":"Fragm'
    'entationEased","subject":"plan","doc":"What was told by FragmentationSustain'
    'ed is over.","fields":[{"name":"job_id","type":"string","doc":"The job that '
    'was named then."},{"name":"since_ms","type":"long","doc":"Since when it was '
    'so, milliseconds since 1970 UTC."},{"name":"gpu_milli_scattered","type":"lon'
    'g","doc":"What is free and scattered now, thousandths of GPU; not beyond the'
    ' policy\'s bound."}],"namespace":"muster.job_events"},{"type":"record","name"'
    ':"AttemptEnded","doc":"An attempt is over on every node and its GPUs are fre'
    'e.","subject":"job","fields":[{"name":"job_id","type":"string","doc":"Job."}'
    ',{"name":"attempt","type":"int","doc":"Attempt."},{"name":"outcome","type":{'
    '"type":"enum","name":"AttemptOutcome","doc":"How.","symbols":["SUCCEEDED","F'
    'AILED","STOPPED","TIMED_OUT","LOST","REFUSED"],"default":"REFUSED","namespac'
    'e":"muster.job_events"},"doc":"How."},{"name":"exit_code","type":["null","in'
    't"],"doc":"Of the first failing rank.","default":null},{"name":"signal","typ'
    'e":["null","int"],"doc":"Of the first failing rank.","default":null},{"name"'
    ':"rank","type":["null","int"],"doc":"First failing rank.","default":null},{"'
    'name":"node_id","type":["null","string"],"doc":"Its node.","default":null},{'
    '"name":"message","type":"string","doc":"For people.","default":""},{"name":"'
    'ran_ms","type":"long","doc":"From bind to end."},{"name":"verdict","type":["'
    'null",{"type":"record","name":"FailureVerdict","doc":"Why an attempt failed,'
    ' by the rules in effect; rank and node are those of its fact.","fields":[{"n'
    'ame":"rule","type":"string","doc":"The first rule with a sign."},{"name":"ru'
    'les_version","type":"int","doc":"Version of the rules."},{"name":"category",'
    '"type":"string","doc":"Whose part failed, as in the rule."},{"name":"subcate'
    'gory","type":"string","doc":"What of it."},{"name":"persistence","type":"str'
    'ing","doc":"transient, permanent or unknown: whether the same attempt would '
    'fail again."},{"name":"action","type":"string","doc":"What the rule demands '
    'for the job."},{"name":"node_action","type":"string","doc":"What the rule ad'
    'vises for the node."},{"name":"sign","type":"string","doc":"By what it was r'
    'ecognised: a line of the output, exit code 137."},{"name":"means","type":"st'
    'ring","doc":"What happened, in the rule\'s words."},{"name":"hint","type":"st'
    'ring","doc":"What to change, in the rule\'s words."},{"name":"line","type":["'
    'null","long"],"doc":"Number of the line in the rank\'s stream, when it was a '
    'line.","default":null},{"name":"stream","type":"string","doc":"Its stream: s'
    'tdout or stderr.","default":""},{"name":"count","type":"long","doc":"Lines w'
    'ith such a sign; 0: it was no line.","default":0},{"name":"at_ms","type":["n'
    'ull","long"],"doc":"When: of the line, else of the rank\'s end, milliseconds '
    'since 1970 UTC.","default":null},{"name":"spared","type":"boolean","doc":"Th'
    'e attempt does not count among those that the user granted.","default":false'
    '},{"name":"cause_seen","type":"boolean","doc":"False: no rank shows a cause '
    'of its own; it began where nothing was seen.","default":true},{"name":"other'
    's","type":{"type":"array","items":{"type":"record","name":"RankVerdict","doc'
    '":"Another rank that failed.","fields":[{"name":"rank","type":["null","int"]'
    ',"doc":"Rank; null: its node was lost, or refused.","default":null},{"name":'
    '"node_id","type":"string","doc":"Its node."},{"name":"rule","type":"string",'
    '"doc":"The first rule with a sign."},{"name":"followed","type":"boolean","do'
    'c":"It failed because another rank had gone, or waited for one that had."}],'
    '"namespace":"muster.job_events"}},"doc":"Other ranks that failed, by rank, t'
    'he first of them.","default":[]},{"name":"others_more","type":"int","doc":"H'
    'ow many more than these.","default":0},{"name":"unscanned","type":"string","'
    'doc":"Why output was not scanned, or not all of it; empty: it was.","default'
    '":""}],"namespace":"muster.job_events"}],"doc":"Why; null: nothing failed, o'
    'r no rules are in effect.","default":null}],"namespace":"muster.job_events"}'
    ',{"type":"record","name":"JobRequeued","doc":"The job waits again.","subject'
    '":"job","fields":[{"name":"job_id","type":"string","doc":"Job."},{"name":"at'
    'tempt_next","type":"int","doc":"Number of the next attempt."},{"name":"reaso'
    'n","type":"string","doc":"Why."},{"name":"not_before_ms","type":"long","doc"'
    ':"Earliest time of the next attempt."},{"name":"memory_mib","type":["null","'
    'long"],"doc":"Memory of each rank from the next attempt on, MiB; null: as be'
    'fore.","default":null}],"namespace":"muster.job_events"},{"type":"record","n'
    'ame":"JobSucceeded","doc":"Every rank ended with exit code 0.","subject":"jo'
    'b","fields":[{"name":"job_id","type":"string","doc":"Job."},{"name":"attempt'
    '","type":"int","doc":"Attempt."}],"namespace":"muster.job_events"},{"type":"'
    'record","name":"JobFailed","doc":"The job is over and did not succeed.","sub'
    'ject":"job","fields":[{"name":"job_id","type":"string","doc":"Job."},{"name"'
    ':"attempt","type":"int","doc":"Attempt."},{"name":"reason","type":"string","'
    'doc":"Why."},{"name":"exit_code","type":["null","int"],"doc":"Of the first f'
    'ailing rank.","default":null}],"namespace":"muster.job_events"},{"type":"rec'
    'ord","name":"JobCancelled","doc":"The job was cancelled and nothing of it ru'
    'ns.","subject":"job","fields":[{"name":"job_id","type":"string","doc":"Job."'
    '},{"name":"requested_by","type":"string","doc":"Who asked."},{"name":"reason'
    '","type":"string","doc":"Why."}],"namespace":"muster.job_events"},{"type":"r'
    'ecord","name":"JobSuspended","doc":"The job was suspended and nothing of it '
    'runs.","subject":"job","fields":[{"name":"job_id","type":"string","doc":"Job'
    '."},{"name":"requested_by","type":"string","doc":"Who asked."},{"name":"reas'
    'on","type":"string","doc":"Why."}],"namespace":"muster.job_events"},{"type":'
    '"record","name":"JobResumed","doc":"A suspended job waits again.","subject":'
    '"job","fields":[{"name":"job_id","type":"string","doc":"Job."},{"name":"requ'
    'ested_by","type":"string","doc":"Who asked."}],"namespace":"muster.job_event'
    's"},{"type":"record","name":"CheckpointRecorded","doc":"All of a checkpoint '
    'is safe in the store; the next attempt begins from it.","subject":"job","fie'
    'lds":[{"name":"job_id","type":"string","doc":"Job."},{"name":"attempt","type'
    '":"int","doc":"Attempt."},{"name":"rank","type":"int","doc":"Rank that wrote'
    ' it."},{"name":"file","type":"string","doc":"File name: the one file that it'
    ' is, or the record of its parts."},{"name":"uri","type":"string","doc":"Wher'
    'e."},{"name":"sha256","type":"string","doc":"Of that file."},{"name":"size_b'
    'ytes","type":"long","doc":"Of all its files, of all ranks together."},{"name'
    '":"files","type":"int","doc":"So many files.","default":1},{"name":"unchange'
    'd_bytes","type":"long","doc":"Of these, in files that had not changed and we'
    're in the store before.","default":0},{"name":"step","type":["null","long"],'
    '"doc":"Step after which it was saved; null: it is one file, which does not s'
    'ay.","default":null}],"namespace":"muster.job_events"},{"type":"record","nam'
    'e":"CheckpointExpired","doc":"A checkpoint is kept no longer; it is to be re'
    'moved from the store.","subject":"checkpoint","fields":[{"name":"job_id","ty'
    'pe":"string","doc":"Job."},{"name":"tenant","type":"string","doc":"Tenant."}'
    ',{"name":"attempt","type":"int","doc":"Attempt that saved it."},{"name":"ran'
    'k","type":"int","doc":"Rank in whose folder its file lay."},{"name":"file","'
    'type":"string","doc":"File name: the one file that it is, or the record of i'
    'ts parts."},{"name":"uri","type":"string","doc":"Of that file."},{"name":"sh'
    'a256","type":"string","doc":"Of that file."},{"name":"size_bytes","type":"lo'
    'ng","doc":"Of all its files."},{"name":"step","type":["null","long"],"doc":"'
    'Step after which it was saved; null: it is one file.","default":null},{"name'
    '":"kept_before","type":["null","string"],"doc":"Address of the record of the'
    " nearest one before it, of the same attempt, that is kept: what both name st"
    'ays; null: there is none.","default":null}],"namespace":"muster.job_events"}'
    ',{"type":"record","name":"CheckpointDeleted","doc":"A checkpoint that had ex'
    'pired is removed from the store.","subject":"checkpoint","fields":[{"name":"'
    'job_id","type":"string","doc":"Job."},{"name":"tenant","type":"string","doc"'
    ':"Tenant."},{"name":"attempt","type":"int","doc":"Attempt that saved it."},{'
    '"name":"rank","type":"int","doc":"Rank in whose folder its file lay."},{"nam'
    'e":"file","type":"string","doc":"File name: the one file that it was, or the'
    ' record of its parts."},{"name":"uri","type":"string","doc":"Of that file."}'
    ',{"name":"objects","type":"long","doc":"So many objects were removed; files '
    'that a kept checkpoint names, too, stay."},{"name":"freed_bytes","type":"lon'
    'g","doc":"Bytes that they had."}],"namespace":"muster.job_events"},"muster.j'
    'ob_events.NodeJoined","muster.job_events.NodeSuspected","muster.job_events.N'
    'odeRecovered","muster.job_events.NodeLost","muster.job_events.NodeForgotten"'
    ',"muster.job_events.NodeRefused",{"type":"record","name":"NodeCordoned","doc'
    '":"Nothing new goes there.","subject":"node","fields":[{"name":"node_id","ty'
    'pe":"string","doc":"Node."},{"name":"requested_by","type":"string","doc":"Wh'
    'o."},{"name":"reason","type":"string","doc":"Why."}],"namespace":"muster.job'
    '_events"},{"type":"record","name":"NodeUncordoned","doc":"Work goes there ag'
    'ain.","subject":"node","fields":[{"name":"node_id","type":"string","doc":"No'
    'de."},{"name":"requested_by","type":"string","doc":"Who."}],"namespace":"mus'
    'ter.job_events"},{"type":"record","name":"NodeDraining","doc":"Nothing new i'
    's placed on the node, and what runs there is moved.","subject":"node","field'
    's":[{"name":"node_id","type":"string","doc":"Node."},{"name":"requested_by",'
    '"type":"string","doc":"Operator."},{"name":"reason","type":"string","doc":"W'
    'hy.","default":""}],"namespace":"muster.job_events"},{"type":"record","name"'
    ':"NodeUndrained","doc":"Work may be placed on the node again.","subject":"no'
    'de","fields":[{"name":"node_id","type":"string","doc":"Node."},{"name":"requ'
    'ested_by","type":"string","doc":"Operator."}],"namespace":"muster.job_events'
    '"},{"type":"record","name":"NodeTagged","doc":"What operators say of the nod'
    'e, beside what it announces, from now on.","subject":"node","fields":[{"name'
    '":"node_id","type":"string","doc":"Node."},{"name":"labels","type":{"type":"'
    'map","values":"string"},"doc":"Labels; they win over announced ones.","defau'
    'lt":{}},{"name":"taints","type":{"type":"array","items":"string"},"doc":"Tai'
    'nts, sorted.","default":[]},{"name":"requested_by","type":"string","doc":"Op'
    'erator."}],"namespace":"muster.job_events"},{"type":"record","name":"Mainten'
    'anceScheduled","doc":"The node will be closed for a time: only work that is '
    'predicted to end before is placed there.","subject":"node","fields":[{"name"'
    ':"node_id","type":"string","doc":"Node."},{"name":"starts_at_ms","type":"lon'
    'g","doc":"From when, milliseconds since 1970 UTC."},{"name":"ends_at_ms","ty'
    'pe":"long","doc":"Until when."},{"name":"requested_by","type":"string","doc"'
    ':"Operator."},{"name":"reason","type":"string","doc":"Why.","default":""}],"'
    'namespace":"muster.job_events"},{"type":"record","name":"MaintenanceStarted"'
    ',"doc":"The node\'s window has begun: it is closed, and what still runs there'
    ' is moved.","subject":"node","fields":[{"name":"node_id","type":"string","do'
    'c":"Node."}],"namespace":"muster.job_events"},{"type":"record","name":"Maint'
    'enanceEnded","doc":"The node\'s window is over, or was called off.","subject"'
    ':"node","fields":[{"name":"node_id","type":"string","doc":"Node."},{"name":"'
    'requested_by","type":["null","string"],"doc":"Operator who called it off; nu'
    'll: its time was over.","default":null}],"namespace":"muster.job_events"},{"'
    'type":"record","name":"NodeReclaiming","doc":"The node will be taken away: n'
    'othing new is placed there, and what runs there saves and leaves.","subject"'
    ':"node","fields":[{"name":"node_id","type":"string","doc":"Node."},{"name":"'
    'notice_id","type":"string","doc":"Which announcement; another one takes the '
    'place of the last."},{"name":"deadline_ms","type":["null","long"],"doc":"Whe'
    "n it is gone, milliseconds since 1970 UTC; null: it is at risk, and what run"
    's there stays.","default":null},{"name":"source","type":"muster.task_events.'
    'ReclaimSource","doc":"Who announced it."},{"name":"requested_by","type":"str'
    'ing","doc":"Operator; empty: the node\'s provider.","default":""},{"name":"re'
    'ason","type":"string","doc":"For people.","default":""}],"namespace":"muster'
    '.job_events"},{"type":"record","name":"NodeSpared","doc":"The node is not ta'
    'ken away after all, or is there again: work may be placed on it.","subject":'
    '"node","fields":[{"name":"node_id","type":"string","doc":"Node."},{"name":"r'
    'equested_by","type":"string","doc":"Operator; empty: the node\'s provider.","'
    'default":""},{"name":"reason","type":"string","doc":"For people.","default":'
    '""}],"namespace":"muster.job_events"},{"type":"record","name":"NodeNoted","d'
    'oc":"What is wrong with the node by its own account.","subject":"node","fiel'
    'ds":[{"name":"node_id","type":"string","doc":"Node."},{"name":"note","type":'
    '"string","doc":"One sentence; empty: nothing any more."}],"namespace":"muste'
    'r.job_events"},{"type":"record","name":"NodeFaulted","doc":"The node\'s kerne'
    'l reported a fault that a rule of failures knows.","subject":"node","fields"'
    ':[{"name":"node_id","type":"string","doc":"Node."},{"name":"rule","type":"st'
    'ring","doc":"Rule."},{"name":"rules_version","type":"int","doc":"Version of '
    'the rules in effect."},{"name":"xid","type":["null","int"],"doc":"Number of '
    'NVIDIA\'s Xid; null: it is none.","default":null},{"name":"gpu","type":"strin'
    'g","doc":"PCI address of the GPU; empty: none is named.","default":""},{"nam'
    'e":"node_action","type":"string","doc":"What the rule demands for the node."'
    '},{"name":"strike","type":"int","doc":"Which strike of the node it is, from '
    '1; 0: it does not count.","default":0},{"name":"closes","type":"boolean","do'
    'c":"Whether the node is closed for it.","default":false},{"name":"message","'
    'type":"string","doc":"For people: what happened, what the node needs, and wh'
    'at it had before."}],"namespace":"muster.job_events"},"muster.job_events.Nod'
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
    ' the CPU; null: do not.","default":null},{"name":"gpu_idle_max_ms","type":["'
    'null","long"],"doc":"Report when its GPUs did next to nothing for so long; n'
    'ull: do not.","default":null},{"name":"grace_ms","type":"long","doc":"Betwee'
    'n SIGTERM and SIGKILL."},{"name":"checkpoint_enabled","type":"boolean","doc"'
    ':"Keep checkpoints."},{"name":"checkpoint_bytes_per_s","type":"long","doc":"'
    "What the job may store of checkpoints, bytes per second; the node takes the "
    'part that its ranks are.","default":1000000000},{"name":"mtbf_ms","type":["n'
    'ull","long"],"doc":"How long the gang is believed to run until one of its no'
    "des ends, by what the log says of such nodes; null: it keeps no checkpoints."
    '","default":null},{"name":"checkpoint_uri","type":["null","string"],"doc":"N'
    'ewest checkpoint of an earlier attempt.","default":null},{"name":"checkpoint'
    '_sha256","type":["null","string"],"doc":"Its hash.","default":null},{"name":'
    '"checkpoint_file","type":["null","string"],"doc":"Its file name.","default":'
    'null},{"name":"checkpoints_earlier","type":{"type":"array","items":{"type":"'
    'record","name":"StoredCheckpoint","doc":"A checkpoint that is whole in the s'
    'tore.","fields":[{"name":"uri","type":"string","doc":"Of the one file that i'
    't is, or of the record of its parts."},{"name":"sha256","type":"string","doc'
    '":"Its hash."},{"name":"file","type":"string","doc":"Its file name."}],"name'
    'space":"muster.node_commands"}},"doc":"Those before it, the newest first: ea'
    'ch is tried when the one before it in this list is damaged.","default":[]},{'
    '"name":"offline","type":"boolean","doc":"Its ranks see no network but their '
    'own loopback.","default":false},{"name":"failure_rules_sha256","type":["null'
    '","string"],"doc":"Rules of failures by which output is scanned; null: none '
    'are in effect.","default":null},{"name":"failure_rules_version","type":["nul'
    'l","int"],"doc":"Their version.","default":null}],"namespace":"muster.node_c'
    'ommands"},{"type":"record","name":"StopTask","doc":"Stop this attempt\'s rank'
    's; unknown attempt: nothing to do.","fields":[{"name":"node_id","type":"stri'
    'ng","doc":"Node."},{"name":"epoch","type":"long","doc":"Leader\'s epoch; olde'
    'r than one already seen: refuse."},{"name":"order_seq","type":"long","doc":"'
    'Position of the decision: seq of the input that caused it."},{"name":"job_id'
    '","type":"string","doc":"Job."},{"name":"attempt","type":"int","doc":"Attemp'
    't; started at most once."},{"name":"grace_ms","type":"long","doc":"Between S'
    'IGTERM and SIGKILL."},{"name":"checkpoint_grace_ms","type":"long","doc":"Mos'
    't time for a checkpoint before SIGTERM; 0: the ranks do not go on later.","d'
    'efault":0},{"name":"checkpoint_bytes_per_s","type":["null","long"],"doc":"Wh'
    "at the job may store of checkpoints from now on, bytes per second; the node "
    'takes the part that its ranks are; null: as before.","default":null},{"name"'
    ':"reason","type":"string","doc":"Why."}],"namespace":"muster.node_commands"}'
    '],"doc":"Fact or order."}],"namespace":"muster.scheduler_log"}},"doc":"In or'
    'der."},{"name":"state_hash","type":["null","string"],"doc":"Hash of the whol'
    'e state after this batch, when it was taken.","default":null},{"name":"hash_'
    'version","type":"int","doc":"How state_hash was computed; hashes of differen'
    't versions are not compared.","default":1},{"name":"decisions_version","type'
    '":"int","doc":"Which version of the rules decided; another one may decide ot'
    'herwise. 0: not recorded.","default":0}],"namespace":"muster.scheduler_log"}'
    '],"doc":"What happened."}]}'
)
