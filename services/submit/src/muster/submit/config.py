"""Settings: the only reader of the environment. Each field is the variable MUSTER_<NAME>."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated, Self

from pydantic import Field, ValidationError
from pydantic_settings import BaseSettings, SettingsConfigDict

Port = Annotated[int, Field(ge=1, le=65535)]


class BadSettings(Exception):
    """Settings that are absent or wrong; names each variable and what is allowed."""


class Settings(BaseSettings):
    """What differs between deployments."""

    model_config = SettingsConfigDict(
        env_prefix="MUSTER_",
        frozen=True,
        extra="ignore",
        env_ignore_empty=True,
        use_attribute_docstrings=True,
        hide_input_in_errors=True,
    )

    cell: Annotated[str, Field(pattern=r"^[a-z0-9][a-z0-9-]{0,30}$")] = "default"
    """Cell of the log."""
    kafka_bootstrap: str
    """HOST:PORT,... of the brokers."""
    schema_registry_url: str
    """Base of the registry's Confluent API."""
    postgres_dsn: str = Field(repr=False)
    """libpq connection string."""
    elasticsearch_url: str
    """http(s)://HOST:PORT."""
    neo4j_url: str
    """bolt://HOST:PORT."""
    neo4j_user: str = "neo4j"
    """Neo4j user."""
    neo4j_password: str = Field(default="", repr=False)
    """Its password."""
    s3_endpoint: str
    """http(s)://HOST:PORT of the S3 API."""
    s3_access_key: str
    """S3 key id."""
    s3_secret_key: str = Field(repr=False)
    """Its secret."""
    s3_bucket: str = "muster"
    """The bucket."""
    jwt_jwks_file: Path
    """Public keys that tokens are signed with, a JSON Web Key Set."""
    jwt_issuer: str
    """Required `iss` of a token."""
    jwt_audience: str = "muster"
    """Required `aud` of a token."""
    http_host: str = "127.0.0.1"
    """Address the API, or the projector's health page, listens on."""
    http_port: Port = 18080
    """Port it listens on."""
    otlp_endpoint: str | None = None
    """OTLP/HTTP collector; absent: no traces."""

    @classmethod
    def load(cls) -> Self:
        """The environment's settings, over what `muster up` wrote to $MUSTER_HOME/endpoints.env.

        Raises:
            BadSettings: naming every variable that is absent or wrong.
        """
        try:
            return cls(_env_file=_stack_file())  # pyright: ignore[reportCallIssue]  # values come from there
        except ValidationError as error:
            lines = [f"MUSTER_{'.'.join(map(str, e['loc'])).upper()}: {e['msg']}" for e in error.errors()]
            raise BadSettings("\n".join(lines)) from None


def _stack_file() -> Path:
    """For those who start by hand what belongs to the local stack; absent elsewhere."""
    return Path(os.environ.get("MUSTER_HOME") or "~/.muster").expanduser() / "endpoints.env"
