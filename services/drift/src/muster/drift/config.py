"""Settings: the only reader of the environment. What is this service's own is named MUSTER_DRIFT_*."""

from __future__ import annotations

from muster.service import DecidingSettings, TokenSettings, ViewSettings
from pydantic import Field


class Settings(TokenSettings, DecidingSettings, ViewSettings):
    """Differences between deployments."""

    drift_window_s: int = Field(default=60, ge=1, le=3_600)
    """Length of the windows in which samples are counted, seconds; subgroups consist of whole windows."""
