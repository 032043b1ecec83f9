"""Settings: the only reader of the environment. Those of this service alone are named MUSTER_ALERTS_*."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from muster.reactors.alerts.written import parse_target
from muster.service import DecidingSettings, TokenSettings, ViewSettings
from pydantic import AfterValidator


def _targets(targets: str) -> str:
    for each in listed(targets):
        parse_target(each, private=False)
    return targets


def listed(items: str) -> list[str]:
    """Return the items of a comma-separated list."""
    return [each.strip() for each in items.split(",") if each.strip()]


class Settings(TokenSettings, DecidingSettings, ViewSettings):
    """Settings that differ between deployments; none of them changes a decision."""

    alerts_targets: Annotated[str, AfterValidator(_targets)] = ""
    """Allowed targets of alerts, comma-separated: https://HOST[:PORT], mailtos://HOST[:PORT], slack://."""
    alerts_private_targets: Annotated[str, AfterValidator(_targets)] = ""
    """Further allowed targets, which may have private addresses."""
    alerts_secrets_dir: Path | None = None
    """Folder with the secrets of routes: files TENANT/NAME, one line each."""
    alerts_link_base: str = ""
    """Base URL of links, such as https://muster.example.org."""
