"""Where bytes lie in S3, and where to cut a log into chunks."""

from __future__ import annotations

from muster.agent.core.ledger import TaskKey
from muster.events.log_events import LogStream

CHUNK_BYTES_MAX = 1024 * 1024
"""Largest log chunk: what the agent holds in memory of a log at any time."""


def log_key(task: TaskKey, rank: int, stream: LogStream, chunk: int) -> str:
    """One chunk of a rank's output; keys sort as chunks do."""
    return f"logs/{task.job_id}/{task.attempt}/{rank}/{stream.lower()}/{chunk:08d}"


def checkpoint_key(task: TaskKey, rank: int, sha256: str, file: str) -> str:
    """A checkpoint.

    The hash is in the key because a job may write the same file name again: what an earlier event points to
    must stay what it was.
    """
    return f"checkpoints/{task.job_id}/{task.attempt}/{rank}/{sha256[:16]}/{file}"


def chunk_of(data: bytes) -> bytes:
    """The beginning of the unsent output that makes the next chunk: whole lines when there are any.

    A line longer than the data is sent as it is, so that a progress bar without line ends is live too.
    """
    data = data[:CHUNK_BYTES_MAX]
    end = data.rfind(b"\n") + 1
    return data[:end] if end else data
