"""JobRequest: a job as people write it; the model of the YAML file, the JSON body and a console's form.

Flat, units in the text ("1h30m", "4GiB"); an unknown field is an error. User and tenant are not here: both
come from the caller's token.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, ClassVar, Self, TypeAlias, cast

from muster.events.job_commands import (
    Isolation,
    NetworkAccess,
    SandboxNeed,
    SpotUse,
    Strictness,
    Tier,
    TopologyLevel,
)
from muster.jobs.forms.form import Form
from muster.jobs.values.quantities import format_memory
from muster.jobs.values.rules import (
    GPU_MODEL_ALLOWED,
    GPU_MODELS_MAX,
    After,
    Allowed,
    Attempts,
    Backoff,
    CacheNames,
    Command,
    Cpu,
    Env,
    Flag,
    GpuModel,
    GpuModels,
    Gpus,
    Grace,
    GroupRanks,
    Image,
    Interval,
    IsolationField,
    JobName,
    Labels,
    Memory,
    ModelName,
    NetworkField,
    NodeLabels,
    Priority,
    Queue,
    Ranks,
    SandboxField,
    Sha256,
    Shell,
    SpotField,
    StrictnessField,
    Taints,
    Throughput,
    TierField,
    TopologyLevelField,
    WallTime,
    Who,
    WorldSizes,
    refuse,
    whole,
    written,
)
from pydantic import Field, model_validator


class ResourcesRequest(Form):
    """Resources that each rank needs."""

    gpus: Gpus = 0
    """GPUs per rank. A fraction shares one GPU with other jobs."""
    gpu_models: GpuModels = ()
    """GPU models accepted."""
    gpu_memory_min: Memory = 0
    """Least memory of each GPU; for a fraction, of the whole GPU."""
    isolation: IsolationField = Isolation.BY_TRUST
    """How a fraction is isolated from others on its GPU."""
    cpu: Cpu = 1
    """CPU cores per rank."""
    memory: Memory = 1024
    """Main memory per rank."""

    @model_validator(mode="after")
    def _models_need_gpus(self) -> Self:
        if self.gpu_models and not self.gpus:
            raise refuse(
                field="gpu_models",
                value=", ".join(self.gpu_models),
                allowed="empty when resources.gpus is 0",
            )
        return self

    @model_validator(mode="after")
    def _gpu_memory_needs_gpus(self) -> Self:
        if self.gpu_memory_min and not self.gpus:
            raise refuse(
                field="gpu_memory_min",
                value=format_memory(self.gpu_memory_min),
                allowed="absent when resources.gpus is 0",
            )
        return self

    @model_validator(mode="after")
    def _isolation_needs_a_fraction(self) -> Self:
        if self.isolation is not Isolation.BY_TRUST and not 0 < self.gpus < 1:
            raise refuse(
                field="isolation",
                value=written(self.isolation),
                allowed="by-trust unless resources.gpus is a fraction",
            )
        return self


class GpuPreferenceRequest(Form):
    """One GPU model, and how fast the job runs on it."""

    model: Annotated[GpuModel, Allowed(GPU_MODEL_ALLOWED)]
    """GPU model."""
    throughput: Throughput
    """Speed on this model, in one unit for the whole list: twice the value takes half the time."""


class RetryRequest(Form):
    """Retries after an attempt fails by itself. Attempts lost with a node never count."""

    attempts: Attempts = 1
    """Total number of attempts."""
    backoff: Backoff = 10_000
    """Wait before the second attempt; doubled before each further one."""
    memory_max: Memory | None = None
    """Maximum memory per rank: an attempt that runs out of memory is followed by one with more, up to this.
    Absent: such a job fails."""

    @model_validator(mode="after")
    def _more_memory_needs_attempts(self) -> Self:
        if self.memory_max is not None and self.attempts == 1:
            raise refuse(
                field="memory_max",
                value=format_memory(self.memory_max),
                allowed="absent unless retry.attempts is 2 or more",
            )
        return self


class CheckpointRequest(Form):
    """Whether files renamed into MUSTER_CHECKPOINT_DIR are stored and given to the next attempt."""

    enabled: Flag = False
    """Store checkpoints."""
    interval: Interval | None = None
    """How often the job is expected to write a checkpoint; absent: unknown."""
    grace: Grace = 60_000
    """Maximum time for a checkpoint when ranks have to stop and resume later: SIGTERM follows once one is
    stored, or after this time. Only processes with a handler for SIGUSR1 are asked to save;
    `muster.checkpoint` sets one."""
    keep_last: Annotated[int, *whole(2, 64)] | None = None
    """Number of newest checkpoints to keep in the store, at least 2; absent: the policy's."""
    keep_every: Annotated[int, *whole(0, 10_000, "; 0: none")] = 0
    """Also keep every Nth checkpoint; 0 turns this off."""

    @model_validator(mode="after")
    def _interval_needs_enabled(self) -> Self:
        if self.interval is not None and not self.enabled:
            raise refuse(
                field="interval",
                value=f"{self.interval} ms",
                allowed="absent unless checkpoint.enabled is true",
            )
        return self


