"""Measured use of the hardware, of the newest heartbeat of each node. PURE."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Final

from muster.events.node_heartbeats import NodeHeartbeat, TaskUsage

GPU_MILLI: Final = 1_000


@dataclass(frozen=True, slots=True)
class GpuUse:
    """One GPU; figures are None where the node does not measure them.

    Attributes:
        index: Index on the node, from 0.
        healthy: Whether new work is placed on it.
        busy_percent: Recent time in which a kernel ran, %.
        sm_active_percent: Recent time in which multiprocessors were active, %, from profiling counters.
        memory_used_mib: Memory in use.
    """

    index: int
    healthy: bool
    busy_percent: int | None
    sm_active_percent: int | None
    memory_used_mib: int | None


@dataclass(frozen=True, slots=True)
class Reported:
    """Newest heartbeat of a node, and its append time at the broker, milliseconds since 1970 UTC."""

    beat: NodeHeartbeat
    at_ms: int

    @property
    def node_id(self) -> str:
        """The node."""
        return self.beat.node_id

    @property
    def gpus(self) -> Sequence[GpuUse]:
        """The GPUs of the node, in the order of its figures."""
        usage = self.beat.usage
        return [
            GpuUse(
                gpu.index,
                gpu.healthy,
                _at(usage and usage.gpu_busy_percent, place),
                _at(usage and usage.gpu_sm_active_percent, place),
                _at(usage and usage.gpu_memory_used_mib, place),
            )
            for place, gpu in enumerate(self.beat.gpus)
        ]

    @property
    def all_tasks(self) -> Sequence[TaskUsage]:
        """The measured tasks on the node."""
        return () if self.beat.usage is None else self.beat.usage.tasks

    def tasks(self, jobs: Collection[str]) -> Sequence[TaskUsage]:
        """Return the tasks of these jobs."""
        return [task for task in self.all_tasks if task.job_id in jobs]


class NewestUse:
    """Newest heartbeat of each node, kept for as long as its lease."""

    def __init__(self) -> None:
        self._newest: dict[str, Reported] = {}

    def take(self, beat: NodeHeartbeat, at_ms: int) -> None:
        """Take a heartbeat; those of a node come in order.

        Args:
            beat: The heartbeat.
            at_ms: Append time at the broker, milliseconds since 1970 UTC.
        """
        self._newest[beat.node_id] = Reported(beat, at_ms)

    def at(self, now_ms: int) -> list[Reported]:
        """Forget the nodes whose lease has expired; return the others, by id.

        Args:
            now_ms: Time now by the broker's clock, milliseconds since 1970 UTC.
        """
        expired = [n for n, each in self._newest.items() if each.at_ms + each.beat.lease_ms <= now_ms]
        for node_id in expired:
            del self._newest[node_id]
        return [self._newest[node_id] for node_id in sorted(self._newest)]


def _at(figures: Sequence[int] | None, place: int) -> int | None:
    return figures[place] if figures is not None and place < len(figures) else None
