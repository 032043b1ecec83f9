"""Settings: the only place that reads the environment.

Shared settings are declared in muster.service.settings; the agent's own are named MUSTER_AGENT_*.
"""

from __future__ import annotations

import json
import os
import re
import socket
import sys
from pathlib import Path
from typing import Annotated, Literal

from muster.service import CheckpointSettings
from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, field_validator, model_validator
from pydantic_settings import NoDecode

_NODE_ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,127}")
_TAINT = re.compile(r"[A-Za-z0-9][A-Za-z0-9._/=-]{0,127}")
_TAINTS_MAX = 32
_Unit = Annotated[str, Field(pattern=rf"^({_NODE_ID.pattern})?$")]

_STACK = "MUSTER_STACK_HOME"  # by which `muster down` finds what a dead agent left
_PASSED_ON = ("HOME", "LANG", "LC_ALL", "LD_LIBRARY_PATH", "PYTHONPATH", "TMPDIR", "TZ", "USER", _STACK)


def base_environment() -> dict[str, str]:
    """The part of the agent's environment that shims and ranks inherit: no secrets; its interpreter first."""
    passed = {name: os.environ[name] for name in _PASSED_ON if name in os.environ}
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ.get('PATH', os.defpath)}"
    # Unbuffered, so that what a Python rank prints is live.
    return {**passed, "PATH": path, "PYTHONUNBUFFERED": "1"}


