"""Settings: the only reader of the environment. Those of this service alone are named MUSTER_METERING_*."""

from __future__ import annotations

from pathlib import Path

from muster.service import DecidingSettings, NodeTokenSettings, TokenSettings, ViewSettings


class Settings(TokenSettings, NodeTokenSettings, DecidingSettings, ViewSettings):
    """Settings that differ between deployments; none of them changes a decision."""

    metering_token_file: Path | None = None
    """File of the token, role `service`, subject `metering`, by which spent budgets restrict queues; read for
    each command, so it may be renewed. Absent: $MUSTER_HOME/tokens/metering."""

    def authorization(self) -> str:
        """Return the `authorization` header for commands to other services; empty: there is no token."""
        file = self.metering_token_file or self.home.expanduser() / "tokens" / "metering"
        try:
            return f"Bearer {file.read_text().strip()}"
        except FileNotFoundError:
            return ""
