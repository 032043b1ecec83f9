"""Endpoints: where the servers are, in the one vocabulary of environment variables that everything reads."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from urllib.parse import quote

from muster.local.home import Home, write_atomically
from muster.local.servers import s3

_PREFIX = "MUSTER_"


class EndpointsError(ValueError):
    """A file of endpoints cannot be used."""


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
    jwt_key_file: str
    jwt_jwks_file: str
    jwt_issuer: str = "muster-local"
    jwt_audience: str = "muster"
    otlp_endpoint: str = ""

    def environment(self) -> dict[str, str]:
        """The variables, without those that are not set."""
        values = {item.name: str(getattr(self, item.name)) for item in fields(self)}
        return {f"{_PREFIX}{name.upper()}": value for name, value in values.items() if value}


def local(home: Home, ports: Mapping[str, int]) -> Endpoints:
    """The endpoints of a stack on this machine."""
    return Endpoints(
        kafka_bootstrap=f"127.0.0.1:{ports['kafka']}",
        schema_registry_url=f"http://127.0.0.1:{ports['registry']}/apis/ccompat/v7",
        postgres_dsn=f"postgresql://postgres@127.0.0.1:{ports['postgres']}/postgres",
        elasticsearch_url=f"http://127.0.0.1:{ports['elasticsearch']}",
        neo4j_url=f"bolt://127.0.0.1:{ports['neo4j']}",
        neo4j_password="muster-local",  # noqa: S106  (authentication is off; drivers want a value)
        s3_endpoint=f"http://127.0.0.1:{ports['s3']}",
        s3_access_key=s3.ACCESS_KEY,
        s3_secret_key=s3.SECRET_KEY,
        api_url=f"http://127.0.0.1:{ports['submit']}",
        jwt_key_file=str(home.root / "keys" / "private.pem"),
        jwt_jwks_file=str(home.root / "keys" / "jwks.json"),
    )


def write(endpoints: Endpoints, file: Path) -> None:
    """Write an environment file: readable by a shell (`set -a; . FILE`), Docker and systemd."""
    lines = [f"{name}={value}\n" for name, value in endpoints.environment().items()]
    write_atomically(file, "".join(lines), mode=0o600)


def read(file: Path) -> Endpoints:
    """The endpoints in an environment file.

    Raises:
        EndpointsError: the file is absent, or a line or a value is missing or unknown.
    """
    return parse(_read_lines(file), origin=str(file))


def parse(lines: list[str], *, origin: str) -> Endpoints:
    """The endpoints in `NAME=value` lines; blank lines and comments are skipped."""
    known = {item.name for item in fields(Endpoints)}
    values: dict[str, str] = {}
    for number, line in enumerate(lines, start=1):
        text = line.strip().removeprefix("export ")
        if not text or text.startswith("#"):
            continue
        name, separator, value = text.partition("=")
        key = name.removeprefix(_PREFIX).lower()
        if not separator or not name.startswith(_PREFIX) or key not in known:
            allowed = ", ".join(sorted(f"{_PREFIX}{item.upper()}" for item in known))
            raise EndpointsError(f"{origin}:{number}: {line.strip()!r}: expected NAME=value with a name of {allowed}")
        values[key] = value.strip("\"'")
    try:
        return Endpoints(**values)
    except TypeError as error:
        raise EndpointsError(f"{origin}: {str(error).partition(') ')[2]}") from None


def _read_lines(file: Path) -> list[str]:
    try:
        return file.read_text().splitlines()
    except OSError as error:
        raise EndpointsError(f"{file}: {error.strerror}") from error