class NodeLocation(BaseModel):
    """Location of a node in the network. A name identifies a unit within the one above it; empty: unknown.

    Raises:
        pydantic.ValidationError: a name is invalid, or a field is unknown.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    nvlink_domain: _Unit = ""
    leaf: _Unit = ""
    spine: _Unit = ""
    cell: _Unit = ""


def _from_json(value: object) -> object:
    """The value of a JSON text; an invalid one is reported like any other setting."""
    return json.loads(value) if isinstance(value, str) else value


_JSON = (NoDecode, BeforeValidator(_from_json))


class Settings(CheckpointSettings):
    """The agent's own settings, with their limits."""

    api_url: str
    """Address of the API that issues the node's tokens."""
    agent_enrolment_file: Path | None = None
    """File written by `muster node enrol`, mode 0600; unset: `enrolment` in MUSTER_HOME."""
    agent_node_id: str = Field(default_factory=socket.gethostname)
    """Name of the node; unset: the machine's host name."""
    agent_address: str = "127.0.0.1"
    """Address at which ranks on other nodes reach this one."""
    agent_port_first: int = Field(default=29_500, ge=1024, le=65535)
    """First of the ports for the rendezvous of gangs; each gang gets one port."""
    agent_port_count: int = Field(default=500, ge=1, le=60_000)
    """Number of these ports."""
    agent_gpus: int | None = Field(default=None, ge=0, le=64)
    """Number of GPUs; unset: as found by NVML, none without a driver."""
    agent_gpu_model: str = "LOCAL"
    """Model of declared GPUs."""
    agent_gpu_memory_mib: int = Field(default=0, ge=0, le=2**31)
    """Memory of each declared GPU; 0: unknown, and the node gets no jobs that require GPU memory."""
    agent_cpu_milli: int | None = Field(default=None, ge=0, le=10**7)
    """CPU available to jobs; unset: all cores."""
    agent_memory_mib: int | None = Field(default=None, ge=0, le=2**31)
    """Memory available to jobs; unset: all of it."""
    agent_labels: Annotated[dict[str, str], *_JSON] = Field(default_factory=dict[str, str])
    """JSON object; jobs can require nodes with certain labels."""
    agent_taints: Annotated[tuple[str, ...], *_JSON] = ()
    """JSON list; only jobs that tolerate all of them are placed here."""
    agent_location: Annotated[NodeLocation, *_JSON] = NodeLocation()
    """Location of the node in the network: JSON object with nvlink_domain, leaf, spine, cell."""
    agent_location_file: Path | None = None
    """File with the same JSON, reread every minute; it overrides agent_location."""
    agent_heartbeat_ms: int = Field(default=5_000, ge=100, le=600_000)
    """Interval of heartbeats."""
    agent_lease_ms: int = Field(default=30_000, ge=500, le=3_600_000)
    """Time without an agent after which ranks end, and the scheduler gives up the node's work."""
    agent_sandbox: Literal["auto", "namespaces", "bubblewrap", "none"] = "auto"
    """Isolation of jobs from the machine; auto: the strongest kind that works here, or none."""
    agent_sandbox_readable: Annotated[tuple[Path, ...], *_JSON] = ()
    """JSON list of paths that every job may read besides the system, such as data sets."""
    agent_sandbox_writable: Annotated[tuple[Path, ...], *_JSON] = ()
    """JSON list of paths that every job may write, if their permissions allow it too."""
    agent_job_uid_first: int = Field(default=2_000_000_000, ge=1, le=2**32 - 2**28)
    """If the agent is root, each user's jobs run under one of the 134,217,728 user ids from this one on."""
    agent_cgroups: Literal["auto", "none"] = "auto"
    """Whether control groups limit jobs, if the agent may create any; otherwise only memory is watched."""
    agent_processes_max: int = Field(default=4_096, ge=16, le=2**22)
    """Maximum number of processes and threads of each rank, where they can be counted."""
    agent_open_files_max: int = Field(default=65_536, ge=64, le=2**20)
    """Maximum number of open files of each process of a job."""
    agent_on_stop: Literal["leave", "end"] = "leave"
    """Effect of SIGTERM on tasks: leave them to their shims, for the next agent; or end them."""
    agent_output_bytes_max: int = Field(default=256 * 2**20, ge=1)
    """Maximum size of the stored output of each stream of each rank."""
    agent_spool_bytes_max: int = Field(default=10 * 2**30, ge=1)
    """Maximum size of ended tasks' output waiting for S3; beyond it the oldest is dropped."""
    agent_files_cache_bytes_max: int = Field(default=2**30, ge=0)
    """Maximum size of the cache of working files for later attempts; the least recently used are evicted."""
    agent_files_wait_ms: int = Field(default=60_000, ge=0)
    """Time that a start may wait for S3 before it is refused."""
    agent_progress_ms: int = Field(default=15_000, ge=1_000, le=3_600_000)
    """Minimum interval between progress reports of a rank; its first and last step are always reported."""
    agent_checkpoint_wait_ms: int = Field(default=60_000, ge=0)
    """Time that the report of an exit may wait for the upload of the task's last checkpoint."""

    agent_kernel_log: Annotated[Path | None, BeforeValidator(lambda value: value or None)] = Path("/dev/kmsg")
    """Kernel log from which faults of GPUs and of the node are read, if permitted; empty: do not read it."""

    agent_dcgm_url: str = Field(default="", pattern=r"^(http://[^\s/]+(/\S*)?)?$")
    """URL of DCGM's exporter on this node, such as http://127.0.0.1:9400/metrics, for the real activity of
    GPUs; unset: only the driver's figures are used."""

    agent_reclaim_source: Literal["none", "aws", "gcp", "azure", "http"] = "none"
    """Source of reclaim notices: the metadata service of a cloud, or an address of your own."""
    agent_reclaim_url: str = Field(default="", pattern=r"^(http://[^\s/]+(/\S*)?)?$")
    """Address of the source; unset: the default address of the cloud's metadata service."""
    agent_reclaim_file: Path | None = None
    """File that is read for notices as well; unset: `reclaim.json` in the agent's folder."""
    agent_reclaim_poll_ms: int = Field(default=2_000, ge=100, le=60_000)
    """Interval at which these are read."""

    @property
    def instance(self) -> str:
        """Name of this agent: its node's."""
        return self.agent_node_id

    @property
    def enrolment_file(self) -> Path:
        """File with the node's enrolment, which it presents to the API."""
        return self.agent_enrolment_file or self.home / "enrolment"

    @field_validator("agent_sandbox_readable", "agent_sandbox_writable")
    @classmethod
    def _absolute(cls, value: tuple[Path, ...]) -> tuple[Path, ...]:
        if not all(path.is_absolute() for path in value):
            raise ValueError(f"{[str(path) for path in value]}: must be absolute paths")
        return value

    @field_validator("agent_node_id")
    @classmethod
    def _node_id(cls, value: str) -> str:
        if not _NODE_ID.fullmatch(value):
            raise ValueError(f"{value!r} must match {_NODE_ID.pattern}")
        return value

    @field_validator("agent_taints")
    @classmethod
    def _taints(cls, value: tuple[str, ...]) -> tuple[str, ...]:
        if len(value) > _TAINTS_MAX or not all(_TAINT.fullmatch(taint) for taint in value):
            raise ValueError(f"{value!r} must be at most {_TAINTS_MAX} taints that match {_TAINT.pattern}")
        return tuple(sorted(set(value)))

    @model_validator(mode="after")
    def _consistent(self) -> Settings:
        if self.agent_port_first + self.agent_port_count > 65_536:
            raise ValueError(
                f"MUSTER_AGENT_PORT_FIRST is {self.agent_port_first} and MUSTER_AGENT_PORT_COUNT is "
                f"{self.agent_port_count}; their sum must be at most 65536"
            )
        if self.agent_reclaim_source == "http" and not self.agent_reclaim_url:
            raise ValueError("MUSTER_AGENT_RECLAIM_URL is empty; must be http://HOST[:PORT]/PATH for http")
        if self.agent_lease_ms < 2 * self.agent_heartbeat_ms:
            raise ValueError(
                f"MUSTER_AGENT_LEASE_MS is {self.agent_lease_ms}; must be at least two heartbeats "
                f"({2 * self.agent_heartbeat_ms})"
            )
        return self