class ElasticRequest(Form):
    """Other gang sizes the job can run with. It starts with the smallest and grows into idle GPUs."""

    min: Ranks = 1
    """Fewest ranks."""
    sizes: WorldSizes = ()
    """Gang sizes, ascending; absent: `min`, `ranks` and the powers of two between."""


class TopologyRequest(Form):
    """How to place the ranks of a gang in the network: node, NVLink domain, leaf, spine, cell."""

    within: TopologyLevelField | None = None
    """The network unit that should hold all ranks; absent: the smallest unit with room."""
    strictness: StrictnessField = Strictness.BEST_EFFORT
    """required waits for such a unit; preferred, the default with `within`, takes a larger one if needed."""
    tensor_parallel_ranks: GroupRanks = 1
    """Number of consecutive ranks that must share an NVLink domain; a single node counts as one."""

    @model_validator(mode="before")
    @classmethod
    def _a_unit_is_preferred(cls, data: Any) -> Any:
        if not isinstance(data, Mapping):
            return data
        given = cast("Mapping[str, Any]", data)
        return {"strictness": Strictness.PREFERRED, **given} if given.get("within") is not None else given

    @model_validator(mode="after")
    def _strictness_is_about_a_unit(self) -> Self:
        if (self.within is None) != (self.strictness is Strictness.BEST_EFFORT):
            unit = "absent" if self.within is None else written(self.within)
            raise refuse(
                field="strictness",
                value=f"{written(self.strictness)} with within {unit}",
                allowed="required or preferred with within, best-effort without",
            )
        return self


GpuPreferences: TypeAlias = Annotated[
    tuple[GpuPreferenceRequest, ...],
    Field(max_length=GPU_MODELS_MAX),
    Allowed(
        f"a list of at most {GPU_MODELS_MAX} different models, each with model and throughput; "
        "only with GPUs and without resources.gpu_models"
    ),
]


