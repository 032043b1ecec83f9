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
    FailureRulesActivated,
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
    StartPredicted,
)
from muster.events.node_commands import StartTask, StopTask
from muster.events.operator_commands import (
    ActivateFailureRules,
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
    ActivateFailureRules,
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
        | ActivateFailureRules
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
            source=None if d.get("source") is None else Source.from_datum(branch_of(d["source"])),
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
    StartPredicted,
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
    FailureRulesActivated,
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
        | StartPredicted
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
        | FailureRulesActivated
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
        decisions_version: Which version of the rules decided; another one may decide otherwise. 0:
            not recorded.
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
    decisions_version: int = 0

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
            "decisions_version": self.decisions_version,
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
            decisions_version=d.get("decisions_version", 0),
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
    ' nodes keep for the next job: a model, a data set.","default":[]},{"name":"s'
    'andbox","type":{"type":"enum","name":"SandboxNeed","doc":"Whether a job need'
    's to be kept apart from the rest of the machine.","symbols":["OPTIONAL","REQ'
    'UIRED"],"default":"OPTIONAL","namespace":"muster.job_commands"},"doc":"REQUI'
    'RED: only nodes that have a sandbox.","default":"OPTIONAL"},{"name":"network'
    '","type":{"type":"enum","name":"NetworkAccess","doc":"Which network a job se'
    'es.","symbols":["HOST","NONE"],"default":"HOST","namespace":"muster.job_comm'
    'ands"},"doc":"HOST: its node\'s. NONE: only a loopback of its own, which its '
    'ranks share; needs a sandbox, and all ranks on one node.","default":"HOST"}]'
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
    'c":"User who asks."},{"name":"settings","type":["null",{"type":"record","nam'
    'e":"QueueSettings","doc":"What a queue may use, and how it is shared.","fiel'
    'ds":[{"name":"parent","type":["null","string"],"doc":"Queue above, of the sa'
    'me tenant; null for none.","default":null},{"name":"guarantee","type":["null'
    '",{"type":"record","name":"Quota","doc":"An amount of each resource; null sa'
    'ys nothing of that resource.","fields":[{"name":"gpu_milli","type":["null","'
    'long"],"doc":"Thousandths of GPU, any model.","default":null},{"name":"gpu_m'
    'illi_by_model","type":{"type":"map","values":"long"},"doc":"Thousandths of G'
    'PU per model, beside the total.","default":{}},{"name":"cpu_milli","type":["'
    'null","long"],"doc":"Thousandths of a CPU core.","default":null},{"name":"me'
    'mory_mib","type":["null","long"],"doc":"Main memory, MiB.","default":null}],'
    '"namespace":"muster.queue_commands"}],"doc":"What its jobs may always have; '
    'unused, it is lent. Null guarantees nothing.","default":null},{"name":"maxim'
    'um","type":["null","muster.queue_commands.Quota"],"doc":"What its jobs never'
    ' exceed together. Null sets no bound.","default":null},{"name":"weight","typ'
    'e":"int","doc":"Its part of usage over time among the queues beside it, 1 to'
    ' 1000000.","default":1},{"name":"over_quota_weight","type":"int","doc":"Its '
    'part of what is lent beyond guarantees, 0 to 1000000; 0 never borrows.","def'
    'ault":1},{"name":"order","type":{"type":"enum","name":"QueueOrder","doc":"Wh'
    'o goes first within a tier of one queue.","symbols":["FIFO","PRIORITY","DRF"'
    '],"default":"FIFO","namespace":"muster.queue_commands"},"doc":"Who goes firs'
    't within a tier.","default":"FIFO"},{"name":"jobs_running_max","type":["null'
    '","int"],"doc":"Jobs that may hold GPUs at once.","default":null},{"name":"j'
    'obs_pending_max","type":["null","int"],"doc":"Jobs that may wait at once; mo'
    're are rejected.","default":null},{"name":"user_jobs_running_max","type":["n'
    'ull","int"],"doc":"As jobs_running_max, for one user.","default":null},{"nam'
    'e":"user_jobs_pending_max","type":["null","int"],"doc":"As jobs_pending_max,'
    ' for one user.","default":null}],"namespace":"muster.queue_commands"}],"doc"'
    ':"Shares and limits; null for none.","default":null}],"namespace":"muster.qu'
    'eue_commands"},{"type":"record","name":"ConfigureQueue","doc":"Replace a que'
    'ue\'s shares and limits.","fields":[{"name":"queue","type":"string","doc":"Na'
    'me."},{"name":"tenant","type":"string","doc":"Tenant."},{"name":"settings","'
    'type":"muster.queue_commands.QueueSettings","doc":"All of them."},{"name":"r'
    'equested_by","type":"string","doc":"User who asks."}],"namespace":"muster.qu'
    'eue_commands"},{"type":"record","name":"DeleteQueue","doc":"Remove an empty '
    'queue.","fields":[{"name":"queue","type":"string","doc":"Name."},{"name":"te'
    'nant","type":"string","doc":"Tenant."},{"name":"requested_by","type":"string'
    '","doc":"User who asks."}],"namespace":"muster.queue_commands"},{"type":"rec'
    'ord","name":"ReserveCapacity","doc":"Keep whole nodes of a GPU model for a q'
    'ueue, from a time until another.","fields":[{"name":"reservation","type":"st'
    'ring","doc":"Name: 1 to 63 of a-z 0-9 and -; unique in its tenant while it l'
    'asts."},{"name":"tenant","type":"string","doc":"Tenant."},{"name":"queue","t'
    'ype":"string","doc":"Whose jobs may be placed there, and those of the queues'
    ' below it."},{"name":"gpu_model","type":"string","doc":"GPU model of the nod'
    'es."},{"name":"gpu_count","type":["null","int"],"doc":"Reserve the fewest no'
    'des with this many GPUs; null where nodes are counted.","default":null},{"na'
    'me":"node_count","type":["null","int"],"doc":"So many nodes; null where GPUs'
    ' are counted.","default":null},{"name":"starts_at_ms","type":["null","long"]'
    ',"doc":"From when, milliseconds since 1970 UTC; null: at once.","default":nu'
    'll},{"name":"ends_at_ms","type":"long","doc":"Until when, milliseconds since'
    ' 1970 UTC."},{"name":"requested_by","type":"string","doc":"User who asks."}]'
    ',"namespace":"muster.queue_commands"},{"type":"record","name":"CancelCapacit'
    'yReservation","doc":"End a reservation, begun or not.","fields":[{"name":"re'
    'servation","type":"string","doc":"Name."},{"name":"tenant","type":"string","'
    'doc":"Tenant."},{"name":"requested_by","type":"string","doc":"User who asks.'
    '"}],"namespace":"muster.queue_commands"},{"type":"record","name":"CordonNode'
    '","doc":"Place nothing new on the node; what runs goes on.","fields":[{"name'
    '":"node_id","type":"string","doc":"Node."},{"name":"requested_by","type":"st'
    'ring","doc":"Operator."},{"name":"reason","type":"string","doc":"Why.","defa'
    'ult":""}],"namespace":"muster.operator_commands"},{"type":"record","name":"U'
    'ncordonNode","doc":"Place work on the node again.","fields":[{"name":"node_i'
    'd","type":"string","doc":"Node."},{"name":"requested_by","type":"string","do'
    'c":"Operator."}],"namespace":"muster.operator_commands"},{"type":"record","n'
    'ame":"DrainNode","doc":"Place nothing new on the node, and move what runs th'
    'ere: it stops with its grace and waits again.","fields":[{"name":"node_id","'
    'type":"string","doc":"Node."},{"name":"requested_by","type":"string","doc":"'
    'Operator."},{"name":"reason","type":"string","doc":"Why.","default":""}],"na'
    'mespace":"muster.operator_commands"},{"type":"record","name":"UndrainNode","'
    'doc":"Place work on the node again.","fields":[{"name":"node_id","type":"str'
    'ing","doc":"Node."},{"name":"requested_by","type":"string","doc":"Operator."'
    '}],"namespace":"muster.operator_commands"},{"type":"record","name":"TagNode"'
    ',"doc":"Give the node labels and taints beside those it announces, or take s'
    'uch away.","fields":[{"name":"node_id","type":"string","doc":"Node."},{"name'
    '":"labels","type":{"type":"map","values":"string"},"doc":"Labels to set; the'
    'y win over announced ones.","default":{}},{"name":"labels_removed","type":{"'
    'type":"array","items":"string"},"doc":"Labels set before that no longer hold'
    ', sorted.","default":[]},{"name":"taints","type":{"type":"array","items":"st'
    'ring"},"doc":"Taints to set, sorted.","default":[]},{"name":"taints_removed"'
    ',"type":{"type":"array","items":"string"},"doc":"Taints set before that no l'
    'onger hold, sorted.","default":[]},{"name":"requested_by","type":"string","d'
    'oc":"Operator."}],"namespace":"muster.operator_commands"},{"type":"record","'
    'name":"ScheduleMaintenance","doc":"Close the node for a time; takes the plac'
    'e of a window that has not begun.","fields":[{"name":"node_id","type":"strin'
    'g","doc":"Node."},{"name":"starts_at_ms","type":"long","doc":"From when, mil'
    'liseconds since 1970 UTC."},{"name":"ends_at_ms","type":"long","doc":"Until '
    'when."},{"name":"requested_by","type":"string","doc":"Operator."},{"name":"r'
    'eason","type":"string","doc":"Why.","default":""}],"namespace":"muster.opera'
    'tor_commands"},{"type":"record","name":"CancelMaintenance","doc":"Call the n'
    'ode\'s window off, or end it.","fields":[{"name":"node_id","type":"string","d'
    'oc":"Node."},{"name":"requested_by","type":"string","doc":"Operator."}],"nam'
    'espace":"muster.operator_commands"},{"type":"record","name":"ActivatePolicy"'
    ',"doc":"Decide by this policy from now on.","fields":[{"name":"policy","type'
    '":{"type":"record","name":"Policy","doc":"Knobs that change decisions; a cha'
    'nge is an event, so it replays.","fields":[{"name":"name","type":"string","d'
    'oc":"For people."},{"name":"head_patience_ms","type":"long","doc":"A blocked'
    " head of line is passed freely for this long; then nodes are reserved for it"
    '."},{"name":"head_hold_ms","type":"long","doc":"Nodes reserved for it are ke'
    'pt this long beyond the time it should have started at."},{"name":"attempts_'
    'lost_max","type":"int","doc":"Attempts lost with their nodes before the job '
    'fails."},{"name":"workload_shapes_max","type":"int","doc":"Shapes remembered'
    ' for the fragmentation score."},{"name":"jobs_ended_kept_max","type":"int","'
    'doc":"Ended jobs remembered for deduplication."},{"name":"share_window_ms","'
    'type":"long","doc":"Usage older than this is forgotten.","default":259200000'
    '0},{"name":"share_half_life_ms","type":"long","doc":"Usage this old counts h'
    'alf.","default":604800000},{"name":"share_history_percent","type":"int","doc'
    '":"Weight of usage over time beside usage now, 0 to 10000.","default":100},{'
    '"name":"credit_max_ms","type":"long","doc":"Burst credit holds at most a gua'
    'rantee unused for this long; 0 gives none.","default":86400000},{"name":"mod'
    'el_price_milli","type":{"type":"map","values":"long"},"doc":"What an hour of'
    ' a GPU model counts, thousandths; 1000 where absent.","default":{}},{"name":'
    '"aging_step_ms","type":"long","doc":"A job that waited this long goes with t'
    'he next higher tier, and so on; 0 never.","default":86400000},{"name":"recla'
    'im_interval_ms","type":"long","doc":"Shortest time between two preemption re'
    'quests for the same lent GPUs.","default":60000},{"name":"measure_interval_m'
    's","type":"long","doc":"A queue that changed is measured at most this often.'
    '","default":10000},{"name":"resize_interval_ms","type":"long","doc":"An elas'
    'tic job is resized at most this often.","default":300000},{"name":"defrag_in'
    'terval_ms","type":"long","doc":"Moves that would make room for the head of l'
    'ine are looked for at most this often.","default":300000},{"name":"defrag_be'
    'nefit_percent","type":"int","doc":"They are carried out when the GPU time th'
    'at is won is at least this part of what is lost; 0 only proposes.","default"'
    ':300},{"name":"search_work_per_pass_max","type":"int","doc":"Work that one s'
    "cheduling pass may spend on searches in vain: 1 for each, and 1 for every 8 "
    'ranks of a gang; the next pass goes on.","default":2000},{"name":"topology",'
    '"type":{"type":"record","name":"TopologyWeights","doc":"What a gang\'s place '
    'is worth, per GPU of the gang, by the smallest unit that holds it.","fields"'
    ':[{"name":"nvlink","type":"int","doc":"The gang shares an NVLink domain or a'
    ' node.","default":1000},{"name":"leaf","type":"int","doc":"It shares a leaf.'
    '","default":400},{"name":"spine","type":"int","doc":"It shares a spine.","de'
    'fault":200},{"name":"cell","type":"int","doc":"It shares a cell.","default":'
    '100},{"name":"stranded_gpu","type":"int","doc":"Taken off for each GPU left '
    'free beside it that no group like its own can use.","default":100}],"namespa'
    'ce":"muster.operator_commands"},"doc":"How places of gangs are weighed.","de'
    'fault":{"nvlink":1000,"leaf":400,"spine":200,"cell":100,"stranded_gpu":100}}'
    ',{"name":"tenants_untrusted","type":{"type":"array","items":"string"},"doc":'
    '"Tenants whose fractions of GPUs always get a MIG instance of their own.","d'
    'efault":[]},{"name":"mig_change_interval_ms","type":"long","doc":"A GPU is c'
    'ut into MIG instances, or made whole again, at most this often.","default":6'
    '00000},{"name":"mig_geometries","type":{"type":"array","items":{"type":"reco'
    'rd","name":"MigGeometry","doc":"The only way GPUs of a model are cut.","fiel'
    'ds":[{"name":"gpu_model","type":"string","doc":"GPU model."},{"name":"instan'
    'ces","type":{"type":"array","items":{"type":"record","name":"MigInstance","d'
    'oc":"One instance.","fields":[{"name":"profile","type":"string","doc":"Profi'
    'le, as in 2g.10gb."},{"name":"start","type":"int","doc":"First memory slice.'
    '"}],"namespace":"muster.operator_commands"}},"doc":"All that may exist on on'
    'e GPU."}],"namespace":"muster.operator_commands"}},"doc":"GPU models that a '
    'site cuts in one way only; others as jobs need it.","default":[]}],"namespac'
    'e":"muster.operator_commands"},"doc":"The whole policy."},{"name":"requested'
    '_by","type":"string","doc":"Operator."}],"namespace":"muster.operator_comman'
    'ds"},{"type":"record","name":"ActivateFailureRules","doc":"Judge failures by'
    ' these rules from now on.","fields":[{"name":"rules","type":"string","doc":"'
    "The rules file, as libs/failures parses it; its version is higher than that "
    'in effect."},{"name":"requested_by","type":"string","doc":"Operator."}],"nam'
    'espace":"muster.operator_commands"},{"type":"record","name":"AgentStarted","'
    'doc":"The agent is up and tells what it runs, so that the scheduler can reco'
    'ncile.","subject":"node","fields":[{"name":"node_id","type":"string","doc":"'
    'Node."},{"name":"boot_id","type":"string","doc":"Boot."},{"name":"fresh","ty'
    'pe":"boolean","doc":"True: the agent remembers nothing from before."},{"name'
    '":"order_seq_last","type":"long","doc":"Newest order it has carried out; -1 '
    'when fresh."},{"name":"running","type":{"type":"array","items":{"type":"reco'
    'rd","name":"AttemptRef","doc":"One attempt.","fields":[{"name":"job_id","typ'
    'e":"string","doc":"Job."},{"name":"attempt","type":"int","doc":"Attempt."}],'
    '"namespace":"muster.task_events"}},"doc":"Tasks adopted, still running."}],"'
    'namespace":"muster.task_events"},{"type":"record","name":"TaskStarted","doc"'
    ':"All ranks of the task have a process.","subject":"task","fields":[{"name":'
    '"node_id","type":"string","doc":"Node."},{"name":"job_id","type":"string","d'
    'oc":"Job."},{"name":"attempt","type":"int","doc":"Attempt, 1-based."},{"name'
    '":"ranks","type":{"type":"array","items":"int"},"doc":"Ranks on this node."}'
    '],"namespace":"muster.task_events"},{"type":"record","name":"TaskExited","do'
    'c":"No rank of the task runs any more.","subject":"task","fields":[{"name":"'
    'node_id","type":"string","doc":"Node."},{"name":"job_id","type":"string","do'
    'c":"Job."},{"name":"attempt","type":"int","doc":"Attempt, 1-based."},{"name"'
    ':"outcome","type":{"type":"enum","name":"TaskOutcome","doc":"How the task en'
    'ded.","symbols":["SUCCEEDED","FAILED","STOPPED","TIMED_OUT","LOST"],"default'
    '":"LOST","namespace":"muster.task_events"},"doc":"STOPPED: on order. TIMED_O'
    'UT: its wall time. LOST: its processes vanished."},{"name":"exits","type":{"'
    'type":"array","items":{"type":"record","name":"RankExit","doc":"How one rank'
    ' ended.","fields":[{"name":"rank","type":"int","doc":"Rank."},{"name":"exit_'
    'code","type":["null","int"],"doc":"Exit code.","default":null},{"name":"sign'
    'al","type":["null","int"],"doc":"Signal that ended it.","default":null}],"na'
    'mespace":"muster.task_events"}},"doc":"Per rank."},{"name":"message","type":'
    '"string","doc":"For people: the first failing rank and why.","default":""}],'
    '"namespace":"muster.task_events"},{"type":"record","name":"TaskRefused","doc'
    '":"An order was not carried out.","subject":"task","fields":[{"name":"node_i'
    'd","type":"string","doc":"Node."},{"name":"job_id","type":"string","doc":"Jo'
    'b."},{"name":"attempt","type":"int","doc":"Attempt, 1-based."},{"name":"epoc'
    'h","type":"long","doc":"Epoch of the order."},{"name":"order_seq","type":"lo'
    'ng","doc":"Order."},{"name":"reason","type":{"type":"enum","name":"RefusalRe'
    'ason","doc":"Why.","symbols":["STALE_EPOCH","GPU_BUSY","UNKNOWN_GPU","FILES_'
    'UNAVAILABLE","CANNOT_START","FILES_INVALID"],"default":"CANNOT_START","names'
    'pace":"muster.task_events"},"doc":"Why."},{"name":"message","type":"string",'
    '"doc":"For people.","default":""}],"namespace":"muster.task_events"},{"type"'
    ':"record","name":"CheckpointSaved","doc":"A checkpoint is safe in S3.","subj'
    'ect":"task","fields":[{"name":"node_id","type":"string","doc":"Node."},{"nam'
    'e":"job_id","type":"string","doc":"Job."},{"name":"attempt","type":"int","do'
    'c":"Attempt, 1-based."},{"name":"rank","type":"int","doc":"Rank that wrote i'
    't."},{"name":"file","type":"string","doc":"File name."},{"name":"uri","type"'
    ':"string","doc":"s3://bucket/key."},{"name":"sha256","type":"string","doc":"'
    'Of the bytes."},{"name":"size_bytes","type":"long","doc":"Size."}],"namespac'
    'e":"muster.task_events"},{"type":"record","name":"NodeJoined","doc":"A node '
    'is known, or came back with other hardware.","subject":"node","fields":[{"na'
    'me":"node_id","type":"string","doc":"Node."},{"name":"boot_id","type":"strin'
    'g","doc":"Boot of its agent."},{"name":"address","type":"string","doc":"Addr'
    'ess."},{"name":"port_first","type":"int","doc":"First rendezvous port."},{"n'
    'ame":"port_count","type":"int","doc":"How many."},{"name":"cpu_milli","type"'
    ':"long","doc":"CPU."},{"name":"memory_mib","type":"long","doc":"Memory."},{"'
    'name":"gpu_model","type":"string","doc":"Model."},{"name":"gpu_memory_mib","'
    'type":"long","doc":"Memory of each GPU, MiB; 0 when unknown.","default":0},{'
    '"name":"gpu_count","type":"int","doc":"GPUs."},{"name":"executor","type":{"t'
    'ype":"enum","name":"Executor","doc":"How ranks run.","symbols":["PROCESS","S'
    'IMULATED"],"default":"SIMULATED","namespace":"muster.node_heartbeats"},"doc"'
    ':"How ranks run."},{"name":"lease_ms","type":"long","doc":"Lease."},{"name":'
    '"interval_ms","type":"long","doc":"Heartbeat interval."},{"name":"labels","t'
    'ype":{"type":"map","values":"string"},"doc":"Labels.","default":{}},{"name":'
    '"location","type":{"type":"record","name":"Location","doc":"A node\'s place i'
    'n the network: each name is a unit within the next one; empty is unknown.","'
    'fields":[{"name":"nvlink_domain","type":"string","doc":"NVLink domain larger'
    ' than the node; empty: the node is one by itself.","default":""},{"name":"le'
    'af","type":"string","doc":"InfiniBand leaf switch.","default":""},{"name":"s'
    'pine","type":"string","doc":"Spine, or pod of leaves.","default":""},{"name"'
    ':"cell","type":"string","doc":"Part of the network above the spines.","defau'
    'lt":""}],"namespace":"muster.node_heartbeats"},"doc":"Where it is in the net'
    'work.","default":{"nvlink_domain":"","leaf":"","spine":"","cell":""}},{"name'
    '":"taints","type":{"type":"array","items":"string"},"doc":"Only jobs that to'
    'lerate all of them are placed here; sorted.","default":[]},{"name":"sandbox"'
    ',"type":{"type":"enum","name":"Sandbox","doc":"What keeps jobs apart from th'
    'e rest of a machine.","symbols":["NONE","NAMESPACES","BUBBLEWRAP"],"default"'
    ':"NONE","namespace":"muster.node_heartbeats"},"doc":"What keeps jobs apart t'
    'here.","default":"NONE"},{"name":"enforces","type":{"type":"array","items":{'
    '"type":"enum","name":"Enforced","doc":"What a node holds jobs to.","symbols"'
    ':["MEMORY","MEMORY_MEASURED","CPU","PROCESSES","OPEN_FILES","DEVICES","UNKNO'
    'WN"],"default":"UNKNOWN","namespace":"muster.node_heartbeats"}},"doc":"What '
    'it holds jobs to.","default":[]}],"namespace":"muster.job_events"},{"type":"'
    'record","name":"NodeSuspected","doc":"Two beats missed: nothing new goes the'
    're; what runs goes on.","subject":"node","fields":[{"name":"node_id","type":'
    '"string","doc":"Node."},{"name":"silent_ms","type":"long","doc":"Time since '
    'its last beat."}],"namespace":"muster.job_events"},{"type":"record","name":"'
    'NodeRecovered","doc":"The node\'s heartbeats arrive again.","subject":"node",'
    '"fields":[{"name":"node_id","type":"string","doc":"Node."}],"namespace":"mus'
    'ter.job_events"},{"type":"record","name":"NodeLost","doc":"The lease ran out'
    ': its attempts are given up.","subject":"node","fields":[{"name":"node_id","'
    'type":"string","doc":"Node."},{"name":"silent_ms","type":"long","doc":"Time '
    'since its last beat."}],"namespace":"muster.job_events"},{"type":"record","n'
    'ame":"NodeForgotten","doc":"The node was lost for so long that nothing is ke'
    'pt of it; if it is heard again, it joins anew.","subject":"node","fields":[{'
    '"name":"node_id","type":"string","doc":"Node."},{"name":"lost_ms","type":"lo'
    'ng","doc":"Time since the leader knew it as lost."}],"namespace":"muster.job'
    '_events"},{"type":"record","name":"NodeRefused","doc":"Heartbeats that bear '
    'this name are invalid and are ignored. Said once by each leader.","subject":'
    '"node","fields":[{"name":"node_id","type":"string","doc":"The name they bear'
    '; at most 128 characters, control characters escaped."},{"name":"message","t'
    'ype":"string","doc":"Field, value and what is allowed."}],"namespace":"muste'
    'r.job_events"},{"type":"record","name":"NodeRelocated","doc":"The network ar'
    'ound the node has changed; what runs there goes on.","subject":"node","field'
    's":[{"name":"node_id","type":"string","doc":"Node."},{"name":"location","typ'
    'e":"muster.node_heartbeats.Location","doc":"Where it is now."}],"namespace":'
    '"muster.job_events"},{"type":"record","name":"GpuUnhealthy","doc":"Nothing n'
    'ew goes on this GPU.","subject":"node","fields":[{"name":"node_id","type":"s'
    'tring","doc":"Node."},{"name":"gpu_index","type":"int","doc":"GPU."},{"name"'
    ':"reason","type":"string","doc":"Why."}],"namespace":"muster.job_events"},{"'
    'type":"record","name":"GpuRecovered","doc":"The GPU is healthy again.","subj'
    'ect":"node","fields":[{"name":"node_id","type":"string","doc":"Node."},{"nam'
    'e":"gpu_index","type":"int","doc":"GPU."}],"namespace":"muster.job_events"},'
    '{"type":"record","name":"CommandInvalid","doc":"A command that was turned aw'
    'ay before it was sequenced; `code` and `message` say why (ADR 4, 55).","fiel'
    'ds":[{"name":"command_id","type":"string","doc":"event_id of the command."},'
    '{"name":"command","type":"string","doc":"Its record name."},{"name":"subject'
    '","type":"string","doc":"Job, queue or node."},{"name":"tenant","type":"stri'
    'ng","doc":"Tenant."},{"name":"code","type":{"type":"enum","name":"RejectionC'
    'ode","aliases":["muster.job_events.RejectionCode"],"doc":"Kinds of refusal, '
    'the same for all services; each has its HTTP status.","symbols":["INVALID","'
    'ALREADY_EXISTS","NOT_FOUND","WRONG_STATE","IMPOSSIBLE_REQUEST","UNKNOWN_QUEU'
    'E","QUEUE_NOT_EMPTY","FORBIDDEN","QUOTA_EXCEEDED","BAD_TREE"],"default":"FOR'
    'BIDDEN","namespace":"muster.command_answers"},"doc":"Kind of refusal: it bre'
    'aks a rule, or its sender may not send it.","default":"INVALID"},{"name":"me'
    'ssage","type":"string","doc":"For people."},{"name":"violations","type":{"ty'
    'pe":"array","items":{"type":"record","name":"Violation","aliases":["muster.j'
    'ob_events.Violation"],"doc":"One thing wrong with a request.","fields":[{"na'
    'me":"field","type":"string","doc":"Path of the field."},{"name":"value","typ'
    'e":"string","doc":"What was given, shortened."},{"name":"allowed","type":"st'
    'ring","doc":"What is allowed."}],"namespace":"muster.command_answers"}},"doc'
    '":"Field by field."}],"namespace":"muster.scheduler_log"},{"type":"record","'
    'name":"LeaderElected","doc":"First input of an epoch.","fields":[{"name":"ep'
    'och","type":"long","doc":"Epoch."},{"name":"leader_id","type":"string","doc"'
    ':"Process that leads."}],"namespace":"muster.scheduler_log"},{"type":"record'
    '","name":"ClockTicked","doc":"A deadline of the core has passed.","fields":['
    '],"namespace":"muster.scheduler_log"}],"doc":"What came in."}],"namespace":"'
    'muster.scheduler_log"}},"doc":"In order."},{"name":"decisions","type":{"type'
    '":"array","items":{"type":"record","name":"Decision","doc":"One consequence.'
    '","fields":[{"name":"event_id","type":"string","doc":"The same as in the pub'
    'lic topic."},{"name":"cause_seq","type":"long","doc":"seq of the input it fo'
    'llows from."},{"name":"payload","type":[{"type":"record","name":"CommandReje'
    'cted","aliases":["muster.job_events.CommandRejected"],"doc":"A command that '
    'will not be carried out, and why.","subject":"command","fields":[{"name":"co'
    'mmand_id","type":"string","doc":"event_id of the command."},{"name":"command'
    '","type":"string","doc":"Its record name."},{"name":"subject","type":"string'
    '","doc":"What it was about: a job, queue, node, or another entity of the ser'
    'vice."},{"name":"tenant","type":"string","doc":"Tenant."},{"name":"code","ty'
    'pe":"muster.command_answers.RejectionCode","doc":"Kind of refusal."},{"name"'
    ':"detail_code","type":"string","doc":"The service\'s own, finer code; its REA'
    'DME lists them. Empty: `code` says all.","default":""},{"name":"message","ty'
    'pe":"string","doc":"For people."},{"name":"violations","type":{"type":"array'
    '","items":"muster.command_answers.Violation"},"doc":"Field by field.","defau'
    'lt":[]}],"namespace":"muster.command_answers"},{"type":"record","name":"Comm'
    'andRepeated","aliases":["muster.job_events.CommandRepeated"],"doc":"A comman'
    'd that was carried out before came again; nothing changed.","subject":"comma'
    'nd","fields":[{"name":"command_id","type":"string","doc":"event_id of the co'
    'mmand."},{"name":"command","type":"string","doc":"Its record name."},{"name"'
    ':"subject","type":"string","doc":"What it was about."}],"namespace":"muster.'
    'command_answers"},{"type":"record","name":"JobQueued","doc":"The job is acce'
    'pted and waits.","subject":"job","fields":[{"name":"job_id","type":"string",'
    '"doc":"Job."},{"name":"tenant","type":"string","doc":"Tenant."},{"name":"spe'
    'c","type":"muster.job_commands.JobSpec","doc":"As accepted."},{"name":"predi'
    'cted_p50_ms","type":["null","long"],"doc":"Predicted median run time of an a'
    'ttempt; null: unknown.","default":null},{"name":"predicted_p90_ms","type":["'
    'null","long"],"doc":"Predicted 90th percentile of the run time; null: unknow'
    'n.","default":null}],"namespace":"muster.job_events"},{"type":"record","name'
    '":"JobPending","doc":"Why the job is not placed; sent when the reason change'
    's.","subject":"job","fields":[{"name":"job_id","type":"string","doc":"Job."}'
    ',{"name":"code","type":{"type":"enum","name":"PendingCode","doc":"Stable cod'
    'es for why a job waits.","symbols":["NO_NODES","MODEL_ABSENT","TOO_LARGE","C'
    'LUSTER_TOO_SMALL","GPUS_BUSY","GPUS_FRAGMENTED","FRACTIONS_FRAGMENTED","CPU_'
    'SHORT","MEMORY_SHORT","NODES_UNSCHEDULABLE","LABELS_ABSENT","TAINTS_UNTOLERA'
    'TED","GPU_MEMORY_SHORT","SANDBOX_ABSENT","NODES_AVOIDED","MAINTENANCE_AHEAD"'
    ',"GANG_SHORT","TOPOLOGY_SHORT","HELD_FOR_HEAD","NODES_RESERVED","RETRY_BACKO'
    'FF","SUSPENDED","QUEUED","QUOTA_EXHAUSTED","JOB_LIMIT","GEOMETRY_FROZEN"],"d'
    'efault":"QUEUED","namespace":"muster.job_events"},"doc":"The one dominant re'
    'ason."},{"name":"message","type":"string","doc":"One sentence."},{"name":"co'
    'unts","type":{"type":"map","values":"long"},"doc":"Numbers behind it.","defa'
    'ult":{}}],"namespace":"muster.job_events"},{"type":"record","name":"Preempti'
    'onRequested","doc":"A job or a reservation is due GPUs that others hold; who'
    ' yields is decided elsewhere.","subject":"plan","fields":[{"name":"job_id","'
    'type":"string","doc":"Job; empty where a reservation is due them."},{"name":'
    '"cause","type":{"type":"enum","name":"PreemptionCause","doc":"What entitles '
    'it.","symbols":["GUARANTEE","TIER","RESERVATION"],"default":"TIER","namespac'
    'e":"muster.job_events"},"doc":"What entitles it."},{"name":"queue","type":"s'
    'tring","doc":"Its queue."},{"name":"tenant","type":"string","doc":"Tenant."}'
    ',{"name":"jobs","type":"int","doc":"Number of equal jobs of its queue, this '
    'one included, that are due the resources they request.","default":1},{"name"'
    ':"gpu_milli_missing","type":"long","doc":"Thousandths of GPU that they wait '
    'for."},{"name":"gpu_models","type":{"type":"array","items":"string"},"doc":"'
    'Models it accepts, sorted; empty for any.","default":[]},{"name":"borrowers"'
    ',"type":{"type":"array","items":{"type":"record","name":"Borrower","doc":"A '
    'queue beyond its guarantee.","fields":[{"name":"queue","type":"string","doc"'
    ':"Name."},{"name":"tenant","type":"string","doc":"Tenant."},{"name":"gpu_mil'
    'li_borrowed","type":"long","doc":"Beyond its guarantee, thousandths of GPU."'
    '}],"namespace":"muster.job_events"}},"doc":"Queues that hold lent GPUs, most'
    ' first.","default":[]},{"name":"as_of_seq","type":"long","doc":"State of the'
    ' log that this is true of."},{"name":"reservation","type":"string","doc":"Re'
    'servation that has begun; empty where a job is due them.","default":""},{"na'
    'me":"holders","type":{"type":"array","items":"string"},"doc":"Jobs that stil'
    'l hold its nodes, sorted; never production inference.","default":[]}],"names'
    'pace":"muster.job_events"},{"type":"record","name":"ReservationMade","doc":"'
    "Nodes are kept for the job that heads the line and does not fit; takes the p"
    'lace of its last one.","subject":"plan","fields":[{"name":"job_id","type":"s'
    'tring","doc":"Job."},{"name":"node_ids","type":{"type":"array","items":"stri'
    'ng"},"doc":"Reserved: other jobs may be placed there only if they are predic'
    'ted to end before starts_at_ms."},{"name":"starts_at_ms","type":["null","lon'
    'g"],"doc":"When the nodes are predicted to have room for it; null: unknown."'
    ',"default":null},{"name":"kept_until_ms","type":"long","doc":"When, the job '
    'not started, nodes are chosen anew."},{"name":"by_limits","type":"boolean","'
    'doc":"Whether only wall-time limits were used to predict, because an earlier'
    ' reservation of the job was not kept.","default":false}],"namespace":"muster'
    '.job_events"},{"type":"record","name":"ReservationReleased","doc":"The nodes'
    ' reserved for a job are released.","subject":"plan","fields":[{"name":"job_i'
    'd","type":"string","doc":"Job."},{"name":"reason","type":{"type":"enum","nam'
    'e":"ReleaseReason","doc":"Why.","symbols":["STARTED","NO_LONGER_WAITS","NO_L'
    'ONGER_HEAD","IN_VAIN"],"default":"NO_LONGER_WAITS","namespace":"muster.job_e'
    'vents"},"doc":"Why."},{"name":"again_at_ms","type":["null","long"],"doc":"Wh'
    "en nodes are kept for it again, as it still heads the line; null: not for th"
    'is reason.","default":null}],"namespace":"muster.job_events"},{"type":"recor'
    'd","name":"DefragmentationProposed","doc":"Moves of running jobs that would '
    'let a job start that free GPUs in all suffice for.","subject":"plan","fields'
    '":[{"name":"job_id","type":"string","doc":"The job that would start."},{"nam'
    'e":"moves","type":{"type":"array","items":{"type":"record","name":"Move","do'
    'c":"One job that would go on elsewhere.","fields":[{"name":"job_id","type":"'
    'string","doc":"Job."},{"name":"from_node_ids","type":{"type":"array","items"'
    ':"string"},"doc":"Where it is, sorted."},{"name":"to_node_ids","type":{"type'
    '":"array","items":"string"},"doc":"Where it would go, sorted."},{"name":"los'
    't_gpu_ms","type":"long","doc":"GPU milliseconds: its GPUs times what it ran '
    'since its last checkpoint, and a restart."}],"namespace":"muster.job_events"'
    '}},"doc":"By job."},{"name":"cost_gpu_ms","type":"long","doc":"GPU milliseco'
    'nds that all moves lose."},{"name":"benefit_gpu_ms","type":"long","doc":"GPU'
    " milliseconds that the job would have sooner: its GPUs times the wait it is "
    'spared."},{"name":"carried_out","type":"boolean","doc":"The moves begin now.'
    '"}],"namespace":"muster.job_events"},{"type":"record","name":"StartPredicted'
    '","doc":"When a waiting job will start, predicted now and then so that the c'
    'ell learns from what comes.","subject":"plan","fields":[{"name":"job_id","ty'
    'pe":"string","doc":"Job."},{"name":"wait_ms","type":"long","doc":"How much l'
    'onger it will wait, the best single estimate, milliseconds."},{"name":"wait_'
    'low_ms","type":["null","long"],"doc":"Start of the range that is stated, mil'
    'liseconds from now; null: too little is learned for a range.","default":null'
    '},{"name":"wait_high_ms","type":["null","long"],"doc":"End of the range that'
    ' is stated, milliseconds from now.","default":null},{"name":"signs","type":{'
    '"type":"array","items":"int"},"doc":"What it was computed from, as logarithm'
    "s in 1/256 octave: one, the soonest start with its equals ahead only, the ti"
    "me waited, the number of waiting jobs, the amount requested, the position am"
    'ong its equals."}],"namespace":"muster.job_events"},{"type":"record","name":'
    '"GangBound","doc":"Every rank has its place; orders to start are in the same'
    ' transaction.","subject":"job","fields":[{"name":"job_id","type":"string","d'
    'oc":"Job."},{"name":"attempt","type":"int","doc":"Attempt."},{"name":"placem'
    'ents","type":{"type":"array","items":{"type":"record","name":"RankPlacement"'
    ',"doc":"Where one rank runs.","fields":[{"name":"rank","type":"int","doc":"R'
    'ank."},{"name":"node_id","type":"string","doc":"Node."},{"name":"gpu_indices'
    '","type":{"type":"array","items":"int"},"doc":"GPUs."},{"name":"gpu_milli","'
    'type":"int","doc":"Thousandths of each."},{"name":"sharing","type":{"type":"'
    'enum","name":"Sharing","doc":"How a rank shares its GPUs: not; inside its te'
    'am by MPS or in turns; by a MIG instance.","symbols":["EXCLUSIVE","MPS","TIM'
    'E_SLICING","MIG"],"default":"EXCLUSIVE","namespace":"muster.node_commands"},'
    '"doc":"Who else may be on them.","default":"EXCLUSIVE"},{"name":"mig_profile'
    '","type":["null","string"],"doc":"Profile of the MIG instance it gets.","def'
    'ault":null},{"name":"mig_start","type":["null","int"],"doc":"First memory sl'
    'ice of that instance.","default":null}],"namespace":"muster.job_events"}},"d'
    'oc":"One per rank."},{"name":"master_address","type":"string","doc":"Rank 0\''
    's address."},{"name":"master_port","type":"int","doc":"Rendezvous port."},{"'
    'name":"waited_ms","type":"long","doc":"Since the job was last queued."},{"na'
    'me":"reason","type":"string","doc":"Why there.","default":""},{"name":"tenan'
    't","type":"string","doc":"Whose job it is.","default":""},{"name":"queue","t'
    'ype":"string","doc":"The job\'s queue.","default":""},{"name":"each","type":['
    '"null",{"type":"record","name":"RankShape","doc":"What each rank of a gang h'
    'olds on its node, besides the GPUs of its placement.","fields":[{"name":"cpu'
    '_milli","type":"long","doc":"Thousandths of a CPU core."},{"name":"memory_mi'
    'b","type":"long","doc":"Host memory."},{"name":"gpu_models","type":{"type":"'
    'array","items":"string"},"doc":"GPU models it would accept, sorted; empty: a'
    'ny.","default":[]},{"name":"sharing_key","type":"string","doc":"Ranks with t'
    "he same key share GPUs (a trust domain and a way of sharing); `mig`: a MIG i"
    'nstance of its own; empty: not shared.","default":""}],"namespace":"muster.j'
    'ob_events"}],"doc":"What each rank holds; null: an earlier version wrote it.'
    '","default":null}],"namespace":"muster.job_events"},{"type":"record","name":'
    '"JobStarted","doc":"All ranks run.","subject":"job","fields":[{"name":"job_i'
    'd","type":"string","doc":"Job."},{"name":"attempt","type":"int","doc":"Attem'
    'pt."}],"namespace":"muster.job_events"},{"type":"record","name":"JobResizing'
    '","doc":"An elastic job stops, to go on at once with another number of ranks'
    '.","subject":"job","fields":[{"name":"job_id","type":"string","doc":"Job."},'
    '{"name":"attempt","type":"int","doc":"The attempt that stops."},{"name":"ran'
    'ks_from","type":"int","doc":"Its ranks."},{"name":"ranks_to","type":"int","d'
    'oc":"Ranks of the next one, or fewer where they no longer fit."},{"name":"re'
    'ason","type":"string","doc":"Why."}],"namespace":"muster.job_events"},{"type'
    '":"record","name":"JobMoving","doc":"A job stops, to go on at once on other '
    'nodes, so that another has room.","subject":"job","fields":[{"name":"job_id"'
    ',"type":"string","doc":"Job."},{"name":"attempt","type":"int","doc":"The att'
    'empt that stops."},{"name":"placements","type":{"type":"array","items":"must'
    'er.job_events.RankPlacement"},"doc":"Where it is to go on, in rank order; el'
    'sewhere, where that is gone."},{"name":"reason","type":"string","doc":"Why."'
    '}],"namespace":"muster.job_events"},{"type":"record","name":"JobStopping","d'
    'oc":"Ranks have been ordered to stop.","subject":"job","fields":[{"name":"jo'
    'b_id","type":"string","doc":"Job."},{"name":"attempt","type":"int","doc":"At'
    'tempt."},{"name":"reason","type":"string","doc":"Why."},{"name":"requeues","'
    'type":"boolean","doc":"It waits again once it has stopped, and the attempt c'
    'ounts neither as failed nor as lost.","default":false}],"namespace":"muster.'
    'job_events"},{"type":"record","name":"AttemptEnded","doc":"An attempt is ove'
    'r on every node and its GPUs are free.","subject":"job","fields":[{"name":"j'
    'ob_id","type":"string","doc":"Job."},{"name":"attempt","type":"int","doc":"A'
    'ttempt."},{"name":"outcome","type":{"type":"enum","name":"AttemptOutcome","d'
    'oc":"How.","symbols":["SUCCEEDED","FAILED","STOPPED","TIMED_OUT","LOST","REF'
    'USED"],"default":"REFUSED","namespace":"muster.job_events"},"doc":"How."},{"'
    'name":"exit_code","type":["null","int"],"doc":"Of the first failing rank.","'
    'default":null},{"name":"signal","type":["null","int"],"doc":"Of the first fa'
    'iling rank.","default":null},{"name":"rank","type":["null","int"],"doc":"Fir'
    'st failing rank.","default":null},{"name":"node_id","type":["null","string"]'
    ',"doc":"Its node.","default":null},{"name":"message","type":"string","doc":"'
    'For people.","default":""},{"name":"ran_ms","type":"long","doc":"From bind t'
    'o end."}],"namespace":"muster.job_events"},{"type":"record","name":"JobReque'
    'ued","doc":"The job waits again.","subject":"job","fields":[{"name":"job_id"'
    ',"type":"string","doc":"Job."},{"name":"attempt_next","type":"int","doc":"Nu'
    'mber of the next attempt."},{"name":"reason","type":"string","doc":"Why."},{'
    '"name":"not_before_ms","type":"long","doc":"Earliest time of the next attemp'
    't."}],"namespace":"muster.job_events"},{"type":"record","name":"JobSucceeded'
    '","doc":"Every rank ended with exit code 0.","subject":"job","fields":[{"nam'
    'e":"job_id","type":"string","doc":"Job."},{"name":"attempt","type":"int","do'
    'c":"Attempt."}],"namespace":"muster.job_events"},{"type":"record","name":"Jo'
    'bFailed","doc":"The job is over and did not succeed.","subject":"job","field'
    's":[{"name":"job_id","type":"string","doc":"Job."},{"name":"attempt","type":'
    '"int","doc":"Attempt."},{"name":"reason","type":"string","doc":"Why."},{"nam'
    'e":"exit_code","type":["null","int"],"doc":"Of the first failing rank.","def'
    'ault":null}],"namespace":"muster.job_events"},{"type":"record","name":"JobCa'
    'ncelled","doc":"The job was cancelled and nothing of it runs.","subject":"jo'
    'b","fields":[{"name":"job_id","type":"string","doc":"Job."},{"name":"request'
    'ed_by","type":"string","doc":"Who asked."},{"name":"reason","type":"string",'
    '"doc":"Why."}],"namespace":"muster.job_events"},{"type":"record","name":"Job'
    'Suspended","doc":"The job was suspended and nothing of it runs.","subject":"'
    'job","fields":[{"name":"job_id","type":"string","doc":"Job."},{"name":"reque'
    'sted_by","type":"string","doc":"Who asked."},{"name":"reason","type":"string'
    '","doc":"Why."}],"namespace":"muster.job_events"},{"type":"record","name":"J'
    'obResumed","doc":"A suspended job waits again.","subject":"job","fields":[{"'
    'name":"job_id","type":"string","doc":"Job."},{"name":"requested_by","type":"'
    'string","doc":"Who asked."}],"namespace":"muster.job_events"},{"type":"recor'
    'd","name":"CheckpointRecorded","doc":"The next attempt will start from this.'
    '","subject":"job","fields":[{"name":"job_id","type":"string","doc":"Job."},{'
    '"name":"attempt","type":"int","doc":"Attempt."},{"name":"rank","type":"int",'
    '"doc":"Rank that wrote it."},{"name":"file","type":"string","doc":"File name'
    '."},{"name":"uri","type":"string","doc":"Where."},{"name":"sha256","type":"s'
    'tring","doc":"Of the bytes."},{"name":"size_bytes","type":"long","doc":"Size'
    '."}],"namespace":"muster.job_events"},"muster.job_events.NodeJoined","muster'
    '.job_events.NodeSuspected","muster.job_events.NodeRecovered","muster.job_eve'
    'nts.NodeLost","muster.job_events.NodeForgotten","muster.job_events.NodeRefus'
    'ed",{"type":"record","name":"NodeCordoned","doc":"Nothing new goes there.","'
    'subject":"node","fields":[{"name":"node_id","type":"string","doc":"Node."},{'
    '"name":"requested_by","type":"string","doc":"Who."},{"name":"reason","type":'
    '"string","doc":"Why."}],"namespace":"muster.job_events"},{"type":"record","n'
    'ame":"NodeUncordoned","doc":"Work goes there again.","subject":"node","field'
    's":[{"name":"node_id","type":"string","doc":"Node."},{"name":"requested_by",'
    '"type":"string","doc":"Who."}],"namespace":"muster.job_events"},{"type":"rec'
    'ord","name":"NodeDraining","doc":"Nothing new is placed on the node, and wha'
    't runs there is moved.","subject":"node","fields":[{"name":"node_id","type":'
    '"string","doc":"Node."},{"name":"requested_by","type":"string","doc":"Operat'
    'or."},{"name":"reason","type":"string","doc":"Why.","default":""}],"namespac'
    'e":"muster.job_events"},{"type":"record","name":"NodeUndrained","doc":"Work '
    'may be placed on the node again.","subject":"node","fields":[{"name":"node_i'
    'd","type":"string","doc":"Node."},{"name":"requested_by","type":"string","do'
    'c":"Operator."}],"namespace":"muster.job_events"},{"type":"record","name":"N'
    'odeTagged","doc":"What operators say of the node, beside what it announces, '
    'from now on.","subject":"node","fields":[{"name":"node_id","type":"string","'
    'doc":"Node."},{"name":"labels","type":{"type":"map","values":"string"},"doc"'
    ':"Labels; they win over announced ones.","default":{}},{"name":"taints","typ'
    'e":{"type":"array","items":"string"},"doc":"Taints, sorted.","default":[]},{'
    '"name":"requested_by","type":"string","doc":"Operator."}],"namespace":"muste'
    'r.job_events"},{"type":"record","name":"MaintenanceScheduled","doc":"The nod'
    "e will be closed for a time: only work that is predicted to end before is pl"
    'aced there.","subject":"node","fields":[{"name":"node_id","type":"string","d'
    'oc":"Node."},{"name":"starts_at_ms","type":"long","doc":"From when, millisec'
    'onds since 1970 UTC."},{"name":"ends_at_ms","type":"long","doc":"Until when.'
    '"},{"name":"requested_by","type":"string","doc":"Operator."},{"name":"reason'
    '","type":"string","doc":"Why.","default":""}],"namespace":"muster.job_events'
    '"},{"type":"record","name":"MaintenanceStarted","doc":"The node\'s window has'
    ' begun: it is closed, and what still runs there is moved.","subject":"node",'
    '"fields":[{"name":"node_id","type":"string","doc":"Node."}],"namespace":"mus'
    'ter.job_events"},{"type":"record","name":"MaintenanceEnded","doc":"The node\''
    's window is over, or was called off.","subject":"node","fields":[{"name":"no'
    'de_id","type":"string","doc":"Node."},{"name":"requested_by","type":["null",'
    '"string"],"doc":"Operator who called it off; null: its time was over.","defa'
    'ult":null}],"namespace":"muster.job_events"},"muster.job_events.NodeRelocate'
    'd","muster.job_events.GpuUnhealthy","muster.job_events.GpuRecovered",{"type"'
    ':"record","name":"GpuGeometryChanged","doc":"An empty GPU was cut, to take M'
    'IG instances and nothing else, or made whole again.","subject":"node","field'
    's":[{"name":"node_id","type":"string","doc":"Node."},{"name":"gpu_index","ty'
    'pe":"int","doc":"GPU."},{"name":"cut","type":"boolean","doc":"True: MIG mode'
    '. False: whole."},{"name":"for_job_id","type":"string","doc":"The waiting jo'
    'b that needed it."}],"namespace":"muster.job_events"},{"type":"record","name'
    '":"QueueCreated","doc":"A queue exists.","subject":"queue","fields":[{"name"'
    ':"queue","type":"string","doc":"Name."},{"name":"tenant","type":"string","do'
    'c":"Tenant."},{"name":"description","type":"string","doc":"For people."},{"n'
    'ame":"requested_by","type":"string","doc":"Who."},{"name":"settings","type":'
    '["null","muster.queue_commands.QueueSettings"],"doc":"Shares and limits; nul'
    'l for none.","default":null}],"namespace":"muster.job_events"},{"type":"reco'
    'rd","name":"QueueConfigured","doc":"A queue has other shares and limits.","s'
    'ubject":"queue","fields":[{"name":"queue","type":"string","doc":"Name."},{"n'
    'ame":"tenant","type":"string","doc":"Tenant."},{"name":"settings","type":"mu'
    'ster.queue_commands.QueueSettings","doc":"All of them."},{"name":"requested_'
    'by","type":"string","doc":"Who."}],"namespace":"muster.job_events"},{"type":'
    '"record","name":"QueueMeasured","doc":"What a queue and those below it use, '
    'and what is due to it; sent when it changed, now and then.","subject":"queue'
    '","fields":[{"name":"queue","type":"string","doc":"Name."},{"name":"tenant",'
    '"type":"string","doc":"Tenant."},{"name":"gpu_milli_used","type":"long","doc'
    '":"Held, thousandths of GPU."},{"name":"gpu_milli_used_by_model","type":{"ty'
    'pe":"map","values":"long"},"doc":"Per model."},{"name":"cpu_milli_used","typ'
    'e":"long","doc":"Held, thousandths of a core."},{"name":"memory_mib_used","t'
    'ype":"long","doc":"Held, MiB."},{"name":"gpu_milli_borrowed","type":"long","'
    'doc":"Of what is used, beyond the guarantee."},{"name":"gpu_milli_lent","typ'
    'e":"long","doc":"Of the guarantee, unused: others may have it."},{"name":"sh'
    'are_ppm","type":"long","doc":"Dominant part of the cluster that it holds now'
    ', millionths."},{"name":"share_due_ppm","type":"long","doc":"Part of the clu'
    'ster due to it by weight among its busy neighbours, millionths."},{"name":"u'
    'sage_gpu_ms","type":"long","doc":"Weighted usage over the window: GPU millis'
    'econds at model price, decayed."},{"name":"credit_gpu_ms","type":"long","doc'
    '":"Burst credit, the same unit."},{"name":"jobs_running","type":"int","doc":'
    '"Jobs that hold GPUs."},{"name":"jobs_pending","type":"int","doc":"Jobs that'
    ' wait."}],"namespace":"muster.job_events"},{"type":"record","name":"QueueDel'
    'eted","doc":"A queue is gone.","subject":"queue","fields":[{"name":"queue","'
    'type":"string","doc":"Name."},{"name":"tenant","type":"string","doc":"Tenant'
    '."},{"name":"requested_by","type":"string","doc":"Who."}],"namespace":"muste'
    'r.job_events"},{"type":"record","name":"CapacityReserved","doc":"Nodes are r'
    'eserved for a queue.","subject":"reservation","fields":[{"name":"reservation'
    '","type":"string","doc":"Name."},{"name":"tenant","type":"string","doc":"Ten'
    'ant."},{"name":"queue","type":"string","doc":"Whose jobs may be placed there'
    ', and those of the queues below it."},{"name":"gpu_model","type":"string","d'
    'oc":"GPU model of the nodes."},{"name":"gpu_count","type":"int","doc":"GPUs '
    'of the nodes together."},{"name":"node_ids","type":{"type":"array","items":"'
    'string"},"doc":"Sorted. Until it starts, other jobs are placed there only if'
    ' they are predicted to end before."},{"name":"starts_at_ms","type":"long","d'
    'oc":"From when."},{"name":"ends_at_ms","type":"long","doc":"Until when."},{"'
    'name":"requested_by","type":"string","doc":"Who."}],"namespace":"muster.job_'
    'events"},{"type":"record","name":"CapacityReassigned","doc":"A reservation h'
    'as other nodes: some of its own were closed or lost.","subject":"reservation'
    '","fields":[{"name":"reservation","type":"string","doc":"Name."},{"name":"te'
    'nant","type":"string","doc":"Tenant."},{"name":"queue","type":"string","doc"'
    ':"Whose jobs may be placed there, and those of the queues below it."},{"name'
    '":"node_ids","type":{"type":"array","items":"string"},"doc":"All of them now'
    ', sorted."},{"name":"reason","type":"string","doc":"Why."}],"namespace":"mus'
    'ter.job_events"},{"type":"record","name":"CapacityReservationStarted","doc":'
    '"From now on only jobs of the queue may be placed on the nodes.","subject":"'
    'reservation","fields":[{"name":"reservation","type":"string","doc":"Name."},'
    '{"name":"tenant","type":"string","doc":"Tenant."},{"name":"queue","type":"st'
    'ring","doc":"Whose jobs may be placed there, and those of the queues below i'
    't."}],"namespace":"muster.job_events"},{"type":"record","name":"CapacityRese'
    'rvationEnded","doc":"The nodes are released.","subject":"reservation","field'
    's":[{"name":"reservation","type":"string","doc":"Name."},{"name":"tenant","t'
    'ype":"string","doc":"Tenant."},{"name":"queue","type":"string","doc":"Whose '
    'jobs may be placed there, and those of the queues below it."},{"name":"reaso'
    'n","type":{"type":"enum","name":"ReservationEnd","doc":"Why.","symbols":["OV'
    'ER","CANCELLED"],"default":"OVER","namespace":"muster.job_events"},"doc":"Wh'
    'y."},{"name":"requested_by","type":"string","doc":"Who cancelled it; empty w'
    'hen its time was over.","default":""}],"namespace":"muster.job_events"},{"ty'
    'pe":"record","name":"PolicyActivated","doc":"Decisions follow this policy fr'
    'om here on.","subject":"policy","fields":[{"name":"policy","type":"muster.op'
    'erator_commands.Policy","doc":"The whole policy."},{"name":"requested_by","t'
    'ype":"string","doc":"Who."}],"namespace":"muster.job_events"},{"type":"recor'
    'd","name":"FailureRulesActivated","doc":"Failures are judged by these rules '
    'from here on.","subject":"policy","fields":[{"name":"version","type":"int","'
    'doc":"Version of the rules."},{"name":"sha256","type":"string","doc":"Of the'
    ' text."},{"name":"rules","type":"string","doc":"The rules file."},{"name":"r'
    'equested_by","type":"string","doc":"Operator, or the first leader."}],"names'
    'pace":"muster.job_events"},{"type":"record","name":"StartTask","doc":"Start '
    'these ranks.","fields":[{"name":"node_id","type":"string","doc":"Node."},{"n'
    'ame":"epoch","type":"long","doc":"Leader\'s epoch; older than one already see'
    'n: refuse."},{"name":"order_seq","type":"long","doc":"Position of the decisi'
    'on: seq of the input that caused it."},{"name":"job_id","type":"string","doc'
    '":"Job."},{"name":"attempt","type":"int","doc":"Attempt; started at most onc'
    'e."},{"name":"tenant","type":"string","doc":"Tenant."},{"name":"job_name","t'
    'ype":"string","doc":"Job\'s name."},{"name":"user","type":"string","doc":"Job'
    '\'s user."},{"name":"ranks","type":{"type":"array","items":{"type":"record","'
    'name":"RankAssignment","doc":"What one rank gets on the node.","fields":[{"n'
    'ame":"rank","type":"int","doc":"Rank."},{"name":"gpu_indices","type":{"type"'
    ':"array","items":"int"},"doc":"GPUs."},{"name":"gpu_milli","type":"int","doc'
    '":"Thousandths of each."},{"name":"sharing","type":"muster.node_commands.Sha'
    'ring","doc":"Who else may be on them.","default":"EXCLUSIVE"},{"name":"mig_p'
    'rofile","type":["null","string"],"doc":"Profile of the MIG instance it gets.'
    '","default":null},{"name":"mig_start","type":["null","int"],"doc":"First mem'
    'ory slice of that instance.","default":null},{"name":"cpu_milli","type":"lon'
    'g","doc":"Thousandths of a CPU core it may use; 0: without limit.","default"'
    ':0},{"name":"memory_mib","type":"long","doc":"Main memory it may use, MiB; 0'
    ': without limit.","default":0}],"namespace":"muster.node_commands"}},"doc":"'
    'Ranks on this node."},{"name":"world_size","type":"int","doc":"Ranks in all.'
    '"},{"name":"master_address","type":"string","doc":"Address of rank 0."},{"na'
    'me":"master_port","type":"int","doc":"Rendezvous port on rank 0\'s node."},{"'
    'name":"image","type":["null","string"],"doc":"Container image.","default":nu'
    'll},{"name":"command","type":{"type":"array","items":"string"},"doc":"Progra'
    'm and arguments."},{"name":"env","type":{"type":"map","values":"string"},"do'
    'c":"Environment.","default":{}},{"name":"files_sha256","type":["null","strin'
    'g"],"doc":"Working files.","default":null},{"name":"wall_time_max_ms","type"'
    ':["null","long"],"doc":"Stop after this long.","default":null},{"name":"grac'
    'e_ms","type":"long","doc":"Between SIGTERM and SIGKILL."},{"name":"checkpoin'
    't_enabled","type":"boolean","doc":"Keep checkpoints."},{"name":"checkpoint_u'
    'ri","type":["null","string"],"doc":"Newest checkpoint of an earlier attempt.'
    '","default":null},{"name":"checkpoint_sha256","type":["null","string"],"doc"'
    ':"Its hash.","default":null},{"name":"checkpoint_file","type":["null","strin'
    'g"],"doc":"Its file name.","default":null},{"name":"offline","type":"boolean'
    '","doc":"Its ranks see no network but their own loopback.","default":false}]'
    ',"namespace":"muster.node_commands"},{"type":"record","name":"StopTask","doc'
    '":"Stop this attempt\'s ranks; unknown attempt: nothing to do.","fields":[{"n'
    'ame":"node_id","type":"string","doc":"Node."},{"name":"epoch","type":"long",'
    '"doc":"Leader\'s epoch; older than one already seen: refuse."},{"name":"order'
    '_seq","type":"long","doc":"Position of the decision: seq of the input that c'
    'aused it."},{"name":"job_id","type":"string","doc":"Job."},{"name":"attempt"'
    ',"type":"int","doc":"Attempt; started at most once."},{"name":"grace_ms","ty'
    'pe":"long","doc":"Between SIGTERM and SIGKILL."},{"name":"reason","type":"st'
    'ring","doc":"Why."}],"namespace":"muster.node_commands"}],"doc":"Fact or ord'
    'er."}],"namespace":"muster.scheduler_log"}},"doc":"In order."},{"name":"stat'
    'e_hash","type":["null","string"],"doc":"Hash of the whole state after this b'
    'atch, when it was taken.","default":null},{"name":"hash_version","type":"int'
    '","doc":"How state_hash was computed; hashes of different versions are not c'
    'ompared.","default":1},{"name":"decisions_version","type":"int","doc":"Which'
    " version of the rules decided; another one may decide otherwise. 0: not reco"
    'rded.","default":0}],"namespace":"muster.scheduler_log"}],"doc":"What happen'
    'ed."}]}'
)
