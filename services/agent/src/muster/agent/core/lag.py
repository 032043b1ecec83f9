"""Step times of a task's ranks, from their progress reports (ADR 77)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, NamedTuple

CHANGED_PERCENT: Final = 10
"""A step time is reported again when it differs by more from the last one reported."""
QUIET_MS: Final = 5_000
"""Ranks report once a second at most, and are read once a second, so anything shorter is not a pause."""


class At(NamedTuple):
    """Progress of a rank.

    Attributes:
        step: Steps done.
        since_ms: When it was first seen at this step, by the node's monotonic clock.
        over: Whether it has done all its steps.
    """

    step: int
    since_ms: int
    over: bool = False


class StepTime(NamedTuple):
    """Step times of a task's ranks: the fields of TaskPaced."""

    rank: int
    step_ms: int
    others_step_ms: int | None
    step: int
    step_most: int
    window_ms: int


@dataclass(slots=True)
class StepTimes:
    """Measures the step times of one task, window by window.

    Attributes:
        window_ms: Time over which steps are counted.
    """

    window_ms: int
    _began_ms: int | None = None
    _from: dict[int, At] = field(default_factory=dict[int, At])
    _told: StepTime | None = None

    def look(self, now_ms: int, ranks: Mapping[int, At]) -> StepTime | None:
        """Record the ranks' progress; return a report at the end of a window, None: nothing new.

        Args:
            now_ms: Now, by the clock of `At.since_ms`.
            ranks: The ranks that have reported progress.
        """
        for rank, at in ranks.items():
            if at.step < self._from.setdefault(rank, at).step:  # it began again from an earlier checkpoint
                self._from[rank] = at
        if self._began_ms is None and ranks:
            self._began_ms = now_ms
        if self._began_ms is None or now_ms < self._began_ms + self.window_ms:
            return None
        found = self._of_window(now_ms, ranks)
        self._began_ms, self._from = now_ms, dict(ranks)
        if found is None or not _differs(found, self._told):
            return None
        self._told = found
        return found

    def _of_window(self, now_ms: int, ranks: Mapping[int, At]) -> StepTime | None:
        going = {rank: at for rank, at in ranks.items() if not at.over}
        if not going:
            return None
        times = {rank: _step_ms(self._from[rank], at, now_ms) for rank, at in going.items()}
        slowest = max(times, key=lambda rank: (times[rank], -rank))
        others = sorted(each for rank, each in times.items() if rank != slowest)
        return StepTime(
            rank=slowest,
            step_ms=times[slowest],
            others_step_ms=others[(len(others) - 1) // 2] if others else None,
            step=going[slowest].step,
            step_most=max(at.step for at in ranks.values()),
            window_ms=self.window_ms,
        )


def _step_ms(began: At, at: At, now_ms: int) -> int:
    """Milliseconds per step since `began`; the current step counts once it takes longer than those before."""
    steps = at.step - began.step
    if not steps:
        return max(1, now_ms - began.since_ms)
    each_ms = (at.since_ms - began.since_ms) // steps
    if now_ms - at.since_ms > max(2 * each_ms, QUIET_MS):
        each_ms = (now_ms - began.since_ms) // (steps + 1)
    return max(1, each_ms)


def _differs(found: StepTime, told: StepTime | None) -> bool:
    if told is None:
        return True
    mine, others = (found.step_ms, told.step_ms), (found.others_step_ms or 0, told.others_step_ms or 0)
    return any(abs(now - before) * 100 > before * CHANGED_PERCENT for now, before in (mine, others))
