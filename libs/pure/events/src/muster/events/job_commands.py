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
    """Tiers, highest first."""

    PRODUCTION_INFERENCE = "PRODUCTION_INFERENCE"
    PREMIUM_TRAINING = "PREMIUM_TRAINING"
    STANDARD_TRAINING = "STANDARD_TRAINING"
    BATCH_INFERENCE = "BATCH_INFERENCE"
    INTERACTIVE = "INTERACTIVE"


class Isolation(StrEnum):
    """Isolation of a fraction of a GPU from others on it."""

    BY_TRUST = "BY_TRUST"
    MIG = "MIG"
    MPS = "MPS"
    TIME_SLICING = "TIME_SLICING"


@final
@record
class Resources:
    """Resources of one rank.

    Attributes:
        gpu_count: GPUs per rank; 0 for CPU-only work.
        gpu_milli: Thousandths of each GPU: 1000 is a whole one; less only with gpu_count 1.
        gpu_models: GPU models accepted, sorted; empty accepts any.
        gpu_memory_mib_min: Minimum memory of each GPU, MiB; for a fraction, that of the whole GPU.
            0 accepts any.
        cpu_milli: Thousandths of a CPU core per rank.
        memory_mib: Main memory per rank, MiB.
        isolation: Requested isolation; only for a fraction of a GPU.
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
    """Retries of attempts that fail by themselves; attempts lost with a node never count.

    Attributes:
        attempts_max: Maximum number of attempts; 1: no retry.
        backoff_ms: Wait before the next attempt, doubled each time.
        memory_max_mib: Maximum memory of each rank when it is raised after attempts that ran out of
            it, MiB; null: it is not raised.
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
    """Whether the agent stores what the job writes to MUSTER_CHECKPOINT_DIR.

    Attributes:
        enabled: True: files renamed into the directory are stored, and restored for the next
            attempt.
        interval_ms: Expected interval between checkpoints; 0: the job decides.
        grace_ms: Maximum time for ranks that stop and continue later to save a checkpoint, before
            SIGTERM.
        keep_last: Number of newest checkpoints kept in the store; null: as the policy sets.
        keep_every: Also keep every Nth checkpoint; 0: off.
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
    """Placement of a gang's ranks in the network.

    Attributes:
        within: Unit that should hold all ranks; null: the best one with room.
        strictness: REQUIRED waits for such a unit; PREFERRED accepts a larger one.
        tensor_parallel_ranks: Number of consecutive ranks that always share an NVLink domain.
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
    """One GPU model, and the job's speed on it.

    Attributes:
        model: GPU model.
        throughput_milli: Speed in thousandths of a common unit: twice the speed takes half the
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
    """Whether a job must be isolated from the rest of the machine."""

    OPTIONAL = "OPTIONAL"
    REQUIRED = "REQUIRED"


class NetworkAccess(StrEnum):
    """Network that a job sees."""

    HOST = "HOST"
    NONE = "NONE"


class SpotUse(StrEnum):
    """Whether a job may run on nodes that their provider may reclaim."""

    BY_TIER = "BY_TIER"
    ALLOWED = "ALLOWED"
    NEVER = "NEVER"


class RequiredEnd(StrEnum):
    """How a job has to end before another starts; ANY: also cancelled."""

    OK = "OK"
    ANY = "ANY"
    FAILED = "FAILED"


@final
@record
class JobSpec:
    """A job as its owner describes it.

    Attributes:
        name: A name for people; not unique.
        team: Team that pays.
        project: Project that it belongs to.
        user: User who submitted it.
        queue: Queue in which the job waits.
        tier: Tier; higher ones go first.
        ranks: Gang size: all ranks start together or none does.
        resources: Resources of each rank.
        image: Container image; rejected until nodes can run images.
        command: Program and arguments, the same for every rank.
        env: Environment added to every rank.
        files_sha256: Working files: SHA-256 of a tar.gz already stored under files/ in S3.
        wall_time_max_ms: Maximum run time of an attempt, after which it is stopped.
        hang_after_ms: Silence of all ranks (no output, no step) after which the attempt is ended as
            hanging; null: as the policy sets.
        duration_expected_ms: The owner's estimate of the run time.
        grace_ms: Time between SIGTERM and SIGKILL.
        retry: Retry policy.
        checkpoint: Checkpoint policy.
        labels: Free key/value pairs to filter by.
        model_name: Model this job trains, for the registry.
        priority: Higher goes first where the queue orders by priority; -1000 to 1000.
        ranks_min: Minimum number of ranks; null: always `ranks`.
        world_sizes: Possible gang sizes, ascending; empty: ranks_min, ranks and the powers of two
            between.
        topology: Placement of the ranks in the network; null: as close together as there is room.
        spread: Spread the ranks evenly over units of this level instead.
        node_labels: Use only nodes with all these labels.
        node_labels_preferred: Prefer nodes that also have all these labels.
        tolerations: Tolerated taints of nodes, sorted.
        gpu_preferences: GPU models with their relative speed; all ranks run on one of them.
            resources.gpu_models lists the same models.
        caches: Names of data that its nodes keep for the next job: a model, a data set.
        sandbox: REQUIRED: only nodes that have a sandbox.
        network: HOST: the node's network. NONE: only a loopback of its own, which its ranks share;
            needs a sandbox, and all ranks on one node.
        spot: BY_TIER: for jobs that save checkpoints or end within an hour, unless they serve;
            others request such nodes by label or with ALLOWED.
        after: Jobs of the tenant, by id, that have to end before it waits for resources. If one
            ends otherwise, it is cancelled.
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
    after: Mapping[str, RequiredEnd] = field(default_factory=dict[str, RequiredEnd])

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
            "after": dict(self.after),
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
            after={k: RequiredEnd(x) for k, x in d.get("after", {}).items()},
        )


