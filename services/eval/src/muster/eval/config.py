"""Settings: the only reader of the environment. What is this service's own is named MUSTER_EVAL_*."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from muster.reactors.alerts.written import parse_target
from muster.service import DecidingSettings, TokenSettings, ViewSettings
from pydantic import AfterValidator, Field


def _targets(written: str) -> str:
    for each in listed(written):
        parse_target(each, private=False)
    return written


def listed(written: str) -> list[str]:
    """Return what a list with commas names."""
    return [each.strip() for each in written.split(",") if each.strip()]


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

    eval_status_targets: Annotated[str, AfterValidator(_targets)] = ""
    """Code hosts that verdicts may be posted to, with commas: https://HOST[:PORT] of their APIs."""
    eval_status_private_targets: Annotated[str, AfterValidator(_targets)] = ""
    """The same, of hosts that may have private addresses."""
    eval_status_secrets_dir: Path | None = None
    """Tokens of code hosts: files TENANT/NAME, of one line each. Not the folder of endpoints' keys."""
    eval_link_base: str = ""
    """Beginning of links to runs: https://muster.example.org."""

    eval_token_file: Path | None = None
    """The token, role `service`, subject `eval`, with which jobs that serve versions are submitted and
    cancelled; read for each command, so it may be renewed. Absent: $MUSTER_HOME/tokens/eval."""

    eval_held_out_key_file: Path | None = None
    """Private key that opens held-out cases, X25519 in PEM; for workers alone. Absent: runs that ask some
    fail."""
    eval_held_out_public_key_file: Path | None = None
    """Its public key, with which the API seals held-out cases. Absent: no golden set may have some."""

    def authorization(self) -> str:
        """Return the header `authorization` for commands to the scheduler; empty: there is no token."""
        file = self.eval_token_file or self.home.expanduser() / "tokens" / "eval"
        try:
            return f"Bearer {file.read_text().strip()}"
        except FileNotFoundError:
            return ""

    def listed_endpoints(self) -> tuple[str, ...]:
        """The same as a list."""
        return tuple(listed(self.eval_endpoints))

    def kept_from_code(self) -> tuple[Path, ...]:
        """Return the folders that code of answers may not see."""
        secrets = (self.eval_secrets_dir, self.eval_status_secrets_dir)
        files = (self.eval_token_file, self.eval_held_out_key_file)
        folders = (*secrets, *(None if each is None else each.parent for each in files))
        return (self.home.expanduser(), *(each for each in folders if each is not None))
