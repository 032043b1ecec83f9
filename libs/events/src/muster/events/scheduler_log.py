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
    'e powers of two between.","default":[]}],"namespace":"muster.job_commands"},'
    '"doc":"What to run."}],"namespace":"muster.job_commands"},{"type":"record","'
    'name":"CancelJob","doc":"Stop the job for good.","fields":[{"name":"job_id",'
    '"type":"string","doc":"Job."},{"name":"tenant","type":"string","doc":"Tenant'
    ' the job belongs to."},{"name":"requested_by","type":"string","doc":"User wh'
    'o asks."},{"name":"reason","type":"string","doc":"Why, for people.","default'
    '":""}],"namespace":"muster.job_commands"},{"type":"record","name":"SuspendJo'
    'b","doc":"Stop the job, keep its place for a resume.","fields":[{"name":"job'
    '_id","type":"string","doc":"Job."},{"name":"tenant","type":"string","doc":"T'
    'enant the job belongs to."},{"name":"requested_by","type":"string","doc":"Us'
    'er who asks."},{"name":"reason","type":"string","doc":"Why, for people.","de'
    'fault":""}],"namespace":"muster.job_commands"},{"type":"record","name":"Resu'
    'meJob","doc":"Queue a suspended job again.","fields":[{"name":"job_id","type'
    '":"string","doc":"Job."},{"name":"tenant","type":"string","doc":"Tenant the '
    'job belongs to."},{"name":"requested_by","type":"string","doc":"User who ask'
    's."},{"name":"reason","type":"string","doc":"Why, for people.","default":""}'
    '],"namespace":"muster.job_commands"},{"type":"record","name":"CreateQueue","'
    'doc":"Make a queue.","fields":[{"name":"queue","type":"string","doc":"Name: '
    '1 to 63 of a-z 0-9 and -."},{"name":"tenant","type":"string","doc":"Tenant."'
    '},{"name":"description","type":"string","doc":"For people.","default":""},{"'
    'name":"requested_by","type":"string","doc":"User who asks."},{"name":"settin'
    'gs","type":["null",{"type":"record","name":"QueueSettings","doc":"What a que'
    'ue may use, and how it is shared.","fields":[{"name":"parent","type":["null"'
    ',"string"],"doc":"Queue above, of the same tenant; null for none.","default"'
    ':null},{"name":"guarantee","type":["null",{"type":"record","name":"Quota","d'
    'oc":"An amount of each resource; null says nothing of that resource.","field'
    's":[{"name":"gpu_milli","type":["null","long"],"doc":"Thousandths of GPU, an'
    'y model.","default":null},{"name":"gpu_milli_by_model","type":{"type":"map",'
    '"values":"long"},"doc":"Thousandths of GPU per model, beside the total.","de'
    'fault":{}},{"name":"cpu_milli","type":["null","long"],"doc":"Thousandths of '
    'a CPU core.","default":null},{"name":"memory_mib","type":["null","long"],"do'
    'c":"Main memory, MiB.","default":null}],"namespace":"muster.queue_commands"}'
    '],"doc":"What its jobs may always have; unused, it is lent. Null guarantees '
    'nothing.","default":null},{"name":"maximum","type":["null","muster.queue_com'
    'mands.Quota"],"doc":"What its jobs never exceed together. Null sets no bound'
    '.","default":null},{"name":"weight","type":"int","doc":"Its part of usage ov'
    'er time among the queues beside it, 1 to 1000000.","default":1},{"name":"ove'
    'r_quota_weight","type":"int","doc":"Its part of what is lent beyond guarante'
    'es, 0 to 1000000; 0 never borrows.","default":1},{"name":"order","type":{"ty'
    'pe":"enum","name":"QueueOrder","doc":"Who goes first within a tier of one qu'
    'eue.","symbols":["FIFO","PRIORITY","DRF"],"default":"FIFO","namespace":"must'
    'er.queue_commands"},"doc":"Who goes first within a tier.","default":"FIFO"},'
    '{"name":"jobs_running_max","type":["null","int"],"doc":"Jobs that may hold G'
    'PUs at once.","default":null},{"name":"jobs_pending_max","type":["null","int'
    '"],"doc":"Jobs that may wait at once; more are rejected.","default":null},{"'
    'name":"user_jobs_running_max","type":["null","int"],"doc":"As jobs_running_m'
    'ax, for one user.","default":null},{"name":"user_jobs_pending_max","type":["'
    'null","int"],"doc":"As jobs_pending_max, for one user.","default":null}],"na'
    'mespace":"muster.queue_commands"}],"doc":"Shares and limits; null for none."'
    ',"default":null}],"namespace":"muster.queue_commands"},{"type":"record","nam'
    'e":"ConfigureQueue","doc":"Replace a queue\'s shares and limits.","fields":[{'
    '"name":"queue","type":"string","doc":"Name."},{"name":"tenant","type":"strin'
    'g","doc":"Tenant."},{"name":"settings","type":"muster.queue_commands.QueueSe'
    'ttings","doc":"All of them."},{"name":"requested_by","type":"string","doc":"'
    'User who asks."}],"namespace":"muster.queue_commands"},{"type":"record","nam'
    'e":"DeleteQueue","doc":"Remove an empty queue.","fields":[{"name":"queue","t'
    'ype":"string","doc":"Name."},{"name":"tenant","type":"string","doc":"Tenant.'
    '"},{"name":"requested_by","type":"string","doc":"User who asks."}],"namespac'
    'e":"muster.queue_commands"},{"type":"record","name":"CordonNode","doc":"Plac'
    'e nothing new on the node; what runs goes on.","fields":[{"name":"node_id","'
    'type":"string","doc":"Node."},{"name":"requested_by","type":"string","doc":"'
    'Operator."},{"name":"reason","type":"string","doc":"Why.","default":""}],"na'
    'mespace":"muster.operator_commands"},{"type":"record","name":"UncordonNode",'
    '"doc":"Place work on the node again.","fields":[{"name":"node_id","type":"st'
    'ring","doc":"Node."},{"name":"requested_by","type":"string","doc":"Operator.'
    '"}],"namespace":"muster.operator_commands"},{"type":"record","name":"Activat'
    'ePolicy","doc":"Decide by this policy from now on.","fields":[{"name":"polic'
    'y","type":{"type":"record","name":"Policy","doc":"Knobs that change decision'
    's; a change is an event, so it replays.","fields":[{"name":"name","type":"st'
    'ring","doc":"For people."},{"name":"head_patience_ms","type":"long","doc":"A'
    ' blocked head of line is skipped freely for this long."},{"name":"head_hold_'
    'ms","type":"long","doc":"Then nodes it could use are held for it this long, '
    'then released for as long again, and so on."},{"name":"attempts_lost_max","t'
    'ype":"int","doc":"Attempts lost with their nodes before the job fails."},{"n'
    'ame":"workload_shapes_max","type":"int","doc":"Shapes remembered for the fra'
    'gmentation score."},{"name":"jobs_ended_kept_max","type":"int","doc":"Ended '
    'jobs remembered for deduplication."},{"name":"share_window_ms","type":"long"'
    ',"doc":"Usage older than this is forgotten.","default":2592000000},{"name":"'
    'share_half_life_ms","type":"long","doc":"Usage this old counts half.","defau'
    'lt":604800000},{"name":"share_history_percent","type":"int","doc":"Weight of'
    ' usage over time beside usage now, 0 to 10000.","default":100},{"name":"cred'
    'it_max_ms","type":"long","doc":"Burst credit holds at most a guarantee unuse'
    'd for this long; 0 gives none.","default":86400000},{"name":"model_price_mil'
    'li","type":{"type":"map","values":"long"},"doc":"What an hour of a GPU model'
    ' counts, thousandths; 1000 where absent.","default":{}},{"name":"aging_step_'
    'ms","type":"long","doc":"A job that waited this long goes with the next high'
    'er tier, and so on; 0 never.","default":86400000},{"name":"reclaim_interval_'
    'ms","type":"long","doc":"A wish for lent GPUs is repeated at most this often'
    '.","default":60000},{"name":"measure_interval_ms","type":"long","doc":"A que'
    'ue that changed is measured at most this often.","default":10000},{"name":"r'
    'esize_interval_ms","type":"long","doc":"An elastic job is resized at most th'
    'is often.","default":300000}],"namespace":"muster.operator_commands"},"doc":'
    '"The whole policy."},{"name":"requested_by","type":"string","doc":"Operator.'
    '"}],"namespace":"muster.operator_commands"},{"type":"record","name":"AgentSt'
    'arted","doc":"The agent is up and tells what it runs, so that the scheduler '
    'can reconcile.","fields":[{"name":"node_id","type":"string","doc":"Node."},{'
    '"name":"boot_id","type":"string","doc":"Boot."},{"name":"fresh","type":"bool'
    'ean","doc":"True: the agent remembers nothing from before."},{"name":"order_'
    'seq_last","type":"long","doc":"Newest order it has carried out; -1 when fres'
    'h."},{"name":"running","type":{"type":"array","items":{"type":"record","name'
    '":"AttemptRef","doc":"One attempt.","fields":[{"name":"job_id","type":"strin'
    'g","doc":"Job."},{"name":"attempt","type":"int","doc":"Attempt."}],"namespac'
    'e":"muster.task_events"}},"doc":"Tasks adopted, still running."}],"namespace'
    '":"muster.task_events"},{"type":"record","name":"TaskStarted","doc":"All ran'
    'ks of the task have a process.","fields":[{"name":"node_id","type":"string",'
    '"doc":"Node."},{"name":"job_id","type":"string","doc":"Job."},{"name":"attem'
    'pt","type":"int","doc":"Attempt, 1-based."},{"name":"ranks","type":{"type":"'
    'array","items":"int"},"doc":"Ranks on this node."}],"namespace":"muster.task'
    '_events"},{"type":"record","name":"TaskExited","doc":"No rank of the task ru'
    'ns any more.","fields":[{"name":"node_id","type":"string","doc":"Node."},{"n'
    'ame":"job_id","type":"string","doc":"Job."},{"name":"attempt","type":"int","'
    'doc":"Attempt, 1-based."},{"name":"outcome","type":{"type":"enum","name":"Ta'
    'skOutcome","doc":"How the task ended.","symbols":["SUCCEEDED","FAILED","STOP'
    'PED","TIMED_OUT","LOST"],"default":"LOST","namespace":"muster.task_events"},'
    '"doc":"STOPPED: on order. TIMED_OUT: its wall time. LOST: its processes vani'
    'shed."},{"name":"exits","type":{"type":"array","items":{"type":"record","nam'
    'e":"RankExit","doc":"How one rank ended.","fields":[{"name":"rank","type":"i'
    'nt","doc":"Rank."},{"name":"exit_code","type":["null","int"],"doc":"Exit cod'
    'e.","default":null},{"name":"signal","type":["null","int"],"doc":"Signal tha'
    't ended it.","default":null}],"namespace":"muster.task_events"}},"doc":"Per '
    'rank."},{"name":"message","type":"string","doc":"For people: the first faili'
    'ng rank and why.","default":""}],"namespace":"muster.task_events"},{"type":"'
    'record","name":"TaskRefused","doc":"An order was not carried out.","fields":'
    '[{"name":"node_id","type":"string","doc":"Node."},{"name":"job_id","type":"s'
    'tring","doc":"Job."},{"name":"attempt","type":"int","doc":"Attempt, 1-based.'
    '"},{"name":"epoch","type":"long","doc":"Epoch of the order."},{"name":"order'
    '_seq","type":"long","doc":"Order."},{"name":"reason","type":{"type":"enum","'
    'name":"RefusalReason","doc":"Why.","symbols":["STALE_EPOCH","GPU_BUSY","UNKN'
    'OWN_GPU","FILES_UNAVAILABLE","CANNOT_START"],"default":"CANNOT_START","names'
    'pace":"muster.task_events"},"doc":"Why."},{"name":"message","type":"string",'
    '"doc":"For people.","default":""}],"namespace":"muster.task_events"},{"type"'
    ':"record","name":"CheckpointSaved","doc":"A checkpoint is safe in S3.","fiel'
    'ds":[{"name":"node_id","type":"string","doc":"Node."},{"name":"job_id","type'
    '":"string","doc":"Job."},{"name":"attempt","type":"int","doc":"Attempt, 1-ba'
    'sed."},{"name":"rank","type":"int","doc":"Rank that wrote it."},{"name":"fil'
    'e","type":"string","doc":"File name."},{"name":"uri","type":"string","doc":"'
    's3://bucket/key."},{"name":"sha256","type":"string","doc":"Of the bytes."},{'
    '"name":"size_bytes","type":"long","doc":"Size."}],"namespace":"muster.task_e'
    'vents"},{"type":"record","name":"NodeJoined","doc":"A node is known, or came'
    ' back with other hardware.","fields":[{"name":"node_id","type":"string","doc'
    '":"Node."},{"name":"boot_id","type":"string","doc":"Boot of its agent."},{"n'
    'ame":"address","type":"string","doc":"Address."},{"name":"port_first","type"'
    ':"int","doc":"First rendezvous port."},{"name":"port_count","type":"int","do'
    'c":"How many."},{"name":"cpu_milli","type":"long","doc":"CPU."},{"name":"mem'
    'ory_mib","type":"long","doc":"Memory."},{"name":"gpu_model","type":"string",'
    '"doc":"Model."},{"name":"gpu_count","type":"int","doc":"GPUs."},{"name":"exe'
    'cutor","type":{"type":"enum","name":"Executor","doc":"How ranks run.","symbo'
    'ls":["PROCESS","SIMULATED"],"default":"SIMULATED","namespace":"muster.node_h'
    'eartbeats"},"doc":"How ranks run."},{"name":"lease_ms","type":"long","doc":"'
    'Lease."},{"name":"interval_ms","type":"long","doc":"Heartbeat interval."},{"'
    'name":"labels","type":{"type":"map","values":"string"},"doc":"Labels.","defa'
    'ult":{}},{"name":"location","type":{"type":"record","name":"Location","doc":'
    "\"A node's place in the network: each name is a unit within the next one; emp"
    'ty is unknown.","fields":[{"name":"nvlink_domain","type":"string","doc":"NVL'
    'ink domain larger than the node; empty: the node is one by itself.","default'
    '":""},{"name":"leaf","type":"string","doc":"InfiniBand leaf switch.","defaul'
    't":""},{"name":"spine","type":"string","doc":"Spine, or pod of leaves.","def'
    'ault":""},{"name":"cell","type":"string","doc":"Part of the network above th'
    'e spines.","default":""}],"namespace":"muster.node_heartbeats"},"doc":"Where'
    ' it is in the network.","default":{"nvlink_domain":"","leaf":"","spine":"","'
    'cell":""}},{"name":"taints","type":{"type":"array","items":"string"},"doc":"'
    'Only jobs that tolerate all of them are placed here; sorted.","default":[]}]'
    ',"namespace":"muster.job_events"},{"type":"record","name":"NodeSuspected","d'
    'oc":"Two beats missed: nothing new goes there; what runs goes on.","fields":'
    '[{"name":"node_id","type":"string","doc":"Node."},{"name":"silent_ms","type"'
    ':"long","doc":"Time since its last beat."}],"namespace":"muster.job_events"}'
    ',{"type":"record","name":"NodeRecovered","doc":"The node is heard again.","f'
    'ields":[{"name":"node_id","type":"string","doc":"Node."}],"namespace":"muste'
    'r.job_events"},{"type":"record","name":"NodeLost","doc":"The lease ran out: '
    'its attempts are given up.","fields":[{"name":"node_id","type":"string","doc'
    '":"Node."},{"name":"silent_ms","type":"long","doc":"Time since its last beat'
    '."}],"namespace":"muster.job_events"},{"type":"record","name":"NodeRelocated'
    '","doc":"The network around the node has changed; what runs there goes on.",'
    '"fields":[{"name":"node_id","type":"string","doc":"Node."},{"name":"location'
    '","type":"muster.node_heartbeats.Location","doc":"Where it is now."}],"names'
    'pace":"muster.job_events"},{"type":"record","name":"GpuUnhealthy","doc":"Not'
    'hing new goes on this GPU.","fields":[{"name":"node_id","type":"string","doc'
    '":"Node."},{"name":"gpu_index","type":"int","doc":"GPU."},{"name":"reason","'
    'type":"string","doc":"Why."}],"namespace":"muster.job_events"},{"type":"reco'
    'rd","name":"GpuRecovered","doc":"The GPU is healthy again.","fields":[{"name'
    '":"node_id","type":"string","doc":"Node."},{"name":"gpu_index","type":"int",'
    '"doc":"GPU."}],"namespace":"muster.job_events"},{"type":"record","name":"Com'
    'mandInvalid","doc":"A command that breaks the static rules. Judged at the do'
    'or: later rules cannot change old decisions.","fields":[{"name":"command_id"'
    ',"type":"string","doc":"event_id of the command."},{"name":"command","type":'
    '"string","doc":"Its record name."},{"name":"subject","type":"string","doc":"'
    'Job, queue or node."},{"name":"tenant","type":"string","doc":"Tenant."},{"na'
    'me":"message","type":"string","doc":"For people."},{"name":"violations","typ'
    'e":{"type":"array","items":{"type":"record","name":"Violation","doc":"One th'
    'ing wrong with a request.","fields":[{"name":"field","type":"string","doc":"'
    'Path of the field."},{"name":"value","type":"string","doc":"What was given, '
    'shortened."},{"name":"allowed","type":"string","doc":"What is allowed."}],"n'
    'amespace":"muster.job_events"}},"doc":"Field by field."}],"namespace":"muste'
    'r.scheduler_log"},{"type":"record","name":"LeaderElected","doc":"First input'
    ' of an epoch.","fields":[{"name":"epoch","type":"long","doc":"Epoch."},{"nam'
    'e":"leader_id","type":"string","doc":"Process that leads."}],"namespace":"mu'
    'ster.scheduler_log"},{"type":"record","name":"ClockTicked","doc":"Time passe'
    'd and the core asked to be told.","fields":[],"namespace":"muster.scheduler_'
    'log"}],"doc":"What came in."}],"namespace":"muster.scheduler_log"}},"doc":"I'
    'n order."},{"name":"decisions","type":{"type":"array","items":{"type":"recor'
    'd","name":"Decision","doc":"One consequence.","fields":[{"name":"event_id","'
    'type":"string","doc":"The same as in the public topic."},{"name":"cause_seq"'
    ',"type":"long","doc":"seq of the input it follows from."},{"name":"payload",'
    '"type":[{"type":"record","name":"CommandRejected","doc":"A command that will'
    ' not be carried out, and why.","fields":[{"name":"command_id","type":"string'
    '","doc":"event_id of the command."},{"name":"command","type":"string","doc":'
    '"Its record name."},{"name":"subject","type":"string","doc":"Job, queue or n'
    'ode it was about."},{"name":"tenant","type":"string","doc":"Tenant."},{"name'
    '":"code","type":{"type":"enum","name":"RejectionCode","doc":"Stable codes.",'
    '"symbols":["INVALID","ALREADY_EXISTS","NOT_FOUND","WRONG_STATE","IMPOSSIBLE_'
    'REQUEST","UNKNOWN_QUEUE","QUEUE_NOT_EMPTY","FORBIDDEN","QUOTA_EXCEEDED","BAD'
    '_TREE"],"default":"FORBIDDEN","namespace":"muster.job_events"},"doc":"Why."}'
    ',{"name":"message","type":"string","doc":"For people."},{"name":"violations"'
    ',"type":{"type":"array","items":"muster.job_events.Violation"},"doc":"Field '
    'by field.","default":[]}],"namespace":"muster.job_events"},{"type":"record",'
    '"name":"CommandRepeated","doc":"A command already carried out came again; no'
    'thing changed.","fields":[{"name":"command_id","type":"string","doc":"event_'
    'id of the command."},{"name":"command","type":"string","doc":"Its record nam'
    'e."},{"name":"subject","type":"string","doc":"Job, queue or node."}],"namesp'
    'ace":"muster.job_events"},{"type":"record","name":"JobQueued","doc":"The job'
    ' is accepted and waits.","fields":[{"name":"job_id","type":"string","doc":"J'
    'ob."},{"name":"tenant","type":"string","doc":"Tenant."},{"name":"spec","type'
    '":"muster.job_commands.JobSpec","doc":"As accepted."},{"name":"predicted_p50'
    '_ms","type":["null","long"],"doc":"An attempt is believed to run longer than'
    ' this as likely as not; null: nobody knows.","default":null},{"name":"predic'
    'ted_p90_ms","type":["null","long"],"doc":"Nine in ten such attempts are beli'
    'eved to run at most this long; null: nothing can be stated.","default":null}'
    '],"namespace":"muster.job_events"},{"type":"record","name":"JobPending","doc'
    '":"Why the job is not placed; sent when the reason changes.","fields":[{"nam'
    'e":"job_id","type":"string","doc":"Job."},{"name":"code","type":{"type":"enu'
    'm","name":"PendingCode","doc":"Stable codes for why a job waits.","symbols":'
    '["NO_NODES","MODEL_ABSENT","TOO_LARGE","CLUSTER_TOO_SMALL","GPUS_BUSY","GPUS'
    '_FRAGMENTED","FRACTIONS_FRAGMENTED","CPU_SHORT","MEMORY_SHORT","NODES_UNSCHE'
    'DULABLE","GANG_SHORT","HELD_FOR_HEAD","RETRY_BACKOFF","SUSPENDED","QUEUED","'
    'QUOTA_EXHAUSTED","JOB_LIMIT"],"default":"QUEUED","namespace":"muster.job_eve'
    'nts"},"doc":"The one dominant reason."},{"name":"message","type":"string","d'
    'oc":"One sentence."},{"name":"counts","type":{"type":"map","values":"long"},'
    '"doc":"Numbers behind it.","default":{}}],"namespace":"muster.job_events"},{'
    '"type":"record","name":"PreemptionRequested","doc":"A job is due GPUs that o'
    'thers hold; who yields is decided elsewhere.","fields":[{"name":"job_id","ty'
    'pe":"string","doc":"Job."},{"name":"cause","type":{"type":"enum","name":"Pre'
    'emptionCause","doc":"What entitles the job.","symbols":["GUARANTEE","TIER"],'
    '"default":"TIER","namespace":"muster.job_events"},"doc":"What entitles it."}'
    ',{"name":"queue","type":"string","doc":"Its queue."},{"name":"tenant","type"'
    ':"string","doc":"Tenant."},{"name":"gpu_milli_missing","type":"long","doc":"'
    'Thousandths of GPU that it waits for."},{"name":"gpu_models","type":{"type":'
    '"array","items":"string"},"doc":"Models it accepts, sorted; empty for any.",'
    '"default":[]},{"name":"borrowers","type":{"type":"array","items":{"type":"re'
    'cord","name":"Borrower","doc":"A queue beyond its guarantee.","fields":[{"na'
    'me":"queue","type":"string","doc":"Name."},{"name":"tenant","type":"string",'
    '"doc":"Tenant."},{"name":"gpu_milli_borrowed","type":"long","doc":"Beyond it'
    's guarantee, thousandths of GPU."}],"namespace":"muster.job_events"}},"doc":'
    '"Queues that hold lent GPUs, most first.","default":[]},{"name":"as_of_seq",'
    '"type":"long","doc":"State of the log that this is true of."}],"namespace":"'
    'muster.job_events"},{"type":"record","name":"GangBound","doc":"Every rank ha'
    's its place; orders to start are in the same transaction.","fields":[{"name"'
    ':"job_id","type":"string","doc":"Job."},{"name":"attempt","type":"int","doc"'
    ':"Attempt."},{"name":"placements","type":{"type":"array","items":{"type":"re'
    'cord","name":"RankPlacement","doc":"Where one rank runs.","fields":[{"name":'
    '"rank","type":"int","doc":"Rank."},{"name":"node_id","type":"string","doc":"'
    'Node."},{"name":"gpu_indices","type":{"type":"array","items":"int"},"doc":"G'
    'PUs."},{"name":"gpu_milli","type":"int","doc":"Thousandths of each."}],"name'
    'space":"muster.job_events"}},"doc":"One per rank."},{"name":"master_address"'
    ',"type":"string","doc":"Rank 0\'s address."},{"name":"master_port","type":"in'
    't","doc":"Rendezvous port."},{"name":"waited_ms","type":"long","doc":"Since '
    'the job was last queued."},{"name":"reason","type":"string","doc":"Why there'
    '.","default":""}],"namespace":"muster.job_events"},{"type":"record","name":"'
    'JobStarted","doc":"All ranks run.","fields":[{"name":"job_id","type":"string'
    '","doc":"Job."},{"name":"attempt","type":"int","doc":"Attempt."}],"namespace'
    '":"muster.job_events"},{"type":"record","name":"JobResizing","doc":"An elast'
    'ic job stops, to go on at once with another number of ranks.","fields":[{"na'
    'me":"job_id","type":"string","doc":"Job."},{"name":"attempt","type":"int","d'
    'oc":"The attempt that stops."},{"name":"ranks_from","type":"int","doc":"Its '
    'ranks."},{"name":"ranks_to","type":"int","doc":"Ranks of the next one, or fe'
    'wer where they no longer fit."},{"name":"reason","type":"string","doc":"Why.'
    '"}],"namespace":"muster.job_events"},{"type":"record","name":"JobStopping","'
    'doc":"Ranks have been ordered to stop.","fields":[{"name":"job_id","type":"s'
    'tring","doc":"Job."},{"name":"attempt","type":"int","doc":"Attempt."},{"name'
    '":"reason","type":"string","doc":"Why."}],"namespace":"muster.job_events"},{'
    '"type":"record","name":"AttemptEnded","doc":"An attempt is over on every nod'
    'e and its GPUs are free.","fields":[{"name":"job_id","type":"string","doc":"'
    'Job."},{"name":"attempt","type":"int","doc":"Attempt."},{"name":"outcome","t'
    'ype":{"type":"enum","name":"AttemptOutcome","doc":"How.","symbols":["SUCCEED'
    'ED","FAILED","STOPPED","TIMED_OUT","LOST","REFUSED"],"default":"REFUSED","na'
    'mespace":"muster.job_events"},"doc":"How."},{"name":"exit_code","type":["nul'
    'l","int"],"doc":"Of the first failing rank.","default":null},{"name":"signal'
    '","type":["null","int"],"doc":"Of the first failing rank.","default":null},{'
    '"name":"rank","type":["null","int"],"doc":"First failing rank.","default":nu'
    'll},{"name":"node_id","type":["null","string"],"doc":"Its node.","default":n'
    'ull},{"name":"message","type":"string","doc":"For people.","default":""},{"n'
    'ame":"ran_ms","type":"long","doc":"From bind to end."}],"namespace":"muster.'
    'job_events"},{"type":"record","name":"JobRequeued","doc":"The job waits agai'
    'n.","fields":[{"name":"job_id","type":"string","doc":"Job."},{"name":"attemp'
    't_next","type":"int","doc":"Number of the next attempt."},{"name":"reason","'
    'type":"string","doc":"Why."},{"name":"not_before_ms","type":"long","doc":"Ea'
    'rliest time of the next attempt."}],"namespace":"muster.job_events"},{"type"'
    ':"record","name":"JobSucceeded","doc":"Every rank ended with exit code 0.","'
    'fields":[{"name":"job_id","type":"string","doc":"Job."},{"name":"attempt","t'
    'ype":"int","doc":"Attempt."}],"namespace":"muster.job_events"},{"type":"reco'
    'rd","name":"JobFailed","doc":"The job is over and did not succeed.","fields"'
    ':[{"name":"job_id","type":"string","doc":"Job."},{"name":"attempt","type":"i'
    'nt","doc":"Attempt."},{"name":"reason","type":"string","doc":"Why."},{"name"'
    ':"exit_code","type":["null","int"],"doc":"Of the first failing rank.","defau'
    'lt":null}],"namespace":"muster.job_events"},{"type":"record","name":"JobCanc'
    'elled","doc":"The job was cancelled and nothing of it runs.","fields":[{"nam'
    'e":"job_id","type":"string","doc":"Job."},{"name":"requested_by","type":"str'
    'ing","doc":"Who asked."},{"name":"reason","type":"string","doc":"Why."}],"na'
    'mespace":"muster.job_events"},{"type":"record","name":"JobSuspended","doc":"'
    'The job was suspended and nothing of it runs.","fields":[{"name":"job_id","t'
    'ype":"string","doc":"Job."},{"name":"requested_by","type":"string","doc":"Wh'
    'o asked."},{"name":"reason","type":"string","doc":"Why."}],"namespace":"must'
    'er.job_events"},{"type":"record","name":"JobResumed","doc":"A suspended job '
    'waits again.","fields":[{"name":"job_id","type":"string","doc":"Job."},{"nam'
    'e":"requested_by","type":"string","doc":"Who asked."}],"namespace":"muster.j'
    'ob_events"},{"type":"record","name":"CheckpointRecorded","doc":"The next att'
    'empt will start from this.","fields":[{"name":"job_id","type":"string","doc"'
    ':"Job."},{"name":"attempt","type":"int","doc":"Attempt."},{"name":"rank","ty'
    'pe":"int","doc":"Rank that wrote it."},{"name":"file","type":"string","doc":'
    '"File name."},{"name":"uri","type":"string","doc":"Where."},{"name":"sha256"'
    ',"type":"string","doc":"Of the bytes."},{"name":"size_bytes","type":"long","'
    'doc":"Size."}],"namespace":"muster.job_events"},"muster.job_events.NodeJoine'
    'd","muster.job_events.NodeSuspected","muster.job_events.NodeRecovered","must'
    'er.job_events.NodeLost",{"type":"record","name":"NodeCordoned","doc":"Nothin'
    'g new goes there.","fields":[{"name":"node_id","type":"string","doc":"Node."'
    '},{"name":"requested_by","type":"string","doc":"Who."},{"name":"reason","typ'
    'e":"string","doc":"Why."}],"namespace":"muster.job_events"},{"type":"record"'
    ',"name":"NodeUncordoned","doc":"Work goes there again.","fields":[{"name":"n'
    'ode_id","type":"string","doc":"Node."},{"name":"requested_by","type":"string'
    '","doc":"Who."}],"namespace":"muster.job_events"},"muster.job_events.NodeRel'
    'ocated","muster.job_events.GpuUnhealthy","muster.job_events.GpuRecovered",{"'
    'type":"record","name":"QueueCreated","doc":"A queue exists.","fields":[{"nam'
    'e":"queue","type":"string","doc":"Name."},{"name":"tenant","type":"string","'
    'doc":"Tenant."},{"name":"description","type":"string","doc":"For people."},{'
    '"name":"requested_by","type":"string","doc":"Who."},{"name":"settings","type'
    '":["null","muster.queue_commands.QueueSettings"],"doc":"Shares and limits; n'
    'ull for none.","default":null}],"namespace":"muster.job_events"},{"type":"re'
    'cord","name":"QueueConfigured","doc":"A queue has other shares and limits.",'
    '"fields":[{"name":"queue","type":"string","doc":"Name."},{"name":"tenant","t'
    'ype":"string","doc":"Tenant."},{"name":"settings","type":"muster.queue_comma'
    'nds.QueueSettings","doc":"All of them."},{"name":"requested_by","type":"stri'
    'ng","doc":"Who."}],"namespace":"muster.job_events"},{"type":"record","name":'
    '"QueueMeasured","doc":"What a queue and those below it use, and what is due '
    'to it; sent when it changed, now and then.","fields":[{"name":"queue","type"'
    ':"string","doc":"Name."},{"name":"tenant","type":"string","doc":"Tenant."},{'
    '"name":"gpu_milli_used","type":"long","doc":"Held, thousandths of GPU."},{"n'
    'ame":"gpu_milli_used_by_model","type":{"type":"map","values":"long"},"doc":"'
    'Per model."},{"name":"cpu_milli_used","type":"long","doc":"Held, thousandths'
    ' of a core."},{"name":"memory_mib_used","type":"long","doc":"Held, MiB."},{"'
    'name":"gpu_milli_borrowed","type":"long","doc":"Of what is used, beyond the '
    'guarantee."},{"name":"gpu_milli_lent","type":"long","doc":"Of the guarantee,'
    ' unused: others may have it."},{"name":"share_ppm","type":"long","doc":"Domi'
    'nant part of the cluster that it holds now, millionths."},{"name":"share_due'
    '_ppm","type":"long","doc":"Part of the cluster due to it by weight among its'
    ' busy neighbours, millionths."},{"name":"usage_gpu_ms","type":"long","doc":"'
    'Weighted usage over the window: GPU milliseconds at model price, decayed."},'
    '{"name":"credit_gpu_ms","type":"long","doc":"Burst credit, the same unit."},'
    '{"name":"jobs_running","type":"int","doc":"Jobs that hold GPUs."},{"name":"j'
    'obs_pending","type":"int","doc":"Jobs that wait."}],"namespace":"muster.job_'
    'events"},{"type":"record","name":"QueueDeleted","doc":"A queue is gone.","fi'
    'elds":[{"name":"queue","type":"string","doc":"Name."},{"name":"tenant","type'
    '":"string","doc":"Tenant."},{"name":"requested_by","type":"string","doc":"Wh'
    'o."}],"namespace":"muster.job_events"},{"type":"record","name":"PolicyActiva'
    'ted","doc":"Decisions follow this policy from here on.","fields":[{"name":"p'
    'olicy","type":"muster.operator_commands.Policy","doc":"The whole policy."},{'
    '"name":"requested_by","type":"string","doc":"Who."}],"namespace":"muster.job'
    '_events"},{"type":"record","name":"StartTask","doc":"Start these ranks.","fi'
    'elds":[{"name":"node_id","type":"string","doc":"Node."},{"name":"epoch","typ'
    'e":"long","doc":"Leader\'s epoch; older than one already seen: refuse."},{"na'
    'me":"order_seq","type":"long","doc":"Position of the decision: seq of the in'
    'put that caused it."},{"name":"job_id","type":"string","doc":"Job."},{"name"'
    ':"attempt","type":"int","doc":"Attempt; started at most once."},{"name":"ten'
    'ant","type":"string","doc":"Tenant."},{"name":"job_name","type":"string","do'
    'c":"Job\'s name."},{"name":"user","type":"string","doc":"Job\'s user."},{"name'
    '":"ranks","type":{"type":"array","items":{"type":"record","name":"RankAssign'
    'ment","doc":"One rank\'s GPUs on the node.","fields":[{"name":"rank","type":"'
    'int","doc":"Rank."},{"name":"gpu_indices","type":{"type":"array","items":"in'
    't"},"doc":"GPUs."},{"name":"gpu_milli","type":"int","doc":"Thousandths of ea'
    'ch."}],"namespace":"muster.node_commands"}},"doc":"Ranks on this node."},{"n'
    'ame":"world_size","type":"int","doc":"Ranks in all."},{"name":"master_addres'
    's","type":"string","doc":"Address of rank 0."},{"name":"master_port","type":'
    '"int","doc":"Rendezvous port on rank 0\'s node."},{"name":"image","type":["nu'
    'll","string"],"doc":"Container image.","default":null},{"name":"command","ty'
    'pe":{"type":"array","items":"string"},"doc":"Program and arguments."},{"name'
    '":"env","type":{"type":"map","values":"string"},"doc":"Environment.","defaul'
    't":{}},{"name":"files_sha256","type":["null","string"],"doc":"Working files.'
    '","default":null},{"name":"wall_time_max_ms","type":["null","long"],"doc":"S'
    'top after this long.","default":null},{"name":"grace_ms","type":"long","doc"'
    ':"Between SIGTERM and SIGKILL."},{"name":"checkpoint_enabled","type":"boolea'
    'n","doc":"Keep checkpoints."},{"name":"checkpoint_uri","type":["null","strin'
    'g"],"doc":"Newest checkpoint of an earlier attempt.","default":null},{"name"'
    ':"checkpoint_sha256","type":["null","string"],"doc":"Its hash.","default":nu'
    'll},{"name":"checkpoint_file","type":["null","string"],"doc":"Its file name.'
    '","default":null}],"namespace":"muster.node_commands"},{"type":"record","nam'
    'e":"StopTask","doc":"Stop this attempt\'s ranks; unknown attempt: nothing to '
    'do.","fields":[{"name":"node_id","type":"string","doc":"Node."},{"name":"epo'
    'ch","type":"long","doc":"Leader\'s epoch; older than one already seen: refuse'
    '."},{"name":"order_seq","type":"long","doc":"Position of the decision: seq o'
    'f the input that caused it."},{"name":"job_id","type":"string","doc":"Job."}'
    ',{"name":"attempt","type":"int","doc":"Attempt; started at most once."},{"na'
    'me":"grace_ms","type":"long","doc":"Between SIGTERM and SIGKILL."},{"name":"'
    'reason","type":"string","doc":"Why."}],"namespace":"muster.node_commands"}],'
    '"doc":"Fact or order."}],"namespace":"muster.scheduler_log"}},"doc":"In orde'
    'r."},{"name":"state_hash","type":["null","string"],"doc":"Hash of the whole '
    'state after this batch, when it was taken.","default":null}],"namespace":"mu'
    'ster.scheduler_log"}],"doc":"What happened."}]}'
)
