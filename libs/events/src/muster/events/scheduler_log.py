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
    GangBound,
    GpuGeometryChanged,
    GpuRecovered,
    GpuUnhealthy,
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
    MaintenanceEnded,
    MaintenanceScheduled,
    MaintenanceStarted,
    NodeCordoned,
    NodeDraining,
    NodeForgotten,
    NodeJoined,
    NodeLost,
    NodeRecovered,
    NodeRefused,
    NodeRelocated,
    NodeSuspected,
    NodeTagged,
    NodeUncordoned,
    NodeUndrained,
    PolicyActivated,
    PreemptionRequested,
    QueueConfigured,
    QueueCreated,
    QueueDeleted,
    QueueMeasured,
    ReservationMade,
    ReservationReleased,
)
from muster.events.node_commands import StartTask, StopTask
from muster.events.operator_commands import (
    ActivatePolicy,
    CancelMaintenance,
    CordonNode,
    DrainNode,
    ScheduleMaintenance,
    TagNode,
    UncordonNode,
    UndrainNode,
)
from muster.events.queue_commands import (
    CancelCapacityReservation,
    ConfigureQueue,
    CreateQueue,
    DeleteQueue,
    ReserveCapacity,
)
from muster.events.shared.command_answers import CommandRejected, CommandRepeated, Violation
from muster.events.task_events import AgentStarted, CheckpointSaved, TaskExited, TaskRefused, TaskStarted
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
    """A command that breaks the static rules, which are checked before it is sequenced (ADR 4).

    Attributes:
        command_id: event_id of the command.
        command: Its record name.
        subject: Job, queue or node.
        tenant: Tenant.
        message: For people.
        violations: Field by field.
    """

    AVRO_NAME: ClassVar[str] = "muster.scheduler_log.CommandInvalid"

    command_id: str
    command: str
    subject: str
    tenant: str
    message: str
    violations: tuple[Violation, ...]

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "command_id": self.command_id,
            "command": self.command,
            "subject": self.subject,
            "tenant": self.tenant,
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
    ActivatePolicy,
    AgentStarted,
    TaskStarted,
    TaskExited,
    TaskRefused,
    CheckpointSaved,
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
        | ActivatePolicy
        | AgentStarted
        | TaskStarted
        | TaskExited
        | TaskRefused
        | CheckpointSaved
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
            source=None if d.get("source") is None else Source.from_datum(branch_of(d.get("source"))),
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
    GangBound,
    JobStarted,
    JobResizing,
    JobMoving,
    JobStopping,
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
        | GangBound
        | JobStarted
        | JobResizing
        | JobMoving
        | JobStopping
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
    'ed; empty accepts any.","default":[]},{"name":"cpu_milli","type":"long","doc'
    '":"Thousandths of a CPU core per rank."},{"name":"memory_mib","type":"long",'
    '"doc":"Main memory per rank, MiB."},{"name":"isolation","type":{"type":"enum'
    '","name":"Isolation","doc":"How a fraction of a GPU is kept apart from other'
    's on it.","symbols":["BY_TRUST","MIG","MPS","TIME_SLICING"],"default":"BY_TR'
    'UST","namespace":"muster.job_commands"},"doc":"Requested isolation; for a fr'
    'action of a GPU only.","default":"BY_TRUST"}],"namespace":"muster.job_comman'
    'ds"},"doc":"Per rank."},{"name":"image","type":["null","string"],"doc":"Cont'
    'ainer image, for executors that use one.","default":null},{"name":"command",'
    '"type":{"type":"array","items":"string"},"doc":"Program and arguments, the s'
    'ame for every rank."},{"name":"env","type":{"type":"map","values":"string"},'
    '"doc":"Environment added to every rank.","default":{}},{"name":"files_sha256'
    '","type":["null","string"],"doc":"Working files: SHA-256 of a tar.gz already'
    ' stored under files/ in S3.","default":null},{"name":"wall_time_max_ms","typ'
    'e":["null","long"],"doc":"The attempt is stopped after this long.","default"'
    ':null},{"name":"duration_expected_ms","type":["null","long"],"doc":"The owne'
    'r\'s estimate.","default":null},{"name":"grace_ms","type":"long","doc":"Betwe'
    'en SIGTERM and SIGKILL.","default":30000},{"name":"retry","type":{"type":"re'
    'cord","name":"RetryPolicy","doc":"When an attempt fails by itself; attempts '
    'lost with a node never count.","fields":[{"name":"attempts_max","type":"int"'
    ',"doc":"Attempts allowed in all, 1 means no retry."},{"name":"backoff_ms","t'
    'ype":"long","doc":"Wait before the next attempt, doubled each time.","defaul'
    't":10000}],"namespace":"muster.job_commands"},"doc":"Retry policy."},{"name"'
    ':"checkpoint","type":{"type":"record","name":"CheckpointPolicy","doc":"Wheth'
    'er the agent keeps what the job writes to MUSTER_CHECKPOINT_DIR.","fields":['
    '{"name":"enabled","type":"boolean","doc":"True: files renamed into the direc'
    'tory are stored and given to the next attempt."},{"name":"interval_ms","type'
    '":"long","doc":"How often the job is expected to write one; 0 when it decide'
    's itself.","default":0}],"namespace":"muster.job_commands"},"doc":"Checkpoin'
    't policy."},{"name":"labels","type":{"type":"map","values":"string"},"doc":"'
    'Free key/value pairs to filter by.","default":{}},{"name":"model_name","type'
    '":["null","string"],"doc":"Model this job trains, for the registry.","defaul'
    't":null},{"name":"priority","type":"int","doc":"Higher goes first where the '
    'queue orders by priority; -1000 to 1000.","default":0},{"name":"ranks_min","'
    'type":["null","int"],"doc":"Fewest ranks it runs with; null: never other tha'
    'n `ranks`.","default":null},{"name":"world_sizes","type":{"type":"array","it'
    'ems":"int"},"doc":"Gang sizes it runs with, ascending; empty: ranks_min, ran'
    'ks and the powers of two between.","default":[]},{"name":"topology","type":['
    '"null",{"type":"record","name":"Topology","doc":"How the ranks of a gang sho'
    'uld lie in the network.","fields":[{"name":"within","type":["null",{"type":"'
    'enum","name":"TopologyLevel","doc":"Units of the network, smallest first.","'
    'symbols":["NODE","NVLINK_DOMAIN","LEAF","SPINE","CELL"],"default":"CELL","na'
    'mespace":"muster.job_commands"}],"doc":"The unit that should hold all ranks;'
    ' null: the best there is room in.","default":null},{"name":"strictness","typ'
    'e":{"type":"enum","name":"Strictness","doc":"What a gang does when no unit o'
    'f its level has room.","symbols":["REQUIRED","PREFERRED","BEST_EFFORT"],"def'
    'ault":"BEST_EFFORT","namespace":"muster.job_commands"},"doc":"REQUIRED waits'
    ' for such a unit, PREFERRED takes a larger one.","default":"BEST_EFFORT"},{"'
    'name":"tensor_parallel_ranks","type":"int","doc":"So many consecutive ranks '
    'share an NVLink domain, always.","default":1}],"namespace":"muster.job_comma'
    'nds"}],"doc":"How the ranks should lie; null: as near to each other as there'
    ' is room.","default":null},{"name":"spread","type":["null","muster.job_comma'
    'nds.TopologyLevel"],"doc":"Ranks go evenly over units of this level instead.'
    '","default":null},{"name":"node_labels","type":{"type":"map","values":"strin'
    'g"},"doc":"Only nodes with all these labels.","default":{}},{"name":"node_la'
    'bels_preferred","type":{"type":"map","values":"string"},"doc":"Nodes that ha'
    've all these labels, too, go first.","default":{}},{"name":"tolerations","ty'
    'pe":{"type":"array","items":"string"},"doc":"Taints of nodes that do not mat'
    'ter, sorted.","default":[]},{"name":"gpu_preferences","type":{"type":"array"'
    ',"items":{"type":"record","name":"GpuPreference","doc":"One GPU model, and h'
    'ow fast the job runs on it.","fields":[{"name":"model","type":"string","doc"'
    ':"GPU model."},{"name":"throughput_milli","type":"int","doc":"Thousandths of'
    ' a common unit of speed: twice as much ends in half the time."}],"namespace"'
    ':"muster.job_commands"}},"doc":"GPU models with their speed; all ranks go to'
    ' one of them. resources.gpu_models names the same.","default":[]},{"name":"c'
    'aches","type":{"type":"array","items":"string"},"doc":"Names of what its nod'
    'es keep for the next job: a model, a data set.","default":[]}],"namespace":"'
    'muster.job_commands"},"doc":"What to run."}],"namespace":"muster.job_command'
    's"},{"type":"record","name":"CancelJob","doc":"Stop the job for good.","fiel'
    'ds":[{"name":"job_id","type":"string","doc":"Job."},{"name":"tenant","type":'
    '"string","doc":"Tenant the job belongs to."},{"name":"requested_by","type":"'
    'string","doc":"User who asks."},{"name":"reason","type":"string","doc":"Why,'
    ' for people.","default":""}],"namespace":"muster.job_commands"},{"type":"rec'
    'ord","name":"SuspendJob","doc":"Stop the job, keep its place for a resume.",'
    '"fields":[{"name":"job_id","type":"string","doc":"Job."},{"name":"tenant","t'
    'ype":"string","doc":"Tenant the job belongs to."},{"name":"requested_by","ty'
    'pe":"string","doc":"User who asks."},{"name":"reason","type":"string","doc":'
    '"Why, for people.","default":""}],"namespace":"muster.job_commands"},{"type"'
    ':"record","name":"ResumeJob","doc":"Queue a suspended job again.","fields":['
    '{"name":"job_id","type":"string","doc":"Job."},{"name":"tenant","type":"stri'
    'ng","doc":"Tenant the job belongs to."},{"name":"requested_by","type":"strin'
    'g","doc":"User who asks."},{"name":"reason","type":"string","doc":"Why, for '
    'people.","default":""}],"namespace":"muster.job_commands"},{"type":"record",'
    '"name":"CreateQueue","doc":"Make a queue.","fields":[{"name":"queue","type":'
    '"string","doc":"Name: 1 to 63 of a-z 0-9 and -."},{"name":"tenant","type":"s'
    'tring","doc":"Tenant."},{"name":"description","type":"string","doc":"For peo'
    'ple.","default":""},{"name":"requested_by","type":"string","doc":"User who a'
    'sks."},{"name":"settings","type":["null",{"type":"record","name":"QueueSetti'
    'ngs","doc":"What a queue may use, and how it is shared.","fields":[{"name":"'
    'parent","type":["null","string"],"doc":"Queue above, of the same tenant; nul'
    'l for none.","default":null},{"name":"guarantee","type":["null",{"type":"rec'
    'ord","name":"Quota","doc":"An amount of each resource; null says nothing of '
    'that resource.","fields":[{"name":"gpu_milli","type":["null","long"],"doc":"'
    'Thousandths of GPU, any model.","default":null},{"name":"gpu_milli_by_model"'
    ',"type":{"type":"map","values":"long"},"doc":"Thousandths of GPU per model, '
    'beside the total.","default":{}},{"name":"cpu_milli","type":["null","long"],'
    '"doc":"Thousandths of a CPU core.","default":null},{"name":"memory_mib","typ'
    'e":["null","long"],"doc":"Main memory, MiB.","default":null}],"namespace":"m'
    'uster.queue_commands"}],"doc":"What its jobs may always have; unused, it is '
    'lent. Null guarantees nothing.","default":null},{"name":"maximum","type":["n'
    'ull","muster.queue_commands.Quota"],"doc":"What its jobs never exceed togeth'
    'er. Null sets no bound.","default":null},{"name":"weight","type":"int","doc"'
    ':"Its part of usage over time among the queues beside it, 1 to 1000000.","de'
    'fault":1},{"name":"over_quota_weight","type":"int","doc":"Its part of what i'
    's lent beyond guarantees, 0 to 1000000; 0 never borrows.","default":1},{"nam'
    'e":"order","type":{"type":"enum","name":"QueueOrder","doc":"Who goes first w'
    'ithin a tier of one queue.","symbols":["FIFO","PRIORITY","DRF"],"default":"F'
    'IFO","namespace":"muster.queue_commands"},"doc":"Who goes first within a tie'
    'r.","default":"FIFO"},{"name":"jobs_running_max","type":["null","int"],"doc"'
    ':"Jobs that may hold GPUs at once.","default":null},{"name":"jobs_pending_ma'
    'x","type":["null","int"],"doc":"Jobs that may wait at once; more are rejecte'
    'd.","default":null},{"name":"user_jobs_running_max","type":["null","int"],"d'
    'oc":"As jobs_running_max, for one user.","default":null},{"name":"user_jobs_'
    'pending_max","type":["null","int"],"doc":"As jobs_pending_max, for one user.'
    '","default":null}],"namespace":"muster.queue_commands"}],"doc":"Shares and l'
    'imits; null for none.","default":null}],"namespace":"muster.queue_commands"}'
    ',{"type":"record","name":"ConfigureQueue","doc":"Replace a queue\'s shares an'
    'd limits.","fields":[{"name":"queue","type":"string","doc":"Name."},{"name":'
    '"tenant","type":"string","doc":"Tenant."},{"name":"settings","type":"muster.'
    'queue_commands.QueueSettings","doc":"All of them."},{"name":"requested_by","'
    'type":"string","doc":"User who asks."}],"namespace":"muster.queue_commands"}'
    ',{"type":"record","name":"DeleteQueue","doc":"Remove an empty queue.","field'
    's":[{"name":"queue","type":"string","doc":"Name."},{"name":"tenant","type":"'
    'string","doc":"Tenant."},{"name":"requested_by","type":"string","doc":"User '
    'who asks."}],"namespace":"muster.queue_commands"},{"type":"record","name":"R'
    'eserveCapacity","doc":"Keep whole nodes of a GPU model for a queue, from a t'
    'ime until another.","fields":[{"name":"reservation","type":"string","doc":"N'
    'ame: 1 to 63 of a-z 0-9 and -; unique in its tenant while it lasts."},{"name'
    '":"tenant","type":"string","doc":"Tenant."},{"name":"queue","type":"string",'
    '"doc":"Whose jobs may be placed there, and those of the queues below it."},{'
    '"name":"gpu_model","type":"string","doc":"GPU model of the nodes."},{"name":'
    '"gpu_count","type":["null","int"],"doc":"Reserve the fewest nodes with this '
    'many GPUs; null where nodes are counted.","default":null},{"name":"node_coun'
    't","type":["null","int"],"doc":"So many nodes; null where GPUs are counted."'
    ',"default":null},{"name":"starts_at_ms","type":["null","long"],"doc":"From w'
    'hen, milliseconds since 1970 UTC; null: at once.","default":null},{"name":"e'
    'nds_at_ms","type":"long","doc":"Until when, milliseconds since 1970 UTC."},{'
    '"name":"requested_by","type":"string","doc":"User who asks."}],"namespace":"'
    'muster.queue_commands"},{"type":"record","name":"CancelCapacityReservation",'
    '"doc":"End a reservation, begun or not.","fields":[{"name":"reservation","ty'
    'pe":"string","doc":"Name."},{"name":"tenant","type":"string","doc":"Tenant."'
    '},{"name":"requested_by","type":"string","doc":"User who asks."}],"namespace'
    '":"muster.queue_commands"},{"type":"record","name":"CordonNode","doc":"Place'
    ' nothing new on the node; what runs goes on.","fields":[{"name":"node_id","t'
    'ype":"string","doc":"Node."},{"name":"requested_by","type":"string","doc":"O'
    'perator."},{"name":"reason","type":"string","doc":"Why.","default":""}],"nam'
    'espace":"muster.operator_commands"},{"type":"record","name":"UncordonNode","'
    'doc":"Place work on the node again.","fields":[{"name":"node_id","type":"str'
    'ing","doc":"Node."},{"name":"requested_by","type":"string","doc":"Operator."'
    '}],"namespace":"muster.operator_commands"},{"type":"record","name":"DrainNod'
    'e","doc":"Place nothing new on the node, and move what runs there: it stops '
    'with its grace and waits again.","fields":[{"name":"node_id","type":"string"'
    ',"doc":"Node."},{"name":"requested_by","type":"string","doc":"Operator."},{"'
    'name":"reason","type":"string","doc":"Why.","default":""}],"namespace":"must'
    'er.operator_commands"},{"type":"record","name":"UndrainNode","doc":"Place wo'
    'rk on the node again.","fields":[{"name":"node_id","type":"string","doc":"No'
    'de."},{"name":"requested_by","type":"string","doc":"Operator."}],"namespace"'
    ':"muster.operator_commands"},{"type":"record","name":"TagNode","doc":"Give t'
    'he node labels and taints beside those it announces, or take such away.","fi'
    'elds":[{"name":"node_id","type":"string","doc":"Node."},{"name":"labels","ty'
    'pe":{"type":"map","values":"string"},"doc":"Labels to set; they win over ann'
    'ounced ones.","default":{}},{"name":"labels_removed","type":{"type":"array",'
    '"items":"string"},"doc":"Labels set before that no longer hold, sorted.","de'
    'fault":[]},{"name":"taints","type":{"type":"array","items":"string"},"doc":"'
    'Taints to set, sorted.","default":[]},{"name":"taints_removed","type":{"type'
    '":"array","items":"string"},"doc":"Taints set before that no longer hold, so'
    'rted.","default":[]},{"name":"requested_by","type":"string","doc":"Operator.'
    '"}],"namespace":"muster.operator_commands"},{"type":"record","name":"Schedul'
    'eMaintenance","doc":"Close the node for a time; takes the place of a window '
    'that has not begun.","fields":[{"name":"node_id","type":"string","doc":"Node'
    '."},{"name":"starts_at_ms","type":"long","doc":"From when, milliseconds sinc'
    'e 1970 UTC."},{"name":"ends_at_ms","type":"long","doc":"Until when."},{"name'
    '":"requested_by","type":"string","doc":"Operator."},{"name":"reason","type":'
    '"string","doc":"Why.","default":""}],"namespace":"muster.operator_commands"}'
    ',{"type":"record","name":"CancelMaintenance","doc":"Call the node\'s window o'
    'ff, or end it.","fields":[{"name":"node_id","type":"string","doc":"Node."},{'
    '"name":"requested_by","type":"string","doc":"Operator."}],"namespace":"muste'
    'r.operator_commands"},{"type":"record","name":"ActivatePolicy","doc":"Decide'
    ' by this policy from now on.","fields":[{"name":"policy","type":{"type":"rec'
    'ord","name":"Policy","doc":"Knobs that change decisions; a change is an even'
    't, so it replays.","fields":[{"name":"name","type":"string","doc":"For peopl'
    'e."},{"name":"head_patience_ms","type":"long","doc":"A blocked head of line '
    'is passed freely for this long; then nodes are reserved for it."},{"name":"h'
    'ead_hold_ms","type":"long","doc":"Nodes reserved for it are kept this long b'
    'eyond the time it should have started at."},{"name":"attempts_lost_max","typ'
    'e":"int","doc":"Attempts lost with their nodes before the job fails."},{"nam'
    'e":"workload_shapes_max","type":"int","doc":"Shapes remembered for the fragm'
    'entation score."},{"name":"jobs_ended_kept_max","type":"int","doc":"Ended jo'
    'bs remembered for deduplication."},{"name":"share_window_ms","type":"long","'
    'doc":"Usage older than this is forgotten.","default":2592000000},{"name":"sh'
    'are_half_life_ms","type":"long","doc":"Usage this old counts half.","default'
    '":604800000},{"name":"share_history_percent","type":"int","doc":"Weight of u'
    'sage over time beside usage now, 0 to 10000.","default":100},{"name":"credit'
    '_max_ms","type":"long","doc":"Burst credit holds at most a guarantee unused '
    'for this long; 0 gives none.","default":86400000},{"name":"model_price_milli'
    '","type":{"type":"map","values":"long"},"doc":"What an hour of a GPU model c'
    'ounts, thousandths; 1000 where absent.","default":{}},{"name":"aging_step_ms'
    '","type":"long","doc":"A job that waited this long goes with the next higher'
    ' tier, and so on; 0 never.","default":86400000},{"name":"reclaim_interval_ms'
    '","type":"long","doc":"Shortest time between two preemption requests for the'
    ' same lent GPUs.","default":60000},{"name":"measure_interval_ms","type":"lon'
    'g","doc":"A queue that changed is measured at most this often.","default":10'
    '000},{"name":"resize_interval_ms","type":"long","doc":"An elastic job is res'
    'ized at most this often.","default":300000},{"name":"defrag_interval_ms","ty'
    'pe":"long","doc":"Moves that would make room for the head of line are looked'
    ' for at most this often.","default":300000},{"name":"defrag_benefit_percent"'
    ',"type":"int","doc":"They are carried out when the GPU time that is won is a'
    't least this part of what is lost; 0 only proposes.","default":300},{"name":'
    '"topology","type":{"type":"record","name":"TopologyWeights","doc":"What a ga'
    "ng's place is worth, per GPU of the gang, by the smallest unit that holds it"
    '.","fields":[{"name":"nvlink","type":"int","doc":"The gang shares an NVLink '
    'domain or a node.","default":1000},{"name":"leaf","type":"int","doc":"It sha'
    'res a leaf.","default":400},{"name":"spine","type":"int","doc":"It shares a '
    'spine.","default":200},{"name":"cell","type":"int","doc":"It shares a cell."'
    ',"default":100},{"name":"stranded_gpu","type":"int","doc":"Taken off for eac'
    'h GPU left free beside it that no group like its own can use.","default":100'
    '}],"namespace":"muster.operator_commands"},"doc":"How places of gangs are we'
    'ighed.","default":{"nvlink":1000,"leaf":400,"spine":200,"cell":100,"stranded'
    '_gpu":100}},{"name":"tenants_untrusted","type":{"type":"array","items":"stri'
    'ng"},"doc":"Tenants whose fractions of GPUs always get a MIG instance of the'
    'ir own.","default":[]},{"name":"mig_change_interval_ms","type":"long","doc":'
    '"A GPU is cut into MIG instances, or made whole again, at most this often.",'
    '"default":600000},{"name":"mig_geometries","type":{"type":"array","items":{"'
    'type":"record","name":"MigGeometry","doc":"The only way GPUs of a model are '
    'cut.","fields":[{"name":"gpu_model","type":"string","doc":"GPU model."},{"na'
    'me":"instances","type":{"type":"array","items":{"type":"record","name":"MigI'
    'nstance","doc":"One instance.","fields":[{"name":"profile","type":"string","'
    'doc":"Profile, as in 2g.10gb."},{"name":"start","type":"int","doc":"First me'
    'mory slice."}],"namespace":"muster.operator_commands"}},"doc":"All that may '
    'exist on one GPU."}],"namespace":"muster.operator_commands"}},"doc":"GPU mod'
    'els that a site cuts in one way only; others as jobs need it.","default":[]}'
    '],"namespace":"muster.operator_commands"},"doc":"The whole policy."},{"name"'
    ':"requested_by","type":"string","doc":"Operator."}],"namespace":"muster.oper'
    'ator_commands"},{"type":"record","name":"AgentStarted","doc":"The agent is u'
    'p and tells what it runs, so that the scheduler can reconcile.","subject":"n'
    'ode","fields":[{"name":"node_id","type":"string","doc":"Node."},{"name":"boo'
    't_id","type":"string","doc":"Boot."},{"name":"fresh","type":"boolean","doc":'
    '"True: the agent remembers nothing from before."},{"name":"order_seq_last","'
    'type":"long","doc":"Newest order it has carried out; -1 when fresh."},{"name'
    '":"running","type":{"type":"array","items":{"type":"record","name":"AttemptR'
    'ef","doc":"One attempt.","fields":[{"name":"job_id","type":"string","doc":"J'
    'ob."},{"name":"attempt","type":"int","doc":"Attempt."}],"namespace":"muster.'
    'task_events"}},"doc":"Tasks adopted, still running."}],"namespace":"muster.t'
    'ask_events"},{"type":"record","name":"TaskStarted","doc":"All ranks of the t'
    'ask have a process.","subject":"task","fields":[{"name":"node_id","type":"st'
    'ring","doc":"Node."},{"name":"job_id","type":"string","doc":"Job."},{"name":'
    '"attempt","type":"int","doc":"Attempt, 1-based."},{"name":"ranks","type":{"t'
    'ype":"array","items":"int"},"doc":"Ranks on this node."}],"namespace":"muste'
    'r.task_events"},{"type":"record","name":"TaskExited","doc":"No rank of the t'
    'ask runs any more.","subject":"task","fields":[{"name":"node_id","type":"str'
    'ing","doc":"Node."},{"name":"job_id","type":"string","doc":"Job."},{"name":"'
    'attempt","type":"int","doc":"Attempt, 1-based."},{"name":"outcome","type":{"'
    'type":"enum","name":"TaskOutcome","doc":"How the task ended.","symbols":["SU'
    'CCEEDED","FAILED","STOPPED","TIMED_OUT","LOST"],"default":"LOST","namespace"'
    ':"muster.task_events"},"doc":"STOPPED: on order. TIMED_OUT: its wall time. L'
    'OST: its processes vanished."},{"name":"exits","type":{"type":"array","items'
    '":{"type":"record","name":"RankExit","doc":"How one rank ended.","fields":[{'
    '"name":"rank","type":"int","doc":"Rank."},{"name":"exit_code","type":["null"'
    ',"int"],"doc":"Exit code.","default":null},{"name":"signal","type":["null","'
    'int"],"doc":"Signal that ended it.","default":null}],"namespace":"muster.tas'
    'k_events"}},"doc":"Per rank."},{"name":"message","type":"string","doc":"For '
    'people: the first failing rank and why.","default":""}],"namespace":"muster.'
    'task_events"},{"type":"record","name":"TaskRefused","doc":"An order was not '
    'carried out.","subject":"task","fields":[{"name":"node_id","type":"string","'
    'doc":"Node."},{"name":"job_id","type":"string","doc":"Job."},{"name":"attemp'
    't","type":"int","doc":"Attempt, 1-based."},{"name":"epoch","type":"long","do'
    'c":"Epoch of the order."},{"name":"order_seq","type":"long","doc":"Order."},'
    '{"name":"reason","type":{"type":"enum","name":"RefusalReason","doc":"Why.","'
    'symbols":["STALE_EPOCH","GPU_BUSY","UNKNOWN_GPU","FILES_UNAVAILABLE","CANNOT'
    '_START","FILES_INVALID"],"default":"CANNOT_START","namespace":"muster.task_e'
    'vents"},"doc":"Why."},{"name":"message","type":"string","doc":"For people.",'
    '"default":""}],"namespace":"muster.task_events"},{"type":"record","name":"Ch'
    'eckpointSaved","doc":"A checkpoint is safe in S3.","subject":"task","fields"'
    ':[{"name":"node_id","type":"string","doc":"Node."},{"name":"job_id","type":"'
    'string","doc":"Job."},{"name":"attempt","type":"int","doc":"Attempt, 1-based'
    '."},{"name":"rank","type":"int","doc":"Rank that wrote it."},{"name":"file",'
    '"type":"string","doc":"File name."},{"name":"uri","type":"string","doc":"s3:'
    '//bucket/key."},{"name":"sha256","type":"string","doc":"Of the bytes."},{"na'
    'me":"size_bytes","type":"long","doc":"Size."}],"namespace":"muster.task_even'
    'ts"},{"type":"record","name":"NodeJoined","doc":"A node is known, or came ba'
    'ck with other hardware.","subject":"node","fields":[{"name":"node_id","type"'
    ':"string","doc":"Node."},{"name":"boot_id","type":"string","doc":"Boot of it'
    's agent."},{"name":"address","type":"string","doc":"Address."},{"name":"port'
    '_first","type":"int","doc":"First rendezvous port."},{"name":"port_count","t'
    'ype":"int","doc":"How many."},{"name":"cpu_milli","type":"long","doc":"CPU."'
    '},{"name":"memory_mib","type":"long","doc":"Memory."},{"name":"gpu_model","t'
    'ype":"string","doc":"Model."},{"name":"gpu_count","type":"int","doc":"GPUs."'
    '},{"name":"executor","type":{"type":"enum","name":"Executor","doc":"How rank'
    's run.","symbols":["PROCESS","SIMULATED"],"default":"SIMULATED","namespace":'
    '"muster.node_heartbeats"},"doc":"How ranks run."},{"name":"lease_ms","type":'
    '"long","doc":"Lease."},{"name":"interval_ms","type":"long","doc":"Heartbeat '
    'interval."},{"name":"labels","type":{"type":"map","values":"string"},"doc":"'
    'Labels.","default":{}},{"name":"location","type":{"type":"record","name":"Lo'
    'cation","doc":"A node\'s place in the network: each name is a unit within the'
    ' next one; empty is unknown.","fields":[{"name":"nvlink_domain","type":"stri'
    'ng","doc":"NVLink domain larger than the node; empty: the node is one by its'
    'elf.","default":""},{"name":"leaf","type":"string","doc":"InfiniBand leaf sw'
    'itch.","default":""},{"name":"spine","type":"string","doc":"Spine, or pod of'
    ' leaves.","default":""},{"name":"cell","type":"string","doc":"Part of the ne'
    'twork above the spines.","default":""}],"namespace":"muster.node_heartbeats"'
    '},"doc":"Where it is in the network.","default":{"nvlink_domain":"","leaf":"'
    '","spine":"","cell":""}},{"name":"taints","type":{"type":"array","items":"st'
    'ring"},"doc":"Only jobs that tolerate all of them are placed here; sorted.",'
    '"default":[]}],"namespace":"muster.job_events"},{"type":"record","name":"Nod'
    'eSuspected","doc":"Two beats missed: nothing new goes there; what runs goes '
    'on.","subject":"node","fields":[{"name":"node_id","type":"string","doc":"Nod'
    'e."},{"name":"silent_ms","type":"long","doc":"Time since its last beat."}],"'
    'namespace":"muster.job_events"},{"type":"record","name":"NodeRecovered","doc'
    '":"The node\'s heartbeats arrive again.","subject":"node","fields":[{"name":"'
    'node_id","type":"string","doc":"Node."}],"namespace":"muster.job_events"},{"'
    'type":"record","name":"NodeLost","doc":"The lease ran out: its attempts are '
    'given up.","subject":"node","fields":[{"name":"node_id","type":"string","doc'
    '":"Node."},{"name":"silent_ms","type":"long","doc":"Time since its last beat'
    '."}],"namespace":"muster.job_events"},{"type":"record","name":"NodeForgotten'
    '","doc":"The node was lost for so long that nothing is kept of it; if it is '
    'heard again, it joins anew.","subject":"node","fields":[{"name":"node_id","t'
    'ype":"string","doc":"Node."},{"name":"lost_ms","type":"long","doc":"Time sin'
    'ce the leader knew it as lost."}],"namespace":"muster.job_events"},{"type":"'
    'record","name":"NodeRefused","doc":"Heartbeats that bear this name are inval'
    'id and are ignored. Said once by each leader.","subject":"node","fields":[{"'
    'name":"node_id","type":"string","doc":"The name they bear; at most 128 chara'
    'cters, control characters escaped."},{"name":"message","type":"string","doc"'
    ':"Field, value and what is allowed."}],"namespace":"muster.job_events"},{"ty'
    'pe":"record","name":"NodeRelocated","doc":"The network around the node has c'
    'hanged; what runs there goes on.","subject":"node","fields":[{"name":"node_i'
    'd","type":"string","doc":"Node."},{"name":"location","type":"muster.node_hea'
    'rtbeats.Location","doc":"Where it is now."}],"namespace":"muster.job_events"'
    '},{"type":"record","name":"GpuUnhealthy","doc":"Nothing new goes on this GPU'
    '.","subject":"node","fields":[{"name":"node_id","type":"string","doc":"Node.'
    '"},{"name":"gpu_index","type":"int","doc":"GPU."},{"name":"reason","type":"s'
    'tring","doc":"Why."}],"namespace":"muster.job_events"},{"type":"record","nam'
    'e":"GpuRecovered","doc":"The GPU is healthy again.","subject":"node","fields'
    '":[{"name":"node_id","type":"string","doc":"Node."},{"name":"gpu_index","typ'
    'e":"int","doc":"GPU."}],"namespace":"muster.job_events"},{"type":"record","n'
    'ame":"CommandInvalid","doc":"A command that breaks the static rules, which a'
    're checked before it is sequenced (ADR 4).","fields":[{"name":"command_id","'
    'type":"string","doc":"event_id of the command."},{"name":"command","type":"s'
    'tring","doc":"Its record name."},{"name":"subject","type":"string","doc":"Jo'
    'b, queue or node."},{"name":"tenant","type":"string","doc":"Tenant."},{"name'
    '":"message","type":"string","doc":"For people."},{"name":"violations","type"'
    ':{"type":"array","items":{"type":"record","name":"Violation","aliases":["mus'
    'ter.job_events.Violation"],"doc":"One thing wrong with a request.","fields":'
    '[{"name":"field","type":"string","doc":"Path of the field."},{"name":"value"'
    ',"type":"string","doc":"What was given, shortened."},{"name":"allowed","type'
    '":"string","doc":"What is allowed."}],"namespace":"muster.command_answers"}}'
    ',"doc":"Field by field."}],"namespace":"muster.scheduler_log"},{"type":"reco'
    'rd","name":"LeaderElected","doc":"First input of an epoch.","fields":[{"name'
    '":"epoch","type":"long","doc":"Epoch."},{"name":"leader_id","type":"string",'
    '"doc":"Process that leads."}],"namespace":"muster.scheduler_log"},{"type":"r'
    'ecord","name":"ClockTicked","doc":"A deadline of the core has passed.","fiel'
    'ds":[],"namespace":"muster.scheduler_log"}],"doc":"What came in."}],"namespa'
    'ce":"muster.scheduler_log"}},"doc":"In order."},{"name":"decisions","type":{'
    '"type":"array","items":{"type":"record","name":"Decision","doc":"One consequ'
    'ence.","fields":[{"name":"event_id","type":"string","doc":"The same as in th'
    'e public topic."},{"name":"cause_seq","type":"long","doc":"seq of the input '
    'it follows from."},{"name":"payload","type":[{"type":"record","name":"Comman'
    'dRejected","aliases":["muster.job_events.CommandRejected"],"doc":"A command '
    'that will not be carried out, and why.","subject":"command","fields":[{"name'
    '":"command_id","type":"string","doc":"event_id of the command."},{"name":"co'
    'mmand","type":"string","doc":"Its record name."},{"name":"subject","type":"s'
    'tring","doc":"What it was about: a job, queue, node, or another entity of th'
    'e service."},{"name":"tenant","type":"string","doc":"Tenant."},{"name":"code'
    '","type":{"type":"enum","name":"RejectionCode","aliases":["muster.job_events'
    '.RejectionCode"],"doc":"Kinds of refusal, the same for all services; each ha'
    's its HTTP status.","symbols":["INVALID","ALREADY_EXISTS","NOT_FOUND","WRONG'
    '_STATE","IMPOSSIBLE_REQUEST","UNKNOWN_QUEUE","QUEUE_NOT_EMPTY","FORBIDDEN","'
    'QUOTA_EXCEEDED","BAD_TREE"],"default":"FORBIDDEN","namespace":"muster.comman'
    'd_answers"},"doc":"Kind of refusal."},{"name":"detail_code","type":"string",'
    '"doc":"The service\'s own, finer code; its README lists them. Empty: `code` s'
    'ays all.","default":""},{"name":"message","type":"string","doc":"For people.'
    '"},{"name":"violations","type":{"type":"array","items":"muster.command_answe'
    'rs.Violation"},"doc":"Field by field.","default":[]}],"namespace":"muster.co'
    'mmand_answers"},{"type":"record","name":"CommandRepeated","aliases":["muster'
    '.job_events.CommandRepeated"],"doc":"A command that was carried out before c'
    'ame again; nothing changed.","subject":"command","fields":[{"name":"command_'
    'id","type":"string","doc":"event_id of the command."},{"name":"command","typ'
    'e":"string","doc":"Its record name."},{"name":"subject","type":"string","doc'
    '":"What it was about."}],"namespace":"muster.command_answers"},{"type":"reco'
    'rd","name":"JobQueued","doc":"The job is accepted and waits.","subject":"job'
    '","fields":[{"name":"job_id","type":"string","doc":"Job."},{"name":"tenant",'
    '"type":"string","doc":"Tenant."},{"name":"spec","type":"muster.job_commands.'
    'JobSpec","doc":"As accepted."},{"name":"predicted_p50_ms","type":["null","lo'
    'ng"],"doc":"Predicted median run time of an attempt; null: unknown.","defaul'
    't":null},{"name":"predicted_p90_ms","type":["null","long"],"doc":"Predicted '
    '90th percentile of the run time; null: unknown.","default":null}],"namespace'
    '":"muster.job_events"},{"type":"record","name":"JobPending","doc":"Why the j'
    'ob is not placed; sent when the reason changes.","subject":"job","fields":[{'
    '"name":"job_id","type":"string","doc":"Job."},{"name":"code","type":{"type":'
    '"enum","name":"PendingCode","doc":"Stable codes for why a job waits.","symbo'
    'ls":["NO_NODES","MODEL_ABSENT","TOO_LARGE","CLUSTER_TOO_SMALL","GPUS_BUSY","'
    'GPUS_FRAGMENTED","FRACTIONS_FRAGMENTED","CPU_SHORT","MEMORY_SHORT","NODES_UN'
    'SCHEDULABLE","LABELS_ABSENT","TAINTS_UNTOLERATED","NODES_AVOIDED","MAINTENAN'
    'CE_AHEAD","GANG_SHORT","TOPOLOGY_SHORT","HELD_FOR_HEAD","NODES_RESERVED","RE'
    'TRY_BACKOFF","SUSPENDED","QUEUED","QUOTA_EXHAUSTED","JOB_LIMIT","GEOMETRY_FR'
    'OZEN"],"default":"QUEUED","namespace":"muster.job_events"},"doc":"The one do'
    'minant reason."},{"name":"message","type":"string","doc":"One sentence."},{"'
    'name":"counts","type":{"type":"map","values":"long"},"doc":"Numbers behind i'
    't.","default":{}}],"namespace":"muster.job_events"},{"type":"record","name":'
    '"PreemptionRequested","doc":"A job or a reservation is due GPUs that others '
    'hold; who yields is decided elsewhere.","subject":"plan","fields":[{"name":"'
    'job_id","type":"string","doc":"Job; empty where a reservation is due them."}'
    ',{"name":"cause","type":{"type":"enum","name":"PreemptionCause","doc":"What '
    'entitles it.","symbols":["GUARANTEE","TIER","RESERVATION"],"default":"TIER",'
    '"namespace":"muster.job_events"},"doc":"What entitles it."},{"name":"queue",'
    '"type":"string","doc":"Its queue."},{"name":"tenant","type":"string","doc":"'
    'Tenant."},{"name":"jobs","type":"int","doc":"Number of equal jobs of its que'
    'ue, this one included, that are due the resources they request.","default":1'
    '},{"name":"gpu_milli_missing","type":"long","doc":"Thousandths of GPU that t'
    'hey wait for."},{"name":"gpu_models","type":{"type":"array","items":"string"'
    '},"doc":"Models it accepts, sorted; empty for any.","default":[]},{"name":"b'
    'orrowers","type":{"type":"array","items":{"type":"record","name":"Borrower",'
    '"doc":"A queue beyond its guarantee.","fields":[{"name":"queue","type":"stri'
    'ng","doc":"Name."},{"name":"tenant","type":"string","doc":"Tenant."},{"name"'
    ':"gpu_milli_borrowed","type":"long","doc":"Beyond its guarantee, thousandths'
    ' of GPU."}],"namespace":"muster.job_events"}},"doc":"Queues that hold lent G'
    'PUs, most first.","default":[]},{"name":"as_of_seq","type":"long","doc":"Sta'
    'te of the log that this is true of."},{"name":"reservation","type":"string",'
    '"doc":"Reservation that has begun; empty where a job is due them.","default"'
    ':""},{"name":"holders","type":{"type":"array","items":"string"},"doc":"Jobs '
    'that still hold its nodes, sorted; never production inference.","default":[]'
    '}],"namespace":"muster.job_events"},{"type":"record","name":"ReservationMade'
    '","doc":"Nodes are kept for the job that heads the line and does not fit; ta'
    'kes the place of its last one.","subject":"plan","fields":[{"name":"job_id",'
    '"type":"string","doc":"Job."},{"name":"node_ids","type":{"type":"array","ite'
    'ms":"string"},"doc":"Reserved: other jobs may be placed there only if they a'
    're predicted to end before starts_at_ms."},{"name":"starts_at_ms","type":["n'
    'ull","long"],"doc":"When the nodes are predicted to have room for it; null: '
    'unknown.","default":null},{"name":"kept_until_ms","type":"long","doc":"When,'
    ' the job not started, nodes are chosen anew."},{"name":"by_limits","type":"b'
    'oolean","doc":"Whether only wall-time limits were used to predict, because a'
    'n earlier reservation of the job was not kept.","default":false}],"namespace'
    '":"muster.job_events"},{"type":"record","name":"ReservationReleased","doc":"'
    'The nodes reserved for a job are released.","subject":"plan","fields":[{"nam'
    'e":"job_id","type":"string","doc":"Job."},{"name":"reason","type":{"type":"e'
    'num","name":"ReleaseReason","doc":"Why.","symbols":["STARTED","NO_LONGER_WAI'
    'TS","NO_LONGER_HEAD","IN_VAIN"],"default":"NO_LONGER_WAITS","namespace":"mus'
    'ter.job_events"},"doc":"Why."},{"name":"again_at_ms","type":["null","long"],'
    '"doc":"When nodes are kept for it again, as it still heads the line; null: n'
    'ot for this reason.","default":null}],"namespace":"muster.job_events"},{"typ'
    'e":"record","name":"DefragmentationProposed","doc":"Moves of running jobs th'
    'at would let a job start that free GPUs in all suffice for.","subject":"plan'
    '","fields":[{"name":"job_id","type":"string","doc":"The job that would start'
    '."},{"name":"moves","type":{"type":"array","items":{"type":"record","name":"'
    'Move","doc":"One job that would go on elsewhere.","fields":[{"name":"job_id"'
    ',"type":"string","doc":"Job."},{"name":"from_node_ids","type":{"type":"array'
    '","items":"string"},"doc":"Where it is, sorted."},{"name":"to_node_ids","typ'
    'e":{"type":"array","items":"string"},"doc":"Where it would go, sorted."},{"n'
    'ame":"lost_gpu_ms","type":"long","doc":"GPU milliseconds: its GPUs times wha'
    't it ran since its last checkpoint, and a restart."}],"namespace":"muster.jo'
    'b_events"}},"doc":"By job."},{"name":"cost_gpu_ms","type":"long","doc":"GPU '
    'milliseconds that all moves lose."},{"name":"benefit_gpu_ms","type":"long","'
    'doc":"GPU milliseconds that the job would have sooner: its GPUs times the wa'
    'it it is spared."},{"name":"carried_out","type":"boolean","doc":"The moves b'
    'egin now."}],"namespace":"muster.job_events"},{"type":"record","name":"GangB'
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
    'mespace":"muster.job_events"},{"type":"record","name":"JobStopping","doc":"R'
    'anks have been ordered to stop.","subject":"job","fields":[{"name":"job_id",'
    '"type":"string","doc":"Job."},{"name":"attempt","type":"int","doc":"Attempt.'
    '"},{"name":"reason","type":"string","doc":"Why."},{"name":"requeues","type":'
    '"boolean","doc":"It waits again once it has stopped, and the attempt counts '
    'neither as failed nor as lost.","default":false}],"namespace":"muster.job_ev'
    'ents"},{"type":"record","name":"AttemptEnded","doc":"An attempt is over on e'
    'very node and its GPUs are free.","subject":"job","fields":[{"name":"job_id"'
    ',"type":"string","doc":"Job."},{"name":"attempt","type":"int","doc":"Attempt'
    '."},{"name":"outcome","type":{"type":"enum","name":"AttemptOutcome","doc":"H'
    'ow.","symbols":["SUCCEEDED","FAILED","STOPPED","TIMED_OUT","LOST","REFUSED"]'
    ',"default":"REFUSED","namespace":"muster.job_events"},"doc":"How."},{"name":'
    '"exit_code","type":["null","int"],"doc":"Of the first failing rank.","defaul'
    't":null},{"name":"signal","type":["null","int"],"doc":"Of the first failing '
    'rank.","default":null},{"name":"rank","type":["null","int"],"doc":"First fai'
    'ling rank.","default":null},{"name":"node_id","type":["null","string"],"doc"'
    ':"Its node.","default":null},{"name":"message","type":"string","doc":"For pe'
    'ople.","default":""},{"name":"ran_ms","type":"long","doc":"From bind to end.'
    '"}],"namespace":"muster.job_events"},{"type":"record","name":"JobRequeued","'
    'doc":"The job waits again.","subject":"job","fields":[{"name":"job_id","type'
    '":"string","doc":"Job."},{"name":"attempt_next","type":"int","doc":"Number o'
    'f the next attempt."},{"name":"reason","type":"string","doc":"Why."},{"name"'
    ':"not_before_ms","type":"long","doc":"Earliest time of the next attempt."}],'
    '"namespace":"muster.job_events"},{"type":"record","name":"JobSucceeded","doc'
    '":"Every rank ended with exit code 0.","subject":"job","fields":[{"name":"jo'
    'b_id","type":"string","doc":"Job."},{"name":"attempt","type":"int","doc":"At'
    'tempt."}],"namespace":"muster.job_events"},{"type":"record","name":"JobFaile'
    'd","doc":"The job is over and did not succeed.","subject":"job","fields":[{"'
    'name":"job_id","type":"string","doc":"Job."},{"name":"attempt","type":"int",'
    '"doc":"Attempt."},{"name":"reason","type":"string","doc":"Why."},{"name":"ex'
    'it_code","type":["null","int"],"doc":"Of the first failing rank.","default":'
    'null}],"namespace":"muster.job_events"},{"type":"record","name":"JobCancelle'
    'd","doc":"The job was cancelled and nothing of it runs.","subject":"job","fi'
    'elds":[{"name":"job_id","type":"string","doc":"Job."},{"name":"requested_by"'
    ',"type":"string","doc":"Who asked."},{"name":"reason","type":"string","doc":'
    '"Why."}],"namespace":"muster.job_events"},{"type":"record","name":"JobSuspen'
    'ded","doc":"The job was suspended and nothing of it runs.","subject":"job","'
    'fields":[{"name":"job_id","type":"string","doc":"Job."},{"name":"requested_b'
    'y","type":"string","doc":"Who asked."},{"name":"reason","type":"string","doc'
    '":"Why."}],"namespace":"muster.job_events"},{"type":"record","name":"JobResu'
    'med","doc":"A suspended job waits again.","subject":"job","fields":[{"name":'
    '"job_id","type":"string","doc":"Job."},{"name":"requested_by","type":"string'
    '","doc":"Who asked."}],"namespace":"muster.job_events"},{"type":"record","na'
    'me":"CheckpointRecorded","doc":"The next attempt will start from this.","sub'
    'ject":"job","fields":[{"name":"job_id","type":"string","doc":"Job."},{"name"'
    ':"attempt","type":"int","doc":"Attempt."},{"name":"rank","type":"int","doc":'
    '"Rank that wrote it."},{"name":"file","type":"string","doc":"File name."},{"'
    'name":"uri","type":"string","doc":"Where."},{"name":"sha256","type":"string"'
    ',"doc":"Of the bytes."},{"name":"size_bytes","type":"long","doc":"Size."}],"'
    'namespace":"muster.job_events"},"muster.job_events.NodeJoined","muster.job_e'
    'vents.NodeSuspected","muster.job_events.NodeRecovered","muster.job_events.No'
    'deLost","muster.job_events.NodeForgotten","muster.job_events.NodeRefused",{"'
    'type":"record","name":"NodeCordoned","doc":"Nothing new goes there.","subjec'
    't":"node","fields":[{"name":"node_id","type":"string","doc":"Node."},{"name"'
    ':"requested_by","type":"string","doc":"Who."},{"name":"reason","type":"strin'
    'g","doc":"Why."}],"namespace":"muster.job_events"},{"type":"record","name":"'
    'NodeUncordoned","doc":"Work goes there again.","subject":"node","fields":[{"'
    'name":"node_id","type":"string","doc":"Node."},{"name":"requested_by","type"'
    ':"string","doc":"Who."}],"namespace":"muster.job_events"},{"type":"record","'
    'name":"NodeDraining","doc":"Nothing new is placed on the node, and what runs'
    ' there is moved.","subject":"node","fields":[{"name":"node_id","type":"strin'
    'g","doc":"Node."},{"name":"requested_by","type":"string","doc":"Operator."},'
    '{"name":"reason","type":"string","doc":"Why.","default":""}],"namespace":"mu'
    'ster.job_events"},{"type":"record","name":"NodeUndrained","doc":"Work may be'
    ' placed on the node again.","subject":"node","fields":[{"name":"node_id","ty'
    'pe":"string","doc":"Node."},{"name":"requested_by","type":"string","doc":"Op'
    'erator."}],"namespace":"muster.job_events"},{"type":"record","name":"NodeTag'
    'ged","doc":"What operators say of the node, beside what it announces, from n'
    'ow on.","subject":"node","fields":[{"name":"node_id","type":"string","doc":"'
    'Node."},{"name":"labels","type":{"type":"map","values":"string"},"doc":"Labe'
    'ls; they win over announced ones.","default":{}},{"name":"taints","type":{"t'
    'ype":"array","items":"string"},"doc":"Taints, sorted.","default":[]},{"name"'
    ':"requested_by","type":"string","doc":"Operator."}],"namespace":"muster.job_'
    'events"},{"type":"record","name":"MaintenanceScheduled","doc":"The node will'
    " be closed for a time: only work that is predicted to end before is placed t"
    'here.","subject":"node","fields":[{"name":"node_id","type":"string","doc":"N'
    'ode."},{"name":"starts_at_ms","type":"long","doc":"From when, milliseconds s'
    'ince 1970 UTC."},{"name":"ends_at_ms","type":"long","doc":"Until when."},{"n'
    'ame":"requested_by","type":"string","doc":"Operator."},{"name":"reason","typ'
    'e":"string","doc":"Why.","default":""}],"namespace":"muster.job_events"},{"t'
    'ype":"record","name":"MaintenanceStarted","doc":"The node\'s window has begun'
    ': it is closed, and what still runs there is moved.","subject":"node","field'
    's":[{"name":"node_id","type":"string","doc":"Node."}],"namespace":"muster.jo'
    'b_events"},{"type":"record","name":"MaintenanceEnded","doc":"The node\'s wind'
    'ow is over, or was called off.","subject":"node","fields":[{"name":"node_id"'
    ',"type":"string","doc":"Node."},{"name":"requested_by","type":["null","strin'
    'g"],"doc":"Operator who called it off; null: its time was over.","default":n'
    'ull}],"namespace":"muster.job_events"},"muster.job_events.NodeRelocated","mu'
    'ster.job_events.GpuUnhealthy","muster.job_events.GpuRecovered",{"type":"reco'
    'rd","name":"GpuGeometryChanged","doc":"An empty GPU was cut, to take MIG ins'
    'tances and nothing else, or made whole again.","subject":"node","fields":[{"'
    'name":"node_id","type":"string","doc":"Node."},{"name":"gpu_index","type":"i'
    'nt","doc":"GPU."},{"name":"cut","type":"boolean","doc":"True: MIG mode. Fals'
    'e: whole."},{"name":"for_job_id","type":"string","doc":"The waiting job that'
    ' needed it."}],"namespace":"muster.job_events"},{"type":"record","name":"Que'
    'ueCreated","doc":"A queue exists.","subject":"queue","fields":[{"name":"queu'
    'e","type":"string","doc":"Name."},{"name":"tenant","type":"string","doc":"Te'
    'nant."},{"name":"description","type":"string","doc":"For people."},{"name":"'
    'requested_by","type":"string","doc":"Who."},{"name":"settings","type":["null'
    '","muster.queue_commands.QueueSettings"],"doc":"Shares and limits; null for '
    'none.","default":null}],"namespace":"muster.job_events"},{"type":"record","n'
    'ame":"QueueConfigured","doc":"A queue has other shares and limits.","subject'
    '":"queue","fields":[{"name":"queue","type":"string","doc":"Name."},{"name":"'
    'tenant","type":"string","doc":"Tenant."},{"name":"settings","type":"muster.q'
    'ueue_commands.QueueSettings","doc":"All of them."},{"name":"requested_by","t'
    'ype":"string","doc":"Who."}],"namespace":"muster.job_events"},{"type":"recor'
    'd","name":"QueueMeasured","doc":"What a queue and those below it use, and wh'
    'at is due to it; sent when it changed, now and then.","subject":"queue","fie'
    'lds":[{"name":"queue","type":"string","doc":"Name."},{"name":"tenant","type"'
    ':"string","doc":"Tenant."},{"name":"gpu_milli_used","type":"long","doc":"Hel'
    'd, thousandths of GPU."},{"name":"gpu_milli_used_by_model","type":{"type":"m'
    'ap","values":"long"},"doc":"Per model."},{"name":"cpu_milli_used","type":"lo'
    'ng","doc":"Held, thousandths of a core."},{"name":"memory_mib_used","type":"'
    'long","doc":"Held, MiB."},{"name":"gpu_milli_borrowed","type":"long","doc":"'
    'Of what is used, beyond the guarantee."},{"name":"gpu_milli_lent","type":"lo'
    'ng","doc":"Of the guarantee, unused: others may have it."},{"name":"share_pp'
    'm","type":"long","doc":"Dominant part of the cluster that it holds now, mill'
    'ionths."},{"name":"share_due_ppm","type":"long","doc":"Part of the cluster d'
    'ue to it by weight among its busy neighbours, millionths."},{"name":"usage_g'
    'pu_ms","type":"long","doc":"Weighted usage over the window: GPU milliseconds'
    ' at model price, decayed."},{"name":"credit_gpu_ms","type":"long","doc":"Bur'
    'st credit, the same unit."},{"name":"jobs_running","type":"int","doc":"Jobs '
    'that hold GPUs."},{"name":"jobs_pending","type":"int","doc":"Jobs that wait.'
    '"}],"namespace":"muster.job_events"},{"type":"record","name":"QueueDeleted",'
    '"doc":"A queue is gone.","subject":"queue","fields":[{"name":"queue","type":'
    '"string","doc":"Name."},{"name":"tenant","type":"string","doc":"Tenant."},{"'
    'name":"requested_by","type":"string","doc":"Who."}],"namespace":"muster.job_'
    'events"},{"type":"record","name":"CapacityReserved","doc":"Nodes are reserve'
    'd for a queue.","subject":"reservation","fields":[{"name":"reservation","typ'
    'e":"string","doc":"Name."},{"name":"tenant","type":"string","doc":"Tenant."}'
    ',{"name":"queue","type":"string","doc":"Whose jobs may be placed there, and '
    'those of the queues below it."},{"name":"gpu_model","type":"string","doc":"G'
    'PU model of the nodes."},{"name":"gpu_count","type":"int","doc":"GPUs of the'
    ' nodes together."},{"name":"node_ids","type":{"type":"array","items":"string'
    '"},"doc":"Sorted. Until it starts, other jobs are placed there only if they '
    'are predicted to end before."},{"name":"starts_at_ms","type":"long","doc":"F'
    'rom when."},{"name":"ends_at_ms","type":"long","doc":"Until when."},{"name":'
    '"requested_by","type":"string","doc":"Who."}],"namespace":"muster.job_events'
    '"},{"type":"record","name":"CapacityReassigned","doc":"A reservation has oth'
    'er nodes: some of its own were closed or lost.","subject":"reservation","fie'
    'lds":[{"name":"reservation","type":"string","doc":"Name."},{"name":"tenant",'
    '"type":"string","doc":"Tenant."},{"name":"queue","type":"string","doc":"Whos'
    'e jobs may be placed there, and those of the queues below it."},{"name":"nod'
    'e_ids","type":{"type":"array","items":"string"},"doc":"All of them now, sort'
    'ed."},{"name":"reason","type":"string","doc":"Why."}],"namespace":"muster.jo'
    'b_events"},{"type":"record","name":"CapacityReservationStarted","doc":"From '
    'now on only jobs of the queue may be placed on the nodes.","subject":"reserv'
    'ation","fields":[{"name":"reservation","type":"string","doc":"Name."},{"name'
    '":"tenant","type":"string","doc":"Tenant."},{"name":"queue","type":"string",'
    '"doc":"Whose jobs may be placed there, and those of the queues below it."}],'
    '"namespace":"muster.job_events"},{"type":"record","name":"CapacityReservatio'
    'nEnded","doc":"The nodes are released.","subject":"reservation","fields":[{"'
    'name":"reservation","type":"string","doc":"Name."},{"name":"tenant","type":"'
    'string","doc":"Tenant."},{"name":"queue","type":"string","doc":"Whose jobs m'
    'ay be placed there, and those of the queues below it."},{"name":"reason","ty'
    'pe":{"type":"enum","name":"ReservationEnd","doc":"Why.","symbols":["OVER","C'
    'ANCELLED"],"default":"OVER","namespace":"muster.job_events"},"doc":"Why."},{'
    '"name":"requested_by","type":"string","doc":"Who cancelled it; empty when it'
    's time was over.","default":""}],"namespace":"muster.job_events"},{"type":"r'
    'ecord","name":"PolicyActivated","doc":"Decisions follow this policy from her'
    'e on.","subject":"policy","fields":[{"name":"policy","type":"muster.operator'
    '_commands.Policy","doc":"The whole policy."},{"name":"requested_by","type":"'
    'string","doc":"Who."}],"namespace":"muster.job_events"},{"type":"record","na'
    'me":"StartTask","doc":"Start these ranks.","fields":[{"name":"node_id","type'
    '":"string","doc":"Node."},{"name":"epoch","type":"long","doc":"Leader\'s epoc'
    'h; older than one already seen: refuse."},{"name":"order_seq","type":"long",'
    '"doc":"Position of the decision: seq of the input that caused it."},{"name":'
    '"job_id","type":"string","doc":"Job."},{"name":"attempt","type":"int","doc":'
    '"Attempt; started at most once."},{"name":"tenant","type":"string","doc":"Te'
    'nant."},{"name":"job_name","type":"string","doc":"Job\'s name."},{"name":"use'
    'r","type":"string","doc":"Job\'s user."},{"name":"ranks","type":{"type":"arra'
    'y","items":{"type":"record","name":"RankAssignment","doc":"One rank\'s GPUs o'
    'n the node.","fields":[{"name":"rank","type":"int","doc":"Rank."},{"name":"g'
    'pu_indices","type":{"type":"array","items":"int"},"doc":"GPUs."},{"name":"gp'
    'u_milli","type":"int","doc":"Thousandths of each."},{"name":"sharing","type"'
    ':"muster.node_commands.Sharing","doc":"Who else may be on them.","default":"'
    'EXCLUSIVE"},{"name":"mig_profile","type":["null","string"],"doc":"Profile of'
    ' the MIG instance it gets.","default":null},{"name":"mig_start","type":["nul'
    'l","int"],"doc":"First memory slice of that instance.","default":null}],"nam'
    'espace":"muster.node_commands"}},"doc":"Ranks on this node."},{"name":"world'
    '_size","type":"int","doc":"Ranks in all."},{"name":"master_address","type":"'
    'string","doc":"Address of rank 0."},{"name":"master_port","type":"int","doc"'
    ':"Rendezvous port on rank 0\'s node."},{"name":"image","type":["null","string'
    '"],"doc":"Container image.","default":null},{"name":"command","type":{"type"'
    ':"array","items":"string"},"doc":"Program and arguments."},{"name":"env","ty'
    'pe":{"type":"map","values":"string"},"doc":"Environment.","default":{}},{"na'
    'me":"files_sha256","type":["null","string"],"doc":"Working files.","default"'
    ':null},{"name":"wall_time_max_ms","type":["null","long"],"doc":"Stop after t'
    'his long.","default":null},{"name":"grace_ms","type":"long","doc":"Between S'
    'IGTERM and SIGKILL."},{"name":"checkpoint_enabled","type":"boolean","doc":"K'
    'eep checkpoints."},{"name":"checkpoint_uri","type":["null","string"],"doc":"'
    'Newest checkpoint of an earlier attempt.","default":null},{"name":"checkpoin'
    't_sha256","type":["null","string"],"doc":"Its hash.","default":null},{"name"'
    ':"checkpoint_file","type":["null","string"],"doc":"Its file name.","default"'
    ':null}],"namespace":"muster.node_commands"},{"type":"record","name":"StopTas'
    'k","doc":"Stop this attempt\'s ranks; unknown attempt: nothing to do.","field'
    's":[{"name":"node_id","type":"string","doc":"Node."},{"name":"epoch","type":'
    '"long","doc":"Leader\'s epoch; older than one already seen: refuse."},{"name"'
    ':"order_seq","type":"long","doc":"Position of the decision: seq of the input'
    ' that caused it."},{"name":"job_id","type":"string","doc":"Job."},{"name":"a'
    'ttempt","type":"int","doc":"Attempt; started at most once."},{"name":"grace_'
    'ms","type":"long","doc":"Between SIGTERM and SIGKILL."},{"name":"reason","ty'
    'pe":"string","doc":"Why."}],"namespace":"muster.node_commands"}],"doc":"Fact'
    ' or order."}],"namespace":"muster.scheduler_log"}},"doc":"In order."},{"name'
    '":"state_hash","type":["null","string"],"doc":"Hash of the whole state after'
    ' this batch, when it was taken.","default":null}],"namespace":"muster.schedu'
    'ler_log"}],"doc":"What happened."}]}'
)
