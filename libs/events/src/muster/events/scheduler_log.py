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
    HoldReleased,
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
    JobWarned,
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
    PreemptionAccepted,
    PreemptionRefused,
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
from muster.events.preemption_events import PreemptionPlanned
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
    PreemptionPlanned,
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
        | PreemptionPlanned
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
    JobWarned,
    JobStopping,
    PreemptionAccepted,
    PreemptionRefused,
    HoldReleased,
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
        | JobWarned
        | JobStopping
        | PreemptionAccepted
        | PreemptionRefused
        | HoldReleased
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
    'cides itself.","default":0},{"name":"grace_ms","type":"long","doc":"How long'
    " ranks that have to stop and will go on later may take to save one, before S"
    'IGTERM.","default":60000}],"namespace":"muster.job_commands"},"doc":"Checkpo'
    'int policy."},{"name":"labels","type":{"type":"map","values":"string"},"doc"'
    ':"Free key/value pairs to filter by.","default":{}},{"name":"model_name","ty'
    'pe":["null","string"],"doc":"Model this job trains, for the registry.","defa'
    'ult":null},{"name":"priority","type":"int","doc":"Higher goes first where th'
    'e queue orders by priority; -1000 to 1000.","default":0},{"name":"ranks_min"'
    ',"type":["null","int"],"doc":"Fewest ranks it runs with; null: never other t'
    'han `ranks`.","default":null},{"name":"world_sizes","type":{"type":"array","'
    'items":"int"},"doc":"Gang sizes it runs with, ascending; empty: ranks_min, r'
    'anks and the powers of two between.","default":[]},{"name":"topology","type"'
    ':["null",{"type":"record","name":"Topology","doc":"How the ranks of a gang s'
    'hould lie in the network.","fields":[{"name":"within","type":["null",{"type"'
    ':"enum","name":"TopologyLevel","doc":"Units of the network, smallest first."'
    ',"symbols":["NODE","NVLINK_DOMAIN","LEAF","SPINE","CELL"],"default":"CELL","'
    'namespace":"muster.job_commands"}],"doc":"The unit that should hold all rank'
    's; null: the best there is room in.","default":null},{"name":"strictness","t'
    'ype":{"type":"enum","name":"Strictness","doc":"What a gang does when no unit'
    ' of its level has room.","symbols":["REQUIRED","PREFERRED","BEST_EFFORT"],"d'
    'efault":"BEST_EFFORT","namespace":"muster.job_commands"},"doc":"REQUIRED wai'
    'ts for such a unit, PREFERRED takes a larger one.","default":"BEST_EFFORT"},'
    '{"name":"tensor_parallel_ranks","type":"int","doc":"So many consecutive rank'
    's share an NVLink domain, always.","default":1}],"namespace":"muster.job_com'
    'mands"}],"doc":"How the ranks should lie; null: as near to each other as the'
    're is room.","default":null},{"name":"spread","type":["null","muster.job_com'
    'mands.TopologyLevel"],"doc":"Ranks go evenly over units of this level instea'
    'd.","default":null},{"name":"node_labels","type":{"type":"map","values":"str'
    'ing"},"doc":"Only nodes with all these labels.","default":{}},{"name":"node_'
    'labels_preferred","type":{"type":"map","values":"string"},"doc":"Nodes that '
    'have all these labels, too, go first.","default":{}},{"name":"tolerations","'
    'type":{"type":"array","items":"string"},"doc":"Taints of nodes that do not m'
    'atter, sorted.","default":[]},{"name":"gpu_preferences","type":{"type":"arra'
    'y","items":{"type":"record","name":"GpuPreference","doc":"One GPU model, and'
    ' how fast the job runs on it.","fields":[{"name":"model","type":"string","do'
    'c":"GPU model."},{"name":"throughput_milli","type":"int","doc":"Thousandths '
    'of a common unit of speed: twice as much ends in half the time."}],"namespac'
    'e":"muster.job_commands"}},"doc":"GPU models with their speed; all ranks go '
    'to one of them. resources.gpu_models names the same.","default":[]},{"name":'
    '"caches","type":{"type":"array","items":"string"},"doc":"Names of what its n'
    'odes keep for the next job: a model, a data set.","default":[]},{"name":"san'
    'dbox","type":{"type":"enum","name":"SandboxNeed","doc":"Whether a job needs '
    'to be kept apart from the rest of the machine.","symbols":["OPTIONAL","REQUI'
    'RED"],"default":"OPTIONAL","namespace":"muster.job_commands"},"doc":"REQUIRE'
    'D: only nodes that have a sandbox.","default":"OPTIONAL"},{"name":"network",'
    '"type":{"type":"enum","name":"NetworkAccess","doc":"Which network a job sees'
    '.","symbols":["HOST","NONE"],"default":"HOST","namespace":"muster.job_comman'
    'ds"},"doc":"HOST: its node\'s. NONE: only a loopback of its own, which its ra'
    'nks share; needs a sandbox, and all ranks on one node.","default":"HOST"}],"'
    'namespace":"muster.job_commands"},"doc":"What to run."}],"namespace":"muster'
    '.job_commands"},{"type":"record","name":"CancelJob","doc":"Stop the job for '
    'good.","fields":[{"name":"job_id","type":"string","doc":"Job."},{"name":"ten'
    'ant","type":"string","doc":"Tenant the job belongs to."},{"name":"requested_'
    'by","type":"string","doc":"User who asks."},{"name":"reason","type":"string"'
    ',"doc":"Why, for people.","default":""}],"namespace":"muster.job_commands"},'
    '{"type":"record","name":"SuspendJob","doc":"Stop the job, keep its place for'
    ' a resume.","fields":[{"name":"job_id","type":"string","doc":"Job."},{"name"'
    ':"tenant","type":"string","doc":"Tenant the job belongs to."},{"name":"reque'
    'sted_by","type":"string","doc":"User who asks."},{"name":"reason","type":"st'
    'ring","doc":"Why, for people.","default":""}],"namespace":"muster.job_comman'
    'ds"},{"type":"record","name":"ResumeJob","doc":"Queue a suspended job again.'
    '","fields":[{"name":"job_id","type":"string","doc":"Job."},{"name":"tenant",'
    '"type":"string","doc":"Tenant the job belongs to."},{"name":"requested_by","'
    'type":"string","doc":"User who asks."},{"name":"reason","type":"string","doc'
    '":"Why, for people.","default":""}],"namespace":"muster.job_commands"},{"typ'
    'e":"record","name":"CreateQueue","doc":"Make a queue.","fields":[{"name":"qu'
    'eue","type":"string","doc":"Name: 1 to 63 of a-z 0-9 and -."},{"name":"tenan'
    't","type":"string","doc":"Tenant."},{"name":"description","type":"string","d'
    'oc":"For people.","default":""},{"name":"requested_by","type":"string","doc"'
    ':"User who asks."},{"name":"settings","type":["null",{"type":"record","name"'
    ':"QueueSettings","doc":"What a queue may use, and how it is shared.","fields'
    '":[{"name":"parent","type":["null","string"],"doc":"Queue above, of the same'
    ' tenant; null for none.","default":null},{"name":"guarantee","type":["null",'
    '{"type":"record","name":"Quota","doc":"An amount of each resource; null says'
    ' nothing of that resource.","fields":[{"name":"gpu_milli","type":["null","lo'
    'ng"],"doc":"Thousandths of GPU, any model.","default":null},{"name":"gpu_mil'
    'li_by_model","type":{"type":"map","values":"long"},"doc":"Thousandths of GPU'
    ' per model, beside the total.","default":{}},{"name":"cpu_milli","type":["nu'
    'll","long"],"doc":"Thousandths of a CPU core.","default":null},{"name":"memo'
    'ry_mib","type":["null","long"],"doc":"Main memory, MiB.","default":null}],"n'
    'amespace":"muster.queue_commands"}],"doc":"What its jobs may always have; un'
    'used, it is lent. Null guarantees nothing.","default":null},{"name":"maximum'
    '","type":["null","muster.queue_commands.Quota"],"doc":"What its jobs never e'
    'xceed together. Null sets no bound.","default":null},{"name":"weight","type"'
    ':"int","doc":"Its part of usage over time among the queues beside it, 1 to 1'
    '000000.","default":1},{"name":"over_quota_weight","type":"int","doc":"Its pa'
    'rt of what is lent beyond guarantees, 0 to 1000000; 0 never borrows.","defau'
    'lt":1},{"name":"order","type":{"type":"enum","name":"QueueOrder","doc":"Who '
    'goes first within a tier of one queue.","symbols":["FIFO","PRIORITY","DRF"],'
    '"default":"FIFO","namespace":"muster.queue_commands"},"doc":"Who goes first '
    'within a tier.","default":"FIFO"},{"name":"jobs_running_max","type":["null",'
    '"int"],"doc":"Jobs that may hold GPUs at once.","default":null},{"name":"job'
    's_pending_max","type":["null","int"],"doc":"Jobs that may wait at once; more'
    ' are rejected.","default":null},{"name":"user_jobs_running_max","type":["nul'
    'l","int"],"doc":"As jobs_running_max, for one user.","default":null},{"name"'
    ':"user_jobs_pending_max","type":["null","int"],"doc":"As jobs_pending_max, f'
    'or one user.","default":null}],"namespace":"muster.queue_commands"}],"doc":"'
    'Shares and limits; null for none.","default":null}],"namespace":"muster.queu'
    'e_commands"},{"type":"record","name":"ConfigureQueue","doc":"Replace a queue'
    '\'s shares and limits.","fields":[{"name":"queue","type":"string","doc":"Name'
    '."},{"name":"tenant","type":"string","doc":"Tenant."},{"name":"settings","ty'
    'pe":"muster.queue_commands.QueueSettings","doc":"All of them."},{"name":"req'
    'uested_by","type":"string","doc":"User who asks."}],"namespace":"muster.queu'
    'e_commands"},{"type":"record","name":"DeleteQueue","doc":"Remove an empty qu'
    'eue.","fields":[{"name":"queue","type":"string","doc":"Name."},{"name":"tena'
    'nt","type":"string","doc":"Tenant."},{"name":"requested_by","type":"string",'
    '"doc":"User who asks."}],"namespace":"muster.queue_commands"},{"type":"recor'
    'd","name":"ReserveCapacity","doc":"Keep whole nodes of a GPU model for a que'
    'ue, from a time until another.","fields":[{"name":"reservation","type":"stri'
    'ng","doc":"Name: 1 to 63 of a-z 0-9 and -; unique in its tenant while it las'
    'ts."},{"name":"tenant","type":"string","doc":"Tenant."},{"name":"queue","typ'
    'e":"string","doc":"Whose jobs may be placed there, and those of the queues b'
    'elow it."},{"name":"gpu_model","type":"string","doc":"GPU model of the nodes'
    '."},{"name":"gpu_count","type":["null","int"],"doc":"Reserve the fewest node'
    's with this many GPUs; null where nodes are counted.","default":null},{"name'
    '":"node_count","type":["null","int"],"doc":"So many nodes; null where GPUs a'
    're counted.","default":null},{"name":"starts_at_ms","type":["null","long"],"'
    'doc":"From when, milliseconds since 1970 UTC; null: at once.","default":null'
    '},{"name":"ends_at_ms","type":"long","doc":"Until when, milliseconds since 1'
    '970 UTC."},{"name":"requested_by","type":"string","doc":"User who asks."}],"'
    'namespace":"muster.queue_commands"},{"type":"record","name":"CancelCapacityR'
    'eservation","doc":"End a reservation, begun or not.","fields":[{"name":"rese'
    'rvation","type":"string","doc":"Name."},{"name":"tenant","type":"string","do'
    'c":"Tenant."},{"name":"requested_by","type":"string","doc":"User who asks."}'
    '],"namespace":"muster.queue_commands"},{"type":"record","name":"CordonNode",'
    '"doc":"Place nothing new on the node; what runs goes on.","fields":[{"name":'
    '"node_id","type":"string","doc":"Node."},{"name":"requested_by","type":"stri'
    'ng","doc":"Operator."},{"name":"reason","type":"string","doc":"Why.","defaul'
    't":""}],"namespace":"muster.operator_commands"},{"type":"record","name":"Unc'
    'ordonNode","doc":"Place work on the node again.","fields":[{"name":"node_id"'
    ',"type":"string","doc":"Node."},{"name":"requested_by","type":"string","doc"'
    ':"Operator."}],"namespace":"muster.operator_commands"},{"type":"record","nam'
    'e":"DrainNode","doc":"Place nothing new on the node, and move what runs ther'
    'e: it stops with its grace and waits again.","fields":[{"name":"node_id","ty'
    'pe":"string","doc":"Node."},{"name":"requested_by","type":"string","doc":"Op'
    'erator."},{"name":"reason","type":"string","doc":"Why.","default":""}],"name'
    'space":"muster.operator_commands"},{"type":"record","name":"UndrainNode","do'
    'c":"Place work on the node again.","fields":[{"name":"node_id","type":"strin'
    'g","doc":"Node."},{"name":"requested_by","type":"string","doc":"Operator."}]'
    ',"namespace":"muster.operator_commands"},{"type":"record","name":"TagNode","'
    'doc":"Give the node labels and taints beside those it announces, or take suc'
    'h away.","fields":[{"name":"node_id","type":"string","doc":"Node."},{"name":'
    '"labels","type":{"type":"map","values":"string"},"doc":"Labels to set; they '
    'win over announced ones.","default":{}},{"name":"labels_removed","type":{"ty'
    'pe":"array","items":"string"},"doc":"Labels set before that no longer hold, '
    'sorted.","default":[]},{"name":"taints","type":{"type":"array","items":"stri'
    'ng"},"doc":"Taints to set, sorted.","default":[]},{"name":"taints_removed","'
    'type":{"type":"array","items":"string"},"doc":"Taints set before that no lon'
    'ger hold, sorted.","default":[]},{"name":"requested_by","type":"string","doc'
    '":"Operator."}],"namespace":"muster.operator_commands"},{"type":"record","na'
    'me":"ScheduleMaintenance","doc":"Close the node for a time; takes the place '
    'of a window that has not begun.","fields":[{"name":"node_id","type":"string"'
    ',"doc":"Node."},{"name":"starts_at_ms","type":"long","doc":"From when, milli'
    'seconds since 1970 UTC."},{"name":"ends_at_ms","type":"long","doc":"Until wh'
    'en."},{"name":"requested_by","type":"string","doc":"Operator."},{"name":"rea'
    'son","type":"string","doc":"Why.","default":""}],"namespace":"muster.operato'
    'r_commands"},{"type":"record","name":"CancelMaintenance","doc":"Call the nod'
    'e\'s window off, or end it.","fields":[{"name":"node_id","type":"string","doc'
    '":"Node."},{"name":"requested_by","type":"string","doc":"Operator."}],"names'
    'pace":"muster.operator_commands"},{"type":"record","name":"ActivatePolicy","'
    'doc":"Decide by this policy from now on.","fields":[{"name":"policy","type":'
    '{"type":"record","name":"Policy","doc":"Knobs that change decisions; a chang'
    'e is an event, so it replays.","fields":[{"name":"name","type":"string","doc'
    '":"For people."},{"name":"head_patience_ms","type":"long","doc":"A blocked h'
    'ead of line is passed freely for this long; then nodes are reserved for it."'
    '},{"name":"head_hold_ms","type":"long","doc":"Nodes reserved for it are kept'
    ' this long beyond the time it should have started at."},{"name":"attempts_lo'
    'st_max","type":"int","doc":"Attempts lost with their nodes before the job fa'
    'ils."},{"name":"workload_shapes_max","type":"int","doc":"Shapes remembered f'
    'or the fragmentation score."},{"name":"jobs_ended_kept_max","type":"int","do'
    'c":"Ended jobs remembered for deduplication."},{"name":"share_window_ms","ty'
    'pe":"long","doc":"Usage older than this is forgotten.","default":2592000000}'
    ',{"name":"share_half_life_ms","type":"long","doc":"Usage this old counts hal'
    'f.","default":604800000},{"name":"share_history_percent","type":"int","doc":'
    '"Weight of usage over time beside usage now, 0 to 10000.","default":100},{"n'
    'ame":"credit_max_ms","type":"long","doc":"Burst credit holds at most a guara'
    'ntee unused for this long; 0 gives none.","default":86400000},{"name":"model'
    '_price_milli","type":{"type":"map","values":"long"},"doc":"What an hour of a'
    ' GPU model counts, thousandths; 1000 where absent.","default":{}},{"name":"a'
    'ging_step_ms","type":"long","doc":"A job that waited this long goes with the'
    ' next higher tier, and so on; 0 never.","default":86400000},{"name":"reclaim'
    '_interval_ms","type":"long","doc":"Shortest time between two preemption requ'
    'ests for the same lent GPUs.","default":60000},{"name":"measure_interval_ms"'
    ',"type":"long","doc":"A queue that changed is measured at most this often.",'
    '"default":10000},{"name":"resize_interval_ms","type":"long","doc":"An elasti'
    'c job is resized at most this often.","default":300000},{"name":"defrag_inte'
    'rval_ms","type":"long","doc":"Moves that would make room for the head of lin'
    'e are looked for at most this often.","default":300000},{"name":"defrag_bene'
    'fit_percent","type":"int","doc":"They are carried out when the GPU time that'
    ' is won is at least this part of what is lost; 0 only proposes.","default":3'
    '00},{"name":"search_work_per_pass_max","type":"int","doc":"Work that one sch'
    "eduling pass may spend on searches in vain: 1 for each, and 1 for every 8 ra"
    'nks of a gang; the next pass goes on.","default":2000},{"name":"topology","t'
    'ype":{"type":"record","name":"TopologyWeights","doc":"What a gang\'s place is'
    ' worth, per GPU of the gang, by the smallest unit that holds it.","fields":['
    '{"name":"nvlink","type":"int","doc":"The gang shares an NVLink domain or a n'
    'ode.","default":1000},{"name":"leaf","type":"int","doc":"It shares a leaf.",'
    '"default":400},{"name":"spine","type":"int","doc":"It shares a spine.","defa'
    'ult":200},{"name":"cell","type":"int","doc":"It shares a cell.","default":10'
    '0},{"name":"stranded_gpu","type":"int","doc":"Taken off for each GPU left fr'
    'ee beside it that no group like its own can use.","default":100}],"namespace'
    '":"muster.operator_commands"},"doc":"How places of gangs are weighed.","defa'
    'ult":{"nvlink":1000,"leaf":400,"spine":200,"cell":100,"stranded_gpu":100}},{'
    '"name":"tenants_untrusted","type":{"type":"array","items":"string"},"doc":"T'
    'enants whose fractions of GPUs always get a MIG instance of their own.","def'
    'ault":[]},{"name":"mig_change_interval_ms","type":"long","doc":"A GPU is cut'
    ' into MIG instances, or made whole again, at most this often.","default":600'
    '000},{"name":"checkpoint_grace_max_ms","type":"long","doc":"Most time for a '
    'checkpoint before a job is stopped, whatever the job asks for.","default":60'
    '0000},{"name":"preemption_ran_min_ms","type":"long","doc":"A job that was bo'
    'und more recently is not preempted.","default":300000},{"name":"preemptions_'
    'per_job_day_max","type":"int","doc":"How often a job is preempted within 24 '
    'hours at most.","default":3},{"name":"preemption_hold_ms","type":"long","doc'
    '":"What victims free is held for the job they yield to for at most so long a'
    'fter their grace.","default":60000},{"name":"wall_time_max_ms","type":{"type'
    '":"map","values":"long"},"doc":"Longest time that an attempt of a job may ho'
    "ld its nodes, by tier, beside the job's own limit; tiers that are not named "
    'have none.","default":{}},{"name":"retries_off","type":"boolean","doc":"No a'
    'ttempt that failed is retried; those that were lost or refused are.","defaul'
    't":false},{"name":"nodes_lost_per_job_max","type":"int","doc":"A job is susp'
    "ended once so many nodes were lost soon after attempts of it began there; 0 "
    'never.","default":0},{"name":"mig_geometries","type":{"type":"array","items"'
    ':{"type":"record","name":"MigGeometry","doc":"The only way GPUs of a model a'
    're cut.","fields":[{"name":"gpu_model","type":"string","doc":"GPU model."},{'
    '"name":"instances","type":{"type":"array","items":{"type":"record","name":"M'
    'igInstance","doc":"One instance.","fields":[{"name":"profile","type":"string'
    '","doc":"Profile, as in 2g.10gb."},{"name":"start","type":"int","doc":"First'
    ' memory slice."}],"namespace":"muster.operator_commands"}},"doc":"All that m'
    'ay exist on one GPU."}],"namespace":"muster.operator_commands"}},"doc":"GPU '
    'models that a site cuts in one way only; others as jobs need it.","default":'
    '[]}],"namespace":"muster.operator_commands"},"doc":"The whole policy."},{"na'
    'me":"requested_by","type":"string","doc":"Operator."}],"namespace":"muster.o'
    'perator_commands"},{"type":"record","name":"ActivateFailureRules","doc":"Jud'
    'ge failures by these rules from now on.","fields":[{"name":"rules","type":"s'
    'tring","doc":"The rules file, as libs/failures parses it; its version is hig'
    'her than that in effect."},{"name":"requested_by","type":"string","doc":"Ope'
    'rator."}],"namespace":"muster.operator_commands"},{"type":"record","name":"A'
    'gentStarted","doc":"The agent is up and tells what it runs, so that the sche'
    'duler can reconcile.","subject":"node","fields":[{"name":"node_id","type":"s'
    'tring","doc":"Node."},{"name":"boot_id","type":"string","doc":"Boot."},{"nam'
    'e":"fresh","type":"boolean","doc":"True: the agent remembers nothing from be'
    'fore."},{"name":"order_seq_last","type":"long","doc":"Newest order it has ca'
    'rried out; -1 when fresh."},{"name":"running","type":{"type":"array","items"'
    ':{"type":"record","name":"AttemptRef","doc":"One attempt.","fields":[{"name"'
    ':"job_id","type":"string","doc":"Job."},{"name":"attempt","type":"int","doc"'
    ':"Attempt."}],"namespace":"muster.task_events"}},"doc":"Tasks adopted, still'
    ' running."}],"namespace":"muster.task_events"},{"type":"record","name":"Task'
    'Started","doc":"All ranks of the task have a process.","subject":"task","fie'
    'lds":[{"name":"node_id","type":"string","doc":"Node."},{"name":"job_id","typ'
    'e":"string","doc":"Job."},{"name":"attempt","type":"int","doc":"Attempt, 1-b'
    'ased."},{"name":"ranks","type":{"type":"array","items":"int"},"doc":"Ranks o'
    'n this node."}],"namespace":"muster.task_events"},{"type":"record","name":"T'
    'askExited","doc":"No rank of the task runs any more.","subject":"task","fiel'
    'ds":[{"name":"node_id","type":"string","doc":"Node."},{"name":"job_id","type'
    '":"string","doc":"Job."},{"name":"attempt","type":"int","doc":"Attempt, 1-ba'
    'sed."},{"name":"outcome","type":{"type":"enum","name":"TaskOutcome","doc":"H'
    'ow the task ended.","symbols":["SUCCEEDED","FAILED","STOPPED","TIMED_OUT","L'
    'OST"],"default":"LOST","namespace":"muster.task_events"},"doc":"STOPPED: on '
    'order. TIMED_OUT: its wall time. LOST: its processes vanished."},{"name":"ex'
    'its","type":{"type":"array","items":{"type":"record","name":"RankExit","doc"'
    ':"How one rank ended.","fields":[{"name":"rank","type":"int","doc":"Rank."},'
    '{"name":"exit_code","type":["null","int"],"doc":"Exit code.","default":null}'
    ',{"name":"signal","type":["null","int"],"doc":"Signal that ended it.","defau'
    'lt":null},{"name":"at_ms","type":["null","long"],"doc":"When, by the node\'s '
    'clock, milliseconds since 1970 UTC; null: an older agent does not say.","def'
    'ault":null}],"namespace":"muster.task_events"}},"doc":"Per rank."},{"name":"'
    'message","type":"string","doc":"For people: the first failing rank and why."'
    ',"default":""},{"name":"steps","type":{"type":"array","items":{"type":"recor'
    'd","name":"StopStep","doc":"One step of stopping the ranks.","fields":[{"nam'
    'e":"kind","type":{"type":"enum","name":"StopStepKind","doc":"What was done."'
    ',"symbols":["CHECKPOINT_REQUESTED","NOT_REGISTERED","CHECKPOINT_SAVED","CHEC'
    'KPOINT_MISSED","TERMINATED","KILLED"],"default":"TERMINATED","namespace":"mu'
    'ster.task_events"},"doc":"CHECKPOINT_REQUESTED: SIGUSR1 was sent. NOT_REGIST'
    "ERED: no process handles it. CHECKPOINT_SAVED: one written since is stored. "
    "CHECKPOINT_MISSED: none was within the grace. TERMINATED: SIGTERM was sent. "
    'KILLED: SIGKILL was."},{"name":"at_ms","type":"long","doc":"When, by the nod'
    'e\'s clock, milliseconds since 1970 UTC."}],"namespace":"muster.task_events"}'
    '},"doc":"How the ranks were stopped, in order of time; empty: they ended by '
    'themselves.","default":[]},{"name":"findings","type":{"type":"array","items"'
    ':{"type":"record","name":"RuleFinding","doc":"A rule of failures has a sign '
    'in a rank\'s lines; the lines themselves are not told.","fields":[{"name":"ru'
    'le","type":"string","doc":"Rule."},{"name":"rank","type":"int","doc":"Rank."'
    '},{"name":"source","type":{"type":"enum","name":"FindingSource","doc":"Where'
    ' a line comes from.","symbols":["OUTPUT","KERNEL"],"default":"OUTPUT","names'
    'pace":"muster.task_events"},"doc":"OUTPUT: the rank wrote it. KERNEL: the no'
    'de\'s kernel did."},{"name":"stream","type":"string","doc":"Of output: stdout'
    ' or stderr.","default":""},{"name":"line","type":"long","doc":"Number of the'
    ' first such line in its stream, from 1."},{"name":"first_byte","type":"long"'
    ',"doc":"Where that line begins in its stream, from 0."},{"name":"count","typ'
    'e":"long","doc":"Lines with such a sign."},{"name":"at_ms","type":["null","l'
    'ong"],"doc":"When the agent read it, by the node\'s clock, milliseconds since'
    ' 1970 UTC.","default":null}],"namespace":"muster.task_events"}},"doc":"Signs'
    ' of rules, by rank, then in the rules\' order.","default":[]},{"name":"rules_'
    'version","type":["null","int"],"doc":"Version of the rules by which output w'
    'as scanned; null: it was not.","default":null},{"name":"unscanned","type":"s'
    'tring","doc":"Why output was not scanned, or not all of it; empty: it was, o'
    'r no rules are in effect.","default":""}],"namespace":"muster.task_events"},'
    '{"type":"record","name":"TaskRefused","doc":"An order was not carried out.",'
    '"subject":"task","fields":[{"name":"node_id","type":"string","doc":"Node."},'
    '{"name":"job_id","type":"string","doc":"Job."},{"name":"attempt","type":"int'
    '","doc":"Attempt, 1-based."},{"name":"epoch","type":"long","doc":"Epoch of t'
    'he order."},{"name":"order_seq","type":"long","doc":"Order."},{"name":"reaso'
    'n","type":{"type":"enum","name":"RefusalReason","doc":"Why.","symbols":["STA'
    'LE_EPOCH","GPU_BUSY","UNKNOWN_GPU","FILES_UNAVAILABLE","CANNOT_START","FILES'
    '_INVALID"],"default":"CANNOT_START","namespace":"muster.task_events"},"doc":'
    '"Why."},{"name":"message","type":"string","doc":"For people.","default":""}]'
    ',"namespace":"muster.task_events"},{"type":"record","name":"CheckpointSaved"'
    ',"doc":"A checkpoint is safe in S3.","subject":"task","fields":[{"name":"nod'
    'e_id","type":"string","doc":"Node."},{"name":"job_id","type":"string","doc":'
    '"Job."},{"name":"attempt","type":"int","doc":"Attempt, 1-based."},{"name":"r'
    'ank","type":"int","doc":"Rank that wrote it."},{"name":"file","type":"string'
    '","doc":"File name."},{"name":"uri","type":"string","doc":"s3://bucket/key."'
    '},{"name":"sha256","type":"string","doc":"Of the bytes."},{"name":"size_byte'
    's","type":"long","doc":"Size."}],"namespace":"muster.task_events"},{"type":"'
    'record","name":"PreemptionPlanned","subject":"plan","doc":"These jobs would '
    'yield, then the job that asks fits; the scheduler checks it first.","fields"'
    ':[{"name":"plan_id","type":"string","doc":"Plan."},{"name":"job_id","type":"'
    'string","doc":"Job that asks; empty where a reservation does."},{"name":"ten'
    'ant","type":"string","doc":"Tenant."},{"name":"queue","type":"string","doc":'
    '"Queue."},{"name":"cause","type":{"type":"enum","name":"PreemptionCause","do'
    'c":"What entitles it.","symbols":["GUARANTEE","TIER","RESERVATION"],"default'
    '":"TIER","namespace":"muster.job_events"},"doc":"What entitles it."},{"name"'
    ':"reservation","type":"string","doc":"Reservation that has begun; empty wher'
    'e a job asks.","default":""},{"name":"victims","type":{"type":"array","items'
    '":{"type":"record","name":"PlannedVictim","doc":"A job that would yield, who'
    'le or down to fewer ranks.","fields":[{"name":"job_id","type":"string","doc"'
    ':"Job."},{"name":"attempt","type":"int","doc":"The attempt that would stop."'
    '},{"name":"tenant","type":"string","doc":"Tenant."},{"name":"queue","type":"'
    'string","doc":"Queue."},{"name":"user","type":"string","doc":"Who submitted '
    'it."},{"name":"ranks_kept","type":"int","doc":"Ranks it goes on with; 0: it '
    'is evicted and waits again."},{"name":"gpu_milli_freed","type":"long","doc":'
    '"Thousandths of GPU that it would free."},{"name":"cost_gpu_ms","type":"long'
    '","doc":"GPU milliseconds: its work since the last checkpoint, a restart, an'
    'd its delay by priority."},{"name":"reason","type":{"type":"enum","name":"Vi'
    'ctimReason","doc":"Why this job.","symbols":["BORROWS","LOWER_TIER","ELASTIC'
    '_SURPLUS","HOLDS_RESERVED"],"default":"BORROWS","namespace":"muster.preempti'
    'on_events"},"doc":"Why this job."},{"name":"message","type":"string","doc":"'
    'One sentence for its owner."}],"namespace":"muster.preemption_events"}},"doc'
    '":"By job id."},{"name":"placements","type":{"type":"array","items":{"type":'
    '"record","name":"PlannedRank","doc":"Where one rank of the job would go.","f'
    'ields":[{"name":"rank","type":"int","doc":"Rank."},{"name":"node_id","type":'
    '"string","doc":"Node."},{"name":"gpu_indices","type":{"type":"array","items"'
    ':"int"},"doc":"GPUs."}],"namespace":"muster.preemption_events"}},"doc":"Wher'
    "e the job fits once they have yielded, in rank order; none for a reservation"
    '."},{"name":"cost_gpu_ms","type":"long","doc":"Price: the sum over the victi'
    'ms."},{"name":"cost_gpu_ms_min","type":"long","doc":"No set of victims of th'
    'e same rank costs less than this."},{"name":"exact","type":"boolean","doc":"'
    "No other set of victims is better; false: the price is within the bound abov"
    'e, but not proven best."},{"name":"gain_gpu_ms","type":"long","doc":"GPU mil'
    'liseconds that the job has sooner."},{"name":"as_of_seq","type":"long","doc"'
    ':"State of the scheduler\'s log that this is true of."},{"name":"expires_at_m'
    's","type":"long","doc":"Void from then on, milliseconds since 1970 UTC."}],"'
    'namespace":"muster.preemption_events"},{"type":"record","name":"NodeJoined",'
    '"doc":"A node is known, or came back with other hardware.","subject":"node",'
    '"fields":[{"name":"node_id","type":"string","doc":"Node."},{"name":"boot_id"'
    ',"type":"string","doc":"Boot of its agent."},{"name":"address","type":"strin'
    'g","doc":"Address."},{"name":"port_first","type":"int","doc":"First rendezvo'
    'us port."},{"name":"port_count","type":"int","doc":"How many."},{"name":"cpu'
    '_milli","type":"long","doc":"CPU."},{"name":"memory_mib","type":"long","doc"'
    ':"Memory."},{"name":"gpu_model","type":"string","doc":"Model."},{"name":"gpu'
    '_memory_mib","type":"long","doc":"Memory of each GPU, MiB; 0 when unknown.",'
    '"default":0},{"name":"gpu_count","type":"int","doc":"GPUs."},{"name":"execut'
    'or","type":{"type":"enum","name":"Executor","doc":"How ranks run.","symbols"'
    ':["PROCESS","SIMULATED"],"default":"SIMULATED","namespace":"muster.node_hear'
    'tbeats"},"doc":"How ranks run."},{"name":"lease_ms","type":"long","doc":"Lea'
    'se."},{"name":"interval_ms","type":"long","doc":"Heartbeat interval."},{"nam'
    'e":"labels","type":{"type":"map","values":"string"},"doc":"Labels.","default'
    '":{}},{"name":"location","type":{"type":"record","name":"Location","doc":"A '
    "node's place in the network: each name is a unit within the next one; empty "
    'is unknown.","fields":[{"name":"nvlink_domain","type":"string","doc":"NVLink'
    ' domain larger than the node; empty: the node is one by itself.","default":"'
    '"},{"name":"leaf","type":"string","doc":"InfiniBand leaf switch.","default":'
    '""},{"name":"spine","type":"string","doc":"Spine, or pod of leaves.","defaul'
    't":""},{"name":"cell","type":"string","doc":"Part of the network above the s'
    'pines.","default":""}],"namespace":"muster.node_heartbeats"},"doc":"Where it'
    ' is in the network.","default":{"nvlink_domain":"","leaf":"","spine":"","cel'
    'l":""}},{"name":"taints","type":{"type":"array","items":"string"},"doc":"Onl'
    'y jobs that tolerate all of them are placed here; sorted.","default":[]},{"n'
    'ame":"sandbox","type":{"type":"enum","name":"Sandbox","doc":"What keeps jobs'
    ' apart from the rest of a machine.","symbols":["NONE","NAMESPACES","BUBBLEWR'
    'AP"],"default":"NONE","namespace":"muster.node_heartbeats"},"doc":"What keep'
    's jobs apart there.","default":"NONE"},{"name":"enforces","type":{"type":"ar'
    'ray","items":{"type":"enum","name":"Enforced","doc":"What a node holds jobs '
    'to.","symbols":["MEMORY","MEMORY_MEASURED","CPU","PROCESSES","OPEN_FILES","D'
    'EVICES","UNKNOWN"],"default":"UNKNOWN","namespace":"muster.node_heartbeats"}'
    '},"doc":"What it holds jobs to.","default":[]}],"namespace":"muster.job_even'
    'ts"},{"type":"record","name":"NodeSuspected","doc":"Two beats missed: nothin'
    'g new goes there; what runs goes on.","subject":"node","fields":[{"name":"no'
    'de_id","type":"string","doc":"Node."},{"name":"silent_ms","type":"long","doc'
    '":"Time since its last beat."}],"namespace":"muster.job_events"},{"type":"re'
    'cord","name":"NodeRecovered","doc":"The node\'s heartbeats arrive again.","su'
    'bject":"node","fields":[{"name":"node_id","type":"string","doc":"Node."}],"n'
    'amespace":"muster.job_events"},{"type":"record","name":"NodeLost","doc":"The'
    ' lease ran out: its attempts are given up.","subject":"node","fields":[{"nam'
    'e":"node_id","type":"string","doc":"Node."},{"name":"silent_ms","type":"long'
    '","doc":"Time since its last beat."}],"namespace":"muster.job_events"},{"typ'
    'e":"record","name":"NodeForgotten","doc":"The node was lost for so long that'
    ' nothing is kept of it; if it is heard again, it joins anew.","subject":"nod'
    'e","fields":[{"name":"node_id","type":"string","doc":"Node."},{"name":"lost_'
    'ms","type":"long","doc":"Time since the leader knew it as lost."}],"namespac'
    'e":"muster.job_events"},{"type":"record","name":"NodeRefused","doc":"Heartbe'
    "ats that bear this name are invalid and are ignored. Said once by each leade"
    'r.","subject":"node","fields":[{"name":"node_id","type":"string","doc":"The '
    'name they bear; at most 128 characters, control characters escaped."},{"name'
    '":"message","type":"string","doc":"Field, value and what is allowed."}],"nam'
    'espace":"muster.job_events"},{"type":"record","name":"NodeRelocated","doc":"'
    'The network around the node has changed; what runs there goes on.","subject"'
    ':"node","fields":[{"name":"node_id","type":"string","doc":"Node."},{"name":"'
    'location","type":"muster.node_heartbeats.Location","doc":"Where it is now."}'
    '],"namespace":"muster.job_events"},{"type":"record","name":"GpuUnhealthy","d'
    'oc":"Nothing new goes on this GPU.","subject":"node","fields":[{"name":"node'
    '_id","type":"string","doc":"Node."},{"name":"gpu_index","type":"int","doc":"'
    'GPU."},{"name":"reason","type":"string","doc":"Why."}],"namespace":"muster.j'
    'ob_events"},{"type":"record","name":"GpuRecovered","doc":"The GPU is healthy'
    ' again.","subject":"node","fields":[{"name":"node_id","type":"string","doc":'
    '"Node."},{"name":"gpu_index","type":"int","doc":"GPU."}],"namespace":"muster'
    '.job_events"},{"type":"record","name":"CommandInvalid","doc":"A command that'
    " was turned away before it was sequenced; `code` and `message` say why (ADR "
    '4, 55).","fields":[{"name":"command_id","type":"string","doc":"event_id of t'
    'he command."},{"name":"command","type":"string","doc":"Its record name."},{"'
    'name":"subject","type":"string","doc":"Job, queue or node."},{"name":"tenant'
    '","type":"string","doc":"Tenant."},{"name":"code","type":{"type":"enum","nam'
    'e":"RejectionCode","aliases":["muster.job_events.RejectionCode"],"doc":"Kind'
    's of refusal, the same for all services; each has its HTTP status.","symbols'
    '":["INVALID","ALREADY_EXISTS","NOT_FOUND","WRONG_STATE","IMPOSSIBLE_REQUEST"'
    ',"UNKNOWN_QUEUE","QUEUE_NOT_EMPTY","FORBIDDEN","QUOTA_EXCEEDED","BAD_TREE"],'
    '"default":"FORBIDDEN","namespace":"muster.command_answers"},"doc":"Kind of r'
    'efusal: it breaks a rule, or its sender may not send it.","default":"INVALID'
    '"},{"name":"message","type":"string","doc":"For people."},{"name":"violation'
    's","type":{"type":"array","items":{"type":"record","name":"Violation","alias'
    'es":["muster.job_events.Violation"],"doc":"One thing wrong with a request.",'
    '"fields":[{"name":"field","type":"string","doc":"Path of the field."},{"name'
    '":"value","type":"string","doc":"What was given, shortened."},{"name":"allow'
    'ed","type":"string","doc":"What is allowed."}],"namespace":"muster.command_a'
    'nswers"}},"doc":"Field by field."}],"namespace":"muster.scheduler_log"},{"ty'
    'pe":"record","name":"LeaderElected","doc":"First input of an epoch.","fields'
    '":[{"name":"epoch","type":"long","doc":"Epoch."},{"name":"leader_id","type":'
    '"string","doc":"Process that leads."}],"namespace":"muster.scheduler_log"},{'
    '"type":"record","name":"ClockTicked","doc":"A deadline of the core has passe'
    'd.","fields":[],"namespace":"muster.scheduler_log"}],"doc":"What came in."}]'
    ',"namespace":"muster.scheduler_log"}},"doc":"In order."},{"name":"decisions"'
    ',"type":{"type":"array","items":{"type":"record","name":"Decision","doc":"On'
    'e consequence.","fields":[{"name":"event_id","type":"string","doc":"The same'
    ' as in the public topic."},{"name":"cause_seq","type":"long","doc":"seq of t'
    'he input it follows from."},{"name":"payload","type":[{"type":"record","name'
    '":"CommandRejected","aliases":["muster.job_events.CommandRejected"],"doc":"A'
    ' command that will not be carried out, and why.","subject":"command","fields'
    '":[{"name":"command_id","type":"string","doc":"event_id of the command."},{"'
    'name":"command","type":"string","doc":"Its record name."},{"name":"subject",'
    '"type":"string","doc":"What it was about: a job, queue, node, or another ent'
    'ity of the service."},{"name":"tenant","type":"string","doc":"Tenant."},{"na'
    'me":"code","type":"muster.command_answers.RejectionCode","doc":"Kind of refu'
    'sal."},{"name":"detail_code","type":"string","doc":"The service\'s own, finer'
    ' code; its README lists them. Empty: `code` says all.","default":""},{"name"'
    ':"message","type":"string","doc":"For people."},{"name":"violations","type":'
    '{"type":"array","items":"muster.command_answers.Violation"},"doc":"Field by '
    'field.","default":[]}],"namespace":"muster.command_answers"},{"type":"record'
    '","name":"CommandRepeated","aliases":["muster.job_events.CommandRepeated"],"'
    'doc":"A command that was carried out before came again; nothing changed.","s'
    'ubject":"command","fields":[{"name":"command_id","type":"string","doc":"even'
    't_id of the command."},{"name":"command","type":"string","doc":"Its record n'
    'ame."},{"name":"subject","type":"string","doc":"What it was about."}],"names'
    'pace":"muster.command_answers"},{"type":"record","name":"JobQueued","doc":"T'
    'he job is accepted and waits.","subject":"job","fields":[{"name":"job_id","t'
    'ype":"string","doc":"Job."},{"name":"tenant","type":"string","doc":"Tenant."'
    '},{"name":"spec","type":"muster.job_commands.JobSpec","doc":"As accepted."},'
    '{"name":"predicted_p50_ms","type":["null","long"],"doc":"Predicted median ru'
    'n time of an attempt; null: unknown.","default":null},{"name":"predicted_p90'
    '_ms","type":["null","long"],"doc":"Predicted 90th percentile of the run time'
    '; null: unknown.","default":null}],"namespace":"muster.job_events"},{"type":'
    '"record","name":"JobPending","doc":"Why the job is not placed; sent when the'
    ' reason changes.","subject":"job","fields":[{"name":"job_id","type":"string"'
    ',"doc":"Job."},{"name":"code","type":{"type":"enum","name":"PendingCode","do'
    'c":"Stable codes for why a job waits.","symbols":["NO_NODES","MODEL_ABSENT",'
    '"TOO_LARGE","CLUSTER_TOO_SMALL","GPUS_BUSY","GPUS_FRAGMENTED","FRACTIONS_FRA'
    'GMENTED","CPU_SHORT","MEMORY_SHORT","NODES_UNSCHEDULABLE","LABELS_ABSENT","T'
    'AINTS_UNTOLERATED","GPU_MEMORY_SHORT","SANDBOX_ABSENT","NODES_AVOIDED","MAIN'
    'TENANCE_AHEAD","GANG_SHORT","TOPOLOGY_SHORT","HELD_FOR_HEAD","NODES_RESERVED'
    '","RETRY_BACKOFF","SUSPENDED","QUEUED","QUOTA_EXHAUSTED","JOB_LIMIT","GEOMET'
    'RY_FROZEN"],"default":"QUEUED","namespace":"muster.job_events"},"doc":"The o'
    'ne dominant reason."},{"name":"message","type":"string","doc":"One sentence.'
    '"},{"name":"counts","type":{"type":"map","values":"long"},"doc":"Numbers beh'
    'ind it.","default":{}}],"namespace":"muster.job_events"},{"type":"record","n'
    'ame":"PreemptionRequested","doc":"A job or a reservation is due GPUs that ot'
    'hers hold; who yields is decided elsewhere.","subject":"plan","fields":[{"na'
    'me":"job_id","type":"string","doc":"Job; empty where a reservation is due th'
    'em."},{"name":"cause","type":"muster.job_events.PreemptionCause","doc":"What'
    ' entitles it."},{"name":"queue","type":"string","doc":"Its queue."},{"name":'
    '"tenant","type":"string","doc":"Tenant."},{"name":"jobs","type":"int","doc":'
    '"Number of equal jobs of its queue, this one included, that are due the reso'
    'urces they request.","default":1},{"name":"gpu_milli_missing","type":"long",'
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
    'ids","type":{"type":"array","items":"string"},"doc":"Reserved: other jobs ma'
    'y be placed there only if they are predicted to end before starts_at_ms."},{'
    '"name":"starts_at_ms","type":["null","long"],"doc":"When the nodes are predi'
    'cted to have room for it; null: unknown.","default":null},{"name":"kept_unti'
    'l_ms","type":"long","doc":"When, the job not started, nodes are chosen anew.'
    '"},{"name":"by_limits","type":"boolean","doc":"Whether only wall-time limits'
    " were used to predict, because an earlier reservation of the job was not kep"
    't.","default":false}],"namespace":"muster.job_events"},{"type":"record","nam'
    'e":"ReservationReleased","doc":"The nodes reserved for a job are released.",'
    '"subject":"plan","fields":[{"name":"job_id","type":"string","doc":"Job."},{"'
    'name":"reason","type":{"type":"enum","name":"ReleaseReason","doc":"Why.","sy'
    'mbols":["STARTED","NO_LONGER_WAITS","NO_LONGER_HEAD","IN_VAIN"],"default":"N'
    'O_LONGER_WAITS","namespace":"muster.job_events"},"doc":"Why."},{"name":"agai'
    'n_at_ms","type":["null","long"],"doc":"When nodes are kept for it again, as '
    'it still heads the line; null: not for this reason.","default":null}],"names'
    'pace":"muster.job_events"},{"type":"record","name":"DefragmentationProposed"'
    ',"doc":"Moves of running jobs that would let a job start that free GPUs in a'
    'll suffice for.","subject":"plan","fields":[{"name":"job_id","type":"string"'
    ',"doc":"The job that would start."},{"name":"moves","type":{"type":"array","'
    'items":{"type":"record","name":"Move","doc":"One job that would go on elsewh'
    'ere.","fields":[{"name":"job_id","type":"string","doc":"Job."},{"name":"from'
    '_node_ids","type":{"type":"array","items":"string"},"doc":"Where it is, sort'
    'ed."},{"name":"to_node_ids","type":{"type":"array","items":"string"},"doc":"'
    'Where it would go, sorted."},{"name":"lost_gpu_ms","type":"long","doc":"GPU '
    "milliseconds: its GPUs times what it ran since its last checkpoint, and a re"
    'start."}],"namespace":"muster.job_events"}},"doc":"By job."},{"name":"cost_g'
    'pu_ms","type":"long","doc":"GPU milliseconds that all moves lose."},{"name":'
    '"benefit_gpu_ms","type":"long","doc":"GPU milliseconds that the job would ha'
    've sooner: its GPUs times the wait it is spared."},{"name":"carried_out","ty'
    'pe":"boolean","doc":"The moves begin now."}],"namespace":"muster.job_events"'
    '},{"type":"record","name":"StartPredicted","doc":"When a waiting job will st'
    'art, predicted now and then so that the cell learns from what comes.","subje'
    'ct":"plan","fields":[{"name":"job_id","type":"string","doc":"Job."},{"name":'
    '"wait_ms","type":"long","doc":"How much longer it will wait, the best single'
    ' estimate, milliseconds."},{"name":"wait_low_ms","type":["null","long"],"doc'
    '":"Start of the range that is stated, milliseconds from now; null: too littl'
    'e is learned for a range.","default":null},{"name":"wait_high_ms","type":["n'
    'ull","long"],"doc":"End of the range that is stated, milliseconds from now."'
    ',"default":null},{"name":"signs","type":{"type":"array","items":"int"},"doc"'
    ':"What it was computed from, as logarithms in 1/256 octave: one, the soonest'
    " start with its equals ahead only, the time waited, the number of waiting jo"
    'bs, the amount requested, the position among its equals."}],"namespace":"mus'
    'ter.job_events"},{"type":"record","name":"GangBound","doc":"Every rank has i'
    'ts place; orders to start are in the same transaction.","subject":"job","fie'
    'lds":[{"name":"job_id","type":"string","doc":"Job."},{"name":"attempt","type'
    '":"int","doc":"Attempt."},{"name":"placements","type":{"type":"array","items'
    '":{"type":"record","name":"RankPlacement","doc":"Where one rank runs.","fiel'
    'ds":[{"name":"rank","type":"int","doc":"Rank."},{"name":"node_id","type":"st'
    'ring","doc":"Node."},{"name":"gpu_indices","type":{"type":"array","items":"i'
    'nt"},"doc":"GPUs."},{"name":"gpu_milli","type":"int","doc":"Thousandths of e'
    'ach."},{"name":"sharing","type":{"type":"enum","name":"Sharing","doc":"How a'
    " rank shares its GPUs: not; inside its team by MPS or in turns; by a MIG ins"
    'tance.","symbols":["EXCLUSIVE","MPS","TIME_SLICING","MIG"],"default":"EXCLUS'
    'IVE","namespace":"muster.node_commands"},"doc":"Who else may be on them.","d'
    'efault":"EXCLUSIVE"},{"name":"mig_profile","type":["null","string"],"doc":"P'
    'rofile of the MIG instance it gets.","default":null},{"name":"mig_start","ty'
    'pe":["null","int"],"doc":"First memory slice of that instance.","default":nu'
    'll}],"namespace":"muster.job_events"}},"doc":"One per rank."},{"name":"maste'
    'r_address","type":"string","doc":"Rank 0\'s address."},{"name":"master_port",'
    '"type":"int","doc":"Rendezvous port."},{"name":"waited_ms","type":"long","do'
    'c":"Since the job was last queued."},{"name":"reason","type":"string","doc":'
    '"Why there.","default":""},{"name":"tenant","type":"string","doc":"Whose job'
    ' it is.","default":""},{"name":"queue","type":"string","doc":"The job\'s queu'
    'e.","default":""},{"name":"each","type":["null",{"type":"record","name":"Ran'
    'kShape","doc":"What each rank of a gang holds on its node, besides the GPUs '
    'of its placement.","fields":[{"name":"cpu_milli","type":"long","doc":"Thousa'
    'ndths of a CPU core."},{"name":"memory_mib","type":"long","doc":"Host memory'
    '."},{"name":"gpu_models","type":{"type":"array","items":"string"},"doc":"GPU'
    ' models it would accept, sorted; empty: any.","default":[]},{"name":"sharing'
    '_key","type":"string","doc":"Ranks with the same key share GPUs (a trust dom'
    "ain and a way of sharing); `mig`: a MIG instance of its own; empty: not shar"
    'ed.","default":""}],"namespace":"muster.job_events"}],"doc":"What each rank '
    'holds; null: an earlier version wrote it.","default":null}],"namespace":"mus'
    'ter.job_events"},{"type":"record","name":"JobStarted","doc":"All ranks run."'
    ',"subject":"job","fields":[{"name":"job_id","type":"string","doc":"Job."},{"'
    'name":"attempt","type":"int","doc":"Attempt."}],"namespace":"muster.job_even'
    'ts"},{"type":"record","name":"JobResizing","doc":"An elastic job stops, to g'
    'o on at once with another number of ranks.","subject":"job","fields":[{"name'
    '":"job_id","type":"string","doc":"Job."},{"name":"attempt","type":"int","doc'
    '":"The attempt that stops."},{"name":"ranks_from","type":"int","doc":"Its ra'
    'nks."},{"name":"ranks_to","type":"int","doc":"Ranks of the next one, or fewe'
    'r where they no longer fit."},{"name":"reason","type":"string","doc":"Why."}'
    '],"namespace":"muster.job_events"},{"type":"record","name":"JobMoving","doc"'
    ':"A job stops, to go on at once on other nodes, so that another has room.","'
    'subject":"job","fields":[{"name":"job_id","type":"string","doc":"Job."},{"na'
    'me":"attempt","type":"int","doc":"The attempt that stops."},{"name":"placeme'
    'nts","type":{"type":"array","items":"muster.job_events.RankPlacement"},"doc"'
    ':"Where it is to go on, in rank order; elsewhere, where that is gone."},{"na'
    'me":"reason","type":"string","doc":"Why."}],"namespace":"muster.job_events"}'
    ',{"type":"record","name":"JobWarned","doc":"A watchdog has found something a'
    'bout a running job; told once an attempt for each action.","subject":"job","'
    'fields":[{"name":"job_id","type":"string","doc":"Job."},{"name":"attempt","t'
    'ype":"int","doc":"Attempt."},{"name":"watchdog","type":{"type":"enum","name"'
    ':"Watchdog","doc":"What is watched.","symbols":["WALL_TIME"],"default":"WALL'
    '_TIME","namespace":"muster.job_events"},"doc":"Which one."},{"name":"action"'
    ',"type":{"type":"enum","name":"WatchdogAction","doc":"What follows: nothing;'
    " the attempt ends, and another is a matter of the job's retries; the job end"
    's.","symbols":["TOLD","RETRIED","ENDED"],"default":"TOLD","namespace":"muste'
    'r.job_events"},"doc":"What follows."},{"name":"message","type":"string","doc'
    '":"What was found, for people."},{"name":"node_id","type":["null","string"],'
    '"doc":"Where; null: the whole gang.","default":null},{"name":"rank","type":['
    '"null","int"],"doc":"Which rank; null: all, or unknown.","default":null}],"n'
    'amespace":"muster.job_events"},{"type":"record","name":"JobStopping","doc":"'
    'Ranks have been ordered to stop.","subject":"job","fields":[{"name":"job_id"'
    ',"type":"string","doc":"Job."},{"name":"attempt","type":"int","doc":"Attempt'
    '."},{"name":"reason","type":"string","doc":"Why."},{"name":"requeues","type"'
    ':"boolean","doc":"It waits again once it has stopped, and the attempt counts'
    ' neither as failed nor as lost.","default":false},{"name":"plan_id","type":"'
    'string","doc":"The preemption plan that it yields by; empty: it stops for an'
    'other reason.","default":""},{"name":"yields_to","type":"string","doc":"The '
    'job that it yields to; empty: none.","default":""}],"namespace":"muster.job_'
    'events"},{"type":"record","name":"PreemptionAccepted","doc":"A preemption pl'
    'an is carried out: victims stop, nodes are held for the job.","subject":"pla'
    'n","fields":[{"name":"plan_id","type":"string","doc":"Plan."},{"name":"job_i'
    'd","type":"string","doc":"Job that the victims yield to; empty: a reservatio'
    'n."},{"name":"reservation","type":"string","doc":"Capacity reservation whose'
    ' nodes the victims leave; empty: they yield to a job.","default":""},{"name"'
    ':"victims","type":{"type":"array","items":{"type":"record","name":"YieldingJ'
    'ob","doc":"A job that yields, whole or down to fewer ranks.","fields":[{"nam'
    'e":"job_id","type":"string","doc":"Job."},{"name":"attempt","type":"int","do'
    'c":"The attempt that stops."},{"name":"ranks_kept","type":"int","doc":"Ranks'
    ' it goes on with; 0: it waits again.","default":0}],"namespace":"muster.job_'
    'events"}},"doc":"By job id."},{"name":"placements","type":{"type":"array","i'
    'tems":"muster.job_events.RankPlacement"},"doc":"Where the job is to go, in r'
    'ank order; these nodes are held for it."},{"name":"held_until_ms","type":"lo'
    'ng","doc":"They are held at most until then, milliseconds since 1970 UTC."},'
    '{"name":"cost_gpu_ms","type":"long","doc":"Price as planned, GPU millisecond'
    's."},{"name":"as_of_seq","type":"long","doc":"State of the scheduler\'s log t'
    'hat the plan was made from."}],"namespace":"muster.job_events"},{"type":"rec'
    'ord","name":"PreemptionRefused","doc":"A preemption plan is not carried out;'
    ' nobody stops because of it.","subject":"plan","fields":[{"name":"plan_id","'
    'type":"string","doc":"Plan."},{"name":"job_id","type":"string","doc":"Job th'
    'at the victims would have yielded to; empty: a reservation."},{"name":"reser'
    'vation","type":"string","doc":"Capacity reservation whose nodes the victims '
    'leave; empty: they yield to a job.","default":""},{"name":"code","type":{"ty'
    'pe":"enum","name":"RefusalCode","doc":"Why.","symbols":["EXPIRED","INVALID",'
    '"UNDER_WAY","NOT_WAITING","NOT_ENTITLED","NOT_NEEDED","VICTIM_GONE","VICTIM_'
    'PROTECTED","VICTIM_TOO_YOUNG","VICTIM_LIMIT","PAIR","NO_ROOM"],"default":"IN'
    'VALID","namespace":"muster.job_events"},"doc":"Why."},{"name":"reason","type'
    '":"string","doc":"For people."}],"namespace":"muster.job_events"},{"type":"r'
    'ecord","name":"HoldReleased","doc":"What victims of a preemption plan freed '
    'is no longer held for the job they yielded to.","subject":"plan","fields":[{'
    '"name":"plan_id","type":"string","doc":"Plan."},{"name":"job_id","type":"str'
    'ing","doc":"Job that it was held for."},{"name":"reason","type":{"type":"enu'
    'm","name":"HoldReleaseReason","doc":"Why.","symbols":["STARTED","NO_LONGER_W'
    'AITS","NO_ROOM","EXPIRED"],"default":"NO_LONGER_WAITS","namespace":"muster.j'
    'ob_events"},"doc":"STARTED: it was bound. NO_LONGER_WAITS: it was cancelled '
    "or suspended. NO_ROOM: all have yielded, and it still does not fit. EXPIRED:"
    ' they took too long."}],"namespace":"muster.job_events"},{"type":"record","n'
    'ame":"AttemptEnded","doc":"An attempt is over on every node and its GPUs are'
    ' free.","subject":"job","fields":[{"name":"job_id","type":"string","doc":"Jo'
    'b."},{"name":"attempt","type":"int","doc":"Attempt."},{"name":"outcome","typ'
    'e":{"type":"enum","name":"AttemptOutcome","doc":"How.","symbols":["SUCCEEDED'
    '","FAILED","STOPPED","TIMED_OUT","LOST","REFUSED"],"default":"REFUSED","name'
    'space":"muster.job_events"},"doc":"How."},{"name":"exit_code","type":["null"'
    ',"int"],"doc":"Of the first failing rank.","default":null},{"name":"signal",'
    '"type":["null","int"],"doc":"Of the first failing rank.","default":null},{"n'
    'ame":"rank","type":["null","int"],"doc":"First failing rank.","default":null'
    '},{"name":"node_id","type":["null","string"],"doc":"Its node.","default":nul'
    'l},{"name":"message","type":"string","doc":"For people.","default":""},{"nam'
    'e":"ran_ms","type":"long","doc":"From bind to end."},{"name":"verdict","type'
    '":["null",{"type":"record","name":"FailureVerdict","doc":"Why an attempt fai'
    'led, by the rules in effect; rank and node are those of its fact.","fields":'
    '[{"name":"rule","type":"string","doc":"The first rule with a sign."},{"name"'
    ':"rules_version","type":"int","doc":"Version of the rules."},{"name":"catego'
    'ry","type":"string","doc":"Whose part failed, as in the rule."},{"name":"sub'
    'category","type":"string","doc":"What of it."},{"name":"persistence","type":'
    '"string","doc":"transient, permanent or unknown: whether the same attempt wo'
    'uld fail again."},{"name":"action","type":"string","doc":"What the rule dema'
    'nds for the job."},{"name":"node_action","type":"string","doc":"What the rul'
    'e advises for the node."},{"name":"sign","type":"string","doc":"By what it w'
    'as recognised: a line of the output, exit code 137."},{"name":"means","type"'
    ':"string","doc":"What happened, in the rule\'s words."},{"name":"hint","type"'
    ':"string","doc":"What to change, in the rule\'s words."},{"name":"line","type'
    '":["null","long"],"doc":"Number of the line in the rank\'s stream, when it wa'
    's a line.","default":null},{"name":"stream","type":"string","doc":"Its strea'
    'm: stdout or stderr.","default":""},{"name":"count","type":"long","doc":"Lin'
    'es with such a sign; 0: it was no line.","default":0},{"name":"at_ms","type"'
    ':["null","long"],"doc":"When: of the line, else of the rank\'s end, milliseco'
    'nds since 1970 UTC.","default":null},{"name":"spared","type":"boolean","doc"'
    ':"The attempt does not count among those that the user granted.","default":f'
    'alse},{"name":"cause_seen","type":"boolean","doc":"False: no rank shows a ca'
    'use of its own; it began where nothing was seen.","default":true},{"name":"o'
    'thers","type":{"type":"array","items":{"type":"record","name":"RankVerdict",'
    '"doc":"Another rank that failed.","fields":[{"name":"rank","type":["null","i'
    'nt"],"doc":"Rank; null: its node was lost, or refused.","default":null},{"na'
    'me":"node_id","type":"string","doc":"Its node."},{"name":"rule","type":"stri'
    'ng","doc":"The first rule with a sign."},{"name":"followed","type":"boolean"'
    ',"doc":"It failed because another rank had gone, or waited for one that had.'
    '"}],"namespace":"muster.job_events"}},"doc":"Other ranks that failed, by ran'
    'k, the first of them.","default":[]},{"name":"others_more","type":"int","doc'
    '":"How many more than these.","default":0},{"name":"unscanned","type":"strin'
    'g","doc":"Why output was not scanned, or not all of it; empty: it was.","def'
    'ault":""}],"namespace":"muster.job_events"}],"doc":"Why; null: nothing faile'
    'd, or no rules are in effect.","default":null}],"namespace":"muster.job_even'
    'ts"},{"type":"record","name":"JobRequeued","doc":"The job waits again.","sub'
    'ject":"job","fields":[{"name":"job_id","type":"string","doc":"Job."},{"name"'
    ':"attempt_next","type":"int","doc":"Number of the next attempt."},{"name":"r'
    'eason","type":"string","doc":"Why."},{"name":"not_before_ms","type":"long","'
    'doc":"Earliest time of the next attempt."}],"namespace":"muster.job_events"}'
    ',{"type":"record","name":"JobSucceeded","doc":"Every rank ended with exit co'
    'de 0.","subject":"job","fields":[{"name":"job_id","type":"string","doc":"Job'
    '."},{"name":"attempt","type":"int","doc":"Attempt."}],"namespace":"muster.jo'
    'b_events"},{"type":"record","name":"JobFailed","doc":"The job is over and di'
    'd not succeed.","subject":"job","fields":[{"name":"job_id","type":"string","'
    'doc":"Job."},{"name":"attempt","type":"int","doc":"Attempt."},{"name":"reaso'
    'n","type":"string","doc":"Why."},{"name":"exit_code","type":["null","int"],"'
    'doc":"Of the first failing rank.","default":null}],"namespace":"muster.job_e'
    'vents"},{"type":"record","name":"JobCancelled","doc":"The job was cancelled '
    'and nothing of it runs.","subject":"job","fields":[{"name":"job_id","type":"'
    'string","doc":"Job."},{"name":"requested_by","type":"string","doc":"Who aske'
    'd."},{"name":"reason","type":"string","doc":"Why."}],"namespace":"muster.job'
    '_events"},{"type":"record","name":"JobSuspended","doc":"The job was suspende'
    'd and nothing of it runs.","subject":"job","fields":[{"name":"job_id","type"'
    ':"string","doc":"Job."},{"name":"requested_by","type":"string","doc":"Who as'
    'ked."},{"name":"reason","type":"string","doc":"Why."}],"namespace":"muster.j'
    'ob_events"},{"type":"record","name":"JobResumed","doc":"A suspended job wait'
    's again.","subject":"job","fields":[{"name":"job_id","type":"string","doc":"'
    'Job."},{"name":"requested_by","type":"string","doc":"Who asked."}],"namespac'
    'e":"muster.job_events"},{"type":"record","name":"CheckpointRecorded","doc":"'
    'The next attempt will start from this.","subject":"job","fields":[{"name":"j'
    'ob_id","type":"string","doc":"Job."},{"name":"attempt","type":"int","doc":"A'
    'ttempt."},{"name":"rank","type":"int","doc":"Rank that wrote it."},{"name":"'
    'file","type":"string","doc":"File name."},{"name":"uri","type":"string","doc'
    '":"Where."},{"name":"sha256","type":"string","doc":"Of the bytes."},{"name":'
    '"size_bytes","type":"long","doc":"Size."}],"namespace":"muster.job_events"},'
    '"muster.job_events.NodeJoined","muster.job_events.NodeSuspected","muster.job'
    '_events.NodeRecovered","muster.job_events.NodeLost","muster.job_events.NodeF'
    'orgotten","muster.job_events.NodeRefused",{"type":"record","name":"NodeCordo'
    'ned","doc":"Nothing new goes there.","subject":"node","fields":[{"name":"nod'
    'e_id","type":"string","doc":"Node."},{"name":"requested_by","type":"string",'
    '"doc":"Who."},{"name":"reason","type":"string","doc":"Why."}],"namespace":"m'
    'uster.job_events"},{"type":"record","name":"NodeUncordoned","doc":"Work goes'
    ' there again.","subject":"node","fields":[{"name":"node_id","type":"string",'
    '"doc":"Node."},{"name":"requested_by","type":"string","doc":"Who."}],"namesp'
    'ace":"muster.job_events"},{"type":"record","name":"NodeDraining","doc":"Noth'
    'ing new is placed on the node, and what runs there is moved.","subject":"nod'
    'e","fields":[{"name":"node_id","type":"string","doc":"Node."},{"name":"reque'
    'sted_by","type":"string","doc":"Operator."},{"name":"reason","type":"string"'
    ',"doc":"Why.","default":""}],"namespace":"muster.job_events"},{"type":"recor'
    'd","name":"NodeUndrained","doc":"Work may be placed on the node again.","sub'
    'ject":"node","fields":[{"name":"node_id","type":"string","doc":"Node."},{"na'
    'me":"requested_by","type":"string","doc":"Operator."}],"namespace":"muster.j'
    'ob_events"},{"type":"record","name":"NodeTagged","doc":"What operators say o'
    'f the node, beside what it announces, from now on.","subject":"node","fields'
    '":[{"name":"node_id","type":"string","doc":"Node."},{"name":"labels","type":'
    '{"type":"map","values":"string"},"doc":"Labels; they win over announced ones'
    '.","default":{}},{"name":"taints","type":{"type":"array","items":"string"},"'
    'doc":"Taints, sorted.","default":[]},{"name":"requested_by","type":"string",'
    '"doc":"Operator."}],"namespace":"muster.job_events"},{"type":"record","name"'
    ':"MaintenanceScheduled","doc":"The node will be closed for a time: only work'
    ' that is predicted to end before is placed there.","subject":"node","fields"'
    ':[{"name":"node_id","type":"string","doc":"Node."},{"name":"starts_at_ms","t'
    'ype":"long","doc":"From when, milliseconds since 1970 UTC."},{"name":"ends_a'
    't_ms","type":"long","doc":"Until when."},{"name":"requested_by","type":"stri'
    'ng","doc":"Operator."},{"name":"reason","type":"string","doc":"Why.","defaul'
    't":""}],"namespace":"muster.job_events"},{"type":"record","name":"Maintenanc'
    'eStarted","doc":"The node\'s window has begun: it is closed, and what still r'
    'uns there is moved.","subject":"node","fields":[{"name":"node_id","type":"st'
    'ring","doc":"Node."}],"namespace":"muster.job_events"},{"type":"record","nam'
    'e":"MaintenanceEnded","doc":"The node\'s window is over, or was called off.",'
    '"subject":"node","fields":[{"name":"node_id","type":"string","doc":"Node."},'
    '{"name":"requested_by","type":["null","string"],"doc":"Operator who called i'
    't off; null: its time was over.","default":null}],"namespace":"muster.job_ev'
    'ents"},"muster.job_events.NodeRelocated","muster.job_events.GpuUnhealthy","m'
    'uster.job_events.GpuRecovered",{"type":"record","name":"GpuGeometryChanged",'
    '"doc":"An empty GPU was cut, to take MIG instances and nothing else, or made'
    ' whole again.","subject":"node","fields":[{"name":"node_id","type":"string",'
    '"doc":"Node."},{"name":"gpu_index","type":"int","doc":"GPU."},{"name":"cut",'
    '"type":"boolean","doc":"True: MIG mode. False: whole."},{"name":"for_job_id"'
    ',"type":"string","doc":"The waiting job that needed it."}],"namespace":"must'
    'er.job_events"},{"type":"record","name":"QueueCreated","doc":"A queue exists'
    '.","subject":"queue","fields":[{"name":"queue","type":"string","doc":"Name."'
    '},{"name":"tenant","type":"string","doc":"Tenant."},{"name":"description","t'
    'ype":"string","doc":"For people."},{"name":"requested_by","type":"string","d'
    'oc":"Who."},{"name":"settings","type":["null","muster.queue_commands.QueueSe'
    'ttings"],"doc":"Shares and limits; null for none.","default":null}],"namespa'
    'ce":"muster.job_events"},{"type":"record","name":"QueueConfigured","doc":"A '
    'queue has other shares and limits.","subject":"queue","fields":[{"name":"que'
    'ue","type":"string","doc":"Name."},{"name":"tenant","type":"string","doc":"T'
    'enant."},{"name":"settings","type":"muster.queue_commands.QueueSettings","do'
    'c":"All of them."},{"name":"requested_by","type":"string","doc":"Who."}],"na'
    'mespace":"muster.job_events"},{"type":"record","name":"QueueMeasured","doc":'
    '"What a queue and those below it use, and what is due to it; sent when it ch'
    'anged, now and then.","subject":"queue","fields":[{"name":"queue","type":"st'
    'ring","doc":"Name."},{"name":"tenant","type":"string","doc":"Tenant."},{"nam'
    'e":"gpu_milli_used","type":"long","doc":"Held, thousandths of GPU."},{"name"'
    ':"gpu_milli_used_by_model","type":{"type":"map","values":"long"},"doc":"Per '
    'model."},{"name":"cpu_milli_used","type":"long","doc":"Held, thousandths of '
    'a core."},{"name":"memory_mib_used","type":"long","doc":"Held, MiB."},{"name'
    '":"gpu_milli_borrowed","type":"long","doc":"Of what is used, beyond the guar'
    'antee."},{"name":"gpu_milli_lent","type":"long","doc":"Of the guarantee, unu'
    'sed: others may have it."},{"name":"share_ppm","type":"long","doc":"Dominant'
    ' part of the cluster that it holds now, millionths."},{"name":"share_due_ppm'
    '","type":"long","doc":"Part of the cluster due to it by weight among its bus'
    'y neighbours, millionths."},{"name":"usage_gpu_ms","type":"long","doc":"Weig'
    'hted usage over the window: GPU milliseconds at model price, decayed."},{"na'
    'me":"credit_gpu_ms","type":"long","doc":"Burst credit, the same unit."},{"na'
    'me":"jobs_running","type":"int","doc":"Jobs that hold GPUs."},{"name":"jobs_'
    'pending","type":"int","doc":"Jobs that wait."}],"namespace":"muster.job_even'
    'ts"},{"type":"record","name":"QueueDeleted","doc":"A queue is gone.","subjec'
    't":"queue","fields":[{"name":"queue","type":"string","doc":"Name."},{"name":'
    '"tenant","type":"string","doc":"Tenant."},{"name":"requested_by","type":"str'
    'ing","doc":"Who."}],"namespace":"muster.job_events"},{"type":"record","name"'
    ':"CapacityReserved","doc":"Nodes are reserved for a queue.","subject":"reser'
    'vation","fields":[{"name":"reservation","type":"string","doc":"Name."},{"nam'
    'e":"tenant","type":"string","doc":"Tenant."},{"name":"queue","type":"string"'
    ',"doc":"Whose jobs may be placed there, and those of the queues below it."},'
    '{"name":"gpu_model","type":"string","doc":"GPU model of the nodes."},{"name"'
    ':"gpu_count","type":"int","doc":"GPUs of the nodes together."},{"name":"node'
    '_ids","type":{"type":"array","items":"string"},"doc":"Sorted. Until it start'
    's, other jobs are placed there only if they are predicted to end before."},{'
    '"name":"starts_at_ms","type":"long","doc":"From when."},{"name":"ends_at_ms"'
    ',"type":"long","doc":"Until when."},{"name":"requested_by","type":"string","'
    'doc":"Who."}],"namespace":"muster.job_events"},{"type":"record","name":"Capa'
    'cityReassigned","doc":"A reservation has other nodes: some of its own were c'
    'losed or lost.","subject":"reservation","fields":[{"name":"reservation","typ'
    'e":"string","doc":"Name."},{"name":"tenant","type":"string","doc":"Tenant."}'
    ',{"name":"queue","type":"string","doc":"Whose jobs may be placed there, and '
    'those of the queues below it."},{"name":"node_ids","type":{"type":"array","i'
    'tems":"string"},"doc":"All of them now, sorted."},{"name":"reason","type":"s'
    'tring","doc":"Why."}],"namespace":"muster.job_events"},{"type":"record","nam'
    'e":"CapacityReservationStarted","doc":"From now on only jobs of the queue ma'
    'y be placed on the nodes.","subject":"reservation","fields":[{"name":"reserv'
    'ation","type":"string","doc":"Name."},{"name":"tenant","type":"string","doc"'
    ':"Tenant."},{"name":"queue","type":"string","doc":"Whose jobs may be placed '
    'there, and those of the queues below it."}],"namespace":"muster.job_events"}'
    ',{"type":"record","name":"CapacityReservationEnded","doc":"The nodes are rel'
    'eased.","subject":"reservation","fields":[{"name":"reservation","type":"stri'
    'ng","doc":"Name."},{"name":"tenant","type":"string","doc":"Tenant."},{"name"'
    ':"queue","type":"string","doc":"Whose jobs may be placed there, and those of'
    ' the queues below it."},{"name":"reason","type":{"type":"enum","name":"Reser'
    'vationEnd","doc":"Why.","symbols":["OVER","CANCELLED"],"default":"OVER","nam'
    'espace":"muster.job_events"},"doc":"Why."},{"name":"requested_by","type":"st'
    'ring","doc":"Who cancelled it; empty when its time was over.","default":""}]'
    ',"namespace":"muster.job_events"},{"type":"record","name":"PolicyActivated",'
    '"doc":"Decisions follow this policy from here on.","subject":"policy","field'
    's":[{"name":"policy","type":"muster.operator_commands.Policy","doc":"The who'
    'le policy."},{"name":"requested_by","type":"string","doc":"Who."}],"namespac'
    'e":"muster.job_events"},{"type":"record","name":"FailureRulesActivated","doc'
    '":"Failures are judged by these rules from here on.","subject":"policy","fie'
    'lds":[{"name":"version","type":"int","doc":"Version of the rules."},{"name":'
    '"sha256","type":"string","doc":"Of the text."},{"name":"rules","type":"strin'
    'g","doc":"The rules file."},{"name":"requested_by","type":"string","doc":"Op'
    'erator, or the first leader."}],"namespace":"muster.job_events"},{"type":"re'
    'cord","name":"StartTask","doc":"Start these ranks.","fields":[{"name":"node_'
    'id","type":"string","doc":"Node."},{"name":"epoch","type":"long","doc":"Lead'
    'er\'s epoch; older than one already seen: refuse."},{"name":"order_seq","type'
    '":"long","doc":"Position of the decision: seq of the input that caused it."}'
    ',{"name":"job_id","type":"string","doc":"Job."},{"name":"attempt","type":"in'
    't","doc":"Attempt; started at most once."},{"name":"tenant","type":"string",'
    '"doc":"Tenant."},{"name":"job_name","type":"string","doc":"Job\'s name."},{"n'
    'ame":"user","type":"string","doc":"Job\'s user."},{"name":"ranks","type":{"ty'
    'pe":"array","items":{"type":"record","name":"RankAssignment","doc":"What one'
    ' rank gets on the node.","fields":[{"name":"rank","type":"int","doc":"Rank."'
    '},{"name":"gpu_indices","type":{"type":"array","items":"int"},"doc":"GPUs."}'
    ',{"name":"gpu_milli","type":"int","doc":"Thousandths of each."},{"name":"sha'
    'ring","type":"muster.node_commands.Sharing","doc":"Who else may be on them."'
    ',"default":"EXCLUSIVE"},{"name":"mig_profile","type":["null","string"],"doc"'
    ':"Profile of the MIG instance it gets.","default":null},{"name":"mig_start",'
    '"type":["null","int"],"doc":"First memory slice of that instance.","default"'
    ':null},{"name":"cpu_milli","type":"long","doc":"Thousandths of a CPU core it'
    ' may use; 0: without limit.","default":0},{"name":"memory_mib","type":"long"'
    ',"doc":"Main memory it may use, MiB; 0: without limit.","default":0}],"names'
    'pace":"muster.node_commands"}},"doc":"Ranks on this node."},{"name":"world_s'
    'ize","type":"int","doc":"Ranks in all."},{"name":"master_address","type":"st'
    'ring","doc":"Address of rank 0."},{"name":"master_port","type":"int","doc":"'
    'Rendezvous port on rank 0\'s node."},{"name":"image","type":["null","string"]'
    ',"doc":"Container image.","default":null},{"name":"command","type":{"type":"'
    'array","items":"string"},"doc":"Program and arguments."},{"name":"env","type'
    '":{"type":"map","values":"string"},"doc":"Environment.","default":{}},{"name'
    '":"files_sha256","type":["null","string"],"doc":"Working files.","default":n'
    'ull},{"name":"wall_time_max_ms","type":["null","long"],"doc":"Stop after thi'
    's long.","default":null},{"name":"grace_ms","type":"long","doc":"Between SIG'
    'TERM and SIGKILL."},{"name":"checkpoint_enabled","type":"boolean","doc":"Kee'
    'p checkpoints."},{"name":"checkpoint_uri","type":["null","string"],"doc":"Ne'
    'west checkpoint of an earlier attempt.","default":null},{"name":"checkpoint_'
    'sha256","type":["null","string"],"doc":"Its hash.","default":null},{"name":"'
    'checkpoint_file","type":["null","string"],"doc":"Its file name.","default":n'
    'ull},{"name":"offline","type":"boolean","doc":"Its ranks see no network but '
    'their own loopback.","default":false},{"name":"failure_rules_sha256","type":'
    '["null","string"],"doc":"Rules of failures by which output is scanned; null:'
    ' none are in effect.","default":null},{"name":"failure_rules_version","type"'
    ':["null","int"],"doc":"Their version.","default":null}],"namespace":"muster.'
    'node_commands"},{"type":"record","name":"StopTask","doc":"Stop this attempt\''
    's ranks; unknown attempt: nothing to do.","fields":[{"name":"node_id","type"'
    ':"string","doc":"Node."},{"name":"epoch","type":"long","doc":"Leader\'s epoch'
    '; older than one already seen: refuse."},{"name":"order_seq","type":"long","'
    'doc":"Position of the decision: seq of the input that caused it."},{"name":"'
    'job_id","type":"string","doc":"Job."},{"name":"attempt","type":"int","doc":"'
    'Attempt; started at most once."},{"name":"grace_ms","type":"long","doc":"Bet'
    'ween SIGTERM and SIGKILL."},{"name":"checkpoint_grace_ms","type":"long","doc'
    '":"Most time for a checkpoint before SIGTERM; 0: the ranks do not go on late'
    'r.","default":0},{"name":"reason","type":"string","doc":"Why."}],"namespace"'
    ':"muster.node_commands"}],"doc":"Fact or order."}],"namespace":"muster.sched'
    'uler_log"}},"doc":"In order."},{"name":"state_hash","type":["null","string"]'
    ',"doc":"Hash of the whole state after this batch, when it was taken.","defau'
    'lt":null},{"name":"hash_version","type":"int","doc":"How state_hash was comp'
    'uted; hashes of different versions are not compared.","default":1},{"name":"'
    'decisions_version","type":"int","doc":"Which version of the rules decided; a'
    'nother one may decide otherwise. 0: not recorded.","default":0}],"namespace"'
    ':"muster.scheduler_log"}],"doc":"What happened."}]}'
)
