"""Settings: the only reader of the environment. This service's own are named MUSTER_SCANNER_*."""

from __future__ import annotations

from pathlib import Path

from muster.scanning.antivirus import OFF
from muster.scanning.own_rules import OwnRules, own_rules_of
from muster.service import DecidingSettings, SealedS3Settings, TokenSettings, ViewSettings
from pydantic import Field, field_validator


class Settings(TokenSettings, SealedS3Settings, DecidingSettings, ViewSettings):
    """Settings that differ between deployments; none of them changes a decision."""

    scanner_slots: int = Field(default=2, ge=0, le=256)
    """Contents that a worker reads side by side, each in a process of its own; 0: no scans;
    content stays queued."""
    scanner_memory_mib: int = Field(default=512, ge=128)
    """Limits on the resources for reading one content."""
    scanner_time_s: int = Field(default=600, ge=1)
    """Maximum wall-clock and CPU time per scan."""
    scanner_rules_folder: Path | None = None
    """The organisation's own rules: *.yar, blacklist.jsonl, licences.toml. They are read at the start; a file
    that is wrong ends it. Their digest is a part of the version of the rules, which an operator activates."""
    scanner_antivirus: str = OFF
    """Address of clamd: a socket's path or HOST:PORT; off: do not use one."""
    scanner_token_file: Path | None = None
    """The token, role `service`, subject `scanner`, with which reviews open and close files in the registry;
    read for each command, so it may be renewed. Absent: $MUSTER_HOME/tokens/scanner."""

    @field_validator("scanner_rules_folder")
    @classmethod
    def _can_be_read(cls, folder: Path | None) -> Path | None:
        _rules_in(folder)
        return folder

    def own_rules(self) -> OwnRules:
        """Read the rules in that folder.

        Raises:
            ValueError: they cannot be read; the message says which file, where, and why.
        """
        return _rules_in(self.scanner_rules_folder)

    def authorization(self) -> str:
        """Authorization header for commands to the registry; empty: there is no token."""
        file = self.scanner_token_file or self.home.expanduser() / "tokens" / "scanner"
        try:
            return f"Bearer {file.read_text().strip()}"
        except FileNotFoundError:
            return ""


def _rules_in(folder: Path | None) -> OwnRules:
    if folder is None:
        return OwnRules()
    try:
        files = sorted(each for each in folder.expanduser().iterdir() if not each.name.startswith("."))
        return own_rules_of({each.name: each.read_text(encoding="utf-8") for each in files})
    except OSError as error:
        raise ValueError(f"{error.filename}: {error.strerror}") from None
