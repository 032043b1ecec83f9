"""Settings: the only reader of the environment. What is this service's own is named MUSTER_METERING_*."""

from __future__ import annotations

from pathlib import Path

from muster.service import NodeTokenSettings, S3Settings, TokenSettings, ViewSettings
from pydantic import Field


class Settings(TokenSettings, NodeTokenSettings, S3Settings, ViewSettings):
    """What differs between deployments; none of them changes a decision."""

    metering_silence_ms: int = Field(default=5_000, ge=500, le=60_000)
    """A standby takes over after this much silence of the leader, and up to a third more."""
    metering_snapshot_every_batches: int = Field(default=2_000, ge=1)
    """Batches between two snapshots."""
    metering_token_file: Path | None = None
    """The token, role `service`, subject `metering`, with which spent budgets restrict queues; read for each
    command, so it may be renewed. Absent: $MUSTER_HOME/tokens/metering."""
    metering_failpoints: str = ""
    """Tests only: where this process kills itself, "before_commit:3,after_commit:1"."""

    def authorization(self) -> str:
        """Who commands other services, for the header `authorization`; empty: there is no token."""
        file = self.metering_token_file or self.home.expanduser() / "tokens" / "metering"
        try:
            return f"Bearer {file.read_text().strip()}"
        except FileNotFoundError:
            return ""
