"""What nodes say of checkpoints, as rows of `checkpoint_parts` and `checkpoint_uses`. Pure.

That a checkpoint is complete says `CheckpointRecorded`; its rows are in core/rows/jobs.py.
"""

from __future__ import annotations

from typing import Any, TypeAlias

from muster.events import log_events as log
from muster.views.rows import Upsert

Said: TypeAlias = log.CheckpointPartStored | log.CheckpointRestored | log.CheckpointDamaged


def checkpoint_row(said: Said, at_ms: int) -> Upsert:
    """The row of one fact."""
    whose: dict[str, Any] = {"job_id": said.job_id, "attempt": said.attempt, "node_id": said.node_id}
    columns: dict[str, Any] = {"tenant": said.tenant, "rank": said.rank}
    if isinstance(said, log.CheckpointPartStored):
        sizes = {"files": said.files, "size_bytes": said.size_bytes, "new_bytes": said.new_bytes}
        stored = {"sha256": said.sha256, "stored_at_ms": at_ms}
        key = {**whose, "step": said.step, "part": said.part}
        return Upsert("checkpoint_parts", key, {**columns, **sizes, **stored})
    key = {**whose, "saved_by": said.saved_by, "file": said.file}
    problem = said.message if isinstance(said, log.CheckpointDamaged) else None
    return Upsert("checkpoint_uses", key, {**columns, "problem": problem, "used_at_ms": at_ms})
