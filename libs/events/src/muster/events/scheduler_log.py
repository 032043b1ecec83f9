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
from muster.events.shared.command_answers import CommandRejected, CommandRepeated, RejectionCode, Violation
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
        hash_version: How state_hash was computed; hashes of different versions are not compared.
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
    'ainer image; refused until nodes can run images.","default":null},{"name":"c'
    'ommand","type":{"type":"array","items":"string"},"doc":"Program and argument'
    's, the same for every rank."},{"name":"env","type":{"type":"map","values":"s'
    'tring"},"doc":"Environment added to every rank.","default":{}},{"name":"file'
    's_sha256","type":["null","string"],"doc":"Working files: SHA-256 of a tar.gz'
    ' already stored under files/ in S3.","default":null},{"name":"wall_time_max_'
    'ms","type":["null","long"],"doc":"The attempt is stopped after this long.","'
    'default":null},{"name":"duration_expected_ms","type":["null","long"],"doc":"'
    'The owner\'s estimate.","default":null},{"name":"grace_ms","type":"long","doc'
    '":"Between SIGTERM and SIGKILL.","default":30000},{"name":"retry","type":{"t'
    'ype":"record","name":"RetryPolicy","doc":"When an attempt fails by itself; a'
    'ttempts lost with a node never count.","fields":[{"name":"attempts_max","typ'
    'e":"int","doc":"Attempts allowed in all, 1 means no retry."},{"name":"backof'
    'f_ms","type":"long","doc":"Wait before the next attempt, doubled each time."'
    ',"default":10000}],"namespace":"muster.job_commands"},"doc":"Retry policy."}'
    ',{"name":"checkpoint","type":{"type":"record","name":"CheckpointPolicy","doc'
    '":"Whether the agent keeps what the job writes to MUSTER_CHECKPOINT_DIR.","f'
    'ields":[{"name":"enabled","type":"boolean","doc":"True: files renamed into t'
    'he directory are stored and given to the next attempt."},{"name":"interval_m'
    's","type":"long","doc":"How often the job is expected to write one; 0 when i'
    't decides itself.","default":0}],"namespace":"muster.job_commands"},"doc":"C'
    'heckpoint policy."},{"name":"labels","type":{"type":"map","values":"string"}'
    ',"doc":"Free key/value pairs to filter by.","default":{}},{"name":"model_nam'
    'e","type":["null","string"],"doc":"Model this job trains, for the registry."'
    ',"default":null},{"name":"priority","type":"int","doc":"Higher goes first wh'
    'ere the queue orders by priority; -1000 to 1000.","default":0},{"name":"rank'
    's_min","type":["null","int"],"doc":"Fewest ranks it runs with; null: never o'
    'ther than `ranks`.","default":null},{"name":"world_sizes","type":{"type":"ar'
    'ray","items":"int"},"doc":"Gang sizes it runs with, ascending; empty: ranks_'
    'min, ranks and the powers of two between.","default":[]},{"name":"topology",'
    '"type":["null",{"type":"record","name":"Topology","doc":"How the ranks of a '
    'gang should lie in the network.","fields":[{"name":"within","type":["null",{'
    '"type":"enum","name":"TopologyLevel","doc":"Units of the network, smallest f'
    'irst.","symbols":["NODE","NVLINK_DOMAIN","LEAF","SPINE","CELL"],"default":"C'
    'ELL","namespace":"muster.job_commands"}],"doc":"The unit that should hold al'
    'l ranks; null: the best there is room in.","default":null},{"name":"strictne'
    'ss","type":{"type":"enum","name":"Strictness","doc":"What a gang does when n'
    'o unit of its level has room.","symbols":["REQUIRED","PREFERRED","BEST_EFFOR'
    'T"],"default":"BEST_EFFORT","namespace":"muster.job_commands"},"doc":"REQUIR'
    'ED waits for such a unit, PREFERRED takes a larger one.","default":"BEST_EFF'
    'ORT"},{"name":"tensor_parallel_ranks","type":"int","doc":"So many consecutiv'
    'e ranks share an NVLink domain, always.","default":1}],"namespace":"muster.j'
    'ob_commands"}],"doc":"How the ranks should lie; null: as near to each other '
    'as there is room.","default":null},{"name":"spread","type":["null","muster.j'
    'ob_commands.TopologyLevel"],"doc":"Ranks go evenly over units of this level '
    'instead.","default":null},{"name":"node_labels","type":{"type":"map","values'
    '":"string"},"doc":"Only nodes with all these labels.","default":{}},{"name":'
    '"node_labels_preferred","type":{"type":"map","values":"string"},"doc":"Nodes'
    ' that have all these labels, too, go first.","default":{}},{"name":"tolerati'
    'ons","type":{"type":"array","items":"string"},"doc":"Taints of nodes that do'
    ' not matter, sorted.","default":[]},{"name":"gpu_preferences","type":{"type"'
    ':"array","items":{"type":"record","name":"GpuPreference","doc":"One GPU mode'
    'l, and how fast the job runs on it.","fields":[{"name":"model","type":"strin'
    'g","doc":"GPU model."},{"name":"throughput_milli","type":"int","doc":"Thousa'
    'ndths of a common unit of speed: twice as much ends in half the time."}],"na'
    'mespace":"muster.job_commands"}},"doc":"GPU models with their speed; all ran'
    'ks go to one of them. resources.gpu_models names the same.","default":[]},{"'
    'name":"caches","type":{"type":"array","items":"string"},"doc":"Names of what'
    ' its nodes keep for the next job: a model, a data set.","default":[]}],"name'
    'space":"muster.job_commands"},"doc":"What to run."}],"namespace":"muster.job'
    '_commands"},{"type":"record","name":"CancelJob","doc":"Stop the job for good'
    '.","fields":[{"name":"job_id","type":"string","doc":"Job."},{"name":"tenant"'
    ',"type":"string","doc":"Tenant the job belongs to."},{"name":"requested_by",'
    '"type":"string","doc":"User who asks."},{"name":"reason","type":"string","do'
    'c":"Why, for people.","default":""}],"namespace":"muster.job_commands"},{"ty'
    'pe":"record","name":"SuspendJob","doc":"Stop the job, keep its place for a r'
    'esume.","fields":[{"name":"job_id","type":"string","doc":"Job."},{"name":"te'
    'nant","type":"string","doc":"Tenant the job belongs to."},{"name":"requested'
    '_by","type":"string","doc":"User who asks."},{"name":"reason","type":"string'
    '","doc":"Why, for people.","default":""}],"namespace":"muster.job_commands"}'
    ',{"type":"record","name":"ResumeJob","doc":"Queue a suspended job again.","f'
    'ields":[{"name":"job_id","type":"string","doc":"Job."},{"name":"tenant","typ'
    'e":"string","doc":"Tenant the job belongs to."},{"name":"requested_by","type'
    '":"string","doc":"User who asks."},{"name":"reason","type":"string","doc":"W'
    'hy, for people.","default":""}],"namespace":"muster.job_commands"},{"type":"'
    'record","name":"CreateQueue","doc":"Make a queue.","fields":[{"name":"queue"'
    ',"type":"string","doc":"Name: 1 to 63 of a-z 0-9 and -."},{"name":"tenant","'
    'type":"string","doc":"Tenant."},{"name":"description","type":"string","doc":'
    '"For people.","default":""},{"name":"requested_by","type":"string","doc":"Us'
    'er who asks."},{"name":"settings","type":["null",{"type":"record","name":"Qu'
    'eueSettings","doc":"What a queue may use, and how it is shared.","fields":[{'
    '"name":"parent","type":["null","string"],"doc":"Queue above, of the same ten'
    'ant; null for none.","default":null},{"name":"guarantee","type":["null",{"ty'
    'pe":"record","name":"Quota","doc":"An amount of each resource; null says not'
    'hing of that resource.","fields":[{"name":"gpu_milli","type":["null","long"]'
    ',"doc":"Thousandths of GPU, any model.","default":null},{"name":"gpu_milli_b'
    'y_model","type":{"type":"map","values":"long"},"doc":"Thousandths of GPU per'
    ' model, beside the total.","default":{}},{"name":"cpu_milli","type":["null",'
    '"long"],"doc":"Thousandths of a CPU core.","default":null},{"name":"memory_m'
    'ib","type":["null","long"],"doc":"Main memory, MiB.","default":null}],"names'
    'pace":"muster.queue_commands"}],"doc":"What its jobs may always have; unused'
    ', it is lent. Null guarantees nothing.","default":null},{"name":"maximum","t'
    'ype":["null","muster.queue_commands.Quota"],"doc":"What its jobs never excee'
    'd together. Null sets no bound.","default":null},{"name":"weight","type":"in'
    't","doc":"Its part of usage over time among the queues beside it, 1 to 10000'
    '00.","default":1},{"name":"over_quota_weight","type":"int","doc":"Its part o'
    'f what is lent beyond guarantees, 0 to 1000000; 0 never borrows.","default":'
    '1},{"name":"order","type":{"type":"enum","name":"QueueOrder","doc":"Who goes'
    ' first within a tier of one queue.","symbols":["FIFO","PRIORITY","DRF"],"def'
    'ault":"FIFO","namespace":"muster.queue_commands"},"doc":"Who goes first with'
    'in a tier.","default":"FIFO"},{"name":"jobs_running_max","type":["null","int'
    '"],"doc":"Jobs that may hold GPUs at once.","default":null},{"name":"jobs_pe'
    'nding_max","type":["null","int"],"doc":"Jobs that may wait at once; more are'
    ' rejected.","default":null},{"name":"user_jobs_running_max","type":["null","'
    'int"],"doc":"As jobs_running_max, for one user.","default":null},{"name":"us'
    'er_jobs_pending_max","type":["null","int"],"doc":"As jobs_pending_max, for o'
    'ne user.","default":null}],"namespace":"muster.queue_commands"}],"doc":"Shar'
    'es and limits; null for none.","default":null}],"namespace":"muster.queue_co'
    'mmands"},{"type":"record","name":"ConfigureQueue","doc":"Replace a queue\'s s'
    'hares and limits.","fields":[{"name":"queue","type":"string","doc":"Name."},'
    '{"name":"tenant","type":"string","doc":"Tenant."},{"name":"settings","type":'
    '"muster.queue_commands.QueueSettings","doc":"All of them."},{"name":"request'
    'ed_by","type":"string","doc":"User who asks."}],"namespace":"muster.queue_co'
    'mmands"},{"type":"record","name":"DeleteQueue","doc":"Remove an empty queue.'
    '","fields":[{"name":"queue","type":"string","doc":"Name."},{"name":"tenant",'
    '"type":"string","doc":"Tenant."},{"name":"requested_by","type":"string","doc'
    '":"User who asks."}],"namespace":"muster.queue_commands"},{"type":"record","'
    'name":"ReserveCapacity","doc":"Keep whole nodes of a GPU model for a queue, '
    'from a time until another.","fields":[{"name":"reservation","type":"string",'
    '"doc":"Name: 1 to 63 of a-z 0-9 and -; unique in its tenant while it lasts."'
    '},{"name":"tenant","type":"string","doc":"Tenant."},{"name":"queue","type":"'
    'string","doc":"Whose jobs may be placed there, and those of the queues below'
    ' it."},{"name":"gpu_model","type":"string","doc":"GPU model of the nodes."},'
    '{"name":"gpu_count","type":["null","int"],"doc":"Reserve the fewest nodes wi'
    'th this many GPUs; null where nodes are counted.","default":null},{"name":"n'
    'ode_count","type":["null","int"],"doc":"So many nodes; null where GPUs are c'
    'ounted.","default":null},{"name":"starts_at_ms","type":["null","long"],"doc"'
    ':"From when, milliseconds since 1970 UTC; null: at once.","default":null},{"'
    'name":"ends_at_ms","type":"long","doc":"Until when, milliseconds since 1970 '
    'UTC."},{"name":"requested_by","type":"string","doc":"User who asks."}],"name'
    'space":"muster.queue_commands"},{"type":"record","name":"CancelCapacityReser'
    'vation","doc":"End a reservation, begun or not.","fields":[{"name":"reservat'
    'ion","type":"string","doc":"Name."},{"name":"tenant","type":"string","doc":"'
    'Tenant."},{"name":"requested_by","type":"string","doc":"User who asks."}],"n'
    'amespace":"muster.queue_commands"},{"type":"record","name":"CordonNode","doc'
    '":"Place nothing new on the node; what runs goes on.","fields":[{"name":"nod'
    'e_id","type":"string","doc":"Node."},{"name":"requested_by","type":"string",'
    '"doc":"Operator."},{"name":"reason","type":"string","doc":"Why.","default":"'
    '"}],"namespace":"muster.operator_commands"},{"type":"record","name":"Uncordo'
    'nNode","doc":"Place work on the node again.","fields":[{"name":"node_id","ty'
    'pe":"string","doc":"Node."},{"name":"requested_by","type":"string","doc":"Op'
    'erator."}],"namespace":"muster.operator_commands"},{"type":"record","name":"'
    'DrainNode","doc":"Place nothing new on the node, and move what runs there: i'
    't stops with its grace and waits again.","fields":[{"name":"node_id","type":'
    '"string","doc":"Node."},{"name":"requested_by","type":"string","doc":"Operat'
    'or."},{"name":"reason","type":"string","doc":"Why.","default":""}],"namespac'
    'e":"muster.operator_commands"},{"type":"record","name":"UndrainNode","doc":"'
    'Place work on the node again.","fields":[{"name":"node_id","type":"string","'
    'doc":"Node."},{"name":"requested_by","type":"string","doc":"Operator."}],"na'
    'mespace":"muster.operator_commands"},{"type":"record","name":"TagNode","doc"'
    ':"Give the node labels and taints beside those it announces, or take such aw'
    'ay.","fields":[{"name":"node_id","type":"string","doc":"Node."},{"name":"lab'
    'els","type":{"type":"map","values":"string"},"doc":"Labels to set; they win '
    'over announced ones.","default":{}},{"name":"labels_removed","type":{"type":'
    '"array","items":"string"},"doc":"Labels set before that no longer hold, sort'
    'ed.","default":[]},{"name":"taints","type":{"type":"array","items":"string"}'
    ',"doc":"Taints to set, sorted.","default":[]},{"name":"taints_removed","type'
    '":{"type":"array","items":"string"},"doc":"Taints set before that no longer '
    'hold, sorted.","default":[]},{"name":"requested_by","type":"string","doc":"O'
    'perator."}],"namespace":"muster.operator_commands"},{"type":"record","name":'
    '"ScheduleMaintenance","doc":"Close the node for a time; takes the place of a'
    ' window that has not begun.","fields":[{"name":"node_id","type":"string","do'
    'c":"Node."},{"name":"starts_at_ms","type":"long","doc":"From when, milliseco'
    'nds since 1970 UTC."},{"name":"ends_at_ms","type":"long","doc":"Until when."'
    '},{"name":"requested_by","type":"string","doc":"Operator."},{"name":"reason"'
    ',"type":"string","doc":"Why.","default":""}],"namespace":"muster.operator_co'
    'mmands"},{"type":"record","name":"CancelMaintenance","doc":"Call the node\'s '
    'window off, or end it.","fields":[{"name":"node_id","type":"string","doc":"N'
    'ode."},{"name":"requested_by","type":"string","doc":"Operator."}],"namespace'
    '":"muster.operator_commands"},{"type":"record","name":"ActivatePolicy","doc"'
    ':"Decide by this policy from now on.","fields":[{"name":"policy","type":{"ty'
    'pe":"record","name":"Policy","doc":"Knobs that change decisions; a change is'
    ' an event, so it replays.","fields":[{"name":"name","type":"string","doc":"F'
    'or people."},{"name":"head_patience_ms","type":"long","doc":"A blocked head '
    'of line is passed freely for this long; then nodes are reserved for it."},{"'
    'name":"head_hold_ms","type":"long","doc":"Nodes reserved for it are kept thi'
    's long beyond the time it should have started at."},{"name":"attempts_lost_m'
    'ax","type":"int","doc":"Attempts lost with their nodes before the job fails.'
    '"},{"name":"workload_shapes_max","type":"int","doc":"Shapes remembered for t'
    'he fragmentation score."},{"name":"jobs_ended_kept_max","type":"int","doc":"'
    'Ended jobs remembered for deduplication."},{"name":"share_window_ms","type":'
    '"long","doc":"Usage older than this is forgotten.","default":2592000000},{"n'
    'ame":"share_half_life_ms","type":"long","doc":"Usage this old counts half.",'
    '"default":604800000},{"name":"share_history_percent","type":"int","doc":"Wei'
    'ght of usage over time beside usage now, 0 to 10000.","default":100},{"name"'
    ':"credit_max_ms","type":"long","doc":"Burst credit holds at most a guarantee'
    ' unused for this long; 0 gives none.","default":86400000},{"name":"model_pri'
    'ce_milli","type":{"type":"map","values":"long"},"doc":"What an hour of a GPU'
    ' model counts, thousandths; 1000 where absent.","default":{}},{"name":"aging'
    '_step_ms","type":"long","doc":"A job that waited this long goes with the nex'
    't higher tier, and so on; 0 never.","default":86400000},{"name":"reclaim_int'
    'erval_ms","type":"long","doc":"Shortest time between two preemption requests'
    ' for the same lent GPUs.","default":60000},{"name":"measure_interval_ms","ty'
    'pe":"long","doc":"A queue that changed is measured at most this often.","def'
    'ault":10000},{"name":"resize_interval_ms","type":"long","doc":"An elastic jo'
    'b is resized at most this often.","default":300000},{"name":"defrag_interval'
    '_ms","type":"long","doc":"Moves that would make room for the head of line ar'
    'e looked for at most this often.","default":300000},{"name":"defrag_benefit_'
    'percent","type":"int","doc":"They are carried out when the GPU time that is '
    'won is at least this part of what is lost; 0 only proposes.","default":300},'
    '{"name":"topology","type":{"type":"record","name":"TopologyWeights","doc":"W'
    "hat a gang's place is worth, per GPU of the gang, by the smallest unit that "
    'holds it.","fields":[{"name":"nvlink","type":"int","doc":"The gang shares an'
    ' NVLink domain or a node.","default":1000},{"name":"leaf","type":"int","doc"'
    ':"It shares a leaf.","default":400},{"name":"spine","type":"int","doc":"It s'
    'hares a spine.","default":200},{"name":"cell","type":"int","doc":"It shares '
    'a cell.","default":100},{"name":"stranded_gpu","type":"int","doc":"Taken off'
    ' for each GPU left free beside it that no group like its own can use.","defa'
    'ult":100}],"namespace":"muster.operator_commands"},"doc":"How places of gang'
    's are weighed.","default":{"nvlink":1000,"leaf":400,"spine":200,"cell":100,"'
    'stranded_gpu":100}},{"name":"tenants_untrusted","type":{"type":"array","item'
    's":"string"},"doc":"Tenants whose fractions of GPUs always get a MIG instanc'
    'e of their own.","default":[]},{"name":"mig_change_interval_ms","type":"long'
    '","doc":"A GPU is cut into MIG instances, or made whole again, at most this '
    'often.","default":600000},{"name":"mig_geometries","type":{"type":"array","i'
    'tems":{"type":"record","name":"MigGeometry","doc":"The only way GPUs of a mo'
    'del are cut.","fields":[{"name":"gpu_model","type":"string","doc":"GPU model'
    '."},{"name":"instances","type":{"type":"array","items":{"type":"record","nam'
    'e":"MigInstance","doc":"One instance.","fields":[{"name":"profile","type":"s'
    'tring","doc":"Profile, as in 2g.10gb."},{"name":"start","type":"int","doc":"'
    'First memory slice."}],"namespace":"muster.operator_commands"}},"doc":"All t'
    'hat may exist on one GPU."}],"namespace":"muster.operator_commands"}},"doc":'
    '"GPU models that a site cuts in one way only; others as jobs need it.","defa'
    'ult":[]}],"namespace":"muster.operator_commands"},"doc":"The whole policy."}'
    ',{"name":"requested_by","type":"string","doc":"Operator."}],"namespace":"mus'
    'ter.operator_commands"},{"type":"record","name":"AgentStarted","doc":"The ag'
    'ent is up and tells what it runs, so that the scheduler can reconcile.","sub'
    'ject":"node","fields":[{"name":"node_id","type":"string","doc":"Node."},{"na'
    'me":"boot_id","type":"string","doc":"Boot."},{"name":"fresh","type":"boolean'
    '","doc":"True: the agent remembers nothing from before."},{"name":"order_seq'
    '_last","type":"long","doc":"Newest order it has carried out; -1 when fresh."'
    '},{"name":"running","type":{"type":"array","items":{"type":"record","name":"'
    'AttemptRef","doc":"One attempt.","fields":[{"name":"job_id","type":"string",'
    '"doc":"Job."},{"name":"attempt","type":"int","doc":"Attempt."}],"namespace":'
    '"muster.task_events"}},"doc":"Tasks adopted, still running."}],"namespace":"'
    'muster.task_events"},{"type":"record","name":"TaskStarted","doc":"All ranks '
    'of the task have a process.","subject":"task","fields":[{"name":"node_id","t'
    'ype":"string","doc":"Node."},{"name":"job_id","type":"string","doc":"Job."},'
    '{"name":"attempt","type":"int","doc":"Attempt, 1-based."},{"name":"ranks","t'
    'ype":{"type":"array","items":"int"},"doc":"Ranks on this node."}],"namespace'
    '":"muster.task_events"},{"type":"record","name":"TaskExited","doc":"No rank '
    'of the task runs any more.","subject":"task","fields":[{"name":"node_id","ty'
    'pe":"string","doc":"Node."},{"name":"job_id","type":"string","doc":"Job."},{'
    '"name":"attempt","type":"int","doc":"Attempt, 1-based."},{"name":"outcome","'
    'type":{"type":"enum","name":"TaskOutcome","doc":"How the task ended.","symbo'
    'ls":["SUCCEEDED","FAILED","STOPPED","TIMED_OUT","LOST"],"default":"LOST","na'
    'mespace":"muster.task_events"},"doc":"STOPPED: on order. TIMED_OUT: its wall'
    ' time. LOST: its processes vanished."},{"name":"exits","type":{"type":"array'
    '","items":{"type":"record","name":"RankExit","doc":"How one rank ended.","fi'
    'elds":[{"name":"rank","type":"int","doc":"Rank."},{"name":"exit_code","type"'
    ':["null","int"],"doc":"Exit code.","default":null},{"name":"signal","type":['
    '"null","int"],"doc":"Signal that ended it.","default":null}],"namespace":"mu'
    'ster.task_events"}},"doc":"Per rank."},{"name":"message","type":"string","do'
    'c":"For people: the first failing rank and why.","default":""}],"namespace":'
    '"muster.task_events"},{"type":"record","name":"TaskRefused","doc":"An order '
    'was not carried out.","subject":"task","fields":[{"name":"node_id","type":"s'
    'tring","doc":"Node."},{"name":"job_id","type":"string","doc":"Job."},{"name"'
    ':"attempt","type":"int","doc":"Attempt, 1-based."},{"name":"epoch","type":"l'
    'ong","doc":"Epoch of the order."},{"name":"order_seq","type":"long","doc":"O'
    'rder."},{"name":"reason","type":{"type":"enum","name":"RefusalReason","doc":'
    '"Why.","symbols":["STALE_EPOCH","GPU_BUSY","UNKNOWN_GPU","FILES_UNAVAILABLE"'
    ',"CANNOT_START","FILES_INVALID"],"default":"CANNOT_START","namespace":"muste'
    'r.task_events"},"doc":"Why."},{"name":"message","type":"string","doc":"For p'
    'eople.","default":""}],"namespace":"muster.task_events"},{"type":"record","n'
    'ame":"CheckpointSaved","doc":"A checkpoint is safe in S3.","subject":"task",'
    '"fields":[{"name":"node_id","type":"string","doc":"Node."},{"name":"job_id",'
    '"type":"string","doc":"Job."},{"name":"attempt","type":"int","doc":"Attempt,'
    ' 1-based."},{"name":"rank","type":"int","doc":"Rank that wrote it."},{"name"'
    ':"file","type":"string","doc":"File name."},{"name":"uri","type":"string","d'
    'oc":"s3://bucket/key."},{"name":"sha256","type":"string","doc":"Of the bytes'
    '."},{"name":"size_bytes","type":"long","doc":"Size."}],"namespace":"muster.t'
    'ask_events"},{"type":"record","name":"NodeJoined","doc":"A node is known, or'
    ' came back with other hardware.","subject":"node","fields":[{"name":"node_id'
    '","type":"string","doc":"Node."},{"name":"boot_id","type":"string","doc":"Bo'
    'ot of its agent."},{"name":"address","type":"string","doc":"Address."},{"nam'
    'e":"port_first","type":"int","doc":"First rendezvous port."},{"name":"port_c'
    'ount","type":"int","doc":"How many."},{"name":"cpu_milli","type":"long","doc'
    '":"CPU."},{"name":"memory_mib","type":"long","doc":"Memory."},{"name":"gpu_m'
    'odel","type":"string","doc":"Model."},{"name":"gpu_count","type":"int","doc"'
    ':"GPUs."},{"name":"executor","type":{"type":"enum","name":"Executor","doc":"'
    'How ranks run.","symbols":["PROCESS","SIMULATED"],"default":"SIMULATED","nam'
    'espace":"muster.node_heartbeats"},"doc":"How ranks run."},{"name":"lease_ms"'
    ',"type":"long","doc":"Lease."},{"name":"interval_ms","type":"long","doc":"He'
    'artbeat interval."},{"name":"labels","type":{"type":"map","values":"string"}'
    ',"doc":"Labels.","default":{}},{"name":"location","type":{"type":"record","n'
    'ame":"Location","doc":"A node\'s place in the network: each name is a unit wi'
    'thin the next one; empty is unknown.","fields":[{"name":"nvlink_domain","typ'
    'e":"string","doc":"NVLink domain larger than the node; empty: the node is on'
    'e by itself.","default":""},{"name":"leaf","type":"string","doc":"InfiniBand'
    ' leaf switch.","default":""},{"name":"spine","type":"string","doc":"Spine, o'
    'r pod of leaves.","default":""},{"name":"cell","type":"string","doc":"Part o'
    'f the network above the spines.","default":""}],"namespace":"muster.node_hea'
    'rtbeats"},"doc":"Where it is in the network.","default":{"nvlink_domain":"",'
    '"leaf":"","spine":"","cell":""}},{"name":"taints","type":{"type":"array","it'
    'ems":"string"},"doc":"Only jobs that tolerate all of them are placed here; s'
    'orted.","default":[]}],"namespace":"muster.job_events"},{"type":"record","na'
    'me":"NodeSuspected","doc":"Two beats missed: nothing new goes there; what ru'
    'ns goes on.","subject":"node","fields":[{"name":"node_id","type":"string","d'
    'oc":"Node."},{"name":"silent_ms","type":"long","doc":"Time since its last be'
    'at."}],"namespace":"muster.job_events"},{"type":"record","name":"NodeRecover'
    'ed","doc":"The node\'s heartbeats arrive again.","subject":"node","fields":[{'
    '"name":"node_id","type":"string","doc":"Node."}],"namespace":"muster.job_eve'
    'nts"},{"type":"record","name":"NodeLost","doc":"The lease ran out: its attem'
    'pts are given up.","subject":"node","fields":[{"name":"node_id","type":"stri'
    'ng","doc":"Node."},{"name":"silent_ms","type":"long","doc":"Time since its l'
    'ast beat."}],"namespace":"muster.job_events"},{"type":"record","name":"NodeF'
    'orgotten","doc":"The node was lost for so long that nothing is kept of it; i'
    'f it is heard again, it joins anew.","subject":"node","fields":[{"name":"nod'
    'e_id","type":"string","doc":"Node."},{"name":"lost_ms","type":"long","doc":"'
    'Time since the leader knew it as lost."}],"namespace":"muster.job_events"},{'
    '"type":"record","name":"NodeRefused","doc":"Heartbeats that bear this name a'
    're invalid and are ignored. Said once by each leader.","subject":"node","fie'
    'lds":[{"name":"node_id","type":"string","doc":"The name they bear; at most 1'
    '28 characters, control characters escaped."},{"name":"message","type":"strin'
    'g","doc":"Field, value and what is allowed."}],"namespace":"muster.job_event'
    's"},{"type":"record","name":"NodeRelocated","doc":"The network around the no'
    'de has changed; what runs there goes on.","subject":"node","fields":[{"name"'
    ':"node_id","type":"string","doc":"Node."},{"name":"location","type":"muster.'
    'node_heartbeats.Location","doc":"Where it is now."}],"namespace":"muster.job'
    '_events"},{"type":"record","name":"GpuUnhealthy","doc":"Nothing new goes on '
    'this GPU.","subject":"node","fields":[{"name":"node_id","type":"string","doc'
    '":"Node."},{"name":"gpu_index","type":"int","doc":"GPU."},{"name":"reason","'
    'type":"string","doc":"Why."}],"namespace":"muster.job_events"},{"type":"reco'
    'rd","name":"GpuRecovered","doc":"The GPU is healthy again.","subject":"node"'
    ',"fields":[{"name":"node_id","type":"string","doc":"Node."},{"name":"gpu_ind'
    'ex","type":"int","doc":"GPU."}],"namespace":"muster.job_events"},{"type":"re'
    'cord","name":"CommandInvalid","doc":"A command that was turned away before i'
    't was sequenced; `code` and `message` say why (ADR 4, 55).","fields":[{"name'
    '":"command_id","type":"string","doc":"event_id of the command."},{"name":"co'
    'mmand","type":"string","doc":"Its record name."},{"name":"subject","type":"s'
    'tring","doc":"Job, queue or node."},{"name":"tenant","type":"string","doc":"'
    'Tenant."},{"name":"code","type":{"type":"enum","name":"RejectionCode","alias'
    'es":["muster.job_events.RejectionCode"],"doc":"Kinds of refusal, the same fo'
    'r all services; each has its HTTP status.","symbols":["INVALID","ALREADY_EXI'
    'STS","NOT_FOUND","WRONG_STATE","IMPOSSIBLE_REQUEST","UNKNOWN_QUEUE","QUEUE_N'
    'OT_EMPTY","FORBIDDEN","QUOTA_EXCEEDED","BAD_TREE"],"default":"FORBIDDEN","na'
    'mespace":"muster.command_answers"},"doc":"Kind of refusal: it breaks a rule,'
    ' or its sender may not send it.","default":"INVALID"},{"name":"message","typ'
    'e":"string","doc":"For people."},{"name":"violations","type":{"type":"array"'
    ',"items":{"type":"record","name":"Violation","aliases":["muster.job_events.V'
    'iolation"],"doc":"One thing wrong with a request.","fields":[{"name":"field"'
    ',"type":"string","doc":"Path of the field."},{"name":"value","type":"string"'
    ',"doc":"What was given, shortened."},{"name":"allowed","type":"string","doc"'
    ':"What is allowed."}],"namespace":"muster.command_answers"}},"doc":"Field by'
    ' field."}],"namespace":"muster.scheduler_log"},{"type":"record","name":"Lead'
    'erElected","doc":"First input of an epoch.","fields":[{"name":"epoch","type"'
    ':"long","doc":"Epoch."},{"name":"leader_id","type":"string","doc":"Process t'
    'hat leads."}],"namespace":"muster.scheduler_log"},{"type":"record","name":"C'
    'lockTicked","doc":"A deadline of the core has passed.","fields":[],"namespac'
    'e":"muster.scheduler_log"}],"doc":"What came in."}],"namespace":"muster.sche'
    'duler_log"}},"doc":"In order."},{"name":"decisions","type":{"type":"array","'
    'items":{"type":"record","name":"Decision","doc":"One consequence.","fields":'
    '[{"name":"event_id","type":"string","doc":"The same as in the public topic."'
    '},{"name":"cause_seq","type":"long","doc":"seq of the input it follows from.'
    '"},{"name":"payload","type":[{"type":"record","name":"CommandRejected","alia'
    'ses":["muster.job_events.CommandRejected"],"doc":"A command that will not be'
    ' carried out, and why.","subject":"command","fields":[{"name":"command_id","'
    'type":"string","doc":"event_id of the command."},{"name":"command","type":"s'
    'tring","doc":"Its record name."},{"name":"subject","type":"string","doc":"Wh'
    'at it was about: a job, queue, node, or another entity of the service."},{"n'
    'ame":"tenant","type":"string","doc":"Tenant."},{"name":"code","type":"muster'
    '.command_answers.RejectionCode","doc":"Kind of refusal."},{"name":"detail_co'
    'de","type":"string","doc":"The service\'s own, finer code; its README lists t'
    'hem. Empty: `code` says all.","default":""},{"name":"message","type":"string'
    '","doc":"For people."},{"name":"violations","type":{"type":"array","items":"'
    'muster.command_answers.Violation"},"doc":"Field by field.","default":[]}],"n'
    'amespace":"muster.command_answers"},{"type":"record","name":"CommandRepeated'
    '","aliases":["muster.job_events.CommandRepeated"],"doc":"A command that was '
    'carried out before came again; nothing changed.","subject":"command","fields'
    '":[{"name":"command_id","type":"string","doc":"event_id of the command."},{"'
    'name":"command","type":"string","doc":"Its record name."},{"name":"subject",'
    '"type":"string","doc":"What it was about."}],"namespace":"muster.command_ans'
    'wers"},{"type":"record","name":"JobQueued","doc":"The job is accepted and wa'
    'its.","subject":"job","fields":[{"name":"job_id","type":"string","doc":"Job.'
    '"},{"name":"tenant","type":"string","doc":"Tenant."},{"name":"spec","type":"'
    'muster.job_commands.JobSpec","doc":"As accepted."},{"name":"predicted_p50_ms'
    '","type":["null","long"],"doc":"Predicted median run time of an attempt; nul'
    'l: unknown.","default":null},{"name":"predicted_p90_ms","type":["null","long'
    '"],"doc":"Predicted 90th percentile of the run time; null: unknown.","defaul'
    't":null}],"namespace":"muster.job_events"},{"type":"record","name":"JobPendi'
    'ng","doc":"Why the job is not placed; sent when the reason changes.","subjec'
    't":"job","fields":[{"name":"job_id","type":"string","doc":"Job."},{"name":"c'
    'ode","type":{"type":"enum","name":"PendingCode","doc":"Stable codes for why '
    'a job waits.","symbols":["NO_NODES","MODEL_ABSENT","TOO_LARGE","CLUSTER_TOO_'
    'SMALL","GPUS_BUSY","GPUS_FRAGMENTED","FRACTIONS_FRAGMENTED","CPU_SHORT","MEM'
    'ORY_SHORT","NODES_UNSCHEDULABLE","LABELS_ABSENT","TAINTS_UNTOLERATED","NODES'
    '_AVOIDED","MAINTENANCE_AHEAD","GANG_SHORT","TOPOLOGY_SHORT","HELD_FOR_HEAD",'
    '"NODES_RESERVED","RETRY_BACKOFF","SUSPENDED","QUEUED","QUOTA_EXHAUSTED","JOB'
    '_LIMIT","GEOMETRY_FROZEN"],"default":"QUEUED","namespace":"muster.job_events'
    '"},"doc":"The one dominant reason."},{"name":"message","type":"string","doc"'
    ':"One sentence."},{"name":"counts","type":{"type":"map","values":"long"},"do'
    'c":"Numbers behind it.","default":{}}],"namespace":"muster.job_events"},{"ty'
    'pe":"record","name":"PreemptionRequested","doc":"A job or a reservation is d'
    'ue GPUs that others hold; who yields is decided elsewhere.","subject":"plan"'
    ',"fields":[{"name":"job_id","type":"string","doc":"Job; empty where a reserv'
    'ation is due them."},{"name":"cause","type":{"type":"enum","name":"Preemptio'
    'nCause","doc":"What entitles it.","symbols":["GUARANTEE","TIER","RESERVATION'
    '"],"default":"TIER","namespace":"muster.job_events"},"doc":"What entitles it'
    '."},{"name":"queue","type":"string","doc":"Its queue."},{"name":"tenant","ty'
    'pe":"string","doc":"Tenant."},{"name":"jobs","type":"int","doc":"Number of e'
    "qual jobs of its queue, this one included, that are due the resources they r"
    'equest.","default":1},{"name":"gpu_milli_missing","type":"long","doc":"Thous'
    'andths of GPU that they wait for."},{"name":"gpu_models","type":{"type":"arr'
    'ay","items":"string"},"doc":"Models it accepts, sorted; empty for any.","def'
    'ault":[]},{"name":"borrowers","type":{"type":"array","items":{"type":"record'
    '","name":"Borrower","doc":"A queue beyond its guarantee.","fields":[{"name":'
    '"queue","type":"string","doc":"Name."},{"name":"tenant","type":"string","doc'
    '":"Tenant."},{"name":"gpu_milli_borrowed","type":"long","doc":"Beyond its gu'
    'arantee, thousandths of GPU."}],"namespace":"muster.job_events"}},"doc":"Que'
    'ues that hold lent GPUs, most first.","default":[]},{"name":"as_of_seq","typ'
    'e":"long","doc":"State of the log that this is true of."},{"name":"reservati'
    'on","type":"string","doc":"Reservation that has begun; empty where a job is '
    'due them.","default":""},{"name":"holders","type":{"type":"array","items":"s'
    'tring"},"doc":"Jobs that still hold its nodes, sorted; never production infe'
    'rence.","default":[]}],"namespace":"muster.job_events"},{"type":"record","na'
    'me":"ReservationMade","doc":"Nodes are kept for the job that heads the line '
    'and does not fit; takes the place of its last one.","subject":"plan","fields'
    '":[{"name":"job_id","type":"string","doc":"Job."},{"name":"node_ids","type":'
    '{"type":"array","items":"string"},"doc":"Reserved: other jobs may be placed '
    'there only if they are predicted to end before starts_at_ms."},{"name":"star'
    'ts_at_ms","type":["null","long"],"doc":"When the nodes are predicted to have'
    ' room for it; null: unknown.","default":null},{"name":"kept_until_ms","type"'
    ':"long","doc":"When, the job not started, nodes are chosen anew."},{"name":"'
    'by_limits","type":"boolean","doc":"Whether only wall-time limits were used t'
    'o predict, because an earlier reservation of the job was not kept.","default'
    '":false}],"namespace":"muster.job_events"},{"type":"record","name":"Reservat'
    'ionReleased","doc":"The nodes reserved for a job are released.","subject":"p'
    'lan","fields":[{"name":"job_id","type":"string","doc":"Job."},{"name":"reaso'
    'n","type":{"type":"enum","name":"ReleaseReason","doc":"Why.","symbols":["STA'
    'RTED","NO_LONGER_WAITS","NO_LONGER_HEAD","IN_VAIN"],"default":"NO_LONGER_WAI'
    'TS","namespace":"muster.job_events"},"doc":"Why."},{"name":"again_at_ms","ty'
    'pe":["null","long"],"doc":"When nodes are kept for it again, as it still hea'
    'ds the line; null: not for this reason.","default":null}],"namespace":"muste'
    'r.job_events"},{"type":"record","name":"DefragmentationProposed","doc":"Move'
    "s of running jobs that would let a job start that free GPUs in all suffice f"
    'or.","subject":"plan","fields":[{"name":"job_id","type":"string","doc":"The '
    'job that would start."},{"name":"moves","type":{"type":"array","items":{"typ'
    'e":"record","name":"Move","doc":"One job that would go on elsewhere.","field'
    's":[{"name":"job_id","type":"string","doc":"Job."},{"name":"from_node_ids","'
    'type":{"type":"array","items":"string"},"doc":"Where it is, sorted."},{"name'
    '":"to_node_ids","type":{"type":"array","items":"string"},"doc":"Where it wou'
    'ld go, sorted."},{"name":"lost_gpu_ms","type":"long","doc":"GPU milliseconds'
    ': its GPUs times what it ran since its last checkpoint, and a restart."}],"n'
    'amespace":"muster.job_events"}},"doc":"By job."},{"name":"cost_gpu_ms","type'
    '":"long","doc":"GPU milliseconds that all moves lose."},{"name":"benefit_gpu'
    '_ms","type":"long","doc":"GPU milliseconds that the job would have sooner: i'
    'ts GPUs times the wait it is spared."},{"name":"carried_out","type":"boolean'
    '","doc":"The moves begin now."}],"namespace":"muster.job_events"},{"type":"r'
    'ecord","name":"GangBound","doc":"Every rank has its place; orders to start a'
    're in the same transaction.","subject":"job","fields":[{"name":"job_id","typ'
    'e":"string","doc":"Job."},{"name":"attempt","type":"int","doc":"Attempt."},{'
    '"name":"placements","type":{"type":"array","items":{"type":"record","name":"'
    'RankPlacement","doc":"Where one rank runs.","fields":[{"name":"rank","type":'
    '"int","doc":"Rank."},{"name":"node_id","type":"string","doc":"Node."},{"name'
    '":"gpu_indices","type":{"type":"array","items":"int"},"doc":"GPUs."},{"name"'
    ':"gpu_milli","type":"int","doc":"Thousandths of each."},{"name":"sharing","t'
    'ype":{"type":"enum","name":"Sharing","doc":"How a rank shares its GPUs: not;'
    ' inside its team by MPS or in turns; by a MIG instance.","symbols":["EXCLUSI'
    'VE","MPS","TIME_SLICING","MIG"],"default":"EXCLUSIVE","namespace":"muster.no'
    'de_commands"},"doc":"Who else may be on them.","default":"EXCLUSIVE"},{"name'
    '":"mig_profile","type":["null","string"],"doc":"Profile of the MIG instance '
    'it gets.","default":null},{"name":"mig_start","type":["null","int"],"doc":"F'
    'irst memory slice of that instance.","default":null}],"namespace":"muster.jo'
    'b_events"}},"doc":"One per rank."},{"name":"master_address","type":"string",'
    '"doc":"Rank 0\'s address."},{"name":"master_port","type":"int","doc":"Rendezv'
    'ous port."},{"name":"waited_ms","type":"long","doc":"Since the job was last '
    'queued."},{"name":"reason","type":"string","doc":"Why there.","default":""},'
    '{"name":"tenant","type":"string","doc":"Whose job it is.","default":""},{"na'
    'me":"queue","type":"string","doc":"The job\'s queue.","default":""},{"name":"'
    'each","type":["null",{"type":"record","name":"RankShape","doc":"What each ra'
    'nk of a gang holds on its node, besides the GPUs of its placement.","fields"'
    ':[{"name":"cpu_milli","type":"long","doc":"Thousandths of a CPU core."},{"na'
    'me":"memory_mib","type":"long","doc":"Host memory."},{"name":"gpu_models","t'
    'ype":{"type":"array","items":"string"},"doc":"GPU models it would accept, so'
    'rted; empty: any.","default":[]},{"name":"sharing_key","type":"string","doc"'
    ':"Ranks with the same key share GPUs (a trust domain and a way of sharing); '
    '`mig`: a MIG instance of its own; empty: not shared.","default":""}],"namesp'
    'ace":"muster.job_events"}],"doc":"What each rank holds; null: an earlier ver'
    'sion wrote it.","default":null}],"namespace":"muster.job_events"},{"type":"r'
    'ecord","name":"JobStarted","doc":"All ranks run.","subject":"job","fields":['
    '{"name":"job_id","type":"string","doc":"Job."},{"name":"attempt","type":"int'
    '","doc":"Attempt."}],"namespace":"muster.job_events"},{"type":"record","name'
    '":"JobResizing","doc":"An elastic job stops, to go on at once with another n'
    'umber of ranks.","subject":"job","fields":[{"name":"job_id","type":"string",'
    '"doc":"Job."},{"name":"attempt","type":"int","doc":"The attempt that stops."'
    '},{"name":"ranks_from","type":"int","doc":"Its ranks."},{"name":"ranks_to","'
    'type":"int","doc":"Ranks of the next one, or fewer where they no longer fit.'
    '"},{"name":"reason","type":"string","doc":"Why."}],"namespace":"muster.job_e'
    'vents"},{"type":"record","name":"JobMoving","doc":"A job stops, to go on at '
    'once on other nodes, so that another has room.","subject":"job","fields":[{"'
    'name":"job_id","type":"string","doc":"Job."},{"name":"attempt","type":"int",'
    '"doc":"The attempt that stops."},{"name":"placements","type":{"type":"array"'
    ',"items":"muster.job_events.RankPlacement"},"doc":"Where it is to go on, in '
    'rank order; elsewhere, where that is gone."},{"name":"reason","type":"string'
    '","doc":"Why."}],"namespace":"muster.job_events"},{"type":"record","name":"J'
    'obStopping","doc":"Ranks have been ordered to stop.","subject":"job","fields'
    '":[{"name":"job_id","type":"string","doc":"Job."},{"name":"attempt","type":"'
    'int","doc":"Attempt."},{"name":"reason","type":"string","doc":"Why."},{"name'
    '":"requeues","type":"boolean","doc":"It waits again once it has stopped, and'
    ' the attempt counts neither as failed nor as lost.","default":false}],"names'
    'pace":"muster.job_events"},{"type":"record","name":"AttemptEnded","doc":"An '
    'attempt is over on every node and its GPUs are free.","subject":"job","field'
    's":[{"name":"job_id","type":"string","doc":"Job."},{"name":"attempt","type":'
    '"int","doc":"Attempt."},{"name":"outcome","type":{"type":"enum","name":"Atte'
    'mptOutcome","doc":"How.","symbols":["SUCCEEDED","FAILED","STOPPED","TIMED_OU'
    'T","LOST","REFUSED"],"default":"REFUSED","namespace":"muster.job_events"},"d'
    'oc":"How."},{"name":"exit_code","type":["null","int"],"doc":"Of the first fa'
    'iling rank.","default":null},{"name":"signal","type":["null","int"],"doc":"O'
    'f the first failing rank.","default":null},{"name":"rank","type":["null","in'
    't"],"doc":"First failing rank.","default":null},{"name":"node_id","type":["n'
    'ull","string"],"doc":"Its node.","default":null},{"name":"message","type":"s'
    'tring","doc":"For people.","default":""},{"name":"ran_ms","type":"long","doc'
    '":"From bind to end."}],"namespace":"muster.job_events"},{"type":"record","n'
    'ame":"JobRequeued","doc":"The job waits again.","subject":"job","fields":[{"'
    'name":"job_id","type":"string","doc":"Job."},{"name":"attempt_next","type":"'
    'int","doc":"Number of the next attempt."},{"name":"reason","type":"string","'
    'doc":"Why."},{"name":"not_before_ms","type":"long","doc":"Earliest time of t'
    'he next attempt."}],"namespace":"muster.job_events"},{"type":"record","name"'
    ':"JobSucceeded","doc":"Every rank ended with exit code 0.","subject":"job","'
    'fields":[{"name":"job_id","type":"string","doc":"Job."},{"name":"attempt","t'
    'ype":"int","doc":"Attempt."}],"namespace":"muster.job_events"},{"type":"reco'
    'rd","name":"JobFailed","doc":"The job is over and did not succeed.","subject'
    '":"job","fields":[{"name":"job_id","type":"string","doc":"Job."},{"name":"at'
    'tempt","type":"int","doc":"Attempt."},{"name":"reason","type":"string","doc"'
    ':"Why."},{"name":"exit_code","type":["null","int"],"doc":"Of the first faili'
    'ng rank.","default":null}],"namespace":"muster.job_events"},{"type":"record"'
    ',"name":"JobCancelled","doc":"The job was cancelled and nothing of it runs."'
    ',"subject":"job","fields":[{"name":"job_id","type":"string","doc":"Job."},{"'
    'name":"requested_by","type":"string","doc":"Who asked."},{"name":"reason","t'
    'ype":"string","doc":"Why."}],"namespace":"muster.job_events"},{"type":"recor'
    'd","name":"JobSuspended","doc":"The job was suspended and nothing of it runs'
    '.","subject":"job","fields":[{"name":"job_id","type":"string","doc":"Job."},'
    '{"name":"requested_by","type":"string","doc":"Who asked."},{"name":"reason",'
    '"type":"string","doc":"Why."}],"namespace":"muster.job_events"},{"type":"rec'
    'ord","name":"JobResumed","doc":"A suspended job waits again.","subject":"job'
    '","fields":[{"name":"job_id","type":"string","doc":"Job."},{"name":"requeste'
    'd_by","type":"string","doc":"Who asked."}],"namespace":"muster.job_events"},'
    '{"type":"record","name":"CheckpointRecorded","doc":"The next attempt will st'
    'art from this.","subject":"job","fields":[{"name":"job_id","type":"string","'
    'doc":"Job."},{"name":"attempt","type":"int","doc":"Attempt."},{"name":"rank"'
    ',"type":"int","doc":"Rank that wrote it."},{"name":"file","type":"string","d'
    'oc":"File name."},{"name":"uri","type":"string","doc":"Where."},{"name":"sha'
    '256","type":"string","doc":"Of the bytes."},{"name":"size_bytes","type":"lon'
    'g","doc":"Size."}],"namespace":"muster.job_events"},"muster.job_events.NodeJ'
    'oined","muster.job_events.NodeSuspected","muster.job_events.NodeRecovered","'
    'muster.job_events.NodeLost","muster.job_events.NodeForgotten","muster.job_ev'
    'ents.NodeRefused",{"type":"record","name":"NodeCordoned","doc":"Nothing new '
    'goes there.","subject":"node","fields":[{"name":"node_id","type":"string","d'
    'oc":"Node."},{"name":"requested_by","type":"string","doc":"Who."},{"name":"r'
    'eason","type":"string","doc":"Why."}],"namespace":"muster.job_events"},{"typ'
    'e":"record","name":"NodeUncordoned","doc":"Work goes there again.","subject"'
    ':"node","fields":[{"name":"node_id","type":"string","doc":"Node."},{"name":"'
    'requested_by","type":"string","doc":"Who."}],"namespace":"muster.job_events"'
    '},{"type":"record","name":"NodeDraining","doc":"Nothing new is placed on the'
    ' node, and what runs there is moved.","subject":"node","fields":[{"name":"no'
    'de_id","type":"string","doc":"Node."},{"name":"requested_by","type":"string"'
    ',"doc":"Operator."},{"name":"reason","type":"string","doc":"Why.","default":'
    '""}],"namespace":"muster.job_events"},{"type":"record","name":"NodeUndrained'
    '","doc":"Work may be placed on the node again.","subject":"node","fields":[{'
    '"name":"node_id","type":"string","doc":"Node."},{"name":"requested_by","type'
    '":"string","doc":"Operator."}],"namespace":"muster.job_events"},{"type":"rec'
    'ord","name":"NodeTagged","doc":"What operators say of the node, beside what '
    'it announces, from now on.","subject":"node","fields":[{"name":"node_id","ty'
    'pe":"string","doc":"Node."},{"name":"labels","type":{"type":"map","values":"'
    'string"},"doc":"Labels; they win over announced ones.","default":{}},{"name"'
    ':"taints","type":{"type":"array","items":"string"},"doc":"Taints, sorted.","'
    'default":[]},{"name":"requested_by","type":"string","doc":"Operator."}],"nam'
    'espace":"muster.job_events"},{"type":"record","name":"MaintenanceScheduled",'
    '"doc":"The node will be closed for a time: only work that is predicted to en'
    'd before is placed there.","subject":"node","fields":[{"name":"node_id","typ'
    'e":"string","doc":"Node."},{"name":"starts_at_ms","type":"long","doc":"From '
    'when, milliseconds since 1970 UTC."},{"name":"ends_at_ms","type":"long","doc'
    '":"Until when."},{"name":"requested_by","type":"string","doc":"Operator."},{'
    '"name":"reason","type":"string","doc":"Why.","default":""}],"namespace":"mus'
    'ter.job_events"},{"type":"record","name":"MaintenanceStarted","doc":"The nod'
    'e\'s window has begun: it is closed, and what still runs there is moved.","su'
    'bject":"node","fields":[{"name":"node_id","type":"string","doc":"Node."}],"n'
    'amespace":"muster.job_events"},{"type":"record","name":"MaintenanceEnded","d'
    'oc":"The node\'s window is over, or was called off.","subject":"node","fields'
    '":[{"name":"node_id","type":"string","doc":"Node."},{"name":"requested_by","'
    'type":["null","string"],"doc":"Operator who called it off; null: its time wa'
    's over.","default":null}],"namespace":"muster.job_events"},"muster.job_event'
    's.NodeRelocated","muster.job_events.GpuUnhealthy","muster.job_events.GpuReco'
    'vered",{"type":"record","name":"GpuGeometryChanged","doc":"An empty GPU was '
    'cut, to take MIG instances and nothing else, or made whole again.","subject"'
    ':"node","fields":[{"name":"node_id","type":"string","doc":"Node."},{"name":"'
    'gpu_index","type":"int","doc":"GPU."},{"name":"cut","type":"boolean","doc":"'
    'True: MIG mode. False: whole."},{"name":"for_job_id","type":"string","doc":"'
    'The waiting job that needed it."}],"namespace":"muster.job_events"},{"type":'
    '"record","name":"QueueCreated","doc":"A queue exists.","subject":"queue","fi'
    'elds":[{"name":"queue","type":"string","doc":"Name."},{"name":"tenant","type'
    '":"string","doc":"Tenant."},{"name":"description","type":"string","doc":"For'
    ' people."},{"name":"requested_by","type":"string","doc":"Who."},{"name":"set'
    'tings","type":["null","muster.queue_commands.QueueSettings"],"doc":"Shares a'
    'nd limits; null for none.","default":null}],"namespace":"muster.job_events"}'
    ',{"type":"record","name":"QueueConfigured","doc":"A queue has other shares a'
    'nd limits.","subject":"queue","fields":[{"name":"queue","type":"string","doc'
    '":"Name."},{"name":"tenant","type":"string","doc":"Tenant."},{"name":"settin'
    'gs","type":"muster.queue_commands.QueueSettings","doc":"All of them."},{"nam'
    'e":"requested_by","type":"string","doc":"Who."}],"namespace":"muster.job_eve'
    'nts"},{"type":"record","name":"QueueMeasured","doc":"What a queue and those '
    'below it use, and what is due to it; sent when it changed, now and then.","s'
    'ubject":"queue","fields":[{"name":"queue","type":"string","doc":"Name."},{"n'
    'ame":"tenant","type":"string","doc":"Tenant."},{"name":"gpu_milli_used","typ'
    'e":"long","doc":"Held, thousandths of GPU."},{"name":"gpu_milli_used_by_mode'
    'l","type":{"type":"map","values":"long"},"doc":"Per model."},{"name":"cpu_mi'
    'lli_used","type":"long","doc":"Held, thousandths of a core."},{"name":"memor'
    'y_mib_used","type":"long","doc":"Held, MiB."},{"name":"gpu_milli_borrowed","'
    'type":"long","doc":"Of what is used, beyond the guarantee."},{"name":"gpu_mi'
    'lli_lent","type":"long","doc":"Of the guarantee, unused: others may have it.'
    '"},{"name":"share_ppm","type":"long","doc":"Dominant part of the cluster tha'
    't it holds now, millionths."},{"name":"share_due_ppm","type":"long","doc":"P'
    "art of the cluster due to it by weight among its busy neighbours, millionths"
    '."},{"name":"usage_gpu_ms","type":"long","doc":"Weighted usage over the wind'
    'ow: GPU milliseconds at model price, decayed."},{"name":"credit_gpu_ms","typ'
    'e":"long","doc":"Burst credit, the same unit."},{"name":"jobs_running","type'
    '":"int","doc":"Jobs that hold GPUs."},{"name":"jobs_pending","type":"int","d'
    'oc":"Jobs that wait."}],"namespace":"muster.job_events"},{"type":"record","n'
    'ame":"QueueDeleted","doc":"A queue is gone.","subject":"queue","fields":[{"n'
    'ame":"queue","type":"string","doc":"Name."},{"name":"tenant","type":"string"'
    ',"doc":"Tenant."},{"name":"requested_by","type":"string","doc":"Who."}],"nam'
    'espace":"muster.job_events"},{"type":"record","name":"CapacityReserved","doc'
    '":"Nodes are reserved for a queue.","subject":"reservation","fields":[{"name'
    '":"reservation","type":"string","doc":"Name."},{"name":"tenant","type":"stri'
    'ng","doc":"Tenant."},{"name":"queue","type":"string","doc":"Whose jobs may b'
    'e placed there, and those of the queues below it."},{"name":"gpu_model","typ'
    'e":"string","doc":"GPU model of the nodes."},{"name":"gpu_count","type":"int'
    '","doc":"GPUs of the nodes together."},{"name":"node_ids","type":{"type":"ar'
    'ray","items":"string"},"doc":"Sorted. Until it starts, other jobs are placed'
    ' there only if they are predicted to end before."},{"name":"starts_at_ms","t'
    'ype":"long","doc":"From when."},{"name":"ends_at_ms","type":"long","doc":"Un'
    'til when."},{"name":"requested_by","type":"string","doc":"Who."}],"namespace'
    '":"muster.job_events"},{"type":"record","name":"CapacityReassigned","doc":"A'
    ' reservation has other nodes: some of its own were closed or lost.","subject'
    '":"reservation","fields":[{"name":"reservation","type":"string","doc":"Name.'
    '"},{"name":"tenant","type":"string","doc":"Tenant."},{"name":"queue","type":'
    '"string","doc":"Whose jobs may be placed there, and those of the queues belo'
    'w it."},{"name":"node_ids","type":{"type":"array","items":"string"},"doc":"A'
    'll of them now, sorted."},{"name":"reason","type":"string","doc":"Why."}],"n'
    'amespace":"muster.job_events"},{"type":"record","name":"CapacityReservationS'
    'tarted","doc":"From now on only jobs of the queue may be placed on the nodes'
    '.","subject":"reservation","fields":[{"name":"reservation","type":"string","'
    'doc":"Name."},{"name":"tenant","type":"string","doc":"Tenant."},{"name":"que'
    'ue","type":"string","doc":"Whose jobs may be placed there, and those of the '
    'queues below it."}],"namespace":"muster.job_events"},{"type":"record","name"'
    ':"CapacityReservationEnded","doc":"The nodes are released.","subject":"reser'
    'vation","fields":[{"name":"reservation","type":"string","doc":"Name."},{"nam'
    'e":"tenant","type":"string","doc":"Tenant."},{"name":"queue","type":"string"'
    ',"doc":"Whose jobs may be placed there, and those of the queues below it."},'
    '{"name":"reason","type":{"type":"enum","name":"ReservationEnd","doc":"Why.",'
    '"symbols":["OVER","CANCELLED"],"default":"OVER","namespace":"muster.job_even'
    'ts"},"doc":"Why."},{"name":"requested_by","type":"string","doc":"Who cancell'
    'ed it; empty when its time was over.","default":""}],"namespace":"muster.job'
    '_events"},{"type":"record","name":"PolicyActivated","doc":"Decisions follow '
    'this policy from here on.","subject":"policy","fields":[{"name":"policy","ty'
    'pe":"muster.operator_commands.Policy","doc":"The whole policy."},{"name":"re'
    'quested_by","type":"string","doc":"Who."}],"namespace":"muster.job_events"},'
    '{"type":"record","name":"StartTask","doc":"Start these ranks.","fields":[{"n'
    'ame":"node_id","type":"string","doc":"Node."},{"name":"epoch","type":"long",'
    '"doc":"Leader\'s epoch; older than one already seen: refuse."},{"name":"order'
    '_seq","type":"long","doc":"Position of the decision: seq of the input that c'
    'aused it."},{"name":"job_id","type":"string","doc":"Job."},{"name":"attempt"'
    ',"type":"int","doc":"Attempt; started at most once."},{"name":"tenant","type'
    '":"string","doc":"Tenant."},{"name":"job_name","type":"string","doc":"Job\'s '
    'name."},{"name":"user","type":"string","doc":"Job\'s user."},{"name":"ranks",'
    '"type":{"type":"array","items":{"type":"record","name":"RankAssignment","doc'
    '":"One rank\'s GPUs on the node.","fields":[{"name":"rank","type":"int","doc"'
    ':"Rank."},{"name":"gpu_indices","type":{"type":"array","items":"int"},"doc":'
    '"GPUs."},{"name":"gpu_milli","type":"int","doc":"Thousandths of each."},{"na'
    'me":"sharing","type":"muster.node_commands.Sharing","doc":"Who else may be o'
    'n them.","default":"EXCLUSIVE"},{"name":"mig_profile","type":["null","string'
    '"],"doc":"Profile of the MIG instance it gets.","default":null},{"name":"mig'
    '_start","type":["null","int"],"doc":"First memory slice of that instance.","'
    'default":null}],"namespace":"muster.node_commands"}},"doc":"Ranks on this no'
    'de."},{"name":"world_size","type":"int","doc":"Ranks in all."},{"name":"mast'
    'er_address","type":"string","doc":"Address of rank 0."},{"name":"master_port'
    '","type":"int","doc":"Rendezvous port on rank 0\'s node."},{"name":"image","t'
    'ype":["null","string"],"doc":"Container image.","default":null},{"name":"com'
    'mand","type":{"type":"array","items":"string"},"doc":"Program and arguments.'
    '"},{"name":"env","type":{"type":"map","values":"string"},"doc":"Environment.'
    '","default":{}},{"name":"files_sha256","type":["null","string"],"doc":"Worki'
    'ng files.","default":null},{"name":"wall_time_max_ms","type":["null","long"]'
    ',"doc":"Stop after this long.","default":null},{"name":"grace_ms","type":"lo'
    'ng","doc":"Between SIGTERM and SIGKILL."},{"name":"checkpoint_enabled","type'
    '":"boolean","doc":"Keep checkpoints."},{"name":"checkpoint_uri","type":["nul'
    'l","string"],"doc":"Newest checkpoint of an earlier attempt.","default":null'
    '},{"name":"checkpoint_sha256","type":["null","string"],"doc":"Its hash.","de'
    'fault":null},{"name":"checkpoint_file","type":["null","string"],"doc":"Its f'
    'ile name.","default":null}],"namespace":"muster.node_commands"},{"type":"rec'
    'ord","name":"StopTask","doc":"Stop this attempt\'s ranks; unknown attempt: no'
    'thing to do.","fields":[{"name":"node_id","type":"string","doc":"Node."},{"n'
    'ame":"epoch","type":"long","doc":"Leader\'s epoch; older than one already see'
    'n: refuse."},{"name":"order_seq","type":"long","doc":"Position of the decisi'
    'on: seq of the input that caused it."},{"name":"job_id","type":"string","doc'
    '":"Job."},{"name":"attempt","type":"int","doc":"Attempt; started at most onc'
    'e."},{"name":"grace_ms","type":"long","doc":"Between SIGTERM and SIGKILL."},'
    '{"name":"reason","type":"string","doc":"Why."}],"namespace":"muster.node_com'
    'mands"}],"doc":"Fact or order."}],"namespace":"muster.scheduler_log"}},"doc"'
    ':"In order."},{"name":"state_hash","type":["null","string"],"doc":"Hash of t'
    'he whole state after this batch, when it was taken.","default":null},{"name"'
    ':"hash_version","type":"int","doc":"How state_hash was computed; hashes of d'
    'ifferent versions are not compared.","default":1}],"namespace":"muster.sched'
    'uler_log"}],"doc":"What happened."}]}'
)
