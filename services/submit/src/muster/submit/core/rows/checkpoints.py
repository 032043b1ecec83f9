"""What nodes say of checkpoints that they were to bring back or to store, as rows of `checkpoint_uses`. Pure.

That a checkpoint is complete says `CheckpointRecorded`; its rows are in core/rows/jobs.py.
"""

from __future__ import annotations

from typing import TypeAlias

from muster.events import log_events as log
from muster.views.rows import Upsert

Said: TypeAlias = log.CheckpointRestored | log.CheckpointDamaged


def checkpoint_row(said: Said, at_ms: int) -> Upsert:
    """The row of one fact."""
    whose = {"job_id": said.job_id, "attempt": said.attempt, "node_id": said.node_id}
    columns = {"tenant": said.tenant, "rank": said.rank}
    problem = said.message if isinstance(said, log.CheckpointDamaged) else None
    return Upsert(
        "checkpoint_uses",
        {**whose, "saved_by": said.saved_by, "file": said.file},
        {**columns, "problem": problem, "used_at_ms": at_ms},
    )
