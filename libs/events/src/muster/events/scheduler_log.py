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
    'ult":null},{"name":"duration_expected_ms","type":["null","long"],"doc":"The '
    'owner\'s estimate.","default":null},{"name":"grace_ms","type":"long","doc":"B'
    'etween SIGTERM and SIGKILL.","default":30000},{"name":"retry","type":{"type"'
    ':"record","name":"RetryPolicy","doc":"When an attempt fails by itself; attem'
    'pts lost with a node never count.","fields":[{"name":"attempts_max","type":"'
    'int","doc":"Attempts allowed in all, 1 means no retry."},{"name":"backoff_ms'
    '","type":"long","doc":"Wait before the next attempt, doubled each time.","de'
    'fault":10000}],"namespace":"muster.job_commands"},"doc":"Retry policy."},{"n'
    'ame":"checkpoint","type":{"type":"record","name":"CheckpointPolicy","doc":"W'
    'hether the agent keeps what the job writes to MUSTER_CHECKPOINT_DIR.","field'
    's":[{"name":"enabled","type":"boolean","doc":"True: files renamed into the d'
    'irectory are stored and given to the next attempt."},{"name":"interval_ms","'
    'type":"long","doc":"How often the job is expected to write one; 0 when it de'
    'cides itself.","default":0}],"namespace":"muster.job_commands"},"doc":"Check'
    'point policy."},{"name":"labels","type":{"type":"map","values":"string"},"do'
    'c":"Free key/value pairs to filter by.","default":{}},{"name":"model_name","'
    'type":["null","string"],"doc":"Model this job trains, for the registry.","de'
    'fault":null},{"name":"priority","type":"int","doc":"Higher goes first where '
    'the queue orders by priority; -1000 to 1000.","default":0},{"name":"ranks_mi'
    'n","type":["null","int"],"doc":"Fewest ranks it runs with; null: never other'
    ' than `ranks`.","default":null},{"name":"world_sizes","type":{"type":"array"'
    ',"items":"int"},"doc":"Gang sizes it runs with, ascending; empty: ranks_min,'
    ' ranks and the powers of two between.","default":[]},{"name":"topology","typ'
    'e":["null",{"type":"record","name":"Topology","doc":"How the ranks of a gang'
    ' should lie in the network.","fields":[{"name":"within","type":["null",{"typ'
    'e":"enum","name":"TopologyLevel","doc":"Units of the network, smallest first'
    '.","symbols":["NODE","NVLINK_DOMAIN","LEAF","SPINE","CELL"],"default":"CELL"'
    ',"namespace":"muster.job_commands"}],"doc":"The unit that should hold all ra'
    'nks; null: the best there is room in.","default":null},{"name":"strictness",'
    '"type":{"type":"enum","name":"Strictness","doc":"What a gang does when no un'
    'it of its level has room.","symbols":["REQUIRED","PREFERRED","BEST_EFFORT"],'
    '"default":"BEST_EFFORT","namespace":"muster.job_commands"},"doc":"REQUIRED w'
    'aits for such a unit, PREFERRED takes a larger one.","default":"BEST_EFFORT"'
    '},{"name":"tensor_parallel_ranks","type":"int","doc":"So many consecutive ra'
    'nks share an NVLink domain, always.","default":1}],"namespace":"muster.job_c'
    'ommands"}],"doc":"How the ranks should lie; null: as near to each other as t'
    'here is room.","default":null},{"name":"spread","type":["null","muster.job_c'
    'ommands.TopologyLevel"],"doc":"Ranks go evenly over units of this level inst'
    'ead.","default":null},{"name":"node_labels","type":{"type":"map","values":"s'
    'tring"},"doc":"Only nodes with all these labels.","default":{}},{"name":"nod'
    'e_labels_preferred","type":{"type":"map","values":"string"},"doc":"Nodes tha'
    't have all these labels, too, go first.","default":{}},{"name":"tolerations"'
    ',"type":{"type":"array","items":"string"},"doc":"Taints of nodes that do not'
    ' matter, sorted.","default":[]},{"name":"gpu_preferences","type":{"type":"ar'
    'ray","items":{"type":"record","name":"GpuPreference","doc":"One GPU model, a'
    'nd how fast the job runs on it.","fields":[{"name":"model","type":"string","'
    'doc":"GPU model."},{"name":"throughput_milli","type":"int","doc":"Thousandth'
    's of a common unit of speed: twice as much ends in half the time."}],"namesp'
    'ace":"muster.job_commands"}},"doc":"GPU models with their speed; all ranks g'
    'o to one of them. resources.gpu_models names the same.","default":[]},{"name'
    '":"caches","type":{"type":"array","items":"string"},"doc":"Names of what its'
    ' nodes keep for the next job: a model, a data set.","default":[]}],"namespac'
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
    'st within a tier of one queue.","symbols":["FIFO","PRIORITY","DRF"],"default'
    '":"FIFO","namespace":"muster.queue_commands"},"doc":"Who goes first within a'
    ' tier.","default":"FIFO"},{"name":"jobs_running_max","type":["null","int"],"'
    'doc":"Jobs that may hold GPUs at once.","default":null},{"name":"jobs_pendin'
    'g_max","type":["null","int"],"doc":"Jobs that may wait at once; more are rej'
    'ected.","default":null},{"name":"user_jobs_running_max","type":["null","int"'
    '],"doc":"As jobs_running_max, for one user.","default":null},{"name":"user_j'
    'obs_pending_max","type":["null","int"],"doc":"As jobs_pending_max, for one u'
    'ser.","default":null}],"namespace":"muster.queue_commands"}],"doc":"Shares a'
    'nd limits; null for none.","default":null}],"namespace":"muster.queue_comman'
    'ds"},{"type":"record","name":"ConfigureQueue","doc":"Replace a queue\'s share'
    's and limits.","fields":[{"name":"queue","type":"string","doc":"Name."},{"na'
    'me":"tenant","type":"string","doc":"Tenant."},{"name":"settings","type":"mus'
    'ter.queue_commands.QueueSettings","doc":"All of them."},{"name":"requested_b'
    'y","type":"string","doc":"User who asks."}],"namespace":"muster.queue_comman'
    'ds"},{"type":"record","name":"DeleteQueue","doc":"Remove an empty queue.","f'
    'ields":[{"name":"queue","type":"string","doc":"Name."},{"name":"tenant","typ'
    'e":"string","doc":"Tenant."},{"name":"requested_by","type":"string","doc":"U'
    'ser who asks."}],"namespace":"muster.queue_commands"},{"type":"record","name'
    '":"ReserveCapacity","doc":"Keep whole nodes of a GPU model for a queue, from'
    ' a time until another.","fields":[{"name":"reservation","type":"string","doc'
    '":"Name: 1 to 63 of a-z 0-9 and -; unique in its tenant while it lasts."},{"'
    'name":"tenant","type":"string","doc":"Tenant."},{"name":"queue","type":"stri'
    'ng","doc":"Whose jobs may be placed there, and those of the queues below it.'
    '"},{"name":"gpu_model","type":"string","doc":"GPU model of the nodes."},{"na'
    'me":"gpu_count","type":["null","int"],"doc":"Reserve the fewest nodes with t'
    'his many GPUs; null where nodes are counted.","default":null},{"name":"node_'
    'count","type":["null","int"],"doc":"So many nodes; null where GPUs are count'
    'ed.","default":null},{"name":"starts_at_ms","type":["null","long"],"doc":"Fr'
    'om when, milliseconds since 1970 UTC; null: at once.","default":null},{"name'
    '":"ends_at_ms","type":"long","doc":"Until when, milliseconds since 1970 UTC.'
    '"},{"name":"requested_by","type":"string","doc":"User who asks."}],"namespac'
    'e":"muster.queue_commands"},{"type":"record","name":"CancelCapacityReservati'
    'on","doc":"End a reservation, begun or not.","fields":[{"name":"reservation"'
    ',"type":"string","doc":"Name."},{"name":"tenant","type":"string","doc":"Tena'
    'nt."},{"name":"requested_by","type":"string","doc":"User who asks."}],"names'
    'pace":"muster.queue_commands"},{"type":"record","name":"CordonNode","doc":"P'
    'lace nothing new on the node; what runs goes on.","fields":[{"name":"node_id'
    '","type":"string","doc":"Node."},{"name":"requested_by","type":"string","doc'
    '":"Operator."},{"name":"reason","type":"string","doc":"Why.","default":""}],'
    '"namespace":"muster.operator_commands"},{"type":"record","name":"UncordonNod'
    'e","doc":"Place work on the node again.","fields":[{"name":"node_id","type":'
    '"string","doc":"Node."},{"name":"requested_by","type":"string","doc":"Operat'
    'or."}],"namespace":"muster.operator_commands"},{"type":"record","name":"Drai'
    'nNode","doc":"Place nothing new on the node, and move what runs there: it st'
    'ops with its grace and waits again.","fields":[{"name":"node_id","type":"str'
    'ing","doc":"Node."},{"name":"requested_by","type":"string","doc":"Operator."'
    '},{"name":"reason","type":"string","doc":"Why.","default":""}],"namespace":"'
    'muster.operator_commands"},{"type":"record","name":"UndrainNode","doc":"Plac'
    'e work on the node again.","fields":[{"name":"node_id","type":"string","doc"'
    ':"Node."},{"name":"requested_by","type":"string","doc":"Operator."}],"namesp'
    'ace":"muster.operator_commands"},{"type":"record","name":"TagNode","doc":"Gi'
    've the node labels and taints beside those it announces, or take such away."'
    ',"fields":[{"name":"node_id","type":"string","doc":"Node."},{"name":"labels"'
    ',"type":{"type":"map","values":"string"},"doc":"Labels to set; they win over'
    ' announced ones.","default":{}},{"name":"labels_removed","type":{"type":"arr'
    'ay","items":"string"},"doc":"Labels set before that no longer hold, sorted."'
    ',"default":[]},{"name":"taints","type":{"type":"array","items":"string"},"do'
    'c":"Taints to set, sorted.","default":[]},{"name":"taints_removed","type":{"'
    'type":"array","items":"string"},"doc":"Taints set before that no longer hold'
    ', sorted.","default":[]},{"name":"requested_by","type":"string","doc":"Opera'
    'tor."}],"namespace":"muster.operator_commands"},{"type":"record","name":"Sch'
    'eduleMaintenance","doc":"Close the node for a time; takes the place of a win'
    'dow that has not begun.","fields":[{"name":"node_id","type":"string","doc":"'
    'Node."},{"name":"starts_at_ms","type":"long","doc":"From when, milliseconds '
    'since 1970 UTC."},{"name":"ends_at_ms","type":"long","doc":"Until when."},{"'
    'name":"requested_by","type":"string","doc":"Operator."},{"name":"reason","ty'
    'pe":"string","doc":"Why.","default":""}],"namespace":"muster.operator_comman'
    'ds"},{"type":"record","name":"CancelMaintenance","doc":"Call the node\'s wind'
    'ow off, or end it.","fields":[{"name":"node_id","type":"string","doc":"Node.'
    '"},{"name":"requested_by","type":"string","doc":"Operator."}],"namespace":"m'
    'uster.operator_commands"},{"type":"record","name":"ActivatePolicy","doc":"De'
    'cide by this policy from now on.","fields":[{"name":"policy","type":{"type":'
    '"record","name":"Policy","doc":"Knobs that change decisions; a change is an '
    'event, so it replays.","fields":[{"name":"name","type":"string","doc":"For p'
    'eople."},{"name":"head_patience_ms","type":"long","doc":"A blocked head of l'
    'ine is passed freely for this long; then nodes are reserved for it."},{"name'
    '":"head_hold_ms","type":"long","doc":"Nodes reserved for it are kept this lo'
    'ng beyond the time it should have started at."},{"name":"attempts_lost_max",'
    '"type":"int","doc":"Attempts lost with their nodes before the job fails."},{'
    '"name":"workload_shapes_max","type":"int","doc":"Shapes remembered for the f'
    'ragmentation score."},{"name":"jobs_ended_kept_max","type":"int","doc":"Ende'
    'd jobs remembered for deduplication."},{"name":"share_window_ms","type":"lon'
    'g","doc":"Usage older than this is forgotten.","default":2592000000},{"name"'
    ':"share_half_life_ms","type":"long","doc":"Usage this old counts half.","def'
    'ault":604800000},{"name":"share_history_percent","type":"int","doc":"Weight '
    'of usage over time beside usage now, 0 to 10000.","default":100},{"name":"cr'
    'edit_max_ms","type":"long","doc":"Burst credit holds at most a guarantee unu'
    'sed for this long; 0 gives none.","default":86400000},{"name":"model_price_m'
    'illi","type":{"type":"map","values":"long"},"doc":"What an hour of a GPU mod'
    'el counts, thousandths; 1000 where absent.","default":{}},{"name":"aging_ste'
    'p_ms","type":"long","doc":"A job that waited this long goes with the next hi'
    'gher tier, and so on; 0 never.","default":86400000},{"name":"reclaim_interva'
    'l_ms","type":"long","doc":"Shortest time between two preemption requests for'
    ' the same lent GPUs.","default":60000},{"name":"measure_interval_ms","type":'
    '"long","doc":"A queue that changed is measured at most this often.","default'
    '":10000},{"name":"resize_interval_ms","type":"long","doc":"An elastic job is'
    ' resized at most this often.","default":300000},{"name":"defrag_interval_ms"'
    ',"type":"long","doc":"Moves that would make room for the head of line are lo'
    'oked for at most this often.","default":300000},{"name":"defrag_benefit_perc'
    'ent","type":"int","doc":"They are carried out when the GPU time that is won '
    'is at least this part of what is lost; 0 only proposes.","default":300},{"na'
    'me":"topology","type":{"type":"record","name":"TopologyWeights","doc":"What '
    "a gang's place is worth, per GPU of the gang, by the smallest unit that hold"
    's it.","fields":[{"name":"nvlink","type":"int","doc":"The gang shares an NVL'
    'ink domain or a node.","default":1000},{"name":"leaf","type":"int","doc":"It'
    ' shares a leaf.","default":400},{"name":"spine","type":"int","doc":"It share'
    's a spine.","default":200},{"name":"cell","type":"int","doc":"It shares a ce'
    'll.","default":100},{"name":"stranded_gpu","type":"int","doc":"Taken off for'
    ' each GPU left free beside it that no group like its own can use.","default"'
    ':100}],"namespace":"muster.operator_commands"},"doc":"How places of gangs ar'
    'e weighed.","default":{"nvlink":1000,"leaf":400,"spine":200,"cell":100,"stra'
    'nded_gpu":100}},{"name":"tenants_untrusted","type":{"type":"array","items":"'
    'string"},"doc":"Tenants whose fractions of GPUs always get a MIG instance of'
    ' their own.","default":[]},{"name":"mig_change_interval_ms","type":"long","d'
    'oc":"A GPU is cut into MIG instances, or made whole again, at most this ofte'
    'n.","default":600000},{"name":"mig_geometries","type":{"type":"array","items'
    '":{"type":"record","name":"MigGeometry","doc":"The only way GPUs of a model '
    'are cut.","fields":[{"name":"gpu_model","type":"string","doc":"GPU model."},'
    '{"name":"instances","type":{"type":"array","items":{"type":"record","name":"'
    'MigInstance","doc":"One instance.","fields":[{"name":"profile","type":"strin'
    'g","doc":"Profile, as in 2g.10gb."},{"name":"start","type":"int","doc":"Firs'
    't memory slice."}],"namespace":"muster.operator_commands"}},"doc":"All that '
    'may exist on one GPU."}],"namespace":"muster.operator_commands"}},"doc":"GPU'
    ' models that a site cuts in one way only; others as jobs need it.","default"'
    ':[]}],"namespace":"muster.operator_commands"},"doc":"The whole policy."},{"n'
    'ame":"requested_by","type":"string","doc":"Operator."}],"namespace":"muster.'
    'operator_commands"},{"type":"record","name":"AgentStarted","doc":"The agent '
    'is up and tells what it runs, so that the scheduler can reconcile.","subject'
    '":"node","fields":[{"name":"node_id","type":"string","doc":"Node."},{"name":'
    '"boot_id","type":"string","doc":"Boot."},{"name":"fresh","type":"boolean","d'
    'oc":"True: the agent remembers nothing from before."},{"name":"order_seq_las'
    't","type":"long","doc":"Newest order it has carried out; -1 when fresh."},{"'
    'name":"running","type":{"type":"array","items":{"type":"record","name":"Atte'
    'mptRef","doc":"One attempt.","fields":[{"name":"job_id","type":"string","doc'
    '":"Job."},{"name":"attempt","type":"int","doc":"Attempt."}],"namespace":"mus'
    'ter.task_events"}},"doc":"Tasks adopted, still running."}],"namespace":"must'
    'er.task_events"},{"type":"record","name":"TaskStarted","doc":"All ranks of t'
    'he task have a process.","subject":"task","fields":[{"name":"node_id","type"'
    ':"string","doc":"Node."},{"name":"job_id","type":"string","doc":"Job."},{"na'
    'me":"attempt","type":"int","doc":"Attempt, 1-based."},{"name":"ranks","type"'
    ':{"type":"array","items":"int"},"doc":"Ranks on this node."}],"namespace":"m'
    'uster.task_events"},{"type":"record","name":"TaskExited","doc":"No rank of t'
    'he task runs any more.","subject":"task","fields":[{"name":"node_id","type":'
    '"string","doc":"Node."},{"name":"job_id","type":"string","doc":"Job."},{"nam'
    'e":"attempt","type":"int","doc":"Attempt, 1-based."},{"name":"outcome","type'
    '":{"type":"enum","name":"TaskOutcome","doc":"How the task ended.","symbols":'
    '["SUCCEEDED","FAILED","STOPPED","TIMED_OUT","LOST"],"default":"LOST","namesp'
    'ace":"muster.task_events"},"doc":"STOPPED: on order. TIMED_OUT: its wall tim'
    'e. LOST: its processes vanished."},{"name":"exits","type":{"type":"array","i'
    'tems":{"type":"record","name":"RankExit","doc":"How one rank ended.","fields'
    '":[{"name":"rank","type":"int","doc":"Rank."},{"name":"exit_code","type":["n'
    'ull","int"],"doc":"Exit code.","default":null},{"name":"signal","type":["nul'
    'l","int"],"doc":"Signal that ended it.","default":null}],"namespace":"muster'
    '.task_events"}},"doc":"Per rank."},{"name":"message","type":"string","doc":"'
    'For people: the first failing rank and why.","default":""}],"namespace":"mus'
    'ter.task_events"},{"type":"record","name":"TaskRefused","doc":"An order was '
    'not carried out.","subject":"task","fields":[{"name":"node_id","type":"strin'
    'g","doc":"Node."},{"name":"job_id","type":"string","doc":"Job."},{"name":"at'
    'tempt","type":"int","doc":"Attempt, 1-based."},{"name":"epoch","type":"long"'
    ',"doc":"Epoch of the order."},{"name":"order_seq","type":"long","doc":"Order'
    '."},{"name":"reason","type":{"type":"enum","name":"RefusalReason","doc":"Why'
    '.","symbols":["STALE_EPOCH","GPU_BUSY","UNKNOWN_GPU","FILES_UNAVAILABLE","CA'
    'NNOT_START","FILES_INVALID"],"default":"CANNOT_START","namespace":"muster.ta'
    'sk_events"},"doc":"Why."},{"name":"message","type":"string","doc":"For peopl'
    'e.","default":""}],"namespace":"muster.task_events"},{"type":"record","name"'
    ':"CheckpointSaved","doc":"A checkpoint is safe in S3.","subject":"task","fie'
    'lds":[{"name":"node_id","type":"string","doc":"Node."},{"name":"job_id","typ'
    'e":"string","doc":"Job."},{"name":"attempt","type":"int","doc":"Attempt, 1-b'
    'ased."},{"name":"rank","type":"int","doc":"Rank that wrote it."},{"name":"fi'
    'le","type":"string","doc":"File name."},{"name":"uri","type":"string","doc":'
    '"s3://bucket/key."},{"name":"sha256","type":"string","doc":"Of the bytes."},'
    '{"name":"size_bytes","type":"long","doc":"Size."}],"namespace":"muster.task_'
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
    'em are placed here; sorted.","default":[]}],"namespace":"muster.job_events"}'
    ',{"type":"record","name":"NodeSuspected","doc":"Two beats missed: nothing ne'
    'w goes there; what runs goes on.","subject":"node","fields":[{"name":"node_i'
    'd","type":"string","doc":"Node."},{"name":"silent_ms","type":"long","doc":"T'
    'ime since its last beat."}],"namespace":"muster.job_events"},{"type":"record'
    '","name":"NodeRecovered","doc":"The node\'s heartbeats arrive again.","subjec'
    't":"node","fields":[{"name":"node_id","type":"string","doc":"Node."}],"names'
    'pace":"muster.job_events"},{"type":"record","name":"NodeLost","doc":"The lea'
    'se ran out: its attempts are given up.","subject":"node","fields":[{"name":"'
    'node_id","type":"string","doc":"Node."},{"name":"silent_ms","type":"long","d'
    'oc":"Time since its last beat."}],"namespace":"muster.job_events"},{"type":"'
    'record","name":"NodeForgotten","doc":"The node was lost for so long that not'
    'hing is kept of it; if it is heard again, it joins anew.","subject":"node","'
    'fields":[{"name":"node_id","type":"string","doc":"Node."},{"name":"lost_ms",'
    '"type":"long","doc":"Time since the leader knew it as lost."}],"namespace":"'
    'muster.job_events"},{"type":"record","name":"NodeRefused","doc":"Heartbeats '
    'that bear this name are invalid and are ignored. Said once by each leader.",'
    '"subject":"node","fields":[{"name":"node_id","type":"string","doc":"The name'
    ' they bear; at most 128 characters, control characters escaped."},{"name":"m'
    'essage","type":"string","doc":"Field, value and what is allowed."}],"namespa'
    'ce":"muster.job_events"},{"type":"record","name":"NodeRelocated","doc":"The '
    'network around the node has changed; what runs there goes on.","subject":"no'
    'de","fields":[{"name":"node_id","type":"string","doc":"Node."},{"name":"loca'
    'tion","type":"muster.node_heartbeats.Location","doc":"Where it is now."}],"n'
    'amespace":"muster.job_events"},{"type":"record","name":"GpuUnhealthy","doc":'
    '"Nothing new goes on this GPU.","subject":"node","fields":[{"name":"node_id"'
    ',"type":"string","doc":"Node."},{"name":"gpu_index","type":"int","doc":"GPU.'
    '"},{"name":"reason","type":"string","doc":"Why."}],"namespace":"muster.job_e'
    'vents"},{"type":"record","name":"GpuRecovered","doc":"The GPU is healthy aga'
    'in.","subject":"node","fields":[{"name":"node_id","type":"string","doc":"Nod'
    'e."},{"name":"gpu_index","type":"int","doc":"GPU."}],"namespace":"muster.job'
    '_events"},{"type":"record","name":"CommandInvalid","doc":"A command that was'
    " turned away before it was sequenced; `code` and `message` say why (ADR 4, 5"
    '5).","fields":[{"name":"command_id","type":"string","doc":"event_id of the c'
    'ommand."},{"name":"command","type":"string","doc":"Its record name."},{"name'
    '":"subject","type":"string","doc":"Job, queue or node."},{"name":"tenant","t'
    'ype":"string","doc":"Tenant."},{"name":"code","type":{"type":"enum","name":"'
    'RejectionCode","aliases":["muster.job_events.RejectionCode"],"doc":"Kinds of'
    ' refusal, the same for all services; each has its HTTP status.","symbols":["'
    'INVALID","ALREADY_EXISTS","NOT_FOUND","WRONG_STATE","IMPOSSIBLE_REQUEST","UN'
    'KNOWN_QUEUE","QUEUE_NOT_EMPTY","FORBIDDEN","QUOTA_EXCEEDED","BAD_TREE"],"def'
    'ault":"FORBIDDEN","namespace":"muster.command_answers"},"doc":"Kind of refus'
    'al: it breaks a rule, or its sender may not send it.","default":"INVALID"},{'
    '"name":"message","type":"string","doc":"For people."},{"name":"violations","'
    'type":{"type":"array","items":{"type":"record","name":"Violation","aliases":'
    '["muster.job_events.Violation"],"doc":"One thing wrong with a request.","fie'
    'lds":[{"name":"field","type":"string","doc":"Path of the field."},{"name":"v'
    'alue","type":"string","doc":"What was given, shortened."},{"name":"allowed",'
    '"type":"string","doc":"What is allowed."}],"namespace":"muster.command_answe'
    'rs"}},"doc":"Field by field."}],"namespace":"muster.scheduler_log"},{"type":'
    '"record","name":"LeaderElected","doc":"First input of an epoch.","fields":[{'
    '"name":"epoch","type":"long","doc":"Epoch."},{"name":"leader_id","type":"str'
    'ing","doc":"Process that leads."}],"namespace":"muster.scheduler_log"},{"typ'
    'e":"record","name":"ClockTicked","doc":"A deadline of the core has passed.",'
    '"fields":[],"namespace":"muster.scheduler_log"}],"doc":"What came in."}],"na'
    'mespace":"muster.scheduler_log"}},"doc":"In order."},{"name":"decisions","ty'
    'pe":{"type":"array","items":{"type":"record","name":"Decision","doc":"One co'
    'nsequence.","fields":[{"name":"event_id","type":"string","doc":"The same as '
    'in the public topic."},{"name":"cause_seq","type":"long","doc":"seq of the i'
    'nput it follows from."},{"name":"payload","type":[{"type":"record","name":"C'
    'ommandRejected","aliases":["muster.job_events.CommandRejected"],"doc":"A com'
    'mand that will not be carried out, and why.","subject":"command","fields":[{'
    '"name":"command_id","type":"string","doc":"event_id of the command."},{"name'
    '":"command","type":"string","doc":"Its record name."},{"name":"subject","typ'
    'e":"string","doc":"What it was about: a job, queue, node, or another entity '
    'of the service."},{"name":"tenant","type":"string","doc":"Tenant."},{"name":'
    '"code","type":"muster.command_answers.RejectionCode","doc":"Kind of refusal.'
    '"},{"name":"detail_code","type":"string","doc":"The service\'s own, finer cod'
    'e; its README lists them. Empty: `code` says all.","default":""},{"name":"me'
    'ssage","type":"string","doc":"For people."},{"name":"violations","type":{"ty'
    'pe":"array","items":"muster.command_answers.Violation"},"doc":"Field by fiel'
    'd.","default":[]}],"namespace":"muster.command_answers"},{"type":"record","n'
    'ame":"CommandRepeated","aliases":["muster.job_events.CommandRepeated"],"doc"'
    ':"A command that was carried out before came again; nothing changed.","subje'
    'ct":"command","fields":[{"name":"command_id","type":"string","doc":"event_id'
    ' of the command."},{"name":"command","type":"string","doc":"Its record name.'
    '"},{"name":"subject","type":"string","doc":"What it was about."}],"namespace'
    '":"muster.command_answers"},{"type":"record","name":"JobQueued","doc":"The j'
    'ob is accepted and waits.","subject":"job","fields":[{"name":"job_id","type"'
    ':"string","doc":"Job."},{"name":"tenant","type":"string","doc":"Tenant."},{"'
    'name":"spec","type":"muster.job_commands.JobSpec","doc":"As accepted."},{"na'
    'me":"predicted_p50_ms","type":["null","long"],"doc":"Predicted median run ti'
    'me of an attempt; null: unknown.","default":null},{"name":"predicted_p90_ms"'
    ',"type":["null","long"],"doc":"Predicted 90th percentile of the run time; nu'
    'll: unknown.","default":null}],"namespace":"muster.job_events"},{"type":"rec'
    'ord","name":"JobPending","doc":"Why the job is not placed; sent when the rea'
    'son changes.","subject":"job","fields":[{"name":"job_id","type":"string","do'
    'c":"Job."},{"name":"code","type":{"type":"enum","name":"PendingCode","doc":"'
    'Stable codes for why a job waits.","symbols":["NO_NODES","MODEL_ABSENT","TOO'
    '_LARGE","CLUSTER_TOO_SMALL","GPUS_BUSY","GPUS_FRAGMENTED","FRACTIONS_FRAGMEN'
    'TED","CPU_SHORT","MEMORY_SHORT","NODES_UNSCHEDULABLE","LABELS_ABSENT","TAINT'
    'S_UNTOLERATED","GPU_MEMORY_SHORT","NODES_AVOIDED","MAINTENANCE_AHEAD","GANG_'
    'SHORT","TOPOLOGY_SHORT","HELD_FOR_HEAD","NODES_RESERVED","RETRY_BACKOFF","SU'
    'SPENDED","QUEUED","QUOTA_EXHAUSTED","JOB_LIMIT","GEOMETRY_FROZEN"],"default"'
    ':"QUEUED","namespace":"muster.job_events"},"doc":"The one dominant reason."}'
    ',{"name":"message","type":"string","doc":"One sentence."},{"name":"counts","'
    'type":{"type":"map","values":"long"},"doc":"Numbers behind it.","default":{}'
    '}],"namespace":"muster.job_events"},{"type":"record","name":"PreemptionReque'
    'sted","doc":"A job or a reservation is due GPUs that others hold; who yields'
    ' is decided elsewhere.","subject":"plan","fields":[{"name":"job_id","type":"'
    'string","doc":"Job; empty where a reservation is due them."},{"name":"cause"'
    ',"type":{"type":"enum","name":"PreemptionCause","doc":"What entitles it.","s'
    'ymbols":["GUARANTEE","TIER","RESERVATION"],"default":"TIER","namespace":"mus'
    'ter.job_events"},"doc":"What entitles it."},{"name":"queue","type":"string",'
    '"doc":"Its queue."},{"name":"tenant","type":"string","doc":"Tenant."},{"name'
    '":"jobs","type":"int","doc":"Number of equal jobs of its queue, this one inc'
    'luded, that are due the resources they request.","default":1},{"name":"gpu_m'
    'illi_missing","type":"long","doc":"Thousandths of GPU that they wait for."},'
    '{"name":"gpu_models","type":{"type":"array","items":"string"},"doc":"Models '
    'it accepts, sorted; empty for any.","default":[]},{"name":"borrowers","type"'
    ':{"type":"array","items":{"type":"record","name":"Borrower","doc":"A queue b'
    'eyond its guarantee.","fields":[{"name":"queue","type":"string","doc":"Name.'
    '"},{"name":"tenant","type":"string","doc":"Tenant."},{"name":"gpu_milli_borr'
    'owed","type":"long","doc":"Beyond its guarantee, thousandths of GPU."}],"nam'
    'espace":"muster.job_events"}},"doc":"Queues that hold lent GPUs, most first.'
    '","default":[]},{"name":"as_of_seq","type":"long","doc":"State of the log th'
    'at this is true of."},{"name":"reservation","type":"string","doc":"Reservati'
    'on that has begun; empty where a job is due them.","default":""},{"name":"ho'
    'lders","type":{"type":"array","items":"string"},"doc":"Jobs that still hold '
    'its nodes, sorted; never production inference.","default":[]}],"namespace":"'
    'muster.job_events"},{"type":"record","name":"ReservationMade","doc":"Nodes a'
    "re kept for the job that heads the line and does not fit; takes the place of"
    ' its last one.","subject":"plan","fields":[{"name":"job_id","type":"string",'
    '"doc":"Job."},{"name":"node_ids","type":{"type":"array","items":"string"},"d'
    'oc":"Reserved: other jobs may be placed there only if they are predicted to '
    'end before starts_at_ms."},{"name":"starts_at_ms","type":["null","long"],"do'
    'c":"When the nodes are predicted to have room for it; null: unknown.","defau'
    'lt":null},{"name":"kept_until_ms","type":"long","doc":"When, the job not sta'
    'rted, nodes are chosen anew."},{"name":"by_limits","type":"boolean","doc":"W'
    "hether only wall-time limits were used to predict, because an earlier reserv"
    'ation of the job was not kept.","default":false}],"namespace":"muster.job_ev'
    'ents"},{"type":"record","name":"ReservationReleased","doc":"The nodes reserv'
    'ed for a job are released.","subject":"plan","fields":[{"name":"job_id","typ'
    'e":"string","doc":"Job."},{"name":"reason","type":{"type":"enum","name":"Rel'
    'easeReason","doc":"Why.","symbols":["STARTED","NO_LONGER_WAITS","NO_LONGER_H'
    'EAD","IN_VAIN"],"default":"NO_LONGER_WAITS","namespace":"muster.job_events"}'
    ',"doc":"Why."},{"name":"again_at_ms","type":["null","long"],"doc":"When node'
    "s are kept for it again, as it still heads the line; null: not for this reas"
    'on.","default":null}],"namespace":"muster.job_events"},{"type":"record","nam'
    'e":"DefragmentationProposed","doc":"Moves of running jobs that would let a j'
    'ob start that free GPUs in all suffice for.","subject":"plan","fields":[{"na'
    'me":"job_id","type":"string","doc":"The job that would start."},{"name":"mov'
    'es","type":{"type":"array","items":{"type":"record","name":"Move","doc":"One'
    ' job that would go on elsewhere.","fields":[{"name":"job_id","type":"string"'
    ',"doc":"Job."},{"name":"from_node_ids","type":{"type":"array","items":"strin'
    'g"},"doc":"Where it is, sorted."},{"name":"to_node_ids","type":{"type":"arra'
    'y","items":"string"},"doc":"Where it would go, sorted."},{"name":"lost_gpu_m'
    's","type":"long","doc":"GPU milliseconds: its GPUs times what it ran since i'
    'ts last checkpoint, and a restart."}],"namespace":"muster.job_events"}},"doc'
    '":"By job."},{"name":"cost_gpu_ms","type":"long","doc":"GPU milliseconds tha'
    't all moves lose."},{"name":"benefit_gpu_ms","type":"long","doc":"GPU millis'
    "econds that the job would have sooner: its GPUs times the wait it is spared."
    '"},{"name":"carried_out","type":"boolean","doc":"The moves begin now."}],"na'
    'mespace":"muster.job_events"},{"type":"record","name":"GangBound","doc":"Eve'
    'ry rank has its place; orders to start are in the same transaction.","subjec'
    't":"job","fields":[{"name":"job_id","type":"string","doc":"Job."},{"name":"a'
    'ttempt","type":"int","doc":"Attempt."},{"name":"placements","type":{"type":"'
    'array","items":{"type":"record","name":"RankPlacement","doc":"Where one rank'
    ' runs.","fields":[{"name":"rank","type":"int","doc":"Rank."},{"name":"node_i'
    'd","type":"string","doc":"Node."},{"name":"gpu_indices","type":{"type":"arra'
    'y","items":"int"},"doc":"GPUs."},{"name":"gpu_milli","type":"int","doc":"Tho'
    'usandths of each."},{"name":"sharing","type":{"type":"enum","name":"Sharing"'
    ',"doc":"How a rank shares its GPUs: not; inside its team by MPS or in turns;'
    ' by a MIG instance.","symbols":["EXCLUSIVE","MPS","TIME_SLICING","MIG"],"def'
    'ault":"EXCLUSIVE","namespace":"muster.node_commands"},"doc":"Who else may be'
    ' on them.","default":"EXCLUSIVE"},{"name":"mig_profile","type":["null","stri'
    'ng"],"doc":"Profile of the MIG instance it gets.","default":null},{"name":"m'
    'ig_start","type":["null","int"],"doc":"First memory slice of that instance."'
    ',"default":null}],"namespace":"muster.job_events"}},"doc":"One per rank."},{'
    '"name":"master_address","type":"string","doc":"Rank 0\'s address."},{"name":"'
    'master_port","type":"int","doc":"Rendezvous port."},{"name":"waited_ms","typ'
    'e":"long","doc":"Since the job was last queued."},{"name":"reason","type":"s'
    'tring","doc":"Why there.","default":""},{"name":"tenant","type":"string","do'
    'c":"Whose job it is.","default":""},{"name":"queue","type":"string","doc":"T'
    'he job\'s queue.","default":""},{"name":"each","type":["null",{"type":"record'
    '","name":"RankShape","doc":"What each rank of a gang holds on its node, besi'
    'des the GPUs of its placement.","fields":[{"name":"cpu_milli","type":"long",'
    '"doc":"Thousandths of a CPU core."},{"name":"memory_mib","type":"long","doc"'
    ':"Host memory."},{"name":"gpu_models","type":{"type":"array","items":"string'
    '"},"doc":"GPU models it would accept, sorted; empty: any.","default":[]},{"n'
    'ame":"sharing_key","type":"string","doc":"Ranks with the same key share GPUs'
    " (a trust domain and a way of sharing); `mig`: a MIG instance of its own; em"
    'pty: not shared.","default":""}],"namespace":"muster.job_events"}],"doc":"Wh'
    'at each rank holds; null: an earlier version wrote it.","default":null}],"na'
    'mespace":"muster.job_events"},{"type":"record","name":"JobStarted","doc":"Al'
    'l ranks run.","subject":"job","fields":[{"name":"job_id","type":"string","do'
    'c":"Job."},{"name":"attempt","type":"int","doc":"Attempt."}],"namespace":"mu'
    'ster.job_events"},{"type":"record","name":"JobResizing","doc":"An elastic jo'
    'b stops, to go on at once with another number of ranks.","subject":"job","fi'
    'elds":[{"name":"job_id","type":"string","doc":"Job."},{"name":"attempt","typ'
    'e":"int","doc":"The attempt that stops."},{"name":"ranks_from","type":"int",'
    '"doc":"Its ranks."},{"name":"ranks_to","type":"int","doc":"Ranks of the next'
    ' one, or fewer where they no longer fit."},{"name":"reason","type":"string",'
    '"doc":"Why."}],"namespace":"muster.job_events"},{"type":"record","name":"Job'
    'Moving","doc":"A job stops, to go on at once on other nodes, so that another'
    ' has room.","subject":"job","fields":[{"name":"job_id","type":"string","doc"'
    ':"Job."},{"name":"attempt","type":"int","doc":"The attempt that stops."},{"n'
    'ame":"placements","type":{"type":"array","items":"muster.job_events.RankPlac'
    'ement"},"doc":"Where it is to go on, in rank order; elsewhere, where that is'
    ' gone."},{"name":"reason","type":"string","doc":"Why."}],"namespace":"muster'
    '.job_events"},{"type":"record","name":"JobStopping","doc":"Ranks have been o'
    'rdered to stop.","subject":"job","fields":[{"name":"job_id","type":"string",'
    '"doc":"Job."},{"name":"attempt","type":"int","doc":"Attempt."},{"name":"reas'
    'on","type":"string","doc":"Why."},{"name":"requeues","type":"boolean","doc":'
    '"It waits again once it has stopped, and the attempt counts neither as faile'
    'd nor as lost.","default":false}],"namespace":"muster.job_events"},{"type":"'
    'record","name":"AttemptEnded","doc":"An attempt is over on every node and it'
    's GPUs are free.","subject":"job","fields":[{"name":"job_id","type":"string"'
    ',"doc":"Job."},{"name":"attempt","type":"int","doc":"Attempt."},{"name":"out'
    'come","type":{"type":"enum","name":"AttemptOutcome","doc":"How.","symbols":['
    '"SUCCEEDED","FAILED","STOPPED","TIMED_OUT","LOST","REFUSED"],"default":"REFU'
    'SED","namespace":"muster.job_events"},"doc":"How."},{"name":"exit_code","typ'
    'e":["null","int"],"doc":"Of the first failing rank.","default":null},{"name"'
    ':"signal","type":["null","int"],"doc":"Of the first failing rank.","default"'
    ':null},{"name":"rank","type":["null","int"],"doc":"First failing rank.","def'
    'ault":null},{"name":"node_id","type":["null","string"],"doc":"Its node.","de'
    'fault":null},{"name":"message","type":"string","doc":"For people.","default"'
    ':""},{"name":"ran_ms","type":"long","doc":"From bind to end."}],"namespace":'
    '"muster.job_events"},{"type":"record","name":"JobRequeued","doc":"The job wa'
    'its again.","subject":"job","fields":[{"name":"job_id","type":"string","doc"'
    ':"Job."},{"name":"attempt_next","type":"int","doc":"Number of the next attem'
    'pt."},{"name":"reason","type":"string","doc":"Why."},{"name":"not_before_ms"'
    ',"type":"long","doc":"Earliest time of the next attempt."}],"namespace":"mus'
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
    'ecorded","doc":"The next attempt will start from this.","subject":"job","fie'
    'lds":[{"name":"job_id","type":"string","doc":"Job."},{"name":"attempt","type'
    '":"int","doc":"Attempt."},{"name":"rank","type":"int","doc":"Rank that wrote'
    ' it."},{"name":"file","type":"string","doc":"File name."},{"name":"uri","typ'
    'e":"string","doc":"Where."},{"name":"sha256","type":"string","doc":"Of the b'
    'ytes."},{"name":"size_bytes","type":"long","doc":"Size."}],"namespace":"must'
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
    '":"muster.job_events"},"muster.job_events.NodeRelocated","muster.job_events.'
    'GpuUnhealthy","muster.job_events.GpuRecovered",{"type":"record","name":"GpuG'
    'eometryChanged","doc":"An empty GPU was cut, to take MIG instances and nothi'
    'ng else, or made whole again.","subject":"node","fields":[{"name":"node_id",'
    '"type":"string","doc":"Node."},{"name":"gpu_index","type":"int","doc":"GPU."'
    '},{"name":"cut","type":"boolean","doc":"True: MIG mode. False: whole."},{"na'
    'me":"for_job_id","type":"string","doc":"The waiting job that needed it."}],"'
    'namespace":"muster.job_events"},{"type":"record","name":"QueueCreated","doc"'
    ':"A queue exists.","subject":"queue","fields":[{"name":"queue","type":"strin'
    'g","doc":"Name."},{"name":"tenant","type":"string","doc":"Tenant."},{"name":'
    '"description","type":"string","doc":"For people."},{"name":"requested_by","t'
    'ype":"string","doc":"Who."},{"name":"settings","type":["null","muster.queue_'
    'commands.QueueSettings"],"doc":"Shares and limits; null for none.","default"'
    ':null}],"namespace":"muster.job_events"},{"type":"record","name":"QueueConfi'
    'gured","doc":"A queue has other shares and limits.","subject":"queue","field'
    's":[{"name":"queue","type":"string","doc":"Name."},{"name":"tenant","type":"'
    'string","doc":"Tenant."},{"name":"settings","type":"muster.queue_commands.Qu'
    'eueSettings","doc":"All of them."},{"name":"requested_by","type":"string","d'
    'oc":"Who."}],"namespace":"muster.job_events"},{"type":"record","name":"Queue'
    'Measured","doc":"What a queue and those below it use, and what is due to it;'
    ' sent when it changed, now and then.","subject":"queue","fields":[{"name":"q'
    'ueue","type":"string","doc":"Name."},{"name":"tenant","type":"string","doc":'
    '"Tenant."},{"name":"gpu_milli_used","type":"long","doc":"Held, thousandths o'
    'f GPU."},{"name":"gpu_milli_used_by_model","type":{"type":"map","values":"lo'
    'ng"},"doc":"Per model."},{"name":"cpu_milli_used","type":"long","doc":"Held,'
    ' thousandths of a core."},{"name":"memory_mib_used","type":"long","doc":"Hel'
    'd, MiB."},{"name":"gpu_milli_borrowed","type":"long","doc":"Of what is used,'
    ' beyond the guarantee."},{"name":"gpu_milli_lent","type":"long","doc":"Of th'
    'e guarantee, unused: others may have it."},{"name":"share_ppm","type":"long"'
    ',"doc":"Dominant part of the cluster that it holds now, millionths."},{"name'
    '":"share_due_ppm","type":"long","doc":"Part of the cluster due to it by weig'
    'ht among its busy neighbours, millionths."},{"name":"usage_gpu_ms","type":"l'
    'ong","doc":"Weighted usage over the window: GPU milliseconds at model price,'
    ' decayed."},{"name":"credit_gpu_ms","type":"long","doc":"Burst credit, the s'
    'ame unit."},{"name":"jobs_running","type":"int","doc":"Jobs that hold GPUs."'
    '},{"name":"jobs_pending","type":"int","doc":"Jobs that wait."}],"namespace":'
    '"muster.job_events"},{"type":"record","name":"QueueDeleted","doc":"A queue i'
    's gone.","subject":"queue","fields":[{"name":"queue","type":"string","doc":"'
    'Name."},{"name":"tenant","type":"string","doc":"Tenant."},{"name":"requested'
    '_by","type":"string","doc":"Who."}],"namespace":"muster.job_events"},{"type"'
    ':"record","name":"CapacityReserved","doc":"Nodes are reserved for a queue.",'
    '"subject":"reservation","fields":[{"name":"reservation","type":"string","doc'
    '":"Name."},{"name":"tenant","type":"string","doc":"Tenant."},{"name":"queue"'
    ',"type":"string","doc":"Whose jobs may be placed there, and those of the que'
    'ues below it."},{"name":"gpu_model","type":"string","doc":"GPU model of the '
    'nodes."},{"name":"gpu_count","type":"int","doc":"GPUs of the nodes together.'
    '"},{"name":"node_ids","type":{"type":"array","items":"string"},"doc":"Sorted'
    ". Until it starts, other jobs are placed there only if they are predicted to"
    ' end before."},{"name":"starts_at_ms","type":"long","doc":"From when."},{"na'
    'me":"ends_at_ms","type":"long","doc":"Until when."},{"name":"requested_by","'
    'type":"string","doc":"Who."}],"namespace":"muster.job_events"},{"type":"reco'
    'rd","name":"CapacityReassigned","doc":"A reservation has other nodes: some o'
    'f its own were closed or lost.","subject":"reservation","fields":[{"name":"r'
    'eservation","type":"string","doc":"Name."},{"name":"tenant","type":"string",'
    '"doc":"Tenant."},{"name":"queue","type":"string","doc":"Whose jobs may be pl'
    'aced there, and those of the queues below it."},{"name":"node_ids","type":{"'
    'type":"array","items":"string"},"doc":"All of them now, sorted."},{"name":"r'
    'eason","type":"string","doc":"Why."}],"namespace":"muster.job_events"},{"typ'
    'e":"record","name":"CapacityReservationStarted","doc":"From now on only jobs'
    ' of the queue may be placed on the nodes.","subject":"reservation","fields":'
    '[{"name":"reservation","type":"string","doc":"Name."},{"name":"tenant","type'
    '":"string","doc":"Tenant."},{"name":"queue","type":"string","doc":"Whose job'
    's may be placed there, and those of the queues below it."}],"namespace":"mus'
    'ter.job_events"},{"type":"record","name":"CapacityReservationEnded","doc":"T'
    'he nodes are released.","subject":"reservation","fields":[{"name":"reservati'
    'on","type":"string","doc":"Name."},{"name":"tenant","type":"string","doc":"T'
    'enant."},{"name":"queue","type":"string","doc":"Whose jobs may be placed the'
    're, and those of the queues below it."},{"name":"reason","type":{"type":"enu'
    'm","name":"ReservationEnd","doc":"Why.","symbols":["OVER","CANCELLED"],"defa'
    'ult":"OVER","namespace":"muster.job_events"},"doc":"Why."},{"name":"requeste'
    'd_by","type":"string","doc":"Who cancelled it; empty when its time was over.'
    '","default":""}],"namespace":"muster.job_events"},{"type":"record","name":"P'
    'olicyActivated","doc":"Decisions follow this policy from here on.","subject"'
    ':"policy","fields":[{"name":"policy","type":"muster.operator_commands.Policy'
    '","doc":"The whole policy."},{"name":"requested_by","type":"string","doc":"W'
    'ho."}],"namespace":"muster.job_events"},{"type":"record","name":"StartTask",'
    '"doc":"Start these ranks.","fields":[{"name":"node_id","type":"string","doc"'
    ':"Node."},{"name":"epoch","type":"long","doc":"Leader\'s epoch; older than on'
    'e already seen: refuse."},{"name":"order_seq","type":"long","doc":"Position '
    'of the decision: seq of the input that caused it."},{"name":"job_id","type":'
    '"string","doc":"Job."},{"name":"attempt","type":"int","doc":"Attempt; starte'
    'd at most once."},{"name":"tenant","type":"string","doc":"Tenant."},{"name":'
    '"job_name","type":"string","doc":"Job\'s name."},{"name":"user","type":"strin'
    'g","doc":"Job\'s user."},{"name":"ranks","type":{"type":"array","items":{"typ'
    'e":"record","name":"RankAssignment","doc":"What one rank gets on the node.",'
    '"fields":[{"name":"rank","type":"int","doc":"Rank."},{"name":"gpu_indices","'
    'type":{"type":"array","items":"int"},"doc":"GPUs."},{"name":"gpu_milli","typ'
    'e":"int","doc":"Thousandths of each."},{"name":"sharing","type":"muster.node'
    '_commands.Sharing","doc":"Who else may be on them.","default":"EXCLUSIVE"},{'
    '"name":"mig_profile","type":["null","string"],"doc":"Profile of the MIG inst'
    'ance it gets.","default":null},{"name":"mig_start","type":["null","int"],"do'
    'c":"First memory slice of that instance.","default":null},{"name":"cpu_milli'
    '","type":"long","doc":"Thousandths of a CPU core it may use; 0: without limi'
    't.","default":0},{"name":"memory_mib","type":"long","doc":"Main memory it ma'
    'y use, MiB; 0: without limit.","default":0}],"namespace":"muster.node_comman'
    'ds"}},"doc":"Ranks on this node."},{"name":"world_size","type":"int","doc":"'
    'Ranks in all."},{"name":"master_address","type":"string","doc":"Address of r'
    'ank 0."},{"name":"master_port","type":"int","doc":"Rendezvous port on rank 0'
    '\'s node."},{"name":"image","type":["null","string"],"doc":"Container image."'
    ',"default":null},{"name":"command","type":{"type":"array","items":"string"},'
    '"doc":"Program and arguments."},{"name":"env","type":{"type":"map","values":'
    '"string"},"doc":"Environment.","default":{}},{"name":"files_sha256","type":['
    '"null","string"],"doc":"Working files.","default":null},{"name":"wall_time_m'
    'ax_ms","type":["null","long"],"doc":"Stop after this long.","default":null},'
    '{"name":"grace_ms","type":"long","doc":"Between SIGTERM and SIGKILL."},{"nam'
    'e":"checkpoint_enabled","type":"boolean","doc":"Keep checkpoints."},{"name":'
    '"checkpoint_uri","type":["null","string"],"doc":"Newest checkpoint of an ear'
    'lier attempt.","default":null},{"name":"checkpoint_sha256","type":["null","s'
    'tring"],"doc":"Its hash.","default":null},{"name":"checkpoint_file","type":['
    '"null","string"],"doc":"Its file name.","default":null}],"namespace":"muster'
    '.node_commands"},{"type":"record","name":"StopTask","doc":"Stop this attempt'
    '\'s ranks; unknown attempt: nothing to do.","fields":[{"name":"node_id","type'
    '":"string","doc":"Node."},{"name":"epoch","type":"long","doc":"Leader\'s epoc'
    'h; older than one already seen: refuse."},{"name":"order_seq","type":"long",'
    '"doc":"Position of the decision: seq of the input that caused it."},{"name":'
    '"job_id","type":"string","doc":"Job."},{"name":"attempt","type":"int","doc":'
    '"Attempt; started at most once."},{"name":"grace_ms","type":"long","doc":"Be'
    'tween SIGTERM and SIGKILL."},{"name":"reason","type":"string","doc":"Why."}]'
    ',"namespace":"muster.node_commands"}],"doc":"Fact or order."}],"namespace":"'
    'muster.scheduler_log"}},"doc":"In order."},{"name":"state_hash","type":["nul'
    'l","string"],"doc":"Hash of the whole state after this batch, when it was ta'
    'ken.","default":null},{"name":"hash_version","type":"int","doc":"How state_h'
    'ash was computed; hashes of different versions are not compared.","default":'
    '1}],"namespace":"muster.scheduler_log"}],"doc":"What happened."}]}'
)
