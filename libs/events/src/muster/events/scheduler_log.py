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
    'ands"},"doc":"HOST: its node\'s. NONE: only its own loopback; needs a sandbox'
    ' and a single rank.","default":"HOST"}],"namespace":"muster.job_commands"},"'
    'doc":"What to run."}],"namespace":"muster.job_commands"},{"type":"record","n'
    'ame":"CancelJob","doc":"Stop the job for good.","fields":[{"name":"job_id","'
    'type":"string","doc":"Job."},{"name":"tenant","type":"string","doc":"Tenant '
    'the job belongs to."},{"name":"requested_by","type":"string","doc":"User who'
    ' asks."},{"name":"reason","type":"string","doc":"Why, for people.","default"'
    ':""}],"namespace":"muster.job_commands"},{"type":"record","name":"SuspendJob'
    '","doc":"Stop the job, keep its place for a resume.","fields":[{"name":"job_'
    'id","type":"string","doc":"Job."},{"name":"tenant","type":"string","doc":"Te'
    'nant the job belongs to."},{"name":"requested_by","type":"string","doc":"Use'
    'r who asks."},{"name":"reason","type":"string","doc":"Why, for people.","def'
    'ault":""}],"namespace":"muster.job_commands"},{"type":"record","name":"Resum'
    'eJob","doc":"Queue a suspended job again.","fields":[{"name":"job_id","type"'
    ':"string","doc":"Job."},{"name":"tenant","type":"string","doc":"Tenant the j'
    'ob belongs to."},{"name":"requested_by","type":"string","doc":"User who asks'
    '."},{"name":"reason","type":"string","doc":"Why, for people.","default":""}]'
    ',"namespace":"muster.job_commands"},{"type":"record","name":"CreateQueue","d'
    'oc":"Make a queue.","fields":[{"name":"queue","type":"string","doc":"Name: 1'
    ' to 63 of a-z 0-9 and -."},{"name":"tenant","type":"string","doc":"Tenant."}'
    ',{"name":"description","type":"string","doc":"For people.","default":""},{"n'
    'ame":"requested_by","type":"string","doc":"User who asks."},{"name":"setting'
    's","type":["null",{"type":"record","name":"QueueSettings","doc":"What a queu'
    'e may use, and how it is shared.","fields":[{"name":"parent","type":["null",'
    '"string"],"doc":"Queue above, of the same tenant; null for none.","default":'
    'null},{"name":"guarantee","type":["null",{"type":"record","name":"Quota","do'
    'c":"An amount of each resource; null says nothing of that resource.","fields'
    '":[{"name":"gpu_milli","type":["null","long"],"doc":"Thousandths of GPU, any'
    ' model.","default":null},{"name":"gpu_milli_by_model","type":{"type":"map","'
    'values":"long"},"doc":"Thousandths of GPU per model, beside the total.","def'
    'ault":{}},{"name":"cpu_milli","type":["null","long"],"doc":"Thousandths of a'
    ' CPU core.","default":null},{"name":"memory_mib","type":["null","long"],"doc'
    '":"Main memory, MiB.","default":null}],"namespace":"muster.queue_commands"}]'
    ',"doc":"What its jobs may always have; unused, it is lent. Null guarantees n'
    'othing.","default":null},{"name":"maximum","type":["null","muster.queue_comm'
    'ands.Quota"],"doc":"What its jobs never exceed together. Null sets no bound.'
    '","default":null},{"name":"weight","type":"int","doc":"Its part of usage ove'
    'r time among the queues beside it, 1 to 1000000.","default":1},{"name":"over'
    '_quota_weight","type":"int","doc":"Its part of what is lent beyond guarantee'
    's, 0 to 1000000; 0 never borrows.","default":1},{"name":"order","type":{"typ'
    'e":"enum","name":"QueueOrder","doc":"Who goes first within a tier of one que'
    'ue.","symbols":["FIFO","PRIORITY","DRF"],"default":"FIFO","namespace":"muste'
    'r.queue_commands"},"doc":"Who goes first within a tier.","default":"FIFO"},{'
    '"name":"jobs_running_max","type":["null","int"],"doc":"Jobs that may hold GP'
    'Us at once.","default":null},{"name":"jobs_pending_max","type":["null","int"'
    '],"doc":"Jobs that may wait at once; more are rejected.","default":null},{"n'
    'ame":"user_jobs_running_max","type":["null","int"],"doc":"As jobs_running_ma'
    'x, for one user.","default":null},{"name":"user_jobs_pending_max","type":["n'
    'ull","int"],"doc":"As jobs_pending_max, for one user.","default":null}],"nam'
    'espace":"muster.queue_commands"}],"doc":"Shares and limits; null for none.",'
    '"default":null}],"namespace":"muster.queue_commands"},{"type":"record","name'
    '":"ConfigureQueue","doc":"Replace a queue\'s shares and limits.","fields":[{"'
    'name":"queue","type":"string","doc":"Name."},{"name":"tenant","type":"string'
    '","doc":"Tenant."},{"name":"settings","type":"muster.queue_commands.QueueSet'
    'tings","doc":"All of them."},{"name":"requested_by","type":"string","doc":"U'
    'ser who asks."}],"namespace":"muster.queue_commands"},{"type":"record","name'
    '":"DeleteQueue","doc":"Remove an empty queue.","fields":[{"name":"queue","ty'
    'pe":"string","doc":"Name."},{"name":"tenant","type":"string","doc":"Tenant."'
    '},{"name":"requested_by","type":"string","doc":"User who asks."}],"namespace'
    '":"muster.queue_commands"},{"type":"record","name":"ReserveCapacity","doc":"'
    'Keep whole nodes of a GPU model for a queue, from a time until another.","fi'
    'elds":[{"name":"reservation","type":"string","doc":"Name: 1 to 63 of a-z 0-9'
    ' and -; unique in its tenant while it lasts."},{"name":"tenant","type":"stri'
    'ng","doc":"Tenant."},{"name":"queue","type":"string","doc":"Whose jobs may b'
    'e placed there, and those of the queues below it."},{"name":"gpu_model","typ'
    'e":"string","doc":"GPU model of the nodes."},{"name":"gpu_count","type":["nu'
    'll","int"],"doc":"Reserve the fewest nodes with this many GPUs; null where n'
    'odes are counted.","default":null},{"name":"node_count","type":["null","int"'
    '],"doc":"So many nodes; null where GPUs are counted.","default":null},{"name'
    '":"starts_at_ms","type":["null","long"],"doc":"From when, milliseconds since'
    ' 1970 UTC; null: at once.","default":null},{"name":"ends_at_ms","type":"long'
    '","doc":"Until when, milliseconds since 1970 UTC."},{"name":"requested_by","'
    'type":"string","doc":"User who asks."}],"namespace":"muster.queue_commands"}'
    ',{"type":"record","name":"CancelCapacityReservation","doc":"End a reservatio'
    'n, begun or not.","fields":[{"name":"reservation","type":"string","doc":"Nam'
    'e."},{"name":"tenant","type":"string","doc":"Tenant."},{"name":"requested_by'
    '","type":"string","doc":"User who asks."}],"namespace":"muster.queue_command'
    's"},{"type":"record","name":"CordonNode","doc":"Place nothing new on the nod'
    'e; what runs goes on.","fields":[{"name":"node_id","type":"string","doc":"No'
    'de."},{"name":"requested_by","type":"string","doc":"Operator."},{"name":"rea'
    'son","type":"string","doc":"Why.","default":""}],"namespace":"muster.operato'
    'r_commands"},{"type":"record","name":"UncordonNode","doc":"Place work on the'
    ' node again.","fields":[{"name":"node_id","type":"string","doc":"Node."},{"n'
    'ame":"requested_by","type":"string","doc":"Operator."}],"namespace":"muster.'
    'operator_commands"},{"type":"record","name":"DrainNode","doc":"Place nothing'
    " new on the node, and move what runs there: it stops with its grace and wait"
    's again.","fields":[{"name":"node_id","type":"string","doc":"Node."},{"name"'
    ':"requested_by","type":"string","doc":"Operator."},{"name":"reason","type":"'
    'string","doc":"Why.","default":""}],"namespace":"muster.operator_commands"},'
    '{"type":"record","name":"UndrainNode","doc":"Place work on the node again.",'
    '"fields":[{"name":"node_id","type":"string","doc":"Node."},{"name":"requeste'
    'd_by","type":"string","doc":"Operator."}],"namespace":"muster.operator_comma'
    'nds"},{"type":"record","name":"TagNode","doc":"Give the node labels and tain'
    'ts beside those it announces, or take such away.","fields":[{"name":"node_id'
    '","type":"string","doc":"Node."},{"name":"labels","type":{"type":"map","valu'
    'es":"string"},"doc":"Labels to set; they win over announced ones.","default"'
    ':{}},{"name":"labels_removed","type":{"type":"array","items":"string"},"doc"'
    ':"Labels set before that no longer hold, sorted.","default":[]},{"name":"tai'
    'nts","type":{"type":"array","items":"string"},"doc":"Taints to set, sorted."'
    ',"default":[]},{"name":"taints_removed","type":{"type":"array","items":"stri'
    'ng"},"doc":"Taints set before that no longer hold, sorted.","default":[]},{"'
    'name":"requested_by","type":"string","doc":"Operator."}],"namespace":"muster'
    '.operator_commands"},{"type":"record","name":"ScheduleMaintenance","doc":"Cl'
    'ose the node for a time; takes the place of a window that has not begun.","f'
    'ields":[{"name":"node_id","type":"string","doc":"Node."},{"name":"starts_at_'
    'ms","type":"long","doc":"From when, milliseconds since 1970 UTC."},{"name":"'
    'ends_at_ms","type":"long","doc":"Until when."},{"name":"requested_by","type"'
    ':"string","doc":"Operator."},{"name":"reason","type":"string","doc":"Why.","'
    'default":""}],"namespace":"muster.operator_commands"},{"type":"record","name'
    '":"CancelMaintenance","doc":"Call the node\'s window off, or end it.","fields'
    '":[{"name":"node_id","type":"string","doc":"Node."},{"name":"requested_by","'
    'type":"string","doc":"Operator."}],"namespace":"muster.operator_commands"},{'
    '"type":"record","name":"ActivatePolicy","doc":"Decide by this policy from no'
    'w on.","fields":[{"name":"policy","type":{"type":"record","name":"Policy","d'
    'oc":"Knobs that change decisions; a change is an event, so it replays.","fie'
    'lds":[{"name":"name","type":"string","doc":"For people."},{"name":"head_pati'
    'ence_ms","type":"long","doc":"A blocked head of line is passed freely for th'
    'is long; then nodes are reserved for it."},{"name":"head_hold_ms","type":"lo'
    'ng","doc":"Nodes reserved for it are kept this long beyond the time it shoul'
    'd have started at."},{"name":"attempts_lost_max","type":"int","doc":"Attempt'
    's lost with their nodes before the job fails."},{"name":"workload_shapes_max'
    '","type":"int","doc":"Shapes remembered for the fragmentation score."},{"nam'
    'e":"jobs_ended_kept_max","type":"int","doc":"Ended jobs remembered for dedup'
    'lication."},{"name":"share_window_ms","type":"long","doc":"Usage older than '
    'this is forgotten.","default":2592000000},{"name":"share_half_life_ms","type'
    '":"long","doc":"Usage this old counts half.","default":604800000},{"name":"s'
    'hare_history_percent","type":"int","doc":"Weight of usage over time beside u'
    'sage now, 0 to 10000.","default":100},{"name":"credit_max_ms","type":"long",'
    '"doc":"Burst credit holds at most a guarantee unused for this long; 0 gives '
    'none.","default":86400000},{"name":"model_price_milli","type":{"type":"map",'
    '"values":"long"},"doc":"What an hour of a GPU model counts, thousandths; 100'
    '0 where absent.","default":{}},{"name":"aging_step_ms","type":"long","doc":"'
    "A job that waited this long goes with the next higher tier, and so on; 0 nev"
    'er.","default":86400000},{"name":"reclaim_interval_ms","type":"long","doc":"'
    'Shortest time between two preemption requests for the same lent GPUs.","defa'
    'ult":60000},{"name":"measure_interval_ms","type":"long","doc":"A queue that '
    'changed is measured at most this often.","default":10000},{"name":"resize_in'
    'terval_ms","type":"long","doc":"An elastic job is resized at most this often'
    '.","default":300000},{"name":"defrag_interval_ms","type":"long","doc":"Moves'
    " that would make room for the head of line are looked for at most this often"
    '.","default":300000},{"name":"defrag_benefit_percent","type":"int","doc":"Th'
    "ey are carried out when the GPU time that is won is at least this part of wh"
    'at is lost; 0 only proposes.","default":300},{"name":"search_work_per_pass_m'
    'ax","type":"int","doc":"Work that one scheduling pass may spend on searches '
    "in vain: 1 for each, and 1 for every 8 ranks of a gang; the next pass goes o"
    'n.","default":2000},{"name":"topology","type":{"type":"record","name":"Topol'
    'ogyWeights","doc":"What a gang\'s place is worth, per GPU of the gang, by the'
    ' smallest unit that holds it.","fields":[{"name":"nvlink","type":"int","doc"'
    ':"The gang shares an NVLink domain or a node.","default":1000},{"name":"leaf'
    '","type":"int","doc":"It shares a leaf.","default":400},{"name":"spine","typ'
    'e":"int","doc":"It shares a spine.","default":200},{"name":"cell","type":"in'
    't","doc":"It shares a cell.","default":100},{"name":"stranded_gpu","type":"i'
    'nt","doc":"Taken off for each GPU left free beside it that no group like its'
    ' own can use.","default":100}],"namespace":"muster.operator_commands"},"doc"'
    ':"How places of gangs are weighed.","default":{"nvlink":1000,"leaf":400,"spi'
    'ne":200,"cell":100,"stranded_gpu":100}},{"name":"tenants_untrusted","type":{'
    '"type":"array","items":"string"},"doc":"Tenants whose fractions of GPUs alwa'
    'ys get a MIG instance of their own.","default":[]},{"name":"mig_change_inter'
    'val_ms","type":"long","doc":"A GPU is cut into MIG instances, or made whole '
    'again, at most this often.","default":600000},{"name":"mig_geometries","type'
    '":{"type":"array","items":{"type":"record","name":"MigGeometry","doc":"The o'
    'nly way GPUs of a model are cut.","fields":[{"name":"gpu_model","type":"stri'
    'ng","doc":"GPU model."},{"name":"instances","type":{"type":"array","items":{'
    '"type":"record","name":"MigInstance","doc":"One instance.","fields":[{"name"'
    ':"profile","type":"string","doc":"Profile, as in 2g.10gb."},{"name":"start",'
    '"type":"int","doc":"First memory slice."}],"namespace":"muster.operator_comm'
    'ands"}},"doc":"All that may exist on one GPU."}],"namespace":"muster.operato'
    'r_commands"}},"doc":"GPU models that a site cuts in one way only; others as '
    'jobs need it.","default":[]}],"namespace":"muster.operator_commands"},"doc":'
    '"The whole policy."},{"name":"requested_by","type":"string","doc":"Operator.'
    '"}],"namespace":"muster.operator_commands"},{"type":"record","name":"AgentSt'
    'arted","doc":"The agent is up and tells what it runs, so that the scheduler '
    'can reconcile.","subject":"node","fields":[{"name":"node_id","type":"string"'
    ',"doc":"Node."},{"name":"boot_id","type":"string","doc":"Boot."},{"name":"fr'
    'esh","type":"boolean","doc":"True: the agent remembers nothing from before."'
    '},{"name":"order_seq_last","type":"long","doc":"Newest order it has carried '
    'out; -1 when fresh."},{"name":"running","type":{"type":"array","items":{"typ'
    'e":"record","name":"AttemptRef","doc":"One attempt.","fields":[{"name":"job_'
    'id","type":"string","doc":"Job."},{"name":"attempt","type":"int","doc":"Atte'
    'mpt."}],"namespace":"muster.task_events"}},"doc":"Tasks adopted, still runni'
    'ng."}],"namespace":"muster.task_events"},{"type":"record","name":"TaskStarte'
    'd","doc":"All ranks of the task have a process.","subject":"task","fields":['
    '{"name":"node_id","type":"string","doc":"Node."},{"name":"job_id","type":"st'
    'ring","doc":"Job."},{"name":"attempt","type":"int","doc":"Attempt, 1-based."'
    '},{"name":"ranks","type":{"type":"array","items":"int"},"doc":"Ranks on this'
    ' node."}],"namespace":"muster.task_events"},{"type":"record","name":"TaskExi'
    'ted","doc":"No rank of the task runs any more.","subject":"task","fields":[{'
    '"name":"node_id","type":"string","doc":"Node."},{"name":"job_id","type":"str'
    'ing","doc":"Job."},{"name":"attempt","type":"int","doc":"Attempt, 1-based."}'
    ',{"name":"outcome","type":{"type":"enum","name":"TaskOutcome","doc":"How the'
    ' task ended.","symbols":["SUCCEEDED","FAILED","STOPPED","TIMED_OUT","LOST"],'
    '"default":"LOST","namespace":"muster.task_events"},"doc":"STOPPED: on order.'
    ' TIMED_OUT: its wall time. LOST: its processes vanished."},{"name":"exits","'
    'type":{"type":"array","items":{"type":"record","name":"RankExit","doc":"How '
    'one rank ended.","fields":[{"name":"rank","type":"int","doc":"Rank."},{"name'
    '":"exit_code","type":["null","int"],"doc":"Exit code.","default":null},{"nam'
    'e":"signal","type":["null","int"],"doc":"Signal that ended it.","default":nu'
    'll}],"namespace":"muster.task_events"}},"doc":"Per rank."},{"name":"message"'
    ',"type":"string","doc":"For people: the first failing rank and why.","defaul'
    't":""}],"namespace":"muster.task_events"},{"type":"record","name":"TaskRefus'
    'ed","doc":"An order was not carried out.","subject":"task","fields":[{"name"'
    ':"node_id","type":"string","doc":"Node."},{"name":"job_id","type":"string","'
    'doc":"Job."},{"name":"attempt","type":"int","doc":"Attempt, 1-based."},{"nam'
    'e":"epoch","type":"long","doc":"Epoch of the order."},{"name":"order_seq","t'
    'ype":"long","doc":"Order."},{"name":"reason","type":{"type":"enum","name":"R'
    'efusalReason","doc":"Why.","symbols":["STALE_EPOCH","GPU_BUSY","UNKNOWN_GPU"'
    ',"FILES_UNAVAILABLE","CANNOT_START","FILES_INVALID"],"default":"CANNOT_START'
    '","namespace":"muster.task_events"},"doc":"Why."},{"name":"message","type":"'
    'string","doc":"For people.","default":""}],"namespace":"muster.task_events"}'
    ',{"type":"record","name":"CheckpointSaved","doc":"A checkpoint is safe in S3'
    '.","subject":"task","fields":[{"name":"node_id","type":"string","doc":"Node.'
    '"},{"name":"job_id","type":"string","doc":"Job."},{"name":"attempt","type":"'
    'int","doc":"Attempt, 1-based."},{"name":"rank","type":"int","doc":"Rank that'
    ' wrote it."},{"name":"file","type":"string","doc":"File name."},{"name":"uri'
    '","type":"string","doc":"s3://bucket/key."},{"name":"sha256","type":"string"'
    ',"doc":"Of the bytes."},{"name":"size_bytes","type":"long","doc":"Size."}],"'
    'namespace":"muster.task_events"},{"type":"record","name":"NodeJoined","doc":'
    '"A node is known, or came back with other hardware.","subject":"node","field'
    's":[{"name":"node_id","type":"string","doc":"Node."},{"name":"boot_id","type'
    '":"string","doc":"Boot of its agent."},{"name":"address","type":"string","do'
    'c":"Address."},{"name":"port_first","type":"int","doc":"First rendezvous por'
    't."},{"name":"port_count","type":"int","doc":"How many."},{"name":"cpu_milli'
    '","type":"long","doc":"CPU."},{"name":"memory_mib","type":"long","doc":"Memo'
    'ry."},{"name":"gpu_model","type":"string","doc":"Model."},{"name":"gpu_memor'
    'y_mib","type":"long","doc":"Memory of each GPU, MiB; 0 when unknown.","defau'
    'lt":0},{"name":"gpu_count","type":"int","doc":"GPUs."},{"name":"executor","t'
    'ype":{"type":"enum","name":"Executor","doc":"How ranks run.","symbols":["PRO'
    'CESS","SIMULATED"],"default":"SIMULATED","namespace":"muster.node_heartbeats'
    '"},"doc":"How ranks run."},{"name":"lease_ms","type":"long","doc":"Lease."},'
    '{"name":"interval_ms","type":"long","doc":"Heartbeat interval."},{"name":"la'
    'bels","type":{"type":"map","values":"string"},"doc":"Labels.","default":{}},'
    '{"name":"location","type":{"type":"record","name":"Location","doc":"A node\'s'
    " place in the network: each name is a unit within the next one; empty is unk"
    'nown.","fields":[{"name":"nvlink_domain","type":"string","doc":"NVLink domai'
    'n larger than the node; empty: the node is one by itself.","default":""},{"n'
    'ame":"leaf","type":"string","doc":"InfiniBand leaf switch.","default":""},{"'
    'name":"spine","type":"string","doc":"Spine, or pod of leaves.","default":""}'
    ',{"name":"cell","type":"string","doc":"Part of the network above the spines.'
    '","default":""}],"namespace":"muster.node_heartbeats"},"doc":"Where it is in'
    ' the network.","default":{"nvlink_domain":"","leaf":"","spine":"","cell":""}'
    '},{"name":"taints","type":{"type":"array","items":"string"},"doc":"Only jobs'
    ' that tolerate all of them are placed here; sorted.","default":[]},{"name":"'
    'sandbox","type":{"type":"enum","name":"Sandbox","doc":"What keeps jobs apart'
    ' from the rest of a machine.","symbols":["NONE","NAMESPACES","BUBBLEWRAP"],"'
    'default":"NONE","namespace":"muster.node_heartbeats"},"doc":"What keeps jobs'
    ' apart there.","default":"NONE"},{"name":"enforces","type":{"type":"array","'
    'items":{"type":"enum","name":"Enforced","doc":"What a node holds jobs to.","'
    'symbols":["MEMORY","MEMORY_MEASURED","CPU","PROCESSES","OPEN_FILES","DEVICES'
    '","UNKNOWN"],"default":"UNKNOWN","namespace":"muster.node_heartbeats"}},"doc'
    '":"What it holds jobs to.","default":[]}],"namespace":"muster.job_events"},{'
    '"type":"record","name":"NodeSuspected","doc":"Two beats missed: nothing new '
    'goes there; what runs goes on.","subject":"node","fields":[{"name":"node_id"'
    ',"type":"string","doc":"Node."},{"name":"silent_ms","type":"long","doc":"Tim'
    'e since its last beat."}],"namespace":"muster.job_events"},{"type":"record",'
    '"name":"NodeRecovered","doc":"The node\'s heartbeats arrive again.","subject"'
    ':"node","fields":[{"name":"node_id","type":"string","doc":"Node."}],"namespa'
    'ce":"muster.job_events"},{"type":"record","name":"NodeLost","doc":"The lease'
    ' ran out: its attempts are given up.","subject":"node","fields":[{"name":"no'
    'de_id","type":"string","doc":"Node."},{"name":"silent_ms","type":"long","doc'
    '":"Time since its last beat."}],"namespace":"muster.job_events"},{"type":"re'
    'cord","name":"NodeForgotten","doc":"The node was lost for so long that nothi'
    'ng is kept of it; if it is heard again, it joins anew.","subject":"node","fi'
    'elds":[{"name":"node_id","type":"string","doc":"Node."},{"name":"lost_ms","t'
    'ype":"long","doc":"Time since the leader knew it as lost."}],"namespace":"mu'
    'ster.job_events"},{"type":"record","name":"NodeRefused","doc":"Heartbeats th'
    'at bear this name are invalid and are ignored. Said once by each leader.","s'
    'ubject":"node","fields":[{"name":"node_id","type":"string","doc":"The name t'
    'hey bear; at most 128 characters, control characters escaped."},{"name":"mes'
    'sage","type":"string","doc":"Field, value and what is allowed."}],"namespace'
    '":"muster.job_events"},{"type":"record","name":"NodeRelocated","doc":"The ne'
    'twork around the node has changed; what runs there goes on.","subject":"node'
    '","fields":[{"name":"node_id","type":"string","doc":"Node."},{"name":"locati'
    'on","type":"muster.node_heartbeats.Location","doc":"Where it is now."}],"nam'
    'espace":"muster.job_events"},{"type":"record","name":"GpuUnhealthy","doc":"N'
    'othing new goes on this GPU.","subject":"node","fields":[{"name":"node_id","'
    'type":"string","doc":"Node."},{"name":"gpu_index","type":"int","doc":"GPU."}'
    ',{"name":"reason","type":"string","doc":"Why."}],"namespace":"muster.job_eve'
    'nts"},{"type":"record","name":"GpuRecovered","doc":"The GPU is healthy again'
    '.","subject":"node","fields":[{"name":"node_id","type":"string","doc":"Node.'
    '"},{"name":"gpu_index","type":"int","doc":"GPU."}],"namespace":"muster.job_e'
    'vents"},{"type":"record","name":"CommandInvalid","doc":"A command that was t'
    "urned away before it was sequenced; `code` and `message` say why (ADR 4, 55)"
    '.","fields":[{"name":"command_id","type":"string","doc":"event_id of the com'
    'mand."},{"name":"command","type":"string","doc":"Its record name."},{"name":'
    '"subject","type":"string","doc":"Job, queue or node."},{"name":"tenant","typ'
    'e":"string","doc":"Tenant."},{"name":"code","type":{"type":"enum","name":"Re'
    'jectionCode","aliases":["muster.job_events.RejectionCode"],"doc":"Kinds of r'
    'efusal, the same for all services; each has its HTTP status.","symbols":["IN'
    'VALID","ALREADY_EXISTS","NOT_FOUND","WRONG_STATE","IMPOSSIBLE_REQUEST","UNKN'
    'OWN_QUEUE","QUEUE_NOT_EMPTY","FORBIDDEN","QUOTA_EXCEEDED","BAD_TREE"],"defau'
    'lt":"FORBIDDEN","namespace":"muster.command_answers"},"doc":"Kind of refusal'
    ': it breaks a rule, or its sender may not send it.","default":"INVALID"},{"n'
    'ame":"message","type":"string","doc":"For people."},{"name":"violations","ty'
    'pe":{"type":"array","items":{"type":"record","name":"Violation","aliases":["'
    'muster.job_events.Violation"],"doc":"One thing wrong with a request.","field'
    's":[{"name":"field","type":"string","doc":"Path of the field."},{"name":"val'
    'ue","type":"string","doc":"What was given, shortened."},{"name":"allowed","t'
    'ype":"string","doc":"What is allowed."}],"namespace":"muster.command_answers'
    '"}},"doc":"Field by field."}],"namespace":"muster.scheduler_log"},{"type":"r'
    'ecord","name":"LeaderElected","doc":"First input of an epoch.","fields":[{"n'
    'ame":"epoch","type":"long","doc":"Epoch."},{"name":"leader_id","type":"strin'
    'g","doc":"Process that leads."}],"namespace":"muster.scheduler_log"},{"type"'
    ':"record","name":"ClockTicked","doc":"A deadline of the core has passed.","f'
    'ields":[],"namespace":"muster.scheduler_log"}],"doc":"What came in."}],"name'
    'space":"muster.scheduler_log"}},"doc":"In order."},{"name":"decisions","type'
    '":{"type":"array","items":{"type":"record","name":"Decision","doc":"One cons'
    'equence.","fields":[{"name":"event_id","type":"string","doc":"The same as in'
    ' the public topic."},{"name":"cause_seq","type":"long","doc":"seq of the inp'
    'ut it follows from."},{"name":"payload","type":[{"type":"record","name":"Com'
    'mandRejected","aliases":["muster.job_events.CommandRejected"],"doc":"A comma'
    'nd that will not be carried out, and why.","subject":"command","fields":[{"n'
    'ame":"command_id","type":"string","doc":"event_id of the command."},{"name":'
    '"command","type":"string","doc":"Its record name."},{"name":"subject","type"'
    ':"string","doc":"What it was about: a job, queue, node, or another entity of'
    ' the service."},{"name":"tenant","type":"string","doc":"Tenant."},{"name":"c'
    'ode","type":"muster.command_answers.RejectionCode","doc":"Kind of refusal."}'
    ',{"name":"detail_code","type":"string","doc":"The service\'s own, finer code;'
    ' its README lists them. Empty: `code` says all.","default":""},{"name":"mess'
    'age","type":"string","doc":"For people."},{"name":"violations","type":{"type'
    '":"array","items":"muster.command_answers.Violation"},"doc":"Field by field.'
    '","default":[]}],"namespace":"muster.command_answers"},{"type":"record","nam'
    'e":"CommandRepeated","aliases":["muster.job_events.CommandRepeated"],"doc":"'
    'A command that was carried out before came again; nothing changed.","subject'
    '":"command","fields":[{"name":"command_id","type":"string","doc":"event_id o'
    'f the command."},{"name":"command","type":"string","doc":"Its record name."}'
    ',{"name":"subject","type":"string","doc":"What it was about."}],"namespace":'
    '"muster.command_answers"},{"type":"record","name":"JobQueued","doc":"The job'
    ' is accepted and waits.","subject":"job","fields":[{"name":"job_id","type":"'
    'string","doc":"Job."},{"name":"tenant","type":"string","doc":"Tenant."},{"na'
    'me":"spec","type":"muster.job_commands.JobSpec","doc":"As accepted."},{"name'
    '":"predicted_p50_ms","type":["null","long"],"doc":"Predicted median run time'
    ' of an attempt; null: unknown.","default":null},{"name":"predicted_p90_ms","'
    'type":["null","long"],"doc":"Predicted 90th percentile of the run time; null'
    ': unknown.","default":null}],"namespace":"muster.job_events"},{"type":"recor'
    'd","name":"JobPending","doc":"Why the job is not placed; sent when the reaso'
    'n changes.","subject":"job","fields":[{"name":"job_id","type":"string","doc"'
    ':"Job."},{"name":"code","type":{"type":"enum","name":"PendingCode","doc":"St'
    'able codes for why a job waits.","symbols":["NO_NODES","MODEL_ABSENT","TOO_L'
    'ARGE","CLUSTER_TOO_SMALL","GPUS_BUSY","GPUS_FRAGMENTED","FRACTIONS_FRAGMENTE'
    'D","CPU_SHORT","MEMORY_SHORT","NODES_UNSCHEDULABLE","LABELS_ABSENT","TAINTS_'
    'UNTOLERATED","GPU_MEMORY_SHORT","SANDBOX_ABSENT","NODES_AVOIDED","MAINTENANC'
    'E_AHEAD","GANG_SHORT","TOPOLOGY_SHORT","HELD_FOR_HEAD","NODES_RESERVED","RET'
    'RY_BACKOFF","SUSPENDED","QUEUED","QUOTA_EXHAUSTED","JOB_LIMIT","GEOMETRY_FRO'
    'ZEN"],"default":"QUEUED","namespace":"muster.job_events"},"doc":"The one dom'
    'inant reason."},{"name":"message","type":"string","doc":"One sentence."},{"n'
    'ame":"counts","type":{"type":"map","values":"long"},"doc":"Numbers behind it'
    '.","default":{}}],"namespace":"muster.job_events"},{"type":"record","name":"'
    'PreemptionRequested","doc":"A job or a reservation is due GPUs that others h'
    'old; who yields is decided elsewhere.","subject":"plan","fields":[{"name":"j'
    'ob_id","type":"string","doc":"Job; empty where a reservation is due them."},'
    '{"name":"cause","type":{"type":"enum","name":"PreemptionCause","doc":"What e'
    'ntitles it.","symbols":["GUARANTEE","TIER","RESERVATION"],"default":"TIER","'
    'namespace":"muster.job_events"},"doc":"What entitles it."},{"name":"queue","'
    'type":"string","doc":"Its queue."},{"name":"tenant","type":"string","doc":"T'
    'enant."},{"name":"jobs","type":"int","doc":"Number of equal jobs of its queu'
    'e, this one included, that are due the resources they request.","default":1}'
    ',{"name":"gpu_milli_missing","type":"long","doc":"Thousandths of GPU that th'
    'ey wait for."},{"name":"gpu_models","type":{"type":"array","items":"string"}'
    ',"doc":"Models it accepts, sorted; empty for any.","default":[]},{"name":"bo'
    'rrowers","type":{"type":"array","items":{"type":"record","name":"Borrower","'
    'doc":"A queue beyond its guarantee.","fields":[{"name":"queue","type":"strin'
    'g","doc":"Name."},{"name":"tenant","type":"string","doc":"Tenant."},{"name":'
    '"gpu_milli_borrowed","type":"long","doc":"Beyond its guarantee, thousandths '
    'of GPU."}],"namespace":"muster.job_events"}},"doc":"Queues that hold lent GP'
    'Us, most first.","default":[]},{"name":"as_of_seq","type":"long","doc":"Stat'
    'e of the log that this is true of."},{"name":"reservation","type":"string","'
    'doc":"Reservation that has begun; empty where a job is due them.","default":'
    '""},{"name":"holders","type":{"type":"array","items":"string"},"doc":"Jobs t'
    'hat still hold its nodes, sorted; never production inference.","default":[]}'
    '],"namespace":"muster.job_events"},{"type":"record","name":"ReservationMade"'
    ',"doc":"Nodes are kept for the job that heads the line and does not fit; tak'
    'es the place of its last one.","subject":"plan","fields":[{"name":"job_id","'
    'type":"string","doc":"Job."},{"name":"node_ids","type":{"type":"array","item'
    's":"string"},"doc":"Reserved: other jobs may be placed there only if they ar'
    'e predicted to end before starts_at_ms."},{"name":"starts_at_ms","type":["nu'
    'll","long"],"doc":"When the nodes are predicted to have room for it; null: u'
    'nknown.","default":null},{"name":"kept_until_ms","type":"long","doc":"When, '
    'the job not started, nodes are chosen anew."},{"name":"by_limits","type":"bo'
    'olean","doc":"Whether only wall-time limits were used to predict, because an'
    ' earlier reservation of the job was not kept.","default":false}],"namespace"'
    ':"muster.job_events"},{"type":"record","name":"ReservationReleased","doc":"T'
    'he nodes reserved for a job are released.","subject":"plan","fields":[{"name'
    '":"job_id","type":"string","doc":"Job."},{"name":"reason","type":{"type":"en'
    'um","name":"ReleaseReason","doc":"Why.","symbols":["STARTED","NO_LONGER_WAIT'
    'S","NO_LONGER_HEAD","IN_VAIN"],"default":"NO_LONGER_WAITS","namespace":"must'
    'er.job_events"},"doc":"Why."},{"name":"again_at_ms","type":["null","long"],"'
    'doc":"When nodes are kept for it again, as it still heads the line; null: no'
    't for this reason.","default":null}],"namespace":"muster.job_events"},{"type'
    '":"record","name":"DefragmentationProposed","doc":"Moves of running jobs tha'
    't would let a job start that free GPUs in all suffice for.","subject":"plan"'
    ',"fields":[{"name":"job_id","type":"string","doc":"The job that would start.'
    '"},{"name":"moves","type":{"type":"array","items":{"type":"record","name":"M'
    'ove","doc":"One job that would go on elsewhere.","fields":[{"name":"job_id",'
    '"type":"string","doc":"Job."},{"name":"from_node_ids","type":{"type":"array"'
    ',"items":"string"},"doc":"Where it is, sorted."},{"name":"to_node_ids","type'
    '":{"type":"array","items":"string"},"doc":"Where it would go, sorted."},{"na'
    'me":"lost_gpu_ms","type":"long","doc":"GPU milliseconds: its GPUs times what'
    ' it ran since its last checkpoint, and a restart."}],"namespace":"muster.job'
    '_events"}},"doc":"By job."},{"name":"cost_gpu_ms","type":"long","doc":"GPU m'
    'illiseconds that all moves lose."},{"name":"benefit_gpu_ms","type":"long","d'
    'oc":"GPU milliseconds that the job would have sooner: its GPUs times the wai'
    't it is spared."},{"name":"carried_out","type":"boolean","doc":"The moves be'
    'gin now."}],"namespace":"muster.job_events"},{"type":"record","name":"GangBo'
    'und","doc":"Every rank has its place; orders to start are in the same transa'
    'ction.","subject":"job","fields":[{"name":"job_id","type":"string","doc":"Jo'
    'b."},{"name":"attempt","type":"int","doc":"Attempt."},{"name":"placements","'
    'type":{"type":"array","items":{"type":"record","name":"RankPlacement","doc":'
    '"Where one rank runs.","fields":[{"name":"rank","type":"int","doc":"Rank."},'
    '{"name":"node_id","type":"string","doc":"Node."},{"name":"gpu_indices","type'
    '":{"type":"array","items":"int"},"doc":"GPUs."},{"name":"gpu_milli","type":"'
    'int","doc":"Thousandths of each."},{"name":"sharing","type":{"type":"enum","'
    'name":"Sharing","doc":"How a rank shares its GPUs: not; inside its team by M'
    'PS or in turns; by a MIG instance.","symbols":["EXCLUSIVE","MPS","TIME_SLICI'
    'NG","MIG"],"default":"EXCLUSIVE","namespace":"muster.node_commands"},"doc":"'
    'Who else may be on them.","default":"EXCLUSIVE"},{"name":"mig_profile","type'
    '":["null","string"],"doc":"Profile of the MIG instance it gets.","default":n'
    'ull},{"name":"mig_start","type":["null","int"],"doc":"First memory slice of '
    'that instance.","default":null}],"namespace":"muster.job_events"}},"doc":"On'
    'e per rank."},{"name":"master_address","type":"string","doc":"Rank 0\'s addre'
    'ss."},{"name":"master_port","type":"int","doc":"Rendezvous port."},{"name":"'
    'waited_ms","type":"long","doc":"Since the job was last queued."},{"name":"re'
    'ason","type":"string","doc":"Why there.","default":""},{"name":"tenant","typ'
    'e":"string","doc":"Whose job it is.","default":""},{"name":"queue","type":"s'
    'tring","doc":"The job\'s queue.","default":""},{"name":"each","type":["null",'
    '{"type":"record","name":"RankShape","doc":"What each rank of a gang holds on'
    ' its node, besides the GPUs of its placement.","fields":[{"name":"cpu_milli"'
    ',"type":"long","doc":"Thousandths of a CPU core."},{"name":"memory_mib","typ'
    'e":"long","doc":"Host memory."},{"name":"gpu_models","type":{"type":"array",'
    '"items":"string"},"doc":"GPU models it would accept, sorted; empty: any.","d'
    'efault":[]},{"name":"sharing_key","type":"string","doc":"Ranks with the same'
    " key share GPUs (a trust domain and a way of sharing); `mig`: a MIG instance"
    ' of its own; empty: not shared.","default":""}],"namespace":"muster.job_even'
    'ts"}],"doc":"What each rank holds; null: an earlier version wrote it.","defa'
    'ult":null}],"namespace":"muster.job_events"},{"type":"record","name":"JobSta'
    'rted","doc":"All ranks run.","subject":"job","fields":[{"name":"job_id","typ'
    'e":"string","doc":"Job."},{"name":"attempt","type":"int","doc":"Attempt."}],'
    '"namespace":"muster.job_events"},{"type":"record","name":"JobResizing","doc"'
    ':"An elastic job stops, to go on at once with another number of ranks.","sub'
    'ject":"job","fields":[{"name":"job_id","type":"string","doc":"Job."},{"name"'
    ':"attempt","type":"int","doc":"The attempt that stops."},{"name":"ranks_from'
    '","type":"int","doc":"Its ranks."},{"name":"ranks_to","type":"int","doc":"Ra'
    'nks of the next one, or fewer where they no longer fit."},{"name":"reason","'
    'type":"string","doc":"Why."}],"namespace":"muster.job_events"},{"type":"reco'
    'rd","name":"JobMoving","doc":"A job stops, to go on at once on other nodes, '
    'so that another has room.","subject":"job","fields":[{"name":"job_id","type"'
    ':"string","doc":"Job."},{"name":"attempt","type":"int","doc":"The attempt th'
    'at stops."},{"name":"placements","type":{"type":"array","items":"muster.job_'
    'events.RankPlacement"},"doc":"Where it is to go on, in rank order; elsewhere'
    ', where that is gone."},{"name":"reason","type":"string","doc":"Why."}],"nam'
    'espace":"muster.job_events"},{"type":"record","name":"JobStopping","doc":"Ra'
    'nks have been ordered to stop.","subject":"job","fields":[{"name":"job_id","'
    'type":"string","doc":"Job."},{"name":"attempt","type":"int","doc":"Attempt."'
    '},{"name":"reason","type":"string","doc":"Why."},{"name":"requeues","type":"'
    'boolean","doc":"It waits again once it has stopped, and the attempt counts n'
    'either as failed nor as lost.","default":false}],"namespace":"muster.job_eve'
    'nts"},{"type":"record","name":"AttemptEnded","doc":"An attempt is over on ev'
    'ery node and its GPUs are free.","subject":"job","fields":[{"name":"job_id",'
    '"type":"string","doc":"Job."},{"name":"attempt","type":"int","doc":"Attempt.'
    '"},{"name":"outcome","type":{"type":"enum","name":"AttemptOutcome","doc":"Ho'
    'w.","symbols":["SUCCEEDED","FAILED","STOPPED","TIMED_OUT","LOST","REFUSED"],'
    '"default":"REFUSED","namespace":"muster.job_events"},"doc":"How."},{"name":"'
    'exit_code","type":["null","int"],"doc":"Of the first failing rank.","default'
    '":null},{"name":"signal","type":["null","int"],"doc":"Of the first failing r'
    'ank.","default":null},{"name":"rank","type":["null","int"],"doc":"First fail'
    'ing rank.","default":null},{"name":"node_id","type":["null","string"],"doc":'
    '"Its node.","default":null},{"name":"message","type":"string","doc":"For peo'
    'ple.","default":""},{"name":"ran_ms","type":"long","doc":"From bind to end."'
    '}],"namespace":"muster.job_events"},{"type":"record","name":"JobRequeued","d'
    'oc":"The job waits again.","subject":"job","fields":[{"name":"job_id","type"'
    ':"string","doc":"Job."},{"name":"attempt_next","type":"int","doc":"Number of'
    ' the next attempt."},{"name":"reason","type":"string","doc":"Why."},{"name":'
    '"not_before_ms","type":"long","doc":"Earliest time of the next attempt."}],"'
    'namespace":"muster.job_events"},{"type":"record","name":"JobSucceeded","doc"'
    ':"Every rank ended with exit code 0.","subject":"job","fields":[{"name":"job'
    '_id","type":"string","doc":"Job."},{"name":"attempt","type":"int","doc":"Att'
    'empt."}],"namespace":"muster.job_events"},{"type":"record","name":"JobFailed'
    '","doc":"The job is over and did not succeed.","subject":"job","fields":[{"n'
    'ame":"job_id","type":"string","doc":"Job."},{"name":"attempt","type":"int","'
    'doc":"Attempt."},{"name":"reason","type":"string","doc":"Why."},{"name":"exi'
    't_code","type":["null","int"],"doc":"Of the first failing rank.","default":n'
    'ull}],"namespace":"muster.job_events"},{"type":"record","name":"JobCancelled'
    '","doc":"The job was cancelled and nothing of it runs.","subject":"job","fie'
    'lds":[{"name":"job_id","type":"string","doc":"Job."},{"name":"requested_by",'
    '"type":"string","doc":"Who asked."},{"name":"reason","type":"string","doc":"'
    'Why."}],"namespace":"muster.job_events"},{"type":"record","name":"JobSuspend'
    'ed","doc":"The job was suspended and nothing of it runs.","subject":"job","f'
    'ields":[{"name":"job_id","type":"string","doc":"Job."},{"name":"requested_by'
    '","type":"string","doc":"Who asked."},{"name":"reason","type":"string","doc"'
    ':"Why."}],"namespace":"muster.job_events"},{"type":"record","name":"JobResum'
    'ed","doc":"A suspended job waits again.","subject":"job","fields":[{"name":"'
    'job_id","type":"string","doc":"Job."},{"name":"requested_by","type":"string"'
    ',"doc":"Who asked."}],"namespace":"muster.job_events"},{"type":"record","nam'
    'e":"CheckpointRecorded","doc":"The next attempt will start from this.","subj'
    'ect":"job","fields":[{"name":"job_id","type":"string","doc":"Job."},{"name":'
    '"attempt","type":"int","doc":"Attempt."},{"name":"rank","type":"int","doc":"'
    'Rank that wrote it."},{"name":"file","type":"string","doc":"File name."},{"n'
    'ame":"uri","type":"string","doc":"Where."},{"name":"sha256","type":"string",'
    '"doc":"Of the bytes."},{"name":"size_bytes","type":"long","doc":"Size."}],"n'
    'amespace":"muster.job_events"},"muster.job_events.NodeJoined","muster.job_ev'
    'ents.NodeSuspected","muster.job_events.NodeRecovered","muster.job_events.Nod'
    'eLost","muster.job_events.NodeForgotten","muster.job_events.NodeRefused",{"t'
    'ype":"record","name":"NodeCordoned","doc":"Nothing new goes there.","subject'
    '":"node","fields":[{"name":"node_id","type":"string","doc":"Node."},{"name":'
    '"requested_by","type":"string","doc":"Who."},{"name":"reason","type":"string'
    '","doc":"Why."}],"namespace":"muster.job_events"},{"type":"record","name":"N'
    'odeUncordoned","doc":"Work goes there again.","subject":"node","fields":[{"n'
    'ame":"node_id","type":"string","doc":"Node."},{"name":"requested_by","type":'
    '"string","doc":"Who."}],"namespace":"muster.job_events"},{"type":"record","n'
    'ame":"NodeDraining","doc":"Nothing new is placed on the node, and what runs '
    'there is moved.","subject":"node","fields":[{"name":"node_id","type":"string'
    '","doc":"Node."},{"name":"requested_by","type":"string","doc":"Operator."},{'
    '"name":"reason","type":"string","doc":"Why.","default":""}],"namespace":"mus'
    'ter.job_events"},{"type":"record","name":"NodeUndrained","doc":"Work may be '
    'placed on the node again.","subject":"node","fields":[{"name":"node_id","typ'
    'e":"string","doc":"Node."},{"name":"requested_by","type":"string","doc":"Ope'
    'rator."}],"namespace":"muster.job_events"},{"type":"record","name":"NodeTagg'
    'ed","doc":"What operators say of the node, beside what it announces, from no'
    'w on.","subject":"node","fields":[{"name":"node_id","type":"string","doc":"N'
    'ode."},{"name":"labels","type":{"type":"map","values":"string"},"doc":"Label'
    's; they win over announced ones.","default":{}},{"name":"taints","type":{"ty'
    'pe":"array","items":"string"},"doc":"Taints, sorted.","default":[]},{"name":'
    '"requested_by","type":"string","doc":"Operator."}],"namespace":"muster.job_e'
    'vents"},{"type":"record","name":"MaintenanceScheduled","doc":"The node will '
    "be closed for a time: only work that is predicted to end before is placed th"
    'ere.","subject":"node","fields":[{"name":"node_id","type":"string","doc":"No'
    'de."},{"name":"starts_at_ms","type":"long","doc":"From when, milliseconds si'
    'nce 1970 UTC."},{"name":"ends_at_ms","type":"long","doc":"Until when."},{"na'
    'me":"requested_by","type":"string","doc":"Operator."},{"name":"reason","type'
    '":"string","doc":"Why.","default":""}],"namespace":"muster.job_events"},{"ty'
    'pe":"record","name":"MaintenanceStarted","doc":"The node\'s window has begun:'
    ' it is closed, and what still runs there is moved.","subject":"node","fields'
    '":[{"name":"node_id","type":"string","doc":"Node."}],"namespace":"muster.job'
    '_events"},{"type":"record","name":"MaintenanceEnded","doc":"The node\'s windo'
    'w is over, or was called off.","subject":"node","fields":[{"name":"node_id",'
    '"type":"string","doc":"Node."},{"name":"requested_by","type":["null","string'
    '"],"doc":"Operator who called it off; null: its time was over.","default":nu'
    'll}],"namespace":"muster.job_events"},"muster.job_events.NodeRelocated","mus'
    'ter.job_events.GpuUnhealthy","muster.job_events.GpuRecovered",{"type":"recor'
    'd","name":"GpuGeometryChanged","doc":"An empty GPU was cut, to take MIG inst'
    'ances and nothing else, or made whole again.","subject":"node","fields":[{"n'
    'ame":"node_id","type":"string","doc":"Node."},{"name":"gpu_index","type":"in'
    't","doc":"GPU."},{"name":"cut","type":"boolean","doc":"True: MIG mode. False'
    ': whole."},{"name":"for_job_id","type":"string","doc":"The waiting job that '
    'needed it."}],"namespace":"muster.job_events"},{"type":"record","name":"Queu'
    'eCreated","doc":"A queue exists.","subject":"queue","fields":[{"name":"queue'
    '","type":"string","doc":"Name."},{"name":"tenant","type":"string","doc":"Ten'
    'ant."},{"name":"description","type":"string","doc":"For people."},{"name":"r'
    'equested_by","type":"string","doc":"Who."},{"name":"settings","type":["null"'
    ',"muster.queue_commands.QueueSettings"],"doc":"Shares and limits; null for n'
    'one.","default":null}],"namespace":"muster.job_events"},{"type":"record","na'
    'me":"QueueConfigured","doc":"A queue has other shares and limits.","subject"'
    ':"queue","fields":[{"name":"queue","type":"string","doc":"Name."},{"name":"t'
    'enant","type":"string","doc":"Tenant."},{"name":"settings","type":"muster.qu'
    'eue_commands.QueueSettings","doc":"All of them."},{"name":"requested_by","ty'
    'pe":"string","doc":"Who."}],"namespace":"muster.job_events"},{"type":"record'
    '","name":"QueueMeasured","doc":"What a queue and those below it use, and wha'
    't is due to it; sent when it changed, now and then.","subject":"queue","fiel'
    'ds":[{"name":"queue","type":"string","doc":"Name."},{"name":"tenant","type":'
    '"string","doc":"Tenant."},{"name":"gpu_milli_used","type":"long","doc":"Held'
    ', thousandths of GPU."},{"name":"gpu_milli_used_by_model","type":{"type":"ma'
    'p","values":"long"},"doc":"Per model."},{"name":"cpu_milli_used","type":"lon'
    'g","doc":"Held, thousandths of a core."},{"name":"memory_mib_used","type":"l'
    'ong","doc":"Held, MiB."},{"name":"gpu_milli_borrowed","type":"long","doc":"O'
    'f what is used, beyond the guarantee."},{"name":"gpu_milli_lent","type":"lon'
    'g","doc":"Of the guarantee, unused: others may have it."},{"name":"share_ppm'
    '","type":"long","doc":"Dominant part of the cluster that it holds now, milli'
    'onths."},{"name":"share_due_ppm","type":"long","doc":"Part of the cluster du'
    'e to it by weight among its busy neighbours, millionths."},{"name":"usage_gp'
    'u_ms","type":"long","doc":"Weighted usage over the window: GPU milliseconds '
    'at model price, decayed."},{"name":"credit_gpu_ms","type":"long","doc":"Burs'
    't credit, the same unit."},{"name":"jobs_running","type":"int","doc":"Jobs t'
    'hat hold GPUs."},{"name":"jobs_pending","type":"int","doc":"Jobs that wait."'
    '}],"namespace":"muster.job_events"},{"type":"record","name":"QueueDeleted","'
    'doc":"A queue is gone.","subject":"queue","fields":[{"name":"queue","type":"'
    'string","doc":"Name."},{"name":"tenant","type":"string","doc":"Tenant."},{"n'
    'ame":"requested_by","type":"string","doc":"Who."}],"namespace":"muster.job_e'
    'vents"},{"type":"record","name":"CapacityReserved","doc":"Nodes are reserved'
    ' for a queue.","subject":"reservation","fields":[{"name":"reservation","type'
    '":"string","doc":"Name."},{"name":"tenant","type":"string","doc":"Tenant."},'
    '{"name":"queue","type":"string","doc":"Whose jobs may be placed there, and t'
    'hose of the queues below it."},{"name":"gpu_model","type":"string","doc":"GP'
    'U model of the nodes."},{"name":"gpu_count","type":"int","doc":"GPUs of the '
    'nodes together."},{"name":"node_ids","type":{"type":"array","items":"string"'
    '},"doc":"Sorted. Until it starts, other jobs are placed there only if they a'
    're predicted to end before."},{"name":"starts_at_ms","type":"long","doc":"Fr'
    'om when."},{"name":"ends_at_ms","type":"long","doc":"Until when."},{"name":"'
    'requested_by","type":"string","doc":"Who."}],"namespace":"muster.job_events"'
    '},{"type":"record","name":"CapacityReassigned","doc":"A reservation has othe'
    'r nodes: some of its own were closed or lost.","subject":"reservation","fiel'
    'ds":[{"name":"reservation","type":"string","doc":"Name."},{"name":"tenant","'
    'type":"string","doc":"Tenant."},{"name":"queue","type":"string","doc":"Whose'
    ' jobs may be placed there, and those of the queues below it."},{"name":"node'
    '_ids","type":{"type":"array","items":"string"},"doc":"All of them now, sorte'
    'd."},{"name":"reason","type":"string","doc":"Why."}],"namespace":"muster.job'
    '_events"},{"type":"record","name":"CapacityReservationStarted","doc":"From n'
    'ow on only jobs of the queue may be placed on the nodes.","subject":"reserva'
    'tion","fields":[{"name":"reservation","type":"string","doc":"Name."},{"name"'
    ':"tenant","type":"string","doc":"Tenant."},{"name":"queue","type":"string","'
    'doc":"Whose jobs may be placed there, and those of the queues below it."}],"'
    'namespace":"muster.job_events"},{"type":"record","name":"CapacityReservation'
    'Ended","doc":"The nodes are released.","subject":"reservation","fields":[{"n'
    'ame":"reservation","type":"string","doc":"Name."},{"name":"tenant","type":"s'
    'tring","doc":"Tenant."},{"name":"queue","type":"string","doc":"Whose jobs ma'
    'y be placed there, and those of the queues below it."},{"name":"reason","typ'
    'e":{"type":"enum","name":"ReservationEnd","doc":"Why.","symbols":["OVER","CA'
    'NCELLED"],"default":"OVER","namespace":"muster.job_events"},"doc":"Why."},{"'
    'name":"requested_by","type":"string","doc":"Who cancelled it; empty when its'
    ' time was over.","default":""}],"namespace":"muster.job_events"},{"type":"re'
    'cord","name":"PolicyActivated","doc":"Decisions follow this policy from here'
    ' on.","subject":"policy","fields":[{"name":"policy","type":"muster.operator_'
    'commands.Policy","doc":"The whole policy."},{"name":"requested_by","type":"s'
    'tring","doc":"Who."}],"namespace":"muster.job_events"},{"type":"record","nam'
    'e":"StartTask","doc":"Start these ranks.","fields":[{"name":"node_id","type"'
    ':"string","doc":"Node."},{"name":"epoch","type":"long","doc":"Leader\'s epoch'
    '; older than one already seen: refuse."},{"name":"order_seq","type":"long","'
    'doc":"Position of the decision: seq of the input that caused it."},{"name":"'
    'job_id","type":"string","doc":"Job."},{"name":"attempt","type":"int","doc":"'
    'Attempt; started at most once."},{"name":"tenant","type":"string","doc":"Ten'
    'ant."},{"name":"job_name","type":"string","doc":"Job\'s name."},{"name":"user'
    '","type":"string","doc":"Job\'s user."},{"name":"ranks","type":{"type":"array'
    '","items":{"type":"record","name":"RankAssignment","doc":"What one rank gets'
    ' on the node.","fields":[{"name":"rank","type":"int","doc":"Rank."},{"name":'
    '"gpu_indices","type":{"type":"array","items":"int"},"doc":"GPUs."},{"name":"'
    'gpu_milli","type":"int","doc":"Thousandths of each."},{"name":"sharing","typ'
    'e":"muster.node_commands.Sharing","doc":"Who else may be on them.","default"'
    ':"EXCLUSIVE"},{"name":"mig_profile","type":["null","string"],"doc":"Profile '
    'of the MIG instance it gets.","default":null},{"name":"mig_start","type":["n'
    'ull","int"],"doc":"First memory slice of that instance.","default":null},{"n'
    'ame":"cpu_milli","type":"long","doc":"Thousandths of a CPU core it may use; '
    '0: without limit.","default":0},{"name":"memory_mib","type":"long","doc":"Ma'
    'in memory it may use, MiB; 0: without limit.","default":0}],"namespace":"mus'
    'ter.node_commands"}},"doc":"Ranks on this node."},{"name":"world_size","type'
    '":"int","doc":"Ranks in all."},{"name":"master_address","type":"string","doc'
    '":"Address of rank 0."},{"name":"master_port","type":"int","doc":"Rendezvous'
    ' port on rank 0\'s node."},{"name":"image","type":["null","string"],"doc":"Co'
    'ntainer image.","default":null},{"name":"command","type":{"type":"array","it'
    'ems":"string"},"doc":"Program and arguments."},{"name":"env","type":{"type":'
    '"map","values":"string"},"doc":"Environment.","default":{}},{"name":"files_s'
    'ha256","type":["null","string"],"doc":"Working files.","default":null},{"nam'
    'e":"wall_time_max_ms","type":["null","long"],"doc":"Stop after this long.","'
    'default":null},{"name":"grace_ms","type":"long","doc":"Between SIGTERM and S'
    'IGKILL."},{"name":"checkpoint_enabled","type":"boolean","doc":"Keep checkpoi'
    'nts."},{"name":"checkpoint_uri","type":["null","string"],"doc":"Newest check'
    'point of an earlier attempt.","default":null},{"name":"checkpoint_sha256","t'
    'ype":["null","string"],"doc":"Its hash.","default":null},{"name":"checkpoint'
    '_file","type":["null","string"],"doc":"Its file name.","default":null},{"nam'
    'e":"offline","type":"boolean","doc":"Its ranks see no network but their own '
    'loopback.","default":false}],"namespace":"muster.node_commands"},{"type":"re'
    'cord","name":"StopTask","doc":"Stop this attempt\'s ranks; unknown attempt: n'
    'othing to do.","fields":[{"name":"node_id","type":"string","doc":"Node."},{"'
    'name":"epoch","type":"long","doc":"Leader\'s epoch; older than one already se'
    'en: refuse."},{"name":"order_seq","type":"long","doc":"Position of the decis'
    'ion: seq of the input that caused it."},{"name":"job_id","type":"string","do'
    'c":"Job."},{"name":"attempt","type":"int","doc":"Attempt; started at most on'
    'ce."},{"name":"grace_ms","type":"long","doc":"Between SIGTERM and SIGKILL."}'
    ',{"name":"reason","type":"string","doc":"Why."}],"namespace":"muster.node_co'
    'mmands"}],"doc":"Fact or order."}],"namespace":"muster.scheduler_log"}},"doc'
    '":"In order."},{"name":"state_hash","type":["null","string"],"doc":"Hash of '
    'the whole state after this batch, when it was taken.","default":null},{"name'
    '":"hash_version","type":"int","doc":"How state_hash was computed; hashes of '
    'different versions are not compared.","default":1},{"name":"decisions_versio'
    'n","type":"int","doc":"Which version of the rules decided; another one may d'
    'ecide otherwise. 0: not recorded.","default":0}],"namespace":"muster.schedul'
    'er_log"}],"doc":"What happened."}]}'
)
