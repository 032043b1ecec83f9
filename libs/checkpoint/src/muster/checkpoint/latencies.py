"""Latencies: what one usually is, and its worst of the last minute, so that a spike is seen in a sample."""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Iterator, Mapping
from statistics import median
from typing import Final

LATENCY: Final = "latency_ms"
"""Metrics whose name ends so are latencies."""
USUAL: Final = "_usual"
WORST: Final = "_worst"
KEPT: Final = 512
"""So many calls back is what is usual; a spike of half of them would be."""
CALLS_MIN: Final = 20
"""Fewer calls say nothing of what is usual."""
RECENT_S: Final = 60.0


class Latencies:
    """Of each latency, its last values. What is reported is sampled; what is kept here is every call."""

    def __init__(self) -> None:
        self._kept: dict[str, deque[tuple[float, float]]] = {}

    def seen(self, numbers: Mapping[str, float], now_s: float) -> None:
        """A call reported these.

        Args:
            numbers: Metrics by name.
            now_s: When, by a clock that never goes back.
        """
        for name, value in numbers.items():
            if name.endswith(LATENCY) and math.isfinite(value):
                self._kept.setdefault(name, deque(maxlen=KEPT)).append((now_s, value))

    def derived(self, names: Mapping[str, float], now_s: float) -> Iterator[tuple[str, float]]:
        """What is usual of each of these, the median; and the worst of the last minute."""
        for name in names:
            kept = self._kept.get(name, ())
            if len(kept) >= CALLS_MIN:
                yield name + USUAL, median(value for _, value in kept)
                yield name + WORST, max(value for at_s, value in kept if at_s >= now_s - RECENT_S)
