"""Every input in its one order, and what was decided: enough by itself to replay everything.

Generated from schemas/scheduler-log.avsc by `make schemas`; do not edit.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Final, TypeAlias

from muster.events.datum import Table, branch_of, read_branch, table_of, write_branch
from muster.events.job_commands import CancelJob, ResumeJob, SubmitJob, SuspendJob
from muster.events.job_events import (
    AttemptEnded,
    CheckpointRecorded,
    CommandRejected,
    CommandRepeated,
    GangBound,
    GpuRecovered,
    GpuUnhealthy,
    JobCancelled,
    JobFailed,
    JobPending,
    JobQueued,
    JobRequeued,
    JobResizing,
    JobResumed,
    JobStarted,
    JobStopping,
    JobSucceeded,
    JobSuspended,
    NodeCordoned,
    NodeJoined,
    NodeLost,
    NodeRecovered,
    NodeRelocated,
    NodeSuspected,
    NodeUncordoned,
    PolicyActivated,
    PreemptionRequested,
    QueueConfigured,
    QueueCreated,
    QueueDeleted,
    QueueMeasured,
    Violation,
)
from muster.events.node_commands import StartTask, StopTask
from muster.events.operator_commands import ActivatePolicy, CordonNode, UncordonNode
from muster.events.queue_commands import ConfigureQueue, CreateQueue, DeleteQueue
from muster.events.task_events import AgentStarted, CheckpointSaved, TaskExited, TaskRefused, TaskStarted


@dataclass(frozen=True, slots=True, kw_only=True)
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


@dataclass(frozen=True, slots=True, kw_only=True)
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


@dataclass(frozen=True, slots=True, kw_only=True)
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


@dataclass(frozen=True, slots=True, kw_only=True)
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


@dataclass(frozen=True, slots=True, kw_only=True)
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
    CordonNode,
    UncordonNode,
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


@dataclass(frozen=True, slots=True, kw_only=True)
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
        | CordonNode
        | UncordonNode
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
    GangBound,
    JobStarted,
    JobResizing,
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
    NodeRelocated,
    GpuUnhealthy,
    GpuRecovered,
    QueueCreated,
    QueueConfigured,
    QueueMeasured,
    QueueDeleted,
    PolicyActivated,
    StartTask,
    StopTask,
)


@dataclass(frozen=True, slots=True, kw_only=True)
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
        | GangBound
        | JobStarted
        | JobResizing
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
        | NodeRelocated
        | GpuUnhealthy
        | GpuRecovered
        | QueueCreated
        | QueueConfigured
        | QueueMeasured
        | QueueDeleted
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


@dataclass(frozen=True, slots=True, kw_only=True)
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
    ':"Only nodes with all these labels.","default":{}},{"name":"tolerations","ty'
    'pe":{"type":"array","items":"string"},"doc":"Taints of nodes that do not mat'
    'ter, sorted.","default":[]},{"name":"gpu_preferences","type":{"type":"array"'
    ',"items":{"type":"record","name":"GpuPreference","doc":"One GPU model, and h'
    'ow fast the job runs on it.","fields":[{"name":"model","type":"string","doc"'
    ':"GPU model."},{"name":"throughput_milli","type":"int","doc":"Thousandths of'
    ' a common unit of speed: twice as much ends in half the time."}],"namespace"'
    ':"muster.job_commands"}},"doc":"GPU models with their speed; all ranks go to'
    ' the fastest one that has room. resources.gpu_models names the same.","defau'
    'lt":[]},{"name":"caches","type":{"type":"array","items":"string"},"doc":"Nam'
    'es of what its nodes keep for the next job: a model, a data set.","default":'
    '[]}],"namespace":"muster.job_commands"},"doc":"What to run."}],"namespace":"'
    'muster.job_commands"},{"type":"record","name":"CancelJob","doc":"Stop the jo'
    'b for good.","fields":[{"name":"job_id","type":"string","doc":"Job."},{"name'
    '":"tenant","type":"string","doc":"Tenant the job belongs to."},{"name":"requ'
    'ested_by","type":"string","doc":"User who asks."},{"name":"reason","type":"s'
    'tring","doc":"Why, for people.","default":""}],"namespace":"muster.job_comma'
    'nds"},{"type":"record","name":"SuspendJob","doc":"Stop the job, keep its pla'
    'ce for a resume.","fields":[{"name":"job_id","type":"string","doc":"Job."},{'
    '"name":"tenant","type":"string","doc":"Tenant the job belongs to."},{"name":'
    '"requested_by","type":"string","doc":"User who asks."},{"name":"reason","typ'
    'e":"string","doc":"Why, for people.","default":""}],"namespace":"muster.job_'
    'commands"},{"type":"record","name":"ResumeJob","doc":"Queue a suspended job '
    'again.","fields":[{"name":"job_id","type":"string","doc":"Job."},{"name":"te'
    'nant","type":"string","doc":"Tenant the job belongs to."},{"name":"requested'
    '_by","type":"string","doc":"User who asks."},{"name":"reason","type":"string'
    '","doc":"Why, for people.","default":""}],"namespace":"muster.job_commands"}'
    ',{"type":"record","name":"CreateQueue","doc":"Make a queue.","fields":[{"nam'
    'e":"queue","type":"string","doc":"Name: 1 to 63 of a-z 0-9 and -."},{"name":'
    '"tenant","type":"string","doc":"Tenant."},{"name":"description","type":"stri'
    'ng","doc":"For people.","default":""},{"name":"requested_by","type":"string"'
    ',"doc":"User who asks."},{"name":"settings","type":["null",{"type":"record",'
    '"name":"QueueSettings","doc":"What a queue may use, and how it is shared.","'
    'fields":[{"name":"parent","type":["null","string"],"doc":"Queue above, of th'
    'e same tenant; null for none.","default":null},{"name":"guarantee","type":["'
    'null",{"type":"record","name":"Quota","doc":"An amount of each resource; nul'
    'l says nothing of that resource.","fields":[{"name":"gpu_milli","type":["nul'
    'l","long"],"doc":"Thousandths of GPU, any model.","default":null},{"name":"g'
    'pu_milli_by_model","type":{"type":"map","values":"long"},"doc":"Thousandths '
    'of GPU per model, beside the total.","default":{}},{"name":"cpu_milli","type'
    '":["null","long"],"doc":"Thousandths of a CPU core.","default":null},{"name"'
    ':"memory_mib","type":["null","long"],"doc":"Main memory, MiB.","default":nul'
    'l}],"namespace":"muster.queue_commands"}],"doc":"What its jobs may always ha'
    've; unused, it is lent. Null guarantees nothing.","default":null},{"name":"m'
    'aximum","type":["null","muster.queue_commands.Quota"],"doc":"What its jobs n'
    'ever exceed together. Null sets no bound.","default":null},{"name":"weight",'
    '"type":"int","doc":"Its part of usage over time among the queues beside it, '
    '1 to 1000000.","default":1},{"name":"over_quota_weight","type":"int","doc":"'
    'Its part of what is lent beyond guarantees, 0 to 1000000; 0 never borrows.",'
    '"default":1},{"name":"order","type":{"type":"enum","name":"QueueOrder","doc"'
    ':"Who goes first within a tier of one queue.","symbols":["FIFO","PRIORITY","'
    'DRF"],"default":"FIFO","namespace":"muster.queue_commands"},"doc":"Who goes '
    'first within a tier.","default":"FIFO"},{"name":"jobs_running_max","type":["'
    'null","int"],"doc":"Jobs that may hold GPUs at once.","default":null},{"name'
    '":"jobs_pending_max","type":["null","int"],"doc":"Jobs that may wait at once'
    '; more are rejected.","default":null},{"name":"user_jobs_running_max","type"'
    ':["null","int"],"doc":"As jobs_running_max, for one user.","default":null},{'
    '"name":"user_jobs_pending_max","type":["null","int"],"doc":"As jobs_pending_'
    'max, for one user.","default":null}],"namespace":"muster.queue_commands"}],"'
    'doc":"Shares and limits; null for none.","default":null}],"namespace":"muste'
    'r.queue_commands"},{"type":"record","name":"ConfigureQueue","doc":"Replace a'
    ' queue\'s shares and limits.","fields":[{"name":"queue","type":"string","doc"'
    ':"Name."},{"name":"tenant","type":"string","doc":"Tenant."},{"name":"setting'
    's","type":"muster.queue_commands.QueueSettings","doc":"All of them."},{"name'
    '":"requested_by","type":"string","doc":"User who asks."}],"namespace":"muste'
    'r.queue_commands"},{"type":"record","name":"DeleteQueue","doc":"Remove an em'
    'pty queue.","fields":[{"name":"queue","type":"string","doc":"Name."},{"name"'
    ':"tenant","type":"string","doc":"Tenant."},{"name":"requested_by","type":"st'
    'ring","doc":"User who asks."}],"namespace":"muster.queue_commands"},{"type":'
    '"record","name":"CordonNode","doc":"Place nothing new on the node; what runs'
    ' goes on.","fields":[{"name":"node_id","type":"string","doc":"Node."},{"name'
    '":"requested_by","type":"string","doc":"Operator."},{"name":"reason","type":'
    '"string","doc":"Why.","default":""}],"namespace":"muster.operator_commands"}'
    ',{"type":"record","name":"UncordonNode","doc":"Place work on the node again.'
    '","fields":[{"name":"node_id","type":"string","doc":"Node."},{"name":"reques'
    'ted_by","type":"string","doc":"Operator."}],"namespace":"muster.operator_com'
    'mands"},{"type":"record","name":"ActivatePolicy","doc":"Decide by this polic'
    'y from now on.","fields":[{"name":"policy","type":{"type":"record","name":"P'
    'olicy","doc":"Knobs that change decisions; a change is an event, so it repla'
    'ys.","fields":[{"name":"name","type":"string","doc":"For people."},{"name":"'
    'head_patience_ms","type":"long","doc":"A blocked head of line is skipped fre'
    'ely for this long."},{"name":"head_hold_ms","type":"long","doc":"Then nodes '
    "it could use are held for it this long, then released for as long again, and"
    ' so on."},{"name":"attempts_lost_max","type":"int","doc":"Attempts lost with'
    ' their nodes before the job fails."},{"name":"workload_shapes_max","type":"i'
    'nt","doc":"Shapes remembered for the fragmentation score."},{"name":"jobs_en'
    'ded_kept_max","type":"int","doc":"Ended jobs remembered for deduplication."}'
    ',{"name":"share_window_ms","type":"long","doc":"Usage older than this is for'
    'gotten.","default":2592000000},{"name":"share_half_life_ms","type":"long","d'
    'oc":"Usage this old counts half.","default":604800000},{"name":"share_histor'
    'y_percent","type":"int","doc":"Weight of usage over time beside usage now, 0'
    ' to 10000.","default":100},{"name":"credit_max_ms","type":"long","doc":"Burs'
    't credit holds at most a guarantee unused for this long; 0 gives none.","def'
    'ault":86400000},{"name":"model_price_milli","type":{"type":"map","values":"l'
    'ong"},"doc":"What an hour of a GPU model counts, thousandths; 1000 where abs'
    'ent.","default":{}},{"name":"aging_step_ms","type":"long","doc":"A job that '
    'waited this long goes with the next higher tier, and so on; 0 never.","defau'
    'lt":86400000},{"name":"reclaim_interval_ms","type":"long","doc":"A wish for '
    'lent GPUs is repeated at most this often.","default":60000},{"name":"measure'
    '_interval_ms","type":"long","doc":"A queue that changed is measured at most '
    'this often.","default":10000},{"name":"resize_interval_ms","type":"long","do'
    'c":"An elastic job is resized at most this often.","default":300000},{"name"'
    ':"topology","type":{"type":"record","name":"TopologyWeights","doc":"What a g'
    "ang's place is worth, per GPU of the gang, by the smallest unit that holds i"
    't.","fields":[{"name":"nvlink","type":"int","doc":"The gang shares an NVLink'
    ' domain or a node.","default":1000},{"name":"leaf","type":"int","doc":"It sh'
    'ares a leaf.","default":400},{"name":"spine","type":"int","doc":"It shares a'
    ' spine.","default":200},{"name":"cell","type":"int","doc":"It shares a cell.'
    '","default":100},{"name":"stranded_gpu","type":"int","doc":"Taken off for ea'
    'ch GPU left free beside it that no group like its own can use.","default":10'
    '0}],"namespace":"muster.operator_commands"},"doc":"How places of gangs are w'
    'eighed.","default":{"nvlink":1000,"leaf":400,"spine":200,"cell":100,"strande'
    'd_gpu":100}}],"namespace":"muster.operator_commands"},"doc":"The whole polic'
    'y."},{"name":"requested_by","type":"string","doc":"Operator."}],"namespace":'
    '"muster.operator_commands"},{"type":"record","name":"AgentStarted","doc":"Th'
    'e agent is up and tells what it runs, so that the scheduler can reconcile.",'
    '"fields":[{"name":"node_id","type":"string","doc":"Node."},{"name":"boot_id"'
    ',"type":"string","doc":"Boot."},{"name":"fresh","type":"boolean","doc":"True'
    ': the agent remembers nothing from before."},{"name":"order_seq_last","type"'
    ':"long","doc":"Newest order it has carried out; -1 when fresh."},{"name":"ru'
    'nning","type":{"type":"array","items":{"type":"record","name":"AttemptRef","'
    'doc":"One attempt.","fields":[{"name":"job_id","type":"string","doc":"Job."}'
    ',{"name":"attempt","type":"int","doc":"Attempt."}],"namespace":"muster.task_'
    'events"}},"doc":"Tasks adopted, still running."}],"namespace":"muster.task_e'
    'vents"},{"type":"record","name":"TaskStarted","doc":"All ranks of the task h'
    'ave a process.","fields":[{"name":"node_id","type":"string","doc":"Node."},{'
    '"name":"job_id","type":"string","doc":"Job."},{"name":"attempt","type":"int"'
    ',"doc":"Attempt, 1-based."},{"name":"ranks","type":{"type":"array","items":"'
    'int"},"doc":"Ranks on this node."}],"namespace":"muster.task_events"},{"type'
    '":"record","name":"TaskExited","doc":"No rank of the task runs any more.","f'
    'ields":[{"name":"node_id","type":"string","doc":"Node."},{"name":"job_id","t'
    'ype":"string","doc":"Job."},{"name":"attempt","type":"int","doc":"Attempt, 1'
    '-based."},{"name":"outcome","type":{"type":"enum","name":"TaskOutcome","doc"'
    ':"How the task ended.","symbols":["SUCCEEDED","FAILED","STOPPED","TIMED_OUT"'
    ',"LOST"],"default":"LOST","namespace":"muster.task_events"},"doc":"STOPPED: '
    'on order. TIMED_OUT: its wall time. LOST: its processes vanished."},{"name":'
    '"exits","type":{"type":"array","items":{"type":"record","name":"RankExit","d'
    'oc":"How one rank ended.","fields":[{"name":"rank","type":"int","doc":"Rank.'
    '"},{"name":"exit_code","type":["null","int"],"doc":"Exit code.","default":nu'
    'll},{"name":"signal","type":["null","int"],"doc":"Signal that ended it.","de'
    'fault":null}],"namespace":"muster.task_events"}},"doc":"Per rank."},{"name":'
    '"message","type":"string","doc":"For people: the first failing rank and why.'
    '","default":""}],"namespace":"muster.task_events"},{"type":"record","name":"'
    'TaskRefused","doc":"An order was not carried out.","fields":[{"name":"node_i'
    'd","type":"string","doc":"Node."},{"name":"job_id","type":"string","doc":"Jo'
    'b."},{"name":"attempt","type":"int","doc":"Attempt, 1-based."},{"name":"epoc'
    'h","type":"long","doc":"Epoch of the order."},{"name":"order_seq","type":"lo'
    'ng","doc":"Order."},{"name":"reason","type":{"type":"enum","name":"RefusalRe'
    'ason","doc":"Why.","symbols":["STALE_EPOCH","GPU_BUSY","UNKNOWN_GPU","FILES_'
    'UNAVAILABLE","CANNOT_START"],"default":"CANNOT_START","namespace":"muster.ta'
    'sk_events"},"doc":"Why."},{"name":"message","type":"string","doc":"For peopl'
    'e.","default":""}],"namespace":"muster.task_events"},{"type":"record","name"'
    ':"CheckpointSaved","doc":"A checkpoint is safe in S3.","fields":[{"name":"no'
    'de_id","type":"string","doc":"Node."},{"name":"job_id","type":"string","doc"'
    ':"Job."},{"name":"attempt","type":"int","doc":"Attempt, 1-based."},{"name":"'
    'rank","type":"int","doc":"Rank that wrote it."},{"name":"file","type":"strin'
    'g","doc":"File name."},{"name":"uri","type":"string","doc":"s3://bucket/key.'
    '"},{"name":"sha256","type":"string","doc":"Of the bytes."},{"name":"size_byt'
    'es","type":"long","doc":"Size."}],"namespace":"muster.task_events"},{"type":'
    '"record","name":"NodeJoined","doc":"A node is known, or came back with other'
    ' hardware.","fields":[{"name":"node_id","type":"string","doc":"Node."},{"nam'
    'e":"boot_id","type":"string","doc":"Boot of its agent."},{"name":"address","'
    'type":"string","doc":"Address."},{"name":"port_first","type":"int","doc":"Fi'
    'rst rendezvous port."},{"name":"port_count","type":"int","doc":"How many."},'
    '{"name":"cpu_milli","type":"long","doc":"CPU."},{"name":"memory_mib","type":'
    '"long","doc":"Memory."},{"name":"gpu_model","type":"string","doc":"Model."},'
    '{"name":"gpu_count","type":"int","doc":"GPUs."},{"name":"executor","type":{"'
    'type":"enum","name":"Executor","doc":"How ranks run.","symbols":["PROCESS","'
    'SIMULATED"],"default":"SIMULATED","namespace":"muster.node_heartbeats"},"doc'
    '":"How ranks run."},{"name":"lease_ms","type":"long","doc":"Lease."},{"name"'
    ':"interval_ms","type":"long","doc":"Heartbeat interval."},{"name":"labels","'
    'type":{"type":"map","values":"string"},"doc":"Labels.","default":{}},{"name"'
    ':"location","type":{"type":"record","name":"Location","doc":"A node\'s place '
    'in the network: each name is a unit within the next one; empty is unknown.",'
    '"fields":[{"name":"nvlink_domain","type":"string","doc":"NVLink domain large'
    'r than the node; empty: the node is one by itself.","default":""},{"name":"l'
    'eaf","type":"string","doc":"InfiniBand leaf switch.","default":""},{"name":"'
    'spine","type":"string","doc":"Spine, or pod of leaves.","default":""},{"name'
    '":"cell","type":"string","doc":"Part of the network above the spines.","defa'
    'ult":""}],"namespace":"muster.node_heartbeats"},"doc":"Where it is in the ne'
    'twork.","default":{"nvlink_domain":"","leaf":"","spine":"","cell":""}},{"nam'
    'e":"taints","type":{"type":"array","items":"string"},"doc":"Only jobs that t'
    'olerate all of them are placed here; sorted.","default":[]}],"namespace":"mu'
    'ster.job_events"},{"type":"record","name":"NodeSuspected","doc":"Two beats m'
    'issed: nothing new goes there; what runs goes on.","fields":[{"name":"node_i'
    'd","type":"string","doc":"Node."},{"name":"silent_ms","type":"long","doc":"T'
    'ime since its last beat."}],"namespace":"muster.job_events"},{"type":"record'
    '","name":"NodeRecovered","doc":"The node is heard again.","fields":[{"name":'
    '"node_id","type":"string","doc":"Node."}],"namespace":"muster.job_events"},{'
    '"type":"record","name":"NodeLost","doc":"The lease ran out: its attempts are'
    ' given up.","fields":[{"name":"node_id","type":"string","doc":"Node."},{"nam'
    'e":"silent_ms","type":"long","doc":"Time since its last beat."}],"namespace"'
    ':"muster.job_events"},{"type":"record","name":"NodeRelocated","doc":"The net'
    'work around the node has changed; what runs there goes on.","fields":[{"name'
    '":"node_id","type":"string","doc":"Node."},{"name":"location","type":"muster'
    '.node_heartbeats.Location","doc":"Where it is now."}],"namespace":"muster.jo'
    'b_events"},{"type":"record","name":"GpuUnhealthy","doc":"Nothing new goes on'
    ' this GPU.","fields":[{"name":"node_id","type":"string","doc":"Node."},{"nam'
    'e":"gpu_index","type":"int","doc":"GPU."},{"name":"reason","type":"string","'
    'doc":"Why."}],"namespace":"muster.job_events"},{"type":"record","name":"GpuR'
    'ecovered","doc":"The GPU is healthy again.","fields":[{"name":"node_id","typ'
    'e":"string","doc":"Node."},{"name":"gpu_index","type":"int","doc":"GPU."}],"'
    'namespace":"muster.job_events"},{"type":"record","name":"CommandInvalid","do'
    'c":"A command that breaks the static rules. Judged at the door: later rules '
    'cannot change old decisions.","fields":[{"name":"command_id","type":"string"'
    ',"doc":"event_id of the command."},{"name":"command","type":"string","doc":"'
    'Its record name."},{"name":"subject","type":"string","doc":"Job, queue or no'
    'de."},{"name":"tenant","type":"string","doc":"Tenant."},{"name":"message","t'
    'ype":"string","doc":"For people."},{"name":"violations","type":{"type":"arra'
    'y","items":{"type":"record","name":"Violation","doc":"One thing wrong with a'
    ' request.","fields":[{"name":"field","type":"string","doc":"Path of the fiel'
    'd."},{"name":"value","type":"string","doc":"What was given, shortened."},{"n'
    'ame":"allowed","type":"string","doc":"What is allowed."}],"namespace":"muste'
    'r.job_events"}},"doc":"Field by field."}],"namespace":"muster.scheduler_log"'
    '},{"type":"record","name":"LeaderElected","doc":"First input of an epoch.","'
    'fields":[{"name":"epoch","type":"long","doc":"Epoch."},{"name":"leader_id","'
    'type":"string","doc":"Process that leads."}],"namespace":"muster.scheduler_l'
    'og"},{"type":"record","name":"ClockTicked","doc":"Time passed and the core a'
    'sked to be told.","fields":[],"namespace":"muster.scheduler_log"}],"doc":"Wh'
    'at came in."}],"namespace":"muster.scheduler_log"}},"doc":"In order."},{"nam'
    'e":"decisions","type":{"type":"array","items":{"type":"record","name":"Decis'
    'ion","doc":"One consequence.","fields":[{"name":"event_id","type":"string","'
    'doc":"The same as in the public topic."},{"name":"cause_seq","type":"long","'
    'doc":"seq of the input it follows from."},{"name":"payload","type":[{"type":'
    '"record","name":"CommandRejected","doc":"A command that will not be carried '
    'out, and why.","fields":[{"name":"command_id","type":"string","doc":"event_i'
    'd of the command."},{"name":"command","type":"string","doc":"Its record name'
    '."},{"name":"subject","type":"string","doc":"Job, queue or node it was about'
    '."},{"name":"tenant","type":"string","doc":"Tenant."},{"name":"code","type":'
    '{"type":"enum","name":"RejectionCode","doc":"Stable codes.","symbols":["INVA'
    'LID","ALREADY_EXISTS","NOT_FOUND","WRONG_STATE","IMPOSSIBLE_REQUEST","UNKNOW'
    'N_QUEUE","QUEUE_NOT_EMPTY","FORBIDDEN","QUOTA_EXCEEDED","BAD_TREE"],"default'
    '":"FORBIDDEN","namespace":"muster.job_events"},"doc":"Why."},{"name":"messag'
    'e","type":"string","doc":"For people."},{"name":"violations","type":{"type":'
    '"array","items":"muster.job_events.Violation"},"doc":"Field by field.","defa'
    'ult":[]}],"namespace":"muster.job_events"},{"type":"record","name":"CommandR'
    'epeated","doc":"A command already carried out came again; nothing changed.",'
    '"fields":[{"name":"command_id","type":"string","doc":"event_id of the comman'
    'd."},{"name":"command","type":"string","doc":"Its record name."},{"name":"su'
    'bject","type":"string","doc":"Job, queue or node."}],"namespace":"muster.job'
    '_events"},{"type":"record","name":"JobQueued","doc":"The job is accepted and'
    ' waits.","fields":[{"name":"job_id","type":"string","doc":"Job."},{"name":"t'
    'enant","type":"string","doc":"Tenant."},{"name":"spec","type":"muster.job_co'
    'mmands.JobSpec","doc":"As accepted."},{"name":"predicted_p50_ms","type":["nu'
    'll","long"],"doc":"An attempt is believed to run longer than this as likely '
    'as not; null: nobody knows.","default":null},{"name":"predicted_p90_ms","typ'
    'e":["null","long"],"doc":"Nine in ten such attempts are believed to run at m'
    'ost this long; null: nothing can be stated.","default":null}],"namespace":"m'
    'uster.job_events"},{"type":"record","name":"JobPending","doc":"Why the job i'
    's not placed; sent when the reason changes.","fields":[{"name":"job_id","typ'
    'e":"string","doc":"Job."},{"name":"code","type":{"type":"enum","name":"Pendi'
    'ngCode","doc":"Stable codes for why a job waits.","symbols":["NO_NODES","MOD'
    'EL_ABSENT","TOO_LARGE","CLUSTER_TOO_SMALL","GPUS_BUSY","GPUS_FRAGMENTED","FR'
    'ACTIONS_FRAGMENTED","CPU_SHORT","MEMORY_SHORT","NODES_UNSCHEDULABLE","NODES_'
    'EXCLUDED","GANG_SHORT","TOPOLOGY_SHORT","HELD_FOR_HEAD","RETRY_BACKOFF","SUS'
    'PENDED","QUEUED","QUOTA_EXHAUSTED","JOB_LIMIT"],"default":"QUEUED","namespac'
    'e":"muster.job_events"},"doc":"The one dominant reason."},{"name":"message",'
    '"type":"string","doc":"One sentence."},{"name":"counts","type":{"type":"map"'
    ',"values":"long"},"doc":"Numbers behind it.","default":{}}],"namespace":"mus'
    'ter.job_events"},{"type":"record","name":"PreemptionRequested","doc":"A job '
    'is due GPUs that others hold; who yields is decided elsewhere.","fields":[{"'
    'name":"job_id","type":"string","doc":"Job."},{"name":"cause","type":{"type":'
    '"enum","name":"PreemptionCause","doc":"What entitles the job.","symbols":["G'
    'UARANTEE","TIER"],"default":"TIER","namespace":"muster.job_events"},"doc":"W'
    'hat entitles it."},{"name":"queue","type":"string","doc":"Its queue."},{"nam'
    'e":"tenant","type":"string","doc":"Tenant."},{"name":"gpu_milli_missing","ty'
    'pe":"long","doc":"Thousandths of GPU that it waits for."},{"name":"gpu_model'
    's","type":{"type":"array","items":"string"},"doc":"Models it accepts, sorted'
    '; empty for any.","default":[]},{"name":"borrowers","type":{"type":"array","'
    'items":{"type":"record","name":"Borrower","doc":"A queue beyond its guarante'
    'e.","fields":[{"name":"queue","type":"string","doc":"Name."},{"name":"tenant'
    '","type":"string","doc":"Tenant."},{"name":"gpu_milli_borrowed","type":"long'
    '","doc":"Beyond its guarantee, thousandths of GPU."}],"namespace":"muster.jo'
    'b_events"}},"doc":"Queues that hold lent GPUs, most first.","default":[]},{"'
    'name":"as_of_seq","type":"long","doc":"State of the log that this is true of'
    '."}],"namespace":"muster.job_events"},{"type":"record","name":"GangBound","d'
    'oc":"Every rank has its place; orders to start are in the same transaction."'
    ',"fields":[{"name":"job_id","type":"string","doc":"Job."},{"name":"attempt",'
    '"type":"int","doc":"Attempt."},{"name":"placements","type":{"type":"array","'
    'items":{"type":"record","name":"RankPlacement","doc":"Where one rank runs.",'
    '"fields":[{"name":"rank","type":"int","doc":"Rank."},{"name":"node_id","type'
    '":"string","doc":"Node."},{"name":"gpu_indices","type":{"type":"array","item'
    's":"int"},"doc":"GPUs."},{"name":"gpu_milli","type":"int","doc":"Thousandths'
    ' of each."}],"namespace":"muster.job_events"}},"doc":"One per rank."},{"name'
    '":"master_address","type":"string","doc":"Rank 0\'s address."},{"name":"maste'
    'r_port","type":"int","doc":"Rendezvous port."},{"name":"waited_ms","type":"l'
    'ong","doc":"Since the job was last queued."},{"name":"reason","type":"string'
    '","doc":"Why there.","default":""}],"namespace":"muster.job_events"},{"type"'
    ':"record","name":"JobStarted","doc":"All ranks run.","fields":[{"name":"job_'
    'id","type":"string","doc":"Job."},{"name":"attempt","type":"int","doc":"Atte'
    'mpt."}],"namespace":"muster.job_events"},{"type":"record","name":"JobResizin'
    'g","doc":"An elastic job stops, to go on at once with another number of rank'
    's.","fields":[{"name":"job_id","type":"string","doc":"Job."},{"name":"attemp'
    't","type":"int","doc":"The attempt that stops."},{"name":"ranks_from","type"'
    ':"int","doc":"Its ranks."},{"name":"ranks_to","type":"int","doc":"Ranks of t'
    'he next one, or fewer where they no longer fit."},{"name":"reason","type":"s'
    'tring","doc":"Why."}],"namespace":"muster.job_events"},{"type":"record","nam'
    'e":"JobStopping","doc":"Ranks have been ordered to stop.","fields":[{"name":'
    '"job_id","type":"string","doc":"Job."},{"name":"attempt","type":"int","doc":'
    '"Attempt."},{"name":"reason","type":"string","doc":"Why."}],"namespace":"mus'
    'ter.job_events"},{"type":"record","name":"AttemptEnded","doc":"An attempt is'
    ' over on every node and its GPUs are free.","fields":[{"name":"job_id","type'
    '":"string","doc":"Job."},{"name":"attempt","type":"int","doc":"Attempt."},{"'
    'name":"outcome","type":{"type":"enum","name":"AttemptOutcome","doc":"How.","'
    'symbols":["SUCCEEDED","FAILED","STOPPED","TIMED_OUT","LOST","REFUSED"],"defa'
    'ult":"REFUSED","namespace":"muster.job_events"},"doc":"How."},{"name":"exit_'
    'code","type":["null","int"],"doc":"Of the first failing rank.","default":nul'
    'l},{"name":"signal","type":["null","int"],"doc":"Of the first failing rank."'
    ',"default":null},{"name":"rank","type":["null","int"],"doc":"First failing r'
    'ank.","default":null},{"name":"node_id","type":["null","string"],"doc":"Its '
    'node.","default":null},{"name":"message","type":"string","doc":"For people."'
    ',"default":""},{"name":"ran_ms","type":"long","doc":"From bind to end."}],"n'
    'amespace":"muster.job_events"},{"type":"record","name":"JobRequeued","doc":"'
    'The job waits again.","fields":[{"name":"job_id","type":"string","doc":"Job.'
    '"},{"name":"attempt_next","type":"int","doc":"Number of the next attempt."},'
    '{"name":"reason","type":"string","doc":"Why."},{"name":"not_before_ms","type'
    '":"long","doc":"Earliest time of the next attempt."}],"namespace":"muster.jo'
    'b_events"},{"type":"record","name":"JobSucceeded","doc":"Every rank ended wi'
    'th exit code 0.","fields":[{"name":"job_id","type":"string","doc":"Job."},{"'
    'name":"attempt","type":"int","doc":"Attempt."}],"namespace":"muster.job_even'
    'ts"},{"type":"record","name":"JobFailed","doc":"The job is over and did not '
    'succeed.","fields":[{"name":"job_id","type":"string","doc":"Job."},{"name":"'
    'attempt","type":"int","doc":"Attempt."},{"name":"reason","type":"string","do'
    'c":"Why."},{"name":"exit_code","type":["null","int"],"doc":"Of the first fai'
    'ling rank.","default":null}],"namespace":"muster.job_events"},{"type":"recor'
    'd","name":"JobCancelled","doc":"The job was cancelled and nothing of it runs'
    '.","fields":[{"name":"job_id","type":"string","doc":"Job."},{"name":"request'
    'ed_by","type":"string","doc":"Who asked."},{"name":"reason","type":"string",'
    '"doc":"Why."}],"namespace":"muster.job_events"},{"type":"record","name":"Job'
    'Suspended","doc":"The job was suspended and nothing of it runs.","fields":[{'
    '"name":"job_id","type":"string","doc":"Job."},{"name":"requested_by","type":'
    '"string","doc":"Who asked."},{"name":"reason","type":"string","doc":"Why."}]'
    ',"namespace":"muster.job_events"},{"type":"record","name":"JobResumed","doc"'
    ':"A suspended job waits again.","fields":[{"name":"job_id","type":"string","'
    'doc":"Job."},{"name":"requested_by","type":"string","doc":"Who asked."}],"na'
    'mespace":"muster.job_events"},{"type":"record","name":"CheckpointRecorded","'
    'doc":"The next attempt will start from this.","fields":[{"name":"job_id","ty'
    'pe":"string","doc":"Job."},{"name":"attempt","type":"int","doc":"Attempt."},'
    '{"name":"rank","type":"int","doc":"Rank that wrote it."},{"name":"file","typ'
    'e":"string","doc":"File name."},{"name":"uri","type":"string","doc":"Where."'
    '},{"name":"sha256","type":"string","doc":"Of the bytes."},{"name":"size_byte'
    's","type":"long","doc":"Size."}],"namespace":"muster.job_events"},"muster.jo'
    'b_events.NodeJoined","muster.job_events.NodeSuspected","muster.job_events.No'
    'deRecovered","muster.job_events.NodeLost",{"type":"record","name":"NodeCordo'
    'ned","doc":"Nothing new goes there.","fields":[{"name":"node_id","type":"str'
    'ing","doc":"Node."},{"name":"requested_by","type":"string","doc":"Who."},{"n'
    'ame":"reason","type":"string","doc":"Why."}],"namespace":"muster.job_events"'
    '},{"type":"record","name":"NodeUncordoned","doc":"Work goes there again.","f'
    'ields":[{"name":"node_id","type":"string","doc":"Node."},{"name":"requested_'
    'by","type":"string","doc":"Who."}],"namespace":"muster.job_events"},"muster.'
    'job_events.NodeRelocated","muster.job_events.GpuUnhealthy","muster.job_event'
    's.GpuRecovered",{"type":"record","name":"QueueCreated","doc":"A queue exists'
    '.","fields":[{"name":"queue","type":"string","doc":"Name."},{"name":"tenant"'
    ',"type":"string","doc":"Tenant."},{"name":"description","type":"string","doc'
    '":"For people."},{"name":"requested_by","type":"string","doc":"Who."},{"name'
    '":"settings","type":["null","muster.queue_commands.QueueSettings"],"doc":"Sh'
    'ares and limits; null for none.","default":null}],"namespace":"muster.job_ev'
    'ents"},{"type":"record","name":"QueueConfigured","doc":"A queue has other sh'
    'ares and limits.","fields":[{"name":"queue","type":"string","doc":"Name."},{'
    '"name":"tenant","type":"string","doc":"Tenant."},{"name":"settings","type":"'
    'muster.queue_commands.QueueSettings","doc":"All of them."},{"name":"requeste'
    'd_by","type":"string","doc":"Who."}],"namespace":"muster.job_events"},{"type'
    '":"record","name":"QueueMeasured","doc":"What a queue and those below it use'
    ', and what is due to it; sent when it changed, now and then.","fields":[{"na'
    'me":"queue","type":"string","doc":"Name."},{"name":"tenant","type":"string",'
    '"doc":"Tenant."},{"name":"gpu_milli_used","type":"long","doc":"Held, thousan'
    'dths of GPU."},{"name":"gpu_milli_used_by_model","type":{"type":"map","value'
    's":"long"},"doc":"Per model."},{"name":"cpu_milli_used","type":"long","doc":'
    '"Held, thousandths of a core."},{"name":"memory_mib_used","type":"long","doc'
    '":"Held, MiB."},{"name":"gpu_milli_borrowed","type":"long","doc":"Of what is'
    ' used, beyond the guarantee."},{"name":"gpu_milli_lent","type":"long","doc":'
    '"Of the guarantee, unused: others may have it."},{"name":"share_ppm","type":'
    '"long","doc":"Dominant part of the cluster that it holds now, millionths."},'
    '{"name":"share_due_ppm","type":"long","doc":"Part of the cluster due to it b'
    'y weight among its busy neighbours, millionths."},{"name":"usage_gpu_ms","ty'
    'pe":"long","doc":"Weighted usage over the window: GPU milliseconds at model '
    'price, decayed."},{"name":"credit_gpu_ms","type":"long","doc":"Burst credit,'
    ' the same unit."},{"name":"jobs_running","type":"int","doc":"Jobs that hold '
    'GPUs."},{"name":"jobs_pending","type":"int","doc":"Jobs that wait."}],"names'
    'pace":"muster.job_events"},{"type":"record","name":"QueueDeleted","doc":"A q'
    'ueue is gone.","fields":[{"name":"queue","type":"string","doc":"Name."},{"na'
    'me":"tenant","type":"string","doc":"Tenant."},{"name":"requested_by","type":'
    '"string","doc":"Who."}],"namespace":"muster.job_events"},{"type":"record","n'
    'ame":"PolicyActivated","doc":"Decisions follow this policy from here on.","f'
    'ields":[{"name":"policy","type":"muster.operator_commands.Policy","doc":"The'
    ' whole policy."},{"name":"requested_by","type":"string","doc":"Who."}],"name'
    'space":"muster.job_events"},{"type":"record","name":"StartTask","doc":"Start'
    ' these ranks.","fields":[{"name":"node_id","type":"string","doc":"Node."},{"'
    'name":"epoch","type":"long","doc":"Leader\'s epoch; older than one already se'
    'en: refuse."},{"name":"order_seq","type":"long","doc":"Position of the decis'
    'ion: seq of the input that caused it."},{"name":"job_id","type":"string","do'
    'c":"Job."},{"name":"attempt","type":"int","doc":"Attempt; started at most on'
    'ce."},{"name":"tenant","type":"string","doc":"Tenant."},{"name":"job_name","'
    'type":"string","doc":"Job\'s name."},{"name":"user","type":"string","doc":"Jo'
    'b\'s user."},{"name":"ranks","type":{"type":"array","items":{"type":"record",'
    '"name":"RankAssignment","doc":"One rank\'s GPUs on the node.","fields":[{"nam'
    'e":"rank","type":"int","doc":"Rank."},{"name":"gpu_indices","type":{"type":"'
    'array","items":"int"},"doc":"GPUs."},{"name":"gpu_milli","type":"int","doc":'
    '"Thousandths of each."}],"namespace":"muster.node_commands"}},"doc":"Ranks o'
    'n this node."},{"name":"world_size","type":"int","doc":"Ranks in all."},{"na'
    'me":"master_address","type":"string","doc":"Address of rank 0."},{"name":"ma'
    'ster_port","type":"int","doc":"Rendezvous port on rank 0\'s node."},{"name":"'
    'image","type":["null","string"],"doc":"Container image.","default":null},{"n'
    'ame":"command","type":{"type":"array","items":"string"},"doc":"Program and a'
    'rguments."},{"name":"env","type":{"type":"map","values":"string"},"doc":"Env'
    'ironment.","default":{}},{"name":"files_sha256","type":["null","string"],"do'
    'c":"Working files.","default":null},{"name":"wall_time_max_ms","type":["null'
    '","long"],"doc":"Stop after this long.","default":null},{"name":"grace_ms","'
    'type":"long","doc":"Between SIGTERM and SIGKILL."},{"name":"checkpoint_enabl'
    'ed","type":"boolean","doc":"Keep checkpoints."},{"name":"checkpoint_uri","ty'
    'pe":["null","string"],"doc":"Newest checkpoint of an earlier attempt.","defa'
    'ult":null},{"name":"checkpoint_sha256","type":["null","string"],"doc":"Its h'
    'ash.","default":null},{"name":"checkpoint_file","type":["null","string"],"do'
    'c":"Its file name.","default":null}],"namespace":"muster.node_commands"},{"t'
    'ype":"record","name":"StopTask","doc":"Stop this attempt\'s ranks; unknown at'
    'tempt: nothing to do.","fields":[{"name":"node_id","type":"string","doc":"No'
    'de."},{"name":"epoch","type":"long","doc":"Leader\'s epoch; older than one al'
    'ready seen: refuse."},{"name":"order_seq","type":"long","doc":"Position of t'
    'he decision: seq of the input that caused it."},{"name":"job_id","type":"str'
    'ing","doc":"Job."},{"name":"attempt","type":"int","doc":"Attempt; started at'
    ' most once."},{"name":"grace_ms","type":"long","doc":"Between SIGTERM and SI'
    'GKILL."},{"name":"reason","type":"string","doc":"Why."}],"namespace":"muster'
    '.node_commands"}],"doc":"Fact or order."}],"namespace":"muster.scheduler_log'
    '"}},"doc":"In order."},{"name":"state_hash","type":["null","string"],"doc":"'
    'Hash of the whole state after this batch, when it was taken.","default":null'
    '}],"namespace":"muster.scheduler_log"}],"doc":"What happened."}]}'
)
