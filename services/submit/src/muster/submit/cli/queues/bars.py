"""Draw a queue's GPUs as a bar: in use, borrowed, guaranteed but free to others, and up to the maximum."""

from __future__ import annotations

from typing import Final

WIDTH: Final = 20
LEGEND: Final = "█ in use  ▓ borrowed  ░ guaranteed, free to others  · up to the maximum"


def bar(used: float, guarantee: float, maximum: float | None, *, width: int = WIDTH) -> str:
    """Draw a bar of `width` cells, scaled to the largest of the three; empty when all are zero.

    Args:
        used: GPUs in use.
        guarantee: GPUs guaranteed.
        maximum: GPUs that may be used; None: no limit.
        width: Cells of the whole bar.
    """
    whole = max(used, guarantee, maximum or 0)
    if not whole:
        return ""
    within = _cells(min(used, guarantee), whole, width)
    promised = _cells(guarantee, whole, width)
    reached = _cells(max(used, guarantee), whole, width)
    return "█" * within + "░" * (promised - within) + "▓" * (reached - promised) + "·" * (width - reached)


def _cells(gpus: float, whole: float, width: int) -> int:
    """Round to the nearest number of cells, but at least one for any GPUs at all."""
    return max(round(gpus / whole * width), 1 if gpus else 0)
