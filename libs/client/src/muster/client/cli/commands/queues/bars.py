"""A queue's GPUs as a bar: what is in use of the guarantee, borrowed, lent, and what may still be."""

from __future__ import annotations

from typing import Final

WIDTH: Final = 20
LEGEND: Final = "█ in use  ▓ borrowed  ░ guaranteed, free to others  · up to the maximum"


def bar(used: float, guarantee: float, maximum: float | None, *, width: int = WIDTH) -> str:
    """So many cells for the largest of the three; nothing when all are nought.

    Args:
        used: GPUs in use.
        guarantee: GPUs guaranteed.
        maximum: GPUs that may be used; None: any number.
        width: of the whole.
    """
    whole = max(used, guarantee, maximum or 0)
    if not whole:
        return ""
    within = _cells(min(used, guarantee), whole, width)
    promised = _cells(guarantee, whole, width)
    reached = _cells(max(used, guarantee), whole, width)
    return "█" * within + "░" * (promised - within) + "▓" * (reached - promised) + "·" * (width - reached)


def _cells(gpus: float, whole: float, width: int) -> int:
    """The nearest number of cells, but one at least for what is there at all."""
    return max(round(gpus / whole * width), 1 if gpus else 0)
