"""Settings: the only reader of the environment. Nearly all of submit's are shared ones."""

from __future__ import annotations

from pathlib import Path

from muster.service import CheckpointSettings, NodeTokenSettings, S3Settings, TokenSettings, ViewSettings


class Settings(TokenSettings, NodeTokenSettings, S3Settings, CheckpointSettings, ViewSettings):
    """What differs between deployments."""

    node_key_file: Path | None = None
    """Private key that signs nodes' credentials and opens nothing of any tenant. Only the API needs it."""
