"""The settings that services share, each declared once.

A service's Settings class inherits the parts it uses and adds its own fields. Each field is the environment
variable MUSTER_<NAME>; what the environment leaves out is read from $MUSTER_HOME/endpoints.env, which
`muster up` writes. Where a server is has no default: a guessed address is worse than an error.
"""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Final, Self, TypeAlias

from muster.compiled.loading import Mode
from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator
from pydantic_settings import BaseSettings, SettingsConfigDict, SettingsError

if TYPE_CHECKING:  # clients are slow to import, and `--check` needs none
    from muster.identity import AuthSettings, MembershipFeed, Verifier
    from muster.store import StoreSettings
    from muster.store.folder import FolderStore

CELL: Final = r"^[a-z0-9][a-z0-9-]{0,62}$"
"""Pattern of a cell's name: a DNS label, like a tenant's."""

_PREFIX: Final = "MUSTER_"
_HIDDEN: Final = "(hidden)"


class InvalidSettings(Exception):
    """Settings are missing or invalid: one line for each, with variable, value and valid values."""

    exit_code: ClassVar[int] = 2
    """Exit code of the command."""
    hint: ClassVar[str] = (
        "`muster up` writes them to $MUSTER_HOME/endpoints.env for the stack on this machine"
    )
    """Advice for the user of the command."""


class ServiceSettings(BaseSettings):
    """Settings of every process: its home, its cell, the log, the address of its HTTP server."""

    model_config = SettingsConfigDict(
        env_prefix=_PREFIX, frozen=True, extra="ignore", env_ignore_empty=True, use_attribute_docstrings=True
    )

    home: Path = Path("~/.muster")
    """Folder of this machine's files; `endpoints.env` in it fills in for the environment."""
    cell: Annotated[str, Field(pattern=CELL)] = "default"
    """Cell of the log."""
    kafka_bootstrap: str
    """HOST:PORT,... of the brokers."""
    schema_registry_url: str
    """Base of the registry's Confluent API."""
    http_host: str = "127.0.0.1"
    """Address that /healthz, /readyz, /metrics and APIs are answered at."""
    http_port: Annotated[int, Field(ge=0, le=65535)] = 0
    """Port of the same; 0 takes a free one, named in the log."""
    commands_per_s: Annotated[int, Field(ge=1, le=100_000)] = 200
    """Commands of one tenant that each process of an API takes in a second; more are answered 429."""
    commands_burst: Annotated[int, Field(ge=500, le=1_000_000)] = 500
    """Commands of one tenant that it takes at once after a rest."""
    compiled: Mode = Mode.AUTO
    """Compiled modules (`muster compile`): auto, when there is a build of these sources; off; or required."""
    otlp_endpoint: Annotated[str | None, Field(pattern=r"^https?://")] = None
    """OTLP/HTTP collector, as in http://127.0.0.1:4318; absent: no traces."""

    @property
    def instance(self) -> str:
        """Name of this process within the service, for traces; empty if the role says enough."""
        return ""

    @classmethod
    def load(cls, **given: object) -> Self:
        """Load settings: these values, then the environment, then $MUSTER_HOME/endpoints.env.

        Raises:
            InvalidSettings: names every variable that is missing or invalid, its value and the valid values.
        """
        home = Path(os.environ.get(f"{_PREFIX}HOME") or "~/.muster").expanduser()
        values: dict[str, Any] = {"home": home, **given}
        try:
            return cls(_env_file=home / "endpoints.env", **values)  # pyright: ignore[reportCallIssue]  # pydantic's
        except SettingsError as error:
            raise InvalidSettings(str(error)) from None
        except ValidationError as error:
            raise InvalidSettings("\n".join(cls._lines(error))) from None

    @classmethod
    def _lines(cls, error: ValidationError) -> list[str]:
        """Return one line for each error."""
        lines: list[str] = []
        for found in error.errors():
            name = str(found["loc"][0]) if found["loc"] else ""
            inner = "".join(f".{part}" for part in found["loc"][1:])
            variable = f"{_PREFIX}{name.upper()}{inner}"
            message = found["msg"].removeprefix("Value error, ")
            if not name:
                lines.append(message)
            elif found["type"] == "missing":
                lines.append(f"{variable} is required and not set")
            else:
                shown = found["input"] if cls.model_fields[name].repr else _HIDDEN
                lines.append(f"{variable}={shown}: {message}")
        return lines


class S3Settings(ServiceSettings):
    """Address of the object store, and its credentials."""

    s3_endpoint: str
    """http(s)://HOST:PORT of the S3 API."""
    s3_access_key: str
    """S3 key id."""
    s3_secret_key: Annotated[str, Field(repr=False)]
    """Its secret."""
    s3_bucket: str = "muster"
    """The bucket."""

    def store(self) -> StoreSettings:
        """The same for an ObjectStore."""
        from muster.store import StoreSettings  # noqa: PLC0415  (an S3 client, slow to import)

        return StoreSettings(
            endpoint=self.s3_endpoint,
            access_key=self.s3_access_key,
            secret_key=self.s3_secret_key,
            bucket=self.s3_bucket,
        )


