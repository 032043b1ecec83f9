"""Settings: the only reader of the environment. Nearly all of submit's are shared ones."""

from __future__ import annotations

from pathlib import Path

from muster.service import CheckpointSettings, NodeTokenSettings, S3Settings, TokenSettings, ViewSettings
from pydantic import Field


class Settings(TokenSettings, NodeTokenSettings, S3Settings, CheckpointSettings, ViewSettings):
    """Settings that differ between deployments."""

    node_key_file: Path | None = None
    """Private key that signs nodes' credentials and opens nothing of any tenant. Only the API needs it."""

    output_kept_days: float = Field(default=0, ge=0, le=36_500)
    """Days after a job's end at which the role `removal` removes its output from the store. 0: never."""
