"""Restores (`checkpoint_uses`), damage and removal of checkpoints as rows of the tables. Pure.

`CheckpointRecorded` reports that a checkpoint is complete; its rows are in core/rows/jobs.py.
"""

from __future__ import annotations

from typing import Any, TypeAlias

from muster.events import job_events as fact
from muster.events import log_events as log
from muster.views.rows import Upsert

Said: TypeAlias = log.CheckpointRestored | log.CheckpointDamaged


def checkpoint_row(said: Said, at_ms: int) -> Upsert:
    """Return the row of one fact."""
    whose = {"job_id": said.job_id, "attempt": said.attempt, "node_id": said.node_id}
    columns = {"tenant": said.tenant, "rank": said.rank}
    problem = said.message if isinstance(said, log.CheckpointDamaged) else None
    return Upsert(
        "checkpoint_uses",
        {**whose, "saved_by": said.saved_by, "file": said.file},
        {**columns, "problem": problem, "used_at_ms": at_ms},
    )


def expiry_row(said: fact.CheckpointExpired | fact.CheckpointDeleted, at_ms: int) -> Upsert:
    """Return the row of a checkpoint that has expired or was removed from the store."""
    key: dict[str, Any] = {
        "job_id": said.job_id,
        "attempt": said.attempt,
        "rank": said.rank,
        "file": said.file,
    }
    column = "expired_at_ms" if isinstance(said, fact.CheckpointExpired) else "deleted_at_ms"
    return Upsert("checkpoints", key, {column: at_ms})
