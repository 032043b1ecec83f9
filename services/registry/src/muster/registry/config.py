"""Settings: the only reader of the environment. What is this service's own is named MUSTER_REGISTRY_*."""

from __future__ import annotations

from pathlib import Path
from typing import Literal, Self

from muster.service import DecidingSettings, SealedS3Settings, TokenSettings, ViewSettings
from pydantic import BaseModel, ConfigDict, Field, IPvAnyNetwork, model_validator


class OtherRegistry(BaseModel):
    """Another registry that federated searches query."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: str = Field(pattern=r"^[a-z0-9][a-z0-9-]{0,62}$")
    """Its name in search results."""
    url: str = Field(pattern=r"^https?://[^?#@/]+(/[^?#@]*[^?#@/])?$")
    """Base URL, without trailing slash, user or password."""
    kind: Literal["muster", "hub"] = "muster"
    """A Muster registry, or the Hugging Face Hub and compatible services."""
    token_file: Path | None = None
    """File with the token to send, read for each search; absent: none. All searchers see what it may see."""
    organisations: tuple[str, ...] | None = None
    """Organisations whose members' searches query it; absent: all organisations."""


class Settings(TokenSettings, SealedS3Settings, DecidingSettings, ViewSettings):
    """Settings that differ between deployments; none of them changes a decision."""

    registry_proxies: tuple[IPvAnyNetwork, ...] = Field(default=(), max_length=100)
    """Networks of proxies before the API, as a JSON list such as ["10.0.0.0/8"]: their X-Forwarded-Host,
    X-Forwarded-Proto and X-Forwarded-Prefix say where clients reach it. Answers carry the address that the
    client used; headers from elsewhere are ignored."""
    registry_requests_per_s: int = Field(default=200, ge=1, le=100_000)
    """Requests of a principal that a process of the API answers; after a rest, ten times as many at once."""
    registry_repack: bool = True
    """Files that came whole are cut into chunks in the background; off: whole until it is on again."""
    registry_repack_bytes_min: int = Field(default=1024 * 1024, ge=64 * 1024)
    """Files that are smaller stay whole."""
    registry_cold_class: str = Field(
        default="GLACIER_IR", pattern=r"^(STANDARD_IA|ONEZONE_IA|INTELLIGENT_TIERING|GLACIER_IR)?$"
    )
    """The class of the store for what is cold, one that is read at once; empty: it stays where it is."""
    registry_hot_bytes_max: int = Field(default=4 * 2**30, ge=0)
    """Of chunks that processes of a home keep on their own disk; 0: none."""
    registry_hot_folder: Path | None = None
    """Where they lie: a fast local disk. Absent: $MUSTER_HOME/cache/registry-hot."""
    registry_cdn_url: str = Field(default="", pattern=r"^(https?://[^?#]*[^/?#])?$")
    """A CDN before the store, without a slash at the end: who reads is given addresses there
    (edge/tiering/cdn.py). Empty: the store's own."""
    registry_cdn_secret_file: Path | None = None
    """What the CDN checks addresses with, and its hook calls."""
    registry_cdn_hook: str = Field(default="", pattern=r"^(https?://[^?#]*[^/?#])?$")
    """Where it is told each day what the most downloaded repositories keep. Empty: nowhere."""
    registry_differences: bool = False
    """Fine-tunes are held as differences from their base where that takes at most 75 % of their bytes; what
    is read again after a day is restored first. Off: what is held so is read as before, nothing more is."""
    registry_whole_bytes_max: int = Field(default=64 * 2**30, ge=0)
    """Of whole copies of files that lie in chunks, in the store: clients without hf_xet read them there. They
    count for nobody. 0: none is made, and the API puts the files together each time."""
    registry_whole_after_reads: int = Field(default=2, ge=1, le=1_000)
    """How often a process of the API sends the bytes of a file within two days until it gets a whole copy."""
    registry_token_file: Path | None = None
    """The token, role `service`, subject `registry`, with which files are cut, downloads told and
    objects moved to other classes of the store; read each time, so it may be renewed. Absent:
    $MUSTER_HOME/tokens/registry."""
    registry_scrub_bytes_per_s: int = Field(default=4 * 2**20, ge=0)
    """How fast stored objects are read back and compared with their hashes; 0: not at all."""
    registry_federation: tuple[OtherRegistry, ...] = Field(default=(), max_length=20)
    """Other registries that searches ask on demand, as a JSON list of objects with name, url, kind (muster or
    hub), token_file and organisations; no address comes from anywhere else."""
    registry_federation_timeout_s: float = Field(default=5.0, gt=0, le=60)
    """How long a search waits for other registries; those that have not answered are named."""

    def token(self) -> str:
        """Return the registry's own token; empty: the token file does not exist."""
        file = self.registry_token_file or self.home.expanduser() / "tokens" / "registry"
        try:
            return file.read_text().strip()
        except FileNotFoundError:
            return ""

    @model_validator(mode="after")
    def _cdn_is_whole(self) -> Self:
        if self.registry_cdn_url and self.registry_cdn_secret_file is None:
            raise ValueError("registry_cdn_secret_file is absent; with registry_cdn_url it names a file")
        if self.registry_cdn_hook and not self.registry_cdn_url:
            raise ValueError("registry_cdn_url is empty; with registry_cdn_hook it is the address of a CDN")
        return self

    def cdn_secret(self) -> str:
        """Return the secret shared with the CDN, read from its file on each call; empty: none is set.

        Raises:
            OSError: the file cannot be read.
        """
        file = self.registry_cdn_secret_file
        return "" if file is None else file.read_text().strip()

    def hot_folder(self) -> Path:
        """Return the folder that caches frequently read chunks."""
        return self.registry_hot_folder or self.home.expanduser() / "cache" / "registry-hot"
