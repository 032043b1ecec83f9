"""Detect hanging ranks: from observations to a suspicion (ADR 77)."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, NamedTuple

from muster.checkpoint.progress import Progress
from muster.events.node_commands import StartTask
from muster.events.task_events import Suspicion
from muster.jobs.values.quantities import format_duration

IDLE_PERCENT: Final = 10
"""Ranks that use less of one core than this since their start are idle: they wait for each other."""

LOSSES: Final = ("loss", "train_loss", "train/loss")
"""Names that jobs give to the loss, which must be a number."""


SMOOTHING: Final = 0.2
"""Weight of a new loss in the smoothed one."""
SETTLED_SAMPLES: Final = 10
"""Losses before the lowest one is tracked: the first ones are noise."""
DIVERGES_TIMES: Final = 3
DIVERGES_SAMPLES: Final = 10
"""A loss diverges if this many samples in a row exceed DIVERGES_TIMES its lowest value."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Silence:
    """Observations of a task's ranks; times by the node's monotonic clock.

    Attributes:
        now_ms: Now.
        began_ms: When all ranks had a process.
        spoke_ms: When one of them last wrote output or made a step; None: none has since their start.
        cpu_percent: CPU that all of them used lately, in percent of one core; None: not measured.
    """

    now_ms: int
    began_ms: int
    spoke_ms: int | None
    cpu_percent: float | None = None

    @property
    def silent_ms(self) -> int:
        """Milliseconds for which the ranks have neither written output nor made a step."""
        return self.now_ms - (self.began_ms if self.spoke_ms is None else self.spoke_ms)


def suspicion_of(order: StartTask, seen: Silence) -> Suspicion | None:
    """Suspicion about ranks that are silent; None: none yet."""
    if seen.spoke_ms is not None:
        limit_ms, suspicion = order.hang_after_ms, Suspicion.SILENT
    else:
        limit_ms, suspicion = order.start_up_max_ms, Suspicion.NEVER_SPOKE
        if seen.cpu_percent is None or seen.cpu_percent >= IDLE_PERCENT:
            return None
    return suspicion if limit_ms is not None and seen.silent_ms >= limit_ms else None


def behind(progress: Mapping[int, Progress]) -> int | None:
    """The rank that has made fewer steps than the others; None: none has, or no rank reports steps."""
    steps = {rank: said.step for rank, said in progress.items()}
    if len(set(steps.values())) < 2:
        return None
    return min(steps, key=lambda rank: (steps[rank], rank))


def in_words(suspicion: Suspicion, seen: Silence, progress: Mapping[int, Progress]) -> str:
    """Describe the observations for people."""
    silent = format_duration(seen.silent_ms // 1000 * 1000)
    if suspicion is Suspicion.NEVER_SPOKE:
        return f"its ranks have said nothing since their start {silent} ago and hardly use the CPU"
    rank = behind(progress)
    text = f"no output and no step of its ranks for {silent}"
    if rank is None:
        return text
    most = max(said.step for said in progress.values())
    return f"{text}; rank {rank} is at step {progress[rank].step}, others at up to {most}"


class LossWatch:
    """Watches the loss of one task: it must be a number, and must not diverge."""

    def __init__(self) -> None:
        self._ranks: dict[int, _Loss] = {}

    def look(self, progress: Mapping[int, Progress]) -> BadLoss | None:
        """Return the first rank with a bad loss, and a message; None: no loss is bad."""
        for rank, said in sorted(progress.items()):
            for name in LOSSES:
                value = said.metrics.get(name)
                if value is None:
                    continue
                at = f"rank {rank} reports {name} {value:g} at step {said.step}"
                if not math.isfinite(value):
                    return BadLoss(Suspicion.LOSS_NOT_A_NUMBER, rank, at)
                loss = self._ranks.setdefault(rank, _Loss())
                if loss.diverges(said.step, value):
                    text = (
                        f"{at}, more than {DIVERGES_TIMES} times what it had come down to, {loss.lowest:.3g}"
                    )
                    return BadLoss(Suspicion.LOSS_DIVERGES, rank, text)
                break
        return None


class BadLoss(NamedTuple):
    """Suspicion about a loss, the rank that reports it, and a message."""

    suspicion: Suspicion
    rank: int
    message: str


@dataclass(slots=True)
class _Loss:
    """One rank's loss: smoothed, its first and lowest values, and for how many samples it was far too high.

    Far too high is above DIVERGES_TIMES the lowest value and above half of the first one: a loss near zero
    may double at each step.
    """

    step: int = -1
    samples: int = 0
    smoothed: float = 0.0
    began: float = 0.0
    lowest: float = math.inf
    above: int = 0

    def diverges(self, step: int, value: float) -> bool:
        """Record the loss of a step; return whether it has been too high for a while."""
        if step == self.step:
            return False
        self.step, self.samples = step, self.samples + 1
        self.smoothed = value if self.samples == 1 else self.smoothed + SMOOTHING * (value - self.smoothed)
        if self.samples == SETTLED_SAMPLES:
            self.began = self.smoothed
        if self.samples >= SETTLED_SAMPLES:
            self.lowest = min(self.lowest, self.smoothed)
        high = max(DIVERGES_TIMES * self.lowest, self.began / 2)
        far = self.lowest > 0 and min(value, self.smoothed) > high
        self.above = self.above + 1 if far else 0
        return self.above >= DIVERGES_SAMPLES
