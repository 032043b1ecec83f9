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
    GpuGeometryChanged,
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
    GpuGeometryChanged,
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
        | GpuGeometryChanged
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
    'ull}],"namespace":"muster.job_commands"},"doc":"What to run."}],"namespace":'
    '"muster.job_commands"},{"type":"record","name":"CancelJob","doc":"Stop the j'
    'ob for good.","fields":[{"name":"job_id","type":"string","doc":"Job."},{"nam'
    'e":"tenant","type":"string","doc":"Tenant the job belongs to."},{"name":"req'
    'uested_by","type":"string","doc":"User who asks."},{"name":"reason","type":"'
    'string","doc":"Why, for people.","default":""}],"namespace":"muster.job_comm'
    'ands"},{"type":"record","name":"SuspendJob","doc":"Stop the job, keep its pl'
    'ace for a resume.","fields":[{"name":"job_id","type":"string","doc":"Job."},'
    '{"name":"tenant","type":"string","doc":"Tenant the job belongs to."},{"name"'
    ':"requested_by","type":"string","doc":"User who asks."},{"name":"reason","ty'
    'pe":"string","doc":"Why, for people.","default":""}],"namespace":"muster.job'
    '_commands"},{"type":"record","name":"ResumeJob","doc":"Queue a suspended job'
    ' again.","fields":[{"name":"job_id","type":"string","doc":"Job."},{"name":"t'
    'enant","type":"string","doc":"Tenant the job belongs to."},{"name":"requeste'
    'd_by","type":"string","doc":"User who asks."},{"name":"reason","type":"strin'
    'g","doc":"Why, for people.","default":""}],"namespace":"muster.job_commands"'
    '},{"type":"record","name":"CreateQueue","doc":"Make a queue.","fields":[{"na'
    'me":"queue","type":"string","doc":"Name: 1 to 63 of a-z 0-9 and -."},{"name"'
    ':"tenant","type":"string","doc":"Tenant."},{"name":"description","type":"str'
    'ing","doc":"For people.","default":""},{"name":"requested_by","type":"string'
    '","doc":"User who asks."},{"name":"settings","type":["null",{"type":"record"'
    ',"name":"QueueSettings","doc":"What a queue may use, and how it is shared.",'
    '"fields":[{"name":"parent","type":["null","string"],"doc":"Queue above, of t'
    'he same tenant; null for none.","default":null},{"name":"guarantee","type":['
    '"null",{"type":"record","name":"Quota","doc":"An amount of each resource; nu'
    'll says nothing of that resource.","fields":[{"name":"gpu_milli","type":["nu'
    'll","long"],"doc":"Thousandths of GPU, any model.","default":null},{"name":"'
    'gpu_milli_by_model","type":{"type":"map","values":"long"},"doc":"Thousandths'
    ' of GPU per model, beside the total.","default":{}},{"name":"cpu_milli","typ'
    'e":["null","long"],"doc":"Thousandths of a CPU core.","default":null},{"name'
    '":"memory_mib","type":["null","long"],"doc":"Main memory, MiB.","default":nu'
    'll}],"namespace":"muster.queue_commands"}],"doc":"What its jobs may always h'
    'ave; unused, it is lent. Null guarantees nothing.","default":null},{"name":"'
    'maximum","type":["null","muster.queue_commands.Quota"],"doc":"What its jobs '
    'never exceed together. Null sets no bound.","default":null},{"name":"weight"'
    ',"type":"int","doc":"Its part of usage over time among the queues beside it,'
    ' 1 to 1000000.","default":1},{"name":"over_quota_weight","type":"int","doc":'
    '"Its part of what is lent beyond guarantees, 0 to 1000000; 0 never borrows."'
    ',"default":1},{"name":"order","type":{"type":"enum","name":"QueueOrder","doc'
    '":"Who goes first within a tier of one queue.","symbols":["FIFO","PRIORITY",'
    '"DRF"],"default":"FIFO","namespace":"muster.queue_commands"},"doc":"Who goes'
    ' first within a tier.","default":"FIFO"},{"name":"jobs_running_max","type":['
    '"null","int"],"doc":"Jobs that may hold GPUs at once.","default":null},{"nam'
    'e":"jobs_pending_max","type":["null","int"],"doc":"Jobs that may wait at onc'
    'e; more are rejected.","default":null},{"name":"user_jobs_running_max","type'
    '":["null","int"],"doc":"As jobs_running_max, for one user.","default":null},'
    '{"name":"user_jobs_pending_max","type":["null","int"],"doc":"As jobs_pending'
    '_max, for one user.","default":null}],"namespace":"muster.queue_commands"}],'
    '"doc":"Shares and limits; null for none.","default":null}],"namespace":"must'
    'er.queue_commands"},{"type":"record","name":"ConfigureQueue","doc":"Replace '
    'a queue\'s shares and limits.","fields":[{"name":"queue","type":"string","doc'
    '":"Name."},{"name":"tenant","type":"string","doc":"Tenant."},{"name":"settin'
    'gs","type":"muster.queue_commands.QueueSettings","doc":"All of them."},{"nam'
    'e":"requested_by","type":"string","doc":"User who asks."}],"namespace":"must'
    'er.queue_commands"},{"type":"record","name":"DeleteQueue","doc":"Remove an e'
    'mpty queue.","fields":[{"name":"queue","type":"string","doc":"Name."},{"name'
    '":"tenant","type":"string","doc":"Tenant."},{"name":"requested_by","type":"s'
    'tring","doc":"User who asks."}],"namespace":"muster.queue_commands"},{"type"'
    ':"record","name":"CordonNode","doc":"Place nothing new on the node; what run'
    's goes on.","fields":[{"name":"node_id","type":"string","doc":"Node."},{"nam'
    'e":"requested_by","type":"string","doc":"Operator."},{"name":"reason","type"'
    ':"string","doc":"Why.","default":""}],"namespace":"muster.operator_commands"'
    '},{"type":"record","name":"UncordonNode","doc":"Place work on the node again'
    '.","fields":[{"name":"node_id","type":"string","doc":"Node."},{"name":"reque'
    'sted_by","type":"string","doc":"Operator."}],"namespace":"muster.operator_co'
    'mmands"},{"type":"record","name":"ActivatePolicy","doc":"Decide by this poli'
    'cy from now on.","fields":[{"name":"policy","type":{"type":"record","name":"'
    'Policy","doc":"Knobs that change decisions; a change is an event, so it repl'
    'ays.","fields":[{"name":"name","type":"string","doc":"For people."},{"name":'
    '"head_patience_ms","type":"long","doc":"A blocked head of line is skipped fr'
    'eely for this long."},{"name":"head_hold_ms","type":"long","doc":"Then nodes'
    " it could use are held for it this long, then released for as long again, an"
    'd so on."},{"name":"attempts_lost_max","type":"int","doc":"Attempts lost wit'
    'h their nodes before the job fails."},{"name":"workload_shapes_max","type":"'
    'int","doc":"Shapes remembered for the fragmentation score."},{"name":"jobs_e'
    'nded_kept_max","type":"int","doc":"Ended jobs remembered for deduplication."'
    '},{"name":"share_window_ms","type":"long","doc":"Usage older than this is fo'
    'rgotten.","default":2592000000},{"name":"share_half_life_ms","type":"long","'
    'doc":"Usage this old counts half.","default":604800000},{"name":"share_histo'
    'ry_percent","type":"int","doc":"Weight of usage over time beside usage now, '
    '0 to 10000.","default":100},{"name":"credit_max_ms","type":"long","doc":"Bur'
    'st credit holds at most a guarantee unused for this long; 0 gives none.","de'
    'fault":86400000},{"name":"model_price_milli","type":{"type":"map","values":"'
    'long"},"doc":"What an hour of a GPU model counts, thousandths; 1000 where ab'
    'sent.","default":{}},{"name":"aging_step_ms","type":"long","doc":"A job that'
    ' waited this long goes with the next higher tier, and so on; 0 never.","defa'
    'ult":86400000},{"name":"reclaim_interval_ms","type":"long","doc":"A wish for'
    ' lent GPUs is repeated at most this often.","default":60000},{"name":"measur'
    'e_interval_ms","type":"long","doc":"A queue that changed is measured at most'
    ' this often.","default":10000},{"name":"resize_interval_ms","type":"long","d'
    'oc":"An elastic job is resized at most this often.","default":300000},{"name'
    '":"topology","type":{"type":"record","name":"TopologyWeights","doc":"What a '
    "gang's place is worth, per GPU of the gang, by the smallest unit that holds "
    'it.","fields":[{"name":"nvlink","type":"int","doc":"The gang shares an NVLin'
    'k domain or a node.","default":1000},{"name":"leaf","type":"int","doc":"It s'
    'hares a leaf.","default":400},{"name":"spine","type":"int","doc":"It shares '
    'a spine.","default":200},{"name":"cell","type":"int","doc":"It shares a cell'
    '.","default":100},{"name":"stranded_gpu","type":"int","doc":"Taken off for e'
    'ach GPU left free beside it that no group like its own can use.","default":1'
    '00}],"namespace":"muster.operator_commands"},"doc":"How places of gangs are '
    'weighed.","default":{"nvlink":1000,"leaf":400,"spine":200,"cell":100,"strand'
    'ed_gpu":100}},{"name":"tenants_untrusted","type":{"type":"array","items":"st'
    'ring"},"doc":"Tenants whose fractions of GPUs always get a MIG instance of t'
    'heir own.","default":[]},{"name":"mig_change_interval_ms","type":"long","doc'
    '":"A GPU is cut into MIG instances, or made whole again, at most this often.'
    '","default":600000},{"name":"mig_geometries","type":{"type":"array","items":'
    '{"type":"record","name":"MigGeometry","doc":"The only way GPUs of a model ar'
    'e cut.","fields":[{"name":"gpu_model","type":"string","doc":"GPU model."},{"'
    'name":"instances","type":{"type":"array","items":{"type":"record","name":"Mi'
    'gInstance","doc":"One instance.","fields":[{"name":"profile","type":"string"'
    ',"doc":"Profile, as in 2g.10gb."},{"name":"start","type":"int","doc":"First '
    'memory slice."}],"namespace":"muster.operator_commands"}},"doc":"All that ma'
    'y exist on one GPU."}],"namespace":"muster.operator_commands"}},"doc":"GPU m'
    'odels that a site cuts in one way only; others as jobs need it.","default":['
    ']}],"namespace":"muster.operator_commands"},"doc":"The whole policy."},{"nam'
    'e":"requested_by","type":"string","doc":"Operator."}],"namespace":"muster.op'
    'erator_commands"},{"type":"record","name":"AgentStarted","doc":"The agent is'
    ' up and tells what it runs, so that the scheduler can reconcile.","fields":['
    '{"name":"node_id","type":"string","doc":"Node."},{"name":"boot_id","type":"s'
    'tring","doc":"Boot."},{"name":"fresh","type":"boolean","doc":"True: the agen'
    't remembers nothing from before."},{"name":"order_seq_last","type":"long","d'
    'oc":"Newest order it has carried out; -1 when fresh."},{"name":"running","ty'
    'pe":{"type":"array","items":{"type":"record","name":"AttemptRef","doc":"One '
    'attempt.","fields":[{"name":"job_id","type":"string","doc":"Job."},{"name":"'
    'attempt","type":"int","doc":"Attempt."}],"namespace":"muster.task_events"}},'
    '"doc":"Tasks adopted, still running."}],"namespace":"muster.task_events"},{"'
    'type":"record","name":"TaskStarted","doc":"All ranks of the task have a proc'
    'ess.","fields":[{"name":"node_id","type":"string","doc":"Node."},{"name":"jo'
    'b_id","type":"string","doc":"Job."},{"name":"attempt","type":"int","doc":"At'
    'tempt, 1-based."},{"name":"ranks","type":{"type":"array","items":"int"},"doc'
    '":"Ranks on this node."}],"namespace":"muster.task_events"},{"type":"record"'
    ',"name":"TaskExited","doc":"No rank of the task runs any more.","fields":[{"'
    'name":"node_id","type":"string","doc":"Node."},{"name":"job_id","type":"stri'
    'ng","doc":"Job."},{"name":"attempt","type":"int","doc":"Attempt, 1-based."},'
    '{"name":"outcome","type":{"type":"enum","name":"TaskOutcome","doc":"How the '
    'task ended.","symbols":["SUCCEEDED","FAILED","STOPPED","TIMED_OUT","LOST"],"'
    'default":"LOST","namespace":"muster.task_events"},"doc":"STOPPED: on order. '
    'TIMED_OUT: its wall time. LOST: its processes vanished."},{"name":"exits","t'
    'ype":{"type":"array","items":{"type":"record","name":"RankExit","doc":"How o'
    'ne rank ended.","fields":[{"name":"rank","type":"int","doc":"Rank."},{"name"'
    ':"exit_code","type":["null","int"],"doc":"Exit code.","default":null},{"name'
    '":"signal","type":["null","int"],"doc":"Signal that ended it.","default":nul'
    'l}],"namespace":"muster.task_events"}},"doc":"Per rank."},{"name":"message",'
    '"type":"string","doc":"For people: the first failing rank and why.","default'
    '":""}],"namespace":"muster.task_events"},{"type":"record","name":"TaskRefuse'
    'd","doc":"An order was not carried out.","fields":[{"name":"node_id","type":'
    '"string","doc":"Node."},{"name":"job_id","type":"string","doc":"Job."},{"nam'
    'e":"attempt","type":"int","doc":"Attempt, 1-based."},{"name":"epoch","type":'
    '"long","doc":"Epoch of the order."},{"name":"order_seq","type":"long","doc":'
    '"Order."},{"name":"reason","type":{"type":"enum","name":"RefusalReason","doc'
    '":"Why.","symbols":["STALE_EPOCH","GPU_BUSY","UNKNOWN_GPU","FILES_UNAVAILABL'
    'E","CANNOT_START"],"default":"CANNOT_START","namespace":"muster.task_events"'
    '},"doc":"Why."},{"name":"message","type":"string","doc":"For people.","defau'
    'lt":""}],"namespace":"muster.task_events"},{"type":"record","name":"Checkpoi'
    'ntSaved","doc":"A checkpoint is safe in S3.","fields":[{"name":"node_id","ty'
    'pe":"string","doc":"Node."},{"name":"job_id","type":"string","doc":"Job."},{'
    '"name":"attempt","type":"int","doc":"Attempt, 1-based."},{"name":"rank","typ'
    'e":"int","doc":"Rank that wrote it."},{"name":"file","type":"string","doc":"'
    'File name."},{"name":"uri","type":"string","doc":"s3://bucket/key."},{"name"'
    ':"sha256","type":"string","doc":"Of the bytes."},{"name":"size_bytes","type"'
    ':"long","doc":"Size."}],"namespace":"muster.task_events"},{"type":"record","'
    'name":"NodeJoined","doc":"A node is known, or came back with other hardware.'
    '","fields":[{"name":"node_id","type":"string","doc":"Node."},{"name":"boot_i'
    'd","type":"string","doc":"Boot of its agent."},{"name":"address","type":"str'
    'ing","doc":"Address."},{"name":"port_first","type":"int","doc":"First rendez'
    'vous port."},{"name":"port_count","type":"int","doc":"How many."},{"name":"c'
    'pu_milli","type":"long","doc":"CPU."},{"name":"memory_mib","type":"long","do'
    'c":"Memory."},{"name":"gpu_model","type":"string","doc":"Model."},{"name":"g'
    'pu_count","type":"int","doc":"GPUs."},{"name":"executor","type":{"type":"enu'
    'm","name":"Executor","doc":"How ranks run.","symbols":["PROCESS","SIMULATED"'
    '],"default":"SIMULATED","namespace":"muster.node_heartbeats"},"doc":"How ran'
    'ks run."},{"name":"lease_ms","type":"long","doc":"Lease."},{"name":"interval'
    '_ms","type":"long","doc":"Heartbeat interval."},{"name":"labels","type":{"ty'
    'pe":"map","values":"string"},"doc":"Labels.","default":{}},{"name":"location'
    '","type":{"type":"record","name":"Location","doc":"A node\'s place in the net'
    'work: each name is a unit within the next one; empty is unknown.","fields":['
    '{"name":"nvlink_domain","type":"string","doc":"NVLink domain larger than the'
    ' node; empty: the node is one by itself.","default":""},{"name":"leaf","type'
    '":"string","doc":"InfiniBand leaf switch.","default":""},{"name":"spine","ty'
    'pe":"string","doc":"Spine, or pod of leaves.","default":""},{"name":"cell","'
    'type":"string","doc":"Part of the network above the spines.","default":""}],'
    '"namespace":"muster.node_heartbeats"},"doc":"Where it is in the network.","d'
    'efault":{"nvlink_domain":"","leaf":"","spine":"","cell":""}},{"name":"taints'
    '","type":{"type":"array","items":"string"},"doc":"Only jobs that tolerate al'
    'l of them are placed here; sorted.","default":[]}],"namespace":"muster.job_e'
    'vents"},{"type":"record","name":"NodeSuspected","doc":"Two beats missed: not'
    'hing new goes there; what runs goes on.","fields":[{"name":"node_id","type":'
    '"string","doc":"Node."},{"name":"silent_ms","type":"long","doc":"Time since '
    'its last beat."}],"namespace":"muster.job_events"},{"type":"record","name":"'
    'NodeRecovered","doc":"The node is heard again.","fields":[{"name":"node_id",'
    '"type":"string","doc":"Node."}],"namespace":"muster.job_events"},{"type":"re'
    'cord","name":"NodeLost","doc":"The lease ran out: its attempts are given up.'
    '","fields":[{"name":"node_id","type":"string","doc":"Node."},{"name":"silent'
    '_ms","type":"long","doc":"Time since its last beat."}],"namespace":"muster.j'
    'ob_events"},{"type":"record","name":"NodeRelocated","doc":"The network aroun'
    'd the node has changed; what runs there goes on.","fields":[{"name":"node_id'
    '","type":"string","doc":"Node."},{"name":"location","type":"muster.node_hear'
    'tbeats.Location","doc":"Where it is now."}],"namespace":"muster.job_events"}'
    ',{"type":"record","name":"GpuUnhealthy","doc":"Nothing new goes on this GPU.'
    '","fields":[{"name":"node_id","type":"string","doc":"Node."},{"name":"gpu_in'
    'dex","type":"int","doc":"GPU."},{"name":"reason","type":"string","doc":"Why.'
    '"}],"namespace":"muster.job_events"},{"type":"record","name":"GpuRecovered",'
    '"doc":"The GPU is healthy again.","fields":[{"name":"node_id","type":"string'
    '","doc":"Node."},{"name":"gpu_index","type":"int","doc":"GPU."}],"namespace"'
    ':"muster.job_events"},{"type":"record","name":"CommandInvalid","doc":"A comm'
    "and that breaks the static rules. Judged at the door: later rules cannot cha"
    'nge old decisions.","fields":[{"name":"command_id","type":"string","doc":"ev'
    'ent_id of the command."},{"name":"command","type":"string","doc":"Its record'
    ' name."},{"name":"subject","type":"string","doc":"Job, queue or node."},{"na'
    'me":"tenant","type":"string","doc":"Tenant."},{"name":"message","type":"stri'
    'ng","doc":"For people."},{"name":"violations","type":{"type":"array","items"'
    ':{"type":"record","name":"Violation","doc":"One thing wrong with a request."'
    ',"fields":[{"name":"field","type":"string","doc":"Path of the field."},{"nam'
    'e":"value","type":"string","doc":"What was given, shortened."},{"name":"allo'
    'wed","type":"string","doc":"What is allowed."}],"namespace":"muster.job_even'
    'ts"}},"doc":"Field by field."}],"namespace":"muster.scheduler_log"},{"type":'
    '"record","name":"LeaderElected","doc":"First input of an epoch.","fields":[{'
    '"name":"epoch","type":"long","doc":"Epoch."},{"name":"leader_id","type":"str'
    'ing","doc":"Process that leads."}],"namespace":"muster.scheduler_log"},{"typ'
    'e":"record","name":"ClockTicked","doc":"Time passed and the core asked to be'
    ' told.","fields":[],"namespace":"muster.scheduler_log"}],"doc":"What came in'
    '."}],"namespace":"muster.scheduler_log"}},"doc":"In order."},{"name":"decisi'
    'ons","type":{"type":"array","items":{"type":"record","name":"Decision","doc"'
    ':"One consequence.","fields":[{"name":"event_id","type":"string","doc":"The '
    'same as in the public topic."},{"name":"cause_seq","type":"long","doc":"seq '
    'of the input it follows from."},{"name":"payload","type":[{"type":"record","'
    'name":"CommandRejected","doc":"A command that will not be carried out, and w'
    'hy.","fields":[{"name":"command_id","type":"string","doc":"event_id of the c'
    'ommand."},{"name":"command","type":"string","doc":"Its record name."},{"name'
    '":"subject","type":"string","doc":"Job, queue or node it was about."},{"name'
    '":"tenant","type":"string","doc":"Tenant."},{"name":"code","type":{"type":"e'
    'num","name":"RejectionCode","doc":"Stable codes.","symbols":["INVALID","ALRE'
    'ADY_EXISTS","NOT_FOUND","WRONG_STATE","IMPOSSIBLE_REQUEST","UNKNOWN_QUEUE","'
    'QUEUE_NOT_EMPTY","FORBIDDEN","QUOTA_EXCEEDED","BAD_TREE"],"default":"FORBIDD'
    'EN","namespace":"muster.job_events"},"doc":"Why."},{"name":"message","type":'
    '"string","doc":"For people."},{"name":"violations","type":{"type":"array","i'
    'tems":"muster.job_events.Violation"},"doc":"Field by field.","default":[]}],'
    '"namespace":"muster.job_events"},{"type":"record","name":"CommandRepeated","'
    'doc":"A command already carried out came again; nothing changed.","fields":['
    '{"name":"command_id","type":"string","doc":"event_id of the command."},{"nam'
    'e":"command","type":"string","doc":"Its record name."},{"name":"subject","ty'
    'pe":"string","doc":"Job, queue or node."}],"namespace":"muster.job_events"},'
    '{"type":"record","name":"JobQueued","doc":"The job is accepted and waits.","'
    'fields":[{"name":"job_id","type":"string","doc":"Job."},{"name":"tenant","ty'
    'pe":"string","doc":"Tenant."},{"name":"spec","type":"muster.job_commands.Job'
    'Spec","doc":"As accepted."},{"name":"predicted_p50_ms","type":["null","long"'
    '],"doc":"An attempt is believed to run longer than this as likely as not; nu'
    'll: nobody knows.","default":null},{"name":"predicted_p90_ms","type":["null"'
    ',"long"],"doc":"Nine in ten such attempts are believed to run at most this l'
    'ong; null: nothing can be stated.","default":null}],"namespace":"muster.job_'
    'events"},{"type":"record","name":"JobPending","doc":"Why the job is not plac'
    'ed; sent when the reason changes.","fields":[{"name":"job_id","type":"string'
    '","doc":"Job."},{"name":"code","type":{"type":"enum","name":"PendingCode","d'
    'oc":"Stable codes for why a job waits.","symbols":["NO_NODES","MODEL_ABSENT"'
    ',"TOO_LARGE","CLUSTER_TOO_SMALL","GPUS_BUSY","GPUS_FRAGMENTED","FRACTIONS_FR'
    'AGMENTED","CPU_SHORT","MEMORY_SHORT","NODES_UNSCHEDULABLE","GANG_SHORT","TOP'
    'OLOGY_SHORT","HELD_FOR_HEAD","RETRY_BACKOFF","SUSPENDED","QUEUED","QUOTA_EXH'
    'AUSTED","JOB_LIMIT","GEOMETRY_FROZEN"],"default":"QUEUED","namespace":"muste'
    'r.job_events"},"doc":"The one dominant reason."},{"name":"message","type":"s'
    'tring","doc":"One sentence."},{"name":"counts","type":{"type":"map","values"'
    ':"long"},"doc":"Numbers behind it.","default":{}}],"namespace":"muster.job_e'
    'vents"},{"type":"record","name":"PreemptionRequested","doc":"A job is due GP'
    'Us that others hold; who yields is decided elsewhere.","fields":[{"name":"jo'
    'b_id","type":"string","doc":"Job."},{"name":"cause","type":{"type":"enum","n'
    'ame":"PreemptionCause","doc":"What entitles the job.","symbols":["GUARANTEE"'
    ',"TIER"],"default":"TIER","namespace":"muster.job_events"},"doc":"What entit'
    'les it."},{"name":"queue","type":"string","doc":"Its queue."},{"name":"tenan'
    't","type":"string","doc":"Tenant."},{"name":"gpu_milli_missing","type":"long'
    '","doc":"Thousandths of GPU that it waits for."},{"name":"gpu_models","type"'
    ':{"type":"array","items":"string"},"doc":"Models it accepts, sorted; empty f'
    'or any.","default":[]},{"name":"borrowers","type":{"type":"array","items":{"'
    'type":"record","name":"Borrower","doc":"A queue beyond its guarantee.","fiel'
    'ds":[{"name":"queue","type":"string","doc":"Name."},{"name":"tenant","type":'
    '"string","doc":"Tenant."},{"name":"gpu_milli_borrowed","type":"long","doc":"'
    'Beyond its guarantee, thousandths of GPU."}],"namespace":"muster.job_events"'
    '}},"doc":"Queues that hold lent GPUs, most first.","default":[]},{"name":"as'
    '_of_seq","type":"long","doc":"State of the log that this is true of."}],"nam'
    'espace":"muster.job_events"},{"type":"record","name":"GangBound","doc":"Ever'
    'y rank has its place; orders to start are in the same transaction.","fields"'
    ':[{"name":"job_id","type":"string","doc":"Job."},{"name":"attempt","type":"i'
    'nt","doc":"Attempt."},{"name":"placements","type":{"type":"array","items":{"'
    'type":"record","name":"RankPlacement","doc":"Where one rank runs.","fields":'
    '[{"name":"rank","type":"int","doc":"Rank."},{"name":"node_id","type":"string'
    '","doc":"Node."},{"name":"gpu_indices","type":{"type":"array","items":"int"}'
    ',"doc":"GPUs."},{"name":"gpu_milli","type":"int","doc":"Thousandths of each.'
    '"},{"name":"sharing","type":{"type":"enum","name":"Sharing","doc":"How a ran'
    "k shares its GPUs: not; inside its team by MPS or in turns; by a MIG instanc"
    'e.","symbols":["EXCLUSIVE","MPS","TIME_SLICING","MIG"],"default":"EXCLUSIVE"'
    ',"namespace":"muster.node_commands"},"doc":"Who else may be on them.","defau'
    'lt":"EXCLUSIVE"},{"name":"mig_profile","type":["null","string"],"doc":"Profi'
    'le of the MIG instance it gets.","default":null},{"name":"mig_start","type":'
    '["null","int"],"doc":"First memory slice of that instance.","default":null}]'
    ',"namespace":"muster.job_events"}},"doc":"One per rank."},{"name":"master_ad'
    'dress","type":"string","doc":"Rank 0\'s address."},{"name":"master_port","typ'
    'e":"int","doc":"Rendezvous port."},{"name":"waited_ms","type":"long","doc":"'
    'Since the job was last queued."},{"name":"reason","type":"string","doc":"Why'
    ' there.","default":""}],"namespace":"muster.job_events"},{"type":"record","n'
    'ame":"JobStarted","doc":"All ranks run.","fields":[{"name":"job_id","type":"'
    'string","doc":"Job."},{"name":"attempt","type":"int","doc":"Attempt."}],"nam'
    'espace":"muster.job_events"},{"type":"record","name":"JobResizing","doc":"An'
    ' elastic job stops, to go on at once with another number of ranks.","fields"'
    ':[{"name":"job_id","type":"string","doc":"Job."},{"name":"attempt","type":"i'
    'nt","doc":"The attempt that stops."},{"name":"ranks_from","type":"int","doc"'
    ':"Its ranks."},{"name":"ranks_to","type":"int","doc":"Ranks of the next one,'
    ' or fewer where they no longer fit."},{"name":"reason","type":"string","doc"'
    ':"Why."}],"namespace":"muster.job_events"},{"type":"record","name":"JobStopp'
    'ing","doc":"Ranks have been ordered to stop.","fields":[{"name":"job_id","ty'
    'pe":"string","doc":"Job."},{"name":"attempt","type":"int","doc":"Attempt."},'
    '{"name":"reason","type":"string","doc":"Why."}],"namespace":"muster.job_even'
    'ts"},{"type":"record","name":"AttemptEnded","doc":"An attempt is over on eve'
    'ry node and its GPUs are free.","fields":[{"name":"job_id","type":"string","'
    'doc":"Job."},{"name":"attempt","type":"int","doc":"Attempt."},{"name":"outco'
    'me","type":{"type":"enum","name":"AttemptOutcome","doc":"How.","symbols":["S'
    'UCCEEDED","FAILED","STOPPED","TIMED_OUT","LOST","REFUSED"],"default":"REFUSE'
    'D","namespace":"muster.job_events"},"doc":"How."},{"name":"exit_code","type"'
    ':["null","int"],"doc":"Of the first failing rank.","default":null},{"name":"'
    'signal","type":["null","int"],"doc":"Of the first failing rank.","default":n'
    'ull},{"name":"rank","type":["null","int"],"doc":"First failing rank.","defau'
    'lt":null},{"name":"node_id","type":["null","string"],"doc":"Its node.","defa'
    'ult":null},{"name":"message","type":"string","doc":"For people.","default":"'
    '"},{"name":"ran_ms","type":"long","doc":"From bind to end."}],"namespace":"m'
    'uster.job_events"},{"type":"record","name":"JobRequeued","doc":"The job wait'
    's again.","fields":[{"name":"job_id","type":"string","doc":"Job."},{"name":"'
    'attempt_next","type":"int","doc":"Number of the next attempt."},{"name":"rea'
    'son","type":"string","doc":"Why."},{"name":"not_before_ms","type":"long","do'
    'c":"Earliest time of the next attempt."}],"namespace":"muster.job_events"},{'
    '"type":"record","name":"JobSucceeded","doc":"Every rank ended with exit code'
    ' 0.","fields":[{"name":"job_id","type":"string","doc":"Job."},{"name":"attem'
    'pt","type":"int","doc":"Attempt."}],"namespace":"muster.job_events"},{"type"'
    ':"record","name":"JobFailed","doc":"The job is over and did not succeed.","f'
    'ields":[{"name":"job_id","type":"string","doc":"Job."},{"name":"attempt","ty'
    'pe":"int","doc":"Attempt."},{"name":"reason","type":"string","doc":"Why."},{'
    '"name":"exit_code","type":["null","int"],"doc":"Of the first failing rank.",'
    '"default":null}],"namespace":"muster.job_events"},{"type":"record","name":"J'
    'obCancelled","doc":"The job was cancelled and nothing of it runs.","fields":'
    '[{"name":"job_id","type":"string","doc":"Job."},{"name":"requested_by","type'
    '":"string","doc":"Who asked."},{"name":"reason","type":"string","doc":"Why."'
    '}],"namespace":"muster.job_events"},{"type":"record","name":"JobSuspended","'
    'doc":"The job was suspended and nothing of it runs.","fields":[{"name":"job_'
    'id","type":"string","doc":"Job."},{"name":"requested_by","type":"string","do'
    'c":"Who asked."},{"name":"reason","type":"string","doc":"Why."}],"namespace"'
    ':"muster.job_events"},{"type":"record","name":"JobResumed","doc":"A suspende'
    'd job waits again.","fields":[{"name":"job_id","type":"string","doc":"Job."}'
    ',{"name":"requested_by","type":"string","doc":"Who asked."}],"namespace":"mu'
    'ster.job_events"},{"type":"record","name":"CheckpointRecorded","doc":"The ne'
    'xt attempt will start from this.","fields":[{"name":"job_id","type":"string"'
    ',"doc":"Job."},{"name":"attempt","type":"int","doc":"Attempt."},{"name":"ran'
    'k","type":"int","doc":"Rank that wrote it."},{"name":"file","type":"string",'
    '"doc":"File name."},{"name":"uri","type":"string","doc":"Where."},{"name":"s'
    'ha256","type":"string","doc":"Of the bytes."},{"name":"size_bytes","type":"l'
    'ong","doc":"Size."}],"namespace":"muster.job_events"},"muster.job_events.Nod'
    'eJoined","muster.job_events.NodeSuspected","muster.job_events.NodeRecovered"'
    ',"muster.job_events.NodeLost",{"type":"record","name":"NodeCordoned","doc":"'
    'Nothing new goes there.","fields":[{"name":"node_id","type":"string","doc":"'
    'Node."},{"name":"requested_by","type":"string","doc":"Who."},{"name":"reason'
    '","type":"string","doc":"Why."}],"namespace":"muster.job_events"},{"type":"r'
    'ecord","name":"NodeUncordoned","doc":"Work goes there again.","fields":[{"na'
    'me":"node_id","type":"string","doc":"Node."},{"name":"requested_by","type":"'
    'string","doc":"Who."}],"namespace":"muster.job_events"},"muster.job_events.N'
    'odeRelocated","muster.job_events.GpuUnhealthy","muster.job_events.GpuRecover'
    'ed",{"type":"record","name":"GpuGeometryChanged","doc":"An empty GPU was cut'
    ', to take MIG instances and nothing else, or made whole again.","fields":[{"'
    'name":"node_id","type":"string","doc":"Node."},{"name":"gpu_index","type":"i'
    'nt","doc":"GPU."},{"name":"cut","type":"boolean","doc":"True: MIG mode. Fals'
    'e: whole."},{"name":"for_job_id","type":"string","doc":"The waiting job that'
    ' needed it."}],"namespace":"muster.job_events"},{"type":"record","name":"Que'
    'ueCreated","doc":"A queue exists.","fields":[{"name":"queue","type":"string"'
    ',"doc":"Name."},{"name":"tenant","type":"string","doc":"Tenant."},{"name":"d'
    'escription","type":"string","doc":"For people."},{"name":"requested_by","typ'
    'e":"string","doc":"Who."},{"name":"settings","type":["null","muster.queue_co'
    'mmands.QueueSettings"],"doc":"Shares and limits; null for none.","default":n'
    'ull}],"namespace":"muster.job_events"},{"type":"record","name":"QueueConfigu'
    'red","doc":"A queue has other shares and limits.","fields":[{"name":"queue",'
    '"type":"string","doc":"Name."},{"name":"tenant","type":"string","doc":"Tenan'
    't."},{"name":"settings","type":"muster.queue_commands.QueueSettings","doc":"'
    'All of them."},{"name":"requested_by","type":"string","doc":"Who."}],"namesp'
    'ace":"muster.job_events"},{"type":"record","name":"QueueMeasured","doc":"Wha'
    "t a queue and those below it use, and what is due to it; sent when it change"
    'd, now and then.","fields":[{"name":"queue","type":"string","doc":"Name."},{'
    '"name":"tenant","type":"string","doc":"Tenant."},{"name":"gpu_milli_used","t'
    'ype":"long","doc":"Held, thousandths of GPU."},{"name":"gpu_milli_used_by_mo'
    'del","type":{"type":"map","values":"long"},"doc":"Per model."},{"name":"cpu_'
    'milli_used","type":"long","doc":"Held, thousandths of a core."},{"name":"mem'
    'ory_mib_used","type":"long","doc":"Held, MiB."},{"name":"gpu_milli_borrowed"'
    ',"type":"long","doc":"Of what is used, beyond the guarantee."},{"name":"gpu_'
    'milli_lent","type":"long","doc":"Of the guarantee, unused: others may have i'
    't."},{"name":"share_ppm","type":"long","doc":"Dominant part of the cluster t'
    'hat it holds now, millionths."},{"name":"share_due_ppm","type":"long","doc":'
    '"Part of the cluster due to it by weight among its busy neighbours, milliont'
    'hs."},{"name":"usage_gpu_ms","type":"long","doc":"Weighted usage over the wi'
    'ndow: GPU milliseconds at model price, decayed."},{"name":"credit_gpu_ms","t'
    'ype":"long","doc":"Burst credit, the same unit."},{"name":"jobs_running","ty'
    'pe":"int","doc":"Jobs that hold GPUs."},{"name":"jobs_pending","type":"int",'
    '"doc":"Jobs that wait."}],"namespace":"muster.job_events"},{"type":"record",'
    '"name":"QueueDeleted","doc":"A queue is gone.","fields":[{"name":"queue","ty'
    'pe":"string","doc":"Name."},{"name":"tenant","type":"string","doc":"Tenant."'
    '},{"name":"requested_by","type":"string","doc":"Who."}],"namespace":"muster.'
    'job_events"},{"type":"record","name":"PolicyActivated","doc":"Decisions foll'
    'ow this policy from here on.","fields":[{"name":"policy","type":"muster.oper'
    'ator_commands.Policy","doc":"The whole policy."},{"name":"requested_by","typ'
    'e":"string","doc":"Who."}],"namespace":"muster.job_events"},{"type":"record"'
    ',"name":"StartTask","doc":"Start these ranks.","fields":[{"name":"node_id","'
    'type":"string","doc":"Node."},{"name":"epoch","type":"long","doc":"Leader\'s '
    'epoch; older than one already seen: refuse."},{"name":"order_seq","type":"lo'
    'ng","doc":"Position of the decision: seq of the input that caused it."},{"na'
    'me":"job_id","type":"string","doc":"Job."},{"name":"attempt","type":"int","d'
    'oc":"Attempt; started at most once."},{"name":"tenant","type":"string","doc"'
    ':"Tenant."},{"name":"job_name","type":"string","doc":"Job\'s name."},{"name":'
    '"user","type":"string","doc":"Job\'s user."},{"name":"ranks","type":{"type":"'
    'array","items":{"type":"record","name":"RankAssignment","doc":"One rank\'s GP'
    'Us on the node.","fields":[{"name":"rank","type":"int","doc":"Rank."},{"name'
    '":"gpu_indices","type":{"type":"array","items":"int"},"doc":"GPUs."},{"name"'
    ':"gpu_milli","type":"int","doc":"Thousandths of each."},{"name":"sharing","t'
    'ype":"muster.node_commands.Sharing","doc":"Who else may be on them.","defaul'
    't":"EXCLUSIVE"},{"name":"mig_profile","type":["null","string"],"doc":"Profil'
    'e of the MIG instance it gets.","default":null},{"name":"mig_start","type":['
    '"null","int"],"doc":"First memory slice of that instance.","default":null}],'
    '"namespace":"muster.node_commands"}},"doc":"Ranks on this node."},{"name":"w'
    'orld_size","type":"int","doc":"Ranks in all."},{"name":"master_address","typ'
    'e":"string","doc":"Address of rank 0."},{"name":"master_port","type":"int","'
    'doc":"Rendezvous port on rank 0\'s node."},{"name":"image","type":["null","st'
    'ring"],"doc":"Container image.","default":null},{"name":"command","type":{"t'
    'ype":"array","items":"string"},"doc":"Program and arguments."},{"name":"env"'
    ',"type":{"type":"map","values":"string"},"doc":"Environment.","default":{}},'
    '{"name":"files_sha256","type":["null","string"],"doc":"Working files.","defa'
    'ult":null},{"name":"wall_time_max_ms","type":["null","long"],"doc":"Stop aft'
    'er this long.","default":null},{"name":"grace_ms","type":"long","doc":"Betwe'
    'en SIGTERM and SIGKILL."},{"name":"checkpoint_enabled","type":"boolean","doc'
    '":"Keep checkpoints."},{"name":"checkpoint_uri","type":["null","string"],"do'
    'c":"Newest checkpoint of an earlier attempt.","default":null},{"name":"check'
    'point_sha256","type":["null","string"],"doc":"Its hash.","default":null},{"n'
    'ame":"checkpoint_file","type":["null","string"],"doc":"Its file name.","defa'
    'ult":null}],"namespace":"muster.node_commands"},{"type":"record","name":"Sto'
    'pTask","doc":"Stop this attempt\'s ranks; unknown attempt: nothing to do.","f'
    'ields":[{"name":"node_id","type":"string","doc":"Node."},{"name":"epoch","ty'
    'pe":"long","doc":"Leader\'s epoch; older than one already seen: refuse."},{"n'
    'ame":"order_seq","type":"long","doc":"Position of the decision: seq of the i'
    'nput that caused it."},{"name":"job_id","type":"string","doc":"Job."},{"name'
    '":"attempt","type":"int","doc":"Attempt; started at most once."},{"name":"gr'
    'ace_ms","type":"long","doc":"Between SIGTERM and SIGKILL."},{"name":"reason"'
    ',"type":"string","doc":"Why."}],"namespace":"muster.node_commands"}],"doc":"'
    'Fact or order."}],"namespace":"muster.scheduler_log"}},"doc":"In order."},{"'
    'name":"state_hash","type":["null","string"],"doc":"Hash of the whole state a'
    'fter this batch, when it was taken.","default":null}],"namespace":"muster.sc'
    'heduler_log"}],"doc":"What happened."}]}'
)
