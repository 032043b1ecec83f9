"""How fast checkpoints go to the store, so that many which drain at once do not drown it. Pure."""

from __future__ import annotations


def share_of_node(job_bytes_per_s: int, ranks_here: int, world_size: int) -> float:
    """What a node may send of a job's checkpoints: the part of the job's rate that its ranks are."""
    return job_bytes_per_s * ranks_here / world_size


class Pacer:
    """Spaces what is sent so that it does not exceed a rate.

    Args:
        bytes_per_s: The rate.
    """

    def __init__(self, bytes_per_s: float) -> None:
        self.bytes_per_s = bytes_per_s
        self._free_ms = 0.0

    def wait_ms(self, now_ms: float, size_bytes: int) -> float:
        """How long to wait before so many bytes are sent: what was sent before has to have had its time."""
        begins_ms = max(now_ms, self._free_ms)
        self._free_ms = begins_ms + size_bytes * 1000 / self.bytes_per_s
        return begins_ms - now_ms
