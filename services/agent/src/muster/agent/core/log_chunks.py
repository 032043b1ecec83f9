"""Division of a log into chunks."""

from __future__ import annotations

CHUNK_BYTES_MAX = 1024 * 1024
"""Largest log chunk, and the most of a log that the agent holds in memory."""


def chunk_of(data: bytes) -> bytes:
    """Return the next chunk, from the start of the unsent output: whole lines if there are any.

    Data without a line end is sent unchanged, so that a progress bar is live as well.
    """
    data = data[:CHUNK_BYTES_MAX]
    end = data.rfind(b"\n") + 1
    return data[:end] if end else data
