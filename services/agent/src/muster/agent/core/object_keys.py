"""Keys of objects in S3, and where to cut a log into chunks."""

from __future__ import annotations

from muster.agent.core.ledger import TaskKey
from muster.events.log_events import LogStream

CHUNK_BYTES_MAX = 1024 * 1024
"""Largest log chunk, and the most of a log that the agent holds in memory."""


def log_key(task: TaskKey, rank: int, stream: LogStream, chunk: int) -> str:
    """The key of one chunk of a rank's output; keys sort in the order of chunks."""
    return f"logs/{task.job_id}/{task.attempt}/{rank}/{stream.lower()}/{chunk:08d}"


def checkpoint_key(task: TaskKey, rank: int, sha256: str, file: str) -> str:
    """The key of a checkpoint.

    The hash is part of the key because a job may write the same file name again: the object that an earlier
    event refers to must not change.
    """
    return f"checkpoints/{task.job_id}/{task.attempt}/{rank}/{sha256[:16]}/{file}"


def chunk_of(data: bytes) -> bytes:
    """The next chunk, from the beginning of the unsent output: whole lines when there are any.

    Data without a line end is sent as it is, so that a progress bar is live too.
    """
    data = data[:CHUNK_BYTES_MAX]
    end = data.rfind(b"\n") + 1
    return data[:end] if end else data
