"""Where the API is and who asks. The client's only reader of the environment.

First found wins:
    address      MUSTER_API_URL, then MUSTER_API_URL in $MUSTER_HOME/endpoints.env (written by `muster up`),
                 then http://127.0.0.1:18080
    schedulers   MUSTER_SCHEDULER_URLS, separated by commas, found alike; asked in order until one answers
    mirrored     MUSTER_MIRROR_TOKEN, shown to the registry that `muster model mirror` copies from
    preemption   MUSTER_PREEMPTION_URL, found alike
    metering     MUSTER_METERING_URL, found alike
    alerts       MUSTER_ALERTS_URL, found alike
    registry     MUSTER_REGISTRY_URL, found alike
    scanner      MUSTER_SCANNER_URL, found alike
    others       MUSTER_NAME_URL, found alike, for a service that only its own commands know
    token        MUSTER_TOKEN, then the file $MUSTER_HOME/token
    origin       HF_HUB_USER_AGENT_ORIGIN, by which stock clients of the Hugging Face Hub go, too
MUSTER_HOME is ~/.muster unless it is set.
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
    """What a client must know.

    Attributes:
        home: MUSTER_HOME.
        api_url: base address of the submit service, no slash at the end.
        scheduler_urls: those of the schedulers of the cell, leader and standby.
        mirror_token: bearer token of a registry that is copied from; empty when there is none.
        preemption_url: that of the preemption service, no slash at the end.
        metering_url: that of the metering service, no slash at the end.
        alerts_url: that of the alerts service, no slash at the end.
        registry_url: that of the registry, no slash at the end.
        scanner_url: that of the scanner, no slash at the end.
        token: bearer token; empty when there is none.
        token_from: where the token was found, for people.
        origin: what this runs as part of, such as an attempt of a job; empty: of nothing.
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
        """The settings of this process."""
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
    """Base address of a service that the client itself does not know, no slash at the end; empty: not set."""
    variable = f"MUSTER_{name.upper()}_URL"
    found = environment.get(variable) or endpoints(_home(environment)).get(variable) or ""
    return found.rstrip("/")


def endpoints(home: Path) -> dict[str, str]:
    """What `muster up` wrote about the servers; empty before the first `up`."""
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
