"""JobRequest: a job as people write it. The YAML file, the JSON body and a console's form are this model.

Flat, units in the text ("1h30m", "4GiB"), nothing ignored: an unknown field is an error. Who asks, and for
which tenant, is not here: both come from the caller's token.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, ClassVar, Self

from muster.events.job_commands import Tier
from muster.jobs.form import Form
from muster.jobs.rules import (
    Allowed,
    Attempts,
    Backoff,
    Command,
    Cpu,
    Env,
    Flag,
    GpuModels,
    Gpus,
    Grace,
    Image,
    Interval,
    Labels,
    Memory,
    ModelName,
    Name,
    Priority,
    Queue,
    Ranks,
    Sha256,
    Shell,
    TierField,
    WallTime,
    Who,
    WorldSizes,
    refuse,
)
from pydantic import Field, model_validator


class ResourcesRequest(Form):
    """What each rank needs."""

    gpus: Gpus = 0
    """GPUs of each rank. A fraction shares one GPU with other jobs."""
    gpu_models: GpuModels = ()
    """GPU models accepted."""
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
        if elastic.min > self.ranks:
            raise refuse(field="elastic.min", value=str(elastic.min), allowed=f"at most ranks, {self.ranks}")
        sizes = elastic.sizes
        ends = sizes[:1] + sizes[-1:]
        if sizes and (list(sizes) != sorted(set(sizes)) or ends != (elastic.min, self.ranks)):
            allowed = f"ascending, from elastic.min ({elastic.min}) to ranks ({self.ranks})"
            raise refuse(field="elastic.sizes", value=", ".join(map(str, sizes)), allowed=allowed)
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