class JobRequest(Form):
    """A job: a gang of ranks that start together or not at all."""

    meant: ClassVar[Mapping[str, str]] = {
        "gpus": "resources.gpus",
        "gpu": "resources.gpus",
        "gpu_count": "resources.gpus",
        "num_gpus": "resources.gpus",
        "accelerators": "resources.gpus",
        "gpu_models": "resources.gpu_models",
        "gpu_type": "resources.gpu_models",
        "gpu_memory": "resources.gpu_memory_min",
        "cpu": "resources.cpu",
        "cpus": "resources.cpu",
        "memory": "resources.memory",
        "mem": "resources.memory",
        "args": "command",
        "cmd": "command",
        "entrypoint": "command",
        "commands": "run",
        "script": "run",
        "nodes": "ranks",
        "num_nodes": "ranks",
        "replicas": "ranks",
        "workers": "ranks",
        "world_size": "ranks",
        "attempts": "retry.attempts",
        "retries": "retry.attempts",
        "backoff": "retry.backoff",
        "interval": "checkpoint.interval",
        "time_limit": "wall_time",
        "timeout": "wall_time",
        "tags": "labels",
        "environment": "env",
        "files": "files_sha256",
        "workdir": "files_sha256",
        "depends_on": "after",
        "dependencies": "after",
        "dependency": "after",
        "needs": "after",
    }

    name: JobName
    """A name for people; need not be unique."""
    queue: Queue = "default"
    """Queue the job waits in."""
    after: After = Field(default_factory=dict)
    """Jobs that have to end first, by id: ok, if they succeeded; failed, if they failed; any, in any way. If
    one ends otherwise, this job is cancelled. `muster submit` also accepts names and short ids."""
    team: Who | None = None
    """Team to charge; absent: the team in the caller's token."""
    project: Who = "default"
    """Project the job belongs to."""
    tier: TierField = Tier.STANDARD_TRAINING
    """Importance of the work: higher tiers are scheduled first."""
    priority: Priority = 0
    """Order within the tier in queues that order by priority: higher goes first."""
    ranks: Ranks = 1
    """Number of ranks (gang size)."""
    elastic: Annotated[ElasticRequest | None, Allowed("absent, or min and, where wanted, sizes")] = None
    """Other gang sizes; absent: always `ranks`."""
    resources: ResourcesRequest = ResourcesRequest()
    """Resources per rank."""
    topology: TopologyRequest = TopologyRequest()
    """How to place the ranks in the network; default: as close together as possible."""
    spread: TopologyLevelField | None = None
    """Distribute ranks evenly over units of this level: replicas that should not fail together."""
    gpu_preferences: GpuPreferences = ()
    """GPU models and the job's speed on each; all ranks run on one model."""
    node_labels: NodeLabels = Field(default_factory=dict)
    """Only nodes with all these labels."""
    node_labels_preferred: NodeLabels = Field(default_factory=dict)
    """Prefer nodes with all these labels; use others when none of them has room."""
    tolerations: Taints = ()
    """Node taints that the job tolerates."""
    sandbox: SandboxField = SandboxNeed.OPTIONAL
    """required: only nodes that keep jobs apart from the rest of the machine (see `muster nodes`)."""
    network: NetworkField = NetworkAccess.HOST
    """none: no network but a loopback of its own, shared by its ranks. It needs `sandbox: required`, and one
    rank or `topology: {within: node, strictness: required}`."""
    spot: SpotField = SpotUse.BY_TIER
    """Nodes that their provider may take back (label `capacity-type=spot`). by-tier: jobs that save
    checkpoints or state a `wall_time` of an hour or less may run there, but not production inference;
    allowed: this one may; never: this one does not."""
    caches: CacheNames = ()
    """Names of data that nodes keep for the next job with the same name, such as a model or a data set."""
    image: Image | None = None
    """Container image; refused until nodes can run images."""
    command: Command | None = None
    """Program and arguments, the same for every rank. Give either `command` or `run`."""
    run: Shell | None = None
    """Shell text, run by /bin/sh -ec: it ends at the first command that fails, of a pipeline at its last
    command. `set +e` turns this off. Give either `run` or `command`."""
    env: Env = Field(default_factory=dict)
    """Environment variables added to every rank."""
    files_sha256: Sha256 | None = None
    """Working files, unpacked in the folder where each rank starts."""
    wall_time: WallTime | None = None
    """Limit of an attempt's run time; the attempt is stopped after it."""
    hang_after: WallTime | None = None
    """Silence of all ranks (no output, no step) after which the attempt is ended as hanging; absent: never
    by the job's wish."""
    expected_duration: WallTime | None = None
    """The owner's estimate of the run time; improves packing, is not a limit."""
    grace: Grace = 30_000
    """Time between SIGTERM and SIGKILL when ranks are stopped."""
    retry: RetryRequest = RetryRequest()
    """Retries after a failed attempt."""
    checkpoint: CheckpointRequest = CheckpointRequest()
    """Checkpoints."""
    labels: Labels = Field(default_factory=dict)
    """Arbitrary key-value pairs to filter by."""
    model: ModelName | None = None
    """Name of the model that this job trains, for the registry."""

    @model_validator(mode="after")
    def _sizes_within_ranks(self) -> Self:
        elastic = self.elastic
        if elastic is None:
            return self
        if self.tier is Tier.PRODUCTION_INFERENCE:
            allowed = f"absent with tier {written(self.tier)}: resizing stops every rank"
            raise refuse(field="elastic.min", value=str(elastic.min), allowed=allowed)
        if elastic.min > self.ranks:
            raise refuse(field="elastic.min", value=str(elastic.min), allowed=f"at most ranks, {self.ranks}")
        sizes = elastic.sizes
        ends = sizes[:1] + sizes[-1:]
        if sizes and (list(sizes) != sorted(set(sizes)) or ends != (elastic.min, self.ranks)):
            allowed = f"ascending, from elastic.min ({elastic.min}) to ranks ({self.ranks})"
            raise refuse(field="elastic.sizes", value=", ".join(map(str, sizes)), allowed=allowed)
        return self

    @model_validator(mode="after")
    def _memory_can_grow(self) -> Self:
        most, asked = self.retry.memory_max, self.resources.memory
        if most is not None and most < asked:
            allowed = f"at least resources.memory, {format_memory(asked)}"
            raise refuse(field="retry.memory_max", value=format_memory(most), allowed=allowed)
        return self

    @model_validator(mode="after")
    def _groups_fit_the_gang(self) -> Self:
        group = self.topology.tensor_parallel_ranks
        least = () if self.elastic is None else (self.elastic.min, *self.elastic.sizes)
        if any(size % group for size in (self.ranks, *least)):
            sizes = ", ".join(map(str, dict.fromkeys((self.ranks, *least))))
            allowed = f"a divisor of every gang size: {sizes}"
            raise refuse(field="topology.tensor_parallel_ranks", value=str(group), allowed=allowed)
        if group > 1 and self.resources.gpus < 1:
            allowed = "1 unless resources.gpus is a whole number of at least 1"
            raise refuse(field="topology.tensor_parallel_ranks", value=str(group), allowed=allowed)
        return self

    @model_validator(mode="after")
    def _layout_is_of_whole_gpus_and_one(self) -> Self:
        shared = 0 < self.resources.gpus < 1
        if self.topology.within is not None and shared:
            raise refuse(
                field="topology.within",
                value=written(self.topology.within),
                allowed="absent when resources.gpus is a fraction",
            )
        if self.spread is not None and (shared or self.topology != TopologyRequest()):
            allowed = "absent when topology is given or resources.gpus is a fraction"
            raise refuse(field="spread", value=written(self.spread), allowed=allowed)
        return self

    @model_validator(mode="after")
    def _a_network_of_its_own_is_on_one_node(self) -> Self:
        """Ranks on other nodes are out of its reach; a node without a sandbox cannot make it."""
        contained = self.sandbox is SandboxNeed.REQUIRED
        on_one_node = (self.topology.within, self.topology.strictness) == (
            TopologyLevel.NODE,
            Strictness.REQUIRED,
        )
        if self.network is NetworkAccess.NONE and not (contained and (self.ranks == 1 or on_one_node)):
            allowed = "host unless sandbox is required, and ranks is 1 or topology is within node, required"
            raise refuse(field="network", value=written(self.network), allowed=allowed)
        return self

    @model_validator(mode="after")
    def _spot_is_wanted_or_not(self) -> Self:
        if self.spot is SpotUse.NEVER and self.node_labels.get("capacity-type") == "spot":
            allowed = "by-tier or allowed: node_labels ask for capacity-type=spot"
            raise refuse(field="spot", value=written(self.spot), allowed=allowed)
        return self

    @model_validator(mode="after")
    def _each_model_once(self) -> Self:
        models = [each.model for each in self.gpu_preferences]
        if models and (not self.resources.gpus or len(set(models)) < len(models)):
            allowed = "different models, and only with GPUs"
            raise refuse(field="gpu_preferences", value=", ".join(models), allowed=allowed)
        if models and self.resources.gpu_models not in ((), tuple(sorted(models))):
            raise refuse(
                field="resources.gpu_models",
                value=", ".join(self.resources.gpu_models),
                allowed=f"absent, or those of gpu_preferences: {', '.join(sorted(models))}",
            )
        return self

    @model_validator(mode="after")
    def _time_slicing_is_for_the_interactive(self) -> Self:
        if self.resources.isolation is Isolation.TIME_SLICING and self.tier is not Tier.INTERACTIVE:
            raise refuse(
                field="resources.isolation",
                value=written(self.resources.isolation),
                allowed="by-trust, mig or mps unless tier is interactive",
            )
        return self

    @model_validator(mode="after")
    def _one_thing_to_run(self) -> Self:
        if (self.command is None) == (self.run is None):
            given = "neither" if self.command is None else "both"
            raise refuse(
                field="command", value=given, allowed="exactly one of run (shell text) and command (a list)"
            )
        if self.command is not None and not self.command[0]:
            raise refuse(field="command[0]", value="", allowed="a program: not empty")
        return self
