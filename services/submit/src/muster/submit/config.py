"""Settings: the only reader of the environment. Nearly all of submit's are shared ones."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from muster.service import CheckpointSettings, NodeTokenSettings, S3Settings, TokenSettings, ViewSettings
from pydantic import Field

_ADDRESSES: Final = (
    "scheduler_urls",
    "preemption_url",
    "metering_url",
    "alerts_url",
    "registry_url",
    "scanner_url",
    "eval_url",
    "drift_url",
)


class Settings(TokenSettings, NodeTokenSettings, S3Settings, CheckpointSettings, ViewSettings):
    """Settings that differ between deployments."""

    node_key_file: Path | None = None
    """Private key that signs nodes' credentials and opens nothing of any tenant. Only the API needs it."""

    scheduler_urls: str = ""
    """URLs of the schedulers as people reach them, separated by commas; `muster login` copies them."""
    preemption_url: str = ""
    """URL of the preemption service as people reach it; so are those below."""
    metering_url: str = ""
    """URL of metering."""
    alerts_url: str = ""
    """URL of alerts."""
    registry_url: str = ""
    """URL of the registry."""
    scanner_url: str = ""
    """URL of the scanner."""
    eval_url: str = ""
    """URL of eval."""
    drift_url: str = ""
    """URL of drift."""

    output_kept_days: float = Field(default=0, ge=0, le=36_500)
    """Days after a job's end at which the role `removal` removes its output from the store. 0: never."""

    def addresses(self) -> dict[str, str]:
        """Return the addresses of the cell's other services, by the variable that a client reads."""
        return {
            f"MUSTER_{field.upper()}": value
            for field in _ADDRESSES
            if (value := str(getattr(self, field)).strip())
        }
