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
    'fter their grace.","default":60000},{"name":"mig_geometries","type":{"type":'
    '"array","items":{"type":"record","name":"MigGeometry","doc":"The only way GP'
    'Us of a model are cut.","fields":[{"name":"gpu_model","type":"string","doc":'
    '"GPU model."},{"name":"instances","type":{"type":"array","items":{"type":"re'
    'cord","name":"MigInstance","doc":"One instance.","fields":[{"name":"profile"'
    ',"type":"string","doc":"Profile, as in 2g.10gb."},{"name":"start","type":"in'
    't","doc":"First memory slice."}],"namespace":"muster.operator_commands"}},"d'
    'oc":"All that may exist on one GPU."}],"namespace":"muster.operator_commands'
    '"}},"doc":"GPU models that a site cuts in one way only; others as jobs need '
    'it.","default":[]}],"namespace":"muster.operator_commands"},"doc":"The whole'
    ' policy."},{"name":"requested_by","type":"string","doc":"Operator."}],"names'
    'pace":"muster.operator_commands"},{"type":"record","name":"ActivateFailureRu'
    'les","doc":"Judge failures by these rules from now on.","fields":[{"name":"r'
    'ules","type":"string","doc":"The rules file, as libs/failures parses it; its'
    ' version is higher than that in effect."},{"name":"requested_by","type":"str'
    'ing","doc":"Operator."}],"namespace":"muster.operator_commands"},{"type":"re'
    'cord","name":"AgentStarted","doc":"The agent is up and tells what it runs, s'
    'o that the scheduler can reconcile.","subject":"node","fields":[{"name":"nod'
    'e_id","type":"string","doc":"Node."},{"name":"boot_id","type":"string","doc"'
    ':"Boot."},{"name":"fresh","type":"boolean","doc":"True: the agent remembers '
    'nothing from before."},{"name":"order_seq_last","type":"long","doc":"Newest '
    'order it has carried out; -1 when fresh."},{"name":"running","type":{"type":'
    '"array","items":{"type":"record","name":"AttemptRef","doc":"One attempt.","f'
    'ields":[{"name":"job_id","type":"string","doc":"Job."},{"name":"attempt","ty'
    'pe":"int","doc":"Attempt."}],"namespace":"muster.task_events"}},"doc":"Tasks'
    ' adopted, still running."}],"namespace":"muster.task_events"},{"type":"recor'
    'd","name":"TaskStarted","doc":"All ranks of the task have a process.","subje'
    'ct":"task","fields":[{"name":"node_id","type":"string","doc":"Node."},{"name'
    '":"job_id","type":"string","doc":"Job."},{"name":"attempt","type":"int","doc'
    '":"Attempt, 1-based."},{"name":"ranks","type":{"type":"array","items":"int"}'
    ',"doc":"Ranks on this node."}],"namespace":"muster.task_events"},{"type":"re'
    'cord","name":"TaskExited","doc":"No rank of the task runs any more.","subjec'
    't":"task","fields":[{"name":"node_id","type":"string","doc":"Node."},{"name"'
    ':"job_id","type":"string","doc":"Job."},{"name":"attempt","type":"int","doc"'
    ':"Attempt, 1-based."},{"name":"outcome","type":{"type":"enum","name":"TaskOu'
    'tcome","doc":"How the task ended.","symbols":["SUCCEEDED","FAILED","STOPPED"'
    ',"TIMED_OUT","LOST"],"default":"LOST","namespace":"muster.task_events"},"doc'
    '":"STOPPED: on order. TIMED_OUT: its wall time. LOST: its processes vanished'
    '."},{"name":"exits","type":{"type":"array","items":{"type":"record","name":"'
    'RankExit","doc":"How one rank ended.","fields":[{"name":"rank","type":"int",'
    '"doc":"Rank."},{"name":"exit_code","type":["null","int"],"doc":"Exit code.",'
    '"default":null},{"name":"signal","type":["null","int"],"doc":"Signal that en'
    'ded it.","default":null},{"name":"at_ms","type":["null","long"],"doc":"When,'
    " by the node's clock, milliseconds since 1970 UTC; null: an older agent does"
    ' not say.","default":null}],"namespace":"muster.task_events"}},"doc":"Per ra'
    'nk."},{"name":"message","type":"string","doc":"For people: the first failing'
    ' rank and why.","default":""},{"name":"steps","type":{"type":"array","items"'
    ':{"type":"record","name":"StopStep","doc":"One step of stopping the ranks.",'
    '"fields":[{"name":"kind","type":{"type":"enum","name":"StopStepKind","doc":"'
    'What was done.","symbols":["CHECKPOINT_REQUESTED","NOT_REGISTERED","CHECKPOI'
    'NT_SAVED","CHECKPOINT_MISSED","TERMINATED","KILLED"],"default":"TERMINATED",'
    '"namespace":"muster.task_events"},"doc":"CHECKPOINT_REQUESTED: SIGUSR1 was s'
    "ent. NOT_REGISTERED: no process handles it. CHECKPOINT_SAVED: one written si"
    "nce is stored. CHECKPOINT_MISSED: none was within the grace. TERMINATED: SIG"
    'TERM was sent. KILLED: SIGKILL was."},{"name":"at_ms","type":"long","doc":"W'
    'hen, by the node\'s clock, milliseconds since 1970 UTC."}],"namespace":"muste'
    'r.task_events"}},"doc":"How the ranks were stopped, in order of time; empty:'
    ' they ended by themselves.","default":[]},{"name":"findings","type":{"type":'
    '"array","items":{"type":"record","name":"RuleFinding","doc":"A rule of failu'
    'res has a sign in a rank\'s lines; the lines themselves are not told.","field'
    's":[{"name":"rule","type":"string","doc":"Rule."},{"name":"rank","type":"int'
    '","doc":"Rank."},{"name":"source","type":{"type":"enum","name":"FindingSourc'
    'e","doc":"Where a line comes from.","symbols":["OUTPUT","KERNEL"],"default":'
    '"OUTPUT","namespace":"muster.task_events"},"doc":"OUTPUT: the rank wrote it.'
    ' KERNEL: the node\'s kernel did."},{"name":"stream","type":"string","doc":"Of'
    ' output: stdout or stderr.","default":""},{"name":"line","type":"long","doc"'
    ':"Number of the first such line in its stream, from 1."},{"name":"first_byte'
    '","type":"long","doc":"Where that line begins in its stream, from 0."},{"nam'
    'e":"count","type":"long","doc":"Lines with such a sign."},{"name":"at_ms","t'
    'ype":["null","long"],"doc":"When the agent read it, by the node\'s clock, mil'
    'liseconds since 1970 UTC.","default":null}],"namespace":"muster.task_events"'
    '}},"doc":"Signs of rules, by rank, then in the rules\' order.","default":[]},'
    '{"name":"rules_version","type":["null","int"],"doc":"Version of the rules by'
    ' which output was scanned; null: it was not.","default":null},{"name":"unsca'
    'nned","type":"string","doc":"Why output was not scanned, or not all of it; e'
    'mpty: it was, or no rules are in effect.","default":""}],"namespace":"muster'
    '.task_events"},{"type":"record","name":"TaskRefused","doc":"An order was not'
    ' carried out.","subject":"task","fields":[{"name":"node_id","type":"string",'
    '"doc":"Node."},{"name":"job_id","type":"string","doc":"Job."},{"name":"attem'
    'pt","type":"int","doc":"Attempt, 1-based."},{"name":"epoch","type":"long","d'
    'oc":"Epoch of the order."},{"name":"order_seq","type":"long","doc":"Order."}'
    ',{"name":"reason","type":{"type":"enum","name":"RefusalReason","doc":"Why.",'
    '"symbols":["STALE_EPOCH","GPU_BUSY","UNKNOWN_GPU","FILES_UNAVAILABLE","CANNO'
    'T_START","FILES_INVALID"],"default":"CANNOT_START","namespace":"muster.task_'
    'events"},"doc":"Why."},{"name":"message","type":"string","doc":"For people."'
    ',"default":""}],"namespace":"muster.task_events"},{"type":"record","name":"C'
    'heckpointSaved","doc":"A checkpoint is safe in S3.","subject":"task","fields'
    '":[{"name":"node_id","type":"string","doc":"Node."},{"name":"job_id","type":'
    '"string","doc":"Job."},{"name":"attempt","type":"int","doc":"Attempt, 1-base'
    'd."},{"name":"rank","type":"int","doc":"Rank that wrote it."},{"name":"file"'
    ',"type":"string","doc":"File name."},{"name":"uri","type":"string","doc":"s3'
    '://bucket/key."},{"name":"sha256","type":"string","doc":"Of the bytes."},{"n'
    'ame":"size_bytes","type":"long","doc":"Size."}],"namespace":"muster.task_eve'
    'nts"},{"type":"record","name":"PreemptionPlanned","subject":"plan","doc":"Th'
    "ese jobs would yield, then the job that asks fits; the scheduler checks it f"
    'irst.","fields":[{"name":"plan_id","type":"string","doc":"Plan."},{"name":"j'
    'ob_id","type":"string","doc":"Job that asks; empty where a reservation does.'
    '"},{"name":"tenant","type":"string","doc":"Tenant."},{"name":"queue","type":'
    '"string","doc":"Queue."},{"name":"cause","type":{"type":"enum","name":"Preem'
    'ptionCause","doc":"What entitles it.","symbols":["GUARANTEE","TIER","RESERVA'
    'TION"],"default":"TIER","namespace":"muster.job_events"},"doc":"What entitle'
    's it."},{"name":"reservation","type":"string","doc":"Reservation that has be'
    'gun; empty where a job asks.","default":""},{"name":"victims","type":{"type"'
    ':"array","items":{"type":"record","name":"PlannedVictim","doc":"A job that w'
    'ould yield, whole or down to fewer ranks.","fields":[{"name":"job_id","type"'
    ':"string","doc":"Job."},{"name":"attempt","type":"int","doc":"The attempt th'
    'at would stop."},{"name":"tenant","type":"string","doc":"Tenant."},{"name":"'
    'queue","type":"string","doc":"Queue."},{"name":"user","type":"string","doc":'
    '"Who submitted it."},{"name":"ranks_kept","type":"int","doc":"Ranks it goes '
    'on with; 0: it is evicted and waits again."},{"name":"gpu_milli_freed","type'
    '":"long","doc":"Thousandths of GPU that it would free."},{"name":"cost_gpu_m'
    's","type":"long","doc":"GPU milliseconds: its work since the last checkpoint'
    ', a restart, and its delay by priority."},{"name":"reason","type":{"type":"e'
    'num","name":"VictimReason","doc":"Why this job.","symbols":["BORROWS","LOWER'
    '_TIER","ELASTIC_SURPLUS","HOLDS_RESERVED"],"default":"BORROWS","namespace":"'
    'muster.preemption_events"},"doc":"Why this job."},{"name":"message","type":"'
    'string","doc":"One sentence for its owner."}],"namespace":"muster.preemption'
    '_events"}},"doc":"By job id."},{"name":"placements","type":{"type":"array","'
    'items":{"type":"record","name":"PlannedRank","doc":"Where one rank of the jo'
    'b would go.","fields":[{"name":"rank","type":"int","doc":"Rank."},{"name":"n'
    'ode_id","type":"string","doc":"Node."},{"name":"gpu_indices","type":{"type":'
    '"array","items":"int"},"doc":"GPUs."}],"namespace":"muster.preemption_events'
    '"}},"doc":"Where the job fits once they have yielded, in rank order; none fo'
    'r a reservation."},{"name":"cost_gpu_ms","type":"long","doc":"Price: the sum'
    ' over the victims."},{"name":"cost_gpu_ms_min","type":"long","doc":"No set o'
    'f victims of the same rank costs less than this."},{"name":"exact","type":"b'
    'oolean","doc":"No other set of victims is better; false: the price is within'
    ' the bound above, but not proven best."},{"name":"gain_gpu_ms","type":"long"'
    ',"doc":"GPU milliseconds that the job has sooner."},{"name":"as_of_seq","typ'
    'e":"long","doc":"State of the scheduler\'s log that this is true of."},{"name'
    '":"expires_at_ms","type":"long","doc":"Void from then on, milliseconds since'
    ' 1970 UTC."}],"namespace":"muster.preemption_events"},{"type":"record","name'
    '":"NodeJoined","doc":"A node is known, or came back with other hardware.","s'
    'ubject":"node","fields":[{"name":"node_id","type":"string","doc":"Node."},{"'
    'name":"boot_id","type":"string","doc":"Boot of its agent."},{"name":"address'
    '","type":"string","doc":"Address."},{"name":"port_first","type":"int","doc":'
    '"First rendezvous port."},{"name":"port_count","type":"int","doc":"How many.'
    '"},{"name":"cpu_milli","type":"long","doc":"CPU."},{"name":"memory_mib","typ'
    'e":"long","doc":"Memory."},{"name":"gpu_model","type":"string","doc":"Model.'
    '"},{"name":"gpu_memory_mib","type":"long","doc":"Memory of each GPU, MiB; 0 '
    'when unknown.","default":0},{"name":"gpu_count","type":"int","doc":"GPUs."},'
    '{"name":"executor","type":{"type":"enum","name":"Executor","doc":"How ranks '
    'run.","symbols":["PROCESS","SIMULATED"],"default":"SIMULATED","namespace":"m'
    'uster.node_heartbeats"},"doc":"How ranks run."},{"name":"lease_ms","type":"l'
    'ong","doc":"Lease."},{"name":"interval_ms","type":"long","doc":"Heartbeat in'
    'terval."},{"name":"labels","type":{"type":"map","values":"string"},"doc":"La'
    'bels.","default":{}},{"name":"location","type":{"type":"record","name":"Loca'
    'tion","doc":"A node\'s place in the network: each name is a unit within the n'
    'ext one; empty is unknown.","fields":[{"name":"nvlink_domain","type":"string'
    '","doc":"NVLink domain larger than the node; empty: the node is one by itsel'
    'f.","default":""},{"name":"leaf","type":"string","doc":"InfiniBand leaf swit'
    'ch.","default":""},{"name":"spine","type":"string","doc":"Spine, or pod of l'
    'eaves.","default":""},{"name":"cell","type":"string","doc":"Part of the netw'
    'ork above the spines.","default":""}],"namespace":"muster.node_heartbeats"},'
    '"doc":"Where it is in the network.","default":{"nvlink_domain":"","leaf":"",'
    '"spine":"","cell":""}},{"name":"taints","type":{"type":"array","items":"stri'
    'ng"},"doc":"Only jobs that tolerate all of them are placed here; sorted.","d'
    'efault":[]},{"name":"sandbox","type":{"type":"enum","name":"Sandbox","doc":"'
    'What keeps jobs apart from the rest of a machine.","symbols":["NONE","NAMESP'
    'ACES","BUBBLEWRAP"],"default":"NONE","namespace":"muster.node_heartbeats"},"'
    'doc":"What keeps jobs apart there.","default":"NONE"},{"name":"enforces","ty'
    'pe":{"type":"array","items":{"type":"enum","name":"Enforced","doc":"What a n'
    'ode holds jobs to.","symbols":["MEMORY","MEMORY_MEASURED","CPU","PROCESSES",'
    '"OPEN_FILES","DEVICES","UNKNOWN"],"default":"UNKNOWN","namespace":"muster.no'
    'de_heartbeats"}},"doc":"What it holds jobs to.","default":[]}],"namespace":"'
    'muster.job_events"},{"type":"record","name":"NodeSuspected","doc":"Two beats'
    ' missed: nothing new goes there; what runs goes on.","subject":"node","field'
    's":[{"name":"node_id","type":"string","doc":"Node."},{"name":"silent_ms","ty'
    'pe":"long","doc":"Time since its last beat."}],"namespace":"muster.job_event'
    's"},{"type":"record","name":"NodeRecovered","doc":"The node\'s heartbeats arr'
    'ive again.","subject":"node","fields":[{"name":"node_id","type":"string","do'
    'c":"Node."}],"namespace":"muster.job_events"},{"type":"record","name":"NodeL'
    'ost","doc":"The lease ran out: its attempts are given up.","subject":"node",'
    '"fields":[{"name":"node_id","type":"string","doc":"Node."},{"name":"silent_m'
    's","type":"long","doc":"Time since its last beat."}],"namespace":"muster.job'
    '_events"},{"type":"record","name":"NodeForgotten","doc":"The node was lost f'
    'or so long that nothing is kept of it; if it is heard again, it joins anew."'
    ',"subject":"node","fields":[{"name":"node_id","type":"string","doc":"Node."}'
    ',{"name":"lost_ms","type":"long","doc":"Time since the leader knew it as los'
    't."}],"namespace":"muster.job_events"},{"type":"record","name":"NodeRefused"'
    ',"doc":"Heartbeats that bear this name are invalid and are ignored. Said onc'
    'e by each leader.","subject":"node","fields":[{"name":"node_id","type":"stri'
    'ng","doc":"The name they bear; at most 128 characters, control characters es'
    'caped."},{"name":"message","type":"string","doc":"Field, value and what is a'
    'llowed."}],"namespace":"muster.job_events"},{"type":"record","name":"NodeRel'
    'ocated","doc":"The network around the node has changed; what runs there goes'
    ' on.","subject":"node","fields":[{"name":"node_id","type":"string","doc":"No'
    'de."},{"name":"location","type":"muster.node_heartbeats.Location","doc":"Whe'
    're it is now."}],"namespace":"muster.job_events"},{"type":"record","name":"G'
    'puUnhealthy","doc":"Nothing new goes on this GPU.","subject":"node","fields"'
    ':[{"name":"node_id","type":"string","doc":"Node."},{"name":"gpu_index","type'
    '":"int","doc":"GPU."},{"name":"reason","type":"string","doc":"Why."}],"names'
    'pace":"muster.job_events"},{"type":"record","name":"GpuRecovered","doc":"The'
    ' GPU is healthy again.","subject":"node","fields":[{"name":"node_id","type":'
    '"string","doc":"Node."},{"name":"gpu_index","type":"int","doc":"GPU."}],"nam'
    'espace":"muster.job_events"},{"type":"record","name":"CommandInvalid","doc":'
    '"A command that was turned away before it was sequenced; `code` and `message'
    '` say why (ADR 4, 55).","fields":[{"name":"command_id","type":"string","doc"'
    ':"event_id of the command."},{"name":"command","type":"string","doc":"Its re'
    'cord name."},{"name":"subject","type":"string","doc":"Job, queue or node."},'
    '{"name":"tenant","type":"string","doc":"Tenant."},{"name":"code","type":{"ty'
    'pe":"enum","name":"RejectionCode","aliases":["muster.job_events.RejectionCod'
    'e"],"doc":"Kinds of refusal, the same for all services; each has its HTTP st'
    'atus.","symbols":["INVALID","ALREADY_EXISTS","NOT_FOUND","WRONG_STATE","IMPO'
    'SSIBLE_REQUEST","UNKNOWN_QUEUE","QUEUE_NOT_EMPTY","FORBIDDEN","QUOTA_EXCEEDE'
    'D","BAD_TREE"],"default":"FORBIDDEN","namespace":"muster.command_answers"},"'
    'doc":"Kind of refusal: it breaks a rule, or its sender may not send it.","de'
    'fault":"INVALID"},{"name":"message","type":"string","doc":"For people."},{"n'
    'ame":"violations","type":{"type":"array","items":{"type":"record","name":"Vi'
    'olation","aliases":["muster.job_events.Violation"],"doc":"One thing wrong wi'
    'th a request.","fields":[{"name":"field","type":"string","doc":"Path of the '
    'field."},{"name":"value","type":"string","doc":"What was given, shortened."}'
    ',{"name":"allowed","type":"string","doc":"What is allowed."}],"namespace":"m'
    'uster.command_answers"}},"doc":"Field by field."}],"namespace":"muster.sched'
    'uler_log"},{"type":"record","name":"LeaderElected","doc":"First input of an '
    'epoch.","fields":[{"name":"epoch","type":"long","doc":"Epoch."},{"name":"lea'
    'der_id","type":"string","doc":"Process that leads."}],"namespace":"muster.sc'
    'heduler_log"},{"type":"record","name":"ClockTicked","doc":"A deadline of the'
    ' core has passed.","fields":[],"namespace":"muster.scheduler_log"}],"doc":"W'
    'hat came in."}],"namespace":"muster.scheduler_log"}},"doc":"In order."},{"na'
    'me":"decisions","type":{"type":"array","items":{"type":"record","name":"Deci'
    'sion","doc":"One consequence.","fields":[{"name":"event_id","type":"string",'
    '"doc":"The same as in the public topic."},{"name":"cause_seq","type":"long",'
    '"doc":"seq of the input it follows from."},{"name":"payload","type":[{"type"'
    ':"record","name":"CommandRejected","aliases":["muster.job_events.CommandReje'
    'cted"],"doc":"A command that will not be carried out, and why.","subject":"c'
    'ommand","fields":[{"name":"command_id","type":"string","doc":"event_id of th'
    'e command."},{"name":"command","type":"string","doc":"Its record name."},{"n'
    'ame":"subject","type":"string","doc":"What it was about: a job, queue, node,'
    ' or another entity of the service."},{"name":"tenant","type":"string","doc":'
    '"Tenant."},{"name":"code","type":"muster.command_answers.RejectionCode","doc'
    '":"Kind of refusal."},{"name":"detail_code","type":"string","doc":"The servi'
    'ce\'s own, finer code; its README lists them. Empty: `code` says all.","defau'
    'lt":""},{"name":"message","type":"string","doc":"For people."},{"name":"viol'
    'ations","type":{"type":"array","items":"muster.command_answers.Violation"},"'
    'doc":"Field by field.","default":[]}],"namespace":"muster.command_answers"},'
    '{"type":"record","name":"CommandRepeated","aliases":["muster.job_events.Comm'
    'andRepeated"],"doc":"A command that was carried out before came again; nothi'
    'ng changed.","subject":"command","fields":[{"name":"command_id","type":"stri'
    'ng","doc":"event_id of the command."},{"name":"command","type":"string","doc'
    '":"Its record name."},{"name":"subject","type":"string","doc":"What it was a'
    'bout."}],"namespace":"muster.command_answers"},{"type":"record","name":"JobQ'
    'ueued","doc":"The job is accepted and waits.","subject":"job","fields":[{"na'
    'me":"job_id","type":"string","doc":"Job."},{"name":"tenant","type":"string",'
    '"doc":"Tenant."},{"name":"spec","type":"muster.job_commands.JobSpec","doc":"'
    'As accepted."},{"name":"predicted_p50_ms","type":["null","long"],"doc":"Pred'
    'icted median run time of an attempt; null: unknown.","default":null},{"name"'
    ':"predicted_p90_ms","type":["null","long"],"doc":"Predicted 90th percentile '
    'of the run time; null: unknown.","default":null}],"namespace":"muster.job_ev'
    'ents"},{"type":"record","name":"JobPending","doc":"Why the job is not placed'
    '; sent when the reason changes.","subject":"job","fields":[{"name":"job_id",'
    '"type":"string","doc":"Job."},{"name":"code","type":{"type":"enum","name":"P'
    'endingCode","doc":"Stable codes for why a job waits.","symbols":["NO_NODES",'
    '"MODEL_ABSENT","TOO_LARGE","CLUSTER_TOO_SMALL","GPUS_BUSY","GPUS_FRAGMENTED"'
    ',"FRACTIONS_FRAGMENTED","CPU_SHORT","MEMORY_SHORT","NODES_UNSCHEDULABLE","LA'
    'BELS_ABSENT","TAINTS_UNTOLERATED","GPU_MEMORY_SHORT","SANDBOX_ABSENT","NODES'
    '_AVOIDED","MAINTENANCE_AHEAD","GANG_SHORT","TOPOLOGY_SHORT","HELD_FOR_HEAD",'
    '"NODES_RESERVED","RETRY_BACKOFF","SUSPENDED","QUEUED","QUOTA_EXHAUSTED","JOB'
    '_LIMIT","GEOMETRY_FROZEN"],"default":"QUEUED","namespace":"muster.job_events'
    '"},"doc":"The one dominant reason."},{"name":"message","type":"string","doc"'
    ':"One sentence."},{"name":"counts","type":{"type":"map","values":"long"},"do'
    'c":"Numbers behind it.","default":{}}],"namespace":"muster.job_events"},{"ty'
    'pe":"record","name":"PreemptionRequested","doc":"A job or a reservation is d'
    'ue GPUs that others hold; who yields is decided elsewhere.","subject":"plan"'
    ',"fields":[{"name":"job_id","type":"string","doc":"Job; empty where a reserv'
    'ation is due them."},{"name":"cause","type":"muster.job_events.PreemptionCau'
    'se","doc":"What entitles it."},{"name":"queue","type":"string","doc":"Its qu'
    'eue."},{"name":"tenant","type":"string","doc":"Tenant."},{"name":"jobs","typ'
    'e":"int","doc":"Number of equal jobs of its queue, this one included, that a'
    're due the resources they request.","default":1},{"name":"gpu_milli_missing"'
    ',"type":"long","doc":"Thousandths of GPU that they wait for."},{"name":"gpu_'
    'models","type":{"type":"array","items":"string"},"doc":"Models it accepts, s'
    'orted; empty for any.","default":[]},{"name":"borrowers","type":{"type":"arr'
    'ay","items":{"type":"record","name":"Borrower","doc":"A queue beyond its gua'
    'rantee.","fields":[{"name":"queue","type":"string","doc":"Name."},{"name":"t'
    'enant","type":"string","doc":"Tenant."},{"name":"gpu_milli_borrowed","type":'
    '"long","doc":"Beyond its guarantee, thousandths of GPU."}],"namespace":"must'
    'er.job_events"}},"doc":"Queues that hold lent GPUs, most first.","default":['
    ']},{"name":"as_of_seq","type":"long","doc":"State of the log that this is tr'
    'ue of."},{"name":"reservation","type":"string","doc":"Reservation that has b'
    'egun; empty where a job is due them.","default":""},{"name":"holders","type"'
    ':{"type":"array","items":"string"},"doc":"Jobs that still hold its nodes, so'
    'rted; never production inference.","default":[]}],"namespace":"muster.job_ev'
    'ents"},{"type":"record","name":"ReservationMade","doc":"Nodes are kept for t'
    "he job that heads the line and does not fit; takes the place of its last one"
    '.","subject":"plan","fields":[{"name":"job_id","type":"string","doc":"Job."}'
    ',{"name":"node_ids","type":{"type":"array","items":"string"},"doc":"Reserved'
    ": other jobs may be placed there only if they are predicted to end before st"
    'arts_at_ms."},{"name":"starts_at_ms","type":["null","long"],"doc":"When the '
    'nodes are predicted to have room for it; null: unknown.","default":null},{"n'
    'ame":"kept_until_ms","type":"long","doc":"When, the job not started, nodes a'
    're chosen anew."},{"name":"by_limits","type":"boolean","doc":"Whether only w'
    "all-time limits were used to predict, because an earlier reservation of the "
    'job was not kept.","default":false}],"namespace":"muster.job_events"},{"type'
    '":"record","name":"ReservationReleased","doc":"The nodes reserved for a job '
    'are released.","subject":"plan","fields":[{"name":"job_id","type":"string","'
    'doc":"Job."},{"name":"reason","type":{"type":"enum","name":"ReleaseReason","'
    'doc":"Why.","symbols":["STARTED","NO_LONGER_WAITS","NO_LONGER_HEAD","IN_VAIN'
    '"],"default":"NO_LONGER_WAITS","namespace":"muster.job_events"},"doc":"Why."'
    '},{"name":"again_at_ms","type":["null","long"],"doc":"When nodes are kept fo'
    'r it again, as it still heads the line; null: not for this reason.","default'
    '":null}],"namespace":"muster.job_events"},{"type":"record","name":"Defragmen'
    'tationProposed","doc":"Moves of running jobs that would let a job start that'
    ' free GPUs in all suffice for.","subject":"plan","fields":[{"name":"job_id",'
    '"type":"string","doc":"The job that would start."},{"name":"moves","type":{"'
    'type":"array","items":{"type":"record","name":"Move","doc":"One job that wou'
    'ld go on elsewhere.","fields":[{"name":"job_id","type":"string","doc":"Job."'
    '},{"name":"from_node_ids","type":{"type":"array","items":"string"},"doc":"Wh'
    'ere it is, sorted."},{"name":"to_node_ids","type":{"type":"array","items":"s'
    'tring"},"doc":"Where it would go, sorted."},{"name":"lost_gpu_ms","type":"lo'
    'ng","doc":"GPU milliseconds: its GPUs times what it ran since its last check'
    'point, and a restart."}],"namespace":"muster.job_events"}},"doc":"By job."},'
    '{"name":"cost_gpu_ms","type":"long","doc":"GPU milliseconds that all moves l'
    'ose."},{"name":"benefit_gpu_ms","type":"long","doc":"GPU milliseconds that t'
    'he job would have sooner: its GPUs times the wait it is spared."},{"name":"c'
    'arried_out","type":"boolean","doc":"The moves begin now."}],"namespace":"mus'
    'ter.job_events"},{"type":"record","name":"StartPredicted","doc":"When a wait'
    "ing job will start, predicted now and then so that the cell learns from what"
    ' comes.","subject":"plan","fields":[{"name":"job_id","type":"string","doc":"'
    'Job."},{"name":"wait_ms","type":"long","doc":"How much longer it will wait, '
    'the best single estimate, milliseconds."},{"name":"wait_low_ms","type":["nul'
    'l","long"],"doc":"Start of the range that is stated, milliseconds from now; '
    'null: too little is learned for a range.","default":null},{"name":"wait_high'
    '_ms","type":["null","long"],"doc":"End of the range that is stated, millisec'
    'onds from now.","default":null},{"name":"signs","type":{"type":"array","item'
    's":"int"},"doc":"What it was computed from, as logarithms in 1/256 octave: o'
    "ne, the soonest start with its equals ahead only, the time waited, the numbe"
    'r of waiting jobs, the amount requested, the position among its equals."}],"'
    'namespace":"muster.job_events"},{"type":"record","name":"GangBound","doc":"E'
    'very rank has its place; orders to start are in the same transaction.","subj'
    'ect":"job","fields":[{"name":"job_id","type":"string","doc":"Job."},{"name":'
    '"attempt","type":"int","doc":"Attempt."},{"name":"placements","type":{"type"'
    ':"array","items":{"type":"record","name":"RankPlacement","doc":"Where one ra'
    'nk runs.","fields":[{"name":"rank","type":"int","doc":"Rank."},{"name":"node'
    '_id","type":"string","doc":"Node."},{"name":"gpu_indices","type":{"type":"ar'
    'ray","items":"int"},"doc":"GPUs."},{"name":"gpu_milli","type":"int","doc":"T'
    'housandths of each."},{"name":"sharing","type":{"type":"enum","name":"Sharin'
    'g","doc":"How a rank shares its GPUs: not; inside its team by MPS or in turn'
    's; by a MIG instance.","symbols":["EXCLUSIVE","MPS","TIME_SLICING","MIG"],"d'
    'efault":"EXCLUSIVE","namespace":"muster.node_commands"},"doc":"Who else may '
    'be on them.","default":"EXCLUSIVE"},{"name":"mig_profile","type":["null","st'
    'ring"],"doc":"Profile of the MIG instance it gets.","default":null},{"name":'
    '"mig_start","type":["null","int"],"doc":"First memory slice of that instance'
    '.","default":null}],"namespace":"muster.job_events"}},"doc":"One per rank."}'
    ',{"name":"master_address","type":"string","doc":"Rank 0\'s address."},{"name"'
    ':"master_port","type":"int","doc":"Rendezvous port."},{"name":"waited_ms","t'
    'ype":"long","doc":"Since the job was last queued."},{"name":"reason","type":'
    '"string","doc":"Why there.","default":""},{"name":"tenant","type":"string","'
    'doc":"Whose job it is.","default":""},{"name":"queue","type":"string","doc":'
    '"The job\'s queue.","default":""},{"name":"each","type":["null",{"type":"reco'
    'rd","name":"RankShape","doc":"What each rank of a gang holds on its node, be'
    'sides the GPUs of its placement.","fields":[{"name":"cpu_milli","type":"long'
    '","doc":"Thousandths of a CPU core."},{"name":"memory_mib","type":"long","do'
    'c":"Host memory."},{"name":"gpu_models","type":{"type":"array","items":"stri'
    'ng"},"doc":"GPU models it would accept, sorted; empty: any.","default":[]},{'
    '"name":"sharing_key","type":"string","doc":"Ranks with the same key share GP'
    "Us (a trust domain and a way of sharing); `mig`: a MIG instance of its own; "
    'empty: not shared.","default":""}],"namespace":"muster.job_events"}],"doc":"'
    'What each rank holds; null: an earlier version wrote it.","default":null}],"'
    'namespace":"muster.job_events"},{"type":"record","name":"JobStarted","doc":"'
    'All ranks run.","subject":"job","fields":[{"name":"job_id","type":"string","'
    'doc":"Job."},{"name":"attempt","type":"int","doc":"Attempt."}],"namespace":"'
    'muster.job_events"},{"type":"record","name":"JobResizing","doc":"An elastic '
    'job stops, to go on at once with another number of ranks.","subject":"job","'
    'fields":[{"name":"job_id","type":"string","doc":"Job."},{"name":"attempt","t'
    'ype":"int","doc":"The attempt that stops."},{"name":"ranks_from","type":"int'
    '","doc":"Its ranks."},{"name":"ranks_to","type":"int","doc":"Ranks of the ne'
    'xt one, or fewer where they no longer fit."},{"name":"reason","type":"string'
    '","doc":"Why."}],"namespace":"muster.job_events"},{"type":"record","name":"J'
    'obMoving","doc":"A job stops, to go on at once on other nodes, so that anoth'
    'er has room.","subject":"job","fields":[{"name":"job_id","type":"string","do'
    'c":"Job."},{"name":"attempt","type":"int","doc":"The attempt that stops."},{'
    '"name":"placements","type":{"type":"array","items":"muster.job_events.RankPl'
    'acement"},"doc":"Where it is to go on, in rank order; elsewhere, where that '
    'is gone."},{"name":"reason","type":"string","doc":"Why."}],"namespace":"must'
    'er.job_events"},{"type":"record","name":"JobStopping","doc":"Ranks have been'
    ' ordered to stop.","subject":"job","fields":[{"name":"job_id","type":"string'
    '","doc":"Job."},{"name":"attempt","type":"int","doc":"Attempt."},{"name":"re'
    'ason","type":"string","doc":"Why."},{"name":"requeues","type":"boolean","doc'
    '":"It waits again once it has stopped, and the attempt counts neither as fai'
    'led nor as lost.","default":false},{"name":"plan_id","type":"string","doc":"'
    'The preemption plan that it yields by; empty: it stops for another reason.",'
    '"default":""},{"name":"yields_to","type":"string","doc":"The job that it yie'
    'lds to; empty: none.","default":""}],"namespace":"muster.job_events"},{"type'
    '":"record","name":"PreemptionAccepted","doc":"A preemption plan is carried o'
    'ut: victims stop, nodes are held for the job.","subject":"plan","fields":[{"'
    'name":"plan_id","type":"string","doc":"Plan."},{"name":"job_id","type":"stri'
    'ng","doc":"Job that the victims yield to; empty: a reservation."},{"name":"r'
    'eservation","type":"string","doc":"Capacity reservation whose nodes the vict'
    'ims leave; empty: they yield to a job.","default":""},{"name":"victims","typ'
    'e":{"type":"array","items":{"type":"record","name":"YieldingJob","doc":"A jo'
    'b that yields, whole or down to fewer ranks.","fields":[{"name":"job_id","ty'
    'pe":"string","doc":"Job."},{"name":"attempt","type":"int","doc":"The attempt'
    ' that stops."},{"name":"ranks_kept","type":"int","doc":"Ranks it goes on wit'
    'h; 0: it waits again.","default":0}],"namespace":"muster.job_events"}},"doc"'
    ':"By job id."},{"name":"placements","type":{"type":"array","items":"muster.j'
    'ob_events.RankPlacement"},"doc":"Where the job is to go, in rank order; thes'
    'e nodes are held for it."},{"name":"held_until_ms","type":"long","doc":"They'
    ' are held at most until then, milliseconds since 1970 UTC."},{"name":"cost_g'
    'pu_ms","type":"long","doc":"Price as planned, GPU milliseconds."},{"name":"a'
    's_of_seq","type":"long","doc":"State of the scheduler\'s log that the plan wa'
    's made from."}],"namespace":"muster.job_events"},{"type":"record","name":"Pr'
    'eemptionRefused","doc":"A preemption plan is not carried out; nobody stops b'
    'ecause of it.","subject":"plan","fields":[{"name":"plan_id","type":"string",'
    '"doc":"Plan."},{"name":"job_id","type":"string","doc":"Job that the victims '
    'would have yielded to; empty: a reservation."},{"name":"reservation","type":'
    '"string","doc":"Capacity reservation whose nodes the victims leave; empty: t'
    'hey yield to a job.","default":""},{"name":"code","type":{"type":"enum","nam'
    'e":"RefusalCode","doc":"Why.","symbols":["EXPIRED","INVALID","UNDER_WAY","NO'
    'T_WAITING","NOT_ENTITLED","NOT_NEEDED","VICTIM_GONE","VICTIM_PROTECTED","VIC'
    'TIM_TOO_YOUNG","VICTIM_LIMIT","PAIR","NO_ROOM"],"default":"INVALID","namespa'
    'ce":"muster.job_events"},"doc":"Why."},{"name":"reason","type":"string","doc'
    '":"For people."}],"namespace":"muster.job_events"},{"type":"record","name":"'
    'HoldReleased","doc":"What victims of a preemption plan freed is no longer he'
    'ld for the job they yielded to.","subject":"plan","fields":[{"name":"plan_id'
    '","type":"string","doc":"Plan."},{"name":"job_id","type":"string","doc":"Job'
    ' that it was held for."},{"name":"reason","type":{"type":"enum","name":"Hold'
    'ReleaseReason","doc":"Why.","symbols":["STARTED","NO_LONGER_WAITS","NO_ROOM"'
    ',"EXPIRED"],"default":"NO_LONGER_WAITS","namespace":"muster.job_events"},"do'
    'c":"STARTED: it was bound. NO_LONGER_WAITS: it was cancelled or suspended. N'
    "O_ROOM: all have yielded, and it still does not fit. EXPIRED: they took too "
    'long."}],"namespace":"muster.job_events"},{"type":"record","name":"AttemptEn'
    'ded","doc":"An attempt is over on every node and its GPUs are free.","subjec'
    't":"job","fields":[{"name":"job_id","type":"string","doc":"Job."},{"name":"a'
    'ttempt","type":"int","doc":"Attempt."},{"name":"outcome","type":{"type":"enu'
    'm","name":"AttemptOutcome","doc":"How.","symbols":["SUCCEEDED","FAILED","STO'
    'PPED","TIMED_OUT","LOST","REFUSED"],"default":"REFUSED","namespace":"muster.'
    'job_events"},"doc":"How."},{"name":"exit_code","type":["null","int"],"doc":"'
    'Of the first failing rank.","default":null},{"name":"signal","type":["null",'
    '"int"],"doc":"Of the first failing rank.","default":null},{"name":"rank","ty'
    'pe":["null","int"],"doc":"First failing rank.","default":null},{"name":"node'
    '_id","type":["null","string"],"doc":"Its node.","default":null},{"name":"mes'
    'sage","type":"string","doc":"For people.","default":""},{"name":"ran_ms","ty'
    'pe":"long","doc":"From bind to end."},{"name":"verdict","type":["null",{"typ'
    'e":"record","name":"FailureVerdict","doc":"Why an attempt failed, by the rul'
    'es in effect; rank and node are those of its fact.","fields":[{"name":"rule"'
    ',"type":"string","doc":"The first rule with a sign."},{"name":"rules_version'
    '","type":"int","doc":"Version of the rules."},{"name":"category","type":"str'
    'ing","doc":"Whose part failed, as in the rule."},{"name":"subcategory","type'
    '":"string","doc":"What of it."},{"name":"persistence","type":"string","doc":'
    '"transient, permanent or unknown: whether the same attempt would fail again.'
    '"},{"name":"action","type":"string","doc":"What the rule demands for the job'
    '."},{"name":"node_action","type":"string","doc":"What the rule advises for t'
    'he node."},{"name":"sign","type":"string","doc":"By what it was recognised: '
    'a line of the output, exit code 137."},{"name":"means","type":"string","doc"'
    ':"What happened, in the rule\'s words."},{"name":"hint","type":"string","doc"'
    ':"What to change, in the rule\'s words."},{"name":"line","type":["null","long'
    '"],"doc":"Number of the line in the rank\'s stream, when it was a line.","def'
    'ault":null},{"name":"stream","type":"string","doc":"Its stream: stdout or st'
    'derr.","default":""},{"name":"count","type":"long","doc":"Lines with such a '
    'sign; 0: it was no line.","default":0},{"name":"at_ms","type":["null","long"'
    '],"doc":"When: of the line, else of the rank\'s end, milliseconds since 1970 '
    'UTC.","default":null},{"name":"spared","type":"boolean","doc":"The attempt d'
    'oes not count among those that the user granted.","default":false},{"name":"'
    'cause_seen","type":"boolean","doc":"False: no rank shows a cause of its own;'
    ' it began where nothing was seen.","default":true},{"name":"others","type":{'
    '"type":"array","items":{"type":"record","name":"RankVerdict","doc":"Another '
    'rank that failed.","fields":[{"name":"rank","type":["null","int"],"doc":"Ran'
    'k; null: its node was lost, or refused.","default":null},{"name":"node_id","'
    'type":"string","doc":"Its node."},{"name":"rule","type":"string","doc":"The '
    'first rule with a sign."},{"name":"followed","type":"boolean","doc":"It fail'
    'ed because another rank had gone, or waited for one that had."}],"namespace"'
    ':"muster.job_events"}},"doc":"Other ranks that failed, by rank, the first of'
    ' them.","default":[]},{"name":"others_more","type":"int","doc":"How many mor'
    'e than these.","default":0},{"name":"unscanned","type":"string","doc":"Why o'
    'utput was not scanned, or not all of it; empty: it was.","default":""}],"nam'
    'espace":"muster.job_events"}],"doc":"Why; null: nothing failed, or no rules '
    'are in effect.","default":null}],"namespace":"muster.job_events"},{"type":"r'
    'ecord","name":"JobRequeued","doc":"The job waits again.","subject":"job","fi'
    'elds":[{"name":"job_id","type":"string","doc":"Job."},{"name":"attempt_next"'
    ',"type":"int","doc":"Number of the next attempt."},{"name":"reason","type":"'
    'string","doc":"Why."},{"name":"not_before_ms","type":"long","doc":"Earliest '
    'time of the next attempt."}],"namespace":"muster.job_events"},{"type":"recor'
    'd","name":"JobSucceeded","doc":"Every rank ended with exit code 0.","subject'
    '":"job","fields":[{"name":"job_id","type":"string","doc":"Job."},{"name":"at'
    'tempt","type":"int","doc":"Attempt."}],"namespace":"muster.job_events"},{"ty'
    'pe":"record","name":"JobFailed","doc":"The job is over and did not succeed."'
    ',"subject":"job","fields":[{"name":"job_id","type":"string","doc":"Job."},{"'
    'name":"attempt","type":"int","doc":"Attempt."},{"name":"reason","type":"stri'
    'ng","doc":"Why."},{"name":"exit_code","type":["null","int"],"doc":"Of the fi'
    'rst failing rank.","default":null}],"namespace":"muster.job_events"},{"type"'
    ':"record","name":"JobCancelled","doc":"The job was cancelled and nothing of '
    'it runs.","subject":"job","fields":[{"name":"job_id","type":"string","doc":"'
    'Job."},{"name":"requested_by","type":"string","doc":"Who asked."},{"name":"r'
    'eason","type":"string","doc":"Why."}],"namespace":"muster.job_events"},{"typ'
    'e":"record","name":"JobSuspended","doc":"The job was suspended and nothing o'
    'f it runs.","subject":"job","fields":[{"name":"job_id","type":"string","doc"'
    ':"Job."},{"name":"requested_by","type":"string","doc":"Who asked."},{"name":'
    '"reason","type":"string","doc":"Why."}],"namespace":"muster.job_events"},{"t'
    'ype":"record","name":"JobResumed","doc":"A suspended job waits again.","subj'
    'ect":"job","fields":[{"name":"job_id","type":"string","doc":"Job."},{"name":'
    '"requested_by","type":"string","doc":"Who asked."}],"namespace":"muster.job_'
    'events"},{"type":"record","name":"CheckpointRecorded","doc":"The next attemp'
    't will start from this.","subject":"job","fields":[{"name":"job_id","type":"'
    'string","doc":"Job."},{"name":"attempt","type":"int","doc":"Attempt."},{"nam'
    'e":"rank","type":"int","doc":"Rank that wrote it."},{"name":"file","type":"s'
    'tring","doc":"File name."},{"name":"uri","type":"string","doc":"Where."},{"n'
    'ame":"sha256","type":"string","doc":"Of the bytes."},{"name":"size_bytes","t'
    'ype":"long","doc":"Size."}],"namespace":"muster.job_events"},"muster.job_eve'
    'nts.NodeJoined","muster.job_events.NodeSuspected","muster.job_events.NodeRec'
    'overed","muster.job_events.NodeLost","muster.job_events.NodeForgotten","must'
    'er.job_events.NodeRefused",{"type":"record","name":"NodeCordoned","doc":"Not'
    'hing new goes there.","subject":"node","fields":[{"name":"node_id","type":"s'
    'tring","doc":"Node."},{"name":"requested_by","type":"string","doc":"Who."},{'
    '"name":"reason","type":"string","doc":"Why."}],"namespace":"muster.job_event'
    's"},{"type":"record","name":"NodeUncordoned","doc":"Work goes there again.",'
    '"subject":"node","fields":[{"name":"node_id","type":"string","doc":"Node."},'
    '{"name":"requested_by","type":"string","doc":"Who."}],"namespace":"muster.jo'
    'b_events"},{"type":"record","name":"NodeDraining","doc":"Nothing new is plac'
    'ed on the node, and what runs there is moved.","subject":"node","fields":[{"'
    'name":"node_id","type":"string","doc":"Node."},{"name":"requested_by","type"'
    ':"string","doc":"Operator."},{"name":"reason","type":"string","doc":"Why.","'
    'default":""}],"namespace":"muster.job_events"},{"type":"record","name":"Node'
    'Undrained","doc":"Work may be placed on the node again.","subject":"node","f'
    'ields":[{"name":"node_id","type":"string","doc":"Node."},{"name":"requested_'
    'by","type":"string","doc":"Operator."}],"namespace":"muster.job_events"},{"t'
    'ype":"record","name":"NodeTagged","doc":"What operators say of the node, bes'
    'ide what it announces, from now on.","subject":"node","fields":[{"name":"nod'
    'e_id","type":"string","doc":"Node."},{"name":"labels","type":{"type":"map","'
    'values":"string"},"doc":"Labels; they win over announced ones.","default":{}'
    '},{"name":"taints","type":{"type":"array","items":"string"},"doc":"Taints, s'
    'orted.","default":[]},{"name":"requested_by","type":"string","doc":"Operator'
    '."}],"namespace":"muster.job_events"},{"type":"record","name":"MaintenanceSc'
    'heduled","doc":"The node will be closed for a time: only work that is predic'
    'ted to end before is placed there.","subject":"node","fields":[{"name":"node'
    '_id","type":"string","doc":"Node."},{"name":"starts_at_ms","type":"long","do'
    'c":"From when, milliseconds since 1970 UTC."},{"name":"ends_at_ms","type":"l'
    'ong","doc":"Until when."},{"name":"requested_by","type":"string","doc":"Oper'
    'ator."},{"name":"reason","type":"string","doc":"Why.","default":""}],"namesp'
    'ace":"muster.job_events"},{"type":"record","name":"MaintenanceStarted","doc"'
    ":\"The node's window has begun: it is closed, and what still runs there is mo"
    'ved.","subject":"node","fields":[{"name":"node_id","type":"string","doc":"No'
    'de."}],"namespace":"muster.job_events"},{"type":"record","name":"Maintenance'
    'Ended","doc":"The node\'s window is over, or was called off.","subject":"node'
    '","fields":[{"name":"node_id","type":"string","doc":"Node."},{"name":"reques'
    'ted_by","type":["null","string"],"doc":"Operator who called it off; null: it'
    's time was over.","default":null}],"namespace":"muster.job_events"},"muster.'
    'job_events.NodeRelocated","muster.job_events.GpuUnhealthy","muster.job_event'
    's.GpuRecovered",{"type":"record","name":"GpuGeometryChanged","doc":"An empty'
    ' GPU was cut, to take MIG instances and nothing else, or made whole again.",'
    '"subject":"node","fields":[{"name":"node_id","type":"string","doc":"Node."},'
    '{"name":"gpu_index","type":"int","doc":"GPU."},{"name":"cut","type":"boolean'
    '","doc":"True: MIG mode. False: whole."},{"name":"for_job_id","type":"string'
    '","doc":"The waiting job that needed it."}],"namespace":"muster.job_events"}'
    ',{"type":"record","name":"QueueCreated","doc":"A queue exists.","subject":"q'
    'ueue","fields":[{"name":"queue","type":"string","doc":"Name."},{"name":"tena'
    'nt","type":"string","doc":"Tenant."},{"name":"description","type":"string","'
    'doc":"For people."},{"name":"requested_by","type":"string","doc":"Who."},{"n'
    'ame":"settings","type":["null","muster.queue_commands.QueueSettings"],"doc":'
    '"Shares and limits; null for none.","default":null}],"namespace":"muster.job'
    '_events"},{"type":"record","name":"QueueConfigured","doc":"A queue has other'
    ' shares and limits.","subject":"queue","fields":[{"name":"queue","type":"str'
    'ing","doc":"Name."},{"name":"tenant","type":"string","doc":"Tenant."},{"name'
    '":"settings","type":"muster.queue_commands.QueueSettings","doc":"All of them'
    '."},{"name":"requested_by","type":"string","doc":"Who."}],"namespace":"muste'
    'r.job_events"},{"type":"record","name":"QueueMeasured","doc":"What a queue a'
    "nd those below it use, and what is due to it; sent when it changed, now and "
    'then.","subject":"queue","fields":[{"name":"queue","type":"string","doc":"Na'
    'me."},{"name":"tenant","type":"string","doc":"Tenant."},{"name":"gpu_milli_u'
    'sed","type":"long","doc":"Held, thousandths of GPU."},{"name":"gpu_milli_use'
    'd_by_model","type":{"type":"map","values":"long"},"doc":"Per model."},{"name'
    '":"cpu_milli_used","type":"long","doc":"Held, thousandths of a core."},{"nam'
    'e":"memory_mib_used","type":"long","doc":"Held, MiB."},{"name":"gpu_milli_bo'
    'rrowed","type":"long","doc":"Of what is used, beyond the guarantee."},{"name'
    '":"gpu_milli_lent","type":"long","doc":"Of the guarantee, unused: others may'
    ' have it."},{"name":"share_ppm","type":"long","doc":"Dominant part of the cl'
    'uster that it holds now, millionths."},{"name":"share_due_ppm","type":"long"'
    ',"doc":"Part of the cluster due to it by weight among its busy neighbours, m'
    'illionths."},{"name":"usage_gpu_ms","type":"long","doc":"Weighted usage over'
    ' the window: GPU milliseconds at model price, decayed."},{"name":"credit_gpu'
    '_ms","type":"long","doc":"Burst credit, the same unit."},{"name":"jobs_runni'
    'ng","type":"int","doc":"Jobs that hold GPUs."},{"name":"jobs_pending","type"'
    ':"int","doc":"Jobs that wait."}],"namespace":"muster.job_events"},{"type":"r'
    'ecord","name":"QueueDeleted","doc":"A queue is gone.","subject":"queue","fie'
    'lds":[{"name":"queue","type":"string","doc":"Name."},{"name":"tenant","type"'
    ':"string","doc":"Tenant."},{"name":"requested_by","type":"string","doc":"Who'
    '."}],"namespace":"muster.job_events"},{"type":"record","name":"CapacityReser'
    'ved","doc":"Nodes are reserved for a queue.","subject":"reservation","fields'
    '":[{"name":"reservation","type":"string","doc":"Name."},{"name":"tenant","ty'
    'pe":"string","doc":"Tenant."},{"name":"queue","type":"string","doc":"Whose j'
    'obs may be placed there, and those of the queues below it."},{"name":"gpu_mo'
    'del","type":"string","doc":"GPU model of the nodes."},{"name":"gpu_count","t'
    'ype":"int","doc":"GPUs of the nodes together."},{"name":"node_ids","type":{"'
    'type":"array","items":"string"},"doc":"Sorted. Until it starts, other jobs a'
    're placed there only if they are predicted to end before."},{"name":"starts_'
    'at_ms","type":"long","doc":"From when."},{"name":"ends_at_ms","type":"long",'
    '"doc":"Until when."},{"name":"requested_by","type":"string","doc":"Who."}],"'
    'namespace":"muster.job_events"},{"type":"record","name":"CapacityReassigned"'
    ',"doc":"A reservation has other nodes: some of its own were closed or lost."'
    ',"subject":"reservation","fields":[{"name":"reservation","type":"string","do'
    'c":"Name."},{"name":"tenant","type":"string","doc":"Tenant."},{"name":"queue'
    '","type":"string","doc":"Whose jobs may be placed there, and those of the qu'
    'eues below it."},{"name":"node_ids","type":{"type":"array","items":"string"}'
    ',"doc":"All of them now, sorted."},{"name":"reason","type":"string","doc":"W'
    'hy."}],"namespace":"muster.job_events"},{"type":"record","name":"CapacityRes'
    'ervationStarted","doc":"From now on only jobs of the queue may be placed on '
    'the nodes.","subject":"reservation","fields":[{"name":"reservation","type":"'
    'string","doc":"Name."},{"name":"tenant","type":"string","doc":"Tenant."},{"n'
    'ame":"queue","type":"string","doc":"Whose jobs may be placed there, and thos'
    'e of the queues below it."}],"namespace":"muster.job_events"},{"type":"recor'
    'd","name":"CapacityReservationEnded","doc":"The nodes are released.","subjec'
    't":"reservation","fields":[{"name":"reservation","type":"string","doc":"Name'
    '."},{"name":"tenant","type":"string","doc":"Tenant."},{"name":"queue","type"'
    ':"string","doc":"Whose jobs may be placed there, and those of the queues bel'
    'ow it."},{"name":"reason","type":{"type":"enum","name":"ReservationEnd","doc'
    '":"Why.","symbols":["OVER","CANCELLED"],"default":"OVER","namespace":"muster'
    '.job_events"},"doc":"Why."},{"name":"requested_by","type":"string","doc":"Wh'
    'o cancelled it; empty when its time was over.","default":""}],"namespace":"m'
    'uster.job_events"},{"type":"record","name":"PolicyActivated","doc":"Decision'
    's follow this policy from here on.","subject":"policy","fields":[{"name":"po'
    'licy","type":"muster.operator_commands.Policy","doc":"The whole policy."},{"'
    'name":"requested_by","type":"string","doc":"Who."}],"namespace":"muster.job_'
    'events"},{"type":"record","name":"FailureRulesActivated","doc":"Failures are'
    ' judged by these rules from here on.","subject":"policy","fields":[{"name":"'
    'version","type":"int","doc":"Version of the rules."},{"name":"sha256","type"'
    ':"string","doc":"Of the text."},{"name":"rules","type":"string","doc":"The r'
    'ules file."},{"name":"requested_by","type":"string","doc":"Operator, or the '
    'first leader."}],"namespace":"muster.job_events"},{"type":"record","name":"S'
    'tartTask","doc":"Start these ranks.","fields":[{"name":"node_id","type":"str'
    'ing","doc":"Node."},{"name":"epoch","type":"long","doc":"Leader\'s epoch; old'
    'er than one already seen: refuse."},{"name":"order_seq","type":"long","doc":'
    '"Position of the decision: seq of the input that caused it."},{"name":"job_i'
    'd","type":"string","doc":"Job."},{"name":"attempt","type":"int","doc":"Attem'
    'pt; started at most once."},{"name":"tenant","type":"string","doc":"Tenant."'
    '},{"name":"job_name","type":"string","doc":"Job\'s name."},{"name":"user","ty'
    'pe":"string","doc":"Job\'s user."},{"name":"ranks","type":{"type":"array","it'
    'ems":{"type":"record","name":"RankAssignment","doc":"What one rank gets on t'
    'he node.","fields":[{"name":"rank","type":"int","doc":"Rank."},{"name":"gpu_'
    'indices","type":{"type":"array","items":"int"},"doc":"GPUs."},{"name":"gpu_m'
    'illi","type":"int","doc":"Thousandths of each."},{"name":"sharing","type":"m'
    'uster.node_commands.Sharing","doc":"Who else may be on them.","default":"EXC'
    'LUSIVE"},{"name":"mig_profile","type":["null","string"],"doc":"Profile of th'
    'e MIG instance it gets.","default":null},{"name":"mig_start","type":["null",'
    '"int"],"doc":"First memory slice of that instance.","default":null},{"name":'
    '"cpu_milli","type":"long","doc":"Thousandths of a CPU core it may use; 0: wi'
    'thout limit.","default":0},{"name":"memory_mib","type":"long","doc":"Main me'
    'mory it may use, MiB; 0: without limit.","default":0}],"namespace":"muster.n'
    'ode_commands"}},"doc":"Ranks on this node."},{"name":"world_size","type":"in'
    't","doc":"Ranks in all."},{"name":"master_address","type":"string","doc":"Ad'
    'dress of rank 0."},{"name":"master_port","type":"int","doc":"Rendezvous port'
    ' on rank 0\'s node."},{"name":"image","type":["null","string"],"doc":"Contain'
    'er image.","default":null},{"name":"command","type":{"type":"array","items":'
    '"string"},"doc":"Program and arguments."},{"name":"env","type":{"type":"map"'
    ',"values":"string"},"doc":"Environment.","default":{}},{"name":"files_sha256'
    '","type":["null","string"],"doc":"Working files.","default":null},{"name":"w'
    'all_time_max_ms","type":["null","long"],"doc":"Stop after this long.","defau'
    'lt":null},{"name":"grace_ms","type":"long","doc":"Between SIGTERM and SIGKIL'
    'L."},{"name":"checkpoint_enabled","type":"boolean","doc":"Keep checkpoints."'
    '},{"name":"checkpoint_uri","type":["null","string"],"doc":"Newest checkpoint'
    ' of an earlier attempt.","default":null},{"name":"checkpoint_sha256","type":'
    '["null","string"],"doc":"Its hash.","default":null},{"name":"checkpoint_file'
    '","type":["null","string"],"doc":"Its file name.","default":null},{"name":"o'
    'ffline","type":"boolean","doc":"Its ranks see no network but their own loopb'
    'ack.","default":false},{"name":"failure_rules_sha256","type":["null","string'
    '"],"doc":"Rules of failures by which output is scanned; null: none are in ef'
    'fect.","default":null},{"name":"failure_rules_version","type":["null","int"]'
    ',"doc":"Their version.","default":null}],"namespace":"muster.node_commands"}'
    ',{"type":"record","name":"StopTask","doc":"Stop this attempt\'s ranks; unknow'
    'n attempt: nothing to do.","fields":[{"name":"node_id","type":"string","doc"'
    ':"Node."},{"name":"epoch","type":"long","doc":"Leader\'s epoch; older than on'
    'e already seen: refuse."},{"name":"order_seq","type":"long","doc":"Position '
    'of the decision: seq of the input that caused it."},{"name":"job_id","type":'
    '"string","doc":"Job."},{"name":"attempt","type":"int","doc":"Attempt; starte'
    'd at most once."},{"name":"grace_ms","type":"long","doc":"Between SIGTERM an'
    'd SIGKILL."},{"name":"checkpoint_grace_ms","type":"long","doc":"Most time fo'
    'r a checkpoint before SIGTERM; 0: the ranks do not go on later.","default":0'
    '},{"name":"reason","type":"string","doc":"Why."}],"namespace":"muster.node_c'
    'ommands"}],"doc":"Fact or order."}],"namespace":"muster.scheduler_log"}},"do'
    'c":"In order."},{"name":"state_hash","type":["null","string"],"doc":"Hash of'
    ' the whole state after this batch, when it was taken.","default":null},{"nam'
    'e":"hash_version","type":"int","doc":"How state_hash was computed; hashes of'
    ' different versions are not compared.","default":1},{"name":"decisions_versi'
    'on","type":"int","doc":"Which version of the rules decided; another one may '
    'decide otherwise. 0: not recorded.","default":0}],"namespace":"muster.schedu'
    'ler_log"}],"doc":"What happened."}]}'
)
