"""Every input in its one order, and what was decided: enough by itself to replay everything.

Generated from schemas/scheduler-log.avsc by `make schemas`; do not edit.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Final, TypeAlias

from muster.events.datum import Table, branch_of, read_branch, table_of, write_branch
from muster.events.job_commands import CancelJob, ResumeJob, SubmitJob, SuspendJob
from muster.events.job_events import (
    AttemptEnded,
    CapacityReassigned,
    CapacityReservationEnded,
    CapacityReservationStarted,
    CapacityReserved,
    CheckpointRecorded,
    CommandRejected,
    CommandRepeated,
    DefragmentationProposed,
    GangBound,
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
    Violation,
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
from muster.events.record import record
from muster.events.task_events import AgentStarted, CheckpointSaved, TaskExited, TaskRefused, TaskStarted


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
    '"doc":"Main memory per rank, MiB."}],"namespace":"muster.job_commands"},"doc'
    '":"Per rank."},{"name":"image","type":["null","string"],"doc":"Container ima'
    'ge, for executors that use one.","default":null},{"name":"command","type":{"'
    'type":"array","items":"string"},"doc":"Program and arguments, the same for e'
    'very rank."},{"name":"env","type":{"type":"map","values":"string"},"doc":"En'
    'vironment added to every rank.","default":{}},{"name":"files_sha256","type":'
    '["null","string"],"doc":"Working files: SHA-256 of a tar.gz already stored u'
    'nder files/ in S3.","default":null},{"name":"wall_time_max_ms","type":["null'
    '","long"],"doc":"The attempt is stopped after this long.","default":null},{"'
    'name":"duration_expected_ms","type":["null","long"],"doc":"The owner\'s estim'
    'ate.","default":null},{"name":"grace_ms","type":"long","doc":"Between SIGTER'
    'M and SIGKILL.","default":30000},{"name":"retry","type":{"type":"record","na'
    'me":"RetryPolicy","doc":"When an attempt fails by itself; attempts lost with'
    ' a node never count.","fields":[{"name":"attempts_max","type":"int","doc":"A'
    'ttempts allowed in all, 1 means no retry."},{"name":"backoff_ms","type":"lon'
    'g","doc":"Wait before the next attempt, doubled each time.","default":10000}'
    '],"namespace":"muster.job_commands"},"doc":"Retry policy."},{"name":"checkpo'
    'int","type":{"type":"record","name":"CheckpointPolicy","doc":"Whether the ag'
    'ent keeps what the job writes to MUSTER_CHECKPOINT_DIR.","fields":[{"name":"'
    'enabled","type":"boolean","doc":"True: files renamed into the directory are '
    'stored and given to the next attempt."},{"name":"interval_ms","type":"long",'
    '"doc":"How often the job is expected to write one; 0 when it decides itself.'
    '","default":0}],"namespace":"muster.job_commands"},"doc":"Checkpoint policy.'
    '"},{"name":"labels","type":{"type":"map","values":"string"},"doc":"Free key/'
    'value pairs to filter by.","default":{}},{"name":"model_name","type":["null"'
    ',"string"],"doc":"Model this job trains, for the registry.","default":null},'
    '{"name":"priority","type":"int","doc":"Higher goes first where the queue ord'
    'ers by priority; -1000 to 1000.","default":0},{"name":"ranks_min","type":["n'
    'ull","int"],"doc":"Fewest ranks it runs with; null: never other than `ranks`'
    '.","default":null},{"name":"world_sizes","type":{"type":"array","items":"int'
    '"},"doc":"Gang sizes it runs with, ascending; empty: ranks_min, ranks and th'
    'e powers of two between.","default":[]},{"name":"topology","type":["null",{"'
    'type":"record","name":"Topology","doc":"How the ranks of a gang should lie i'
    'n the network.","fields":[{"name":"within","type":["null",{"type":"enum","na'
    'me":"TopologyLevel","doc":"Units of the network, smallest first.","symbols":'
    '["NODE","NVLINK_DOMAIN","LEAF","SPINE","CELL"],"default":"CELL","namespace":'
    '"muster.job_commands"}],"doc":"The unit that should hold all ranks; null: th'
    'e best there is room in.","default":null},{"name":"strictness","type":{"type'
    '":"enum","name":"Strictness","doc":"What a gang does when no unit of its lev'
    'el has room.","symbols":["REQUIRED","PREFERRED","BEST_EFFORT"],"default":"BE'
    'ST_EFFORT","namespace":"muster.job_commands"},"doc":"REQUIRED waits for such'
    ' a unit, PREFERRED takes a larger one.","default":"BEST_EFFORT"},{"name":"te'
    'nsor_parallel_ranks","type":"int","doc":"So many consecutive ranks share an '
    'NVLink domain, always.","default":1}],"namespace":"muster.job_commands"}],"d'
    'oc":"How the ranks should lie; null: as near to each other as there is room.'
    '","default":null},{"name":"spread","type":["null","muster.job_commands.Topol'
    'ogyLevel"],"doc":"Ranks go evenly over units of this level instead.","defaul'
    't":null},{"name":"node_labels","type":{"type":"map","values":"string"},"doc"'
    ':"Only nodes with all these labels.","default":{}},{"name":"node_labels_pref'
    'erred","type":{"type":"map","values":"string"},"doc":"Nodes that have all th'
    'ese labels, too, go first.","default":{}},{"name":"tolerations","type":{"typ'
    'e":"array","items":"string"},"doc":"Taints of nodes that do not matter, sort'
    'ed.","default":[]},{"name":"gpu_preferences","type":{"type":"array","items":'
    '{"type":"record","name":"GpuPreference","doc":"One GPU model, and how fast t'
    'he job runs on it.","fields":[{"name":"model","type":"string","doc":"GPU mod'
    'el."},{"name":"throughput_milli","type":"int","doc":"Thousandths of a common'
    ' unit of speed: twice as much ends in half the time."}],"namespace":"muster.'
    'job_commands"}},"doc":"GPU models with their speed; all ranks go to one of t'
    'hem. resources.gpu_models names the same.","default":[]},{"name":"caches","t'
    'ype":{"type":"array","items":"string"},"doc":"Names of what its nodes keep f'
    'or the next job: a model, a data set.","default":[]}],"namespace":"muster.jo'
    'b_commands"},"doc":"What to run."}],"namespace":"muster.job_commands"},{"typ'
    'e":"record","name":"CancelJob","doc":"Stop the job for good.","fields":[{"na'
    'me":"job_id","type":"string","doc":"Job."},{"name":"tenant","type":"string",'
    '"doc":"Tenant the job belongs to."},{"name":"requested_by","type":"string","'
    'doc":"User who asks."},{"name":"reason","type":"string","doc":"Why, for peop'
    'le.","default":""}],"namespace":"muster.job_commands"},{"type":"record","nam'
    'e":"SuspendJob","doc":"Stop the job, keep its place for a resume.","fields":'
    '[{"name":"job_id","type":"string","doc":"Job."},{"name":"tenant","type":"str'
    'ing","doc":"Tenant the job belongs to."},{"name":"requested_by","type":"stri'
    'ng","doc":"User who asks."},{"name":"reason","type":"string","doc":"Why, for'
    ' people.","default":""}],"namespace":"muster.job_commands"},{"type":"record"'
    ',"name":"ResumeJob","doc":"Queue a suspended job again.","fields":[{"name":"'
    'job_id","type":"string","doc":"Job."},{"name":"tenant","type":"string","doc"'
    ':"Tenant the job belongs to."},{"name":"requested_by","type":"string","doc":'
    '"User who asks."},{"name":"reason","type":"string","doc":"Why, for people.",'
    '"default":""}],"namespace":"muster.job_commands"},{"type":"record","name":"C'
    'reateQueue","doc":"Make a queue.","fields":[{"name":"queue","type":"string",'
    '"doc":"Name: 1 to 63 of a-z 0-9 and -."},{"name":"tenant","type":"string","d'
    'oc":"Tenant."},{"name":"description","type":"string","doc":"For people.","de'
    'fault":""},{"name":"requested_by","type":"string","doc":"User who asks."},{"'
    'name":"settings","type":["null",{"type":"record","name":"QueueSettings","doc'
    '":"What a queue may use, and how it is shared.","fields":[{"name":"parent","'
    'type":["null","string"],"doc":"Queue above, of the same tenant; null for non'
    'e.","default":null},{"name":"guarantee","type":["null",{"type":"record","nam'
    'e":"Quota","doc":"An amount of each resource; null says nothing of that reso'
    'urce.","fields":[{"name":"gpu_milli","type":["null","long"],"doc":"Thousandt'
    'hs of GPU, any model.","default":null},{"name":"gpu_milli_by_model","type":{'
    '"type":"map","values":"long"},"doc":"Thousandths of GPU per model, beside th'
    'e total.","default":{}},{"name":"cpu_milli","type":["null","long"],"doc":"Th'
    'ousandths of a CPU core.","default":null},{"name":"memory_mib","type":["null'
    '","long"],"doc":"Main memory, MiB.","default":null}],"namespace":"muster.que'
    'ue_commands"}],"doc":"What its jobs may always have; unused, it is lent. Nul'
    'l guarantees nothing.","default":null},{"name":"maximum","type":["null","mus'
    'ter.queue_commands.Quota"],"doc":"What its jobs never exceed together. Null '
    'sets no bound.","default":null},{"name":"weight","type":"int","doc":"Its par'
    't of usage over time among the queues beside it, 1 to 1000000.","default":1}'
    ',{"name":"over_quota_weight","type":"int","doc":"Its part of what is lent be'
    'yond guarantees, 0 to 1000000; 0 never borrows.","default":1},{"name":"order'
    '","type":{"type":"enum","name":"QueueOrder","doc":"Who goes first within a t'
    'ier of one queue.","symbols":["FIFO","PRIORITY","DRF"],"default":"FIFO","nam'
    'espace":"muster.queue_commands"},"doc":"Who goes first within a tier.","defa'
    'ult":"FIFO"},{"name":"jobs_running_max","type":["null","int"],"doc":"Jobs th'
    'at may hold GPUs at once.","default":null},{"name":"jobs_pending_max","type"'
    ':["null","int"],"doc":"Jobs that may wait at once; more are rejected.","defa'
    'ult":null},{"name":"user_jobs_running_max","type":["null","int"],"doc":"As j'
    'obs_running_max, for one user.","default":null},{"name":"user_jobs_pending_m'
    'ax","type":["null","int"],"doc":"As jobs_pending_max, for one user.","defaul'
    't":null}],"namespace":"muster.queue_commands"}],"doc":"Shares and limits; nu'
    'll for none.","default":null}],"namespace":"muster.queue_commands"},{"type":'
    '"record","name":"ConfigureQueue","doc":"Replace a queue\'s shares and limits.'
    '","fields":[{"name":"queue","type":"string","doc":"Name."},{"name":"tenant",'
    '"type":"string","doc":"Tenant."},{"name":"settings","type":"muster.queue_com'
    'mands.QueueSettings","doc":"All of them."},{"name":"requested_by","type":"st'
    'ring","doc":"User who asks."}],"namespace":"muster.queue_commands"},{"type":'
    '"record","name":"DeleteQueue","doc":"Remove an empty queue.","fields":[{"nam'
    'e":"queue","type":"string","doc":"Name."},{"name":"tenant","type":"string","'
    'doc":"Tenant."},{"name":"requested_by","type":"string","doc":"User who asks.'
    '"}],"namespace":"muster.queue_commands"},{"type":"record","name":"ReserveCap'
    'acity","doc":"Keep whole nodes of a GPU model for a queue, from a time until'
    ' another.","fields":[{"name":"reservation","type":"string","doc":"Name: 1 to'
    ' 63 of a-z 0-9 and -; unique in its tenant while it lasts."},{"name":"tenant'
    '","type":"string","doc":"Tenant."},{"name":"queue","type":"string","doc":"Wh'
    'ose jobs may be placed there, and those of the queues below it."},{"name":"g'
    'pu_model","type":"string","doc":"GPU model of the nodes."},{"name":"gpu_coun'
    't","type":["null","int"],"doc":"As few nodes as have so many GPUs; null wher'
    'e nodes are counted.","default":null},{"name":"node_count","type":["null","i'
    'nt"],"doc":"So many nodes; null where GPUs are counted.","default":null},{"n'
    'ame":"starts_at_ms","type":["null","long"],"doc":"From when, milliseconds si'
    'nce 1970 UTC; null: at once.","default":null},{"name":"ends_at_ms","type":"l'
    'ong","doc":"Until when, milliseconds since 1970 UTC."},{"name":"requested_by'
    '","type":"string","doc":"User who asks."}],"namespace":"muster.queue_command'
    's"},{"type":"record","name":"CancelCapacityReservation","doc":"End a reserva'
    'tion, begun or not.","fields":[{"name":"reservation","type":"string","doc":"'
    'Name."},{"name":"tenant","type":"string","doc":"Tenant."},{"name":"requested'
    '_by","type":"string","doc":"User who asks."}],"namespace":"muster.queue_comm'
    'ands"},{"type":"record","name":"CordonNode","doc":"Place nothing new on the '
    'node; what runs goes on.","fields":[{"name":"node_id","type":"string","doc":'
    '"Node."},{"name":"requested_by","type":"string","doc":"Operator."},{"name":"'
    'reason","type":"string","doc":"Why.","default":""}],"namespace":"muster.oper'
    'ator_commands"},{"type":"record","name":"UncordonNode","doc":"Place work on '
    'the node again.","fields":[{"name":"node_id","type":"string","doc":"Node."},'
    '{"name":"requested_by","type":"string","doc":"Operator."}],"namespace":"must'
    'er.operator_commands"},{"type":"record","name":"DrainNode","doc":"Place noth'
    "ing new on the node, and move what runs there: it stops with its grace and w"
    'aits again.","fields":[{"name":"node_id","type":"string","doc":"Node."},{"na'
    'me":"requested_by","type":"string","doc":"Operator."},{"name":"reason","type'
    '":"string","doc":"Why.","default":""}],"namespace":"muster.operator_commands'
    '"},{"type":"record","name":"UndrainNode","doc":"Place work on the node again'
    '.","fields":[{"name":"node_id","type":"string","doc":"Node."},{"name":"reque'
    'sted_by","type":"string","doc":"Operator."}],"namespace":"muster.operator_co'
    'mmands"},{"type":"record","name":"TagNode","doc":"Give the node labels and t'
    'aints beside those it announces, or take such away.","fields":[{"name":"node'
    '_id","type":"string","doc":"Node."},{"name":"labels","type":{"type":"map","v'
    'alues":"string"},"doc":"Labels to set; they win over announced ones.","defau'
    'lt":{}},{"name":"labels_removed","type":{"type":"array","items":"string"},"d'
    'oc":"Labels set before that no longer hold, sorted.","default":[]},{"name":"'
    'taints","type":{"type":"array","items":"string"},"doc":"Taints to set, sorte'
    'd.","default":[]},{"name":"taints_removed","type":{"type":"array","items":"s'
    'tring"},"doc":"Taints set before that no longer hold, sorted.","default":[]}'
    ',{"name":"requested_by","type":"string","doc":"Operator."}],"namespace":"mus'
    'ter.operator_commands"},{"type":"record","name":"ScheduleMaintenance","doc":'
    '"Close the node for a time; takes the place of a window that has not begun."'
    ',"fields":[{"name":"node_id","type":"string","doc":"Node."},{"name":"starts_'
    'at_ms","type":"long","doc":"From when, milliseconds since 1970 UTC."},{"name'
    '":"ends_at_ms","type":"long","doc":"Until when."},{"name":"requested_by","ty'
    'pe":"string","doc":"Operator."},{"name":"reason","type":"string","doc":"Why.'
    '","default":""}],"namespace":"muster.operator_commands"},{"type":"record","n'
    'ame":"CancelMaintenance","doc":"Call the node\'s window off, or end it.","fie'
    'lds":[{"name":"node_id","type":"string","doc":"Node."},{"name":"requested_by'
    '","type":"string","doc":"Operator."}],"namespace":"muster.operator_commands"'
    '},{"type":"record","name":"ActivatePolicy","doc":"Decide by this policy from'
    ' now on.","fields":[{"name":"policy","type":{"type":"record","name":"Policy"'
    ',"doc":"Knobs that change decisions; a change is an event, so it replays.","'
    'fields":[{"name":"name","type":"string","doc":"For people."},{"name":"head_p'
    'atience_ms","type":"long","doc":"A blocked head of line is passed freely for'
    ' this long; then nodes are reserved for it."},{"name":"head_hold_ms","type":'
    '"long","doc":"Nodes reserved for it are kept this long beyond the time it sh'
    'ould have started at."},{"name":"attempts_lost_max","type":"int","doc":"Atte'
    'mpts lost with their nodes before the job fails."},{"name":"workload_shapes_'
    'max","type":"int","doc":"Shapes remembered for the fragmentation score."},{"'
    'name":"jobs_ended_kept_max","type":"int","doc":"Ended jobs remembered for de'
    'duplication."},{"name":"share_window_ms","type":"long","doc":"Usage older th'
    'an this is forgotten.","default":2592000000},{"name":"share_half_life_ms","t'
    'ype":"long","doc":"Usage this old counts half.","default":604800000},{"name"'
    ':"share_history_percent","type":"int","doc":"Weight of usage over time besid'
    'e usage now, 0 to 10000.","default":100},{"name":"credit_max_ms","type":"lon'
    'g","doc":"Burst credit holds at most a guarantee unused for this long; 0 giv'
    'es none.","default":86400000},{"name":"model_price_milli","type":{"type":"ma'
    'p","values":"long"},"doc":"What an hour of a GPU model counts, thousandths; '
    '1000 where absent.","default":{}},{"name":"aging_step_ms","type":"long","doc'
    '":"A job that waited this long goes with the next higher tier, and so on; 0 '
    'never.","default":86400000},{"name":"reclaim_interval_ms","type":"long","doc'
    '":"A wish for lent GPUs is repeated at most this often.","default":60000},{"'
    'name":"measure_interval_ms","type":"long","doc":"A queue that changed is mea'
    'sured at most this often.","default":10000},{"name":"resize_interval_ms","ty'
    'pe":"long","doc":"An elastic job is resized at most this often.","default":3'
    '00000},{"name":"defrag_interval_ms","type":"long","doc":"Moves that would ma'
    'ke room for the head of line are looked for at most this often.","default":3'
    '00000},{"name":"defrag_benefit_percent","type":"int","doc":"They are carried'
    " out when the GPU time that is won is at least this part of what is lost; 0 "
    'only proposes.","default":300},{"name":"topology","type":{"type":"record","n'
    'ame":"TopologyWeights","doc":"What a gang\'s place is worth, per GPU of the g'
    'ang, by the smallest unit that holds it.","fields":[{"name":"nvlink","type":'
    '"int","doc":"The gang shares an NVLink domain or a node.","default":1000},{"'
    'name":"leaf","type":"int","doc":"It shares a leaf.","default":400},{"name":"'
    'spine","type":"int","doc":"It shares a spine.","default":200},{"name":"cell"'
    ',"type":"int","doc":"It shares a cell.","default":100},{"name":"stranded_gpu'
    '","type":"int","doc":"Taken off for each GPU left free beside it that no gro'
    'up like its own can use.","default":100}],"namespace":"muster.operator_comma'
    'nds"},"doc":"How places of gangs are weighed.","default":{"nvlink":1000,"lea'
    'f":400,"spine":200,"cell":100,"stranded_gpu":100}}],"namespace":"muster.oper'
    'ator_commands"},"doc":"The whole policy."},{"name":"requested_by","type":"st'
    'ring","doc":"Operator."}],"namespace":"muster.operator_commands"},{"type":"r'
    'ecord","name":"AgentStarted","doc":"The agent is up and tells what it runs, '
    'so that the scheduler can reconcile.","fields":[{"name":"node_id","type":"st'
    'ring","doc":"Node."},{"name":"boot_id","type":"string","doc":"Boot."},{"name'
    '":"fresh","type":"boolean","doc":"True: the agent remembers nothing from bef'
    'ore."},{"name":"order_seq_last","type":"long","doc":"Newest order it has car'
    'ried out; -1 when fresh."},{"name":"running","type":{"type":"array","items":'
    '{"type":"record","name":"AttemptRef","doc":"One attempt.","fields":[{"name":'
    '"job_id","type":"string","doc":"Job."},{"name":"attempt","type":"int","doc":'
    '"Attempt."}],"namespace":"muster.task_events"}},"doc":"Tasks adopted, still '
    'running."}],"namespace":"muster.task_events"},{"type":"record","name":"TaskS'
    'tarted","doc":"All ranks of the task have a process.","fields":[{"name":"nod'
    'e_id","type":"string","doc":"Node."},{"name":"job_id","type":"string","doc":'
    '"Job."},{"name":"attempt","type":"int","doc":"Attempt, 1-based."},{"name":"r'
    'anks","type":{"type":"array","items":"int"},"doc":"Ranks on this node."}],"n'
    'amespace":"muster.task_events"},{"type":"record","name":"TaskExited","doc":"'
    'No rank of the task runs any more.","fields":[{"name":"node_id","type":"stri'
    'ng","doc":"Node."},{"name":"job_id","type":"string","doc":"Job."},{"name":"a'
    'ttempt","type":"int","doc":"Attempt, 1-based."},{"name":"outcome","type":{"t'
    'ype":"enum","name":"TaskOutcome","doc":"How the task ended.","symbols":["SUC'
    'CEEDED","FAILED","STOPPED","TIMED_OUT","LOST"],"default":"LOST","namespace":'
    '"muster.task_events"},"doc":"STOPPED: on order. TIMED_OUT: its wall time. LO'
    'ST: its processes vanished."},{"name":"exits","type":{"type":"array","items"'
    ':{"type":"record","name":"RankExit","doc":"How one rank ended.","fields":[{"'
    'name":"rank","type":"int","doc":"Rank."},{"name":"exit_code","type":["null",'
    '"int"],"doc":"Exit code.","default":null},{"name":"signal","type":["null","i'
    'nt"],"doc":"Signal that ended it.","default":null}],"namespace":"muster.task'
    '_events"}},"doc":"Per rank."},{"name":"message","type":"string","doc":"For p'
    'eople: the first failing rank and why.","default":""}],"namespace":"muster.t'
    'ask_events"},{"type":"record","name":"TaskRefused","doc":"An order was not c'
    'arried out.","fields":[{"name":"node_id","type":"string","doc":"Node."},{"na'
    'me":"job_id","type":"string","doc":"Job."},{"name":"attempt","type":"int","d'
    'oc":"Attempt, 1-based."},{"name":"epoch","type":"long","doc":"Epoch of the o'
    'rder."},{"name":"order_seq","type":"long","doc":"Order."},{"name":"reason","'
    'type":{"type":"enum","name":"RefusalReason","doc":"Why.","symbols":["STALE_E'
    'POCH","GPU_BUSY","UNKNOWN_GPU","FILES_UNAVAILABLE","CANNOT_START"],"default"'
    ':"CANNOT_START","namespace":"muster.task_events"},"doc":"Why."},{"name":"mes'
    'sage","type":"string","doc":"For people.","default":""}],"namespace":"muster'
    '.task_events"},{"type":"record","name":"CheckpointSaved","doc":"A checkpoint'
    ' is safe in S3.","fields":[{"name":"node_id","type":"string","doc":"Node."},'
    '{"name":"job_id","type":"string","doc":"Job."},{"name":"attempt","type":"int'
    '","doc":"Attempt, 1-based."},{"name":"rank","type":"int","doc":"Rank that wr'
    'ote it."},{"name":"file","type":"string","doc":"File name."},{"name":"uri","'
    'type":"string","doc":"s3://bucket/key."},{"name":"sha256","type":"string","d'
    'oc":"Of the bytes."},{"name":"size_bytes","type":"long","doc":"Size."}],"nam'
    'espace":"muster.task_events"},{"type":"record","name":"NodeJoined","doc":"A '
    'node is known, or came back with other hardware.","fields":[{"name":"node_id'
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
    'ns goes on.","fields":[{"name":"node_id","type":"string","doc":"Node."},{"na'
    'me":"silent_ms","type":"long","doc":"Time since its last beat."}],"namespace'
    '":"muster.job_events"},{"type":"record","name":"NodeRecovered","doc":"The no'
    'de is heard again.","fields":[{"name":"node_id","type":"string","doc":"Node.'
    '"}],"namespace":"muster.job_events"},{"type":"record","name":"NodeLost","doc'
    '":"The lease ran out: its attempts are given up.","fields":[{"name":"node_id'
    '","type":"string","doc":"Node."},{"name":"silent_ms","type":"long","doc":"Ti'
    'me since its last beat."}],"namespace":"muster.job_events"},{"type":"record"'
    ',"name":"NodeRelocated","doc":"The network around the node has changed; what'
    ' runs there goes on.","fields":[{"name":"node_id","type":"string","doc":"Nod'
    'e."},{"name":"location","type":"muster.node_heartbeats.Location","doc":"Wher'
    'e it is now."}],"namespace":"muster.job_events"},{"type":"record","name":"Gp'
    'uUnhealthy","doc":"Nothing new goes on this GPU.","fields":[{"name":"node_id'
    '","type":"string","doc":"Node."},{"name":"gpu_index","type":"int","doc":"GPU'
    '."},{"name":"reason","type":"string","doc":"Why."}],"namespace":"muster.job_'
    'events"},{"type":"record","name":"GpuRecovered","doc":"The GPU is healthy ag'
    'ain.","fields":[{"name":"node_id","type":"string","doc":"Node."},{"name":"gp'
    'u_index","type":"int","doc":"GPU."}],"namespace":"muster.job_events"},{"type'
    '":"record","name":"CommandInvalid","doc":"A command that breaks the static r'
    'ules. Judged at the door: later rules cannot change old decisions.","fields"'
    ':[{"name":"command_id","type":"string","doc":"event_id of the command."},{"n'
    'ame":"command","type":"string","doc":"Its record name."},{"name":"subject","'
    'type":"string","doc":"Job, queue or node."},{"name":"tenant","type":"string"'
    ',"doc":"Tenant."},{"name":"message","type":"string","doc":"For people."},{"n'
    'ame":"violations","type":{"type":"array","items":{"type":"record","name":"Vi'
    'olation","doc":"One thing wrong with a request.","fields":[{"name":"field","'
    'type":"string","doc":"Path of the field."},{"name":"value","type":"string","'
    'doc":"What was given, shortened."},{"name":"allowed","type":"string","doc":"'
    'What is allowed."}],"namespace":"muster.job_events"}},"doc":"Field by field.'
    '"}],"namespace":"muster.scheduler_log"},{"type":"record","name":"LeaderElect'
    'ed","doc":"First input of an epoch.","fields":[{"name":"epoch","type":"long"'
    ',"doc":"Epoch."},{"name":"leader_id","type":"string","doc":"Process that lea'
    'ds."}],"namespace":"muster.scheduler_log"},{"type":"record","name":"ClockTic'
    'ked","doc":"Time passed and the core asked to be told.","fields":[],"namespa'
    'ce":"muster.scheduler_log"}],"doc":"What came in."}],"namespace":"muster.sch'
    'eduler_log"}},"doc":"In order."},{"name":"decisions","type":{"type":"array",'
    '"items":{"type":"record","name":"Decision","doc":"One consequence.","fields"'
    ':[{"name":"event_id","type":"string","doc":"The same as in the public topic.'
    '"},{"name":"cause_seq","type":"long","doc":"seq of the input it follows from'
    '."},{"name":"payload","type":[{"type":"record","name":"CommandRejected","doc'
    '":"A command that will not be carried out, and why.","fields":[{"name":"comm'
    'and_id","type":"string","doc":"event_id of the command."},{"name":"command",'
    '"type":"string","doc":"Its record name."},{"name":"subject","type":"string",'
    '"doc":"Job, queue or node it was about."},{"name":"tenant","type":"string","'
    'doc":"Tenant."},{"name":"code","type":{"type":"enum","name":"RejectionCode",'
    '"doc":"Stable codes.","symbols":["INVALID","ALREADY_EXISTS","NOT_FOUND","WRO'
    'NG_STATE","IMPOSSIBLE_REQUEST","UNKNOWN_QUEUE","QUEUE_NOT_EMPTY","FORBIDDEN"'
    ',"QUOTA_EXCEEDED","BAD_TREE"],"default":"FORBIDDEN","namespace":"muster.job_'
    'events"},"doc":"Why."},{"name":"message","type":"string","doc":"For people."'
    '},{"name":"violations","type":{"type":"array","items":"muster.job_events.Vio'
    'lation"},"doc":"Field by field.","default":[]}],"namespace":"muster.job_even'
    'ts"},{"type":"record","name":"CommandRepeated","doc":"A command already carr'
    'ied out came again; nothing changed.","fields":[{"name":"command_id","type":'
    '"string","doc":"event_id of the command."},{"name":"command","type":"string"'
    ',"doc":"Its record name."},{"name":"subject","type":"string","doc":"Job, que'
    'ue or node."}],"namespace":"muster.job_events"},{"type":"record","name":"Job'
    'Queued","doc":"The job is accepted and waits.","fields":[{"name":"job_id","t'
    'ype":"string","doc":"Job."},{"name":"tenant","type":"string","doc":"Tenant."'
    '},{"name":"spec","type":"muster.job_commands.JobSpec","doc":"As accepted."},'
    '{"name":"predicted_p50_ms","type":["null","long"],"doc":"An attempt is belie'
    'ved to run longer than this as likely as not; null: nobody knows.","default"'
    ':null},{"name":"predicted_p90_ms","type":["null","long"],"doc":"Nine in ten '
    "such attempts are believed to run at most this long; null: nothing can be st"
    'ated.","default":null}],"namespace":"muster.job_events"},{"type":"record","n'
    'ame":"JobPending","doc":"Why the job is not placed; sent when the reason cha'
    'nges.","fields":[{"name":"job_id","type":"string","doc":"Job."},{"name":"cod'
    'e","type":{"type":"enum","name":"PendingCode","doc":"Stable codes for why a '
    'job waits.","symbols":["NO_NODES","MODEL_ABSENT","TOO_LARGE","CLUSTER_TOO_SM'
    'ALL","GPUS_BUSY","GPUS_FRAGMENTED","FRACTIONS_FRAGMENTED","CPU_SHORT","MEMOR'
    'Y_SHORT","NODES_UNSCHEDULABLE","LABELS_ABSENT","TAINTS_UNTOLERATED","NODES_A'
    'VOIDED","MAINTENANCE_AHEAD","GANG_SHORT","TOPOLOGY_SHORT","HELD_FOR_HEAD","N'
    'ODES_RESERVED","RETRY_BACKOFF","SUSPENDED","QUEUED","QUOTA_EXHAUSTED","JOB_L'
    'IMIT"],"default":"QUEUED","namespace":"muster.job_events"},"doc":"The one do'
    'minant reason."},{"name":"message","type":"string","doc":"One sentence."},{"'
    'name":"counts","type":{"type":"map","values":"long"},"doc":"Numbers behind i'
    't.","default":{}}],"namespace":"muster.job_events"},{"type":"record","name":'
    '"PreemptionRequested","doc":"A job or a reservation is due GPUs that others '
    'hold; who yields is decided elsewhere.","fields":[{"name":"job_id","type":"s'
    'tring","doc":"Job; empty where a reservation is due them."},{"name":"cause",'
    '"type":{"type":"enum","name":"PreemptionCause","doc":"What entitles it.","sy'
    'mbols":["GUARANTEE","TIER","RESERVATION"],"default":"TIER","namespace":"must'
    'er.job_events"},"doc":"What entitles it."},{"name":"queue","type":"string","'
    'doc":"Its queue."},{"name":"tenant","type":"string","doc":"Tenant."},{"name"'
    ':"jobs","type":"int","doc":"It and so many equal jobs of its queue in all ar'
    'e due what they ask.","default":1},{"name":"gpu_milli_missing","type":"long"'
    ',"doc":"Thousandths of GPU that they wait for."},{"name":"gpu_models","type"'
    ':{"type":"array","items":"string"},"doc":"Models it accepts, sorted; empty f'
    'or any.","default":[]},{"name":"borrowers","type":{"type":"array","items":{"'
    'type":"record","name":"Borrower","doc":"A queue beyond its guarantee.","fiel'
    'ds":[{"name":"queue","type":"string","doc":"Name."},{"name":"tenant","type":'
    '"string","doc":"Tenant."},{"name":"gpu_milli_borrowed","type":"long","doc":"'
    'Beyond its guarantee, thousandths of GPU."}],"namespace":"muster.job_events"'
    '}},"doc":"Queues that hold lent GPUs, most first.","default":[]},{"name":"as'
    '_of_seq","type":"long","doc":"State of the log that this is true of."},{"nam'
    'e":"reservation","type":"string","doc":"Reservation that has begun; empty wh'
    'ere a job is due them.","default":""},{"name":"holders","type":{"type":"arra'
    'y","items":"string"},"doc":"Jobs that still hold its nodes, sorted; never pr'
    'oduction inference.","default":[]}],"namespace":"muster.job_events"},{"type"'
    ':"record","name":"ReservationMade","doc":"Nodes are kept for the job that he'
    'ads the line and does not fit; takes the place of its last one.","fields":[{'
    '"name":"job_id","type":"string","doc":"Job."},{"name":"node_ids","type":{"ty'
    'pe":"array","items":"string"},"doc":"Kept: others may be placed there only i'
    'f they are believed to end before starts_at_ms."},{"name":"starts_at_ms","ty'
    'pe":["null","long"],"doc":"When the nodes are believed to have room for it; '
    'null: nobody can tell.","default":null},{"name":"kept_until_ms","type":"long'
    '","doc":"When, the job not started, nodes are chosen anew."},{"name":"by_lim'
    'its","type":"boolean","doc":"Believed are only wall time limits: an earlier '
    'reservation of the job was not kept.","default":false}],"namespace":"muster.'
    'job_events"},{"type":"record","name":"ReservationReleased","doc":"The nodes '
    'kept for a job are everybody\'s again.","fields":[{"name":"job_id","type":"st'
    'ring","doc":"Job."},{"name":"reason","type":{"type":"enum","name":"ReleaseRe'
    'ason","doc":"Why.","symbols":["STARTED","NO_LONGER_WAITS","NO_LONGER_HEAD","'
    'IN_VAIN"],"default":"NO_LONGER_WAITS","namespace":"muster.job_events"},"doc"'
    ':"Why."},{"name":"again_at_ms","type":["null","long"],"doc":"When nodes are '
    'kept for it again, as it still heads the line; null: not for this reason.","'
    'default":null}],"namespace":"muster.job_events"},{"type":"record","name":"De'
    'fragmentationProposed","doc":"Moves of running jobs that would let a job sta'
    'rt that free GPUs in all suffice for.","fields":[{"name":"job_id","type":"st'
    'ring","doc":"The job that would start."},{"name":"moves","type":{"type":"arr'
    'ay","items":{"type":"record","name":"Move","doc":"One job that would go on e'
    'lsewhere.","fields":[{"name":"job_id","type":"string","doc":"Job."},{"name":'
    '"from_node_ids","type":{"type":"array","items":"string"},"doc":"Where it is,'
    ' sorted."},{"name":"to_node_ids","type":{"type":"array","items":"string"},"d'
    'oc":"Where it would go, sorted."},{"name":"lost_gpu_ms","type":"long","doc":'
    '"GPU milliseconds: its GPUs times what it ran since its last checkpoint, and'
    ' a restart."}],"namespace":"muster.job_events"}},"doc":"By job."},{"name":"c'
    'ost_gpu_ms","type":"long","doc":"GPU milliseconds that all moves lose."},{"n'
    'ame":"benefit_gpu_ms","type":"long","doc":"GPU milliseconds that the job wou'
    'ld have sooner: its GPUs times the wait it is spared."},{"name":"carried_out'
    '","type":"boolean","doc":"The moves begin now."}],"namespace":"muster.job_ev'
    'ents"},{"type":"record","name":"GangBound","doc":"Every rank has its place; '
    'orders to start are in the same transaction.","fields":[{"name":"job_id","ty'
    'pe":"string","doc":"Job."},{"name":"attempt","type":"int","doc":"Attempt."},'
    '{"name":"placements","type":{"type":"array","items":{"type":"record","name":'
    '"RankPlacement","doc":"Where one rank runs.","fields":[{"name":"rank","type"'
    ':"int","doc":"Rank."},{"name":"node_id","type":"string","doc":"Node."},{"nam'
    'e":"gpu_indices","type":{"type":"array","items":"int"},"doc":"GPUs."},{"name'
    '":"gpu_milli","type":"int","doc":"Thousandths of each."}],"namespace":"muste'
    'r.job_events"}},"doc":"One per rank."},{"name":"master_address","type":"stri'
    'ng","doc":"Rank 0\'s address."},{"name":"master_port","type":"int","doc":"Ren'
    'dezvous port."},{"name":"waited_ms","type":"long","doc":"Since the job was l'
    'ast queued."},{"name":"reason","type":"string","doc":"Why there.","default":'
    '""}],"namespace":"muster.job_events"},{"type":"record","name":"JobStarted","'
    'doc":"All ranks run.","fields":[{"name":"job_id","type":"string","doc":"Job.'
    '"},{"name":"attempt","type":"int","doc":"Attempt."}],"namespace":"muster.job'
    '_events"},{"type":"record","name":"JobResizing","doc":"An elastic job stops,'
    ' to go on at once with another number of ranks.","fields":[{"name":"job_id",'
    '"type":"string","doc":"Job."},{"name":"attempt","type":"int","doc":"The atte'
    'mpt that stops."},{"name":"ranks_from","type":"int","doc":"Its ranks."},{"na'
    'me":"ranks_to","type":"int","doc":"Ranks of the next one, or fewer where the'
    'y no longer fit."},{"name":"reason","type":"string","doc":"Why."}],"namespac'
    'e":"muster.job_events"},{"type":"record","name":"JobMoving","doc":"A job sto'
    'ps, to go on at once on other nodes, so that another has room.","fields":[{"'
    'name":"job_id","type":"string","doc":"Job."},{"name":"attempt","type":"int",'
    '"doc":"The attempt that stops."},{"name":"placements","type":{"type":"array"'
    ',"items":"muster.job_events.RankPlacement"},"doc":"Where it is to go on, in '
    'rank order; elsewhere, where that is gone."},{"name":"reason","type":"string'
    '","doc":"Why."}],"namespace":"muster.job_events"},{"type":"record","name":"J'
    'obStopping","doc":"Ranks have been ordered to stop.","fields":[{"name":"job_'
    'id","type":"string","doc":"Job."},{"name":"attempt","type":"int","doc":"Atte'
    'mpt."},{"name":"reason","type":"string","doc":"Why."},{"name":"requeues","ty'
    'pe":"boolean","doc":"It waits again once it has stopped, and the attempt cou'
    'nts neither as failed nor as lost.","default":false}],"namespace":"muster.jo'
    'b_events"},{"type":"record","name":"AttemptEnded","doc":"An attempt is over '
    'on every node and its GPUs are free.","fields":[{"name":"job_id","type":"str'
    'ing","doc":"Job."},{"name":"attempt","type":"int","doc":"Attempt."},{"name":'
    '"outcome","type":{"type":"enum","name":"AttemptOutcome","doc":"How.","symbol'
    's":["SUCCEEDED","FAILED","STOPPED","TIMED_OUT","LOST","REFUSED"],"default":"'
    'REFUSED","namespace":"muster.job_events"},"doc":"How."},{"name":"exit_code",'
    '"type":["null","int"],"doc":"Of the first failing rank.","default":null},{"n'
    'ame":"signal","type":["null","int"],"doc":"Of the first failing rank.","defa'
    'ult":null},{"name":"rank","type":["null","int"],"doc":"First failing rank.",'
    '"default":null},{"name":"node_id","type":["null","string"],"doc":"Its node."'
    ',"default":null},{"name":"message","type":"string","doc":"For people.","defa'
    'ult":""},{"name":"ran_ms","type":"long","doc":"From bind to end."}],"namespa'
    'ce":"muster.job_events"},{"type":"record","name":"JobRequeued","doc":"The jo'
    'b waits again.","fields":[{"name":"job_id","type":"string","doc":"Job."},{"n'
    'ame":"attempt_next","type":"int","doc":"Number of the next attempt."},{"name'
    '":"reason","type":"string","doc":"Why."},{"name":"not_before_ms","type":"lon'
    'g","doc":"Earliest time of the next attempt."}],"namespace":"muster.job_even'
    'ts"},{"type":"record","name":"JobSucceeded","doc":"Every rank ended with exi'
    't code 0.","fields":[{"name":"job_id","type":"string","doc":"Job."},{"name":'
    '"attempt","type":"int","doc":"Attempt."}],"namespace":"muster.job_events"},{'
    '"type":"record","name":"JobFailed","doc":"The job is over and did not succee'
    'd.","fields":[{"name":"job_id","type":"string","doc":"Job."},{"name":"attemp'
    't","type":"int","doc":"Attempt."},{"name":"reason","type":"string","doc":"Wh'
    'y."},{"name":"exit_code","type":["null","int"],"doc":"Of the first failing r'
    'ank.","default":null}],"namespace":"muster.job_events"},{"type":"record","na'
    'me":"JobCancelled","doc":"The job was cancelled and nothing of it runs.","fi'
    'elds":[{"name":"job_id","type":"string","doc":"Job."},{"name":"requested_by"'
    ',"type":"string","doc":"Who asked."},{"name":"reason","type":"string","doc":'
    '"Why."}],"namespace":"muster.job_events"},{"type":"record","name":"JobSuspen'
    'ded","doc":"The job was suspended and nothing of it runs.","fields":[{"name"'
    ':"job_id","type":"string","doc":"Job."},{"name":"requested_by","type":"strin'
    'g","doc":"Who asked."},{"name":"reason","type":"string","doc":"Why."}],"name'
    'space":"muster.job_events"},{"type":"record","name":"JobResumed","doc":"A su'
    'spended job waits again.","fields":[{"name":"job_id","type":"string","doc":"'
    'Job."},{"name":"requested_by","type":"string","doc":"Who asked."}],"namespac'
    'e":"muster.job_events"},{"type":"record","name":"CheckpointRecorded","doc":"'
    'The next attempt will start from this.","fields":[{"name":"job_id","type":"s'
    'tring","doc":"Job."},{"name":"attempt","type":"int","doc":"Attempt."},{"name'
    '":"rank","type":"int","doc":"Rank that wrote it."},{"name":"file","type":"st'
    'ring","doc":"File name."},{"name":"uri","type":"string","doc":"Where."},{"na'
    'me":"sha256","type":"string","doc":"Of the bytes."},{"name":"size_bytes","ty'
    'pe":"long","doc":"Size."}],"namespace":"muster.job_events"},"muster.job_even'
    'ts.NodeJoined","muster.job_events.NodeSuspected","muster.job_events.NodeReco'
    'vered","muster.job_events.NodeLost",{"type":"record","name":"NodeCordoned","'
    'doc":"Nothing new goes there.","fields":[{"name":"node_id","type":"string","'
    'doc":"Node."},{"name":"requested_by","type":"string","doc":"Who."},{"name":"'
    'reason","type":"string","doc":"Why."}],"namespace":"muster.job_events"},{"ty'
    'pe":"record","name":"NodeUncordoned","doc":"Work goes there again.","fields"'
    ':[{"name":"node_id","type":"string","doc":"Node."},{"name":"requested_by","t'
    'ype":"string","doc":"Who."}],"namespace":"muster.job_events"},{"type":"recor'
    'd","name":"NodeDraining","doc":"Nothing new is placed on the node, and what '
    'runs there is moved.","fields":[{"name":"node_id","type":"string","doc":"Nod'
    'e."},{"name":"requested_by","type":"string","doc":"Operator."},{"name":"reas'
    'on","type":"string","doc":"Why.","default":""}],"namespace":"muster.job_even'
    'ts"},{"type":"record","name":"NodeUndrained","doc":"Work may be placed on th'
    'e node again.","fields":[{"name":"node_id","type":"string","doc":"Node."},{"'
    'name":"requested_by","type":"string","doc":"Operator."}],"namespace":"muster'
    '.job_events"},{"type":"record","name":"NodeTagged","doc":"What operators say'
    ' of the node, beside what it announces, from now on.","fields":[{"name":"nod'
    'e_id","type":"string","doc":"Node."},{"name":"labels","type":{"type":"map","'
    'values":"string"},"doc":"Labels; they win over announced ones.","default":{}'
    '},{"name":"taints","type":{"type":"array","items":"string"},"doc":"Taints, s'
    'orted.","default":[]},{"name":"requested_by","type":"string","doc":"Operator'
    '."}],"namespace":"muster.job_events"},{"type":"record","name":"MaintenanceSc'
    'heduled","doc":"The node will be closed for a time: nothing is placed there '
    'that is not believed to end before.","fields":[{"name":"node_id","type":"str'
    'ing","doc":"Node."},{"name":"starts_at_ms","type":"long","doc":"From when, m'
    'illiseconds since 1970 UTC."},{"name":"ends_at_ms","type":"long","doc":"Unti'
    'l when."},{"name":"requested_by","type":"string","doc":"Operator."},{"name":'
    '"reason","type":"string","doc":"Why.","default":""}],"namespace":"muster.job'
    '_events"},{"type":"record","name":"MaintenanceStarted","doc":"The node\'s win'
    'dow has begun: it is closed, and what still runs there is moved.","fields":['
    '{"name":"node_id","type":"string","doc":"Node."}],"namespace":"muster.job_ev'
    'ents"},{"type":"record","name":"MaintenanceEnded","doc":"The node\'s window i'
    's over, or was called off.","fields":[{"name":"node_id","type":"string","doc'
    '":"Node."},{"name":"requested_by","type":["null","string"],"doc":"Operator w'
    'ho called it off; null: its time was over.","default":null}],"namespace":"mu'
    'ster.job_events"},"muster.job_events.NodeRelocated","muster.job_events.GpuUn'
    'healthy","muster.job_events.GpuRecovered",{"type":"record","name":"QueueCrea'
    'ted","doc":"A queue exists.","fields":[{"name":"queue","type":"string","doc"'
    ':"Name."},{"name":"tenant","type":"string","doc":"Tenant."},{"name":"descrip'
    'tion","type":"string","doc":"For people."},{"name":"requested_by","type":"st'
    'ring","doc":"Who."},{"name":"settings","type":["null","muster.queue_commands'
    '.QueueSettings"],"doc":"Shares and limits; null for none.","default":null}],'
    '"namespace":"muster.job_events"},{"type":"record","name":"QueueConfigured","'
    'doc":"A queue has other shares and limits.","fields":[{"name":"queue","type"'
    ':"string","doc":"Name."},{"name":"tenant","type":"string","doc":"Tenant."},{'
    '"name":"settings","type":"muster.queue_commands.QueueSettings","doc":"All of'
    ' them."},{"name":"requested_by","type":"string","doc":"Who."}],"namespace":"'
    'muster.job_events"},{"type":"record","name":"QueueMeasured","doc":"What a qu'
    "eue and those below it use, and what is due to it; sent when it changed, now"
    ' and then.","fields":[{"name":"queue","type":"string","doc":"Name."},{"name"'
    ':"tenant","type":"string","doc":"Tenant."},{"name":"gpu_milli_used","type":"'
    'long","doc":"Held, thousandths of GPU."},{"name":"gpu_milli_used_by_model","'
    'type":{"type":"map","values":"long"},"doc":"Per model."},{"name":"cpu_milli_'
    'used","type":"long","doc":"Held, thousandths of a core."},{"name":"memory_mi'
    'b_used","type":"long","doc":"Held, MiB."},{"name":"gpu_milli_borrowed","type'
    '":"long","doc":"Of what is used, beyond the guarantee."},{"name":"gpu_milli_'
    'lent","type":"long","doc":"Of the guarantee, unused: others may have it."},{'
    '"name":"share_ppm","type":"long","doc":"Dominant part of the cluster that it'
    ' holds now, millionths."},{"name":"share_due_ppm","type":"long","doc":"Part '
    'of the cluster due to it by weight among its busy neighbours, millionths."},'
    '{"name":"usage_gpu_ms","type":"long","doc":"Weighted usage over the window: '
    'GPU milliseconds at model price, decayed."},{"name":"credit_gpu_ms","type":"'
    'long","doc":"Burst credit, the same unit."},{"name":"jobs_running","type":"i'
    'nt","doc":"Jobs that hold GPUs."},{"name":"jobs_pending","type":"int","doc":'
    '"Jobs that wait."}],"namespace":"muster.job_events"},{"type":"record","name"'
    ':"QueueDeleted","doc":"A queue is gone.","fields":[{"name":"queue","type":"s'
    'tring","doc":"Name."},{"name":"tenant","type":"string","doc":"Tenant."},{"na'
    'me":"requested_by","type":"string","doc":"Who."}],"namespace":"muster.job_ev'
    'ents"},{"type":"record","name":"CapacityReserved","doc":"Nodes are reserved '
    'for a queue.","fields":[{"name":"reservation","type":"string","doc":"Name."}'
    ',{"name":"tenant","type":"string","doc":"Tenant."},{"name":"queue","type":"s'
    'tring","doc":"Whose jobs may be placed there, and those of the queues below '
    'it."},{"name":"gpu_model","type":"string","doc":"GPU model of the nodes."},{'
    '"name":"gpu_count","type":"int","doc":"GPUs of the nodes together."},{"name"'
    ':"node_ids","type":{"type":"array","items":"string"},"doc":"Sorted. Until it'
    ' starts, others are placed there only if they are believed to end before."},'
    '{"name":"starts_at_ms","type":"long","doc":"From when."},{"name":"ends_at_ms'
    '","type":"long","doc":"Until when."},{"name":"requested_by","type":"string",'
    '"doc":"Who."}],"namespace":"muster.job_events"},{"type":"record","name":"Cap'
    'acityReassigned","doc":"A reservation has other nodes: some of its own were '
    'closed or lost.","fields":[{"name":"reservation","type":"string","doc":"Name'
    '."},{"name":"tenant","type":"string","doc":"Tenant."},{"name":"queue","type"'
    ':"string","doc":"Whose jobs may be placed there, and those of the queues bel'
    'ow it."},{"name":"node_ids","type":{"type":"array","items":"string"},"doc":"'
    'All of them now, sorted."},{"name":"reason","type":"string","doc":"Why."}],"'
    'namespace":"muster.job_events"},{"type":"record","name":"CapacityReservation'
    'Started","doc":"From now on only jobs of the queue may be placed on the node'
    's.","fields":[{"name":"reservation","type":"string","doc":"Name."},{"name":"'
    'tenant","type":"string","doc":"Tenant."},{"name":"queue","type":"string","do'
    'c":"Whose jobs may be placed there, and those of the queues below it."}],"na'
    'mespace":"muster.job_events"},{"type":"record","name":"CapacityReservationEn'
    'ded","doc":"The nodes are everybody\'s again.","fields":[{"name":"reservation'
    '","type":"string","doc":"Name."},{"name":"tenant","type":"string","doc":"Ten'
    'ant."},{"name":"queue","type":"string","doc":"Whose jobs may be placed there'
    ', and those of the queues below it."},{"name":"reason","type":{"type":"enum"'
    ',"name":"ReservationEnd","doc":"Why.","symbols":["OVER","CANCELLED"],"defaul'
    't":"OVER","namespace":"muster.job_events"},"doc":"Why."},{"name":"requested_'
    'by","type":"string","doc":"Who cancelled it; empty when its time was over.",'
    '"default":""}],"namespace":"muster.job_events"},{"type":"record","name":"Pol'
    'icyActivated","doc":"Decisions follow this policy from here on.","fields":[{'
    '"name":"policy","type":"muster.operator_commands.Policy","doc":"The whole po'
    'licy."},{"name":"requested_by","type":"string","doc":"Who."}],"namespace":"m'
    'uster.job_events"},{"type":"record","name":"StartTask","doc":"Start these ra'
    'nks.","fields":[{"name":"node_id","type":"string","doc":"Node."},{"name":"ep'
    'och","type":"long","doc":"Leader\'s epoch; older than one already seen: refus'
    'e."},{"name":"order_seq","type":"long","doc":"Position of the decision: seq '
    'of the input that caused it."},{"name":"job_id","type":"string","doc":"Job."'
    '},{"name":"attempt","type":"int","doc":"Attempt; started at most once."},{"n'
    'ame":"tenant","type":"string","doc":"Tenant."},{"name":"job_name","type":"st'
    'ring","doc":"Job\'s name."},{"name":"user","type":"string","doc":"Job\'s user.'
    '"},{"name":"ranks","type":{"type":"array","items":{"type":"record","name":"R'
    'ankAssignment","doc":"One rank\'s GPUs on the node.","fields":[{"name":"rank"'
    ',"type":"int","doc":"Rank."},{"name":"gpu_indices","type":{"type":"array","i'
    'tems":"int"},"doc":"GPUs."},{"name":"gpu_milli","type":"int","doc":"Thousand'
    'ths of each."}],"namespace":"muster.node_commands"}},"doc":"Ranks on this no'
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
    'he whole state after this batch, when it was taken.","default":null}],"names'
    'pace":"muster.scheduler_log"}],"doc":"What happened."}]}'
)
