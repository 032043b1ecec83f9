"""Settings: the only place that reads the environment.

The endpoints are the shared vocabulary of every part (MUSTER_KAFKA_BOOTSTRAP ...); what is the scheduler's
own is named MUSTER_SCHEDULER_*. None of them changes a decision: what does is policy, and policy is on the
log.
"""

from __future__ import annotations

import os
import socket
from pathlib import Path

from pydantic import Field
from pydantic_settings import BaseSettings, SettingsConfigDict


class Settings(BaseSettings):
    """Every setting with its default and its limits.

    Raises:
        pydantic.ValidationError: names the variable, the value and what is allowed.
    """

    model_config = SettingsConfigDict(
        env_prefix="MUSTER_", frozen=True, extra="ignore", use_attribute_docstrings=True
    )

    cell: str = Field(default="default", pattern=r"^[a-z0-9][a-z0-9-]{0,62}$")
    kafka_bootstrap: str = "127.0.0.1:9092"
    schema_registry_url: str = "http://127.0.0.1:8081/apis/ccompat/v7"
    s3_endpoint: str = "http://127.0.0.1:9000"
    s3_access_key: str = ""
    s3_secret_key: str = Field(default="", repr=False)
    s3_bucket: str = "muster"
    otlp_endpoint: str | None = None
    http_host: str = "127.0.0.1"
    """Address that questions, /healthz, /readyz and /metrics are answered at."""
    http_port: int = Field(default=0, ge=0, le=65535)
    """Port of the same; 0 takes a free one."""
    jwt_jwks_file: Path = Path("/etc/muster/jwks.json")
    """Public keys that tokens are signed with, a JSON Web Key Set; read when somebody asks."""
    jwt_issuer: str = "muster"
    """Required `iss` of a token."""
    jwt_audience: str = "muster"
    """Required `aud` of a token."""

    scheduler_id: str = Field(default_factory=lambda: f"scheduler-{socket.gethostname()}-{os.getpid()}")
    """Who this process is: in logs, client ids and the leader's lease. Unique."""
    scheduler_silence_ms: int = Field(default=1_000, ge=500, le=60_000)
    """A standby takes over after this much silence of the leader, and up to a third more."""
    scheduler_batch_max: int = Field(default=500, ge=1, le=5_000)
    """Most records read for one batch."""
    scheduler_snapshot_every_batches: int = Field(default=2_000, ge=1)
    """Batches between two snapshots: what recovery has to re-step at most."""
    scheduler_deaf_believed_ms: int = Field(default=120_000, ge=1_000)
    """When no node at all is heard for so long, it is believed that they are gone."""
    scheduler_failpoints: str = ""
    """Tests only: where this process kills itself, "before_commit:3,after_commit:1"."""
