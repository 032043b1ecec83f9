"""Addresses of the services, and the token. Only this module of the client reads the environment.

The first value found wins:
    address      MUSTER_API_URL, then MUSTER_API_URL in $MUSTER_HOME/endpoints.env (written by `muster up`),
                 then http://127.0.0.1:18080
    schedulers   MUSTER_SCHEDULER_URLS, separated by commas, likewise; tried in order until one answers
    mirrored     MUSTER_MIRROR_TOKEN, sent to the registry that `muster model mirror` copies from
    preemption   MUSTER_PREEMPTION_URL, likewise
    metering     MUSTER_METERING_URL, likewise
    alerts       MUSTER_ALERTS_URL, likewise
    registry     MUSTER_REGISTRY_URL, likewise
    scanner      MUSTER_SCANNER_URL, likewise
    others       MUSTER_NAME_URL, likewise, for a service that only its own commands know
    token        MUSTER_TOKEN, then the file $MUSTER_HOME/token
    origin       HF_HUB_USER_AGENT_ORIGIN, as used by stock clients of the Hugging Face Hub
MUSTER_HOME defaults to ~/.muster.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

ALERTS_URL_DEFAULT: Final = "http://127.0.0.1:18097/alerts"
API_URL_DEFAULT: Final = "http://127.0.0.1:18080"
METERING_URL_DEFAULT: Final = "http://127.0.0.1:18097/metering"
PREEMPTION_URL_DEFAULT: Final = "http://127.0.0.1:18095"
REGISTRY_URL_DEFAULT: Final = "http://127.0.0.1:18105"
SCANNER_URL_DEFAULT: Final = "http://127.0.0.1:18097/scanner"
SCHEDULER_URLS_DEFAULT: Final = "http://127.0.0.1:18091,http://127.0.0.1:18092"


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """Settings of a client.

    Attributes:
        home: MUSTER_HOME.
        api_url: base URL of the submit service, without a trailing slash.
        scheduler_urls: base URLs of the schedulers of the cell, leader and standby.
        mirror_token: bearer token of a registry to mirror from; empty for none.
        preemption_url: base URL of the preemption service, without a trailing slash.
        metering_url: base URL of the metering service, without a trailing slash.
        alerts_url: base URL of the alerts service, without a trailing slash.
        registry_url: base URL of the registry, without a trailing slash.
        scanner_url: base URL of the scanner, without a trailing slash.
        token: bearer token; empty for none.
        token_from: source of the token, for people.
        origin: origin of this process, such as an attempt of a job; empty for none.
    """

    home: Path
    api_url: str
    mirror_token: str = field(default="", repr=False)
    scheduler_urls: tuple[str, ...] = ()
    preemption_url: str = PREEMPTION_URL_DEFAULT
    metering_url: str = METERING_URL_DEFAULT
    alerts_url: str = ALERTS_URL_DEFAULT
    registry_url: str = REGISTRY_URL_DEFAULT
    scanner_url: str = SCANNER_URL_DEFAULT
    token: str = field(default="", repr=False)
    token_from: str = ""
    origin: str = ""

    @staticmethod
    def load(environment: Mapping[str, str] = os.environ) -> Settings:
        """Load the settings of this process."""
        home = _home(environment)
        written = endpoints(home)
        token, token_from = _token(environment, home)

        def found(name: str, default: str) -> str:
            return environment.get(name) or written.get(name) or default

        schedulers = found("MUSTER_SCHEDULER_URLS", SCHEDULER_URLS_DEFAULT).split(",")
        return Settings(
            home=home,
            mirror_token=environment.get("MUSTER_MIRROR_TOKEN", "").strip(),
            api_url=found("MUSTER_API_URL", API_URL_DEFAULT).rstrip("/"),
            scheduler_urls=tuple(url.strip().rstrip("/") for url in schedulers if url.strip()),
            preemption_url=found("MUSTER_PREEMPTION_URL", PREEMPTION_URL_DEFAULT).rstrip("/"),
            metering_url=found("MUSTER_METERING_URL", METERING_URL_DEFAULT).rstrip("/"),
            alerts_url=found("MUSTER_ALERTS_URL", ALERTS_URL_DEFAULT).rstrip("/"),
            registry_url=found("MUSTER_REGISTRY_URL", REGISTRY_URL_DEFAULT).rstrip("/"),
            scanner_url=found("MUSTER_SCANNER_URL", SCANNER_URL_DEFAULT).rstrip("/"),
            token=token,
            token_from=token_from,
            origin=environment.get("HF_HUB_USER_AGENT_ORIGIN", "").strip(),
        )


def service_url(name: str, environment: Mapping[str, str] = os.environ) -> str:
    """Return the base URL of another service, without a trailing slash; empty if it is not set."""
    variable = f"MUSTER_{name.upper()}_URL"
    found = environment.get(variable) or endpoints(_home(environment)).get(variable) or ""
    return found.rstrip("/")


def endpoints(home: Path) -> dict[str, str]:
    """Read the endpoints written by `muster up`; empty before the first `up`."""
    try:
        lines = (home / "endpoints.env").read_text().splitlines()
    except FileNotFoundError:
        return {}
    pairs = (line.partition("=") for line in lines if "=" in line and not line.startswith("#"))
    return {name.strip(): value.strip().strip("\"'") for name, _, value in pairs}


def _home(environment: Mapping[str, str]) -> Path:
    return Path(environment.get("MUSTER_HOME") or "~/.muster").expanduser().absolute()


def _token(environment: Mapping[str, str], home: Path) -> tuple[str, str]:
    if token := environment.get("MUSTER_TOKEN", "").strip():
        return token, "MUSTER_TOKEN"
    file = home / "token"
    try:
        return file.read_text().strip(), str(file)
    except FileNotFoundError:
        return "", ""
