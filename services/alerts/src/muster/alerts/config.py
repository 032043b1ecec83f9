"""Settings: the only reader of the environment. What is this service's own is named MUSTER_ALERTS_*."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from muster.reactors.alerts.written import parse_target
from muster.service import DecidingSettings, TokenSettings, ViewSettings
from pydantic import AfterValidator


def _targets(written: str) -> str:
    for each in listed(written):
        parse_target(each, private=False)
    return written


def listed(written: str) -> list[str]:
    """Return the items of a comma-separated list."""
    return [each.strip() for each in written.split(",") if each.strip()]


class Settings(TokenSettings, DecidingSettings, ViewSettings):
    """Settings that differ between deployments; none of them changes a decision."""

    alerts_targets: Annotated[str, AfterValidator(_targets)] = ""
    """Where alerts may be sent, with commas: https://HOST[:PORT], mailtos://HOST[:PORT], slack://."""
    alerts_private_targets: Annotated[str, AfterValidator(_targets)] = ""
    """The same, of targets that may have private addresses."""
    alerts_secrets_dir: Path | None = None
    """Secrets of routes: files TENANT/NAME, of one line each."""
    alerts_link_base: str = ""
    """What stands before the paths of links: https://muster.example.org."""
