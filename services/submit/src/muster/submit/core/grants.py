"""Access of agents to objects: those of attempts that are bound to their nodes. Pure.

read    the job's working files; the checkpoints of its attempts up to this one
write   output and checkpoints of this attempt's ranks on the agent's nodes
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from muster.store.keys import checkpoint_of, files_of, log_of
from muster.store.uses import Operation, Use


@dataclass(frozen=True, slots=True, kw_only=True)
class TaskOfNode:
    """Attempt, as far as it is bound to the caller's nodes.

    Attributes:
        job_id: Job of the attempt.
        attempt: Its number.
        ranks: Ranks on the caller's nodes.
        files: SHA-256 of the job's working files, and of the archives in them if they are an index.
    """

    job_id: str
    attempt: int
    ranks: Collection[int]
    files: Collection[str]


def is_granted(use: Use, task: TaskOfNode) -> bool:
    """Whether the holder of this task may use an object in this way."""
    if not task.ranks:
        return False
    checkpoint = checkpoint_of(use.key)
    if use.operation is Operation.GET:
        if files_of(use.key) in task.files:
            return True
        return (
            checkpoint is not None and checkpoint.job_id == task.job_id and checkpoint.attempt <= task.attempt
        )
    written = checkpoint or (log_of(use.key) if use.operation is Operation.PUT else None)
    return (
        written is not None
        and (written.job_id, written.attempt) == (task.job_id, task.attempt)
        and written.rank in task.ranks
    )
