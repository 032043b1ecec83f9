"""The version pushed by the training job, and its origin, as published by the registry."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from muster.client import Client
from muster.client.errors import NotFound
from muster.local.home import Home

REPOSITORY: Final = "local/spirals"

_SHORT: Final = 7


@dataclass(frozen=True, slots=True)
class Published:
    """A version and its origin, newest first.

    Attributes:
        version: its repository and commit; empty: there is none.
        checkpoint: checkpoint/JOB/STEP; empty: none is known.
        attempt: attempt/JOB/NUMBER; empty: none is known.
    """

    version: str = ""
    checkpoint: str = ""
    attempt: str = ""

    def is_of(self, job_id: str, attempt: int) -> bool:
        """Return whether the chain is complete and leads to this attempt."""
        of_job = self.checkpoint.startswith(f"checkpoint/{job_id}/")
        return bool(self.version) and of_job and self.attempt == f"attempt/{job_id}/{attempt}"

    def __str__(self) -> str:
        return " <- ".join(part for part in (self.version, self.checkpoint, self.attempt) if part)


def told_to_publish(home: Home) -> tuple[str, ...]:
    """Return the settings of a job that pushes: the repository, and the home with token and address."""
    return (f"env.PUBLISH_TO={REPOSITORY}", f"env.PUBLISH_WITH={home.for_jobs.root}")


def read_published(client: Client) -> Published:
    """Return the repository's current version and its origin."""
    try:
        sha = client.repository("models", REPOSITORY)["sha"]
    except NotFound:
        return Published()
    return published(sha, client.repository_lineage("models", REPOSITORY, sha, direction="up"))


def published(sha: str, walk: Mapping[str, Any]) -> Published:
    """Return a version with its own attempt and checkpoint, not those of earlier versions."""
    [version] = walk["starts"]
    parents = {edge["parent"] for edge in walk["edges"] if edge["child"] == version}

    def parent(kind: str) -> str:
        return next((each for each in sorted(parents) if each.startswith(f"{kind}/")), "")

    checkpoint = parent("checkpoint")
    saved_by = {edge["parent"] for edge in walk["edges"] if edge["child"] == checkpoint}
    attempt = parent("attempt")
    return Published(
        version=f"{REPOSITORY} {sha[:_SHORT]}",
        checkpoint=checkpoint,
        attempt=attempt if not checkpoint or attempt in saved_by else "",
    )
