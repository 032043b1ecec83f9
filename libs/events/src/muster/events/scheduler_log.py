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
    'will go on later may take to save one, before SIGTERM.","default":60000}],"n'
    'amespace":"muster.job_commands"},"doc":"Checkpoint policy."},{"name":"labels'
    '","type":{"type":"map","values":"string"},"doc":"Free key/value pairs to fil'
    'ter by.","default":{}},{"name":"model_name","type":["null","string"],"doc":"'
    'Model this job trains, for the registry.","default":null},{"name":"priority"'
    ',"type":"int","doc":"Higher goes first where the queue orders by priority; -'
    '1000 to 1000.","default":0},{"name":"ranks_min","type":["null","int"],"doc":'
    '"Fewest ranks it runs with; null: never other than `ranks`.","default":null}'
    ',{"name":"world_sizes","type":{"type":"array","items":"int"},"doc":"Gang siz'
    "es it runs with, ascending; empty: ranks_min, ranks and the powers of two be"
    'tween.","default":[]},{"name":"topology","type":["null",{"type":"record","na'
    'me":"Topology","doc":"How the ranks of a gang should lie in the network.","f'
    'ields":[{"name":"within","type":["null",{"type":"enum","name":"TopologyLevel'
    '","doc":"Units of the network, smallest first.","symbols":["NODE","NVLINK_DO'
    'MAIN","LEAF","SPINE","CELL"],"default":"CELL","namespace":"muster.job_comman'
    'ds"}],"doc":"The unit that should hold all ranks; null: the best there is ro'
    'om in.","default":null},{"name":"strictness","type":{"type":"enum","name":"S'
    'trictness","doc":"What a gang does when no unit of its level has room.","sym'
    'bols":["REQUIRED","PREFERRED","BEST_EFFORT"],"default":"BEST_EFFORT","namesp'
    'ace":"muster.job_commands"},"doc":"REQUIRED waits for such a unit, PREFERRED'
    ' takes a larger one.","default":"BEST_EFFORT"},{"name":"tensor_parallel_rank'
    's","type":"int","doc":"So many consecutive ranks share an NVLink domain, alw'
    'ays.","default":1}],"namespace":"muster.job_commands"}],"doc":"How the ranks'
    ' should lie; null: as near to each other as there is room.","default":null},'
    '{"name":"spread","type":["null","muster.job_commands.TopologyLevel"],"doc":"'
    'Ranks go evenly over units of this level instead.","default":null},{"name":"'
    'node_labels","type":{"type":"map","values":"string"},"doc":"Only nodes with '
    'all these labels.","default":{}},{"name":"node_labels_preferred","type":{"ty'
    'pe":"map","values":"string"},"doc":"Nodes that have all these labels, too, g'
    'o first.","default":{}},{"name":"tolerations","type":{"type":"array","items"'
    ':"string"},"doc":"Taints of nodes that do not matter, sorted.","default":[]}'
    ',{"name":"gpu_preferences","type":{"type":"array","items":{"type":"record","'
    'name":"GpuPreference","doc":"One GPU model, and how fast the job runs on it.'
    '","fields":[{"name":"model","type":"string","doc":"GPU model."},{"name":"thr'
    'oughput_milli","type":"int","doc":"Thousandths of a common unit of speed: tw'
    'ice as much ends in half the time."}],"namespace":"muster.job_commands"}},"d'
    'oc":"GPU models with their speed; all ranks go to one of them. resources.gpu'
    '_models names the same.","default":[]},{"name":"caches","type":{"type":"arra'
    'y","items":"string"},"doc":"Names of what its nodes keep for the next job: a'
    ' model, a data set.","default":[]},{"name":"sandbox","type":{"type":"enum","'
    'name":"SandboxNeed","doc":"Whether a job needs to be kept apart from the res'
    't of the machine.","symbols":["OPTIONAL","REQUIRED"],"default":"OPTIONAL","n'
    'amespace":"muster.job_commands"},"doc":"REQUIRED: only nodes that have a san'
    'dbox.","default":"OPTIONAL"},{"name":"network","type":{"type":"enum","name":'
    '"NetworkAccess","doc":"Which network a job sees.","symbols":["HOST","NONE"],'
    '"default":"HOST","namespace":"muster.job_commands"},"doc":"HOST: its node\'s.'
    " NONE: only a loopback of its own, which its ranks share; needs a sandbox, a"
    'nd all ranks on one node.","default":"HOST"},{"name":"spot","type":{"type":"'
    'enum","name":"SpotUse","doc":"Whether a job may run on nodes that their prov'
    'ider may take back.","symbols":["BY_TIER","ALLOWED","NEVER"],"default":"BY_T'
    'IER","namespace":"muster.job_commands"},"doc":"BY_TIER: every job but produc'
    "tion inference, which has to ask for such nodes by their label or with ALLOW"
    'ED.","default":"BY_TIER"}],"namespace":"muster.job_commands"},"doc":"What to'
    ' run."}],"namespace":"muster.job_commands"},{"type":"record","name":"CancelJ'
    'ob","doc":"Stop the job for good.","fields":[{"name":"job_id","type":"string'
    '","doc":"Job."},{"name":"tenant","type":"string","doc":"Tenant the job belon'
    'gs to."},{"name":"requested_by","type":"string","doc":"User who asks."},{"na'
    'me":"reason","type":"string","doc":"Why, for people.","default":""}],"namesp'
    'ace":"muster.job_commands"},{"type":"record","name":"SuspendJob","doc":"Stop'
    ' the job, keep its place for a resume.","fields":[{"name":"job_id","type":"s'
    'tring","doc":"Job."},{"name":"tenant","type":"string","doc":"Tenant the job '
    'belongs to."},{"name":"requested_by","type":"string","doc":"User who asks."}'
    ',{"name":"reason","type":"string","doc":"Why, for people.","default":""}],"n'
    'amespace":"muster.job_commands"},{"type":"record","name":"ResumeJob","doc":"'
    'Queue a suspended job again.","fields":[{"name":"job_id","type":"string","do'
    'c":"Job."},{"name":"tenant","type":"string","doc":"Tenant the job belongs to'
    '."},{"name":"requested_by","type":"string","doc":"User who asks."},{"name":"'
    'reason","type":"string","doc":"Why, for people.","default":""}],"namespace":'
    '"muster.job_commands"},{"type":"record","name":"CreateQueue","doc":"Make a q'
    'ueue.","fields":[{"name":"queue","type":"string","doc":"Name: 1 to 63 of a-z'
    ' 0-9 and -."},{"name":"tenant","type":"string","doc":"Tenant."},{"name":"des'
    'cription","type":"string","doc":"For people.","default":""},{"name":"request'
    'ed_by","type":"string","doc":"User who asks."},{"name":"settings","type":["n'
    'ull",{"type":"record","name":"QueueSettings","doc":"What a queue may use, an'
    'd how it is shared.","fields":[{"name":"parent","type":["null","string"],"do'
    'c":"Queue above, of the same tenant; null for none.","default":null},{"name"'
    ':"guarantee","type":["null",{"type":"record","name":"Quota","doc":"An amount'
    ' of each resource; null says nothing of that resource.","fields":[{"name":"g'
    'pu_milli","type":["null","long"],"doc":"Thousandths of GPU, any model.","def'
    'ault":null},{"name":"gpu_milli_by_model","type":{"type":"map","values":"long'
    '"},"doc":"Thousandths of GPU per model, beside the total.","default":{}},{"n'
    'ame":"cpu_milli","type":["null","long"],"doc":"Thousandths of a CPU core.","'
    'default":null},{"name":"memory_mib","type":["null","long"],"doc":"Main memor'
    'y, MiB.","default":null}],"namespace":"muster.queue_commands"}],"doc":"What '
    'its jobs may always have; unused, it is lent. Null guarantees nothing.","def'
    'ault":null},{"name":"maximum","type":["null","muster.queue_commands.Quota"],'
    '"doc":"What its jobs never exceed together. Null sets no bound.","default":n'
    'ull},{"name":"weight","type":"int","doc":"Its part of usage over time among '
    'the queues beside it, 1 to 1000000.","default":1},{"name":"over_quota_weight'
    '","type":"int","doc":"Its part of what is lent beyond guarantees, 0 to 10000'
    '00; 0 never borrows.","default":1},{"name":"order","type":{"type":"enum","na'
    'me":"QueueOrder","doc":"Who goes first within a tier of one queue.","symbols'
    '":["FIFO","PRIORITY","DRF","LEAST_ATTAINED_SERVICE"],"default":"FIFO","names'
    'pace":"muster.queue_commands"},"doc":"Who goes first within a tier.","defaul'
    't":"FIFO"},{"name":"jobs_running_max","type":["null","int"],"doc":"Jobs that'
    ' may hold GPUs at once.","default":null},{"name":"jobs_pending_max","type":['
    '"null","int"],"doc":"Jobs that may wait at once; more are rejected.","defaul'
    't":null},{"name":"user_jobs_running_max","type":["null","int"],"doc":"As job'
    's_running_max, for one user.","default":null},{"name":"user_jobs_pending_max'
    '","type":["null","int"],"doc":"As jobs_pending_max, for one user.","default"'
    ':null},{"name":"suspended","type":["null","string"],"doc":"Why nothing of it'
    ' and of those below it starts; null: it is not suspended.","default":null},{'
    '"name":"spot_percent_max","type":["null","int"],"doc":"Jobs are placed on sp'
    "ot nodes while at most this part of the GPUs that the queue and those below "
    'it hold is there, percent; null: any part.","default":null}],"namespace":"mu'
    'ster.queue_commands"}],"doc":"Shares and limits; null for none.","default":n'
    'ull}],"namespace":"muster.queue_commands"},{"type":"record","name":"Configur'
    'eQueue","doc":"Replace a queue\'s shares and limits.","fields":[{"name":"queu'
    'e","type":"string","doc":"Name."},{"name":"tenant","type":"string","doc":"Te'
    'nant."},{"name":"settings","type":"muster.queue_commands.QueueSettings","doc'
    '":"All of them."},{"name":"requested_by","type":"string","doc":"User who ask'
    's."}],"namespace":"muster.queue_commands"},{"type":"record","name":"DeleteQu'
    'eue","doc":"Remove an empty queue.","fields":[{"name":"queue","type":"string'
    '","doc":"Name."},{"name":"tenant","type":"string","doc":"Tenant."},{"name":"'
    'requested_by","type":"string","doc":"User who asks."}],"namespace":"muster.q'
    'ueue_commands"},{"type":"record","name":"ReserveCapacity","doc":"Keep whole '
    'nodes of a GPU model for a queue, from a time until another.","fields":[{"na'
    'me":"reservation","type":"string","doc":"Name: 1 to 63 of a-z 0-9 and -; uni'
    'que in its tenant while it lasts."},{"name":"tenant","type":"string","doc":"'
    'Tenant."},{"name":"queue","type":"string","doc":"Whose jobs may be placed th'
    'ere, and those of the queues below it."},{"name":"gpu_model","type":"string"'
    ',"doc":"GPU model of the nodes."},{"name":"gpu_count","type":["null","int"],'
    '"doc":"Reserve the fewest nodes with this many GPUs; null where nodes are co'
    'unted.","default":null},{"name":"node_count","type":["null","int"],"doc":"So'
    ' many nodes; null where GPUs are counted.","default":null},{"name":"starts_a'
    't_ms","type":["null","long"],"doc":"From when, milliseconds since 1970 UTC; '
    'null: at once.","default":null},{"name":"ends_at_ms","type":"long","doc":"Un'
    'til when, milliseconds since 1970 UTC."},{"name":"requested_by","type":"stri'
    'ng","doc":"User who asks."}],"namespace":"muster.queue_commands"},{"type":"r'
    'ecord","name":"CancelCapacityReservation","doc":"End a reservation, begun or'
    ' not.","fields":[{"name":"reservation","type":"string","doc":"Name."},{"name'
    '":"tenant","type":"string","doc":"Tenant."},{"name":"requested_by","type":"s'
    'tring","doc":"User who asks."}],"namespace":"muster.queue_commands"},{"type"'
    ':"record","name":"CordonNode","doc":"Place nothing new on the node; what run'
    's goes on.","fields":[{"name":"node_id","type":"string","doc":"Node."},{"nam'
    'e":"requested_by","type":"string","doc":"Operator."},{"name":"reason","type"'
    ':"string","doc":"Why.","default":""}],"namespace":"muster.operator_commands"'
    '},{"type":"record","name":"UncordonNode","doc":"Place work on the node again'
    '.","fields":[{"name":"node_id","type":"string","doc":"Node."},{"name":"reque'
    'sted_by","type":"string","doc":"Operator."}],"namespace":"muster.operator_co'
    'mmands"},{"type":"record","name":"DrainNode","doc":"Place nothing new on the'
    ' node, and move what runs there: it stops with its grace and waits again.","'
    'fields":[{"name":"node_id","type":"string","doc":"Node."},{"name":"requested'
    '_by","type":"string","doc":"Operator."},{"name":"reason","type":"string","do'
    'c":"Why.","default":""}],"namespace":"muster.operator_commands"},{"type":"re'
    'cord","name":"UndrainNode","doc":"Place work on the node again.","fields":[{'
    '"name":"node_id","type":"string","doc":"Node."},{"name":"requested_by","type'
    '":"string","doc":"Operator."}],"namespace":"muster.operator_commands"},{"typ'
    'e":"record","name":"TagNode","doc":"Give the node labels and taints beside t'
    'hose it announces, or take such away.","fields":[{"name":"node_id","type":"s'
    'tring","doc":"Node."},{"name":"labels","type":{"type":"map","values":"string'
    '"},"doc":"Labels to set; they win over announced ones.","default":{}},{"name'
    '":"labels_removed","type":{"type":"array","items":"string"},"doc":"Labels se'
    't before that no longer hold, sorted.","default":[]},{"name":"taints","type"'
    ':{"type":"array","items":"string"},"doc":"Taints to set, sorted.","default":'
    '[]},{"name":"taints_removed","type":{"type":"array","items":"string"},"doc":'
    '"Taints set before that no longer hold, sorted.","default":[]},{"name":"requ'
    'ested_by","type":"string","doc":"Operator."}],"namespace":"muster.operator_c'
    'ommands"},{"type":"record","name":"ScheduleMaintenance","doc":"Close the nod'
    'e for a time; takes the place of a window that has not begun.","fields":[{"n'
    'ame":"node_id","type":"string","doc":"Node."},{"name":"starts_at_ms","type":'
    '"long","doc":"From when, milliseconds since 1970 UTC."},{"name":"ends_at_ms"'
    ',"type":"long","doc":"Until when."},{"name":"requested_by","type":"string","'
    'doc":"Operator."},{"name":"reason","type":"string","doc":"Why.","default":""'
    '}],"namespace":"muster.operator_commands"},{"type":"record","name":"CancelMa'
    'intenance","doc":"Call the node\'s window off, or end it.","fields":[{"name":'
    '"node_id","type":"string","doc":"Node."},{"name":"requested_by","type":"stri'
    'ng","doc":"Operator."}],"namespace":"muster.operator_commands"},{"type":"rec'
    'ord","name":"ReclaimNode","doc":"Treat the node as one that its provider tak'
    'es away; takes the place of what was announced before.","fields":[{"name":"n'
    'ode_id","type":"string","doc":"Node."},{"name":"remaining_ms","type":"long",'
    '"doc":"In how long it is gone."},{"name":"requested_by","type":"string","doc'
    '":"Operator."},{"name":"reason","type":"string","doc":"For people.","default'
    '":""}],"namespace":"muster.operator_commands"},{"type":"record","name":"Spar'
    'eNode","doc":"The node is not taken away after all.","fields":[{"name":"node'
    '_id","type":"string","doc":"Node."},{"name":"requested_by","type":"string","'
    'doc":"Operator."}],"namespace":"muster.operator_commands"},{"type":"record",'
    '"name":"ActivatePolicy","doc":"Decide by this policy from now on.","fields":'
    '[{"name":"policy","type":{"type":"record","name":"Policy","doc":"Knobs that '
    'change decisions; a change is an event, so it replays.","fields":[{"name":"n'
    'ame","type":"string","doc":"For people."},{"name":"head_patience_ms","type":'
    '"long","doc":"A blocked head of line is passed freely for this long; then no'
    'des are reserved for it."},{"name":"head_hold_ms","type":"long","doc":"Nodes'
    " reserved for it are kept this long beyond the time it should have started a"
    't."},{"name":"attempts_lost_max","type":"int","doc":"Attempts lost with thei'
    'r nodes before the job fails."},{"name":"workload_shapes_max","type":"int","'
    'doc":"Shapes remembered for the fragmentation score."},{"name":"jobs_ended_k'
    'ept_max","type":"int","doc":"Ended jobs remembered for deduplication."},{"na'
    'me":"share_window_ms","type":"long","doc":"Usage older than this is forgotte'
    'n.","default":2592000000},{"name":"share_half_life_ms","type":"long","doc":"'
    'Usage this old counts half.","default":604800000},{"name":"share_history_per'
    'cent","type":"int","doc":"Weight of usage over time beside usage now, 0 to 1'
    '0000.","default":100},{"name":"credit_max_ms","type":"long","doc":"Burst cre'
    'dit holds at most a guarantee unused for this long; 0 gives none.","default"'
    ':86400000},{"name":"model_price_milli","type":{"type":"map","values":"long"}'
    ',"doc":"What an hour of a GPU model counts, thousandths; 1000 where absent."'
    ',"default":{}},{"name":"aging_step_ms","type":"long","doc":"A job that waite'
    'd this long goes with the next higher tier, and so on; 0 never.","default":8'
    '6400000},{"name":"reclaim_interval_ms","type":"long","doc":"Shortest time be'
    'tween two preemption requests for the same lent GPUs.","default":60000},{"na'
    'me":"time_level_gpu_ms","type":"long","doc":"GPUs times time from which a jo'
    'b of a queue that shares time is in the second level.","default":3600000},{"'
    'name":"time_level_factor","type":"int","doc":"Each further level begins at s'
    'o many times as much.","default":8},{"name":"time_levels","type":"int","doc"'
    ':"Levels of jobs that share time.","default":4},{"name":"time_quantum_ms","t'
    'ype":"long","doc":"A job that shares time runs at least so long before it yi'
    'elds to one of a lower level.","default":300000},{"name":"time_cost_percent_'
    'max","type":"int","doc":"Its stop and its restart cost at most this part of '
    'the time that it then runs at least.","default":50},{"name":"time_promotion_'
    'ms","type":"long","doc":"A waiting job that shares time counts as one level '
    'lower after each such period.","default":86400000},{"name":"measure_interval'
    '_ms","type":"long","doc":"A queue that changed is measured at most this ofte'
    'n.","default":10000},{"name":"resize_interval_ms","type":"long","doc":"An el'
    'astic job is resized at most this often.","default":300000},{"name":"defrag_'
    'interval_ms","type":"long","doc":"Moves that would make room for the head of'
    ' line are looked for at most this often.","default":300000},{"name":"defrag_'
    'benefit_percent","type":"int","doc":"They are carried out when the GPU time '
    'that is won is at least this part of what is lost; 0 only proposes.","defaul'
    't":300},{"name":"search_work_per_pass_max","type":"int","doc":"Work that one'
    " scheduling pass may spend on searches in vain: 1 for each, and 1 for every "
    '8 ranks of a gang; the next pass goes on.","default":2000},{"name":"topology'
    '","type":{"type":"record","name":"TopologyWeights","doc":"What a gang\'s plac'
    'e is worth, per GPU of the gang, by the smallest unit that holds it.","field'
    's":[{"name":"nvlink","type":"int","doc":"The gang shares an NVLink domain or'
    ' a node.","default":1000},{"name":"leaf","type":"int","doc":"It shares a lea'
    'f.","default":400},{"name":"spine","type":"int","doc":"It shares a spine.","'
    'default":200},{"name":"cell","type":"int","doc":"It shares a cell.","default'
    '":100},{"name":"stranded_gpu","type":"int","doc":"Taken off for each GPU lef'
    't free beside it that no group like its own can use.","default":100}],"names'
    'pace":"muster.operator_commands"},"doc":"How places of gangs are weighed.","'
    'default":{"nvlink":1000,"leaf":400,"spine":200,"cell":100,"stranded_gpu":100'
    '}},{"name":"tenants_untrusted","type":{"type":"array","items":"string"},"doc'
    '":"Tenants whose fractions of GPUs always get a MIG instance of their own.",'
    '"default":[]},{"name":"mig_change_interval_ms","type":"long","doc":"A GPU is'
    ' cut into MIG instances, or made whole again, at most this often.","default"'
    ':600000},{"name":"checkpoint_grace_max_ms","type":"long","doc":"Most time fo'
    'r a checkpoint before a job is stopped, whatever the job asks for.","default'
    '":600000},{"name":"node_upload_bytes_per_s","type":"long","doc":"What one no'
    'de stores of checkpoints when it is taken away, bytes per second.","default"'
    ':1000000000},{"name":"store_upload_bytes_per_s","type":"long","doc":"What th'
    'e store takes of all nodes that are taken away, bytes per second.","default"'
    ':10000000000},{"name":"reclaim_margin_ms","type":"long","doc":"Ranks have en'
    'ded this long before their node is taken away.","default":5000},{"name":"spo'
    't_price_percent","type":"int","doc":"What a spot node costs of the price of '
    'another, where its label spot-price-percent does not say.","default":70},{"n'
    'ame":"spot_loss_weight","type":"int","doc":"A job goes to spot nodes first i'
    "f its expected part of lost work, times this, is less than the part of the p"
    'rice that they save; 0: whatever it loses.","default":6},{"name":"spot_recla'
    'im_prior_ms","type":"long","doc":"How long a spot node is believed to stay w'
    'hile little is known of its GPU model.","default":86400000},{"name":"spot_re'
    'start_ms","type":"long","doc":"What a job is believed to lose at a reclaim b'
    'eside its unsaved work: until it works again.","default":300000},{"name":"fa'
    'irness_threshold_percent","type":"int","doc":"A queue that holds less than t'
    "his part of its due may have others yield that hold more than theirs; 0: non"
    'e may.","default":0},{"name":"preemption_ran_min_ms","type":"long","doc":"A '
    'job that was bound more recently is not preempted.","default":300000},{"name'
    '":"preemptions_per_job_day_max","type":"int","doc":"How often a job is preem'
    'pted within 24 hours at most.","default":3},{"name":"preemption_hold_ms","ty'
    'pe":"long","doc":"What victims free is held for the job they yield to for at'
    ' most so long after their grace.","default":60000},{"name":"wall_time_max_ms'
    '","type":{"type":"map","values":"long"},"doc":"Longest time that an attempt '
    "of a job may hold its nodes, by tier, beside the job's own limit; tiers that"
    ' are not named have none.","default":{}},{"name":"retries_off","type":"boole'
    'an","doc":"No attempt that failed is retried; those that were lost or refuse'
    'd are.","default":false},{"name":"nodes_lost_per_job_max","type":"int","doc"'
    ':"A job is suspended once so many nodes were lost soon after attempts of it '
    'began there; 0 never.","default":0},{"name":"hang_after_ms","type":{"type":"'
    'map","values":"long"},"doc":"Silence of all ranks (no output, no step) after'
    " which a job of the tier counts as hanging; a job may state its own. Tiers t"
    'hat are not named: never.","default":{}},{"name":"start_up_max_ms","type":{"'
    'type":"map","values":"long"},"doc":"The same for a job whose ranks said noth'
    'ing since their start and hardly use the CPU.","default":{}},{"name":"hang_e'
    'nds","type":"boolean","doc":"An attempt that hangs by these is ended, and re'
    'tried as the job allows; else its owner is told.","default":false},{"name":"'
    'faulty_nodes_max","type":"int","doc":"At most so many nodes are closed for f'
    "aults that their kernels reported at once; 0: faults are told and close none"
    '.","default":0},{"name":"mig_geometries","type":{"type":"array","items":{"ty'
    'pe":"record","name":"MigGeometry","doc":"The only way GPUs of a model are cu'
    't.","fields":[{"name":"gpu_model","type":"string","doc":"GPU model."},{"name'
    '":"instances","type":{"type":"array","items":{"type":"record","name":"MigIns'
    'tance","doc":"One instance.","fields":[{"name":"profile","type":"string","do'
    'c":"Profile, as in 2g.10gb."},{"name":"start","type":"int","doc":"First memo'
    'ry slice."}],"namespace":"muster.operator_commands"}},"doc":"All that may ex'
    'ist on one GPU."}],"namespace":"muster.operator_commands"}},"doc":"GPU model'
    's that a site cuts in one way only; others as jobs need it.","default":[]}],'
    '"namespace":"muster.operator_commands"},"doc":"The whole policy."},{"name":"'
    'requested_by","type":"string","doc":"Operator."}],"namespace":"muster.operat'
    'or_commands"},{"type":"record","name":"ActivateFailureRules","doc":"Judge fa'
    'ilures by these rules from now on.","fields":[{"name":"rules","type":"string'
    '","doc":"The rules file, as libs/failures parses it; its version is higher t'
    'han that in effect."},{"name":"requested_by","type":"string","doc":"Operator'
    '."}],"namespace":"muster.operator_commands"},{"type":"record","name":"AgentS'
    'tarted","doc":"The agent is up and tells what it runs, so that the scheduler'
    ' can reconcile.","subject":"node","fields":[{"name":"node_id","type":"string'
    '","doc":"Node."},{"name":"boot_id","type":"string","doc":"Boot."},{"name":"f'
    'resh","type":"boolean","doc":"True: the agent remembers nothing from before.'
    '"},{"name":"order_seq_last","type":"long","doc":"Newest order it has carried'
    ' out; -1 when fresh."},{"name":"running","type":{"type":"array","items":{"ty'
    'pe":"record","name":"AttemptRef","doc":"One attempt.","fields":[{"name":"job'
    '_id","type":"string","doc":"Job."},{"name":"attempt","type":"int","doc":"Att'
    'empt."}],"namespace":"muster.task_events"}},"doc":"Tasks adopted, still runn'
    'ing."}],"namespace":"muster.task_events"},{"type":"record","name":"TaskStart'
    'ed","doc":"All ranks of the task have a process.","subject":"task","fields":'
    '[{"name":"node_id","type":"string","doc":"Node."},{"name":"job_id","type":"s'
    'tring","doc":"Job."},{"name":"attempt","type":"int","doc":"Attempt, 1-based.'
    '"},{"name":"ranks","type":{"type":"array","items":"int"},"doc":"Ranks on thi'
    's node."}],"namespace":"muster.task_events"},{"type":"record","name":"TaskSu'
    'spected","doc":"Something is wrong with ranks that run; where they are is in'
    ' their output.","subject":"task","fields":[{"name":"node_id","type":"string"'
    ',"doc":"Node."},{"name":"job_id","type":"string","doc":"Job."},{"name":"atte'
    'mpt","type":"int","doc":"Attempt, 1-based."},{"name":"suspicion","type":{"ty'
    'pe":"enum","name":"Suspicion","doc":"Silent now; silent since their start; t'
    'hey report a loss that is no number, or diverges.","symbols":["SILENT","NEVE'
    'R_SPOKE","LOSS_NOT_A_NUMBER","LOSS_DIVERGES"],"default":"SILENT","namespace"'
    ':"muster.task_events"},"doc":"What."},{"name":"rank","type":["null","int"],"'
    'doc":"Rank that is behind the others, or says it; null: none is.","default":'
    'null},{"name":"message","type":"string","doc":"What was seen, for people."}]'
    ',"namespace":"muster.task_events"},{"type":"record","name":"TaskHeard","doc"'
    ':"Ranks that were suspected of hanging say something again.","subject":"task'
    '","fields":[{"name":"node_id","type":"string","doc":"Node."},{"name":"job_id'
    '","type":"string","doc":"Job."},{"name":"attempt","type":"int","doc":"Attemp'
    't, 1-based."}],"namespace":"muster.task_events"},{"type":"record","name":"Ta'
    'skExited","doc":"No rank of the task runs any more.","subject":"task","field'
    's":[{"name":"node_id","type":"string","doc":"Node."},{"name":"job_id","type"'
    ':"string","doc":"Job."},{"name":"attempt","type":"int","doc":"Attempt, 1-bas'
    'ed."},{"name":"outcome","type":{"type":"enum","name":"TaskOutcome","doc":"Ho'
    'w the task ended.","symbols":["SUCCEEDED","FAILED","STOPPED","TIMED_OUT","LO'
    'ST"],"default":"LOST","namespace":"muster.task_events"},"doc":"STOPPED: on o'
    'rder. TIMED_OUT: its wall time. LOST: its processes vanished."},{"name":"exi'
    'ts","type":{"type":"array","items":{"type":"record","name":"RankExit","doc":'
    '"How one rank ended.","fields":[{"name":"rank","type":"int","doc":"Rank."},{'
    '"name":"exit_code","type":["null","int"],"doc":"Exit code.","default":null},'
    '{"name":"signal","type":["null","int"],"doc":"Signal that ended it.","defaul'
    't":null},{"name":"at_ms","type":["null","long"],"doc":"When, by the node\'s c'
    'lock, milliseconds since 1970 UTC; null: an older agent does not say.","defa'
    'ult":null}],"namespace":"muster.task_events"}},"doc":"Per rank."},{"name":"m'
    'essage","type":"string","doc":"For people: the first failing rank and why.",'
    '"default":""},{"name":"steps","type":{"type":"array","items":{"type":"record'
    '","name":"StopStep","doc":"One step of stopping the ranks.","fields":[{"name'
    '":"kind","type":{"type":"enum","name":"StopStepKind","doc":"What was done.",'
    '"symbols":["CHECKPOINT_REQUESTED","NOT_REGISTERED","CHECKPOINT_SAVED","CHECK'
    'POINT_MISSED","TERMINATED","KILLED"],"default":"TERMINATED","namespace":"mus'
    'ter.task_events"},"doc":"CHECKPOINT_REQUESTED: SIGUSR1 was sent. NOT_REGISTE'
    "RED: no process handles it. CHECKPOINT_SAVED: one written since is stored. C"
    "HECKPOINT_MISSED: none was within the grace. TERMINATED: SIGTERM was sent. K"
    'ILLED: SIGKILL was."},{"name":"at_ms","type":"long","doc":"When, by the node'
    '\'s clock, milliseconds since 1970 UTC."}],"namespace":"muster.task_events"}}'
    ',"doc":"How the ranks were stopped, in order of time; empty: they ended by t'
    'hemselves.","default":[]},{"name":"findings","type":{"type":"array","items":'
    '{"type":"record","name":"RuleFinding","doc":"A rule of failures has a sign i'
    'n a rank\'s lines; the lines themselves are not told.","fields":[{"name":"rul'
    'e","type":"string","doc":"Rule."},{"name":"rank","type":"int","doc":"Rank."}'
    ',{"name":"source","type":{"type":"enum","name":"FindingSource","doc":"Where '
    'a line comes from.","symbols":["OUTPUT","KERNEL"],"default":"OUTPUT","namesp'
    'ace":"muster.task_events"},"doc":"OUTPUT: the rank wrote it. KERNEL: the nod'
    'e\'s kernel did."},{"name":"stream","type":"string","doc":"Of output: stdout '
    'or stderr.","default":""},{"name":"line","type":"long","doc":"Number of the '
    'first such line in its stream, from 1."},{"name":"first_byte","type":"long",'
    '"doc":"Where that line begins in its stream, from 0."},{"name":"count","type'
    '":"long","doc":"Lines with such a sign."},{"name":"at_ms","type":["null","lo'
    'ng"],"doc":"When the agent read it, by the node\'s clock, milliseconds since '
    '1970 UTC.","default":null}],"namespace":"muster.task_events"}},"doc":"Signs '
    'of rules, by rank, then in the rules\' order.","default":[]},{"name":"rules_v'
    'ersion","type":["null","int"],"doc":"Version of the rules by which output wa'
    's scanned; null: it was not.","default":null},{"name":"unscanned","type":"st'
    'ring","doc":"Why output was not scanned, or not all of it; empty: it was, or'
    ' no rules are in effect.","default":""}],"namespace":"muster.task_events"},{'
    '"type":"record","name":"TaskRefused","doc":"An order was not carried out.","'
    'subject":"task","fields":[{"name":"node_id","type":"string","doc":"Node."},{'
    '"name":"job_id","type":"string","doc":"Job."},{"name":"attempt","type":"int"'
    ',"doc":"Attempt, 1-based."},{"name":"epoch","type":"long","doc":"Epoch of th'
    'e order."},{"name":"order_seq","type":"long","doc":"Order."},{"name":"reason'
    '","type":{"type":"enum","name":"RefusalReason","doc":"Why.","symbols":["STAL'
    'E_EPOCH","GPU_BUSY","UNKNOWN_GPU","FILES_UNAVAILABLE","CANNOT_START","FILES_'
    'INVALID"],"default":"CANNOT_START","namespace":"muster.task_events"},"doc":"'
    'Why."},{"name":"message","type":"string","doc":"For people.","default":""}],'
    '"namespace":"muster.task_events"},{"type":"record","name":"CheckpointPartSto'
    'red","doc":"A part of a checkpoint is in the store: the files of one rank, a'
    'nd their manifest.","subject":"task","fields":[{"name":"node_id","type":"str'
    'ing","doc":"Node."},{"name":"job_id","type":"string","doc":"Job."},{"name":"'
    'attempt","type":"int","doc":"Attempt, 1-based."},{"name":"rank","type":"int"'
    ',"doc":"Rank in whose folder it lies."},{"name":"step","type":"long","doc":"'
    'Step after which it was saved."},{"name":"part","type":"int","doc":"Rank who'
    'se files they are."},{"name":"sha256","type":"string","doc":"Of the manifest'
    ', which has those of the files."},{"name":"files","type":"int","doc":"Files.'
    '"},{"name":"size_bytes","type":"long","doc":"Bytes of the files."},{"name":"'
    'new_bytes","type":"long","doc":"Bytes of files that were not in the store be'
    'fore."}],"namespace":"muster.task_events"},{"type":"record","name":"Checkpoi'
    'ntSaved","doc":"A checkpoint file is safe in S3: the one file that it is, or'
    ' the record of its parts.","subject":"task","fields":[{"name":"node_id","typ'
    'e":"string","doc":"Node."},{"name":"job_id","type":"string","doc":"Job."},{"'
    'name":"attempt","type":"int","doc":"Attempt, 1-based."},{"name":"rank","type'
    '":"int","doc":"Rank that wrote it."},{"name":"file","type":"string","doc":"F'
    'ile name."},{"name":"uri","type":"string","doc":"s3://bucket/key."},{"name":'
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
    'name":"NodeFaultReported","doc":"The node\'s kernel wrote something that a ru'
    'le of failures knows; the line itself is not told.","subject":"node","fields'
    '":[{"name":"node_id","type":"string","doc":"Node."},{"name":"rule","type":"s'
    'tring","doc":"Rule."},{"name":"rules_version","type":"int","doc":"Version of'
    ' the rules by which the line was read."},{"name":"xid","type":["null","int"]'
    ',"doc":"Number of NVIDIA\'s Xid; null: it is none.","default":null},{"name":"'
    'gpu","type":"string","doc":"PCI address of the GPU; empty: none is named.","'
    'default":""},{"name":"count","type":"long","doc":"Lines like it since the la'
    'st report.","default":1}],"namespace":"muster.task_events"},{"type":"record"'
    ',"name":"PreemptionPlanned","subject":"plan","doc":"These jobs would yield, '
    'then the job that asks fits; the scheduler checks it first.","fields":[{"nam'
    'e":"plan_id","type":"string","doc":"Plan."},{"name":"job_id","type":"string"'
    ',"doc":"Job that asks; empty where a reservation does."},{"name":"tenant","t'
    'ype":"string","doc":"Tenant."},{"name":"queue","type":"string","doc":"Queue.'
    '"},{"name":"cause","type":{"type":"enum","name":"PreemptionCause","doc":"Wha'
    't entitles it.","symbols":["GUARANTEE","TIER","RESERVATION","TIME_SHARED","F'
    'AIRNESS"],"default":"TIER","namespace":"muster.job_events"},"doc":"What enti'
    'tles it."},{"name":"reservation","type":"string","doc":"Reservation that has'
    ' begun; empty where a job asks.","default":""},{"name":"victims","type":{"ty'
    'pe":"array","items":{"type":"record","name":"PlannedVictim","doc":"A job tha'
    't would yield, whole or down to fewer ranks.","fields":[{"name":"job_id","ty'
    'pe":"string","doc":"Job."},{"name":"attempt","type":"int","doc":"The attempt'
    ' that would stop."},{"name":"tenant","type":"string","doc":"Tenant."},{"name'
    '":"queue","type":"string","doc":"Queue."},{"name":"user","type":"string","do'
    'c":"Who submitted it."},{"name":"ranks_kept","type":"int","doc":"Ranks it go'
    'es on with; 0: it is evicted and waits again."},{"name":"gpu_milli_freed","t'
    'ype":"long","doc":"Thousandths of GPU that it would free."},{"name":"cost_gp'
    'u_ms","type":"long","doc":"GPU milliseconds: its work since the last checkpo'
    'int, a restart, and its delay by priority."},{"name":"reason","type":{"type"'
    ':"enum","name":"VictimReason","doc":"Why this job.","symbols":["BORROWS","LO'
    'WER_TIER","ELASTIC_SURPLUS","HOLDS_RESERVED","MORE_SERVICE","BEYOND_DUE"],"d'
    'efault":"BORROWS","namespace":"muster.preemption_events"},"doc":"Why this jo'
    'b."},{"name":"message","type":"string","doc":"One sentence for its owner."}]'
    ',"namespace":"muster.preemption_events"}},"doc":"By job id."},{"name":"place'
    'ments","type":{"type":"array","items":{"type":"record","name":"PlannedRank",'
    '"doc":"Where one rank of the job would go.","fields":[{"name":"rank","type":'
    '"int","doc":"Rank."},{"name":"node_id","type":"string","doc":"Node."},{"name'
    '":"gpu_indices","type":{"type":"array","items":"int"},"doc":"GPUs."}],"names'
    'pace":"muster.preemption_events"}},"doc":"Where the job fits once they have '
    'yielded, in rank order; none for a reservation."},{"name":"cost_gpu_ms","typ'
    'e":"long","doc":"Price: the sum over the victims."},{"name":"cost_gpu_ms_min'
    '","type":"long","doc":"No set of victims of the same rank costs less than th'
    'is."},{"name":"exact","type":"boolean","doc":"No other set of victims is bet'
    'ter; false: the price is within the bound above, but not proven best."},{"na'
    'me":"gain_gpu_ms","type":"long","doc":"GPU milliseconds that the job has soo'
    'ner."},{"name":"as_of_seq","type":"long","doc":"State of the scheduler\'s log'
    ' that this is true of."},{"name":"expires_at_ms","type":"long","doc":"Void f'
    'rom then on, milliseconds since 1970 UTC."}],"namespace":"muster.preemption_'
    'events"},{"type":"record","name":"NodeJoined","doc":"A node is known, or cam'
    'e back with other hardware.","subject":"node","fields":[{"name":"node_id","t'
    'ype":"string","doc":"Node."},{"name":"boot_id","type":"string","doc":"Boot o'
    'f its agent."},{"name":"address","type":"string","doc":"Address."},{"name":"'
    'port_first","type":"int","doc":"First rendezvous port."},{"name":"port_count'
    '","type":"int","doc":"How many."},{"name":"cpu_milli","type":"long","doc":"C'
    'PU."},{"name":"memory_mib","type":"long","doc":"Memory."},{"name":"gpu_model'
    '","type":"string","doc":"Model."},{"name":"gpu_memory_mib","type":"long","do'
    'c":"Memory of each GPU, MiB; 0 when unknown.","default":0},{"name":"gpu_coun'
    't","type":"int","doc":"GPUs."},{"name":"executor","type":{"type":"enum","nam'
    'e":"Executor","doc":"How ranks run.","symbols":["PROCESS","SIMULATED"],"defa'
    'ult":"SIMULATED","namespace":"muster.node_heartbeats"},"doc":"How ranks run.'
    '"},{"name":"lease_ms","type":"long","doc":"Lease."},{"name":"interval_ms","t'
    'ype":"long","doc":"Heartbeat interval."},{"name":"labels","type":{"type":"ma'
    'p","values":"string"},"doc":"Labels.","default":{}},{"name":"location","type'
    '":{"type":"record","name":"Location","doc":"A node\'s place in the network: e'
    'ach name is a unit within the next one; empty is unknown.","fields":[{"name"'
    ':"nvlink_domain","type":"string","doc":"NVLink domain larger than the node; '
    'empty: the node is one by itself.","default":""},{"name":"leaf","type":"stri'
    'ng","doc":"InfiniBand leaf switch.","default":""},{"name":"spine","type":"st'
    'ring","doc":"Spine, or pod of leaves.","default":""},{"name":"cell","type":"'
    'string","doc":"Part of the network above the spines.","default":""}],"namesp'
    'ace":"muster.node_heartbeats"},"doc":"Where it is in the network.","default"'
    ':{"nvlink_domain":"","leaf":"","spine":"","cell":""}},{"name":"taints","type'
    '":{"type":"array","items":"string"},"doc":"Only jobs that tolerate all of th'
    'em are placed here; sorted.","default":[]},{"name":"sandbox","type":{"type":'
    '"enum","name":"Sandbox","doc":"What keeps jobs apart from the rest of a mach'
    'ine.","symbols":["NONE","NAMESPACES","BUBBLEWRAP"],"default":"NONE","namespa'
    'ce":"muster.node_heartbeats"},"doc":"What keeps jobs apart there.","default"'
    ':"NONE"},{"name":"enforces","type":{"type":"array","items":{"type":"enum","n'
    'ame":"Enforced","doc":"What a node holds jobs to.","symbols":["MEMORY","MEMO'
    'RY_MEASURED","CPU","PROCESSES","OPEN_FILES","DEVICES","UNKNOWN"],"default":"'
    'UNKNOWN","namespace":"muster.node_heartbeats"}},"doc":"What it holds jobs to'
    '.","default":[]}],"namespace":"muster.job_events"},{"type":"record","name":"'
    'NodeSuspected","doc":"Two beats missed: nothing new goes there; what runs go'
    'es on.","subject":"node","fields":[{"name":"node_id","type":"string","doc":"'
    'Node."},{"name":"silent_ms","type":"long","doc":"Time since its last beat."}'
    '],"namespace":"muster.job_events"},{"type":"record","name":"NodeRecovered","'
    'doc":"The node\'s heartbeats arrive again.","subject":"node","fields":[{"name'
    '":"node_id","type":"string","doc":"Node."}],"namespace":"muster.job_events"}'
    ',{"type":"record","name":"NodeLost","doc":"The lease ran out: its attempts a'
    're given up.","subject":"node","fields":[{"name":"node_id","type":"string","'
    'doc":"Node."},{"name":"silent_ms","type":"long","doc":"Time since its last b'
    'eat."}],"namespace":"muster.job_events"},{"type":"record","name":"NodeForgot'
    'ten","doc":"The node was lost for so long that nothing is kept of it; if it '
    'is heard again, it joins anew.","subject":"node","fields":[{"name":"node_id"'
    ',"type":"string","doc":"Node."},{"name":"lost_ms","type":"long","doc":"Time '
    'since the leader knew it as lost."}],"namespace":"muster.job_events"},{"type'
    '":"record","name":"NodeRefused","doc":"Heartbeats that bear this name are in'
    'valid and are ignored. Said once by each leader.","subject":"node","fields":'
    '[{"name":"node_id","type":"string","doc":"The name they bear; at most 128 ch'
    'aracters, control characters escaped."},{"name":"message","type":"string","d'
    'oc":"Field, value and what is allowed."}],"namespace":"muster.job_events"},{'
    '"type":"record","name":"NodeRelocated","doc":"The network around the node ha'
    's changed; what runs there goes on.","subject":"node","fields":[{"name":"nod'
    'e_id","type":"string","doc":"Node."},{"name":"location","type":"muster.node_'
    'heartbeats.Location","doc":"Where it is now."}],"namespace":"muster.job_even'
    'ts"},{"type":"record","name":"GpuUnhealthy","doc":"Nothing new goes on this '
    'GPU.","subject":"node","fields":[{"name":"node_id","type":"string","doc":"No'
    'de."},{"name":"gpu_index","type":"int","doc":"GPU."},{"name":"reason","type"'
    ':"string","doc":"Why."}],"namespace":"muster.job_events"},{"type":"record","'
    'name":"GpuRecovered","doc":"The GPU is healthy again.","subject":"node","fie'
    'lds":[{"name":"node_id","type":"string","doc":"Node."},{"name":"gpu_index","'
    'type":"int","doc":"GPU."}],"namespace":"muster.job_events"},{"type":"record"'
    ',"name":"CommandInvalid","doc":"A command that was turned away before it was'
    ' sequenced; `code` and `message` say why (ADR 4, 55).","fields":[{"name":"co'
    'mmand_id","type":"string","doc":"event_id of the command."},{"name":"command'
    '","type":"string","doc":"Its record name."},{"name":"subject","type":"string'
    '","doc":"Job, queue or node."},{"name":"tenant","type":"string","doc":"Tenan'
    't."},{"name":"code","type":{"type":"enum","name":"RejectionCode","aliases":['
    '"muster.job_events.RejectionCode"],"doc":"Kinds of refusal, the same for all'
    ' services; each has its HTTP status.","symbols":["INVALID","ALREADY_EXISTS",'
    '"NOT_FOUND","WRONG_STATE","IMPOSSIBLE_REQUEST","UNKNOWN_QUEUE","QUEUE_NOT_EM'
    'PTY","FORBIDDEN","QUOTA_EXCEEDED","BAD_TREE"],"default":"FORBIDDEN","namespa'
    'ce":"muster.command_answers"},"doc":"Kind of refusal: it breaks a rule, or i'
    'ts sender may not send it.","default":"INVALID"},{"name":"message","type":"s'
    'tring","doc":"For people."},{"name":"violations","type":{"type":"array","ite'
    'ms":{"type":"record","name":"Violation","aliases":["muster.job_events.Violat'
    'ion"],"doc":"One thing wrong with a request.","fields":[{"name":"field","typ'
    'e":"string","doc":"Path of the field."},{"name":"value","type":"string","doc'
    '":"What was given, shortened."},{"name":"allowed","type":"string","doc":"Wha'
    't is allowed."}],"namespace":"muster.command_answers"}},"doc":"Field by fiel'
    'd."}],"namespace":"muster.scheduler_log"},{"type":"record","name":"LeaderEle'
    'cted","doc":"First input of an epoch.","fields":[{"name":"epoch","type":"lon'
    'g","doc":"Epoch."},{"name":"leader_id","type":"string","doc":"Process that l'
    'eads."}],"namespace":"muster.scheduler_log"},{"type":"record","name":"ClockT'
    'icked","doc":"A deadline of the core has passed.","fields":[],"namespace":"m'
    'uster.scheduler_log"}],"doc":"What came in."}],"namespace":"muster.scheduler'
    '_log"}},"doc":"In order."},{"name":"decisions","type":{"type":"array","items'
    '":{"type":"record","name":"Decision","doc":"One consequence.","fields":[{"na'
    'me":"event_id","type":"string","doc":"The same as in the public topic."},{"n'
    'ame":"cause_seq","type":"long","doc":"seq of the input it follows from."},{"'
    'name":"payload","type":[{"type":"record","name":"CommandRejected","aliases":'
    '["muster.job_events.CommandRejected"],"doc":"A command that will not be carr'
    'ied out, and why.","subject":"command","fields":[{"name":"command_id","type"'
    ':"string","doc":"event_id of the command."},{"name":"command","type":"string'
    '","doc":"Its record name."},{"name":"subject","type":"string","doc":"What it'
    ' was about: a job, queue, node, or another entity of the service."},{"name":'
    '"tenant","type":"string","doc":"Tenant."},{"name":"code","type":"muster.comm'
    'and_answers.RejectionCode","doc":"Kind of refusal."},{"name":"detail_code","'
    'type":"string","doc":"The service\'s own, finer code; its README lists them. '
    'Empty: `code` says all.","default":""},{"name":"message","type":"string","do'
    'c":"For people."},{"name":"violations","type":{"type":"array","items":"muste'
    'r.command_answers.Violation"},"doc":"Field by field.","default":[]}],"namesp'
    'ace":"muster.command_answers"},{"type":"record","name":"CommandRepeated","al'
    'iases":["muster.job_events.CommandRepeated"],"doc":"A command that was carri'
    'ed out before came again; nothing changed.","subject":"command","fields":[{"'
    'name":"command_id","type":"string","doc":"event_id of the command."},{"name"'
    ':"command","type":"string","doc":"Its record name."},{"name":"subject","type'
    '":"string","doc":"What it was about."}],"namespace":"muster.command_answers"'
    '},{"type":"record","name":"JobQueued","doc":"The job is accepted and waits."'
    ',"subject":"job","fields":[{"name":"job_id","type":"string","doc":"Job."},{"'
    'name":"tenant","type":"string","doc":"Tenant."},{"name":"spec","type":"muste'
    'r.job_commands.JobSpec","doc":"As accepted."},{"name":"predicted_p50_ms","ty'
    'pe":["null","long"],"doc":"Predicted median run time of an attempt; null: un'
    'known.","default":null},{"name":"predicted_p90_ms","type":["null","long"],"d'
    'oc":"Predicted 90th percentile of the run time; null: unknown.","default":nu'
    'll}],"namespace":"muster.job_events"},{"type":"record","name":"JobPending","'
    'doc":"Why the job is not placed; sent when the reason changes.","subject":"j'
    'ob","fields":[{"name":"job_id","type":"string","doc":"Job."},{"name":"code",'
    '"type":{"type":"enum","name":"PendingCode","doc":"Stable codes for why a job'
    ' waits.","symbols":["NO_NODES","MODEL_ABSENT","TOO_LARGE","CLUSTER_TOO_SMALL'
    '","GPUS_BUSY","GPUS_FRAGMENTED","FRACTIONS_FRAGMENTED","CPU_SHORT","MEMORY_S'
    'HORT","NODES_UNSCHEDULABLE","LABELS_ABSENT","TAINTS_UNTOLERATED","GPU_MEMORY'
    '_SHORT","SANDBOX_ABSENT","SPOT_EXCLUDED","ROOM_ON_SPOT_ONLY","NODES_AVOIDED"'
    ',"MAINTENANCE_AHEAD","GANG_SHORT","TOPOLOGY_SHORT","HELD_FOR_HEAD","NODES_RE'
    'SERVED","RETRY_BACKOFF","SUSPENDED","QUEUED","QUOTA_EXHAUSTED","JOB_LIMIT","'
    'GEOMETRY_FROZEN","QUEUE_SUSPENDED"],"default":"QUEUED","namespace":"muster.j'
    'ob_events"},"doc":"The one dominant reason."},{"name":"message","type":"stri'
    'ng","doc":"One sentence."},{"name":"counts","type":{"type":"map","values":"l'
    'ong"},"doc":"Numbers behind it.","default":{}}],"namespace":"muster.job_even'
    'ts"},{"type":"record","name":"PreemptionRequested","doc":"A job or a reserva'
    'tion is due GPUs that others hold; who yields is decided elsewhere.","subjec'
    't":"plan","fields":[{"name":"job_id","type":"string","doc":"Job; empty where'
    ' a reservation is due them."},{"name":"cause","type":"muster.job_events.Pree'
    'mptionCause","doc":"What entitles it."},{"name":"queue","type":"string","doc'
    '":"Its queue."},{"name":"tenant","type":"string","doc":"Tenant."},{"name":"j'
    'obs","type":"int","doc":"Number of equal jobs of its queue, this one include'
    'd, that are due the resources they request.","default":1},{"name":"gpu_milli'
    '_missing","type":"long","doc":"Thousandths of GPU that they wait for."},{"na'
    'me":"gpu_models","type":{"type":"array","items":"string"},"doc":"Models it a'
    'ccepts, sorted; empty for any.","default":[]},{"name":"borrowers","type":{"t'
    'ype":"array","items":{"type":"record","name":"Borrower","doc":"A queue beyon'
    'd its guarantee.","fields":[{"name":"queue","type":"string","doc":"Name."},{'
    '"name":"tenant","type":"string","doc":"Tenant."},{"name":"gpu_milli_borrowed'
    '","type":"long","doc":"Beyond its guarantee, thousandths of GPU."}],"namespa'
    'ce":"muster.job_events"}},"doc":"Queues that hold lent GPUs, most first.","d'
    'efault":[]},{"name":"as_of_seq","type":"long","doc":"State of the log that t'
    'his is true of."},{"name":"reservation","type":"string","doc":"Reservation t'
    'hat has begun; empty where a job is due them.","default":""},{"name":"holder'
    's","type":{"type":"array","items":"string"},"doc":"Jobs that may yield, wher'
    "e the request says which: those that still hold its nodes, or have had more "
    'service; sorted; never production inference.","default":[]}],"namespace":"mu'
    'ster.job_events"},{"type":"record","name":"ReservationMade","doc":"Nodes are'
    " kept for the job that heads the line and does not fit; takes the place of i"
    'ts last one.","subject":"plan","fields":[{"name":"job_id","type":"string","d'
    'oc":"Job."},{"name":"node_ids","type":{"type":"array","items":"string"},"doc'
    '":"Reserved: other jobs may be placed there only if they are predicted to en'
    'd before starts_at_ms."},{"name":"starts_at_ms","type":["null","long"],"doc"'
    ':"When the nodes are predicted to have room for it; null: unknown.","default'
    '":null},{"name":"kept_until_ms","type":"long","doc":"When, the job not start'
    'ed, nodes are chosen anew."},{"name":"by_limits","type":"boolean","doc":"Whe'
    "ther only wall-time limits were used to predict, because an earlier reservat"
    'ion of the job was not kept.","default":false}],"namespace":"muster.job_even'
    'ts"},{"type":"record","name":"ReservationReleased","doc":"The nodes reserved'
    ' for a job are released.","subject":"plan","fields":[{"name":"job_id","type"'
    ':"string","doc":"Job."},{"name":"reason","type":{"type":"enum","name":"Relea'
    'seReason","doc":"Why.","symbols":["STARTED","NO_LONGER_WAITS","NO_LONGER_HEA'
    'D","IN_VAIN"],"default":"NO_LONGER_WAITS","namespace":"muster.job_events"},"'
    'doc":"Why."},{"name":"again_at_ms","type":["null","long"],"doc":"When nodes '
    "are kept for it again, as it still heads the line; null: not for this reason"
    '.","default":null}],"namespace":"muster.job_events"},{"type":"record","name"'
    ':"DefragmentationProposed","doc":"Moves of running jobs that would let a job'
    ' start that free GPUs in all suffice for.","subject":"plan","fields":[{"name'
    '":"job_id","type":"string","doc":"The job that would start."},{"name":"moves'
    '","type":{"type":"array","items":{"type":"record","name":"Move","doc":"One j'
    'ob that would go on elsewhere.","fields":[{"name":"job_id","type":"string","'
    'doc":"Job."},{"name":"from_node_ids","type":{"type":"array","items":"string"'
    '},"doc":"Where it is, sorted."},{"name":"to_node_ids","type":{"type":"array"'
    ',"items":"string"},"doc":"Where it would go, sorted."},{"name":"lost_gpu_ms"'
    ',"type":"long","doc":"GPU milliseconds: its GPUs times what it ran since its'
    ' last checkpoint, and a restart."}],"namespace":"muster.job_events"}},"doc":'
    '"By job."},{"name":"cost_gpu_ms","type":"long","doc":"GPU milliseconds that '
    'all moves lose."},{"name":"benefit_gpu_ms","type":"long","doc":"GPU millisec'
    'onds that the job would have sooner: its GPUs times the wait it is spared."}'
    ',{"name":"carried_out","type":"boolean","doc":"The moves begin now."}],"name'
    'space":"muster.job_events"},{"type":"record","name":"StartPredicted","doc":"'
    "When a waiting job will start, predicted now and then so that the cell learn"
    's from what comes.","subject":"plan","fields":[{"name":"job_id","type":"stri'
    'ng","doc":"Job."},{"name":"wait_ms","type":"long","doc":"How much longer it '
    'will wait, the best single estimate, milliseconds."},{"name":"wait_low_ms","'
    'type":["null","long"],"doc":"Start of the range that is stated, milliseconds'
    ' from now; null: too little is learned for a range.","default":null},{"name"'
    ':"wait_high_ms","type":["null","long"],"doc":"End of the range that is state'
    'd, milliseconds from now.","default":null},{"name":"signs","type":{"type":"a'
    'rray","items":"int"},"doc":"What it was computed from, as logarithms in 1/25'
    "6 octave: one, the soonest start with its equals ahead only, the time waited"
    ", the number of waiting jobs, the amount requested, the position among its e"
    'quals."}],"namespace":"muster.job_events"},{"type":"record","name":"GangBoun'
    'd","doc":"Every rank has its place; orders to start are in the same transact'
    'ion.","subject":"job","fields":[{"name":"job_id","type":"string","doc":"Job.'
    '"},{"name":"attempt","type":"int","doc":"Attempt."},{"name":"placements","ty'
    'pe":{"type":"array","items":{"type":"record","name":"RankPlacement","doc":"W'
    'here one rank runs.","fields":[{"name":"rank","type":"int","doc":"Rank."},{"'
    'name":"node_id","type":"string","doc":"Node."},{"name":"gpu_indices","type":'
    '{"type":"array","items":"int"},"doc":"GPUs."},{"name":"gpu_milli","type":"in'
    't","doc":"Thousandths of each."},{"name":"sharing","type":{"type":"enum","na'
    'me":"Sharing","doc":"How a rank shares its GPUs: not; inside its team by MPS'
    ' or in turns; by a MIG instance.","symbols":["EXCLUSIVE","MPS","TIME_SLICING'
    '","MIG"],"default":"EXCLUSIVE","namespace":"muster.node_commands"},"doc":"Wh'
    'o else may be on them.","default":"EXCLUSIVE"},{"name":"mig_profile","type":'
    '["null","string"],"doc":"Profile of the MIG instance it gets.","default":nul'
    'l},{"name":"mig_start","type":["null","int"],"doc":"First memory slice of th'
    'at instance.","default":null}],"namespace":"muster.job_events"}},"doc":"One '
    'per rank."},{"name":"master_address","type":"string","doc":"Rank 0\'s address'
    '."},{"name":"master_port","type":"int","doc":"Rendezvous port."},{"name":"wa'
    'ited_ms","type":"long","doc":"Since the job was last queued."},{"name":"reas'
    'on","type":"string","doc":"Why there.","default":""},{"name":"tenant","type"'
    ':"string","doc":"Whose job it is.","default":""},{"name":"queue","type":"str'
    'ing","doc":"The job\'s queue.","default":""},{"name":"each","type":["null",{"'
    'type":"record","name":"RankShape","doc":"What each rank of a gang holds on i'
    'ts node, besides the GPUs of its placement.","fields":[{"name":"cpu_milli","'
    'type":"long","doc":"Thousandths of a CPU core."},{"name":"memory_mib","type"'
    ':"long","doc":"Host memory."},{"name":"gpu_models","type":{"type":"array","i'
    'tems":"string"},"doc":"GPU models it would accept, sorted; empty: any.","def'
    'ault":[]},{"name":"sharing_key","type":"string","doc":"Ranks with the same k'
    "ey share GPUs (a trust domain and a way of sharing); `mig`: a MIG instance o"
    'f its own; empty: not shared.","default":""}],"namespace":"muster.job_events'
    '"}],"doc":"What each rank holds; null: an earlier version wrote it.","defaul'
    't":null}],"namespace":"muster.job_events"},{"type":"record","name":"JobStart'
    'ed","doc":"All ranks run.","subject":"job","fields":[{"name":"job_id","type"'
    ':"string","doc":"Job."},{"name":"attempt","type":"int","doc":"Attempt."}],"n'
    'amespace":"muster.job_events"},{"type":"record","name":"JobResizing","doc":"'
    'An elastic job stops, to go on at once with another number of ranks.","subje'
    'ct":"job","fields":[{"name":"job_id","type":"string","doc":"Job."},{"name":"'
    'attempt","type":"int","doc":"The attempt that stops."},{"name":"ranks_from",'
    '"type":"int","doc":"Its ranks."},{"name":"ranks_to","type":"int","doc":"Rank'
    's of the next one, or fewer where they no longer fit."},{"name":"reason","ty'
    'pe":"string","doc":"Why."}],"namespace":"muster.job_events"},{"type":"record'
    '","name":"JobMoving","doc":"A job stops, to go on at once on other nodes, so'
    ' that another has room.","subject":"job","fields":[{"name":"job_id","type":"'
    'string","doc":"Job."},{"name":"attempt","type":"int","doc":"The attempt that'
    ' stops."},{"name":"placements","type":{"type":"array","items":"muster.job_ev'
    'ents.RankPlacement"},"doc":"Where it is to go on, in rank order; elsewhere, '
    'where that is gone."},{"name":"reason","type":"string","doc":"Why."}],"names'
    'pace":"muster.job_events"},{"type":"record","name":"JobWarned","doc":"A watc'
    "hdog has found something about a running job; told once an attempt for each "
    'action.","subject":"job","fields":[{"name":"job_id","type":"string","doc":"J'
    'ob."},{"name":"attempt","type":"int","doc":"Attempt."},{"name":"watchdog","t'
    'ype":{"type":"enum","name":"Watchdog","doc":"What is watched.","symbols":["W'
    'ALL_TIME","HANG","START_UP","LOSS"],"default":"WALL_TIME","namespace":"muste'
    'r.job_events"},"doc":"Which one."},{"name":"action","type":{"type":"enum","n'
    'ame":"WatchdogAction","doc":"What follows: nothing; the attempt ends, and an'
    'other is a matter of the job\'s retries; the job ends.","symbols":["TOLD","RE'
    'TRIED","ENDED"],"default":"TOLD","namespace":"muster.job_events"},"doc":"Wha'
    't follows."},{"name":"message","type":"string","doc":"What was found, for pe'
    'ople."},{"name":"node_id","type":["null","string"],"doc":"Where; null: the w'
    'hole gang.","default":null},{"name":"rank","type":["null","int"],"doc":"Whic'
    'h rank; null: all, or unknown.","default":null}],"namespace":"muster.job_eve'
    'nts"},{"type":"record","name":"JobStopping","doc":"Ranks have been ordered t'
    'o stop.","subject":"job","fields":[{"name":"job_id","type":"string","doc":"J'
    'ob."},{"name":"attempt","type":"int","doc":"Attempt."},{"name":"reason","typ'
    'e":"string","doc":"Why."},{"name":"requeues","type":"boolean","doc":"It wait'
    "s again once it has stopped, and the attempt counts neither as failed nor as"
    ' lost.","default":false},{"name":"plan_id","type":"string","doc":"The preemp'
    'tion plan that it yields by; empty: it stops for another reason.","default":'
    '""},{"name":"yields_to","type":"string","doc":"The job that it yields to; em'
    'pty: none.","default":""},{"name":"cause","type":{"type":"enum","name":"Stop'
    'Cause","doc":"What kind of event stopped it.","symbols":["UNSTATED","SPOT_RE'
    'CLAIM"],"default":"UNSTATED","namespace":"muster.job_events"},"doc":"What ki'
    'nd of event stopped it.","default":"UNSTATED"},{"name":"save_bytes","type":['
    '"null","long"],"doc":"What it is believed to have to save, bytes; null: not '
    'known, or not asked.","default":null},{"name":"saves_until_ms","type":["null'
    '","long"],"doc":"When that is believed to be stored, milliseconds since 1970'
    ' UTC; null: not known, or it is not asked to save.","default":null}],"namesp'
    'ace":"muster.job_events"},{"type":"record","name":"SaveTooLarge","doc":"A jo'
    'b cannot store its state before its node is taken away, and loses work.","su'
    'bject":"job","fields":[{"name":"job_id","type":"string","doc":"Job."},{"name'
    '":"attempt","type":"int","doc":"Attempt."},{"name":"node_id","type":"string"'
    ',"doc":"The node that goes first."},{"name":"save_bytes","type":"long","doc"'
    ':"What it has to save, bytes."},{"name":"fits_bytes","type":"long","doc":"Wh'
    'at can be stored in the time that is left beside the others, bytes."},{"name'
    '":"deadline_ms","type":"long","doc":"When the node is gone, milliseconds sin'
    'ce 1970 UTC."},{"name":"lost_gpu_ms","type":"long","doc":"GPU milliseconds s'
    'ince its last checkpoint, or since its start."}],"namespace":"muster.job_eve'
    'nts"},{"type":"record","name":"PreemptionAccepted","doc":"A preemption plan '
    'is carried out: victims stop, nodes are held for the job.","subject":"plan",'
    '"fields":[{"name":"plan_id","type":"string","doc":"Plan."},{"name":"job_id",'
    '"type":"string","doc":"Job that the victims yield to; empty: a reservation."'
    '},{"name":"reservation","type":"string","doc":"Capacity reservation whose no'
    'des the victims leave; empty: they yield to a job.","default":""},{"name":"v'
    'ictims","type":{"type":"array","items":{"type":"record","name":"YieldingJob"'
    ',"doc":"A job that yields, whole or down to fewer ranks.","fields":[{"name":'
    '"job_id","type":"string","doc":"Job."},{"name":"attempt","type":"int","doc":'
    '"The attempt that stops."},{"name":"ranks_kept","type":"int","doc":"Ranks it'
    ' goes on with; 0: it waits again.","default":0}],"namespace":"muster.job_eve'
    'nts"}},"doc":"By job id."},{"name":"placements","type":{"type":"array","item'
    's":"muster.job_events.RankPlacement"},"doc":"Where the job is to go, in rank'
    ' order; these nodes are held for it."},{"name":"held_until_ms","type":"long"'
    ',"doc":"They are held at most until then, milliseconds since 1970 UTC."},{"n'
    'ame":"cost_gpu_ms","type":"long","doc":"Price as planned, GPU milliseconds."'
    '},{"name":"as_of_seq","type":"long","doc":"State of the scheduler\'s log that'
    ' the plan was made from."}],"namespace":"muster.job_events"},{"type":"record'
    '","name":"PreemptionRefused","doc":"A preemption plan is not carried out; no'
    'body stops because of it.","subject":"plan","fields":[{"name":"plan_id","typ'
    'e":"string","doc":"Plan."},{"name":"job_id","type":"string","doc":"Job that '
    'the victims would have yielded to; empty: a reservation."},{"name":"reservat'
    'ion","type":"string","doc":"Capacity reservation whose nodes the victims lea'
    've; empty: they yield to a job.","default":""},{"name":"code","type":{"type"'
    ':"enum","name":"RefusalCode","doc":"Why.","symbols":["EXPIRED","INVALID","UN'
    'DER_WAY","NOT_WAITING","NOT_ENTITLED","NOT_NEEDED","VICTIM_GONE","VICTIM_PRO'
    'TECTED","VICTIM_TOO_YOUNG","VICTIM_LIMIT","PAIR","NO_ROOM"],"default":"INVAL'
    'ID","namespace":"muster.job_events"},"doc":"Why."},{"name":"reason","type":"'
    'string","doc":"For people."}],"namespace":"muster.job_events"},{"type":"reco'
    'rd","name":"HoldReleased","doc":"What victims of a preemption plan freed is '
    'no longer held for the job they yielded to.","subject":"plan","fields":[{"na'
    'me":"plan_id","type":"string","doc":"Plan."},{"name":"job_id","type":"string'
    '","doc":"Job that it was held for."},{"name":"reason","type":{"type":"enum",'
    '"name":"HoldReleaseReason","doc":"Why.","symbols":["STARTED","NO_LONGER_WAIT'
    'S","NO_ROOM","EXPIRED"],"default":"NO_LONGER_WAITS","namespace":"muster.job_'
    'events"},"doc":"STARTED: it was bound. NO_LONGER_WAITS: it was cancelled or '
    "suspended. NO_ROOM: all have yielded, and it still does not fit. EXPIRED: th"
    'ey took too long."}],"namespace":"muster.job_events"},{"type":"record","name'
    '":"AttemptEnded","doc":"An attempt is over on every node and its GPUs are fr'
    'ee.","subject":"job","fields":[{"name":"job_id","type":"string","doc":"Job."'
    '},{"name":"attempt","type":"int","doc":"Attempt."},{"name":"outcome","type":'
    '{"type":"enum","name":"AttemptOutcome","doc":"How.","symbols":["SUCCEEDED","'
    'FAILED","STOPPED","TIMED_OUT","LOST","REFUSED"],"default":"REFUSED","namespa'
    'ce":"muster.job_events"},"doc":"How."},{"name":"exit_code","type":["null","i'
    'nt"],"doc":"Of the first failing rank.","default":null},{"name":"signal","ty'
    'pe":["null","int"],"doc":"Of the first failing rank.","default":null},{"name'
    '":"rank","type":["null","int"],"doc":"First failing rank.","default":null},{'
    '"name":"node_id","type":["null","string"],"doc":"Its node.","default":null},'
    '{"name":"message","type":"string","doc":"For people.","default":""},{"name":'
    '"ran_ms","type":"long","doc":"From bind to end."},{"name":"verdict","type":['
    '"null",{"type":"record","name":"FailureVerdict","doc":"Why an attempt failed'
    ', by the rules in effect; rank and node are those of its fact.","fields":[{"'
    'name":"rule","type":"string","doc":"The first rule with a sign."},{"name":"r'
    'ules_version","type":"int","doc":"Version of the rules."},{"name":"category"'
    ',"type":"string","doc":"Whose part failed, as in the rule."},{"name":"subcat'
    'egory","type":"string","doc":"What of it."},{"name":"persistence","type":"st'
    'ring","doc":"transient, permanent or unknown: whether the same attempt would'
    ' fail again."},{"name":"action","type":"string","doc":"What the rule demands'
    ' for the job."},{"name":"node_action","type":"string","doc":"What the rule a'
    'dvises for the node."},{"name":"sign","type":"string","doc":"By what it was '
    'recognised: a line of the output, exit code 137."},{"name":"means","type":"s'
    'tring","doc":"What happened, in the rule\'s words."},{"name":"hint","type":"s'
    'tring","doc":"What to change, in the rule\'s words."},{"name":"line","type":['
    '"null","long"],"doc":"Number of the line in the rank\'s stream, when it was a'
    ' line.","default":null},{"name":"stream","type":"string","doc":"Its stream: '
    'stdout or stderr.","default":""},{"name":"count","type":"long","doc":"Lines '
    'with such a sign; 0: it was no line.","default":0},{"name":"at_ms","type":["'
    'null","long"],"doc":"When: of the line, else of the rank\'s end, milliseconds'
    ' since 1970 UTC.","default":null},{"name":"spared","type":"boolean","doc":"T'
    'he attempt does not count among those that the user granted.","default":fals'
    'e},{"name":"cause_seen","type":"boolean","doc":"False: no rank shows a cause'
    ' of its own; it began where nothing was seen.","default":true},{"name":"othe'
    'rs","type":{"type":"array","items":{"type":"record","name":"RankVerdict","do'
    'c":"Another rank that failed.","fields":[{"name":"rank","type":["null","int"'
    '],"doc":"Rank; null: its node was lost, or refused.","default":null},{"name"'
    ':"node_id","type":"string","doc":"Its node."},{"name":"rule","type":"string"'
    ',"doc":"The first rule with a sign."},{"name":"followed","type":"boolean","d'
    'oc":"It failed because another rank had gone, or waited for one that had."}]'
    ',"namespace":"muster.job_events"}},"doc":"Other ranks that failed, by rank, '
    'the first of them.","default":[]},{"name":"others_more","type":"int","doc":"'
    'How many more than these.","default":0},{"name":"unscanned","type":"string",'
    '"doc":"Why output was not scanned, or not all of it; empty: it was.","defaul'
    't":""}],"namespace":"muster.job_events"}],"doc":"Why; null: nothing failed, '
    'or no rules are in effect.","default":null}],"namespace":"muster.job_events"'
    '},{"type":"record","name":"JobRequeued","doc":"The job waits again.","subjec'
    't":"job","fields":[{"name":"job_id","type":"string","doc":"Job."},{"name":"a'
    'ttempt_next","type":"int","doc":"Number of the next attempt."},{"name":"reas'
    'on","type":"string","doc":"Why."},{"name":"not_before_ms","type":"long","doc'
    '":"Earliest time of the next attempt."},{"name":"memory_mib","type":["null",'
    '"long"],"doc":"Memory of each rank from the next attempt on, MiB; null: as b'
    'efore.","default":null}],"namespace":"muster.job_events"},{"type":"record","'
    'name":"JobSucceeded","doc":"Every rank ended with exit code 0.","subject":"j'
    'ob","fields":[{"name":"job_id","type":"string","doc":"Job."},{"name":"attemp'
    't","type":"int","doc":"Attempt."}],"namespace":"muster.job_events"},{"type":'
    '"record","name":"JobFailed","doc":"The job is over and did not succeed.","su'
    'bject":"job","fields":[{"name":"job_id","type":"string","doc":"Job."},{"name'
    '":"attempt","type":"int","doc":"Attempt."},{"name":"reason","type":"string",'
    '"doc":"Why."},{"name":"exit_code","type":["null","int"],"doc":"Of the first '
    'failing rank.","default":null}],"namespace":"muster.job_events"},{"type":"re'
    'cord","name":"JobCancelled","doc":"The job was cancelled and nothing of it r'
    'uns.","subject":"job","fields":[{"name":"job_id","type":"string","doc":"Job.'
    '"},{"name":"requested_by","type":"string","doc":"Who asked."},{"name":"reaso'
    'n","type":"string","doc":"Why."}],"namespace":"muster.job_events"},{"type":"'
    'record","name":"JobSuspended","doc":"The job was suspended and nothing of it'
    ' runs.","subject":"job","fields":[{"name":"job_id","type":"string","doc":"Jo'
    'b."},{"name":"requested_by","type":"string","doc":"Who asked."},{"name":"rea'
    'son","type":"string","doc":"Why."}],"namespace":"muster.job_events"},{"type"'
    ':"record","name":"JobResumed","doc":"A suspended job waits again.","subject"'
    ':"job","fields":[{"name":"job_id","type":"string","doc":"Job."},{"name":"req'
    'uested_by","type":"string","doc":"Who asked."}],"namespace":"muster.job_even'
    'ts"},{"type":"record","name":"CheckpointRecorded","doc":"All of a checkpoint'
    ' is safe in S3; the next attempt begins from it.","subject":"job","fields":['
    '{"name":"job_id","type":"string","doc":"Job."},{"name":"attempt","type":"int'
    '","doc":"Attempt."},{"name":"rank","type":"int","doc":"Rank that wrote it."}'
    ',{"name":"file","type":"string","doc":"File name: the one file that it is, o'
    'r the record of its parts."},{"name":"uri","type":"string","doc":"Where."},{'
    '"name":"sha256","type":"string","doc":"Of that file."},{"name":"size_bytes",'
    '"type":"long","doc":"Of all its files, of all ranks together."},{"name":"fil'
    'es","type":"int","doc":"So many files.","default":1},{"name":"unchanged_byte'
    's","type":"long","doc":"Of these, in files that had not changed and were in '
    'the store before.","default":0},{"name":"step","type":["null","long"],"doc":'
    '"Step after which it was saved; null: it is one file, which does not say.","'
    'default":null}],"namespace":"muster.job_events"},"muster.job_events.NodeJoin'
    'ed","muster.job_events.NodeSuspected","muster.job_events.NodeRecovered","mus'
    'ter.job_events.NodeLost","muster.job_events.NodeForgotten","muster.job_event'
    's.NodeRefused",{"type":"record","name":"NodeCordoned","doc":"Nothing new goe'
    's there.","subject":"node","fields":[{"name":"node_id","type":"string","doc"'
    ':"Node."},{"name":"requested_by","type":"string","doc":"Who."},{"name":"reas'
    'on","type":"string","doc":"Why."}],"namespace":"muster.job_events"},{"type":'
    '"record","name":"NodeUncordoned","doc":"Work goes there again.","subject":"n'
    'ode","fields":[{"name":"node_id","type":"string","doc":"Node."},{"name":"req'
    'uested_by","type":"string","doc":"Who."}],"namespace":"muster.job_events"},{'
    '"type":"record","name":"NodeDraining","doc":"Nothing new is placed on the no'
    'de, and what runs there is moved.","subject":"node","fields":[{"name":"node_'
    'id","type":"string","doc":"Node."},{"name":"requested_by","type":"string","d'
    'oc":"Operator."},{"name":"reason","type":"string","doc":"Why.","default":""}'
    '],"namespace":"muster.job_events"},{"type":"record","name":"NodeUndrained","'
    'doc":"Work may be placed on the node again.","subject":"node","fields":[{"na'
    'me":"node_id","type":"string","doc":"Node."},{"name":"requested_by","type":"'
    'string","doc":"Operator."}],"namespace":"muster.job_events"},{"type":"record'
    '","name":"NodeTagged","doc":"What operators say of the node, beside what it '
    'announces, from now on.","subject":"node","fields":[{"name":"node_id","type"'
    ':"string","doc":"Node."},{"name":"labels","type":{"type":"map","values":"str'
    'ing"},"doc":"Labels; they win over announced ones.","default":{}},{"name":"t'
    'aints","type":{"type":"array","items":"string"},"doc":"Taints, sorted.","def'
    'ault":[]},{"name":"requested_by","type":"string","doc":"Operator."}],"namesp'
    'ace":"muster.job_events"},{"type":"record","name":"MaintenanceScheduled","do'
    'c":"The node will be closed for a time: only work that is predicted to end b'
    'efore is placed there.","subject":"node","fields":[{"name":"node_id","type":'
    '"string","doc":"Node."},{"name":"starts_at_ms","type":"long","doc":"From whe'
    'n, milliseconds since 1970 UTC."},{"name":"ends_at_ms","type":"long","doc":"'
    'Until when."},{"name":"requested_by","type":"string","doc":"Operator."},{"na'
    'me":"reason","type":"string","doc":"Why.","default":""}],"namespace":"muster'
    '.job_events"},{"type":"record","name":"MaintenanceStarted","doc":"The node\'s'
    ' window has begun: it is closed, and what still runs there is moved.","subje'
    'ct":"node","fields":[{"name":"node_id","type":"string","doc":"Node."}],"name'
    'space":"muster.job_events"},{"type":"record","name":"MaintenanceEnded","doc"'
    ':"The node\'s window is over, or was called off.","subject":"node","fields":['
    '{"name":"node_id","type":"string","doc":"Node."},{"name":"requested_by","typ'
    'e":["null","string"],"doc":"Operator who called it off; null: its time was o'
    'ver.","default":null}],"namespace":"muster.job_events"},{"type":"record","na'
    'me":"NodeReclaiming","doc":"The node will be taken away: nothing new is plac'
    'ed there, and what runs there saves and leaves.","subject":"node","fields":['
    '{"name":"node_id","type":"string","doc":"Node."},{"name":"notice_id","type":'
    '"string","doc":"Which announcement; another one takes the place of the last.'
    '"},{"name":"deadline_ms","type":["null","long"],"doc":"When it is gone, mill'
    'iseconds since 1970 UTC; null: it is at risk, and what runs there stays.","d'
    'efault":null},{"name":"source","type":"muster.task_events.ReclaimSource","do'
    'c":"Who announced it."},{"name":"requested_by","type":"string","doc":"Operat'
    'or; empty: the node\'s provider.","default":""},{"name":"reason","type":"stri'
    'ng","doc":"For people.","default":""}],"namespace":"muster.job_events"},{"ty'
    'pe":"record","name":"NodeSpared","doc":"The node is not taken away after all'
    ', or is there again: work may be placed on it.","subject":"node","fields":[{'
    '"name":"node_id","type":"string","doc":"Node."},{"name":"requested_by","type'
    '":"string","doc":"Operator; empty: the node\'s provider.","default":""},{"nam'
    'e":"reason","type":"string","doc":"For people.","default":""}],"namespace":"'
    'muster.job_events"},{"type":"record","name":"NodeNoted","doc":"What is wrong'
    ' with the node by its own account.","subject":"node","fields":[{"name":"node'
    '_id","type":"string","doc":"Node."},{"name":"note","type":"string","doc":"On'
    'e sentence; empty: nothing any more."}],"namespace":"muster.job_events"},{"t'
    'ype":"record","name":"NodeFaulted","doc":"The node\'s kernel reported a fault'
    ' that a rule of failures knows.","subject":"node","fields":[{"name":"node_id'
    '","type":"string","doc":"Node."},{"name":"rule","type":"string","doc":"Rule.'
    '"},{"name":"rules_version","type":"int","doc":"Version of the rules in effec'
    't."},{"name":"xid","type":["null","int"],"doc":"Number of NVIDIA\'s Xid; null'
    ': it is none.","default":null},{"name":"gpu","type":"string","doc":"PCI addr'
    'ess of the GPU; empty: none is named.","default":""},{"name":"node_action","'
    'type":"string","doc":"What the rule demands for the node."},{"name":"strike"'
    ',"type":"int","doc":"Which strike of the node it is, from 1; 0: it does not '
    'count.","default":0},{"name":"closes","type":"boolean","doc":"Whether the no'
    'de is closed for it.","default":false},{"name":"message","type":"string","do'
    'c":"For people: what happened, what the node needs, and what it had before."'
    '}],"namespace":"muster.job_events"},"muster.job_events.NodeRelocated","muste'
    'r.job_events.GpuUnhealthy","muster.job_events.GpuRecovered",{"type":"record"'
    ',"name":"GpuGeometryChanged","doc":"An empty GPU was cut, to take MIG instan'
    'ces and nothing else, or made whole again.","subject":"node","fields":[{"nam'
    'e":"node_id","type":"string","doc":"Node."},{"name":"gpu_index","type":"int"'
    ',"doc":"GPU."},{"name":"cut","type":"boolean","doc":"True: MIG mode. False: '
    'whole."},{"name":"for_job_id","type":"string","doc":"The waiting job that ne'
    'eded it."}],"namespace":"muster.job_events"},{"type":"record","name":"QueueC'
    'reated","doc":"A queue exists.","subject":"queue","fields":[{"name":"queue",'
    '"type":"string","doc":"Name."},{"name":"tenant","type":"string","doc":"Tenan'
    't."},{"name":"description","type":"string","doc":"For people."},{"name":"req'
    'uested_by","type":"string","doc":"Who."},{"name":"settings","type":["null","'
    'muster.queue_commands.QueueSettings"],"doc":"Shares and limits; null for non'
    'e.","default":null}],"namespace":"muster.job_events"},{"type":"record","name'
    '":"QueueConfigured","doc":"A queue has other shares and limits.","subject":"'
    'queue","fields":[{"name":"queue","type":"string","doc":"Name."},{"name":"ten'
    'ant","type":"string","doc":"Tenant."},{"name":"settings","type":"muster.queu'
    'e_commands.QueueSettings","doc":"All of them."},{"name":"requested_by","type'
    '":"string","doc":"Who."}],"namespace":"muster.job_events"},{"type":"record",'
    '"name":"QueueMeasured","doc":"What a queue and those below it use, and what '
    'is due to it; sent when it changed, now and then.","subject":"queue","fields'
    '":[{"name":"queue","type":"string","doc":"Name."},{"name":"tenant","type":"s'
    'tring","doc":"Tenant."},{"name":"gpu_milli_used","type":"long","doc":"Held, '
    'thousandths of GPU."},{"name":"gpu_milli_used_by_model","type":{"type":"map"'
    ',"values":"long"},"doc":"Per model."},{"name":"cpu_milli_used","type":"long"'
    ',"doc":"Held, thousandths of a core."},{"name":"memory_mib_used","type":"lon'
    'g","doc":"Held, MiB."},{"name":"gpu_milli_borrowed","type":"long","doc":"Of '
    'what is used, beyond the guarantee."},{"name":"gpu_milli_lent","type":"long"'
    ',"doc":"Of the guarantee, unused: others may have it."},{"name":"share_ppm",'
    '"type":"long","doc":"Dominant part of the cluster that it holds now, million'
    'ths."},{"name":"share_due_ppm","type":"long","doc":"Part of the cluster due '
    'to it by weight among its busy neighbours, millionths."},{"name":"usage_gpu_'
    'ms","type":"long","doc":"Weighted usage over the window: GPU milliseconds at'
    ' model price, decayed."},{"name":"credit_gpu_ms","type":"long","doc":"Burst '
    'credit, the same unit."},{"name":"jobs_running","type":"int","doc":"Jobs tha'
    't hold GPUs."},{"name":"jobs_pending","type":"int","doc":"Jobs that wait."}]'
    ',"namespace":"muster.job_events"},{"type":"record","name":"QueueDeleted","do'
    'c":"A queue is gone.","subject":"queue","fields":[{"name":"queue","type":"st'
    'ring","doc":"Name."},{"name":"tenant","type":"string","doc":"Tenant."},{"nam'
    'e":"requested_by","type":"string","doc":"Who."}],"namespace":"muster.job_eve'
    'nts"},{"type":"record","name":"CapacityReserved","doc":"Nodes are reserved f'
    'or a queue.","subject":"reservation","fields":[{"name":"reservation","type":'
    '"string","doc":"Name."},{"name":"tenant","type":"string","doc":"Tenant."},{"'
    'name":"queue","type":"string","doc":"Whose jobs may be placed there, and tho'
    'se of the queues below it."},{"name":"gpu_model","type":"string","doc":"GPU '
    'model of the nodes."},{"name":"gpu_count","type":"int","doc":"GPUs of the no'
    'des together."},{"name":"node_ids","type":{"type":"array","items":"string"},'
    '"doc":"Sorted. Until it starts, other jobs are placed there only if they are'
    ' predicted to end before."},{"name":"starts_at_ms","type":"long","doc":"From'
    ' when."},{"name":"ends_at_ms","type":"long","doc":"Until when."},{"name":"re'
    'quested_by","type":"string","doc":"Who."}],"namespace":"muster.job_events"},'
    '{"type":"record","name":"CapacityReassigned","doc":"A reservation has other '
    'nodes: some of its own were closed or lost.","subject":"reservation","fields'
    '":[{"name":"reservation","type":"string","doc":"Name."},{"name":"tenant","ty'
    'pe":"string","doc":"Tenant."},{"name":"queue","type":"string","doc":"Whose j'
    'obs may be placed there, and those of the queues below it."},{"name":"node_i'
    'ds","type":{"type":"array","items":"string"},"doc":"All of them now, sorted.'
    '"},{"name":"reason","type":"string","doc":"Why."}],"namespace":"muster.job_e'
    'vents"},{"type":"record","name":"CapacityReservationStarted","doc":"From now'
    ' on only jobs of the queue may be placed on the nodes.","subject":"reservati'
    'on","fields":[{"name":"reservation","type":"string","doc":"Name."},{"name":"'
    'tenant","type":"string","doc":"Tenant."},{"name":"queue","type":"string","do'
    'c":"Whose jobs may be placed there, and those of the queues below it."}],"na'
    'mespace":"muster.job_events"},{"type":"record","name":"CapacityReservationEn'
    'ded","doc":"The nodes are released.","subject":"reservation","fields":[{"nam'
    'e":"reservation","type":"string","doc":"Name."},{"name":"tenant","type":"str'
    'ing","doc":"Tenant."},{"name":"queue","type":"string","doc":"Whose jobs may '
    'be placed there, and those of the queues below it."},{"name":"reason","type"'
    ':{"type":"enum","name":"ReservationEnd","doc":"Why.","symbols":["OVER","CANC'
    'ELLED"],"default":"OVER","namespace":"muster.job_events"},"doc":"Why."},{"na'
    'me":"requested_by","type":"string","doc":"Who cancelled it; empty when its t'
    'ime was over.","default":""}],"namespace":"muster.job_events"},{"type":"reco'
    'rd","name":"PolicyActivated","doc":"Decisions follow this policy from here o'
    'n.","subject":"policy","fields":[{"name":"policy","type":"muster.operator_co'
    'mmands.Policy","doc":"The whole policy."},{"name":"requested_by","type":"str'
    'ing","doc":"Who."}],"namespace":"muster.job_events"},{"type":"record","name"'
    ':"FailureRulesActivated","doc":"Failures are judged by these rules from here'
    ' on.","subject":"policy","fields":[{"name":"version","type":"int","doc":"Ver'
    'sion of the rules."},{"name":"sha256","type":"string","doc":"Of the text."},'
    '{"name":"rules","type":"string","doc":"The rules file."},{"name":"requested_'
    'by","type":"string","doc":"Operator, or the first leader."}],"namespace":"mu'
    'ster.job_events"},{"type":"record","name":"StartTask","doc":"Start these ran'
    'ks.","fields":[{"name":"node_id","type":"string","doc":"Node."},{"name":"epo'
    'ch","type":"long","doc":"Leader\'s epoch; older than one already seen: refuse'
    '."},{"name":"order_seq","type":"long","doc":"Position of the decision: seq o'
    'f the input that caused it."},{"name":"job_id","type":"string","doc":"Job."}'
    ',{"name":"attempt","type":"int","doc":"Attempt; started at most once."},{"na'
    'me":"tenant","type":"string","doc":"Tenant."},{"name":"job_name","type":"str'
    'ing","doc":"Job\'s name."},{"name":"user","type":"string","doc":"Job\'s user."'
    '},{"name":"ranks","type":{"type":"array","items":{"type":"record","name":"Ra'
    'nkAssignment","doc":"What one rank gets on the node.","fields":[{"name":"ran'
    'k","type":"int","doc":"Rank."},{"name":"gpu_indices","type":{"type":"array",'
    '"items":"int"},"doc":"GPUs."},{"name":"gpu_milli","type":"int","doc":"Thousa'
    'ndths of each."},{"name":"sharing","type":"muster.node_commands.Sharing","do'
    'c":"Who else may be on them.","default":"EXCLUSIVE"},{"name":"mig_profile","'
    'type":["null","string"],"doc":"Profile of the MIG instance it gets.","defaul'
    't":null},{"name":"mig_start","type":["null","int"],"doc":"First memory slice'
    ' of that instance.","default":null},{"name":"cpu_milli","type":"long","doc":'
    '"Thousandths of a CPU core it may use; 0: without limit.","default":0},{"nam'
    'e":"memory_mib","type":"long","doc":"Main memory it may use, MiB; 0: without'
    ' limit.","default":0}],"namespace":"muster.node_commands"}},"doc":"Ranks on '
    'this node."},{"name":"world_size","type":"int","doc":"Ranks in all."},{"name'
    '":"master_address","type":"string","doc":"Address of rank 0."},{"name":"mast'
    'er_port","type":"int","doc":"Rendezvous port on rank 0\'s node."},{"name":"im'
    'age","type":["null","string"],"doc":"Container image.","default":null},{"nam'
    'e":"command","type":{"type":"array","items":"string"},"doc":"Program and arg'
    'uments."},{"name":"env","type":{"type":"map","values":"string"},"doc":"Envir'
    'onment.","default":{}},{"name":"files_sha256","type":["null","string"],"doc"'
    ':"Working files.","default":null},{"name":"wall_time_max_ms","type":["null",'
    '"long"],"doc":"Stop after this long.","default":null},{"name":"hang_after_ms'
    '","type":["null","long"],"doc":"Report ranks that say nothing for so long; n'
    'ull: do not.","default":null},{"name":"start_up_max_ms","type":["null","long'
    '"],"doc":"The same from their start, while they hardly use the CPU; null: do'
    ' not.","default":null},{"name":"grace_ms","type":"long","doc":"Between SIGTE'
    'RM and SIGKILL."},{"name":"checkpoint_enabled","type":"boolean","doc":"Keep '
    'checkpoints."},{"name":"checkpoint_uri","type":["null","string"],"doc":"Newe'
    'st checkpoint of an earlier attempt.","default":null},{"name":"checkpoint_sh'
    'a256","type":["null","string"],"doc":"Its hash.","default":null},{"name":"ch'
    'eckpoint_file","type":["null","string"],"doc":"Its file name.","default":nul'
    'l},{"name":"checkpoints_earlier","type":{"type":"array","items":{"type":"rec'
    'ord","name":"StoredCheckpoint","doc":"A checkpoint that is whole in the stor'
    'e.","fields":[{"name":"uri","type":"string","doc":"Of the one file that it i'
    's, or of the record of its parts."},{"name":"sha256","type":"string","doc":"'
    'Its hash."},{"name":"file","type":"string","doc":"Its file name."}],"namespa'
    'ce":"muster.node_commands"}},"doc":"Those before it, the newest first: each '
    'is tried when the one before it in this list is damaged.","default":[]},{"na'
    'me":"offline","type":"boolean","doc":"Its ranks see no network but their own'
    ' loopback.","default":false},{"name":"failure_rules_sha256","type":["null","'
    'string"],"doc":"Rules of failures by which output is scanned; null: none are'
    ' in effect.","default":null},{"name":"failure_rules_version","type":["null",'
    '"int"],"doc":"Their version.","default":null}],"namespace":"muster.node_comm'
    'ands"},{"type":"record","name":"StopTask","doc":"Stop this attempt\'s ranks; '
    'unknown attempt: nothing to do.","fields":[{"name":"node_id","type":"string"'
    ',"doc":"Node."},{"name":"epoch","type":"long","doc":"Leader\'s epoch; older t'
    'han one already seen: refuse."},{"name":"order_seq","type":"long","doc":"Pos'
    'ition of the decision: seq of the input that caused it."},{"name":"job_id","'
    'type":"string","doc":"Job."},{"name":"attempt","type":"int","doc":"Attempt; '
    'started at most once."},{"name":"grace_ms","type":"long","doc":"Between SIGT'
    'ERM and SIGKILL."},{"name":"checkpoint_grace_ms","type":"long","doc":"Most t'
    'ime for a checkpoint before SIGTERM; 0: the ranks do not go on later.","defa'
    'ult":0},{"name":"reason","type":"string","doc":"Why."}],"namespace":"muster.'
    'node_commands"}],"doc":"Fact or order."}],"namespace":"muster.scheduler_log"'
    '}},"doc":"In order."},{"name":"state_hash","type":["null","string"],"doc":"H'
    'ash of the whole state after this batch, when it was taken.","default":null}'
    ',{"name":"hash_version","type":"int","doc":"How state_hash was computed; has'
    'hes of different versions are not compared.","default":1},{"name":"decisions'
    '_version","type":"int","doc":"Which version of the rules decided; another on'
    'e may decide otherwise. 0: not recorded.","default":0}],"namespace":"muster.'
    'scheduler_log"}],"doc":"What happened."}]}'
)
