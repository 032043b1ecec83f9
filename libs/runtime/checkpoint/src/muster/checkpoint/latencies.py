"""Usual latencies, and the worst of the last minute, so that a sample shows a spike."""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Iterator, Mapping
from statistics import median
from typing import Final

LATENCY: Final = "latency_ms"
"""Suffix of the names of metrics that are latencies."""
USUAL: Final = "_usual"
WORST: Final = "_worst"
KEPT: Final = 512
"""Calls that determine the usual value; a spike over half of them would change it."""
CALLS_MIN: Final = 20
"""Minimum number of calls for a usual value."""
RECENT_S: Final = 60.0


class Latencies:
    """The last values of each latency. Reports are samples; this keeps every call."""

    def __init__(self) -> None:
        self._kept: dict[str, deque[tuple[float, float]]] = {}

    def record(self, numbers: Mapping[str, float], now_s: float) -> None:
        """Record the metrics of a call.

        Args:
            numbers: Metrics by name.
            now_s: Time of the call, by a clock that never goes back, seconds.
        """
        for name, value in numbers.items():
            if name.endswith(LATENCY) and math.isfinite(value):
                self._kept.setdefault(name, deque(maxlen=KEPT)).append((now_s, value))

    def derived(self, names: Mapping[str, float], now_s: float) -> Iterator[tuple[str, float]]:
        """Yield the usual value (the median) and the worst of the last minute of each of these."""
        for name in names:
            kept = self._kept.get(name, ())
            if len(kept) >= CALLS_MIN:
                yield name + USUAL, median(value for _, value in kept)
                yield name + WORST, max(value for at_s, value in kept if at_s >= now_s - RECENT_S)