@final
@record
class SubmitJob:
    """Run this job. Submitting the same job_id twice makes one job.

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
        requested_by: Sender of the request.
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
    """Stop the job until it is resumed.

    Attributes:
        job_id: Job.
        tenant: Tenant the job belongs to.
        requested_by: Sender of the request.
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
        requested_by: Sender of the request.
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
    'ver; the deduplication key."},{"name":"key","type":"string","doc":"Kafka key'
    '; records with the same key keep their order."},{"name":"occurred_at_ms","ty'
    'pe":"long","doc":"Time of the event according to the producer, milliseconds '
    'since 1970 UTC."},{"name":"producer","type":"string","doc":"Service and inst'
    'ance that wrote the record."},{"name":"correlation_id","type":"string","doc"'
    ':"Shared by everything that follows from one request."},{"name":"causation_i'
    'd","type":["null","string"],"doc":"event_id of the record this one follows f'
    'rom.","default":null},{"name":"payload","type":[{"type":"record","name":"Sub'
    'mitJob","doc":"Run this job. Submitting the same job_id twice makes one job.'
    '","fields":[{"name":"job_id","type":"string","doc":"Chosen by the sender; jo'
    'b- and 4 to 60 of a-z 0-9 and -."},{"name":"tenant","type":"string","doc":"T'
    'enant."},{"name":"spec","type":{"type":"record","name":"JobSpec","doc":"A jo'
    'b as its owner describes it.","fields":[{"name":"name","type":"string","doc"'
    ':"A name for people; not unique."},{"name":"team","type":"string","doc":"Tea'
    'm that pays."},{"name":"project","type":"string","doc":"Project that it belo'
    'ngs to."},{"name":"user","type":"string","doc":"User who submitted it."},{"n'
    'ame":"queue","type":"string","doc":"Queue in which the job waits."},{"name":'
    '"tier","type":{"type":"enum","name":"Tier","doc":"Tiers, highest first.","sy'
    'mbols":["PRODUCTION_INFERENCE","PREMIUM_TRAINING","STANDARD_TRAINING","BATCH'
    '_INFERENCE","INTERACTIVE"],"default":"STANDARD_TRAINING","namespace":"muster'
    '.job_commands"},"doc":"Tier; higher ones go first."},{"name":"ranks","type":'
    '"int","doc":"Gang size: all ranks start together or none does."},{"name":"re'
    'sources","type":{"type":"record","name":"Resources","doc":"Resources of one '
    'rank.","fields":[{"name":"gpu_count","type":"int","doc":"GPUs per rank; 0 fo'
    'r CPU-only work."},{"name":"gpu_milli","type":"int","doc":"Thousandths of ea'
    'ch GPU: 1000 is a whole one; less only with gpu_count 1."},{"name":"gpu_mode'
    'ls","type":{"type":"array","items":"string"},"doc":"GPU models accepted, sor'
    'ted; empty accepts any.","default":[]},{"name":"gpu_memory_mib_min","type":"'
    'long","doc":"Minimum memory of each GPU, MiB; for a fraction, that of the wh'
    'ole GPU. 0 accepts any.","default":0},{"name":"cpu_milli","type":"long","doc'
    '":"Thousandths of a CPU core per rank."},{"name":"memory_mib","type":"long",'
    '"doc":"Main memory per rank, MiB."},{"name":"isolation","type":{"type":"enum'
    '","name":"Isolation","doc":"Isolation of a fraction of a GPU from others on '
    'it.","symbols":["BY_TRUST","MIG","MPS","TIME_SLICING"],"default":"BY_TRUST",'
    '"namespace":"muster.job_commands"},"doc":"Requested isolation; only for a fr'
    'action of a GPU.","default":"BY_TRUST"}],"namespace":"muster.job_commands"},'
    '"doc":"Resources of each rank."},{"name":"image","type":["null","string"],"d'
    'oc":"Container image; rejected until nodes can run images.","default":null},'
    '{"name":"command","type":{"type":"array","items":"string"},"doc":"Program an'
    'd arguments, the same for every rank."},{"name":"env","type":{"type":"map","'
    'values":"string"},"doc":"Environment added to every rank.","default":{}},{"n'
    'ame":"files_sha256","type":["null","string"],"doc":"Working files: SHA-256 o'
    'f a tar.gz already stored under files/ in S3.","default":null},{"name":"wall'
    '_time_max_ms","type":["null","long"],"doc":"Maximum run time of an attempt, '
    'after which it is stopped.","default":null},{"name":"hang_after_ms","type":['
    '"null","long"],"doc":"Silence of all ranks (no output, no step) after which '
    'the attempt is ended as hanging; null: as the policy sets.","default":null},'
    '{"name":"duration_expected_ms","type":["null","long"],"doc":"The owner\'s est'
    'imate of the run time.","default":null},{"name":"grace_ms","type":"long","do'
    'c":"Time between SIGTERM and SIGKILL.","default":30000},{"name":"retry","typ'
    'e":{"type":"record","name":"RetryPolicy","doc":"Retries of attempts that fai'
    'l by themselves; attempts lost with a node never count.","fields":[{"name":"'
    'attempts_max","type":"int","doc":"Maximum number of attempts; 1: no retry."}'
    ',{"name":"backoff_ms","type":"long","doc":"Wait before the next attempt, dou'
    'bled each time.","default":10000},{"name":"memory_max_mib","type":["null","l'
    'ong"],"doc":"Maximum memory of each rank when it is raised after attempts th'
    'at ran out of it, MiB; null: it is not raised.","default":null}],"namespace"'
    ':"muster.job_commands"},"doc":"Retry policy."},{"name":"checkpoint","type":{'
    '"type":"record","name":"CheckpointPolicy","doc":"Whether the agent stores wh'
    'at the job writes to MUSTER_CHECKPOINT_DIR.","fields":[{"name":"enabled","ty'
    'pe":"boolean","doc":"True: files renamed into the directory are stored, and '
    'restored for the next attempt."},{"name":"interval_ms","type":"long","doc":"'
    'Expected interval between checkpoints; 0: the job decides.","default":0},{"n'
    'ame":"grace_ms","type":"long","doc":"Maximum time for ranks that stop and co'
    'ntinue later to save a checkpoint, before SIGTERM.","default":60000},{"name"'
    ':"keep_last","type":["null","int"],"doc":"Number of newest checkpoints kept '
    'in the store; null: as the policy sets.","default":null},{"name":"keep_every'
    '","type":"int","doc":"Also keep every Nth checkpoint; 0: off.","default":0}]'
    ',"namespace":"muster.job_commands"},"doc":"Checkpoint policy."},{"name":"lab'
    'els","type":{"type":"map","values":"string"},"doc":"Free key/value pairs to '
    'filter by.","default":{}},{"name":"model_name","type":["null","string"],"doc'
    '":"Model this job trains, for the registry.","default":null},{"name":"priori'
    'ty","type":"int","doc":"Higher goes first where the queue orders by priority'
    '; -1000 to 1000.","default":0},{"name":"ranks_min","type":["null","int"],"do'
    'c":"Minimum number of ranks; null: always `ranks`.","default":null},{"name":'
    '"world_sizes","type":{"type":"array","items":"int"},"doc":"Possible gang siz'
    'es, ascending; empty: ranks_min, ranks and the powers of two between.","defa'
    'ult":[]},{"name":"topology","type":["null",{"type":"record","name":"Topology'
    '","doc":"Placement of a gang\'s ranks in the network.","fields":[{"name":"wit'
    'hin","type":["null",{"type":"enum","name":"TopologyLevel","doc":"Units of th'
    'e network, smallest first.","symbols":["NODE","NVLINK_DOMAIN","LEAF","SPINE"'
    ',"CELL"],"default":"CELL","namespace":"muster.job_commands"}],"doc":"Unit th'
    'at should hold all ranks; null: the best one with room.","default":null},{"n'
    'ame":"strictness","type":{"type":"enum","name":"Strictness","doc":"What a ga'
    'ng does when no unit of its level has room.","symbols":["REQUIRED","PREFERRE'
    'D","BEST_EFFORT"],"default":"BEST_EFFORT","namespace":"muster.job_commands"}'
    ',"doc":"REQUIRED waits for such a unit; PREFERRED accepts a larger one.","de'
    'fault":"BEST_EFFORT"},{"name":"tensor_parallel_ranks","type":"int","doc":"Nu'
    'mber of consecutive ranks that always share an NVLink domain.","default":1}]'
    ',"namespace":"muster.job_commands"}],"doc":"Placement of the ranks in the ne'
    'twork; null: as close together as there is room.","default":null},{"name":"s'
    'pread","type":["null","muster.job_commands.TopologyLevel"],"doc":"Spread the'
    ' ranks evenly over units of this level instead.","default":null},{"name":"no'
    'de_labels","type":{"type":"map","values":"string"},"doc":"Use only nodes wit'
    'h all these labels.","default":{}},{"name":"node_labels_preferred","type":{"'
    'type":"map","values":"string"},"doc":"Prefer nodes that also have all these '
    'labels.","default":{}},{"name":"tolerations","type":{"type":"array","items":'
    '"string"},"doc":"Tolerated taints of nodes, sorted.","default":[]},{"name":"'
    'gpu_preferences","type":{"type":"array","items":{"type":"record","name":"Gpu'
    'Preference","doc":"One GPU model, and the job\'s speed on it.","fields":[{"na'
    'me":"model","type":"string","doc":"GPU model."},{"name":"throughput_milli","'
    'type":"int","doc":"Speed in thousandths of a common unit: twice the speed ta'
    'kes half the time."}],"namespace":"muster.job_commands"}},"doc":"GPU models '
    "with their relative speed; all ranks run on one of them. resources.gpu_model"
    's lists the same models.","default":[]},{"name":"caches","type":{"type":"arr'
    'ay","items":"string"},"doc":"Names of data that its nodes keep for the next '
    'job: a model, a data set.","default":[]},{"name":"sandbox","type":{"type":"e'
    'num","name":"SandboxNeed","doc":"Whether a job must be isolated from the res'
    't of the machine.","symbols":["OPTIONAL","REQUIRED"],"default":"OPTIONAL","n'
    'amespace":"muster.job_commands"},"doc":"REQUIRED: only nodes that have a san'
    'dbox.","default":"OPTIONAL"},{"name":"network","type":{"type":"enum","name":'
    '"NetworkAccess","doc":"Network that a job sees.","symbols":["HOST","NONE"],"'
    'default":"HOST","namespace":"muster.job_commands"},"doc":"HOST: the node\'s n'
    "etwork. NONE: only a loopback of its own, which its ranks share; needs a san"
    'dbox, and all ranks on one node.","default":"HOST"},{"name":"spot","type":{"'
    'type":"enum","name":"SpotUse","doc":"Whether a job may run on nodes that the'
    'ir provider may reclaim.","symbols":["BY_TIER","ALLOWED","NEVER"],"default":'
    '"BY_TIER","namespace":"muster.job_commands"},"doc":"BY_TIER: for jobs that s'
    "ave checkpoints or end within an hour, unless they serve; others request suc"
    'h nodes by label or with ALLOWED.","default":"BY_TIER"},{"name":"after","typ'
    'e":{"type":"map","values":{"type":"enum","name":"RequiredEnd","doc":"How a j'
    'ob has to end before another starts; ANY: also cancelled.","symbols":["OK","'
    'ANY","FAILED"],"default":"OK","namespace":"muster.job_commands"}},"doc":"Job'
    "s of the tenant, by id, that have to end before it waits for resources. If o"
    'ne ends otherwise, it is cancelled.","default":{}}],"namespace":"muster.job_'
    'commands"},"doc":"What to run."}],"namespace":"muster.job_commands"},{"type"'
    ':"record","name":"CancelJob","doc":"Stop the job for good.","fields":[{"name'
    '":"job_id","type":"string","doc":"Job."},{"name":"tenant","type":"string","d'
    'oc":"Tenant the job belongs to."},{"name":"requested_by","type":"string","do'
    'c":"Sender of the request."},{"name":"reason","type":"string","doc":"Why, fo'
    'r people.","default":""}],"namespace":"muster.job_commands"},{"type":"record'
    '","name":"SuspendJob","doc":"Stop the job until it is resumed.","fields":[{"'
    'name":"job_id","type":"string","doc":"Job."},{"name":"tenant","type":"string'
    '","doc":"Tenant the job belongs to."},{"name":"requested_by","type":"string"'
    ',"doc":"Sender of the request."},{"name":"reason","type":"string","doc":"Why'
    ', for people.","default":""}],"namespace":"muster.job_commands"},{"type":"re'
    'cord","name":"ResumeJob","doc":"Queue a suspended job again.","fields":[{"na'
    'me":"job_id","type":"string","doc":"Job."},{"name":"tenant","type":"string",'
    '"doc":"Tenant the job belongs to."},{"name":"requested_by","type":"string","'
    'doc":"Sender of the request."},{"name":"reason","type":"string","doc":"Why, '
    'for people.","default":""}],"namespace":"muster.job_commands"}],"doc":"What '
    'happened."}]}'
)
