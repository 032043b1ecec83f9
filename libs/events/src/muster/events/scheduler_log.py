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
    NodeJoined,
    NodeLost,
    NodeRecovered,
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
    """A command that breaks the static rules. Judged at the door: later rules cannot change old decisions.

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
    """Time passed and the core asked to be told."""

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
    'UST","namespace":"muster.job_commands"},"doc":"A wish; for a fraction of a G'
    'PU only.","default":"BY_TRUST"}],"namespace":"muster.job_commands"},"doc":"P'
    'er rank."},{"name":"image","type":["null","string"],"doc":"Container image, '
    'for executors that use one.","default":null},{"name":"command","type":{"type'
    '":"array","items":"string"},"doc":"Program and arguments, the same for every'
    ' rank."},{"name":"env","type":{"type":"map","values":"string"},"doc":"Enviro'
    'nment added to every rank.","default":{}},{"name":"files_sha256","type":["nu'
    'll","string"],"doc":"Working files: SHA-256 of a tar.gz already stored under'
    ' files/ in S3.","default":null},{"name":"wall_time_max_ms","type":["null","l'
    'ong"],"doc":"The attempt is stopped after this long.","default":null},{"name'
    '":"duration_expected_ms","type":["null","long"],"doc":"The owner\'s estimate.'
    '","default":null},{"name":"grace_ms","type":"long","doc":"Between SIGTERM an'
    'd SIGKILL.","default":30000},{"name":"retry","type":{"type":"record","name":'
    '"RetryPolicy","doc":"When an attempt fails by itself; attempts lost with a n'
    'ode never count.","fields":[{"name":"attempts_max","type":"int","doc":"Attem'
    'pts allowed in all, 1 means no retry."},{"name":"backoff_ms","type":"long","'
    'doc":"Wait before the next attempt, doubled each time.","default":10000}],"n'
    'amespace":"muster.job_commands"},"doc":"Retry policy."},{"name":"checkpoint"'
    ',"type":{"type":"record","name":"CheckpointPolicy","doc":"Whether the agent '
    'keeps what the job writes to MUSTER_CHECKPOINT_DIR.","fields":[{"name":"enab'
    'led","type":"boolean","doc":"True: files renamed into the directory are stor'
    'ed and given to the next attempt."},{"name":"interval_ms","type":"long","doc'
    '":"How often the job is expected to write one; 0 when it decides itself.","d'
    'efault":0}],"namespace":"muster.job_commands"},"doc":"Checkpoint policy."},{'
    '"name":"labels","type":{"type":"map","values":"string"},"doc":"Free key/valu'
    'e pairs to filter by.","default":{}},{"name":"model_name","type":["null","st'
    'ring"],"doc":"Model this job trains, for the registry.","default":null},{"na'
    'me":"priority","type":"int","doc":"Higher goes first where the queue orders '
    'by priority; -1000 to 1000.","default":0},{"name":"ranks_min","type":["null"'
    ',"int"],"doc":"Fewest ranks it runs with; null: never other than `ranks`.","'
    'default":null},{"name":"world_sizes","type":{"type":"array","items":"int"},"'
    'doc":"Gang sizes it runs with, ascending; empty: ranks_min, ranks and the po'
    'wers of two between.","default":[]},{"name":"topology","type":["null",{"type'
    '":"record","name":"Topology","doc":"How the ranks of a gang should lie in th'
    'e network.","fields":[{"name":"within","type":["null",{"type":"enum","name":'
    '"TopologyLevel","doc":"Units of the network, smallest first.","symbols":["NO'
    'DE","NVLINK_DOMAIN","LEAF","SPINE","CELL"],"default":"CELL","namespace":"mus'
    'ter.job_commands"}],"doc":"The unit that should hold all ranks; null: the be'
    'st there is room in.","default":null},{"name":"strictness","type":{"type":"e'
    'num","name":"Strictness","doc":"What a gang does when no unit of its level h'
    'as room.","symbols":["REQUIRED","PREFERRED","BEST_EFFORT"],"default":"BEST_E'
    'FFORT","namespace":"muster.job_commands"},"doc":"REQUIRED waits for such a u'
    'nit, PREFERRED takes a larger one.","default":"BEST_EFFORT"},{"name":"tensor'
    '_parallel_ranks","type":"int","doc":"So many consecutive ranks share an NVLi'
    'nk domain, always.","default":1}],"namespace":"muster.job_commands"}],"doc":'
    '"How the ranks should lie; null: as near to each other as there is room.","d'
    'efault":null},{"name":"spread","type":["null","muster.job_commands.TopologyL'
    'evel"],"doc":"Ranks go evenly over units of this level instead.","default":n'
    'ull},{"name":"node_labels","type":{"type":"map","values":"string"},"doc":"On'
    'ly nodes with all these labels.","default":{}},{"name":"node_labels_preferre'
    'd","type":{"type":"map","values":"string"},"doc":"Nodes that have all these '
    'labels, too, go first.","default":{}},{"name":"tolerations","type":{"type":"'
    'array","items":"string"},"doc":"Taints of nodes that do not matter, sorted."'
    ',"default":[]},{"name":"gpu_preferences","type":{"type":"array","items":{"ty'
    'pe":"record","name":"GpuPreference","doc":"One GPU model, and how fast the j'
    'ob runs on it.","fields":[{"name":"model","type":"string","doc":"GPU model."'
    '},{"name":"throughput_milli","type":"int","doc":"Thousandths of a common uni'
    't of speed: twice as much ends in half the time."}],"namespace":"muster.job_'
    'commands"}},"doc":"GPU models with their speed; all ranks go to one of them.'
    ' resources.gpu_models names the same.","default":[]},{"name":"caches","type"'
    ':{"type":"array","items":"string"},"doc":"Names of what its nodes keep for t'
    'he next job: a model, a data set.","default":[]}],"namespace":"muster.job_co'
    'mmands"},"doc":"What to run."}],"namespace":"muster.job_commands"},{"type":"'
    'record","name":"CancelJob","doc":"Stop the job for good.","fields":[{"name":'
    '"job_id","type":"string","doc":"Job."},{"name":"tenant","type":"string","doc'
    '":"Tenant the job belongs to."},{"name":"requested_by","type":"string","doc"'
    ':"User who asks."},{"name":"reason","type":"string","doc":"Why, for people."'
    ',"default":""}],"namespace":"muster.job_commands"},{"type":"record","name":"'
    'SuspendJob","doc":"Stop the job, keep its place for a resume.","fields":[{"n'
    'ame":"job_id","type":"string","doc":"Job."},{"name":"tenant","type":"string"'
    ',"doc":"Tenant the job belongs to."},{"name":"requested_by","type":"string",'
    '"doc":"User who asks."},{"name":"reason","type":"string","doc":"Why, for peo'
    'ple.","default":""}],"namespace":"muster.job_commands"},{"type":"record","na'
    'me":"ResumeJob","doc":"Queue a suspended job again.","fields":[{"name":"job_'
    'id","type":"string","doc":"Job."},{"name":"tenant","type":"string","doc":"Te'
    'nant the job belongs to."},{"name":"requested_by","type":"string","doc":"Use'
    'r who asks."},{"name":"reason","type":"string","doc":"Why, for people.","def'
    'ault":""}],"namespace":"muster.job_commands"},{"type":"record","name":"Creat'
    'eQueue","doc":"Make a queue.","fields":[{"name":"queue","type":"string","doc'
    '":"Name: 1 to 63 of a-z 0-9 and -."},{"name":"tenant","type":"string","doc":'
    '"Tenant."},{"name":"description","type":"string","doc":"For people.","defaul'
    't":""},{"name":"requested_by","type":"string","doc":"User who asks."},{"name'
    '":"settings","type":["null",{"type":"record","name":"QueueSettings","doc":"W'
    'hat a queue may use, and how it is shared.","fields":[{"name":"parent","type'
    '":["null","string"],"doc":"Queue above, of the same tenant; null for none.",'
    '"default":null},{"name":"guarantee","type":["null",{"type":"record","name":"'
    'Quota","doc":"An amount of each resource; null says nothing of that resource'
    '.","fields":[{"name":"gpu_milli","type":["null","long"],"doc":"Thousandths o'
    'f GPU, any model.","default":null},{"name":"gpu_milli_by_model","type":{"typ'
    'e":"map","values":"long"},"doc":"Thousandths of GPU per model, beside the to'
    'tal.","default":{}},{"name":"cpu_milli","type":["null","long"],"doc":"Thousa'
    'ndths of a CPU core.","default":null},{"name":"memory_mib","type":["null","l'
    'ong"],"doc":"Main memory, MiB.","default":null}],"namespace":"muster.queue_c'
    'ommands"}],"doc":"What its jobs may always have; unused, it is lent. Null gu'
    'arantees nothing.","default":null},{"name":"maximum","type":["null","muster.'
    'queue_commands.Quota"],"doc":"What its jobs never exceed together. Null sets'
    ' no bound.","default":null},{"name":"weight","type":"int","doc":"Its part of'
    ' usage over time among the queues beside it, 1 to 1000000.","default":1},{"n'
    'ame":"over_quota_weight","type":"int","doc":"Its part of what is lent beyond'
    ' guarantees, 0 to 1000000; 0 never borrows.","default":1},{"name":"order","t'
    'ype":{"type":"enum","name":"QueueOrder","doc":"Who goes first within a tier '
    'of one queue.","symbols":["FIFO","PRIORITY","DRF"],"default":"FIFO","namespa'
    'ce":"muster.queue_commands"},"doc":"Who goes first within a tier.","default"'
    ':"FIFO"},{"name":"jobs_running_max","type":["null","int"],"doc":"Jobs that m'
    'ay hold GPUs at once.","default":null},{"name":"jobs_pending_max","type":["n'
    'ull","int"],"doc":"Jobs that may wait at once; more are rejected.","default"'
    ':null},{"name":"user_jobs_running_max","type":["null","int"],"doc":"As jobs_'
    'running_max, for one user.","default":null},{"name":"user_jobs_pending_max",'
    '"type":["null","int"],"doc":"As jobs_pending_max, for one user.","default":n'
    'ull}],"namespace":"muster.queue_commands"}],"doc":"Shares and limits; null f'
    'or none.","default":null}],"namespace":"muster.queue_commands"},{"type":"rec'
    'ord","name":"ConfigureQueue","doc":"Replace a queue\'s shares and limits.","f'
    'ields":[{"name":"queue","type":"string","doc":"Name."},{"name":"tenant","typ'
    'e":"string","doc":"Tenant."},{"name":"settings","type":"muster.queue_command'
    's.QueueSettings","doc":"All of them."},{"name":"requested_by","type":"string'
    '","doc":"User who asks."}],"namespace":"muster.queue_commands"},{"type":"rec'
    'ord","name":"DeleteQueue","doc":"Remove an empty queue.","fields":[{"name":"'
    'queue","type":"string","doc":"Name."},{"name":"tenant","type":"string","doc"'
    ':"Tenant."},{"name":"requested_by","type":"string","doc":"User who asks."}],'
    '"namespace":"muster.queue_commands"},{"type":"record","name":"ReserveCapacit'
    'y","doc":"Keep whole nodes of a GPU model for a queue, from a time until ano'
    'ther.","fields":[{"name":"reservation","type":"string","doc":"Name: 1 to 63 '
    'of a-z 0-9 and -; unique in its tenant while it lasts."},{"name":"tenant","t'
    'ype":"string","doc":"Tenant."},{"name":"queue","type":"string","doc":"Whose '
    'jobs may be placed there, and those of the queues below it."},{"name":"gpu_m'
    'odel","type":"string","doc":"GPU model of the nodes."},{"name":"gpu_count","'
    'type":["null","int"],"doc":"As few nodes as have so many GPUs; null where no'
    'des are counted.","default":null},{"name":"node_count","type":["null","int"]'
    ',"doc":"So many nodes; null where GPUs are counted.","default":null},{"name"'
    ':"starts_at_ms","type":["null","long"],"doc":"From when, milliseconds since '
    '1970 UTC; null: at once.","default":null},{"name":"ends_at_ms","type":"long"'
    ',"doc":"Until when, milliseconds since 1970 UTC."},{"name":"requested_by","t'
    'ype":"string","doc":"User who asks."}],"namespace":"muster.queue_commands"},'
    '{"type":"record","name":"CancelCapacityReservation","doc":"End a reservation'
    ', begun or not.","fields":[{"name":"reservation","type":"string","doc":"Name'
    '."},{"name":"tenant","type":"string","doc":"Tenant."},{"name":"requested_by"'
    ',"type":"string","doc":"User who asks."}],"namespace":"muster.queue_commands'
    '"},{"type":"record","name":"CordonNode","doc":"Place nothing new on the node'
    '; what runs goes on.","fields":[{"name":"node_id","type":"string","doc":"Nod'
    'e."},{"name":"requested_by","type":"string","doc":"Operator."},{"name":"reas'
    'on","type":"string","doc":"Why.","default":""}],"namespace":"muster.operator'
    '_commands"},{"type":"record","name":"UncordonNode","doc":"Place work on the '
    'node again.","fields":[{"name":"node_id","type":"string","doc":"Node."},{"na'
    'me":"requested_by","type":"string","doc":"Operator."}],"namespace":"muster.o'
    'perator_commands"},{"type":"record","name":"DrainNode","doc":"Place nothing '
    "new on the node, and move what runs there: it stops with its grace and waits"
    ' again.","fields":[{"name":"node_id","type":"string","doc":"Node."},{"name":'
    '"requested_by","type":"string","doc":"Operator."},{"name":"reason","type":"s'
    'tring","doc":"Why.","default":""}],"namespace":"muster.operator_commands"},{'
    '"type":"record","name":"UndrainNode","doc":"Place work on the node again.","'
    'fields":[{"name":"node_id","type":"string","doc":"Node."},{"name":"requested'
    '_by","type":"string","doc":"Operator."}],"namespace":"muster.operator_comman'
    'ds"},{"type":"record","name":"TagNode","doc":"Give the node labels and taint'
    's beside those it announces, or take such away.","fields":[{"name":"node_id"'
    ',"type":"string","doc":"Node."},{"name":"labels","type":{"type":"map","value'
    's":"string"},"doc":"Labels to set; they win over announced ones.","default":'
    '{}},{"name":"labels_removed","type":{"type":"array","items":"string"},"doc":'
    '"Labels set before that no longer hold, sorted.","default":[]},{"name":"tain'
    'ts","type":{"type":"array","items":"string"},"doc":"Taints to set, sorted.",'
    '"default":[]},{"name":"taints_removed","type":{"type":"array","items":"strin'
    'g"},"doc":"Taints set before that no longer hold, sorted.","default":[]},{"n'
    'ame":"requested_by","type":"string","doc":"Operator."}],"namespace":"muster.'
    'operator_commands"},{"type":"record","name":"ScheduleMaintenance","doc":"Clo'
    'se the node for a time; takes the place of a window that has not begun.","fi'
    'elds":[{"name":"node_id","type":"string","doc":"Node."},{"name":"starts_at_m'
    's","type":"long","doc":"From when, milliseconds since 1970 UTC."},{"name":"e'
    'nds_at_ms","type":"long","doc":"Until when."},{"name":"requested_by","type":'
    '"string","doc":"Operator."},{"name":"reason","type":"string","doc":"Why.","d'
    'efault":""}],"namespace":"muster.operator_commands"},{"type":"record","name"'
    ':"CancelMaintenance","doc":"Call the node\'s window off, or end it.","fields"'
    ':[{"name":"node_id","type":"string","doc":"Node."},{"name":"requested_by","t'
    'ype":"string","doc":"Operator."}],"namespace":"muster.operator_commands"},{"'
    'type":"record","name":"ActivatePolicy","doc":"Decide by this policy from now'
    ' on.","fields":[{"name":"policy","type":{"type":"record","name":"Policy","do'
    'c":"Knobs that change decisions; a change is an event, so it replays.","fiel'
    'ds":[{"name":"name","type":"string","doc":"For people."},{"name":"head_patie'
    'nce_ms","type":"long","doc":"A blocked head of line is passed freely for thi'
    's long; then nodes are reserved for it."},{"name":"head_hold_ms","type":"lon'
    'g","doc":"Nodes reserved for it are kept this long beyond the time it should'
    ' have started at."},{"name":"attempts_lost_max","type":"int","doc":"Attempts'
    ' lost with their nodes before the job fails."},{"name":"workload_shapes_max"'
    ',"type":"int","doc":"Shapes remembered for the fragmentation score."},{"name'
    '":"jobs_ended_kept_max","type":"int","doc":"Ended jobs remembered for dedupl'
    'ication."},{"name":"share_window_ms","type":"long","doc":"Usage older than t'
    'his is forgotten.","default":2592000000},{"name":"share_half_life_ms","type"'
    ':"long","doc":"Usage this old counts half.","default":604800000},{"name":"sh'
    'are_history_percent","type":"int","doc":"Weight of usage over time beside us'
    'age now, 0 to 10000.","default":100},{"name":"credit_max_ms","type":"long","'
    'doc":"Burst credit holds at most a guarantee unused for this long; 0 gives n'
    'one.","default":86400000},{"name":"model_price_milli","type":{"type":"map","'
    'values":"long"},"doc":"What an hour of a GPU model counts, thousandths; 1000'
    ' where absent.","default":{}},{"name":"aging_step_ms","type":"long","doc":"A'
    " job that waited this long goes with the next higher tier, and so on; 0 neve"
    'r.","default":86400000},{"name":"reclaim_interval_ms","type":"long","doc":"A'
    ' wish for lent GPUs is repeated at most this often.","default":60000},{"name'
    '":"measure_interval_ms","type":"long","doc":"A queue that changed is measure'
    'd at most this often.","default":10000},{"name":"resize_interval_ms","type":'
    '"long","doc":"An elastic job is resized at most this often.","default":30000'
    '0},{"name":"defrag_interval_ms","type":"long","doc":"Moves that would make r'
    'oom for the head of line are looked for at most this often.","default":30000'
    '0},{"name":"defrag_benefit_percent","type":"int","doc":"They are carried out'
    " when the GPU time that is won is at least this part of what is lost; 0 only"
    ' proposes.","default":300},{"name":"topology","type":{"type":"record","name"'
    ':"TopologyWeights","doc":"What a gang\'s place is worth, per GPU of the gang,'
    ' by the smallest unit that holds it.","fields":[{"name":"nvlink","type":"int'
    '","doc":"The gang shares an NVLink domain or a node.","default":1000},{"name'
    '":"leaf","type":"int","doc":"It shares a leaf.","default":400},{"name":"spin'
    'e","type":"int","doc":"It shares a spine.","default":200},{"name":"cell","ty'
    'pe":"int","doc":"It shares a cell.","default":100},{"name":"stranded_gpu","t'
    'ype":"int","doc":"Taken off for each GPU left free beside it that no group l'
    'ike its own can use.","default":100}],"namespace":"muster.operator_commands"'
    '},"doc":"How places of gangs are weighed.","default":{"nvlink":1000,"leaf":4'
    '00,"spine":200,"cell":100,"stranded_gpu":100}},{"name":"tenants_untrusted","'
    'type":{"type":"array","items":"string"},"doc":"Tenants whose fractions of GP'
    'Us always get a MIG instance of their own.","default":[]},{"name":"mig_chang'
    'e_interval_ms","type":"long","doc":"A GPU is cut into MIG instances, or made'
    ' whole again, at most this often.","default":600000},{"name":"mig_geometries'
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
    'AgentStarted","doc":"The agent is up and tells what it runs, so that the sch'
    'eduler can reconcile.","subject":"node","fields":[{"name":"node_id","type":"'
    'string","doc":"Node."},{"name":"boot_id","type":"string","doc":"Boot."},{"na'
    'me":"fresh","type":"boolean","doc":"True: the agent remembers nothing from b'
    'efore."},{"name":"order_seq_last","type":"long","doc":"Newest order it has c'
    'arried out; -1 when fresh."},{"name":"running","type":{"type":"array","items'
    '":{"type":"record","name":"AttemptRef","doc":"One attempt.","fields":[{"name'
    '":"job_id","type":"string","doc":"Job."},{"name":"attempt","type":"int","doc'
    '":"Attempt."}],"namespace":"muster.task_events"}},"doc":"Tasks adopted, stil'
    'l running."}],"namespace":"muster.task_events"},{"type":"record","name":"Tas'
    'kStarted","doc":"All ranks of the task have a process.","subject":"task","fi'
    'elds":[{"name":"node_id","type":"string","doc":"Node."},{"name":"job_id","ty'
    'pe":"string","doc":"Job."},{"name":"attempt","type":"int","doc":"Attempt, 1-'
    'based."},{"name":"ranks","type":{"type":"array","items":"int"},"doc":"Ranks '
    'on this node."}],"namespace":"muster.task_events"},{"type":"record","name":"'
    'TaskExited","doc":"No rank of the task runs any more.","subject":"task","fie'
    'lds":[{"name":"node_id","type":"string","doc":"Node."},{"name":"job_id","typ'
    'e":"string","doc":"Job."},{"name":"attempt","type":"int","doc":"Attempt, 1-b'
    'ased."},{"name":"outcome","type":{"type":"enum","name":"TaskOutcome","doc":"'
    'How the task ended.","symbols":["SUCCEEDED","FAILED","STOPPED","TIMED_OUT","'
    'LOST"],"default":"LOST","namespace":"muster.task_events"},"doc":"STOPPED: on'
    ' order. TIMED_OUT: its wall time. LOST: its processes vanished."},{"name":"e'
    'xits","type":{"type":"array","items":{"type":"record","name":"RankExit","doc'
    '":"How one rank ended.","fields":[{"name":"rank","type":"int","doc":"Rank."}'
    ',{"name":"exit_code","type":["null","int"],"doc":"Exit code.","default":null'
    '},{"name":"signal","type":["null","int"],"doc":"Signal that ended it.","defa'
    'ult":null}],"namespace":"muster.task_events"}},"doc":"Per rank."},{"name":"m'
    'essage","type":"string","doc":"For people: the first failing rank and why.",'
    '"default":""}],"namespace":"muster.task_events"},{"type":"record","name":"Ta'
    'skRefused","doc":"An order was not carried out.","subject":"task","fields":['
    '{"name":"node_id","type":"string","doc":"Node."},{"name":"job_id","type":"st'
    'ring","doc":"Job."},{"name":"attempt","type":"int","doc":"Attempt, 1-based."'
    '},{"name":"epoch","type":"long","doc":"Epoch of the order."},{"name":"order_'
    'seq","type":"long","doc":"Order."},{"name":"reason","type":{"type":"enum","n'
    'ame":"RefusalReason","doc":"Why.","symbols":["STALE_EPOCH","GPU_BUSY","UNKNO'
    'WN_GPU","FILES_UNAVAILABLE","CANNOT_START"],"default":"CANNOT_START","namesp'
    'ace":"muster.task_events"},"doc":"Why."},{"name":"message","type":"string","'
    'doc":"For people.","default":""}],"namespace":"muster.task_events"},{"type":'
    '"record","name":"CheckpointSaved","doc":"A checkpoint is safe in S3.","subje'
    'ct":"task","fields":[{"name":"node_id","type":"string","doc":"Node."},{"name'
    '":"job_id","type":"string","doc":"Job."},{"name":"attempt","type":"int","doc'
    '":"Attempt, 1-based."},{"name":"rank","type":"int","doc":"Rank that wrote it'
    '."},{"name":"file","type":"string","doc":"File name."},{"name":"uri","type":'
    '"string","doc":"s3://bucket/key."},{"name":"sha256","type":"string","doc":"O'
    'f the bytes."},{"name":"size_bytes","type":"long","doc":"Size."}],"namespace'
    '":"muster.task_events"},{"type":"record","name":"NodeJoined","doc":"A node i'
    's known, or came back with other hardware.","subject":"node","fields":[{"nam'
    'e":"node_id","type":"string","doc":"Node."},{"name":"boot_id","type":"string'
    '","doc":"Boot of its agent."},{"name":"address","type":"string","doc":"Addre'
    'ss."},{"name":"port_first","type":"int","doc":"First rendezvous port."},{"na'
    'me":"port_count","type":"int","doc":"How many."},{"name":"cpu_milli","type":'
    '"long","doc":"CPU."},{"name":"memory_mib","type":"long","doc":"Memory."},{"n'
    'ame":"gpu_model","type":"string","doc":"Model."},{"name":"gpu_count","type":'
    '"int","doc":"GPUs."},{"name":"executor","type":{"type":"enum","name":"Execut'
    'or","doc":"How ranks run.","symbols":["PROCESS","SIMULATED"],"default":"SIMU'
    'LATED","namespace":"muster.node_heartbeats"},"doc":"How ranks run."},{"name"'
    ':"lease_ms","type":"long","doc":"Lease."},{"name":"interval_ms","type":"long'
    '","doc":"Heartbeat interval."},{"name":"labels","type":{"type":"map","values'
    '":"string"},"doc":"Labels.","default":{}},{"name":"location","type":{"type":'
    '"record","name":"Location","doc":"A node\'s place in the network: each name i'
    's a unit within the next one; empty is unknown.","fields":[{"name":"nvlink_d'
    'omain","type":"string","doc":"NVLink domain larger than the node; empty: the'
    ' node is one by itself.","default":""},{"name":"leaf","type":"string","doc":'
    '"InfiniBand leaf switch.","default":""},{"name":"spine","type":"string","doc'
    '":"Spine, or pod of leaves.","default":""},{"name":"cell","type":"string","d'
    'oc":"Part of the network above the spines.","default":""}],"namespace":"must'
    'er.node_heartbeats"},"doc":"Where it is in the network.","default":{"nvlink_'
    'domain":"","leaf":"","spine":"","cell":""}},{"name":"taints","type":{"type":'
    '"array","items":"string"},"doc":"Only jobs that tolerate all of them are pla'
    'ced here; sorted.","default":[]}],"namespace":"muster.job_events"},{"type":"'
    'record","name":"NodeSuspected","doc":"Two beats missed: nothing new goes the'
    're; what runs goes on.","subject":"node","fields":[{"name":"node_id","type":'
    '"string","doc":"Node."},{"name":"silent_ms","type":"long","doc":"Time since '
    'its last beat."}],"namespace":"muster.job_events"},{"type":"record","name":"'
    'NodeRecovered","doc":"The node is heard again.","subject":"node","fields":[{'
    '"name":"node_id","type":"string","doc":"Node."}],"namespace":"muster.job_eve'
    'nts"},{"type":"record","name":"NodeLost","doc":"The lease ran out: its attem'
    'pts are given up.","subject":"node","fields":[{"name":"node_id","type":"stri'
    'ng","doc":"Node."},{"name":"silent_ms","type":"long","doc":"Time since its l'
    'ast beat."}],"namespace":"muster.job_events"},{"type":"record","name":"NodeR'
    'elocated","doc":"The network around the node has changed; what runs there go'
    'es on.","subject":"node","fields":[{"name":"node_id","type":"string","doc":"'
    'Node."},{"name":"location","type":"muster.node_heartbeats.Location","doc":"W'
    'here it is now."}],"namespace":"muster.job_events"},{"type":"record","name":'
    '"GpuUnhealthy","doc":"Nothing new goes on this GPU.","subject":"node","field'
    's":[{"name":"node_id","type":"string","doc":"Node."},{"name":"gpu_index","ty'
    'pe":"int","doc":"GPU."},{"name":"reason","type":"string","doc":"Why."}],"nam'
    'espace":"muster.job_events"},{"type":"record","name":"GpuRecovered","doc":"T'
    'he GPU is healthy again.","subject":"node","fields":[{"name":"node_id","type'
    '":"string","doc":"Node."},{"name":"gpu_index","type":"int","doc":"GPU."}],"n'
    'amespace":"muster.job_events"},{"type":"record","name":"CommandInvalid","doc'
    '":"A command that breaks the static rules. Judged at the door: later rules c'
    'annot change old decisions.","fields":[{"name":"command_id","type":"string",'
    '"doc":"event_id of the command."},{"name":"command","type":"string","doc":"I'
    'ts record name."},{"name":"subject","type":"string","doc":"Job, queue or nod'
    'e."},{"name":"tenant","type":"string","doc":"Tenant."},{"name":"message","ty'
    'pe":"string","doc":"For people."},{"name":"violations","type":{"type":"array'
    '","items":{"type":"record","name":"Violation","aliases":["muster.job_events.'
    'Violation"],"doc":"One thing wrong with a request.","fields":[{"name":"field'
    '","type":"string","doc":"Path of the field."},{"name":"value","type":"string'
    '","doc":"What was given, shortened."},{"name":"allowed","type":"string","doc'
    '":"What is allowed."}],"namespace":"muster.command_answers"}},"doc":"Field b'
    'y field."}],"namespace":"muster.scheduler_log"},{"type":"record","name":"Lea'
    'derElected","doc":"First input of an epoch.","fields":[{"name":"epoch","type'
    '":"long","doc":"Epoch."},{"name":"leader_id","type":"string","doc":"Process '
    'that leads."}],"namespace":"muster.scheduler_log"},{"type":"record","name":"'
    'ClockTicked","doc":"Time passed and the core asked to be told.","fields":[],'
    '"namespace":"muster.scheduler_log"}],"doc":"What came in."}],"namespace":"mu'
    'ster.scheduler_log"}},"doc":"In order."},{"name":"decisions","type":{"type":'
    '"array","items":{"type":"record","name":"Decision","doc":"One consequence.",'
    '"fields":[{"name":"event_id","type":"string","doc":"The same as in the publi'
    'c topic."},{"name":"cause_seq","type":"long","doc":"seq of the input it foll'
    'ows from."},{"name":"payload","type":[{"type":"record","name":"CommandReject'
    'ed","aliases":["muster.job_events.CommandRejected"],"doc":"A command that wi'
    'll not be carried out, and why.","subject":"command","fields":[{"name":"comm'
    'and_id","type":"string","doc":"event_id of the command."},{"name":"command",'
    '"type":"string","doc":"Its record name."},{"name":"subject","type":"string",'
    '"doc":"What it was about: a job, queue, node, or another entity of the servi'
    'ce."},{"name":"tenant","type":"string","doc":"Tenant."},{"name":"code","type'
    '":{"type":"enum","name":"RejectionCode","aliases":["muster.job_events.Reject'
    'ionCode"],"doc":"Kinds of refusal, the same for all services; each has its H'
    'TTP status.","symbols":["INVALID","ALREADY_EXISTS","NOT_FOUND","WRONG_STATE"'
    ',"IMPOSSIBLE_REQUEST","UNKNOWN_QUEUE","QUEUE_NOT_EMPTY","FORBIDDEN","QUOTA_E'
    'XCEEDED","BAD_TREE"],"default":"FORBIDDEN","namespace":"muster.command_answe'
    'rs"},"doc":"Kind of refusal."},{"name":"detail_code","type":"string","doc":"'
    "The service's own, finer code; its README lists them. Empty: `code` says all"
    '.","default":""},{"name":"message","type":"string","doc":"For people."},{"na'
    'me":"violations","type":{"type":"array","items":"muster.command_answers.Viol'
    'ation"},"doc":"Field by field.","default":[]}],"namespace":"muster.command_a'
    'nswers"},{"type":"record","name":"CommandRepeated","aliases":["muster.job_ev'
    'ents.CommandRepeated"],"doc":"A command that was carried out before came aga'
    'in; nothing changed.","subject":"command","fields":[{"name":"command_id","ty'
    'pe":"string","doc":"event_id of the command."},{"name":"command","type":"str'
    'ing","doc":"Its record name."},{"name":"subject","type":"string","doc":"What'
    ' it was about."}],"namespace":"muster.command_answers"},{"type":"record","na'
    'me":"JobQueued","doc":"The job is accepted and waits.","subject":"job","fiel'
    'ds":[{"name":"job_id","type":"string","doc":"Job."},{"name":"tenant","type":'
    '"string","doc":"Tenant."},{"name":"spec","type":"muster.job_commands.JobSpec'
    '","doc":"As accepted."},{"name":"predicted_p50_ms","type":["null","long"],"d'
    'oc":"An attempt is believed to run longer than this as likely as not; null: '
    'nobody knows.","default":null},{"name":"predicted_p90_ms","type":["null","lo'
    'ng"],"doc":"Nine in ten such attempts are believed to run at most this long;'
    ' null: nothing can be stated.","default":null}],"namespace":"muster.job_even'
    'ts"},{"type":"record","name":"JobPending","doc":"Why the job is not placed; '
    'sent when the reason changes.","subject":"job","fields":[{"name":"job_id","t'
    'ype":"string","doc":"Job."},{"name":"code","type":{"type":"enum","name":"Pen'
    'dingCode","doc":"Stable codes for why a job waits.","symbols":["NO_NODES","M'
    'ODEL_ABSENT","TOO_LARGE","CLUSTER_TOO_SMALL","GPUS_BUSY","GPUS_FRAGMENTED","'
    'FRACTIONS_FRAGMENTED","CPU_SHORT","MEMORY_SHORT","NODES_UNSCHEDULABLE","LABE'
    'LS_ABSENT","TAINTS_UNTOLERATED","NODES_AVOIDED","MAINTENANCE_AHEAD","GANG_SH'
    'ORT","TOPOLOGY_SHORT","HELD_FOR_HEAD","NODES_RESERVED","RETRY_BACKOFF","SUSP'
    'ENDED","QUEUED","QUOTA_EXHAUSTED","JOB_LIMIT","GEOMETRY_FROZEN"],"default":"'
    'QUEUED","namespace":"muster.job_events"},"doc":"The one dominant reason."},{'
    '"name":"message","type":"string","doc":"One sentence."},{"name":"counts","ty'
    'pe":{"type":"map","values":"long"},"doc":"Numbers behind it.","default":{}}]'
    ',"namespace":"muster.job_events"},{"type":"record","name":"PreemptionRequest'
    'ed","doc":"A job or a reservation is due GPUs that others hold; who yields i'
    's decided elsewhere.","subject":"plan","fields":[{"name":"job_id","type":"st'
    'ring","doc":"Job; empty where a reservation is due them."},{"name":"cause","'
    'type":{"type":"enum","name":"PreemptionCause","doc":"What entitles it.","sym'
    'bols":["GUARANTEE","TIER","RESERVATION"],"default":"TIER","namespace":"muste'
    'r.job_events"},"doc":"What entitles it."},{"name":"queue","type":"string","d'
    'oc":"Its queue."},{"name":"tenant","type":"string","doc":"Tenant."},{"name":'
    '"jobs","type":"int","doc":"It and so many equal jobs of its queue in all are'
    ' due what they ask.","default":1},{"name":"gpu_milli_missing","type":"long",'
    '"doc":"Thousandths of GPU that they wait for."},{"name":"gpu_models","type":'
    '{"type":"array","items":"string"},"doc":"Models it accepts, sorted; empty fo'
    'r any.","default":[]},{"name":"borrowers","type":{"type":"array","items":{"t'
    'ype":"record","name":"Borrower","doc":"A queue beyond its guarantee.","field'
    's":[{"name":"queue","type":"string","doc":"Name."},{"name":"tenant","type":"'
    'string","doc":"Tenant."},{"name":"gpu_milli_borrowed","type":"long","doc":"B'
    'eyond its guarantee, thousandths of GPU."}],"namespace":"muster.job_events"}'
    '},"doc":"Queues that hold lent GPUs, most first.","default":[]},{"name":"as_'
    'of_seq","type":"long","doc":"State of the log that this is true of."},{"name'
    '":"reservation","type":"string","doc":"Reservation that has begun; empty whe'
    're a job is due them.","default":""},{"name":"holders","type":{"type":"array'
    '","items":"string"},"doc":"Jobs that still hold its nodes, sorted; never pro'
    'duction inference.","default":[]}],"namespace":"muster.job_events"},{"type":'
    '"record","name":"ReservationMade","doc":"Nodes are kept for the job that hea'
    'ds the line and does not fit; takes the place of its last one.","subject":"p'
    'lan","fields":[{"name":"job_id","type":"string","doc":"Job."},{"name":"node_'
    'ids","type":{"type":"array","items":"string"},"doc":"Kept: others may be pla'
    'ced there only if they are believed to end before starts_at_ms."},{"name":"s'
    'tarts_at_ms","type":["null","long"],"doc":"When the nodes are believed to ha'
    've room for it; null: nobody can tell.","default":null},{"name":"kept_until_'
    'ms","type":"long","doc":"When, the job not started, nodes are chosen anew."}'
    ',{"name":"by_limits","type":"boolean","doc":"Believed are only wall time lim'
    'its: an earlier reservation of the job was not kept.","default":false}],"nam'
    'espace":"muster.job_events"},{"type":"record","name":"ReservationReleased","'
    'doc":"The nodes kept for a job are everybody\'s again.","subject":"plan","fie'
    'lds":[{"name":"job_id","type":"string","doc":"Job."},{"name":"reason","type"'
    ':{"type":"enum","name":"ReleaseReason","doc":"Why.","symbols":["STARTED","NO'
    '_LONGER_WAITS","NO_LONGER_HEAD","IN_VAIN"],"default":"NO_LONGER_WAITS","name'
    'space":"muster.job_events"},"doc":"Why."},{"name":"again_at_ms","type":["nul'
    'l","long"],"doc":"When nodes are kept for it again, as it still heads the li'
    'ne; null: not for this reason.","default":null}],"namespace":"muster.job_eve'
    'nts"},{"type":"record","name":"DefragmentationProposed","doc":"Moves of runn'
    'ing jobs that would let a job start that free GPUs in all suffice for.","sub'
    'ject":"plan","fields":[{"name":"job_id","type":"string","doc":"The job that '
    'would start."},{"name":"moves","type":{"type":"array","items":{"type":"recor'
    'd","name":"Move","doc":"One job that would go on elsewhere.","fields":[{"nam'
    'e":"job_id","type":"string","doc":"Job."},{"name":"from_node_ids","type":{"t'
    'ype":"array","items":"string"},"doc":"Where it is, sorted."},{"name":"to_nod'
    'e_ids","type":{"type":"array","items":"string"},"doc":"Where it would go, so'
    'rted."},{"name":"lost_gpu_ms","type":"long","doc":"GPU milliseconds: its GPU'
    's times what it ran since its last checkpoint, and a restart."}],"namespace"'
    ':"muster.job_events"}},"doc":"By job."},{"name":"cost_gpu_ms","type":"long",'
    '"doc":"GPU milliseconds that all moves lose."},{"name":"benefit_gpu_ms","typ'
    'e":"long","doc":"GPU milliseconds that the job would have sooner: its GPUs t'
    'imes the wait it is spared."},{"name":"carried_out","type":"boolean","doc":"'
    'The moves begin now."}],"namespace":"muster.job_events"},{"type":"record","n'
    'ame":"GangBound","doc":"Every rank has its place; orders to start are in the'
    ' same transaction.","subject":"job","fields":[{"name":"job_id","type":"strin'
    'g","doc":"Job."},{"name":"attempt","type":"int","doc":"Attempt."},{"name":"p'
    'lacements","type":{"type":"array","items":{"type":"record","name":"RankPlace'
    'ment","doc":"Where one rank runs.","fields":[{"name":"rank","type":"int","do'
    'c":"Rank."},{"name":"node_id","type":"string","doc":"Node."},{"name":"gpu_in'
    'dices","type":{"type":"array","items":"int"},"doc":"GPUs."},{"name":"gpu_mil'
    'li","type":"int","doc":"Thousandths of each."},{"name":"sharing","type":{"ty'
    'pe":"enum","name":"Sharing","doc":"How a rank shares its GPUs: not; inside i'
    'ts team by MPS or in turns; by a MIG instance.","symbols":["EXCLUSIVE","MPS"'
    ',"TIME_SLICING","MIG"],"default":"EXCLUSIVE","namespace":"muster.node_comman'
    'ds"},"doc":"Who else may be on them.","default":"EXCLUSIVE"},{"name":"mig_pr'
    'ofile","type":["null","string"],"doc":"Profile of the MIG instance it gets."'
    ',"default":null},{"name":"mig_start","type":["null","int"],"doc":"First memo'
    'ry slice of that instance.","default":null}],"namespace":"muster.job_events"'
    '}},"doc":"One per rank."},{"name":"master_address","type":"string","doc":"Ra'
    'nk 0\'s address."},{"name":"master_port","type":"int","doc":"Rendezvous port.'
    '"},{"name":"waited_ms","type":"long","doc":"Since the job was last queued."}'
    ',{"name":"reason","type":"string","doc":"Why there.","default":""},{"name":"'
    'tenant","type":"string","doc":"Whose job it is.","default":""},{"name":"queu'
    'e","type":"string","doc":"The job\'s queue.","default":""},{"name":"each","ty'
    'pe":["null",{"type":"record","name":"RankShape","doc":"What each rank of a g'
    'ang holds on its node, besides the GPUs of its placement.","fields":[{"name"'
    ':"cpu_milli","type":"long","doc":"Thousandths of a CPU core."},{"name":"memo'
    'ry_mib","type":"long","doc":"Host memory."},{"name":"gpu_models","type":{"ty'
    'pe":"array","items":"string"},"doc":"GPU models it would accept, sorted; emp'
    'ty: any.","default":[]},{"name":"sharing_key","type":"string","doc":"With wh'
    "om it shares its GPU: ranks of the same key do (a trust domain and a way of "
    'sharing); `mig`: a MIG instance of its own; empty: with nobody.","default":"'
    '"}],"namespace":"muster.job_events"}],"doc":"What each rank holds; null: an '
    'earlier version wrote it.","default":null}],"namespace":"muster.job_events"}'
    ',{"type":"record","name":"JobStarted","doc":"All ranks run.","subject":"job"'
    ',"fields":[{"name":"job_id","type":"string","doc":"Job."},{"name":"attempt",'
    '"type":"int","doc":"Attempt."}],"namespace":"muster.job_events"},{"type":"re'
    'cord","name":"JobResizing","doc":"An elastic job stops, to go on at once wit'
    'h another number of ranks.","subject":"job","fields":[{"name":"job_id","type'
    '":"string","doc":"Job."},{"name":"attempt","type":"int","doc":"The attempt t'
    'hat stops."},{"name":"ranks_from","type":"int","doc":"Its ranks."},{"name":"'
    'ranks_to","type":"int","doc":"Ranks of the next one, or fewer where they no '
    'longer fit."},{"name":"reason","type":"string","doc":"Why."}],"namespace":"m'
    'uster.job_events"},{"type":"record","name":"JobMoving","doc":"A job stops, t'
    'o go on at once on other nodes, so that another has room.","subject":"job","'
    'fields":[{"name":"job_id","type":"string","doc":"Job."},{"name":"attempt","t'
    'ype":"int","doc":"The attempt that stops."},{"name":"placements","type":{"ty'
    'pe":"array","items":"muster.job_events.RankPlacement"},"doc":"Where it is to'
    ' go on, in rank order; elsewhere, where that is gone."},{"name":"reason","ty'
    'pe":"string","doc":"Why."}],"namespace":"muster.job_events"},{"type":"record'
    '","name":"JobStopping","doc":"Ranks have been ordered to stop.","subject":"j'
    'ob","fields":[{"name":"job_id","type":"string","doc":"Job."},{"name":"attemp'
    't","type":"int","doc":"Attempt."},{"name":"reason","type":"string","doc":"Wh'
    'y."},{"name":"requeues","type":"boolean","doc":"It waits again once it has s'
    'topped, and the attempt counts neither as failed nor as lost.","default":fal'
    'se}],"namespace":"muster.job_events"},{"type":"record","name":"AttemptEnded"'
    ',"doc":"An attempt is over on every node and its GPUs are free.","subject":"'
    'job","fields":[{"name":"job_id","type":"string","doc":"Job."},{"name":"attem'
    'pt","type":"int","doc":"Attempt."},{"name":"outcome","type":{"type":"enum","'
    'name":"AttemptOutcome","doc":"How.","symbols":["SUCCEEDED","FAILED","STOPPED'
    '","TIMED_OUT","LOST","REFUSED"],"default":"REFUSED","namespace":"muster.job_'
    'events"},"doc":"How."},{"name":"exit_code","type":["null","int"],"doc":"Of t'
    'he first failing rank.","default":null},{"name":"signal","type":["null","int'
    '"],"doc":"Of the first failing rank.","default":null},{"name":"rank","type":'
    '["null","int"],"doc":"First failing rank.","default":null},{"name":"node_id"'
    ',"type":["null","string"],"doc":"Its node.","default":null},{"name":"message'
    '","type":"string","doc":"For people.","default":""},{"name":"ran_ms","type":'
    '"long","doc":"From bind to end."}],"namespace":"muster.job_events"},{"type":'
    '"record","name":"JobRequeued","doc":"The job waits again.","subject":"job","'
    'fields":[{"name":"job_id","type":"string","doc":"Job."},{"name":"attempt_nex'
    't","type":"int","doc":"Number of the next attempt."},{"name":"reason","type"'
    ':"string","doc":"Why."},{"name":"not_before_ms","type":"long","doc":"Earlies'
    't time of the next attempt."}],"namespace":"muster.job_events"},{"type":"rec'
    'ord","name":"JobSucceeded","doc":"Every rank ended with exit code 0.","subje'
    'ct":"job","fields":[{"name":"job_id","type":"string","doc":"Job."},{"name":"'
    'attempt","type":"int","doc":"Attempt."}],"namespace":"muster.job_events"},{"'
    'type":"record","name":"JobFailed","doc":"The job is over and did not succeed'
    '.","subject":"job","fields":[{"name":"job_id","type":"string","doc":"Job."},'
    '{"name":"attempt","type":"int","doc":"Attempt."},{"name":"reason","type":"st'
    'ring","doc":"Why."},{"name":"exit_code","type":["null","int"],"doc":"Of the '
    'first failing rank.","default":null}],"namespace":"muster.job_events"},{"typ'
    'e":"record","name":"JobCancelled","doc":"The job was cancelled and nothing o'
    'f it runs.","subject":"job","fields":[{"name":"job_id","type":"string","doc"'
    ':"Job."},{"name":"requested_by","type":"string","doc":"Who asked."},{"name":'
    '"reason","type":"string","doc":"Why."}],"namespace":"muster.job_events"},{"t'
    'ype":"record","name":"JobSuspended","doc":"The job was suspended and nothing'
    ' of it runs.","subject":"job","fields":[{"name":"job_id","type":"string","do'
    'c":"Job."},{"name":"requested_by","type":"string","doc":"Who asked."},{"name'
    '":"reason","type":"string","doc":"Why."}],"namespace":"muster.job_events"},{'
    '"type":"record","name":"JobResumed","doc":"A suspended job waits again.","su'
    'bject":"job","fields":[{"name":"job_id","type":"string","doc":"Job."},{"name'
    '":"requested_by","type":"string","doc":"Who asked."}],"namespace":"muster.jo'
    'b_events"},{"type":"record","name":"CheckpointRecorded","doc":"The next atte'
    'mpt will start from this.","subject":"job","fields":[{"name":"job_id","type"'
    ':"string","doc":"Job."},{"name":"attempt","type":"int","doc":"Attempt."},{"n'
    'ame":"rank","type":"int","doc":"Rank that wrote it."},{"name":"file","type":'
    '"string","doc":"File name."},{"name":"uri","type":"string","doc":"Where."},{'
    '"name":"sha256","type":"string","doc":"Of the bytes."},{"name":"size_bytes",'
    '"type":"long","doc":"Size."}],"namespace":"muster.job_events"},"muster.job_e'
    'vents.NodeJoined","muster.job_events.NodeSuspected","muster.job_events.NodeR'
    'ecovered","muster.job_events.NodeLost",{"type":"record","name":"NodeCordoned'
    '","doc":"Nothing new goes there.","subject":"node","fields":[{"name":"node_i'
    'd","type":"string","doc":"Node."},{"name":"requested_by","type":"string","do'
    'c":"Who."},{"name":"reason","type":"string","doc":"Why."}],"namespace":"must'
    'er.job_events"},{"type":"record","name":"NodeUncordoned","doc":"Work goes th'
    'ere again.","subject":"node","fields":[{"name":"node_id","type":"string","do'
    'c":"Node."},{"name":"requested_by","type":"string","doc":"Who."}],"namespace'
    '":"muster.job_events"},{"type":"record","name":"NodeDraining","doc":"Nothing'
    ' new is placed on the node, and what runs there is moved.","subject":"node",'
    '"fields":[{"name":"node_id","type":"string","doc":"Node."},{"name":"requeste'
    'd_by","type":"string","doc":"Operator."},{"name":"reason","type":"string","d'
    'oc":"Why.","default":""}],"namespace":"muster.job_events"},{"type":"record",'
    '"name":"NodeUndrained","doc":"Work may be placed on the node again.","subjec'
    't":"node","fields":[{"name":"node_id","type":"string","doc":"Node."},{"name"'
    ':"requested_by","type":"string","doc":"Operator."}],"namespace":"muster.job_'
    'events"},{"type":"record","name":"NodeTagged","doc":"What operators say of t'
    'he node, beside what it announces, from now on.","subject":"node","fields":['
    '{"name":"node_id","type":"string","doc":"Node."},{"name":"labels","type":{"t'
    'ype":"map","values":"string"},"doc":"Labels; they win over announced ones.",'
    '"default":{}},{"name":"taints","type":{"type":"array","items":"string"},"doc'
    '":"Taints, sorted.","default":[]},{"name":"requested_by","type":"string","do'
    'c":"Operator."}],"namespace":"muster.job_events"},{"type":"record","name":"M'
    'aintenanceScheduled","doc":"The node will be closed for a time: nothing is p'
    'laced there that is not believed to end before.","subject":"node","fields":['
    '{"name":"node_id","type":"string","doc":"Node."},{"name":"starts_at_ms","typ'
    'e":"long","doc":"From when, milliseconds since 1970 UTC."},{"name":"ends_at_'
    'ms","type":"long","doc":"Until when."},{"name":"requested_by","type":"string'
    '","doc":"Operator."},{"name":"reason","type":"string","doc":"Why.","default"'
    ':""}],"namespace":"muster.job_events"},{"type":"record","name":"MaintenanceS'
    'tarted","doc":"The node\'s window has begun: it is closed, and what still run'
    's there is moved.","subject":"node","fields":[{"name":"node_id","type":"stri'
    'ng","doc":"Node."}],"namespace":"muster.job_events"},{"type":"record","name"'
    ':"MaintenanceEnded","doc":"The node\'s window is over, or was called off.","s'
    'ubject":"node","fields":[{"name":"node_id","type":"string","doc":"Node."},{"'
    'name":"requested_by","type":["null","string"],"doc":"Operator who called it '
    'off; null: its time was over.","default":null}],"namespace":"muster.job_even'
    'ts"},"muster.job_events.NodeRelocated","muster.job_events.GpuUnhealthy","mus'
    'ter.job_events.GpuRecovered",{"type":"record","name":"GpuGeometryChanged","d'
    'oc":"An empty GPU was cut, to take MIG instances and nothing else, or made w'
    'hole again.","subject":"node","fields":[{"name":"node_id","type":"string","d'
    'oc":"Node."},{"name":"gpu_index","type":"int","doc":"GPU."},{"name":"cut","t'
    'ype":"boolean","doc":"True: MIG mode. False: whole."},{"name":"for_job_id","'
    'type":"string","doc":"The waiting job that needed it."}],"namespace":"muster'
    '.job_events"},{"type":"record","name":"QueueCreated","doc":"A queue exists."'
    ',"subject":"queue","fields":[{"name":"queue","type":"string","doc":"Name."},'
    '{"name":"tenant","type":"string","doc":"Tenant."},{"name":"description","typ'
    'e":"string","doc":"For people."},{"name":"requested_by","type":"string","doc'
    '":"Who."},{"name":"settings","type":["null","muster.queue_commands.QueueSett'
    'ings"],"doc":"Shares and limits; null for none.","default":null}],"namespace'
    '":"muster.job_events"},{"type":"record","name":"QueueConfigured","doc":"A qu'
    'eue has other shares and limits.","subject":"queue","fields":[{"name":"queue'
    '","type":"string","doc":"Name."},{"name":"tenant","type":"string","doc":"Ten'
    'ant."},{"name":"settings","type":"muster.queue_commands.QueueSettings","doc"'
    ':"All of them."},{"name":"requested_by","type":"string","doc":"Who."}],"name'
    'space":"muster.job_events"},{"type":"record","name":"QueueMeasured","doc":"W'
    "hat a queue and those below it use, and what is due to it; sent when it chan"
    'ged, now and then.","subject":"queue","fields":[{"name":"queue","type":"stri'
    'ng","doc":"Name."},{"name":"tenant","type":"string","doc":"Tenant."},{"name"'
    ':"gpu_milli_used","type":"long","doc":"Held, thousandths of GPU."},{"name":"'
    'gpu_milli_used_by_model","type":{"type":"map","values":"long"},"doc":"Per mo'
    'del."},{"name":"cpu_milli_used","type":"long","doc":"Held, thousandths of a '
    'core."},{"name":"memory_mib_used","type":"long","doc":"Held, MiB."},{"name":'
    '"gpu_milli_borrowed","type":"long","doc":"Of what is used, beyond the guaran'
    'tee."},{"name":"gpu_milli_lent","type":"long","doc":"Of the guarantee, unuse'
    'd: others may have it."},{"name":"share_ppm","type":"long","doc":"Dominant p'
    'art of the cluster that it holds now, millionths."},{"name":"share_due_ppm",'
    '"type":"long","doc":"Part of the cluster due to it by weight among its busy '
    'neighbours, millionths."},{"name":"usage_gpu_ms","type":"long","doc":"Weight'
    'ed usage over the window: GPU milliseconds at model price, decayed."},{"name'
    '":"credit_gpu_ms","type":"long","doc":"Burst credit, the same unit."},{"name'
    '":"jobs_running","type":"int","doc":"Jobs that hold GPUs."},{"name":"jobs_pe'
    'nding","type":"int","doc":"Jobs that wait."}],"namespace":"muster.job_events'
    '"},{"type":"record","name":"QueueDeleted","doc":"A queue is gone.","subject"'
    ':"queue","fields":[{"name":"queue","type":"string","doc":"Name."},{"name":"t'
    'enant","type":"string","doc":"Tenant."},{"name":"requested_by","type":"strin'
    'g","doc":"Who."}],"namespace":"muster.job_events"},{"type":"record","name":"'
    'CapacityReserved","doc":"Nodes are reserved for a queue.","subject":"reserva'
    'tion","fields":[{"name":"reservation","type":"string","doc":"Name."},{"name"'
    ':"tenant","type":"string","doc":"Tenant."},{"name":"queue","type":"string","'
    'doc":"Whose jobs may be placed there, and those of the queues below it."},{"'
    'name":"gpu_model","type":"string","doc":"GPU model of the nodes."},{"name":"'
    'gpu_count","type":"int","doc":"GPUs of the nodes together."},{"name":"node_i'
    'ds","type":{"type":"array","items":"string"},"doc":"Sorted. Until it starts,'
    ' others are placed there only if they are believed to end before."},{"name":'
    '"starts_at_ms","type":"long","doc":"From when."},{"name":"ends_at_ms","type"'
    ':"long","doc":"Until when."},{"name":"requested_by","type":"string","doc":"W'
    'ho."}],"namespace":"muster.job_events"},{"type":"record","name":"CapacityRea'
    'ssigned","doc":"A reservation has other nodes: some of its own were closed o'
    'r lost.","subject":"reservation","fields":[{"name":"reservation","type":"str'
    'ing","doc":"Name."},{"name":"tenant","type":"string","doc":"Tenant."},{"name'
    '":"queue","type":"string","doc":"Whose jobs may be placed there, and those o'
    'f the queues below it."},{"name":"node_ids","type":{"type":"array","items":"'
    'string"},"doc":"All of them now, sorted."},{"name":"reason","type":"string",'
    '"doc":"Why."}],"namespace":"muster.job_events"},{"type":"record","name":"Cap'
    'acityReservationStarted","doc":"From now on only jobs of the queue may be pl'
    'aced on the nodes.","subject":"reservation","fields":[{"name":"reservation",'
    '"type":"string","doc":"Name."},{"name":"tenant","type":"string","doc":"Tenan'
    't."},{"name":"queue","type":"string","doc":"Whose jobs may be placed there, '
    'and those of the queues below it."}],"namespace":"muster.job_events"},{"type'
    '":"record","name":"CapacityReservationEnded","doc":"The nodes are everybody\''
    's again.","subject":"reservation","fields":[{"name":"reservation","type":"st'
    'ring","doc":"Name."},{"name":"tenant","type":"string","doc":"Tenant."},{"nam'
    'e":"queue","type":"string","doc":"Whose jobs may be placed there, and those '
    'of the queues below it."},{"name":"reason","type":{"type":"enum","name":"Res'
    'ervationEnd","doc":"Why.","symbols":["OVER","CANCELLED"],"default":"OVER","n'
    'amespace":"muster.job_events"},"doc":"Why."},{"name":"requested_by","type":"'
    'string","doc":"Who cancelled it; empty when its time was over.","default":""'
    '}],"namespace":"muster.job_events"},{"type":"record","name":"PolicyActivated'
    '","doc":"Decisions follow this policy from here on.","subject":"policy","fie'
    'lds":[{"name":"policy","type":"muster.operator_commands.Policy","doc":"The w'
    'hole policy."},{"name":"requested_by","type":"string","doc":"Who."}],"namesp'
    'ace":"muster.job_events"},{"type":"record","name":"StartTask","doc":"Start t'
    'hese ranks.","fields":[{"name":"node_id","type":"string","doc":"Node."},{"na'
    'me":"epoch","type":"long","doc":"Leader\'s epoch; older than one already seen'
    ': refuse."},{"name":"order_seq","type":"long","doc":"Position of the decisio'
    'n: seq of the input that caused it."},{"name":"job_id","type":"string","doc"'
    ':"Job."},{"name":"attempt","type":"int","doc":"Attempt; started at most once'
    '."},{"name":"tenant","type":"string","doc":"Tenant."},{"name":"job_name","ty'
    'pe":"string","doc":"Job\'s name."},{"name":"user","type":"string","doc":"Job\''
    's user."},{"name":"ranks","type":{"type":"array","items":{"type":"record","n'
    'ame":"RankAssignment","doc":"One rank\'s GPUs on the node.","fields":[{"name"'
    ':"rank","type":"int","doc":"Rank."},{"name":"gpu_indices","type":{"type":"ar'
    'ray","items":"int"},"doc":"GPUs."},{"name":"gpu_milli","type":"int","doc":"T'
    'housandths of each."},{"name":"sharing","type":"muster.node_commands.Sharing'
    '","doc":"Who else may be on them.","default":"EXCLUSIVE"},{"name":"mig_profi'
    'le","type":["null","string"],"doc":"Profile of the MIG instance it gets.","d'
    'efault":null},{"name":"mig_start","type":["null","int"],"doc":"First memory '
    'slice of that instance.","default":null}],"namespace":"muster.node_commands"'
    '}},"doc":"Ranks on this node."},{"name":"world_size","type":"int","doc":"Ran'
    'ks in all."},{"name":"master_address","type":"string","doc":"Address of rank'
    ' 0."},{"name":"master_port","type":"int","doc":"Rendezvous port on rank 0\'s '
    'node."},{"name":"image","type":["null","string"],"doc":"Container image.","d'
    'efault":null},{"name":"command","type":{"type":"array","items":"string"},"do'
    'c":"Program and arguments."},{"name":"env","type":{"type":"map","values":"st'
    'ring"},"doc":"Environment.","default":{}},{"name":"files_sha256","type":["nu'
    'll","string"],"doc":"Working files.","default":null},{"name":"wall_time_max_'
    'ms","type":["null","long"],"doc":"Stop after this long.","default":null},{"n'
    'ame":"grace_ms","type":"long","doc":"Between SIGTERM and SIGKILL."},{"name":'
    '"checkpoint_enabled","type":"boolean","doc":"Keep checkpoints."},{"name":"ch'
    'eckpoint_uri","type":["null","string"],"doc":"Newest checkpoint of an earlie'
    'r attempt.","default":null},{"name":"checkpoint_sha256","type":["null","stri'
    'ng"],"doc":"Its hash.","default":null},{"name":"checkpoint_file","type":["nu'
    'll","string"],"doc":"Its file name.","default":null}],"namespace":"muster.no'
    'de_commands"},{"type":"record","name":"StopTask","doc":"Stop this attempt\'s '
    'ranks; unknown attempt: nothing to do.","fields":[{"name":"node_id","type":"'
    'string","doc":"Node."},{"name":"epoch","type":"long","doc":"Leader\'s epoch; '
    'older than one already seen: refuse."},{"name":"order_seq","type":"long","do'
    'c":"Position of the decision: seq of the input that caused it."},{"name":"jo'
    'b_id","type":"string","doc":"Job."},{"name":"attempt","type":"int","doc":"At'
    'tempt; started at most once."},{"name":"grace_ms","type":"long","doc":"Betwe'
    'en SIGTERM and SIGKILL."},{"name":"reason","type":"string","doc":"Why."}],"n'
    'amespace":"muster.node_commands"}],"doc":"Fact or order."}],"namespace":"mus'
    'ter.scheduler_log"}},"doc":"In order."},{"name":"state_hash","type":["null",'
    '"string"],"doc":"Hash of the whole state after this batch, when it was taken'
    '.","default":null}],"namespace":"muster.scheduler_log"}],"doc":"What happene'
    'd."}]}'
)
