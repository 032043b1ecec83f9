"""Settings: the only reader of the environment. What is this service's own is named MUSTER_EVAL_*."""

from __future__ import annotations

from pathlib import Path

from muster.service import DecidingSettings, TokenSettings, ViewSettings
from pydantic import Field


class Settings(TokenSettings, DecidingSettings, ViewSettings):
    """Differences between deployments; none of them changes a decision."""

    eval_slots: int = Field(default=2, ge=0, le=64)
    """Evaluations that a worker runs side by side, each in a process of its own; 0: none, they wait."""
    eval_secrets_dir: Path | None = None
    """Keys of endpoints: files TENANT/NAME, of one line each."""
    ray_address: str | None = None
    """A Ray cluster that runs evaluations; absent: the worker's own, on 127.0.0.1."""
    eval_endpoints: str = ""
    """Endpoints that workers may ask, with commas: SCHEME://HOST:PORT, with * for any, as in
    https://*.example.org:443. Empty: none."""

    def listed_endpoints(self) -> tuple[str, ...]:
        """The same as a list."""
        return tuple(each.strip() for each in self.eval_endpoints.split(",") if each.strip())
