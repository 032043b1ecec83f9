"""Settings: the only reader of the environment. What is this service's own is named MUSTER_DRIFT_*."""

from __future__ import annotations

from pathlib import Path

from muster.service import DecidingSettings, TokenSettings, ViewSettings
from pydantic import Field


class Settings(TokenSettings, DecidingSettings, ViewSettings):
    """Differences between deployments."""

    drift_window_s: int = Field(default=60, ge=1, le=3_600)
    """Length of the windows in which samples are counted, seconds; subgroups consist of whole windows."""
    drift_slots: int = Field(default=2, ge=0, le=64)
    """Orders that a worker carries out side by side, each in a process of its own; 0: none, they wait."""
    drift_token_file: Path | None = None
    """The token, role `service`, subject `drift`, with which kept answers are scored and cases proposed; read
    for each command, so it may be renewed. Absent: $MUSTER_HOME/tokens/drift."""
    eval_endpoints: str = ""
    """Endpoints of judges that workers may ask, as eval's: SCHEME://HOST:PORT with commas, * for any."""
    eval_secrets_dir: Path | None = None
    """Keys of these endpoints, as eval's: files TENANT/NAME, of one line each."""

    def authorization(self) -> str:
        """Return the header `authorization` for commands to eval; empty: there is no token."""
        file = self.drift_token_file or self.home.expanduser() / "tokens" / "drift"
        try:
            return f"Bearer {file.read_text().strip()}"
        except FileNotFoundError:
            return ""

    def listed_endpoints(self) -> tuple[str, ...]:
        """Return the endpoints as a list."""
        return tuple(each.strip() for each in self.eval_endpoints.split(",") if each.strip())
