"""Detect idle GPUs of a task: from observations to a suspicion (ADR 77).

The mean of each GPU over the order's whole time limit counts, so a job that computes in bursts is busy. It is
based on the activity of multiprocessors if that was measured all the time; else on the driver's figure, which
is only ever reported: one small kernel keeps that figure at 100 %, and a busy job may look idle to it.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from muster.events.task_events import Suspicion
from muster.jobs.values.quantities import format_duration

BUSY_PERCENT: Final = 5
"""A GPU that is busy for a smaller share of the time idles."""
LOOKS: Final = 100
"""Looks at a GPU within the limit after which idling is reported."""
LOOK_MAX_MS: Final = 10_000


def look_every_ms(limit_ms: int) -> int:
    """Milliseconds between two looks, given the time after which idling is reported."""
    return max(1, min(limit_ms // LOOKS, LOOK_MAX_MS))


class Idle(NamedTuple):
    """A suspicion that GPUs idle, with a message."""

    suspicion: Suspicion
    message: str


class _Look(NamedTuple):
    """One observation of each GPU of a task, in percent.

    Attributes:
        at_ms: Time of the observation, by the node's monotonic clock.
        busy: Busy share of each GPU, by the better measure.
        proven: Whether multiprocessors were measured.
    """

    at_ms: int
    busy: tuple[int, ...]
    proven: bool


@dataclass(slots=True)
class GpuIdleness:
    """Observations of one task's GPUs.

    Attributes:
        limit_ms: Idle time after which it is reported.
        gpu_indices: The task's GPUs.
    """

    limit_ms: int
    gpu_indices: Sequence[int]
    _looks: deque[_Look] = field(default_factory=deque[_Look])
    _since_ms: int | None = None

    def look(self, now_ms: int, kernel: Sequence[int], sm_active: Sequence[int]) -> None:
        """Record the figures of the node's GPUs, in percent; without figures, restart the measurement."""
        figures = sm_active or kernel
        if not self.gpu_indices or max(self.gpu_indices) >= len(figures):
            self._looks.clear()
            self._since_ms = None
            return
        if self._since_ms is None:
            self._since_ms = now_ms
        busy = tuple(figures[index] for index in self.gpu_indices)
        self._looks.append(_Look(now_ms, busy, bool(sm_active)))
        while self._looks[0].at_ms <= now_ms - self.limit_ms:
            self._looks.popleft()

    def idle(self) -> Idle | None:
        """Return a suspicion if all GPUs idled for the whole limit; None: one was busy, or it is not over."""
        if self._since_ms is None or self._looks[-1].at_ms - self._since_ms < self.limit_ms:
            return None
        by_gpu = zip(*(each.busy for each in self._looks), strict=True)
        most = max(sum(percents) / len(self._looks) for percents in by_gpu)
        if most >= BUSY_PERCENT:
            return None
        proven = all(each.proven for each in self._looks)
        suspicion = Suspicion.GPUS_IDLE if proven else Suspicion.GPUS_SEEM_IDLE
        return Idle(suspicion, self._words(most, proven=proven))

    def _words(self, most: float, *, proven: bool) -> str:
        count = len(self.gpu_indices)
        gpus = "its GPU was" if count == 1 else f"none of its {count} GPUs was"
        busy = f"busy for {most:.1f} %" if count == 1 else f"busy for more than {most:.1f} %"
        by = "multiprocessors active, by DCGM" if proven else "by the driver alone: a kernel ran"
        return f"{gpus} {busy} of the last {format_duration(self.limit_ms)} ({by})"
