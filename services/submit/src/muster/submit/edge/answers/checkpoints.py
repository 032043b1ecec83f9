"""Checkpoints of a job as JSON."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

from muster.api.cursors import NextPageToken
from muster.submit.core.read_model import CheckpointRow
from muster.submit.edge.answers.times import Time, iso
from pydantic import Field
from typing_extensions import TypedDict


class CheckpointState(StrEnum):
    """State of a checkpoint."""

    COMPLETE = "complete"
    RESTORED = "restored"
    """An attempt resumed from it."""
    DAMAGED = "damaged"
    """It is not stored, or could not be restored."""
    EXPIRED = "expired"
    """It has expired and is being removed from the store."""
    DELETED = "deleted"
    """It has been removed from the store."""


class Checkpoint(TypedDict):
    """One checkpoint."""

    step: Annotated[int | None, Field(description="Training step; null: unknown from the file's name.")]
    attempt: Annotated[int, Field(description="The attempt that saved it.")]
    file: Annotated[str, Field(description="The record of its parts, or its only file.")]
    sha256: Annotated[str | None, Field(description="SHA-256 of `file`.")]
    saved_at: Time | None
    files: Annotated[int, Field(description="Number of files, all ranks together.")]
    size_bytes: int
    new_bytes: Annotated[int, Field(description="Size of the files that were not in the store before.")]
    state: CheckpointState
    restored_by: Annotated[int | None, Field(description="The newest attempt that resumed from it.")]
    problem: Annotated[str, Field(description="Why it is damaged; empty: it is not.")]


class JobCheckpoints(TypedDict):
    """The checkpoints of a job, oldest first."""

    job_id: str
    items: list[Checkpoint]
    next_page_token: NextPageToken


def checkpoint_json(row: CheckpointRow) -> Checkpoint:
    """Convert one checkpoint."""
    return {
        "step": row.step,
        "attempt": row.attempt,
        "file": row.file,
        "sha256": row.sha256,
        "saved_at": iso(row.recorded_at_ms),
        "files": row.files,
        "size_bytes": row.size_bytes,
        "new_bytes": row.new_bytes,
        "state": _state(row),
        "restored_by": row.restored_by,
        "problem": row.problem or "",
    }


def _state(row: CheckpointRow) -> CheckpointState:
    if row.deleted_at_ms is not None:
        return CheckpointState.DELETED
    if row.expired_at_ms is not None:
        return CheckpointState.EXPIRED
    if row.problem is not None:
        return CheckpointState.DAMAGED
    return CheckpointState.COMPLETE if row.restored_by is None else CheckpointState.RESTORED