class SealedS3Settings(S3Settings):
    """The same where some of them are encrypted."""

    s3_key_ring_file: Path | None = None
    """The key ring, a TOML file: encryption keys by name, each a secret or the id of a key of the store's KMS
    (libs/runtime/store, sealed/ring.py). Read again when it changes. Absent: no keys."""

    def store(self) -> StoreSettings:
        """The same for a SealedStore."""
        return replace(super().store(), key_ring_file=self.s3_key_ring_file)


class DecidingSettings(S3Settings):
    """Settings of leadership and state; several services of one process share them."""

    silence_ms: Annotated[int, Field(ge=500, le=60_000)] = 5_000
    """A standby takes over after this much silence of the leader, and up to a third more."""
    snapshot_every_batches: Annotated[int, Field(ge=1)] = 2_000
    """Batches between two snapshots."""
    failpoints: str = ""
    """Tests only: where this process kills itself, "before_commit:3,after_commit:1"."""


class WebhookEndpoint(BaseModel):
    """A receiver of a service's posts, one JSON object in the environment."""

    model_config = ConfigDict(frozen=True, extra="forbid", use_attribute_docstrings=True)

    url: Annotated[str, Field(pattern=r"^https?://")]
    """Address to which they are posted."""
    secret: Annotated[str, Field(min_length=1, repr=False)]
    """Secret shared with the receiver, which checks signatures with it."""
    private: bool = False
    """Whether the receiver may have a private address."""


WebhookSetting: TypeAlias = Annotated[WebhookEndpoint | None, Field(repr=False)]
"""The type of a setting that names one: {"url": ..., "secret": ..., "private": false}; absent: none."""


class CheckpointSettings(ServiceSettings):
    """Place of checkpoints."""

    checkpoint_store: Path | None = None
    """A folder of a file system that all nodes share, for checkpoints; unset: they go to S3."""

    @field_validator("checkpoint_store")
    @classmethod
    def _absolute_store(cls, value: Path | None) -> Path | None:
        if value is not None and not value.is_absolute():
            raise ValueError("allowed: an absolute path")
        return value

    def checkpoint_folder(self) -> FolderStore | None:
        """The same as a store."""
        from muster.store.folder import FolderStore  # noqa: PLC0415  (an S3 client, slow to import)

        return FolderStore(self.checkpoint_store, self.cell) if self.checkpoint_store else None


class PostgresSettings(ServiceSettings):
    """Address of Postgres."""

    postgres_dsn: Annotated[str, Field(repr=False)]
    """libpq connection string."""


class ElasticsearchSettings(ServiceSettings):
    """Address of Elasticsearch."""

    elasticsearch_url: str
    """http(s)://HOST:PORT."""


class Neo4jSettings(ServiceSettings):
    """Address of Neo4j."""

    neo4j_url: str
    """bolt://HOST:PORT."""
    neo4j_user: str = "neo4j"
    """Neo4j user."""
    neo4j_password: Annotated[str, Field(repr=False)] = ""
    """Its password."""


class ViewSettings(PostgresSettings, ElasticsearchSettings, Neo4jSettings):
    """Addresses of all databases with views."""


class TokenSettings(ServiceSettings):
    """Settings for verifying tokens of people."""

    jwt_jwks_file: Path
    """Public keys that tokens are signed with, a JSON Web Key Set; read again when it changes."""
    jwt_issuer: str
    """Required `iss` of a token."""
    jwt_audience: str = "muster"
    """Required `aud` of a token."""

    def auth(self) -> AuthSettings:
        """The same for `create_app`."""
        from muster.identity import AuthSettings  # noqa: PLC0415  (cryptography, slow to import)

        return AuthSettings(jwks_file=self.jwt_jwks_file, issuer=self.jwt_issuer, audience=self.jwt_audience)


class NodeTokenSettings(ServiceSettings):
    """Settings for verifying tokens of nodes."""

    node_jwks_file: Path
    """Public keys that nodes' tokens are signed with, a JSON Web Key Set; read again when it changes."""

    def node_verifier(self, memberships: MembershipFeed | None) -> Verifier:
        """Return the verifier of nodes' tokens."""
        from muster.identity.nodes import node_verifier  # noqa: PLC0415  (cryptography, slow to import)

        return node_verifier(self.node_jwks_file, self.cell, memberships)


class ProjectionSettings(ViewSettings, NodeTokenSettings):
    """Settings of `muster projections`: databases of views, and keys of the nodes whose reports fill them."""


class CapacitySettings(S3Settings, NodeTokenSettings):
    """Settings of `muster capacity`: the store of snapshots, and keys of the nodes whose heartbeats count."""


class IdentitySettings(TokenSettings, NodeTokenSettings):
    """Settings of `muster identity`: keys of people's and nodes' tokens."""
