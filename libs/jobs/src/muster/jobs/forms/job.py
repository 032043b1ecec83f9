"""JobRequest: a job as people write it. The YAML file, the JSON body and a console's form are this model.

Flat, units in the text ("1h30m", "4GiB"), nothing ignored: an unknown field is an error. Who asks, and for
which tenant, is not here: both come from the caller's token.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, ClassVar, Self, TypeAlias, cast

from muster.events.job_commands import Isolation, Strictness, Tier
from muster.jobs.forms.form import Form
from muster.jobs.values.rules import (
    GPU_MODEL_ALLOWED,
    GPU_MODELS_MAX,
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
    Labels,
    Memory,
    ModelName,
    Name,
    NodeLabels,
    Priority,
    Queue,
    Ranks,
    Sha256,
    Shell,
    StrictnessField,
    Taints,
    Throughput,
    TierField,
    TopologyLevelField,
    WallTime,
    Who,
    WorldSizes,
    refuse,
    written,
)
from pydantic import Field, model_validator


class ResourcesRequest(Form):
    """What each rank needs."""

    gpus: Gpus = 0
    """GPUs of each rank. A fraction shares one GPU with other jobs."""
    gpu_models: GpuModels = ()
    """GPU models accepted."""
    isolation: IsolationField = Isolation.BY_TRUST
    """How a fraction is kept apart from others on its GPU."""
    cpu: Cpu = 1
    """CPU cores of each rank."""
    memory: Memory = 1024
    """Main memory of each rank."""

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
    """Speed, in any unit that all of the list share: twice as much ends in half the time."""


class RetryRequest(Form):
    """What happens when an attempt fails by itself. Attempts lost with a node never count."""

    attempts: Attempts = 1
    """Attempts in all."""
    backoff: Backoff = 10_000
    """Wait before the second attempt; doubled each time."""


class CheckpointRequest(Form):
    """Whether files renamed into MUSTER_CHECKPOINT_DIR are kept and given to the next attempt."""

    enabled: Flag = False
    """Keep them."""
    interval: Interval | None = None
    """How often the job is expected to write one; absent when it decides itself."""

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
    """Which other gang sizes the job runs with. It starts with the least and grows into idle GPUs."""

    min: Ranks = 1
    """Fewest ranks."""
    sizes: WorldSizes = ()
    """Gang sizes, ascending; absent: `min`, `ranks` and the powers of two between."""


class TopologyRequest(Form):
    """How the ranks of a gang should lie in the network: node, NVLink domain, leaf, spine, cell."""

    within: TopologyLevelField | None = None
    """The unit that should hold all ranks; absent: the best there is room in."""
    strictness: StrictnessField = Strictness.BEST_EFFORT
    """Required waits for such a unit; preferred, the default with `within`, rather takes a larger one."""
    tensor_parallel_ranks: GroupRanks = 1
    """So many consecutive ranks share an NVLink domain, always; a node is one by itself."""

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
        "num_gpus": "resources.gpus",
        "accelerators": "resources.gpus",
        "gpu_models": "resources.gpu_models",
        "gpu_type": "resources.gpu_models",
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
    }

    name: Name
    """A name for people; need not be unique."""
    queue: Queue = "default"
    """Queue the job waits in."""
    team: Who | None = None
    """Who pays; absent: the team in the caller's token."""
    project: Who = "default"
    """What it is for."""
    tier: TierField = Tier.STANDARD_TRAINING
    """Which work goes first."""
    priority: Priority = 0
    """Within the tier, where the queue orders by priority: higher goes first."""
    ranks: Ranks = 1
    """Gang size."""
    elastic: Annotated[ElasticRequest | None, Allowed("absent, or min and, where wanted, sizes")] = None
    """Other gang sizes; absent: always `ranks`."""
    resources: ResourcesRequest = ResourcesRequest()
    """What each rank needs."""
    topology: TopologyRequest = TopologyRequest()
    """How the ranks should lie in the network; nothing: as near to each other as there is room."""
    spread: TopologyLevelField | None = None
    """Ranks go evenly over units of this level instead: replicas that should not fail together."""
    gpu_preferences: GpuPreferences = ()
    """GPU models and how fast the job is on each; all ranks go to one of them."""
    node_labels: NodeLabels = Field(default_factory=dict)
    """Only nodes with all these labels."""
    node_labels_preferred: NodeLabels = Field(default_factory=dict)
    """Nodes that have all these labels, too, go first; others when none of them has room."""
    tolerations: Taints = ()
    """Taints of nodes that do not matter."""
    caches: CacheNames = ()
    """What its nodes keep for the next job that names it, like a model or a data set."""
    image: Image | None = None
    """Container image, for executors that use one."""
    command: Command | None = None
    """Program and arguments, the same for every rank. Either this or `run`."""
    run: Shell | None = None
    """Shell text, run by /bin/sh -c. Either this or `command`."""
    env: Env = Field(default_factory=dict)
    """Environment added to every rank."""
    files_sha256: Sha256 | None = None
    """Working files, unpacked where each rank starts."""
    wall_time: WallTime | None = None
    """The attempt is stopped after this long."""
    expected_duration: WallTime | None = None
    """The owner's estimate; helps packing, stops nothing."""
    grace: Grace = 30_000
    """Between SIGTERM and SIGKILL."""
    retry: RetryRequest = RetryRequest()
    """What happens when an attempt fails."""
    checkpoint: CheckpointRequest = CheckpointRequest()
    """Whether checkpoints are kept."""
    labels: Labels = Field(default_factory=dict)
    """Free pairs to filter by."""
    model: ModelName | None = None
    """Model this job trains, for the registry."""

    @model_validator(mode="after")
    def _sizes_within_ranks(self) -> Self:
        elastic = self.elastic
        if elastic is None:
            return self
        if self.tier is Tier.PRODUCTION_INFERENCE:
            allowed = f"absent with tier {written(self.tier)}: resizing stops every rank, which nobody may"
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
    def _groups_fit_the_gang(self) -> Self:
        group = self.topology.tensor_parallel_ranks
        least = () if self.elastic is None else (self.elastic.min, *self.elastic.sizes)
        if any(size % group for size in (self.ranks, *least)):
            sizes = ", ".join(map(str, dict.fromkeys((self.ranks, *least))))
            allowed = f"a divisor of every gang size: {sizes}"
            raise refuse(field="topology.tensor_parallel_ranks", value=str(group), allowed=allowed)
        if group > 1 and self.resources.gpus < 1:
            allowed = "1 unless resources.gpus is a whole number from 1 on"
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
    def _turns_are_for_the_interactive(self) -> Self:
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
