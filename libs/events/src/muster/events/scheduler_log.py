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
    JobResumed,
    JobStarted,
    JobStopping,
    JobSucceeded,
    JobSuspended,
    NodeCordoned,
    NodeJoined,
    NodeLost,
    NodeRecovered,
    NodeSuspected,
    NodeUncordoned,
    PolicyActivated,
    QueueCreated,
    QueueDeleted,
    Violation,
)
from muster.events.node_commands import StartTask, StopTask
from muster.events.operator_commands import ActivatePolicy, CordonNode, UncordonNode
from muster.events.queue_commands import CreateQueue, DeleteQueue
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
    GangBound,
    JobStarted,
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
    GpuUnhealthy,
    GpuRecovered,
    QueueCreated,
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
        | GangBound
        | JobStarted
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
        | GpuUnhealthy
        | GpuRecovered
        | QueueCreated
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
    ',"string"],"doc":"Model this job trains, for the registry.","default":null}]'
    ',"namespace":"muster.job_commands"},"doc":"What to run."}],"namespace":"must'
    'er.job_commands"},{"type":"record","name":"CancelJob","doc":"Stop the job fo'
    'r good.","fields":[{"name":"job_id","type":"string","doc":"Job."},{"name":"t'
    'enant","type":"string","doc":"Tenant the job belongs to."},{"name":"requeste'
    'd_by","type":"string","doc":"User who asks."},{"name":"reason","type":"strin'
    'g","doc":"Why, for people.","default":""}],"namespace":"muster.job_commands"'
    '},{"type":"record","name":"SuspendJob","doc":"Stop the job, keep its place f'
    'or a resume.","fields":[{"name":"job_id","type":"string","doc":"Job."},{"nam'
    'e":"tenant","type":"string","doc":"Tenant the job belongs to."},{"name":"req'
    'uested_by","type":"string","doc":"User who asks."},{"name":"reason","type":"'
    'string","doc":"Why, for people.","default":""}],"namespace":"muster.job_comm'
    'ands"},{"type":"record","name":"ResumeJob","doc":"Queue a suspended job agai'
    'n.","fields":[{"name":"job_id","type":"string","doc":"Job."},{"name":"tenant'
    '","type":"string","doc":"Tenant the job belongs to."},{"name":"requested_by"'
    ',"type":"string","doc":"User who asks."},{"name":"reason","type":"string","d'
    'oc":"Why, for people.","default":""}],"namespace":"muster.job_commands"},{"t'
    'ype":"record","name":"CreateQueue","doc":"Make a queue.","fields":[{"name":"'
    'queue","type":"string","doc":"Name: 1 to 63 of a-z 0-9 and -."},{"name":"ten'
    'ant","type":"string","doc":"Tenant."},{"name":"description","type":"string",'
    '"doc":"For people.","default":""},{"name":"requested_by","type":"string","do'
    'c":"User who asks."}],"namespace":"muster.queue_commands"},{"type":"record",'
    '"name":"DeleteQueue","doc":"Remove an empty queue.","fields":[{"name":"queue'
    '","type":"string","doc":"Name."},{"name":"tenant","type":"string","doc":"Ten'
    'ant."},{"name":"requested_by","type":"string","doc":"User who asks."}],"name'
    'space":"muster.queue_commands"},{"type":"record","name":"CordonNode","doc":"'
    'Place nothing new on the node; what runs goes on.","fields":[{"name":"node_i'
    'd","type":"string","doc":"Node."},{"name":"requested_by","type":"string","do'
    'c":"Operator."},{"name":"reason","type":"string","doc":"Why.","default":""}]'
    ',"namespace":"muster.operator_commands"},{"type":"record","name":"UncordonNo'
    'de","doc":"Place work on the node again.","fields":[{"name":"node_id","type"'
    ':"string","doc":"Node."},{"name":"requested_by","type":"string","doc":"Opera'
    'tor."}],"namespace":"muster.operator_commands"},{"type":"record","name":"Act'
    'ivatePolicy","doc":"Decide by this policy from now on.","fields":[{"name":"p'
    'olicy","type":{"type":"record","name":"Policy","doc":"Knobs that change deci'
    'sions; a change is an event, so it replays.","fields":[{"name":"name","type"'
    ':"string","doc":"For people."},{"name":"head_patience_ms","type":"long","doc'
    '":"A blocked head of line is skipped freely for this long."},{"name":"head_h'
    'old_ms","type":"long","doc":"Then nodes it could use are held for it this lo'
    'ng, then released for as long again, and so on."},{"name":"attempts_lost_max'
    '","type":"int","doc":"Attempts lost with their nodes before the job fails."}'
    ',{"name":"workload_shapes_max","type":"int","doc":"Shapes remembered for the'
    ' fragmentation score."},{"name":"jobs_ended_kept_max","type":"int","doc":"En'
    'ded jobs remembered for deduplication."}],"namespace":"muster.operator_comma'
    'nds"},"doc":"The whole policy."},{"name":"requested_by","type":"string","doc'
    '":"Operator."}],"namespace":"muster.operator_commands"},{"type":"record","na'
    'me":"AgentStarted","doc":"The agent is up and tells what it runs, so that th'
    'e scheduler can reconcile.","fields":[{"name":"node_id","type":"string","doc'
    '":"Node."},{"name":"boot_id","type":"string","doc":"Boot."},{"name":"fresh",'
    '"type":"boolean","doc":"True: the agent remembers nothing from before."},{"n'
    'ame":"order_seq_last","type":"long","doc":"Newest order it has carried out; '
    '-1 when fresh."},{"name":"running","type":{"type":"array","items":{"type":"r'
    'ecord","name":"AttemptRef","doc":"One attempt.","fields":[{"name":"job_id","'
    'type":"string","doc":"Job."},{"name":"attempt","type":"int","doc":"Attempt."'
    '}],"namespace":"muster.task_events"}},"doc":"Tasks adopted, still running."}'
    '],"namespace":"muster.task_events"},{"type":"record","name":"TaskStarted","d'
    'oc":"All ranks of the task have a process.","fields":[{"name":"node_id","typ'
    'e":"string","doc":"Node."},{"name":"job_id","type":"string","doc":"Job."},{"'
    'name":"attempt","type":"int","doc":"Attempt, 1-based."},{"name":"ranks","typ'
    'e":{"type":"array","items":"int"},"doc":"Ranks on this node."}],"namespace":'
    '"muster.task_events"},{"type":"record","name":"TaskExited","doc":"No rank of'
    ' the task runs any more.","fields":[{"name":"node_id","type":"string","doc":'
    '"Node."},{"name":"job_id","type":"string","doc":"Job."},{"name":"attempt","t'
    'ype":"int","doc":"Attempt, 1-based."},{"name":"outcome","type":{"type":"enum'
    '","name":"TaskOutcome","doc":"How the task ended.","symbols":["SUCCEEDED","F'
    'AILED","STOPPED","TIMED_OUT","LOST"],"default":"LOST","namespace":"muster.ta'
    'sk_events"},"doc":"STOPPED: on order. TIMED_OUT: its wall time. LOST: its pr'
    'ocesses vanished."},{"name":"exits","type":{"type":"array","items":{"type":"'
    'record","name":"RankExit","doc":"How one rank ended.","fields":[{"name":"ran'
    'k","type":"int","doc":"Rank."},{"name":"exit_code","type":["null","int"],"do'
    'c":"Exit code.","default":null},{"name":"signal","type":["null","int"],"doc"'
    ':"Signal that ended it.","default":null}],"namespace":"muster.task_events"}}'
    ',"doc":"Per rank."},{"name":"message","type":"string","doc":"For people: the'
    ' first failing rank and why.","default":""}],"namespace":"muster.task_events'
    '"},{"type":"record","name":"TaskRefused","doc":"An order was not carried out'
    '.","fields":[{"name":"node_id","type":"string","doc":"Node."},{"name":"job_i'
    'd","type":"string","doc":"Job."},{"name":"attempt","type":"int","doc":"Attem'
    'pt, 1-based."},{"name":"epoch","type":"long","doc":"Epoch of the order."},{"'
    'name":"order_seq","type":"long","doc":"Order."},{"name":"reason","type":{"ty'
    'pe":"enum","name":"RefusalReason","doc":"Why.","symbols":["STALE_EPOCH","GPU'
    '_BUSY","UNKNOWN_GPU","FILES_UNAVAILABLE","CANNOT_START"],"default":"CANNOT_S'
    'TART","namespace":"muster.task_events"},"doc":"Why."},{"name":"message","typ'
    'e":"string","doc":"For people.","default":""}],"namespace":"muster.task_even'
    'ts"},{"type":"record","name":"CheckpointSaved","doc":"A checkpoint is safe i'
    'n S3.","fields":[{"name":"node_id","type":"string","doc":"Node."},{"name":"j'
    'ob_id","type":"string","doc":"Job."},{"name":"attempt","type":"int","doc":"A'
    'ttempt, 1-based."},{"name":"rank","type":"int","doc":"Rank that wrote it."},'
    '{"name":"file","type":"string","doc":"File name."},{"name":"uri","type":"str'
    'ing","doc":"s3://bucket/key."},{"name":"sha256","type":"string","doc":"Of th'
    'e bytes."},{"name":"size_bytes","type":"long","doc":"Size."}],"namespace":"m'
    'uster.task_events"},{"type":"record","name":"NodeJoined","doc":"A node is kn'
    'own, or came back with other hardware.","fields":[{"name":"node_id","type":"'
    'string","doc":"Node."},{"name":"boot_id","type":"string","doc":"Boot of its '
    'agent."},{"name":"address","type":"string","doc":"Address."},{"name":"port_f'
    'irst","type":"int","doc":"First rendezvous port."},{"name":"port_count","typ'
    'e":"int","doc":"How many."},{"name":"cpu_milli","type":"long","doc":"CPU."},'
    '{"name":"memory_mib","type":"long","doc":"Memory."},{"name":"gpu_model","typ'
    'e":"string","doc":"Model."},{"name":"gpu_count","type":"int","doc":"GPUs."},'
    '{"name":"executor","type":{"type":"enum","name":"Executor","doc":"How ranks '
    'run.","symbols":["PROCESS","SIMULATED"],"default":"SIMULATED","namespace":"m'
    'uster.node_heartbeats"},"doc":"How ranks run."},{"name":"lease_ms","type":"l'
    'ong","doc":"Lease."},{"name":"interval_ms","type":"long","doc":"Heartbeat in'
    'terval."},{"name":"labels","type":{"type":"map","values":"string"},"doc":"La'
    'bels.","default":{}}],"namespace":"muster.job_events"},{"type":"record","nam'
    'e":"NodeSuspected","doc":"Two beats missed: nothing new goes there; what run'
    's goes on.","fields":[{"name":"node_id","type":"string","doc":"Node."},{"nam'
    'e":"silent_ms","type":"long","doc":"Time since its last beat."}],"namespace"'
    ':"muster.job_events"},{"type":"record","name":"NodeRecovered","doc":"The nod'
    'e is heard again.","fields":[{"name":"node_id","type":"string","doc":"Node."'
    '}],"namespace":"muster.job_events"},{"type":"record","name":"NodeLost","doc"'
    ':"The lease ran out: its attempts are given up.","fields":[{"name":"node_id"'
    ',"type":"string","doc":"Node."},{"name":"silent_ms","type":"long","doc":"Tim'
    'e since its last beat."}],"namespace":"muster.job_events"},{"type":"record",'
    '"name":"GpuUnhealthy","doc":"Nothing new goes on this GPU.","fields":[{"name'
    '":"node_id","type":"string","doc":"Node."},{"name":"gpu_index","type":"int",'
    '"doc":"GPU."},{"name":"reason","type":"string","doc":"Why."}],"namespace":"m'
    'uster.job_events"},{"type":"record","name":"GpuRecovered","doc":"The GPU is '
    'healthy again.","fields":[{"name":"node_id","type":"string","doc":"Node."},{'
    '"name":"gpu_index","type":"int","doc":"GPU."}],"namespace":"muster.job_event'
    's"},{"type":"record","name":"CommandInvalid","doc":"A command that breaks th'
    "e static rules. Judged at the door: later rules cannot change old decisions."
    '","fields":[{"name":"command_id","type":"string","doc":"event_id of the comm'
    'and."},{"name":"command","type":"string","doc":"Its record name."},{"name":"'
    'subject","type":"string","doc":"Job, queue or node."},{"name":"tenant","type'
    '":"string","doc":"Tenant."},{"name":"message","type":"string","doc":"For peo'
    'ple."},{"name":"violations","type":{"type":"array","items":{"type":"record",'
    '"name":"Violation","doc":"One thing wrong with a request.","fields":[{"name"'
    ':"field","type":"string","doc":"Path of the field."},{"name":"value","type":'
    '"string","doc":"What was given, shortened."},{"name":"allowed","type":"strin'
    'g","doc":"What is allowed."}],"namespace":"muster.job_events"}},"doc":"Field'
    ' by field."}],"namespace":"muster.scheduler_log"},{"type":"record","name":"L'
    'eaderElected","doc":"First input of an epoch.","fields":[{"name":"epoch","ty'
    'pe":"long","doc":"Epoch."},{"name":"leader_id","type":"string","doc":"Proces'
    's that leads."}],"namespace":"muster.scheduler_log"},{"type":"record","name"'
    ':"ClockTicked","doc":"Time passed and the core asked to be told.","fields":['
    '],"namespace":"muster.scheduler_log"}],"doc":"What came in."}],"namespace":"'
    'muster.scheduler_log"}},"doc":"In order."},{"name":"decisions","type":{"type'
    '":"array","items":{"type":"record","name":"Decision","doc":"One consequence.'
    '","fields":[{"name":"event_id","type":"string","doc":"The same as in the pub'
    'lic topic."},{"name":"cause_seq","type":"long","doc":"seq of the input it fo'
    'llows from."},{"name":"payload","type":[{"type":"record","name":"CommandReje'
    'cted","doc":"A command that will not be carried out, and why.","fields":[{"n'
    'ame":"command_id","type":"string","doc":"event_id of the command."},{"name":'
    '"command","type":"string","doc":"Its record name."},{"name":"subject","type"'
    ':"string","doc":"Job, queue or node it was about."},{"name":"tenant","type":'
    '"string","doc":"Tenant."},{"name":"code","type":{"type":"enum","name":"Rejec'
    'tionCode","doc":"Stable codes.","symbols":["INVALID","ALREADY_EXISTS","NOT_F'
    'OUND","WRONG_STATE","IMPOSSIBLE_REQUEST","UNKNOWN_QUEUE","QUEUE_NOT_EMPTY","'
    'FORBIDDEN"],"default":"FORBIDDEN","namespace":"muster.job_events"},"doc":"Wh'
    'y."},{"name":"message","type":"string","doc":"For people."},{"name":"violati'
    'ons","type":{"type":"array","items":"muster.job_events.Violation"},"doc":"Fi'
    'eld by field.","default":[]}],"namespace":"muster.job_events"},{"type":"reco'
    'rd","name":"CommandRepeated","doc":"A command already carried out came again'
    '; nothing changed.","fields":[{"name":"command_id","type":"string","doc":"ev'
    'ent_id of the command."},{"name":"command","type":"string","doc":"Its record'
    ' name."},{"name":"subject","type":"string","doc":"Job, queue or node."}],"na'
    'mespace":"muster.job_events"},{"type":"record","name":"JobQueued","doc":"The'
    ' job is accepted and waits.","fields":[{"name":"job_id","type":"string","doc'
    '":"Job."},{"name":"tenant","type":"string","doc":"Tenant."},{"name":"spec","'
    'type":"muster.job_commands.JobSpec","doc":"As accepted."}],"namespace":"must'
    'er.job_events"},{"type":"record","name":"JobPending","doc":"Why the job is n'
    'ot placed; sent when the reason changes.","fields":[{"name":"job_id","type":'
    '"string","doc":"Job."},{"name":"code","type":{"type":"enum","name":"PendingC'
    'ode","doc":"Stable codes for why a job waits.","symbols":["NO_NODES","MODEL_'
    'ABSENT","TOO_LARGE","CLUSTER_TOO_SMALL","GPUS_BUSY","GPUS_FRAGMENTED","FRACT'
    'IONS_FRAGMENTED","CPU_SHORT","MEMORY_SHORT","NODES_UNSCHEDULABLE","GANG_SHOR'
    'T","HELD_FOR_HEAD","RETRY_BACKOFF","SUSPENDED","QUEUED"],"default":"QUEUED",'
    '"namespace":"muster.job_events"},"doc":"The one dominant reason."},{"name":"'
    'message","type":"string","doc":"One sentence."},{"name":"counts","type":{"ty'
    'pe":"map","values":"long"},"doc":"Numbers behind it.","default":{}}],"namesp'
    'ace":"muster.job_events"},{"type":"record","name":"GangBound","doc":"Every r'
    'ank has its place; orders to start are in the same transaction.","fields":[{'
    '"name":"job_id","type":"string","doc":"Job."},{"name":"attempt","type":"int"'
    ',"doc":"Attempt."},{"name":"placements","type":{"type":"array","items":{"typ'
    'e":"record","name":"RankPlacement","doc":"Where one rank runs.","fields":[{"'
    'name":"rank","type":"int","doc":"Rank."},{"name":"node_id","type":"string","'
    'doc":"Node."},{"name":"gpu_indices","type":{"type":"array","items":"int"},"d'
    'oc":"GPUs."},{"name":"gpu_milli","type":"int","doc":"Thousandths of each."}]'
    ',"namespace":"muster.job_events"}},"doc":"One per rank."},{"name":"master_ad'
    'dress","type":"string","doc":"Rank 0\'s address."},{"name":"master_port","typ'
    'e":"int","doc":"Rendezvous port."},{"name":"waited_ms","type":"long","doc":"'
    'Since the job was last queued."},{"name":"reason","type":"string","doc":"Why'
    ' there.","default":""}],"namespace":"muster.job_events"},{"type":"record","n'
    'ame":"JobStarted","doc":"All ranks run.","fields":[{"name":"job_id","type":"'
    'string","doc":"Job."},{"name":"attempt","type":"int","doc":"Attempt."}],"nam'
    'espace":"muster.job_events"},{"type":"record","name":"JobStopping","doc":"Ra'
    'nks have been ordered to stop.","fields":[{"name":"job_id","type":"string","'
    'doc":"Job."},{"name":"attempt","type":"int","doc":"Attempt."},{"name":"reaso'
    'n","type":"string","doc":"Why."}],"namespace":"muster.job_events"},{"type":"'
    'record","name":"AttemptEnded","doc":"An attempt is over on every node and it'
    's GPUs are free.","fields":[{"name":"job_id","type":"string","doc":"Job."},{'
    '"name":"attempt","type":"int","doc":"Attempt."},{"name":"outcome","type":{"t'
    'ype":"enum","name":"AttemptOutcome","doc":"How.","symbols":["SUCCEEDED","FAI'
    'LED","STOPPED","TIMED_OUT","LOST","REFUSED"],"default":"REFUSED","namespace"'
    ':"muster.job_events"},"doc":"How."},{"name":"exit_code","type":["null","int"'
    '],"doc":"Of the first failing rank.","default":null},{"name":"signal","type"'
    ':["null","int"],"doc":"Of the first failing rank.","default":null},{"name":"'
    'rank","type":["null","int"],"doc":"First failing rank.","default":null},{"na'
    'me":"node_id","type":["null","string"],"doc":"Its node.","default":null},{"n'
    'ame":"message","type":"string","doc":"For people.","default":""},{"name":"ra'
    'n_ms","type":"long","doc":"From bind to end."}],"namespace":"muster.job_even'
    'ts"},{"type":"record","name":"JobRequeued","doc":"The job waits again.","fie'
    'lds":[{"name":"job_id","type":"string","doc":"Job."},{"name":"attempt_next",'
    '"type":"int","doc":"Number of the next attempt."},{"name":"reason","type":"s'
    'tring","doc":"Why."},{"name":"not_before_ms","type":"long","doc":"Earliest t'
    'ime of the next attempt."}],"namespace":"muster.job_events"},{"type":"record'
    '","name":"JobSucceeded","doc":"Every rank ended with exit code 0.","fields":'
    '[{"name":"job_id","type":"string","doc":"Job."},{"name":"attempt","type":"in'
    't","doc":"Attempt."}],"namespace":"muster.job_events"},{"type":"record","nam'
    'e":"JobFailed","doc":"The job is over and did not succeed.","fields":[{"name'
    '":"job_id","type":"string","doc":"Job."},{"name":"attempt","type":"int","doc'
    '":"Attempt."},{"name":"reason","type":"string","doc":"Why."},{"name":"exit_c'
    'ode","type":["null","int"],"doc":"Of the first failing rank.","default":null'
    '}],"namespace":"muster.job_events"},{"type":"record","name":"JobCancelled","'
    'doc":"The job was cancelled and nothing of it runs.","fields":[{"name":"job_'
    'id","type":"string","doc":"Job."},{"name":"requested_by","type":"string","do'
    'c":"Who asked."},{"name":"reason","type":"string","doc":"Why."}],"namespace"'
    ':"muster.job_events"},{"type":"record","name":"JobSuspended","doc":"The job '
    'was suspended and nothing of it runs.","fields":[{"name":"job_id","type":"st'
    'ring","doc":"Job."},{"name":"requested_by","type":"string","doc":"Who asked.'
    '"},{"name":"reason","type":"string","doc":"Why."}],"namespace":"muster.job_e'
    'vents"},{"type":"record","name":"JobResumed","doc":"A suspended job waits ag'
    'ain.","fields":[{"name":"job_id","type":"string","doc":"Job."},{"name":"requ'
    'ested_by","type":"string","doc":"Who asked."}],"namespace":"muster.job_event'
    's"},{"type":"record","name":"CheckpointRecorded","doc":"The next attempt wil'
    'l start from this.","fields":[{"name":"job_id","type":"string","doc":"Job."}'
    ',{"name":"attempt","type":"int","doc":"Attempt."},{"name":"rank","type":"int'
    '","doc":"Rank that wrote it."},{"name":"file","type":"string","doc":"File na'
    'me."},{"name":"uri","type":"string","doc":"Where."},{"name":"sha256","type":'
    '"string","doc":"Of the bytes."},{"name":"size_bytes","type":"long","doc":"Si'
    'ze."}],"namespace":"muster.job_events"},"muster.job_events.NodeJoined","must'
    'er.job_events.NodeSuspected","muster.job_events.NodeRecovered","muster.job_e'
    'vents.NodeLost",{"type":"record","name":"NodeCordoned","doc":"Nothing new go'
    'es there.","fields":[{"name":"node_id","type":"string","doc":"Node."},{"name'
    '":"requested_by","type":"string","doc":"Who."},{"name":"reason","type":"stri'
    'ng","doc":"Why."}],"namespace":"muster.job_events"},{"type":"record","name":'
    '"NodeUncordoned","doc":"Work goes there again.","fields":[{"name":"node_id",'
    '"type":"string","doc":"Node."},{"name":"requested_by","type":"string","doc":'
    '"Who."}],"namespace":"muster.job_events"},"muster.job_events.GpuUnhealthy","'
    'muster.job_events.GpuRecovered",{"type":"record","name":"QueueCreated","doc"'
    ':"A queue exists.","fields":[{"name":"queue","type":"string","doc":"Name."},'
    '{"name":"tenant","type":"string","doc":"Tenant."},{"name":"description","typ'
    'e":"string","doc":"For people."},{"name":"requested_by","type":"string","doc'
    '":"Who."}],"namespace":"muster.job_events"},{"type":"record","name":"QueueDe'
    'leted","doc":"A queue is gone.","fields":[{"name":"queue","type":"string","d'
    'oc":"Name."},{"name":"tenant","type":"string","doc":"Tenant."},{"name":"requ'
    'ested_by","type":"string","doc":"Who."}],"namespace":"muster.job_events"},{"'
    'type":"record","name":"PolicyActivated","doc":"Decisions follow this policy '
    'from here on.","fields":[{"name":"policy","type":"muster.operator_commands.P'
    'olicy","doc":"The whole policy."},{"name":"requested_by","type":"string","do'
    'c":"Who."}],"namespace":"muster.job_events"},{"type":"record","name":"StartT'
    'ask","doc":"Start these ranks.","fields":[{"name":"node_id","type":"string",'
    '"doc":"Node."},{"name":"epoch","type":"long","doc":"Leader\'s epoch; older th'
    'an one already seen: refuse."},{"name":"order_seq","type":"long","doc":"Posi'
    'tion of the decision: seq of the input that caused it."},{"name":"job_id","t'
    'ype":"string","doc":"Job."},{"name":"attempt","type":"int","doc":"Attempt; s'
    'tarted at most once."},{"name":"tenant","type":"string","doc":"Tenant."},{"n'
    'ame":"job_name","type":"string","doc":"Job\'s name."},{"name":"user","type":"'
    'string","doc":"Job\'s user."},{"name":"ranks","type":{"type":"array","items":'
    '{"type":"record","name":"RankAssignment","doc":"One rank\'s GPUs on the node.'
    '","fields":[{"name":"rank","type":"int","doc":"Rank."},{"name":"gpu_indices"'
    ',"type":{"type":"array","items":"int"},"doc":"GPUs."},{"name":"gpu_milli","t'
    'ype":"int","doc":"Thousandths of each."}],"namespace":"muster.node_commands"'
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
