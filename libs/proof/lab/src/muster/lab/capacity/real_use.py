"""The actual use of the hardware, summed over the nodes' newest heartbeats."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from muster.events.node_heartbeats import NodeHeartbeat


@dataclass(frozen=True, slots=True)
class GpuUse:
    """Measured GPUs of one model, and how busy they are on average."""

    model: str
    gpus: int
    busy_percent: int


@dataclass(frozen=True, slots=True)
class RealUse:
    """Use of the hardware as the nodes measured it.

    Attributes:
        nodes: Number of usable nodes.
        measured: Number of nodes that report measurements; simulated ones do not.
        cpu_percent: CPU busy, percent of the measured nodes' CPU.
        memory_percent: Memory in use, percent of the measured nodes' memory.
        gpus: Use by GPU model; empty where no driver answers.
    """

    nodes: int
    measured: int
    cpu_percent: int
    memory_percent: int
    gpus: tuple[GpuUse, ...]


def real_use(nodes: int, beats: Iterable[NodeHeartbeat]) -> RealUse:
    """Sum up heartbeats.

    Args:
        nodes: Number of usable nodes.
        beats: One heartbeat of each node that sent one.
    """
    measured = [(beat, beat.usage) for beat in beats if beat.usage is not None]
    cpu_milli = sum(beat.cpu_milli for beat, _ in measured)
    memory_mib = sum(beat.memory_mib for beat, _ in measured)
    by_model: dict[str, list[int]] = {}
    for beat, usage in measured:
        by_model.setdefault(beat.gpu_model, []).extend(usage.gpu_busy_percent)
    return RealUse(
        nodes=nodes,
        measured=len(measured),
        cpu_percent=_percent(sum(usage.cpu_busy_milli for _, usage in measured), cpu_milli),
        memory_percent=_percent(sum(usage.memory_used_mib for _, usage in measured), memory_mib),
        gpus=tuple(
            GpuUse(model, len(busy), sum(busy) // len(busy))
            for model, busy in sorted(by_model.items())
            if busy
        ),
    )


def _percent(part: int, whole: int) -> int:
    return 100 * part // max(1, whole)
