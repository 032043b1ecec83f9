"""Endpoints: the addresses of the servers, as the environment variables that all programs read."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import MISSING, dataclass, field, fields
from pathlib import Path

from muster.local.errors import UsageError
from muster.local.home import Home, write_atomically
from muster.local.servers import s3

_PREFIX = "MUSTER_"

SCHEDULERS = ("scheduler", "scheduler-standby")
"""The programs that answer queries about jobs, in the order to try."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Endpoints:
    """Each field is the environment variable of its name: `kafka_bootstrap` is MUSTER_KAFKA_BOOTSTRAP."""

    cell: str = "default"
    kafka_bootstrap: str
    schema_registry_url: str
    postgres_dsn: str
    elasticsearch_url: str
    neo4j_url: str
    neo4j_user: str = "neo4j"
    neo4j_password: str = field(default="", repr=False)
    s3_endpoint: str
    s3_access_key: str
    s3_secret_key: str = field(repr=False)
    s3_bucket: str = s3.BUCKET
    api_url: str
    scheduler_urls: str = ""
    preemption_url: str = ""
    metering_url: str = ""
    alerts_url: str = ""
    registry_url: str = ""
    scanner_url: str = ""
    eval_url: str = ""
    drift_url: str = ""
    jwt_key_file: str
    jwt_jwks_file: str
    node_key_file: str = ""
    node_jwks_file: str = ""
    jwt_issuer: str = "muster-local"
    jwt_audience: str = "muster"
    otlp_endpoint: str = ""

    def environment(self) -> dict[str, str]:
        """Return the variables that are set."""
        values = {item.name: str(getattr(self, item.name)) for item in fields(self)}
        return {_variable(name): value for name, value in values.items() if value}


def local(home: Home, ports: Mapping[str, int]) -> Endpoints:
    """Return the endpoints of a stack on this machine."""
    return Endpoints(
        kafka_bootstrap=f"127.0.0.1:{ports['kafka']}",
        schema_registry_url=f"http://127.0.0.1:{ports['schema-registry']}/apis/ccompat/v7",
        postgres_dsn=f"postgresql://postgres@127.0.0.1:{ports['postgres']}/postgres",
        elasticsearch_url=f"http://127.0.0.1:{ports['elasticsearch']}",
        neo4j_url=f"bolt://127.0.0.1:{ports['neo4j']}",
        neo4j_password="muster-local",  # noqa: S106  (authentication is off; drivers want a value)
        s3_endpoint=f"http://127.0.0.1:{ports['s3']}",
        s3_access_key=s3.ACCESS_KEY,
        s3_secret_key=s3.SECRET_KEY,
        api_url=f"http://127.0.0.1:{ports['submit']}",
        scheduler_urls=",".join(f"http://127.0.0.1:{ports[name]}" for name in SCHEDULERS),
        preemption_url=f"http://127.0.0.1:{ports['preemption']}",
        metering_url=f"http://127.0.0.1:{ports['apis']}/metering",
        alerts_url=f"http://127.0.0.1:{ports['apis']}/alerts",
        registry_url=f"http://127.0.0.1:{ports['registry-api']}",
        scanner_url=f"http://127.0.0.1:{ports['apis']}/scanner",
        eval_url=f"http://127.0.0.1:{ports['apis']}/eval",
        drift_url=f"http://127.0.0.1:{ports['apis']}/drift",
        jwt_key_file=str(home.root / "keys" / "private.pem"),
        jwt_jwks_file=str(home.root / "keys" / "jwks.json"),
        node_key_file=str(home.root / "keys" / "nodes.pem"),
        node_jwks_file=str(home.root / "keys" / "nodes.json"),
    )


def write(endpoints: Endpoints, file: Path) -> None:
    """Write an environment file: readable by a shell (`set -a; . FILE`), Docker and systemd."""
    lines = [f"{name}={value}\n" for name, value in endpoints.environment().items()]
    write_atomically(file, "".join(lines), mode=0o600)


def read(file: Path, *, otherwise: Endpoints | None = None) -> Endpoints:
    """Read the endpoints in an environment file.

    Args:
        file: lines of NAME=value; blank lines and comments are skipped.
        otherwise: defaults for the services' addresses and the key files.

    Raises:
        UsageError: the file does not exist, or a line is invalid, unknown or missing; names it.
    """
    try:
        lines = file.read_text().splitlines()
    except OSError as error:
        raise UsageError(f"{file}: {error.strerror}") from error
    values = {name: getattr(otherwise, name) for name in _OURS} if otherwise else {}
    for number, line in enumerate(lines, start=1):
        text = line.strip().removeprefix("export ")
        if text and not text.startswith("#"):
            name, value = _parse(text, place=f"{file}:{number}")
            values[name] = value
    if missing := [_variable(name) for name in _REQUIRED if name not in values]:
        raise UsageError(f"{file}: missing {', '.join(missing)}")
    return Endpoints(**values)


_OURS = (
    "api_url",
    "scheduler_urls",
    "preemption_url",
    "metering_url",
    "alerts_url",
    "registry_url",
    "scanner_url",
    "eval_url",
    "drift_url",
    "jwt_key_file",
    "jwt_jwks_file",
    "node_key_file",
    "node_jwks_file",
)
_NAMES = tuple(item.name for item in fields(Endpoints))
_REQUIRED = tuple(item.name for item in fields(Endpoints) if item.default is MISSING)


def _parse(text: str, *, place: str) -> tuple[str, str]:
    name, separator, value = text.partition("=")
    key = name.removeprefix(_PREFIX).lower()
    if not separator or name != _variable(key) or key not in _NAMES:
        allowed = ", ".join(map(_variable, _NAMES))
        raise UsageError(
            f"{place}: {text!r} is not valid; must be NAME=value with one of the names {allowed}"
        )
    return key, value.strip("\"'")


def _variable(name: str) -> str:
    return f"{_PREFIX}{name.upper()}"
