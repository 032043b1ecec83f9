"""Settings: the only reader of the environment. This service's own settings are named MUSTER_REGISTRY_*."""

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
    """Networks of trusted proxies before the API, as a JSON list such as ["10.0.0.0/8"]. Their headers
    X-Forwarded-Host, X-Forwarded-Proto and X-Forwarded-Prefix name the address that clients use, and answers
    contain that address; the same headers from other senders are ignored."""
    registry_requests_per_s: int = Field(default=200, ge=1, le=100_000)
    """Rate limit of a principal per API process, in requests per second; the burst is ten times as large."""
    registry_repack: bool = True
    """Split files uploaded whole into chunks in the background; off: they stay whole until it is on again."""
    registry_repack_bytes_min: int = Field(default=1024 * 1024, ge=64 * 1024)
    """Minimum size of a file to split, in bytes; smaller files stay whole."""
    registry_cold_class: str = Field(
        default="GLACIER_IR", pattern=r"^(STANDARD_IA|ONEZONE_IA|INTELLIGENT_TIERING|GLACIER_IR)?$"
    )
    """Storage class for cold objects, one with immediate reads; empty: cold objects keep their class."""
    registry_hot_bytes_max: int = Field(default=4 * 2**30, ge=0)
    """Maximum size of the cache of recently read chunks on a local disk, in bytes; shared by the processes of
    a home. 0: no cache."""
    registry_hot_folder: Path | None = None
    """Folder of this cache, on a fast local disk. Absent: $MUSTER_HOME/cache/registry-hot."""
    registry_cdn_url: str = Field(default="", pattern=r"^(https?://[^?#]*[^/?#])?$")
    """URL of a CDN before the store, without a trailing slash: readers get signed addresses there
    (edge/cdn). Empty: they get the store's own addresses."""
    registry_cdn_secret_file: Path | None = None
    """File with the secret that signs CDN addresses and calls of the CDN's hook."""
    registry_cdn_hook: str = Field(default="", pattern=r"^(https?://[^?#]*[^/?#])?$")
    """URL that receives the files of the most downloaded repositories each day, to prewarm the CDN. Empty: no
    prewarming."""
    registry_differences: bool = False
    """Store fine-tunes as deltas from their base where a delta takes at most 75 % of the bytes. A delta is
    restored when it is read, and the restored copy is removed a day or two after its last read. Off: no new
    deltas are made, and existing ones stay readable."""
    registry_whole_bytes_max: int = Field(default=64 * 2**30, ge=0)
    """Maximum size of all whole copies of chunked files, in bytes; clients without hf_xet read these copies
    from the store. They count towards no quota. 0: no copies; the API assembles the file for every read."""
    registry_whole_after_reads: int = Field(default=2, ge=1, le=1_000)
    """Reads of a file that one API process assembles within two days before the file gets a whole copy."""
    registry_token_file: Path | None = None
    """File with the registry's own token (role `service`, subject `registry`), needed to split files, report
    downloads and move objects between storage classes. It is read on each use, so it can be renewed. Absent:
    $MUSTER_HOME/tokens/registry."""
    registry_scrub_bytes_per_s: int = Field(default=4 * 2**20, ge=0)
    """Rate of reading stored objects back to verify their hashes, in bytes per second; 0: never."""
    registry_federation: tuple[OtherRegistry, ...] = Field(default=(), max_length=20)
    """Other registries that federated searches query, as a JSON list of objects with name, url, kind (muster
    or hub), token_file and organisations. Searches use no other addresses."""
    registry_federation_timeout_s: float = Field(default=5.0, gt=0, le=60)
    """Time limit for answers of other registries, in seconds; the result names those that missed it."""

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
            raise ValueError("registry_cdn_secret_file is absent; must be set with registry_cdn_url")
        if self.registry_cdn_hook and not self.registry_cdn_url:
            raise ValueError("registry_cdn_url is empty; must be set with registry_cdn_hook")
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
