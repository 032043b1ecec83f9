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
    'type":["null","int"],"doc":"Reserve the fewest nodes with this many GPUs; nu'
    'll where nodes are counted.","default":null},{"name":"node_count","type":["n'
    'ull","int"],"doc":"So many nodes; null where GPUs are counted.","default":nu'
    'll},{"name":"starts_at_ms","type":["null","long"],"doc":"From when, millisec'
    'onds since 1970 UTC; null: at once.","default":null},{"name":"ends_at_ms","t'
    'ype":"long","doc":"Until when, milliseconds since 1970 UTC."},{"name":"reque'
    'sted_by","type":"string","doc":"User who asks."}],"namespace":"muster.queue_'
    'commands"},{"type":"record","name":"CancelCapacityReservation","doc":"End a '
    'reservation, begun or not.","fields":[{"name":"reservation","type":"string",'
    '"doc":"Name."},{"name":"tenant","type":"string","doc":"Tenant."},{"name":"re'
    'quested_by","type":"string","doc":"User who asks."}],"namespace":"muster.que'
    'ue_commands"},{"type":"record","name":"CordonNode","doc":"Place nothing new '
    'on the node; what runs goes on.","fields":[{"name":"node_id","type":"string"'
    ',"doc":"Node."},{"name":"requested_by","type":"string","doc":"Operator."},{"'
    'name":"reason","type":"string","doc":"Why.","default":""}],"namespace":"must'
    'er.operator_commands"},{"type":"record","name":"UncordonNode","doc":"Place w'
    'ork on the node again.","fields":[{"name":"node_id","type":"string","doc":"N'
    'ode."},{"name":"requested_by","type":"string","doc":"Operator."}],"namespace'
    '":"muster.operator_commands"},{"type":"record","name":"DrainNode","doc":"Pla'
    "ce nothing new on the node, and move what runs there: it stops with its grac"
    'e and waits again.","fields":[{"name":"node_id","type":"string","doc":"Node.'
    '"},{"name":"requested_by","type":"string","doc":"Operator."},{"name":"reason'
    '","type":"string","doc":"Why.","default":""}],"namespace":"muster.operator_c'
    'ommands"},{"type":"record","name":"UndrainNode","doc":"Place work on the nod'
    'e again.","fields":[{"name":"node_id","type":"string","doc":"Node."},{"name"'
    ':"requested_by","type":"string","doc":"Operator."}],"namespace":"muster.oper'
    'ator_commands"},{"type":"record","name":"TagNode","doc":"Give the node label'
    's and taints beside those it announces, or take such away.","fields":[{"name'
    '":"node_id","type":"string","doc":"Node."},{"name":"labels","type":{"type":"'
    'map","values":"string"},"doc":"Labels to set; they win over announced ones."'
    ',"default":{}},{"name":"labels_removed","type":{"type":"array","items":"stri'
    'ng"},"doc":"Labels set before that no longer hold, sorted.","default":[]},{"'
    'name":"taints","type":{"type":"array","items":"string"},"doc":"Taints to set'
    ', sorted.","default":[]},{"name":"taints_removed","type":{"type":"array","it'
    'ems":"string"},"doc":"Taints set before that no longer hold, sorted.","defau'
    'lt":[]},{"name":"requested_by","type":"string","doc":"Operator."}],"namespac'
    'e":"muster.operator_commands"},{"type":"record","name":"ScheduleMaintenance"'
    ',"doc":"Close the node for a time; takes the place of a window that has not '
    'begun.","fields":[{"name":"node_id","type":"string","doc":"Node."},{"name":"'
    'starts_at_ms","type":"long","doc":"From when, milliseconds since 1970 UTC."}'
    ',{"name":"ends_at_ms","type":"long","doc":"Until when."},{"name":"requested_'
    'by","type":"string","doc":"Operator."},{"name":"reason","type":"string","doc'
    '":"Why.","default":""}],"namespace":"muster.operator_commands"},{"type":"rec'
    'ord","name":"CancelMaintenance","doc":"Call the node\'s window off, or end it'
    '.","fields":[{"name":"node_id","type":"string","doc":"Node."},{"name":"reque'
    'sted_by","type":"string","doc":"Operator."}],"namespace":"muster.operator_co'
    'mmands"},{"type":"record","name":"ActivatePolicy","doc":"Decide by this poli'
    'cy from now on.","fields":[{"name":"policy","type":{"type":"record","name":"'
    'Policy","doc":"Knobs that change decisions; a change is an event, so it repl'
    'ays.","fields":[{"name":"name","type":"string","doc":"For people."},{"name":'
    '"head_patience_ms","type":"long","doc":"A blocked head of line is passed fre'
    'ely for this long; then nodes are reserved for it."},{"name":"head_hold_ms",'
    '"type":"long","doc":"Nodes reserved for it are kept this long beyond the tim'
    'e it should have started at."},{"name":"attempts_lost_max","type":"int","doc'
    '":"Attempts lost with their nodes before the job fails."},{"name":"workload_'
    'shapes_max","type":"int","doc":"Shapes remembered for the fragmentation scor'
    'e."},{"name":"jobs_ended_kept_max","type":"int","doc":"Ended jobs remembered'
    ' for deduplication."},{"name":"share_window_ms","type":"long","doc":"Usage o'
    'lder than this is forgotten.","default":2592000000},{"name":"share_half_life'
    '_ms","type":"long","doc":"Usage this old counts half.","default":604800000},'
    '{"name":"share_history_percent","type":"int","doc":"Weight of usage over tim'
    'e beside usage now, 0 to 10000.","default":100},{"name":"credit_max_ms","typ'
    'e":"long","doc":"Burst credit holds at most a guarantee unused for this long'
    '; 0 gives none.","default":86400000},{"name":"model_price_milli","type":{"ty'
    'pe":"map","values":"long"},"doc":"What an hour of a GPU model counts, thousa'
    'ndths; 1000 where absent.","default":{}},{"name":"aging_step_ms","type":"lon'
    'g","doc":"A job that waited this long goes with the next higher tier, and so'
    ' on; 0 never.","default":86400000},{"name":"reclaim_interval_ms","type":"lon'
    'g","doc":"A wish for lent GPUs is repeated at most this often.","default":60'
    '000},{"name":"measure_interval_ms","type":"long","doc":"A queue that changed'
    ' is measured at most this often.","default":10000},{"name":"resize_interval_'
    'ms","type":"long","doc":"An elastic job is resized at most this often.","def'
    'ault":300000},{"name":"defrag_interval_ms","type":"long","doc":"Moves that w'
    'ould make room for the head of line are looked for at most this often.","def'
    'ault":300000},{"name":"defrag_benefit_percent","type":"int","doc":"They are '
    "carried out when the GPU time that is won is at least this part of what is l"
    'ost; 0 only proposes.","default":300},{"name":"topology","type":{"type":"rec'
    'ord","name":"TopologyWeights","doc":"What a gang\'s place is worth, per GPU o'
    'f the gang, by the smallest unit that holds it.","fields":[{"name":"nvlink",'
    '"type":"int","doc":"The gang shares an NVLink domain or a node.","default":1'
    '000},{"name":"leaf","type":"int","doc":"It shares a leaf.","default":400},{"'
    'name":"spine","type":"int","doc":"It shares a spine.","default":200},{"name"'
    ':"cell","type":"int","doc":"It shares a cell.","default":100},{"name":"stran'
    'ded_gpu","type":"int","doc":"Taken off for each GPU left free beside it that'
    ' no group like its own can use.","default":100}],"namespace":"muster.operato'
    'r_commands"},"doc":"How places of gangs are weighed.","default":{"nvlink":10'
    '00,"leaf":400,"spine":200,"cell":100,"stranded_gpu":100}},{"name":"tenants_u'
    'ntrusted","type":{"type":"array","items":"string"},"doc":"Tenants whose frac'
    'tions of GPUs always get a MIG instance of their own.","default":[]},{"name"'
    ':"mig_change_interval_ms","type":"long","doc":"A GPU is cut into MIG instanc'
    'es, or made whole again, at most this often.","default":600000},{"name":"mig'
    '_geometries","type":{"type":"array","items":{"type":"record","name":"MigGeom'
    'etry","doc":"The only way GPUs of a model are cut.","fields":[{"name":"gpu_m'
    'odel","type":"string","doc":"GPU model."},{"name":"instances","type":{"type"'
    ':"array","items":{"type":"record","name":"MigInstance","doc":"One instance."'
    ',"fields":[{"name":"profile","type":"string","doc":"Profile, as in 2g.10gb."'
    '},{"name":"start","type":"int","doc":"First memory slice."}],"namespace":"mu'
    'ster.operator_commands"}},"doc":"All that may exist on one GPU."}],"namespac'
    'e":"muster.operator_commands"}},"doc":"GPU models that a site cuts in one wa'
    'y only; others as jobs need it.","default":[]}],"namespace":"muster.operator'
    '_commands"},"doc":"The whole policy."},{"name":"requested_by","type":"string'
    '","doc":"Operator."}],"namespace":"muster.operator_commands"},{"type":"recor'
    'd","name":"AgentStarted","doc":"The agent is up and tells what it runs, so t'
    'hat the scheduler can reconcile.","subject":"node","fields":[{"name":"node_i'
    'd","type":"string","doc":"Node."},{"name":"boot_id","type":"string","doc":"B'
    'oot."},{"name":"fresh","type":"boolean","doc":"True: the agent remembers not'
    'hing from before."},{"name":"order_seq_last","type":"long","doc":"Newest ord'
    'er it has carried out; -1 when fresh."},{"name":"running","type":{"type":"ar'
    'ray","items":{"type":"record","name":"AttemptRef","doc":"One attempt.","fiel'
    'ds":[{"name":"job_id","type":"string","doc":"Job."},{"name":"attempt","type"'
    ':"int","doc":"Attempt."}],"namespace":"muster.task_events"}},"doc":"Tasks ad'
    'opted, still running."}],"namespace":"muster.task_events"},{"type":"record",'
    '"name":"TaskStarted","doc":"All ranks of the task have a process.","subject"'
    ':"task","fields":[{"name":"node_id","type":"string","doc":"Node."},{"name":"'
    'job_id","type":"string","doc":"Job."},{"name":"attempt","type":"int","doc":"'
    'Attempt, 1-based."},{"name":"ranks","type":{"type":"array","items":"int"},"d'
    'oc":"Ranks on this node."}],"namespace":"muster.task_events"},{"type":"recor'
    'd","name":"TaskExited","doc":"No rank of the task runs any more.","subject":'
    '"task","fields":[{"name":"node_id","type":"string","doc":"Node."},{"name":"j'
    'ob_id","type":"string","doc":"Job."},{"name":"attempt","type":"int","doc":"A'
    'ttempt, 1-based."},{"name":"outcome","type":{"type":"enum","name":"TaskOutco'
    'me","doc":"How the task ended.","symbols":["SUCCEEDED","FAILED","STOPPED","T'
    'IMED_OUT","LOST"],"default":"LOST","namespace":"muster.task_events"},"doc":"'
    'STOPPED: on order. TIMED_OUT: its wall time. LOST: its processes vanished."}'
    ',{"name":"exits","type":{"type":"array","items":{"type":"record","name":"Ran'
    'kExit","doc":"How one rank ended.","fields":[{"name":"rank","type":"int","do'
    'c":"Rank."},{"name":"exit_code","type":["null","int"],"doc":"Exit code.","de'
    'fault":null},{"name":"signal","type":["null","int"],"doc":"Signal that ended'
    ' it.","default":null}],"namespace":"muster.task_events"}},"doc":"Per rank."}'
    ',{"name":"message","type":"string","doc":"For people: the first failing rank'
    ' and why.","default":""}],"namespace":"muster.task_events"},{"type":"record"'
    ',"name":"TaskRefused","doc":"An order was not carried out.","subject":"task"'
    ',"fields":[{"name":"node_id","type":"string","doc":"Node."},{"name":"job_id"'
    ',"type":"string","doc":"Job."},{"name":"attempt","type":"int","doc":"Attempt'
    ', 1-based."},{"name":"epoch","type":"long","doc":"Epoch of the order."},{"na'
    'me":"order_seq","type":"long","doc":"Order."},{"name":"reason","type":{"type'
    '":"enum","name":"RefusalReason","doc":"Why.","symbols":["STALE_EPOCH","GPU_B'
    'USY","UNKNOWN_GPU","FILES_UNAVAILABLE","CANNOT_START"],"default":"CANNOT_STA'
    'RT","namespace":"muster.task_events"},"doc":"Why."},{"name":"message","type"'
    ':"string","doc":"For people.","default":""}],"namespace":"muster.task_events'
    '"},{"type":"record","name":"CheckpointSaved","doc":"A checkpoint is safe in '
    'S3.","subject":"task","fields":[{"name":"node_id","type":"string","doc":"Nod'
    'e."},{"name":"job_id","type":"string","doc":"Job."},{"name":"attempt","type"'
    ':"int","doc":"Attempt, 1-based."},{"name":"rank","type":"int","doc":"Rank th'
    'at wrote it."},{"name":"file","type":"string","doc":"File name."},{"name":"u'
    'ri","type":"string","doc":"s3://bucket/key."},{"name":"sha256","type":"strin'
    'g","doc":"Of the bytes."},{"name":"size_bytes","type":"long","doc":"Size."}]'
    ',"namespace":"muster.task_events"},{"type":"record","name":"NodeJoined","doc'
    '":"A node is known, or came back with other hardware.","subject":"node","fie'
    'lds":[{"name":"node_id","type":"string","doc":"Node."},{"name":"boot_id","ty'
    'pe":"string","doc":"Boot of its agent."},{"name":"address","type":"string","'
    'doc":"Address."},{"name":"port_first","type":"int","doc":"First rendezvous p'
    'ort."},{"name":"port_count","type":"int","doc":"How many."},{"name":"cpu_mil'
    'li","type":"long","doc":"CPU."},{"name":"memory_mib","type":"long","doc":"Me'
    'mory."},{"name":"gpu_model","type":"string","doc":"Model."},{"name":"gpu_cou'
    'nt","type":"int","doc":"GPUs."},{"name":"executor","type":{"type":"enum","na'
    'me":"Executor","doc":"How ranks run.","symbols":["PROCESS","SIMULATED"],"def'
    'ault":"SIMULATED","namespace":"muster.node_heartbeats"},"doc":"How ranks run'
    '."},{"name":"lease_ms","type":"long","doc":"Lease."},{"name":"interval_ms","'
    'type":"long","doc":"Heartbeat interval."},{"name":"labels","type":{"type":"m'
    'ap","values":"string"},"doc":"Labels.","default":{}},{"name":"location","typ'
    'e":{"type":"record","name":"Location","doc":"A node\'s place in the network: '
    'each name is a unit within the next one; empty is unknown.","fields":[{"name'
    '":"nvlink_domain","type":"string","doc":"NVLink domain larger than the node;'
    ' empty: the node is one by itself.","default":""},{"name":"leaf","type":"str'
    'ing","doc":"InfiniBand leaf switch.","default":""},{"name":"spine","type":"s'
    'tring","doc":"Spine, or pod of leaves.","default":""},{"name":"cell","type":'
    '"string","doc":"Part of the network above the spines.","default":""}],"names'
    'pace":"muster.node_heartbeats"},"doc":"Where it is in the network.","default'
    '":{"nvlink_domain":"","leaf":"","spine":"","cell":""}},{"name":"taints","typ'
    'e":{"type":"array","items":"string"},"doc":"Only jobs that tolerate all of t'
    'hem are placed here; sorted.","default":[]}],"namespace":"muster.job_events"'
    '},{"type":"record","name":"NodeSuspected","doc":"Two beats missed: nothing n'
    'ew goes there; what runs goes on.","subject":"node","fields":[{"name":"node_'
    'id","type":"string","doc":"Node."},{"name":"silent_ms","type":"long","doc":"'
    'Time since its last beat."}],"namespace":"muster.job_events"},{"type":"recor'
    'd","name":"NodeRecovered","doc":"The node is heard again.","subject":"node",'
    '"fields":[{"name":"node_id","type":"string","doc":"Node."}],"namespace":"mus'
    'ter.job_events"},{"type":"record","name":"NodeLost","doc":"The lease ran out'
    ': its attempts are given up.","subject":"node","fields":[{"name":"node_id","'
    'type":"string","doc":"Node."},{"name":"silent_ms","type":"long","doc":"Time '
    'since its last beat."}],"namespace":"muster.job_events"},{"type":"record","n'
    'ame":"NodeRelocated","doc":"The network around the node has changed; what ru'
    'ns there goes on.","subject":"node","fields":[{"name":"node_id","type":"stri'
    'ng","doc":"Node."},{"name":"location","type":"muster.node_heartbeats.Locatio'
    'n","doc":"Where it is now."}],"namespace":"muster.job_events"},{"type":"reco'
    'rd","name":"GpuUnhealthy","doc":"Nothing new goes on this GPU.","subject":"n'
    'ode","fields":[{"name":"node_id","type":"string","doc":"Node."},{"name":"gpu'
    '_index","type":"int","doc":"GPU."},{"name":"reason","type":"string","doc":"W'
    'hy."}],"namespace":"muster.job_events"},{"type":"record","name":"GpuRecovere'
    'd","doc":"The GPU is healthy again.","subject":"node","fields":[{"name":"nod'
    'e_id","type":"string","doc":"Node."},{"name":"gpu_index","type":"int","doc":'
    '"GPU."}],"namespace":"muster.job_events"},{"type":"record","name":"CommandIn'
    'valid","doc":"A command that breaks the static rules. Judged at the door: la'
    'ter rules cannot change old decisions.","fields":[{"name":"command_id","type'
    '":"string","doc":"event_id of the command."},{"name":"command","type":"strin'
    'g","doc":"Its record name."},{"name":"subject","type":"string","doc":"Job, q'
    'ueue or node."},{"name":"tenant","type":"string","doc":"Tenant."},{"name":"m'
    'essage","type":"string","doc":"For people."},{"name":"violations","type":{"t'
    'ype":"array","items":{"type":"record","name":"Violation","aliases":["muster.'
    'job_events.Violation"],"doc":"One thing wrong with a request.","fields":[{"n'
    'ame":"field","type":"string","doc":"Path of the field."},{"name":"value","ty'
    'pe":"string","doc":"What was given, shortened."},{"name":"allowed","type":"s'
    'tring","doc":"What is allowed."}],"namespace":"muster.command_answers"}},"do'
    'c":"Field by field."}],"namespace":"muster.scheduler_log"},{"type":"record",'
    '"name":"LeaderElected","doc":"First input of an epoch.","fields":[{"name":"e'
    'poch","type":"long","doc":"Epoch."},{"name":"leader_id","type":"string","doc'
    '":"Process that leads."}],"namespace":"muster.scheduler_log"},{"type":"recor'
    'd","name":"ClockTicked","doc":"Time passed and the core asked to be told.","'
    'fields":[],"namespace":"muster.scheduler_log"}],"doc":"What came in."}],"nam'
    'espace":"muster.scheduler_log"}},"doc":"In order."},{"name":"decisions","typ'
    'e":{"type":"array","items":{"type":"record","name":"Decision","doc":"One con'
    'sequence.","fields":[{"name":"event_id","type":"string","doc":"The same as i'
    'n the public topic."},{"name":"cause_seq","type":"long","doc":"seq of the in'
    'put it follows from."},{"name":"payload","type":[{"type":"record","name":"Co'
    'mmandRejected","aliases":["muster.job_events.CommandRejected"],"doc":"A comm'
    'and that will not be carried out, and why.","subject":"command","fields":[{"'
    'name":"command_id","type":"string","doc":"event_id of the command."},{"name"'
    ':"command","type":"string","doc":"Its record name."},{"name":"subject","type'
    '":"string","doc":"What it was about: a job, queue, node, or another entity o'
    'f the service."},{"name":"tenant","type":"string","doc":"Tenant."},{"name":"'
    'code","type":{"type":"enum","name":"RejectionCode","aliases":["muster.job_ev'
    'ents.RejectionCode"],"doc":"Kinds of refusal, the same for all services; eac'
    'h has its HTTP status.","symbols":["INVALID","ALREADY_EXISTS","NOT_FOUND","W'
    'RONG_STATE","IMPOSSIBLE_REQUEST","UNKNOWN_QUEUE","QUEUE_NOT_EMPTY","FORBIDDE'
    'N","QUOTA_EXCEEDED","BAD_TREE"],"default":"FORBIDDEN","namespace":"muster.co'
    'mmand_answers"},"doc":"Kind of refusal."},{"name":"detail_code","type":"stri'
    'ng","doc":"The service\'s own, finer code; its README lists them. Empty: `cod'
    'e` says all.","default":""},{"name":"message","type":"string","doc":"For peo'
    'ple."},{"name":"violations","type":{"type":"array","items":"muster.command_a'
    'nswers.Violation"},"doc":"Field by field.","default":[]}],"namespace":"muste'
    'r.command_answers"},{"type":"record","name":"CommandRepeated","aliases":["mu'
    'ster.job_events.CommandRepeated"],"doc":"A command that was carried out befo'
    're came again; nothing changed.","subject":"command","fields":[{"name":"comm'
    'and_id","type":"string","doc":"event_id of the command."},{"name":"command",'
    '"type":"string","doc":"Its record name."},{"name":"subject","type":"string",'
    '"doc":"What it was about."}],"namespace":"muster.command_answers"},{"type":"'
    'record","name":"JobQueued","doc":"The job is accepted and waits.","subject":'
    '"job","fields":[{"name":"job_id","type":"string","doc":"Job."},{"name":"tena'
    'nt","type":"string","doc":"Tenant."},{"name":"spec","type":"muster.job_comma'
    'nds.JobSpec","doc":"As accepted."},{"name":"predicted_p50_ms","type":["null"'
    ',"long"],"doc":"An attempt is believed to run longer than this as likely as '
    'not; null: nobody knows.","default":null},{"name":"predicted_p90_ms","type":'
    '["null","long"],"doc":"Nine in ten such attempts are believed to run at most'
    ' this long; null: nothing can be stated.","default":null}],"namespace":"must'
    'er.job_events"},{"type":"record","name":"JobPending","doc":"Why the job is n'
    'ot placed; sent when the reason changes.","subject":"job","fields":[{"name":'
    '"job_id","type":"string","doc":"Job."},{"name":"code","type":{"type":"enum",'
    '"name":"PendingCode","doc":"Stable codes for why a job waits.","symbols":["N'
    'O_NODES","MODEL_ABSENT","TOO_LARGE","CLUSTER_TOO_SMALL","GPUS_BUSY","GPUS_FR'
    'AGMENTED","FRACTIONS_FRAGMENTED","CPU_SHORT","MEMORY_SHORT","NODES_UNSCHEDUL'
    'ABLE","LABELS_ABSENT","TAINTS_UNTOLERATED","NODES_AVOIDED","MAINTENANCE_AHEA'
    'D","GANG_SHORT","TOPOLOGY_SHORT","HELD_FOR_HEAD","NODES_RESERVED","RETRY_BAC'
    'KOFF","SUSPENDED","QUEUED","QUOTA_EXHAUSTED","JOB_LIMIT","GEOMETRY_FROZEN"],'
    '"default":"QUEUED","namespace":"muster.job_events"},"doc":"The one dominant '
    'reason."},{"name":"message","type":"string","doc":"One sentence."},{"name":"'
    'counts","type":{"type":"map","values":"long"},"doc":"Numbers behind it.","de'
    'fault":{}}],"namespace":"muster.job_events"},{"type":"record","name":"Preemp'
    'tionRequested","doc":"A job or a reservation is due GPUs that others hold; w'
    'ho yields is decided elsewhere.","subject":"plan","fields":[{"name":"job_id"'
    ',"type":"string","doc":"Job; empty where a reservation is due them."},{"name'
    '":"cause","type":{"type":"enum","name":"PreemptionCause","doc":"What entitle'
    's it.","symbols":["GUARANTEE","TIER","RESERVATION"],"default":"TIER","namesp'
    'ace":"muster.job_events"},"doc":"What entitles it."},{"name":"queue","type":'
    '"string","doc":"Its queue."},{"name":"tenant","type":"string","doc":"Tenant.'
    '"},{"name":"jobs","type":"int","doc":"It and so many equal jobs of its queue'
    ' in all are due what they ask.","default":1},{"name":"gpu_milli_missing","ty'
    'pe":"long","doc":"Thousandths of GPU that they wait for."},{"name":"gpu_mode'
    'ls","type":{"type":"array","items":"string"},"doc":"Models it accepts, sorte'
    'd; empty for any.","default":[]},{"name":"borrowers","type":{"type":"array",'
    '"items":{"type":"record","name":"Borrower","doc":"A queue beyond its guarant'
    'ee.","fields":[{"name":"queue","type":"string","doc":"Name."},{"name":"tenan'
    't","type":"string","doc":"Tenant."},{"name":"gpu_milli_borrowed","type":"lon'
    'g","doc":"Beyond its guarantee, thousandths of GPU."}],"namespace":"muster.j'
    'ob_events"}},"doc":"Queues that hold lent GPUs, most first.","default":[]},{'
    '"name":"as_of_seq","type":"long","doc":"State of the log that this is true o'
    'f."},{"name":"reservation","type":"string","doc":"Reservation that has begun'
    '; empty where a job is due them.","default":""},{"name":"holders","type":{"t'
    'ype":"array","items":"string"},"doc":"Jobs that still hold its nodes, sorted'
    '; never production inference.","default":[]}],"namespace":"muster.job_events'
    '"},{"type":"record","name":"ReservationMade","doc":"Nodes are kept for the j'
    'ob that heads the line and does not fit; takes the place of its last one.","'
    'subject":"plan","fields":[{"name":"job_id","type":"string","doc":"Job."},{"n'
    'ame":"node_ids","type":{"type":"array","items":"string"},"doc":"Kept: others'
    ' may be placed there only if they are believed to end before starts_at_ms."}'
    ',{"name":"starts_at_ms","type":["null","long"],"doc":"When the nodes are bel'
    'ieved to have room for it; null: nobody can tell.","default":null},{"name":"'
    'kept_until_ms","type":"long","doc":"When, the job not started, nodes are cho'
    'sen anew."},{"name":"by_limits","type":"boolean","doc":"Believed are only wa'
    'll time limits: an earlier reservation of the job was not kept.","default":f'
    'alse}],"namespace":"muster.job_events"},{"type":"record","name":"Reservation'
    'Released","doc":"The nodes kept for a job are everybody\'s again.","subject":'
    '"plan","fields":[{"name":"job_id","type":"string","doc":"Job."},{"name":"rea'
    'son","type":{"type":"enum","name":"ReleaseReason","doc":"Why.","symbols":["S'
    'TARTED","NO_LONGER_WAITS","NO_LONGER_HEAD","IN_VAIN"],"default":"NO_LONGER_W'
    'AITS","namespace":"muster.job_events"},"doc":"Why."},{"name":"again_at_ms","'
    'type":["null","long"],"doc":"When nodes are kept for it again, as it still h'
    'eads the line; null: not for this reason.","default":null}],"namespace":"mus'
    'ter.job_events"},{"type":"record","name":"DefragmentationProposed","doc":"Mo'
    "ves of running jobs that would let a job start that free GPUs in all suffice"
    ' for.","subject":"plan","fields":[{"name":"job_id","type":"string","doc":"Th'
    'e job that would start."},{"name":"moves","type":{"type":"array","items":{"t'
    'ype":"record","name":"Move","doc":"One job that would go on elsewhere.","fie'
    'lds":[{"name":"job_id","type":"string","doc":"Job."},{"name":"from_node_ids"'
    ',"type":{"type":"array","items":"string"},"doc":"Where it is, sorted."},{"na'
    'me":"to_node_ids","type":{"type":"array","items":"string"},"doc":"Where it w'
    'ould go, sorted."},{"name":"lost_gpu_ms","type":"long","doc":"GPU millisecon'
    'ds: its GPUs times what it ran since its last checkpoint, and a restart."}],'
    '"namespace":"muster.job_events"}},"doc":"By job."},{"name":"cost_gpu_ms","ty'
    'pe":"long","doc":"GPU milliseconds that all moves lose."},{"name":"benefit_g'
    'pu_ms","type":"long","doc":"GPU milliseconds that the job would have sooner:'
    ' its GPUs times the wait it is spared."},{"name":"carried_out","type":"boole'
    'an","doc":"The moves begin now."}],"namespace":"muster.job_events"},{"type":'
    '"record","name":"GangBound","doc":"Every rank has its place; orders to start'
    ' are in the same transaction.","subject":"job","fields":[{"name":"job_id","t'
    'ype":"string","doc":"Job."},{"name":"attempt","type":"int","doc":"Attempt."}'
    ',{"name":"placements","type":{"type":"array","items":{"type":"record","name"'
    ':"RankPlacement","doc":"Where one rank runs.","fields":[{"name":"rank","type'
    '":"int","doc":"Rank."},{"name":"node_id","type":"string","doc":"Node."},{"na'
    'me":"gpu_indices","type":{"type":"array","items":"int"},"doc":"GPUs."},{"nam'
    'e":"gpu_milli","type":"int","doc":"Thousandths of each."},{"name":"sharing",'
    '"type":{"type":"enum","name":"Sharing","doc":"How a rank shares its GPUs: no'
    't; inside its team by MPS or in turns; by a MIG instance.","symbols":["EXCLU'
    'SIVE","MPS","TIME_SLICING","MIG"],"default":"EXCLUSIVE","namespace":"muster.'
    'node_commands"},"doc":"Who else may be on them.","default":"EXCLUSIVE"},{"na'
    'me":"mig_profile","type":["null","string"],"doc":"Profile of the MIG instanc'
    'e it gets.","default":null},{"name":"mig_start","type":["null","int"],"doc":'
    '"First memory slice of that instance.","default":null}],"namespace":"muster.'
    'job_events"}},"doc":"One per rank."},{"name":"master_address","type":"string'
    '","doc":"Rank 0\'s address."},{"name":"master_port","type":"int","doc":"Rende'
    'zvous port."},{"name":"waited_ms","type":"long","doc":"Since the job was las'
    't queued."},{"name":"reason","type":"string","doc":"Why there.","default":""'
    '},{"name":"tenant","type":"string","doc":"Whose job it is.","default":""},{"'
    'name":"queue","type":"string","doc":"The job\'s queue.","default":""},{"name"'
    ':"each","type":["null",{"type":"record","name":"RankShape","doc":"What each '
    'rank of a gang holds on its node, besides the GPUs of its placement.","field'
    's":[{"name":"cpu_milli","type":"long","doc":"Thousandths of a CPU core."},{"'
    'name":"memory_mib","type":"long","doc":"Host memory."},{"name":"gpu_models",'
    '"type":{"type":"array","items":"string"},"doc":"GPU models it would accept, '
    'sorted; empty: any.","default":[]},{"name":"sharing_key","type":"string","do'
    'c":"With whom it shares its GPU: ranks of the same key do (a trust domain an'
    'd a way of sharing); `mig`: a MIG instance of its own; empty: with nobody.",'
    '"default":""}],"namespace":"muster.job_events"}],"doc":"What each rank holds'
    '; null: an earlier version wrote it.","default":null}],"namespace":"muster.j'
    'ob_events"},{"type":"record","name":"JobStarted","doc":"All ranks run.","sub'
    'ject":"job","fields":[{"name":"job_id","type":"string","doc":"Job."},{"name"'
    ':"attempt","type":"int","doc":"Attempt."}],"namespace":"muster.job_events"},'
    '{"type":"record","name":"JobResizing","doc":"An elastic job stops, to go on '
    'at once with another number of ranks.","subject":"job","fields":[{"name":"jo'
    'b_id","type":"string","doc":"Job."},{"name":"attempt","type":"int","doc":"Th'
    'e attempt that stops."},{"name":"ranks_from","type":"int","doc":"Its ranks."'
    '},{"name":"ranks_to","type":"int","doc":"Ranks of the next one, or fewer whe'
    're they no longer fit."},{"name":"reason","type":"string","doc":"Why."}],"na'
    'mespace":"muster.job_events"},{"type":"record","name":"JobMoving","doc":"A j'
    'ob stops, to go on at once on other nodes, so that another has room.","subje'
    'ct":"job","fields":[{"name":"job_id","type":"string","doc":"Job."},{"name":"'
    'attempt","type":"int","doc":"The attempt that stops."},{"name":"placements",'
    '"type":{"type":"array","items":"muster.job_events.RankPlacement"},"doc":"Whe'
    're it is to go on, in rank order; elsewhere, where that is gone."},{"name":"'
    'reason","type":"string","doc":"Why."}],"namespace":"muster.job_events"},{"ty'
    'pe":"record","name":"JobStopping","doc":"Ranks have been ordered to stop.","'
    'subject":"job","fields":[{"name":"job_id","type":"string","doc":"Job."},{"na'
    'me":"attempt","type":"int","doc":"Attempt."},{"name":"reason","type":"string'
    '","doc":"Why."},{"name":"requeues","type":"boolean","doc":"It waits again on'
    'ce it has stopped, and the attempt counts neither as failed nor as lost.","d'
    'efault":false}],"namespace":"muster.job_events"},{"type":"record","name":"At'
    'temptEnded","doc":"An attempt is over on every node and its GPUs are free.",'
    '"subject":"job","fields":[{"name":"job_id","type":"string","doc":"Job."},{"n'
    'ame":"attempt","type":"int","doc":"Attempt."},{"name":"outcome","type":{"typ'
    'e":"enum","name":"AttemptOutcome","doc":"How.","symbols":["SUCCEEDED","FAILE'
    'D","STOPPED","TIMED_OUT","LOST","REFUSED"],"default":"REFUSED","namespace":"'
    'muster.job_events"},"doc":"How."},{"name":"exit_code","type":["null","int"],'
    '"doc":"Of the first failing rank.","default":null},{"name":"signal","type":['
    '"null","int"],"doc":"Of the first failing rank.","default":null},{"name":"ra'
    'nk","type":["null","int"],"doc":"First failing rank.","default":null},{"name'
    '":"node_id","type":["null","string"],"doc":"Its node.","default":null},{"nam'
    'e":"message","type":"string","doc":"For people.","default":""},{"name":"ran_'
    'ms","type":"long","doc":"From bind to end."}],"namespace":"muster.job_events'
    '"},{"type":"record","name":"JobRequeued","doc":"The job waits again.","subje'
    'ct":"job","fields":[{"name":"job_id","type":"string","doc":"Job."},{"name":"'
    'attempt_next","type":"int","doc":"Number of the next attempt."},{"name":"rea'
    'son","type":"string","doc":"Why."},{"name":"not_before_ms","type":"long","do'
    'c":"Earliest time of the next attempt."}],"namespace":"muster.job_events"},{'
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
    ':"muster.job_events"},{"type":"record","name":"CheckpointRecorded","doc":"Th'
    'e next attempt will start from this.","subject":"job","fields":[{"name":"job'
    '_id","type":"string","doc":"Job."},{"name":"attempt","type":"int","doc":"Att'
    'empt."},{"name":"rank","type":"int","doc":"Rank that wrote it."},{"name":"fi'
    'le","type":"string","doc":"File name."},{"name":"uri","type":"string","doc":'
    '"Where."},{"name":"sha256","type":"string","doc":"Of the bytes."},{"name":"s'
    'ize_bytes","type":"long","doc":"Size."}],"namespace":"muster.job_events"},"m'
    'uster.job_events.NodeJoined","muster.job_events.NodeSuspected","muster.job_e'
    'vents.NodeRecovered","muster.job_events.NodeLost",{"type":"record","name":"N'
    'odeCordoned","doc":"Nothing new goes there.","subject":"node","fields":[{"na'
    'me":"node_id","type":"string","doc":"Node."},{"name":"requested_by","type":"'
    'string","doc":"Who."},{"name":"reason","type":"string","doc":"Why."}],"names'
    'pace":"muster.job_events"},{"type":"record","name":"NodeUncordoned","doc":"W'
    'ork goes there again.","subject":"node","fields":[{"name":"node_id","type":"'
    'string","doc":"Node."},{"name":"requested_by","type":"string","doc":"Who."}]'
    ',"namespace":"muster.job_events"},{"type":"record","name":"NodeDraining","do'
    'c":"Nothing new is placed on the node, and what runs there is moved.","subje'
    'ct":"node","fields":[{"name":"node_id","type":"string","doc":"Node."},{"name'
    '":"requested_by","type":"string","doc":"Operator."},{"name":"reason","type":'
    '"string","doc":"Why.","default":""}],"namespace":"muster.job_events"},{"type'
    '":"record","name":"NodeUndrained","doc":"Work may be placed on the node agai'
    'n.","subject":"node","fields":[{"name":"node_id","type":"string","doc":"Node'
    '."},{"name":"requested_by","type":"string","doc":"Operator."}],"namespace":"'
    'muster.job_events"},{"type":"record","name":"NodeTagged","doc":"What operato'
    'rs say of the node, beside what it announces, from now on.","subject":"node"'
    ',"fields":[{"name":"node_id","type":"string","doc":"Node."},{"name":"labels"'
    ',"type":{"type":"map","values":"string"},"doc":"Labels; they win over announ'
    'ced ones.","default":{}},{"name":"taints","type":{"type":"array","items":"st'
    'ring"},"doc":"Taints, sorted.","default":[]},{"name":"requested_by","type":"'
    'string","doc":"Operator."}],"namespace":"muster.job_events"},{"type":"record'
    '","name":"MaintenanceScheduled","doc":"The node will be closed for a time: n'
    'othing is placed there that is not believed to end before.","subject":"node"'
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
    'er.job_events"},"muster.job_events.NodeRelocated","muster.job_events.GpuUnhe'
    'althy","muster.job_events.GpuRecovered",{"type":"record","name":"GpuGeometry'
    'Changed","doc":"An empty GPU was cut, to take MIG instances and nothing else'
    ', or made whole again.","subject":"node","fields":[{"name":"node_id","type":'
    '"string","doc":"Node."},{"name":"gpu_index","type":"int","doc":"GPU."},{"nam'
    'e":"cut","type":"boolean","doc":"True: MIG mode. False: whole."},{"name":"fo'
    'r_job_id","type":"string","doc":"The waiting job that needed it."}],"namespa'
    'ce":"muster.job_events"},{"type":"record","name":"QueueCreated","doc":"A que'
    'ue exists.","subject":"queue","fields":[{"name":"queue","type":"string","doc'
    '":"Name."},{"name":"tenant","type":"string","doc":"Tenant."},{"name":"descri'
    'ption","type":"string","doc":"For people."},{"name":"requested_by","type":"s'
    'tring","doc":"Who."},{"name":"settings","type":["null","muster.queue_command'
    's.QueueSettings"],"doc":"Shares and limits; null for none.","default":null}]'
    ',"namespace":"muster.job_events"},{"type":"record","name":"QueueConfigured",'
    '"doc":"A queue has other shares and limits.","subject":"queue","fields":[{"n'
    'ame":"queue","type":"string","doc":"Name."},{"name":"tenant","type":"string"'
    ',"doc":"Tenant."},{"name":"settings","type":"muster.queue_commands.QueueSett'
    'ings","doc":"All of them."},{"name":"requested_by","type":"string","doc":"Wh'
    'o."}],"namespace":"muster.job_events"},{"type":"record","name":"QueueMeasure'
    'd","doc":"What a queue and those below it use, and what is due to it; sent w'
    'hen it changed, now and then.","subject":"queue","fields":[{"name":"queue","'
    'type":"string","doc":"Name."},{"name":"tenant","type":"string","doc":"Tenant'
    '."},{"name":"gpu_milli_used","type":"long","doc":"Held, thousandths of GPU."'
    '},{"name":"gpu_milli_used_by_model","type":{"type":"map","values":"long"},"d'
    'oc":"Per model."},{"name":"cpu_milli_used","type":"long","doc":"Held, thousa'
    'ndths of a core."},{"name":"memory_mib_used","type":"long","doc":"Held, MiB.'
    '"},{"name":"gpu_milli_borrowed","type":"long","doc":"Of what is used, beyond'
    ' the guarantee."},{"name":"gpu_milli_lent","type":"long","doc":"Of the guara'
    'ntee, unused: others may have it."},{"name":"share_ppm","type":"long","doc":'
    '"Dominant part of the cluster that it holds now, millionths."},{"name":"shar'
    'e_due_ppm","type":"long","doc":"Part of the cluster due to it by weight amon'
    'g its busy neighbours, millionths."},{"name":"usage_gpu_ms","type":"long","d'
    'oc":"Weighted usage over the window: GPU milliseconds at model price, decaye'
    'd."},{"name":"credit_gpu_ms","type":"long","doc":"Burst credit, the same uni'
    't."},{"name":"jobs_running","type":"int","doc":"Jobs that hold GPUs."},{"nam'
    'e":"jobs_pending","type":"int","doc":"Jobs that wait."}],"namespace":"muster'
    '.job_events"},{"type":"record","name":"QueueDeleted","doc":"A queue is gone.'
    '","subject":"queue","fields":[{"name":"queue","type":"string","doc":"Name."}'
    ',{"name":"tenant","type":"string","doc":"Tenant."},{"name":"requested_by","t'
    'ype":"string","doc":"Who."}],"namespace":"muster.job_events"},{"type":"recor'
    'd","name":"CapacityReserved","doc":"Nodes are reserved for a queue.","subjec'
    't":"reservation","fields":[{"name":"reservation","type":"string","doc":"Name'
    '."},{"name":"tenant","type":"string","doc":"Tenant."},{"name":"queue","type"'
    ':"string","doc":"Whose jobs may be placed there, and those of the queues bel'
    'ow it."},{"name":"gpu_model","type":"string","doc":"GPU model of the nodes."'
    '},{"name":"gpu_count","type":"int","doc":"GPUs of the nodes together."},{"na'
    'me":"node_ids","type":{"type":"array","items":"string"},"doc":"Sorted. Until'
    " it starts, others are placed there only if they are believed to end before."
    '"},{"name":"starts_at_ms","type":"long","doc":"From when."},{"name":"ends_at'
    '_ms","type":"long","doc":"Until when."},{"name":"requested_by","type":"strin'
    'g","doc":"Who."}],"namespace":"muster.job_events"},{"type":"record","name":"'
    'CapacityReassigned","doc":"A reservation has other nodes: some of its own we'
    're closed or lost.","subject":"reservation","fields":[{"name":"reservation",'
    '"type":"string","doc":"Name."},{"name":"tenant","type":"string","doc":"Tenan'
    't."},{"name":"queue","type":"string","doc":"Whose jobs may be placed there, '
    'and those of the queues below it."},{"name":"node_ids","type":{"type":"array'
    '","items":"string"},"doc":"All of them now, sorted."},{"name":"reason","type'
    '":"string","doc":"Why."}],"namespace":"muster.job_events"},{"type":"record",'
    '"name":"CapacityReservationStarted","doc":"From now on only jobs of the queu'
    'e may be placed on the nodes.","subject":"reservation","fields":[{"name":"re'
    'servation","type":"string","doc":"Name."},{"name":"tenant","type":"string","'
    'doc":"Tenant."},{"name":"queue","type":"string","doc":"Whose jobs may be pla'
    'ced there, and those of the queues below it."}],"namespace":"muster.job_even'
    'ts"},{"type":"record","name":"CapacityReservationEnded","doc":"The nodes are'
    ' everybody\'s again.","subject":"reservation","fields":[{"name":"reservation"'
    ',"type":"string","doc":"Name."},{"name":"tenant","type":"string","doc":"Tena'
    'nt."},{"name":"queue","type":"string","doc":"Whose jobs may be placed there,'
    ' and those of the queues below it."},{"name":"reason","type":{"type":"enum",'
    '"name":"ReservationEnd","doc":"Why.","symbols":["OVER","CANCELLED"],"default'
    '":"OVER","namespace":"muster.job_events"},"doc":"Why."},{"name":"requested_b'
    'y","type":"string","doc":"Who cancelled it; empty when its time was over.","'
    'default":""}],"namespace":"muster.job_events"},{"type":"record","name":"Poli'
    'cyActivated","doc":"Decisions follow this policy from here on.","subject":"p'
    'olicy","fields":[{"name":"policy","type":"muster.operator_commands.Policy","'
    'doc":"The whole policy."},{"name":"requested_by","type":"string","doc":"Who.'
    '"}],"namespace":"muster.job_events"},{"type":"record","name":"StartTask","do'
    'c":"Start these ranks.","fields":[{"name":"node_id","type":"string","doc":"N'
    'ode."},{"name":"epoch","type":"long","doc":"Leader\'s epoch; older than one a'
    'lready seen: refuse."},{"name":"order_seq","type":"long","doc":"Position of '
    'the decision: seq of the input that caused it."},{"name":"job_id","type":"st'
    'ring","doc":"Job."},{"name":"attempt","type":"int","doc":"Attempt; started a'
    't most once."},{"name":"tenant","type":"string","doc":"Tenant."},{"name":"jo'
    'b_name","type":"string","doc":"Job\'s name."},{"name":"user","type":"string",'
    '"doc":"Job\'s user."},{"name":"ranks","type":{"type":"array","items":{"type":'
    '"record","name":"RankAssignment","doc":"One rank\'s GPUs on the node.","field'
    's":[{"name":"rank","type":"int","doc":"Rank."},{"name":"gpu_indices","type":'
    '{"type":"array","items":"int"},"doc":"GPUs."},{"name":"gpu_milli","type":"in'
    't","doc":"Thousandths of each."},{"name":"sharing","type":"muster.node_comma'
    'nds.Sharing","doc":"Who else may be on them.","default":"EXCLUSIVE"},{"name"'
    ':"mig_profile","type":["null","string"],"doc":"Profile of the MIG instance i'
    't gets.","default":null},{"name":"mig_start","type":["null","int"],"doc":"Fi'
    'rst memory slice of that instance.","default":null}],"namespace":"muster.nod'
    'e_commands"}},"doc":"Ranks on this node."},{"name":"world_size","type":"int"'
    ',"doc":"Ranks in all."},{"name":"master_address","type":"string","doc":"Addr'
    'ess of rank 0."},{"name":"master_port","type":"int","doc":"Rendezvous port o'
    'n rank 0\'s node."},{"name":"image","type":["null","string"],"doc":"Container'
    ' image.","default":null},{"name":"command","type":{"type":"array","items":"s'
    'tring"},"doc":"Program and arguments."},{"name":"env","type":{"type":"map","'
    'values":"string"},"doc":"Environment.","default":{}},{"name":"files_sha256",'
    '"type":["null","string"],"doc":"Working files.","default":null},{"name":"wal'
    'l_time_max_ms","type":["null","long"],"doc":"Stop after this long.","default'
    '":null},{"name":"grace_ms","type":"long","doc":"Between SIGTERM and SIGKILL.'
    '"},{"name":"checkpoint_enabled","type":"boolean","doc":"Keep checkpoints."},'
    '{"name":"checkpoint_uri","type":["null","string"],"doc":"Newest checkpoint o'
    'f an earlier attempt.","default":null},{"name":"checkpoint_sha256","type":["'
    'null","string"],"doc":"Its hash.","default":null},{"name":"checkpoint_file",'
    '"type":["null","string"],"doc":"Its file name.","default":null}],"namespace"'
    ':"muster.node_commands"},{"type":"record","name":"StopTask","doc":"Stop this'
    ' attempt\'s ranks; unknown attempt: nothing to do.","fields":[{"name":"node_i'
    'd","type":"string","doc":"Node."},{"name":"epoch","type":"long","doc":"Leade'
    'r\'s epoch; older than one already seen: refuse."},{"name":"order_seq","type"'
    ':"long","doc":"Position of the decision: seq of the input that caused it."},'
    '{"name":"job_id","type":"string","doc":"Job."},{"name":"attempt","type":"int'
    '","doc":"Attempt; started at most once."},{"name":"grace_ms","type":"long","'
    'doc":"Between SIGTERM and SIGKILL."},{"name":"reason","type":"string","doc":'
    '"Why."}],"namespace":"muster.node_commands"}],"doc":"Fact or order."}],"name'
    'space":"muster.scheduler_log"}},"doc":"In order."},{"name":"state_hash","typ'
    'e":["null","string"],"doc":"Hash of the whole state after this batch, when i'
    't was taken.","default":null}],"namespace":"muster.scheduler_log"}],"doc":"W'
    'hat happened."}]}'
)
