"""Settings: the only reader of the environment. All of submit's are shared ones."""

from __future__ import annotations

from muster.service import S3Settings, TokenSettings, ViewSettings


class Settings(TokenSettings, S3Settings, ViewSettings):
    """What differs between deployments."""
