"""Resources of its node that a task holds, all its ranks together. PURE."""

from __future__ import annotations

from muster.events.node_commands import StartTask


def gpu_indices(order: StartTask) -> tuple[int, ...]:
    """The GPUs that a task holds, each once."""
    return tuple(sorted({index for rank in order.ranks for index in rank.gpu_indices}))


def gpu_milli(order: StartTask) -> int:
    """Thousandths that a task holds of each of its GPUs: ranks of a gang are alike, and may share one."""
    held = sum(rank.gpu_milli * len(rank.gpu_indices) for rank in order.ranks)
    return held // max(1, len(gpu_indices(order)))


def memory_mib(order: StartTask) -> int:
    """Memory of a task, all its ranks together; 0: without limit."""
    each = [rank.memory_mib for rank in order.ranks]
    return sum(each) if all(each) else 0
