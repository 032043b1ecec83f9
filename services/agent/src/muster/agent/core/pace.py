"""Rate limit of checkpoint transfers, so that many drains at once do not overload the store. Pure."""

from __future__ import annotations


def share_of_node(job_bytes_per_s: int, ranks_here: int, world_size: int) -> float:
    """Checkpoint rate of a node, bytes/s: the job's rate times the node's share of the ranks."""
    return job_bytes_per_s * ranks_here / world_size


class Pacer:
    """Spaces transfers so that they do not exceed a rate.

    Args:
        bytes_per_s: The rate limit.
    """

    def __init__(self, bytes_per_s: float) -> None:
        self.bytes_per_s = bytes_per_s
        self._free_ms = 0.0

    def wait_ms(self, now_ms: float, size_bytes: int) -> float:
        """Reserve time to send `size_bytes` and return how long to wait before it, in milliseconds."""
        begins_ms = max(now_ms, self._free_ms)
        self._free_ms = begins_ms + size_bytes * 1000 / self.bytes_per_s
        return begins_ms - now_ms
