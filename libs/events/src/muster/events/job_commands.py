"""A request about a job, with the sender's token in the header `authorization` (ADR 55).

Generated from schemas/job-commands.avsc by `make schemas`; do not edit.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from enum import StrEnum
from typing import Any, ClassVar, Final, TypeAlias, final

from muster.events.wire.datum import Table, branch_of, table_of
from muster.events.wire.record import record


class Tier(StrEnum):
    """Highest first."""

    PRODUCTION_INFERENCE = "PRODUCTION_INFERENCE"
    PREMIUM_TRAINING = "PREMIUM_TRAINING"
    STANDARD_TRAINING = "STANDARD_TRAINING"
    BATCH_INFERENCE = "BATCH_INFERENCE"
    INTERACTIVE = "INTERACTIVE"


class Isolation(StrEnum):
    """How a fraction of a GPU is kept apart from others on it."""

    BY_TRUST = "BY_TRUST"
    MIG = "MIG"
    MPS = "MPS"
    TIME_SLICING = "TIME_SLICING"


@final
@record
class Resources:
    """What one rank needs.

    Attributes:
        gpu_count: GPUs per rank; 0 for CPU-only work.
        gpu_milli: Thousandths of each GPU: 1000 is a whole one; less only with gpu_count 1.
        gpu_models: GPU models accepted, sorted; empty accepts any.
        gpu_memory_mib_min: Least memory of each GPU, MiB; of the whole GPU, for a fraction too. 0
            accepts any.
        cpu_milli: Thousandths of a CPU core per rank.
        memory_mib: Main memory per rank, MiB.
        isolation: Requested isolation; for a fraction of a GPU only.
    """

    AVRO_NAME: ClassVar[str] = "muster.job_commands.Resources"

    gpu_count: int
    gpu_milli: int
    gpu_models: tuple[str, ...] = ()
    gpu_memory_mib_min: int = 0
    cpu_milli: int
    memory_mib: int
    isolation: Isolation = Isolation.BY_TRUST

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "gpu_count": self.gpu_count,
            "gpu_milli": self.gpu_milli,
            "gpu_models": list(self.gpu_models),
            "gpu_memory_mib_min": self.gpu_memory_mib_min,
            "cpu_milli": self.cpu_milli,
            "memory_mib": self.memory_mib,
            "isolation": self.isolation,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> Resources:
        """The inverse."""
        return cls(
            gpu_count=d["gpu_count"],
            gpu_milli=d["gpu_milli"],
            gpu_models=tuple(d.get("gpu_models", [])),
            gpu_memory_mib_min=d.get("gpu_memory_mib_min", 0),
            cpu_milli=d["cpu_milli"],
            memory_mib=d["memory_mib"],
            isolation=Isolation(d.get("isolation", "BY_TRUST")),
        )


@final
@record
class RetryPolicy:
    """When an attempt fails by itself; attempts lost with a node never count.

    Attributes:
        attempts_max: Attempts allowed in all, 1 means no retry.
        backoff_ms: Wait before the next attempt, doubled each time.
        memory_max_mib: Most memory of each rank after attempts that had too little, MiB; null: it
            stays as asked for.
    """

    AVRO_NAME: ClassVar[str] = "muster.job_commands.RetryPolicy"

    attempts_max: int
    backoff_ms: int = 10000
    memory_max_mib: int | None = None

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "attempts_max": self.attempts_max,
            "backoff_ms": self.backoff_ms,
            "memory_max_mib": self.memory_max_mib,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> RetryPolicy:
        """The inverse."""
        return cls(
            attempts_max=d["attempts_max"],
            backoff_ms=d.get("backoff_ms", 10000),
            memory_max_mib=d.get("memory_max_mib"),
        )


@final
@record
class CheckpointPolicy:
    """Whether the agent keeps what the job writes to MUSTER_CHECKPOINT_DIR.

    Attributes:
        enabled: True: files renamed into the directory are stored and given to the next attempt.
        interval_ms: How often the job is expected to write one; 0 when it decides itself.
        grace_ms: How long ranks that have to stop and will go on later may take to save one, before
            SIGTERM.
        keep_last: So many of the newest stay in the store; null: as the policy says.
        keep_every: Each so-manieth stays as well; 0: none for this reason.
    """

    AVRO_NAME: ClassVar[str] = "muster.job_commands.CheckpointPolicy"

    enabled: bool
    interval_ms: int = 0
    grace_ms: int = 60000
    keep_last: int | None = None
    keep_every: int = 0

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "enabled": self.enabled,
            "interval_ms": self.interval_ms,
            "grace_ms": self.grace_ms,
            "keep_last": self.keep_last,
            "keep_every": self.keep_every,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> CheckpointPolicy:
        """The inverse."""
        return cls(
            enabled=d["enabled"],
            interval_ms=d.get("interval_ms", 0),
            grace_ms=d.get("grace_ms", 60000),
            keep_last=d.get("keep_last"),
            keep_every=d.get("keep_every", 0),
        )


class TopologyLevel(StrEnum):
    """Units of the network, smallest first."""

    NODE = "NODE"
    NVLINK_DOMAIN = "NVLINK_DOMAIN"
    LEAF = "LEAF"
    SPINE = "SPINE"
    CELL = "CELL"


class Strictness(StrEnum):
    """What a gang does when no unit of its level has room."""

    REQUIRED = "REQUIRED"
    PREFERRED = "PREFERRED"
    BEST_EFFORT = "BEST_EFFORT"


@final
@record
class Topology:
    """How the ranks of a gang should lie in the network.

    Attributes:
        within: The unit that should hold all ranks; null: the best there is room in.
        strictness: REQUIRED waits for such a unit, PREFERRED takes a larger one.
        tensor_parallel_ranks: So many consecutive ranks share an NVLink domain, always.
    """

    AVRO_NAME: ClassVar[str] = "muster.job_commands.Topology"

    within: TopologyLevel | None = None
    strictness: Strictness = Strictness.BEST_EFFORT
    tensor_parallel_ranks: int = 1

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "within": self.within,
            "strictness": self.strictness,
            "tensor_parallel_ranks": self.tensor_parallel_ranks,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> Topology:
        """The inverse."""
        return cls(
            within=None if d.get("within") is None else TopologyLevel(d["within"]),
            strictness=Strictness(d.get("strictness", "BEST_EFFORT")),
            tensor_parallel_ranks=d.get("tensor_parallel_ranks", 1),
        )


@final
@record
class GpuPreference:
    """One GPU model, and how fast the job runs on it.

    Attributes:
        model: GPU model.
        throughput_milli: Thousandths of a common unit of speed: twice as much ends in half the
            time.
    """

    AVRO_NAME: ClassVar[str] = "muster.job_commands.GpuPreference"

    model: str
    throughput_milli: int

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "model": self.model,
            "throughput_milli": self.throughput_milli,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> GpuPreference:
        """The inverse."""
        return cls(
            model=d["model"],
            throughput_milli=d["throughput_milli"],
        )


class SandboxNeed(StrEnum):
    """Whether a job needs to be kept apart from the rest of the machine."""

    OPTIONAL = "OPTIONAL"
    REQUIRED = "REQUIRED"


class NetworkAccess(StrEnum):
    """Which network a job sees."""

    HOST = "HOST"
    NONE = "NONE"


class SpotUse(StrEnum):
    """Whether a job may run on nodes that their provider may take back."""

    BY_TIER = "BY_TIER"
    ALLOWED = "ALLOWED"
    NEVER = "NEVER"


@final
@record
class JobSpec:
    """A job as its owner describes it.

    Attributes:
        name: A name for people; not unique.
        team: Who pays.
        project: What it is for.
        user: Who asked.
        queue: Queue the job waits in.
        tier: Which work goes first.
        ranks: Gang size: all ranks start together or none does.
        resources: Per rank.
        image: Container image; refused until nodes can run images.
        command: Program and arguments, the same for every rank.
        env: Environment added to every rank.
        files_sha256: Working files: SHA-256 of a tar.gz already stored under files/ in S3.
        wall_time_max_ms: The attempt is stopped after this long.
        hang_after_ms: Silence of all ranks (no output, no step) after which the attempt is ended as
            hanging; null: as the policy says.
        duration_expected_ms: The owner's estimate.
        grace_ms: Between SIGTERM and SIGKILL.
        retry: Retry policy.
        checkpoint: Checkpoint policy.
        labels: Free key/value pairs to filter by.
        model_name: Model this job trains, for the registry.
        priority: Higher goes first where the queue orders by priority; -1000 to 1000.
        ranks_min: Fewest ranks it runs with; null: never other than `ranks`.
        world_sizes: Gang sizes it runs with, ascending; empty: ranks_min, ranks and the powers of
            two between.
        topology: How the ranks should lie; null: as near to each other as there is room.
        spread: Ranks go evenly over units of this level instead.
        node_labels: Only nodes with all these labels.
        node_labels_preferred: Nodes that have all these labels, too, go first.
        tolerations: Taints of nodes that do not matter, sorted.
        gpu_preferences: GPU models with their speed; all ranks go to one of them.
            resources.gpu_models names the same.
        caches: Names of what its nodes keep for the next job: a model, a data set.
        sandbox: REQUIRED: only nodes that have a sandbox.
        network: HOST: its node's. NONE: only a loopback of its own, which its ranks share; needs a
            sandbox, and all ranks on one node.
        spot: BY_TIER: who saves checkpoints or ends within an hour, but not who serves; others ask
            for such nodes by their label or with ALLOWED.
    """

    AVRO_NAME: ClassVar[str] = "muster.job_commands.JobSpec"

    name: str
    team: str
    project: str
    user: str
    queue: str
    tier: Tier
    ranks: int
    resources: Resources
    image: str | None = None
    command: tuple[str, ...]
    env: Mapping[str, str] = field(default_factory=dict[str, str])
    files_sha256: str | None = None
    wall_time_max_ms: int | None = None
    hang_after_ms: int | None = None
    duration_expected_ms: int | None = None
    grace_ms: int = 30000
    retry: RetryPolicy
    checkpoint: CheckpointPolicy
    labels: Mapping[str, str] = field(default_factory=dict[str, str])
    model_name: str | None = None
    priority: int = 0
    ranks_min: int | None = None
    world_sizes: tuple[int, ...] = ()
    topology: Topology | None = None
    spread: TopologyLevel | None = None
    node_labels: Mapping[str, str] = field(default_factory=dict[str, str])
    node_labels_preferred: Mapping[str, str] = field(default_factory=dict[str, str])
    tolerations: tuple[str, ...] = ()
    gpu_preferences: tuple[GpuPreference, ...] = ()
    caches: tuple[str, ...] = ()
    sandbox: SandboxNeed = SandboxNeed.OPTIONAL
    network: NetworkAccess = NetworkAccess.HOST
    spot: SpotUse = SpotUse.BY_TIER

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "name": self.name,
            "team": self.team,
            "project": self.project,
            "user": self.user,
            "queue": self.queue,
            "tier": self.tier,
            "ranks": self.ranks,
            "resources": self.resources.to_datum(),
            "image": self.image,
            "command": list(self.command),
            "env": dict(self.env),
            "files_sha256": self.files_sha256,
            "wall_time_max_ms": self.wall_time_max_ms,
            "hang_after_ms": self.hang_after_ms,
            "duration_expected_ms": self.duration_expected_ms,
            "grace_ms": self.grace_ms,
            "retry": self.retry.to_datum(),
            "checkpoint": self.checkpoint.to_datum(),
            "labels": dict(self.labels),
            "model_name": self.model_name,
            "priority": self.priority,
            "ranks_min": self.ranks_min,
            "world_sizes": list(self.world_sizes),
            "topology": None if self.topology is None else self.topology.to_datum(),
            "spread": self.spread,
            "node_labels": dict(self.node_labels),
            "node_labels_preferred": dict(self.node_labels_preferred),
            "tolerations": list(self.tolerations),
            "gpu_preferences": [x.to_datum() for x in self.gpu_preferences],
            "caches": list(self.caches),
            "sandbox": self.sandbox,
            "network": self.network,
            "spot": self.spot,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> JobSpec:
        """The inverse."""
        return cls(
            name=d["name"],
            team=d["team"],
            project=d["project"],
            user=d["user"],
            queue=d["queue"],
            tier=Tier(d["tier"]),
            ranks=d["ranks"],
            resources=Resources.from_datum(d["resources"]),
            image=d.get("image"),
            command=tuple(d["command"]),
            env=dict(d.get("env", {})),
            files_sha256=d.get("files_sha256"),
            wall_time_max_ms=d.get("wall_time_max_ms"),
            hang_after_ms=d.get("hang_after_ms"),
            duration_expected_ms=d.get("duration_expected_ms"),
            grace_ms=d.get("grace_ms", 30000),
            retry=RetryPolicy.from_datum(d["retry"]),
            checkpoint=CheckpointPolicy.from_datum(d["checkpoint"]),
            labels=dict(d.get("labels", {})),
            model_name=d.get("model_name"),
            priority=d.get("priority", 0),
            ranks_min=d.get("ranks_min"),
            world_sizes=tuple(d.get("world_sizes", [])),
            topology=None if d.get("topology") is None else Topology.from_datum(branch_of(d["topology"])),
            spread=None if d.get("spread") is None else TopologyLevel(d["spread"]),
            node_labels=dict(d.get("node_labels", {})),
            node_labels_preferred=dict(d.get("node_labels_preferred", {})),
            tolerations=tuple(d.get("tolerations", [])),
            gpu_preferences=tuple(GpuPreference.from_datum(x) for x in d.get("gpu_preferences", [])),
            caches=tuple(d.get("caches", [])),
            sandbox=SandboxNeed(d.get("sandbox", "OPTIONAL")),
            network=NetworkAccess(d.get("network", "HOST")),
            spot=SpotUse(d.get("spot", "BY_TIER")),
        )


@final
@record
class SubmitJob:
    """Run this job. The same job_id twice is one job.

    Attributes:
        job_id: Chosen by the sender; job- and 4 to 60 of a-z 0-9 and -.
        tenant: Tenant.
        spec: What to run.
    """

    AVRO_NAME: ClassVar[str] = "muster.job_commands.SubmitJob"

    job_id: str
    tenant: str
    spec: JobSpec

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "job_id": self.job_id,
            "tenant": self.tenant,
            "spec": self.spec.to_datum(),
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> SubmitJob:
        """The inverse."""
        return cls(
            job_id=d["job_id"],
            tenant=d["tenant"],
            spec=JobSpec.from_datum(d["spec"]),
        )


@final
@record
class CancelJob:
    """Stop the job for good.

    Attributes:
        job_id: Job.
        tenant: Tenant the job belongs to.
        requested_by: User who asks.
        reason: Why, for people.
    """

    AVRO_NAME: ClassVar[str] = "muster.job_commands.CancelJob"

    job_id: str
    tenant: str
    requested_by: str
    reason: str = ""

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "job_id": self.job_id,
            "tenant": self.tenant,
            "requested_by": self.requested_by,
            "reason": self.reason,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> CancelJob:
        """The inverse."""
        return cls(
            job_id=d["job_id"],
            tenant=d["tenant"],
            requested_by=d["requested_by"],
            reason=d.get("reason", ""),
        )


@final
@record
class SuspendJob:
    """Stop the job, keep its place for a resume.

    Attributes:
        job_id: Job.
        tenant: Tenant the job belongs to.
        requested_by: User who asks.
        reason: Why, for people.
    """

    AVRO_NAME: ClassVar[str] = "muster.job_commands.SuspendJob"

    job_id: str
    tenant: str
    requested_by: str
    reason: str = ""

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "job_id": self.job_id,
            "tenant": self.tenant,
            "requested_by": self.requested_by,
            "reason": self.reason,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> SuspendJob:
        """The inverse."""
        return cls(
            job_id=d["job_id"],
            tenant=d["tenant"],
            requested_by=d["requested_by"],
            reason=d.get("reason", ""),
        )


@final
@record
class ResumeJob:
    """Queue a suspended job again.

    Attributes:
        job_id: Job.
        tenant: Tenant the job belongs to.
        requested_by: User who asks.
        reason: Why, for people.
    """

    AVRO_NAME: ClassVar[str] = "muster.job_commands.ResumeJob"

    job_id: str
    tenant: str
    requested_by: str
    reason: str = ""

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "job_id": self.job_id,
            "tenant": self.tenant,
            "requested_by": self.requested_by,
            "reason": self.reason,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> ResumeJob:
        """The inverse."""
        return cls(
            job_id=d["job_id"],
            tenant=d["tenant"],
            requested_by=d["requested_by"],
            reason=d.get("reason", ""),
        )


JobCommand: TypeAlias = SubmitJob | CancelJob | SuspendJob | ResumeJob

Payload: TypeAlias = JobCommand

PAYLOADS: Final[Table] = table_of(SubmitJob, CancelJob, SuspendJob, ResumeJob)

SCHEMA: Final = (
    '{"type":"record","name":"Envelope","namespace":"muster.job_commands","doc":"'
    "A request about a job, with the sender's token in the header `authorization`"
    ' (ADR 55).","fields":[{"name":"event_id","type":"string","doc":"Unique for e'
    'ver; the deduplication key."},{"name":"key","type":"string","doc":"The Kafka'
    ' key: what this topic is ordered by."},{"name":"occurred_at_ms","type":"long'
    '","doc":"When the producer says it happened, milliseconds since 1970 UTC."},'
    '{"name":"producer","type":"string","doc":"Service and instance that wrote th'
    'e record."},{"name":"correlation_id","type":"string","doc":"Shared by everyt'
    'hing that follows from one request."},{"name":"causation_id","type":["null",'
    '"string"],"doc":"event_id of the record this one follows from.","default":nu'
    'll},{"name":"payload","type":[{"type":"record","name":"SubmitJob","doc":"Run'
    ' this job. The same job_id twice is one job.","fields":[{"name":"job_id","ty'
    'pe":"string","doc":"Chosen by the sender; job- and 4 to 60 of a-z 0-9 and -.'
    '"},{"name":"tenant","type":"string","doc":"Tenant."},{"name":"spec","type":{'
    '"type":"record","name":"JobSpec","doc":"A job as its owner describes it.","f'
    'ields":[{"name":"name","type":"string","doc":"A name for people; not unique.'
    '"},{"name":"team","type":"string","doc":"Who pays."},{"name":"project","type'
    '":"string","doc":"What it is for."},{"name":"user","type":"string","doc":"Wh'
    'o asked."},{"name":"queue","type":"string","doc":"Queue the job waits in."},'
    '{"name":"tier","type":{"type":"enum","name":"Tier","doc":"Highest first.","s'
    'ymbols":["PRODUCTION_INFERENCE","PREMIUM_TRAINING","STANDARD_TRAINING","BATC'
    'H_INFERENCE","INTERACTIVE"],"default":"STANDARD_TRAINING","namespace":"muste'
    'r.job_commands"},"doc":"Which work goes first."},{"name":"ranks","type":"int'
    '","doc":"Gang size: all ranks start together or none does."},{"name":"resour'
    'ces","type":{"type":"record","name":"Resources","doc":"What one rank needs."'
    ',"fields":[{"name":"gpu_count","type":"int","doc":"GPUs per rank; 0 for CPU-'
    'only work."},{"name":"gpu_milli","type":"int","doc":"Thousandths of each GPU'
    ': 1000 is a whole one; less only with gpu_count 1."},{"name":"gpu_models","t'
    'ype":{"type":"array","items":"string"},"doc":"GPU models accepted, sorted; e'
    'mpty accepts any.","default":[]},{"name":"gpu_memory_mib_min","type":"long",'
    '"doc":"Least memory of each GPU, MiB; of the whole GPU, for a fraction too. '
    '0 accepts any.","default":0},{"name":"cpu_milli","type":"long","doc":"Thousa'
    'ndths of a CPU core per rank."},{"name":"memory_mib","type":"long","doc":"Ma'
    'in memory per rank, MiB."},{"name":"isolation","type":{"type":"enum","name":'
    '"Isolation","doc":"How a fraction of a GPU is kept apart from others on it."'
    ',"symbols":["BY_TRUST","MIG","MPS","TIME_SLICING"],"default":"BY_TRUST","nam'
    'espace":"muster.job_commands"},"doc":"Requested isolation; for a fraction of'
    ' a GPU only.","default":"BY_TRUST"}],"namespace":"muster.job_commands"},"doc'
    '":"Per rank."},{"name":"image","type":["null","string"],"doc":"Container ima'
    'ge; refused until nodes can run images.","default":null},{"name":"command","'
    'type":{"type":"array","items":"string"},"doc":"Program and arguments, the sa'
    'me for every rank."},{"name":"env","type":{"type":"map","values":"string"},"'
    'doc":"Environment added to every rank.","default":{}},{"name":"files_sha256"'
    ',"type":["null","string"],"doc":"Working files: SHA-256 of a tar.gz already '
    'stored under files/ in S3.","default":null},{"name":"wall_time_max_ms","type'
    '":["null","long"],"doc":"The attempt is stopped after this long.","default":'
    'null},{"name":"hang_after_ms","type":["null","long"],"doc":"Silence of all r'
    "anks (no output, no step) after which the attempt is ended as hanging; null:"
    ' as the policy says.","default":null},{"name":"duration_expected_ms","type":'
    '["null","long"],"doc":"The owner\'s estimate.","default":null},{"name":"grace'
    '_ms","type":"long","doc":"Between SIGTERM and SIGKILL.","default":30000},{"n'
    'ame":"retry","type":{"type":"record","name":"RetryPolicy","doc":"When an att'
    'empt fails by itself; attempts lost with a node never count.","fields":[{"na'
    'me":"attempts_max","type":"int","doc":"Attempts allowed in all, 1 means no r'
    'etry."},{"name":"backoff_ms","type":"long","doc":"Wait before the next attem'
    'pt, doubled each time.","default":10000},{"name":"memory_max_mib","type":["n'
    'ull","long"],"doc":"Most memory of each rank after attempts that had too lit'
    'tle, MiB; null: it stays as asked for.","default":null}],"namespace":"muster'
    '.job_commands"},"doc":"Retry policy."},{"name":"checkpoint","type":{"type":"'
    'record","name":"CheckpointPolicy","doc":"Whether the agent keeps what the jo'
    'b writes to MUSTER_CHECKPOINT_DIR.","fields":[{"name":"enabled","type":"bool'
    'ean","doc":"True: files renamed into the directory are stored and given to t'
    'he next attempt."},{"name":"interval_ms","type":"long","doc":"How often the '
    'job is expected to write one; 0 when it decides itself.","default":0},{"name'
    '":"grace_ms","type":"long","doc":"How long ranks that have to stop and will '
    'go on later may take to save one, before SIGTERM.","default":60000},{"name":'
    '"keep_last","type":["null","int"],"doc":"So many of the newest stay in the s'
    'tore; null: as the policy says.","default":null},{"name":"keep_every","type"'
    ':"int","doc":"Each so-manieth stays as well; 0: none for this reason.","defa'
    'ult":0}],"namespace":"muster.job_commands"},"doc":"Checkpoint policy."},{"na'
    'me":"labels","type":{"type":"map","values":"string"},"doc":"Free key/value p'
    'airs to filter by.","default":{}},{"name":"model_name","type":["null","strin'
    'g"],"doc":"Model this job trains, for the registry.","default":null},{"name"'
    ':"priority","type":"int","doc":"Higher goes first where the queue orders by '
    'priority; -1000 to 1000.","default":0},{"name":"ranks_min","type":["null","i'
    'nt"],"doc":"Fewest ranks it runs with; null: never other than `ranks`.","def'
    'ault":null},{"name":"world_sizes","type":{"type":"array","items":"int"},"doc'
    '":"Gang sizes it runs with, ascending; empty: ranks_min, ranks and the power'
    's of two between.","default":[]},{"name":"topology","type":["null",{"type":"'
    'record","name":"Topology","doc":"How the ranks of a gang should lie in the n'
    'etwork.","fields":[{"name":"within","type":["null",{"type":"enum","name":"To'
    'pologyLevel","doc":"Units of the network, smallest first.","symbols":["NODE"'
    ',"NVLINK_DOMAIN","LEAF","SPINE","CELL"],"default":"CELL","namespace":"muster'
    '.job_commands"}],"doc":"The unit that should hold all ranks; null: the best '
    'there is room in.","default":null},{"name":"strictness","type":{"type":"enum'
    '","name":"Strictness","doc":"What a gang does when no unit of its level has '
    'room.","symbols":["REQUIRED","PREFERRED","BEST_EFFORT"],"default":"BEST_EFFO'
    'RT","namespace":"muster.job_commands"},"doc":"REQUIRED waits for such a unit'
    ', PREFERRED takes a larger one.","default":"BEST_EFFORT"},{"name":"tensor_pa'
    'rallel_ranks","type":"int","doc":"So many consecutive ranks share an NVLink '
    'domain, always.","default":1}],"namespace":"muster.job_commands"}],"doc":"Ho'
    'w the ranks should lie; null: as near to each other as there is room.","defa'
    'ult":null},{"name":"spread","type":["null","muster.job_commands.TopologyLeve'
    'l"],"doc":"Ranks go evenly over units of this level instead.","default":null'
    '},{"name":"node_labels","type":{"type":"map","values":"string"},"doc":"Only '
    'nodes with all these labels.","default":{}},{"name":"node_labels_preferred",'
    '"type":{"type":"map","values":"string"},"doc":"Nodes that have all these lab'
    'els, too, go first.","default":{}},{"name":"tolerations","type":{"type":"arr'
    'ay","items":"string"},"doc":"Taints of nodes that do not matter, sorted.","d'
    'efault":[]},{"name":"gpu_preferences","type":{"type":"array","items":{"type"'
    ':"record","name":"GpuPreference","doc":"One GPU model, and how fast the job '
    'runs on it.","fields":[{"name":"model","type":"string","doc":"GPU model."},{'
    '"name":"throughput_milli","type":"int","doc":"Thousandths of a common unit o'
    'f speed: twice as much ends in half the time."}],"namespace":"muster.job_com'
    'mands"}},"doc":"GPU models with their speed; all ranks go to one of them. re'
    'sources.gpu_models names the same.","default":[]},{"name":"caches","type":{"'
    'type":"array","items":"string"},"doc":"Names of what its nodes keep for the '
    'next job: a model, a data set.","default":[]},{"name":"sandbox","type":{"typ'
    'e":"enum","name":"SandboxNeed","doc":"Whether a job needs to be kept apart f'
    'rom the rest of the machine.","symbols":["OPTIONAL","REQUIRED"],"default":"O'
    'PTIONAL","namespace":"muster.job_commands"},"doc":"REQUIRED: only nodes that'
    ' have a sandbox.","default":"OPTIONAL"},{"name":"network","type":{"type":"en'
    'um","name":"NetworkAccess","doc":"Which network a job sees.","symbols":["HOS'
    'T","NONE"],"default":"HOST","namespace":"muster.job_commands"},"doc":"HOST: '
    "its node's. NONE: only a loopback of its own, which its ranks share; needs a"
    ' sandbox, and all ranks on one node.","default":"HOST"},{"name":"spot","type'
    '":{"type":"enum","name":"SpotUse","doc":"Whether a job may run on nodes that'
    ' their provider may take back.","symbols":["BY_TIER","ALLOWED","NEVER"],"def'
    'ault":"BY_TIER","namespace":"muster.job_commands"},"doc":"BY_TIER: who saves'
    " checkpoints or ends within an hour, but not who serves; others ask for such"
    ' nodes by their label or with ALLOWED.","default":"BY_TIER"}],"namespace":"m'
    'uster.job_commands"},"doc":"What to run."}],"namespace":"muster.job_commands'
    '"},{"type":"record","name":"CancelJob","doc":"Stop the job for good.","field'
    's":[{"name":"job_id","type":"string","doc":"Job."},{"name":"tenant","type":"'
    'string","doc":"Tenant the job belongs to."},{"name":"requested_by","type":"s'
    'tring","doc":"User who asks."},{"name":"reason","type":"string","doc":"Why, '
    'for people.","default":""}],"namespace":"muster.job_commands"},{"type":"reco'
    'rd","name":"SuspendJob","doc":"Stop the job, keep its place for a resume.","'
    'fields":[{"name":"job_id","type":"string","doc":"Job."},{"name":"tenant","ty'
    'pe":"string","doc":"Tenant the job belongs to."},{"name":"requested_by","typ'
    'e":"string","doc":"User who asks."},{"name":"reason","type":"string","doc":"'
    'Why, for people.","default":""}],"namespace":"muster.job_commands"},{"type":'
    '"record","name":"ResumeJob","doc":"Queue a suspended job again.","fields":[{'
    '"name":"job_id","type":"string","doc":"Job."},{"name":"tenant","type":"strin'
    'g","doc":"Tenant the job belongs to."},{"name":"requested_by","type":"string'
    '","doc":"User who asks."},{"name":"reason","type":"string","doc":"Why, for p'
    'eople.","default":""}],"namespace":"muster.job_commands"}],"doc":"What happe'
    'ned."}]}'
)
