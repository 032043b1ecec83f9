"""Percentiles by nearest rank, so that a figure means the same wherever it is reported. Pure."""

from __future__ import annotations

from collections.abc import Sequence


def nearest_rank(ascending: Sequence[int], percent: int) -> int:
    """The smallest value that is at least as large as `percent` percent of all values.

    Args:
        ascending: The values in ascending order, in any unit.
        percent: From 1 to 100.

    Returns:
        One of the values, in their unit; 0 when there are none.
    """
    return ascending[-(-len(ascending) * percent // 100) - 1] if ascending else 0
